(* Boards whose last slice stands beside the first: cycles, tori.  One run for each first slice (or first reach slices). *)
Require Import ZArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses.
Import ListNotations.
Local Open Scope Z_scope.

Section Ring.
Variables (alphabets : list (list nat)) (patterns : list (list clause)) (outside reach : nat).
Let w := length alphabets.

(* ================= the statement ================= *)
Definition broken_around (u : list nat) (place : nat) (c : clause) : bool :=
  forallb (fun l => shows (nth ((place + fst l) mod length u) u outside) (snd l)) c.
Definition allowed_around (b : board) : bool :=
  let u := concat b in
  forallb (fun place => forallb (fun c => negb (broken_around u place c)) (nth (place mod w) patterns [])) (seq 0 (length u)).
Definition ring_count (n : nat) : Z := Z.of_nat (length (filter allowed_around (all_boards alphabets n))).

(* ================= fractions add ================= *)
Lemma series_coefficient R qs n : series R qs n = before (coefficient R qs) n.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [before]. rewrite <- IH. reflexivity. Qed.
Lemma coefficient_spec R qs n : coefficient R qs n + dot qs (before (coefficient R qs) n) = nth n R 0.
Proof. unfold coefficient at 1. cbn [series hd]. rewrite series_coefficient. ring. Qed.
Fixpoint add (p q : list Z) : list Z := match p, q with [], _ => q | _, [] => p | a :: p', b :: q' => (a + b) :: add p' q' end.
Lemma add_nth p : forall q n, nth n (add p q) 0 = nth n p 0 + nth n q 0.
Proof. induction p as [|a p IH]; intros [|b q] [|n]; cbn [add nth]; try lia. apply IH. Qed.
Lemma dot_before_add qs (a b : nat -> Z) : forall n, dot qs (before (fun i => a i + b i) n) = dot qs (before a n) + dot qs (before b n).
Proof. induction qs as [|x qs IH]; [reflexivity|]. intros [|n]; [reflexivity|]. cbn [before dot]. rewrite IH. ring. Qed.
Lemma coefficient_add R T qs n : coefficient (add R T) qs n = coefficient R qs n + coefficient T qs n.
Proof.
  unfold coefficient at 1.
  rewrite (series_before (add R T) qs (fun i => coefficient R qs i + coefficient T qs i)); [reflexivity|].
  intro m. rewrite dot_before_add, add_nth, <- !(coefficient_spec _ qs m). ring.
Qed.
Lemma coefficient_nil qs n : coefficient [] qs n = 0.
Proof.
  unfold coefficient. rewrite (series_before [] qs (fun _ => 0)); [reflexivity|].
  intro m. assert (D : forall l k, dot l (before (fun _ => 0) k) = 0) by (induction l; intros [|k]; cbn; auto; rewrite IHl; lia).
  rewrite D. now destruct m.
Qed.

(* ================= a ring is a strip between its first slices ================= *)
Definition fits : bool :=
  forallb (fun i => forallb (forallb (fun l => (i + fst l <? S reach * w)%nat)) (nth i patterns [])) (seq 0 w).
Lemma concat_len (b : board) : (forall c, In c b -> length c = w) -> length (concat b) = (length b * w)%nat.
Proof.
  induction b as [|c b IH]; intro H; [reflexivity|]. cbn. rewrite app_length, IH by (intros; apply H; now right).
  rewrite (H c) by now left. reflexivity.
Qed.
Lemma skipn_nth {A} (d : A) m l i : nth i (skipn m l) d = nth (m + i) l d.
Proof. revert l. induction m as [|m IH]; intros [|a l]; cbn; auto; now destruct i. Qed.
Lemma forallb_same {A} (f g : A -> bool) l : (forall a, In a l -> f a = g a) -> forallb f l = forallb g l.
Proof. induction l as [|a l IH]; intro H; [reflexivity|]. cbn. rewrite (H a (or_introl eq_refl)), IH; [reflexivity|]. intros; apply H; now right. Qed.
Lemma around_between s v : fits = true -> length s = reach -> (forall c, In c (s ++ v) -> length c = w) ->
  allowed_around (s ++ v) = allowed_between alphabets patterns outside s (concat s) v.
