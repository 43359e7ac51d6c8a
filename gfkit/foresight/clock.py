"""Time for looking ahead: trials are only begun where they are likely to end in time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_LEAST_GROWTH = 2.0
_NOTHING = 0.01
"""Seconds below which no growth is read off."""


class OutOfTime(Exception):  # noqa: N818
    """Raised in the middle of a trial that takes too long."""


class Clock:
    """CPU seconds for a row of trials, each dearer than the one before; time between trials does not count.

    The next trial will take more than the last by the factor that the last did, at least twice as much; where
    that is more than what is left the clock is no longer ``open``. A busy machine changes nothing in that.
    """

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._costs: list[float] = []
        self._begin: float | None = None
        self.open = True
        """Whether another trial may be begun."""

    @property
    def last(self) -> float:
        """Seconds of the last trial."""
        return self._costs[-1] if self._costs else 0.0

    @contextmanager
    def trial(self) -> Iterator[None]:
        """One trial; if it is stopped there will be no other."""
        self._begin = time.process_time()
        try:
            yield
        except OutOfTime:
            self.open = False
            raise
        finally:
            cost = time.process_time() - self._begin
            self._begin = None
            self._left -= cost
            self._costs.append(cost)
        before = self._costs[-2] if len(self._costs) > 1 else 0.0
        growth = max(_LEAST_GROWTH, cost / before) if before > _NOTHING else _LEAST_GROWTH
        self.open = self.open and cost * growth < self._left

    def check(self, *_: object) -> None:
        """Stops a trial that has used up the time."""
        if self._begin is not None and time.process_time() - self._begin > self._left:
            raise OutOfTime
