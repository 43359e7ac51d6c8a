// Answers on the page: lines with typeset formulas, the evidence, and buttons that copy them.

import { copy, say } from "./copy.js";

const FOLDED = 300; // characters of a plain-text formula; a longer formula is collapsed
const LEAST = 0.6;
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
export function lineOf({ label, text, latex, html }, big = false) {
  const body = element("dd", { class: "said" }, formula(text, html, big));
  const copies = element("dd", { class: "copies" }, latex && latex !== text ? copyButton("LaTeX", latex, `${label} as LaTeX`) : null, copyButton("text", text, `${label} as text`));
  return element("div", { class: "line" }, element("dt", {}, label), body, copies);
}

function formula(text, html, big) {
  const size = big ? " big" : "";
  if (!html) {
    const shown = element("div", { class: `formula ${text.length > FOLDED ? "long" : "words"}${size}` }, text);
    return text.length > FOLDED ? element("details", {}, element("summary", {}, `${text.length} characters`), shown) : shown;
  }
  const parsed = new DOMParser().parseFromString(html, "text/html").body;
  const made = element("div", { class: `formula flow${size}`, tabindex: 0, role: "group", "aria-label": text }, ...parsed.childNodes);
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

/** Pages of the documentation that explain an error, by its code. */
const PAGES = { board: ["boards.html", "Boards"], rule: ["rule-files.html", "Rule files"], input: ["verifying.html", "Formulas"], limit: ["howto/cores.html", "Large computations"] };

/** Return an error in words, with a link to the page that explains it if the site contains the documentation. */
export function errorOf(error, isLinked = false) {
  const [page, title] = (isLinked && PAGES[error.code]) || [];
  return element("p", { class: "error", role: "alert" }, error.message, ...(page ? [" See ", element("a", { href: `../${page}` }, title), "."] : []));
}

export function fill(place, ...children) {
  place.replaceChildren(...children);
  place.classList.remove("waiting");
  place.removeAttribute("aria-busy");
}
