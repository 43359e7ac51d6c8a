"""Labels: data at places of a board, such as a clue for each cell or a probability for each edge.

A *place* is a set of cells: a cell, the endpoints of an edge, the corners of a face, a row, a column, or any
listed cells. A *label* maps some places to values: integers, exact fractions, words, or lists of integers. A
place without a value is *blank*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from gfkit.core.boards.board import Board, Grid, from_edges, from_grid, simple_edges
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import BoardError, known_choices

Place = tuple[int, ...]
"""Cells of a place, in ascending order."""
Value = int | Fraction | str | tuple[int, ...]
BLANKS = frozenset({"", ".", "-", "_", "?"})
"""Marks of a blank place."""
GEOMETRIC = ("row", "column", "diagonal", "antidiagonal", "box", "board")
"""Labels of every board with rows and columns, from its geometry."""
LINES = ("rows", "columns")
_INTEGER, _NUMBER = regex(r"[+-]?\d{1,18}"), regex(r"[+-]?\d{1,40}(?:/0*[1-9]\d{0,39}|\.\d{1,40})?")
_INTEGERS = regex(r"[+-]?\d{1,9}(?:[ ,]+[+-]?\d{1,9})+")
_LABEL = regex(r"[a-z][a-z_]{0,20}")
_LINE = regex(r"(row|column) (-?\d{1,6})")
_MOST_VALUES = 100_000


@dataclass(frozen=True, slots=True)
class BoardLabel:
    """BoardLabel of a board: its name, and its value at each place that is not blank."""

    name: str
    values: tuple[tuple[Place, Value], ...]


def read_value(value: object) -> Value:
    """Return an integer, an exact fraction, a list of integers, or a word.

    A floating-point number denotes the shortest decimal fraction that Python prints for it.

    >>> read_value("3"), read_value(0.9), read_value("3 1 2"), read_value("1/4"), read_value("A")
    (3, Fraction(9, 10), (3, 1, 2), Fraction(1, 4), 'A')
    """
    if isinstance(value, list | tuple):
        return tuple(int(item) for item in value)
    if isinstance(value, Fraction):
        return value if value.denominator > 1 else value.numerator
    if type(value).__name__.startswith("float"):
        return read_value(Fraction(repr(float(value))))  # type: ignore[arg-type]
    text = str(value).strip()
    if _INTEGER.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text):
        return read_value(Fraction(text))
    if _INTEGERS.fullmatch(text):
        return tuple(map(int, text.replace(",", " ").split()))
    return text


def with_labels(board: Board, given: Mapping[str, Any] | Sequence[str], source: Any = None) -> Board:
    """Return a board with further labels.

    ``given`` maps names to data: a string in the syntax of a label file, nested lists, an array, a data
    frame, or a mapping from places to values. If it is a list of names, they are attributes of the vertices
    and edges of the networkx graph ``source``.

    >>> from gfkit.core.boards import parse_one_board
    >>> with_labels(parse_one_board("1x3"), {"clue": ".2."}).labels
    (BoardLabel(name='clue', values=(((1,), 2),)),)
    """
    if not isinstance(given, Mapping):
        given = {name: attribute_of(source, name) for name in ([given] if isinstance(given, str) else given)}
    labels = list(board.labels)
    for name, data in given.items():
        if not isinstance(name, str) or not _LABEL.fullmatch(name) or name in GEOMETRIC:
            raise BoardError(
                f"label {name!r}: a name has 1 to 21 small letters or underscores, and is not"
                f" {', '.join(GEOMETRIC)}"
            )
        if any(label.name == name for label in labels):
            raise BoardError(f"label {name!r} is given twice")
        values: dict[Place, Value] = {}
        for number, (where, cells, value) in enumerate(_entries(board, name, data)):
            if number >= _MOST_VALUES:
                raise BoardError(f"label {name!r} has more than {_MOST_VALUES} values")
            if cells in values:
                raise BoardError(f"label {name!r}: {where} has two values")
            try:
                values[cells] = read_value(value)
            except (ValueError, TypeError):
                raise BoardError(
                    f"label {name!r}: {where} has the value {value!r}, not a number or word"
                ) from None
        labels.append(BoardLabel(name, tuple(sorted(values.items(), key=lambda one: one[0]))))
    return replace(board, labels=tuple(labels))


def geometric(board: Board, name: str) -> dict[Place, Value]:
    """Return a label that the geometry of a board determines: the number of the row of each cell, and so on.

    A box of an n x n board has n cells; its height is the largest divisor of n that is at most its width.

    >>> from gfkit.core.boards import parse_one_board
    >>> geometric(parse_one_board("4x4"), "box")[(15,)]
    4
    """
    if name == "board":
        return {(cell,): 1 for cell in range(board.size)}
    grid = board.grid
    if grid is None:
        raise BoardError(f"board {board.text!r} is a graph without a {name}; use a board such as 4x5")
    side = grid.cols
    tall = max(k for k in range(1, isqrt(side) + 1) if side % k == 0) if side else 1
    if name == "box" and grid.rows != side:
        raise BoardError(
            f"board {board.text!r} has no boxes, because it is not a square; give a label region"
        )
    wide, found = side // tall, dict[Place, Value]()
    for cell, (r, c) in enumerate(board.places):
        box = 1 + r // tall * tall + c // wide
        numbers = {"row": r + 1, "column": c + 1, "diagonal": r - c, "antidiagonal": r + c, "box": box}
        found[(cell,)] = numbers[name]
    return found


def name_of_place(board: Board, place: Place) -> str:
    """Return a place as it is written in a label file.

    >>> from gfkit.core.boards import parse_one_board
    >>> name_of_place(parse_one_board("2x3"), (0, 4))
    '1,1-2,2'
    """
    names = {cell: name for name, cell in _vertex_numbers(board).items()}
    return "-".join(names[cell] for cell in place)


def drawn_board(text: str, content: str) -> Board:
    """Return the rectangle, without labels, of the size of a drawing or of lists of rows and columns."""
    lines = _lines(content)
    if lines and lines[0].lower() == "rows":
        rows, cols = ([*values] for values in _sections("drawing", lines))
        return from_grid(text, Grid(len(rows), len(cols)))
    if not lines:
        raise BoardError(f"board {text!r}: the file is empty; draw one mark for each cell")
    table = _marks(lines)
    return from_grid(text, Grid(len(table), max(map(len, table))))


def board_of_file(path: str, names: Sequence[str], content: str, *, is_graph: bool) -> Board:
    """Return the board of a data file, with its labels.

    The file contains one drawing, or lists of rows and columns: the first of the given labels. For a rule
    about edges, it is a table of edges: two columns of endpoints, and columns with the names of labels.
    """
    if not is_graph:
        return with_labels(drawn_board(path, content), {names[0]: content})
    rows = [_columns(line) for line in _lines(content)]
    if len(rows) < 2 or min(map(len, rows)) < 3 or not {*names} & {*rows[0][2:]}:
        raise BoardError(
            f"board {path!r}: expected a table of edges, whose first line names two columns of endpoints and"
            f" some of the labels {', '.join(names)}"
        )
    names_of = {name: k for k, name in enumerate(dict.fromkeys(end for row in rows[1:] for end in row[:2]))}
    pairs = [(names_of[row[0]], names_of[row[1]]) for row in rows[1:]]
    if loop := next((row for row in rows[1:] if row[0] == row[1]), None):
        raise BoardError(f"board {path!r}: the edge {loop[0]}-{loop[1]} is a loop")
    edges = simple_edges(f"board {path!r}", pairs, [*names_of])
    board = replace(from_edges(path, len(names_of), edges), names=tuple(names_of))
    own = [name for name in names if name in rows[0][2:]]
    return with_labels(board, dict.fromkeys(own, content))


def _columns(line: str) -> list[str]:
    return line.replace(",", " ").replace(";", " ").split()


# Entries: the description of a place, its cells, and its value


def _entries(board: Board, name: str, data: Any) -> Iterator[tuple[str, Place, Any]]:
    if hasattr(data, "to_dict") and not hasattr(data, "columns"):  # a series of pandas
        data = data.to_dict()
    for method in ("to_numpy", "tolist"):
        data = getattr(data, method)() if hasattr(data, method) else data
    if isinstance(data, Mapping):
        for where, value in data.items():
            if not _is_blank(value):
                yield str(where), _cells(board, name, where), value
        return
    if isinstance(data, str):
        yield from _entries_of_text(board, name, data)
        return
    if not isinstance(data, Sequence):
        raise BoardError(f"label {name!r}: expected a string, lists, an array or a mapping, got {data!r:.60}")
    if board.grid is None:
        if len(data) != board.size:
            raise BoardError(
                f"label {name!r} has {len(data)} values, but the board has {board.size} vertices"
            )
        yield from ((f"vertex {k + 1}", (k,), value) for k, value in enumerate(data) if not _is_blank(value))
        return
    if data and all(isinstance(row, str) for row in data):
        yield from _entries_of_text(board, name, "\n".join(data))
        return
    rows = [[*row] if isinstance(row, Sequence) and not isinstance(row, str) else [row] for row in data]
    yield from _entries_of_drawing(board, name, rows)


def _entries_of_text(board: Board, name: str, text: str) -> Iterator[tuple[str, Place, Any]]:
    lines = _lines(text)
    if lines and lines[0].lower() == "rows":
        for word, values in zip(("row", "column"), _sections(name, lines), strict=True):
            grid = board.grid
            size = 0 if grid is None else grid.rows if word == "row" else grid.cols
            if len(values) != size:
                raise BoardError(f"label {name!r} has {len(values)} {word}s, but the board has {size}")
            for k, value in enumerate(values):
                if not _is_blank(value):
                    yield (
                        f"{word} {k + 1}",
                        _cells(board, name, f"{word} {k + 1}"),
                        tuple(_runs(name, word, k, value)),
                    )
    elif lines and all(":" in line for line in lines):
        for line in lines:
            where, _, value = (part.strip() for part in line.rpartition(":"))
            if not _is_blank(value):
                yield where, _cells(board, name, where), value
    elif board.grid is None:
        yield from _entries_of_table(board, name, lines)
    else:
        yield from _entries_of_drawing(board, name, _marks(lines))


def _entries_of_drawing(
    board: Board, name: str, rows: Sequence[Sequence[Any]]
) -> Iterator[tuple[str, Place, Any]]:
    """Yield the entries of a drawing with a mark for each cell or, one row and column smaller, each face."""
    assert board.grid is not None, "graphs have no drawing"
    tall, wide = board.grid.rows, board.grid.cols
    is_of_faces = len(rows) == tall - 1 and all(len(row) == wide - 1 for row in rows) and wide > 1
    height, width = (tall - 1, wide - 1) if is_of_faces else (tall, wide)
    odd = next((r for r, row in enumerate(rows) if len(row) != width), None)
    if len(rows) != height or odd is not None:
        found = f"{len(rows)} rows" if odd is None else f"{len(rows[odd])} marks in row {odd + 1}"
        raise BoardError(f"label {name!r} has {found}, but the board {board.text!r} is {tall} x {wide}")
    steps = ((0, 0), (0, 1), (1, 0), (1, 1)) if is_of_faces else ((0, 0),)
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            cells = [board.at.get((r + down, c + right)) for down, right in steps]
            if _is_blank(value) or (value == "#" and None in cells):
                continue
            if None in cells:
                raise BoardError(
                    f"label {name!r}: row {r + 1}, column {c + 1} has a value, but is not on the board"
                )
            yield (
                f"row {r + 1}, column {c + 1}",
                tuple(sorted(cell for cell in cells if cell is not None)),
                value,
            )


def _entries_of_table(board: Board, name: str, lines: Sequence[str]) -> Iterator[tuple[str, Place, Any]]:
    """Yield the entries of lines with a vertex or the endpoints of an edge, and a value.

    If the first line is a header with the name of the label, the value is in this column.
    """
    rows = [_columns(line) for line in lines]
    column = -1
    known = _vertex_numbers(board)
    if rows and name in rows[0] and not {*rows[0]} <= known.keys():
        column = rows.pop(0).index(name)
    for number, row in enumerate(rows, 1):
        ends = row[: 2 if len(row) > 2 else 1]
        if len(row) < 2 or not -1 <= column < len(row):
            raise BoardError(
                f"label {name!r}: line {number} must have a vertex or two, and a value, got {' '.join(row)!r}"
            )
        if not _is_blank(row[column]):
            yield "-".join(ends), _cells(board, name, "-".join(ends)), row[column]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _marks(lines: Iterable[str]) -> list[list[str]]:
    """Return the marks of a drawing: characters, or words if a line contains commas or spaces."""
    listed = [*lines]
    if any("," in line for line in listed):
        return [[mark.strip() for mark in line.split(",")] for line in listed]
    is_spaced = any(len(line.split()) > 1 for line in listed)
    return [line.split() if is_spaced else list(line) for line in listed]


def _sections(name: str, lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lines of the sections ``rows`` and ``columns``."""
    words = [line.lower() for line in lines]
    if words.count("rows") != 1 or words.count("columns") != 1:
        raise BoardError(
            f"label {name!r}: write a line rows, a line for each row, a line columns, and one for each column"
        )
    middle = words.index("columns")
    return [*lines[1:middle]], [*lines[middle + 1 :]]


