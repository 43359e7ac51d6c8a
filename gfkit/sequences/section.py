"""Every k-th term of a sequence with a rational generating function."""

from __future__ import annotations

from flint import fmpz_poly

from gfkit.errors import InputError
from gfkit.sequences.dense import dense, series, sparse
from gfkit.sequences.rational import RationalGF


def section(gf: RationalGF, step: int, offset: int = 0) -> RationalGF:
    """The generating function of n -> a(step * n + offset), in t alone.

    Its denominator is the product of 1 - r^step t over the roots r, from their power sums; cost
    order^2 products and step * order terms.

    >>> print(section(RationalGF.of([0, 1], [1, -1, -1]), 2, 1))
    (1 - t)/(1 - 3*t + t^2)
    """
    gf.plain("a section")
    if step < 1 or offset < 0:
        raise InputError(f"section {step}n + {offset}: the step must be >= 1 and the offset >= 0")
    below = power_roots(dense(gf.denominator), step)
    first = max(0, -((offset - gf.first_n) // step))
    count = max(first, gf.degree // step + 1) + gf.order
    listed = series(dense(gf.numerator), dense(gf.denominator), count * step + offset)
    chosen = fmpz_poly(listed[offset::step])
    above = chosen.mul_low(below, count)
    return RationalGF.reduced(sparse(above.coeffs()), sparse(below.coeffs()), first)


def power_roots(denominator: fmpz_poly, step: int) -> fmpz_poly:
    """The product of 1 - r^step t, where the denominator is the product of 1 - r t.

    With power sums s(k) of the roots, the coefficients q of the product obey Newton's identities
    k q(k) = -(s(step) q(k-1) + s(2 step) q(k-2) + ... + s(k step) q(0)).

    >>> power_roots(fmpz_poly([1, -1, -1]), 2)
    x^2 + (-3)*x + 1
    """
    order = denominator.degree()
    above = fmpz_poly([-c for c in denominator.derivative().coeffs()])  # sum of s(k+1) t^k times Q
    sums = series(above, denominator, step * order)
    row: list[int] = [1]
    for k in range(1, order + 1):
        total = sum(sums[step * j - 1] * row[k - j] for j in range(1, k + 1))
        row.append(-total // k)
    return fmpz_poly(row)
