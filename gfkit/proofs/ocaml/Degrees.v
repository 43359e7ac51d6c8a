(* Proof that rules of sets of edges and orientations are equivalent to lists of allowed degrees. *)
Require Import String ZArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Strip Arrays Edges Claims Predicates Written.
Import ListNotations.
Local Open Scope nat_scope.

Definition edges_at (edges : list (nat * nat * nat)) (v : nat) : nat :=
  fold_right (fun e m => (if fst (fst e) =? v then 1 else 0) + (if snd (fst e) =? v then 1 else 0) + m) 0
      edges.
Definition most_degree (vertices : nat) (edges : list (nat * nat * nat)) : nat :=
  fold_right (fun v m => Nat.max (edges_at edges v) m) 0 (seq 0 vertices).
Lemma most_degree_ok vertices edges v : v < vertices -> edges_at edges v <= most_degree vertices edges.
Proof.
  intro H. unfold most_degree. assert (I : In v (seq 0 vertices)) by (apply in_seq; lia). revert I.
      generalize (seq 0 vertices).
  induction l as [|u l IH]; intros []; cbn [fold_right]; [subst; lia|]. specialize (IH H0). lia.
Qed.
Definition up_to (n : nat) : list nat := seq 0 (S n).
Definition is_in (p : nat * nat) (l : list (nat * nat)) : bool := existsb (fun q => (fst p =? fst q) && (snd
    p =? snd q)) l.
Lemma is_in_ok p l : is_in p l = true <-> In p l.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros [[c d] [I E]]. destruct p as [a b]. cbn [fst snd] in E. apply andb_true_iff in E. rewrite
      !Nat.eqb_eq in E. destruct E. now subst.
  - intro I. exists p. now rewrite !Nat.eqb_refl.
Qed.
Definition within (vertices : nat) (edges : list (nat * nat * nat)) : bool :=
  forallb (fun e => (fst (fst e) <? vertices) && (snd (fst e) <? vertices)) edges.

Section Edges.
Variables (vertices : nat) (edges : list (nat * nat * nat)) (r : edge_rule).
Definition ok (d : nat) : bool := existsb (Nat.eqb (class r d)) (vertex r).
Definition degrees_ok : list nat := filter ok (up_to (most_degree vertices edges)).
Definition ends_of (l : list (nat * nat)) (least : nat) : list (list nat) :=
  map (fun p => [fst p; snd p]) (filter (fun p => (least <=? fst p) && (least <=? snd p) && is_in (class r
      (fst p), class r (snd p)) l)
    (list_prod degrees_ok degrees_ok)).
(* Conditions on the endpoints of edges are redundant. *)
Definition is_free : bool := forallb (fun p => is_in p (left r) &&
  (negb (modulo r) && ((fst p =? 0) || (snd p =? 0)) || is_in p (taken r))) (list_prod (vertex r) (vertex r)).
Definition rule_of_edges : option rule :=
  if within vertices edges && (0 <? cap r) then
    Some (EdgeRule vertices edges degrees_ok (if is_free then None else Some (ends_of (left r) 0, ends_of
        (taken r) 1)))
  else None.
Lemma ok_in d : ok d = true <-> In (class r d) (vertex r).
Proof.
  unfold ok. rewrite existsb_exists. split; [intros [y [I E]]; apply Nat.eqb_eq in E; now subst|]. intro I.
      exists (class r d). now rewrite Nat.eqb_refl.
Qed.

