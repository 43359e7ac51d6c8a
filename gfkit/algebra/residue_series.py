r"""Rational generating functions that are equal to P-recursive sequences modulo m.

Theorem (recurrences). Let p_0(n) a(n) + ... + p_r(n) a(n-r) = 0 for n >= N with integer polynomials p_k, and
let p_0(n) have an inverse modulo m for every n. Then, modulo m, the vector v(n) of a(n), ..., a(n-r+1) is
A(n) v(n-1) for n >= N with a matrix A(n) that depends on n modulo m alone. If B is the product of A over one
period, with characteristic polynomial c_0 + c_1 x + ... + c_r x^r, then c_0 a(n) + c_1 a(n+m) + ... +
c_r a(n+rm) = 0 modulo m for n >= N - r, because all such products are A(n) ... A(n-m+1), and conjugate in the
sense that X Y and Y X have the same characteristic polynomial. So the series of a is, modulo m, a quotient
with the denominator c_r + c_(r-1) t^m + ... + c_0 t^(rm), where c_r = 1.

Theorem (moments). Let F(t, u) = P/Q be the sum of t^n F_n(u), where P and Q have integer coefficients and
Q(0, u) is a constant b prime to m. Let L be a linear functional with integers L(u^k) such that L(u^(k+T)) =
L(u^k) modulo m for all k >= K. Let M = u^K (u^T - 1), or M = u^K if L(u^k) = 0 modulo m for all k >= K. Then
the series of L(F_n) is, modulo m, a quotient whose denominator is the resultant of Q and M with respect to u.

Proof. L vanishes modulo m on the multiples of M. So it acts on Z[u]/(M), a free module over Z of rank
K' = deg M. In it, Q is multiplication by a matrix with entries in Z[t], whose determinant is the resultant D;
its constant term is a power of b. By Cramer's rule D F has coefficients in Z[t] of degree at most
deg P + (K' - 1) deg Q. QED

Both quotients have denominators with a constant term prime to m, so their expansions are unique modulo m.

Reference: Philippe Flajolet, On congruences and continued fractions for some classical combinatorial
quantities, Discrete Mathematics 41 (1982).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING

from flint import fmpz_mat, fmpz_poly, nmod_poly

from gfkit.algebra.moments import RING, MomentProof, Moments, U, rows_in_u
from gfkit.algebra.polynomial import sparse
from gfkit.algebra.rational import RationalGF
from gfkit.errors import LimitError, MismatchError
from gfkit.typing import check_stop

if TYPE_CHECKING:
    from gfkit.algebra.holonomic import PRecursive

_MOST_ORDER = 1500


def recurrence_modulo(sequence: PRecursive, modulus: int) -> RationalGF:
    """Return a rational generating function that is equal to a sequence of integers modulo m.

    Raise MismatchError if a hypothesis of the theorem on recurrences fails.

    >>> from gfkit.algebra import PRecursive
    >>> derangements = PRecursive.parse("a(n) = (n-1)*a(n-1) + (n-1)*a(n-2)", [1, 0])
    >>> recurrence_modulo(derangements, 3).residues(3).values
    (1, 0, 1, 2, 0, 2)
    """
    order, start = sequence.order, sequence.determined_from
    _check_order(max(order, 1) * modulus, modulus)
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
    lead = max(order - len(values), 0)
    values = [0] * lead + values
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
    return _fraction(values[lead:], below, modulus, sequence.first_n)


def moments_modulo(proof: MomentProof, first_n: int, modulus: int) -> RationalGF:
    """Return a rational generating function that is equal modulo m to a series of moments.

    Raise MismatchError if a hypothesis of the theorem on moments fails.
    """
    before, values, is_zero = _moments_modulo(proof.moments, modulus)
    annihilator = U**before if is_zero else U**before * (U ** (len(values) - before) - 1)
    rank = int(annihilator.degrees()[1])
    above, below = proof.function
    degree = int(below.degrees()[0])
    _check_order(degree * max(rank, 1), modulus)
    if not rank:
        return RationalGF.reduced(sparse([0]), sparse([1]), first_n)
    tops, bottoms = _in_powers_of_t(above, modulus), _in_powers_of_t(below, modulus)
    if bottoms[0].degree() != 0 or gcd(int(bottoms[0][0]), modulus) > 1:
        raise MismatchError(f"the denominator is not a number with an inverse modulo {modulus} at t = 0")
    unit = pow(int(bottoms[0][0]), -1, modulus)
    ideal = _in_powers_of_t(annihilator, modulus)[0]
    resultant = below.resultant(annihilator, "u")
    denominator = rows_in_u(RING.from_dict(dict(resultant.terms())), 1)[0]
    count = len(tops) + (rank - 1) * degree + degree + 1
    parts, terms = list[nmod_poly](), list[int]()
    for n in range(count):
        check_stop()
        total = tops[n] if n < len(tops) else nmod_poly([], modulus)
        for i in range(1, min(n, degree) + 1):
            total -= bottoms[i] * parts[n - i]
        parts.append(total * unit % ideal)
        terms.append(sum(int(c) * values[k] for k, c in enumerate(parts[n].coeffs())) % modulus)
    own = [int(c) for c in denominator.coeffs()]
    scale = pow(own[0], -1, modulus)
    return _fraction(terms[first_n:], [1, *(c * scale % modulus for c in own[1:])], modulus, first_n)


def _moments_modulo(moments: Moments, modulus: int) -> tuple[int, list[int], bool]:
    """Return K, the residues of L(u^k) for k < K + T, and True if those for k >= K are 0.

    The residues satisfy a recurrence of order at most 2 whose coefficients depend on k modulo m.
    """
    seen, count = dict[tuple[int, int, int], int](), 4 * modulus + 4
    while True:
        row = [value % modulus for value in moments.numbers(count)]
        for k in range(1, count):
            state = (k % modulus, row[k - 1], row[k])
            if seen.setdefault(state, k) < k:
                return _shortened(row[: k + 1], seen[state])
        seen, count = {}, 2 * count
        _check_order(count, modulus, 64)


def _shortened(row: list[int], before: int) -> tuple[int, list[int], bool]:
    """Return the smallest K and T for a sequence whose last term is equal to the term ``before``, with the
    same successors.
    """
    cycle = row[before:-1]
    size = next(t for t in range(1, len(cycle) + 1) if len(cycle) % t == 0 and cycle == cycle[t:] + cycle[:t])
    while before and row[before - 1] == row[before - 1 + size]:
        before -= 1
    is_zero = not any(row[before : before + size])
    return before, row[: before + (0 if is_zero else size)], is_zero


def _in_powers_of_t(part: object, modulus: int) -> list[nmod_poly]:
    """Return the coefficients of 1, t, t^2, ... as polynomials in u modulo m."""
    rows: dict[int, dict[int, int]] = {}
    for (t, u), value in part.terms():  # type: ignore[attr-defined]
        rows.setdefault(int(t), {})[int(u)] = int(value) % modulus
    return [
        nmod_poly([rows.get(t, {}).get(u, 0) for u in range(max(rows.get(t, {0: 0})) + 1)], modulus)
        for t in range(max(rows, default=0) + 1)
    ]


def _fraction(terms: Sequence[int], below: Sequence[int], modulus: int, first_n: int) -> RationalGF:
    """Return the quotient with the given denominator and initial terms, which determine its numerator."""
    padded = nmod_poly([*(0,) * first_n, *terms], modulus)
    above = padded.mul_low(nmod_poly(list(below), modulus), first_n + len(terms))
    return RationalGF.reduced(sparse([int(c) for c in above.coeffs()]), sparse(list(below)), first_n)


def _check_order(order: int, modulus: int, factor: int = 1) -> None:
    if order > factor * _MOST_ORDER:
        raise LimitError(f"the recurrence modulo {modulus} would have an order above {_MOST_ORDER:,}")
