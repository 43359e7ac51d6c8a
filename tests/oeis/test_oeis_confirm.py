"""Confirm: hedged lines as they stand in published entries, settled; the same lines falsified, refuted."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from differential.entries import false_entry, sources, true_entry
from hypothesis import given, settings
from hypothesis import strategies as st

import gfkit
from gfkit.cli.main import main
from gfkit.errors import GfkitError
from gfkit.formula import recurrence_text, series_text
from gfkit.oeis import BFile, Entry
from gfkit.oeis.clause import judged as clauses_judged
from gfkit.oeis.confirm import Answer, aligned, confirm
from gfkit.oeis.hedged import hedged_lines, read_line
from gfkit.oeis.lint.rules import signature_link
from gfkit.oracle import brute_force
from gfkit.sequences import RationalGF
from gfkit.transfer import derive
from gfkit.verify.judge import Judgement, Verdict
from gfkit.verify.truth import LawTruth

AUTHOR = "_Jane Doe_, Jan 31 2026"

KING = """\
name = "Dominating sets of king graphs"
[cells]
colours = 2
[[rules.count]]
cell = 0
neighbours = "king"
of = [1]
allowed = [1, 2, 3, 4, 5, 6, 7, 8]
"""
ROOK = KING.replace("king", "rook").replace("rook graphs", "grid graphs")
INDEPENDENT = """\
name = "Maximal independent sets of grid graphs"
[cells]
colours = 2
[[rules.count]]
cell = 1
neighbours = "rook"
of = [1]
allowed = [0]
[[rules.count]]
cell = 0
neighbours = "rook"
of = [1]
allowed = [1, 2, 3, 4]
"""
RULES = {"king": KING, "rook": ROOK, "independent": INDEPENDENT}


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("rules")
    for name, text in RULES.items():
        (folder / f"{name}.toml").write_text(text)
    return {name: str(folder / f"{name}.toml") for name in RULES} | {
        name: name for name in ("arc-kayles", "node-kayles", "domineering")
    }


def entry(number: str, terms: list[int], first_n: int, *formulas: str, **parts: object) -> Entry:
    return Entry.of(number, "A name.", terms, first_n, author="_X_", formulas=list(formulas), **parts)


# First terms and hedged lines as in A288028 (A. Howroyd, C. Barker), A197049 to A197051 and A218354, A218663
# (R. H. Hardin, R. J. Mathar), and the two statements of Huntemann and McKay that begin with "It appears".
MATCHINGS = [2, 5, 22, 75, 264, 941, 3286, 11623, 40960, 144267, 508812, 1792981, 6319994]
THREE = [2, 4, 10, 18, 38, 78, 156, 320, 654, 1326, 2706, 5518, 11228, 22884]
FOUR = [3, 6, 18, 42, 108, 274, 692, 1754, 4442, 11248, 28488, 72146]
FIVE = [4, 10, 38, 108, 358, 1132, 3580, 11382, 36270, 114992]
KING_COLUMNS = {
    1: [1, 3, 5, 9, 17, 31, 57, 105, 193, 355, 653, 1201],
    2: [3, 15, 57, 225, 891, 3519, 13905, 54945, 217107, 857871, 3389769, 13394241],
    3: [5, 57, 417, 3249, 25533, 199489, 1560161, 12202673, 95434773, 746388537],
    4: [9, 225, 3249, 50625, 793881, 12383361, 193349025, 3018953025, 47135449449],
}
ROOK_COLUMNS = {
    2: [3, 11, 41, 149, 547, 2007, 7361, 27001, 99043, 363299, 1332617],
    3: [5, 41, 291, 2069, 14811, 105913, 757305, 5415209, 38722037, 276885777],
}
LINES = [
    ("arc-kayles", "3xn", "maximal", MATCHINGS,
     "Empirical: a(n) = a(n-1) +5*a(n-2) +11*a(n-3) +5*a(n-4) +14*a(n-5) +8*a(n-6) +3*a(n-7) -5*a(n-9)"
     " -11*a(n-10) -a(n-11) +2*a(n-12) +a(n-15) for n>15.", 16),
    ("arc-kayles", "3xn", "maximal", MATCHINGS,
     "Empirical g.f.: x*(2 +3*x +7*x^2 +6*x^3 +14*x^4 +7*x^5 +4*x^6 -x^7 -5*x^8 - 11*x^9 -2*x^10 +2*x^11"
     " +x^12 +x^14)/(1 -x -5*x^2 -11*x^3 -5*x^4 -14*x^5 - 8*x^6 -3*x^7 +5*x^9 +11*x^10 +x^11 -2*x^12 -x^15)."
     " - _Colin Barker_, Jun 11 2017", 1),
    ("independent", "nx3", "all", THREE,
     "Empirical: a(n) = a(n-1) +a(n-2) +3*a(n-3) -a(n-4) -a(n-5) for n>6.", 7),
    ("node-kayles", "3xn", "maximal", THREE,
     "Equivalent empirical g.f. 2*x -2*x^2*(1+x)*(2*x^3-x^2-x-2) / ( 1-x-x^2-3*x^3+x^4+x^5 )."
     " - _R. J. Mathar_, Oct 10 2011", 1),
    ("independent", "nx4", "all", FOUR,
     "Empirical: a(n) = a(n-1) +3*a(n-2) +3*a(n-3) -a(n-4) -2*a(n-5) -a(n-6) for n>7.", 8),
    ("independent", "nx5", "all", FIVE,
     "Empirical: a(n) = a(n-1) +4*a(n-2) +10*a(n-3) +4*a(n-4) -20*a(n-5) +a(n-6) -2*a(n-7) +2*a(n-8)"
     " -16*a(n-9) +4*a(n-10) +a(n-13) for n>14.", 15),
    ("king", "nx1", "all", KING_COLUMNS[1], "Empirical: a(n) = a(n-1) +a(n-2) +a(n-3).", 4),
    ("king", "nx2", "all", KING_COLUMNS[2], "Empirical: a(n) = 3*a(n-1) +3*a(n-2) +3*a(n-3).", 4),
    ("king", "nx3", "all", KING_COLUMNS[3],
     "Empirical: a(n) = 6*a(n-1) +11*a(n-2) +26*a(n-3) -5*a(n-4) -5*a(n-6).", 7),
    ("king", "nx4", "all", KING_COLUMNS[4],
     "Empirical: a(n) = 12*a(n-1) +45*a(n-2) +180*a(n-3) -27*a(n-4) -81*a(n-6).", 7),
    ("rook", "nx2", "all", ROOK_COLUMNS[2],
     "Empirical: a(n) = 3*a(n-1) +2*a(n-2) +2*a(n-3) -a(n-4) -a(n-5).", 6),
    ("rook", "nx3", "all", ROOK_COLUMNS[3],
     "Empirical: a(n) = 6*a(n-1) +5*a(n-2) +22*a(n-3) +7*a(n-4) +8*a(n-5) -18*a(n-6) -20*a(n-7) -a(n-8)"
     " +4*a(n-9) +3*a(n-10) +a(n-12).", 13),
    ("domineering", "nx2", "right-ends", [1, 4, 9, 25, 64, 169, 441, 1156],
     "It appears that a(n) = A000045(n+1)^2.", 1),
    ("domineering", "nx3", "right-ends", [2, 11, 48, 227, 1054, 4921, 22944, 107017],
     "It appears that a(n) = 4*a(n-1) + 4*a(n-2) - 4*a(n-3) - a(n-4).", 5),
]  # fmt: skip


def falsified(line: str) -> str:
    """One number changed: the coefficient of the last term back, or of x^2, or the index of F."""
    if "A000045" in line:
        return line.replace("^2", "^2 + n - 1")
    if "g.f." in line:
        return line.replace("x^2*(", "3*x^2*(", 1) if "x^2*(" in line else line.replace("7*x^2", "6*x^2", 1)
    place = list(re.finditer(r"([0-9]*)\*?a\(n-[0-9]+\)", line))[-1]
    return (
        f"{line[: place.start()]}{int(place[1] or 1) + 1}*{line[place.start() + len(place[1]) :].lstrip('*')}"
    )


@pytest.mark.parametrize(("game", "family", "positions", "terms", "line", "start"), LINES)
def test_published_lines_and_their_falsified_copies(games, game, family, positions, terms, line, start):
    given_entry = entry("A000001", terms, 1, line)
    found = confirm(given_entry, games[game], family, positions, author=AUTHOR, terms=60)
    (settled,) = found.lines
    assert settled.verdict is Answer.CONFIRMED, settled.reason
    assert settled.from_n == start
    assert re.search(r"transfer matrix of [1-9][0-9]* states", settled.reason)
    wrong = falsified(line)
    assert wrong != line
    refuted = confirm(entry("A000001", terms, 1, wrong), games[game], family, positions, terms=60)
    assert refuted.lines[0].verdict is Answer.FALSE, wrong
    assert refuted.lines[0].fails_at is not None
    assert not any("confirmed" in added for added in refuted.additions)
    assert not any("/index/Rec" in added for added in refuted.additions)


def test_a_table(games):
    rows = [[1, 3, 5, 9, 17], [3, 15, 57, 225], [5, 57, 417], [9, 225], [17]]
    terms = [rows[m - 1][s - m - 1] for s in range(2, 7) for m in range(1, s)]
    lines = [
        "Empirical for column k:",
        "k=1: a(n) = a(n-1) +a(n-2) +a(n-3).",
        "k=2: a(n) = 3*a(n-1) +3*a(n-2) +2*a(n-3).",
        "k=3: a(n) = 6*a(n-1) +11*a(n-2) +26*a(n-3) -5*a(n-4) -5*a(n-6).",
        "T(n,k) = T(k,n).",
    ]
    found = confirm(entry("A218663", terms, 1, *lines), games["king"], "mxn")
    assert [line.verdict.value for line in found.lines] == ["confirmed", "false", "confirmed"]
    other = confirm(entry("A218663", [2, *terms[1:]], 1, *lines), games["king"], "mxn")
    assert {line.verdict.value for line in other.lines} == {"cannot say"}


# Offsets


def judged(line: str, series: RationalGF) -> Verdict:
    """The verdict on a line that is read whole."""
    read = read_line(line)
    assert not read.unread, read.unread
    return clauses_judged(read.clauses, LawTruth(series))


PELL = RationalGF.of([1], [1, -2, -1])  # o12 on paths: 1, 2, 5, 12, ...


@pytest.mark.parametrize("shift", [-3, -1, 0, 1, 2])
def test_the_offset_is_found(shift):
    first = max(0, -shift)
    terms = [PELL[n + shift] if n + shift >= 0 else 99 for n in range(first, first + 12)]
    given_entry = entry("A000001", terms, first, "Conjecture: a(n) = 2*a(n-1) + a(n-2).")
    assert aligned(given_entry, PELL).shift == shift
    assert confirm(given_entry, "o12", "path:n", terms=20).lines[0].verdict is Answer.CONFIRMED


def test_conventions_before_the_first_board():
    # Boards that close up start at n = 3; an entry may put anything in front, and a(0) may be anything.
    true = [14, 34, 82, 198, 478, 1154]
    given_entry = entry("A000001", [7, 7, 7, *true], 0, "Empirical: a(n) = 2*a(n-1) + a(n-2) for n > 4.")
    line = confirm(given_entry, "o12", "cycle:n").lines[0]
    assert (line.verdict, line.from_n) == (Answer.CONFIRMED, 5)
    zero = entry("A000001", [0, 2, 5, 12, 29, 70], 0, "Empirical: a(n) = 2*a(n-1) + a(n-2).")
    line = confirm(zero, "o12", "path:n").lines[0]
    assert (line.verdict, line.from_n) == (Answer.CONFIRMED, 3)


def test_never_false_by_a_slip():
    # a(0) was put in front later, or the offset moved: ranges, powers of x and arguments are off by it.
    lines = [
        "Empirical: a(n) = 2*a(n-1) + a(n-2) for n > 1.",
        "Conjecture: g.f.: (2 + x)/(1 - 2*x - x^2).",
        "Conjecture: g.f.: x/(1 - 2*x - x^2).",
        "Conjecture: g.f.: x*(2 + x)/(1 - 2*x - x^2).",
        "Conjecture: a(n) = ((1+sqrt(2))^n - (1-sqrt(2))^n)/(2*sqrt(2)).",
    ]
    found = confirm(entry("A000001", PELL.terms(12), 0, *lines), "o12", "path:n")
    assert [line.verdict.value for line in found.lines] == [
        "confirmed",
        "cannot say",
        "cannot say",
        "cannot say",
        "cannot say",
    ]
    assert found.lines[0].from_n == 2
    assert "it lacks the first terms, and is right from n = 1 on" in found.lines[3].reason
    assert "change of offset" in found.lines[1].reason


whole = st.integers(-3, 3)


@settings(max_examples=40)
@given(st.lists(whole, min_size=1, max_size=4), st.lists(whole, min_size=1, max_size=3), st.integers(0, 4))
def test_what_is_true_is_confirmed_and_what_is_moved_is_not_false(above, below, by):
    series = RationalGF.of(above, [1, *below])
    if series.order == 0:
        return
    rule = recurrence_text(series.recurrence)
    assert judged(rule, series).verdict is Judgement.PROVED
    assert judged(f"G.f.: {series_text(series)}", series).verdict is Judgement.PROVED
    bare = rule.partition(" for ")[0]
    moved = series.shifted(-by)
    assert judged(bare, moved).verdict is Judgement.PROVED
    if 0 < by <= 3:
        assert judged(f"G.f.: {series_text(series)}", moved).verdict is not Judgement.REFUTED


@settings(max_examples=40)
@given(st.lists(whole, min_size=1, max_size=4), st.lists(whole, min_size=1, max_size=3), st.integers(1, 3))
def test_what_is_wrong_for_ever_is_false(above, below, change):
    # A law of least order has no other relation of that order: one coefficient changed makes it wrong.
    series = RationalGF.of([1, *above], [1, *below])
    if series.order == 0:
        return
    back = list(series.recurrence.coefficients)
    back[0] += change
    text = " + ".join(f"({c})*a(n-{k})" for k, c in enumerate(back, 1))
    found = judged(f"a(n) = {text}", series)
    assert found.verdict is Judgement.REFUTED
    n = found.first_difference.n
    assert series[n] != sum(c * series[n - k] for k, c in enumerate(back, 1))
    assert all(
        series[j] == sum(c * series[j - k] for k, c in enumerate(back, 1)) for j in range(len(back), n)
    )


# Blocks, readings, and what cannot be said


def test_blocks_and_hedges():
    lines = [
        "Conjectures from _Colin Barker_, Jun 01 2020: (Start)",
        "G.f.: 1/(1 - 2*x - x^2).",
        "a(n) = 3*a(n-1) + a(n-2) for n>1.",
        "(End)",
        "a(n) = 2*a(n-1) + a(n-2).",
        "It seems that a(n) = 2*a(n-1) + a(n-2) for n > 1.",
        "Apparently all terms but the first are odd.",
        "Conjecture: a(n) = A001110(n+1).",
    ]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", author=AUTHOR, terms=40)
    verdicts = {line.line: line.verdict.value for line in found.lines}
    assert len(verdicts) == 5
    assert list(verdicts.values()) == ["confirmed", "false", "confirmed", "cannot say", "cannot say"]
    assert found.lines[1].fails_at == 2


def test_what_is_added():
    line = "Empirical: a(n) = 2*a(n-1) + a(n-2)."
    old = '_X_, <a href="/A000129/b000129.txt">Table of n, a(n) for n = 0..20</a>'
    given_entry = entry("A000129", PELL.terms(12), 0, line, links=[old.replace("_X_", "X")])
    found = confirm(given_entry, "o12", "path:n", author=AUTHOR, terms=40)
    states = dict(derive("o12", "path:n").evidence.details)["states"]
    assert found.additions == (
        '%H A000129 Jane Doe, <a href="/A000129/b000129.txt">Table of n, a(n) for n = 0..39</a>'
        " (terms up to n = 20 from X)",
        f"%H A000129 {signature_link([2, 1])}",
        f"%F A000129 Formula confirmed using the transfer matrix method ({states} states). - {AUTHOR}",
        "%K A000129 nonn,easy",
    )
    assert found.table.terms == tuple(PELL.terms(40))
    assert BFile.parse(found.files["b000129.txt"]) == found.table
    # Nothing is said twice: with link and keyword there, and a b-file as long, only the comment is left.
    whole_entry = entry(
        "A000129",
        PELL.terms(12),
        0,
        line,
        keywords=["easy"],
        links=[old.replace("_X_", "X").replace("..20", "..1000"), signature_link([2, 1])],
    )
    again = confirm(whole_entry, "o12", "path:n", author=AUTHOR, terms=40)
    assert [added[:2] for added in again.additions] == ["%F"]


# The g.f. and the recurrence are those of o12 on paths; what stands around them says something else.
OF_ANOTHER_KIND = [
    "Conjecture: E.g.f.: 1/(1 - 2*x - x^2).",
    "Conjecture: exponential generating function: 1/(1 - 2*x - x^2).",
    "Conjecture: Dirichlet g.f.: 1/(1 - 2*x - x^2).",
    "Conjecture: the partial sums have g.f. 1/(1 - 2*x - x^2).",
    "Conjecture: A000045 has g.f. x/(1 - x - x^2).",
    "Conjecture: reciprocal of the g.f.: 1 - 2*x - x^2",
    "It appears that 1/g.f. = 1 - 2*x - x^2",
    "Conjecture: if n is even then a(n) = 3*a(n-1).",
    "For n odd, it appears that a(n) = 2*a(n-1) + a(n-2).",
    "Conjecture: a(n) = 3*a(n-1). This holds only for prime n.",
    "Conjecture: b(n) = a(n) = 3*a(n-1).",
    "Conjecture: it is false that a(n) = 3*a(n-1).",
    "Conjecture: no prime divides a(n) = 3*a(n-1)",
    "Conjecture: 2*a(n) = F(n)",
    "Conjecture: a(n) = n mod 2.",
]


@pytest.mark.parametrize("line", OF_ANOTHER_KIND)
def test_what_speaks_of_something_else_is_not_judged(line):
    found = confirm(entry("A000129", PELL.terms(12), 0, line), "o12", "path:n", terms=20)
    assert [said.verdict for said in found.lines] == [Answer.UNKNOWN]
    assert found.additions == ()


@pytest.mark.parametrize(
    "line",
    [
        "Empirical for n > 5: a(n) = 2*a(n-1) + a(n-2).",
        "For n > 5 it seems that a(n) = 2*a(n-1) + a(n-2)",
        "Conjecture of _X Y_: a(n) = 2*a(n-1) + a(n-2) for n > 5. Checked to n = 100.",
    ],
)
def test_a_range_before_the_formula(line):
    found = confirm(entry("A000129", PELL.terms(12), 0, line), "o12", "path:n", terms=20)
    assert [(said.verdict, said.from_n) for said in found.lines] == [(Answer.CONFIRMED, 6)]


def test_blocks_about_some_n_only():
    lines = [
        "Conjectures for odd n from _X Y_, Jan 01 2020: (Start)",
        "a(n) = 3*a(n-1).",
        "(End)",
        "Conjectures from _X Y_, Feb 01 2020: (Start)",
        "a(n) = 2*a(n-1) + a(n-2).",
        "For even n:",
        "a(n) = 3*a(n-1).",
        "(End)",
        "Conjecture: a(n) = 2*a(n-1) + a(n-2).",
    ]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    verdicts = [line.verdict.value for line in found.lines]
    assert verdicts == ["cannot say", "confirmed", "cannot say", "cannot say", "confirmed"]


def test_first_values():
    bare = "Empirical: a(n) = 2*a(n-1) + a(n-2)"
    lines = [f"{bare}, a(0)=1, a(1)=2.", f"{bare}, a(1)=1, a(2)=2.", f"{bare}, a(0)=1, a(1)=3."]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    # Right; of an older offset; wrong.
    assert [line.verdict.value for line in found.lines] == ["confirmed", "cannot say", "false"]
    assert "change of offset" in found.lines[1].reason
    assert found.lines[2].fails_at == 1


def test_a_later_start_is_said_in_what_is_added():
    zero = entry("A000001", [0, 2, 5, 12, 29, 70], 0, "Empirical: a(n) = 2*a(n-1) + a(n-2).")
    (said,) = [line for line in confirm(zero, "o12", "path:n", terms=20).additions if line[1] == "F"]
    assert "is confirmed for n >= 3 using" in said


def test_lines_about_columns_say_nothing_of_a_strip():
    lines = ["Empirical for column k:", "k=3: a(n) = 3*a(n-1)."]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    assert [line.verdict for line in found.lines] == [Answer.UNKNOWN]


def test_few_terms_are_no_evidence():
    # Four terms agree, behind five that do not; and three terms in all.
    for terms in ([9, 9, 9, 9, 9, 1, 2, 5, 12], [1, 2, 5]):
        given_entry = entry("A000001", terms, 0, "Conjecture: a(n) = 2*a(n-1) + a(n-2).")
        assert aligned(given_entry, PELL) is None


def test_a_closed_form_of_unknown_kind_is_not_false_for_its_first_terms():
    ones = RationalGF.of([0, 1], [1, -1])  # 0, 1, 1, 1, ...
    found = judged("a(n) = 1 + 2*0^n", ones)
    assert found.verdict is not Judgement.REFUTED


def test_other_sequences_are_not_judged():
    found = confirm(
        entry("A000001", [1, 2, 3, 5, 8, 13], 0, "Empirical: a(n) = a(n-1) + a(n-2)."), "o12", "path:n"
    )
    assert found.lines[0].verdict is Answer.UNKNOWN
    assert "under any shift of the index" in found.lines[0].reason
    assert found.additions == ()
    whole_graphs = entry("A000085", [1, 1, 2, 4, 10, 26], 0, "Conjecture: a(n) = a(n-1) + (n-1)*a(n-2).")
    assert confirm(whole_graphs, "arc-kayles", "complete:n").lines[0].verdict is Answer.UNKNOWN


@given(st.text("a(n)=2*-+1^x/.,:> Fg", max_size=40))
def test_readings_never_crash(text):
    for said in hedged_lines(Entry("A000001", formulas=(f"Conjecture: {text}".rstrip(),))):
        if said.clauses:
            with contextlib.suppress(GfkitError, ArithmeticError, RecursionError):
                clauses_judged(said.clauses, LawTruth(PELL))


# All of a line, and nothing but this sequence


TRUE = "a(n) = 2*a(n-1) + a(n-2)"  # of 1, 2, 5, 12, 29, 70, ...
WHOLE_LINES = [
    (f"Empirical: {TRUE}. Also a(n) = 4*a(n-1).", "false"),
    (f"Empirical: {TRUE}. a(2) = 8.", "false"),
    (f"Empirical: {TRUE}. a(2) = 5.", "confirmed"),
    (f"Empirical: {TRUE}. Not true in general.", "cannot say"),
    (f"Empirical: {TRUE}. Also a(n) = A000129(n+1).", "confirmed"),
    (f"Empirical: {TRUE}; a(n) = ((1+sqrt(2))^(n+1) - (1-sqrt(2))^(n+1))/(2*sqrt(2)).", "confirmed"),
    (f"Empirical: {TRUE}; a(n) = ((1+sqrt(2))^(n+1) - (1-sqrt(2))^(n+1))/2.", "false"),
    (f"Empirical: {TRUE}. G.f.: 1/(1 - 2*x - x^2).", "confirmed"),
    (f"Empirical: {TRUE}. G.f.: 1/(1 - 2*x + x^2).", "false"),
    (f"Empirical: {TRUE}. E.g.f.: 1/(1 - 2*x - x^2).", "cannot say"),
    (f"Empirical: {TRUE}, a(0)=1, a(1)=2, a(2)=7.", "false"),
    (f"Empirical: {TRUE}, with a(0)=1 and a(1)=2.", "confirmed"),
    (f"Empirical: {TRUE} = 5*a(n-2) + 2*a(n-3).", "confirmed"),
    (f"Empirical: {TRUE} = 5*a(n-2) + 3*a(n-3).", "false"),
    (f"Empirical: {TRUE} for n > 5 except n = 7.", "cannot say"),
    (f"Empirical: {TRUE} for n > 5 and n odd.", "cannot say"),
    (f"Empirical: {TRUE} for n > 5.5.", "cannot say"),
    (f"Empirical: {TRUE} if n is even.", "cannot say"),
    (f"Empirical: {TRUE} or a(n) = 3*a(n-1).", "cannot say"),
    (f"Empirical: {TRUE}. - _R. H. Hardin_, Mar 12 2015", "confirmed"),
    (f"Empirical: {TRUE}. - _R. H. Hardin_, Mar 12 2015. a(2) = 8.", "false"),
    (f"Empirical: {TRUE}. - _Jane Doe_, Mar 12 2015, who found that it fails at n = 99", "cannot say"),
    (f"Empirical: {TRUE}. [_Jane Doe_ showed that this is false]", "cannot say"),
    (f"Empirical: {TRUE}. - _not true in general_", "cannot say"),
    (f"Empirical: {TRUE}. a(n) is n.", "cannot say"),
    (f"Empirical: {TRUE}. The sequence is linear.", "cannot say"),
    (f"Empirical: {TRUE}, 3. Also a(2) = 5.", "cannot say"),
    (f"Empirical: {TRUE}, s0 = 7.", "cannot say"),
    (f"Empirical: {TRUE}. a(-1) = 0.", "cannot say"),
    ("Empirical: 2*a(n) = 4*a(n-1) + 2*a(n-2).", "confirmed"),
    ("Conjecture: a(n+1) = A000129(n+1).", "cannot say"),
    ("Conjecture: a(n) = 7*2.0^n.", "cannot say"),
    ("Conjecture: a(n) = 1*2^0n.", "cannot say"),
    # At n = 5 it says 0/0.
    ("Conjecture: a(n) = 2*(n-5)/(n-5)*a(n-1) + a(n-2).", "cannot say"),
    ("Conjecture: a(n) = 2*a(n-1) + (n-5)^(-1)*(n-5)*a(n-2).", "cannot say"),
]


@pytest.mark.parametrize(("line", "verdict"), WHOLE_LINES)
def test_a_line_is_confirmed_when_all_of_it_is_true(line, verdict):
    found = confirm(entry("A000129", PELL.terms(12), 0, line), "o12", "path:n", terms=20)
    assert [said.verdict.value for said in found.lines] == [verdict], found.lines[0].reason
    if verdict != "confirmed":
        assert not any("confirmed" in added for added in found.additions)


def test_the_part_that_was_not_read_is_quoted():
    lines = [f"Empirical: {TRUE}. Not true in general.", f"Empirical: {TRUE}. Also a(n) = 4*a(n-1)."]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    assert found.lines[0].reason == "this part of it was not read: 'Not true in general.'"
    assert found.lines[1].reason.startswith("a(n) = 4*a(n-1): at n = 1 it gives 4, and a(1) = 2;")
    assert found.lines[1].fails_at == 1


PLAIN = ["Conjectures from _Colin Barker_, Jun 11 2017: (Start)", "Empirical: (Start)", "Conjecture (Start)"]
NOT_PLAIN = [
    "Conjectures for the partial sums: (Start)",
    "Conjectures for the bisection, from _Colin Barker_: (Start)",
    "Conjectures for the first differences from _Colin Barker_, Jun 11 2017: (Start)",
    "Empirical, where b(n) = a(2*n): (Start)",
    "Empirical for column k: (Start)",
    "Conjectures for row n of the table: (Start)",
    "Conjectures for n odd: (Start)",
    "Conjectures from _Jane Doe_ about A000045: (Start)",
]


@pytest.mark.parametrize("head", PLAIN + NOT_PLAIN)
def test_lines_speak_of_this_sequence_under_plain_heads_only(head):
    # What stands there is true, or false, of the sequence itself.
    lines = [head, f"{TRUE}.", "a(n) = 3*a(n-1).", "(End)", f"Conjecture: {TRUE}."]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    verdicts = [line.verdict.value for line in found.lines]
    if head in PLAIN:
        assert verdicts == ["confirmed", "false", "confirmed"]
    else:
        assert verdicts == ["cannot say", "cannot say", "confirmed"]
        assert f"under a head that was not read: {head!r}" in found.lines[0].reason


def test_a_line_of_words_bars_its_block():
    lines = ["Conjectures: (Start)", "Here a(n) is the second column.", f"{TRUE}.", "(End)"]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    assert [line.verdict.value for line in found.lines] == ["cannot say", "cannot say"]
    assert "'Here a(n) is the second column.'" in found.lines[1].reason
    lines = ["For even n:", f"Conjecture: {TRUE}."]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    assert [line.verdict.value for line in found.lines] == ["cannot say"]


def test_the_heads_of_all_blocks_around_a_line_count():
    around, plain = "For n odd: (Start)", "Conjectures from _Jane Doe_: (Start)."
    lines = [around, plain, f"{TRUE}.", "(End)", f"Conjecture: {TRUE}.", "(End)", f"Conjecture: {TRUE}."]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    assert [line.verdict.value for line in found.lines] == ["cannot say", "cannot say", "confirmed"]


def test_formulas_that_are_not_read_do_not_bar_their_block():
    lines = ["Conjectures: (Start)", "a(n) = 3*n for n even.", "E.g.f.: exp(x)*(1 + x).", f"{TRUE}.", "(End)"]
    found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
    assert [line.verdict.value for line in found.lines] == ["cannot say", "cannot say", "confirmed"]
    for other in ("n = 2*k.", "F(n) = 3*F(n-1).", f"{TRUE}. In all of these n is even."):
        lines[1] = other
        found = confirm(entry("A000129", PELL.terms(12), 0, *lines), "o12", "path:n", terms=20)
        assert {line.verdict.value for line in found.lines} == {"cannot say"}


def test_a_table_that_may_be_turned():
    # One term is the same both ways; 1 X 2 and 2 X 1 have different numbers of right ends.
    lines = ["Empirical for column k:", "k=2: a(n) = a(n-1)."]
    right = [int(brute_force("domineering", board, "right-ends")) for board in ("1x1", "1x2", "2x1")]
    assert right[1] != right[2]
    for terms in (right[:1], [right[0], right[2], right[1]]):
        found = confirm(entry("A000001", terms, 1, *lines), "domineering", "mxn", "right-ends")
        reasons = [line.reason for line in found.lines]
        assert ("which are its rows" in reasons[0]) == (len(terms) == 1), reasons


# From n = 4 on all but the last three cells are 1: 1, 2, 4, 8, 8, 8, ...
LATE = 'name = "Late"\n[cells]\ncolours = 2\n[rules]\nforbid = ["0???"]\n'
RANGES = [
    ("a(n) = a(n-1) for n > 3", "confirmed", 4, None),
    ("a(n) = a(n-1) for n > 9", "confirmed", 10, None),
    ("a(n) = a(n-1) for n > 2", "later", 4, 3),
    ("a(n) = a(n-1) for n >= 2", "later", 4, 2),
    ("a(n) = a(n-1) for n >= 0", "later", 4, 0),
    ("a(n) = a(n-1) for all n", "later", 4, 1),
    ("a(n) = a(n-4) for n > 3", "later", 7, 4),
    ("a(n) = a(n-4) for n >= 0", "later", 7, 0),
    ("a(n) = 2*a(n-4) for n > 3", "false", None, 4),
    ("a(n+1) = a(n) for n > 2", "confirmed", 3, None),
    ("a(n+1) = a(n) (n >= 2)", "later", 3, 3),
    ("For n > 2, a(n) = a(n-1)", "later", 4, 3),
    ("a(n) = a(n-1), a(0)=1, a(1)=2", "false", None, 2),
    ("a(n) = a(n-1)", "confirmed", 4, None),
    ("a(n) = 8 for n > 2", "confirmed", 3, None),
    ("a(n) = 8 for n > 1", "later", 3, 2),
    ("a(n) = 8 + 0^n for n > 0", "later", 3, 1),
    ("a(n) = a(n-1) for n > 3. a(n) = 8 for n > 1", "later", 4, 2),
    ("a(n) = a(n-1) for n > 2. a(n) = 9 for n > 1", "false", None, 2),
    ("a(n) = a(n-1) for n > 3; a(n) = 8 for n > 6", "confirmed", 7, None),
    ("a(n) = a(n-1), for n > 3, a(n) = 8", "cannot say", None, None),
    ("a(n) = a(n-1) (=polynomial degree 0) for n > 3", "confirmed", 4, None),
    ("a(n) = a(n-1) (=polynomial degree 0) for n > 1", "later", 4, 2),
    ("a(n) = 2*a(n-1) - a(n-2) (=polynomial degree 1) for n > 4", "false", None, None),
]


@pytest.mark.parametrize(("line", "verdict", "from_n", "fails_at"), RANGES)
def test_a_range_is_judged_as_it_is_printed(tmp_path, line, verdict, from_n, fails_at):
    (tmp_path / "late.toml").write_text(LATE)
    given_entry = entry("A000001", [1, 2, 4, 8, 8, 8, 8, 8, 8], 0, f"Empirical: {line}.")
    (found,) = confirm(given_entry, str(tmp_path / "late.toml"), "1xn", terms=20).lines
    assert (found.verdict.value, found.from_n, found.fails_at) == (verdict, from_n, fails_at), found.reason
    assert found.is_late == (line == "a(n) = a(n-1)")


def test_polynomials_of_a_degree(tmp_path):
    # Words over three letters that never fall: (n+1)(n+2)/2.
    (tmp_path / "rising.toml").write_text(LATE.replace("= 2", "= 3").replace('"0???"', '"10", "20", "21"'))
    relation = "Empirical: a(n) = 3*a(n-1) -3*a(n-2) +a(n-3)"
    lines = [
        f"{relation} (=polynomial degree 2) for n>3.",
        f"{relation} (=polynomial degree 3).",
        f"{relation}; a(n) = (1/2)*n^2 + (3/2)*n + 1.",
        f"{relation}; a(n) = (1/2)*n^2 + (3/2)*n + 2.",
        f"{relation}; (1/2)*n^2 + (3/2)*n + 1.",
        f"{relation}, a polynomial of degree 2.",
        f"{relation}; [=polynomial of degree 3]",
        f"{relation}, a polynomial of degree 2 in each class modulo 3.",
    ]
    given_entry = entry("A000217", [1, 3, 6, 10, 15, 21, 28, 36], 0, *lines)
    found = confirm(given_entry, str(tmp_path / "rising.toml"), "1xn", terms=20).lines
    verdicts = [line.verdict.value for line in found]
    assert verdicts[:5] == ["confirmed", "false", "confirmed", "false", "cannot say"]
    assert verdicts[5:] == ["confirmed", "false", "cannot say"]
    assert "no polynomial of degree 3" in found[1].reason


def test_terms_that_fit_in_two_places():
    # 1, 1, 1, 1, 1, 2, 2, ...: four terms 1 may begin at 0 or at 1.
    series = RationalGF.of([1, 0, 0, 0, 0, 1], [1, -1])
    assert aligned(Entry("A000001", terms=(1, 1, 1, 1), first_n=0), series) is None
    assert aligned(Entry("A000001", terms=(1, 1, 1, 1, 1, 2), first_n=0), series).shift == 0


# Positions of o12 on paths are Pell numbers, a(n) = (p^(n+1) - q^(n+1))/(2 sqrt(2)) with p = 1 + sqrt(2) and
# q = 1 - sqrt(2), where |q^(n+1)/(2 sqrt(2))| is less than 1/2.
O12 = [1, 2, 5, 12, 29, 70, 169, 408, 985, 2378, 5741]
ROUNDED = [
    ("a(n) = round((1+sqrt(2))^(n+1)/(2*sqrt(2)))", "confirmed"),
    ("a(n) = ceiling((1+sqrt(2))^(n+1)/(2*sqrt(2)) - 1/2)", "confirmed"),
    ("a(n) = ceil((1+sqrt(2))^(n+1)/(2*sqrt(2)))", "false"),
    ("a(n) = round((1+sqrt(2))^(n+1)/2)", "false"),
    ("a(n) = round((1+sqrt(2))^n/(2*sqrt(2)))", "cannot say"),
    ("a(n) = round(n/2 + 1)", "false"),
    ("a(n) ~ (1+sqrt(2))^(n+1)/(2*sqrt(2))", "confirmed"),
    ("a(n) ~ 0.8535*2.41421^n", "confirmed"),
    ("a(n) ~ 0.8537*2.41421^n", "false"),
    ("a(n) ~ (1+sqrt(2))^n/2", "false"),
    ("a(n) ~ (1+sqrt(2))^n/(2*sqrt(2))", "cannot say"),
    ("a(n) ~ c*2.41421^n", "cannot say"),
    ("a(n) ~ 0.8535*2.41421^n for n > 4", "cannot say"),
    ("a(n) ~ 0.8535*2.41421^n ~ 0.8536*2.41421^n", "cannot say"),
    ("a(n) = 0.8535*2.41421^n", "cannot say"),
]


@pytest.mark.parametrize(("line", "verdict"), ROUNDED)
def test_rounded_powers_and_what_grows_alike(line, verdict):
    (found,) = confirm(entry("A000129", O12, 0, f"Conjecture: {line}."), "o12", "path:n", terms=20).lines
    assert found.verdict.value == verdict, found.reason


def test_a_half_is_rounded_in_two_ways():
    line = read_line("a(n) = round(n/2)")
    up = LawTruth(RationalGF.of([0, 1], [1, -1, -1, 1]))  # 0, 1, 1, 2, 2, 3, 3, ...
    assert clauses_judged(line.clauses, up).verdict is not Judgement.REFUTED
    even = LawTruth(RationalGF.of([0, 0, 1, 1], [1, -1, 0, 0, -1, 1]))  # 0, 0, 1, 2, 2, 2, 3, 4, 4, ...
    assert clauses_judged(line.clauses, even).verdict is Judgement.OPEN


def test_a_factor_in_front_of_the_number():
    # Words of three letters without two equal neighbours: 3*2^(n-1); a third of them.
    words = gfkit.Rule.array(colours=3, forbid=["00", "11", "22"])
    third = [int(brute_force(words, f"1x{n}")) // 3 for n in range(1, 9)]
    for name, said in (
        ("1/3 the number of words.", "confirmed"),
        ("One third of the number of words.", "confirmed"),
        ("1/4 of the number of words.", "cannot say"),
        ("Number of words.", "cannot say"),
        ("Words that are 1/3 the number of others.", "cannot say"),
    ):
        told = Entry.of("A000079", name, third, 1, author="_X_", formulas=["Empirical: a(n) = 2*a(n-1)."])
        found = confirm(told, words, "1xn", terms=20)
        assert found.lines[0].verdict.value == said, found.lines[0].reason
        assert (found.table is None) == (said != "confirmed")
        assert said != "confirmed" or found.table.terms[:5] == (1, 2, 4, 8, 16)


# Random entries


def test_sources_are_what_listing_gives():
    for source in sources():
        sizes = range(source.board, source.board + 6)
        boards = [source.family.replace("n", str(n)) for n in sizes if not source.family.endswith("xn") or n]
        listed = [int(brute_force(source.game, board)) for board in boards]
        assert listed == source.counts((source.board and 6) or len(sizes))[-len(listed) :], source


@pytest.mark.parametrize("made", [true_entry, false_entry])
def test_random_entries(made):
    verdicts: Counter[tuple[str, str]] = Counter()
    for seed in range(40):
        case = made(Random(seed))
        lines = confirm(Entry.parse(case.text), case.game, case.family, terms=20).lines
        assert len(lines) == len(case.expected), case.text
        for line, expected in zip(lines, case.expected, strict=True):
            assert line.verdict.value in (expected, "cannot say"), (seed, line, case)
            verdicts[expected, line.verdict.value] += 1
    if made is true_entry:
        assert verdicts["confirmed", "confirmed"] > 5 * verdicts["confirmed", "cannot say"]
    else:
        assert verdicts["false", "false"] > 10
        assert verdicts["later", "later"] > 5
        assert verdicts["cannot say", "cannot say"] > 50


# The command


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["oeis", "confirm", *arguments])
    written = capsys.readouterr()
    return code, written.out, written.err


def test_the_command(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    good = entry("A030186", [2, 7, 22, 71, 228, 733], 1, "Empirical: a(n) = 3*a(n-1) + a(n-2) - a(n-3).")
    Path("good").write_text(f"{good}\n")
    Path("bad").write_text(f"{good}\n".replace("3*a", "4*a"))
    code, out, _ = run(capsys, "good", "--game", "domineering", "--family", "2xn", "--json", "-o", "out")
    result = json.loads(out)
    assert code == 0
    assert result["lines"] == [
        {
            "line": "Empirical: a(n) = 3*a(n-1) + a(n-2) - a(n-3).",
            "verdict": "confirmed",
            "from_n": 4,
            "fails_at": None,
            "reason": result["lines"][0]["reason"],
        }
    ]
    assert sorted(path.name for path in Path("out").iterdir()) == ["additions.txt", "b030186.txt"]
    assert Path("out/b030186.txt").read_bytes().startswith(b"1 2\n2 7\n")
    code, out, _ = run(capsys, "bad", "--game", "domineering", "--family", "2xn")
    assert code == 1
    assert re.split(r"  +", out.splitlines()[0]) == ["false", "Empirical: a(n) = 4*a(n-1) + a(n-2) - a(n-3)."]
    assert run(capsys, "good", "--game", "domineering", "--family", "2x3") == (
        2,
        "",
        "gfkit: board '2x3' is a single board; confirming needs a family, with n in it\n",
    )
    Path("two").write_text(f"{good}\n{good}\n")
    assert run(capsys, "two", "--game", "domineering", "--family", "2xn")[2] == (
        "gfkit: file 'two': 2 entries are meant, and one is needed; use --number\n"
    )


def test_a_column_is_that_of_the_boards_as_far_as_the_entry_goes():
    places = [(m, s - m) for s in range(2, 11) for m in range(1, s)]
    terms = [gfkit.count("domineering", f"{m}x{n}").count for m, n in places]
    lines = ["Empirical for column k:", "k=1: a(n) = a(n-1) + a(n-2) for n > 2."]  # Fibonacci numbers
    assert confirm(entry("A000001", terms, 1, *lines), "domineering", "mxn").lines[0].verdict == "confirmed"
    wrong = [*terms[:-1], terms[-1] + 1]  # that of the 9 x 1 board
    (line,) = confirm(entry("A000001", wrong, 1, *lines), "domineering", "mxn").lines
    assert line.verdict == "cannot say"
    assert "term 9 of the column" in line.reason
