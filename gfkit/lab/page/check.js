// A second reader of certificates of fractions, written from docs/reference/certificates.md.
//
//   node check.js FILE             the verdict; exit code 0 proved, 1 refuted, 2 bad file or not read, 3 too much work
//   node check.js --batch FILE     one certificate a line, one line of JSON for each
//
// It reads placement games without liberties, covers, and arrays without connectivity, on boards of squares and
// paths. It lays the rule on boards, makes the slots and constraints of all boards, and every state that they lead
// to; it compares both with the file; then it sweeps the fraction by Horner's scheme, with exact whole numbers.
// For that x and y are powers of 2, so large that no polynomial is mistaken for another; the bound is proved there.

import {
  PAIR, Refusal, bit, hasKeys, inOrder, isCount, isFlag, isList, isText, isWhole, listOf, meaningOf, need, notRead,
  objectOf, orNull, parse, refuse, truth, whole, written,
} from "./reading.js";

const WORK = 3e8; // steps of some 100 nanoseconds
const [END, FAR] = [1e9, 5e8]; // the place END - k is the k-th slot from the end of the board
const POWER = 2 ** 25; // x^i y^j is the number i * POWER + j
const VERDICTS = ["proved", "refuted", "bad file", "too much work"];

const budgetOf = (left) => ({
  spend: (steps) => ((left -= steps) >= 0 ? left : refuse(3, "there is more to check than is looked at")),
});

// What is owed -----------------------------------------------------------------------------------------------------
// Places are numbers; sets of symbols, of numbers and of rows are BigInts, bit by bit.

const debts = new Map(); // by text: each is there once, so that they are compared by identity
const has = (mask, symbol) => ((mask >> BigInt(symbol)) & 1n) === 1n;
const ones = (number_) => (1n << BigInt(number_)) - 1n;
const product = (sizes) => sizes.reduce((a, b) => a * b, 1);
const pairs = (list) => `[${list.map(([place, mask]) => `[${place},${mask}]`)}]`;
const ascending = (list) => [...list].sort(([a], [b]) => a - b);

function owed(text, first, fields) {
  let debt = debts.get(text);
  if (!debt) {
    debt = { text, first, items: [], given: [], label: [], id: debts.size, paid: [], shifted: new Map(), ...fields };
    debts.set(text, debt);
  }
  return debt;
}

const placesOf = ({ kind, places, given, items: own }) => (kind === "table" ? places : [...given, ...own].map(([place]) => place));
const fired = (label) => owed(`["fired",[${label}]]`, END - 1, { kind: "fired", label });
const clause = (list, label = []) => owed(`["clause",${pairs(list)},[${label}]]`, list[0][0], { kind: "clause", items: list, label });
const count = (list, allowed, given) => {
  const first = Math.min(...[...given, ...list].map(([place]) => place));
  return owed(`["count",${pairs(list)},${allowed},${pairs(given)}]`, first, { kind: "count", items: list, allowed, given });
};
const table = (places, symbols, rows, label) =>
  owed(`["table",[${places}],[${symbols}],"${rows.toString(16)}",[${label}]]`, places[0], { kind: "table", places, symbols, rows, label });

// What says the same in the simplest way, as a list; null where it cannot hold.

function clauseLeft(list, label) {
  if (list.length) return [clause(list, label)];
  return label.length ? [fired(label)] : null;
}

function countLeft(list, numbers, given) {
  const [all, allowed] = [ones(list.length + 1), numbers & ones(list.length + 1)];
  if (allowed === all) return [];
  if (!allowed) return given.length ? [clause(given)] : null;
  return allowed === 1n && !given.length ? list.map((item) => clause([item])) : [count(list, allowed, given)];
}

function tableLeft(places, symbols, rows, label) {
  const all = ones(product(symbols));
  if (rows === all) return label.length ? [fired(label)] : [];
  if (!rows) return label.length ? [] : null;
  if (places.length === 1) return [label.length ? clause([[places[0], rows]], label) : clause([[places[0], all & ~rows]])];
  const text = rowsText(symbols, rows);
  for (let [k, size] = [symbols.length - 1, 1]; k >= 0; size *= symbols[k--]) { // a place that tells no rows apart goes
    const split = Array.from({ length: text.length / size }, (_, at) => text.slice(at * size, (at + 1) * size));
    if (split.some((part, at) => part !== split[at - (at % symbols[k])])) continue;
    const [left, sizes] = [places, symbols].map((list) => list.filter((_, at) => at !== k));
    return tableLeft(left, sizes, BigInt(`0b${split.filter((_, at) => at % symbols[k] === 0).join("")}`), label);
  }
  return [table(places, symbols, rows, label)];
}

/** For each row, the last one first, whether it is among the rows. */
const rowsText = (symbols, rows) => rows.toString(2).padStart(product(symbols), "0");

/** The rows that begin with a symbol of the first place. */
function rowsAfter([, ...symbols], rows, symbol) {
  return (rows >> BigInt(product(symbols) * symbol)) & ones(product(symbols));
}

/** What is owed after the first place shows a symbol; null where that breaks it. */
function after(debt, symbol) {
  debt.paid[symbol] ??= { left: paidBy(debt, symbol) };
  return debt.paid[symbol].left;
}

function paidBy({ kind, first, items: list, allowed, given, places, symbols, rows, label }, symbol) {
  if (kind === "clause") return has(list[0][1], symbol) ? clauseLeft(list.slice(1), label) : [];
  if (kind === "table") return tableLeft(places.slice(1), symbols.slice(1), rowsAfter(symbols, rows, symbol), label);
  const isGiven = given.length > 0 && given[0][0] === first;
  if (isGiven && !has(given[0][1], symbol)) return [];
  const isItem = list.length > 0 && list[0][0] === first;
  const shows = isItem && has(list[0][1], symbol);
  return countLeft(isItem ? list.slice(1) : list, shows ? allowed >> 1n : allowed, isGiven ? [] : given);
}

/** What is owed once places are known not to show some symbols. */
function without(debt, barred) {
  if (!placesOf(debt).some((place) => barred.has(place))) return [debt];
  const left = (list) => list.map(([place, mask]) => [place, mask & ~(barred.get(place) ?? 0n)]);
  const isThere = ([, mask]) => mask !== 0n;
  if (debt.kind === "clause") return left(debt.items).every(isThere) ? clauseLeft(left(debt.items), debt.label) : [];
  if (debt.kind !== "count") return [debt];
  return left(debt.given).every(isThere) ? countLeft(left(debt.items).filter(isThere), debt.allowed, left(debt.given)) : [];
}

