(* Two 11 on 2xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [].
Definition pins : list pin := [].
Definition tallies : list tally := [Tally [Lies [(0, 0, [1]%nat); (0, 1, [1]%nat)]] 3 [2]].
Definition readers : list (direction * automaton) := [].
Definition P : list Z := [0; 0; 1; 8; -21; 17; -6; -1].
Definition Q : list Z := [1; -6; 6; 19; -24; -24; 19; 6; -6; 1].
Theorem Two_11_2xn : says (Number (Boards Open false 2 0) (ArrayRule 2 windows nears pins tallies readers) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions Two_11_2xn.
