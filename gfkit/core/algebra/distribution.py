"""Means, variances and covariances of the numbers of pieces of a random configuration, and their limit law.

Let F = P/Q be a rational generating function in lowest terms, whose coefficient of t^n x^i y^j is the number
of configurations of size n with i pieces of weight x and j pieces of weight y. Let N_x and N_y be these
numbers of pieces in a uniformly random configuration of size n. With D_x = x d/dx and D_y = y d/dy,

    E N_x = [t^n] D_x F / [t^n] F  and  E N_x N_y = [t^n] D_x D_y F / [t^n] F  at x = y = 1,

so each numerator is the sum of N_x, N_x^2 or N_x N_y over all configurations, and it is C-finite:

    D_x F = A_x/Q^2 with A_x = (D_x P) Q - P D_x Q,
    D_x D_y F = (((D_x D_y P) Q - P D_x D_y Q) Q - A_x D_y Q - A_y D_x Q)/Q^3.

Theorem. Suppose that (1) Q(t,1,1) has exactly one root tau of smallest modulus, (2) tau is a simple root, and
(3) P(tau,1,1) is not 0. Then there are constants and a number q < 1 such that

    E N_x = m n + c + O(q^n),  Var N_x = s n + d + O(q^n),  Cov(N_x, N_y) = s' n + d' + O(q^n).

If also (4) s > 0, then (N_x - m n)/sqrt(s n) converges in distribution to the standard normal distribution.

Proof. By (1) and (2) and the implicit function theorem there are R > |tau|, a neighbourhood of (1, 1) and an
analytic function rho on it with rho(1,1) = tau, such that rho(x,y) is a simple root of Q(t,x,y), and the only
one with |t| <= R. By (3) the coefficient of t^n in F is C(x,y) rho(x,y)^-n (1 + O(q^n)), uniformly, with
analytic C, C(1,1) != 0. Differentiate the logarithm at x = e^u, y = e^v: the first and second derivatives
are means and (co)variances, and the logarithm is n times a function plus another one, up to O(q^n). These are
the hypotheses of Bender's theorem, which proves the convergence; s is his sigma^2. QED

The constants follow from the principal parts of the three fractions at tau. They are elements of the field
Q(tau), and are printed as balls of proved digits, with the minimal polynomial if the degree of tau is small.
A local limit law, about the probability of one value of N_x, requires in addition that |rho(x)| > tau for
all other x of modulus 1, which ``engine.strip.aperiodic`` derives from the automaton.

References: Edward A. Bender, Central and local limit theorems applied to asymptotic enumeration, J. Combin.
Theory Ser. A 15 (1973), theorem 1. Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, theorem
IX.9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeVar

from flint import arb, arb_poly, ctx, fmpq_mat, fmpq_poly, fmpz_poly

from gfkit.core.algebra.closed_form import inverse_modulo
from gfkit.core.algebra.growth import dominant_roots, factor_at
from gfkit.core.algebra.number import Ball, Number, check_digits, decimal_ball, number, number_text, to_fmpq
from gfkit.core.algebra.polynomial import Polynomial, sparse
from gfkit.core.algebra.rational import RationalGF
from gfkit.core.algebra.series import reverse, taylor
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError
from gfkit.core.writable import Face, Indexable, JsonRecord, TextFace, formulas

_MOST_DEGREE = 12
"""Maximum degree of tau for which minimal polynomials of the constants are computed."""
_DOUBLINGS = 8
_NORMAL = "asymptotically normal (Bender 1973, theorem 1)"


@dataclass(frozen=True)
class Constant:
    """Real algebraic number: a ball; its value if it is known to be rational; its minimal polynomial in z."""

    ball: Ball
    exact: Number | None = None
    equation: str | None = None

    def __str__(self) -> str:
        return self.ball.value if self.exact is None else number_text(self.exact)

    def as_json(self) -> dict[str, object]:
        exact = None if self.exact is None else number_text(self.exact)
        return {**self.ball.as_json(), "exact": exact, "minimal_polynomial": self.equation}


@dataclass(frozen=True)
class Moment(Indexable):
    """Mean, variance or covariance for every n, and its asymptotics slope n + constant up to O(q^n), q < 1.

    The value at n is [t^n] ``sums`` / [t^n] ``counts`` minus the product of the means of ``factors``.
    """

    kind: str
    """mean, variance or covariance."""
    variables: tuple[str, ...]
    counts: RationalGF
    sums: RationalGF
    """Generating function of the sums of N_x, N_x^2 or N_x N_y over all configurations."""
    factors: tuple[RationalGF, ...] = ()
    slope: Constant | None = None
    constant: Constant | None = None

    @property
    def name(self) -> str:
        return f"{self.kind} of {' and '.join(dict.fromkeys(self.variables))}"

    @property
    def summand(self) -> str:
        """The summand of ``sums``, such as x^2."""
        first, *rest = self.variables
        return f"{first}^2" if rest == [first] else "*".join(self.variables)

    def terms(self, count: int) -> list[Number | None]:
        """Return the values for n = first_n, first_n + 1, ...; None if there is no configuration."""
        rows = (part.terms(count) for part in (self.counts, self.sums, *self.factors))
        return [_central(*values) for values in zip(*rows, strict=True)]

    def __getitem__(self, n: int) -> Number:
        value = _central(*(part.coefficient(n) for part in (self.counts, self.sums, *self.factors)))
        if value is None:
            raise InputError(f"n {n}: the board has no positions")
        return value

    def as_json(self, terms: int = 10) -> dict[str, object]:
        listed = [None if value is None else number_text(value) for value in self.terms(terms)]
        return {
            "moment": self.kind,
            "of": list(self.variables),
            "terms": listed,
            "sums": self.sums.as_json(),
            "slope": self.slope and self.slope.as_json(),
            "constant": self.constant and self.constant.as_json(),
        }


def _central(total: Number, moment: Number, *first: Number) -> Number | None:
    if not total:
        return None
    value = Fraction(moment) / total
    return number(value - Fraction(first[0] * first[1]) / total**2 if first else value)


@dataclass(frozen=True)
class PieceMoments(TextFace):
    """Means, variances and covariances of the numbers of pieces, with the limit law of each number.

    >>> found = piece_moments(RationalGF.parse("(1 + t*x)/(1 - t - x*t^2)"), 10)  # no two neighbours
    >>> found.mean().terms(5), found.mean().slope.equation
    ([0, Fraction(1, 2), Fraction(2, 3), 1, Fraction(5, 4)], '5*z^2 - 5*z + 1')
    >>> print(found.variance().slope, found.laws["x"])
    0.089442719100 asymptotically normal (Bender 1973, theorem 1)
    """

    moments: tuple[Moment, ...]
    refused: str = ""
    """The hypothesis of the theorem that fails, if any."""
    local: tuple[str, ...] = ()
    """Variables with a local limit law, if they are normal (``engine.strip.aperiodic``)."""

    def __repr__(self) -> str:
        return f"<PieceMoments: {', '.join(f'{name} {law}' for name, law in self.laws.items())}>"

    def mean(self, name: str = "x") -> Moment:
        return self._moment(name)

    def variance(self, name: str = "x") -> Moment:
        return self._moment(name, name)

    def covariance(self, one: str = "x", other: str = "y") -> Moment:
        return self._moment(*sorted((one, other)))

    def _moment(self, *variables: str) -> Moment:
        found = next((moment for moment in self.moments if moment.variables == variables), None)
        if found is None:
            raise InputError(f"moments of {', '.join(variables)}: no piece has such a weight")
        return found

    @property
    def laws(self) -> dict[str, str]:
        """The limit law for each variable, or the hypothesis of the theorem that fails."""
        laws = {}
        for moment in self.moments:
            if moment.kind == "variance":
                is_normal = moment.slope is not None and moment.slope.ball.low > 0
                reason = f"no theorem applies: {self.refused or 'sigma^2 > 0 fails, the variance is bounded'}"
                more = ", with a local limit law" * (moment.variables[0] in self.local)
                laws[moment.variables[0]] = _NORMAL + more if is_normal else reason
        return laws

    def as_json(self, terms: int = 10) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        return {
            "moments": [moment.as_json(terms) for moment in self.moments],
            "limit_laws": self.laws,
        }


def piece_moments(gf: RationalGF, digits: int = 30) -> PieceMoments:
    """Return means, variances and covariances of the exponents of the weights that occur in a generating
    function with nonnegative coefficients.
    """
    check_digits(digits)
    sides = (gf.numerator, gf.denominator)
    occurring = [name for name in gf.variables[1:] if any(side.degree(name) > 0 for side in sides)]
    names = occurring or gf.variables[1:]
    if not names:
        raise InputError("generating function in t: moments require pieces with weight x or y")
    pairs = list(combinations_with_replacement(names, 2))
    fractions = _Fractions.of(gf, names)
    counts = _series(gf, fractions.counts, fractions.below)
    sums = {
        key: _series(gf, above, fractions.below ** (len(key) + 1)) for key, above in fractions.sums.items()
    }
    asymptotics, refused = _asymptotics(
        fractions.counts, fractions.below, partial(_constants, fractions), digits
    )
    found = asymptotics or {}
    moments = [Moment("mean", (name,), counts, sums[name,], (), *found.get((name,), ())) for name in names]
    for pair in sorted(pairs, key=lambda pair: pair[0] != pair[1]):
        kind = "variance" if pair[0] == pair[1] else "covariance"
        factors = tuple(sums[name,] for name in pair)
        moments.append(Moment(kind, pair, counts, sums[pair], factors, *found.get(pair, ())))
    return PieceMoments(tuple(moments), refused)


def ratio_limit(above: RationalGF, below: RationalGF, digits: int = 30) -> tuple[Constant | None, str]:
    """Return the limit of the ratio of the terms of two sequences, with 0 <= a(n) <= b(n), or None and the
    hypothesis of the theorem that fails.

    The ratio is the mean of a variable that is 1 for a(n) of b(n) configurations, and 0 for the others.

    >>> limit, _ = ratio_limit(RationalGF.parse("t/(1 - t - t^2)"), RationalGF.parse("1/(1 - t - t^2)"))
    >>> limit.equation
    'z^2 + z - 1'
    """
    p, q, r, s = (_weighted(part, ()) for gf in (above, below) for part in (gf.numerator, gf.denominator))
    common = q.gcd(s)
    one, other = p * (s // common), r * (q // common)
    return _asymptotics(other, q * (s // common), partial(_quotient, one, other), digits)


def mean_slope(
    gf: RationalGF, name: str = "x", *, steps: int = 1, digits: int = 30
) -> tuple[Constant | None, str]:
    """Return the constant m of the theorem divided by a number of steps, or None and the hypothesis that
    fails.

    It is -rho'(1)/tau = (D_x Q)(tau)/(tau Q'(tau)), which needs neither squares nor the variance.

    >>> mean_slope(RationalGF.parse("(1 + t*x)/(1 - t - x*t^2)"))[0].equation
    '5*z^2 - 5*z + 1'
    """
    counts, below, marked = (
        _weighted(part, key)
        for part, key in ((gf.numerator, ()), (gf.denominator, ()), (gf.denominator, (name,)))
    )
    slope = partial(_quotient, marked, below.derivative() * fmpz_poly([0, steps]))
    return _asymptotics(counts, below, slope, digits)


def _quotient(one: fmpz_poly, other: fmpz_poly, factor: fmpz_poly, tau: arb, digits: int) -> Constant | None:
    """Return the quotient of two polynomials at a root of an irreducible factor, or None if the precision is
    too low.
    """
    field, element = fmpq_poly(factor), None
    if not one % factor:
        element = _Element(fmpq_poly(), field)
    elif factor.degree() <= _MOST_DEGREE:
        element = _Element(fmpq_poly(one) % field, field) / _Element(fmpq_poly(other) % field, field)
    return _constant(arb_poly(one)(tau) / arb_poly(other)(tau), element, digits)


def _series(gf: RationalGF, above: fmpz_poly, below: fmpz_poly) -> RationalGF:
    made = RationalGF.reduced(sparse(above.coeffs()), sparse(below.coeffs()))
    return RationalGF(made.numerator, made.denominator, gf.first_n)


class _Fractions(NamedTuple):
    """Numerators of F over Q, of D_x F over Q^2 and of D_x D_y F over Q^3, all at x = y = 1."""

    counts: fmpz_poly
    below: fmpz_poly
    sums: dict[tuple[str, ...], fmpz_poly]

    @classmethod
    def of(cls, gf: RationalGF, names: Sequence[str]) -> _Fractions:
        def parts(*key: str) -> tuple[fmpz_poly, fmpz_poly]:
            return _weighted(gf.numerator, key), _weighted(gf.denominator, key)

        p, q = parts()
        sums: dict[tuple[str, ...], fmpz_poly] = {}
        for name in names:
            p_x, q_x = parts(name)
            sums[name,] = p_x * q - p * q_x
        for one, other in combinations_with_replacement(names, 2):
            p_xy, q_xy = parts(one, other)
            mixed = sums[one,] * parts(other)[1] + sums[other,] * parts(one)[1]
            sums[one, other] = (p_xy * q - p * q_xy) * q - mixed
        return cls(p, q, sums)


def _weighted(polynomial: Polynomial, names: Sequence[str]) -> fmpz_poly:
    """Return D_x for each of the given names, applied to the polynomial, at x = y = 1."""
    places, row = [polynomial.variables.index(name) for name in names], [0] * (polynomial.degree("t") + 1)
    for powers, value in polynomial.terms:
        for place in places:
            value *= powers[place]
        row[powers[0]] += value
    return fmpz_poly(row)


_Pair = tuple[Constant, Constant]
_Constants = TypeVar("_Constants")


def _asymptotics(
    counts: fmpz_poly,
    below: fmpz_poly,
    constants: Callable[[fmpz_poly, arb, int], _Constants | None],
    digits: int,
) -> tuple[_Constants | None, str]:
    """Return the constants at the dominant root tau of ``below``, or None and the hypothesis that fails.

    ``constants`` computes them from the irreducible factor with the root tau, or returns None if the
    precision is too low.
    """
    if not below.degree():
        return None, "only finitely many boards have configurations"
    characteristic = reverse(below, below.degree() + 1)
    bits = 128 + 4 * digits
    for _ in range(_DOUBLINGS):
        dominant = dominant_roots(characteristic, bits)
        poles = len(dominant.roots)
        if poles > 1 and dominant.decided:
            return None, f"{poles} roots of the denominator have the smallest modulus; one is required"
        if poles == 1:
            if dominant.roots[0][1] > 1:
                return None, "the dominant root of the denominator is multiple; a simple one is required"
            with ctx.workprec(bits):
                tau = 1 / dominant.roots[0][0].real
                factor = factor_at(below, tau)
                if factor is not None:
                    if not counts % factor:
                        return None, "the numerator vanishes at the dominant root of the denominator"
                    found = constants(factor, tau, digits)
                    if found is not None:
                        return found, ""
        bits *= 2
    return None, f"the number of dominant roots is undecided with {bits // 2} bits of precision"


def _constants(
    parts: _Fractions, factor: fmpz_poly, tau: arb, digits: int
) -> dict[tuple[str, ...], _Pair] | None:
    """Return slope and constant of each moment, or None if the precision is too low."""
    numbers = _expand_moments(parts, lambda part: arb_poly(part)(tau))
    exact: dict[tuple[str, ...], tuple[Any, Any]] = dict.fromkeys(numbers, (None, None))
    if factor.degree() <= _MOST_DEGREE or any(c.contains(0) for pair in numbers.values() for c in pair):
        field = fmpq_poly(factor)
        exact = _expand_moments(parts, lambda part: _Element(fmpq_poly(part) % field, field))
    found = {}
    for key, pair in numbers.items():
        slope, constant = (
            _constant(value, element, digits) for value, element in zip(pair, exact[key], strict=True)
        )
        if slope is None or constant is None:
            return None
        found[key] = slope, constant
    return found


def _constant(value: arb, element: _Element | None, digits: int) -> Constant | None:
    if element is not None and not element.value:
        return Constant(Ball("0", "0"), 0, "z")
    ball = decimal_ball(value, digits)
    if ball is None:
        return None
    row = [] if element is None else element.minimal_polynomial()
    if not row:
        return Constant(ball)
    exact = number(Fraction(-row[0], row[1])) if len(row) == 2 else None
    return Constant(ball, exact, formulas().falling_text(row, "z"))


class _Element:
    """Element of the field Q[t]/(f) for an irreducible polynomial f."""

    def __init__(self, value: fmpq_poly, field: fmpq_poly) -> None:
        self.value, self.field = value, field

    def __add__(self, other: _Element) -> _Element:
        return _Element(self.value + other.value, self.field)

    def __sub__(self, other: _Element) -> _Element:
        return _Element(self.value - other.value, self.field)

    def __mul__(self, other: _Element) -> _Element:
        return _Element(self.value * other.value % self.field, self.field)

    def __truediv__(self, other: _Element) -> _Element:
        return self * _Element(inverse_modulo(other.value, self.field), self.field)

    def minimal_polynomial(self) -> list[int]:
        """Return the minimal polynomial: the irreducible factor of the characteristic polynomial; [] if the
        number is irrational and the degree of the field is large.
        """
        degree = self.field.degree()
        if self.value.degree() < 1:
            return [-int(self.value[0].p), int(self.value[0].q)]
        if degree > _MOST_DEGREE:
            return []
        images = [self.value * fmpq_poly([0] * k + [1]) % self.field for k in range(degree)]
        rows = fmpq_mat(degree, degree, [image[k] for image in images for k in range(degree)])
        ((factor, _),) = rows.charpoly().numer().factor()[1]
        return [int(c) for c in factor.coeffs()]


def _expand_moments(
    parts: _Fractions, at: Callable[[fmpz_poly], Any]
) -> dict[tuple[str, ...], tuple[Any, Any]]:
    """Return slope and constant of each moment from principal parts at tau; ``at`` evaluates at tau.

    The coefficient of t^n tau^n in 1/(t - tau)^j is (-1/tau)^j binomial(n + j - 1, j - 1).
    """
    tau = at(fmpz_poly([0, 1]))
    slopes = [at(taylor(parts.below, k)) for k in (1, 2, 3)]

    def coefficients(above: fmpz_poly, order: int) -> list[Any]:
        """Return the numbers b_j in [t^n] tau^n above/Q^order = sum of b_j binomial(n + j, j)."""
        row = [at(taylor(above, k)) for k in range(order)]
        for _ in range(order):
            for k in range(order):
                for j in range(k):
                    row[k] -= row[j] * slopes[k - j]
                row[k] /= slopes[0]
        row.reverse()
        power = zero - one
        for j in range(order):
            power = (zero - power) / tau if j else power / tau
            row[j] *= power
        return row

    one, zero = at(fmpz_poly([1])), at(fmpz_poly([]))
    half = one / at(fmpz_poly([2]))
    (total,) = coefficients(parts.counts, 1)
    linear: dict[str, tuple[Any, Any]] = {}
    found: dict[tuple[str, ...], tuple[Any, Any]] = {}
    for key, above in parts.sums.items():
        if len(key) == 1:
            constant, slope = (value / total for value in coefficients(above, 2))
            linear[key[0]] = found[key] = (slope, constant + slope)
    for key, above in parts.sums.items():
        if len(key) == 2:
            b_0, b_1, b_2 = (value / total for value in coefficients(above, 3))
            (m_x, c_x), (m_y, c_y) = (linear[name] for name in key)
            slope = b_1 + b_2 * half + b_2 - m_x * c_y - m_y * c_x
            found[key] = (slope, b_0 + b_1 + b_2 - c_x * c_y)
    return found


@dataclass(frozen=True)
class Density(Face, JsonRecord):
    """Mean and variance of the number of pieces per cell of a uniformly random position.

    The limits are None if ``note`` names the hypothesis that fails.
    """

    pieces: PieceMoments
    cells_per_n: int
    limit_mean: Ball | None
    limit_variance: Ball | None
    note: str = ""
    json_keys = "mean_per_cell=limit_mean variance_per_cell=limit_variance note"

    def moments(self, n: int) -> tuple[Fraction, Fraction]:
        """Return the exact mean and variance of the number of pieces on the n-th board."""
        return Fraction(self.pieces.mean()[n]), Fraction(self.pieces.variance()[n])

    def mean(self, n: int) -> Fraction:
        """Return the mean number of pieces on the n-th board divided by its number of cells."""
        return self.moments(n)[0] / self._cells(n)

    def variance(self, n: int) -> Fraction:
        """Return the variance of the number of pieces on the n-th board divided by its number of cells."""
        return self.moments(n)[1] / self._cells(n)

    def _cells(self, n: int) -> int:
        if n < 1:
            raise InputError(f"n {n}: the board has no cells; n must be at least 1")
        return n * self.cells_per_n


def density(gf: RationalGF, cells_per_n: int = 1, digits: int = 30) -> Density:
    """Return mean and variance of the number of pieces per cell, for every n and in the limit.

    The weights of two players are added. The limits are those of ``piece_moments``, per cell.

    >>> result = density(RationalGF.parse("(1 + t*x)/(1 - t - x*t^2)"), 1, 10)  # no two neighbours
    >>> print(result.limit_mean, result.mean(2))
    0.27639320225 +/- 1e-11 1/3
    """
    if len(gf.variables) < 2:
        raise InputError("generating function in t: a density requires the weight x, or x and y")
    if cells_per_n < 1:
        raise InputError(f"cells_per_n {cells_per_n} must be at least 1")
    pieces = piece_moments(gf.merged(), digits + len(str(cells_per_n)) + 1)

    def per_cell(slope: Constant | None) -> Ball | None:
        if slope is None:
            return None
        if slope.exact == 0:
            return slope.ball
        with ctx.workprec(4 * len(slope.ball.value) + 64):
            ends = (arb(to_fmpq(end / cells_per_n)) for end in (slope.ball.low, slope.ball.high))
            return decimal_ball(next(ends).union(next(ends)), digits)

    mean, variance = (per_cell(moment.slope) for moment in (pieces.mean(), pieces.variance()))
    return Density(pieces, cells_per_n, mean, variance, pieces.refused)
