"""The result of counting the positions on one board."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.face import Face
from gfkit.sequences.evidence import Evidence
from gfkit.sequences.number import whole_text
from gfkit.sequences.polynomial import Polynomial
from gfkit.writable import Writable


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
            "count": whole_text(self.count),
            "polynomial": str(self.polynomial),
            "evidence": self.evidence.as_json(),
        }
