"""Bounds for growth constants of the plane compared with strips by eigenvalues, and relations.

Let L_r be the growth rate of r rows per column, R_k that of k cyclic rows. For rules on pairs of neighbours,
cutting gives K <= L_r^(1/r); if the rule on pairs of rows is invariant under reflection, the theorem of
Calkin and Wilf gives (L_(r + p) / L_r)^(1/p) <= K for odd r, and K <= R_k^(1/k) for even k. Rows and columns
may be transposed. An additional condition does not increase K, and K = L_1 if rows are independent. Pieces on
two boards with an empty line between them are pieces on both: K >= Z(r, c)^(1/((r + 1)(c + 1))).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any

import numpy as np

import gfkit

from . import questions, rules
from .case import Case, Compared, FaultError
from .plain import Place

_CLOSE = 1e-7
"""What eigenvalues of matrices that are not symmetric may be wrong by."""
_MOST_STATES = 90
_WEIGHTS = ("1", "1", "1", "2", "1/3", "5", "0.1")


@dataclass(frozen=True)
class ConstantCase(Case):
    """A rule, the width of its strips instead of a board, and the weight of a piece."""

    weight: str = "1"

    @property
    def command(self) -> str:
        return f"gfkit constant rule.toml --width {self.board} --weight {self.weight}"


def case(rng: Random) -> ConstantCase:
    """Return values with forbidden pairs, sometimes none or all; or pieces."""
    weight, style = rng.choice(_WEIGHTS), rng.random()
    if style < 0.35:
        return ConstantCase(rules.placement(rng), str(rng.randint(1, 3)), weight=weight)
    number = rng.choice((1, 2, 2, 2, 2, 3))
    pairs = list(product(range(number), repeat=2))
    across, down = ({pair for pair in pairs if rng.random() < share} for share in rng.choice(
        ((0.3, 0.3), (0.2, 0.0), (0.0, 0.3), (0.15, 0.15))))  # fmt: skip
    if rng.random() < 0.7:
        down |= {(b, a) for a, b in down}
    forbid = [f"{a}{b}" for a, b in sorted(across)] + [f"{a}/{b}" for a, b in sorted(down)]
    marked = {str(value): "x" for value in range(number) if rng.random() < 0.5}
    cells = {"colours": number, **({"weight": marked} if marked else {})}
    width = str(rng.randint(1, 4 if number == 3 else 5))
    return ConstantCase({"name": "Pairs", "cells": cells, "rules": {"forbid": forbid}}, width, weight=weight)


def tags(made: Any) -> list[str]:
    return [f"of: {made.kind}", f"weight: {made.weight}"]


def compare(made: Any) -> Compared:
    return (_pairs if made.kind == "array" else _pieces)(made)


def _bounds(made: Any, rule: Any, width: int) -> tuple[float, float, Any]:
    """Return the bounds, which must not cross, and the result itself."""
    answer = gfkit.constant(rule, weight=Fraction(made.weight), width=width)
    low, high = answer.lower.value, None if answer.upper is None else answer.upper.value
    if high is not None and low > high:
        raise FaultError(f"{low} > {high} at width {width}", "wrong: crossed")
    return float(low), float("inf") if high is None else float(high), answer


def _meets(bounds: tuple[float, float], low: float, high: float, what: str) -> None:
    """Raise FaultError if a number between ``low`` and ``high`` is outside the bounds."""
    if bounds[0] > high * (1 + _CLOSE) + _CLOSE or bounds[1] < low * (1 - _CLOSE) - _CLOSE:
        raise FaultError(f"{what}: from {low} to {high}, and the bounds are {bounds}", f"wrong: {what}")


def _nested(made: Any, rule: Any) -> tuple[tuple[float, float], Any]:
    """Return the bounds; those from one row less must not be better."""
    width = int(made.board)
    low, high, answer = _bounds(made, rule, width)
    if width > 1:
        before = _bounds(made, rule, width - 1)
        if before[0] > low or before[1] < high:
            raise FaultError(f"{before[:2]} become {low, high} at width {width}", "wrong: nested")
    return (low, high), answer


def _pieces(made: Any) -> Compared:
    """Compare pieces: at least those of a few separated boards."""
    bounds, answer = _nested(made, questions.read(made))
    weight, compared = float(Fraction(made.weight)), 0
    for board in ("1x3", "2x2", "2x3", "3x2"):
        place = Place(board, 0)
        every = questions.listing(made.rule, place)
        if every is not None:
            whole = sum(weight ** (x + y) for _, (x, y) in every)
            power = 1 / ((place.rows + 1) * (place.cols + 1))
            _meets(bounds, whole**power, float("inf"), "joined boards")
            compared += 1
    return compared, [f"by: {answer.lower.theorem}"]


def _pairs(made: Any) -> Compared:
    """Compare a rule on pairs with strips by eigenvalues, and with bounds of related rules."""
    cells, forbid = made.rule["cells"], made.rule["rules"]["forbid"]
    bounds, answer = _nested(made, questions.read(made))
    values, weight = range(cells["colours"]), float(Fraction(made.weight))
    worth = [weight if str(value) in cells.get("weight", {}) else 1.0 for value in values]
    across, down = (
        np.array([[f"{a}{sign}{b}" not in forbid for b in values] for a in values]) for sign in ("", "/")
    )
    for strip in answer.strips:
        closed = strip.family.startswith("cylinder")
        rows = int(strip.family.removeprefix("cylinder:").partition("x")[0])
        if len(values) ** rows <= _MOST_STATES:
            ends = (float(strip.low) ** (1 / strip.period), float(strip.high) ** (1 / strip.period))
            own = growth(worth, across, down, rows, closed=closed)
            _meets(ends, own, own, f"the growth of {strip.family}")
    _meets(bounds, *own_bounds(worth, across, down), "bounds by eigenvalues")
    if down.all() or across.all():
        alone = growth(worth, across, down, 1) if down.all() else growth(worth, down, across, 1)
        _meets(bounds, alone, alone, "rows alone")
    return 1 + len(answer.strips), [f"by: {answer.lower.theorem}", *_relations(made, bounds)]


def _relations(made: Any, bounds: tuple[float, float]) -> list[str]:
    """Compare with the transposed rule, or with the rule without one condition."""
    asked = made.rule["rules"]["forbid"]
    turned = [text.replace("/", "") if "/" in text else "/".join(text) for text in asked]
    name, forbid = ("turned", turned) if len(asked) % 2 else ("less", asked[1:])
    rule = gfkit.Rule.of({**made.rule, "rules": {"forbid": forbid}})
    low, high, _ = _bounds(made, rule, min(3, int(made.board)))
    _meets(bounds, low if name == "turned" else 0, high, f"the rule {name}")
    return [f"relation: {name}"]


Table = Any
"""For two neighbours whether they may be so."""


def growth(worth: list[float], across: Table, down: Table, rows: int, *, closed: bool = False) -> float:
    """Return the spectral radius of the transfer matrix between columns."""
    pairs = [(k, (k + 1) % rows) for k in range(rows if closed else rows - 1)]
    columns = [c for c in product(range(len(worth)), repeat=rows) if all(down[c[a], c[b]] for a, b in pairs)]
    if not columns:
        return 0.0
    weights = [np.prod([worth[value] for value in column]) for column in columns]
    matrix = np.array([
        [weight * all(across[a, b] for a, b in zip(first, second, strict=True)) for second, weight in
         zip(columns, weights, strict=True)] for first in columns
    ])  # fmt: skip
    return float(max(abs(np.linalg.eigvals(matrix))))


def own_bounds(worth: list[float], across: Table, down: Table) -> tuple[float, float]:
    """Return bounds from narrow strips in both directions."""
    lows, highs = [0.0], [float("inf")]
    most = {1: 6, 2: 6, 3: 4}[len(worth)]
    for first, second in ((across, down), (down, across)):
        strip = partial(growth, worth, first, second)
        open_ = {rows: strip(rows) for rows in range(1, most)}
        highs += [value ** (1 / rows) for rows, value in open_.items()]
        if (second == second.T).all():
            highs += [strip(rows, closed=True) ** (1 / rows) for rows in range(4, most + 1, 2)]
            lows += [
                (open_[r] / open_[q]) ** (1 / (r - q)) for q in open_ if q % 2 for r in open_
                if r > q and open_[q] > _CLOSE
            ]  # fmt: skip
    return max(lows), min(highs)
