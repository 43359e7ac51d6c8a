"""The positions of any placement rule on any board."""

from __future__ import annotations

from gfkit.boards import Board
from gfkit.errors import LimitError, MismatchError
from gfkit.games import PlacementRule, Rule
from gfkit.values.position.liberty import LibertyPosition
from gfkit.values.position.masks import MaskPosition

MOST_CELLS = 2000
Position = MaskPosition | LibertyPosition
"""What both have: ``start``, ``left(state)``, ``right(state)``, ``components(state)``, ``settle(component)``,
``images(settled)``, ``canonical(component)``, ``opening(player)``, ``impartial``. States are integers."""


def compile_position(rule: Rule, board: Board) -> Position:
    """The moves of a rule on a board; pieces lying there already have had their effect on the start.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> column = compile_position(find_rule("col"), parse_one_board("1x3"))
    >>> bin(column.start), bin(column.left(column.start)[1])
    ('0b111111', '0b101000')
    """
    if not isinstance(rule, PlacementRule):
        kind = "a tile set" if rule.kind == "tiles" else "a rule of local arrays"
        raise MismatchError(
            f"game {rule.name!r} is {kind}, in which nobody moves; values are for games in which"
            " pieces are placed, as domineering"
        )
    cells = board.size if board.grid is None else board.grid.rows * board.grid.cols
    if cells > MOST_CELLS:
        raise LimitError(
            f"board {board.text!r} has {cells} cells with the holes between them; play is searched on at"
            f" most {MOST_CELLS}"
        )
    return LibertyPosition(rule, board) if rule.liberties else MaskPosition(rule, board)
