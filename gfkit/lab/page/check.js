// An independent checker of certificates of generating functions. It implements docs/reference/certificates.md, in the
// order of that page, and shares no code with the engine.
//
//   node check.js FILE           print the verdict; exit code 0 proved, 1 refuted, 2 bad or not read, 3 too much work
//   node check.js --batch FILE   read one certificate per line, print one line of JSON for each
//
// The checker supports placement games without liberties, covers, and arrays without connectivity, on boards of squares
// and paths. It computes the variables and constraints of the rule on each board, and all reachable states; it compares
// both with the file. Then it verifies the fraction by Horner's scheme in exact integer arithmetic. For this, it
// substitutes powers of 2 for x and y that are large enough to separate all coefficients; isZeroAfter proves the bound.

import {
  PAIR, among, between, bit, compare, fits, inOrder, isCount, isFlag, isList, isObject, isText, isWhole, meaningOf,
  need, notRead, orNull, parse, refuse, truth, written,
} from "./reading.js";

const WORK = 3e8; // maximum work, in steps of about 100 nanoseconds
const VERDICTS = ["proved", "refuted", "bad file", "too much work"];
const total = (numbers) => numbers.reduce((a, b) => a + b, 0);
const product = (numbers) => numbers.reduce((a, b) => a * b, 1);
const mod = (a, n) => ((a % n) + n) % n;
const isDistinct = (list) => new Set(list.map(String)).size === list.length;

// Families and boards ----------------------------------------------------------------------------------------------

const NEAR = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const CLOSING = { "": [false, false], path: [false], cycle: [true], cylinder: [true, false], torus: [true, true] };

/**
 * Parse a family of boards. Return the axis along which it grows, the number of cells of a slice, the axes that are
 * cyclic, the smallest n, and its name.
 */
function readFamily(data) {
  if (isObject(data?.slices)) notRead("a family of graphs");
  const isFamily = fits(data, { word: isText, sizes: [orNull(isCount)], wraps: [isFlag] });
  need(isFamily && data.sizes.filter((size) => size === null).length === 1, "family: exactly one size must be n");
  const { word, sizes, wraps } = data;
  if (word.startsWith("repeat")) notRead("a repeated drawing");
  const isKnown = Object.hasOwn(CLOSING, word) && sizes.length === wraps.length;
  need(isKnown && written(CLOSING[word]) === written(wraps), "family: the cyclic axes do not match the word");
  need(sizes.every((size, k) => size === null || !wraps[k] || size > 2), "family: a cyclic axis has at least 3 cells");
  const isGraph = sizes.length === 1;
  const [sides, closed] = isGraph ? [[1, ...sizes], [false, ...wraps]] : [sizes, wraps];
  const grows = sides.indexOf(null);
  const width = sides[1 - grows];
  if (width > 60) refuse(3, `slices of ${width} cells are wider than 60`);
  const name = (word && `${word}:`) + sizes.map((size) => size ?? "n").join("x");
  return { grows, width, closed, first: closed[grows] ? 3 : 0, isGraph, name };
}

class Board {
  constructor({ grows, width, closed }, slices) {
    const turned = (along, across) => (grows === 0 ? [along, across] : [across, along]);
    Object.assign(this, { grows, width, closed, slices, size: slices * width, sides: turned(slices, width) });
    this.places = Array.from({ length: this.size }, (_, cell) => turned(Math.floor(cell / width), cell % width));
  }

  /** Return the place at an offset, in rows and columns, from another place. It may be outside the board. */
  beside(place, step, sign = 1) {
    return place.map((at, axis) => {
      const to = at + sign * step[axis];
      return this.closed[axis] ? mod(to, this.sides[axis]) : to;
    });
  }

  /** Return the cell at a place, or -1 if the place is outside the board. */
  cellAt(place) {
    if (place.some((at, axis) => at < 0 || at >= this.sides[axis])) return -1;
    return place[this.grows] * this.width + place[1 - this.grows];
  }

  /** Return the distinct neighbours of a cell, ascending and without the cell; -1 for each one outside the board. */
  around(cell, steps) {
    const places = steps.map((step) => this.beside(this.places[cell], step));
    const cells = new Map(places.map((place) => [`${place}`, this.cellAt(place)]));
    return [...cells.values()].filter((other) => other !== cell).sort((a, b) => a - b);
  }

  /** Return the cells of every translate of a window. Only if cells outside the board have a value, some may be -1. */
  windows(shape, hasOutside) {
    const first = hasOutside ? shape : shape.slice(0, 1);
    const corners = this.places.flatMap((place) => first.map((step) => this.beside(place, step, -1)));
    return [...new Map(corners.map((corner) => [`${corner}`, corner])).values()]
      .map((corner) => shape.map((step) => this.beside(corner, step)))
      .filter(isDistinct)
      .map((places) => places.map((place) => this.cellAt(place)))
      .filter((cells) => hasOutside || !cells.includes(-1));
  }

  /** Return true if a cell is on one of the lines [row, column]. Negative numbers count from the end, null is any. */
  isOn(cell, lines) {
    const place = this.places[cell];
    const fitsAxis = (at, axis) => at === null || at === place[axis] || at === place[axis] - this.sides[axis];
    return lines.some((line) => line.every(fitsAxis));
  }
}

// Constraints and pending constraints ------------------------------------------------------------------------------
// The place of a variable is a number; sets of symbols, numbers and rows are bit sets, stored as BigInts. A debt is a
// pending constraint, that is, a constraint or its remainder: a clause, a count, a table, or a fired event of a tally.

const [END, FAR] = [1e9, 5e8]; // the place END - k is the k-th variable from the end of the board
const debts = new Map(); // by text: each debt is created once, so that debts can be compared by identity

/** Return the unique debt with this form in a file. Its `rank` is the sort key: the kind, then the fields. */
function debtOf(text, kind, fields) {
  let debt = debts.get(text);
  if (!debt) {
    const rank = [kind, ...Object.values(fields)];
    debt = { kind, items: [], given: [], label: [], ...fields, text, rank, id: debts.size };
    Object.assign(debt, { paid: [], shifted: new Map() });
    debt.places ??= [...debt.given, ...debt.items].map(([place]) => place);
    debt.first = Math.min(...debt.places);
    debts.set(text, debt);
  }
  return debt;
}

const pairs = (items) => `[${items.map(([place, mask]) => `[${place},${mask}]`)}]`;
const fired = (label) => debtOf(`["fired",[${label}]]`, "fired", { label });
const clause = (items, label = []) => debtOf(`["clause",${pairs(items)},[${label}]]`, "clause", { items, label });
const count = (items, allowed, given) =>
  debtOf(`["count",${pairs(items)},${allowed},${pairs(given)}]`, "count", { items, allowed, given });
