"""Closed forms: the formulas against the terms, and their texts against known ones.

Formulas in radicals are read by SymPy; Binet's and Pell's are those in print.
"""

from __future__ import annotations

import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import tables

from gfkit.sequences import ClosedForm, RationalGF
from gfkit.sequences.closed_form import closed_form, numbered_roots

PRINTED = tables("closed_forms")
small = st.integers(-4, 4)
factors = st.sampled_from(
    ["1 - t", "1 + t", "1 - 2*t", "1 + 3*t", "1 - t - t^2", "1 - 2*t - t^2", "1 + t^2", "1 - t + t^2",
     "1 - 2*t + 2*t^2", "1 + t + 2*t^2", "1 - t - t^3", "1 + 4*t^2", "1 - t + t^2 - t^3 + t^4", "1 - 2*t^3"]
)  # fmt: skip


def made(text: str) -> ClosedForm:
    return closed_form(RationalGF.parse(text))


@given(st.lists(small, max_size=7), st.lists(small, max_size=5), st.sampled_from([1, 1, 2, 6, 12]))
@settings(max_examples=15)
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
@settings(max_examples=12)
def test_multiple_roots(chosen: list[str], above: list[int]) -> None:
    gf = RationalGF.of(above, [1])
    for text in chosen:
        gf = gf.cauchy(RationalGF.parse(f"1/({text})"))
    form = closed_form(gf)
    assert [form.evaluate(n) for n in range(25)] == gf.terms(25)
    assert form.latex().startswith("a(n) = ")
    assert hash(form) == hash(closed_form(gf))


def by_sympy(formula: str, n: int) -> sympy.Expr:
    """The value of a printed formula without cases, read by SymPy."""
    names = {"n": sympy.Integer(n), "sqrt": sympy.sqrt, "I": sympy.I, "Integer": sympy.Integer}
    return sympy.nsimplify(sympy.expand(sympy.sympify(formula.replace("^", "**"), names, rational=True)))


def test_formulas_and_texts() -> None:
    for gf, formula in PRINTED["in_radicals"].items():
        assert made(gf).formula == formula
        assert [by_sympy(formula, n) for n in range(5)] == RationalGF.parse(gf).terms(5)
    for gf, text in PRINTED["texts"].items():
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
    form = made("1/(1 - t - t^3 + t^5)")  # reducible or not, it must say what is summed over
    assert " over " in form.formula
    text = "1/(1 - 2*t - 4*t^3 + 2*t^2 + t^4 + 3*t^6)"
    assert [made(text).evaluate(n) for n in range(20)] == RationalGF.parse(text).terms(20)
    both = closed_form(RationalGF.parse("1/((1 - t - t^3)*(1 - t^2 - t^3))"))
    assert {root.name[0] for root in both.roots()} == {"r", "s"}
