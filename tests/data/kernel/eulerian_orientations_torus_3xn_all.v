(* eulerian-orientations on torus:3xn.
   For every n >= 3 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition edges : list (nat * nat * nat) := [(0, 1, 0); (1, 2, 0); (2, 0, 0); (0, 0, 1); (1, 1, 1); (2, 2, 1)]%nat.
Definition degrees : list (list nat) := [[0; 0]; [1; 1]; [2; 2]]%nat.
Definition P : list Z := [0; 0; 0; 148; -488; 352].
Definition Q : list Z := [1; -7; 14; -8].
Theorem eulerian_orientations_torus_3xn : says (Number (Boards (Ring []) false 0 3) (DirectedRule 3 edges degrees) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions eulerian_orientations_torus_3xn.
