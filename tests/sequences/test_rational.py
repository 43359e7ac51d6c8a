"""Rational generating functions and recurrences against naive arithmetic and known sequences."""

from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.errors import GfkitError, InputError, LimitError
from gfkit.sequences import Polynomial, RationalGF, Recurrence

small = st.integers(-6, 6)
rows = st.lists(small, max_size=6)
tails = st.lists(small, max_size=5)


def naive(numerator: list[int], denominator: list[int], count: int) -> list[int]:
    """Long division of power series, term by term; the denominator starts with 1."""
    values: list[int] = []
    for n in range(count):
        total = numerator[n] if n < len(numerator) else 0
        for k in range(1, len(denominator)):
            if k <= n:
                total -= denominator[k] * values[n - k]
        values.append(total)
    return values


def times(one: list[int], two: list[int]) -> list[int]:
    product = [0] * (len(one) + len(two))
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            product[i + j] += a * b
    return product


def fibonacci_mod(n: int, modulus: int) -> int:
    """F(n) by F(2k) = F(k)(2F(k+1) - F(k)), F(2k+1) = F(k)^2 + F(k+1)^2."""
    a, b = 0, 1
    for bit in bin(n)[2:]:
        a, b = a * (2 * b - a) % modulus, (a * a + b * b) % modulus
        if bit == "1":
            a, b = b, (a + b) % modulus
    return a


polynomials_in_x = st.dictionaries(st.tuples(st.integers(0, 2)), small, max_size=3).map(
    lambda terms: Polynomial.of(("x",), terms)
)


@st.composite
def weighted(draw: st.DrawFn) -> RationalGF:
    """A random quotient in t, x, y with denominator 1 + t(...)."""
    powers = st.tuples(*[st.integers(0, 2)] * 3)
    terms = st.dictionaries(powers, small, max_size=4)
    above = Polynomial.of(("t", "x", "y"), draw(terms))
    below = {(i + 1, j, k): c for (i, j, k), c in draw(terms).items()} | {(0, 0, 0): 1}
    return RationalGF.reduced(above, Polynomial.of(("t", "x", "y"), below))


@given(rows, tails, st.integers(0, 25))
def test_terms_are_those_of_long_division(above: list[int], tail: list[int], count: int) -> None:
    assert RationalGF.of(above, [1, *tail]).terms(count) == naive(above, [1, *tail], count)


@given(rows, tails, st.integers(0, 200), st.integers(1, 10**25))
def test_one_term_and_its_residue(above: list[int], tail: list[int], n: int, modulus: int) -> None:
    gf = RationalGF.of(above, [1, *tail])
    expected = naive(above, [1, *tail], n + 1)[n]
    assert gf[n] == gf.coefficient(n) == expected
    assert gf.coefficient_mod(n, modulus) == expected % modulus
    assert gf.coefficient_mod(n, 1 + modulus % 30) == expected % (1 + modulus % 30)


@given(rows, tails, rows.filter(any))
def test_a_common_factor_changes_nothing(above: list[int], tail: list[int], factor: list[int]) -> None:
    below = [1, *tail]
    plain = RationalGF.of(above, below)
    blown = RationalGF.of(times(above, factor), times(below, factor))
    assert blown == plain
    assert hash(blown) == hash(plain)
    assert plain.denominator.coefficient(0) == 1


@given(weighted(), st.dictionaries(st.tuples(*[st.integers(0, 1)] * 3), small, min_size=1, max_size=3))
def test_a_common_factor_with_weights_changes_nothing(
    gf: RationalGF, terms: dict[tuple[int, ...], int]
) -> None:
    factor = Polynomial.of(("t", "x", "y"), terms)
    if factor.terms:
        assert RationalGF.reduced(gf.numerator * factor, gf.denominator * factor) == gf


@given(weighted())
def test_text_round_trip(gf: RationalGF) -> None:
    assert RationalGF.parse(str(gf), ("t", "x", "y")) == gf
    str(gf.terms(3)[2])
    assert eval(str(gf).replace("^", "**"), {name: sympy.Symbol(name) for name in "txy"}) == gf.to_sympy()


