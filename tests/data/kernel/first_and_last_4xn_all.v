(* First and last on 4xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [[(0, 0, [0]%nat); (0, 1, [0]%nat)]; [(0, 0, [1]%nat); (0, 1, [1]%nat)]; [(0, 0, [2]%nat); (0, 1, [2]%nat)]].
Definition nears : list near_rule := [].
Definition pins : list pin := [(Some (0), Some (0), [0]%nat); (Some (-1), Some (-1), [0; 2]%nat); (Some (1), Some (0), [1; 2]%nat); (Some (-2), Some (1), [1; 2]%nat); (Some (2), Some (-1), [1; 2]%nat)].
Definition tallies : list tally := [].
Definition readers : list (direction * automaton) := [].
Definition P : list Z := [1; 0; -64; -1024].
Definition Q : list Z := [1; -8; -128].
Theorem First_and_last_4xn : says (Number (Boards Open false 4 0) (ArrayRule 3 windows nears pins tallies readers) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions First_and_last_4xn.
