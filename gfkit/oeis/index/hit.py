"""What a search finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gfkit.sequences.number import whole_text


class Fit(StrEnum):
    """How terms lie on a stored sequence."""

    EXACT = "exact"
    PREFIX = "prefix"
    START = "start"
    RUN = "inner run"
    OVERLAP = "overlap"


_WORDS = {
    Fit.EXACT: "all terms agree",
    Fit.PREFIX: "the sequence begins with them",
    Fit.START: "they begin with all stored terms",
    Fit.RUN: "they are an inner run",
    Fit.OVERLAP: "the sequence ends with their beginning",
}


@dataclass(frozen=True)
class Hit:
    """A sequence that agrees: what was done to the terms, how they lie on it, and what that is worth.

    Term k of the changed terms is stored term k + ``shift``. ``line`` names the column or diagonal when the
    sequence is a table. Files of stored terms have no offsets, so a shift is one of places, not of indices.
    ``bits`` is what the agreed terms say less ``cost``, what it took to choose the change among all others.
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

    @property
    def words(self) -> str:
        """What was done and what agreed, in words."""
        parts = [self.change, _WORDS[self.fit]]
        if self.shift > 0:
            parts.append(f"from stored term {self.shift + 1} on")
        if self.line:
            parts.insert(1, f"in {self.line} of the table")
        return ", ".join(parts)

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
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
        }

    def __str__(self) -> str:
        return f"{self.number} {self.name} ({self.words}; {self.agreed} agreed, {self.bits:.0f} bits)"


@dataclass(frozen=True)
class Search:
    """The hits, best first; not ``is_complete`` when windows were too common to follow all."""

    terms: tuple[int, ...]
    hits: tuple[Hit, ...]
    is_complete: bool

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "terms": [whole_text(term) for term in self.terms],
            "hits": [hit.as_json() for hit in self.hits],
            "complete": self.is_complete,
        }
