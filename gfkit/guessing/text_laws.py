"""Formulas that have only a plain text form: Beatty and multiplicative sequences, and sums."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, isqrt, log2, prod
from typing import Any, ClassVar

from flint import fmpq_mat, fmpz

from gfkit.algebra.number import Number, checked_index, number, number_text
from gfkit.deferred import dataclass
from gfkit.errors import OptionError
from gfkit.guessing.data import bits_of
from gfkit.writable import Indexable, Language


class TextLaw(Indexable):
    """Base class of formulas that have only a plain text form."""

    noun: ClassVar[str]
    """Noun for error messages about other output formats."""
    first_n: int

    @abstractmethod
    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms."""

    @abstractmethod
    def text_for(self, name: str) -> str:
        """Return the formula in one line, for a sequence of the given name."""

    def __getitem__(self, n: int) -> Number:
        return self.terms(checked_index(n, self.first_n) - self.first_n + 1)[-1]

    def to(self, language: Language) -> Any:
        raise OptionError(f"language {language!r}: {self.noun} has only a plain text form")

    def __str__(self) -> str:
        return self.text_for("a")


def signed_sum(parts: Iterable[tuple[Number, str]]) -> str:
    """Return the string of a sum of coefficients times factors; an empty factor denotes 1.

    >>> signed_sum([(-1, "a(n)"), (2, "a(n-1)"), (-3, "")])
    '-a(n) + 2*a(n-1) - 3'
    """
    text = ""
    for c, what in parts:
        size = number_text(-c if c < 0 else c)
        shown = size if not what else what if size == "1" else f"{size}*{what}"
        text += (" - " if c < 0 else " + ") + shown if text else "-" * (c < 0) + shown
    return text or "0"


# Floors of linear functions

_MOST_HEIGHT = 12
_SPARE_BITS = 4
"""Number of bits by which the terms must determine the number more precisely than the density of quadratic
numbers of its height.
"""