Proof.
  intros F Ls H. unfold allowed_around, allowed_between. cbv zeta. unfold board, slice in *. set (u := concat (s ++ v)).
  assert (Lu : length u = ((reach + length v) * w)%nat) by (unfold u; rewrite (concat_len (s ++ v) H), app_length, Ls; reflexivity).
  assert (Lc : length (concat s) = (reach * w)%nat) by (rewrite concat_len; [f_equal; exact Ls|intros; apply H, in_or_app; now left]).
  apply forallb_same. intros place Hp. apply in_seq in Hp. assert (W : w <> O) by (intro E; rewrite E, Nat.mul_0_r in Lu; lia).
  fold w. apply forallb_same. intros c Ic. f_equal. unfold broken_around, broken. apply forallb_same. intros [d s'] Il. cbn [fst snd].
  assert (B : (place mod w + d < S reach * w)%nat).
  { unfold fits in F. rewrite forallb_forall in F. specialize (F (place mod w)%nat). rewrite forallb_forall in F.
    assert (M := Nat.mod_upper_bound place w W).
    assert (In (place mod w)%nat (seq 0 w)) as I0 by (apply in_seq; lia). specialize (F I0 c Ic).
    rewrite forallb_forall in F. specialize (F _ Il). now apply Nat.ltb_lt in F. }
  assert (D := Nat.div_mod place w W).
  assert (Q : (place / w < reach + length v)%nat) by (apply Nat.div_lt_upper_bound; [exact W|lia]).
  f_equal. destruct (lt_dec (place + d) (length u)) as [L|L].
  - rewrite Nat.mod_small by exact L. rewrite app_nth1 by (rewrite skipn_length; lia). now rewrite skipn_nth.
  - rewrite app_nth2 by (rewrite skipn_length; lia). rewrite skipn_length.
    assert (L2 : (place + d - length u < reach * w)%nat) by nia.
    replace ((place + d) mod length u)%nat with (place + d - length u)%nat.
    + unfold u at 2. rewrite concat_app, app_nth1 by lia. f_equal. lia.
    + apply Nat.mod_unique with (q := 1%nat); nia.
Qed.
Lemma boards_split {n m} (f : board -> Z) :
  total f (all_boards alphabets (n + m)) = total (fun s => total (fun v => f (s ++ v)) (all_boards alphabets m)) (all_boards alphabets n).
Proof.
  revert f. induction n as [|n IH]; intro f; [cbn [plus all_boards total]; rewrite Z.add_0_r; reflexivity|]. cbn [plus all_boards].
  rewrite !total_flat_map. apply total_ext. intros c _. rewrite !total_map, IH. reflexivity.
Qed.

(* ================= the theorem ================= *)
(* for each choice of the first slices: numerator and class after them *)
Fixpoint cases_ok (Q : list Z) (layers : list (layer owed)) (e : nat) (ss : list board) (cases : list (list Z * nat)) : bool :=
  match ss, cases with
  | [], [] => true
  | s :: ss', (R, start) :: cases' =>
      certified_between alphabets patterns outside s (concat s) R Q layers start e && cases_ok Q layers e ss' cases'
  | _, _ => false
  end.
Theorem ring_strip Q layers e cases :
  fits && cases_ok Q layers e (all_boards alphabets reach) cases = true ->
  forall n, ring_count (reach + n) = coefficient (fold_right (fun c => add (fst c)) [] cases) (tl Q) n.
Proof.
  intros H n. apply andb_true_iff in H. destruct H as [F H]. unfold ring_count. rewrite <- total_length, boards_split.
  assert (S0 : forall s, In s (all_boards alphabets reach) -> length s = reach /\ forall c, In c s -> length c = w).
  { intros s I. split; [|now apply board_slices with (n := reach)]. revert s I. clear. induction reach as [|r IH]; cbn; intros s I.
    - destruct I as [<-|[]]. reflexivity.
    - apply in_flat_map in I. destruct I as [c [_ I]]. apply in_map_iff in I. destruct I as [s' [<- I]]. cbn. now rewrite IH. }
  revert cases H. generalize (all_boards alphabets reach) as ss, S0. clear S0.
  induction ss as [|s ss IH]; intros S0 [|[R start] cases] H; try discriminate H; [symmetry; apply coefficient_nil|].
  cbn [cases_ok] in H. apply andb_true_iff in H. destruct H as [H1 H2]. cbn [total fold_right fst].
  rewrite coefficient_add, <- (IH (fun s I => S0 s (or_intror I)) cases H2). f_equal.
  destruct (S0 s (or_introl eq_refl)) as [Ls Hs].
  rewrite <- (between_strip alphabets patterns outside s (concat s) Hs R Q layers start e H1 n).
  unfold count_between. rewrite <- total_length. apply total_ext. intros v I.
  rewrite around_between; [reflexivity|exact F|exact Ls|].
  intros c Ic. apply in_app_or in Ic. destruct Ic as [Ic|Ic]; [now apply Hs|now apply (board_slices alphabets n v)].
Qed.
End Ring.
