"""Rules of every kind on small boards and on families, drawn at random."""

from __future__ import annotations

import re
from dataclasses import replace

from gfkit.games import Rule
from gfkit.games.file import read_rule

from . import arrays, covers, families, hanging, play, rules
from .case import Case, RuleData, rule_file
from .plain import Mark, Place, TooManyError, colours_of, configurations

Rng = rules.Rng
Position = frozenset[Mark]
_EMPTY = ("0x3", "0x0", "2x0", "1x1", "path:0", "complete:1", "../#.", ".#./#.#", "1x2", "path:1")
_MOST_CELLS = 9
_KINDS = (families, arrays, covers, hanging)


def is_family(board: str) -> bool:
    """Whether a board has n in it."""
    return at_size(board, 0) != board


def at_size(board: str, n: int) -> str:
    """A family's board of size n; a board as it is."""
    return re.sub(r"(?<![a-z])n|n(?![a-z])", str(n), board)


def on_family(rng: Rng) -> Case:
    """A rule of any kind on a family that it can be derived for."""
    while True:
        made = rng.choice(_KINDS).case(rng)
        if is_family(made.board) and "complete" not in made.board:
            return replace(made, method="auto")


def on_board(rng: Rng) -> Case:
    """A rule of any kind on a small board, now and then one without cells, or with holes."""
    made = rng.choice(_KINDS).case(rng)
    board = made.board
    if rng.random() < 0.08:
        board = rng.choice(_EMPTY)
    elif rng.random() < 0.2 and not rules.flat(made.rule):
        board = arrays.board(rng)
    elif is_family(board):
        first = 3 if re.match(r"c\w+:n|torus", board) and "complete" not in board else 0
        more = [n for n in range(first + 1, 10) if Place(board, n).size <= _MOST_CELLS]
        board = at_size(board, rng.choice([first, *more]))
    return replace(made, board=board, method="auto")


def game_on_board(rng: Rng) -> Case:
    """A placement game on a small board of any sort, or on a graph that its pieces lie on."""
    while True:
        data = play.rule(rng, is_drawn=True)
        if "apart" not in data["rules"] and "path:" not in str(data) and "complete:" not in str(data):
            break
    board = rng.choice(
        ("1x5", "2x2", "2x3", "3x2", "1x1", "0x2", "cylinder:3x2", "cylinder:4x1", "1x7", "2x4")
    )
    if rules.flat(data) and rng.random() < 0.5:
        board = rng.choice(("path:5", "cycle:5", "complete:4", "cycle:3", "path:1", "cycle:6", "complete:1"))
    elif rng.random() < 0.3:
        board = arrays.board(rng)
    return Case(data, board)


def read(made: Case) -> Rule:
    """The rule of a case."""
    return read_rule("random.toml", rule_file(made.rule))


class Play:
    """A placement game on a board: every position that is listed, and the moves from each.

    A move adds one placement and leads to a position; with a piece less it is one still.
    """

    def __init__(self, made: Case, positions: list[Position]) -> None:
        self.start: Position = frozenset()
        self.colours, self.positions = colours_of(made.rule), positions
        there = set(positions)
        every = sorted({mark for position in positions for mark in position}, key=str)
        self._after = {
            here: [(mark, here | {mark}) for mark in every if mark not in here and here | {mark} in there]
            for here in positions
        }

    @classmethod
    def of(cls, made: Case, n: int, most: int = 2000) -> Play | None:
        """The game; None where there are many positions."""
        listed = listing(made.rule, Place(made.board, n), most=most)
        return None if listed is None else cls(made, [position for position, _ in listed])

    def owner(self, mark: Mark) -> str:
        """L, R, or LR for both."""
        return self.colours[mark[0]][0]

    def after(self, here: Position, player: str = "LR") -> list[tuple[Mark, Position]]:
        """The moves of a player, or of any player, with the positions that they lead to."""
        return [(mark, there) for mark, there in self._after[here] if {*player} & {*self.owner(mark)}]


def listing(
    rule: RuleData, place: Place, positions: str = "all", most: int = 2000
) -> list[tuple[Position, tuple[int, int]]] | None:
    """All configurations with their powers of x and y; None where they are many."""
    try:
        return list(configurations(rule, place, positions, most))
    except TooManyError:
        return None