const table = (places, symbols, rows, label) => {
  const text = `["table",[${places}],[${symbols}],"${rows.toString(16)}",[${label}]]`;
  return debtOf(text, "table", { places, symbols, rows, label });
};
const has = (mask, symbol) => ((mask >> BigInt(symbol)) & 1n) === 1n;
const ones = (length) => (1n << BigInt(length)) - 1n;
const ascending = (items) => [...items].sort(([a], [b]) => a - b);

// These functions return the simplest list of debts equivalent to a constraint, or null if it cannot be satisfied.

function clauseLeft(items, label) {
  if (items.length) return [clause(items, label)];
  return label.length ? [fired(label)] : null;
}

function countLeft(items, numbers, given) {
  const all = ones(items.length + 1);
  const allowed = numbers & all;
  if (allowed === all) return [];
  if (!allowed) return given.length ? [clause(given)] : null;
  return allowed === 1n && !given.length ? items.map((item) => clause([item])) : [count(items, allowed, given)];
}

function tableLeft(places, symbols, rows, label) {
  const all = ones(product(symbols));
  if (rows === all) return label.length ? [fired(label)] : [];
  if (!rows) return label.length ? [] : null;
  if (places.length === 1) return [clause([[places[0], label.length ? rows : all & ~rows]], label)];
  const text = rowsText(symbols, rows);
  for (let [k, size] = [symbols.length - 1, 1]; k >= 0; size *= symbols[k--]) {
    const parts = Array.from({ length: text.length / size }, (_, at) => text.slice(at * size, (at + 1) * size));
    if (parts.some((part, at) => part !== parts[at - (at % symbols[k])])) continue;
    const isOther = (_, at) => at !== k; // the rows do not depend on the variable at position k of the list
    const left = BigInt(`0b${parts.filter((_, at) => at % symbols[k] === 0).join("")}`);
    return tableLeft(places.filter(isOther), symbols.filter(isOther), left, label);
  }
  return [table(places, symbols, rows, label)];
}

/** Return one digit for each row, the last row first: 1 if the set contains the row. */
const rowsText = (symbols, rows) => rows.toString(2).padStart(product(symbols), "0");

/** Return the remainder of a debt after the symbol of its first variable, or null if the symbol violates it. */
function leftAfter(debt, symbol) {
  const { kind, first, items, allowed, places, symbols, rows, given, label } = debt;
  if (kind === "clause") return has(items[0][1], symbol) ? clauseLeft(items.slice(1), label) : [];
  if (kind === "table") {
    const size = product(symbols.slice(1));
    return tableLeft(places.slice(1), symbols.slice(1), (rows >> BigInt(size * symbol)) & ones(size), label);
  }
  const isGiven = given[0]?.[0] === first;
  if (isGiven && !has(given[0][1], symbol)) return [];
  const isItem = items[0]?.[0] === first;
  const left = isItem && has(items[0][1], symbol) ? allowed >> 1n : allowed;
  return countLeft(isItem ? items.slice(1) : items, left, isGiven ? [] : given);
}

/** Return the remainder of a debt if some symbols are excluded at some places. */
function excludeSymbols(debt, barred) {
  if (debt.kind === "table" || !debt.places.some((place) => barred.has(place))) return [debt];
  const left = (items) => items.map(([place, mask]) => [place, mask & ~(barred.get(place) ?? 0n)]);
  const canShow = ([, mask]) => mask !== 0n;
  const [items, given] = [left(debt.items), left(debt.given)];
  if (debt.kind === "clause") return items.every(canShow) ? clauseLeft(items, debt.label) : [];
  return given.every(canShow) ? countLeft(items.filter(canShow), debt.allowed, given) : [];
}

/** Return a debt with its places mapped by `move`, and sorted again. */
function moved({ kind, items, allowed, places, symbols, rows, given, label }, move) {
  const at = (list) => ascending(list.map(([place, mask]) => [move(place), mask]));
  const newLabel = label.map((part, k) => (k === 2 ? move(part) : part));
  if (kind === "clause") return clause(at(items), newLabel);
  if (kind === "count") return count(at(items), allowed, at(given));
  const order = ascending(places.map((place, k) => [move(place), k])).map(([, k]) => k);
  if (order.every((k, slot) => k === slot)) return table(places.map(move), symbols, rows, newLabel);
  const text = rowsText(symbols, rows);
  const steps = order.map((k) => Array.from({ length: symbols[k] }, (_, c) => c * product(symbols.slice(k + 1))));
  const old = steps.reduce((sums, list) => sums.flatMap((sum) => list.map((step) => sum + step)), [0]);
  const newRows = BigInt(`0b${old.map((row) => text[row]).join("")}`);
  return table(order.map((k) => move(places[k])), order.map((k) => symbols[k]), newRows, newLabel);
}

/** Return the normal form of a set of debts, or null if they contradict each other. */
function normalForm(set) {
  for (let before = set; ; ) {
    const [barred, others] = [new Map(), []];
    for (const debt of before) {
      if (debt.kind === "clause" && debt.items.length === 1 && !debt.label.length) {
        const [[place, mask]] = debt.items;
        barred.set(place, (barred.get(place) ?? 0n) | mask);
      } else others.push(debt);
    }
    if (!barred.size) return before;
    const next = new Set([...barred].map((item) => clause([item])));
    for (const debt of others) {
      const left = excludeSymbols(debt, barred);
      if (left === null) return null;
      for (const rest of left) next.add(rest);
    }
    if (next.size === before.size && [...next].every((debt) => before.has(debt))) return next;
    before = next;
  }
}

// The rule on one board --------------------------------------------------------------------------------------------

class RuleOnBoard {
  constructor(board) {
    Object.assign(this, { board, slots: [], debts: new Set(), tallies: [], broken: 0 });
  }

  /** Add a variable that is assigned with a cell, in order of the cells. `weights` are the exponents of its symbols. */
  slot(cell, weights) {
    return this.slots.push({ cell, weights }) - 1;
  }

  clause(items) {
    if (items.every(([, mask]) => mask)) this.debts.add(clause(ascending(items)));
  }

  count(items, isAllowed, given = []) {
    const allowed = [...items, null].reduce((mask, _, k) => mask | (bit(isAllowed(k)) << BigInt(k)), 0n);
    this.add(countLeft(ascending(items), allowed, given));
  }

  add(found) {
    if (found === null) this.broken++;
    for (const debt of found ?? []) { // an event that always occurs is counted with the variable that its label names
      const sure = () => clause([[debt.label[2], ones(this.slots[debt.label[2]].weights.length)]], debt.label);
      this.debts.add(debt.kind === "fired" ? sure() : debt);
    }
  }

