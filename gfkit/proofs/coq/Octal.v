(* Octal games: nim-values, that they determine the winner, and that a period observed on a sufficiently long
   range holds for all n (Guy and Smith, 1956). The code can be that of any octal, hexadecimal or subtraction
   game. To trust the theorem, check the six definitions of the first part; everything below is proved,
   without axioms. *)
Require Import NArith List Lia Bool PeanoNat.
Import ListNotations.

(* ================= definitions ================= *)
(* A code is the list of its digits, from position 0 on: Kayles, 0.77, is [0; 7; 7]. A player may remove i
   tokens from a heap and leave the remaining tokens as k nonempty heaps if bit k of digit i is set: 1 for no
   heap, 2 for one, 4 for two, 8 for three. *)
Definition move (code : list N) (n : nat) (heaps : list nat) : Prop :=
  exists i, i + list_sum heaps = n /\ ~ In 0 heaps /\
    N.testbit (nth i code 0%N) (N.of_nat (length heaps)) = true.

Definition nim_sum (g : nat -> N) (heaps : list nat) : N := fold_right (fun n => N.lxor (g n)) 0%N heaps.

(* g n is the minimal excludant of the nim-values of the options of a heap of n tokens. *)
Definition nim_value (code : list N) (g : nat -> N) : Prop := forall n,
  (forall heaps, move code n heaps -> nim_sum g heaps <> g n) /\
  (forall v, (v < g n)%N -> exists heaps, move code n heaps /\ nim_sum g heaps = v).

(* Normal play with several heaps: a player moves in one heap, and a player without a move loses. *)
Inductive play (code : list N) : list nat -> list nat -> Prop :=
  Play before n heaps after : move code n heaps -> play code (before ++ n :: after) (before ++ heaps ++
    after).
Inductive lost (code : list N) (heaps : list nat) : Prop :=        (* the player to move loses *)
  Lost : (forall next, play code heaps next -> won code next) -> lost code heaps
with won (code : list N) (heaps : list nat) : Prop :=              (* the player to move wins *)
  Won next : play code heaps next -> lost code next -> won code heaps.

(* ================= Moves make heaps smaller ================= *)
(* Who takes nothing has to leave two heaps at least; else a game might not end. *)
Definition ends (code : list N) : bool :=
  negb (N.testbit (nth 0 code 0%N) 0) && negb (N.testbit (nth 0 code 0%N) 1).
(* How many heaps a move leaves at most, or 1. *)
Definition most (code : list N) : nat := fold_right (fun digit => Nat.max (N.size_nat digit - 1)) 1 code.

Lemma sum_cons n a : list_sum (n :: a) = n + list_sum a.
Proof. reflexivity. Qed.
Lemma nim_cons g n a : nim_sum g (n :: a) = N.lxor (g n) (nim_sum g a).
Proof. reflexivity. Qed.
Lemma nim_app g a b : nim_sum g (a ++ b) = N.lxor (nim_sum g a) (nim_sum g b).
Proof. induction a as [|n a IH]; [now rewrite N.lxor_0_l|]. cbn [app].
  now rewrite !nim_cons, IH, N.lxor_assoc. Qed.
Lemma bit_size d k : N.testbit d (N.of_nat k) = true -> S k <= N.size_nat d.
Proof.
  destruct d as [|d]; [easy|]. revert k. induction d as [d IH|d IH|]; intros [|k] T; try (cbn; lia);
    [..|discriminate T].
  - change (N.pos d~1) with (2 * N.pos d + 1)%N in T.
    rewrite Nnat.Nat2N.inj_succ, N.testbit_odd_succ in T by lia.
    apply IH in T. cbn in *. lia.
  - change (N.pos d~0) with (2 * N.pos d)%N in T.
    rewrite Nnat.Nat2N.inj_succ, N.testbit_even_succ in T by lia.
    apply IH in T. cbn in *. lia.
Qed.
Lemma digit_most code i k : N.testbit (nth i code 0%N) (N.of_nat k) = true -> k <= most code /\
  i < length code.
Proof.
  revert i. induction code as [|d code IH]; intros [|i]; cbn [nth]; try (now rewrite N.bits_0);
    intro T; change (most (d :: code)) with (Nat.max (N.size_nat d - 1) (most code)); cbn [length].
  - apply bit_size in T. lia.
  - apply IH in T. lia.
Qed.

Section Game.
Variable code : list N.
Hypothesis Ends : ends code = true.

Lemma move_shape n heaps : move code n heaps -> (exists m, heaps = [m]
  /\ m < n) \/ length heaps <> 1 /\ 0 < n.
