(* Rules of arrays, sets of edges, orientations and tiles as a certificate contains them, and their semantics. A
   reader must check these definitions, and those of Predicates.v. *)
Require Import String ZArith List Bool.
From Gfkit Require Import Meaning Predicates Claims.
Import ListNotations.
Local Open Scope Z_scope.

(* A mark of a forbidden window is any value, a given value, or a letter, which is a number here. Different
   letters denote different values. *)
Inductive mark := AnyValue | Value (v : Z) | Letter (s : nat).
Definition window_of (A : Type) := list (Z * Z * A).   (* cells (row, column, what is there) *)
(* A predicate is about the named cells of a window, or about the neighbours of a cell. *)
Inductive part := Window (cells : window_of string) | Neighbours (offsets : list (Z * Z)).
(* A regular expression over values: the empty word, one of some values, concatenation, alternation, and
   Kleene star. *)
Inductive pattern := NoValue | OneOf (vs : list Z) | Then (p q : pattern) | Either (p q : pattern) |
    Repeated (p : pattern).
Inductive matches : pattern -> list Z -> Prop :=
  | match_none : matches NoValue []
  | match_one vs v : In v vs -> matches (OneOf vs) [v]
  | match_then p q u w : matches p u -> matches q w -> matches (Then p q) (u ++ w)
  | match_left p q w : matches p w -> matches (Either p q) w
  | match_right p q w : matches q w -> matches (Either p q) w
  | match_end p : matches (Repeated p) []
  | match_again p u w : matches p u -> matches (Repeated p) w -> matches (Repeated p) (u ++ w).
(* The word of the values of a line matches a regular expression; or a predicate of a, b, c, d is true for
   all pairs (a, b) and (c, d) of consecutive values, equal pairs included; or an automaton whose states are
   integers s accepts the word. The automaton begins in the state start. If require is true, a value x leads
   to the state next. *)
Inductive line_rule :=
  | Matches (p : pattern)
  | Pairs (p : expr)
  | Steps (start : Z) (next : expr) (require accept : option expr).
Definition pair_names (a b c d : Z) : names :=
  [("a"%string, Int a); ("b"%string, Int b); ("c"%string, Int c); ("d"%string, Int d)].
Definition required (p : option expr) (e : names) : Prop := match p with Some p => holds p e = true | None
    => True end.
Fixpoint carried (next : expr) (require accept : option expr) (s : Z) (word : list Z) : Prop :=
  match word with
  | [] => required accept [("s"%string, Int s)]
  | x :: rest => let e := [("x"%string, Int x); ("s"%string, Int s)] in
      required require e /\ exists t, eval next e = Some (Int t) /\ carried next require accept t rest
  end.
Definition fits_line (l : line_rule) (word : list Z) : Prop :=
  match l with
  | Matches p => matches p word
  | Pairs p => forall i j a b c d, nth_error word i = Some a -> nth_error word (S i) = Some b ->
      nth_error word j = Some c -> nth_error word (S j) = Some d -> holds p (pair_names a b c d) = true
  | Steps start next require accept => carried next require accept start word
  end.
Inductive array_condition :=
  (* At each placement of the part on the board the predicate has the truth value wanted. *)
  | Everywhere (wanted : bool) (p : expr) (at_ : part)
  (* The predicate of the value x has the truth value wanted for each cell in these rows, columns or places.
     *)
  | Pinned (wanted : bool) (p : expr) (places : list (option Z * option Z))
  (* The number of placements of the parts for which the predicate is true is allowed. The number cap
     represents all numbers >= cap. *)
  | Occurrences (p : expr) (parts : list part) (cap : Z) (allowed : list Z)
  (* The values of each line in these directions satisfy the rule. *)
  | AlongLines (ways : list direction) (l : line_rule)
  (* Slice by slice, each cell has a value that occurs before, or the smallest of the values that do not. *)
  | NewInOrder.
(* Symbol k of an array represents the k-th of values. The slices of boards are columns. If by_rows is true,
   they are the rows of the file, so that (row, column) in the file is (column, row) here. Cells outside of the
   board have the value outside, or no value. *)
Record array_rule := Array {
  values : list Z; by_rows : bool; outside : option Z;
  forbidden : list (window_of mark); numbers_near : list near_rule; further : list array_condition }.

Section Array.
Variables (values : list Z) (by_rows : bool) (outside : option Z).
Definition turned {A} (o : A * A) : A * A := if by_rows then (snd o, fst o) else o.
Definition turned_cell {A} (c : Z * Z * A) : Z * Z * A := (turned (fst c), snd c).
(* Offsets from the top row and the left column of a window. *)
Definition least (l : list Z) : Z := match l with [] => 0 | a :: r => fold_right Z.min a r end.
Definition from_corner {A} (w : window_of A) : window_of A :=
  let top := least (map (fun c => fst (fst c)) w) in let left := least (map (fun c => snd (fst c)) w) in
  map (fun c => (fst (fst c) - top, snd (fst c) - left, snd c)) w.
