(* What a reader must believe: the definitions that the theorems speak of, and nothing else.
   A theorem says: for every n from some first n on, the sum of the weights of all boards with some property
   is the coefficient of t^n in P/Q. *)
Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

(* ================= boards ================= *)
(* a slice is a list of symbols 0, 1, 2, ..., one for each slot; a board is a list of slices.
   On a grid slices are columns *)
Definition slice := list nat.
Definition board := list slice.
(* n slices of h slots, with symbols below k *)
Definition is_board (h k n : nat) (b : board) : Prop :=
  length b = n /\ forall c, In c b -> length c = h /\ forall x, In x c -> (x < k)%nat.
(* the symbol in slot i of slice j of the list; None where there is no such slice or slot *)
Definition cell_of (b : board) (i j : nat) : option nat :=
  match nth_error b j with Some c => nth_error c i | None => None end.
(* A board of n slices is open, or it closes up to a ring. A ring is seen as an endless board, on which slice
   j + n is slice j again. If turn is [], that is all. Otherwise slots change places there: slot i of slice
   j + n shows what the slot whose number stands at place i of turn shows in slice j *)
Inductive boundary := Open | Ring (turn : list nat).
Definition look (e : boundary) (b : board) (i j : Z) : option nat :=
  if i <? 0 then None else
  match e with
  | Open => if j <? 0 then None else cell_of b (Z.to_nat i) (Z.to_nat j)
  | Ring turn =>
      let s := Z.to_nat i in let n := Z.of_nat (length b) in
      cell_of b (if Z.odd (j / n) then nth s turn s else s) (Z.to_nat (j mod n))
  end.
(* whether j is the number of a slice *)
Definition along (e : boundary) (n : nat) (j : Z) : Prop :=
  match e with Open => 0 <= j < Z.of_nat n | Ring _ => (0 < n)%nat end.
(* columns may be closed to rings of h cells, so that row h is row 0 *)
Definition around (closed : bool) (h : nat) (i : Z) : Z := if closed then i mod Z.of_nat h else i.
Definition look_round (e : boundary) (closed : bool) (h : nat) (b : board) (i j : Z) : option nat :=
  look e b (around closed h i) j.
(* the plane in which every cell outside of the board shows the symbol k, where cells of the board show symbols
   below k *)
Definition extended (k : nat) (see : Z -> Z -> option nat) (i j : Z) : option nat :=
  match see i j with Some x => Some x | None => Some k end.

(* ================= numbers ================= *)
Fixpoint total {A} (f : A -> Z) (s : list A) : Z := match s with [] => 0 | a :: s' => f a + total f s' end.
(* the weights of all that have a property have the sum a: some list has each of them once, and no others *)
Definition sums {A} (property : A -> Prop) (weight : A -> Z) (a : Z) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> property x) /\ total weight l = a.
Definition counts {A} (property : A -> Prop) (a : Z) : Prop := sums property (fun _ => 1) a.
(* the product of the weights of all symbols; weight i x for symbol x in slot i of a slice *)
Fixpoint slice_weight (weight : nat -> nat -> Z) (i : nat) (c : slice) : Z :=
  match c with [] => 1 | x :: c' => weight i x * slice_weight weight (S i) c' end.
Fixpoint board_weight (weight : nat -> nat -> Z) (b : board) : Z :=
  match b with [] => 1 | c :: b' => slice_weight weight 0 c * board_weight weight b' end.

(* the coefficient of t^n in P / (1 + q1 t + q2 t^2 + ...), by long division; qs are q1, q2, ... *)
Fixpoint dot (a b : list Z) : Z := match a, b with x :: a', y :: b' => x * y + dot a' b' | _, _ => 0 end.
Fixpoint series (P qs : list Z) (n : nat) : list Z :=   (* the first n coefficients, the last one first *)
  match n with O => [] | S m => let l := series P qs m in (nth m P 0 - dot qs l) :: l end.
