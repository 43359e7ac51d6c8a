(* Few between on cylinder:3xn.
   For every n >= 0 their sum of weights in x is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [Near [1]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[1]]%nat [[0]]%nat].
Definition pins : list pin := [].
Definition tallies : list tally := [Tally [Fits (Near [0]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[1]]%nat [[2]; [3]; [4]]%nat); Fits (Near [1]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[1]]%nat [[2]; [3]; [4]]%nat)] 3 [0; 1; 2]; Tally [Lies [(0, 0, [0]%nat); (0, 1, [0]%nat)]; Lies [(0, 0, [0]%nat); (1, 0, [0]%nat)]] 3 [3]].
Definition readers : list (direction * automaton) := [].
Definition weights : list poly := [[[1]]; [[]; [1]]].
Definition P : list poly := [[]; [[1]]; [[-2]; [6]; [6]]; [[1]; [-15]; [3]]; [[]; [6]; [-36]; [-12]]; [[]; [3]; [12]; [-33]]; [[]; []; [21]; [18]]; [[]; []; [3]; [46]; [24]]; [[]; []; []; [16]; [36]]; [[]; []; []; [1]; [18]]; [[]; []; []; []; [3]]].
Definition Q : list poly := [[[1]]; [[-3]]; [[3]; [-6]]; [[-1]; [9]]; [[]; []; [12]]; [[]; [-3]]; [[]; []; [-9]; [-8]]; [[]; []; [-3]; [-12]]; [[]; []; []; [-6]]; [[]; []; []; [-1]]].
Theorem Few_between_cylinder_3xn : says (Weight (Boards Open true 3 0) (ArrayRule 2 windows nears pins tallies readers) weights P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions Few_between_cylinder_3xn.
