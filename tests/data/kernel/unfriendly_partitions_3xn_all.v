(* unfriendly-partitions on 3xn.
   For every n from 0 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Arrays.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [Near [0]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[0]; [1]]%nat [[0; 0]; [0; 1]; [0; 2]; [0; 3]; [0; 4]; [1; 1]; [1; 2]; [1; 3]; [2; 2]]%nat; Near [1]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[0]; [1]]%nat [[0; 0]; [1; 0]; [1; 1]; [2; 0]; [2; 1]; [2; 2]; [3; 0]; [3; 1]; [4; 0]]%nat].
Definition P : list Z := [1; 0; 4; 1].
Definition Q : list Z := [1; -2; 0; -1].
Theorem unfriendly_partitions_3xn : forall n, (0 <= n)%nat -> counts (is_array Open false 3 2 windows nears n) (coefficient P (tl Q) n).
Proof. apply array_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions unfriendly_partitions_3xn.