  /**
   * Return the steps of each slice, with the places of this board. For each constraint that cannot be satisfied, cell 0
   * gets a variable without symbols.
   */
  slices() {
    const own = this.slots.filter(({ cell }) => cell === 0).length;
    const slots = this.slots.toSpliced(own, 0, ...Array(this.broken).fill({ cell: 0, weights: [] }));
    const laid = slots.map(() => []);
    for (const debt of this.debts) {
      const there = moved(debt, (place) => (place < own ? place : place + this.broken));
      laid[there.first].push(there);
    }
    const slices = Array.from({ length: Math.max(1, this.board.slices) }, () => []);
    slots.forEach(({ cell, weights }, at) => {
      const slice = slices[Math.floor(cell / this.board.width)];
      if (slots[at - 1]?.cell !== cell) slice.push({ at, slots: [], laid: [] });
      slice.at(-1).slots.push(weights);
      slice.at(-1).laid.push(laid[at].sort((a, b) => compare(a.rank, b.rank)));
    });
    return slices;
  }
}

// Kinds of rules: each reader returns the span, and a function that adds the constraints of a board ----------------

const PIECES = [[PAIR]];
const RULES = {
  placement: {
    kind: isText,
    colours: [{ owner: among("left", "right", "both"), pieces: PIECES }],
    forbidden: [PAIR],
    liberties: isFlag,
  },
  cover: { kind: isText, colours: [{ weight: PAIR, pieces: PIECES }] },
};
const STUCK = { "left-ends": ["left", "both"], "right-ends": ["right", "both"], maximal: ["left", "right", "both"] };
const FLAT = ["0,0", "0,0,0,1", "0,0,1,0"]; // the pieces of a graph: a vertex, and an edge in both orientations
const widest = (shape) => Math.max(...[0, 1].map((axis) => {
  const lines = shape.map((cell) => Number(cell[axis]));
  return Math.max(...lines) - Math.min(...lines);
}));

/** Read a placement game or a cover. It has one variable for each placement of a piece. */
function readPieces(rule, { positions, weights, power, isGraph }) {
  if (rule.tatami || rule.fault_free) notRead("covers with a condition on points or lines");
  need(fits(rule, RULES[rule.kind]), "rule: invalid keys or values");
  const { kind, colours, forbidden = [], liberties = false } = rule;
  const shapes = colours.flatMap(({ pieces }) => pieces);
  need(shapes.length && shapes.every((shape) => shape.length && isDistinct(shape)), "rule: repeated cells");
  need(!isGraph || shapes.every((shape) => FLAT.includes(String([...shape].sort()))), "rule: pieces on a graph");
  need(forbidden.every(([a, b]) => a <= b && b < colours.length), "rule: invalid pair of forbidden colours");
  need(positions !== "play" || colours.every(({ owner }) => owner === "both"), "positions: not an impartial game");
  if (liberties) notRead("liberties");
  const [isFull, stuck] = [kind === "cover" || positions === "full", STUCK[positions]];
  const mark = ({ owner }) => (weights === 2 && owner === "right" ? [0, 1] : [1, 0]);
  const powers = colours.map((colour) => power(colour.weight ?? mark(colour)));
  const areEnemies = (c, d) => forbidden.some(([a, b]) => a === Math.min(c, d) && b === Math.max(c, d));
  const build = (board) => {
    const onBoard = new RuleOnBoard(board);
    const moves = new Map();
    colours.forEach(({ pieces }, colour) => pieces.forEach((piece) => {
      const shape = isGraph ? piece.map((_, k) => [0, k]) : piece.map((cell) => cell.map(Number));
      for (const window of board.windows(shape, false)) {
        const cells = window.sort((a, b) => a - b);
        moves.set(`${colour} ${cells}`, { colour, cells, order: [cells[0], colour, cells] });
      }
    }));
    const on = board.places.map(() => []);
    for (const move of [...moves.values()].sort((a, b) => compare(a.order, b.order))) {
      move.slot = onBoard.slot(move.cells[0], [[0, 0], powers[move.colour]]);
      for (const cell of move.cells) on[cell].push(move);
    }
    const isAllowed = (times) => times === 1 || (times === 0 && !isFull);
    for (const covering of on) onBoard.count(covering.map(({ slot }) => [slot, 2n]), isAllowed);
    /** Return the moves that conflict with a move because cells next to each other have forbidden colours. */
    const enemiesOf = (move) => (forbidden.length ? move.cells.flatMap((cell) => board.around(cell, NEAR)) : [])
      .flatMap((cell) => on[cell] ?? []).filter((other) => other !== move && areEnemies(move.colour, other.colour));
    for (const move of moves.values()) {
      for (const other of enemiesOf(move)) onBoard.clause([[move.slot, 2n], [other.slot, 2n]]);
    }
    if (stuck) addBlocking(onBoard, [...moves.values()].filter(({ colour }) => stuck.includes(colours[colour].owner))
      .map((move) => new Set([...move.cells.flatMap((cell) => on[cell]), ...enemiesOf(move)].map(({ slot }) => slot))));
    return onBoard;
  };
  const [extent, touch] = [Math.max(...shapes.map(widest)), forbidden.length ? 1 : 0];
  return { build, span: (stuck ? 4 * extent + 3 * touch : 2 * extent + touch) + 1 };
}

/** Require a selected placement in each set of variables. Supersets of other sets are redundant and omitted. */
function addBlocking(onBoard, sets) {
  const kept = new Map(); // the sets that contain each variable
  for (const slots of sets.sort((a, b) => a.size - b.size)) {
    const rivals = [...slots].flatMap((slot) => kept.get(slot) ?? []);
    if (rivals.some((rival) => [...rival].every((slot) => slots.has(slot)))) continue;
    onBoard.clause([...slots].map((slot) => [slot, 1n]));
    for (const slot of slots) kept.set(slot, [...(kept.get(slot) ?? []), slots]);
  }
}

const few = (shape) => (value) => fits(value, [shape]) && value.length <= 1000;
const some = (shape) => (value) => few(shape)(value) && value.length > 0;
const isStep = between(-11, 11);
const isLetter = (mark) => /^[a-z]$/.test(mark);

