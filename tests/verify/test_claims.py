"""Claims in tables and single claims: a game, terms or a formula, a printed formula, and the verdict.

The tables are ``data/claims.txt`` and ``data/printed_formulas.txt``; their truth is known from definitions
and well-known sequences, which the files cite and brute force counts here. Random claims are in
``differential``.
"""

import pathlib
from functools import cache
from itertools import product
from math import comb, factorial, gcd

import pytest
from choice import then_slow
from cli.calling import call, repeated
from differential.statements import FAMILIES
from known_sequences import recurrent
from tables import lines, tables

import gfkit
from gfkit.claims import verify
from gfkit.claims.claim import judge_formula
from gfkit.claims.provers.truth import DataTruth, GameTruth, LawTruth
from gfkit.claims.reading.readings import AMBIGUITIES
from gfkit.core.algebra import RationalGF, Status
from gfkit.core.errors import GfkitError, InputError, LimitError, UndecidedError
from gfkit.core.rules import Question
from gfkit.core.typing import Weights
from gfkit.guessing import Data
from gfkit.oeis.clause import judge_clauses as settle
from gfkit.oeis.hedged import read_line

DATA = tables("verify_cases")["claims"]


def number(text):
    """Convert strings of digits to numbers, and keep other strings."""
    return [*map(int, text)] if type(text) is list else int(text) if text.isdigit() else text


def claims():
    """Return rows: whether it is slow, section, query, verdict, formula, other properties."""
    found, section = [], ""
    for line in lines("claims"):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        elif line.startswith(">"):
            found[-1][-1].append(("as", line.partition(" ")[2]))
            found[-1][-1].extend([("again", "")] * line.startswith("> "))
        else:
            star, words, verdict, formula, *more = [line[:2] == "* ", *line.removeprefix("* ").split(" | ")]
            game, family, *options = words.split()
            about = {"data": family.split(",")} if game == "data" else {"game": game, "family": family}
            asked = {key: number(word) for key, word in (about | dict(o.split("=") for o in options)).items()}
            known = [tuple(part.split("=", 1)) for part in more]
            found.append((star, section, asked, verdict, formula.strip(), known))
    return found


CLAIMS = claims()
QUICK = 40
IN_PARTS = then_slow(range(0, QUICK, 3), 1, *(k for k in range(QUICK) if k % 3), QUICK)


def rows_of(part, rows):
    """Return a part of the rows: the last part contains the slow rows, the others rows of all sections."""
    return [row for row in rows if row[0] == (part == QUICK)][part % QUICK :: QUICK if part < QUICK else 1]


def differs(found, key, value):
    """Return True if a property of a verdict differs from the table."""
    first = found.first_difference
    if key == "reading":
        return value not in (found.reading or "") or bool(value) != bool(found.reading)
    return not {
        "from": lambda: str(found.holds_from) == value,
        "printed": lambda: str(found.printed_from) == value,
        "choice": lambda: str(found.is_choice) == value,
        "first": lambda: str(first.n) == value,
        "again": lambda: verify(found.statement).verdict is found.verdict,
        "as": lambda: value in (found.statement, found.statement.partition("; ")[2]),
        "repair": lambda: (found.repair or "").startswith(value) and bool(found.repair) == bool(value),
        "by": lambda: found.evidence.method == value,
        "says": lambda: value in found.reason or (first is not None and value == first.formula),
        "note": lambda: any(value in note for note in found.notes) if value else not found.notes,
    }[key]()


def judged(formula, asked):
    """Return a verdict and an empty string, or None and the error message."""
    try:
        return verify(formula, **asked), ""
    except (InputError, LimitError) as refused:
        return None, str(refused)


