"""Statements about divisors, signs, growth and polynomials: proved statements hold for many terms.

The terms come from recurrences in Python, roots from Sturm's theorem in SymPy, known statements from papers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import gcd
from random import Random

import networkx
import pytest
import sympy
from choice import drawn, then_slow
from tables import tables
from verify.sequences import drawn_fraction, judged, listed

import gfkit
from gfkit.claims.claim import judge_formula
from gfkit.claims.provers.truth import LawTruth
from gfkit.core.algebra import Polynomial, RationalGF
from gfkit.core.errors import InputError
from gfkit.core.rules import find_rule

STATEMENTS = tables("statements")
STRUCTURES = STATEMENTS["structures"]
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
    """Return a statement, and the smallest n at which it is false, or None."""
    since = random.choice([None, None, random.randint(0, 9)])
    start, kind = max(first, since or 0), random.random()
    bound = "" if since is None else random.choice([f" for n >= {since}", f" from n = {since} on"])
    if kind < 0.5:
        text, (width, holds) = random.choice([*SIGNS.items()])
        c = random.randint(-2, 3)
        ends = range(start, len(terms) - width + 1)
        wrong = next((n + (width == 3) for n in ends if not holds(c, *terms[n : n + width])), None)
        return text.format(c=c) + bound, wrong
    if kind < 0.6 and first < 2:
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


@pytest.mark.parametrize(("count", "most"), then_slow([(20, 300)], 20, (500, 450)))
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
        verdict = judged(text, law, wrong, most // 3 - 1)
        seen["refuted" if verdict.is_later else str(verdict.verdict)] += 1
        assert wrong is None or verdict.is_refuted or verdict.is_later or wrong > 50, case
    assert seen["proved"] > count // 4, seen
    assert seen["refuted"] > count // 4, seen


def has_shape(poly, shape):
    """Return True if a polynomial has a shape, by Sturm's theorem or by the definition."""
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
    for k in range(low, (low + poly.degree()) // 2 + 1):
        gamma.append(int(poly.coeff_monomial(x**k)))
        poly -= sympy.Poly(gamma[-1] * x**k * (1 + x) ** (low + len(row) - 1 - 2 * k), x)
    return all(c >= 0 for c in gamma)


SHAPES = ("real-rooted", "log-concave", "unimodal", "palindromic", "gamma-positive")


PARTS = ["0", "1", "3", "x", "2*x", "1+x", "2+2*x", "1+2*x", "x+x^2", "x^2-x", "x^2", "-1", "-1-x^2"]


@pytest.mark.parametrize(("count", "most"), then_slow([(6, 8)], 30, (250, 12)))
def test_statements_about_random_polynomials(count, most):
    random, x, seen = drawn("polynomials"), sympy.Symbol("x"), {"proved": 0, "refuted": 0, "consistent": 0}
    while sum(seen.values()) < count:
        above, back = ([random.choice(PARTS) for _ in range(random.choice([1, 2, 2, 2, 3]))] for _ in (1, 2))
        top, bottom = (
            " + ".join(f"({c})*t^{k}" for k, c in enumerate(row)) for row in (above, ["-1", *back])
        )
        series = RationalGF.parse(f"({top})/(-({bottom}))")
        shape, since = random.choice(SHAPES), random.choice([None, None, 1, 2])
        rows = [[sympy.Poly(c, x) for c in row] for row in (above, ["1", *(f"-({c})" for c in back)])]
        terms = [poly + sympy.Poly(0, x) for poly in listed(*rows, most)]
        wrong = next((n for n in range(since or 0, most) if not has_shape(terms[n], shape)), None)
        if series.variables == ("t", "x") and (wrong is None or seen["refuted"] <= count // 2):
            bound = "" if since is None else f" for n >= {since}"
            verdict = judged(f"the polynomials are {shape}{bound}", LawTruth(series), wrong, most)
            assert wrong is None or verdict.is_refuted or verdict.is_later, (shape, series)
            seen["refuted" if verdict.is_later else str(verdict.verdict)] += 1
    assert seen["proved"] > count // 8, seen


@pytest.mark.parametrize("row", then_slow(STRUCTURES[::3], 1, *STRUCTURES[1::3], *STRUCTURES[2::3]), ids=str)
def test_statements_about_structures(row):
    text, structure, family, verdict, smallest, correction = row
    found = gfkit.verify(text, structure, family, weights="pieces" if "polynomials" in text else None)
    assert found.verdict == verdict
    assert smallest == (-1 if found.first_difference is None else found.first_difference.n)
    assert (found.correction or "") == correction
    assert found.is_correction_proved == bool(correction)
    assert not (found.is_lasting and verdict == "consistent")


def is_connected(graph):
    return len(graph) == 9 and networkx.is_connected(graph)


MATCHING = ("matchings", "real-rooted", lambda graph: len(graph) == 2 * len(graph.edges))
FORESTS = ("spanning-forests", "log-concave", lambda graph: not graph or networkx.is_forest(graph))
SPANNING = ("connected-spanning-subgraphs", "log-concave", is_connected)


@pytest.mark.parametrize(("name", "shape", "holds"), [MATCHING, FORESTS, SPANNING])
def test_cited_theorems_apply_to_equal_rules_and_agree_with_enumeration(name, shape, holds):
    rule = replace(find_rule(name), name="mine", about="mine")
    assert gfkit.verify(f"the polynomials are {shape}", rule, "3xn").verdict == "proved"
    edges = networkx.grid_2d_graph(3, 3).edges
    sets = (some for k in range(len(edges) + 1) for some in combinations(edges, k))
    counts = Counter((len(some),) for some in sets if holds(networkx.Graph(some)))
    assert has_shape(sympy.Poly.from_dict(counts, sympy.Symbol("x")), shape)
    assert gfkit.count(name, "3x3", weights="pieces").polynomial == Polynomial.of(("x",), counts)


@pytest.mark.parametrize("row", STATEMENTS["sequences"], ids=str)
def test_degenerate_sequences(row):
    above, below, first, text, verdict = row
    assert judge_formula(text, LawTruth(RationalGF.of(above, below, first))).verdict == verdict


def test_terms_alone_refute_but_never_prove():
    for text in ("a(n) is odd", "a is increasing", "a(n) divides a(2n)"):
        assert gfkit.verify(text, data=[1, 3, 9]).verdict == "consistent"
    assert gfkit.verify("a(n) is odd", data=[1, 3, 4, 7], offset=2).first_difference.n == 4
    assert gfkit.verify("a is log-concave", data=[1, 2, 5], offset=3).first_difference.n == 4
    with pytest.raises(InputError):
        gfkit.verify("the polynomials are real-rooted", data=[1, 2, 5])
    with pytest.raises(InputError, match="weight x"):
        gfkit.verify("the polynomials are log-concave", "acyclic-orientations", "2xn")
