(* Whole numbers for the extracted checker: zarith. *)
type t = Z.t
let zero = Z.zero and one = Z.one
let of_int = Z.of_int and to_int = Z.to_int
let mul a b = if a == Z.one then b else if b == Z.one then a else Z.mul a b
let add = Z.add and sub = Z.sub and neg = Z.neg and succ = Z.succ
let compare = Z.compare and equal = Z.equal
let logand = Z.logand and logor = Z.logor and logxor = Z.logxor
let ldiff a b = Z.logand a (Z.lognot b)
let shift_left = Z.shift_left and shift_right = Z.shift_right
let testbit = Z.testbit
let ones n = Z.pred (Z.shift_left Z.one n)
let modulo a b = if Z.equal b Z.zero then a else let r = Z.rem a b in
  if Z.sign r <> 0 && Z.sign r <> Z.sign b then Z.add r b else r
let quotient = Z.divexact
let of_string = Z.of_string and to_string = Z.to_string
let twice a = Z.shift_left a 1
let twice_and_one a = Z.succ (Z.shift_left a 1)
let pos_pred a = if Z.equal a Z.one then a else Z.pred a
let positive_case odd even one_ p =
  if Z.equal p Z.one then one_ () else
  let q = Z.shift_right p 1 in if Z.is_odd p then odd q else even q
let n_case zero_ positive n = if Z.sign n = 0 then zero_ () else positive n
let z_case zero_ positive negative a =
  let s = Z.sign a in if s = 0 then zero_ () else if s > 0 then positive a else negative (Z.neg a)
