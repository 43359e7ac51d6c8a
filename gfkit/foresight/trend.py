"""Going on with a quantity that grows by a nearly constant factor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2, sqrt

_USED = 5
_LEAST_DOUBT = 0.01
"""Doublings for every step ahead that no trend is surer than."""


@dataclass(frozen=True, slots=True)
class Trend:
    """log2 of a quantity at x as a line through the last points; ``doubt`` in doublings for every step ahead.

    The line goes through the last point; its slope is the mean of the last steps, and the doubt is what the
    mean of the steps may be off by. Fails, without saying so, where the quantity is no exponential of x.

    >>> Trend.of([(1, 2.0), (2, 4.0), (3, 8.0)]).at(10)
    10.0
    """

    x: float
    y: float
    slope: float
    doubt: float

    @classmethod
    def of(cls, points: Sequence[tuple[float, float]]) -> Trend:
        """The trend of values by x, which rises; there is at least one point, and values are positive."""
        late = [(x, log2(value)) for x, value in points[-_USED:]]
        (first, begin), (last, end) = late[0], late[-1]
        if len(late) == 1:
            return cls(last, end, 0.0, 1.0)
        steps = [(b - a) / (x - w) for (w, a), (x, b) in pairwise(late)]
        slope = (end - begin) / (last - first)
        spread = sqrt(sum((step - slope) ** 2 for step in steps) / len(steps))
        return cls(last, end, slope, max(_LEAST_DOUBT, spread / sqrt(len(steps))))

    @classmethod
    def settling(cls, points: Sequence[tuple[float, float]]) -> Settling:
        """For a quantity, such as a share, whose steps may be dying away."""
        logs = [log2(value) for _, value in points[-_USED:]]
        steps = [b - a for a, b in pairwise(logs)]
        line = cls.of(points)
        return Settling(line, steps[-1] if steps else 0.0, _damping(steps))

    def at(self, x: float) -> float:
        """log2 of the quantity at x."""
        return self.y + self.slope * (x - self.x)

    def doubt_at(self, x: float) -> float:
        """Doublings that the value at x may be off by."""
        return self.doubt * abs(x - self.x)


@dataclass(frozen=True, slots=True)
class Settling:
    """A quantity whose steps shrink by a constant factor: log2 of it tends to a limit, or to a line.

    After the last step s the next are s q, s q^2, ... with q from the steps before. The doubt is how far the
    line without shrinking is away, halved.

    >>> shares = [(m, 0.5 + 2.0 ** (-m / 2) / 2) for m in range(5, 10)]
    >>> round(2 ** Trend.settling(shares).at(14), 2)
    0.5
    """

    line: Trend
    step: float
    damping: float

    def at(self, x: float) -> float:
        """log2 of the quantity at x."""
        ahead = round(x - self.line.x)
        return self.line.y + sum(self.step * self.damping**k for k in range(1, min(ahead, 1000) + 1))

    def doubt_at(self, x: float) -> float:
        """Doublings that the value at x may be off by."""
        return abs(self.line.at(x) - self.at(x)) / 2


def _damping(steps: Sequence[float]) -> float:
    """By how much each step is shorter than the one before, at most 1; from pairs where there are four."""
    if len(steps) < 2:
        return 1.0
    apart = 2 if len(steps) >= 4 else 1
    late, early = sum(steps[-apart:]), sum(steps[-2 * apart : -apart])
    if late * early <= 0:
        return 0.5
    return float(min(1.0, (late / early) ** (1 / apart)))
