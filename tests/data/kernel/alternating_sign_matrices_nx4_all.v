(* alternating-sign-matrices on nx4.
   For every n from 0 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Totals.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [].
Definition pins : list pin := [].
Definition tallies : list tally := [].
Definition readers : list (direction * automaton) := [(Across, Automaton [[3; 0; 2]; [3; 3; 3]; [0; 2; 3]]%nat [2]%nat); (Along, Automaton [[3; 0; 2]; [3; 3; 3]; [0; 2; 3]]%nat [2]%nat)].
Definition P : list Z := [1; 0; 0; 0; 42].
Definition Q : list Z := [1].
Theorem alternating_sign_matrices_nx4 : forall n, (0 <= n)%nat -> counts (is_whole_array Open false 4 3 windows nears pins tallies readers n) (coefficient P (tl Q) n).
Proof. apply whole_array_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions alternating_sign_matrices_nx4.
