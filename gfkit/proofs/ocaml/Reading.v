(* Reader of the JSON of certificates. It returns the rule, the boards and the polynomials as data of
   Certificates.v, and rejects unknown keys and values with the reason. Functions in Texts parse texts such
   as predicates. A reader must check certificate_in. The theorem about the program is program_true. *)
Require Import String ZArith NArith List Bool.
From Gfkit Require Import Meaning Claims Predicates Written Degrees Certificates.
From Gfkit Require Connected.
Import ListNotations.
Local Open Scope Z_scope.

Inductive json := Null | Truth (b : bool) | Whole (a : Z) | Text (s : string) | Items (l : list json) |
    Object (l : list (string * json)).
Inductive result (A : Type) := Fine (a : A) | Refused (why : string).
Arguments Fine {A}.
Arguments Refused {A}.
Definition bind {A B} (a : result A) (f : A -> result B) : result B := match a with Fine x => f x | Refused
    why => Refused why end.
Notation "'let*' x := a 'in' b" := (bind a (fun x => b)) (at level 200, x pattern, a at level 100, b at
    level 200).
Notation "'need' c 'or' why 'then' b" := (if c then b else Refused why%string) (at level 200, c at level
    100, why at level 100, b at level 200).
Fixpoint each {A B} (f : A -> result B) (l : list A) : result (list B) :=
  match l with [] => Fine [] | a :: r => let* b := f a in let* s := each f r in Fine (b :: s) end.
Class Texts := {
  mark_in : string -> option mark;          (* of a forbidden window *)
  coefficient_in : string -> option Z;      (* in hexadecimal digits *)
  predicate_in : string -> result expr;
  pattern_in : list Z -> string -> result pattern }.   (* with the values that a point stands for *)

(* ---- values *)
Definition is_text (s : string) (l : list string) : bool := existsb (String.eqb s) l.
Definition keyed := list (string * json).
Fixpoint at_key (k : string) (l : keyed) : option json :=
  match l with [] => None | (m, v) :: r => if String.eqb k m then Some v else at_key k r end.
Definition get (l : keyed) (k : string) : json := match at_key k l with Some v => v | None => Null end.
Definition has (k : string) (j : json) : bool :=
  match j with Object l => match at_key k l with Some _ => true | None => false end | _ => false end.
Definition fields (required optional : list string) (j : json) : result keyed :=
  match j with
  | Object l =>
      match find (fun k => negb (has k j)) required, find (fun k => negb (is_text k (required ++
          optional)%list)) (map fst l) with
      | Some k, _ => Refused ("the key " ++ k ++ " is missing")%string
      | _, Some k => Refused ("the key " ++ k ++ " means nothing here")%string
      | None, None => Fine l
      end
  | _ => Refused "an object was expected"
  end.
Definition whole (j : json) : result Z := match j with Whole a => Fine a | _ => Refused
    "an integer was expected" end.
Definition int (least most : Z) (j : json) : result Z :=
  let* a := whole j in need (least <=? a) && (a <=? most) or "an integer is too small or too large" then
      Fine a.
Definition nat_up_to (most : Z) (j : json) : result nat := let* a := int 0 most j in Fine (Z.to_nat a).
Definition nat_in : json -> result nat := nat_up_to 1000.
Definition positive_up_to (most : Z) (j : json) : result nat := let* a := int 1 most j in Fine (Z.to_nat a).
Definition items (j : json) : result (list json) := match j with Items l => Fine l | _ => Refused
    "a list was expected" end.
Definition list_in {A} (f : json -> result A) (j : json) : result (list A) := let* l := items j in each f l.
Definition text (j : json) : result string := match j with Text s => Fine s | _ => Refused
    "a text was expected" end.
Definition truth_in (j : json) : result bool := match j with Truth b => Fine b | _ => Refused
    "true or false was expected" end.
Definition pair_in {A} (f : json -> result A) (j : json) : result (A * A) :=
  let* l := list_in f j in match l with [a; b] => Fine (a, b) | _ => Refused "a pair was expected" end.
Definition offset : json -> result (Z * Z) := pair_in (int (-11) 11).
Definition nullable {A} (f : json -> result A) (j : json) : result (option A) :=
  match j with Null => Fine None | _ => let* a := f j in Fine (Some a) end.
Definition is_empty (j : json) : bool := match j with Items [] => true | _ => false end.
Definition is_null (j : option json) : bool := match j with None | Some Null => true | _ => false end.
Definition is_whole (a : Z) (j : json) : bool := match j with Whole b => a =? b | _ => false end.
Definition is_said (s : string) (j : json) : bool := match j with Text t => String.eqb s t | _ => false end.
Definition is_true (j : json) : bool := match j with Truth b => b | _ => false end.
Section Lists.
Context {A : Type} (same : A -> A -> bool).
Definition found (a : A) (l : list A) : bool := existsb (same a) l.
Fixpoint distinct (l : list A) : bool := match l with [] => true | a :: r => negb (found a r) && distinct r
    end.
Definition unique (l : list A) : list A := rev (fold_left (fun seen a => if found a seen then seen else a ::
    seen) l []).
