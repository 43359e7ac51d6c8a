(* domineering-maximal-tiles on 4xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition tiles : list (sides nat) := [Sides 0 1 1 0; Sides 2 0 0 0; Sides 2 0 0 1; Sides 0 0 2 0; Sides 1 0 2 0; Sides 0 0 2 1; Sides 1 0 2 1; Sides 0 0 0 2; Sides 1 0 0 2; Sides 0 2 0 0; Sides 1 2 0 0; Sides 0 2 0 1; Sides 1 2 0 1]%nat.
Definition border : sides (list nat) := (Sides [0] [0; 1] [0; 1] [0])%nat.
Definition P : list Z := [1; -2; -6; 7; 11; -57; 71; -5; -100; 241; -196; 65; 196; -416; 180; 101; -303; 98; 69; -117; 91; -56; -16; 16; -14; 20; 9; -8; 3; 2; -1; -1].
Definition Q : list Z := [1; -4; -9; -6; 22; -117; 134; -62; 35; 187; -85; 67; 39; -471; 149; 218; -725; 643; -275; -600; 523; 66; -806; 500; 348; -85; -39; 29; -48; 3; 2; -1; 0; 1].
Theorem domineering_maximal_tiles_4xn : says (Number (Boards Open false 4 0) (TileRule tiles border) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_maximal_tiles_4xn.
