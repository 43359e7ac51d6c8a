r"""Rational generating functions that are equal to P-recursive sequences modulo m.

Theorem. Let p_0(n) a(n) + ... + p_r(n) a(n-r) = 0 for n >= N with integer polynomials p_k, and
let p_0(n) have an inverse modulo m for every n. Then, modulo m, the vector v(n) of a(n), ..., a(n-r+1) is
A(n) v(n-1) for n >= N with a matrix A(n) that depends on n modulo m alone. If B is the product of A over one
period, with characteristic polynomial c_0 + c_1 x + ... + c_r x^r, then c_0 a(n) + c_1 a(n+m) + ... +
c_r a(n+rm) = 0 modulo m for n >= N - r, because all such products are A(n) ... A(n-m+1), and conjugate in the
sense that X Y and Y X have the same characteristic polynomial. So the series of a is, modulo m, a quotient
with the denominator c_r + c_(r-1) t^m + ... + c_0 t^(rm), where c_r = 1.

The denominator has a constant term prime to m, so the expansion of the quotient is unique modulo m.

Reference: Philippe Flajolet, On congruences and continued fractions for some classical combinatorial
quantities, Discrete Mathematics 41 (1982).
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from flint import fmpz_mat, fmpz_poly, nmod_poly

from gfkit.core.algebra.polynomial import sparse
from gfkit.core.algebra.rational import RationalGF
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.typing import check_stop

if TYPE_CHECKING:
    from gfkit.core.algebra.holonomic import PRecursive

_MOST_ORDER = 1500


def recurrence_modulo(sequence: PRecursive, modulus: int) -> RationalGF:
    """Return a rational generating function that is equal to a sequence of integers modulo m.

    Raise MismatchError if a hypothesis of the theorem fails.

    >>> from gfkit.core.algebra import PRecursive
    >>> derangements = PRecursive.parse("a(n) = (n-1)*a(n-1) + (n-1)*a(n-2)", [1, 0])
    >>> recurrence_modulo(derangements, 3).residues(3).values
    (1, 0, 1, 2, 0, 2)
    """
    order, start = sequence.order, sequence.determined_from
    if max(order, 1) * modulus > _MOST_ORDER:
        raise LimitError(f"the recurrence modulo {modulus} would have an order above {_MOST_ORDER:,}")
    leading = sequence.rows[0]
    bad = next((n for n in range(start, start + modulus) if gcd(int(leading(n)), modulus) > 1), None)
    if bad is not None:
        raise MismatchError(
            f"the leading coefficient {leading(bad)} of the recurrence at n = {bad} has no inverse modulo"
            f" {modulus}"
        )
    if any(value != int(value) for value in sequence.initial):
        raise MismatchError("an initial term is not an integer")
    product = fmpz_mat(order, order, [int(i == j) for i in range(order) for j in range(order)])
    values = [int(value) % modulus for value in sequence.initial]
    end = start + modulus * (order + 1)
    for n in range(start, end):
        check_stop()
        unit = pow(int(leading(n)), -1, modulus)
        row = [-int(p(n)) * unit % modulus for p in sequence.rows[1:]]
        values.append(sum(c * v for c, v in zip(row, reversed(values), strict=False)) % modulus)
        if n < start + modulus and order:
            entries = [*row, *(int(i == j) for i in range(order - 1) for j in range(order))]
            matrix = fmpz_mat(order, order, entries) * product
            product = fmpz_mat(order, order, [int(c) % modulus for c in matrix.entries()])
    characteristic = product.charpoly() if order else fmpz_poly([1])
    below = [0] * (order * modulus + 1)
    for k, c in enumerate(characteristic.coeffs()):
        below[(order - k) * modulus] = int(c) % modulus
    below[0] = 1
    terms = nmod_poly([*(0,) * sequence.first_n, *values], modulus)
    above = terms.mul_low(nmod_poly(below, modulus), sequence.first_n + len(values))
    return RationalGF.reduced(sparse(map(int, above.coeffs())), sparse(below), sequence.first_n)
