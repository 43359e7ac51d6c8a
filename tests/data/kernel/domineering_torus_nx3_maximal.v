(* domineering (maximal) on torus:nx3.
   For every n from 3 on their number is the coefficient of t^n in P/Q.
   The definitions say what is counted, in the words of Meaning.v; the last lines hold the theorem.
   To check it: coqc -Q DIR Gfkit FILE.v, after gfkit certify --coq-library DIR; compile that *)
From Gfkit Require Import Meaning Pieces.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition pieces : list piece := [Piece 0 [(0, 0); (0, 1)]; Piece 1 [(0, 0); (1, 0)]].
Definition apart : list (nat * nat) := []%nat.
Definition stuck : list nat := [0; 1]%nat.
Definition P : list Z := [0; 0; 0; 84; 188; 275; 126; 68; -242; -247; -33; -391; -95; 143; 0; -40; 20].
Definition Q : list Z := [1; -2; -7; -12; -10; 0; 13; -6; -1; 27; 4; -9; 1; 2; -1].
Theorem domineering_torus_nx3 : forall n, (3 <= n)%nat -> counts (fun b => legal (Ring []) true 3 pieces apart n b /\ no_move (Ring []) true 3 pieces apart stuck n b) (coefficient P (tl Q) n).
Proof. apply ends_strip. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions domineering_torus_nx3.
