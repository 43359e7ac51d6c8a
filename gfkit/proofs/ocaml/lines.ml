(* Automata of conditions along lines, minimal, with states numbered as gfkit.rules.automaton numbers them. *)
open Expressions

(* the states that are reached, numbered in the order of a search, and where each letter leads; -1 is nowhere *)
let reachable start letters step =
  let names = Hashtbl.create 97 and todo = Queue.create () and count = ref 1 and states = ref [start] in
  Hashtbl.add names start 0; Queue.add start todo;
  let rec go rows = if Queue.is_empty todo then List.rev rows else begin
      let state = Queue.pop todo in
      let row = List.map (fun x -> match step state x with
        | None -> -1
        | Some after -> match Hashtbl.find_opt names after with
          | Some k -> k
          | None ->
            let k = !count in
            if k >= 2000 then no "a condition on lines has more than 2000 states";
            Hashtbl.add names after k; incr count; states := after :: !states; Queue.add after todo; k) letters in
      go (row :: rows)
    end in
  let rows = go [] in
  (Array.of_list (List.rev !states), Array.of_list rows)

let position x l = let rec go k = function [] -> no "a value" | y :: r -> if x = y then k else go (k + 1) r in go 0 l
let unique l = List.rev (List.fold_left (fun seen x -> if List.mem x seen then seen else x :: seen) [] l)

(* steps by state, with the number of states for a dead end, and the states that accept *)
let minimal (states, rows) accepts =
  let n = Array.length states in
  let accepted = Array.map accepts states in
  let alive = Array.copy accepted and again = ref true in
  while !again do
    again := false;
    Array.iteri (fun s row -> if not alive.(s) && List.exists (fun t -> t >= 0 && alive.(t)) row then
      (alive.(s) <- true; again := true)) rows
  done;
  let rows = Array.map (List.map (fun t -> if t >= 0 && alive.(t) then t else -1)) rows in
  let all = List.init n Fun.id in
  let rec refine parts =
    let keys = List.map (fun s -> parts.(s) :: List.map (fun t -> if t < 0 then -1 else parts.(t)) rows.(s)) all in
    let named = Hashtbl.create 97 in
    let after = List.map (fun key -> match Hashtbl.find_opt named key with
      | Some k -> k | None -> let k = Hashtbl.length named in Hashtbl.add named key k; k) keys in
    if Hashtbl.length named = List.length (List.sort_uniq compare (Array.to_list parts)) then parts
    else refine (Array.of_list after) in
  let parts = refine (Array.map (fun a -> if a then 1 else 0) accepted) in
  let order = unique (Array.to_list parts) in
  let dead = List.length order in
  let row part = let s = List.find (fun s -> parts.(s) = part) all in
    List.map (fun t -> if t < 0 then dead else position parts.(t) order) rows.(s) in
  let kept = List.filter (fun s -> accepted.(s)) all in
  (List.map row order, List.sort_uniq compare (List.map (fun s -> position parts.(s) order) kept))

let of_steps start next require accept values =
  let next = predicate next and require = Option.map holds require and accept = Option.map holds accept in
  let s_is s = ["s", Verified.Int (Bz.of_string s)] in (* states are texts, so that a hash table finds them *)
  let number = function Verified.Int a -> a | Verified.Seq _ -> no "a list is not a number" in
  let step s x =
    let names = ("x", Verified.Int (Bz.of_int x)) :: s_is s in
    if match require with Some f -> f names | None -> true then Some (Bz.to_string (number (value next names))) else None in
  minimal (reachable start values step) (fun s -> match accept with Some f -> f (s_is s) | None -> true)

let of_pairs text values =
  let says = holds text and size = List.length values in
  let v = Array.of_list (List.map (fun x -> Verified.Int (Bz.of_int x)) values) in
  let table = Array.init (size * size) (fun p -> Array.init (size * size) (fun q ->
    says ["a", v.(p / size); "b", v.(p mod size); "c", v.(q / size); "d", v.(q mod size)])) in
  let alone = List.filter (fun p -> table.(p).(p)) (List.init (size * size) Fun.id) in
  let step (last, left) x =
    if last < 0 then Some (x, left) else
      let p = last * size + x in
      if List.mem p left then Some (x, List.filter (fun q -> table.(p).(q) && table.(q).(p)) left) else None in
  minimal (reachable (-1, alone) (List.init size Fun.id) step) (fun _ -> true)

(* a pattern: which places may come first and last, and whether nothing will do *)
let of_pattern text values =
  let spaced = String.contains (String.trim text) ' ' and n = String.length text in
  let rec tokens p l = if p >= n then List.rev l
    else if text.[p] = ' ' then tokens (p + 1) l
    else if String.contains "()|*+?.[]^" text.[p] then tokens (p + 1) (String.make 1 text.[p] :: l)
    else begin
      let start = if text.[p] = '-' then p + 1 else p in
      let rec run q = if q < n && digit text.[q] && (spaced || q = start) then run (q + 1) else q in
      let q = run start in
      if q = start then no "a pattern has an unknown character";
      tokens q (String.sub text p (q - p) :: l)
    end in
  let rest = ref (tokens 0 []) and meant = ref [] and follows = Hashtbl.create 97 in
  let skip t = match !rest with u :: r when u = t -> rest := r; true | _ -> false in
  let value () = match !rest with
    | t :: r when List.mem t (List.map string_of_int values) -> rest := r; int_of_string t
    | _ -> no "a pattern has an unknown value" in
  let place some = let p = List.length !meant in meant := !meant @ [some]; ([p], [p], false) in
  let follow places after = List.iter (fun p -> List.iter (fun q -> Hashtbl.replace follows (p, q) ()) after) places in
  let rec either () =
    let rec go (f, l, e) = if skip "|" then let (f', l', e') = row () in go (f @ f', l @ l', e || e') else (f, l, e) in
    go (row ())
  and row () =
    let rec go (f, l, e) = match !rest with
      | [] | ("|" | ")") :: _ -> (f, l, e)
      | _ ->
        let (f', l', e') = repetition () in
        follow l f';
        go ((if e then f @ f' else f), (if e' then l @ l' else l'), e && e') in
    go ([], [], true)
  and repetition () =
    let rec go (f, l, e) =
      if skip "*" then (follow l f; go (f, l, true)) else if skip "+" then (follow l f; go (f, l, e))
      else if skip "?" then go (f, l, true) else (f, l, e) in
    go (atom ())
  and atom () =
    if skip "(" then (let part = either () in if skip ")" then part else no "a pattern has an open bracket")
    else if skip "." then place values
    else if skip "[" then begin
      let without = skip "^" in
      let rec some l = if skip "]" then l else some (value () :: l) in
      let some = some [] in
      place (if without then List.filter (fun v -> not (List.mem v some)) values else some)
    end else place [value ()] in
  let (first, last, empty) = either () in
  if !rest <> [] then no "a pattern goes on";
  let meant = Array.of_list !meant in
  let after state x = Some (List.sort_uniq compare (List.concat_map (fun p ->
    List.filter (fun q -> List.mem x meant.(q) && (if p < 0 then List.mem q first else Hashtbl.mem follows (p, q)))
      (List.init (Array.length meant) Fun.id)) state)) in
  minimal (reachable [-1] values after)
    (fun state -> List.exists (fun p -> if p < 0 then empty else List.mem p last) state)
