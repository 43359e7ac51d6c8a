// What the second reader of certificates makes of a text: refusals, JSON with whole numbers of any size, shapes of
// values, and predicates, the expressions of a rule, as docs/reference/certificates.md has them.

export class Refusal extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

export const refuse = (code, reason) => { throw new Refusal(code, reason); };
export const need = (holds, otherwise) => { if (!holds) refuse(2, otherwise); };
export const notRead = (what) => refuse(2, `not read: ${what}`);

// JSON, with whole numbers of any size --------------------------------------------------------------------------

/** A number with a point or an exponent, which stands nowhere where it matters. */
class Decimal {
  constructor(text) {
    this.text = text;
  }
}

/** The value of a JSON text: whole numbers are numbers, or BigInts beyond 2^53; objects are Maps. */
export function parse(text) {
  let keys = 0; // strings, numbers and keys are marked before JSON.parse reads them; keys are numbered
  const marked = text.replace(/("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*/g, (token, string, colon) => {
    if (string) return colon ? `"${keys++}:${string.slice(1)}:` : `"s${string.slice(1)}`;
    need(/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(token), "it is no JSON");
    return `"n${token}"`;
  });
  return JSON.parse(marked, (_, value) => {
    if (isText(value)) return value[0] === "s" ? value.slice(1) : numberOf(value.slice(1));
    if (value === null || typeof value !== "object" || isList(value)) return value;
    const entries = Object.entries(value).map(([key, one]) => [key.slice(key.indexOf(":") + 1), one]);
    const found = new Map(entries);
    need(found.size === entries.length, "a key is there twice in one object");
    return found;
  });
}

function numberOf(text) {
  if (/[.eE]/.test(text)) return new Decimal(text);
  return Number.isSafeInteger(Number(text)) ? Number(text) + 0 : BigInt(text);
}

/** A text of a value, the same for the same value alone. */
export function written(value) {
  if (isList(value)) return `[${value.map(written)}]`;
  if (value instanceof Decimal) return `~${value.text}`;
  if (!(value instanceof Map)) return isText(value) ? JSON.stringify(value) : String(value);
  return `{${[...value.keys()].sort().map((key) => `${JSON.stringify(key)}:${written(value.get(key))}`)}}`;
}

export const isList = Array.isArray;
export const isText = (value) => typeof value === "string";
export const isFlag = (value) => typeof value === "boolean";
export const isWhole = (value) => typeof value === "number" || typeof value === "bigint";
export const isCount = (value) => isWhole(value) && value >= 0;
export const orNull = (shape) => (value) => value === null || shape(value);
export const listOf = (shape, length = -1) => (value) => isList(value) && (length < 0 || value.length === length) && value.every(shape);
export const hasKeys = (value, keys) => value instanceof Map && value.size === keys.length && keys.every((key) => value.has(key));
export const objectOf = (shapes) => (value) =>
  hasKeys(value, Object.keys(shapes)) && Object.entries(shapes).every(([key, shape]) => shape(value.get(key)));
export const PAIR = listOf(isCount, 2);

export function whole(value, least, most, name) {
  need(isWhole(value) && value >= least && value <= most, `${name}: a whole number from ${least} to ${most} was expected`);
  return Number(value);
}

// Predicates ------------------------------------------------------------------------------------------------------
// A value is a BigInt or a list of values; a truth is 1 or 0. An expression becomes a function of what names mean.

const KEYWORDS = new Set(("and as assert async await break class continue def del elif else except finally for from global if " +
  "import in is lambda nonlocal not or pass raise return try while with yield None").split(" "));
const [LONGEST_LOOP, LARGEST] = [20000, 10n ** 3000n];
const odd = (why = "not understood") => refuse(2, `predicate: ${why}`);
export const truth = (value) => (isList(value) ? value.length > 0 : value !== 0n);
export const bit = (holds) => (holds ? 1n : 0n);
const number = (value) => (isList(value) ? odd("a list is no number") : value);
const items = (value) => (isList(value) ? value : odd("a number has no items"));

