(* connected-induced-subgraphs on 3xn.
   For every n >= 0 their sum of weights in x is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition weight : poly := [[]; [1]].
Definition P : list poly := [[]; [[]; [3]; [2]; [1]]; [[]; []; [-3]; [-8]; [-3]]; [[]; []; []; []; [5]; [5]; [2]; [2]]; [[]; []; []; []; []; []; [-1]; [-3]; [-2]]; [[]; []; []; []; []; []; []; []; [-1]; [-5]; [-2]]; [[]; []; []; []; []; []; []; []; []; []; []; [2]]].
Definition Q : list poly := [[[1]]; [[-2]; [-2]; [-4]; [-1]]; [[1]; [4]; [9]; [7]; [4]; [1]]; [[]; [-2]; [-6]; [-11]; [-9]; [-4]; [-1]; [-2]]; [[]; []; [1]; [5]; [6]; [5]; [1]; [4]]; [[]; []; []; []; [-1]; [-2]; [1]; [-2]; [1]; [4]; [2]]; [[]; []; []; []; []; []; [-1]; []; [-2]; [-8]; [-4]; [-1]]; [[]; []; []; []; []; []; []; []; [1]; [4]; [2]; [2]]; [[]; []; []; []; []; []; []; []; []; []; []; [-1]]].
Theorem connected_induced_subgraphs_3xn : says (ConnectedWeight [[3]; [1; 3]; [1; 3]]%nat CellsOf weight P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions connected_induced_subgraphs_3xn.
