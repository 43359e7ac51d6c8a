(* The answer to the text of a certificate: an exit code, and the statement that was proved or the reason. *)
let verdict text =
  match Json.parse text with
  | exception Json.Bad reason -> (2, "not read: " ^ reason)
  | exception Stack_overflow -> (2, "not read: too deep")
  | json ->
    match Verified.program Expressions.texts Oracle.explore Oracle.automaton json with
    | exception Oracle.Too_many reason -> (2, "not read: " ^ reason)
    | exception (Failure _ | Invalid_argument _ | Stack_overflow | Out_of_memory) -> (3, "not decided: too large for this program")
    | Verified.Unread why -> (2, "not read: " ^ why)
    | Verified.Proven claim -> (0, "says (" ^ Printer.claim claim ^ ")")
    | Verified.Unproved claim -> (1, "not proved: says (" ^ Printer.claim claim ^ ")")
