"""What a run will take: figures, how each is known, and how far it may be off."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log2, log10

from gfkit.indexed import Indexed
from gfkit.memory import size_text

_MOST_DIGITS = 15
"""Numbers with more digits are given as powers of ten, as texts."""
_ENDLESS = 1e9
"""Decimal digits that no figure needs to be told."""
_UNITS = ((1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days"), (31557600.0, "years"))

Value = int | float | str | None


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
            2.0 ** min(doubt, 1000.0),
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
