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

(* Finds the minimal automaton of a condition on lines, with states numbered as gfkit.core.rules.automaton numbers them:
   in the order of a search, and -1 is nowhere. Not trusted: what it returns is checked. *)
exception Too_many of string
let position x l = let rec go k = function [] -> raise Not_found | y :: r -> if x = y then k else go (k + 1) r in go 0 l
let automaton : Verified.finder = fun _ letters step final same start ->
  let todo = Queue.create () and states = ref [start] and count = ref 1 in
  let known = Hashtbl.create 97 in
  Hashtbl.add known (Hashtbl.hash_param 80 200 start) (start, 0);
  Queue.add start todo;
  let number s =
    let key = Hashtbl.hash_param 80 200 s in
    match List.find_opt (fun (q, _) -> same q s) (Hashtbl.find_all known key) with
    | Some (_, k) -> k
    | None ->
      let k = !count in
      if k >= 2000 then raise (Too_many "a condition on lines has more than 2000 states");
      incr count; Hashtbl.add known key (s, k); states := s :: !states; Queue.add s todo; k in
  let rec search rows = if Queue.is_empty todo then Array.of_list (List.rev rows) else
      let s = Queue.pop todo in
      search (List.map (fun x -> match step s x with Some (Some after) -> number after | _ -> -1) letters :: rows) in
  let rows = search [] in
  let states = Array.of_list (List.rev !states) in
  let accepted = Array.map (fun s -> final s = Some true) states in
  let alive = Array.copy accepted and again = ref true in
  while !again do
    again := false;
    Array.iteri (fun s row -> if not alive.(s) && List.exists (fun t -> t >= 0 && alive.(t)) row then
      (alive.(s) <- true; again := true)) rows
  done;
  let rows = Array.map (List.map (fun t -> if t >= 0 && alive.(t) then t else -1)) rows in
  let all = List.init (Array.length states) Fun.id in
  let rec refine parts =
    let keys = List.map (fun s -> parts.(s) :: List.map (fun t -> if t < 0 then -1 else parts.(t)) rows.(s)) all in
    let named = Hashtbl.create 97 in
    let after = List.map (fun key -> match Hashtbl.find_opt named key with
      | Some k -> k | None -> let k = Hashtbl.length named in Hashtbl.add named key k; k) keys in
    if Hashtbl.length named = List.length (List.sort_uniq compare (Array.to_list parts)) then parts
    else refine (Array.of_list after) in
  let parts = refine (Array.map (fun a -> if a then 1 else 0) accepted) in
  let order = List.rev (Array.fold_left (fun l p -> if List.mem p l then l else p :: l) [] parts) in
  let dead = List.length order in
  let row part = let s = List.find (fun s -> parts.(s) = part) all in
    List.map (fun t -> if t < 0 then dead else position parts.(t) order) rows.(s) in
  let reached = List.map (fun s -> (states.(s), if alive.(s) then position parts.(s) order else dead)) all in
  let kept = List.filter_map (fun (s, t) -> if final s = Some true then Some t else None) reached in
  ({ Verified.steps = List.map row order; accepted = List.sort_uniq compare kept }, (start, 0) :: reached)
