"""Drawings in plain characters: pieces, windows, tiles, moves, plays, thermographs, trees of values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from gfkit.core.algebra.number import number_text
from gfkit.core.boards import Board, LyingPiece
from gfkit.core.boards.grammar import DRAWN_TINTS
from gfkit.core.rules import Rule
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.diagram import RIGHT, Diagram, Look, pictures_of
from gfkit.core.rules.table import monomial
from gfkit.core.rules.values import Cell, Piece, Window
from gfkit.core.typing import Player
from gfkit.show.phrases import play_text

if TYPE_CHECKING:
    from gfkit.play import ShortGame
    from gfkit.play.equilibria import Play
    from gfkit.play.short.operators import Thermograph, Wall

Picture = tuple[str, ...]
_LETTERS = "XOABCDEFGHIJKLMNPQRSTUVWYZ"
_MOST_ROWS = 12
"""Approximate number of rows of a thermograph."""
_MOST_NODES, _LONGEST_NODE = 60, 40
"""Maximum number of positions drawn in a game tree, and maximum number of characters of a game that is
printed in full.
"""


BLANK, SHADE = "·", "░"
_SIGNS = {
    "blank": BLANK, "dot": "●", "ring": "◎", "cross": "×", "square": "■", "plus": "+", "minus": "−",
    "king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞",
}  # fmt: skip
_COLOURS = "○●◇◆□■"
_ARROWS = {
    (row, col): sign
    for (row, col), sign in zip(((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)), "↖↑↗←•→↙↓↘", strict=True)
}
IN_ASCII = str.maketrans("·░●○◇◆□■◎×♚♛♜♝♞−↖↑↗←•→↙↓↘", ".:*o+x-#@xKQRBN-7^9<o>1v3")
"""ASCII replacements of these characters; diagonal arrows follow the numeric keypad."""


def character(look: Look) -> str:
    """Return the character of a mark, or "" for values without colours, and for tiles.

    >>> character(Look("king")), character(Look("colour", 1)), character(Look("colour", 1, "2"))
    ('♚', '●', '')
    """
    if look.symbol == "colour":
        return "" if look.text else _COLOURS[look.colour % len(_COLOURS)]
    return "○" if look.symbol == "dot" and look.colour == RIGHT else _SIGNS.get(look.symbol, "")


def arrow(start: Cell, end: Cell) -> str:
    """Return the arrow from a cell to itself or to a neighbour, or "" if the target is not adjacent.

    >>> arrow((0, 0), (0, 1)), arrow((2, 2), (1, 1)), arrow((0, 0), (0, 2))
    ('→', '↖', '')
    """
    return _ARROWS.get((end[0] - start[0], end[1] - start[1]), "")


def draw_cells(marks: dict[Cell, str], *, joined: bool) -> Picture:
    """Draw cells with a border around each, or around all of them if they are ``joined``.

    >>> print("\\n".join(draw_cells({(0, 0): "", (1, 0): "", (1, 1): ""}, joined=True)))
    +---+
    |   |
    +   +---+
    |       |
    +---+---+
    """
    top, left = min(row for row, _ in marks), min(col for _, col in marks)
    rows, cols = max(row for row, _ in marks) - top + 1, max(col for _, col in marks) - left + 1
    cells = {(row - top, col - left): mark for (row, col), mark in marks.items()}

    def wall(cell: Cell, neighbour: Cell) -> bool:
        inside = (cell in cells) + (neighbour in cells)
        return inside == 1 or (inside == 2 and not joined)

    return draw_walls(rows, cols, wall, cells)


def draw_walls(
    rows: int, cols: int, wall: Callable[[Cell, Cell], bool], marks: Mapping[Cell, str]
) -> Picture:
    """Draw a rectangle with its marks and the borders between neighbouring cells.

    >>> print("\\n".join(draw_walls(1, 2, lambda one, other: (0, 0) in (one, other), {(0, 0): "X"})))
    +---+
    | X |
    +---+
    """
    lines = []
    for row in range(rows + 1):
        edge = [wall((row - 1, col), (row, col)) for col in range(-1, cols + 1)]
        sides = [[wall((r, col - 1), (r, col)) for col in range(cols + 1)] for r in (row - 1, row)]
        line = ""
        for col in range(cols + 1):
            corner = edge[col] or edge[col + 1] or sides[0][col] or sides[1][col]
            line += ("+" if corner else " ") + ("---" if edge[col + 1] else "   ")
        lines.append(line.rstrip())
        if row < rows:
            inner = (
                ("|" if sides[1][col] else " ") + marks.get((row, col), "").center(3)
                for col in range(cols + 1)
            )
            lines.append("".join(inner).rstrip())
    return tuple(lines)


def draw_diagram(diagram: Diagram) -> Picture:
    """Draw a piece with a border around it, a window with a border around each cell, or a labelled tile.

    >>> from gfkit.core.rules.values import Tile
    >>> print("\\n".join(draw_diagram(Tile("T1", "1", "0", "2", "0", (1, 0)))))
        1
      +---+
    0 |   | 0
      +---+
        2
      T1  x
    """
    if isinstance(diagram, Piece):
        return draw_cells(dict.fromkeys(diagram.cells, ""), joined=True)
    if isinstance(diagram, Window):
        return draw_cells(dict(diagram.cells), joined=False)
    pad = " " * (len(diagram.left) + 1)
    marked = monomial(diagram.weight)
    below = diagram.name + (f"  {marked}" if marked else "")
    return (
        f"{pad}  {diagram.top}",
        f"{pad}+---+",
        f"{diagram.left} |   | {diagram.right}",
        f"{pad}+---+",
        f"{pad}  {diagram.bottom}",
        f"{pad}{below}",
    )


def draw_rule(rule: Rule, width: int) -> list[str]:
    """Draw the parts of a rule, in lines of at most ``width`` characters if they fit."""
    players, others = list[Picture](), list[str]()
    for row in pictures_of(rule).rows:
        drawn = list(map(draw_diagram, row.diagrams))
        if row.owner is None:
            others += [*filter(None, [row.heading]), *side_by_side(drawn, width)]
        else:
            players.append((row.heading, *side_by_side(drawn, width, 2)))
    return [*side_by_side(players, width), *others]


def side_by_side(pictures: Sequence[Picture], width: int, gap: int = 3) -> list[str]:
    """Arrange drawings from left to right, in rows of at most the given width."""
    rows: list[list[Picture]] = []
    used = 0
    for picture in pictures:
        wide = _width(picture)
        if not rows or used + gap + wide > width:
            rows.append([])
            used = -gap
        rows[-1].append(picture)
        used += gap + wide
    return [line for row in rows for line in _join(row, gap)]


def _join(row: Sequence[Picture], gap: int) -> list[str]:
    lines = []
    for index in range(max(map(len, row))):
        parts = ((picture[index] if index < len(picture) else "").ljust(_width(picture)) for picture in row)
        lines.append((" " * gap).join(parts).rstrip())
    return lines


def _width(picture: Picture) -> int:
    return max(map(len, picture))


def draw_move(board: Board, player: Player, cells: tuple[int, ...]) -> list[str]:
    """Draw the board with a new piece in the notation of boards: X belongs to Left, x to Right.

    If X is already used on the board, the next unused character denotes the new piece. A graph has no
    drawing; its vertices are named by their numbers, starting with 1.

    >>> from gfkit.core.boards import parse_one_board
    >>> draw_move(parse_one_board("A../A.#"), Player.RIGHT, (1, 2))
    ['Axx', 'A.#']
    """
    if board.grid is None:
        where = ", ".join(_cell_name(board, cell) for cell in cells)
        return [f"on vertex {where}" if len(cells) == 1 else f"on vertices {where}"]
    marks = {board.places[cell]: piece.letter for cell, piece in board.piece_on_cell.items()}
    letter = next(letter for letter in _LETTERS if letter not in {mark.upper() for mark in marks.values()})
    new = letter if player is Player.LEFT else letter.lower()
    marks |= {board.places[cell]: new for cell in cells}
    return _draw_rows(
        board, {cell: marks[place] for cell, place in enumerate(board.places) if place in marks}
    )


def _draw_rows(board: Board, marks: Mapping[int, str], wide: int = 1, between: str = "") -> list[str]:
    """Return rows of marks, with empty cells as in the grammar and # for holes."""
    grid = board.grid
    assert grid is not None, "only grids have rows"
    drawn = {
        place: marks.get(cell, _choose_empty_mark(board, cell)) for cell, place in enumerate(board.places)
    }
    return [
        between.join(drawn.get((row, col), "#").rjust(wide) for col in range(grid.cols))
        for row in range(grid.rows)
    ]


