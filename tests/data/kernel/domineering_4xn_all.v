(* domineering on 4xn.
   For every n from 0 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Pieces.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (1, 0)]; Piece 1 [(0, 0); (0, 1)]].
Definition apart : list (nat * nat) := []%nat.
Definition P : list Z := [1; -4; -15; 20; 10; -11; -2; 1].
Definition Q : list Z := [1; -9; -41; 41; 111; -91; -29; 23; 1; -1].
Theorem domineering_4xn : forall n, (0 <= n)%nat -> counts (legal Open false 4 pieces apart n) (coefficient P (tl Q) n).
Proof. apply placement_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_4xn.
