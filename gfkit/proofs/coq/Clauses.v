(* Constraint systems that repeat from slice to slice, and what their states owe.
   A clause says: these slots may not all show symbols of these sets. *)
Require Import ZArith List Lia Bool PArith.
From Gfkit Require Import Meaning Sweep.
Import ListNotations.
Open Scope Z_scope.

(* ================= the statement ================= *)
Definition literal := (nat * list nat)%type.       (* so many slots further on, one of these symbols *)
Definition clause := list literal.

Section System.
Variables (alphabets : list (list nat))            (* for each slot of a slice *)
          (patterns : list (list clause))          (* for each slot of a slice: the clauses laid there in every slice *)
          (outside : nat)                          (* what is seen beyond everything *)
          (frame : board) (tail : list nat).       (* what stands before and behind the board *)
Let w := length alphabets.

Definition shows (x : nat) (s : list nat) : bool := existsb (Nat.eqb x) s.
Definition broken (u : list nat) (c : clause) : bool := forallb (fun l => shows (nth (fst l) u outside) (snd l)) c.
Definition allowed_between (b : board) : bool :=           (* slots numbered through, slice after slice *)
  let u := concat (frame ++ b) in
  forallb (fun place => forallb (fun c => negb (broken (skipn place u ++ tail) c)) (nth (place mod w) patterns [])) (seq 0 (length u)).
Definition count_between (n : nat) : Z := Z.of_nat (length (filter allowed_between (all_boards alphabets n))).
Definition weighted_between (weight : nat -> nat -> Z) (n : nat) : Z :=
  total (board_weight weight) (filter allowed_between (all_boards alphabets n)).

(* ================= states: clauses that are still owed ================= *)
Definition owed := list clause.
Definition safe (p : owed) (u : list nat) : bool := forallb (fun c => negb (broken u c)) p.
Fixpoint good (i : nat) (u : list nat) : bool :=
  match u with [] => true | _ :: u' => safe (nth (i mod w) patterns []) (u ++ tail) && good (S i) u' end.

Lemma good_places u : forall i, good i u =
  forallb (fun j => safe (nth ((i + j) mod w) patterns []) (skipn j u ++ tail)) (seq 0 (length u)).
Proof.
  induction u as [|x u IH]; intro i; [reflexivity|]. cbn [good length seq forallb]. rewrite Nat.add_0_r. cbn [skipn].
  f_equal. rewrite IH, <- seq_shift. generalize (seq 0 (length u)) as s.
  induction s as [|j s IHs]; [reflexivity|]. cbn [map forallb skipn]. rewrite IHs. now rewrite Nat.add_succ_r.
Qed.
Lemma allowed_good b : allowed_between b = good 0 (concat (frame ++ b)).
Proof. rewrite good_places. reflexivity. Qed.
Lemma good_w u : w <> O -> forall i, good (w + i) u = good i u.
Proof.
  intro W. induction u as [|x u IH]; intro i; [reflexivity|]. cbn [good]. f_equal.
  - do 2 f_equal. replace (w + i)%nat with (i + 1 * w)%nat by lia. now apply Nat.mod_add.
  - replace (S (w + i)) with (w + S i)%nat by lia. apply IH.
Qed.

(* what is left of a clause when a symbol is read *)
Definition left_of (x : nat) (c : clause) : list clause :=
  if forallb (fun l => match fst l with O => shows x (snd l) | _ => true end) c
  then [flat_map (fun l => match fst l with O => [] | S d => [(d, snd l)] end) c] else [].
Lemma left_of_ok x u c : negb (broken (x :: u) c) = safe (left_of x c) u.
Proof.
  unfold left_of. induction c as [|[d s] c IH]; [reflexivity|]. destruct d as [|d]; cbn [forallb fst snd].
  - unfold broken. cbn [forallb fst snd nth flat_map]. destruct (shows x s); cbn [andb app]; [exact IH|reflexivity].
  - unfold broken. cbn [forallb fst snd nth flat_map andb app].
    destruct (forallb (fun l => match fst l with O => shows x (snd l) | _ => true end) c) eqn:E.
    + cbn [safe forallb] in *. rewrite andb_true_r in *. unfold broken in *. cbn [forallb fst snd].
      destruct (shows (nth d u outside) s); [exact IH|reflexivity].
    + cbn [safe forallb] in IH. unfold broken in IH. apply negb_true_iff in IH. 
      cbn [safe forallb]. apply negb_true_iff, andb_false_iff. right. exact IH.
Qed.

(* a normal form: sorted, and where all but the first set agree these are united *)
Section Lex.
Context {A : Type} (cmp : A -> A -> comparison).
Fixpoint lex (a b : list A) : comparison :=
  match a, b with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | x :: a', y :: b' => match cmp x y with Eq => lex a' b' | o => o end
  end.
