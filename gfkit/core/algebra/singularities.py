r"""Asymptotics a(n) ~ C lambda^n n^power of an algebraic series with nonnegative coefficients, with proof.

Let M(t, f) be the irreducible equation of f = sum a(n) t^n, of degree d >= 2 in f, with leading coefficient
l(t) and discriminant D(t). A root of l D is called critical.

Period. If f = t^o h(t^p), then M(t, t^o H) is a power of t times N(t^p, H) for a polynomial N. Conversely,
let g be a series with N(T, g) = 0 whose first terms determine it and agree with those of h. Then t^o g(t^p)
solves M and starts like f, so it is f. The remaining steps concern h, N and T = t^p, which are called f, M
and t.

Radius (Pringsheim). f is analytic where no root of M(t, .) is infinite or multiple, so its radius rho is a
critical point if it is finite; it is finite and positive, because f is algebraic and not a polynomial. As
the a(n) are nonnegative, rho is one of the positive critical points s_1 < s_2 < ..., and f increases on [0,
rho).

Barriers. Let f be analytic on [p, r), and let u(t) be a polynomial over Q with u(p) > f(p) and M(t, u(t)) !=
0 for all t in [p, r]. Then f(t) < u(t) for all these t, by continuity. Hence f(r), if it is finite, is in
[f(p), u(r)], and not below the tangent at p, as f is convex. If only one real root of M(r, .) is there, then
it is f(r). Small steps, with lines u(t), follow f as far as it is analytic. The first step uses u(t) = a(0)
+ ... + a(N-1) t^(N-1) + (a(N) + 1) t^N, which is above f near 0.

Passing a critical point s. If a barrier bounds f up to s, and no double root of M(s, .) is in [f(p), u],
then f(s) is a finite simple root, so f is analytic at s and rho > s. The double roots are among the roots of
the resultant of M and dM/df in t.

Stopping at s. (i) If l(s) = 0 and f(p) exceeds all roots of M(s, .), then f(s) is infinite, and rho = s.
(ii) If all real roots of M(r, .) are less than a partial sum of f at r > s, then f is not finite at r, so
rho < r. If there is no other critical point up to r, then rho = s. Then f(rho), if it is finite, is a
multiple root; if only one is in [f(p), u], it is f(rho).

Other points of the circle. Let f(rho) be finite and |z| = rho. Then |f(z) - S_N(z)| <= f(rho) - S_N(rho) for
the partial sums S_N. If no multiple root of M(z, .) is as near to S_N(z), then f is analytic at z. Let
f(rho) be infinite and l(z) != 0. Then f is bounded near z, and z contributes terms O(rho^-n n^(-1-epsilon)).

Expansion at rho. Let x = 1 - t/rho.
(a) f(rho) = y is a double root, d^2M/df^2 != 0. Two roots of M meet, with half difference sqrt(E)/2 where E
is a power series in x of odd order k, as f is singular. If dM/dt != 0, then k = 1 and f = y - c sqrt(x) +
..., c^2 = 2 rho (dM/dt)/(d^2M/df^2). Otherwise, if no other roots meet at rho, k is the multiplicity of rho
in D, and the first coefficient of E follows from D = E (d^2M/df^2/2)^4 disc(Q) with Q = M(rho, .)/(f - y)^2.
Then power = -k/2 - 1 and C = sqrt(E_k)/(2 |Gamma(-k/2)|).
(b) f(rho) is infinite, rho is an m-fold root of l = l_m x^m + ..., and c_j denotes the coefficient of f^j.
If c_(d-1)(rho) != 0, then 1/f = -l/c_(d-1) + O(l^2), power = m - 1 and C = |c_(d-1)/l_m|/Gamma(m). If
c_(d-1) vanishes to more than half the order of l, m is odd and c_(d-2)(rho) != 0, then f^2 = -c_(d-2)/l +
..., power = m/2 - 1 and C = sqrt|c_(d-2)/l_m|/Gamma(m/2).

f is algebraic, so it continues analytically beyond the circle except at finitely many points, and the
coefficients have the asymptotics of the expansion by the transfer theorem. QED

All numbers are balls; whatever remains undecided, such as triple roots, is refused.

References: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, sections IV.3 and VII.7; Cyril
Banderier and Michael Drmota, Formulae and asymptotics for coefficients of algebraic functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import factorial, gcd

from flint import acb, acb_poly, arb, arb_poly, ctx, fmpq, fmpq_poly, fmpz_mpoly, fmpz_poly

from gfkit.core.algebra.algebraic import Algebraic
from gfkit.core.algebra.growth import Growth, factor_at, growth
from gfkit.core.algebra.number import Ball, Number, check_digits, decimal_ball, exact, to_fmpq
from gfkit.core.algebra.polynomial import Polynomial, sparse
from gfkit.core.algebra.rational import RationalGF
from gfkit.core.algebra.series import isolate_roots, rational_polynomial
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, UndecidedError

_TERMS = 400
"""Number of terms from which the period is read and with which the result is compared."""
_MORE_TERMS = (_TERMS, 4 * _TERMS)
"""Numbers of terms of partial sums, until they decide."""
_STEPS = 400
"""Maximum number of steps and of halvings along the positive axis."""
_NEAR = Fraction(1, 2**60)
"""Distance to a critical point, as a part of the distance to the place before or the point after it."""
_MARKS = 3
"""Number of gaps between values that are tried as barriers at a critical point."""
_DOUBLINGS = 4
_MOST_PERIOD = 60
_MOST_DEGREE = 400
"""Maximum degree of the discriminant in t, as estimated from the equation."""
_UNPROVED = "no proof: {}"


class _PrecisionError(Exception):
    """Raised if the balls are too wide."""


def algebraic_growth(sequence: Algebraic, digits: int = 30, *, is_nonnegative: bool) -> Growth:
    """Return the leading asymptotics of an algebraic sequence with nonnegative terms, with ``digits``
    certified digits after the first one.

    ``is_nonnegative`` states that all terms are known to be nonnegative; without this knowledge only rational
    series have asymptotics here. Raise UndecidedError, with the reason, if a step of the proof in the head of
    this module fails. Cost: isolation of the roots of resultants, 0.02 to 0.5 s for degrees up to 4.

    >>> print(algebraic_growth(Algebraic.parse("1 - f + t*f^2", [1]), 15, is_nonnegative=True))
    a(n) ~ C*lambda^n*n^(-3/2), lambda = 4, C = 0.5641895835477563
    """
    check_digits(digits)
    if sequence.degree == 1:
        above, below = sequence.columns
        return growth(RationalGF.reduced(sparse((-above).coeffs()), sparse(below.coeffs())), digits)
    if not is_nonnegative or any(value < 0 for value in sequence.expand(_TERMS)):
        raise _undecided("the terms are not known to be nonnegative, as Pringsheim's theorem requires")
    inner, offset, period = _without_period(sequence)
    if (2 * inner.degree - 1) * max(part.degree() for part in inner.columns) > _MOST_DEGREE:
        raise _undecided("the discriminant of the equation is too large")
    curve = _Curve(inner)
    bits = 192 + 4 * digits
    for _ in range(_DOUBLINGS + 1):
        try:
            with ctx.workprec(bits):
                result = _result(curve, _Singularity.of(curve), offset, period, digits)
        except _PrecisionError:
            result = None
        if result is not None:
            return result
        bits *= 2
    raise _undecided(f"{bits} bits of precision do not separate the roots")


def _undecided(reason: str) -> UndecidedError:
    return UndecidedError(_UNPROVED.format(reason))


def _without_period(sequence: Algebraic) -> tuple[Algebraic, int, int]:
    """Return h, o and p with f = t^o h(t^p), for the largest p that the terms allow."""
    terms: list[Number] = [*(0,) * sequence.first_n, *sequence.expand(_TERMS)]
    support = [k for k, value in enumerate(terms) if value]
    if len(support) < 2:
        raise _undecided(f"fewer than two of the first {_TERMS} terms are not 0")
    offset = support[0]
    period = gcd(*(k - offset for k in support))
    if (offset, period) == (0, 1):
        return sequence, 0, 1
    moved = {(k + offset * j, j): c for (k, j), c in sequence.equation.terms}
    low = min(k for k, _ in moved)
    if any((k - low) % period for k, _ in moved):
        raise _undecided(f"the equation does not have the period {period} of the first {_TERMS} terms")
    listed = {((k - low) // period, j): c for (k, j), c in moved.items()}
    try:
        inner = Algebraic.of(Polynomial.of(("t", "f"), listed), terms[offset::period])
    except InputError:
        raise _undecided(f"the series of every {period}-th term does not determine its equation") from None
    return inner, offset, period


@dataclass(frozen=True)
class _Point:
    """Critical point, and the irreducible polynomial of which it is a root."""

    value: acb
    factor: fmpz_poly

    def is_root_of(self, polynomial: fmpz_poly) -> bool:
        return not polynomial or polynomial.gcd(self.factor).degree() > 0

    def order_in(self, polynomial: fmpz_poly) -> int:
        """Return the multiplicity of the point as a root of a nonzero polynomial."""
        order = 0
        while self.is_root_of(polynomial):
            polynomial, order = polynomial // self.factor, order + 1
        return order


@dataclass(frozen=True)
class _Place:
    """Point p of the positive axis such that f is analytic on [0, p], and the value f(p)."""

    t: Fraction
    value: arb


class _Curve:
    """Equation M(t, f) = 0 of a series, its critical points and its multiple roots."""

    def __init__(self, sequence: Algebraic) -> None:
        self.sequence, self.columns = sequence, sequence.columns
        self._known: list[Number] = []
        self.slope = [k * part for k, part in enumerate(self.columns)][1:]
        self.bend = [k * part for k, part in enumerate(self.slope)][1:]
        self.degree, self.lead = len(self.columns) - 1, self.columns[-1]
        whole = sequence.equation.mpoly
        derived = whole.derivative("f")
        self.resultant, heights = (
            _in_one(whole.resultant(derived, out), place) for place, out in enumerate("ft")
        )
        self._heights = _square_free(heights)
        factors = (self.lead * self.resultant).factor()[1]
        self._factors = [q for q, _ in factors if q != fmpz_poly([0, 1])]

    def terms(self, count: int) -> list[Number]:
        return self.sequence.expand(count)

    def partial_sum(self, count: int) -> acb_poly:
        return acb_poly([arb(to_fmpq(value)) for value in self.terms(count)])

    def critical_points(self) -> list[_Point]:
        """Return the critical points other than 0."""
        whole = fmpz_poly([1])
        for q in self._factors:
            whole *= q
        points = []
        for root, _ in isolate_roots(whole) if self._factors else []:
            own = [q for q in self._factors if acb_poly(q)(root).contains(0)]
            if len(own) != 1:
                raise _PrecisionError
            points.append(_Point(root, own[0]))
        return points

    def at(self, point: _Point) -> list[acb]:
        """Return the coefficients of M at a critical point; a coefficient that vanishes is exactly 0."""
        return [acb(0) if point.is_root_of(q) else acb_poly(q)(point.value) for q in self.columns]

    def multiple_roots(self, point: _Point) -> list[acb]:
        """Return a superset of the multiple roots of M at a critical point."""
        rows = [[acb_poly(q)(point.value) for q in part] for part in (self.columns, self.slope)]
        heights = isolate_roots(self._heights) if self._heights.degree() > 0 else []
        return [y for y, _ in heights if all(acb_poly(row)(y).contains(0) for row in rows)]

    def real_roots(self, t: Fraction) -> list[arb]:
        """Return the real roots of M at a rational point that is not critical, in order."""
        values = fmpq_poly([q(to_fmpq(t)) for q in self.columns])
        roots = [root.real for root, _ in isolate_roots(values.numer()) if root.imag.is_zero()]
        return sorted(roots, key=lambda root: root.mid())

    def is_barrier(self, barrier: fmpq_poly, start: Fraction, end: Fraction) -> bool:
        """Return True if M(t, u(t)) has no root with start <= t <= end, or start < t <= end if start = 0."""
        total = fmpq_poly([])
        for part in reversed(self.columns):
            total = total * barrier + fmpq_poly(part)
        polynomial = total.numer()
        while not start and polynomial and not polynomial[0]:
            polynomial = polynomial.right_shift(1)
        return not _has_root(polynomial, start, end)

    def first_place(self, end: Fraction) -> _Place:
        """Return a place not after ``end``, which is before the first critical point."""
        known = self.terms(len(self.sequence.initial) + 2)
        low, high = rational_polynomial(known), rational_polynomial([*known[:-1], known[-1] + 1])
        t = end
        for _ in range(_STEPS):
            if self.is_barrier(high, Fraction(0), t):
                least, most = (arb(side(to_fmpq(t))) for side in (low, high))
                inside = [y for y in self.real_roots(t) if not (y < least or y > most)]
                if len(inside) == 1:
                    return _Place(t, inside[0])
            t /= 2
        raise _undecided("the series cannot be separated from the other solutions near t = 0")

    def slope_at(self, place: _Place) -> arb:
        """Return the derivative f' = -(dM/dt)/(dM/df) of the series."""
        t, y = _ball(place.t), place.value
        by_t = arb_poly([arb_poly(q.derivative())(t) for q in self.columns])(y)
        return -by_t / arb_poly([arb_poly(q)(t) for q in self.slope])(y)

    def advance(self, place: _Place, end: Fraction) -> _Place:
        """Return the place at ``end``, if there is no critical point in between."""
        goal = end
        for _ in range(_STEPS):
            least = place.value + self.slope_at(place) * _ball(goal - place.t)
            roots = [y for y in self.real_roots(goal) if not y < least]
            if roots:
                top = roots[1] if len(roots) > 1 else roots[0] + abs(roots[0]) + 1
                line = _line(place, goal, roots[0], _toward(roots[0], top, Fraction(1, 2)))
                if line(to_fmpq(place.t)) > place.value and self.is_barrier(line, place.t, goal):
                    place = _Place(goal, roots[0])
                    if goal == end:
                        return place
                    goal = end
                    continue
            goal = _simple((place.t + goal) / 2, goal - place.t)
        raise _undecided("the series cannot be separated from the other real solutions")

    def diverges_between(self, start: arb, end: arb) -> bool:
        """Return True if the series is proved to diverge at a point between two critical points."""
        for count in _MORE_TERMS:
            partial = self.partial_sum(count)
            for share in (Fraction(1, 2), Fraction(7, 8), Fraction(127, 128)):
                r = _toward(start, end, share)
                value = partial(acb(_ball(r))).real
                if all(y < value for y in self.real_roots(r)):
                    return True
        return False


