"""Numbers a + b sqrt(D), and the parts of a Binet form that they give."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import fmpz

from gfkit.sequences.binet import BinetPart
from gfkit.sequences.notation import Notation, is_sum
from gfkit.sequences.polynomial import whole_text

_FACTORED_BITS = 128


@dataclass(frozen=True)
class Surd:
    """The number rational + irrational * sqrt(square), with a square-free ``square``.

    >>> Surd.root_of(-1, -1) * Surd.root_of(-1, -1)
    Surd(rational=Fraction(3, 2), irrational=Fraction(1, 2), square=5)
    """

    rational: Fraction
    irrational: Fraction
    square: int

    @classmethod
    def root_of(cls, linear: int, constant: int) -> Surd:
        """The root of z^2 + linear z + constant with the positive root of the discriminant."""
        outside, square = _split(linear * linear - 4 * constant)
        return cls(Fraction(-linear, 2), Fraction(outside, 2), square)

    def __mul__(self, other: Surd) -> Surd:
        return Surd(
            self.rational * other.rational + self.irrational * other.irrational * self.square,
            self.rational * other.irrational + self.irrational * other.rational,
            self.square,
        )

    @property
    def inverse(self) -> Surd:
        norm = self.rational**2 - self.irrational**2 * self.square
        return Surd(self.rational / norm, -self.irrational / norm, self.square)

    @property
    def conjugate(self) -> Surd:
        return Surd(self.rational, -self.irrational, self.square)

    def over(self, divisor: int) -> Surd:
        return Surd(self.rational / divisor, self.irrational / divisor, self.square)

    def text(self, note: Notation) -> str:
        below = lcm(self.rational.denominator, self.irrational.denominator)
        return note.over(
            pair_text(
                note,
                whole_text(int(self.rational * below)),
                whole_text(int(self.irrational * below)),
                self.square,
            ),
            whole_text(below),
        )


def pair_text(note: Notation, rational: str, irrational: str, square: int, *, minus: bool = False) -> str:
    """The sum rational + irrational * sqrt(square) of texts, or their difference."""
    if irrational == "0":
        return rational
    if irrational.startswith("-") and not is_sum(irrational):
        irrational, minus = irrational[1:], not minus
    root = ("-" if minus else "") + note.product(irrational, note.root(square))
    return root if rational == "0" else note.total([rational, root])


def quadratic_text(part: BinetPart, note: Notation) -> str:
    """The part of a quadratic factor in radicals, its two roots side by side."""
    root = Surd.root_of(part.factor[1], part.factor[0])
    values = [_at(row, root) for row in part.coefficients()]
    root = root.over(part.scale)
    if len(values) == 1:
        step = Surd(Fraction(1), Fraction(0), root.square)
        for shift in range(4):
            for sign, moved in ((1, values[0] * step.inverse), (-1, values[0] * step)):
                if moved.rational == 0 or moved.irrational == 0:
                    return _pure_text(moved, root, sign * shift, note)
            step = step * root
    return _general_text(values, root, note)


def _pure_text(value: Surd, root: Surd, shift: int, note: Notation) -> str:
    exponent = f"n{shift:+d}" if shift else "n"
    one, two = (note.power(r.text(note), exponent) for r in (root, root.conjugate))
    if value.irrational == 0:
        return _scaled(note, value.rational, f"{one} + {two}", "1")
    upstairs, downstairs = value.irrational, value.irrational * value.square
    if _height(downstairs) <= _height(upstairs):
        return _scaled(note, downstairs, f"{one} - {two}", note.root(value.square), below=True)
    return _scaled(note, upstairs, f"{one} - {two}", note.root(value.square))


def _scaled(note: Notation, scale: Fraction, body: str, root: str, *, below: bool = False) -> str:
    over, under = whole_text(abs(scale.numerator)), whole_text(scale.denominator)
    above = note.product(over, body) if below else note.product(over, root, body)
    text = note.over(above, note.product(under, root) if below else under)
    return "-" + note.guarded(text) if scale < 0 else text


def _height(number: Fraction) -> int:
    return max(abs(number.numerator), number.denominator)


def _general_text(values: list[Surd], root: Surd, note: Notation) -> str:
    below = lcm(*(part.denominator for value in values for part in (value.rational, value.irrational)))
    plain = note.falling([int(value.rational * below) for value in values], "n")
    steep = [int(value.irrational * below) for value in values]
    negative = next((c < 0 for c in reversed(steep) if c), False)
    size = note.falling([-c for c in steep] if negative else steep, "n")
    pieces = []
    for image, minus in ((root, negative), (root.conjugate, not negative)):
        scale = pair_text(note, plain, size, root.square, minus=minus)
        pieces.append(note.product(scale, note.power(image.text(note), "n")))
    return note.over(note.total(pieces), whole_text(below))


def _at(row: list[Fraction], root: Surd) -> Surd:
    return Surd(row[0] + row[1] * root.rational, row[1] * root.irrational, root.square)


def _split(number: int) -> tuple[int, int]:
    """The largest r and the square-free s with number = r^2 s; of large numbers only small primes go to r."""
    outside, square, size = 1, 1 if number > 0 else -1, fmpz(abs(number))
    for prime, power in size.factor() if size.bit_length() <= _FACTORED_BITS else size.factor_smooth(15):
        outside *= int(prime) ** (power // 2)
        square *= int(prime) ** (power % 2)
    return outside, square
