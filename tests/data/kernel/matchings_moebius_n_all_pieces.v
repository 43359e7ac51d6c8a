(* matchings on moebius:n.
   For every n >= 3 their sum of weights in x is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition edges : list (nat * nat * nat) := [(0, 1, 0); (0, 0, 1); (1, 1, 1)]%nat.
Definition degrees : list nat := [0; 1]%nat.
Definition weights : list poly := [[[1]]; [[]; [1]]].
Definition P : list poly := [[]; []; []; [[1]; [9]; [18]; [6]]; [[]; [2]; [15]; [20]; [1]]; [[]; []; [1]; [5]; [-4]; [-6]]; [[]; []; []; []; [-1]; [-6]; [-3]]].
Definition Q : list poly := [[[1]]; [[-1]; [-1]]; [[]; [-2]; [-2]]; [[]; []; [-1]; [1]]; [[]; []; []; []; [1]]].
Theorem matchings_moebius_n : says (Weight (Boards (Ring [0; 2; 1]%nat) false 0 3) (EdgeRule 2 edges degrees None) weights P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions matchings_moebius_n.