def _in_one(value: fmpz_mpoly, place: int) -> fmpz_poly:
    """Return a polynomial in which only one variable occurs."""
    listed = {int(powers[place]): c for powers, c in value.to_dict().items()}
    return fmpz_poly([listed.get(k, 0) for k in range(max(listed, default=-1) + 1)])


def _square_free(polynomial: fmpz_poly) -> fmpz_poly:
    return polynomial // polynomial.gcd(polynomial.derivative())


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _simple(value: Fraction, width: Fraction) -> Fraction:
    """Return a binary fraction that differs from a number by at most an eighth of a width."""
    scale = max(0, width.denominator.bit_length() - width.numerator.bit_length() + 4)
    return Fraction(round(value * 2**scale), 2**scale)


def _toward(start: arb, end: arb, share: Fraction) -> Fraction:
    """Return a binary fraction between two numbers, at about the given part of the way."""
    width = exact((end - start).mid())
    r = _simple(exact(start.mid()) + width * share, width * min(share, 1 - share))
    if not (start < _ball(r) and _ball(r) < end):
        raise _PrecisionError
    return r


def _line(place: _Place, end: Fraction, value: arb, u: Fraction) -> fmpq_poly:
    """Return the line through (end, u) that is about parallel to the chord from a place to (end, value).

    f is convex, so it is below its chords; a horizontal line meets other solutions near f much earlier.
    """
    run = end - place.t
    rise = exact((value - place.value).mid())
    slope = _simple(rise / run, (u - exact(value.mid())) / run)
    return fmpq_poly([to_fmpq(u - slope * end), to_fmpq(slope)])