/** Read an array rule. It has one variable for each cell, whose symbol is the value of the cell. */
function readArray(given, { power, spend, isGraph }) {
  need(between(1, 100)(given.colours), "colours: expected 1 to 100");
  if ("weighted" in given) notRead("windows with weights");
  const indices = Array.from({ length: given.colours }, (_, k) => k);
  const rule = { values: indices, outside: null, new_values: "", image: null, conditions: [], ...given };
  need(fits(rule.values, indices.map(() => isWhole)) && isDistinct(rule.values), "rule: invalid values");
  const isValue = among(...rule.values);
  const isSteps = (value) => value === "rook" || (!isGraph && some([isStep, isStep])(value));
  const isWindow = (value) =>
    !isGraph && some([isStep, isStep, isText])(value) && isDistinct(value.map(([row, column]) => [row, column]));
  const isLine = (line) => fits(line, [orNull(between(-100, 100)), orNull(between(-100, 100))]) &&
    (!isGraph || ["0,0", "-1,-1"].includes(`${line}`));
  const shape = {
    kind: isText,
    colours: isCount,
    values: isList,
    weights: indices.map(() => PAIR),
    forbid: few(isWindow),
    counts: few({ cell: isValue, neighbours: isSteps, of: few(isValue), allowed: few(between(0, 1000)) }),
    outside: orNull(isValue),
    new_values: among("", "classes", "row-major"),
    image: () => true,
    conditions: few(isObject),
  };
  need(fits(rule, shape), "rule: invalid keys or values");
  if (rule.image !== null) notRead("images of arrays");
  if (rule.new_values) notRead("ordered new values");
  const { forbid, counts } = rule;
  const [values, weights] = [rule.values.map(BigInt), rule.weights.map(power)];
  const outside = rule.outside === null || isGraph ? null : BigInt(rule.outside);
  const symbols = (list) => values.reduce((mask, value, k) => mask | (bit(list.includes(value)) << BigInt(k)), 0n);
  const stepsOf = (steps) => (steps === "rook" ? NEAR : steps);

  /** Return the test of a condition, a function of the named values. One of `words` is the key of its predicate. */
  const testOf = (condition, key, ...words) => {
    const [[word, text] = [], ...others] = Object.entries(condition).filter(([name]) => name !== key);
    need(words.includes(word) && !others.length && isText(text), "predicate: unexpected key");
    const meaning = meaningOf(text, spend);
    return (names) => truth(meaning(new Map(names))) !== (word === "forbid");
  };
  /** Return a part of a condition: a window or neighbour offsets, the test of the values, and a label for events. */
  const partOf = (condition, label, ...words) => {
    const { cells, neighbours } = condition;
    if (!cells) {
      need(isSteps(neighbours), "neighbours: invalid offsets");
      const test = testOf(condition, "neighbours", ...words);
      const holds = ([x, ...others], near = inOrder(others)) => test([["x", x], ["near", near], ["all", [x, ...near]]]);
      return { steps: stepsOf(neighbours), holds, label, known: new Map() };
    }
    const test = testOf(condition, "cells", ...words);
    need(isWindow(cells) && isDistinct(cells.map(([, , mark]) => mark)), "window: expected distinct marks");
    const [rows, columns] = [0, 1].map((axis) => {
      const lines = [...new Set(cells.map((cell) => cell[axis]))].sort((a, b) => a - b);
      return (shown) => lines.map((line) => shown.filter((_, k) => cells[k][axis] === line));
    });
    const names = (shown) => [["all", shown], ["rows", rows(shown)], ["columns", columns(shown)]];
    const holds = (shown) => test([...cells.map(([, , mark], k) => [mark, shown[k]]), ...names(shown)]);
    return { cells, holds, label, known: new Map() };
  };
  const [parts, pins, tallies] = [[], [], []];
  for (const cells of forbid) {
    const marks = cells.map(([, , mark]) => mark);
    need(marks.every((mark) => mark === "?" || isLetter(mark) || values.map(String).includes(mark)), "window: mark");
    need(marks.some((mark) => mark !== "?"), "window: at least one mark must not be ?");
    const holds = (shown) => !matches(cells, shown);
    if (outside !== null) parts.push({ cells, holds, label: () => [], known: new Map() });
  }
  for (const condition of rule.conditions) {
    if ("along" in condition) notRead("conditions on whole lines");
    if ("linkage" in condition) notRead("connectivity");
    if ("parts" in condition) {
      const { parts: counted, when, allowed, cap } = condition;
      const asked = { parts: some(isObject), when: isText, allowed: [between(0, cap)], cap: between(0, 1000) };
      need(fits(condition, asked), "exactly: invalid keys or values");
      const tally = tallies.push({ allowed: [...new Set(allowed)].sort((a, b) => (a < b ? -1 : 1)), cap }) - 1;
      const label = (k) => (last, which) => [tally, k + counted.length * which, last];
      need(!counted.some((part) => "when" in part), "exactly: a part must not contain the key when");
      counted.forEach((part, k) => parts.push(partOf({ ...part, when }, label(k), "when")));
    } else if ("at" in condition) {
      const test = testOf(condition, "at", "require", "forbid");
      need(some(isLine)(condition.at), "pin: a place is a row and a column");
      const bad = symbols(values.filter((value) => !test([["x", value]])));
      pins.push({ lines: condition.at, bad });
    } else parts.push(partOf(condition, () => [], "require", "forbid"));
  }

  const build = (board) => {
    const onBoard = new RuleOnBoard(board);
    const all = board.places.map((_, cell) => onBoard.slot(cell, weights));
    const around = (cell, steps) => board.around(cell, steps).filter((other) => other >= 0 || outside !== null);
    onBoard.tallies = tallies;
    if (outside === null) for (const window of forbid) addForbiddenWindow(onBoard, window, values, symbols);
    for (const { cell: value, neighbours, of, allowed } of counts) {
      for (const cell of all) {
        const others = around(cell, stepsOf(neighbours));
        const near = others.filter((other) => other >= 0);
        const before = of.map(BigInt).includes(outside) ? others.length - near.length : 0;
        const isAllowed = (times) => allowed.includes(times + before);
        const items = near.map((other) => [other, symbols(of.map(BigInt))]);
        onBoard.count(items, isAllowed, [[cell, symbols([BigInt(value)])]]);
      }
    }
    for (const { lines, bad } of pins) {
      for (const cell of all) if (board.isOn(cell, lines)) onBoard.clause([[cell, bad]]);
    }
    for (const part of parts) {
      for (const cells of part.cells ? board.windows(part.cells, outside !== null) : []) {
        const last = Math.max(...cells);
        addTable(onBoard, part, cells, part.label(last, cells.indexOf(last)), values, outside);
      }
      for (const cell of part.steps ? all : []) {
        const cells = [cell, ...around(cell, part.steps)];
        const last = Math.max(...cells);
        // small if the neighbourhood crosses the seam of a cyclic axis, or cell is last; otherwise almost the size
        const on = mod(cell - last, board.size);
        const which = 2 * on <= board.size ? 2 * on : 2 * (board.size - on) + 1;
        addTable(onBoard, part, cells, part.label(last, which), values, outside);
      }
    }
    return onBoard;
  };
  const wide = [...forbid, ...parts.flatMap(({ cells }) => (cells ? [cells] : []))].map(widest);
  const steps = [...counts.map(({ neighbours }) => stepsOf(neighbours)), ...parts.map((part) => part.steps ?? [])];
  const far = steps.flat(2).map((step) => 2 * Math.abs(step));
  const named = pins.flatMap(({ lines }) => lines.flat()).map((at) => (at === null ? 0 : Math.abs(at) + 1));
  return { build, span: Math.max(0, ...far, ...wide) + Math.max(0, ...named) };
}

