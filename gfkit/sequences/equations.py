"""Linear differential equations of series: from recurrences of coefficients and back, from algebraic ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import NamedTuple

from flint import fmpz_poly

from gfkit.exact.dependency import first_relation
from gfkit.sequences.closure import ONE, ZERO, LinearSystem, Seen, common_system, equation_seen, leibniz
from gfkit.sequences.number import Number
from gfkit.sequences.relation import at_shift, residual


class LinearEquation(NamedTuple):
    """The equation rows[0] f + rows[1] f' + ... = right of a power series f."""

    rows: list[fmpz_poly]
    right: fmpz_poly


def recurrence_equation(
    rows: Sequence[fmpz_poly], early: Sequence[Number], valid_from: int
) -> LinearEquation:
    """The differential equation of f = sum a(n) t^n: its order is the degree of the recurrence.

    With D = d/dt, n stands for t D: sum p_k(n) a(n-k) t^n = sum t^k p_k(t D + k) f, and
    x (x-1) ... (x-i+1) at x = t D is t^i D^i. The right side are the terms ``early`` with n < valid_from,
    those before the first n as zeros.
    """
    above: list[fmpz_poly] = []
    for k, p in enumerate(rows):
        for i, c in enumerate(_falling(at_shift(p, k))):
            above += [ZERO] * (i + 1 - len(above))
            above[i] += c * fmpz_poly([0, 1]) ** (k + i)
    back = [0] * (len(rows) - 1)
    right = [residual(rows, n, [*early[n::-1], *back][: len(rows)]) for n in range(valid_from)]
    below = lcm(*(value.denominator for value in right))
    return LinearEquation([q * below for q in above], fmpz_poly([int(value * below) for value in right]))


def _falling(polynomial: fmpz_poly) -> list[int]:
    """The s_i with p(x) = sum s_i x (x-1) ... (x-i+1)."""
    found, i = [], 0
    while polynomial:
        polynomial, rest = divmod(polynomial, fmpz_poly([-i, 1]))
        found.append(int(rest[0]))
        i += 1
    return found


def recurrence_rows(coefficients: Sequence[Sequence[int]]) -> tuple[list[fmpz_poly], int]:
    """The relation of the coefficients, and the n where it says what t^0 does.

    The coefficient of t^(n-s) in q t^j f^(i) is q x (x-1) ... (x-i+1) a(x), x = n - k with k = s - i + j;
    s is the largest i - j. Where x is negative the factors vanish or a(x) is 0.
    """
    parts = [(i, j, c) for i, row in enumerate(coefficients) for j, c in enumerate(row) if c]
    up = max(i - j for i, j, _ in parts)
    rows = [ZERO] * (1 + max(up - i + j for i, j, _ in parts))
    for i, j, c in parts:
        k = up - i + j
        product = fmpz_poly([c])
        for m in range(i):
            product *= fmpz_poly([-k - m, 1])
        rows[k] += product
    return rows, up


def product_equation(one: LinearEquation, two: LinearEquation) -> LinearEquation:
    """A differential equation of the product of the two series.

    The vectors (f, f', ..., 1 if there is a right side) of both are multiplied entry by entry and
    differentiated by Leibniz' rule; the first dependence among the product, its derivatives and 1 is it.
    """
    (left, f, is_open), (right, g, is_wide) = _carried(one), _carried(two)
    system = leibniz(left, right)
    seen = Seen([a * b for a in f.parts for b in g.parts], f.below * g.below)
    unit = [*[ZERO] * (system.width - 1), ONE] if is_open and is_wide else None
    return _found(equation_seen(system, seen, unit), unit is not None)


def _found(relation: Sequence[fmpz_poly], has_constant: bool) -> LinearEquation:
    """The equation of a relation of f, f', ..., or of 1, f, f', ..."""
    if has_constant:
        return LinearEquation(list(relation[1:]), -relation[0])
    return LinearEquation(list(relation), ZERO)


def _carried(equation: LinearEquation) -> tuple[LinearSystem, Seen, bool]:
    """How (f, f', ..., f^(r-1), 1) is differentiated, f in it, and whether 1 is there."""
    *rows, lead = equation.rows
    right, order = equation.right, len(rows)
    is_open = bool(right) or not order
    width = order + is_open
    table = [[lead if j == i + 1 < order else ZERO for j in range(width)] for i in range(width)]
    if order:
        table[order - 1] = [*(-q for q in rows), *[right] * is_open]
        return LinearSystem(table, lead), Seen([ONE, *[ZERO] * (width - 1)], ONE), is_open
    return LinearSystem(table, lead), Seen([right], lead), is_open


# Algebraic equations


def algebraic_equation(equation: Sequence[fmpz_poly]) -> LinearEquation:
    """The linear differential equation of least order of every f with P(t, f) = 0, P irreducible.

    f' = -(dP/dt)/(dP/df) is a combination of 1, f, ..., f^(d-1) over the rational functions, and so are
    all derivatives: the first linear dependence among 1, f, f', ... is it. Its order is below d. Cost:
    eliminations of d by d matrices of polynomials.

    >>> from gfkit.sequences import Algebraic
    >>> print(Algebraic.parse("1 - f + t*f^2", [1]).differential_equation())
    (t - 4*t^2)*f'(t) + (1 - 2*t)*f(t) = 1

    Reference: Louis Comtet, Calcul pratique des coefficients de Taylor d'une fonction algébrique.
    """
    degree = len(equation) - 1
    if degree == 1:
        return LinearEquation([equation[1]], -equation[0])
    derived = _derivative(equation)
    powers = [Seen([ZERO] * degree, ONE)]
    for k in range(1, degree):
        powers.append(Seen([k * part for part in derived.parts], derived.below))
        derived = _times_f(derived, equation)
    unit = [ONE, *[ZERO] * (degree - 1)]
    first = Seen([ZERO, ONE, *[ZERO] * (degree - 2)], ONE)
    return _found(equation_seen(common_system(powers), first, unit), True)


def _derivative(equation: Sequence[fmpz_poly]) -> Seen:
    """f' in the basis 1, f, ..., f^(d-1)."""
    degree = len(equation) - 1
    moved = [part.derivative() for part in equation]
    # l f^d = -(the rest of P) takes the top part of dP/dt away.
    lead, top = equation[-1], moved[-1]
    rest = Seen([a * lead - b * top for a, b in zip(moved[:-1], equation[:-1], strict=True)], lead)
    slope = [k * part for k, part in enumerate(equation)][1:]
    multiples = [Seen(slope, ONE)]
    for _ in range(degree - 1):
        multiples.append(_times_f(multiples[-1], equation))
    relation = first_relation((one.parts for one in [*multiples, rest]), degree)
    scaled = [c * one.below for c, one in zip(relation, [*multiples, rest], strict=True)]
    return Seen(scaled[:-1], scaled[-1]).reduced()


def _times_f(one: Seen, equation: Sequence[fmpz_poly]) -> Seen:
    *low, top = one.parts
    lead = equation[-1]
    parts = [a * lead - top * c for a, c in zip([ZERO, *low], equation[:-1], strict=True)]
    return Seen(parts, one.below * lead).reduced()