@given(weighted(), small, small)
def test_putting_numbers_commutes_with_expanding(gf: RationalGF, x: int, y: int) -> None:
    assert [p(x, y) for p in gf.terms(5)] == gf.at(x=x, y=y).terms(5)
    assert [p(x, x) for p in gf.terms(5)] == [p(x) for p in gf.merged().terms(5)]


@given(rows, tails)
def test_recurrence_holds_and_starts_where_it_says(above: list[int], tail: list[int]) -> None:
    gf = RationalGF.of(above, [1, *tail])
    rule = gf.recurrence
    assert rule.terms(20) == gf.terms(20)
    assert RationalGF.from_recurrence(rule) == gf
    values, start = gf.terms(rule.valid_from + 20), rule.valid_from
    assert all(
        values[n] == sum(c * values[n - k] for k, c in enumerate(rule.coefficients, 1))
        for n in range(start, start + 20)
    )
    if start > rule.order:  # one earlier it fails, or would look before the first term
        assert values[start - 1] != sum(c * values[start - 1 - k] for k, c in enumerate(rule.coefficients, 1))


@given(weighted())
def test_recurrence_with_weights(gf: RationalGF) -> None:
    rule = gf.recurrence
    assert rule.terms(6) == gf.terms(6)
    assert RationalGF.from_recurrence(rule) == gf


@given(rows, tails, st.integers(1, 5), st.integers(0, 7))
def test_sections(above: list[int], tail: list[int], step: int, offset: int) -> None:
    gf = RationalGF.of(above, [1, *tail])
    expected = naive(above, [1, *tail], offset + 15 * step)[offset::step]
    assert gf.subsequence(step, offset).terms(15) == expected


def test_fibonacci_by_fast_doubling() -> None:
    gf = RationalGF.parse("t/(1 - t - t^2)")
    prime = 10**9 + 7
    assert gf.coefficient_mod(10**6, prime) == fibonacci_mod(10**6, prime)
    assert int(gf[10**6]) % prime == fibonacci_mod(10**6, prime)  # type: ignore[arg-type]
    for modulus in (1, 2, 2**64, 2**63 - 1, 10**30):
        assert gf.coefficient_mod(10**18, modulus) == fibonacci_mod(10**18, modulus)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("t^2/(1 - t^2 - t^3)", [0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 9, 12]),  # Padovan, A000931 shifted
        ("t/(1 - 2*t - t^2)", [0, 1, 2, 5, 12, 29, 70, 169, 408]),  # Pell, A000129
        ("1/(1 - 2*t)", [2**n for n in range(12)]),
        ("1/(1 - t)", [1] * 9),
    ],
)
def test_known_sequences(text: str, terms: list[int]) -> None:
    assert RationalGF.parse(text).terms(len(terms)) == terms


def test_order_one_hundred_at_a_million() -> None:
    tail = [(k * k) % 7 - 3 for k in range(1, 101)]
    gf = RationalGF.of([1, 1], [1, *tail])
    value = int(gf[10**6])  # type: ignore[arg-type]
    for prime in (10**9 + 7, 998244353):
        assert value % prime == gf.coefficient_mod(10**6, prime)


def test_first_n_is_kept() -> None:
    gf = RationalGF.parse("(4*t^3 - t^4)/(1 - t - t^2)", first_n=3)
    assert gf.terms(4) == [4, 3, 7, 10]
    assert gf[3] == 4
    assert str(gf.recurrence) == "a(n) = a(n-1) + a(n-2) for n >= 5"
    assert gf.recurrence.terms(6) == gf.terms(6)
    assert RationalGF.from_recurrence(gf.recurrence) == gf
    assert gf.subsequence(2).first_n == 2


