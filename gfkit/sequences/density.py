"""How many pieces lie on a board, on average and how widely spread, from a weighted generating function."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_poly, ctx

from gfkit.errors import InputError
from gfkit.face import Face
from gfkit.sequences.ball import Ball, check_digits, enclosed
from gfkit.sequences.growth import dominant_roots
from gfkit.sequences.polynomial import Polynomial, dense, sparse
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.series import reverse


@dataclass(frozen=True)
class Density(Face):
    """Mean and variance of the number of pieces per cell, all positions being equally likely.

    ``factorial_moments`` are the generating functions of the sums of 1, N and N(N-1) over the
    positions, N being the number of pieces. The limits are None when ``note`` says why.
    """

    factorial_moments: tuple[RationalGF, RationalGF, RationalGF]
    cells_per_n: int
    limit_mean: Ball | None
    limit_variance: Ball | None
    note: str = ""

    def moments(self, n: int) -> tuple[Fraction, Fraction]:
        """Mean and variance of the number of pieces on the n-th board, exactly."""
        total, first, second = (int(gf.coefficient(n)) for gf in self.factorial_moments)
        if total == 0:
            raise InputError(f"n {n}: there are no positions to average over")
        mean = Fraction(first, total)
        return mean, Fraction(second, total) + mean - mean**2

    def mean(self, n: int) -> Fraction:
        """The mean number of pieces on the n-th board divided by its number of cells."""
        return self.moments(n)[0] / self._cells(n)

    def variance(self, n: int) -> Fraction:
        """The variance of the number of pieces on the n-th board divided by its number of cells."""
        return self.moments(n)[1] / self._cells(n)

    def _cells(self, n: int) -> int:
        if n < 1:
            raise InputError(f"n {n}: the board has no cells; must be at least 1")
        return n * self.cells_per_n

    def as_json(self) -> dict[str, object]:
        """The limits as the command line prints them."""
        mean, variance = self.limit_mean, self.limit_variance
        return {
            "mean_per_cell": mean.as_json() if mean else None,
            "variance_per_cell": variance.as_json() if variance else None,
            "note": self.note,
        }


def density(gf: RationalGF, cells_per_n: int = 1, digits: int = 30) -> Density:
    """Mean and variance of the number of pieces per cell, at any n and in the limit.

    With Q(t, x) the denominator and tau the root of Q(t, 1) nearest to 0, L(u) = -log tau(e^u) where
    Q(tau(x), x) = 0: the limits are L'(0) and L''(0) divided by the cells per n. They need tau to be
    a simple root and alone on its circle; otherwise the note says so. Weights of two players are
    taken together.

    >>> result = density(RationalGF.parse("(1 + t*x)/(1 - t - x*t^2)"), 1, 10)  # no two neighbours
    >>> print(result.limit_mean, result.mean(2))
    0.27639320225 +/- 1e-11 1/3

    Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IX.9.
    """
    if len(gf.variables) < 2:
        raise InputError("generating function in t: a density needs weights x, or x and y")
    if cells_per_n < 1:
        raise InputError(f"cells_per_n {cells_per_n}: must be at least 1")
    check_digits(digits)
    joined = gf if gf.variables == ("t", "x") else gf.merged()
    moments = factorial_moments(joined)
    mean, variance, note = _limits(joined, moments[0], cells_per_n, digits)
    return Density(moments, cells_per_n, mean, variance, note)


def factorial_moments(gf: RationalGF) -> tuple[RationalGF, RationalGF, RationalGF]:
    """The generating functions of the sums of 1, N and N(N-1): G and its derivatives by x at x = 1.

    >>> for moment in factorial_moments(RationalGF.parse("1/(1 - t - x*t)")):
    ...     print(moment)
    1/(1 - 2*t)
    t/(1 - 4*t + 4*t^2)
    2*t^2/(1 - 6*t + 12*t^2 - 8*t^3)
    """
    p, p1, p2 = (dense(at_one(gf.numerator, k)) for k in range(3))
    q, q1, q2 = (dense(at_one(gf.denominator, k)) for k in range(3))
    first = p1 * q - p * q1
    second = (p2 * q - p * q2) * q - 2 * q1 * first
    pairs = ((p, q), (first, q**2), (second, q**3))
    made = [RationalGF.reduced(sparse(above.coeffs()), sparse(below.coeffs())) for above, below in pairs]
    zero, one, two = (RationalGF(m.numerator, m.denominator, gf.first_n) for m in made)
    return zero, one, two


def at_one(polynomial: Polynomial, order: int, in_t: int = 0) -> Polynomial:
    """The derivative of this order by x (and ``in_t`` times by t) at x = 1, as a polynomial in t.

    >>> print(at_one(Polynomial.parse("1 + t*x^2 + 3*t^2*x", ("t", "x")), 1))
    2*t + 3*t^2
    """
    terms: dict[tuple[int, ...], int] = {}
    for (i, j), value in polynomial.terms:
        for k in range(order):
            value *= j - k
        for k in range(in_t):
            value *= i - k
        if value:
            terms[(i - in_t,)] = terms.get((i - in_t,), 0) + value
    return Polynomial.of(("t",), terms)


def _limits(
    gf: RationalGF, plain: RationalGF, cells: int, digits: int
) -> tuple[Ball | None, Ball | None, str]:
    if plain.order == 0:
        return None, None, "only finitely many boards have positions"
    characteristic = reverse(dense(plain.denominator), plain.order + 1)
    whole = dense(at_one(gf.denominator, 0))
    repeated = whole.gcd(whole.derivative())
    bits = 128 + 4 * digits
    for _ in range(8):
        found = dominant_roots(characteristic, bits)
        if len(found.roots) == 1:
            with ctx.workprec(bits):
                tau = 1 / found.roots[0][0].real
                if arb_poly(repeated)(tau).contains(0):
                    return None, None, "the largest root is multiple at x = 1: no limit by this method"
                rates = _rates(gf.denominator, tau)
                balls = [enclosed(rate / cells, digits, near_zero=True) for rate in rates]
            if all(balls):
                return balls[0], balls[1], ""
        elif found.decided:
            return None, None, f"{len(found.roots)} roots of largest modulus: no limit by this method"
        bits *= 2
    return None, None, f"not decided with {bits // 2} bits of precision"


def _rates(denominator: Polynomial, tau: arb) -> tuple[arb, arb]:
    """The first two derivatives of -log tau(e^u) at u = 0, by implicit differentiation."""

    def q(in_t: int, in_x: int) -> arb:
        return arb_poly(dense(at_one(denominator, in_x, in_t)))(tau)

    first = -q(0, 1) / q(1, 0)
    second = -(q(0, 2) + 2 * q(1, 1) * first + q(2, 0) * first**2) / q(1, 0)
    mean = -first / tau
    return mean, mean + mean**2 - second / tau