Definition coefficient (P qs : list Z) (n : nat) : Z := hd 0 (series P qs (S n)).
(* polynomials in x with coefficients in y, and their values *)
Definition poly := list (list Z).
Definition value1 (y : Z) (q : list Z) : Z := fold_right (fun c r => c + y * r) 0 q.
Definition value (x y : Z) (p : poly) : Z := fold_right (fun q r => value1 y q + x * r) 0 p.
(* what a symbol weighs, from the list of the weights of the symbols 0, 1, 2, ...; 1 beyond the list *)
Definition symbol_weight (weights : list poly) (x y : Z) (_ s : nat) : Z := value x y (nth s weights [[1]]).

(* ================= what theorems say ================= *)
Definition weighs (weights : list poly) (first : nat) (property : nat -> board -> Prop)
    (P Q : list poly) : Prop :=
  forall x y n, (first <= n)%nat -> sums (property n) (board_weight (symbol_weight weights x y))
                     (coefficient (map (value x y) P) (map (value x y) (tl Q)) n).
(* the same of sets as lists, whose members weigh one weight each *)
Definition weighs_each {A} (weight : poly) (property : nat -> list A -> Prop) (P Q : list poly) : Prop :=
  forall x y n, sums (property n) (fun s => value x y weight ^ Z.of_nat (length s))
                     (coefficient (map (value x y) P) (map (value x y) (tl Q)) n).

(* ================= arrays: windows and neighbours ================= *)
(* a window is a list of cells (row, column, symbols). It is at a place of the board if each of its cells
   shows one of its symbols. Among them k, the number of symbols, is the symbol of cells outside of the board *)
Definition window := list (Z * Z * list nat).
Definition shown (see : Z -> Z -> option nat) (i j : Z) (s : list nat) : Prop :=
  exists x, see i j = Some x /\ In x s.
Definition lies (see : Z -> Z -> option nat) (win : window) (i j : Z) : Prop :=
  forall r c s, In (r, c, s) win -> shown see (i + r) (j + c) s.
Definition avoids (see : Z -> Z -> option nat) (win : window) : Prop := forall i j, ~ lies see win i j.
(* how many of the cells (i + r, j + c), for the offsets (r, c) of near, show one of the symbols of_ *)
Fixpoint number_near (see : Z -> Z -> option nat) (i j : Z) (near : list (Z * Z)) (of_ : list nat) : nat :=
  match near with
  | [] => O
  | (r, c) :: rest =>
      let m := number_near see i j rest of_ in
      match see (i + r) (j + c) with Some x => if in_dec Nat.eq_dec x of_ then S m else m | None => m end
  end.
(* of_ has some sets of symbols, k among them for neighbours outside of the board. Of a cell that shows one of
   the symbols if_, the numbers of neighbours that show symbols of the first, the second, ... of these sets are
   one of the lists that are allowed *)
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

(* ================= arrays: how often on the whole board ================= *)
(* what may be the case at a cell: a window lies there; or the cell shows one of the symbols if_, and the
   numbers of its neighbours that show symbols of the sets of_ are one of the lists that are allowed *)
Inductive event := Lies (win : window) | Fits (r : near_rule).
Definition happens (k : nat) (see : Z -> Z -> option nat) (ev : event) (i j : Z) : Prop :=
  match ev with
  | Lies win => lies (extended k see) win i j
  | Fits r => shown see i j (if_ r) /\ fits_near k see r i j
  end.
(* m is in how many cells (i, j) of the board the events are the case, each event counted on its own *)
Fixpoint happen (k : nat) (see : Z -> Z -> option nat) (h n : nat) (events : list event) (m : Z) : Prop :=
  match events with
  | [] => m = 0
  | ev :: rest => exists a, happen k see h n rest (m - a) /\
      counts (fun p => 0 <= fst p < Z.of_nat h /\ 0 <= snd p < Z.of_nat n /\ happens k see ev (fst p) (snd p)) a
  end.
