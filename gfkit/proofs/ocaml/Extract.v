(* Extraction to OCaml. Trusted: that the operations of Bz (whole numbers) and arrays are those of the
   constants named here. *)
From Gfkit Require Import Meaning Sweep Clauses Watches Strip Arrays Totals Pieces Claims Verified.
From Gfkit Require Import Predicates Written Readers Degrees Certificates Reading.
From Gfkit Require Connected Cells Octal.
Require Import ZArith NArith List.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlNativeString.
Extract Inductive positive => "Bz.t" [ "Bz.twice_and_one" "Bz.twice" "Bz.one" ] "Bz.positive_case".
Extract Inductive Z => "Bz.t" [ "Bz.zero" "" "Bz.neg" ] "Bz.z_case".
Extract Inductive N => "Bz.t" [ "Bz.zero" "" ] "Bz.n_case".
Extract Constant Pos.add => "Bz.add".
Extract Constant Pos.succ => "Bz.succ".
Extract Constant Pos.pred => "Bz.pos_pred".
Extract Constant Pos.mul => "Bz.mul".
Extract Constant Pos.compare => "fun a b -> let c = Bz.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt".
Extract Constant Pos.eqb => "Bz.equal".
Extract Constant Pos.to_nat => "Bz.to_int".
Extract Constant Pos.of_succ_nat => "fun n -> Bz.of_int (n + 1)".
Extract Constant N.of_nat => "Bz.of_int".
Extract Constant N.to_nat => "Bz.to_int".
Extract Constant N.succ => "Bz.succ".
Extract Constant N.succ_pos => "Bz.succ".
Extract Constant N.add => "Bz.add".
Extract Constant N.mul => "Bz.mul".
Extract Constant N.eqb => "Bz.equal".
Extract Constant N.compare => "fun a b -> let c = Bz.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt".
Extract Constant N.land => "Bz.logand".
Extract Constant N.lor => "Bz.logor".
Extract Constant N.lxor => "Bz.logxor".
Extract Constant N.ldiff => "Bz.ldiff".
Extract Constant N.shiftr => "fun a b -> Bz.shift_right a (Bz.to_int b)".
Extract Constant N.shiftl => "fun a b -> Bz.shift_left a (Bz.to_int b)".
Extract Constant N.testbit => "fun a b -> Bz.testbit a (Bz.to_int b)".
Extract Constant N.ones => "fun n -> Bz.ones (Bz.to_int n)".
Extract Constant N.setbit => "fun a b -> Bz.logor a (Bz.shift_left Bz.one (Bz.to_int b))".
Extract Constant Clauses.shows => "fun x s -> Bz.testbit s x".
Extract Constant Z.add => "Bz.add".
Extract Constant Z.sub => "Bz.sub".
Extract Constant Z.opp => "Bz.neg".
Extract Constant Z.mul => "Bz.mul".
Extract Constant Z.eqb => "Bz.equal".
Extract Constant Z.leb => "fun a b -> Bz.compare a b <= 0".
Extract Constant Z.ltb => "fun a b -> Bz.compare a b < 0".
Extract Constant Z.min => "fun a b -> if Bz.compare a b <= 0 then a else b".
Extract Constant Z.compare => "fun a b -> let c = Bz.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt".
Extract Constant Z.of_nat => "Bz.of_int".
Extract Constant Z.to_nat => "fun a -> let n = Bz.to_int a in if n < 0 then 0 else n".
Extract Constant Z.abs_nat => "fun a -> Stdlib.abs (Bz.to_int a)".
Extract Constant Z.of_N => "fun a -> a".
Extract Constant Z.to_N => "fun a -> if Bz.compare a Bz.zero < 0 then Bz.zero else a".
Extract Constant Z.div => "fun a b -> if Bz.equal b Bz.zero then Bz.zero else Bz.quotient (Bz.sub a (Bz.modulo a b)) b".
Extract Constant Z.modulo => "fun a b -> Bz.modulo a b".
Extract Constant Sweep.vector "'a" => "'a array".
Extract Constant Sweep.numbered_all => "Array.of_list".
Extract Constant Sweep.map_all => "Array.map".
Extract Constant Sweep.find_at => "fun t v -> let i = Bz.to_int t - 1 in if i >= 0 && i < Array.length v then Some (Array.unsafe_get v i) else None".
Extraction "verified.ml" program.
Print Assumptions program_true.