def _has_root(polynomial: fmpz_poly, start: Fraction, end: Fraction) -> bool:
    """Return False only if a polynomial has no root in a closed interval."""
    if polynomial.degree() < 1:
        return not polynomial
    low, high = _ball(start), _ball(end)
    roots = isolate_roots(_square_free(polynomial))
    return any(y.imag.is_zero() and not (y.real < low or y.real > high) for y, _ in roots)


@dataclass(frozen=True)
class _Singularity:
    """Dominant singularity: a(n) ~ constant rho^-n n^power."""

    point: _Point
    constant: arb
    power: Fraction

    @classmethod
    def of(cls, curve: _Curve) -> _Singularity:
        """Return the dominant singularity of a series, with the proof in the head of the module."""
        points = curve.critical_points()
        positive = [one for one in points if one.value.imag.is_zero() and one.value.real > 0]
        positive.sort(key=lambda one: one.value.real.mid())
        place: _Place | None = None
        for k, point in enumerate(positive):
            sigma = point.value.real
            following = positive[k + 1].value.real if k + 1 < len(positive) else 2 * sigma
            place = place or curve.first_place(_toward(arb(0), sigma, Fraction(1, 4)))
            place = curve.advance(place, _toward(_ball(place.t), sigma, 1 - _NEAR))
            if _is_infinite(curve, place, point):
                # elsewhere on the circle f is bounded, unless l vanishes there, too
                if any(acb_poly(curve.lead)(z.value).contains(0) for z in _on_circle(points, point)):
                    raise _undecided("several values on the circle of convergence may be infinite")
                return cls(point, *_at_infinity(curve, point))
            step = _crossed(curve, place, point, following)
            if isinstance(step, _Place):
                place = step
                continue
            for z in _on_circle(points, point):
                _check_regular(curve, z, sigma, step)
            return cls(point, *_at_double_root(curve, point, step))
        raise _undecided("no singularity was found on the positive axis")


