"""A-numbers and integers, as they are written."""

from __future__ import annotations

import re

from flint import fmpz

from gfkit.errors import InputError
from gfkit.oeis.finding import shown

A_NUMBER = re.compile(r"A[0-9]{6,7}")
STRICT = re.compile(r"-?[1-9][0-9]*|0")
LOOSE = re.compile(r"[+-]?[0-9]+")
_EASY = 4000


def a_number(value: int) -> str:
    """The name of a sequence by its number.

    >>> a_number(45), a_number(1234567)
    ('A000045', 'A1234567')
    """
    return f"A{value:06d}"


def checked_a_number(text: str) -> str:
    """An A-number with all its zeros, from any way of writing it.

    >>> checked_a_number("a45")
    'A000045'
    """
    if not re.fullmatch(r"[Aa][0-9]{1,7}", text):
        raise InputError(f"A-number {text!r}: must be A and six or seven digits, such as A000045")
    return a_number(int(text[1:]))


def read_whole(text: str, what: str) -> int:
    """An integer of any size from ASCII digits, with or without a sign.

    >>> read_whole("-007", "value")
    -7
    """
    if not LOOSE.fullmatch(text):
        raise InputError(f"{what} {shown(text)}: must be an integer, written with the digits 0 to 9")
    return int(text) if len(text) < _EASY else int(fmpz(text.removeprefix("+")))
