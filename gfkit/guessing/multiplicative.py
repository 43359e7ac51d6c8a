"""Multiplicative sequences: a(m n) = a(m) a(n) where m and n are coprime, and one formula for a(p^k).

Reference: Tom Apostol, Introduction to Analytic Number Theory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import ClassVar

from flint import fmpq_mat, fmpz

from gfkit.algebra.number import Number, checked_index, number
from gfkit.guessing.data import bits_of
from gfkit.guessing.text_law import TextLaw, signed_sum

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
"""What a(p^k) is made of, by its text."""
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
"""Sums of these are tried, in turn."""
_LEAST = 16
"""The terms from which on powers of primes tell a formula in k."""


@dataclass(frozen=True)
class MultiplicativeLaw(TextLaw):
    """The terms b(n + shift), where b is multiplicative; b(p^k) is a sum of multiples of these parts."""

    noun: ClassVar[str] = "a multiplicative sequence"
    parts: tuple[tuple[str, Fraction], ...]
    shift: int
    first_n: int
    zero: Number
    """The term for 0, where there is one."""

    @property
    def valid_from(self) -> int:
        """The first n whose term the law tells."""
        return 1 - self.shift

    @property
    def degree(self) -> int:
        """How many parts there are."""
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
        """The first ``count`` terms, each by its factors."""
        return [self[n] for n in range(self.first_n, self.first_n + count)]

    def text_for(self, name: str) -> str:
        """The law in one line."""
        text = signed_sum((c, "" if part == "1" else part) for part, c in self.parts)
        if self.shift:
            return f"{name}(n) = b(n+1), where b is multiplicative with b(p^k) = {text}"
        return f"{name}(n) is multiplicative with {name}(p^k) = {text}"


def multiplicative_law(
    terms: Sequence[Number], first_n: int, spare: int
) -> tuple[MultiplicativeLaw, int, int, int] | None:
    """The law, its unknowns, the equations that it solved, and its binary digits; None where there is none.

    Terms that begin with the index 0 may be those from b(1) on.

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
    """The only multiples of these parts whose sum fits all powers of primes; None where there are not."""
    rows = [[*(_PARTS[part](p, k) for part in table), value] for p, k, value in powers]
    if any(isinstance(row[-1], Fraction) for row in rows):
        return None
    reduced, rank = fmpq_mat([list(map(int, row)) for row in rows]).rref()
    size = len(table)
    if rank != size or any(reduced[k, k] != 1 for k in range(size)):
        return None
    solved = [Fraction(int(reduced[k, size].p), int(reduced[k, size].q)) for k in range(size)]
    return tuple((part, c) for part, c in zip(table, solved, strict=True) if c)