function same(a, b) {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one, k) => same(one, b[k]));
  return a === b;
}

function less(a, b) {
  if (isList(a) !== isList(b)) odd("a list and a number are not compared");
  if (!isList(a)) return a < b;
  const k = a.findIndex((one, at) => at >= b.length || !same(one, b[at]));
  return k < 0 ? a.length < b.length : k < b.length && less(a[k], b[k]);
}

export const inOrder = (values) => [...values].sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0));
const isIn = (a, b) => items(b).some((one) => same(one, a));
const floored = (a, b) => a / b - bit(a % b !== 0n && a < 0n !== b < 0n);

const COMPUTED = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "//": (a, b) => (b ? floored(a, b) : 0n),
  "%": (a, b) => (b ? a - b * floored(a, b) : a),
};
const COMPARED = {
  "==": same,
  "!=": (a, b) => !same(a, b),
  "<": less,
  "<=": (a, b) => same(a, b) || less(a, b),
  ">": (a, b) => less(b, a),
  ">=": (a, b) => same(a, b) || less(b, a),
  in: isIn,
  not: (a, b) => !isIn(a, b),
};
const FUNCTIONS = new Map(Object.entries({
  sum: (v) => v.reduce((a, b) => a + number(b), 0n),
  size: (v) => BigInt(v.length),
  sorted: inOrder,
  any: (v) => bit(v.some(truth)),
  all: (v) => bit(v.every(truth)),
  count: (v) => BigInt(v.filter(truth).length),
  min: (v) => inOrder(v)[0] ?? 0n,
  max: (v) => inOrder(v).at(-1) ?? 0n,
  abs: (v) => (v.length !== 1 ? odd("abs of one number") : number(v[0]) < 0n ? -v[0] : v[0]),
  median: (v) => inOrder(v)[(v.length - 1) >> 1] ?? 0n,
  distinct: (v) => BigInt(v.filter((one, k) => !isIn(one, v.slice(0, k))).length),
}));

/**
 * Names, as a Map, to the value of an expression; `spend` is told what that takes, in steps of 100 nanoseconds.
 * A part that is a name has `word`, one that is a number `constant`.
 */
