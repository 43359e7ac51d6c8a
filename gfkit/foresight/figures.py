"""What a forecast says: figures, how each is known, and by how much it may be off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, log2, log10

from gfkit.host.memory import size_text
from gfkit.writable import Indexable

EXACT = "exact"
ANYTHING = 1000.0
"""Doublings beyond which a figure tells nothing."""
TIME, TIME_DIGITS, DIGITS = "seconds", 1, 2
"""How names of times begin; digits of a time and of another figure."""
MOST_DIGITS, ENDLESS = 15, 1e9
"""Numbers with more digits are given as powers of ten; no figure is told with more than the second."""
UNITS = ((1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days"), (31557600.0, "years"))
Value = int | float | str | None


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

    def less_sure(self, doubt: float) -> Estimate:
        """The same with more doubt, unless it is exact."""
        return self if self.how == EXACT else replace(self, doubt=self.doubt + doubt)

    def figure(self, name: str) -> Figure:
        """As a figure of a forecast; one that may be anything is not known."""
        is_time = name.startswith(TIME)
        if self.doubt >= ANYTHING:
            return Figure(name, None, self.how)
        if self.how == EXACT and not is_time:
            return Figure(name, round(self.value))
        value = round_power(self.log, TIME_DIGITS if is_time else DIGITS, whole=not is_time)
        return Figure(name, value, self.how, 2.0**self.doubt)


UNKNOWN = Estimate(0.0, "no narrower strip tells", ANYTHING)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its value, how it is known, and by which factor it may be off; 1 for exact ones."""

    name: str
    value: Value
    how: str = EXACT
    factor: float = 1.0

    @property
    def range(self) -> tuple[Value, Value] | None:
        """From where to where the true value lies, roughly; None for exact figures."""
        if self.factor == 1.0 or not isinstance(self.value, int | float) or self.value <= 0:
            return None
        middle, off, whole = log2(self.value), log2(self.factor), isinstance(self.value, int)
        digits = TIME_DIGITS if self.name.startswith(TIME) else DIGITS  # as the value, which so lies within
        return round_power(middle - off, digits, whole=whole), round_power(middle + off, digits, whole=whole)

    @property
    def text(self) -> str:
        """For people, with units.

        >>> Estimate(10.0, "extrapolated from widths 4, 5, 6", 1.0).figure("order").text
        '1,000 (500 to 2,000)'
        """
        if self.value is None:
            return "not known"
        middle, *ends = (self._value_text(value) for value in (self.value, *(self.range or ())))
        return middle if len({*ends}) < 2 else f"{middle} ({' to '.join(ends)})"

    def _value_text(self, value: Value) -> str:
        is_size, is_time = self.name.endswith("bytes"), self.name.startswith(TIME)
        if isinstance(value, int | float):
            return size_text(value) if is_size else time_text(value) if is_time else f"{value:,}"
        if is_time and (power := str(value).removeprefix("10^")).isdigit():
            return f"10^{round(int(power) - log10(UNITS[-1][0]))} years"
        return f"{value} bytes" if is_size else f"{value}"


@dataclass(frozen=True, slots=True)
class Forecast(Indexable):
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
        return {figure.name: figure for figure in self.figures}[name]

    def refused_at_best(self, limit: int) -> str | None:
        """Why the run would be refused even with the least memory that it may take; else None."""
        least = [
            replace(figure, value=figure.range[0]) if figure.range else figure
            for figure in self.figures
            if figure.name == "memory_bytes" and figure.value is not None
        ]
        return self.refused if least and over_memory(self.task, least[0], limit) else None

    def as_json(self) -> dict[str, object]:
        """As plain data: the values by name, then how they are known and where they may lie."""
        return {
            **{figure.name: figure.value for figure in self.figures},
            "task": self.task,
            "how": {figure.name: figure.how for figure in self.figures},
            "ranges": {figure.name: list(figure.range) for figure in self.figures if figure.range},
            "advice": self.advice,
            "refused": self.refused,
        }

    def rows(self) -> list[tuple[str, str]]:
        """Labels and texts for people."""
        figures = [
            (figure.name.replace("_", " "), figure.text + f"  {figure.how}" * (figure.how != EXACT))
            for figure in self.figures
        ]
        others = (("advice", self.advice), ("refused", self.refused))
        return [("", self.task), *figures, *((label, text) for label, text in others if text)]

    def __str__(self) -> str:
        return "\n".join(f"{label}: {text}" if label else text for label, text in self.rows())


def over_memory(task: str, memory: Figure, limit: int, beside: str = "") -> str | None:
    """Why a run will be refused that needs more memory than it may have, or than there is; else None."""
    if isinstance(memory.value, int) and memory.value <= limit:
        return None
    needs = f"{beside}{memory.text} of memory"
    return f"{task} would need {needs}; the limit is {size_text(limit)} (max memory)"


def round_power(logarithm: float, digits: int, *, whole: bool) -> Value:
    """2^logarithm to some digits; a text such as ``10^301`` where it is too long to be a number.

    >>> round_power(10.0, 2, whole=True), round_power(1000.0, 2, whole=True)
    (1000, '10^301')
    """
    exponent = logarithm * log10(2)
    if exponent > MOST_DIGITS:
        return f"10^{round(exponent)}" if exponent < ENDLESS else "more than 10^300"
    value = float(f"{2.0**logarithm:.{digits}g}")
    return max(1, round(value)) if whole else value


def time_text(seconds: float) -> str:
    """Seconds in the unit that suits them.

    >>> time_text(0.02), time_text(400), time_text(1e10)
    ('0.02 s', '7 min', '300 years')
    """
    length, unit = max((entry for entry in UNITS if entry[0] <= seconds), default=UNITS[0])
    number = seconds / length
    if unit == "s":
        return f"{number:.2g} s" if number >= 0.001 else "less than 0.001 s"
    return f"{float(f'{number:.1g}'):.0f} {unit}" if number < 1e6 else f"{number:.0e} {unit}"