function moved(debt, move) {
  const at = (list) => list.map(([place, mask]) => [move(place), mask]);
  const label = debt.label.map((one, k) => (k === 2 ? move(one) : one));
  if (debt.kind === "clause") return clause(ascending(at(debt.items)), label);
  if (debt.kind === "count") return count(ascending(at(debt.items)), debt.allowed, at(debt.given));
  const [places, { symbols }] = [debt.places.map(move), debt];
  const order = places.map((_, k) => k).sort((a, b) => places[a] - places[b]);
  if (order.every((k, slot) => k === slot)) return table(places, symbols, debt.rows, label);
  const text = rowsText(symbols, debt.rows);
  const rows = order.reduce((found, k) => found.flatMap((row) =>
    Array.from({ length: symbols[k] }, (_, symbol) => row + symbol * product(symbols.slice(k + 1)))), [0]);
  return table(order.map((k) => places[k]), order.map((k) => symbols[k]), BigInt(`0b${rows.map((row) => text[row]).join("")}`), label);
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

/** A family: the axis along which it grows, the cells across, which sides close up, the first n. */
function readFamily(data) {
  if (data instanceof Map && data.get("slices") instanceof Map) notRead("a family of graphs");
  need(objectOf({ word: isText, sizes: listOf(orNull(isCount)), wraps: listOf(isFlag) })(data), "family: it is not as it should be");
  const [word, sizes, wraps] = ["word", "sizes", "wraps"].map((key) => data.get(key));
  need(sizes.filter((size) => size === null).length === 1 && sizes.length === wraps.length, "family: one of the sizes is n");
  if (word.startsWith("repeat")) notRead("a drawn cell that is repeated");
  need(Object.hasOwn(CLOSING, word) && CLOSING[word].length === wraps.length, "family: its word is not known");
  need(wraps.every((wrap, k) => !wrap || CLOSING[word][k]), "family: which sides close up");
  const [sides, closed] = sizes.length === 1 ? [[1, ...sizes], [false, ...wraps]] : [sizes, wraps];
  const [grows, width] = [sides.indexOf(null), sides[1 - sides.indexOf(null)]];
  if (width > 60) refuse(3, `slices of ${width} cells are wider than 60`);
  return { grows, width, closed, first: closed[grows] ? 3 : 0, graph: sizes.length === 1 };
}

class Board {
  constructor({ grows, width, closed }, slices) {
    const sides = grows === 0 ? [slices, width] : [width, slices];
    Object.assign(this, { slices, width, closed, sides, grows, size: slices * width });
    this.places = Array.from({ length: this.size }, (_, cell) => {
      const [along, across] = [Math.floor(cell / width), cell % width];
      return grows === 0 ? [along, across] : [across, along];
    });
    this.near = this.places.map((_, cell) => this.around(cell, NEAR).near);
  }

  /** The one name of a place, on the board or not, so many rows and columns from another. */
  spot(from, steps, sign = 1) {
    const place = [0, 1].map((axis) => from[axis] + sign * Number(steps[axis]));
    return place.map((at, axis) => (this.closed[axis] ? mod(at, this.sides[axis]) : at));
  }

  /** The cell at a place that `spot` named; -1 off the board. */
  at(place) {
    if (!place.every((at, axis) => at >= 0 && at < this.sides[axis])) return -1;
    return place[this.grows] * this.width + place[1 - this.grows];
  }

  /** The neighbours of a cell, each once and never itself, and how many of the places are outside. */
  around(cell, steps) {
    const spots = new Map(steps.map((step) => this.spot(this.places[cell], step)).map((spot) => [`${spot}`, this.at(spot)]));
    const others = [...spots.values()].filter((one) => one !== cell);
    const near = others.filter((one) => one >= 0).sort((a, b) => a - b);
    return { near, missing: others.length - near.length };
  }

  /** The cells of a window wherever it is laid; those off the board are -1, and with no value outside there are none. */
  windows(shape, outside) {
    const [seen, found] = [new Set(), []];
    for (const place of this.places) {
      for (const part of outside ? shape : shape.slice(0, 1)) {
        const corner = this.spot(place, part, -1);
        if (seen.has(`${corner}`)) continue;
        seen.add(`${corner}`);
        const spots = shape.map((step) => this.spot(corner, step));
        const cells = spots.map((spot) => this.at(spot));
        if (new Set(spots.map(String)).size === spots.length && (outside || !cells.includes(-1))) found.push(cells);
      }
    }
    return found;
  }

  /** Whether a cell is on one of some rows, columns and places, counted from either end. */
  isOn(cell, lines) {
    const own = this.places[cell];
    return lines.some((line) => line.every((at, axis) => at === null || at === own[axis] || at === own[axis] - this.sides[axis]));
  }
}

// A rule laid on a board -------------------------------------------------------------------------------------------

class Laid {
  constructor(board) {
    Object.assign(this, { board, slots: [], debts: new Set(), tallies: [] });
  }

  /** A new slot that is decided with a cell; `weights` are the powers of its symbols. */
  slot(cell, weights) {
    return this.slots.push({ cell, weights }) - 1;
  }

  before(a, b) {
    return this.slots[a].cell - this.slots[b].cell || a - b;
  }

  clause(tests) {
    if (tests.every(([, mask]) => mask)) this.debts.add(clause([...tests].sort(([a], [b]) => this.before(a, b))));
  }

  count(tests, isAllowed, given = []) {
    const list = [...tests].sort(([a], [b]) => this.before(a, b));
    const allowed = list.reduce((mask, _, k) => mask | (bit(isAllowed(k + 1)) << BigInt(k + 1)), bit(isAllowed(0)));
    this.add(countLeft(list, allowed, given));
  }

  /** These slots show symbols, in this order, of which something holds; `known` has the rows by name. */
  table(slots, holds, label, known, name) {
    const order = slots.map((_, k) => k).sort((a, b) => this.before(slots[a], slots[b]));
    const sizes = order.map((k) => this.slots[slots[k]].weights.length);
    if (product(sizes) > 2 ** 18) refuse(3, `a predicate looks at ${slots.length} cells with ${sizes[0]} values`);
    const key = `${name} ${order}`;
    if (!known.has(key)) {
      const symbols = [];
      const digits = Array.from({ length: product(sizes) }, (_, row) => {
        for (let k = sizes.length - 1; k >= 0; row = Math.floor(row / sizes[k--])) symbols[order[k]] = row % sizes[k];
        return holds(symbols) ? "1" : "0";
      });
      known.set(key, BigInt(`0b${digits.reverse().join("")}`));
    }
    this.add(tableLeft(order.map((k) => slots[k]), sizes, known.get(key), label));
  }

  add(found) {
    if (found === null) this.slot(0, []); // nothing can be right: a slot without symbols
    for (const debt of found ?? []) { // what is sure to be comes with the slot that its label names
      const sure = () => clause([[debt.label[2], ones(this.slots[debt.label[2]].weights.length)]], debt.label);
      this.debts.add(debt.kind === "fired" ? sure() : debt);
    }
  }

  /** The sites of each slice, with places on this board. */
  sites() {
    const order = this.slots.map((_, slot) => slot).sort((a, b) => this.before(a, b));
    const [places, laid] = [new Map(order.map((slot, place) => [slot, place])), this.slots.map(() => [])];
    for (const debt of this.debts) {
      laid[placesOf(debt).reduce((a, b) => (this.before(a, b) <= 0 ? a : b))].push(moved(debt, (slot) => places.get(slot)));
    }
    const slices = Array.from({ length: Math.max(1, this.board.slices) }, () => []);
    for (let at = 0; at < order.length; ) {
      const { cell } = this.slots[order[at]];
      const own = order.filter((slot) => this.slots[slot].cell === cell);
      const site = { at, slots: own.map((slot) => this.slots[slot].weights), laid: own.map((slot) => laid[slot].sort(inRank)) };
      slices[Math.floor(cell / this.board.width)].push(site);
      at += own.length;
    }
    return slices;
  }
}

/** Clauses, counts, tables, and among each by places, then by the rest. */
function inRank(a, b) {
  const compared = (one, other) => {
    if (!isList(one)) return one < other ? -1 : Number(one > other);
    const k = one.findIndex((own, at) => at >= other.length || compared(own, other[at]));
    return k < 0 || k >= other.length ? one.length - other.length : compared(one[k], other[k]);
  };
  const key = ({ kind, items: list, allowed = 0n, given, places = [], symbols, rows, label }) =>
    kind === "table" ? [kind, places, symbols, rows, label] : [kind, list, allowed, given, label];
  return compared(key(a), key(b));
}

const siteText = ({ at, slots, laid }) =>
  `[${at},${written(slots)},[${slots.map(() => "false")}],[${laid.map((list) => `[${list.map(({ text }) => text)}]`)}],[]]`;
const sitesText = (sites) => `[${sites.map(siteText)}]`;
const slotsOf = (sites) => sites.reduce((total, { slots }) => total + slots.length, 0);
const movedSite = (site, at, move) => ({ ...site, at, laid: site.laid.map((list) => list.map((debt) => moved(debt, move))) });

/** Slices one after the other, with places from `start` on. */
function placed(slices, start) {
  return slices.flatMap((slice, k) => {
    const by = start + slotsOf(slices.slice(0, k).flat());
    return slice.map((site) => movedSite(site, site.at + by, (place) => (place < FAR ? place + by : place)));
  });
}

/** The sites of slices with places counted from the start of their slice, or from the end of the board. */
function patternsOf(slices, spread) {
  const starts = startsOf(slices);
  return slices.map((slice, j) => {
    const move = (place) => (starts.sliceOf(place) - j > spread ? END + place - starts.stop : place - starts[j]);
    const sites = slice.map((site) => movedSite(site, site.at - starts[j], move));
    return { sites, text: sitesText(sites) };
  });
}

function startsOf(slices) {
  let stop = 0;
  const starts = slices.map((slice) => (stop += slotsOf(slice)) - slotsOf(slice));
  return Object.assign(starts, { stop, sliceOf: (place) => starts.findLastIndex((start) => start <= place) });
}

/** The boards of a family as one system: small ones one by one, all others as head, slices and tail. */
function systemOf(family, build, span, budget) {
  const [longest, half] = [2 * span + 3, span + 1];
  if (longest * (longest + 1) * Math.max(1, family.width) > 2e6) refuse(3, `a constraint reaches over ${span} slices`);
  const boards = Array.from({ length: longest + 1 }, (_, slices) => {
    const laid = build(new Board(family, slices));
    budget.spend(10 * (laid.slots.length + laid.debts.size));
    return { slices: laid.sites(), tallies: laid.tallies };
  });
  const [long, { sliceOf }] = [boards[longest].slices, startsOf(boards[longest].slices)];
  const spread = long.flatMap((slice, j) => slice.flatMap((site) => site.laid.flat()).flatMap(placesOf).map((place) => sliceOf(place) - j))
    .reduce((most, far) => (far <= half ? Math.max(most, far) : most), 0);
  const patterns = boards.map(({ slices }) => patternsOf(slices, spread));
  const last = patterns[longest];
  const alike = last.map(({ text }) => text === last[half].text);
  const head = alike.lastIndexOf(false, half) + 1;
  const behind = alike.indexOf(false, half);
  const tail = behind < 0 ? 0 : longest - behind;
  if (head > span || tail > span) refuse(3, "the slices of the boards are not all made alike");
  const like = (slices, j) => last[j < head ? j : j >= slices - tail ? longest - slices + j : half];
  const isLong = (slices) => slices >= Math.max(1, head + tail) && patterns[slices].every(({ text }, j) => text === like(slices, j).text);
  let least = longest;
  while (least > family.first && isLong(least - 1)) least--;
  const begin = [...last.slice(0, head), ...Array(least - head - tail).fill(last[half])].map(({ sites }) => sites);
  const start = slotsOf(begin.flat());
  return {
    first: least,
    boards: boards.slice(family.first, least).map(({ slices }) => slices.flat()),
    head: placed(begin, 0),
    slice: placed([last[half].sites], start),
    tail: placed(last.slice(longest - tail).map(({ sites }) => sites), start),
    tallies: boards[longest].tallies,
  };
}

function systemText({ first, boards, head, slice, tail, tallies }) {
  const told = tallies.map(({ allowed, cap }) => [allowed, cap, false, []]);
  return `{"boards":[${boards.map(sitesText)}],"first":${first},"head":${sitesText(head)},"slice":${sitesText(slice)},` +
    `"tail":${sitesText(tail)},"tallies":${written(told)},"wholes":[]}`;
}

// Kinds of rules ---------------------------------------------------------------------------------------------------

const PIECES = listOf(listOf(PAIR));
const STUCK = { "left-ends": ["left"], "right-ends": ["right"], maximal: ["left", "right"] };
const widest = (shape) => Math.max(...[0, 1].map((axis) => {
  const spots = shape.map((cell) => Number(cell[axis]));
  return Math.max(...spots) - Math.min(...spots);
}));

/** Placement games and covers: a slot for every way to lay a piece. */
function readPieces(rule, { positions, weights, power }) {
  const cover = rule.get("kind") === "cover";
  const colour = cover ? { weight: PAIR, pieces: PIECES } : { owner: isText, pieces: PIECES };
  const more = cover ? {} : { forbidden: listOf(PAIR), liberties: isFlag };
  need(objectOf({ kind: isText, colours: listOf(objectOf(colour)), ...more })(rule), "rule: it is not as it should be");
  const colours = rule.get("colours").map((one) => Object.fromEntries(one));
  const [forbidden_, shapes] = [cover ? [] : rule.get("forbidden"), colours.flatMap(({ pieces }) => pieces)];
  const isShape = (shape) => shape.length > 0 && new Set(shape.map(String)).size === shape.length;
  need(shapes.length && shapes.every(isShape), "rule: a piece has cells");
  need(forbidden_.every(([a, b]) => a <= b && b < colours.length), "rule: forbidden pairs of colours");
  need(cover || colours.every(({ owner }) => ["left", "right", "both"].includes(owner)), "rule: an owner");
  need(positions !== "play" || colours.every(({ owner }) => owner === "both"), "positions: of an impartial game");
  if (!cover && rule.get("liberties")) notRead("groups that need free cells");
  const [full, owners] = [cover || positions === "full", STUCK[positions]];
  const powers = colours.map(({ owner, weight }) => power(cover ? weight : weights === 2 && owner === "right" ? [0, 1] : [1, 0]));
  const areEnemies = ({ colour: a }, { colour: b }) => forbidden_.some(([c, d]) => (a === c && b === d) || (a === d && b === c));
  const build = (board) => {
    const laid = new Laid(board);
    const on = board.places.map(() => []);
    const moves = colours.flatMap(({ pieces }, c) => {
      const ways = new Map(pieces.flatMap((piece) => lies(board, piece)).map((cells) => [`${cells}`, { colour: c, cells }]));
      const shorter = (a, b, k) => a[k] - b[k] || (k + 1 < Math.min(a.length, b.length) ? shorter(a, b, k + 1) : a.length - b.length);
      return [...ways.values()].sort((a, b) => shorter(a.cells, b.cells, 0));
    });
    for (const move of moves) {
      move.slot = laid.slot(move.cells[0], [[0, 0], powers[move.colour]]);
      for (const cell of move.cells) on[cell].push(move);
    }
    for (const own of on) laid.count(own.map(({ slot }) => [slot, 2n]), (times) => times === 1 || (times === 0 && !full));
    on.forEach((own, cell) => {
      for (const other of board.near[cell].filter((one) => one > cell).flatMap((one) => on[one])) {
        for (const one of own) if (one !== other && areEnemies(one, other)) laid.clause([[one.slot, 2n], [other.slot, 2n]]);
      }
    });
    if (!owners) return laid;
    const stuck = moves.filter(({ colour: c }) => colours[c].owner === "both" || owners.includes(colours[c].owner));
    block(laid, stuck.map((move) => {
      const beside = move.cells.flatMap((cell) => board.near[cell]).flatMap((cell) => on[cell]).filter((one) => areEnemies(move, one));
      return new Set([...move.cells.flatMap((cell) => on[cell]), ...beside].map(({ slot }) => slot));
    }));
    return laid;
  };
  const [extent, touch] = [Math.max(...shapes.map(widest)), forbidden_.length ? 1 : 0];
  return { build, span: (owners ? 4 * extent + 3 * touch : 2 * extent + touch) + 1 };
}

/** All places of a piece, each as its cells, ascending. */
function lies(board, shape) {
  const from = shape.map((cell) => cell.map((at, axis) => Number(at) - Number(shape[0][axis])));
  return board.places.map((place) => from.map((step) => board.at(board.spot(place, step))).sort((a, b) => a - b))
    .filter((cells) => cells[0] >= 0 && new Set(cells).size === shape.length);
}

/** One of each of these sets of slots shows that it is taken; a set that has a smaller one says nothing new. */
function block(laid, sets) {
  const kept = new Map();
  for (const ways of sets.sort((a, b) => a.size - b.size)) {
    if ([...ways].some((slot) => kept.get(slot)?.some((rival) => [...rival].every((one) => ways.has(one))))) continue;
    laid.clause([...ways].map((slot) => [slot, 1n]));
    for (const slot of ways) kept.set(slot, [...(kept.get(slot) ?? []), ways]);
  }
}

const isStep = (value) => isWhole(value) && value > -12 && value < 12;
const isLine = (value) => value === null || (isWhole(value) && value >= -100 && value <= 100);
const isListed = (value) => isList(value) && value.length <= 1000;
const isLetter = (mark) => /^[a-z]$/.test(mark);

/** Arrays of values: a slot with a value for every cell. */
function readArray(rule, { power, spend }) {
  const colours = rule.get("colours");
  need(isWhole(colours) && colours > 0 && colours <= 100, "colours: expected 1 to 100");
  const plain = { values: Array.from({ length: colours }, (_, k) => k), outside: null, new_values: "", image: null, conditions: [] };
  const saved = new Map([...Object.entries(plain), ...rule]);
  const [given, beyond, forbid, counts, conditions] = ["values", "outside", "forbid", "counts", "conditions"].map((key) => saved.get(key));
  need(hasKeys(saved, ["kind", "colours", "weights", "forbid", "counts", ...Object.keys(plain)]), "rule: a key is missing or not known");
  need(listOf(PAIR, colours)(saved.get("weights")), "rule: weights");
  need(listOf(isWhole, colours)(given) && new Set(given.map(String)).size === colours, "rule: values");
  const values = given.map(BigInt);
  const isValue = (value) => isWhole(value) && values.includes(BigInt(value));
  need(beyond === null || isValue(beyond), "rule: outside");
  need(["", "classes", "row-major"].includes(saved.get("new_values")), "rule: new_values");
  if (saved.get("image") !== null) notRead("images of arrays");
  if (saved.get("new_values")) notRead("new values in their order");
  need([forbid, counts, conditions].every(isListed), "rule: a list was expected");
  const [outside, weights] = [beyond === null ? null : BigInt(beyond), saved.get("weights").map(power)];
  const symbols = (list) => values.reduce((mask, value, k) => mask | (bit(list.includes(value)) << BigInt(k)), 0n);
  const stepsOf = (steps) => {
    need(steps === "rook" || (isListed(steps) && steps.length && listOf(listOf(isStep, 2))(steps)), "neighbours");
    return steps === "rook" ? NEAR : steps;
  };
  const windowOf = (cells) => {
    need(isListed(cells) && cells.length && listOf((cell) => isList(cell) && cell.length === 3)(cells), "window: cells");
    need(cells.every(([r, c, mark]) => isStep(r) && isStep(c) && isText(mark)), "window: cells with marks");
    need(new Set(cells.map(([r, c]) => `${r},${c}`)).size === cells.length, "window: a cell is there twice");
    return cells;
  };
  const saysOf = (condition, key) => {
    const [word, ...others] = [...condition.keys()].filter((one) => one !== key);
    need(["require", "forbid", "when"].includes(word) && !others.length && isText(condition.get(word)), "predicate: a key");
    const meaning = meaningOf(condition.get(word), spend);
    return (names) => truth(meaning(new Map(names))) !== (word === "forbid");
  };
  const partOf = (condition) => {
    if (!condition.has("cells")) {
      const says = saysOf(condition, "neighbours");
      const all = (x, near) => [["x", x], ["near", inOrder(near)], ["all", [x, ...inOrder(near)]]];
      return { steps: stepsOf(condition.get("neighbours")), holds: ([x, ...near]) => says(all(x, near)) };
    }
    const cells = windowOf(condition.get("cells"));
    const says = saysOf(condition, "cells");
    need(new Set(cells.map(([, , mark]) => mark)).size === cells.length, "window: a letter is there twice");
    const lines = [0, 1].map((axis) => [...new Set(cells.map((cell) => cell[axis]))].sort((a, b) => a - b)
      .map((line) => cells.flatMap((cell, k) => (cell[axis] === line ? [k] : []))));
    const along = (axis, shown) => lines[axis].map((line) => line.map((k) => shown[k]));
    const marks = (shown) => cells.map(([, , mark], k) => [mark, shown[k]]);
    return { cells, holds: (shown) => says([...marks(shown), ["all", shown], ["rows", along(0, shown)], ["columns", along(1, shown)]]) };
  };
  for (const cells of forbid.map(windowOf)) {
    need(cells.every(([, , mark]) => mark === "?" || isLetter(mark) || values.map(String).includes(mark)), "window: marks");
    need(cells.some(([, , mark]) => mark !== "?"), "window: it would match everywhere");
  }
  const numbers = counts.map((one) => {
    need(hasKeys(one, ["cell", "neighbours", "of", "allowed"]), "counts: a key");
    const [cell, of, allowed] = ["cell", "of", "allowed"].map((key) => one.get(key));
    need(isValue(cell) && isListed(of) && of.every(isValue), "counts: values");
    need(isListed(allowed) && allowed.every((times) => isCount(times) && times <= 1000), "counts: allowed");
    return { own: symbols([BigInt(cell)]), steps: stepsOf(one.get("neighbours")), of: of.map(BigInt), allowed };
  });
  const [everywhere, pins, totals] = [[], [], []];
  for (const condition of conditions) {
    need(condition instanceof Map, "conditions");
    if (condition.has("along")) notRead("conditions on whole lines");
    if (condition.has("linkage")) notRead("connectivity");
    if (condition.has("parts")) {
      const [listed, when, allowed, cap] = ["parts", "when", "allowed", "cap"].map((key) => condition.get(key));
      need(condition.size === 4 && isListed(listed) && listOf(isCount)(allowed) && isCount(cap), "exactly: it is not as it should be");
      need(listed.every((part) => part instanceof Map), "exactly: parts");
      const sorted = [...new Set(allowed)].sort((a, b) => (a < b ? -1 : 1));
      totals.push({ tally: { allowed: sorted, cap }, parts: listed.map((part) => partOf(new Map([...part, ["when", when]]))) });
    } else if (condition.has("at")) {
      const [says, lines] = [saysOf(condition, "at"), condition.get("at")];
      need(isList(lines) && lines.length && listOf(listOf(isLine, 2))(lines), "pin: a place is a row and a column");
      pins.push({ says, lines });
    } else everywhere.push(partOf(condition));
  }
  const laidParts = [...everywhere, ...totals.flatMap((total) => total.parts)];
  const wide = [...forbid, ...laidParts.flatMap(({ cells }) => (cells ? [cells] : []))].map(widest);
  const far = [...numbers, ...laidParts].flatMap(({ steps }) => (steps ?? []).flat().map((step) => 2 * Math.abs(step)));
  const named = pins.flatMap(({ lines }) => lines.flat()).map((at) => (at === null ? 0 : Math.abs(at) + 1));
  const known = new Map();
  const build = (board) => {
    const laid = new Laid(board);
    const cells = board.places.map((_, cell) => laid.slot(cell, weights));
    const lay = ({ cells: window, steps, holds }, name, label) => {
      for (const cell of steps ? cells : []) {
        const { near, missing } = board.around(cell, steps);
        const off = outside === null ? [] : Array(missing).fill(outside);
        const last = Math.max(cell, ...near);
        const on = mod(cell - last, board.size); // small if a ring lies between, else almost the size
        const which = 2 * on <= board.size ? 2 * on : 2 * (board.size - on) + 1;
        const shown = (row) => holds([...row.map((symbol) => values[symbol]), ...off]);
        laid.table([cell, ...near], shown, label(last, which), known, `${name} ${off.length}`);
      }
      for (const spots of window ? board.windows(window, outside !== null) : []) {
        const there = spots.filter((cell) => cell >= 0);
        const order = spots.map((cell) => there.indexOf(cell));
        const last = Math.max(...there);
        const shown = (row) => holds(order.map((k) => (k < 0 ? outside : values[row[k]])));
        laid.table(there, shown, label(last, spots.indexOf(last)), known, `${name} ${order}`);
      }
    };
    forbid.forEach((window, number_) => {
      if (outside !== null) lay({ cells: window, holds: (shown) => !matches(window, shown) }, `forbid ${number_}`, () => []);
      else forbidden(laid, board.windows(window, false), window, values, symbols);
    });
    for (const { own, steps, of, allowed } of numbers) {
      for (const cell of cells) {
        const { near, missing } = board.around(cell, steps);
        const before = of.includes(outside) ? missing : 0;
        laid.count(near.map((one) => [one, symbols(of)]), (times) => allowed.includes(times + before), [[cell, own]]);
      }
    }
    everywhere.forEach((part, number_) => lay(part, `part ${number_}`, () => []));
    for (const { lines, says } of pins) {
      const bad = symbols(values.filter((value) => !says([["x", value]])));
      for (const cell of cells) if (board.isOn(cell, lines)) laid.clause([[cell, bad]]);
    }
    totals.forEach(({ tally, parts: counted }, at) => {
      laid.tallies.push(tally);
      counted.forEach((part, k) => lay(part, `total ${at} ${k}`, (last, which) => [at, k + counted.length * which, last]));
    });
    return laid;
  };
  return { build, span: Math.max(0, ...far, ...wide) + Math.max(0, ...named) };
}

/** Whether values show a window's marks: values, ? for any, letters alike where they are alike and nowhere else. */
function matches(cells, shown) {
  const meant = new Map();
  return cells.every(([, , mark], k) => {
    if (isLetter(mark) && !meant.has(mark)) meant.set(mark, shown[k]);
    return mark === "?" || shown[k] === (meant.get(mark) ?? BigInt(mark));
  }) && new Set(meant.values()).size === meant.size;
}

/** A forbidden window, in all that its letters may mean. */
function forbidden(laid, windows, cells, values, symbols) {
  const letters = [...new Set(cells.map(([, , mark]) => mark).filter(isLetter))];
  if (product(letters.map((_, k) => Math.max(0, values.length - k))) > 60000) refuse(3, "a window has too many letters");
  const lay = (meant) => {
    for (const value of meant.size < letters.length ? values : []) {
      if (![...meant.values()].includes(value)) lay(new Map(meant).set(letters[meant.size], value));
    }
    if (meant.size < letters.length) return;
    const shows = cells.map(([, , mark]) => symbols(mark === "?" ? values : [meant.get(mark) ?? BigInt(mark)]));
    for (const spots of windows) laid.clause(spots.map((slot, k) => [slot, shows[k]]));
  };
  lay(new Map());
}

// The sweep --------------------------------------------------------------------------------------------------------

/** What the permutations in a file do with the places of states; refuses those that are no symmetries of the boards. */
function readFold(fold, { head, slice, tail, tallies }, budget) {
  need(listOf(listOf(isCount))(fold) && !(fold.length && tallies.length), "fold: it is not as it should be");
  const [start, width, behind] = [head, slice, tail].map(slotsOf);
  return fold.map((given) => {
    const p = given.map(Number);
    const sorted = [p.slice(0, width), p.slice(width)].flatMap((list) => list.sort((a, b) => a - b));
    need(width && p.length === width + behind && sorted.every((slot, k) => slot === k), "fold: permutations of slots");
    const inTail = (place) => {
      const first = place > FAR ? END - behind : start;
      need(place >= first && place < first + behind, "fold: a constraint names a slot that is not in the tail");
      return first - width + p[place - first + width];
    };
    const inSlice = (place) => (place > FAR ? inTail(place) : place - mod(place - start, width) + p[mod(place - start, width)]);
    let alike = start; // up to here slots of the tail have images as in a slice
    while (alike < start + behind && inSlice(alike) === inTail(alike)) alike++;
    for (const [sites, move, stop] of [[slice, inSlice, alike + width], [tail, inTail, END]]) {
      const [laid, weights] = [new Set(sites.flatMap((site) => site.laid.flat())), sites.flatMap(({ slots }) => slots.map(written))];
      const isKept = (debt) => placesOf(debt).every((place) => place > FAR || place < stop) && laid.has(moved(debt, move));
      for (const { kind, symbols } of laid) budget.spend(kind === "table" ? product(symbols) : 5);
      const isSymmetry = weights.every((own, k) => weights[move(start + k) - start] === own) && [...laid].every(isKept);
      need(isSymmetry, "fold: it is no symmetry of the slices");
    }
    return (place) => {
      need(place > FAR || (place >= start && place < alike), "fold: it is no symmetry of the states");
      return inSlice(place);
    };
  });
}

// Polynomials in x and y are maps from monomials to coefficients that are not 0.

const ZERO = new Map();
const monomial = (c, i = 0, j = 0) => new Map(c ? [[i * POWER + j, c]] : []);

function plus(a, b, i = 0, j = 0) {
  const total = new Map(a);
  for (const [power, c] of b) {
    const [at, sum] = [power + i * POWER + j, (total.get(power + i * POWER + j) ?? 0n) + c];
    if (sum) total.set(at, sum);
    else total.delete(at);
  }
  return total;
}

/** States in the order in which they came. */
class Layer {
  constructor() {
    Object.assign(this, { states: [], numbers: new Map() });
  }

  number(state) {
    if (!this.numbers.has(state.key)) this.numbers.set(state.key, this.states.push(state) - 1);
    return this.numbers.get(state.key);
  }
}

/** All states before the sites of a slice, what follows each, and the vectors u of starts and v of ends. */
class Machine {
  constructor(system, budget, sizes, fold) {
    Object.assign(this, { system, budget, fold });
    this.early = system.boards.map((board) => {
      const { layer, totals } = this.forward(board);
      return layer.states.reduce((sum, state, k) => (this.holds(state) ? plus(sum, totals[k]) : sum), ZERO);
    });
    const [begin, last] = [this.forward(system.head), Math.max(1, system.slice.length) - 1];
    this.layers = Array.from({ length: last + 1 }, () => new Layer());
    this.start = [];
    begin.layer.states.forEach((state, k) => {
      const to = this.layers[0].number(this.folded(state));
      this.start[to] = plus(this.start[to] ?? ZERO, begin.totals[k]);
    });
    this.rows = system.slice.map(() => []);
    for (let done = false; !done; ) {
      done = true;
      system.slice.forEach((site, x) => {
        const [from, to, rows] = [this.layers[x], this.layers[x < last ? x + 1 : 0], this.rows[x]];
        for (const many = from.states.length; rows.length < many; done = false) {
          rows.push(this.row(site, from.states[rows.length], to, x < last ? 0 : -slotsOf(system.slice)));
        }
        const most = sizes[x < last ? x + 1 : 0] ?? Infinity;
        if (to.states.length > most) refuse(1, `the rule leads to a state that is not listed, after site ${x}`);
      });
    }
    const stop = slotsOf(system.head) + slotsOf(system.tail) - END;
    let layer = new Layer();
    const numbers = this.layers[0].states.map((state) => layer.number(this.shifted(state, 0, stop)));
    const passed = system.tail.map((site) => {
      const [from, to] = [layer, (layer = new Layer())];
      return from.states.map((state) => this.row(site, state, to, 0));
    });
    const ends = passed.reduceRight((sums, rows) => rows.map((ways) => {
      budget.spend(ways.length);
      return ways.reduce((sum, [to, i, j]) => plus(sum, sums[to], i, j), ZERO);
    }), layer.states.map((state) => (this.holds(state) ? monomial(1n) : ZERO)));
    this.ends = numbers.map((at) => ends[at]);
  }

  state(list, tallies) {
    list.sort((a, b) => a.id - b.id);
    return { debts: list, tallies, key: `${list.map(({ id }) => id)}|${tallies}` };
  }

  /** The states after a site, each with the powers of x and y of what it shows. */
  after(site, { debts: before, tallies }) {
    const idle = before.filter(({ first }) => first >= site.at + site.slots.length);
    let ways = [[new Set(before.filter((debt) => !idle.includes(debt))), 0, 0]];
    site.slots.forEach((weights, k) => {
      ways = ways.flatMap(([some, i, j]) => {
        const pending = [...new Set([...some, ...site.laid[k]])];
        this.budget.spend(weights.length * (3 + pending.length));
        return weights.flatMap(([p, q], symbol) => {
          const left = pending.map((debt) => (debt.first === site.at + k ? after(debt, symbol) : [debt]));
          return left.includes(null) ? [] : [[new Set(left.flat()), i + p, j + q]];
        });
      });
    });
    return ways.flatMap(([some, i, j]) => {
      this.budget.spend(10 + 3 * (some.size + idle.length));
      const left = tidied(new Set([...some, ...idle]));
      if (left === null) return [];
      const now = [...tallies];
      const rest = [...left].filter(({ kind, label: [at] }) => {
        if (kind === "fired") now[at] = Math.min(now[at] + 1, Number(this.system.tallies[at].cap));
        return kind !== "fired";
      });
      return [[this.state(rest, now), i, j]];
    });
  }

  /** A state with places moved on by so many slots, and those from the end by `far`. */
  shifted(state, by, far) {
    return this.moved(state, (place) => place + (place > FAR ? far : by), far || by);
  }

  moved(state, move, key) {
    for (const debt of state.debts) {
      if (debt.shifted.has(key)) continue;
      this.budget.spend(debt.kind === "table" ? product(debt.symbols) : 1);
      debt.shifted.set(key, moved(debt, move));
    }
    return this.state(state.debts.map((debt) => debt.shifted.get(key)), state.tallies);
  }

  /** The first of a state and its images, by what is owed, in order. */
  folded(state) {
    const withOrder = (one) => [one, [...one.debts].sort(inRank)];
    const isBefore = (a, b) => {
      const k = a.findIndex((debt, at) => debt !== b[at]);
      return k < 0 ? a.length < b.length : k < b.length && inRank(a[k], b[k]) < 0;
    };
    if (!this.fold.length) return state;
    this.budget.spend(this.fold.length * (5 + 10 * state.debts.length));
    const images = this.fold.map((move) => withOrder(this.moved(state, move, move)));
    return images.reduce((best, one) => (isBefore(one[1], best[1]) ? one : best), withOrder(state))[0];
  }

  /** Whether what is left at the end of a board is as asked. */
  holds({ debts: left, tallies }) {
    need(!left.length, "the system: a constraint reaches beyond the board");
    return this.system.tallies.every(({ allowed }, k) => allowed.some((times) => BigInt(times) === BigInt(tallies[k])));
  }

  /** What follows a state, as numbers in a layer, with powers. */
  row(site, state, layer, by) {
    return this.after(site, state).map(([then, i, j]) => [layer.number(by ? this.folded(this.shifted(then, by, 0)) : then), i, j]);
  }

  /** The states after sites, each with the sum of the weights that lead there. */
  forward(sites) {
    let [layer, totals] = [new Layer(), [monomial(1n)]];
    layer.number(this.state([], this.system.tallies.map(() => 0)));
    for (const site of sites) {
      const [next, sums] = [new Layer(), []];
      layer.states.forEach((state, k) => {
        for (const [to, i, j] of this.row(site, state, next, 0)) {
          sums[to] = plus(sums[to] ?? ZERO, totals[k], i, j);
          this.budget.spend(1 + sums[to].size);
        }
      });
      [layer, totals] = [next, sums];
    }
    return { layer, totals };
  }

  /** The number of slices after which P / Q is proved. */
  prove(first, p, q) {
    need(q.length && !plus(q[0], monomial(-1n)).size, "denominator: the constant term is not 1");
    const early = [...Array(first).fill(ZERO), ...this.early];
    const degree = Math.max(q.length - 1, p.length - early.length);
    return [degree, degree + this.ends.length].find((slices, k) => this.isZeroAfter(p, q, early, slices) || k === 1);
  }

  /** Horner's sweep: refuses another coefficient than that of P / Q; whether y is 0 after so many slices. */
  isZeroAfter(p, q, early, slices) {
    const absolute = (poly) => [...poly.values()].reduce((sum, c) => sum + (c < 0n ? -c : c), 0n);
    const most = (list, of) => list.reduce((a, one) => Math.max(a, of(one)), 0);
    // The powers of x and y that can come up are at most these: P, Q, early boards, u, v, and all slices together.
    const highest = [(power) => Math.floor(power / POWER), (power) => power % POWER].map((of, axis) => {
      const given = [p, q, early, this.start, this.ends].map((list) => most(list, (poly) => most([...poly.keys()], of)));
      const shown = this.rows.map((rows) => most(rows, (ways) => most(ways, (way) => way[1 + axis])));
      return given.reduce((a, b) => a + b) + slices * shown.reduce((a, b) => a + b, 0);
    });
    // With absolute values and x = y = 1, the same sweep bounds the sum of the absolute coefficients of all it has.
    const size = (list) => list.reduce((sum, poly) => sum + absolute(poly), 0n);
    let [bits, bound] = [0, size([...p, ...q]) * (1n + size(early))];
    if (highest.some((power) => power)) {
      const last = this.sweep(q.map(absolute), absolute, () => 0n, slices, 1, (_, total) => { bound += total; });
      bits = last.reduce((a, b) => a + b, bound).toString(16).length * 4 + 2;
    }
    // So at x = 2^bits, y = 2^(bits (1 + highest power of x)), a polynomial that is not 0 has a value that is not 0:
    // its lowest coefficient c, |c| < 2^(bits - 1), stands at a place 2^e, and all others are multiples of 2^(e + bits).
    const place = (i, j) => BigInt(bits) * (BigInt(i) + BigInt(j) * BigInt(1 + highest[0]));
    const at = ([power, c]) => c << place(Math.floor(power / POWER), power % POWER);
    const value = (poly) => [...poly].reduce((sum, one) => sum + at(one), 0n);
    const words = (bits * (1 + highest[0]) * (1 + highest[1])) / 2000;
    this.budget.spend(words * this.ends.length + p.length + q.length);
    const [top, bottom, small] = [p, q, early].map((list) => list.map(value));
    const compare = (n, found) => {
      let left = (top[n] ?? 0n) - found;
      for (let k = Math.max(0, n - small.length + 1); k <= Math.min(n, q.length - 1); k++) left -= bottom[k] * small[n - k];
      if (left) refuse(1, `the coefficient of t^${n} is not the number that the rule gives`);
    };
    for (let n = 0; n < early.length; n++) compare(n, 0n);
    const last = this.sweep(bottom, value, place, slices, 1 + words, (k, total) => compare(early.length + k, total));
    return last.every((sum) => !sum);
  }

  /** y(0) = v, y(k + 1) = M y(k) + q(k + 1) v; `see` is told k and u y(k). */
  sweep(q, value, place, slices, cost, see) {
    const layers = this.rows.map((rows) => rows.map((ways) => ways.map(([to, i, j]) => [to, place(i, j)]))).reverse();
    const [start, ends] = [this.start.map(value), this.ends.map(value)];
    const work = layers.flat().reduce((sum, ways) => sum + 1 + ways.length, 1);
    for (let [k, sums] = [0, ends]; ; k++) {
      see(k, start.reduce((sum, weight, state) => sum + weight * sums[state], 0n));
      if (k === slices) return sums;
      this.budget.spend(work * (cost + k / 100));
      for (const rows of layers) sums = rows.map((ways) => ways.reduce((sum, [to, by]) => sum + (by ? sums[to] << by : sums[to]), 0n));
      const more = q[k + 1] ?? 0n;
      if (more) sums = sums.map((sum, state) => sum + more * ends[state]);
    }
  }
}

// The file ---------------------------------------------------------------------------------------------------------

const READ = new Map([["placement", readPieces], ["cover", readPieces], ["array", readArray]]);
const POSITIONS = ["all", "left-ends", "right-ends", "maximal", "play", "full"];

function readSeries(terms, weights) {
  const series = [];
  for (const term of terms) {
    need(isList(term) && term.length === 4, "fraction: a term is [n, i, j, c]");
    const [n, i, j] = term.slice(0, 3).map((power) => whole(power, 0, 1e6, "fraction"));
    need((weights === 2 || !j) && (weights || !i), "fraction: a weight that is not asked for");
    const [, minus, digits] = /^(-?)(?:0x)?([0-9a-f]+)$/i.exec(isText(term[3]) ? term[3] : "") ?? [];
    need(isWhole(term[3]) || digits, "fraction: a coefficient is a whole number");
    const c = digits ? BigInt(`0x${digits}`) * (minus ? -1n : 1n) : BigInt(term[3]);
    while (series.length <= n) series.push(ZERO);
    series[n] = plus(series[n], monomial(c, i, j));
  }
  return series.slice(0, 1 + series.findLastIndex((sum) => sum.size));
}

/** Refuses a file whose states are not those that the rule leads to. */
function compareStates({ layers }, listed, saved, sizes) {
  need(isList(listed) && isList(saved), "debts, states: lists were expected");
  const numbers = new Map(listed.map((debt, k) => [written(debt), k]));
  need(numbers.size === listed.length, "debts: one is there twice");
  const used = new Set();
  saved.forEach((layer, x) => {
    need(isList(layer) && x < layers.length, "states: a list for each site");
    const missing = () => refuse(1, `states: the rule leads to one that is not listed, before site ${x}`);
    const named = new Set(layer.map(written));
    for (const { debts: list, tallies } of layers[x].states) {
      const own = list.map(({ text }) => numbers.get(text) ?? missing()).sort((a, b) => a - b);
      if (!named.has(written(tallies.length ? [own, [], tallies, []] : own))) missing();
      for (const one of own) used.add(one);
    }
    need(layer.length === layers[x].states.length, "states: one too many");
  });
  need(saved.length === layers.length, "states: a list for each site of a slice");
  need(used.size === listed.length, "debts: one is owed nowhere");
  need(layers.every(({ states }, x) => states.length === sizes[x]), "sizes: they are not the numbers of states");
}

function checked(text, most) {
  debts.clear();
  const budget = budgetOf(most);
  const saved = parse(text);
  need(saved instanceof Map && saved.get("format") === "gfkit-certificate", "format: gfkit-certificate was expected");
  const keys = ["game", "board", "positions", "rule", "weights", "numerator", "denominator", "fold", "sizes", "debts", "states"];
  const [game, board, positions, rule, weighed, top, bottom, fold, sizes, listed, layers] = keys.map((key) => saved.get(key));
  keys.push("format", "version", "first_n", "text", "family", "system");
  if (saved.get("version") === 4 || saved.get("version") === 5) notRead("a file of an older version");
  need(saved.get("version") === 6, "version: 6 was expected");
  need(saved.size === keys.length && keys.every((key) => saved.has(key)), "a key is missing, or means nothing here");
  need([game, board].every(isText) && POSITIONS.includes(positions) && rule instanceof Map, "game, board, positions, rule: not fitting");
  need(['[]', '["x"]', '["x","y"]'].includes(written(weighed)), "weights: they are not known");
  const [kind, first] = [rule.get("kind"), whole(saved.get("first_n"), 0, 1000, "first_n")];
  need(isList(top) && isList(bottom), "fraction: lists of terms were expected");
  need(kind === "placement" || positions === "all", "positions: fillings have only all");
  const family = readFamily(saved.get("family"));
  const [word, sides] = ["word", "sizes"].map((key) => saved.get("family").get(key));
  const named = written(sides).slice(1, -1).replaceAll(",", "x").replace("null", "n");
  need(board === (word ? `${word}:${named}` : named), `board: it is not ${named}`);
  need(first === family.first, `first_n: the family begins at ${family.first}`);
  const weights = weighed.length;
  const [p, q] = [top, bottom].map((terms) => readSeries(terms, weights));
  if (!READ.has(kind)) notRead("a kind of rule");
  if (family.graph) fitsGraph(rule);
  const power = (powers) => {
    const [i, j] = powers.map((one) => whole(one, 0, 1000, "rule: a power of a weight"));
    return [[0, 0], [i + j, 0], [i, j]][weights];
  };
  const { build, span } = READ.get(kind)(rule, { positions, weights, power, spend: budget.spend });
  const system = systemOf(family, build, span, budget);
  need(saved.has("system") && systemText(system) === written(saved.get("system")), "system: it is not that of the rule");
  need(listOf(isCount)(sizes), "sizes: whole numbers were expected");
  need(!sizes.length || sizes.length === Math.max(1, system.slice.length), "sizes: one for each site");
  const moves = readFold(fold, system, budget);
  const foretold = sizes.reduce((a, b) => a + Number(b), 0) * (300 + 0.09 * q.length * (1 + q.length / 1000));
  if (foretold > most) refuse(3, "there are more states than are looked at");
  const machine = new Machine(system, budget, sizes, moves);
  if (sizes.length) compareStates(machine, listed, layers, sizes);
  else need([listed, layers].every((list) => isList(list) && !list.length), "sizes: there are states");
  const slices = machine.prove(first, p, q);
  const which = { all: "", play: "" }[positions] ?? `${positions} `;
  const amount = weights ? `sum of the weights in ${weighed.join(" and ")} of the` : "number of";
  const objects = `${which}${{ placement: "positions", cover: "covers", array: "arrays" }[kind]} of the rule in the file on ${board}`;
  const folded = moves.length ? `, folded by ${moves.length > 1 ? `${moves.length} symmetries` : "a symmetry"}` : "";
  return {
    code: 0,
    statement: `for every n from ${first} on, the coefficient of t^n in the fraction is the ${amount} ${objects}`,
    restsOn: `the rule and the boards in the file${sizes.length ? "" : ", all states made anew"}; ` +
      `${machine.ends.length} states${folded}, ${slices} slices swept`,
  };
}

/** Paths and cycles are graphs: without windows, offsets, an outside, and places but the first and the last. */
function fitsGraph(rule) {
  const flat = [[[0, 0]], [[0, 0], [0, 1]], [[0, 0], [1, 0]]].map(String);
  for (const colour of rule.get("kind") === "array" ? [] : rule.get("colours")) {
    need(colour.get("pieces").every((piece) => flat.includes(String([...piece].sort()))), "rule: pieces of a graph");
    colour.set("pieces", colour.get("pieces").map((piece) => (piece.length > 1 ? [[0, 0], [0, 1]] : piece))); // an edge, however it stands
  }
  if (rule.get("kind") !== "array") return;
  rule.set("outside", null);
  const conditions = rule.get("conditions") ?? [];
  const parts = [...rule.get("counts"), ...conditions.flatMap((one) => one.get("parts") ?? [one])];
  need(!rule.get("forbid").length && !parts.some((one) => one.has("cells")), "window: a graph has none");
  need(parts.every((one) => !one.has("neighbours") || one.get("neighbours") === "rook"), "neighbours: a graph has only rook");
  const places = conditions.flatMap((one) => (one.has("at") ? one.get("at").map(String) : []));
  need(places.every((place) => ["0,0", "-1,-1"].includes(place)), "a place of a graph is the first vertex or the last");
}

/** What a file proves: { code, statement, restsOn }; code 0 proved, 1 refuted, 2 bad file or not read, 3 too much work. */
export function check(text, most = WORK) {
  try {
    return checked(text, most);
  } catch (error) {
    // a RangeError comes of numbers or calls beyond what the machine has room for; other errors, of odd entries
    const code = error instanceof Refusal ? error.code : error instanceof RangeError ? 3 : 2;
    return { code, statement: `${VERDICTS[code]}: ${error.message}`, restsOn: "" };
  }
}

// On a command line -------------------------------------------------------------------------------------------------

if (typeof process !== "undefined" && process.versions?.node && process.argv[1]) {
  const [{ readFileSync, realpathSync }, { fileURLToPath }] = await Promise.all([import("node:fs"), import("node:url")]);
  if (realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) {
    const [option, file] = process.argv.slice(2);
    if (option === "--batch") {
      for (const line of readFileSync(file, "utf8").split("\n")) if (line) process.stdout.write(`${JSON.stringify(check(line))}\n`);
    } else {
      const { code, statement, restsOn } = check(option ? readFileSync(option, "utf8") : "");
      process.stdout.write(`${code ? "" : "proved: "}${statement}\n${restsOn ? `rests on: ${restsOn}\n` : ""}`);
      process.exitCode = code;
    }
  }
}
