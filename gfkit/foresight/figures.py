"""What a run will take: smaller cases are timed, their logarithms continued, and the doubt is said.

A quantity of the case asked for is exact where that case itself was quick enough to be tried; else it is
continued from smaller ones by a constant factor for every step of their size, and may be off by what those
factors vary. Fails, by more than it says, where small cases follow another law than large ones.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from math import floor, inf, log2, log10, prod, sqrt

from gfkit.host.memory import default_memory, size_text
from gfkit.writable import Indexed

EXACT = "exact"
ANYTHING = 1000.0
"""Doublings beyond which a figure tells nothing."""
USED = 5
"""Cases that a quantity is continued from, the largest ones."""
_LEAST_DOUBT = 0.01
"""Doublings for every step ahead that nothing is surer than."""
_LEAST_GROWTH = 2.0
_NOTHING = 0.1
"""Seconds below which no growth is read off: they may have gone into code loaded at its first use."""

_MOST_DIGITS = 15
"""Numbers with more digits are given as powers of ten, as texts."""
_ENDLESS = 1e9
"""Decimal digits that no figure needs to be told."""
_UNITS = ((1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days"), (31557600.0, "years"))

Value = int | float | str | None


# Time for looking ahead


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


# SmallerCases and what they lead to


@dataclass(frozen=True, slots=True)
class Estimate:
    """A positive quantity by log2 of it; ``doubt``, in doublings, is 0 where it is exact."""

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
        """As a figure of a forecast; one that may be anything is not known."""
        if self.doubt >= ANYTHING:
            return Figure(name, None, self.how)
        if self.how == EXACT and name != "seconds":
            return Figure(name, round(self.value))
        return Figure.estimated(name, self.log, self.how, self.doubt, 1 if name == "seconds" else 2)


def extrapolated(
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

    >>> extrapolated([(1, 2.0), (2, 4.0), (3, 8.0)], 10).value
    1024.0
    >>> shares = [(m, 0.5 + 2.0 ** (-m / 2) / 2) for m in range(5, 10)]
    >>> round(extrapolated(shares, 14, settles=True).value, 2)
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
    log, doubt = end + slope * ahead, max(_LEAST_DOUBT, spread) * abs(ahead)
    if settles and steps:
        damping = _damping(steps)
        settled = end + sum(steps[-1] * damping**k for k in range(1, min(round(ahead), 1000) + 1))
        log, doubt = settled, abs(log - settled) / 2
    names = ", ".join(f"{x:g}" for x, _ in late)
    return Estimate(log, how.format(s="s" * (len(late) > 1), sizes=names), doubt)


def _damping(steps: Sequence[float]) -> float:
    """By how much each step is shorter than the one before, at most 1; from pairs where there are four."""
    if len(steps) < 2:
        return 1.0
    apart = 2 if len(steps) >= 4 else 1
    late, early = sum(steps[-apart:]), sum(steps[-2 * apart : -apart])
    if late * early <= 0:
        return 0.5
    return float(min(1.0, (late / early) ** (1 / apart)))


class SmallerCases:
    """What was seen on smaller cases, smallest first, and on that of the ``size`` asked for if it was tried.

    >>> trials = SmallerCases(10)
    >>> trials.add(4, states=16, order=8)
    >>> trials.add(5, states=32, order=16)
    >>> trials.estimate("states").value, trials.estimate("order", "states").value
    (1024.0, 0.5)
    """

    def __init__(self, size: float) -> None:
        self.size = size
        self.seen: list[tuple[float, dict[str, float]]] = []
        self.target: dict[str, float] | None = None
        """What was seen on the case that was asked for."""

    def add(self, size: float, is_target: bool = False, **seen: float) -> None:
        self.seen.append((size, seen))
        if is_target:
            self.target = seen

    def estimate(self, name: str, *by: str, settles: bool = False) -> Estimate | None:
        """A figure of the case asked for, or its share of others that are multiplied; None if never seen."""
        shares = [
            (size, seen[name] / prod(seen[other] for other in by))
            for size, seen in self.seen
            if {name, *by} <= seen.keys()
        ]
        if self.target is not None and {name, *by} <= self.target.keys() and shares[-1][1]:
            return Estimate.of(shares[-1][1])
        return extrapolated(shares, self.size, settles=settles)


# Figures


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its value, how it is known, and by which factor it may be off; 1 for exact ones."""

    name: str
    value: Value
    how: str = "exact"
    factor: float = 1.0

    @classmethod
    def estimated(cls, name: str, logarithm: float, how: str, doubt: float, digits: int = 2) -> Figure:
        """A figure from log2 of its value and the doublings that it may be off by.

        >>> Figure.estimated("order", 10.0, "extrapolated from widths 4, 5, 6", 1.0).text
        '1,000 (500 to 2,000)'
        """
        return cls(
            name,
            rounded(logarithm, digits, whole=not name.startswith("seconds")),
            how,
            2.0 ** min(doubt, ANYTHING),
        )

    @property
    def range(self) -> tuple[Value, Value] | None:
        """From where to where the true value lies, roughly; None for exact figures."""
        if self.factor == 1.0 or not isinstance(self.value, int | float) or self.value <= 0:
            return None
        middle, off, whole = log2(self.value), log2(self.factor), isinstance(self.value, int)
        return rounded(middle - off, 1, whole=whole), rounded(middle + off, 1, whole=whole)

    @property
    def text(self) -> str:
        """For people, with units."""
        if self.value is None:
            return "not known"
        if self.range is None:
            return self._shown(self.value)
        low, high = (self._shown(end) for end in self.range)
        return f"{self._shown(self.value)} ({low} to {high})" if low != high else self._shown(self.value)

    def _shown(self, value: Value) -> str:
        if not isinstance(value, int | float):
            unit = (
                " bytes" if self.name.endswith("bytes") else " s" if self.name.startswith("seconds") else ""
            )
            return f"{value}{unit}"
        if self.name.endswith("bytes"):
            return size_text(value)
        if self.name.startswith("seconds"):
            return time_text(value)
        return f"{value:,}"


