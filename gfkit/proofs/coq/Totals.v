(* How often conditions are broken on the whole board; and arrays of which something is asked on the whole
   board. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Watches Strip Arrays Lines.
Import ListNotations.
Local Open Scope nat_scope.

(* ================= sums over places ================= *)
Definition once (b : bool) : Z := if b then 0%Z else 1%Z.
(* how many of the m numbers from a on f is false of *)
Definition missed (f : Z -> bool) (a : Z) (m : nat) : Z := total (fun t => once (f (a + Z.of_nat t)%Z)) (seq
  0 m).
Lemma missed_app f a m m' : missed f a (m + m') = (missed f a m + missed f (a + Z.of_nat m) m')%Z.
Proof.
  unfold missed. rewrite seq_app, total_app. f_equal. rewrite (total_seq _ (0 + m)). apply total_ext.
  intros t _. do 2 f_equal. lia.
Qed.
Lemma missed_none f a m : (forall t, t < m -> f (a + Z.of_nat t)%Z = true) -> missed f a m = 0%Z.
Proof. intro H. apply total_zero. intros t I. apply in_seq in I. rewrite H by lia. reflexivity. Qed.
Lemma missed_around f n d : (forall j, f (j + Z.of_nat n)%Z = f j) -> missed f (Z.of_nat d) n = missed f 0 n.
Proof.
  intro H. induction d as [|d IH]; [reflexivity|]. rewrite <- IH.
  assert (L := missed_app f (Z.of_nat d) 1 n). assert (R := missed_app f (Z.of_nat d) n 1).
  rewrite (Nat.add_comm n 1) in R. replace (Z.of_nat d + Z.of_nat 1)%Z with (Z.of_nat (S d)) in L by lia.
  enough (E : missed f (Z.of_nat d + Z.of_nat n) 1 = missed f (Z.of_nat d) 1) by lia.
  unfold missed. cbn [seq total]. now rewrite !Z.add_0_r, H.
Qed.
Lemma total_slots (f : nat -> Z) h n : total f (seq 0 (n * h)) = total (fun t => total (fun i => f (t * h +
  i))
  (seq 0 h)) (seq 0 n).
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, total_app, <- IH. cbn [total plus]. rewrite
    Z.add_0_r.
  replace (S n * h) with (n * h + h) by lia. rewrite seq_app, total_app. f_equal. apply total_seq.
Qed.
Lemma total_parts {A} (g : A -> Z) (f : A -> nat) h s : (forall a, In a s -> f a < h) ->
  total (fun i => total g (filter (fun a => f a =? i) s)) (seq 0 h) = total g s.
Proof.
  induction s as [|a s IH]; intro H; [apply total_zero; reflexivity|]. cbn [filter total].
  rewrite <- IH by (intros; apply H; now right). specialize (H a (or_introl eq_refl)).
  transitivity (total (fun i => ((if (f a =? i)%nat then g a else 0) + total g (filter (fun a => (f a =?
    i)%nat)
    s))%Z) (seq 0 h)).
  { apply total_ext. intros i _. destruct (f a =? i); cbn [total]; lia. }
  rewrite total_plus. f_equal. replace h with (f a + S (h - S (f a))) by lia. rewrite seq_app, total_app.
  cbn [seq total plus]. rewrite Nat.eqb_refl, !total_zero; [lia| |]; intros i I; apply in_seq in I;
    destruct (Nat.eqb_spec (f a) i); lia.
Qed.

(* ================= broken conditions ================= *)
(* slots do not change places where a ring closes *)
Definition plain_end (e : boundary) : bool := match e with Ring (_ :: _) => false | _ => true end.
Section Broken.
Variables (e : boundary) (h k : nat).
(* in how many slices of the board the conditions are broken *)
Definition breaks (n : nat) (b : board) (cs : list condition) : Z :=
  total (fun c => missed (fun j => true_at (view k e b) j c) 0 n) cs.
(* it takes a cell of the slice where it is broken *)
Definition anchored (c : condition) : bool :=
  let '(Condition g _ _) := c in existsb (fun t => (snd (fst t) =? 0)%Z && negb (shows k (snd t))) g.
Definition counted (cs : list condition) : bool := forallb (fun c => fits h k c && anchored c) cs.
Definition watch_of (cs : list condition) (cap : Z) (numbers : list Z) : watch :=
  tally_watch k (patterns h cs) cap numbers.

Lemma laid_true cs (B tail : board) : h <> 0 -> forallb (fits h k) cs = true ->
  (forall s, In s (B ++ tail) -> length s = h) ->
  laid k h (patterns h cs) (concat tail) 0 (concat B) =
  total (fun c => total (fun t => once (true_at (listed k (B ++ tail)) (Z.of_nat t - least c) c)) (seq 0
    (length
    B))) cs.
Proof.
  intros W F H. assert (HB : forall s, In s B -> length s = h) by (intros; apply H; apply in_or_app; now
    left).
  rewrite laid_places, (concat_length h B HB), total_slots. etransitivity; [|apply total_swap].
  apply total_ext. intros t I.
  apply in_seq in I. rewrite forallb_forall in F.
  rewrite <- (total_parts _ (first_of h) h cs).
  2: { intros c J. specialize (F c J). unfold fits in F. apply andb_true_iff in F. destruct F as [F _].
       apply andb_true_iff in F. now apply Nat.ltb_lt. }
  apply total_ext. intros i Hi. apply in_seq in Hi. cbn [plus].
  replace ((t * h + i) mod h) with i by (rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia).
  rewrite patterns_nth by lia. unfold broken. rewrite total_map. apply total_ext. intros c J.
  apply filter_In in J. destruct J as [J E]. apply Nat.eqb_eq in E. unfold once.
  rewrite <- (debt_true h k (B ++ tail) t c H (F c J)), E, concat_app, skipn_app.
  replace (t * h + i - length (concat B)) with 0; [reflexivity|].
  rewrite (concat_length h B HB). nia.
Qed.
Section Board.
Variables (n r : nat) (b : board) (cs : list condition).
Hypothesis e_ok : boundary_ok e h = true.
Hypothesis ends : plain_end e = true.
Hypothesis h_ok : h <> 0.
Hypothesis long : match e with Open => True | Ring _ => 0 < n /\ r <= n end.
Hypothesis B : is_board h k n b.
Hypothesis far : reach cs <= r.
Hypothesis C : counted cs = true.
Lemma counted_fits : forallb (fits h k) cs = true.
Proof.
  apply forallb_forall. intros c I. unfold counted in C. rewrite forallb_forall in C. specialize (C c I).
  now apply andb_true_iff in C.
Qed.
Lemma anchor c : In c cs -> (least c <= 0 /\ - least c <= Z.of_nat r)%Z /\
  exists t, In t (items_of c) /\ fst (fst t) < h /\ snd (fst t) = 0%Z /\ shows k (snd t) = false /\
    forall v j, seen v j t = false -> true_at v j c = true.
Proof.
  intro I. unfold counted in C. rewrite forallb_forall in C. specialize (C c I). apply andb_true_iff in C.
  destruct C as [F A]. destruct c as [g i a]. cbn [anchored] in A. apply existsb_exists in A.
  destruct A as [t [It A]]. apply andb_true_iff in A. destruct A as [A A'].
  apply Z.eqb_eq in A. apply negb_true_iff in A'.
  assert (J : In t (items_of (Condition g i a))) by (cbn; apply in_or_app; now left).
  assert (R := reach_item _ _ _ I J). unfold fits in F. apply andb_true_iff in F. destruct F as [F _].
  apply andb_true_iff in F. destruct F as [_ F]. rewrite forallb_forall in F. specialize (F t J).
  apply andb_true_iff in F. destruct F as [F _]. apply andb_true_iff in F. destruct F as [F1 F].
  apply Nat.ltb_lt in F1. apply Z.leb_le in F. rewrite A in *. split; [lia|]. exists t. repeat split; auto.
  intros v j S. cbn [true_at]. replace (forallb (seen v j) g) with false; [reflexivity|]. symmetry.
  apply not_true_iff_false. intro H. rewrite forallb_forall in H. rewrite (H t It) in S. discriminate.
Qed.
Lemma item_slot c t : In c cs -> In t (items_of c) ->
  fst (fst t) < h /\ (least c <= snd (fst t) <= least c + Z.of_nat r)%Z.
Proof.
  intros I J. assert (R := reach_item _ _ _ I J). assert (F := counted_fits). rewrite forallb_forall in F.
  specialize (F c I). unfold fits in F. apply andb_true_iff in F. destruct F as [F _].
  apply andb_true_iff in F. destruct F as [_ F]. rewrite forallb_forall in F. specialize (F t J).
  apply andb_true_iff in F. destruct F as [F _]. apply andb_true_iff in F. destruct F as [F1 F].
  apply Nat.ltb_lt in F1. apply Z.leb_le in F. lia.
Qed.
Lemma watched_breaks cap numbers : watched (before_board e h k r) (behind_board e h k r b) b (watch_of cs cap
  numbers) = existsb (Z.eqb (capped cap (breaks n b cs))) numbers.
Proof.
  assert (Hb : forall s, In s b -> length s = h) by (intros s I; now apply B).
  assert (L : length b = n) by apply B. unfold watch_of, breaks. destruct e as [|turn].
  - cbn [before_board behind_board]. rewrite tally_watched with (h := h); [|exact h_ok|].
    2: { intros s I. apply in_app_or in I. destruct I as [I|I]; [|now apply Hb]. apply repeat_spec in I.
         subst s. apply repeat_length. }
    rewrite laid_true; [|exact h_ok|exact counted_fits|].
    2: { intros s I. rewrite app_nil_r in I. apply in_app_or in I. destruct I as [I|I]; [|now apply Hb].
         apply repeat_spec in I. subst s. apply repeat_length. }
    do 3 f_equal. apply total_ext. intros c I. destruct (anchor c I) as [[A1 A2] [t [It [Ht [T0 [T1 T]]]]]].
    unfold board, slice in *. rewrite app_length, repeat_length, L, <- app_assoc.
    transitivity (missed (fun j => true_at (view k Open b) j c) (- Z.of_nat (Z.to_nat (least c + Z.of_nat r)))
      (Z.to_nat (least c + Z.of_nat r) + (n + Z.to_nat (- least c)))).
    { replace (r + n) with (Z.to_nat (least c + Z.of_nat r) + (n + Z.to_nat (- least c))) by lia.
      apply total_ext. intros q _. f_equal. apply true_at_same. intros x J.
      destruct (item_slot c x I J) as [S1 S2]. rewrite listed_frame by (assumption || lia). f_equal. lia. }
    rewrite !missed_app, (missed_none _ _ (Z.to_nat (least c + Z.of_nat r))),
      (missed_none _ _ (Z.to_nat (- least c))).
    + rewrite Z.add_0_r, Z.add_opp_diag_l. reflexivity.
    + intros q Q. apply T. unfold seen. rewrite view_off by (unfold board, slice in *; lia). exact T1.
    + intros q Q. apply T. unfold seen. rewrite view_off by (unfold board, slice in *; lia). exact T1.
  - cbn [before_board behind_board]. destruct turn as [|? ?]; [|discriminate].
    assert (N : b <> []) by (intros ->; cbn in L; lia).
    rewrite tally_watched with (h := h); [|exact h_ok|exact Hb]. cbn [app].
    rewrite laid_true; [|exact h_ok|exact counted_fits|].
    2: { intros s I. apply in_app_or in I. destruct I as [I|I]; [now apply Hb|]. apply in_map_iff in I.
         destruct I as [q [<- _]]. unfold turn_slice. now rewrite map_length, seq_length. }
    do 3 f_equal. apply total_ext. intros c I. destruct (anchor c I) as [[A1 A2] _].
    rewrite <- (missed_around _ n (Z.to_nat (- least c))).
    2: { intro j. apply true_at_same. intros x J. rewrite !view_ring, !(turn_none [] eq_refl), L.
         replace (j + Z.of_nat n + snd (fst x))%Z with (j + snd (fst x) + 1 * Z.of_nat n)%Z by lia.
         rewrite Z.mod_add by lia. now destruct (Z.odd _), (Z.odd _). }
    rewrite L. apply total_ext. intros q Q. apply in_seq in Q. f_equal. apply true_at_same. intros x J.
    destruct (item_slot c x I J) as [S1 S2]. rewrite listed_ring; [f_equal; lia|exact e_ok|exact N|exact S1|
      |];
      unfold board, slice in *; lia.
Qed.
End Board.

(* conditions that are always true, and reach over so many slices *)
Definition reaching (far : nat) : condition := Condition [] [(0, 0%Z, 0%N); (0, Z.of_nat far, 0%N)] 7.
Lemma reaching_true far v j : true_at v j (reaching far) = true.
Proof.
  cbn [reaching true_at forallb]. assert (S := filter_short (seen v j) [(0, 0%Z, 0%N); (0, Z.of_nat far,
    0%N)]).
  cbn [length] in S. destruct (length _) as [|[|[|m]]]; [reflexivity..|lia].
Qed.
Lemma reaching_far far cs : far <= span e (flat_map plain (cs ++ [reaching far])).
Proof.
  assert (I : In (reaching far) (flat_map plain (cs ++ [reaching far]))).
  { rewrite flat_map_app. apply in_or_app. right. now left. }
  assert (R : forall l, In (reaching far) l -> far <= reach l).
  { intros l J. assert (R := reach_item _ (0, Z.of_nat far, 0%N) l J (or_intror (or_introl eq_refl))).
    cbn [reaching least items_of app fold_left fst snd] in R. lia. }
  destruct e as [|turn]; apply R; [exact I|]. unfold turned. destruct turn; [exact I|]. apply in_or_app. now
    left.
Qed.
Definition numbered := (list condition * (Z * list Z))%type.
Definition counting (cs : list condition) (ts : list numbered) : list condition :=
  cs ++ [reaching (list_max (map (fun t => reach (fst t)) ts))].
Definition watches_of (ts : list numbered) : list watch :=
  map (fun t => watch_of (fst t) (fst (snd t)) (snd (snd t))) ts.
Definition counting_ok (ts : list numbered) : bool := plain_end e && forallb (fun t => counted (fst t)) ts.
Lemma counting_mean cs ts property : counting_ok ts = true -> mean e h k cs property ->
  mean_with e h k (counting cs ts) (watches_of ts) (fun n b => property n b /\
    forall t, In t ts -> In (Z.min (breaks n b (fst t)) (fst (snd t))) (snd (snd t))).
Proof.
  intros K M E W r n b L. apply andb_true_iff in K. destruct K as [K1 K2]. rewrite forallb_forall in K2.
  assert (M' := M E W n b). unfold counting in *. rewrite all_true_app.
  assert (T : all_true k e [reaching (list_max (map (fun t => reach (fst t)) ts))] b).
  { intros j c [<-|[]]. apply reaching_true. }
  assert (X : is_board h k n b -> (watched_all e h k r (watches_of ts) b = true <->
    forall t, In t ts -> In (Z.min (breaks n b (fst t)) (fst (snd t))) (snd (snd t)))).
  { intro B. unfold watched_all, watches_of. rewrite forallb_forall.
    assert (Y : forall t, In t ts -> watched (before_board e h k r) (behind_board e h k r b) b
      (watch_of (fst t) (fst (snd t)) (snd (snd t))) = true <-> In (Z.min (breaks n b (fst t)) (fst (snd t)))
        (snd
      (snd t))).
    { intros t I. rewrite watched_breaks with (n := n); [|exact E|exact K1|exact W|exact L|exact B| |now
      apply K2].
      - unfold capped. rewrite existsb_exists. split.
        + intros [x [J Q]]. apply Z.eqb_eq in Q. now rewrite Q.
        + intro J. eexists. split; [exact J|apply Z.eqb_refl].
      - eapply Nat.le_trans; [|apply reaching_far]. set (l := map _ _).
        assert (Q := proj1 (list_max_le l (list_max l)) (Nat.le_refl _)). rewrite Forall_forall in Q. apply Q.
        unfold l. apply in_map_iff. eauto. }
    split.
    - intros H t I. apply Y; [exact I|]. apply H. apply in_map_iff. eauto.
    - intros H w I. apply in_map_iff in I. destruct I as [t [<- I]]. apply Y; auto. }
  split.
  - intros [B [[A _] V]]. split; [now apply M'|now apply X].
  - intros [S V]. apply M' in S. destruct S as [B A]. apply (X B) in V. tauto.
Qed.
End Broken.

(* ================= arrays ================= *)
Lemma total_test {A} (f : A -> bool) s : total (fun _ => 1%Z) (filter f s) = total (fun a => if f a then 1%Z
  else
  0%Z) s.
Proof. induction s as [|a s IH]; [reflexivity|]. cbn [filter total]. destruct (f a); cbn [total]; lia. Qed.
Lemma total_pairs {A B} (f : A * B -> Z) s t : total f (list_prod s t) = total (fun a => total (fun b => f
  (a, b))
  t) s.
Proof.
  induction s as [|a s IH]; [reflexivity|]. cbn [list_prod total]. now rewrite total_app, total_map, IH.
Qed.
Lemma NoDup_pairs {A B} (s : list A) (t : list B) : NoDup s -> NoDup t -> NoDup (list_prod s t).
Proof.
  intros S T. induction S as [|a s N S IH]; [constructor|]. cbn [list_prod].
  assert (D : forall l, NoDup l -> NoDup (map (fun y : B => (a, y)) l ++ list_prod s t)).
  { induction 1 as [|y l M L IHl]; [exact IH|]. cbn [map app]. constructor; [|exact IHl]. intro I.
    apply in_app_or in I. destruct I as [I|I].
    - apply in_map_iff in I. destruct I as [z [Z I]]. injection Z as ->. contradiction.
    - apply in_prod_iff in I. tauto. }
  now apply D.
Qed.
Lemma counts_same {A} (p : A -> Prop) a b : counts p a -> counts p b -> a = b.
Proof.
  intros [l [N [I <-]]] [l' [N' [I' <-]]].
  assert (T : forall s : list A, total (fun _ => 1%Z) s = Z.of_nat (length s)) by (induction s; cbn [total
    length];
    lia).
  rewrite !T. f_equal. apply Nat.le_antisymm; apply NoDup_incl_length; auto; intros x X; [apply I', I,
    X|apply I, I',
    X].
Qed.

Section Arrays.
Variables (e : boundary) (closed : bool) (h k : nat).
(* the condition that is broken where an event is the case in row i; none if it never is *)
Definition event_at (ev : event) (i : nat) : option condition :=
  match ev with
  | Lies win => option_map clause (items_at closed h k i win)
  | Fits r =>
      let counted := map (items_near closed h k i (neighbours r)) (of_ r) in
      option_map (fun t => Condition [t] (packed counted) (mask (filter (fun m => if in_dec Nat.eq_dec m
        (packs counted
        (allowed r)) then false else true) (seq 0 (S (length (packed counted)))))))
        (item_of closed h k i (0%Z, 0%Z, below k (if_ r)))
  end.
Definition event_conditions (ev : event) : list condition :=
  flat_map (fun i => match event_at ev i with Some c => [c] | None => [] end) (seq 0 h).
Definition tally_conditions (t : tally) : numbered := (flat_map event_conditions (events t), (cap t,
  Meaning.numbers t)).
Section Board.
Hypothesis e_ok : boundary_ok e h = true.
Variables (n : nat) (b : board).
Hypothesis B : is_board h k n b.
Local Notation see := (look_round e closed h b).
Lemma event_true ev i j : i < h -> happens k see ev (Z.of_nat i) j <->
  match event_at ev i with Some c => true_at (view k e b) j c = false | None => False end.
Proof.
  intro Hi. destruct ev as [win|r]; cbn [happens event_at].
  - rewrite (items_at_ok e closed h k e_ok n b B i j win Hi). destruct (items_at closed h k i win) as [l|];
      cbn [option_map]; [|tauto]. cbn [clause true_at filter length]. change (shows 0 0) with false.
    destruct (forallb _ l); intuition congruence.
  - assert (T := item_ok e closed h k e_ok n b B i j 0 0 (below k (if_ r)) Hi). rewrite !Z.add_0_r in T.
    rewrite (inside_ok e closed h k e_ok n b B), T.
    destruct (item_of closed h k i (0%Z, 0%Z, below k (if_ r))) as [t|]; cbn [option_map]; [|tauto].
    unfold fits_near. rewrite (numbers_ok e closed h k e_ok n b B i j (neighbours r) (of_ r) Hi).
    rewrite <- packs_ok. cbn [true_at forallb]. rewrite andb_true_r.
    set (counted := map _ (of_ r)). assert (S := filter_short (seen (view k e b) j) (packed counted)).
    set (m := length (filter _ (packed counted))) in *.
    destruct (seen (view k e b) j t); [|intuition congruence].
    rewrite <- not_true_iff_false, mask_ok, filter_In, in_seq.
    destruct (in_dec Nat.eq_dec m (packs counted (allowed r))); intuition (try congruence; try lia).
Qed.
Lemma event_counts ev : counts (fun p => (0 <= fst p < Z.of_nat h)%Z /\ (0 <= snd p < Z.of_nat n)%Z /\
    happens k see ev (fst p) (snd p)) (breaks e k n b (event_conditions ev)).
Proof.
  set (test := fun p => match event_at ev (Z.to_nat (fst p)) with
    Some c => negb (true_at (view k e b) (snd p) c) | None => false end).
  exists (filter test (list_prod (map Z.of_nat (seq 0 h)) (map Z.of_nat (seq 0 n)))). split; [|split].
  - apply NoDup_filter, NoDup_pairs; apply FinFun.Injective_map_NoDup; try apply seq_NoDup; intros x y; lia.
  - intros [i j]. rewrite filter_In, in_prod_iff, !in_map_iff. cbn [fst snd].
    assert (P : forall m z, (exists x, Z.of_nat x = z /\ In x (seq 0 m)) <-> (0 <= z < Z.of_nat m)%Z).
    { intros m z. split; [intros [x [<- I]]; apply in_seq in I; lia|]. intro H. exists (Z.to_nat z).
      rewrite in_seq. lia. }
    rewrite !P. assert (Q : (0 <= i < Z.of_nat h)%Z -> (test (i, j) = true <-> happens k see ev i j)).
    { intro H. rewrite <- (Z2Nat.id i) at 2 by lia. rewrite event_true by lia. unfold test. cbn [fst snd].
      destruct (event_at ev (Z.to_nat i)); [apply negb_true_iff|intuition congruence]. }
    tauto.
  - rewrite total_test, total_pairs, total_map. unfold breaks, event_conditions. rewrite total_flat_map.
    apply total_ext. intros i I. rewrite total_map. unfold test. cbn [fst snd]. rewrite Nat2Z.id.
    destruct (event_at ev i) as [c|]; cbn [total]; [|apply total_zero; reflexivity]. rewrite Z.add_0_r.
    apply total_ext. intros j J. cbn [Z.add]. unfold once. now destruct (true_at _ _ c).
Qed.
Lemma events_happen evs : forall m, happen k see h n evs m <-> m = breaks e k n b (flat_map event_conditions
  evs).
Proof.
  induction evs as [|ev evs IH]; intro m; [reflexivity|]. cbn [happen flat_map]. unfold breaks in *.
  rewrite total_app. assert (E := event_counts ev). split.
  - intros [a [H1 H2]]. apply IH in H1. assert (Q := counts_same _ _ _ E H2). unfold breaks in Q. lia.
  - intros ->. eexists. split; [apply IH|exact E]. unfold breaks. lia.
Qed.
Lemma keeps_breaks t : keeps k see h n t <->
  In (Z.min (breaks e k n b (fst (tally_conditions t))) (cap t)) (Meaning.numbers t).
Proof.
  unfold keeps, tally_conditions. cbn [fst]. split.
  - intros [m [H I]]. apply events_happen in H. now subst m.
  - intro I. eexists. split; [now apply events_happen|exact I].
Qed.
End Board.
End Arrays.

(* ================= pins ================= *)
Section Pins.
Variables (e : boundary) (h k : nat).
(* where a column is named, the board is open *)
Definition pin_ok (p : pin) : bool := match e, snd (fst p) with Ring _, Some _ => false | _, _ => true end.
Definition is_row (row : option Z) (i : nat) : bool :=
  match row with None => true | Some p => (Z.of_nat i =? if p <? 0 then Z.of_nat h + p else p)%Z end.
(* the slice is there from which the cell is so far, and not the one beyond it *)
Definition is_column (column : option Z) (i : nat) : list item :=
  match column with
  | None => []
  | Some c => if (c <? 0)%Z then [here k i (- c - 1); beyond k i (- c)] else [here k i (- c); beyond k i (- c
    - 1)]
  end.
Definition pin_conditions (p : pin) : list condition :=
  let barred := filter (fun x => if in_dec Nat.eq_dec x (snd p) then false else true) (seq 0 k) in
  flat_map (fun i => if is_row (fst (fst p)) i then [clause ((i, 0%Z, mask barred) :: is_column (snd (fst p))
    i)]
    else []) (seq 0 h).
Variables (n : nat) (b : board).
Hypothesis e_ok : boundary_ok e h = true.
Hypothesis B : is_board h k n b.
Lemma column_seen i j c x : i < h -> look e b (Z.of_nat i) j = Some x ->
  match e, c with Ring _, Some _ => false | _, _ => true end = true ->
  forallb (seen (view k e b) j) (is_column c i) = true <-> is_at c n j.
Proof.
  intros Hi S O. assert (J : along e n j) by (apply (look_on e h k e_ok n b B i j Hi); congruence).
  destruct c as [c|]; [|now split]. cbn [is_column is_at]. destruct e as [|turn]; [|discriminate].
  cbn [along] in J. assert (H := fun d => here_seen Open h k e_ok n b B i j d Hi).
  assert (Y := fun d => beyond_seen Open h k e_ok n b B i j d Hi). cbn [along] in H, Y.
  destruct (Z.ltb_spec c 0); cbn [forallb]; rewrite !andb_true_iff, H, Y; split; intuition lia.
Qed.
Lemma pin_true p : pin_ok p = true -> (pinned (look e b) h n p <-> all_true k e (pin_conditions p) b).
Proof.
  destruct p as [[row column] s]. unfold pin_ok, pinned, pin_conditions, all_true. cbn [fst snd]. intro O.
  set (barred := filter _ (seq 0 k)).
  assert (R : forall i, i < h -> (is_row row i = true <-> is_at row h (Z.of_nat i))).
  { intros i Hi. destruct row as [p|]; [apply Z.eqb_eq|now split]. }
  assert (S : forall i j, seen (view k e b) j (i, 0%Z, mask barred) = true <->
    exists x, look e b (Z.of_nat i) j = Some x /\ ~ In x s).
  { intros i j. unfold seen, view. cbn [fst snd]. rewrite Z.add_0_r, mask_ok. unfold barred.
    rewrite filter_In, in_seq. destruct (look e b (Z.of_nat i) j) as [x|] eqn:L.
    - apply (look_below e h k e_ok n b B) in L. destruct (in_dec Nat.eq_dec x s) as [I|N].
      + split; [intros [_ F]; discriminate|]. intros [y [E N]]. injection E as <-. contradiction.
      + split; [intros _; eauto|]. intros _. split; [lia|reflexivity].
    - split; [lia|]. intros [x [E _]]. discriminate. }
  split.
  - intros H j c I. apply in_flat_map in I. destruct I as [i [Hi I]]. apply in_seq in Hi.
    destruct (is_row row i) eqn:Ro; [|destruct I]. destruct I as [<-|[]]. cbn [true_at clause forallb].
    destruct (seen (view k e b) j (i, 0%Z, mask barred)) eqn:E; [|reflexivity]. cbn [andb].
    apply S in E. destruct E as [x [E N]].
    destruct (forallb (seen (view k e b) j) (is_column column i)) eqn:F; [|reflexivity]. destruct N.
    apply (H (Z.of_nat i) j); [exact E|apply R; [lia|exact Ro]|].
    apply (column_seen i j column x); [lia|exact E|exact O|exact F].
  - intros H i j x L Ri Cj. assert (Hi := look_below e h k e_ok n b B _ _ _ L).
    rewrite <- (Z2Nat.id i) in L, Ri by lia. assert (Hn : Z.to_nat i < h) by lia.
    destruct (in_dec Nat.eq_dec x s) as [I|N]; [exact I|exfalso].
    specialize (H j (clause ((Z.to_nat i, 0%Z, mask barred) :: is_column column (Z.to_nat i)))).
    cbn [true_at clause forallb] in H. rewrite (proj2 (S _ _)) in H by eauto.
    rewrite (proj2 (column_seen _ _ column x Hn L O) Cj) in H. cbn [andb filter length] in H.
    enough (F : shows 0 0 = true) by discriminate F. apply H. apply in_flat_map. exists (Z.to_nat i).
    split; [apply in_seq; lia|]. rewrite (proj2 (R _ Hn) Ri). now left.
Qed.
End Pins.
Lemma pins_true e h k n b pins : boundary_ok e h = true -> is_board h k n b -> forallb (pin_ok e) pins = true
  ->
  ((forall p, In p pins -> pinned (look e b) h n p) <-> all_true k e (flat_map (pin_conditions h k) pins) b).
Proof.
  intros E B O. rewrite forallb_forall in O. unfold all_true. split.
  - intros H j c I. apply in_flat_map in I. destruct I as [p [I J]].
    exact (proj1 (pin_true e h k n b E B p (O p I)) (H p I) j c J).
  - intros H p I. apply (pin_true e h k n b E B p (O p I)). intros j c J. apply H. apply in_flat_map. eauto.
Qed.

(* ================= arrays of which all this is asked ================= *)
Section Whole.
Variables (e : boundary) (closed : bool) (h k : nat) (windows : list window) (nears : list near_rule)
  (pins : list pin) (tallies : list tally) (readers : list (direction * automaton)).
Let numbered := map (tally_conditions closed h k) tallies.
Definition whole_ok : bool :=
  forallb (window_ok k) windows && forallb (pin_ok e) pins && counting_ok e h k numbered.
Definition whole_conditions : list condition :=
  counting (array_conditions closed h k windows nears ++ flat_map (pin_conditions h k) pins) numbered.
Definition whole_watches : list watch := watches_of h k numbered ++ flat_map (line_watches h k) readers.
Lemma whole_mean : whole_ok = true -> mean_with e h k whole_conditions whole_watches
  (is_whole_array e closed h k windows nears pins tallies readers).
Proof.
  intro W. apply andb_true_iff in W. destruct W as [W K]. apply andb_true_iff in W. destruct W as [W O].
  assert (A := mean_and e h k _ _ _ (fun n b => forall p, In p pins -> pinned (look e b) h n p)
    (arrays_mean e closed h k windows nears W) (fun E _ n b B => pins_true e h k n b pins E B O)).
  assert (M := lines_mean e h k _ _ readers _ (counting_mean e h k _ _ _ K A)).
  intros E H r n b L. specialize (M E H n b L). refine (iff_trans M _). unfold is_whole_array.
  assert (T : is_array e closed h k windows nears n b -> ((forall t, In t numbered ->
    In (Z.min (breaks e k n b (fst t)) (fst (snd t))) (snd (snd t))) <->
    forall t, In t tallies -> keeps k (look_round e closed h b) h n t)).
  { intros [B _]. split.
    - intros T t I. apply (keeps_breaks e closed h k E n b B). exact (T _ (in_map _ _ _ I)).
    - intros T t I. apply in_map_iff in I. destruct I as [x [<- I]].
      apply (keeps_breaks e closed h k E n b B). now apply T. }
  tauto.
Qed.
End Whole.
