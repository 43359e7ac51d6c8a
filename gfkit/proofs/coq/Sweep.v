(* From a machine that reads a board slot by slot, and classes of its states with what each stands for,
   to "for every n the total weight of the accepted boards of n slices is the n-th coefficient of P/Q".
   Coq 8.16, standard library only.  Nothing here knows what a rule is: see Clauses.v. *)
Require Import ZArith List Lia Bool PArith FMapPositive.
From Gfkit Require Import Meaning.
Import ListNotations.
Open Scope Z_scope.

(* all slices whose slots take symbols of their alphabets, and all boards of n slices *)
Fixpoint all_slices (alphabets : list (list nat)) : list slice :=
  match alphabets with [] => [[]] | a :: r => flat_map (fun x => map (cons x) (all_slices r)) a end.
Fixpoint all_boards (alphabets : list (list nat)) (n : nat) : list board :=
  match n with O => [[]] | S m => flat_map (fun c => map (cons c) (all_boards alphabets m)) (all_slices
    alphabets) end.

(* ================= sums ================= *)
Lemma total_app {A} (f : A -> Z) s t : total f (s ++ t) = total f s + total f t.
Proof. induction s; simpl; lia. Qed.
Lemma total_map {A B} (f : B -> Z) (g : A -> B) s : total f (map g s) = total (fun a => f (g a)) s.
Proof. induction s; simpl; [reflexivity|]. now rewrite IHs. Qed.
Lemma total_flat_map {A B} (f : B -> Z) (g : A -> list B) s : total f (flat_map g s) = total (fun a => total
  f (g a)) s.
Proof. induction s; simpl; [reflexivity|]. now rewrite total_app, IHs. Qed.
Lemma total_scale {A} (f : A -> Z) q s : total (fun a => q * f a) s = q * total f s.
Proof. induction s; simpl; lia. Qed.
Lemma total_plus {A} (f g : A -> Z) s : total (fun a => f a + g a) s = total f s + total g s.
Proof. induction s; simpl; lia. Qed.
Lemma total_ext {A} (f g : A -> Z) s : (forall a, In a s -> f a = g a) -> total f s = total g s.
Proof. induction s; simpl; intro H; [reflexivity|]. rewrite IHs, (H a) by auto. reflexivity. Qed.
Lemma total_zero {A} (f : A -> Z) s : (forall a, In a s -> f a = 0) -> total f s = 0.
Proof. induction s; simpl; intro H; [reflexivity|]. rewrite IHs, (H a) by auto. reflexivity. Qed.
Lemma total_swap {A B} (f : A -> B -> Z) s t :
  total (fun a => total (fun b => f a b) t) s = total (fun b => total (fun a => f a b) s) t.
Proof.
  induction s; simpl; [symmetry; now apply total_zero|]. rewrite IHs. now rewrite <- total_plus.
Qed.

(* among n + 1 vectors of n numbers one is a combination of the others *)
Lemma total_seq (f : nat -> Z) a m : total f (seq a m) = total (fun t => f (a + t)%nat) (seq 0 m).
Proof.
  revert a f. induction m as [|m IH]; intros a f; [reflexivity|]. cbn [seq total].
  rewrite IH, (IH 1%nat), Nat.add_0_r. f_equal. apply total_ext. intros t _. f_equal. lia.
Qed.
Lemma total_skip (f : nat -> Z) p n : (p <= n)%nat -> total f (seq 0 (S n)) =
  f p + total (fun j => f (if (j <? p)%nat then j else S j)) (seq 0 n).
Proof.
  intro H. replace (S n) with (p + S (n - p))%nat by lia. rewrite seq_app, total_app. cbn [seq total plus].
  replace n with (p + (n - p))%nat at 2 by lia. rewrite seq_app, total_app.
  rewrite (total_ext (fun j => f (if (j <? p)%nat then j else S j)) f (seq 0 p)).
  2: { intros j J. apply in_seq in J. now rewrite (proj2 (Nat.ltb_lt j p)) by lia. }
  cbn [plus]. rewrite (total_seq f (S p)), (total_seq _ p).
  rewrite (total_ext (fun t => f (if (p + t <? p)%nat then _ else _)) (fun t => f (S p + t)%nat)); [lia|].
  intros t _. now rewrite (proj2 (Nat.ltb_ge (p + t) p)) by lia.
Qed.
Lemma dependent n : forall v : nat -> nat -> Z, exists c : nat -> Z, (exists j, (j <= n)%nat /\ c j <> 0) /\
  forall i, (i < n)%nat -> total (fun j => c j * v j i) (seq 0 (S n)) = 0.
Proof.
  induction n as [|n IH]; intro v.
  { exists (fun _ => 1). split; [exists 0%nat; split; lia|intros; lia]. }
  assert (P : (exists p, (p <= S n)%nat /\ v p n <> 0) \/ forall p, (p <= S n)%nat -> v p n = 0).
  { generalize (S n) as m. induction m as [|m IHm].
    - destruct (Z.eq_dec (v 0%nat n) 0) as [E|E]; [right; intros p H; now replace p with 0%nat by lia|left;
      eauto].
    - destruct IHm as [[p [H E]]|H]; [left; exists p; split; [lia|exact E]|].
      destruct (Z.eq_dec (v (S m) n) 0) as [E|E]; [right|left; eauto]. intros p L.
      destruct (Nat.eq_dec p (S m)) as [->|]; [exact E|apply H; lia]. }
  destruct P as [[p [H E]]|H].
  - set (skip := fun j => if (j <? p)%nat then j else S j).
    destruct (IH (fun j i => v p n * v (skip j) i - v (skip j) n * v p i)) as [d [[m [M D]] R]].
    set (back := fun j => if (j <? p)%nat then j else pred j).
    assert (B : forall j, back (skip j) = j /\ skip j <> p).
    { intro j. unfold back, skip. destruct (Nat.ltb_spec j p) as [L|L].
      - rewrite (proj2 (Nat.ltb_lt j p)) by exact L. split; [reflexivity|lia].
      - rewrite (proj2 (Nat.ltb_ge (S j) p)) by lia. split; [reflexivity|lia]. }
    set (c := fun j => if (j =? p)%nat then - total (fun j => d j * v (skip j) n) (seq 0 (S n))
      else v p n * d (back j)).
    assert (Cs : forall j, c (skip j) = v p n * d j).
    { intro j. unfold c. destruct (B j) as [-> N]. now rewrite (proj2 (Nat.eqb_neq _ _) N). }
    assert (Cp : c p = - total (fun j => d j * v (skip j) n) (seq 0 (S n))).
    { unfold c. now rewrite Nat.eqb_refl. }
    exists c. split.
    + exists (skip m). split; [unfold skip; destruct (m <? p)%nat; lia|]. rewrite Cs. nia.
    + intros i I. transitivity (c p * v p i + total (fun j => c (skip j) * v (skip j) i) (seq 0 (S n)));
        [now apply (total_skip (fun j => c j * v j i) p)|].
      rewrite (total_ext _ (fun j => v p n * (d j * v (skip j) i))) by (intros; rewrite Cs; ring).
      rewrite Cp, total_scale. destruct (Nat.eq_dec i n) as [->|N]; [ring|].
      assert (Q := R i ltac:(lia)). rewrite (total_ext _ (fun j => v p n * (d j * v (skip j) i) +
        (- v p i) * (d j * v (skip j) n))) in Q by (intros; ring).
      rewrite total_plus, !total_scale in Q. lia.
  - destruct (IH v) as [c [[m [M C]] R]].
    exists (fun j => if (j <=? n)%nat then c j else 0). split.
    + exists m. split; [lia|]. now rewrite (proj2 (Nat.leb_le m n)).
    + intros i I. destruct (Nat.eq_dec i n) as [->|N].
      * apply total_zero. intros j J. apply in_seq in J. rewrite H by lia. ring.
      * rewrite seq_S, total_app. cbn [total plus]. rewrite (proj2 (Nat.leb_gt (S n) n)) by lia.
        transitivity (total (fun j => c j * v j i) (seq 0 (S n))); [|apply R; lia].
        rewrite Z.mul_0_l, !Z.add_0_r. apply total_ext. intros j J. apply in_seq in J.
        now rewrite (proj2 (Nat.leb_le j n)) by lia.
