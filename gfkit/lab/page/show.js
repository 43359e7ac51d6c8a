// Answers on the page: lines with typeset formulas, the evidence, and buttons that copy them.

import { copy, say } from "./copy.js";

const LONG = 60;
const FOLDED = 300; // characters of a plain-text formula; a longer formula is collapsed
const SIGNS = ["=", "+", "−", ",", "∼", "≥"];
const BRACKETS = ["(", "[", "{", "⌊"];
const LEAST = 0.6;
const GAP = "\u2003";
const SYSTEMS = { pari: "PARI", sage: "Sage", maple: "Maple", mathematica: "Mathematica" };

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const copyButton = (label, text, what) =>
  element("button", { type: "button", title: `copy ${what}`, "aria-label": `copy ${what}`, onclick: (event) => copy(text, event.currentTarget) }, label);

/** Return a labelled line with a formula or a sentence, and the buttons that copy it. */
export function lineOf({ label, text, latex, mathml }, big = false) {
  const body = element("dd", { class: "said" }, formula(text, latex, mathml, big));
  const copies = element("dd", { class: "copies" }, latex && latex !== text ? copyButton("LaTeX", latex, `${label} as LaTeX`) : null, copyButton("text", text, `${label} as text`));
  return element("div", { class: "line" }, element("dt", {}, label), body, copies);
}

function formula(text, latex, mathml, big) {
  const size = big ? " big" : "";
  if (!mathml) {
    const shown = element("div", { class: `formula ${text.length > FOLDED ? "long" : "words"}${size}` }, text);
    return text.length > FOLDED ? element("details", {}, element("summary", {}, `${text.length} characters`), shown) : shown;
  }
  const parsed = new DOMParser().parseFromString(mathml, "application/xml").documentElement;
  const math = document.importNode(parsed, true);
  math.removeAttribute("display");
  math.setAttribute("displaystyle", "true");
  const list = /[a-z]/.test(text) && text.includes(", ") && !text.includes("a(n)") ? " list" : "";
  const made = element("div", { class: `formula flow${size}${list}`, tabindex: 0, role: "group", "aria-label": text }, ...(list ? splitList(math) : splitFormula(math)));
  sizeObserver.observe(made);
  return made;
}

/** Reduces the font size of formulas that are wider than their place, down to a limit. */
const sizeObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    target.style.fontSize = "";
    const part = target.clientWidth / target.scrollWidth;
    if (part < 1) target.style.fontSize = `${Math.max(LEAST, 0.98 * part)}em`;
  }
});

/** Return the items of a list, each in a separate block. */
function splitList(math) {
  return splitFormula(math, { marks: "," }).map((part) => (part.nodeType === Node.ELEMENT_NODE ? part : "")).filter(Boolean)
    .map((part) => element("div", {}, ...splitFormula(part)));
}

/** Split a formula before its outermost operators, or inside brackets too if `deep`, so that lines can break there. */
function splitFormula(math, { marks = "+−,", deep = false } = {}) {
  const groups = [[]];
  let depth = 0;
  for (const child of flattenRow(math, deep)) {
    const sign = child.localName === "mo" ? child.textContent : "";
    if (BRACKETS.includes(sign)) depth += 1;
    if (")]}⌋".includes(sign) && sign) depth -= 1;
    const here = deep || depth === 0;
    const cut = here && groups.at(-1).length > 0;
    if (cut && sign && sign !== "," && marks.includes(sign) && groups.at(-1).at(-1).textContent !== "=") groups.push([]);
    if (isLong(child) && here) groups.push([child], []);
    else if (here && child.localName === "mspace") groups.push([GAP], []);
    else groups.at(-1).push(child);
    if (here && sign === ",") groups.push([]);
  }
  return groups.filter((group) => group.length).flatMap((group) => {
    if (group[0] === GAP) return [document.createTextNode(GAP)];
    if (isLong(group[0])) return [stackParts(math, group[0])];
    if (!deep && group.length > 1 && group.map((child) => child.textContent).join("").length > LONG) {
      const own = math.cloneNode(false); // split a long factor inside its brackets
      own.append(...group);
      return splitFormula(own, { marks, deep: true });
    }
    const part = math.cloneNode(false);
    const inner = document.createElementNS(math.namespaceURI, "mrow");
    inner.append(...group.map((child, index) => withSpacing(child, index)));
    part.append(inner);
    return [part, document.createTextNode(" ")];
  });
}

