"""Quasi-polynomials: the parts of a Binet form whose roots are roots of unity times an integer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from flint import fmpz, fmpz_poly

from gfkit.sequences.binet import BinetPart
from gfkit.sequences.constituents import Cases
from gfkit.sequences.dense import reverse, series

Group = list[tuple[int, Cases]]
"""Orders of roots of unity, each with the polynomials of its residues."""


def unity(part: BinetPart) -> tuple[int, int] | None:
    """The scale s >= 1 and order k when the roots are s times the k-th primitive roots of unity.

    >>> unity(BinetPart((4, 0, 1), ((1,),), (1,)))
    (2, 4)
    """
    size = abs(part.factor[0])
    scale = int(fmpz(size).root(part.degree))
    if scale < 1 or scale**part.degree != size:
        return None
    row = []
    for k, c in enumerate(part.factor):
        shrunk, rest = divmod(c, scale ** (part.degree - k))
        if rest:
            return None
        row.append(shrunk)
    order = int(fmpz_poly(row).is_cyclotomic())
    return (scale, order) if order else None


def cases(part: BinetPart, scale: int, order: int) -> Cases:
    """The part divided by scale^n, as one polynomial in n for every residue of n modulo the order.

    The coefficient of n^i for residue j is the trace of c_i(r) r^j, by power sums of the roots.
    """
    factor = fmpz_poly(list(part.factor))
    below = reverse(factor, part.degree + 1)
    above = fmpz_poly([part.degree * c - k * c for k, c in enumerate(below.coeffs())])
    sums = series(above, below, order + part.degree)
    rows = part.coefficients()
    return [
        [sum((c * sums[i + j] for i, c in enumerate(row)), Fraction(0)) / scale**j for row in rows]
        for j in range(order)
    ]


def added(several: Sequence[Cases]) -> Cases:
    """The sum, with one case for every residue modulo the least common multiple of the periods."""
    period = lcm(*(len(one) for one in several))
    height = max(len(row) for one in several for row in one)
    return [
        [sum((one[j % len(one)][i : i + 1] or [Fraction(0)])[0] for one in several) for i in range(height)]  # type: ignore[misc]
        for j in range(period)
    ]


def grouped(parts: Sequence[BinetPart]) -> tuple[list[tuple[Fraction, Group]], list[BinetPart]]:
    """The parts whose roots are roots of unity times the same number, as that with their orders and cases.

    The largest number comes first; beside them the parts that are none of these.
    """
    groups: dict[Fraction, Group] = {}
    others = []
    for part in parts:
        kind = unity(part)
        if kind is None:
            others.append(part)
        else:
            groups.setdefault(Fraction(kind[0], part.scale), []).append((kind[1], cases(part, *kind)))
    return sorted(groups.items(), reverse=True), others
