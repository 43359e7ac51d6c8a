"""Inputs on which guessing programs fail, few terms, and further kinds of formulas.

Many terms, wrong terms, large terms and none; products, interlacings, regular sequences, sums of binomials.
The definitions below compute the terms; one recurrence is from an entry of the OEIS.
"""

from __future__ import annotations

import pickle
import random
import re
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise, product
from math import comb, factorial, isqrt, prod
from operator import mul

import pytest
from choice import then_slow
from differential.misere import nimbers
from known_sequences import (
    apery,
    catalan,
    coins,
    delannoy,
    fibonacci,
    franel,
    involutions,
    motzkin,
    recurrent,
)
from tables import tables

import gfkit
from gfkit.core.algebra import Algebraic, Hypergeometric, PRecursive, QuasiPolynomial, RationalGF
from gfkit.core.algebra.residue import word_primes
from gfkit.core.errors import GfkitError, OptionError
from gfkit.guessing import Data, Finding, LawKind, SearchOutcome, Transform, guess, monomials


def random_recurrence(order: int, count: int, seed: int) -> tuple[list[int], list[int]]:
    draw = random.Random(seed)
    back = [draw.randint(-5, 5) for _ in range(order - 1)] + [draw.choice([-3, -1, 1, 2])]
    terms = [draw.randint(-9, 9) for _ in range(order)]
    return back, recurrent(terms, *back, count=count)


def only(terms: list, **options) -> Finding:
    found = guess(terms, **options).found
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("sizes", then_slow([[(10, 40), (11, 38), (50, 120)]], 1, [(200, 420)]))
def test_orders_that_others_miss(sizes):
    for order, count in sizes:
        back, terms = random_recurrence(order, count, order)
        finding = only(terms)
        assert finding.kind == "c-finite"
        assert list(finding.recurrence.signature) == back


def test_offsets_fractions_and_large_terms():
    """Use terms or denominators that are all divisible by the primes of the modular computation."""
    bad = prod([*word_primes(3, 62), *word_primes(5, 31)])
    assert only([Fraction(term, bad) for term in fibonacci(20)]).equation == "a(n) = a(n-1) + a(n-2)"
    scaled = guess([bad * term for term in [*map(motzkin, range(30))]]).found
    assert scaled[-1].equation == "(n + 2)*a(n) = (2*n + 1)*a(n-1) + (3*n - 3)*a(n-2)"
    assert guess([0] * 20, ansatz="d-finite,algebraic").found == ()
    finding = only([n**3 for n in range(5, 20)], offset=5)
    assert (finding.equation, finding.valid_from, finding.first_n) == ("a(n) = n^3", 5, 5)
    central = guess([comb(2 * n, n) for n in range(3, 40)], offset=3).found
    assert central[0].closed_form == "binomial(2*n, n)"
    assert central[1].law.first_n == 3
    assert central[1].terms(20) == [comb(2 * n, n) for n in range(3, 23)]
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
    finding = guess(terms, ansatz="hypergeometric").found[0]
    assert (finding.equation, finding.valid_from) == ("a(n) = n*a(n-1)", 4)
    assert finding.terms(25)[3:] == [factorial(n) for n in range(3, 25)]
    assert only([0, 0, 0, *fibonacci(20)]).order == 2
    aerated = [term for n in range(20) for term in (catalan(n), 0)]
    assert guess(aerated).found[0].law.equation == Algebraic.parse("1 - f + t^2*f^2", [1, 0]).equation
    assert guess([0, 0, 0, *aerated[::2]]).found[0].terms(30)[3:23] == aerated[::2]


