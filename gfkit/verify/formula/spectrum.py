"""Which linear recurrence a closed form satisfies: the roots of its characteristic polynomial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from gfkit.errors import LimitError
from gfkit.verify.formula.radical import Radical
from gfkit.verify.formula.radical_polynomial import multiplied

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

    def within(self, other: Powers | Roots) -> bool:
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

    def within(self, other: Powers | Roots) -> bool:
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
    >>> Spectrum.of({Powers(one, 1): 2}).plus(Spectrum.of({Powers(one, 12): 0})).order
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
            if not any(a != b and d <= e and a.within(b) for b, e in degrees.items())
        }
        found = cls(tuple(sorted(kept.items(), key=lambda item: (item[0].size, str(item[0])))), start)
        if found.order > MOST_ORDER:
            raise LimitError(f"formula: a recurrence of order {found.order} is more than {MOST_ORDER}")
        return found

    @property
    def order(self) -> int:
        """The order; a set inside of another of lower degree counts only for what is above it."""
        return sum(roots.size * (degree + 1) for roots, degree in self.layers())

    def layers(self) -> list[tuple[Powers | Roots, int]]:
        """The sets with degrees, less what is counted in larger ones (degree -1: nothing)."""
        layers = []
        for roots, degree in self.degrees:
            inside = [e for other, e in self.degrees if other != roots and roots.within(other)]
            layers.append((roots, degree - 1 - max(inside) if inside else degree))
        return layers

    def plus(self, other: Spectrum) -> Spectrum:
        degrees = dict(self.degrees)
        for roots, degree in other.degrees:
            degrees[roots] = max(degree, degrees.get(roots, 0))
        return Spectrum.of(degrees, max(self.start, other.start))

    def times(self, other: Spectrum) -> Spectrum | None:
        """The product's; None where roots are known by their polynomial only."""
        degrees: dict[Powers | Roots, int] = {}
        for a, d in self.degrees:
            for b, e in other.degrees:
                key = _product(a, b)
                if key is None:
                    return None
                degrees[key] = max(d + e, degrees.get(key, 0))
        return Spectrum.of(degrees, max(self.start, other.start))

    def power(self, exponent: int) -> Spectrum | None:
        result: Spectrum | None = CONSTANT
        for _ in range(exponent):
            result = None if result is None else result.times(self)
        return result

    @property
    def single(self) -> Radical | None:
        """The ratio of consecutive terms, when that is constant."""
        if len(self.degrees) != 1:
            return None
        roots, degree = self.degrees[0]
        return roots.value if isinstance(roots, Powers) and roots.period == 1 and degree == 0 else None

    @property
    def quasi(self) -> tuple[int, int] | None:
        """Period and degree, when the sequence is a quasi-polynomial: all roots are roots of unity."""
        one = Radical.of(1)
        if not all(isinstance(roots, Powers) and roots.value == one for roots, _ in self.degrees):
            return None
        return lcm(*(roots.size for roots, _ in self.degrees)), max(d for _, d in self.degrees)

    def denominator(self) -> list[Fraction]:
        """A polynomial with rational coefficients that all roots satisfy, as a denominator: 1 - r t, ..."""
        whole: dict[Powers | Roots, int] = {}
        for roots, degree in self.degrees:
            every = roots.value.conjugates() if isinstance(roots, Powers) else []
            mirrored: list[Powers | Roots] = [Powers(value, roots.size) for value in every] or [roots]
            for one in mirrored:
                whole[one] = max(degree, whole.get(one, 0))
        result = [Radical.of(1)]
        for roots, degree in Spectrum.of(whole).layers():
            for _ in range(degree + 1):
                result = multiplied(result, roots.factor())
        rational = [c.rational for c in result]
        assert None not in rational, "conjugates are all there"
        return [c for c in rational if c is not None]


def periodic(period: int, start: int = 0) -> Spectrum:
    """That of a sequence with a period."""
    return Spectrum.of({Powers(Radical.of(1), period): 0}, start)


def polynomial(degree: int) -> Spectrum:
    """That of a polynomial in n."""
    return Spectrum.of({Powers(Radical.of(1), 1): degree})


def exponential(ratio: Radical, period: int = 1) -> Spectrum:
    """That of a sequence with b(n + period) = ratio b(n)."""
    return Spectrum.of({Powers(ratio, period): 0})


CONSTANT = polynomial(0)


def united(several: Iterable[Spectrum | None]) -> Spectrum | None:
    """That of a sum; None when one is unknown."""
    result: Spectrum | None = None
    for one in several:
        if one is None:
            return None
        result = one if result is None else result.plus(one)
    return result


def _product(a: Powers | Roots, b: Powers | Roots) -> Powers | Roots | None:
    if isinstance(a, Powers) and isinstance(b, Powers):
        return a * b
    unit = Powers(Radical.of(1), 1)
    return a if b == unit else b if a == unit else None
