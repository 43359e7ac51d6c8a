"""Formulas as power series: square roots, exp, cosh and the like of series, term by term and exactly.

A series is its lowest power and as many coefficients from there on as are asked for; cost of a product n^2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod

from gfkit.claims.formula import sequence
from gfkit.claims.formula.fraction import fraction_factors
from gfkit.errors import InputError, LimitError
from gfkit.formula import tree as nodes
from gfkit.formula.radical import Radical, radicals_sum

_ZERO, _ONE = Radical.of(0), Radical.of(1)
_MOST_POWER = 1000
_MARGIN = 8
"""Terms that may be lost where series that begin late are divided."""


@dataclass(frozen=True)
class TruncatedSeries:
    """t^low times the polynomial of the terms, exact up to their number."""

    low: int
    terms: tuple[Radical, ...]

    def at(self, n: int) -> Radical:
        """The coefficient of t^n."""
        if n - self.low >= len(self.terms):
            raise LimitError(f"formula: the coefficient of t^{n} is beyond what was computed")
        return self.terms[n - self.low] if n >= self.low else _ZERO

    @property
    def without_leading_zeros(self) -> TruncatedSeries:
        """The series without zeros at its beginning."""
        k = next((k for k, term in enumerate(self.terms) if term), len(self.terms))
        return TruncatedSeries(self.low + k, self.terms[k:])

    def __neg__(self) -> TruncatedSeries:
        return TruncatedSeries(self.low, tuple(-term for term in self.terms))

    def __add__(self, other: TruncatedSeries) -> TruncatedSeries:
        """Exact as far as both are."""
        low = min(self.low, other.low)
        end = min(series.low + len(series.terms) for series in (self, other))
        if end <= low:
            raise LimitError("formula: its parts begin too far apart to be added as series")
        return TruncatedSeries(low, tuple(self.at(n) + other.at(n) for n in range(low, end)))

    def __mul__(self, other: TruncatedSeries) -> TruncatedSeries:
        length = min(len(self.terms), len(other.terms))
        total = [_ZERO] * length
        for i, a in enumerate(self.terms[:length]):
            if a:
                for j, b in enumerate(other.terms[: length - i], i):
                    if b:
                        total[j] = total[j] + a * b
        return TruncatedSeries(self.low + other.low, tuple(total))

    def __truediv__(self, other: TruncatedSeries) -> TruncatedSeries:
        return self * other.power(Fraction(-1))

    def power(self, size: Fraction) -> TruncatedSeries:
        """With f = c t^low (1 + ...): n g(n) = sum of (k size - (n - k)) f(k) g(n - k), over f(0) = 1."""
        plain = self.without_leading_zeros
        if size.denominator > _MOST_POWER:
            raise InputError(f"formula: the exponent {size} of a series is not read")
        if not plain.terms and size < 0:
            raise InputError("formula: divides by zero")
        if not plain.terms or not size:
            return self if size else TruncatedSeries(0, _pad([_ONE], len(self.terms)))
        first, low = plain.terms[0], plain.low * size
        if size.denominator > 2 and (first != _ONE or plain.low):
            raise InputError("formula: such powers are read of series that begin with 1")
        if low.denominator > 1:
            raise InputError("formula: the square root of an odd power of t is no power series")
        if size.denominator > 1 and first.rational is None:
            raise InputError("formula: square roots of series are read that begin with a rational number")
        scale_down, row_of_power = first.inverse, [_ONE]
        row = [term * scale_down for term in plain.terms]
        for n in range(1, len(row)):
            parts = ((k * size - (n - k)) * row[k] * row_of_power[n - k] for k in range(1, n + 1) if row[k])
            row_of_power.append(radicals_sum(parts) / n)
        scale = sequence.power(first, Radical.of(size))
        return TruncatedSeries(int(low), tuple(scale * term for term in row_of_power))


Unknowns = Callable[[nodes.Symbol], TruncatedSeries]
"""The series that a name such as A(x) means."""


def power_series(tree: nodes.Node, length: int, unknown: Unknowns | None = None) -> TruncatedSeries:
    """The series in t of a formula, from its lowest power on.

    >>> from gfkit.formula.read.statement import read_statement
    >>> side = read_statement("(1 - sqrt(1 - 4x))/(2x)", "x").chains[0].sides[0]
    >>> found = power_series(side, 5)
    >>> [str(found.at(n)) for n in range(5)]
    ['1', '1', '2', '5', '14']
    """
    return _series(tree, length + _MARGIN, unknown)


def _series(tree: nodes.Node, length: int, unknown: Unknowns | None) -> TruncatedSeries:
    again = partial(_series, length=length, unknown=unknown)
    has_t = "t" in nodes.letters(tree)
    match tree:
        case nodes.Letter(name="t"):
            return TruncatedSeries(1, _pad([_ONE], length))
        case nodes.Group() | nodes.Negative() | nodes.Sum() | nodes.Product() | nodes.Quotient():
            return nodes.arithmetic(tree, again, nodes.no_meaning("has no meaning in a power series"))
        case nodes.Power(base=base, exponent=exponent) if not nodes.letters(exponent):
            value = sequence.exact_value(exponent, sequence.Point({}))
            return again(base).power(sequence.rational(value, "exponents are"))
        case nodes.Root(body=body) if has_t or nodes.symbols(body):
            return again(body).power(Fraction(1, 2))
        case nodes.FunctionCall(name=name, arguments=(body,)) if has_t:
            return _function(name, again(body))
        case nodes.Symbol() if unknown is not None:
            return unknown(tree)
    if has_t or nodes.symbols(tree):
        raise nodes.no_meaning("has no meaning in a power series")(tree)
    return TruncatedSeries(0, _pad([sequence.exact_value(tree, sequence.Point({}))], length))


def _pad(terms: Sequence[Radical], length: int) -> tuple[Radical, ...]:
    return (*terms[:length], *(_ZERO,) * (length - len(terms)))


def _function(name: str, series: TruncatedSeries) -> TruncatedSeries:
    """exp, log and the like of a series, the circular and hyperbolic ones by exp."""
    if series.low < 0:
        raise InputError(f"formula: {name} of negative powers is no power series")
    row = _pad([series.at(n) for n in range(series.low + len(series.terms))], len(series.terms))
    if name == "log" and row[:1] == (_ONE,):
        return TruncatedSeries(0, _log(row))
    if row[0]:
        raise InputError(f"formula: {name} is read of series without a constant term")
    if name == "log":
        raise InputError("formula: log is read of series that begin with 1")
    if name == "exp":
        return TruncatedSeries(0, _exp(row))
    if name not in ("cos", "sin", "cosh", "sinh"):
        raise InputError(f"formula: {name} has no meaning in a power series")
    unit = Radical.root(Fraction(-1)) if name in ("cos", "sin") else _ONE
    plus, minus = (_exp([factor * term for term in row]) for factor in (unit, -unit))
    sign = 1 if name in ("cos", "cosh") else -1
    half = (_ONE if name in ("cos", "cosh") else unit).inverse / 2
    return TruncatedSeries(0, tuple((a + b * sign) * half for a, b in zip(plus, minus, strict=True)))


def _exp(row: Sequence[Radical]) -> tuple[Radical, ...]:
    """n g(n) = sum of k f(k) g(n - k)."""
    coefficients = [_ONE]
    for n in range(1, len(row)):
        coefficients.append(
            radicals_sum(k * row[k] * coefficients[n - k] for k in range(1, n + 1) if row[k]) / n
        )
    return tuple(coefficients)


def _log(row: Sequence[Radical]) -> tuple[Radical, ...]:
    """n f(n) = n g(n) + sum of k g(k) f(n - k)."""
    coefficients = [_ZERO]
    for n in range(1, len(row)):
        rest = radicals_sum(k * coefficients[k] * row[n - k] for k in range(1, n) if coefficients[k])
        coefficients.append(row[n] - rest / n)
    return tuple(coefficients)


def exponential_order(tree: nodes.Node) -> tuple[int, int] | None:
    """The number of exponentials, and the degree of their factors, at most. After its first terms the
    sequence of such an exponential generating function is a sum of that many r^n, with polynomials of that
    degree.

    >>> from gfkit.formula.read.statement import read_statement
    >>> exponential_order(read_statement("(1 + x)*exp(x) + cosh(2x)", "x").chains[0].sides[0])
    (4, 1)
    """
    try:
        return _order(tree)
    except _NoOrder:
        return None


class _NoOrder(Exception):  # noqa: N818
    """It is no polynomial in exponentials."""


def _order(tree: nodes.Node) -> tuple[int, int]:
    if "t" not in nodes.letters(tree) and not nodes.symbols(tree):
        return 1, 0
    match tree:
        case nodes.Letter():
            return 1, 1
        case nodes.Group(body=body) | nodes.Negative(body=body):
            return _order(body)
        case nodes.Sum(terms=terms):
            parts = [_order(term) for term in terms]
            return sum(a for a, _ in parts), max(b for _, b in parts)
        case nodes.Product(factors=factors):
            parts = [_order(factor) for factor in factors]
            return prod(a for a, _ in parts), sum(b for _, b in parts)
        case nodes.Quotient(above=above, below=below) if "t" not in nodes.letters(below):
            return _order(above)
        case nodes.Power(base=base, exponent=nodes.Number(value=size)) if (
            size.denominator == 1 and 0 <= size <= 16
        ):
            count, degree = _order(base)
            return count ** int(size), degree * int(size)
        case nodes.FunctionCall(name="exp" | "cosh" | "sinh" | "cos" | "sin" as name, arguments=(body,)):
            if prod(_order(body)) <= _MOST_POWER and _is_linear(body):
                return (1 if name == "exp" else 2), 0
    raise _NoOrder


def _is_linear(tree: nodes.Node) -> bool:
    """Whether it is a number times t."""
    above, below = fraction_factors(tree)
    moving = [factor for factor in above if "t" in nodes.letters(factor)]
    if len(moving) != 1 or any("t" in nodes.letters(factor) for factor in below):
        return False
    if isinstance(moving[0], nodes.Sum):
        return all(map(_is_linear, moving[0].terms))
    return isinstance(moving[0], nodes.Letter)
