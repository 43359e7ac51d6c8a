"""Quasi-polynomials: counts of partitions and lattice points, floors, one value for one sequence, printing.

Partitions are counted by their definition; periods and degrees are those that theorems on them give.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm, prod

import pytest
import sympy
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from json_places import plainly
from known_sequences import coins
from sequence_kinds import quasi, rationals

from gfkit.errors import LimitError
from gfkit.sequences import QuasiPolynomial, RationalGF
from gfkit.sequences.closed_form import closed_form

rows = st.lists(st.lists(rationals, max_size=3), min_size=1, max_size=4)
values = quasi().map(lambda drawn: drawn[0])


def parts(*sizes: int) -> RationalGF:
    """The product of 1/(1 - t^size)."""
    return RationalGF.of(1, prod(fmpz_poly([1, *[0] * (size - 1), -1]) for size in sizes))


@given(rows, st.lists(rationals, max_size=2), st.integers(1, 3))
@settings(max_examples=40)
def test_one_value_for_one_sequence(several, before, times: int) -> None:
    """Written with a longer period, with zeros on top, or with regular terms as exceptions: the same."""
    plain = QuasiPolynomial.of(several, before)
    length = len(several) * times
    longer = [[*row, Fraction(0)] for row in several * times]
    blown = QuasiPolynomial.of(longer, plain.terms(len(before) + length))
    assert blown == plain
    assert hash(blown) == hash(plain)


@given(values, values, st.integers(1, 4), st.integers(0, 5))
@settings(max_examples=15)
def test_conversions_and_periods(f: QuasiPolynomial, g: QuasiPolynomial, step: int, offset: int) -> None:
    gf = f.generating_function
    assert (gf.terms(30), gf.first_n) == (f.terms(30), f.first_n)
    assert QuasiPolynomial.from_rational(gf) == f
    assert f.valid_from == f.first_n + len(f.exceptions)
    form = closed_form(gf)
    assert [form.evaluate(n) for n in range(f.first_n, 15)] == f.terms(15 - f.first_n)
    assert form.valid_from == f.valid_from
    for made in (f + g, f - g, f.hadamard(g)):
        assert isinstance(made, QuasiPolynomial)
        assert lcm(f.period, g.period) % made.period == 0
    assert isinstance(f.cauchy(g), QuasiPolynomial)
    assert (f + g).generating_function == f.generating_function + g.generating_function
    assert f - f == QuasiPolynomial.of([[]], [], f.first_n)
    assert f.partial_sums().period <= f.period
    assert (f.period // gcd(f.period, step)) % f.subsequence(step, offset).period == 0


def test_partitions_into_small_parts() -> None:
    for largest, period, formula in (
        (2, 2, lambda n: n // 2 + 1),
        (3, 6, lambda n: (n * n + 6 * n + 12) // 12),  # round((n + 3)^2/12)
        (4, 12, lambda n: ((n + 5) * (n * n + n + 22 + 18 * (n // 2)) + 72) // 144),
    ):
        made = QuasiPolynomial.from_rational(parts(*range(1, largest + 1)))
        assert (made.period, made.degree) == (period, largest - 1)
        assert made.terms(80) == [*map(coins(*range(1, largest + 1)), range(80))]
        assert [made[n] for n in (10**6, 10**18 + 7)] == [formula(n) for n in (10**6, 10**18 + 7)]
    made = QuasiPolynomial.from_rational(parts(1, 2, 3, 4, 5, 6))
    assert (made.period, made.degree) == (60, 5)
    assert made[400] == coins(*range(1, 7))(400)
    assert {row[5] for row in made.constituents} == {Fraction(1, 120 * 720)}  # n^5/(5! 6!)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=3), st.integers(-20, 20), st.integers(2, 12))
@settings(max_examples=10)
def test_floors_of_polynomials(above: list[int], constant: int, below: int) -> None:
    """A polynomial with integer coefficients divided by an integer and rounded down is found again."""

    def truth(n: int) -> int:
        return (constant + sum(c * n ** (k + 1) for k, c in enumerate(above))) // below

    terms = [truth(n) for n in range(below * (len(above) + 1))]
    made = QuasiPolynomial.interpolate(terms, 0, 0, below, len(above))
    text = made.floor_form
    assert (text is None) == (made.period == 1)
    if text is not None:
        n = sympy.Symbol("n")
        formula = sympy.sympify(text.replace("^", "**"), locals={"n": n})
        assert [formula.subs(n, k) for k in range(30)] == [truth(k) for k in range(30)] == made.terms(30)


def test_large_numbers_and_periods() -> None:
    made = QuasiPolynomial.of([[0, 10**5000], [Fraction(1, 10**5000)]], [10**5001])
    assert QuasiPolynomial.from_json(plainly(made.as_json())) == made
    assert len(str(made)) > 15000
    assert made[2] == 2 * 10**5000
    total = RationalGF.parse("0")
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23):
        total += RationalGF.parse(f"1/(1 - t^{prime})")
    with pytest.raises(LimitError, match="period 223092870 and degree 0"):
        QuasiPolynomial.from_rational(total)
