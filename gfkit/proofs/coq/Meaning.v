(* Definitions used in the statements of the theorems. To trust a theorem, check these definitions; everything
   else is proved. A theorem states: for all n >= first, the sum of the weights of all boards of n slices with
   a given property is the coefficient of t^n in P/Q. *)
Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

(* ================= boards ================= *)
(* A slice is a list of symbols 0, 1, 2, ..., one for each slot; a board is a list of slices. On a grid, the
   slices are the columns and the slots are the rows. *)
Definition slice := list nat.
Definition board := list slice.
(* b has n slices of h slots, and all symbols are less than k. *)
Definition is_board (h k n : nat) (b : board) : Prop :=
  length b = n /\ forall c, In c b -> length c = h /\ forall x, In x c -> (x < k)%nat.
(* Symbol in slot i of slice j, or None if there is no such slice or slot. *)
Definition cell_of (b : board) (i j : nat) : option nat :=
  match nth_error b j with Some c => nth_error c i | None => None end.
(* A board of n slices is open or cyclic. A cyclic board is extended to all integers j = q n + r with
   0 <= r < n: slice j equals slice r if q is even or turn is []. If q is odd, slot i of slice j has the symbol
   of slot (nth i turn) of slice r, as on a Moebius band. *)
Inductive boundary := Open | Ring (turn : list nat).
Definition look (e : boundary) (b : board) (i j : Z) : option nat :=
  if i <? 0 then None else
  match e with
  | Open => if j <? 0 then None else cell_of b (Z.to_nat i) (Z.to_nat j)
  | Ring turn =>
      let s := Z.to_nat i in let n := Z.of_nat (length b) in
      cell_of b (if Z.odd (j / n) then nth s turn s else s) (Z.to_nat (j mod n))
  end.
(* j is the index of a slice. *)
Definition along (e : boundary) (n : nat) (j : Z) : Prop :=
  match e with Open => 0 <= j < Z.of_nat n | Ring _ => (0 < n)%nat end.
(* If closed is true, the columns are cyclic: row h is row 0. *)
Definition around (closed : bool) (h : nat) (i : Z) : Z := if closed then i mod Z.of_nat h else i.
Definition look_round (e : boundary) (closed : bool) (h : nat) (b : board) (i j : Z) : option nat :=
  look e b (around closed h i) j.
(* Extension of the board to the plane: every cell outside of the board has the symbol k. Cells of the board
   have symbols less than k. *)
Definition extended (k : nat) (see : Z -> Z -> option nat) (i j : Z) : option nat :=
  match see i j with Some x => Some x | None => Some k end.

(* ================= numbers ================= *)
Fixpoint total {A} (f : A -> Z) (s : list A) : Z := match s with [] => 0 | a :: s' => f a + total f s' end.
(* The sum of the weights of all elements with the property is a: there is a list that contains each of these
   elements exactly once, and no others, whose weights have the sum a. *)
Definition sums {A} (property : A -> Prop) (weight : A -> Z) (a : Z) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> property x) /\ total weight l = a.
Definition counts {A} (property : A -> Prop) (a : Z) : Prop := sums property (fun _ => 1) a.
(* Product of the weights of all symbols. Symbol x in slot i of a slice has weight i x. *)
Fixpoint slice_weight (weight : nat -> nat -> Z) (i : nat) (c : slice) : Z :=
  match c with [] => 1 | x :: c' => weight i x * slice_weight weight (S i) c' end.
Fixpoint board_weight (weight : nat -> nat -> Z) (b : board) : Z :=
  match b with [] => 1 | c :: b' => slice_weight weight 0 c * board_weight weight b' end.

(* Coefficient of t^n in P / (1 + q1 t + q2 t^2 + ...), by long division; qs = [q1; q2; ...]. *)
Fixpoint dot (a b : list Z) : Z := match a, b with x :: a', y :: b' => x * y + dot a' b' | _, _ => 0 end.
Fixpoint series (P qs : list Z) (n : nat) : list Z :=   (* first n coefficients in reverse order *)
  match n with O => [] | S m => let l := series P qs m in (nth m P 0 - dot qs l) :: l end.