End Lex.
Definition cmp_literal (a b : literal) : comparison :=
  match Nat.compare (fst a) (fst b) with Eq => lex Nat.compare (snd a) (snd b) | o => o end.
Fixpoint eq_list {A} (eq : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => eq x y && eq_list eq a' b' | _, _ => false end.
Definition eq_literal (a b : literal) : bool := (fst a =? fst b)%nat && eq_list Nat.eqb (snd a) (snd b).
Definition eq_clause : clause -> clause -> bool := eq_list eq_literal.
Lemma eq_list_ok {A} (eq : A -> A -> bool) : (forall x y, eq x y = true -> x = y) ->
  forall a b, eq_list eq a b = true -> a = b.
Proof.
  intros H. induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|].
  cbn in E. apply andb_true_iff in E. destruct E as [E1 E2]. f_equal; auto.
Qed.
Lemma eq_clause_ok a b : eq_clause a b = true -> a = b.
Proof.
  apply eq_list_ok. intros [d s] [d' s'] E. apply andb_true_iff in E. destruct E as [E1 E2].
  apply Nat.eqb_eq in E1. apply eq_list_ok in E2; [cbn in *; congruence|]. intros x y. apply Nat.eqb_eq.
Qed.
Fixpoint insert_symbol (x : nat) (s : list nat) : list nat :=
  match s with
  | [] => [x]
  | y :: s' => match Nat.compare x y with Lt => x :: s | Eq => s | Gt => y :: insert_symbol x s' end
  end.
Lemma insert_symbol_ok y x s : shows y (insert_symbol x s) = (y =? x)%nat || shows y s.
Proof.
  induction s as [|z s IH]; [reflexivity|]. cbn [insert_symbol]. destruct (Nat.compare_spec x z) as [->| |]; cbn.
  - now destruct (y =? z)%nat.
  - reflexivity.
  - unfold shows in *. rewrite IH. now destruct (y =? z)%nat, (y =? x)%nat.