Qed.

Section Machine.
(* ================= a machine that reads ================= *)
Variables (state : Type) (alphabets : list (list nat)) (weight : nat -> nat -> Z)
          (step : nat -> state -> nat -> state) (final dead : state -> bool).
Definition w := length alphabets.
Definition alphabet i := nth i alphabets [].

Fixpoint read (i : nat) (p : state) (c : slice) : state :=
  match c with [] => p | x :: c' => read (S i) (step i p x) c' end.
Fixpoint accept (p : state) (b : board) : bool :=
  match b with [] => final p | c :: b' => accept (read 0 p c) b' end.
Definition amount (p : state) (n : nat) : Z :=
  total (fun b => if accept p b then board_weight weight b else 0) (all_boards alphabets n).

(* one slot as a linear map on functions of states; one slice; all slices *)
Definition slot i (f : state -> Z) (p : state) : Z := total (fun x => weight i x * f (step i p x)) (alphabet
  i).
Definition across (f : state -> Z) : state -> Z := fold_right slot f (seq 0 w).
Fixpoint ways (n : nat) (p : state) : Z :=
  match n with O => if final p then 1 else 0 | S m => across (ways m) p end.

Lemma across_slices (f : state -> Z) : forall suffix i p,
  (forall j, nth j suffix [] = alphabet (i + j)) ->
  fold_right slot f (seq i (length suffix)) p =
  total (fun c => slice_weight weight i c * f (read i p c)) (all_slices suffix).
Proof.
  induction suffix as [|a s IH]; intros i p H.
  - cbn [length seq fold_right all_slices total slice_weight read]. ring.
  - cbn [length seq fold_right all_slices]. unfold slot at 1.
    assert (Ha := H O). cbn [nth] in Ha. rewrite Nat.add_0_r in Ha. rewrite <- Ha.
    rewrite total_flat_map. apply total_ext. intros x _. rewrite total_map. cbn [slice_weight read].
    rewrite IH. 2: { intro j. specialize (H (S j)). cbn [nth] in H. rewrite H. f_equal. lia. }
    rewrite <- total_scale. apply total_ext. intros; ring.
Qed.

Lemma amount_ways n : forall p, amount p n = ways n p.
Proof.
  induction n as [|n IH]; intro p.
  - unfold amount. cbn. destruct (final p); reflexivity.
  - unfold amount. cbn [all_boards ways]. unfold across, w.
    rewrite (across_slices (ways n) alphabets 0 p) by reflexivity.
    rewrite total_flat_map. apply total_ext. intros c _. rewrite total_map. rewrite <- IH. unfold amount.
    rewrite <- total_scale. apply total_ext. intros b _. cbn [accept board_weight].
    destruct (accept (read 0 p c) b); ring.
Qed.

Lemma slot_linear i (q : nat -> Z) (g : nat -> state -> Z) s p :
  slot i (fun p => total (fun j => q j * g j p) s) p = total (fun j => q j * slot i (g j) p) s.
Proof.
  unfold slot. erewrite total_ext. 2: { intros x _. rewrite <- total_scale. reflexivity. }
  rewrite total_swap. apply total_ext. intros j _. rewrite <- total_scale. apply total_ext. intros; ring.
Qed.
Lemma slot_ext i f g p : (forall p, f p = g p) -> slot i f p = slot i g p.
Proof. intro H. unfold slot. apply total_ext. intros. now rewrite H. Qed.
Lemma slots_linear (q : nat -> Z) (g : nat -> state -> Z) s is_ : forall p,
  fold_right slot (fun p => total (fun j => q j * g j p) s) is_ p = total (fun j => q j * fold_right slot (g
    j) is_ p) s.
Proof.
  induction is_ as [|i is_ IH]; intro p; [reflexivity|]. cbn [fold_right].
  rewrite (slot_ext i _ _ p IH). now rewrite slot_linear.
Qed.
Lemma slots_ext f g is_ : (forall p, f p = g p) -> forall p, fold_right slot f is_ p = fold_right slot g is_
  p.
Proof. intro H. induction is_ as [|i is_ IH]; intro p; [apply H|]. cbn [fold_right]. now apply slot_ext. Qed.

(* ================= when two states have the same future ================= *)
Variables (equiv : state -> state -> Prop) (same : state -> state -> bool).
Hypothesis same_equiv : forall p q, same p q = true -> equiv p q.
Hypothesis equiv_step : forall i p q x, equiv p q -> equiv (step i p x) (step i q x).
Hypothesis equiv_final : forall p q, equiv p q -> final p = final q.
Hypothesis dead_step : forall i p x, dead p = true -> dead (step i p x) = true.
Hypothesis dead_final : forall p, dead p = true -> final p = false.
Definition fair (f : state -> Z) := (forall p q, equiv p q -> f p = f q) /\ (forall p, dead p = true -> f p =
  0).
