(* The integers of the verified program, for a test against Coq's own: lines "operation a b" -> lines of results *)
let comparison = function Verified.Lt -> "Lt" | Verified.Eq -> "Eq" | Verified.Gt -> "Gt"
let compute line = match String.split_on_char ' ' line with
  | [operation; a; b] ->
    let a = Bz.of_string a and b = Bz.of_string b in
    let small = Bz.to_int (Bz.modulo b (Bz.of_int 200)) in
    (match operation with
     | "add" -> Bz.to_string (Bz.add a b) | "sub" -> Bz.to_string (Bz.sub a b) | "mul" -> Bz.to_string (Bz.mul a b)
     | "modulo" -> Bz.to_string (Bz.modulo a b) | "opp" -> Bz.to_string (Bz.neg a)
     | "compare" -> string_of_int (compare (Bz.compare a b) 0) | "eqb" -> string_of_bool (Bz.equal a b)
     | "land" -> Bz.to_string (Bz.logand a b) | "lor" -> Bz.to_string (Bz.logor a b)
     | "lxor" -> Bz.to_string (Bz.logxor a b) | "ldiff" -> Bz.to_string (Bz.ldiff a b)
     | "shiftl" -> Bz.to_string (Bz.shift_left a small) | "shiftr" -> Bz.to_string (Bz.shift_right a small)
     | "testbit" -> string_of_bool (Bz.testbit a small) | "ones" -> Bz.to_string (Bz.ones small)
     | "succ" -> Bz.to_string (Bz.succ a) | "double" -> Bz.to_string (Bz.twice a)
     | "quotient" -> Bz.to_string (Verified.Z.div a b)
     | "double_and_one" -> Bz.to_string (Bz.twice_and_one a)
     | "halved" -> Bz.positive_case (fun q -> "odd " ^ Bz.to_string q) (fun q -> "even " ^ Bz.to_string q) (fun () -> "one") a
     | "signed" -> Bz.z_case (fun () -> "zero") (fun a -> "positive " ^ Bz.to_string a) (fun a -> "negative " ^ Bz.to_string a) a
     | _ -> "unknown")
  | _ -> "not a line"
let () =
  let channel = open_in_bin Sys.argv.(1) in
  let text = really_input_string channel (in_channel_length channel) in
  List.iter (fun line -> if line <> "" then print_endline (compute line)) (String.split_on_char '\n' text)
