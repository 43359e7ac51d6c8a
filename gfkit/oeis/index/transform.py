"""What is done to the terms that are looked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import gcd, log2

from gfkit.oeis.index.table import lines_of_table

LARGEST_FACTOR = 24
MOST_DROPPED = 3
AS_GIVEN = "as given"
_TABLE_DEPTH = 3
_LEAST = 4
"""Fewer terms than that are not looked for."""


@dataclass(frozen=True)
class Variant:
    """The terms after a change, the change in words, and what it costs in bits to have tried it."""

    words: str
    terms: tuple[int, ...]
    cost: float = 0.0


def variants(terms: Sequence[int]) -> list[Variant]:
    """The terms as they are, then changed in each of the ways that are tried, none twice.

    All that are tried count against each of them: with v ways, a match after a change is worth log2(v)
    bits less than one of the terms as they are.

    >>> [v.words for v in variants([2, 4, 6, 10, 16])][:5]
    ['as given', 'signs changed', 'signs of every second term changed, from the second on', ...]
    """
    found: dict[tuple[int, ...], str] = {}
    for words, changed in _changes(tuple(terms)):
        if len(changed) >= min(_LEAST, len(terms)) and (any(changed) or words == AS_GIVEN):
            found.setdefault(changed, words)
    cost = log2(max(1, len(found)))
    return [Variant(words, changed, cost if k else 0.0) for k, (changed, words) in enumerate(found.items())]


def _changes(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield AS_GIVEN, terms
    yield "signs changed", tuple(-a for a in terms)
    yield from _alternated(terms)
    yield "signs taken away", tuple(map(abs, terms))
    for k in range(1, MOST_DROPPED + 1):
        yield dropping(k), terms[k:]
    yield from _scaled(terms)
    for k in (1, -1):
        yield f"{abs(k)} {'added to' if k > 0 else 'taken from'} each term", tuple(a + k for a in terms)
    once = tuple(b - a for a, b in pairwise(terms))
    yield "differences", once
    yield "second differences", tuple(b - a for a, b in pairwise(once))
    yield "partial sums", tuple(accumulate(terms))
    yield "alternating partial sums", tuple(accumulate(a if k % 2 == 0 else -a for k, a in enumerate(terms)))
    yield "every second term, from the first on", terms[::2]
    yield "every second term, from the second on", terms[1::2]
    yield "zeros put between the terms", tuple(b for a in terms for b in (a, 0))[:-1]
    yield from _table(terms)


def _alternated(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for k, place in ((1, "second"), (0, "first")):
        changed = tuple(-a if n % 2 == k else a for n, a in enumerate(terms))
        yield f"signs of every second term changed, from the {place} on", changed


def _scaled(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Multiples of the terms without their common factor."""
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


def _table(terms: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for name, line in lines_of_table(terms, _TABLE_DEPTH):
        yield f"{name} of the terms as a table", tuple(line)
    rows: list[int] = []
    begin = 0
    while begin + len(rows) < len(terms):
        rows.append(sum(terms[begin : begin + len(rows) + 1]))
        begin += len(rows)
    yield "row sums of the terms as a table", tuple(rows)


def dropping(count: int) -> str:
    """In words, that the first terms are left out; nothing when none are.

    >>> dropping(1), dropping(2)
    ('first term dropped', 'first 2 terms dropped')
    """
    return f"first {'term' if count == 1 else f'{count} terms'} dropped" if count else ""
