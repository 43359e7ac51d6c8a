// The syntax of certificates, defined in docs/reference/certificates.md: errors, JSON with integers of any size,
// shapes of values, and predicates, the expressions of a rule.

/** Raise an error with a code: 1 refuted, 2 bad file or not read, 3 too much work. */
export const refuse = (code, reason) => { throw Object.assign(new Error(reason), { code }); };
export const need = (holds, otherwise) => { if (!holds) refuse(2, otherwise); };
export const notRead = (what) => refuse(2, `not read: ${what}`);

// Numbers and strings ---------------------------------------------------------------------------------------------

/** Parse JSON. Integers beyond 2^53 become BigInts; objects have no prototype. */
export function parse(text) {
  let keys = 0; // JSON.parse rounds numbers, so it gets strings; it drops repeated keys, so the keys are counted
  const marked = text.replace(/("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*/g, (token, string, colon) => {
    if (colon) keys++;
    if (string) return colon ? token : `"s${string.slice(1)}`;
    need(/^(0|-?[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(token), "invalid JSON, or the number -0");
    return `"n${token}"`;
  });
  const isWellFormed = (string) => need(!/\p{Surrogate}/u.test(string), "a string contains half of a surrogate pair");
  const parsed = JSON.parse(marked, (key, value) => {
    isWellFormed(key);
    if (isText(value)) isWellFormed(value);
    if (isText(value)) return value[0] === "s" ? value.slice(1) : numberOf(value.slice(1));
    if (!isObject(value)) return value;
    keys -= Object.keys(value).length;
    return Object.setPrototypeOf(value, null);
  });
  need(keys === 0, "duplicate key in an object");
  return parsed;
}

function numberOf(text) {
  if (/[.eE]/.test(text)) return Symbol(text); // no field of a certificate accepts such a number
  return Number.isSafeInteger(Number(text)) ? Number(text) + 0 : BigInt(text);
}

/** Return a canonical string of a value: two values have the same string exactly if they are equal. */
export function written(value) {
  if (isList(value)) return `[${value.map(written)}]`;
  if (!isObject(value)) return isText(value) ? JSON.stringify(value) : String(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${written(value[key])}`)}}`;
}

// Shapes ----------------------------------------------------------------------------------------------------------

export const isList = Array.isArray;
export const isObject = (value) => value !== null && typeof value === "object" && !isList(value);
export const isText = (value) => typeof value === "string";
export const isFlag = (value) => typeof value === "boolean";
export const isWhole = (value) => typeof value === "number" || typeof value === "bigint";
export const isCount = (value) => isWhole(value) && value >= 0;
export const between = (least, most) => (value) => isWhole(value) && value >= least && value <= most;
export const among = (...values) => (value) => values.includes(value);
export const orNull = (shape) => (value) => value === null || fits(value, shape);
export const PAIR = [isCount, isCount];

/** Return true if a value has a shape: a test, a list [shape], a pair [shape, shape], an object {key: shape}. */
export function fits(value, shape) {
  if (typeof shape === "function") return shape(value);
  if (isList(shape) && shape.length === 1) return isList(value) && value.every((part) => fits(part, shape[0]));
  const keys = Object.keys(shape);
  return isList(value) === isList(shape) && (isList(value) || isObject(value)) &&
    Object.keys(value).length === keys.length && keys.every((key) => key in value && fits(value[key], shape[key]));
}

// Predicates ------------------------------------------------------------------------------------------------------
// A value is a BigInt or a list of values; a truth value is 1 or 0. An expression is compiled to a function of the
// values of its names.

const KEYWORDS = new Set(("and as assert async await break class continue def del elif else except finally for from " +
  "global if import in is lambda nonlocal not or pass raise return try while with yield None True False").split(" "));
const NUMBER = /(?:0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?0)*|[1-9](?:_?\d)*)(?![\w.])/;
const TOKEN = new RegExp(String.raw`\s*(?:[A-Za-z_]\w*|${NUMBER.source}|\/\/|\*\*|[=!<>]=|[-+*%<>()[\],])`, "gy");
const STOP = "\n"; // the token after the last one
const [LONGEST_LOOP, LARGEST] = [20000, 10n ** 3000n];

const odd = (why = "cannot be parsed") => refuse(2, `predicate: ${why}`);
export const truth = (value) => (isList(value) ? value.length > 0 : value !== 0n);
export const bit = (holds) => (holds ? 1n : 0n);
const number = (value) => (isList(value) ? odd("expected a number, not a list") : value);
const items = (value) => (isList(value) ? value : odd("expected a list, not a number"));

/** Return a negative number, 0 or a positive number if a < b, a = b or a > b. Lists are compared lexicographically. */
export function compare(a, b) {
  if (isList(a) !== isList(b)) odd("cannot compare a list with a number");
  if (!isList(a)) return a < b ? -1 : Number(a > b);
  for (let k = 0; k < a.length && k < b.length; k++) {
    const order = compare(a[k], b[k]);
    if (order) return order;
  }
  return a.length - b.length;
}

export const inOrder = (values) => [...values].sort(compare);
const same = (a, b) => a === b || (isList(a) && isList(b) && written(a) === written(b));
const isIn = (a, list) => items(list).some((item) => same(item, a));
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
  "<": (a, b) => compare(a, b) < 0,
  "<=": (a, b) => compare(a, b) <= 0,
  ">": (a, b) => compare(a, b) > 0,
  ">=": (a, b) => compare(a, b) >= 0,
  in: isIn,
  not: (a, b) => !isIn(a, b),
};
const SIGNS = Object.keys(COMPARED);
const FUNCTIONS = new Map(Object.entries({
  sum: (v) => v.reduce((a, b) => a + number(b), 0n),
  size: (v) => BigInt(v.length),
  sorted: inOrder,
  any: (v) => bit(v.some(truth)),
  all: (v) => bit(v.every(truth)),
  count: (v) => BigInt(v.filter(truth).length),
  min: (v) => inOrder(v)[0] ?? 0n,
  max: (v) => inOrder(v).at(-1) ?? 0n,
  abs: (v) => (v.length !== 1 ? odd("abs requires one number") : number(v[0]) < 0n ? -v[0] : v[0]),
  median: (v) => inOrder(v)[(v.length - 1) >> 1] ?? 0n,
  distinct: (v) => BigInt(v.filter((item, k) => !isIn(item, v.slice(0, k))).length),
}));

/**
 * Compile an expression to a function from a Map of names to its value. Each evaluation reports its cost to `spend`,
 * in steps of 100 nanoseconds. The parser has one function per level of precedence. The function of a name has the
 * property `word`, and the function of a number has the property `constant`.
 */
export function meaningOf(text, spend) {
  need(text.length <= 1000 && /^[\x00-\x7f]*$/.test(text) && !/["'\\#;:]/.test(text), "predicate: cannot be parsed");
  const tokens = (text.match(TOKEN) ?? []).map((token) => token.trim());
  need(tokens.join("") === text.replace(/\s/g, ""), "predicate: cannot be parsed");
  tokens.push(STOP);
  let at = 0;
  const take = (...signs) => (signs.includes(tokens[at]) ? tokens[at++] : "");
  const must = (sign) => take(sign) || odd();
  const isName = (token) => /^[A-Za-z_]/.test(token) && !KEYWORDS.has(token);
  const chain = (signs, part, join) => {
    let all = part();
    for (let sign = take(...signs); sign; sign = take(...signs)) all = join(all, part(), sign);
    return all;
  };

  /** Parse the parts before a closing token. `isOne`: one part and no comma; `isLoop`: it is a comprehension. */
  const several = (closing) => {
    const parts = [];
    let [comma, isLoop] = ["", false];
    while (tokens[at] !== closing && (comma || !parts.length)) {
      parts.push(choice());
      isLoop = closing !== STOP && parts.length === 1 && take("for") !== "";
      if (isLoop) parts[0] = comprehension(parts[0]);
      comma = isLoop ? "" : take(",");
    }
    must(closing);
    return Object.assign(parts, { isOne: parts.length === 1 && !comma, isLoop });
  };
  const choice = () => {
    const yes = disjunction();
    if (!take("if")) return yes;
    const [test, , no] = [disjunction(), must("else"), choice()];
    return (names) => (truth(test(names)) ? yes : no)(names);
  };
  const disjunction = () => chain(["or"], conjunction, (a, b) => (names) => bit(truth(a(names)) || truth(b(names))));
  const conjunction = () => chain(["and"], inversion, (a, b) => (names) => bit(truth(a(names)) && truth(b(names))));
  const inversion = () => {
    if (!take("not")) return comparison();
    const inner = inversion();
    return (names) => bit(!truth(inner(names)));
  };
  const comparison = () => {
    const [parts, tests] = [[sum()], []];
    for (let sign = take(...SIGNS); sign; sign = take(...SIGNS)) {
      if (sign === "not") must("in");
      tests.push(COMPARED[sign]);
      parts.push(sum());
    }
    if (!tests.length) return parts[0];
    return (names) => bit(tests.every((test, k) => test(parts[k](names), parts[k + 1](names))));
  };
  const computed = (a, b, sign) => (names) => COMPUTED[sign](number(a(names)), number(b(names)));
  const sum = () => chain(["+", "-"], () => chain(["*", "//", "%"], factor, computed), computed);
  const factor = () => {
    const sign = take("-", "+");
    const inner = sign ? factor() : primary();
    if (sign) return (names) => (sign === "-" ? -number(inner(names)) : number(inner(names)));
    if (!take("**")) return inner;
    const { constant } = factor();
    need(constant !== undefined && constant <= 16n, "predicate: an exponent must be a constant of at most 16");
    return (names) => {
      const base = number(inner(names));
      need(base < LARGEST && base > -LARGEST, "predicate: a number is too large");
      return base ** constant;
    };
  };
  const primary = () => {
    let part = atom();
    for (let sign = take("(", "["); sign; sign = take("(", "[")) part = sign === "(" ? call(part) : itemOf(part);
    return part;
  };
  const itemOf = (list) => {
    const parts = several("]");
    const { constant } = parts.isOne ? parts[0] : odd();
    need(constant !== undefined, "predicate: an index must be a constant");
    return (names) => items(list(names))[constant] ?? odd("index out of range");
  };
  const call = ({ word }) => {
    const [compute, parts] = [FUNCTIONS.get(word), several(")")];
    need(compute && parts.length, "predicate: unknown function, or a call without arguments");
    return (names) => {
      const values = parts.map((part) => part(names));
      return compute(values.length === 1 && isList(values[0]) ? values[0] : values);
    };
  };
  const atom = () => {
    const token = tokens[at++];
    if (/^\d/.test(token)) {
      const constant = BigInt(token.replaceAll("_", ""));
      need(constant <= 10n ** 9n, "predicate: a number is larger than 10^9");
      return Object.assign(() => constant, { constant });
    }
    if (token === "True" || token === "False") return () => bit(token === "True");
    const valueOf = (names) => names.get(token) ?? odd(`unknown name ${token}`);
    if (isName(token)) return Object.assign(valueOf, { word: token });
    const parts = several({ "(": ")", "[": "]" }[token] ?? odd());
    return parts.isLoop || (token === "(" && parts.isOne) ? parts[0] : (names) => parts.map((part) => part(names));
  };
  const comprehension = (element) => {
    let left = 0; // maximum number of further rounds
    const loop = () => {
      const [word, , list, tests] = [tokens[at++], must("in"), disjunction(), []];
      need(isName(word), "predicate: expected a name after for");
      while (take("if")) tests.push(disjunction());
      const inner = take("for") ? loop() : (names) => [element(names)];
      return (names) => items(list(names)).flatMap((item) => {
        need(--left >= 0, "predicate: a comprehension is too long");
        spend(15);
        const next = new Map(names).set(word, item);
        return tests.every((test) => truth(test(next))) ? inner(next) : [];
      });
    };
    const rounds = loop();
    return (names) => {
      left = LONGEST_LOOP;
      return rounds(names);
    };
  };

  const parts = several(STOP);
  need(parts.length, "predicate: cannot be parsed");
  return (names) => {
    spend(5 + tokens.length);
    return parts.isOne ? parts[0](names) : parts.map((part) => part(names));
  };
}
