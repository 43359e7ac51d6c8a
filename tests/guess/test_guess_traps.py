"""Inputs on which guessing programs are known to go wrong: many terms, wrong ones, few, large, and none.

Terms come from definitions that stand here; one law is that of an entry of the OEIS.
"""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod

import pytest
from terms_of import fibonacci, motzkin

import gfkit
from gfkit.errors import GfkitError, InputError, OptionError
from gfkit.exact.residue import word_primes
from gfkit.guess import Data, Ending, Finding, LawKind, guess
from gfkit.sequences import Algebraic, Hypergeometric, PRecursive, QuasiPolynomial, RationalGF


def random_recurrence(order: int, count: int, seed: int) -> tuple[list[int], list[int]]:
    draw = random.Random(seed)
    back = [draw.randint(-5, 5) for _ in range(order - 1)] + [draw.choice([-3, -1, 1, 2])]
    terms = [draw.randint(-9, 9) for _ in range(order)]
    while len(terms) < count:
        terms.append(sum(c * terms[-k] for k, c in enumerate(back, 1)))
    return back, terms[:count]


def only(terms: list, **options) -> Finding:
    found = guess(terms, **options).found
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    "sizes", [[(10, 40), (11, 38), (50, 120)], pytest.param([(200, 420)], marks=pytest.mark.slow(1))]
)
def test_orders_that_others_miss(sizes):
    for order, count in sizes:
        back, terms = random_recurrence(order, count, order)
        finding = only(terms)
        assert finding.kind == "c-finite"
        assert list(finding.recurrence.signature) == back


def test_offsets_fractions_and_large_terms():
    """Nothing goes wrong when the primes that are computed with divide all terms or denominators."""
    bad = prod([*word_primes(3, 62), *word_primes(5, 31)])
    assert only([Fraction(term, bad) for term in fibonacci(20)]).equation == "a(n) = a(n-1) + a(n-2)"
    scaled = guess([bad * term for term in motzkin(30)]).found
    assert scaled[-1].equation == "(n + 2)*a(n) = (2*n + 1)*a(n-1) + (3*n - 3)*a(n-2)"
    assert guess([0] * 20, kinds="d-finite,algebraic").found == ()
    finding = only([n**3 for n in range(5, 20)], offset=5)
    assert (finding.equation, finding.valid_from, finding.first_n) == ("a(n) = n^3", 5, 5)
    central = guess([comb(2 * n, n) for n in range(3, 40)], offset=3).found
    assert central[0].closed_form == "binomial(2*n, n)"
    assert central[1].law.first_n == 3
    assert central[1].terms(20) == [comb(2 * n, n) for n in range(3, 23)]
    with pytest.raises(InputError, match="offset -1: must be a whole number from 0 on"):
        guess([1, 2, 3], offset=-1)
    big = 10**4400 + 7
    finding = only([big * n for n in fibonacci(20)])
    assert finding.order == 2
    assert finding.terms(22)[-1] == big * fibonacci(22)[-1]
    assert finding.as_json()["recurrence"]["coefficients"] == ["1", "1"]
    assert guess([factorial(n + 1500) for n in range(12)]).found[0].kind == "hypergeometric"
    finding = only([Fraction(fibonacci(n + 1)[n], 3**n) for n in range(12)])
    assert str(finding.generating_function) == "3*t/(9 - 3*t - t^2)"
    assert only([Fraction(n * n + 1, 7) for n in range(10)]).closed_form == "(n^2 + 1)/7"


