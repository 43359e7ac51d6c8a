"""Hedged lines of entries are confirmed if they are completely true, called false if a part fails for
infinitely many n, and otherwise left unchanged.

Lines and terms are those of published entries (tests/data/hedged_lines.toml); falsified copies differ in one
number. Statements about random series are evaluated term by term here.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from bulk_files import AUTHOR, RECURRENCE_LINK
from choice import some_and_all
from cli.calling import call, told
from hypothesis import given, settings, strategies as st
from tables import tables

from gfkit import RationalGF, Rule, brute_force, count, derive
from gfkit.claims.provers.truth import LawTruth
from gfkit.core.algebra.formula import recurrence_text, series_text
from gfkit.core.errors import GfkitError
from gfkit.oeis import BFile, Entry
from gfkit.oeis.clause import judge_clauses
from gfkit.oeis.confirm import alignments, confirm
from gfkit.oeis.hedged import hedged_lines, read_line

TABLES = tables("oeis_cases")["oeis_confirm"]

DATA = tables("hedged_lines")
PELL = RationalGF.of([1], [1, -2, -1])
"""Positions of o12 on paths: 1, 2, 5, 12, ..., A000129 one place on."""
TRUE = "a(n) = 2*a(n-1) + a(n-2)"
SIGNATURE = RECURRENCE_LINK.format("2,1")
LATE = Rule.array(name="Late", colours=2, forbid=["0???"])
"""From n = 4 on all but the last three cells are 1: 1, 2, 4, 8, 8, 8, ..."""


def sets(*rows: tuple[int, str, list[int]]) -> Rule:
    """Return a rule of sets of cells with restricted neighbour counts."""
    names = ("cell", "neighbours", "of", "allowed")
    count = [dict(zip(names, (cell, seen, [1], allowed), strict=True)) for cell, seen, allowed in rows]
    return Rule.of({"name": "Sets", "cells": {"colours": 2}, "rules": {"count": count}})


SETS = {
    "king": sets((0, "king", [*range(1, 9)])),  # dominating sets of the king graph, of the grid
    "rook": sets((0, "rook", [*range(1, 9)])),
    "independent": sets((1, "rook", [0]), (0, "rook", [1, 2, 3, 4])),  # maximal sets of a grid
}


def entry(terms: list[int], first_n: int, *formulas: str, number: str = "A000001", **parts: object) -> Entry:
    return Entry.of(number, "A name.", terms, first_n, author="_X_", formulas=list(formulas), **parts)


def settled(*lines: str, terms: list[int] | None = None, first_n: int = 0, rule="o12", family="path:n"):
    """Return the verdicts on these lines of an entry, by default of the Pell numbers."""
    given_entry = entry(terms or PELL.terms(12), first_n, *lines, number="A000129")
    return confirm(given_entry, rule, family, author=AUTHOR, terms=20)


def verdicts(*lines: str, **parts: object) -> list[str]:
    return [line.verdict.value for line in settled(*lines, **parts).lines]


# Published lines


def falsified(line: str) -> str:
    """Change one number: the coefficient of the oldest term, or of x^2, or the index of F."""
    if "A000045" in line:
        return line.replace("^2", "^2 + n - 1")
    if "g.f." in line:
        return line.replace("x^2*(", "3*x^2*(", 1) if "x^2*(" in line else line.replace("7*x^2", "6*x^2", 1)
    last = list(re.finditer(r"([0-9]*)\*?a\(n-[0-9]+\)", line))[-1]
    after = line[last.start() + len(last[1]) :].lstrip("*")
    return f"{line[: last.start()]}{int(last[1] or 1) + 1}*{after}"


@pytest.mark.parametrize("some", some_and_all(DATA["published"], 1, 9))
def test_published_lines_and_their_falsified_copies(some):
    for game, family, positions, terms, line, start in some:
        rule = SETS.get(game, game)
        (said,) = confirm(entry(terms, 1, line), rule, family, positions, author=AUTHOR, terms=60).lines
        assert (said.verdict, said.from_n) == ("confirmed", start), said.reason
        assert re.search(r"transfer matrix of [1-9][0-9]* states", said.reason)
        wrong = falsified(line)
        assert wrong != line
        refuted = confirm(entry(terms, 1, wrong), rule, family, positions, terms=60)
        assert refuted.lines[0].verdict == "false", wrong
        assert refuted.lines[0].fails_at is not None
        assert not re.search("confirmed|/index/Rec", " ".join(refuted.additions))


def test_tables_and_their_columns():
    """A218663, by antidiagonals, whose columns are in the data."""
    columns = {family: terms for game, family, _, terms, *_ in DATA["published"] if game == "king"}
    rows = [columns[f"nx{k}"] for k in range(1, 5)] + [[17]]
    terms = [rows[m - 1][s - m - 1] for s in range(2, 7) for m in range(1, s)]
    lines = TABLES["tables_and_their_columns"]
    table = {"first_n": 1, "rule": SETS["king"], "family": "mxn"}
    assert verdicts(*lines, terms=terms, **table) == ["confirmed", "false", "confirmed"]
    assert {*verdicts(*lines, terms=[2, *terms[1:]], **table)} == {"cannot say"}
    assert verdicts("Empirical for column k:", "k=3: a(n) = 3*a(n-1).") == ["cannot say"]  # of no strip
    # One term is the same both ways; 1 X 2 and 2 X 1 have different numbers of right ends.
    lines = ["Empirical for column k:", "k=2: a(n) = a(n-1)."]
    right = [int(brute_force("domineering", board, "right-ends")) for board in ("1x1", "1x2", "2x1")]
    assert right[1] != right[2]
    for terms in (right[:1], [right[0], right[2], right[1]]):
        found = confirm(entry(terms, 1, *lines), "domineering", "mxn", "right-ends")
        assert ("which are its rows" in found.lines[0].reason) == (len(terms) == 1)


@pytest.mark.slow(0.8)
def test_a_column_agrees_with_the_boards_on_all_terms_of_the_entry():
    places = [(m, s - m) for s in range(2, 11) for m in range(1, s)]
    terms = [count("domineering", f"{m}x{n}").count for m, n in places]
    lines = ["Empirical for column k:", "k=1: a(n) = a(n-1) + a(n-2) for n > 2."]  # Fibonacci numbers
    table = {"first_n": 1, "rule": "domineering", "family": "mxn"}
    assert verdicts(*lines, terms=terms, **table) == ["confirmed"]
    wrong = [*terms[:-1], terms[-1] + 1]  # that of the 9 x 1 board
    (line,) = settled(*lines, terms=wrong, **table).lines
    assert line.verdict == "cannot say"
    assert "term 9 of the column" in line.reason


# Offsets


def test_the_offset_is_determined_or_no_verdict_given():
    for shift in (-3, -1, 0, 1, 2):
        first = max(0, -shift)
        terms = [PELL[n + shift] if n + shift >= 0 else 99 for n in range(first, first + 12)]
        line = f"Conjecture: {TRUE}."
        assert [place.shift for place in alignments(entry(terms, first, line), PELL)] == [shift]
        assert verdicts(line, terms=terms, first_n=first) == ["confirmed"]
    # 1, 1, 1, 1, 1, 2, 2, ...: four terms 1 may begin at 0 or at 1.
    series = RationalGF.of([1, 0, 0, 0, 0, 1], [1, -1])
    assert len(alignments(entry([1, 1, 1, 1], 0), series)) == 2
    assert [place.shift for place in alignments(entry([1, 1, 1, 1, 1, 2], 0), series)] == [0]
    # Four terms agree, after five that differ; and three terms in all.
    for few in ([9, 9, 9, 9, 9, 1, 2, 5, 12], [1, 2, 5]):
        assert alignments(entry(few, 0), PELL) == []
    found = settled("Empirical: a(n) = a(n-1) + a(n-2).", terms=[1, 2, 3, 5, 8, 13])
    assert "under any shift of the index" in found.lines[0].reason
    assert (found.lines[0].verdict, found.additions) == ("cannot say", ())
    involutions = {"terms": [1, 1, 2, 4, 10, 26], "rule": "arc-kayles", "family": "complete:n"}
    assert verdicts("Conjecture: a(n) = a(n-1) + (n-1)*a(n-2).", **involutions) == ["cannot say"]


def test_conventions_before_the_first_board():
    """Boards that close up start at n = 3; an entry may put anything in front, and a(0) may be anything."""
    ring = [7, 7, 7, 14, 34, 82, 198, 478, 1154]
    (line,) = settled(f"Empirical: {TRUE} for n > 4.", terms=ring, family="cycle:n").lines
    zero = settled(f"Empirical: {TRUE}.", terms=[0, 2, 5, 12, 29, 70])
    said = [(one.verdict, one.from_n) for one in (line, zero.lines[0])]
    assert said == [("confirmed", 5), ("confirmed", 3)]
    (added,) = [line for line in zero.additions if line.startswith("%F")]
    assert "is confirmed for n >= 3 using" in added


def test_shifted_offsets_and_initial_values_are_not_called_false():
    """a(0) was inserted later, or the offset changed: ranges, powers of x and arguments are shifted."""
    found = settled(
        f"Empirical: {TRUE} for n > 1.",
        "Conjecture: g.f.: (2 + x)/(1 - 2*x - x^2).",
        "Conjecture: g.f.: x/(1 - 2*x - x^2).",
        "Conjecture: g.f.: x*(2 + x)/(1 - 2*x - x^2).",
        "Conjecture: a(n) = ((1+sqrt(2))^n - (1-sqrt(2))^n)/(2*sqrt(2)).",
    ).lines
    assert [line.verdict for line in found] == ["confirmed", *["cannot say"] * 4]
    assert found[0].from_n == 2
    assert "n >= 1" in found[3].reason
    assert "change of offset" in found[1].reason
    # First values.
    bare = f"Empirical: {TRUE}"
    found = settled(f"{bare}, a(0)=1, a(1)=2.", f"{bare}, a(1)=1, a(2)=2.", f"{bare}, a(0)=1, a(1)=3.").lines
    # True; true with an older offset; false.
    assert [line.verdict for line in found] == ["confirmed", "cannot say", "false"]
    assert "change of offset" in found[1].reason
    assert found[2].fails_at == 1


# Random laws

whole = st.integers(-3, 3)


def judged(line: str, series: RationalGF):
    """Return the verdict on a line that is parsed completely."""
    read = read_line(line)
    assert not read.unread, read.unread
    return judge_clauses(read.clauses, LawTruth(series))


@settings(max_examples=6)
@given(st.lists(whole, min_size=1, max_size=4), st.lists(whole, min_size=1, max_size=3), st.integers(0, 4))
def test_true_lines_are_confirmed_and_shifted_ones_not_called_false(above, below, by):
    series = RationalGF.of(above, [1, *below])
    if series.order == 0:
        return
    rule = recurrence_text(series.recurrence)
    assert judged(rule, series).verdict == "proved"
    assert judged(f"G.f.: {series_text(series)}", series).verdict == "proved"
    moved = series.shifted(-by)
    assert judged(rule.partition(" for ")[0], moved).verdict == "proved"
    if 0 < by <= 3:
        assert judged(f"G.f.: {series_text(series)}", moved).verdict != "refuted"


def test_finitely_many_failures_do_not_refute():
    ones = RationalGF.of([0, 1], [1, -1])  # 0, 1, 1, 1, ...
    assert judged("a(n) = 1 + 2*0^n", ones).verdict != "refuted"
    # Two conventions round a half.
    up = RationalGF.of([0, 1], [1, -1, -1, 1])  # 0, 1, 1, 2, 2, 3, 3, ...
    assert judged("a(n) = round(n/2)", up).verdict != "refuted"
    even = RationalGF.of([0, 0, 1, 1], [1, -1, 0, 0, -1, 1])  # 0, 0, 1, 2, 2, 2, 3, 4, 4, ...
    assert judged("a(n) = round(n/2)", even).verdict == "open"


@given(st.text("a(n)=2*-+1^x/.,:> Fg", max_size=40))
def test_parsing_a_hedged_line_never_crashes(text):
    for said in hedged_lines(Entry("A000001", formulas=(f"Conjecture: {text}".rstrip(),))):
        if said.clauses:
            with contextlib.suppress(GfkitError, ArithmeticError, RecursionError):
                judge_clauses(said.clauses, LawTruth(PELL))


# Complete lines about this sequence only


def test_a_line_is_confirmed_when_all_of_it_is_true():
    found = settled(*(line for line, _ in DATA["whole"]))
    for line, (text, wanted) in zip(found.lines, DATA["whole"], strict=True):
        assert line.verdict.value == wanted, (text, line.reason)
    others = settled(*(line for line, wanted in DATA["whole"][::3] if wanted != "confirmed"))
    assert not any("confirmed" in added for added in others.additions)
    found = settled(f"Empirical: {TRUE}. Not true in general.", f"Empirical: {TRUE}. Also a(n) = 4*a(n-1).")
    assert "'Not true in general.'" in found.lines[0].reason
    assert found.lines[1].reason.startswith("a(n) = 4*a(n-1): at n = 1 the formula gives 4, and a(1) = 2;")
    assert found.lines[1].fails_at == 1
    # Lines about another object have no verdict.
    for line in DATA["of_another_kind"]:
        found = settled(line)
        assert [said.verdict for said in found.lines] == ["cannot say"], line
        assert found.additions == ()
    # Rounded powers, and sequences with equal growth.
    found = settled(*(f"Conjecture: {line}." for line, _ in DATA["rounded"])).lines
    assert [line.verdict.value for line in found] == [wanted for _, wanted in DATA["rounded"]]


def test_a_range_that_begins_before_the_terms_do_is_not_confirmed():
    """Domino tilings of 4 x n: a(4) needs a(0), which an entry with offset 1 lacks; a(5) = 95 needs a(1)."""
    terms = [1, 5, 11, 36, 95, 281, 781, 2245, 6336]
    wrong, right = (f"x*(1 + 4*x + x^2 {sign} x^3)/(1 - x - 5*x^2 - x^3 + x^4)" for sign in "+-")
    line = "Empirical: a(n) = a(n-1) + 5*a(n-2) + a(n-3) - a(n-4) for n > 3."
    strip = {"rule": "domino-tilings", "family": "4xn"}
    found = settled(line, terms=terms, first_n=1, **strip)
    assert [(said.verdict.value, said.from_n, said.fails_at) for said in found.lines] == [("later", 5, None)]
    assert any("confirmed for n >= 5 " in added for added in found.additions)
    assert not any("as printed" in added for added in found.additions)
    other = settled(line, terms=[3, *terms], **strip)  # a(4) = 36 is not 11 + 25 + 1 - 3
    assert [(said.verdict.value, said.from_n, said.fails_at) for said in other.lines] == [("later", 5, 4)]
    false = settled(f"G.f.: {wrong}.", terms=terms, first_n=1, **strip)
    assert right in false.lines[0].reason
    assert any(right in added and wrong in added for added in false.additions)


def test_ranges_are_checked_as_printed():
    terms = [1, 2, 4, 8, 8, 8, 8, 8, 8]
    lines = [f"Empirical: {line}." for line, *_ in DATA["ranges"]]
    found = settled(*lines, terms=terms, rule=LATE, family="1xn").lines
    for line, (text, verdict, from_n, fails_at) in zip(found, DATA["ranges"], strict=True):
        said = (line.verdict.value, *(-1 if n is None else n for n in (line.from_n, line.fails_at)))
        assert said == (verdict, from_n, fails_at), (text, line.reason)
        assert line.is_late == (text == "a(n) = a(n-1)"), text
    for line in (
        f"Empirical for n > 5: {TRUE}.",
        f"For n > 5 it seems that {TRUE}",
        f"Conjecture of _X Y_: {TRUE} for n > 5. Checked to n = 100.",
    ):
        (said,) = settled(line).lines
        assert (said.verdict, said.from_n) == ("confirmed", 6), line


def test_polynomials_of_a_degree():
    """Words over three letters that never fall: (n+1)(n+2)/2."""
    relation = "Empirical: a(n) = 3*a(n-1) -3*a(n-2) +a(n-3)"
    lines = {relation + said: verdict for said, verdict in DATA["polynomials"]}
    rising = Rule.array(name="Rising", colours=3, forbid=["10", "20", "21"])
    found = settled(*lines, terms=[1, 3, 6, 10, 15, 21, 28, 36], rule=rising, family="1xn").lines
    assert {line.line: line.verdict.value for line in found} == lines
    assert "not a polynomial of degree 3" in found[1].reason


def test_a_factor_in_front_of_the_number():
    """Words of three letters without two equal neighbours: 3*2^(n-1); a third of them."""
    words = Rule.array(colours=3, forbid=["00", "11", "22"])
    third = [int(brute_force(words, f"1x{n}")) // 3 for n in range(1, 9)]
    names = ("1/3 the number of words.", "One third of the number of words.")
    others = ("1/4 of the number of words.", "Number of words.", "Words that are 1/3 the number of others.")
    for name in (*names, *others):
        said = "confirmed" if name in names else "cannot say"
        told = Entry.of("A000079", name, third, 1, author="_X_", formulas=["Empirical: a(n) = 2*a(n-1)."])
        found = confirm(told, words, "1xn", terms=20)
        assert found.lines[0].verdict == said, found.lines[0].reason
        assert (found.table is None) == (said != "confirmed")
        assert said != "confirmed" or found.table.terms[:5] == (1, 2, 4, 8, 16)


# Blocks and their heads

YES, NO, OPEN = "confirmed", "false", "cannot say"
BLOCKS = [
    *DATA["blocks"],
    # Below a plain head lines are of the sequence itself.
    *((f"{head}|{TRUE}.|a(n) = 3*a(n-1).|(End)|Conjecture: {TRUE}.", [YES, NO, YES])
      for head in DATA["plain_heads"]),
    *((f"{head}|{TRUE}.|a(n) = 3*a(n-1).|(End)|Conjecture: {TRUE}.", [OPEN, OPEN, YES])
      for head in DATA["other_heads"]),
]  # fmt: skip
"""The lines of an entry, one after another, and the verdicts on those that are hedged."""


def test_lines_speak_of_this_sequence_under_plain_heads_only():
    for text, wanted in BLOCKS:
        found = settled(*text.split("|")).lines
        assert [line.verdict.value for line in found] == wanted, text
        head = text.partition("|")[0]
        if head in DATA["other_heads"]:
            assert f"block has a head that was not parsed: {head!r}" in found[0].reason
        if "second column" in text:
            assert "'Here a(n) is the second column.'" in found[1].reason


def test_additions_to_an_entry():
    line = f"Empirical: {TRUE}."
    old = 'X, <a href="/A000129/b000129.txt">Table of n, a(n) for n = 0..20</a>'
    given_entry = entry(PELL.terms(12), 0, line, number="A000129", links=[old])
    found = confirm(given_entry, "o12", "path:n", author=AUTHOR, terms=40)
    states = dict(derive("o12", "path:n").evidence.details)["states"]
    assert found.additions == (
        '%H A000129 Jane Doe, <a href="/A000129/b000129.txt">Table of n, a(n) for n = 0..39</a>'
        " (terms up to n = 20 from X)",
        f"%H A000129 {SIGNATURE}",
        f"%F A000129 Formula confirmed using the transfer matrix method ({states} states). - {AUTHOR}",
        "%K A000129 nonn,easy",
    )
    assert found.table.terms == tuple(PELL.terms(40))
    assert BFile.parse(found.files["b000129.txt"]) == found.table
    # No duplicates: if link, keyword and a b-file of this length exist, only the comment is added.
    parts = {"keywords": ["easy"], "links": [old.replace("..20", "..1000"), SIGNATURE]}
    whole_entry = entry(PELL.terms(12), 0, line, number="A000129", **parts)
    again = confirm(whole_entry, "o12", "path:n", author=AUTHOR, terms=40)
    assert [added[:2] for added in again.additions] == ["%F"]


# The command


def test_the_command():
    line = "Empirical: a(n) = 3*a(n-1) + a(n-2) - a(n-3)."
    good = entry([2, 7, 22, 71, 228, 733], 1, line, number="A030186")
    for name, text in (("good", f"{good}\n"), ("two", f"{good}\n{good}\n")):
        Path(name).write_text(text)
    Path("bad").write_text(f"{good}\n".replace("3*a", "4*a"))
    words = ("oeis", "confirm", "good", "--game", "domineering", "--family")
    (found,) = told(*words, "2xn", "-o", "out")["lines"]
    assert found.pop("reason")
    assert found.pop("statement").endswith("a(n) = 3*a(n - 1) + a(n - 2) - a(n - 3)")
    assert found == {"line": line, "verdict": "confirmed", "from_n": 4, "fails_at": None}
    assert sorted(path.name for path in Path("out").iterdir()) == ["additions.txt", "b030186.txt"]
    assert Path("out/b030186.txt").read_bytes().startswith(b"1 2\n2 7\n")
    said = call("oeis", "confirm", "bad", *words[3:], "2xn", code=1)
    assert re.split(r"  +", said.lines[0]) == ["false", line.replace("3*a", "4*a")]
    assert "board '2x3'" in call(*words, "2x3", code=2).err
    err = call("oeis", "confirm", "two", *words[3:], "2xn", code=2).err
    assert "file 'two'" in err
    assert "--number" in err