@dataclass(frozen=True)
class BeattyLaw(TextLaw):
    """Sequence floor((n + shift) x), where x = (above + sign sqrt(square))/below is irrational."""

    noun: ClassVar[str] = "a Beatty sequence"
    above: int
    sign: int
    square: int
    below: int
    shift: int
    first_n: int

    @property
    def valid_from(self) -> int:
        """Smallest n for which the formula holds."""
        return self.first_n

    @property
    def degree(self) -> int:
        """Number of parts."""
        return 2

    def __getitem__(self, n: int) -> Number:
        at = checked_index(n, self.first_n) + self.shift
        root = isqrt(self.square * at * at)
        return (self.above * at + (root if self.sign > 0 or not at else -root - 1)) // self.below

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms, each by an integer square root."""
        return [self[n] for n in range(self.first_n, self.first_n + count)]

    @property
    def number_text(self) -> str:
        """Irrational number of the Beatty sequence, as text."""
        root = f"sqrt({self.square})"
        above = f"{self.above} {'+' if self.sign > 0 else '-'} {root}" if self.above else root
        if self.below == 1:
            return above
        return f"({above})/{self.below}" if self.above else f"{above}/{self.below}"

    def text_for(self, name: str) -> str:
        """Return the formula in one line."""
        index = f"(n + {self.shift})" if self.shift else "n"
        number = self.number_text
        return (
            f"{name}(n) = floor({index}*{f'({number})' if ' ' in number and '/' not in number else number})"
        )


def beatty_law(terms: Sequence[Number], first_n: int) -> tuple[BeattyLaw, float] | None:
    """Return the Beatty sequence with the simplest number that has these terms, or None.

    The second result is the number of bits by which the terms determine the number better than chance would.
    The terms bound x by two fractions. After its integer part is subtracted, the quadratic polynomial with
    the smallest coefficients that has a root between the bounds is chosen.

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
    """Yield polynomials a x^2 + b x + c with irrational roots that change sign between the bounds, by
    height.
    """
    for height in range(1, _MOST_HEIGHT + 1):
        for a, b in product(range(1, height + 1), range(-height, height + 1)):
            ends = sorted(-a * x * x - b * x for x in (low, high))
            for c in range(-(-ends[0].numerator // ends[0].denominator), int(ends[1] // 1) + 1):
                square = b * b - 4 * a * c
                if max(a, abs(b), abs(c)) == height and square > 0 and isqrt(square) ** 2 != square:
                    yield height, (a, b, c)


def _law(above: int, sign: int, square: int, below: int, shift: int, first_n: int) -> BeattyLaw:
    """Return the formula in lowest terms."""
    common = gcd(above, below)
    for k in range(common, 0, -1):
        if common % k == 0 and square % (k * k) == 0:
            return BeattyLaw(above // k, sign, square // (k * k), below // k, shift, first_n)
    raise AssertionError("1 divides everything")


# Multiplicative sequences

_PARTS: dict[str, Callable[[int, int], int]] = {
    "1": lambda _p, _k: 1,
    "k": lambda _p, k: k,
    "k^2": lambda _p, k: k * k,
    "(-1)^k": lambda _p, k: (-1) ** k,
    "0^(k-1)": lambda _p, k: int(k == 1),
    "p": lambda p, _k: p,
    "p^2": lambda p, _k: p * p,
    "p*0^(k-1)": lambda p, k: p * int(k == 1),
    "p*(-1)^k": lambda p, k: p * (-1) ** k,
    "p^(k-1)": lambda p, k: p ** (k - 1),
    "p^k": lambda p, k: p**k,
    "p^(k+1)": lambda p, k: p ** (k + 1),
    "k*p^(k-1)": lambda p, k: k * p ** (k - 1),
    "k*p^k": lambda p, k: k * p**k,
    "p^(2*k-2)": lambda p, k: p ** (2 * k - 2),
    "p^(2*k-1)": lambda p, k: p ** (2 * k - 1),
    "p^(2*k)": lambda p, k: p ** (2 * k),
}
"""Functions of p and k that can be summands of a(p^k), by their printed form."""
_TABLES = (
    ("1", "k", "k^2"),
    ("1", "p", "p^2"),
    ("1", "(-1)^k", "0^(k-1)"),
    ("p", "p*(-1)^k", "1", "(-1)^k"),
    ("p", "p*0^(k-1)", "1", "0^(k-1)"),
    ("p^(k+1)", "p^k", "p^(k-1)", "1"),
    ("p^k", "p^(k-1)", "k*p^k", "k*p^(k-1)"),
    ("p^(2*k)", "p^(2*k-1)", "p^(2*k-2)", "p^k", "p^(k-1)"),
)
"""Lists of summands whose linear combinations are tried, in order."""
_LEAST = 16
"""Minimum exponent from which values at prime powers determine a formula in k."""


@dataclass(frozen=True)
class MultiplicativeLaw(TextLaw):
    """Sequence b(n + shift), where b is multiplicative and b(p^k) is a linear combination of the given
    functions.
    """

    noun: ClassVar[str] = "a multiplicative sequence"
    parts: tuple[tuple[str, Fraction], ...]
    shift: int
    first_n: int
    zero: Number
    """Term at index 0, or None."""

    @property
    def valid_from(self) -> int:
        """First n whose term the formula determines."""
        return 1 - self.shift

    @property
    def degree(self) -> int:
        """Number of parts."""
        return len(self.parts)

    def __getitem__(self, n: int) -> Number:
        at = checked_index(n, self.first_n) + self.shift
        if not at:
            return self.zero
        parts = (self._of_power(int(p), int(k)) for p, k in fmpz(at).factor())
        return number(prod(parts, start=Fraction(1)))

    def _of_power(self, p: int, k: int) -> Fraction:
        return sum((c * _PARTS[part](p, k) for part, c in self.parts), Fraction(0))

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms, by factorization of n."""
        return [self[n] for n in range(self.first_n, self.first_n + count)]

    def text_for(self, name: str) -> str:
        """Return the formula in one line."""
        text = signed_sum((c, "" if part == "1" else part) for part, c in self.parts)
        if self.shift:
            return f"{name}(n) = b(n+1), where b is multiplicative with b(p^k) = {text}"
        return f"{name}(n) is multiplicative with {name}(p^k) = {text}"


def multiplicative_law(
    terms: Sequence[Number], first_n: int, spare: int
) -> tuple[MultiplicativeLaw, int, int, int] | None:
    """Return the formula with its number of unknowns, of equations and of binary digits, or None if no
    formula fits.

    If the terms start at index 0, they may be b(1), b(2), ....

    >>> totients = [1, 1, 2, 2, 4, 2, 6, 4, 6, 4, 10, 4, 12, 6, 8, 8, 16, 6, 18]
    >>> print(multiplicative_law(totients, 1, 5)[0])
    a(n) is multiplicative with a(p^k) = p^k - p^(k-1)
    """
    for shift in (0, 1) if first_n == 0 else (0,) if first_n == 1 else ():
        values = {n + shift: term for n, term in enumerate(terms, first_n)}
        factors = {n: [(int(p), int(k)) for p, k in fmpz(n).factor()] for n in values if n}
        if len(factors) < _LEAST or values[1] != 1:
            continue
        if any(values[n] != prod(values[p**k] for p, k in each) for n, each in factors.items()):
            continue
        powers = [(*each[0], values[n]) for n, each in factors.items() if len(each) == 1]
        for place, table in enumerate(_TABLES):
            parts = _solve(table, powers) if len(powers) - len(table) >= spare else None
            if parts is not None:
                bits = place.bit_length() + sum(len(table) + bits_of(c) for _, c in parts)
                law = MultiplicativeLaw(parts, shift, first_n, 0 if shift else values.get(0, 0))
                return law, len(table), len(factors) - 1, bits
    return None


def _solve(
    table: Sequence[str], powers: Sequence[tuple[int, int, Number]]
) -> tuple[tuple[str, Fraction], ...] | None:
    """Return the unique coefficients for which the sum equals all values at prime powers, or None."""
    rows = [[*(_PARTS[part](p, k) for part in table), value] for p, k, value in powers]
    if any(isinstance(row[-1], Fraction) for row in rows):
        return None
    reduced, rank = fmpq_mat([list(map(int, row)) for row in rows]).rref()
    size = len(table)
    if rank != size or any(reduced[k, k] != 1 for k in range(size)):
        return None
    solved = [Fraction(int(reduced[k, size].p), int(reduced[k, size].q)) for k in range(size)]
    return tuple((part, c) for part, c in zip(table, solved, strict=True) if c)
