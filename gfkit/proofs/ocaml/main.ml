(* verified FILE: exit code 0 proved, 1 not proved, 2 not read, 3 not decided. In a page it exports gfkitVerify *)
let () =
  Page.export (fun text -> let (code, statement) = Verdict.verdict text in string_of_int code ^ " " ^ statement);
  if Array.length Sys.argv > 1 then begin
    Gc.set { (Gc.get ()) with Gc.minor_heap_size = 4_000_000; space_overhead = 400 };
    let channel = open_in_bin Sys.argv.(1) in
    let (code, statement) = Verdict.verdict (really_input_string channel (in_channel_length channel)) in
    print_endline statement;
    if code <> 0 then exit code
  end
