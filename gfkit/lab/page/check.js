// A second reader of certificates of fractions, written from docs/reference/certificates.md.
//
//   node check.js FILE             the verdict; exit code 0 proved, 1 refuted, 2 bad file or not read, 3 too much work
//   node check.js --batch FILE     one certificate a line, one line of JSON for each
//
// It reads placement games without liberties, covers, and arrays without connectivity, on boards of squares and
// paths. It lays the rule on boards, makes the slots and constraints of all boards, and every state that they lead
// to; it compares both with the file; then it sweeps the fraction by Horner's scheme, with exact whole numbers.
// Polynomials in x and y are maps from monomials to coefficients, so nothing is packed and no bound is needed.

const WORK = 3e8; // steps of some 100 nanoseconds
const [END, FAR] = [1e9, 5e8]; // the place END - k is the k-th slot from the end of the board
const POWER = 2 ** 25; // x^i y^j is the number i * POWER + j
const WORDS = ["proved", "refuted", "bad file", "too much work"];

class Refusal extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

const refuse = (code, reason) => { throw new Refusal(code, reason); };
const need = (holds, otherwise) => { if (!holds) refuse(2, otherwise); };
const notRead = (what) => refuse(2, `not read: ${what}`);

class Budget {
  constructor(most) {
    this.left = most;
  }

  spend(steps) {
    this.left -= steps;
    if (!(this.left >= 0)) refuse(3, "there is more to check than is looked at");
  }
}

// JSON, with whole numbers of any size --------------------------------------------------------------------------

/** A number with a point or an exponent, which no certificate has where it matters. */
class Fraction {
  constructor(text) {
    this.text = text;
  }
}

/** The value of a JSON text: whole numbers are numbers, or BigInts beyond 2^53; objects are Maps. */
function parse(text) {
  const token = /[ \t\n\r]*(?:([[\]{},:])|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?|(true|false|null))/y;
  let mark, string, digits, point, power, word;
  const next = () => {
    const found = token.exec(text);
    need(found, "it is no JSON");
    [, mark, string, digits, point, power, word] = found;
  };
  const value = (depth) => {
    need(depth < 500, "something is nested too deeply");
    if (string) return JSON.parse(string);
    if (word) return JSON.parse(word);
    if (digits) {
      if (point || power) return new Fraction(digits + (point ?? "") + (power ?? ""));
      return Number.isSafeInteger(Number(digits)) ? Number(digits) + 0 : BigInt(digits);
    }
    if (mark === "[") {
      const items = [];
      for (next(); mark !== "]"; ) {
        items.push(value(depth + 1));
        next();
        need(mark === "]" || mark === ",", "it is no JSON");
        if (mark === ",") {
          next();
          need(mark !== "]", "it is no JSON");
        }
      }
      mark = undefined;
      return items;
    }
    need(mark === "{", "it is no JSON");
    const entries = new Map();
    for (next(); mark !== "}"; ) {
      need(string, "it is no JSON");
      const key = JSON.parse(string);
      need(!entries.has(key), "a key is there twice in one object");
      next();
      need(mark === ":", "it is no JSON");
      next();
      entries.set(key, value(depth + 1));
      next();
      need(mark === "}" || mark === ",", "it is no JSON");
      if (mark === ",") {
        next();
        need(string, "it is no JSON");
      }
    }
    mark = undefined;
    return entries;
  };
  next();
  const found = value(0);
  need(/^[ \t\n\r]*$/.test(text.slice(token.lastIndex)), "it is no JSON");
  return found;
}

