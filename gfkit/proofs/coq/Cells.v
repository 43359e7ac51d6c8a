(* Connected sets of cells of a strip, for every length.  What must be believed is the part "the statement",
   with that of Connected.v.  The machine is that of Connected.v for the edges among the chosen cells; beside
   the labels it knows which of the last cells are chosen, and whether all that were chosen are gone. *)
Require Import ZArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Connected.
From Gfkit Require Clauses Pieces.
Import ListNotations.
Local Open Scope nat_scope.

(* ================= the statement ================= *)
Definition chooses (C : list nat) (v : nat) : bool := existsb (Nat.eqb v) C.
Definition among (C : list nat) (E : list edge) : list edge :=
  filter (fun e => chooses C (fst e) && chooses C (snd e)) E.
Definition connected_cells (E : list edge) (C : list nat) : Prop :=
  C <> [] /\ forall a b, In a C -> In b C -> joined (among C E) a b.
Definition cell_sets (rows : list (list nat)) (n : nat) (number : Z) : Prop :=
  exists l, NoDup l /\
    (forall C, In C l <-> In C (sublists (seq 0 (length rows * n))) /\ connected_cells (strip_edges rows n) C) /\
    Z.of_nat (length l) = number.

(* ================= the machine ================= *)
Section Cells.
Variables (rows : list (list nat)) (far : nat).
Let m := length rows.
Definition cells_state := option (bool * labels * list bool).
Definition cell_step (i : nat) (s : cells_state) (x : nat) : cells_state :=
  match s with
  | None => None
  | Some (closed, w, ms) =>
      let ds := if x =? 1 then filter (fun d => nth (pred d) ms false) (nth i rows []) else [] in
      if closed && (x =? 1) then None else
      match links false 0 (fresh w) ds with
      | None => None
      | Some w1 =>
          let ms1 := (x =? 1) :: ms in
          let rest := firstn far w1 in let some := firstn far ms1 in
          match nth_error w1 far with
          | None => Some (closed, normal w1, ms1)
          | Some p =>
              if nth far ms1 false && negb (existsb (fun q => fst p =? fst q) rest)
              then if existsb (fun b => b) some then None else Some (true, normal rest, some)
              else Some (closed, normal rest, some)
          end
      end
  end.
Definition cells_final (s : cells_state) : bool :=
  match s with
  | None => false
  | Some (closed, w, ms) =>
      closed || existsb (fun b => b) ms &&
      forallb (fun p => forallb (fun q => negb (snd p && snd q) || (fst (fst p) =? fst (fst q))) (combine w ms)) (combine w ms)
  end.

Hypothesis rows_far : forall i d, In d (nth i rows []) -> 1 <= d <= far.
Hypothesis some_far : far <> 0.
Section Fixed.
Variable mem : nat -> bool.
Definition both (e : edge) : bool := mem (fst e) && mem (snd e).
Definition kept (k : nat) : list edge := filter both (flat_map (edges_at rows) (seq 0 k)).
Definition kept_at (k : nat) : list nat :=
  if mem k then filter (fun d => (d <=? k) && mem (k - d)) (nth (k mod m) rows []) else [].
Lemma kept_next k : kept (S k) = kept k ++ back k (kept_at k).
Proof.
  unfold kept. rewrite seq_S, flat_map_app, filter_app. cbn [plus flat_map]. rewrite app_nil_r. f_equal.
  unfold edges_at, kept_at, back, both. fold m. induction (nth (k mod m) rows []) as [|d ds IH]; [now destruct (mem k)|].
  cbn [filter]. destruct (d <=? k); cbn [map filter fst snd andb]; rewrite IH; [|reflexivity].
  destruct (mem (k - d)), (mem k); reflexivity.
Qed.
Lemma kept_later k j : exists F, kept (k + j) = kept k ++ F /\ forall a b, In (a, b) F ->
  k - far <= a /\ k <= b /\ mem a = true /\ mem b = true /\ a < b.
Proof.
  induction j as [|j [F [E H]]]; [exists []; rewrite Nat.add_0_r, app_nil_r; split; [reflexivity|intros a b []]|].
  exists (F ++ back (k + j) (kept_at (k + j))). rewrite Nat.add_succ_r, kept_next, E, app_assoc. split; [reflexivity|].
  intros a b I. apply in_app_or in I. destruct I as [I|I]; [now apply H|]. apply in_map_iff in I.
  destruct I as [d [Ed I]]. injection Ed as <- <-. unfold kept_at in I. destruct (mem (k + j)) eqn:M; [|destruct I].
  apply filter_In in I. destruct I as [I J]. apply andb_true_iff in J. destruct J as [J1 J2]. apply Nat.leb_le in J1.
  apply rows_far in I. repeat split; try assumption; lia.
