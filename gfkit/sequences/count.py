"""How a result is known, and the result of counting the positions on one board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gfkit.sequences.number import whole_text
from gfkit.sequences.polynomial import Polynomial
from gfkit.writable import Face, Writable


class Status(StrEnum):
    """The four ways of knowing."""

    PROVED = "proved"
    PROBABLE = "probable"
    GUESSED = "guessed"
    CONSISTENT = "consistent"


@dataclass(frozen=True, slots=True)
class Evidence(Face):
    """Status, the method that earned it, and the method's own figures."""

    status: Status
    method: str
    details: tuple[tuple[str, int], ...] = ()

    def as_json(self) -> dict[str, str | int]:
        return {"status": self.status.value, "method": self.method, **dict(self.details)}

    def __str__(self) -> str:
        figures = ", ".join(_figure(name, value) for name, value in self.details)
        return f"{self.status.value} by {self.method}" + (f" ({figures})" if figures else "")


def _figure(name: str, value: int) -> str:
    if name == "log2_failure":
        return f"chance of error below 2^{value}"
    if name == "proof_seconds":
        return f"--certify would prove it in some {value} s more"
    return f"{name.replace('_', ' ')} {value}"


@dataclass(frozen=True, eq=False)
class Count(Face, Writable):
    """How many positions a game has on a board, as a polynomial when weights were asked for.

    Two counts are equal when their polynomials are, however they were found; a count without weights
    equals the integer that is its number of positions.
    """

    game: str
    board: str
    positions: str
    weights: tuple[str, ...]
    polynomial: Polynomial
    evidence: Evidence
    up_to: str = ""
    """Up to which symmetries of the board; empty where every position counts for itself."""

    @property
    def count(self) -> int:
        return self.polynomial.total

    def __int__(self) -> int:
        return self.count

    def __index__(self) -> int:
        return self.count

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Count):
            return self.polynomial == other.polynomial
        if isinstance(other, int):
            return not self.weights and self.count == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.polynomial if self.weights else self.count)

    def __repr__(self) -> str:
        shown = whole_text(self.count)
        size = shown if len(shown) <= 60 else f"a number of {len(shown)} digits"
        return f"<Count: {self.game} on {self.board}, positions {self.positions}: {size}; {self.evidence}>"

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": list(self.weights),
            **({"up_to": self.up_to} if self.up_to else {}),
            "count": whole_text(self.count),
            "polynomial": str(self.polynomial),
            "evidence": self.evidence.as_json(),
        }
