"""Canonical texts of statements: the meaning of sentences, and the round trip of printed claims.

The expected texts are written by hand; conditions are evaluated as Python.
"""

import re

import pytest
from choice import some_of
from tables import lines
from test_claims import CLAIMS, judged

from gfkit.claims import verify
from gfkit.claims.provers.scope import condition_tree
from gfkit.claims.reading.sentences import congruence_claim
from gfkit.claims.statement.canonical import canonical_text, expression_text, parse_statement


def test_sentences():
    wrong = []
    for query, rest in (line.split(" | ", 1) for line in lines("statements") if " => " in line):
        (text, expected), (game, *family) = rest.split(" => "), query.split()
        about = {} if game == "-" else {"game": game, "family": family[0]}
        start = f"a(n) = count({game} | {family[0]}); " if about else ""
        if game == "data":
            about, start = {"data": eval(family[0])}, f"a(n) = terms(0: {family[0].replace(',', ', ')}); "
        verdict = verify(text, **about)
        found = verdict.statement
        wrong += [(text, found)] * (found not in (expected, start + expected))
        wrong += [found] * (canonical_text(parse_statement(found)) != found)
        is_typed = "= count(" not in found.partition("; ")[2]
        wrong += [(text, "again")] * (is_typed and verify(found).verdict != verdict.verdict)
    assert not wrong


def test_typed_statements():
    """The first word is the truth by definition; a question mark follows if it need not be provable."""
    wrong = []
    for truth, text in (line.split(" | ", 1) for line in lines("typed")):
        found = judged(text, {})[0]
        wrong += [text] * (bool(found) if truth == "false" else truth == "true" and not found)
        wrong += [text] * (found is not None and found.is_refuted and truth != "false")
    assert not wrong


CONDITIONS = """n = 2^k - 1; n = 3^k + 2; n - 5 is a power of 2; n has no digit 2 in base 3; n is odd
n mod 6 in {1, 2}; all digits of n in base 4 are in {1, 3}; n mod 6 in {0, 1, 3, 4, 5}
n mod 7 in {0, 1, 2, 4, 5}; 4 does not divide n"""


@pytest.mark.parametrize("words", re.split("[;\n] *", CONDITIONS))
def test_conditions_mean_what_their_claims_check(words):
    """The text is evaluated as Python."""
    condition = congruence_claim(f"a(n) is odd iff {words}").condition
    text = re.sub(r"n = (\d+) \(mod (\d+)\)", r"n % \2 == \1", expression_text(condition_tree(condition)))
    names = {
        "is_power": lambda base, m: any(base**k == m for k in range(12)),
        "digits": lambda base, m, *allowed: all(
            m // base**k % base in allowed for k in range(9) if m >= base**k
        ),
    }
    holds = [n for n in range(300) if eval(text.replace(" mod ", " % "), {**names, "n": n})]
    assert holds == [n for n in range(300) if n in condition]
    assert 0 < len(holds) < 300


@pytest.mark.parametrize(
    "rows", [some_of(CLAIMS, step=50), pytest.param(CLAIMS, marks=pytest.mark.slow(55))], ids=["some", "all"]
)
def test_printed_claims_are_read_back(rows):
    found = [verdict.statement for _, _, asked, _, text, _ in rows if (verdict := judged(text, asked)[0])]
    assert [one for one in found if canonical_text(parse_statement(one)) != one] == []
    assert len(found) > len(rows) // 3
