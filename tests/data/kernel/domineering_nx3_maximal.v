(* domineering (maximal) on nx3.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (0, 1)]; Piece 1 [(0, 0); (1, 0)]].
Definition apart : list (nat * nat) := []%nat.
Definition P : list Z := [1; 1; -2; -4; 1; 0; -1; 1; -1; 0; 0; -1; 0; 1].
Definition Q : list Z := [1; -1; -5; -11; -5; -14; -8; -3; 0; 5; 11; 1; -2; 0; 0; -1].
Theorem domineering_nx3 : says (Number (Boards Open false 3 0) (PieceRule pieces apart (Stuck [0; 1]%nat)) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_nx3.
