"""From recurrences of coefficients to differential equations of series, and back."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from flint import fmpz_poly

from gfkit.sequences.holonomic.canonical import Terms, continued, open_until
from gfkit.sequences.holonomic.differential_equation import DifferentialEquation
from gfkit.sequences.holonomic.p_recursive import PRecursive
from gfkit.sequences.holonomic.relation import defect, moved, poly, row_of
from gfkit.sequences.holonomic.system import ONE, ZERO, Seen, System, equation_seen, leibniz
from gfkit.sequences.number import Number, number


def differential_equation(sequence: PRecursive) -> DifferentialEquation:
    """The differential equation of f = sum a(n) t^n: its order is the degree of the recurrence.

    With D = d/dt, n stands for t D: sum p_k(n) a(n-k) t^n = sum t^k p_k(t D + k) f, and
    x (x-1) ... (x-i+1) at x = t D is t^i D^i. The right side are the terms with n < valid_from.

    >>> print(differential_equation(PRecursive.of([[1, 1], [2, -4]], [1])))
    (t - 4*t^2)*f'(t) + (1 - 2*t)*f(t) = 1
    """
    above: list[fmpz_poly] = []
    for k, p in enumerate(sequence.rows):
        for i, c in enumerate(_falling(moved(p, k))):
            above += [ZERO] * (i + 1 - len(above))
            above[i] += c * fmpz_poly([0, 1]) ** (k + i)
    back = [0] * sequence.order
    values = [*(0,) * sequence.first_n, *sequence.terms(sequence.valid_from - sequence.first_n)]
    right = [
        defect(sequence.rows, n, [*values[n::-1], *back][: sequence.order + 1])
        for n in range(sequence.valid_from)
    ]
    below = lcm(*(value.denominator for value in right))
    return DifferentialEquation.made(
        [q * below for q in above], fmpz_poly([int(value * below) for value in right])
    )


def _falling(polynomial: fmpz_poly) -> list[int]:
    """The s_i with p(x) = sum s_i x (x-1) ... (x-i+1)."""
    found, i = [], 0
    while polynomial:
        polynomial, rest = divmod(polynomial, fmpz_poly([-i, 1]))
        found.append(int(rest[0]))
        i += 1
    return found


def recurrence_rows(equation: DifferentialEquation) -> tuple[list[fmpz_poly], int]:
    """The relation of the coefficients, and the n where it says what t^0 does.

    The coefficient of t^(n-s) in q t^j f^(i) is q x (x-1) ... (x-i+1) a(x), x = n - k with k = s - i + j;
    s is the largest i - j. Where x is negative the factors vanish or a(x) is 0.
    """
    parts = [(i, j, c) for i, row in enumerate(equation.coefficients) for j, c in enumerate(row) if c]
    up = max(i - j for i, j, _ in parts)
    rows = [ZERO] * (1 + max(up - i + j for i, j, _ in parts))
    for i, j, c in parts:
        k = up - i + j
        product = fmpz_poly([c])
        for m in range(i):
            product *= fmpz_poly([-k - m, 1])
        rows[k] += product
    return rows, up


def from_equation(equation: DifferentialEquation, terms: Terms, first_n: int = 0) -> PRecursive:
    """The sequence with these terms, whose series is known to solve the equation."""
    rows, up = recurrence_rows(equation)
    return PRecursive.settled(rows, up + max(len(equation.right), 0), terms, first_n)


def solution(equation: DifferentialEquation, initial: Sequence[Number], first_n: int) -> PRecursive:
    """The sequence of coefficients of the one solution with these first terms."""
    rows, up = recurrence_rows(equation)
    start = max(up + len(equation.right), first_n + len(rows) - 1)
    known = [*(0,) * first_n, *map(number, initial)]

    def right(n: int) -> int:
        return equation.right[n - up] if n - up < len(equation.right) else 0

    values = continued(rows, right, up, known, open_until(rows, start), equation)
    return PRecursive.of([row_of(p) for p in rows], values[first_n:], first_n, start)


def product_equation(one: DifferentialEquation, two: DifferentialEquation) -> DifferentialEquation:
    """A differential equation of the product of the two series.

    The vectors (f, f', ..., 1 if there is a right side) of both are multiplied entry by entry and
    differentiated by Leibniz' rule; the first dependence among the product, its derivatives and 1 is it.

    >>> square = DifferentialEquation.of([[1, -1]], [1])
    >>> print(product_equation(square, square))
    (1 - 2*t + t^2)*f(t) = 1
    """
    (left, f, is_open), (right, g, is_wide) = _carried(one), _carried(two)
    system = leibniz(left, right)
    seen = Seen([a * b for a in f.parts for b in g.parts], f.below * g.below)
    unit = [*[ZERO] * (system.width - 1), ONE] if is_open and is_wide else None
    return equation_of(equation_seen(system, seen, unit), unit is not None)


def equation_of(relation: Sequence[fmpz_poly], has_constant: bool) -> DifferentialEquation:
    """The equation of a relation of f, f', ..., or of 1, f, f', ..."""
    if has_constant:
        return DifferentialEquation.made(relation[1:], -relation[0])
    return DifferentialEquation.made(relation, ZERO)


def _carried(equation: DifferentialEquation) -> tuple[System, Seen, bool]:
    """How (f, f', ..., f^(r-1), 1) is differentiated, f in it, and whether 1 is there."""
    *rows, lead = equation.rows
    right, order = poly(equation.right), len(rows)
    is_open = bool(right) or not order
    width = order + is_open
    table = [[lead if j == i + 1 < order else ZERO for j in range(width)] for i in range(width)]
    if order:
        table[order - 1] = [*(-q for q in rows), *[right] * is_open]
        return System(table, lead), Seen([ONE, *[ZERO] * (width - 1)], ONE), is_open
    return System(table, lead), Seen([right], lead), is_open