def _runs(name: str, word: str, k: int, text: str) -> Iterator[int]:
    for part in text.replace(",", " ").split():
        if not part.isascii() or not part.isdigit() or len(part) > 6:
            raise BoardError(
                f"label {name!r}: {word} {k + 1} must be a list of lengths such as 3 1, got {text!r}"
            )
        yield int(part)


def _is_blank(value: object) -> bool:
    if value is None or (isinstance(value, str) and value.strip() in BLANKS):
        return True
    return type(value).__name__.startswith("float") and value != value  # not a number


def _vertex_numbers(board: Board) -> dict[str, int]:
    """Return the cells by their names in label files: row and column from 1, or the name of a vertex."""
    if board.grid is not None:
        return {f"{row + 1},{col + 1}": cell for cell, (row, col) in enumerate(board.places)}
    names = board.names or tuple(map(str, range(1, board.size + 1)))
    known = {name: cell for cell, name in enumerate(names)}
    if len(known) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BoardError(
            f"board {board.text!r:.60}: two vertices have the name {twice!r}, so labels are ambiguous"
        )
    return known


def _cells(board: Board, name: str, where: Any) -> Place:
    """Return the cells of a place, such as "2,3", "row -1", "a-b", (0, 2) or ("a", "b")."""
    known = _vertex_numbers(board)
    if isinstance(where, tuple) and str(where) not in known:
        if board.grid is None and all(str(part) in known for part in where):
            return tuple(sorted({known[str(part)] for part in where}))
        listed = where if all(isinstance(part, tuple) for part in where) else (where,)
        if board.grid is not None and all(place in board.at for place in listed):
            return tuple(sorted({board.at[place] for place in listed}))
        raise BoardError(
            f"label {name!r}: {where!r} is not a place of the board; rows and columns are counted from 0"
        )
    text = " ".join(str(where).split())
    if (line := _LINE.fullmatch(text)) and board.grid is not None:
        axis = int(line[1] == "column")
        size, number = (board.grid.rows, board.grid.cols)[axis], int(line[2])
        number = number - 1 if number > 0 else size + number if number else -1
        if not 0 <= number < size:
            raise BoardError(f"label {name!r}: the board {board.text!r} has no {text}")
        return tuple(cell for cell, place in enumerate(board.places) if place[axis] == number)
    if text in known:
        return (known[text],)
    cuts = [k for k, mark in enumerate(text) if mark == "-"]
    pairs = [(text[:k].strip(), text[k + 1 :].strip()) for k in cuts]
    pair = next((pair for pair in pairs if {*pair} <= known.keys()), None)  # names may contain hyphens
    parts = [*pair] if pair else [part.strip().replace(", ", ",") for part in text.split("-")]
    odd = next((part for part in parts if part not in known), None)
    if odd is not None:
        raise BoardError(f"label {name!r}: {text!r} is not a place of the board; {known_choices(odd, known)}")
    return tuple(sorted({known[part] for part in parts}))


def attribute_of(graph: Any, name: str) -> dict[Any, Any]:
    """Return an attribute of the vertices and edges of a networkx graph, by their names."""
    if not hasattr(graph, "nodes") or not hasattr(graph, "edges"):
        raise BoardError(
            f"label {name!r}: the name of an attribute needs a networkx graph; otherwise give a mapping"
        )
    found: dict[Any, Any] = {str(v): data[name] for v, data in graph.nodes(data=True) if name in data}
    found |= {(str(a), str(b)): data[name] for a, b, data in graph.edges(data=True) if name in data}
    if not found:
        raise BoardError(f"label {name!r}: no vertex and no edge of the graph has the attribute {name!r}")
    return found
