"""Comparisons of a sequence with formulas: cases that begin late, ranges, inequalities, systems, two letters.

The values come from Python's own arithmetic, from recurrences, and from enumeration.
"""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import comb, prod
from operator import eq, ge, gt, le, lt, ne

import networkx
import pytest
from choice import drawn, some_of, then_slow
from verify.sequences import drawn_fraction, listed

import gfkit
from gfkit.claims.claim import judge_formula
from gfkit.claims.provers.truth import LawTruth
from gfkit.core.algebra import RationalGF
from gfkit.core.errors import InputError, UndecidedError

LATE = {
    "max(0, n-{c})": lambda n, c: max(0, n - c),
    "1 - 0^floor(n/{c})": lambda n, c: int(n >= c),
    "0^max(0, n-{c}) - 1": lambda n, c: -int(n > c),
    "abs(n-{c}) + n - {c}": lambda n, c: abs(n - c) + n - c,
    "n^2 - min(n^2, {c}^2)": lambda n, c: max(0, n * n - c * c),
    "Product_{{k=0..{c}}} (n-k)": lambda n, c: prod(n - k for k in range(c + 1)),
    "binomial(n, {c})": comb,
    "n!*max(0, n-{c})": lambda n, c: max(0, n - c),
}
NOTHING = ["abs(n-{c}) - max(n-{c}, {c}-n)", "max(0, -n-{c})", "0^floor((n+{c})/{c})", "min(0, n^2+{c})"]


@pytest.mark.parametrize("late", some_of([*LATE], step=2))
def test_a_case_that_begins_late_is_tested(late):
    for c in drawn(late).sample(range(43, 62), 3):
        found = gfkit.verify(f"a(n) = F(n+2) + {late.format(c=c)}", "independent-sets", "path:n")
        assert found.is_refuted, (late, c)
        assert found.first_difference.n == next(n for n in range(99) if LATE[late](n, c)), (late, c)


@pytest.mark.parametrize("nothing", NOTHING)
def test_cases_that_change_nothing_are_proved(nothing):
    for c in drawn(nothing).sample(range(1, 62), 3):
        formula = f"a(n) = F(n+2) + {nothing.format(c=c)}"
        assert gfkit.verify(formula, "independent-sets", "path:n").verdict == "proved", (nothing, c)


SIGNS = {"<=": le, "<": lt, ">=": ge, ">": gt, "=": eq, "!=": ne}
INVERSE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "=": "!=", "!=": "="}
SIDES = {
    "a(n)": lambda a, n: a(n),
    "2a(n)": lambda a, n: 2 * a(n),
    "a(n+1)": lambda a, n: a(n + 1),
    "3a(n-1)": lambda a, n: 3 * a(n - 1),
    "a(n-2) + a(n-1)": lambda a, n: a(n - 2) + a(n - 1),
    "a(2n)": lambda a, n: a(2 * n),
    "a(n)^2": lambda a, n: a(n) ** 2,
    "a(n)*a(n+2)": lambda a, n: a(n) * a(n + 2),
    "a(n+1)/a(n)": lambda a, n: Fraction(a(n + 1), a(n)),
    "-2": lambda _, n: -2 + 0 * n,
    "3": lambda _, n: 3 + 0 * n,
    "1.618": lambda _, n: Fraction(809, 500) + 0 * n,
    "0": lambda _, n: 0 * n,
    "n": lambda _, n: n,
    "20 - n": lambda _, n: 20 - n,
    "2^n": lambda _, n: 2**n,
    "(-2)^n": lambda _, n: (-2) ** n,
    "n*3^n + 1": lambda _, n: n * 3**n + 1,
    "(-1)^n*n": lambda _, n: (-1) ** n * n,
}
SCOPES = {
    "": (lambda _: True, None),
    "for n odd": (lambda n: n % 2 == 1, None),
    "for even n": (lambda n: n % 2 == 0, None),
    "iff n is odd": (lambda n: n % 2 == 1, "iff"),
    "for n mod 3 = 1": (lambda n: n % 3 == 1, None),
}


def first_failure(terms, first, left, sign, right, scope, since, most):
    """Return the first n at which a statement is false, or None; and whether it needs missing terms."""
    missing, wrong, began = False, None, False

    def term(n):
        if n < first:
            raise LookupError
        return terms[n]

    for n in range(0 if since is None else since, most):
        holds, is_iff = SCOPES[scope]
        if not holds(n) and not is_iff:
            continue
        try:
            is_true = SIGNS[sign if holds(n) else INVERSE[sign]](SIDES[left](term, n), SIDES[right](term, n))
        except LookupError:
            missing |= since is not None
            continue
        except ZeroDivisionError:
            if began or since is not None:
                raise
            continue
        began = True
        if not is_true and wrong is None:
            wrong = n
    return wrong, missing


