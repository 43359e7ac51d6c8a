"""Closed forms: the formulas against the terms, and their texts against known ones.

Formulas in radicals are read by SymPy; Binet's and Pell's are those in print.
"""

from __future__ import annotations

import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gfkit.sequences import ClosedForm, RationalGF, closed_form
from gfkit.sequences.closed_form import numbered_roots

small = st.integers(-4, 4)
factors = st.sampled_from(
    ["1 - t", "1 + t", "1 - 2*t", "1 + 3*t", "1 - t - t^2", "1 - 2*t - t^2", "1 + t^2", "1 - t + t^2",
     "1 - 2*t + 2*t^2", "1 + t + 2*t^2", "1 - t - t^3", "1 + 4*t^2", "1 - t + t^2 - t^3 + t^4", "1 - 2*t^3"]
)  # fmt: skip


def made(text: str) -> ClosedForm:
    return closed_form(RationalGF.parse(text))


@given(st.lists(small, max_size=7), st.lists(small, max_size=5), st.sampled_from([1, 1, 2, 6, 12]))
@settings(max_examples=30)
@example([1], [], 2)
def test_the_formula_gives_the_terms(above: list[int], tail: list[int], lead: int) -> None:
    gf = RationalGF.of(above, [lead, *tail])
    form = closed_form(gf)
    assert [form.evaluate(n) for n in range(40)] == gf.terms(40)
    assert form.valid_from == max(0, gf.degree - gf.order + 1)
    assert [n for n, _ in form.exceptions] == list(range(form.valid_from))


@given(st.lists(factors, min_size=1, max_size=4), st.lists(small, min_size=1, max_size=3))
@settings(max_examples=25)
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


IN_RADICALS = {
    "t/(1 - t - t^2)": "(((1 + sqrt(5))/2)^n - ((1 - sqrt(5))/2)^n)/sqrt(5)",  # Binet
    "(2 - t)/(1 - t - t^2)": "((1 + sqrt(5))/2)^n + ((1 - sqrt(5))/2)^n",  # Lucas
    "(1 + t)/(1 - 2*t - t^2)": "((1 + sqrt(2))^(n+1) + (1 - sqrt(2))^(n+1))/2",
    "t/(1 - 2*t - t^2)": "((1 + sqrt(2))^n - (1 - sqrt(2))^n)/(2*sqrt(2))",  # Pell
    "(2*t + 4*t^2)/(1 - 6*t + 12*t^2 - 8*t^3)": "n^2*2^n",
    "1/(1 - t - 2*t^2)": "2*2^n/3 + (-1)^n/3",  # Jacobsthal, (2^(n+1) + (-1)^n)/3
    "1/(1 - 2*t + 2*t^2)": "((1 + I)^(n+1) - (1 - I)^(n+1))/(2*I)",
    "t/(1 - 2*t^2)": "(sqrt(2)^n - (-sqrt(2))^n)/(2*sqrt(2))",
    "3/(1 - 5*t)": "3*5^n",
    "1/(1 - t)": "1",
    "-1/(1 - 2*t + t^2)": "-(n + 1)",
    "(3 + 5*t)/(1 - t - t^2)": (
        "((15 + 13*sqrt(5))*((1 + sqrt(5))/2)^n + (15 - 13*sqrt(5))*((1 - sqrt(5))/2)^n)/10"
    ),
    "2/(2 - t)": "(1/2)^n",
    "1/(6 - 5*t + t^2)": "(1/2)^n/2 - (1/3)^n/3",
    "9/(9 + 6*t + t^2)": "(n + 1)*(-1/3)^n",
    "4/(4 - 2*t - t^2)": "2*(((1 + sqrt(5))/4)^(n+1) - ((1 - sqrt(5))/4)^(n+1))/sqrt(5)",  # F(n + 1)/2^n
    "1/(2 - 2*t)": "1/2",
}


def test_formulas_in_radicals() -> None:
    for gf, formula in IN_RADICALS.items():
        assert made(gf).formula == formula
        assert [by_sympy(formula, n) for n in range(5)] == RationalGF.parse(gf).terms(5)


