(* domineering-tiles on torus:3xn.
   For every n >= 3 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition tiles : list (sides nat) := [Sides 0 0 0 0; Sides 1 0 0 0; Sides 0 0 1 0; Sides 0 0 0 1; Sides 0 1 0 0]%nat.
Definition border : sides (list nat) := (Sides [0] [0] [0] [0])%nat.
Definition P : list Z := [0; 0; 0; 370; 914; 134; -596; -56; 60].
Definition Q : list Z := [1; -5; -16; -3; 10; 1; -1].
Theorem domineering_tiles_torus_3xn : says (Number (Boards (Ring []) true 3 3) (TileRule tiles border) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_tiles_torus_3xn.