def _on_circle(points: Sequence[_Point], point: _Point) -> list[_Point]:
    """Return the other critical points in the closed upper half plane that may have the same modulus."""
    rho = point.value.real
    return [
        z
        for z in points
        if z is not point and not z.value.imag < 0 and not (abs(z.value) < rho or abs(z.value) > rho)
    ]


def _is_infinite(curve: _Curve, place: _Place, point: _Point) -> bool:
    """Return True if the series is larger before a critical point than all roots of M there."""
    degree = max(j for j, q in enumerate(curve.columns) if not point.is_root_of(q))
    if degree == curve.degree:
        return False
    values = curve.at(point)
    return all(place.value > 1 + abs(c / values[degree]) for c in values[:degree])  # Cauchy's bound


def _crossed(curve: _Curve, place: _Place, point: _Point, following: arb) -> _Place | arb:
    """Return the place after a critical point at which the series is analytic, or its value at a point at
    which it has a multiple root.
    """
    sigma = point.value.real
    right = _toward(sigma, following, _NEAR)
    heights = [y.real for y in curve.multiple_roots(point) if y.imag.contains(0)]
    heights = [y for y in heights if not y < place.value]
    roots = [y for y in curve.real_roots(right) if not y < place.value]
    marks = sorted([*heights, *roots], key=lambda y: y.mid())
    for k, low in enumerate(marks[:_MARKS]):
        high = marks[k + 1] if k + 1 < len(marks) else low + abs(low) + 1
        if not low < high:
            continue
        for share in (Fraction(1, 2), Fraction(1, 2**10), Fraction(1, 2**18)):
            u = _toward(low, high, share)
            if not (_ball(u) > place.value and curve.is_barrier(fmpq_poly([to_fmpq(u)]), place.t, right)):
                continue
            inside = [y for y in heights if not y > _ball(u)]
            if not inside:
                after = [y for y in roots if not y > _ball(u)]
                if len(after) == 1:
                    return _Place(right, after[0])
            elif len(inside) == 1 and curve.diverges_between(sigma, following):
                return inside[0]
    raise _undecided("the value at a critical point of the equation is not separated from others")


