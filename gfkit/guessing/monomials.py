"""Formulas that are linear relations between monomials: Somos sequences, q-holonomic sequences, algebraic

differential equations.

A table lists monomials of a sequence, simple ones first: powers of n or q^n times shifted terms, or powers of
t times derivatives of the series. A formula is a linear relation between its columns. Gaussian elimination
modulo a prime finds the first column that depends on the previous ones; the relation is then solved and
tested exactly.

References: Waldemar Hebisch and Martin Rubey, Extended Rate, more GFUN. Michael Somos, Problem 1470.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd, lcm, perm, prod
from typing import Any, ClassVar, NamedTuple

from flint import fmpq, fmpq_mat, fmpq_poly, nmod_mat, nmod_poly

from gfkit.core.algebra.number import Number, from_flint, number, to_fmpq
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import cached_property
from gfkit.guessing.data import Data, bits_of
from gfkit.guessing.regular import TextLaw, signed_sum

MOST_TABULATED = 120
"""Maximum number of terms in a table; further terms are only compared."""
_MOST_BITS = 4_000_000
"""Maximum length of a term in bits; squaring doubles it at every step."""
_MOST_INITIAL = 8
"""Maximum number of initial terms beyond the order that belong to a formula."""


class Monomial(NamedTuple):
    """Monomial: a power of the weight, and factors (shifts of the sequence or orders of derivatives)."""

    power: int
    factors: tuple[int, ...]


@dataclass(frozen=True)
class Terms:
    """Monomials w^i a(n - s_1) a(n - s_2) ..., with the weight w = q^n, or w = n if ``base`` is 0."""

    base: int = 0

    def columns(
        self, terms: Sequence[Any], first_n: int, monomials: Sequence[Monomial], prime: int
    ) -> list[list[Any]]:
        """Return the values of each monomial at all n with enough previous terms, as residues if a prime is
        given.
        """
        order = max(max(monomial.factors, default=0) for monomial in monomials)
        places = range(order, len(terms))
        weights = [self.weight(first_n + place, prime) for place in places]
        return [
            [
                weight**power * prod(terms[place - s] for s in factors)
                for weight, place in zip(weights, places, strict=True)
            ]
            for power, factors in monomials
        ]

    def weight(self, n: int, prime: int = 0) -> int:
        """Return the weight at n, as a residue if a prime is given."""
        return (pow(self.base, n, prime) if prime else self.base**n) if self.base else n

    def next_term(self, law: MonomialLaw, known: Sequence[Number]) -> Number:
        """Return the next term, computed by solving the relation for it."""
        n = law.first_n + len(known)
        rest, slope = Fraction(0), Fraction(0)
        for c, (power, factors) in law.relation:
            value = c * Fraction(self.weight(n)) ** power * prod(known[-s] for s in factors if s)
            if 0 in factors:
                slope += value
            else:
                rest += value
        if not slope:
            raise InputError(f"the formula does not determine a({n})")
        return number(-rest / slope)

    def factor_text(self, monomial: Monomial, name: str) -> str:
        """Return the product of terms of a monomial, without the coefficient."""
        power, factors = monomial
        base = str(abs(self.base) ** power) if self.base > 0 else f"({self.base**power})"
        weight = [] if not power else [f"{base}^n" if self.base else _power("n", power)]
        shifts = sorted(set(factors))
        named = {s: f"{name}(n-{s})" if s else f"{name}(n)" for s in shifts}
        return "*".join([*weight, *(_power(named[s], factors.count(s)) for s in shifts)])

    def is_leading(self, monomial: Monomial, order: int) -> bool:  # noqa: ARG002
        """Return True if the monomial contains the term that the formula determines."""
        return 0 in monomial.factors

    def explanation(self, name: str) -> str:  # noqa: ARG002
        """Return the remark that is printed after the equation."""
        return ""


@dataclass(frozen=True)
class Series:
    """Monomials t^i f^(s_1) f^(s_2) ... in f = sum of a(n) t^(n + lift). If ``euler``, derivatives are t d/dt
    instead of d/dt.
    """

    euler: bool = False
    lift: int = 0

    def columns(
        self, terms: Sequence[Any], first_n: int, monomials: Sequence[Monomial], prime: int
    ) -> list[list[Any]]:
        """Return the known coefficients of each monomial."""
        order = max(max(monomial.factors, default=0) for monomial in monomials)
        start = first_n + self.lift
        listed = [*[0] * start, *terms]
        size = len(listed) - (0 if self.euler else order)
        derivatives = [self._ring(self._derivative(listed, s)[:size], prime) for s in range(order + 1)]
        unit = self._ring([1], prime)
        columns = []
        for power, factors in monomials:
            product = unit
            for s in factors:
                product = product.mul_low(derivatives[s], size)
            product = product.left_shift(power)
            columns.append([product[k] for k in range(size)])
        return columns

    @staticmethod
    def _ring(values: Sequence[Any], prime: int) -> Any:
        return nmod_poly([int(v) for v in values], prime) if prime else fmpq_poly(list(values))

    def _derivative(self, listed: Sequence[Any], s: int) -> list[Any]:
        if self.euler:
            return [value * k**s for k, value in enumerate(listed)]
        return [value * perm(k + s, s) for k, value in enumerate(listed[s:])]

    def next_term(self, law: MonomialLaw, known: Sequence[Number]) -> Number:
        """Return the next term. The relation is linear in it; it is the coefficient in the factor t^m f^(s)
        with the smallest m - s.
        """
        n = law.first_n + self.lift + len(known)
        listed = [*[fmpq(0)] * (law.first_n + self.lift), *map(to_fmpq, known), fmpq(0)]
        low, leading = law.linear_part
        place = n + low
        slope = sum((c * self._multiplier(n, s) for s, c in leading), fmpq(0))
        if not slope:
            raise InputError(f"a({n - self.lift}): the formula does not determine it")
        order, size = law.order, place + 1
        derivatives = [self._ring(self._derivative(listed, s)[:size], 0) for s in range(order + 1)]
        rest = fmpq(0)
        for c, (power, factors) in law.relation:
            product = fmpq_poly([1])
            for s in factors:
                product = product.mul_low(derivatives[s], size)
            rest += c * (product[place - power] if place >= power else 0)
        return from_flint(-rest / slope)

    def _multiplier(self, n: int, s: int) -> int:
        return n**s if self.euler else perm(n, s)

    def linear_part(self, law: MonomialLaw) -> tuple[int, list[tuple[int, fmpq]]]:
        """Position of the next term in the relation of a series: its shift, and its factors."""
        listed = [*[fmpq(0)] * (law.first_n + self.lift), *map(to_fmpq, law.initial)]
        size, order = max(1, len(listed) - law.order), law.order
        derivatives = [self._ring(self._derivative(listed, s)[:size], 0) for s in range(order + 1)]
        parts: list[tuple[int, int, fmpq]] = []
        for s in range(order + 1):
            total = fmpq_poly([])
            for c, (power, factors) in law.relation:
                times = factors.count(s)
                if not times:
                    continue
                rest = list(factors)
                rest.remove(s)
                product = fmpq_poly([c * times])
                for other in rest:
                    product = product.mul_low(derivatives[other], size)
                total += product.left_shift(power)
            first = next((k for k in range(size) if total[k]), None)
            if first is not None:
                parts.append((first - (0 if self.euler else s), s, total[first]))
        low = min((low for low, _, _ in parts), default=0)
        return low, [(s, c) for at, s, c in parts if at == low]

    def factor_text(self, monomial: Monomial, name: str) -> str:  # noqa: ARG002
        """Return the product of series of a monomial, without the coefficient."""
        power, factors = monomial
        power += sum(factors) if self.euler else 0
        orders = sorted(set(factors))
        named = {s: "f" + "'" * s for s in orders}
        weight = [_power("t", power)] if power else []
        return "*".join([*weight, *(_power(named[s], factors.count(s)) for s in orders)])

    def is_leading(self, monomial: Monomial, order: int) -> bool:
        """Return True if the monomial belongs on the left side: it has the highest derivative."""
        return order in monomial.factors

    def explanation(self, name: str) -> str:
        """Return the remark that is printed after the equation."""
        exponent = f"(n+{self.lift})" if self.lift else "n"
        return f" for f = sum {name}(n) t^{exponent}"


def _power(text: str, count: int) -> str:
    return text if count == 1 else f"{text}^{count}"


@dataclass(frozen=True)
class MonomialLaw(TextLaw):
    """Relation sum c m = 0 between monomials m, with the initial terms, which determine all further terms."""

    noun: ClassVar[str] = "a relation between products"
    product: Terms | Series
    relation: tuple[tuple[int, Monomial], ...]
    initial: tuple[Number, ...]
    first_n: int

    @property
    def order(self) -> int:
        """Largest shift, or largest order of a derivative, in the relation."""
        return max(max(monomial.factors, default=0) for _, monomial in self.relation)

    @property
    def degree(self) -> int:
        """Maximum number of factors of a monomial."""
        return max(len(monomial.factors) for _, monomial in self.relation)

    @property
    def valid_from(self) -> int:
        """Smallest n_0 such that the relation determines the terms for all n >= n_0."""
        return self.first_n + len(self.initial)

    @property
    def is_linear(self) -> bool:
        """True if the relation is linear with constant coefficients, or a linear differential equation."""
        powers = any(monomial.power for _, monomial in self.relation)
        return self.degree < 2 and (isinstance(self.product, Series) or not powers)

    @cached_property
    def linear_part(self) -> tuple[int, list[tuple[int, fmpq]]]:
        """Position of the next term in the relation of a series: its shift, and its factors."""
        assert isinstance(self.product, Series)
        return self.product.linear_part(self)

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms."""
        terms = list(self.initial[:count])
        while len(terms) < count:
            terms.append(self.product.next_term(self, terms))
            if bits_of(terms[-1]) > _MOST_BITS:
                last = self.first_n + len(terms) - 1
                raise LimitError(f"a({last}) has more than {_MOST_BITS:,} binary digits; request fewer terms")
        return terms

    def text_for(self, name: str) -> str:
        """Return the relation solved for its leading monomials."""
        sides: dict[bool, list[tuple[int, Monomial]]] = {True: [], False: []}
        for c, monomial in self.relation:
            is_left = self.product.is_leading(monomial, self.order)
            sides[is_left].append((c if is_left else -c, monomial))
        sign = -1 if all(c < 0 for c, _ in sides[True]) else 1
        left, right = ([(sign * c, monomial) for c, monomial in sides[side]] for side in (True, False))
        text = f"{self._sum(left, name)} = {self._sum(right, name)}"
        return text + self.product.explanation(name)

    def _sum(self, parts: Iterable[tuple[int, Monomial]], name: str) -> str:
        listed = sorted(parts, key=lambda part: part[0] < 0)
        return signed_sum((c, self.product.factor_text(monomial, name)) for c, monomial in listed)


