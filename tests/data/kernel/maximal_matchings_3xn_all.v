(* maximal-matchings on 3xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition edges : list (nat * nat * nat) := [(0, 1, 0); (1, 2, 0); (0, 0, 1); (1, 1, 1); (2, 2, 1)]%nat.
Definition degrees : list nat := [0; 1]%nat.
Definition left_ends : list (list nat) := [[0; 1]; [1; 0]; [1; 1]]%nat.
Definition taken_ends : list (list nat) := [[1; 1]]%nat.
Definition P : list Z := [1; 1; -2; -4; 1; 0; -1; 1; -1; 0; 0; -1; 0; 1].
Definition Q : list Z := [1; -1; -5; -11; -5; -14; -8; -3; 0; 5; 11; 1; -2; 0; 0; -1].
Theorem maximal_matchings_3xn : says (Number (Boards Open false 0 0) (EdgeRule 3 edges degrees (Some (left_ends, taken_ends))) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions maximal_matchings_3xn.
