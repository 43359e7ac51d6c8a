"""Transformations of the terms in a search, such as differences or columns of tables, and the hits.

They include transformations of Superseeker, such as Euler and binomial. A transformation whose result is not
integral is skipped. Sequences begin with a(0), or with a(1) if this is
specified.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import accumulate, count, pairwise, takewhile
from math import comb, gcd, log2
from operator import mul
from typing import TypeVar

from flint import fmpz_poly

from gfkit.core.algebra.number import whole_text
from gfkit.core.algebra.series import quotient_series
from gfkit.core.deferred import dataclass, regex
from gfkit.guessing.data import euler_factors, euler_product

Terms = Sequence[int]
_MOST = 48
"""Maximum number of terms that are transformed, because most transformations take quadratic time."""


def transforms_of(terms: Terms) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the name of each transformation, and the transformed terms.

    >>> dict(transforms_of([1, 1, 2, 5, 14, 42]))["inverse binomial transform"]
    (1, 0, 1, 1, 3, 6)
    """
    kept = list(terms[:_MOST])
    for words, change in _ALL.items():
        numbers = change(kept)
        if numbers is not None and len(numbers) > 3:
            yield words, tuple(numbers)


def _binomial(terms: Terms) -> list[int]:
    return [sum(comb(n, k) * a for k, a in enumerate(terms[: n + 1])) for n in range(len(terms))]


def _inverse_binomial(terms: Terms) -> list[int]:
    return [
        sum((-1) ** (n - k) * comb(n, k) * a for k, a in enumerate(terms[: n + 1])) for n in range(len(terms))
    ]


def euler(terms: Terms) -> list[int]:
    """Return the Euler transform b(1), b(2), ... of a(1), a(2), ...: 1 + sum of b(n) x^n = product of (1 -
    x^k)^-a(k).

    >>> euler([1, 1, 1, 1, 1, 1])
    [1, 2, 3, 5, 7, 11]
    """
    return [int(term) for term in euler_product(terms)[1:]]


def _inverse_euler(terms: Terms) -> list[int]:
    """Return the sequence a(1), a(2), ... whose Euler transform b(1), b(2), ... is given."""
    return euler_factors([1, *terms])


def _inverse_euler_from_0(terms: Terms) -> list[int] | None:
    """Return the inverse Euler transform of terms that start with b(0) = 1, or None."""
    return _inverse_euler(terms[1:]) if terms[:1] == [1] else None


def _convolution(terms: Terms) -> list[int]:
    return [sum(map(mul, terms[: n + 1], terms[n::-1])) for n in range(len(terms))]


