"""Exact numbers a + b sqrt(2) + c sqrt(3) + ...: rational combinations of square roots of integers, and
polynomials whose coefficients are such numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import TypeVar

from flint import acb, arb, ctx, fmpq_poly, fmpz

from gfkit.core.algebra.formula.tree import (
    ONE,
    Negative,
    Node,
    Number,
    product,
    quotient,
    root,
    sum_of_terms,
    with_sign,
)
from gfkit.core.algebra.formula.write.plain import Writer
from gfkit.core.algebra.number import from_flint, trimmed
from gfkit.core.algebra.series import rational_polynomial
from gfkit.core.deferred import dataclass
from gfkit.core.errors import DivisionError, UndecidedError

_FIRST_BITS = 128
_MOST_BITS = 160
"""Maximum size of a number that is factored, after its small factors are removed, for its square root."""

Factor = TypeVar("Factor")


@dataclass(frozen=True)
class Radical:
    """Sum of c sqrt(d) over the pairs (d, c) of ``parts``, with d square-free, sorted by d.

    Square roots of different square-free integers are linearly independent over the rationals, so equal
    numbers have equal representations. sqrt(-1) is the imaginary unit, and sqrt(-d) = sqrt(-1) sqrt(d).

    >>> golden = (Radical.of(1) + Radical.root(Fraction(5))) / Radical.of(2)
    >>> golden * golden == golden + Radical.of(1)
    True
    >>> print(golden)
    (1 + sqrt(5))/2
    """

    parts: tuple[tuple[int, Fraction], ...]

    @classmethod
    def of(cls, value: int | Fraction | Radical) -> Radical:
        return cls(_parts(value))

    @classmethod
    def root(cls, square: Fraction) -> Radical:
        """Return the square root of a rational number, positive or on the positive imaginary axis."""
        outside, inside = split(square.numerator * square.denominator)
        return cls.sum({inside: Fraction(outside, square.denominator)})

    @classmethod
    def sum(cls, parts: Mapping[int, Fraction]) -> Radical:
        return cls(tuple(sorted((d, c) for d, c in parts.items() if c)))

    @property
    def rational(self) -> Fraction | None:
        """Number as a fraction, or None if it is irrational."""
        if not self.parts:
            return Fraction(0)
        return self.parts[0][1] if len(self.parts) == 1 and self.parts[0][0] == 1 else None

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __add__(self, other: Radical | int | Fraction) -> Radical:
        total = dict(self.parts)
        for d, c in _parts(other):
            total[d] = total.get(d, Fraction(0)) + c
        return Radical.sum(total)

    __radd__ = __add__

    def __neg__(self) -> Radical:
        return Radical(tuple((d, -c) for d, c in self.parts))

    def __sub__(self, other: Radical | int | Fraction) -> Radical:
        return self + -other

    def __rsub__(self, other: int | Fraction) -> Radical:
        return -self + other

    def __mul__(self, other: Radical | int | Fraction) -> Radical:
        total: dict[int, Fraction] = {}
        for d, c in self.parts:
            for e, b in _parts(other):
                common = gcd(d, e)
                sign = -1 if d < 0 and e < 0 else 1
                key = d * e // common**2
                total[key] = total.get(key, Fraction(0)) + sign * common * c * b
        return Radical.sum(total)

    __rmul__ = __mul__

    def __truediv__(self, other: Radical | int | Fraction) -> Radical:
        return self * Radical.of(other).inverse

    def __rtruediv__(self, other: int | Fraction) -> Radical:
        return other * self.inverse

    @property
    def inverse(self) -> Radical:
        """Inverse of the number, computed by multiplication with its conjugates."""
        if not self.parts:
            raise DivisionError("formula: division by zero")
        above, below = Radical.of(1), self
        while below.rational is None:
            prime = next(p for d, _ in below.parts for p in primes(d))
            mirrored = below.conjugate(prime)
            above, below = above * mirrored, below * mirrored
        return above * Radical.of(1 / (below.rational or Fraction(1)))

    def conjugate(self, prime: int) -> Radical:
        """Return the number with sqrt(prime) replaced by -sqrt(prime); -1 counts as a prime."""
        return Radical(tuple((d, -c if prime in primes(d) else c) for d, c in self.parts))

    def conjugates(self) -> list[Radical]:
        """Return the distinct conjugates under sign changes of the square roots, starting with the number
        itself.
        """
        radicals = [self]
        for prime in sorted({p for d, _ in self.parts for p in primes(d)}):
            radicals += [
                radical
                for radical in (other.conjugate(prime) for other in radicals)
                if radical not in radicals
            ]
        return radicals

    @property
    def square_root(self) -> Radical:
        """Square root, positive or on the positive imaginary axis. Raise UndecidedError if the number is not
        a + b sqrt(d) with a root of the same kind.

        Let c^2 = a^2 - b^2 d with c >= 0. Then the square of sqrt((a + c)/2) + sign(b) sqrt((a - c)/2) is
        a + sign(b) sqrt(a^2 - c^2) = a + b sqrt(d).

        >>> print((Radical.of(2) + Radical.root(Fraction(3))).square_root)
        (sqrt(2) + sqrt(6))/2
        """
        parts = dict(self.parts)
        a = parts.pop(1, Fraction(0))
        whole = Fraction(*(isqrt(abs(part)) for part in a.as_integer_ratio()))
        if not parts and whole * whole == a:
            return Radical.of(whole)
        if not parts and split(a.numerator * a.denominator, _MOST_BITS)[1].bit_length() > _MOST_BITS:
            raise UndecidedError(f"a square root of {a.numerator.bit_length()} bits is not computed exactly")
        if not parts:
            return Radical.root(a)
        d, b = min(parts.items())
        norm = a * a - b * b * d
        c = Fraction(*(isqrt(abs(part)) for part in norm.as_integer_ratio()))  # without factoring the norm
        if len(parts) > 1 or d < 0 or c * c != norm:
            raise UndecidedError(f"the square root of {self} is not a sum of square roots of integers")
        outer, inner = (Radical.of((abs(a) + step) / 2).square_root for step in (c, -c))
        return Radical.root(Fraction(1 if a > 0 else -1)) * (outer + (inner if a * b > 0 else -inner))

    def __pow__(self, exponent: int) -> Radical:
        if (rational := self.rational) is not None and (rational or exponent >= 0):
            return Radical.of(rational**exponent)  # a power of a reduced fraction is reduced
        return power_of(self if exponent >= 0 else self.inverse, abs(exponent), Radical.of(1))

    def ball(self) -> acb:
        """Return the number as a ball at the current precision of FLINT."""
        total = acb(0)
        for d, c in self.parts:
            size = arb(abs(d)).sqrt() * fmpz(c.numerator) / fmpz(c.denominator)
            total += acb(0, size) if d < 0 else acb(size)
        return total

    def floor(self) -> int:
        """Return the floor of the number, which must be real."""
        exact = self.rational
        if exact is not None:
            return exact.numerator // exact.denominator
        if any(d < 0 for d, _ in self.parts):
            raise UndecidedError(f"{self} is not real and cannot be rounded")
        bits = _FIRST_BITS
        while True:  # terminates, since an irrational number is not an integer
            with ctx.workprec(bits):
                whole = self.ball().real.floor().unique_fmpz()
            if whole is not None:
                return int(whole)
            bits *= 2

    @property
    def tree(self) -> Node:
        """Number as a formula, its rational part first."""
        below = lcm(*(c.denominator for _, c in self.parts))
        terms = [
            with_sign(c < 0, product(Number(abs(int(c * below))), ONE if d == 1 else root(d)))
            for d, c in sorted(self.parts, key=lambda part: (part[0] != 1, part[0]))
        ]
        return quotient(sum_of_terms(terms), Number(below))

    def __str__(self) -> str:
        is_negative = len(self.parts) == 1 and self.parts[0][1] < 0
        return Writer().write(Negative((-self).tree) if is_negative else self.tree)


def _parts(number: Radical | int | Fraction) -> tuple[tuple[int, Fraction], ...]:
    """Return the parts of a number; a rational number has at most one."""
    if isinstance(number, Radical):
        return number.parts
    return ((1, Fraction(number)),) if number else ()


def primes(square: int) -> tuple[int, ...]:
    """Return the primes of a square-free integer, with -1 for its sign.

    >>> primes(-6)
    (-1, 2, 3)
    """
    sign = (-1,) if square < 0 else ()
    return (*sign, *(int(prime) for prime, _ in fmpz(abs(square)).factor()))


def split(number: int, most_bits: int | None = None) -> tuple[int, int]:
    """Return r and the square-free s with number = r^2 s; s = 1 for 0.

    >>> split(-12)
    (2, -3)
    """
    if not number:
        return 0, 1
    outside, inside, size = 1, 1 if number > 0 else -1, fmpz(abs(number))
    is_large = most_bits is not None and size.bit_length() > most_bits
    for prime, power in size.factor_smooth(15) if is_large else size.factor():
        outside *= int(prime) ** (power // 2)
        inside *= int(prime) ** (power % 2)
    return outside, inside


def power_of(base: Factor, exponent: int, one: Factor) -> Factor:
    """Return a power by repeated squaring; ``one`` is the power with exponent 0."""
    result = one
    while exponent:
        if exponent & 1:
            result = result * base  # type: ignore[operator]
        base, exponent = (base * base if exponent > 1 else base), exponent >> 1  # type: ignore[operator]
    return result


def radicals_sum(numbers: Iterable[Radical]) -> Radical:
    """Return the sum of the numbers."""
    return sum(numbers, Radical.of(0))


Row = list[Radical]
"""Coefficients of a polynomial, lowest degree first, without zeros at the end."""


def rows_product(a: Row, b: Row) -> Row:
    row = [Radical.of(0)] * max(0, len(a) + len(b) - 1)
    for i, radical in enumerate(a):
        for j, other in enumerate(b):
            row[i + j] = row[i + j] + radical * other
    return trimmed(row)


def rows_sum(a: Row, b: Row) -> Row:
    zero = Radical.of(0)
    length = max(len(a), len(b))
    return trimmed([(a[k] if k < len(a) else zero) + (b[k] if k < len(b) else zero) for k in range(length)])


def rows_divmod(a: Row, b: Row) -> tuple[Row, Row]:
    """Return quotient and remainder of a division of polynomials."""
    first, second = _over_rationals(a), _over_rationals(b)
    if first is not None and second is not None:
        quotient, rest = divmod(first, second)
        return _radicals(quotient), _radicals(rest)
    return _quotient(a, b)


def _quotient(a: Row, b: Row) -> tuple[Row, Row]:
    rest, scale = list(a), b[-1].inverse
    quotient = [Radical.of(0)] * max(0, len(a) - len(b) + 1)
    for k in range(len(a) - len(b), -1, -1):
        factor = rest[k + len(b) - 1] * scale
        quotient[k] = factor
        if factor:
            for i, c in enumerate(b):
                rest[k + i] = rest[k + i] - factor * c
    return trimmed(quotient), trimmed(rest)


def common(a: Row, b: Row) -> Row:
    """Return the greatest common divisor, computed by Euclid's algorithm, with leading coefficient 1."""
    first, second = _over_rationals(a), _over_rationals(b)
    if first is not None and second is not None:
        return _radicals(first.gcd(second))
    while b:
        a, b = b, rows_divmod(a, b)[1]
    scale = a[-1].inverse
    return [c * scale for c in a]


