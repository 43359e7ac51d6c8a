(* Weights in Z[x, y]: computed with polynomials, stated for all integers x and y. *)
Require Import ZArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses.
Import ListNotations.
Local Open Scope Z_scope.

Section Polynomials.                                 (* over numbers C that stand for integers *)
Variables (C : Type) (c0 : C) (cadd cmul : C -> C -> C) (czero : C -> bool) (ceq : C -> C -> bool) (ev : C -> Z) (x : Z).
Hypothesis ev0 : ev c0 = 0.
Hypothesis ev_add : forall a b, ev (cadd a b) = ev a + ev b.
Hypothesis ev_mul : forall a b, ev (cmul a b) = ev a * ev b.
Hypothesis ev_zero : forall a, czero a = true -> ev a = 0.
Hypothesis ev_eq : forall a b, ceq a b = true -> ev a = ev b.
Definition at_ (p : list C) : Z := fold_right (fun c r => ev c + x * r) 0 p.
Fixpoint plus_ (p q : list C) : list C :=
  match p, q with [], _ => q | _, [] => p | a :: p', b :: q' => cadd a b :: plus_ p' q' end.
Fixpoint times_ (p q : list C) : list C :=
  match p with [] => [] | a :: p' => plus_ (map (cmul a) q) (match times_ p' q with [] => [] | r => c0 :: r end) end.
Definition zero_ (p : list C) : bool := forallb czero p.
Fixpoint eq_ (p q : list C) : bool :=
  match p, q with [], _ => zero_ q | _, [] => zero_ p | a :: p', b :: q' => ceq a b && eq_ p' q' end.
Lemma at_plus p : forall q, at_ (plus_ p q) = at_ p + at_ q.
Proof. induction p as [|a p IH]; intros [|b q]; cbn [at_ plus_ fold_right]; try lia. fold (at_ (plus_ p q)) (at_ p) (at_ q). rewrite ev_add, IH. ring. Qed.
Lemma at_map a q : at_ (map (cmul a) q) = ev a * at_ q.
Proof. induction q as [|b q IH]; cbn [map at_ fold_right]; [ring|]. fold (at_ (map (cmul a) q)) (at_ q). rewrite ev_mul, IH. ring. Qed.
Lemma at_times p q : at_ (times_ p q) = at_ p * at_ q.
Proof.
  induction p as [|a p IH]; [reflexivity|]. cbn [times_]. rewrite at_plus, at_map.
  replace (at_ (a :: p)) with (ev a + x * at_ p) by reflexivity. rewrite Z.mul_add_distr_r, <- Z.mul_assoc, <- IH. f_equal.
  destruct (times_ p q) as [|c r]; [cbn; lia|]. change (at_ (c0 :: c :: r)) with (ev c0 + x * at_ (c :: r)). rewrite ev0. ring.
Qed.
Lemma at_zero p : zero_ p = true -> at_ p = 0.
Proof.
  induction p as [|a p IH]; [reflexivity|]. cbn [zero_ forallb]. intro H. apply andb_true_iff in H. destruct H as [H1 H2].
  cbn [at_ fold_right]. fold (at_ p). rewrite (ev_zero _ H1), (IH H2). ring.
Qed.
Lemma at_eq p : forall q, eq_ p q = true -> at_ p = at_ q.
Proof.
  induction p as [|a p IH]; intros [|b q] H; cbn [eq_] in H.
  - reflexivity.
  - symmetry. now apply at_zero.
  - now apply at_zero.
  - apply andb_true_iff in H. destruct H as [H1 H2]. cbn [at_ fold_right]. fold (at_ p) (at_ q). now rewrite (ev_eq _ _ H1), (IH _ H2).
Qed.
End Polynomials.

Definition poly1 := list Z.                          (* in y *)
Definition poly := list poly1.                       (* in x, coefficients in y *)
Definition at1 (y : Z) : poly1 -> Z := at_ Z (fun z => z) y.
Definition value (x y : Z) : poly -> Z := at_ poly1 (at1 y) x.
Definition padd := plus_ poly1 (plus_ Z Z.add).
Definition pmul := times_ poly1 [] (plus_ Z Z.add) (times_ Z 0 Z.add Z.mul).
Definition pzero := zero_ poly1 (zero_ Z (Z.eqb 0)).
Definition peq := eq_ poly1 (zero_ Z (Z.eqb 0)) (eq_ Z (Z.eqb 0) Z.eqb).

Section System.
Variables (alphabets : list (list nat)) (patterns : list (list clause)) (outside reach : nat) (weights : list poly).
Definition weight_of (_ x : nat) : poly := nth x weights [[1]].   (* of symbol x *)
Definition certified_xy (P Q : list poly) (layers : list (layer owed)) (start e : nat) : bool :=
  negb (length alphabets =? 0)%nat &&
  check owed alphabets (step patterns) (final outside []) dead same poly [] padd pmul pzero peq [[1]] weight_of
    P Q layers start (opening patterns (frame alphabets outside reach)) e.
Theorem weighted_strip P Q layers start e : certified_xy P Q layers start e = true ->
  forall x y n, weighted_count alphabets patterns outside reach (fun i s => value x y (weight_of i s)) n
              = coefficient (map (value x y) P) (map (value x y) (tl Q)) n.
Proof.
  unfold certified_xy. intros H x y n. apply andb_true_iff in H. destruct H as [W H]. apply negb_true_iff, Nat.eqb_neq in W.
  unfold weighted_count. rewrite weighted_amount by (exact W || apply frame_slices).
  assert (E1 : forall a : Z, (0 =? a) = true -> a = 0) by (intros a Ha; symmetry; now apply Z.eqb_eq).
  assert (E2 : forall a b : Z, (a =? b) = true -> a = b) by (intros a b; apply Z.eqb_eq).
  pose (z1 := at_zero Z (Z.eqb 0) (fun z => z) y E1).
  pose (q1 := at_eq Z (Z.eqb 0) Z.eqb (fun z => z) y E1 E2).
  pose (a1 := at_plus Z Z.add (fun z => z) y (fun _ _ => eq_refl)).
  pose (m1 := at_times Z 0 Z.add Z.mul (fun z => z) y eq_refl (fun _ _ => eq_refl) (fun _ _ => eq_refl)).
  exact (machine_strip owed alphabets _ (step patterns) (final outside []) dead (equiv outside) same
    (same_equiv outside) (equiv_step patterns outside) (equiv_final outside []) (dead_step patterns) (dead_final outside [])
    poly [] padd pmul pzero peq (value x y) eq_refl
    (at_plus poly1 (plus_ Z Z.add) (at1 y) x a1)
    (at_times poly1 [] (plus_ Z Z.add) (times_ Z 0 Z.add Z.mul) (at1 y) x eq_refl a1 m1)
    (at_zero poly1 (zero_ Z (Z.eqb 0)) (at1 y) x z1)
    (at_eq poly1 (zero_ Z (Z.eqb 0)) (eq_ Z (Z.eqb 0) Z.eqb) (at1 y) x z1 q1)
    [[1]] (ltac:(unfold value, at1, at_; cbn [fold_right]; ring)) weight_of (fun _ _ => eq_refl) P Q layers start (opening patterns (frame alphabets outside reach)) e H n).
Qed.
End System.