/** Add the table of a part on cells, in the order of the part. Cell -1 is outside, with the value `outside`. */
function addTable(onBoard, { holds, known }, cells, label, values, outside) {
  const there = cells.filter((cell) => cell >= 0).sort((a, b) => a - b);
  const order = cells.map((cell) => there.indexOf(cell));
  const symbols = there.map(() => values.length);
  if (product(symbols) > 2 ** 18) refuse(3, `a predicate reads ${there.length} cells with ${values.length} values`);
  if (!known.has(`${order}`)) {
    const sizes = there.map((_, k) => values.length ** (there.length - 1 - k)); // the last symbol varies fastest
    const shown = (row, k) => (k < 0 ? outside : values[Math.floor(row / sizes[k]) % values.length]);
    const digits = Array.from({ length: product(symbols) }, (_, row) => bit(holds(order.map((k) => shown(row, k)))));
    known.set(`${order}`, BigInt(`0b${digits.reverse().join("")}`));
  }
  onBoard.add(tableLeft(there, symbols, known.get(`${order}`), label));
}

/**
 * Return true if values match the marks of a window. A number matches itself, ? matches any value; two letters match
 * the same value exactly if they are the same letter.
 */
function matches(cells, shown) {
  const meant = new Map();
  return cells.every(([, , mark], k) => {
    if (isLetter(mark) && !meant.has(mark)) meant.set(mark, shown[k]);
    return mark === "?" || shown[k] === (meant.get(mark) ?? BigInt(mark));
  }) && new Set(meant.values()).size === meant.size;
}

/** Add the clauses that forbid a window, for each assignment of distinct values to its letters. */
function addForbiddenWindow(onBoard, cells, values, symbols) {
  const letters = [...new Set(cells.map(([, , mark]) => mark).filter(isLetter))];
  const meanings = product(letters.map((_, k) => Math.max(0, values.length - k)));
  if (meanings > 60000) refuse(3, "a window has too many letters");
  const more = (meant) => values.filter((value) => !meant.includes(value)).map((value) => [...meant, value]);
  const windows = onBoard.board.windows(cells, false);
  for (const meant of letters.reduce((lists) => lists.flatMap(more), [[]])) {
    const valueOf = (mark) => (isLetter(mark) ? meant[letters.indexOf(mark)] : BigInt(mark));
    const masks = cells.map(([, , mark]) => symbols(mark === "?" ? values : [valueOf(mark)]));
    for (const slots of windows) onBoard.clause(slots.map((slot, k) => [slot, masks[k]]));
  }
}

// The system -------------------------------------------------------------------------------------------------------

const slotsOf = (sites) => total(sites.map(({ slots }) => slots.length));
const siteText = ({ at, slots, laid }) => `[${at},${written(slots)},[${slots.map(() => "false")}],` +
  `[${laid.map((list) => `[${list.map(({ text }) => text)}]`)}],[]]`;
const sitesText = (sites) => `[${sites.map(siteText)}]`;
const movedSite = (site, by, move) =>
  ({ ...site, at: site.at + by, laid: site.laid.map((list) => list.map((debt) => moved(debt, move))) });

/** Return the index of the slice that contains a place. */
const sliceOf = (slices, place) => slices.findLastIndex(([site]) => site?.at <= place);

/** Return the slices with places relative to their start, or to the board's end if more than `spread` slices away. */
function patternsOf(slices, spread) {
  const stop = slotsOf(slices.flat());
  return slices.map((slice, j) => {
    const start = slice[0]?.at;
    const move = (place) => (sliceOf(slices, place) - j > spread ? END + place - stop : place - start);
    const sites = slice.map((site) => movedSite(site, -start, move));
    return { sites, text: sitesText(sites) };
  });
}

/** Concatenate the steps of slices, with places that start at `start`. */
function concatenate(patterns, start) {
  return patterns.flatMap(({ sites }, j) => {
    const by = start + slotsOf(patterns.slice(0, j).flatMap((pattern) => pattern.sites));
    return sites.map((site) => movedSite(site, by, (place) => (place > FAR ? place : place + by)));
  });
}

/** Return the system of a family: each small board separately, all other boards as head, repeated slice and tail. */
function systemOf(family, { build, span }, spend) {
  const [longest, half] = [2 * span + 3, span + 1];
  if (longest * (longest + 1) * Math.max(1, family.width) > 2e6) refuse(3, `a constraint extends over ${span} slices`);
  const boards = Array.from({ length: longest + 1 }, (_, slices) => {
    const onBoard = build(new Board(family, slices));
    spend(10 * (onBoard.slots.length + onBoard.debts.size));
    return { slices: onBoard.slices(), tallies: onBoard.tallies };
  });
  const long = boards[longest].slices;
  const far = long.flatMap((slice, j) => slice.flatMap(({ laid }) => laid.flat())
    .flatMap(({ places }) => places.map((place) => sliceOf(long, place) - j)));
  const spread = Math.max(0, ...new Set(far.filter((slices) => slices <= half)));
  const patterns = boards.map(({ slices }) => patternsOf(slices, spread));
  const last = patterns[longest];
  const alike = last.map(({ text }) => text === last[half].text);
  const head = alike.lastIndexOf(false, half) + 1;
  const behind = alike.indexOf(false, half);
  const tail = behind < 0 ? 0 : longest - behind;
  if (head > span || tail > span) refuse(3, "the slices of long boards do not repeat");
  const like = (slices, j) => last[j < head ? j : j >= slices - tail ? longest - slices + j : half];
  const isLong = (slices) => slices >= Math.max(1, head + tail) &&
    patterns[slices].every(({ text }, j) => text === like(slices, j).text);
  let first = longest;
  while (first > family.first && isLong(first - 1)) first--;
  const begin = Array.from({ length: first - tail }, (_, j) => like(first, j));
  const start = slotsOf(begin.flatMap(({ sites }) => sites));
  return {
    first,
    boards: boards.slice(family.first, first).map(({ slices }) => slices.flat()),
    head: concatenate(begin, 0),
    slice: concatenate([last[half]], start),
    tail: concatenate(last.slice(longest - tail), start),
    tallies: boards[longest].tallies,
  };
}

/** Return the system in the form of a file, with sorted keys. */
function systemText({ first, boards, head, slice, tail, tallies }) {
  const asked = tallies.map(({ allowed, cap }) => [allowed, cap, false, []]);
  return `{"boards":[${boards.map(sitesText)}],"first":${first},"head":${sitesText(head)},` +
    `"slice":${sitesText(slice)},"tail":${sitesText(tail)},"tallies":${written(asked)},"wholes":[]}`;
}

// Symmetries -------------------------------------------------------------------------------------------------------

