"""Octal games: values of heaps by mex, and periods of values, proved by a finite window or only seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gfkit.errors import LimitError, RuleError
from gfkit.face import Face

PREFIX = "octal:"
MOST_TERMS = 200_000
_MOST_DIGITS = 10_000
_EMPTY, _ONE, _TWO = 1, 2, 4
"""What a digit allows to be left of a heap: nothing, one heap, two heaps."""
_CODE = re.compile(r"([0-9]*)\.([0-9]*)")
_INFINITE = re.compile(r"\.\.|[…(){}\[\]]|[0-9]['_]")
Values = NDArray[np.int32]
_REPEATS, _SPARE = 3, 8
"""A period is said to be seen from this many repeats on, and some values more."""


@dataclass(frozen=True, slots=True)
class OctalCode:
    """The code d0.d1d2...: taking i tokens may leave what digit i says, trailing zeros cut.

    Digit i is the sum of 1 (leave nothing), 2 (leave one heap) and 4 (leave two heaps). d0 is 0, or 4
    where a heap may be split without taking anything.

    >>> print(OctalCode.read("octal:.070"))
    octal:0.07

    Reference: Richard K. Guy and Cedric A. B. Smith, The G-values of various games.
    """

    digits: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> OctalCode:
        """The code that a text such as octal:0.07 names.

        >>> OctalCode.read("octal:0.8")
        Traceback (most recent call last):
        ...
        gfkit.errors.RuleError: game 'octal:0.8': digit '8' is not octal; ...
        """
        code = text.strip().removeprefix(PREFIX).strip()
        where = f"game {text.strip()[:60]!r}"
        if _INFINITE.search(code):
            raise RuleError(
                f"{where}: a code has finitely many digits; heaps up to N depend on the first N digits"
                " only, so write those, as octal:0.3333333333 for Nim with heaps up to 10"
            )
        odd = next((c for c in code if c not in ".01234567"), None)
        if odd is not None:
            raise RuleError(
                f"{where}: digit {odd!r} is not octal; digit i is 0 to 7, the sum of 1, 2 and 4 where"
                " taking i tokens may leave nothing, one heap, two heaps"
            )
        found = _CODE.fullmatch(code)
        if found is None or not found[2]:
            raise RuleError(
                f"{where}: expected one point and octal digits after it, as octal:0.07 or octal:4.7"
            )
        start, rest = found[1].lstrip("0"), found[2].rstrip("0")
        if start not in ("", "4"):
            raise RuleError(
                f"{where}: the digit before the point must be 0, or 4 where a heap may be split without"
                f" taking anything; got {found[1]!r}"
            )
        if len(rest) > _MOST_DIGITS:
            raise LimitError(f"{where}: has {len(rest)} digits; at most {_MOST_DIGITS} are taken")
        return cls((int(start or "0"), *map(int, rest)))

    @property
    def longest(self) -> int:
        """The most tokens that one move takes."""
        return len(self.digits) - 1

    def __str__(self) -> str:
        return f"{PREFIX}{self.digits[0]}." + ("".join(map(str, self.digits[1:])) or "0")


def heap_values(code: OctalCode, count: int) -> Values:
    """The Grundy values G(0), ..., G(count - 1) of single heaps.

    G(n) is the mex of G(a) xor G(b) over the moves from n to heaps a and b; a move with digit 4 costs one
    pass over half the values so far, so all cost about digits * count^2 / 4 steps of an array.

    >>> heap_values(OctalCode.read("octal:0.07"), 12).tolist()
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
    """
    values = np.zeros(count, np.int32)
    to_none, to_one, to_two = (
        np.array([i for i, digit in enumerate(code.digits) if digit & kind], np.int64)
        for kind in (_EMPTY, _ONE, _TWO)
    )
    size = 1
    for n in range(1, count):
        parts = [values[n - to_none[to_none == n]], values[n - to_one[to_one < n]]]
        for left in (n - to_two[to_two < n]).tolist():
            half = left // 2
            parts.append(values[1 : half + 1] ^ values[left - half : left][::-1])
        values[n] = mex(parts, size)
        size = max(size, roof(int(values[n])))
    return values


def mex(parts: Iterable[Values], size: int) -> int:
    """The least whole number in none of the arrays, whose entries are below ``size``.

    One pass of marking: cost is the number of entries and ``size``.

    >>> mex([np.array([0, 1, 3], np.int32), np.array([0], np.int32)], 4)
    2
    """
    seen = np.zeros(size + 1, np.bool_)
    for part in parts:
        seen[part] = True
    return int(seen.argmin())


def roof(value: int) -> int:
    """The least power of two above a value: no sum of values up to it reaches the roof.

    >>> [roof(value) for value in (0, 1, 2, 7, 8)]
    [1, 2, 4, 8, 16]
    """
    return 1 << value.bit_length()


@dataclass(frozen=True, slots=True)
class Periodicity(Face):
    """a(n) = pattern[n mod period] + saltus * (n // period), but for the exceptions (n, a(n)).

    >>> law = Periodicity(2, 0, (1, 0), ((0, 0),))
    >>> [law.at(n) for n in range(5)], law.preperiod
    ([0, 0, 1, 0, 1], 1)
    """

    period: int
    saltus: int
    pattern: tuple[int, ...]
    irregular: tuple[tuple[int, int], ...]

    @property
    def exceptions(self) -> tuple[int, ...]:
        return tuple(n for n, _ in self.irregular)

    @property
    def preperiod(self) -> int:
        """The index from which on there is no exception."""
        return max(self.exceptions, default=-1) + 1

    def at(self, n: int) -> int:
        for m, value in self.irregular:
            if m == n:
                return value
        return self.pattern[n % self.period] + self.saltus * (n // self.period)


@dataclass(frozen=True, slots=True)
class PeriodProof:
    """The finite check that proves a period: G(n + period) = G(n) from n = start on."""

    start: int
    period: int
    needed: int
    """How many values from 0 on the check reads."""


def proved_window(table: Values, least: int, longest: int) -> PeriodProof | None:
    """The shortest period that the values in the rows of a table prove for all rows at once.

    Theorem. Let the options of position n of a row, for every n >= 2 least + longest, be: positions n - d of
    rows, and sums of position i of one row and m - i of another, where m = n - e, for all i >= i0 with
    m - i >= i1; each plus a constant. The rows, d, e, i0, i1 and constants do not depend on n; d and e are
    at most ``longest``, i0 and i1 at most ``least``; d = 0 and e + i0 = 0 lead to earlier rows only.
    If G(n + p) = G(n) in all rows for n0 <= n < 2 n0 + p + longest, n0 >= least, then for all n >= n0.
    Proof. By induction, let n >= 2 n0 + p + longest. The sizes of an option of n + p add up to at least
    2 n0 + 2 p, so the larger is at least n0 + p; taking p from it gives an option of n of the same value.
    The sizes of an option of n add up to at least 2 n0 + p, so the larger is at least n0; adding p to it
    gives an option of n + p of the same value. So G(n + p) and G(n) are the same mex.

    Cost: periods times values in the worst case, but most periods fail on the last few values. None when
    the table is too short to prove a period, whether there is one or not.

    >>> proved_window(np.array([[0, *[1, 0] * 5]], np.int32), 1, 1)
    PeriodProof(start=1, period=2, needed=7)

    Reference: Richard K. Guy and Cedric A. B. Smith, The G-values of various games; Aaron N. Siegel,
    Combinatorial Game Theory, chapter IV (octal games).
    """
    count = table.shape[1]
    tail = max(_SPARE, count // 8)
    for period in range(1, (count - 2 * least - longest) // 2 + 1):
        first = max((count - 2 * period - longest) // 2, count - period - tail)
        if not np.array_equal(table[:, first + period :], table[:, first : count - period]):
            continue
        breaks = np.flatnonzero((table[:, period:] != table[:, :-period]).any(axis=0))
        start = max(least, int(breaks[-1]) + 1 if breaks.size else 0)
        needed = 2 * start + 2 * period + longest
        if needed <= count:
            return PeriodProof(start, period, needed)
    return None


def law_of(values: Sequence[int], first_n: int, start: int, period: int, saltus: int = 0) -> Periodicity:
    """The law of a sequence a(first_n), ... that has this period from ``start`` on.

    The values reach to start + 2 * period at least; the period is replaced by the least one.

    >>> law_of([5, 1, 0, 1, 0, 1, 0, 1, 0, 1], 0, 1, 4).period
    2
    """
    whole = {n: value for n, value in enumerate(values, first_n) if start <= n < start + 2 * period}
    if saltus == 0:
        period = next(
            p
            for p in range(1, period + 1)
            if period % p == 0 and all(whole[n] == whole[n + p] for n in range(start, start + period))
        )
    pattern = [0] * period
    for n in range(start, start + period):
        pattern[n % period] = whole[n] - saltus * (n // period)
    irregular = tuple(
        (n, value)
        for n, value in enumerate(values[: start - first_n], first_n)
        if value != pattern[n % period] + saltus * (n // period)
    )
    return Periodicity(period, saltus, tuple(pattern), irregular)


def seen_law(values: Sequence[int], first_n: int) -> Periodicity | None:
    """The shortest period, or arithmetic period, that the values show without proving it.

    a(n + p) = a(n) + s must hold over three periods and over the later half of the values.

    >>> law = seen_law([0, 1, 2, *range(3, 40)], 0)
    >>> law.period, law.saltus
    (1, 1)
    """
    row = np.asarray(values, np.int64)
    for period in range(1, (len(row) - _SPARE) // _REPEATS + 1):
        saltus = int(row[-1] - row[-1 - period])
        breaks = np.flatnonzero(row[period:] - row[:-period] != saltus)
        start = int(breaks[-1]) + 1 if breaks.size else 0
        if saltus >= 0 and len(row) - start >= max(_REPEATS * period + _SPARE, len(row) // 2):
            return law_of(values, first_n, first_n + start, period, saltus)
    return None
