"""Claims of Math Magic on F(m, n), the minimum number of L-trominoes that block an m x n rectangle.

Placed pieces block a rectangle if no further piece fits. There are two methods: strips, and cell by cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import combinations, pairwise
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    Statement,
    compare_entries,
    refutation,
    theorem,
)
from gfkit.core.errors import MismatchError

_TROMINOES = ["XX/X.", "XX/.X", "X./XX", ".X/XX"]
_TERMS, _FAR = 40, 200
"""Number of listed values, and the number that denotes infinity."""
Numbers = NDArray[np.uint8]


class Periodic(NamedTuple):
    """Numbers F(m, n) for n = 0, 1, ..., with F(m, n + period) = F(m, n) + growth for all n >= start."""

    values: list[int]
    start: int
    period: int
    growth: int

    def at(self, n: int) -> int:
        rounds = max(0, (n - len(self.values)) // self.period + 1)
        return self.values[n - rounds * self.period] + rounds * self.growth


Rows = Callable[[int], Periodic]


@cache
def by_strips(m: int) -> Periodic:
    """Return F(m, n) as the smallest size of a maximal position, by the (min, +) transfer-matrix method."""
    import gfkit
    from gfkit.questions.optimum import OptimumOfFamily

    about = "Both players place L-trominoes in any orientation."
    rule = gfkit.Rule.of({"name": "L-trominoes", "about": about, "both": {"pieces": _TROMINOES}})
    found = gfkit.optimum(rule, f"{m}xn", "maximal")
    assert isinstance(found, OptimumOfFamily), "the boards are a family"
    law = found.minimum.weights
    values = [int(law[n]) for n in range(max(law.valid_from + 2 * law.period, _TERMS))]
    growth = int(law[law.valid_from + law.period] - law[law.valid_from])
    return Periodic(values, law.valid_from, law.period, growth)


@cache
def by_cells(m: int) -> Periodic:
    """Return F(m, n) by dynamic programming over the profiles of occupied cells, with proof of its period.

    A profile has one axis of two values, free and occupied, for each cell of the last column, of the current
    column and of the next one; an axis has length one before its cell is reached and after it is final. The
    squares of four cells are visited in order, and each contains no piece or one of four. If the minima of
    all profiles at n and at n + p differ by one constant, they do so for all larger n.
    """
    least = np.full((2,) * (2 * m) + (1,) * m, _FAR, np.uint8)
    least[_index(m, dict.fromkeys(range(m), 1) | dict.fromkeys(range(m, 2 * m), 0))] = 0
    values, seen, total = [0], dict[bytes, tuple[int, int]](), 0
    while True:
        low, n = int(least.min()), len(values)
        total += low
        least = np.where(least >= _FAR, _FAR, least - low).astype(np.uint8)
        values += [int(reduce(partial(_block, m), range(1, m), least).min()) + total]
        begin, before = seen.setdefault(least.tobytes(), (n, total))
        if begin < n:
            return Periodic(values, begin, n - begin, total - before)
        least = _add_axis(least, 2 * m)
        for r in range(m):
            if r < m - 1:
                least = _place(m, r, _add_axis(least, 2 * m + r + 1))
            if r:
                least = _block(m, least, r).min(axis=r - 1, keepdims=True)
        least = least.min(axis=m - 1, keepdims=True).reshape((2,) * (2 * m) + (1,) * m)


def _index(m: int, bits: Mapping[int, int]) -> tuple[int | slice, ...]:
    """Return the index of the profiles with the given values on some axes."""
    return tuple(bits.get(axis, slice(None)) for axis in range(3 * m))


def _add_axis(least: Numbers, axis: int) -> Numbers:
    """Return the minima with the axis of a new cell, which is free."""
    return np.concatenate([least, np.full_like(least, _FAR)], axis=axis)


def _place(m: int, r: int, least: Numbers) -> Numbers:
    """Return the minima after at most one piece is placed in a square of the current and the next column."""
    placed = least.copy()
    for piece in combinations((m + r, m + r + 1, 2 * m + r, 2 * m + r + 1), 3):
        occupied, free = (_index(m, dict.fromkeys(piece, bit)) for bit in (1, 0))
        placed[occupied] = np.minimum(placed[occupied], np.minimum(least[free], _FAR - 1) + 1)
    return placed


def _block(m: int, least: Numbers, r: int) -> Numbers:
    """Return the minima, infinite for profiles in which a piece fits in a square of the last two columns."""
    blocked = least.copy()
    for piece in combinations((r - 1, r, m + r - 1, m + r), 3):
        blocked[_index(m, dict.fromkeys(piece, 0))] = _FAR
    return blocked


def _is_blocking(drawing: str, board: str, pieces: int) -> bool:
    """Return True if a drawing of the board contains this many L-trominoes, and no further one fits."""
    rows = drawing.split("/")
    pairs = [above + below for above, below in pairwise(rows)]
    squares = [
        [pair[j], pair[j + 1], pair[j + len(pair) // 2], pair[j + len(pair) // 2 + 1]]
        for pair in pairs
        for j in range(len(pair) // 2 - 1)
    ]
    placed = {letter for square in squares for letter in square if square.count(letter) == 3} - {"."}
    return (
        f"{len(rows)}x{len(rows[0])}" == board
        and {len(row) for row in rows} == {len(rows[0])}
        and len(placed) == pieces
        and all(drawing.count(letter) == 3 for letter in placed)
        and {*drawing} <= {*placed, ".", "/"}
        and all(square.count(".") < 3 for square in squares)
    )


@theorem("mathmagic.blocking", {"strips": by_strips, "cells": by_cells})
def blocking(rows: Rows, statement: Statement, asked: Arguments) -> CheckResult:
    """Check a formula for F(m, n), for all n >= ``least``.

    If there is a ``drawing``, it must show the smallest board at which the formula fails.
    """
    from gfkit.claims.provers.sequence import exact_value, rational
    from gfkit.claims.statement.parse import printed_tree

    (text,) = statement
    tree, found = printed_tree(text), rows(asked["m"])
    assert tree is not None, "the statement is a formula"
    period = lcm(found.period, *(int(digits) for digits in re.findall(r"[1-9]\d*", text)))
    last = max(asked["least"], found.start) + 2 * period
    evidence = (
        f"F({asked['m']}, n + {found.period}) = F({asked['m']}, n) + {found.growth} for n >= {found.start}"
    )
    for n in range(asked["least"], last):
        claimed = rational(exact_value(tree, n), "values must be")
        if claimed != found.at(n):
            at = f"{asked['m']}x{n}"
            if "drawing" in asked and not _is_blocking(asked["drawing"], at, found.at(n)):
                raise MismatchError(f"the drawing does not show {found.at(n)} blocking pieces on {at}")
            return refutation(evidence, at, claimed, found.at(n))
    return CheckResult(ClaimStatus.PROVED, evidence)


@theorem("mathmagic.limits", {"strips": by_strips, "cells": by_cells})
def limits(rows: Rows, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the limits of F(m, n)/(m*n) as n tends to infinity, for m = ``first``, ``first`` + 1, ..."""
    sizes = range(asked["first"], asked["first"] + len(statement))
    laws = [rows(m) for m in sizes]
    true = tuple(str(Fraction(law.growth, law.period * m)) for m, law in zip(sizes, laws, strict=True))
    return compare_entries(statement, true, tuple(f"m = {m}" for m in sizes), "periods of F(m, n)")
