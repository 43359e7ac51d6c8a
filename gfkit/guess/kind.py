"""The kinds of laws."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from gfkit.typing import read_word


class Kind(StrEnum):
    """The kinds of laws, simplest first."""

    POLYNOMIAL = "polynomial"
    PERIODIC = "periodic"
    QUASI_POLYNOMIAL = "quasi-polynomial"
    C_FINITE = "c-finite"
    HYPERGEOMETRIC = "hypergeometric"
    ALGEBRAIC = "algebraic"
    D_FINITE = "d-finite"

    @classmethod
    def read(cls, words: Sequence[str] | str | None) -> frozenset[Kind]:
        """The kinds with these names, all of them for None.

        >>> sorted(Kind.read("c-finite, algebraic"))
        [<Kind.ALGEBRAIC: 'algebraic'>, <Kind.C_FINITE: 'c-finite'>]
        """
        if words is None:
            return frozenset(cls)
        listed = words.split(",") if isinstance(words, str) else words
        return frozenset(read_word(cls, "kind", str(word).strip()) for word in listed)
