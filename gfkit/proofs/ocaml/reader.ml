(* From a certificate of gfkit to a claim. Not verified: main.ml prints the claim, to be compared. *)
open Verified
open Expressions
open Json

let fields ?(optional = []) required = function
  | Obj l ->
    List.iter (fun k -> if not (List.mem_assoc k l) then no ("the key " ^ k ^ " is missing")) required;
    List.iter (fun (k, _) -> if not (List.mem k required || List.mem k optional) then
      no ("the key " ^ k ^ " means nothing here")) l;
    (fun k -> List.assoc k l), (fun k -> List.assoc_opt k l)
  | _ -> no "an object was expected"
let has k = function Obj l -> List.mem_assoc k l | _ -> false
let int least most = function
  | Int s when String.length s <= 8 && s <> "-0" ->
    let k = int_of_string s in if least <= k && k <= most then k else no ("the number " ^ s ^ " here")
  | _ -> no "a small integer was expected"
let nat = int 0 1000
let big = function Int s -> Bz.of_string s | _ -> no "an integer was expected"
let list f = function List l -> List.map f l | _ -> no "a list was expected"
let str = function Str s -> s | _ -> no "a text was expected"
let bool = function Bool b -> b | _ -> no "true or false was expected"
let pair f v = match list f v with [a; b] -> (a, b) | _ -> no "a pair was expected"
let offset = pair (int (-11) 11)
let nullable f = function Null -> None | v -> Some (f v)
let need b what = if not b then no what
let distinct l = List.length (List.sort_uniq compare l) = List.length l
let index l x = let rec go k = function [] -> no "a value" | y :: r -> if x = y then k else go (k + 1) r in go 0 l
let unique l = List.rev (List.fold_left (fun seen x -> if List.mem x seen then seen else x :: seen) [] l)
let z = Bz.of_int
let offsets_z = List.map (fun (r, c) -> (z r, z c))

(* ---- boards: columns of cells, rings of columns, columns that are rings *)
type place = { ring : bool; round : bool; high : int; by_rows : bool; graph : bool }
let boards v =
  let get, _ = fields ["word"; "sizes"; "wraps"] v in
  let sizes = list (nullable (int 1 60)) (get "sizes") and wraps = list bool (get "wraps") in
  need (match str (get "word"), wraps with
    | "", [false; false] | "path", [false] | "cycle", [true] | "cylinder", [true; false] | "torus", [true; true] -> true
    | _ -> false) "no boards of the family";
  match sizes, wraps with
  | [None], [w] -> { ring = w; round = false; high = 1; by_rows = false; graph = true }
  | [None; Some h], [w; w'] -> { ring = w; round = w'; high = h; by_rows = true; graph = false }
  | [Some h; None], [w; w'] -> { ring = w'; round = w; high = h; by_rows = false; graph = false }
  | _ -> no "the sizes"
let turn b (r, c) = if b.by_rows then (c, r) else (r, c)
let fits_ring b columns far =
  not b.ring || List.fold_left max min_int columns - List.fold_left min max_int columns < far
let on b first = { end_of = (if b.ring then Ring [] else Open); closed = b.round; height = b.high; first0 = first }

(* ---- polynomials: lists of terms [n, i, j, c] *)
let coefficient = function
  | Str s ->
    let n = String.length s in
    let p = if n > 0 && s.[0] = '-' then 1 else 0 in
    let q = if n > p + 2 && String.sub s p 2 = "0x" then p + 2 else p in
    let d = String.sub s q (n - q) in
    need (d <> "" && String.for_all (fun c -> digit c || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) d) "a coefficient";
    let c = Bz.of_string ("0x" ^ d) in
    if p = 1 then Bz.neg c else c
  | v -> big v
let series weights first v =
  let power = int 0 1_000_000 in
  let terms = list (fun t -> match list Fun.id t with
    | [n; i; j; c] -> (power n, (power i, power j), coefficient c) | _ -> no "a term") v in
  let at = Array.make (List.fold_left (fun m (n, _, _) -> max m (n + 1)) (max 1 first) terms) [] in
  List.iter (fun (n, (i, j), c) ->
    need ((i = 0 || weights > 0) && (j = 0 || weights > 1)) "a weight that is not asked for";
    at.(n) <- ((i, j), c) :: at.(n)) terms;
  Array.to_list at