@pytest.mark.parametrize("part", IN_PARTS)
def test_claims(part):
    """Check each verdict; a statement that is true only later is proved from there."""
    for _, section, asked, verdict, formula, known in rows_of(part, CLAIMS):
        found, refusal = judged(formula, asked)
        if found is None:
            assert verdict == "refused", (formula, refusal)
            assert "\n" not in refusal
            assert all(value in refusal for _, value in known), refusal
            continue
        assert found.verdict == verdict, (formula, asked, str(found))
        asked_again = part % 3 or part == QUICK
        known = [row for row in known if row[0] != "again" or asked_again]
        assert [key for key, value in known if differs(found, key, value)] == [], (formula, str(found))
        if verdict == "proved" and section == "growth and decimals":
            contradicting = ("should be", "is missing", "wrong")
            assert not any(word in note for note in found.notes for word in contradicting), formula
        if section == "true later than printed":
            is_from = (found.holds_from, found.printed_from)
            assert found.reason.startswith("true for n >= {}; printed for n >= {}: at ".format(*is_from))
            assert found.evidence.status is Status.PROVED
            assert not found
            assert not found.is_refuted
            about = dict(known)
            head, _, behind = formula.replace(", n = 0, 1, 2, ...", " for n >= 0").rpartition(" for n >")
            rest = behind.lstrip("= 0123456789").replace(",a(", ", a(")
            ranged = verify(f"{head} for n >= {about['from']}{rest}", **asked)
            assert (ranged.verdict, str(ranged.holds_from)) == ("proved", about["from"]), formula
        if section == "repairs" and asked.get("family") == "path:n":
            assert found.correction, formula


def test_every_question_is_documented():
    page = pathlib.Path("docs/ranges.md").read_text("utf-8")
    assert [one.name for one in AMBIGUITIES if f"\n| {one.name} |" not in page] == []


def test_rounded_constants_at_the_end_of_their_interval():
    """There are 3*2^(n-1) colourings of a path: the constant is 1.50, so 1.49 is false."""
    assert verify("a(n) = 1.49*2.0^n + o(1)", game="colourings:3", family="path:n").is_refuted


def test_huge_formulas_meet_a_limit(tmp_path):
    for formula in DATA["huge"]:
        with pytest.raises(LimitError):
            verify(repeated(formula), game="node-kayles", family="path:n")
    file = tmp_path / "formula"
    file.write_text("\ufeff" + "+" * 1500 + "F(n+2)", encoding="utf-8")
    said = call("verify", file, "--for", "node-kayles", "path:n", code=0)
    assert "proved" in said.out


@pytest.mark.slow(12)
def test_a_product_of_many_factors_meets_a_limit():
    with pytest.raises(LimitError):
        verify("*".join(["(1+t)"] * 10_000), game="node-kayles", family="path:n")


# Notations in print, each with a damaged version