/** Return true if a fraction, or a sum with its condition, is too long for a line. */
const isLong = ({ localName, textContent }) => textContent?.length > { mfrac: LONG, munder: LONG / 2 }[localName];

/** Return the two parts of a long fraction or sum, one above the other, each split into parts of a line. */
function stackParts(math, long) {
  const halves = [...long.children].map((part) => {
    const own = math.cloneNode(false);
    own.append(part);
    return element("span", {}, ...splitFormula(own, { deep: true }));
  });
  return element("span", { class: long.localName === "mfrac" ? "fraction" : "under" }, ...halves);
}

/** Return the parts of a row. Nested rows that contain operators or long parts are flattened, except after a bracket. */
function flattenRow(row, deep) {
  return [...row.children].flatMap((child) => {
    const own = child.localName === "mrow" ? [...child.children] : [];
    const isOpen = own.some((part) => isLong(part) || part.localName === "mspace" || (part.localName === "mo" && SIGNS.includes(part.textContent)));
    return (isOpen || (deep && own.length)) && (deep || !BRACKETS.includes(own[0].textContent)) ? flattenRow(child, deep) : [child];
  });
}

/** Set the spacing of an operator that starts a line as between two terms. */
function withSpacing(child, index) {
  if (index === 0 && child.localName === "mo" && (child.textContent === "+" || child.textContent === "−")) {
    child.setAttribute("lspace", "0");
    child.setAttribute("rspace", "0.22em");
  }
  return child;
}

/** Return the lines of an answer, the verdicts first. */
export function linesOf(lines) {
  const words = lines.filter(({ badge }) => badge)
    .map(({ badge, text }) => element("p", { class: "verdict" }, element("b", { class: badge }, badge), text ? `: ${text}` : null));
  const others = lines.filter(({ badge }) => !badge).map((line) => lineOf(line, /^[0-9]+$/.test(line.text)));
  return element("div", {}, ...words, element("dl", {}, ...others));
}

/** Return an image of an SVG drawing, which follows the light or dark theme of the page. */
export const imageOf = (svg, alt, name = null) => element("img", { class: name, alt, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });

export const picturesOf = (pictures) =>
  pictures.map(({ name, words, svg }) => element("details", {}, element("summary", {}, name), imageOf(svg, [name, words].filter(Boolean).join(": "))));

/** Return the elements of an answer: lines, drawings, and a foot with evidence, copies and the buttons `more`. */
export function shown(answer, more = []) {
  return [linesOf(answer.lines), ...picturesOf(answer.pictures), footOf(answer, more)];
}

export function footOf(answer, more = []) {
  const status = answer.json.evidence?.status ?? "";
  const said = [["command", answer.command, "the command line"], ["Python", answer.python, "the line of Python"]].filter(([, text]) => text);
  const copies = Object.entries(answer.copies ?? {}).filter(([name]) => name !== "latex");
  return element(
    "div",
    { class: "foot" },
    element("span", { class: `evidence ${status}` }, answer.evidence ?? ""),
    element(
      "div",
      { class: "copies" },
      ...more,
      ...copies.map(([name, text]) => copyButton(SYSTEMS[name] ?? name, text, `the generating function for ${SYSTEMS[name] ?? name}`)),
      ...said.map(([label, text, what]) => copyButton(label, text, what)),
      copyButton("JSON", JSON.stringify(answer.json), "the answer as JSON")),
  );
}

export function errorOf(error) {
  return element("p", { class: "error", role: "alert" }, error.message);
}

export function fill(place, ...children) {
  place.replaceChildren(...children);
  place.classList.remove("waiting");
  place.removeAttribute("aria-busy");
}
