(* rooks on 3xn.
   For every n >= 0 their sum of weights in x is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [].
Definition pins : list pin := [].
Definition tallies : list tally := [].
Definition readers : list (direction * automaton) := [(Along, Automaton [[0; 1]; [1; 3]; [3; 3]]%nat [0; 1]%nat); (Across, Automaton [[0; 1]; [1; 3]; [3; 3]]%nat [0; 1]%nat)].
Definition weights : list poly := [[[1]]; [[]; [1]]].
Definition P : list poly := [[[1]]; [[-3]; [3]]; [[3]; [-6]; [6]]; [[-1]; [3]; [-6]; [6]]].
Definition Q : list poly := [[[1]]; [[-4]]; [[6]]; [[-4]]; [[1]]].
Theorem rooks_3xn : says (Weight (Boards Open false 3 0) (ArrayRule 2 windows nears pins tallies readers) weights P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions rooks_3xn.
