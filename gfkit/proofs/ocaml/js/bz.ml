(* Whole numbers for the extracted checker in JavaScript: numbers below 2^53, and BigInt; see bz_stubs.js. *)
type t
external of_int : int -> t = "bz_of_int"
external to_int : t -> int = "bz_to_int"
external add : t -> t -> t = "bz_add"
external sub : t -> t -> t = "bz_sub"
external mul : t -> t -> t = "bz_mul"
external compare : t -> t -> int = "bz_compare"
external equal : t -> t -> bool = "bz_equal"
external logand : t -> t -> t = "bz_and"
external logor : t -> t -> t = "bz_or"
external logxor : t -> t -> t = "bz_xor"
external shift_left : t -> int -> t = "bz_shl"
external shift_right : t -> int -> t = "bz_shr"
external testbit : t -> int -> bool = "bz_testbit"
external of_string : string -> t = "bz_of_string"
external to_string : t -> string = "bz_to_string"
let zero = of_int 0
let one = of_int 1
let neg a = sub zero a
let succ a = add a one
let ldiff a b = sub a (logand a b)
let ones n = sub (shift_left one n) one
external modulo : t -> t -> t = "bz_mod"
external quotient : t -> t -> t = "bz_quotient"
let sign a = compare a zero
let twice a = add a a
let twice_and_one a = add (add a a) one
let pos_pred a = if equal a one then a else sub a one
let positive_case odd even one_ p =
  if equal p one then one_ () else
  let q = shift_right p 1 in if testbit p 0 then odd q else even q
let n_case zero_ positive n = if sign n = 0 then zero_ () else positive n
let z_case zero_ positive negative a =
  let s = sign a in if s = 0 then zero_ () else if s > 0 then positive a else negative (neg a)