Fixpoint position (a : A) (l : list A) : nat := match l with [] => O | b :: r => if same a b then O else S
    (position a r) end.
End Lists.
Definition same_place (a b : Z * Z) : bool := (fst a =? fst b) && (snd a =? snd b).
Definition same_nats (a b : nat * nat) : bool := (Nat.eqb (fst a) (fst b)) && (Nat.eqb (snd a) (snd b)).
Definition greatest (l : list Z) : Z := match l with [] => 0 | a :: r => fold_right Z.max a r end.
Definition extent (l : list Z) : Z := greatest l - least l.
Definition most_of (l : list nat) : nat := fold_right Nat.max O l.
Fixpoint sorted_nats (l : list nat) : list nat :=
  let fix add (a : nat) (l : list nat) := match l with [] => [a] | b :: r => if Nat.leb a b then a :: l else
      b :: add a r end in
  match l with [] => [] | a :: r => add a (sorted_nats r) end.

Section Reading.
Context {texts : Texts}.

(* ---- boards: columns of cells, rings of columns, columns that are rings *)
Record place := Place { ring : bool; round : bool; high : nat; rows_first : bool; graph : bool }.
Definition squares (j : json) : result place :=
  let* f := fields ["word"; "sizes"; "wraps"]%string [] j in
  let* word := text (get f "word") in
  let* sizes := list_in (nullable (positive_up_to 60)) (get f "sizes") in
  let* wraps := list_in truth_in (get f "wraps") in
  need match wraps with
    | [false; false] => String.eqb word "" | [false] => String.eqb word "path" | [true] => String.eqb word
        "cycle"
    | [true; false] => String.eqb word "cylinder" | [true; true] => String.eqb word "torus" | _ => false
    end or "no boards of the family" then
  need forallb (fun side => match side with (Some h, true) => Nat.leb 3 h | _ => true end) (combine sizes wraps)
    or "a side that closes up has 3 cells or more" then
  match sizes, wraps with
  | [None], [w] => Fine (Place w false 1 false true)
  | [None; Some h], [w; w'] => Fine (Place w w' h true false)
  | [Some h; None], [w; w'] => Fine (Place w' w h false false)
  | _, _ => Refused "the sizes"
  end.
(* The name of a family of squares, a path or a cycle: its word, a colon, and its sizes, all below 100. *)
Definition decimal (n : nat) : string :=
  let digit k := nth k ["0"; "1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"]%string EmptyString in
  ((if Nat.ltb n 10 then EmptyString else digit (Nat.div n 10)) ++ digit (Nat.modulo n 10))%string.
Definition is_name (family board : json) : result bool :=
  if has "slices" family then Fine true else
  let* f := fields ["word"; "sizes"; "wraps"]%string [] family in
  let* word := text (get f "word") in
  let* sizes := list_in (nullable (positive_up_to 60)) (get f "sizes") in
  let sides := String.concat "x" (map (fun s => match s with Some h => decimal h | None => "n"%string end) sizes) in
  Fine (is_said (if String.eqb word "" then sides else word ++ ":" ++ sides)%string board).
Definition turn {A} (b : place) : A * A -> A * A := turned (rows_first b).
Definition fits_ring (b : place) (columns : list Z) (far : Z) : bool := negb (ring b) || (extent columns <?
    far).
Definition in_height (b : place) (row : Z) : Z := around (round b) (high b) row.
Definition on (b : place) (first : nat) : boards := Boards (if ring b then Ring [] else Open) (round b)
    (high b) first.

(* ---- polynomials: lists of terms [n, i, j, c] *)
Definition term := (nat * ((nat * nat) * Z))%type.
Definition coefficient_of (j : json) : result Z :=
  match j with
  | Text s => match coefficient_in s with Some c => Fine c | None => Refused "a coefficient" end
  | _ => whole j
  end.
Definition term_in (weights : nat) (j : json) : result term :=
  let* l := items j in
  match l with
  | [n; i; k; c] =>
      let* n := nat_up_to 1000000 n in let* i := nat_up_to 1000000 i in let* k := nat_up_to 1000000 k in
          let* c := coefficient_of c in
      need (Nat.eqb i 0 || Nat.ltb 0 weights) && (Nat.eqb k 0 || Nat.ltb 1 weights) or
          "a weight that is not asked for" then
      Fine (n, ((i, k), c))
  | _ => Refused "a term"
  end.
(* The terms of each power of t, for at least the given number of powers. *)
Definition series_in (weights least : nat) (j : json) : result (list (list ((nat * nat) * Z))) :=
  let* terms := list_in (term_in weights) j in
  Fine (map (fun n => map snd (filter (fun t => Nat.eqb n (fst t)) terms))
    (seq 0 (Nat.max least (Nat.max 1 (most_of (map (fun t => S (fst t)) terms)))))).
