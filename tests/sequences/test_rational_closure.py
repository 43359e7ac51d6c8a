"""Operations with rational generating functions: termwise truth, theorems, rational terms, JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gfkit import derive
from gfkit.errors import GfkitError, InputError
from gfkit.sequences import Polynomial, QuasiPolynomial, RationalGF, Recurrence, closed_form, growth
from gfkit.sequences.number import number_text, read_number, residue

small = st.integers(-5, 5)
FIB = RationalGF.parse("t/(1 - t - t^2)")
LUCAS = RationalGF.parse("(2 - t)/(1 - t - t^2)")


def quotient(above: list[int], below: list[int], count: int) -> list[Fraction]:
    """Long division of power series over the rationals, term by term."""
    values: list[Fraction] = []
    for n in range(count):
        total = Fraction(above[n] if n < len(above) else 0)
        for k in range(1, min(n, len(below) - 1) + 1):
            total -= below[k] * values[n - k]
        values.append(total / below[0])
    return values


@st.composite
def plain(draw: st.DrawFn, first: int = 3) -> RationalGF:
    """A random quotient in t with rational terms, from n = 0 up to ``first`` on, irregular at the start."""
    start = draw(st.integers(0, first))
    above = [0] * start + draw(st.lists(small, max_size=5))
    lead = draw(st.sampled_from([1, 1, 1, -1, 2, 3, 4, 6]))
    return RationalGF.of(above, [lead, *draw(st.lists(small, max_size=3))], start)


@st.composite
def weighted(draw: st.DrawFn, first: int = 2) -> RationalGF:
    """A random quotient in t, x (and y) with denominator 1 + t(...)."""
    names = draw(st.sampled_from([("t", "x"), ("t", "x", "y")]))
    start = draw(st.integers(0, first))
    powers = st.tuples(*[st.integers(0, 1 if len(names) > 2 else 2)] * len(names))
    terms = st.dictionaries(powers, st.integers(-2, 2), max_size=3)
    above = {(i + start, *rest): c for (i, *rest), c in draw(terms).items()}
    below = {(i + 1, *rest): c for (i, *rest), c in draw(terms).items()} | {(0,) * len(names): 1}
    return RationalGF.reduced(Polynomial.of(names, above), Polynomial.of(names, below), start)


pairs = st.one_of(
    st.tuples(plain(), plain()), st.tuples(weighted(), weighted()), st.tuples(plain(), weighted())
).filter(lambda pair: all(gf.is_integral for gf in pair) or all(len(gf.variables) == 1 for gf in pair))


@given(pairs)
@settings(max_examples=60, deadline=None)
def test_order_bounds(pair: tuple[RationalGF, RationalGF]) -> None:
    f, g = pair
    assert (f + g).order <= f.order + g.order
    assert f.hadamard(g).order <= f.order * g.order
    assert (f - f).numerator.terms == ()


@given(st.lists(small, max_size=5), st.lists(small, max_size=4), st.integers(-12, 12).filter(bool))
@settings(deadline=None)
def test_rational_terms(above: list[int], tail: list[int], lead: int) -> None:
    gf = RationalGF.of(above, [lead, *tail])
    truth = quotient(above, [lead, *tail], 40)
    assert gf.terms(40) == truth
    assert [gf[n] for n in range(40)] == truth
    assert gf.recurrence.terms(40) == truth
    assert RationalGF.from_recurrence(gf.recurrence) == gf
    assert RationalGF.parse(str(gf)) == gf
    assert gf.is_integral == all(a.denominator == 1 for a in truth)
    start = gf.denominator.coefficient(0)
    for modulus in (7, 10**9 + 7, 2**70 + 1):
        if sympy.gcd(start, modulus) == 1:
            assert [gf.coefficient_mod(n, modulus) for n in range(40)] == [residue(a, modulus) for a in truth]


@given(st.lists(small, max_size=4), st.lists(small, max_size=3), st.integers(2, 12))
@settings(max_examples=60, deadline=None)
def test_closed_forms_of_rational_terms(above: list[int], tail: list[int], lead: int) -> None:
    gf = RationalGF.of(above, [lead, *tail])
    form = closed_form(gf)
    assert [form.evaluate(n) for n in range(25)] == gf.terms(25)
    assert str(form)
    assert form.latex().startswith("a(n) = ")


@pytest.mark.parametrize(
    ("gf", "text"),
    [
        ("2/(2 - t)", "a(n) = (1/2)^n"),
        ("1/(6 - 5*t + t^2)", "a(n) = (1/2)^n/2 - (1/3)^n/3"),
        ("9/(9 + 6*t + t^2)", "a(n) = (n + 1)*(-1/3)^n"),
        (
            "4/(4 - 2*t - t^2)",  # F(n + 1)/2^n
            "a(n) = 2*(((1 + sqrt(5))/4)^(n+1) - ((1 - sqrt(5))/4)^(n+1))/sqrt(5)",
        ),
        ("1/(2 - 2*t)", "a(n) = 1/2"),
    ],
)
def test_rational_formulas(gf: str, text: str) -> None:
    made = RationalGF.parse(gf)
    assert str(closed_form(made)) == text
    formula = text.removeprefix("a(n) = ").replace("^", "**")
    for n in range(6):
        found = sympy.sympify(formula, locals={"n": sympy.Integer(n)}, rational=True)
        assert sympy.simplify(found - sympy.Rational(made[n])) == 0


def test_growth_of_rational_terms() -> None:
    found = growth(RationalGF.parse("4/(4 - 2*t - t^2)"), 20)  # F(n + 1)/2^n
    golden = (1 + sympy.sqrt(5)) / 2
    for ball, truth in ((found.rate, golden / 2), (found.constant, golden / sympy.sqrt(5))):
        assert ball is not None
        assert ball.low < sympy.Rational(str(sympy.N(truth, 60))) < ball.high
    assert found.minimal_polynomial == Polynomial.parse("4*z^2 - 2*z - 1", ("z",))
    assert found.latex().startswith(r"a(n) \sim C \lambda^{n}, \quad \lambda = 0.809")


def test_recurrences_with_fractions() -> None:
    rule = Recurrence((Fraction(1, 2), Fraction(-3, 2)), 2, (1, Fraction(1, 3)))
    assert str(rule) == "a(n) = (1/2)*a(n-1) - (3/2)*a(n-2) for n >= 2"
    assert rule.latex() == r"a(n) = \frac{1}{2} a(n-1) - \frac{3}{2} a(n-2) \quad (n \ge 2)"
    gf = RationalGF.from_recurrence(rule)
    assert gf.terms(12) == rule.terms(12)
    assert gf.recurrence == rule


def test_fibonacci_theorems() -> None:
    squares = FIB.hadamard(FIB)
    assert str(squares) == "(t - t^2)/(1 - 2*t - 2*t^2 + t^3)"
    assert squares.partial_sums() == FIB.hadamard(FIB.shifted(1))  # F(1)^2 + ... + F(n)^2 = F(n) F(n+1)
    assert FIB.hadamard(LUCAS) == FIB.subsequence(2)  # F(2n) = F(n) L(n)
    assert FIB.subsequence(3) == 5 * FIB.hadamard(squares) + 3 * FIB.hadamard(
        RationalGF.of([1], [1, 1])
    )  # F(3n) = 5 F(n)^3 + 3 (-1)^n F(n)
    cassini = FIB.shifted(2).hadamard(FIB) - FIB.shifted(1).hadamard(FIB.shifted(1))
    assert cassini == RationalGF.parse("-1/(1 + t)")  # F(n+2) F(n) - F(n+1)^2 = -(-1)^n
    assert FIB.partial_sums() == FIB.shifted(2) - RationalGF.parse("1/(1 - t)")
    assert FIB.differences().shifted(1) == FIB
    assert 5 * FIB.cauchy(FIB) == LUCAS.hadamard(RationalGF.parse("t/(1 - 2*t + t^2)")) - FIB


def test_vandermonde_and_weights() -> None:
    """The sum of binomial(n, k)^2 x^k y^k from (1 + x)^n and (1 + y)^n, termwise with weights."""
    one, two = RationalGF.parse("1/(1 - t - x*t)"), RationalGF.parse("1/(1 - t - y*t)", ("t", "x", "y"))
    assert one.hadamard(two) == RationalGF.parse("1/(1 - t - x*t - y*t - x*y*t)")
    assert one.hadamard(one).at(x=1).terms(9) == [4**n for n in range(9)]
    chebyshev = RationalGF.parse("1/(1 - 2*x*t + t^2)")  # U(2n) = U(n)^2 - U(n-1)^2
    lower = chebyshev.shifted(-1)
    full = chebyshev.hadamard(chebyshev) - lower.hadamard(lower)
    assert full == chebyshev.subsequence(2)._starting_at(1)


def test_transients_and_zero() -> None:
    irregular, zero = RationalGF.parse("5 + 7*t^3"), RationalGF.parse("0")
    assert irregular.hadamard(FIB).terms(5) == [0, 0, 0, 14, 0]
    assert irregular.hadamard(FIB).order == 0
    assert zero.hadamard(FIB) == zero == FIB - FIB == 0 * FIB
    assert zero.partial_sums() == zero.subsequence(2) == zero.shifted(4) == zero
    late = RationalGF.parse("t^5/(1 - t)", first_n=5)
    assert (FIB + late).terms(3) == [6, 9, 14]
    assert late.shifted(7).first_n == 0
    assert late.cauchy(late).first_n == 10


def test_higher_orders() -> None:
    """Beyond the order bound and the irregular beginning nothing is left to chance; so this looks farther."""
    f = RationalGF.of([3, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 9], [2, 7, 1, 8, 2, 8, 1, 8, 2])
    g = RationalGF.of([5, 7], [1, -1, 4, 1, -5, 9, 2, 6])
    product = f.hadamard(g)
    assert product.order == 8 * 7
    assert product.terms(150) == [a * b for a, b in zip(f.terms(150), g.terms(150), strict=True)]
    powers = [RationalGF.of([1], [1, -k]) for k in range(1, 8)]  # the sum of k^n, squared: pairs of k
    total = sum(powers[1:], powers[0])
    assert total.hadamard(total).terms(40) == [sum(k**n for k in range(1, 8)) ** 2 for n in range(40)]
    assert total.hadamard(total).order == len({i * j for i in range(1, 8) for j in range(1, 8)})


def test_large_steps_take_no_listing() -> None:
    far = FIB.subsequence(10**4, 3)
    assert far.terms(2) == [2, FIB[10**4 + 3]]
    assert far.order == 2


def matrix_power_mod(gf: RationalGF, n: int, modulus: int) -> int:
    """The term by the companion matrix modulo m, for a sequence regular from n = 0 on."""
    back = [int(c) for c in gf.recurrence.coefficients]
    size = len(back)
    step = [back, *([int(i == j) for j in range(size)] for i in range(size - 1))]

    def times(a: list[list[int]], b: list[list[int]]) -> list[list[int]]:
        return [
            [sum(x * y for x, y in zip(r, c, strict=True)) % modulus for c in zip(*b, strict=True)] for r in a
        ]

    power = [[int(i == j) for j in range(size)] for i in range(size)]
    while n:
        if n & 1:
            power = times(power, step)
        step, n = times(step, step), n >> 1
    start = gf.terms(size)[::-1]
    return sum(a * b for a, b in zip(power[-1], start, strict=True)) % modulus


@given(st.lists(small, min_size=1, max_size=4).filter(lambda row: row[-1]), st.data())
@settings(max_examples=30, deadline=None)
def test_far_terms_modulo_m(tail: list[int], data: st.DataObject) -> None:
    gf = RationalGF.of(data.draw(st.lists(small, min_size=1, max_size=len(tail))), [1, *tail])
    assume(gf.order)
    squared = gf.hadamard(gf)
    for modulus in (2**31 - 1, 10**20 + 39, 12):
        truth = matrix_power_mod(gf, 10**18, modulus)
        assert gf.coefficient_mod(10**18, modulus) == truth
        assert squared.coefficient_mod(10**18, modulus) == truth**2 % modulus
        assert gf.partial_sums().differences().coefficient_mod(10**18, modulus) == gf.coefficient_mod(
            10**18 + 1, modulus
        )


def test_json_of_the_contract_is_enough() -> None:
    data = {"numerator": "1 + x*t", "denominator": "1 - t - x*y*t^2"}
    assert RationalGF.from_json(data) == RationalGF.parse("(1 + x*t)/(1 - t - x*y*t^2)")


def test_numbers_beyond_the_limit_of_int_and_str() -> None:
    huge = 10**5000
    gf = RationalGF.of([huge], [1, -huge - 1])
    assert gf.terms(3)[2] == huge * (huge + 1) ** 2
    assert RationalGF.parse(str(gf)) == RationalGF.from_json(json.loads(json.dumps(gf.as_json()))) == gf
    third = gf * Fraction(1, 3)
    rule = third.recurrence
    assert Recurrence.from_json(json.loads(json.dumps(rule.as_json()))) == rule
    assert str(closed_form(third)).startswith("a(n) = 1000")
    assert read_number(number_text(Fraction(huge, 7))) == Fraction(huge, 7)
    assert gf.hadamard(gf)[2] == gf[2] ** 2


def test_kinds_meet_in_the_more_general() -> None:
    squares = QuasiPolynomial.of([[0, 0, 1]])
    for made in (squares + FIB, FIB + squares):
        assert isinstance(made, RationalGF)
        assert made.terms(9) == [n * n + FIB[n] for n in range(9)]
    assert squares.hadamard(FIB).terms(5) == FIB.hadamard(squares).terms(5) == [0, 1, 4, 18, 48]
    assert FIB.interlaced(squares).terms(6) == [0, 0, 1, 1, 1, 4]


def test_a_rational_sequence_is_p_recursive() -> None:
    for gf in (FIB, RationalGF.parse("(5 + t^4)/(2 - t)"), RationalGF.parse("t^2/(1 - t)", first_n=2)):
        made = gf.p_recursive()
        assert made.first_n == gf.first_n
        assert made.terms(20) == gf.terms(20)


def test_binomial_sums() -> None:
    """The sum over k of binomial(n, k) F(k) is F(2n): both sides as generating functions and termwise."""
    even = FIB.subsequence(2)
    assert even.terms(12) == [sum(comb(n, k) * FIB[k] for k in range(n + 1)) for n in range(12)]


def _of_order(order: int) -> RationalGF:
    return RationalGF.of([1], [1, *(0,) * (order - 1), 1])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: FIB["a"], "n 'a': must be one integer; terms(count) lists the first terms"),
        (
            lambda: FIB["2":5],  # type: ignore[misc]
            "slice [2:5]: expected whole numbers from 0 on and an end, as in f[0:5]",
        ),
        (lambda: FIB[1.5], "n 1.5: must be one integer; terms(count) lists the first terms"),
        (
            lambda: FIB * FIB,  # type: ignore[operator]
            "product of two sequences: say f.hadamard(g) for a(n) b(n), or f.cauchy(g) for the product of "
            "the series",
        ),
        (
            lambda: FIB.hadamard(3),  # type: ignore[arg-type]
            "sequence 3: expected a sequence, such as a generating function",
        ),
        (
            lambda: RationalGF.parse("t/(1 - t)", first_n=1).interlaced(FIB),
            "first_n 1: sequences to interlace must start at n = 0",
        ),
        (lambda: FIB.subsequence(2, -1), "subsequence 2n + -1: the step must be >= 1 and the offset >= 0"),
        (
            lambda: RationalGF.parse("2/(2 - t)").coefficient_mod(5, 10),
            "modulus 10: must have no factor in common with 2, the constant term of the denominator",
        ),
        (
            lambda: Fraction(1, 2) * RationalGF.parse("1/(1 - x*t)"),
            "denominator 2 - 2*x*t: its part without t must be 1 or -1 in lowest terms, else the series does "
            "not have integer coefficients",
        ),
        (
            lambda: _of_order(150).hadamard(_of_order(151)),
            "termwise product of sequences of orders 150 and 151: their product is above 20000",
        ),
        (lambda: RationalGF.from_json({"numerator": "1"}), "denominator: the key is missing"),
        (
            lambda: RationalGF.from_json({"numerator": "1", "denominator": 5}),
            "denominator 5: expected text",
        ),
        (
            lambda: Recurrence.from_json({"coefficients": "1", "valid_from": 1}),
            "coefficients '1': expected a list",
        ),
        (
            lambda: Recurrence.from_json({"coefficients": ["1/0"], "initial": ["1"], "valid_from": 1}),
            "number '1/0': expected an integer or a fraction such as 3/4, as text",
        ),
    ],
)
def test_refusals(make: object, message: str) -> None:
    with pytest.raises(GfkitError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == message


def test_derived_families_refuse_indices_that_are_none() -> None:
    found = derive("domineering", "2xn")
    assert found[2] == 7
    for index in ("a", 1.0):
        with pytest.raises(InputError, match="must be one integer"):
            found[index]  # type: ignore[index]
    with pytest.raises(InputError, match="expected whole numbers from 0 on and an end"):
        found[2:]


def test_no_sum_with_text() -> None:
    with pytest.raises(TypeError):
        FIB + "1"  # type: ignore[operator]
    with pytest.raises(InputError):
        FIB.shifted(1).cauchy("t")  # type: ignore[arg-type]
