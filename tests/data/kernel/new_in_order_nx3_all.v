(* New in order on nx3.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [[(0, 0, [1]%nat); (1, 0, [1]%nat)]].
Definition nears : list near_rule := [].
Definition pins : list pin := [].
Definition tallies : list tally := [Tally [Lies [(0, 0, [1]%nat); (1, 0, [2]%nat)]; Lies [(0, 0, [1]%nat); (1, 0, [3]%nat)]; Lies [(0, 0, [2]%nat); (1, 0, [1]%nat)]; Lies [(-1, 0, [3]%nat); (0, 0, [1]%nat)]; Lies [(0, 0, [1]%nat); (0, 1, [2]%nat)]; Lies [(0, 0, [1]%nat); (0, 1, [3]%nat)]; Lies [(0, 0, [2]%nat); (0, 1, [1]%nat)]; Lies [(0, -1, [3]%nat); (0, 0, [1]%nat)]] 3 [0; 1; 2]].
Definition readers : list (direction * automaton) := [(Throughout, Automaton [[1; 4; 4]; [1; 2; 4]; [2; 2; 3]; [3; 3; 3]]%nat [0; 1; 2; 3]%nat)].
Definition P : list Z := [1; -26; 249; -992; 740; 4916; -8798; -2478; 15452; -20912; 2752; 41472; -14336; -24576].
Definition Q : list Z := [1; -28; 282; -1152; 1053; 3684; -6464; -3520; 9216; 1024; -4096].
Theorem New_in_order_nx3 : says (Number (Boards Open false 3 0) (ArrayRule 3 windows nears pins tallies readers) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions New_in_order_nx3.
