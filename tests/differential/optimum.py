"""The smallest and the largest weight and how many attain it, against listing; laws against boards."""

from __future__ import annotations

from typing import Any

import gfkit
from gfkit.errors import LimitError
from gfkit.sequences import Count
from gfkit.transfer.optimum import OptimumOfBoard

from . import families, questions
from .case import Case, Ending
from .families import FaultError
from .plain import Place

Rng = questions.Rng
Extremes = tuple[tuple[int, int], tuple[int, int]] | None
"""The smallest and the largest weight, each with how often it is met; None where there is nothing."""
_MOST_LISTED = 1500
_MOST_CELLS = 18
_BEYOND = 3
"""How many boards are compared from where a law holds on."""


class OptimumCase(Case):
    """A case whose smallest and largest weights are asked for."""

    @property
    def command(self) -> str:
        return f"gfkit optimum rule.toml {self.board} --positions {self.positions}"


def case(rng: Rng) -> OptimumCase:
    """A rule of any kind, with weights here and there, on a board or on a family."""
    made = questions.on_family(rng) if rng.random() < 0.25 else questions.on_board(rng)
    positions = "all" if made.positions == "play" else made.positions
    return OptimumCase(made.rule, made.board, positions)


def judge(made: OptimumCase) -> Ending:
    kind = "family" if questions.is_family(made.board) else "board"
    return families.judged(
        made, [f"rule: {made.kind}", f"of: {kind}", f"positions: {made.positions}"], _compare
    )


def extremes(numbers: dict[int, int]) -> Extremes:
    """Of numbers of configurations by weight, the ends."""
    there = {weight: number for weight, number in numbers.items() if number}
    if not there:
        return None
    low, high = min(there), max(there)
    return (low, there[low]), (high, there[high])


def _listed(made: Case, n: int) -> dict[int, int] | None:
    every = questions.listing(made.rule, Place(made.board, n), made.positions, _MOST_LISTED)
    if every is None:
        return None
    numbers: dict[int, int] = {}
    for _, (x, y) in every:
        numbers[x + y] = numbers.get(x + y, 0) + 1
    return numbers


def _counted(made: Case, n: int) -> dict[int, int]:
    board = questions.at_size(made.board, n)
    count: Count = gfkit.count(questions.read(made), board, made.positions, "pieces")
    return {power: number for (power,), number in count.polynomial.terms}


def _compare(made: Case) -> tuple[int, list[str]]:
    answer = gfkit.optimum(questions.read(made), made.board, made.positions)
    if isinstance(answer, OptimumOfBoard):
        listed = _listed(made, 0)
        if listed is None:
            return 0, ["listed: no"]
        sides = extremes(listed) or (None, None)
        if (answer.smallest, answer.largest) != sides:
            raise FaultError(f"{answer.smallest}, {answer.largest}, and by listing {sides}", "wrong: board")
        return 1, [f"nothing: {sides == (None, None)}"]
    return _laws(made, answer)


def _laws(made: Case, answer: Any) -> tuple[int, list[str]]:
    sides = (answer.smallest, answer.largest)
    last = max(side.weights.valid_from + side.weights.period for side in sides) + _BEYOND
    compared, n = 0, 3 if made.board.startswith(("torus", "cycle", "cylinder:n")) else 0
    while n <= last and Place(made.board, n).size <= _MOST_CELLS:
        listed = _listed(made, n)
        try:
            ends = extremes(_counted(made, n) if listed is None else listed)
        except LimitError:
            break
        if (ends is None) == (n >= answer.first_n) and (n >= answer.first_n - 1):
            raise FaultError(f"n = {n}: {ends}, and the law begins at {answer.first_n}", "wrong: beginning")
        for k, (word, side) in enumerate(zip(("smallest", "largest"), sides, strict=True)):
            if ends is None or n < answer.first_n:
                continue
            own = (side.weights.coefficient(n), None if side.counts is None else side.counts.coefficient(n))
            known = side.known[n - answer.first_n : n - answer.first_n + 1]
            if own[0] != ends[k][0] or own[1] not in (None, ends[k][1]) or known not in ((), (ends[k],)):
                raise FaultError(
                    f"n = {n}: {word} is {own}, known {known}, and the board has {ends[k]}", word
                )
        compared, n = compared + 1, n + 1
    whole = "whole" if n > last else "part"
    return compared, [f"law: {whole}", f"period: {min(9, max(side.weights.period for side in sides))}"]
