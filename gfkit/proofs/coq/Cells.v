(* Connected sets of cells of a strip, for all n. To trust the theorem, check the definitions in the part "the
   statement" here and in Connected.v. The automaton is that of Connected.v for the edges between chosen cells;
   its state also contains which of the last cells are chosen, and whether the set is complete. *)
Require Import ZArith List Lia Bool.
From Gfkit Require Import Meaning Strip Sweep Weights Connected.
Import ListNotations.
Local Open Scope nat_scope.

(* ================= the statement ================= *)
Definition chooses (C : list nat) (v : nat) : bool := existsb (Nat.eqb v) C.
Definition among (C : list nat) (E : list edge) : list edge :=
  filter (fun e => chooses C (fst e) && chooses C (snd e)) E.
Definition connected_cells (E : list edge) (C : list nat) : Prop :=
  C <> [] /\ forall a b, In a C -> In b C -> joined (among C E) a b.
Definition connected_set (rows : list (list nat)) (n : nat) (C : list nat) :=
  In C (sublists (seq 0 (length rows * n))) /\ connected_cells (strip_edges rows n) C.

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
      forallb (fun p => forallb (fun q => negb (snd p && snd q) || (fst (fst p) =? fst (fst q))) (combine w
        ms)) (combine w ms)
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
  unfold edges_at, kept_at, back, both. fold m. induction (nth (k mod m) rows []) as [|d ds IH];
    [now destruct (mem k)|].
  cbn [filter]. destruct (d <=? k); cbn [map filter fst snd andb]; rewrite IH; [|reflexivity].
  destruct (mem (k - d)), (mem k); reflexivity.
Qed.
Lemma kept_later k j : exists F, kept (k + j) = kept k ++ F /\ forall a b, In (a, b) F ->
  k - far <= a /\ k <= b /\ mem a = true /\ mem b = true /\ a < b.
Proof.
  induction j as [|j [F [E H]]]; [exists []; rewrite Nat.add_0_r, app_nil_r; split;
    [reflexivity|intros a b []]|].
  exists (F ++ back (k + j) (kept_at (k + j))). rewrite Nat.add_succ_r, kept_next, E, app_assoc.
  split; [reflexivity|].
  intros a b I. apply in_app_or in I. destruct I as [I|I]; [now apply H|]. apply in_map_iff in I.
  destruct I as [d [Ed I]]. injection Ed as <- <-. unfold kept_at in I.
  destruct (mem (k + j)) eqn:M; [|destruct I].
  apply filter_In in I. destruct I as [I J]. apply andb_true_iff in J. destruct J as [J1 J2].
  apply Nat.leb_le in J1.
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
  { intros v Lv Jv. apply (joined_closed (fun x => x = v) (kept k)) in Jv; [lia|]. intros x y I.
    apply B in I. lia. }
  intros x y I. apply in_app_or in I. destruct I as [I|I].
  - apply joined_edge in I. split; intro; eauto using joined_on, joined_back.
  - apply HF in I. destruct I as [I1 [I2 [I3 [I4 I5]]]].
    assert (~ joined (kept k) a x) by (destruct (le_lt_dec k x); [now apply New|apply Out; auto]).
    assert (~ joined (kept k) a y) by now apply New. tauto.
Qed.

Lemma links_some : forall ds k E w M, says false 0 [0] M (S k) E w -> (forall d,
  In d ds -> 1 <= d <= k /\ d < length w) ->
  exists w1, links false 0 w ds = Some w1 /\ length w1 = length w /\ says false 0 [0] M (S k) (E ++ back k
    ds) w1.
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

