(* Sets of edges of a strip with given degrees: the constraints say the same as the definition. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Strip Arrays.
Import ListNotations.
Local Open Scope nat_scope.

Section Edges.
Variables (en : boundary) (vertices : nat) (edges : list (nat * nat * nat)) (degrees : list nat).
Let h := length edges.
Definition one (e : nat) (d : Z) : item := (e, d, mask [1]).
Fixpoint degree_items (e : nat) (es : list (nat * nat * nat)) (v : nat) : list item :=
  match es with
  | [] => []
  | (a, a', far) :: rest =>
      (if a =? v then [one e 0] else []) ++ (if a' =? v then [one e (- Z.of_nat far)] else []) ++
        degree_items (S e) rest v
  end.
Fixpoint far_conditions (e : nat) (es : list (nat * nat * nat)) : list condition :=
  match es with
  | [] => []
  | (_, _, far) :: rest => (if far =? 0 then [] else [clause [one e 0;
    (e, Z.of_nat far, mask [2])]]) ++ far_conditions (S e) rest
  end.
Definition edge_conditions : list condition :=
  far_conditions 0 edges ++
  map (fun v => Condition [(0, 0%Z, mask [0; 1])] (degree_items 0 edges v) (mask degrees)) (seq 0 vertices).
Lemma far_in es : forall e0 c, In c (far_conditions e0 es) <->
  exists e a a' far, nth_error es e = Some (a, a', far) /\ far <> 0 /\ c = clause [one (e0 + e) 0;
    (e0 + e, Z.of_nat far, mask [2])].
Proof.
  induction es as [|[[a a'] far] es IH]; intros e0 c; cbn [far_conditions].
  - split; [intros []|]. intros [e [? [? [? [E _]]]]]. destruct e; discriminate.
  - rewrite in_app_iff, IH. split.
    + intros [I|[e [x [x' [f [E [F C]]]]]]].
      * destruct (Nat.eqb_spec far 0); [destruct I|]. destruct I as [<-|[]]. exists 0, a, a', far.
      rewrite Nat.add_0_r. tauto.
      * exists (S e), x, x', f. rewrite Nat.add_succ_r. tauto.
    + intros [[|e] [x [x' [f [E [F C]]]]]].
      * left. cbn in E. injection E as -> -> ->. apply Nat.eqb_neq in F. rewrite F, C, Nat.add_0_r. now left.
      * right. exists e, x, x', f. rewrite Nat.add_succ_r in C. tauto.
Qed.
Section Board.
Hypothesis en_ok : boundary_ok en h = true.
Variables (n : nat) (b : board).
Hypothesis B : is_board h 2 n b.
Hypothesis h_ok : h <> 0.
Local Notation on_board_iff := (look_on en h 2 en_ok n b B).
Lemma one_seen e j d : seen (view 2 en b) j (one e d) = taken en b e (j + d).
Proof.
  unfold seen, one, taken, view. cbn [fst snd]. apply eq_iff_eq_true. rewrite mask_ok. cbn [In].
  destruct (look en b (Z.of_nat e) (j + d)) as [x|]; [rewrite Nat.eqb_eq; intuition|split; [intros [|[]];
    discriminate|discriminate]].
Qed.
Lemma on_seen j : seen (view 2 en b) j (0, 0%Z, mask [0; 1]) = true <-> along en n j.
Proof.
  rewrite <- (on_board_iff 0) by lia. unfold seen, view. cbn [fst snd]. rewrite mask_ok, Z.add_0_r. cbn [In].
  destruct (look en b (Z.of_nat 0) j) as [x|] eqn:L; split; intro H; try congruence;
    try (intuition discriminate).
  apply (look_below en h 2 en_ok n b B) in L. lia.
Qed.
Lemma off_seen e j d : e < h -> seen (view 2 en b) j (e, d, mask [2]) = true <-> ~ along en n (j + d).
Proof.
  intro He. rewrite <- (on_board_iff e) by exact He. unfold seen, view. cbn [fst snd]. rewrite mask_ok.
  cbn [In].
  destruct (look en b (Z.of_nat e) (j + d)) as [x|] eqn:L; split; intro H; try tauto; try congruence.
  - apply (look_below en h 2 en_ok n b B) in L. intuition lia.
  - destruct H. congruence.
Qed.
Lemma degree_seen j v es : forall e, length (filter (seen (view 2 en b) j) (degree_items e es v)) =
  degree_from
  en e es b v j.
Proof.
  assert (F : forall (c : bool) e d rest, length (filter (seen (view 2 en b) j) ((if c then [one e d] else [])
    ++ rest)) =
              (if c && taken en b e (j + d) then 1 else 0) + length (filter (seen (view 2 en b) j) rest)).
  { intros [] e d rest; [|reflexivity]. cbn [app filter andb]. rewrite one_seen.
  now destruct (taken en b e (j + d)). }
  induction es as [|[[a a'] far] es IH]; intro e; [reflexivity|]. cbn [degree_items degree_from].
  rewrite !F, IH, Z.add_0_r, Z.add_opp_r. lia.
Qed.
Lemma edges_true : edge_set en vertices edges degrees n b <-> all_true 2 en edge_conditions b.
Proof.
  unfold edge_set, all_true, edge_conditions. split.
  - intros [_ [F D]] j c I. apply in_app_or in I. destruct I as [I|I].
    + apply far_in in I. destruct I as [e [a [a' [far [E [F0 ->]]]]]]. cbn [plus].
      assert (He : e < h) by (apply nth_error_Some; congruence). cbn [true_at clause forallb].
      rewrite one_seen, andb_true_r.
      destruct (taken en b e (j + 0)) eqn:T; [|reflexivity]. rewrite Z.add_0_r in T.
      specialize (F _ _ _ _ _ E T). cbn [andb].
      destruct (seen (view 2 en b) j (e, Z.of_nat far, mask [2])) eqn:O; [|reflexivity].
      apply off_seen in O; [|exact He].
      now destruct O.
    + apply in_map_iff in I. destruct I as [v [<- Hv]]. apply in_seq in Hv. cbn [true_at forallb].
      rewrite andb_true_r.
      destruct (seen (view 2 en b) j (0, 0%Z, mask [0; 1])) eqn:O; [|reflexivity]. apply on_seen in O.
      rewrite degree_seen. apply mask_ok. apply D; [lia|exact O].
  - intro H. split; [exact B|split].
    + intros e a a' far j E T. assert (He : e < h) by (apply nth_error_Some; congruence).
      assert (J : along en n j).
      { apply (on_board_iff e); [exact He|]. unfold taken in T. destruct (look en b (Z.of_nat e) j);
        congruence. }
      destruct (Nat.eq_dec far 0) as [->|F0]; [now rewrite Z.add_0_r|].
      assert (X : true_at (view 2 en b) j (clause [one e 0; (e, Z.of_nat far, mask [2])]) = true).
      { apply H. apply in_or_app. left. apply far_in. exists e, a, a', far. tauto. }
      cbn [true_at clause forallb] in X. rewrite one_seen, Z.add_0_r, T, andb_true_r in X. cbn [andb] in X.
      destruct (seen (view 2 en b) j (e, Z.of_nat far, mask [2])) eqn:O; [discriminate X|].
      apply not_true_iff_false in O. rewrite off_seen in O by exact He.
      destruct (along_dec en n (j + Z.of_nat far)); [assumption|contradiction].
    + intros v j Hv Hj. assert (X := H j (Condition [(0, 0%Z, mask [0;
      1])] (degree_items 0 edges v) (mask degrees))).
      cbn [true_at forallb] in X. rewrite (proj2 (on_seen j) Hj), degree_seen in X. cbn [andb] in X.
      apply mask_ok. apply X.
      apply in_or_app. right. apply in_map_iff. exists v. split; [reflexivity|]. apply in_seq. lia.
Qed.
End Board.
Lemma edges_mean : mean en h 2 edge_conditions (edge_set en vertices edges degrees).
Proof. apply mean_boards; [now intros n b [Hb _]|]. intros E W n b Hb. now apply edges_true. Qed.
Theorem edges_strip first P Q : checked en first h 2 edge_conditions P Q = true -> forall n, first <= n ->
  counts (edge_set en vertices edges degrees n) (coefficient P (tl Q) n).
Proof. intro H. exact (strip_counts _ _ _ _ _ _ _ _ H edges_mean). Qed.
End Edges.