def draw_play(play: Play) -> Picture:
    """Draw a play with a border around each piece, and payoffs and moves below it. Empty cells are dots.

    The pieces have the numbers of their moves, so with two players the odd numbers belong to player one.

    >>> from gfkit.play.equilibria import equilibrium
    >>> print("\\n".join(draw_play(equilibrium("3x2").plays[0])))
    +---+---+
    | 2 | 3 |
    +   +   +
    | 2 | 3 |
    +---+---+
    | 1   1 |
    +---+---+
    (7, 5)
    h1 v1 v2
    """
    game = play.game
    number = {
        (game.rows - row, column - 1): str(index)
        for index, step in enumerate(play.steps, 1)
        for column, row in step.cells
    }

    def label(cell: tuple[int, int]) -> str:
        inside = 0 <= cell[0] < game.rows and 0 <= cell[1] < game.columns
        return number.get(cell, "." if inside else "")

    cells = {(row, col): label((row, col)) for row in range(game.rows) for col in range(game.columns)}
    drawn = draw_walls(game.rows, game.columns, lambda first, second: label(first) != label(second), cells)
    return (*drawn, play_text(play), str(play))


def draw_configuration(board: Board, configuration: Configuration, width: int) -> list[str]:
    r"""Draw a configuration: pieces with borders, or one character per cell if that is too wide.

    Edges join circles; on a graph without coordinates the pieces are named by their vertices, numbered from
    1.

    >>> from gfkit.core.boards import parse_one_board
    >>> board, edges = parse_one_board("2x3"), Configuration.of_edges([(0, 1), (2, 5)])
    >>> print("\n".join(draw_configuration(board, edges, 80)))
    o---o   o
            |
    o   o   o
    """
    grid, pieces, marks = board.grid, configuration.pieces, configuration.marks
    if grid is None:
        arrows = [f"{_cell_name(board, a)}->{_cell_name(board, b)}" for a, b in configuration.arrows or ()]
        labels = [
            f"{_cell_name(board, a)}-{_cell_name(board, b)}: {text}" for (a, b), text in configuration.labels
        ]
        named = [*_named_pieces(board, pieces, marks), *arrows, *labels]
        return wrap(", ".join(named) or "nothing is placed there", width)
    if configuration.joins:
        return _draw_edges(board, configuration)
    label, number = _labels(board, pieces, marks)
    if marks and not pieces and not board.lying:
        wide = max(map(len, label.values()), default=1)
        return _draw_rows(board, {cell: label.get(cell, "#") for cell in range(board.size)}, wide, " ")
    return _with_walls(board, label, number, _outlines(board, pieces), width)


