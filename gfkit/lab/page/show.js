// Answers on the page: lines with typeset formulas, what speaks for them, and copies of both.

import { copy, say } from "./copy.js";

const LONG = 60;
const FOLDED = 300; // characters of a formula in plain text that is folded
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

const copier = (label, text, what) =>
  element("button", { type: "button", title: `copy ${what}`, "aria-label": `copy ${what}`, onclick: (event) => copy(text, event.currentTarget) }, label);

/** A labelled line: formula or words, with its copies. */
export function lineOf({ label, text, latex, mathml }, big = false) {
  const body = element("dd", { class: "said" }, formula(text, latex, mathml, big));
  const copies = element("dd", { class: "copies" }, latex && latex !== text ? copier("LaTeX", latex, `${label} as LaTeX`) : null, copier("text", text, `${label} as text`));
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
  const made = element("div", { class: `formula flow${size}${list}`, tabindex: 0, role: "group", "aria-label": text }, ...(list ? listed(math) : breakable(math)));
  fitted.observe(made);
  return made;
}

/** Formulas with a part that is wider than their place are set smaller, down to a limit. */
const fitted = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    target.style.fontSize = "";
    const part = target.clientWidth / target.scrollWidth;
    if (part < 1) target.style.fontSize = `${Math.max(LEAST, 0.98 * part)}em`;
  }
});

/** Every member of a list on lines of its own. */
function listed(math) {
  return breakable(math, { marks: "," }).map((part) => (part.nodeType === Node.ELEMENT_NODE ? part : "")).filter(Boolean)
    .map((part) => element("div", {}, ...breakable(part)));
}

/** Cuts a formula before its outermost signs, or within brackets too, so that it can be broken into lines there. */
function breakable(math, { marks = "+−,", deep = false } = {}) {
  const groups = [[]];
  let depth = 0;
  for (const child of unfolded(math, deep)) {
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
    if (isLong(group[0])) return [stacked(math, group[0])];
    if (!deep && group.length > 1 && group.map((child) => child.textContent).join("").length > LONG) {
      const own = math.cloneNode(false); // a long factor in brackets is broken within them
      own.append(...group);
      return breakable(own, { marks, deep: true });
    }
    const part = math.cloneNode(false);
    const inner = document.createElementNS(math.namespaceURI, "mrow");
    inner.append(...group.map((child, index) => spaced(child, index)));
    part.append(inner);
    return [part, document.createTextNode(" ")];
  });
}

/** Whether a fraction, or a sum with what stands below it, is too long for a line. */
const isLong = ({ localName, textContent }) => textContent?.length > { mfrac: LONG, munder: LONG / 2 }[localName];

/** Such a fraction or sum as two formulas, one above the other, that can be broken into lines each. */
function stacked(math, long) {
  const halves = [...long.children].map((part) => {
    const own = math.cloneNode(false);
    own.append(part);
    return element("span", {}, ...breakable(own, { deep: true }));
  });
  return element("span", { class: long.localName === "mfrac" ? "fraction" : "under" }, ...halves);
}

/** The parts of a row, in place of a row in it its parts where signs or long parts stand in it, and no bracket before. */
function unfolded(row, deep) {
  return [...row.children].flatMap((child) => {
    const own = child.localName === "mrow" ? [...child.children] : [];
    const isOpen = own.some((part) => isLong(part) || part.localName === "mspace" || (part.localName === "mo" && SIGNS.includes(part.textContent)));
    return (isOpen || (deep && own.length)) && (deep || !BRACKETS.includes(own[0].textContent)) ? unfolded(child, deep) : [child];
  });
}

/** A sign that starts a line is still a sign between two terms. */
function spaced(child, index) {
  if (index === 0 && child.localName === "mo" && (child.textContent === "+" || child.textContent === "−")) {
    child.setAttribute("lspace", "0");
    child.setAttribute("rspace", "0.22em");
  }
  return child;
}

/** The lines of a card, what judges before all others. */
export function linesOf(lines) {
  const words = lines.filter(({ badge }) => badge)
    .map(({ badge, text }) => element("p", { class: "verdict" }, element("b", { class: badge }, badge), text ? `: ${text}` : null));
  const others = lines.filter(({ badge }) => !badge).map((line) => lineOf(line, /^[0-9]+$/.test(line.text)));
  return element("div", {}, ...words, element("dl", {}, ...others));
}

/** A picture as a file of its own, which takes light or dark from the page around it. */
export const imageOf = (svg, alt, name = null) => element("img", { class: name, alt, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });

export const picturesOf = (pictures) =>
  pictures.map(({ name, words, svg }) => element("details", {}, element("summary", {}, name), imageOf(svg, [name, words].filter(Boolean).join(": "))));

/** All there is to show of an answer; what is called for a place takes the answer alone. */
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
      ...copies.map(([name, text]) => copier(SYSTEMS[name] ?? name, text, `the generating function for ${SYSTEMS[name] ?? name}`)),
      ...said.map(([label, text, what]) => copier(label, text, what)),
      copier("JSON", JSON.stringify(answer.json), "the answer as JSON")),
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
