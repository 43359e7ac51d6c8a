(* domino-tilings on 4xn.
   For every n from 0 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Pieces.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (0, 1)]; Piece 1 [(0, 0); (1, 0)]].
Definition apart : list (nat * nat) := []%nat.
Definition P : list Z := [1; 0; -1].
Definition Q : list Z := [1; -1; -5; -1; 1].
Theorem domino_tilings_4xn : forall n, (0 <= n)%nat -> counts (fun b => legal Open false 4 pieces apart n b /\ full Open false 4 pieces n b) (coefficient P (tl Q) n).
Proof. apply cover_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domino_tilings_4xn.
