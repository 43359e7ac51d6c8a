"""Terms of sequences that a formula quotes by number: whoever has an index hands in how they are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar


class StoredTerms:
    """The way to stored terms; an index lives above those who ask, and is handed in from there."""

    __slots__ = ()

    _read: ClassVar[Callable[[str], Sequence[int] | None] | None] = None

    @staticmethod
    def hand_in(read: Callable[[str], Sequence[int] | None]) -> None:
        """Takes what reads the terms of an A-number; None where it has none."""
        StoredTerms._read = staticmethod(read)

    @staticmethod
    def terms(number: str) -> Sequence[int] | None:
        """The terms that are stored; None where there is no index, or none of this number in it."""
        return None if StoredTerms._read is None else StoredTerms._read(number)
