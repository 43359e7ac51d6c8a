(* Sets of edges of a strip that are connected, without cycles, with given degrees: spanning trees, Hamiltonian cycles.
   What must be believed is the part "the statement"; then: how labels on the last few vertices decide it. *)
Require Import ZArith List Lia Bool.
From Gfkit Require Import Meaning Sweep.
Import ListNotations.
Local Open Scope nat_scope.

(* ================= the statement ================= *)
Definition edge := (nat * nat)%type.
Inductive joined (E : list edge) : nat -> nat -> Prop :=          (* there is a way from a to b along edges of E *)
| joined_here a : joined E a a
| joined_edge a b : In (a, b) E -> joined E a b
| joined_back a b : joined E a b -> joined E b a
| joined_on a b c : joined E a b -> joined E b c -> joined E a c.
Definition connected (size : nat) (E : list edge) : Prop :=       (* vertices are the numbers below size *)
  size <> 0 /\ forall a b, a < size -> b < size -> joined E a b.
Definition acyclic (E : list edge) : Prop :=                      (* without an edge its ends are not joined *)
  forall E1 a b E2, E = E1 ++ (a, b) :: E2 -> ~ joined (E1 ++ E2) a b.
Definition degree (E : list edge) (v : nat) : nat := length (filter (fun e => (fst e =? v) || (snd e =? v)) E).
Fixpoint sublists {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | a :: l' => map (cons a) (sublists l') ++ sublists l' end.

(* ================= what joins ================= *)
Lemma joined_more E E' a b : incl E E' -> joined E a b -> joined E' a b.
Proof.
  intros I J. induction J; [apply joined_here|apply joined_edge; auto|now apply joined_back|eapply joined_on; eassumption].
Qed.
Lemma joined_closed (C : nat -> Prop) E : (forall a b, In (a, b) E -> (C a <-> C b)) ->
  forall a b, joined E a b -> (C a <-> C b).
Proof. intros H a b J. induction J; [tauto|auto|tauto|tauto]. Qed.
Lemma joined_merge E a b x y : joined (E ++ [(a, b)]) x y <->
  joined E x y \/ joined E x a /\ joined E b y \/ joined E x b /\ joined E a y.
