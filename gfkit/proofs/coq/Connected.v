(* Sets of edges of a strip: spanning trees, Hamiltonian cycles, connected sets with given degrees, for all n.
   To trust the theorems, check the definitions in the part "the statement" and in Meaning.v. The rest proves
   that the component labels and degrees of the last vertices determine whether a set of edges is counted. An
   automaton reads the edges vertex by vertex, and Sweep.v counts. The kernel computes its states. *)
Require Import ZArith List Lia Bool.
From Gfkit Require Import Meaning Strip Sweep Weights.
Import ListNotations.
Local Open Scope nat_scope.

(* ================= the statement ================= *)
Definition edge := (nat * nat)%type.
(* E contains a path from a to b. *)
Inductive joined (E : list edge) : nat -> nat -> Prop :=
| joined_here a : joined E a a
| joined_edge a b : In (a, b) E -> joined E a b
| joined_back a b : joined E a b -> joined E b a
| joined_on a b c : joined E a b -> joined E b c -> joined E a c.
(* The vertices are the numbers below size. There is at least one, and any two are joined by a path. *)
Definition connected (size : nat) (E : list edge) : Prop :=
  size <> 0 /\ forall a b, a < size -> b < size -> joined E a b.
(* The endpoints of an edge are not joined by the other edges. *)
Definition acyclic (E : list edge) : Prop :=
  forall E1 a b E2, E = E1 ++ (a, b) :: E2 -> ~ joined (E1 ++ E2) a b.
Definition degree (E : list edge) (v : nat) : nat :=
  length (filter (fun e => (fst e =? v) || (snd e =? v)) E).
Fixpoint sublists {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | a :: l' => map (cons a) (sublists l') ++ sublists l' end.

(* The strip of n columns. Vertex k is in row k mod m of column k / m, where m is the number of rows. For each
   row, rows lists differences: vertex k is adjacent to k - d for each difference d <= k of its row. *)
Definition back (k : nat) (ds : list nat) : list edge := map (fun d => (k - d, k)) ds.
Definition edges_at (rows : list (list nat)) (k : nat) : list edge :=
  back k (filter (fun d => d <=? k) (nth (k mod length rows) rows [])).
Definition strip_edges (rows : list (list nat)) (n : nat) : list edge :=
  flat_map (edges_at rows) (seq 0 (length rows * n)).
Definition grid (m : nat) : list (list nat) := map (fun row => if row =? 0 then [m] else [1; m]) (seq 0 m).

(* A set of edges of the strip with the property good. *)
Definition good_edges (rows : list (list nat)) (good : nat -> list edge -> Prop) (n : nat) (s : list edge) :=
  In s (sublists (strip_edges rows n)) /\ good (length rows * n) s.
Definition spanning_tree (size : nat) (E : list edge) : Prop := connected size E /\ acyclic E.
Definition hamiltonian_cycle (size : nat) (E : list edge) : Prop :=
  connected size E /\ forall v, v < size -> degree E v = 2.
Definition hamiltonian_path (size : nat) (E : list edge) : Prop :=
  connected size E /\ acyclic E /\ forall v, v < size -> degree E v <= 2.
(* General property: connected, acyclic if tree = true, and min(degree, cap) is allowed for each vertex. *)
Definition degree_ok (cap : nat) (allowed : list nat) (d : nat) : bool :=
  existsb (Nat.eqb (Nat.min cap d)) allowed.
Definition wanted (tree : bool) (cap : nat) (allowed : list nat) (size : nat) (E : list edge) : Prop :=
  connected size E /\ (tree = true -> acyclic E) /\
  forall v, v < size -> degree_ok cap allowed (degree E v) = true.

(* ================= what joins ================= *)
Lemma joined_more E E' a b : incl E E' -> joined E a b -> joined E' a b.
Proof.
  intros I J. induction J; [apply joined_here|apply joined_edge; auto|now apply joined_back|eapply joined_on;
    eassumption].
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
  - assert (M : forall p q, joined E p q -> joined (E ++ [(a, b)]) p q) by (intros; eapply joined_more;
      [|eassumption]; apply incl_appl, incl_refl).
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
    assert (I : incl (E1 ++ E2') (E1 ++ (p, q) :: E2')) by (intros e H; apply in_app_or in H;
      apply in_or_app; cbn; tauto).
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

(* ================= a board read vertex by vertex ================= *)
Section Reads.
Context {state : Type}.
Variables (m : nat) (next : nat -> state -> nat -> state) (ends : state -> bool).
Hypothesis some_rows : m <> 0.
Fixpoint reads (k : nat) (s : state) (u : list nat) : state :=
  match u with [] => s | x :: u' => reads (S k) (next (k mod m) s x) u' end.
Lemma reads_slice c : forall i k s u, (forall j, j < length c -> (k + j) mod m = i + j) ->
  reads k s (c ++ u) = reads (k + length c) (read _ next i s c) u.
Proof.
  induction c as [|x c IH]; intros i k s u H; cbn [app reads read length]; [now rewrite Nat.add_0_r|].
  assert (H0 := H 0 ltac:(cbn; lia)). rewrite !Nat.add_0_r in H0. rewrite H0.
  rewrite (IH (S i)); [f_equal; lia|]. intros j L. specialize (H (S j) ltac:(cbn; lia)).
  replace (S k + j) with (k + S j) by lia. lia.
Qed.
Lemma accept_reads b : (forall c, In c b -> length c = m) -> forall j s,
  accept _ next ends s b = ends (reads (m * j) s (concat b)).
Proof.
  induction b as [|c b IH]; intros H j s; [reflexivity|]. cbn [accept concat].
  rewrite (reads_slice c 0).
  2: { intros i L. rewrite (H c) in L by (now left).
    rewrite Nat.add_comm, Nat.mul_comm, Nat.mod_add by exact some_rows. now apply Nat.mod_small. }
  rewrite (IH ltac:(intros; apply H; now right) (S j)). rewrite (H c) by now left. do 2 f_equal; lia.
Qed.
End Reads.

(* ================= labels ================= *)
(* A state: for the last vertices, the latest first, a label and a degree; equal labels mean joined. *)
Definition labels := list (nat * nat).
Lemma nth_error_firstn {A} n : forall (l : list A) i, nth_error (firstn n l) i = if i <? n then nth_error l i
  else None.
Proof.
  induction n as [|n IH]; intros [|a l] [|i]; try reflexivity; cbn [firstn nth_error].
  - now destruct (S i <? S n).
  - apply IH.
Qed.

Section Machine.
Variables (far : nat)                     (* edges lead back at most so many vertices *)
          (tree : bool)                   (* no cycles *)
          (cap : nat) (allowed : list nat). (* degrees, counted up to cap, that a vertex may have *)