Proof.
  intros [i (E & Z & T)]. assert (F := Ends). apply andb_true_iff in F. destruct F as [E0 E1].
  apply negb_true_iff in E0, E1. destruct heaps as [|a [|b heaps]]; cbn in E.
  - right. split; [easy|]. destruct i; [|lia]. cbn in T. congruence.
  - left. exists a. split; [reflexivity|]. destruct i; [|lia]. cbn in T. congruence.
  - right. split; [easy|]. cbn in Z. lia.
Qed.
Lemma move_smaller n heaps : move code n heaps -> forall m, In m heaps -> m < n.
Proof.
  intros M m I. destruct (move_shape _ _ M) as [[a [-> L]]|[L _]]; [destruct I as [<-|[]]; exact L|].
  destruct M as [i (E & Z & _)]. apply in_split in I. destruct I as [l1 [l2 ->]].
  rewrite list_sum_app, sum_cons in E. assert (list_sum (l1 ++ l2) <> 0); [|rewrite list_sum_app in *; lia].
  intro S. destruct (l1 ++ l2) as [|x l] eqn:F.
  - apply L. apply app_eq_nil in F. destruct F. now subst.
  - apply Z. assert (x = 0) by (cbn in S; lia). subst x. rewrite in_app_iff. cbn.
    assert (I : In 0 (l1 ++ l2)) by (rewrite F; now left). apply in_app_iff in I. tauto.
Qed.

(* ================= Nim-values decide who wins (Sprague and Grundy) ================= *)
Definition weight (heaps : list nat) : nat := list_sum (map (fun n => 2 * n - 1) heaps).
Lemma weight_app a b : weight (a ++ b) = weight a + weight b.
Proof. unfold weight. now rewrite map_app, list_sum_app. Qed.
Lemma weight_sum heaps : ~ In 0 heaps -> weight heaps + length heaps = 2 * list_sum heaps.
Proof.
  induction heaps as [|n heaps IH]; [easy|]. unfold weight in *. cbn [In map list_sum fold_right length].
    intro Z.
  assert (n <> 0) by (intros ->; apply Z; now left).
    fold (list_sum heaps) (list_sum (map (fun n => 2 * n - 1) heaps)).
  specialize (IH (fun I => Z (or_intror I))). lia.
Qed.
Lemma play_smaller heaps next : play code heaps next -> weight next < weight heaps.
Proof.
  intros [before n left after M]. rewrite !weight_app. change (n :: after) with ([n] ++ after).
  rewrite weight_app. cut (weight left < weight [n]); [lia|].
  destruct (move_shape _ _ M) as [[a [-> L]]|[L P]]; [unfold weight; cbn; lia|].
    destruct M as [i (E & Z & T)].
  apply weight_sum in Z. unfold weight at 2. cbn [map list_sum fold_right].
  destruct left as [|a [|b left]]; cbn [length] in *; [unfold weight; cbn in *; lia|lia|]. lia.
Qed.
(* A heap whose value has the highest bit of the nim-sum can be made what brings the sum to 0. *)
Lemma lower a s k : N.shiftr s k = 1%N -> N.testbit a k = true -> (N.lxor a s < a)%N.
Proof.
  intros S T. assert (O : N.odd (N.shiftr a k) = true) by (rewrite <- N.bit0_odd, N.shiftr_spec', N.add_0_l;
    exact T).
  apply N.lt_nge. intro L. apply (N.div_le_mono _ _ (2 ^ k)) in L; [|now apply N.pow_nonzero].
  rewrite <- !N.shiftr_div_pow2, N.shiftr_lxor, S in L.
  destruct (N.shiftr a k) as [|[q|q|]]; cbn in O, L; try discriminate; lia.
Qed.
Lemma nim_bit g k heaps : N.testbit (nim_sum g heaps) k = true -> exists n, In n heaps /\
  N.testbit (g n) k = true.
Proof.
  induction heaps as [|n heaps IH]; [easy|]. rewrite nim_cons, N.lxor_spec.
  destruct (N.testbit (g n) k) eqn:T; [intros _; exists n; split; [now left|exact T]|].
    rewrite xorb_false_l. intro H.
  destruct (IH H) as [m [I B]]. exists m. split; [now right|exact B].
Qed.
Lemma nim_lost_or_won g : nim_value code g -> forall heaps,
  (nim_sum g heaps = 0%N -> lost code heaps) /\ (nim_sum g heaps <> 0%N -> won code heaps).
