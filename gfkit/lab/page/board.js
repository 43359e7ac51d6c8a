// The board editor: a grid of squares, controlled by mouse, touch or keyboard.

import { say } from "./copy.js";
import { element, imageOf } from "./show.js";
import { MOST, boardText, footprint, isPiece, letterFor, parseBoard, pieceAt, resized } from "./drawing.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardEditor {
  constructor({ grid, tools, onChange }) {
    Object.assign(this, { grid, tools, onChange });
    this.cells = parseBoard("3x4");
    this.tool = null;
    this.focus = [0, 0];
    grid.addEventListener("click", (event) => this.withSquare(event, (r, c) => this.act(r, c)));
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("pointerover", (event) => this.withSquare(event, (r, c) => this.preview(r, c)));
    grid.addEventListener("pointerleave", () => this.preview());
    grid.addEventListener("focusin", (event) => this.withSquare(event, (r, c) => this.preview(r, c)));
    tools.addEventListener("keydown", (event) => this.turnTool(event));
  }

  /** Show the board with this name. Return false if it cannot be drawn as a grid. */
  show(text) {
    const cells = parseBoard(text);
    if (cells) {
      this.cells = cells;
      this.draw();
    }
    return cells !== null;
  }

  /** Show one tool for each piece that a player can place, given as { player, piece, svg }. */
  offer(pieces) {
    this.pieces = pieces;
    this.tool = null;
    const choices = [{ tool: null, label: "Cells", title: "empty cell or hole" }].concat(
      pieces.map((one) => ({ tool: one, label: pictureOf(one), title: `a piece of ${nameOf(one.player)}: ${one.piece}` })),
    );
    this.tools.replaceChildren(
      ...choices.map(({ tool, label, title }) => {
        const button = element("button", { type: "button", class: "tool", role: "radio", "aria-label": title, title }, label);
        button.addEventListener("click", () => this.choose(tool));
        button.tool = tool;
        return button;
      }),
    );
    this.choose(null);
  }

  choose(tool) {
    this.tool = tool;
    for (const button of this.tools.children) {
      const chosen = button.tool === tool;
      button.setAttribute("aria-checked", chosen);
      button.tabIndex = chosen ? 0 : -1;
    }
  }

  turnTool(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...this.tools.children];
    const next = all[(all.findIndex((one) => one.tool === this.tool) + by + all.length) % all.length];
    this.choose(next.tool);
    next.focus();
  }

  resize(rows, cols) {
    if (rows < 1 || cols < 1 || rows > MOST || cols > MOST) return;
    this.change(resized(this.cells, rows, cols));
  }

  clear() {
    this.change(this.cells.map((row) => row.map(() => ".")));
  }

  change(cells) {
    this.cells = cells;
    this.draw();
    this.onChange(boardText(cells));
  }

  act(row, col) {
    const cells = this.cells.map((line) => [...line]);
    this.focus = [row, col];
    if (isPiece(cells[row][col])) {
      for (const [r, c] of pieceAt(cells, row, col)) cells[r][c] = ".";
    } else if (this.tool) {
      const { places, fits } = footprint(cells, this.tool.piece, row, col);
      const letter = fits && letterFor(cells, places, this.tool.player);
      if (!letter) return say("the piece does not fit here");
      for (const [r, c] of places) cells[r][c] = letter;
    } else {
      cells[row][col] = cells[row][col] === "#" ? "." : "#";
    }
    this.change(cells);
    say(this.labelOf(row, col));
  }

  key(event) {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      return this.withSquare(event, (r, c) => this.act(r, c));
    }
    const [row, col] = this.focus;
    const move = MOVES[event.key];
    const target = move ? [row + move[0], col + move[1]] : { Home: [row, 0], End: [row, this.cells[0].length - 1] }[event.key];
    if (!target) return;
    event.preventDefault();
    if (this.cells[target[0]]?.[target[1]] === undefined) return;
    this.square(...this.focus).tabIndex = -1;
    this.focus = target;
    this.square(...target).tabIndex = 0;
    this.square(...target).focus();
  }

  withSquare(event, then) {
    const square = event.target.closest?.(".square");
    if (square) then(Number(square.dataset.row), Number(square.dataset.col));
  }

  square(row, col) {
    return this.grid.querySelector(`[data-row="${row}"][data-col="${col}"]`);
  }

  preview(row, col) {
    for (const square of this.grid.querySelectorAll(".will, .wont")) square.classList.remove("will", "wont");
    if (row === undefined || !this.tool || isPiece(this.cells[row][col])) return;
    const { places, fits } = footprint(this.cells, this.tool.piece, row, col);
    for (const [r, c] of places) this.square(r, c)?.classList.add(fits ? "will" : "wont");
  }

  labelOf(row, col) {
    const mark = this.cells[row][col];
    const what = mark === "." ? "empty" : mark === "#" ? "hole" : `piece ${mark} of ${mark < "a" ? "Left" : "Right"}`;
    return `row ${row + 1}, column ${col + 1}: ${what}`;
  }

  draw() {
    const held = this.grid.contains(this.grid.getRootNode().activeElement);
    const [rows, cols] = [this.cells.length, this.cells[0].length];
    this.focus = [Math.min(this.focus[0], rows - 1), Math.min(this.focus[1], cols - 1)];
    this.grid.style.setProperty("--cols", cols);
    this.grid.replaceChildren(
      ...this.cells.map((line, r) => element("div", { role: "row" }, ...line.map((mark, c) => this.drawn(mark, r, c)))),
    );
    if (held) this.square(...this.focus).focus();
  }

  drawn(mark, row, col) {
    const classes = ["square"];
    if (mark === "#") classes.push("hole");
    if (isPiece(mark)) {
      classes.push(mark < "a" ? "left" : "right");
      for (const [name, r, c] of [["up", row - 1, col], ["down", row + 1, col], ["west", row, col - 1], ["east", row, col + 1]]) {
        if (this.cells[r]?.[c] === mark) classes.push(name);
      }
    }
    return element(
      "button",
      {
        type: "button",
        role: "gridcell",
        class: classes.join(" "),
        "data-row": row,
        "data-col": col,
        tabindex: row === this.focus[0] && col === this.focus[1] ? 0 : -1,
        "aria-label": this.labelOf(row, col),
      },
      element("span", {}, isPiece(mark) ? mark : ""),
    );
  }
}

export const nameOf = (player) => ({ left: "Left", right: "Right", both: "both players" })[player];

/** Return a small image of a piece, as drawn by gfkit. */
export const pictureOf = ({ piece, svg }) => imageOf(svg, piece, "piece");
