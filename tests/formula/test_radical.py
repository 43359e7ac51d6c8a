"""Sums of square roots with rational factors: arithmetic, text, floors.

SymPy expands and rounds the same numbers, by its own arithmetic.
"""

from __future__ import annotations

from fractions import Fraction

import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.formula.radical import Radical

small = st.integers(-3, 3)
numbers = st.builds(
    lambda a, b, c, d: Radical.sum({1: Fraction(a, d), 2: Fraction(b, d), -3: Fraction(c, d)}),
    small,
    small,
    small,
    st.integers(1, 4),
)


@settings(max_examples=12)
@given(numbers, numbers)
def test_numbers_with_roots(a, b):
    def exact(number: Radical) -> sympy.Expr:
        return sum(
            (sympy.Rational(c.numerator, c.denominator) * sympy.sqrt(d) for d, c in number.parts), 0 * sympy.I
        )

    assert sympy.expand(exact(a * b) - exact(a) * exact(b)) == 0
    assert sympy.expand(exact(a + b) - exact(a) - exact(b)) == 0
    if b:
        assert (a / b) * b == a
    assert sympy.simplify(sympy.sympify(str(a)) - exact(a)) == 0


@settings(max_examples=12)
@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 9))
def test_floors(a, b, c):
    number = Radical.sum({1: Fraction(a, c), 2: Fraction(b, c)})
    assert number.floor() == int(sympy.floor((a + b * sympy.sqrt(2)) / c))