/** A text of a value, the same for the same value alone. */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written)}]`;
  if (value instanceof Map) {
    return `{${[...value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => `${JSON.stringify(key)}:${written(one)}`)}}`;
  }
  if (value instanceof Fraction) return `~${value.text}`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

const isWhole = (value) => typeof value === "number" || typeof value === "bigint";

function whole(value, least, most, name) {
  need(isWhole(value) && value >= least && value <= most, `${name}: a whole number from ${least} to ${most} was expected`);
  return Number(value);
}

const isCount = (value) => isWhole(value) && value >= 0;
const isText = (value) => typeof value === "string";
const isFlag = (value) => typeof value === "boolean";
const orNull = (shape) => (value) => value === null || shape(value);
const listOf = (shape, length = -1) => (value) =>
  Array.isArray(value) && (length < 0 || value.length === length) && value.every(shape);
const objectOf = (shapes) => (value) =>
  value instanceof Map && value.size === Object.keys(shapes).length &&
  Object.entries(shapes).every(([key, shape]) => value.has(key) && shape(value.get(key)));
const PAIR = listOf(isCount, 2);
const sameKeys = (value, keys) => value instanceof Map && value.size === keys.length && keys.every((key) => value.has(key));

// Predicates ------------------------------------------------------------------------------------------------------

const KEYWORDS = new Set(("and as assert async await break class continue def del elif else except finally for from global if import in " +
  "is lambda nonlocal not or pass raise return try while with yield None").split(" "));
const LONGEST_LOOP = 20000, LONGEST_NUMBER = 10n ** 3000n;
const odd = (why = "not understood") => refuse(2, `predicate: ${why}`);
const isList = Array.isArray;
const truth = (value) => (isList(value) ? value.length > 0 : value !== 0n);
const bit = (holds) => (holds ? 1n : 0n);
const number = (value) => (isList(value) ? odd("a list is no number") : value);

function same(a, b) {
  if (isList(a) !== isList(b)) return false;
  return isList(a) ? a.length === b.length && a.every((one, k) => same(one, b[k])) : a === b;
}

function less(a, b) {
  if (isList(a) !== isList(b)) odd("a list and a number are not compared");
  if (!isList(a)) return a < b;
  const k = a.findIndex((one, at) => at >= b.length || !same(one, b[at]));
  return k < 0 ? a.length < b.length : k < b.length && less(a[k], b[k]);
}

const inOrder = (values) => {
  for (let k = 1; k < values.length; k++) less(values[k - 1], values[k]);
  return [...values].sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0));
};
const isIn = (a, b) => (isList(b) ? b.some((one) => same(one, a)) : odd("a number has no items"));
const floored = (a, b) => { const q = a / b; return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q; };

const COMPUTED = {
  "+": (a, b) => number(a) + number(b),
  "-": (a, b) => number(a) - number(b),
  "*": (a, b) => number(a) * number(b),
  "//": (a, b) => (number(b) ? floored(number(a), b) : number(a) * 0n),
  "%": (a, b) => (number(b) ? number(a) - b * floored(a, b) : number(a)),
};
const COMPARED = {
  "==": same,
  "!=": (a, b) => !same(a, b),
  "<": less,
  "<=": (a, b) => same(a, b) || less(a, b),
  ">": (a, b) => less(b, a),
  ">=": (a, b) => same(a, b) || less(b, a),
  "in": isIn,
  "not in": (a, b) => !isIn(a, b),
};
const FUNCTIONS = new Map(Object.entries({
  sum: (v) => v.reduce((a, b) => a + number(b), 0n),
  size: (v) => BigInt(v.length),
  sorted: inOrder,
  any: (v) => bit(v.some(truth)),
  all: (v) => bit(v.every(truth)),
  count: (v) => BigInt(v.filter(truth).length),
  min: (v) => (v.length ? inOrder(v)[0] : 0n),
  max: (v) => (v.length ? inOrder(v)[v.length - 1] : 0n),
  abs: (v) => (v.length !== 1 ? odd("abs of one number") : number(v[0]) < 0n ? -v[0] : v[0]),
  median: (v) => (v.length ? inOrder(v)[(v.length - 1) >> 1] : 0n),
  distinct: (v) => BigInt(v.filter((one, k) => !v.slice(0, k).some((other) => same(one, other))).length),
}));

/** Reads an expression; each part becomes { worth: names -> value }, a name also has `name`, a number `constant`. */
class Expression {
  constructor(text) {
    need(text.length <= 1000 && /^[\x20-\x7e\s]*$/.test(text) && !/["'\\#;:]/.test(text), "predicate: not understood");
    this.tokens = [];
    const token = /\s*(?:([A-Za-z_]\w*)|(0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?0)*|[1-9](?:_?[0-9])*)(?![\w.])|(\/\/|\*\*|[=!<>]=|[-+*%<>()[\],]))/y;
    const all = text.trim();
    while (token.lastIndex < all.length) {
      const [, name, digits, sign] = token.exec(all) ?? odd();
      this.tokens.push(digits ? { digits } : { sign: name ?? sign, name });
    }
    this.at = 0;
    this.whole = this.several("");
    need(this.at === this.tokens.length, "predicate: not understood");
  }

  is(...signs) {
    const token = this.tokens[this.at];
    return token !== undefined && !token.digits && signs.includes(token.sign);
  }

  took(...signs) {
    if (!this.is(...signs)) return "";
    return this.tokens[this.at++].sign;
  }

  must(sign) {
    need(this.took(sign), "predicate: not understood");
  }

  /** An expression, or a tuple, up to a closing sign. */
  several(closing) {
    const parts = [this.choice()];
    if (closing && this.is("for")) return this.loops(parts[0]);
    const tuple = this.is(",");
    while (this.took(",") && this.at < this.tokens.length && !(closing && this.is(closing))) parts.push(this.choice());
    return tuple ? { worth: (names) => parts.map((part) => part.worth(names)) } : parts[0];
  }

  choice() {
    const one = this.disjunction();
    if (!this.took("if")) return one;
    const test = this.disjunction();
    this.must("else");
    const other = this.choice();
    return { worth: (names) => (truth(test.worth(names)) ? one : other).worth(names) };
  }

  chain(sign, inner, worth) {
    const parts = [inner()];
    while (this.took(sign)) parts.push(inner());
    return parts.length > 1 ? { worth: (names) => bit(worth(parts, names)) } : parts[0];
  }

  disjunction() {
    const both = () => this.chain("and", () => this.inversion(), (parts, names) => parts.every((part) => truth(part.worth(names))));
    return this.chain("or", both, (parts, names) => parts.some((part) => truth(part.worth(names))));
  }

  inversion() {
    if (!this.took("not")) return this.comparison();
    const inner = this.inversion();
    return { worth: (names) => bit(!truth(inner.worth(names))) };
  }

  comparison() {
    const parts = [this.computed(["+", "-"], () => this.computed(["*", "//", "%"], () => this.factor()))];
    const tests = [];
    for (;;) {
      const sign = this.took("==", "!=", "<=", "<", ">=", ">", "in", "not");
      if (!sign) break;
      if (sign === "not") this.must("in");
      tests.push(COMPARED[sign === "not" ? "not in" : sign]);
      parts.push(this.computed(["+", "-"], () => this.computed(["*", "//", "%"], () => this.factor())));
    }
    if (!tests.length) return parts[0];
    return { worth: (names) => bit(tests.every((test, k) => test(parts[k].worth(names), parts[k + 1].worth(names)))) };
  }

  computed(signs, inner) {
    let left = inner();
    for (let sign = this.took(...signs); sign; sign = this.took(...signs)) {
      const [one, other, compute] = [left, inner(), COMPUTED[sign]];
      left = { worth: (names) => compute(one.worth(names), other.worth(names)) };
    }
    return left;
  }

  factor() {
    const sign = this.took("-", "+");
    if (sign) {
      const inner = this.factor();
      return { worth: (names) => (sign === "-" ? -number(inner.worth(names)) : number(inner.worth(names))) };
    }
    const base = this.primary();
    if (!this.took("**")) return base;
    const power = this.factor().constant;
    need(power !== undefined && power <= 16n, "predicate: a power is not understood");
    return {
      worth: (names) => {
        const own = number(base.worth(names));
        need(own < LONGEST_NUMBER && own > -LONGEST_NUMBER, "predicate: a number is too large");
        return own ** power;
      },
    };
  }

  primary() {
    let own = this.atom();
    for (;;) {
      const sign = this.took("(", "[");
      if (!sign) return own;
      own = sign === "(" ? this.call(own) : this.item(own);
    }
  }

  item(list) {
    const place = this.several("]").constant;
    this.must("]");
    need(place !== undefined, "predicate: an item is not understood");
    return {
      worth: (names) => {
        const items = list.worth(names);
        return isList(items) && place < items.length ? items[Number(place)] : odd("there is no such item");
      },
    };
  }

  call(own) {
    const compute = FUNCTIONS.get(own.name) ?? odd();
    const given = [this.choice()];
    if (this.is("for")) given[0] = this.loops(given[0]);
    else while (this.took(",") && !this.is(")")) given.push(this.choice());
    this.must(")");
    return {
      worth: (names) => {
        const values = given.map((part) => part.worth(names));
        return compute(values.length === 1 && isList(values[0]) ? values[0] : values);
      },
    };
  }

  atom() {
    const token = this.tokens[this.at++] ?? odd();
    if (token.digits) {
      const constant = BigInt(token.digits.replaceAll("_", "").replace(/^0+$/, "0"));
      need(constant <= 10n ** 9n, "predicate: a number is not understood");
      return { worth: () => constant, constant };
    }
    if (token.name === "True" || token.name === "False") return { worth: () => bit(token.name === "True") };
    if (token.name) {
      const { name } = token;
      need(!KEYWORDS.has(name), "predicate: not understood");
      return { worth: (names) => names.get(name) ?? odd(`${name} means nothing here`), name };
    }
    const closing = { "(": ")", "[": "]" }[token.sign] ?? odd();
    if (this.took(closing)) return { worth: () => [] };
    const listed = closing === "]";
    const start = this.at;
    let inner = this.several(closing);
    if (listed && !inner.loops && !this.separated(start)) {
      const only = inner;
      inner = { worth: (names) => [only.worth(names)] };
    }
    this.must(closing);
    return inner.loops ? { worth: inner.worth } : inner;
  }

  /** Whether commas stand between the parts from a token on, outside of brackets. */
  separated(start) {
    let depth = 0;
    return this.tokens.slice(start, this.at).some(({ sign }) => {
      depth += sign === "(" || sign === "[" ? 1 : sign === ")" || sign === "]" ? -1 : 0;
      return sign === "," && depth === 0;
    });
  }

  loops(element) {
    const loops = [];
    while (this.took("for")) {
      const { name } = this.tokens[this.at++] ?? odd();
      need(name && !KEYWORDS.has(name) && name !== "True" && name !== "False", "predicate: for takes a name");
      this.must("in");
      const [items, tests] = [this.disjunction(), []];
      while (this.took("if")) tests.push(this.disjunction());
      loops.push({ name, items, tests });
    }
    const worth = (names) => {
      const found = [];
      let left = LONGEST_LOOP;
      const round = (inner, depth) => {
        if (depth === loops.length) return found.push(element.worth(inner));
        const { name, items, tests } = loops[depth];
        const list = items.worth(inner);
        for (const item of isList(list) ? list : odd("a number has no items")) {
          need(--left >= 0, "predicate: a comprehension is too long");
          const more = new Map(inner).set(name, item);
          if (tests.every((test) => truth(test.worth(more)))) round(more, depth + 1);
        }
        return found;
      };
      round(names, 0);
      return found;
    };
    return { worth, loops: true };
  }
}

// What is owed -----------------------------------------------------------------------------------------------------

const debts = new Map(); // by text: what is owed is there once, so that it is compared by identity

/** Makes what is owed. Places are numbers; sets of symbols, of numbers and of rows are BigInts. */
function owed(kind, fields) {
  const { items = [], allowed, given = [], places, symbols, rows, label = [] } = fields;
  const pairs = (list) => list.map(([place, mask]) => `[${place},${mask}]`);
  const text = {
    fired: () => `["fired",[${label}]]`,
    clause: () => `["clause",[${pairs(items)}],[${label}]]`,
    count: () => `["count",[${pairs(items)}],${allowed},[${pairs(given)}]]`,
    table: () => `["table",[${places}],[${symbols}],"${rows?.toString(16)}",[${label}]]`,
  }[kind]();
  let debt = debts.get(text);
  if (!debt) {
    const slots = kind === "table" ? places : [...given, ...items].map(([place]) => place);
    const first = kind === "fired" ? END - 1 : Math.min(...slots);
    debt = { kind, items, allowed, given, places, symbols, rows, label, text, slots, first, id: debts.size, paid: [], shifted: new Map() };
    debts.set(text, debt);
  }
  return debt;
}

const has = (mask, symbol) => ((mask >> BigInt(symbol)) & 1n) === 1n;
const every = (number) => (1n << BigInt(number)) - 1n;
const ascending = (items) => [...items].sort(([a, m], [b, n]) => a - b || (m < n ? -1 : m > n ? 1 : 0));
const clause = (items, label = []) => owed("clause", { items, label });
const fired = (label) => owed("fired", { label });

function clauseLeft(items, label) {
  if (items.length) return [clause(items, label)];
  return label.length ? [fired(label)] : null;
}

/** What says the same in the simplest way; null where it cannot hold. */
function countOf(items, numbers, given) {
  const allowed = numbers & every(items.length + 1);
  if (allowed === every(items.length + 1)) return [];
  if (allowed === 0n) return given.length ? [clause(given)] : null;
  if (allowed === 1n && !given.length) return items.map((item) => clause([item]));
  return [owed("count", { items, allowed, given })];
}

const product = (sizes) => sizes.reduce((a, b) => a * b, 1);

function parts(symbols, rows) {
  const size = product(symbols.slice(1));
  return Array.from({ length: symbols[0] }, (_, symbol) => (rows >> BigInt(size * symbol)) & every(size));
}

function tableOf(places, symbols, rows, label) {
  const all = every(product(symbols));
  if (rows === all) return label.length ? [fired(label)] : [];
  if (rows === 0n) return label.length ? [] : null;
  if (places.length === 1) return [label.length ? clause([[places[0], rows]], label) : clause([[places[0], all & ~rows]])];
  const split = parts(symbols, rows);
  if (split.every((part) => part === split[0])) return tableOf(places.slice(1), symbols.slice(1), split[0], label);
  return [owed("table", { places, symbols, rows, label })];
}

/** What is owed after the first place shows a symbol; null where that breaks it. */
function after(debt, symbol) {
  if (debt.paid[symbol] !== undefined) return debt.paid[symbol];
  let left;
  if (debt.kind === "fired") left = [debt];
  else if (debt.kind === "clause") left = has(debt.items[0][1], symbol) ? clauseLeft(debt.items.slice(1), debt.label) : [];
  else if (debt.kind === "table") left = tableOf(debt.places.slice(1), debt.symbols.slice(1), parts(debt.symbols, debt.rows)[symbol], debt.label);
  else {
    let { items, allowed, given } = debt;
    if (given.length && given[0][0] === debt.first) given = has(given[0][1], symbol) ? [] : null;
    if (given && items.length && items[0][0] === debt.first) {
      if (has(items[0][1], symbol)) allowed >>= 1n;
      items = items.slice(1);
    }
    left = given ? countOf(items, allowed, given) : [];
  }
  debt.paid[symbol] = left;
  return left;
}

/** What is owed once places are known not to show some symbols. */
function without(debt, barred) {
  if (!debt.slots.some((place) => barred.has(place))) return [debt];
  const less_ = ([place, mask]) => [place, mask & ~(barred.get(place) ?? 0n)];
  if (debt.kind === "clause") {
    const items = debt.items.map(less_);
    return items.every(([, mask]) => mask) ? clauseLeft(items, debt.label) : [];
  }
  if (debt.kind !== "count") return [debt];
  const given = debt.given.map(less_);
  if (given.length && !given[0][1]) return [];
  return countOf(debt.items.map(less_).filter(([, mask]) => mask), debt.allowed, given);
}

function moved(debt, move) {
  const at = ([place, mask]) => [move(place), mask];
  const label = debt.label.length ? [debt.label[0], debt.label[1], move(debt.label[2])] : [];
  if (debt.kind === "clause") return clause(ascending(debt.items.map(at)), label);
  if (debt.kind === "count") return owed("count", { items: ascending(debt.items.map(at)), allowed: debt.allowed, given: debt.given.map(at) });
  if (debt.kind === "table") return owed("table", { places: debt.places.map(move), symbols: debt.symbols, rows: debt.rows, label });
  return debt;
}

/** The normal form of a set of what is owed; null where it cannot all be met. */
function tidied(set) {
  for (let before = set; ; ) {
    const [barred, others, next] = [new Map(), [], new Set()];
    for (const debt of before) {
      if (debt.kind === "clause" && debt.items.length === 1 && !debt.label.length) {
        const [[place, mask]] = debt.items;
        barred.set(place, (barred.get(place) ?? 0n) | mask);
      } else others.push(debt);
    }
    for (const item of barred) next.add(clause([item]));
    for (const debt of others) {
      const left = without(debt, barred);
      if (left === null) return null;
      for (const one of left) next.add(one);
    }
    if (next.size === before.size && [...next].every((debt) => before.has(debt))) return next;
    before = next;
  }
}

// Boards -----------------------------------------------------------------------------------------------------------

const mod = (a, n) => ((a % n) + n) % n;
const NEAR = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const CLOSING = { "": [false, false], path: [false], cycle: [true], cylinder: [true, false], torus: [true, true] };

/** A family: `across` cells of a slice by their places along n and across, `deep` places along n in a slice. */
function readFamily(data) {
  if (data instanceof Map && data.get("slices") instanceof Map) notRead("a family of graphs");
  need(objectOf({ word: isText, sizes: listOf(orNull(isCount)), wraps: listOf(isFlag) })(data), "family: it is not as it should be");
  const [word, sizes, wraps] = ["word", "sizes", "wraps"].map((key) => data.get(key));
  need(sizes.filter((size) => size === null).length === 1 && sizes.length === wraps.length, "family: one of the sizes is n");
  if (word.startsWith("repeat")) notRead("a drawn cell that is repeated");
  need(Object.hasOwn(CLOSING, word) && CLOSING[word].length === wraps.length, "family: its word is not known");
  need(wraps.every((wrap, k) => !wrap || CLOSING[word][k]), "family: which sides close up");
  const sides = sizes.length === 1 ? [1, sizes[0]] : sizes;
  const closed = sizes.length === 1 ? [false, wraps[0]] : wraps;
  const grows = sides[0] === null ? 0 : 1;
  const width = sides[1 - grows];
  if (width > 60) refuse(3, `slices of ${width} cells are wider than 60`);
  return { grows, width, closed, ring: closed[grows], first: closed[grows] ? 3 : 0 };
}

class Board {
  constructor(family, count) {
    const { grows, width, closed } = family;
    Object.assign(this, { count, width, closed, size: count * width });
    this.sides = grows === 0 ? [count, width] : [width, count];
    this.places = Array.from({ length: this.size }, (_, cell) => {
      const [along, across] = [Math.floor(cell / width), cell % width];
      return grows === 0 ? [along, across] : [across, along];
    });
    this.number = (place) => (grows === 0 ? place[0] * width + place[1] : place[1] * width + place[0]);
    this.near = this.places.map((_, cell) => this.around(cell, NEAR)[0]);
    this.edges = this.near.flatMap((near, cell) => near.filter((other) => other > cell).map((other) => [cell, other]));
  }

  slice(cell) {
    return Math.floor(cell / this.width);
  }

  /** The one name of a place, on the board or not. */
  spot(place) {
    return place.map((at, axis) => (this.closed[axis] ? mod(at, this.sides[axis]) : at));
  }

  /** The cell at a place that `spot` named; -1 off the board. */
  at(place) {
    return place.every((at, axis) => at >= 0 && at < this.sides[axis]) ? this.number(place) : -1;
  }

  beside(cell, [down, right]) {
    return this.at(this.spot([this.places[cell][0] + down, this.places[cell][1] + right]));
  }

  /** The neighbours of a cell, each once and never itself, and how many of the places are outside. */
  around(cell, steps) {
    const spots = new Map();
    for (const [down, right] of steps) {
      const spot = this.spot([this.places[cell][0] + down, this.places[cell][1] + right]);
      if (this.at(spot) !== cell) spots.set(`${spot}`, this.at(spot));
    }
    const near = [...spots.values()].filter((one) => one >= 0).sort((a, b) => a - b);
    return [near, spots.size - near.length];
  }

  /** All places of a piece, each as its cells, ascending. */
  lies(shape) {
    const found = new Map();
    for (let cell = 0; cell < this.size; cell++) {
      const cells = shape.map(([row, col]) => this.beside(cell, [row - shape[0][0], col - shape[0][1]])).sort((a, b) => a - b);
      if (cells[0] >= 0 && new Set(cells).size === shape.length) found.set(`${cells}`, cells);
    }
    return [...found.values()];
  }

  /** The cells of a window wherever it is laid, -1 where it is off the board, which only an outside allows. */
  windows(shape, outside) {
    const [seen, found] = [new Set(), []];
    for (let cell = 0; cell < this.size; cell++) {
      for (let part = 0; part < (outside ? shape.length : 1); part++) {
        const corner = this.spot([this.places[cell][0] - shape[part][0], this.places[cell][1] - shape[part][1]]);
        if (seen.has(`${corner}`)) continue;
        seen.add(`${corner}`);
        const spots = shape.map(([row, col]) => this.spot([corner[0] + row, corner[1] + col]));
        const cells = spots.map((spot) => this.at(spot));
        if (new Set(spots.map(String)).size === spots.length && (outside || !cells.includes(-1))) found.push(cells);
      }
    }
    return found;
  }

  /** Whether a cell is on one of some rows, columns and places, counted from either end. */
  isOn(cell, lines) {
    return lines.some((line) => line.every((at, axis) => {
      const own = this.places[cell][axis];
      return at === null || at === own || at === own - this.sides[axis];
    }));
  }
}

// A rule laid on a board -------------------------------------------------------------------------------------------

class Laid {
  constructor(board) {
    Object.assign(this, { board, slots: [], debts: new Set(), ops: [], tallies: [] });
  }

  /** A new slot that is decided with a cell; `weights` are the powers of its symbols. */
  slot(cell, weights) {
    this.slots.push({ cell, weights });
    return this.slots.length - 1;
  }

  before(a, b) {
    return this.slots[a].cell - this.slots[b].cell || a - b;
  }

  clause(tests, label = []) {
    const items = [...tests].sort(([a], [b]) => this.before(a, b));
    if (items.every(([, mask]) => mask)) this.debts.add(clause(items, label));
  }

  count(tests, isAllowed, given = []) {
    const items = [...tests].sort(([a], [b]) => this.before(a, b));
    let allowed = 0n;
    for (let k = 0; k <= items.length; k++) allowed |= isAllowed(k) ? 1n << BigInt(k) : 0n;
    this.add(countOf(items, allowed, given));
  }

  /** These slots show symbols, in this order, of which something holds; `known` has the rows by name. */
  table(slots, holds, label, known, name) {
    const order = slots.map((_, k) => k).sort((a, b) => this.before(slots[a], slots[b]));
    const sizes = order.map((k) => this.slots[slots[k]].weights.length);
    if (product(sizes) > 2 ** 18) refuse(3, `a predicate looks at ${slots.length} cells with ${sizes[0]} values`);
    const key = `${name} ${order}`;
    if (!known.has(key)) {
      const symbols = slots.map(() => 0);
      const digits = Array.from({ length: product(sizes) }, (_, row) => {
        for (let k = sizes.length - 1; k >= 0; row = Math.floor(row / sizes[k--])) symbols[order[k]] = row % sizes[k];
        return holds(symbols) ? "1" : "0";
      });
      known.set(key, BigInt(`0b${digits.reverse().join("")}`));
    }
    this.add(tableOf(order.map((k) => slots[k]), sizes, known.get(key), label));
  }

  add(found) {
    if (found === null) this.slot(0, []); // nothing can be right: a slot without symbols
    for (const debt of found ?? []) {
      if (debt.kind !== "fired") this.debts.add(debt);
      else this.debts.add(clause([[debt.label[2], every(this.slots[debt.label[2]].weights.length)]], debt.label));
    }
  }

  /** The sites of each slice, with places on this board. */
  slices() {
    const order = this.slots.map((_, slot) => slot).sort((a, b) => this.before(a, b));
    const places = new Map(order.map((slot, place) => [slot, place]));
    const laid = this.slots.map(() => []);
    for (const debt of this.debts) {
      laid[debt.slots.reduce((a, b) => (this.before(a, b) <= 0 ? a : b))].push(moved(debt, (slot) => places.get(slot)));
    }
    const cells = Array.from({ length: this.board.size }, () => ({ slots: [], ops: [] }));
    for (const slot of order) cells[this.slots[slot].cell].slots.push(slot);
    for (const { cell, tally, slot, mask } of this.ops) {
      cells[cell].ops.push([-1, tally, cells[cell].slots.indexOf(slot), mask]);
    }
    const slices = Array.from({ length: Math.max(1, this.board.count) }, () => []);
    cells.forEach(({ slots, ops }, cell) => {
      if (!slots.length && !ops.length) return;
      slices[this.board.slice(cell)].push({
        at: places.get(slots[0]),
        slots: slots.map((slot) => this.slots[slot].weights),
        laid: slots.map((slot) => laid[slot].sort(inRank)),
        ops,
      });
    });
    return slices;
  }
}

/** Clauses, counts, tables, and among each by places, then by the rest. */
function inRank(a, b) {
  const compared = (one, other) => {
    if (!isList(one)) return one < other ? -1 : one > other ? 1 : 0;
    for (let k = 0; k < Math.min(one.length, other.length); k++) {
      const found = compared(one[k], other[k]);
      if (found) return found;
    }
    return one.length - other.length;
  };
  const key = (debt) => (debt.kind === "table" ? [debt.places, debt.symbols, debt.rows, debt.label] : debt.kind === "count" ? [debt.items, debt.allowed, debt.given] : [debt.items, debt.label]);
  return a.kind === b.kind ? compared(key(a), key(b)) : a.kind < b.kind ? -1 : 1;
}

const siteText = ({ at, slots, laid, ops }) =>
  `[${at},${written(slots)},[${slots.map(() => "false")}],[${laid.map((list) => `[${list.map((debt) => debt.text)}]`)}],${written(ops)}]`;
const sitesText = (sites) => `[${sites.map(siteText)}]`;
const slotsOf = (sites) => sites.reduce((total, site) => total + site.slots.length, 0);
const movedSite = (site, at, move) => ({ ...site, at, laid: site.laid.map((list) => list.map((debt) => moved(debt, move))) });

function placed(slices, start) {
  const sites = [];
  let by = start;
  for (const part of slices) {
    for (const site of part) {
      const here = by;
      sites.push(movedSite(site, site.at + here, (place) => (place < FAR ? place + here : place)));
    }
    by += slotsOf(part);
  }
  return sites;
}

/** The boards of a family as one system: small ones one by one, all others as head, slices and tail. */
function systemOf(family, build, span, budget) {
  const longest = 2 * span + 3;
  const boards = Array.from({ length: longest + 1 }, (_, count) => {
    const laid = build(new Board(family, count));
    budget.spend(10 * (laid.slots.length + laid.debts.size));
    return { slices: laid.slices(), tallies: laid.tallies };
  });
  const startsOf = (slices) => slices.reduce((starts, part) => [...starts, starts[starts.length - 1] + slotsOf(part)], [0]);
  const sliceOf = (starts, place) => {
    let j = starts.length - 1;
    while (starts[j] > place) j--;
    return j;
  };
  const half = Math.floor(longest / 2);
  const long = boards[longest].slices;
  let spread = 0;
  long.forEach((part, j) => {
    for (const debt of part.flatMap((site) => site.laid.flat())) {
      for (const place of debt.slots) {
        const far = sliceOf(startsOf(long), place) - j;
        if (far <= half) spread = Math.max(spread, far);
      }
    }
  });
  const patterns = boards.map(({ slices }) => {
    const starts = startsOf(slices);
    const stop = starts[starts.length - 1];
    return slices.map((part, j) => {
      const move = (place) => (sliceOf(starts, place) - j > spread ? END + place - stop : place - starts[j]);
      const sites = part.map((site) => movedSite(site, site.at - starts[j], move));
      return { sites, text: sitesText(sites) };
    });
  });
  const last = patterns[longest];
  const alike = last.map((part) => part.text === last[half].text);
  let head = half;
  while (head > 0 && alike[head - 1]) head--;
  const tail = longest - 1 - alike.lastIndexOf(true);
  if (alike.slice(head, longest - tail).includes(false)) refuse(3, "the slices of the boards are not all made alike");
  const isLong = (count) => {
    if (count < Math.max(1, head + tail)) return false;
    return patterns[count].every((part, j) => part.text === (j < head ? last[j] : j >= count - tail ? last[longest - count + j] : last[half]).text);
  };
  let least = longest;
  while (least > family.first && isLong(least - 1)) least--;
  const sitesOf = (list) => list.map((part) => part.sites);
  const begin = [...last.slice(0, head), ...Array(least - head - tail).fill(last[half])];
  const start = begin.reduce((total, part) => total + slotsOf(part.sites), 0);
  return {
    first: least,
    boards: boards.slice(family.first, least).map(({ slices }) => slices.flat()),
    head: placed(sitesOf(begin), 0),
    slice: placed([last[half].sites], start),
    tail: placed(sitesOf(last.slice(longest - tail)), start),
    tallies: boards[longest].tallies,
  };
}

const systemText = (system) =>
  `{"boards":[${system.boards.map(sitesText)}],"first":${system.first},"head":${sitesText(system.head)},"slice":${sitesText(system.slice)},` +
  `"tail":${sitesText(system.tail)},"tallies":${written(system.tallies.map(({ allowed, cap }) => [allowed, cap, false, []]))},"wholes":[]}`;

// Kinds of rules ---------------------------------------------------------------------------------------------------

const PIECES = listOf(listOf(PAIR));
const STUCK = { "left-ends": ["left"], "right-ends": ["right"], maximal: ["left", "right"] };

/** Placement games and covers: a slot for every way to lay a piece. */
function readPieces(rule, asked) {
  const cover = rule.get("kind") === "cover";
  const colour = cover ? { weight: PAIR, pieces: PIECES } : { owner: isText, pieces: PIECES };
  const more = cover ? {} : { forbidden: listOf(PAIR), liberties: isFlag };
  need(objectOf({ kind: isText, colours: listOf(objectOf(colour)), ...more })(rule), "rule: it is not as it should be");
  const colours = rule.get("colours").map((one) => Object.fromEntries(one));
  const forbidden = cover ? [] : rule.get("forbidden");
  const shapes = colours.flatMap(({ pieces }) => pieces);
  need(shapes.length && shapes.every((shape) => shape.length && new Set(shape.map(String)).size === shape.length), "rule: a piece has cells");
  need(forbidden.every(([a, b]) => a <= b && b < colours.length), "rule: forbidden pairs of colours");
  need(cover || colours.every(({ owner }) => ["left", "right", "both"].includes(owner)), "rule: an owner");
  need(asked.positions !== "play" || colours.every(({ owner }) => owner === "both"), "positions: of an impartial game");
  if (!cover && rule.get("liberties")) notRead("groups that need free cells");
  const full = cover || asked.positions === "full";
  const powers = colours.map(({ owner, weight }) => asked.power(cover ? weight : asked.weights === 2 && owner === "right" ? [0, 1] : [1, 0]));
  const enemies = colours.map((_, c) => new Set(forbidden.filter((pair) => pair.includes(c)).map(([a, b]) => (a === c ? b : a))));
  const owners = STUCK[asked.positions];
  const extent = Math.max(...shapes.flatMap((shape) => [0, 1].map((axis) => {
    const spots = shape.map((cell) => Number(cell[axis]));
    return Math.max(...spots) - Math.min(...spots);
  })));
  const build = (board) => {
    const laid = new Laid(board);
    const moves = [];
    colours.forEach(({ pieces }, c) => {
      const found = new Map(pieces.flatMap((piece) => board.lies(piece)).map((cells) => [`${cells}`, cells]));
      for (const cells of found.values()) moves.push({ colour: c, cells });
    });
    const inTurn = (one, other) => {
      for (let k = 0; k < Math.min(one.length, other.length); k++) if (one[k] !== other[k]) return one[k] - other[k];
      return one.length - other.length;
    };
    moves.sort((a, b) => a.colour - b.colour || inTurn(a.cells, b.cells));
    const on = Array.from({ length: board.size }, () => []);
    for (const move of moves) {
      move.slot = laid.slot(move.cells[0], [[0, 0], powers[move.colour]]);
      for (const cell of move.cells) on[cell].push(move);
    }
    for (const own of on) {
      laid.count(own.map(({ slot }) => [slot, 2n]), (number) => number === 1 || (number === 0 && !full));
    }
    for (const [a, b] of board.edges) {
      for (const one of on[a]) {
        for (const other of on[b]) if (one !== other && enemies[one.colour].has(other.colour)) laid.clause([[one.slot, 2n], [other.slot, 2n]]);
      }
    }
    if (owners) block(laid, board, moves, on, (c) => colours[c].owner === "both" || owners.includes(colours[c].owner), enemies);
    return laid;
  };
  return { build, span: (owners ? 3 * extent + 2 * (forbidden.length > 0) : 2 * extent + (forbidden.length > 0)) + 1 };
}

/** Players who are stuck have no move: a piece on it or an enemy beside it is in the way of each. */
function block(laid, board, moves, on, isStuck, enemies) {
  const clauses = new Map();
  for (const { colour, cells } of moves) {
    if (!isStuck(colour)) continue;
    const ways = new Set(cells.flatMap((cell) => on[cell].map(({ slot }) => slot)));
    for (const beside of enemies[colour].size ? cells.flatMap((cell) => board.near[cell]) : []) {
      for (const other of on[beside]) if (enemies[colour].has(other.colour)) ways.add(other.slot);
    }
    clauses.set(`${[...ways].sort((a, b) => a - b)}`, ways);
  }
  // where a smaller clause is met, so is a larger one that has it: the smaller ones are kept
  const kept = new Map();
  for (const ways of [...clauses.values()].sort((a, b) => a.size - b.size)) {
    if ([...ways].some((slot) => kept.get(slot)?.some((rival) => [...rival].every((one) => ways.has(one))))) continue;
    laid.clause([...ways].map((slot) => [slot, 1n]));
    for (const slot of ways) kept.set(slot, [...(kept.get(slot) ?? []), ways]);
  }
}

const SMALL = (value) => isWhole(value) && value > -12 && value < 12;
const LINE = (value) => value === null || (isWhole(value) && value >= -100 && value <= 100);
const MARKS = listOf((cell) => isList(cell) && cell.length === 3 && SMALL(cell[0]) && SMALL(cell[1]) && isText(cell[2]));
const WHERE = listOf((line) => isList(line) && line.length === 2 && line.every(LINE));
const listed = (value) => isList(value) && value.length <= 1000;

/** Arrays of values: a slot with a value for every cell. */
function readArray(rule, asked) {
  const colours = rule.get("colours");
  need(isWhole(colours) && colours > 0 && colours <= 100, "colours: expected 1 to 100");
  const plain = { values: Array.from({ length: colours }, (_, k) => k), outside: null, new_values: "", image: null, conditions: [] };
  const saved = new Map([...Object.entries(plain), ...rule]);
  need(sameKeys(saved, ["kind", "colours", "weights", "forbid", "counts", ...Object.keys(plain)]), "rule: a key of arrays is missing or not known");
  const values = saved.get("values");
  need(listOf(PAIR, colours)(saved.get("weights")), "rule: weights");
  need(listOf(isWhole, colours)(values) && new Set(values.map(String)).size === colours, "rule: values");
  const bigs = values.map(BigInt);
  const isValue = (value) => isWhole(value) && bigs.includes(BigInt(value));
  const outside = saved.get("outside") === null ? null : BigInt(isValue(saved.get("outside")) ? saved.get("outside") : refuse(2, "rule: outside"));
  need(["", "classes", "row-major"].includes(saved.get("new_values")), "rule: new_values");
  if (saved.get("image") !== null) notRead("images of arrays");
  if (saved.get("new_values")) notRead("new values in their order");
  const weights = saved.get("weights").map(asked.power);
  const symbols = (list) => bigs.reduce((mask, value, k) => (list.includes(value) ? mask | (1n << BigInt(k)) : mask), 0n);
  const stepsOf = (steps) => {
    need(steps === "rook" || (listed(steps) && steps.length && listOf(listOf(SMALL, 2))(steps)), "neighbours");
    return steps === "rook" ? NEAR : steps;
  };
  const windowOf = (cells) => {
    need(listed(cells) && cells.length && MARKS(cells), "window: cells");
    need(new Set(cells.map(([r, c]) => `${r},${c}`)).size === cells.length, "window: a cell is there twice");
    return cells;
  };
  const saysOf = (condition, key) => {
    const keys = [...condition.keys()].filter((one) => one !== key);
    need(keys.length === 1 && ["require", "forbid", "when"].includes(keys[0]) && isText(condition.get(keys[0])), "predicate: a key");
    const [expression, wanted] = [new Expression(condition.get(keys[0])).whole, keys[0] !== "forbid"];
    return (names) => truth(expression.worth(new Map(names))) === wanted;
  };
  const linesOf = (lines) => {
    need(lines.length && WHERE(lines), "a place is a row and a column");
    return lines;
  };
  const partOf = (condition) => {
    need(condition instanceof Map, "conditions");
    if (condition.has("cells")) {
      const cells = windowOf(condition.get("cells"));
      const holds = saysOf(condition, "cells");
      need(new Set(cells.map(([, , mark]) => mark)).size === cells.length, "window: a letter is there twice");
      const along = (shown, axis) => {
        const lines = new Map();
        cells.forEach((cell, k) => lines.set(cell[axis], [...(lines.get(cell[axis]) ?? []), shown[k]]));
        return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
      };
      return { cells, holds: (shown) => holds([...cells.map(([, , mark], k) => [mark, shown[k]]), ["all", shown], ["rows", along(shown, 0)], ["columns", along(shown, 1)]]) };
    }
    const says = saysOf(condition, "neighbours");
    const sorted = (near) => [...near].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return { steps: stepsOf(condition.get("neighbours")), holds: ([x, ...near]) => says([["x", x], ["near", sorted(near)], ["all", [x, ...sorted(near)]]]) };
  };
  need(listed(saved.get("forbid")) && listed(saved.get("counts")) && listed(saved.get("conditions")), "rule: a list was expected");
  const forbid = saved.get("forbid").map((window) => {
    const cells = windowOf(window);
    need(cells.every(([, , mark]) => mark === "?" || /^[a-z]$/.test(mark) || bigs.some((value) => `${value}` === mark)), "window: marks");
    need(cells.some(([, , mark]) => mark !== "?"), "window: it would match everywhere");
    return cells;
  });
  const counts = saved.get("counts").map((count) => {
    need(sameKeys(count, ["cell", "neighbours", "of", "allowed"]), "counts: a key");
    const [cell, of, allowed] = [count.get("cell"), count.get("of"), count.get("allowed")];
    need(isValue(cell) && listed(of) && of.every(isValue), "counts: values");
    need(listed(allowed) && allowed.every((one) => isCount(one) && one <= 1000), "counts: allowed");
    return { cell: BigInt(cell), steps: stepsOf(count.get("neighbours")), of: of.map(BigInt), allowed };
  });
  const [laidParts, pins, totals] = [[], [], []];
  for (const condition of saved.get("conditions")) {
    need(condition instanceof Map, "conditions");
    if (condition.has("along")) notRead("conditions on whole lines");
    if (condition.has("linkage")) notRead("connectivity");
    if (condition.has("parts")) {
      need(sameKeys(condition, ["parts", "when", "allowed", "cap"]), "exactly: a key");
      need(listOf(isCount)(condition.get("allowed")) && isCount(condition.get("cap")) && listed(condition.get("parts")), "exactly: numbers");
      const all = condition.get("parts").map((part) => {
        need(part instanceof Map, "exactly: parts");
        return partOf(new Map([...part, ["when", condition.get("when")]]));
      });
      const allowed = [...new Set(condition.get("allowed").map(BigInt))].sort((a, b) => (a < b ? -1 : 1)).map((one) => (one <= Number.MAX_SAFE_INTEGER ? Number(one) : one));
      totals.push({ tally: { allowed, cap: condition.get("cap") }, parts: all });
    } else if (condition.has("at")) {
      const holds = saysOf(condition, "at");
      need(isList(condition.get("at")), "pin: places");
      pins.push({ lines: linesOf(condition.get("at")), holds });
    } else laidParts.push(partOf(condition));
  }
  const all = [...laidParts, ...totals.flatMap((total) => total.parts)];
  const wide = [...forbid, ...all.filter((part) => part.cells).map((part) => part.cells)].flatMap((cells) => [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])) - Math.min(...cells.map((cell) => cell[axis]))));
  const far = [...counts, ...all.filter((part) => part.steps)].flatMap(({ steps }) => steps.flat().map((n) => 2 * Math.abs(n)));
  const named = pins.flatMap(({ lines }) => lines.flat().filter((at) => at !== null).map((at) => Math.abs(at) + 1));
  const known = new Map();
  const build = (board) => {
    const laid = new Laid(board);
    for (let cell = 0; cell < board.size; cell++) laid.slot(cell, weights);
    const part = ({ cells, steps, holds }, name, label) => {
      if (steps) {
        for (let cell = 0; cell < board.size; cell++) {
          const [near, missing] = board.around(cell, steps);
          const beyond = outside === null ? [] : Array(missing).fill(outside);
          const shown = (row) => holds([...row.map((symbol) => bigs[symbol]), ...beyond]);
          laid.table([cell, ...near], shown, label(cell, near), known, `${name} ${beyond.length}`);
        }
        return;
      }
      for (const spots of board.windows(cells, outside !== null)) {
        const there = spots.filter((cell) => cell >= 0);
        const order = spots.map((cell) => there.indexOf(cell));
        const shown = (row) => holds(order.map((k) => (k < 0 ? outside : bigs[row[k]])));
        laid.table(there, shown, label(there[0], there, spots), known, `${name} ${order}`);
      }
    };
    forbid.forEach((cells, number) => {
      if (outside === null) forbidden(laid, board.windows(cells, false), cells, bigs, symbols);
      else part({ cells, holds: (shown) => !matches(cells, shown) }, `forbid ${number}`, () => []);
    });
    for (const { cell: value, steps, of, allowed } of counts) {
      for (let cell = 0; cell < board.size; cell++) {
        const [near, missing] = board.around(cell, steps);
        const before = outside !== null && of.includes(outside) ? missing : 0;
        laid.count(near.map((one) => [one, symbols(of)]), (k) => allowed.includes(k + before), [[cell, symbols([value])]]);
      }
    }
    laidParts.forEach((one, number) => part(one, `part ${number}`, () => []));
    for (const { lines, holds } of pins) {
      const bad = symbols(bigs.filter((value) => !holds([["x", value]])));
      for (let cell = 0; cell < board.size; cell++) if (board.isOn(cell, lines)) laid.clause([[cell, bad]]);
    }
    for (const { tally, parts: counted } of totals) {
      const at = laid.tallies.push(tally) - 1;
      counted.forEach((one, number) => part(one, `total ${at} ${number}`, (cell) => [at, number, cell]));
    }
    return laid;
  };
  return { build, span: Math.max(0, ...far, ...wide) + Math.max(0, ...named) };
}

/** Whether values show a window's marks: values, ? for any, letters alike where they are alike and nowhere else. */
function matches(cells, shown) {
  const meant = new Map();
  for (const [k, [, , mark]] of cells.entries()) {
    if (/^[a-z]$/.test(mark)) {
      if (!meant.has(mark)) meant.set(mark, shown[k]);
      if (meant.get(mark) !== shown[k]) return false;
    } else if (mark !== "?" && BigInt(mark) !== shown[k]) return false;
  }
  return new Set(meant.values()).size === meant.size;
}

/** A forbidden window, in all that its letters may mean. */
function forbidden(laid, windows, cells, values, symbols) {
  const letters = [...new Set(cells.map(([, , mark]) => mark).filter((mark) => /^[a-z]$/.test(mark)))];
  let number = 1;
  for (let k = 0; k < letters.length; k++) number *= Math.max(0, values.length - k);
  if (number > 60000) refuse(3, "a window has too many letters");
  const meant = new Map();
  const choose = (k) => {
    if (k < letters.length) {
      for (const value of values) {
        if ([...meant.values()].includes(value)) continue;
        choose(k + 1, meant.set(letters[k], value));
        meant.delete(letters[k]);
      }
      return;
    }
    const shows = cells.map(([, , mark]) => symbols(mark === "?" ? values : [meant.get(mark) ?? BigInt(mark)]));
    for (const spots of windows) laid.clause(spots.map((slot, at) => [slot, shows[at]]));
  };
  choose(0);
}

// The sweep --------------------------------------------------------------------------------------------------------

/** Whole numbers, where nothing is weighed. */
const NUMBERS = {
  zero: 0n,
  of: (terms) => terms.reduce((total, [, , c]) => total + c, 0n),
  plus: (a, b) => a + b,
  times: (a, b) => a * b,
  shifted: (a) => a,
  isZero: (a) => a === 0n,
  size: () => 1,
};

/** Polynomials in x and y, as maps from monomials to coefficients that are not 0. */
const POLYNOMIALS = {
  zero: new Map(),
  of: (terms) => terms.reduce((total, [i, j, c]) => POLYNOMIALS.plus(total, new Map(c ? [[i * POWER + j, c]] : [])), new Map()),
  plus: (a, b) => {
    if (!a.size || !b.size) return a.size ? a : b;
    const [total, more] = a.size >= b.size ? [new Map(a), b] : [new Map(b), a];
    for (const [power, c] of more) {
      const sum = (total.get(power) ?? 0n) + c;
      if (sum) total.set(power, sum);
      else total.delete(power);
    }
    return total;
  },
  times: (a, b) => {
    let total = new Map();
    for (const [power, c] of a) total = POLYNOMIALS.plus(total, new Map([...b].map(([other, d]) => [power + other, c * d])));
    return total;
  },
  shifted: (a, i, j) => (i || j ? new Map([...a].map(([power, c]) => [power + i * POWER + j, c])) : a),
  isZero: (a) => a.size === 0,
  size: (a) => 1 + a.size,
};

class Sweep {
  constructor(system, ring, budget) {
    Object.assign(this, { system, ring, budget });
    this.start = this.state([], system.tallies.map(() => 0));
  }

  state(list, tallies) {
    list.sort((a, b) => a.id - b.id);
    return { debts: list, tallies, key: `${list.map(({ id }) => id)}|${tallies}` };
  }

  /** The states after a site, each with the powers of x and y of what it shows. */
  after(site, state) {
    const stop = site.at + site.slots.length;
    const idle = state.debts.filter((debt) => debt.first >= stop);
    let ways = [{ owed: new Set(state.debts.filter((debt) => debt.first < stop)), shown: [], i: 0, j: 0 }];
    site.slots.forEach((weights, k) => {
      const place = site.at + k;
      const next = [];
      for (const way of ways) {
        const pending = new Set([...way.owed, ...site.laid[k]]);
        weights.forEach(([i, j], symbol) => {
          const left = new Set();
          for (const debt of pending) {
            const paid = debt.first === place ? after(debt, symbol) : [debt];
            if (paid === null) return;
            for (const one of paid) left.add(one);
          }
          next.push({ owed: left, shown: [...way.shown, symbol], i: way.i + i, j: way.j + j });
        });
        this.budget.spend(weights.length * (3 + pending.size));
      }
      ways = next;
    });
    const found = [];
    for (const { owed: some, shown, i, j } of ways) {
      const left = tidied(new Set([...some, ...idle]));
      this.budget.spend(10 + 3 * (some.size + idle.length));
      if (left === null) continue;
      const tallies = [...state.tallies];
      const come = (tally) => { tallies[tally] = Math.min(tallies[tally] + 1, Number(this.system.tallies[tally].cap)); };
      const rest = [...left].filter((debt) => debt.kind !== "fired" || come(debt.label[0]));
      for (const [, tally, slot, mask] of site.ops) if (has(mask, shown[slot])) come(tally);
      found.push([this.state(rest, tallies), i, j]);
    }
    return found;
  }

  /** A state with places moved on by so many slots, and those from the end by `far`. */
  moved(state, by, far) {
    const name = `${by} ${far}`;
    const list = state.debts.map((debt) => {
      if (!debt.shifted.has(name)) debt.shifted.set(name, moved(debt, (place) => (place > FAR ? place + far : place + by)));
      return debt.shifted.get(name);
    });
    return this.state(list, state.tallies);
  }

  holds({ debts: left, tallies }) {
    need(!left.length, "the system: a constraint reaches beyond the board");
    return this.system.tallies.every(({ allowed }, k) => allowed.includes(tallies[k]));
  }

  forward(sites, states) {
    for (const site of sites) {
      const next = new Map();
      for (const { state, total } of states.values()) {
        for (const [then, i, j] of this.after(site, state)) {
          const own = next.get(then.key) ?? { state: then, total: this.ring.zero };
          own.total = this.ring.plus(own.total, this.ring.shifted(total, i, j));
          this.budget.spend(this.ring.size(own.total));
          next.set(then.key, own);
        }
      }
      states = next;
    }
    return states;
  }

  first() {
    return new Map([[this.start.key, { state: this.start, total: this.ring.of([[0, 0, 1n]]) }]]);
  }

  count(sites) {
    let all = this.ring.zero;
    for (const { state, total } of this.forward(sites, this.first()).values()) if (this.holds(state)) all = this.ring.plus(all, total);
    return all;
  }

  /** What follows a state, as numbers in a layer, with powers. */
  row(site, state, layer, by) {
    return this.after(site, state).map(([then, i, j]) => [layer.number(by ? this.moved(then, by, 0) : then), i, j]);
  }
}

/** States in the order in which they came. */
class Layer {
  constructor() {
    this.states = [];
    this.numbers = new Map();
  }

  number(state) {
    if (!this.numbers.has(state.key)) {
      this.numbers.set(state.key, this.states.length);
      this.states.push(state);
    }
    return this.numbers.get(state.key);
  }
}

/** All states before the sites of a slice, what follows each, and the vectors u of starts and v of ends. */
class Machine {
  constructor(system, ring, budget, sizes) {
    const sweep = new Sweep(system, ring, budget);
    Object.assign(this, { ring, budget });
    this.early = system.boards.map((board) => sweep.count(board));
    const begin = [...sweep.forward(system.head, sweep.first()).values()];
    const width = slotsOf(system.slice);
    this.layers = Array.from({ length: Math.max(1, system.slice.length) }, () => new Layer());
    this.rows = system.slice.map(() => []);
    this.start = begin.map(({ state, total }) => [this.layers[0].number(state), total]);
    for (let done = false; !done; ) {
      done = true;
      system.slice.forEach((site, x) => {
        const last = x + 1 === system.slice.length;
        const to = last ? 0 : x + 1;
        for (const from = this.layers[x].states, many = from.length; this.rows[x].length < many; done = false) {
          this.rows[x].push(sweep.row(site, from[this.rows[x].length], this.layers[to], last ? -width : 0));
        }
        if (sizes.length && this.layers[to].states.length > sizes[to]) refuse(1, `the rule leads to a state that is not listed, after site ${x}`);
      });
    }
    const stop = slotsOf(system.head) + slotsOf(system.tail) - END;
    let layer = new Layer();
    const numbers = this.layers[0].states.map((state) => layer.number(sweep.moved(state, 0, stop)));
    const passed = system.tail.map((site) => {
      const next = new Layer();
      const rows = layer.states.map((state) => sweep.row(site, state, next, 0));
      layer = next;
      return rows;
    });
    let ends = layer.states.map((state) => (sweep.holds(state) ? ring.of([[0, 0, 1n]]) : ring.zero));
    for (const rows of passed.reverse()) ends = this.summed(rows, ends, 1);
    this.ends = numbers.map((number_) => ends[number_]);
  }

  /** The sums over what follows each state. */
  summed(rows, numbers, cost) {
    const { ring, budget } = this;
    return rows.map((ways) => {
      let total = ring.zero;
      for (const [to, i, j] of ways) total = ring.plus(total, ring.shifted(numbers[to], i, j));
      budget.spend(ways.length * cost * ring.size(total));
      return total;
    });
  }

  /** Horner's sweep: the number of slices after which P / Q is proved. */
  prove(first, p, q) {
    const { ring } = this;
    const one = ring.of([[0, 0, 1n]]);
    need(q.length && ring.isZero(ring.plus(q[0], ring.times(one, ring.of([[0, 0, -1n]])))), "denominator: the constant term is not 1");
    const early = [...Array(first).fill(ring.zero), ...this.early];
    const degree = Math.max(q.length - 1, p.length - early.length);
    const wanted = (n) => {
      let total = p[n] ?? ring.zero;
      for (let k = 0; k < q.length && k <= n; k++) {
        if (early[n - k] !== undefined && !ring.isZero(q[k])) total = ring.plus(total, ring.times(ring.times(ring.of([[0, 0, -1n]]), q[k]), early[n - k]));
      }
      this.budget.spend(q.length);
      return total;
    };
    const isSame = (a, b) => ring.isZero(ring.plus(a, ring.times(ring.of([[0, 0, -1n]]), b)));
    const differs = (n) => refuse(1, `the coefficient of t^${n} is not the number that the rule gives`);
    for (let n = 0; n < early.length; n++) if (!ring.isZero(wanted(n))) differs(n);
    let numbers = this.ends;
    for (let k = 0, stop = degree; ; k++) {
      let total = ring.zero;
      for (const [state, weight] of this.start) total = ring.plus(total, ring.times(numbers[state], weight));
      if (!isSame(total, wanted(early.length + k))) differs(early.length + k);
      if (k === degree && numbers.every(ring.isZero)) return k;
      if (k === degree) stop = degree + numbers.length;
      if (k === stop) return k;
      for (const rows of [...this.rows].reverse()) numbers = this.summed(rows, numbers, 1 + k / 100);
      const more = q[k + 1] ?? ring.zero;
      if (!ring.isZero(more)) numbers = numbers.map((own, state) => ring.plus(own, ring.times(more, this.ends[state])));
      this.budget.spend(numbers.length * ring.size(more));
    }
  }
}

// The file ---------------------------------------------------------------------------------------------------------

const READ = new Map(Object.entries({ placement: readPieces, cover: readPieces, array: readArray }));
const POSITIONS = ["all", "left-ends", "right-ends", "maximal", "play", "full"];

function readSeries(terms, weights, ring) {
  const series = [];
  for (const term of terms) {
    need(isList(term) && term.length === 4, "fraction: a term is [n, i, j, c]");
    const [n, i, j] = term.slice(0, 3).map((power) => whole(power, 0, 1e6, "fraction"));
    need((weights === 2 || !j) && (weights || !i), "fraction: a weight that is not asked for");
    need(isWhole(term[3]) || (isText(term[3]) && /^-?(0x)?[0-9a-f]+$/i.test(term[3])), "fraction: a coefficient is a whole number");
    const [, minus, digits] = isText(term[3]) ? /^(-?)(?:0x)?(.*)$/i.exec(term[3]) : [];
    const c = digits ? BigInt(`0x${digits}`) * (minus ? -1n : 1n) : BigInt(term[3]);
    while (series.length <= n) series.push(ring.zero);
    series[n] = ring.plus(series[n], ring.of([[i, j, c]]));
  }
  while (series.length && ring.isZero(series[series.length - 1])) series.pop();
  return series;
}

function compareStates(machine, listed_, layers, sizes) {
  need(isList(listed_) && isList(layers), "debts, states: lists were expected");
  const numbers = new Map(listed_.map((debt, number_) => [written(debt), number_]));
  need(numbers.size === listed_.length, "debts: one is there twice");
  const used = new Set();
  layers.forEach((layer, x) => {
    need(isList(layer) && x < machine.layers.length, "states: a list for each site");
    const made = new Set();
    for (const { debts: list, tallies } of machine.layers[x].states) {
      const own = list.map(({ text }) => numbers.get(text) ?? refuse(1, `states: one owes what is not listed, before site ${x}`));
      own.sort((a, b) => a - b).forEach((one) => used.add(one));
      made.add(tallies.length ? written([own, [], tallies, []]) : written(own));
    }
    const named = new Set(layer.map(written));
    if ([...made].some((one) => !named.has(one))) refuse(1, `states: the rule leads to one that is not listed, before site ${x}`);
    need(named.size === made.size && named.size === layer.length, "states: one too many");
  });
  need(layers.length === machine.layers.length, "states: a list for each site of a slice");
  need(used.size === listed_.length, "debts: one is owed nowhere");
  need(machine.layers.every(({ states }, x) => states.length === sizes[x]), "sizes: they are not the numbers of states");
}

function checked(text, most) {
  debts.clear();
  const budget = new Budget(most);
  const saved = parse(text);
  need(saved instanceof Map && saved.get("format") === "gfkit-certificate", "format: gfkit-certificate was expected");
  if (saved.get("version") === 4 || saved.get("version") === 5) notRead("a file of an older version");
  need(saved.get("version") === 6, "version: 6 was expected");
  for (const key of ["game", "board", "positions"]) need(isText(saved.get(key)), `${key}: a text was expected`);
  const [rule, positions, weighed] = ["rule", "positions", "weights"].map((key) => saved.get(key));
  need(rule instanceof Map, "rule: an object was expected");
  need(POSITIONS.includes(positions), "positions: they are not known");
  need(['[]', '["x"]', '["x","y"]'].includes(weighed === undefined ? "" : written(weighed)), "weights: they are not known");
  const first = whole(saved.get("first_n"), 0, 1000, "first_n");
  need(isList(saved.get("numerator")) && isList(saved.get("denominator")), "fraction: lists of terms were expected");
  const kind = rule.get("kind");
  need(kind === "placement" || positions === "all", "positions: fillings have only all");
  const family = readFamily(saved.get("family"));
  need(first === family.first, `first_n: the family begins at ${family.first}`);
  const weights = weighed.length;
  const ring = weights ? POLYNOMIALS : NUMBERS;
  const [p, q] = ["numerator", "denominator"].map((key) => readSeries(saved.get(key), weights, ring));
  if (!READ.has(kind)) notRead("a kind of rule");
  const power = ([i, j]) => [[0, 0], [Number(i) + Number(j), 0], [Number(i), Number(j)]][weights];
  const { build, span } = READ.get(kind)(rule, { positions, weights, power });
  const system = systemOf(family, build, span, budget);
  need(saved.has("system") && systemText(system) === written(saved.get("system")), "system: it is not that of the rule");
  const sizes = saved.get("sizes");
  need(listOf(isCount)(sizes), "sizes: whole numbers were expected");
  need(!sizes.length || sizes.length === Math.max(1, system.slice.length), "sizes: one for each site");
  const foretold = sizes.reduce((a, b) => a + Number(b), 0) * (300 + 0.09 * q.length * (1 + q.length / 1000));
  if (foretold > most) refuse(3, "there are more states than are looked at");
  const machine = new Machine(system, ring, budget, sizes);
  if (sizes.length) compareStates(machine, saved.get("debts"), saved.get("states"), sizes);
  else need([saved.get("debts"), saved.get("states")].every((list) => isList(list) && !list.length), "sizes: there are states");
  const slices = machine.prove(first, p, q);
  const which = { all: "", full: "full ", play: "" }[positions] ?? `${positions} `;
  const objects = kind === "placement" ? "positions" : "configurations";
  return {
    code: 0,
    statement: `proved for every n from ${first} on: the fraction counts the ${which}${objects} of the rule${weights ? `, weighed by ${weighed.join(" and ")},` : ""} on ${saved.get("board")} by its coefficient of t^n`,
    restsOn: `the rule and the boards in the file${sizes.length ? "" : ", the states made anew"}; ${machine.layers[0].states.length} states, ${slices} slices swept`,
  };
}

/** What a file proves: { code, statement, restsOn }; code 0 proved, 1 refuted, 2 bad file or not read, 3 too much work. */
export function check(text, most = WORK) {
  try {
    return checked(text, most);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, statement: `${WORDS[error.code]}: ${error.message}`, restsOn: "" };
    const code = error instanceof RangeError ? 3 : 2; // RangeError: numbers or calls beyond what the machine has room for
    return { code, statement: `${WORDS[code]}: ${error.name}`, restsOn: "" };
  }
}

if (typeof process !== "undefined" && process.versions?.node && process.argv[1]) {
  const [{ readFileSync, realpathSync }, { fileURLToPath }] = await Promise.all([import("node:fs"), import("node:url")]);
  if (realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) {
    const [option, file] = process.argv.slice(2);
    if (option === "--batch") {
      for (const line of readFileSync(file, "utf8").split("\n")) if (line) process.stdout.write(`${JSON.stringify(check(line))}\n`);
    } else {
      const { code, statement, restsOn } = check(option ? readFileSync(option, "utf8") : "");
      process.stdout.write(`${statement}.\n${restsOn ? `rests on: ${restsOn}\n` : ""}`);
      process.exitCode = code;
    }
  }
}