Proof.
  intros G heaps. induction heaps as [heaps IH] using (well_founded_induction (Wf_nat.well_founded_ltof _
    weight)). unfold Wf_nat.ltof in IH. split; intro Z.
  - constructor. intros next P. apply IH; [now apply play_smaller|]. destruct P as [before n left after M].
    apply (proj1 (G n)) in M. intro F. apply M, N.lxor_eq. rewrite nim_app, nim_cons in Z.
      rewrite !nim_app in F.
    transitivity (N.lxor 0 0); [|reflexivity]. rewrite <- Z at 1. rewrite <- F. apply N.bits_inj. intro k.
    rewrite !N.lxor_spec. destruct (N.testbit (nim_sum g before) k), (N.testbit (nim_sum g after) k),
      (N.testbit (nim_sum g left) k), (N.testbit (g n) k); reflexivity.
  - set (s := nim_sum g heaps) in *. assert (T : N.testbit s (N.log2 s) = true) by (apply N.bit_log2;
    exact Z).
    destruct (nim_bit g _ heaps T) as [n [I B]]. assert (L : (N.lxor (g n) s < g n)%N).
    { apply (lower _ _ (N.log2 s)); [|exact B]. rewrite N.shiftr_div_pow2.
      destruct (N.log2_spec s) as [L1 L2]; [lia|].
      rewrite N.pow_succ_r' in L2. symmetry. apply (N.div_unique _ _ _ (s - 2 ^ N.log2 s)); lia. }
    destruct (proj2 (G n) _ L) as [left [M E]]. apply in_split in I. destruct I as [before [after F]].
    assert (P : play code heaps (before ++ left ++ after)) by (rewrite F; now constructor).
    apply (Won _ _ _ P). apply IH; [now apply play_smaller|]. rewrite !nim_app, E. unfold s.
      rewrite F, nim_app, nim_cons.
    apply N.bits_inj. intro k. rewrite !N.lxor_spec, N.bits_0. destruct (N.testbit (nim_sum g before) k),
      (N.testbit (nim_sum g after) k), (N.testbit (g n) k); reflexivity.
Qed.
Lemma not_both heaps : lost code heaps -> won code heaps -> False.
Proof.
  induction heaps as [heaps IH] using (well_founded_induction (Wf_nat.well_founded_ltof _ weight)).
    unfold Wf_nat.ltof in IH. intros [L] [next P W].
  exact (IH next (play_smaller _ _ P) W (L next P)).
Qed.
Theorem nim_sum_decides g : nim_value code g -> forall heaps, lost code heaps <-> nim_sum g heaps = 0%N.
Proof.
  intros G heaps. destruct (nim_lost_or_won g G heaps) as [A B]. split; [|exact A]. intro L.
  destruct (N.eq_dec (nim_sum g heaps) 0) as [Z|Z]; [exact Z|]. destruct (not_both _ L (B Z)).
Qed.

(* ================= Guy and Smith ================= *)
Section Period.
Variables (g : nat -> N) (n0 p : nat).
Hypothesis G : nim_value code g.
Hypothesis Start : 1 <= n0.
Definition far : nat := most code * n0 + (most code - 1) * p + (length code - 1).

Lemma same_value n m :
  (forall heaps, move code n heaps -> exists others, move code m others /\
    nim_sum g others = nim_sum g heaps) ->
  (forall heaps, move code m heaps -> exists others, move code n others /\
    nim_sum g others = nim_sum g heaps) ->
  g n = g m.
Proof.
  intros A B. destruct (G n) as [Gn Ln], (G m) as [Gm Lm].
    destruct (N.lt_trichotomy (g n) (g m)) as [L|[E|L]].
  - destruct (Lm _ L) as [h [M E]]. destruct (B _ M) as [o [M' E']]. destruct (Gn _ M'). congruence.
  - exact E.
  - destruct (Ln _ L) as [h [M E]]. destruct (A _ M) as [o [M' E']]. destruct (Gm _ M'). congruence.
Qed.
Lemma most_positive : 1 <= most code.
Proof. unfold most. clear. induction code; cbn [fold_right]; lia. Qed.
Lemma large_heap x heaps : 0 < x -> length heaps <= most code -> most code * x <= list_sum heaps ->
  exists m, In m heaps /\ x <= m.
Proof.
  intros X L S. destruct (existsb (Nat.leb x) heaps) eqn:E.
  - apply existsb_exists in E. destruct E as [m [I E]]. exists m. split; [exact I|now apply Nat.leb_le].
  - exfalso. assert (One := most_positive). assert (B : list_sum heaps + length heaps <= length heaps * x).
    { clear L S. induction heaps as [|m heaps IH]; [easy|]. apply orb_false_iff in E. destruct E as [E1 E2].
      apply Nat.leb_gt in E1. rewrite sum_cons. cbn [length]. specialize (IH E2). lia. }
    nia.
Qed.
(* A move in which one heap is changed is a move from a heap changed by as much. *)
Lemma move_changed n n' a b m m' : move code n (a ++ m :: b) -> 0 < m' -> n' + m = n + m' -> m <= n ->
  move code n' (a ++ m' :: b).
Proof.
  intros [i (E & Z & T)] P D L. exists i. rewrite list_sum_app, sum_cons in *. repeat split; [lia| |].
  - rewrite in_app_iff in *. cbn in *. intuition lia.
  - rewrite app_length in *. exact T.
Qed.
Theorem guy_smith : (forall n, n0 <= n -> n < far -> g (n + p) = g n) -> forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros H n. induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf). intro L.
  destruct (Nat.lt_ge_cases n far) as [S|S]; [now apply H|]. unfold far in S.
  assert (One := most_positive).
  apply same_value; intros heaps M; assert (B := move_smaller _ _ M); assert (M' := M);
    destruct M' as [i (E & Z & T)]; destruct (digit_most _ _ _ T) as [Lh Li].
  - destruct (large_heap (n0 + p) heaps) as [m [I Lm]]; [lia|exact Lh|nia|]. specialize (B m I).
    apply in_split in I. destruct I as [a [b ->]]. exists (a ++ (m - p) :: b). split.
    + apply (move_changed (n + p) n a b m (m - p)); [exact M|lia..].
    + rewrite !nim_app, !nim_cons. replace (g m) with (g (m - p)); [reflexivity|].
      rewrite <- (IH (m - p)) by lia. f_equal. lia.
  - destruct (large_heap n0 heaps) as [m [I Lm]]; [lia|exact Lh|nia|]. specialize (B m I).
    apply in_split in I. destruct I as [a [b ->]]. exists (a ++ (m + p) :: b). split.
    + apply (move_changed n (n + p) a b m (m + p)); [exact M|lia..].
    + rewrite !nim_app, !nim_cons, IH by lia. reflexivity.
Qed.
End Period.
End Game.

(* ================= By computation ================= *)
Fixpoint downs (g : nat -> N) (n : nat) : list N :=      (* values of heaps of n - 1, ..., 1, 0 *)
  match n with 0 => [] | S m => g m :: downs g m end.
(* Whether the bits of p and q differ where r has bit 1: decided at the first bit that is wrong. *)
Fixpoint is_xor (p q r : positive) : bool :=
  match p, q, r with
  | xO p, xO q, xO r | xI p, xI q, xO r | xI p, xO q, xI r | xO p, xI q, xI r => is_xor p q r
  | xO _, xO _, xI _ | xI _, xI _, xI _ | xI _, xO _, xO _ | xO _, xI _, xO _ => false
  | _, _, _ => N.eqb (Pos.lxor p q) (N.pos r)
  end.
Definition xors (x y v : N) : bool :=
  match x, y, v with N.pos p, N.pos q, N.pos r => is_xor p q r | _, _, _ => N.eqb (N.lxor x y) v end.
(* Whether v is the nim-sum of two heaps: one of 1, 2, ...
   and one of m - 1, m - 2, ...; half of them, by a clock. *)
Fixpoint pairs (clock down up : list N) (v : N) : bool :=
  match clock, down, up with
  | _ :: _ :: clock, y :: down, x :: up => if xors x y v then true else pairs clock down up v
  | _, _, _ => false
  end.
Fixpoint walk (f : N -> N -> list N -> bool) (down up : list N) : bool :=
  match down, up with y :: down, x :: up => if f x y down then true else walk f down up | _, _ => false end.
(* Whether v is the nim-sum of k heaps with m tokens; [last] is the value of m, [down] has those below. *)
Fixpoint sums (k : nat) (last : N) (down up : list N) (v : N) : bool :=
  match k with
  | 0 => match down with [] => N.eqb v 0 | _ => false end
  | 1 => match down with [] => false | _ => N.eqb last v end
  | S (S 0) => pairs down down up v
  | S k => walk (fun x y down => sums k y down up (N.lxor x v)) down up
  end.
Fixpoint hits (digits : list N) (last : N) (down up : list N) (v : N) : bool :=
  match digits with
  | [] => false
  | c :: digits =>
      if existsb (fun k => N.testbit c (N.of_nat k) && sums k last down up v) (seq 0 (N.size_nat c)) then true
      else match down with [] => false | last :: down => hits digits last down up v end
  end.
Fixpoint mex (fuel : nat) (hit : N -> bool) (v : N) : N :=
  match fuel with 0 => v | S fuel => if hit v then mex fuel hit (N.succ v) else v end.
Fixpoint table (code : list N) (n : nat) : list N * N :=   (* values, the newest first;
  a power of 2 above them *)
  match n with
  | 0 => ([], 1%N)
  | S n => let (down, top) := table code n in
           let v := mex (N.to_nat top) (hits code 0 down (tl (rev_append down []))) 0 in
           (v :: down, if N.ltb v top then top else N.double top)
  end.
Definition value (code : list N) (n : nat) : N := hd 0%N (fst (table code (S n))).
Fixpoint agree (k : nat) (xs ys : list N) : bool :=
  match k, xs, ys with 0, _, _ => true | S k, x :: xs, y :: ys => N.eqb x y && agree k xs ys | _, _, _ =>
    false end.
Definition repeats (code : list N) (n0 p : nat) : bool :=
  let window := far code n0 p in
  let values := fst (table code (window + p)) in
  ends code && Nat.leb 1 n0 && agree (window - n0) values (skipn p values).

Lemma is_xor_spec p : forall q r, is_xor p q r = N.eqb (Pos.lxor p q) (N.pos r).
Proof.
  induction p as [p IH|p IH|]; intros [q|q|] [r|r|]; cbn [is_xor]; try reflexivity; rewrite ?IH;
    cbn [Pos.lxor];
    now destruct (Pos.lxor p q).
Qed.
Lemma xors_spec x y v : xors x y v = N.eqb (N.lxor x y) v.
Proof. destruct x, y, v; try reflexivity. apply is_xor_spec. Qed.
Lemma pairs_spec g v b : forall l m a c, length l <= b ->
  (pairs l (downs g m) (map g (seq a c)) v = true <->
   exists j, 2 * j + 2 <= length l /\ j < m /\ j < c /\ N.lxor (g (a + j)) (g (m - 1 - j)) = v).
Proof.
  induction b as [|b IH]; intros [|? [|? l]] m a c L; cbn [length] in *; try lia;
    try (split; [discriminate|intros [j [? _]]; lia]).
  destruct m as [|m], c as [|c]; cbn [pairs downs seq map];
    try (split; [discriminate|intros [j [_ [? [? _]]]]; lia]).
  rewrite xors_spec. destruct (N.eqb_spec (N.lxor (g a) (g m)) v) as [E|E].
  - split; [intros _|reflexivity]. exists 0. rewrite Nat.add_0_r, !Nat.sub_0_r. cbn. rewrite Nat.sub_0_r.
    repeat split; [lia..|exact E].
  - rewrite IH by lia. split; intros [j (A & B & C & D)].
    + exists (S j). repeat split; try lia. rewrite <- D. f_equal; f_equal; lia.
    + destruct j as [|j]; [exfalso; apply E; rewrite <- D; f_equal; f_equal; lia|].
      exists j. repeat split; try lia. rewrite <- D. f_equal; f_equal; lia.
Qed.
Lemma walk_spec g f : forall m a c, walk f (downs g m) (map g (seq a c)) = true <->
  exists j, j < m /\ j < c /\ f (g (a + j)) (g (m - 1 - j)) (downs g (m - 1 - j)) = true.
Proof.
  induction m as [|m IH]; intros a [|c]; cbn [walk downs seq map]; try (split;
    [discriminate|intros [j [? [? _]]]; lia]).
  destruct (f (g a) (g m) (downs g m)) eqn:E.
  - split; [intros _|reflexivity]. exists 0. rewrite Nat.add_0_r, Nat.sub_0_r. cbn. rewrite Nat.sub_0_r.
    repeat split; [lia..|exact E].
  - rewrite IH. split; intros [j (A & B & C)].
    + exists (S j). repeat split; try lia. rewrite <- C. f_equal; f_equal; lia.
    + destruct j as [|j].
      { rewrite Nat.add_0_r, Nat.sub_0_r in C. cbn in C. rewrite Nat.sub_0_r in C. congruence. }
      exists j. repeat split; try lia. rewrite <- C. f_equal; f_equal; lia.
Qed.
Lemma sums_spec g n k : forall last m v, m <= n -> (k = 1 -> last = g m) ->
  (sums k last (downs g m) (map g (seq 1 (n - 1))) v = true <->
   exists heaps, length heaps = k /\ ~ In 0 heaps /\ list_sum heaps = m /\ nim_sum g heaps = v).
Proof.
  induction k as [|[|[|k]] IH]; intros last m v L One.
  - cbn. split.
    + intro H. exists []. destruct m; [|discriminate]. apply N.eqb_eq in H. now subst.
    + intros [[|a h] (A & _ & S & E)]; [|discriminate]. cbn in S, E. subst. reflexivity.
  - cbn. rewrite One by reflexivity. split.
    + intro H. exists [m]. destruct m; [discriminate|]. apply N.eqb_eq in H. cbn. rewrite N.lxor_0_r.
      repeat split; lia || auto.
    + intros [[|a [|b h]] (A & Z & S & E)]; try discriminate. cbn in *.
      rewrite Nat.add_0_r, N.lxor_0_r in *. subst a.
      destruct m; [exfalso; auto|]. now apply N.eqb_eq.
  - cbn [sums]. rewrite (pairs_spec g v m) by (clear; induction m; cbn; lia).
    replace (length (downs g m)) with m by (clear; induction m; cbn; congruence). split.
    + intros [j (A & B & C & E)]. exists [1 + j; m - 1 - j]. cbn. rewrite N.lxor_0_r. repeat split; try lia.
      exact E.
    + intros [[|a [|b [|x h]]] (A & Z & S & E)]; try discriminate. cbn in Z, S, E. rewrite N.lxor_0_r in E.
      destruct (Nat.le_ge_cases a b); [exists (a - 1)|exists (b - 1)]; repeat split; try lia; rewrite <- E;
        [|rewrite N.lxor_comm]; f_equal; f_equal; lia.
  - change (sums (S (S (S k)))) with (fun (last : N) down up v => walk (fun x y down => sums (S (S k)) y
    down up (N.lxor x v)) down up).
    cbv beta. rewrite walk_spec. split.
    + intros [j (A & B & H)]. apply IH in H; [|lia|discriminate]. destruct H as [h (C & Z & S & E)].
      exists (1 + j :: h). cbn [length In]. rewrite sum_cons, nim_cons, E, <- N.lxor_assoc, N.lxor_nilpotent.
      repeat split; [congruence| |lia]. intros [F|F]; [discriminate|now apply Z].
    + intros [[|a h] (A & Z & S & E)]; [discriminate|]. cbn [length In] in A, Z. rewrite sum_cons in S.
      rewrite nim_cons in E.
      assert (0 < list_sum h) by (destruct h as [|b h]; [discriminate|rewrite sum_cons; cbn in Z; lia]).
      exists (a - 1). repeat split; [lia..|]. apply IH; [lia|discriminate|]. exists h.
        repeat split; [congruence|tauto|lia|].
      replace (1 + (a - 1)) with a by lia. now rewrite <- E, <- N.lxor_assoc, N.lxor_nilpotent.
Qed.
Lemma hits_spec g n v digits : forall last m, m <= n -> (N.testbit (nth 0 digits 0%N) 1 = true -> last = g
  m) ->
  (hits digits last (downs g m) (map g (seq 1 (n - 1))) v = true <->
   exists heaps, move digits m heaps /\ nim_sum g heaps = v).
Proof.
  induction digits as [|c digits IH]; intros last m L One; cbn [hits].
  - split; [discriminate|]. intros [h [[i (_ & _ & T)] _]]. destruct i; now cbn in T.
  - destruct (existsb _ _) eqn:X.
    + split; [intros _|reflexivity]. apply existsb_exists in X. destruct X as [k [_ X]].
      apply andb_true_iff in X.
      destruct X as [T X]. apply sums_spec in X; [|exact L|intros ->; now apply One].
        destruct X as [h (A & Z & S & E)].
      exists h. split; [|exact E]. exists 0. subst k. now repeat split.
    + transitivity (exists heaps, (exists i, S i + list_sum heaps = m /\ ~ In 0 heaps /\
        N.testbit (nth i digits 0%N) (N.of_nat (length heaps)) = true) /\ nim_sum g heaps = v).
      * destruct m as [|m]; cbn [downs]; [split; [discriminate|intros [h [[i [E _]] _]]; lia]|].
        rewrite IH by (lia || reflexivity). split; intros [h [[i (E & Z & T)] V]]; exists h; (split;
          [|exact V]);
          exists i; repeat split; auto; lia.
      * split; intros [h [[i (E & Z & T)] V]]; exists h; (split; [|exact V]); [now exists (S i)|].
        destruct i as [|i]; [exfalso|now exists i]. apply not_true_iff_false in X. apply X, existsb_exists.
        exists (length h). split; [apply in_seq; split; [lia|]; now apply bit_size|]. cbn in T. rewrite T.
        apply sums_spec; [exact L|intro O; apply One; cbn; rewrite O in T; exact T|]. now exists h.
Qed.
Lemma mex_spec hit fuel : forall v, let u := mex fuel hit v in
  (v <= u <= v + N.of_nat fuel)%N /\ (forall x, v <= x -> x < u -> hit x = true)%N /\
  (hit u = true -> u = v + N.of_nat fuel)%N.
Proof.
  induction fuel as [|fuel IH]; intro v; cbn [mex]; [repeat split; intros; lia|].
  destruct (hit v) eqn:H; [|repeat split; try lia; intros; congruence || lia].
  destruct (IH (N.succ v)) as (A & B & C). repeat split; [lia..| |].
  - intros x L M. destruct (N.eq_dec x v) as [->|D]; [exact H|]. apply B; lia.
  - intro F. apply C in F. lia.
Qed.
Lemma table_downs code n : fst (table code n) = downs (value code) n.
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [downs]. rewrite <- IH. unfold value. cbn [table].
  now destruct (table code n).
Qed.
Lemma rev_downs g n : tl (rev_append (downs g n) []) = map g (seq 1 (n - 1)).
Proof.
  rewrite <- rev_alt. transitivity (tl (map g (seq 0 n))).
  - f_equal. induction n as [|n IH]; [reflexivity|]. cbn [downs rev]. rewrite seq_S, map_app, IH. reflexivity.
  - destruct n; [reflexivity|]. cbn. now rewrite Nat.sub_0_r.
Qed.
Lemma value_mex code n : value code n = mex (N.to_nat (snd (table code n)))
  (hits code 0 (downs (value code) n) (map (value code) (seq 1 (n - 1)))) 0.
Proof. rewrite <- rev_downs, <- table_downs. unfold value at 1. cbn [table]. now destruct (table code n). Qed.
Lemma lxor_small a b k : (a < 2 ^ k -> b < 2 ^ k -> N.lxor a b < 2 ^ k)%N.
Proof.
  intros A B. assert (E : forall x, (x < 2 ^ k <-> N.shiftr x k = 0)%N).
  { intro x. rewrite N.shiftr_div_pow2. symmetry. apply N.div_small_iff. now apply N.pow_nonzero. }
  apply E. apply E in A, B. now rewrite N.shiftr_lxor, A, B.
Qed.
Lemma table_top code n : exists k, snd (table code n) = (2 ^ k)%N /\
  forall m, m < n -> (value code m < 2 ^ k)%N.
Proof.
  induction n as [|n [k [E B]]]; [exists 0%N; split; [reflexivity|lia]|]. assert (V := value_mex code n).
  assert (M := mex_spec (hits code 0 (downs (value code) n) (map (value code) (seq 1 (n - 1)))) (N.to_nat
    (snd (table code n))) 0).
  cbv zeta in M. rewrite <- V, E, Nnat.N2Nat.id in M. rewrite <- rev_downs, <- table_downs in V.
  cbn [table]. destruct (table code n) as [down top]. cbn [fst snd] in *. rewrite <- V. subst top.
  destruct (N.ltb_spec (value code n) (2 ^ k)) as [L|L].
  - exists k. split; [reflexivity|]. intros m Lm. destruct (Nat.eq_dec m n) as [->|D]; [exact L|]. apply B.
    lia.
  - exists (N.succ k). rewrite N.pow_succ_r', N.double_spec. split; [reflexivity|]. intros m Lm.
    assert (0 < 2 ^ k)%N by (apply N.neq_0_lt_0; now apply N.pow_nonzero).
    destruct (Nat.eq_dec m n) as [->|D]; [lia|]. specialize (B m). lia.
Qed.

(* Nim-values exist, and there is one for each heap. *)
Theorem value_nim code : ends code = true -> nim_value code (value code).
Proof.
  intros Ends n. destruct (table_top code n) as [k [E B]]. assert (V := value_mex code n).
  assert (M := mex_spec (hits code 0 (downs (value code) n) (map (value code) (seq 1 (n - 1)))) (N.to_nat
    (snd (table code n))) 0).
  cbv zeta in M. rewrite <- V, E, Nnat.N2Nat.id in M. destruct M as (_ & Low & Out).
  assert (H : forall v, hits code 0 (downs (value code) n) (map (value code) (seq 1 (n - 1))) v = true <->
    exists heaps, move code n heaps /\ nim_sum (value code) heaps = v).
  { intro v. apply hits_spec; [lia|]. intro T. exfalso. apply andb_true_iff in Ends. destruct Ends as [_ F].
    now rewrite T in F. }
  split.
  - intros h M F. assert (S : (nim_sum (value code) h < 2 ^ k)%N).
    { assert (I := move_smaller code Ends n h M). clear M F. induction h as [|a h IH].
      - apply N.neq_0_lt_0. now apply N.pow_nonzero.
      - rewrite nim_cons. apply lxor_small; [apply B, I; now left|apply IH; intros; apply I; now right]. }
    rewrite F in S. rewrite N.add_0_l in Out. rewrite Out in S; [lia|]. apply H. now exists h.
  - intros v L. apply H, Low; [lia|exact L].
Qed.
Lemma nim_unique code g h : ends code = true -> nim_value code g -> nim_value code h -> forall n, g n = h n.
Proof.
  intros Ends G H n. induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf).
  assert (S : forall heaps, move code n heaps -> nim_sum g heaps = nim_sum h heaps).
  { intros heaps M. assert (I := move_smaller code Ends n heaps M). clear M.
    induction heaps as [|a heaps IHh]; [reflexivity|].
    rewrite !nim_cons, IHh by (intros; apply I; now right). rewrite IH by (apply I; now left). reflexivity. }
  destruct (G n) as [Gn Lg], (H n) as [Hn Lh]. destruct (N.lt_trichotomy (g n) (h n)) as [L|[E|L]];
    [|exact E|].
  - destruct (Lh _ L) as [heaps [M E]]. destruct (Gn _ M). now rewrite S.
  - destruct (Lg _ L) as [heaps [M E]]. destruct (Hn _ M). now rewrite <- S.
Qed.
Lemma agree_spec g k : forall a b, agree k (downs g a) (downs g b) = true ->
  forall j, j < k -> j < a /\ g (a - 1 - j) = g (b - 1 - j).
Proof.
  induction k as [|k IH]; [lia|]. intros [|a] [|b] H; try discriminate. cbn [agree downs] in H.
    apply andb_true_iff in H.
  destruct H as [E H]. apply N.eqb_eq in E. intros [|j] L; [cbn; rewrite !Nat.sub_0_r; split; [lia|exact E]|].
  destruct (IH a b H j) as [A B]; [lia|]. split; [lia|]. replace (S a - 1 - S j) with (a - 1 - j) by lia.
    rewrite B.
  f_equal. lia.
Qed.
Lemma skipn_downs g p : forall n, skipn p (downs g (n + p)) = downs g n.
Proof.
  induction p as [|p IH]; intro n; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. apply IH.
Qed.

(* ================= What files use ================= *)
Theorem octal_period code n0 p : repeats code n0 p = true ->
  forall g, nim_value code g -> forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros H g G. apply andb_true_iff in H. destruct H as [H A]. apply andb_true_iff in H.
    destruct H as [Ends P].
  apply Nat.leb_le in P. rewrite table_downs, skipn_downs in A.
    apply (guy_smith code Ends); [exact G|exact P|].
  intros n L F. rewrite !(nim_unique code g (value code) Ends G (value_nim code Ends)).
  destruct (agree_spec _ _ _ _ A (far code n0 p - 1 - n)) as [_ E]; [lia|].
  replace (n + p) with (far code n0 p + p - 1 - (far code n0 p - 1 - n)) by lia. rewrite E. f_equal. lia.
Qed.
(* The same in terms of play: a heap of n + p may be put in place of a heap of n, whatever lies beside it. *)
Theorem octal_play code n0 p : repeats code n0 p = true ->
  forall n beside, n0 <= n -> (lost code (n + p :: beside) <-> lost code (n :: beside)).
Proof.
  intros H n beside L. assert (Ends : ends code = true) by (do 2 apply andb_true_iff in H as [H _]; exact H).
  rewrite !(nim_sum_decides code Ends _ (value_nim code Ends)), !nim_cons.
  now rewrite (octal_period code n0 p H _ (value_nim code Ends) n L).
Qed.
Theorem octal_repeats code n0 p : repeats code n0 p = true ->
  (forall g, nim_value code g -> forall n, n0 <= n -> g (n + p) = g n) /\
  (forall n beside, n0 <= n -> lost code (n + p :: beside) <-> lost code (n :: beside)).
Proof. intro H. split; [now apply octal_period|intros n beside; now apply octal_play with (n0 := n0)]. Qed.
