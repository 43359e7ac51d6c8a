"""Bounds of the orders of linear recurrences, derived from expressions, and the periods of conditions.

A sequence satisfies a polynomial p of degree r from n_0 on if c_0 e(n) + ... + c_(r-1) e(n+r-1) + e(n+r) = 0
for all n >= n_0, where p = c_0 + c_1 x + ... + x^r. Here p always has leading coefficient 1.

Theorem. (1) If sequences satisfy p_1, ..., p_k from n_1, ..., n_k on, then their sums and differences satisfy
the product of the distinct ones of the p_i from max(n_i) on. A sequence that satisfies p of degree r from n_0
on, and is 0 for r consecutive n >= n_0, is 0 for all later n. (2) If p has integer coefficients and r
consecutive values are integers (divisible by m), then all later values are. (3) If the recurrence holds for
all integers n and p(0) is not 0 (in (2): p(0) = 1 or -1), then the same is true of all earlier n.
(4) Integers that satisfy an integral p have the same residues modulo m from any two positions on at which r
consecutive residues agree.

Proof. The shift operator E commutes with polynomials in E, which proves the first part of (1). The rest
follows by induction on n, and in (3) by induction in the other direction, since c_0 has an inverse. QED

``OrderBound`` contains the p_i by name with their degrees, so that equal ones are counted once. The rules:

- Products: the shift of the products of two vectors of r and s values is the Kronecker product of the
  companion matrices, so a product satisfies a polynomial of degree r s (Cayley and Hamilton). Powers e^k, and
  polynomials of degree k in e: likewise with the binomial(r + k - 1, k), or binomial(r + k, k), monomials.
- s(i(n)), where i(n) is an integer and linear on each class modulo q with the slopes D: the classes satisfy
  the characteristic polynomials of the D-th powers of the companion matrix, at x^q. The recurrence holds as
  soon as i(n) >= n_0 on each class with D > 0. A slope D < 0 requires that s has a recurrence for all
  integers.
- A sum of s(k) over k = l, ..., N satisfies (x - 1) p(x) for N >= max(l, n_0) - 1.
- Quasi-polynomials of degree d and period q satisfy (x^q - 1)^(d+1). Roundings and remainders of sequences
  that satisfy an integral p differ from them by a periodic sequence, by (4).
- A case distinction whose conditions have period q satisfies the polynomials of its bodies for the powers
  with exponent q of the companion matrices, at x^q.

A recurrence is claimed where all values exist. Where values can be missing, they are missing periodically,
with a period of at most the order. So if values exist at as many consecutive n as the order, all later ones
exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from math import inf, lcm, prod
from typing import NamedTuple

from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula.radical import Radical, rows_product


class LinearLaw(NamedTuple):
    """Linear recurrence of a sequence, which holds for the terms with indices >= ``since``.

    ``is_integral``: all coefficients are integers. ``is_unit``: the last one is 1 or -1, too.
    """

    order: int
    since: int
    is_integral: bool
    is_unit: bool
    first_n: int
    is_proved: bool


def linear_law(series: RationalGF, is_proved: bool) -> LinearLaw:
    """Return the recurrence given by the denominator of a generating function. With weights it is not
    proved, because statements are computed for numbers.

    >>> linear_law(RationalGF.of([1, 0, 5], [1, -1, -1]), True).since
    1
    """
    is_plain, order = len(series.variables) == 1, series.order
    is_unit = series.is_integral and is_plain and abs(series.denominator.coefficient(order)) == 1
    since = max(series.first_n, series.degree + 1 - order)
    return LinearLaw(order, since, series.is_integral, is_unit, series.first_n, is_proved and is_plain)


class OrderBound(NamedTuple):
    """Polynomials whose product a sequence satisfies for all n >= ``since``, by name, each with its degree.

    ``is_integral``: they have integer coefficients. ``is_unit``: their constant terms are 1 or -1, too.
    ``since`` is -inf if the recurrence holds for all integers n. A quasi-polynomial has a degree and
    a period.
    """

    parts: frozenset[tuple[Hashable, int]]
    since: float = -inf
    is_integral: bool = True
    is_unit: bool = True
    degree: int | None = None
    period: int = 1

    @property
    def order(self) -> int:
        size = sum(degree for _, degree in self.parts)
        return size if self.degree is None else min(size, (self.degree + 1) * self.period)

    @property
    def start(self) -> int:
        """Integer n from which on values are computed."""
        return 0 if self.since == -inf else int(self.since)


def part(name: Hashable, degree: int) -> frozenset[tuple[Hashable, int]]:
    """Return the parts of a bound with one polynomial."""
    return frozenset({(name, degree)})


def quasi(degree: int, period: int, since: float = -inf) -> OrderBound:
    """Return the bound of a quasi-polynomial."""
    size = (degree + 1) * period
    return OrderBound(part(("quasi", degree, period), size), since, degree=degree, period=period)


CONSTANT = quasi(0, 1)


def sum_bound(*bounds: OrderBound) -> OrderBound:
    """Return the bound of a sum."""
    known = [one.degree for one in bounds if one.degree is not None]
    return OrderBound(
        frozenset[tuple[Hashable, int]]().union(*(one.parts for one in bounds)),
        max(one.since for one in bounds),
        all(one.is_integral for one in bounds),
        all(one.is_unit for one in bounds),
        max(known) if len(known) == len(bounds) else None,
        lcm(*(one.period for one in bounds)),
    )


def product_bound(*bounds: OrderBound) -> OrderBound:
    """Return the bound of a product."""
    total, known = sum_bound(*bounds), [one.degree for one in bounds if one.degree is not None]
    factors = Counter(one.parts for one in bounds if one.parts != CONSTANT.parts)
    size = prod(sum(degree for _, degree in parts) for parts in factors.elements())
    parts = part(("*", frozenset(factors.items())), size) if factors.total() > 1 else total.parts
    if factors.total() == 1:
        (parts,) = factors
    return total._replace(parts=parts, degree=sum(known) if len(known) == len(bounds) else None)


def _is_integral(characteristic: Iterable[Radical]) -> tuple[bool, bool]:
    """Return whether a polynomial has integer coefficients, and whether its constant term is 1 or -1, too."""
    row = [c.rational for c in characteristic]
    integral = all(c is not None and c.denominator == 1 for c in row)
    return integral, integral and row[0] in (1, -1)


def root_bound(name: str, numbers: list[Radical], factors: Callable[[Radical], list[Radical]]) -> OrderBound:
    """Return the bound for the product of a polynomial over all conjugates of a number.

    >>> golden = (Radical.of(1) + Radical.root(5)) / 2
    >>> found = root_bound("power", golden.conjugates(), lambda c: [-c, Radical.of(1)])
    >>> found.order, found.is_integral
    (2, True)
    """
    row = reduce(rows_product, map(factors, numbers))
    return OrderBound(part((name, frozenset(numbers)), len(row) - 1), -inf, *_is_integral(row))
