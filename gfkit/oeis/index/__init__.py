"""Local index of the downloaded files ``stripped`` and ``names``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.core.errors import InputError
from gfkit.core.hooks import when_used
from gfkit.runs.files import index_path

if TYPE_CHECKING:
    from gfkit.oeis.index.change import Fit, Hit, Search
else:
    __getattr__ = when_used(__name__, {"change": "Fit Hit Search"})

__all__ = ["Fit", "Hit", "Law", "Search", "known_as"]

_LEAST_BITS = 24.0
"""Minimum evidence of a match in bits, in addition to log2 of the number of sequences. Weaker matches may be
due to chance.
"""
_LEAST_STORED = 8
_MOST_SHIFT = 3
"""Maximum number of initial terms of a stored sequence before the terms of a formula."""
_MOST_TESTED = 200

Law = Callable[[int], Sequence[int | Fraction]]
"""Function that returns the given number of initial terms of a sequence."""


def known_as(terms: Sequence[int | Fraction], index: str | None = None, law: Law | None = None) -> list[Hit]:
    """Return the sequences of the index that contain the given terms, or [] if there is no index or too
    little evidence.

    All given terms, or all stored terms, must agree, with at least 24 bits of evidence. If ``law`` is given,
    every stored term after the shift must agree with it; then eight stored terms suffice, so that simple
    sequences such as 2^n are found too.

    >>> known_as([1, 1, 2, 5, 14, 42, 132], "no-such-file")
    []
    """
    if not index_path(index).is_file() or len(terms) < 4:
        return []
    if any(isinstance(term, Fraction) and term.denominator != 1 for term in terms):
        return []
    from gfkit.oeis.index.change import Fit
    from gfkit.oeis.index.search import search, stored_terms

    plain = (Fit.EXACT, Fit.PREFIX, Fit.START, Fit.RUN)
    try:
        least = _LEAST_BITS if law is None else 0.0
        matches = search([int(term) for term in terms], index, changed=False, least_bits=least)
        hits = [hit for hit in matches.hits if hit.is_whole and hit.fit in plain and not hit.line]
        if law is None:
            return hits
        hits = [hit for hit in hits if hit.shift <= _MOST_SHIFT][:_MOST_TESTED]
        stored = stored_terms([hit.number for hit in hits], index)
    except InputError:
        return []
    return [hit for hit in hits if _agrees(stored[hit.number], hit.shift, law)]


def _agrees(stored: Sequence[int], shift: int, law: Law) -> bool:
    """Return True if all stored terms after the shift are terms of the given formula, and there are enough of
    them.
    """
    count = len(stored) - shift
    return count >= _LEAST_STORED and [*law(count)] == list(stored[shift:])
