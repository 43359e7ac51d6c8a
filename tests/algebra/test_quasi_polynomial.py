"""Quasi-polynomials, and methods of every generating function: rational, exponential, or guessed.

Partitions are counted by their definition; periods and degrees follow from theorems on partitions. The other
terms are well-known sequences.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from math import factorial, gcd, lcm, prod
from pathlib import Path

import pytest
import sympy
from cli.calling import call
from flint import fmpz_poly
from hypothesis import given, strategies as st
from json_places import plainly
from known_sequences import coins, involutions, motzkin
from sequence_kinds import quasi, rationals

import gfkit
from gfkit.claims.judge import Judgement
from gfkit.core.algebra import Evidence, Law, QuasiPolynomial, RationalGF, Status
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.errors import GfkitError, LimitError
from gfkit.guessing import Data, guess

rows = st.lists(st.lists(rationals, max_size=3), min_size=1, max_size=4)
values = quasi().map(lambda drawn: drawn[0])


def parts(*sizes: int) -> RationalGF:
    """Return the product of 1/(1 - t^size)."""
    return RationalGF.of(1, prod(fmpz_poly([1, *[0] * (size - 1), -1]) for size in sizes))


@given(rows, st.lists(rationals, max_size=2), st.integers(1, 3))
def test_quasi_polynomials_have_a_normal_form(several, before, times: int) -> None:
    """Multiples of the period, zero coefficients on top, and regular terms as exceptions do not matter."""
    plain = QuasiPolynomial.of(several, before)
    length = len(several) * times
    longer = [[*row, Fraction(0)] for row in several * times]
    blown = QuasiPolynomial.of(longer, plain.terms(len(before) + length))
    assert blown == plain
    assert hash(blown) == hash(plain)


@given(values, values, st.integers(1, 4), st.integers(0, 5))
def test_conversions_and_periods(f: QuasiPolynomial, g: QuasiPolynomial, step: int, offset: int) -> None:
    gf = f.generating_function
    assert (gf.terms(30), gf.first_n) == (f.terms(30), f.first_n)
    assert QuasiPolynomial.from_rational(gf) == f
    assert f.valid_from == f.first_n + len(f.exceptions)
    form = closed_form(gf)
    assert [form.evaluate(n) for n in range(f.first_n, 15)] == f.terms(15 - f.first_n)
    assert form.valid_from == f.valid_from
    for made in (f + g, f - g, f.hadamard(g)):
        assert isinstance(made, QuasiPolynomial)
        assert lcm(f.period, g.period) % made.period == 0
    assert isinstance(f.cauchy(g), QuasiPolynomial)
    assert (f + g).generating_function == f.generating_function + g.generating_function
    assert f - f == QuasiPolynomial.of([[]], [], f.first_n)
    assert f.partial_sums().period <= f.period
    assert (f.period // gcd(f.period, step)) % f.subsequence(step, offset).period == 0


def test_partitions_into_small_parts() -> None:
    for largest, period, formula in (
        (2, 2, lambda n: n // 2 + 1),
        (3, 6, lambda n: (n * n + 6 * n + 12) // 12),  # round((n + 3)^2/12)
        (4, 12, lambda n: ((n + 5) * (n * n + n + 22 + 18 * (n // 2)) + 72) // 144),
    ):
        made = QuasiPolynomial.from_rational(parts(*range(1, largest + 1)))
        assert (made.period, made.degree) == (period, largest - 1)
        assert made.terms(80) == [*map(coins(*range(1, largest + 1)), range(80))]
        assert [made[n] for n in (10**6, 10**18 + 7)] == [formula(n) for n in (10**6, 10**18 + 7)]
    made = QuasiPolynomial.from_rational(parts(1, 2, 3, 4, 5, 6))
    assert (made.period, made.degree) == (60, 5)
    assert made[400] == coins(*range(1, 7))(400)
    assert {row[5] for row in made.constituents} == {Fraction(1, 120 * 720)}  # n^5/(5! 6!)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=3), st.integers(-20, 20), st.integers(2, 12))
def test_floors_of_polynomials(above: list[int], constant: int, below: int) -> None:
    """A polynomial with integer coefficients divided by an integer and rounded down is found again."""

    def truth(n: int) -> int:
        return (constant + sum(c * n ** (k + 1) for k, c in enumerate(above))) // below

    terms = [truth(n) for n in range(below * (len(above) + 1))]
    made = QuasiPolynomial.interpolate(terms, 0, 0, below, len(above))
    text = made.floor_form
    assert (text is None) == (made.period == 1)
    if text is not None:
        n = sympy.Symbol("n")
        formula = sympy.sympify(text.replace("^", "**"), locals={"n": n})
        assert [formula.subs(n, k) for k in range(30)] == [truth(k) for k in range(30)] == made.terms(30)


def test_large_numbers_and_periods() -> None:
    made = QuasiPolynomial.of([[0, 10**5000], [Fraction(1, 10**5000)]], [10**5001])
    assert QuasiPolynomial.from_json(plainly(made.as_json())) == made
    assert len(str(made)) > 15000
    assert made[2] == 2 * 10**5000
    total = RationalGF.parse("0")
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23):
        total += RationalGF.parse(f"1/(1 - t^{prime})")
    with pytest.raises(LimitError, match="period 223092870 and degree 0"):
        QuasiPolynomial.from_rational(total)


SQUARES = [n * n // 4 for n in range(40)]
CENTRAL = [factorial(2 * n) // factorial(n) ** 2 for n in range(40)]
MOTZKIN = [motzkin(n) for n in range(60)]
INVOLUTIONS = [involutions(n) for n in range(60)]


def _guessed(terms: list[int], kinds: str) -> Law:
    (found, *_) = guess(terms, ansatz=kinds).found
    return found


LAWS: dict[str, Callable[[], tuple[Law, list[int]]]] = {
    # Domineering on one row: tilings of a row by squares and dominoes are Fibonacci numbers
    "rational": lambda: (gfkit.derive("domineering", "1xn"), [1, 1, 2, 3, 5, 8, 13, 21]),
    # arc-kayles on a complete graph: sets of disjoint edges are involutions
    "exponential": lambda: (gfkit.derive("arc-kayles", "complete:n"), INVOLUTIONS),
    "quasi-polynomial": lambda: (_guessed(SQUARES, "quasi-polynomial"), SQUARES),
    "c-finite": lambda: (_guessed([2**n + 1 for n in range(30)], "c-finite"), [2**n + 1 for n in range(30)]),
    "hypergeometric": lambda: (_guessed(CENTRAL, "hypergeometric"), CENTRAL),
    "algebraic": lambda: (_guessed(MOTZKIN, "algebraic"), MOTZKIN),
    "d-finite": lambda: (_guessed(INVOLUTIONS, "d-finite"), INVOLUTIONS),
}


def test_every_generating_function_has_the_common_methods():
    for name, make in LAWS.items():
        answers(name, *make())


def answers(name, law, true):
    assert law.first_n == 0
    assert law.terms(len(true)) == true
    assert [law[n] for n in range(len(true))] == true
    assert law.evidence.status is (Status.PROVED if name in ("rational", "exponential") else Status.GUESSED)
    assert law.text
    assert "\n" not in law.text
    assert law.as_json()["evidence"] == law.evidence.as_json()
    with pytest.raises(TypeError, match="not a list"):
        list(law)
    # members that a generating function may lack
    assert (law.rational is not None) == (name in ("rational", "quasi-polynomial", "c-finite"))
    if law.rational is not None:
        assert law.rational.terms(len(true)) == true
        assert law.rational.order == law.order
    assert (law.recurrence_text is None) == (name == "algebraic")
    if law.recurrence_text is not None:
        data = Data.of(law.terms(20))
        assert gfkit.verify(law.recurrence_text, data=data).verdict is Judgement.CONSISTENT


def test_a_transformed_conjecture_has_formulas_only_for_its_parts():
    """For 2^(Fibonacci), only the parts have rational series; the sequence has none."""
    terms = [1]
    for n in range(1, 40):  # a(n)/a(n-1) is 2^n + 1
        terms.append(terms[-1] * (2**n + 1))
    found = guess(terms).found
    assert found, "the ratios are c-finite"
    for finding in found:
        assert finding.transform is not None
        assert finding.rational is None
        assert finding.recurrence_text is None
        assert finding[39] == terms[39]


def test_complete_graphs_reject_methods_of_ordinary_series(tmp_path):
    law = gfkit.derive("arc-kayles", "complete:n", weights="pieces")
    assert isinstance(law, gfkit.Derived)
    assert isinstance(law, gfkit.CompleteLaw)
    assert law.evidence == Evidence(Status.PROVED, "exponential-formula")
    for ask in ("generating_function", "recurrence"):
        with pytest.raises(GfkitError, match="'complete:n'"):
            getattr(law, ask)
    with pytest.raises(GfkitError):
        law.modulo(10**18, 7)
    assert law.to("pari") == "exp(t + x*t^2/2)"
    assert law.numbers(12) == INVOLUTIONS[:12]
    assert law.number(11) == INVOLUTIONS[11]
    assert law.order == 2
    # The page of a formula with weights has the initial terms of the counts, without an E.g.f.
    pages = []
    for weights in ("none", "pieces"):
        page = tmp_path / f"{weights}.html"
        call("report", "arc-kayles", "complete:n", "--weights", weights, "-o", page, code=0)
        pages.append(page.read_text("utf-8"))
    assert "E.g.f.: exp(x + x^2/2)" in pages[0]
    assert "1,1,2,4,10,26,76" in pages[1]
    assert "E.g.f." not in pages[1]


def test_the_package_never_checks_the_class_of_a_formula():
    """The package accesses members and does not use isinstance."""
    kinds = {"Derived", "CompleteLaw", "LawForm"}
    asked = []
    for file in Path(gfkit.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if any(kind in text for kind in kinds) else ():
            is_question = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance"
            named = ast.walk(node) if is_question or isinstance(node, ast.MatchClass) else ()
            asked += [(file.name, one.id) for one in named if isinstance(one, ast.Name) and one.id in kinds]
    assert not asked