Definition sum (l : list ((nat * nat) * Z)) : Z := fold_left (fun a t => a + snd t) l 0.
Definition polynomial (l : list ((nat * nat) * Z)) : poly :=
  map (fun i => let row := filter (fun t => Nat.eqb i (fst (fst t))) l in
    map (fun k => sum (filter (fun t => Nat.eqb k (snd (fst t))) row)) (seq 0 (most_of (map (fun t => S (snd
        (fst t))) row))))
    (seq 0 (most_of (map (fun t => S (fst (fst t))) l))).
Definition exponents : json -> result (nat * nat) := pair_in nat_in.
Definition weight (weights : nat) (p : nat * nat) : poly := polynomial [(if Nat.eqb weights 2 then p else
    (fst p + snd p, O)%nat, 1)].

(* ---- arrays *)
Definition neighbours (b : place) (j : json) : result (list (Z * Z)) :=
  let* l := if is_said "rook" j then Fine [(0, 1); (1, 0); (0, -1); (-1, 0)] else
    let* l := list_in offset j in
    need negb (graph b) && negb (Nat.eqb (length l) 0) or "offsets of neighbours" then Fine l in
  let met := map (fun o => (in_height b (fst o), snd o)) (map (turn b) l) in
  need distinct same_place met && negb (found same_place (0, 0) met) && fits_ring b (0 :: map snd met) 3
    or "two neighbours of a cell are one cell" then Fine l.
Definition window_in {A} (b : place) (mark : string -> result A) (j : json) : result (window_of A) :=
  let* l := list_in (fun c => let* c := items c in match c with
    | [r; c; m] => let* o := offset (Items [r; c]) in let* s := text m in let* m := mark s in Fine (o, m)
    | _ => Refused "a cell of a window" end) j in
  need negb (Nat.eqb (length l) 0) && negb (graph b) && distinct same_place (map fst l) or
      "a window has cells of squares, each once" then
  let at_ := map (fun c => turn b (fst c)) l in
  need negb (round b && (Z.of_nat (high b) <=? extent (map fst at_))) && fits_ring b (map snd at_) 4 or
      "a window is longer than a ring" then
  Fine l.
Definition cells_in (b : place) (j : json) : result part :=
  let* l := window_in b Fine j in
  need distinct String.eqb (map snd l) or "a letter is twice in a window" then Fine (Window l).
Definition forbidden_in (b : place) (values : list Z) (j : json) : result (window_of mark) :=
  let* l := window_in b (fun s => match mark_in s with
    | Some (Value v) => need found Z.eqb v values or "the marks of a window" then Fine (Value v)
    | Some m => Fine m
    | None => Refused "the marks of a window" end) j in
  need existsb (fun c => match snd c with AnyValue => false | _ => true end) l or "the marks of a window"
      then Fine l.
Definition is_counted (number cap : Z) (j : json) : bool :=
  match fields ["allowed"; "cap"]%string [] j with
  | Fine f => match get f "allowed" with Items [a] => is_whole number a | _ => false end && is_whole cap
      (get f "cap")
  | Refused _ => false
  end.
(* Return true if a linkage requires a tree, and false if it requires one component. *)
Definition one_component (j : json) : result bool :=
  let* f := fields ["components"; "cycles"; "joins"; "apart"]%string ["weight"; "each"; "spanning"]%string j
      in
  need is_empty (get f "joins") && is_empty (get f "apart") && negb (has "weight" j) && is_null (at_key
      "each" f) &&
    is_counted 1 2 (get f "components") or "connectivity other than one component" then
  if is_null (Some (get f "cycles")) then Fine false else
  need is_counted 0 1 (get f "cycles") or "numbers of cycles" then Fine true.
Definition strip_rows (b : place) : result (list (list nat)) :=
  need negb (ring b) or "connectivity where the side n closes up to a ring" then
  let h := high b in
  Fine (map (fun row => (if Nat.eqb row 0 then [] else [1%nat]) ++ (if round b && Nat.eqb (S row) h then
      [pred h] else []) ++ [h]) (seq 0 h)).
Definition text_at (f : keyed) (k : string) : result (option string) :=
  match at_key k f with
  | None => Fine None
  | Some j => let* s := text j in need negb (String.eqb s "") or "an empty text" then Fine (Some s)
  end.
Definition predicate_at (f : keyed) (k : string) : result (option expr) :=
  let* s := text_at f k in match s with None => Fine None | Some s => let* p := predicate_in s in Fine (Some
      p) end.
Definition lines_in (b : place) (values : list Z) (j : json) : result array_condition :=
  let* f := fields ["along"]%string ["match"; "pairs"; "start"; "next"; "require"; "accept"]%string j in
  let* along := list_in text (get f "along") in
  need negb (Nat.eqb (length along) 0) && forallb (fun w => is_text w ["rows"; "columns"]%string) along
    or "lines other than rows and columns" then
  need negb (graph b || ring b || round b) or "lines of boards that close up" then
  let* pattern := text_at f "match" in let* pairs := predicate_at f "pairs" in let* next := predicate_at f
      "next" in
  let carries := existsb (fun k => has k j) ["start"; "require"; "accept"]%string in
  let* l := match pattern, pairs, next with
    | Some s, None, None => need negb carries or "a condition on lines" then let* p := pattern_in values s
        in Fine (Matches p)
    | None, Some p, None => need negb carries or "a condition on lines" then Fine (Pairs p)
    | None, None, Some next =>
        let* start := whole (get f "start") in let* require := predicate_at f "require" in let* accept :=
            predicate_at f "accept" in
        Fine (Steps start next require accept)
    | _, _, _ => Refused "a condition on lines"
    end in
  Fine (AlongLines (map (fun w => if Bool.eqb (String.eqb w "rows") (rows_first b) then Across else Along)
      along) l).