Lemma slot_fair i f : fair f -> fair (slot i f).
Proof.
  intros [H1 H2]. split.
  - intros p q E. unfold slot. apply total_ext. intros x _. f_equal. auto.
  - intros p D. unfold slot. apply total_zero. intros x _. rewrite H2 by auto. ring.
Qed.
Lemma slots_fair f is_ : fair f -> fair (fold_right slot f is_).
Proof. intro H. induction is_; cbn; [exact H|]. now apply slot_fair. Qed.
Lemma ways_fair n : fair (ways n).
Proof.
  induction n as [|n IH]; [|now apply slots_fair]. split; intros; cbn.
  - now rewrite (equiv_final p q).
  - now rewrite dead_final.
Qed.

(* ================= numbers to compute with, and what they stand for ================= *)
Variables (C : Type) (c0 : C) (cadd cmul : C -> C -> C) (czero : C -> bool) (ceq : C -> C -> bool) (ev : C ->
  Z).
Hypothesis ev0 : ev c0 = 0.
Hypothesis ev_add : forall a b, ev (cadd a b) = ev a + ev b.
Hypothesis ev_mul : forall a b, ev (cmul a b) = ev a * ev b.
Hypothesis ev_zero : forall a, czero a = true -> ev a = 0.
Hypothesis ev_eq : forall a b, ceq a b = true -> ev a = ev b.
Variable (c1 : C).
Hypothesis ev1 : ev c1 = 1.
Variable cweight : nat -> nat -> C.
Hypothesis ev_weight : forall i x, ev (cweight i x) = weight i x.

(* ================= classes ================= *)
(* a layer: what the classes stand for, and for each class and each symbol of the slot the class after it *)
Definition row := list (option positive).
Definition layer := (list state * list row)%type.
Fixpoint number {A} (l : list A) (p : positive) : PositiveMap.t A :=
  match l with [] => PositiveMap.empty A | a :: l' => PositiveMap.add p a (number l' (Pos.succ p)) end.
(* the elements of a list, numbered from 1, and the one with a number *)
Definition vector := PositiveMap.t.
Definition numbered_all {A} (l : list A) : vector A := number l 1.
Definition find_at {A} (t : positive) (m : vector A) : option A := PositiveMap.find t m.
Fixpoint map_all {A B} (f : A -> B) (m : vector A) : vector B :=
  match m with
  | PositiveMap.Leaf _ => PositiveMap.Leaf B
  | PositiveMap.Node l a r => PositiveMap.Node (map_all f l) (option_map f a) (map_all f r)
  end.
Lemma map_numbered {A B} (f : A -> B) l : map_all f (numbered_all l) = numbered_all (map f l).
Proof.
  assert (E : forall p a m, map_all f (PositiveMap.add p a m) = PositiveMap.add p (f a) (map_all f m)).
  { induction p as [p IH|p IH|]; intros a [|m o m']; cbn [PositiveMap.add map_all]; f_equal; auto;
      apply (IH a (PositiveMap.Leaf A)). }
  unfold numbered_all. generalize 1%positive as p.
  induction l as [|a l IH]; intro p; [reflexivity|]. cbn [map number]. now rewrite E, IH.
Qed.
Lemma find_number {A B} (f : A -> B) t l : forall p,
  PositiveMap.find t (number (map f l) p) = option_map f (PositiveMap.find t (number l p)).
Proof.
  induction l as [|a l IH]; intro p; cbn [map number].
  - now rewrite !PositiveMap.gempty.
  - destruct (Pos.eq_dec t p) as [->|N]; [now rewrite !PositiveMap.gss|].
    rewrite !PositiveMap.gso by exact N. apply IH.
Qed.

(* The number of the element s of a list, where s is counted from 0. *)
Definition class_number (s : nat) : positive := Pos.of_succ_nat s.
Lemma find_class {A} (l : list A) s : find_at (class_number s) (numbered_all l) = nth_error l s.
Proof.
  unfold find_at, numbered_all.
  assert (B : forall (l : list A) p t, (t < p)%positive -> PositiveMap.find t (number l p) = None).
  { clear l s. induction l as [|a l IH]; intros p t H; [apply PositiveMap.gempty|]. cbn [number].
    rewrite PositiveMap.gso by lia. apply IH. lia. }
  enough (G : forall (l : list A) p s t, Pos.to_nat t = (Pos.to_nat p + s)%nat ->
    PositiveMap.find t (number l p) = nth_error l s).
  { apply G. unfold class_number. rewrite SuccNat2Pos.id_succ. reflexivity. }
  clear l s. induction l as [|a l IH]; intros p s t H; [rewrite PositiveMap.gempty; now destruct s|].
  cbn [number]. destruct s as [|s].
  - replace t with p by lia. apply PositiveMap.gss.
  - rewrite PositiveMap.gso by lia. apply IH. lia.
Qed.

Fixpoint row_ok (next : vector state) (i : nat) (p : state) (xs : list nat) (r : row) : bool :=
  match xs, r with
  | [], [] => true
  | x :: xs', t :: r' =>
      (match t with
       | None => dead (step i p x)
       | Some t => match find_at t next with Some q => same (step i p x) q | None => false end
       end) && row_ok next i p xs' r'
  | _, _ => false
  end.
Fixpoint rows_ok (next : vector state) (i : nat) (ps : list state) (rs : list row) : bool :=
  match ps, rs with
  | [], [] => true
  | p :: ps', r :: rs' => row_ok next i p (alphabet i) r && rows_ok next i ps' rs'
  | _, _ => false
  end.
Definition first_states (ls : list layer) (last : list state) := match ls with [] => last | l :: _ => fst l
  end.
Fixpoint layers_ok (i : nat) (ls : list layer) (last : list state) : bool :=
  match ls with
  | [] => true
  | l :: ls' => rows_ok (numbered_all (first_states ls' last)) i (fst l) (snd l) && layers_ok (S i) ls' last
  end.

(* The vector v contains the values of the function f at the states ps. *)
Definition values_at (v : vector C) (f : state -> Z) (ps : list state) : Prop :=
  exists l, v = numbered_all l /\ map ev l = map f ps.
Lemma values_at_map {A} (g : A -> C) f ps l : map (fun a => ev (g a)) l = map f ps ->
  values_at (map_all g (numbered_all l)) f ps.