def draw_configurations(board: Board, configurations: Sequence[Configuration], width: int) -> list[str]:
    """Draw configurations of one board from left to right, in rows of at most the given width."""
    return side_by_side([tuple(draw_configuration(board, one, width)) for one in configurations], width)


def _with_walls(
    board: Board, label: Mapping[int, str], number: Mapping[int, int], outlines: Mapping[int, str], width: int
) -> list[str]:
    """Draw squares with borders between different pieces, or one character per cell if that is too wide."""
    grid = board.grid
    assert grid is not None, "squares have rows and columns"
    cells = {place: cell for cell, place in enumerate(board.places)}
    if 4 * grid.cols + 1 > width:
        return _draw_rows(board, {**label, **outlines})

    def piece_at(place: Cell) -> int:
        return number.get(cells[place], -1) if place in cells else -2

    marks = {place: label.get(cell, _choose_empty_mark(board, cell)) for place, cell in cells.items()}
    return list(
        draw_walls(grid.rows, grid.cols, lambda first, second: piece_at(first) != piece_at(second), marks)
    )


def _named_pieces(board: Board, pieces: Sequence[LyingPiece], marks: Mapping[int, str]) -> list[str]:
    """Return the pieces on a graph, described by the names of their vertices."""
    owners = {piece: "" if piece.owner is Player.BOTH else piece.owner.value for piece in pieces}
    named = [
        "-".join(_cell_name(board, cell) for cell in piece.cells)
        + ("" if _cell_name(board, piece.cells[0]).startswith(owner) else f" {owner}")
        for piece, owner in owners.items()
    ]
    if any(mark in IN_ASCII for mark in map(ord, "".join(marks.values()))):
        standing: dict[str, list[str]] = {}
        for cell, mark in marks.items():
            standing.setdefault(mark, []).append(_cell_name(board, cell))
        return [
            *named,
            *(f"{mark} on {' '.join(cells)}" for mark, cells in standing.items() if mark != BLANK),
        ]
    return [*named, *(f"{_cell_name(board, cell)}: {mark}" for cell, mark in marks.items())]