/** Return the action of a permutation on the places of states. Reject it if it is not a symmetry of the boards. */
function foldOf(given, { head, slice, tail }, spend) {
  const [start, width, behind] = [head, slice, tail].map(slotsOf);
  const p = given.map(Number);
  const sorted = [p.slice(0, width), p.slice(width)].flatMap((list) => list.sort((a, b) => a - b));
  need(width && p.length === width + behind && sorted.every((slot, k) => slot === k), "fold: expected permutations");
  const inTail = (place) => {
    const first = place > FAR ? END - behind : start;
    need(place >= first && place < first + behind, "fold: a constraint refers to a variable outside the tail");
    return first - width + p[place - first + width];
  };
  const inSlice = (place) => {
    const slot = mod(place - start, width);
    return place > FAR ? inTail(place) : place - slot + p[slot];
  };
  let alike = start; // below this place, the action on the tail agrees with the action on a slice
  while (alike < start + behind && inSlice(alike) === inTail(alike)) alike++;
  for (const [sites, move, stop] of [[slice, inSlice, alike + width], [tail, inTail, END]]) {
    const laid = new Set(sites.flatMap((site) => site.laid.flat()));
    const weights = sites.flatMap(({ slots }) => slots.map(written));
    const isKept = (debt) => debt.places.every((at) => at > FAR || at < stop) && laid.has(moved(debt, move));
    for (const { kind, symbols } of laid) spend(kind === "table" ? product(symbols) : 5);
    const isSymmetry = weights.every((own, k) => weights[move(start + k) - start] === own) && [...laid].every(isKept);
    need(isSymmetry, "fold: not a symmetry of the slices");
  }
  return (place) => {
    need(place > FAR || (place >= start && place < alike), "fold: not a symmetry of the states");
    return inSlice(place);
  };
}

// States -----------------------------------------------------------------------------------------------------------

/** The states before one step, numbered in the order of their discovery. */
class Layer {
  states = [];
  numbers = new Map();

  numberOf(state) {
    if (!this.numbers.has(state.key)) this.numbers.set(state.key, this.states.push(state) - 1);
    return this.numbers.get(state.key);
  }
}

function stateOf(owed, tallies) {
  const sorted = owed.sort((a, b) => a.id - b.id);
  return { debts: sorted, tallies, key: `${sorted.map(({ id }) => id)}|${tallies}` };
}

/**
 * The transitions of the automaton. A transition [number of the next state, i, j] has weight x^i y^j. A row
 * contains the transitions of one state.
 */
class Steps {
  constructor(tallies, folds, spend) {
    Object.assign(this, { tallies, folds, spend });
  }

  /** Return the successors of a state after a step, each with the exponents of x and y of the assigned symbols. */
  after({ at, slots, laid }, { debts: before, tallies }) {
    const stop = at + slots.length;
    const idle = before.filter(({ first }) => first >= stop);
    let ways = [[before.filter(({ first }) => first < stop), 0, 0]];
    slots.forEach((weights, k) => {
      ways = ways.flatMap(([owed, i, j]) => {
        const pending = [...new Set([...owed, ...laid[k]])];
        this.spend(weights.length * (3 + pending.length));
        return weights.flatMap(([p, q], symbol) => {
          const left = pending.map((debt) => {
            if (debt.first !== at + k) return [debt];
            debt.paid[symbol] ??= { left: leftAfter(debt, symbol) };
            return debt.paid[symbol].left;
          });
          return left.includes(null) ? [] : [[left.flat(), i + p, j + q]];
        });
      });
    });
    return ways.flatMap(([owed, i, j]) => {
      this.spend(10 + 3 * (owed.length + idle.length));
      const left = normalForm(new Set([...owed, ...idle]));
      if (left === null) return [];
      const numbers = [...tallies];
      for (const { kind, label: [tally] } of left) {
        if (kind === "fired") numbers[tally] = Math.min(numbers[tally] + 1, Number(this.tallies[tally].cap));
      }
      return [[stateOf([...left].filter(({ kind }) => kind !== "fired"), numbers), i, j]];
    });
  }

  /** Return a state with its places mapped by `move`. Results are cached under `key`. */
  moved({ debts: owed, tallies }, move, key) {
    for (const debt of owed) {
      if (debt.shifted.has(key)) continue;
      this.spend(debt.kind === "table" ? product(debt.symbols) : 1);
      debt.shifted.set(key, moved(debt, move));
    }
    return stateOf(owed.map((debt) => debt.shifted.get(key)), tallies);
  }

  /** Return a state with places increased by `by`, and places that count from the end increased by `far`. */
  shifted(state, by, far) {
    return this.moved(state, (place) => place + (place > FAR ? far : by), far || by);
  }

  /** Return the canonical representative of a state's orbit: the image with the smallest sorted list of debts. */
  folded(state) {
    if (!this.folds.length) return state;
    this.spend(this.folds.length * (5 + 10 * state.debts.length));
    const images = [state, ...this.folds.map((move) => this.moved(state, move, move))];
    const ranked = images.map((image) => ({ image, rank: image.debts.map(({ rank }) => rank).sort(compare) }));
    return ranked.reduce((best, other) => (compare(other.rank, best.rank) < 0 ? other : best)).image;
  }

  /** Return true if a state is accepting at the end of a board. */
  holds({ debts: owed, tallies }) {
    need(!owed.length, "system: a constraint extends beyond the board");
    return this.tallies.every(({ allowed }, k) => allowed.some((times) => BigInt(times) === BigInt(tallies[k])));
  }

  /** Return the transitions of a state in a step. `onward` maps each successor before `to` numbers it. */
  ways(site, state, to, onward = (then) => then) {
    return this.after(site, state).map(([then, i, j]) => [to.numberOf(onward(then)), i, j]);
  }

  /** Return the rows of consecutive steps, and the states after the last step. */
  through(sites, before) {
    let states = before;
    const passage = sites.map((site) => {
      const to = new Layer();
      const rows = states.map((state) => this.ways(site, state, to));
      states = to.states;
      return rows;
    });
    return { passage, states };
  }
}

/** Return the states before each step of a slice, and the rows of the small boards, head, slice and tail. */
function machineOf({ first, boards, head, slice, tail, tallies }, sizes, folds, spend) {
  const steps = new Steps(tallies, folds, spend);
  const start = [stateOf([], tallies.map(() => 0))];
  const endsOf = (states) => states.map((state) => bit(steps.holds(state)));
  const early = boards.map((sites) => steps.through(sites, start))
    .map(({ passage, states }) => ({ passage, ends: endsOf(states) }));
  const begin = steps.through(head, start);
  const layers = Array.from({ length: Math.max(1, slice.length) }, () => new Layer());
  const toSlice = begin.states.map((state) => [[layers[0].numberOf(steps.folded(state)), 0, 0]]);
  const rows = slice.map(() => []);
  const lower = (state) => steps.folded(steps.shifted(state, -slotsOf(slice), 0));
  while (rows.some((done, x) => done.length < layers[x].states.length)) {
    slice.forEach((site, x) => {
      const next = (x + 1) % layers.length;
      while (rows[x].length < layers[x].states.length) {
        rows[x].push(steps.ways(site, layers[x].states[rows[x].length], layers[next], next ? undefined : lower));
        const isMore = layers[next].states.length > (sizes[next] ?? Infinity);
        if (isMore) refuse(1, `a reachable state is not listed, after step ${x}`);
      }
    });
  }
  const stop = slotsOf(head) + slotsOf(tail) - END;
  const behind = steps.through(tail, layers[0].states.map((state) => steps.shifted(state, 0, stop)));
  const end = { passage: behind.passage, ends: endsOf(behind.states) };
  return { first, early, head: [...begin.passage, toSlice], layers, slice: rows, tail: end };
}

