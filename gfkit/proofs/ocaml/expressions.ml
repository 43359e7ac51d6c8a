(* Texts in rule files to terms of Predicates.v and Written.v: expressions as Python's grammar reads them; patterns. *)
open Verified
exception Unread of string
let no what = raise (Unread what)

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

let functions = ["sum", Sum; "size", Size; "sorted", Sorted; "any", AnyOf; "all", AllOf; "count", Count; "min", Min;
  "max", Max; "abs", Abs; "median", Median; "distinct", Distinct]
let words = ["and"; "or"; "not"; "if"; "else"; "for"; "in"; "is"; "lambda"; "None"; "await"; "async"; "from"; "yield"]
let listed l = List.fold_right (fun a rest -> Join (a, rest)) l Empty
let zero = Const Bz.zero
let predicate text =
  if String.length text > 1000 then no "a predicate of more than 1000 characters";
  let rest = ref (tokens text) in
  let peek () = match !rest with t :: _ -> t | [] -> "" in
  let next () = match !rest with t :: r -> rest := r; t | [] -> no "the predicate ends too early" in
  let skip t = peek () = t && (rest := List.tl !rest; true) in
  let eat t = if not (skip t) then no ("the predicate has no " ^ t) in
  let constant t = if digit t.[0] then
      (if String.length t > 10 || (String.length t > 1 && t.[0] = '0') then no "a number"; Bz.of_string t)
    else no "a constant was expected" in
  let small most t = let a = constant t in
    if Bz.compare a (Bz.of_int most) > 0 then no "a constant"; Bz.to_int a in
  let rec expression () =
    let a = disjunction () in
    if skip "if" then (let test = disjunction () in eat "else"; If (test, a, expression ())) else a
  and disjunction () = let a = conjunction () in if skip "or" then Or (a, disjunction ()) else a
  and conjunction () = let a = negation () in if skip "and" then And (a, conjunction ()) else a
  and negation () = if skip "not" then Not (negation ()) else comparison ()
  and comparison () =
    let rec chain a =
      let is test = let b = sum () in
        match chain b with None -> Some (test a b) | Some more -> Some (And (test a b, more)) in
      if skip "==" then is (fun a b -> Equal (a, b))
      else if skip "!=" then is (fun a b -> Not (Equal (a, b)))
      else if skip "<" then is (fun a b -> Less (a, b))
      else if skip ">" then is (fun a b -> Less (b, a))
      else if skip "<=" then is (fun a b -> Not (Less (b, a)))
      else if skip ">=" then is (fun a b -> Not (Less (a, b)))
      else if skip "in" then is (fun a b -> Among (a, b))
      else if skip "not" then (eat "in"; is (fun a b -> Not (Among (a, b))))
      else None in
    let a = sum () in
    Option.value (chain a) ~default:a
  and left_to_right operand operators =
    let rec go a = match List.assoc_opt (peek ()) operators with
      | Some o -> rest := List.tl !rest; let b = operand () in go (Compute (o, a, b))
      | None -> a in
    go (operand ())
  and sum () = left_to_right product ["+", Plus; "-", Minus]
  and product () = left_to_right sign ["*", Times; "//", Quotient; "%", Remainder]
  and sign () =
    if skip "-" then Compute (Minus, zero, sign ()) else if skip "+" then Compute (Plus, zero, sign ()) else power ()
  and power () = let a = item () in
    if skip "**" then begin
      let k = small 16 (next ()) in
      if peek () = "**" || peek () = "[" then no "a power of a power";
      Power (a, k)
    end else a
  and item () =
    let rec go a = if skip "[" then (let k = small 100_000 (next ()) in eat "]"; go (Item (a, k))) else a in
    go (atom ())
  and atom () = match next () with
    | "True" -> Const Bz.one | "False" -> zero
    | "(" ->
      let a = expression () in
      if peek () = "for" then comprehension a ")" else if peek () = "," then items [a] ")" else (eat ")"; a)
    | "[" -> if skip "]" then Empty else
        let a = expression () in if peek () = "for" then comprehension a "]" else items [a] "]"
    | t when digit t.[0] -> Const (constant t)
    | t when List.mem t words -> no ("the word " ^ t ^ " in a predicate")
    | t when letter t.[0] -> if skip "(" then call t else Name t
    | t -> no ("a predicate with " ^ t)
  and items l close = (* after the first item *)
    if skip "," && peek () <> close then items (expression () :: l) close else (eat close; listed (List.rev l))
  and call f = match List.assoc_opt f functions with
    | None -> no ("the function " ^ f)
    | Some f -> let a = expression () in
      Call (f, if peek () = "for" then listed [comprehension a ")"] else items [a] ")")
  and comprehension element close =
    let rec loops () = if not (skip "for") then listed [element] else begin
        let name = next () in
        if not (letter name.[0]) || List.mem name words then no "for takes a name";
        eat "in";
        let l = disjunction () in
        let rec tests () = if skip "if" then (let test = disjunction () in When (test, tests ())) else loops () in
        For (name, l, tests ())
      end in
    let l = loops () in eat close; l in
  let f = expression () in
  if !rest <> [] then no "the predicate goes on";
  f
(* patterns: of single digits, or of numbers if there is a space *)
let pattern values text =
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
  let rest = ref (tokens 0 []) in
  let skip t = match !rest with u :: r when u = t -> rest := r; true | _ -> false in
  let value () = match !rest with
    | t :: r when List.mem t (List.map Bz.to_string values) -> rest := r; Bz.of_string t
    | _ -> no "a pattern has an unknown value" in
  let rec either () = let p = row () in if skip "|" then Either (p, either ()) else p
  and row () = match !rest with
    | [] | ("|" | ")") :: _ -> NoValue
    | _ -> let p = repetition (atom ()) in Then (p, row ())
  and repetition p =
    if skip "*" then repetition (Repeated p) else if skip "+" then repetition (Then (p, Repeated p))
    else if skip "?" then repetition (Either (p, NoValue)) else p
  and atom () =
    if skip "(" then (let p = either () in if skip ")" then p else no "a pattern has an open bracket")
    else if skip "." then OneOf values
    else if skip "[" then begin
      let without = skip "^" in
      let rec some l = if skip "]" then l else some (value () :: l) in
      let some = some [] in
      OneOf (if without then List.filter (fun v -> not (List.exists (Bz.equal v) some)) values else some)
    end else OneOf [value ()] in
  let p = either () in
  if !rest <> [] then no "a pattern goes on";
  p

(* a mark of a window: any value, a letter, or the digits of a value *)
let mark = function
  | "?" -> Some AnyValue
  | m when String.length m = 1 && m.[0] >= 'a' && m.[0] <= 'z' -> Some (Letter (Char.code m.[0]))
  | m -> match int_of_string_opt m with
    | Some v when string_of_int v = m -> Some (Value (Bz.of_int v))
    | _ -> None
(* a coefficient: hexadecimal digits, perhaps after 0x, perhaps negative *)
let coefficient s =
  let n = String.length s in
  let p = if n > 0 && s.[0] = '-' then 1 else 0 in
  let q = if n > p + 2 && String.sub s p 2 = "0x" then p + 2 else p in
  let d = String.sub s q (n - q) in
  if d <> "" && String.for_all (fun c -> digit c || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) d then
    let c = Bz.of_string ("0x" ^ d) in Some (if p = 1 then Bz.neg c else c)
  else None
let result f text = match f text with value -> Fine value | exception Unread why -> Refused why
let texts = { mark_in = mark; coefficient_in = coefficient; predicate_in = result predicate;
  pattern_in = (fun values -> result (pattern values)) }
