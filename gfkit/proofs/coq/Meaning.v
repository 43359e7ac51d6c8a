(* What a reader must believe: the definitions that the theorems speak of, and nothing else. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(* ================= definitions that the statements use ================= *)
Definition slice := list nat.
Definition board := list slice.
Fixpoint total {A} (f : A -> Z) (s : list A) : Z := match s with [] => 0 | a :: s' => f a + total f s' end.

(* all slices whose slots i, i+1, ... take a symbol of their alphabets, and all boards of n slices *)
Fixpoint all_slices (alphabets : list (list nat)) : list slice :=
  match alphabets with [] => [[]] | a :: r => flat_map (fun x => map (cons x) (all_slices r)) a end.
Fixpoint all_boards (alphabets : list (list nat)) (n : nat) : list board :=
  match n with O => [[]] | S m => flat_map (fun c => map (cons c) (all_boards alphabets m)) (all_slices alphabets) end.

(* the product of the weights of all symbols; weight i x for symbol x in slot i of a slice *)
Fixpoint slice_weight (weight : nat -> nat -> Z) (i : nat) (c : slice) : Z :=
  match c with [] => 1 | x :: c' => weight i x * slice_weight weight (S i) c' end.
Fixpoint board_weight (weight : nat -> nat -> Z) (b : board) : Z :=
  match b with [] => 1 | c :: b' => slice_weight weight 0 c * board_weight weight b' end.

(* power series of P / (1 + q1 t + q2 t^2 + ...) by long division *)
Fixpoint dot (a b : list Z) : Z := match a, b with x :: a', y :: b' => x * y + dot a' b' | _, _ => 0 end.
Fixpoint series (P qs : list Z) (n : nat) : list Z :=   (* the first n coefficients, the last one first *)
  match n with O => [] | S m => let l := series P qs m in (nth m P 0 - dot qs l) :: l end.
Definition coefficient (P qs : list Z) (n : nat) : Z := hd 0 (series P qs (S n)).
