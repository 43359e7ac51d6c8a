"""Growth, density and closed forms: enclosures contain the true value, periods and formulas are correct.

Rates and constants are known in closed form and evaluated by SymPy, like formulas in radicals; far terms and
moments are exact.
"""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy
from flint import arb, fmpz_poly
from hypothesis import example, given, strategies as st
from tables import tables

from gfkit.core.algebra import Ball, ClosedForm, Growth, Polynomial, RationalGF, density, growth_at_once
from gfkit.core.algebra.closed_form import closed_form, numbered_roots
from gfkit.core.algebra.growth import dominant_alone, growth

PRINTED = tables("printed_sequences")


def of(text: str, digits: int = 30) -> Growth:
    return growth(RationalGF.parse(text), digits)


def holds(ball: Ball, truth: sympy.Expr, digits: int) -> bool:
    """Return True if the ball contains the number and is as small as requested."""
    value = sympy.Rational(str(sympy.N(truth, digits + 30)))
    relative = sympy.Rational(ball.radius) / abs(value)
    return bool(ball.low <= value <= ball.high and relative <= sympy.Rational(10) ** -digits * 10)


def test_known_constants() -> None:
    for (gf, rate, constant), digits in product(PRINTED["rates"], (10, 200)):
        found = of(gf, digits)
        assert holds(found.rate, sympy.sympify(rate), digits), gf
        assert (found.power, found.period, found.dominant) == (0, 1, 1)
        assert not constant or holds(found.constant, sympy.sympify(constant), digits)


def test_balls_are_numbers_and_intervals_of_mpmath() -> None:
    for digits in (10, 50, 200):
        found = of("1/(1 - t - t^2)", digits).rate
        with mpmath.mp.workdps(digits + 20):
            assert 0 < abs(found.mpf - mpmath.phi) <= mpmath.mpf(found.radius)
        with mpmath.mp.workprec(4 * digits + 200):
            interval = found.interval
            ends = mpmath.mpf(interval.a), mpmath.mpf(interval.b)
        low, high = (int(end.man) * Fraction(2) ** int(end.exp) for end in ends)
        assert low <= found.low < found.high <= high
        assert high - low <= Fraction(2001, 1000) * Fraction(found.radius)
        assert mpmath.mpf(2) + of("1/(1 - 3*t)", digits).rate == 5
    assert mpmath.mpf(Ball("-2.5e-7", "0")) == mpmath.mpf("-2.5e-7")


tails = st.lists(st.integers(-9, 9), min_size=1, max_size=9)


@given(tails, st.integers(-3, 3), st.integers(0, 3), st.booleans())
def test_isolated_dominant_roots_are_simple_and_unique(tail, multiple, zeros, up) -> None:
    """Compare with the isolated roots; include multiple roots, pairs z and -z, and roots at 0."""
    polynomial = fmpz_poly([0] * zeros + [*tail, 1 if up else -1])
    if multiple > 1:
        polynomial = polynomial**multiple
    elif multiple < 0:
        polynomial = fmpz_poly([c for k in polynomial.coeffs() for c in (k, 0)][:-1])
    found = dominant_alone(polynomial, 200)
    moduli = sorted((abs(root).mid() for root, _ in polynomial.complex_roots()), reverse=True)
    if found is None:
        return
    ((root, multiplicity),) = found.roots
    assert multiplicity == 1
    assert root.imag.is_zero()
    assert found.turns == (1 if root.real > 0 else 2)
    assert any(root.overlaps(other) and times == 1 for other, times in polynomial.complex_roots())
    assert abs(found.modulus - moduli[0]) < 1e-9 * moduli[0]
    assert len(moduli) == 1 or moduli[1] < moduli[0]
    assert found.modulus.rad() < found.modulus.mid() * arb(2) ** -150


def test_growth_by_the_dominant_root_theorem() -> None:
    """The theorem does not apply to equal moduli, a double root, a pair, or roots at 0 only."""
    for coefficients in ([-4, 0, 1], [1, -2, 1], [2, 2, 1], [0, 0, 1], [-8, 0, 0, 1], [0, 1]):
        assert dominant_alone(fmpz_poly(coefficients), 100) is None
    assert growth_at_once(RationalGF.parse("1/(1 - 4*t^2)")) is None
    assert of("1/(1 - 4*t^2)").period == 2
    # Where the largest root stands out little, is negative, or smaller ones are multiple.
    for text, rate in (
        ("1/(1 - t - 9900*t^2)", 100),
        ("1/(1 + t - 9900*t^2)", 100),
        ("t/(1 - t - t^2)/(1 - t)^2", sympy.GoldenRatio),
        ("1/(1 + 3*t - t^2)", (3 + sympy.sqrt(13)) / 2),
    ):
        assert holds(growth_at_once(RationalGF.parse(text), 25).rate, sympy.sympify(rate), 25)