@pytest.mark.parametrize(("count", "most"), then_slow([(20, 200)], 15, (750, 400)))
def test_random_comparisons(count, most):
    random, seen = drawn("comparisons"), {"proved": 0, "refuted": 0, "consistent": 0, "later": 0}
    while sum(seen.values()) < count:
        above, below, first = drawn_fraction(random)
        terms = listed(above, below, 2 * most + 5)
        left, right = random.sample([*SIDES], 2)
        if "a" not in left + right:
            continue
        sign, scope = random.choice([*SIGNS]), random.choice(["", *SCOPES])
        since = random.choice([None, None, random.randint(0, 6)])
        text = f"{left} {sign} {right}" + f" {scope}" * bool(scope) + f", n >= {since}" * (since is not None)
        if scope == "" and sign == "=":
            continue
        text = re.sub(r"\bn\b|(?<=\d)n", random.choice("nnrkm"), text)
        law = LawTruth(RationalGF.of(above, below, first))
        try:
            wrong, missing = first_failure(terms, first, left, sign, right, scope, since, most)
            verdict = judge_formula(text, law)
        except (ZeroDivisionError, InputError):
            continue
        if wrong is not None and seen["refuted"] > count // 2:
            continue
        case = (text, above, below, first, str(verdict), wrong)
        seen[str(verdict.verdict)] += 1
        if verdict.verdict == "proved":
            assert wrong is None, case
            assert not missing, case
        elif verdict.is_refuted:
            assert verdict.first_difference.n == wrong or (
                wrong is None and verdict.first_difference.n >= most
            ), case
        elif verdict.is_later:
            assert wrong is not None or missing, case
        assert verdict.correction is None or judge_formula(verdict.correction, law).verdict == "proved", case
    assert seen["proved"] > count // 5, seen
    assert seen["refuted"] > count // 5, seen


SYSTEM = (
    "f(n) = {0}f(n-1) + {1}g(n-1) + {2}g(n-2), g(n) = {3}f(n) + {4}g(n-1),"
    " f(0) = {5}, f(1) = {6}, g(0) = {7}, g(1) = {8}"
)


def system_terms(c, count):
    f, g = [c[5], c[6]], [c[7], c[8]]
    for n in range(2, count):
        f.append(c[0] * f[n - 1] + c[1] * g[n - 1] + c[2] * g[n - 2])
        g.append(c[3] * f[n] + c[4] * g[n - 1])
    return f, g


def test_systems_and_claims_about_them():
    random = drawn("systems")
    for _ in some_of(range(25), 8):
        c = [random.choice([1, 1, 2, 3]) for _ in range(5)] + [random.randint(0, 3) for _ in range(4)]
        f, g = system_terms(c, 60)
        # g is eliminated by hand
        p, q = c[0] + c[4] + c[3] * c[1], c[3] * c[2] - c[0] * c[4]
        true = all(f[n] == p * f[n - 1] + q * f[n - 2] for n in range(4, 60))
        assert true, c
        start = max([n for n in range(2, 60) if f[n] != p * f[n - 1] + q * f[n - 2]], default=1) + 1
        text = SYSTEM.format(*c)
        claim = f"f(n) = {p}f(n-1) + {q}f(n-2) for n >= {start}"
        assert gfkit.verify(f"{text}; {claim}").verdict == "proved", (text, claim)
        assert gfkit.verify(f"{claim.replace(' for', ' + 1 for')} where {text}").is_refuted
        sign = random.choice(["<=", "<", ">=", ">"])
        wrong = next((n for n in range(60) if not SIGNS[sign](f[n], g[n])), None)
        found = gfkit.verify(f"{text}; f(n) {sign} g(n)")
        assert (found.is_refuted or found.is_later) == (wrong is not None), (text, sign)
        assert wrong is None or found.first_difference.n == wrong, (text, sign)
        assert gfkit.verify(text, data=f).verdict == "consistent", (text, f[:9])
        assert gfkit.verify(text, data=[*f[:30], f[30] + 1]).is_refuted


IDENTITIES = [
    "F(2n) = F(n)*L(n)",
    "F(n+1)*F(n-1) - F(n)^2 = (-1)^n for n >= 1",
    "Sum_{k=0..n} binomial(n,k)^2 = binomial(2n,n)",
    "Sum_{k=0..floor(n/2)} binomial(n-k,k) = F(n+1)",
    "Sum_{k=0..n} k*binomial(n,k) = n*2^(n-1)",
    "Sum_{k=0..n} F(k) = F(n+2) - 1",
    "binomial(2n,n)/(n+1) = (2n)!/(n!*(n+1)!)",
    "F(m+n+1) = F(m+1)*F(n+1) + F(m)*F(n)",
    "F(n) <= ((1+sqrt(5))/2)^n",
]
"""From Concrete Mathematics (Graham, Knuth, Patashnik), chapters 5 and 6."""