def test_irregular_first_terms():
    finding = only([7, 7, 7, *fibonacci(30)])
    assert (finding.order, finding.valid_from) == (2, 5)
    assert str(finding.recurrence) == "a(n) = a(n-1) + a(n-2) for n >= 5"
    assert finding.generating_function == RationalGF.parse("(7 - 7*t^2 - 14*t^3 - 6*t^4)/(1 - t - t^2)")
    terms = [5, -3, 8, *(factorial(n) for n in range(3, 20))]
    finding = guess(terms, kinds="hypergeometric").found[0]
    assert (finding.equation, finding.valid_from) == ("a(n) = n*a(n-1)", 4)
    assert finding.terms(25)[3:] == [factorial(n) for n in range(3, 25)]
    assert only([0, 0, 0, *fibonacci(20)]).order == 2
    catalan = [comb(2 * n, n) // (n + 1) for n in range(20)]
    aerated = [term for c in catalan for term in (c, 0)]
    assert guess(aerated).found[0].law.equation == Algebraic.parse("1 - f + t^2*f^2", [1, 0]).equation
    assert guess([0, 0, 0, *catalan]).found[0].terms(30)[3:23] == catalan


def test_how_many_terms_are_needed():
    back, terms = random_recurrence(6, 40, 3)
    for count in range(8, 17):
        assert guess(terms[:count], kinds="c-finite").found == ()
    assert [*guess(terms[:17], kinds="c-finite").found[0].recurrence.signature] == back
    assert guess(terms[:13], kinds="c-finite", hold_back=1).found
    verdict = guess([2, 0, 3, 1, 4, 2, 5, 3, 6, 4], kinds="c-finite")
    assert verdict.outcome is Ending.TOO_FEW
    assert "have 10, need 11" in verdict.reason
    assert only([2, 0, 3, 1, 4, 2, 5, 3, 6, 4, 7]).kind == "quasi-polynomial"


def test_an_infinite_product_is_called_poor():
    """Partitions into powers of 4 follow the law for the parts 1, 4, 16 until the 64th term."""

    @cache
    def count(n: int, part: int) -> int:
        return int(n == 0) if part == 0 or n <= 0 else count(n - part, part) + count(n, part // 4)

    terms = [count(n, 4**5) for n in range(62)]
    assert terms[60:] == [count(n, 16) for n in (60, 61)]
    product, finding = guess(terms).found
    assert finding.order == 21
    assert finding.weak
    assert product.terms(300) == [count(n, 4**5) for n in range(300)]


GROWING = {
    "squares": [n**2 for n in range(30)],
    "Motzkin": motzkin(30),
    "floor": [n * n // 12 for n in range(60)],
    "order 5": random_recurrence(5, 60, 1)[1],
    "binomials": [comb(2 * n, n) for n in range(40)],
    "Franel": [sum(comb(n, k) ** 4 for k in range(n + 1)) for n in range(45)],
    "harmonic": [sum(Fraction(1, k) for k in range(1, n + 1)) for n in range(40)],
    "late": [7, 7, 7, *motzkin(40)],
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow(4) if at > 0 else ()) for at, name in enumerate(GROWING)],
)
def test_more_terms_never_lose_a_law(name):
    terms, known = GROWING[name], False
    for count in range(1, len(terms) + 1):
        found = guess(terms[:count]).found
        right = any(one.terms(len(terms)) == terms for one in found)
        assert right or not known, f"the law was lost at {count} terms"
        assert right or not found, f"a false law from {count} terms: {found[0].text}"
        known = right
    assert known


def test_kinds():
    squares = [n * n for n in range(20)]
    assert [only(squares, kinds=kind.value).kind for kind in list(LawKind)[2:4]] == [
        "quasi-polynomial",
        "c-finite",
    ]
    assert guess(squares, kinds="periodic").found == ()
    assert only([sum(fibonacci(n + 1)) for n in range(14)]).transform is None  # not needed where closed
    assert guess(fibonacci(20), kinds="polynomial,periodic,quasi-polynomial").found == ()
    assert [one.kind for one in guess(motzkin(30), kinds=["d-finite"]).found] == ["d-finite"]
    with pytest.raises(OptionError, match="kind 'cubic' is unknown; known are polynomial, periodic, "):
        guess(squares, kinds="cubic")
    laws = {
        "polynomial": list(range(12)),
        "periodic": [1, 2, 5] * 6,
        "quasi-polynomial": [n // 2 for n in range(20)],
        "c-finite": fibonacci(20),
        "hypergeometric": [factorial(n) for n in range(12)],
        "algebraic": motzkin(20),
        "d-finite": [factorial(n) + 1 for n in range(20)],
    }
    classes = [QuasiPolynomial] * 3 + [RationalGF, Hypergeometric, Algebraic, PRecursive]
    for (kind, terms), law in zip(laws.items(), classes, strict=True):
        finding = guess(terms).found[0]
        assert finding.kind == kind
        assert type(finding.law) is law
        assert law.from_json(finding.law.as_json()) == finding.law
        assert pickle.loads(pickle.dumps(finding)) == finding
        assert hash(finding) == hash(pickle.loads(pickle.dumps(finding)))
        details = dict(finding.evidence.details)
        assert finding.evidence.status == "guessed"
        assert details["terms_fitted"] + details["terms_checked"] == len(terms)
        assert details["equations"] - details["unknowns"] == details["terms_checked"] >= 5


def test_limits_progress_and_names():
    verdict = guess([*range(1, 300), 5, 3], limit=0)
    assert verdict.outcome is Ending.LIMIT
    assert "stopped at the limit of 0 seconds" in verdict.reason
    stages = []
    guess([n**n for n in range(20)], on_progress=lambda report: stages.append((report.stage, report.done)))
    assert {stage for stage, _ in stages} >= {"rational generating functions", "algebraic equations"}
    assert gfkit.guess([1, 2, 3, 4, 5, 6, 7, 8]).found[0].equation == "a(n) = n + 1"
    assert gfkit.guess(Data.of(range(9))).found[0].equation == "a(n) = n"
    for terms in ([], [1.5, 2], ["one"], [None], [1j]):
        with pytest.raises(GfkitError) as caught:
            guess(terms)
        assert "\n" not in str(caught.value)
        assert "term" in str(caught.value)


def nim_positions(count: int) -> list[int]:
    """The N for which the second player wins at placing dominoes on a row of N squares."""
    values, found, n = [0, 0], [], 0
    while len(found) < count:
        if n > 1:
            options = {values[k] ^ values[n - 2 - k] for k in range(n - 1)}
            values.append(next(v for v in range(len(options) + 1) if v not in options))
        if values[n] == 0:
            found.append(n)
        n += 1
    return found


def test_lost_rows_of_dominoes():
    """The law in the OEIS: for n > 14, a(n) = a(n-5) + 34; signature (1, 0, 0, 0, 1, -1)."""
    terms = nim_positions(60)
    assert terms[:10] == [0, 1, 5, 9, 15, 21, 25, 29, 35, 39]
    finding = only(terms, offset=1)
    assert finding.step == "a(n) = a(n-5) + 34 for n >= 15"
    assert finding.recurrence.signature == (1, 0, 0, 0, 1, -1)
    printed = (
        "t^2 + 4*t^3 + 4*t^4 + 6*t^5 + 6*t^6 + 3*t^7 + 2*t^9 - 2*t^10 - 2*t^11 + 8*t^12 - 2*t^14 + 6*t^15"
    )
    below = "1 - t - t^5 + t^6"  # (t - 1)^2 (t^4 + t^3 + t^2 + t + 1)
    assert finding.generating_function == RationalGF.parse(f"({printed})/({below})", first_n=1)
    assert finding.terms(100) == nim_positions(100)
