(* independent-sets on torus:6xn.
   For every n >= 3 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [Near [1]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[1]]%nat [[0]]%nat].
Definition pins : list pin := [].
Definition tallies : list tally := [].
Definition readers : list (direction * automaton) := [].
Definition P : list Z := [0; 0; 0; 1300; 13795; 14641; -103702; -69690; 247279; 26001; -203487; 58243; 23582; -7150; -795; 199].
Definition Q : list Z := [1; -4; -84; -89; 575; 360; -1301; -115; 1032; -295; -119; 36; 4; -1].
Theorem independent_sets_torus_6xn : says (Number (Boards (Ring []) true 6 3) (ArrayRule 2 windows nears pins tallies readers) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions independent_sets_torus_6xn.
