"""Estimates: log2 of a quantity, how it is known, and by how many doublings it may be off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log2

from gfkit.foresight import Figure, Trend

EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A positive quantity by its logarithm; ``doubt`` 0 and ``how`` "exact" where it is known."""

    log: float
    how: str = EXACT
    doubt: float = 0.0

    @classmethod
    def of(cls, value: float, how: str = EXACT, doubt: float = 0.0) -> Estimate:
        return cls(log2(value) if value > 0 else -inf, how, doubt)

    @property
    def value(self) -> float:
        """The quantity, infinite where it is beyond floating point."""
        return 2.0**self.log if self.log < 1000 else inf

    def times(self, other: Estimate) -> Estimate:
        """The product; doubts add up."""
        how = self.how if self.how != EXACT else other.how
        return Estimate(self.log + other.log, how, self.doubt + other.doubt)

    def figure(self, name: str) -> Figure:
        """As a figure of a forecast."""
        if self.how == EXACT and name != "seconds":
            return Figure(name, round(self.value))
        return Figure.estimated(name, self.log, self.how, self.doubt, 1 if name == "seconds" else 2)


def extended(points: Sequence[tuple[int, float]], width: int, *, settles: bool = False) -> Estimate | None:
    """A quantity at a width from those at narrower ones; None where none is known.

    It grows by constant factors, or ``settles``: a share, whose steps may die away.
    """
    positive = [(float(x), value) for x, value in points if value > 0]
    if not positive:
        return None
    trend = Trend.settling(positive) if settles else Trend.of(positive)
    names = [str(round(x)) for x, _ in positive[-5:]]
    how = f"extrapolated from width{'s' if len(names) > 1 else ''} {', '.join(names)}"
    return Estimate(trend.at(width), how, trend.doubt_at(width))
