"""Formulas as people print them: each notation with a true and a damaged version, identities of Fibonacci
numbers with their mutations, sums by creative telescoping, lists of terms.

What is true is known from recurrences and formulas that stand here, and from Python's own integers.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, gcd
from pathlib import Path
from time import process_time

import pytest

from gfkit.errors import GfkitError, InputError
from gfkit.formula.read.printed import Said, parts_of
from gfkit.formula.read.statement import read_statement
from gfkit.games import Question
from gfkit.guess import Data
from gfkit.sequences import RationalGF
from gfkit.verify.claim import judge_formula, verify
from gfkit.verify.formula.sequence import exact_value
from gfkit.verify.formula.space import space
from gfkit.verify.telescoping import telescoped
from gfkit.verify.truth import DataTruth, GameTruth, LawTruth, Truth

DATA = Path(__file__).parent.parent / "data"


def linear(first: list[int], coefficients: list[int], count: int = 40) -> list[int]:
    """Terms of a recurrence with constant coefficients."""
    terms = list(first)
    while len(terms) < count:
        terms.append(sum(c * terms[-k] for k, c in enumerate(coefficients, 1)))
    return terms


FIBONACCI = linear([0, 1], [1, 1], 400)
GAMES = {
    "FIB": ("independent-sets", "path:n", FIBONACCI[2:]),
    "DOM2": ("domino-tilings", "2xn", FIBONACCI[1:]),
    "LUC": ("independent-sets", "cycle:n", linear([2, 1], [1, 1])[3:]),
    "PEL": ("independent-sets", "2xn", linear([1, 3], [2, 1])),
    "JAC": ("cis", "path:n", linear([1, 3], [1, 2])),
    "DOM3": ("domino-tilings", "3x2n", linear([1, 3], [4, -1])),
    "DOM4": ("domino-tilings", "4xn", linear([1, 1, 5, 11], [1, 5, 1, -1])),
}
TERMS = {
    "CAT": [comb(2 * n, n) // (n + 1) for n in range(25)],
    "MOT": [sum(comb(n, 2 * k) * comb(2 * k, k) // (k + 1) for k in range(n // 2 + 1)) for n in range(25)],
    "CBC": [comb(2 * n, n) for n in range(25)],
    "SQ": [n * n for n in range(25)],
    "FAC": [factorial(n) for n in range(20)],
    "GCD": [gcd(n, 6) for n in range(40)],
    "QPO": [n * n // 4 for n in range(30)],
    "SPT": linear([0, 1], [4, -1], 25),
    "POW": [2**n for n in range(25)],
}
PRINTED = [
    tuple(part.strip() for part in line.split(" | "))
    for line in (DATA / "printed_formulas.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
IDENTITIES = [
    line for line in (DATA / "fibonacci_identities.txt").read_text().splitlines() if not line.startswith("#")
]


@cache
def truth_of(name: str) -> Truth:
    if name in TERMS:
        return DataTruth(Data.of(TERMS[name], 0))
    return GameTruth(Question.of(*GAMES[name][:2]))


@pytest.mark.parametrize("name", GAMES)
def test_the_games_have_the_terms_that_the_table_is_about(name):
    known = truth_of(name).known(__import__("gfkit").typing.Weights.NONE)
    assert list(known.terms(known.first_n, known.first_n + 20)) == GAMES[name][2][:20]


def test_the_table_is_long():
    assert len(PRINTED) > 165


@pytest.mark.parametrize(("name", "true", "damaged"), PRINTED, ids=[row[1][:60] for row in PRINTED])
def test_every_notation(name, true, damaged):
    found = judge_formula(true, truth_of(name))
    assert found.verdict == "consistent" if name in TERMS else not found.is_refuted
    assert judge_formula(damaged, truth_of(name)).is_refuted


def test_most_of_what_is_said_of_games_is_proved():
    proved = [
        judge_formula(row[1], truth_of(row[0])).verdict == "proved" for row in PRINTED if row[0] in GAMES
    ]
    assert sum(proved) >= len(proved) - 9  # trigonometric products, one irrational ceiling


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("a(n) = phj^n", "phj"),
        ("a(n) = 2*foo(n)", "foo"),
        ("a(n) = S(n,4) - S(n-1,4)", "Chebyshev polynomials"),
        ("a(n) = A999999(n)", "A999999"),
        ("a(n) = phi(n)", "Euler's function is not read"),
        ("a(n) = Sum_{d|n} d", "divisors"),
        ("a(n) = Sum_{k} 2^k", "expected a range"),
        ("a(n) = Sum_{k} binomial(n,k+1)", "expected a range"),
        ("a(n) = F(n), where F(n) is the n-th Lucas number", "not read as the Lucas numbers"),
        ("a(n) = F(n) for all natural numbers n", "expected"),
        ("a(n) = a(n-1) + a(n-2) for n ∈ ℕ", "begins with 0 or with 1"),
        ("Table[Fibonacci[n+1], {n, 1, 30}]", "the first term is that for n = 0"),
        ("a(n) = Sum_{n=0..5} n", "another letter"),
        ("a(n) = F(n), where the moon is blue", "'the moon is blue'"),
        ("a(n) = Sum_{k>=0} n/2^k", "binomials end it"),
        ("Limit_{n->oo} log(a(n))/n = 3", "limits are read of"),
        ("a(n)/2^n -> 0", "and not 0"),
        ("det([a(n), 1; 2])", "square matrix"),
        ("a(n) = ([1,1;1,0]^n)[3,1]", "an entry that the matrix has"),
        ("LinearRecurrence[{1, 1}, {1}, 5]", "needs as many first values"),
        ("a(n) = trace([1,1;1]^n)", "square matrix"),
        ("a(n) = T(n, 2), where T(n,x) are Chebyshev polynomials of the second kind", "second kind"),
    ],
)
def test_what_is_not_read_is_refused_with_a_helpful_line(formula, words):
    with pytest.raises(InputError) as refused:
        judge_formula(formula, truth_of("FIB"))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_words_are_never_split_into_letters():
    # phi is a number, tan is no product of t, a and n, and an unknown word is shown whole.
    assert str(exact_value(read_statement("phi^2 - phi").chains[0].sides[0], 0)) == "1"
    with pytest.raises(InputError, match="'xyz'"):
        exact_value(read_statement("a(n) = xyz*n").chains[0].sides[1], 1)
    assert str(read_statement("2nxy").chains[0].sides[0]).count("Letter") == 3


# Identities among C-finite sequences


def mutations(text: str) -> list[str]:
    """One number larger by 1, one F an L, one sign turned."""
    numbers = re.finditer(r"(?<![A-Za-z0-9^])\d+", text)
    found = [f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}" for match in numbers]
    for old, new in (("F(n", "L(n"), (" + ", " - ")):
        places = re.finditer(re.escape(old), text)
        found += [text[: match.start()] + new + text[match.end() :] for match in places]
    return list(dict.fromkeys(found))


def by_python(text: str) -> bool:
    """Whether both sides are equal for 3 <= n < 12 and 3 <= m < 8, evaluated by Python."""

    def fibonacci(n: int) -> int:
        return FIBONACCI[n] if n >= 0 else (-1) ** (1 - n) * FIBONACCI[-n]

    def lucas(n: int) -> int:
        return fibonacci(n - 1) + fibonacci(n + 1)

    text = re.sub(r"(\d)([a-zA-Z(])", r"\1*\2", text.replace("^", "**"))
    text = re.sub(r"Sum_\{k=(\d+)\.\.([^}]*)\} ([^=]*)", r"sum((\3) for k in range(\1,\2+1))", text)
    left, right = (re.sub(r"/(\d+)", r"*Fraction(1,\1)", side) for side in text.split("="))
    names = {"F": fibonacci, "L": lucas, "Fraction": Fraction, "sum": sum, "range": range}
    return all(
        eval(f"{left} == {right}", {**names, "n": n, "m": m}) for n, m in product(range(3, 12), range(3, 8))
    )


@pytest.mark.parametrize("identity", IDENTITIES)
def test_fibonacci_identities_are_proved_and_their_mutations_refuted(identity):
    law = LawTruth(RationalGF.parse("t/(1 - t - t^2)"))
    assert by_python(identity)
    assert judge_formula(identity, law).verdict == "proved"
    for changed in mutations(identity):
        expected = "proved" if by_python(changed) else "refuted"
        assert judge_formula(changed, law).verdict == expected, changed


def test_what_is_true_of_known_sequences_is_not_refuted_for_others():
    for text in (
        "F(2n+1) = F(n)^2 + F(n+1)^2",
        "F(n) = F(n-1) + F(n-2), where F(n) is the n-th Fibonacci number",
    ):
        found = judge_formula(text, truth_of("PEL"))
        assert found.verdict == "proved"
        assert "nothing is said of what was asked about" in found.notes[0]
    assert judge_formula("F(2n+1) = F(n)^2 + 2*F(n+1)^2", truth_of("PEL")).is_refuted


def test_limits_are_not_claimed_where_the_terms_oscillate():
    two = LawTruth(RationalGF.parse("(1 + 3*t)/(1 - 2*t^2)"))  # 1, 3, 2, 6, 4, 12, ...
    for text in ("Limit_{n->oo} a(n+1)/a(n) = sqrt(2)", "Limit_{n->oo} a(n)^(1/n) = sqrt(2)"):
        with pytest.raises(InputError, match="oscillate"):
            judge_formula(text, two)


def test_an_identity_of_known_sequences_says_nothing_of_the_game():
    verdict = judge_formula("F(2n) = F(n)*L(n)", truth_of("PEL"))
    assert verdict.verdict == "proved"
    assert "nothing is said of what was asked about" in verdict.notes[0]


@pytest.mark.parametrize(
    "side",
    [
        "F(n)^2*L(n)",
        "Sum_{k=0..n} F(k)*2^(n-k)",
        "Sum_{k=0..floor(n/2)} k*F(2k)",
        "Sum_{k=n..2n} F(k)",
        "Sum_{k=1..n} Sum_{j=1..k} L(j)*(-1)^(k-j)",
        "chebyshevU(n, 3)*F(n+1)",
        "trace([1,2;3,4]^n)^2",
        "(n+1)^3*F(n) + 2^n*A001353(n)",
    ],
)
def test_the_dimension_of_a_space_is_an_upper_bound(side):
    # The determinants of Kronecker show the least order: those of more rows than the bound are 0.
    from flint import fmpq, fmpq_mat

    tree = read_statement(side).chains[0].sides[0]
    found = space(tree)
    assert found is not None
    size = found.order + 1
    values = [exact_value(tree, found.start + n).rational for n in range(2 * size)]
    rows = [fmpq(v.numerator, v.denominator) for i in range(size) for v in values[i : i + size]]
    assert fmpq_mat(size, size, rows).det() == 0


@pytest.mark.parametrize(
    "side", ["n^n", "n!", "k^n", "Sum_{k=1..n} 1/k", "binomial(2n, n)", "2^(n^2)", "F(n^2)"]
)
def test_no_space_is_found_where_there_is_none(side):
    assert space(read_statement(side).chains[0].sides[0]) is None


# Creative telescoping

SUMS = {
    "Sum_{k=0..floor(n/2)} binomial(n-k, k)": "1/(1 - t - t^2)",
    "Sum_{k>=0} binomial(k, n-k)": "1/(1 - t - t^2)",
    "Sum_{k=0..n} binomial(k+1, n-k)": "(1 + t)/(1 - t - t^2)",
    "Sum_{k=0..floor(n/3)} binomial(n-2*k, k)": "1/(1 - t - t^3)",
    "Sum_{k=0..floor(n/4)} binomial(n-3*k, k)": "1/(1 - t - t^4)",
    "2*Sum_{k=0..n} k*binomial(n,k) + 1": "1/(1 - t) + 2*t/(1 - 2*t)^2",
    "Sum_{k=0..n} 2^k*binomial(n+k, n-k)": "(1 - t)/(1 - 4*t + t^2)",
    "Sum_{k=0..n} (-4)^k*binomial(n+k, 2*k)": "(1 - t)/(1 + 2*t + t^2)",
    "Sum_{k=0..n} (-1)^k*binomial(n,k)/(k+1)*(n+1)*2^n": "1/(1 - 2*t)",
    "Sum_{k=0..n} n!/(k!*(n-k)!)": "1/(1 - 2*t)",
    "Sum_{k=0..n} (-1)^k*binomial(2*n-k, k)*3^(n-k)": None,
    "Sum_{k=0..n} (-1)^k*binomial(n,k)*binomial(2*k,k)*2^(2*n-2*k)": None,
}


@pytest.mark.parametrize("text", [text for text, law in SUMS.items() if law])
def test_sums_are_proved_by_telescoping(text):
    side, law = read_statement(text).chains[0].sides[0], RationalGF.parse(SUMS[text])
    assert [exact_value(side, n).rational for n in range(12)] == law.terms(12)
    proof = telescoped(side, law, 0)
    assert proof is not None
    assert proof.notes[0].startswith("its certificate is R(n, k)")
    wrong = RationalGF.parse(f"{law} + t^40")
    assert telescoped(side, wrong, 0) is None


def test_the_printed_certificate_is_one():
    # F(n+2,k) - F(n+1,k) - F(n,k) = G(n,k+1) - G(n,k) with G = R F, at numbers where nothing is divided by 0.
    side = read_statement("Sum_{k=0..floor(n/2)} binomial(n-k, k)").chains[0].sides[0]
    proof = telescoped(side, RationalGF.parse("1/(1 - t - t^2)"), 0)
    assert proof is not None
    text = proof.notes[0].rpartition(" = ")[2].replace("^", "**")

    def ratio(n: int, k: int) -> Fraction:
        above, _, below = text.partition("/(")
        names = {"n": n, "k": k}
        return Fraction(eval(above, names), eval(f"({below}", names))

    for n, k in product(range(20, 26), range(1, 8)):
        f = {j: comb(n + j - k, k) for j in range(3)}
        assert f[2] - f[1] - f[0] == ratio(n, k + 1) * comb(n - k - 1, k + 1) - ratio(n, k) * f[0]


def test_a_sum_that_is_not_a_law_is_never_proved():
    # Central Delannoy numbers and Motzkin numbers have no law with constant coefficients.
    for text in ("Sum_{k=0..n} binomial(n,k)*binomial(n+k,k)", "Sum_{k=0..n} binomial(n,k)^2"):
        side = read_statement(text).chains[0].sides[0]
        for law in ("1/(1 - 6*t + t^2)", "1/(1 - 4*t)"):
            assert telescoped(side, RationalGF.parse(law), 0) is None


def test_a_binomial_of_a_negative_number_is_said_to_be_taken_for_zero():
    verdict = judge_formula("a(n) = Sum_{k=0..n+1} binomial(n-k, k) for n >= 0", truth_of("DOM2"))
    assert not verdict.is_refuted
    assert any("negative a is taken for 0" in note for note in verdict.notes)


# Lists of terms, beginnings, limits, and what stands around


def test_a_list_of_terms_is_proved_or_its_first_wrong_one_shown():
    assert verify("1,2,3,5,8", game="independent-sets", family="path:n").verdict == "proved"
    wrong = verify("1 2 3 6 8", game="independent-sets", family="path:n")
    assert (wrong.first_difference.n, wrong.first_difference.formula, wrong.first_difference.true) == (
        3,
        "6",
        "5",
    )
    moved = verify("2, 3, 5, 8, 13", game="independent-sets", family="path:n")
    assert moved.repair == "they are the terms from n = 1 on"
    assert verify("1, 4, 9, 16", data=[1, 4, 9, 16, 25], offset=1).verdict == "consistent"


def test_no_item_of_a_list_is_dropped_in_silence():
    for text in ("1, 2, 3, x, 8", "1, 2, ?, 5", "1, 2.5, 3", "1, 2,, 3"):
        with pytest.raises(GfkitError):
            verify(text, game="independent-sets", family="path:n")
    with pytest.raises(InputError, match="5 terms are given, and there are 3"):
        verify("1, 2, 3, 4, 5", data=[1, 2, 3])


def test_fractions_in_x_and_y_are_those_of_size_and_pieces():
    # Tilings of a row by squares and dominoes, y for each domino.
    true, damaged = "1/(1 - x - x^2*y)", "1/(1 - x - x^2*y^2)"
    options = {"game": "matchings", "family": "path:n", "weights": "pieces"}
    for text in (true, f"G.f.: {true}", "1/(1 - y - y^2*x)"):
        verdict = verify(text, **options)
        assert verdict.verdict == "proved"
        assert "marks the size" in verdict.notes[0]
    assert verify(damaged, **options).is_refuted


def test_limits_of_quotients():
    assert judge_formula("Limit a(n+1)/a(n) = (1+sqrt(5))/2 = 1.6180...", truth_of("FIB")).verdict == "proved"
    assert judge_formula("Limit a(n+1)/a(n) = 1.6181...", truth_of("FIB")).is_refuted
    assert judge_formula("lim a(n)/a(n+1) = (sqrt(5)-1)/2", truth_of("FIB")).verdict == "proved"


def test_what_a_line_says_of_itself():
    found = {
        text: [part.said for part in parts_of(text)] for text in ("E.g.f.: exp(x)", "1, 2, 3", "2^n", "12")
    }
    assert list(found.values()) == [[Said.EXPONENTIAL], [Said.TERMS], [Said.FORMULA], [Said.FORMULA]]


def test_trigonometric_products_are_never_called_proved():
    kasteleyn = r"a(n) = \prod_{j=1}^{2}\prod_{k=1}^{n} (4\cos^2(\pi j/5) + 4\cos^2(\pi k/(n+1)))^{1/2}"
    verdict = judge_formula(kasteleyn, truth_of("DOM4"))
    assert (verdict.verdict, verdict.evidence.method) == ("consistent", "terms-compared")
    assert judge_formula("a(n) = round(exp(n/2))", truth_of("DOM4")).is_refuted


def test_a_verdict_is_quick():
    law = LawTruth(RationalGF.parse("1/(1 - t - t^3 - 2*t^7 + t^20)"))
    for text in (
        "a(n) = a(n-1) + a(n-3) + 2*a(n-7) - a(n-20)",
        "1/(1 - x - x^3 - 2x^7 + x^20)",
        "a(n)^2 - a(n-1)*a(n+1) = 1",
    ):
        begin = process_time()
        judge_formula(text, law)
        assert process_time() - begin < 3


@pytest.mark.parametrize(
    "formula",
    [
        "a(n) = 2*a(n-1) - a(n-3) if n > 2, a(0) = 1,(1) = 2, a(2) = 3",
        "a(n) = Tr(M^n), where M = [[1,1],[1],0]]",
    ],
)
def test_damaged_formulas_are_refused_in_one_line(formula):
    with pytest.raises(GfkitError) as refused:
        judge_formula(formula, truth_of("FIB"))
    assert "\n" not in str(refused.value)


def test_sums_within_sums_have_the_values_of_their_definition():
    def choose(a: int, b: int) -> int:
        if b < 0:
            return 0
        return comb(a, b) if a >= 0 else (-1) ** b * comb(b - a - 1, b)

    inner = "binomial(n-2*k, j)*binomial(j-3, k-j)*(2*k-j)*(-1)^k"
    side = read_statement(f"Sum_{{k=0..n}} Sum_{{j=-3..k}} {inner}").chains[0].sides[0]
    for n in range(9):
        terms = (
            choose(n - 2 * k, j) * choose(j - 3, k - j) * (2 * k - j) * (-1) ** k
            for k in range(n + 1)
            for j in range(-3, k + 1)
        )
        assert exact_value(side, n).rational == sum(terms)
