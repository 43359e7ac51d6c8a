"""The smallest and the largest weight and how many attain it, against listing; laws against boards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import gfkit
from gfkit.core.errors import LimitError

from . import questions
from .case import Case, Compared, FaultError, agree
from .plain import Place

Extremes = tuple[tuple[int, int] | None, tuple[int, int] | None]
"""The smallest and the largest weight, each with how often it is met; None where there is nothing."""
_MOST_LISTED = 1500
_MOST_CELLS = 18
_BEYOND = 3
"""How many boards are compared from where a law holds on."""


class OptimumCase(Case):
    """A query for the smallest and the largest weight."""

    verb = "optimum"


def case(rng: Random) -> OptimumCase:
    """Return a rule of any kind, sometimes with weights, on a board or on a family."""
    made = questions.on_family(rng) if rng.random() < 0.25 else questions.on_board(rng)
    return OptimumCase(made.rule, made.board, "all" if made.positions == "play" else made.positions)


def tags(made: Case) -> list[str]:
    kind = "family" if made.is_family else "board"
    return [f"rule: {made.kind}", f"of: {kind}", f"positions: {made.positions}"]


def _listed(made: Case, n: int) -> Extremes | None:
    """Return the extreme weights by listing, or None if there are too many configurations."""
    every = questions.listing(made.rule, Place(made.board, n), made.positions, _MOST_LISTED)
    return None if every is None else _ends(Counter(x + y for _, (x, y) in every))


def _ends(numbers: dict[int, int]) -> Extremes:
    there = sorted((weight, number) for weight, number in numbers.items() if number)
    return (there[0], there[-1]) if there else (None, None)


def _counted(made: Case, n: int) -> Extremes:
    board = questions.at_size(made.board, n)
    polynomial = gfkit.count(questions.read(made), board, made.positions, "pieces").polynomial
    return _ends({power: number for (power,), number in polynomial.terms})


def compare(made: Case) -> Compared:
    answer: Any = gfkit.optimum(questions.read(made), made.board, made.positions)
    if made.is_family:
        return _laws(made, answer)
    sides = _listed(made, 0)
    if sides is None:
        return 0, ["listed: no"]
    return agree((answer.minimum, answer.maximum), sides, "board"), [f"nothing: {sides == (None, None)}"]


def _laws(made: Case, answer: Any) -> Compared:
    laws, first = {"smallest": answer.minimum, "largest": answer.maximum}, answer.first_n
    last = max(law.weights.valid_from + law.weights.period for law in laws.values()) + _BEYOND
    compared, n = 0, 3 if made.board.startswith(("torus", "cycle", "cylinder:n")) else 0
    while n <= last and Place(made.board, n).size <= _MOST_CELLS:
        try:
            ends = _listed(made, n) or _counted(made, n)
        except LimitError:
            break
        if (None in ends) == (n >= first) and n >= first - 1:
            raise FaultError(f"n = {n}: {ends}, and the formula starts at {first}", "wrong: beginning")
        for end, (word, law) in zip(ends, laws.items(), strict=True) if n >= first else ():
            own = (law.weights.coefficient(n), None if law.counts is None else law.counts.coefficient(n))
            known = law.known[n - first : n - first + 1]
            if end is None or own[0] != end[0] or own[1] not in (None, end[1]) or known not in ((), (end,)):
                raise FaultError(f"n = {n}: {word} is {own}, known {known}, and the board has {end}", word)
        compared, n = compared + 1, n + 1
    periods = [law.weights.period for law in laws.values()]
    return compared, [f"law: {'whole' if n > last else 'part'}", f"period: {min(9, *periods)}"]
