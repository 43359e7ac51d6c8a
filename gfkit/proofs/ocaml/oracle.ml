(* Finds the classes of states with a hash table. Not trusted: the theorem holds for whatever it returns. *)
let explore : Verified.explorer = fun _ alphabets step dead same _ starts ->
  let alphabets = Array.of_list alphabets in
  let h = Array.length alphabets in
  let tables = Array.init h (fun _ -> Hashtbl.create 997) and count = Array.make h 0 in
  let states = Array.make h [] and rows = Array.make h [] and fresh = Array.make h [] in
  let number i s =
    let key = Hashtbl.hash_param 80 200 s in
    match List.find_opt (fun (q, _) -> same q s) (Hashtbl.find_all tables.(i) key) with
    | Some (_, t) -> t
    | None ->
      let t = count.(i) + 1 in
      count.(i) <- t; Hashtbl.add tables.(i) key (s, t);
      states.(i) <- s :: states.(i); fresh.(i) <- s :: fresh.(i); t in
  let firsts = List.map (fun s -> if h = 0 then 0 else number 0 s - 1) starts in
  let rec go i quiet =
    if quiet < h then begin
      let todo = List.rev fresh.(i) and j = (i + 1) mod h in
      fresh.(i) <- [];
      List.iter (fun p ->
        let row = List.map (fun x -> let r = step i p x in
          if dead r then None else Some (Bz.of_int (number j r))) alphabets.(i) in
        rows.(i) <- row :: rows.(i)) todo;
      go j (if todo = [] then quiet + 1 else 0)
    end in
  go 0 0;
  (Array.to_list (Array.mapi (fun i s -> (List.rev s, List.rev rows.(i))) states), firsts)