def _over_rationals(row: Row) -> fmpq_poly | None:
    """Return the row as a FLINT polynomial, or None if a coefficient is irrational."""
    rational = [c.rational for c in row]
    if None in rational:
        return None
    return rational_polynomial([c for c in rational if c is not None])


def _radicals(polynomial: fmpq_poly) -> Row:
    return [Radical.of(from_flint(c)) for c in polynomial.coeffs()]


def derivative(row: Row) -> Row:
    return trimmed([Radical.of(k) * c for k, c in enumerate(row)][1:])


def at(row: Row, point: Radical) -> Radical:
    """Evaluate a polynomial, given by its row of coefficients, at a point."""
    result = Radical.of(0)
    for c in reversed(row):
        result = result * point + c
    return result


def lowest_rows(above: Row, below: Row) -> tuple[Row, Row]:
    """Return a quotient in lowest terms."""
    if not above:
        return [], [Radical.of(1)]
    shared = common(below, above)
    return rows_divmod(above, shared)[0], rows_divmod(below, shared)[0]


def constant_at(above: Row, below: Row, base: Radical) -> Radical | None:
    """Return c such that c/(1 - base t) is a summand of a quotient, or None if 1/base is not a simple
    pole.
    """
    if not base:
        return None
    quotient, rest = rows_divmod(below, [Radical.of(1), -base])
    point = base.inverse
    return None if rest or not at(quotient, point) else at(above, point) / at(quotient, point)