def _labels(
    board: Board, pieces: Sequence[LyingPiece], marks: Mapping[int, str]
) -> tuple[dict[int, str], dict[int, int]]:
    """Return the label of each cell, and the number of its piece."""
    label, number = dict(marks), dict[int, int]()
    for index, piece in enumerate((*board.lying, *pieces)):
        number |= dict.fromkeys(piece.cells, index)
        letter = {Player.LEFT: "L", Player.RIGHT: "R", Player.BOTH: "o"}[piece.owner]
        label |= {cell: label.get(cell, letter) for cell in piece.cells}
    return label, number


def _outlines(board: Board, pieces: Sequence[LyingPiece]) -> dict[int, str]:
    """Return the outline character of each covered cell, or an empty dictionary if some piece covers a single
    cell.
    """
    characters: dict[int, str] = {}
    for index, piece in enumerate(pieces if all(len(lying.cells) > 1 for lying in pieces) else ()):
        characters |= dict(zip(piece.cells, _outline(board, piece.cells, index), strict=True))
    return characters


def _cell_name(board: Board, cell: int) -> str:
    return board.names[cell] if board.names else str(cell + 1)


def _choose_empty_mark(board: Board, cell: int) -> str:
    return DRAWN_TINTS[board.tints[cell]] if board.tints else "."


def _outline(board: Board, cells: Sequence[int], number: int) -> str:
    """Return a character for each cell of a piece: <=> in a row, ^|v in a column, otherwise a letter."""
    places = [board.places[cell] for cell in cells]
    (top, left), many = places[0], len(places)
    if places == [(top, left + k) for k in range(many)]:
        return "<" + "=" * (many - 2) + ">"
    if places == [(top + k, left) for k in range(many)]:
        return "^" + "|" * (many - 2) + "v"
    return chr(ord("a") + number % 26) * many


def _draw_edges(board: Board, configuration: Configuration) -> list[str]:
    """Draw vertices as circles or marks, with edges and arrows between neighbours."""
    grid = board.grid
    assert grid is not None, "vertices have places"
    wide = max(map(len, configuration.marks.values()), default=1)
    step = wide + 3
    canvas = [[" "] * (step * grid.cols) for _ in range(2 * grid.rows)]
    for cell, (row, col) in enumerate(board.places):
        canvas[2 * row][step * col : step * col + wide] = configuration.marks.get(cell, "o").ljust(wide)
    links: list[tuple[tuple[int, ...], str]] = [(piece.cells, "") for piece in configuration.pieces]
    links += [(arrow, "arrow") for arrow in configuration.arrows or ()]
    links += [(edge, text[-1]) for edge, text in configuration.labels]
    for ends, label in links:
        first, last = (board.places[cell] for cell in ends)
        (row, col), (down, right) = sorted((first, last))
        is_lying = down == row
        is_near = right - col + down - row == 1  # or across the seam of a cyclic board
        sign = label or ("-" if is_lying else "|")
        if label == "arrow":
            sign = (">v" if (first < last) == is_near else "<^")[not is_lying]
        if is_lying and is_near:
            canvas[2 * row][step * right - 3 : step * right] = (
                "<--" if sign == "<" else "-->" if sign == ">" else sign.center(3, "-")
            )
        elif is_lying:
            canvas[2 * row][step * right + wide] = sign
        else:
            canvas[2 * (row if is_near else down) + 1][step * col] = sign
    lines = ["".join(line).rstrip() for line in canvas]
    return lines if lines[-1] else lines[:-1]


