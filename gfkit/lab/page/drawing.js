// Boards as rows of characters, in the notation of gfkit: "." is an empty cell, "#" a hole, a letter a piece.

export const MOST = 16;

/** Parse a drawing or a rectangle. Return its rows of characters, or null for any other board. */
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
  return plain ? `${cells.length}x${cells[0].length}` : drawingOf(cells);
}

/** Return the drawing on one line, with its rows separated by slashes. */
function drawingOf(cells) {
  return cells.map((row) => row.join("")).join("/");
}

export function resized(cells, rows, cols) {
  const kept = Array.from({ length: rows }, (_, r) =>
    Array.from({ length: cols }, (_, c) => cells[r]?.[c] ?? "."),
  );
  // A piece that loses a cell is removed.
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

/** Return the cells of the piece on a cell: the connected component of cells with its letter. */
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

/** Return the offsets of a piece's cells from its first cell. The piece is a string such as "X/X". */
export function offsets(piece) {
  const cells = piece.split("/").flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "X" ? [[r, c]] : [])));
  const [first] = cells;
  return cells.map(([r, c]) => [r - first[0], c - first[1]]);
}

/** Return the cells that a piece would cover; `fits` is true if all of them are empty. */
export function footprint(cells, piece, row, col) {
  const places = offsets(piece).map(([r, c]) => [row + r, col + c]);
  return { places, fits: places.every(([r, c]) => cells[r]?.[c] === ".") };
}

/** Return a letter for a new piece: an unused letter, or else a letter that no adjacent piece has. */
export function letterFor(cells, places, player) {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((one) => (player === "right" ? one.toLowerCase() : one));
  const used = new Set(cells.flat());
  const beside = new Set(
    places.flatMap(([r, c]) => [cells[r - 1]?.[c], cells[r + 1]?.[c], cells[r]?.[c - 1], cells[r]?.[c + 1]]),
  );
  return letters.find((one) => !used.has(one)) ?? letters.find((one) => !beside.has(one));
}