Definition pins_in (b : place) (j : json) : result (list (option Z * option Z)) :=
  let* l := list_in (pair_in (nullable (int (-100) 100))) j in
  need negb (Nat.eqb (length l) 0) or "a pin has a place" then
  need forallb (fun o => negb (ring b) || match snd (turn b o) with None => true | _ => false end) l
    or "a pin on a side that closes up to a ring" then
  (* the first and the last vertex of a path *)
  let is_end at_ := existsb (fun k => match at_ with (Some row, Some column) => (row =? k) && (column =? k)
    | _ => false end) [0; -1] in
  need negb (graph b) || forallb is_end l or "a place of a graph is its first or its last vertex" then Fine l.
Definition part_in (b : place) (j : json) : result part :=
  match j with
  | Object [(k, v)] => if String.eqb k "neighbours" then let* l := neighbours b v in Fine (Neighbours l)
      else if String.eqb k "cells" then cells_in b v else Refused "a part of a condition on the whole board"
  | _ => Refused "a part of a condition on the whole board"
  end.
Definition occurrences_in (b : place) (j : json) : result array_condition :=
  let* f := fields ["parts"; "when"; "allowed"; "cap"]%string [] j in
  let* cap := int 0 1000 (get f "cap") in let* allowed := list_in (int 0 1000) (get f "allowed") in
  need forallb (fun k => k <=? cap) allowed or "numbers up to the cap were expected" then
  let* s := text (get f "when") in let* p := predicate_in s in
  let* parts := list_in (part_in b) (get f "parts") in
  need negb (Nat.eqb (length parts) 0) or "parts of a condition on the whole board" then Fine (Occurrences p
      parts cap allowed).
Definition condition_in (b : place) (values : list Z) (j : json) : result array_condition :=
  if has "parts" j then occurrences_in b j else if has "along" j then lines_in b values j else
  let wanted := has "require" j in
  let word := if wanted then "require"%string else "forbid"%string in
  let place := if has "neighbours" j then "neighbours"%string else if has "cells" j then "cells"%string else
      "at"%string in
  let* f := fields [word; place] [] j in
  let* s := text (get f word) in let* p := predicate_in s in
  if String.eqb place "at" then let* l := pins_in b (get f place) in Fine (Pinned wanted p l)
  else let* at_ := part_in b (Object [(place, get f place)]) in Fine (Everywhere wanted p at_).
Definition count_in (b : place) (values : list Z) (outside : option Z) (j : json) : result near_rule :=
  let value j := let* v := whole j in need found Z.eqb v values or "a value" then Fine v in
  let symbol v := position Z.eqb v values in
  let* f := fields ["cell"; "neighbours"; "of"; "allowed"]%string [] j in
  let* cell := value (get f "cell") in let* l := neighbours b (get f "neighbours") in
  let* of := list_in value (get f "of") in let* allowed := list_in nat_in (get f "allowed") in
  let beyond := match outside with Some v => if found Z.eqb v of then [length values] else [] | None => [] end in
  Fine (Near [symbol cell] (map (turn b) l) [map symbol of ++ beyond] (map (fun n => [n]) (sorted_nats allowed))).
(* Rules have the exponents of x and y in the weight of each symbol. Connected sets have those of the weight
   of a member. *)
Inductive form :=
  | Ruled (r : rule) (powers : list (nat * nat))
  | Told (w : written) (powers : list (nat * nat))
  (* up to renaming of the values, or with new values in the order of rows where slices are columns *)
  | Alike (is_ordered : bool) (a : array_rule)
  | Sets (c : connected) (power : option (nat * nat)).
