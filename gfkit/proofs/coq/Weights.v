(* Weights in Z[x, y]: computed with polynomials, stated for all integers x and y. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Watches Strip Arrays Totals Pieces Edges Tiles.
Import ListNotations.
Local Open Scope Z_scope.

Section Polynomials.                                 (* over numbers C that stand for integers *)
Variables (C : Type) (c0 : C) (cadd cmul : C -> C -> C) (czero : C -> bool) (ceq : C -> C -> bool) (ev : C ->
  Z) (x : Z).
Hypothesis ev0 : ev c0 = 0.
Hypothesis ev_add : forall a b, ev (cadd a b) = ev a + ev b.
Hypothesis ev_mul : forall a b, ev (cmul a b) = ev a * ev b.
Hypothesis ev_zero : forall a, czero a = true -> ev a = 0.
Hypothesis ev_eq : forall a b, ceq a b = true -> ev a = ev b.
Definition at_ (p : list C) : Z := fold_right (fun c r => ev c + x * r) 0 p.
Fixpoint plus_ (p q : list C) : list C :=
  match p, q with [], _ => q | _, [] => p | a :: p', b :: q' => cadd a b :: plus_ p' q' end.
Fixpoint times_ (p q : list C) : list C :=
  match p with [] => [] | a :: p' => plus_ (map (cmul a) q) (match times_ p' q with [] => [] | r => c0 :: r
    end) end.
Definition zero_ (p : list C) : bool := forallb czero p.
Fixpoint eq_ (p q : list C) : bool :=
  match p, q with [], _ => zero_ q | _, [] => zero_ p | a :: p', b :: q' => ceq a b && eq_ p' q' end.
Lemma at_plus p : forall q, at_ (plus_ p q) = at_ p + at_ q.
Proof. induction p as [|a p IH]; intros [|b q]; cbn [at_ plus_ fold_right]; try lia.
fold (at_ (plus_ p q)) (at_ p) (at_ q). rewrite ev_add, IH. ring. Qed.
Lemma at_map a q : at_ (map (cmul a) q) = ev a * at_ q.
Proof. induction q as [|b q IH]; cbn [map at_ fold_right]; [ring|]. fold (at_ (map (cmul a) q)) (at_ q).
rewrite ev_mul, IH. ring. Qed.
Lemma at_times p q : at_ (times_ p q) = at_ p * at_ q.
Proof.
  induction p as [|a p IH]; [reflexivity|]. cbn [times_]. rewrite at_plus, at_map.
  replace (at_ (a :: p)) with (ev a + x * at_ p) by reflexivity.
  rewrite Z.mul_add_distr_r, <- Z.mul_assoc, <- IH. f_equal.
  destruct (times_ p q) as [|c r]; [cbn; lia|]. change (at_ (c0 :: c :: r)) with (ev c0 + x * at_ (c :: r)).
  rewrite ev0. ring.
Qed.
Lemma at_zero p : zero_ p = true -> at_ p = 0.
Proof.
  induction p as [|a p IH]; [reflexivity|]. cbn [zero_ forallb]. intro H. apply andb_true_iff in H.
  destruct H as [H1 H2].
  cbn [at_ fold_right]. fold (at_ p). rewrite (ev_zero _ H1), (IH H2). ring.
Qed.
Lemma at_eq p : forall q, eq_ p q = true -> at_ p = at_ q.
Proof.
  induction p as [|a p IH]; intros [|b q] H; cbn [eq_] in H.
  - reflexivity.
  - symmetry. now apply at_zero.
  - now apply at_zero.
  - apply andb_true_iff in H. destruct H as [H1 H2]. cbn [at_ fold_right]. fold (at_ p) (at_ q).
    now rewrite (ev_eq _ _ H1), (IH _ H2).
Qed.
End Polynomials.

Notation poly1 := (list Z).
Definition at1 (y : Z) : poly1 -> Z := at_ Z (fun z => z) y.
Definition at2 (x y : Z) : poly -> Z := at_ poly1 (at1 y) x.
Lemma at2_value x y p : at2 x y p = value x y p.
Proof.
  induction p as [|c p IH]; [reflexivity|].
  change (at1 y c + x * at2 x y p = value1 y c + x * value x y p). now rewrite IH.
Qed.
Definition padd := plus_ poly1 (plus_ Z Z.add).
Definition pmul := times_ poly1 [] (plus_ Z Z.add) (times_ Z 0 Z.add Z.mul).
Definition pzero := zero_ poly1 (zero_ Z (Z.eqb 0)).
Definition peq := eq_ poly1 (zero_ Z (Z.eqb 0)) (eq_ Z (Z.eqb 0) Z.eqb).


Section Values.
Variables x y : Z.
Let E1 (a : Z) (Ha : (0 =? a) = true) : a = 0 := eq_sym (proj1 (Z.eqb_eq 0 a) Ha).
Let E2 (a b : Z) : (a =? b) = true -> a = b := proj1 (Z.eqb_eq a b).
Lemma value_1 : at2 x y [[1]] = 1.
Proof. unfold at2, at1, at_. cbn [fold_right]. ring. Qed.
Definition value_add := at_plus poly1 (plus_ Z Z.add) (at1 y) x (at_plus Z Z.add (fun z => z) y (fun _ _ =>
  eq_refl)).
Definition value_mul := at_times poly1 [] (plus_ Z Z.add) (times_ Z 0 Z.add Z.mul) (at1 y) x eq_refl
  (at_plus Z Z.add (fun z => z) y (fun _ _ => eq_refl))
  (at_times Z 0 Z.add Z.mul (fun z => z) y eq_refl (fun _ _ => eq_refl) (fun _ _ => eq_refl)).
