"""Rational generating functions and recurrences: terms, parsing, a normal form, and operations.

Terms come from long division, from power series and from fast doubling, and modulo m from matrices or
polynomials; identities of Fibonacci numbers and named sequences are in print.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import comb, isqrt

import pytest
import sympy
from flint import fmpz_mat, fmpz_poly
from hypothesis import assume, given, strategies as st
from json_places import plainly
from known_sequences import fibonacci_mod
from sequence_kinds import divided, stepped, weighted

import gfkit
from gfkit.claims.provers.expansion import expansion
from gfkit.claims.statement.ratio import Ring
from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Recurrence, Status
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.algebra.number import number_text, read_number, residue
from gfkit.core.algebra.series import characteristic_polynomial
from gfkit.core.errors import GfkitError, InputError

small = st.integers(-6, 6)
rows = st.lists(small, max_size=6)
tails = st.lists(small, max_size=5)
values = weighted(0).map(lambda drawn: drawn[0])


@given(rows, tails, st.sampled_from([1, 1, -1, 2, 6, -12]), st.integers(0, 80), st.integers(1, 10**25))
def test_terms_and_residues_agree_with_long_division(above, tail, lead, n, modulus) -> None:
    gf, truth = RationalGF.of(above, [lead, *tail]), divided(above, [lead, *tail])(n + 1)
    assert gf.terms(n + 1) == gf.recurrence.terms(n + 1) == truth
    assert gf[n] == gf.coefficient(n) == truth[n]
    assert RationalGF.parse(str(gf)) == RationalGF.from_recurrence(gf.recurrence) == gf
    assert not gf.is_integral or all(a.denominator == 1 for a in truth)
    for one in (modulus, 1 + modulus % 30, 7, 2**70 + 1):
        if sympy.gcd(gf.denominator.coefficient(0), one) == 1:
            assert gf.coefficient_mod(n, one) == residue(truth[n], one)


@given(rows, tails, rows.filter(any))
def test_a_common_factor_changes_nothing(above: list[int], tail: list[int], factor: list[int]) -> None:
    top, bottom, beside = map(fmpz_poly, (above, [1, *tail], factor))
    plain, blown = RationalGF.of(above, [1, *tail]), RationalGF.of(top * beside, bottom * beside)
    assert blown == plain
    assert hash(blown) == hash(plain)
    assert plain.denominator.coefficient(0) == 1


@given(values, st.dictionaries(st.tuples(*[st.integers(0, 1)] * 3), small, min_size=1, max_size=3))
def test_a_common_factor_with_weights_changes_nothing(gf, terms) -> None:
    kept = {powers[: len(gf.variables)]: c for powers, c in terms.items()}
    if (factor := Polynomial.of(gf.variables, kept)).terms:
        assert RationalGF.reduced(gf.numerator * factor, gf.denominator * factor) == gf


@given(values, small, small)
def test_text_recurrence_and_numbers_in_place_of_weights(gf: RationalGF, x: int, y: int) -> None:
    assert RationalGF.parse(str(gf), gf.variables) == gf
    assert eval(str(gf).replace("^", "**"), {name: sympy.Symbol(name) for name in "txy"}) == gf.to_sympy()
    assert RationalGF.from_recurrence(gf.recurrence) == gf
    terms = gf.terms(6)
    assert gf.recurrence.terms(6) == terms
    numbers = dict(zip("xy", (x, y)[: len(gf.variables) - 1], strict=False))
    assert [p(*numbers.values()) for p in terms] == gf.at(**numbers).terms(6)
    assert [p(*[x] * len(numbers)) for p in terms] == [p(x) for p in gf.merged().terms(6)]


@given(rows, tails)
def test_recurrences_hold_from_their_first_index(above: list[int], tail: list[int]) -> None:
    gf = RationalGF.of(above, [1, *tail])
    rule = gf.recurrence
    terms, start = gf.terms(rule.valid_from + 20), rule.valid_from

    def follows(n: int) -> bool:
        return bool(terms[n] == sum(c * terms[n - k] for k, c in enumerate(rule.coefficients, 1)))

    assert all(map(follows, range(start, start + 20)))
    # one earlier it fails, or would look before the first term
    assert start <= rule.order or not follows(start - 1)


def test_far_terms() -> None:
    gf = RationalGF.parse("t/(1 - t - t^2)")
    prime = 10**9 + 7
    assert gf.coefficient_mod(10**6, prime) == fibonacci_mod(10**6, prime)
    assert int(gf[10**6]) % prime == fibonacci_mod(10**6, prime)  # type: ignore[arg-type]
    for modulus in (1, 2, 2**64, 2**63 - 1, 10**30):
        assert gf.coefficient_mod(10**18, modulus) == fibonacci_mod(10**18, modulus)
    tail = [(k * k) % 7 - 3 for k in range(1, 101)]
    gf = RationalGF.of([1, 1], [1, *tail])
    value = int(gf[10**5])  # type: ignore[arg-type]
    for prime in (10**9 + 7, 998244353):
        assert value % prime == gf.coefficient_mod(10**5, prime)
    assert value % 998244353 == stepped(gf, 10**5, 998244353)


@given(st.text("0123456789txy+-*/^() ", max_size=25))
def test_any_string_is_parsed_or_rejected(text: str) -> None:
    with contextlib.suppress(GfkitError):
        gf = RationalGF.parse(text)
        assert RationalGF.parse(str(gf), gf.variables) == gf


def test_huge_numbers() -> None:
    huge = 10**5000
    gf = RationalGF.of([huge], [1, -huge - 1])
    assert gf.terms(3)[2] == huge * (huge + 1) ** 2
    assert RationalGF.parse(str(gf)) == RationalGF.from_json(plainly(gf.as_json())) == gf
    third = gf * Fraction(1, 3)
    rule = third.recurrence
    assert Recurrence.from_json(plainly(rule.as_json())) == rule
    assert str(closed_form(third)).startswith("a(n) = 1000")
    assert read_number(number_text(Fraction(huge, 7))) == Fraction(huge, 7)
    assert gf.hadamard(gf)[2] == gf[2] ** 2


# Operations


FIB = RationalGF.parse("t/(1 - t - t^2)")
LUCAS = RationalGF.parse("(2 - t)/(1 - t - t^2)")
LENGTH = 14
TEXTS = ["1/(1 - t - t^2)", "(1 + t)/(1 - 2*t - t^2)", "(1 - 3*t^2)/(1 - t)^3", "2/(2 - t)", "1 + 5*t^3"]
SERIES = list(map(RationalGF.parse, TEXTS))
ONE = [Fraction(1), *[Fraction(0)] * (LENGTH - 1)]


def test_fibonacci_theorems() -> None:
    squares = FIB.hadamard(FIB)
    assert str(squares) == "(t - t^2)/(1 - 2*t - 2*t^2 + t^3)"
    assert squares.partial_sums() == FIB.hadamard(FIB.shifted(1))  # F(1)^2 + ... + F(n)^2 = F(n) F(n+1)
    assert FIB.hadamard(LUCAS) == FIB.subsequence(2)  # F(2n) = F(n) L(n)
    signs = RationalGF.of([1], [1, 1])
    # F(3n) = 5 F(n)^3 + 3 (-1)^n F(n)
    assert FIB.subsequence(3) == 5 * FIB.hadamard(squares) + 3 * FIB.hadamard(signs)
    cassini = FIB.shifted(2).hadamard(FIB) - FIB.shifted(1).hadamard(FIB.shifted(1))
    assert cassini == -signs  # F(n+2) F(n) - F(n+1)^2 = -(-1)^n
    assert FIB.partial_sums() == FIB.shifted(2) - RationalGF.parse("1/(1 - t)")
    assert FIB.differences().shifted(1) == FIB
    assert 5 * FIB.cauchy(FIB) == LUCAS.hadamard(RationalGF.parse("t/(1 - 2*t + t^2)")) - FIB
    binomial = [sum(comb(n, k) * FIB[k] for k in range(n + 1)) for n in range(12)]
    assert FIB.subsequence(2).terms(12) == binomial  # the sum over k of binomial(n, k) F(k)


def test_higher_orders() -> None:
    """Terms beyond the order bound and the irregular initial segment are compared too."""
    f = RationalGF.of([3, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 9], [2, 7, 1, 8, 2, 8, 1, 8, 2])
    g = RationalGF.of([5, 7], [1, -1, 4, 1, -5, 9, 2, 6])
    product = f.hadamard(g)
    assert product.order == 8 * 7
    assert product.terms(150) == [a * b for a, b in zip(f.terms(150), g.terms(150), strict=True)]
    powers = [RationalGF.of([1], [1, -k]) for k in range(1, 8)]  # the sum of k^n, squared: pairs of k
    total = sum(powers[1:], powers[0])
    assert total.hadamard(total).terms(40) == [sum(k**n for k in range(1, 8)) ** 2 for n in range(40)]
    assert total.hadamard(total).order == len({i * j for i in range(1, 8) for j in range(1, 8)})
    far = FIB.subsequence(10**4, 3)  # takes no listing
    assert (far.terms(2), far.order) == ([2, FIB[10**4 + 3]], 2)


def product_of(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    return [sum((one[k] * other[n - k] for k in range(n + 1)), Fraction(0)) for n in range(LENGTH)]


def listed(series: RationalGF) -> list[Fraction]:
    return [Fraction(0)] * series.first_n + list(map(Fraction, series.terms(LENGTH - series.first_n)))


def test_numbers_quotients_and_composition() -> None:
    for series in SERIES:
        assert product_of(listed(1 / series), listed(series)) == ONE
        assert listed(1 - series) == [a - b for a, b in zip(ONE, listed(series), strict=True)]
        assert listed(series + Fraction(1, 3))[0] == listed(series)[0] + Fraction(1, 3)
        assert listed(series / 3) == [term / 3 for term in listed(series)]
        assert series + 2 - 2 == series == 2 + series - 2
    for above, below in permutations(SERIES, 2):
        assert product_of(listed(above / below), listed(below)) == listed(above)
    for inner in INNER:
        g = RationalGF.parse(inner)
        for f in SERIES:
            power, total = ONE, [Fraction(0)] * LENGTH
            for coefficient in listed(f):
                total = [a + coefficient * b for a, b in zip(total, power, strict=True)]
                power = product_of(power, listed(g))
            assert listed(f.composed(g)) == total


INNER = ["t", "t/(1 - t - t^2)", "-2*t^2/(1 - t)", "t^3"]


def test_invalid_operations_are_rejected() -> None:
    with pytest.raises(TypeError):
        gfkit.derive("col", "path:n") + "x"


def test_coefficients_of_powers_of_weights() -> None:
    for text in ("1/(1 - t - x*t^2)", "(1 + x*t)/(1 - t - x*t^2 - x^3*t^4)"):
        law = RationalGF.parse(text)
        for power in range(5):
            expected = [term.coefficient(power) for term in law.terms(LENGTH)]
            assert law.with_power("x", power).terms(LENGTH) == expected
    law = gfkit.derive("domineering", "2xn", weights="players").generating_function
    # One horizontal domino on two rows of n cells: 2 (n - 1) places.
    assert law.with_power("y", 1).with_power("x", 0).terms(6) == [0, 0, 2, 4, 6, 8]
    law = gfkit.derive("domineering", "1xn")
    assert law[3:9] == law.terms(9)[3:]
    assert law.coefficient(7) == law[7] == law.generating_function[0:8:7][1]
    assert RationalGF.parse("t^2/(1 - t - t^2)", None, 2)[2:6] == [1, 1, 2, 3]
    with pytest.raises(InputError, match=r"\[2:"):
        law[2:]
    for index in ("a", 1.0):
        with pytest.raises(InputError, match="must be an integer"):
            law[index]
    # Independent sets by their size on two rows, and on every second cycle, by counting single boards.
    weighted_ = gfkit.derive("independent-sets", "2xn", weights="pieces")
    two = weighted_.with_power("x", 2)
    # Two cells that are not adjacent: all pairs without the 3n - 2 edges.
    assert two.terms(8) == [0, *(n * (2 * n - 1) - (3 * n - 2) for n in range(1, 8))]
    assert (two[9], two.evidence.status) == (9 * 17 - 25, "proved")
    even = gfkit.derive("independent-sets", "cycle:n").multisection(2, 0)
    for m in range(2, 7):
        assert even[m] == gfkit.count("independent-sets", f"cycle:{2 * m}").count
    assert even.as_json()["evidence"]["status"] == "proved"
    with pytest.raises(InputError):
        weighted_.with_power("z", 1)
    board = gfkit.count("domineering", "2x3", weights="players").polynomial
    listed = board.coefficients("x")
    assert len(listed) == board.degree("x") + 1
    for x, y in ((1, 1), (2, 3), (-1, 5)):
        assert sum(part(y) * x**k for k, part in enumerate(listed)) == board(x, y)
    assert gfkit.Polynomial.parse("0", ("x",)).degree("x") == -1
    with pytest.raises(InputError, match="'z'"):
        board.degree("z")


def test_operations_on_formulas_agree_with_their_series_and_status() -> None:
    d, e = gfkit.derive("independent-sets", "path:n"), gfkit.derive("domineering", "2xn")
    unsure = replace(e, evidence=Evidence(Status.PROBABLE, "primes", (("log2_failure", -95),)))
    for made in (
        lambda f, g: 1 / f - g / f,
        lambda f, g: 2 * f + g * 3 - 1,
        lambda f, g: f.composed(g - 1),
        lambda f, g: f.hadamard(g).cauchy(-g),
    ):
        found = made(d, e)
        assert found.rational == made(d.rational, e.rational)
        assert found.evidence.status is Status.PROVED
        assert found[2:5] == found.terms(5)[2:]
        both = made(unsure, unsure).evidence
        assert both.status is Status.PROBABLE
        assert dict(both.details)["log2_failure"] >= -95
    assert (e.rational - d).rational == e.rational - d.rational
    assert (d + e).multisection(2, 1).rational == (d + e).rational.subsequence(2, 1)
    assert dict((unsure + unsure).evidence.details)["log2_failure"] == -94
    assert (d + unsure).evidence.status is Status.PROBABLE


# Laurent series of quotients


RING = Ring()
QUOTIENTS = st.lists(
    st.tuples(st.fractions(-5, 5, max_denominator=4), st.integers(-2, 4), st.integers(0, 1)), max_size=4
)


def made(parts, letter):
    total = RING.number(0)
    for number, power, other in parts:
        total = total + RING.number(number) * RING.letter("t", power) * RING.letter(letter, other)
    return total


@given(above=QUOTIENTS, below=QUOTIENTS, letter=st.sampled_from("tx"), end=st.integers(-3, 8))
def test_the_series_times_the_denominator_is_the_numerator(above, below, letter, end):
    """Compare terms up to t^end, with and without variables besides t."""
    one, other = made(above, letter), made(below, letter)
    assume(not other.is_zero)
    quotient = one / other
    terms = expansion(quotient, end).items()
    product = sum((part * RING.letter("t", n) for n, part in terms), RING.number(0))
    rest = quotient - product
    assert rest.is_zero or rest.valuation() >= end


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.integers(-(2**70), 2**70), min_size=n * n, max_size=n * n)
    )
)
def test_characteristic_polynomials_prime_by_prime(entries) -> None:
    size = isqrt(len(entries))
    for matrix in (fmpz_mat(size, size, entries), fmpz_mat(size, size)):
        found = matrix.charpoly().coeffs()
        bits = max(abs(int(c)).bit_length() for c in found)
        assert characteristic_polynomial(matrix, bits, None) == found
