"""A local index over the downloaded files ``stripped`` and ``names``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gfkit.errors import InputError
from gfkit.oeis.index.change import Fit, Hit, Search
from gfkit.oeis.index.file import index_path

__all__ = ["Fit", "Hit", "Search", "known_as"]

_LEAST_BITS = 24.0
"""Above log2 of the number of sequences: below, a match may well be chance."""
_PLAIN = (Fit.EXACT, Fit.PREFIX, Fit.START, Fit.RUN)


def known_as(terms: Sequence[int | Fraction], index: str | None = None) -> list[Hit]:
    """The sequences that have these terms as they are; none when there is no index, or too little to go by.

    Only matches count where all given terms, or all stored ones, agree, with 24 bits of evidence.

    >>> known_as([1, 1, 2, 5, 14, 42, 132], "no-such-file")
    []
    """
    if not index_path(index).is_file() or len(terms) < 4:
        return []
    if any(isinstance(term, Fraction) and term.denominator != 1 for term in terms):
        return []
    from gfkit.oeis.index.search import search

    try:
        found = search([int(term) for term in terms], index, changed=False, least_bits=_LEAST_BITS)
    except InputError:
        return []
    return [hit for hit in found.hits if hit.fit in _PLAIN and not hit.line]