Qed.
Definition unite (s t : list nat) : list nat := fold_right insert_symbol t s.
Lemma unite_ok y s t : shows y (unite s t) = shows y s || shows y t.
Proof. induction s as [|x s IH]; [reflexivity|]. cbn [unite fold_right]. rewrite insert_symbol_ok. fold (unite s t). rewrite IH. apply orb_assoc. Qed.
Fixpoint insert_clause (c : clause) (p : owed) : owed :=
  match p with
  | [] => [c]
  | c' :: p' =>
      match c, c' with
      | (d, s) :: r, (d', s') :: r' =>
          match Nat.compare d d' with
          | Lt => c :: p | Gt => c' :: insert_clause c p'
          | Eq => match lex cmp_literal r r' with
                  | Lt => c :: p | Gt => c' :: insert_clause c p'
                  | Eq => if (d =? d')%nat && eq_clause r r' then ((d, unite s s') :: r) :: p' else c :: p
                  end
          end
      | _, _ => c :: p
      end
  end.
Lemma safe_cons c p u : safe (c :: p) u = negb (broken u c) && safe p u.
Proof. reflexivity. Qed.
Lemma insert_clause_ok c p u : safe (insert_clause c p) u = negb (broken u c) && safe p u.
Proof.
  induction p as [|c' p IH]; [reflexivity|]. cbn [insert_clause].
  destruct c as [|[d s] r]; [reflexivity|]. destruct c' as [|[d' s'] r']; [reflexivity|].
  assert (S : safe (((d', s') :: r') :: insert_clause ((d, s) :: r) p) u =
              negb (broken u ((d, s) :: r)) && safe (((d', s') :: r') :: p) u).
  { rewrite !safe_cons. unfold literal in *. rewrite IH.
    destruct (negb (broken u ((d, s) :: r))), (negb (broken u ((d', s') :: r'))); reflexivity. }
  destruct (Nat.compare d d'); [|reflexivity|exact S]. destruct (lex cmp_literal r r'); [|reflexivity|exact S].
  destruct ((d =? d')%nat && eq_clause r r') eqn:E; [|reflexivity].
  apply andb_true_iff in E. destruct E as [Ed Er]. apply Nat.eqb_eq in Ed. apply eq_clause_ok in Er. subst d' r'.
  rewrite !safe_cons. unfold broken. cbn [forallb fst snd]. rewrite unite_ok.
  destruct (forallb (fun l : nat * list nat => shows (nth (fst l) u outside) (snd l)) r), (shows (nth d u outside) s), (shows (nth d u outside) s'); reflexivity.
Qed.
Definition normal (p : owed) : owed := fold_right insert_clause [] p.
Lemma normal_ok p u : safe (normal p) u = safe p u.
Proof. induction p as [|c p IH]; [reflexivity|]. cbn [normal fold_right]. rewrite insert_clause_ok, safe_cons. f_equal. exact IH. Qed.

Definition dead (p : owed) : bool := existsb (fun c => match c with [] => true | _ => false end) p.
Lemma dead_ok p u : dead p = true -> safe p u = false.
Proof.
  induction p as [|c p IH]; [discriminate|]. destruct c as [|l c]; [reflexivity|].
  intro D. rewrite safe_cons, (IH D). apply andb_false_r.
Qed.
Definition step (i : nat) (p : owed) (x : nat) : owed :=
  if dead p then p else
  let r := normal (flat_map (left_of x) (p ++ nth i patterns [])) in if dead r then [[]] else r.
Lemma safe_app p q u : safe (p ++ q) u = safe p u && safe q u.
Proof. apply forallb_app. Qed.
Lemma safe_left x u p : safe (flat_map (left_of x) p) u = safe p (x :: u).
Proof. induction p as [|c p IH]; [reflexivity|]. cbn [flat_map]. rewrite safe_app, IH, <- left_of_ok. reflexivity. Qed.
Lemma step_ok i p x u : safe (step i p x) u = safe p (x :: u) && safe (nth i patterns []) (x :: u).
Proof.
  unfold step. destruct (dead p) eqn:D; [rewrite (dead_ok p u D), (dead_ok p (x :: u) D); reflexivity|].
  cbv zeta. rewrite <- safe_app, <- safe_left, <- (normal_ok (flat_map (left_of x) (p ++ nth i patterns []))).
  destruct (dead (normal (flat_map (left_of x) (p ++ nth i patterns [])))) eqn:E; [now rewrite (dead_ok _ u E)|reflexivity].
Qed.
Definition final (p : owed) : bool := safe p tail.
Definition equiv (p q : owed) := forall u, safe p u = safe q u.
Definition same : owed -> owed -> bool := eq_list eq_clause.

Lemma read_ok c : forall i p u, (i + length c)%nat = w ->
  safe (read owed step i p c) (u ++ tail) && good w u = safe p ((c ++ u) ++ tail) && good i (c ++ u).
Proof.
  induction c as [|x c IH]; intros i p u H.
  - cbn in *. rewrite Nat.add_0_r in H. now subst i.
  - cbn [read app good length] in *. rewrite IH by lia. rewrite step_ok, (Nat.mod_small i) by lia. now rewrite andb_assoc.
Qed.
Lemma accept_ok b : w <> O -> (forall c, In c b -> length c = w) -> forall p,
  accept owed step final p b = safe p (concat b ++ tail) && good 0 (concat b).
Proof.
  intros W. induction b as [|c b IH]; intros H p; [cbn; now rewrite andb_true_r|].
  cbn [accept concat]. rewrite IH by (intros; apply H; now right).
  rewrite <- (good_w _ W 0), Nat.add_0_r. rewrite read_ok; [reflexivity|]. apply H. now left.
Qed.
Definition opening : owed := fold_left (read owed step 0) frame [].
Lemma accept_frame f b : forall p, accept owed step final p (f ++ b) = accept owed step final (fold_left (read owed step 0) f p) b.
Proof. induction f as [|c f IH]; intro p; [reflexivity|]. cbn. apply IH. Qed.

Lemma slice_length a : forall c, In c (all_slices a) -> length c = length a.
Proof.
  induction a as [|s a IH]; cbn; intros c H; [destruct H as [<-|[]]; reflexivity|].
  apply in_flat_map in H. destruct H as [x [_ H]]. apply in_map_iff in H. destruct H as [c' [<- H]]. cbn. now rewrite IH.
Qed.
Lemma board_slices n : forall b, In b (all_boards alphabets n) -> forall c, In c b -> length c = w.
Proof.
  induction n as [|n IH]; cbn; intros b H c Hc; [destruct H as [<-|[]]; destruct Hc|].
  apply in_flat_map in H. destruct H as [x [Hx H]]. apply in_map_iff in H. destruct H as [b' [<- H]].
  destruct Hc as [->|Hc]; [now apply slice_length|now apply (IH b')].
Qed.
Hypothesis frame_slices : forall c, In c frame -> length c = w.
Lemma allowed_accept n b : w <> O -> In b (all_boards alphabets n) -> allowed_between b = accept owed step final opening b.
Proof.
  intros W H. unfold opening. rewrite <- accept_frame, allowed_good, accept_ok; [reflexivity|exact W|].
  intros c Hc. apply in_app_or in Hc. destruct Hc; [now apply frame_slices|now apply (board_slices n b)].
Qed.

Lemma same_equiv p r : same p r = true -> equiv p r.
Proof. intro H. apply (eq_list_ok _ eq_clause_ok) in H. now subst. Qed.
Lemma equiv_step i p r x : equiv p r -> equiv (step i p x) (step i r x).
Proof. intros H u. now rewrite !step_ok, H. Qed.
Lemma equiv_final p r : equiv p r -> final p = final r.
Proof. intro H. apply H. Qed.
Lemma dead_step i p x : dead p = true -> dead (step i p x) = true.
Proof. intro H. unfold step. now rewrite H. Qed.
Lemma dead_final p : dead p = true -> final p = false.
Proof. apply dead_ok. Qed.

Lemma weighted_amount weight n : w <> O -> weighted_between weight n = amount owed alphabets weight step final opening n.
Proof.
  intro W. unfold weighted_between, amount.
  assert (H := fun b => allowed_accept n b W). induction (all_boards alphabets n) as [|b s IH]; [reflexivity|].
  cbn [filter total]. rewrite <- IH by (intros; apply H; now right). rewrite <- (H b) by now left.
  destruct (allowed_between b); cbn [total]; ring.
Qed.

(* ================= plain counts ================= *)
Lemma board_weight_1 b : board_weight (fun _ _ => 1) b = 1.
Proof.
  assert (H : forall c i, slice_weight (fun _ _ => 1) i c = 1) by (induction c; intro i; cbn [slice_weight]; [reflexivity|rewrite IHc; reflexivity]).
  induction b as [|c b IH]; cbn [board_weight]; [reflexivity|]. now rewrite H, IH.
Qed.
Lemma count_weighted n : count_between n = weighted_between (fun _ _ => 1) n.
Proof.
  unfold count_between, weighted_between. induction (filter allowed_between (all_boards alphabets n)) as [|b s IH]; [reflexivity|].
  cbn [length total]. rewrite board_weight_1, <- IH. lia.
Qed.
Definition certified_between (P Q : list Z) (layers : list (layer owed)) (start e : nat) : bool :=
  negb (w =? 0)%nat &&
  check owed alphabets step final dead same Z 0 Z.add Z.mul (Z.eqb 0) Z.eqb 1 (fun _ _ => 1) P Q layers start opening e.
Theorem between_strip P Q layers start e : certified_between P Q layers start e = true ->
  forall n, count_between n = coefficient P (tl Q) n.
Proof.
  unfold certified_between. intros H n. apply andb_true_iff in H. destruct H as [W H]. apply negb_true_iff, Nat.eqb_neq in W.
  rewrite count_weighted, weighted_amount by exact W.
  rewrite <- (map_id P), <- (map_id (tl Q)).
  refine (machine_strip owed alphabets (fun _ _ => 1) step final dead equiv same same_equiv equiv_step equiv_final dead_step dead_final
    Z 0 Z.add Z.mul (Z.eqb 0) Z.eqb (fun z => z) eq_refl (fun _ _ => eq_refl) (fun _ _ => eq_refl) _ _
    1 eq_refl (fun _ _ => 1) (fun _ _ => eq_refl) P Q layers start opening e H n).
  - intros a Ha. symmetry. now apply Z.eqb_eq.
  - intros a b. apply Z.eqb_eq.
Qed.
End System.

(* ================= boards with nothing around ================= *)
Section Plain.
Variables (alphabets : list (list nat)) (patterns : list (list clause)) (outside reach : nat).
(* so many slices of outside are read before the board, so that clauses may look out to the left *)
Definition frame : board := repeat (repeat outside (length alphabets)) reach.
Definition allowed := allowed_between alphabets patterns outside frame [].
Definition count := count_between alphabets patterns outside frame [].
Definition weighted_count := weighted_between alphabets patterns outside frame [].
Definition certified := certified_between alphabets patterns outside frame [].
Lemma frame_slices c : In c frame -> length c = length alphabets.
Proof. intro H. apply repeat_spec in H. subst c. apply repeat_length. Qed.
Lemma allowed_plain b : allowed b = (let u := concat (frame ++ b) in
  forallb (fun place => forallb (fun c => negb (broken outside (skipn place u) c)) (nth (place mod length alphabets) patterns [])) (seq 0 (length u))).
Proof.
  unfold allowed, allowed_between. cbv zeta. generalize (seq 0 (length (concat (frame ++ b)))) as l.
  induction l as [|i l IH]; [reflexivity|]. cbn [forallb]. rewrite IH, app_nil_r. reflexivity.
Qed.
Theorem clause_strip P Q layers start e : certified P Q layers start e = true -> forall n, count n = coefficient P (tl Q) n.
Proof. exact (between_strip alphabets patterns outside frame [] frame_slices P Q layers start e). Qed.
End Plain.
