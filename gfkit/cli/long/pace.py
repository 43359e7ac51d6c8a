"""How fast a stage goes, and how long it will still take."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import exp

from gfkit.cli.long.duration import about
from gfkit.typing import Progress

_BELIEVED_AFTER = 3.0
"""Seconds of a stage, and of a total that stays about the same, before a time is told."""
_FEW_STEPS, _MANY_STEPS, _SHARE = 3, 30, 0.05
_MEMORY = 5.0
"""Seconds over which the rate is smoothed at first; later a quarter of the stage so far."""


class Pace:
    """Takes reports; the rate is that of the present stage, smoothed, and starts anew with each stage.

    The time left is (total - done) / rate. It is told when the stage has gone on for three seconds and three
    steps, a twentieth of the way or thirty steps are done, the total is no longer moving, and the smoothed
    rate is within a factor of two of the mean one. It fails where later steps cost more than earlier ones.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.report: Progress | None = None
        self.rate = 0.0
        self._began = self._counted = self._settled = clock()
        self._first = self._last = self._total = 0

    def take(self, report: Progress) -> bool:
        """Whether the report begins a new stage."""
        now, before = self._clock(), self.report
        self.report = report
        if before is None or report.stage != before.stage or report.done < before.done:
            self._began = self._counted = self._settled = now
            self._first = self._last = report.done
            self._total, self.rate = report.total, 0.0
            return before is None or report.stage != before.stage
        if abs(report.total - self._total) > _SHARE * self._total:
            self._settled, self._total = now, report.total
        self._count(report.done, now)
        return False

    def _count(self, done: int, now: float) -> None:
        passed = now - self._counted
        if done == self._last or passed < 0.2:
            return
        fresh = (done - self._last) / passed
        kept = exp(-passed / max(_MEMORY, (now - self._began) / 4)) if self.rate else 0.0
        self.rate = kept * self.rate + (1 - kept) * fresh
        self._last, self._counted = done, now

    def left(self) -> float | None:
        """Seconds to the end of the stage, or None while that would not be believable."""
        report, now = self.report, self._clock()
        if report is None or not self.rate or report.total <= report.done or self._is_late(now):
            return None
        steps, elapsed = self._last - self._first, self._counted - self._began
        if steps < _FEW_STEPS or min(now - self._began, now - self._settled) < _BELIEVED_AFTER:
            return None
        if steps < min(_MANY_STEPS, _SHARE * (report.total - self._first)):
            return None
        if not 0.5 < self.rate * elapsed / steps < 2:
            return None
        return max(0.0, (report.total - self._last) / self.rate - (now - self._counted))

    def _is_late(self, now: float) -> bool:
        """Whether the next step should have come long ago."""
        return now - self._counted > 1 + 3 / self.rate

    def parts(self) -> list[str]:
        """Stage, how far it is, time left and rate, those that say something."""
        report, left = self.report, self.left()
        if report is None:
            return []
        texts = [report.stage, f"{report.done:,}" + (f"/{report.total:,}" if report.total > 0 else "")]
        if left is not None:
            texts.append(f"about {about(left)} left")
        if self.rate and not self._is_late(self._clock()):
            texts.append(_rate_text(self.rate))
        return texts

    def states(self) -> list[str]:
        """The number of states, when it says something."""
        number = 0 if self.report is None else self.report.states
        return [f"{number:,} state{'' if number == 1 else 's'}"] if number > 0 else []


def _rate_text(rate: float) -> str:
    if rate < 0.5:
        return f"{about(1 / rate)} each"
    return f"{rate:,.3g}/s" if rate < 1000 else f"{rate:,.0f}/s"
