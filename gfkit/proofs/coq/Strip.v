(* From constraints by slots and slices, the same in every slice, to a sum over boards that is a coefficient
  of P/Q. *)
Require Import ZArith NArith List Lia Bool PArith FinFun.
From Gfkit Require Import Meaning Sweep Clauses Watches.
Import ListNotations.
Local Open Scope nat_scope.

(* ================= the enumerated boards are all boards, each once ================= *)
Lemma all_slices_spec a : forall c, In c (all_slices a) <-> length c = length a /\ forall i, i < length a ->
  In (nth i c 0) (nth i a []).
Proof.
  induction a as [|s a IH]; intro c; cbn [all_slices length].
  - split; [intros [<-|[]]; split; [reflexivity|intros; lia]|]. intros [L _].
    destruct c; [now left|discriminate].
  - rewrite in_flat_map. split.
    + intros [x [Hx I]]. apply in_map_iff in I. destruct I as [c' [<- I]]. apply IH in I. destruct I as [L I].
      split; [cbn; lia|]. intros [|i] Hi; [exact Hx|]. cbn. apply I. lia.
    + intros [L I]. destruct c as [|x c]; [discriminate|]. exists x. split; [apply (I 0); lia|].
      apply in_map. apply IH. cbn in L. split; [lia|]. intros i Hi. apply (I (S i)). lia.
Qed.
Lemma NoDup_cons_map {A} (s : list (list A)) : NoDup s -> forall a, NoDup a -> NoDup (flat_map (fun x => map
  (cons x) s) a).
Proof.
  intros H a. induction a as [|x a IH]; intro N; [constructor|]. inversion_clear N as [|? ? Nx Na].
  cbn [flat_map].
  assert (D : NoDup (map (cons x) s)) by (apply FinFun.Injective_map_NoDup; [intros u v E;
    now injection E|exact H]).
  revert D. generalize (IH Na). assert (F : forall c, In c (map (cons x) s) -> ~ In c (flat_map (fun x => map
    (cons x) s) a)).
  { intros c I J. apply in_map_iff in I. destruct I as [c' [<- _]]. apply in_flat_map in J.
  destruct J as [y [Hy J]].
    apply in_map_iff in J. destruct J as [c'' [E _]]. injection E as -> _. contradiction. }
  revert F. generalize (map (cons x) s) as l, (flat_map (fun x => map (cons x) s) a) as l'.
  induction l as [|c l IHl]; intros l' F N' N; [exact N'|]. inversion_clear N as [|? ? Nc Nl]. cbn.
  constructor.
  - intro J. apply in_app_or in J. destruct J as [J|J]; [contradiction|]. apply (F c); [now left|exact J].
  - apply IHl; auto. intros d I. apply F. now right.
Qed.
Lemma all_slices_NoDup a : (forall s, In s a -> NoDup s) -> NoDup (all_slices a).
Proof.
  induction a as [|s a IH]; intro H; cbn; [repeat constructor; intros []|].
  apply NoDup_cons_map; [apply IH; intros; apply H; now right|apply H; now left].
Qed.
Lemma all_boards_NoDup a n : (forall s, In s a -> NoDup s) -> NoDup (all_boards a n).
Proof.
  intro H. induction n as [|n IH]; cbn; [repeat constructor; intros []|].
  apply NoDup_cons_map; [exact IH|now apply all_slices_NoDup].
Qed.
Section Boards.
Variables h k : nat.
Definition alphabets : list (list nat) := repeat (seq 0 k) h.
Lemma boards_spec n : forall b, In b (all_boards alphabets n) <-> is_board h k n b.
Proof.
  assert (Sl : forall c, In c (all_slices alphabets) <-> length c = h /\ forall x, In x c -> x < k).
  { intro c. rewrite all_slices_spec. unfold alphabets at 1 2. rewrite repeat_length.
    assert (A : forall i, i < h -> nth i alphabets [] = seq 0 k).
    { intros i Hi. unfold alphabets. rewrite (nth_indep _ [] (seq 0 k)) by (rewrite repeat_length; exact Hi).
    apply nth_repeat. }
    split; intros [L H]; (split; [exact L|]).
    - intros x Hx. apply (In_nth _ _ 0) in Hx. destruct Hx as [i [Hi <-]]. rewrite L in Hi.
      specialize (H i Hi). rewrite A in H by exact Hi. apply in_seq in H. lia.
    - intros i Hi. rewrite A by exact Hi. apply in_seq. assert (nth i c 0 < k); [|lia]. apply H.
      apply nth_In. lia. }
  induction n as [|n IH]; intro b; cbn [all_boards].
  - unfold is_board. split; [intros [<-|[]]; split; [reflexivity|intros c []]|]. intros [L _].
    destruct b; [now left|discriminate].
  - rewrite in_flat_map. unfold is_board in *. split.
    + intros [c [Hc I]]. apply in_map_iff in I. destruct I as [b' [<- I]]. apply IH in I.
      destruct I as [L I]. apply Sl in Hc.
      split; [cbn; lia|]. intros d [<-|Hd]; auto.
    + intros [L I]. destruct b as [|c b]; [discriminate|]. exists c. split; [apply Sl; apply I; now left|].
      apply in_map. apply IH. cbn in L. split; [lia|]. intros d Hd. apply I. now right.
Qed.
Lemma sums_boards n (ok : board -> bool) (property : board -> Prop) weight :
  (forall b, property b <-> is_board h k n b /\ ok b = true) ->
  sums property weight (total (fun b => if ok b then weight b else 0%Z) (all_boards alphabets n)).
Proof.
  intro H. exists (filter ok (all_boards alphabets n)). split; [|split].
  - apply NoDup_filter, all_boards_NoDup. intros s I. apply repeat_spec in I. subst s. apply seq_NoDup.
  - intro b. now rewrite filter_In, boards_spec, H.
  - induction (all_boards alphabets n) as [|b l IH]; [reflexivity|]. cbn [filter total].
    destruct (ok b); cbn [total]; rewrite IH; [reflexivity|]. now rewrite Z.add_0_l.
Qed.
End Boards.

(* ================= constraints by slots and slices ================= *)
(* an item: slot, so many slices further on, symbols; the symbol k is what is seen off the board *)
Definition item := (nat * Z * N)%type.
Inductive condition := Condition (given items : list item) (allowed : N).
Definition clause (l : list item) : condition := Condition l [] 0.
Section Conditions.
Variables (h k : nat).
Definition view (e : boundary) (b : board) (i : nat) (j : Z) : nat :=
  match look e b (Z.of_nat i) j with Some x => x | None => k end.
Section See.
Variable v : nat -> Z -> nat.                      (* what is seen in a slot of a slice *)
Definition seen (j : Z) (t : item) : bool := shows (v (fst (fst t)) (j + snd (fst t))%Z) (snd t).
Definition true_at (j : Z) (c : condition) : bool :=
  let '(Condition g i a) := c in if forallb (seen j) g then shows (length (filter (seen j) i)) a else true.
End See.
Definition all_true (e : boundary) (cs : list condition) (b : board) : Prop :=
  forall j c, In c cs -> true_at (view e b) j c = true.

(* that no item shows is said by a clause for each, which may reach less far *)
Definition plain (c : condition) : list condition :=
  match c with Condition g i 1%N => map (fun t => clause (g ++ [t])) i | _ => [c] end.
Lemma plain_ok v j c : forallb (true_at v j) (plain c) = true_at v j c.
Proof.
  destruct c as [g i [|[a|a|]]]; cbn [plain forallb]; rewrite ?andb_true_r; try reflexivity. cbn [true_at].
  assert (S : forall m, shows m 1 = (m =? 0)) by (intros [|m]; [reflexivity|]; unfold shows; rewrite
    N.bits_above_log2; [reflexivity|cbn; lia]).
  rewrite S. induction i as [|t i IH]; [now destruct (forallb (seen v j) g)|]. cbn [map forallb filter].
  rewrite IH.
  unfold clause, true_at. rewrite forallb_app. cbn [forallb filter length]. rewrite andb_true_r.
  destruct (forallb (seen v j) g), (seen v j t); cbn [andb length]; try reflexivity.
Qed.
Lemma plain_true e cs b : all_true e (flat_map plain cs) b <-> all_true e cs b.
Proof.
  unfold all_true. split; intros H j c I.
  - rewrite <- plain_ok. apply forallb_forall. intros d D. apply H. apply in_flat_map. eauto.
  - apply in_flat_map in I. destruct I as [c' [I D]]. specialize (H j c' I). rewrite <- plain_ok in H.
    rewrite forallb_forall in H. now apply H.
Qed.

(* as constraints of the machine: numbered through from the first slice that is named *)
Definition items_of (c : condition) := let '(Condition g i _) := c in g ++ i.
Definition least (c : condition) : Z := match items_of c with [] => 0 | t :: r => fold_left (fun m t => Z.min
  m (snd (fst t))) r (snd (fst t)) end%Z.
Definition literal_of (m : Z) (f : nat) (t : item) : literal := (Z.to_nat (snd (fst t) - m) * h + fst (fst t)
  - f, snd t).
Definition place_of (m : Z) (t : item) : nat := Z.to_nat (snd (fst t) - m) * h + fst (fst t).
Definition first_of (c : condition) : nat :=
  match map (place_of (least c)) (items_of c) with [] => 0 | p :: r => fold_left Nat.min r p end.
Definition debt_of (c : condition) : debt :=
  let '(Condition g i a) := c in let m := least c in let f := first_of c in
  Debt (map (literal_of m f) g) (map (literal_of m f) i) a.
Definition reach (cs : list condition) : nat :=
  list_max (flat_map (fun c => map (fun t : item => Z.to_nat (snd (fst t) - least c)) (items_of c)) cs).
(* what the kernel makes sure of: slots are slots; off the board all is true *)
Definition fits (c : condition) : bool :=
  let m := least c in let f := first_of c in
  (f <? h) && forallb (fun t => (fst (fst t) <? h) && (m <=? snd (fst t))%Z && (f <=? place_of m t))
    (items_of c) &&
  true_at (fun _ _ => k) 0 c.
Definition patterns (cs : list condition) : list (list debt) :=
  map (fun i => map debt_of (filter (fun c => first_of c =? i) cs)) (seq 0 h).

Lemma concat_nth (d : nat) (B : board) : (forall c, In c B -> length c = h) -> forall col row, row < h ->
  nth (col * h + row) (concat B) d = nth row (nth col B []) d.
Proof.
  induction B as [|c B IH]; intros H col row Hr; [destruct col; destruct row; cbn; destruct h;
    try reflexivity; now rewrite ?nth_overflow by (cbn; lia)|].
  cbn [concat]. assert (Lc : length c = h) by (apply H; now left). destruct col as [|col].
  - cbn. rewrite app_nth1 by lia. reflexivity.
  - rewrite app_nth2 by lia. replace (S col * h + row - length c) with (col * h + row) by lia.
    cbn [nth]. apply IH; [|exact Hr]. intros c' I. apply H. now right.
Qed.
Lemma skipn_nth {A} (d : A) m l i : nth i (skipn m l) d = nth (m + i) l d.
Proof. revert l. induction m as [|m IH]; intros [|a l]; cbn; auto. destruct i; reflexivity. Qed.
Lemma concat_length (b : board) : (forall c, In c b -> length c = h) -> length (concat b) = length b * h.
Proof.
  induction b as [|c b IH]; intro H; [reflexivity|]. cbn.
  rewrite app_length, IH by (intros; apply H; now right).
  rewrite (H c) by now left. reflexivity.
Qed.

(* what is seen in slices that are listed *)
Definition listed (B : board) (i : nat) (j : Z) : nat := nth i (nth (Z.to_nat j) B []) k.
Lemma debt_true B t c : (forall s, In s B -> length s = h) -> fits c = true ->
  holds k (skipn (t * h + first_of c) (concat B)) (debt_of c) = true_at (listed B) (Z.of_nat t - least c) c.
Proof.
  intros HB F. unfold fits in F. apply andb_true_iff in F. destruct F as [F _]. apply andb_true_iff in F.
  destruct F as [_ F].
  assert (L : forall x, In x (items_of c) -> met k (skipn (t * h + first_of c) (concat B)) (literal_of (least
    c) (first_of c) x)
                        = seen (listed B) (Z.of_nat t - least c) x).
  { intros x I. rewrite forallb_forall in F. specialize (F x I). apply andb_true_iff in F.
  destruct F as [F F3].
    apply andb_true_iff in F. destruct F as [F1 F2]. apply Nat.ltb_lt in F1. apply Z.leb_le in F2.
    apply Nat.leb_le in F3.
    unfold place_of in F3. unfold met, seen, literal_of, listed. cbn [fst snd]. rewrite skipn_nth. f_equal.
    set (dc := Z.to_nat (snd (fst x) - least c)) in *.
    replace (t * h + first_of c + (dc * h + fst (fst x) - first_of c)) with ((t + dc) * h + fst (fst x)) by
      lia.
    rewrite concat_nth by assumption. repeat f_equal. lia. }
  destruct c as [g i a]. unfold debt_of, true_at, holds. cbn [items_of] in L.
  assert (G : forall l, incl l (g ++ i) ->
    forallb (met k (skipn (t * h + first_of (Condition g i a)) (concat B))) (map (literal_of (least
      (Condition g i a)) (first_of (Condition g i a))) l)
      = forallb (seen (listed B) (Z.of_nat t - least (Condition g i a))) l /\
    length (filter (met k (skipn (t * h + first_of (Condition g i a)) (concat B))) (map (literal_of (least
      (Condition g i a)) (first_of (Condition g i a))) l))
      = length (filter (seen (listed B) (Z.of_nat t - least (Condition g i a))) l)).
  { induction l as [|x l IH]; intro I; [split; reflexivity|].
  destruct IH as [I1 I2]; [intros y Y; apply I; now right|].
    cbn [map forallb filter]. rewrite L by (apply I; now left). rewrite I1. split; [reflexivity|].
    destruct (seen _ _ x); cbn [length]; now rewrite I2. }
  rewrite (proj1 (G g (incl_appl _ (incl_refl _)))), (proj2 (G i (incl_appr _ (incl_refl _)))). reflexivity.
Qed.

Section Between.
Variables (cs : list condition) (frame tail : board).
Hypothesis fit : forallb fits cs = true.
Hypothesis h_ok : h <> 0.
Lemma good_places u tl : forall i, good (alphabets h k) (patterns cs) k tl i u = true <->
  forall p, p < length u -> safe k (nth ((i + p) mod h) (patterns cs) []) (skipn p (u ++ tl)) = true.
Proof.
  assert (W : length (alphabets h k) = h) by apply repeat_length.
  induction u as [|x u IH]; intro i; cbn [good length]; [split; [intros _ p; lia|reflexivity]|].
  rewrite andb_true_iff, IH, W. split.
  - intros [H1 H2] [|p] L; [now rewrite Nat.add_0_r|]. specialize (H2 p ltac:(lia)).
    now rewrite <- Nat.add_succ_comm.
  - intro H. split; [specialize (H 0 ltac:(lia)); now rewrite Nat.add_0_r in H|]. intros p L.
    specialize (H (S p) ltac:(lia)).
    now rewrite <- Nat.add_succ_comm in H.
Qed.
Lemma patterns_nth i : i < h -> nth i (patterns cs) [] = map debt_of (filter (fun c => first_of c =? i) cs).
Proof.
  intro H. unfold patterns. set (F := fun i => _).
  rewrite (nth_indep _ [] (F 0)) by (rewrite map_length, seq_length; exact H).
  rewrite (map_nth F). now rewrite seq_nth.
Qed.
Lemma good_true b : (forall s, In s (frame ++ b ++ tail) -> length s = h) ->
  good (alphabets h k) (patterns cs) k (concat tail) 0 (concat (frame ++ b)) = true <->
  forall t c, t < length (frame ++ b) -> In c cs -> true_at (listed (frame ++ b ++ tail)) (Z.of_nat t - least
    c) c = true.
Proof.
  intro HB. rewrite good_places, concat_length. 2: { intros s I. apply HB. rewrite app_assoc.
  apply in_or_app. now left. }
  rewrite <- concat_app, <- app_assoc. cbn [plus]. rewrite forallb_forall in fit. split.
  - intros H t c L I. assert (F := fit c I). rewrite <- debt_true by assumption. unfold fits in F.
    apply andb_true_iff in F. destruct F as [F _].
    apply andb_true_iff in F. destruct F as [F _]. apply Nat.ltb_lt in F.
    specialize (H (t * h + first_of c) ltac:(nia)).
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small in H by lia. rewrite patterns_nth in H by exact F.
    unfold safe in H.
    rewrite forallb_forall in H. rewrite (Nat.add_comm (t * h)). apply H. apply in_map. apply filter_In.
    split; [exact I|apply Nat.eqb_refl].
  - intros H p L. assert (M := Nat.mod_upper_bound p h h_ok). rewrite patterns_nth by exact M. unfold safe.
    apply forallb_forall.
    intros d I. apply in_map_iff in I. destruct I as [c [<- I]]. apply filter_In in I. destruct I as [I E].
    apply Nat.eqb_eq in E.
    rewrite (Nat.div_mod p h) by exact h_ok. rewrite (Nat.mul_comm h), <- E at 1.
    rewrite debt_true by (auto using HB).
    apply H; [apply Nat.div_lt_upper_bound; lia|exact I].
Qed.
End Between.

(* ================= boards with nothing around ================= *)
Lemma true_at_same v v' j j' c : (forall t, In t (items_of c) -> v (fst (fst t)) (j + snd (fst t))%Z = v'
  (fst (fst t)) (j' + snd (fst t))%Z) ->
  true_at v j c = true_at v' j' c.
Proof.
  intro H. destruct c as [g i a]. cbn [items_of] in H. unfold true_at.
  assert (E : forall l, incl l (g ++ i) -> forallb (seen v j) l = forallb (seen v' j') l /\ filter (seen v j)
    l = filter (seen v' j') l).
  { induction l as [|x l IH]; intro I; [split; reflexivity|].
  destruct IH as [I1 I2]; [intros y Y; apply I; now right|].
    cbn [forallb filter]. rewrite I1, I2. assert (X : seen v j x = seen v' j' x) by (unfold seen; rewrite H;
      [reflexivity|apply I; now left]).
    rewrite X. split; reflexivity. }
  now rewrite (proj1 (E g (incl_appl _ (incl_refl _)))), (proj2 (E i (incl_appr _ (incl_refl _)))).
Qed.
Lemma reach_item c t cs : In c cs -> In t (items_of c) -> Z.to_nat (snd (fst t) - least c) <= reach cs.
Proof.
  intros I J. unfold reach. set (l := flat_map _ cs).
  assert (L := proj1 (list_max_le l (list_max l)) (Nat.le_refl _)).
  rewrite Forall_forall in L. apply L. apply in_flat_map. exists c. split; [exact I|]. apply in_map_iff.
  now exists t.
Qed.
Definition frame_of (cs : list condition) : board := repeat (repeat k h) (reach cs).
Lemma frame_slices cs s : In s (frame_of cs) -> length s = h.
Proof. intro H. apply repeat_spec in H. subst s. apply repeat_length. Qed.
Lemma nth_cell b i j : nth i (nth j b []) k = match cell_of b i j with Some x => x | None => k end.
Proof.
  unfold cell_of. unfold board, slice in *. destruct (nth_error b j) as [s|] eqn:E.
  - rewrite (nth_error_nth _ _ _ E). destruct (nth_error s i) as [x|] eqn:Ex;
    [exact (nth_error_nth _ _ _ Ex)|].
    apply nth_error_None in Ex. now apply nth_overflow.
  - apply nth_error_None in E. rewrite (nth_overflow b) by exact E. now destruct i.
Qed.
Lemma listed_frame r b i j : (forall s, In s b -> length s = h) -> i < h -> (0 <= j)%Z ->
  listed (repeat (repeat k h) r ++ b ++ []) i j = view Open b i (j - Z.of_nat r).
Proof.
  intros Hb Hi Hj. rewrite app_nil_r. unfold listed, view, look, cell_of. unfold board, slice in *.
  replace (Z.of_nat i <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia). rewrite Nat2Z.id.
  destruct (lt_dec (Z.to_nat j) r) as [L|L].
  - rewrite app_nth1 by (rewrite repeat_length; exact L).
    replace (j - Z.of_nat r <? 0)%Z with true by (symmetry; apply Z.ltb_lt; lia).
    rewrite (nth_indep _ [] (repeat k h)) by (rewrite repeat_length; exact L).
    rewrite nth_repeat. apply nth_repeat.
  - rewrite app_nth2 by (rewrite repeat_length; lia). rewrite repeat_length.
    replace (j - Z.of_nat r <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia).
    replace (Z.to_nat (j - Z.of_nat r)) with (Z.to_nat j - r) by lia. apply nth_cell.
Qed.
Lemma listed_view cs b i j : (forall s, In s b -> length s = h) -> i < h -> (0 <= j)%Z ->
  listed (frame_of cs ++ b ++ []) i j = view Open b i (j - Z.of_nat (reach cs)).
Proof. apply listed_frame. Qed.
Lemma view_off b i j : (j < 0)%Z \/ (Z.of_nat (length b) <= j)%Z -> view Open b i j = k.
Proof.
  intro H. unfold view, look, cell_of. destruct (Z.of_nat i <? 0)%Z; [reflexivity|].
  destruct (j <? 0)%Z eqn:E; [reflexivity|]. apply Z.ltb_ge in E.
  rewrite (proj2 (nth_error_None _ _)); [reflexivity|lia].
Qed.
Lemma all_true_good cs b : forallb fits cs = true -> h <> 0 -> (forall s, In s b -> length s = h) ->
  all_true Open cs b <-> good (alphabets h k) (patterns cs) k [] 0 (concat (frame_of cs ++ b)) = true.
Proof.
  intros F W Hb. change (@nil nat) with (concat (@nil slice)) at 1. rewrite good_true; [|exact F|exact W|].
  2: { intros s I. rewrite app_nil_r in I. apply in_app_or in I.
  destruct I as [I|I]; [now apply (frame_slices cs)|now apply Hb]. }
  rewrite forallb_forall in F. rewrite app_length. unfold frame_of at 1. rewrite repeat_length.
  assert (E : forall c t, In c cs -> true_at (listed (frame_of cs ++ b ++ [])) (Z.of_nat t - least c) c
                          = true_at (view Open b) (Z.of_nat t - least c - Z.of_nat (reach cs)) c).
  { intros c t I. apply true_at_same. intros x J. specialize (F c I). unfold fits in F.
  apply andb_true_iff in F. destruct F as [F _].
    apply andb_true_iff in F. destruct F as [_ F]. rewrite forallb_forall in F. specialize (F x J).
    apply andb_true_iff in F. destruct F as [F _].
    apply andb_true_iff in F. destruct F as [F1 F2]. apply Nat.ltb_lt in F1. apply Z.leb_le in F2.
    rewrite listed_view by (assumption || lia). f_equal. lia. }
  split.
  - intros H t c L I. rewrite E by exact I. now apply H.
  - intros H j c I. destruct (Z_lt_le_dec (j + least c + Z.of_nat (reach cs)) 0) as [L|L];
      [|destruct (Z_lt_le_dec (j + least c) (Z.of_nat (length b))) as [L'|L']].
    all: unfold board, slice in *.
    2: { specialize (H (Z.to_nat (j + least c + Z.of_nat (reach cs))) c ltac:(lia) I).
    rewrite E in H by exact I.
         rewrite Z2Nat.id in H by exact L. now replace (j + least c + Z.of_nat (reach cs) - least c -
           Z.of_nat (reach cs))%Z with j in H by lia. }
    all: assert (G := F c I); unfold fits in G; apply andb_true_iff in G; destruct G as [G G3];
      apply andb_true_iff in G; destruct G as [_ G];
      rewrite forallb_forall in G; rewrite <- G3; apply true_at_same; intros x J; apply view_off;
      specialize (G x J); apply andb_true_iff in G; destruct G as [G _]; apply andb_true_iff in G;
        destruct G as [_ G]; apply Z.leb_le in G;
      assert (R := reach_item c x cs I J); unfold board, slice in *; lia.
Qed.

(* ================= rings: what lies before and behind is the ring again ================= *)
Section Rings.
Variable turn : list nat.
Definition image (i : nat) : nat := nth i turn i.
Definition turn_slice (c : slice) : slice := map (fun i => nth (image i) c k) (seq 0 h).
Definition turn_item (t : item) : item := (image (fst (fst t)), snd (fst t), snd t).
Definition turn_condition (c : condition) : condition :=
  let '(Condition g i a) := c in Condition (map turn_item g) (map turn_item i) a.
(* the conditions, and what they are where slots have changed places *)
Definition turned (cs : list condition) : list condition :=
  match turn with [] => cs | _ => cs ++ map turn_condition cs end.
Definition turn_ok : bool :=
  (length turn <=? h) && forallb (fun i => (image i <? h) && (image (image i) =? i)) (seq 0 h).
Hypothesis turns : turn_ok = true.
Lemma image_ok i : i < h -> image i < h /\ image (image i) = i.
Proof.
  intro H. apply andb_true_iff in turns. destruct turns as [_ T]. rewrite forallb_forall in T.
  specialize (T i). rewrite in_seq, andb_true_iff, Nat.ltb_lt, Nat.eqb_eq in T. apply T. lia.
Qed.
Lemma nth_turn i c : i < h -> nth i (turn_slice c) k = nth (image i) c k.
Proof.
  intro H. unfold turn_slice. rewrite (nth_indep _ k (nth (image 0) c k)) by now rewrite map_length,
    seq_length.
  now rewrite (map_nth (fun i => nth (image i) c k)), seq_nth.
Qed.
Lemma turn_none : turn = [] -> forall i, image i = i.
Proof. intros E i. unfold image. rewrite E. now destruct i. Qed.
Section Board.
Variable b : board.
Hypothesis some : b <> [].
Let n := Z.of_nat (length b).
Lemma n_pos : (0 < n)%Z.
Proof. unfold n. destruct b; [contradiction|]. cbn. lia. Qed.
Lemma view_ring i j : view (Ring turn) b i j =
  nth (if Z.odd (j / n) then image i else i) (nth (Z.to_nat (j mod n)) b []) k.
Proof.
  rewrite nth_cell. unfold view, look. replace (Z.of_nat i <? 0)%Z with false by (symmetry; apply Z.ltb_ge;
    lia).
  now rewrite Nat2Z.id.
Qed.
Lemma view_turns i j q : i < h -> view (Ring turn) b i (j + q * n) =
  view (Ring turn) b (if Z.odd q then image i else i) j.
Proof.
  intro H. assert (N := n_pos). rewrite !view_ring, Z.div_add, Z.mod_add, Z.odd_add by lia.
  destruct (image_ok i H) as [_ I]. f_equal. now destruct (Z.odd (j / n)), (Z.odd q); cbn [xorb]; rewrite ?I.
Qed.
Lemma true_turns j q c : (forall t, In t (items_of c) -> fst (fst t) < h) ->
  true_at (view (Ring turn) b) (j + q * n) c =
  true_at (view (Ring turn) b) j (if Z.odd q then turn_condition c else c).
Proof.
  intro H. transitivity (true_at (fun i j => view (Ring turn) b (if Z.odd q then image i else i) j) j c).
  - apply true_at_same. intros t I. rewrite <- view_turns by auto. f_equal. lia.
  - destruct (Z.odd q); [|reflexivity]. destruct c as [g i a]. cbn [turn_condition true_at].
    assert (F : forall l, forallb (seen (fun i j => view (Ring turn) b (image i) j) j) l
      = forallb (seen (view (Ring turn) b) j) (map turn_item l) /\
      length (filter (seen (fun i j => view (Ring turn) b (image i) j) j) l)
      = length (filter (seen (view (Ring turn) b) j) (map turn_item l))).
    { induction l as [|x l [IH1 IH2]]; [split; reflexivity|]. cbn [map forallb filter]. rewrite <- IH1.
      split; [reflexivity|]. change (seen (view (Ring turn) b) j (turn_item x)) with
        (seen (fun i j => view (Ring turn) b (image i) j) j x).
      destruct (seen _ j x); cbn [length]; now rewrite IH2. }
    now rewrite (proj1 (F g)), (proj2 (F i)).
Qed.
Lemma least_turn c : least (turn_condition c) = least c.
Proof.
  destruct c as [g i a]. unfold least. cbn [turn_condition items_of]. rewrite <- map_app.
  destruct (g ++ i) as [|t l]; [reflexivity|]. cbn [map turn_item fst snd]. generalize (snd (fst t)) as m.
  induction l as [|x l IH]; intro m; [reflexivity|]. cbn [map fold_left turn_item fst snd]. apply IH.
Qed.
Lemma in_turned c cs : In c cs -> In (turn_condition c) (turned cs) \/ turn = [].
Proof.
  intro I. unfold turned. destruct turn; [now right|left]. apply in_or_app. right. now apply in_map.
Qed.
Lemma listed_ring r i j : i < h -> (0 <= j < n + Z.of_nat r)%Z -> r <= length b ->
  listed (b ++ map turn_slice (firstn r b)) i j = view (Ring turn) b i j.
Proof.
  intros S1 Hj R. assert (N := n_pos). unfold listed, board, slice in *. destruct (Z_lt_le_dec j n) as [M|M].
  - rewrite app_nth1 by (unfold n in M; lia). rewrite view_ring, Z.div_small, Z.mod_small by lia. reflexivity.
  - replace j with (j - n + 1 * n)%Z at 2 by lia. rewrite view_turns by exact S1. cbn [Z.odd].
    rewrite view_ring, Z.div_small, Z.mod_small by (unfold n in *; lia). cbn [Z.odd].
    assert (Hi : Z.to_nat j - length b < r) by (unfold n in *; lia).
    assert (Hl : Z.to_nat j - length b < length (firstn r b)) by (rewrite firstn_length; lia).
    rewrite app_nth2 by (unfold n in M; lia).
    rewrite (nth_indep _ [] (turn_slice [])) by (rewrite map_length; exact Hl).
    rewrite map_nth, nth_turn by exact S1. f_equal.
    rewrite <- (firstn_skipn r b) at 3. rewrite app_nth1 by (unfold n in *; lia). f_equal. unfold n. lia.
Qed.
Lemma ring_good cs : forallb fits (turned cs) = true -> h <> 0 -> (forall s, In s b -> length s = h) ->
  reach (turned cs) <= length b ->
  all_true (Ring turn) cs b <->
  good (alphabets h k) (patterns (turned cs)) k
    (concat (map turn_slice (firstn (reach (turned cs)) b))) 0 (concat b) = true.
Proof.
  intros F W Hb R. assert (N := n_pos). set (r := reach (turned cs)) in *.
  set (tail := map turn_slice (firstn r b)).
  assert (G := good_true (turned cs) [] tail F W b). cbn [app] in G. rewrite G.
  2: { intros s I. apply in_app_or in I. destruct I as [I|I]; [now apply Hb|]. apply in_map_iff in I.
       destruct I as [c [<- _]]. unfold turn_slice. now rewrite map_length, seq_length. }
  rewrite forallb_forall in F.
  assert (Slot : forall c, In c (turned cs) -> forall t, In t (items_of c) ->
    fst (fst t) < h /\ (least c <= snd (fst t) <= least c + Z.of_nat r)%Z).
  { intros c I t J. assert (L := reach_item c t _ I J). specialize (F c I). unfold fits in F.
    apply andb_true_iff in F. destruct F as [F _]. apply andb_true_iff in F. destruct F as [_ F].
    rewrite forallb_forall in F. specialize (F t J). apply andb_true_iff in F. destruct F as [F _].
    apply andb_true_iff in F. destruct F as [F1 F2]. apply Nat.ltb_lt in F1. apply Z.leb_le in F2.
    fold r in L. lia. }
  assert (E : forall c t, In c (turned cs) -> t < length b ->
    true_at (listed (b ++ tail)) (Z.of_nat t - least c) c
    = true_at (view (Ring turn) b) (Z.of_nat t - least c) c).
  { intros c t I L. apply true_at_same. intros x J. destruct (Slot c I x J) as [S1 S2].
    apply listed_ring; [exact S1|unfold n in *; lia|exact R]. }
  split.
  - intros A t c L I. rewrite E by assumption. unfold turned in I.
    assert (C : In c cs \/ exists c', In c' cs /\ c = turn_condition c').
    { destruct turn; [now left|]. apply in_app_or in I. destruct I as [I|I]; [now left|right].
      apply in_map_iff in I. destruct I as [c' [<- I]]. eauto. }
    destruct C as [C|[c' [C ->]]]; [now apply A|].
    assert (T := true_turns (Z.of_nat t - least (turn_condition c')) 1 c'). cbn [Z.odd] in T. rewrite <- T;
      [now apply A|]. intros x J. apply (Slot c'); [|exact J]. unfold turned. destruct turn; [exact C|].
    apply in_or_app. now left.
  - intros H j c I. assert (It : In c (turned cs)).
    { unfold turned. destruct turn; [exact I|]. apply in_or_app. now left. }
    set (m := (j + least c)%Z). assert (M := Z.mod_pos_bound m n N). assert (D := Z.div_mod m n ltac:(lia)).
    replace j with (Z.of_nat (Z.to_nat (m mod n)) - least c + m / n * n)%Z by (unfold m in *; lia).
    rewrite true_turns by (intros x J; now apply (Slot c)).
    assert (L : Z.to_nat (m mod n) < length b) by (unfold n in *; lia).
    destruct (Z.odd (m / n)); [|rewrite <- E by assumption; now apply H].
    destruct (in_turned c cs I) as [J|J].
    + rewrite <- (least_turn c), <- E by assumption. now apply H.
    + replace (turn_condition c) with c; [rewrite <- E by assumption; now apply H|].
      destruct c as [g i a]. cbn [turn_condition].
      assert (X : forall l, map turn_item l = l).
      { induction l as [|[[y d] z] l IHl]; [reflexivity|]. cbn [map]. unfold turn_item at 1. cbn [fst snd].
        now rewrite turn_none, IHl. }
      now rewrite !X.
Qed.
End Board.
End Rings.
End Conditions.

(* ================= states with what lies behind the board, and with automata ================= *)
Definition state := (list nat * (owed * list watching))%type.
Definition next (pats : list (list debt)) (ws : list watch) (i : nat) (p : state) (x : nat) : state :=
  (fst p, (step pats i (fst (snd p)) x, moves ws i (snd (snd p)) x)).
Definition ended (k : nat) (ws : list watch) (p : state) : bool :=
  owes k (fst (snd p)) (fst p) && all_end ws (fst p) (snd (snd p)).
Definition no_way (ws : list watch) (p : state) : bool := is_dead (fst (snd p)) || one_lost ws (snd (snd p)).
Definition same_state (p q : state) : bool :=
  match lex Nat.compare (fst p) (fst q), lex cmp_watching (snd (snd p)) (snd (snd q)) with
  | Eq, Eq => same_owed (fst (snd p)) (fst (snd q)) | _, _ => false
  end.
Definition hash_watching (h : N) (p : watching) : N := mix (mix h (Z.to_N (snd p))) (Npos (hash (Some ([],
  fst p)))).
Definition hash_state (p : state) : positive := N.succ_pos (fold_left hash_watching (snd (snd p))
  (fold_left mix (map N.of_nat (fst p)) (Npos (hash (fst (snd p)))))).
Lemma same_state_eq p q : same_state p q = true -> p = q.
Proof.
  destruct p as [t [p r]], q as [t' [q s]]. unfold same_state. cbn [fst snd].
  destruct (lex Nat.compare t t') eqn:E; try discriminate.
  destruct (lex cmp_watching r s) eqn:F; try discriminate.
  intro H. apply same_owed_eq in H. apply lex_eq in E; [|apply Nat.compare_eq].
  apply lex_eq in F; [congruence|exact cmp_watching_eq].
Qed.
Lemma no_way_next pats ws i p x : no_way ws p = true -> no_way ws (next pats ws i p x) = true.
Proof.
  destruct p as [t [p r]]. unfold no_way, next. cbn [fst snd]. rewrite !orb_true_iff. intros [H|H];
    [left; now destruct p|right; now apply one_lost_moves].
Qed.
Lemma no_way_ended k ws p : no_way ws p = true -> ended k ws p = false.
Proof.
  destruct p as [t [p r]]. unfold no_way, ended. cbn [fst snd]. rewrite orb_true_iff, andb_false_iff.
  intros [H|H]; [left; now destruct p|right; now apply one_lost_ends].
Qed.
Definition opening (pats : list (list debt)) (frame : board) : owed := fold_left (read owed (step pats) 0)
  frame (Some ([], [])).
Lemma accept_next pats k ws t b p r : accept state (next pats ws) (ended k ws) (t, (p, r)) b =
  accept owed (step pats) (final k t) p b && all_end ws t (watch_all ws b r).
Proof.
  assert (R : forall c i p r, read state (next pats ws) i (t, (p, r)) c =
    (t, (read owed (step pats) i p c, read _ (moves ws) i r c))).
  { induction c as [|x c IH]; intros i q s; [reflexivity|]. apply IH. }
  rewrite !accept_fold. enough (F : fold_left (read state (next pats ws) 0) b (t, (p, r)) =
    (t, (fold_left (read owed (step pats) 0) b p, watch_all ws b r))) by now rewrite F.
  revert p r. induction b as [|c b IH]; intros p r; [reflexivity|]. cbn [fold_left watch_all].
  rewrite R, IH. reflexivity.
Qed.
Lemma accept_frame pats fin f b : forall p,
  accept owed (step pats) fin p (f ++ b) = accept owed (step pats) fin (fold_left (read owed (step pats) 0) f
    p) b.
Proof. induction f as [|c f IH]; intro p; [reflexivity|]. cbn. apply IH. Qed.

Lemma sums_same {A} (p q : A -> Prop) (f g : A -> Z) a : (forall x, p x <-> q x) -> (forall x, f x = g x) ->
  sums p f a -> sums q g a.
Proof.
  intros H E [l [N [I T]]]. exists l. split; [exact N|split].
  - intro x. now rewrite I, H.
  - rewrite <- T. apply total_ext. intros x _. symmetry. apply E.
Qed.

(* the conditions reach over so many slices; what lies before a board and behind it *)
Definition span (e : boundary) (cs : list condition) : nat :=
  match e with Open => reach cs | Ring turn => reach (turned turn cs) end.
Definition before_board (e : boundary) (h k r : nat) : board :=
  match e with Open => repeat (repeat k h) r | Ring _ => [] end.
Definition behind_board (e : boundary) (h k r : nat) (b : board) : board :=
  match e with Open => [] | Ring turn => map (turn_slice h k turn) (firstn r b) end.
Definition watched_all (e : boundary) (h k r : nat) (ws : list watch) (b : board) : bool :=
  forallb (watched (before_board e h k r) (behind_board e h k r b) b) ws.

Section Numbers.
Context {explore : Explorer}.
Variables (C : Type) (c0 : C) (cadd cmul : C -> C -> C) (czero : C -> bool) (ceq : C -> C -> bool) (ev : C ->
  Z).
Hypothesis ev0 : ev c0 = 0%Z.
Hypothesis ev_add : forall a b, ev (cadd a b) = (ev a + ev b)%Z.
Hypothesis ev_mul : forall a b, ev (cmul a b) = (ev a * ev b)%Z.
Hypothesis ev_zero : forall a, czero a = true -> ev a = 0%Z.
Hypothesis ev_eq : forall a b, ceq a b = true -> ev a = ev b.
Variable (c1 : C).
Hypothesis ev1 : ev c1 = 1%Z.
Variable cweight : nat -> nat -> C.
Section Sum.
Variables (h k : nat) (cs : list condition) (ws : list watch).
(* each case: a factor, what lies before the board, what lies behind it *)
Definition sum_checked (skip : nat) (P Q : list C) (cases : list (C * (board * board))) : bool :=
  let pats := patterns h cs in let al := alphabets h k in
  let heads := map (fun c => (fst c, (concat (snd (snd c)), (opening pats (fst (snd c)),
    watch_all ws (fst (snd c)) (map begun ws))))) cases in
  let '(layers, starts) := explorer state al (next pats ws) (no_way ws) same_state hash_state
    (map snd heads) in
  negb (h =? 0) && forallb (fits h k) cs &&
  check_sum state al (next pats ws) (ended k ws) (no_way ws) same_state C c0 cadd cmul czero ceq c1 cweight P
    Q layers
    heads starts skip
    (2 * (length P + length Q) + 100).
Definition good_between (frame tail b : board) : bool :=
  good (alphabets h k) (patterns h cs) k (concat tail) 0 (concat (frame ++ b)) &&
  forallb (watched frame tail b) ws.
Theorem between_sum skip P Q cases : sum_checked skip P Q cases = true ->
  (forall c s, In c cases -> In s (fst (snd c)) -> length s = h) ->
  forall n, total (fun c => (ev (fst c) * total (fun b => if good_between (fst (snd c)) (snd (snd c)) b
                 then board_weight (fun i x => ev (cweight i x)) b else 0) (all_boards (alphabets h k) (n +
                   skip)))%Z) cases
          = coefficient (map ev P) (map ev (tl Q)) n.
Proof.
  intros H Fr n. unfold sum_checked in H.
  destruct (explorer _ _ _ _ _ _ _) as [layers starts].
  apply andb_true_iff in H. destruct H as [W H]. apply andb_true_iff in W. destruct W as [W _].
  apply negb_true_iff, Nat.eqb_neq in W.
  rewrite <- (machine_sum state _ (fun i x => ev (cweight i x)) _ _ _ eq _ same_state_eq
    (fun i p q x E => f_equal (fun p => next _ ws i p x) E) (fun p q E => f_equal _ E)
    (no_way_next _ ws) (no_way_ended k ws)
    C c0 cadd cmul czero ceq ev ev0 ev_add ev_mul ev_zero ev_eq c1 ev1 cweight (fun _ _ => eq_refl) P Q
      layers _ starts skip _ H n).
  rewrite total_map. apply total_ext. intros c I. cbn [fst snd]. f_equal. unfold amount. apply total_ext.
  intros b J.
  rewrite accept_next. unfold opening. rewrite <- accept_frame, (accept_ok (alphabets h k)).
  - rewrite <- watch_app, watch_all_map, all_end_map. cbn [owes free safe forallb andb]. reflexivity.
  - unfold alphabets. now rewrite repeat_length.
  - unfold alphabets. rewrite repeat_length. intros s K. apply in_app_or in K.
    destruct K as [K|K]; [now apply (Fr c)|].
    apply boards_spec in J. now apply J.
Qed.

End Sum.

(* ================= the boards of a ring, by their first slices ================= *)
Lemma boards_app al r n (f : board -> Z) :
  total f (all_boards al (r + n)) = total (fun s => total (fun b => f (s ++ b)) (all_boards al n))
    (all_boards al r).
Proof.
  revert f. induction r as [|r IH]; intro f; [symmetry; apply Z.add_0_r|]. cbn [plus all_boards].
  rewrite !total_flat_map. apply total_ext. intros c _. now rewrite !total_map, IH.
Qed.
Lemma weight_app weight (s b : board) : board_weight weight (s ++ b) = (board_weight weight s * board_weight
  weight b)%Z.
Proof. induction s as [|c s IH]; cbn [app board_weight]; [lia|]. rewrite IH. lia. Qed.
Fixpoint slice_number (i : nat) (c : slice) : C :=
  match c with [] => c1 | x :: c' => cmul (cweight i x) (slice_number (S i) c') end.
Fixpoint board_number (b : board) : C :=
  match b with [] => c1 | c :: b' => cmul (slice_number 0 c) (board_number b') end.
Lemma board_number_ok b : ev (board_number b) = board_weight (fun i x => ev (cweight i x)) b.
Proof.
  assert (S : forall c i, ev (slice_number i c) = slice_weight (fun i x => ev (cweight i x)) i c).
  { induction c as [|x c IH]; intro i; [exact ev1|]. cbn [slice_number slice_weight].
  now rewrite ev_mul, IH. }
  induction b as [|c b IH]; [exact ev1|]. cbn [board_number board_weight]. now rewrite ev_mul, S, IH.
Qed.
Lemma total_filter {A} (f : A -> Z) (p : A -> bool) s : (forall a, In a s -> p a = false -> f a = 0%Z) ->
  total f (filter p s) = total f s.
Proof.
  induction s as [|a s IH]; intro H; [reflexivity|]. cbn [filter total].
  assert (IH' : total f (filter p s) = total f s) by (apply IH; intros; apply H; [now right|assumption]).
  destruct (p a) eqn:E; cbn [total]; [lia|]. rewrite (H a (or_introl eq_refl) E). lia.
Qed.

(* ================= leading zeros ================= *)
Lemma coefficient_skip (qs : list Z) m : forall P n, m <= length P -> forallb czero (firstn m P) = true ->
  coefficient (map ev P) qs (m + n) = coefficient (map ev (skipn m P)) qs n.
Proof.
  induction m as [|m IH]; intros P n L H; [reflexivity|]. destruct P as [|p P]; [inversion L|].
  cbn [firstn forallb] in H. apply andb_true_iff in H. destruct H as [Hp H]. cbn [skipn map length] in *.
  rewrite (ev_zero _ Hp), <- IH by (assumption || lia). change (S m + n) with (S (m + n)).
  clear - P. generalize (map ev P) as R, (m + n) as j.
  assert (D : forall qs l, dot qs (l ++ [0%Z]) = dot qs l).
  { clear. induction qs as [|x qs' IHq]; intros [|y l]; try reflexivity; cbn [app dot]; [destruct qs'; cbn;
    lia|].
    now rewrite IHq. }
  intros R. assert (S : forall j, series (0%Z :: R) qs (S j) = series R qs j ++ [0%Z]).
  { induction j as [|j IHj].
    - cbn. destruct qs; reflexivity.
    - change (series (0%Z :: R) qs (S (S j))) with
        (let l := series (0%Z :: R) qs (S j) in (nth j R 0 - dot qs l)%Z :: l). cbv zeta.
      rewrite IHj, D. reflexivity. }
  intro j. unfold coefficient. rewrite S. cbn [series]. reflexivity.
Qed.

(* ================= strips and rings ================= *)
Variables (e : boundary) (h k : nat) (given : list condition) (ws : list watch).
Let cs := flat_map plain given.
Definition boundary_ok : bool := match e with Open => true | Ring turn => turn_ok h turn end.
Definition strip_checked (first : nat) (P Q : list C) : bool :=
  boundary_ok && (first <=? length P) && forallb czero (firstn first P) &&
  match e with
  | Open => sum_checked h k cs ws first (skipn first P) Q [(c1, (frame_of h k cs, []))]
  | Ring turn =>
      let all := turned turn cs in let r := reach all in let pats := patterns h all in
      (0 <? first) && (r <=? first) &&
      sum_checked h k all ws (first - r) (skipn first P) Q
        (map (fun s => (board_number s, (s, map (turn_slice h k turn) s)))
          (filter (fun s => negb (is_dead (opening pats s))) (all_boards (alphabets h k) r)))
  end.
Lemma sum_fits all skip P Q cases : sum_checked h k all ws skip P Q cases = true ->
  h <> 0 /\ forallb (fits h k) all = true.
Proof.
  intro H. unfold sum_checked in H. destruct (explorer _ _ _ _ _ _ _) as [layers starts].
  apply andb_true_iff in H. destruct H as [W _]. apply andb_true_iff in W. destruct W as [W F].
  split; [now apply Nat.eqb_neq, negb_true_iff|exact F].
Qed.
Lemma strip_boundary first P Q : strip_checked first P Q = true ->
  boundary_ok = true /\ h <> 0 /\ match e with Open => True | Ring _ => 0 < first /\ span e cs <= first end.
Proof.
  intro H. unfold strip_checked in H. repeat (apply andb_true_iff in H; destruct H as [H ?]). split;
    [exact H|].
  destruct e; [split; [now apply sum_fits in H0|trivial]|]. apply andb_true_iff in H0. destruct H0 as [H0 S].
  apply andb_true_iff in H0. rewrite Nat.ltb_lt, Nat.leb_le in H0. split; [now apply sum_fits in S|exact H0].
Qed.
Theorem strip_sum first P Q : strip_checked first P Q = true -> forall n, first <= n ->
  sums (fun b => is_board h k n b /\ all_true k e given b /\
      watched_all e h k (span e cs) ws b = true) (board_weight (fun i x => ev (cweight i x)))
    (coefficient (map ev P) (map ev (tl Q)) n).
Proof.
  intros H n Hn. unfold strip_checked in H. apply andb_true_iff in H. destruct H as [H R].
  apply andb_true_iff in H. destruct H as [H Z0]. apply andb_true_iff in H. destruct H as [T L].
  apply Nat.leb_le in L. assert (Nm : exists m, n = first + m) by (exists (n - first); lia).
  destruct Nm as [m ->].
  rewrite coefficient_skip by assumption. clear Hn.
  unfold boundary_ok in T. apply (sums_same (fun b => is_board h k (first + m) b /\ all_true k e cs b /\
    watched_all e h k (span e cs) ws b = true) _ (board_weight (fun i x => ev (cweight i x))));
    [intro b; unfold cs; now rewrite plain_true|reflexivity|].
  destruct e as [|turn].
  - assert (E := between_sum _ _ _ _ _ _ _ _ R). cbn [In fst snd total] in E. rewrite <- E.
    2: { intros c s [<-|[]] I. now apply frame_slices in I. }
    rewrite ev1, Z.mul_1_l, Z.add_0_r, (Nat.add_comm m). apply sums_boards. intro b.
    destruct (sum_fits _ _ _ _ _ R) as [W F].
    cbn [fst snd]. unfold good_between.
    rewrite andb_true_iff.
    split; intros [B [A V]]; (split; [exact B|]); (split; [|exact V]); apply (all_true_good h k cs b F W);
      auto;
      intros s I; now apply B.
  - apply andb_true_iff in R. destruct R as [R S]. apply andb_true_iff in R. destruct R as [R0 Rr].
    apply Nat.ltb_lt in R0. apply Nat.leb_le in Rr. set (all := turned turn cs) in *.
    set (r := reach all) in *.
    destruct (sum_fits _ _ _ _ _ S) as [W F]. assert (E := between_sum _ _ _ _ _ _ _ _ S). rewrite <- E.
    2: { intros c s I J. apply in_map_iff in I. destruct I as [b [<- I]]. apply filter_In in I.
         destruct I as [I _]. apply boards_spec in I. now apply I. }
    clear E. rewrite total_map. cbn [fst snd].
    set (ok := fun b => good (alphabets h k) (patterns h all) k (concat (map (turn_slice h k turn) (firstn r
      b)))
      0 (concat b) && forallb (watched [] (map (turn_slice h k turn) (firstn r b)) b) ws).
    set (weight := fun i x => ev (cweight i x)).
    rewrite total_filter.
    2: { intros s I D. apply negb_false_iff in D. rewrite total_zero; [lia|]. intros b J.
         unfold good_between. cbn [fst snd]. set (t := concat (map (turn_slice h k turn) s)).
         enough (X : accept owed (step (patterns h all)) (final k t) (Some ([], [])) (s ++ b) = false).
         { rewrite (accept_ok (alphabets h k)) in X.
           - cbn [owes free safe forallb andb] in X. now rewrite X.
           - unfold alphabets. now rewrite repeat_length.
           - unfold alphabets. rewrite repeat_length. intros c K. apply in_app_or in K.
             destruct K as [K|K]; [apply boards_spec in I; now apply I|apply boards_spec in J; now apply J]. }
         rewrite accept_frame. fold (opening (patterns h all) s).
         destruct (opening (patterns h all) s); [discriminate|].
         assert (N : forall b, accept owed (step (patterns h all)) (final k t) None b = false).
         { clear. induction b as [|c b IH]; [reflexivity|]. cbn [accept].
           assert (X : forall i, read owed (step (patterns h all)) i None c = None)
             by (induction c; intro i; [reflexivity|apply IHc]). now rewrite X. }
         apply N. }
    replace (total _ (all_boards (alphabets h k) r)) with
      (total (fun b => if ok b then board_weight weight b else 0%Z) (all_boards (alphabets h k) (first + m))).
    + apply sums_boards. intro b. unfold ok. rewrite andb_true_iff.
      split; intros [B [A V]]; (split; [exact B|]); (split; [|exact V]); revert A;
        (apply (ring_good h k turn T b); [|exact F|exact W|intros s I; now apply B|]);
        destruct B as [B _]; rewrite ?B; fold all r; try lia; intros ->; cbn in B; lia.
    + replace (first + m) with (r + (m + (first - r))) by lia. rewrite boards_app. apply total_ext.
    intros s I.
      rewrite board_number_ok, <- total_scale. apply total_ext. intros b _. unfold ok, good_between.
      apply boards_spec in I. destruct I as [I _]. rewrite <- I, firstn_app, Nat.sub_diag, firstn_all,
        app_nil_r.
      fold weight. rewrite weight_app. change (forallb (watched [] (map (turn_slice h k turn) s) (s ++ b)) ws)
        with (forallb (watched s (map (turn_slice h k turn) s) b) ws).
      destruct (good _ _ _ _ _ _ && _); lia.
Qed.
End Numbers.

(* whole numbers, all weights 1 *)
Section Whole.
Context {explore : Explorer}.
Definition checked_with (e : boundary) (first h k : nat) (cs : list condition) (ws : list watch) (P Q : list
  Z) :
  bool :=
  strip_checked Z 0%Z Z.add Z.mul (Z.eqb 0) Z.eqb 1%Z (fun _ _ => 1%Z) e h k cs ws first P Q.
Definition checked e first h k cs := checked_with e first h k cs [].
Lemma board_weight_1 b : board_weight (fun _ _ => 1%Z) b = 1%Z.
Proof.
  assert (H : forall c i, slice_weight (fun _ _ => 1%Z) i c = 1%Z) by (induction c; intro i;
    cbn [slice_weight]; [reflexivity|rewrite IHc; reflexivity]).
  induction b as [|c b IH]; cbn [board_weight]; [reflexivity|]. now rewrite H, IH.
Qed.
(* what the conditions mean is proved for each kind of rule; slots are there, and a turn of a ring is one *)
Definition mean (e : boundary) (h k : nat) (cs : list condition) (property : nat -> board -> Prop) : Prop :=
  boundary_ok e h = true -> h <> 0 -> forall n b, is_board h k n b /\ all_true k e cs b <-> property n b.
Lemma all_true_app e k cs cs' b : all_true k e (cs ++ cs') b <-> all_true k e cs b /\ all_true k e cs' b.
Proof.
  unfold all_true. split.
  - intro H. split; intros j x I; apply H; apply in_or_app; tauto.
  - intros [H1 H2] j x I. apply in_app_or in I. destruct I; auto.
Qed.
Lemma mean_boards e h k cs (property : nat -> board -> Prop) :
  (forall n b, property n b -> is_board h k n b) ->
  (boundary_ok e h = true -> h <> 0 ->
    forall n b, is_board h k n b -> (property n b <-> all_true k e cs b)) ->
  mean e h k cs property.
Proof.
  intros B H E W n b. split; [intros [Hb A]; now apply (H E W n b Hb)|]. intro S. assert (Hb := B n b S).
  split; [exact Hb|]. now apply (H E W n b Hb).
Qed.
Lemma mean_and e h k cs cs' (p q : nat -> board -> Prop) : mean e h k cs p ->
  (boundary_ok e h = true -> h <> 0 -> forall n b, is_board h k n b -> (q n b <-> all_true k e cs' b)) ->
  mean e h k (cs ++ cs') (fun n b => p n b /\ q n b).
Proof.
  intros M H E W n b. rewrite all_true_app. assert (M' := M E W n b). split.
  - intros [B [A A']]. split; [now apply M'|now apply (H E W n b B)].
  - intros [S S']. apply M' in S. destruct S as [B A]. split; [exact B|]. split; [exact A|].
    now apply (H E W n b B).
Qed.
(* the same with automata, on boards that are at least as long as conditions reach *)
Definition mean_with (e : boundary) (h k : nat) (cs : list condition) (ws : list watch)
    (property : nat -> board -> Prop) : Prop :=
  boundary_ok e h = true -> h <> 0 -> let r := span e (flat_map plain cs) in
  forall n b, match e with Open => True | Ring _ => 0 < n /\ r <= n end ->
  is_board h k n b /\ all_true k e cs b /\ watched_all e h k r ws b = true <-> property n b.
Lemma mean_alone e h k cs property : mean e h k cs property -> mean_with e h k cs [] property.
Proof. intros M E W r n b _. rewrite <- (M E W n b). cbn [watched_all forallb]. intuition. Qed.
Theorem strip_counts_with e first h k cs ws property P Q :
  checked_with e first h k cs ws P Q = true -> mean_with e h k cs ws property ->
  forall n, first <= n -> counts (property n) (coefficient P (tl Q) n).
Proof.
  intros H M n Hn. destruct (strip_boundary _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H) as [E [W R]].
  apply sums_same with (p := fun b => is_board h k n b /\ all_true k e cs b /\
    watched_all e h k (span e (flat_map plain cs)) ws b = true) (f := board_weight (fun _ _ => 1%Z));
    [intro b; apply (M E W); destruct e; [trivial|lia]|exact board_weight_1|].
  rewrite <- (map_id P), <- (map_id (tl Q)).
  refine (strip_sum Z 0%Z Z.add Z.mul (Z.eqb 0) Z.eqb (fun z => z) eq_refl (fun _ _ => eq_refl) (fun _ _ =>
    eq_refl) _ _ 1%Z eq_refl
            (fun _ _ => 1%Z) e h k cs ws first P Q H n Hn).
  - intros a Ha. symmetry. now apply Z.eqb_eq.
  - intros a b. apply Z.eqb_eq.
Qed.
Theorem strip_counts e first h k cs property P Q :
  checked e first h k cs P Q = true -> mean e h k cs property ->
  forall n, first <= n -> counts (property n) (coefficient P (tl Q) n).
Proof. intros H M. exact (strip_counts_with _ _ _ _ _ _ _ _ _ H (mean_alone _ _ _ _ _ M)). Qed.
End Whole.
