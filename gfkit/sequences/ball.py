"""Real numbers known to lie in an interval, as decimal text that is safe to print and to store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from flint import arb, ctx, fmpz

from gfkit.errors import InputError, LimitError
from gfkit.sequences.polynomial import whole_text


@dataclass(frozen=True)
class Ball:
    """A number that differs from ``value`` by at most ``radius``; radius 0 means exactly.

    >>> root = certified(lambda: arb(2).sqrt(), 20)
    >>> print(root)
    1.41421356237309504880 +/- 1e-20
    >>> root.low ** 2 < 2 < root.high ** 2
    True
    """

    value: str
    radius: str

    @property
    def low(self) -> Fraction:
        return _fraction(self.value) - Fraction(self.radius)

    @property
    def high(self) -> Fraction:
        return _fraction(self.value) + Fraction(self.radius)

    def contains(self, number: Fraction | int) -> bool:
        return self.low <= number <= self.high

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return self.value if self.radius == "0" else f"{self.value} +/- {self.radius}"

    def as_json(self) -> dict[str, str]:
        return {"value": self.value, "radius": self.radius}


def certified(number: Callable[[], arb], digits: int, *, most_bits: int = 1 << 16) -> Ball:
    """The ball with ``digits`` digits after the leading one, from a function that computes at any precision.

    The working precision doubles until the error of FLINT's ball and that of rounding to decimal
    together stay within one unit of the last digit.
    """
    check_digits(digits)
    bits = 64 + 4 * digits
    while bits <= most_bits:
        with ctx.workprec(bits):
            ball = enclosed(number(), digits)
        if ball is not None:
            return ball
        bits *= 2
    raise LimitError(f"digits {digits}: not reached with {most_bits} bits of precision")


def check_digits(digits: int) -> None:
    """Refuses a number of digits below 1."""
    if digits < 1:
        raise InputError(f"digits {digits}: must be at least 1")


def enclosed(number: arb, digits: int, *, near_zero: bool = False) -> Ball | None:
    """The decimal ball around a FLINT ball, or None when that is too wide for so many digits.

    With ``near_zero`` a number that may be 0 is given as 0 with radius 10^-digits once it is as close.
    """
    if not number.is_finite():
        return None
    middle, radius = exact(number.mid()), exact(number.rad())
    if radius == 0 and middle.denominator == 1:
        return Ball(whole_text(middle.numerator), "0")
    if abs(middle) <= radius:
        tiny = near_zero and abs(middle) + radius <= Fraction(10) ** -digits
        return Ball("0", f"1e-{digits}") if tiny else None
    places = digits - _exponent(middle)
    unit = Fraction(10) ** -places
    whole = round(middle / unit)
    if abs(middle - whole * unit) + radius > unit:
        return None
    return Ball(_decimal(whole, places), f"1e{-places}")


def exact(number: arb) -> Fraction:
    """The value of a ball of radius zero."""
    mantissa, exponent = (int(part) for part in number.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def _exponent(number: Fraction) -> int:
    context = Context(prec=30)
    quotient = context.divide(Decimal(abs(number.numerator)), Decimal(number.denominator))
    return quotient.adjusted()


def _fraction(text: str) -> Fraction:
    before, _, after = text.partition(".")
    return Fraction(int(fmpz(before + after)), 10 ** len(after))


def _decimal(whole: int, places: int) -> str:
    if places <= 0:
        return whole_text(whole * 10**-places)
    digits = whole_text(abs(whole)).rjust(places + 1, "0")
    return ("-" if whole < 0 else "") + f"{digits[:-places]}.{digits[-places:]}"
