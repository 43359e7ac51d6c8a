(* Arrays up to names of values: if a rule treats all symbols alike, each class of arrays that are equal up to a
   permutation of the symbols contains exactly one array in which new symbols occur in order. *)
Require Import ZArith List Lia Bool Permutation.
From Gfkit Require Import Meaning Claims Written.
Import ListNotations.
Local Open Scope nat_scope.

(* The array y is the array x after a permutation f of the symbols 0, ..., k - 1, whose inverse is g. *)
Definition renamed (k : nat) (x y : board) : Prop := exists f g : nat -> nat,
  (forall a, a < k -> f a < k /\ g a < k /\ f (g a) = a /\ g (f a) = a) /\ y = map (map f) x.
(* The number m of classes of arrays with a property that are equal up to renaming: a list contains exactly
   one array of each class. *)
Definition classes (k : nat) (property : board -> Prop) (m : Z) : Prop := exists l,
  (forall x, In x l -> property x) /\ (forall x, property x -> exists y, In y l /\ renamed k x y) /\
  (forall i j x y, nth_error l i = Some x -> nth_error l j = Some y -> renamed k x y -> i = j) /\
  Z.of_nat (length l) = m.
(* The symbols of an array row by row, if its slices are its columns, which have h cells. *)
Definition by_row (h : nat) (x : board) : list nat := flat_map (fun i => map (fun c => nth i c 0) x) (seq 0 h).
Definition ordered (w : list nat) : Prop :=
  forall before x rest, w = before ++ x :: rest -> forall y, y < x -> In y before.

Lemma first_split (a : nat) w : In a w -> exists before rest, w = before ++ a :: rest /\ ~ In a before.
Proof.
  induction w as [|b w IH]; [intros []|]. intro I. destruct (Nat.eq_dec b a) as [->|N].
  - exists [], w. split; [reflexivity|intros []].
  - destruct I as [E|I]; [contradiction|]. destruct (IH I) as [p [r [-> Q]]]. exists (b :: p), r.
    split; [reflexivity|]. intros [E|J]; [contradiction|now apply Q].
Qed.
Lemma fixed k f w : (forall x, In x w -> x < k) -> (forall a b, a < k -> b < k -> f a = f b -> a = b) ->
  ordered w -> ordered (map f w) -> forall a, In a w -> f a = a.
