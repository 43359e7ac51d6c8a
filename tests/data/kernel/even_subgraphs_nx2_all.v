(* even-subgraphs on nx2.
   For every n from 0 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Edges.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition edges : list (nat * nat * nat) := [(0, 1, 0); (0, 0, 1); (1, 1, 1)]%nat.
Definition degrees : list nat := [0; 2]%nat.
Definition P : list Z := [1; -1].
Definition Q : list Z := [1; -2].
Theorem even_subgraphs_nx2 : forall n, (0 <= n)%nat -> counts (edge_set Open 2 edges degrees n) (coefficient P (tl Q) n).
Proof. apply edges_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions even_subgraphs_nx2.
