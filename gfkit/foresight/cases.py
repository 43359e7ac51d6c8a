"""Smaller cases of a question: run as long as there is time, and what they show continued."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import log2, sqrt
from typing import TypeVar

from gfkit.errors import LimitError, MismatchError
from gfkit.foresight.figures import UNKNOWN, Estimate, time_text

DOUBT = 1.5
"""Doublings that seconds and bytes may be off by, beside what they are made from."""
LEAST_DOUBT = 0.01
"""Doublings for every step ahead that nothing is surer than."""
LOADING = 0.1
"""Seconds below which no growth is read off: they may have gone into code loaded at its first use."""
LEAST_POWER, POWER_DOUBT = 0.3, 0.25
"""Seconds grow at least by this power of the work, which may be off by the second."""
USED = 5
"""Cases that a quantity is continued from, the largest ones."""
Case = TypeVar("Case")
Found = TypeVar("Found")
Seen = dict[str, float]
"""What one case shows, by the names of figures."""


class OutOfTime(Exception):  # noqa: N818
    """Raised in the middle of a trial that takes too long."""


class Clock:
    """CPU seconds for a row of trials, each dearer than the one before; time between trials does not count.

    The next trial will take more than the last by the factor that the last did, at least twice as much; none
    is begun that would take more than what is left. A busy machine changes nothing in that.
    """

    def __init__(self, seconds: float) -> None:
        self._left, self._begin = seconds, 0.0
        self.last = 0.0
        """Seconds of the last trial."""
        self.refused: str | None = None
        """The limit that ended the trials, in words."""

    def run_cases(self, cases: Iterable[Case], run: Callable[[Case], Found]) -> Iterator[tuple[Case, Found]]:
        """Cases and what running them gives, in turn, while another is likely to end in time."""
        for case in cases:
            before, self._begin = self.last, time.process_time()
            try:
                answer = run(case)
            except (OutOfTime, MismatchError):
                return
            except LimitError as error:
                self.refused = str(error)
                return
            self.last = time.process_time() - self._begin
            self._left -= self.last
            yield case, answer
            if self.last * (max(2.0, self.last / before) if before > LOADING else 2.0) >= self._left:
                return

    def check(self, *_: object) -> None:
        """Stops a trial that has used up the time."""
        if time.process_time() - self._begin > self._left:
            raise OutOfTime


class SmallerCases:
    """What was seen on smaller cases, smallest first, and on that of the ``size`` asked for if it was tried.

    >>> trials = SmallerCases(10)
    >>> trials.add(4, states=16, order=8)
    >>> trials.add(5, states=32, order=16)
    >>> trials.estimate("states").value, trials.part("order", "states", trials.estimate("states")).value
    (1024.0, 512.0)
    """

    def __init__(self, size: float, how: str = "extrapolated from width{s} {sizes}") -> None:
        self.size, self.how = size, how
        self.seen: list[tuple[float, Seen]] = []
        self.target: Seen | None = None
        """What was seen on the case that was asked for."""

    def add(self, size: float, is_target: bool = False, **seen: float) -> None:
        self.seen.append((size, seen))
        if is_target:
            self.target = seen

    @property
    def last(self) -> Seen:
        return self.seen[-1][1]

    def estimate(self, name: str) -> Estimate:
        """A figure of the case asked for; one that may be anything where none was seen."""
        if self.target is not None and name in self.target:
            return Estimate.of(self.target[name])
        points = [(size, seen[name]) for size, seen in self.seen if name in seen]
        return extrapolate(points, self.size, self.how) or UNKNOWN

    def part(self, name: str, of: str, whole: Estimate) -> Estimate:
        """The same as a share of another figure, which settles."""
        if self.target is not None and name in self.target:
            return Estimate.of(self.target[name])
        shares = [(size, seen[name] / seen[of]) for size, seen in self.seen if name in seen and seen[of]]
        return (
            (extrapolate(shares, self.size, self.how, settles=True) or UNKNOWN).less_sure(0.05).times(whole)
        )

    def seconds(self, work: Estimate) -> Estimate:
        """Seconds, as measured, or by that power of the work by which they grow in the largest cases."""
        if self.target is not None and "seconds" in self.target:
            return Estimate.of(max(self.target["seconds"], 1e-3), "measured", 1.0)
        timed = [
            (log2(seen["work"]), log2(seen["seconds"]), size) for size, seen in self.seen if seen.get("work")
        ]
        (less, quick, _), (more, slow, size) = timed[-USED:][0], timed[-1]
        power = min(1.0, max(LEAST_POWER, (slow - quick) / (more - less))) if more > less else 1.0
        ahead = work.log - more
        how = f"by the work, which took {time_text(2.0**slow)} at size {size:g}"
        return Estimate(slow + power * ahead, how, DOUBT + work.doubt + POWER_DOUBT * abs(ahead))


def extrapolate(
    points: Sequence[tuple[float, float]],
    size: float,
    how: str = "extrapolated from width{s} {sizes}",
    *,
    settles: bool = False,
) -> Estimate | None:
    """A quantity at a size from those at smaller sizes, in their order; None where none is known.

    log2 of it goes on from the last point by the mean of the last steps, and each may be off by what that
    mean may be. A quantity that ``settles``, such as a share, takes steps s q, s q^2, ... after its last step
    s, with q from the steps before; its doubt is half the way to where it would be with q = 1.

    >>> extrapolate([(1, 2.0), (2, 4.0), (3, 8.0)], 10).value
    1024.0
    >>> shares = [(m, 0.5 + 2.0 ** (-m / 2) / 2) for m in range(5, 10)]
    >>> round(extrapolate(shares, 14, settles=True).value, 2)
    0.5
    """
    late = [(x, log2(value)) for x, value in sorted(dict(points).items()) if value > 0][-USED:]
    if not late:
        return None
    (first, begin), (last, end) = late[0], late[-1]
    ahead = size - last
    steps = [(b - a) / (x - w) for (w, a), (x, b) in pairwise(late)]
    slope = (end - begin) / (last - first) if steps else 0.0
    spread = sqrt(sum((step - slope) ** 2 for step in steps)) / len(steps) if steps else 1.0
    log, doubt = end + slope * ahead, max(LEAST_DOUBT, spread) * abs(ahead)
    if settles and steps:
        damping = _damping_factor(steps)
        settled = end + sum(steps[-1] * damping**k for k in range(1, min(round(ahead), 1000) + 1))
        log, doubt = settled, abs(log - settled) / 2
    names = ", ".join(f"{x:g}" for x, _ in late)
    return Estimate(log, how.format(s="s" * (len(late) > 1), sizes=names), doubt)


def _damping_factor(steps: Sequence[float]) -> float:
    """By how much each step is shorter than the one before, at most 1; from pairs where there are four."""
    if len(steps) < 2:
        return 1.0
    apart = 2 if len(steps) >= 4 else 1
    late, early = sum(steps[-apart:]), sum(steps[-2 * apart : -apart])
    if late * early <= 0:
        return 0.5
    return float(min(1.0, (late / early) ** (1 / apart)))