Proof.
  intros K J O O' a. induction a as [a IH] using lt_wf_ind. intro I.
  destruct (first_split a w I) as [p [r [E N]]].
  assert (S : forall c, c < a -> In c w /\ f c = c).
  { intros c C. assert (Ic : In c w) by (rewrite E; apply in_or_app; left; exact (O p a r E c C)).
    split; [exact Ic|now apply IH]. }
  destruct (lt_eq_lt_dec (f a) a) as [[L|L]|L]; [|exact L|].
  - destruct (S _ L) as [Ic F]. apply J in F; [lia|apply K; exact Ic|now apply K].
  - assert (M : In a (map f p)).
    { apply (O' (map f p) (f a) (map f r)); [|exact L]. rewrite E, map_app. reflexivity. }
    apply in_map_iff in M. destruct M as [c [F C]]. destruct (lt_eq_lt_dec c a) as [[D|D]|D].
    + destruct (S _ D) as [_ G]. lia.
    + subst c. contradiction.
    + apply in_split in C. destruct C as [p1 [p2 ->]]. exfalso. apply N. apply in_or_app. left.
      rewrite <- app_assoc in E. exact (O p1 c _ E a D).
Qed.

Definition swap (u v a : nat) : nat := if a =? u then v else if a =? v then u else a.
Lemma swap_twice u v a : swap u v (swap u v a) = a.
Proof. unfold swap. destruct (Nat.eqb_spec a u), (Nat.eqb_spec a v); subst; rewrite ?Nat.eqb_refl; try reflexivity.
  - destruct (Nat.eqb_spec v u); congruence.
  - destruct (Nat.eqb_spec a u), (Nat.eqb_spec a v); congruence.
Qed.
Lemma swap_below u v k a : u < k -> v < k -> a < k -> swap u v a < k.
Proof. unfold swap. destruct (a =? u), (a =? v); trivial. Qed.
Lemma least_new p v : (forall y, y < v -> In y p) \/ exists u, u < v /\ ~ In u p /\ forall y, y < u -> In y p.
Proof.
  induction v as [|v [IH|[u [L [N A]]]]]; [left; intros; lia| |right; exists u; repeat split; trivial; lia].
  destruct (in_dec Nat.eq_dec v p) as [I|I]; [left|right; exists v; repeat split; trivial; lia].
  intros y Y. destruct (Nat.eq_dec y v) as [->|]; [exact I|apply IH; lia].
Qed.
Lemma ordered_end p v : ordered p -> (forall y, y < v -> In y p) -> ordered (p ++ [v]).
Proof.
  intros O A before x rest E y Y. destruct rest as [|r rest] using rev_ind.
  - apply app_inj_tail in E. destruct E as [<- <-]. now apply A.
  - clear IHrest. rewrite app_comm_cons, app_assoc in E. apply app_inj_tail in E. destruct E as [E _].
    exact (O _ _ _ E y Y).
Qed.

Section Property.
Variables (h k n : nat) (property : board -> Prop).
Hypothesis boards : forall x, property x -> is_board h k n x.
Hypothesis alike : forall u v x, u < k -> v < k -> property x -> property (map (map (swap u v)) x).
Lemma below x : property x -> forall a, In a (concat x) -> a < k.
Proof. intros P a I. apply in_concat in I. destruct I as [c [C I]]. now apply (proj2 (boards x P) c C). Qed.
Lemma renamed_same x : renamed k x x.
Proof.
  exists (fun a => a), (fun a => a). split; [auto|]. rewrite <- (map_id x) at 1. apply map_ext.
  intro c. now rewrite map_id.
Qed.
Lemma renamed_then x y z : renamed k x y -> renamed k y z -> renamed k x z.
Proof.
  intros [f [g [F ->]]] [f' [g' [F' ->]]]. exists (fun a => f' (f a)), (fun a => g (g' a)). split.
  - intros a A. destruct (F a A) as [A1 [A2 [A3 A4]]], (F' a A) as [B1 [B2 [B3 B4]]].
    destruct (F' _ A1) as [C1 [_ [_ C4]]], (F _ B2) as [_ [D2 [D3 _]]]. repeat split; trivial; congruence.
  - rewrite map_map. apply map_ext. intro c. apply map_map.
Qed.
Lemma renamed_back x y : property x -> renamed k x y -> renamed k y x.
Proof.
  intros P [f [g [F ->]]]. exists g, f. split; [intros a A; destruct (F a A) as [? [? [? ?]]]; auto|].
  rewrite map_map. rewrite <- (map_id x) at 1. apply map_ext_in. intros c C. rewrite map_map.
  rewrite <- (map_id c) at 1. apply map_ext_in. intros a A. symmetry. apply F. now apply (proj2 (boards x P) c C).
Qed.
Lemma renamed_swap u v x : u < k -> v < k -> renamed k x (map (map (swap u v)) x).
Proof.
  intros U V. exists (swap u v), (swap u v). split; [|reflexivity]. intros a A.
  repeat split; auto using swap_below, swap_twice.
Qed.
Section Word.
(* an order in which the cells are read *)
Variable word : board -> list nat.
Hypothesis word_map : forall x f, property x -> word (map (map f) x) = map f (word x).
Hypothesis word_all : forall x, property x -> forall a, In a (word x) <-> In a (concat x).
Lemma ordered_same x y : property x -> property y -> renamed k x y -> ordered (word x) -> ordered (word y) -> x = y.
Proof.
  intros Px Py [f [g [F ->]]] Ox Oy. rewrite word_map in Oy by exact Px.
  assert (G := fixed k f (word x) (fun a I => below x Px a (proj1 (word_all x Px a) I))). 
  rewrite <- (map_id x) at 1. apply map_ext_in. intros c C. rewrite <- (map_id c) at 1.
  apply map_ext_in. intros a A. symmetry. apply G; trivial.
  - intros b d B D E. destruct (F b B) as [_ [_ [_ <-]]], (F d D) as [_ [_ [_ <-]]]. now rewrite E.
  - apply word_all; [exact Px|]. apply in_concat. now exists c.
Qed.
Lemma ordered_one x : property x -> exists y, property y /\ renamed k x y /\ ordered (word y).
Proof.
  intro P. enough (H : forall m, exists y, property y /\ renamed k x y /\ ordered (firstn m (word y)) /\
    length (word y) = length (word x)).
  { destruct (H (length (word x))) as [y [Py [R [O L]]]]. exists y. rewrite <- L, firstn_all in O. auto. }
  induction m as [|m [y [Py [R [O L]]]]].
  - exists x. split; [exact P|]. split; [apply renamed_same|]. split; [|reflexivity].
    intros before a rest E. destruct before; discriminate.
  - destruct (nth_error (word y) m) as [v|] eqn:V.
    2: { exists y. apply nth_error_None in V. rewrite firstn_all2 in O by lia. rewrite firstn_all2 by lia. auto. }
    assert (E : firstn (S m) (word y) = firstn m (word y) ++ [v]).
    { clear - V. revert m V. induction (word y) as [|a w IH]; intros [|m] V; try discriminate.
      - now injection V as ->.
      - cbn [firstn app]. f_equal. now apply IH. }
    set (p := firstn m (word y)) in *. destruct (least_new p v) as [A|[u [U [N A]]]].
    + exists y. rewrite E. auto using ordered_end.
    + assert (Vk : v < k) by (apply (below y Py), (word_all y Py), (nth_error_In _ _ V)).
      assert (Nv : ~ In v p).
      { intro I. apply in_split in I. destruct I as [a [b I]]. apply N. rewrite I. apply in_or_app. left.
        exact (O _ _ _ I u U). }
      exists (map (map (swap u v)) y). split; [apply alike; trivial; lia|].
      split; [apply (renamed_then _ y); [exact R|]; apply renamed_swap; trivial; lia|].
      rewrite (word_map y _ Py), map_length. split; [|exact L].
      rewrite firstn_map, E, map_app. cbn [map].
      replace (map (swap u v) p) with p.
      2: { rewrite <- (map_id p) at 1. apply map_ext_in. intros a I. unfold swap.
           destruct (Nat.eqb_spec a u), (Nat.eqb_spec a v); subst; try contradiction; reflexivity. }
      replace (swap u v v) with u.
      2: { unfold swap. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec v u); congruence. }
      now apply ordered_end.
Qed.
Theorem classes_ordered m : counts (fun x => property x /\ ordered (word x)) m -> classes k property m.
Proof.
  intros [l [N [S T]]]. exists l. split; [|split; [|split]].
  - intros x I. now apply S.
  - intros x P. destruct (ordered_one x P) as [y [Py [R O]]]. exists y. split; [now apply S|exact R].
  - intros i j x y Hi Hj R. apply (proj1 (NoDup_nth_error l) N); [apply nth_error_Some; congruence|].
    rewrite Hi, Hj. f_equal. destruct (proj1 (S x) (nth_error_In _ _ Hi)) as [Px Ox].
    destruct (proj1 (S y) (nth_error_In _ _ Hj)) as [Py Oy]. now apply ordered_same.
  - rewrite <- T. clear. induction l as [|a l IH]; [reflexivity|]. cbn [length total]. lia.
Qed.
(* every list of classes has a list of ordered members *)
Theorem ordered_classes m : classes k property m -> counts (fun x => property x /\ ordered (word x)) m.
Proof.
  intros [l [P [A [D L]]]].
  assert (M : exists l', Forall2 (fun x y => property y /\ renamed k x y /\ ordered (word y)) l l').
  { clear A D L. induction l as [|x l IH]; [exists []; constructor|].
    destruct (ordered_one x) as [y Y]; [apply P; now left|].
    destruct IH as [l' F]; [intros z Z; apply P; now right|]. exists (y :: l'). now constructor. }
  destruct M as [l' F].
  assert (At : forall j y, nth_error l' j = Some y -> exists x, nth_error l j = Some x /\ property y /\
    renamed k x y /\ ordered (word y)).
  { clear - F. induction F as [|x y l l' H F IH]; intros [|j] z Z; try discriminate.
    - injection Z as <-. now exists x.
    - now apply IH. }
  assert (Same : length l = length l') by (clear - F; induction F; cbn; congruence).
  exists l'. split; [|split].
  - apply NoDup_nth_error. intros i j I E. destruct (nth_error l' i) as [y|] eqn:Yi; [|apply nth_error_None in Yi; lia].
    symmetry in E. destruct (At i y Yi) as [x [Xi [_ [R _]]]], (At j y E) as [x' [Xj [_ [R' _]]]].
    apply (D i j x x' Xi Xj). apply (renamed_then _ y); [exact R|]. apply renamed_back; [|exact R'].
    exact (P _ (nth_error_In _ _ Xj)).
  - intro y. split.
    + intro I. apply In_nth_error in I. destruct I as [j J]. destruct (At j y J) as [x [_ [Py [_ O]]]]. now split.
    + intros [Py O]. destruct (A y Py) as [x [I R]]. apply In_nth_error in I. destruct I as [j J].
      assert (E : exists y', nth_error l' j = Some y').
      { destruct (nth_error l' j) eqn:E; [eauto|]. apply nth_error_None in E.
        assert (Lj : j < length l) by (apply nth_error_Some; congruence).
        lia. }
      destruct E as [y' Y']. destruct (At j y' Y') as [x' [J' [Py' [R' O']]]].
      assert (x' = x) by congruence. subst x'.
      rewrite (ordered_same y y' Py Py' (renamed_then _ _ _ R R') O O'). exact (nth_error_In _ _ Y').
  - rewrite <- L, Same. clear. induction l' as [|a l IH]; [reflexivity|]. cbn [length total]. lia.
Qed.
End Word.
Lemma slice_map (x : board) (f : nat -> nat) : property x -> concat (map (map f) x) = map f (concat x).
Proof. intros _. symmetry. apply concat_map. Qed.
Lemma slice_all (x : board) : property x -> forall a, In a (concat x) <-> In a (concat x).
Proof. reflexivity. Qed.
Lemma row_map x f : property x -> by_row h (map (map f) x) = map f (by_row h x).
Proof.
  intro P. unfold by_row. rewrite !flat_map_concat_map, concat_map, map_map. f_equal. apply map_ext_in.
  intros i I. rewrite !map_map. apply map_ext_in. intros c C. destruct (boards x P) as [_ B].
  destruct (B c C) as [Lc _]. apply in_seq in I. rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length; lia).
  apply map_nth.
Qed.
Lemma row_all x : property x -> forall a, In a (by_row h x) <-> In a (concat x).
Proof.
  intros P a. destruct (boards x P) as [_ B]. unfold by_row. rewrite in_flat_map, in_concat. split.
  - intros [i [I J]]. apply in_map_iff in J. destruct J as [c [<- C]]. exists c. split; [exact C|].
    apply nth_In. apply in_seq in I. destruct (B c C) as [-> _]. lia.
  - intros [c [C I]]. apply (In_nth _ _ 0) in I. destruct I as [i [I <-]]. exists i. split.
    + apply in_seq. destruct (B c C) as [<- _]. lia.
    + apply in_map_iff. now exists c.
Qed.
End Property.

(* ---- a test that a rule treats all symbols alike *)
Definition same_set (s t : list nat) : bool :=
  forallb (fun x => existsb (Nat.eqb x) t) s && forallb (fun x => existsb (Nat.eqb x) s) t.
Lemma same_set_ok s t : same_set s t = true -> forall x, In x s <-> In x t.
Proof.
  unfold same_set. rewrite andb_true_iff, !forallb_forall. intros [H G] x.
  split; intro I; [apply H in I|apply G in I]; apply existsb_exists in I; destruct I as [y [Y E]];
    apply Nat.eqb_eq in E; now subst y.
Qed.
Fixpoint all_pairs {A} (p : A -> A -> bool) (l m : list A) : bool :=
  match l, m with [], [] => true | a :: l', b :: m' => p a b && all_pairs p l' m' | _, _ => false end.
Definition same_cell (c d : Z * Z * list nat) : bool :=
  (fst (fst c) =? fst (fst d))%Z && (snd (fst c) =? snd (fst d))%Z && same_set (snd c) (snd d).
Definition same_window (w w' : window) : bool := all_pairs same_cell w w'.
Definition same_offset (a b : Z * Z) : bool := (fst a =? fst b)%Z && (snd a =? snd b)%Z.
Definition same_near (r r' : near_rule) : bool :=
  same_set (if_ r) (if_ r') && all_pairs same_offset (neighbours r) (neighbours r') &&
  all_pairs same_set (of_ r) (of_ r') && all_pairs (all_pairs Nat.eqb) (allowed r) (allowed r').
Definition turn_window (f : nat -> nat) (w : window) : window := map (fun c => (fst c, map f (snd c))) w.
Definition turn_near (f : nat -> nat) (r : near_rule) : near_rule :=
  Near (map f (if_ r)) (neighbours r) (map (map f) (of_ r)) (allowed r).
Definition symmetric (r : rule) : bool :=
  match r with
  | ArrayRule k windows nears [] [] [] => forallb (fun u => forallb (fun v =>
      forallb (fun w => existsb (same_window (turn_window (swap u v) w)) windows) windows &&
      forallb (fun q => existsb (same_near (turn_near (swap u v) q)) nears) nears) (seq 0 u)) (seq 0 k)
  | _ => false
  end.

Section Swapped.
Variables (u v k : nat).
Hypotheses (U : u < k) (V : v < k).
Let f := swap u v.
Lemma in_swapped x s : In (f x) s <-> In x (map f s).
Proof.
  rewrite in_map_iff. split; [intro I; exists (f x); split; [apply swap_twice|exact I]|].
  intros [y [<- I]]. unfold f. now rewrite swap_twice.
Qed.
Lemma swap_outside : f k = k.
Proof. unfold f, swap. destruct (Nat.eqb_spec k u), (Nat.eqb_spec k v); lia. Qed.
Section Seen.
Variables see see' : Z -> Z -> option nat.
Hypothesis seen : forall i j, see' i j = option_map f (see i j).
Lemma extended_swapped i j : extended k see' i j = option_map f (extended k see i j).
Proof. unfold extended. rewrite seen. destruct (see i j); cbn; [reflexivity|]. now rewrite swap_outside. Qed.
End Seen.
Lemma shown_swapped see see' i j s : (forall i j, see' i j = option_map f (see i j)) ->
  shown see' i j s <-> shown see i j (map f s).
Proof.
  intro H. unfold shown. rewrite H. split; intros [x [E I]].
  - destruct (see i j) as [y|]; [|discriminate]. injection E as <-. exists y. split; [reflexivity|].
    now apply in_swapped.
  - exists (f x). rewrite E. split; [reflexivity|]. now apply in_swapped.
Qed.
Lemma shown_same see i j s t : same_set s t = true -> shown see i j s -> shown see i j t.
Proof. intros S [x [E I]]. exists x. split; [exact E|]. now apply (same_set_ok s t S). Qed.
Lemma lies_swapped see see' w w' i j : (forall i j, see' i j = option_map f (see i j)) ->
  same_window (turn_window f w) w' = true -> lies see' w i j -> lies see w' i j.
Proof.
  intros H S L. unfold lies in *. revert w' S L.
  induction w as [|[[r c] s] w IH]; intros [|[[r' c'] s'] w'] S L; try discriminate; [intros ? ? ? []|].
  cbn in S. apply andb_true_iff in S. destruct S as [S S']. unfold same_cell in S. cbn [fst snd] in S.
  rewrite !andb_true_iff, !Z.eqb_eq in S. destruct S as [[-> ->] S].
  intros r c s0 [E|I].
  - injection E as <- <- <-. apply (shown_same _ _ _ _ _ S). apply (shown_swapped see see'); [exact H|].
    apply L. now left.
  - apply (IH w' S'); [|exact I]. intros r1 c1 s1 I1. apply L. now right.
Qed.
Lemma number_swapped see see' i j near of_ of_' : (forall i j, see' i j = option_map f (see i j)) ->
  same_set (map f of_) of_' = true -> number_near see' i j near of_ = number_near see i j near of_'.
Proof.
  intros H S. induction near as [|[r c] near IH]; [reflexivity|]. cbn [number_near]. rewrite IH, H.
  destruct (see (i + r)%Z (j + c)%Z) as [x|]; [|reflexivity]. cbn [option_map].
  assert (E : In (f x) of_ <-> In x of_').
  { rewrite in_swapped. apply (same_set_ok _ _ S). }
  destruct (in_dec Nat.eq_dec (f x) of_), (in_dec Nat.eq_dec x of_'); tauto || reflexivity.
Qed.
Lemma offsets_same l : forall m, all_pairs same_offset l m = true -> l = m.
Proof.
  induction l as [|[a b] l IH]; intros [|[c d] m] H; try discriminate; [reflexivity|]. cbn in H.
  rewrite !andb_true_iff in H. unfold same_offset in H. cbn [fst snd] in H. rewrite andb_true_iff, !Z.eqb_eq in H.
  destruct H as [[-> ->] H]. f_equal. auto.
Qed.
Lemma numbers_same l : forall m, all_pairs Nat.eqb l m = true -> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m] H; try discriminate; [reflexivity|]. cbn in H.
  rewrite andb_true_iff, Nat.eqb_eq in H. destruct H as [-> H]. f_equal. auto.
Qed.
Lemma lists_same l : forall m, all_pairs (all_pairs Nat.eqb) l m = true -> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m] H; try discriminate; [reflexivity|]. cbn [all_pairs] in H.
  rewrite andb_true_iff in H. destruct H as [H G]. f_equal; auto using numbers_same.
Qed.
Lemma near_swapped see see' r r' : (forall i j, see' i j = option_map f (see i j)) ->
  same_near (turn_near f r) r' = true -> obeys k see r' -> obeys k see' r.
Proof.
  intros H S O i j I. unfold same_near in S. rewrite !andb_true_iff in S. destruct S as [[[S1 S2] S3] S4].
  apply offsets_same in S2. apply lists_same in S4. cbn [if_ neighbours of_ allowed turn_near] in *.
  unfold fits_near. rewrite S4, S2.
  replace (map _ (of_ r)) with (map (number_near (extended k see) i j (neighbours r')) (of_ r')).
  - apply O. apply (shown_same _ _ _ _ _ S1). now apply (shown_swapped see see').
  - revert S3. generalize (of_ r') as m, (of_ r) as l. clear - H U V. intros m l. revert m.
    induction l as [|a l IH]; intros [|b m] S; try discriminate; [reflexivity|]. cbn [map all_pairs] in S.
    apply andb_true_iff in S. destruct S as [S S']. cbn [map]. f_equal; [|now apply IH].
    symmetry. apply number_swapped; [|exact S]. intros. now apply extended_swapped.
Qed.
Lemma look_swapped e closed h b i j :
  look_round e closed h (map (map f) b) i j = option_map f (look_round e closed h b i j).
Proof.
  assert (C : forall i j, cell_of (map (map f) b) i j = option_map f (cell_of b i j)).
  { intros a c. unfold cell_of. rewrite nth_error_map. change (@nth_error slice) with (@nth_error (list nat)).
    destruct (nth_error b c); cbn; [|reflexivity].
    apply nth_error_map. }
  unfold look_round, look. rewrite map_length. destruct (_ <? 0)%Z; [reflexivity|].
  destruct e; [|apply C]. destruct (_ <? 0)%Z; [reflexivity|apply C].
Qed.
Lemma board_swapped h n b : is_board h k n b -> is_board h k n (map (map f) b).
Proof.
  intros [L B]. split; [now rewrite map_length|]. intros c I. apply in_map_iff in I. destruct I as [d [<- I]].
  destruct (B d I) as [D X]. split; [now rewrite map_length|]. intros x J. apply in_map_iff in J.
  destruct J as [y [<- J]]. apply swap_below; trivial. now apply X.
Qed.
End Swapped.
Theorem symmetric_alike bs r n : symmetric r = true -> forall u v x,
  match r with ArrayRule k _ _ _ _ _ => u < k /\ v < k | _ => False end ->
  allowed_by bs r n x -> allowed_by bs r n (map (map (swap u v)) x).
Proof.
  destruct r as [k windows nears [|] [|] [|]| | | |]; try discriminate. cbn [symmetric]. intros S u v x [U V].
  assert (G : forall u v, v < u < k -> allowed_by bs (ArrayRule k windows nears [] [] []) n x ->
    allowed_by bs (ArrayRule k windows nears [] [] []) n (map (map (swap u v)) x)).
  { clear u v U V. intros u v [L U]. rewrite forallb_forall in S. specialize (S u ltac:(apply in_seq; lia)).
    rewrite forallb_forall in S. specialize (S v ltac:(apply in_seq; lia)). apply andb_true_iff in S.
    destruct S as [W N]. rewrite forallb_forall in W, N. cbn [allowed_by]. intros [[B [A O]] _].
    assert (H := fun i j => look_swapped u v (end_of bs) (closed bs) (height bs) x i j).
    split; [|repeat split; intros ? []]. split; [apply board_swapped; trivial; lia|]. split.
    - intros w I i j Li. specialize (W w I). apply existsb_exists in W. destruct W as [w' [I' W]].
      apply (A w' I' i j). refine (lies_swapped u v _ _ _ _ _ _ _ W Li).
      intros. apply extended_swapped; trivial; lia.
    - intros q I. specialize (N q I). apply existsb_exists in N. destruct N as [q' [I' N]].
      refine (near_swapped u v k _ _ _ _ _ _ _ N (O q' I')); trivial; lia. }
  destruct (lt_eq_lt_dec v u) as [[L|L]|L].
  - apply G. lia.
  - subst v. intro A. replace (map (map (swap u u)) x) with x; [exact A|].
    rewrite <- (map_id x) at 1. apply map_ext. intro c. rewrite <- (map_id c) at 1. apply map_ext. intro a.
    unfold swap. destruct (Nat.eqb_spec a u); congruence.
  - intro A. replace (map (map (swap u v)) x) with (map (map (swap v u)) x); [apply G; [lia|exact A]|].
    apply map_ext. intro c. apply map_ext. intro a. unfold swap.
    destruct (Nat.eqb_spec a u), (Nat.eqb_spec a v); congruence.
Qed.