@dataclass(frozen=True, slots=True)
class Forecast(Indexed):
    """The figures of one run; ``refused`` says why it would be refused or stopped, where it would.

    Seconds are those of one core of this machine, and of several workers where they were asked for.
    """

    _instead = ".figures has its figures, [name] is the value of one"

    task: str
    figures: tuple[Figure, ...]
    refused: str | None = None
    advice: str | None = None

    def __getitem__(self, name: str) -> Value:
        return self.figure(name).value

    def figure(self, name: str) -> Figure:
        """The figure with this name."""
        for figure in self.figures:
            if figure.name == name:
                return figure
        raise KeyError(name)

    def as_json(self) -> dict[str, object]:
        """As plain data: the values by name, then how they are known and where they may lie."""
        ranges = {f.name: list(f.range) for f in self.figures if f.range is not None}
        return {
            **{figure.name: figure.value for figure in self.figures},
            "task": self.task,
            "how": {figure.name: figure.how for figure in self.figures},
            "ranges": ranges,
            "advice": self.advice,
            "refused": self.refused,
        }

    def rows(self) -> list[tuple[str, str]]:
        """Labels and texts for people."""
        rows = [("", self.task)]
        rows += [
            (
                figure.name.replace("_", " "),
                figure.text + (f"  {figure.how}" if figure.how != "exact" else ""),
            )
            for figure in self.figures
        ]
        rows += [("advice", self.advice)] if self.advice else []
        return rows + ([("refused", self.refused)] if self.refused else [])

    def __str__(self) -> str:
        return "\n".join(f"{label}: {text}" if label else text for label, text in self.rows())


def over_memory(task: str, memory: Figure, limit: int | None, beside: str = "") -> str | None:
    """Why a run will be refused that needs more memory than it may have, or than there is; else None."""
    most = default_memory() if limit is None else limit
    if isinstance(memory.value, int) and memory.value <= most:
        return None
    needs = f"{beside}{memory.text} of memory"
    return f"{task} would need {needs}; the limit is {size_text(most)} (max memory)"


def rounded(logarithm: float, digits: int, *, whole: bool) -> Value:
    """2^logarithm to some digits; a text such as ``10^301`` where it is too long to be a number.

    >>> rounded(10.0, 2, whole=True), rounded(-3.0, 1, whole=False), rounded(1000.0, 2, whole=True)
    (1000, 0.1, '10^301')
    """
    exponent = min(logarithm * log10(2), _ENDLESS)
    if exponent > _MOST_DIGITS:
        return f"10^{round(exponent)}" if exponent < _ENDLESS else "more than 10^300"
    value: float = 2.0**logarithm
    places = digits - 1 - floor(exponent)
    return max(1, round(round(value, places))) if whole else float(round(value, places))


def time_text(seconds: float) -> str:
    """Seconds in the unit that suits them.

    >>> time_text(0.02), time_text(400), time_text(1e10)
    ('0.02 s', '7 min', '300 years')
    """
    length, unit = max((one for one in _UNITS if one[0] <= seconds), default=_UNITS[0])
    count = seconds / length
    if unit == "s" and count < 60:
        return f"{count:.2g} s" if count >= 0.001 else "less than 0.001 s"
    return f"{float(f'{count:.1g}'):.0f} {unit}" if count < 1e6 else f"{count:.0e} {unit}"