def test_printing() -> None:
    gf = RationalGF.parse("(1 + t*x)/(1 - t - y*t^2*x)")
    assert str(gf) == "(1 + x*t)/(1 - t - x*y*t^2)"
    assert gf.latex() == r"\frac{1 + x t}{1 - t - x y t^{2}}"
    assert str(gf.recurrence) == "a(n) = a(n-1) + x*y*a(n-2) for n >= 2"
    assert str(RationalGF.parse("1/(1 - t - x*t + t^2*x^2)").recurrence) == (
        "a(n) = (1 + x)*a(n-1) - x^2*a(n-2) for n >= 2"
    )
    four = Recurrence((4, 4, -4, -1), 4, (1, 2, 3, 4))
    assert str(four) == "a(n) = 4*a(n-1) + 4*a(n-2) - 4*a(n-3) - a(n-4) for n >= 4"
    assert four.signature == (4, 4, -4, -1)
    assert str(RationalGF.of([3, 1], [1])) == "3 + t"
    assert str(RationalGF.of([3, 1], [1]).recurrence) == "a(n) = 0 for n >= 2"
    assert str(RationalGF.of([-1], [1, 0, 1])) == "(-1)/(1 + t^2)"
    assert str(RationalGF.of([], [1, 2])) == "0"


GF = RationalGF.parse("1/(1 - t - x*t^2)")
PLAIN = RationalGF.parse("t/(1 - t - t^2)", first_n=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: RationalGF.reduced(
                Polynomial.parse("1", ("t",)), Polynomial.parse("2 - t", ("t",)), integral=True
            ),
            "denominator 2 - t: its part without t must be 1 or -1 in lowest terms, else the series does "
            "not have integer coefficients",
        ),
        (
            lambda: RationalGF.of([1], [0, 1]),
            "denominator t: its part without t must be a number other than 0 in lowest terms, else there "
            "is no series in powers of t",
        ),
        (
            lambda: RationalGF.parse("1/(1 + x - t)"),
            "denominator 1 + x - t: its part without t must be 1 or -1 in lowest terms, else the series "
            "does not have integer coefficients",
        ),
        (lambda: RationalGF.of([1], []), "denominator 0 of 1/(0): must not be zero"),
        (
            lambda: RationalGF.of([1], [1, 1], 1),
            "first_n 1: must be at most 0, the lowest power of t in the numerator",
        ),
        (lambda: RationalGF.of([], [1], -1), "first_n -1: must be at least 0"),
        (
            lambda: RationalGF.parse("1/(1-t), t"),
            "generating function '1/(1-t), t': there is more than one formula; expected a quotient of two "
            "sums of monomials in brackets, such as (1 + t)/(1 - 2*t - t^2)",
        ),
        (
            lambda: RationalGF.parse("a(3) = 1/(1-t)"),
            "generating function 'a(3) = 1/(1-t)': expected a quotient of two sums of monomials in brackets, "
            "such as (1 + t)/(1 - 2*t - t^2)",
        ),
        (
            lambda: RationalGF.parse("f(t) = 1/(1 - x*t)"),
            "generating function 'f(t) = 1/(1 - x*t)': expected a quotient of two sums of monomials in "
            "brackets, such as (1 + t)/(1 - 2*t - t^2)",
        ),
        (
            lambda: RationalGF.parse("1/(1 - 2*q)"),
            "generating function '1/(1 - 2*q)': cannot read 'q'; the variables are t, x, y",
        ),
        (
            lambda: RationalGF.parse("(1 + t/(1 - t)"),
            "generating function '(1 + t/(1 - t)': read '(1 + t/(1 - t)', then expected ')' at the end",
        ),
        (
            lambda: RationalGF.parse("1/(1 - t^1000001)"),
            "generating function '1/(1 - t^1000001)': degree 1000001 in t is above 1000000",
        ),
        (lambda: PLAIN[0], "n 0: the sequence starts at n = 1"),
        (lambda: PLAIN.coefficient_mod(3, 0), "modulus 0: must be at least 1"),
        (
            lambda: GF.coefficient_mod(3, 5),
            "generating function in t, x: a term modulo m needs t alone; put numbers for the others with "
            "at(...)",
        ),
        (lambda: GF.at(y=1), "variable 'y': the generating function has x besides t"),
        (lambda: PLAIN.subsequence(0), "subsequence 0n + 0: the step must be >= 1 and the offset >= 0"),
        (
            lambda: Recurrence((1, 1), 2, (1,)),
            "initial 1 terms: a sequence from n = 0 on with a recurrence from n = 2 on needs 2",
        ),
        (
            lambda: Recurrence((1, Polynomial.parse("x", ("x",))), 2, (1, 1)),
            "recurrence with x: all coefficients and terms must be integers or fractions",
        ),
        (
            lambda: Recurrence((1, 1), 1, (1,)),
            "valid_from 1: must be 2 or more for a recurrence of order 2 that starts at n = 0",
        ),
    ],
)
def test_refusals(make: object, message: str) -> None:
    with pytest.raises(GfkitError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == message


def test_an_exponent_of_thousands_of_digits_is_refused():
    with pytest.raises(LimitError, match="binary digits"):
        RationalGF.parse("0^30^3000(0)")


@given(st.text("0123456789txy+-*/^() ", max_size=25))
@settings(max_examples=300)
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(GfkitError):
        gf = RationalGF.parse(text)
        assert RationalGF.parse(str(gf), gf.variables) == gf


def test_mixed_variables_are_refused() -> None:
    with pytest.raises(InputError, match="t first"):
        RationalGF.reduced(Polynomial.parse("1", ("t",)), Polynomial.parse("1", ("t", "x")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"\frac{1 + t}{(1 - t)(1 - 2t)}", "(1 + t)/(1 - 3*t + 2*t^2)"),
        ("GF(1, x, t) = 1/(1 - x t)", "1/(1 - x*t)"),
        ("F = (1 + t)^2/(1 - t)^3", "(1 + 2*t + t^2)/(1 - 3*t + 3*t^2 - t^3)"),
        ("1/(1 - t) + t", "(1 + t - t^2)/(1 - t)"),
        ("1/(1 - t/(1 - t))", "(1 - t)/(1 - 2*t)"),
    ],
)
def test_all_that_the_grammar_reads_is_parsed(text, said):
    assert str(RationalGF.parse(text)) == said


