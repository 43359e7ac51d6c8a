"""Residues of algebraic and P-recursive sequences: automata of diagonals, recurrences modulo m, definitions.

The terms come from binomial coefficients, from recurrences of the literature, and from listings in Python.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from math import comb, factorial
from random import Random

import pytest
from choice import drawn, some_of, then_slow
from tables import tables

import gfkit
from gfkit.claims.claim import judge_formula
from gfkit.claims.reading.defined import split_definition
from gfkit.core.algebra import Algebraic, PRecursive, RationalGF
from gfkit.core.algebra.diagonals import Diagonal, algebraic_diagonal, check_automaton, rational_diagonal
from gfkit.core.algebra.residue_series import recurrence_modulo
from gfkit.core.errors import InputError, LimitError, MismatchError, SelfCheckError, UndecidedError
from gfkit.core.rules import Rule

STATEMENTS = tables("statements")
END = 2000


def motzkin(size):
    row = [1, 1]
    for n in range(2, size):
        row.append(((2 * n + 1) * row[-1] + (3 * n - 3) * row[-2]) // (n + 2))
    return row


def trinomials(size):
    row = [1, 1]
    for n in range(2, size):
        row.append(((2 * n - 1) * row[-1] + 3 * (n - 1) * row[-2]) // n)
    return row


def apery(size):
    row = [1, 5]
    for n in range(2, size):
        row.append(((34 * n**3 - 51 * n**2 + 27 * n - 5) * row[-1] - (n - 1) ** 3 * row[-2]) // n**3)
    return row


def delannoy(size):
    row = [1, 3]
    for n in range(2, size):
        row.append((3 * (2 * n - 1) * row[-1] - (n - 1) * row[-2]) // n)
    return row


SEQUENCES = {
    "f = 1 + t*f^2": lambda size: [comb(2 * n, n) // (n + 1) for n in range(size)],
    "a(n) = binomial(2n, n)/(n + 1)": lambda size: [comb(2 * n, n) // (n + 1) for n in range(size)],
    "f = 1 + t*f + t^2*f^2": motzkin,
    "a(n) = [x^0] (x + 1 + 1/x)^n*(1 - x^2)": motzkin,
    "a(n) = binomial(2n, n)": lambda size: [comb(2 * n, n) for n in range(size)],
    "(1 - 4*t^2)*f^2 = 1, f(0) = 1": lambda size: [0 if n % 2 else comb(n, n // 2) for n in range(size)],
    "a(n) = CT (x + 1 + 1/x)^n": trinomials,
    "a(n) = Sum_{k=0..n} binomial(n, k)*binomial(n + k, k)": delannoy,
    "a(n) = Sum_{k=0..n} binomial(n, k)^2*binomial(n + k, k)^2": apery,
    "a(n) = 3*(-2)^n*binomial(3n + 1, n)": lambda size: [
        3 * (-2) ** n * comb(3 * n + 1, n) for n in range(size)
    ],
    "f = t + f^2, f(0) = 0": lambda size: [0] + [comb(2 * n, n) // (n + 1) for n in range(size - 1)],
    "a(n) = [x^0 y^0] (x + y + 1/(x*y))^n": lambda size: [
        0 if n % 3 else factorial(n) // factorial(n // 3) ** 3 for n in range(size)
    ],
    "f = 5": lambda size: [5] + [0] * (size - 1),
    "a(n) = 2^n + 1": lambda size: [2**n + 1 for n in range(size)],
}


@pytest.mark.parametrize("row", some_of(STATEMENTS["defined"], step=2), ids=lambda row: row[0][:60])
def test_known_statements(row):
    statement, verdict, n = row
    found = gfkit.verify(statement)
    assert (found.verdict, found.first_difference.n if found.is_refuted else -1) == (verdict, n), found


def is_power(n, base):
    while n > 1 and n % base == 0:
        n //= base
    return n == 1


def digits(n, base):
    return {n % base} | digits(n // base, base) if n else set()


def drawn_statement(random: Random, terms, prime):
    """Return a statement on residues modulo a prime power, and its first counterexample n, or None."""
    modulus = random.choice([prime, prime, *[prime**2] * (prime < 5), *[8] * (prime == 2)])
    residues = [value % modulus for value in terms]
    some = set(random.sample(range(modulus), random.randint(1, modulus - 1)))
    if random.random() < 0.5:  # a property that all terms of a random class have
        step, rest = random.randint(1, 4), random.randint(0, 3)
        some = {value for n, value in enumerate(residues) if n % step == rest % step} or some
    words = f"a(n) mod {modulus} in {{{', '.join(map(str, sorted(some)))}}}"
    shift, step = random.randint(-2, 2), random.randint(1, 6)
    kept = set(random.sample(range(prime), random.randint(1, prime)))
    has = [value in some for value in residues]
    few = f"{{{', '.join(map(str, sorted(kept)))}}}"
    classes = {n % step for n in range(len(has) // 2) if has[n]} or {0}
    listed = ", ".join(map(str, sorted(classes)))
    condition, holds = random.choice(
        [
            (f"n = {prime}^k {'+' if shift > 0 else '-'} {abs(shift)}", lambda n: is_power(n - shift, prime)),
            (f"n is a power of {prime**2}", lambda n: is_power(n, prime**2)),
            (f"the base-{prime} digits of n are in {few}", lambda n: digits(n, prime) <= kept),
            (f"n mod {step} in {{{listed}}}", lambda n: n % step in classes),
            (f"n mod {step} in {{{listed}}}", lambda n: n % step in classes),
        ]
    )
    since = random.choice([0, 0, 0, random.randint(0, 40)])
    bound = f", n >= {since}" if since else ""
    kind = random.choice(["iff", "for", "for", "every", "no"])
    if kind in ("every", "no"):
        condition, holds = f"for {kind} n", lambda _: kind == "every"
    else:
        condition = f"{kind} {condition}"
    false = (
        has[n] < holds(n) or (has[n] > holds(n) and kind in ("iff", "no")) for n in range(since, len(has))
    )
    return f"{words} {condition}{bound}", next((n for n, wrong in enumerate(false, since) if wrong), None)


@pytest.mark.parametrize("count", then_slow([3], 30, 150))
def test_no_false_statement_is_proved(count):
    """A refutation has the smallest n; a statement that is true for n < 2000 is proved or fails later."""
    random, false, proved = drawn("automata"), 0, 0
    for definition, listed in SEQUENCES.items():
        terms, (_, truth) = listed(END), split_definition(f"a(n) is even where {definition}")
        assert list(truth.terms(0, 20)) == terms[:20], definition
        terms = [value % 360 for value in terms]  # 360 is a multiple of all moduli
        object.__setattr__(truth, "automaton", cache(truth.automaton))
        for _ in range(count):
            text, wrong = drawn_statement(random, terms, random.choice([2, 2, 3, 5]))
            try:
                verdict = judge_formula(text, truth)
            except (LimitError, UndecidedError):  # of all residues, a statement says nothing
                continue
            case = (definition, text, str(verdict), wrong)
            if verdict.is_refuted:
                found = verdict.first_difference.n
                assert found == wrong if wrong is not None else found >= END, case
            else:
                later = verdict.holds_from if verdict.is_later else 0
                assert wrong is None or wrong < later, case
            false += wrong is not None
            proved += verdict.verdict == "proved"
    total = count * len(SEQUENCES)
    assert total // 4 < false < 9 * total // 10
    assert proved > total // 8


def test_certificates_are_verified():
    series = Algebraic.parse("f = 1 + t*f + t^2*f^2", [1])
    certificate = algebraic_diagonal(series, 4).automaton(4).as_json()
    check_automaton(certificate)
    forgeries = []
    for key, place in [
        ("successors", (3, 0)),
        ("outputs", (2,)),
        ("states", (0, 0, 1)),
        ("numerator", (0, 1)),
    ]:
        forged = deepcopy(certificate)
        *path, last = place
        row = forged[key]
        for step in path:
            row = row[step]
        row[last] += 1
        forgeries.append(forged)
    forgeries += [certificate | {"prime": 4}, certificate | {"modulus": 6}, certificate | {"marked": 1}]
    forgeries.append(certificate | {"denominator": [*certificate["denominator"], [[0, -1], 1]]})
    for forged in forgeries:
        with pytest.raises((SelfCheckError, MismatchError)):
            check_automaton(forged)


def test_definitions_of_one_sequence_have_one_minimal_automaton():
    """The states of the minimal automaton are the subsequences a(p^k n + r) modulo m (Eilenberg 1974)."""
    names = [*SEQUENCES]
    pairs = [(names[0], names[1]), (names[2], names[3]), (names[4], "(1 - 4*t)*f^2 = 1, f(0) = 1")]
    for modulus in (2, 4, 8, 3, 9, 5):
        for pair in pairs:
            truths = (split_definition(f"a(n) is even where {definition}")[1] for definition in pair)
            one, two = (truth.automaton(modulus) for truth in truths)
            assert one.minimal() == two.minimal(), (pair, modulus)
            assert one.size <= len(one.states)


def test_degenerate_diagonals():
    one = RationalGF.of([5], [1, -1])
    assert rational_diagonal(one).automaton(9).terms(4) == [5] * 4
    assert rational_diagonal(one).automaton(9).size == 1
    zero = Diagonal({}, {(0,): 1}).automaton(2)
    assert (zero.terms(3), zero.occurring(), zero.lucas_failure()) == ([0] * 3, [0], None)
    for above, below, modulus in [({(0,): 1}, {(0,): 2, (1,): 1}, 2), ({(0,): 1}, {(1,): 1}, 3)]:
        with pytest.raises(MismatchError, match="constant term"):
            Diagonal(above, below).automaton(modulus)
    half = Diagonal({(0,): 1}, {(0,): 2, (1,): -2}, scale=5).automaton(9)
    assert half.terms(3) == [pow(10, -1, 9)] * 3
    for marked in (1, 2):  # a monomial without x, and a negative power of x
        with pytest.raises(MismatchError, match="positive powers"):
            Diagonal({(0, 0): 1}, {(0, 0): 1, (0, 1): 1, (1, -1): 1}, marked)
    with pytest.raises(MismatchError, match="12 is not a power"):
        rational_diagonal(one).automaton(12)
    with pytest.raises(MismatchError, match="derivative"):
        algebraic_diagonal(Algebraic.parse("(1 - 6*t + t^2)*f^2 = 1", [1]), 2)
    with pytest.raises(MismatchError, match="integers"):
        rational_diagonal(RationalGF.parse("1/(2 - t)"))
    late = Algebraic.parse("f = t^3 + t*f^2", [0], 2)
    assert algebraic_diagonal(late, 3).automaton(3).terms(12) == [0, 0, *(v % 3 for v in late.terms(10))]
    with pytest.raises(LimitError, match="too many"):
        algebraic_diagonal(Algebraic.parse("f = 1 + t*f^2", [1]), 2**20).automaton(2**20)


@pytest.mark.parametrize(
    "text",
    [
        "a(n) is odd where a(n) = 1/(n + 2)", "a(n) is odd where a(n) = n^n", "a(n) is odd where f^2 = 1",
        "a(n) is odd where a(n) = [x^0] (x + 1)^(n/2)", "a(n) is odd where a(n) = [x^0] (1/(1 + x))^n",
        "a(n) is odd where a(n) = Sum_{k=1..n} Sum_{j=0..k} binomial(n, k)*binomial(k, j)/(n + k + 1)",
        "a satisfies Lucas' congruence modulo 9 where f = 1 + t*f^2",
        "a(n) is odd iff n = 1^k where f = 1 + t*f^2",
        "a(n) is odd iff the base-2 digits of n are 2 where f = 1 + t*f^2", "a(n) is odd where f = 2 + t + f",
    ],
)  # fmt: skip
def test_rejected_definitions(text):
    with pytest.raises(InputError):
        gfkit.verify(text)


def test_hypotheses_that_fail_are_named():
    for statement, words in [
        ("6 divides a(n) for no n", "6 is not a power of a prime"),
        ("a(n) is odd iff n is a power of 3", "3 is not a power of 2"),
        ("a(n) is odd iff n has no digit 2 in base 4", "base 4 is not 2"),
    ]:
        verdict = gfkit.verify(f"{statement} where f = 1 + 30*t*f^2")
        assert verdict.verdict in ("consistent", "refuted")
        assert verdict.is_refuted or words in verdict.reason, verdict
    verdict = gfkit.verify("a(n) is odd where (1 - 6*t + t^2)*f^2 = 1, f(0) = 1")
    assert (verdict.verdict, "derivative" in verdict.reason) == ("consistent", True)


def test_lucas_congruences():
    for definition, listed in SEQUENCES.items():
        terms, (_, truth) = listed(400), split_definition(f"a(n) is even where {definition}")
        for p in (2, 3, 5, 7):
            row = [value % p for value in terms]
            wrong = next((n for n in range(400) if (row[n] - row[n // p] * row[n % p]) % p), None)
            try:
                verdict = judge_formula(f"a satisfies Lucas' congruence modulo {p}", truth)
            except MismatchError:
                continue
            assert verdict.is_refuted == (wrong is not None), (definition, p)
            assert wrong is None or verdict.first_difference.n == wrong


def test_permutations_modulo_m():
    """D(n + m) = (-1)^m D(n) modulo m for derangements; menage numbers by Touchard's formula."""

    def menage(n):
        sums = (
            (-1) ** k * 2 * n * comb(2 * n - k, k) * factorial(n - k) // (2 * n - k) for k in range(n + 1)
        )
        return sum(sums)

    derangements = gfkit.derive("derangements", "path:n")
    numbers, touchard = derangements.terms(200), [menage(n) for n in range(3, 120)]
    menages = gfkit.derive("menage-permutations", "cylinder:nx1")
    for m in (*range(1, 13), 25, 30, 49):
        period = derangements.residues(m).period
        assert (m * (1 + m % 2)) % period == 0
        assert all((numbers[n + m] - (-1) ** m * numbers[n]) % m == 0 for n in range(120))
        for law, terms in ((derangements, numbers), (menages, touchard)):
            series = law.series_modulo(m)
            assert [int(value) % m for value in series.terms(110)] == [value % m for value in terms[:110]]
    for m in (2, 5):  # (n + 1) C(n) = (4n - 2) C(n - 1)
        with pytest.raises(MismatchError, match="no inverse modulo"):
            recurrence_modulo(PRecursive.parse("(n + 1)*a(n) = (4*n - 2)*a(n-1)", [1]), m)
    with pytest.raises(LimitError):
        derangements.residues(10**6)