Definition array_in (b : place) (j : json) : result form :=
  let* f := fields ["kind"; "colours"; "weights"; "forbid"; "counts"]%string ["values"; "outside";
      "new_values"; "conditions"; "image"]%string j in
  let up_to_names := has "new_values" j && is_said "classes" (get f "new_values") in
  let in_order := has "new_values" j && negb (is_said "" (get f "new_values")) in
  let across := in_order && negb (rows_first b || Nat.eqb (high b) 1) in
  need is_null (at_key "image" f) && (negb in_order || up_to_names || is_said "row-major" (get f "new_values"))
    or "arrays are counted by their images, or new values in an unknown order" then
  let* k := positive_up_to 100 (get f "colours") in
  let* values := if has "values" j then list_in (int (-999999) 999999) (get f "values") else Fine (map
      Z.of_nat (seq 0 k)) in
  let* powers := list_in exponents (get f "weights") in
  need distinct Z.eqb values && Nat.eqb (length values) k && Nat.eqb (length powers) k or "values" then
  (* symbol k is the k-th smallest value, and has its weight *)
  let powers := map (fun v => nth (position Z.eqb v values) powers (O, O)) (sort values) in
  let values := sort values in
  let* outside := nullable whole (get f "outside") in
  need match outside with Some v => found Z.eqb v values && negb (graph b) | None => true end
    or "the value outside is one of the values, on squares" then
  let* conditions := if has "conditions" j then items (get f "conditions") else Fine [] in
  if existsb (has "linkage") conditions then
    match conditions with
    | [c] =>
        let* g := fields ["of"; "neighbours"; "linkage"]%string [] c in
        need negb in_order && is_null (Some (get f "outside")) && is_empty (get f "forbid") && is_empty (get f "counts") && match values with [0; 1] => true | _
            => false end &&
          match get g "of" with Items [a] => is_whole 1 a | _ => false end && is_said "rook" (get g
              "neighbours") &&
          negb (has "spanning" (get g "linkage")) or "connectivity beside other conditions" then
        let* tree := one_component (get g "linkage") in
        need negb tree or "connected sets of cells without cycles" then
        Fine (Sets CellsOf match powers with [(O, O); p] => Some p | _ => None end)
    | _ => Refused "connectivity beside other conditions"
    end
  else
    let* windows := list_in (forbidden_in b values) (get f "forbid") in
    let* counts := list_in (count_in b values outside) (get f "counts") in
    let* further := each (condition_in b values) conditions in
    let rule more := Array values (rows_first b) outside windows counts (further ++ more) in
    if up_to_names || across then
      need is_null (Some (get f "outside")) or "arrays up to names of values, with a value outside" then
      Fine (Alike (negb up_to_names) (rule []))
    else Fine (Told (AsArray (rule (if in_order then [NewInOrder] else []))) powers).

(* ---- sets of edges, and orientations, of a strip of a graph *)
Record strip := Strip { ends : boundary; vertices : nat; edges : list (nat * nat * nat); start : nat }.
Definition same_edge (a b : nat * nat * nat) : bool := same_nats (fst a) (fst b) && Nat.eqb (snd a) (snd b).
Definition is_edge (e : nat * nat * nat) : bool := Nat.ltb 0 (snd e) || negb (Nat.eqb (fst (fst e)) (snd
    (fst e))).
Definition unturned (e : nat * nat * nat) : nat * nat * nat :=
  let '(a, b, far) := e in if Nat.eqb far 0 then (Nat.min a b, Nat.max a b, far) else e.
Definition moved (directed : bool) (twist : list nat) (edges : list (nat * nat * nat)) (e : nat * nat * nat)
    : result nat :=
  let '(a, b, far) := e in
  let image := (nth a twist O, nth b twist O, far) in
  let back := (nth b twist O, nth a twist O, far) in
  if found same_edge image edges then Fine (position same_edge image edges)
  else if Nat.eqb far 0 && negb directed && found same_edge back edges then Fine (position same_edge back
      edges)
  else Refused "the twist moves an edge of a slice to none, or turns it around".
Definition strip_in (directed : bool) (j : json) : result strip :=
  if negb (has "slices" j) then
    let* b := squares j in
    let h := high b in
    Fine (Strip (if ring b then Ring [] else Open) h
      (map (fun k => (k, Nat.modulo (S k) h, O)) (seq 0 (if round b then h else pred h)) ++ map (fun k =>
          (k, k, 1%nat)) (seq 0 h))
      (if ring b then 3 else 0)%nat)
  else
    let* f := fields ["word"; "sizes"; "slices"]%string [] j in
    let* _ := text (get f "word") in let* sizes := list_in (nullable nat_in) (get f "sizes") in
    need Nat.eqb (length (filter (fun s => match s with None => true | _ => false end) sizes)) 1
      or "one of the sizes is n" then
    let* g := fields ["slice"; "links"; "ring"; "twist"; "hubs"; "spokes"; "first"; "last"; "apart";
        "first_n"]%string [] (get f "slices") in
    let* slice := fields ["vertices"; "edges"]%string [] (get g "slice") in
    let* hubs := fields ["vertices"; "edges"]%string [] (get g "hubs") in
    need is_whole 0 (get hubs "vertices") && is_empty (get hubs "edges") && is_empty (get g "spokes") &&
        is_null (at_key "first" g) &&
      is_null (at_key "last" g) && is_whole 0 (get g "apart") or
          "graphs with hubs or ends, or with another number of slices than n" then
    let* vertices := nat_up_to 60 (get slice "vertices") in
    let vertex := nat_up_to (Z.of_nat vertices - 1) in
    let* inner := list_in (pair_in vertex) (get slice "edges") in
    let* links := list_in (fun l => let* l := items l in match l with
      | [a; b; far] => let* a := vertex a in let* b := vertex b in let* far := positive_up_to 99 far in Fine
          (a, b, far)
      | _ => Refused "a link" end) (get g "links") in
    let edges := map (fun e => (e, O)) inner ++ links in
    need distinct same_edge (map unturned edges) && forallb is_edge edges or
        "an edge is given twice, or is a loop" then
    let* twist := list_in vertex (get g "twist") in
    let twisted := negb (Nat.eqb (length twist) 0) in
    need negb twisted || (distinct Nat.eqb twist && Nat.eqb (length twist) vertices) or
        "a twist is a permutation" then
    let* turn := if twisted then each (moved directed twist edges) edges else Fine [] in
    need forallb (fun k => Nat.eqb (nth (nth k turn O) turn O) k) (seq 0 (length turn))
      or "a twist that comes back after more than two times around" then
    let* ring := truth_in (get g "ring") in let* start := nat_in (get g "first_n") in
    need negb ring || Nat.ltb (2 * most_of (1%nat :: map snd edges)) start or "boards that begin too small"
        then
    Fine (Strip (if ring then Ring turn else Open) vertices edges start).