Definition coefficient (P qs : list Z) (n : nat) : Z := hd 0 (series P qs (S n)).
(* Polynomials in x whose coefficients are polynomials in y, and their values. *)
Definition poly := list (list Z).
Definition value1 (y : Z) (q : list Z) : Z := fold_right (fun c r => c + y * r) 0 q.
Definition value (x y : Z) (p : poly) : Z := fold_right (fun q r => value1 y q + x * r) 0 p.
(* Weight of a symbol; weights lists the weights of the symbols 0, 1, 2, ..., and others have weight 1. *)
Definition symbol_weight (weights : list poly) (x y : Z) (_ s : nat) : Z := value x y (nth s weights [[1]]).

(* ================= statements ================= *)
Definition weighs (weights : list poly) (first : nat) (property : nat -> board -> Prop)
    (P Q : list poly) : Prop :=
  forall x y n, (first <= n)%nat -> sums (property n) (board_weight (symbol_weight weights x y))
                     (coefficient (map (value x y) P) (map (value x y) (tl Q)) n).
(* The same for sets, written as lists, in which every element has the same weight. *)
Definition weighs_each {A} (weight : poly) (property : nat -> list A -> Prop) (P Q : list poly) : Prop :=
  forall x y n, sums (property n) (fun s => value x y weight ^ Z.of_nat (length s))
                     (coefficient (map (value x y) P) (map (value x y) (tl Q)) n).

(* ================= arrays: windows and neighbours ================= *)
(* A window is a list of cells (row, column, symbols). It occurs at (i, j) if each of its cells, translated by
   (i, j), has one of its symbols. The symbol k, the number of symbols, stands for cells outside of the board. *)
Definition window := list (Z * Z * list nat).
Definition shown (see : Z -> Z -> option nat) (i j : Z) (s : list nat) : Prop :=
  exists x, see i j = Some x /\ In x s.
Definition lies (see : Z -> Z -> option nat) (win : window) (i j : Z) : Prop :=
  forall r c s, In (r, c, s) win -> shown see (i + r) (j + c) s.
Definition avoids (see : Z -> Z -> option nat) (win : window) : Prop := forall i j, ~ lies see win i j.
(* Number of offsets (r, c) in near for which the cell (i + r, j + c) has one of the symbols of_. *)
Fixpoint number_near (see : Z -> Z -> option nat) (i j : Z) (near : list (Z * Z)) (of_ : list nat) : nat :=
  match near with
  | [] => O
  | (r, c) :: rest =>
      let m := number_near see i j rest of_ in
      match see (i + r) (j + c) with Some x => if in_dec Nat.eq_dec x of_ then S m else m | None => m end
  end.
(* Condition on the neighbours of each cell that has one of the symbols if_: of_ is a list of sets of symbols,
   and the list of the numbers of neighbours with symbols in the first set, in the second set, ... must be in
   allowed. The symbol k stands for neighbours outside of the board. *)
Record near_rule :=
  Near { if_ : list nat; neighbours : list (Z * Z); of_ : list (list nat); allowed : list (list nat) }.
Definition fits_near (k : nat) (see : Z -> Z -> option nat) (r : near_rule) (i j : Z) : Prop :=
  In (map (number_near (extended k see) i j (neighbours r)) (of_ r)) (allowed r).
Definition obeys (k : nat) (see : Z -> Z -> option nat) (r : near_rule) : Prop :=
  forall i j, shown see i j (if_ r) -> fits_near k see r i j.
Definition is_array (e : boundary) (closed : bool) (h k : nat) (windows : list window)
    (nears : list near_rule) (n : nat) (b : board) : Prop :=
  is_board h k n b /\
  (forall win, In win windows -> avoids (extended k (look_round e closed h b)) win) /\
  (forall r, In r nears -> obeys k (look_round e closed h b) r).

(* ================= arrays: numbers of occurrences on the board ================= *)
(* An event at a cell: a window occurs there, or the cell has one of the symbols if_ and satisfies the
   condition on its neighbours. *)
Inductive event := Lies (win : window) | Fits (r : near_rule).
Definition happens (k : nat) (see : Z -> Z -> option nat) (ev : event) (i j : Z) : Prop :=
  match ev with
  | Lies win => lies (extended k see) win i j
  | Fits r => shown see i j (if_ r) /\ fits_near k see r i j
  end.
