"""Heap games given by codes: values of heaps by mex, and periods, proved by a finite window or observed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_, xor
from typing import Any

from gfkit.core.algebra import ARRAYS
from gfkit.core.boards.board import set_bits
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import LimitError, RuleError, interruptible
from gfkit.core.rules.library import heap_code
from gfkit.core.writable import TextFace
from gfkit.play.layout import mask_of
from gfkit.play.tuning import NIMBERS

Pair = tuple[int, int, int, int, int, int]
"""Pair of ranges of values, and an addend: row and start of each range, common length, addend."""


class GrundyRows:
    """Rows of values, each extended at its end.

    Sums of two ranges are computed with arrays of numpy. Without numpy they are computed one by one, about
    ten times slower.

    >>> rows = GrundyRows(1, 4)
    >>> for value in (0, 0, 1):
    ...     rows.append(0, value)
    >>> rows.mex([], [(0, 1, 0, 1, 2, 0)]), rows.values[0]  # 0+1, 1+0
    (0, [0, 0, 1])
    """

    def __init__(self, rows: int, count: int) -> None:
        self.values: list[list[int]] = [[] for _ in range(rows)]
        self._arrays: Any = None
        if ARRAYS and count > NIMBERS.array_values:
            import numpy as np

            self._arrays = np.zeros((rows, count), np.int32)
        self._roof = 1

    def append(self, row: int, value: int) -> None:
        """Append the next value of a row."""
        if self._arrays is not None:
            self._arrays[row, len(self.values[row])] = value
        self.values[row].append(value)
        self._roof = max(self._roof, roof(value))

    def mex(self, singles: Iterable[int], pairs: Iterable[Pair]) -> int:
        """Return the smallest nonnegative integer that is neither in ``singles`` nor a nim-sum of a pair of
        ranges.

        A pair adds the i-th value of its first range to the i-th last of its second. Cost: the number of
        values.
        """
        seen = set(singles)
        long = []
        for pair in pairs:
            row, start, partner, begin, length, more = pair
            if self._arrays is not None and length > NIMBERS.array_values:
                long.append(pair)
                continue
            first = self.values[row][start : start + length]
            second = self.values[partner][begin : begin + length]
            second.reverse()
            sums = map(xor, first, second)
            seen.update([total ^ more for total in sums] if more else sums)
        return self._mex_by_marks(seen, long) if long else mex(seen)

    def _mex_by_marks(self, seen: set[int], pairs: list[Pair]) -> int:
        import numpy as np

        highest = max(self._roof, *(roof(more) for *_, more in pairs))
        marks = np.zeros(max(highest, *seen, 0) + 2, np.bool_)
        marks[list(seen)] = True
        for row, start, partner, begin, length, more in pairs:
            first = self._arrays[row, start : start + length]
            second = self._arrays[partner, begin : begin + length][::-1]
            marks[first ^ second ^ more if more else first ^ second] = True
        return int(marks.argmin())


def mex(values: Iterable[int]) -> int:
    """Return the smallest nonnegative integer that is not among the values.

    >>> mex([0, 1, 3, 0])
    2
    """
    seen, least = set(values), 0
    while least in seen:
        least += 1
    return least


def roof(value: int) -> int:
    """Return the smallest power of two above a value, which bounds nim-sums of values below it.

    >>> [roof(value) for value in (0, 1, 2, 7, 8)]
    [1, 2, 4, 8, 16]
    """
    return 1 << value.bit_length()


def repeats_from(row: Sequence[Any], period: int, saltus: Any = None) -> int:
    """Return the smallest n_0 such that row[n + period] = row[n] + saltus for all n >= n_0. Without a saltus,
    entries are equal.

    >>> repeats_from([5, 1, 2, 1, 2], 2), repeats_from([5, 1, 2, 2, 3], 2, 1)
    (1, 1)
    """
    start = len(row) - period
    while start > 0:
        early, late = row[start - 1], row[start + period - 1]
        if late != (early if saltus is None else early + saltus):
            break
        start -= 1
    return start


def least_period(row: Sequence[object]) -> int:
    """Return the length of the shortest block that the row repeats.

    >>> [least_period(row) for row in ("abab", "aab")]
    [2, 3]
    """
    size = len(row)
    return next(p for p in range(1, size + 1) if size % p == 0 and row[p:] == row[: size - p])


OCTAL, HEXADECIMAL, SUBTRACTION, GRUNDY = "octal:", "hex:", "subtraction:", "grundy"
"""Prefixes of the names of heap games."""
MOST_TERMS = 200_000
_MOST_DIGITS = 10_000
_EMPTY, _ONE, _TWO, _THREE = 1, 2, 4, 8
"""Bits of a digit: a move may leave nothing, one heap, two heaps, three heaps."""
_DIGITS = {OCTAL: "01234567", HEXADECIMAL: "0123456789abcdef"}
_DIGITS_SAY = {
    OCTAL: (
        "octal; digit i is 0 to 7, the sum of 1, 2 and 4 if removing i tokens may leave no heap, one heap,"
        " two heaps"
    ),
    HEXADECIMAL: (
        "hexadecimal; digit i is 0 to f, the sum of 1, 2, 4 and 8 if removing i tokens may leave no heap,"
        " one heap, two heaps, three heaps"
    ),
}
_CODE = regex(r"([0-9a-f]*)\.([0-9a-f]*)")
_INFINITE = regex(r"\.\.|[…(){}\[\]]|[0-9]['_]")
_SUBTRACTED = regex(r"[0-9]{1,6}(?:,[0-9]{1,6})*")
_REPEATS, _SPARE = 3, 8
"""Minimum number of repetitions, and of further values, for an observed period."""


def names_heaps(game: object) -> bool:
    """Return True if the string is the name of a heap game.

    >>> [names_heaps(name) for name in ("octal:0.07", "hex:0.8", "subtraction:1,3", "grundy", "cram")]
    [True, True, True, True, False]
    """
    return isinstance(game, str) and bool(heap_code(game))


@dataclass(frozen=True, slots=True)
class OctalCode:
    """Octal or hexadecimal code d0.d1d2..., whose digit d_i encodes the heaps that may remain after a move
    takes i tokens.

    Digit i is the sum of 1 (leave nothing), 2 (leave one heap) and 4 (leave two heaps); in hexadecimal codes
    also of 8 (leave three heaps). d0 is 0, or 4, 8, 12 if a heap may be split without taking tokens. Trailing
    zeros are removed. Subtraction games, in which the number of tokens taken must belong to a set, are codes
    with digits 3.

    >>> print(OctalCode.read("octal:.070"))
    octal:0.07

    Reference: Richard K. Guy and Cedric A. B. Smith, The G-values of various games.
    """

    digits: tuple[int, ...]
    prefix: str = OCTAL

    @classmethod
    def read(cls, text: str) -> OctalCode:
        """Return the code of a string such as octal:0.07, hex:0.1b or subtraction:1,3,4.

        >>> OctalCode.read("octal:0.8")
        Traceback (most recent call last):
        ...
        gfkit.core.errors.RuleError: game 'octal:0.8': digit '8' is not octal; ...
        """
        name = heap_code(text) or text.strip()
        where = f"game {name[:60]!r}"
        if name.startswith(SUBTRACTION):
            return cls(_subtraction(where, name.removeprefix(SUBTRACTION)), SUBTRACTION)
        prefix = HEXADECIMAL if name.startswith(HEXADECIMAL) else OCTAL
        code = name.removeprefix(prefix).strip()
        code = code.lower() if prefix == HEXADECIMAL else code
        if _INFINITE.search(code):
            raise RuleError(
                f"{where}: a code must have finitely many digits; heaps up to N depend only on the"
                " first N digits,"
                " so write these, for example octal:0.3333333333 for Nim with heaps up to 10"
            )
        odd = next((c for c in code if c not in "." + _DIGITS[prefix]), None)
        if odd is not None:
            raise RuleError(f"{where}: digit {odd!r} is not {_DIGITS_SAY[prefix]}")
        match = _CODE.fullmatch(code)
        if match is None or not match[2]:
            raise RuleError(
                f"{where}: expected a point followed by octal digits, such as octal:0.07 or octal:4.7"
            )
        start, rest = match[1].lstrip("0"), match[2].rstrip("0")
        if start not in ("", "4", "8", "c")[: 2 if prefix == OCTAL else None]:
            others = "" if prefix == OCTAL else ", 8 or c"
            raise RuleError(
                f"{where}: the digit before the point must be 0, or 4{others} if a heap may be split"
                f" without removing a token; got {match[1]!r}"
            )
        if len(rest) > _MOST_DIGITS:
            raise LimitError(f"{where} has {len(rest)} digits, but at most {_MOST_DIGITS} are supported")
        return cls((int(start or "0", 16), *(int(digit, 16) for digit in rest)), prefix)

    @property
    def longest(self) -> int:
        """Largest number of tokens that one move takes."""
        return len(self.digits) - 1

    @property
    def most_heaps(self) -> int:
        """Largest number of heaps into which a move splits one heap, at least 2."""
        return 3 if any(digit & _THREE for digit in self.digits) else 2

    def __str__(self) -> str:
        if self.prefix == SUBTRACTION:
            return SUBTRACTION + ",".join(str(i) for i, digit in enumerate(self.digits) if digit)
        return f"{self.prefix}{self.digits[0]:x}." + ("".join(f"{d:x}" for d in self.digits[1:]) or "0")


def _subtraction(where: str, listed: str) -> tuple[int, ...]:
    """Return the digits of a subtraction game: 3 for each number of tokens that may be taken."""
    if not _SUBTRACTED.fullmatch(listed):
        raise RuleError(f"{where}: expected numbers of tokens separated by commas, such as subtraction:1,3,4")
    numbers = {int(number) for number in listed.split(",")}
    if not 1 <= min(numbers) <= max(numbers) <= _MOST_DIGITS:
        raise RuleError(f"{where}: the numbers of tokens must be from 1 to {_MOST_DIGITS}")
    return tuple(3 if i in numbers else 0 for i in range(max(numbers) + 1))


def heap_values(code: OctalCode, count: int) -> list[int]:
    """Return the Grundy values G(0), ..., G(count - 1) of single heaps.

    G(n) is the mex of G(a) xor G(b) over the moves from n to heaps a and b; a digit 4 costs one pass over
    half of the earlier values, so the total cost is about digits * count^2 / 4 steps.

    >>> heap_values(OctalCode.read("octal:0.07"), 12)
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
    """
    rows = GrundyRows(1, count)
    to_none, to_one, to_two, to_three = (
        [taken for taken, digit in enumerate(code.digits) if digit & kind]
        for kind in (_EMPTY, _ONE, _TWO, _THREE)
    )
    values = rows.values[0]
    two: list[int] = []
    """For each total number of tokens, the mask of the nim-sums of two heaps with this total."""
    with interruptible(values, lambda: list(values)):
        for n in range(count):
            if to_three:
                two.append(mask_of(map(xor, values[1:n], values[n - 1 : 0 : -1])))
            if not n:
                rows.append(0, 0)
                continue
            singles = [0 for taken in to_none if taken == n] + [
                values[n - taken] for taken in to_one if taken < n
            ]
            for taken in to_three:
                singles += _compute_three_heaps(values, two, n - taken)
            lefts = [n - taken for taken in to_two if taken < n]
            pairs = [(0, 1, 0, left - left // 2, left // 2, 0) for left in lefts]
            rows.append(0, rows.mex(singles, pairs))
    return values


def _compute_three_heaps(values: Sequence[int], two: Sequence[int], left: int) -> list[int]:
    """Return the nim-sums of three heaps with ``left`` tokens in total."""
    rest: dict[int, int] = {}
    for first in range(1, left - 1):
        rest[values[first]] = rest.get(values[first], 0) | two[left - first]
    return set_bits(reduce(or_, (_xor_bits(mask, value) for value, mask in rest.items()), 0))


def _xor_bits(mask: int, by: int) -> int:
    """Return the mask of v xor ``by`` over the bits v of a mask.

    >>> [bin(_xor_bits(0b1011, by)) for by in (0, 1, 2)]
    ['0b1011', '0b111', '0b1110']
    """
    for place in range(by.bit_length()):
        if by >> place & 1:
            step = 1 << place
            width = max(mask.bit_length(), 1) + step
            low = ((1 << step) - 1) * (
                ((1 << 2 * step * (width // (2 * step) + 1)) - 1) // ((1 << 2 * step) - 1)
            )
            mask = (mask & low) << step | mask >> step & low
    return mask


def grundy_values(count: int) -> list[int]:
    """Return the Grundy values of heaps of 0, ..., count - 1 tokens in Grundy's game (split a heap into two
    unequal heaps).

    >>> grundy_values(14)
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]
    """
    rows = GrundyRows(1, count)
    values = rows.values[0]
    with interruptible(values, lambda: list(values)):
        for n in range(count):
            half = max((n - 1) // 2, 0)
            rows.append(0, rows.mex([], [(0, 1, 0, n - half, half, 0)]))
    return values


@dataclass(frozen=True, slots=True)
class Periodicity(TextFace):
    """Formula a(n) = pattern[n mod period] + saltus * (n // period), with finitely many exceptions (n, a(n)).

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
        """Smallest index after which there is no exception."""
        return max(self.exceptions, default=-1) + 1

    def at(self, n: int) -> int:
        for m, value in self.irregular:
            if m == n:
                return value
        return self.pattern[n % self.period] + self.saltus * (n // self.period)


@dataclass(frozen=True, slots=True)
class PeriodProof:
    """Finite check that proves a period: G(n + period) = G(n) for all n >= start."""

    start: int
    period: int
    needed: int
    """Number of initial values that the check uses."""


def proved_window(
    table: Sequence[Sequence[int]], least: int, longest: int, heaps: int = 2
) -> PeriodProof | None:
    """Return the shortest period that the values of a table prove for all its rows, or None.

    Theorem. Suppose that for every n >= 2 least + longest the options of position n of a row are: positions n
    - d of rows; and, for some pairs of rows, the sums of position i of one row and position m - i of the
    other, where m = n - e, for all i >= i0 with m - i >= i1; each plus a constant. The rows, d, e, i0, i1 and
    constants do not depend on n; d and e are at most ``longest``, i0 and i1 at most ``least``; d = 0 and e +
    i0 = 0 lead to earlier rows only. If n0 >= least and G(n + p) = G(n) in all rows for n0 <= n < 2 n0 + p +
    longest, then G(n + p) = G(n) for all n >= n0. Proof. By induction, let n >= 2 n0 + p + longest. The sizes
    of an option of n + p add up to at least 2 n0 + 2 p, so the larger is at least n0 + p; taking p from it
    gives an option of n of the same value. The sizes of an option of n add up to at least 2 n0 + p, so the
    larger is at least n0; adding p to it gives an option of n + p of the same value. So G(n + p) and G(n) are
    the same mex.

    For sums of at most h = ``heaps`` positions instead of two, the range n0 <= n < h n0 + (h - 1) p + longest
    suffices: the sizes of an option of n + p then add up to at least h (n0 + p), and the sizes of an option
    of n to at least h n0.

    Cost: number of periods times number of values in the worst case, but most periods fail on the last few
    values. The result is also None if the table is too short to prove its period.

    >>> proved_window([[0, *[1, 0] * 5]], 1, 1)
    PeriodProof(start=1, period=2, needed=7)

    Reference: Richard K. Guy and Cedric A. B. Smith, The G-values of various games; Aaron N. Siegel,
    Combinatorial Game Theory, chapter IV (octal games).
    """
    count = min(map(len, table), default=0)
    tail = max(_SPARE, count // 8)
    for period in range(1, (count - heaps * least - longest) // heaps + 1):
        first = max((count - heaps * period - longest) // heaps, count - period - tail)
        if any(row[first + period : count] != row[first : count - period] for row in table):
            continue
        start = max(least, *(repeats_from(row[:count], period) for row in table))
        needed = heaps * (start + period) + longest
        if needed <= count:
            return PeriodProof(start, period, needed)
    return None


def law_of(values: Sequence[int], first_n: int, start: int, period: int, saltus: int = 0) -> Periodicity:
    """Return the formula of a sequence a(first_n), ... with the given period for n >= ``start``.

    The values must extend at least to n = start + 2 * period. The given period is replaced by the smallest
    one.

    >>> law_of([5, 1, 0, 1, 0, 1, 0, 1, 0, 1], 0, 1, 4).period
    2
    """
    if saltus == 0:
        period = least_period(values[start - first_n : start - first_n + period])
    pattern = [0] * period
    for n in range(start, start + period):
        pattern[n % period] = values[n - first_n] - saltus * (n // period)
    irregular = tuple(
        (n, value)
        for n, value in enumerate(values[: start - first_n], first_n)
        if value != pattern[n % period] + saltus * (n // period)
    )
    return Periodicity(period, saltus, tuple(pattern), irregular)


def observed_law(values: Sequence[int], first_n: int) -> Periodicity | None:
    """Return the formula with the shortest observed period, or arithmetic period, or None.

    a(n + p) = a(n) + s must hold over three periods and over the later half of the values.

    >>> law = observed_law([0, 1, 2, *range(3, 40)], 0)
    >>> law.period, law.saltus
    (1, 1)
    """
    row = list(values)
    for period in range(1, (len(row) - _SPARE) // _REPEATS + 1):
        saltus = row[-1] - row[-1 - period]
        start = repeats_from(row, period, saltus)
        if saltus >= 0 and len(row) - start >= max(_REPEATS * period + _SPARE, len(row) // 2):
            return law_of(values, first_n, first_n + start, period, saltus)
    return None


@dataclass(frozen=True, slots=True)
class FamilyNimbers:
    """Values a(first_n), ..., at least up to the requested n, the number of pairs of ends, and a period.

    ``window.start`` refers to pieces of a strip; the boards have the period for n >= ``start``.
    """

    values: tuple[int, ...]
    end_types: int
    longest: int
    window: PeriodProof | None
    start: int