Definition table_in (j : json) : result (list (nat * nat)) :=
  let* l := list_in (pair_in nat_in) j in
  need forallb (fun p => found same_nats (snd p, fst p) l) l or "no end of an edge is the first" then Fine l.
Definition mem (n : nat) (l : list nat) : bool := found Nat.eqb n l.
Definition edges_in (family j : json) : result (form * option strip) :=
  let* f := fields ["kind"; "cap"; "vertex"; "taken"; "left"; "weight"]%string ["modulo"; "linkage"]%string
      j in
  let* cap := positive_up_to 100 (get f "cap") in let* vertex := list_in nat_in (get f "vertex") in
  let* power := exponents (get f "weight") in
  let* modulo := if has "modulo" j then truth_in (get f "modulo") else Fine false in
  let* left := table_in (get f "left") in let* taken := table_in (get f "taken") in
  let top := if modulo then cap else S cap in
  need forallb (fun d => Nat.ltb d top) (vertex ++ map fst left ++ map fst taken) or
      "a degree beyond the cap" then
  let rule := EdgesWith cap modulo vertex left taken in
  if has "linkage" j then
    let l := get f "linkage" in
    need is_free rule && negb modulo or "connectivity, and degrees of both ends of an edge" then
    let* tree := one_component l in
    let* spanning := if has "spanning" l then match l with Object g => truth_in (get g "spanning")
      | _ => Fine false end else Fine false in
    need spanning || negb (found Nat.eqb 0%nat vertex)
      or "connectivity other than one component on all vertices" then
    Fine (Sets (EdgesOf tree cap (sorted_nats vertex)) (if same_nats power (0, 0)%nat then None else Some
        power), None)
  else
    let* s := strip_in false family in Fine (Told (AsEdges (vertices s) (edges s) rule) [(0, 0)%nat; power],
        Some s).
Definition orientations_in (family j : json) : result (form * option strip) :=
  let* f := fields ["kind"; "vertex"; "acyclic"; "strong"]%string [] j in
  let* acyclic := truth_in (get f "acyclic") in let* strong := truth_in (get f "strong") in
  need negb (acyclic || strong) or
      "orientations without directed cycles, or with a path between all vertices" then
  let* s := strip_in true family in
  let* p := nullable (fun v => let* s := text v in predicate_in s) (get f "vertex") in
  Fine (Told (AsOrientations (vertices s) (edges s) p) [(0, 0)%nat], Some s).

(* ---- pieces, and tiles *)
Record colour_of := Colour { owner : string; power : nat * nat; shapes : list (list (Z * Z)) }.
Definition colour_in (cover : bool) (j : json) : result colour_of :=
  let* f := fields [if cover then "weight" else "owner"; "pieces"]%string [] j in
  let* shapes := list_in (list_in offset) (get f "pieces") in
  need forallb (fun p => negb (Nat.eqb (length p) 0) && distinct same_place p) shapes or
      "a piece has cells, each once" then
  if cover then let* w := exponents (get f "weight") in Fine (Colour "both" w shapes) else
  let* o := text (get f "owner") in
  need is_text o ["left"; "right"; "both"]%string or "an owner" then
  Fine (Colour o (if String.eqb o "right" then (0, 1) else (1, 0))%nat shapes).
(* Sorted cells as offsets from the first cell, by columns and then by rows. *)
Definition before (a b : Z * Z) : bool := (snd a <? snd b) || (snd a =? snd b) && (fst a <=? fst b).
Fixpoint put_cell (a : Z * Z) (l : list (Z * Z)) : list (Z * Z) :=
  match l with [] => [a] | b :: r => if before a b then a :: l else b :: put_cell a r end.
Definition anchored (cells : list (Z * Z)) : list (Z * Z) :=
  let l := fold_right put_cell [] cells in
  match l with [] => [] | a :: _ => map (fun c => (fst c - fst a, snd c - snd a)) l end.
Definition flat (p : list (Z * Z)) : bool :=
  match fold_right put_cell [] p with [(0, 0)] | [(0, 0); (0, 1)] | [(0, 0); (1, 0)] => true | _ => false end.