Definition laid {A} (w : window_of A) : window_of A := from_corner (map turned_cell w).
(* The value of the cell (i, j) of the plane. *)
Definition content (see : Z -> Z -> option nat) (i j : Z) : option Z :=
  match see i j with Some x => nth_error values x | None => outside end.
Definition shows (see : Z -> Z -> option nat) (i j v : Z) : Prop := content see i j = Some v.
(* A window at (i, j) has a cell on the board. *)
Definition touches {A} (see : Z -> Z -> option nat) (i j : Z) (w : window_of A) : Prop :=
  exists c, In c w /\ see (i + fst (fst c)) (j + snd (fst c)) <> None.
(* The cells of a window at (i, j) contain the values vs, in the order of the cells. *)
Definition filled {A} (see : Z -> Z -> option nat) (i j : Z) (w : window_of A) (vs : list Z) : Prop :=
  Forall2 (fun c v => shows see (i + fst (fst c)) (j + snd (fst c)) v) w vs.

(* The names in a predicate of cells are the names of the cells, all for the list of their values, and rows
   and columns for lists of lists. *)
Fixpoint once (l : list Z) : list Z := match l with a :: (b :: _) as r => if a =? b then once r else a ::
    once r | _ => l end.
Definition grouped (keys : list Z) (vs : list Z) : value :=
  Seq (map (fun k => ints (map snd (filter (fun p => fst p =? k) (combine keys vs)))) (once (sort keys))).
Definition names_of_cells (w : window_of string) (vs : list Z) : names :=
  ("all"%string, ints vs) :: ("rows"%string, grouped (map (fun c => fst (fst c)) w) vs) ::
  ("columns"%string, grouped (map (fun c => snd (fst c)) w) vs) :: combine (map snd w) (map Int vs).
(* The names in a predicate of neighbours are x for the value of the cell, near for the sorted values of its
   neighbours, and all for x and near. *)
Definition names_near (v : Z) (near : list Z) : names :=
  ("x"%string, Int v) :: ("near"%string, ints (sort near)) :: ("all"%string, ints (v :: sort near)) :: [].
Definition all_seen (see : Z -> Z -> option nat) (i j : Z) (offsets : list (Z * Z)) : list Z :=
  flat_map (fun o => match content see (i + fst o) (j + snd o) with Some v => [v] | None => [] end) offsets.
Definition value_at (x : nat) : Z := nth x values 0.
(* Every value in a word of symbols occurs before, or is the smallest of the values that do not. *)
Definition smallest_first (word : list nat) : Prop := forall before x rest, word = before ++ x :: rest ->
  forall v, In v values -> v < value_at x -> In v (map value_at before).
(* A part has a placement at (i, j), and e assigns its values to the names. At least one cell of a window is on
   the board, and without a value outside all are. *)
Definition is_there (see : Z -> Z -> option nat) (at_ : part) (i j : Z) (e : names) : Prop :=
  match at_ with
  | Window w => touches see i j (laid w) /\ exists vs, filled see i j (laid w) vs /\ e = names_of_cells w vs
  | Neighbours offsets => exists x, see i j = Some x /\
      e = names_near (value_at x) (all_seen see i j (map turned offsets))
  end.

Section Board.
Variables (e : boundary) (closed : bool) (h n : nat) (b : board).
Let see := look_round e closed h b.
Definition avoids_marks (w : window_of mark) : Prop :=
  ~ exists i j (means : nat -> Z), touches see i j (laid w) /\
    (forall s t, In (Letter s) (map snd w) -> In (Letter t) (map snd w) -> means s = means t -> s = t) /\
    (forall r c m, In (r, c, m) (laid w) -> match m with
       | AnyValue => exists v, shows see (i + r) (j + c) v
       | Value v => shows see (i + r) (j + c) v
       | Letter s => shows see (i + r) (j + c) (means s) end).
(* The places (i, j) of the plane, where those of a cyclic side are the places of the board. *)
Definition once_around (i j : Z) : Prop :=
  (closed = true -> 0 <= i < Z.of_nat h) /\ (e <> Open -> 0 <= j < Z.of_nat n).
(* The number m of placements of the parts for which the predicate is true. *)
Fixpoint number_of (p : expr) (parts : list part) (m : Z) : Prop :=
  match parts with
  | [] => m = 0
  | at_ :: rest => exists a, number_of p rest (m - a) /\
      counts (fun ij => once_around (fst ij) (snd ij) /\
        exists names, is_there see at_ (fst ij) (snd ij) names /\ holds p names = true) a
  end.
Definition meets (c : array_condition) : Prop :=
  match c with
  | Everywhere wanted p at_ => forall i j names, is_there see at_ i j names -> holds p names = wanted
  | Pinned wanted p places => forall place i j x, In place places -> look e b i j = Some x ->
      is_at (fst (turned place)) h i -> is_at (snd (turned place)) n j ->
      holds p [("x"%string, Int (value_at x))] = wanted
  | Occurrences p parts cap allowed => exists m, number_of p parts m /\ In (Z.min m cap) allowed
  | AlongLines ways l => forall way line, In way ways -> In line (lines way h b) ->
      line = [] \/ fits_line l (map value_at line)
  | NewInOrder => smallest_first (concat b)
  end.
