(* Claims as data, and the statement says c of each claim c. To trust a theorem, check this file, Meaning.v,
   and the definitions at the beginning of Connected.v, Cells.v and Octal.v; everything else is proved. *)
Require Import ZArith NArith List.
From Gfkit Require Import Meaning.
From Gfkit Require Connected Cells Octal.
Import ListNotations.
Local Open Scope nat_scope.

(* Boards of n slices for all n >= first: open or cyclic, whether the columns are cyclic, and the height. *)
Record boards := Boards { end_of : boundary; closed : bool; height : nat; first : nat }.
(* A rule determines its numbers of slots and symbols; rules on edges do not use the height. *)
Inductive rule :=
  | ArrayRule (symbols : nat) (windows : list window) (nears : list near_rule) (pins : list pin)
      (tallies : list tally) (readers : list (direction * automaton))
  | PieceRule (pieces : list piece) (apart : list (nat * nat)) (which : kind)
  | EdgeRule (vertices : nat) (edges : list (nat * nat * nat)) (degrees : list nat)
      (both : option (list (list nat) * list (list nat)))
  | DirectedRule (vertices : nat) (edges : list (nat * nat * nat)) (degrees : list (list nat))
  | TileRule (tiles : list (sides nat)) (border : sides (list nat)).
Definition allowed_by (b : boards) (r : rule) (n : nat) (x : board) : Prop :=
  let e := end_of b in let h := height b in
  match r with
  | ArrayRule k windows nears pins tallies readers =>
      is_whole_array e (closed b) h k windows nears pins tallies readers n x
  | PieceRule pieces apart which => positions e (closed b) h pieces apart which n x
  | EdgeRule vertices edges degrees both =>
      edge_set e vertices edges degrees n x /\
      match both with
      | None => True
      | Some (left, taken) => ends_fit e edges 0 left n x /\ ends_fit e edges 1 taken n x
      end
  | DirectedRule vertices edges degrees => orientation e vertices edges degrees n x
  | TileRule tiles border => tiling e (closed b) h tiles border n x
  end.
(* Connected sets of edges that meet every vertex, or connected sets of cells, of the strips of Connected.v. *)
Inductive connected := EdgesOf (tree : bool) (cap : nat) (degrees : list nat) | CellsOf.

Inductive claim :=
  | Number (b : boards) (r : rule) (P Q : list Z)
  | Weight (b : boards) (r : rule) (weights : list poly) (P Q : list poly)
  | ConnectedNumber (rows : list (list nat)) (c : connected) (P Q : list Z)
  | ConnectedWeight (rows : list (list nat)) (c : connected) (weight : poly) (P Q : list poly)
  | Period (code : list N) (start period : nat).
Definition says (c : claim) : Prop :=
  match c with
  | Number b r P Q => forall n, first b <= n -> counts (allowed_by b r n) (coefficient P (tl Q) n)
  | Weight b r weights P Q => weighs weights (first b) (allowed_by b r) P Q
  | ConnectedNumber rows (EdgesOf tree cap degrees) P Q => forall n,
      counts (Connected.good_edges rows (Connected.wanted tree cap degrees) n) (coefficient P (tl Q) n)
  | ConnectedNumber rows CellsOf P Q => forall n,
      counts (Cells.connected_set rows n) (coefficient P (tl Q) n)
  | ConnectedWeight rows (EdgesOf tree cap degrees) w P Q =>
      weighs_each w (Connected.good_edges rows (Connected.wanted tree cap degrees)) P Q
  | ConnectedWeight rows CellsOf w P Q => weighs_each w (Cells.connected_set rows) P Q
  | Period code start period =>
      (forall g, Octal.nim_value code g -> forall n, start <= n -> g (n + period) = g n) /\
      (forall n heaps, start <= n -> Octal.lost code (n + period :: heaps) <-> Octal.lost code (n :: heaps))
  end.
