(* nothing to export in a native program *)
let export (_ : string -> string) = ()
