(* The answer to the text of a certificate: an exit code, and the statement that was proved or the reason. *)
let verdict text =
  match Reader.claim (Json.parse text) with
  | exception Json.Bad reason -> (2, "not read: " ^ reason)
  | exception Expressions.Unread reason -> (2, "not read: " ^ reason)
  | exception (Failure _ | Invalid_argument _ | Not_found | Division_by_zero) -> (2, "not read: a value is out of range")
  | exception Stack_overflow -> (2, "not read: too deep")
  | certificate ->
    match Verified.answer Oracle.explore Oracle.automaton certificate with
    | exception Oracle.Too_many reason -> (2, "not read: " ^ reason)
    | exception (Failure _ | Invalid_argument _ | Stack_overflow | Out_of_memory) -> (3, "not decided: too large for this program")
    | Verified.NotRead -> (2, "not read: a predicate has no value, or the conditions are not among those of claims")
    | Verified.Proved claim -> (0, "says (" ^ Printer.claim claim ^ ")")
    | Verified.NotProved claim -> (1, "not proved: says (" ^ Printer.claim claim ^ ")")
