"""Leading asymptotics of C-finite sequences, with certified digits (algebraic ones: ``singularities``)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial, lcm
from typing import TYPE_CHECKING, Any

from flint import acb, acb_poly, arb, arb_poly, ctx, fmpz_poly

from gfkit.core.algebra.closed_form import BinetPart, unity
from gfkit.core.algebra.number import Ball, Inexact, check_digits, decimal_ball
from gfkit.core.algebra.polynomial import Polynomial, dense, sparse
from gfkit.core.algebra.rational import RationalGF
from gfkit.core.algebra.series import (
    IntegralSeries,
    integral_series,
    isolate_roots,
    reverse,
    root_powers,
    stretch_variable,
    taylor,
)
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError
from gfkit.core.writable import Face, Printable, formulas

if TYPE_CHECKING:
    import mpmath
    from mpmath.ctx_iv import ivmpf


_MOST_CONSTANTS = 60
_MOST_DEGREE = 240
_DOUBLINGS = 3
_MOST_BITS = 1 << 18
_GUARD = 64
"""Additional working precision in bits, half of which may be lost."""
_NEWTON = 40
_SQUARINGS = 16
"""Maximum number of root squarings before the largest root must be separated."""
_MOST_TURNS = 120
"""Maximum power k in which roots of equal modulus are tested for coincidence."""


@dataclass
class Dominant:
    """Dominant roots at one precision, with multiplicities, and with their common modulus if ``decided``.

    ``turns`` is a number k for which all r^k, r of highest multiplicity, are the same positive number,
    if one was found.
    """

    roots: list[tuple[acb, int]]
    modulus: arb
    decided: bool
    turns: int | None

    @property
    def highest(self) -> int:
        return max(multiplicity for _, multiplicity in self.roots)

    @property
    def leading_roots(self) -> list[acb]:
        """Dominant roots of highest multiplicity."""
        return [root for root, multiplicity in self.roots if multiplicity == self.highest]


def dominant_alone(characteristic: fmpz_poly, bits: int) -> Dominant | None:
    """Return the root of largest modulus if Graeffe iteration proves that it is simple, real and unique, or
    None.

    Theorem (Pellet). If |c_k| R^k exceeds the sum of the other |c_j| R^j, then the polynomial of the c_j has
    k roots within the circle of radius R, and none on it. Here k is one less than the degree: one root is
    outside, and it is real, as otherwise its conjugate would be outside too. The polynomial is one whose
    roots are the roots of ``characteristic`` to the power 2^i, by Graeffe's f(z) f(-z). A change of sign
    encloses the root. If the polynomial has several largest roots, no such R exists for any i, and the result
    is None.

    >>> dominant_alone(fmpz_poly([-1, -2, 1]), 64).modulus, dominant_alone(fmpz_poly([-2, 0, 1]), 64)
    ([2.414213562 +/- 9.36e-10], None)
    """
    degree = characteristic.degree()
    with ctx.workprec(bits + 2 * degree + _GUARD):
        whole, slope = arb_poly(characteristic), arb_poly(characteristic.derivative())
        beyond = _circle_within(whole, degree)
        if beyond is None:
            return None
        circle, guess = beyond
        at_circle = whole(circle) * characteristic.leading_coefficient()
        sign = 1 if at_circle < 0 else -1
        root = arb((sign * guess).mid())
        for _ in range(_NEWTON):
            root = arb((root - whole(root) / slope(root)).mid())
        reach = arb(2) ** -(bits - _GUARD // 2)
        ends = sorted((root * (1 - reach), root * (1 + reach)), key=lambda end: abs(end).mid())
        if not (abs(ends[0]) > circle and whole(ends[0]) * whole(ends[1]) < 0):
            return None
        root = ends[0].union(ends[1])
        return Dominant([(acb(root), 1)], abs(root), True, 1 if root > 0 else 2)


def _circle_within(polynomial: arb_poly, degree: int) -> tuple[arb, arb] | None:
    """Return a radius with exactly one root outside, and the approximate modulus of this root, or None."""
    for turn in range(_SQUARINGS):
        sizes = [abs(c) for c in polynomial.coeffs()]
        if degree < 2 or not (sizes[degree] > 0 and sizes[degree - 1] > 0):
            return None
        first, second = sizes[degree - 1] / sizes[degree], sizes[degree - 2] / sizes[degree - 1]
        radius = arb(((first * second).sqrt() if second > 0 else first / 2).mid())
        if radius > 0:
            others = sum((c * radius**k for k, c in enumerate(sizes) if k != degree - 1), arb(0))
            if sizes[degree - 1] * radius ** (degree - 1) > others:
                return arb(radius.root(2**turn).upper()), first.root(2**turn)
        even, odd = (arb_poly(polynomial.coeffs()[k::2]) for k in (0, 1))
        squared = even * even - arb_poly([0, 1]) * (odd * odd)
        polynomial = squared * arb_poly([1 / squared.coeffs()[degree]])
    return None


def dominant_roots(characteristic: fmpz_poly, bits: int) -> Dominant:
    """Return the roots of largest modulus at the given precision; ``decided`` is True if their moduli are
    proved equal.

    A unique dominant root is usually found by ``dominant_alone``. Otherwise all roots are isolated as balls;
    the candidates are the roots whose modulus is not certainly smaller than the largest one. Their moduli are
    equal if there is only one candidate or a conjugate pair, if all are roots of unity times the same
    integer, or if their k-th powers coincide for some k. In the last case the polynomial with the k-th powers
    of all roots has one root (or a conjugate pair) whose multiplicity is the number of candidates, and no
    other root of this modulus. Other coincidences remain undecided.
    """
    alone = dominant_alone(characteristic, bits)
    if alone is not None:
        return alone
    with ctx.workprec(bits):
        roots = isolate_roots(characteristic)
        largest = max((abs(root) for root, _ in roots), key=lambda modulus: modulus.mid())
        top = [pair for pair in roots if not abs(pair[0]) < largest]
        if len(top) == 1 and top[0][0].imag.is_zero():
            return Dominant(top, abs(top[0][0].real), True, 1 if top[0][0].real > 0 else 2)
        integral = _find_integral_modulus(characteristic, largest, len(top))
        if integral:
            return Dominant(top, arb(integral[0]), True, integral[1])
        unit = [root / largest for root, _ in top]
        powers = range(1, _MOST_TURNS + 1)
        turns = next((k for k in powers if all((u**k).contains(acb(1)) for u in unit)), None)
        if turns and _has_coinciding_powers(characteristic, turns, len(top)):
            return Dominant(top, largest, True, turns)
        pair = len(top) == 2 and not any(root.imag.contains(0) for root, _ in top)
        if pair or _pairs_coincide(characteristic, top):
            return Dominant(top, largest, True, None)
        for root, _ in top:
            largest = largest.union(abs(root))
        return Dominant(top, largest, False, None)


def _find_integral_modulus(characteristic: fmpz_poly, largest: arb, count: int) -> tuple[int, int] | None:
    """Return the modulus and the order of the dominant roots if all of them are an integer times roots of
    unity.
    """
    scale, orders, seen = largest.unique_fmpz(), [], 0
    if scale is None:
        return None
    for factor, multiplicity in characteristic.factor()[1]:
        kind = unity(BinetPart(tuple(int(c) for c in factor.coeffs()), (), (1,)))
        if kind and kind[0] == scale:
            orders.append((int(multiplicity), kind[1]))
            seen += factor.degree()
    if not orders or seen != count:
        return None
    highest = max(multiplicity for multiplicity, _ in orders)
    return int(scale), lcm(*(order for multiplicity, order in orders if multiplicity == highest))


def _has_coinciding_powers(characteristic: fmpz_poly, turns: int, count: int, *, pair: bool = False) -> bool:
    """Return True if exactly ``count`` roots have the same power with exponent ``turns`` as the largest root
    (or as the largest pair).
    """
    plain = characteristic // characteristic.gcd(characteristic.derivative())
    roots = sorted(isolate_roots(root_powers(plain, turns)), key=lambda item: -abs(item[0]).mid())
    wanted = 2 if pair else 1
    first, rest = roots[:wanted], roots[wanted:]
    if any(multiplicity != count // wanted for _, multiplicity in first):
        return False
    if pair and (count % 2 or any(root.imag.contains(0) for root, _ in first)):
        return False
    if not pair and not first[0][0].real > 0:
        return False
    return all(abs(other) < abs(first[0][0]) for other, _ in rest)


def _pairs_coincide(characteristic: fmpz_poly, top: list[tuple[acb, int]]) -> bool:
    """Return True if some powers of the candidates coincide in two conjugate numbers."""
    for turns in range(2, _MOST_TURNS + 1):
        power = top[0][0] ** turns
        if all((root**turns).overlaps(power) or (root**turns).overlaps(power.conjugate()) for root, _ in top):
            return _has_coinciding_powers(characteristic, turns, len(top), pair=True)
    return False


@dataclass(frozen=True, repr=False)
class Growth(Inexact, Face, Printable):
    """Leading asymptotics a(n) ~ C lambda^n n^power, where C may depend on n modulo ``period``.

    ``rate`` is lambda. ``constants`` are the values of C for n = 0, 1, ... modulo the period; for a conjugate
    pair of roots without a period it is the amplitude, and if C is undecided it is empty. ``dominant`` is the
    number of dominant roots or singularities; ``power``, an integer or a fraction such as -3/2, is None if it
    is undecided. ``minimal_polynomial`` is the minimal
    polynomial of lambda, in z. In arithmetic and for mpmath the value is the number lambda, converted by
    ``mpf`` and ``interval``; each constant has these attributes too.

    >>> print(growth(RationalGF.parse("(1 + t)/(1 - 2*t - t^2)"), 20))
    a(n) ~ C*lambda^n, lambda = 2.41421356237309504880, C = 1.20710678118654752440
    """

    rate: Ball
    power: int | Fraction | None
    constants: tuple[Ball, ...]
    period: int | None
    dominant: int
    minimal_polynomial: Polynomial | None
    note: str = ""

    @property
    def value(self) -> str:
        return self.rate.value

    @property
    def radius(self) -> str:
        return self.rate.radius

    @property
    def mpf(self) -> mpmath.mpf:
        """Growth constant lambda as an mpmath number, with all its digits."""
        return self.rate.mpf

    @property
    def interval(self) -> ivmpf:
        """Interval of ``mpmath.iv`` that contains lambda."""
        return self.rate.interval

    def _mpmath_(self, precision: int, rounding: str) -> Any:
        """Return lambda for mpmath."""
        return self.rate._mpmath_(precision, rounding)

    @property
    def constant(self) -> Ball | None:
        """Constant C, if there is only one."""
        return self.constants[0] if len(self.constants) == 1 else None

    def as_json(self) -> dict[str, object]:
        """Return the asymptotics as a JSON object, as printed with --json."""
        least = self.minimal_polynomial
        falling = (
            None if least is None else formulas().falling_text([int(c) for c in dense(least).coeffs()], "z")
        )
        return {
            **self.rate.as_json(),
            "constant": self.constant.as_json() if self.constant else None,
            "constants": [ball.as_json() for ball in self.constants],
            "power": str(self.power) if isinstance(self.power, Fraction) else self.power,
            "period": self.period,
            "dominant_roots": self.dominant,
            "minimal_polynomial": falling,
            "note": self.note,
        }


def growth(gf: RationalGF, digits: int = 30) -> Growth:
    """Return the leading asymptotics of the sequence, with ``digits`` certified digits after the first one.

    Let C(z) = z^d Q(1/z), let m be the highest multiplicity among the roots r of largest modulus lambda, and
    let C_r = m r^(d-m) P(1/r) / C^(m)(r). Then a(n) ~ n^(m-1) times the sum of C_r r^n over these roots. The
    precision of the balls is raised until the digits are certain. If several moduli agree to the last bit and
    no proof of equality is found (``dominant_roots``), a note states this and no constant is given. The cost
    is small if one root has the largest modulus (0.3 s at order 2000). Otherwise it is the cost of isolating
    all roots: 0.4 s at order 200, 1.3 s at 400, about 8 s at 800.

    Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9 and IV.6.1.
    """
    result = _compute_growth(gf, digits, dominant_roots)
    assert result is not None, "the characteristic polynomial has roots"
    return result


def growth_at_once(gf: RationalGF, digits: int = 30) -> Growth | None:
    """Return the asymptotics if the dominant root is found without isolating the other roots, or None.

    >>> growth_at_once(RationalGF.parse("1/(1 - 4*t^2)"))
    """
    return _compute_growth(gf, digits, dominant_alone)


def _compute_growth(
    gf: RationalGF, digits: int, dominant: Callable[[fmpz_poly, int], Dominant | None]
) -> Growth | None:
    gf.plain("growth")
    check_digits(digits)
    if gf.order == 0:
        return Growth(
            Ball("0", "0"), 0, (), None, 0, None, f"a(n) = 0 for n >= {max(gf.degree + 1, gf.first_n)}"
        )
    made = integral_series(dense(gf.numerator), dense(gf.denominator))
    above, below = sparse(made.numerator.coeffs()), sparse(made.denominator.coeffs())
    whole = gf if gf.is_integral else RationalGF.reduced(above, below)
    characteristic = reverse(made.denominator, gf.order + 1)
    bits, tries = 128 + 4 * digits, 0
    while True:
        roots = dominant(characteristic, bits)
        if roots is None:
            return None
        if roots.decided or tries == _DOUBLINGS:
            with ctx.workprec(bits):
                result = _growth_of_integers(whole, characteristic, roots, digits, made)
            if result:
                return result
        bits, tries = 2 * bits, min(tries + 1, _DOUBLINGS)
        if bits > _MOST_BITS:
            raise LimitError(f"digits {digits}: not reached with {_MOST_BITS} bits of precision")


def leading_coefficient(gf: RationalGF, characteristic: fmpz_poly, root: acb, multiplicity: int) -> acb:
    """Return the coefficient of n^(m-1) r^n in a(n), at the current precision."""
    above = acb_poly(dense(gf.numerator))(1 / root) * root ** (gf.order - multiplicity)
    return above / (acb_poly(taylor(characteristic, multiplicity))(root) * factorial(multiplicity - 1))


def _growth_of_integers(
    gf: RationalGF, characteristic: fmpz_poly, found: Dominant, digits: int, made: IntegralSeries
) -> Growth | None:
    """Return the growth of a(n) = b(n)/(divisor scale^n) from the integers b(n), the terms of ``gf``."""
    rate = decimal_ball(found.modulus / made.scale, digits)
    if rate is None:
        return None
    power, count = found.highest - 1, len(found.leading_roots)
    if not found.decided:
        note = f"{len(found.roots)} roots agree in modulus to about {digits} digits; equality is undecided"
        known = power if all(m == found.highest for _, m in found.roots) else None
        return Growth(rate, known, (), None, len(found.roots), None, note)
    period = _period(found)
    sizes = _constants(gf, characteristic, found, period)
    balls = [decimal_ball(number / made.divisor, digits) for number in sizes]
    constants = tuple(ball for ball in balls if ball is not None)
    if len(constants) < len(balls):
        return None
    factor = _minimal_polynomial(characteristic, found, period)
    stretched = stretch_variable(factor or fmpz_poly([1]), made.scale)
    least = None if factor is None else sparse((stretched // stretched.content()).coeffs(), "z")
    return Growth(rate, power, constants, period, count, least, _note(found, period))


def _period(found: Dominant) -> int | None:
    """Return the order of the group generated by the leading roots divided by lambda, or None if it is
    infinite.
    """
    turns = found.turns
    if turns is None or turns > _MOST_TURNS:  # this large only if it is the exact order
        return turns
    divisors = (k for k in range(1, turns) if turns % k == 0)
    alike = (
        k for k in divisors if all(((r / found.modulus) ** k).contains(acb(1)) for r in found.leading_roots)
    )
    return next(alike, turns)


def _constants(gf: RationalGF, characteristic: fmpz_poly, found: Dominant, period: int | None) -> list[arb]:
    pairs = [(r, leading_coefficient(gf, characteristic, r, found.highest)) for r in found.leading_roots]
    if period is None:
        return [2 * abs(pairs[0][1])] if len(pairs) == 2 else []
    if period > _MOST_CONSTANTS:
        return []
    listed = []
    for j in range(period):
        total = sum((c * (r / found.modulus) ** j for r, c in pairs), acb(0)).real
        listed.append(arb(0) if total.contains(0) and _vanishes(gf, found, period, j) else total)
    return listed


def _vanishes(gf: RationalGF, found: Dominant, period: int, residue: int) -> bool:
    """Return True if the terms with n = residue modulo the period are proved to grow more slowly."""
    part = gf.subsequence(period, residue)
    largest = found.modulus**period
    roots = isolate_roots(reverse(dense(part.denominator), part.order + 1)) if part.order else []
    return not any(root.real.overlaps(largest) and m >= found.highest for root, m in roots)


def _minimal_polynomial(characteristic: fmpz_poly, found: Dominant, period: int | None) -> fmpz_poly | None:
    whole = found.modulus.unique_fmpz() if found.modulus.is_exact() else None
    if whole is not None:
        return fmpz_poly([-whole, 1])
    if period is None:
        square = next(
            (
                factor
                for factor, _ in characteristic.factor()[1]
                if factor.degree() == 2
                and all(any(map(root.overlaps, found.leading_roots)) for root, _ in isolate_roots(factor))
            ),
            None,
        )
        return None if square is None else factor_at(fmpz_poly([-abs(square[0]), 0, 1]), found.modulus)
    if period * characteristic.degree() > _MOST_DEGREE and period > 1:
        return None
    powers = root_powers(characteristic, period) if period > 1 else characteristic
    return factor_at(powers.inflate(period), found.modulus)


def factor_at(polynomial: fmpz_poly, root: arb) -> fmpz_poly | None:
    """Return the irreducible factor that vanishes at a root, or None if the precision leaves several
    candidates.
    """
    fitting = [factor for factor, _ in polynomial.factor()[1] if arb_poly(factor)(root).contains(0)]
    return fitting[0] if len(fitting) == 1 else None


def _note(found: Dominant, period: int | None) -> str:
    if period == 1:
        return ""
    count = len(found.leading_roots)
    if period is None and count == 2:
        return "C is an amplitude: two conjugate roots, a(n) / (C lambda^n n^k) oscillates as a cosine"
    if period is None:
        return f"{count} roots of equal modulus, in conjugate pairs: oscillates without a short period"
    listed = "" if period <= _MOST_CONSTANTS else "; too many constants to list"
    roots = "one negative root" if count == 1 else f"{count} roots of equal modulus"
    return f"{roots}: C depends on n mod {period}{listed}"
