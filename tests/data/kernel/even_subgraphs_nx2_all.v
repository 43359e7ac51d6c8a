(* even-subgraphs on nx2.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition edges : list (nat * nat * nat) := [(0, 1, 0); (0, 0, 1); (1, 1, 1)]%nat.
Definition degrees : list nat := [0; 2]%nat.
Definition P : list Z := [1; -1].
Definition Q : list Z := [1; -2].
Theorem even_subgraphs_nx2 : says (Number (Boards Open false 0 0) (EdgeRule 2 edges degrees None) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions even_subgraphs_nx2.
