(* domineering (maximal) on nx3.
   For every n from 0 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Pieces.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (0, 1)]; Piece 1 [(0, 0); (1, 0)]].
Definition apart : list (nat * nat) := []%nat.
Definition stuck : list nat := [0; 1]%nat.
Definition P : list Z := [1; 1; -2; -4; 1; 0; -1; 1; -1; 0; 0; -1; 0; 1].
Definition Q : list Z := [1; -1; -5; -11; -5; -14; -8; -3; 0; 5; 11; 1; -2; 0; 0; -1].
Theorem domineering_nx3 : forall n, (0 <= n)%nat -> counts (fun b => legal Open false 3 pieces apart n b /\ no_move Open false 3 pieces apart stuck n b) (coefficient P (tl Q) n).
Proof. apply ends_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_nx3.
