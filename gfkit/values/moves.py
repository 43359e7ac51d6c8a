"""The moves of a position: which win, which others beat, which are answered at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gfkit.kinds.placement.move import Move
from gfkit.typing import Player
from gfkit.values.short import ShortGame
from gfkit.values.short.arithmetic import at_most
from gfkit.values.short.operators import minus
from gfkit.values.short.table import Table
from gfkit.writable import Face

Openings = Mapping[Player, Iterable[tuple[Move, int]]]
"""The moves of each player, each with the id of the value that it leads to."""


@dataclass(frozen=True, slots=True)
class JudgedMove(Face):
    """The moves of a player that lead to one value.

    A move wins when who made it wins if the other goes on. It is dominated when another move of the player
    leads to a value at least as good, and reversible when the other has an answer after which that player is
    at least as well off as before the move; of these the values are given. ``incentive`` is what it gains.
    """

    player: Player
    placements: tuple[tuple[int, ...], ...]
    """The cells of each of these moves."""
    value: ShortGame
    wins: bool
    incentive: ShortGame
    dominated_by: ShortGame | None
    reversible_through: ShortGame | None

    def as_json(self, longest: int) -> dict[str, object]:
        """The object that the command line prints."""
        through, better = self.reversible_through, self.dominated_by
        return {
            "cells": [list(cells) for cells in self.placements],
            "value": self.value.text(longest),
            "wins": self.wins,
            "incentive": self.incentive.text(longest),
            "dominated_by": None if better is None else better.text(longest),
            "reversible_through": None if through is None else through.text(longest),
        }


def judged_moves(table: Table, whole: int, openings: Openings) -> tuple[JudgedMove, ...]:
    """All moves from a position of this value, those of Left first, the winning and undominated ones first.

    >>> from fractions import Fraction
    >>> table = Table()
    >>> zero, star = table.zero, table.of_up_star((0, 0, 1))
    >>> up_star = table.of_up_star((0, 1, 1))
    >>> moves = {
    ...     Player.LEFT: [(Move(0, (0,)), zero), (Move(0, (1,)), star)],
    ...     Player.RIGHT: [(Move(1, (2,)), zero)],
    ... }
    >>> [(str(move.value), move.wins) for move in judged_moves(table, up_star, moves)]
    [('0', True), ('*', False), ('0', True)]
    """
    found: list[JudgedMove] = []
    for player, moves in openings.items():
        by_value: dict[int, list[tuple[int, ...]]] = {}
        for move, leads_to in moves:
            by_value.setdefault(leads_to, []).append(move.cells)
        own = _Judge(table, whole, player, list(by_value))
        judged = [own.judged(leads_to, tuple(cells)) for leads_to, cells in by_value.items()]
        found += sorted(judged, key=lambda move: (not move.wins, move.dominated_by is not None))
    return tuple(found)


class _Judge:
    """What is good for one player."""

    def __init__(self, table: Table, whole: int, player: Player, options: list[int]) -> None:
        self.table, self.whole, self.player, self.options = table, whole, player, options
        self.is_left = player is Player.LEFT

    def _no_worse(self, one: int, other: int) -> bool:
        """Whether the first game is at least as good for the player."""
        return at_most(self.table, other, one) if self.is_left else at_most(self.table, one, other)

    def judged(self, leads_to: int, placements: tuple[tuple[int, ...], ...]) -> JudgedMove:
        table = self.table
        better = next(
            (one for one in self.options if one != leads_to and self._no_worse(one, leads_to)), None
        )
        answers = table.rights_of(leads_to) if self.is_left else table.lefts_of(leads_to)
        back = next((answer for answer in answers if self._no_worse(self.whole, answer)), None)
        gain = minus(table, leads_to, self.whole) if self.is_left else minus(table, self.whole, leads_to)
        return JudgedMove(
            self.player,
            placements,
            ShortGame(table, leads_to),
            self._no_worse(leads_to, table.zero),
            ShortGame(table, gain),
            None if better is None else ShortGame(table, better),
            None if back is None else ShortGame(table, back),
        )
