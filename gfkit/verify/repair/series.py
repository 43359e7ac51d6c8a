"""Repairs of generating functions, tried in a fixed order: the whole first, then one place of the formula.

1. a factor t^k (the index is shifted), or a constant factor; 2. first terms that are missing or wrong;
3. x and y exchanged; 4. x t and y t for x and y in numerator or denominator; 5. one place of the formula:
for every part the only thing that may stand there instead is solved for (``place``), and accepted when
it is as simple as what stood there; 6. a new numerator over the printed denominator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gfkit.formula.ratio import Ratio, degrees
from gfkit.formula.tree import Node
from gfkit.typing import Weights
from gfkit.verify.expansion import polynomial_part
from gfkit.verify.repair.place import one_place

_MOST_SHIFT = 4
_MOST_TERMS = 3


@dataclass(frozen=True)
class RepairedSeries:
    """A change in words that was checked to give the right function."""

    words: str


def repair_series(
    side: Node, text: str, formula: Ratio, true: Ratio, weights: Weights, first_n: int = 0
) -> RepairedSeries | None:
    """The first change that makes the formula equal to the true function."""
    tried = [_factor(formula, true), _beginning(formula, true, first_n), *_renamed(formula, true, weights)]
    found = next((words for words in tried if words), None)
    if found is None:
        found = one_place(side, true, text) or _numerator(formula, true)
    return RepairedSeries(found) if found else None


def _factor(formula: Ratio, true: Ratio) -> str | None:
    """A power of t, a number, or both."""
    if formula.is_zero or true.is_zero:
        return None
    quotient = (true / formula).plain
    above, below = quotient.degree("t")
    power = above - below
    if abs(power) > _MOST_SHIFT:
        return None
    number = quotient / quotient.ring.letter("t", power)
    if number.polynomials(()) is None:
        return None
    texts = []
    if power:
        missing = "missing" if power > 0 else "too much"
        size = "t" if abs(power) == 1 else f"t^{abs(power)}"
        texts.append(f"a factor {size} is {missing} (the index is shifted by {abs(power)})")
    if number != number.ring.number(1):
        texts.append(f"a constant factor {number} is missing")
    return " and ".join(texts) or None


def _beginning(formula: Ratio, true: Ratio, first_n: int) -> str | None:
    """A few first terms."""
    parts = polynomial_part(true - formula)
    if not parts or len(parts) > _MOST_TERMS or min(parts) < first_n:
        return None
    total = formula.ring.number(0)
    for n, part in parts.items():
        total = total + part * formula.ring.letter("t", n)
    listed = ", ".join(map(str, sorted(parts)))
    where = f"the term at n = {listed} is" if len(parts) == 1 else f"the terms at n = {listed} are"
    return f"{where} wrong or missing: add {total.plain}, all others are right"


def _renamed(formula: Ratio, true: Ratio, weights: Weights) -> Iterator[str | None]:
    """x and y exchanged, or t missing beside them."""
    ring = formula.ring
    t, x, y = (ring.letter(name) for name in "txy")
    if weights is Weights.PLAYERS and (formula.put(x=y, y=x) - true).is_zero:
        yield "x and y are exchanged"
    if weights is Weights.NONE:
        return
    both = " and y t for x and y" if weights is Weights.PLAYERS else " for x"
    above, below = formula.numerator, formula.denominator
    moved_above, moved_below = (part.put(x=x * t, y=y * t) for part in (above, below))
    for words, one, other in (
        ("in the numerator", moved_above, below),
        ("in the denominator", above, moved_below),
        ("everywhere", moved_above, moved_below),
    ):
        if not other.is_zero and (one / other - true).is_zero:
            yield f"factors t are missing: x t{both} {words}"


def _numerator(formula: Ratio, true: Ratio) -> str | None:
    """The denominator is right, after factors in common are taken out."""
    above = (true * formula.denominator).plain
    if formula.degree("t")[1] == 0 or any(degrees(above.below)):
        return None
    if true.degree("t")[1] < formula.degree("t")[1]:
        return None
    return f"the denominator is right; the numerator should be {above}"
