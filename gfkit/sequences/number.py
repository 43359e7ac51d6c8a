"""Rational numbers as terms of sequences: integers where they are whole, fractions elsewhere."""

from __future__ import annotations

import re
from fractions import Fraction
from numbers import Real
from operator import index

from flint import fmpz

from gfkit.errors import InputError

Number = int | Fraction

_SHOWN = 60

_NUMBER = re.compile(r"([+-]?[0-9]+)(?:/([0-9]+))?")


def number(value: Number) -> Number:
    """The value as an integer where it is one.

    >>> number(Fraction(6, 3)), number(Fraction(1, 3))
    (2, Fraction(1, 3))
    """
    return int(value) if value.denominator == 1 else value


def exact_number(value: object, what: str) -> Number:
    """An integer or fraction of Python, NumPy, SymPy or FLINT; floating-point numbers are refused.

    >>> from flint import fmpq
    >>> exact_number(fmpq(6, 4), "term")
    Fraction(3, 2)
    >>> exact_number(0.5, "term")
    Traceback (most recent call last):
    ...
    gfkit.errors.InputError: term 0.5: must be an integer or a fraction; a float is not exact, write ...
    """
    if type(value) is int:
        return value
    above, below = getattr(value, "numerator", None), getattr(value, "denominator", None)
    try:
        if above is None or below is None:
            return index(value)  # type: ignore[arg-type]
        return number(Fraction(index(above), index(below)))
    except TypeError:
        raise _no_number(value, what) from None


def _no_number(value: object, what: str) -> InputError:
    is_float = isinstance(value, Real) or getattr(value, "is_Float", False)
    hint = "; a float is not exact, write Fraction(1, 2)" if is_float else ""
    return InputError(f"{what} {short_repr(value)}: must be an integer or a fraction{hint}")


def short_repr(value: object) -> str:
    """What a value prints as in an error: on one line, and not too long."""
    shown = " ".join(repr(value).split())
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."


def whole_text(value: int) -> str:
    """An integer of any size in decimal; Python's own conversion refuses beyond 4300 digits."""
    return str(fmpz(value)) if value.bit_length() > 10_000 else str(value)


def number_text(value: Number) -> str:
    """The number in decimal, of any size.

    >>> number_text(Fraction(-3, 4))
    '-3/4'
    """
    above = whole_text(value.numerator)
    return above if value.denominator == 1 else f"{above}/{whole_text(value.denominator)}"


def read_number(text: str) -> Number:
    """Reads a number as ``number_text`` prints it.

    >>> read_number("-3/4"), read_number("12")
    (Fraction(-3, 4), 12)
    """
    match = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    below = int(fmpz(match[2] or "1")) if match else 0
    if not match or not below:
        raise InputError(f"number {text!r}: expected an integer or a fraction such as 3/4, as text")
    return number(Fraction(int(fmpz(match[1].removeprefix("+"))), below))


def residue(value: Number, modulus: int) -> int:
    """The number modulo m >= 1; a fraction needs a denominator without a factor in common with m.

    >>> residue(Fraction(1, 2), 7)
    4
    """
    check_modulus(modulus)
    try:
        return value.numerator * pow(value.denominator, -1, modulus) % modulus
    except ValueError:
        raise InputError(
            f"modulus {whole_text(modulus)}: must have no factor in common with "
            f"{whole_text(value.denominator)}, the denominator of the term"
        ) from None


def check_modulus(modulus: int) -> None:
    """Refuses a modulus below 1."""
    if modulus < 1:
        raise InputError(f"modulus {modulus}: must be at least 1")


def checked_index(n: object, first_n: int) -> int:
    """The index n of a term as an integer that is not below the first one."""
    try:
        whole = index(n)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"n {n!r}: must be one integer; terms(count) lists the first terms") from None
    if whole < first_n:
        raise InputError(f"n {whole}: the sequence starts at n = {first_n}")
    return whole
