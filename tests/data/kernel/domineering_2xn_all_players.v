(* domineering on 2xn.
   For every n >= 0 their sum of weights in x, y is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (1, 0)]; Piece 1 [(0, 0); (0, 1)]].
Definition apart : list (nat * nat) := []%nat.
Definition weights : list poly := [[[1]]; [[]; [1]]; [[0; 1]]].
Definition P : list poly := [[[1]]; [[0; -1]]].
Definition Q : list poly := [[[1]]; [[-1; -1]; [-1]]; [[0; -1; -1]; [0; 1]]; [[0; 0; 0; 1]]].
Theorem domineering_2xn : says (Weight (Boards Open false 2 0) (PieceRule pieces apart All) weights P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_2xn.
