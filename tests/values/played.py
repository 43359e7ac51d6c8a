"""Play by its definition, for comparison: whole games piece by piece, heaps by all that a move leaves.

Positions are sets of pieces, and every condition is looked at anew; there are no parts, no symmetries and no
values but those that are asked for. Rules and boards for such comparisons are drawn here too.
"""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from tables import tables

from gfkit.boards import as_board, parse_one_board
from gfkit.errors import BoardError
from gfkit.games import Rule, as_rule
from gfkit.kinds.placement.definition import every_placement, go_together, lying_pieces
from gfkit.typing import Player
from gfkit.values import ShortGame
from gfkit.values.position import compile_position

TABLES = tables("values")
"""What is in print, or worked out by hand."""
PIECES = ["X", "XX", "X/X", "XXX", "X/X/X", "X.X", "XX/X.", "X./.X", "X/./X"]
BOARDS = [
    "2x3", "3x3", "1x6", "..#/...", "..../.#..", ".A./..b", "A.../....", "..a/A..",
    "cylinder:3x2", "torus:3x3",
]  # fmt: skip
SMALL = [text for text in BOARDS if text != "..../.#.."]
FLAT_BOARDS = ["path:5", "cycle:5", "complete:4"]
FLAT_HANDS = [["X"], ["XX", "X/X"], ["X", "XX", "X/X"]]
PLAYERS = (Player.LEFT, Player.RIGHT)
OTHER = {Player.LEFT: Player.RIGHT, Player.RIGHT: Player.LEFT}
OF_WINS = {(True, True): "first", (False, False): "second", (True, False): "left", (False, True): "right"}
"""Who wins, by whether Left does who starts, and Right who starts."""


@st.composite
def rules(draw, flat=False):
    """Rules with random pieces, conditions and players."""
    some = st.lists(st.sampled_from(PIECES), min_size=1, max_size=2, unique=True)
    hand = st.sampled_from(FLAT_HANDS) if flat else some
    forbid = draw(st.lists(st.sampled_from(["LL", "RR", "LR"]), max_size=2, unique=True))
    drawn = {"name": "R", "rules": {"forbid_adjacent": forbid, "liberties": draw(st.booleans())}}
    if draw(st.integers(0, 3)) == 0:
        return Rule.of({**drawn, "both": {"pieces": draw(hand)}})
    left, right = draw(hand), draw(hand) if draw(st.integers(0, 7)) else []
    return Rule.of({**drawn, "left": {"pieces": left}, "right": {"pieces": right}})


def accepted(rule, text):
    """The board, or None where the drawn pieces are none of the rule."""
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
    """A drawn rule and its board, or None where its pieces are none of the rule."""
    rule, text = drawn
    board = accepted(rule, text)
    return None if board is None else (rule, board)


def cells_of(pieces):
    """Colours and cells, as gfkit writes moves."""
    return {(piece.colour, tuple(sorted(piece.cells))) for piece in pieces}


class Plain:
    """A game on a board by its rules: sets of pieces, every condition looked at anew."""

    def __init__(self, game, board):
        self.rule, self.board = as_rule(game), as_board(board)
        self.every = every_placement(self.rule, self.board)
        self.start = frozenset(lying_pieces(self.rule, self.board))
        self.wins, self.mex = cache(self._wins), cache(self._mex)

    def moves(self, pieces, player):
        return [
            new
            for new in self.every
            if self.rule.colours[new.colour].belongs_to(player)
            and all(go_together(self.rule, self.board, new, old) for old in pieces)
            and self.breathes(pieces | {new})
        ]

    def breathes(self, pieces):
        """Whether every group touches a free cell, where the rule asks for that."""
        if not self.rule.liberties:
            return True
        colour = {cell: piece.colour for piece in pieces for cell in piece.cells}
        for start in colour:
            group, todo = {start}, [start]
            while todo:
                for cell in self.board.neighbours[todo.pop()]:
                    if colour.get(cell) == colour[start] and cell not in group:
                        group.add(cell)
                        todo.append(cell)
            if all(n in colour for cell in group for n in self.board.neighbours[cell]):
                return False
        return True

    def after(self, pieces, player, move):
        """The pieces after a legal move, given by its colour and cells."""
        (new,) = (new for new in self.moves(pieces, player) if cells_of([new]) == {move})
        return pieces | {new}

    def _wins(self, pieces, player, misere=False):
        moves = self.moves(pieces, player)
        if not moves:
            return misere
        return any(not self.wins(pieces | {new}, OTHER[player], misere) for new in moves)

    def winner(self, misere=False, start=None):
        """Who wins: left, right, first or second."""
        start = self.start if start is None else start
        return OF_WINS[tuple(self.wins(start, player, misere) for player in PLAYERS)]

    def _mex(self, pieces):
        moves = {new for player in PLAYERS for new in self.moves(pieces, player)}
        return least_missing({self.mex(pieces | {new}) for new in moves})

    def nimber(self, start=None):
        """The nimber, when both players may make the moves of either."""
        return self.mex(self.start if start is None else start)

    def value(self, table, start=None):
        """The value from the options of every position."""

        @cache
        def worth(pieces):
            sides = [[worth(pieces | {new}) for new in self.moves(pieces, player)] for player in PLAYERS]
            return ShortGame.of(*sides, table)

        return worth(self.start if start is None else start)


def least_missing(numbers):
    """The mex: the least number from 0 on that is not there."""
    return next(k for k in range(len(numbers) + 1) if k not in numbers)


# Heaps ---------------------------------------------------------------------------------------------------


def digits_of(game):
    """The digits of an octal or hexadecimal code, that before the point first."""
    before, _, after = game.partition(":")[2].partition(".")
    return tuple(int(digit, 16) for digit in (before or "0") + after)


@cache
def heap_moves(digits, heap):
    """All that a move may leave of a heap, as tuples of heaps; ``digits`` None is Grundy's game."""
    if digits is None:
        return {(a, heap - a) for a in range(1, heap) if a < heap - a}
    found = set()
    for taken, digit in enumerate(digits):
        left = heap - taken
        found |= {()} if digit & 1 and left == 0 < heap else set()
        found |= {(left,)} if digit & 2 and left > 0 < taken else set()
        found |= {tuple(sorted((a, left - a))) for a in range(1, left)} if digit & 4 else set()
        if digit & 8:
            threes = ((a, b, left - a - b) for a in range(1, left) for b in range(1, left - a))
            found |= {tuple(sorted(three)) for three in threes}
    return found


def heap_nimbers(digits, count):
    """The nimbers of the heaps of 0, 1, 2, ... tokens."""
    found = []
    for heap in range(count):
        seen = set()
        for left in heap_moves(digits, heap):
            nimber = 0
            for part in left:
                nimber ^= found[part]
            seen.add(nimber)
        found.append(least_missing(seen))
    return found


@cache
def misere_wins(digits, heaps, nims=()):
    """Whether who is to move wins a sum of heaps and of Nim heaps, when the last mover loses."""
    options = {
        (tuple(sorted((*heaps[:i], *left, *heaps[i + 1 :]))), nims)
        for i, heap in enumerate(heaps)
        for left in heap_moves(digits, heap)
    }
    options |= {
        (heaps, tuple(sorted((*nims[:i], *([k] if k else []), *nims[i + 1 :]))))
        for i, nim in enumerate(nims)
        for k in range(nim)
    }
    return not options or any(not misere_wins(digits, *option) for option in options)
