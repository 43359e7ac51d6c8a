"""Printed ranges: every n of one is judged, and what is proved from a later n on is said to be true later.

Independent sets of the path with n vertices are F(n+2): 1, 2, 3, 5, 8, 13, 21 for n = 0, ..., 6. Those of the
cycle are L(n) from n = 3 on: 4, 7, 11.
"""

from __future__ import annotations

import json

import pytest

from gfkit.cli.main import main
from gfkit.errors import LimitError
from gfkit.sequences import Evidence, RationalGF, Status
from gfkit.verify import verify
from gfkit.verify.claim import judge_formula
from gfkit.verify.judge import Judgement
from gfkit.verify.truth import LawTruth

PATH = {"game": "independent-sets", "family": "path:n"}
CYCLE = {"game": "independent-sets", "family": "cycle:n"}
PATHS = RationalGF.parse("(1 + t)/(1 - t - t^2)")

LATER = [
    # a(2) + ... + a(n-2) = a(n) - 5 from n = 3 on, where the sum is empty; before that a(n) is 1, 2, 3.
    (PATH, "a(n) = 5 + Sum_{k=2..n-2} a(k) for n >= 0", 3, 0),
    (PATH, "a(n) = 5 + Sum_{k=2..n-2} a(k) for n >= 2", 3, 2),
    # a(3) + ... + a(n-2) = a(n) - 8 from n = 4 on; a(1), a(2) and a(3) are 2, 3, 5.
    (PATH, "a(n) = 8 + Sum_{k=3..n-2} a(k) for n >= 1", 4, 1),
    # At n = 1 the sum is empty, and a(2) = 3; at n = 0 it is empty too, and a(1) = 2.
    (PATH, "Sum_{k=1..n-1} a(k) = a(n+1) - 3 for n >= 0", 1, 0),
    # a(3) a(0) = 5 = a(2) a(1) - 1; a(-3) is not there.
    (PATH, "a(n)*a(n-3) = a(n-1)*a(n-2) + (-1)^n for n >= 0", 3, 0),
    (PATH, "a(n)^2 = a(n-1)*a(n+1) - (-1)^n + [n = 3] for n >= 1", 4, 1),
    (PATH, "a(n+m) = a(n-1)*a(m) + a(n-2)*a(m-1) for n >= 0", 2, 0),
    (PATH, "a(n) = a(n-1) + a(n-2) for n >= 1", 2, 1),
    (PATH, "a(n) = a(n-1) + a(n-2), n = 0, 1, 2, ...", 2, 0),
    (PATH, "a(n) = a(n-1) + a(n-2) for n >= 1, a(0) = 1, a(1) = 2", 2, 1),
    (PATH, "a(n) = 2*a(n-1) - a(n-3) for n > 1", 3, 2),
    (PATH, "a(n) = a(n-1) + a(n-2) + a(n-5) - a(n-5) for n >= 2", 5, 2),
    (PATH, "a(n) = a(n-1) + a(n-2) + [n = 4] for n >= 2", 5, 2),
    (PATH, "a(n) = F(n+2) + 0^n for n >= 0", 1, 0),
    (PATH, "a(n) = F(n+2) + [n = 2] for n >= 0", 3, 0),
    (PATH, "a(n) = F(n+2) if n > 1; 7 otherwise, for n >= 0", 2, 0),
    (PATH, "a(n) = F(n+2) if n >= 4, for n >= 0", 4, 0),
    (PATH, "a(n+1) = F(n+3) + 0^n for n >= 0", 1, 0),
    (PATH, "a(n) = 5 + Sum_{k=2..n-2} F(k+2) for n >= 0", 3, 0),
    # phi^2/sqrt(5) + 0.9 = 2.07 rounds to 2 at n = 0; the error is below 1/2 from n = 1 on.
    (PATH, "a(n) = round(((1+sqrt(5))/2)^(n+2)/sqrt(5) + 0.9*(1/2)^n) for n >= 0", 1, 0),
    (PATH, "a(n) = [n = 1] + Sum_{k=0..floor((n+1)/2)} binomial(n+1-k, k) for n >= 0", 2, 0),
    (CYCLE, "a(n) = L(n) for n >= 1", 3, 1),
    (CYCLE, "a(n) = a(n-1) + a(n-2) for n >= 3", 5, 3),
    (CYCLE, "a(n)^2 = L(2*n) + 2*(-1)^n for n >= 0", 3, 0),
    # n - 50 is 0 far behind the places that decide such an identity.
    (PATH, "a(n)^2*(n-50)/(n-50) = F(n+2)^2 for n >= 0", 51, 0),
    (PATH, "a(n)^2*(n-5)/(n-5) = F(n+2)^2 for n >= 0", 6, 0),
    (PATH, "a(n+m)*(n-50)/(n-50) = F(n+m+2) for n >= 0", 51, 0),
    # Matchings of the complete graph: a(n) = a(n-1) + (n-1) a(n-2), where a(-1) is not there.
    ({"game": "matchings", "family": "complete:n"}, "a(n) = a(n-1) + (n-1)*a(n-2) for n >= 1", 2, 1),
]