export function meaningOf(text, spend) {
  need(text.length <= 1000 && /^[\x00-\x7f]*$/.test(text) && !/["'\\#;:]/.test(text), "predicate: not understood");
  const token = /\s*(?:([A-Za-z_]\w*)|(0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?0)*|[1-9](?:_?\d)*)(?![\w.])|(\/\/|\*\*|[=!<>]=|[-+*%<>()[\],]))/y;
  const tokens = [];
  while (token.lastIndex < text.trimEnd().length) {
    const [, word, digits, sign] = token.exec(text) ?? odd();
    tokens.push({ word, digits, sign: word ?? sign });
  }
  let at = 0;
  const is = (sign) => tokens[at]?.sign === sign;
  const took = (...signs) => (tokens[at]?.sign !== undefined && signs.includes(tokens[at].sign) ? tokens[at++].sign : "");
  const must = (sign) => took(sign) || odd();
  const chain = (signs, inner, join) => {
    let one = inner();
    for (let sign = took(...signs); sign; sign = took(...signs)) one = join(one, inner(), sign);
    return one;
  };

  /** The parts up to a closing sign, or the loops of a comprehension. */
  const several = (closing) => {
    const parts = [];
    let comma = false;
    while (at < tokens.length && !(closing && is(closing))) {
      parts.push(choice());
      if (closing && parts.length === 1 && is("for")) parts.loops = loops(parts[0]);
      comma = !parts.loops && took(",") !== "";
      if (!comma) break;
    }
    if (closing) must(closing);
    else need(parts.length && at === tokens.length, "predicate: not understood");
    return Object.assign(parts, { only: parts.length === 1 && !comma });
  };
  const choice = () => {
    const one = disjunction();
    if (!took("if")) return one;
    const [test, , other] = [disjunction(), must("else"), choice()];
    return (names) => (truth(test(names)) ? one : other)(names);
  };
  const disjunction = () => chain(["or"], conjunction, (a, b) => (names) => bit(truth(a(names)) || truth(b(names))));
  const conjunction = () => chain(["and"], inversion, (a, b) => (names) => bit(truth(a(names)) && truth(b(names))));
  const inversion = () => {
    if (!took("not")) return comparison();
    const inner = inversion();
    return (names) => bit(!truth(inner(names)));
  };
  const comparison = () => {
    const [parts, tests] = [[sum()], []];
    for (let sign = took(...Object.keys(COMPARED)); sign; sign = took(...Object.keys(COMPARED))) {
      if (sign === "not") must("in");
      tests.push(COMPARED[sign]);
      parts.push(sum());
    }
    return tests.length ? (names) => bit(tests.every((test, k) => test(parts[k](names), parts[k + 1](names)))) : parts[0];
  };
  const computed = (a, b, sign) => (names) => COMPUTED[sign](number(a(names)), number(b(names)));
  const sum = () => chain(["+", "-"], () => chain(["*", "//", "%"], factor, computed), computed);
  const factor = () => {
    const sign = took("-", "+");
    const inner = sign ? factor() : primary();
    if (sign) return (names) => (sign === "-" ? -number(inner(names)) : number(inner(names)));
    if (!took("**")) return inner;
    const power = factor().constant;
    need(power !== undefined && power <= 16n, "predicate: a power is not understood");
    return (names) => {
      const own = number(inner(names));
      need(own < LARGEST && own > -LARGEST, "predicate: a number is too large");
      return own ** power;
    };
  };
  const primary = () => {
    let own = atom();
    for (let sign = took("(", "["); sign; sign = took("(", "[")) own = sign === "(" ? called(own) : itemOf(own);
    return own;
  };
  const itemOf = (list) => {
    const place = several("]");
    need(place.only && !place.loops && place[0].constant !== undefined, "predicate: an item is not understood");
    return (names) => items(list(names))[place[0].constant] ?? odd("there is no such item");
  };
  const called = (own) => {
    const compute = FUNCTIONS.get(own.word) ?? odd();
    const found = several(")");
    const given = found.loops ? [found.loops] : found.length ? found : odd();
    return (names) => {
      const values = given.map((part) => part(names));
      return compute(values.length === 1 && isList(values[0]) ? values[0] : values);
    };
  };
  const atom = () => {
    const { word, digits, sign } = tokens[at++] ?? odd();
    if (digits) {
      const constant = BigInt(digits.replaceAll("_", ""));
      need(constant <= 10n ** 9n, "predicate: a number is not understood");
      return Object.assign(() => constant, { constant });
    }
    if (word === "True" || word === "False") return () => bit(word === "True");
    if (word && !KEYWORDS.has(word)) return Object.assign((names) => names.get(word) ?? odd(`${word} means nothing`), { word });
    const parts = sign === "(" || sign === "[" ? several(sign === "(" ? ")" : "]") : odd();
    if (parts.loops) return parts.loops;
    return sign === "(" && parts.only ? parts[0] : (names) => parts.map((part) => part(names));
  };
  const loops = (element) => {
    const found = [];
    while (took("for")) {
      const { word } = tokens[at++] ?? odd();
      need(word && !KEYWORDS.has(word) && word !== "True" && word !== "False", "predicate: for takes a name");
      must("in");
      const loop = { word, list: disjunction(), tests: [] };
      while (took("if")) loop.tests.push(disjunction());
      found.push(loop);
    }
    return (names) => {
      let left = LONGEST_LOOP;
      const rounds = (inner, [loop, ...more]) => {
        if (!loop) return [element(inner)];
        return items(loop.list(inner)).flatMap((item) => {
          need(--left >= 0, "predicate: a comprehension is too long");
          spend(15);
          const next = new Map(inner).set(loop.word, item);
          return loop.tests.every((test) => truth(test(next))) ? rounds(next, more) : [];
        });
      };
      return rounds(names, found);
    };
  };
  const parts = several("");
  return (names) => {
    spend(5 + tokens.length);
    return parts.only ? parts[0](names) : parts.map((part) => part(names));
  };
}
