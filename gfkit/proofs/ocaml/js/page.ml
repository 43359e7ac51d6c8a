(* globalThis.gfkitVerify: text of a certificate -> exit code, space, statement *)
external export : (string -> string) -> unit = "gfkit_export"
