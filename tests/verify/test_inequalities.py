"""Comparisons of a sequence with formulas: cases that begin late, ranges, inequalities, systems, two letters.

The values come from Python's own arithmetic, from recurrences, and from enumeration.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod
from operator import eq, ge, gt, le, lt, ne

import pytest
from choice import drawn, then_slow
from verify.sequences import drawn_fraction, listed

import gfkit
from gfkit.algebra import RationalGF
from gfkit.claims.claim import judge_formula
from gfkit.claims.truth import LawTruth
from gfkit.errors import InputError

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


@pytest.mark.parametrize("late", LATE)
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
    "-2": lambda a, n: -2,
    "3": lambda a, n: 3,
    "1.618": lambda a, n: Fraction(809, 500),
    "0": lambda a, n: 0,
    "n": lambda a, n: n,
    "20 - n": lambda a, n: 20 - n,
    "2^n": lambda a, n: 2**n,
    "(-2)^n": lambda a, n: (-2) ** n,
    "n*3^n + 1": lambda a, n: n * 3**n + 1,
    "(-1)^n*n": lambda a, n: (-1) ** n * n,
}
SCOPES = {
    "": (lambda n: True, None),
    "for n odd": (lambda n: n % 2 == 1, None),
    "for even n": (lambda n: n % 2 == 0, None),
    "iff n is odd": (lambda n: n % 2 == 1, "iff"),
    "for n mod 3 = 1": (lambda n: n % 3 == 1, None),
}


def first_failure(terms, first, left, sign, right, scope, since, most):
    """The first n at which a statement about terms is false, or None; and whether it needs missing terms."""
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


@pytest.mark.parametrize(("count", "most"), then_slow([(150, 200)], 30, (1500, 400)))
def test_drawn_comparisons(count, most):
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
            assert verdict.first_difference.n == wrong or (wrong is None and verdict.first_difference.n >= most), case
        elif verdict.is_later:
            assert wrong is not None or missing, case
        assert verdict.correction is None or judge_formula(verdict.correction, law).verdict == "proved", case
    assert seen["proved"] > count // 5, seen
    assert seen["refuted"] > count // 5, seen
