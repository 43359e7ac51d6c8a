"""Formulas as power series: square roots, exp, cosh and the like of series, term by term and exactly.

A series is its lowest power and as many coefficients from there on as are asked for; cost of a product n^2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gfkit.claims.formula import sequence
from gfkit.errors import InputError, LimitError
from gfkit.formula import tree as nodes
from gfkit.formula.radical import Radical

_ZERO, _ONE = Radical.of(0), Radical.of(1)
_MOST_POWER = 1000
_MARGIN = 8
"""Terms that may be lost where series that begin late are divided."""


@dataclass(frozen=True)
class Truncated:
    """t^low times the polynomial of the terms, exact up to their number."""

    low: int
    terms: tuple[Radical, ...]

    def at(self, n: int) -> Radical:
        """The coefficient of t^n."""
        if n - self.low >= len(self.terms):
            raise LimitError(f"formula: the coefficient of t^{n} is beyond what was computed")
        return self.terms[n - self.low] if n >= self.low else _ZERO

    @property
    def stripped(self) -> Truncated:
        """Without zeros at the beginning."""
        k = next((k for k, term in enumerate(self.terms) if term), len(self.terms))
        return Truncated(self.low + k, self.terms[k:])


Unknowns = Callable[[nodes.Symbol], Truncated]
"""What stands for named series, as A(x)."""


def power_series(tree: nodes.Node, length: int, unknown: Unknowns | None = None) -> Truncated:
    """The series in t of a formula, from its lowest power on.

    >>> from gfkit.formula.read.statement import read_statement
    >>> side = read_statement("(1 - sqrt(1 - 4x))/(2x)", "x").chains[0].sides[0]
    >>> found = power_series(side, 5)
    >>> [str(found.at(n)) for n in range(5)]
    ['1', '1', '2', '5', '14']
    """
    return _Expanding(length + _MARGIN, unknown).series(tree)


class _Expanding:
    def __init__(self, length: int, unknown: Unknowns | None) -> None:
        self.length = length
        self.unknown = unknown

    def series(self, tree: nodes.Node) -> Truncated:
        match tree:
            case nodes.Letter(name="t"):
                return self._padded(1, [_ONE])
            case nodes.Group(body=body):
                return self.series(body)
            case nodes.Negative(body=body):
                return self._scaled(self.series(body), Radical.of(-1))
            case nodes.Sum(terms=terms):
                return self._sum([self.series(term) for term in terms])
            case nodes.Product(factors=factors):
                result = self._padded(0, [_ONE])
                for factor in factors:
                    result = self._product(result, self.series(factor))
                return result
            case nodes.Quotient(above=above, below=below):
                return self._product(self.series(above), self._inverse(self.series(below)))
            case nodes.Power(base=base, exponent=exponent) if not nodes.letters(exponent):
                return self._power(self.series(base), exponent)
            case nodes.Root(body=body) if "t" in nodes.letters(tree) or nodes.symbols(body):
                return self._root(self.series(body))
            case nodes.Applied(name=name, arguments=(body,)) if "t" in nodes.letters(tree):
                return self._function(name, self.series(body))
            case nodes.Symbol() if self.unknown is not None:
                return self.unknown(tree)
        if "t" in nodes.letters(tree) or nodes.symbols(tree):
            raise InputError(f"formula: {type(tree).__name__.lower()} has no meaning in a power series")
        return self._padded(0, [sequence.exact_value(tree, sequence.Point({}))])

    def _padded(self, low: int, terms: Sequence[Radical]) -> Truncated:
        kept = [*terms][: self.length]
        return Truncated(low, tuple(kept + [_ZERO] * (self.length - len(kept))))

    def _scaled(self, one: Truncated, factor: Radical) -> Truncated:
        return Truncated(one.low, tuple(factor * term for term in one.terms))

    def _sum(self, several: list[Truncated]) -> Truncated:
        """Exact as far as all of them are."""
        low = min(one.low for one in several)
        end = min(one.low + len(one.terms) for one in several)
        if end <= low:
            raise LimitError("formula: its parts begin too far apart to be added as series")
        total = [_ZERO] * (end - low)
        for one in several:
            for k, term in enumerate(one.terms[: max(0, end - one.low)]):
                if term:
                    total[one.low - low + k] = total[one.low - low + k] + term
        return Truncated(low, tuple(total))

    def _product(self, one: Truncated, other: Truncated) -> Truncated:
        length = min(len(one.terms), len(other.terms))
        total = [_ZERO] * length
        for i, term in enumerate(one.terms[:length]):
            if term:
                for j in range(length - i):
                    if other.terms[j]:
                        total[i + j] = total[i + j] + term * other.terms[j]
        return Truncated(one.low + other.low, tuple(total))

    def _inverse(self, one: Truncated) -> Truncated:
        plain = one.stripped
        if not plain.terms:
            raise InputError("formula: divides by zero")
        first = plain.terms[0].inverse
        found: list[Radical] = []
        for n in range(len(plain.terms)):
            total = _ONE if n == 0 else _ZERO
            for k in range(1, n + 1):
                if plain.terms[k] and found[n - k]:
                    total = total - plain.terms[k] * found[n - k]
            found.append(total * first)
        return Truncated(-plain.low, tuple(found))

    def _power(self, base: Truncated, exponent: nodes.Node) -> Truncated:
        size = sequence.rational(sequence.exact_value(exponent, sequence.Point({})), "exponents are")
        if size.denominator == 1 and abs(size) <= _MOST_POWER:
            power = base if size >= 0 else self._inverse(base)
            result, count = self._padded(0, [_ONE]), abs(size.numerator)
            while count:
                if count & 1:
                    result = self._product(result, power)
                power, count = (self._product(power, power) if count > 1 else power), count >> 1
            return result
        if size.denominator == 2 and abs(size) <= _MOST_POWER:
            whole = nodes.Number(Fraction(size.numerator))
            return self._power(self._root(base), whole)
        if size.denominator <= _MOST_POWER:
            return self._fractional(base, size)
        raise InputError(f"formula: the exponent {size} of a series is not read")

    def _root(self, one: Truncated) -> Truncated:
        plain = one.stripped
        if not plain.terms:
            return one
        if plain.low % 2:
            raise InputError("formula: the square root of an odd power of t is no power series")
        constant = plain.terms[0].rational
        if constant is None:
            raise InputError("formula: square roots of series are read that begin with a rational number")
        root = Radical.root(constant)
        unit = self._scaled(Truncated(0, plain.terms), plain.terms[0].inverse)
        found = self._fractional(unit, Fraction(1, 2))
        return Truncated(plain.low // 2, tuple(root * term for term in found.terms))

    def _fractional(self, one: Truncated, size: Fraction) -> Truncated:
        """f^size for f = 1 + ...: n g(n) = sum of (k size - (n - k)) f(k) g(n - k)."""
        if one.low != 0 or one.terms[0] != _ONE:
            raise InputError("formula: such powers are read of series that begin with 1")
        found = [_ONE]
        for n in range(1, len(one.terms)):
            total = _ZERO
            for k in range(1, n + 1):
                if one.terms[k] and found[n - k]:
                    total = total + Radical.of(k * size - (n - k)) * one.terms[k] * found[n - k]
            found.append(total * Radical.of(Fraction(1, n)))
        return Truncated(0, tuple(found))

    def _function(self, name: str, one: Truncated) -> Truncated:
        if one.low < 0:
            raise InputError(f"formula: {name} of negative powers is no power series")
        padded = self._padded(0, [one.at(n) for n in range(one.low + len(one.terms))])
        if padded.terms[0]:
            if name == "log" and padded.terms[0] == _ONE:
                return self._log(padded)
            raise InputError(f"formula: {name} is read of series without a constant term")
        if name == "log":
            raise InputError("formula: log is read of series that begin with 1")
        plus = self._exp(padded)
        if name == "exp":
            return plus
        unit = Radical.root(Fraction(-1))
        if name in ("cos", "sin"):
            plus, minus = (self._exp(self._scaled(padded, factor)) for factor in (unit, -unit))
        elif name in ("cosh", "sinh"):
            minus = self._exp(self._scaled(padded, Radical.of(-1)))
        else:
            raise InputError(f"formula: {name} has no meaning in a power series")
        sign = Radical.of(1 if name in ("cos", "cosh") else -1)
        half = Radical.of(Fraction(1, 2)) / (unit if name == "sin" else _ONE)
        return self._scaled(self._sum([plus, self._scaled(minus, sign)]), half)

    def _exp(self, one: Truncated) -> Truncated:
        """n g(n) = sum of k f(k) g(n - k)."""
        found = [_ONE]
        for n in range(1, len(one.terms)):
            total = _ZERO
            for k in range(1, n + 1):
                if one.terms[k]:
                    total = total + Radical.of(k) * one.terms[k] * found[n - k]
            found.append(total * Radical.of(Fraction(1, n)))
        return Truncated(0, tuple(found))

    def _log(self, one: Truncated) -> Truncated:
        """n f(n) = n g(n) + sum of k g(k) f(n - k)."""
        found = [_ZERO]
        for n in range(1, len(one.terms)):
            total = Radical.of(n) * one.terms[n]
            for k in range(1, n):
                if found[k]:
                    total = total - Radical.of(k) * found[k] * one.terms[n - k]
            found.append(total * Radical.of(Fraction(1, n)))
        return Truncated(0, tuple(found))


def exponential_order(tree: nodes.Node) -> tuple[int, int] | None:
    """How many exponentials, and of which degree their factors, at most: the sequence of such an exponential
    generating function is a sum of so many r^n with polynomials of such degree, but for its first terms.

    >>> from gfkit.formula.read.statement import read_statement
    >>> exponential_order(read_statement("(1 + x)*exp(x) + cosh(2x)", "x").chains[0].sides[0])
    (4, 1)
    """
    if "t" not in nodes.letters(tree):
        return None if nodes.symbols(tree) else (1, 0)
    match tree:
        case nodes.Letter():
            return 1, 1
        case nodes.Group(body=body) | nodes.Negative(body=body):
            return exponential_order(body)
        case nodes.Sum(terms=terms):
            parts = [exponential_order(term) for term in terms]
            known = [part for part in parts if part is not None]
            return (sum(a for a, _ in known), max(b for _, b in known)) if len(known) == len(parts) else None
        case nodes.Product(factors=factors):
            total = (1, 0)
            for factor in factors:
                part = exponential_order(factor)
                if part is None:
                    return None
                total = (total[0] * part[0], total[1] + part[1])
            return total
        case nodes.Quotient(above=above, below=below) if "t" not in nodes.letters(below):
            return exponential_order(above)
        case nodes.Power(base=base, exponent=nodes.Number(value=size)) if (
            size.denominator == 1 and 0 <= size <= 16
        ):
            part = exponential_order(base)
            return None if part is None else (part[0] ** int(size), part[1] * int(size))
        case nodes.Applied(name=name, arguments=(body,)) if name in ("exp", "cosh", "sinh", "cos", "sin"):
            inner = exponential_order(body)
            is_linear = inner is not None and inner[0] * inner[1] <= _MOST_POWER and _is_linear(body)
            return ((1 if name == "exp" else 2), 0) if is_linear else None
    return None


def _is_linear(tree: nodes.Node) -> bool:
    """Whether it is a number times t."""
    match tree:
        case nodes.Letter(name="t"):
            return True
        case nodes.Group(body=body) | nodes.Negative(body=body):
            return _is_linear(body)
        case nodes.Product(factors=factors):
            moving = [factor for factor in factors if "t" in nodes.letters(factor)]
            return len(moving) == 1 and _is_linear(moving[0])
        case nodes.Quotient(above=above, below=below):
            return "t" not in nodes.letters(below) and _is_linear(above)
        case nodes.Sum(terms=terms):
            return all(map(_is_linear, terms))
    return False