def draw_tree(game: ShortGame) -> list[str]:
    """Draw the options of a game recursively down to numbers, one per line below its game.

    >>> from gfkit.play import ShortGame
    >>> print("\\n".join(draw_tree(ShortGame.parse("{1|0||-2}"))))
    {1|0||-2}
    |- L {1|0}
    |  |- L 1
    |  `- R 0
    `- R -2
    """
    lines = [_node_text(game)]
    _grow_tree(game, "", lines)
    return lines if len(lines) <= _MOST_NODES else [*lines[:_MOST_NODES], "... and more"]


def _grow_tree(game: ShortGame, margin: str, lines: list[str]) -> None:
    """Append the options of a game, up to the maximum number of lines."""
    if game.number is not None:
        return
    options = [("L", option) for option in game.left] + [("R", option) for option in game.right]
    for place, (player, option) in enumerate(options, 1):
        if len(lines) > _MOST_NODES:
            return
        is_last = place == len(options)
        lines.append(f"{margin}{'`-' if is_last else '|-'} {player} {_node_text(option)}")
        _grow_tree(option, margin + ("   " if is_last else "|  "), lines)


def _node_text(game: ShortGame) -> str:
    return game.text(_LONGEST_NODE) or f"(of size {game.size})"


def draw_thermograph(graph: Thermograph) -> list[str]:
    """Draw the walls of a thermograph, with temperature upwards and values from right to left.

    A row is one step of temperature and a column is half a step of value, so a slanted wall moves by two
    columns per row. The line below states the right stop, the left stop and the mast value.

    >>> from gfkit.play import ShortGame
    >>> print("\\n".join(draw_thermograph(ShortGame.parse("{1|-1}").thermograph)))
      5/4           |
        1           |
      3/4         /   \\
      1/2       /       \\
      1/4     /           \\
        0   /               \\
            1       0      -1
    """
    step = _step(graph.temperature)
    mast = -(-max(graph.temperature, Fraction(0)) // step) + 1
    times = [step * row for row in range(int(mast), -1, -1)]
    labels = [number_text(time) for time in times]
    margin = max(map(len, labels)) + 2
    widest = graph.stops(0)[0]

    def column(value: Fraction) -> int:
        return round((widest - value) * 2 / step)

    lines = []
    for time, label in zip(times, labels, strict=True):
        left, right = graph.stops(time)
        row = {column(left): _mark(graph.left, time, step, "/")}
        row[column(right)] = "|" if left == right else _mark(graph.right, time, step, "\\")
        drawn = "".join(row.get(place, " ") for place in range(max(row) + 1))
        lines.append(f"{label:>{margin}}   {drawn}")
    return [*lines, " " * (margin + 3) + _axis({v: column(v) for v in (*graph.stops(0), graph.mean)})]


def _step(temperature: Fraction) -> Fraction:
    """Return the power of 2 that scales a thermograph to the maximal height."""
    if temperature <= 0:
        return Fraction(1, 2)
    step = Fraction(1)
    while temperature > _MOST_ROWS * step:
        step *= 2
    while temperature <= _MOST_ROWS * step / 2 and step > temperature / 4:
        step /= 2
    return step


def _mark(wall: Wall, time: Fraction, step: Fraction, leaning: str) -> str:
    """Return the character of a wall above a temperature: vertical or slanted."""
    points = [*wall, (wall[-1][0] + step, wall[-1][1])]
    for (start, low), (end, high) in pairwise(points):
        if start <= time < end:
            return "|" if low == high else leaning
    return "|"


def _axis(columns: dict[Fraction, int]) -> str:
    """Return the axis with values below their columns, shifted to the right to avoid overlaps."""
    line = ""
    for value, place in sorted(columns.items(), key=lambda item: item[1]):
        text = number_text(value)
        start = max(place - (len(text) - 1), 0 if not line else len(line) + 1)
        line = line.ljust(start) + text
    return line
