(* Arrays with forbidden windows and with rules for neighbours: the constraints say the same as the
  definition. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Strip.
Import ListNotations.
Local Open Scope nat_scope.

(* a list of numbers as the bits of a number *)
Fixpoint mask (s : list nat) : N := match s with [] => 0%N | x :: r => N.setbit (mask r) (N.of_nat x) end.
Lemma mask_ok x s : shows x (mask s) = true <-> In x s.
Proof.
  unfold shows. induction s as [|y s IH]; [split; [rewrite N.bits_0; discriminate|intros []]|]. cbn [mask In].
  rewrite N.setbit_eqb, orb_true_iff, IH, N.eqb_eq.
  split; (intros [H|H]; [left|now right]); [now apply Nat2N.inj|now f_equal].
Qed.

(* how many there are of each of some lists, as one number: the second number counts for more than all that
   the first may be, and so on *)
Section Packing.
Context {A : Type}.
Fixpoint packed (ls : list (list A)) : list A :=
  match ls with [] => [] | l :: r => l ++ concat (repeat (packed r) (S (length l))) end.
Fixpoint pack (ls : list (list A)) (ns : list nat) : nat :=
  match ls, ns with l :: r, n :: ns' => n + S (length l) * pack r ns' | _, _ => 0 end.
Fixpoint packable (ls : list (list A)) (ns : list nat) : bool :=
  match ls, ns with [], [] => true | l :: r, n :: ns' => (n <? S (length l)) && packable r ns' | _, _ => false
    end.
Definition packs (ls : list (list A)) (allowed : list (list nat)) : list nat :=
  map (pack ls) (filter (packable ls) allowed).
Variable f : A -> bool.
Definition numbers (ls : list (list A)) : list nat := map (fun l => length (filter f l)) ls.
Lemma packed_number ls : length (filter f (packed ls)) = pack ls (numbers ls).
Proof.
  induction ls as [|l ls IH]; [reflexivity|]. cbn [packed numbers map pack]. rewrite filter_app, app_length.
  f_equal. fold (numbers ls). rewrite <- IH. generalize (S (length l)) as many.
  induction many as [|many IHm]; [reflexivity|]. cbn [repeat concat]. rewrite filter_app, app_length, IHm.
    lia.
Qed.
Lemma pack_same ls : forall ns ms, packable ls ns = true -> packable ls ms = true -> pack ls ns = pack ls ms
  ->
  ns = ms.
Proof.
  induction ls as [|l ls IH]; intros [|n ns] [|m ms] N M E; try discriminate; [reflexivity|].
  cbn [packable pack] in *. apply andb_true_iff in N, M. rewrite Nat.ltb_lt in N, M.
  destruct (Nat.div_mod_unique (S (length l)) (pack ls ns) (pack ls ms) n m) as [P ->]; [easy|easy|lia|].
  f_equal. now apply IH.
Qed.
Lemma packs_ok ls allowed : In (length (filter f (packed ls))) (packs ls allowed) <-> In (numbers ls) allowed.
Proof.
  assert (F : packable ls (numbers ls) = true).
  { induction ls as [|l ls IH]; [reflexivity|]. cbn [numbers map packable]. apply andb_true_iff.
    split; [|exact IH]. apply Nat.ltb_lt. assert (L := filter_short f l). lia. }
  rewrite packed_number. unfold packs. rewrite in_map_iff. split.
  - intros [ns [E I]]. apply filter_In in I. destruct I as [I G]. now rewrite <- (pack_same ls ns _ G F E).
  - intro I. exists (numbers ls). split; [reflexivity|]. now apply filter_In.
Qed.
End Packing.

Lemma along_dec e n j : {along e n j} + {~ along e n j}.
Proof.
  destruct e as [|turn]; cbn [along]; [|apply lt_dec].
  destruct (Z_le_dec 0 j), (Z_lt_dec j (Z.of_nat n)); (left; lia) || (right; lia).
Qed.

Section Rows.
Variables (e : boundary) (closed : bool) (h k : nat).
Hypothesis e_ok : boundary_ok e h = true.
(* the slot of the row r rows below row i *)
Definition slot_of (i : nat) (r : Z) : option nat :=
  let y := (Z.of_nat i + r)%Z in
  if closed then Some (Z.to_nat (y mod Z.of_nat h)) else if (0 <=? y)%Z && (y <? Z.of_nat h)%Z then Some
    (Z.to_nat y) else None.
Definition below (s : list nat) : list nat := filter (fun x => x <? k) s.
Definition up_to_k (s : list nat) : list nat := filter (fun x => x <=? k) s.
Definition outside_in (s : list nat) : bool := existsb (Nat.eqb k) s.
Lemma outside_in_ok s : outside_in s = true <-> In k s.
Proof.
  unfold outside_in. rewrite existsb_exists. split; [intros [x [I E]]; apply Nat.eqb_eq in E; now subst|].
  intro I. exists k. now rewrite Nat.eqb_refl.
Qed.
Variables (n : nat) (b : board).
Hypothesis B : is_board h k n b.
Local Notation see := (look_round e closed h b).
Lemma cell_ok i j x : cell_of b i j = Some x -> x < k /\ i < h /\ j < n.
Proof.
  unfold cell_of. destruct (nth_error b j) as [c|] eqn:Ec; [|discriminate]. intro H. destruct B as [L Hb].
  assert (J : j < length b) by (apply nth_error_Some; congruence). apply nth_error_In in Ec. apply Hb in Ec.
  destruct Ec as [Lc Hc]. assert (i < length c) by (apply nth_error_Some; congruence).
  apply nth_error_In in H. apply Hc in H. lia.
Qed.
Lemma cell_some i j : i < h -> j < n -> cell_of b i j <> None.
Proof.
  intros Hi Hj. unfold cell_of. destruct B as [L Hb]. destruct (nth_error b j) as [c|] eqn:Ec.
  - apply nth_error_In in Ec. apply Hb in Ec. apply nth_error_Some. lia.
  - apply nth_error_None in Ec. lia.
Qed.
Lemma look_below i j x : look e b i j = Some x -> x < k /\ (0 <= i < Z.of_nat h)%Z.
Proof.
  unfold look. destruct (i <? 0)%Z eqn:E; [discriminate|]. apply Z.ltb_ge in E. destruct e as [|turn].
  - destruct (j <? 0)%Z; [discriminate|]. intro H. apply cell_ok in H. lia.
  - intro H. apply cell_ok in H. split; [lia|]. destruct (Z.odd _); [|lia].
    assert (G := e_ok). cbn [boundary_ok] in G. apply andb_true_iff in G. destruct G as [G _].
    apply Nat.leb_le in G.
    destruct (le_lt_dec h (Z.to_nat i)) as [M|M]; [|lia]. rewrite nth_overflow in H by lia. lia.
Qed.
Lemma look_on i j : i < h -> (look e b (Z.of_nat i) j <> None <-> along e n j).
Proof.
  intro Hi. unfold look. replace (Z.of_nat i <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia).
  rewrite Nat2Z.id. assert (G := e_ok). destruct e as [|turn]; cbn [along boundary_ok] in *.
  - destruct (j <? 0)%Z eqn:E; [apply Z.ltb_lt in E; split; [congruence|lia]|]. apply Z.ltb_ge in E. split.
    + destruct (cell_of b i (Z.to_nat j)) eqn:C; [|congruence]. apply cell_ok in C. lia.
    + intro J. apply cell_some; lia.
  - set (i' := if Z.odd _ then _ else _). split.
    + destruct (cell_of b i' _) eqn:C; [|congruence]. apply cell_ok in C. lia.
    + intro N. assert (L : length b = n) by apply B. rewrite L.
      assert (M := Z.mod_pos_bound j (Z.of_nat n) ltac:(lia)). apply cell_some; [|lia]. unfold i'.
      destruct (Z.odd _); [|exact Hi]. now apply (image_ok h turn G i).
Qed.
(* slot i is there; k is what is seen beyond the board *)
Definition here (i : nat) (d : Z) : item := (i, d, mask (seq 0 k)).
Definition beyond (i : nat) (d : Z) : item := (i, d, mask [k]).
Lemma view_below i j : match look e b (Z.of_nat i) j with Some x => x < k /\ i < h | None => True end.
Proof. destruct (look e b (Z.of_nat i) j) eqn:L; [|trivial]. apply look_below in L. lia. Qed.
Lemma here_seen i j d : i < h -> seen (view k e b) j (here i d) = true <-> along e n (j + d).
Proof.
  intro Hi. rewrite <- (look_on i) by exact Hi. unfold seen, here, view. cbn [fst snd].
  rewrite mask_ok, in_seq. assert (V := view_below i (j + d)).
  destruct (look e b (Z.of_nat i) (j + d)) as [x|]; [split; intro; [discriminate|lia]|split;
    [lia|congruence]].
Qed.
Lemma beyond_seen i j d : i < h -> seen (view k e b) j (beyond i d) = true <-> ~ along e n (j + d).
Proof.
  intro Hi. rewrite <- (look_on i) by exact Hi. unfold seen, beyond, view. cbn [fst snd].
  rewrite mask_ok. cbn [In]. assert (V := view_below i (j + d)).
  destruct (look e b (Z.of_nat i) (j + d)) as [x|]; [|split; [congruence|tauto]].
  split; [intros [E|[]]; lia|]. intro N. destruct N. discriminate.
Qed.
Lemma see_slot i r : i < h -> match slot_of i r with
  | Some s => s < h /\ forall j, see (Z.of_nat i + r) j = look e b (Z.of_nat s) j
  | None => forall j, see (Z.of_nat i + r) j = None
  end.
Proof.
  intro Hi. unfold slot_of, look_round, around. destruct closed.
  - assert (M := Z.mod_pos_bound (Z.of_nat i + r) (Z.of_nat h) ltac:(lia)). split; [lia|]. intro j.
    now rewrite Z2Nat.id by lia.
  - destruct ((0 <=? Z.of_nat i + r)%Z && (Z.of_nat i + r <? Z.of_nat h)%Z) eqn:E.
    + apply andb_true_iff in E. destruct E as [E1 E2]. apply Z.leb_le in E1. apply Z.ltb_lt in E2.
      split; [lia|].
      intro j. now rewrite Z2Nat.id by lia.
    + intro j. destruct (look e b (Z.of_nat i + r) j) as [x|] eqn:L; [|reflexivity]. apply look_below in L.
      apply andb_false_iff in E. destruct E as [E|E]; [apply Z.leb_gt in E|apply Z.ltb_ge in E]; lia.
Qed.
Lemma shows_look s i j : shows (match look e b i j with Some x => x | None => k end) (mask (up_to_k s)) = true
  <->
  exists x, extended k (look e b) i j = Some x /\ In x s.
Proof.
  rewrite mask_ok. unfold up_to_k, extended. rewrite filter_In, Nat.leb_le.
  destruct (look e b i j) as [x|] eqn:L.
  - apply look_below in L. split; [intros [I _]; eauto|]. intros [y [E I]]. injection E as <-. intuition lia.
  - split; [intros [I _]; eauto|]. intros [y [E I]]. injection E as <-. split; [exact I|lia].
Qed.
(* slot i shows a symbol or is outside of the board: an item that is always true *)
Definition always (i : nat) : item := (i, 0%Z, mask (seq 0 (S k))).
Lemma always_seen i j : seen (view k e b) j (always i) = true.
Proof.
  unfold always, seen, view. cbn [fst snd]. rewrite mask_ok, in_seq. assert (V := view_below i (j + 0)).
  destruct (look e b (Z.of_nat i) (j + 0)); lia.
Qed.
Definition item_of (i : nat) (cell : Z * Z * list nat) : option item :=
  match slot_of i (fst (fst cell)) with
  | Some s => Some (s, snd (fst cell), mask (up_to_k (snd cell)))
  | None => if outside_in (snd cell) then Some (always i) else None
  end.
Lemma item_ok i j r c s : i < h -> shown (extended k see) (Z.of_nat i + r) (j + c) s <->
  match item_of i (r, c, s) with Some t => seen (view k e b) j t = true | None => False end.
Proof.
  intro Hi. unfold item_of. cbn [fst snd]. assert (S := see_slot i r Hi).
  destruct (slot_of i r) as [s'|].
  - destruct S as [_ S]. unfold seen, view. cbn [fst snd]. rewrite shows_look. unfold shown, extended.
    now rewrite S.
  - unfold shown, extended. rewrite S. assert (O := outside_in_ok s). destruct (outside_in s).
    + rewrite always_seen. split; [reflexivity|]. intros _. exists k. split; [reflexivity|now apply O].
    + split; [|intros []]. intros [x [E I]]. injection E as <-. apply O in I. discriminate.
Qed.
Lemma inside_ok i j s : shown see i j s <-> shown (extended k see) i j (below s).
Proof.
  unfold shown, extended, below. split.
  - intros [x [E I]]. exists x. rewrite E. split; [reflexivity|]. apply filter_In. split; [exact I|].
    apply Nat.ltb_lt. exact (proj1 (look_below _ _ _ E)).
  - intros [x [E I]]. apply filter_In in I. destruct I as [I L]. apply Nat.ltb_lt in L. exists x.
    split; [|exact I]. destruct (see i j); [exact E|]. injection E as <-. lia.
Qed.
Lemma see_row i j : forall x, see i j = Some x -> exists i', i' < h /\ (closed = false -> i = Z.of_nat i') /\
  forall r j, see (i + r) j = see (Z.of_nat i' + r) j.
Proof.
  intros x H. unfold look_round, around in *. destruct closed.
  - destruct (Nat.eq_dec h 0) as [Hh|Hh]; [apply look_below in H; lia|].
    assert (M := Z.mod_pos_bound i (Z.of_nat h) ltac:(lia)). exists (Z.to_nat (i mod Z.of_nat h)).
    split; [lia|]. split; [discriminate|].
    intros r j'. rewrite Z2Nat.id by lia. now rewrite Zplus_mod_idemp_l.
  - apply look_below in H. exists (Z.to_nat i). split; [lia|]. split; [intros _; lia|]. intros r j'.
    now rewrite Z2Nat.id by lia.
Qed.
End Rows.

Section Arrays.
Variables (e : boundary) (closed : bool) (h k : nat).
Fixpoint items_at (i : nat) (win : window) : option (list item) :=
  match win with
  | [] => Some []
  | cell :: rest => match item_of closed h k i cell, items_at i rest with Some t, Some l => Some (t :: l) |
    _, _ => None end
  end.
Definition window_conditions (win : window) : list condition :=
  flat_map (fun i => match items_at i win with Some l => [clause l] | None => [] end) (seq 0 h).
(* each window begins in its own row 0, with a cell of the board *)
Definition window_ok (win : window) : bool :=
  match win with (r, _, s) :: _ => (r =? 0)%Z && negb (outside_in k s) | [] => false end.
Definition items_near (i : nat) (near : list (Z * Z)) (o : list nat) : list item :=
  flat_map (fun p => match item_of closed h k i (fst p, snd p, o) with Some t => [t] | None => [] end) near.
Definition near_condition (r : near_rule) (i : nat) : list condition :=
  let counted := map (items_near i (neighbours r)) (of_ r) in
  match item_of closed h k i (0%Z, 0%Z, below k (if_ r)) with
  | Some t => [Condition [t] (packed counted) (mask (packs counted (allowed r)))]
  | None => []
  end.
Definition array_conditions (windows : list window) (nears : list near_rule) : list condition :=
  flat_map window_conditions windows ++ flat_map (fun r => flat_map (near_condition r) (seq 0 h)) nears.

Section Board.
Hypothesis e_ok : boundary_ok e h = true.
Variables (n : nat) (b : board).
Hypothesis B : is_board h k n b.
Local Notation see := (look_round e closed h b).
Local Notation wide := (extended k see).
Lemma items_at_ok i j win : i < h -> lies wide win (Z.of_nat i) j <->
  match items_at i win with Some l => forallb (seen (view k e b) j) l = true | None => False end.
Proof.
  intro Hi. unfold lies in *.
  induction win as [|[[r c] s] win IH]; [split; [reflexivity|intros _ r c s []]|]. cbn [items_at].
  assert (T := item_ok e closed h k e_ok n b B i j r c s Hi).
  assert (S : (forall r' c' s', In (r', c', s') ((r, c, s) :: win) -> shown wide (Z.of_nat i + r') (j + c')
    s') <->
    shown wide (Z.of_nat i + r) (j + c) s /\ (forall r' c' s', In (r', c', s') win -> shown wide (Z.of_nat i +
      r') (j + c') s')).
  { split; [intro H; split; [apply H; now left|intros; apply H; now right]|].
    intros [H1 H2] r' c' s' [E|I]; [injection E as <- <- <-; exact H1|now apply H2]. }
  rewrite S, IH, T. destruct (item_of closed h k i (r, c, s)), (items_at i win); cbn [forallb];
    rewrite ?andb_true_iff; tauto.
Qed.
Lemma window_true win : window_ok win = true ->
  (avoids wide win <-> all_true k e (window_conditions win) b).
Proof.
  intro W. unfold all_true, window_conditions. split.
  - intros A j c I. apply in_flat_map in I. destruct I as [i [Hi I]]. apply in_seq in Hi.
    assert (T := items_at_ok i j win ltac:(lia)). destruct (items_at i win) as [l|]; [|destruct I].
    destruct I as [<-|[]]. cbn [true_at clause].
    destruct (forallb (seen (view k e b) j) l) eqn:E; [|reflexivity]. destruct (A (Z.of_nat i) j).
    now apply T.
  - intros H i j S. destruct win as [|[[r c] s] win]; [discriminate W|]. apply andb_true_iff in W.
    destruct W as [W O]. apply Z.eqb_eq in W. subst r.
    assert (S0 := S _ _ _ (or_introl eq_refl)). destruct S0 as [x [E I0]]. rewrite Z.add_0_r in E.
    unfold extended in E. destruct (see i (j + c)) as [y|] eqn:E'.
    2: { injection E as <-. apply outside_in_ok in I0. rewrite I0 in O. discriminate. }
    injection E as ->. rename E' into E.
    destruct (see_row e closed h k e_ok n b B i (j + c) x E) as [i' [Hi' [_ R]]].
    assert (T := items_at_ok i' j ((0%Z, c, s) :: win) Hi').
    assert (S' : lies wide ((0%Z, c, s) :: win) (Z.of_nat i') j).
    { intros r' c' s' I. specialize (S _ _ _ I). unfold shown, extended in *. now rewrite <- R. }
    apply T in S'. destruct (items_at i' ((0%Z, c, s) :: win)) as [l|] eqn:L; [|exact S'].
    specialize (H j (clause l)). cbn [true_at clause] in H. rewrite S' in H.
    enough (F : shows (length (filter (seen (view k e b) j) [])) 0 = true) by discriminate F. apply H.
    apply in_flat_map. exists i'. split; [apply in_seq; lia|]. rewrite L. now left.
Qed.
Lemma number_ok i j o l : i < h ->
  number_near wide (Z.of_nat i) j l o = length (filter (seen (view k e b) j) (items_near i l o)).
Proof.
  intro Hi. unfold items_near. induction l as [|[r c] l IH]; [reflexivity|]. cbn [number_near flat_map fst
    snd].
  assert (T := item_ok e closed h k e_ok n b B i j r c o Hi). unfold shown in T.
  assert (L : forall (s : bool) (t : item) X, length (if s then t :: X else X) = if s then S (length X) else
    length X) by (now destruct s).
  destruct (item_of closed h k i (r, c, o)) as [t|]; cbn [app filter]; rewrite ?L, <- IH.
  - destruct (wide (Z.of_nat i + r) (j + c)) as [x|].
    + destruct (in_dec Nat.eq_dec x o) as [I|N].
      * assert (E : seen (view k e b) j t = true) by (apply T; eauto). now rewrite E.
      * destruct (seen (view k e b) j t); [|reflexivity]. destruct (proj2 T eq_refl) as [y [E I]].
      injection E as <-. contradiction.
    + destruct (seen (view k e b) j t); [|reflexivity]. destruct (proj2 T eq_refl) as [y [E _]].
    discriminate E.
  - destruct (wide (Z.of_nat i + r) (j + c)) as [x|]; [|reflexivity].
    destruct (in_dec Nat.eq_dec x o) as [I|N]; [|reflexivity]. destruct (proj1 T). eauto.
Qed.
Lemma numbers_ok i j l o : i < h ->
  map (number_near wide (Z.of_nat i) j l) o = numbers (seen (view k e b) j) (map (items_near i l) o).
Proof. intro Hi. unfold numbers. rewrite map_map. apply map_ext. intro. now apply number_ok. Qed.
Lemma near_true r : obeys k see r <-> all_true k e (flat_map (near_condition r) (seq 0 h)) b.
Proof.
  unfold all_true. split.
  - intros O j c I. apply in_flat_map in I. destruct I as [i [Hi I]]. apply in_seq in Hi.
    unfold near_condition in I.
    assert (T := item_ok e closed h k e_ok n b B i j 0 0 (below k (if_ r)) ltac:(lia)). rewrite !Z.add_0_r in T.
    destruct (item_of closed h k i (0%Z, 0%Z, below k (if_ r))) as [t|]; [|destruct I]. destruct I as [<-|[]].
    cbn [true_at forallb]. rewrite andb_true_r.
    destruct (seen (view k e b) j t); [|reflexivity]. apply mask_ok, packs_ok. rewrite <- numbers_ok by lia.
      apply O. apply (inside_ok e closed h k e_ok n b B). now apply T.
  - intros H i j S. destruct S as [x [E I]]. destruct (see_row e closed h k e_ok n b B i j x E) as [i' [Hi'
    [_ R]]].
    assert (N : forall l o, number_near wide i j l o = number_near wide (Z.of_nat i') j l o).
    { induction l as [|[p q] l IHl]; intro o; [reflexivity|]. cbn [number_near]. unfold extended.
      now rewrite IHl, R. }
    unfold fits_near. rewrite (map_ext _ _ (N _)).
    assert (T := item_ok e closed h k e_ok n b B i' j 0 0 (below k (if_ r)) Hi'). rewrite !Z.add_0_r in T.
    assert (S : shown wide (Z.of_nat i') j (below k (if_ r))).
    { apply (inside_ok e closed h k e_ok n b B). exists x. split; [|exact I]. rewrite <- (Z.add_0_r (Z.of_nat i')), <- R, Z.add_0_r. exact E. }
    apply T in S. destruct (item_of closed h k i' (0%Z, 0%Z, below k (if_ r))) as [t|] eqn:Et; [|destruct S].
    rewrite numbers_ok by exact Hi'. apply packs_ok, mask_ok.
    refine (_ (H j _ (proj2 (in_flat_map _ _ _) (ex_intro _ i' (conj (proj2 (in_seq _ _ _) _) _)))));
      [|lia|unfold near_condition; rewrite Et; now left].
    cbn [true_at forallb]. now rewrite S.
Qed.
Lemma array_true windows nears : forallb window_ok windows = true ->
  ((forall win, In win windows -> avoids wide win) /\ (forall r, In r nears -> obeys k see r)
   <-> all_true k e (array_conditions windows nears) b).
Proof.
  intro W. rewrite forallb_forall in W. unfold array_conditions, all_true. split.
  - intros [H1 H2] j c I. apply in_app_or in I.
    destruct I as [I|I]; apply in_flat_map in I; destruct I as [x [X I]].
    + exact (proj1 (window_true x (W x X)) (H1 x X) j c I).
    + exact (proj1 (near_true x) (H2 x X) j c I).
  - intro H. split; intros x X; [apply window_true; [now apply W|]|apply near_true]; intros j c I; apply H;
    apply in_or_app; [left|right];
      apply in_flat_map; eauto.
Qed.
End Board.

Lemma arrays_mean windows nears : forallb window_ok windows = true ->
  mean e h k (array_conditions windows nears) (is_array e closed h k windows nears).
Proof.
  intro W. apply mean_boards; [now intros n b [Hb _]|]. intros E _ n b Hb. unfold is_array.
  rewrite <- (array_true E n b Hb windows nears W). tauto.
Qed.
End Arrays.
