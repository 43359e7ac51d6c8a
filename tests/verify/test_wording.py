"""Statements as sentences and theorems: the formulas and the words are right.

LaTeX is read by the parser of printed formulas, which shares no code with its writer.
"""

import re

import pytest
from cli.calling import call
from refusals import refused
from tables import tables

import gfkit
from gfkit.claims.statement.canonical import normal, parse_statement, read_expression
from gfkit.claims.statement.parse import read_statement as read_printed
from gfkit.claims.statement.wording import english, theorem_text
from gfkit.core.errors import InputError

DATA = tables("wording")


@pytest.mark.parametrize("text", DATA["expressions"])
def test_formulas_in_latex_read_back(text):
    shown = re.search(r"= (.*?) ?(?:\$|\\\])", theorem_text(parse_statement(f"for n >= 0: a(n) = {text}")))
    assert normal(read_printed(f"a(n) = {shown[1]}").chains[0].sides[-1]) == read_expression(text), shown[1]


@pytest.mark.parametrize(("text", "words"), DATA["statements"])
def test_sentences_and_theorems(text, words):
    statement = parse_statement(text)
    sentence, latex = english(statement), theorem_text(statement)
    for word in words.split():
        assert word in sentence + latex, (word, sentence, latex)
    start, *inside, end = latex.split("\n")
    assert (start, end) == (r"\begin{theorem}", r"\end{theorem}")
    assert sentence.endswith(".")
    assert inside[-1].rstrip(r" \]").endswith(".")
    plain = re.sub(r"\\[{}$\\]", "", "\n".join(inside))
    assert plain.count("{") == plain.count("}")
    assert plain.count("$") % 2 == 0
    assert latex.count(r"\left") == latex.count(r"\right")
    assert not re.search(r"(?<!\\)[#%&_]", re.sub(r"\$.*?\$|\\\[.*?\\\]", "", plain)), plain


@pytest.mark.parametrize(
    ("formula", "data", "environment", "code"),
    [
        ("(2^(n+2)-(-1)^n)/3", None, "theorem", 0),
        ("2^n", "1,2,4,8", "conjecture", 0),
        ("2^n", None, None, 1),
        ("a(n) = 2^n for n >= 0", "1,2,4,9", None, 1),
        ("(2^(n+2)-(-1)^n)/3 + 0^n for n >= 0", None, None, 4),
    ],
)
def test_only_true_statements_are_theorems(formula, data, environment, code):
    asked = ("--data", data) if data else ("--for", "cis", "path:n")
    said = call("verify", formula, *asked, "--latex", code=code)
    assert re.findall(r"begin\{(\w+)\}", said.out) == ([environment] if environment else [])
    assert ("% not proved" in said.out) is (environment == "conjecture")
    verdict = (
        gfkit.verify(formula, data=[*map(int, data.split(","))])
        if data
        else gfkit.verify(formula, "cis", "path:n")
    )
    assert said.out.strip() in ("", verdict.theorem if environment else "")
    assert verdict.read_as in str(verdict).split("\n")[1:2]
    if environment is None:
        assert len(said.err.splitlines()) == 1
        with refused(InputError, str(verdict.verdict)):
            verdict.theorem  # noqa: B018
