"""How much it says that terms agree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log2

_DEPTH = 4
_RATIOS = (2, -1)
_PERIODS = (2, 3, 4)


def bits(terms: Sequence[int]) -> float:
    """The information in terms that agree, after the best of some trivial predictions.

    A number a that was not foreseen counts log2(1 + 2 |a|), so that 0 counts nothing. The terms are replaced
    by a(0), a(1) - r a(0), a(2) - r a(1), ... for r = 2 and -1, and up to four times for r = 1, which gives
    differences; or a(n) by a(n) - a(n-p) for p = 2, 3, 4; powers of any number are foreseen from the third
    on. The least sum counts: 0, 1, 2, 3, ... says next to nothing, and so do 1, 3, 9, 27, ... and all ones.
    A match among N sequences in v ways of changing the terms comes by chance about N v / 2^bits times. It is
    a rule of thumb: a law that it does not foresee, such as squares of primes, counts in full.

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
    """What is left of each term without ``ratio`` times the one ``lag`` places before."""
    return [*terms[:lag], *(b - ratio * a for a, b in zip(terms, terms[lag:], strict=False))]


def _is_geometric(terms: Sequence[int]) -> bool:
    return len(terms) > 2 and all(b * terms[0] == a * terms[1] for a, b in pairwise(terms)) and terms[0] != 0


def _size(value: int) -> float:
    """log2(1 + 2 |value|), for integers of any size."""
    size = 2 * abs(value) + 1
    spare = max(0, size.bit_length() - 64)
    return spare + log2(size >> spare)
