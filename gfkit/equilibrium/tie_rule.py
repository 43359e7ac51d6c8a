"""Backward induction with a named tie rule: one payoff in every position."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gfkit.equilibrium.game import Dominogame, Heights, Piece
from gfkit.equilibrium.induction import Payoffs, after
from gfkit.equilibrium.limits import refuse_beyond
from gfkit.equilibrium.move import Moves, Step
from gfkit.errors import OptionError
from gfkit.typing import OnProgress, Progress

Whole: TypeAlias = NDArray[np.int64]

EVERY = "all"
"""The word for every way of breaking ties."""


class TieRule(StrEnum):
    """What a player does among moves that are equally good for him."""

    KIND = "kind"
    CRUEL = "cruel"
    FIRST = "first"

    @property
    def about(self) -> str:
        return _ABOUT[self]


_ABOUT = {
    TieRule.KIND: "among moves best for himself, the one best for the others",
    TieRule.CRUEL: "among moves best for himself, the one worst for the others",
    TieRule.FIRST: "the first listed of the moves best for himself",
}


def read_tie(word: str) -> TieRule | None:
    """The rule with this name, None for every way of breaking ties.

    >>> read_tie("kind"), read_tie("all")
    (<TieRule.KIND: 'kind'>, None)
    """
    if word == EVERY:
        return None
    if word not in list(TieRule):
        raise OptionError(f"tie {word!r} is unknown; known are {EVERY}, {', '.join(TieRule)}")
    return TieRule(word)


class Table:
    """The payoffs of every profile of heights when all players keep to one tie rule.

    Of moves equally good for himself a kind player takes the one with the largest sum for the others, then
    with the most for the next player, and so on; a cruel one the opposite; with ``first`` it is the first
    listed one (lying dominoes before standing ones, each from the left). All profiles with one sum of
    heights are solved at once, with arrays, after those with a larger sum.

    Cost: (R + 1)^C profiles, with some 50 bytes each and some 10 operations for each of its moves.

    >>> table = Table(Dominogame(3, 4), TieRule.CRUEL, 10**9)
    >>> table.payoffs((0, 0, 0))
    frozenset({(12, 18)})
    """

    def __init__(
        self, game: Dominogame, rule: TieRule, max_memory: int, on_progress: OnProgress | None = None
    ) -> None:
        self.game, self.rule = game, rule
        self._listed = Moves(game)
        self.positions = (game.rows + 1) ** min(game.columns, 64)
        refuse_beyond(game, self.positions, 8 * (game.players + game.columns + 4), max_memory)
        self._strides = [(game.rows + 1) ** k for k in reversed(range(game.columns))]
        self._values = np.zeros((game.players, self.positions), np.int64)
        layers = _layers(game)
        for number, layer in enumerate(layers):
            self._solve(layer)
            if on_progress is not None:
                on_progress(Progress(f"{game}, rule {rule}", number + 1, len(layers), self.positions))

    def _solve(self, layer: Whole) -> None:
        heights = np.stack([layer // stride % (self.game.rows + 1) for stride in self._strides])
        best = np.full((self.game.players, len(layer)), -1, np.int64)
        for allowed, shift, gain in self._moves(heights):
            where = np.flatnonzero(allowed)
            later = self._values[:, (layer + shift)[where]]
            seen = np.concatenate([later[-1:] + gain[where], later[:-1]])
            better = self._prefers(seen, best[:, where])
            best[:, where[better]] = seen[:, better]
        self._values[:, layer] = np.where(best[0] < 0, 0, best)

    def _moves(self, heights: Whole) -> Iterator[tuple[NDArray[np.bool_], Whole | int, Whole]]:
        """For each move: where it is possible, how far the index goes, and what is paid."""
        game, strides = self.game, self._strides
        if game.piece is Piece.MONOMINO:
            for k, tall in enumerate(heights):
                leftmost = np.all(heights[:k] != tall, axis=0)
                yield leftmost & (tall < game.rows), strides[k], tall + 1 + game.raised
            return
        for k, (tall, beside) in enumerate(pairwise(heights)):
            row = np.maximum(tall, beside) + 1
            shift = (row - tall) * strides[k] + (row - beside) * strides[k + 1]
            yield row <= game.rows, shift, 2 * (row + game.raised)
        for k, tall in enumerate(heights):
            yield tall + 2 <= game.rows, 2 * strides[k], 2 * (tall + game.raised) + 3

    def _prefers(self, one: Whole, other: Whole) -> NDArray[np.bool_]:
        """Where a player prefers the first of two payoffs by the tie rule."""
        sign = {TieRule.KIND: 1, TieRule.CRUEL: -1, TieRule.FIRST: 0}[self.rule]
        keys = [(one[0], other[0])]
        if sign:
            keys.append((sign * one[1:].sum(axis=0), sign * other[1:].sum(axis=0)))
            keys += [(sign * a, sign * b) for a, b in zip(one[1:-1], other[1:-1], strict=True)]
        better, tied = np.zeros(one.shape[1], bool), np.ones(one.shape[1], bool)
        for a, b in keys:
            better |= tied & (a > b)
            tied &= a == b
        return better

    def canonical(self, heights: Heights) -> Heights:
        """Positions that are played alike; where the first listed move counts, none but themselves."""
        return heights if self.rule is TieRule.FIRST else self.game.canonical(heights)

    def payoffs(self, heights: Heights) -> frozenset[Payoffs]:
        """The one payoff of a position."""
        return frozenset({self._at(heights)})

    def _at(self, heights: Heights) -> Payoffs:
        index = sum(h * stride for h, stride in zip(heights, self._strides, strict=True))
        return tuple(map(int, self._values[:, index]))

    def choices(self, heights: Heights, payoffs: Payoffs) -> list[tuple[Step, Payoffs]]:
        """The moves by which a player who keeps to the rule gets these payoffs."""
        listed = [(step, after(payoffs, step.gain)) for step in self._listed[heights]]
        if self.rule is TieRule.FIRST:
            return [(step, rest) for step, rest in listed if self._at(step.heights)[-1] == rest[-1]][:1]
        return [(step, rest) for step, rest in listed if self._at(step.heights) == rest]


def _layers(game: Dominogame) -> list[Whole]:
    """The indices of the profiles with one sum of heights, layer by layer from the full board down."""
    sums = np.zeros(1, np.int32)
    for _ in range(game.columns):
        sums = np.add.outer(sums, np.arange(game.rows + 1, dtype=np.int32)).ravel()
    order = np.argsort(sums, kind="stable")
    return list(reversed(np.split(order, np.cumsum(np.bincount(sums))[:-1])))