(* m is the sum, over the events, of the number of cells (i, j) of the board at which the event happens. *)
Fixpoint happen (k : nat) (see : Z -> Z -> option nat) (h n : nat) (events : list event) (m : Z) : Prop :=
  match events with
  | [] => m = 0
  | ev :: rest => exists a, happen k see h n rest (m - a) /\
      counts (fun p => 0 <= fst p < Z.of_nat h /\ 0 <= snd p < Z.of_nat n /\ happens k see ev (fst p) (snd p)) a
  end.
(* The number of occurrences is in numbers, where cap stands for all m >= cap. *)
Record tally := Tally { events : list event; cap : Z; numbers : list Z }.
Definition keeps (k : nat) (see : Z -> Z -> option nat) (h n : nat) (t : tally) : Prop :=
  exists m, happen k see h n (events t) m /\ In (Z.min m (cap t)) (numbers t).

(* ================= arrays: automata along lines ================= *)
(* Deterministic finite automaton with initial state 0: steps lists, for each state, its successor for each
   symbol. A successor that is not a state rejects. *)
Record automaton := Automaton { steps : list (list nat); accepted : list nat }.
Fixpoint accepts (a : automaton) (s : nat) (word : list nat) : Prop :=
  match word with
  | [] => (s < length (steps a))%nat /\ In s (accepted a)
  | x :: rest => accepts a (nth x (nth s (steps a) []) (length (steps a))) rest
  end.
(* The lines of a board are its slices (Across), or the sequences of the symbols in one slot (Along), or the
   concatenation of all its slices is one line (Throughout). *)
Inductive direction := Across | Along | Throughout.
Definition lines (d : direction) (h : nat) (b : board) : list (list nat) :=
  match d with
  | Across => b
  | Along => map (fun i => map (fun c => nth i c O) b) (seq 0 h)
  | Throughout => [concat b]
  end.
(* Each line that is not empty is accepted. *)
Definition reads (h : nat) (b : board) (l : direction * automaton) : Prop :=
  forall word, In word (lines (fst l) h b) -> word = [] \/ accepts (snd l) 0 word.

(* ================= arrays: prescribed symbols ================= *)
(* A row, or None for all rows; a column, or None for all columns; the symbols that are allowed in these cells.
   Negative numbers count from the end: -1 is the last row or column. *)
Definition pin := (option Z * option Z * list nat)%type.
Definition is_at (place : option Z) (m : nat) (i : Z) : Prop :=
  match place with None => True | Some p => i = if p <? 0 then Z.of_nat m + p else p end.
Definition pinned (see : Z -> Z -> option nat) (h n : nat) (p : pin) : Prop :=
  forall i j x, see i j = Some x -> is_at (fst (fst p)) h i -> is_at (snd (fst p)) n j -> In x (snd p).

(* Arrays that satisfy all of these conditions. *)
Definition is_whole_array (e : boundary) (closed : bool) (h k : nat) (windows : list window)
    (nears : list near_rule) (pins : list pin) (tallies : list tally) (readers : list (direction * automaton))
    (n : nat) (b : board) : Prop :=
  is_array e closed h k windows nears n b /\ (forall p, In p pins -> pinned (look e b) h n p) /\
  (forall t, In t tallies -> keeps k (look_round e closed h b) h n t) /\
  (forall l, In l readers -> reads h b l).

(* ================= placement games and covers ================= *)
(* A position is a set of placed pieces. A placed piece is determined by its colour and its set of cells. A
   colour is a type of piece that one player, or both players, may place. Theorems do not name the players;
   no_move takes the list of the colours of the pieces that may still be placed. Pieces of different colours
   are different, even if they cover the same cells.
   Encoding: a piece lists its cells (row, column) relative to its anchor, which is the cell (0, 0) and one of
   them. A board contains, for each cell, the piece whose anchor is this cell: 0 for no piece, S t for piece t.
   The theorems count boards instead of positions, so each position must have exactly one board. This fails if
   a piece is listed twice, or is as long as a cyclic board, or symmetric on it. Therefore legal requires
   sets_of_cells, which excludes such pieces. On cyclic boards of pieces turn is []. *)
