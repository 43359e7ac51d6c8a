(* Proof that rules of arrays are equivalent to windows, counts of neighbours, pins, tallies and automata.
   *)
Require Import String ZArith List Lia Bool Permutation.
From Gfkit Require Import Meaning Sweep Clauses Watches Strip Arrays Totals Claims Predicates Written Readers.
Import ListNotations.
Local Open Scope nat_scope.

(* ---- lists *)
Fixpoint traverse {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: r => match f a with Some b => option_map (cons b) (traverse f r) | None => None end
  end.
Definition or_none {A B} (f : A -> option (list B)) (a : A) : list B := match f a with Some l => l | None =>
    [] end.
Definition gathered {A B} (f : A -> option (list B)) (l : list A) : option (list B) := option_map (@concat
    B) (traverse f l).
Lemma gathered_ok {A B} (f : A -> option (list B)) l : forall s, gathered f l = Some s ->
  s = flat_map (or_none f) l /\ forall a, In a l -> f a = Some (or_none f a).
Proof.
  unfold gathered, or_none. induction l as [|a l IH]; intros s H.
  - injection H as <-. split; [reflexivity|intros a []].
  - cbn [traverse] in H. destruct (f a) as [x|] eqn:E; [|discriminate].
    destruct (traverse f l) as [y|]; [|discriminate]. cbn [option_map concat] in H. injection H as <-.
    destruct (IH _ eq_refl) as [-> R]. cbn [flat_map]. rewrite E. split; [reflexivity|].
    intros b [<-|I]; [now rewrite E|now apply R].
Qed.
(* The elements whose test has the truth value wanted; None if a test has no value. *)
Definition sifted {A} (test : A -> option bool) (wanted : bool) : list A -> option (list A) :=
  gathered (fun a => option_map (fun t => if eqb t wanted then [a] else []) (test a)).
Lemma sifted_ok {A} (test : A -> option bool) wanted l s : sifted test wanted l = Some s ->
  (forall a, In a l -> test a <> None) /\ (forall a, In a s <-> In a l /\ test a = Some wanted) /\ (NoDup l
      -> NoDup s).
Proof.
  intro H. apply gathered_ok in H. destruct H as [-> H]. assert (T : forall a, In a l -> test a <> None).
  { intros a I N. specialize (H a I). rewrite N in H. discriminate. }
  set (g := or_none _). assert (G : forall a, g a = if match test a with Some t => eqb t wanted | None =>
      false end then [a] else []).
  { intro a. unfold g, or_none. destruct (test a) as [t|]; reflexivity. }
  split; [exact T|]. split.
  - intro a. rewrite in_flat_map. split.
    + intros [x [I X]]. rewrite G in X. destruct (test x) as [t|] eqn:E; [|destruct X].
      destruct (eqb t wanted) eqn:W; [|destruct X]. destruct X as [<-|[]]. apply eqb_prop in W. now subst t.
    + intros [I E]. exists a. split; [exact I|]. rewrite G, E, eqb_reflx. now left.
  - clear H T. intro D. induction D as [|a l N D IH]; [constructor|]. cbn [flat_map]. rewrite G.
    destruct (match test a with Some t => _ | None => _ end); [|exact IH]. constructor; [|exact IH].
    intro I. apply in_flat_map in I. destruct I as [x [I X]]. rewrite G in X.
    destruct (match test x with Some t => _ | None => _ end); [|destruct X]. destruct X as [<-|[]].
        contradiction.
Qed.
Definition mem (x : nat) (s : list nat) : bool := existsb (Nat.eqb x) s.
Lemma mem_ok x s : mem x s = true <-> In x s.
Proof.
  unfold mem. rewrite existsb_exists. split; [intros [y [I E]]; apply Nat.eqb_eq in E; now subst|].
  intro I. exists x. now rewrite Nat.eqb_refl.
Qed.
Fixpoint tuples (k : nat) (l : list nat) : list (list nat) :=
  match k with O => [[]] | S m => let shorter := tuples m l in flat_map (fun v => map (cons v) shorter) l end.
Lemma tuples_ok l t : forall k, In t (tuples k l) <-> length t = k /\ Forall (fun x => In x l) t.
Proof.
  induction t as [|x t IH]; intros [|k]; cbn [tuples length].
  - split; [intros _; split; [reflexivity|constructor]|now left].
  - rewrite in_flat_map. split; [intros [v [_ I]]; apply in_map_iff in I; destruct I as [y [E _]];
      discriminate|intros [E _]; discriminate].
  - split; [intros [E|[]]; discriminate|intros [E _]; discriminate].
  - rewrite in_flat_map. split.
    + intros [v [V I]]. apply in_map_iff in I. destruct I as [y [E I]]. injection E as -> ->. apply IH in I.
      destruct I as [L F]. split; [now rewrite L|now constructor].
    + intros [L F]. inversion F as [|? ? X F']; subst. injection L as L. exists x. split; [exact X|]. apply
        in_map, IH. tauto.
Qed.
Lemma tuples_once l : NoDup l -> forall k, NoDup (tuples k l).
Proof.
  intros D. induction k as [|k IH]; [repeat constructor; now intros []|]. cbn [tuples].
  generalize (tuples k l) IH. intros s S. clear IH.
  assert (M : forall v, NoDup (map (cons v) s)) by (intro v; apply FinFun.Injective_map_NoDup; [now intros x
      y [= ]|exact S]).
  induction D as [|v l N D IH]; [constructor|]. cbn [flat_map].
  assert (X : forall t, In t (map (cons v) s) -> ~ In t (flat_map (fun v => map (cons v) s) l)).
  { intros t I J. apply in_map_iff in I. destruct I as [y [<- _]]. apply in_flat_map in J. destruct J as [w
      [W J]].
    apply in_map_iff in J. destruct J as [z [E _]]. injection E as -> _. contradiction. }
  revert X. generalize (M v). generalize (map (cons v) s) as u. induction u as [|a u IHu]; intros U X;
      [exact IH|].
  inversion U as [|? ? N' U']; subst. cbn [app]. constructor.
  - intro I. apply in_app_or in I. destruct I as [I|I]; [contradiction|]. now apply (X a (or_introl eq_refl)).
  - apply IHu; [exact U'|]. intros t I. apply X. now right.
Qed.

(* ---- sorting does not depend on the order *)
Lemma put_put a b l : put a (put b l) = put b (put a l).
Proof.
  induction l as [|c l IH]; cbn [put].
  - destruct (Z.leb_spec a b), (Z.leb_spec b a); try reflexivity; [|lia]. assert (a = b) by lia. now subst.
  - destruct (Z.leb_spec b c), (Z.leb_spec a c); cbn [put];
      repeat match goal with |- context [(?x <=? ?y)%Z] => destruct (Z.leb_spec x y) end; try lia; try
          reflexivity.
    + assert (a = b) by lia. now subst.
    + now rewrite IH.
Qed.
Lemma sort_same l m : Permutation l m -> sort l = sort m.
Proof. induction 1; unfold sort in *; cbn [fold_right]; [reflexivity|now rewrite IHPermutation|apply
    put_put|congruence]. Qed.

(* ---- windows *)
Definition before (a b : Z * Z * list nat) : bool :=
  (fst (fst a) <? fst (fst b))%Z || (fst (fst a) =? fst (fst b))%Z && (snd (fst a) <=? snd (fst b))%Z.
Fixpoint place_in (a : Z * Z * list nat) (w : window) : window :=
  match w with [] => [a] | b :: r => if before a b then a :: w else b :: place_in a r end.
Definition ordered (w : window) : window := fold_right place_in [] w.
Lemma place_in_ok a w x : In x (place_in a w) <-> x = a \/ In x w.
Proof.
  induction w as [|b w IH]; cbn [place_in]; [cbn [In]; intuition congruence|].
  destruct (before a b); cbn [In]; [intuition congruence|]. rewrite IH. intuition congruence.
Qed.
Lemma ordered_ok w x : In x (ordered w) <-> In x w.
Proof.
  unfold ordered. induction w as [|b w IH]; [reflexivity|]. cbn [fold_right In]. rewrite place_in_ok, IH.
      intuition congruence.
Qed.
Lemma ordered_lies see w i j : lies see (ordered w) i j <-> lies see w i j.
Proof. unfold lies. split; intros H r c s I; apply H; now apply ordered_ok. Qed.

(* ---- neighbours *)
Fixpoint multisets (l : list nat) : nat -> list (list nat) :=
  match l with
  | [] => fun k => match k with O => [[]] | _ => [] end
  | v :: r => fix go (k : nat) := match k with O => [[]] | S m => map (cons v) (go m) ++ multisets r k end
  end.
Lemma multisets_all s : forall m, Forall (fun x => In x s) m -> exists t, In t (multisets s (length m)) /\
    Permutation m t.
Proof.
  induction s as [|v s IH].
  - intros [|x m] F; [exists []; split; [now left|constructor]|]. inversion F as [|? ? []].
  - intro m. remember (length m) as k eqn:K. revert m K. induction k as [|k IHk]; intros m K F.
    + destruct m; [|discriminate]. exists []. split; [now left|constructor].
    + destruct (in_dec Nat.eq_dec v m) as [I|N].
      * apply in_split in I. destruct I as [m1 [m2 ->]]. assert (P := Permutation_middle m1 m2 v).
        destruct (IHk (m1 ++ m2)) as [t [T Q]].
        { apply Permutation_length in P. cbn [length] in P. lia. }
        { rewrite Forall_forall in *. intros x X. apply F, (Permutation_in _ P). now right. }
        exists (v :: t). split; [|transitivity (v :: m1 ++ m2); [now symmetry|now constructor]].
        cbn [multisets]. apply in_or_app. left. now apply in_map.
      * destruct (IH m) as [t [T Q]].
        { rewrite Forall_forall in *. intros x X. destruct (F x X) as [<-|Y]; [contradiction|exact Y]. }
        exists t. split; [|exact Q]. rewrite <- K in T. cbn [multisets]. apply in_or_app. now right.
Qed.
Fixpoint choose (k : nat) (l : list nat) : list (list nat) :=
  match k, l with
  | O, _ => [[]]
  | _, [] => []
  | S m, v :: r => map (cons v) (choose m r) ++ choose k r
  end.
Fixpoint choose_sets (k : nat) (l : list (list nat)) : list (list (list nat)) :=
  match k, l with
  | O, _ => [[]]
  | _, [] => []
  | S m, v :: r => map (cons v) (choose_sets m r) ++ choose_sets k r
  end.
Definition number_in (m s : list nat) : nat := length (filter (fun x => mem x s) m).
Definition key (sets : list (list nat)) (m : list nat) : list nat := map (number_in m) sets.
Lemma number_in_same m t s : Permutation m t -> number_in m s = number_in t s.
Proof.
  unfold number_in. induction 1; cbn [filter]; [reflexivity|destruct (mem x s); cbn [length]; lia| |lia].
  now destruct (mem x s), (mem y s).
Qed.
Fixpoint less (a b : list nat) : bool :=
  match a, b with
  | [], _ :: _ => true
  | x :: a', y :: b' => (x <? y) || (x =? y) && less a' b'
  | _, [] => false
  end.
Fixpoint same_list (a b : list nat) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => (x =? y) && same_list a' b' | _, _ => false end.
Lemma same_list_ok a : forall b, same_list a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn [same_list]; try (split; [discriminate|intro; discriminate]);
      [tauto|].
  rewrite andb_true_iff, Nat.eqb_eq, IH. split; [intros [-> ->]; reflexivity|intros [= -> ->]; tauto].
Qed.
Fixpoint add (a : list nat) (l : list (list nat)) : list (list nat) :=
  match l with [] => [a] | b :: r => if same_list a b then l else if less a b then a :: l else b :: add a r
      end.
Definition in_lists (a : list nat) (l : list (list nat)) : bool := existsb (same_list a) l.
Lemma in_lists_ok a l : in_lists a l = true <-> In a l.
Proof.
  unfold in_lists. rewrite existsb_exists. split.
  - intros [x [I E]]. apply same_list_ok in E. now subst.
  - intro I. exists a. split; [exact I|]. now apply same_list_ok.
Qed.

Definition lengths_of (outside : option Z) (most : nat) : list nat :=
  match outside with Some _ => [most] | None => seq 0 (S most) end.
Lemma in_lengths_of outside most n size k : size = match outside with Some _ => S k | None => k end ->
  (size = S k -> n = most) -> n <= most -> In n (lengths_of outside most).
Proof.
  destruct outside as [v|]; intros M A B; cbn [lengths_of]; [left; symmetry; now apply A|]. apply in_seq. lia.
Qed.

(* ---- the translation *)
Section Values.
Context {finder : Finder}.
Variables (values : list Z) (by_rows : bool) (outside : option Z).
Let k := length values.
(* The symbol k of cells outside of the board has the value outside, if there is one. *)
Let every := values ++ match outside with Some v => [v] | None => [] end.
Let size := length every.
Let all := seq 0 size.
Let value_at := value_at every.
Let turned := @turned by_rows Z.
Definition truth_of (p : expr) (e : names) : option bool := option_map truth (eval p e).
Lemma truth_holds p e t : truth_of p e = Some t -> holds p e = t.
Proof. unfold truth_of, holds. destruct (eval p e); cbn [option_map]; congruence. Qed.
Definition fine (see : Z -> Z -> option nat) : Prop := forall i j x, see i j = Some x -> x < k.
Lemma size_ok : size = match outside with Some _ => S k | None => k end.
Proof. unfold size, every. rewrite app_length. destruct outside; cbn [length]; unfold k; lia. Qed.
Lemma k_below : k <= size.
Proof. rewrite size_ok. destruct outside; lia. Qed.
Lemma value_inside x : x < k -> value_at x = Written.value_at values x.
Proof. intro H. unfold value_at, Written.value_at, every. now rewrite app_nth1. Qed.
Lemma content_wide see i j : fine see ->
  content values outside see i j = match extended k see i j with Some x => nth_error every x | None => None end.
Proof.
  intro F. unfold content, extended, every. specialize (F i j). destruct (see i j) as [x|].
  - symmetry. apply nth_error_app1. now apply F.
  - rewrite nth_error_app2 by apply le_n. rewrite Nat.sub_diag. now destruct outside.
Qed.
Lemma value_shown see i j v : fine see -> shows values outside see i j v <->
  exists x, extended k see i j = Some x /\ x < size /\ value_at x = v.
Proof.
  intro F. unfold shows. rewrite content_wide by exact F. destruct (extended k see i j) as [x|].
  - split.
    + intro E. exists x. split; [reflexivity|]. split; [apply nth_error_Some; congruence|]. now apply nth_error_nth.
    + intros [y [[= <-] [L <-]]]. now apply nth_error_nth'.
  - split; [discriminate|intros [y [E _]]; discriminate].
Qed.
Lemma on_board see i j x : extended k see i j = Some x -> x < k -> see i j <> None.
Proof. unfold extended. destruct (see i j); [discriminate|]. intros [= <-] L. lia. Qed.

(* Windows in which a cell of the board comes first, in row 0. Together they are at the places of a window
   where it has a cell on the board. *)
Fixpoint pointed {A} (l : list A) : list (A * list A) :=
  match l with [] => [] | a :: r => (a, r) :: map (fun p => (fst p, a :: snd p)) (pointed r) end.
Lemma pointed_in {A} (l : list A) : forall c rest, In (c, rest) (pointed l) -> forall x, In x l <-> x = c \/ In x rest.
Proof.
  induction l as [|a l IH]; intros c rest I x; [destruct I|]. cbn [pointed] in I. destruct I as [[= <- <-]|I].
  - cbn [In]. intuition congruence.
  - apply in_map_iff in I. destruct I as [[c' r'] [[= <- <-] I]]. cbn [fst snd In]. specialize (IH _ _ I x).
    rewrite IH. intuition congruence.
Qed.
Lemma pointed_all {A} (l : list A) c : In c l -> exists rest, In (c, rest) (pointed l).
Proof.
  induction l as [|a l IH]; [intros []|]. intros [<-|I]; [exists l; now left|]. destruct (IH I) as [r R].
  exists (a :: r). right. apply in_map_iff. now exists (c, r).
Qed.
Definition anchored (p : Z * Z * list nat * window) : window :=
  let '(r, c, s, rest) := p in
  (0%Z, c, below k s) :: map (fun d => (fst (fst d) - r, snd (fst d), snd d)%Z) rest.
Definition windows_of (w : window) : list window :=
  if window_ok k w then [w] else
  match find (fun p => negb (outside_in k (snd (fst p)))) (pointed w) with
  | Some p => [anchored p]
  | None => map anchored (filter (fun p => existsb (fun x => x <? k) (snd (fst p))) (pointed w))
  end.
Lemma anchored_lies see w r c s rest i j : fine see -> In (r, c, s, rest) (pointed w) ->
  lies (extended k see) (anchored (r, c, s, rest)) i j <->
  lies (extended k see) w (i - r) j /\ see i (j + c)%Z <> None.
Proof.
  intros F I. assert (P := pointed_in w _ _ I). unfold lies. cbn [anchored]. split.
  - intro H. assert (H0 := H _ _ _ (or_introl eq_refl)). destruct H0 as [x [E X]]. rewrite Z.add_0_r in E.
    unfold below in X. apply filter_In in X. destruct X as [X L]. apply Nat.ltb_lt in L.
    split; [|exact (on_board _ _ _ _ E L)]. intros r' c' s' J. apply P in J. destruct J as [[= -> -> ->]|J].
    + exists x. split; [|exact X]. now replace (i - r + r)%Z with i by lia.
    + assert (H1 := H (r' - r)%Z c' s' ltac:(right; apply in_map_iff; now exists (r', c', s'))).
      now replace (i - r + r')%Z with (i + (r' - r))%Z by lia.
  - intros [H B] r' c' s' [[= <- <- <-]|J].
    + assert (J : In (r, c, s) w) by (apply P; now left). apply H in J. destruct J as [x [E X]].
      replace (i - r + r)%Z with i in E by lia. rewrite Z.add_0_r. exists x. split; [exact E|].
      apply filter_In. split; [exact X|]. apply Nat.ltb_lt. unfold extended in E. specialize (F i (j + c)%Z).
      destruct (see i (j + c)%Z); [|congruence]. injection E as <-. now apply F.
    + apply in_map_iff in J. destruct J as [[[r1 c1] s1] [[= <- <- <-] J]].
      assert (J' : In (r1, c1, s1) w) by (apply P; now right). apply H in J'.
      now replace (i + (r1 - r))%Z with (i - r + r1)%Z by lia.
Qed.
Lemma windows_of_ok see w : fine see ->
  (forall win, In win (windows_of w) -> avoids (extended k see) win) <->
  ~ exists i j, lies (extended k see) w i j /\ touches see i j w.
Proof.
  intro F. assert (T : forall r c s i j, In (r, c, s) w -> ~ In k s -> lies (extended k see) w i j -> touches see i j w).
  { intros r c s i j I N L. exists (r, c, s). split; [exact I|]. cbn [fst snd]. destruct (L r c s I) as [x [E X]].
    unfold extended in E. intro Z. rewrite Z in E. injection E as <-. contradiction. }
  assert (D : forall r c s rest i j, In (r, c, s, rest) (pointed w) -> lies (extended k see) (anchored (r, c, s, rest)) i j ->
    lies (extended k see) w (i - r) j /\ touches see (i - r) j w).
  { intros r c s rest i j I L. apply (anchored_lies see w r c s rest i j F I) in L. destruct L as [L B].
    split; [exact L|]. exists (r, c, s). split; [apply (pointed_in w _ _ I); now left|]. cbn [fst snd].
    now replace (i - r + r)%Z with i by lia. }
  unfold windows_of. destruct (window_ok k w) eqn:O.
  - split.
    + intros H [i [j [L _]]]. exact (H w (or_introl eq_refl) i j L).
    + intros H win [<-|[]] i j L. apply H. exists i, j. split; [exact L|].
      destruct w as [|[[r c] s] w']; [discriminate|]. cbn [window_ok] in O. apply andb_true_iff in O. destruct O as [_ O].
      apply (T r c s i j); [now left| |exact L]. intro I. apply (outside_in_ok k) in I. rewrite I in O. discriminate.
  - destruct (find _ _) as [[[[r c] s] rest]|] eqn:Fi.
    + apply find_some in Fi. destruct Fi as [I O']. cbn [fst snd] in O'.
      assert (N : ~ In k s). { intro X. apply (outside_in_ok k) in X. rewrite X in O'. discriminate. }
      assert (W : In (r, c, s) w) by (apply (pointed_in w _ _ I); now left). split.
      * intros H [i [j [L _]]]. apply (H _ (or_introl eq_refl) (i + r)%Z j). apply (anchored_lies see w r c s rest _ _ F I).
        replace (i + r - r)%Z with i by lia. split; [exact L|]. destruct (L r c s W) as [x [E X]]. intro Z.
        unfold extended in E. rewrite Z in E. injection E as <-. contradiction.
      * intros H win [<-|[]] i j L. apply H. exists (i - r)%Z, j. exact (D _ _ _ _ _ _ I L).
    + split.
      * intros H [i [j [L [[[r c] s] [W B]]]]]. cbn [fst snd] in B. destruct (pointed_all w _ W) as [rest I].
        refine (H (anchored (r, c, s, rest)) _ (i + r)%Z j _).
        -- apply in_map, filter_In. split; [exact I|]. cbn [fst snd]. apply existsb_exists.
           destruct (L r c s W) as [x [E X]]. exists x. split; [exact X|]. apply Nat.ltb_lt. unfold extended in E.
           specialize (F (i + r)%Z (j + c)%Z). destruct (see (i + r)%Z (j + c)%Z); [|congruence]. injection E as <-. now apply F.
        -- apply (anchored_lies see w r c s rest _ _ F I). replace (i + r - r)%Z with i by lia. now split.
      * intros H win I i j L. apply in_map_iff in I. destruct I as [[[[r c] s] rest] [<- I]]. apply filter_In in I.
        destruct I as [I _]. apply H. exists (i - r)%Z, j. exact (D _ _ _ _ _ _ I L).
Qed.
(* Only the places of the cells matter. *)
Lemma touches_same {A B} see i j (w : window_of A) (v : window_of B) : (forall o, In o (map fst w) <-> In o (map fst v)) ->
  touches see i j w <-> touches see i j v.
Proof.
  intro H. unfold touches. split; intros [c [I S]]; apply (in_map fst) in I; apply H in I; apply in_map_iff in I;
    destruct I as [d [E I]]; exists d; (split; [exact I|]); now rewrite E.
Qed.
Lemma ordered_places w o : In o (map fst (ordered w)) <-> In o (map fst w).
Proof. rewrite !in_map_iff. split; intros [c [E I]]; exists c; (split; [exact E|]); now apply ordered_ok. Qed.

(* windows with values *)
Definition showing {A} (w : window_of A) (t : list nat) : window :=
  ordered (map (fun p => (fst (fst p), [snd p])) (combine w t)).
Definition window_tuples (p : expr) (wanted : bool) (w : window_of string) : option (list (list nat)) :=
  if (N.of_nat size ^ N.of_nat (length w) <=? 100000)%N then
    sifted (fun t => truth_of p (names_of_cells w (map value_at t))) wanted (tuples (length w) all)
  else None.
Lemma showing_filled {A} (w : window_of A) see i j t : length t = length w -> (forall x, In x t -> x < size) ->
  lies see (showing w t) i j <-> Forall2 (fun c x => see (i + fst (fst c))%Z (j + snd (fst c))%Z = Some x) w
      t.
Proof.
  intros L K. unfold showing. rewrite ordered_lies. revert t L K. induction w as [|[[r c] a] w IH]; intros
      [|x t] L K; try discriminate.
  - split; [constructor|]. intros _ r c s [].
  - cbn [combine map fst snd]. split.
    + intro H. constructor.
      * destruct (H r c [x] (or_introl eq_refl)) as [y [E [<-|[]]]]. exact E.
      * apply IH; [now injection L|intros y Y; apply K; now right|]. intros r' c' s I. apply H. now right.
    + intros F r' c' s [E|I].
      * injection E as <- <- <-. inversion F as [|? ? ? ? E' F']; subst. exists x. split; [exact E'|now left].
      * inversion F as [|? ? ? ? E' F']; subst. apply IH in F'; [now apply F'|now injection L|intros y Y;
          apply K; now right].
Qed.
Lemma showing_places {A} (w : window_of A) t o : length t = length w ->
  In o (map fst (showing w t)) <-> In o (map fst w).
Proof.
  intro L. unfold showing. rewrite ordered_places, map_map. cbn [fst].
  enough (E : map (fun p : Z * Z * A * nat => fst (fst p)) (combine w t) = map fst w) by now rewrite E.
  revert t L. induction w as [|c w IH]; intros [|x t] L; try discriminate; [reflexivity|]. cbn [combine map fst].
  f_equal. apply IH. now injection L.
Qed.
Lemma showing_single {A} (w : window_of A) t d : In d (showing w t) -> exists x, snd d = [x].
Proof.
  unfold showing. intro I. apply (proj1 (ordered_ok _ _)) in I. apply in_map_iff in I. destruct I as [p [<- _]]. now exists (snd p).
Qed.
Lemma laid_length {A} (w : window_of A) : length (laid by_rows w) = length w.
Proof. unfold laid, from_corner. now rewrite !map_length. Qed.
Lemma filled_tuple {A} (w : window_of A) see i j vs : fine see -> filled values outside see i j w vs <->
  exists t, vs = map value_at t /\ In t (tuples (length w) all) /\ lies (extended k see) (showing w t) i j.
Proof.
  intro B. unfold filled. split.
  - intro F. assert (H : exists t, vs = map value_at t /\ length t = length w /\ Forall (fun x => In x all)
      t /\
      Forall2 (fun c x => extended k see (i + fst (fst c))%Z (j + snd (fst c))%Z = Some x) w t).
    { induction F as [|c v w vs S F [t [E [L [T H]]]]]; [exists []; repeat split; constructor|].
      apply (value_shown see _ _ _ B) in S. destruct S as [x [S [X V]]]. exists (x :: t). cbn [map length]. rewrite V, <-
          E, L.
      repeat split; constructor; try assumption. apply in_seq. lia. }
    destruct H as [t [E [L [T H]]]]. exists t. split; [exact E|]. split; [now apply tuples_ok|].
    apply showing_filled; [exact L| |exact H]. intros x X. rewrite Forall_forall in T. apply T, in_seq in X.
        lia.
  - intros [t [-> [T H]]]. apply tuples_ok in T. destruct T as [L T]. rewrite Forall_forall in T.
    apply showing_filled in H; [|exact L|intros x X; apply T, in_seq in X; lia]. clear L.
    induction H as [|c x w t S H IH]; [constructor|]. cbn [map]. constructor; [|apply IH; intros y Y; apply
        T; now right].
    apply (value_shown see _ _ _ B). exists x. split; [exact S|]. split; [|reflexivity]. assert (X := T x (or_introl
        eq_refl)).
    apply in_seq in X. lia.
Qed.
Lemma showing_one {A} (w : window_of A) see i j t u : In t (tuples (length w) all) -> In u (tuples (length
    w) all) ->
  lies see (showing w t) i j -> lies see (showing w u) i j -> t = u.
Proof.
  rewrite !tuples_ok, !Forall_forall. intros [L T] [M U] H G.
  apply showing_filled in H; [|exact L|intros x X; apply T, in_seq in X; lia].
  apply showing_filled in G; [|exact M|intros x X; apply U, in_seq in X; lia]. clear - H G.
  revert u G. induction H as [|c x w t S H IH]; intros u G; inversion G as [|? y ? u' S' G']; subst;
      [reflexivity|].
  f_equal; [congruence|now apply IH].
Qed.
Lemma windows_mean p wanted w ts : window_tuples p wanted w = Some ts -> NoDup ts /\
  (forall t, In t ts -> In t (tuples (length (laid by_rows w)) all)) /\
  forall see i j, fine see -> (exists e, is_there values by_rows outside see (Window w) i j e /\ holds p e = wanted) <->
    exists t, In t ts /\ lies (extended k see) (showing (laid by_rows w) t) i j /\ touches see i j (laid by_rows w).
Proof.
  unfold window_tuples. destruct (_ <=? _)%N; [|discriminate]. intro H. apply sifted_ok in H. destruct H as
      [D [I N]].
  rewrite laid_length. split; [apply N, tuples_once, seq_NoDup|]. split; [intros t T; now apply I in T|].
  intros see i j B. cbn [is_there]. split.
  - intros [e [[To [vs [F ->]]] Hp]]. apply (filled_tuple _ _ _ _ _ B) in F. destruct F as [t [-> [T L]]]. rewrite laid_length
      in T.
    exists t. split; [|now split]. apply I. split; [exact T|]. specialize (D t T).
    destruct (truth_of p _) as [b|] eqn:E; [|congruence]. rewrite (truth_holds _ _ _ E) in Hp. now subst b.
  - intros [t [T [L To]]]. apply I in T. destruct T as [T E].
    eexists. split; [split; [exact To|eexists; split; [|reflexivity]]|].
    + apply (filled_tuple _ _ _ _ _ B). exists t. rewrite laid_length. eauto.
    + now apply truth_holds.
Qed.

(* neighbours *)
Definition symbols_seen (see : Z -> Z -> option nat) (i j : Z) (offsets : list (Z * Z)) : list nat :=
  flat_map (fun o => match extended k see (i + fst o) (j + snd o) with
    Some x => if x <? size then [x] else [] | None => [] end) offsets.
Lemma wide_below see i j : fine see -> match extended k see i j with Some x => x <= k | None => False end.
Proof. intro F. unfold extended. specialize (F i j). destruct (see i j) as [x|]; [|lia]. specialize (F x eq_refl). lia. Qed.
Lemma symbols_seen_below see i j offsets : Forall (fun y => In y all) (symbols_seen see i j offsets).
Proof.
  apply Forall_forall. intros y Y. apply in_flat_map in Y. destruct Y as [o [_ Y]].
  destruct (extended k see _ _) as [x|]; [|destruct Y]. destruct (Nat.ltb_spec x size); [|destruct Y].
  destruct Y as [<-|[]]. apply in_seq. lia.
Qed.
Lemma symbols_seen_values see i j offsets : fine see ->
  all_seen values outside see i j offsets = map value_at (symbols_seen see i j offsets).
Proof.
  intro F. unfold all_seen, symbols_seen. induction offsets as [|o l IH]; [reflexivity|]. cbn [flat_map].
  rewrite map_app, IH. f_equal. rewrite content_wide by exact F. destruct (extended k see _ _) as [x|]; [|reflexivity].
  destruct (Nat.ltb_spec x size) as [L|L].
  - rewrite (nth_error_nth' every 0%Z L). reflexivity.
  - now rewrite (proj2 (nth_error_None every x) L).
Qed.
Lemma number_near_seen see i j offsets s : forallb (fun x => x <? size) s = true ->
  number_near (extended k see) i j offsets s = number_in (symbols_seen see i j offsets) s.
Proof.
  intro B. rewrite forallb_forall in B. unfold number_in, symbols_seen.
  induction offsets as [|[r c] l IH]; [reflexivity|]. cbn [number_near flat_map fst snd].
  rewrite IH. destruct (extended k see (i + r)%Z (j + c)%Z) as [x|]; [|reflexivity]. rewrite filter_app, app_length.
  assert (M := mem_ok x s). destruct (in_dec Nat.eq_dec x s) as [I|N].
  - rewrite (B x I). cbn [filter]. rewrite (proj2 M I). reflexivity.
  - destruct (x <? size); [|reflexivity]. cbn [filter]. destruct (mem x s); [|reflexivity]. destruct N. now apply M.
Qed.
Section Near.
Variables (p : expr) (wanted idle : bool) (offsets : list (Z * Z)).
Let fits (e : names) : option bool := option_map (fun t => eqb t wanted) (truth_of p e).
(* The possible numbers of neighbours that have values. *)
Definition lengths : list nat := lengths_of outside (length offsets).
Definition near_table (x : nat) : option (list (list nat * bool)) :=
  traverse (fun m => option_map (pair m) (fits (names_near (value_at x) (map value_at m))))
    (flat_map (multisets all) lengths).
Definition allowed_by_table (sets : list (list nat)) (table : list (list nat * bool)) : list (list nat) :=
  fold_left (fun l mt => if snd mt : bool then add (key sets (fst mt)) l else l) table [].
Definition agrees (sets : list (list nat)) (allowed : list (list nat)) (table : list (list nat * bool)) :
    bool :=
  forallb (forallb (fun x => x <? size)) sets &&
  forallb (fun mt => eqb (in_lists (key sets (fst mt)) allowed) (snd mt)) table.
(* Sets of symbols with the symbol k if they have another symbol with its value. *)
Definition closed_set (s : list nat) : list nat :=
  s ++ match outside with Some v => if existsb (fun x => value_at x =? v)%Z s then [k] else [] | None => [] end.
Definition tried_sets : list (list (list nat)) :=
  let subsets := map closed_set (flat_map (fun n => choose n (seq 0 k)) (seq 0 (S k))) in
  choose_sets 1 subsets ++ if k <=? 4 then choose_sets 2 subsets else [].
Fixpoint first_that (table : list (list nat * bool)) (tried : list (list (list nat))) : option (list (list
    nat) * list (list nat)) :=
  match tried with
  | [] => None
  | sets :: rest => let allowed := allowed_by_table sets table in
      if agrees sets allowed table then Some (sets, allowed) else first_that table rest
  end.
Definition near_of (x : nat) : option (list near_rule) :=
  match near_table x with
  | None => None
  | Some table => if forallb (fun mt => eqb (snd mt) idle) table then Some [] else
      match first_that table tried_sets with
      | Some (sets, allowed) => Some [Near [x] (map turned offsets) sets allowed]
      | None => None
      end
  end.
Lemma first_agrees table tried sets allowed : first_that table tried = Some (sets, allowed) -> agrees sets
    allowed table = true.
Proof.
  induction tried as [|s r IH]; [discriminate|]. cbn [first_that]. destruct (agrees s _ table) eqn:E;
      [|exact IH].
  intros [= <- <-]. exact E.
Qed.
Lemma table_has x table m : near_table x = Some table -> Forall (fun y => In y all) m -> In (length m) lengths ->
  exists t, Permutation m t /\ In (t, eqb (holds p (names_near (value_at x) (map value_at m))) wanted) table.
Proof.
  unfold near_table. intros H F L. apply multisets_all in F. destruct F as [t [T P]]. exists t. split;
      [exact P|].
  assert (E : names_near (value_at x) (map value_at m) = names_near (value_at x) (map value_at t)).
  { unfold names_near. now rewrite (sort_same _ _ (Permutation_map _ P)). }
  rewrite E. assert (I : In t (flat_map (multisets all) lengths)).
  { apply in_flat_map. exists (length m). now split. }
  revert table H. induction (flat_map _ _) as [|u l IH]; intros table H; [destruct I|]. cbn [traverse] in H.
  destruct (fits (names_near (value_at x) (map value_at u))) as [b|] eqn:B; [|discriminate]. cbn
      [option_map] in H.
  destruct (traverse _ l) as [s|]; [|discriminate]. injection H as <-. destruct I as [<-|I]; [left|right;
      now apply IH].
  unfold fits in B. destruct (truth_of p _) as [b'|] eqn:B'; [|discriminate]. injection B as <-. now rewrite
      (truth_holds _ _ _ B').
Qed.
Lemma symbols_seen_most see i j l : length (symbols_seen see i j l) <= length l.
Proof.
  unfold symbols_seen. induction l as [|o l IH]; [constructor|].
  cbn [flat_map]. rewrite app_length. cbn [length]. destruct (extended k see _ _) as [x|]; [|cbn [length]; lia].
  destruct (x <? size); cbn [length]; lia.
Qed.
Lemma symbols_seen_all see i j l : fine see -> size = S k -> length (symbols_seen see i j l) = length l.
Proof.
  intros F M. unfold symbols_seen. induction l as [|o l IH]; [reflexivity|]. cbn [flat_map]. rewrite app_length.
  cbn [length]. rewrite <- IH. assert (W := wide_below see (i + fst o) (j + snd o) F).
  destruct (extended k see _ _) as [x|]; [|destruct W].
  replace (x <? size) with true by (symmetry; apply Nat.ltb_lt; lia). reflexivity.
Qed.
Lemma symbols_seen_length see i j : fine see -> In (length (symbols_seen see i j (map turned offsets))) lengths.
Proof.
  intro F. unfold lengths. rewrite <- (map_length turned offsets). apply (in_lengths_of _ _ _ _ _ size_ok).
  - intro M. now apply symbols_seen_all.
  - apply symbols_seen_most.
Qed.
Lemma near_mean x rs see i j : near_of x = Some rs -> fine see ->
  let is_so := eqb (holds p (names_near (value_at x) (all_seen values outside see i j (map turned offsets)))) wanted in
  match rs with
  | [] => is_so = idle
  | [r] => if_ r = [x] /\ (fits_near k see r i j <-> is_so = true)
  | _ => False
  end.
Proof.
  intros H K. cbn zeta. unfold near_of in H. destruct (near_table x) as [table|] eqn:T; [|discriminate].
  rewrite (symbols_seen_values see i j _ K). set (s := symbols_seen see i j _).
  destruct (table_has x table s T (symbols_seen_below see i j _) (symbols_seen_length see i j K)) as [t [P I]].
  destruct (forallb _ table) eqn:A.
  - injection H as <-. rewrite forallb_forall in A. apply A in I. apply eqb_prop in I. exact I.
  - destruct (first_that table tried_sets) as [[sets al]|] eqn:E; [|discriminate]. injection H as <-.
    cbn [if_ neighbours of_ allowed]. split; [reflexivity|]. apply first_agrees in E. unfold agrees in E.
    apply andb_true_iff in E. destruct E as [S E]. rewrite forallb_forall in E, S. apply E in I. cbn [fst snd] in I. apply eqb_prop in I. rewrite <- I,
        in_lists_ok.
    unfold fits_near, key. cbn [neighbours of_ allowed]. rewrite (map_ext_in _ (number_in t)); [reflexivity|].
    intros u U. rewrite (number_near_seen see i j _ u (S u U)). now apply number_in_same.
Qed.
End Near.
Definition nears_where (p : expr) (wanted idle : bool) (offsets : list (Z * Z)) : option (list near_rule) :=
  gathered (near_of p wanted idle offsets) (seq 0 k).

(* marks *)
Fixpoint add_letter (s : nat) (l : list nat) : list nat :=
  match l with [] => [s] | t :: r => if s <? t then s :: l else t :: add_letter s r end.
Definition letters_of (w : window_of mark) : list nat :=
  fold_right (fun c l => match snd c with Letter s => if mem s l then l else add_letter s l | _ => l end) []
      w.
Fixpoint chosen (letters t : list nat) (s : nat) : nat :=
  match letters, t with l :: letters', x :: t' => if s =? l then x else chosen letters' t' s | _, _ => 0 end.
Definition symbols_of_mark (letters t : list nat) (m : mark) : list nat :=
  match m with
  | AnyValue => all
  | Value v => filter (fun x => (value_at x =? v)%Z) all
  | Letter s => filter (fun x => (value_at x =? value_at (chosen letters t s))%Z) all
  end.
Fixpoint no_twice (t : list nat) : bool := match t with [] => true | x :: r => negb (mem x r) && no_twice r
    end.
Definition marked (w : window_of mark) (letters t : list nat) : window :=
  ordered (map (fun c => (fst c, symbols_of_mark letters t (snd c))) (laid by_rows w)).
Definition raw_marked (w : window_of mark) : list window :=
  let letters := letters_of w in map (marked w letters) (filter no_twice (tuples (length letters) (seq 0 k))).
(* No value is twice in values, and the value outside is one of them. *)
Definition values_once : bool :=
  forallb (fun x => forallb (fun y => (x =? y) || negb (value_at x =? value_at y)%Z) (seq 0 k)) (seq 0 k) &&
  match outside with Some v => existsb (fun x => value_at x =? v)%Z (seq 0 k) | None => true end.
Lemma values_once_ok x y : values_once = true -> x < k -> y < k -> value_at x = value_at y -> x = y.
Proof.
  unfold values_once. rewrite andb_true_iff, forallb_forall. intros [H _] X Y E. specialize (H x ltac:(apply in_seq; lia)).
  rewrite forallb_forall in H. specialize (H y ltac:(apply in_seq; lia)). apply orb_true_iff in H.
  destruct H as [H|H]; [now apply Nat.eqb_eq|]. rewrite E, Z.eqb_refl in H. discriminate.
Qed.
Lemma add_letter_ok s l x : In x (add_letter s l) <-> x = s \/ In x l.
Proof.
  induction l as [|t l IH]; cbn [add_letter]; [cbn [In]; intuition congruence|].
  destruct (s <? t); cbn [In]; [intuition congruence|]. rewrite IH. intuition congruence.
Qed.
Lemma letters_ok w s : In s (letters_of w) <-> In (Letter s) (map snd w).
Proof.
  unfold letters_of. revert s. induction w as [|c w IH]; intro s; [reflexivity|]. cbn [fold_right map In].
  destruct (snd c) as [|v|u]; [rewrite IH; intuition congruence..|].
  assert (M := mem_ok u). destruct (mem u _) eqn:E; rewrite ?add_letter_ok, IH; [|intuition congruence].
  apply M, IH in E. split; [tauto|]. intros [[= ->]|I]; [exact E|exact I].
Qed.
Lemma no_twice_ok t : no_twice t = true <-> NoDup t.
Proof.
  induction t as [|x t IH]; cbn [no_twice]; [split; [constructor|reflexivity]|].
  rewrite andb_true_iff, IH, negb_true_iff, <- not_true_iff_false, mem_ok. split; [intros [N D]; now
      constructor|].
  intro D. inversion D; subst. tauto.
Qed.
Lemma letters_once w : NoDup (letters_of w).
Proof.
  unfold letters_of. induction w as [|c w IH]; [constructor|]. cbn [fold_right]. destruct (snd c) as [|v|u];
      try exact IH.
  assert (M := mem_ok u). destruct (mem u _) eqn:E; [exact IH|]. assert (N : ~ In u (fold_right (fun c l =>
      match snd c with
    Letter s => if mem s l then l else add_letter s l | _ => l end) [] w)) by (rewrite <- M, E; discriminate).
  clear E M. revert N. induction IH as [|t l N' D IH']; intro N; cbn [add_letter]; [repeat constructor;
      intros []|].
  destruct (u <? t); [constructor; [exact N|now constructor]|]. constructor; [|apply IH'; cbn [In] in N;
      tauto].
  rewrite add_letter_ok. cbn [In] in N. intuition congruence.
Qed.
Lemma chosen_in letters : forall t s, length t = length letters -> In s letters -> In (chosen letters t s) t.
Proof.
  induction letters as [|l letters IH]; intros [|x t] s L I; try discriminate; [destruct I|]. cbn [chosen].
  destruct (Nat.eqb_spec s l) as [->|N]; [now left|]. right. apply IH; [now injection L|]. destruct I;
      [congruence|assumption].
Qed.
Lemma chosen_once letters : forall t s u, length t = length letters -> NoDup t -> In s letters -> In u
    letters ->
  chosen letters t s = chosen letters t u -> s = u.
Proof.
  induction letters as [|l letters IH]; intros [|x t] s u L D I J E; try discriminate; [destruct I|].
  cbn [chosen] in E. injection L as L. inversion D as [|? ? N D']; subst.
  destruct (Nat.eqb_spec s l) as [->|Ns], (Nat.eqb_spec u l) as [->|Nu]; [reflexivity| | |].
  - destruct J as [J|J]; [congruence|]. destruct N. rewrite E. now apply chosen_in.
  - destruct I as [I|I]; [congruence|]. destruct N. rewrite <- E. now apply chosen_in.
  - destruct I as [I|I]; [congruence|]. destruct J as [J|J]; [congruence|]. now apply (IH t).
Qed.
Lemma chosen_map letters f s : In s letters -> chosen letters (map f letters) s = f s.
Proof.
  induction letters as [|l letters IH]; [intros []|]. intro I. cbn [map chosen].
  destruct (Nat.eqb_spec s l) as [->|N]; [reflexivity|]. apply IH. destruct I; [congruence|assumption].
Qed.
Lemma laid_marks {A} (w : window_of A) r c m : In (r, c, m) (laid by_rows w) -> In m (map snd w).
Proof.
  unfold laid, from_corner. intro I. apply in_map_iff in I. destruct I as [a [E I]]. apply in_map_iff in I.
  destruct I as [d [<- I]]. injection E as _ _ <-. now apply in_map.
Qed.
Lemma mark_laid {A} (w : window_of A) m : In m (map snd w) -> exists r c, In (r, c, m) (laid by_rows w).
Proof.
  intro I. apply in_map_iff in I. destruct I as [d [<- I]]. unfold laid, from_corner. do 2 eexists.
  apply in_map_iff. exists (turned_cell by_rows d). split; [reflexivity|]. now apply in_map.
Qed.
Definition windows_marked (w : window_of mark) : list window := flat_map windows_of (raw_marked w).
Lemma inner x : values_once = true -> x < size -> exists y, y < k /\ value_at y = value_at x.
Proof.
  intros V X. destruct (le_lt_dec k x) as [L|L]; [|now exists x].
  unfold values_once in V. apply andb_true_iff in V. destruct V as [_ V]. assert (M := size_ok).
  assert (E : forall v, outside = Some v -> value_at k = v).
  { intros v O. unfold value_at, Written.value_at, every. rewrite O. apply nth_middle. }
  revert V M E. generalize outside as o. intros [v|] V M E; [|lia]. apply existsb_exists in V.
  destruct V as [y [Y W]]. apply Z.eqb_eq in W. apply in_seq in Y. exists y. split; [lia|].
  assert (x = k) by lia. subst x. rewrite W. symmetry. now apply E.
Qed.
Lemma marked_places w letters t o : In o (map fst (marked w letters t)) <-> In o (map fst (laid by_rows w)).
Proof. unfold marked. rewrite ordered_places, map_map. reflexivity. Qed.
Lemma raw_mean e closed h b w : values_once = true -> let see := look_round e closed h b in fine see ->
  avoids_marks values by_rows outside e closed h b w <->
  forall win, In win (raw_marked w) -> ~ exists i j, lies (extended k see) win i j /\ touches see i j win.
Proof.
  intros V see F. unfold avoids_marks. fold see. split.
  - intros H win I [i [j [L To]]]. unfold raw_marked in I. apply in_map_iff in I. destruct I as [t [<- I]].
    apply filter_In in I. destruct I as [T D]. apply no_twice_ok in D. apply tuples_ok in T. destruct T as
        [Lt T].
    rewrite Forall_forall in T. assert (C : forall s, In (Letter s) (map snd w) -> chosen (letters_of w) t s
        < k).
    { intros s S. apply letters_ok in S. apply (chosen_in _ t) in S; [|exact Lt]. apply T, in_seq in S. lia. }
    apply H. exists i, j, (fun s => value_at (chosen (letters_of w) t s)). split; [|split].
    + exact (proj1 (touches_same see i j _ _ (marked_places w _ t)) To).
    + intros s u S U E. apply values_once_ok in E; [|exact V|now apply C..]. apply letters_ok in S, U.
      now apply (chosen_once (letters_of w) t).
    + intros r c m M. unfold marked in L. rewrite ordered_lies in L.
      assert (X := L r c (symbols_of_mark (letters_of w) t m) ltac:(apply in_map_iff; now exists (r, c, m))).
      destruct X as [x [E X]]. destruct m as [|v|s]; cbn [symbols_of_mark] in X.
      * exists (value_at x). apply (value_shown see _ _ _ F). exists x. apply in_seq in X. intuition lia.
      * apply filter_In in X. destruct X as [X Y]. apply Z.eqb_eq in Y. apply (value_shown see _ _ _ F). exists x.
        apply in_seq in X. intuition lia.
      * apply filter_In in X. destruct X as [X Y]. apply Z.eqb_eq in Y. apply (value_shown see _ _ _ F). exists x.
        apply in_seq in X. intuition lia.
  - intros H [i [j [means [To [D S]]]]].
    set (symbol := fun s => hd 0 (filter (fun x => (value_at x =? means s)%Z) (seq 0 k))).
    assert (G : forall s, In s (letters_of w) -> symbol s < k /\ value_at (symbol s) = means s).
    { intros s I. apply letters_ok, (mark_laid) in I. destruct I as [r [c I]]. apply S in I.
      apply (value_shown see _ _ _ F) in I. destruct I as [x [_ [X E]]].
      destruct (inner x V X) as [x' [X' E']]. unfold symbol. destruct (filter _ (seq 0 k)) as [|y l] eqn:Fi.
      - assert (I : In x' []); [|destruct I]. rewrite <- Fi. apply filter_In. split; [apply in_seq; lia|].
        apply Z.eqb_eq. congruence.
      - assert (I : In y (y :: l)) by now left. rewrite <- Fi in I. apply filter_In in I. destruct I as [I Y].
        apply in_seq in I. apply Z.eqb_eq in Y. cbn [hd]. split; [lia|exact Y]. }
    refine (H (marked w (letters_of w) (map symbol (letters_of w))) _ (ex_intro _ i (ex_intro _ j (conj _ _)))).
    + unfold raw_marked. apply in_map, filter_In. split.
      * apply tuples_ok. rewrite map_length. split; [reflexivity|]. apply Forall_forall. intros x X.
        apply in_map_iff in X. destruct X as [s [<- X]]. apply G in X. apply in_seq. lia.
      * apply no_twice_ok. assert (O := letters_once w).
        assert (J : forall s u, In s (letters_of w) -> In u (letters_of w) -> symbol s = symbol u -> s = u).
        { intros s u I U E. apply D; [now apply letters_ok..|]. now rewrite <- (proj2 (G s I)), <- (proj2 (G
            u U)), E. }
        clear - O J. induction O as [|s l N O IH]; [constructor|]. cbn [map]. constructor.
        { intro I. apply in_map_iff in I. destruct I as [u [E I]]. apply J in E; [|now right|now left]. now
            subst u. }
        apply IH. intros a b A B. apply J; now right.
    + unfold marked. rewrite ordered_lies. intros r c s I. apply in_map_iff in I. destruct I as [[[r' c'] m]
        [E I]].
      injection E as -> -> <-. assert (M := S r c m I). destruct m as [|v|s']; cbn [symbols_of_mark snd].
      * destruct M as [v M]. apply (value_shown see _ _ _ F) in M. destruct M as [x [E [X _]]]. exists x. split; [exact
          E|]. apply in_seq. lia.
      * apply (value_shown see _ _ _ F) in M. destruct M as [x [E [X Y]]]. exists x. split; [exact E|].
        apply filter_In. split; [apply in_seq; lia|now apply Z.eqb_eq].
      * apply laid_marks, letters_ok in I. rewrite chosen_map by exact I.
        apply (value_shown see _ _ _ F) in M. destruct M as [x [E [X Y]]].
        exists x. split; [exact E|]. apply filter_In. split; [apply in_seq; lia|]. destruct (G s' I) as [G1 G2].
        apply Z.eqb_eq. congruence.
    + exact (proj2 (touches_same see i j _ _ (marked_places w _ _)) To).
Qed.
Lemma marks_mean e closed h b w : values_once = true -> let see := look_round e closed h b in fine see ->
  avoids_marks values by_rows outside e closed h b w <->
  forall win, In win (windows_marked w) -> avoids (extended k see) win.
Proof.
  intros V see F. rewrite (raw_mean _ _ _ _ _ V F). unfold windows_marked. split.
  - intros H win I. apply in_flat_map in I. destruct I as [u [U I]].
    exact (proj2 (windows_of_ok see u F) (H u U) win I).
  - intros H u U. apply (windows_of_ok see u F). intros win I. apply H, in_flat_map. eauto.
Qed.

(* windows with values, where the symbols with one value are not distinguished *)
Definition with_value_of (y : nat) : list nat := filter (fun x => (value_at x =? value_at y)%Z) all.
Definition valued {A} (w : window_of A) (t : list nat) : window :=
  ordered (map (fun p => (fst (fst p), with_value_of (snd p))) (combine w t)).
Definition value_tuples (p : expr) (wanted : bool) (w : window_of string) : option (list (list nat)) :=
  if (N.of_nat k ^ N.of_nat (length w) <=? 100000)%N then
    sifted (fun t => truth_of p (names_of_cells w (map value_at t))) wanted (tuples (length w) (seq 0 k))
  else None.
Definition windows_where (p : expr) (wanted : bool) (w : window_of string) : option (list window) :=
  option_map (flat_map (fun t => windows_of (valued (laid by_rows w) t))) (value_tuples p wanted w).
Lemma with_value_of_ok x y : In x (with_value_of y) <-> x < size /\ value_at x = value_at y.
Proof. unfold with_value_of. rewrite filter_In, Z.eqb_eq. unfold all. rewrite in_seq. intuition lia. Qed.
Lemma valued_lies {A} (w : window_of A) see i j t : fine see -> length t = length w ->
  lies (extended k see) (valued w t) i j <-> filled values outside see i j w (map value_at t).
Proof.
  intros F L. unfold valued. rewrite ordered_lies. revert t L. induction w as [|[[r c] a] w IH]; intros
      [|x t] L; try discriminate.
  - split; [constructor|]. intros _ r c s [].
  - cbn [combine map fst snd]. unfold filled in *. split.
    + intro H. constructor.
      * destruct (H r c _ (or_introl eq_refl)) as [y [E Y]]. apply with_value_of_ok in Y. cbn [fst snd].
        apply (value_shown see _ _ _ F). exists y. tauto.
      * apply IH; [now injection L|]. intros r' c' s I. apply H. now right.
    + intros G r' c' s [E|I].
      * injection E as <- <- <-. inversion G as [|? ? ? ? E' F']; subst. apply (value_shown see _ _ _ F) in E'.
        destruct E' as [y E']. exists y. split; [tauto|]. apply with_value_of_ok. tauto.
      * inversion G as [|? ? ? ? E' F']; subst. apply IH in F'; [now apply F'|now injection L].
Qed.
Lemma valued_places {A} (w : window_of A) t o : length t = length w ->
  In o (map fst (valued w t)) <-> In o (map fst w).
Proof.
  intro L. unfold valued. rewrite ordered_places, map_map. cbn [fst].
  enough (E : map (fun p : Z * Z * A * nat => fst (fst p)) (combine w t) = map fst w) by now rewrite E.
  revert t L. induction w as [|c w IH]; intros [|x t] L; try discriminate; [reflexivity|]. cbn [combine map fst].
  f_equal. apply IH. now injection L.
Qed.
Lemma filled_values {A} (w : window_of A) see i j vs : values_once = true -> fine see ->
  filled values outside see i j w vs -> exists t, vs = map value_at t /\ In t (tuples (length w) (seq 0 k)).
Proof.
  intros V F G. assert (H : exists t, vs = map value_at t /\ length t = length w /\ Forall (fun x => In x (seq 0 k)) t).
  { induction G as [|c v w vs S G [t [E [L T]]]]; [exists []; repeat split; constructor|].
    apply (value_shown see _ _ _ F) in S. destruct S as [x [_ [X <-]]]. destruct (inner x V X) as [y [Y <-]].
    exists (y :: t). cbn [map length]. rewrite L, E. repeat split. constructor; [apply in_seq; lia|exact T]. }
  destruct H as [t [E [L T]]]. exists t. split; [exact E|]. now apply tuples_ok.
Qed.
Lemma values_mean p wanted w ts : values_once = true -> value_tuples p wanted w = Some ts ->
  (forall t, In t ts -> length t = length (laid by_rows w)) /\
  forall see i j, fine see -> (exists e, is_there values by_rows outside see (Window w) i j e /\ holds p e = wanted) <->
    exists t, In t ts /\ lies (extended k see) (valued (laid by_rows w) t) i j /\ touches see i j (laid by_rows w).
Proof.
  intro V. unfold value_tuples. destruct (_ <=? _)%N; [|discriminate]. intro H. apply sifted_ok in H. destruct H as
      [D [I _]].
  assert (Le : forall t, In t ts -> length t = length (laid by_rows w)).
  { intros t T. apply I in T. rewrite laid_length. destruct T as [T _]. apply tuples_ok in T. tauto. }
  split; [exact Le|]. intros see i j B. cbn [is_there]. split.
  - intros [e [[To [vs [F ->]]] Hp]]. destruct (filled_values _ _ _ _ _ V B F) as [t [-> T]]. rewrite laid_length
      in T.
    assert (T' : In t ts).
    { apply I. split; [exact T|]. specialize (D t T).
      destruct (truth_of p _) as [b|] eqn:E; [|congruence]. rewrite (truth_holds _ _ _ E) in Hp. now subst b. }
    exists t. split; [exact T'|]. split; [|exact To]. apply valued_lies; auto.
  - intros [t [T [L To]]]. apply (valued_lies _ _ _ _ _ B (Le t T)) in L. apply I in T. destruct T as [T E].
    eexists. split; [split; [exact To|eexists; split; [exact L|reflexivity]]|]. now apply truth_holds.
Qed.

(* conditions *)
Record asked := Asked { a_windows : list window; a_nears : list near_rule; a_pins : list pin;
  a_tallies : list tally; a_readers : list (direction * automaton) }.
(* A window from its first cell on the board on, if it has one. *)
Definition moved (r c : Z) (w : window) : window := map (fun d => (fst (fst d) - r, snd (fst d) - c, snd d)%Z) w.
Definition event_of (w : window) : list event :=
  match find (fun d => negb (outside_in k (snd d))) w with Some (r, c, _) => [Lies (moved r c w)] | None => [] end.
Definition events_where (p : expr) (at_ : part) : option (list event) :=
  match at_ with
  | Window w => option_map (flat_map (fun t => event_of (showing (laid by_rows w) t))) (window_tuples p true w)
  | Neighbours offsets => option_map (map Fits) (nears_where p true false offsets)
  end.
(* The states of the automaton are the numbers of symbols that occur. *)
Definition order_automaton : automaton :=
  Automaton (map (fun s => map (fun x => if x <? s then s else if x =? s then S s else S k) (seq 0 k)) (seq 0 (S k))) (seq 0 (S k)).
Lemma order_step s x : s <= k -> x < k ->
  nth x (nth s (steps order_automaton) []) (length (steps order_automaton)) = if x <? s then s else if x =? s then S s else S k.
Proof.
  intros S X. cbn [steps order_automaton]. set (f := fun s x => if x <? s then s else if x =? s then Datatypes.S s else Datatypes.S k).
  rewrite (nth_indep _ [] (map (f 0) (seq 0 k))) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth (fun s => map (f s) (seq 0 k))), seq_nth by lia. cbn [plus].
  rewrite (nth_indep _ _ (f s 0)) by (rewrite map_length, seq_length; lia).
  now rewrite (map_nth (f s)), seq_nth by lia.
Qed.
Lemma dead_accepts a word : forall s, length (steps a) <= s -> ~ accepts a s word.
Proof.
  induction word as [|x word IH]; intros s L; cbn [accepts]; [lia|]. apply IH.
  rewrite (nth_overflow (steps a)) by exact L. now destruct x.
Qed.
Lemma order_accepts word : Forall (fun x => x < k) word -> forall s, s <= k -> accepts order_automaton s word <->
  forall before x rest, word = before ++ x :: rest -> forall y, s <= y < x -> In y before.
Proof.
  assert (N : length (steps order_automaton) = S k) by (cbn [steps order_automaton]; now rewrite map_length, seq_length).
  induction word as [|x word IH]; intros F s K.
  - cbn [accepts]. rewrite N. split; [intros _ before x rest E; destruct before; discriminate|intros _].
    split; [lia|]. apply in_seq. lia.
  - inversion F as [|? ? X F']; subst. cbn [accepts]. rewrite (order_step s x K X).
    assert (G : forall before z rest, x :: word = before ++ z :: rest -> before = [] /\ z = x \/
      exists u, before = x :: u /\ word = u ++ z :: rest).
    { intros before z rest E. destruct before as [|a u]; injection E as E1 E2; [now left|right; exists u; now subst a]. }
    destruct (Nat.ltb_spec x s) as [L|L]; [|destruct (Nat.eqb_spec x s) as [M|M]].
    + rewrite (IH F' s K). split; intros H before z rest E y Y.
      * destruct (G _ _ _ E) as [[-> ->]|[u [-> E']]]; [lia|]. right. exact (H _ _ _ E' y Y).
      * destruct (H (x :: before) z rest ltac:(now rewrite E) y Y) as [Q|Q]; [lia|exact Q].
    + rewrite (IH F' (S s)) by lia. split; intros H before z rest E y Y.
      * destruct (G _ _ _ E) as [[-> ->]|[u [-> E']]]; [lia|]. destruct (Nat.eq_dec x y) as [Q|Q]; [now left|right].
        apply (H _ _ _ E' y). lia.
      * destruct (H (x :: before) z rest ltac:(now rewrite E) y ltac:(lia)) as [Q|Q]; [lia|exact Q].
    + split; intro H; exfalso; [|exact (H [] x word eq_refl s ltac:(lia))]. revert H. apply dead_accepts. rewrite N. lia.
Qed.
(* If the values ascend, the order of the symbols is that of the values. *)
Fixpoint ascending (l : list Z) : bool :=
  match l with a :: (b :: _) as r => (a <? b)%Z && ascending r | _ => true end.
Lemma ascending_nth l : ascending l = true -> forall x y, x < y -> y < length l -> (nth x l 0 < nth y l 0)%Z.
Proof.
  induction l as [|a [|b l] IH]; intros Up x y L Y; cbn [length] in Y; try lia.
  cbn [ascending] in Up. apply andb_true_iff in Up. destruct Up as [Up T]. apply Z.ltb_lt in Up. specialize (IH T).
  destruct y as [|y]; [lia|]. destruct x as [|x].
  - destruct y as [|y]; [exact Up|]. specialize (IH 0 (S y) ltac:(lia) ltac:(cbn [length] in *; lia)). cbn [nth] in *. lia.
  - apply IH; cbn [length] in *; lia.
Qed.
Lemma smallest_first_ok word : ascending values = true -> Forall (fun x => x < k) word ->
  smallest_first values word <-> forall before x rest, word = before ++ x :: rest -> forall y, y < x -> In y before.
Proof.
  intros S F. assert (A := ascending_nth values S). rewrite Forall_forall in F.
  assert (L : forall x y, x < k -> y < k -> (Written.value_at values x < Written.value_at values y)%Z -> x < y).
  { intros x y X Y V. destruct (lt_eq_lt_dec x y) as [[Z|Z]|Z]; [exact Z|subst; lia|].
    specialize (A y x Z X). unfold Written.value_at in V. lia. }
  split; intros H before x rest E.
  - intros y Y. assert (X : x < k) by (apply F; rewrite E; apply in_or_app; right; now left).
    assert (I : In (Written.value_at values y) (map (Written.value_at values) before)).
    { apply (H before x rest E); [apply nth_In; lia|apply A; trivial]. }
    apply in_map_iff in I. destruct I as [z [V Z]]. assert (Zk : z < k) by (apply F; rewrite E; apply in_or_app; now left).
    destruct (lt_eq_lt_dec z y) as [[Q|Q]|Q]; [|now subst z|].
    + specialize (A z y Q ltac:(lia)). unfold Written.value_at in V. lia.
    + specialize (A y z Q Zk). unfold Written.value_at in V. lia.
  - intros v V Less. assert (X : x < k) by (apply F; rewrite E; apply in_or_app; right; now left).
    apply (In_nth _ _ 0%Z) in V. destruct V as [y [Y <-]]. apply in_map_iff. exists y. split; [reflexivity|].
    apply (H before x rest E). now apply L.
Qed.
Definition translated (c : array_condition) : option asked :=
  match c with
  | Everywhere wanted p (Window w) =>
      option_map (fun l => Asked l [] [] [] []) (windows_where p (negb wanted) w)
  | Everywhere wanted p (Neighbours offsets) =>
      option_map (fun l => Asked [] l [] [] []) (nears_where p wanted true offsets)
  | Pinned wanted p places => option_map (fun s =>
      Asked [] [] (map (fun place => (fst (Written.turned by_rows place), snd (Written.turned by_rows
          place), s)) places) [] [])
      (sifted (fun x => truth_of p [("x"%string, Int (value_at x))]) wanted (seq 0 k))
  | Occurrences p parts cap allowed => option_map (fun l => Asked [] [] [] [Tally l cap allowed] [])
      (gathered (events_where p) parts)
  | AlongLines ways l => option_map (fun a => Asked [] [] [] [] (map (fun way => (way, a)) ways))
      (line_automaton values l)
  | NewInOrder => if ascending values then Some (Asked [] [] [] [] [(Throughout, order_automaton)]) else None
  end.

Section Board.
Variables (e : boundary) (closed : bool) (h n : nat) (b : board).
Hypothesis e_ok : boundary_ok e h = true.
Hypothesis ends : plain_end e = true.
Hypothesis B : is_board h k n b.
Let see := look_round e closed h b.
Let wide := extended k see.
Lemma see_fine : fine see.
Proof. intros i j x H. exact (proj1 (look_below e h k e_ok n b B _ _ _ H)). Qed.
Definition fulfilled (a : asked) : Prop :=
  (forall win, In win (a_windows a) -> avoids wide win) /\ (forall r, In r (a_nears a) -> obeys k see r) /\
  (forall p, In p (a_pins a) -> pinned (look e b) h n p) /\ (forall t, In t (a_tallies a) -> keeps k see h n
      t) /\
  (forall l, In l (a_readers a) -> reads h b l).
Lemma nears_everywhere wanted p offsets l : nears_where p wanted true offsets = Some l ->
  (forall r, In r l -> obeys k see r) <-> meets values by_rows outside e closed h n b (Everywhere wanted p (Neighbours
      offsets)).
Proof.
  unfold nears_where. intro H. apply gathered_ok in H. destruct H as [-> H]. cbn [meets is_there]. fold see.
      split.
  - intros O i j names [x [S ->]]. assert (X := see_fine _ _ _ S). rewrite <- (value_inside x X).
    specialize (H x ltac:(apply in_seq; lia)). assert (M := near_mean _ _ _ _ _ _ see i j H see_fine). cbn
        zeta in M.
    apply eqb_prop. destruct (or_none _ x) as [|r [|]] eqn:R; [exact M| |destruct M].
    destruct M as [I M]. apply M. apply (O r).
    + apply in_flat_map. exists x. split; [apply in_seq; lia|rewrite R; now left].
    + exists x. split; [exact S|]. rewrite I. now left.
  - intros G r R i j [x [S X]]. apply in_flat_map in R. destruct R as [y [Y R]].
    specialize (H y Y). assert (M := near_mean _ _ _ _ _ _ see i j H see_fine). cbn zeta in M.
    destruct (or_none _ y) as [|r' [|]]; [destruct R| |destruct M]. destruct R as [<-|[]]. destruct M as [I
        M].
    rewrite I in X. destruct X as [<-|[]]. apply M. rewrite (G i j); [apply eqb_reflx|].
    exists y. split; [exact S|]. rewrite (value_inside y (see_fine _ _ _ S)). reflexivity.
Qed.
Lemma windows_everywhere wanted p w l : values_once = true -> windows_where p (negb wanted) w = Some l ->
  (forall win, In win l -> avoids wide win) <-> meets values by_rows outside e closed h n b (Everywhere wanted p
      (Window w)).
Proof.
  intro V. unfold windows_where. destruct (value_tuples _ _ _) as [ts|] eqn:E; [|discriminate]. intros [= <-].
  apply (values_mean _ _ _ _ V) in E. destruct E as [Le E]. specialize (E see). cbn [meets]. fold see.
  assert (P : forall t, In t ts -> forall i j, touches see i j (valued (laid by_rows w) t) <-> touches see i j (laid by_rows w)).
  { intros t T i j. apply touches_same. intro o. apply valued_places. now apply Le. }
  split.
  - intros A i j names N. destruct (bool_dec (holds p names) wanted) as [Y|Y]; [exact Y|exfalso].
    assert (T : exists t, In t ts /\ lies wide (valued (laid by_rows w) t) i j /\ touches see i j (laid by_rows w)).
    { apply (E i j see_fine). exists names. split; [exact N|]. destruct (holds p names), wanted; cbn [negb]; congruence. }
    destruct T as [t [T [L To]]].
    apply (proj1 (windows_of_ok see (valued (laid by_rows w) t) see_fine)).
    + intros win I. apply A, in_flat_map. eauto.
    + exists i, j. split; [exact L|]. now apply P.
  - intros A win I. apply in_flat_map in I. destruct I as [t [T I]]. revert win I. apply (windows_of_ok see _ see_fine).
    intros [i [j [L To]]]. apply (P t T) in To.
    destruct (proj2 (E i j see_fine) (ex_intro _ t (conj T (conj L To)))) as [names [N Hp]]. apply A in N. destruct (holds
        p names), wanted; discriminate.
Qed.
Lemma pins_mean wanted p places s : sifted (fun x => truth_of p [("x"%string, Int (value_at x))]) wanted (seq 0 k)
    = Some s ->
  (forall q, In q (map (fun place => (fst (Written.turned by_rows place), snd (Written.turned by_rows
      place), s)) places) ->
    pinned (look e b) h n q) <-> meets values by_rows outside e closed h n b (Pinned wanted p places).
Proof.
  intro H. apply sifted_ok in H. destruct H as [D [H _]]. cbn [meets]. split.
  - intros O place i j x P S R C. assert (X := proj1 (look_below e h k e_ok n b B _ _ _ S)).
    rewrite <- (value_inside x X).
    assert (I : In x s) by (apply (O _ (in_map _ _ _ P) i j); assumption). apply H in I. now apply
        truth_holds.
  - intros O q Q i j x S R C. apply in_map_iff in Q. destruct Q as [place [<- P]]. cbn [fst snd] in *. apply
      H.
    assert (X := proj1 (look_below e h k e_ok n b B _ _ _ S)). assert (I : In x (seq 0 k)) by (apply in_seq; lia).
        split; [exact I|].
    specialize (D x I). destruct (truth_of p _) as [t|] eqn:T; [|congruence]. f_equal. rewrite <-
        (truth_holds _ _ _ T), (value_inside x X). exact (O place i j x P S R C).
Qed.

(* Counts of disjoint events are added. *)
Lemma NoDup_both {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> In x m -> False) -> NoDup
    (l ++ m).
Proof.
  intros L M D. induction L as [|x l N L IH]; [exact M|]. cbn [app]. constructor.
  - intro I. apply in_app_or in I. destruct I as [I|I]; [contradiction|]. now apply (D x (or_introl eq_refl)).
  - apply IH. intros y Y. apply D. now right.
Qed.
Lemma counts_or {A} (p q r : A -> Prop) a c : (forall x, r x <-> p x \/ q x) -> (forall x, p x -> q x ->
    False) ->
  counts p a -> counts q c -> counts r (a + c)%Z.
Proof.
  intros R D [l [N [I <-]]] [l' [N' [I' <-]]]. exists (l ++ l'). split; [|split].
  - apply NoDup_both; [exact N|exact N'|]. intros x X Y. apply (D x); [now apply I|now apply I'].
  - intro x. rewrite in_app_iff, R, I, I'. reflexivity.
  - apply total_app.
Qed.
Lemma counts_none {A} (p : A -> Prop) : (forall x, ~ p x) -> counts p 0%Z.
Proof. intro N. exists []. split; [constructor|]. split; [|reflexivity]. intro x. split; [intros []|apply
    N]. Qed.
Lemma counts_iff {A} (p q : A -> Prop) a : (forall x, p x <-> q x) -> counts p a -> counts q a.
Proof. intros E [l [N [I T]]]. exists l. split; [exact N|]. split; [|exact T]. intro x. now rewrite I. Qed.
Lemma happen_app a c : forall m, happen k see h n (a ++ c) m <->
  exists m', happen k see h n a m' /\ happen k see h n c (m - m')%Z.
Proof.
  induction a as [|ev a IH]; intro m; cbn [app happen].
  - split; [intro H; exists 0%Z; split; [reflexivity|now rewrite Z.sub_0_r]|intros [m' [-> H]]; now rewrite
      Z.sub_0_r in H].
  - split.
    + intros [x [H C]]. apply IH in H. destruct H as [y [H1 H2]]. exists (y + x)%Z. split.
      * exists x. split; [now replace (y + x - x)%Z with y by lia|exact C].
      * now replace (m - (y + x))%Z with (m - x - y)%Z by lia.
    + intros [y [[x [H1 C]] H2]]. exists x. split; [|exact C]. apply IH. exists (y - x)%Z. split; [exact H1|].
      now replace (m - x - (y - x))%Z with (m - y)%Z by lia.
Qed.
Lemma counts_moved {X Y} (f : X -> Y) (g : Y -> X) (p : X -> Prop) (q : Y -> Prop) a :
  (forall x, p x -> q (f x) /\ g (f x) = x) -> (forall y, q y -> p (g y) /\ f (g y) = y) -> counts p a -> counts q a.
Proof.
  intros F G [l [N [I T]]]. exists (map f l). split; [|split].
  - assert (P : forall x, In x l -> p x) by (intros; now apply I). clear I T.
    induction N as [|x l M N IH]; [constructor|]. cbn [map]. constructor; [|apply IH; intros; apply P; now right].
    intro J. apply in_map_iff in J. destruct J as [y [E J]]. apply M.
    rewrite <- (proj2 (F x (P x (or_introl eq_refl)))), <- E, (proj2 (F y (P y (or_intror J)))). exact J.
  - intro y. rewrite in_map_iff. split; [intros [x [<- J]]; apply F, I, J|].
    intro Q. exists (g y). split; [apply G, Q|apply I, G, Q].
  - rewrite total_map. exact T.
Qed.
Definition on_places (ij : Z * Z) : Prop := (0 <= fst ij < Z.of_nat h)%Z /\ (0 <= snd ij < Z.of_nat n)%Z.

(* Windows at the places of their corners, and at the places of their first cells on the board. *)
Definition column (j : Z) : Z := match e with Open => j | Ring _ => (j mod Z.of_nat n)%Z end.
Lemma row_row i r : around closed h (around closed h i + r)%Z = around closed h (i + r)%Z.
Proof. unfold around. destruct closed; [apply Zplus_mod_idemp_l|reflexivity]. Qed.
Lemma column_column j c : column (column j + c)%Z = column (j + c)%Z.
Proof. unfold column. destruct e; [reflexivity|apply Zplus_mod_idemp_l]. Qed.
Lemma see_place i j : see (around closed h i) (column j) = see i j.
Proof.
  unfold see, look_round. assert (R := row_row i 0). rewrite !Z.add_0_r in R. rewrite R. unfold look, column.
  destruct B as [L _]. assert (T := ends). destruct e as [|turn]; [reflexivity|]. destruct turn; [|discriminate].
  rewrite L, Zmod_mod. destruct (_ <? 0)%Z; [reflexivity|]. cbn [nth].
  destruct (Z.to_nat (around closed h i)), (Z.odd (j mod Z.of_nat n / Z.of_nat n)), (Z.odd (j / Z.of_nat n)); reflexivity.
Qed.
Lemma see_moved i j r c : see (around closed h i + r)%Z (column j + c)%Z = see (i + r)%Z (j + c)%Z.
Proof. rewrite <- (see_place (i + r)%Z (j + c)%Z), <- row_row, <- column_column. symmetry. apply see_place. Qed.
Lemma lies_moved w i j : lies wide w (around closed h i) (column j) <-> lies wide w i j.
Proof.
  unfold lies. split; intros H r c s I; destruct (H r c s I) as [x X]; exists x; unfold wide, extended in *;
    [now rewrite <- see_moved|now rewrite see_moved].
Qed.
Lemma moved_lies see' r c w i j : lies see' (moved r c w) i j <-> lies see' w (i - r)%Z (j - c)%Z.
Proof.
  unfold lies, moved. split; intro H.
  - intros r' c' s I. assert (G := H (r' - r)%Z (c' - c)%Z s ltac:(apply in_map_iff; now exists (r', c', s))).
    replace (i - r + r')%Z with (i + (r' - r))%Z by lia. now replace (j - c + c')%Z with (j + (c' - c))%Z by lia.
  - intros r' c' s I. apply in_map_iff in I. destruct I as [[[r1 c1] s1] [[= <- <- <-] I]]. apply H in I.
    replace (i + (r1 - r))%Z with (i - r + r1)%Z by lia. now replace (j + (c1 - c))%Z with (j - c + c1)%Z by lia.
Qed.
Lemma row_same i : (closed = true -> 0 <= i < Z.of_nat h)%Z -> around closed h i = i.
Proof. unfold around. destruct closed; [|reflexivity]. intro H. apply Z.mod_small. now apply H. Qed.
Lemma column_same j : (e <> Open -> 0 <= j < Z.of_nat n)%Z -> column j = j.
Proof. unfold column. destruct e; [reflexivity|]. intro H. apply Z.mod_small. now apply H. Qed.
Lemma place_once i j : (closed = true -> 0 < h) -> (e <> Open -> 0 < n) ->
  once_around e closed h n (around closed h i) (column j).
Proof.
  unfold once_around, around, column. intros H N. split.
  - intro C. rewrite C. apply Z.mod_pos_bound. specialize (H C). lia.
  - intro C. specialize (N C). destruct e; [congruence|]. apply Z.mod_pos_bound. lia.
Qed.
Lemma place_on i j : (closed = true -> 0 < h) -> (e <> Open -> 0 < n) -> see i j <> None ->
  on_places (around closed h i, column j).
Proof.
  intros H N S. assert (O := place_once i j H N). rewrite <- see_place in S.
  set (i' := around closed h i) in *. set (j' := column j) in *.
  assert (R : around closed h i' = i') by (apply row_same, O). unfold see, look_round in S. rewrite R in S.
  destruct (look e b i' j') as [x|] eqn:L; [|congruence]. assert (Hi := proj2 (look_below e h k e_ok n b B _ _ _ L)).
  unfold on_places. cbn [fst snd]. split; [exact Hi|].
  assert (A : along e n j'). { apply (look_on e h k e_ok n b B (Z.to_nat i') j'); [lia|]. rewrite Z2Nat.id by lia. congruence. }
  destruct O as [_ O]. destruct e; [exact A|apply O; discriminate].
Qed.
Definition lies_once (w : window) (ij : Z * Z) : Prop :=
  once_around e closed h n (fst ij) (snd ij) /\ lies wide w (fst ij) (snd ij) /\ touches see (fst ij) (snd ij) w.
Lemma event_of_counts w : (forall d, In d w -> exists x, snd d = [x]) -> match event_of w with
  | [] => forall ij, ~ lies_once w ij
  | [ev] => forall m, counts (fun ij => on_places ij /\ happens k see ev (fst ij) (snd ij)) m -> counts (lies_once w) m
  | _ => False end.
Proof.
  intro S. unfold event_of. destruct (find _ w) as [[[r c] s]|] eqn:F.
  - apply find_some in F. destruct F as [I O]. cbn [snd] in O.
    assert (T : forall i j, lies wide w i j -> see (i + r)%Z (j + c)%Z <> None).
    { intros i j L N. destruct (L r c s I) as [x [E X]]. unfold wide, extended in E. rewrite N in E. injection E as <-.
      apply (outside_in_ok k) in X. rewrite X in O. discriminate. }
    intro m. cbn [happens].
    apply (counts_moved (fun ij => (around closed h (fst ij - r)%Z, column (snd ij - c)%Z))
      (fun ij => (around closed h (fst ij + r)%Z, column (snd ij + c)%Z))).
    + intros [i j] [[Hi Hj] L]. cbn [fst snd] in *. rewrite row_row, column_column, !Z.sub_add.
      rewrite (row_same i), (column_same j) by (intros; assumption). split; [|reflexivity].
      apply moved_lies in L. apply lies_moved in L. unfold lies_once. cbn [fst snd].
      split; [apply place_once; intro; lia|]. split; [exact L|]. exists (r, c, s). split; [exact I|]. now apply T.
    + intros [i j] [[Oi Oj] [L _]]. cbn [fst snd] in *.
      assert (H : closed = true -> 0 < h) by (intro C; specialize (Oi C); lia).
      assert (N : e <> Open -> 0 < n) by (intro C; specialize (Oj C); lia).
      rewrite <- !Z.add_opp_r, row_row, column_column, !Z.add_opp_r, !Z.add_simpl_r, (row_same i Oi), (column_same j Oj).
      split; [|reflexivity]. split; [now apply place_on, T|]. apply moved_lies, lies_moved.
      rewrite <- !Z.add_opp_r, row_row, column_column, !Z.add_opp_r, !Z.add_simpl_r. now apply lies_moved.
  - intros [i j] [_ [L [[[r c] s] [I N]]]]. cbn [fst snd] in *. assert (O := find_none _ _ F _ I). cbn [snd] in O.
    apply negb_false_iff, (outside_in_ok k) in O. destruct (S _ I) as [x X]. cbn [snd] in X. subst s.
    destruct O as [O|[]]. destruct (L r c [x] I) as [y [E [Y|[]]]]. unfold wide, extended in E.
    destruct (see (i + r)%Z (j + c)%Z) as [z|] eqn:Z; [|congruence]. injection E as E. apply see_fine in Z. lia.
Qed.
Section Union.
Context {A : Type}.
Variables (events_of : A -> list event) (case : A -> Z * Z -> Prop).
Hypothesis one : forall a, match events_of a with
  | [] => forall ij, ~ case a ij
  | [ev] => forall m, counts (fun ij => on_places ij /\ happens k see ev (fst ij) (snd ij)) m -> counts (case a) m
  | _ => False end.
Hypothesis apart : forall a c ij, case a ij -> case c ij -> a = c.
Lemma happen_union l : NoDup l -> forall m, happen k see h n (flat_map events_of l) m <->
  counts (fun ij => exists a, In a l /\ case a ij) m.
Proof.
  intro D. assert (G : forall m, happen k see h n (flat_map events_of l) m -> counts (fun ij => exists a, In a l /\ case a ij) m).
  { induction D as [|a l N D IH]; intros m H.
    - cbn [flat_map happen] in H. subst m. apply counts_none. intros x [a [[] _]].
    - cbn [flat_map] in H. assert (O := one a). destruct (events_of a) as [|ev [|]].
      + apply IH in H. revert H. apply counts_iff. intro ij. split.
        * intros [c [X C]]. exists c. split; [now right|exact C].
        * intros [c [[<-|X] C]]; [destruct (O ij C)|]. now exists c.
      + cbn [app happen] in H. destruct H as [x [H C]]. apply IH in H. replace m with (x + (m - x))%Z by lia.
        refine (counts_or (case a) _ _ _ _ _ _ (O x (counts_iff _ _ _ _ C)) H).
        * intro ij. split.
          -- intros [c [[<-|X] C']]; [now left|right; now exists c].
          -- intros [C'|[c [X C']]]; [exists a|exists c]; split; auto; [now left|now right].
        * intros ij C1 [c [X C2]]. apply (apart _ _ _ C1) in C2. now subst c.
        * intro ij. unfold on_places. tauto.
      + destruct O. }
  intro m. split; [apply G|]. intro C. assert (E := proj2 (events_happen e closed h k e_ok n b B (flat_map
      events_of l) _) eq_refl).
  fold see in E. now rewrite (counts_same _ _ _ C (G _ E)).
Qed.
End Union.
Lemma events_mean p at_ l : events_where p at_ = Some l -> forall m, happen k see h n l m <->
  counts (fun ij => once_around e closed h n (fst ij) (snd ij) /\
    exists names, is_there values by_rows outside see at_ (fst ij) (snd ij) names /\ holds p names = true) m.
Proof.
  destruct at_ as [w|offsets]; cbn [events_where]; intros H m.
  - destruct (window_tuples _ _ _) as [ts|] eqn:T; [|discriminate]. injection H as <-.
    apply windows_mean in T. destruct T as [D [In_ T]]. specialize (T see).
    assert (Le : forall t, In t ts -> length t = length (laid by_rows w)) by (intros t I; apply In_, tuples_ok in I; tauto).
    set (case := fun t ij => In t ts /\ lies_once (showing (laid by_rows w) t) ij).
    assert (F : forall us, incl us ts -> flat_map (fun t => event_of (showing (laid by_rows w) t)) us = flat_map (fun
        t => if in_dec (list_eq_dec Nat.eq_dec) t ts then event_of (showing (laid by_rows w) t) else []) us).
    { induction us as [|t us IH]; intro C; [reflexivity|]. cbn [flat_map].
      destruct (in_dec _ t ts) as [Y|Y]; [|destruct Y; apply C; now left]. f_equal. apply IH.
      intros y Y'. apply C. now right. }
    rewrite (F ts (incl_refl ts)), (happen_union _ case); [| | |exact D].
    + assert (P : forall t i j, In t ts -> touches see i j (showing (laid by_rows w) t) <-> touches see i j (laid by_rows w)).
      { intros t i j I. apply touches_same. intro o. apply showing_places. now apply Le. }
      split; apply counts_iff; intros [i j]; unfold case, lies_once; cbn [fst snd]; rewrite (T i j see_fine); split.
      * intros [t [I [_ [O [L To]]]]]. split; [exact O|]. exists t. rewrite <- (P t i j I). tauto.
      * intros [O [t [I [L To]]]]. exists t. rewrite (P t i j I). tauto.
      * intros [O [t [I [L To]]]]. exists t. rewrite (P t i j I). tauto.
      * intros [t [I [_ [O [L To]]]]]. split; [exact O|]. exists t. rewrite <- (P t i j I). tauto.
    + intro t. unfold case. destruct (in_dec _ t ts) as [Y|Y]; [|intros ij [Z _]; contradiction].
      assert (E := event_of_counts (showing (laid by_rows w) t) (showing_single _ _)).
      destruct (event_of _) as [|ev [|]]; [intros ij [_ Z]; exact (E ij Z)| |exact E].
      intros x C. apply E in C. revert C. apply counts_iff. tauto.
    + unfold case, lies_once. intros t u [i j] [X [_ [X' _]]] [Y [_ [Y' _]]]. exact (showing_one _ wide i j t u (In_ _ X) (In_ _ Y) X' Y').
  - unfold nears_where in H. destruct (gathered _ (seq 0 k)) as [rs|] eqn:G; [|discriminate]. injection H as <-.
    apply gathered_ok in G. destruct G as [-> G].
    set (case := fun x ij => once_around e closed h n (fst ij) (snd ij) /\ x < k /\ see (fst ij) (snd ij) = Some x /\
      holds p (names_near (value_at x) (all_seen values outside see (fst ij) (snd ij) (map turned offsets))) = true).
    assert (F : map Fits (flat_map (or_none (near_of p true false offsets)) (seq 0 k)) =
      flat_map (fun x => if x <? k then map Fits (or_none (near_of p true false offsets) x) else []) (seq 0 k)).
    { rewrite !flat_map_concat_map, concat_map, map_map. f_equal. apply map_ext_in. intros x X. apply in_seq
        in X.
      now replace (x <? k) with true by (symmetry; apply Nat.ltb_lt; lia). }
    rewrite F, (happen_union _ case); [| | |apply seq_NoDup].
    + assert (P : forall ij, (exists x, In x (seq 0 k) /\ case x ij) <-> once_around e closed h n (fst ij) (snd ij) /\
        exists names, is_there values by_rows outside see (Neighbours offsets) (fst ij) (snd ij) names /\ holds p names = true).
      { intros [i j]. cbn [fst snd is_there]. unfold case. cbn [fst snd]. split.
        - intros [x [_ [O [K [S P]]]]]. split; [exact O|]. eexists. split; [|exact P]. exists x.
          rewrite (value_inside x K). now split.
        - intros [O [names [[x [S ->]] P]]]. assert (K := see_fine _ _ _ S).
          rewrite <- (value_inside x K) in P. exists x. split; [apply in_seq; lia|]. tauto. }
      split; apply counts_iff; intro ij; [apply P|symmetry; apply P].
    + intro x. unfold case. destruct (Nat.ltb_spec x k) as [K|K]; [|intros ij [_ [Z _]]; lia]. specialize (G x ltac:(apply
        in_seq; lia)).
      assert (M := fun i j => near_mean _ _ _ _ _ _ see i j G see_fine). cbn zeta in M.
      destruct (or_none _ x) as [|r [|]]; cbn [map]; [| |exact (M 0%Z 0%Z)].
      * intros [i j] [_ [_ [_ P]]]. cbn [fst snd] in P. specialize (M i j). rewrite P in M. discriminate.
      * intro m'. apply counts_iff. intros [i j]. cbn [fst snd happens]. destruct (M i j) as [E M']. rewrite M'. unfold shown. rewrite E. split.
        -- intros [[Hi Hj] [[y [S [<-|[]]]] P]]. cbn [fst snd] in *. apply eqb_prop in P. split; [split; intros _; assumption|]. tauto.
        -- intros [O [_ [S P]]]. rewrite P. split; [|split; [exists x; split; [exact S|now left]|reflexivity]].
           assert (Q : see i j <> None) by congruence. destruct O as [Oi Oj].
           apply (place_on i j) in Q; [|intro C; specialize (Oi C); lia|intro C; specialize (Oj C); lia].
           now rewrite (row_same i Oi), (column_same j Oj) in Q.
    + unfold case. intros x y ij [_ [_ [S _]]] [_ [_ [S' _]]]. congruence.
Qed.
Lemma tally_mean p parts cap allowed l : gathered (events_where p) parts = Some l ->
  keeps k see h n (Tally l cap allowed) <-> meets values by_rows outside e closed h n b (Occurrences p parts cap
      allowed).
Proof.
  intro H. apply gathered_ok in H. destruct H as [-> H]. unfold keeps. cbn [meets Meaning.events Meaning.cap
      Meaning.numbers].
  assert (E : forall m, happen k see h n (flat_map (or_none (events_where p)) parts) m <->
    number_of values by_rows outside e closed h n b p parts m).
  { induction parts as [|at_ parts IH]; intro m; [reflexivity|]. cbn [flat_map number_of]. rewrite happen_app.
    assert (M := events_mean p at_ _ (H at_ (or_introl eq_refl))). split.
    - intros [a [X Y]]. exists a. split; [apply IH; [intros c C; apply H; now right|exact Y]|now apply M].
    - intros [a [X Y]]. exists a. split; [now apply M|]. apply IH; [intros c C; apply H; now right|exact X]. }
  split; intros [m [X Y]]; exists m; (split; [now apply E|exact Y]).
Qed.
Lemma line_below way line : In line (lines way h b) -> Forall (fun x => In x (seq 0 k)) line.
Proof.
  destruct B as [L C]. rewrite Forall_forall. destruct way; cbn [lines].
  - intros I x X. apply in_seq. specialize (proj2 (C line I) x X). lia.
  - intros I x X. apply in_map_iff in I. destruct I as [i [<- I]]. apply in_seq in I. apply in_map_iff in X.
      destruct X as [c [<- X]].
    apply in_seq. destruct (C c X) as [Lc Hc]. specialize (Hc (nth i c 0) ltac:(apply nth_In; lia)). lia.
  - intros [<-|[]] x X. apply in_concat in X. destruct X as [c [I X]]. apply in_seq. specialize (proj2 (C c I) x X). lia.
Qed.
Lemma translated_mean c a : values_once = true -> translated c = Some a -> fulfilled a <-> meets values by_rows outside e closed h n b c.
Proof.
  intro V. assert (N : forall {X} (q : X -> Prop), (forall x, In x [] -> q x) <-> True) by (intros X q; split;
      [trivial|intros _ x []]).
  unfold fulfilled. destruct c as [wanted p [w|offsets]|wanted p places|p parts cap allowed|ways l|]; cbn
      [translated].
  - destruct (windows_where _ _ _) eqn:E; [|discriminate]. intros [= <-]. apply (windows_everywhere _ _ _ _ V) in E.
    cbn [a_windows a_nears a_pins a_tallies a_readers]. rewrite !N. tauto.
  - destruct (nears_where _ _ _ _) eqn:E; [|discriminate]. intros [= <-]. apply nears_everywhere in E.
    cbn [a_windows a_nears a_pins a_tallies a_readers]. rewrite !N. tauto.
  - destruct (sifted _ _ _) eqn:E; [|discriminate]. intros [= <-]. apply (pins_mean wanted p places) in E.
    cbn [a_windows a_nears a_pins a_tallies a_readers]. rewrite !N. tauto.
  - destruct (gathered _ _) eqn:E; [|discriminate]. intros [= <-]. apply (tally_mean p parts cap allowed) in
      E.
    cbn [a_windows a_nears a_pins a_tallies a_readers]. rewrite !N, <- E. split; [|intros K].
    + intros [_ [_ [_ [K _]]]]. apply K. now left.
    + repeat split; trivial. intros t [<-|[]]. exact K.
  - destruct (line_automaton values l) as [d|] eqn:D; [|discriminate]. intros [= <-].
    cbn [a_windows a_nears a_pins a_tallies a_readers meets]. rewrite !N.
    assert (R : forall way line, In line (lines way h b) -> accepts d 0 line <-> fits_line l (map (Written.value_at values)
        line)).
    { intros way line I. apply (line_automaton_ok values l d line D). now apply (line_below way). }
    split.
    + intros [_ [_ [_ [_ F]]]] way line W I. destruct (F _ (in_map (fun way => (way, d)) _ _ W) line I) as
        [Z|Z]; [now left|right].
      now apply (R way).
    + intro F. repeat split; trivial. intros x X. apply in_map_iff in X. destruct X as [way [<- W]]. intros
        line I. cbn [fst snd] in *.
      destruct (F way line W I) as [Z|Z]; [now left|right]. now apply (R way).
  - destruct (ascending values) eqn:S; [|discriminate]. intros [= <-].
    cbn [a_windows a_nears a_pins a_tallies a_readers meets]. rewrite !N.
    assert (F : Forall (fun x => x < k) (concat b)).
    { assert (L := line_below Throughout (concat b) (or_introl eq_refl)). revert L. apply Forall_impl. intros x X.
      apply in_seq in X. lia. }
    rewrite (smallest_first_ok _ S F). assert (A := order_accepts (concat b) F 0 (Nat.le_0_l k)). split.
    + intros [_ [_ [_ [_ H]]]] before x rest E y Y.
      destruct (H _ (or_introl eq_refl) (concat b) (or_introl eq_refl)) as [Z|Z].
      * rewrite Z in E. destruct before; discriminate.
      * cbn [snd] in Z. apply (proj1 A Z before x rest E). lia.
    + intro H. repeat split; trivial. intros l [<-|[]] line [<-|[]]. right. apply A. intros before x rest E y Y.
      apply (H before x rest E). lia.
Qed.
End Board.
End Values.

(* a whole rule *)
Definition joined {A} (f : asked -> list A) (l : list asked) : list A := flat_map f l.
Definition rule_of_array {finder : Finder} (a : array_rule) : option rule :=
  if values_once (values a) (outside a) then
    option_map (fun l =>
      ArrayRule (length (values a)) (flat_map (windows_marked (values a) (by_rows a) (outside a)) (forbidden a) ++
          flat_map a_windows l)
        (numbers_near a ++ flat_map a_nears l) (flat_map a_pins l) (flat_map a_tallies l) (flat_map
            a_readers l))
      (traverse (translated (values a) (by_rows a) (outside a)) (further a))
  else None.
Lemma in_flat {A B} (f : A -> list B) (q : B -> Prop) l : (forall x, In x (flat_map f l) -> q x) <-> forall
    a, In a l -> forall x, In x (f a) -> q x.
Proof.
  split; [intros H a I x X; apply H, in_flat_map; eauto|]. intros H x I. apply in_flat_map in I. destruct I
      as [a [I X]]. now apply (H a).
Qed.
Lemma in_both {A} (q : A -> Prop) l m : (forall x, In x (l ++ m) -> q x) <-> (forall x, In x l -> q x) /\
    (forall x, In x m -> q x).
Proof.
  split; [intro H; split; intros x X; apply H, in_or_app; tauto|]. intros [H G] x X. apply in_app_or in X.
      destruct X; auto.
Qed.
Theorem array_means {finder : Finder} bs a r n x : boundary_ok (end_of bs) (height bs) = true ->
    plain_end (end_of bs) = true -> rule_of_array a = Some r ->
  allowed_by bs r n x <-> array_on bs a n x.
Proof.
  intros E En. unfold rule_of_array. destruct (values_once (values a) (outside a)) eqn:V; [|discriminate].
  destruct (traverse _ _) as [l|] eqn:T; [|discriminate]. intros [= <-]. cbn [allowed_by]. unfold
      is_whole_array, is_array, array_on.
  set (see := look_round (end_of bs) (closed bs) (height bs) x).
  assert (L : is_board (height bs) (length (values a)) n x -> (forall c, In c l -> fulfilled (values a) (end_of bs)
      (closed bs) (height bs) n x c) <->
    forall c, In c (further a) -> meets (values a) (by_rows a) (outside a) (end_of bs) (closed bs) (height bs) n x c).
  { intro B. revert l T. induction (further a) as [|c cs IH]; intros l T.
    - injection T as <-. split; intros _ c [].
    - cbn [traverse] in T. destruct (translated _ _ _ c) as [d|] eqn:D; [|discriminate].
      destruct (traverse _ cs) as [l'|]; [|discriminate]. injection T as <-.
      apply (translated_mean _ _ _ _ (closed bs) _ _ _ E En B _ _ V) in D. specialize (IH _ eq_refl). split.
      + intros F c' [<-|I]; [apply D, F; now left|]. apply IH; [|exact I]. intros d' I'. apply F. now right.
      + intros F d' [<-|I]; [apply D, F; now left|]. apply IH; [|exact I]. intros c' I'. apply F. now right. }
  assert (M : is_board (height bs) (length (values a)) n x ->
      (forall w, In w (forbidden a) -> avoids_marks (values a) (by_rows a) (outside a) (end_of bs) (closed bs)
      (height bs) x w) <->
    forall w, In w (forbidden a) -> forall win, In win (windows_marked (values a) (by_rows a) (outside a) w) ->
      avoids (extended (length (values a)) see) win).
  { intro B. assert (F := see_fine (values a) (end_of bs) (closed bs) (height bs) n x E B).
    split; intros H w I; apply (marks_mean _ _ _ _ _ _ _ _ V F), (H w I). }
  rewrite !in_both, !in_flat. unfold fulfilled in L. fold see in L |- *. split.
  - intros [[B [[W1 W2] [O1 O2]]] [P [K R]]]. split; [exact B|]. split; [now apply (M B)|]. split; [exact
      O1|].
    apply (L B). intros c I. split; [exact (W2 c I)|]. split; [exact (O2 c I)|]. split; [exact (P c I)|].
    split; [exact (K c I)|exact (R c I)].
  - intros [B [W1 [O1 F]]]. assert (G := proj2 (L B) F). split; [split; [exact B|]|].
    + split; split; try (intros c I; apply (G c I)); [now apply (M B)|exact O1].
    + split; [|split]; intros c I; apply (G c I).
Qed.
