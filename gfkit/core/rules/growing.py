"""Ranges of values that depend on n: cells with the values 0..n, -n..n or 1..n, for every n."""

from __future__ import annotations

import re
from typing import NamedTuple

from gfkit.core.deferred import regex
from gfkit.core.errors import InputError

_END = r"(?:([+-]?)(\d{0,3})\*?n([+-]\d{1,3})?|([+-]?\d{1,4}))"
_RANGE = regex(rf"{_END}\.\.{_END}")
NAME = regex(r"(?<![A-Za-z0-9_])n(?![A-Za-z0-9_])")
"""Pattern of the variable n, not as part of a longer name."""
_FAR = 12_000
"""Bound on the smallest and the largest n for which the range contains a small value; constants have at most
four digits.
"""
_OTHER_BASE = regex(r"\b0[xX][\da-fA-F]+\b|\b0[oO][0-7]+\b|\b0[bB][01]+\b")
_SIZES = (97, 89, 83, 79, 49, 47, 43, 41, 31, 29, 23, 19)

End = tuple[int, int]
"""Linear form: the coefficient of n, and a constant."""


class GrowingValues(NamedTuple):
    """Values between two linear forms in n.

    >>> GrowingValues.read("-n..n").at(2), GrowingValues.read("n").at(3)
    (range(-2, 3), range(0, 3))
    """

    low: End
    high: End
    text: str

    @classmethod
    def read(cls, text: str) -> GrowingValues:
        """Parse a range of values: "n" for 0..n-1, or a range with n in an endpoint."""
        if text.strip() == "n":
            return cls((0, 0), (1, -1), "0..n-1")
        match = _RANGE.fullmatch("".join(text.split()))
        if match is None or "n" not in text:
            raise InputError(
                f'cannot parse values {text!r}; write n for 0..n-1, or a range such as "0..n" or "-n..n"'
            )
        low, high = _parse_end(match.groups()[:4]), _parse_end(match.groups()[4:])
        if high[0] <= low[0]:
            raise InputError(f"values {text!r}: the number of values must increase with n")
        return cls(low, high, re.sub(r"\s+", "", text))

    def at(self, n: int) -> range:
        """Return the range of values for one n, which may be empty."""
        return range(self.low[0] * n + self.low[1], self.high[0] * n + self.high[1] + 1)

    @property
    def first_n(self) -> int:
        """Smallest n >= 0 for which the range is nonempty, or is empty with consecutive endpoints such as
        1..0.
        """
        return max(0, -((self.high[1] + 1 - self.low[1]) // (self.high[0] - self.low[0])))

    def may_have(self, value: int) -> bool:
        """Return True if the value is in the range for some n >= 0."""
        return any(value in self.at(n) for n in range(_FAR))


def _parse_end(groups: tuple[str | None, ...]) -> End:
    sign, times, more, constant = groups
    if constant is not None:
        return 0, int(constant)
    return int(f"{sign or ''}{times or 1}"), int((more or "0").replace(" ", ""))


def placeholder(text: str, values: GrowingValues) -> int:
    """Return an integer that does not occur in a string and can be substituted for n; the range then has at
    most 100 values.
    """
    plain = _OTHER_BASE.sub(lambda written: str(int(written[0], 0)), text.replace("_", ""))
    sizes = (size for size in _SIZES if str(size) not in plain and 0 < len(values.at(size)) <= 100)
    number = next(sizes, None)
    if number is None:
        raise InputError(
            f"values {values.text!r} are not supported: for n = {_SIZES[-1]} to {_SIZES[0]} there are more"
            " than 100 values, or none"
        )
    return number
