"""Asymptotics of algebraic series: constants from print and from closed forms, far terms, and refusals.

The printed constants are those of Flajolet and Sedgewick, of the OEIS, and of Stirling's formula.
"""

from __future__ import annotations

import random

import mpmath
import pytest
from choice import some_of
from flint import arb

from gfkit.core.algebra import Algebraic, Growth
from gfkit.core.algebra.singularities import algebraic_growth
from gfkit.core.errors import InputError, LimitError, UndecidedError
from gfkit.specifications import SpecificationLaw, class_law, law_named, named_classes
from gfkit.specifications.law import law_of_system
from gfkit.specifications.system import PolynomialSystem

PRINTED = [
    # specification, lambda, C, power: Flajolet and Sedgewick, Analytic Combinatorics, or the OEIS
    ("C = 1 + t*C^2", "4", "1/sqrt(pi)", "-3/2"),
    ("M = 1 + t*M + t^2*M^2", "3", "sqrt(27/(4*pi))", "-3/2"),
    ("S = t + SEQ_{>=2}(S)", "3 + 2*sqrt(2)", "sqrt((3*sqrt(2) - 4)/pi)/4", "-3/2"),
    ("S = 1 + t*S + t*S^2", "3 + 2*sqrt(2)", "sqrt((3*sqrt(2) + 4)/pi)/2", "-3/2"),
    ("T = 1 + t*T^3", "27/mpf(4)", "sqrt(3/pi)/4", "-3/2"),
    ("S = 1 + A; A = t*S + t^2*A*S", "(3 + sqrt(5))/2", "sqrt((15 + 7*sqrt(5))/(8*pi))", "-3/2"),
    ("B = 1 + 2*t*C*B; C = 1 + t*C^2", "4", "1/sqrt(pi)", "-1/2"),
    ("B = 1 + t*B + 2*t^2*M*B; M = 1 + t*M + t^2*M^2", "3", "sqrt(3/(4*pi))", "-1/2"),
    ("P = M + t*M*P; M = 1 + t*M + t^2*M^2", "3", "sqrt(3/pi)", "-1/2"),
    ("P = D + t*D*P; D = 1 + t^2*D^2", "2", "sqrt(2/pi)", "-1/2"),
    # with u = t*C, t = u - u^2, the series is 1/(1 - 3*u): a simple pole at t = 2/9; then its square
    ("S = 1 + 3*t*C*S; C = 1 + t*C^2", "mpf(9)/2", "mpf(1)/2", "0"),
    ("Q = S^2; S = 1 + 3*t*C*S; C = 1 + t*C^2", "mpf(9)/2", "mpf(1)/4", "1"),
]
EQUATIONS = [
    # equation, a(0), lambda, C: rooted maps and bipartite maps (Tutte)
    ("-1 + 16*t + f - 18*t*f + 27*t^2*f^2", "12", "2/sqrt(pi)"),
    ("-1 + 11*t + f + t^2 - 12*t*f - 8*t^2*f + 16*t^2*f^2", "8", "3/(2*sqrt(pi))"),
    # intervals of the Tamari lattice: 2*(4*n + 1)!/((n + 1)!*(3*n + 2)!), by Stirling's formula
    (
        "-1 + 16*t + f - 20*t*f + 3*t*f^2 + 8*t^2*f^2 + 3*t^2*f^3 + t^3*f^4",
        "mpf(256)/27", "8*sqrt(4)/(9*sqrt(3)*sqrt(2*pi))",
    ),
]  # fmt: skip


def _number(text: str) -> mpmath.mpf:
    names = {"pi": mpmath.pi, "sqrt": mpmath.sqrt, "mpf": mpmath.mpf}
    return mpmath.mpf(eval(text, names))


def _is_near(ball: object, text: str, digits: int) -> bool:
    with mpmath.mp.workdps(digits + 20):
        return abs(ball.mpf - _number(text)) <= 2 * mpmath.mpf(ball.radius) + mpmath.mpf(10) ** (-digits - 8)


@pytest.mark.parametrize(("text", "rate", "constant", "power"), PRINTED)
def test_printed_constants(text: str, rate: str, constant: str, power: str) -> None:
    law = class_law(text)
    for digits in (12, 60):
        found = law.growth(digits)
        assert found is not None, law.growth_note
        assert _is_near(found.rate, rate, digits)
        assert _is_near(found.constant, constant, digits)
        assert str(found.power) == power


@pytest.mark.parametrize(("equation", "rate", "constant"), EQUATIONS)
def test_maps_have_the_power_minus_five_halves(equation: str, rate: str, constant: str) -> None:
    found = algebraic_growth(Algebraic.parse(equation, [1]), 25, is_nonnegative=True)
    assert str(found.power) == "-5/2"
    assert _is_near(found.rate, rate, 25)
    assert _is_near(found.constant, constant, 25)


def test_periods_are_residues_of_n() -> None:
    found = class_law("f = t + t^3*f^2").growth(20)  # a(4*k + 1) is the k-th Catalan number
    assert found is not None
    assert found.period == 4
    assert [ball.value == "0" for ball in found.constants] == [True, False, True, True]
    assert _is_near(found.rate, "sqrt(2)", 20)
    assert _is_near(found.constants[1], "8/sqrt(2*pi)", 20)


