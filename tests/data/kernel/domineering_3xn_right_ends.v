(* domineering (right-ends) on 3xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (1, 0)]; Piece 1 [(0, 0); (0, 1)]].
Definition apart : list (nat * nat) := []%nat.
Definition P : list Z := [1; 2; -3; -4; -1; 2; -11; 12; -1; 2; 0; 6; -4; 0; 0; 0; -1].
Definition Q : list Z := [1; -1; -9; -16; 4; 7; 3; 16; 18; -13; -2; 3; -3; -9; 3; 1; 0; 0; 1].
Theorem domineering_3xn : says (Number (Boards Open false 3 0) (PieceRule pieces apart (Stuck [1]%nat)) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_3xn.