/** Reject a file whose states differ from the reachable states of the rule. */
function compareStates(layers, { debts: listed, states: saved, sizes }) {
  need(isList(listed) && fits(saved, [isList]), "debts, states: expected lists");
  need(saved.length === layers.length, "states: expected one list for each step of a slice");
  const numbers = new Map(listed.map((debt, k) => [written(debt), k]));
  need(numbers.size === listed.length, "debts: duplicate entry");
  const used = new Set();
  layers.forEach(({ states }, x) => {
    const named = new Set(saved[x].map(written));
    for (const { debts: owed, tallies } of states) {
      const own = owed.map(({ text }) => numbers.get(text)).sort((a, b) => a - b);
      const isNamed = !own.includes(undefined) && named.has(written(tallies.length ? [own, [], tallies, []] : own));
      if (!isNamed) refuse(1, `states: a reachable state is not listed, before step ${x}`);
      for (const number of own) used.add(number);
    }
    need(saved[x].length === states.length && Number(sizes[x]) === states.length, "states: wrong number of states");
  });
  need(used.size === listed.length, "debts: an entry is not pending in any state");
}

// The sweep --------------------------------------------------------------------------------------------------------

/** Read a polynomial. Return its terms c t^n x^i y^j as [n, i, j, c] with distinct exponents and nonzero c. */
function readTerms(terms, weights) {
  const power = between(0, 1e6);
  const sums = new Map();
  for (const term of terms) {
    need(fits(term, [power, power, power, (c) => isWhole(c) || isText(c)]), "fraction: a term must be [n, i, j, c]");
    const [n, i, j, c] = term;
    need((weights === 2 || !j) && (weights || !i), "fraction: unexpected weight");
    const [, minus, digits] = /^(-?)(?:0x)?([0-9a-f]+)$/i.exec(isText(c) ? c : "0") ?? refuse(2, "fraction: a number");
    const number = isText(c) ? BigInt(`0x${digits}`) * (minus ? -1n : 1n) : BigInt(c);
    sums.set(`${[n, i, j]}`, [n, i, j, number + (sums.get(`${[n, i, j]}`)?.[3] ?? 0n)]);
  }
  return [...sums.values()].filter(([, , , c]) => c);
}

const largest = (numbers) => numbers.reduce((a, b) => (a > b ? a : b), 0);
const lengthOf = (terms) => largest(terms.map(([n]) => n + 1));
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0n);
const backward = (passage, ends) => passage.reduceRight((sums, rows) => rows.map((ways) =>
  ways.reduce((all, [to, by]) => all + (by ? sums[to] << by : sums[to]), 0n)), ends);
const forward = (passage) => passage.reduce((sums, rows) => {
  const next = [];
  rows.forEach((ways, k) => ways.forEach(([to, by]) => { next[to] = (next[to] ?? 0n) + (sums[k] << by); }));
  return next;
}, [1n]);

/** Return the coefficients of t^n, with 2^place(i, j) substituted for x^i y^j. */
function seriesOf(terms, place) {
  const series = Array(lengthOf(terms)).fill(0n);
  for (const [n, i, j, c] of terms) series[n] += c << place(i, j);
  return series;
}

/** Return the counts of small boards, the vectors u and v, and the rows of a slice, with 2^place(i, j) for x^i y^j. */
function sumsOf({ first, early, head, slice, tail }, place) {
  const at = (passage) => passage.map((rows) => rows.map((ways) => ways.map(([to, i, j]) => [to, place(i, j)])));
  const toEnd = ({ passage, ends }) => backward(at(passage), ends);
  const none = Array(first - early.length).fill(0n);
  const counts = [...none, ...early.map((board) => toEnd(board)[0])];
  return { early: counts, start: forward(at(head)), slice: at(slice), ends: toEnd(tail) };
}

/** Return y(slices), where y(0) = v and y(k + 1) = M y(k) + q(k + 1) v. Call `see` with k and u y(k) for each k. */
function sweep({ start, slice, ends }, q, slices, see, spend, cost) {
  const work = total(slice.flat().map((ways) => 1 + ways.length)) + 1;
  for (let [k, sums] = [0, ends]; ; k++) {
    see(k, sum(start.map((weight, state) => weight * sums[state])));
    if (k === slices) return sums;
    spend(work * (cost + k / 100));
    sums = backward(slice, sums);
    const more = q[k + 1] ?? 0n;
    if (more) sums = sums.map((one, state) => one + more * ends[state]);
  }
}

/** Compare the coefficients with P / Q and reject a mismatch. Return true if y(slices) is 0. */
function isZeroAfter(machine, p, q, slices, spend) {
  const { first, early, head, slice, tail, layers } = machine;
  // Upper bounds on the exponents of x and y: the sum over P, Q, the small boards, u, v, and all slices.
  const highest = [0, 1].map((axis) => {
    const through = (passage) => total(passage.map((rows) => largest(rows.flat().map((way) => way[1 + axis]))));
    const [inP, inQ] = [p, q].map((terms) => largest(terms.map((term) => term[1 + axis])));
    const inBoards = largest(early.map(({ passage }) => through(passage)));
    return inP + inQ + inBoards + through(head) + through(tail.passage) + slices * through(slice);
  });
  // With absolute values and x = y = 1, the same sweep bounds the sum of the absolute values of all coefficients.
  let bits = 0;
  if (highest.some((power) => power)) {
    const one = sumsOf(machine, () => 0n);
    const absolute = ([n, , , c]) => [n, 0, 0, c < 0n ? -c : c];
    const [top, bottom] = [p, q].map((terms) => seriesOf(terms.map(absolute), () => 0n));
    let bound = sum([...top, ...bottom]) * (1n + sum(one.early));
    bound += sum(sweep(one, bottom, slices, (_, found) => { bound += found; }, spend, 1));
    bits = bound.toString(16).length * 4 + 2;
  }
  // Hence a nonzero polynomial has a nonzero value at x = 2^bits, y = 2^(bits (1 + highest power of x)): its lowest
  // term contributes c 2^e with |c| < 2^(bits - 1), and all other terms are multiples of 2^(e + bits).
  const place = (i, j) => BigInt(bits) * (BigInt(i) + BigInt(j) * BigInt(1 + highest[0]));
  const words = (bits * (1 + highest[0]) * (1 + highest[1])) / 2000;
  spend(words * layers[0].states.length + p.length + q.length);
  const sums = sumsOf(machine, place);
  const [top, bottom] = [p, q].map((terms) => seriesOf(terms, place));
  const see = (n, found) => {
    let left = (top[n] ?? 0n) - found;
    const last = Math.min(n, bottom.length - 1);
    for (let k = Math.max(0, n - first + 1); k <= last; k++) left -= bottom[k] * sums.early[n - k];
    if (left) refuse(1, `the coefficient of t^${n} differs from the count of the rule`);
  };
  sums.early.forEach((_, n) => see(n, 0n));
  return sweep(sums, bottom, slices, (k, found) => see(first + k, found), spend, 1 + words).every((y) => !y);
}