Qed.
Lemma kept_both k a b : In (a, b) (kept k) -> mem a = true /\ mem b = true.
Proof. intro I. apply filter_In in I. destruct I as [_ I]. apply andb_true_iff in I. exact I. Qed.
Lemma joined_mem k a b : joined (kept k) a b -> (mem a = true <-> mem b = true).
Proof. apply (joined_closed (fun x => mem x = true)). intros p q I. apply kept_both in I. tauto. Qed.
Definition good (k : nat) : Prop := (exists v, v < k /\ mem v = true) /\
  forall a b, a < k -> b < k -> mem a = true -> mem b = true -> joined (kept k) a b.
Record knows (k : nat) (closed : bool) (w : labels) (ms : list bool) : Prop := {
  size_w : length w = Nat.min far k;
  size_ms : length ms = length w;
  marks : forall i, i < length w -> nth i ms false = mem (k - S i);
  labelled : says false 0 [0] (fun v => closed = false /\ mem v = true) k (kept k) w;
  all_gone : closed = true -> (forall i, i < length w -> nth i ms false = false) /\
    exists v0, v0 < k /\ mem v0 = true /\ forall v, v < k -> mem v = true -> joined (kept k) v0 v }.

(* a component that no later edge can reach *)
Lemma island k j a b : mem a = true -> mem b = true -> a < k -> b < k + j ->
  (forall v, k - far <= v < k -> mem v = true -> ~ joined (kept k) a v) -> ~ joined (kept k) a b ->
  (forall x y, In (x, y) (kept k) -> x < k /\ y < k) -> ~ joined (kept (k + j)) a b.
Proof.
  intros Ma Mb La Lb Out N B J. destruct (kept_later k j) as [F [E HF]]. rewrite E in J.
  apply (joined_closed (joined (kept k) a) (kept k ++ F)) in J; [apply N, J, joined_here|].
  assert (New : forall v, k <= v -> ~ joined (kept k) a v).
  { intros v Lv Jv. apply (joined_closed (fun x => x = v) (kept k)) in Jv; [lia|]. intros x y I. apply B in I. lia. }
  intros x y I. apply in_app_or in I. destruct I as [I|I].
  - apply joined_edge in I. split; intro; eauto using joined_on, joined_back.
  - apply HF in I. destruct I as [I1 [I2 [I3 [I4 I5]]]].
    assert (~ joined (kept k) a x) by (destruct (le_lt_dec k x); [now apply New|apply Out; auto]).
    assert (~ joined (kept k) a y) by now apply New. tauto.
Qed.

Lemma links_some : forall ds k E w M, says false 0 [0] M (S k) E w -> (forall d, In d ds -> 1 <= d <= k /\ d < length w) ->
  exists w1, links false 0 w ds = Some w1 /\ length w1 = length w /\ says false 0 [0] M (S k) (E ++ back k ds) w1.
Proof.
  induction ds as [|d ds IH]; intros k E w M H D; cbn [links back map].
  - exists w. rewrite app_nil_r. auto.
  - destruct (D d) as [D1 D2]; [now left|].
    assert (L := link_says false 0 [0] M k E w d H ltac:(lia) ltac:(lia)).
    destruct (link false 0 w d) as [w'|]; [|destruct L as [L|[L _]]; [lia|lia|discriminate]].
    destruct L as [_ [L1 L2]]. destruct (IH k _ w' M L2) as [w1 [E1 [L3 S1]]].
    + intros e I. rewrite L1. apply D. now right.
    + exists w1. split; [exact E1|]. split; [congruence|]. now rewrite <- app_assoc in S1.
Qed.
Lemma says_weaker (M M' : nat -> Prop) k E w : (forall v, M' v -> M v) ->
  says false 0 [0] M k E w -> says false 0 [0] M' k E w.
Proof.
  intros I H. destruct H as [H1 H2 H3 H4 H5 H6 H7]. split; try assumption. intros v L Mv. apply H4; auto.
Qed.
Lemma all_degrees d : degree_ok 0 [0] d = true.
Proof. reflexivity. Qed.
End Fixed.
End Cells.