FIBONACCI = recurrent([0, 1], 1, 1, count=400)
GAMES = {
    "FIB": ("independent-sets", "path:n", FIBONACCI[2:]),
    "DOM2": ("domino-tilings", "2xn", FIBONACCI[1:]),
    "LUC": ("independent-sets", "cycle:n", recurrent([2, 1], 1, 1, count=40)[3:]),
    "PEL": ("independent-sets", "2xn", recurrent([1, 3], 2, 1, count=40)),
    "JAC": ("cis", "path:n", recurrent([1, 3], 1, 2, count=40)),
    "DOM3": ("domino-tilings", "3x2n", recurrent([1, 3], 4, -1, count=40)),
    "DOM4": ("domino-tilings", "4xn", recurrent([1, 1, 5, 11], 1, 5, 1, -1, count=40)),
}
TERMS = {
    "CAT": [comb(2 * n, n) // (n + 1) for n in range(25)],
    "MOT": [sum(comb(n, 2 * k) * comb(2 * k, k) // (k + 1) for k in range(n // 2 + 1)) for n in range(25)],
    "CBC": [comb(2 * n, n) for n in range(25)],
    "SQ": [n * n for n in range(25)],
    "FAC": [factorial(n) for n in range(20)],
    "GCD": [gcd(n, 6) for n in range(40)],
    "QPO": [n * n // 4 for n in range(30)],
    "SPT": recurrent([0, 1], 4, -1, count=25),
    "POW": [2**n for n in range(25)],
}
PRINTED = [
    (line[:2] == "* ", *(part.strip() for part in line.removeprefix("* ").split(" | ")))
    for line in lines("printed_formulas")
]


@cache
def truth_of(name):
    if name in TERMS:
        return DataTruth(Data.of(TERMS[name], 0))
    return GameTruth(Question.of(*GAMES[name][:2]))


def test_the_games_have_the_terms_that_the_tables_are_about():
    for name, (_, _, terms) in GAMES.items():
        known = truth_of(name).sequence(Weights.NONE)
        assert list(known.terms(known.first_n, known.first_n + 20)) == terms[:20], name
    for family in FAMILIES:
        sizes = range(family.first_n, family.first_n + 5)
        listed = [gfkit.brute_force(family.game, family.boards.replace("n", str(n))).count for n in sizes]
        assert listed == family.terms(5), family.boards
    assert len(PRINTED) > 165


@pytest.mark.parametrize("part", IN_PARTS)
def test_every_notation(part):
    """True formulas are not refuted, and those of games mostly proved; damaged ones are false as printed."""
    unproved = []
    for _, name, true, damaged in rows_of(part, PRINTED):
        found = judge_formula(true, truth_of(name))
        assert found.verdict == "consistent" if name in TERMS else not found.is_refuted, true
        unproved += [true] * (name in GAMES and found.verdict != "proved")
        found = judge_formula(damaged, truth_of(name))
        assert found.is_refuted or found.is_later or found.reading, damaged
    assert len(unproved) <= 4  # trigonometric products, one irrational ceiling


def test_words_that_restrict_a_count_are_never_dropped():
    """A true formula of all independent sets of a path is not a statement about some of them."""
    spoken = [f"The number of {word} independent sets" for word in DATA["restricting_adjectives"]]
    spoken += [f"The {word} number of independent sets" for word in DATA["restricting_adjectives"]]
    spoken += [f"The number of {words}" for words in DATA["restricting_phrases"]]
    spoken += [f"{words} independent sets" for words in DATA["restricting_openers"]]
    for words in spoken:
        with pytest.raises(InputError):
            judge_formula(f"{words} is $F_{{n+2}}$.", truth_of("FIB"))
    for word in DATA["restricting_adjectives"][:5]:
        with pytest.raises(UndecidedError, match=word):
            judge_formula(f"The number of {word} independent sets is $F_{{n+2}}$.", truth_of("FIB"))
    assert (
        judge_formula("The number of all independent sets is $F_{n+2}$.", truth_of("FIB")).verdict == "proved"
    )


def test_identities_of_known_sequences_do_not_depend_on_the_game():
    for text in DATA["identities_of_known_sequences_say_nothing_of_the_game"]:
        assert "where" in text or verify(text).verdict == "proved"
        with pytest.raises(UndecidedError, match="says nothing about"):
            judge_formula(text, truth_of("PEL"))


@pytest.mark.slow(1.5)
def test_trigonometric_products_are_never_called_proved():
    kasteleyn = r"a(n) = \prod_{j=1}^{2}\prod_{k=1}^{n} (4\cos^2(\pi j/5) + 4\cos^2(\pi k/(n+1)))^{1/2}"
    found = judge_formula(kasteleyn, truth_of("DOM4"))
    assert (found.verdict, found.evidence.method) == ("consistent", "terms-compared")


def test_corrupted_formulas_are_rejected_in_one_line():
    for formula in DATA["damaged_formulas_are_refused_in_one_line"]:
        with pytest.raises(GfkitError) as refused:
            judge_formula(formula, truth_of("FIB"))
        assert "\n" not in str(refused.value)


# Equal verdicts for a game, for terms and for the sequence of an entry


def test_the_first_index_from_which_a_claim_holds():
    # The term at ``late`` is one too large: a claim with this number of earlier terms holds after them.
    claims = (("a(n) = a(n-1) + a(n-2)", 2), ("a(n) = F(n+1)", 0), ("1/(1 - t - t^2)", 0))
    for late, (text, reach) in product(range(7), claims):
        is_series = text.startswith("1/")
        found = verify(text, data=[value + (n == late) for n, value in enumerate(FIBONACCI[1:16])])
        assert found.is_refuted
        if not is_series:  # for a series, terms determine only the first failure
            assert (found.holds_from, found.is_lasting) == (late + reach + 1, False)
            assert reach or found.repair == f"the formula holds only for n >= {late + 1}"
        law = RationalGF.parse(f"1/(1 - t - t^2) + t^{late}")
        (clause,) = read_line(f"Empirical: G.f.: {text}." if is_series else f"{text}.").clauses
        settled = settle([clause], LawTruth(law))
        assert settled.verdict == ("refuted" if is_series else "proved")
        assert not is_series or settled.first_difference.n == late
        assert (settled.holds_from, settled.is_lasting) == (late + reach + 1, True)


def test_all_clauses_of_a_line_have_the_same_index_shift():
    # Both clauses state a(n + 1) of the entry F(n): F(1) = 1.
    clauses = read_line("Empirical: a(n) = A000045(n+1); a(0) = 1.").clauses
    fibonacci = LawTruth(RationalGF.parse("t/(1 - t - t^2)"))
    found = settle(clauses, fibonacci)
    assert found.verdict == "open"
    assert "index moved by 1" in found.reason
    assert settle(read_line("a(n) = A000045(n+1); a(0) = 2").clauses, fibonacci).is_refuted


def test_rounded_powers_are_confirmed_as_they_are_proved():
    # A001333: half of the sum of the n-th powers of 1 + sqrt(2) and 1 - sqrt(2), the second below 1/2.
    text = "a(n) = floor((1+sqrt(2))^n/2 + 1/2)"
    pell = RationalGF.parse("(1 - t)/(1 - 2*t - t^2)")
    exact = [1, 1, 3, 7, 17, 41, 99]
    assert list(pell.terms(7)) == exact
    assert settle(read_line(text).clauses, LawTruth(pell)).verdict == "proved"
    shifted = settle(read_line("a(n) = floor((1+sqrt(2))^n/2)").clauses, LawTruth(pell))
    assert shifted.is_refuted
    assert shifted.first_difference.n == 0  # half of 1 is 0 rounded down


def test_a_correction_by_transposing_rows_and_columns():
    # Right ends of Domineering on n x 3: Huntemann and McKay, the recurrence in print.
    text = "a(n) = 4*a(n-1) + 4*a(n-2) - 4*a(n-3) - a(n-4)"
    asked = {"game": "domineering", "positions": "right-ends"}
    assert verify(text, family="nx3", **asked).verdict == "proved"
    repair = verify(text, family="3xn", **asked).repair
    assert repair == "the recurrence is correct for left-ends on 3xn"  # the transposed boards


def test_a_given_formula_proves_and_refutes_claims():
    squares = LawTruth(RationalGF.parse("t*(1 + t)/(1 - t)^3"))  # the sum of n^2 t^n
    assert judge_formula("n^2", squares).verdict == "proved"
    assert judge_formula("a(n) = a(n-1) + 2*n - 1 for n >= 1", squares).verdict == "proved"
    wrong = judge_formula("a(n) = 2*a(n-1) - a(n-2) + 3", squares)
    assert (wrong.verdict, wrong.first_difference.n) == ("refuted", 2)  # 2*1 - 0 + 3 is 5, and not 4
    assert judge_formula("n^2 if n < 50; n^2 + 1 otherwise", squares).first_difference.n == 50


def test_a_formula_with_weights_is_compared_with_weighted_claims():
    matchings = LawTruth(RationalGF.parse("1/(1 - t - x*t^2)"))  # of a path, by edges
    assert judge_formula("1/(1 - t - x*t^2)", matchings).verdict == "proved"
    assert judge_formula("P(n) = P(n-1) + x*P(n-2)", matchings).verdict == "proved"
    assert judge_formula("P(n) = P(n-1) + P(n-2)", matchings).is_refuted  # 1 + x is not 2
    with pytest.raises(InputError, match="polynomials"):
        judge_formula("F(n+1)", matchings)