Proof. intro E. exists (map g l). split; [apply map_numbered|]. now rewrite map_map. Qed.
Lemma values_at_ext v f g ps : (forall p, In p ps -> f p = g p) -> values_at v f ps -> values_at v g ps.
Proof. intros H [l [-> E]]. exists l. split; [reflexivity|]. rewrite E. now apply map_ext_in. Qed.
Definition get (m : vector C) (t : positive) : C := match find_at t m with Some c => c | None
  => c0 end.
Lemma get_ok v f ps t p : values_at v f ps -> find_at t (numbered_all ps) = Some p -> ev (get v t) = f p.
Proof.
  intros [l [-> E]] H. unfold get, find_at, numbered_all in *.
  assert (E' : option_map ev (PositiveMap.find t (number l 1)) =
    option_map f (PositiveMap.find t (number ps 1))) by (rewrite <- !find_number; now rewrite E).
  rewrite H in E'. destruct (PositiveMap.find t (number l 1)); [|discriminate]. now injection E'.
Qed.
(* A layer in the form that is multiplied with vectors: for each class, the pairs of the weight of a symbol and
   the number of the next class. *)
Definition arrow_layer := vector (list (C * positive)).
Fixpoint arrows (ws : list C) (r : row) : list (C * positive) :=
  match ws, r with
  | c :: ws', Some t :: r' => (c, t) :: arrows ws' r'
  | _ :: ws', None :: r' => arrows ws' r'
  | _, _ => []
  end.
Fixpoint arranged (i : nat) (ls : list layer) : list arrow_layer :=
  match ls with
  | [] => []
  | l :: ls' => numbered_all (map (arrows (map (cweight i) (alphabet i))) (snd l)) :: arranged (S i) ls'
  end.
Fixpoint row_sum (m : vector C) (r : list (C * positive)) : C :=
  match r with [] => c0 | (c, t) :: r' => cadd (cmul c (get m t)) (row_sum m r') end.
Fixpoint sweep (ms : list arrow_layer) (v : vector C) : vector C :=
  match ms with [] => v | m :: ms' => map_all (row_sum (sweep ms' v)) m end.

Lemma row_sum_ok f next v i p : fair f -> values_at v f next -> forall xs r,
  row_ok (numbered_all next) i p xs r = true ->
  ev (row_sum v (arrows (map (cweight i) xs) r)) = total (fun x => weight i x * f (step i p x)) xs.
Proof.
  intros [F1 F2] E. induction xs as [|x xs IH]; intros [|t r] H; try discriminate H; [exact ev0|].
  cbn [row_ok] in H. apply andb_true_iff in H. destruct H as [H Hr]. cbn [map arrows total].
  destruct t as [t|].
  - cbn [row_sum]. rewrite ev_add, ev_mul, ev_weight, (IH r Hr). f_equal. f_equal.
    destruct (find_at t (numbered_all next)) as [q|] eqn:N; [|discriminate H].
    rewrite (get_ok _ _ _ _ _ E N). symmetry. apply F1. now apply same_equiv.
  - rewrite (IH r Hr), (F2 _ H). ring.
Qed.
Lemma push_ok f next v i : fair f -> values_at v f next -> forall ps rs,
  rows_ok (numbered_all next) i ps rs = true ->
  map (fun r => ev (row_sum v (arrows (map (cweight i) (alphabet i)) r))) rs = map (slot i f) ps.
Proof.
  intros F E. induction ps as [|p ps IH]; intros [|r rs] H; try discriminate H; [reflexivity|].
  cbn [rows_ok] in H. apply andb_true_iff in H. destruct H as [H Hr]. cbn [map]. f_equal; [|now apply IH].
  unfold slot. now apply row_sum_ok with (next := next).
Qed.
Lemma sweep_ok f last v : fair f -> values_at v f last -> forall ls i,
  layers_ok i ls last = true ->
  values_at (sweep (arranged i ls) v) (fold_right slot f (seq i (length ls))) (first_states ls last).
Proof.
  intros F E. induction ls as [|l ls IH]; intros i H; [exact E|].
  cbn [layers_ok] in H. apply andb_true_iff in H. destruct H as [H Hr].
  cbn [arranged sweep length seq fold_right first_states]. apply values_at_map. rewrite map_map.
  apply push_ok with (next := first_states ls last); [now apply slots_fair|now apply IH|exact H].
Qed.

(* ================= the fraction ================= *)
Section Fraction.
(* heads: the states that a board may begin with, each with a factor; starts: their numbers among the classes;
   skip: so many slices that every board has *)
Variables (P Q : list C) (layers : list layer) (heads : list (C * state)) (starts : list nat) (skip : nat).
Definition classes := first_states layers [].
Definition layer_arrows := arranged 0 layers.
Fixpoint head_arrows (hs : list (C * state)) (ss : list nat) : list (C * positive) :=
  match hs, ss with h :: hs', s :: ss' => (fst h, class_number s) :: head_arrows hs' ss' | _, _ => [] end.
Fixpoint heads_ok (hs : list (C * state)) (ss : list nat) : bool :=
  match hs, ss with
  | [], [] => true
  | h :: hs', s :: ss' =>
      match nth_error classes s with Some p => same (snd h) p | None => false end && heads_ok hs' ss'
  | _, _ => false
  end.
Section Run.
(* These are computed once: the layers, the numbers of the classes, and the heads with their numbers. *)
Variables (ms : list arrow_layer) (numbers : list positive) (first : list (C * positive)).
Definition ends : vector C :=
  Nat.iter skip (sweep ms) (numbered_all (map (fun p => if final p then c1 else c0) classes)).
(* The vector y + q v, where v contains pairs of the number of a class and its value. *)
Definition add_scaled (q : C) (v : vector (positive * C)) (y : vector C) : vector C :=
  map_all (fun e => if czero (snd e) then get y (fst e) else cadd (get y (fst e)) (cmul q (snd e))) v.
Definition all_zero (y : vector C) : bool := forallb (fun t => czero (get y t)) numbers.
(* Horner: y' = M y + q v; the heads' sum must be the next of P. Where P and Q have no more, it must be 0 as
   many
   times as there are classes: it is so for ever then. if is there as && would compute both its sides *)
Fixpoint silent (n : nat) (y : vector C) : bool :=
  if all_zero y then true else
  match n with
  | O => true
  | S m => if czero (row_sum y first) then silent m (sweep ms y) else false
  end.
