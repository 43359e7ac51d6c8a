"""Objects of SymPy, FLINT and NumPy as formulas, polynomials and terms; output formats that are parsed again.

Expected values come from well-known sequences; a changed term must be noticed. Random values are compared
with their parsed output. Rejected objects are in ``REFUSED``.
"""

import re
from fractions import Fraction
from math import prod

import numpy as np
import sympy
from flint import Ordering, arb, fmpq, fmpq_mpoly_ctx, fmpq_poly, fmpz, fmpz_mpoly_ctx, fmpz_poly
from hypothesis import given, strategies as st
from refusals import refused
from sympy import Eq, Lambda, Mod, Or, Piecewise, RootSum, binomial, factorial, fibonacci, floor, lucas, sqrt

import gfkit
from gfkit.claims import verify
from gfkit.claims.provers.expansion import read_closed_form
from gfkit.core.algebra import Algebraic, Polynomial, PRecursive, QuasiPolynomial, RationalGF, Recurrence
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.errors import GfkitError, InputError

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


def test_initial_values_of_recurrences_matter():
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


REFUSED = [
    (lambda: gfkit.guess([0.5] * 9), "term a(0) = 0.5"),
    (lambda: gfkit.guess([1, np.float32(2)], offset=3), "a(4) = np.float32(2.0)"),
    (lambda: gfkit.guess([sympy.Float(1)] * 9),),
    (lambda: gfkit.guess([sqrt(2)] * 9), "term a(0) = sqrt(2)"),
    (lambda: gfkit.guess([arb(1)] * 9),),
    (lambda: gfkit.guess([np.array([1, 2])]), "array"),
    (lambda: verify(t / (2 - 0.5 * t), data=[1, 2]),),
    (lambda: verify(3.5, data=[1, 2]), "formula 3.5"),
    (lambda: verify((1, 2, 3), data=[1, 2]), "formula (1, 2, 3)"),
    (lambda: verify("1, 3", "independent-sets", "cycle:n", offset=1),),
    (lambda: verify("1 3\n2 7", "independent-sets", "2xn", offset=2), "offset 2"),
    (lambda: verify([1, 2, 3], "col", "path:n", offset=-1), "offset -1"),
    (lambda: verify(sympy.Symbol("beta") ** n, data=[1, 2]), "the symbol 'beta'"),
    (lambda: verify(sympy.erf(n), data=[1, 2]), "function 'erf'"),
    (lambda: verify(Piecewise((1, n**2 < 4), (2, True)), data=[1]),),
    (lambda: verify(Algebraic.parse("f^2 - 1 + 4*t", [1]), data=[1]),),
    (lambda: verify("a(n) = a(n-1)", data=[1, 1], start=[1.0]), "start 1.0"),
    (lambda: verify("a(n) = a(n-1)", data=[1, 1], start=1), "start 1"),
    (lambda: verify("a(n) = a(n-1)", data=[1, 1], valid_from="1"), "from '1'"),
    (lambda: gfkit.find_rule(None), "None"),
    (lambda: gfkit.certify_file(None), "certificate None"),
    (lambda: gfkit.graph([1, 2]), "graph"),
    (lambda: gfkit.graph_polynomial([1], "cycle:4"), "polynomial '[1]'"),
    (lambda: verify(sympy.pi * t, data=[1]), "formula"),
    (lambda: RationalGF.of([1.5], [1, -1]),),
    (lambda: RationalGF.of(1 / (1 - z)), "variable 'z'"),
    (lambda: RationalGF.of(sqrt(t)), "formula sqrt(t)"),
    (lambda: RationalGF.of(1 / (1 - sqrt(2) * t)),),
    (lambda: RationalGF.of(np.array([[1, 2], [3, 4]])), "array"),
    (lambda: RationalGF.of({1, 2}), "polynomial {1, 2}"),
    (lambda: RationalGF.of(Eq(t, 1)), "formula Eq(t, 1)"),
    (lambda: RationalGF.of("1 + t"), "polynomial '1 + t'"),
    (lambda: RationalGF.of(1, 0 * t),),
    (lambda: Polynomial.of(("x",), x + y), "variable 'y'"),
    (lambda: Polynomial.of(("x",), 1 / (1 - x)),),
    (lambda: Polynomial.of(("t",), fmpq_poly([1, 4]) / 2),),
    (lambda: Polynomial.of(("t",), {(-3,): 1}),),
    (lambda: Polynomial.of(("t",), {(0,): 1.5}), "polynomial coefficient 1.5"),
]


def test_invalid_objects_are_rejected():
    for number, (call, *facts) in enumerate(REFUSED):
        with refused(InputError, *facts, about=f"{number}: {facts}"):
            call()


