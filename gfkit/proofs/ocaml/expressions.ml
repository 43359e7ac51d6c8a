(* Expressions of rule files, as Python's grammar reads them: integers without bound, lists, comparisons. *)
type value = N of Bz.t | L of value list
exception Unread of string
let no what = raise (Unread what)
let truth = function N a -> not (Bz.equal a Bz.zero) | L l -> l <> []
let number = function N a -> a | L _ -> no "a list is not a number"
let bit b = N (if b then Bz.one else Bz.zero)
let rec same a b = match a, b with
  | N x, N y -> Bz.equal x y
  | L x, L y -> List.length x = List.length y && List.for_all2 same x y
  | _ -> false
let below a b = Bz.compare (number a) (number b) < 0
let floor_div a b =
  if Bz.equal b Bz.zero then Bz.zero else Bz.quotient (Bz.sub a (Bz.modulo a b)) b

let letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'
let digit c = c >= '0' && c <= '9'
let tokens s =
  let n = String.length s in
  let rec run p f = if p < n && f s.[p] then run (p + 1) f else p in
  let rec go p l =
    if p >= n then List.rev l
    else if s.[p] = ' ' || s.[p] = '\t' || s.[p] = '\n' then go (p + 1) l
    else
      let q = if letter s.[p] then run p (fun c -> letter c || digit c) else if digit s.[p] then run p digit
        else if p + 1 < n && List.mem (String.sub s p 2) ["=="; "!="; "<="; ">="; "//"; "**"] then p + 2
        else if String.contains "()[],<>+-*%" s.[p] then p + 1 else no "the predicate has an unknown character" in
      if digit s.[p] && q < n && (letter s.[q] || s.[q] = '.') then no "the predicate has an unknown number";
      go q (String.sub s p (q - p) :: l) in
  go 0 []

let functions = ["sum"; "size"; "sorted"; "any"; "all"; "count"; "min"; "max"; "abs"; "median"; "distinct"]
let words = ["and"; "or"; "not"; "if"; "else"; "for"; "in"; "is"; "lambda"; "None"; "await"; "async"; "from"; "yield"]
let numbers l = List.sort Bz.compare (List.map number l)
let apply f l = match f, l with
  | "sum", _ -> N (List.fold_left (fun a v -> Bz.add a (number v)) Bz.zero l)
  | "size", _ -> N (Bz.of_int (List.length l))
  | "sorted", _ -> L (List.map (fun a -> N a) (numbers l))
  | "any", _ -> bit (List.exists truth l) | "all", _ -> bit (List.for_all truth l)
  | "count", _ -> N (Bz.of_int (List.length (List.filter truth l)))
  | ("min" | "max" | "median"), [] -> N Bz.zero
  | "min", _ -> N (List.hd (numbers l)) | "max", _ -> N (List.hd (List.rev (numbers l)))
  | "median", _ -> N (List.nth (numbers l) ((List.length l - 1) / 2))
  | "abs", [v] -> let a = number v in N (if Bz.compare a Bz.zero < 0 then Bz.neg a else a)
  | "distinct", _ ->
    let rec go seen = function [] -> seen | v :: r -> go (if List.exists (same v) seen then seen else v :: seen) r in
    N (Bz.of_int (List.length (go [] l)))
  | _ -> no ("the call of " ^ f)

(* the meaning of a text: names with values -> value *)
let meaning text =
  if String.length text > 1000 then no "a predicate of more than 1000 characters";
  let rest = ref (tokens text) in
  let peek () = match !rest with t :: _ -> t | [] -> "" in
  let next () = match !rest with t :: r -> rest := r; t | [] -> no "the predicate ends too early" in
  let skip t = peek () = t && (rest := List.tl !rest; true) in
  let eat t = if not (skip t) then no ("the predicate has no " ^ t) in
  let constant t = if digit t.[0] then
      (if String.length t > 10 || (String.length t > 1 && t.[0] = '0') then no "a number"; Bz.of_string t)
    else no "a constant was expected" in
  let small least most t = let a = constant t in
    if Bz.compare a (Bz.of_int most) > 0 || Bz.compare a (Bz.of_int least) < 0 then no "a constant"; Bz.to_int a in
  let rec expression () =
    let a = disjunction () in
    if skip "if" then begin
      let test = disjunction () in
      eat "else";
      let b = expression () in
      fun e -> if truth (test e) then a e else b e
    end else a
  and disjunction () = let a = conjunction () in
    if skip "or" then (let b = disjunction () in fun e -> bit (truth (a e) || truth (b e))) else a
  and conjunction () = let a = negation () in
    if skip "and" then (let b = conjunction () in fun e -> bit (truth (a e) && truth (b e))) else a
  and negation () = if skip "not" then (let a = negation () in fun e -> bit (not (truth (a e)))) else comparison ()
  and comparison () =
    let a = sum () in
    let rec chain a =
      let is f = let b = sum () in
        let test e = let x = a e in f x (b e) in
        match chain b with None -> Some test | Some more -> Some (fun e -> test e && more e) in
      let among x = function L l -> List.exists (same x) l | N _ -> no "in a number" in
      if skip "==" then is same
      else if skip "!=" then is (fun x y -> not (same x y))
      else if skip "<" then is below
      else if skip ">" then is (fun x y -> below y x)
      else if skip "<=" then is (fun x y -> not (below y x))
      else if skip ">=" then is (fun x y -> not (below x y))
      else if skip "in" then is among
      else if skip "not" then (eat "in"; is (fun x y -> not (among x y)))
      else None in
    match chain a with None -> a | Some test -> fun e -> bit (test e)
  and left_to_right operand operators =
    let rec go a = match List.find_opt (fun (t, _) -> peek () = t) operators with
      | Some (t, f) -> eat t; let b = operand () in go (fun e -> let x = number (a e) in N (f x (number (b e))))
      | None -> a in
    go (operand ())
  and sum () = left_to_right product ["+", Bz.add; "-", Bz.sub]
  and product () = left_to_right sign ["*", Bz.mul; "//", floor_div; "%", Bz.modulo]
  and sign () =
    if skip "-" then (let a = sign () in fun e -> N (Bz.neg (number (a e))))
    else if skip "+" then (let a = sign () in fun e -> N (number (a e)))
    else power ()
  and power () = let a = item () in
    if skip "**" then begin
      let k = small 0 16 (next ()) in
      if peek () = "**" || peek () = "[" then no "a power of a power";
      fun e -> let x = number (a e) in N (List.fold_left Bz.mul Bz.one (List.init k (fun _ -> x)))
    end else a
  and item () = let rec go a = if skip "[" then begin
      let k = small 0 100_000 (next ()) in
      eat "]";
      go (fun e -> match a e with L l when k < List.length l -> List.nth l k | _ -> no "an item that is not there")
    end else a in go (atom ())
  and atom () = match next () with
    | "True" -> fun _ -> bit true | "False" -> fun _ -> bit false
    | "(" ->
      let a = expression () in
      if peek () = "for" then (let l = comprehension a in eat ")"; l)
      else if peek () = "," then (let l = listed [a] ")" in l) else (eat ")"; a)
    | "[" -> if skip "]" then fun _ -> L [] else
        let a = expression () in
        if peek () = "for" then (let l = comprehension a in eat "]"; l) else listed [a] "]"
    | t when digit t.[0] -> let a = constant t in fun _ -> N a
    | t when List.mem t words -> no ("the word " ^ t ^ " in a predicate")
    | t when letter t.[0] -> if skip "(" then call t else
        fun e -> (match List.assoc_opt t e with Some v -> v | None -> no ("the name " ^ t ^ " in a predicate"))
    | t -> no ("a predicate with " ^ t)
  and listed l close = (* after the first item *)
    if skip "," then (if skip close then all l else let a = expression () in listed (a :: l) close)
    else (eat close; all l)
  and all l = let l = List.rev l in fun e -> L (List.map (fun a -> a e) l)
  and call f =
    if not (List.mem f functions) then no ("the function " ^ f);
    let a = expression () in
    let given = if peek () = "for" then (let l = comprehension a in eat ")"; fun e -> L [l e]) else listed [a] ")" in
    fun e -> (match given e with L [L l] -> apply f l | L l -> apply f l | N _ -> no "a call")
  and comprehension element =
    let rec loops () = if not (skip "for") then [] else begin
        let name = next () in
        if not (letter name.[0]) || List.mem name words then no "for takes a name";
        eat "in";
        let items = disjunction () in
        let rec tests () = if skip "if" then (let t = disjunction () in t :: tests ()) else [] in
        let tests = tests () in
        (name, items, tests) :: loops ()
      end in
    let loops = loops () in
    let rec run loops e = match loops with
      | [] -> [element e]
      | (name, items, tests) :: more -> (match items e with
          | N _ -> no "for takes a list"
          | L l -> List.concat_map (fun v -> let e = (name, v) :: e in
              if List.for_all (fun t -> truth (t e)) tests then run more e else []) l) in
    fun e -> L (run loops e) in
  let f = expression () in
  if !rest <> [] then no "the predicate goes on";
  f
let holds text = let f = meaning text in fun names -> truth (f names)
