"""Cosines of multiples of Pi in formulas, and products of polynomials in them.

Products are multiplied out with mpmath, factor by factor as they are printed; counts are those of games.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil

import mpmath
import pytest

from gfkit.errors import InputError, LimitError
from gfkit.formula.read.statement import read_statement
from gfkit.verify import explicit
from gfkit.verify.claim import verify
from gfkit.verify.formula.cosines import cosine, cosine_product, exact_turns
from gfkit.verify.formula.enclosure import is_transcendental
from gfkit.verify.formula.sequence import exact_value

LENGTHS = range(1, 20)
PATHS = {"game": "independent-sets", "family": "path:n"}
DOMINOES = {"game": "domino-tilings", "family": "2xn"}


def tree(text: str):
    return read_statement(text).chains[0].sides[-1]


# Angles over ranges: what is printed, and the same for a computer. {} is a polynomial in the cosine.
Angle = Callable[[int, int], mpmath.mpf]
RANGES: list[tuple[str, str, Callable[[int], range], Angle]] = [
    ("k=1..n", "k*Pi/(n+1)", lambda n: range(1, n + 1), lambda k, n: k * mpmath.pi / (n + 1)),
    ("k=0..n", "k*Pi/(n+1)", lambda n: range(n + 1), lambda k, n: k * mpmath.pi / (n + 1)),
    ("k=1..n+1", "Pi*(k/(n+1))", lambda n: range(1, n + 2), lambda k, n: k * mpmath.pi / (n + 1)),
    ("k=0..n", "k*Pi/n", lambda n: range(n + 1), lambda k, n: k * mpmath.pi / n),
    ("k=1..n", "(2*k-1)*Pi/(2*n)", lambda n: range(1, n + 1), lambda k, n: (2 * k - 1) * mpmath.pi / (2 * n)),
    ("k=0..n-1", "(k+1/2)*Pi/n", lambda n: range(n), lambda k, n: (2 * k + 1) * mpmath.pi / (2 * n)),
    ("k=0..n-1", "2*k*Pi/n", lambda n: range(n), lambda k, n: 2 * k * mpmath.pi / n),
    ("k=1..n-1", "2*k*Pi/n", lambda n: range(1, n), lambda k, n: 2 * k * mpmath.pi / n),
    ("k=5..n+4", "2*k*Pi/n", lambda n: range(5, n + 5), lambda k, n: 2 * k * mpmath.pi / n),
    ("k=1..n", "(2*k-1)*Pi/n", lambda n: range(1, n + 1), lambda k, n: (2 * k - 1) * mpmath.pi / n),
    ("k=1..n", "2*k*Pi/(2*n+1)", lambda n: range(1, n + 1), lambda k, n: 2 * k * mpmath.pi / (2 * n + 1)),
    (
        "k=1..n",
        "(2*k-1)*Pi/(2*n+1)",
        lambda n: range(1, n + 1),
        lambda k, n: (2 * k - 1) * mpmath.pi / (2 * n + 1),
    ),
    ("k=1..2*n", "k*Pi/(2*n+1)", lambda n: range(1, 2 * n + 1), lambda k, n: k * mpmath.pi / (2 * n + 1)),
    (
        "k=1..floor((n-1)/2)",
        "2*k*Pi/n",
        lambda n: range(1, (n - 1) // 2 + 1),
        lambda k, n: 2 * k * mpmath.pi / n,
    ),
    ("k=1..n/2", "2*k*Pi/n", lambda n: range(1, n // 2 + 1), lambda k, n: 2 * k * mpmath.pi / n),
    ("k=0..ceil(n/2)-1", "2*k*Pi/n", lambda n: range(ceil(n / 2)), lambda k, n: 2 * k * mpmath.pi / n),
]
POLYNOMIALS = [
    "3 - 2*{}",
    "1 + 4*{}^2",
    "5 - {} + {}^3/2",
    "4*{}^2 + 2 + {}^4",
    "2 - 2*{}",
    "1 + {}",
    "2*{} + 1",
]


@pytest.mark.parametrize("polynomial", POLYNOMIALS)
@pytest.mark.parametrize(
    ("where", "angle", "numbers", "at"), RANGES, ids=lambda part: part if isinstance(part, str) else ""
)
def test_values_are_those_of_the_factors(where, angle, numbers, at, polynomial):
    product = cosine_product(tree(f"Product_{{{where}}} ({polynomial.replace('{}', f'cos({angle})')})"))
    assert product is not None
    written = polynomial.replace("{}", "c").replace("^", "**")
    with mpmath.workdps(60):
        for n in range(product.start, 12):
            if "/n" in angle and not n:
                continue
            total = mpmath.mpf(1)
            for k in numbers(n):
                total *= eval(written, {"c": mpmath.cos(at(k, n))})
            value = product.value(n)
            assert abs(total - mpmath.mpf(value.numerator) / value.denominator) < 1e-40 * max(
                1, abs(total)
            ), n


@pytest.mark.parametrize("polynomial", POLYNOMIALS[:5])
@pytest.mark.parametrize(("where", "angle"), [row[:2] for row in RANGES])
def test_values_lie_in_the_space(where, angle, polynomial):
    """The determinants of Hankel matrices above the order vanish, for n of one parity and all together."""
    product = cosine_product(tree(f"Product_{{{where}}} ({polynomial.replace('{}', f'cos({angle})')})"))
    assert product is not None
    order, prime = product.order, 2**61 - 1
    values = [product.value(n) for n in range(product.start, product.start + 2 * order + 2)]
    residues = [value.numerator * pow(value.denominator, -1, prime) % prime for value in values]
    rows = [residues[k : k + order + 1] for k in range(order + 1)]
    assert rank(rows, prime) <= order


def rank(rows: list[list[int]], prime: int) -> int:
    done = 0
    for column in range(len(rows[0])):
        pivot = next((row for row in rows[done:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(done, pivot)
        inverse = pow(pivot[column], -1, prime)
        for k in range(done + 1, len(rows)):
            factor = rows[k][column] * inverse
            rows[k] = [(a - factor * b) % prime for a, b in zip(rows[k], pivot, strict=True)]
        done += 1
    return done


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Product_{k=1..n-1} (2 - 2*cos(k*Pi/n))", LENGTHS),  # the polynomial is 0 at 1
        ("Product_{k=1..n-1} (2 + 2*cos(k*Pi/n))", LENGTHS),  # at -1
        ("Product_{k=1..n-1} (4*sin(k*Pi/n)^2)", [n * n for n in LENGTHS]),  # at both
        ("Product_{k=1..n-1} (2 - 2*cos(k*Pi/n))^2", [n * n for n in LENGTHS]),  # twice
        ("Product_{k=0..n-1} (2 - 2*cos(2*k*Pi/n))", [0] * 19),
        ("Product_{k=1..n} (2*cos((2*k-1)*Pi/(4*n)))^2", [2] * 19),
        ("Product_{k=1..n} (2*cos(k*Pi/(2*n+1)))^2", [1] * 19),
    ],
)
def test_products_with_roots_at_the_ends(text, values):
    product = cosine_product(tree(text))
    assert [product.value(n) for n in LENGTHS] == list(values)


@pytest.mark.parametrize(
    "text",
    [
        "Product_{k=1..n} sin(k*Pi/(n+1))",  # an odd power of a sine
        "Product_{k=1..n} Product_{j=1..n} (4*cos(j*Pi/(n+1))^2 + 4*cos(k*Pi/(n+1))^2)",  # both ranges grow
        "Product_{k=1..floor(n/3)} (3 + 2*cos(k*Pi/(n+1)))",  # a third of the angles
        "Product_{k=2..n} (3 + 2*cos(k*Pi/(n+1)))",
        "Product_{k=1..n} (3 + 2*cos(k*Pi/(n+1)) + cos(Pi/7))",  # irrational coefficients
        "Product_{k=1..n} (3 + sqrt(2)*cos(k*Pi/(n+1)))",
        "Product_{k=1..n} (n + 2*cos(k*Pi/(n+1)))",
        "Product_{k=1..n} (3 + 2*cos(k*Pi/(n+1)) + cos(k*Pi/(n+2)))",  # two angles
        "Product_{k=1..n} (3 + 2*cos(k/(n+1)))",
        "Product_{k=1..n} (3 + 2*cos(3*k*Pi/(4*n+1)))",  # no whole circle
        "Product_{k=1..n} (3 + 2*cos((3*k+1)*Pi/(3*n)))",  # angles without mirror images
        "Product_{j=1..2} Product_{k=1..n+j} (3 + 2*cos(k*Pi/(n+1)))",
        "Product_{k=1..n} Product_{j=1..9} (4*cos(j*Pi/19)^2 + 4*cos(k*Pi/(n+1))^2)",  # too large
        "Product_{k=1..n/123456789} (3 + 2*cos(k*Pi/(n+1)))",
        "Product_{k=1..n} (3 + 2*cos(k*Pi/(n+1)))^1000000000",
        "Product_{k=1..n} (4*cos(j*Pi/5)^2 + 4*cos(k*Pi/(n+1))^2)",  # j is no number
        "Product_{j=1/2..3} Product_{k=1..n} (j + 2*cos(k*Pi/(n+1)))",
        "Sum_{k=1..n} cos(k*Pi/(n+1))",
    ],
)
def test_what_the_theorem_does_not_cover(text):
    assert cosine_product(tree(text)) is None


def test_a_range_that_begins_far_out_has_its_start():
    product = cosine_product(tree("Product_{k=1..n-1000000000000} (3 + 2*cos(k*Pi/(n-999999999999)))"))
    assert (product.start, product.value(10**12 + 4)) == (10**12, 55)


PROVED = "proved"


@pytest.mark.parametrize(
    ("formula", "about", "verdict"),
    [
        ("a(n) = Product_{k=1..floor(n/2)} (1 + 4*cos(k*Pi/(n+1))^2)", DOMINOES, PROVED),
        ("a(n) = Product_{1<=k<=n/2} (1 + 4*cos(Pi*k/(n+1))^2)", DOMINOES, PROVED),
        ("a(n) = Product_{k=1..floor(n/2)} (3 + 2*cos(2*k*Pi/(n+1)))", DOMINOES, PROVED),
        ("a(n) = Product_{k=1..floor(n/2)} (5 - 4*sin(k*Pi/(n+1))^2)", DOMINOES, PROVED),
        ("a(n) = Product_{k=1..floor(n/2)} (1 + 4*cos(k*Pi/(n+2))^2)", DOMINOES, "refuted"),
        ("a(n) = Product_{k=1..n} (1 + 4*cos(k*Pi/(n+1))^2)", DOMINOES, "refuted"),  # the square
        (r"a(n) = \prod_{k=1}^{\lfloor n/2\rfloor} \left(1+4\cos^2\frac{k\pi}{n+1}\right)", DOMINOES, PROVED),
        (
            r"a_{n+1} = \prod_{k=1}^{\lfloor (n+1)/2\rfloor} \bigl(1+4\cos^2\tfrac{\pi k}{n+2}\bigr)",
            DOMINOES,
            PROVED,
        ),
        (
            "a(n) = Product_{j=1..2} Product_{k=1..floor(n/2)} (4*cos(Pi*j/5)^2 + 4*cos(Pi*k/(n+1))^2)",
            {"game": "domino-tilings", "family": "4xn"},
            PROVED,
        ),
        (
            r"a(n) = \prod_{k=1}^{\lceil n/2\rceil}\prod_{j=1}^{2}"
            r"\left(4\cos^2\frac{\pi j}{5}+4\cos^2\frac{\pi k}{n+1}\right)",
            {"game": "domino-tilings", "family": "4xn"},
            PROVED,  # for odd n there is a factor more, 4 cos(Pi/5)^2 * 4 cos(2*Pi/5)^2 = 1
        ),
        (
            "a(n) = Product_{j=1..3} Product_{k=1..floor(n/2)} (4*cos(Pi*j/7)^2 + 4*cos(Pi*k/(n+1))^2)",
            {"game": "domino-tilings", "family": "6xn"},
            PROVED,
        ),
        (
            "a(n) = Product_{k=1..n-1} (4 - 2*cos(k*Pi/n)), n > 0",
            {"game": "spanning-trees", "family": "2xn"},
            PROVED,
        ),
        (
            r"a(n) = \frac{1}{n} \prod_{k=1}^{n-1}\prod_{j=0}^{2}"
            r"\left(4-2\cos\frac{\pi j}{3}-2\cos\frac{\pi k}{n}\right), n \ge 1",
            {"game": "spanning-trees", "family": "3xn"},
            PROVED,
        ),
        (
            "n*Product_{k=1..n-1} (4 - 2*cos(2*k*Pi/n))",
            {"game": "spanning-trees", "family": "prism:n"},
            PROVED,
        ),
        (
            "(1/n)*Product_{k=1..n-1} (2 - 2*cos(2*k*Pi/n))",
            {"game": "spanning-trees", "family": "cycle:n"},
            PROVED,
        ),
        (
            "(2/n)*Product_{k=1..n-1} (2 - 2*cos(2*k*Pi/n))",
            {"game": "spanning-trees", "family": "cycle:n"},
            "refuted",
        ),
        (
            "Product_{k=1..ceil(n/2)} (2 + 4*cos(k*Pi/(n+1))^2)",
            {"game": "independent-sets", "family": "2xn"},
            "refuted",
        ),
        (
            "Product_{j=1..2} Product_{k=1..ceil(n/2)} (4*cos(j*Pi/4)^2 + 4*cos(k*Pi/(n+1))^2)",
            {"game": "domino-tilings", "family": "3xn"},
            PROVED,
        ),
        (
            "4^(2*floor(n/2))*Product_{j=1..2} Product_{k=1..floor(n/2)} (cos(j*Pi/5)^2 + cos(k*Pi/(n+1))^2)",
            {"game": "domino-tilings", "family": "4xn"},
            PROVED,
        ),
        (
            "Product_{j=1..5} Product_{k=1..n} (4*cos(j*Pi/11)^2 + 4*cos(k*Pi/(n+1))^2)",
            {"game": "domino-tilings", "family": "10xn"},
            "refuted",  # the square
        ),
        ("Product_{k=1..n} (1 + 2*I*cos(k*Pi/(n+1)))", DOMINOES, "consistent"),  # coefficients are complex
        ("a(n) = (2^(n+2) - cos(Pi*n))/3", {"game": "cis", "family": "path:n"}, PROVED),
        ("a(n) = (2^(n+2) - sin(Pi*(2*n+1)/2))/3", {"game": "cis", "family": "path:n"}, PROVED),
        ("a(n) = (2^(n+2) - cos(Pi*n/2))/3", {"game": "cis", "family": "path:n"}, "refuted"),
        ("a(n) = 2^n + 2*cos(Pi*n)", {"game": "colourings:3", "family": "cycle:n"}, PROVED),
        ("(2*cos(Pi/5))^n + (2*cos(3*Pi/5))^n", {"game": "independent-sets", "family": "cycle:n"}, PROVED),
        ("a(n) = F(n+2) + n*0^n", PATHS, PROVED),
        ("a(n) = F(n+2) + (n-3)*0^(2*n)", PATHS, "refuted"),  # at n = 0 alone
        ("a(n) = (n+1)*F(n+2)/(n+1)", PATHS, PROVED),
        ("a(n) = (n*F(n+2) + 1)/n", PATHS, "refuted"),
    ],
)
def test_verdicts(formula, about, verdict):
    assert verify(formula, **about).verdict == verdict


def test_a_product_of_too_many_factors_is_refused():
    product = cosine_product(tree("Product_{k=1..5000*n-1} (4 - 2*cos(k*Pi/(5000*n)))"))
    assert product.value(1) > 0
    with pytest.raises(LimitError, match="a product of 15000 factors is more than 10000"):
        product.value(3)


def test_a_power_of_zero_ends_where_its_exponent_is_positive():
    found = verify("F(n+2) + 5*0^(n-3) for n >= 3", **PATHS)
    assert (found.first_difference.n, found.holds_from, found.is_lasting) == (3, 4, True)


def test_cosines_are_exact():
    for period in (1, 2, 3, 4, 5, 6, 8, 10, 12, 24):
        for k in range(-period, 2 * period):
            true = float(mpmath.cos(2 * mpmath.pi * k / period))
            assert abs(float(cosine(Fraction(k, period)).ball().real) - true) < 1e-14
    for text, period in [
        ("cos(Pi*n)", 2),
        ("sin(Pi*n/3)", 12),
        ("cos(2*n*Pi/5 + Pi)", 10),
        ("cos(n*Pi/7)", None),
    ]:
        turns = exact_turns(tree(text))
        assert (turns and turns[1]) == period
        assert is_transcendental(tree(text)) == (period is None)
    assert [str(exact_value(tree("sqrt(3)*sin(2*Pi*n/3)"), n)) for n in range(4)] == ["0", "3/2", "-3/2", "0"]
    with pytest.raises(InputError):
        exact_value(tree("cos(n)"), 1)


def test_repairs_are_tried_where_the_formula_fails_first(monkeypatch):
    asked: list[int] = []

    def counted(side, known, start):
        asked.append(start)
        return False

    monkeypatch.setattr(explicit, "_holds_for", counted)
    found = verify("F(n+2) + floor(n/30)*0 + binomial(n, 40)", **PATHS)
    assert (found.first_difference.n, found.repair) == (40, None)
    assert len(asked) < 5
