"""Rules of every kind on small boards and on families, drawn at random; and play on listed positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from gfkit.core.rules import Rule

from . import arrays, covers, families, hanging, play, rules
from .case import SIZE, Case, RuleData
from .plain import Mark, Place, Position, TooManyError, colours_of, configurations

_EMPTY = ("0x3", "0x0", "2x0", "1x1", "path:0", "complete:1", "../#.", ".#./#.#", "1x2", "path:1")
_MOST_CELLS = 9
_KINDS = (families, arrays, covers, hanging)
_BOARDS = ("1x5", "2x2", "2x3", "3x2", "1x1", "0x2", "cylinder:3x2", "cylinder:4x1", "1x7", "2x4")
_GRAPHS = ("path:5", "cycle:5", "complete:4", "cycle:3", "path:1", "cycle:6", "complete:1")


def at_size(board: str, n: int) -> str:
    """Return the board of size n of a family, or the board itself."""
    return SIZE.sub(str(n), board)


def on_family(rng: Random) -> Case:
    """Return a rule of any kind on a compatible family."""
    while True:
        made = rng.choice(_KINDS).case(rng)
        if made.is_family and "complete" not in made.board:
            return replace(made, method="auto")


def on_board(rng: Random) -> Case:
    """Return a rule of any kind on a small board, sometimes without cells or with holes."""
    made = rng.choice(_KINDS).case(rng)
    board = made.board
    if rng.random() < 0.08:
        board = rng.choice(_EMPTY)
    elif rng.random() < 0.2 and not rules.flat(made.rule):
        board = arrays.board(rng)
    elif at_size(board, 0) != board:
        first = 3 if re.match(r"c\w+:n|torus", board) and "complete" not in board else 0
        more = [n for n in range(first + 1, 10) if Place(board, n).size <= _MOST_CELLS]
        board = at_size(board, rng.choice([first, *more]))
    return replace(made, board=board, method="auto")


def game_on_board(rng: Random) -> Case:
    """Return a placement game on a small board, or on a graph with its pieces as edges."""
    while True:
        data = play.rule(rng, is_drawn=True)
        if "apart" not in data["rules"] and not play.has_figures(data):
            break
    board = rng.choice(_BOARDS)
    if rules.flat(data) and rng.random() < 0.5:
        board = rng.choice(_GRAPHS)
    elif rng.random() < 0.3:
        board = arrays.board(rng)
    return Case(data, board)


def read(made: Case) -> Rule:
    """Return the rule of a case."""
    return Rule.of(made.rule)


class Played:
    """Play by definition: ``after`` returns the moves of a player, or of both, and their results."""

    start: Any

    def after(self, here: Any, player: str = "LR") -> Iterable[tuple[Any, Any]]:
        raise NotImplementedError

    def loser(self) -> Callable[[Any], bool]:
        """Return a predicate: the player to move loses the impartial misere game."""

        @cache
        def loses(here: Any) -> bool:
            after = [there for _, there in self.after(here)]
            return bool(after) and not any(map(loses, after))

        return loses

    def wins(self, *, misere: bool = False) -> Callable[[Any, str], bool]:
        """Return a predicate: the given player wins when moving first."""

        @cache
        def wins(here: Any, player: str) -> bool:
            after = [there for _, there in self.after(here, player)]
            return not all(wins(there, _OTHER[player]) for there in after) if after else misere

        return wins

    def winner(self, *, misere: bool = False) -> str:
        """Return the outcome."""
        wins = self.wins(misere=misere)
        words = {(True, True): "first", (True, False): "left", (False, True): "right"}
        return words.get((wins(self.start, "L"), wins(self.start, "R")), "second")

    def nimber(self) -> int:
        """Return the Grundy value of the impartial game."""

        @cache
        def least(here: Any) -> int:
            after = {least(there) for _, there in self.after(here)}
            return next(k for k in range(len(after) + 1) if k not in after)

        return least(self.start)

    def tree(self) -> Any:
        """Return the game tree of the start, with equal positions merged: the options of both players."""

        @cache
        def made(here: Any) -> Any:
            return tuple(frozenset(made(there) for _, there in self.after(here, player)) for player in "LR")

        return made(self.start)


_OTHER = {"L": "R", "R": "L"}


@cache
def at_most(one: Any, other: Any) -> bool:
    """Return True if one game tree is at most another: Left has no winning first move in the difference."""
    left, right = one[0], other[1]
    return not any(at_most(other, move) for move in left) and not any(at_most(move, one) for move in right)


class Play(Played):
    """A placement game on a board: every position that is listed, and the moves from each.

    A move adds one placement and leads to a position; with a piece less it is one still.
    """

    def __init__(self, made: Case, n: int, most: int) -> None:
        self.start, self.colours, self.place = frozenset(), colours_of(made.rule), Place(made.board, n)
        self.positions = [position for position, _ in configurations(made.rule, self.place, most=most)]
        there = set(self.positions)
        every = sorted({mark for position in there for mark in position}, key=str)
        self._after = {
            here: [(mark, here | {mark}) for mark in every if mark not in here and here | {mark} in there]
            for here in there
        }

    @classmethod
    def of(cls, made: Case, n: int = 0, most: int = 2000) -> Play | None:
        """Return the game, or None if there are too many positions."""
        try:
            return cls(made, n, most)
        except TooManyError:
            return None

    def owner(self, mark: Mark) -> str:
        """Return L, R, or LR for both."""
        return self.place.who(self.colours[mark[0]][0], [cell for _, cell in mark[1]])

    def after(self, here: Position, player: str = "LR") -> list[tuple[Mark, Position]]:
        return [(mark, there) for mark, there in self._after[here] if {*player} & {*self.owner(mark)}]


def listing(
    rule: RuleData, place: Place, positions: str = "all", most: int = 2000
) -> list[tuple[Position, tuple[int, int]]] | None:
    """Return all configurations with their powers of x and y, or None if there are too many."""
    try:
        return list(configurations(rule, place, positions, most))
    except TooManyError:
        return None
