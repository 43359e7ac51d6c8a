"""Objects of SymPy, FLINT and NumPy where a formula, a polynomial or terms are taken.

What they are is known from well-known sequences; a term changed must be seen. What is refused stands in
``data/refused_objects.toml``.
"""

import re
from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import Ordering, arb, fmpq, fmpq_mpoly_ctx, fmpq_poly, fmpz, fmpz_mpoly_ctx, fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Lambda, Mod, Or, Piecewise, RootSum, binomial, factorial, fibonacci, floor, lucas, sqrt
from tables import tables

import gfkit
from gfkit import Polynomial, RationalGF, Recurrence
from gfkit.claims import verify
from gfkit.errors import InputError
from gfkit.sequences import Algebraic, PRecursive, QuasiPolynomial
from gfkit.sequences.closed_form import closed_form

t, x, y, z, n, r = sympy.symbols("t x y z n r")
a = sympy.Function("a")
T, X = fmpz_mpoly_ctx.get(("t", "x"), Ordering.lex).gens()
(Q,) = fmpq_mpoly_ctx.get(("t",), Ordering.lex).gens()

FIBONACCI = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
FIB = RationalGF.of([0, 1], [1, -1, -1])

RIGHT = [
    (FIBONACCI, (
        t / (1 - t - t**2), (t, 1 - t - t**2), (fmpz_poly([0, 1]), fmpz_poly([1, -1, -1])),
        (fmpq_poly([0, 1]) / 2, fmpq_poly([1, -1, -1]) / 2), (T, 1 - T - T**2), (Q / 2, (1 - Q - Q**2) / 2),
        ([0, 1], np.array([1, -1, -1])), (t, fmpz_poly([1, -1, -1])),
        Eq(a(n), a(n - 1) + a(n - 2)), fibonacci(n), (lucas(n - 1) + lucas(n + 1)) / 5,
        ((1 + sqrt(5)) ** n - (1 - sqrt(5)) ** n) / (2**n * sqrt(5)),
        (sympy.GoldenRatio**n - (1 - sympy.GoldenRatio) ** n) / sqrt(5),
        RootSum(r**2 - r - 1, Lambda(r, r**n / (2 * r - 1))),
        FIB, FIB.to("sympy"), FIB.recurrence, FIB.recurrence.to("sympy"), FIB.p_recursive(),
        closed_form(FIB), closed_form(FIB).to("sympy"),
    )),
    ([k * k // 4 for k in range(14)], (
        floor(n**2 / 4), n**2 / 4 - Mod(n, 2) / 4,
        Piecewise((n**2 / 4, Eq(Mod(n, 2), 0)), ((n**2 - 1) / 4, True)),
        Piecewise((0, Eq(n, 0)), (floor(n**2 / 4), n >= 1)),
        Piecewise((n**2 / 4, Or(Eq(Mod(n, 4), 0), Eq(Mod(n, 4), 2))), ((n**2 - 1) / 4, True)),
        QuasiPolynomial.of([[0, 0, Fraction(1, 4)], [Fraction(-1, 4), 0, Fraction(1, 4)]]),
    )),
    ([1, 1, 2, 5, 14, 42, 132, 429], (
        binomial(2 * n, n) / (n + 1), factorial(2 * n) / (factorial(n) * factorial(n + 1)),
        Eq((n + 1) * a(n), (4 * n - 2) * a(n - 1)),
        PRecursive.of([[1, 1], [2, -4]], [1]), PRecursive.of([[1, 1], [2, -4]], [1]).hypergeometric(),
    )),
    ([2, 0, 3, 0, 0, 0], (fmpz_poly([2, 0, 3]), Polynomial.parse("2 + 3*t^2", ("t",)))),
    ([1, Fraction(3, 2), 0, 0, 0], (fmpq_poly([2, 3]) / 2,)),
]  # fmt: skip


def test_formulas_as_objects():
    for terms, formulas in RIGHT:
        wrong = [*terms[:4], terms[4] + 1, *terms[5:]]
        for formula in formulas:
            assert not verify(formula, data=terms).is_refuted, formula
            assert verify(formula, data=wrong).is_refuted, formula
    assert not verify(z / (1 - z - z**2), data=FIBONACCI, variable="z").is_refuted
    assert not verify((fmpz_poly([0, 1]), fmpz_poly([1, -1, -1])), data=FIBONACCI, variable="q").is_refuted


