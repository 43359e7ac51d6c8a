"""The moves of a position: which of them win, are dominated or are reversible."""

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
"""The moves of each player, each with the id of the value after it."""


@dataclass(frozen=True, slots=True)
class JudgedMove(Face):
    """The moves of a player that lead to one value.

    A move wins if its player wins with the opponent to move. It is dominated if another move of the player
    leads to a value at least as good. It is reversible if after an answer of the opponent the player is at
    least as well off as before the move. These two fields have the value concerned, or None. ``incentive`` is
    the gain of the move.
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
        """The moves as plain data; texts of more than ``longest`` characters are None."""
        through, better = self.reversible_through, self.dominated_by
        return {
            "cells": [list(cells) for cells in self.placements],
            "value": self.value.text(longest),
            "wins": self.wins,
            "incentive": self.incentive.text(longest),
            "dominated_by": None if better is None else better.text(longest),
            "reversible_through": None if through is None else through.text(longest),
        }


def judge_moves(table: Table, whole: int, openings: Openings) -> tuple[JudgedMove, ...]:
    """All moves from a position of this value, Left's first; of each player the winning and undominated
    first.

    >>> from fractions import Fraction
    >>> table = Table()
    >>> zero, star = table.zero, table.of_up_star((0, 0, 1))
    >>> up_star = table.of_up_star((0, 1, 1))
    >>> moves = {
    ...     Player.LEFT: [(Move(0, (0,)), zero), (Move(0, (1,)), star)],
    ...     Player.RIGHT: [(Move(1, (2,)), zero)],
    ... }
    >>> [(str(move.value), move.wins) for move in judge_moves(table, up_star, moves)]
    [('0', True), ('*', False), ('0', True)]
    """
    listed: list[JudgedMove] = []
    for player, moves in openings.items():
        by_value = moves_by_value(moves)
        judged = [_judge_move(table, whole, player, leads_to, by_value) for leads_to in by_value]
        listed += sorted(judged, key=lambda move: (not move.wins, move.dominated_by is not None))
    return tuple(listed)


def moves_by_value(moves: Iterable[tuple[Move, int]]) -> dict[int, list[Move]]:
    """The moves that lead to each value."""
    by_value: dict[int, list[Move]] = {}
    for move, leads_to in moves:
        by_value.setdefault(leads_to, []).append(move)
    return by_value


def is_no_worse(table: Table, player: Player, game: int, rival: int) -> bool:
    """Whether the first game is at least as good for a player."""
    return at_most(table, rival, game) if player is Player.LEFT else at_most(table, game, rival)


def _judge_move(
    table: Table, whole: int, player: Player, leads_to: int, by_value: Mapping[int, list[Move]]
) -> JudgedMove:
    is_left = player is Player.LEFT
    others = (game for game in by_value if game != leads_to)
    better = next((game for game in others if is_no_worse(table, player, game, leads_to)), None)
    answers = table.rights_of(leads_to) if is_left else table.lefts_of(leads_to)
    back = next((answer for answer in answers if is_no_worse(table, player, whole, answer)), None)
    gain = minus(table, leads_to, whole) if is_left else minus(table, whole, leads_to)
    return JudgedMove(
        player,
        tuple(move.cells for move in by_value[leads_to]),
        ShortGame(table, leads_to),
        is_no_worse(table, player, leads_to, table.zero),
        ShortGame(table, gain),
        None if better is None else ShortGame(table, better),
        None if back is None else ShortGame(table, back),
    )
