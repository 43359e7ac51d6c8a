(* dominating-sets on 3xn.
   For every n from 0 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Arrays.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [Near [0]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[1]]%nat [[1]; [2]; [3]; [4]]%nat].
Definition P : list Z := [1; -1; 6; -2; 1; -3; -9; -1; 0; 2; 1; 1].
Definition Q : list Z := [1; -6; -5; -22; -7; -8; 18; 20; 1; -4; -3; 0; -1].
Theorem dominating_sets_3xn : forall n, (0 <= n)%nat -> counts (is_array Open false 3 2 windows nears n) (coefficient P (tl Q) n).
Proof. apply array_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions dominating_sets_3xn.