@pytest.mark.parametrize(("asked", "formula", "holds_from", "printed_from"), LATER)
def test_what_is_true_later_than_printed(asked, formula, holds_from, printed_from):
    verdict = verify(formula, **asked)
    assert (verdict.verdict, verdict.holds_from) == (Judgement.LATER, holds_from)
    assert verdict.printed_from == printed_from
    assert verdict.reason.startswith(f"true for n >= {holds_from}; printed for n >= {printed_from}: at ")
    assert verdict.evidence.status is Status.PROVED
    assert not verdict
    assert not verdict.is_refuted


@pytest.mark.parametrize(("asked", "formula", "holds_from", "printed_from"), LATER)
def test_from_where_it_holds_the_same_is_proved(asked, formula, holds_from, printed_from):
    del printed_from
    bare = formula.replace(", n = 0, 1, 2, ...", " for n >= 0")
    head, _, behind = bare.rpartition(" for n >")
    ranged = f"{head} for n >= {holds_from}{behind.lstrip('= 0123456789')}".replace(",a(", ", a(")
    verdict = verify(ranged, **asked)
    assert (verdict.verdict, verdict.holds_from) == (Judgement.PROVED, holds_from), ranged


JUDGED = [
    # Without a range: from where every index makes sense, and no sum is turned round.
    ("a(n) = a(n-1) + a(n-2)", "proved", 2),
    ("a(n) = 5 + Sum_{k=2..n-2} a(k)", "proved", 3),
    ("a(n)*a(n-3) = a(n-1)*a(n-2) + (-1)^n", "proved", 3),
    ("a(n) = F(n+2) + 0^n", "refuted", 1),
    # With one that is right.
    ("a(n) = 5 + Sum_{k=2..n-2} a(k) for n >= 3", "proved", 3),
    ("Sum_{k=0..n-1} a(k) = a(n+1) - 2 for n >= 0", "proved", 0),
    ("a(n+2) = a(n+1) + a(n) for n >= 0", "proved", 0),
    ("a(n+m) = a(n)*a(m) - F(n)*F(m) for n >= 0", "proved", 0),
    ("a(n) = a(n-1) + a(n-2) + 0^(n+1) for n >= 2", "proved", 2),
    ("F(2n) = F(n)*L(n) for n >= 0", "proved", 0),
    # False for ever, however it begins.
    ("a(n) = 6 + Sum_{k=2..n-2} a(k) for n >= 0", "refuted", None),
    ("a(n) = a(n-1) + 2*a(n-2) for n >= 0", "refuted", None),
    ("a(n) = F(n+2) + [n even] for n >= 0", "refuted", None),
    ("Sum_{k=0..n} a(k-1) = a(n+1) - 1 for n >= 0", "refuted", None),
    # A value that is given wrongly is wrong, whatever the range.
    ("a(n) = F(n+2) for n >= 0; a(2) = 4", "refuted", 3),
    ("a(n) = F(n+2) + 0^n for n >= 0; a(2) = 4", "refuted", 3),
    # True from n = 2 on, but no way is known to prove it: then the failure is all that is known.
    ("a(n)/a(n-1) = 1 + a(n-2)/a(n-1) for n >= 0", "refuted", 2),
    # No n with a divisor that is 0, and divisors of which that is not known.
    ("a(n)^2*(2n-5)/(2n-5) = F(n+2)^2 for n >= 0", "proved", 0),
    ("a(n)^2/2^n = F(n+2)^2/2^n for n >= 0", "proved", 0),
    ("a(n+m)*(m+1)/(m+1) = F(n+m+2) for n >= 0", "proved", 0),
    ("a(n+m)*(m-50)/(m-50) = F(n+m+2) for n >= 0", "consistent", 0),
    ("a(n)^2/F(n-50) = F(n+2)^2/F(n-50) for n >= 0", "consistent", 0),
    # What is divided by is 0, or has no value, at n = 50, though that cancels.
    ("a(n) = F(n+2)*(n+1)/((n+1)*((n-50)/(n-50))^2) for n >= 0", "consistent", 0),
    ("a(n) = F(n+2)*(n+1)/((n+1)*(n-50)/(n-50) + 0*n) for n >= 0", "consistent", 0),
    ("a(n) = F(n+2)*(n+1)/((n+1)*(n-50)*(n-50)^(-1)) for n >= 0", "consistent", 0),
    # Cases before a gap are claimed too: a(0), a(1), a(2) are 1, 2, 3.
    ("a(n) = F(n+2) if n >= 3; n+5 if n < 2", "refuted", 3),
    ("a(n) = F(n+2) if n >= 3; n+1 if n < 2", "proved", 3),
    ("a(n) = F(n+2) if n >= 5; 4 if n = 2", "refuted", 5),
    ("a(0) = 1, a(n) = F(n+2) if n >= 3; n+5 if n < 2", "refuted", 3),
    ("a(0) = 1, a(1) = 2, a(n) = F(n+2) if n >= 3; n+5 if n < 2", "proved", 3),
    # The second side is not proved, and the first fails at n = 0.
    ("a(n) = F(n+2) + 0^n = F(n+2)*binomial(2*n, n)/binomial(2*n, n) for n >= 0", "refuted", 1),
]