Proof.
  split.
  - intro J. pose (C z := joined E x z \/ joined E x a /\ joined E b z \/ joined E x b /\ joined E a z).
    enough (H : C x <-> C y) by (apply H; left; apply joined_here).
    revert J. apply joined_closed. intros p q I. apply in_app_or in I. destruct I as [I|[I|[]]].
    + apply joined_edge in I. assert (I' := joined_back _ _ _ I).
      split; (intros [H|[[H1 H2]|[H1 H2]]]; [left|right; left|right; right]; eauto using joined_on).
    + injection I as <- <-. split; intros [H|[[H1 H2]|[H1 H2]]];
        solve [left; assumption | right; left; auto using joined_here | right; right; auto using joined_here].
  - assert (M : forall p q, joined E p q -> joined (E ++ [(a, b)]) p q) by (intros; eapply joined_more; [|eassumption]; apply incl_appl, incl_refl).
    assert (N : joined (E ++ [(a, b)]) a b) by (apply joined_edge, in_or_app; right; now left).
    assert (N' := joined_back _ _ _ N). intros [H|[[H1 H2]|[H1 H2]]]; eauto using joined_on.
Qed.
Lemma acyclic_more E a b : acyclic E -> ~ joined E a b -> acyclic (E ++ [(a, b)]).
Proof.
  intros A N E1 p q E2 H J. destruct (exists_last (l := (p, q) :: E2)) as [E2' [e He]]; [discriminate|].
  rewrite He, app_assoc in H. apply app_inj_tail in H. destruct H as [H <-]. subst E.
  destruct E2' as [|e E2']; cbn in He.
  - injection He as -> -> ->. rewrite !app_nil_r in *. contradiction.
  - injection He as <- ->. rewrite app_assoc in J. apply joined_merge in J.
    assert (I : incl (E1 ++ E2') (E1 ++ (p, q) :: E2')) by (intros e H; apply in_app_or in H; apply in_or_app; cbn; tauto).
    assert (Q : joined (E1 ++ (p, q) :: E2') p q) by (apply joined_edge, in_or_app; right; now left).
    assert (Q' := joined_back _ _ _ Q).
    destruct J as [J|[[J1 J2]|[J1 J2]]]; [now apply (A _ _ _ _ eq_refl)| |]; apply N;
      apply (joined_more _ _ _ _ I) in J1, J2; eauto using joined_on, joined_back.
Qed.
Lemma degree_app E F v : degree (E ++ F) v = degree E v + degree F v.
Proof. unfold degree. now rewrite filter_app, app_length. Qed.
Lemma degree_none F v : (forall a b, In (a, b) F -> a <> v /\ b <> v) -> degree F v = 0.
Proof.
  unfold degree. induction F as [|[a b] F IH]; intro H; [reflexivity|]. cbn [filter fst snd].
  destruct (H a b) as [Ha Hb]; [now left|]. apply Nat.eqb_neq in Ha, Hb. rewrite Ha, Hb. cbn.
  apply IH. intros. apply H. now right.
Qed.
Lemma sublists_incl {A} (l : list A) : forall s, In s (sublists l) -> incl s l.
Proof.
  induction l as [|a l IH]; intros s I; cbn in I; [destruct I as [<-|[]]; apply incl_refl|].
  apply in_app_or in I. destruct I as [I|I]; [|now apply incl_tl, IH].
  apply in_map_iff in I. destruct I as [s' [<- I]]. apply incl_cons; [now left|now apply incl_tl, IH].
Qed.

(* ================= labels ================= *)
(* A state: for the last vertices, the latest first, a label and a degree; equal labels mean joined. *)
Definition labels := list (nat * nat).
Lemma nth_error_firstn {A} n : forall (l : list A) i, nth_error (firstn n l) i = if i <? n then nth_error l i else None.
Proof.
  induction n as [|n IH]; intros [|a l] [|i]; try reflexivity; cbn [firstn nth_error].
  - now destruct (S i <? S n).
  - apply IH.
Qed.

Section Machine.
Variables (far : nat)                     (* edges lead back at most so many vertices *)
          (tree : bool)                   (* no cycles *)
          (cap : nat) (allowed : list nat). (* degrees, counted up to cap, that a vertex may have *)
Definition degree_ok (d : nat) : bool := existsb (Nat.eqb (Nat.min cap d)) allowed.
Definition wanted (size : nat) (E : list edge) : Prop :=
  connected size E /\ (tree = true -> acyclic E) /\ forall v, v < size -> degree_ok (degree E v) = true.

Definition fresh (w : labels) : labels := (0, 0) :: map (fun p => (S (fst p), snd p)) w.
Fixpoint count_edge (d : nat) (w : labels) : labels :=
  match w, d with
  | [], _ => []
  | p :: w', O => (fst p, Nat.min cap (S (snd p))) :: w'
  | p :: w', S d' => p :: count_edge d' w'
  end.
Definition relabel (a b : nat) (w : labels) : labels := map (fun p => if fst p =? b then (a, snd p) else p) w.
Definition link (w : labels) (d : nat) : option labels :=
  match nth_error w 0, nth_error w d with
  | Some p, Some q => if tree && (fst q =? fst p) then None else Some (count_edge 0 (count_edge d (relabel (fst q) (fst p) w)))
  | _, _ => None
  end.
Fixpoint links (w : labels) (ds : list nat) : option labels :=
  match ds with [] => Some w | d :: ds' => match link w d with Some w' => links w' ds' | None => None end end.
Definition forget (w : labels) : option labels :=
  match nth_error w far with
  | None => Some w
  | Some p => let rest := firstn far w in
      if existsb (fun q => fst p =? fst q) rest && degree_ok (snd p) then Some rest else None
  end.
Fixpoint first (l : nat) (w : labels) : nat :=
  match w with [] => 0 | p :: w' => if fst p =? l then 0 else S (first l w') end.
Definition normal (w : labels) : labels := map (fun p => (first (fst p) w, snd p)) w.
Definition step (s : option labels) (ds : list nat) : option labels :=
  match s with
  | None => None
  | Some w => match links (fresh w) ds with
              | None => None
              | Some w => match forget w with None => None | Some w => Some (normal w) end
              end
  end.
Definition final (s : option labels) : bool :=
  match s with
  | Some (p :: w) => forallb (fun q => fst p =? fst q) w && forallb (fun q => degree_ok (snd q)) (p :: w)
  | _ => false
  end.

(* what the labels of a state say of the first size vertices and the edges so far *)
Record says (size : nat) (E : list edge) (w : labels) : Prop := {
  bounded : forall a b, In (a, b) E -> a < size /\ b < size;
  short : length w <= size;
  same_label : forall i j p q, nth_error w i = Some p -> nth_error w j = Some q ->
    (fst p = fst q <-> joined E (size - S i) (size - S j));
  covered : forall v, v < size -> exists i p, nth_error w i = Some p /\ joined E v (size - S i);
  degrees : forall i p, nth_error w i = Some p -> snd p = Nat.min cap (degree E (size - S i));
  gone : forall v, v < size - length w -> degree_ok (degree E v) = true;
  no_cycle : tree = true -> acyclic E }.

Lemma says_bound size E w i p : says size E w -> nth_error w i = Some p -> i < length w /\ i < size.
Proof. intros H N. assert (i < length w) by (apply nth_error_Some; congruence). assert (S := short _ _ _ H). lia. Qed.
Lemma fresh_says size E w : says size E w -> says (S size) E (fresh w).
Proof.
  intro H. assert (B := bounded _ _ _ H).
  assert (new : forall v, joined E size v <-> v = size).
  { intro v. split; [|intros ->; apply joined_here]. intro J. apply (joined_closed (fun x => x = size) E) in J; [now apply J|].
    intros a b I. apply B in I. lia. }
  assert (at_ : forall i p, nth_error (fresh w) (S i) = Some p -> exists q, nth_error w i = Some q /\ p = (S (fst q), snd q)).
  { intros i p N. cbn in N. rewrite nth_error_map in N. destruct (nth_error w i) as [q|]; [|discriminate]. injection N as <-. eauto. }
  split.
  - intros a b I. apply B in I. lia.
  - cbn. rewrite map_length. assert (S := short _ _ _ H). lia.
  - intros [|i] [|j] p q N N'.
    + cbn in *. injection N as <-. injection N' as <-. split; intro; [apply joined_here|reflexivity].
    + injection N as <-. apply at_ in N'. destruct N' as [q' [N' ->]]. apply (says_bound _ _ _ _ _ H) in N'. cbn [fst snd].
      replace (S size - 1) with size by lia. rewrite new. split; [discriminate|lia].
    + injection N' as <-. apply at_ in N. destruct N as [q' [N ->]]. apply (says_bound _ _ _ _ _ H) in N. cbn [fst snd].
      replace (S size - 1) with size by lia. split; [discriminate|]. intro J. apply joined_back, new in J. lia.
    + apply at_ in N, N'. destruct N as [p' [N ->]], N' as [q' [N' ->]]. cbn [fst].
      replace (S size - S (S i)) with (size - S i) by lia. replace (S size - S (S j)) with (size - S j) by lia.
      rewrite <- (same_label _ _ _ H i j p' q' N N'). lia.
  - intros v L. destruct (Nat.eq_dec v size) as [->|Ne].
    + exists 0, (0, 0). split; [reflexivity|]. replace (S size - 1) with size by lia. apply joined_here.
    + destruct (covered _ _ _ H v) as [i [p [N J]]]; [lia|]. exists (S i), (S (fst p), snd p). split; [|exact J].
      cbn. now rewrite nth_error_map, N.
  - intros [|i] p N.
    + injection N as <-. cbn [snd]. rewrite degree_none; [now rewrite Nat.min_0_r|]. intros a b I. apply B in I. lia.
    + apply at_ in N. destruct N as [q [N ->]]. cbn [snd]. replace (S size - S (S i)) with (size - S i) by lia. now apply (degrees _ _ _ H).
  - cbn. rewrite map_length. apply (gone _ _ _ H).
  - apply (no_cycle _ _ _ H).
Qed.

Lemma count_edge_length w : forall d, length (count_edge d w) = length w.
Proof. induction w as [|p w IH]; intros [|d]; cbn; auto. Qed.
Lemma count_edge_nth w : forall d i, nth_error (count_edge d w) i =
  option_map (fun p => if i =? d then (fst p, Nat.min cap (S (snd p))) else p) (nth_error w i).
Proof.
  induction w as [|p w IH]; intros [|d] [|i]; try reflexivity; cbn; [now destruct (nth_error w i)|apply IH].
Qed.
Lemma link_says size E w d : says (S size) E w -> 1 <= d -> length w <> 0 ->
  match link w d with
  | Some w' => d <= size /\ length w' = length w /\ says (S size) (E ++ [(size - d, size)]) w'
  | None => d <= size -> length w <= d \/ tree = true /\ joined E (size - d) size
  end.
Proof.
  intros H Hd Hw. unfold link. destruct (nth_error w 0) as [p|] eqn:Np; [|apply nth_error_None in Np; lia].
  destruct (nth_error w d) as [q|] eqn:Nq; [|apply nth_error_None in Nq; auto].
  assert (Sl := same_label _ _ _ H d 0 q p Nq Np). replace (S size - 1) with size in Sl by lia.
  replace (S size - S d) with (size - d) in Sl by lia. assert (Bd := says_bound _ _ _ _ _ H Nq).
  destruct (tree && (fst q =? fst p)) eqn:T.
  { intros _. right. apply andb_true_iff in T. destruct T as [-> T]. apply Nat.eqb_eq in T. tauto. }
  set (w' := count_edge 0 _).
  assert (at_ : forall i r', nth_error w' i = Some r' -> exists r, nth_error w i = Some r /\
    fst r' = (if fst r =? fst p then fst q else fst r) /\
    snd r' = Nat.min cap (degree [(size - d, size)] (S size - S i) + snd r)).
  { intros i r' N. unfold w' in N. rewrite !count_edge_nth in N. unfold relabel in N. rewrite nth_error_map in N.
    destruct (nth_error w i) as [r|] eqn:Nr; [|discriminate]. exists r. split; [reflexivity|]. cbn in N. injection N as <-.
    assert (Br := says_bound _ _ _ _ _ H Nr). assert (Dr := degrees _ _ _ H _ _ Nr).
    split.
    - destruct (i =? d), (i =? 0), (fst r =? fst p); reflexivity.
    - unfold degree at 1. cbn [filter fst snd]. 
      destruct (Nat.eqb_spec i d), (Nat.eqb_spec i 0), (Nat.eqb_spec (size - d) (S size - S i)),
        (Nat.eqb_spec size (S size - S i)); try lia; cbn [orb length]; destruct (fst r =? fst p); cbn [snd]; lia. }
  assert (len : length w' = length w) by (unfold w', relabel; now rewrite !count_edge_length, map_length).
  split; [lia|]. split; [exact len|]. split.
  - intros a b I. apply in_app_or in I. destruct I as [I|[I|[]]]; [now apply (bounded _ _ _ H)|]. injection I as <- <-. lia.
  - rewrite len. apply (short _ _ _ H).
  - intros i j r s Ni Nj. apply at_ in Ni, Nj. destruct Ni as [r' [Ni [-> _]]], Nj as [s' [Nj [-> _]]].
    rewrite joined_merge.
    assert (X := fun i j p q => same_label _ _ _ H i j p q).
    assert (Sij := X _ _ _ _ Ni Nj). assert (Siq := X _ _ _ _ Ni Nq). assert (Sip := X _ _ _ _ Ni Np).
    assert (Sqj := X _ _ _ _ Nq Nj). assert (Spj := X _ _ _ _ Np Nj).
    replace (S size - 1) with size in * by lia. replace (S size - S d) with (size - d) in * by lia.
    rewrite <- Sij, <- Siq, <- Sip, <- Sqj, <- Spj.
    destruct (Nat.eqb_spec (fst r') (fst p)), (Nat.eqb_spec (fst s') (fst p)); lia.
  - intros v L. destruct (covered _ _ _ H v L) as [i [r [N J]]].
    destruct (nth_error w' i) as [r'|] eqn:N'.
    + exists i, r'. split; [exact N'|]. eapply joined_more; [|exact J]. apply incl_appl, incl_refl.
    + apply nth_error_None in N'. apply (says_bound _ _ _ _ _ H) in N. lia.
  - intros i r N. apply at_ in N. destruct N as [r' [N [_ ->]]]. rewrite (degrees _ _ _ H _ _ N), degree_app. lia.
  - rewrite len. intros v L. rewrite degree_app. rewrite (degree_none [_]), Nat.add_0_r; [now apply (gone _ _ _ H)|].
    intros a b [I|[]]. injection I as <- <-. lia.
  - intro Ht. apply acyclic_more; [now apply (no_cycle _ _ _ H)|]. rewrite Ht in T. cbn in T. apply Nat.eqb_neq in T. tauto.
Qed.

Lemma cycle_fails E a b F : joined E a b -> ~ acyclic (E ++ (a, b) :: F).
Proof. intros J A. apply (A E a b F eq_refl). eapply joined_more; [|exact J]. apply incl_appl, incl_refl. Qed.
Definition back (k : nat) (ds : list nat) : list edge := map (fun d => (k - d, k)) ds.
Lemma links_says size : forall ds E w, says (S size) E w -> (forall d, In d ds -> 1 <= d <= far) ->
  length w = S (Nat.min far size) ->
  match links w ds with
  | Some w' => (forall d, In d ds -> d <= size) /\ length w' = length w /\ says (S size) (E ++ back size ds) w'
  | None => forall n F, (forall d, In d ds -> d <= size) -> ~ wanted n (E ++ back size ds ++ F)
  end.
Proof.
  induction ds as [|d ds IH]; intros E w H Hd L; cbn [links back map].
  - rewrite app_nil_r. split; [intros d []|]. split; [reflexivity|exact H].
  - assert (H1 := link_says size E w d H). destruct (link w d) as [w'|] eqn:El.
    + destruct H1 as [D [L1 H1]]; [apply Hd; now left|lia|].
      specialize (IH (E ++ [(size - d, size)]) w' H1 (fun e I => Hd e (or_intror I)) ltac:(lia)).
      destruct (links w' ds) as [w''|].
      * destruct IH as [D2 [L2 H2]].
        split; [intros e [<-|I]; auto|]. split; [congruence|]. now rewrite <- app_assoc in H2.
      * intros n F A. specialize (IH n F (fun e I => A e (or_intror I))). now rewrite <- app_assoc in IH.
    + intros n F A W. destruct H1 as [H1|[T J]]; [apply Hd; now left|lia|apply A; now left| |].
      * assert (1 <= d <= far) by (apply Hd; now left). assert (d <= size) by (apply A; now left). lia.
      * destruct W as [_ [W _]]. apply (cycle_fails _ _ _ (back size ds ++ F) J). exact (W T).
Qed.

Lemma forget_says size E w : says (S size) E w -> length w = S (Nat.min far size) -> far <> 0 ->
  match forget w with
  | Some w' => length w' = Nat.min far (S size) /\ says (S size) E w'
  | None => forall n F, size < n -> (forall a b, In (a, b) F -> S size - far <= a /\ S size - far <= b) -> ~ wanted n (E ++ F)
  end.
Proof.
  intros H L Hf. unfold forget. destruct (nth_error w far) as [p|] eqn:Np.
  2: { apply nth_error_None in Np. split; [lia|exact H]. }
  assert (Bp := says_bound _ _ _ _ _ H Np).
  assert (Far : nth_error w far = Some p -> S size - S far = size - far) by lia. specialize (Far Np).
  destruct (existsb _ _) eqn:Ex; cbn [andb].
  - apply existsb_exists in Ex. destruct Ex as [q [I Eq]]. apply Nat.eqb_eq in Eq.
    destruct (degree_ok (snd p)) eqn:Dp.
    + assert (Lr : length (firstn far w) = far) by (rewrite firstn_length; lia). split; [lia|].
      assert (at_ : forall i r, nth_error (firstn far w) i = Some r -> nth_error w i = Some r).
      { intros i r N. rewrite nth_error_firstn in N. destruct (i <? far); [exact N|discriminate]. }
      split.
      * apply H.
      * lia.
      * intros i j r s Ni Nj. apply (same_label _ _ _ H); auto.
      * intros v Lv. destruct (covered _ _ _ H v Lv) as [i [r [N J]]].
        destruct (Nat.eq_dec i far) as [->|Ni].
        -- rewrite Np in N. injection N as <-. apply In_nth_error in I. destruct I as [j Nj]. exists j, q. split; [exact Nj|].
           apply at_ in Nj. apply (same_label _ _ _ H far j p q Np Nj) in Eq. eapply joined_on; eassumption.
        -- exists i, r. split; [|exact J]. rewrite nth_error_firstn. replace (i <? far) with true; [exact N|].
           symmetry. apply Nat.ltb_lt. apply (says_bound _ _ _ _ _ H) in N. lia.
      * intros i r N. apply (degrees _ _ _ H). auto.
      * intros v Lv. destruct (Nat.eq_dec v (size - far)) as [->|Nv]; [|apply (gone _ _ _ H); lia].
        rewrite (degrees _ _ _ H _ _ Np), Far in Dp. unfold degree_ok in *. now rewrite Nat.min_assoc, Nat.min_id in Dp.
      * apply (no_cycle _ _ _ H).
    + intros n F Ln Hl [_ [_ W]]. specialize (W (size - far)). rewrite degree_app, (degree_none F), Nat.add_0_r in W.
      * rewrite (degrees _ _ _ H _ _ Np), Far in Dp. unfold degree_ok in *. rewrite Nat.min_assoc, Nat.min_id in Dp.
        rewrite W in Dp by lia. discriminate.
      * intros a b J. apply Hl in J. lia.
  - intros n F Ln Hl [[_ W] _]. specialize (W (size - far) size ltac:(lia) Ln).
    assert (Out : forall v, S size - far <= v -> ~ joined E (size - far) v).
    { intros v Lv J. destruct (le_lt_dec v size) as [Lv'|Lv'].
      - destruct (nth_error w (size - v)) as [q|] eqn:Nq; [|apply nth_error_None in Nq; lia].
        assert (Sl := same_label _ _ _ H _ _ _ _ Np Nq). rewrite Far in Sl. replace (S size - S (size - v)) with v in Sl by lia.
        apply Sl in J. apply not_true_iff_false in Ex. apply Ex, existsb_exists. exists q. split; [|now apply Nat.eqb_eq].
        apply (nth_error_In _ (size - v)). rewrite nth_error_firstn. replace (size - v <? far) with true; [exact Nq|].
        symmetry. apply Nat.ltb_lt. lia.
      - apply (joined_closed (fun x => x = v) E) in J; [lia|]. intros a b I. apply (bounded _ _ _ H) in I. lia. }
    apply (joined_closed (joined E (size - far)) (E ++ F)) in W.
    + apply (Out size); [lia|]. apply W, joined_here.
    + intros a b I. apply in_app_or in I. destruct I as [I|I].
      * apply joined_edge in I. split; intro; eauto using joined_on, joined_back.
      * apply Hl in I. destruct I as [Ia Ib]. apply Out in Ia, Ib. tauto.
Qed.

Lemma first_same (w : labels) : forall p q : nat * nat, In p w -> first (fst p) w = first (fst q) w -> fst p = fst q.
Proof.
  induction w as [|r w IH]; intros p q []; cbn [first]; intro E.
  - subst r. rewrite Nat.eqb_refl in E. destruct (Nat.eqb_spec (fst p) (fst q)); [assumption|discriminate].
  - destruct (Nat.eqb_spec (fst r) (fst p)), (Nat.eqb_spec (fst r) (fst q)); try congruence. apply IH; [assumption|now injection E].
Qed.
Lemma normal_says size E w : says size E w -> length (normal w) = length w /\ says size E (normal w).
Proof.
  intro H. unfold normal. rewrite map_length. split; [reflexivity|].
  assert (at_ : forall i p, nth_error (map (fun p => (first (fst p) w, snd p)) w) i = Some p ->
    exists q, nth_error w i = Some q /\ p = (first (fst q) w, snd q)).
  { intros i p N. rewrite nth_error_map in N. destruct (nth_error w i) as [q|]; [|discriminate]. injection N as <-. eauto. }
  split.
  - apply (bounded _ _ _ H).
  - rewrite map_length. apply (short _ _ _ H).
  - intros i j p q Ni Nj. apply at_ in Ni, Nj. destruct Ni as [p' [Ni ->]], Nj as [q' [Nj ->]]. cbn [fst].
    rewrite <- (same_label _ _ _ H _ _ _ _ Ni Nj). split; [|now intros ->]. intro F. eapply first_same; [|exact F].
    eapply nth_error_In; eassumption.
  - intros v L. destruct (covered _ _ _ H v L) as [i [p [N J]]]. exists i, (first (fst p) w, snd p). split; [|exact J].
    now rewrite nth_error_map, N.
  - intros i p N. apply at_ in N. destruct N as [q [N ->]]. exact (degrees _ _ _ H _ _ N).
  - rewrite map_length. apply (gone _ _ _ H).
  - apply (no_cycle _ _ _ H).
Qed.

Lemma final_says size E w : says size E w -> length w = Nat.min far size -> far <> 0 ->
  (final (Some w) = true <-> wanted size E).
Proof.
  intros H L Hf. destruct w as [|p w'] eqn:Ew.
  { split; [discriminate|]. intros [[N _] _]. cbn in L. lia. }
  rewrite <- Ew in *. cbn [final]. rewrite Ew. cbn [final]. rewrite andb_true_iff, !forallb_forall, <- Ew.
  assert (N0 : nth_error w 0 = Some p) by now subst w. assert (B0 := says_bound _ _ _ _ _ H N0).
  split.
  - intros [Hl Hd].
    assert (all_p : forall i q, nth_error w i = Some q -> fst p = fst q).
    { intros i q N. apply nth_error_In in N. rewrite Ew in N. destruct N as [<-|N]; [reflexivity|]. now apply Nat.eqb_eq, Hl. }
    split; [split; [lia|]|split].
    + intros a b La Lb. destruct (covered _ _ _ H a La) as [i [q [Ni Ja]]], (covered _ _ _ H b Lb) as [j [r [Nj Jb]]].
      assert (S := same_label _ _ _ H _ _ _ _ Ni Nj). rewrite <- (all_p _ _ Ni), <- (all_p _ _ Nj) in S.
      eapply joined_on; [exact Ja|]. eapply joined_on; [now apply S|now apply joined_back].
    + apply (no_cycle _ _ _ H).
    + intros v Lv. destruct (lt_dec v (size - length w)) as [G|G]; [now apply (gone _ _ _ H)|].
      destruct (nth_error w (size - S v)) as [q|] eqn:Nq; [|apply nth_error_None in Nq; lia].
      assert (D := degrees _ _ _ H _ _ Nq). replace (size - S (size - S v)) with v in D by lia.
      apply nth_error_In, Hd in Nq. rewrite D in Nq. unfold degree_ok in *. now rewrite Nat.min_assoc, Nat.min_id in Nq.
  - intros [[_ Hc] [_ Hd]]. split.
    + intros q I. apply Nat.eqb_eq. assert (I' : In q w) by (rewrite Ew; now right). apply In_nth_error in I'. destruct I' as [i Ni].
      apply (same_label _ _ _ H _ _ _ _ N0 Ni). apply says_bound with (1 := H) in Ni. apply Hc; lia.
    + intros q I. apply In_nth_error in I. destruct I as [i Ni]. rewrite (degrees _ _ _ H _ _ Ni).
      apply says_bound with (1 := H) in Ni. unfold degree_ok in *. rewrite Nat.min_assoc, Nat.min_id. apply Hd. lia.
Qed.

(* ================= words: by vertex the number of the sublist that is chosen ================= *)
Variable rows : list (list nat).            (* by row how far back the neighbours of a vertex are *)
Hypothesis rows_far : forall i d, In d (nth i rows []) -> 1 <= d <= far.
Hypothesis some_far : far <> 0.
Let m := length rows.
Definition choice (i x : nat) : list nat := nth x (sublists (nth i rows [])) [].
Definition read_symbol (i : nat) (s : option labels) (x : nat) : option labels := step s (choice i x).
Fixpoint chosen (k : nat) (u : list nat) : list edge :=
  match u with [] => [] | x :: u' => back k (choice (k mod m) x) ++ chosen (S k) u' end.
Fixpoint inside (k : nat) (u : list nat) : Prop :=
  match u with [] => True | x :: u' => (forall d, In d (choice (k mod m) x) -> d <= k) /\ inside (S k) u' end.
Fixpoint reads (k : nat) (s : option labels) (u : list nat) : option labels :=
  match u with [] => s | x :: u' => reads (S k) (read_symbol (k mod m) s x) u' end.
Lemma choice_in i x d : In d (choice i x) -> In d (nth i rows []).
Proof.
  unfold choice. intro I. destruct (nth_in_or_default x (sublists (nth i rows [])) []) as [J|J]; [|rewrite J in I; destruct I].
  now apply (sublists_incl _ _ J).
Qed.
Lemma chosen_far u : forall k a b, In (a, b) (chosen k u) -> k - far <= a /\ k - far <= b.
Proof.
  induction u as [|x u IH]; intros k a b I; [destruct I|]. cbn [chosen] in I. apply in_app_or in I. destruct I as [I|I].
  - apply in_map_iff in I. destruct I as [d [E I]]. injection E as <- <-. apply choice_in, rows_far in I. lia.
  - apply IH in I. lia.
Qed.
Lemma reads_none u : forall k, reads k None u = None.
Proof. induction u as [|x u IH]; intro k; [reflexivity|]. apply IH. Qed.
Lemma reads_says u : forall k E w, says k E w -> length w = Nat.min far k ->
  (final (reads k (Some w) u) = true <-> wanted (k + length u) (E ++ chosen k u) /\ inside k u).
Proof.
  induction u as [|x u IH]; intros k E w H L; cbn [reads chosen inside length].
  { rewrite Nat.add_0_r, app_nil_r, (final_says _ _ _ H L some_far). tauto. }
  set (ds := choice (k mod m) x). assert (F := fresh_says _ _ _ H).
  assert (Lf : length (fresh w) = S (Nat.min far k)) by (cbn; now rewrite map_length, L).
  unfold read_symbol, step. fold ds.
  assert (HL := links_says k ds E (fresh w) F (fun d I => rows_far _ _ (choice_in _ _ _ I)) Lf).
  destruct (links (fresh w) ds) as [w1|].
  2: { rewrite reads_none. split; [discriminate|]. intros [W [D _]]. destruct (HL _ _ D W). }
  destruct HL as [D [L1 H1]]. assert (HF := forget_says k _ w1 H1 ltac:(congruence) some_far).
  destruct (forget w1) as [w2|].
  - destruct HF as [L2 H2]. destruct (normal_says _ _ _ H2) as [L3 H3].
    rewrite (IH (S k) _ _ H3 ltac:(congruence)), <- app_assoc. replace (k + S (length u)) with (S k + length u) by lia. tauto.
  - rewrite reads_none. split; [discriminate|]. intros [W [_ _]]. rewrite app_assoc in W.
    destruct (HF (k + S (length u)) (chosen (S k) u)); [lia| |exact W]. intros a b. apply chosen_far.
Qed.
Lemma start_says : says 0 [] [].
Proof.
  split; try (intros; lia).
  - intros a b [].
  - reflexivity.
  - intros [|i] j p q; discriminate.
  - intros [|i] p; discriminate.
  - intros _ [|e E1] a b E2; discriminate.
Qed.
End Machine.
