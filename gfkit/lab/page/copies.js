// In a report: buttons after the headings of formulas and terms, which copy the formula or the terms.

import { copy } from "./copy.js";

for (const heading of document.querySelectorAll("[data-copy]")) {
  const what = heading.textContent;
  for (const [label, text] of [["copy", heading.dataset.copy], ["LaTeX", heading.dataset.latex]]) {
    if (!text) continue;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: label });
    button.setAttribute("aria-label", label === "copy" ? `copy: ${what}` : `copy as LaTeX: ${what}`);
    button.addEventListener("click", () => copy(text, button));
    heading.append(" ", button);
  }
}
