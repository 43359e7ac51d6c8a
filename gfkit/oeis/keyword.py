"""Keywords: which there are, and which do not go together."""

from __future__ import annotations

from collections.abc import Sequence

ALONE = ("allocated", "allocating", "recycled", "dead")
"""Of entries that hold no sequence, or none any more."""
AUTOMATIC = ("changed", "new")
EDITORIAL = ("nice", "core", "look", "hear", "less", "dumb", "uned", "unkn", "obsc", "probation")
"""For editors to give."""
ORDINARY = (
    *("nonn", "sign", "easy", "more", "hard", "tabl", "tabf", "fini", "full", "base", "cons", "walk"),
    *("word", "mult", "frac", "cofr", "eigen", "bref", "allocated"),
)
KNOWN = frozenset((*ALONE, *AUTOMATIC, *EDITORIAL, *ORDINARY))
APART = (
    *(("nonn", "sign"), ("tabl", "tabf"), ("nice", "less"), ("nice", "obsc"), ("easy", "hard")),
    *(("full", "more"), ("cons", "sign")),
)
"""Pairs that contradict each other."""


def sign_keyword(terms: Sequence[int]) -> str:
    """The one of the two sign keywords that the terms call for.

    >>> sign_keyword([1, 0, 2]), sign_keyword([1, -1])
    ('nonn', 'sign')
    """
    return "sign" if any(term < 0 for term in terms) else "nonn"
