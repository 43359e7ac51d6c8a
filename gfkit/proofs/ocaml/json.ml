(* JSON in UTF-8 without fractions, NaN, -0 and keys that an object has twice, to terms of Reading.v *)
open Verified
exception Bad of string

(* Whether bytes are characters in UTF-8: none too long, no surrogates, none above 0x10ffff. *)
let is_utf8 s =
  let n = String.length s in
  let between p least most = p < n && s.[p] >= least && s.[p] <= most in
  let rec more p k = k = 0 || between p '\128' '\191' && more (p + 1) (k - 1) in
  let rec go p =
    p >= n || match s.[p] with
    | '\000' .. '\127' -> go (p + 1)
    | '\194' .. '\223' -> more (p + 1) 1 && go (p + 2)
    | '\224' .. '\239' as c -> between (p + 1) (if c = '\224' then '\160' else '\128') (if c = '\237' then '\159' else '\191') &&
      more (p + 2) 1 && go (p + 3)
    | '\240' .. '\244' as c -> between (p + 1) (if c = '\240' then '\144' else '\128') (if c = '\244' then '\143' else '\191') &&
      more (p + 2) 2 && go (p + 4)
    | _ -> false in
  go 0
let utf8 buffer code = Buffer.add_utf_8_uchar buffer (Uchar.of_int code)
let parse s =
  if not (is_utf8 s) then raise (Bad "bytes that are not UTF-8");
  let n = String.length s and p = ref 0 in
  let bad what = raise (Bad (Printf.sprintf "%s at byte %d" what !p)) in
  let peek () = if !p < n then s.[!p] else '\000' in
  let rec skip () = match peek () with ' ' | '\n' | '\r' | '\t' -> incr p; skip () | _ -> () in
  let expect c = skip (); if !p >= n || s.[!p] <> c then bad (Printf.sprintf "no %c" c); incr p in
  let digit c = c >= '0' && c <= '9' in
  let hex () =
    let d = if !p + 4 <= n then String.sub s !p 4 else bad "an escape" in
    if not (String.for_all (fun c -> digit c || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) d) then
      bad "an escape";
    p := !p + 4; int_of_string ("0x" ^ d) in
  let text () =
    expect '"';
    let b = Buffer.create 16 in
    let rec go () =
      if !p >= n then bad "an open text";
      let c = s.[!p] in
      incr p;
      if c = '\\' then begin
        let e = peek () in
        incr p;
        (match e with
         | 'n' -> Buffer.add_char b '\n' | 't' -> Buffer.add_char b '\t' | 'r' -> Buffer.add_char b '\r'
         | 'b' -> Buffer.add_char b '\b' | 'f' -> Buffer.add_char b '\012'
         | '"' | '\\' | '/' -> Buffer.add_char b e
         | 'u' ->
           let high = hex () in
           if high < 0xd800 || high > 0xdfff then utf8 b high
           else if high < 0xdc00 && !p + 6 <= n && s.[!p] = '\\' && s.[!p + 1] = 'u' then begin
             p := !p + 2;
             let low = hex () in
             if low < 0xdc00 || low > 0xdfff then bad "half a character";
             utf8 b (0x10000 + ((high - 0xd800) lsl 10) + low - 0xdc00)
           end else bad "half a character"
         | _ -> bad "an escape");
        go ()
      end else if c < ' ' then bad "a control character"
      else if c <> '"' then (Buffer.add_char b c; go ()) in
    go (); Buffer.contents b in
  let word w v = if !p + String.length w <= n && String.sub s !p (String.length w) = w
    then (p := !p + String.length w; v) else bad "no value" in
  let rec value () = skip (); match peek () with
    | '{' -> incr p; skip (); if peek () = '}' then (incr p; Object []) else pairs []
    | '[' -> incr p; skip (); if peek () = ']' then (incr p; Items []) else items []
    | '"' -> Text (text ())
    | 't' -> word "true" (Truth true) | 'f' -> word "false" (Truth false) | 'n' -> word "null" Null
    | '-' | '0' .. '9' ->
      let start = !p in
      if peek () = '-' then incr p;
      if peek () = '0' then incr p else if digit (peek ()) then while digit (peek ()) do incr p done
      else bad "no digit";
      (match peek () with '0' .. '9' | '.' | 'e' | 'E' -> bad "a number that is not an integer" | _ -> ());
      (match String.sub s start (!p - start) with "-0" -> bad "a number -0" | digits -> Whole (Bz.of_string digits))
    | _ -> bad "no value"
  and pairs l =
    skip (); let k = text () in
    expect ':'; let v = value () in
    if List.mem_assoc k l then bad ("the key " ^ k ^ " is there twice");
    skip ();
    if peek () = ',' then (incr p; pairs ((k, v) :: l)) else (expect '}'; Object (List.rev ((k, v) :: l)))
  and items l =
    let v = value () in
    skip (); if peek () = ',' then (incr p; items (v :: l)) else (expect ']'; Items (List.rev (v :: l))) in
  let v = value () in
  skip (); if !p < n then bad "more text"; v
