"""Operations on sequences with polynomial recurrences, by linear algebra over the rational functions.

The same algebra yields differential equations of their series, and of algebraic series.

Each operand is represented by its vector (a(n), ..., a(n+r-1)); the result is a linear form in the
concatenated vectors of the operands, and its relation is the first linear dependence among its shifts. The
relation is proved for all n for which the recurrences determine all operands; for smaller n it is tested on
the terms.

Reference: Manuel Kauers and Peter Paule, The Concrete Tetrahedron (closure properties).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from math import lcm, prod
from typing import Any, NamedTuple, Protocol

from flint import fmpz_poly

from gfkit.core.algebra.dependency import first_relation
from gfkit.core.algebra.number import Number
from gfkit.core.algebra.operations import check_subsequence
from gfkit.core.algebra.relation import KnownRelation, Terms, at_shift, lowest, residual
from gfkit.core.deferred import dataclass

Vector = list[fmpz_poly]

ZERO = fmpz_poly([])
ONE = fmpz_poly([1])


@dataclass
class LinearSystem:
    """Linear system with the matrix table/below: s(n + 1) = table s(n)/below, or s'(t) = table s(t)/below."""

    table: list[Vector]
    below: fmpz_poly

    @property
    def width(self) -> int:
        return len(self.table)

    def at(self, inner: fmpz_poly) -> LinearSystem:
        """Return the matrix with a polynomial substituted for its variable."""
        return LinearSystem([[entry(inner) for entry in row] for row in self.table], self.below(inner))

    def times(self, other: LinearSystem) -> LinearSystem:
        table = [
            [_dot(row, [line[j] for line in other.table]) for j in range(other.width)] for row in self.table
        ]
        return LinearSystem(table, self.below * other.below)


@dataclass
class VectorForm:
    """Linear form parts/below in the vector of a linear system; it is the observed sequence or series."""

    parts: Vector
    below: fmpz_poly

    def reduce(self) -> VectorForm:
        *parts, below = lowest([*self.parts, self.below])
        return VectorForm(parts, below)

    def later(self, system: LinearSystem, step: int) -> VectorForm:
        """Return the linear form after one step of the system: u(n + step) M(n)."""
        inner = fmpz_poly([step, 1])
        moved = [part(inner) for part in self.parts]
        return VectorForm(_apply_system(moved, system), self.below(inner) * system.below).reduce()

    def derivative(self, system: LinearSystem) -> VectorForm:
        """Return the linear form of the derivative: u' + u M."""
        below, slope = self.below, self.below.derivative()
        along = _apply_system(self.parts, system)
        parts = [
            (part.derivative() * below - part * slope) * system.below + moved * below
            for part, moved in zip(self.parts, along, strict=True)
        ]
        return VectorForm(parts, below * below * system.below).reduce()


