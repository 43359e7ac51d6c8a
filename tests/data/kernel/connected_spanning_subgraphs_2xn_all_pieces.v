(* connected-spanning-subgraphs on 2xn.
   For every n from 0 on their sum of weights in x is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Connected.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition weight : poly := [[]; [1]].
Definition P : list poly := [[]; [[]; [1]]].
Definition Q : list poly := [[[1]]; [[]; []; [-4]; [-1]]; [[]; []; []; []; [1]; [1]]].
Theorem connected_spanning_subgraphs_2xn : weighs_each weight (fun n => (good_edges (Connected.grid 2) (wanted false 1 [0; 1]%nat) n)) P Q.
Proof. apply strip_sets_weigh. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions connected_spanning_subgraphs_2xn.
