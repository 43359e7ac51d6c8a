"""Rational generating functions and recurrences: their terms, their texts, one value for one series.

Terms come from long division of power series and from fast doubling; sequences of names are those in print.
"""

from __future__ import annotations

import contextlib
from fractions import Fraction

import sympy
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from json_places import plainly
from known_sequences import fibonacci_mod
from sequence_kinds import divided, stepped, weighted

from gfkit.errors import GfkitError
from gfkit.sequences import Polynomial, RationalGF, Recurrence
from gfkit.sequences.closed_form import closed_form
from gfkit.sequences.number import number_text, read_number, residue

small = st.integers(-6, 6)
rows = st.lists(small, max_size=6)
tails = st.lists(small, max_size=5)
values = weighted(0).map(lambda drawn: drawn[0])


@settings(max_examples=50)
@given(rows, tails, st.sampled_from([1, 1, -1, 2, 6, -12]), st.integers(0, 80), st.integers(1, 10**25))
def test_terms_and_residues_are_those_of_long_division(above, tail, lead, n, modulus) -> None:
    gf, truth = RationalGF.of(above, [lead, *tail]), divided(above, [lead, *tail])(n + 1)
    assert gf.terms(n + 1) == gf.recurrence.terms(n + 1) == truth
    assert gf[n] == gf.coefficient(n) == truth[n]
    assert RationalGF.parse(str(gf)) == RationalGF.from_recurrence(gf.recurrence) == gf
    assert not gf.is_integral or all(a.denominator == 1 for a in truth)
    for one in (modulus, 1 + modulus % 30, 7, 2**70 + 1):
        if sympy.gcd(gf.denominator.coefficient(0), one) == 1:
            assert gf.coefficient_mod(n, one) == residue(truth[n], one)


@given(rows, tails, rows.filter(any))
@settings(max_examples=50)
def test_a_common_factor_changes_nothing(above: list[int], tail: list[int], factor: list[int]) -> None:
    top, bottom, beside = map(fmpz_poly, (above, [1, *tail], factor))
    plain, blown = RationalGF.of(above, [1, *tail]), RationalGF.of(top * beside, bottom * beside)
    assert blown == plain
    assert hash(blown) == hash(plain)
    assert plain.denominator.coefficient(0) == 1


@settings(max_examples=40)
@given(values, st.dictionaries(st.tuples(*[st.integers(0, 1)] * 3), small, min_size=1, max_size=3))
def test_a_common_factor_with_weights_changes_nothing(gf, terms) -> None:
    kept = {powers[: len(gf.variables)]: c for powers, c in terms.items()}
    if (factor := Polynomial.of(gf.variables, kept)).terms:
        assert RationalGF.reduced(gf.numerator * factor, gf.denominator * factor) == gf


@settings(max_examples=40)
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
@settings(max_examples=50)
def test_recurrence_holds_and_starts_where_it_says(above: list[int], tail: list[int]) -> None:
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
@settings(max_examples=80)
def test_any_text_is_read_or_refused(text: str) -> None:
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