@pytest.mark.parametrize(
    "text",
    [
        "f = t + D; D = 1 + t^2*D^2",  # singular at 1/2 and -1/2
        "f = SEQ(25*t^2) + C; C = 1 + t*C^2",  # poles at 1/5 and -1/5
        "f = SEQ(t + 8*t^3)*SEQ(9*t^2) + SEQ(9*t^2) + C; C = 1 + t^5*C^2",
        "D = 1 + (t*C)^2*D^2; C = 1 + t*C^2",  # four solutions meet: n^(-5/4)
        "S = 1 + t*S + K*S; K = t^4*SEQ(t^2)*(S - 1 - t - t^2 - K)",  # minus signs
        "f = t - t*f^2",
    ],
)
def test_unproved_asymptotics_are_refused_with_a_reason(text: str) -> None:
    law = class_law(text)
    assert law.growth(10) is None
    assert law.growth_note.startswith("no proof: ")


def test_nonnegativity_is_needed() -> None:
    with pytest.raises(UndecidedError, match="nonnegative"):
        algebraic_growth(Algebraic.parse("1 - f + t*f^2", [1]), 10, is_nonnegative=False)
    with pytest.raises(UndecidedError, match="nonnegative"):
        algebraic_growth(Algebraic.parse("1 - f - t*f^2", [1]), 10, is_nonnegative=True)


def test_other_solutions_of_the_equation_are_told_apart() -> None:
    # (1 - sqrt(1 - 4*t))/2 and its conjugate, and a series whose equation has a critical point before rho
    found = algebraic_growth(Algebraic.parse("t - f + f^2", [0, 1]), 15, is_nonnegative=True)
    assert _is_near(found.constant, "1/(4*sqrt(pi))", 15)
    law = class_law("f = SEQ(t)*C + SEQ(3*t); C = 1 + t*C^2")
    far = law.growth(15)
    assert far is not None
    assert _is_near(far.constant, "4/(3*sqrt(pi))", 15)


def test_critical_points_of_other_solutions_are_passed() -> None:
    # f = 1/(1 - 3*u/2), u - u^2 = t: the other solution has a pole at t = 2/9 < 1/4
    found = algebraic_growth(Algebraic.parse("4 - 2*f - 2*f^2 + 9*t*f^2", [1]), 20, is_nonnegative=True)
    assert _is_near(found.rate, "4", 20)
    assert _is_near(found.constant, "6/sqrt(pi)", 20)


def test_all_named_classes_have_proved_asymptotics() -> None:
    for name in named_classes():
        law = law_named(name)
        assert isinstance(law, SpecificationLaw)
        found = law.growth(20)
        if not law.system.is_nonnegative:
            assert "no proof" in law.growth_note, name
            continue
        assert found is not None, name
        assert abs(_ratio(law, found, 399) - 1) < 0.2, name


def drawn_system(source: random.Random) -> PolynomialSystem:
    """Return a random well-founded system with nonnegative coefficients."""
    count = source.randint(1, 2)
    equations = []
    for _ in range(count):
        terms = {}
        for _ in range(source.randint(1, 4)):
            powers = [0] * count
            for _ in range(source.choice([0, 0, 1, 1, 2, 2])):
                powers[source.randrange(count)] += 1
            least = sum(powers) == 1
            terms[max(least, source.choice([0, 1, 1, 1, 2, 3])), (), tuple(powers)] = source.choice(
                [1, 1, 2, 3]
            )
        equations.append([(c, *monomial) for monomial, c in terms.items()])
    return PolynomialSystem.of([f"y{i}" for i in range(count)], (), equations)


def _ratio(law: SpecificationLaw, found: Growth, n: int) -> float:
    """Return a(n) divided by its estimate."""
    with mpmath.mp.workdps(60):
        value = law.algebraic.expand(n + 1)[n] if n < 1000 else law.coefficient(n)
        constant = found.constants[n % found.period].mpf
        power = mpmath.mpf(found.power.numerator) / found.power.denominator
        return float(value / (constant * found.rate.mpf**n * mpmath.mpf(n) ** power))


def test_drawn_systems_are_near_their_estimates() -> None:
    proved = refused = seed = 0
    while proved + refused < len(some_of(range(200), 40)):
        seed += 1
        try:
            system = drawn_system(random.Random(seed))
            law = law_of_system(system, "f", "f") if system.equations[0] else None
        except (InputError, LimitError):
            continue
        if law is None or law.rational is not None:
            continue
        found = law.growth(30)
        if found is None:
            refused += 1
            continue
        proved += 1
        residue = next(k for k, ball in enumerate(found.constants) if ball.value != "0")
        n = 399 - (399 - residue) % found.period
        terms = law.algebraic.expand(400)
        assert not any(terms[k] for k in range(400) if (k - residue) % found.period), law
        # two singularities at almost the same distance need far terms
        assert (
            abs(_ratio(law, found, n) - 1) < 0.2 or abs(_ratio(law, found, n + 8000 * found.period) - 1) < 0.2
        ), law
    assert refused <= proved // 20


def test_balls_contain_exact_values() -> None:
    found = class_law("C = 1 + t*C^2").growth(50)
    assert found is not None
    assert found.constant is not None
    with mpmath.mp.workdps(80):
        exact = 1 / mpmath.sqrt(mpmath.pi)
        assert mpmath.mpf(found.constant.low.numerator) / found.constant.low.denominator < exact
        assert mpmath.mpf(found.constant.high.numerator) / found.constant.high.denominator > exact
    assert arb(4).unique_fmpz() == int(found.rate.value)
    assert str(found).startswith("a(n) ~ C*lambda^n*n^(-3/2)")
    assert found.as_json()["power"] == "-3/2"