def test_the_number_of_terms_that_a_recurrence_needs():
    back, terms = random_recurrence(6, 40, 3)
    for count in range(8, 17):
        assert guess(terms[:count], ansatz="c-finite").found == ()
    assert [*guess(terms[:17], ansatz="c-finite").found[0].recurrence.signature] == back
    assert guess(terms[:13], ansatz="c-finite", hold_back=1).found
    verdict = guess([2, 0, 3, 1, 4, 2, 5, 3, 6, 4], ansatz="c-finite")
    assert verdict.outcome is SearchOutcome.TOO_FEW
    assert re.search(r"\b10\b.*\b11\b", verdict.reason)
    assert only([2, 0, 3, 1, 4, 2, 5, 3, 6, 4, 7]).kind == "quasi-polynomial"


def test_an_infinite_product_has_weak_evidence():
    """Partitions into powers of 4 agree with those into parts 1, 4, 16 until the 64th term."""

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
    "Motzkin": [*map(motzkin, range(30))],
    "floor": [n * n // 12 for n in range(60)],
    "order 5": random_recurrence(5, 60, 1)[1],
    "binomials": [comb(2 * n, n) for n in range(40)],
    "Franel": [sum(comb(n, k) ** 4 for k in range(n + 1)) for n in range(45)],
    "harmonic": [sum(Fraction(1, k) for k in range(1, n + 1)) for n in range(40)],
    "late": [7, 7, 7, *map(motzkin, range(40))],
}


@pytest.mark.parametrize("name", then_slow([*GROWING][:1], 4, *[*GROWING][1:]))
def test_a_formula_is_still_found_with_more_terms(name):
    terms, known = GROWING[name], False
    for count in range(1, len(terms) + 1):
        found = guess(terms[:count]).found
        right = any(one.terms(len(terms)) == terms for one in found)
        assert right or not known, f"no formula at {count} terms"
        assert right or not found, f"a false law from {count} terms: {found[0].text}"
        known = right
    assert known