def test_recurrences_are_parsed():
    lucas = Recurrence.parse("L_{n+2} = L_{n+1} + L_n", [2, 1])
    assert lucas.terms(6) == [2, 1, 3, 4, 7, 11]
    assert Recurrence.parse("a(n) = a(n-1) + a(n-2) for n >= 2", [0, 1, 1, 2]).initial == (0, 1)
    assert Recurrence.parse("2a(n) = a(n-1)", [4]).terms(4) == [4, 2, 1, Fraction(1, 2)]
    weighted = Recurrence.parse("P_n(x) = P_{n-1}(x) + x P_{n-2}(x)", [Polynomial.constant(1, ("x",))] * 2)
    assert [str(term) for term in weighted.terms(4)] == ["1", "1", "1 + x", "1 + 2*x"]


@pytest.mark.parametrize(
    ("text", "initial", "part"),
    [
        ("a(n) = a(n-1) for n >= 2", [1], "needs 2"),
        ("a(n) = a(n-1) + a(n-2) for n >= 2", [0, 1, 5], "does not hold for the values 0, 1, 5"),
        ("(n-5)a(n) = 2(n-5)a(n-1)", [1], "must be numbers"),
        ("a(n) = n a(n-1)", [1], "must be numbers"),
        ("a(n) = a(n-1) + 1", [1], "nothing may stand beside"),
        ("a(n) = sqrt(2) a(n-1)", [1], "must be numbers"),
        ("P_n(1) = x P_{n-1}(1)", [Polynomial.constant(1, ("x",))], "of all letters that occur"),
        ("a(n) = a(n-1), a(n) = 2a(n-1)", [1], "more than one formula"),
    ],
)
def test_recurrences_are_refused(text, initial, part):
    with pytest.raises(InputError, match=part):
        Recurrence.parse(text, initial)