@pytest.mark.parametrize("text", IDENTITIES)
def test_identities_need_no_structure(text):
    assert gfkit.verify(text).verdict == "proved"
    for wrong in (text.replace(" = ", " = 1 + "), text.replace(" <= ", " <= -1 + ")):
        assert wrong == text or not gfkit.verify(wrong)
    for wrong in (text.replace("=", "!=", 1), f"{text} is false", f"it is not true that {text}"):
        with suppress(InputError):
            assert gfkit.verify(wrong).is_refuted, wrong


def fan(n):
    return networkx.compose(networkx.path_graph(n), networkx.star_graph([n, *range(n)]))


CHROMATIC = {
    "path:n": (1, networkx.path_graph, "k*(k-1)^(n-1)"),
    "cycle:n": (3, networkx.cycle_graph, "(k-1)^n + (-1)^n*(k-1)"),
    "ladder:n": (1, networkx.ladder_graph, "k*(k-1)*(k^2-3*k+3)^(n-1)"),
    "star:n": (1, lambda n: networkx.star_graph(n - 1), "k*(k-1)^(n-1)"),
    "wheel:n": (4, networkx.wheel_graph, "k*((k-2)^(n-1) + (-1)^(n-1)*(k-2))"),
    "fan:n": (1, fan, "k*(k-1)*(k-2)^(n-1)"),
}
"""Chromatic polynomials, as in Biggs, Algebraic Graph Theory, chapter 9, and the graphs."""


@pytest.mark.parametrize("family", then_slow([*CHROMATIC][:2], 0.5, *[*CHROMATIC][2:]))
def test_formulas_in_two_letters(family):
    first, graph, formula = CHROMATIC[family]
    for n, k in product(range(first, first + 3), (2, 3)):
        edges, size = graph(n).edges, len(graph(n))
        proper = sum(all(c[a] != c[b] for a, b in edges) for c in product(range(k), repeat=size))
        assert eval(formula.replace("^", "**"), {"k": k, "n": n}) == proper, (family, n, k)
    text = f"P(n) = {formula} for n >= {first}"
    for letter, name in (("k", "chromatic"), ("q", "colourings:k"), (r"\lambda ", "chromatic")):
        found = gfkit.verify(text.replace("k", letter), name, family)
        assert found.verdict == "proved", (family, letter, str(found))
    for old, new in (("k-1", "k-2"), ("^n", "^(n+1)"), ("^(n-1)", "^n"), ("+3", "+2"), ("-2", "-3")):
        wrong = text.replace(old, new, 1)
        if (family, new) == ("star:n", "^n"):  # true if S_n is the star with n leaves
            with pytest.raises(UndecidedError, match=r"star:\(n\+1\)"):
                gfkit.verify(wrong, "chromatic", family)
            continue
        assert wrong == text or gfkit.verify(wrong, "chromatic", family).is_refuted, wrong
    with pytest.raises(InputError):
        gfkit.verify(text.replace("k", "q", 1), "chromatic", family)


def test_valuations_and_sections():
    assert gfkit.verify("v_2(a(n)) = 0 for n even", "domino-tilings", "3xn").verdict == "proved"
    terms = [3**n * (n % 2 + 1) for n in range(30)]
    law = LawTruth(RationalGF.of([1, 6], [1, 0, -9]))
    assert law.terms(0, 30) == terms
    assert judge_formula("v_2(a(n)) = 1 iff n is odd", law).verdict == "proved"
    assert judge_formula("v_2(a(n)) >= 1 for every n", law).first_difference.n == 0
    assert judge_formula("v_3(a(n)) = 2", law).first_difference.n == 0
    assert judge_formula(r"\sum_{n\ge0} a_{2n} x^n = 1/(1-9x)", law).verdict == "proved"
    assert judge_formula(r"\sum_{n\ge0} a_{2n} x^n = 1/(1-6x)", law).first_difference.n == 1
    assert (
        judge_formula("a(n) = (-1)^n*a(-2-n)", LawTruth(RationalGF.of([1], [1, -1, -1]))).verdict == "proved"
    )
    assert judge_formula("a(n) = a(-2-n)", LawTruth(RationalGF.of([1], [1, -1, -1]))).is_refuted