def test_kinds():
    squares = [n * n for n in range(20)]
    for kind in ("quasi-polynomial", "c-finite"):
        assert only(squares, ansatz=LawKind(kind).value).kind == kind
    assert guess(squares, ansatz="periodic").found == ()
    assert only([sum(fibonacci(n + 1)) for n in range(14)]).transform is None  # not needed where closed
    assert guess(fibonacci(20), ansatz="polynomial,periodic,quasi-polynomial").found == ()
    assert [one.kind for one in guess([*map(motzkin, range(30))], ansatz=["d-finite"]).found] == ["d-finite"]
    with pytest.raises(OptionError, match="ansatz 'cubic'"):
        guess(squares, ansatz="cubic")
    laws = {
        "polynomial": list(range(12)),
        "periodic": [1, 2, 5] * 6,
        "quasi-polynomial": [n // 2 for n in range(20)],
        "c-finite": fibonacci(20),
        "hypergeometric": [factorial(n) for n in range(12)],
        "algebraic": [*map(motzkin, range(20))],
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
    assert verdict.outcome is SearchOutcome.LIMIT
    assert "stopped at the limit of 0 seconds" in verdict.reason
    stages = []
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43]
    last = guess(primes, on_progress=lambda report: stages.append(report.stage)).tried[-1]
    assert {*stages} >= {"rational generating functions", "algebraic equations"}
    assert (last.of, last.is_complete, stages[-1]) == ("the later terms", True, f"recurrences of {last.of}")
    assert gfkit.guess([1, 2, 3, 4, 5, 6, 7, 8]).found[0].equation == "a(n) = n + 1"
    assert gfkit.guess(Data.of(range(9))).found[0].equation == "a(n) = n"
    for terms in ([], [1.5, 2], ["one"], [None], [1j]):
        with pytest.raises(GfkitError) as caught:
            guess(terms)
        assert "\n" not in str(caught.value)
        assert "term" in str(caught.value)


def test_lost_rows_of_dominoes():
    """Find the recurrence in the OEIS: for n > 14, a(n) = a(n-5) + 34; signature (1, 0, 0, 0, 1, -1)."""
    lost = [n for n, nimber in enumerate(nimbers((0, 0, 7), 700)) if not nimber]  # rows of n squares
    terms = lost[:60]
    assert terms[:10] == [0, 1, 5, 9, 15, 21, 25, 29, 35, 39]
    finding = only(terms, offset=1)
    assert finding.step == "a(n) = a(n-5) + 34 for n >= 15"
    assert finding.recurrence.signature == (1, 0, 0, 0, 1, -1)
    printed = (
        "t^2 + 4*t^3 + 4*t^4 + 6*t^5 + 6*t^6 + 3*t^7 + 2*t^9 - 2*t^10 - 2*t^11 + 8*t^12 - 2*t^14 + 6*t^15"
    )
    below = "1 - t - t^5 + t^6"  # (t - 1)^2 (t^4 + t^3 + t^2 + t + 1)
    assert finding.generating_function == RationalGF.parse(f"({printed})/({below})", first_n=1)
    assert finding.terms(100) == lost[:100]


def listed(term, count: int) -> list[int]:
    return [term(n) for n in range(count)]


def squares(count: int) -> list[int]:
    return [n * n for n in range(count)]


def test_few_terms_determine_a_weak_formula_or_none():
    for terms, ahead in (
        (squares(7), "49, 64, 81"),
        ([1, 1, 2, 3, 5, 8, 13, 21], "34, 55, 89"),
        ([1, 2, 4, 8, 16], "32, 64, 128"),
        ([1, 1, 2, 5, 14, 42, 132], "429, 1430, 4862"),
    ):
        found = guess(terms)
        assert found
        assert all(finding.weak for finding in found.found)
        assert found.found[0].terms(len(terms)) == terms
        assert ahead in found.reason
    for terms in ([2, 3, 5, 7, 11, 13, 17], [3, 1, 4, 1, 5, 9], [1, 2, 4, 8, 16, 31], [1, 2, 4, 8]):
        found = guess(terms)
        assert not found
        assert found.reason.startswith("too few terms")
    assert not guess(squares(7), hold_back=6)
    assert not guess(squares(7), ansatz="c-finite")
    for trap in tables("traps")["false"]:
        assert all(finding.weak for finding in guess(trap["terms"]).found), trap["why"]
    for terms in (
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43],
        [int(str(isqrt(2 * 100**n))[-1]) for n in range(1, 20)],
        [*squares(11), 122],  # the last
        [0, 1, 4, 10, 16, 25, 37, 49, 64, 81, 100, 121],  # two
    ):
        assert "does not fit" not in guess(terms).reason


DOMINOES = [1, 1, 5, 11]  # on 4 x n: A005178, signature (1, 5, 1, -1)


@pytest.mark.parametrize(("terms", "least"), [
    ([*map(delannoy, range(16))], 9), ([*map(motzkin, range(16))], 10), ([*map(involutions, range(16))], 9),
    (recurrent(DOMINOES, 1, 5, 1, -1, count=16), 10),
])  # fmt: skip
def test_few_spare_terms_are_weak_evidence(terms, least):
    """A formula with few unknowns is found, and marked as weak until there are enough equations."""
    for count in range(least, 16):
        found = guess(terms[:count]).found
        assert found, count
        details = dict(found[0].evidence.details)
        spare = details["equations"] - details["unknowns"]
        assert found[0].terms(16) == terms, count
        assert 2 <= spare == details["terms_checked"]
        assert found[0].weak or spare >= 5


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 106), marks=pytest.mark.slow(30))])
def test_false_formulas_from_few_terms_are_rare_and_weak(seeds):
    """Random terms, random steps, products and powers; and sequences whose last term is wrong by 1."""
    false = 0
    for seed in seeds:
        dice = random.Random(seed)
        count = dice.randint(10, 12)
        several = [[dice.randint(0, most) for _ in range(count)] for most in (3, 9, 99)]
        several += [[dice.randint(0, most(n)) for n in range(count)] for most in (factorial, lambda n: 2**n)]
        several += [
            list(accumulate((dice.randint(low, high) for _ in range(count)), step))
            for low, high, step in ((-1, 1, None), (0, 5, None), (1, 4, mul))
        ]
        for term in (delannoy, motzkin, catalan):
            several.append([*map(term, range(count)), term(count) + dice.choice([-1, 1])])
        found = [finding for terms in several for finding in guess(terms).found]
        assert all(finding.weak for finding in found), seed
        false += len(found)
    assert false <= len(seeds) // 3


