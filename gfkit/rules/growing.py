"""Values that grow: cells with the values 0..n, -n..n or 1..n, for every n."""

from __future__ import annotations

import re
from typing import NamedTuple

from gfkit.errors import InputError

_END = r"(?:([+-]?)(\d{0,3})\*?n([+-]\d{1,3})?|([+-]?\d{1,4}))"
_RANGE = re.compile(rf"{_END}\.\.{_END}")
NAME = re.compile(r"(?<![A-Za-z0-9_])n(?![A-Za-z0-9_])")
"""The number n alone, in an expression."""
_FAR = 12_000
"""More than the n for which a small value can be there first, or last: constants have four digits."""
_OTHER_BASE = re.compile(r"\b0[xX][\da-fA-F]+\b|\b0[oO][0-7]+\b|\b0[bB][01]+\b")
_SIZES = (97, 89, 83, 79, 49, 47, 43, 41, 31, 29, 23, 19)

End = tuple[int, int]
"""The coefficient of n, and a constant."""


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
        """Return the values that a string denotes: n values from 0, or a range with endpoint n."""
        if text.strip() == "n":
            return cls((0, 0), (1, -1), "0..n-1")
        match = _RANGE.fullmatch("".join(text.split()))
        if match is None or "n" not in text:
            raise InputError(
                f'values {text!r}: expected n (so many, from 0), or a range as "0..n" or "-n..n"'
            )
        low, high = _end(match.groups()[:4]), _end(match.groups()[4:])
        if high[0] <= low[0]:
            raise InputError(f"values {text!r}: there are not more of them as n grows")
        return cls(low, high, re.sub(r"\s+", "", text))

    def at(self, n: int) -> range:
        """Return the values for one n, or none if there are no values."""
        return range(self.low[0] * n + self.low[1], self.high[0] * n + self.high[1] + 1)

    @property
    def first_n(self) -> int:
        """The smallest n >= 0 with a value, or with an empty range of consecutive endpoints (1..0)."""
        return max(0, -((self.high[1] + 1 - self.low[1]) // (self.high[0] - self.low[0])))

    def may_have(self, value: int) -> bool:
        """Return True if it is among them for some n >= 0."""
        return any(value in self.at(n) for n in range(_FAR))


def _end(groups: tuple[str | None, ...]) -> End:
    sign, times, more, constant = groups
    if constant is not None:
        return 0, int(constant)
    return int(f"{sign or ''}{times or 1}"), int((more or "0").replace(" ", ""))


def placeholder(text: str, values: GrowingValues) -> int:
    """Return a number that does not occur in a string, to replace n; there are at most 100 values then."""
    plain = _OTHER_BASE.sub(lambda written: str(int(written[0], 0)), text.replace("_", ""))
    sizes = (size for size in _SIZES if str(size) not in plain and 0 < len(values.at(size)) <= 100)
    number = next(sizes, None)
    if number is None:
        raise InputError(
            f"values {values.text!r} grow too fast, or begin too late: for n = {_SIZES[-1]} to {_SIZES[0]}"
            " there are more than 100 of them, or none"
        )
    return number
