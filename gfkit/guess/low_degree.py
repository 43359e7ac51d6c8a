"""Recurrences of high order whose coefficients have low degree, from terms."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpz_poly

from gfkit.exact.order_basis import row_relations, solutions
from gfkit.guess.data import Data
from gfkit.guess.fit import Fit, worth_it
from gfkit.guess.holonomic import holds, leaves_open, settled
from gfkit.guess.lifting import lifted


def low_degree_fit(data: Data, degree: int, spare: int) -> Fit | None:
    """The recurrence of least order whose coefficients have at most this degree, or None.

    In the power series f of the terms, with D = t d/dt: q_0(t) f + q_1(t) D f + ... + q_d(t) D^d f is a
    polynomial of no higher degree than the q_i; the coefficient of t^n says sum q_ij (n-j)^i a(n-j) = 0.
    An order basis of d + 2 series; it beats ``recurrence_fit`` where the order is above the degree.

    >>> terms = [1, 1]
    >>> for n in range(2, 15):
    ...     terms.append(n * terms[-1] + terms[-2])
    >>> low_degree_fit(Data.of(terms), 1, 5).law.equation
    'a(n) = n*a(n-1) + a(n-2)'
    """
    series = _Series(data, degree)
    rows, nodes = series([data.search_prime], len(data))
    for relation in row_relations(rows[0], nodes, data.search_prime, spare):
        first = data.offset + relation.degree + 1
        unknowns = (degree + 2) * (relation.degree + 1) - 1
        if not worth_it(data, unknowns - relation.degree - 1):
            return None
        first_image = solutions(rows, nodes, [data.search_prime], relation)[0]
        if first_image is None or leaves_open(data, _leading(data, first_image[1:]), relation.degree):
            continue
        listed = list(range(data.end - 1, first - 1, -1))

        def accept(found: list[fmpz_poly], where: list[int] = listed) -> bool:
            return holds(data, _recurrence(found[1:], data.offset), where)

        found = lifted(data, series, relation, accept)
        if found is not None:
            recurrence = _recurrence(found[1:], data.offset)
            return settled(data, recurrence, first, unknowns - relation.degree - 1, spare)
    return None


class _Series:
    """The series 1, f, D f, ..., D^d f modulo primes, up to some power of t."""

    def __init__(self, data: Data, degree: int) -> None:
        self.data, self.degree = data, degree

    def __call__(self, primes: Sequence[int], count: int) -> tuple[list[list[list[int]]], None]:
        one, rows = [int(n == 0) for n in range(count)], []
        for listed, prime in zip(self.data.residues(primes), primes, strict=True):
            layer = [one, listed[:count]]
            for _ in range(self.degree):
                layer.append([n * value % prime for n, value in enumerate(layer[-1])])
            rows.append(layer)
        return rows, None


def _leading(data: Data, rows: Sequence[Sequence[int]]) -> list[int]:
    """The coefficient of a(n) as a polynomial in n, modulo the search prime."""
    moved = fmpz_poly([row[0] for row in rows])(fmpz_poly([-data.offset, 1]))
    return [int(c) % data.search_prime for c in moved.coeffs()]


def _recurrence(rows: Sequence[fmpz_poly], offset: int) -> list[fmpz_poly]:
    """The coefficients p_j(n) = sum over i of q_ij (n - offset - j)^i."""
    order = max(q.degree() for q in rows)
    found = []
    for j in range(order + 1):
        step = fmpz_poly([-offset - j, 1])
        found.append(fmpz_poly([int(q[j]) for q in rows])(step))
    return found
