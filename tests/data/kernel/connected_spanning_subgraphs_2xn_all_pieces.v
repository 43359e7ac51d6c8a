(* connected-spanning-subgraphs on 2xn.
   For every n >= 0 their sum of weights in x is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition weight : poly := [[]; [1]].
Definition P : list poly := [[]; [[]; [1]]].
Definition Q : list poly := [[[1]]; [[]; []; [-4]; [-1]]; [[]; []; []; []; [1]; [1]]].
Theorem connected_spanning_subgraphs_2xn : says (ConnectedWeight [[2]; [1; 2]]%nat (EdgesOf false 1 [0; 1]%nat) weight P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions connected_spanning_subgraphs_2xn.
