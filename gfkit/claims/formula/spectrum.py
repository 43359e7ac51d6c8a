"""The linear recurrence with constant coefficients that a closed form satisfies, where there is one, by the
roots of its characteristic polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise
from math import floor, lcm
from operator import add, mul

from gfkit.algebra import RationalGF
from gfkit.algebra.formula import tree as nodes
from gfkit.algebra.formula.radical import Radical, rows_product
from gfkit.algebra.formula.read.notation import NAMED
from gfkit.algebra.formula.read.statement import Chain, Statement, read_statement
from gfkit.claims.formula import sequence
from gfkit.claims.formula.cosines import exact_turns
from gfkit.claims.formula.kind import first_value
from gfkit.claims.formula.sequence import exact_value, is_constant, polynomial_of, power, whole_value
from gfkit.errors import InputError, LimitError

MOST_ORDER = 2000


@dataclass(frozen=True)
class Powers:
    """The roots of z^period = value."""

    value: Radical
    period: int

    @property
    def size(self) -> int:
        return self.period

    def __mul__(self, other: Powers) -> Powers:
        """Where products of a root of each lie."""
        period = lcm(self.period, other.period)
        return Powers(self.value ** (period // self.period) * other.value ** (period // other.period), period)

    def is_within(self, other: Powers | Roots) -> bool:
        """Whether all roots are known to be roots of the other."""
        if isinstance(other, Roots):
            return False
        rest = other.period % self.period
        return rest == 0 and self.value ** (other.period // self.period) == other.value

    def factor(self) -> list[Radical]:
        """The polynomial 1 - value t^period, lowest first."""
        return [Radical.of(1), *(Radical.of(0),) * (self.period - 1), -self.value]


@dataclass(frozen=True)
class Roots:
    """The roots of a polynomial with rational coefficients, lowest first."""

    polynomial: tuple[Fraction, ...]

    @property
    def size(self) -> int:
        return len(self.polynomial) - 1

    def is_within(self, other: Powers | Roots) -> bool:
        return self == other

    def factor(self) -> list[Radical]:
        return [Radical.of(c / self.polynomial[-1]) for c in reversed(self.polynomial)]


@dataclass(frozen=True)
class Spectrum:
    """A sequence is a sum of p(n) r^n over roots r, for n >= start; degrees of the p are bounded.

    ``degrees`` holds for every set of roots the highest degree of p. The sequence satisfies the linear
    recurrence with constant coefficients whose characteristic polynomial has each of these roots degree
    + 1 times, from its first ``order`` terms after ``start`` on.

    >>> one = Radical.of(1)
    >>> (Spectrum.of({Powers(one, 1): 2}) + Spectrum.of({Powers(one, 12): 0})).order
    14
    """

    degrees: tuple[tuple[Powers | Roots, int], ...]
    start: int = 0

    @classmethod
    def of(cls, degrees: Mapping[Powers | Roots, int], start: int = 0) -> Spectrum:
        """Sets of roots inside of larger ones are counted once when their degree is not higher."""
        kept = {
            a: d
            for a, d in degrees.items()
            if not any(a != b and d <= e and a.is_within(b) for b, e in degrees.items())
        }
        result = cls(tuple(sorted(kept.items(), key=lambda item: (item[0].size, str(item[0])))), start)
        if result.order > MOST_ORDER:
            raise LimitError(f"formula: a recurrence of order {result.order} is more than {MOST_ORDER}")
        return result

    @property
    def order(self) -> int:
        """The order; a set inside of another of lower degree counts only for what is above it."""
        return sum(roots.size * (degree + 1) for roots, degree in self.layers())

    def layers(self) -> list[tuple[Powers | Roots, int]]:
        """The sets with degrees, less what is counted in larger ones (degree -1: nothing)."""
        layers = []
        for roots, degree in self.degrees:
            inside = [e for larger, e in self.degrees if larger != roots and roots.is_within(larger)]
            layers.append((roots, degree - 1 - max(inside) if inside else degree))
        return layers

    def __neg__(self) -> Spectrum:
        return self

    def __add__(self, other: Spectrum) -> Spectrum:
        degrees = dict(self.degrees)
        for roots, degree in other.degrees:
            degrees[roots] = max(degree, degrees.get(roots, 0))
        return Spectrum.of(degrees, max(self.start, other.start))

    def __mul__(self, other: Spectrum) -> Spectrum:
        degrees: dict[Powers | Roots, int] = {}
        for a, d in self.degrees:
            for b, e in other.degrees:
                key = _product(a, b)
                degrees[key] = max(d + e, degrees.get(key, 0))
        return Spectrum.of(degrees, max(self.start, other.start))

    def __truediv__(self, other: Spectrum) -> Spectrum:
        return self * other.inverse

    @property
    def inverse(self) -> Spectrum:
        if not self.ratio:
            raise _NoRecurrence
        return Spectrum.of({Powers(self.ratio.inverse, 1): 0}, self.start)

    def power(self, exponent: int) -> Spectrum:
        return reduce(mul, [self] * exponent, CONSTANT)

    @property
    def ratio(self) -> Radical | None:
        """The ratio of consecutive terms, when that is constant."""
        if len(self.degrees) != 1:
            return None
        roots, degree = self.degrees[0]
        return roots.value if isinstance(roots, Powers) and roots.period == 1 and degree == 0 else None

    @property
    def period_and_degree(self) -> tuple[int, int] | None:
        """Period and degree, when the sequence is a quasi-polynomial: all roots are roots of unity."""
        unit = Radical.of(1)
        if not all(isinstance(roots, Powers) and roots.value == unit for roots, _ in self.degrees):
            return None
        return lcm(*(roots.size for roots, _ in self.degrees)), max((d for _, d in self.degrees), default=0)

    def denominator(self) -> list[Fraction]:
        """A polynomial with rational coefficients that all roots satisfy, as a denominator: 1 - r t, ..."""
        whole: dict[Powers | Roots, int] = {}
        for roots, degree in self.degrees:
            every = roots.value.conjugates() if isinstance(roots, Powers) else []
            mirrored: list[Powers | Roots] = [Powers(value, roots.size) for value in every] or [roots]
            for root_set in mirrored:
                whole[root_set] = max(degree, whole.get(root_set, 0))
        layers = Spectrum.of(whole).layers()
        factors = [roots.factor() for roots, degree in layers for _ in range(degree + 1)]
        rational = [c.rational for c in reduce(rows_product, factors, [Radical.of(1)])]
        assert None not in rational, "conjugates are all there"
        return [c for c in rational if c is not None]

    def series(self, value: Callable[[int], Fraction], start: int = 0, first_n: int = 0) -> RationalGF:
        """The generating function of the values, which from ``start`` on are what the roots say."""
        below = self.denominator()
        terms = [value(n) for n in range(max(start, self.start) + len(below) - 1)]
        above = [
            sum(below[k] * terms[n - k] for k in range(min(n, len(below) - 1) + 1)) for n in range(len(terms))
        ]
        common = lcm(*(c.denominator for c in (*above, *below)))
        return RationalGF.of([int(c * common) for c in above], [int(c * common) for c in below], first_n)


def periodic(period: int, start: int = 0) -> Spectrum:
    """The spectrum of a sequence with a period."""
    return Spectrum.of({Powers(Radical.of(1), period): 0}, start)


def _polynomial(degree: int) -> Spectrum:
    """The spectrum of a polynomial in n."""
    return Spectrum.of({Powers(Radical.of(1), 1): degree})


CONSTANT = _polynomial(0)


class _NoRecurrence(Exception):  # noqa: N818
    """No recurrence with constant coefficients is known."""


def _product(a: Powers | Roots, b: Powers | Roots) -> Powers | Roots:
    """Where products of a root of each lie; nothing is known of roots by their polynomial only."""
    if isinstance(a, Powers) and isinstance(b, Powers):
        return a * b
    unit = Powers(Radical.of(1), 1)
    if unit not in (a, b):
        raise _NoRecurrence
    return a if b == unit else b


_MOST_PERIOD = 2000
_MOST_BITS = 5000


def spectrum(tree: nodes.Node) -> Spectrum | None:
    """The roots of the linear recurrence that the values satisfy; None where none is known.

    Sums, products and powers of polynomials, exponentials and named sequences are treated by the rules
    for roots; rounding a quasi-polynomial gives one, with a period found from its differences.
    """
    try:
        return _spectrum(tree)
    except _NoRecurrence:
        return None


def _spectrum(tree: nodes.Node) -> Spectrum:
    if is_constant(tree):
        return CONSTANT
    match tree:
        case nodes.Letter():
            return _polynomial(1)
        case nodes.Power(base=base, exponent=exponent):
            return _power_spectrum(base, exponent)
        case nodes.IntegerPart(body=body):
            return _spectrum(body) + _periodic(body, 1)
        case nodes.Remainder(body=body, modulus=modulus):
            return _periodic(body, modulus)
        case nodes.Choose(above=above, below=below) if (
            is_constant(below) and _spectrum(above).period_and_degree
        ):
            size = whole_value(exact_value(below, 0), "binomials are read of")
            return _spectrum(above).power(max(0, size))
        case nodes.Cases(branches=branches):
            return _cases_spectrum(branches)
        case nodes.RootSum():
            return _root_sum_spectrum(tree)
        case nodes.FunctionCall() if (turns := exact_turns(tree)) is not None:
            return periodic(turns[1])
        case nodes.Symbol(label=label, index=index, arguments=()) if index is not None:
            return _named_spectrum(label, index)
    return nodes.arithmetic(tree, _spectrum, _NoRecurrence)


def _power_spectrum(base: nodes.Node, exponent: nodes.Node) -> Spectrum:
    if is_constant(exponent):
        size = whole_value(exact_value(exponent, 0), "exponents of such a base are")
        inner = _spectrum(base).power(abs(size))
        return inner if size >= 0 else inner.inverse
    shape = _spectrum(exponent)
    if not is_constant(base) or shape.period_and_degree is None:
        raise _NoRecurrence
    number, (period, degree) = exact_value(base, 0), shape.period_and_degree
    if not number:
        return _power_of_zero(exponent, shape)
    if degree > 1:
        return _unit_power(number, exponent)
    start = shape.start
    steps = [
        exact_value(exponent, start + k + period) - exact_value(exponent, start + k) for k in range(period)
    ]
    if any(step != steps[0] for step in steps):
        raise _NoRecurrence
    return Spectrum.of({Powers(_check_bits(power(number, steps[0])), period): 0}, start)


def _power_of_zero(exponent: nodes.Node, shape: Spectrum) -> Spectrum:
    """The spectrum of 0^exponent: no roots from where a growing exponent is above 0."""
    step = _slope(exponent, shape.start).rational
    if shape.period_and_degree != (1, 1) or step is None or step <= 0:
        raise _NoRecurrence
    first = exact_value(exponent, shape.start).rational
    assert first is not None, "a line with a rational step through rational numbers"
    return Spectrum((), max(shape.start, shape.start + floor(-first / step) + 1))


def _check_bits(number: Radical) -> Radical:
    """The number, which is raised to high powers later on, when it is not too large."""
    bits = max((c.numerator.bit_length() + c.denominator.bit_length() for _, c in number.parts), default=0)
    if bits > _MOST_BITS:
        raise LimitError(f"formula: a base of {bits} bits is more than {_MOST_BITS} bits")
    return number


def _unit_power(number: Radical, exponent: nodes.Node) -> Spectrum:
    order = next((k for k in (1, 2, 4) if number**k == Radical.of(1)), None)
    if order is None:
        raise _NoRecurrence
    return _periodic(exponent, order)


def _periodic(tree: nodes.Node, modulus: int) -> Spectrum:
    """The spectrum of the values of a quasi-polynomial modulo an integer; 1 means their fractional parts.

    On every residue class the values are sums of d_i binomial(m, i) with differences d_i, and
    binomial(m, i) modulo D has the period D lcm(1, ..., i).
    """
    inner = _spectrum(tree)
    if inner.period_and_degree is None:
        raise _NoRecurrence
    period, degree = inner.period_and_degree
    result = 1
    for residue in range(period):
        row = []
        for m in range(degree + 1):
            number = exact_value(tree, inner.start + residue + m * period).rational
            if number is None:
                raise _NoRecurrence
            row.append(number / modulus)
        for i in range(1, degree + 1):
            row = [b - a for a, b in pairwise(row)]
            if row[0].denominator > 1:
                result = lcm(result, row[0].denominator * lcm(*range(1, i + 1)))
    if period * result > _MOST_PERIOD:
        raise _NoRecurrence
    return periodic(period * result, inner.start)


def _cases_spectrum(branches: tuple[nodes.Branch, ...]) -> Spectrum:
    start = 0
    parts: list[Spectrum] = []
    period = lcm(*(max(1, branch.condition.modulus) for branch in branches))
    for branch in branches:
        condition = branch.condition
        start = max(start, condition.least, 0 if condition.most is None else condition.most + 1)
        if condition.most is None:
            parts.append(_spectrum(branch.body) * periodic(period))
    if not parts:
        raise _NoRecurrence
    total = reduce(add, parts)
    return Spectrum.of(dict(total.degrees), max(total.start, start))


def _named_spectrum(label: tuple[str, ...], index: nodes.Node) -> Spectrum:
    shape = _spectrum(index)
    if len(label) != 1 or label[0] not in NAMED or shape.period_and_degree != (1, 1):
        raise _NoRecurrence
    slope = whole_value(_slope(index, shape.start), "the steps of an index are")
    if abs(slope) > _MOST_BITS:
        raise LimitError(f"formula: an index with {slope} n in it is more than {_MOST_BITS} n")
    p, q, *_ = NAMED[label[0]]
    half = Radical.root(Fraction(p * p + 4 * q)) * Radical.of(Fraction(1, 2))
    middle = Radical.of(Fraction(p, 2))
    return Spectrum.of(
        {Powers(root**slope, 1): 0 for root in (middle + half, middle - half)},
        shape.start,
    )


def _slope(tree: nodes.Node, start: int) -> Radical:
    """The step of values that are linear in n from ``start`` on."""
    return exact_value(tree, start + 1) - exact_value(tree, start)


def _root_sum_spectrum(tree: nodes.RootSum) -> Spectrum:
    """Sums of p(n, r) r^(n + s) / q(r): the roots themselves, with the degree of p in n."""
    rows = _rows_under_sum(tree.body, tree.letter)
    polynomial = tuple(polynomial_of(tree))
    if set(rows) - {1} or not polynomial[0]:  # powers of the root 0 are no exponentials
        raise _NoRecurrence
    shapes = [spectrum(part.exponent) for part in nodes.walk(tree.body) if isinstance(part, nodes.Power)]
    start = max([0, *(shape.start for shape in shapes if shape is not None)])
    return Spectrum.of({Roots(polynomial): rows[1]}, start)


def _rows_under_sum(tree: nodes.Node, letter: str) -> dict[int, int]:
    """For every multiple k of n in the exponent of r, the degree of its polynomial in n."""
    again = partial(_rows_under_sum, letter=letter)
    if is_constant(tree):
        return {0: 0}
    match tree:
        case nodes.Letter():
            return {0: 1}
        case nodes.Negative(body=body):
            return again(body)
        case nodes.Sum(terms=terms):
            pairs = sorted(pair for term in terms for pair in again(term).items())
            return dict(pairs)  # the highest degree of each comes last
        case nodes.Product(factors=factors):
            return reduce(_shifts_product, map(again, factors))
        case nodes.Quotient(above=above, below=below) if is_constant(below):
            return again(above)
        case nodes.Power(base=nodes.Letter(name=name), exponent=exponent) if name == letter:
            shape = _spectrum(exponent)
            if shape.period_and_degree == (1, 1):
                return {whole_value(_slope(exponent, shape.start), "the steps of an exponent are"): 0}
        case nodes.Power(base=base, exponent=nodes.Number(value=size)) if size.denominator == 1 and size >= 0:
            rows = again(base)
            if set(rows) == {0}:
                return {0: rows[0] * int(size)}
    raise _NoRecurrence


def _shifts_product(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    result: dict[int, int] = {}
    for k, degree in one.items():
        for j, more in other.items():
            result[k + j] = max(degree + more, result.get(k + j, 0))
    return result


def read_closed_form(text: str, first_n: int = 0) -> RationalGF:
    """The generating function of a closed form in n, with the single terms printed beside it.

    Its denominator is the product of 1 - r t over the roots of its recurrence, its numerator follows from
    the first terms. Fails where no recurrence with constant coefficients is known.

    >>> print(read_closed_form("n 2^n"))
    2*t/(1 - 4*t + 4*t^2)
    """
    statement = read_statement(text)
    side = _only(statement, text).sides[-1]
    values = {first_value(chain): chain.sides[-1] for chain in statement.chains}
    given = {n: _rational_value(value, n) for n, value in values.items() if n is not None}
    shape = spectrum(side)
    if shape is None:
        raise InputError(f"formula {text!r}: no recurrence with constant coefficients is known for it")

    def value(n: int) -> Fraction:
        early = Fraction(0) if n < first_n else given.get(n)
        return _rational_value(side, n) if early is None else early

    pure = max(first_n, statement.valid_from or 0, *(n + 1 for n in given))
    return shape.series(value, pure, first_n)


def _only(statement: Statement, text: str) -> Chain:
    """The one chain that is no single term, of which only the last side is read."""
    chains = [chain for chain in statement.chains if first_value(chain) is None]
    if len(chains) != 1 or set(chains[0].relations) - {"="} or len(chains[0].sides) > 2:
        raise InputError(f"formula {text!r}: one formula is read here, and one equation at most")
    sequence.check_roots(statement)
    return chains[0]


def _rational_value(side: nodes.Node, n: int) -> Fraction:
    value = exact_value(side, n).rational
    if value is None:
        raise InputError("formula: its terms are irrational")
    return value
