"""Quotients of polynomials as Laurent series in t: coefficients, and linear relations between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gfkit.algebra.formula.linear import Linear, Name
from gfkit.algebra.formula.ratio import Ratio, Ring, ratio
from gfkit.algebra.formula.tree import Node, Sum
from gfkit.algebra.number import Number
from gfkit.algebra.series import rational_polynomial, rational_series
from gfkit.claims.formula import sequence
from gfkit.claims.formula.spectrum import spectrum
from gfkit.claims.truth import as_quotient
from gfkit.errors import GfkitError, InputError, LimitError

Row = Sequence[Fraction]
SeriesByName = Mapping[Name, Ratio]
_LARGEST_N = 2000


def expansion(function: Ratio, end: int) -> dict[int, Ratio]:
    """The coefficients of t^n for n below ``end``, from the lowest power on; cost end * degree products.

    They are polynomials in the other variables, or quotients of these.
    """
    if function.is_zero:
        return {}
    rows = function.numerator.row("t"), function.denominator.row("t")
    if rows[0] is not None and rows[1] is not None:
        low, numbers = _expand_numbers(rows[0], rows[1], end)
        return {n - low: function.ring.number(value) for n, value in enumerate(numbers)}
    above, below = function.coefficients("t")
    low = next(k for k, part in enumerate(below) if not part.is_zero)
    first, rest = below[low].inverse, below[low + 1 :]
    coefficients: list[Ratio] = []
    for n in range(end + low):
        total = above[n] if n < len(above) else function.ring.number(0)
        for k, part in enumerate(rest[:n], 1):
            if not part.is_zero and not coefficients[n - k].is_zero:
                total = total - part * coefficients[n - k]
        coefficients.append((total * first).plain)
    return {n - low: part for n, part in enumerate(coefficients)}


def _expand_numbers(above: Row, below: Row, end: int) -> tuple[int, list[Number]]:
    """The lowest power t^k of the denominator, and the coefficients from t^-k on."""
    low = next(k for k, part in enumerate(below) if part)
    top, bottom = rational_polynomial(above), rational_polynomial(below[low:])
    sign = 1 if bottom[0] > 0 else -1
    return low, rational_series(sign * top.p * bottom.q, sign * bottom.p * top.q, end + low)


def without_beginning(function: Ratio, end: int) -> Ratio:
    """The function minus its terms below t^end."""
    ring = function.ring
    early = expansion(function, end).items()
    return function - sum((part * ring.letter("t", n) for n, part in early), ring.number(0))


def polynomial_part(function: Ratio) -> dict[int, Ratio] | None:
    """The coefficients by powers of t when there are finitely many; None for anything else."""
    above, below = function.plain.coefficients("t")
    if sum(not part.is_zero for part in below) > 1:
        return None
    last = below[-1].inverse
    return {n - len(below) + 1: (part * last).plain for n, part in enumerate(above) if not part.is_zero}


# The series of left minus right, and where it is zero


@dataclass(frozen=True)
class RelationFailures:
    """The n at which a relation fails: finitely many, or all from some n on."""

    failing: dict[int, Ratio] = field(default_factory=dict)
    for_good_from: int | None = None


def defect_series(relation: Linear, known: SeriesByName, ring: Ring) -> Ratio:
    """The series of the defect: n acts as t d/dt, an index n + s as t^-s.

    Coefficients must be polynomials in n; exact, at the cost of some products of polynomials.
    """
    parts = (
        _times_polynomial(term.coefficient, known[term.name] * ring.letter("t", -term.shift))
        for term in relation.terms
    )
    return sum(parts, _rest_series(relation.rest, ring))


def _times_polynomial(coefficient: Ratio, function: Ratio) -> Ratio:
    """The series of p(n) a(n)."""
    above, below = coefficient.plain.coefficients("n")
    if len(below) > 1:
        raise InputError(
            "formula: coefficients of a recurrence must be polynomials in n; multiply by the rest"
        )
    t, result = function.ring.letter("t"), function.ring.number(0)
    for part in above:
        result = result + part * function
        function = t * function.derivative()
    return result / below[0]


def _rest_series(rest: Sequence[Node], ring: Ring) -> Ratio:
    """The series of the summands beside the terms: a polynomial in n, or a closed form."""
    unit, t = ring.number(1), ring.letter("t")
    if not rest:
        return ring.number(0)
    tree = rest[0] if len(rest) == 1 else Sum(tuple(rest))
    try:
        return _times_polynomial(ratio(tree, ring), (unit - t).inverse)
    except GfkitError:
        shape = spectrum(tree)
        if shape is None:
            raise

    def value(n: int) -> Fraction:
        found = sequence.exact_value(tree, n).rational
        if found is None:
            raise InputError("formula: what stands beside the terms of the recurrence is irrational")
        return found

    return as_quotient(shape.series(value), ring)


def failures_from(defect: Ratio, start: int) -> RelationFailures:
    """The coefficients from t^start on that are not zero, exactly."""
    parts = polynomial_part(defect)
    if parts is not None:
        failing = {n: part for n, part in parts.items() if n >= start}
        return RelationFailures(failing, max(failing, default=start - 1) + 1)
    if start > _LARGEST_N:
        raise LimitError(f"formula: it starts at n = {start}, and {_LARGEST_N} is the limit")
    defect = without_beginning(defect, start)
    return RelationFailures({defect.valuation(): defect.leading_coefficient()}, None)
