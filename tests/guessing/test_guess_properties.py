"""A random object of each kind, its terms, and back: guessing returns an equal object.

Laws are drawn, and their terms are those of the conformance tests of sequences.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from gfkit.guessing import Transform, guess
from gfkit.guessing.data import Data
from gfkit.guessing.hermite_pade import low_degree_fit
from gfkit.sequences import Algebraic, Polynomial, PRecursive, QuasiPolynomial, RationalGF

small = st.integers(-5, 5)
positive = st.integers(1, 5)
rationals = st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=3)
shifts = st.lists(st.fractions(Fraction(1, 4), 4, max_denominator=4), max_size=2)
quick = settings(max_examples=10)


@quick
@given(st.lists(st.fractions(-4, 4, max_denominator=6), min_size=1, max_size=6), st.integers(0, 3))
def test_polynomials(coefficients, offset):
    law = QuasiPolynomial.of([coefficients], first_n=offset)
    found = guess(law.terms(len(coefficients) + 5), offset).found
    assert [finding.law for finding in found] == [law]
    assert found[0].kind == "polynomial"


@quick
@given(st.lists(rationals, min_size=2, max_size=4), st.lists(small, max_size=3))
@example([[0], [0, 1], [0, 0, 1], [0]], [0, 0, 0])  # a part that is kept ends before another
def test_quasi_polynomials(rows, before):
    law = QuasiPolynomial.of(rows, before)
    assume(law.period > 1)
    found = guess(law.terms(2 * (len(before) + 3 * law.period) + 12)).found
    assert [finding.law for finding in found if finding.transform is None] == [law]


@quick
@given(st.lists(small, min_size=1, max_size=6), st.lists(small, max_size=8), st.sampled_from([1, 1, 2, 3]))
def test_rational_functions(back, above, start):
    law = RationalGF.of(above, [start, *back])
    size = max(law.order, law.degree + 1)
    found = guess(law.terms(2 * size + 12), kinds="c-finite").found
    assert [finding.law for finding in found] == [law]


@quick
@given(
    st.lists(st.lists(small, min_size=1, max_size=3), min_size=1, max_size=2),
    st.lists(positive, min_size=1, max_size=3),
    st.lists(st.integers(-9, 9), min_size=2, max_size=2),
)
def test_recurrences_in_n(rows, first, initial):
    """p_0 has positive coefficients, so that it vanishes nowhere and every term is determined."""
    assume(any(any(row) for row in rows) and any(initial))
    assume(any(rows[-1]))
    law = PRecursive.of([first, *rows], initial[: len(rows)])
    terms = law.terms(40)
    assume(sum(map(bool, terms)) > 25)
    for count in (26, 40):
        found = guess(terms[:count]).found
        assert found
        assert found[0].terms(60) == law.terms(60)
    if found[0].kind == "d-finite" and found[0].order == law.order:
        assert found[0].degree <= law.degree


@quick
@given(st.lists(small, min_size=3, max_size=3), st.lists(small, min_size=3, max_size=3))
def test_algebraic_equations(linear, square):
    """f = 1 + t (u(t) + v(t) f + w f^2) has just one solution."""
    terms: dict[tuple[int, ...], int] = {(0, 0): 1, (0, 1): -1}
    for k, (b, c) in enumerate(zip(linear, square, strict=True)):
        terms[k + 1, 1] = b
        terms[k + 1, 2] = c
    law = Algebraic.of(Polynomial.of(("t", "f"), terms), [1])
    assume(law.degree == 2)
    found = guess(law.terms(40), kinds="algebraic").found
    assert [finding.law.equation for finding in found] == [law.equation]
    assert found[0].terms(50) == law.terms(50)


@quick
@given(shifts, shifts, st.sampled_from([-3, -1, 1, 2, Fraction(1, 2), Fraction(4, 3)]))
def test_hypergeometric_terms(upper, lower, ratio):
    terms = [Fraction(1)]
    for n in range(1, 24):
        terms.append(terms[-1] * ratio * prod(n + u for u in upper) / prod(n + u for u in lower))
    found = guess(terms, kinds="hypergeometric").found
    assert len(found) == 1
    assert found[0].terms(24) == terms
    kept = {u for u in upper if u not in lower}
    assert set(found[0].law.upper) >= kept
    assert found[0].law.ratio == ratio


@quick
@given(st.lists(small, min_size=2, max_size=6), st.lists(small, min_size=4, max_size=4), st.integers(0, 3))
def test_transforms_are_undone(terms, more, offset):
    listed = [term or 1 for term in [*terms, *more]]
    data = Data.of(listed, offset)
    for transform in Transform:
        parts = transform.apply(data)
        if not parts:  # only a series that begins with 1 is a product of powers of 1 - t^n
            if transform is Transform.EULER:
                assert listed[0] != 1 or data.denominator > 1
            assert transform is Transform.EULER or "divisors" in transform
            continue
        assert transform.undo(listed[0], offset, [list(part.terms) for part in parts]) == listed


@settings(max_examples=4)
@given(st.lists(small, min_size=12, max_size=25), st.integers(0, 30))
def test_what_is_found_agrees_with_every_term(terms, cut):
    for finding in guess(terms + [terms[cut % len(terms)]] * 6).found:
        assert finding.terms(len(terms)) == terms


def test_low_degree_and_high_order():
    order = 9
    coefficients = [[1]] + [[]] * (order - 2) + [[0, -1], [-2]]
    law = PRecursive.of(coefficients, range(1, order + 1))
    fit = low_degree_fit(Data.of(law.terms(80)), 1, 5)
    assert fit.law == law
    assert guess(law.terms(100), kinds="d-finite").found[0].terms(120) == law.terms(120)