(* that number is one of numbers, among which cap stands for all numbers from cap on *)
Record tally := Tally { events : list event; cap : Z; numbers : list Z }.
Definition keeps (k : nat) (see : Z -> Z -> option nat) (h n : nat) (t : tally) : Prop :=
  exists m, happen k see h n (events t) m /\ In (Z.min m (cap t)) (numbers t).

(* ================= arrays: automata along lines ================= *)
(* steps has for each state, by number, the states after it by symbol; a number that is no state is a dead
   end.
   It begins in state 0 *)
Record automaton := Automaton { steps : list (list nat); accepted : list nat }.
Fixpoint accepts (a : automaton) (s : nat) (word : list nat) : Prop :=
  match word with
  | [] => (s < length (steps a))%nat /\ In s (accepted a)
  | x :: rest => accepts a (nth x (nth s (steps a) []) (length (steps a))) rest
  end.
(* the lines of a board are its slices, or they go along it from slice to slice; or all its slices, one after
   the other, are one line *)
Inductive direction := Across | Along | Throughout.
Definition lines (d : direction) (h : nat) (b : board) : list (list nat) :=
  match d with
  | Across => b
  | Along => map (fun i => map (fun c => nth i c O) b) (seq 0 h)
  | Throughout => [concat b]
  end.
(* lines without cells are none *)
Definition reads (h : nat) (b : board) (l : direction * automaton) : Prop :=
  forall word, In word (lines (fst l) h b) -> word = [] \/ accepts (snd l) 0 word.

(* ================= arrays: pins ================= *)
(* a row, or all; a column, or all; the symbols that cells there may show. -1 is the last row or column, -2
   the
   one before it, and so on *)
Definition pin := (option Z * option Z * list nat)%type.
Definition is_at (place : option Z) (m : nat) (i : Z) : Prop :=
  match place with None => True | Some p => i = if p <? 0 then Z.of_nat m + p else p end.
Definition pinned (see : Z -> Z -> option nat) (h n : nat) (p : pin) : Prop :=
  forall i j x, see i j = Some x -> is_at (fst (fst p)) h i -> is_at (snd (fst p)) n j -> In x (snd p).

(* arrays of which all this is asked, too *)
Definition is_whole_array (e : boundary) (closed : bool) (h k : nat) (windows : list window)
    (nears : list near_rule) (pins : list pin) (tallies : list tally) (readers : list (direction * automaton))
    (n : nat) (b : board) : Prop :=
  is_array e closed h k windows nears n b /\ (forall p, In p pins -> pinned (look e b) h n p) /\
  (forall t, In t tallies -> keeps k (look_round e closed h b) h n t) /\ (forall l, In l readers -> reads h b
    l).

(* ================= placement games and covers ================= *)
(* What a position is: a set of placed pieces, each of them a colour and the set of its cells. A colour is one
   kind of pieces of one owner, who alone may place them: a player, or both. Theorems do not name owners;
   no_move has a list of the colours whose pieces somebody may place. Pieces of two colours differ, even if
   they have the same owner and cover the same cells.
   How it is written: a piece has cells (row, column) seen from its anchor, which is one of them: (0, 0). A
   board has for each cell the piece whose anchor is there: 0 for none, S t for piece number t from 0.
   Boards are then counted instead of sets of placed pieces, so each set must have one board. It has more if a
   piece is given twice, is as long as a ring, or is symmetric on it. This is why sets_of_cells is a part of
   legal, and no theorem of the library is about such pieces. Rings of pieces have turn [] *)
Record piece := Piece { colour : nat; cells : list (Z * Z) }.
Section Pieces.
(* apart: the pairs of colours that may not touch *)
Variables (e : boundary) (closed : bool) (h : nat) (pieces : list piece) (apart : list (nat * nat)).
Definition placed (b : board) (i j : Z) (p : piece) : Prop :=
  exists t, look e b i j = Some (S t) /\ nth_error pieces t = Some p.
Definition covers (p : piece) (i j : Z) : list (Z * Z) :=
  map (fun o => (around closed h (i + fst o), j + snd o)) (cells p).
