"""Statements about divisors, signs, growth and polynomials: what is proved is true of many terms.

The terms come from recurrences in Python, roots from Sturm's theorem in SymPy, and known truths from papers.
"""

from __future__ import annotations

from math import gcd
from random import Random

import pytest
import sympy
from choice import drawn, then_slow

import gfkit
from gfkit.algebra import RationalGF
from gfkit.claims.claim import judge_formula
from gfkit.claims.truth import LawTruth
from gfkit.errors import InputError


def listed(above, below, count):
    terms: list = []
    for n in range(count):
        back = sum(below[j] * terms[n - j] for j in range(1, min(n, len(below) - 1) + 1))
        terms.append((above[n] if n < len(above) else 0) - back)
    return terms


def drawn_fraction(random: Random):
    """A fraction with small coefficients: often with gaps, of one root, constant, or zero; the first n."""
    degree, kind = random.randint(0, 3), random.random()
    below = [1, *(random.randint(-4, 4) for _ in range(degree))]
    if kind < 0.2:
        step = random.randint(2, 3)
        below = [below[k // step] if k % step == 0 else 0 for k in range(step * degree + 1)]
    elif kind < 0.5:
        below = [1]
        for _ in range(random.randint(1, 3)):
            root = random.choice([-2, -1, 1, 1, 2, 3])
            below = [a - root * b for a, b in zip([*below, 0], [0, *below], strict=True)]
    above = [random.randint(-3, 6) for _ in range(random.randint(1, 5))] if random.random() > 0.05 else [0]
    first = random.choice([0, 0, 0, 1, 3])
    return [0] * first + above, below, first


SIGNS = {
    "a(n) > {c}": (1, lambda c, x: x > c),
    "a(n) >= {c}": (1, lambda c, x: x >= c),
    "a(n) < {c}": (1, lambda c, x: x < c),
    "a is positive": (1, lambda _, x: x > 0),
    "a is nonnegative": (1, lambda _, x: x >= 0),
    "a is increasing": (2, lambda _, x, y: y > x),
    "a is weakly increasing": (2, lambda _, x, y: y >= x),
    "a is decreasing": (2, lambda _, x, y: y < x),
    "a is nonincreasing": (2, lambda _, x, y: y <= x),
    "a is log-concave": (3, lambda _, x, y, z: y * y >= x * z),
    "a(n) is log-convex": (3, lambda _, x, y, z: y * y <= x * z),
}


def drawn_statement(random: Random, terms, first):
    """A statement, and the smallest n at which it is false, or None."""
    since = random.choice([None, None, random.randint(0, 9)])
    start, kind = max(first, since or 0), random.random()
    bound = "" if since is None else random.choice([f" for n >= {since}", f" from n = {since} on"])
    if kind < 0.5:
        text, (width, holds) = random.choice([*SIGNS.items()])
        c = random.randint(-2, 3)
        ends = range(start, len(terms) - width + 1)
        wrong = next((n + (width == 3) for n in ends if not holds(c, *terms[n : n + width])), None)
        return text.format(c=c) + bound, wrong
    if kind < 0.6:
        sums = ((m, total - m) for total in range(2 * first, 100) for m in range(first, total // 2 + 1))
        false = ((m, n) for m, n in sums if gcd(terms[m], terms[n]) != terms[gcd(m, n)])
        return "gcd(a(m), a(n)) = a(gcd(m, n))", next((n for _, n in false), None)
    slope, offset = random.randint(1, 3), random.randint(0, 2)
    power, step, rest = random.choice([2, 2, 3]), random.randint(1, 3), random.randint(0, 2)
    divisor, value = random.choice(
        [
            ("a(n)", lambda n: terms[n]),
            ("a(n)", lambda n: terms[n]),
            (f"{power}^floor((n+{rest})/{step})", lambda n: power ** ((n + rest) // step)),
            (f"{power}^n", lambda n: power**n),
            (f"n+{rest}", lambda n: n + rest),
            (f"{power * 2}", lambda _: 2 * power),
        ]
    )
    if divisor != "a(n)":
        start = max(since or 0, -((offset - first) // slope))
    modulus = random.choice([1, 1, 2, 3])
    residue = random.randrange(modulus)
    index = f"a({slope if slope > 1 else ''}n{f'+{offset}' if offset else ''})"
    condition = "" if modulus == 1 else f" for n mod {modulus} = {residue}"
    places = [n for n in range(start, (len(terms) - 3) // 3) if n % modulus == residue]

    def fails(n):
        term, below = terms[slope * n + offset], value(n)
        return term % below if below else term

    bound = "" if since is None else f", n >= {since}"
    return f"{divisor} divides {index}{condition}{bound}", next((n for n in places if fails(n)), None)


@pytest.mark.parametrize(("count", "most"), then_slow([(60, 300)], 20, (500, 450)))
def test_statements_are_proved_or_refuted_at_the_smallest_n(count, most):
    random, seen = drawn("shapes"), {"proved": 0, "refuted": 0, "consistent": 0}
    while sum(seen.values()) < count:
        above, below, first = drawn_fraction(random)
        terms = listed(above, below, most)
        text, wrong = drawn_statement(random, terms, first)
        if wrong is not None and seen["refuted"] > count // 2:
            continue
        law = LawTruth(RationalGF.of(above, below, first))
        case = (text, above, below, first)
        if "gcd" in text and first > 1:
            with pytest.raises(InputError):
                judge_formula(text, law)
            continue
        verdict = judge_formula(text, law)
        seen[str(verdict.verdict)] += 1
        if wrong is None:
            assert not verdict.is_refuted or verdict.first_difference.n >= most // 3 - 1, (case, str(verdict))
            continue
        assert verdict.verdict != "proved", (case, str(verdict))
        if verdict.is_refuted:
            assert verdict.first_difference.n == wrong, (case, str(verdict))
            if verdict.correction is not None:
                assert judge_formula(verdict.correction, law).verdict == "proved", (case, str(verdict))
        else:
            assert wrong > 50, (case, str(verdict))
    assert seen["proved"] > count // 4, seen
    assert seen["refuted"] > count // 4, seen


@pytest.mark.parametrize(
    ("above", "below", "first", "text", "verdict"),
    [
        # constant sequences, zero terms, gaps, one root of each kind, denominators, late first terms
        ([5], [1, -1], 0, "a is nondecreasing", "proved"),
        ([5], [1, -1], 0, "a is increasing", "refuted"),
        ([0, 0, 0, 5], [1, -1], 3, "a is log-concave", "proved"),
        ([0], [1], 0, "a is log-convex", "proved"),
        ([0], [1], 0, "a(n) > 0", "refuted"),
        ([1], [1, 0, -2], 0, "a(n) >= 0", "proved"),
        ([1], [1, 0, -2], 0, "a is positive", "refuted"),
        ([1], [1, -2, 5], 0, "a(n) >= 0", "refuted"),
        ([1], [1, -2, 1], 0, "a is log-concave", "proved"),
        ([1], [2, -1], 0, "a is decreasing", "proved"),
        ([1, 0, 7], [1], 0, "a(n) >= 0", "proved"),
        ([3, -5, 5], [1, -3, 7, -5], 0, "a(n) > -10", "refuted"),
        # c 5^n + (3+4i)^n + (3-4i)^n for c = 3, 2, 1, where all three roots have the modulus 5
        ([5, -34, 105], [1, -11, 55, -125], 0, "a is positive", "proved"),
        ([4, -28, 80], [1, -11, 55, -125], 0, "a is positive", "consistent"),
        ([3, -22, 55], [1, -11, 55, -125], 0, "a is positive", "refuted"),
        ([3], [1, -1], 0, "a(n) divides a(2n)", "proved"),
        ([0], [1], 0, "a(n) divides a(n+1)", "proved"),
        ([0], [1], 0, "2^n divides a(n)", "proved"),
        ([0, 1], [1, -1, -1], 0, "a(n) divides a(2n)", "proved"),
        ([0, 1], [1, -1, -1], 0, "a(n) divides a(n+1)", "refuted"),
        ([0, 1], [1, -1, -1], 0, "F(n) divides a(3n)", "proved"),
        ([1], [1, 0, -2], 0, "2^(n/2) divides a(n) for n mod 2 = 0", "proved"),
        ([1], [1, 0, -2], 0, "2^floor(n/2) divides a(n)", "proved"),
        ([1], [1, 0, -2], 0, "2^floor((n+1)/2) divides a(n)", "proved"),
        ([1], [1, 0, -2], 0, "2^(floor(n/2)+1) divides a(n)", "refuted"),
        ([1, 1], [1, -4, 0], 0, "2^(2n-2) divides a(n) for n >= 1", "proved"),
        ([0, 0, 0, 8], [1, -2], 3, "2^n | a(n)", "proved"),
        ([7], [1, -1], 0, "gcd(a(m), a(n)) = a(gcd(m, n))", "proved"),
        ([0], [1], 0, "gcd(a(m), a(n)) = a(gcd(m, n))", "proved"),
        ([0, 1], [1, -1, -1], 0, "gcd(a(m), a(n)) = a(gcd(m, n))", "proved"),
        ([0, 1], [1, -2, 1], 0, "gcd(a(m), a(n)) = a(gcd(m, n)) for all m, n", "proved"),
        ([0, 1], [1, 0, -1], 1, "gcd(a(m), a(n)) = a(gcd(m, n))", "proved"),
        ([0, 1], [1, 1, -1], 0, "gcd(a(m), a(n)) = a(gcd(m, n))", "refuted"),
        ([0, 1], [1, -2], 0, "gcd(a(m), a(n)) = a(gcd(m, n))", "refuted"),
        ([0, 1], [1, -2, 2], 0, "gcd(a(m), a(n)) = a(gcd(m, n))", "refuted"),
        # squares of Lucas sequences have the property, but no theorem here covers them
        ([0, 1, 1], [1, -3, 3, -1], 0, "gcd(a(m), a(n)) = a(gcd(m, n))", "consistent"),
    ],
)
def test_degenerate_sequences(above, below, first, text, verdict):
    assert judge_formula(text, LawTruth(RationalGF.of(above, below, first))).verdict == verdict


def has_shape(poly, shape):
    """Whether a polynomial has a shape, by Sturm's theorem or by the definition."""
    if poly.is_zero:
        return True
    row = [int(c) for c in reversed(poly.all_coeffs())]
    if shape == "real-rooted":
        return sum(part.count_roots() * power for part, power in poly.factor_list()[1]) == poly.degree()
    if shape == "log-concave":
        return all(row[k] ** 2 >= row[k - 1] * row[k + 1] for k in range(1, len(row) - 1))
    if shape == "unimodal":
        return any(
            row[:k] == sorted(row[:k]) and row[k:] == sorted(row[k:], reverse=True) for k in range(len(row))
        )
    low = next(k for k, c in enumerate(row) if c)
    if shape == "palindromic" or row[low:] != row[low:][::-1]:
        return row[low:] == row[low:][::-1]
    x, gamma = sympy.Symbol("x"), []
    for k in range(low, (low + poly.degree()) // 2 + 1 if not poly.is_zero else 0):
        gamma.append(int(poly.coeff_monomial(x**k)))
        poly -= sympy.Poly(gamma[-1] * x**k * (1 + x) ** (low + len(row) - 1 - 2 * k), x)
    return all(c >= 0 for c in gamma)


SHAPES = ("real-rooted", "log-concave", "unimodal", "palindromic", "gamma-positive")


def drawn_part(random: Random):
    x = sympy.Symbol("x")
    return random.choice(
        [
            sympy.Integer(random.randint(0, 3)),
            random.randint(1, 3) * x,
            random.randint(1, 2) * (1 + x),
            random.randint(1, 3) + random.randint(1, 3) * x,
            x * (random.randint(1, 2) + random.randint(0, 2) * x),
            x**2 - random.randint(0, 2) * x,
            -sympy.Integer(1) - x**2 * random.randint(0, 1),
        ]
    )


@pytest.mark.parametrize(("count", "most"), then_slow([(15, 8)], 60, (500, 12)))
def test_statements_about_drawn_polynomials(count, most):
    random, x, seen = drawn("polynomials"), sympy.Symbol("x"), {"proved": 0, "refuted": 0, "consistent": 0}
    while sum(seen.values()) < count:
        above = [drawn_part(random) for _ in range(random.randint(1, 3))]
        order = random.choice([0, 1, 2, 2, 2, 2, 3])
        below = [sympy.Integer(1), *(-drawn_part(random) for _ in range(order))]
        if not any(sympy.expand(part).has(x) for part in (*above, *below)):
            continue
        t = sympy.Symbol("t")
        parts = [sympy.expand(sum(part * t**k for k, part in enumerate(row))) for row in (above, below)]
        series = RationalGF.of(parts[0], parts[1])
        if series.variables != ("t", "x"):
            continue
        shape, since = random.choice(SHAPES), random.choice([None, None, 1, 2])
        rows = [[sympy.Poly(part, x) for part in row] for row in (above, below)]
        listed_rows = [poly + sympy.Poly(0, x) for poly in listed(*rows, most)]
        wrong = next((n for n in range(since or 0, most) if not has_shape(listed_rows[n], shape)), None)
        bound = "" if since is None else f" for n >= {since}"
        verdict = judge_formula(f"the polynomials are {shape}{bound}", LawTruth(series))
        case = (shape, since, str(series), str(verdict), wrong)
        if wrong is not None and seen["refuted"] > count // 2:
            continue
        seen[str(verdict.verdict)] += 1
        if wrong is not None:
            assert verdict.is_refuted, case
            assert verdict.first_difference.n == wrong, case
        elif verdict.is_refuted:
            assert verdict.first_difference.n >= most, case
        if verdict.correction is not None:
            assert judge_formula(verdict.correction, LawTruth(series)).verdict == "proved", case
    assert seen["proved"] > count // 8, seen


@pytest.mark.parametrize(
    ("text", "structure", "verdict", "smallest"),
    [
        # Liu and Wang 2007; Heilmann and Lieb 1972 for matchings; combs by division by powers of 1 + x
        ("the polynomials are real-rooted", ("independent-sets", "path:n"), "proved", None),
        ("the polynomials have only real zeros", ("independent-sets", "2xn"), "proved", None),
        ("the polynomials are real-rooted", ("kings", "2xn"), "proved", None),
        ("the polynomials are real-rooted", ("matchings", "path:n"), "proved", None),
        ("the polynomials are real-rooted", ("matchings", "cycle:n"), "proved", None),
        ("the polynomials are real-rooted", ("matchings", "complete:n"), "proved", None),
        ("all polynomials are unimodal for n >= 3", ("independent-sets", "comb:n"), "proved", None),
        # 1 + 9x + 24x^2 + 22x^3 + 6x^4 + x^5 has a pair of complex roots, but is log-concave
        ("the polynomials are real-rooted", ("independent-sets", "3xn"), "refuted", 3),
        ("the polynomials are log-concave", ("independent-sets", "3xn"), "consistent", None),
        ("the polynomials are palindromic", ("matchings", "path:n"), "refuted", 3),
        # domino tilings: a(n) divides a(m) if n + 1 divides m + 1 (Kasteleyn's product)
        ("a(n) divides a(2n+1)", ("domino-tilings", "4xn"), "proved", None),
        ("a(n) divides a(3n+2)", ("domino-tilings", "6xn"), "proved", None),
        ("a(n) divides a(2n)", ("domino-tilings", "4xn"), "refuted", 2),
        ("2^floor(n/2) divides a(n)", ("domino-tilings", "4xn"), "refuted", 2),
        # spanning trees of 2 x n: 0, 1, 4, 15, 56, the Lucas sequence of P = 4, Q = 1
        ("gcd(a(m), a(n)) = a(gcd(m, n))", ("spanning-trees", "2xn"), "proved", None),
        ("gcd(a(m), a(n)) = a(gcd(m, n))", ("spanning-trees", "4xn"), "refuted", 3),
        ("a is increasing from n = 1 on", ("domino-tilings", "4xn"), "proved", None),
        ("a is increasing", ("domino-tilings", "4xn"), "refuted", 0),
        ("a is log-convex", ("domino-tilings", "3x2n"), "proved", None),
    ],
)
def test_statements_about_structures(text, structure, verdict, smallest):
    weights = "pieces" if "polynomials" in text else None
    found = gfkit.verify(text, *structure, weights=weights)
    assert found.verdict == verdict
    assert smallest == (found.first_difference and found.first_difference.n)
    if verdict == "consistent":
        assert not found.is_lasting


@pytest.mark.parametrize(
    "text",
    [
        "2^n divides a(m)",
        "a(2n) divides a(2m)",
        "2^n divides a(n) iff n mod 2 = 0",
        "2^m divides a(n)",
        "2^(n-1) divides a(n)",
        "a is increasing for n mod 2 = 0",
        "a(5) > 3",
        "the polynomials are pretty",
        "the polynomials are real-rooted iff n is even",
    ],
)
def test_unclear_statements_are_rejected(text):
    with pytest.raises(InputError, match="formula"):
        gfkit.verify(text, "domino-tilings", "4xn")


def test_terms_alone_refute_but_never_prove():
    assert gfkit.verify("a is increasing", data=[1, 2, 5]).verdict == "consistent"
    assert gfkit.verify("a(n) divides a(2n)", data=[1, 2, 4, 8]).verdict == "consistent"
    assert gfkit.verify("a is log-concave", data=[1, 2, 5], offset=3).first_difference.n == 4
    with pytest.raises(InputError):
        gfkit.verify("the polynomials are real-rooted", data=[1, 2, 5])