Fixpoint run (v : vector (positive * C)) (fuel : nat) (qs ps : list C) (y : vector C) : bool :=
  if ceq (row_sum y first) (hd c0 ps) then
    if forallb czero qs && forallb czero (tl ps) then silent (length numbers) (sweep ms y) else
    match fuel with
    | O => false
    | S f => run v f (tl qs) (tl ps)
        (if czero (hd c0 qs) then sweep ms y else add_scaled (hd c0 qs) v (sweep ms y))
    end
  else false.
End Run.
Definition check_sum (fuel : nat) : bool :=
  (length layers =? w)%nat && layers_ok 0 layers classes && heads_ok heads starts && ceq (hd c0 Q) c1 &&
  let ms := layer_arrows in let numbers := map class_number (seq 0 (length classes)) in let v := ends ms in
  run ms numbers (head_arrows heads starts) (numbered_all (map (fun t => (t, get v t)) numbers)) fuel (tl Q) P
    v.

Definition q (j : nat) : Z := ev (nth j Q c0).
Fixpoint Y (n : nat) (p : state) : Z :=
  match n with O => ways skip p | S m => across (Y m) p + q (S m) * ways skip p end.
Lemma Y_product n : q 0 = 1 -> forall p, Y n p = total (fun j => q j * ways (n - j + skip) p) (seq 0 (S n)).
Proof.
  intro Q1. induction n as [|n IH]; intro p; [cbn; rewrite Q1; ring|].
  rewrite seq_S, total_app. cbn [plus total Y].
  replace (S n - S n)%nat with O by lia. rewrite Z.add_0_r. f_equal.
  unfold across. rewrite (slots_ext _ _ _ IH). rewrite slots_linear. apply total_ext. intros j Hj.
  apply in_seq in Hj. replace (S n - j)%nat with (S (n - j)) by lia. reflexivity.