def _convolution_root(terms: Terms) -> list[int] | None:
    """Return the sequence whose convolution with itself is given, or None."""
    if not terms or terms[0] != 1:
        return None
    numbers = [1]
    for n in range(1, len(terms)):
        rest = terms[n] - sum(numbers[k] * numbers[n - k] for k in range(1, n))
        if rest % 2:
            return None
        numbers.append(rest // 2)
    return numbers


def _reciprocal(terms: Terms) -> list[int] | None:
    """Return the coefficients of 1/A(x)."""
    if not terms or abs(terms[0]) != 1:
        return None
    return quotient_series(fmpz_poly([1]), fmpz_poly(list(terms)), len(terms))


def _invert(terms: Terms) -> list[int]:
    """Return b(n) with 1 + sum of b(n) x^n = 1/(1 - sum of a(n) x^n), starting with a(1)."""
    below = fmpz_poly([1, *(-a for a in terms)])
    return quotient_series(fmpz_poly([1]), below, len(terms) + 1)[1:]


def reversion(terms: Terms) -> list[int] | None:
    """Return the reversion (compositional inverse) of a(1) x + a(2) x^2 + ..., by Lagrange: n b(n) =
    [x^(n-1)] (x/A(x))^n.

    >>> reversion([1, -1, 0, 0, 0, 0])
    [1, 1, 2, 5, 14, 42]
    """
    base = _reciprocal(terms)
    if base is None:
        return None
    powers = accumulate([fmpz_poly(base)] * len(terms), lambda a, b: a.mul_low(b, len(terms)))
    return [int(power[n - 1]) // n for n, power in enumerate(powers, 1)]


def _quotients(terms: Terms) -> list[int] | None:
    if any(not a or b % a for a, b in pairwise(terms)):
        return None
    return [b // a for a, b in pairwise(terms)]


_ALL: dict[str, Callable[[Terms], list[int] | None]] = {
    "quotients of consecutive terms": _quotients,
    "binomial transform": _binomial,
    "inverse binomial transform": _inverse_binomial,
    "convolution with itself": _convolution,
    "convolution square root": _convolution_root,
    "reciprocal of the series": _reciprocal,
    "invert transform": _invert,
    "Euler transform": euler,
    "inverse Euler transform": _inverse_euler,
    "inverse Euler transform, from a(0) = 1 on": _inverse_euler_from_0,
    "reversion of the series": reversion,
}
"""Transformations, from the simplest to the most complex."""


Item = TypeVar("Item")
DEPTH = 4
"""Number of columns, and of diagonals, that are searched."""
_CORE = """
1 2 4 5 7 9 10 12 19 27 29 31 32 35 40 41 43 45 48 55 58 69 79 81 85 88 105 108 109 110 111 112 120 123 124
129 140 142 166 169 170 182 203 204 217 219 225 244 262 272 273 290 292 302 311 312 326 330 364 396 521 578
583 593 594 609 670 688 720 793 798 959 961 984 1003 1006 1037 1045 1055 1057 1065 1097 1147 1157 1190 1221
1222 1227 1285 1333 1349 1358 1405 1462 1477 1478 1481 1489 1511 1519 1615 1699 1700 1764 1906 1969 2033
2083 2106 2110 2113 2275 2322 2378 2426 2487 2530 2531 2620 2654 2658 2808 3094 3136 3418 3484 4526 5036
5100 5101 5117 5130 5230 5408 5470 5588 5811 5843 6318 6530 6882 6894 6966 7318 8275 8277 8279 8292 8683
10060 18252 20639 27641 27642 38566 38567 49310 55512 70939 74206 104725
"""
CORE = frozenset(map(int, _CORE.split()))
"""Numbers of the sequences with the keyword core, which the bulk files do not contain."""
_TABLE = regex(r"triang|array|\btable|antidiagonal|T\([a-z], ?[a-z]\)|[Rr]ead by rows", re.IGNORECASE)


def is_table(name: str) -> bool:
    """Return True if the name describes the terms of a table.

    >>> is_table("Pascal's triangle read by rows."), is_table("Fibonacci numbers.")
    (True, False)
    """
    return _TABLE.search(name) is not None


def lines_of_table(terms: Sequence[Item], depth: int = DEPTH) -> Iterator[tuple[str, list[Item]]]:
    """Yield columns k = 0, 1, ... T(n,k), diagonals T(n,n-k), and the middle T(2n,n), each with its name.

    >>> dict(lines_of_table([1, 1, 1, 1, 2, 1, 1, 3, 3, 1], 2))["column 1"]
    [1, 2, 3]
    """
    rows = _rows(terms)
    for k in range(depth):
        yield f"column {k}", [row[k] for n, row in enumerate(rows) if n >= k and len(row) > k]
        yield f"diagonal {k}", [row[n - k] for n, row in enumerate(rows) if n >= k and len(row) > n - k]
    yield "middle", [row[n // 2] for n, row in enumerate(rows) if n % 2 == 0 and len(row) > n // 2]


def _rows(terms: Sequence[Item]) -> list[Sequence[Item]]:
    rows = (terms[n * (n + 1) // 2 : (n + 1) * (n + 2) // 2] for n in count())
    return list(takewhile(len, rows))


LINES = tuple(name for name, _ in lines_of_table(()))
"""Names of the lines, in order."""


LARGEST_FACTOR = 24
MOST_DROPPED = 3
AS_GIVEN = "as given"
_TABLE_DEPTH = 3
_LEAST = 4
"""Minimum number of terms of a search."""


@dataclass(frozen=True)
class Variant:
    """Transformed terms, with the description of the transformation and its cost in bits."""

    words: str
    terms: tuple[int, ...]
    cost: float = 0.0
    rank: int = 0
    """Rank in the list of variants, the simplest first."""
    keeps_all: bool = True
    """True if every given term is used."""


def variants(terms: Sequence[int]) -> list[Variant]:
    """Return the unchanged terms, and then the result of each transformation, without repetition.

    With v variants, the evidence of a match after a transformation is log2(v) bits less than the evidence of
    a match of the unchanged terms.

    >>> [v.words for v in variants([2, 4, 6, 10, 16])][:5]
    ['as given', 'signs changed', 'signs of every second term changed, from the second on', ...]
    """
    ways: dict[tuple[int, ...], tuple[str, bool]] = {}
    for keeps_all, changes in ((True, _changes(tuple(terms))), (False, _selections(tuple(terms)))):
        for words, changed in changes:
            if len(changed) >= min(_LEAST, len(terms)) and (any(changed) or words == AS_GIVEN):
                ways.setdefault(changed, (words, keeps_all))
    cost = log2(max(1, len(ways)))
    return [
        Variant(words, changed, cost if k else 0.0, k, keeps_all)
        for k, (changed, (words, keeps_all)) in enumerate(ways.items())
    ]


def _changes(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield AS_GIVEN, terms
    yield "signs changed", tuple(-a for a in terms)
    yield from _alternations(terms)
    yield "absolute values", tuple(map(abs, terms))
    yield from _multiples(terms)
    for k in (1, -1):
        yield f"{abs(k)} {'added to' if k > 0 else 'taken from'} each term", tuple(a + k for a in terms)
    once = tuple(b - a for a, b in pairwise(terms))
    yield "differences", once
    yield "second differences", tuple(b - a for a, b in pairwise(once))
    yield "partial sums", tuple(accumulate(terms))
    yield "alternating partial sums", tuple(accumulate(a if k % 2 == 0 else -a for k, a in enumerate(terms)))
    yield "zeros inserted between the terms", tuple(b for a in terms for b in (a, 0))[:-1]
    yield from transforms_of(terms)
    sums = tuple(sum(row) for n, row in enumerate(_rows(terms)) if len(row) == n + 1)
    yield "row sums of the terms as a table", sums


def _selections(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield subsequences of the terms, with their descriptions."""
    for k in range(1, MOST_DROPPED + 1):
        yield drop_text(k), terms[k:]
    yield "every second term, from the first on", terms[::2]
    yield "every second term, from the second on", terms[1::2]
    for name, line in lines_of_table(terms, _TABLE_DEPTH):
        yield f"{name} of the terms as a table", tuple(line)


def _alternations(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for k, place in ((1, "second"), (0, "first")):
        changed = tuple(-a if n % 2 == k else a for n, a in enumerate(terms))
        yield f"signs of every second term changed, from the {place} on", changed


def _multiples(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield multiples of the terms divided by their common factor, with their descriptions."""
    common = gcd(*terms)
    if not common:
        return
    for factor in range(1, LARGEST_FACTOR + 1):
        if factor == common:
            continue
        shared = gcd(factor, common)
        above, below = factor // shared, common // shared
        words = [f"multiplied by {above}"] * (above > 1) + [f"divided by {below}"] * (below > 1)
        yield " and ".join(words), tuple(a // common * factor for a in terms)


def drop_text(count: int) -> str:
    """Describe the number of initial terms that are dropped, or return an empty string for none.

    >>> drop_text(1), drop_text(2)
    ('first term dropped', 'first 2 terms dropped')
    """
    return f"first {'term' if count == 1 else f'{count} terms'} dropped" if count else ""


_DEPTH = 4
_RATIOS = (2, -1)
_PERIODS = (2, 3, 4)


def bits(terms: Sequence[int]) -> float:
    """Return the information, in bits, of terms that agree, given the best of some trivial predictions.

    A residual a has log2(1 + 2 |a|) bits, so 0 has none. The residuals are a(0), a(1) - r a(0), a(2) - r
    a(1), ... for r = 2 and -1, and iterated up to four times for r = 1 (differences); or a(n) - a(n-p) for p
    = 2, 3, 4; powers of a number are predicted from the third term on. The minimum of the sums is returned:
    0, 1, 2, 3, ... and 1, 3, 9, 27, ... and the constant sequence 1 have almost no information. The expected
    number of chance matches among N sequences and v transformations is about N v / 2^bits. This is a rule of
    thumb: a pattern that is not predicted, such as squares of primes, has its full information.

    >>> round(bits([0, 1, 2, 3, 4, 5, 6, 7]), 1), round(bits([1, 3, 9, 27, 81]), 1)
    (1.6, 4.4)
    >>> round(bits([1, 1, 2, 5, 14, 42, 132, 429]))
    28
    """
    rows = [list(terms), *(_residuals(terms, ratio) for ratio in _RATIOS)]
    rows += [_residuals(terms, 1, period) for period in _PERIODS]
    latest: Sequence[int] = terms
    for _ in range(_DEPTH):
        latest = _residuals(latest, 1)
        rows.append(latest)
    if _is_geometric(terms):
        rows.append(list(terms[:2]))
    return min(sum(map(_size, row)) for row in rows)


def _residuals(terms: Sequence[int], ratio: int, lag: int = 1) -> list[int]:
    """Return the residual of each term after subtracting ``ratio`` times the term ``lag`` positions
    before.
    """
    return [*terms[:lag], *(b - ratio * a for a, b in zip(terms, terms[lag:], strict=False))]


def _is_geometric(terms: Sequence[int]) -> bool:
    return len(terms) > 2 and all(b * terms[0] == a * terms[1] for a, b in pairwise(terms)) and terms[0] != 0


def _size(value: int) -> float:
    """Return log2(1 + 2 |value|), for integers of any size."""
    size = 2 * abs(value) + 1
    spare = max(0, size.bit_length() - 64)
    return spare + log2(size >> spare)


class Fit(StrEnum):
    """Relation between the given terms and a stored sequence."""

    EXACT = "exact"
    PREFIX = "prefix"
    START = "start"
    RUN = "inner run"
    OVERLAP = "overlap"


_WORDS = {
    Fit.EXACT: "all terms agree",
    Fit.PREFIX: "the sequence begins with these terms",
    Fit.START: "the terms begin with all stored terms",
    Fit.RUN: "the terms occur inside the sequence",
    Fit.OVERLAP: "the sequence ends with the first of these terms",
}


_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_CLOSE = 3
"""Maximum number of stored terms before the given terms."""


@dataclass(frozen=True)
class Hit:
    """Sequence that agrees with the terms: the transformation, the position of the terms, and the evidence.

    Term k of the transformed terms is stored term k + ``shift``. ``line`` is the column or diagonal if the
    sequence is a table. Files of stored terms have no offsets, so a shift refers to positions, not to
    indices. ``bits`` is the information of the terms that agree minus ``cost``, the bits to select the
    transformation. If exactly one term differs, ``wrong`` contains its position (from 0), the stored term and
    the given term.
    """

    number: str
    name: str
    change: str
    fit: Fit
    shift: int
    agreed: int
    asked: int
    bits: float
    line: str = ""
    cost: float = 0.0
    rank: int = 0
    keeps_all: bool = True
    wrong: tuple[int, int, int] | None = None

    @property
    def is_whole(self) -> bool:
        """True if every given term was used and agrees."""
        return self.keeps_all and self.wrong is None

    @property
    def is_plain(self) -> bool:
        """True if all terms agree unchanged, at the start of a sequence or close to it."""
        is_there = self.fit in (Fit.EXACT, Fit.PREFIX) or (self.fit is Fit.RUN and self.shift <= _CLOSE)
        return not self.rank and not self.line and self.is_whole and self.agreed == self.asked and is_there

    @property
    def words(self) -> str:
        """Description of the transformation and of the agreement."""
        parts = [self.change, _WORDS[self.fit]]
        if self.wrong is not None:
            place, stored, typed = self.wrong
            ordinal = dict(enumerate(_ORDINALS.split())).get(place, f"one at place {place + 1}")
            parts[1] = f"all but the {ordinal} agree: {stored} for {typed}"
        if self.shift > 0:
            parts.append(f"from stored term {self.shift + 1} on")
        if self.line:
            parts.insert(1, f"in {self.line} of the table")
        return ", ".join(parts)

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        return {
            "number": self.number,
            "name": self.name,
            "change": self.change,
            "fit": self.fit.value,
            "shift": self.shift,
            "line": self.line or None,
            "agreed": self.agreed,
            "asked": self.asked,
            "bits": round(self.bits, 1),
            "wrong": None
            if self.wrong is None
            else dict(zip(("place", "stored", "given"), map(whole_text, self.wrong), strict=True)),
        }

    def __str__(self) -> str:
        return f"{self.number} {self.name} ({self.words}; {self.agreed} agreed, {self.bits:.0f} bits)"


@dataclass(frozen=True)
class Search:
    """Hits, best first. ``is_complete`` is False if some windows were too common to examine all of their
    lines.
    """

    terms: tuple[int, ...]
    hits: tuple[Hit, ...]
    is_complete: bool

    def as_json(self, limit: int | None = None) -> dict[str, object]:
        """Return the JSON object with the first hits and their total number."""
        return {
            "terms": [whole_text(term) for term in self.terms],
            "hits": [hit.as_json() for hit in self.hits[:limit]],
            "complete": self.is_complete,
            "found": len(self.hits),
        }
