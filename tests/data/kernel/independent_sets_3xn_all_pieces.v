(* independent-sets on 3xn.
   For every n from 0 on their sum of weights in x is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Weights.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [Near [1]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[1]]%nat [[0]]%nat].
Definition weights : list poly := [[[1]]; [[]; [1]]].
Definition P : list poly := [[[1]]; [[]; [2]; [1]]; [[]; []; [1]]; [[]; []; []; []; [-1]]].
Definition Q : list poly := [[[1]]; [[-1]; [-1]]; [[]; [-2]; [-3]; [-1]]; [[]; []; [-1]; []; [1]]; [[]; []; []; []; [1]]].
Theorem independent_sets_3xn : weighs weights 0 (fun n => (is_array Open false 3 2 windows nears n)) P Q.
Proof. apply array_weighs. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions independent_sets_3xn.