Record piece := Piece { colour : nat; cells : list (Z * Z) }.
Section Pieces.
(* apart: the pairs of colours whose pieces must not be adjacent *)
Variables (e : boundary) (closed : bool) (h : nat) (pieces : list piece) (apart : list (nat * nat)).
Definition placed (b : board) (i j : Z) (p : piece) : Prop :=
  exists t, look e b i j = Some (S t) /\ nth_error pieces t = Some p.
Definition covers (p : piece) (i j : Z) : list (Z * Z) :=
  map (fun o => (around closed h (i + fst o), j + snd o)) (cells p).
Definition beside (a b : Z * Z) : Prop :=
  exists d, In d [(0, 1); (1, 0); (0, -1); (-1, 0)] /\ b = (around closed h (fst a + fst d), snd a + snd d).
Definition may_not_touch (p q : piece) : Prop :=
  In (colour p, colour q) apart \/ In (colour q, colour p) apart.
(* p and q have a common cell, or they have adjacent cells and their colours are in apart. *)
Definition clash (p : piece) (i j : Z) (q : piece) (i' j' : Z) : Prop :=
  exists a b, In a (covers p i j) /\ In b (covers q i' j') /\ (a = b \/ may_not_touch p q /\ beside a b).
Definition on_board (n : nat) (p : piece) (i j : Z) : Prop :=
  forall a, In a (covers p i j) -> 0 <= fst a < Z.of_nat h /\ along e n (snd a).
(* On a cyclic board a piece is repeated every n slices. One of its copies covers the cell a. *)
Definition period (n : nat) : Z := match e with Open => 0 | Ring _ => Z.of_nat n end.
Definition covers_again (n : nat) (p : piece) (i j : Z) (a : Z * Z) : Prop :=
  exists k, In (fst a, snd a + k * period n) (covers p i j).
(* No placed piece covers a cell twice, no placed piece clashes with a copy of itself on a cyclic board, and
   two placed pieces of equal colours that cover the same cells are the same piece with the same anchor. *)
Definition sets_of_cells (n : nat) : Prop :=
  (forall p i, In p pieces -> 0 <= i < Z.of_nat h -> NoDup (covers p i 0)) /\
  (forall p i k, In p pieces -> 0 <= i < Z.of_nat h -> k * period n <> 0 ->
    ~ clash p i 0 p i (k * period n)) /\
  (forall t u p q i j i' j', nth_error pieces t = Some p -> nth_error pieces u = Some q ->
    colour p = colour q -> 0 <= i < Z.of_nat h -> 0 <= i' < Z.of_nat h ->
    (forall a, covers_again n p i j a <-> covers_again n q i' j' a) ->
    t = u /\ i = i' /\ exists k, j' = j + k * period n).
Definition apart_on (n : nat) (b : board) : Prop :=
  is_board h (S (length pieces)) n b /\
  (forall i j p, placed b i j p -> on_board n p i j) /\
  (forall i j p i' j' q, placed b i j p -> placed b i' j' q -> (i, j) <> (i', j') -> ~ clash p i j q i' j').
Definition legal (n : nat) (b : board) : Prop := sets_of_cells n /\ apart_on n b.
(* No piece of these colours can be placed: each placement clashes with a piece of the position. *)
Definition no_move (colours : list nat) (n : nat) (b : board) : Prop :=
  forall i j p, 0 <= i < Z.of_nat h -> In p pieces -> In (colour p) colours -> on_board n p i j ->
  exists i' j' q, placed b i' j' q /\ clash p i j q i' j'.
(* Every cell is covered. *)
Definition full (n : nat) (b : board) : Prop :=
  forall i j, 0 <= i < Z.of_nat h -> along e n j ->
  exists i' j' q, placed b i' j' q /\ In (i, j) (covers q i' j').
(* Counted positions: all, those in which no piece of the given colours can be placed, or those that cover
   every cell. *)
Inductive kind := All | Stuck (colours : list nat) | Full.
Definition asked (a : kind) (n : nat) (b : board) : Prop :=
  match a with All => True | Stuck colours => no_move colours n b | Full => full n b end.
Definition positions (a : kind) (n : nat) (b : board) : Prop := legal n b /\ asked a n b.
End Pieces.

