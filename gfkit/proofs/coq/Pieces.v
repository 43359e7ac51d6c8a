(* Placement games and covers, all positions or those where somebody cannot move: the constraints say the
  same as the
   definition. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Strip Arrays.
Import ListNotations.
Local Open Scope nat_scope.

Section Pieces.
Variables (e : boundary) (closed : bool) (h : nat) (pieces : list piece) (apart : list (nat * nat)).
Let k := S (length pieces).
Local Notation around := (around closed h).
Local Notation covers := (covers closed h).
Local Notation clash := (clash closed h apart).
Local Notation beside := (beside closed h).

(* ================= clashes by the distance of columns ================= *)
Definition equal (a b : Z * Z) : bool := (fst a =? fst b)%Z && (snd a =? snd b)%Z.
Lemma equal_ok a b : equal a b = true <-> a = b.
Proof.
  destruct a, b. unfold equal. cbn. rewrite andb_true_iff, !Z.eqb_eq. split; [intros [-> ->]; reflexivity|].
  intro E. now injection E.
Qed.
Definition directions : list (Z * Z) := [(0, 1); (1, 0); (0, -1); (-1, 0)]%Z.
Definition touch (p q : piece) : bool :=
  existsb (fun c => (fst c =? colour p) && (snd c =? colour q) || (fst c =? colour q) && (snd c =? colour p))
    apart.
Lemma touch_ok p q : touch p q = true <-> may_not_touch apart p q.
Proof.
  unfold touch, may_not_touch. rewrite existsb_exists. split.
  - intros [[a b] [I H]]. cbn in H. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq in H.
    destruct H as [[-> ->]|[-> ->]]; tauto.
  - intros [I|I]; (eexists; split; [exact I|]; cbn [fst snd]; rewrite !Nat.eqb_refl; cbn [andb];
    now rewrite ?orb_true_r).
Qed.
Definition clash_at (p : piece) (i : Z) (q : piece) (i' d : Z) : bool :=
  let t := touch p q in let bs := covers q i' d in
  existsb (fun a => existsb (fun b => equal a b || t && existsb (fun o => equal b (around (fst a + fst o),
    snd a + snd o)%Z) directions) bs)
    (covers p i 0%Z).
Lemma in_covers p i j a : In a (covers p i j) <-> In (fst a, snd a - j)%Z (covers p i 0).
Proof.
  unfold Meaning.covers. rewrite !in_map_iff.
  split; intros [o [E I]]; exists o; (split; [|exact I]); destruct a; cbn in *; injection E as <- E; f_equal;
    lia.
Qed.
Lemma clash_ok p i j q i' j' : clash p i j q i' j' <-> clash_at p i q i' (j' - j) = true.
Proof.
  unfold Meaning.clash, clash_at. rewrite existsb_exists. split.
  - intros [a [b [Ia [Ib H]]]]. exists (fst a, snd a - j)%Z. split; [now rewrite <- in_covers|].
    apply existsb_exists.
    exists (fst b, snd b - j)%Z. split. { rewrite in_covers. rewrite in_covers in Ib. cbn [fst snd].
    now replace (snd b - j - (j' - j))%Z with (snd b - j')%Z by lia. }
    rewrite orb_true_iff, andb_true_iff, equal_ok, existsb_exists, touch_ok.
    destruct H as [->|[T [o [O E]]]]; [now left|right].
    split; [exact T|]. exists o. split; [exact O|]. apply equal_ok. subst b. cbn [fst snd]. f_equal. lia.
  - intros [a [Ia H]]. apply existsb_exists in H. destruct H as [b [Ib H]].
    exists (fst a, snd a + j)%Z, (fst b, snd b + j)%Z. split; [|split].
    + rewrite in_covers. cbn [fst snd]. replace (snd a + j - j)%Z with (snd a) by lia.
      now rewrite <- surjective_pairing.
    + rewrite in_covers. rewrite in_covers in Ib. cbn [fst snd].
      now replace (snd b + j - j')%Z with (snd b - (j' - j))%Z by lia.
    + rewrite orb_true_iff, andb_true_iff, equal_ok, existsb_exists, touch_ok in H.
      destruct H as [->|[T [o [O E]]]]; [now left|right].
      split; [exact T|]. exists o. split; [exact O|]. apply equal_ok in E. subst b. cbn [fst snd]. f_equal.
      lia.
Qed.
Lemma around_twice x d : around (around x + d) = around (x + d).
Proof. unfold Meaning.around. destruct closed; [now rewrite Zplus_mod_idemp_l|reflexivity]. Qed.
Lemma covers_around p i j a : In a (covers p i j) -> around (fst a) = fst a.
Proof.
  intro I. apply in_map_iff in I. destruct I as [o [<- _]]. cbn [fst].
  assert (T := around_twice (i + fst o) 0). now rewrite !Z.add_0_r in T.
Qed.
Lemma clash_sym p i j q i' j' : clash p i j q i' j' -> clash q i' j' p i j.
Proof.
  intros [a [b [Ia [Ib H]]]]. exists b, a. split; [exact Ib|split; [exact Ia|]].
  destruct H as [->|[T [o [O E]]]]; [now left|right].
  split; [unfold may_not_touch in *; tauto|]. exists (- fst o, - snd o)%Z. split.
  - destruct O as [<-|[<-|[<-|[<-|[]]]]]; cbn; tauto.
  - subst b. cbn [fst snd]. rewrite around_twice. replace (fst a + fst o + - fst o)%Z with (fst a) by lia.
    rewrite (covers_around _ _ _ _ Ia). destruct a; cbn; f_equal; lia.
Qed.
(* pieces that are further apart do not clash *)
Definition width : nat := list_max (flat_map (fun p => map (fun o => Z.abs_nat (snd o)) (cells p)) pieces).
Definition distances : list Z := map (fun x => Z.of_nat x - Z.of_nat (2 * width + 1))%Z (seq 0 (4 * width +
  3)).
Lemma distances_ok d : (Z.abs d <= Z.of_nat (2 * width + 1))%Z -> In d distances.
Proof. intro H. apply in_map_iff. exists (Z.to_nat (d + Z.of_nat (2 * width + 1))). split; [lia|].
apply in_seq. lia. Qed.
Lemma width_ok p i a : In p pieces -> In a (covers p i 0) -> (Z.abs (snd a) <= Z.of_nat width)%Z.
Proof.
  intros P I. apply in_map_iff in I. destruct I as [o [<- I]]. cbn [snd].
  enough (Z.abs_nat (snd o) <= width) by lia. unfold width. set (l := flat_map _ pieces).
  assert (L := proj1 (list_max_le l (list_max l)) (Nat.le_refl _)). rewrite Forall_forall in L. apply L.
  apply in_flat_map. exists p. split; [exact P|]. apply in_map_iff. eauto.
Qed.
Lemma clash_near p i j q i' j' : In p pieces -> In q pieces -> clash p i j q i' j' -> In (j' - j)%Z distances.
Proof.
  intros P Q [a [b [Ia [Ib H]]]]. apply distances_ok. rewrite in_covers in Ia, Ib.
  apply (width_ok _ _ _ P) in Ia. apply (width_ok _ _ _ Q) in Ib.
  cbn [fst snd] in *. destruct H as [->|[_ [o [O E]]]]; [lia|]. subst b. cbn [snd] in Ib.
  destruct O as [<-|[<-|[<-|[<-|[]]]]]; cbn [snd] in Ib; lia.
Qed.

(* ================= the constraints ================= *)
Definition rows := seq 0 h.
Fixpoint numbered {A} (t : nat) (l : list A) : list (nat * A) := match l with [] => [] | a :: r => (t, a) ::
  numbered (S t) r end.
Lemma numbered_ok {A} (l : list A) : forall t0 t a, In (t, a) (numbered t0 l) <-> t0 <= t /\ nth_error l (t -
  t0) = Some a.
Proof.
  induction l as [|b l IH]; intros t0 t a; cbn [numbered In].
  - split; [intros []|]. intros [_ H]. destruct (t - t0); discriminate.
  - rewrite IH. split.
    + intros [E|[L H]]; [injection E as <- <-; split; [lia|]; now rewrite Nat.sub_diag|].
      split; [lia|]. now replace (t - t0) with (S (t - S t0)) by lia.
    + intros [L H]. destruct (Nat.eq_dec t t0) as [->|N]; [rewrite Nat.sub_diag in H; injection H as <-;
      now left|right].
      split; [lia|]. replace (t - t0) with (S (t - S t0)) in H by lia. exact H.
Qed.
Definition all_pieces := numbered 1 pieces.       (* with their symbols *)
(* the symbols of the pieces with a property *)
Definition those (f : piece -> bool) : list nat := map fst (filter (fun tp => f (snd tp)) all_pieces).
Lemma those_ok f x : In x (those f) <-> exists t p, x = S t /\ nth_error pieces t = Some p /\ f p = true.
Proof.
  unfold those, all_pieces. rewrite in_map_iff. split.
  - intros [[t p] [<- I]]. apply filter_In in I. destruct I as [I F]. apply numbered_ok in I.
    destruct I as [L I].
    exists (t - 1), p. cbn [fst snd] in *. split; [lia|]. tauto.
  - intros [t [p [-> [I F]]]]. exists (S t, p). split; [reflexivity|]. apply filter_In. split; [|exact F].
    apply numbered_ok. split; [lia|]. now replace (S t - 1) with t by lia.
Qed.
Definition inside (y : Z) : bool := (0 <=? y)%Z && (y <? Z.of_nat h)%Z.
Definition fit_conditions (i t : nat) (p : piece) : list condition :=
  flat_map (fun o => (if inside (around (Z.of_nat i + fst o)) then [] else [clause [(i, 0%Z, mask [t])]]) ++
                     (if (snd o =? 0)%Z then [] else [clause [(i, 0%Z, mask [t]);
                       (i, snd o, mask [k])]])) (cells p).
Definition later_slot (i i' : nat) (d : Z) : bool := (0 <? d)%Z || (d =? 0)%Z && (i <? i').
Definition apart_conditions (i t : nat) (p : piece) : list condition :=
  flat_map (fun i' => flat_map (fun d => if later_slot i i' d then
    match those (fun q => clash_at p (Z.of_nat i) q (Z.of_nat i') d) with
    | [] => [] | s => [clause [(i, 0%Z, mask [t]); (i', d, mask s)]] end else []) distances) rows.
(* not: all own cells are on the board, and no slot shows a symbol of its list *)
Definition none_of (own : nat -> Z -> bool) (block : nat -> Z -> list nat) : condition :=
  clause (flat_map (fun i' => flat_map (fun d => let s := block i' d in
    match own i' d, s with
    | false, [] => []
    | o, _ => [(i', d, mask (filter (fun x => negb (existsb (Nat.eqb x) s)) (seq 0 k) ++ if o then [] else
      [k]))]
    end) distances) rows).
Definition end_conditions (colours : list nat) (i : nat) (p : piece) : list condition :=
  if existsb (Nat.eqb (colour p)) colours && forallb (fun o => inside (around (Z.of_nat i + fst o))) (cells
    p) then
    [none_of (fun i' d => existsb (equal (Z.of_nat i', d)) (covers p (Z.of_nat i) 0))
             (fun i' d => those (fun q => clash_at p (Z.of_nat i) q (Z.of_nat i') d))]
  else [].
Definition full_condition (i : nat) : condition :=
  none_of (fun i' d => (i' =? i) && (d =? 0)%Z) (fun i' d => those (fun q => existsb (equal (Z.of_nat i,
    0%Z)) (covers q (Z.of_nat i') d))).
Definition legal_conditions : list condition :=
  flat_map (fun i => flat_map (fun tp => fit_conditions i (fst tp) (snd tp) ++ apart_conditions i (fst tp)
    (snd tp)) all_pieces) rows.
Definition ends (colours : list nat) : list condition := flat_map (fun i => flat_map (end_conditions colours
  i) pieces) rows.
Definition cover_conditions : list condition := map full_condition rows.

Section Board.
Hypothesis e_ok : boundary_ok e h = true.
Variables (n : nat) (b : board).
Hypothesis B : is_board h k n b.
Lemma view_at i j : i < h -> view k e b i j = match look e b (Z.of_nat i) j with Some x => x | None => k end.
Proof. reflexivity. Qed.
Local Notation on_board_iff := (look_on e h k e_ok n b B).
Lemma look_k i j x : look e b i j = Some x -> x < k /\ (0 <= i < Z.of_nat h)%Z /\ along e n j.
Proof.
  intro H. assert (R := look_below e h k e_ok n b B i j x H). split; [tauto|]. split; [tauto|].
  apply (on_board_iff (Z.to_nat i)); [lia|].
  rewrite Z2Nat.id by lia. congruence.
Qed.
Lemma mask_one j i d t : i < h -> t < k -> seen (view k e b) j (i, d, mask [t]) = true <-> look e b
  (Z.of_nat i)
  (j + d) = Some t.
Proof.
  intros Hi Ht. unfold seen. cbn [fst snd]. rewrite mask_ok, view_at by exact Hi. cbn [In].
  destruct (look e b (Z.of_nat i) (j + d)); split; intro H; try (destruct H as [H|[]]); try congruence;
    try lia. injection H as <-. now left.
Qed.
Lemma mask_off j i d : i < h -> seen (view k e b) j (i, d, mask [k]) = true <-> ~ along e n (j + d).
Proof.
  intro Hi. rewrite <- (on_board_iff i) by exact Hi. unfold seen. cbn [fst snd].
  rewrite mask_ok, view_at by exact Hi. cbn [In].
  destruct (look e b (Z.of_nat i) (j + d)) as [x|] eqn:E; [apply look_k in E|]; split; intro H;
    try (destruct H as [H|[]]); try tauto; try congruence.
  - lia.
  - destruct H. congruence.
Qed.
Lemma clause_true v j l : true_at v j (clause l) = true <-> ~ (forall t, In t l -> seen v j t = true).
Proof.
  unfold clause. cbn [true_at]. rewrite <- forallb_forall.
  destruct (forallb (seen v j) l); cbn; split; intro H; try congruence; tauto.
Qed.
Lemma none_of_true own block j :
  (forall i d, own i d = true -> i < h /\ In d distances) ->
  (forall i d x, In x (block i d) -> x < k) ->
  true_at (view k e b) j (none_of own block) = true <->
  ((forall i d, own i d = true -> along e n (j + d)) ->
   exists i d x, i < h /\ In d distances /\ look e b (Z.of_nat i) (j + d) = Some x /\ In x (block i d)).
Proof.
  intros O K. unfold none_of. rewrite clause_true.
  assert (E : forall i d, i < h -> In d distances ->
    seen (view k e b) j (i, d, mask (filter (fun x => negb (existsb (Nat.eqb x) (block i d))) (seq 0 k) ++ if
      own i d then [] else [k])) = true <->
    ~ (exists x, look e b (Z.of_nat i) (j + d) = Some x /\ In x (block i d)) /\ (own i d = true -> along e n
      (j + d))).
  { intros i d Hi _. rewrite <- (on_board_iff i) by exact Hi. unfold seen. cbn [fst snd].
  rewrite mask_ok, view_at, in_app_iff, filter_In, in_seq by exact Hi.
    rewrite negb_true_iff, <- not_true_iff_false, existsb_exists.
    destruct (look e b (Z.of_nat i) (j + d)) as [x|] eqn:L.
    - assert (Kx := look_k _ _ _ L). split.
      + intros [[_ N]|I]. 2: { destruct (own i d); [destruct I|]. destruct I as [I|[]]. lia. }
        split; [|congruence]. intros [y [Ey I]]. injection Ey as <-. apply N. exists x.
        split; [exact I|apply Nat.eqb_refl].
      + intros [N _]. left. split; [lia|]. intros [y [I Ey]]. apply Nat.eqb_eq in Ey. subst y. apply N. eauto.
    - split.
      + intros [[F _]|I]; [lia|]. split; [intros [y [Ey _]]; discriminate|]. intro T. rewrite T in I.
        destruct I.
      + intros [_ N]. right. destruct (own i d); [now destruct N|now left]. }
  assert (A : (forall t, In t (flat_map (fun i' => flat_map (fun d => match own i' d, block i' d with
      | false, [] => []
      | o, _ => [(i', d, mask (filter (fun x => negb (existsb (Nat.eqb x) (block i' d))) (seq 0 k) ++ if o
        then [] else [k]))]
      end) distances) rows) -> seen (view k e b) j t = true) <->
    forall i d, i < h -> In d distances -> ~ (exists x, look e b (Z.of_nat i) (j + d) = Some x /\ In x
      (block i
      d)) /\ (own i d = true -> along e n (j + d))).
  { split.
    - intros H i d Hi Hd. assert (G := proj1 (E i d Hi Hd)). revert G.
      destruct (own i d) eqn:Eo; [|destruct (block i d) as [|y s] eqn:Eb].
      2: { intros _. split; [intros [x [_ []]]|discriminate]. }
      all: intro G; apply G, H; apply in_flat_map; exists i; (split; [apply in_seq; lia|]);
        apply in_flat_map; exists d; (split; [exact Hd|]); rewrite Eo, ?Eb; now left.
    - intros H t I. apply in_flat_map in I. destruct I as [i [Hi I]]. apply in_seq in Hi.
      apply in_flat_map in I. destruct I as [d [Hd I]].
      assert (Hi' : i < h) by lia. assert (G := proj2 (E i d Hi' Hd) (H i d Hi' Hd)).
      destruct (own i d), (block i d); try destruct I as [<-|[]]; try exact G; destruct I. }
  rewrite A. split.
  - intros N S.
    destruct (existsb (fun i => existsb (fun d => match look e b (Z.of_nat i) (j + d) with Some x => existsb
      (Nat.eqb x) (block i d) | None => false end) distances) (seq 0 h)) eqn:X.
    + apply existsb_exists in X. destruct X as [i [Hi X]]. apply in_seq in Hi. apply existsb_exists in X.
      destruct X as [d [Hd X]].
      destruct (look e b (Z.of_nat i) (j + d)) as [x|] eqn:L; [|discriminate X]. apply existsb_exists in X.
      destruct X as [y [I Ey]].
      apply Nat.eqb_eq in Ey. subst y. exists i, d, x. repeat split; auto. lia.
    + destruct N. intros i d Hi Hd. split; [|apply S]. intros [x [L I]]. apply not_true_iff_false in X.
      apply X.
      apply existsb_exists. exists i. split; [apply in_seq; lia|]. apply existsb_exists. exists d.
      split; [exact Hd|]. rewrite L.
      apply existsb_exists. exists x. split; [exact I|apply Nat.eqb_refl].
  - intros H G. assert (X : forall i d, own i d = true -> along e n (j + d)).
    { intros i d Ho. destruct (O i d Ho) as [Hi Hd]. now apply (G i d Hi Hd). }
    destruct (H X) as [i [d [x [Hi [Hd [L I]]]]]]. apply (proj1 (G i d Hi Hd)). eauto.
Qed.
Lemma inside_ok y : inside y = true <-> (0 <= y < Z.of_nat h)%Z.
Proof. unfold inside. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. tauto. Qed.
Lemma placed_row i j p : placed e pieces b i j p -> exists i', i' < h /\ i = Z.of_nat i' /\ along e n j /\
  In p pieces.
Proof.
  intros [t [H E]]. apply look_k in H. exists (Z.to_nat i). split; [lia|]. split; [lia|]. split; [tauto|].
  now apply nth_error_In in E.
Qed.
Lemma legal_true : apart_on e closed h pieces apart n b <-> all_true k e legal_conditions b.
Proof.
  unfold apart_on. split.
  - intros [_ [F A]] j c I. unfold legal_conditions in I. apply in_flat_map in I. destruct I as [i [Hi I]].
    apply in_seq in Hi.
    apply in_flat_map in I. destruct I as [[t p] [T I]]. apply numbered_ok in T. destruct T as [T1 T].
    cbn [fst snd] in I.
    assert (Tk : t < k) by (assert (nth_error pieces (t - 1) <> None) by congruence;
      rewrite nth_error_Some in *; unfold k; lia).
    assert (P0 : forall d, seen (view k e b) j (i, d, mask [t]) = true -> placed e pieces b (Z.of_nat i) (j
      + d)
      p).
    { intros d Sn. apply mask_one in Sn; [|lia|exact Tk]. exists (t - 1). replace (S (t - 1)) with t by lia.
    tauto. }
    assert (P : seen (view k e b) j (i, 0%Z, mask [t]) = true -> placed e pieces b (Z.of_nat i) j p).
    { intro Sn. apply P0 in Sn. now rewrite Z.add_0_r in Sn. }
    apply in_app_or in I. destruct I as [I|I].
    + apply in_flat_map in I. destruct I as [o [Io I]]. apply in_app_or in I. destruct I as [I|I].
      * destruct (inside (around (Z.of_nat i + fst o))) eqn:E; [destruct I|]. destruct I as [<-|[]].
      apply clause_true. intro Sn.
        specialize (P (Sn _ (or_introl eq_refl))). apply not_true_iff_false in E. apply E, inside_ok.
        apply (F _ _ _ P (around (Z.of_nat i + fst o), j + snd o)%Z). apply in_map_iff. eauto.
      * destruct (snd o =? 0)%Z; [destruct I|]. destruct I as [<-|[]]. apply clause_true. intro Sn.
        specialize (P (Sn _ (or_introl eq_refl))). assert (S2 := Sn _ (or_intror (or_introl eq_refl))).
        apply mask_off in S2; [|lia].
        apply S2. apply (F _ _ _ P (around (Z.of_nat i + fst o), j + snd o)%Z). apply in_map_iff. eauto.
    + apply in_flat_map in I. destruct I as [i' [Hi' I]]. apply in_seq in Hi'. apply in_flat_map in I.
      destruct I as [d [Hd I]].
      destruct (later_slot i i' d) eqn:Ls; [|destruct I].
      destruct (those _) as [|y s] eqn:Et; [destruct I|]. destruct I as [<-|[]]. apply clause_true. intro Sn.
      specialize (P (Sn _ (or_introl eq_refl))). assert (S2 := Sn _ (or_intror (or_introl eq_refl))).
      rewrite <- Et in S2.
      unfold seen in S2. cbn [fst snd] in S2. rewrite mask_ok, view_at in S2 by lia. apply those_ok in S2.
      destruct S2 as [u [q [V [U C]]]].
      assert (L : look e b (Z.of_nat i') (j + d) = Some (S u)).
      { destruct (look e b (Z.of_nat i') (j + d)) as [x|]; [congruence|]. unfold k in V. injection V as V.
        assert (nth_error pieces u <> None) by congruence. rewrite nth_error_Some in *. lia. }
      apply (A (Z.of_nat i) j p (Z.of_nat i') (j + d)%Z q P); [exists u; tauto| |].
      * intro E. injection E as E1 E2. unfold later_slot in Ls. apply orb_true_iff in Ls.
      rewrite Z.ltb_lt, andb_true_iff, Z.eqb_eq, Nat.ltb_lt in Ls. lia.
      * apply clash_ok. now replace (j + d - j)%Z with d by lia.
  - intro H. unfold all_true, legal_conditions in H.
    assert (Hc : forall i t p c j, i < h -> nth_error pieces t = Some p -> In c (fit_conditions i (S t) p ++
      apart_conditions i (S t) p) ->
                 true_at (view k e b) j c = true).
    { intros i t p c j Hi T I. apply H. apply in_flat_map. exists i. split; [apply in_seq; lia|].
    apply in_flat_map. exists (S t, p).
      split; [|exact I]. apply numbered_ok. split; [lia|]. now replace (S t - 1) with t by lia. }
    split; [exact B|]. split.
    + intros i j p Pl a Ia. destruct (placed_row i j p Pl) as [i' [Hi [-> [Hj Ip]]]].
      destruct Pl as [t [L T]].
      assert (Tk := look_k _ _ _ L). apply in_map_iff in Ia. destruct Ia as [o [<- Io]]. cbn [fst snd].
      assert (S0 : seen (view k e b) j (i', 0%Z, mask [S t]) = true) by (apply mask_one;
        [exact Hi|lia|now rewrite Z.add_0_r]).
      split.
      * apply inside_ok. destruct (inside (around (Z.of_nat i' + fst o))) eqn:E; [reflexivity|].
        assert (X : true_at (view k e b) j (clause [(i', 0%Z, mask [S t])]) = true).
        { apply (Hc i' t p _ j Hi T). apply in_or_app. left. apply in_flat_map. exists o. split; [exact Io|].
        rewrite E. now left. }
        apply clause_true in X. destruct X. intros t' [<-|[]]. exact S0.
      * destruct (Z.eq_dec (snd o) 0) as [E|E]; [rewrite E, Z.add_0_r; exact Hj|].
        assert (X : true_at (view k e b) j (clause [(i', 0%Z, mask [S t]); (i', snd o, mask [k])]) = true).
        { apply (Hc i' t p _ j Hi T). apply in_or_app. left. apply in_flat_map. exists o. split; [exact Io|].
        apply in_or_app. right.
          apply Z.eqb_neq in E. rewrite E. now left. }
        apply clause_true in X. destruct (along_dec e n (j + snd o)) as [G|G]; [exact G|].
        destruct X. intros t' [<-|[<-|[]]]; [exact S0|now apply mask_off].
    + assert (W : forall i j p i' j' q, placed e pieces b i j p -> placed e pieces b i' j' q -> (j < j')%Z
      \/ j =
      j' /\ (i < i')%Z -> ~ clash p i j q i' j').
      { intros i j p i' j' q Pp Pq Or C. destruct (placed_row i j p Pp) as [r [Hr [-> [Hj Ip]]]].
      destruct (placed_row i' j' q Pq) as [r' [Hr' [-> [Hj' Iq]]]].
        assert (D := clash_near _ _ _ _ _ _ Ip Iq C). apply clash_ok in C. destruct Pp as [t [L T]].
        destruct Pq as [u [L' U]].
        assert (Tk := look_k _ _ _ L). assert (Uk := look_k _ _ _ L').
        set (s := those (fun q => clash_at p (Z.of_nat r) q (Z.of_nat r') (j' - j))).
        assert (Is : In (S u) s) by (apply those_ok; exists u, q; tauto).
        assert (X : true_at (view k e b) j (clause [(r, 0%Z, mask [S t]); (r', (j' - j)%Z, mask s)]) = true).
        { apply (Hc r t p _ j Hr T). apply in_or_app. right. apply in_flat_map. exists r'.
        split; [apply in_seq; lia|].
          apply in_flat_map. exists (j' - j)%Z. split; [exact D|].
          replace (later_slot r r' (j' - j)) with true.
          2: { symmetry. unfold later_slot. apply orb_true_iff.
          rewrite Z.ltb_lt, andb_true_iff, Z.eqb_eq, Nat.ltb_lt. lia. }
          fold s. destruct s; [destruct Is|]. now left. }
        apply clause_true in X. apply X. intros t' [<-|[<-|[]]].
        - apply mask_one; [exact Hr|lia|now rewrite Z.add_0_r].
        - unfold seen. cbn [fst snd]. rewrite mask_ok, view_at by exact Hr'.
          replace (j + (j' - j))%Z with j' by lia. now rewrite L'. }
      intros i j p i' j' q Pp Pq N C. assert (Or : (j < j')%Z \/ j = j' /\ (i < i')%Z \/ (j' < j)%Z \/ j' = j
        /\ (i' < i)%Z).
      { destruct (Z.eq_dec i i') as [->|]; [destruct (Z.eq_dec j j') as [->|]; [congruence|lia]|lia]. }
      destruct Or as [Or|[Or|Or]]; [apply (W i j p i' j' q Pp Pq); auto|apply (W i j p i' j' q Pp Pq); auto|].
      apply (W i' j' q i j p Pq Pp); [lia|]. now apply clash_sym.
Qed.
Lemma own_covers p i' d i : In p pieces -> i < h -> forallb (fun o => inside (around (Z.of_nat i + fst o)))
  (cells p) = true ->
  existsb (equal (Z.of_nat i', d)) (covers p (Z.of_nat i) 0) = true -> i' < h /\ In d distances.
Proof.
  intros Ip Hi F H. apply existsb_exists in H. destruct H as [a [I E]]. apply equal_ok in E. subst a. split.
  - apply in_map_iff in I. destruct I as [o [E I]]. injection E as E _. rewrite forallb_forall in F.
    specialize (F o I).
    apply inside_ok in F. lia.
  - apply distances_ok. apply (width_ok p) in I; [|exact Ip]. cbn [snd] in I. lia.
Qed.
Lemma those_below f x : In x (those f) -> x < k.
Proof.
  intro H. apply those_ok in H. destruct H as [t [p [-> [E _]]]].
  assert (nth_error pieces t <> None) by congruence.
  rewrite nth_error_Some in *. unfold k. lia.
Qed.
Lemma ends_true colours : no_move e closed h pieces apart colours n b <-> all_true k e (ends colours) b.
Proof.
  assert (T : forall i p j, i < h -> In p pieces ->
    forallb (fun o => inside (around (Z.of_nat i + fst o))) (cells p) = true ->
    (true_at (view k e b) j (none_of (fun i' d => existsb (equal (Z.of_nat i', d)) (covers p (Z.of_nat i) 0))
             (fun i' d => those (fun q => clash_at p (Z.of_nat i) q (Z.of_nat i') d))) = true <->
     (on_board e closed h n p (Z.of_nat i) j -> exists i' j' q, placed e pieces b i' j' q /\ clash p
       (Z.of_nat i)
       j q i' j'))).
  { intros i p j Hi Ip F. rewrite none_of_true; [|intros i' d; now apply (own_covers p)|intros i' d x;
    apply those_below].
    assert (O : (forall i' d, existsb (equal (Z.of_nat i', d)) (covers p (Z.of_nat i) 0) = true -> along e n
      (j + d)) <-> on_board e closed h n p (Z.of_nat i) j).
    { unfold on_board. split.
      - intros H a I. rewrite in_covers in I. assert (R := I). apply in_map_iff in I.
        destruct I as [o [E I]]. injection E as E1 E2.
        rewrite forallb_forall in F. specialize (F o I). apply inside_ok in F. rewrite <- E1.
        split; [exact F|].
        specialize (H (Z.to_nat (fst a)) (snd a - j)%Z).
        replace (j + (snd a - j))%Z with (snd a) in H by lia. apply H.
        apply existsb_exists. eexists. split; [exact R|]. apply equal_ok. f_equal. lia.
      - intros H i' d E. apply existsb_exists in E. destruct E as [a [I E]]. apply equal_ok in E. subst a.
        apply (H (Z.of_nat i', j + d)%Z). rewrite in_covers. cbn [fst snd].
        now replace (j + d - j)%Z with d by lia. }
    rewrite O. split; intros H Ob; destruct (H Ob) as [i' H'].
    - destruct H' as [d [x [Hi' [Hd [L I]]]]]. apply those_ok in I. destruct I as [t [q [-> [Q C]]]].
      exists (Z.of_nat i'), (j + d)%Z, q. split; [exists t; tauto|]. apply clash_ok.
      now replace (j + d - j)%Z with d by lia.
    - destruct H' as [j' [q [Pq C]]]. destruct (placed_row _ _ _ Pq) as [r [Hr [-> [Hj' Iq]]]].
      exists r, (j' - j)%Z.
      assert (D := clash_near _ _ _ _ _ _ Ip Iq C). apply clash_ok in C. destruct Pq as [t [L Q]].
      exists (S t).
      replace (j + (j' - j))%Z with j' by lia. repeat split; auto. apply those_ok. exists t, q. tauto. }
  unfold all_true, ends. split.
  - intros H j c I. apply in_flat_map in I. destruct I as [i [Hi I]]. apply in_seq in Hi.
    apply in_flat_map in I. destruct I as [p [Ip I]].
    unfold end_conditions in I. destruct (existsb _ colours && _) eqn:E; [|destruct I]. destruct I as [<-|[]].
    apply andb_true_iff in E. destruct E as [E F]. apply existsb_exists in E. destruct E as [c [Ic E]].
    apply Nat.eqb_eq in E. subst c.
    apply T; [lia|exact Ip|exact F|]. intro Ob. apply (H (Z.of_nat i) j p); auto. lia.
  - intros H i j p Hi Ip Ic Ob.
    assert (F : forallb (fun o => inside (around (Z.of_nat (Z.to_nat i) + fst o))) (cells p) = true).
    { apply forallb_forall. intros o Io. apply inside_ok. rewrite Z2Nat.id by lia.
      apply (Ob (around (i + fst o), j + snd o)%Z). apply in_map_iff. eauto. }
    rewrite <- (Z2Nat.id i) in Ob |- * by lia. apply (T (Z.to_nat i) p j); [lia|exact Ip|exact F| |exact Ob].
    apply H. apply in_flat_map. exists (Z.to_nat i). split; [apply in_seq; lia|]. apply in_flat_map.
    exists p. split; [exact Ip|].
    unfold end_conditions. rewrite F. replace (existsb (Nat.eqb (colour p)) colours) with true; [now left|].
    symmetry. apply existsb_exists. exists (colour p). split; [exact Ic|apply Nat.eqb_refl].
Qed.
Lemma full_true : full e closed h pieces n b <-> all_true k e cover_conditions b.
Proof.
  assert (T : forall i j, i < h -> (true_at (view k e b) j (full_condition i) = true <->
    (along e n j -> exists i' j' q, placed e pieces b i' j' q /\ In (Z.of_nat i, j) (covers q i'
      j')))).
  { intros i j Hi. unfold full_condition. rewrite none_of_true; [| |intros i' d x; apply those_below].
    2: { intros i' d E. apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1.
    apply Z.eqb_eq in E2. subst.
         split; [exact Hi|]. apply distances_ok. lia. }
    assert (O : (forall i' d, (i' =? i) && (d =? 0)%Z = true -> along e n (j + d)) <-> along e n j).
    { split.
      - intro H. specialize (H i 0%Z). rewrite Nat.eqb_refl, Z.add_0_r in H. now apply H.
      - intros H i' d E. apply andb_true_iff in E. destruct E as [_ E]. apply Z.eqb_eq in E. subst d.
        now rewrite Z.add_0_r. }
    assert (Cv : forall q i' d, existsb (equal (Z.of_nat i, 0%Z)) (covers q i' d) = true <-> In (Z.of_nat i,
      j) (covers q i' (j + d))).
    { intros q i' d. rewrite existsb_exists, in_covers. cbn [fst snd].
    replace (j - (j + d))%Z with (0 - d)%Z by lia. split.
      - intros [a [I E]]. apply equal_ok in E. subst a. rewrite in_covers in I. exact I.
      - intro I. exists (Z.of_nat i, 0%Z). split; [now rewrite in_covers|]. now apply equal_ok. }
    rewrite O. split; intros H Ob; destruct (H Ob) as [i' H'].
    - destruct H' as [d [x [Hi' [Hd [L I]]]]]. apply those_ok in I. destruct I as [t [q [-> [Q C]]]].
      exists (Z.of_nat i'), (j + d)%Z, q. split; [exists t; tauto|]. now apply Cv.
    - destruct H' as [j' [q [Pq C]]]. destruct (placed_row _ _ _ Pq) as [r [Hr [-> [Hj' Iq]]]].
      exists r, (j' - j)%Z.
      assert (D : In (j' - j)%Z distances).
      { apply distances_ok. rewrite in_covers in C. apply (width_ok q) in C; [|exact Iq]. cbn [snd] in C.
      lia. }
      destruct Pq as [t [L Q]]. exists (S t). replace (j + (j' - j))%Z with j' by lia. repeat split; auto.
      apply those_ok. exists t, q. split; [reflexivity|]. split; [exact Q|]. apply Cv.
      now replace (j + (j' - j))%Z with j' by lia. }
  unfold all_true, cover_conditions. split.
  - intros H j c I. apply in_map_iff in I. destruct I as [i [<- Hi]]. apply in_seq in Hi. apply T; [lia|].
    intro Ob. apply H; [lia|exact Ob].
  - intros H i j Hi Hj. rewrite <- (Z2Nat.id i) by lia. apply (T (Z.to_nat i) j); [lia| |exact Hj]. apply H.
    apply in_map. apply in_seq. lia.
Qed.
End Board.

(* ================= boards are sets of cells ================= *)
Local Notation covers_again := (covers_again e closed h).
Local Notation sets_of_cells := (sets_of_cells e closed h pieces apart).
(* whether two lists have the same cells, if columns are counted modulo m *)
Definition modulo (m : nat) (l : list (Z * Z)) : list (Z * Z) :=
  map (fun a => (fst a, snd a mod Z.of_nat m)%Z) l.
Definition within (l l' : list (Z * Z)) : bool := forallb (fun a => existsb (equal a) l') l.
Fixpoint different (l : list (Z * Z)) : bool :=
  match l with [] => true | a :: r => negb (existsb (equal a) r) && different r end.
(* whether p, anchored in row i, covers the cells of q if cell o of q, anchored in row i', is the anchor of p;
  p and q with their symbols. It may if they are one piece with one anchor *)
Definition twice (m : nat) (tp uq : nat * piece) (i i' : nat) (o : Z * Z) : bool :=
  let d := ((- snd o) mod Z.of_nat m)%Z in
  if (around (Z.of_nat i' + fst o) =? Z.of_nat i)%Z then
    if (fst tp =? fst uq) && (i =? i') && (d =? 0)%Z then false else
    let l := modulo m (covers (snd tp) (Z.of_nat i) 0) in
    let l' := modulo m (covers (snd uq) (Z.of_nat i') d) in
    within l l' && within l' l
  else false.
Definition told_at (m : nat) : bool :=
  forallb (fun tp => forallb (fun uq => if colour (snd tp) =? colour (snd uq) then
    forallb (fun i => forallb (fun i' => forallb (fun o => negb (twice m tp uq i i' o)) (cells (snd uq)))
      rows) rows else true) all_pieces) all_pieces.
Definition meets_itself (m : nat) : bool :=
  existsb (fun p => existsb (fun i => existsb (fun d =>
    if (d mod Z.of_nat m =? 0)%Z && negb (d =? 0)%Z then clash_at p (Z.of_nat i) p (Z.of_nat i) d else false)
    distances) rows) pieces.
(* on rings of this length and more pieces cover the same cells only if they do so on a line *)
Definition long : nat := 4 * width + 2.
Definition told (first : nat) : bool :=
  forallb (fun p => existsb (equal (0, 0)%Z) (cells p) &&
    forallb (fun i => different (covers p (Z.of_nat i) 0)) rows) pieces && told_at long &&
  match e with
  | Open => true
  | Ring [] => (0 <? first) &&
      forallb (fun m => told_at m && negb (meets_itself m)) (seq first (long - first))
  | Ring _ => false
  end.
Lemma within_ok l l' : within l l' = true <-> forall a, In a l -> In a l'.
Proof.
  unfold within. rewrite forallb_forall. split; intros H a I; specialize (H a I).
  - apply existsb_exists in H. destruct H as [b [J E]]. apply equal_ok in E. now subst b.
  - apply existsb_exists. exists a. split; [exact H|]. now apply equal_ok.
Qed.
Lemma different_ok l : different l = true -> NoDup l.
Proof.
  induction l as [|a l IH]; cbn [different]; intro H; constructor; apply andb_true_iff in H; [|tauto].
  intro I. destruct H as [H _]. apply negb_true_iff, not_true_iff_false in H. apply H.
  apply existsb_exists. exists a. split; [exact I|]. now apply equal_ok.
Qed.
Lemma in_modulo m l x y : In (x, y) (modulo m l) <-> exists c, In (x, c) l /\ (y = c mod Z.of_nat m)%Z.
Proof.
  unfold modulo. rewrite in_map_iff. split.
  - intros [[r c] [E I]]. injection E as <- <-. exists c. tauto.
  - intros [c [I ->]]. exists (x, c). tauto.
Qed.
Lemma in_shift p i j d x y : In (x, y + d)%Z (covers p i (j + d)%Z) <-> In (x, y) (covers p i j).
Proof.
  rewrite (in_covers p i (j + d)), (in_covers p i j). cbn [fst snd].
  now replace (y + d - (j + d))%Z with (y - j)%Z by lia.
Qed.
(* the cells of the endless board that a piece covers in columns m apart *)
Definition again (m : Z) (p : piece) (i j : Z) (a : Z * Z) : Prop :=
  exists k, In (fst a, snd a + k * m)%Z (covers p i j).
Definition same (m : Z) (p : piece) (i j : Z) (q : piece) (i' j' : Z) : Prop :=
  forall a, again m p i j a <-> again m q i' j' a.
Lemma same_back m p i j q i' j' : same m p i j q i' j' -> same m q i' j' p i j.
Proof. intros H a. symmetry. exact (H a). Qed.
Lemma again_shift m p i j d x y : again m p i (j + d) (x, y + d)%Z <-> again m p i j (x, y).
Proof.
  unfold again. cbn [fst snd]. split; intros [z I]; exists z.
  - rewrite <- (in_shift p i j d). now replace (y + z * m + d)%Z with (y + d + z * m)%Z by lia.
  - rewrite <- (in_shift p i j d) in I. now replace (y + d + z * m)%Z with (y + z * m + d)%Z by lia.
Qed.
Lemma again_turn m p i j d x y : again m p i (j + d * m) (x, y) <-> again m p i j (x, y).
Proof.
  rewrite <- (again_shift m p i j (d * m) x y). unfold again. cbn [fst snd]. split; intros [z I].
  - exists (z - d)%Z. now replace (y + d * m + (z - d) * m)%Z with (y + z * m)%Z by lia.
  - exists (z + d)%Z. now replace (y + (z + d) * m)%Z with (y + d * m + z * m)%Z by lia.
Qed.
Lemma same_within m p i j q i' j' : 0 < m -> same (Z.of_nat m) p i j q i' j' ->
  within (modulo m (covers p i j)) (modulo m (covers q i' j')) = true.
Proof.
  intros Hm S. apply within_ok. intros [x y] I. apply in_modulo in I. destruct I as [c [I ->]].
  assert (A : again (Z.of_nat m) p i j (x, c)).
  { exists 0%Z. cbn [fst snd]. now replace (c + 0 * Z.of_nat m)%Z with c by lia. }
  apply S in A. destruct A as [z A]. cbn [fst snd] in A. apply in_modulo. exists (c + z * Z.of_nat m)%Z.
  split; [exact A|]. rewrite Z_mod_plus_full. reflexivity.
Qed.
Lemma cell_near p i j a : In p pieces -> In a (covers p i j) -> (Z.abs (snd a - j) <= Z.of_nat width)%Z.
Proof. intros P I. rewrite in_covers in I. now apply (width_ok _ _ _ P) in I. Qed.
Section Anchored.
Hypothesis anchored : forall p, In p pieces -> In (0, 0)%Z (cells p).
Lemma anchor_in p i j : In p pieces -> i < h -> In (Z.of_nat i, j) (covers p (Z.of_nat i) j).
Proof.
  intros P Hi. apply in_map_iff. exists (0, 0)%Z. split; [|now apply anchored].
  cbn [fst snd]. f_equal; [|lia].
  rewrite Z.add_0_r. unfold Meaning.around. destruct closed; [|reflexivity]. apply Z.mod_small. lia.
Qed.
Lemma told_at_ok m t u p q i j i' j' : 0 < m -> told_at m = true -> nth_error pieces t = Some p ->
  nth_error pieces u = Some q -> colour p = colour q -> i < h -> i' < h ->
  same (Z.of_nat m) p (Z.of_nat i) j q (Z.of_nat i') j' ->
  t = u /\ i = i' /\ exists z, (j' = j + z * Z.of_nat m)%Z.
Proof.
  intros Hm T Tp Uq C Hi Hi' Sm.
  assert (Ip := nth_error_In _ _ Tp).
  assert (A : again (Z.of_nat m) p (Z.of_nat i) j (Z.of_nat i, j)).
  { exists 0%Z. cbn [fst snd]. replace (j + 0 * Z.of_nat m)%Z with j by lia. now apply anchor_in. }
  apply Sm in A. destruct A as [z A]. cbn [fst snd] in A. apply in_map_iff in A. destruct A as [o [E Io]].
  injection E as E1 E2.
  assert (N : In (S t, p) all_pieces).
  { apply numbered_ok. split; [lia|]. now replace (S t - 1) with t by lia. }
  assert (N' : In (S u, q) all_pieces).
  { apply numbered_ok. split; [lia|]. now replace (S u - 1) with u by lia. }
  assert (R : In i rows /\ In i' rows) by (unfold rows; rewrite !in_seq; lia). destruct R as [R R'].
  unfold told_at in T. rewrite forallb_forall in T. specialize (T _ N).
  rewrite forallb_forall in T. specialize (T _ N'). cbn [fst snd] in T. rewrite C, Nat.eqb_refl in T.
  rewrite forallb_forall in T. specialize (T _ R). rewrite forallb_forall in T. specialize (T _ R').
  rewrite forallb_forall in T. assert (T' := T o Io). clear T.
  apply negb_true_iff in T'. unfold twice in T'. cbn [fst snd] in T'.
  rewrite E1, Z.eqb_refl in T'.
  set (d := ((- snd o) mod Z.of_nat m)%Z) in *.
  assert (D : exists x, (j' = j + d + x * Z.of_nat m)%Z).
  { assert (M := Z_div_mod_eq_full (- snd o) (Z.of_nat m)). fold d in M.
    exists (z + (- snd o) / Z.of_nat m)%Z. lia. }
  destruct D as [x D].
  assert (S' : same (Z.of_nat m) p (Z.of_nat i) 0 q (Z.of_nat i') d).
  { intros [r c]. rewrite <- (again_shift _ p _ 0 j r c), <- (again_shift _ q _ d j r c). rewrite Z.add_0_l.
    rewrite (Sm (r, c + j)%Z), D. replace (d + j)%Z with (j + d)%Z by lia. now rewrite again_turn. }
  destruct (_ && _ && _)%bool eqn:B.
  - rewrite !andb_true_iff, !Nat.eqb_eq, Z.eqb_eq in B. destruct B as [[B1 B2] B3]. injection B1 as B1.
    split; [exact B1|]. split; [exact B2|]. exists x. lia.
  - apply not_true_iff_false in T'. destruct T'. apply andb_true_iff.
    split; apply same_within; auto. now apply same_back.
Qed.
(* whether columns are seen again, at a distance of m, does not matter to cells that are nearer *)
Lemma again_once m p i j a : In p pieces -> (m = 0 \/ 3 * Z.of_nat width < m)%Z ->
  (Z.abs (snd a - j) <= 2 * Z.of_nat width)%Z -> again m p i j a -> In a (covers p i j).
Proof.
  intros P Hm D [z I]. assert (N := cell_near _ _ _ _ P I). cbn [snd] in N.
  assert (z * m = 0)%Z as E.
  { destruct Hm as [->|Hm]; [lia|]. destruct (Z.eq_dec z 0) as [->|Z0]; [lia|]. exfalso. nia. }
  rewrite E, Z.add_0_r in I. now rewrite <- surjective_pairing in I.
Qed.
Lemma same_once m p i j q i' j' : In p pieces -> In q pieces -> i < h ->
  (m = 0 \/ 3 * Z.of_nat width < m)%Z -> same m p (Z.of_nat i) j q i' j' ->
  exists z, (Z.abs (j' - z * m - j) <= Z.of_nat width)%Z /\
    forall a, In a (covers p (Z.of_nat i) j) <-> In a (covers q i' (j' - z * m)%Z).
Proof.
  intros P Q Hi Hm S.
  assert (O : forall r l c a, In a (covers r l c) -> again m r l c a).
  { intros r l c [x y] I. exists 0%Z. cbn [fst snd]. now replace (y + 0 * m)%Z with y by lia. }
  assert (A := proj1 (S _) (O _ _ _ _ (anchor_in p i j P Hi))). destruct A as [z A]. cbn [fst snd] in A.
  assert (N := cell_near _ _ _ _ Q A). cbn [snd] in N. exists z.
  assert (S' : same m p (Z.of_nat i) j q i' (j' - z * m)).
  { intros [x y]. rewrite (S (x, y)). rewrite <- (again_turn m q i' (j' - z * m) z).
    now replace (j' - z * m + z * m)%Z with j' by lia. }
  split; [lia|]. intro a. split; intro I.
  - assert (Na := cell_near _ _ _ _ P I). apply (again_once m); [exact Q|exact Hm|lia|]. now apply S', O.
  - assert (Na := cell_near _ _ _ _ Q I). apply (again_once m); [exact P|exact Hm|lia|]. now apply S', O.
Qed.
End Anchored.
Lemma told_ok first n : told first = true -> first <= n -> sets_of_cells n.
Proof.
  intros T Hn. unfold told in T. rewrite !andb_true_iff, forallb_forall in T. destruct T as [[F L] T].
  assert (N : forall p, In p pieces -> In (0, 0)%Z (cells p)).
  { intros p I. specialize (F p I). apply andb_true_iff in F. destruct F as [F _].
    apply existsb_exists in F. destruct F as [o [Io E]]. apply equal_ok in E. now subst o. }
  assert (Pd : (period e n = 0)%Z \/ period e n = Z.of_nat n /\ 0 < n /\
    (n < long -> told_at n = true /\ meets_itself n = false)).
  { unfold period. destruct e as [|[|]]; [now left| |discriminate]. right. apply andb_true_iff in T.
    destruct T as [T0 T]. apply Nat.ltb_lt in T0. split; [reflexivity|]. split; [lia|]. intro E.
    rewrite forallb_forall in T. specialize (T n). rewrite in_seq, andb_true_iff, negb_true_iff in T.
    apply T. lia. }
  clear T. unfold Meaning.sets_of_cells, Meaning.covers_again. revert Pd. generalize (period e n).
  intros m Pd. split; [|split].
  - intros p i I Hi. specialize (F p I). apply andb_true_iff in F. destruct F as [_ F].
    rewrite forallb_forall in F. specialize (F (Z.to_nat i)). rewrite Z2Nat.id in F by lia.
    apply different_ok, F. unfold rows. rewrite in_seq. lia.
  - intros p i z I Hi Z0 C. destruct Pd as [E|[E [Hm B]]]; [rewrite E in Z0; lia|].
    assert (D := clash_near _ _ _ _ _ _ I I C). rewrite Z.sub_0_r in D. apply clash_ok in C.
    rewrite Z.sub_0_r in C.
    assert (Hl : n < long).
    { assert (D' := D). apply in_map_iff in D'. destruct D' as [x [E' D']]. apply in_seq in D'.
      unfold long. destruct (Z.eq_dec z 0) as [->|]; [lia|]. rewrite E in E'. nia. }
    destruct (B Hl) as [_ X].
    apply not_true_iff_false in X. apply X. unfold meets_itself. apply existsb_exists. exists p.
    split; [exact I|]. apply existsb_exists. exists (Z.to_nat i).
    split; [unfold rows; rewrite in_seq; lia|]. apply existsb_exists. exists (z * m)%Z. split; [exact D|].
    rewrite Z2Nat.id by lia. apply Z.eqb_neq in Z0. rewrite Z0, E, Z_mod_mult, <- E. exact C.
  - intros t u p q i j i' j' Tp Uq C Hi Hi' S0. fold (same m p i j q i' j') in S0.
    assert (Ip := nth_error_In _ _ Tp). assert (Iq := nth_error_In _ _ Uq).
    rewrite <- (Z2Nat.id i), <- (Z2Nat.id i') in S0 |- * by lia.
    assert (Cases : (m = Z.of_nat n /\ 0 < n /\ told_at n = true) \/
      (m = 0 \/ 3 * Z.of_nat width < m)%Z).
    { destruct Pd as [E|[E [Hm B]]]; [tauto|]. destruct (le_lt_dec long n) as [G|G]; [|tauto].
      unfold long in G. right. right. lia. }
    destruct Cases as [[E [Hm Tn]]|Cases].
    + rewrite E in S0 |- *.
      destruct (told_at_ok N n t u p q (Z.to_nat i) j (Z.to_nat i') j' Hm Tn Tp Uq C ltac:(lia) ltac:(lia) S0)
        as [E1 [E2 E3]].
      split; [exact E1|]. split; [now rewrite E2|exact E3].
    + destruct (same_once N m p (Z.to_nat i) j q _ j' Ip Iq ltac:(lia) Cases S0) as [z [Nz Sz]].
      assert (L0 : 0 < long) by (unfold long; lia).
      assert (Hi0 : Z.to_nat i < h /\ Z.to_nat i' < h) by lia.
      assert (Sl : same (Z.of_nat long) p (Z.of_nat (Z.to_nat i)) j q (Z.of_nat (Z.to_nat i')) (j' - z * m)).
      { intro a. split; intros [y I]; exists y; now apply Sz. }
      destruct (told_at_ok N long t u p q (Z.to_nat i) j (Z.to_nat i') _ L0 L Tp Uq C (proj1 Hi0)
        (proj2 Hi0) Sl)
        as [E1 [E2 [x E3]]].
      split; [exact E1|]. split; [now rewrite E2|]. exists z.
      assert (W : (Z.of_nat long = 4 * Z.of_nat width + 2)%Z) by (unfold long; lia). rewrite W in E3.
      destruct (Z.eq_dec x 0) as [->|]; [lia|]. exfalso. nia.
Qed.
(* so a board is told by the colours and cells of its pieces *)
Definition shows (n : nat) (b : board) (c : nat) (cells : Z * Z -> Prop) : Prop :=
  exists p i j, placed e pieces b i j p /\ colour p = c /\ forall a, covers_again n p i j a <-> cells a.
Lemma look_again first n b i j z : told first = true -> is_board h k n b ->
  look e b i (j + z * period e n) = look e b i j.
Proof.
  intros T [L _]. unfold told in T. rewrite !andb_true_iff in T. destruct T as [_ T]. unfold look, period.
  destruct e as [|[|]]; [now rewrite Z.mul_0_r, Z.add_0_r| |discriminate]. rewrite L, Z_mod_plus_full.
  destruct (i <? 0)%Z; [reflexivity|]. now destruct (Z.to_nat i), (Z.odd _), (Z.odd _).
Qed.
Theorem told_by_cells first n b b' : boundary_ok e h = true -> told first = true ->
  legal e closed h pieces apart n b -> legal e closed h pieces apart n b' ->
  (forall c s, shows n b c s <-> shows n b' c s) -> b = b'.
Proof.
  intros E T [[_ [_ D]] [B _]] [_ [B' _]] Sh.
  assert (Half : forall b b', is_board h k n b -> is_board h k n b' ->
    (forall c s, shows n b c s -> shows n b' c s) ->
    forall i j t, look e b i j = Some (S t) -> look e b' i j = Some (S t)).
  { intros a a' A A' Sa i j t H. assert (R := look_k E n a A _ _ _ H).
    destruct (nth_error pieces t) as [p|] eqn:P; [|apply nth_error_None in P; unfold k in R; lia].
    assert (H' : shows n a (colour p) (covers_again n p i j)).
    { exists p, i, j. split; [exists t; tauto|]. split; [reflexivity|tauto]. }
    apply Sa in H'. destruct H' as [q [i' [j' [[u [H' Q]] [C Same]]]]].
    assert (R' := look_k E n a' A' _ _ _ H').
    destruct (D u t q p i' j' i j) as [-> [-> [z ->]]]; try tauto.
    now rewrite (look_again first) by assumption. }
  assert (All : forall i j, i < h -> look e b (Z.of_nat i) j = look e b' (Z.of_nat i) j).
  { intros i j Hi. assert (O := look_on e h k E n b B i j Hi). assert (O' := look_on e h k E n b' B' i j Hi).
    assert (H := Half b b' B B' (fun c s => proj1 (Sh c s)) (Z.of_nat i) j).
    assert (H' := Half b' b B' B (fun c s => proj2 (Sh c s)) (Z.of_nat i) j).
    destruct (look e b (Z.of_nat i) j) as [[|t]|], (look e b' (Z.of_nat i) j) as [[|t']|]; auto.
    all: first [exact (H' _ eq_refl) | symmetry; exact (H _ eq_refl) | exfalso].
    - exact (proj2 O' (proj1 O ltac:(discriminate)) eq_refl).
    - exact (proj2 O (proj1 O' ltac:(discriminate)) eq_refl). }
  destruct B as [L B], B' as [L' B'].
  assert (Cell : forall a i j, length a = n -> i < h -> j < n ->
    look e a (Z.of_nat i) (Z.of_nat j) = cell_of a i j).
  { intros a i j La Hi Hj. unfold look.
    replace (Z.of_nat i <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia).
    unfold told in T. rewrite !andb_true_iff in T. destruct T as [_ T]. rewrite Nat2Z.id.
    destruct e as [|[|]]; [| |discriminate].
    - replace (Z.of_nat j <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia). now rewrite Nat2Z.id.
    - rewrite La, Z.div_small, Z.mod_small, Nat2Z.id by lia. reflexivity. }
  apply (nth_ext _ _ [] []); [exact (eq_trans L (eq_sym L'))|]. intros j Hj0.
  assert (Hj : j < n) by exact (eq_ind _ (lt j) Hj0 _ L).
  assert (Hb := proj1 (B (nth j b []) (nth_In b [] (eq_ind_r (lt j) Hj L)))).
  assert (Hb' := proj1 (B' (nth j b' []) (nth_In b' [] (eq_ind_r (lt j) Hj L')))).
  apply (nth_ext _ _ 0 0); [exact (eq_trans Hb (eq_sym Hb'))|]. intros i Hi0.
  assert (Hi : i < h) by exact (eq_ind _ (lt i) Hi0 _ Hb).
  assert (H := All i (Z.of_nat j) Hi). rewrite !Cell in H by assumption. unfold cell_of in H.
  rewrite (nth_error_nth' b [] (eq_ind_r (lt j) Hj L)), (nth_error_nth' b' [] (eq_ind_r (lt j) Hj L')) in H.
  rewrite (nth_error_nth' (nth j b []) 0 Hi0) in H.
  rewrite (nth_error_nth' (nth j b' []) 0 (eq_ind_r (lt i) Hi Hb')) in H. now injection H.
Qed.

(* ================= the theorems ================= *)
Local Notation asked := (asked e closed h pieces apart).
Definition conditions (a : kind) : list condition :=
  legal_conditions ++ match a with All => [] | Stuck colours => ends colours | Full => cover_conditions end.
Lemma positions_true a n b : boundary_ok e h = true ->
  apart_on e closed h pieces apart n b /\ asked a n b <-> is_board h k n b /\ all_true k e (conditions a) b.
Proof.
  intro E. unfold conditions. rewrite all_true_app.
  assert (L : forall B : is_board h k n b, asked a n b <-> all_true k e match a with All => [] | Stuck colours
    => ends colours | Full => cover_conditions end b).
  { intro B. destruct a; cbn [asked]; [|now apply ends_true|now apply full_true].
  split; [intros _ j c []|trivial]. }
  split.
  - intros [Lg A]. assert (B := proj1 Lg). split; [exact B|].
    split; [now apply (legal_true E n b B)|now apply L].
  - intros [B [H1 H2]]. split; [now apply (legal_true E n b B)|now apply L].
Qed.
Lemma positions_mean a : mean e h k (conditions a)
  (fun n b => apart_on e closed h pieces apart n b /\ asked a n b).
Proof. intros E _ n b. now rewrite (positions_true a n b E). Qed.
Lemma positions_told a first n b : told first = true -> first <= n ->
  apart_on e closed h pieces apart n b /\ asked a n b <-> positions e closed h pieces apart a n b.
Proof. intros T Hn. assert (S := told_ok first n T Hn). unfold positions, legal. tauto. Qed.
End Pieces.
