// Boards as data: rows of characters, "." free, "#" no cell, letters pieces, as gfkit's grammar has them.

export const MOST = 16;

/** Rows of characters of a drawing or a rectangle; null for any other board. */
export function parseBoard(text) {
  const size = /^(\d{1,3})x(\d{1,3})$/.exec(text.trim());
  if (size) {
    const [rows, cols] = [Number(size[1]), Number(size[2])];
    if (rows < 1 || cols < 1 || rows > MOST || cols > MOST) return null;
    return Array.from({ length: rows }, () => ".".repeat(cols).split(""));
  }
  if (!/^[.#A-Za-z/]+$/.test(text) || !/[./#]/.test(text)) return null;
  const lines = text.split("/");
  const cols = Math.max(...lines.map((line) => line.length));
  if (cols < 1 || cols > MOST || lines.length > MOST) return null;
  return lines.map((line) => line.padEnd(cols, "#").split(""));
}

export function boardText(cells) {
  const plain = cells.every((row) => row.every((mark) => mark === "."));
  return plain ? `${cells.length}x${cells[0].length}` : drawn(cells);
}

/** A drawing on one line; a single row keeps a slash out only where the grammar still sees a drawing. */
function drawn(cells) {
  return cells.map((row) => row.join("")).join("/");
}

export function resized(cells, rows, cols) {
  const kept = Array.from({ length: rows }, (_, r) =>
    Array.from({ length: cols }, (_, c) => cells[r]?.[c] ?? "."),
  );
  // A piece that lost a cell is taken up.
  for (const [r, row] of cells.entries()) {
    for (const [c, mark] of row.entries()) {
      if (isPiece(mark) && (r >= rows || c >= cols)) {
        for (const [pr, pc] of pieceAt(cells, r, c)) if (kept[pr]?.[pc]) kept[pr][pc] = ".";
      }
    }
  }
  return kept;
}

export const isPiece = (mark) => /^[A-Za-z]$/.test(mark ?? "");

/** The cells of the piece that lies on a cell: the same letter, hanging together. */
export function pieceAt(cells, row, col) {
  const letter = cells[row][col];
  const found = [[row, col]];
  const seen = new Set([`${row},${col}`]);
  for (const [r, c] of found) {
    for (const [nr, nc] of [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]) {
      if (cells[nr]?.[nc] === letter && !seen.has(`${nr},${nc}`)) {
        seen.add(`${nr},${nc}`);
        found.push([nr, nc]);
      }
    }
  }
  return found;
}

/** The offsets of a piece's cells from its first one, from a text such as "X/X". */
export function offsets(piece) {
  const cells = piece.split("/").flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "X" ? [[r, c]] : [])));
  const [first] = cells;
  return cells.map(([r, c]) => [r - first[0], c - first[1]]);
}

/** Where a piece would lie, and whether all of it falls on free cells. */
export function footprint(cells, piece, row, col) {
  const places = offsets(piece).map(([r, c]) => [row + r, col + c]);
  return { places, fits: places.every(([r, c]) => cells[r]?.[c] === ".") };
}

/** A letter for a new piece: one that no piece has, or at least none beside it. */
export function letterFor(cells, places, player) {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((one) => (player === "right" ? one.toLowerCase() : one));
  const used = new Set(cells.flat());
  const beside = new Set(
    places.flatMap(([r, c]) => [cells[r - 1]?.[c], cells[r + 1]?.[c], cells[r]?.[c - 1], cells[r]?.[c + 1]]),
  );
  return letters.find((one) => !used.has(one)) ?? letters.find((one) => !beside.has(one));
}
