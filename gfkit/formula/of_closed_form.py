"""From closed forms to trees: rational roots and roots of unity, square roots, sums over numbered roots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import fmpz

from gfkit.formula import tree
from gfkit.formula.of_values import falling, of_cases, rational_row, with_beginning
from gfkit.formula.write.plain import Writer
from gfkit.sequences import ClosedForm
from gfkit.sequences.closed_form import BinetPart, cases_sum, grouped

_MOST_CASES = 12
_FACTORED_BITS = 128


def of_closed_form(form: ClosedForm, writer: Writer) -> tree.Node:
    """The formula with where it holds and the terms before."""
    return with_beginning(explicit_part(form, writer), form.exceptions)


def explicit_part(form: ClosedForm, writer: Writer) -> tree.Node:
    """The formula alone: radicals up to the degree that the writer knows, sums over roots, the others."""
    groups, others = grouped(form.parts)
    numbered = [part for part in others if part.degree > writer.radical_degree]
    letters = iter(writer.root_letters(len(numbered)))
    rest = [_root_sum(part, next(letters)) if part in numbered else _quadratic(part) for part in others]
    alone = len(groups) == 1 and not others
    return tree.summed([*rest, *(node for scale, group in groups for node in _grouped(scale, group, alone))])


# Roots of unity times a number


def _grouped(scale: Fraction, group: list[tuple[int, list[list[Fraction]]]], alone: bool) -> list[tree.Node]:
    orders, rows = [order for order, _ in group], [row for _, row in group]
    period = lcm(*orders)
    if alone and scale == 1 and 1 < period <= _MOST_CASES:
        return [of_cases(cases_sum(rows))]
    if 2 < period <= _MOST_CASES:
        return [_listed(cases_sum(rows), scale)]
    return [
        rational_row(one[0], tree.Power(tree.Number(-scale), tree.N)) if order == 2 else _listed(one, scale)
        for order, one in group
    ]


def _listed(rows: Sequence[Sequence[Fraction]], scale: Fraction) -> tree.Node:
    """The cases as a list to be looked up by n modulo its length, times scale^n."""
    factor = tree.ONE if scale == 1 else tree.Power(tree.Number(scale), tree.N)
    if len(rows) == 1:
        return rational_row(rows[0], factor)
    return tree.product(factor, tree.Lookup(tuple(rational_row(row) for row in rows)))


# Quadratic irrationals


def _quadratic(part: BinetPart) -> tree.Node:
    """The part of a quadratic factor in radicals, its two roots side by side."""
    image = _Surd.root_of(part.factor[1], part.factor[0])
    values = [
        _Surd(row[0] + row[1] * image.rational, row[1] * image.irrational, image.square)
        for row in part.coefficients()
    ]
    image = image.over(part.scale)
    if len(values) == 1:
        step = _Surd(Fraction(1), Fraction(0), image.square)
        for shift in range(4):
            for sign, moved in ((1, values[0] * step.inverse), (-1, values[0] * step)):
                if moved.rational == 0 or moved.irrational == 0:
                    return _pure(moved, image, sign * shift)
            step = step * image
    return _general(values, image)


def _pure(value: _Surd, image: _Surd, shift: int) -> tree.Node:
    """The sum of value r^(n + shift) over both roots, for a rational value or one without rational part."""
    exponent = _later(shift)
    one, two = tree.Power(_of_surd(image), exponent), tree.Power(_of_surd(image.conjugate), exponent)
    if value.irrational == 0:
        return _scaled(value.rational, tree.Sum((one, two)), tree.ONE)
    difference, radical = tree.Sum((one, tree.Negative(two))), tree.root(value.square)
    upstairs, downstairs = value.irrational, value.irrational * value.square
    if _height(downstairs) <= _height(upstairs):
        return _scaled(downstairs, difference, tree.ONE, radical)
    return _scaled(upstairs, difference, radical)


def _scaled(scale: Fraction, body: tree.Node, radical: tree.Node, below: tree.Node = tree.ONE) -> tree.Node:
    above = tree.product(tree.Number(abs(scale.numerator)), radical, body)
    return tree.signed(scale < 0, tree.quotient(above, tree.product(tree.Number(scale.denominator), below)))


def _height(number: Fraction) -> int:
    return max(abs(number.numerator), number.denominator)


def _general(values: Sequence[_Surd], image: _Surd) -> tree.Node:
    below = lcm(*(part.denominator for value in values for part in (value.rational, value.irrational)))
    plain = falling([int(value.rational * below) for value in values], "n")
    steep = [int(value.irrational * below) for value in values]
    negative = next((c < 0 for c in reversed(steep) if c), False)
    size = falling([-c for c in steep] if negative else steep, "n")
    pieces = [
        tree.product(_pair(plain, size, image.square, minus), tree.Power(_of_surd(one), tree.N))
        for one, minus in ((image, negative), (image.conjugate, not negative))
    ]
    return tree.quotient(tree.summed(pieces), tree.Number(below))


def _of_surd(surd: _Surd) -> tree.Node:
    below = lcm(surd.rational.denominator, surd.irrational.denominator)
    rest = int(surd.irrational * below)
    whole = tree.Number(int(surd.rational * below))
    return tree.quotient(_pair(whole, tree.Number(abs(rest)), surd.square, rest < 0), tree.Number(below))


def _pair(plain: tree.Node, size: tree.Node, square: int, minus: bool) -> tree.Node:
    """The sum or difference plain +- size * sqrt(square)."""
    if size == tree.ZERO:
        return plain
    radical = tree.signed(minus, tree.product(size, tree.root(square)))
    return radical if plain == tree.ZERO else tree.summed([plain, radical])


@dataclass(frozen=True)
class _Surd:
    """The number rational + irrational * sqrt(square), with a square-free ``square``.

    >>> _Surd.root_of(-1, -1) * _Surd.root_of(-1, -1)
    _Surd(rational=Fraction(3, 2), irrational=Fraction(1, 2), square=5)
    """

    rational: Fraction
    irrational: Fraction
    square: int

    @classmethod
    def root_of(cls, linear: int, constant: int) -> _Surd:
        """The root of z^2 + linear z + constant with the positive root of the discriminant."""
        outside, square = _split(linear * linear - 4 * constant)
        return cls(Fraction(-linear, 2), Fraction(outside, 2), square)

    def __mul__(self, other: _Surd) -> _Surd:
        return _Surd(
            self.rational * other.rational + self.irrational * other.irrational * self.square,
            self.rational * other.irrational + self.irrational * other.rational,
            self.square,
        )

    @property
    def inverse(self) -> _Surd:
        norm = self.rational**2 - self.irrational**2 * self.square
        return _Surd(self.rational / norm, -self.irrational / norm, self.square)

    @property
    def conjugate(self) -> _Surd:
        return _Surd(self.rational, -self.irrational, self.square)

    def over(self, divisor: int) -> _Surd:
        return _Surd(self.rational / divisor, self.irrational / divisor, self.square)


def _split(number: int) -> tuple[int, int]:
    """The largest r and the square-free s with number = r^2 s; of large numbers only small primes go to r."""
    outside, square, size = 1, 1 if number > 0 else -1, fmpz(abs(number))
    for prime, power in size.factor() if size.bit_length() <= _FACTORED_BITS else size.factor_smooth(15):
        outside *= int(prime) ** (power // 2)
        square *= int(prime) ** (power % 2)
    return outside, square


# Numbered roots


def _root_sum(part: BinetPart, name: str) -> tree.Node:
    rows, under = part.numerators, part.denominator
    over = min(k for row in rows for k, c in enumerate(row) if c)
    below = next(k for k, c in enumerate(under) if c)
    scales = [
        tree.product(falling(row[over:], name), falling([*(0,) * j, 1], "n"))
        for j, row in enumerate(rows)
        if any(row)
    ]
    base = tree.Letter(name) if name.isalnum() else tree.Group(tree.Letter(name))
    body = tree.quotient(
        tree.product(tree.summed(scales), tree.Power(base, _later(over - below))),
        falling(under[below:], name),
    )
    found = tree.RootSum(body, name, falling(part.factor, name))
    return found if part.scale == 1 else tree.Quotient(found, tree.Power(tree.Number(part.scale), tree.N))


def _later(shift: int) -> tree.Node:
    return tree.summed([tree.N, tree.Number(shift)]) if shift else tree.N
