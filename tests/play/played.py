"""Play by definition, for comparison: complete games, piece by piece.

Positions are sets of pieces, and every condition is evaluated directly; there is no decomposition and no
symmetry, and only requested values are computed. Random rules and boards are made here too.
"""

from differential.plain import has_liberty
from differential.questions import Played
from hypothesis import strategies as st
from tables import tables

from gfkit.core.boards import as_board, parse_one_board
from gfkit.core.errors import BoardError
from gfkit.core.rules import Rule, as_rule
from gfkit.core.rules.kinds.placement.definition import every_placement, go_together, lying_pieces
from gfkit.core.typing import Player
from gfkit.play.position import compile_position

DATA = tables("values_cases")["played"]

TABLES = tables("values")
"""What is in print, or worked out by hand."""
PIECES = ["X", "XX", "X/X", "XXX", "X/X/X", "X.X", "XX/X.", "X./.X", "X/./X"]
BOARDS = DATA["boards"]
SMALL = [text for text in BOARDS if text != "..../.#.."]
FLAT_BOARDS = ["path:5", "cycle:5", "complete:4"]
FLAT_HANDS = [["X"], ["XX", "X/X"], ["X", "XX", "X/X"]]
PLAYERS = (Player.LEFT, Player.RIGHT)
OTHER = {Player.LEFT: Player.RIGHT, Player.RIGHT: Player.LEFT}


@st.composite
def rules(draw, flat=False):
    """Return a strategy of rules with random pieces, conditions and players."""
    some = st.lists(st.sampled_from(PIECES), min_size=1, max_size=2, unique=True)
    hand = st.sampled_from(FLAT_HANDS) if flat else some
    forbid = draw(st.lists(st.sampled_from(["LL", "RR", "LR"]), max_size=2, unique=True))
    drawn = {"name": "R", "rules": {"forbid_adjacent": forbid, "liberties": draw(st.booleans())}}
    if draw(st.integers(0, 3)) == 0:
        return Rule.of({**drawn, "both": {"pieces": draw(hand)}})
    left, right = draw(hand), draw(hand) if draw(st.integers(0, 7)) else []
    return Rule.of({**drawn, "left": {"pieces": left}, "right": {"pieces": right}})


def accepted(rule, text):
    """Return the board, or None if the rule does not contain the drawn pieces."""
    board = parse_one_board(text)
    try:
        compile_position(rule, board)
    except BoardError:
        return None
    return board


games = st.one_of(
    st.tuples(rules(), st.sampled_from(SMALL)), st.tuples(rules(flat=True), st.sampled_from(FLAT_BOARDS))
)
"""Random rules with texts of small boards, drawn ones and graphs."""


def pair(drawn):
    """Return a random rule and its board, or None if the rule does not contain the pieces."""
    rule, text = drawn
    board = accepted(rule, text)
    return None if board is None else (rule, board)


def letter(player):
    """Return L or R."""
    return player.value[0].upper()


def cells_of(pieces):
    """Return the colour and cells of a move of gfkit."""
    return {(piece.colour, tuple(sorted(piece.cells))) for piece in pieces}


class Plain(Played):
    """A game on a board by its rules: positions are sets of pieces; every condition is evaluated directly."""

    def __init__(self, game, board):
        self.rule, self.board = as_rule(game), as_board(board)
        self.every = every_placement(self.rule, self.board)
        self.start = frozenset(lying_pieces(self.rule, self.board))

    def after(self, pieces, player="LR"):
        players = [one for one in PLAYERS if letter(one) in player]
        return [(new, pieces | {new}) for new in {new for one in players for new in self.moves(pieces, one)}]

    def moves(self, pieces, player):
        return [
            new
            for new in self.every
            if self.rule.colours[new.colour].belongs_to(player)
            and all(go_together(self.rule, self.board, new, old) for old in pieces)
            and self.breathes(pieces | {new})
        ]

    def breathes(self, pieces):
        """Return True if every group is adjacent to an empty cell, or if the rule does not require it."""
        colour = {cell: piece.colour for piece in pieces for cell in piece.cells}
        near = self.board.neighbours
        return not self.rule.liberties or all(has_liberty(near, colour, cell) for cell in colour)

    def moved(self, pieces, player, move):
        """Return the pieces after a legal move, given by its colour and cells."""
        (new,) = (new for new in self.moves(pieces, player) if cells_of([new]) == {move})
        return pieces | {new}