Definition beside (a b : Z * Z) : Prop :=
  exists d, In d [(0, 1); (1, 0); (0, -1); (-1, 0)] /\ b = (around closed h (fst a + fst d), snd a + snd d).
Definition may_not_touch (p q : piece) : Prop :=
  In (colour p, colour q) apart \/ In (colour q, colour p) apart.
(* they share a cell, or have colours that may not touch and cells beside each other *)
Definition clash (p : piece) (i j : Z) (q : piece) (i' j' : Z) : Prop :=
  exists a b, In a (covers p i j) /\ In b (covers q i' j') /\ (a = b \/ may_not_touch p q /\ beside a b).
Definition on_board (n : nat) (p : piece) (i j : Z) : Prop :=
  forall a, In a (covers p i j) -> 0 <= fst a < Z.of_nat h /\ along e n (snd a).
(* on a ring a piece is seen again after each n slices: does one of these cover the cell a? *)
Definition period (n : nat) : Z := match e with Open => 0 | Ring _ => Z.of_nat n end.
Definition covers_again (n : nat) (p : piece) (i j : Z) (a : Z * Z) : Prop :=
  exists k, In (fst a, snd a + k * period n) (covers p i j).
(* a piece has no cell twice and does not clash with itself around a ring, and pieces of one colour that cover
   the same cells are one piece with one anchor *)
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
(* nobody can place a piece of these colours: each clashes with a piece that is there *)
Definition no_move (colours : list nat) (n : nat) (b : board) : Prop :=
  forall i j p, 0 <= i < Z.of_nat h -> In p pieces -> In (colour p) colours -> on_board n p i j ->
  exists i' j' q, placed b i' j' q /\ clash p i j q i' j'.
(* every cell is covered *)
Definition full (n : nat) (b : board) : Prop :=
  forall i j, 0 <= i < Z.of_nat h -> along e n j ->
  exists i' j' q, placed b i' j' q /\ In (i, j) (covers q i' j').
(* the positions that are counted: all of them, those without a move of these colours, or those that are full *)
Inductive kind := All | Stuck (colours : list nat) | Full.
Definition asked (a : kind) (n : nat) (b : board) : Prop :=
  match a with All => True | Stuck colours => no_move colours n b | Full => full n b end.
Definition positions (a : kind) (n : nat) (b : board) : Prop := legal n b /\ asked a n b.
End Pieces.

(* ================= sets of edges, and orientations ================= *)
(* a strip of a graph: every slice has the same vertices 0, 1, 2, ... and the same edges. Edge (a, b, far)
   goes from vertex a of a slice to vertex b of the slice far later.
   A set of edges has for each edge of each slice the symbol 1 if it is taken, and 0 if not.
   An orientation has the symbol 1 if the edge points from a to b, 2 if it points from b to a, and 0 if it is
   not there, as it would leave the board *)
Section Edges.
Variables (e : boundary) (vertices : nat) (edges : list (nat * nat * nat)).
Definition marked (s : nat) (b : board) (x : nat) (j : Z) : bool :=
  match look e b (Z.of_nat x) j with Some s' => (s' =? s)%nat | None => false end.
(* the number of edges at vertex v of slice j with the symbol s, if v is their first end, or with s', if v is
   their second end; x is the number of the first edge of the list *)
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
(* the edges that have the symbol s have ends with degrees of the list ends *)
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
(* a tile has a label on each of its four sides. Symbol t says that tile number t from 0 lies on the cell *)
Record sides {A : Type} := Sides { top : A; right : A; bottom : A; left : A }.
Arguments sides : clear implicits.
Arguments Sides {A}.
Section Tiles.
(* border: the labels that are allowed on each side of the board, where a tile has no tile beside it *)
Variables (e : boundary) (closed : bool) (h : nat) (tiles : list (sides nat)) (border : sides (list nat)).
Definition tile_at (b : board) (i j : Z) : option (sides nat) :=
  match look_round e closed h b i j with Some t => nth_error tiles t | None => None end.
(* the tile beside it has the same label x on its opposite side; without one x is allowed there *)
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
