// A game against gfkit: the position, the legal moves, and the replies.

import { say } from "./copy.js";
import { element, errorOf, fill, imageOf } from "./show.js";

const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MOST = 24;

export class Game {
  /** `ask` sends a request to gfkit and returns its answer. */
  constructor({ place, ask }) {
    Object.assign(this, { place, ask });
    this.focus = 0;
    place.addEventListener("click", (event) => this.atCell(event, (cell) => this.choose(cell)));
    place.addEventListener("keydown", (event) => this.key(event));
  }

  begin(request) {
    this.request = request;
    this.focus = 0;
    return this.go([]);
  }

  /** Request the position after the moves, and show it. If `hint` is true, also show a suggested move. */
  async go(moves, hint = false) {
    this.place.classList.add("waiting");
    const answer = await this.ask({ ...this.request, moves, hint });
    if (answer === null) return;
    if (answer.stopped) return fill(this.place, element("p", { class: "empty" }, "Stopped. Start a new game, or take back a move."));
    if (answer.error) return fill(this.place, errorOf(answer.error));
    this.now = answer.json;
    this.picture = answer.pictures[0];
    this.chosen = [];
    this.show();
    say(this.news());
  }

  takeBack() {
    const own = this.now?.moves.findLastIndex(({ player }) => player === this.request.side) ?? -1;
    if (own >= 0) this.go(this.now.moves.slice(0, own));
  }

  hint() {
    if (this.now?.your_turn) this.go(this.now.moves, true);
  }

  news() {
    const { said, you_won: won, hint } = this.now;
    const ending = won === null ? "" : won ? "You win." : "gfkit wins.";
    const advice = hint ? `Suggested move: ${hint.map((cell) => this.nameOf(cell)).join(" and ")}.` : "";
    return [said, advice, ending || (said || advice ? "" : "Your move: select its cells.")].filter(Boolean).join(" ");
  }

  nameOf(cell) {
    const place = this.now.places[cell];
    return place ? `row ${place[0] + 1}, column ${place[1] + 1}` : `cell ${cell + 1}`;
  }

  /** Return the legal moves that cover all selected cells. */
  fittingMoves() {
    return this.now.legal.filter(({ cells }) => this.chosen.every((cell) => cells.includes(cell)));
  }

  choose(cell) {
    if (!this.now.your_turn) return;
    this.chosen = this.chosen.includes(cell) ? this.chosen.filter((one) => one !== cell) : [...this.chosen, cell];
    if (this.fittingMoves().length === 0) this.chosen = [cell];
    const left = this.fittingMoves();
    if (this.chosen.length && left.length === 1) return this.make(left[0]);
    if (!left.length) {
      this.chosen = [];
      say("no legal move covers this cell");
    }
    this.show();
  }

  make({ cells, colour }) {
    return this.go([...this.now.moves, { cells, colour }]);
  }

  show() {
    const board = this.now.places.length ? this.grid() : this.graph();
    const left = this.chosen.length ? this.fittingMoves() : [];
    const choices = left.slice(0, MOST).map((move) => element("button", { type: "button", onclick: () => this.make(move) }, this.describeMove(move)));
    const held = this.place.contains(document.activeElement) && document.activeElement.matches("[data-cell]");
    const list = choices.length ? [element("div", { class: "chips", role: "group", "aria-label": "Moves there" }, ...choices)] : [];
    fill(this.place, board, element("p", { class: "news" }, this.news()), ...list);
    if (held) this.place.querySelector(`[data-cell="${this.focus}"]`)?.focus();
  }

  describeMove({ cells, mark }) {
    const words = cells.map((cell) => this.nameOf(cell)).join(" and ");
    return mark ? `${words}, colour ${mark}` : words;
  }

  /** Return a Map from each covered cell to its piece: owner, mark, index, and whether it is the last move. */
  pieceByCell() {
    const { lying, moves } = this.now;
    const pieces = [...lying, ...moves];
    return new Map(pieces.flatMap(({ cells, owner, mark }, piece) => cells.map((cell) => [cell, { owner, mark, piece, last: moves.length > 0 && piece === pieces.length - 1 }])));
  }

  grid() {
    const { rows, columns, places } = this.now;
    const [at, pieces] = [new Map(places.map(([row, col], cell) => [`${row},${col}`, cell])), this.pieceByCell()];
    const square = (row, col) => {
      const cell = at.get(`${row},${col}`);
      if (cell === undefined) return element("span", { class: "square hole", role: "gridcell", "aria-label": "hole" });
      const beside = [["up", row - 1, col], ["down", row + 1, col], ["west", row, col - 1], ["east", row, col + 1]]
        .filter(([, r, c]) => pieces.has(cell) && pieces.get(at.get(`${r},${c}`))?.piece === pieces.get(cell).piece)
        .map(([name]) => name);
      return this.cell(cell, pieces, beside);
    };
    const lines = Array.from({ length: rows }, (_, row) => element("div", { role: "row" }, ...Array.from({ length: columns }, (_, col) => square(row, col))));
    const made = element("div", { class: "grid", role: "grid", "aria-label": "Position" }, ...lines);
    made.style.setProperty("--cols", columns);
    return made;
  }

  /** Return the drawing of a graph, followed by one button per vertex. */
  graph() {
    const pieces = this.pieceByCell();
    const cells = Array.from({ length: this.now.cells }, (_, cell) => this.cell(cell, pieces, []));
    return element("div", {}, this.picture ? imageOf(this.picture.svg, "position", "position") : null, element("div", { class: "vertices", role: "group", "aria-label": "Cells" }, ...cells));
  }

  cell(cell, pieces, beside) {
    const piece = pieces.get(cell);
    const isGrid = this.now.places.length > 0;
    const can = this.now.your_turn && this.fittingMoves().some(({ cells }) => cells.includes(cell));
    const classes = ["square", ...beside];
    if (piece) classes.push(piece.owner, ...(piece.last ? ["last"] : []));
    if (this.chosen.includes(cell)) classes.push("chosen");
    else if (this.chosen.length && can) classes.push("will");
    if (this.now.hint?.includes(cell)) classes.push("hinted");
    const owner = { left: "Left", right: "Right", both: "a player" };
    const what = piece ? `a piece of ${owner[piece.owner]}` : can ? "empty" : "empty, no move here";
    return element(
      "button",
      {
        type: "button", role: isGrid ? "gridcell" : null, class: classes.join(" "), "data-cell": cell,
        tabindex: isGrid ? (cell === this.focus ? 0 : -1) : 0, "aria-label": `${this.nameOf(cell)}: ${what}`,
      },
      element("span", {}, piece?.mark || (isGrid ? "" : String(cell + 1))),
    );
  }

  atCell(event, then) {
    const button = event.target.closest?.("[data-cell]");
    if (!button) return;
    this.focus = Number(button.dataset.cell);
    then(this.focus);
  }

  key(event) {
    const by = KEYS[event.key];
    if (!by || !event.target.matches?.("[data-cell]") || !this.now.places.length) return;
    event.preventDefault();
    this.focus = Number(event.target.dataset.cell);
    const [row, col] = this.now.places[this.focus];
    const next = this.now.places.findIndex(([r, c]) => r === row + by[0] && c === col + by[1]);
    if (next < 0) return;
    const squares = [this.focus, next].map((cell) => this.place.querySelector(`[data-cell="${cell}"]`));
    squares[0].tabIndex = -1;
    squares[1].tabIndex = 0;
    this.focus = next;
    squares[1].focus();
  }
}