Definition piece_in (b : place) (touching : bool) (colour : nat) (cells : list (Z * Z)) : result piece :=
  need negb (round b) || distinct same_place (map (fun c => (in_height b (fst c), snd c)) cells) or
      "a piece covers a cell twice" then
  need fits_ring b (map snd cells) (if touching then 3 else 2) or "a piece is as long as a ring" then
  Fine (Piece colour (anchored cells)).
Definition pieces_in (cover : bool) (family j : json) (positions : string) : result (form * option strip) :=
  let* f := fields ["kind"; "colours"]%string (if cover then [] else ["forbidden"; "liberties"]%string) j in
  need negb (has "liberties" j) || match get f "liberties" with Truth false => true | _ => false end or
      "groups of pieces need liberties" then
  let* apart := if has "forbidden" j then list_in (pair_in nat_in) (get f "forbidden") else Fine [] in
  let* colours := list_in (colour_in cover) (get f "colours") in
  need forallb (fun p => Nat.leb (fst p) (snd p) && Nat.ltb (snd p) (length colours)) apart &&
    existsb (fun c => negb (Nat.eqb (length (shapes c)) 0)) colours or "pieces" then
  let is_flat := forallb (fun c => forallb flat (shapes c)) colours in
  let touching := Nat.eqb (length apart) 0 in
  let is_full := cover || String.eqb positions "full" in
  if has "slices" family then
    need is_flat or "pieces of a graph" then
    match colours with
    | [c] =>
        need touching && forallb (fun p => Nat.eqb (length p) 2) (shapes c) && (is_full || String.eqb
            positions "all")
          or "on graphs: pieces other than edges that may touch" then
        let* s := strip_in false family in
        let degrees := filter (fun d => Nat.eqb d 1 || Nat.eqb d 0 && negb is_full) (up_to (most_degree
            (vertices s) (edges s))) in
        Fine (Ruled (EdgeRule (vertices s) (edges s) degrees None) [(0, 0)%nat; power c], Some s)
    | _ => Refused "on graphs: pieces of more than one colour"
    end
  else
    let* b := squares family in
    need negb (graph b) || is_flat or "pieces of a graph" then
    let shapes_of c := if graph b
      then map (fun n => map (fun k => (0, Z.of_nat k)) (seq 0 n)) (unique Nat.eqb (map (@length _) (shapes
          c)))
      else map (map (turn b)) (shapes c) in
    let numbered := combine (seq 0 (length colours)) colours in
    let* placed := each (fun nc => each (piece_in b touching (fst nc)) (shapes_of (snd nc))) numbered in
    let stuck owners := Fine (Stuck (map fst (filter (fun nc => is_text (owner (snd nc)) owners) numbered)))
        in
    let* which := if is_full then Fine Full else if String.eqb positions "all" then Fine All
      else if String.eqb positions "left-ends" then stuck ["left"; "both"]%string
      else if String.eqb positions "right-ends" then stuck ["right"; "both"]%string
      else if String.eqb positions "maximal" then stuck ["left"; "right"; "both"]%string else Refused
          ("positions: " ++ positions)%string in
    Fine (Ruled (PieceRule (concat placed) apart which) ((0, 0)%nat :: flat_map (fun c => map (fun _ =>
        power c) (shapes_of c)) colours), None).
Definition tiles_in (b : place) (j : json) : result form :=
  let names := ["top"; "right"; "bottom"; "left"]%string in
  let* f := fields ["kind"; "tiles"; "boundary"]%string [] j in
  let* border := fields names [] (get f "boundary") in
  let* tiles := list_in (fun t => let* g := fields (names ++ ["weight"%string]) [] t in
    let* labels := each (fun s => let* l := text (get g s) in Fine (s, l)) (map fst border) in
    let* w := exponents (get g "weight") in Fine (labels, w)) (get f "tiles") in
  need negb (graph b) && negb (Nat.eqb (length tiles) 0) or "tiles lie on squares" then
  let labels := unique String.eqb (flat_map (fun t => map snd (fst t)) tiles) in
  let sides_of {A} (side : string -> A) := Sides (side "top"%string) (side "right"%string) (side "bottom"%string) (side
      "left"%string) in
  let label_of (t : list (string * string)) s := match find (fun l => String.eqb s (fst l)) t with Some l =>
      snd l | None => ""%string end in
  let* bordering := each (fun s => let* l := list_in (fun l => let* l := text l in
    need is_text l labels or "a label at the border that no tile has" then Fine l) (get border s)
        in Fine (s, l)) names in
  let border_of s := match find (fun l => String.eqb s (fst l)) bordering with Some l => snd l | None => []
      end in
  Fine (Told (AsTiles (Tiled labels (rows_first b) (map (fun t => sides_of (label_of (fst t))) tiles)
      (sides_of border_of))) (map snd tiles)).

