"""Papers with marked formulas: the parsed formulas, their subjects, and a report on each of them.

The numbers are those of A030186, A001353, A006238, A000108 and A001045 in the OEIS; some of them are changed.
"""

import signal
import time

import pytest
from cli.calling import call, told
from tables import FOLDER, lines, tables

from gfkit.claims.reading.paper import stated_formulas
from gfkit.core.engine.derive import derive
from gfkit.core.errors import SelfCheckError

PAPERS, VALUES = FOLDER / "papers", tables("verify_cases")["of_boards"]
THESIS = [
    (10, "matchings 2xn", "proved"), (17, "matchings 2xn", "proved"), (21, "matchings 2x3", "proved"),
    (29, "spanning-trees 2xn", "proved"), (29, "spanning-trees 3xn", "proved"),
    (37, "spanning-trees 2xn", "refuted"), (40, "spanning-trees 2xn", None),
]  # fmt: skip
NOTES = [
    (3, "terms 1,1,2,5,14,42,132,429", "consistent"), (6, "where f = 1 + t*f^2", "proved"),
    (14, "kings 2xn", "proved"), (16, "kings 2xn", "refuted"),
]  # fmt: skip
SETS, LADDER = "independent-sets path:n", "matchings 2xn"
STRIPS = [
    (16, SETS, "proved"), (19, "", "skipped"), (22, SETS, "proved"), (25, SETS, "proved"),
    (28, SETS, "proved"), (32, SETS, "unread"), (36, LADDER, "proved"), (42, LADDER, "refuted"),
    (43, LADDER, "unread"), (46, "", "skipped"), (48, "", "skipped"), (49, "matchings cycle:n", "proved"),
]  # fmt: skip


@pytest.mark.parametrize("words", [(), ("--for", "matchings", "2xn")])
def test_statements_without_a_comment_are_judged_about_what_they_name(words):
    """Neither the steps of a proof, nor what a condition restricts, nor a letter with another definition."""
    found = told("verify", PAPERS / "strips.tex", *words, code=2)["formulas"]
    words_of = [row.get("verdict") or ("unread" if "error" in row else "skipped") for row in found]
    rows = [(row["line"], row["mark"], word) for row, word in zip(found, words_of, strict=True)]
    assert rows == [row if " ".join(words[1:]) in row[1] else (row[0], "", "skipped") for row in STRIPS]


def test_sentences_that_may_change_the_meaning_of_others():
    stated, wrong = "The number of independent sets of $P_n$ is $F_{n+2}$.", []
    for sign, _, context in (line.partition(" ") for line in lines("papers/contexts")):
        for between in (" ", "\n\n"):
            text = between.join((stated, context) if sign == ">" else (context, stated))
            is_read = any(one.words and stated in one.text for one in stated_formulas(text))
            wrong += [text] * (is_read is not (sign == "="))
    assert wrong == []


WORDS = """# Counts

Theorem 1. The number of perfect matchings of the n-prism graph is L(n) + 1 + (-1)^n.

For all n >= 3 the n-vertex cycle has L(n) independent sets. There are many matchings in a graph.

A 2 x n board can be tiled with dominoes in F(n+2) ways.
"""


def test_sentences_without_dollars(tmp_path):
    """The prism has L(n) perfect matchings, and two more for even n; there are F(n+1) domino tilings."""
    path = tmp_path / "words.md"
    path.write_text(WORDS, "utf-8")
    found = told("verify", path, code=1)["formulas"]
    rows = [(row["line"], row["mark"], row["verdict"]) for row in found]
    assert rows == [
        (3, "perfect-matchings prism:n", "proved"),
        (5, "independent-sets cycle:n", "proved"),
        (7, "domino-tilings 2xn", "refuted"),
    ]
    restricted = stated_formulas(WORDS + "\nAll matchings in this paper are nonempty.\n")
    assert [bool(one.skipped) for one in restricted] == [True] * 3


@pytest.mark.parametrize(("name", "rows", "code"), [("thesis.tex", THESIS, 2), ("notes.md", NOTES, 1)])
def test_every_marked_formula_is_reported(name, rows, code):
    """Also if another one cannot be read: as a line of text, and in JSON."""
    found = told("verify", PAPERS / name, code=code)["formulas"]
    found = [row for row in found if "skipped" not in row]
    assert [(row["line"], row["mark"], row.get("verdict")) for row in found] == rows
    assert all(("error" in row) == (row.get("verdict") is None) for row in found)
    lines = [
        line for line in call("verify", PAPERS / name, code=code).out.splitlines() if "skipped" not in line
    ]
    for (line, mark, verdict), text in zip(rows, lines, strict=False):
        assert text.startswith(f"line {line} "), text
        assert mark in text
        assert (verdict or "unread") in text


