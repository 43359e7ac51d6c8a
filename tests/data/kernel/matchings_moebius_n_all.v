(* matchings on moebius:n.
   For every n from 3 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Edges.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition edges : list (nat * nat * nat) := [(0, 1, 0); (0, 0, 1); (1, 1, 1)]%nat.
Definition degrees : list nat := [0; 1]%nat.
Definition P : list Z := [0; 0; 0; 34; 38; -4; -10].
Definition Q : list Z := [1; -2; -4; 0; 1].
Theorem matchings_moebius_n : forall n, (3 <= n)%nat -> counts (edge_set (Ring [0; 2; 1]%nat) 2 edges degrees n) (coefficient P (tl Q) n).
Proof. apply edges_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions matchings_moebius_n.