def test_first_terms_of_recurrences_count():
    assert verify(Recurrence((1, 1), 2, (0, 2)), data=FIBONACCI).is_refuted
    assert verify(PRecursive.of([[1], [-1], [-1]], [1, 1]), data=FIBONACCI).is_refuted
    fitting, other = [sympy.Integer(0), np.int64(1)], [fmpz(0), fmpz(2)]
    assert not verify(Eq(a(n), a(n - 1) + a(n - 2)), data=FIBONACCI, start=fitting).is_refuted
    assert verify(Eq(a(n), a(n - 1) + a(n - 2)), data=FIBONACCI, start=other).is_refuted


def test_against_a_game():
    positions = (1 + 2 * t) / (1 - t - 2 * t**2)
    asked = {"game": "cis", "family": "path:n"}
    assert verify(positions, **asked).verdict == "proved"
    assert verify(3 / (1 - t - 2 * t**2), **asked).correction == "(1 + 2*t)/(1 - t - 2*t^2)"
    assert verify((1, 1 - t - t**2 - x), **asked, weights="pieces").is_refuted


rows = st.lists(st.integers(-9, 9), min_size=1, max_size=5)


@settings(max_examples=10)
@given(rows, rows)
def test_generating_functions(above, below):
    below = [1, *below]
    wanted = RationalGF.of(above, below)
    top, bottom = (sum(c * t**k for k, c in enumerate(part)) for part in (above, below))
    assert RationalGF.of(sympy.sympify(top) / bottom) == wanted
    assert RationalGF.of(top, sympy.Poly(bottom, t)) == wanted
    assert RationalGF.of(fmpz_poly(above), fmpz_poly(below)) == wanted
    assert RationalGF.of(fmpq_poly(above) / 6, fmpq_poly(below) / 6) == wanted
    assert RationalGF.of(np.array(above), [fmpz(c) for c in below]) == wanted
    assert RationalGF.of([Fraction(c, 6) for c in above], [sympy.Rational(c, 6) for c in below]) == wanted
    assert RationalGF.of(wanted.to("sympy")) == wanted


def test_generating_functions_with_weights():
    wanted = RationalGF.parse("(1 + x*t)/(1 - t - x*y*t^2)")
    assert RationalGF.of((1 + x * t) / (1 - t - x * y * t**2)) == wanted
    assert RationalGF.of(1 + T * X, 1 - T) == RationalGF.parse("(1 + x*t)/(1 - t)")
    assert RationalGF.of(Polynomial.parse("1 + x", ("x",)), 1 - t) == RationalGF.parse("(1 + x)/(1 - t)")


def test_polynomials():
    square = {(2, 0): 1, (1, 1): 2, (0, 2): 1}
    assert dict(Polynomial.of(("x", "y"), (x + y) ** 2).terms) == square
    assert Polynomial.of(("x", "t"), T * X + T) == Polynomial.of(("x", "t"), {(1, 1): 1, (0, 1): 1})
    assert Polynomial.of(("t",), fmpq_poly([2, 4]) / 2) == Polynomial.of(("t",), {(0,): 1, (1,): 2})
    assert Polynomial.of((), sympy.Integer(5)) == Polynomial.constant(5)


def test_terms_to_guess():
    kinds = (sympy.Integer, fmpz, np.int8)
    for terms in (np.array(FIBONACCI), *(map(kind, FIBONACCI) for kind in kinds)):
        assert gfkit.guess(terms).found[0].law == FIB
    wanted = gfkit.guess([Fraction(v, 3) for v in FIBONACCI]).found[0].law
    for kind in (sympy.Rational, fmpq):
        assert gfkit.guess([kind(v, 3) for v in FIBONACCI]).found[0].law == wanted


def test_refusals():
    for call, words in tables("refused_objects")["calls"]:
        with pytest.raises(InputError, match=re.escape(words)) as refused:
            eval(call, {**globals(), "arb": arb, "Algebraic": Algebraic})
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 300
