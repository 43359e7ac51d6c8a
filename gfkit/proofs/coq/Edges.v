(* Sets of edges of a strip with given degrees, and orientations: the constraints say the same as the
   definitions. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Strip Arrays.
Import ListNotations.
Local Open Scope nat_scope.

Section Edges.
Variables (en : boundary) (vertices : nat) (edges : list (nat * nat * nat)).
Let h := length edges.
Definition one (s e : nat) (d : Z) : item := (e, d, mask [s]).
Fixpoint degree_items (s s' e : nat) (es : list (nat * nat * nat)) (v : nat) : list item :=
  match es with
  | [] => []
  | (a, a', far) :: rest =>
      (if a =? v then [one s e 0] else []) ++ (if a' =? v then [one s' e (- Z.of_nat far)] else []) ++
        degree_items s s' (S e) rest v
  end.
(* what each edge asks, by its number, its ends and how far it goes *)
Fixpoint far_conditions (ask : nat -> nat -> nat -> Z -> list condition) (e : nat)
  (es : list (nat * nat * nat)) : list condition :=
  match es with
  | [] => [] | (a, a', far) :: rest => ask e a a' (Z.of_nat far) ++ far_conditions ask (S e) rest
  end.
Lemma far_in ask c es : forall e0, In c (far_conditions ask e0 es) <->
  exists e a a' far, nth_error es e = Some (a, a', far) /\ In c (ask (e0 + e) a a' (Z.of_nat far)).
Proof.
  induction es as [|[[a a'] far] es IH]; intro e0; cbn [far_conditions].
  - split; [intros []|]. intros [e [? [? [? [E _]]]]]. destruct e; discriminate.
  - rewrite in_app_iff, IH. split.
    + intros [I|[e [x [x' [f [E C]]]]]]; [exists 0, a, a', far; rewrite Nat.add_0_r; tauto|].
      exists (S e), x, x', f. rewrite Nat.add_succ_r. tauto.
    + intros [[|e] [x [x' [f [E C]]]]]; [left|right].
      * cbn in E. injection E as -> -> ->. now rewrite Nat.add_0_r in C.
      * exists e, x, x', f. rewrite Nat.add_succ_r in C. tauto.
Qed.
Section Symbols.
Variable k : nat.
Section Board.
Hypothesis en_ok : boundary_ok en h = true.
Variables (n : nat) (b : board).
Hypothesis B : is_board h k n b.
Local Notation seen_in := (seen (view k en b)).
Lemma one_seen s e j d : s < k -> seen_in j (one s e d) = marked en s b e (j + d).
Proof.
  intro Hs. unfold seen, one, marked, view. cbn [fst snd]. apply eq_iff_eq_true. rewrite mask_ok. cbn [In].
  destruct (look en b (Z.of_nat e) (j + d)) as [x|]; [rewrite Nat.eqb_eq; intuition|split; [intros [E|[]];
    lia|discriminate]].
Qed.
Lemma marked_along s e j : e < h -> marked en s b e j = true -> along en n j.
Proof.
  intros He T. apply (look_on en h k en_ok n b B e); [exact He|]. unfold marked in T.
  destruct (look en b (Z.of_nat e) j); congruence.
Qed.
Lemma degree_seen s s' j v es : s < k -> s' < k -> forall e,
  length (filter (seen_in j) (degree_items s s' e es v)) = degree_from en s s' e es b v j.
Proof.
  intros Hs Hs'.
  assert (F : forall (c : bool) r e d rest, r < k -> length (filter (seen_in j) ((if c then [one r e d] else
    [])
    ++ rest)) = (if c && marked en r b e (j + d) then 1 else 0) + length (filter (seen_in j) rest)).
  { intros [] r e d rest Hr; [|reflexivity]. cbn [app filter andb]. rewrite one_seen by exact Hr.
  now destruct (marked en r b e (j + d)). }
  induction es as [|[[a a'] far] es IH]; intro e; [reflexivity|]. cbn [degree_items degree_from].
  rewrite !F, IH, Z.add_0_r, Z.add_opp_r by assumption. lia.
Qed.
(* conditions of edges and of vertices *)
Lemma strip_true ask (counted : nat -> list item) (allowed : nat -> list nat) : h <> 0 ->
  all_true k en (far_conditions ask 0 edges ++
    map (fun v => Condition [here k 0 0] (counted v) (mask (allowed v))) (seq 0 vertices)) b <->
  (forall x a a' far j c, nth_error edges x = Some (a, a', far) -> In c (ask x a a' (Z.of_nat far)) ->
    true_at (view k en b) j c = true) /\
  (forall v j, v < vertices -> along en n j -> In (length (filter (seen_in j) (counted v))) (allowed v)).
Proof.
  intro W. unfold all_true. split.
  - intro H. split.
    + intros x a a' far j c E I. apply H. apply in_or_app. left. apply far_in. eauto 6.
    + intros v j Hv Hj. apply mask_ok. rewrite <- (Z.add_0_r j) in Hj. apply (here_seen en h k en_ok n b B 0
      j 0) in Hj; [|lia].
      specialize (H j (Condition [here k 0 0] (counted v) (mask (allowed v)))). cbn [true_at forallb] in H.
      rewrite Hj in H. apply H. apply in_or_app. right. apply in_map_iff. exists v. split; [reflexivity|].
      apply in_seq. lia.
  - intros [H1 H2] j c I. apply in_app_or in I. destruct I as [I|I].
    + apply far_in in I. destruct I as [x [a [a' [far [E I]]]]]. exact (H1 x a a' far j c E I).
    + apply in_map_iff in I. destruct I as [v [<- Hv]]. apply in_seq in Hv. cbn [true_at forallb].
      rewrite andb_true_r. destruct (seen_in j (here k 0 0)) eqn:O; [|reflexivity].
      apply (here_seen en h k en_ok n b B) in O; [|lia]. rewrite Z.add_0_r in O. apply mask_ok. apply H2;
        [lia|exact O].
Qed.
End Board.
End Symbols.

(* ================= sets of edges ================= *)
Definition edge_conditions (degrees : list nat) : list condition :=
  far_conditions (fun e _ _ far => [clause [one 1 e 0; beyond 2 e far]]) 0 edges ++
  map (fun v => Condition [here 2 0 0] (degree_items 1 1 0 edges v) (mask degrees)) (seq 0 vertices).
Lemma edges_mean degrees : mean en h 2 (edge_conditions degrees) (edge_set en vertices edges degrees).
Proof.
  apply mean_boards; [now intros n b [Hb _]|]. intros E W n b B. unfold edge_conditions.
  rewrite (strip_true 2 E n b B _ _ (fun _ => degrees) W). unfold edge_set.
  assert (D : forall v j, length (filter (seen (view 2 en b) j) (degree_items 1 1 0 edges v)) =
    degree en edges b v j) by (intros; apply (degree_seen 2); lia).
  assert (X : forall x a a' far, nth_error edges x = Some (a, a', far) -> x < h)
    by (intros x a a' far N; apply nth_error_Some; congruence).
  split.
  - intros [_ [F G]]. split; [|intros; rewrite D; now apply G].
    intros x a a' far j c N [<-|[]]. cbn [true_at clause forallb]. rewrite one_seen, Z.add_0_r, andb_true_r by
      lia.
    destruct (marked en 1 b x j) eqn:T; [|reflexivity]. cbn [andb].
    destruct (seen (view 2 en b) j (beyond 2 x (Z.of_nat far))) eqn:O; [|reflexivity].
    apply (beyond_seen en h 2 E n b B) in O; [|exact (X _ _ _ _ N)]. destruct O. exact (F _ _ _ _ _ N T).
  - intros [F G]. split; [exact B|]. split; [|intros; rewrite <- D; now apply G].
    intros x a a' far j N T. specialize (F x a a' far j _ N (or_introl eq_refl)).
    cbn [true_at clause forallb] in F. rewrite one_seen, Z.add_0_r, T, andb_true_r in F by lia. cbn [andb] in
      F.
    destruct (seen (view 2 en b) j (beyond 2 x (Z.of_nat far))) eqn:O; [discriminate F|].
    apply not_true_iff_false in O. rewrite (beyond_seen en h 2 E n b B) in O by exact (X _ _ _ _ N).
    destruct (along_dec en n (j + Z.of_nat far)); tauto.
Qed.

(* degrees of both ends of an edge *)
Definition shifted (d : Z) (t : item) : item := (fst (fst t), d + snd (fst t), snd t)%Z.
Definition both_ends (a a' : nat) (far : Z) : list (list item) :=
  [degree_items 1 1 0 edges a; map (shifted far) (degree_items 1 1 0 edges a')].
Definition end_conditions (s : nat) (ends : list (list nat)) : list condition :=
  far_conditions (fun e a a' far => [Condition [one s e 0; here 2 e far] (packed (both_ends a a' far))
    (mask (packs (both_ends a a' far) ends))]) 0 edges.
Lemma end_true s ends n b : s < 2 -> boundary_ok en h = true -> is_board h 2 n b ->
  ends_fit en edges s ends n b <-> all_true 2 en (end_conditions s ends) b.
Proof.
  intros Hs E B. assert (D : forall a a' far j, numbers (seen (view 2 en b) j) (both_ends a a' far) =
    [degree en edges b a j; degree en edges b a' (j + far)]).
  { intros a a' far j. unfold numbers, both_ends. cbn [map]. rewrite (degree_seen 2) by lia. f_equal. f_equal.
    transitivity (length (filter (seen (view 2 en b) (j + far)) (degree_items 1 1 0 edges a')));
      [|apply (degree_seen 2); lia].
    induction (degree_items 1 1 0 edges a') as [|t l IH]; [reflexivity|]. cbn [map filter].
    assert (T : seen (view 2 en b) j (shifted far t) = seen (view 2 en b) (j + far) t).
    { unfold seen, shifted. cbn [fst snd]. now rewrite Z.add_assoc. }
    rewrite T. destruct (seen (view 2 en b) (j + far) t); cbn [length]; now rewrite IH. }
  assert (G : forall x a a' far j, nth_error edges x = Some (a, a', far) ->
    true_at (view 2 en b) j (Condition [one s x 0; here 2 x (Z.of_nat far)] (packed (both_ends a a' (Z.of_nat
      far))) (mask (packs (both_ends a a' (Z.of_nat far)) ends))) = true <->
    (marked en s b x j = true -> along en n (j + Z.of_nat far) ->
      In [degree en edges b a j; degree en edges b a' (j + Z.of_nat far)] ends)).
  { intros x a a' far j N. assert (Hx : x < h) by (apply nth_error_Some; congruence).
    rewrite <- (here_seen en h 2 E n b B x) by exact Hx. rewrite <- D, <- packs_ok, <- mask_ok.
    cbn [true_at forallb]. rewrite (one_seen 2), Z.add_0_r, andb_true_r by exact Hs.
    destruct (marked en s b x j), (seen _ j (here 2 x (Z.of_nat far))); cbn [andb]; intuition discriminate. }
  unfold ends_fit, all_true, end_conditions. split.
  - intros H j c I. apply far_in in I. destruct I as [x [a [a' [far [N [<-|[]]]]]]]. apply G; [exact N|].
    now apply H.
  - intros H x a a' far j N. apply G; [exact N|]. apply H. apply far_in. exists x, a, a', far.
    split; [exact N|now left].
Qed.
Definition edge_end_conditions (degrees : list nat) (left_ taken : list (list nat)) : list condition :=
  edge_conditions degrees ++ end_conditions 0 left_ ++ end_conditions 1 taken.
Lemma edge_ends_mean degrees left_ taken : mean en h 2 (edge_end_conditions degrees left_ taken)
  (fun n b => edge_set en vertices edges degrees n b /\
    ends_fit en edges 0 left_ n b /\ ends_fit en edges 1 taken n b).
Proof.
  apply mean_and; [apply edges_mean|]. intros E _ n b B. rewrite all_true_app.
  now rewrite <- !(end_true _ _ n b) by (assumption || lia).
Qed.

(* ================= orientations ================= *)
Definition ways (v : nat) : list (list item) := [degree_items 2 1 0 edges v; degree_items 1 2 0 edges v].
Definition orientation_conditions (degrees : list (list nat)) : list condition :=
  far_conditions (fun e _ _ far =>
    [clause [(e, 0%Z, mask [1; 2]); beyond 3 e far]; clause [one 0 e 0; here 3 e far]]) 0 edges ++
  map (fun v => Condition [here 3 0 0] (packed (ways v)) (mask (packs (ways v) degrees))) (seq 0 vertices).
Lemma orientations_mean degrees : mean en h 3 (orientation_conditions degrees)
  (orientation en vertices edges degrees).
Proof.
  apply mean_boards; [now intros n b [Hb _]|]. intros E W n b B. unfold orientation_conditions.
  rewrite (strip_true 3 E n b B _ _ (fun v => packs (ways v) degrees) W). unfold orientation.
  assert (D : forall v j, In (length (filter (seen (view 3 en b) j) (packed (ways v)))) (packs (ways v)
    degrees)
    <-> In [incoming en edges b v j; outgoing en edges b v j] degrees).
  { intros v j. rewrite packs_ok. unfold numbers, ways. cbn [map]. now rewrite !(degree_seen 3) by lia. }
  assert (X : forall x a a' far, nth_error edges x = Some (a, a', far) -> x < h)
    by (intros x a a' far N; apply nth_error_Some; congruence).
  assert (S : forall x j, x < h -> seen (view 3 en b) j (x, 0%Z, mask [1; 2]) = true <->
    along en n j /\ marked en 0 b x j = false).
  { intros x j Hx. rewrite <- (look_on en h 3 E n b B x) by exact Hx. unfold seen, view, marked. cbn [fst
    snd].
    rewrite mask_ok, Z.add_0_r. cbn [In]. assert (V := view_below en h 3 E n b B x j).
    destruct (look en b (Z.of_nat x) j) as [s|]; [|intuition congruence].
    rewrite Nat.eqb_neq. intuition (congruence || lia). }
  split.
  - intros [_ [F G]]. split; [|intros; apply D; now apply G].
    intros x a a' far j c N I. assert (Hx := X _ _ _ _ N). specialize (F x a a' far j N).
    destruct I as [<-|[<-|[]]]; cbn [true_at clause forallb]; rewrite andb_true_r.
    + destruct (seen _ j (x, 0%Z, mask [1; 2])) eqn:O; [|reflexivity]. apply S in O; [|exact Hx]. cbn [andb].
      destruct (seen _ j (beyond 3 x (Z.of_nat far))) eqn:O'; [|reflexivity].
      apply (beyond_seen en h 3 E n b B) in O'; [tauto|exact Hx].
    + rewrite (one_seen 3), Z.add_0_r by lia. destruct (marked en 0 b x j) eqn:M; [|reflexivity].
      assert (J := marked_along 3 E n b B 0 x j Hx M). cbn [andb].
      destruct (seen _ j (here 3 x (Z.of_nat far))) eqn:O'; [|reflexivity].
      apply (here_seen en h 3 E n b B) in O'; [|exact Hx]. apply F in O'; [discriminate|exact J].
  - intros [F G]. split; [exact B|]. split; [|intros; apply D; now apply G].
    intros x a a' far j N J. assert (Hx := X _ _ _ _ N).
    assert (F1 := F x a a' far j _ N (or_introl eq_refl)).
    assert (F2 := F x a a' far j _ N (or_intror (or_introl eq_refl))).
    cbn [true_at clause forallb] in F1, F2. rewrite andb_true_r in F1, F2.
    rewrite (one_seen 3), Z.add_0_r in F2 by lia. split.
    + intro M. rewrite (proj2 (S x j Hx) (conj J M)) in F1. cbn [andb] in F1.
      destruct (seen _ j (beyond 3 x (Z.of_nat far))) eqn:O; [discriminate F1|].
      apply not_true_iff_false in O. rewrite (beyond_seen en h 3 E n b B) in O by exact Hx.
      destruct (along_dec en n (j + Z.of_nat far)); tauto.
    + intro K. rewrite (proj2 (here_seen en h 3 E n b B x j _ Hx) K), andb_true_r in F2.
      now destruct (marked en 0 b x j).
Qed.
End Edges.
