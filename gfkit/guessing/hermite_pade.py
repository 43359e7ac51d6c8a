"""Recurrences with polynomial coefficients and algebraic equations from terms: relations modulo primes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import lcm
from typing import Any

from flint import fmpz, fmpz_poly, nmod_poly

from gfkit.core.algebra import Algebraic, Polynomial, PRecursive
from gfkit.core.algebra.number import number
from gfkit.core.algebra.polynomial import Monomial
from gfkit.core.algebra.relation import integer_roots, lowest, sound
from gfkit.core.algebra.residue import SPARE_BITS, LiftedIntegers, fraction_of, fractions_of
from gfkit.core.errors import InputError
from gfkit.core.typing import cached_property
from gfkit.guessing.data import Data, bits_of
from gfkit.guessing.law import FittedLaw, WrongTerm, holds_up, is_worth_trying
from gfkit.guessing.order_basis import Residues, RowRelation, least_degrees, row_relations, solutions

MOST_IRREGULAR = 10
"""Maximum number of initial terms that a formula may omit."""
_Rows = Callable[[Sequence[int], int], tuple[Sequence[Residues], Sequence[int] | None]]
"""Function that returns the rows of a Hermite-Pade problem modulo primes at the first ``count`` points.

It also returns the points, or None for power series.
"""


def recurrence_fit(data: Data, order: int, spare: int) -> FittedLaw | WrongTerm | None:
    """Return the recurrence of the given order with coefficients of least degree, or None.

    Its coefficients p_k solve p_0(n) a(n) + ... + p_r(n) a(n-r) = 0 at the given n. The n are in decreasing
    order, so that irregular initial terms come last. An order basis at these points, modulo one prime,
    determines the smallest degree; then the relation is computed modulo as many primes as its coefficients
    require, and tested exactly on all terms. Cost: r N^2 operations on machine words for each prime. An
    omitted initial term requires one more equation. If a formula fails only near one term, this term is
    returned as a ``WrongTerm``.

    >>> fit = recurrence_fit(Data.of([1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862]), 1, 5)
    >>> fit.law.equation, fit.unknowns, fit.equations
    ('(n + 1)*a(n) = (4*n - 2)*a(n-1)', 3, 9)

    Reference: Manuel Kauers, Guessing handbook.
    """
    where = _informative_places(data, order)
    points = partial(_sample_rows, data, order, where)
    rows, nodes = points([data.search_prime], len(where))
    exceptions = min(MOST_IRREGULAR + order, len(where) // 2)
    bounds = _Bounds(data, lambda other, primes: _sample_rows(other, order, where, primes, len(where)))
    for relation in row_relations(rows[0], nodes, data.search_prime, spare, exceptions):
        fit = _fit_of_relation(data, order, where, relation, bounds, spare)
        if fit is not None:
            return fit
    return None


def _sample_rows(
    data: Data, order: int, where: Sequence[int], primes: Sequence[int], count: int
) -> tuple[list[list[list[int]]], Sequence[int]]:
    """Return the rows a(n), a(n-1), ..., a(n-r) at the first ``count`` of the given n, modulo primes."""
    nodes = where[:count]
    places = [n - data.offset for n in nodes]
    listed = data.residues(primes)
    return [[[row[p - k] for p in places] for k in range(order + 1)] for row in listed], nodes


def _informative_places(data: Data, order: int) -> list[int]:
    """Return the n, in decreasing order, at which a relation of this order imposes a condition."""
    flags = [bool(term) for term in data.terms]
    return [
        n
        for n in range(data.end - 1, data.offset + order - 1, -1)
        if any(flags[n - data.offset - order : n - data.offset + 1])
    ]


def _fit_of_relation(
    data: Data,
    order: int,
    where: Sequence[int],
    relation: RowRelation,
    bounds: _Bounds,
    spare: int,
) -> FittedLaw | WrongTerm | None:
    """Return the fit over the integers of a relation modulo one prime, or None if no integral relation
    exists.
    """
    unknowns = (order + 1) * (relation.degree + 1) - 1
    broken = [where[k] for k in relation.broken]
    inside = broken and broken[0] - broken[-1] <= order and broken[0] >= data.offset + MOST_IRREGULAR
    held = len(where) - len(broken) if inside else (*relation.broken, len(where))[0]
    left_out = len(where) - held
    needed = max(spare, unknowns) if inside else spare + left_out
    if (
        (left_out > MOST_IRREGULAR and not inside)
        or held - unknowns < needed
        or not is_worth_trying(data, unknowns)
        or not bounds.are_met(relation, len(where) if inside else held)
    ):
        return None
    image = relation.image()
    if _leaves_terms_undetermined(data, image[0], order) or not _may_be_short(data, image):
        return None
    if inside:
        return _wrong_term(data, order, where, relation, broken, spare)
    points = partial(_sample_rows, data, order, where)
    rows = _lift_relation(data, points, relation, lambda rows: _is_satisfied_at(data, rows, where[:held]))
    return None if rows is None else _fit_of_recurrence(data, rows, where[held - 1], unknowns, spare)


class _Bounds:
    """Bounds on the degree of a relation, from the relations that any terms with the same zeros in their
    differences satisfy. A relation of such a degree rests only on these zeros.
    """

    def __init__(self, data: Data, points: Callable[[Data, Sequence[int]], Any]) -> None:
        self._data, self._points = data, points

    def are_met(self, relation: RowRelation, held: int) -> bool:
        """Return True if random terms with the same zeros satisfy no relation of the same shape at the first
        ``held`` points.
        """
        return not self._least or relation.degree < self._least[held]

    @cached_property
    def _least(self) -> list[int]:
        """Least degrees for random terms, by the number of points. The list is empty without zeros."""
        other = self._data.scrambled
        if other is None:
            return []
        rows, nodes = self._points(other, [other.search_prime])
        return least_degrees(rows[0], nodes, other.search_prime)


def _may_be_short(data: Data, image: Sequence[Sequence[int]]) -> bool:
    """Return True if coefficients with these residues, modulo the search prime, may be shorter than the
    terms.

    Two coefficients whose quotient is no fraction of half the length of the prime are together as long as the
    prime. So one prime excludes long relations.
    """
    prime = data.search_prime
    listed = [c for part in image for c in part if c]
    pairs = zip(listed[::2], listed[1::2], strict=False)
    long = sum(fraction_of(a * pow(b, -1, prime) % prime, prime) is None for a, b in pairs)
    return long * (prime.bit_length() - SPARE_BITS) < _most_bits(data)


def _most_bits(data: Data) -> int:
    """Return the maximum length of the coefficients of a relation before normalisation."""
    return 128 + 2 * data.bits[0]


def _leaves_terms_undetermined(data: Data, row: Sequence[int], order: int) -> bool:
    """Return True if p_0, modulo the search prime, has a root well inside the data, so that the relation
    determines too few terms.
    """
    first = nmod_poly(list(row), data.search_prime)
    return any(int(first(n)) == 0 for n in range(data.offset + order + MOST_IRREGULAR, data.end))


def _is_satisfied_at(data: Data, rows: Sequence[fmpz_poly], where: Sequence[int]) -> bool:
    """Return True if sum p_k(n) a(n-k) = 0 at all given n."""
    return not any(_defect(data, rows, n) for n in where)


def _defect(data: Data, rows: Sequence[fmpz_poly], n: int) -> int:
    """Return the value of p_0(n) a(n) + ... + p_r(n) a(n-r), times the common denominator of the terms."""
    place, at = n - data.offset, fmpz(n)
    return int(sum(p(at) * data.exact[place - k] for k, p in enumerate(rows)))


def _fit_of_recurrence(
    data: Data, rows: Sequence[fmpz_poly], known: int, unknowns: int, spare: int
) -> FittedLaw | None:
    """Return the fit with the given coefficients and its number of omitted terms, or None if the formula is
    too long.

    For n >= ``known`` the relation holds at all given terms. If p_0 has a root in the data, all terms up to
    the last root are treated as omitted, and as unknowns.
    """
    if not rows[0] or not rows[-1]:
        return None
    kept = lowest(sound(rows)[0])
    order = len(kept) - 1
    same = len(kept) == len(rows) and kept[0].degree() == rows[0].degree()
    start = known if same else data.end
    roots = integer_roots(kept[0])
    earliest = max([data.offset + order, *(root + 1 for root in roots)])
    start = max(start, earliest)
    while start > earliest and not _defect(data, kept, start - 1):
        start -= 1
    irregular = start - data.offset - order
    unknowns += irregular
    equations = sum(n >= start for n in _informative_places(data, order))
    if irregular > MOST_IRREGULAR or equations - unknowns < spare:
        return None
    law_bits = sum(bits_of(int(c)) for p in kept for c in p.coeffs())
    if not holds_up(data, law_bits, start):
        return None
    law = PRecursive.from_terms(kept, start, lambda count: data.terms[:count], data.offset)
    return FittedLaw.of(
        data,
        law,
        "Hermite-Pade modulo primes",
        unknowns=unknowns,
        equations=equations,
        law_bits=law_bits,
        explained_from=start,
        irregular=irregular,
    )


def _wrong_term(
    data: Data, order: int, where: Sequence[int], relation: RowRelation, broken: list[int], spare: int
) -> WrongTerm | None:
    """Return the single wrong term whose correction makes the relation hold near it, or None."""
    fine = [n for n in where if n not in broken]
    rows = _lift_relation(
        data,
        partial(_sample_rows, data, order, where),
        relation,
        lambda rows: _is_satisfied_at(data, rows, fine),
    )
    n = broken[-1]
    if rows is None or not rows[0] or not rows[0](fmpz(n)):
        return None
    step = number(Fraction(_defect(data, rows, n), int(rows[0](fmpz(n))) * data.denominator))
    wanted = number(data[n] - step)
    fit = (
        _fit_of_recurrence(
            data.with_term(n, wanted), rows, data.end, len(rows) * (relation.degree + 1) - 1, spare
        )
        if step
        else None
    )
    return None if fit is None else WrongTerm(n, wanted)


def _lift_relation(
    data: Data, values: _Rows, relation: RowRelation, accept: Callable[[list[fmpz_poly]], bool]
) -> list[fmpz_poly] | None:
    """Return the relation with coprime integer coefficients that satisfies ``accept``, or None.

    Residues are computed for increasing numbers of primes, and converted to fractions whenever this number
    has doubled. The result is None if the coefficients are longer than all terms together.
    """
    images, used, batch = None, 0, 2
    while images is None or images.modulus.bit_length() < _most_bits(data):
        primes = data.primes(batch, used)
        rows, nodes = values(primes, len(relation.pivots))
        images_of_primes = [
            ([c for part in image for c in part], prime)
            for image, prime in zip(solutions(rows, nodes, primes, relation), primes, strict=True)
            if image is not None
        ]
        used += batch
        batch = used
        if not images_of_primes:
            return None
        if images is None:
            images = LiftedIntegers(len(images_of_primes[0][0]))
        images.add([image for image, _ in images_of_primes], [prime for _, prime in images_of_primes])
        row = [int(images.values[k]) for k in range(images.count)]
        fractions = fractions_of(row, int(images.modulus))
        if fractions is None:
            continue
        below = lcm(*(f.denominator for f in fractions))
        width = relation.degree + 1
        whole = [int(f * below) for f in fractions]
        candidate = [fmpz_poly(whole[k : k + width]) for k in range(0, len(whole), width)]
        if accept(candidate):
            return candidate
    return None


def low_degree_fit(data: Data, degree: int, spare: int) -> FittedLaw | None:
    """Return the recurrence of least order whose coefficients have at most the given degree, or None.

    In the power series f of the terms, with D = t d/dt, q_0(t) f + q_1(t) D f + ... + q_d(t) D^d f is a
    polynomial whose degree is at most the degree of the q_i. Its coefficient of t^n is the sum of q_ij
    (n-j)^i a(n-j). The relation comes from an order basis of d + 2 series. It is faster than
    ``recurrence_fit`` if the order exceeds the degree.

    >>> terms = [1, 1]
    >>> for n in range(2, 15):
    ...     terms.append(n * terms[-1] + terms[-2])
    >>> low_degree_fit(Data.of(terms), 1, 5).law.equation
    'a(n) = n*a(n-1) + a(n-2)'
    """
    series = partial(_series, data, degree)
    rows, nodes = series([data.search_prime], len(data))
    bounds = _Bounds(data, lambda other, primes: _series(other, degree, primes, len(data)))
    for relation in row_relations(rows[0], nodes, data.search_prime, spare):
        first = data.offset + relation.degree + 1
        unknowns = (degree + 2) * (relation.degree + 1) - 1
        is_worthwhile = is_worth_trying(data, unknowns - relation.degree - 1)
        if not (is_worthwhile and bounds.are_met(relation, len(data))):
            return None
        image = _residues(data, _recurrence([fmpz_poly(row) for row in relation.image()[1:]], data.offset))
        if _leaves_terms_undetermined(data, image[0], relation.degree) or not _may_be_short(data, image):
            continue
        listed = list(range(data.end - 1, first - 1, -1))

        def accept(equations: list[fmpz_poly], where: list[int] = listed) -> bool:
            return _is_satisfied_at(data, _recurrence(equations[1:], data.offset), where)

        equations = _lift_relation(data, series, relation, accept)
        if equations is not None:
            recurrence = _recurrence(equations[1:], data.offset)
            return _fit_of_recurrence(data, recurrence, first, unknowns - relation.degree - 1, spare)
    return None


def _series(data: Data, degree: int, primes: Sequence[int], count: int) -> tuple[list[list[list[int]]], None]:
    """Return the truncated series 1, f, D f, ..., D^d f modulo primes."""
    unit, rows = [int(n == 0) for n in range(count)], []
    for listed, prime in zip(data.residues(primes), primes, strict=True):
        layer = [unit, listed[:count]]
        for _ in range(degree):
            layer.append([n * value % prime for n, value in enumerate(layer[-1])])
        rows.append(layer)
    return rows, None


def _residues(data: Data, rows: Sequence[fmpz_poly]) -> list[list[int]]:
    """Return the coefficients modulo the search prime."""
    return [[int(c) % data.search_prime for c in row.coeffs()] for row in rows]


def _recurrence(rows: Sequence[fmpz_poly], offset: int) -> list[fmpz_poly]:
    """Return the coefficients p_j(n) = sum over i of q_ij (n - offset - j)^i."""
    order = max(q.degree() for q in rows)
    coefficients = []
    for j in range(order + 1):
        step = fmpz_poly([-offset - j, 1])
        coefficients.append(fmpz_poly([int(q[j]) for q in rows])(step))
    return coefficients


def algebraic_fit(data: Data, degree: int, spare: int) -> FittedLaw | None:
    """Return the equation q_0(t) + q_1(t) f + ... + q_d(t) f^d = 0 of the given degree in f, or None.

    Here f is the sum of a(n) t^n over the given n; the q_i of least degree come from an order basis of the
    powers of f modulo one prime, then modulo as many primes as they require. All given terms are tested
    exactly, and if the equation is reducible, its irreducible factor with the root f is returned. Cost: d N^2
    operations.

    >>> fit = algebraic_fit(Data.of([1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862]), 2, 5)
    >>> print(fit.law.equation, fit.unknowns, fit.equations)
    1 - f + t*f^2 5 10

    Reference: Alin Bostan and Manuel Kauers, Automatic classification of restricted lattice walks.
    """
    powers = partial(_powers, data, degree)
    rows, _ = powers([data.search_prime], len(data))
    exact = fmpz_poly(list(data.whole))
    bounds = _Bounds(data, lambda other, primes: _powers(other, degree, primes, len(data)))
    for relation in row_relations(rows[0], None, data.search_prime, spare):
        unknowns = (degree + 1) * (relation.degree + 1) - 1
        if not (is_worth_trying(data, unknowns) and bounds.are_met(relation, len(data))):
            return None
        if not _may_be_short(data, relation.image()):
            continue
        equation = _lift_relation(data, powers, relation, lambda rows: _vanishes(data, exact, rows))
        if equation is not None:
            return _equation_fit(data, _shift_equation(data, equation), unknowns)
    return None


def _powers(data: Data, degree: int, primes: Sequence[int], count: int) -> tuple[list[Residues], None]:
    """Return the truncated series 1, f, f^2, ..., f^d modulo primes, where f starts at t^0."""
    rows: list[Residues] = []
    for listed, prime in zip(data.residues(primes), primes, strict=True):
        series = nmod_poly(listed[:count], prime)
        steps = accumulate([series] * degree, lambda a, b: a.mul_low(b, count), initial=nmod_poly([1], prime))
        rows.append([[int(power[k]) for k in range(count)] for power in steps])
    return rows, None


def _vanishes(data: Data, exact: fmpz_poly, rows: Sequence[fmpz_poly]) -> bool:
    """Return True if sum q_i f^i starts after the last given power of t, by Horner's rule."""
    total, below = fmpz_poly([]), 1
    for row in reversed(rows):
        total = total.mul_low(exact, len(data)) + row * below
        below *= data.denominator
    return not total.truncate(len(data))


def _shift_equation(data: Data, rows: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """Return the equation of t^offset f, given the equation of f."""
    top = (len(rows) - 1) * data.offset
    return [row.left_shift(top - k * data.offset) for k, row in enumerate(rows)]


def _equation_fit(data: Data, rows: Sequence[fmpz_poly], unknowns: int) -> FittedLaw | None:
    terms: dict[Monomial, int] = {
        (k, i): int(c) for i, row in enumerate(rows) for k, c in enumerate(row.coeffs()) if c
    }
    try:
        law = Algebraic.of(Polynomial.of(("t", "f"), terms), data.terms, data.offset)
    except InputError:  # more terms would be needed to determine one solution
        return None
    law_bits = sum(bits_of(c) for _, c in law.equation.terms)
    start = law.first_n + len(law.initial)
    if law.degree < 2 or not holds_up(data, law_bits, start):
        return None
    return FittedLaw.of(
        data,
        law,
        "Hermite-Pade modulo primes",
        unknowns=unknowns,
        equations=len(data),
        law_bits=law_bits,
        explained_from=data.offset,
    )