(* ================= sets of edges, and orientations ================= *)
(* A strip of a graph: every slice has the same vertices 0, 1, 2, ... and the same edges. Edge (a, b, d) joins
   vertex a of slice j to vertex b of slice j + d.
   In a set of edges, an edge of a slice has the symbol 1 if it is in the set, and 0 otherwise.
   In an orientation, an edge has the symbol 1 if it is directed from a to b, 2 if it is directed from b to a,
   and 0 if it is not an edge of the board because slice j + d does not exist. *)
Section Edges.
Variables (e : boundary) (vertices : nat) (edges : list (nat * nat * nat)).
Definition marked (s : nat) (b : board) (x : nat) (j : Z) : bool :=
  match look e b (Z.of_nat x) j with Some s' => (s' =? s)%nat | None => false end.
(* Number of edges with symbol s whose first endpoint is vertex v of slice j, plus the number of edges with
   symbol s' whose second endpoint is this vertex; x is the index of the first edge of es. *)
Fixpoint degree_from (s s' x : nat) (es : list (nat * nat * nat)) (b : board) (v : nat) (j : Z) : nat :=
  match es with
  | [] => O
  | (a, a', far) :: rest =>
      ((if (a =? v)%nat && marked s b x j then 1 else 0) +
       (if (a' =? v)%nat && marked s' b x (j - Z.of_nat far) then 1 else 0) +
       degree_from s s' (S x) rest b v j)%nat
  end.
Definition degree := degree_from 1 1 0 edges.
Definition incoming := degree_from 2 1 0 edges.
Definition outgoing := degree_from 1 2 0 edges.
Definition edge_set (degrees : list nat) (n : nat) (b : board) : Prop :=
  is_board (length edges) 2 n b /\
  (forall x a a' far j, nth_error edges x = Some (a, a', far) -> marked 1 b x j = true ->
    along e n (j + Z.of_nat far)) /\
  (forall v j, (v < vertices)%nat -> along e n j -> In (degree b v j) degrees).
(* For each edge with symbol s, the list of the degrees of its two endpoints is in ends. *)
Definition ends_fit (s : nat) (ends : list (list nat)) (n : nat) (b : board) : Prop :=
  forall x a a' far j, nth_error edges x = Some (a, a', far) -> marked s b x j = true ->
    along e n (j + Z.of_nat far) -> In [degree b a j; degree b a' (j + Z.of_nat far)] ends.
Definition orientation (degrees : list (list nat)) (n : nat) (b : board) : Prop :=
  is_board (length edges) 3 n b /\
  (forall x a a' far j, nth_error edges x = Some (a, a', far) -> along e n j ->
    (marked 0 b x j = false <-> along e n (j + Z.of_nat far))) /\
  (forall v j, (v < vertices)%nat -> along e n j -> In [incoming b v j; outgoing b v j] degrees).
End Edges.

(* ================= tiles ================= *)
(* A tile has a label on each of its four sides. Symbol t of a cell is tile t, numbered from 0. *)
Record sides {A : Type} := Sides { top : A; right : A; bottom : A; left : A }.
Arguments sides : clear implicits.
Arguments Sides {A}.
Section Tiles.
(* border: the labels that are allowed on each side of the board, where a tile has no adjacent tile *)
Variables (e : boundary) (closed : bool) (h : nat) (tiles : list (sides nat)) (border : sides (list nat)).
Definition tile_at (b : board) (i j : Z) : option (sides nat) :=
  match look_round e closed h b i j with Some t => nth_error tiles t | None => None end.
(* The adjacent tile has label x on the opposite side, or there is no adjacent tile and x is allowed. *)
Definition meets (x : nat) (beside : option (sides nat)) (opposite : sides nat -> nat) (allowed : list nat) :=
  match beside with Some u => opposite u = x | None => In x allowed end.
Definition tiling (n : nat) (b : board) : Prop :=
  is_board h (length tiles) n b /\
  forall i j t, tile_at b i j = Some t ->
    meets (top t) (tile_at b (i - 1) j) bottom (top border) /\
    meets (right t) (tile_at b i (j + 1)) left (right border) /\
    meets (bottom t) (tile_at b (i + 1) j) top (bottom border) /\
    meets (left t) (tile_at b i (j - 1)) right (left border).
End Tiles.