Lemma says_firstn (M M' : nat -> Prop) k E w : says false 0 [0] M k E w -> far < length w ->
  (forall v, v < k -> M' v -> exists i p, i < far /\ nth_error w i = Some p /\ joined E v (k - S i)) ->
  says false 0 [0] M' k E (firstn far w).
Proof.
  intros [H1 H2 H3 H4 H5 H6 H7] L C.
  assert (at_ : forall i r, nth_error (firstn far w) i = Some r -> nth_error w i = Some r).
  { intros i r N. rewrite nth_error_firstn in N. destruct (i <? far); [exact N|discriminate]. }
  split.
  - assumption.
  - rewrite firstn_length. lia.
  - intros. apply H3; auto.
  - intros v Lv Mv. destruct (C v Lv Mv) as [i [p [Li [N J]]]]. exists i, p. split; [|exact J].
    rewrite nth_error_firstn. apply Nat.ltb_lt in Li. now rewrite Li.
  - intros. apply H5. auto.
  - reflexivity.
  - assumption.
Qed.
Lemma knows_next k c w ms : says false 0 [0] (fun v => c = false /\ mem v = true) k (kept k) w ->
  length w = Nat.min far k -> length ms = length w -> (forall i,
    i < length w -> nth i ms false = mem (k - S i)) ->
  (c = true -> (forall i, i < length w -> nth i ms false = false) /\
    exists v0, v0 < k /\ mem v0 = true /\ forall v, v < k -> mem v = true -> joined (kept k) v0 v) ->
  knows k c (normal w) ms.
Proof.
  intros H L Lm Mk G. destruct (normal_says _ _ _ _ _ _ _ H) as [L' H'].
  split; rewrite ?L'; assumption.
Qed.
Lemma existsb_nth (l : list bool) : existsb (fun b => b) l = true <-> exists i,
  i < length l /\ nth i l false = true.
Proof.
  rewrite existsb_exists. split.
  - intros [b [I ->]]. apply (In_nth _ _ false) in I. exact I.
  - intros [i [L E]]. exists true. split; [|reflexivity]. rewrite <- E. now apply nth_In.
Qed.
Lemma nth_firstn i (l : list bool) : i < far -> nth i (firstn far l) false = nth i l false.
Proof.
  revert i l. clear. induction far as [|f IH]; intros i l L; [lia|]. destruct l as [|b l]; [now destruct i|].
  destruct i as [|i]; [reflexivity|]. cbn. apply IH. lia.
Qed.
Lemma step_knows k closed w ms x : knows k closed w ms -> (x =? 1) = mem k ->
  match cell_step (k mod m) (Some (closed, w, ms)) x with
  | Some (c, w', ms') => knows (S k) c w' ms'
  | None => forall j, ~ good (S k + j)
  end.
Proof.
  intros [Lw Lm Mk H G] Ex. unfold cell_step. rewrite Ex.
  assert (B := bounded _ _ _ _ _ _ _ H).
  replace (if mem k then filter (fun d => nth (pred d) ms false) (nth (k mod m) rows []) else []) with
    (kept_at k).
  2: { unfold kept_at. destruct (mem k); [|reflexivity]. apply filter_ext_in. intros d I. apply rows_far in I.
    destruct (le_lt_dec d k) as [Ld|Ld].
    - rewrite (proj2 (Nat.leb_le d k) Ld), Mk by lia. cbn [andb]. f_equal. lia.
    - rewrite (proj2 (Nat.leb_gt d k) Ld). cbn [andb]. symmetry. apply nth_overflow. lia. }
  destruct (closed && mem k) eqn:Ec.
  { apply andb_true_iff in Ec. destruct Ec as [-> Mem]. destruct (G eq_refl) as [None_ [v0 [L0 [M0 _]]]].
    intros j [_ Q]. specialize (Q v0 k ltac:(lia) ltac:(lia) M0 Mem). revert Q.
    replace (S k + j) with (k + S j) by lia.
    apply island; auto; try lia.
    - intros v Lv Mv. specialize (Mk (k - S v) ltac:(lia)). rewrite None_ in Mk by lia.
      replace (k - S (k - S v)) with v in Mk by lia. congruence.
    - intro J. apply (joined_closed (fun z => z = k) (kept k)) in J; [lia|]. intros a b I. apply B in I. lia.
      }
  assert (F := fresh_says _ _ _ _ _ _ _ H).
  assert (Lf : length (fresh w) = S (Nat.min far k)) by (cbn; now rewrite map_length, Lw).
  destruct (links_some (kept_at k) k _ _ _ F) as [w1 [-> [L1 S1]]].
  { intros d I. unfold kept_at in I. destruct (mem k); [|destruct I]. apply filter_In in I.
    destruct I as [I J].
    apply andb_true_iff in J. destruct J as [J _]. apply Nat.leb_le in J. apply rows_far in I. lia. }
  rewrite <- kept_next in S1. rewrite Lf in L1.
  assert (Mk1 : forall i, i < length w1 -> nth i (mem k :: ms) false = mem (S k - S i)).
  { intros [|i] Li; [cbn; f_equal; lia|]. cbn [nth]. rewrite Mk by lia. f_equal. }
  assert (More : forall a b, joined (kept k) a b -> joined (kept (S k)) a b).
  { intros a b. apply joined_more. rewrite kept_next. apply incl_appl, incl_refl. }
  assert (G1 : closed = true -> (forall i, i < length w1 -> nth i (mem k :: ms) false = false) /\
    exists v0, v0 < S k /\ mem v0 = true /\ forall v, v < S k -> mem v = true -> joined (kept (S k)) v0 v).
  { intros ->. cbn [andb] in Ec. destruct (G eq_refl) as [N [v0 [L0 [M0 J0]]]]. split.
    - intros [|i] Li; [exact Ec|]. cbn [nth]. apply N. lia.
    - exists v0. split; [lia|]. split; [exact M0|]. intros v Lv Mv. apply More, J0; [|exact Mv].
      destruct (Nat.eq_dec v k) as [->|]; [congruence|lia]. }
  destruct (nth_error w1 far) as [p|] eqn:Np.
  2: { apply nth_error_None in Np. apply knows_next; auto; cbn [length]; lia. }
  assert (Lfar : far < length w1) by (apply nth_error_Some; congruence).
  assert (Lr : length (firstn far w1) = Nat.min far (S k)) by (rewrite firstn_length; lia).
  assert (Lms : length (firstn far (mem k :: ms)) = length (firstn far w1)).
  { rewrite !firstn_length. cbn [length]. lia. }
  assert (Mkr : forall i, i < length (firstn far w1) -> nth i (firstn far (mem k :: ms)) false = mem (S k - S
    i)).
  { intros i Li. rewrite nth_firstn by lia. apply Mk1. lia. }
  destruct (nth far (mem k :: ms) false && negb (existsb (fun q => fst p =? fst q) (firstn far w1))) eqn:Old.
  - apply andb_true_iff in Old. destruct Old as [Old New]. apply negb_true_iff in New.
    apply not_true_iff_false in New.
    assert (Ec' : closed = false).
    { destruct closed; [|reflexivity]. destruct (G1 eq_refl) as [N _]. rewrite N in Old by lia. discriminate.
      }
    subst closed. assert (Mold := Mk1 far Lfar). rewrite Old in Mold.
    replace (S k - S far) with (k - far) in * by lia.
    assert (Out : forall v, S k - far <= v < S k -> ~ joined (kept (S k)) (k - far) v).
    { intros v Lv J. destruct (nth_error w1 (k - v)) as [q|] eqn:Nq; [|apply nth_error_None in Nq; lia].
      assert (Sl := same_label _ _ _ _ _ _ _ S1 _ _ _ _ Np Nq).
      replace (S k - S far) with (k - far) in Sl by lia.
      replace (S k - S (k - v)) with v in Sl by lia. apply Sl in J. apply New, existsb_exists. exists q.
      split; [|now apply Nat.eqb_eq]. apply (nth_error_In _ (k - v)). rewrite nth_error_firstn.
      replace (k - v <? far) with true; [exact Nq|]. symmetry. apply Nat.ltb_lt. lia. }
    destruct (existsb (fun b => b) (firstn far (mem k :: ms))) eqn:Any.
    + apply existsb_nth in Any. destruct Any as [i [Li Ei]]. rewrite Lms in Li. rewrite Mkr in Ei by exact Li.
      intros j [_ Q]. apply (island (S k) j (k - far) (S k - S i)); auto; try lia.
      * apply Out. lia.
      * apply (bounded _ _ _ _ _ _ _ S1).
      * apply Q; auto; lia.
    + apply not_true_iff_false in Any. apply knows_next; auto.
      * apply (says_firstn _ _ _ _ _ S1 Lfar). intros v _ [D _]. discriminate D.
      * intros _. split.
        -- intros i Li. apply not_true_iff_false. intro T. apply Any, existsb_nth. exists i.
           split; [lia|exact T].
        -- exists (k - far). split; [lia|]. split; [auto|]. intros v Lv Mv.
           destruct (covered _ _ _ _ _ _ _ S1 v Lv (conj eq_refl Mv)) as [i [q [N J]]].
           assert (Bi := says_bound _ _ _ _ _ _ _ _ _ S1 N).
           destruct (Nat.eq_dec i far) as [->|Ni]; [replace (S k - S far) with (k - far) in J by lia;
             now apply joined_back|].
           exfalso. apply Any, existsb_nth. exists i. split; [lia|]. rewrite Mkr by lia.
           now apply (joined_mem _ _ _ J).
  - apply knows_next; auto.
    + apply (says_firstn _ _ _ _ _ S1 Lfar). intros v Lv Mv.
      destruct (covered _ _ _ _ _ _ _ S1 v Lv Mv) as [i [q [N J]]].
      assert (Bi := says_bound _ _ _ _ _ _ _ _ _ S1 N).
      destruct (Nat.eq_dec i far) as [->|Ni]; [|exists i, q; repeat split; auto; lia].
      assert (T : nth far (mem k :: ms) false = true) by (rewrite Mk1 by lia; apply (joined_mem _ _ _ J);
        apply Mv).
      rewrite T in Old. cbn [andb] in Old. apply negb_false_iff, existsb_exists in Old.
      destruct Old as [r [I Er]].
      apply Nat.eqb_eq in Er. apply In_nth_error in I. destruct I as [j Nj]. rewrite nth_error_firstn in Nj.
      destruct (j <? far) eqn:Lj; [|discriminate]. apply Nat.ltb_lt in Lj. exists j, r. split; [exact Lj|].
      split; [exact Nj|].
      apply (same_label _ _ _ _ _ _ _ S1 _ _ _ _ Np Nj) in Er. eapply joined_on; eassumption.
    + intro C. destruct (G1 C) as [N V]. split; [|exact V]. intros i Li. rewrite nth_firstn by lia. apply N.
      lia.
Qed.
Lemma in_combine_nth (w : labels) : forall ms p b, length ms = length w ->
  (In (p, b) (combine w ms) <-> exists i, nth_error w i = Some p /\ nth i ms false = b).
Proof.
  induction w as [|q w IH]; intros [|c ms] p b L; try discriminate; cbn [combine].
  - split; [intros []|]. intros [[|i] [N _]]; discriminate.
  - split.
    + intros [E|I]; [injection E as -> ->; now exists 0|]. apply IH in I; [|now injection L].
      destruct I as [i I]. now exists (S i).
    + intros [[|i] [N E]]; [left; cbn in *; congruence|right]. apply IH; [now injection L|]. now exists i.
Qed.
Lemma final_good k closed w ms : knows k closed w ms -> (cells_final (Some (closed, w,
  ms)) = true <-> good k).
Proof.
  intros [Lw Lm Mk H G]. unfold cells_final. destruct closed; cbn [orb].
  { split; [intros _|reflexivity]. destruct (G eq_refl) as [_ [v0 [L0 [M0 J0]]]]. split; [eauto|].
    intros a b La Lb Ma Mb. eapply joined_on; [apply joined_back|]; apply J0; assumption. }
  rewrite andb_true_iff, existsb_nth, forallb_forall.
  assert (at_ : forall v, v < k -> mem v = true -> exists i p,
    nth_error w i = Some p /\ nth i ms false = true /\ joined (kept k) v (k - S i)).
  { intros v Lv Mv. destruct (covered _ _ _ _ _ _ _ H v Lv (conj eq_refl Mv)) as [i [p [N J]]]. exists i, p.
    split; [exact N|]. split; [|exact J]. apply (says_bound _ _ _ _ _ _ _ _ _ H) in N. rewrite Mk by lia.
    now apply (joined_mem _ _ _ J). }
  split.
  - intros [[i [Li Ei]] All]. split.
    + exists (k - S i). rewrite <- Mk by lia. split; [|exact Ei]. assert (S := short _ _ _ _ _ _ _ H). lia.
    + intros a b La Lb Ma Mb. destruct (at_ a La Ma) as [ia [p [Np [Ip Ja]]]],
        (at_ b Lb Mb) as [ib [q [Nq [Iq Jb]]]].
      assert (A : In (p, true) (combine w ms)) by (apply in_combine_nth; eauto). apply All in A.
      rewrite forallb_forall in A.
      assert (A' : In (q, true) (combine w ms)) by (apply in_combine_nth; eauto). apply A in A'. cbn in A'.
      apply Nat.eqb_eq in A'.
      apply (same_label _ _ _ _ _ _ _ H _ _ _ _ Np Nq) in A'. eauto using joined_on, joined_back.
  - intros [[v [Lv Mv]] Q]. split.
    + destruct (at_ v Lv Mv) as [i [p [N [I _]]]]. exists i. split; [|exact I].
      apply (says_bound _ _ _ _ _ _ _ _ _ H) in N. lia.
    + intros [p b] I. rewrite forallb_forall. intros [q c] I'. cbn [fst snd]. destruct b, c; try reflexivity.
      cbn [andb negb orb].
      apply in_combine_nth in I, I'; try exact Lm. destruct I as [i [N I]], I' as [j [N' I']].
      apply Nat.eqb_eq.
      apply (same_label _ _ _ _ _ _ _ H _ _ _ _ N N').
      assert (Bi := says_bound _ _ _ _ _ _ _ _ _ H N). assert (Bj := says_bound _ _ _ _ _ _ _ _ _ H N').
      apply Q; try lia; rewrite <- Mk by lia; assumption.
Qed.

Let cell_reads := reads m cell_step.
Lemma cell_reads_none u : forall k, cell_reads k None u = None.
Proof. induction u as [|x u IH]; intro k; [reflexivity|]. apply IH. Qed.
Lemma cell_reads_good u : forall k closed w ms, knows k closed w ms ->
  (forall i, i < length u -> (nth i u 0 =? 1) = mem (k + i)) ->
  (cells_final (cell_reads k (Some (closed, w, ms)) u) = true <-> good (k + length u)).
Proof.
  induction u as [|x u IH]; intros k closed w ms K C; unfold cell_reads in *; cbn [reads length].
  { rewrite Nat.add_0_r. now apply final_good. }
  assert (C0 := C 0 ltac:(cbn; lia)). rewrite Nat.add_0_r in C0.
  assert (K1 := step_knows k closed w ms x K C0). replace (k + S (length u)) with (S k + length u) by lia.
  destruct (cell_step (k mod m) (Some (closed, w, ms)) x) as [[[c w'] ms']|].
  - apply IH; [exact K1|]. intros i L. specialize (C (S i) ltac:(cbn; lia)).
    now replace (S k + i) with (k + S i) by lia.
  - rewrite cell_reads_none. split; [discriminate|]. intro G. now apply K1 in G.
Qed.
Lemma start_knows : knows 0 false [] [].
Proof.
  split; try reflexivity.
  - cbn. lia.
  - intros i L. cbn in L. lia.
  - apply (start_says far false 0 [0] rows some_far).
  - discriminate.
Qed.
End Fixed.

Hypothesis some_rows : m <> 0.

(* words of 0 and 1, and sets of cells *)
Definition cells_of (u : list nat) : list nat := filter (fun v => nth v u 0 =? 1) (seq 0 (length u)).
Lemma in_cells_of u v : In v (cells_of u) <-> v < length u /\ (nth v u 0 =? 1) = true.
Proof. unfold cells_of. rewrite filter_In, in_seq. split; intros [A B]; split; auto; lia. Qed.
Lemma chooses_cells_of u v : chooses (cells_of u) v = (nth v u 0 =? 1).
Proof.
  apply eq_true_iff_eq. unfold chooses. rewrite existsb_exists. split.
  - intros [x [I E]]. apply Nat.eqb_eq in E. subst x. now apply in_cells_of in I.
  - intro E. exists v. split; [|apply Nat.eqb_refl]. apply in_cells_of. split; [|exact E].
    destruct (le_lt_dec (length u) v) as [L|L]; [|exact L]. rewrite nth_overflow in E by exact L.
    discriminate.
Qed.
Lemma good_connected n u : length u = m * n ->
  (good (fun v => nth v u 0 =? 1) (m * n) <-> connected_cells (strip_edges rows n) (cells_of u)).
Proof.
  intro L. unfold good, connected_cells.
  assert (E : among (cells_of u) (strip_edges rows n) = kept (fun v => nth v u 0 =? 1) (m * n)).
  { unfold among, kept, both. apply filter_ext. intro e. now rewrite !chooses_cells_of. }
  rewrite E. split; intros [H1 H2].
  - split.
    + destruct H1 as [v [Lv Mv]]. intro N. assert (I : In v (cells_of u)) by (apply in_cells_of; split;
        [lia|exact Mv]).
      rewrite N in I. destruct I.
    + intros a b Ia Ib. apply in_cells_of in Ia, Ib. apply H2; try lia; tauto.
  - split.
    + destruct (cells_of u) as [|v C] eqn:F; [congruence|]. exists v.
      assert (I : In v (cells_of u)) by (rewrite F; now left). apply in_cells_of in I. split; [lia|tauto].
    + intros a b La Lb Ma Mb. apply H2; apply in_cells_of; split; try assumption; lia.
Qed.
Lemma cells_of_same u u' : length u = length u' -> (forall i, i < length u -> nth i u 0 < 2) ->
  (forall i, i < length u' -> nth i u' 0 < 2) -> cells_of u = cells_of u' -> u = u'.
Proof.
  intros L H H' E. apply (nth_ext _ _ 0 0 L). intros i Li. assert (C := chooses_cells_of u i).
  rewrite E, chooses_cells_of in C.
  specialize (H i Li). specialize (H' i ltac:(lia)). destruct (Nat.eqb_spec (nth i u' 0) 1),
    (Nat.eqb_spec (nth i u 0) 1); try discriminate; lia.
Qed.
Lemma nth_map_seq {A} (F : nat -> A) d r N : r < N -> nth r (map F (seq 0 N)) d = F r.
Proof.
  intro H. rewrite (nth_indep _ d (F 0)) by (rewrite map_length, seq_length; exact H). rewrite (map_nth F).
  now rewrite seq_nth.
Qed.
Lemma filter_sublist {A} (f : A -> bool) l : In (filter f l) (sublists l).
Proof.
  induction l as [|a l IH]; [now left|]. cbn [filter sublists]. apply in_or_app.
  destruct (f a); [left; now apply in_map|now right].
Qed.
Lemma sublist_filter (l : list nat) : NoDup l -> forall s, In s (sublists l) -> s = filter (chooses s) l.
Proof.
  induction l as [|a l IH]; intros N s I; [destruct I as [<-|[]]; reflexivity|].
  inversion_clear N as [|? ? Na Nl].
  cbn in I. apply in_app_or in I. cbn [filter]. destruct I as [I|I].
  - apply in_map_iff in I. destruct I as [t [<- I]]. unfold chooses at 1. cbn [existsb].
    rewrite Nat.eqb_refl. cbn [orb].
    f_equal. rewrite (IH Nl t I) at 1. apply filter_ext_in. intros v J. unfold chooses. cbn [existsb].
    destruct (Nat.eqb_spec v a) as [->|]; [contradiction|reflexivity].
  - destruct (chooses s a) eqn:C; [|now apply IH]. apply existsb_exists in C. destruct C as [x [J E]].
    apply Nat.eqb_eq in E. subst x. apply sublists_incl in I. apply I in J. contradiction.
Qed.
Lemma sublist_word N C : In C (sublists (seq 0 N)) -> exists u, length u = N /\ (forall i,
  i < length u -> nth i u 0 < 2) /\ cells_of u = C.
Proof.
  intro I. exists (map (fun v => if chooses C v then 1 else 0) (seq 0 N)). rewrite map_length, seq_length.
  split; [reflexivity|].
  assert (At : forall i, i < N -> nth i (map (fun v => if chooses C v then 1 else 0) (seq 0 N)) 0 = if
    chooses C i then 1 else 0)
    by (intros; now apply nth_map_seq).
  split; [intros i L; rewrite At by exact L; destruct (chooses C i); lia|].
  unfold cells_of. rewrite map_length, seq_length. transitivity (filter (chooses C) (seq 0 N));
    [|symmetry; exact (sublist_filter _ (seq_NoDup N 0) C I)].
  apply filter_ext_in. intros v J. apply in_seq in J. rewrite At by lia. now destruct (chooses C v).
Qed.

(* boards of 0 and 1 are those of Connected.v where every vertex may have one edge *)
Let ones := repeat [1] m.
Hypothesis ones_fit : fits ones 1 = true.
Let ones_length : length ones = m := repeat_length [1] m.
Lemma ones_legal u : legal ones 0 u <-> forall i, i < length u -> nth i u 0 < 2.
Proof.
  rewrite legal_nth. assert (E : forall i, choices ones (i mod length ones) = 2).
  { intro i. unfold choices. rewrite ones_length. assert (Li := Nat.mod_upper_bound i m some_rows).
    unfold ones.
    rewrite (nth_indep _ [] [1]) by (now rewrite repeat_length). rewrite nth_repeat. reflexivity. }
  split; intros H i L; specialize (H i L); [now rewrite E in H|now rewrite E].
Qed.
Lemma accept_cells n b : In b (all_boards (alphabets ones) n) ->
  (accept _ cell_step cells_final (Some (false, [], [])) b = true <->
   connected_cells (strip_edges rows n) (cells_of (concat b))).
Proof.
  intro I. assert (Sl := boards_slices ones n b I). rewrite ones_length in Sl.
  destruct (proj1 (boards_words ones 1 ones_fit n (concat b))) as [L _]; [eauto|]. rewrite ones_length in L.
  rewrite (accept_reads m cell_step cells_final some_rows b Sl 0), Nat.mul_0_r, <- (good_connected n _ L).
  rewrite (cell_reads_good (fun v => nth v (concat b) 0 =? 1) (concat b) 0 false [] [] (start_knows _)) by
    reflexivity.
  now rewrite L.
Qed.
(* a set weighs z for each cell *)
Definition cell_weigh (z : Z) (_ x : nat) : Z := if x =? 1 then z else 1%Z.
Lemma cells_length u : length (cells_of u) = length (filter (fun x => x =? 1) u).
Proof.
  enough (H : forall u pre, length (filter (fun v => nth v (pre ++ u) 0 =? 1) (seq (length pre) (length u))) =
    length (filter (fun x => x =? 1) u)) by exact (H u []).
  clear u. induction u as [|x u IH]; intro pre; [reflexivity|]. cbn [length seq filter]. rewrite nth_middle.
  specialize (IH (pre ++ [x])). rewrite app_length, Nat.add_1_r, <- app_assoc in IH. cbn [app] in IH.
  destruct (x =? 1); cbn [length]; now rewrite IH.
Qed.
Lemma cells_weight z b : board_weight (cell_weigh z) b = (z ^ Z.of_nat (length (cells_of (concat b))))%Z.
Proof.
  rewrite cells_length. induction b as [|c b IH]; [reflexivity|]. cbn [board_weight concat]. rewrite IH.
  rewrite filter_app, app_length, Nat2Z.inj_add, Z.pow_add_r by lia. f_equal.
  enough (W : forall i, slice_weight (cell_weigh z) i c = (z ^ Z.of_nat (length (filter (fun x => (x =?
    1)%nat)
    c)))%Z) by apply W.
  induction c as [|x c IHc]; intro i; [reflexivity|]. cbn [slice_weight filter]. rewrite IHc. unfold
    cell_weigh.
  destruct (x =? 1); cbn [length]; [|apply Z.mul_1_l]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    reflexivity.
Qed.
Lemma cells_amount z n : sums (connected_set rows n) (fun C => z ^ Z.of_nat (length C))%Z
  (amount _ (alphabets ones) (cell_weigh z) cell_step cells_final (Some (false, [], [])) n).
Proof.
  exists (map (fun b => cells_of (concat b))
    (filter (accept _ cell_step cells_final (Some (false, [], []))) (all_boards (alphabets ones) n))).
  assert (W : forall b, In b (all_boards (alphabets ones) n) -> length (concat b) = m * n /\
    forall i, i < length (concat b) -> nth i (concat b) 0 < 2).
  { intros b I. destruct (proj1 (boards_words ones 1 ones_fit n (concat b))) as [L G]; [eauto|].
    rewrite ones_length in L.
    split; [exact L|now apply ones_legal]. }
  split; [|split].
  - apply NoDup_image.
    + apply NoDup_filter, Strip.all_boards_NoDup. intros s I. apply in_map_iff in I.
      destruct I as [ds [<- _]]. apply seq_NoDup.
    + intros b b' I I' E. apply filter_In in I, I'. destruct I as [I _], I' as [I' _].
      destruct (W b I) as [L G], (W b' I') as [L' G'].
      apply (concat_same ones); [now apply (boards_slices ones n)|now apply (boards_slices ones n)
        |transitivity n; [|symmetry]; now apply (board_length ones)|].
      apply cells_of_same; auto. congruence.
  - intro C. rewrite in_map_iff. unfold connected_set. fold m. split.
    + intros [b [<- I]]. apply filter_In in I. destruct I as [I A]. destruct (W b I) as [L _]. split.
      * unfold cells_of. rewrite L. apply filter_sublist.
      * now apply (accept_cells n b I).
    + intros [I Q]. apply sublist_word in I. destruct I as [u [L [G <-]]].
      destruct (proj2 (boards_words ones 1 ones_fit n u)) as [b [Hb <-]].
      { rewrite ones_length. split; [exact L|]. now apply ones_legal. }
      exists b. split; [reflexivity|]. apply filter_In. split; [exact Hb|]. now apply (accept_cells n b Hb).
  - rewrite total_map. unfold amount. etransitivity; [|apply total_filter with (p := accept _ cell_step
      cells_final (Some (false, [], [])))].
    + apply total_ext. intros b I. apply filter_In in I. destruct I as [_ A]. now rewrite A, cells_weight.
    + intros b _ ->. reflexivity.
Qed.
End Cells.

Definition no_cells (s : cells_state) : bool := match s with None => true | _ => false end.
Definition same_cells (s t : cells_state) : bool :=
  match s, t with
  | None, None => true
  | Some (c, w, ms), Some (c', w', ms') =>
      Bool.eqb c c' && same_state (Some w) (Some w') && eq_list Bool.eqb ms ms'
  | _, _ => false
  end.
Lemma same_cells_eq s t : same_cells s t = true -> s = t.
Proof.
  destruct s as [[[c w] ms]|], t as [[[c' w'] ms']|]; try discriminate; [|reflexivity]. intro H.
  apply andb_true_iff in H. destruct H as [H H3]. apply andb_true_iff in H. destruct H as [H1 H2].
  apply eqb_prop in H1. apply same_state_eq in H2. apply (eq_list_ok _ eqb_prop) in H3. congruence.
Qed.
Definition hash_cells (s : cells_state) : positive :=
  match s with
  | None => 1
  | Some (_, w, ms) =>
      N.succ_pos (fold_right (fun (b : bool) h => (if b then 1 else 0) + 2 * h)%N (hash_labels w) ms)
  end.
Section Certified.
Context {explore : Explorer}.
Variable rows : list (list nat).
Let far := list_max (concat rows).
Let next := cell_step rows far.
Let ones := repeat [1] (length rows).
Let start : cells_state := Some (false, [], []).
Definition cells_checked C c0 cadd cmul czero ceq c1 (cweight : nat -> nat -> C) (P Q : list C) : bool :=
  let layers := fst (explorer _ (alphabets ones) next no_cells same_cells hash_cells [start]) in
  fits rows far && fits ones 1 &&
  check _ (alphabets ones) next cells_final no_cells same_cells C c0 cadd cmul czero ceq c1 cweight
    P Q layers 0 start (length P + length Q + length (classes _ layers)).
Lemma cells_sum : sums_each (connected_set rows) cell_weigh cells_checked.
Proof.
  intros C c0 cadd cmul czero ceq ev h0 ha hm hz he c1 cweight P Q z h1 hw H n. unfold cells_checked in H.
    apply andb_true_iff in H.
  destruct H as [F H]. apply andb_true_iff in F. destruct F as [F F1].
  rewrite <- (machine_strip _ (alphabets ones) (cell_weigh z) _ _ no_cells eq same_cells same_cells_eq
    (fun i p q x E => f_equal (fun p => cell_step rows _ i p x) E) (fun p q E => f_equal cells_final E)
    ltac:(intros i [w|] x D; [discriminate|reflexivity]) ltac:(intros [w|] D; [discriminate|reflexivity])
    C c0 cadd cmul czero ceq ev h0 ha hm hz he c1 h1 cweight hw P Q _ 0 start _ H n).
  exact (cells_amount rows _ (rows_ok _ _ F) (far_ok _ _ F) (m_ok _ _ F) F1 z n).
Qed.
Theorem connected_sets P Q :
  cells_checked Z 0%Z Z.add Z.mul (Z.eqb 0) Z.eqb 1%Z (fun _ _ => 1%Z) P Q = true ->
  forall n, counts (connected_set rows n) (coefficient P (tl Q) n).
Proof. apply (each_counts _ _ _ P Q cells_sum). intros i x. unfold cell_weigh. now destruct (x =? 1). Qed.
Theorem connected_sets_weigh w P Q : cells_checked poly [] padd pmul pzero peq [[1%Z]]
    (fun _ x => if x =? 1 then w else [[1%Z]]) P Q = true -> weighs_each w (connected_set rows) P Q.
Proof.
  apply (each_weighs _ _ _ w _ P Q cells_sum). intros x y i s. unfold cell_weigh.
  destruct (s =? 1); [apply at2_value|apply value_1].
Qed.
End Certified.