End Board.
End Array.
Definition array_on (b : boards) (a : array_rule) (n : nat) (x : board) : Prop :=
  let e := end_of b in let h := height b in
  is_board h (length (values a)) n x /\
  (forall w, In w (forbidden a) -> avoids_marks (values a) (by_rows a) (outside a) e (closed b) h x w) /\
  (forall r, In r (numbers_near a) -> obeys (length (values a)) (look_round e (closed b) h x) r) /\
  (forall c, In c (further a) -> meets (values a) (by_rows a) (outside a) e (closed b) h n x c).

(* ---- sets of edges, and orientations, of a strip of a graph *)
(* The class of a degree d is the minimum of d and cap, or d modulo cap. The rule contains the allowed
   classes of vertices, and the allowed pairs of classes at the endpoints of edges that are not selected
   (left), and of edges that are selected (taken). *)
Record edge_rule := EdgesWith { cap : nat; modulo : bool; vertex : list nat; left : list (nat * nat); taken
    : list (nat * nat) }.
Definition class (r : edge_rule) (d : nat) : nat := if modulo r then Nat.modulo d (cap r) else Nat.min d
    (cap r).
Section Edges.
Variables (e : boundary) (vertices : nat) (edges : list (nat * nat * nat)) (n : nat) (b : board).
Let degree := Meaning.degree e edges b.
Definition edges_on (r : edge_rule) : Prop :=
  is_board (length edges) 2 n b /\
  (forall x a a' far j, nth_error edges x = Some (a, a', far) -> marked e 1 b x j = true -> along e n (j +
      Z.of_nat far)) /\
  (forall v j, (v < vertices)%nat -> along e n j -> In (class r (degree v j)) (vertex r)) /\
  (forall x a a' far j, nth_error edges x = Some (a, a', far) -> along e n (j + Z.of_nat far) ->
    let classes := (class r (degree a j), class r (degree a' (j + Z.of_nat far))) in
    (marked e 0 b x j = true -> In classes (left r)) /\ (marked e 1 b x j = true -> In classes (taken r))).
Definition in_and_out (i o : nat) : names := [("i"%string, Int (Z.of_nat i)); ("o"%string, Int (Z.of_nat o))].
(* The predicate is true for the in-degree i and the out-degree o of each vertex. *)
Definition oriented_on (p : option expr) : Prop :=
  is_board (length edges) 3 n b /\
  (forall x a a' far j, nth_error edges x = Some (a, a', far) -> along e n j ->
    (marked e 0 b x j = false <-> along e n (j + Z.of_nat far))) /\
  (forall v j, (v < vertices)%nat -> along e n j -> required p (in_and_out (incoming e edges b v j)
      (outgoing e edges b v j))).
End Edges.

(* ---- tiles *)
(* Labels are texts. The order of tile_labels has no meaning. The slices of boards are columns; if tile_rows is
   true, they are the rows of the file. The border has the labels that are allowed on each side of the board. *)
Record tile_rule := Tiled { tile_labels : list string; tile_rows : bool; tile_list : list (sides string);
  tile_border : sides (list string) }.
Section Tiles.
Variables (e : boundary) (closed : bool) (h n : nat) (b : board) (r : tile_rule).
(* The tile in this row and column of the file. *)
Definition tile_on (row column : Z) : option (sides string) :=
  let place := @turned (tile_rows r) Z (row, column) in
  match look_round e closed h b (fst place) (snd place) with Some t => nth_error (tile_list r) t | None => None end.
(* The next tile has the same label x on its opposite side; at the border x is allowed. *)
Definition fits_side (x : string) (beside : option (sides string)) (opposite : sides string -> string)
    (allowed : list string) : Prop :=
  match beside with Some u => opposite u = x | None => In x allowed end.
Definition tiled_on : Prop :=
  is_board h (length (tile_list r)) n b /\
  forall row column t, tile_on row column = Some t ->
    fits_side (top t) (tile_on (row - 1) column) bottom (top (tile_border r)) /\
    fits_side (right t) (tile_on row (column + 1)) Meaning.left (right (tile_border r)) /\
    fits_side (bottom t) (tile_on (row + 1) column) top (bottom (tile_border r)) /\
    fits_side (Meaning.left t) (tile_on row (column - 1)) right (Meaning.left (tile_border r)).
End Tiles.

(* ---- rules of all these kinds *)
Inductive written :=
  | AsArray (a : array_rule)
  | AsEdges (vertices : nat) (edges : list (nat * nat * nat)) (r : edge_rule)
  | AsOrientations (vertices : nat) (edges : list (nat * nat * nat)) (p : option expr)
  | AsTiles (r : tile_rule).
Definition written_on (b : boards) (w : written) (n : nat) (x : board) : Prop :=
  match w with
  | AsArray a => array_on b a n x
  | AsEdges vertices edges r => edges_on (end_of b) vertices edges n x r
  | AsOrientations vertices edges p => oriented_on (end_of b) vertices edges n x p
  | AsTiles r => tiled_on (end_of b) (closed b) (height b) n x r
  end.