def test_the_cubic_to_the_digits_published() -> None:
    found = of("1/(1 - 3*t + t^2 - t^3)", 50)
    assert found.value.startswith("2.769292354")
    assert found.radius == "1e-50"
    assert found.minimal_polynomial == Polynomial.parse("z^3 - 3*z^2 + z - 1", ("z",))
    half = of("4/(4 - 2*t - t^2)", 20)
    assert half.minimal_polynomial == Polynomial.parse("4*z^2 - 2*z - 1", ("z",))
    assert half.latex().startswith(r"a(n) \sim C \lambda^{n}, \quad \lambda = 0.809")


@given(st.lists(st.integers(-3, 3), max_size=4), st.lists(st.integers(-3, 3), min_size=1, max_size=5))
def test_the_asymptotic_form_fits_far_terms(above: list[int], tail: list[int]) -> None:
    gf = RationalGF.of([1, *above], [1, *tail])
    found = growth(gf, 12)
    if gf.order == 0:
        assert (found.value, found.power, found.constants) == ("0", 0, ())
        assert found.note == f"a(n) = 0 for n >= {gf.degree + 1}"
        return
    assert pickle.loads(pickle.dumps(found)) == found
    if not found.period or not found.constants:
        return
    rate, sizes = float(found.value), []
    for n in range(2000, 2000 + found.period):
        value = int(gf[n])
        expected = float(found.constants[n % found.period].value)
        scale = n * math.log(rate) + found.power * math.log(n)
        actual = math.exp(math.log(abs(value)) - scale) * (1 if value > 0 else -1) if value else 0.0
        sizes.append(abs(actual - expected))
    assert max(sizes) < 0.05 * max(abs(float(c.value)) for c in found.constants) + 1e-9


def test_multiplicity_and_period() -> None:
    for gf, rate, power, period, constants, least in PRINTED["several"]:
        found = of(gf, 20)
        assert holds(found.rate, sympy.sympify(rate), 20)
        assert (found.power, found.period) == (power, period)
        assert found.minimal_polynomial == Polynomial.parse(least, ("z",))
        for ball, truth in zip(found.constants, constants, strict=True):
            assert ball == Ball("0", "0") if truth == "0" else holds(ball, sympy.sympify(truth), 20)


def test_several_dominant_roots() -> None:
    found = of("1/(1 - t + 3*t^2)", 20)  # roots (1 +- i sqrt 11)/2, a(n) = Im(r^(n+1))/Im r
    assert found.period is None
    assert found.dominant == 2
    assert holds(found.rate, sympy.sqrt(3), 20)
    assert holds(found.constant, 2 * sympy.sqrt(3) / sympy.sqrt(11), 20)
    assert "cosine" in found.note
    found = of("1/(1 - t^2 + 3*t^4)", 15)
    assert (found.dominant, found.period, found.constants) == (4, None, ())
    assert holds(found.rate, sympy.root(3, 4), 15)
    # A Weil polynomial: all four roots have modulus sqrt 2, which the search for periods does not detect.
    found = of("1/(1 + t + t^2 + 2*t^3 + 4*t^4)", 15)
    assert "undecided" in found.note
    assert found.constants == ()
    assert found.rate.low <= Fraction("1.41421356237309504880") <= found.rate.high


def test_close_moduli_long_periods_many_digits() -> None:
    # Roots 10^20 and -(10^20 - 1): equal to nineteen digits, one dominant.
    big = 10**20
    found = growth(RationalGF.of([1], [1, -1, -big * (big - 1)]), 5)
    assert (found.dominant, found.value) == (1, str(big))
    # Partitions into parts 1..12: a root of multiplicity 12 and roots of unity of many orders.
    found = of("*".join(f"1/(1 - t^{part})" for part in range(1, 13)), 10)
    assert (found.value, found.power, found.period) == ("1", 11, 1)
    assert holds(found.constant, 1 / (sympy.factorial(11) * sympy.factorial(12)), 10)
    found = of("1/(1 - t - t^2)", 10_000)
    for end, sign in ((found.rate.low, -1), (found.rate.high, 1)):  # z^2 - z - 1 changes sign inside
        assert (end * end - end - 1) * sign > 0
    assert found.radius == "1e-10000"


