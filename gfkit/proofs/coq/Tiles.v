(* Tiles whose labels match: the constraints say the same as the definition. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Strip Arrays.
Import ListNotations.
Local Open Scope nat_scope.

Section Tiles.
Variables (e : boundary) (closed : bool) (h : nat) (tiles : list (sides nat)) (border : sides (list nat)).
Let k := length tiles.
Local Notation tile_on := (nth_error tiles).
Definition meets_b (x : nat) (beside : option (sides nat)) (opposite : sides nat -> nat)
  (allowed : list nat) : bool :=
  match beside with Some u => opposite u =? x | None => if in_dec Nat.eq_dec x allowed then true else false
    end.
Lemma meets_ok x beside opposite allowed :
  meets_b x beside opposite allowed = true <-> meets x beside opposite allowed.
Proof.
  destruct beside as [u|]; cbn [meets meets_b]; [apply Nat.eqb_eq|].
  destruct (in_dec Nat.eq_dec x allowed); intuition discriminate.
Qed.
(* symbol k, which is seen beyond the board, is no tile *)
Definition carry (side : sides nat -> nat) (x : nat) : N :=
  mask (filter (fun u => meets_b x (tile_on u) side []) (seq 0 (S k))).
Definition misfit (opposite : sides nat -> nat) (allowed : list nat) (x : nat) : N :=
  mask (filter (fun u => negb (meets_b x (tile_on u) opposite allowed)) (seq 0 (S k))).
(* what the tile in row i needs of the cell that lies r rows and c columns further *)
Definition side_conditions (side opposite : sides nat -> nat) (allowed : list nat) (r c : Z) (i : nat) : list
  condition :=
  flat_map (fun x => let here := (i, 0%Z, carry side x) in
    match slot_of closed h i r with
    | Some s => [clause [here; (s, c, misfit opposite allowed x)]]
    | None => if meets_b x None opposite allowed then [] else [clause [here]]
    end) (nodup Nat.eq_dec (map side tiles)).
Definition tile_conditions : list condition :=
  flat_map (fun i =>
    side_conditions top bottom (top border) (-1) 0 i ++ side_conditions right left (right border) 0 1 i ++
    side_conditions bottom top (bottom border) 1 0 i ++ side_conditions left right (left border) 0 (-1) i)
    (seq 0 h).

Section Board.
Hypothesis e_ok : boundary_ok e h = true.
Variables (n : nat) (b : board).
Hypothesis B : is_board h k n b.
Local Notation at_ := (tile_at e closed h tiles b).
Lemma view_small i j : view k e b i j < S k.
Proof.
  unfold view. destruct (look e b (Z.of_nat i) j) eqn:L; [|lia]. apply (look_below e h k e_ok n b B) in L.
    lia.
Qed.
Lemma tile_slot i r j : i < h -> at_ (Z.of_nat i + r) j =
  match slot_of closed h i r with Some s => tile_on (view k e b s j) | None => None end.
Proof.
  intro Hi. assert (S := see_slot e closed h k e_ok n b B i r Hi). unfold tile_at.
  destruct (slot_of closed h i r) as [s|]; [|now rewrite S]. destruct S as [_ S]. rewrite S. unfold view.
  destruct (look e b (Z.of_nat s) j); [reflexivity|]. symmetry. now apply nth_error_None.
Qed.
Lemma own_slot i : i < h -> slot_of closed h i 0 = Some i.
Proof.
  intro Hi. unfold slot_of. rewrite Z.add_0_r. destruct closed.
  - rewrite Z.mod_small by lia. now rewrite Nat2Z.id.
  - replace (0 <=? Z.of_nat i)%Z with true by (symmetry; apply Z.leb_le; lia).
    replace (Z.of_nat i <? Z.of_nat h)%Z with true by (symmetry; apply Z.ltb_lt; lia). cbn.
    now rewrite Nat2Z.id.
Qed.
Lemma chosen_seen f i j c : seen (view k e b) j (i, c, mask (filter f (seq 0 (S k)))) = f (view k e b i (j +
  c)).
Proof.
  unfold seen. cbn [fst snd]. apply eq_true_iff_eq. rewrite mask_ok, filter_In, in_seq.
  assert (V := view_small i (j + c)). intuition lia.
Qed.
Lemma side_true side opposite allowed r c :
  (forall i j t, at_ i j = Some t -> meets (side t) (at_ (i + r) (j + c)) opposite allowed) <->
  all_true k e (flat_map (side_conditions side opposite allowed r c) (seq 0 h)) b.
Proof.
  assert (Here : forall i j, i < h -> at_ (Z.of_nat i) j = tile_on (view k e b i (j + 0))).
  { intros i j Hi. rewrite <- (Z.add_0_r (Z.of_nat i)), tile_slot, own_slot by exact Hi. now rewrite
    Z.add_0_r. }
  unfold all_true. split.
  - intros H j d I. apply in_flat_map in I. destruct I as [i [Hi I]]. apply in_seq in Hi.
    apply in_flat_map in I. destruct I as [x [_ I]].
    assert (M : meets_b x (tile_on (view k e b i (j + 0))) side [] = true ->
      meets_b x (at_ (Z.of_nat i + r) (j + c)) opposite allowed = true).
    { rewrite <- Here by lia. intro M. apply meets_ok in M. apply meets_ok.
      destruct (at_ (Z.of_nat i) j) as [t|] eqn:T; [|destruct M]. cbn in M. subst x. now apply H. }
    rewrite tile_slot in M by lia. destruct (slot_of closed h i r) as [s|].
    + destruct I as [<-|[]]. cbn [true_at clause forallb]. unfold carry, misfit. rewrite !chosen_seen.
      destruct (meets_b x (tile_on _) side []); [|reflexivity]. now rewrite M.
    + destruct (meets_b x None opposite allowed); [destruct I|]. destruct I as [<-|[]].
      cbn [true_at clause forallb]. unfold carry. rewrite chosen_seen.
      destruct (meets_b x (tile_on _) side []); [now specialize (M eq_refl)|reflexivity].
  - intros H i j t T. assert (S : exists x, look_round e closed h b i j = Some x).
    { unfold tile_at in T. destruct (look_round e closed h b i j); [eauto|discriminate]. }
    destruct S as [x S]. destruct (see_row e closed h k e_ok n b B i j x S) as [i' [Hi [_ R]]].
    assert (R' : forall r j, at_ (i + r) j = at_ (Z.of_nat i' + r) j) by (intros; unfold tile_at; now rewrite
      R).
    rewrite R', tile_slot by exact Hi. rewrite <- (Z.add_0_r i), R', Z.add_0_r, Here in T by exact Hi.
    apply meets_ok. specialize (fun d D => H j d (proj2 (in_flat_map _ _ _) (ex_intro _ i' (conj (proj2
      (in_seq
      h 0 i') (conj (Nat.le_0_l _) Hi)) (proj2 (in_flat_map _ _ _) (ex_intro _ (side t) (conj (proj2 (nodup_In
      Nat.eq_dec _ _) (in_map side _ _ (nth_error_In _ _ T))) D))))))).
    cbn beta zeta in H.
    assert (C : meets_b (side t) (tile_on (view k e b i' (j + 0))) side [] = true).
    { rewrite T. apply Nat.eqb_refl. }
    destruct (slot_of closed h i' r) as [s|].
    + specialize (H _ (or_introl eq_refl)). cbn [true_at clause forallb] in H. unfold carry, misfit in H.
      rewrite !chosen_seen, C, andb_true_r in H. cbn [andb] in H.
      destruct (meets_b (side t) (tile_on (view k e b s (j + c))) opposite allowed); [reflexivity|discriminate
        H].
    + destruct (meets_b (side t) None opposite allowed); [reflexivity|].
      specialize (H _ (or_introl eq_refl)). cbn [true_at clause forallb] in H. unfold carry in H.
      rewrite chosen_seen, C in H. discriminate H.
Qed.
Lemma tiles_true : tiling e closed h tiles border n b <-> all_true k e tile_conditions b.
Proof.
  assert (T := fun side opposite allowed r c => proj1 (side_true side opposite allowed r c)).
  assert (F := fun side opposite allowed r c => proj2 (side_true side opposite allowed r c)).
  unfold tiling, tile_conditions, all_true in *. split.
  - intros [_ H] j d I. apply in_flat_map in I. destruct I as [i [Hi I]]. rewrite !in_app_iff in I.
    destruct I as [I|[I|[I|I]]]; refine (T _ _ _ _ _ _ j d (proj2 (in_flat_map _ _ _) (ex_intro _ i (conj Hi
      I)))); intros i' j' t S; destruct (H i' j' t S) as [H1 [H2 [H3 H4]]]; rewrite ?Z.add_0_r; assumption.
  - intro H. split; [exact B|]. intros i j t S.
    assert (G : forall side opposite allowed r c, (forall i d, In d (side_conditions side opposite allowed r c
      i) ->
      In i (seq 0 h) -> In d tile_conditions) -> meets (side t) (at_ (i + r) (j + c)) opposite allowed).
    { intros side opposite allowed r c I. apply F; [|exact S]. intros j' d D. apply H. apply in_flat_map in D.
      destruct D as [i' [Hi D]]. exact (I i' d D Hi). }
    rewrite <- (Z.add_0_r j) at 1. rewrite <- (Z.add_0_r i) at 2. rewrite <- (Z.add_0_r j) at 3.
    rewrite <- (Z.add_0_r i) at 4.
    repeat split; apply G; intros i' d D Hi; apply in_flat_map; exists i'; (split; [exact Hi|]);
      rewrite !in_app_iff; tauto.
Qed.
End Board.
Lemma tiles_mean : mean e h k tile_conditions (tiling e closed h tiles border).
Proof. apply mean_boards; [now intros n b [Hb _]|]. intros E _ n b Hb. now apply tiles_true. Qed.
End Tiles.
