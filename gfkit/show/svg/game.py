"""Drawings of rules, plays, thermographs and trees of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from gfkit.core.boards import Board, LyingPiece
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Rule
from gfkit.core.rules.kinds.diagram import Diagram, DiagramRow, Look, pictures_of
from gfkit.core.rules.table import monomial
from gfkit.core.rules.values import Cell, Piece, Tile, Window
from gfkit.core.typing import Player
from gfkit.show.markup import Point, centre_text, line, tag, text, width_of
from gfkit.show.phrases import play_text
from gfkit.show.svg.board import MOST_CELLS, board_drawing, cell_middles, piece_shape
from gfkit.show.svg.drawing import OWNERS, SEVERAL, Drawing, beside, stack
from gfkit.show.svg.symbols import symbol_on_square

if TYPE_CHECKING:
    from gfkit.play import BestMove, ShortGame
    from gfkit.play.equilibria import Play

MOST_DRAWN = 200
_CELL, _TILE = 26.0, 62.0
_GAP, _TILE_GAP = 22.0, 26.0


def rule_drawing(rule: Rule) -> Drawing:
    """Draw a rule: its pieces by player, its windows, its tiles, its moves."""
    pictures = pictures_of(rule)
    rows = pictures.rows
    if getattr(rule, "in_space", False):
        raise MismatchError(f"rule {rule.name!r} has pieces in layers, which are not drawn")
    number = sum(len(row.diagrams) for row in rows)
    if number > MOST_DRAWN:
        raise LimitError(
            f"rule {rule.name!r} has {number} pieces, windows or tiles; drawings are limited to {MOST_DRAWN}"
        )
    drawn = [_row_drawing(row, pictures.looks) for row in rows]
    whole = stack(drawn, f"rule {rule.name}", rule.about)
    return whole.with_heading(rule.name)


def _row_drawing(row: DiagramRow, looks: Mapping[str, Look]) -> Drawing:
    """Draw diagrams in a row below their heading."""
    gap = _TILE_GAP if any(isinstance(diagram, Tile) for diagram in row.diagrams) else _GAP
    drawn = [diagram_drawing(diagram, row.owner or Player.BOTH, looks) for diagram in row.diagrams]
    whole = beside(drawn, row.heading, gap=gap)
    return whole.with_heading(row.heading) if row.heading else whole


def diagram_drawing(
    diagram: Diagram, owner: Player = Player.BOTH, looks: Mapping[str, Look] | None = None
) -> Drawing:
    """Draw a diagram, a piece in the colour of its owner, marks as in configurations."""
    if isinstance(diagram, Piece):
        return _piece(diagram, owner)
    return _window(diagram, looks or {}) if isinstance(diagram, Window) else _tile(diagram)


def _piece(piece: Piece, owner: Player) -> Drawing:
    """Draw the cells of a piece; cells outside the piece are only outlined."""
    rows, cols = _extent(piece.cells)
    shape = piece_shape(piece.cells, _CELL, OWNERS[owner])
    body = _frame(rows, cols) + shape
    return Drawing(cols * _CELL, rows * _CELL, body, f"piece {piece.text}")


def _window(window: Window, looks: Mapping[str, Look]) -> Drawing:
    """Draw cells with their marks as symbols or text."""
    marks = dict(window.cells)
    rows, cols = _extent(marks)
    parts = []
    for (row, col), mark in window.cells:
        x, y = col * _CELL, row * _CELL
        parts.append(tag("rect", x=x, y=y, width=_CELL, height=_CELL, class_="cell"))
        look = looks.get(mark)
        is_drawn = look is not None and look.symbol not in ("blank", "square", "tile")
        parts.append(
            symbol_on_square(look, x, y, _CELL)
            if look is not None and is_drawn
            else centre_text(mark, x + _CELL / 2, y + _CELL / 2, 13)
        )
    return Drawing(cols * _CELL, rows * _CELL, "".join(parts), f"window {window.text}")


def _tile(tile: Tile) -> Drawing:
    """Draw a tile with a label in each quarter, and its name and weight below."""
    half, side = _TILE / 2, _TILE
    parts = [
        tag("rect", x=0, y=0, width=side, height=side, class_="cell tile"),
        line([(0, 0), (side, side)], class_="grid"),
        line([(0, side), (side, 0)], class_="grid"),
    ]
    near = side * 0.17
    for mark, x, y in (
        (tile.top, half, near),
        (tile.right, side - near, half),
        (tile.bottom, half, side - near),
        (tile.left, near, half),
    ):
        parts.append(centre_text(mark, x, y, 13 if len(mark) < 3 else 9))
    weight = monomial(tile.weight)
    words = tile.name + (f", {weight}" if weight else "")
    wide = max(side, width_of(words, 12))
    below = text(words, side / 2, side + 16, font_size=12, class_="soft")
    body = tag("g", *parts, below, transform=f"translate({(wide - side) / 2:g} 0)")
    description = f"top {tile.top}, right {tile.right}, bottom {tile.bottom}, left {tile.left}"
    return Drawing(wide, side + 20, body, f"tile {tile.name}", description)


def _frame(rows: int, cols: int) -> str:
    lines = [line([(0, k * _CELL), (cols * _CELL, k * _CELL)], class_="grid") for k in range(rows + 1)]
    lines += [line([(k * _CELL, 0), (k * _CELL, rows * _CELL)], class_="grid") for k in range(cols + 1)]
    return "".join(lines)


def _extent(cells: Iterable[Cell]) -> tuple[int, int]:
    rows, cols = zip(*cells, strict=True)
    return max(rows) + 1, max(cols) + 1


_LONGEST_VALUE, _LONGEST_NODE = 40, 24
_MOST_MOVES = 12
"""Maximum number of moves of one player that are drawn. The number of omitted moves is stated below."""
MOST_NODES = 60
_SQUARE = 30.0
_LEVEL, _NODE_GAP, _HIGH = 62.0, 12.0, 24.0


def options_drawing(board: Board, moves: Sequence[BestMove], title: str) -> Drawing:
    """Draw the board once for each move, with the value of the resulting position."""
    rows = [row for player in (Player.LEFT, Player.RIGHT) for row in _row(board, moves, player)]
    return stack(rows, title, "Best moves of both players." if moves else "No moves are drawn.")


def _row(board: Board, moves: Sequence[BestMove], player: Player) -> list[Drawing]:
    own = [move for move in moves if move.player is player]
    who = player.value.title()
    if not own:
        return [Drawing(0, 0, "", who).with_heading(f"{who} has no move")] if moves else []
    more = len(own) - _MOST_MOVES
    drawn = beside([_board_after(board, move) for move in own[:_MOST_MOVES]], f"best moves of {who}")
    return [drawn.with_heading(f"Best for {who}" + (f" ({more} more are not shown)" if more > 0 else ""))]


def _board_after(board: Board, move: BestMove) -> Drawing:
    letter = "X" if move.player is Player.LEFT else "x"
    drawn = board_drawing(board, [LyingPiece(letter, move.player, move.cells)])
    words = move.value.text(_LONGEST_VALUE)
    alike = f"{move.alike} moves" if move.alike > 1 else "1 move"
    return drawn.with_caption(f"to {words if words is not None else 'a long value'}", alike)


def winning_drawing(
    board: Board, winning: Mapping[Player, Mapping[tuple[int, ...], bool | None]], title: str
) -> Drawing:
    """Draw the winning moves on the board, once for each player, or once for both.

    A piece that wins is a line over its cells with a dot in its middle; on a single cell it is a disc.

    >>> from gfkit.core.boards import parse_one_board
    >>> moves = {Player.LEFT: {(0, 2): True, (1, 3): None}, Player.RIGHT: {}}
    >>> drawn = winning_drawing(parse_one_board("2x2"), moves, "winning moves")
    >>> drawn.description
    'Left to move: 1 of 2 moves wins, 1 not settled in time. Right to move: has no move.'
    """
    drawn, texts = [], []
    for player, moves in winning.items():
        wins = [cells for cells, won in moves.items() if won]
        still_open = sum(won is None for won in moves.values())
        text = _winning_text(len(wins), len(moves), still_open)
        who = "Whoever is" if player is Player.BOTH else player.value.title()
        texts.append(f"{who} to move: {text}.")
        bare = board_drawing(board)
        marks = "".join(_winning_mark(board, cells, player) for cells in wins)
        drawn.append(
            Drawing(bare.width, bare.height, bare.body + marks, title).with_heading(f"{who} to move", text)
        )
    return beside(drawn, title, " ".join(texts))


def _winning_text(wins: int, moves: int, still_open: int) -> str:
    if not moves:
        return "has no move"
    rest = f", {still_open} not settled in time" if still_open else ""
    if moves == 1:
        return ("its only move wins" if wins else "its only move loses") if not rest else f"one move{rest}"
    return f"{wins or 'none'} of {moves} moves {'wins' if wins < 2 else 'win'}{rest}"


def _winning_mark(board: Board, cells: Sequence[int], player: Player) -> str:
    """Return a line over adjacent cells with a dot, or a disc on a single cell."""
    middles, apart = cell_middles(board)
    points = [middles[cell] for cell in cells]
    look = OWNERS[player]
    if len(points) == 1:
        return tag("circle", cx=points[0][0], cy=points[0][1], r=apart * 0.2, class_=look)
    near = [(start, end) for start, end in pairwise(points) if dist(start, end) < apart * 1.6]
    parts = [line(pair, class_=f"curve {look}-curve") for pair in near]
    if len(near) == len(points) - 1:
        x, y = (sum(place) / len(points) for place in zip(*points, strict=True))
        return "".join([*parts, tag("circle", cx=x, cy=y, r=apart * 0.13, class_=look)])
    return "".join([*parts, *(tag("circle", cx=x, cy=y, r=apart * 0.13, class_=look) for x, y in points)])


def plays_drawing(plays: Sequence[Play]) -> Drawing:
    """Draw plays in a row, with payoffs and moves below.

    >>> from gfkit.play.equilibria import equilibrium
    >>> plays_drawing(equilibrium("2x2").plays).svg().count('class="piece')
    2
    """
    text = "; ".join(f"{play}: {play_text(play)}" for play in plays)
    return beside([_draw_play(play) for play in plays], "plays of a dominogame", text)


def _draw_play(play: Play) -> Drawing:
    game = play.game
    if game.cells > MOST_CELLS:
        raise LimitError(
            f"board {game.board!r} has {game.cells} cells; drawings are limited to {MOST_CELLS} cells"
        )
    parts = [
        tag("rect", x=col * _SQUARE, y=row * _SQUARE, width=_SQUARE, height=_SQUARE, class_="cell")
        for row in range(game.rows)
        for col in range(game.columns)
    ]
    for index, step in enumerate(play.steps):
        cells = [(game.rows - row, column - 1) for column, row in step.cells]
        look = SEVERAL[index % game.players % len(SEVERAL)]
        parts.append(piece_shape(cells, _SQUARE, look, str(index + 1)))
    drawn = Drawing(game.columns * _SQUARE, game.rows * _SQUARE, "".join(parts), str(play))
    return drawn.with_caption(play_text(play))


@dataclass(frozen=True)
class _Node:
    words: str
    left: tuple[_Node, ...]
    right: tuple[_Node, ...]

    @property
    def below(self) -> tuple[_Node, ...]:
        return (*self.left, *self.right)

    @property
    def size(self) -> int:
        return 1 + sum(node.size for node in self.below)

    @property
    def height(self) -> int:
        return 1 + max((node.height for node in self.below), default=0)

    @property
    def width(self) -> float:
        return max(width_of(self.words) + 14, sum(node.width + _NODE_GAP for node in self.below) - _NODE_GAP)


def tree_drawing(game: ShortGame) -> Drawing:
    """Draw the options of a game recursively down to numbers.

    Lines to Left's options are plain, those to Right's are dashed.
    """
    root = _build_tree(game, [0])
    parts: list[str] = []
    _draw_node(root, 0, 0, parts)
    text = f"{root.size} positions, down to numbers; plain lines are moves of Left, dashed ones of Right."
    return Drawing(
        root.width, (root.height - 1) * _LEVEL + _HIGH, "".join(parts), f"tree of {root.words}", text
    )


def _build_tree(game: ShortGame, count: list[int]) -> _Node:
    count[0] += 1
    if count[0] > MOST_NODES:
        raise LimitError(
            f"the game tree has more than {MOST_NODES} nodes; drawings are limited to {MOST_NODES} nodes"
        )
    words = game.text(_LONGEST_NODE) or "…"
    if game.number is not None:
        return _Node(words, (), ())
    left, right = (tuple(_build_tree(option, count) for option in side) for side in (game.left, game.right))
    return _Node(words, left, right)


def _draw_node(node: _Node, left: float, top: float, parts: list[str]) -> Point:
    """Draw a node with its subtree, lines first; return the middle of its top."""
    across = sum(child.width + _NODE_GAP for child in node.below) - _NODE_GAP
    at = left + max(0.0, (node.width - across) / 2)
    middles = []
    for child in node.below:
        middles.append(_draw_node(child, at, top + _LEVEL, parts))
        at += child.width + _NODE_GAP
    middle = (middles[0][0] + middles[-1][0]) / 2 if middles else left + node.width / 2
    half = (width_of(node.words) + 14) / 2
    middle = min(max(middle, left + half), left + node.width - half)
    for k, (x, y) in enumerate(middles):
        look = "left-line" if k < len(node.left) else "right-line"
        parts.append(line([(middle, top + _HIGH), (x, y)], class_=look))
    parts.append(_box(node.words, middle, top))
    return middle, top


def _box(words: str, middle: float, top: float) -> str:
    wide = width_of(words) + 10
    frame = tag("rect", x=middle - wide / 2, y=top, width=wide, height=_HIGH, rx=6, class_="cell node")
    return frame + centre_text(words, middle, top + _HIGH / 2, 13)
