"""Operations on algebraic sequences, by resultants and by putting one series for another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import lcm

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from gfkit.sequences.algebraic.algebraic import Algebraic
from gfkit.sequences.algebraic.factor import polynomial_of
from gfkit.sequences.holonomic import closure as recurrences
from gfkit.sequences.holonomic.series import convolution
from gfkit.sequences.number import Number
from gfkit.sequences.operations import Operations
from gfkit.sequences.polynomial import Polynomial

MOST_DEGREE = 12
"""A sum or product whose equation would have a larger degree in f is given by its recurrence."""

ZERO, ONE = fmpz_poly([]), fmpz_poly([1])

_CONTEXT = fmpz_mpoly_ctx.get(("t", "f", "g"), Ordering.lex)


def _replaced(
    sequence: Algebraic,
    above: Sequence[fmpz_poly],
    below: fmpz_poly,
    terms: Callable[[int], Sequence[Number]],
    first_n: int,
) -> Algebraic:
    """The sequence with these terms, whose series g gives f = (above[0] + above[1] g)/below."""
    columns = sequence.columns
    degree = len(columns) - 1
    total = [ZERO] * (degree + 1)
    power = [ONE]
    for k, part in enumerate(columns):
        for j, c in enumerate(power):
            total[j] = total[j] + part * c * below ** (degree - k)
        power = [a * above[0] + b * above[1] for a, b in zip([*power, ZERO], [ZERO, *power], strict=True)]
    return Algebraic.settled(polynomial_of(total), terms, first_n)


def multiple(sequence: Algebraic, factor: Number) -> Algebraic:
    """The multiple by a number.

    >>> print(multiple(Algebraic.parse("1 - f + t*f^2", [1]), 2))
    4 - 2*f + t*f^2 = 0
    """
    if not factor:
        return Algebraic.of(Polynomial.parse("f", ("t", "f")), [0], sequence.first_n)
    above = [ZERO, fmpz_poly([factor.denominator])]

    def terms(count: int) -> list[Number]:
        return [factor * value for value in sequence.terms(count)]

    return _replaced(sequence, above, fmpz_poly([factor.numerator]), terms, sequence.first_n)


def partial_sums(sequence: Algebraic) -> Algebraic:
    """The sums a(first_n) + ... + a(n): the series is f/(1 - t).

    >>> partial_sums(Algebraic.parse("1 - f + t*f^2", [1])).terms(5)
    [1, 2, 4, 9, 23]
    """
    above = [ZERO, fmpz_poly([1, -1])]

    def terms(count: int) -> list[Number]:
        return list(accumulate(sequence.terms(count)))

    return _replaced(sequence, above, ONE, terms, sequence.first_n)


def shifted(sequence: Algebraic, by: int) -> Algebraic:
    """The sequence n -> a(n + by): f = the terms that fall away + t^by g.

    >>> print(shifted(Algebraic.parse("1 - f + t*f^2", [1]), 1))
    1 - f + 2*t*f + t^2*f^2 = 0
    """
    first_n = max(sequence.first_n - by, 0)
    skip = first_n + by - sequence.first_n

    def terms(count: int) -> list[Number]:
        return sequence.terms(count + skip)[skip:]

    lost, below = _scaled(sequence.terms(skip), sequence.first_n)
    up, down = fmpz_poly([0, 1]) ** max(by, 0), fmpz_poly([0, 1]) ** max(-by, 0)
    return _replaced(sequence, [lost * down, up * below], down * below, terms, first_n)


def later_start(sequence: Algebraic, first_n: int) -> Algebraic:
    """The same sequence, listed from a later first n on."""
    skip = first_n - sequence.first_n
    if not skip:
        return sequence
    lost, below = _scaled(sequence.terms(skip), sequence.first_n)

    def terms(count: int) -> list[Number]:
        return sequence.terms(count + skip)[skip:]

    return _replaced(sequence, [lost, fmpz_poly([below])], fmpz_poly([below]), terms, first_n)


def _scaled(values: Sequence[Number], start: int) -> tuple[fmpz_poly, int]:
    """The polynomial with these coefficients from t^start on, times the common denominator, and that."""
    below = lcm(*(value.denominator for value in values))
    return fmpz_poly([*(0,) * start, *(int(value * below) for value in values)]), below


def total(one: Algebraic, two: Algebraic) -> Operations:
    """The termwise sum: the resultant of P(t, g) and Q(t, f - g) in g.

    >>> root = Algebraic.parse("f^2 - 1 + 4*t", [1])
    >>> print(total(root, root))
    4 - 16*t - f^2 = 0
    """
    if one.degree * two.degree > MOST_DEGREE:
        return recurrences.total(one.p_recursive(), two.p_recursive())
    first_n = max(one.first_n, two.first_n)
    one, two = later_start(one, first_n), later_start(two, first_n)
    _, f, g = _CONTEXT.gens()

    def terms(count: int) -> list[Number]:
        return [a + b for a, b in zip(one.terms(count), two.terms(count), strict=True)]

    return Algebraic.settled(_resultant(_at(one, g), _at(two, f - g)), terms, first_n)


def cauchy(one: Algebraic, two: Algebraic) -> Operations:
    """The product of the series: the resultant of P(t, g) and g^d Q(t, f/g) in g.

    >>> root = Algebraic.parse("f^2 - 1 + 4*t", [1])
    >>> print(cauchy(root, root))
    1 - 4*t - f = 0
    """
    if one.degree * two.degree > MOST_DEGREE:
        return recurrences.cauchy(one.p_recursive(), two.p_recursive())
    _, f, g = _CONTEXT.gens()

    def terms(count: int) -> list[Number]:
        return convolution(one.terms(count), two.terms(count))

    equation = _resultant(_at(one, g), _at(two, f, g))
    return Algebraic.settled(equation, terms, one.first_n + two.first_n)


def _at(sequence: Algebraic, above: fmpz_mpoly, below: fmpz_mpoly | int = 1) -> fmpz_mpoly:
    """below^d P(t, above/below)."""
    t, degree = _CONTEXT.gen(0), sequence.degree
    return sum(
        (c * t**i * above**j * below ** (degree - j) for (i, j), c in sequence.equation.terms),
        _CONTEXT.constant(0),
    )


def _resultant(one: fmpz_mpoly, two: fmpz_mpoly) -> Polynomial:
    found = one.resultant(two, "g")
    return Polynomial.of(("t", "f"), {tuple(map(int, powers))[:2]: int(c) for powers, c in found.terms()})
