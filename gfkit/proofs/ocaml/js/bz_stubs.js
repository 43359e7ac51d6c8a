// A number of Bz is a JavaScript number if it is below 2^53 in size, and a BigInt otherwise: never both.
//Provides: bz_norm
function bz_norm(a) { return a > 9007199254740991 || a < -9007199254740991 ? a : Number(a); }
//Provides: bz_small
function bz_small(a) { return typeof a === "number" && a === (a | 0); }
//Provides: bz_of_int
function bz_of_int(a) { return a; }
//Provides: bz_to_int
//Requires: bz_small, caml_failwith
function bz_to_int(a) { if (!bz_small(a)) caml_failwith("a number is too large"); return a; }
//Provides: bz_add
//Requires: bz_norm
function bz_add(a, b) {
  if (a === 0) return b;
  if (b === 0) return a;
  if (typeof a === "number") {
    if (typeof b !== "number") return bz_norm(BigInt(a) + b);
    var c = a + b;
    return c <= 9007199254740991 && c >= -9007199254740991 ? c : BigInt(a) + BigInt(b);
  }
  return bz_norm(typeof b === "number" ? a + BigInt(b) : a + b);
}
//Provides: bz_sub
//Requires: bz_norm
function bz_sub(a, b) {
  if (typeof a === "number" && typeof b === "number") { var c = a - b; if (c <= 9007199254740991 && c >= -9007199254740991) return c; }
  return bz_norm(BigInt(a) - BigInt(b));
}
//Provides: bz_mul
//Requires: bz_norm
function bz_mul(a, b) {
  if (a === 1) return b;
  if (b === 1) return a;
  if (a === 0 || b === 0) return 0;
  if (typeof a === "number") {
    if (typeof b !== "number") return BigInt(a) * b;
    var c = a * b;
    return c <= 9007199254740991 && c >= -9007199254740991 ? c : BigInt(a) * BigInt(b);
  }
  return typeof b === "number" ? a * BigInt(b) : a * b;
}
//Provides: bz_compare
function bz_compare(a, b) { return a < b ? -1 : a > b ? 1 : 0; }
//Provides: bz_equal
function bz_equal(a, b) { return a === b ? 1 : 0; }
//Provides: bz_and
//Requires: bz_small, bz_norm
function bz_and(a, b) { return (bz_small(a) && bz_small(b)) ? a & b : bz_norm(BigInt(a) & BigInt(b)); }
//Provides: bz_or
//Requires: bz_small, bz_norm
function bz_or(a, b) { return (bz_small(a) && bz_small(b)) ? a | b : bz_norm(BigInt(a) | BigInt(b)); }
//Provides: bz_xor
//Requires: bz_small, bz_norm
function bz_xor(a, b) { return (bz_small(a) && bz_small(b)) ? a ^ b : bz_norm(BigInt(a) ^ BigInt(b)); }
//Provides: bz_shl
//Requires: bz_norm
function bz_shl(a, n) { return bz_norm(BigInt(a) << BigInt(n)); }
//Provides: bz_shr
//Requires: bz_small, bz_norm
function bz_shr(a, n) { return bz_small(a) ? a >> (n > 31 ? 31 : n) : bz_norm(BigInt(a) >> BigInt(n)); }
//Provides: bz_testbit
//Requires: bz_small
function bz_testbit(a, n) { return bz_small(a) ? (a >> (n > 31 ? 31 : n)) & 1 : Number((BigInt(a) >> BigInt(n)) & BigInt(1)); }
//Provides: bz_mod
//Requires: bz_norm
function bz_mod(a, b) { a = BigInt(a); b = BigInt(b); if (!b) return bz_norm(a); var r = a % b; return bz_norm(r && (r < 0) !== (b < 0) ? r + b : r); }
//Provides: bz_quotient
//Requires: bz_norm
function bz_quotient(a, b) { return bz_norm(BigInt(a) / BigInt(b)); }
//Provides: bz_of_string
//Requires: bz_norm, caml_jsstring_of_string
function bz_of_string(s) { s = caml_jsstring_of_string(s); return bz_norm(s[0] === "-" ? -BigInt(s.slice(1)) : BigInt(s)); }
//Provides: bz_to_string
//Requires: caml_string_of_jsstring
function bz_to_string(a) { return caml_string_of_jsstring(String(a)); }
//Provides: gfkit_export
//Requires: caml_string_of_jsstring, caml_jsstring_of_string
function gfkit_export(f) {
  globalThis.gfkitVerify = function (text) { return caml_jsstring_of_string(f(caml_string_of_jsstring(text))); };
  return 0;
}