def test_sums_over_a_board_have_automata():
    """Words with as many 0 as 1, and central trinomial coefficients; a divided count has no automaton."""
    rule = Rule.array(exactly=[{"shapes": ["a"], "sum": "a", "number": [0]}], values="-1..1")
    law = gfkit.derive(rule, "1xn")
    found = law.residues(36).as_json()
    assert [(part["modulus"], part["residues"]) for part in found["automata"]] == [
        (modulus, sorted({value % modulus for value in trinomials(500)})) for modulus in (4, 9)
    ]
    for statement, verdict in [
        ("4 divides a(n) for no n", "proved"),
        ("3 does not divide a(n) iff n has no digit 2 in base 3", "proved"),
        ("a satisfies Lucas' congruence modulo 7", "proved"),
        ("7 divides a(n) for no n", "refuted"),
        ("6 divides a(n) for no n", "consistent"),
    ]:
        assert gfkit.verify(statement, rule, "1xn").verdict == verdict, statement


def test_random_statements_about_residues_of_permutations():
    """Statements on classes of n, half of them false, against terms to n = 600 by printed recurrences."""
    random, proved, refuted = drawn("residues of permutations"), 0, 0
    derangements, menages = [1, 0], [-1, 0, 0, 1, 2]  # Lucas, Theorie des nombres (1891)
    for n in range(2, 601):
        derangements.append((n - 1) * (derangements[-1] + derangements[-2]))
    for n in range(5, 601):
        rest = n * (n - 2) * menages[n - 1] + n * menages[n - 2] - 4 * (-1) ** n
        assert rest % (n - 2) == 0
        menages.append(rest // (n - 2))
    for structure, family, terms, first in (
        ("derangements", "path:n", derangements, 0),
        ("menage-permutations", "cylinder:nx1", menages, 3),
    ):
        for _ in some_of(range(40), 15):
            modulus, step = random.randint(2, 12), random.choice([1, 2, 3, 4, 6, 8, 10])
            place, least = random.randrange(step), max(first, random.choice([first, 5, 20]))
            chosen = [n for n in range(least, 601) if n % step == place]
            residue = terms[random.choice(chosen)] % modulus
            wrong = next((n for n in chosen if terms[n] % modulus != residue), None)
            text = f"a(n) = {residue} (mod {modulus}) for n mod {step} = {place}"
            text = f"{text} and n >= {least}" if least > first else text
            found = gfkit.verify(text, structure, family)
            case = (structure, text, str(found), wrong)
            if found.verdict == "proved":
                assert wrong is None, case
                proved += 1
            elif found.is_refuted:
                assert found.first_difference.n == wrong, case
                refuted += 1
    assert proved
    assert refuted > proved
