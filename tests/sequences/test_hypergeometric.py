"""Closed forms of sequences with order 1: the text, read by SymPy, gives the terms."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gfkit.errors import InputError
from gfkit.sequences import Hypergeometric, PRecursive, RationalGF

NAMES = [
    ("(n + 1)*a(n) = (4*n - 2)*a(n-1)", "binomial(2*n, n)/(n + 1)", lambda n: comb(2 * n, n) // (n + 1)),
    ("a(n) = n*a(n-1)", "n!", factorial),
    ("n*a(n) = (4*n - 2)*a(n-1)", "binomial(2*n, n)", lambda n: comb(2 * n, n)),
    ("n^2*a(n) = 4*(2*n - 1)^2*a(n-1)", "binomial(2*n, n)^2", lambda n: comb(2 * n, n) ** 2),
    ("a(n) = (2*n - 1)*a(n-1)", "(2*n)!/(2^n*n!)", lambda n: factorial(2 * n) // (2**n * factorial(n))),
    (
        "n^2*a(n) = 3*(3*n - 1)*(3*n - 2)*a(n-1)",
        "(3*n)!/(n!)^3",
        lambda n: factorial(3 * n) // factorial(n) ** 3,
    ),
    (
        "2*n*(2*n + 1)*a(n) = 3*(3*n - 1)*(3*n - 2)*a(n-1)",
        "binomial(3*n, n)/(2*n + 1)",
        lambda n: comb(3 * n, n) // (2 * n + 1),
    ),
    ("n*a(n) = 2*(n + 1)*a(n-1)", "(n + 1)*2^n", lambda n: (n + 1) * 2**n),
    ("a(n) = 2*n*a(n-1)", "2^n*n!", lambda n: 2**n * factorial(n)),
    ("n*a(n) = (6 - n)*a(n-1)", "binomial(5, n)", lambda n: comb(5, n)),
    ("(n + 3)*a(n) = (n + 2)*a(n-1)", "3/(n + 3)", lambda n: Fraction(3, n + 3)),
    ("n*a(n) = a(n-1)", "1/n!", lambda n: Fraction(1, factorial(n))),
    ("(4*n - 2)*a(n) = n*a(n-1)", "1/binomial(2*n, n)", lambda n: Fraction(1, comb(2 * n, n))),
    ("a(n) = -a(n-1)", "(-1)^n", lambda n: (-1) ** n),
]


def value(text, n):
    """The closed form at n, read by SymPy."""
    found = sympy.sympify(text.replace("^", "**")).subs(sympy.Symbol("n"), n)
    exact = sympy.simplify(sympy.gammasimp(found))
    return Fraction(int(exact.p), int(exact.q))


@pytest.mark.parametrize(("equation", "text", "definition"), NAMES)
def test_the_names_of_classical_sequences(equation, text, definition):
    form = PRecursive.parse(equation, [definition(0)]).hypergeometric()
    assert str(form) == text
    assert form.terms(20) == [definition(n) for n in range(20)]
    assert [value(text, n) for n in range(20)] == form.terms(20)
    assert form.p_recursive().hypergeometric() == form


def test_only_order_one_with_linear_factors_has_a_closed_form():
    assert PRecursive.parse("a(n) = a(n-1) + a(n-2)", [1, 1]).hypergeometric() is None
    assert PRecursive.parse("(n^2 + 1)*a(n) = a(n-1)", [1]).hypergeometric() is None
    assert str(PRecursive.of([[1], [-2]], [0]).hypergeometric()) == "0"
    assert str(RationalGF.of([3], [1, 2]).p_recursive().hypergeometric()) == "3*(-2)^n"


def test_a_closed_form_says_from_where_it_holds():
    late = PRecursive.parse("a(n) = n*a(n-1) for n >= 3", [5, 5, 2]).hypergeometric()
    assert (late.closed_form, late.closed_form_from) == ("n!", 2)
    assert str(late) == "n! for n >= 2"
    assert late.latex() == r"n! \quad (n \ge 2)"
    offset = PRecursive.parse("(n - 5)*a(n) = n*a(n-1)", [0, 0, 0, 0, 0, 1]).hypergeometric()
    assert [value(offset.closed_form, n) for n in range(20)] == [comb(n, 5) for n in range(20)]


def test_json_that_is_no_such_sequence_is_refused():
    written = PRecursive.parse("a(n) = n*a(n-1)", [1]).hypergeometric().as_json()
    for key, value in (("ratio", "0"), ("lower", ["0"]), ("initial", []), ("initial", ["1", "1"])):
        with pytest.raises(InputError):
            Hypergeometric.from_json(written | {key: value})
    for broken in ({}, {"ratio": 3}, written | {"upper": "0"}, written | {"first_n": "x"}):
        with pytest.raises(InputError):
            Hypergeometric.from_json(broken)


def test_latex_of_closed_forms():
    catalan = PRecursive.parse("(n + 1)*a(n) = (4*n - 2)*a(n-1)", [1]).hypergeometric()
    assert catalan.latex() == r"\frac{\binom{2 n}{n}}{n + 1}"
    thirds = PRecursive.parse("3*n*a(n) = (3*n - 1)*a(n-1)", [1]).hypergeometric()
    assert thirds.latex() == r"\frac{\Gamma\left(n + \frac{2}{3}\right)}{n! \Gamma\left(\frac{2}{3}\right)}"


shifts = st.lists(
    st.one_of(st.integers(-4, 4).map(Fraction), st.fractions(-2, 2, max_denominator=4)), max_size=3
)


@settings(max_examples=60, deadline=None)
@given(shifts, shifts, st.fractions(-3, 3, max_denominator=3), st.integers(0, 2))
def test_random_closed_forms_evaluate_to_the_terms(upper, lower, ratio, first_n):
    assume(ratio)
    rows = []
    for factor, values in ((1, lower), (-ratio, upper)):
        row = [Fraction(factor)]
        for s in values:
            row = [s * a + b for a, b in zip([*row, 0], [0, *row], strict=True)]
        rows.append(row)
    start = max([first_n, *(int(-s) for s in lower if s.denominator == 1)])
    initial = [Fraction(k + 2, 3) for k in range(first_n, start + 1)]
    sequence = PRecursive.of(rows, initial, first_n, start + 1)
    form = sequence.hypergeometric()
    assert form.p_recursive() == sequence
    assert form.terms(20) == sequence.terms(20)
    low = form.closed_form_from
    for n in range(low, low + 12):
        assert value(form.closed_form, n) == sequence[n]