Notation degree_ok := (degree_ok cap allowed).
Notation wanted := (wanted tree cap allowed).

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
  | Some p, Some q => if tree && (fst q =? fst p) then None else Some (count_edge 0 (count_edge d (relabel
    (fst q) (fst p) w)))
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
Definition every (_ : nat) : Prop := True.
Record says (member : nat -> Prop) (size : nat) (E : list edge) (w : labels) : Prop := {
  bounded : forall a b, In (a, b) E -> a < size /\ b < size;
  short : length w <= size;
  same_label : forall i j p q, nth_error w i = Some p -> nth_error w j = Some q ->
    (fst p = fst q <-> joined E (size - S i) (size - S j));
  covered : forall v, v < size -> member v -> exists i p, nth_error w i = Some p /\ joined E v (size - S i);
  degrees : forall i p, nth_error w i = Some p -> snd p = Nat.min cap (degree E (size - S i));
  gone : forall v, v < size - length w -> degree_ok (degree E v) = true;
  no_cycle : tree = true -> acyclic E }.

Lemma says_bound M size E w i p : says M size E w -> nth_error w i = Some p -> i < length w /\ i < size.
Proof. intros H N. assert (i < length w) by (apply nth_error_Some; congruence). assert (S := short _ _ _ _ H).
lia. Qed.
Lemma fresh_says M size E w : says M size E w -> says M (S size) E (fresh w).
Proof.
  intro H. assert (B := bounded _ _ _ _ H).
  assert (new : forall v, joined E size v <-> v = size).
  { intro v. split; [|intros ->; apply joined_here]. intro J.
    apply (joined_closed (fun x => x = size) E) in J; [now apply J|].
    intros a b I. apply B in I. lia. }
  assert (at_ : forall i p, nth_error (fresh w) (S i) = Some p -> exists q,
    nth_error w i = Some q /\ p = (S (fst q), snd q)).
  { intros i p N. cbn in N. rewrite nth_error_map in N. destruct (nth_error w i) as [q|]; [|discriminate].
    injection N as <-. eauto. }
  split.
  - intros a b I. apply B in I. lia.
  - cbn. rewrite map_length. assert (S := short _ _ _ _ H). lia.
  - intros [|i] [|j] p q N N'.
    + cbn in *. injection N as <-. injection N' as <-. split; intro; [apply joined_here|reflexivity].
    + injection N as <-. apply at_ in N'. destruct N' as [q' [N' ->]]. apply (says_bound _ _ _ _ _ _ H) in N'.
      cbn [fst snd].
      replace (S size - 1) with size by lia. rewrite new. split; [discriminate|lia].
    + injection N' as <-. apply at_ in N. destruct N as [q' [N ->]]. apply (says_bound _ _ _ _ _ _ H) in N.
      cbn [fst snd].
      replace (S size - 1) with size by lia. split; [discriminate|]. intro J. apply joined_back, new in J.
      lia.
    + apply at_ in N, N'. destruct N as [p' [N ->]], N' as [q' [N' ->]]. cbn [fst].
      replace (S size - S (S i)) with (size - S i) by lia.
      replace (S size - S (S j)) with (size - S j) by lia.
      rewrite <- (same_label _ _ _ _ H i j p' q' N N'). lia.
  - intros v L Mv. destruct (Nat.eq_dec v size) as [->|Ne].
    + exists 0, (0, 0). split; [reflexivity|]. replace (S size - 1) with size by lia. apply joined_here.
    + destruct (covered _ _ _ _ H v) as [i [p [N J]]]; [lia|exact Mv|]. exists (S i), (S (fst p), snd p).
      split; [|exact J].
      cbn. now rewrite nth_error_map, N.
  - intros [|i] p N.
    + injection N as <-. cbn [snd]. rewrite degree_none; [now rewrite Nat.min_0_r|]. intros a b I.
      apply B in I. lia.
    + apply at_ in N. destruct N as [q [N ->]]. cbn [snd].
      replace (S size - S (S i)) with (size - S i) by lia. now apply (degrees _ _ _ _ H).
  - cbn. rewrite map_length. apply (gone _ _ _ _ H).
  - apply (no_cycle _ _ _ _ H).
Qed.

Lemma count_edge_length w : forall d, length (count_edge d w) = length w.
Proof. induction w as [|p w IH]; intros [|d]; cbn; auto. Qed.
Lemma count_edge_nth w : forall d i, nth_error (count_edge d w) i =
  option_map (fun p => if i =? d then (fst p, Nat.min cap (S (snd p))) else p) (nth_error w i).
Proof.
  induction w as [|p w IH]; intros [|d] [|i]; try reflexivity; cbn; [now destruct (nth_error w i)|apply IH].
Qed.
Lemma link_says M size E w d : says M (S size) E w -> 1 <= d -> length w <> 0 ->
  match link w d with
  | Some w' => d <= size /\ length w' = length w /\ says M (S size) (E ++ [(size - d, size)]) w'
  | None => d <= size -> length w <= d \/ tree = true /\ joined E (size - d) size
  end.
Proof.
  intros H Hd Hw. unfold link. destruct (nth_error w 0) as [p|] eqn:Np; [|apply nth_error_None in Np; lia].
  destruct (nth_error w d) as [q|] eqn:Nq; [|apply nth_error_None in Nq; auto].
  assert (Sl := same_label _ _ _ _ H d 0 q p Nq Np). replace (S size - 1) with size in Sl by lia.
  replace (S size - S d) with (size - d) in Sl by lia. assert (Bd := says_bound _ _ _ _ _ _ H Nq).
  destruct (tree && (fst q =? fst p)) eqn:T.
  { intros _. right. apply andb_true_iff in T. destruct T as [-> T]. apply Nat.eqb_eq in T. tauto. }
  set (w' := count_edge 0 _).
  assert (at_ : forall i r', nth_error w' i = Some r' -> exists r, nth_error w i = Some r /\
    fst r' = (if fst r =? fst p then fst q else fst r) /\
    snd r' = Nat.min cap (degree [(size - d, size)] (S size - S i) + snd r)).
  { intros i r' N. unfold w' in N. rewrite !count_edge_nth in N. unfold relabel in N.
    rewrite nth_error_map in N.
    destruct (nth_error w i) as [r|] eqn:Nr; [|discriminate]. exists r. split; [reflexivity|]. cbn in N.
    injection N as <-.
    assert (Br := says_bound _ _ _ _ _ _ H Nr). assert (Dr := degrees _ _ _ _ H _ _ Nr).
    split.
    - destruct (i =? d), (i =? 0), (fst r =? fst p); reflexivity.
    - unfold degree at 1. cbn [filter fst snd].
      destruct (Nat.eqb_spec i d), (Nat.eqb_spec i 0), (Nat.eqb_spec (size - d) (S size - S i)),
        (Nat.eqb_spec size (S size - S i)); try lia; cbn [orb length]; destruct (fst r =? fst p); cbn [snd];
          lia. }
  assert (len : length w' = length w) by (unfold w', relabel; now rewrite !count_edge_length, map_length).
  split; [lia|]. split; [exact len|]. split.
  - intros a b I. apply in_app_or in I. destruct I as [I|[I|[]]]; [now apply (bounded _ _ _ _ H)|].
    injection I as <- <-. lia.
  - rewrite len. apply (short _ _ _ _ H).
  - intros i j r s Ni Nj. apply at_ in Ni, Nj. destruct Ni as [r' [Ni [-> _]]], Nj as [s' [Nj [-> _]]].
    rewrite joined_merge.
    assert (X := fun i j p q => same_label _ _ _ _ H i j p q).
    assert (Sij := X _ _ _ _ Ni Nj). assert (Siq := X _ _ _ _ Ni Nq). assert (Sip := X _ _ _ _ Ni Np).
    assert (Sqj := X _ _ _ _ Nq Nj). assert (Spj := X _ _ _ _ Np Nj).
    replace (S size - 1) with size in * by lia. replace (S size - S d) with (size - d) in * by lia.
    rewrite <- Sij, <- Siq, <- Sip, <- Sqj, <- Spj.
    destruct (Nat.eqb_spec (fst r') (fst p)), (Nat.eqb_spec (fst s') (fst p)); lia.
  - intros v L Mv. destruct (covered _ _ _ _ H v L Mv) as [i [r [N J]]].
    destruct (nth_error w' i) as [r'|] eqn:N'.
    + exists i, r'. split; [exact N'|]. eapply joined_more; [|exact J]. apply incl_appl, incl_refl.
    + apply nth_error_None in N'. apply (says_bound _ _ _ _ _ _ H) in N. lia.
  - intros i r N. apply at_ in N. destruct N as [r' [N [_ ->]]].
    rewrite (degrees _ _ _ _ H _ _ N), degree_app.
    lia.
  - rewrite len. intros v L. rewrite degree_app. rewrite (degree_none [_]), Nat.add_0_r;
      [now apply (gone _ _ _ _ H)|].
    intros a b [I|[]]. injection I as <- <-. lia.
  - intro Ht. apply acyclic_more; [now apply (no_cycle _ _ _ _ H)|]. rewrite Ht in T. cbn in T.
    apply Nat.eqb_neq in T. tauto.
Qed.

Lemma cycle_fails E a b F : joined E a b -> ~ acyclic (E ++ (a, b) :: F).
Proof. intros J A. apply (A E a b F eq_refl). eapply joined_more; [|exact J]. apply incl_appl, incl_refl. Qed.
Lemma links_says M size : forall ds E w, says M (S size) E w -> (forall d, In d ds -> 1 <= d <= far) ->
  length w = S (Nat.min far size) ->
  match links w ds with
  | Some w' => (forall d, In d ds -> d <= size) /\ length w' = length w /\ says M (S size) (E ++ back size ds)
    w'
  | None => forall n F, (forall d, In d ds -> d <= size) -> ~ wanted n (E ++ back size ds ++ F)
  end.
Proof.
  induction ds as [|d ds IH]; intros E w H Hd L; cbn [links back map].
  - rewrite app_nil_r. split; [intros d []|]. split; [reflexivity|exact H].
  - assert (H1 := link_says M size E w d H). destruct (link w d) as [w'|] eqn:El.
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

Lemma forget_says size E w : says every (S size) E w -> length w = S (Nat.min far size) -> far <> 0 ->
  match forget w with
  | Some w' => length w' = Nat.min far (S size) /\ says every (S size) E w'
  | None => forall n F, size < n -> (forall a b, In (a, b) F -> S size - far <= a /\ S size - far <= b) -> ~
    wanted n (E ++ F)
  end.
Proof.
  intros H L Hf. unfold forget. destruct (nth_error w far) as [p|] eqn:Np.
  2: { apply nth_error_None in Np. split; [lia|exact H]. }
  assert (Bp := says_bound _ _ _ _ _ _ H Np).
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
      * intros i j r s Ni Nj. apply (same_label _ _ _ _ H); auto.
      * intros v Lv Mv. destruct (covered _ _ _ _ H v Lv Mv) as [i [r [N J]]].
        destruct (Nat.eq_dec i far) as [->|Ni].
        -- rewrite Np in N. injection N as <-. apply In_nth_error in I. destruct I as [j Nj]. exists j, q.
           split; [exact Nj|].
           apply at_ in Nj. apply (same_label _ _ _ _ H far j p q Np Nj) in Eq. eapply joined_on; eassumption.
        -- exists i, r. split; [|exact J]. rewrite nth_error_firstn. replace (i <? far) with true; [exact N|].
           symmetry. apply Nat.ltb_lt. apply (says_bound _ _ _ _ _ _ H) in N. lia.
      * intros i r N. apply (degrees _ _ _ _ H). auto.
      * intros v Lv. destruct (Nat.eq_dec v (size - far)) as [->|Nv]; [|apply (gone _ _ _ _ H); lia].
        rewrite (degrees _ _ _ _ H _ _ Np), Far in Dp. unfold Connected.degree_ok in *.
        now rewrite Nat.min_assoc, Nat.min_id in Dp.
      * apply (no_cycle _ _ _ _ H).
    + intros n F Ln Hl [_ [_ W]]. specialize (W (size - far)).
      rewrite degree_app, (degree_none F), Nat.add_0_r in W.
      * rewrite (degrees _ _ _ _ H _ _ Np), Far in Dp. unfold Connected.degree_ok in *.
        rewrite Nat.min_assoc, Nat.min_id in Dp.
        rewrite W in Dp by lia. discriminate.
      * intros a b J. apply Hl in J. lia.
  - intros n F Ln Hl [[_ W] _]. specialize (W (size - far) size ltac:(lia) Ln).
    assert (Out : forall v, S size - far <= v -> ~ joined E (size - far) v).
    { intros v Lv J. destruct (le_lt_dec v size) as [Lv'|Lv'].
      - destruct (nth_error w (size - v)) as [q|] eqn:Nq; [|apply nth_error_None in Nq; lia].
        assert (Sl := same_label _ _ _ _ H _ _ _ _ Np Nq). rewrite Far in Sl.
        replace (S size - S (size - v)) with v in Sl by lia.
        apply Sl in J. apply not_true_iff_false in Ex. apply Ex, existsb_exists. exists q.
        split; [|now apply Nat.eqb_eq].
        apply (nth_error_In _ (size - v)). rewrite nth_error_firstn.
        replace (size - v <? far) with true; [exact Nq|].
        symmetry. apply Nat.ltb_lt. lia.
      - apply (joined_closed (fun x => x = v) E) in J; [lia|]. intros a b I. apply (bounded _ _ _ _ H) in I.
        lia. }
    apply (joined_closed (joined E (size - far)) (E ++ F)) in W.
    + apply (Out size); [lia|]. apply W, joined_here.
    + intros a b I. apply in_app_or in I. destruct I as [I|I].
      * apply joined_edge in I. split; intro; eauto using joined_on, joined_back.
      * apply Hl in I. destruct I as [Ia Ib]. apply Out in Ia, Ib. tauto.
Qed.

Lemma first_same (w : labels) : forall p q : nat * nat, In p w -> first (fst p) w = first (fst q) w -> fst p
  = fst q.
Proof.
  induction w as [|r w IH]; intros p q []; cbn [first]; intro E.
  - subst r. rewrite Nat.eqb_refl in E. destruct (Nat.eqb_spec (fst p) (fst q)); [assumption|discriminate].
  - destruct (Nat.eqb_spec (fst r) (fst p)), (Nat.eqb_spec (fst r) (fst q)); try congruence.
    apply IH; [assumption|now injection E].
Qed.
Lemma normal_says M size E w : says M size E w -> length (normal w) = length w /\ says M size E (normal w).
Proof.
  intro H. unfold normal. rewrite map_length. split; [reflexivity|].
  assert (at_ : forall i p, nth_error (map (fun p => (first (fst p) w, snd p)) w) i = Some p ->
    exists q, nth_error w i = Some q /\ p = (first (fst q) w, snd q)).
  { intros i p N. rewrite nth_error_map in N. destruct (nth_error w i) as [q|]; [|discriminate].
    injection N as <-. eauto. }
  split.
  - apply (bounded _ _ _ _ H).
  - rewrite map_length. apply (short _ _ _ _ H).
  - intros i j p q Ni Nj. apply at_ in Ni, Nj. destruct Ni as [p' [Ni ->]], Nj as [q' [Nj ->]]. cbn [fst].
    rewrite <- (same_label _ _ _ _ H _ _ _ _ Ni Nj). split; [|now intros ->]. intro F.
    eapply first_same; [|exact F].
    eapply nth_error_In; eassumption.
  - intros v L Mv. destruct (covered _ _ _ _ H v L Mv) as [i [p [N J]]]. exists i, (first (fst p) w, snd p).
    split; [|exact J].
    now rewrite nth_error_map, N.
  - intros i p N. apply at_ in N. destruct N as [q [N ->]]. exact (degrees _ _ _ _ H _ _ N).
  - rewrite map_length. apply (gone _ _ _ _ H).
  - apply (no_cycle _ _ _ _ H).
Qed.

Lemma final_says size E w : says every size E w -> length w = Nat.min far size -> far <> 0 ->
  (final (Some w) = true <-> wanted size E).
Proof.
  intros H L Hf. destruct w as [|p w'] eqn:Ew.
  { split; [discriminate|]. intros [[N _] _]. cbn in L. lia. }
  rewrite <- Ew in *. cbn [final]. rewrite Ew. cbn [final]. rewrite andb_true_iff, !forallb_forall, <- Ew.
  assert (N0 : nth_error w 0 = Some p) by now subst w. assert (B0 := says_bound _ _ _ _ _ _ H N0).
  split.
  - intros [Hl Hd].
    assert (all_p : forall i q, nth_error w i = Some q -> fst p = fst q).
    { intros i q N. apply nth_error_In in N. rewrite Ew in N. destruct N as [<-|N]; [reflexivity|].
      now apply Nat.eqb_eq, Hl. }
    split; [split; [lia|]|split].
    + intros a b La Lb. destruct (covered _ _ _ _ H a La I) as [i [q [Ni Ja]]],
        (covered _ _ _ _ H b Lb I) as [j [r [Nj Jb]]].
      assert (S := same_label _ _ _ _ H _ _ _ _ Ni Nj). rewrite <- (all_p _ _ Ni), <- (all_p _ _ Nj) in S.
      eapply joined_on; [exact Ja|]. eapply joined_on; [now apply S|now apply joined_back].
    + apply (no_cycle _ _ _ _ H).
    + intros v Lv. destruct (lt_dec v (size - length w)) as [G|G]; [now apply (gone _ _ _ _ H)|].
      destruct (nth_error w (size - S v)) as [q|] eqn:Nq; [|apply nth_error_None in Nq; lia].
      assert (D := degrees _ _ _ _ H _ _ Nq). replace (size - S (size - S v)) with v in D by lia.
      apply nth_error_In, Hd in Nq. rewrite D in Nq. unfold Connected.degree_ok in *.
      now rewrite Nat.min_assoc, Nat.min_id in Nq.
  - intros [[_ Hc] [_ Hd]]. split.
    + intros q I. apply Nat.eqb_eq. assert (I' : In q w) by (rewrite Ew; now right).
      apply In_nth_error in I'. destruct I' as [i Ni].
      apply (same_label _ _ _ _ H _ _ _ _ N0 Ni). apply says_bound with (1 := H) in Ni. apply Hc; lia.
    + intros q I. apply In_nth_error in I. destruct I as [i Ni]. rewrite (degrees _ _ _ _ H _ _ Ni).
      apply says_bound with (1 := H) in Ni. unfold Connected.degree_ok in *.
      rewrite Nat.min_assoc, Nat.min_id. apply Hd. lia.
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
Lemma choice_in i x d : In d (choice i x) -> In d (nth i rows []).
Proof.
  unfold choice. intro I. destruct (nth_in_or_default x (sublists (nth i rows [])) []) as [J|J];
    [|rewrite J in I; destruct I].
  now apply (sublists_incl _ _ J).
Qed.
Lemma chosen_far u : forall k a b, In (a, b) (chosen k u) -> k - far <= a /\ k - far <= b.
Proof.
  induction u as [|x u IH]; intros k a b I; [destruct I|]. cbn [chosen] in I. apply in_app_or in I.
  destruct I as [I|I].
  - apply in_map_iff in I. destruct I as [d [E I]]. injection E as <- <-. apply choice_in, rows_far in I. lia.
  - apply IH in I. lia.
Qed.
Lemma reads_none u : forall k, reads m read_symbol k None u = None.
Proof. induction u as [|x u IH]; intro k; [reflexivity|]. apply IH. Qed.
Lemma reads_says u : forall k E w, says every k E w -> length w = Nat.min far k ->
  (final (reads m read_symbol k (Some w) u) = true <-> wanted (k + length u) (E ++ chosen k u) /\ inside k u).
Proof.
  induction u as [|x u IH]; intros k E w H L; cbn [reads chosen inside length].
  { rewrite Nat.add_0_r, app_nil_r, (final_says _ _ _ H L some_far). tauto. }
  set (ds := choice (k mod m) x). assert (F := fresh_says _ _ _ _ H).
  assert (Lf : length (fresh w) = S (Nat.min far k)) by (cbn; now rewrite map_length, L).
  unfold read_symbol, step. fold ds.
  assert (HL := links_says every k ds E (fresh w) F (fun d I => rows_far _ _ (choice_in _ _ _ I)) Lf).
  destruct (links (fresh w) ds) as [w1|].
  2: { rewrite reads_none. split; [discriminate|]. intros [W [D _]]. destruct (HL _ _ D W). }
  destruct HL as [D [L1 H1]]. assert (HF := forget_says k _ w1 H1 ltac:(congruence) some_far).
  destruct (forget w1) as [w2|].
  - destruct HF as [L2 H2]. destruct (normal_says _ _ _ _ H2) as [L3 H3].
    rewrite (IH (S k) _ _ H3 ltac:(congruence)), <- app_assoc.
    replace (k + S (length u)) with (S k + length u) by lia. tauto.
  - rewrite reads_none. split; [discriminate|]. intros [W [_ _]]. rewrite app_assoc in W.
    destruct (HF (k + S (length u)) (chosen (S k) u)); [lia| |exact W]. intros a b. apply chosen_far.
Qed.
Lemma start_says M : says M 0 [] [].
Proof.
  split; try (intros; lia).
  - intros a b [].
  - reflexivity.
  - intros [|i] j p q; discriminate.
  - intros [|i] p; discriminate.
  - intros _ [|e E1] a b E2; discriminate.
Qed.
End Machine.

(* ================= strips ================= *)
Lemma in_sublists_app {A} (l l' : list A) s : In s (sublists (l ++ l')) <->
  exists s1 s2, s = s1 ++ s2 /\ In s1 (sublists l) /\ In s2 (sublists l').
Proof.
  revert s. induction l as [|a l IH]; intro s; cbn [app sublists].
  - split; [intro I; exists [], s; repeat split; [now left|exact I]|]. intros [s1 [s2 [-> [[<-|[]] I]]]].
    exact I.
  - rewrite in_app_iff, in_map_iff, IH. split.
    + intros [[t [<- I]]|I].
      * apply IH in I. destruct I as [s1 [s2 [-> [I1 I2]]]]. exists (a :: s1), s2. split; [reflexivity|].
        split; [|exact I2].
        apply in_or_app. left. now apply in_map.
      * destruct I as [s1 [s2 [-> [I1 I2]]]]. exists s1, s2. split; [reflexivity|]. split; [|exact I2].
        apply in_or_app. now right.
    + intros [s1 [s2 [-> [I1 I2]]]]. apply in_app_or in I1. destruct I1 as [I1|I1].
      * apply in_map_iff in I1. destruct I1 as [t [<- I1]]. left. exists (t ++ s2). split; [reflexivity|].
        apply IH. eauto.
      * right. eauto.
Qed.
Lemma sublists_map {A B} (f : A -> B) l : sublists (map f l) = map (map f) (sublists l).
Proof. induction l as [|a l IH]; [reflexivity|]. cbn. rewrite IH, map_app, !map_map. reflexivity. Qed.
Lemma in_sublists_filter {A} (f : A -> bool) l : forall s, In s (sublists (filter f l)) <->
  In s (sublists l) /\ forall a, In a s -> f a = true.
Proof.
  induction l as [|a l IH]; intro s; cbn [filter sublists].
  - split; [intros [<-|[]]; split; [now left|intros a []]|tauto].
  - destruct (f a) eqn:Fa; cbn [sublists]; rewrite !in_app_iff, !in_map_iff, IH.
    + split.
      * intros [[t [<- I]]|[I H]]; [|auto]. apply IH in I. destruct I as [I H]. split; [left; eauto|].
        intros b [<-|J]; auto.
      * intros [[[t [<- I]]|I] H]; [left; exists t; split; [reflexivity|]|auto]. apply IH. split; [exact I|].
        intros b J. apply H. now right.
    + split; [tauto|]. intros [[[t [<- I]]|I] H]; [|auto]. rewrite (H a) in Fa; [discriminate|now left].
Qed.
Fixpoint eq_list {A} (eq : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => eq x y && eq_list eq a' b' | _, _ => false end.
Lemma eq_list_ok {A} (eq : A -> A -> bool) : (forall x y, eq x y = true -> x = y) ->
  forall a b, eq_list eq a b = true -> a = b.
Proof.
  intros H. induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|].
  cbn in E. apply andb_true_iff in E. destruct E as [E1 E2]. f_equal; auto.
Qed.
Lemma board_in a n : forall b, In b (all_boards a n) -> forall c, In c b -> In c (all_slices a).
Proof.
  induction n as [|n IH]; cbn; intros b H c I; [destruct H as [<-|[]]; destruct I|].
  apply in_flat_map in H. destruct H as [x [Hx H]]. apply in_map_iff in H. destruct H as [b' [<- H]].
  destruct I as [<-|I]; [exact Hx|now apply (IH b')].
Qed.
Fixpoint distinct (l : list (list nat)) : bool :=
  match l with
  | [] => true
  | a :: l' => negb (existsb (fun b => if list_eq_dec Nat.eq_dec a b then true else false) l') && distinct l'
  end.
Lemma distinct_NoDup l : distinct l = true -> NoDup l.
Proof.
  induction l as [|a l IH]; intro H; [constructor|]. cbn in H. apply andb_true_iff in H.
  destruct H as [H1 H2].
  constructor; [|auto]. intro I. apply negb_true_iff in H1. apply not_true_iff_false in H1.
  apply H1, existsb_exists.
  exists a. split; [exact I|]. now destruct (list_eq_dec Nat.eq_dec a a).
Qed.

Section Strip.
Variables (rows : list (list nat)) (tree : bool) (cap : nat) (allowed : list nat).
Let m := length rows.
Variable far : nat.
Definition fits : bool :=
  negb (far =? 0) && negb (m =? 0) &&
  forallb (fun ds => forallb (fun d => (1 <=? d) && (d <=? far)) ds && distinct (sublists ds)) rows.
Definition choices (i : nat) : nat := length (sublists (nth i rows [])).
Definition alphabets : list (list nat) := map (fun ds => seq 0 (length (sublists ds))) rows.
Notation next := (read_symbol far tree cap allowed rows).
Notation ends := (final cap allowed).
Definition no_state (s : option labels) : bool := match s with None => true | _ => false end.
Definition same_state (s t : option labels) : bool :=
  match s, t with
  | None, None => true
  | Some a, Some b => eq_list (fun p q => (fst p =? fst q) && (snd p =? snd q)) a b
  | _, _ => false
  end.
Lemma same_state_eq s t : same_state s t = true -> s = t.
Proof.
  destruct s as [a|], t as [b|]; try discriminate; [|reflexivity]. intro H. f_equal. revert H.
  apply eq_list_ok.
  intros [x y] [x' y'] E. cbn in E. apply andb_true_iff in E. destruct E as [E1 E2].
  apply Nat.eqb_eq in E1, E2. congruence.
Qed.
Fixpoint legal (k : nat) (u : list nat) : Prop :=
  match u with [] => True | x :: u' => x < choices (k mod m) /\ legal (S k) u' end.
Lemma legal_app u v : forall k, legal k (u ++ v) <-> legal k u /\ legal (k + length u) v.
Proof.
  induction u as [|x u IH]; intro k; cbn [app legal length]; [rewrite Nat.add_0_r; tauto|].
  rewrite IH. replace (k + S (length u)) with (S k + length u) by lia. tauto.
Qed.
Lemma legal_nth u : forall k, legal k u <-> forall i, i < length u -> nth i u 0 < choices ((k + i) mod m).
Proof.
  induction u as [|x u IH]; intro k; cbn [legal length]; [split; [intros _ i L; lia|auto]|]. rewrite IH.
  split.
  - intros [H1 H2] [|i] L; [now rewrite Nat.add_0_r|]. cbn [nth]. replace (k + S i) with (S k + i) by lia.
    apply H2. lia.
  - intro H. split; [specialize (H 0 ltac:(lia)); now rewrite Nat.add_0_r in H|]. intros i L.
    specialize (H (S i) ltac:(lia)).
    now replace (k + S i) with (S k + i) in H by lia.
Qed.
Hypothesis Fit : fits = true.
Lemma far_ok : far <> 0.
Proof. unfold fits in Fit. rewrite !andb_true_iff in Fit. destruct Fit as [[F _] _].
apply negb_true_iff in F. now apply Nat.eqb_neq. Qed.
Lemma m_ok : m <> 0.
Proof. unfold fits in Fit. rewrite !andb_true_iff in Fit. destruct Fit as [[_ F] _].
apply negb_true_iff in F. now apply Nat.eqb_neq. Qed.
Lemma rows_ok i d : In d (nth i rows []) -> 1 <= d <= far.
Proof.
  unfold fits in Fit. rewrite !andb_true_iff, forallb_forall in Fit. destruct Fit as [_ F]. intro I.
  destruct (nth_in_or_default i rows []) as [J|J]; [|rewrite J in I; destruct I]. apply F in J.
  apply andb_true_iff in J.
  destruct J as [J _]. rewrite forallb_forall in J. apply J in I. apply andb_true_iff in I.
  destruct I as [A B].
  apply Nat.leb_le in A, B. lia.
Qed.
Lemma sublists_distinct i : NoDup (sublists (nth i rows [])).
Proof.
  unfold fits in Fit. rewrite !andb_true_iff, forallb_forall in Fit. destruct Fit as [_ F].
  destruct (nth_in_or_default i rows []) as [J|J]; [|rewrite J; repeat constructor; intros []].
  apply F, andb_true_iff in J. now apply distinct_NoDup.
Qed.
Lemma legal_shift u k : legal (m + k) u <-> legal k u.
Proof.
  assert (M := m_ok). rewrite !legal_nth. assert (E : forall i, (m + k + i) mod m = (k + i) mod m).
  { intro i. replace (m + k + i) with (k + i + 1 * m) by lia. now apply Nat.mod_add. }
  split; intros H i L; specialize (H i L); [now rewrite <- E|now rewrite E].
Qed.
Lemma slices_legal c : In c (all_slices alphabets) <-> length c = m /\ legal 0 c.
Proof.
  rewrite Strip.all_slices_spec, legal_nth. unfold alphabets. rewrite map_length. fold m.
  assert (E : forall i, i < m -> nth i (map (fun ds => seq 0 (length (sublists ds))) rows) [] = seq 0
    (choices (i mod m))).
  { intros i L. rewrite Nat.mod_small by exact L. rewrite (nth_indep _ [] ((fun ds : list nat => seq 0
      (length (sublists ds))) [])) by (now rewrite map_length).
    now rewrite (map_nth (fun ds : list nat => seq 0 (length (sublists ds)))). }
  split; intros [L H]; (split; [exact L|]); intros i Li.
  - specialize (H i ltac:(lia)). rewrite E in H by lia. apply in_seq in H. cbn [plus]. lia.
  - rewrite E by exact Li. apply in_seq. specialize (H i ltac:(lia)). cbn [plus] in H. lia.
Qed.
Lemma boards_words n : forall u, (exists b, In b (all_boards alphabets n) /\ concat b = u) <-> length u = m *
  n /\ legal 0 u.
Proof.
  induction n as [|n IH]; intro u; cbn [all_boards].
  - split.
    + intros [b [[<-|[]] <-]]. cbn. split; [lia|exact I].
    + intros [L _]. exists []. split; [now left|]. destruct u; [reflexivity|cbn in L; lia].
  - split.
    + intros [b [Hb <-]]. apply in_flat_map in Hb. destruct Hb as [c [Hc Hb]]. apply in_map_iff in Hb.
      destruct Hb as [b' [<- Hb]].
      apply slices_legal in Hc. destruct Hc as [Lc Hc]. destruct (proj1 (IH (concat b'))) as [Lb Hb'];
        [eauto|].
      cbn [concat]. rewrite app_length, legal_app. cbn [plus]. split; [lia|]. split; [exact Hc|].
      rewrite Lc. rewrite <- (Nat.add_0_r m). now apply legal_shift.
    + intros [L H]. rewrite <- (firstn_skipn m u) in H. apply legal_app in H. destruct H as [H1 H2].
      assert (L1 : length (firstn m u) = m) by (rewrite firstn_length; nia).
      cbn [plus] in H2. rewrite L1, <- (Nat.add_0_r m), legal_shift, Nat.add_0_r in H2.
      destruct (proj2 (IH (skipn m u))) as [b [Hb Eb]].
      { split; [|exact H2]. rewrite skipn_length. nia. }
      exists (firstn m u :: b). split.
      * apply in_flat_map. exists (firstn m u). split; [now apply slices_legal|now apply in_map].
      * cbn [concat]. rewrite Eb. apply firstn_skipn.
Qed.
Lemma boards_slices n b : In b (all_boards alphabets n) -> forall c, In c b -> length c = m.
Proof. intros H c I. now apply slices_legal, (board_in _ _ _ H). Qed.
Lemma concat_same (b : board) : forall b', (forall c, In c b -> length c = m) -> (forall c,
  In c b' -> length c = m) ->
  length b = length b' -> concat b = concat b' -> b = b'.
Proof.
  induction b as [|c b IH]; intros [|c' b'] H H' L E; try discriminate; [reflexivity|].
  cbn in E. assert (Lc : length c = length c') by (rewrite (H c), (H' c') by (now left); reflexivity).
  assert (E1 : c = c').
  { apply (f_equal (firstn (length c))) in E. rewrite firstn_app, Nat.sub_diag, firstn_all, firstn_O,
      app_nil_r in E.
    rewrite Lc, firstn_app, Nat.sub_diag, firstn_all, firstn_O, app_nil_r in E. exact E. }
  subst c'. f_equal. apply app_inv_head in E. apply IH; auto; intros; [apply H|apply H']; now right.
Qed.
Lemma board_length n : forall b, In b (all_boards alphabets n) -> length b = n.
Proof.
  induction n as [|n IH]; cbn; intros b H; [destruct H as [<-|[]]; reflexivity|].
  apply in_flat_map in H. destruct H as [x [_ H]]. apply in_map_iff in H. destruct H as [b' [<- H]]. cbn.
  now rewrite (IH b').
Qed.

(* boards and sets of edges *)
Lemma back_same k ds : forall ds', (forall d, In d ds -> d <= k) -> (forall d,
  In d ds' -> d <= k) -> back k ds = back k ds' -> ds = ds'.
Proof.
  induction ds as [|d ds IH]; intros [|d' ds'] H H' E; try discriminate; [reflexivity|]. cbn in E.
  injection E as E1 E2.
  assert (d <= k) by (apply H; now left). assert (d' <= k) by (apply H'; now left). f_equal; [lia|].
  apply IH; auto; intros; [apply H|apply H']; now right.
Qed.
Lemma chosen_later u : forall k a b, In (a, b) (chosen rows k u) -> k <= b.
Proof.
  induction u as [|x u IH]; intros k a b I; [destruct I|]. cbn [chosen] in I. apply in_app_or in I.
  destruct I as [I|I].
  - apply in_map_iff in I. destruct I as [d [E _]]. injection E as _ <-. lia.
  - apply IH in I. lia.
Qed.
Lemma split_same k ds : forall ds' F F', (forall a b, In (a, b) F -> k < b) -> (forall a b, In (a,
  b) F' -> k < b) ->
  back k ds ++ F = back k ds' ++ F' -> back k ds = back k ds' /\ F = F'.
Proof.
  induction ds as [|d ds IH]; intros [|d' ds'] F F' H H' E; cbn in E.
  - auto.
  - subst F. assert (k < k); [|lia]. apply (H (k - d')). now left.
  - subst F'. assert (k < k); [|lia]. apply (H' (k - d)). now left.
  - injection E as E1 E2. apply IH in E2; [|assumption|assumption]. destruct E2 as [E2 E3].
    split; [|exact E3].
    cbn. rewrite E1. now f_equal.
Qed.
Lemma chosen_same u : forall u' k, length u = length u' -> legal k u -> legal k u' -> inside rows k u ->
  inside rows k u' ->
  chosen rows k u = chosen rows k u' -> u = u'.
Proof.
  induction u as [|x u IH]; intros [|x' u'] k L G G' I I' E; try discriminate; [reflexivity|].
  cbn [chosen inside legal length] in *. apply split_same in E; try (intros a b J; apply chosen_later in J;
    lia).
  destruct E as [E1 E2], G as [G1 G2], G' as [G1' G2'], I as [I1 I2], I' as [I1' I2'].
  apply back_same in E1; [|assumption|assumption]. f_equal; [|apply (IH u' (S k)); auto].
  apply (proj1 (NoDup_nth _ []) (sublists_distinct (k mod m))); assumption.
Qed.
Lemma sublists_words N : forall k s, In s (sublists (flat_map (edges_at rows) (seq k N))) <->
  exists u, length u = N /\ legal k u /\ inside rows k u /\ chosen rows k u = s.
Proof.
  induction N as [|N IH]; intros k s; cbn [seq flat_map].
  - split.
    + intros [<-|[]]. exists []. cbn. auto.
    + intros [u [L [_ [_ <-]]]]. destruct u; [now left|discriminate].
  - rewrite in_sublists_app. split.
    + intros [s1 [s2 [-> [I1 I2]]]]. apply IH in I2. destruct I2 as [u [L [G [I E]]]].
      unfold edges_at, back in I1. rewrite sublists_map in I1. apply in_map_iff in I1.
      destruct I1 as [ds [<- I1]].
      apply in_sublists_filter in I1. destruct I1 as [I1 Le]. apply (In_nth _ _ []) in I1.
      destruct I1 as [x [Lx Ex]].
      exists (x :: u). cbn [length legal inside chosen]. unfold choice. rewrite E. fold m in Lx, Ex |- *.
      rewrite Ex.
      repeat split; auto. intros d J. apply Nat.leb_le. auto.
    + intros [[|x u] [L [G [I E]]]]; [discriminate|]. cbn [length legal inside chosen] in *. subst s.
      exists (back k (choice rows (k mod m) x)), (chosen rows (S k) u). split; [reflexivity|]. split.
      * unfold edges_at, back. rewrite sublists_map. apply in_map, in_sublists_filter.
        split; [apply nth_In, G|].
        intros d J. apply Nat.leb_le. now apply I.
      * apply IH. exists u. split; [lia|]. tauto.
Qed.
Lemma accept_wanted n b : In b (all_boards alphabets n) ->
  (accept _ next ends (Some []) b = true <-> wanted tree cap allowed (m * n) (chosen rows 0 (concat b)) /\
    inside rows 0 (concat b)).
Proof.
  intro I. rewrite (accept_reads m next ends m_ok b (boards_slices n b I) 0), Nat.mul_0_r.
  assert (S : says tree cap allowed every 0 [] []) by exact (start_says far tree cap allowed rows far_ok
    every).
  assert (R := reads_says far tree cap allowed rows rows_ok far_ok (concat b) 0 [] [] S ltac:(cbn; lia)).
  fold m in R. rewrite R. clear R.
  cbn [plus app]. destruct (proj1 (boards_words n (concat b))) as [-> _]; [eauto|tauto].
Qed.
Lemma NoDup_image {A B} (f : A -> B) l : NoDup l -> (forall a b,
  In a l -> In b l -> f a = f b -> a = b) -> NoDup (map f l).
Proof.
  induction l as [|a l IH]; intros N H; [constructor|]. inversion_clear N. cbn. constructor.
  - intro I. apply in_map_iff in I. destruct I as [b [E I]].
    assert (a = b) by (apply H; [now left|now right|now symmetry]). now subst b.
  - apply IH; auto. intros. apply H; auto; now right.
Qed.
(* a set weighs z for each edge *)
Definition edges_weigh (z : Z) (i x : nat) : Z := (z ^ Z.of_nat (length (choice rows i x)))%Z.
Lemma chosen_app u v : forall k, chosen rows k (u ++ v) = chosen rows k u ++ chosen rows (k + length u) v.
Proof.
  induction u as [|x u IH]; intro k; cbn [app chosen length]; [now rewrite Nat.add_0_r|].
  rewrite IH, <- app_assoc. now replace (k + S (length u)) with (S k + length u) by lia.
Qed.
Lemma chosen_weight z (b : board) : (forall c, In c b -> length c = m) -> forall j,
  board_weight (edges_weigh z) b = (z ^ Z.of_nat (length (chosen rows (m * j) (concat b))))%Z.
Proof.
  assert (W : forall c j i, i + length c <= m ->
    slice_weight (edges_weigh z) i c = (z ^ Z.of_nat (length (chosen rows (m * j + i) c)))%Z).
  { induction c as [|x c IH]; intros j i L; [reflexivity|]. cbn [slice_weight chosen length] in *.
    rewrite (IH j (S i)) by lia. rewrite app_length, Nat2Z.inj_add, Z.pow_add_r by lia. unfold edges_weigh,
      back.
    rewrite map_length. replace ((m * j + i) mod length rows) with i; [now rewrite Nat.add_succ_r|].
    fold m. symmetry. rewrite Nat.add_comm, (Nat.mul_comm m), Nat.mod_add by exact m_ok.
    apply Nat.mod_small. lia. }
  induction b as [|c b IH]; intros H j; [reflexivity|]. cbn [board_weight concat].
  rewrite (IH (fun c' I => H c' (or_intror I)) (S j)), chosen_app, app_length, Nat2Z.inj_add, Z.pow_add_r by
    lia.
  assert (L := H c (or_introl eq_refl)). rewrite (W c j 0) by lia. rewrite Nat.add_0_r, L.
  now replace (m * j + m) with (m * S j) by lia.
Qed.
Lemma sets_amount z n : sums (good_edges rows (wanted tree cap allowed) n)
  (fun s => z ^ Z.of_nat (length s))%Z (amount _ alphabets (edges_weigh z) next ends (Some []) n).
Proof.
  exists (map (fun b => chosen rows 0 (concat b)) (filter (accept _ next ends (Some [])) (all_boards
    alphabets n))). split; [|split].
  - apply NoDup_image.
    + apply NoDup_filter, Strip.all_boards_NoDup. intros s I. apply in_map_iff in I.
      destruct I as [ds [<- _]]. apply seq_NoDup.
    + intros b b' I I' E. apply filter_In in I, I'. destruct I as [I A], I' as [I' A'].
      apply (accept_wanted n) in A, A'; try assumption.
      destruct (proj1 (boards_words n (concat b))) as [L G]; [eauto|].
      destruct (proj1 (boards_words n (concat b'))) as [L' G']; [eauto|].
      apply concat_same; [now apply (boards_slices n)|now apply (boards_slices n)|now rewrite !(board_length
        n)|].
      apply (chosen_same _ _ 0); try tauto. congruence.
  - intro s. rewrite in_map_iff. unfold good_edges, strip_edges. rewrite sublists_words. split.
    + intros [b [<- I]]. apply filter_In in I. destruct I as [I A]. apply (accept_wanted n b I) in A.
      destruct (proj1 (boards_words n (concat b))) as [L G]; [eauto|]. split; [|apply A]. exists (concat b).
      tauto.
    + intros [[u [L [G [I <-]]]] W]. destruct (proj2 (boards_words n u)) as [b [Hb <-]]; [auto|].
      exists b. split; [reflexivity|]. apply filter_In. split; [exact Hb|]. now apply (accept_wanted n b Hb).
  - rewrite total_map. unfold amount. etransitivity; [|apply total_filter with (p := accept _ next ends (Some
      []))].
    + apply total_ext. intros b I. apply filter_In in I. destruct I as [I A]. rewrite A.
      rewrite (chosen_weight z b (boards_slices n b I) 0). now rewrite Nat.mul_0_r.
    + intros b _ ->. reflexivity.
Qed.
End Strip.

(* a number by which states are looked for *)
Definition hash_labels (w : labels) : N :=
  fold_right (fun p h => N.of_nat (fst p) + 16 * N.of_nat (snd p) + 97 * h)%N 0%N w.
Definition hash_state (s : option labels) : positive :=
  match s with None => 1 | Some w => N.succ_pos (hash_labels w) end.
(* the whole check: only rows, degrees, P and Q are given, the classes are found *)
Section Certified.
Context {explore : Explorer}.
Variables (rows : list (list nat)) (tree : bool) (cap : nat) (allowed : list nat).
Let far := list_max (concat rows).
Let next := read_symbol far tree cap allowed rows.
Definition sets_checked C c0 cadd cmul czero ceq c1 (cweight : nat -> nat -> C) (P Q : list C) : bool :=
  let layers := fst (explorer _ (alphabets rows) next no_state same_state hash_state [Some []]) in
  fits rows far &&
  check _ (alphabets rows) next (final cap allowed) no_state same_state C c0 cadd cmul czero ceq c1 cweight
    P Q layers 0 (Some []) (length P + length Q + length (classes _ layers)).
Lemma sets_sum : sums_each (good_edges rows (wanted tree cap allowed)) (edges_weigh rows) sets_checked.
Proof.
  intros C c0 cadd cmul czero ceq ev h0 ha hm hz he c1 cweight P Q z h1 hw H n. unfold sets_checked in H.
    apply andb_true_iff in H.
  destruct H as [F H].
  rewrite <- (machine_strip _ (alphabets rows) (edges_weigh rows z) _ _ no_state eq same_state same_state_eq
    (fun i p q x E => f_equal (fun p => read_symbol _ tree cap allowed rows i p x) E) (fun p q E => f_equal
      (final cap allowed) E)
    ltac:(intros i [w|] x D; [discriminate|reflexivity]) ltac:(intros [w|] D; [discriminate|reflexivity])
    C c0 cadd cmul czero ceq ev h0 ha hm hz he c1 h1 cweight hw P Q _ 0 (Some []) _ H n).
  exact (sets_amount rows tree cap allowed _ F z n).
Qed.
Definition certified_sets := sets_checked Z 0%Z Z.add Z.mul (Z.eqb 0) Z.eqb 1%Z (fun _ _ => 1%Z).
Theorem strip_sets P Q : certified_sets P Q = true ->
  forall n, counts (good_edges rows (wanted tree cap allowed) n) (coefficient P (tl Q) n).
Proof. apply (each_counts _ _ _ P Q sets_sum). intros i x. apply Z.pow_1_l. lia. Qed.
Theorem strip_sets_weigh w P Q : sets_checked poly [] padd pmul pzero peq [[1%Z]]
    (fun i x => power w (length (choice rows i x))) P Q = true ->
  weighs_each w (good_edges rows (wanted tree cap allowed)) P Q.
Proof. apply (each_weighs _ _ _ w _ P Q sets_sum). intros x y i s. apply value_power. Qed.
End Certified.

(* ================= sets with a name ================= *)
Lemma wanted_trees size s : wanted true 0 [0] size s <-> spanning_tree size s.
Proof. unfold wanted, spanning_tree. split; [|tauto]. intros [C [A _]]. auto. Qed.
Lemma wanted_cycles size s : wanted false 3 [2] size s <-> hamiltonian_cycle size s.
Proof.
  unfold wanted, hamiltonian_cycle, degree_ok.
  assert (D : forall d, existsb (Nat.eqb (Nat.min 3 d)) [2] = true <-> d = 2).
  { intro d. cbn [existsb]. rewrite orb_false_r, Nat.eqb_eq. lia. }
  split; [intros [C [_ A]]|intros [C A]]; (split; [exact C|]); [|split; [discriminate|]]; intros v L;
    apply D; auto.
Qed.
Lemma wanted_paths size s : wanted true 3 [0; 1; 2] size s <-> hamiltonian_path size s.
Proof.
  unfold wanted, hamiltonian_path, degree_ok.
  assert (D : forall d, existsb (Nat.eqb (Nat.min 3 d)) [0; 1; 2] = true <-> d <= 2).
  { intro d. cbn [existsb]. rewrite !orb_true_iff, !Nat.eqb_eq. split; [|lia]. intros [A|[A|[A|A]]]; lia. }
  split.
  - intros [C [A G]]. split; [exact C|]. split; [now apply A|]. intros v L. apply D. auto.
  - intros [C [A G]]. split; [exact C|]. split; [now intros _|]. intros v L. apply D. auto.
Qed.