def _check_regular(curve: _Curve, point: _Point, rho: arb, value: arb) -> None:
    """Raise UndecidedError unless the series is analytic at a point of the circle of convergence."""
    heights = curve.multiple_roots(point)
    for count in _MORE_TERMS:
        partial = curve.partial_sum(count)
        rest, middle = value - partial(acb(rho)).real, partial(point.value)
        if all(abs(y - middle) > rest for y in heights):
            return
    raise _undecided("another singularity of the same modulus is not excluded")


def _order_and_slope(point: _Point, polynomial: fmpz_poly) -> tuple[int, arb]:
    """Return k and |q_k| for a polynomial q_k (1 - t/rho)^k + ... at the point rho."""
    rho, order = point.value, point.order_in(polynomial)
    for _ in range(order):
        polynomial = polynomial.derivative()
    return order, abs(acb_poly(polynomial)(rho) * rho**order) / factorial(order)


def _at_infinity(curve: _Curve, point: _Point) -> tuple[arb, Fraction]:
    """Return C and the power of n if the series is infinite at its radius: case (b)."""
    order, lead = _order_and_slope(point, curve.lead)
    values, next_order = curve.at(point), 0
    next_below = curve.columns[-2]
    if not point.is_root_of(next_below):
        return abs(values[-2]) / lead / factorial(order - 1), Fraction(order - 1)
    next_order = point.order_in(next_below) if next_below else order
    if order % 2 == 0 or 2 * next_order <= order or point.is_root_of(curve.columns[-3]):
        raise _undecided("the infinite value at the radius of convergence is of an unusual kind")
    power = Fraction(order, 2)
    return (abs(values[-3]) / lead).sqrt() / _ball(power).gamma(), power - 1


