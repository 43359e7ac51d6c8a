"""Operations on sequences with polynomial recurrences, by linear algebra over the rational functions.

Each operand is carried by its vector (a(n), ..., a(n+r-1)); the result is a linear form of the operands'
vectors put together, and its relation is the first linear dependence among its shifts. The relation is
certain from where all operands are determined by their recurrences; below, it is tried on the terms.

Reference: Manuel Kauers and Peter Paule, The Concrete Tetrahedron (closure properties).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from flint import fmpz_poly

from gfkit.sequences.holonomic.canonical import Terms
from gfkit.sequences.holonomic.conversion import from_equation, product_equation
from gfkit.sequences.holonomic.p_recursive import PRecursive
from gfkit.sequences.holonomic.relation import moved
from gfkit.sequences.holonomic.series import convolution
from gfkit.sequences.holonomic.system import (
    ONE,
    ZERO,
    Seen,
    System,
    companion,
    direct_sum,
    recurrence_seen,
    tensor,
)
from gfkit.sequences.number import Number
from gfkit.sequences.operations import check_subsequence


def _seen(system: System, first: Seen, certain: int, terms: Terms, first_n: int, step: int = 1) -> PRecursive:
    """The sequence that is seen; its relation with shifts ahead is certain from n = ``certain`` on."""
    ahead = recurrence_seen(system, first, step)
    reach = step * (len(ahead) - 1)
    rows = [ZERO] * (reach + 1)
    for k, c in enumerate(reversed(ahead)):
        rows[k * step] = moved(c, -reach)
    return PRecursive.settled(rows, certain + reach, terms, first_n)


def _heads(*systems: System) -> Seen:
    """The sum of the first entries of vectors side by side."""
    parts = [ONE if i == 0 else ZERO for system in systems for i in range(system.width)]
    return Seen(parts, ONE)


def later_start(sequence: PRecursive, first_n: int) -> PRecursive:
    """The same sequence, listed from a later first n on."""
    skip = first_n - sequence.first_n
    if not skip:
        return sequence
    return PRecursive.settled(
        sequence.rows, sequence.valid_from, lambda count: sequence.terms(count + skip)[skip:], first_n
    )


def _together(one: PRecursive, two: PRecursive) -> tuple[PRecursive, PRecursive]:
    first_n = max(one.first_n, two.first_n)
    return later_start(one, first_n), later_start(two, first_n)


def total(one: PRecursive, two: PRecursive) -> PRecursive:
    """The termwise sum; order at most the sum of both orders.

    >>> factorial, two = PRecursive.of([[1], [0, -1]], [1]), PRecursive.of([[1], [-2]], [1])
    >>> print(total(factorial, two))
    (n - 3)*a(n) = (n^2 - n - 4)*a(n-1) - 2*(n - 1)*(n - 2)*a(n-2) for n >= 2
    """
    one, two = _together(one, two)
    systems = companion(one.rows), companion(two.rows)

    def terms(count: int) -> list[Number]:
        return [a + b for a, b in zip(one.terms(count), two.terms(count), strict=True)]

    certain = max(one.determined_from, two.determined_from)
    return _seen(direct_sum(systems), _heads(*systems), certain, terms, one.first_n)


def hadamard(one: PRecursive, two: PRecursive) -> PRecursive:
    """The termwise product; order at most the product of both orders.

    >>> print(hadamard(PRecursive.of([[1], [0, -1]], [1]), PRecursive.of([[1], [-2]], [1])))
    a(n) = 2*n*a(n-1) for n >= 1
    """
    one, two = _together(one, two)
    system = tensor(companion(one.rows), companion(two.rows))

    def terms(count: int) -> list[Number]:
        return [a * b for a, b in zip(one.terms(count), two.terms(count), strict=True)]

    certain = max(one.determined_from, two.determined_from)
    return _seen(system, _heads(system), certain, terms, one.first_n)


def cauchy(one: PRecursive, two: PRecursive) -> PRecursive:
    """The product of the series, by way of its differential equation.

    >>> catalan = PRecursive.of([[1, 1], [2, -4]], [1])
    >>> cauchy(catalan, catalan).terms(6)
    [1, 2, 5, 14, 42, 132]
    """
    equation = product_equation(one.differential_equation(), two.differential_equation())

    def terms(count: int) -> list[Number]:
        return convolution(one.terms(count), two.terms(count))

    return from_equation(equation, terms, one.first_n + two.first_n)


def partial_sums(sequence: PRecursive) -> PRecursive:
    """The sums a(first_n) + ... + a(n); order at most one more.

    >>> print(partial_sums(PRecursive.of([[1], [-1]], [1])))
    a(n) = 2*a(n-1) - a(n-2) for n >= 2
    """
    system = companion(sequence.rows)
    # The sum to n + 1 is the sum to n and the first entry of the vector, one step on.
    ahead = system.table[0] if system.width else []
    table = [[*row, ZERO] for row in system.table] + [[*ahead, system.below]]

    def terms(count: int) -> list[Number]:
        return list(accumulate(sequence.terms(count)))

    seen = Seen([*[ZERO] * system.width, ONE], ONE)
    return _seen(System(table, system.below), seen, sequence.determined_from, terms, sequence.first_n)


def shifted(sequence: PRecursive, by: int) -> PRecursive:
    """The sequence n -> a(n + by), from n = max(first_n - by, 0) on.

    >>> print(shifted(PRecursive.of([[1], [0, -1]], [1]), 1))
    a(n) = (n + 1)*a(n-1) for n >= 1
    """
    first_n = max(sequence.first_n - by, 0)
    skip = first_n + by - sequence.first_n
    return PRecursive.settled(
        [moved(p, by) for p in sequence.rows],
        sequence.valid_from - by,
        lambda count: sequence.terms(count + skip)[skip:],
        first_n,
    )


def subsequence(sequence: PRecursive, step: int, offset: int) -> PRecursive:
    """The sequence n -> a(step n + offset); the order does not grow.

    >>> print(subsequence(PRecursive.of([[1], [0, -1]], [1]), 2, 0))
    a(n) = 2*n*(2*n - 1)*a(n-1) for n >= 1
    """
    check_subsequence(step, offset)
    single = companion(sequence.rows)
    system = single.at(fmpz_poly([offset, step]))
    for j in range(1, step):
        system = single.at(fmpz_poly([offset + j, step])).times(system)
    first_n = max(0, -((offset - sequence.first_n) // step))
    start = step * first_n + offset - sequence.first_n

    def terms(count: int) -> list[Number]:
        return sequence.terms(start + step * count)[start::step][:count]

    certain = max(first_n, -((offset - sequence.determined_from) // step))
    return _seen(system, _heads(system), certain, terms, first_n)


def interlaced(sequences: Sequence[PRecursive]) -> PRecursive:
    """The sequence b(k m + i) = i-th sequence at k, of m sequences from n = 0 on.

    >>> factorial, ones = PRecursive.of([[1], [0, -1]], [1]), PRecursive.of([[1], [-1]], [1])
    >>> interlaced([factorial, ones]).terms(8)
    [1, 1, 1, 1, 2, 1, 6, 1]
    """
    m = len(sequences)
    systems = [_stretched(companion(one.rows), m, i) for i, one in enumerate(sequences)]

    def terms(count: int) -> list[Number]:
        listed = [one.terms(count // m + 1) for one in sequences]
        return [listed[n % m][n // m] for n in range(count)]

    certain = m * (1 + max(one.determined_from for one in sequences))
    return _seen(direct_sum(systems), _heads(*systems), certain, terms, 0, m)


def _stretched(system: System, m: int, i: int) -> System:
    """The system at (n - i)/m, numerators and denominator times a power of m."""
    degree = max(p.degree() for row in [*system.table, [system.below]] for p in row)

    def put(p: fmpz_poly) -> fmpz_poly:
        inner, value = fmpz_poly([-i, 1]), ZERO
        for k, c in enumerate(p.coeffs()):
            value += c * m ** (degree - k) * inner**k
        return value

    return System([[put(p) for p in row] for row in system.table], put(system.below))
