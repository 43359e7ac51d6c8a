"""Real numbers known to lie in an interval, as decimal text that is safe to print and to store."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from flint import arb, fmpz

from gfkit.errors import InputError
from gfkit.face import Face
from gfkit.sequences.number import whole_text

_MOST_ZEROS = 5
"""How many zeros a number may have after the point before it is written with an exponent."""


@dataclass(frozen=True)
class Ball(Face):
    """A number that differs from ``value`` by at most ``radius``; radius 0 means exactly.

    >>> root = Ball("1.41421356237309504880", "1e-20")
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


def check_digits(digits: int) -> None:
    """Refuses a number of digits below 1."""
    if digits < 1:
        raise InputError(f"digits {digits}: must be at least 1")


def enclosed(number: arb, digits: int, *, near_zero: bool = False) -> Ball | None:
    """The decimal ball around a FLINT ball, or None when that is too wide for so many digits.

    The error of FLINT's ball and that of rounding to decimal together stay within one unit of the last
    digit, the one with ``digits`` digits between it and the leading one.

    >>> from flint import ctx
    >>> with ctx.workprec(100):
    ...     print(enclosed(arb(2).sqrt(), 20))
    1.41421356237309504880 +/- 1e-20

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
    digits, _, power = text.partition("e")
    before, _, after = digits.partition(".")
    scale: Fraction = Fraction(10) ** (int(power or 0) - len(after))
    return int(fmpz(before + after)) * scale


def _decimal(whole: int, places: int) -> str:
    if places <= 0:
        return whole_text(whole * 10**-places)
    sign, digits = "-" if whole < 0 else "", whole_text(abs(whole))
    if places - len(digits) > _MOST_ZEROS:
        return f"{sign}{digits[0]}.{digits[1:]}e{len(digits) - 1 - places}"
    digits = digits.rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"