def _at_double_root(curve: _Curve, point: _Point, value: arb) -> tuple[arb, Fraction]:
    """Return C and the power of n if the series is finite at its radius: case (a)."""
    rho, y = point.value, acb(value)
    by_t = acb_poly([acb_poly(q.derivative())(rho) for q in curve.columns])(y).real
    bend = acb_poly([acb_poly(q)(rho) for q in curve.bend])(y).real
    if bend.contains(0):
        raise _undecided("more than two solutions meet at the radius of convergence")
    if not by_t.contains(0):
        return (2 * rho.real * by_t / bend).sqrt() / (2 * arb.pi().sqrt()), Fraction(-3, 2)
    if len(curve.multiple_roots(point)) > 1 or point.is_root_of(curve.lead):
        raise _undecided("several pairs of solutions meet at the radius of convergence")
    order, size = _order_and_slope(point, curve.resultant)  # of l D
    if order % 2 == 0:
        raise _undecided("two solutions touch at the radius of convergence")
    values = [acb_poly(q)(rho) for q in curve.columns]
    rest, _ = divmod(acb_poly(values), acb_poly([y * y, -2 * y, 1]))
    lead = abs(values[-1])
    below = lead * (abs(bend) / 2) ** 4 * lead ** (2 * (curve.degree - 2) - 2)  # l (M_ff/2)^4 disc(Q)
    for one, other in combinations(_simple_roots(rest), 2):
        below *= abs(one - other) ** 2
    half = Fraction(order, 2)
    return (size / below).sqrt() / (2 * abs(_ball(-half).gamma())), -half - 1


def _simple_roots(polynomial: acb_poly) -> list[acb]:
    try:
        return polynomial.roots(tol=arb(2) ** (-ctx.prec // 2)) if polynomial.degree() > 1 else []
    except ValueError:
        raise _PrecisionError from None


def _result(curve: _Curve, found: _Singularity, offset: int, period: int, digits: int) -> Growth | None:
    """Return the asymptotics of t^o h(t^p) from the asymptotics of h, or None if the balls are too wide.

    With n = o + p k, C rho^-k k^e is C lambda^(n - o) (n/p)^e up to a factor that tends to 1.
    """
    rho, power = found.point.value.real, found.power
    if not (found.constant.is_finite() and found.constant > 0):
        return None
    for count in _MORE_TERMS:
        n = count - 1
        ratio = arb(to_fmpq(curve.terms(count)[n])) / (found.constant * rho**-n * arb(n) ** _ball(power))
        if ratio > 0.5 and ratio < 2:
            break
    else:
        raise _undecided(f"the first {n} terms are not yet near their estimates")
    size = (1 / rho).root(period)
    rate = decimal_ball(size, digits)
    constant = decimal_ball(found.constant * size**-offset * arb(period) ** _ball(-power), digits)
    if rate is None or constant is None:
        return None
    factor = factor_at(fmpz_poly(found.point.factor.coeffs()[::-1])(fmpz_poly([*(0,) * period, 1])), size)
    least = None if factor is None else sparse(factor.coeffs(), "z")
    zero, residue = Ball("0", "0"), offset % period
    constants = tuple(constant if k == residue else zero for k in range(period))
    note = f"a(n) = 0 unless n mod {period} = {residue}" if period > 1 else ""
    shown = constants if period <= _MOST_PERIOD else ()
    least_power = int(power) if power.denominator == 1 else power
    return Growth(rate, least_power, shown, period, period, least, note)