/** Return the number of slices whose sweep proves that the generating function is P / Q. */
function prove(machine, p, q, spend) {
  need(written(q.filter(([n]) => !n)) === "[[0,0,0,1]]", "denominator: the constant term is not 1");
  const degree = Math.max(lengthOf(q) - 1, lengthOf(p) - machine.first);
  const later = degree + machine.layers[0].states.length;
  return [degree, later].find((slices) => isZeroAfter(machine, p, q, slices, spend) || slices === later);
}

// The file ---------------------------------------------------------------------------------------------------------

const READ = { placement: readPieces, cover: readPieces, array: readArray };
const OBJECTS = { placement: "positions", cover: "covers", array: "arrays" };
const FILE = {
  format: isText,
  version: isWhole,
  game: isText,
  board: isText,
  positions: among("all", "left-ends", "right-ends", "maximal", "play", "full"),
  weights: (value) => ["[]", '["x"]', '["x","y"]'].includes(written(value)),
  first_n: between(0, 1000),
  text: isText,
  rule: isObject,
  family: () => true,
  numerator: isList,
  denominator: isList,
  system: () => true,
  fold: [[isCount]],
  sizes: [isCount],
  debts: isList,
  states: isList,
};

function checkFile(text, most) {
  debts.clear();
  let left = most;
  const spend = (steps) => ((left -= steps) >= 0 || refuse(3, "the check exceeds the work limit"));
  const saved = parse(text);
  need(isObject(saved) && saved.format === "gfkit-certificate", "format: expected gfkit-certificate");
  if (saved.version === 4 || saved.version === 5) notRead("a file of an old version");
  need(saved.version === 6, "version: expected 6");
  for (const key of Object.keys({ ...FILE, ...saved })) {
    need(key in FILE && key in saved && fits(saved[key], FILE[key]), `${key}: missing, unknown or invalid`);
  }
  const { positions, rule, sizes, fold } = saved;
  const weights = saved.weights.length;
  need(rule.kind === "placement" || positions === "all", "positions: covers and arrays support only all");
  const family = readFamily(saved.family);
  need(saved.board === family.name, `board: expected ${family.name}`);
  need(saved.first_n === family.first, `first_n: expected ${family.first}`);
  const [p, q] = [saved.numerator, saved.denominator].map((terms) => readTerms(terms, weights));
  if (!Object.hasOwn(READ, rule.kind)) notRead("an unsupported kind of rule");
  const power = ([i, j]) => {
    need(i <= 1000 && j <= 1000, "rule: a weight is x^i y^j with powers up to 1000");
    return [[0, 0], [i + j, 0], [i, j]][weights];
  };
  const laid = READ[rule.kind](rule, { positions, weights, power, spend, isGraph: family.isGraph });
  const system = systemOf(family, laid, spend);
  need(systemText(system) === written(saved.system), "system: different from the system of the rule");
  need(!sizes.length || sizes.length === Math.max(1, system.slice.length), "sizes: expected one size for each step");
  need(!fold.length || !system.tallies.length, "fold: not supported with tallies");
  const folds = fold.map((permutation) => foldOf(permutation, system, spend));
  const length = lengthOf(q);
  const estimate = total(sizes.map(Number)) * (300 + 0.09 * length * (1 + length / 1000));
  if (estimate > most) refuse(3, "the states exceed the work limit");
  const machine = machineOf(system, sizes, folds, spend);
  if (sizes.length) compareStates(machine.layers, saved);
  else need(!saved.debts.length && !saved.states.length, "sizes: empty, although states are listed");
  const slices = prove(machine, p, q, spend);
  const which = ["all", "play"].includes(positions) ? "" : `${positions} `;
  const amount = weights ? `sum of the weights in ${saved.weights.join(" and ")} of the` : "number of";
  const objects = `${which}${OBJECTS[rule.kind]} on ${family.name} that satisfy the rule in the file`;
  const many = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const by = folds.length > 1 ? `${folds.length} symmetries` : "a symmetry";
  return {
    code: 0,
    statement: `for every n >= ${family.first}, ` +
      `the coefficient of t^n in the fraction is the ${amount} ${objects}`,
    restsOn: `the rule and the boards in the file${sizes.length ? "" : ", all states recomputed"}; ` +
      `${many(machine.layers[0].states.length, "state")}${folds.length ? ` modulo ${by}` : ""}, ${many(slices, "slice")} swept`,
  };
}

/** Check a file. Return { code, statement, restsOn }: 0 proved, 1 refuted, 2 bad file or not read, 3 too much work. */
export function check(text, most = WORK) {
  try {
    return checkFile(text, most);
  } catch (error) {
    // numbers or call stacks beyond the memory cause a RangeError; invalid entries cause other errors
    const code = error.code ?? (error instanceof RangeError ? 3 : 2);
    return { code, statement: `${VERDICTS[code]}: ${error.message}`, restsOn: "" };
  }
}

// On a command line -------------------------------------------------------------------------------------------------

if (typeof process !== "undefined" && process.versions?.node && process.argv[1]) {
  const { readFileSync, realpathSync } = await import("node:fs");
  const { fileURLToPath } = await import("node:url");
  if (realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) {
    // by default node exits with 1, the code for refuted
    process.on("uncaughtException", (error) => {
      console.error(error.message);
      process.exit(error.syscall === "write" ? 3 : 2);
    });
    const [option, file] = process.argv.slice(2);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }); // rejects other encodings
    const textOf = (path) => decoder.decode(readFileSync(path));
    if (option === "--batch") {
      const lines = textOf(file).split("\n").filter((line) => line);
      for (const line of lines) process.stdout.write(`${JSON.stringify(check(line))}\n`);
    } else {
      const { code, statement, restsOn } = check(option ? textOf(option) : "");
      process.stdout.write(`${code ? "" : "proved: "}${statement}\n${restsOn ? `rests on: ${restsOn}\n` : ""}`);
      process.exitCode = code;
    }
  }
}
