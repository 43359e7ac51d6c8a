(* domineering-right-end-tiles on nx3.
   For every n >= 0 their sum of weights in x, y is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition tiles : list (sides nat) := [Sides 0 0 1 0; Sides 0 0 0 2; Sides 1 0 0 2; Sides 0 2 0 0; Sides 1 2 0 0; Sides 2 0 0 0; Sides 0 0 2 0; Sides 1 0 2 0]%nat.
Definition border : sides (list nat) := (Sides [0] [0] [0; 1] [0])%nat.
Definition weights : list poly := [[[1]]; [[]; [1]]; [[]; [1]]; [[1]]; [[1]]; [[0; 1]]; [[1]]; [[1]]].
Definition P : list poly := [[[1]]; [[]; [-1]]; [[]; []; [-2]; [-2]]; [[]; []; []; []; [1]]; [[]; []; []; []; []; []; [1]]].
Definition Q : list poly := [[[1]]; [[0; -2]; [-1]]; [[]; [-1; 2; -2]; [-5]; [-3]]; [[]; []; [1]; [1]; [2]]; [[]; []; []; []; [5; -6; 2]; [5]; [3]]; [[]; []; []; []; []; []; [-4; 2]; [-1]]; [[]; []; []; []; []; []; []; []; []; [-1]]].
Theorem domineering_right_end_tiles_nx3 : says (Weight (Boards Open false 3 0) (TileRule tiles border) weights P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_right_end_tiles_nx3.
