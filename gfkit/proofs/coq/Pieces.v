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
Lemma legal_true : legal e closed h pieces apart n b <-> all_true k e legal_conditions b.
Proof.
  unfold legal. split.
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

(* ================= the theorems ================= *)
(* what else is asked of a position: nothing, that players of these colours have no move, or that all cells
  are covered *)
Inductive kind := All | Stuck (colours : list nat) | Full.
Definition asked (a : kind) (n : nat) (b : board) : Prop :=
  match a with All => True | Stuck colours => no_move e closed h pieces apart colours n b | Full => full e
    closed
    h pieces n b end.
Definition conditions (a : kind) : list condition :=
  legal_conditions ++ match a with All => [] | Stuck colours => ends colours | Full => cover_conditions end.
Lemma positions_true a n b : boundary_ok e h = true ->
  legal e closed h pieces apart n b /\ asked a n b <-> is_board h k n b /\ all_true k e (conditions a) b.
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
Definition positions (a : kind) (n : nat) (b : board) : Prop :=
  match a with All => legal e closed h pieces apart n b | _ => legal e closed h pieces apart n b /\ asked a n
    b end.
Lemma positions_mean a : mean e h k (conditions a) (positions a).
Proof.
  intros E _ n b. rewrite <- (positions_true a n b E). destruct a; cbn [positions asked]; tauto.
Qed.
Lemma positions_strip a first P Q : checked e first h k (conditions a) P Q = true -> forall n, first <= n ->
  counts (positions a n) (coefficient P (tl Q) n).
Proof. intro H. exact (strip_counts _ _ _ _ _ _ _ _ H (positions_mean a)). Qed.
Theorem placement_strip first P Q : checked e first h k (conditions All) P Q = true -> forall n, first <= n ->
  counts (legal e closed h pieces apart n) (coefficient P (tl Q) n).
Proof. exact (positions_strip All first P Q). Qed.
Theorem ends_strip colours first P Q : checked e first h k (conditions (Stuck colours)) P Q = true ->
  forall n, first <= n ->
  counts (fun b => legal e closed h pieces apart n b /\ no_move e closed h pieces apart colours n b)
    (coefficient P (tl Q) n).
Proof. exact (positions_strip (Stuck colours) first P Q). Qed.
Theorem cover_strip first P Q : checked e first h k (conditions Full) P Q = true -> forall n, first <= n ->
  counts (fun b => legal e closed h pieces apart n b /\ full e closed h pieces n b) (coefficient P (tl Q) n).
Proof. exact (positions_strip Full first P Q). Qed.
End Pieces.