@pytest.mark.parametrize(("formula", "word", "holds_from"), JUDGED)
def test_other_verdicts_stay(formula, word, holds_from):
    verdict = verify(formula, **PATH)
    assert (verdict.verdict, verdict.holds_from) == (word, holds_from), verdict


def test_values_below_the_first_index_stand_for_terms():
    # L(1) = 1 and L(2) = 3 make a(3) = 4 and a(4) = 7.
    formula = "a(1) = {}, a(2) = 3, a(n) = a(n-1) + a(n-2) for n >= 3"
    assert verify(formula.format(1), **CYCLE).verdict == "proved"
    assert verify(formula.format(2), **CYCLE).verdict == "refuted"


def test_ranges_that_begin_below_zero():
    # F(-1) = 1, F(-2) = -1, ...: Cassini's identity holds for them too. There is no path with -1 vertices.
    verdict = verify("F(n-1)*F(n+1) - F(n)^2 = (-1)^n", valid_from=-5, **PATH)
    assert (verdict.verdict, verdict.holds_from) == ("proved", -5)
    verdict = verify("a(n) = F(n+2)", valid_from=-1, **PATH)
    assert (verdict.verdict, verdict.holds_from, verdict.printed_from) == ("later", 0, -1)
    assert verify("a(n+1) = F(n+3)", valid_from=-1, **PATH).verdict == "proved"
    with pytest.raises(LimitError, match="10000 n before that are the limit"):
        verify("a(n) = F(n+2)", valid_from=-20_000, **PATH)