@dataclass(frozen=True)
class MonomialTable:
    """Table of monomials in a single product, sorted by their likelihood in a formula."""

    product: Terms | Series
    monomials: tuple[Monomial, ...]

    @property
    def order(self) -> int:
        """Largest shift, or largest order of a derivative, in the monomials of the table."""
        return max(max(monomial.factors, default=0) for monomial in self.monomials)


def table_law(data: Data, table: MonomialTable, spare: int) -> tuple[MonomialLaw, int, int, int] | None:
    """Return a relation between the monomials of a table, with its numbers of unknowns and of equations, and
    its bits, or None.

    The relation is given by the first column that depends on the previous ones, if at least ``spare``
    equations remain. Cost: the columns modulo a prime, and one elimination; exact numbers are used only if
    that finds a relation.

    >>> squares = MonomialTable(Terms(), tuple(Monomial(0, shifts) for shifts in [(0,), (), (1,), (1, 1)]))
    >>> law, *figures = table_law(Data.of([2, 3, 7, 43, 1807, 3263443, 10650056950807]), squares, 3)
    >>> print(law, figures[:2])
    a(n) = 1 + a(n-1)^2 - a(n-1) [3, 6]
    """
    if len(data) <= spare + table.order or data.offset > MOST_TABULATED:
        return None
    few = data.first_terms(MOST_TABULATED)
    prime = data.search_prime
    columns = table.product.columns(few.residues([prime])[0], data.offset, table.monomials, prime)
    varying = [k for k, monomial in enumerate(table.monomials) if monomial.factors]
    rows = [row for row in zip(*columns, strict=True) if any(int(row[k]) % prime for k in varying)]
    width = min(len(rows) - spare + 1, len(columns))
    if width < 2:
        return None
    matrix, rank = nmod_mat([[int(value) for value in row[:width]] for row in rows], prime).rref()
    pivots = [next(k for k in range(width) if int(matrix[row, k])) for row in range(rank)]
    last = next((k for k in range(width) if k not in pivots), None)
    if last is None:
        return None
    kept = [table.monomials[k] for k in (*(p for p in pivots if p < last), last)]
    relation = _exact_relation(few, table.product, kept)
    law = None if relation is None else _law_of(data, table.product, relation)
    if law is None or law.is_linear:
        return None
    irregular = len(law.initial) - max(law.order, 1)  # initial terms that the relation does not determine
    equations = len(rows) + len(data) - len(few) - irregular
    if equations < last + spare:
        return None
    law_bits = sum(bits_of(c) + len(columns).bit_length() for c, _ in law.relation)
    return law, last, equations, law_bits


