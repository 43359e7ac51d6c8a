// Code cells of the documentation: blocks that a reader edits and runs in the page, using the engine of the laboratory.
// The page loads the engine when the first cell is run.

import { Engine } from "./engine.js";
import { element } from "./show.js";

const NAMES = { shell: "commands", python: "lines of Python", file: "file" };
const MOST_COLUMNS = 110;
let engine = null;
let running = null; // the cell that displays the state of the engine
const done = new Set(); // cells that the current engine has run

/** Open the cell described by the data of an element. Run it, unless it is a file. */
export function openCell(place) {
  place.cell ??= new Cell(place);
  place.cell.area.focus();
  if (place.dataset.language !== "file") place.cell.run();
}

class Cell {
  constructor(place) {
    const { language, text } = place.dataset;
    const isFile = language === "file";
    this.place = place;
    this.area = element("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", rows: Math.min(text.split("\n").length, 24), wrap: "off", "aria-label": `${NAMES[language]}, yours to change` });
    this.area.value = text;
    this.status = element("span", { role: "status" }, isFile ? "The commands on this page read this file." : "");
    this.printed = element("pre", { tabindex: "0", role: "group", "aria-live": "polite", "aria-label": "output", hidden: true });
    this.stop = element("button", { type: "button", hidden: true, onclick: () => engine.stop() }, "Stop");
    const again = isFile ? null : element("button", { type: "button", onclick: () => this.run() }, "Run");
    place.append(this.area, element("p", {}, again, this.stop, this.status), this.printed);
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isFile) this.run();
    });
  }

  /** Run the prerequisite cells, then this cell, with the current content of all files, and show the output. */
  async run() {
    running = this;
    engine ??= new Engine(({ state, reason }) => running.tell(state, reason));
    const cells = [...document.querySelectorAll(".code-cell")];
    const before = this.place.dataset.needs.split(" ").filter(Boolean).map((k) => cells[k]);
    for (const place of before.filter((one) => !done.has(one))) {
      await ask(place);
      done.add(place);
    }
    const answer = await ask(this.place);
    if (!answer) return; // a newer run has replaced this one
    done.add(this.place);
    this.printed.hidden = false;
    this.printed.textContent = answer.stopped ? "Stopped." : answer.error ? answer.error.message : answer.text || "No output.";
  }

  tell(state, reason) {
    if (state === "loading") done.clear();
    this.stop.hidden = state !== "busy";
    this.status.textContent = {
      loading: "Loading Python, some 20 MB, once",
      busy: "Running",
      broken: `Python did not start: ${reason}`,
      ready: "",
    }[state];
  }
}

/** Return the output of the engine for the current content of a cell. */
function ask(place) {
  const { language, text } = place.dataset;
  const width = parseFloat(getComputedStyle(place).width) / (0.6 * parseFloat(getComputedStyle(place.cell?.printed ?? place).fontSize));
  const files = JSON.parse(place.dataset.files);
  for (const other of document.querySelectorAll(".code-cell[data-language=file]")) {
    if (other.dataset.name in files && other.cell) files[other.dataset.name] = other.cell.area.value;
  }
  const request = { language, text: place.cell?.area.value ?? text, files, wide: Math.floor(Math.min(width, MOST_COLUMNS)) };
  return engine.ask(place, "cell", request);
}
