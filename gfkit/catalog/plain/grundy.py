"""Grundy values from the definition: the least number that no move leads to."""

from __future__ import annotations

from gfkit.boards import Board
from gfkit.catalog.plain.play import Playing, State
from gfkit.errors import MismatchError
from gfkit.typing import Player


def board(game: str, place: str | Board) -> int:
    """The Grundy value of an impartial game on a board.

    >>> board("cram", "1x8")
    1
    """
    playing = Playing(game, place)
    if not playing.table.rule.impartial:
        raise MismatchError(f"game {game!r} is not impartial")
    known: dict[State, int] = {}

    def value(state: State) -> int:
        if state not in known:
            known[state] = _mex({value(after) for after in playing.moves(state, Player.LEFT)})
        return known[state]

    return value(playing.start)


def heaps(code: str, last: int) -> list[int]:
    """The Grundy values of heaps of 0, ..., last tokens of an octal game.

    >>> heaps("octal:0.07", 12)
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]
    """
    whole, _, digits = code.removeprefix("octal:").partition(".")
    rules = [int(whole or "0"), *map(int, digits)]
    values = [0]
    for n in range(1, last + 1):
        reached = set()
        for taken, digit in enumerate(rules[: n + 1]):
            left = n - taken
            if digit & 1 and left == 0:
                reached.add(0)
            if digit & 2 and 0 < left < n:
                reached.add(values[left])
            if digit & 4:
                reached |= {values[a] ^ values[left - a] for a in range(1, left)}
        values.append(_mex(reached))
    return values


def _mex(reached: set[int]) -> int:
    return next(value for value in range(len(reached) + 1) if value not in reached)
