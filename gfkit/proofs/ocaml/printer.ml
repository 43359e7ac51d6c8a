(* A claim as a term of Coq, in the words of Claims.v: says (claim) is the statement that was proved. *)
open Verified
let many f l = "[" ^ String.concat "; " (List.map f l) ^ "]"
let n = string_of_int and z a = let s = Bz.to_string a in if s.[0] = '-' then "(" ^ s ^ ")" else s
let ns = many n and nss = many (many n) and pair f (a, b) = "(" ^ f a ^ ", " ^ f b ^ ")"
let near r = String.concat " " ["Near"; ns r.if_; many (pair z) r.neighbours; nss r.of_; nss r.allowed]
let window = many (fun ((r, c), s) -> "(" ^ z r ^ ", " ^ z c ^ ", " ^ ns s ^ ")")
let event = function Lies w -> "Lies " ^ window w | Fits r -> "Fits (" ^ near r ^ ")"
let at = function None -> "None" | Some a -> "Some " ^ z a
let pin ((r, c), s) = "(" ^ at r ^ ", " ^ at c ^ ", " ^ ns s ^ ")"
let tally t = String.concat " " ["Tally"; many event t.events; z t.cap; many z t.numbers]
let reader (d, a) = "(" ^ (match d with Across -> "Across" | Along -> "Along" | Throughout -> "Throughout") ^ ", Automaton " ^ nss a.steps ^ " " ^ ns a.accepted ^ ")"
let sides f s = String.concat " " ["Sides"; f s.top; f s.right; f s.bottom; f s.left]
let edges = many (fun ((a, b), far) -> "(" ^ n a ^ ", " ^ n b ^ ", " ^ n far ^ ")")
let kind = function All -> "All" | Full -> "Full" | Stuck l -> "(Stuck " ^ ns l ^ ")"
let rule = function
  | ArrayRule (k, w, ns', p, t, r) ->
    String.concat " " ["ArrayRule"; n k; many window w; many near ns'; many pin p; many tally t; many reader r]
  | PieceRule (p, a, k) ->
    String.concat " " ["PieceRule"; many (fun p -> "Piece " ^ n p.colour ^ " " ^ many (pair z) p.cells) p; many (pair n) a; kind k]
  | EdgeRule (v, e, d, both) -> String.concat " " ["EdgeRule"; n v; edges e; ns d;
      (match both with None -> "None" | Some (l, t) -> "(Some (" ^ nss l ^ ", " ^ nss t ^ "))")]
  | DirectedRule (v, e, d) -> String.concat " " ["DirectedRule"; n v; edges e; nss d]
  | TileRule (t, b) -> String.concat " " ["TileRule"; many (sides n) t; "(" ^ sides ns b ^ ")"]
let boards b = String.concat " " ["(Boards"; (match b.end_of with Open -> "Open" | Ring l -> "(Ring " ^ ns l ^ ")");
  string_of_bool b.closed; n b.height; n b.first0 ^ ")"]
let connected = function CellsOf -> "CellsOf" | EdgesOf (t, c, d) -> "(EdgesOf " ^ string_of_bool t ^ " " ^ n c ^ " " ^ ns d ^ ")"
let poly = many (many z)
let claim c = String.concat " " (match c with
  | Number (b, r, p, q) -> ["Number"; boards b; "(" ^ rule r ^ ")"; many z p; many z q]
  | Weight (b, r, w, p, q) -> ["Weight"; boards b; "(" ^ rule r ^ ")"; many poly w; many poly p; many poly q]
  | ConnectedNumber (rows, c, p, q) -> ["ConnectedNumber"; nss rows; connected c; many z p; many z q]
  | ConnectedWeight (rows, c, w, p, q) -> ["ConnectedWeight"; nss rows; connected c; poly w; many poly p; many poly q]
  | Period (code, start, period) -> ["Period"; many z code; n start; n period])