def test_limits_of_densities() -> None:
    """Independent sets of a path: lambda(x) = (1 + sqrt(1 + 4x))/2, differentiated by SymPy."""
    u = sympy.Symbol("u")
    log_rate = sympy.log((1 + sympy.sqrt(1 + 4 * sympy.exp(u))) / 2)
    found = density(RationalGF.parse("(1 + x*t)/(1 - t - x*t^2)"), 1, 30)
    assert holds(found.limit_mean, sympy.diff(log_rate, u).subs(u, 0), 30)
    assert holds(found.limit_variance, sympy.diff(log_rate, u, 2).subs(u, 0), 30)
    assert float(found.mean(5000)) == pytest.approx(float(found.limit_mean), abs=1e-3)
    assert pickle.loads(pickle.dumps(found)) == found
    twice = density(RationalGF.parse("1/(1 - t - x*t + x*t^2)"), 1, 10)
    assert twice.limit_mean is None
    assert "multiple" in twice.note
    assert (twice.mean(3), twice.variance(3)) == (Fraction(1, 2), Fraction(5, 12))  # 1 + x + x^2 + x^3


# Closed forms


FORMS = tables("closed_forms")
small = st.integers(-4, 4)
factors = st.sampled_from(
    ["1 - t", "1 + t", "1 - 2*t", "1 + 3*t", "1 - t - t^2", "1 - 2*t - t^2", "1 + t^2", "1 - t + t^2",
     "1 - 2*t + 2*t^2", "1 + t + 2*t^2", "1 - t - t^3", "1 + 4*t^2", "1 - t + t^2 - t^3 + t^4", "1 - 2*t^3"]
)  # fmt: skip


def made(text: str) -> ClosedForm:
    return closed_form(RationalGF.parse(text))


@given(st.lists(small, max_size=7), st.lists(small, max_size=5), st.sampled_from([1, 1, 2, 6, 12]))
@example([1], [], 2)
def test_the_formula_gives_the_terms(above: list[int], tail: list[int], lead: int) -> None:
    gf = RationalGF.of(above, [lead, *tail])
    form = closed_form(gf)
    assert [form.evaluate(n) for n in range(40)] == gf.terms(40)
    assert form.valid_from == max(0, gf.degree - gf.order + 1)
    assert [n for n, _ in form.exceptions] == list(range(form.valid_from))
    told = form.as_json()
    del told["first_n"]
    assert ClosedForm.from_json(told) == form


@given(st.lists(factors, min_size=1, max_size=4), st.lists(small, min_size=1, max_size=3))
def test_multiple_roots(chosen: list[str], above: list[int]) -> None:
    gf = RationalGF.of(above, [1])
    for text in chosen:
        gf = gf.cauchy(RationalGF.parse(f"1/({text})"))
    form = closed_form(gf)
    assert [form.evaluate(n) for n in range(25)] == gf.terms(25)
    assert form.latex().startswith("a(n) = ")
    assert hash(form) == hash(closed_form(gf))


def by_sympy(formula: str, n: int) -> sympy.Expr:
    """Return the value of a printed formula without cases, read by SymPy."""
    names = {"n": sympy.Integer(n), "sqrt": sympy.sqrt, "I": sympy.I, "Integer": sympy.Integer}
    names |= {
        "F": sympy.fibonacci,
        "L": sympy.lucas,
        "Pell": lambda k: sympy.fibonacci(int(k), 2) if k else 0,
    }
    return sympy.nsimplify(sympy.expand(sympy.sympify(formula.replace("^", "**"), names, rational=True)))


def test_formulas_in_radicals_and_their_text() -> None:
    for gf, formula in FORMS["in_radicals"].items():
        assert made(gf).formula == formula
        assert [by_sympy(formula, n) for n in range(5)] == RationalGF.parse(gf).terms(5)
    for gf, text in FORMS["texts"].items():
        assert str(made(gf)) == text
        assert [made(gf).evaluate(n) for n in range(12)] == RationalGF.parse(gf).terms(12)


def test_roots() -> None:
    # The real root of z^3 - 3z^2 + z - 1 = 0 by SymPy at 60 digits.
    z = sympy.Symbol("z")
    real = sympy.CRootOf(z**3 - 3 * z**2 + z - 1, 0).evalf(60)
    root = made("1/(1 - 3*t + t^2 - t^3)").roots(50)[0]
    assert root.name == "r1"
    assert root.imaginary.value == "0"
    assert root.real.low < sympy.Rational(str(real)) < root.real.high
    part = made("1/(1 + 3*t^2 + t^4)").parts[0]
    assert {str(root.real) for root in numbered_roots(part, "r", 30)} == {"0"}
    form = made("1/(1 - t - t^3 + t^5)")  # reducible or not, it must name the roots of the sum
    assert " over " in form.formula
    text = "1/(1 - 2*t - 4*t^3 + 2*t^2 + t^4 + 3*t^6)"
    assert [made(text).evaluate(n) for n in range(20)] == RationalGF.parse(text).terms(20)
    both = closed_form(RationalGF.parse("1/((1 - t - t^3)*(1 - t^2 - t^3))"))
    assert {root.name[0] for root in both.roots()} == {"r", "s"}