(* ---- certificates *)
Definition heaps_in (j : json) : result certificate :=
  let* f := fields ["format"; "version"; "claim"; "game"; "digits"; "heap"; "values"; "period";
      "law"]%string [] j in
  need is_whole 1 (get f "version") && is_said "heaps" (get f "claim") && is_null (at_key "law" f) or
      "a claim other than a period of heaps" then
  let* _ := text (get f "game") in
  let* law := fields ["start"; "period"]%string [] (get f "period") in
  let* start := positive_up_to 100000 (get law "start") in let* period := positive_up_to 100000 (get law
      "period") in
  let* digits := list_in (int 0 15) (get f "digits") in
  let* values := list_in (int 0 1000000) (get f "values") in
  let last := Z.of_nat (length values) - 1 in
  let* heap := nullable (int last last) (get f "heap") in
  need 0 <=? last or "no values of heaps" then
  Fine (HeapsOf (map Z.to_N digits) (map Z.to_N values) start period).
Definition number_of_weights (j : json) : result nat :=
  match j with
  | Items [] => Fine 0%nat
  | Items [x] => need is_said "x" x or "the weights" then Fine 1%nat
  | Items [x; y] => need is_said "x" x && is_said "y" y or "the weights" then Fine 2%nat
  | _ => Refused "the weights"
  end.
Definition alone {A} (a : result A) : result (A * option strip) := let* a := a in Fine (a, None).
Definition fraction_in (j : json) : result certificate :=
  let* f := fields ["format"; "version"; "game"; "board"; "positions"; "weights"; "first_n"; "text"; "rule";
      "family";
    "numerator"; "denominator"; "system"; "fold"; "sizes"; "debts"; "states"]%string [] j in
  need is_whole 6 (get f "version") or "another version than 6" then
  let* _ := each (fun k => text (get f k)) ["game"; "board"; "text"]%string in
  let* first := nat_in (get f "first_n") in let* positions := text (get f "positions") in
  let* weights := number_of_weights (get f "weights") in
  let rule := get f "rule" in let family := get f "family" in
  let* named := is_name family (get f "board") in
  need named or "the board is not the name of the family" then
  let* kind := match rule with Object g => text (get g "kind") | _ => Refused "the rule" end in
  need String.eqb kind "placement" || String.eqb positions "all" or "positions of what is not a game" then
  let* (form, graph) :=
    if String.eqb kind "array" then let* b := squares family in alone (array_in b rule)
    else if String.eqb kind "placement" then pieces_in false family rule positions
    else if String.eqb kind "cover" then pieces_in true family rule positions
    else if String.eqb kind "edges" then edges_in family rule
    else if String.eqb kind "orientations" then orientations_in family rule
    else if String.eqb kind "tiles" then let* b := squares family in alone (tiles_in b rule)
    else Refused ("rules of kind " ++ kind)%string in
  let* p := series_in weights first (get f "numerator") in let* q := series_in weights 0 (get f
      "denominator") in
  let counted := Nat.eqb weights 0 in
  let* on_ := match graph, form with
    | _, Sets _ _ => Fine (Boards Open false 0 0)
    | Some s, _ => Fine (Boards (ends s) false 0 (start s))
    | None, _ => let* b := squares family in Fine (on b (if ring b then 3 else 0))
    end in
  need Nat.eqb first (Claims.first on_) or "the first n is not that of the family" then
  let weigh := map (weight weights) in
  match form with
  | Ruled r powers => Fine (Other (if counted then Number on_ r (map sum p) (map sum q)
      else Weight on_ r (weigh powers) (map polynomial p) (map polynomial q)))
  | Told w powers => Fine (if counted then CountOf on_ w (map sum p) (map sum q)
      else WeightOf on_ w (weigh powers) (map polynomial p) (map polynomial q))
  | Alike is_ordered a => need counted or "arrays up to names of values, with weights" then
      Fine (if is_ordered then RowsOf on_ a (map sum p) (map sum q) else ClassesOf on_ a (map sum p) (map sum q))
  | Sets c power =>
      let* b := squares family in let* rows := strip_rows b in
      if counted then Fine (Other (ConnectedNumber rows c (map sum p) (map sum q))) else
      match power with
      | Some w => Fine (Other (ConnectedWeight rows c (weight weights w) (map polynomial p) (map polynomial
          q)))
      | None => Refused "connectivity with weights"
      end
  end.
Definition certificate_in (j : json) : result certificate :=
  match j with
  | Object f => if is_said "gfkit-play" (get f "format") then heaps_in j
      else if is_said "gfkit-certificate" (get f "format") then fraction_in j else Refused
          "a file of another format"
  | _ => Refused "a file of another format"
  end.

(* ---- the program *)
Context {explore : Sweep.Explorer} {finder : Readers.Finder}.
Inductive reply := Unread (why : string) | Unproved (s : claim) | Proven (s : claim).
Definition program (j : json) : reply :=
  match certificate_in j with
  | Refused why => Unread why
  | Fine c => match answer c with
      | NotRead => Unread (reason c)
      | NotProved s => Unproved s
      | Proved s => Proven s
      end
  end.
Theorem program_true j s : program j = Proven s -> says s /\ exists c, certificate_in j = Fine c /\ states c.
Proof.
  unfold program. destruct (certificate_in j) as [c|why]; [|discriminate]. destruct (answer c) as [|s'|s']
      eqn:A; try discriminate.
  intros [= ->]. destruct (answer_true c s A) as [S C]. split; [exact S|]. now exists c.
Qed.
End Reading.
