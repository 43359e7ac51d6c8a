(* edge-covers on 3xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition edges : list (nat * nat * nat) := [(0, 1, 0); (1, 2, 0); (0, 0, 1); (1, 1, 1); (2, 2, 1)]%nat.
Definition degrees : list nat := [1; 2; 3; 4]%nat.
Definition P : list Z := [1; -19; -77; -15; 54; -8].
Definition Q : list Z := [1; -20; -100; -24; 95; -10; -8].
Theorem edge_covers_3xn : says (Number (Boards Open false 0 0) (EdgeRule 3 edges degrees None) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions edge_covers_3xn.
