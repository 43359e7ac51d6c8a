"""Cosines of multiples of Pi in formulas, and products of polynomials in them.

Products are multiplied out with mpmath, factor by factor as they are printed; counts are those of games.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import mpmath
import pytest
from choice import sample
from flint import nmod_mat
from tables import table

from gfkit.claims.claim import verify
from gfkit.claims.provers.cosines import cosine, cosine_product, exact_turns
from gfkit.claims.provers.explicit import ExplicitClaim
from gfkit.claims.provers.sequence import exact_value
from gfkit.claims.statement.parse import read_statement
from gfkit.core.errors import InputError, LimitError

LENGTHS = range(1, 20)


def tree(text: str):
    return read_statement(text).chains[0].sides[-1]


# Where the factors run, and the angle, as printed; the numbers k, and the angle over Pi, for a computer.
RANGES = [
    ("k=1..n", "k*Pi/(n+1)", lambda n: range(1, n + 1), lambda k, n: k / (n + 1)),
    ("k=0..n", "k*Pi/(n+1)", lambda n: range(n + 1), lambda k, n: k / (n + 1)),
    ("k=1..n+1", "Pi*(k/(n+1))", lambda n: range(1, n + 2), lambda k, n: k / (n + 1)),
    ("k=0..n", "k*Pi/n", lambda n: range(n + 1), lambda k, n: k / n),
    ("k=1..n", "(2*k-1)*Pi/(2*n)", lambda n: range(1, n + 1), lambda k, n: (2 * k - 1) / (2 * n)),
    ("k=0..n-1", "(k+1/2)*Pi/n", lambda n: range(n), lambda k, n: (2 * k + 1) / (2 * n)),
    ("k=0..n-1", "2*k*Pi/n", lambda n: range(n), lambda k, n: 2 * k / n),
    ("k=1..n-1", "2*k*Pi/n", lambda n: range(1, n), lambda k, n: 2 * k / n),
    ("k=5..n+4", "2*k*Pi/n", lambda n: range(5, n + 5), lambda k, n: 2 * k / n),
    ("k=1..n", "(2*k-1)*Pi/n", lambda n: range(1, n + 1), lambda k, n: (2 * k - 1) / n),
    ("k=1..n", "2*k*Pi/(2*n+1)", lambda n: range(1, n + 1), lambda k, n: 2 * k / (2 * n + 1)),
    ("k=1..n", "(2*k-1)*Pi/(2*n+1)", lambda n: range(1, n + 1), lambda k, n: (2 * k - 1) / (2 * n + 1)),
    ("k=1..2*n", "k*Pi/(2*n+1)", lambda n: range(1, 2 * n + 1), lambda k, n: k / (2 * n + 1)),
    ("k=1..floor((n-1)/2)", "2*k*Pi/n", lambda n: range(1, (n - 1) // 2 + 1), lambda k, n: 2 * k / n),
    ("k=1..n/2", "2*k*Pi/n", lambda n: range(1, n // 2 + 1), lambda k, n: 2 * k / n),
    ("k=0..ceil(n/2)-1", "2*k*Pi/n", lambda n: range(ceil(n / 2)), lambda k, n: 2 * k / n),
]
POLYNOMIALS = ["3 - 2*{}", "1 + 4*{}^2", "5 - {} + {}^3/2", "4*{}^2 + 2 + {}^4", "2 - 2*{}", "2*{} + 1"]


@pytest.mark.parametrize(("row", "polynomial"), sample(range(len(RANGES)), POLYNOMIALS, quick=8, seconds=0.3))
def test_values_agree_with_the_factors_and_are_in_the_space(row, polynomial):
    """Determinants of Hankel matrices above the order vanish, for n of one parity and all together."""
    where, angle, numbers, at = RANGES[row]
    found = cosine_product(tree(f"Product_{{{where}}} ({polynomial.replace('{}', f'cos({angle})')})"))
    assert found is not None
    written = polynomial.replace("{}", "c").replace("^", "**")
    with mpmath.workdps(60):
        for n in range(found.start + (found.start == 0 and "/n" in angle), 12):
            cosines = [mpmath.cos(at(mpmath.mpf(k), n) * mpmath.pi) for k in numbers(n)]
            total = mpmath.fprod(eval(written, {"c": cosine}) for cosine in cosines)
            value = found.value(n)
            error = abs(total - mpmath.mpf(value.numerator) / value.denominator)
            assert error < 1e-40 * max(1, abs(total)), n
    order, prime = found.order, 2**61 - 1
    if order < 20:
        values = [found.value(n) for n in range(found.start, found.start + 2 * order + 2)]
        residues = [value.numerator * pow(value.denominator, -1, prime) % prime for value in values]
        entries = [value for k in range(order + 1) for value in residues[k : k + order + 1]]
        assert nmod_mat(order + 1, order + 1, entries, prime).rank() <= order


def test_products_with_roots_at_the_ends():
    for text, value in table("cosines with roots at the ends"):
        found = cosine_product(tree(text))
        assert [found.value(n) for n in LENGTHS] == [eval(value, {"n": n}) for n in LENGTHS], text


def test_products_outside_the_cosine_theorem():
    assert [text for (text,) in table("cosines not covered") if cosine_product(tree(text)) is not None] == []


def test_a_range_that_begins_far_out_has_its_start():
    product = cosine_product(tree("Product_{k=1..n-1000000000000} (3 + 2*cos(k*Pi/(n-999999999999)))"))
    assert (product.start, product.value(10**12 + 4)) == (10**12, 55)


def test_a_product_of_too_many_factors_is_rejected():
    product = cosine_product(tree("Product_{k=1..5000*n-1} (4 - 2*cos(k*Pi/(5000*n)))"))
    assert product.value(1) > 0
    with pytest.raises(LimitError, match=r"15000 .*10000"):
        product.value(3)


def test_a_power_of_zero_ends_where_its_exponent_is_positive():
    found = verify("F(n+2) + 5*0^(n-3) for n >= 3", game="independent-sets", family="path:n")
    assert (found.first_difference.n, found.holds_from, found.is_lasting) == (3, 4, True)


def test_cosines_are_exact():
    for period in (1, 2, 3, 4, 5, 6, 8, 10, 12, 24):
        for k in range(-period, 2 * period):
            true = float(mpmath.cos(2 * mpmath.pi * k / period))
            assert abs(float(cosine(Fraction(k, period)).ball().real) - true) < 1e-14
    for text, period in table("turns of cosines"):
        turns = exact_turns(tree(text))
        assert (str(turns[1]) if turns else "none") == period
        assert ExplicitClaim(tree(text), text).is_enclosed == (turns is None)
    assert [str(exact_value(tree("sqrt(3)*sin(2*Pi*n/3)"), n)) for n in range(4)] == ["0", "3/2", "-3/2", "0"]
    with pytest.raises(InputError):
        exact_value(tree("cos(n)"), 1)


def test_a_formula_that_fails_far_out_is_not_repaired():
    found = verify("F(n+2) + floor(n/30)*0 + binomial(n, 40)", game="independent-sets", family="path:n")
    assert (found.first_difference.n, found.repair) == (40, None)
