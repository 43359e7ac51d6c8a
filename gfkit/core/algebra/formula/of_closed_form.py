"""Trees of closed forms: rational roots and roots of unity, square roots, sums over the roots of
polynomials.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from gfkit.core.algebra.closed_form import BinetPart, Group, cases_sum, group_by_unity, root_letters
from gfkit.core.algebra.formula import tree
from gfkit.core.algebra.formula.of_values import high_powers_first, of_cases, rational_row, with_beginning
from gfkit.core.algebra.formula.write.plain import Writer

if TYPE_CHECKING:
    from gfkit.core.algebra import ClosedForm
    from gfkit.core.algebra.formula.radical import Radical

_MOST_CASES = 12
_FACTORED_BITS = 128
_NAMED = {"F": (1, 0, 1), "L": (1, 2, 1), "Pell": (2, 0, 1)}
"""Sequences b(n) = p b(n-1) + b(n-2) by name, each with p, b(0), b(1)."""
_MOST_SHIFT = 50
"""Largest distance between the index of a Fibonacci, Lucas or Pell number and n."""


def of_closed_form(form: ClosedForm, writer: Writer) -> tree.Node:
    """Return the tree of a closed form, with its range and the terms before it."""
    return with_beginning(explicit_part(form, writer), form.exceptions)


def explicit_part(form: ClosedForm, writer: Writer) -> tree.Node:
    """Return the formula without its range: radicals up to the degree that the writer supports, otherwise
    sums over roots.
    """
    groups, others = group_by_unity(form.parts)
    numbered = [part for part in others if part.degree > writer.radical_degree]
    letters = iter(["r"] * len(numbered) if writer.is_system else root_letters(len(numbered)))
    quadratic = _quadratic if writer.is_system else _write_named_sequence
    rest = [_root_sum(part, next(letters)) if part in numbered else quadratic(part) for part in others]
    alone = len(groups) == 1 and not others
    if not others and (powers := _integer_powers(groups)):
        below = lcm(*(factor.denominator for _, factor in powers))
        terms = [_power_term(base, int(factor * below)) for base, factor in powers]
        return tree.quotient(tree.sum_of_terms(terms), tree.Number(below))
    return tree.sum_of_terms(
        [*rest, *(node for scale, group in groups for node in _group_nodes(scale, group, alone))]
    )


# Roots of unity times a number


def _integer_powers(groups: Sequence[tuple[Fraction, Group]]) -> list[tuple[int, Fraction]]:
    """Return the bases and factors of a sum of powers of integers, or an empty list for any other sum."""
    listed = [(scale, order, cases[0]) for scale, group in groups for order, cases in group]
    if any(order > 2 or scale.denominator > 1 or len(row) > 1 for scale, order, row in listed):
        return []
    powers = [(int(scale) * (-1) ** (order - 1), row[0]) for scale, order, row in listed]
    return powers if any(abs(base) > 1 for base, _ in powers) else []


def _power_term(base: int, factor: int) -> tree.Node:
    """Return factor * base^n; a factor that is a power of the base is added to the exponent."""
    size, shift = abs(factor), 0
    while base > 1 and size % base == 0:
        size, shift = size // base, shift + 1
    if size > 1:
        size, shift = abs(factor), 0
    power = tree.ONE if base == 1 else tree.Power(tree.Number(base), _shift_index(shift))
    return tree.with_sign(factor < 0, tree.product(tree.Number(size), power))


def _group_nodes(
    scale: Fraction, group: list[tuple[int, list[list[Fraction]]]], alone: bool
) -> list[tree.Node]:
    orders, rows = [order for order, _ in group], [row for _, row in group]
    period = lcm(*orders)
    if alone and scale == 1 and 1 < period <= _MOST_CASES:
        return [of_cases(cases_sum(rows))]
    if 2 < period <= _MOST_CASES:
        return [_case_list(cases_sum(rows), scale)]
    return [
        rational_row(cases[0], tree.Power(tree.Number(-scale), tree.N))
        if order == 2
        else _case_list(cases, scale)
        for order, cases in group
    ]


def _case_list(rows: Sequence[Sequence[Fraction]], scale: Fraction) -> tree.Node:
    """Return the cases as a lookup by n modulo their number, times scale^n."""
    factor = tree.ONE if scale == 1 else tree.Power(tree.Number(scale), tree.N)
    if len(rows) == 1:
        return rational_row(rows[0], factor)
    return tree.product(factor, tree.Lookup(tuple(rational_row(row) for row in rows)))


# Quadratic irrationals


def _write_named_sequence(part: BinetPart) -> tree.Node:
    """Return the part as a multiple of Fibonacci, Lucas or Pell numbers if possible, otherwise in
    radicals.
    """
    (first, second), p = part.coefficients()[0], -part.factor[1]
    values = 2 * first + p * second, first * p + second * (p * p + 2)
    is_monic = (part.factor[0], part.multiplicity, part.scale) == (-1, 1, 1)
    for name, (step, *known) in _NAMED.items() if is_monic else ():
        for _ in range(_MOST_SHIFT):
            known = [known[1] - p * known[0], *known, p * known[-1] + known[-2]]
        for shift in sorted(range(-_MOST_SHIFT, _MOST_SHIFT + 1), key=abs) if p == step else ():
            zero, one = known[shift + _MOST_SHIFT :][:2]
            if values[0] * one == values[1] * zero:
                symbol = tree.Symbol((name,), _shift_index(shift))
                return rational_row([values[0] / zero if zero else values[1] / one], symbol)
    return _quadratic(part)


def _quadratic(part: BinetPart) -> tree.Node:
    """Return the part of a quadratic factor in radicals, with its two roots next to each other."""
    from gfkit.core.algebra.formula.radical import Radical

    image, square = _root_of(part.factor[1], part.factor[0])
    values = [Radical.of(row[0]) + Radical.of(row[1]) * image for row in part.coefficients()]
    image = image * Radical.of(Fraction(1, part.scale))
    if len(values) == 1:
        step = Radical.of(1)
        for shift in range(4):
            for sign, moved in ((1, values[0] * _inverse(step)), (-1, values[0] * step)):
                if 0 in _split_rational(moved):
                    return _write_pure_power(moved, square, image, sign * shift)
            step = step * image
    return _write_general(values, square, image)


def _write_pure_power(value: Radical, square: int, image: Radical, shift: int) -> tree.Node:
    """Return the sum of value r^(n + shift) over both roots r, for a value that is rational or purely
    irrational.
    """
    exponent = _shift_index(shift)
    first, second = tree.Power(image.tree, exponent), tree.Power(_conjugate(image).tree, exponent)
    rational, irrational = _split_rational(value)
    if irrational == 0:
        return _scale_body(rational, tree.Sum((first, second)), tree.ONE)
    difference, radical = tree.Sum((first, tree.Negative(second))), tree.root(square)
    upstairs, downstairs = irrational, irrational * square
    if _height(downstairs) <= _height(upstairs):
        return _scale_body(downstairs, difference, tree.ONE, radical)
    return _scale_body(upstairs, difference, radical)


def _scale_body(
    scale: Fraction, body: tree.Node, radical: tree.Node, below: tree.Node = tree.ONE
) -> tree.Node:
    above = tree.product(tree.Number(abs(scale.numerator)), radical, body)
    return tree.with_sign(
        scale < 0, tree.quotient(above, tree.product(tree.Number(scale.denominator), below))
    )


def _height(number: Fraction) -> int:
    return max(abs(number.numerator), number.denominator)


def _write_general(values: Sequence[Radical], square: int, image: Radical) -> tree.Node:
    both = [_split_rational(value) for value in values]
    below = lcm(*(part.denominator for two in both for part in two))
    plain = high_powers_first([int(rational * below) for rational, _ in both], "n")
    steep = [int(irrational * below) for _, irrational in both]
    negative = next((c < 0 for c in reversed(steep) if c), False)
    size = high_powers_first([-c for c in steep] if negative else steep, "n")
    pieces = [
        tree.product(_pair(plain, size, square, minus), tree.Power(radical.tree, tree.N))
        for radical, minus in ((image, negative), (_conjugate(image), not negative))
    ]
    return tree.quotient(tree.sum_of_terms(pieces), tree.Number(below))


def _pair(plain: tree.Node, size: tree.Node, square: int, minus: bool) -> tree.Node:
    """Return the sum or difference plain +- size * sqrt(square)."""
    if size == tree.ZERO:
        return plain
    radical = tree.with_sign(minus, tree.product(size, tree.root(square)))
    return radical if plain == tree.ZERO else tree.sum_of_terms([plain, radical])


def _root_of(linear: int, constant: int) -> tuple[Radical, int]:
    """Return the root of z^2 + linear z + constant with the positive root of the discriminant, and its
    square.

    >>> print(*_root_of(-1, -1))
    (1 + sqrt(5))/2 5
    """
    from gfkit.core.algebra.formula.radical import Radical, split

    outside, square = split(linear * linear - 4 * constant, _FACTORED_BITS)
    return Radical.sum({1: Fraction(-linear, 2), square: Fraction(outside, 2)}), square


def _split_rational(value: Radical) -> tuple[Fraction, Fraction]:
    """Return a and b of a number a + b sqrt(d)."""
    parts = dict(value.parts)
    rational = parts.pop(1, Fraction(0))
    return rational, next(iter(parts.values()), Fraction(0))


def _conjugate(value: Radical) -> Radical:
    """Return the conjugate, with the opposite sign of the square root."""
    return type(value)(tuple((d, c if d == 1 else -c) for d, c in value.parts))


def _inverse(value: Radical) -> Radical:
    """Return the inverse of a nonzero number with radicals, without factoring its norm, which may be
    large.
    """
    conjugate = _conjugate(value)
    norm = (value * conjugate).rational
    assert norm, "the number is not 0"
    return conjugate * value.of(1 / norm)


# Numbered roots


def _root_sum(part: BinetPart, name: str) -> tree.Node:
    rows, under = part.numerators, part.denominator
    over = min(k for row in rows for k, c in enumerate(row) if c)
    below = next(k for k, c in enumerate(under) if c)
    scales = [
        tree.product(high_powers_first(row[over:], name), high_powers_first([*(0,) * j, 1], "n"))
        for j, row in enumerate(rows)
        if any(row)
    ]
    body = tree.quotient(
        tree.product(tree.sum_of_terms(scales), tree.Power(tree.Letter(name), _shift_index(over - below))),
        high_powers_first(under[below:], name),
    )
    total = tree.RootSum(body, name, high_powers_first(part.factor, name))
    return total if part.scale == 1 else tree.Quotient(total, tree.Power(tree.Number(part.scale), tree.N))


def _shift_index(shift: int) -> tree.Node:
    return tree.sum_of_terms([tree.N, tree.Number(shift)]) if shift else tree.N