def _common_multiple(polynomials: Sequence[fmpz_poly]) -> fmpz_poly:
    return reduce(lambda one, two: one * (two // one.gcd(two)), polynomials, ONE)


def _dot(one: Sequence[fmpz_poly], other: Sequence[fmpz_poly]) -> fmpz_poly:
    return sum((a * b for a, b in zip(one, other, strict=True) if a and b), ZERO)


def _apply_system(parts: Vector, system: LinearSystem) -> Vector:
    return [_dot(parts, [row[j] for row in system.table]) for j in range(system.width)]


def companion(rows: Sequence[fmpz_poly]) -> LinearSystem:
    """Return the companion matrix of (a(n), ..., a(n+r-1)) if p_0(n) a(n) + ... + p_r(n) a(n-r) = 0.

    >>> companion([fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, -1])]).table
    [[0, 1], [x + 2, 1]]
    """
    order = len(rows) - 1
    ahead = [p(fmpz_poly([order, 1])) for p in rows]
    table = [[ahead[0] if j == i + 1 else ZERO for j in range(order)] for i in range(order - 1)]
    last = [[-p for p in reversed(ahead[1:])]] if order else []
    return LinearSystem(table + last, ahead[0])


def common_system(rows: Sequence[VectorForm]) -> LinearSystem:
    """Return the matrix with the given rows, over their common denominator."""
    below = _common_multiple([row.below for row in rows])
    return LinearSystem([[(below // row.below) * part for part in row.parts] for row in rows], below)


def _direct_sum(systems: Sequence[LinearSystem]) -> LinearSystem:
    """Return the system of the concatenated vectors, a block diagonal matrix."""
    below = _common_multiple([s.below for s in systems])
    width = sum(s.width for s in systems)
    table, left = [], 0
    for s in systems:
        factor = below // s.below
        for row in s.table:
            padded = [*[ZERO] * left, *(factor * e for e in row), *[ZERO] * (width - left - s.width)]
            table.append(padded)
        left += s.width
    return LinearSystem(table, below)


def _tensor(one: LinearSystem, two: LinearSystem) -> LinearSystem:
    """Return the system of all products of two entries, one of each vector, for a shift by one step."""
    table = [[a * b for a in upper for b in lower] for upper in one.table for lower in two.table]
    return LinearSystem(table, one.below * two.below)


def leibniz(one: LinearSystem, two: LinearSystem) -> LinearSystem:
    """Return the system of all products of two entries, one of each vector, for the derivative."""
    left = _tensor(one, LinearSystem(_unit(two.width), ONE))
    right = _tensor(LinearSystem(_unit(one.width), ONE), two)
    table = [
        [a * two.below + b * one.below for a, b in zip(upper, lower, strict=True)]
        for upper, lower in zip(left.table, right.table, strict=True)
    ]
    return LinearSystem(table, one.below * two.below)


def _unit(width: int) -> list[Vector]:
    return [[ONE if i == j else ZERO for j in range(width)] for i in range(width)]


def equation_seen(system: LinearSystem, seen: VectorForm, constant: Vector | None = None) -> list[fmpz_poly]:
    """Return the shortest linear relation of the observed form and its derivatives.

    If ``constant`` is given, the relation also involves 1, whose coefficient comes first.
    """
    first = [] if constant is None else [VectorForm(constant, ONE)]
    return _relation_among(first, seen, lambda last: last.derivative(system), system.width)


def _relation_among(
    before: list[VectorForm], seen: VectorForm, following: Callable[[VectorForm], VectorForm], width: int
) -> list[fmpz_poly]:
    passed = list(before)

    def vectors() -> Iterator[Vector]:
        yield from (form.parts for form in passed)
        last = seen.reduce()
        while True:
            passed.append(last)
            yield last.parts
            last = following(last)

    relation = first_relation(vectors(), width)
    return lowest([c * form.below for c, form in zip(relation, passed, strict=False)])


class Operand(Protocol):
    """Protocol of a sequence with a polynomial recurrence."""

    @property
    def rows(self) -> list[fmpz_poly]:
        """Polynomials p_0, ..., p_r."""

    @property
    def valid_from(self) -> int:
        """Smallest n_0 such that the recurrence holds for all n >= n_0."""

    @property
    def first_n(self) -> int:
        """Index of the first term of the sequence."""

    @property
    def determined_from(self) -> int:
        """Smallest n_0 such that the recurrence determines a(n) for all n >= n_0."""

    def terms(self, count: int) -> list[Number]:
        """Return the initial terms of the sequence."""


def _known_relation(
    system: LinearSystem, first: VectorForm, certain: int, terms: Terms, first_n: int, step: int = 1
) -> KnownRelation:
    """Return the observed sequence with its relation, which is proved for n >= ``certain``."""
    ahead = _relation_among([], first, lambda last: last.later(system, step), system.width)
    reach = step * (len(ahead) - 1)
    rows = [ZERO] * (reach + 1)
    for k, c in enumerate(reversed(ahead)):
        rows[k * step] = at_shift(c, -reach)
    return KnownRelation(rows, certain + reach, terms, first_n)


def _heads(*systems: LinearSystem) -> VectorForm:
    """Return the linear form that adds the first entries of the concatenated vectors."""
    parts = [ONE if i == 0 else ZERO for system in systems for i in range(system.width)]
    return VectorForm(parts, ONE)


def sum_of(one: Operand, two: Operand) -> KnownRelation:
    """Return the termwise sum of two sequences with equal first n; its order is at most the sum of their
    orders.

    >>> from gfkit.core.algebra import PRecursive
    >>> factorial, two = PRecursive.of([[1], [0, -1]], [1]), PRecursive.of([[1], [-2]], [1])
    >>> print(factorial + two)
    (n - 3)*a(n) = (n^2 - n - 4)*a(n-1) - 2*(n - 1)*(n - 2)*a(n-2) for n >= 2
    """
    systems = companion(one.rows), companion(two.rows)
    return _combine_termwise(_direct_sum(systems), _heads(*systems), operator.add, one, two)


def _combine_termwise(
    system: LinearSystem,
    seen: VectorForm,
    operation: Callable[[Any, Any], Number],
    one: Operand,
    two: Operand,
) -> KnownRelation:
    certain = max(one.determined_from, two.determined_from)
    return _known_relation(
        system, seen, certain, lambda n: list(map(operation, one.terms(n), two.terms(n))), one.first_n
    )


def product_of(one: Operand, two: Operand) -> KnownRelation:
    """Return the termwise product of two sequences with equal first n; its order is at most the product of
    their orders.

    >>> from gfkit.core.algebra import PRecursive
    >>> factorial, two = PRecursive.of([[1], [0, -1]], [1]), PRecursive.of([[1], [-2]], [1])
    >>> print(factorial.hadamard(two))
    a(n) = 2*n*a(n-1) for n >= 1
    """
    system = _tensor(companion(one.rows), companion(two.rows))
    return _combine_termwise(system, _heads(system), operator.mul, one, two)


def sums_of(sequence: Operand) -> KnownRelation:
    """Return the partial sums a(first_n) + ... + a(n); their order is at most one more.

    >>> from gfkit.core.algebra import PRecursive
    >>> print(PRecursive.of([[1], [-1]], [1]).partial_sums())
    a(n) = 2*a(n-1) - a(n-2) for n >= 2
    """
    system = companion(sequence.rows)
    # the sum up to n + 1 is the sum up to n plus the first entry of the shifted vector
    ahead = system.table[0] if system.width else []
    table = [[*row, ZERO] for row in system.table] + [[*ahead, system.below]]

    def terms(count: int) -> list[Number]:
        return list(accumulate(sequence.terms(count)))

    seen = VectorForm([*[ZERO] * system.width, ONE], ONE)
    return _known_relation(
        LinearSystem(table, system.below), seen, sequence.determined_from, terms, sequence.first_n
    )


def shift_of(sequence: Operand, by: int) -> KnownRelation:
    """Return the sequence n -> a(n + by) for n >= max(first_n - by, 0).

    >>> from gfkit.core.algebra import PRecursive
    >>> print(PRecursive.of([[1], [0, -1]], [1]).shifted(1))
    a(n) = (n + 1)*a(n-1) for n >= 1
    """
    first_n = max(sequence.first_n - by, 0)
    skip = first_n + by - sequence.first_n
    return KnownRelation(
        [at_shift(p, by) for p in sequence.rows],
        sequence.valid_from - by,
        lambda count: sequence.terms(count + skip)[skip:],
        first_n,
    )


def combination_of(sequence: Operand, coefficients: Mapping[int, fmpz_poly]) -> KnownRelation:
    """Return the sequence n -> sum p_s(n) a(n + s) for nonnegative s; its order is at most that of a(n).

    >>> from gfkit.core.algebra import PRecursive
    >>> PRecursive.of([[1], [0, -1]], [1]).satisfies({1: [1], 0: [-1, -1]}, 0)  # n!
    True
    """
    system, reach = companion(sequence.rows), max(coefficients)
    ahead, seen = _heads(system), VectorForm([ZERO] * system.width, ONE)
    for s in range(reach + 1):
        ahead = ahead.later(system, 1) if s else ahead
        p = coefficients.get(s, ZERO)
        parts = [a * ahead.below + p * b * seen.below for a, b in zip(seen.parts, ahead.parts, strict=True)]
        seen = VectorForm(parts, seen.below * ahead.below).reduce()

    def terms(count: int) -> list[Number]:
        listed = [*sequence.terms(count + reach), *[0] * (count + reach)]
        return [
            sum((int(p(n)) * listed[n + s - sequence.first_n] for s, p in coefficients.items()), 0)
            for n in range(sequence.first_n, sequence.first_n + count)
        ]

    return _known_relation(system, seen, sequence.determined_from, terms, sequence.first_n)


def subsequence_of(sequence: Operand, step: int, offset: int) -> KnownRelation:
    """Return the sequence n -> a(step n + offset); the order does not increase.

    >>> from gfkit.core.algebra import PRecursive
    >>> print(PRecursive.of([[1], [0, -1]], [1]).subsequence(2))
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
    return _known_relation(system, _heads(system), certain, terms, first_n)


def interlacing_of(sequences: Sequence[Operand]) -> KnownRelation:
    """Return the sequence b(k m + i) = i-th sequence at k, for m sequences with first index 0.

    >>> from gfkit.core.algebra import PRecursive
    >>> factorial, ones = PRecursive.of([[1], [0, -1]], [1]), PRecursive.of([[1], [-1]], [1])
    >>> factorial.interlaced(ones).terms(8)
    [1, 1, 1, 1, 2, 1, 6, 1]
    """
    m = len(sequences)
    systems = [_stretch(companion(part.rows), m, i) for i, part in enumerate(sequences)]

    def terms(count: int) -> list[Number]:
        listed = [sequence.terms(count // m + 1) for sequence in sequences]
        return [listed[n % m][n // m] for n in range(count)]

    certain = m * (1 + max(sequence.determined_from for sequence in sequences))
    return _known_relation(_direct_sum(systems), _heads(*systems), certain, terms, 0, m)


def _stretch(system: LinearSystem, m: int, i: int) -> LinearSystem:
    """Substitute (n - i)/m for n in a system, and multiply it by a power of m to clear denominators."""
    degree = max(p.degree() for row in [*system.table, [system.below]] for p in row)

    def stretch(p: fmpz_poly) -> fmpz_poly:
        inner = fmpz_poly([-i, 1])
        return sum((c * m ** (degree - k) * inner**k for k, c in enumerate(p.coeffs())), ZERO)

    return LinearSystem([[stretch(p) for p in row] for row in system.table], stretch(system.below))


class LinearEquation(NamedTuple):
    """Differential equation rows[0] f + rows[1] f' + ... = right of a power series f."""

    rows: list[fmpz_poly]
    right: fmpz_poly


def recurrence_equation(
    rows: Sequence[fmpz_poly], early: Sequence[Number], valid_from: int
) -> LinearEquation:
    """Return the differential equation of f = sum a(n) t^n: its order is the degree of the recurrence.

    With D = d/dt, multiplication of a(n) by n corresponds to t D: sum p_k(n) a(n-k) t^n = sum t^k p_k(t D +
    k) f, and x (x-1) ... (x-i+1) at x = t D is t^i D^i. The right side consists of the terms ``early`` with n
    < valid_from; terms before the first n are 0.
    """
    above: list[fmpz_poly] = []
    for k, p in enumerate(rows):
        for i, c in enumerate(_falling_coefficients(at_shift(p, k))):
            above += [ZERO] * (i + 1 - len(above))
            above[i] += c * fmpz_poly([0, 1]) ** (k + i)
    back = [0] * (len(rows) - 1)
    right = [residual(rows, n, [*early[n::-1], *back][: len(rows)]) for n in range(valid_from)]
    below = lcm(*(value.denominator for value in right))
    return LinearEquation([q * below for q in above], fmpz_poly([int(value * below) for value in right]))


def _falling_coefficients(polynomial: fmpz_poly) -> list[int]:
    """Return the s_i with p(x) = sum s_i x (x-1) ... (x-i+1)."""
    numbers, i = [], 0
    while polynomial:
        polynomial, rest = divmod(polynomial, fmpz_poly([-i, 1]))
        numbers.append(int(rest[0]))
        i += 1
    return numbers


def recurrence_rows(coefficients: Sequence[Sequence[int]]) -> tuple[list[fmpz_poly], int]:
    """Return the recurrence of the coefficients, and the n for which its leading term is the coefficient of
    t^0.

    The coefficient of t^(n-s) in q t^j f^(i) is q x (x-1) ... (x-i+1) a(x), x = n - k with k = s - i + j;
    s is the largest i - j. For x < 0 the factors vanish or a(x) is 0.
    """
    parts = [(i, j, c) for i, row in enumerate(coefficients) for j, c in enumerate(row) if c]
    up = max(i - j for i, j, _ in parts)
    rows = [ZERO] * (1 + max(up - i + j for i, j, _ in parts))
    for i, j, c in parts:
        k = up - i + j
        rows[k] += prod((fmpz_poly([-k - m, 1]) for m in range(i)), start=fmpz_poly([c]))
    return rows, up


def product_equation(one: LinearEquation, two: LinearEquation) -> LinearEquation:
    """Return a differential equation of the product of the two series.

    The vectors (f, f', ..., 1 if there is a right side) of both are multiplied entry by entry and
    differentiated by Leibniz' rule; the equation is the first dependence among the product, its derivatives
    and 1.
    """
    (left, f, is_open), (right, g, is_wide) = _derivative_system(one), _derivative_system(two)
    system = leibniz(left, right)
    seen = VectorForm([a * b for a in f.parts for b in g.parts], f.below * g.below)
    unit = [*[ZERO] * (system.width - 1), ONE] if is_open and is_wide else None
    return _equation_of(equation_seen(system, seen, unit), unit is not None)


def _equation_of(relation: Sequence[fmpz_poly], has_constant: bool) -> LinearEquation:
    """Return the differential equation of a relation among f, f', ..., or among 1, f, f', ...."""
    if has_constant:
        return LinearEquation(list(relation[1:]), -relation[0])
    return LinearEquation(list(relation), ZERO)


def _derivative_system(equation: LinearEquation) -> tuple[LinearSystem, VectorForm, bool]:
    """Return the matrix of differentiation of (f, f', ..., f^(r-1), 1), f in the given basis, and True if 1
    is needed.
    """
    *rows, lead = equation.rows
    right, order = equation.right, len(rows)
    is_open = bool(right) or not order
    width = order + is_open
    table = [[lead if j == i + 1 < order else ZERO for j in range(width)] for i in range(width)]
    if order:
        table[order - 1] = [*(-q for q in rows), *[right] * is_open]
        return LinearSystem(table, lead), VectorForm([ONE, *[ZERO] * (width - 1)], ONE), is_open
    return LinearSystem(table, lead), VectorForm([right], lead), is_open


# Algebraic equations


def algebraic_equation(equation: Sequence[fmpz_poly]) -> LinearEquation:
    """Return the linear differential equation of least order of every f with P(t, f) = 0, P irreducible.

    f' = -(dP/dt)/(dP/df) is a combination of 1, f, ..., f^(d-1) over the rational functions, and so are all
    derivatives; the equation is the first linear dependence among 1, f, f', .... Its order is below d.
    Cost: eliminations of d by d matrices of polynomials.

    >>> from gfkit.core.algebra import Algebraic
    >>> print(Algebraic.parse("1 - f + t*f^2", [1]).differential_equation())
    (t - 4*t^2)*f'(t) + (1 - 2*t)*f(t) = 1

    Reference: Louis Comtet, Calcul pratique des coefficients de Taylor d'une fonction algébrique.
    """
    degree = len(equation) - 1
    if degree == 1:
        return LinearEquation([equation[1]], -equation[0])
    derived = _derivative(equation)
    powers = [VectorForm([ZERO] * degree, ONE)]
    for k in range(1, degree):
        powers.append(VectorForm([k * part for part in derived.parts], derived.below))
        derived = _multiply_by_f(derived, equation)
    unit = [ONE, *[ZERO] * (degree - 1)]
    first = VectorForm([ZERO, ONE, *[ZERO] * (degree - 2)], ONE)
    return _equation_of(equation_seen(common_system(powers), first, unit), True)


def exponential_equation(equation: Sequence[fmpz_poly]) -> LinearEquation:
    """Return a linear differential equation of E = exp(f) for every f with P(t, f) = 0, P irreducible of
    degree d >= 2.

    (f^k E)' = k f^(k-1) f' E + f^k f' E, so the derivatives of the products f^k E, k < d, are combinations of
    these products over the rational functions. The order is at most d.

    >>> catalan = [fmpz_poly([0, 1]), fmpz_poly([-1]), fmpz_poly([1])]  # (1 - sqrt(1 - 4*t))/2
    >>> exponential_equation(catalan).rows
    [1, 2, 4*x + (-1)]
    """
    degree = len(equation) - 1
    moved = [_derivative(equation)]
    for _ in range(1, degree):
        moved.append(_multiply_by_f(moved[-1], equation))
    rows = []
    for k, own in enumerate(moved):
        last = moved[k - 1]
        parts = [
            k * a * own.below + b * last.below for a, b in zip(last.parts, own.parts, strict=True)
        ]  # for k = 0 the first summand is 0
        rows.append(VectorForm(parts, own.below * last.below).reduce())
    first = VectorForm([ONE, *[ZERO] * (degree - 1)], ONE)
    return LinearEquation(equation_seen(common_system(rows), first), ZERO)


def _derivative(equation: Sequence[fmpz_poly]) -> VectorForm:
    """Return f' in the basis 1, f, ..., f^(d-1)."""
    degree = len(equation) - 1
    moved = [part.derivative() for part in equation]
    # subtract l f^d = -(the rest of P) to remove the top part of dP/dt
    lead, top = equation[-1], moved[-1]
    rest = VectorForm([a * lead - b * top for a, b in zip(moved[:-1], equation[:-1], strict=True)], lead)
    slope = [k * part for k, part in enumerate(equation)][1:]
    multiples = [VectorForm(slope, ONE)]
    for _ in range(degree - 1):
        multiples.append(_multiply_by_f(multiples[-1], equation))
    relation = first_relation((form.parts for form in [*multiples, rest]), degree)
    scaled = [c * form.below for c, form in zip(relation, [*multiples, rest], strict=True)]
    return VectorForm(scaled[:-1], scaled[-1]).reduce()


def _multiply_by_f(one: VectorForm, equation: Sequence[fmpz_poly]) -> VectorForm:
    *low, top = one.parts
    lead = equation[-1]
    parts = [a * lead - top * c for a, c in zip([ZERO, *low], equation[:-1], strict=True)]
    return VectorForm(parts, one.below * lead).reduce()
