(* domino-tilings on 4xn.
   For every n >= 0 their number is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (0, 1)]; Piece 1 [(0, 0); (1, 0)]].
Definition apart : list (nat * nat) := []%nat.
Definition P : list Z := [1; 0; -1].
Definition Q : list Z := [1; -1; -5; -1; 1].
Theorem domino_tilings_4xn : says (Number (Boards Open false 4 0) (PieceRule pieces apart Full) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domino_tilings_4xn.
