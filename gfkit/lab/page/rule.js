// The editor of rule files, with line numbers and error messages that link to their position.

import { element } from "./show.js";

export const EXAMPLE = `name = "Corner pieces"
about = "Left places bent trominoes, Right dominoes."

[left]
pieces = ["XX/X.", "XX/.X", "X./XX", ".X/XX"]

[right]
pieces = ["XX", "X/X"]

[rules]
forbid_adjacent = []
liberties = false
`;

export class RuleEditor {
  constructor({ area, gutter, message, onChange }) {
    Object.assign(this, { area, gutter, message });
    area.addEventListener("input", () => {
      this.number();
      onChange();
    });
    area.addEventListener("scroll", () => this.follow());
    message.addEventListener("click", (event) => event.target.matches("button") && this.goTo());
  }

  get text() {
    return this.area.value;
  }

  set text(value) {
    this.area.value = value;
    this.number();
  }

  /** Mark the line of an error and show its message. Remove the marks if the error is null. */
  mark(error) {
    this.place = error?.place ?? null;
    this.area.setAttribute("aria-invalid", Boolean(error));
    this.area.parentElement.classList.toggle("wrong", Boolean(this.place));
    const where = this.place && element("button", { type: "button", class: "link" }, `line ${this.place.line}, column ${this.place.column}`);
    const words = error?.message.replace(/^rule file 'rule\.toml'(?: is not TOML)?:? ?/, "") ?? "";
    this.message.replaceChildren(...(error ? (where ? [where, `: ${words}`] : [words]) : []));
    this.number();
  }

  number() {
    const lines = this.text.split("\n").length;
    this.gutter.replaceChildren(
      ...Array.from({ length: lines }, (_, k) => element("li", { class: this.place?.line === k + 1 ? "wrong" : null }, String(k + 1))),
    );
    this.follow();
  }

  follow() {
    this.gutter.style.height = `${this.area.clientHeight}px`;
    this.gutter.scrollTop = this.area.scrollTop;
    const style = getComputedStyle(this.area);
    const top = parseFloat(style.paddingTop) + (this.place ? this.place.line - 1 : 0) * parseFloat(style.lineHeight);
    this.area.style.backgroundPosition = `0 ${top}px`;
  }

  goTo() {
    const before = this.text.split("\n").slice(0, this.place.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(before + this.place.column - 1, before + this.place.column);
  }
}
