"""Beatty sequences: multiples of a quadratic irrational number, rounded down.

Reference: Aviezri Fraenkel, The bracket function and complementary sets of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd, isqrt, log2
from typing import ClassVar

from gfkit.algebra.number import Number, checked_index
from gfkit.guessing.text_law import TextLaw

_MOST_HEIGHT = 12
_SPARE_BITS = 4
"""By so many binary digits the terms must tell the number better than polynomials of its height are dense."""


@dataclass(frozen=True)
class BeattyLaw(TextLaw):
    """The terms floor((n + shift) x), where x = (above + sign sqrt(square))/below is irrational."""

    noun: ClassVar[str] = "a Beatty sequence"
    above: int
    sign: int
    square: int
    below: int
    shift: int
    first_n: int

    @property
    def valid_from(self) -> int:
        """The first n."""
        return self.first_n

    @property
    def degree(self) -> int:
        """The degree of x."""
        return 2

    def __getitem__(self, n: int) -> Number:
        at = checked_index(n, self.first_n) + self.shift
        root = isqrt(self.square * at * at)
        return (self.above * at + (root if self.sign > 0 or not at else -root - 1)) // self.below

    def terms(self, count: int) -> list[Number]:
        """The first ``count`` terms, each by an integer square root."""
        return [self[n] for n in range(self.first_n, self.first_n + count)]

    @property
    def number_text(self) -> str:
        """The irrational number."""
        root = f"sqrt({self.square})"
        above = f"{self.above} {'+' if self.sign > 0 else '-'} {root}" if self.above else root
        if self.below == 1:
            return above
        return f"({above})/{self.below}" if self.above else f"{above}/{self.below}"

    def text_for(self, name: str) -> str:
        """The law in one line."""
        index = f"(n + {self.shift})" if self.shift else "n"
        number = self.number_text
        return (
            f"{name}(n) = floor({index}*{f'({number})' if ' ' in number and '/' not in number else number})"
        )


def beatty_law(terms: Sequence[Number], first_n: int) -> tuple[BeattyLaw, float] | None:
    """The law with the simplest number, with how much better the terms tell it than chance would, in binary
    digits; None where no multiples rounded down have these terms.

    The terms say between which fractions x lies. Of the quadratic polynomials with a root there, after the
    whole part is taken off, that with the least coefficients is taken.

    >>> from math import isqrt
    >>> law, bits = beatty_law([(n + isqrt(5 * n * n)) // 2 for n in range(60)], 0)
    >>> print(law, round(bits))
    a(n) = floor(n*(1 + sqrt(5))/2) 7
    """
    for shift in (0, 1) if first_n == 0 else (0,):
        places = range(first_n + shift, first_n + shift + len(terms))
        pairs = [(n, int(term)) for n, term in zip(places, terms, strict=True) if n]
        if len(pairs) < len(terms) and terms[0]:
            continue
        low = max(Fraction(term, n) for n, term in pairs)
        high = min(Fraction(term + 1, n) for n, term in pairs)
        whole = low.numerator // low.denominator
        if low >= high or high > whole + 1:
            continue
        for height, (a, b, c) in _polynomials(low - whole, high - whole):
            bits = log2(1 / (high - low)) - 3 * log2(2 * height + 1) + 1
            if bits < _SPARE_BITS:
                break
            square = b * b - 4 * a * c
            for sign in (1, -1):
                law = _law(-b + 2 * a * whole, sign, square, 2 * a, shift, first_n)
                if law.terms(len(terms)) == list(terms):
                    return law, bits
    return None


def _polynomials(low: Fraction, high: Fraction) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Polynomials a x^2 + b x + c with irrational roots that change sign between the numbers, by height."""
    for height in range(1, _MOST_HEIGHT + 1):
        for a, b in product(range(1, height + 1), range(-height, height + 1)):
            ends = sorted(-a * x * x - b * x for x in (low, high))
            for c in range(-(-ends[0].numerator // ends[0].denominator), int(ends[1] // 1) + 1):
                square = b * b - 4 * a * c
                if max(a, abs(b), abs(c)) == height and square > 0 and isqrt(square) ** 2 != square:
                    yield height, (a, b, c)


def _law(above: int, sign: int, square: int, below: int, shift: int, first_n: int) -> BeattyLaw:
    """The law in lowest terms."""
    common = gcd(above, below)
    for k in range(common, 0, -1):
        if common % k == 0 and square % (k * k) == 0:
            return BeattyLaw(above // k, sign, square // (k * k), below // k, shift, first_n)
    raise AssertionError("1 divides everything")