def test_a_wrong_relation_ends_at_its_first_wrong_term(monkeypatch):
    """Constant runs satisfy many relations, which were continued to huge fractions after a wrong term."""
    terms = [n // 81 + 1 for n in range(240)]
    continued, real = [], monomials.Series.next_term
    monkeypatch.setattr(
        monomials.Series, "next_term", lambda *given: continued.append(given[-1]) or real(*given)
    )
    assert guess(terms).found[0].terms(240) == terms
    assert all(list(known) == terms[: len(known)] for known in continued)


RUNS = {  # functions of n//k that satisfy no recurrence; at most one value is repeated by chance
    "binary digits": int.bit_length,
    "ones in binary": int.bit_count,
    "primes": lambda n: sum(all(p % d for d in range(2, p)) for p in range(2, n + 1)),
    "cube roots": lambda n: round(n ** (1 / 3)),
    "multiples of a root": lambda n: isqrt(2 * n * n),
}


@pytest.mark.parametrize("lengths", then_slow([[6]], 15, [4, 5, 7, 8, 11]))
def test_constant_runs_determine_no_recurrence(lengths):
    """Many equations agree in constant runs whatever the formula."""
    for (name, term), run, count in product(RUNS.items(), lengths, (60, 80)):
        for finding in guess([term(n // run) for n in range(count)]).found:
            case = (name, run, count, finding.text)
            assert finding.kind not in ("algebraic", "d-finite", "hypergeometric"), case
            assert all(value.denominator == 1 for value in finding.terms(count + 5)), case


def test_a_few_runs_hide_no_formula():
    """Terms that are repeated, or separated by zeros, still satisfy their formula."""
    for term, run in product((catalan, delannoy, factorial), (2, 3)):
        repeated = [term(n // run) for n in range(20 * run)]
        apart = [term(n // run) if n % run == 0 else 0 for n in range(20 * run)]
        for terms in (repeated, apart):
            found = guess(terms[: 12 * run]).found
            assert found[0].terms(len(terms)) == terms, (term.__name__, run)
            assert not found[0].weak, (term.__name__, run)


def test_integers_that_continue_with_fractions():
    """A formula with strong evidence is weak if the next terms are fractions; other formulas are rejected."""
    halved = [2**k for k in range(10, -1, -1)]
    finding = only(halved)
    assert (finding.closed_form, finding.weak) == ("1024*(1/2)^n", True)
    assert not only([Fraction(term, 3) for term in halved]).weak
    assert not guess(halved[-5:]).found


@pytest.mark.parametrize("count", [100, pytest.param(400, marks=pytest.mark.slow(8))])
def test_partitions_into_powers(count):
    """No algebraic equation agrees by chance with partitions into powers of 4 or of 16."""
    for base in (4, 16):
        term = coins(*(base**k for k in range(6)))
        for finding in guess([term(n) for n in range(count)]).found[:1]:
            assert finding.terms(count + 40) == [term(n) for n in range(count + 40)]


def test_scrambled_terms_have_the_same_runs():
    dice = random.Random(3)
    for runs in ([3] * 9, [7, 1, 12, 5, 9, 2], [40]):
        terms = [level for run in runs for level in [dice.randint(1, 9**9)] * run]
        data = Data.of(terms)
        if len(runs) == 1:
            assert data.scrambled is None
            continue
        other = data.scrambled.terms
        assert [a == b for a, b in pairwise(other)] == [a == b for a, b in pairwise(terms)]
        assert data.changes == len(runs)
        divided = Transform.FACTORIALS.apply(data)[0]
        copy = pickle.loads(pickle.dumps(divided))
        assert copy.scrambled == divided.scrambled == Transform.FACTORIALS.apply(data.scrambled)[0]
    for terms in ([1] * 30, [1, 2, 5] * 10, [3**n for n in range(30)]):
        assert Data.of(terms).scrambled is None
        assert Data.of(terms).changes == 30


def test_interlaced_polynomials():
    """A recurrence has a number for every root with its multiplicity, twice, the polynomials fewer."""
    for parts in (
        [lambda _: 1, lambda k: k + 2],
        [lambda k: k + 1, lambda k: (k + 1) ** 2],
        [lambda k: k + 1, lambda k: 10 * k + 10, lambda k: 100 * k + 100],
        [lambda k: k**3, lambda _: 7, lambda k: 2 - 5 * k, lambda k: k * (k + 1) // 2],
    ):
        period = len(parts)
        terms = [parts[n % period](n // period) for n in range(40)]
        shown = 6 * period - (period > 2) * period // 2
        for offset in (0, 5):
            found = guess(terms[:shown], offset=offset)
            assert found, found.reason
            assert found.found[0].terms(40) == terms
    slow, fast = [n * n + 1 for n in range(18)], fibonacci(18)
    mixed = [term for pair in zip(slow, fast, strict=True) for term in pair]
    found = guess(mixed[:24]).found
    assert found[0].transform is not None
    assert not found[0].weak
    assert found[0].terms(36) == mixed
    assert all(finding.weak for finding in found[1:])


MOTZKIN, CATALAN = "1 - f + t*f + t^2*f^2 = 0", "binomial(2*n, n)/(n + 1)"


@pytest.mark.parametrize(
    ("right", "places", "words", "errors"),
    [
        (squares(12), range(2, 10), "n^2", (1, -1, 10)),
        (fibonacci(14), range(4, 11), "a(n-1) + a(n-2)", (1,)),
        ([*map(motzkin, range(60))], (12, 40), MOTZKIN, (3,)),
        (fibonacci(40), (15,), "a(n-1) + a(n-2) for n >= 2", (3,)),
        ([factorial(n) for n in range(30)], (17,), "a(n) = n!", (3,)),
        pytest.param([*map(motzkin, range(18))], range(4, 15), MOTZKIN, (1, 10), marks=pytest.mark.slow(2)),
        pytest.param(listed(catalan, 14), range(3, 11), CATALAN, (1, -1), marks=pytest.mark.slow(1)),
    ],
)
def test_one_wrong_term_is_detected(right, places, words, errors):
    for place, error in product(places, errors):
        given = [*right[:place], right[place] + error, *right[place + 1 :]]
        found = guess(given)
        assert (found.found, found.outcome) == ((), SearchOutcome.BROKEN)
        assert found.reason.startswith(
            f"the term a({place}) = {given[place]} does not fit: if a({place}) were {right[place]}, "
        )
        assert words in found.reason


def test_products_over_1_minus_powers():
    """Partitions, those into odd parts, two kinds of parts, plane partitions (MacMahon), Ramanujan's tau."""
    every, odd = (listed(coins(*parts), 40) for parts in (range(1, 40), range(1, 40, 2)))
    twice = [sum(every[k] * every[n - k] for k in range(n + 1)) for n in range(40)]
    cases = {"1": every, "0 if n mod 2 = 0; 1 if n mod 2 = 1": odd, "2": twice}
    for law, terms in cases.items():
        found = guess(terms[:34]).found[0]
        assert (found.closed_form, found.weak) == (law, False)
        assert found.terms(40) == terms
    power = [1]
    for _ in range(24):  # product (1 - t^n)^24, by the definition
        for n in range(1, 25):
            power = [a - b for a, b in zip([*power, *[0] * n], [*[0] * n, *power], strict=True)][:25]
    found = guess(power[:18]).found[0]
    assert (found.closed_form, found.terms(25)) == ("-24", power)


def stern(count: int) -> list[int]:
    """Count hyperbinary representations of n - 1: sums of powers of 2, each at most twice."""

    @cache
    def ways(n: int) -> int:
        return int(n == 0) if n <= 0 else ways(n // 2) + ways(n // 2 - 1) if n % 2 == 0 else ways(n // 2)

    return [0, *(ways(n) for n in range(count - 1))]


def test_regular_sequences_continue_by_their_definition():
    for terms, words in (
        ([n.bit_count() % 2 for n in range(140)], "a(2*n) = a(n), a(2*n+1) = 1 - a(n)"),  # Thue and Morse
        (stern(140), "a(2*n) = a(n), a(4*n+1) = a(n) + a(2*n+1)"),
        ([sum(map(int, str(n))) for n in range(240)], "a(10*n) = a(n), a(10*n+1) = 1 + a(n)"),
        ([n ^ (n >> 1) for n in range(120)], "a(4*n) = 2*a(2*n)"),  # Gray
    ):
        found = guess(terms[: len(terms) // 2]).found[0]
        assert (found.kind, found.weak) == ("regular", False)
        assert words in found.text
        assert found.terms(len(terms)) == terms
        assert found[len(terms) - 1] == terms[-1]
        assert found.as_json()["recurrence"] is None
    primes = [n for n in range(2, 500) if all(n % d for d in range(2, n))]
    for terms in (primes[:40], [isqrt(n) for n in range(60)]):
        assert not guess(terms, ansatz="regular")


def test_closed_forms():
    for terms, root in (
        (listed(catalan, 20), "(1 - sqrt(1 - 4*t))/(2*t)"),
        ([*map(motzkin, range(20))], "(1 - t - sqrt(1 - 2*t - 3*t^2))/(2*t^2)"),
        (listed(delannoy, 20), "1/sqrt(1 - 6*t + t^2)"),
    ):
        found = [finding for finding in guess(terms).found if finding.radical]
        assert [finding.radical for finding in found] == [root]
        assert gfkit.verify(root, data=terms).verdict == "consistent"
    for terms, text in (
        (listed(apery, 30), "Sum_{k=0..n} binomial(n, k)^2*binomial(n+k, k)^2"),
        (listed(franel, 30), "Sum_{k=0..n} binomial(n, k)^3"),
    ):
        assert guess(terms).found[0].closed_form == text
        assert gfkit.verify(text, data=terms).verdict == "consistent"
    assert guess(listed(involutions, 20)).found[0].closed_form is None
    later, central = [5, *(2**n for n in range(15))], [7, 7, *(comb(2 * n, n) // 2 for n in range(2, 20))]
    assert guess(later).found[0].closed_form == "2^n/2 for n >= 1; a(0) = 5"
    assert guess(later[1:]).found[0].closed_form == "2^n"
    assert guess(central).found[0].closed_form == "binomial(2*n, n)/2 for n >= 2"
    products = list(accumulate([3, *later], mul))
    found = guess(products).found[0]
    assert (found.closed_form, found.transform is not None) == ("2^n/2 for n >= 1; b(0) = 5", True)


def test_evidence_is_strong_with_more_terms():
    powers = [5, *(4 * 3**k for k in range(1, 20))]
    steps = [n // 4 + n % 4 // 2 for n in range(80)]
    for terms in ([1] * 30, list(range(1, 20)), powers, reduced(4, 61), steps):
        assert not guess(terms).found[0].weak


def reduced(generators: int, count: int) -> list[int]:
    """Count the words of length n in involutions without two equal adjacent letters."""
    return [1, *(generators * (generators - 1) ** k for k in range(count - 1))]


def test_common_initial_terms_are_weak_evidence():
    rounded = [isqrt(23 * n * n) for n in range(18)]
    several = [[1] * 12, [*range(1, 11)], [5, 4, *(4 * 3**k for k in range(1, 10))], rounded]
    several += [reduced(3, 20), reduced(4, 20)]
    for terms in several:
        assert [finding.weak for finding in guess(terms).found] == [True]