def test_a_law_that_is_only_probable_proves_nothing_later():
    law = LawTruth(PATHS, Evidence(Status.PROBABLE, "modular"))
    verdict = judge_formula("a(n) = a(n-1) + a(n-2) for n >= 1", law)
    assert (verdict.verdict, verdict.holds_from) == ("refuted", 2)
    assert verdict.reason.endswith("only probable")
    assert judge_formula("a(n) = a(n-1) + a(n-2) for n >= 1", LawTruth(PATHS)).verdict == "later"


DATA = [
    # Terms before those given may be there: what needs them is not compared.
    ("a(n) = a(n-1) + a(n-2) for n >= 1", 0, "consistent", "n = 1 needs terms before the first one"),
    ("a(n) = F(n+2) for n >= 0", 5, "consistent", "n = 0, ..., 4 needs terms before the first one"),
    ("a(n) = a(n-1) + a(n-2) for n >= 2", 0, "consistent", ""),
    ("a(n) = 5 + Sum_{k=2..n-2} a(k) for n >= 3", 0, "consistent", ""),
    # Empty sums are compared, and nothing is proved of data.
    ("a(n) = 5 + Sum_{k=2..n-2} a(k) for n >= 0", 0, "refuted", ""),
    ("a(n) = F(n+2) + [n = 0] for n >= 0", 0, "refuted", ""),
]


@pytest.mark.parametrize(("formula", "offset", "word", "note"), DATA)
def test_terms(formula, offset, word, note):
    verdict = verify(formula, data=PATHS.terms(16)[offset:], offset=offset)
    assert verdict.verdict == word
    assert verdict.notes[:1] == ((note,) if note else ()) or word == "refuted"


class TestCommand:
    def test_text(self, capsys):
        words = ["a(n) = 5 + Sum_{k=2..n-2} a(k) for n >= 0", "--for", "independent-sets", "path:n"]
        assert main(["verify", *words]) == 4
        first, second, *_ = capsys.readouterr().out.split("\n")
        assert first == (
            "later: true for n >= 3; printed for n >= 0: at n = 0 the formula gives 5, the truth is 1"
        )
        assert second.startswith("from n = 3 on it is proved by closure")

    def test_json(self, capsys):
        words = ["a(n) = a(n-1) + a(n-2)", "--from", "1", "--for", "independent-sets", "path:n", "--json"]
        assert main(["verify", *words]) == 4
        found = json.loads(capsys.readouterr().out)
        assert (found["verdict"], found["holds_from"], found["printed_from"]) == ("later", 2, 1)

    def test_entries(self, capsys, tmp_path):
        lines = ["a(n) = a(n-1) + a(n-2) for n >= 1", "a(n) = A000045(n+2) for n >= 0"]
        codes = {"later": 4, "false": 1}
        wrong = ["a(n) = 2*a(n-1) for n >= 1"]
        for word, formulas in (("later", lines), ("false", [*lines, *wrong])):
            said = "".join(f"%F A000001 Conjecture: {line}.\n" for line in formulas)
            terms = ",".join(map(str, PATHS.terms(12)))
            file = tmp_path / word
            file.write_text(
                f"%I A000001\n%S A000001 {terms}\n%N A000001 A name.\n{said}%K A000001 nonn\n"
                "%O A000001 0,2\n%A A000001 _Jane Doe_, Jan 01 2026\n"
            )
            asked = ["--game", "independent-sets", "--family", "path:n", "--json", "--terms", "20"]
            assert main(["oeis", "confirm", str(file), *asked]) == codes[word]
            found = json.loads(capsys.readouterr().out)
            first = found["lines"][0]
            assert (first["verdict"], first["from_n"], first["fails_at"]) == ("later", 2, 1)
            assert first["printed_from"] == 1
            assert found["lines"][1]["verdict"] == "confirmed"
            # The line to add has the right range.
            added = next(text for text in found["additions"] if "a(n-2) for n >= 1'" in text)
            assert " holds for n >= 2, and not for every n >= 1 as printed, using" in added
            assert "confirmed" not in added