# Written in every language, and read again


def lists(low, high, size, least=1):
    return st.lists(st.integers(low, high), min_size=least, max_size=size)


def written(value, languages):
    """Return a value in each output format, and as plain text."""
    return [str(value), *(value.to(language) for language in languages.split())]


@given(lists(-9, 9, 5), lists(-9, 9, 5, 0), st.integers(1, 3))
def test_series(above, below, scale):
    gf = RationalGF.of(above, [scale, *below])
    for text in written(gf, "latex pari sage maple mathematica"):
        assert RationalGF.parse(text) == gf, text
    assert RationalGF.parse(re.sub("x", "t", gf.to("oeis"))) == gf


MONOMIALS = st.dictionaries(st.tuples(*(st.integers(0, 3),) * 3), st.integers(-9, 9), max_size=4)


@given(MONOMIALS, MONOMIALS)
def test_series_with_weights(above, below):
    names = ("t", "x", "y")
    bottom = 1 + Polynomial.of(names, below) * Polynomial.parse("t", names)
    gf = RationalGF.reduced(Polynomial.of(names, above), bottom)
    for text in written(gf, "latex pari"):
        assert RationalGF.parse(text, names) == gf, text
    renamed = gf.to("oeis").translate(str.maketrans("xyz", "txy"))
    assert RationalGF.parse(renamed, names) == gf


@given(lists(-5, 5, 4), st.data())
def test_recurrences(back, data):
    back[-1] = back[-1] or 1
    initial = data.draw(lists(-9, 9, len(back) + 2, len(back)))
    recurrence = Recurrence(tuple(back), len(initial), tuple(initial))
    for text in written(recurrence, "latex oeis"):
        assert Recurrence.parse(text, initial) == recurrence, text


def test_recurrences_with_weights():
    for game, weights in (("col", "pieces"), ("cis", "players"), ("nogo", "pieces"), ("nogo", "players")):
        recurrence = gfkit.derive(game, "path:n", weights=weights).recurrence
        assert Recurrence.parse(recurrence.latex(), recurrence.initial) == recurrence


@given(st.lists(lists(-4, 4, 3), min_size=2, max_size=3), st.data())
def test_recurrences_with_polynomials(several, data):
    several[0] = [c * c for c in several[0]]
    several[0][0] += 1  # positive, so that no index is singular
    several[-1][-1] = several[-1][-1] or 1
    initial = data.draw(lists(-9, 9, len(several) - 1, len(several) - 1))
    try:
        value = PRecursive.of(several, initial)
    except GfkitError:
        return
    for text in written(value, "latex"):
        assert PRecursive.parse(text, value.initial) == value, text
    assert PRecursive.parse(value.to("oeis"), value.initial, value.first_n).same_sequence(value)


FACTORS = "1 -1, 1 1, 1 -2, 2 -1, 3 2, 1 -1 -1, 1 -2 -1, 1 0 1, 1 1 1, 1 -1 -1 -1, 1 0 -3"


@given(st.lists(st.sampled_from(FACTORS.split(", ")), min_size=1, max_size=3), lists(-5, 5, 4))
def test_closed_forms(several, above):
    below = prod(fmpz_poly([*map(int, factor.split())]) for factor in several)
    gf = RationalGF.of(above, below)
    form = closed_form(gf)
    for text in written(form, "latex oeis"):
        assert read_closed_form(text) == gf, text
    assert closed_form(read_closed_form(form.latex())) == form


@given(
    st.lists(st.lists(st.fractions(-5, 5, max_denominator=6), max_size=3), min_size=1, max_size=4),
    st.lists(st.integers(-5, 5), max_size=3),
)
def test_quasi_polynomials(constituents, exceptions):
    value = QuasiPolynomial.of(constituents, exceptions)
    for text in written(value, "latex oeis"):
        assert read_closed_form(text) == value.generating_function, text
    assert QuasiPolynomial.from_rational(read_closed_form(value.latex())) == value


def test_singular_and_late_recurrences():
    for value in (
        PRecursive.of([[1, 1], [2, -4]], [1]),
        PRecursive.parse("a(n) = a(n-1) + (n-1)*a(n-2)", [1, 1]),
        PRecursive.parse("(n-2)*a(n) = (n-2)*n*a(n-1)", [1, 1, 5]),
    ):
        for language in ("latex", "oeis"):
            read = PRecursive.parse(value.to(language), value.initial, value.first_n)
            assert read.same_sequence(value)


def test_a_closed_form_over_powers():
    gf = RationalGF.of([1], [2, -1, -1, -1])
    assert read_closed_form(closed_form(gf).latex()) == gf
