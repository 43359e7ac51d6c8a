(* unfriendly-partitions on 3xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [Near [0]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[0]; [1]]%nat [[0; 0]; [0; 1]; [0; 2]; [0; 3]; [0; 4]; [1; 1]; [1; 2]; [1; 3]; [2; 2]]%nat; Near [1]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[0]; [1]]%nat [[0; 0]; [1; 0]; [1; 1]; [2; 0]; [2; 1]; [2; 2]; [3; 0]; [3; 1]; [4; 0]]%nat].
Definition pins : list pin := [].
Definition tallies : list tally := [].
Definition readers : list (direction * automaton) := [].
Definition P : list Z := [1; 0; 4; 1].
Definition Q : list Z := [1; -2; 0; -1].
Theorem unfriendly_partitions_3xn : says (Number (Boards Open false 3 0) (ArrayRule 2 windows nears pins tallies readers) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions unfriendly_partitions_3xn.