def _exact_relation(
    data: Data, product: Terms | Series, monomials: Sequence[Monomial]
) -> list[tuple[int, Monomial]] | None:
    """Return the relation in which the last monomial is a combination of the preceding ones, with integer
    coefficients.
    """
    columns = product.columns(list(map(to_fmpq, data.terms)), data.offset, monomials, 0)
    rows = [list(map(fmpq, row)) for row in zip(*columns, strict=True)]
    matrix, rank = fmpq_mat(rows).rref()
    width = len(monomials)
    if rank != width - 1 or any(matrix[k, k] != 1 for k in range(rank)):
        return None
    row = [*(Fraction(int(matrix[k, rank].p), int(matrix[k, rank].q)) for k in range(rank)), Fraction(-1)]
    below = lcm(*(c.denominator for c in row))
    whole = [int(c * below) for c in row]
    common = gcd(*whole)
    return [(c // common, monomial) for c, monomial in zip(whole, monomials, strict=True) if c]


def _law_of(data: Data, product: Terms | Series, relation: list[tuple[int, Monomial]]) -> MonomialLaw | None:
    """Return the formula with the fewest initial terms that determine all further terms, or None if some are
    undetermined.
    """
    if isinstance(product, Terms):
        least = min(s for _, monomial in relation for s in monomial.factors or (0,))
        if least or not any(0 in monomial.factors for _, monomial in relation):
            return None
    order = max(max(monomial.factors, default=0) for _, monomial in relation)
    for count in range(max(order, 1), min(order + _MOST_INITIAL, len(data) - 1) + 1):
        law = MonomialLaw(product, tuple(relation), data.terms[:count], data.offset)
        try:
            places = range(count, len(data))  # the first wrong term ends the comparison
            if all(product.next_term(law, data.terms[:k]) == data.terms[k] for k in places):
                return law
        except InputError:
            continue
    return None


def _products(orders: Iterable[int], degrees: Iterable[int]) -> list[tuple[int, ...]]:
    return [factors for degree in degrees for factors in combinations_with_replacement(orders, degree)]


def _sort_by_weight(monomials: Iterable[tuple[int, tuple[int, ...]]]) -> tuple[Monomial, ...]:
    """Return the monomials sorted by the sum of exponents, factors and orders."""
    listed = [Monomial(*monomial) for monomial in monomials]
    return tuple(
        sorted(listed, key=lambda m: (m.power + len(m.factors) + sum(m.factors), m.power, m.factors))
    )


def _table(product: Terms | Series, *monomials: tuple[int, tuple[int, ...]]) -> MonomialTable:
    return MonomialTable(product, tuple(Monomial(*monomial) for monomial in monomials))


def _make_factor_table(product: Terms | Series, *factors: tuple[int, ...]) -> MonomialTable:
    return _table(product, *((0, listed) for listed in factors))


NONLINEAR = [
    *(_make_factor_table(Terms(), *((i, k - i) for i in range(k // 2 + 1))) for k in range(2, 9)),
    _make_factor_table(Terms(), (0,), (), (1,), (1, 1), (0, 1), (1, 1, 1)),
    _make_factor_table(Terms(), (0, 2), (1, 1), (), (1,), (0, 1), (1, 2), (0,), (2,)),
    _make_factor_table(Terms(), (0,), (), (1, 2), (2,), (1,), (1, 1), (2, 2), (0, 1), (0, 2)),
    _make_factor_table(Terms(), (0, 3), (1, 2), (), (0, 1), (2, 3), (1, 1), (2, 2)),
]
"""Somos-type relations between products of two terms, then quadratic recurrences of orders 1 to 3."""

Q_HOLONOMIC = [
    table
    for q in (2, 3, -2, 4, 5, 10)
    for table in (
        _table(Terms(q), (0, (0,)), (0, (1,)), (1, (1,)), (2, (1,)), (1, (0,)), (0, ()), (1, ()), (3, (1,))),
        _table(
            Terms(q), (0, (0,)), (0, (1,)), (0, (2,)), (1, (1,)), (1, (2,)), (2, (2,)), (2, (1,)), (1, (0,))
        ),
    )
]
"""Recurrences of orders 1 and 2 whose coefficients are polynomials in q^n."""

D_ALGEBRAIC = [
    _make_factor_table(Series(), *_products(range(3), [2])),
    _make_factor_table(Series(), (1,), (0,), (0, 0), (), (0, 1), (0, 0, 0)),
    *(
        _make_factor_table(
            Series(euler=True, lift=lift), (0,), (1,), (0, 0), (0, 1), (), (0, 0, 0), (0, 0, 1)
        )
        for lift in (0, 1)
    ),
    MonomialTable(
        Series(),
        _sort_by_weight((i, factors) for i in range(2) for factors in _products(range(2), [0, 1, 2])),
    ),
    MonomialTable(Series(), _sort_by_weight((0, factors) for factors in _products(range(3), [0, 1, 2]))),
    _make_factor_table(Series(), *_products(range(4), [2])),
]
"""Algebraic differential equations: homogeneous, Riccati's, Abel's, with t, and of orders 2 and 3."""
