"""Where the poles of a rational series lie, compared exactly: who grows faster."""

from __future__ import annotations

from flint import acb, arb, ctx, fmpz_poly

from gfkit.errors import LimitError
from gfkit.formula import radical as rows
from gfkit.formula.radical import Radical

_FIRST_BITS, _MOST_BITS = 128, 4096
UNIT = [Radical.of(1), Radical.of(-1)]
"""1 - t: the pole of a constant sequence."""


def grows_slower(poles: rows.Row, than: rows.Row, power: int) -> bool:
    """Whether every pole lies farther out than the nearest root of ``than``, or as far with less weight.

    At the distance of the nearest root of ``than`` poles of multiplicity up to ``power`` are allowed: a
    sequence whose series has these poles is then o(n^power r^-n), where r is that distance.
    """
    parts = enumerate(_by_multiplicity(poles))
    return all(_farther(part, than, strict=k >= power) for k, part in parts)


def poles_within_unit(denominator: fmpz_poly) -> int:
    """How many poles, counted by multiplicity, lie within or on the unit circle."""
    return sum(power * _within_unit(factor) for factor, power in denominator.factor()[1])


def _within_unit(factor: fmpz_poly) -> int:
    """The same for an irreducible polynomial."""
    if factor.is_cyclotomic():
        return int(factor.degree())
    row = [Radical.of(int(c)) for c in factor.coeffs()]
    bits = _FIRST_BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            try:
                sizes = _moduli(row)
            except ValueError:  # not yet isolated
                sizes = []
            if sizes and not any(size.overlaps(arb(1)) for size in sizes):
                return sum(bool(size < 1) for size in sizes)
        bits *= 2
    raise LimitError("formula: some poles lie as close to the unit circle as can be told")


def _by_multiplicity(row: rows.Row) -> list[rows.Row]:
    """Square-free polynomials: the roots of multiplicity >= 1, >= 2, ..."""
    parts = []
    while len(row) > 1:
        double = rows.common(row, rows.derivative(row))
        parts.append(rows.divided(row, double)[0])
        row = double
    return parts


def _farther(part: rows.Row, target: rows.Row, *, strict: bool) -> bool:
    """Whether all roots of one are farther from 0 (or as far) than the nearest root of the other.

    Distances that agree to many digits are taken for equal only where the roots are common to both.
    """
    shared = rows.common(part, target)
    square_free = rows.divided(target, rows.common(target, rows.derivative(target)))[0]
    bits = _FIRST_BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            decided = _decided(part, square_free, shared, strict)
        if decided is not None:
            return decided
        bits *= 2
    if strict and target == UNIT and not rows.at(part, Radical.of(-1)):
        return False
    raise LimitError(
        "formula: some roots lie as far from 0 as the claim needs, to more digits than are tried"
    )


def _decided(part: rows.Row, target: rows.Row, shared: rows.Row, strict: bool) -> bool | None:
    """The answer at the present precision; None when it is too low."""
    try:
        here, there = _moduli(part), _moduli(target)
        both = _moduli(shared) if len(shared) > 1 else []
    except ValueError:  # not yet isolated
        return None
    nearest = min(there, key=lambda size: float(size.mid()))
    if any(bool(size < nearest) for size in here):
        return False
    close = sum(size.overlaps(nearest) for size in here)
    if not close:
        return True
    common = sum(size.overlaps(nearest) for size in both)
    if not strict:
        return True if common == close else None
    alone = sum(size.overlaps(nearest) for size in there) == 1
    return False if alone and common else None


def _moduli(row: rows.Row) -> list[arb]:
    roots: list[acb] = rows.ball_polynomial(row).roots()
    return [abs(root) for root in roots]
