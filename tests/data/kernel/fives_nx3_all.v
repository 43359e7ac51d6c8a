(* Fives on nx3.
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
Definition tallies : list tally := [Tally [Lies [(0, 0, [0]%nat); (1, 0, [1]%nat)]; Lies [(0, 0, [1]%nat); (1, 0, [0]%nat)]] 5 [0; 1; 2; 3; 4]].
Definition readers : list (direction * automaton) := [(Along, Automaton [[0; 1]; [2; 3]; [4; 0]; [1; 2]; [3; 4]]%nat [0]%nat); (Across, Automaton [[0; 1]; [2; 1]; [2; 4]; [4; 4]]%nat [0; 1; 2]%nat)].
Definition P : list Z := [1; -4; -3; 34; -31; -12; 88; -157; 439; -868; 864; 3543; -11985; 17554; 3662; -102559; 84948; 265948; -310725; -569589; 979900; 660518; -1455614; 25784; 167080; 280864; -686272; 66944; -68352].
Definition Q : list Z := [1; -5; 1; 31; -68; 88; 60; -732; 1158; -174; -1530; 4410; -6020; 940; 5500; -10940; 13825; -3605; -7935; 13215; -15936; 5700; 5184; -7776; 9088; -3968; -1280; 1792; -2048; 1024].
Theorem Fives_nx3 : says (Number (Boards Open false 3 0) (ArrayRule 2 windows nears pins tallies readers) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions Fives_nx3.