Section Board.
Variables (e : boundary) (n : nat) (b : board).
Lemma degree_most s s' v j es : forall x, degree_from e s s' x es b v j <= edges_at es v.
Proof.
  induction es as [|[[a a'] far] es IH]; intro x; cbn [degree_from edges_at fold_right fst snd];
      [constructor|].
  specialize (IH (S x)). unfold edges_at in IH. destruct (a =? v), (a' =? v), (marked e s b x j), (marked e
      s' b x (j - Z.of_nat far)); cbn [andb]; lia.
Qed.
Lemma degree_some s s' j a a' far es : forall x y, nth_error es x = Some (a, a', far) ->
  (marked e s b (y + x) j = true -> 1 <= degree_from e s s' y es b a j) /\
  (marked e s' b (y + x) j = true -> 1 <= degree_from e s s' y es b a' (j + Z.of_nat far)).
Proof.
  induction es as [|[[c c'] f] es IH]; intros [|x] y N; try discriminate; cbn [degree_from].
  - injection N as -> -> ->. rewrite Nat.add_0_r, !Nat.eqb_refl. cbn [andb].
    replace (j + Z.of_nat far - Z.of_nat far)%Z with j by lia. split; intros ->; lia.
  - cbn [nth_error] in N. specialize (IH x (S y) N). rewrite <- Nat.add_succ_comm. split; intro M; apply IH
      in M; lia.
Qed.
Hypothesis e_ok : boundary_ok e (length edges) = true.
Lemma degrees_in v j : v < vertices -> In (degree e edges b v j) degrees_ok <-> In (class r (degree e edges
    b v j)) (vertex r).
Proof.
  intro H. unfold degrees_ok. rewrite filter_In, ok_in. assert (M := degree_most 1 1 v j edges 0).
  assert (N := most_degree_ok vertices edges v H). unfold degree. split; [tauto|]. intro I. split; [apply
      in_seq; lia|exact I].
Qed.
Lemma edges_mean_written rule_ : rule_of_edges = Some rule_ -> forall bs x, end_of bs = e -> x = b ->
  allowed_by bs rule_ n x <-> edges_on e vertices edges n b r.
Proof.
  unfold rule_of_edges. destruct (within vertices edges) eqn:W; [|discriminate]. destruct (Nat.ltb_spec 0
      (cap r)) as [K|]; [|discriminate].
  intros [= <-] bs x E ->. cbn [allowed_by]. rewrite E. unfold edge_set, edges_on.
  unfold within in W. rewrite forallb_forall in W.
  assert (V : forall x a a' far, nth_error edges x = Some (a, a', far) -> a < vertices /\ a' < vertices).
  { intros y a a' far N. apply nth_error_In in N. apply W in N. cbn [fst snd] in N. rewrite andb_true_iff,
      !Nat.ltb_lt in N. exact N. }
  assert (A : is_board (length edges) 2 n b -> forall s x a a' far j, nth_error edges x = Some (a, a', far)
      -> marked e s b x j = true -> along e n j).
  { intros B s y a a' far j N M. apply (marked_along e edges 2 e_ok n b B s y); [|exact M]. apply
      nth_error_Some. congruence. }
  assert (D : (forall v j, v < vertices -> along e n j -> In (degree e edges b v j) degrees_ok) <->
    (forall v j, v < vertices -> along e n j -> In (class r (degree e edges b v j)) (vertex r))).
  { split; intros H v j L J; apply degrees_in; auto. }
  assert (F : is_board (length edges) 2 n b -> (forall v j, v < vertices -> along e n j -> In (degree e
      edges b v j) degrees_ok) ->
    forall s l, s <= 1 -> ends_fit e edges s (ends_of l s) n b <->
    forall x a a' far j, nth_error edges x = Some (a, a', far) -> along e n (j + Z.of_nat far) -> marked e s
        b x j = true ->
      In (class r (degree e edges b a j), class r (degree e edges b a' (j + Z.of_nat far))) l).
  { intros B G s l Hs. unfold ends_fit. assert (P : forall x a a' far j, nth_error edges x = Some (a, a',
      far) -> along e n (j + Z.of_nat far) ->
      marked e s b x j = true -> In [degree e edges b a j; degree e edges b a' (j + Z.of_nat far)] (ends_of
          l s) <->
      In (class r (degree e edges b a j), class r (degree e edges b a' (j + Z.of_nat far))) l).
    { intros y a a' far j N J M. destruct (V _ _ _ _ N) as [Va Va']. assert (Ga := G a j Va (A B s _ _ _ _ _
        N M)). assert (Ga' := G a' _ Va' J).
      unfold ends_of. rewrite in_map_iff. split.
      - intros [[d d'] [Q I]]. cbn [fst snd] in Q. injection Q as -> ->. apply filter_In in I. destruct I as
          [_ I].
        apply andb_true_iff in I. apply is_in_ok. tauto.
      - intro I. eexists (_, _). split; [reflexivity|]. apply filter_In. split; [apply in_prod;
          assumption|]. cbn [fst snd].
        rewrite !andb_true_iff, !Nat.leb_le. split; [|now apply is_in_ok]. destruct s as [|[|]]; [lia| |lia].
        destruct (degree_some 1 1 j a a' far edges y 0 N) as [X Y]. unfold degree. split; [now apply X|now
            apply Y]. }
    split; intros H y a a' far j N; [intros J M|intros M J]; apply (P y a a' far j N J M); now apply (H y a
        a' far j N). }
  destruct is_free eqn:Free.
  - split.
    + intros [[B [L G]] _]. split; [exact B|]. split; [exact L|]. assert (G' := proj1 D G). split; [exact
        G'|].
      intros y a a' far j N J. destruct (V _ _ _ _ N) as [Va Va']. cbn zeta. unfold is_free in Free. rewrite
          forallb_forall in Free.
      assert (Q : forall s, marked e s b y j = true -> In (class r (degree e edges b a j), class r (degree e
          edges b a' (j + Z.of_nat far)))
        (list_prod (vertex r) (vertex r))).
      { intros s M. apply in_prod; apply G'; auto. now apply (A B s _ _ _ _ _ N M). }
      split; intro M; specialize (Free _ (Q _ M)); apply andb_true_iff in Free; destruct Free as [F1 F2];
          [now apply is_in_ok|].
      apply orb_true_iff in F2. destruct F2 as [F2|F2]; [|now apply is_in_ok]. exfalso. apply andb_true_iff
          in F2. destruct F2 as [F2 F3].
      cbn [fst snd] in F3. unfold class in F3. apply negb_true_iff in F2. rewrite F2 in F3.
      destruct (degree_some 1 1 j a a' far edges y 0 N) as [X Y]. specialize (X M). specialize (Y M). unfold
          degree in F3.
      apply orb_true_iff in F3. rewrite !Nat.eqb_eq in F3. lia.
    + intros [B [L [G _]]]. split; [|exact I]. split; [exact B|]. split; [exact L|]. now apply D.
  - split.
    + intros [[B [L G]] [H0 H1]]. split; [exact B|]. split; [exact L|]. split; [now apply D|]. intros y a a'
        far j N J. cbn zeta.
      split; intro M; [apply (proj1 (F B G 0 (left r) ltac:(lia)) H0 y a a' far j N J M)|
        apply (proj1 (F B G 1 (taken r) ltac:(lia)) H1 y a a' far j N J M)].
    + intros [B [L [G H]]]. assert (G' := proj2 D G). split; [split; [exact B|split; [exact L|exact G']]|].
      split; apply (F B G'); try lia; intros y a a' far j N J M; now apply (H y a a' far j N J).
Qed.
End Board.
End Edges.

Section Orientations.
Variables (vertices : nat) (edges : list (nat * nat * nat)) (p : option expr).
Let most := most_degree vertices edges.
Definition in_out_pairs : list (nat * nat) := filter (fun io => fst io + snd io <=? most) (list_prod (up_to
    most) (up_to most)).
Definition rule_of_orientations : option rule :=
  if match p with Some p => forallb (fun io => has_value p (in_and_out (fst io) (snd io))) in_out_pairs |
      None => true end then
    Some (DirectedRule vertices edges (map (fun io => [fst io; snd io]) (filter (fun io =>
      match p with Some p => holds p (in_and_out (fst io) (snd io)) | None => true end) in_out_pairs)))
  else None.
Section Board.
Variables (e : boundary) (n : nat) (b : board).
Lemma in_out_most s s' v j es : s <> s' -> forall x, degree_from e s s' x es b v j + degree_from e s' s x es
    b v j <= edges_at es v.
Proof.
  intro S. assert (M : forall x j, marked e s b x j = true -> marked e s' b x j = true -> False).
  { intros x j'. unfold marked. destruct (look e b (Z.of_nat x) j') as [y|]; [|discriminate]. rewrite
      !Nat.eqb_eq. congruence. }
  induction es as [|[[a a'] far] es IH]; intro x; cbn [degree_from edges_at fold_right fst snd];
      [constructor|].
  specialize (IH (Datatypes.S x)). unfold edges_at in IH. assert (M1 := M x j). assert (M2 := M x (j -
      Z.of_nat far)%Z).
  destruct (a =? v), (a' =? v), (marked e s b x j), (marked e s' b x j), (marked e s b x (j - Z.of_nat
      far)), (marked e s' b x (j - Z.of_nat far));
    cbn [andb]; try lia; exfalso; auto.
Qed.
Lemma orientations_mean_written rule_ : rule_of_orientations = Some rule_ -> forall bs, end_of bs = e ->
  allowed_by bs rule_ n b <-> oriented_on e vertices edges n b p.
Proof.
  unfold rule_of_orientations. destruct (match p with Some _ => _ | None => _ end); [|discriminate]. intros
      [= <-] bs E.
  cbn [allowed_by]. rewrite E. unfold orientation, oriented_on.
  assert (D : forall v j, v < vertices -> In [incoming e edges b v j; outgoing e edges b v j] (map (fun io
      => [fst io; snd io])
    (filter (fun io => match p with Some p => holds p (in_and_out (fst io) (snd io)) | None => true end)
        in_out_pairs)) <->
    required p (in_and_out (incoming e edges b v j) (outgoing e edges b v j))).
  { intros v j L. assert (M := in_out_most 2 1 v j edges ltac:(lia) 0). assert (N := most_degree_ok vertices
      edges v L). fold most in N.
    fold (incoming e edges b v j) in M. fold (outgoing e edges b v j) in M.
    change (degree_from e 2 1 0 edges b v j) with (incoming e edges b v j) in M.
    change (degree_from e 1 2 0 edges b v j) with (outgoing e edges b v j) in M.
    rewrite in_map_iff. unfold required. split.
    - intros [[i o] [Q I]]. cbn [fst snd] in Q. injection Q as -> ->. apply filter_In in I. destruct I as [_
        I]. cbn [fst snd] in I.
      destruct p; [exact I|trivial].
    - intro H. exists (incoming e edges b v j, outgoing e edges b v j). split; [reflexivity|]. apply
        filter_In. cbn [fst snd]. split.
      + unfold in_out_pairs. apply filter_In. cbn [fst snd]. split; [apply in_prod; apply in_seq; lia|apply
          Nat.leb_le; lia].
      + destruct p; [exact H|reflexivity]. }
  split; intros [B [M G]]; (split; [exact B|]); (split; [exact M|]); intros v j L J; now apply D, G.
Qed.
End Board.
End Orientations.