Definition value_zero := at_zero poly1 (zero_ Z (Z.eqb 0)) (at1 y) x (at_zero Z (Z.eqb 0) (fun z => z) y E1).
Definition value_eq := at_eq poly1 (zero_ Z (Z.eqb 0)) (eq_ Z (Z.eqb 0) Z.eqb) (at1 y) x
  (at_zero Z (Z.eqb 0) (fun z => z) y E1) (at_eq Z (Z.eqb 0) Z.eqb (fun z => z) y E1 E2).
(* powers *)
Fixpoint power (w : poly) (n : nat) : poly := match n with O => [[1]] | S m => pmul w (power w m) end.
Lemma value_power w n : at2 x y (power w n) = value x y w ^ Z.of_nat n.
Proof.
  induction n as [|n IH]; [exact value_1|]. cbn [power]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  exact (eq_trans (value_mul w (power w n)) (f_equal2 Z.mul (at2_value x y w) IH)).
Qed.
End Values.

(* a check with numbers of any kind C that stand for integers: then sets that weigh z for each member have the
   coefficients as sums. z_weight says what a symbol weighs *)
Definition sums_each {A} (property : nat -> list A -> Prop) (z_weight : Z -> nat -> nat -> Z)
  (checked : forall C, C -> (C -> C -> C) -> (C -> C -> C) -> (C -> bool) -> (C -> C -> bool) -> C ->
    (nat -> nat -> C) -> list C -> list C -> bool) : Prop :=
  forall C c0 cadd cmul czero ceq (ev : C -> Z), ev c0 = 0 -> (forall a b, ev (cadd a b) = ev a + ev b) ->
  (forall a b, ev (cmul a b) = ev a * ev b) -> (forall a, czero a = true -> ev a = 0) ->
  (forall a b, ceq a b = true -> ev a = ev b) ->
  forall c1 cweight P Q z, ev c1 = 1 -> (forall i x, ev (cweight i x) = z_weight z i x) ->
  checked C c0 cadd cmul czero ceq c1 cweight P Q = true ->
  forall n, sums (property n) (fun s => z ^ Z.of_nat (length s)) (coefficient (map ev P) (map ev (tl Q)) n).
Lemma each_counts {A} (property : nat -> list A -> Prop) z_weight checked P Q :
  sums_each property z_weight checked -> (forall i x, z_weight 1 i x = 1) ->
  checked Z 0 Z.add Z.mul (Z.eqb 0) Z.eqb 1 (fun _ _ => 1) P Q = true ->
  forall n, counts (property n) (coefficient P (tl Q) n).
Proof.
  intros S W H n. rewrite <- (map_id P), <- (map_id (tl Q)).
  apply (sums_same (property n) _ (fun s => 1 ^ Z.of_nat (length s))); [tauto|intro; apply Z.pow_1_l; lia|].
  exact (S Z 0 Z.add Z.mul (Z.eqb 0) Z.eqb (fun z => z) eq_refl (fun _ _ => eq_refl) (fun _ _ => eq_refl)
    (fun a Ha => eq_sym (proj1 (Z.eqb_eq 0 a) Ha)) (fun a b => proj1 (Z.eqb_eq a b)) 1 _ P Q 1 eq_refl
    (fun i x => eq_sym (W i x)) H n).
Qed.
Lemma each_weighs {A} (property : nat -> list A -> Prop) z_weight checked w cweight P Q :
  sums_each property z_weight checked ->
  (forall x y i s, at2 x y (cweight i s) = z_weight (value x y w) i s) ->
  checked poly [] padd pmul pzero peq [[1]] cweight P Q = true -> weighs_each w property P Q.
Proof.
  intros S W H x y n. rewrite <- !(map_ext (at2 x y) (value x y)) by apply at2_value.
  exact (S poly [] padd pmul pzero peq (at2 x y) eq_refl (value_add x y) (value_mul x y) (value_zero x y)
    (value_eq x y) [[1]] cweight P Q (value x y w) (value_1 x y) (W x y) H n).
Qed.

Section Weighed.
Context {explore : Explorer}.
Definition weight_of (weights : list poly) (_ s : nat) : poly := nth s weights [[1]].
Definition checked_xy_with (weights : list poly) (e : boundary) (first h k : nat) (cs : list condition)
  (ws : list watch) (P Q : list poly) : bool :=
  strip_checked poly [] padd pmul pzero peq [[1]] (weight_of weights) e h k cs ws first P Q.
Lemma strip_weighs_with weights e first h k cs ws property P Q :
  checked_xy_with weights e first h k cs ws P Q = true ->
  mean_with e h k cs ws property -> weighs weights first property P Q.
Proof.
  intros H M x y n Hn. destruct (strip_boundary _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H) as [Bo [W R]].
  assert (S := strip_sum poly [] padd pmul pzero peq (at2 x y) eq_refl (value_add x y) (value_mul x y)
    (value_zero x y) (value_eq x y) [[1]] (value_1 x y) (weight_of weights) e h k cs ws first P Q H n Hn).
  rewrite !(map_ext (at2 x y) (value x y)) in S by (apply at2_value).
  refine (sums_same _ _ _ _ _ (fun b => M Bo W n b _) _ S); [destruct e; [trivial|lia]|].
  intro b. unfold weight_of.
  assert (V : forall i c, slice_weight (fun _ s => at2 x y (nth s weights [[1]])) i c = slice_weight
    (symbol_weight weights x y) i c).
  { intros i c. revert i. induction c as [|s c IH]; intro i; [reflexivity|]. cbn [slice_weight]. rewrite IH.
  unfold symbol_weight.
    now rewrite at2_value. }
  induction b as [|c b IH]; [reflexivity|]. cbn [board_weight]. now rewrite IH, V.
Qed.
End Weighed.
