(* domineering (maximal) on torus:nx3.
   For every n >= 3 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (0, 1)]; Piece 1 [(0, 0); (1, 0)]].
Definition apart : list (nat * nat) := []%nat.
Definition P : list Z := [0; 0; 0; 84; 188; 275; 126; 68; -242; -247; -33; -391; -95; 143; 0; -40; 20].
Definition Q : list Z := [1; -2; -7; -12; -10; 0; 13; -6; -1; 27; 4; -9; 1; 2; -1].
Theorem domineering_torus_nx3 : says (Number (Boards (Ring []) true 3 3) (PieceRule pieces apart (Stuck [0; 1]%nat)) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_torus_nx3.
