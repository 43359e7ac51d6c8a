(* alternating-sign-matrices on nx4.
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
Definition tallies : list tally := [Tally [Lies [(0, 0, [0]%nat)]; Lies [(0, 0, [1]%nat)]; Lies [(0, 0, [2]%nat)]] 1 [1]].
Definition readers : list (direction * automaton) := [(Across, Automaton [[3; 0; 2]; [3; 3; 3]; [0; 2; 3]]%nat [2]%nat); (Along, Automaton [[3; 0; 2]; [3; 3; 3]; [0; 2; 3]]%nat [2]%nat)].
Definition P : list Z := [0; 0; 0; 0; 42].
Definition Q : list Z := [1].
Theorem alternating_sign_matrices_nx4 : says (Number (Boards Open false 4 0) (ArrayRule 3 windows nears pins tallies readers) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions alternating_sign_matrices_nx4.