let sum l = List.fold_left (fun a (_, c) -> Bz.add a c) Bz.zero l
let poly l =
  let top f l = List.fold_left (fun m (k, _) -> max m (f k + 1)) 0 l in
  List.init (top fst l) (fun i -> let row = List.filter (fun ((i', _), _) -> i' = i) l in
    List.init (top snd row) (fun j -> sum (List.filter (fun ((_, j'), _) -> j' = j) row)))
let exponents = pair nat
let weight weights (i, j) = poly [(if weights = 2 then (i, j) else (i + j, 0)), Bz.one]

(* ---- arrays *)
let neighbours b v =
  let l = match v with
    | Str "rook" -> [(0, 1); (1, 0); (0, -1); (-1, 0)]
    | v -> let l = list offset v in need (l <> [] && not b.graph) "offsets of neighbours"; l in
  let turned = List.map (turn b) l in
  let m = List.map (fun (r, c) -> ((if b.round then ((r mod b.high) + b.high) mod b.high else r), c)) turned in
  need (distinct m && not (List.mem (0, 0) m) && fits_ring b (0 :: List.map snd m) 3) "two neighbours of a cell are one cell";
  offsets_z l
let window b mark v =
  let l = list (fun c -> match list Fun.id c with
    | [r; c; m] -> (offset (List [r; c]), mark (str m)) | _ -> no "a cell of a window") v in
  need (l <> [] && not b.graph && distinct (List.map fst l)) "a window has cells of squares, each once";
  let rows, columns = List.split (List.map (fun (place, _) -> turn b place) l) in
  let extent l = List.fold_left max min_int l - List.fold_left min max_int l in
  need (not (b.round && extent rows >= b.high) && fits_ring b columns 4) "a window is longer than a ring";
  List.map (fun ((r, c), m) -> ((z r, z c), m)) l
let cells b v =
  let l = window b Fun.id v in
  need (distinct (List.map snd l)) "a letter is twice in a window";
  Window l
let forbidden b values v =
  let l = window b (fun m -> match List.find_opt (fun x -> string_of_int x = m) values with
    | _ when m = "?" -> AnyValue
    | Some x -> Value (z x)
    | None -> need (String.length m = 1 && m.[0] >= 'a' && m.[0] <= 'z') "the marks of a window"; Letter (Char.code m.[0])) v in
  need (List.exists (fun (_, m) -> m <> AnyValue) l) "the marks of a window";
  l
let one = [Int "1"] and none = [Int "0"]
let counted numbers cap = Obj ["allowed", List numbers; "cap", Int cap]
let same_object a b = match a, b with
  | Obj l, Obj m -> List.sort compare l = List.sort compare m | _ -> false
(* whether a linkage requires one component, and whether that is a tree *)
let one_component v =
  let get, opt = fields ["components"; "cycles"; "joins"; "apart"] ~optional:["weight"; "each"; "spanning"] v in
  need (get "joins" = List [] && get "apart" = List [] && opt "weight" = None
    && (opt "each" = None || opt "each" = Some Null) && same_object (get "components") (counted one "2"))
    "connectivity other than one component";
  let tree = get "cycles" <> Null in
  need (not tree || same_object (get "cycles") (counted none "1")) "numbers of cycles";
  tree
let strip_rows b =
  need (not b.ring) "connectivity where the side n closes up to a ring";
  let h = b.high in
  List.init h (fun row -> (if row > 0 then [1] else []) @ (if b.round && row = h - 1 then [h - 1] else []) @ [h])

type form = Rule of rule * (int * int) list | Arrays of array_rule * (int * int) list | Sets of connected * (int * int) option
let lines b values v =
  let _, opt = fields ["along"] ~optional:["match"; "pairs"; "start"; "next"; "require"; "accept"] v in
  let has k = opt k <> None and along = list str (match opt "along" with Some l -> l | None -> no "along") in
  need (along <> [] && List.for_all (fun w -> w = "rows" || w = "columns") along) "lines other than rows and columns";
  need (not (b.graph || b.ring || b.round)) "lines of boards that close up";
  let text k = match Option.map str (opt k) with Some "" -> no ("an empty " ^ k) | t -> t in
  let read = match text "match", text "pairs", text "next" with
    | Some t, None, None when not (has "start" || has "require" || has "accept") -> Matches (pattern values t)
    | None, Some t, None when not (has "start" || has "require" || has "accept") -> Pairs (predicate t)
    | None, None, Some t when has "start" ->
      Steps (big (Option.get (opt "start")), predicate t, Option.map predicate (text "require"), Option.map predicate (text "accept"))
    | _ -> no "a condition on lines" in
  AlongLines (List.map (fun w -> if (w = "rows") = b.by_rows then Across else Along) along, read)
let pins b v =
  let at = list (pair (nullable (int (-100) 100))) v in
  need (at <> []) "a pin has a place";
  need (List.for_all (fun line -> not (b.ring && snd (turn b line) <> None)) at) "a pin on a side that closes up to a ring";
  List.map (fun (r, c) -> (Option.map z r, Option.map z c)) at
let tally b v =
  let get, _ = fields ["parts"; "when"; "allowed"; "cap"] v in
  let cap = nat (get "cap") and allowed = list nat (get "allowed") in
  need (List.for_all (fun k -> k <= cap) allowed) "numbers up to the cap were expected";
  let parts = list (function
    | Obj ["neighbours", s] -> Neighbours (neighbours b s)
    | Obj ["cells", c] -> cells b c
    | _ -> no "a part of a condition on the whole board") (get "parts") in
  need (parts <> []) "parts of a condition on the whole board";
  Occurrences (predicate (str (get "when")), parts, z cap, List.map z allowed)
let condition b values c =
  if has "parts" c then tally b c else if has "along" c then lines b values c else
    let wanted, text, place, at = match c with
      | Obj ([(("require" | "forbid") as w), Str t; p, at] | [p, at; (("require" | "forbid") as w), Str t]) -> (w = "require", t, p, at)
      | _ -> no "a condition" in
    let f = predicate text in
    match place with
    | "neighbours" -> Everywhere (wanted, f, Neighbours (neighbours b at))
    | "cells" -> Everywhere (wanted, f, cells b at)
    | "at" -> Pinned (wanted, f, pins b at)
    | _ -> no "a condition"
let array b v =
  let get, opt = fields ["kind"; "colours"; "weights"; "forbid"; "counts"] v
    ~optional:["values"; "outside"; "new_values"; "conditions"; "image"] in
  let absent k = match opt k with None | Some Null -> true | _ -> false in
  need (absent "outside" && absent "image" && List.mem (opt "new_values") [None; Some (Str "")])
    "the array has a value outside, or arrays are counted up to names of values";
  let k = int 1 100 (get "colours") in
  let values = match opt "values" with Some l -> list (int (-999_999) 999_999) l | None -> List.init k Fun.id in
  let powers = list exponents (get "weights") in
  need (distinct values && List.length values = k && List.length powers = k) "values";
  let conditions = match opt "conditions" with Some l -> list Fun.id l | None -> [] in
  match List.filter (has "linkage") conditions with
  | [c] ->
    let get', _ = fields ["of"; "neighbours"; "linkage"] c in
    need (List.length conditions = 1 && get "forbid" = List [] && get "counts" = List [] && values = [0; 1]
      && get' "of" = List one && get' "neighbours" = Str "rook" && not (has "spanning" (get' "linkage")))
      "connectivity beside other conditions";
    need (not (one_component (get' "linkage"))) "connected sets of cells without cycles";
    Sets (CellsOf, if List.hd powers = (0, 0) then Some (List.nth powers 1) else None)
  | _ :: _ -> no "connectivity beside other conditions"
  | [] ->
    let count c =
      let get, _ = fields ["cell"; "neighbours"; "of"; "allowed"] c in
      let symbol v = index values (int (-999_999) 999_999 v) in
      let turned = List.map (Verified.turned0 b.by_rows) (neighbours b (get "neighbours")) in
      { if_ = [symbol (get "cell")]; neighbours = turned; of_ = [list symbol (get "of")];
        allowed = List.sort compare (List.map (fun n -> [n]) (list nat (get "allowed"))) } in
    Arrays ({ values = List.map z values; by_rows = b.by_rows; forbidden = list (forbidden b values) (get "forbid");
      numbers_near = list count (get "counts"); further = List.map (condition b values) conditions }, powers)

(* ---- sets of edges, and orientations, of a strip of a graph *)
type strip = { ends : boundary; vertices : int; edges : ((int * int) * int) list; start : int }
let strip ?(directed = false) v =
  if not (has "slices" v) then
    let b = boards v in
    let h = b.high in
    { ends = (if b.ring then Ring [] else Open); vertices = h; start = (if b.ring then 3 else 0);
      edges = List.init (if b.round then h else max 0 (h - 1)) (fun k -> ((k, (k + 1) mod h), 0)) @ List.init h (fun k -> ((k, k), 1)) }
  else begin
    let get, _ = fields ["word"; "sizes"; "slices"] v in
    ignore (str (get "word")); ignore (list (nullable nat) (get "sizes"));
    let get, _ = fields ["slice"; "links"; "ring"; "twist"; "hubs"; "spokes"; "first"; "last"; "apart"; "first_n"] (get "slices") in
    let slice, _ = fields ["vertices"; "edges"] (get "slice") and hubs, _ = fields ["vertices"; "edges"] (get "hubs") in
    need (hubs "vertices" = Int "0" && hubs "edges" = List [] && get "spokes" = List [] && get "first" = Null && get "last" = Null
      && get "apart" = Int "0") "graphs with hubs or ends, or with another number of slices than n";
    let vertices = int 0 60 (slice "vertices") in
    let vertex = int 0 (vertices - 1) in
    let edges = List.map (fun e -> (e, 0)) (list (pair vertex) (slice "edges")) @ list (fun l -> match list Fun.id l with
      | [a; b; far] -> ((vertex a, vertex b), int 1 99 far) | _ -> no "a link") (get "links") in
    let plain = List.map (fun ((a, b), far) -> if far = 0 then ((min a b, max a b), 0) else ((a, b), far)) edges in
    need (distinct plain && List.for_all (fun ((a, b), far) -> far > 0 || a <> b) edges) "an edge is given twice, or is a loop";
    let twist = list vertex (get "twist") in
    need (twist = [] || (distinct twist && List.length twist = vertices)) "a twist is a permutation";
    let moved ((a, b), far) =
      let image = ((List.nth twist a, List.nth twist b), far) in
      let ((x, y), _) = image in
      if List.mem image edges then index edges image
      else if far = 0 && not directed && List.mem ((y, x), 0) edges then index edges ((y, x), 0)
      else no "the twist moves an edge of a slice to none, or turns it around" in
    let turn = if twist = [] then [] else List.map moved edges in
    need (List.for_all (fun k -> List.nth turn (List.nth turn k) = k) (List.init (List.length turn) Fun.id))
      "a twist that comes back after more than two times around";
    let ring = bool (get "ring") and start = nat (get "first_n") in
    let longest = List.fold_left (fun m (_, far) -> max m far) 1 edges in
    need (not ring || start > 2 * longest) "boards that begin too small";
    { ends = (if ring then Ring turn else Open); vertices; edges; start }
  end
let most s = List.fold_left max 0 (List.init s.vertices (fun v ->
  List.fold_left (fun m ((a, b), _) -> m + (if a = v then 1 else 0) + (if b = v then 1 else 0)) 0 s.edges))
let up_to n = List.init (n + 1) Fun.id
let edges family v =
  let get, opt = fields ["kind"; "cap"; "vertex"; "taken"; "left"; "weight"] ~optional:["modulo"; "linkage"] v in
  let cap = int 1 100 (get "cap") and vertex = list nat (get "vertex") and power = exponents (get "weight") in
  let modulo = match opt "modulo" with Some b -> bool b | None -> false in
  let table k = let l = list (pair nat) (get k) in
    need (List.for_all (fun (a, b) -> List.mem (b, a) l) l) "no end of an edge is the first"; l in
  let left = table "left" and taken = table "taken" in
  let top = if modulo then cap else cap + 1 in
  need (List.for_all (fun d -> d < top) (vertex @ List.map fst left @ List.map fst taken)) "a degree beyond the cap";
  let pairs = List.concat_map (fun a -> List.map (fun b -> (a, b)) vertex) vertex in
  let is_free = List.for_all (fun p -> List.mem p left) pairs
    && List.for_all (fun (a, b) -> (not modulo && (a = 0 || b = 0)) || List.mem (a, b) taken) pairs in
  match opt "linkage" with
  | Some l ->
    need (is_free && not modulo) "connectivity, and degrees of both ends of an edge";
    let tree = one_component l and spanning = match l with Obj l -> List.assoc_opt "spanning" l = Some (Bool true) | _ -> false in
    need (spanning || not (List.mem 0 vertex)) "connectivity other than one component on all vertices";
    Sets (EdgesOf (tree, cap, List.sort compare vertex), if power = (0, 0) then None else Some power), None
  | None ->
    let s = strip family in
    let degree d = if modulo then d mod cap else min d cap in
    let ok d = List.mem (degree d) vertex in
    let ends l symbol = List.concat_map (fun a -> List.filter_map (fun b ->
      if a >= symbol && b >= symbol && ok a && ok b && List.mem (degree a, degree b) l then Some [a; b] else None) (up_to (most s))) (up_to (most s)) in
    let both = if is_free then None else Some (ends left 0, ends taken 1) in
    Rule (EdgeRule (s.vertices, s.edges, List.filter ok (up_to (most s)), both), [(0, 0); power]), Some s
let orientations family v =
  let get, _ = fields ["kind"; "vertex"; "acyclic"; "strong"] v in
  need (not (bool (get "acyclic") || bool (get "strong"))) "orientations without directed cycles, or with a path between all vertices";
  let s = strip ~directed:true family in
  let fine = match nullable str (get "vertex") with Some t -> holds t | None -> fun _ -> true in
  let all = up_to (most s) in
  let pairs = List.concat_map (fun i -> List.filter_map (fun o ->
    if i + o <= most s && fine ["i", Verified.Int (z i); "o", Verified.Int (z o)] then Some [i; o] else None) all) all in
  Rule (DirectedRule (s.vertices, s.edges, pairs), [(0, 0)]), Some s

(* ---- pieces, and tiles *)
let pieces family positions v =
  let cover = has "kind" v && (match v with Obj l -> List.assoc "kind" l = Str "cover" | _ -> false) in
  let get, opt = fields ["kind"; "colours"] ~optional:(if cover then [] else ["forbidden"; "liberties"]) v in
  need (List.mem (opt "liberties") [None; Some (Bool false)]) "groups of pieces need liberties";
  let apart = match opt "forbidden" with Some l -> list (pair nat) l | None -> [] in
  let colours = list (fun c ->
    let get, _ = fields [(if cover then "weight" else "owner"); "pieces"] c in
    let shapes = list (list offset) (get "pieces") in
    need (List.for_all (fun p -> p <> [] && distinct p) shapes) "a piece has cells, each once";
    if cover then ("both", exponents (get "weight"), shapes) else
      let owner = str (get "owner") in
      need (List.mem owner ["left"; "right"; "both"]) "an owner";
      (owner, (if owner = "right" then (0, 1) else (1, 0)), shapes)) (get "colours") in
  need (List.for_all (fun (a, b) -> a <= b && b < List.length colours) apart && List.exists (fun (_, _, s) -> s <> []) colours) "pieces";
  let flat = [[(0, 0)]; [(0, 0); (0, 1)]; [(0, 0); (1, 0)]] in
  let on_graph () = need (List.for_all (fun (_, _, s) -> List.for_all (fun p -> List.mem (List.sort compare p) flat) s) colours) "pieces of a graph" in
  if has "slices" family then begin
    on_graph ();
    match colours with
    | [_, power, shapes] when apart = [] && List.for_all (fun p -> List.length p = 2) shapes && (cover || List.mem positions ["all"; "full"]) ->
      let s = strip family and full = cover || positions = "full" in
      Rule (EdgeRule (s.vertices, s.edges, List.filter (fun d -> d = 1 || (d = 0 && not full)) (up_to (most s)), None), [(0, 0); power]), Some s
    | _ -> no "on graphs: pieces of other than one colour, or other than edges that may touch"
  end else begin
    let b = boards family in
    if b.graph then on_graph ();
    let placed = List.concat (List.mapi (fun colour (_, power, shapes) ->
      let shapes = if b.graph then List.map (fun n -> List.init n (fun k -> (0, k))) (unique (List.map List.length shapes))
        else List.map (List.map (turn b)) shapes in
      List.map (fun cells ->
        let cells = List.sort compare (List.map (fun (r, c) -> (c, r)) cells) in
        let (c0, r0) = List.hd cells in
        need (not b.round || distinct (List.map (fun (c, r) -> (c, ((r mod b.high) + b.high) mod b.high)) cells)) "a piece covers a cell twice";
        need (fits_ring b (List.map fst cells) (if apart = [] then 3 else 2)) "a piece is as long as a ring";
        ({ colour; cells = offsets_z (List.map (fun (c, r) -> (r - r0, c - c0)) cells) }, power)) shapes) colours) in
    let stuck owners = Stuck (List.concat (List.mapi (fun k (o, _, _) -> if List.mem o owners then [k] else []) colours)) in
    let which = match positions with
      | _ when cover -> Full | "full" -> Full | "all" -> All | "left-ends" -> stuck ["left"; "both"]
      | "right-ends" -> stuck ["right"; "both"] | "maximal" -> stuck ["left"; "right"; "both"] | p -> no ("positions: " ^ p) in
    Rule (PieceRule (List.map fst placed, apart, which), (0, 0) :: List.map snd placed), None
  end
let tiles b v =
  let get, _ = fields ["kind"; "tiles"; "boundary"] v in
  let border, _ = fields ["top"; "right"; "bottom"; "left"] (get "boundary") in
  let order = match get "boundary" with Obj l -> List.map fst l | _ -> [] in
  let ts = list (fun t -> let get, _ = fields ["top"; "right"; "bottom"; "left"; "weight"] t in
    ((fun s -> str (get s)), exponents (get "weight"))) (get "tiles") in
  need (ts <> [] && not b.graph) "tiles lie on squares";
  let labels = unique (List.concat_map (fun (t, _) -> List.map t order) ts) in
  let label l = need (List.mem l labels) "a label at the border that no tile has"; index labels l in
  let sides f = if b.by_rows then { top = f "left"; right = f "bottom"; bottom = f "right"; left = f "top" }
    else { top = f "top"; right = f "right"; bottom = f "bottom"; left = f "left" } in
  Rule (TileRule (List.map (fun (t, _) -> sides (fun s -> label (t s))) ts, sides (fun s -> list (fun l -> label (str l)) (border s))),
    List.map snd ts)

(* ---- certificates *)
let heaps v =
  let get, _ = fields ["format"; "version"; "claim"; "game"; "digits"; "heap"; "values"; "period"; "law"] v in
  need (get "version" = Int "1" && get "claim" = Str "heaps" && get "law" = Null) "a claim other than a period of heaps";
  ignore (str (get "game"));
  let law, _ = fields ["start"; "period"] (get "period") and positive = int 1 100_000 in
  Period (List.map z (list (int 0 15) (get "digits")), positive (law "start"), positive (law "period"))
let fraction v =
  let get, _ = fields ["format"; "version"; "game"; "board"; "positions"; "weights"; "first_n"; "text"; "rule"; "family";
    "numerator"; "denominator"; "system"; "fold"; "sizes"; "debts"; "states"] v in
  need (get "version" = Int "6") "another version than 6";
  List.iter (fun k -> ignore (str (get k))) ["game"; "board"; "text"];
  let rule = get "rule" and family = get "family" and first = nat (get "first_n") and positions = str (get "positions") in
  let weights = match get "weights" with
    | List [] -> 0 | List [Str "x"] -> 1 | List [Str "x"; Str "y"] -> 2 | _ -> no "the weights" in
  let kind = match rule with Obj l -> (match List.assoc_opt "kind" l with Some k -> str k | None -> no "a rule without a kind") | _ -> no "the rule" in
  need (kind = "placement" || positions = "all") "positions of what is not a game";
  let form, strip = match kind with
    | "array" -> array (boards family) rule, None
    | "placement" | "cover" -> pieces family positions rule
    | "edges" -> edges family rule
    | "orientations" -> orientations family rule
    | "tiles" -> tiles (boards family) rule, None
    | k -> no ("rules of kind " ^ k) in
  let p = series weights first (get "numerator") and q = series weights 0 (get "denominator") in
  let squares () =
    let b = boards family in
    need (first = if b.ring then 3 else 0) "the first n is not that of the family";
    on b first in
  let p' = List.map sum p and q' = List.map sum q and p = List.map poly p and q = List.map poly q in
  match form with
  | Rule (r, powers) ->
    let on = match strip with
      | Some s -> need (first = s.start) "the first n is not that of the family";
        { end_of = s.ends; closed = false; height = 0; first0 = first }
      | None -> squares () in
    Other (if weights = 0 then Number (on, r, p', q') else Weight (on, r, List.map (weight weights) powers, p, q))
  | Arrays (a, powers) ->
    let on = squares () in
    if weights = 0 then ArrayNumber (on, a, p', q') else ArrayWeight (on, a, List.map (weight weights) powers, p, q)
  | Sets (c, power) ->
    let rows = strip_rows (boards family) in
    need (first = 0) "the first n is not that of the family";
    Other (if weights = 0 then ConnectedNumber (rows, c, p', q') else match power with
      | Some power -> ConnectedWeight (rows, c, weight weights power, p, q)
      | None -> no "connectivity with weights")
let claim v = match v with
  | Obj l when List.assoc_opt "format" l = Some (Str "gfkit-play") -> Other (heaps v)
  | Obj l when List.assoc_opt "format" l = Some (Str "gfkit-certificate") -> fraction v
  | _ -> no "a file of another format"