def test_statements_are_listed_with_their_probable_subjects():
    rows = told("verify", PAPERS / "thesis.tex", "--list")["formulas"]
    assert [row["line"] for row in rows] == [10, 15, 17, 22, 30, 38, 41]
    assert {row["seems"] for row in rows[:4]} == {"matchings 2xn"}
    rows = told("verify", PAPERS / "notes.md", "--list")["formulas"]
    assert [row["line"] for row in rows] == [4, 7, 14, 23]
    assert rows[2]["seems"] == "kings 2xn"


def marked(tmp_path, *parts):
    paper = tmp_path / "paper.tex"
    paper.write_text("\n".join(f"% gfkit: {mark}\n{text}\n" for mark, text in parts))
    return paper


def test_the_exit_code_is_the_most_severe_one(tmp_path):
    """Refuted, true later, proved; errors have precedence, and limits over errors."""
    right = "On $P_n$ we have $a_n = a_{n-1} + a_{n-2}$."
    later = right.replace("On $P_n$", "For all $n \\ge 1$")
    wrong = "\\begin{align*}\n  a_n &= a_{n-1} \\\\\n  &\\quad - a_{n-2}\n\\end{align*}"
    huge = f"$a_n = {'(' * 900}n{')' * 900}{'^9' * 40}$"
    for formulas, code in (
        ([right], 0), ([right, later, right], 4), ([wrong, later], 1), ([right, "/", wrong], 2),
        ([huge, right], 3), ([huge, "/", right], 2),
    ):  # fmt: skip
        paper = marked(tmp_path, *(("independent-sets path:n", text) for text in formulas))
        assert len(told("verify", paper, code=code)["formulas"]) == len(formulas)


def test_values_of_single_boards(tmp_path):
    """Domineering on 2x3 has 22 positions; with x for y the polynomial is that of 3x2."""
    for board, text, code in VALUES["values"]:
        call("verify", marked(tmp_path, (f"domineering {board}", text)), code=code)
    for number, name, board, code in VALUES["optima"]:
        call("verify", number, "--for", name, board, code=code)


def test_a_formula_without_a_verdict_leaves_the_others(tmp_path):
    rows = VALUES["silent"]
    found = told("verify", marked(tmp_path, *(row[:2] for row in rows)), code=2)["formulas"]
    assert [row.get("verdict", "") for row in found] == [verdict for *_, verdict in rows]


def test_tables(tmp_path):
    """Use rows or columns of terms; several rows need m in the family; a row without n is rejected."""
    for family, text, code in VALUES["tables"]:
        call("verify", marked(tmp_path, (f"matchings {family}", text)), code=code)


@pytest.mark.parametrize(
    ("error", "code"), [(None, 3), (KeyboardInterrupt(), 130), (SelfCheckError("two methods differ"), 3)]
)
def test_verdicts_before_a_limit_or_an_error_are_printed(tmp_path, monkeypatch, error, code):
    def late(question, **named):
        if question.boards.text == "4xn" and error is None:
            signal.raise_signal(signal.SIGALRM)
        elif question.boards.text == "4xn":
            raise error
        return derive(question, **named)

    monkeypatch.setattr("gfkit.claims.provers.truth.derive", late)
    paper = marked(tmp_path, ("matchings 2xn", "$m_0 = 1, m_n = 0$"), ("matchings 4xn", "$m_n = m_{n-1}$"))
    said = call("verify", paper, "--max-seconds", 600, code=code)
    assert [line.split()[:2] for line in said.out.splitlines()[:2]] == [["line", "1"], ["line", "4"]]
    assert "refuted" in said.out


def test_odd_and_hostile_papers_end_soon(tmp_path):
    paper, start = tmp_path / "paper.tex", time.process_time()
    begin = "\\begin{document}% gfkit: section matchings 2xn\n"
    for text in (
        "\\begin{equation}" * 5000, "$$ a $$" * 3000, "\\begin{tabular}{c}" + "{" * 5000, "|" * 9000,
        "\\newcommand{\\a}{\\a\\a}$$\\a$$", "\\begin{array}{c|c} n & 1 & 2 \\\\" * 500, "\\section{A}" * 5000,
        "% gfkit: skip\n" * 900,
    ):  # fmt: skip
        paper.write_text(begin + text)
        assert call("verify", paper).code in (1, 2, 3)
        call("verify", paper, "--list", code=0)
    assert time.process_time() - start < 60
