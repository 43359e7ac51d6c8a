"""How a result is known, and the result of counting the positions on one board."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import StrEnum

from gfkit.algebra.number import Arithmetic, both_sides, whole_text
from gfkit.algebra.polynomial import Polynomial
from gfkit.typing import Positions
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
    return _FIGURES.get(name, f"{name.replace('_', ' ')} {{}}").format(value)


_FIGURES = {
    "log2_failure": "chance of error below 2^{}",
    "proof_seconds": "--certify would prove it in some {} s more",
    "states_before_merging": "states before minimisation {}",
}
"""Figures that are printed by other words than those of their names."""


@dataclass(frozen=True, eq=False)
class Count(Arithmetic, Face, Writable):
    """How many positions a game has on a board, as a polynomial when weights were asked for.

    In sums, products and comparisons it stands for its number, with weights for its polynomial, however it
    was found. ``int`` and ``count`` are the number of positions in both cases.

    >>> import gfkit
    >>> three, weighted = gfkit.count("cis", "path:1"), gfkit.count("cis", "path:1", weights="players")
    >>> three == 3, three + 1, 2 * three, three < 4, sum([three, three]), f"{three:04d}"
    (True, 4, 6, True, 6, '0003')
    >>> print(weighted, "and", weighted * weighted, "and", int(weighted))
    1 + x + y and 1 + 2*x + 2*y + x^2 + 2*x*y + y^2 and 3
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

    @property
    def number(self) -> int | Polynomial:
        """The number of positions; with weights their polynomial."""
        return self.polynomial if self.weights else self.count

    @property
    def _operand(self) -> int | Polynomial:
        return self.number

    def __int__(self) -> int:
        return self.count

    def __index__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return bool(self.polynomial.terms)

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        equal: bool = self.number == (other.number if isinstance(other, Count) else other)
        return equal

    def __format__(self, form: str) -> str:
        return format(self.number, form) if form else str(self)

    __floordiv__, __rfloordiv__ = both_sides(operator.floordiv)
    __mod__, __rmod__ = both_sides(operator.mod)
    __divmod__, __rdivmod__ = both_sides(divmod)

    def __pos__(self) -> int | Polynomial:
        return self.number

    def __abs__(self) -> int:
        return abs(int(self))

    def __repr__(self) -> str:
        shown = whole_text(self.count)
        size = shown if len(shown) <= 60 else f"a number of {len(shown)} digits"
        asked = f"{self.game} on {self.board}{Positions(self.positions).title_end}"
        return f"<Count: {asked}: {size}; {self.evidence}>"

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
