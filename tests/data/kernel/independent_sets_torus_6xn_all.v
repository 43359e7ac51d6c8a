(* independent-sets on torus:6xn.
   For every n from 3 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Arrays.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition windows : list window := [].
Definition nears : list near_rule := [Near [1]%nat [(0, 1); (1, 0); (0, -1); (-1, 0)] [[1]]%nat [[0]]%nat].
Definition P : list Z := [0; 0; 0; 1300; 13795; 14641; -103702; -69690; 247279; 26001; -203487; 58243; 23582; -7150; -795; 199].
Definition Q : list Z := [1; -4; -84; -89; 575; 360; -1301; -115; 1032; -295; -119; 36; 4; -1].
Theorem independent_sets_torus_6xn : forall n, (3 <= n)%nat -> counts (is_array (Ring []) true 6 2 windows nears n) (coefficient P (tl Q) n).
Proof. apply array_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions independent_sets_torus_6xn.
