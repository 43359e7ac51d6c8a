"""Octal games: heaps from which tokens are taken and which may be split in two."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from gfkit.errors import LimitError, RuleError
from gfkit.values.impartial.mex import Values, mex, roof

PREFIX = "octal:"
MOST_TERMS = 200_000
_MOST_DIGITS = 10_000
_EMPTY, _ONE, _TWO = 1, 2, 4
"""What a digit allows to be left of a heap: nothing, one heap, two heaps."""
_CODE = re.compile(r"([0-9]*)\.([0-9]*)")
_INFINITE = re.compile(r"\.\.|[…(){}\[\]]|[0-9]['_]")


@dataclass(frozen=True, slots=True)
class OctalCode:
    """The code d0.d1d2...: taking i tokens may leave what digit i says, trailing zeros cut.

    Digit i is the sum of 1 (leave nothing), 2 (leave one heap) and 4 (leave two heaps). d0 is 0, or 4
    where a heap may be split without taking anything.

    >>> print(OctalCode.read("octal:.070"))
    octal:0.07

    Reference: Richard K. Guy and Cedric A. B. Smith, The G-values of various games.
    """

    digits: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> OctalCode:
        """The code that a text such as octal:0.07 names.

        >>> OctalCode.read("octal:0.8")
        Traceback (most recent call last):
        ...
        gfkit.errors.RuleError: game 'octal:0.8': digit '8' is not octal; ...
        """
        code = text.strip().removeprefix(PREFIX).strip()
        where = f"game {text.strip()[:60]!r}"
        if _INFINITE.search(code):
            raise RuleError(
                f"{where}: a code has finitely many digits; heaps up to N depend on the first N digits"
                " only, so write those, as octal:0.3333333333 for Nim with heaps up to 10"
            )
        odd = next((c for c in code if c not in ".01234567"), None)
        if odd is not None:
            raise RuleError(
                f"{where}: digit {odd!r} is not octal; digit i is 0 to 7, the sum of 1, 2 and 4 where"
                " taking i tokens may leave nothing, one heap, two heaps"
            )
        found = _CODE.fullmatch(code)
        if found is None or not found[2]:
            raise RuleError(
                f"{where}: expected one point and octal digits after it, as octal:0.07 or octal:4.7"
            )
        start, rest = found[1].lstrip("0"), found[2].rstrip("0")
        if start not in ("", "4"):
            raise RuleError(
                f"{where}: the digit before the point must be 0, or 4 where a heap may be split without"
                f" taking anything; got {found[1]!r}"
            )
        if len(rest) > _MOST_DIGITS:
            raise LimitError(f"{where}: has {len(rest)} digits; at most {_MOST_DIGITS} are taken")
        return cls((int(start or "0"), *map(int, rest)))

    @property
    def longest(self) -> int:
        """The most tokens that one move takes."""
        return len(self.digits) - 1

    def __str__(self) -> str:
        return f"{PREFIX}{self.digits[0]}." + ("".join(map(str, self.digits[1:])) or "0")


def heap_values(code: OctalCode, count: int) -> Values:
    """The Grundy values G(0), ..., G(count - 1) of single heaps.

    G(n) is the mex of G(a) xor G(b) over the moves from n to heaps a and b; a move with digit 4 costs one
    pass over half the values so far, so all cost about digits * count^2 / 4 steps of an array.

    >>> heap_values(OctalCode.read("octal:0.07"), 12).tolist()
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
    """
    values = np.zeros(count, np.int32)
    to_none, to_one, to_two = (
        np.array([i for i, digit in enumerate(code.digits) if digit & kind], np.int64)
        for kind in (_EMPTY, _ONE, _TWO)
    )
    size = 1
    for n in range(1, count):
        parts = [values[n - to_none[to_none == n]], values[n - to_one[to_one < n]]]
        for left in (n - to_two[to_two < n]).tolist():
            half = left // 2
            parts.append(values[1 : half + 1] ^ values[left - half : left][::-1])
        values[n] = mex(parts, size)
        size = max(size, roof(int(values[n])))
    return values
