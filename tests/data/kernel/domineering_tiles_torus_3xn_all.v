(* domineering-tiles on torus:3xn.
   For every n from 3 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Tiles.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition tiles : list (sides nat) := [Sides 0 0 0 0; Sides 1 0 0 0; Sides 0 0 1 0; Sides 0 0 0 1; Sides 0 1 0 0]%nat.
Definition border : sides (list nat) := (Sides [0] [0] [0] [0])%nat.
Definition P : list Z := [0; 0; 0; 370; 914; 134; -596; -56; 60].
Definition Q : list Z := [1; -5; -16; -3; 10; 1; -1].
Theorem domineering_tiles_torus_3xn : forall n, (3 <= n)%nat -> counts (tiling (Ring []) true 3 tiles border n) (coefficient P (tl Q) n).
Proof. apply tiles_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_tiles_torus_3xn.