TEXTS = {
    "t^2/(1 - 2*t + 2*t^3 - t^4)": "a(n) = n^2/4 if n mod 2 = 0; (n^2 - 1)/4 if n mod 2 = 1",  # floor(n^2/4)
    "1/(1 - t^3)": "a(n) = 1 if n mod 3 = 0; 0 if n mod 3 = 1 or 2",
    "(1 + 2*t)/(1 - t^2)": "a(n) = 1 if n mod 2 = 0; 2 if n mod 2 = 1",
    "1/(1 + 4*t^2)": "a(n) = 2^n*[1, 0, -1, 0][n mod 4]",
    "(1 + t)/(1 - t^7)": "a(n) = 1 if n mod 7 = 0 or 1; 0 if n mod 7 = 2, 3, 4, 5 or 6",
    "3 + t": "a(n) = 0 for n >= 2; a(0) = 3; a(1) = 1",
    "(7 - 7*t^2)/(1 - t - t^2)": (
        "a(n) = 7*(((1 + sqrt(5))/2)^n - ((1 - sqrt(5))/2)^n)/sqrt(5) for n >= 1; a(0) = 7"
    ),
    "1/(1 - 3*t + t^2 - t^3)": (
        "a(n) = sum(r^(n+2)/(3*r^2 - 6*r + 1) over r^3 - 3*r^2 + r - 1 = 0); "
        "r1 = 2.76929235423863141524, "
        "r2 = 0.115353822880684292380 + 0.589742805022205501647*I, "
        "r3 = 0.115353822880684292380 - 0.589742805022205501647*I"
    ),
}


def test_cases_exceptions_and_numbered_roots() -> None:
    for gf, text in TEXTS.items():
        assert str(made(gf)) == text
        assert [made(gf).evaluate(n) for n in range(12)] == RationalGF.parse(gf).terms(12)


def test_latex() -> None:
    assert made("t/(1 - 2*t - t^2)").latex() == (
        r"a(n) = \frac{\left(1 + \sqrt{2}\right)^{n} - \left(1 - \sqrt{2}\right)^{n}}{2 \sqrt{2}}"
    )
    assert made("1/(1 - t^2)").latex() == (
        r"a(n) = \begin{cases} 1 & n \equiv 0 \pmod{2} \\ 0 & n \equiv 1 \pmod{2} \end{cases}"
    )


def test_roots_are_certified() -> None:
    # The real root of z^3 - 3z^2 + z - 1 = 0 by SymPy at 60 digits.
    z = sympy.Symbol("z")
    real = sympy.CRootOf(z**3 - 3 * z**2 + z - 1, 0).evalf(60)
    root = made("1/(1 - 3*t + t^2 - t^3)").roots(50)[0]
    assert root.name == "r1"
    assert root.imaginary.value == "0"
    assert root.real.low < sympy.Rational(str(real)) < root.real.high


def test_huge_coefficients() -> None:
    for below, start in (
        ([1, -(2**60)], "a(n) = 1152921504606846976^n"),
        ([1, 0, 4**60], f"a(n) = {2**60}^n*[1, 0, -1, 0][n mod 4]"),
        ([1, -(10**5000)], "a(n) = 1000"),
        ([1, -(10**5000), -3], "a(n) = ((5000"),
        ([1, -(10**5000), 0, -3], "a(n) = sum(r^(n+1)/(3*r - 2000"),
    ):
        gf = RationalGF.of([1], below)
        form = closed_form(gf)
        assert str(form).startswith(start)
        assert form.latex()
        assert [form.evaluate(n) for n in range(4)] == gf.terms(4)


def test_purely_imaginary_roots_are_exactly_so() -> None:
    part = made("1/(1 + 3*t^2 + t^4)").parts[0]
    assert {str(root.real) for root in numbered_roots(part, "r", 30)} == {"0"}


def test_two_numbered_polynomials_have_two_letters() -> None:
    form = made("1/(1 - t - t^3 + t^5)")  # reducible or not, it must say what is summed over
    assert " over " in form.formula
    text = "1/(1 - 2*t - 4*t^3 + 2*t^2 + t^4 + 3*t^6)"
    assert [made(text).evaluate(n) for n in range(20)] == RationalGF.parse(text).terms(20)
    both = closed_form(RationalGF.parse("1/((1 - t - t^3)*(1 - t^2 - t^3))"))
    assert {root.name[0] for root in both.roots()} == {"r", "s"}
