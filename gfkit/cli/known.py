"""The A-numbers that a local index has for terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gfkit.oeis.index import Hit

_ASKED = 24
_SHOWN = 3


def known_sequences(terms: Sequence[object]) -> list[Hit]:
    """The sequences of the index with these terms, or with all but the first; none when there is no index."""
    from fractions import Fraction

    from gfkit.oeis.index import known_as as indexed

    numbers = [term for term in terms[:_ASKED] if isinstance(term, int | Fraction)]
    if len(numbers) < min(len(terms), _ASKED):
        return []
    return indexed(numbers) or indexed(numbers[1:])


def known_as(terms: Sequence[object]) -> str:
    """The first of them in words; nothing when there are none."""
    hits = known_sequences(terms)
    more = f"; and {len(hits) - _SHOWN} more" if len(hits) > _SHOWN else ""
    return "; ".join(f"{hit.number} {hit.name}".rstrip() for hit in hits[:_SHOWN]) + more