Qed.
Lemma fair_sum (f g : state -> Z) c : fair f -> fair g -> fair (fun p => f p + c * g p).
Proof. intros [A B] [A' B']. split; intros; [now rewrite (A p q0 H), (A' p q0 H)|]. rewrite B, B' by auto.
ring. Qed.
Lemma Y_fair n : fair (Y n).
Proof.
  induction n as [|n IH]; [apply ways_fair|].
  apply (fair_sum (across (Y n)) (ways skip) (q (S n))); [now apply slots_fair|apply ways_fair].
Qed.
(* the heads' sum of a function of states *)
Definition headed (f : state -> Z) : Z := total (fun h => ev (fst h) * f (snd h)) heads.

Let numbers := map class_number (seq 0 (length classes)).
Let first := head_arrows heads starts.
Section Good.
Hypothesis layers_good : layers_ok 0 layers classes = true.
Hypothesis layers_length : length layers = w.
Hypothesis heads_good : heads_ok heads starts = true.
Lemma next_ok f y : fair f -> values_at y f classes -> values_at (sweep layer_arrows y) (across f) classes.
Proof.
  intros F E. assert (S := sweep_ok f classes y F E layers 0 layers_good). unfold layer_arrows, across.
  rewrite <- layers_length. unfold classes in *. now destruct layers.
Qed.
Lemma ends_ok : values_at (ends layer_arrows) (ways skip) classes.
Proof.
  unfold ends. clear P Q. induction skip as [|n IH].
  - eexists. split; [reflexivity|]. rewrite map_map. apply map_ext. intro p. cbn.
    destruct (final p); [exact ev1|exact ev0].
  - exact (next_ok _ _ (ways_fair n) IH).
Qed.
Lemma nth_tl {A} (d : A) i l : nth i (tl l) d = nth (S i) l d.
Proof. destruct l; [destruct i|]; reflexivity. Qed.
Lemma hd_nth {A} (d : A) l : hd d l = nth 0 l d.
Proof. destruct l; reflexivity. Qed.
Lemma zeros_nth l i : forallb czero l = true -> ev (nth i l c0) = 0.
Proof.
  intro H. destruct (nth_in_or_default i l c0) as [I| ->]; [|exact ev0]. rewrite forallb_forall in H.
  apply ev_zero; auto.
Qed.
Lemma head_sum_ok f y : fair f -> values_at y f classes -> ev (row_sum y first) = headed f.
Proof.
  intros [F _] E. unfold headed, first. clear first. revert starts heads_good.
  induction heads as [|h hs IH]; intros [|s ss] H; try discriminate H; [exact ev0|].
  cbn [heads_ok head_arrows row_sum total] in *.
  apply andb_true_iff in H. destruct H as [H Hs]. rewrite ev_add, ev_mul, (IH _ Hs). do 2 f_equal.
  destruct (nth_error classes s) as [p|] eqn:Es; [|discriminate H]. apply same_equiv in H. rewrite (F _ _ H).
  apply (get_ok _ _ _ _ _ E). now rewrite find_class.
Qed.
Lemma zeros_get (l : list state) t : ev (get (numbered_all (map (fun _ => c0) l)) t) = 0.
Proof.
  unfold get, find_at, numbered_all. rewrite (find_number (fun _ => c0)).
  destruct (PositiveMap.find t (number l 1)); exact ev0.
Qed.
Lemma zeros_ok f : (forall p, In p classes -> f p = 0) ->
  values_at (numbered_all (map (fun _ => c0) classes)) f classes.
Proof.
  intro H. eexists. split; [reflexivity|]. rewrite map_map. apply map_ext_in. intros p I.
  rewrite H by exact I. exact ev0.
Qed.
Lemma same_values v f g p : values_at v f classes -> values_at v g classes -> In p classes -> f p = g p.
Proof.
  intros F G I. apply In_nth_error in I. destruct I as [s I]. rewrite <- (find_class classes s) in I.
  now rewrite <- (get_ok _ _ _ _ _ F I), <- (get_ok _ _ _ _ _ G I).
Qed.
Lemma across_zero f : (forall p, In p classes -> f p = 0) -> fair f -> forall p, In p classes -> across f p =
  0.
Proof.
  intros H F p I. transitivity (across (fun _ => 0) p).
  - apply (same_values (sweep layer_arrows (numbered_all (map (fun _ => c0) classes)))); [| |exact I];
      (apply next_ok; [|now apply zeros_ok]); [exact F|split; reflexivity].
  - clear. unfold across. revert p. induction (seq 0 w) as [|i is_ IH]; intro p; [reflexivity|].
    cbn [fold_right]. unfold slot. apply total_zero. intros x _. rewrite IH. ring.
Qed.
(* a function that is 0 on the classes is 0 on the heads *)
Lemma headed_zero f : (forall p, In p classes -> f p = 0) -> fair f -> headed f = 0.
Proof.
  intros H F. rewrite <- (head_sum_ok f _ F (zeros_ok f H)). generalize first as r.
  induction r as [|[c t] r IH]; [exact ev0|]. cbn [row_sum]. rewrite ev_add, ev_mul, IH, zeros_get. ring.
Qed.

(* the heads' sums of f, across f, across (across f), ... are 0 if the first are, one for each class *)
Definition later (f : state -> Z) (j : nat) : state -> Z := Nat.iter j across f.
Lemma later_fair f j : fair f -> fair (later f j).
Proof. intro F. induction j as [|j IH]; [exact F|]. now apply slots_fair. Qed.
Lemma later_zero f : fair f -> (forall p, In p classes -> f p = 0) -> forall j, headed (later f j) = 0.
Proof.
  intros F H j. apply headed_zero; [|now apply later_fair]. induction j as [|j IH]; [exact H|].
  apply (across_zero (later f j) IH). now apply later_fair.
Qed.
Lemma later_linear c f s i : forall p, later (fun p => total (fun j => c j * later f j p) s) i p =
  total (fun j => c j * later f (i + j) p) s.
Proof.
  induction i as [|i IH]; intro p; [reflexivity|]. cbn [later Nat.iter plus nat_rect] in *.
  fold (later f). unfold across at 1. rewrite (slots_ext _ _ _ IH). apply slots_linear.
Qed.
Lemma classes_zero f y : values_at y f classes -> all_zero numbers y = true ->
  forall p, In p classes -> f p = 0.
Proof.
  intros E Zy p I. apply In_nth_error in I. destruct I as [s I]. unfold all_zero in Zy.
  rewrite forallb_forall in Zy. rewrite <- find_class in I. rewrite <- (get_ok _ _ _ _ _ E I).
  apply ev_zero, Zy.
  apply in_map, in_seq. rewrite find_class in I. split; [lia|]. apply nth_error_Some. now rewrite I.
Qed.
Lemma silent_ok n : forall f y, fair f -> values_at y f classes ->
  silent layer_arrows numbers first n y = true ->
  forall j, (j < n)%nat -> headed (later f j) = 0.
Proof.
  induction n as [|n IH]; intros f y F E H j J; [lia|]. cbn [silent] in H.
  destruct (all_zero numbers y) eqn:Zy; [apply later_zero; [exact F|now apply (classes_zero f y)]|].
  destruct (czero (row_sum y first)) eqn:Zh; [|discriminate H]. destruct j as [|j].
  - cbn [later Nat.iter nat_rect]. rewrite <- (head_sum_ok f y F E). now apply ev_zero.
  - assert (I := IH (across f) _ (slots_fair f _ F) (next_ok f y F E) H j ltac:(lia)).
    enough (T : forall p, later f (S j) p = later (across f) j p) by
      (rewrite <- I; apply total_ext; intros; now rewrite T).
    clear. induction j as [|j IH]; intro p; [reflexivity|]. exact (slots_ext _ _ _ IH p).
Qed.
Lemma silent_for_ever f : fair f -> (forall j, (j < length classes)%nat -> headed (later f j) = 0) ->
  forall j, headed (later f j) = 0.
Proof.
  intros F H. assert (Em : classes = [] \/ exists p : state, True) by (destruct classes; eauto).
  destruct Em as [Em|[p0 _]]; [intro j; apply later_zero; [exact F|]; rewrite Em; intros p []|].
  destruct (dependent (length classes) (fun j i => later f j (nth i classes p0))) as [c [[m [M Cm]] D]].
  set (g := fun p => total (fun j => c j * later f j p) (seq 0 (S (length classes)))).
  assert (G : fair g).
  { split.
    - intros p r E. apply total_ext. intros j _. f_equal. now apply (later_fair f j F).
    - intros p E. apply total_zero. intros j _. rewrite (proj2 (later_fair f j F) p E). ring. }
  assert (Zg : forall p, In p classes -> g p = 0).
  { intros p I. apply (In_nth _ _ p0) in I. destruct I as [i [Hi <-]]. now apply D. }
  assert (R : forall i, total (fun j => c j * headed (later f (i + j))) (seq 0 (S (length classes))) = 0).
  { intro i. rewrite <- (later_zero g G Zg i). unfold headed.
    rewrite (total_ext (fun h => ev (fst h) * later g i (snd h)) (fun h => total (fun j => c j *
      (ev (fst h) * later f (i + j) (snd h))) (seq 0 (S (length classes))))).
    2: { intros h _. unfold g. rewrite later_linear, <- total_scale. apply total_ext. intros; ring. }
    rewrite total_swap. apply total_ext. intros j _. symmetry. apply total_scale. }
  clear D Zg G g. set (N := length classes) in *.
  (* the last number that is not 0 *)
  assert (L : exists m, (m <= N)%nat /\ c m <> 0 /\ forall j, (m < j <= N)%nat -> c j = 0).
  { clear - M Cm. induction N as [|n IH].
    - exists 0%nat. assert (m = 0%nat) by lia. subst m. repeat split; [lia|exact Cm|intros; lia].
    - destruct (Z.eq_dec (c (S n)) 0) as [E|E].
      + assert (Hm : (m <= n)%nat) by (destruct (Nat.eq_dec m (S n)); [subst; contradiction|lia]).
        destruct (IH Hm) as [q [Q1 [Q2 Q3]]]. exists q. repeat split; [lia|exact Q2|]. intros j J.
        destruct (Nat.eq_dec j (S n)) as [->|]; [exact E|apply Q3; lia].
      + exists (S n). repeat split; [lia|exact E|intros; lia]. }
  clear m M Cm. destruct L as [m [M [Cm D]]].
  intro j. induction j as [j IH] using lt_wf_ind. destruct (lt_dec j N) as [J|J]; [now apply H|].
  specialize (R (j - m)%nat). replace (S N) with (m + S (N - m))%nat in R by lia.
  rewrite seq_app, total_app in R. cbn [plus seq total] in R.
  rewrite (total_zero _ (seq 0 m)) in R.
  2: { intros i I. apply in_seq in I. rewrite IH by lia. ring. }
  rewrite (total_zero _ (seq (S m) (N - m))) in R.
  2: { intros i I. apply in_seq in I. rewrite D by lia. ring. }
  replace (j - m + m)%nat with j in R by lia. nia.
Qed.
Lemma map_numbers {B} (f : nat -> B) (g : state -> B) l :
  (forall s p, nth_error l s = Some p -> f s = g p) -> map f (seq 0 (length l)) = map g l.
Proof.
  revert f. induction l as [|a l IH]; intros f H; [reflexivity|]. cbn [length seq map].
  f_equal; [now apply (H 0%nat)|].
  rewrite <- seq_shift, map_map. apply IH. intros s p E. now apply (H (S s)).
Qed.
Let scaled := numbered_all (map (fun t => (t, get (ends layer_arrows) t)) numbers).
Lemma add_scaled_ok c f y : values_at y f classes ->
  values_at (add_scaled c scaled y) (fun p => f p + ev c * ways skip p) classes.
Proof.
  intro E. unfold add_scaled, scaled. apply values_at_map. unfold numbers. rewrite !map_map. apply map_numbers.
  intros s p N. rewrite <- find_class in N. cbn [fst snd].
  rewrite <- (get_ok _ _ _ _ _ E N), <- (get_ok _ _ _ _ _ ends_ok N).
  destruct (czero (get (ends layer_arrows) (class_number s))) eqn:Z0.
  - rewrite (ev_zero _ Z0). ring.
  - now rewrite ev_add, ev_mul.
Qed.
Lemma run_ok e : forall n qs ps y,
  run layer_arrows numbers first scaled e qs ps y = true -> values_at y (Y n) classes ->
  (forall i, ev (nth i qs c0) = q (S n + i)) -> (forall i, ev (nth i ps c0) = ev (nth (n + i) P c0)) ->
  forall i, headed (Y (n + i)) = ev (nth (n + i) P c0).
Proof.
  assert (Stop : forall n qs ps y, ev (row_sum y first) = ev (hd c0 ps) ->
    forallb czero qs && forallb czero (tl ps) = true ->
    silent layer_arrows numbers first (length numbers) (sweep layer_arrows y) = true ->
    values_at y (Y n) classes ->
    (forall i, ev (nth i qs c0) = q (S n + i)) -> (forall i, ev (nth i ps c0) = ev (nth (n + i) P c0)) ->
    forall i, headed (Y (n + i)) = ev (nth (n + i) P c0)).
  { intros n qs ps y R0 R H E Hq Hp i. apply andb_true_iff in R. destruct R as [Rq Rp]. destruct i as [|i].
    - rewrite <- Hp, <- hd_nth, <- R0, Nat.add_0_r. symmetry. apply head_sum_ok; [apply Y_fair|exact E].
    - rewrite <- Hp, <- nth_tl, zeros_nth by exact Rp.
      assert (L : forall i p, Y (n + S i) p = later (across (Y n)) i p).
      { assert (Ys : forall i p, Y (n + S i) p = across (Y (n + i)) p).
        { intros m p. assert (Q0 : q (S n + m) = 0) by (rewrite <- Hq; now apply zeros_nth).
          rewrite Nat.add_succ_r. cbn [Y]. change (S (n + m)) with (S n + m)%nat. rewrite Q0. ring. }
        intro m. induction m as [|m IH]; intro p; rewrite Ys; [now rewrite Nat.add_0_r|]. now apply
          slots_ext. }
      transitivity (headed (later (across (Y n)) i)); [apply total_ext; intros; now rewrite L|].
      apply silent_for_ever; [apply slots_fair, Y_fair|].
      apply silent_ok with (y := sweep layer_arrows y); [apply slots_fair, Y_fair| |].
      2: { unfold numbers in H. rewrite map_length, seq_length in H. exact H. }
      apply next_ok; [apply Y_fair|exact E]. }
  induction e as [|e IH]; intros n qs ps y R E Hq Hp; cbn [run] in R;
    destruct (ceq (row_sum y first) (hd c0 ps)) eqn:R0; try discriminate R; apply ev_eq in R0;
    destruct (forallb czero qs && forallb czero (tl ps)) eqn:R1;
    try (now apply (Stop n qs ps y R0 R1 R E Hq Hp)); [discriminate R|].
  assert (Y0 : headed (Y n) = ev (nth n P c0)).
  { rewrite <- (Nat.add_0_r n) at 2. rewrite <- Hp, <- hd_nth, <- R0. symmetry.
    apply head_sum_ok; [apply Y_fair|exact E]. }
  intros [|i]; [now rewrite Nat.add_0_r|].
  replace (n + S i)%nat with (S n + i)%nat by lia. eapply (IH (S n)); [exact R| | |].
  - cbn [Y]. assert (Q1 := Hq O). rewrite Nat.add_0_r in Q1.
    rewrite hd_nth in *. destruct (czero (nth 0 qs c0)) eqn:Ez.
    + apply (values_at_ext _ (across (Y n))); [|now apply next_ok; [apply Y_fair|]]. intros p _.
      apply ev_zero in Ez. rewrite <- Q1, Ez. ring.
    + rewrite <- Q1. apply (add_scaled_ok _ (across (Y n))). now apply next_ok; [apply Y_fair|].
  - intro j. rewrite nth_tl, (Hq (S j)). f_equal. lia.
  - intro j. rewrite nth_tl, (Hp (S j)). f_equal. f_equal. lia.
Qed.
End Good.

(* ================= and the theorem ================= *)
Fixpoint before {A} (f : nat -> A) (n : nat) : list A := match n with O => [] | S m => f m :: before f m end.
Lemma dot_before (a : nat -> Z) l : forall n k,
  dot l (before a n) = total (fun j => nth j l 0 * a (n - S j)%nat) (seq 0 (n + k)) - total (fun j => nth j l
    0 * a (n - S j)%nat) (seq n k).
Proof.
  intros n k. rewrite seq_app, total_app. cbn [plus].
  enough (H : dot l (before a n) = total (fun j => nth j l 0 * a (n - S j)%nat) (seq 0 n)) by lia.
  revert l. induction n as [|n IH]; intros [|x l]; try reflexivity.
  - symmetry. apply total_zero. intros [|j] _; cbn; ring.
  - cbn [before dot seq total]. rewrite IH. replace (S n - 1)%nat with n by lia. cbn [nth]. f_equal.
    rewrite <- seq_shift, total_map. apply total_ext. intros j _. f_equal.
Qed.
Lemma series_before (R qs : list Z) (a : nat -> Z) : (forall n, a n + dot qs (before a n) = nth n R 0) ->
  forall n, series R qs n = before a n.
Proof. intros H n. induction n as [|n IH]; [reflexivity|]. simpl. rewrite IH, <- H. f_equal. ring. Qed.

Theorem machine_sum e : check_sum e = true ->
  forall n, total (fun h => ev (fst h) * amount (snd h) (n + skip)) heads = coefficient (map ev P) (map ev
    (tl Q)) n.
Proof.
  unfold check_sum. intro H. apply andb_true_iff in H. destruct H as [H Hrun]. apply andb_true_iff in H.
  destruct H as [H HQ].
  apply andb_true_iff in H. destruct H as [H Hs]. apply andb_true_iff in H. destruct H as [Hl Hg].
  apply Nat.eqb_eq in Hl.
  apply ev_eq in HQ. rewrite ev1, hd_nth in HQ.
  assert (R := run_ok Hg Hl Hs e O (tl Q) P _ Hrun (ends_ok Hg Hl) (fun i => f_equal ev (nth_tl c0 i Q)) (fun
    i => eq_refl)).
  cbn [plus] in R. set (a := fun n => headed (ways (n + skip))).
  assert (A : forall n, a n + dot (map ev (tl Q)) (before a n) = nth n (map ev P) 0).
  { intro n. rewrite <- ev0, (map_nth ev), <- R. unfold headed.
    rewrite (total_ext _ _ _ (fun h _ => f_equal (Z.mul (ev (fst h))) (Y_product n HQ (snd h)))).
    rewrite (total_ext _ (fun h => total (fun j => q j * (ev (fst h) * ways (n - j + skip) (snd h))) (seq 0
      (S n)))).
    2: { intros h _. rewrite <- total_scale. apply total_ext. intros; ring. }
    rewrite total_swap. rewrite (total_ext _ (fun j => q j * a (n - j)%nat)) by (intros; apply total_scale).
    cbn [seq total]. rewrite Nat.sub_0_r. unfold q at 1. rewrite HQ, (dot_before _ _ n 0), Nat.add_0_r.
    cbn [seq total]. rewrite <- seq_shift, total_map, Z.mul_1_l. f_equal. rewrite Z.sub_0_r. apply total_ext.
    intros j _.
    f_equal. unfold q. now rewrite <- nth_tl, <- (map_nth ev), ev0. }
  intro n. unfold coefficient. rewrite (series_before _ _ _ A). cbn [before hd]. unfold a, headed.
  apply total_ext. intros h _. now rewrite amount_ways.
Qed.
End Fraction.

(* one state to begin with *)
Definition check (P Q : list C) (layers : list layer) (start : nat) (p0 : state) (e : nat) : bool :=
  check_sum P Q layers [(c1, p0)] [start] 0 e.
Theorem machine_strip P Q layers start p0 e : check P Q layers start p0 e = true ->
  forall n, amount p0 n = coefficient (map ev P) (map ev (tl Q)) n.
Proof.
  intros H n. rewrite <- (machine_sum _ _ _ _ _ _ e H n). cbn [total fst snd]. rewrite ev1, Nat.add_0_r. ring.
Qed.
End Machine.

(* ================= finding the classes: nothing has to be believed of this ================= *)
Section Explore.
Variables (state : Type) (alphabets : list (list nat)) (step : nat -> state -> nat -> state) (dead : state ->
  bool)
          (same : state -> state -> bool) (hash : state -> positive).
(* the classes of a layer: by hash, the next number, all with the last first *)
Definition known := (PositiveMap.t (list (state * positive)) * positive * list state)%type.
Fixpoint lookup (p : state) (l : list (state * positive)) : option positive :=
  match l with [] => None | (q, t) :: l' => if same p q then Some t else lookup p l' end.
Definition add_class (k : known) (p : state) : known * positive * bool :=
  let '(m, t, all) := k in let h := hash p in
  let bucket := match PositiveMap.find h m with Some b => b | None => [] end in
  match lookup p bucket with
  | Some t' => (k, t', false)
  | None => ((PositiveMap.add h ((p, t) :: bucket) m, Pos.succ t, p :: all), t, true)
  end.
Fixpoint row_of (i : nat) (p : state) (xs : list nat) (k : known) (new : list state) : known * list state *
  row :=
  match xs with
  | [] => (k, new, [])
  | x :: xs' =>
      let r := step i p x in
      if dead r then let '(k', new', row) := row_of i p xs' k new in (k', new', None :: row)
      else let '(k1, t, fresh) := add_class k r in
           let '(k', new', row) := row_of i p xs' k1 (if fresh then r :: new else new) in (k', new', Some t
             :: row)
  end.
Fixpoint rows_of (i : nat) (a : list nat) (ps : list state) (k : known) (new : list state) (rows : list row)
  :=
  match ps with
  | [] => (k, new, rows)
  | p :: ps' => let '(k', new', r) := row_of i p a k new in rows_of i a ps' k' new' (r :: rows)
  end.
(* for each slot the classes after it and the rows before it; new states go once around *)
Fixpoint round (i : nat) (az : list (list nat)) (ps : list state) (ts : list (known * list row)) :=
  match az, ts with
  | a :: az', (k, rows) :: ts' =>
      let '(k', new, rows') := rows_of i a ps k [] rows in
      let '(ts'', last) := round (S i) az' (rev new) ts' in ((k', rows') :: ts'', last)
  | _, _ => ([], ps)
  end.
Fixpoint rounds (fuel : nat) (ps : list state) (ts : list (known * list row)) : list (known * list row) :=
  match fuel, ps with
  | S f, _ :: _ => let '(ts', last) := round 0 alphabets ps ts in rounds f last ts'
  | _, _ => ts
  end.
Definition unknown : known := (PositiveMap.empty _, 1%positive, []).
Fixpoint begin (ps : list state) (k : known) : known * list nat :=
  match ps with
  | [] => (k, [])
  | p :: ps' => let '(k', t, _) := add_class k p in let '(k'', ts) := begin ps' k' in (k'', pred (Pos.to_nat
    t) :: ts)
  end.
Definition explore_all (ps : list state) : list (layer state) * list nat :=
  let '(k, starts) := begin ps unknown in
  let ts := rounds 2000 (rev (snd k)) (repeat (unknown, []) (pred (length alphabets)) ++ [(k, [])]) in
  let classes := map (fun t => rev (snd (fst t))) ts in
  (combine (last classes [] :: classes) (map (fun t => rev (snd t)) ts), starts).
End Explore.
(* what finds the classes, as an argument: theorems hold for whatever it returns *)
Class Explorer := explorer : forall (state : Type) (alphabets : list (list nat))
  (step : nat -> state -> nat -> state) (dead : state -> bool) (same : state -> state -> bool)
  (hash : state -> positive), list state -> list (layer state) * list nat.
Definition plain_explorer : Explorer := explore_all.
