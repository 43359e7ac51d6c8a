"""What every law answers, whatever stands behind it: a machine, exponentials, or a guess.

Terms are those of well-known sequences, by the recurrences in print that stand here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from math import factorial
from pathlib import Path

import pytest
from cli.calling import call
from known_sequences import involutions, motzkin

import gfkit
from gfkit.claims.judge import Judgement
from gfkit.errors import GfkitError
from gfkit.guessing import Data, guess
from gfkit.sequences import Evidence, Law, Status

SQUARES = [n * n // 4 for n in range(40)]
CENTRAL = [factorial(2 * n) // factorial(n) ** 2 for n in range(40)]
MOTZKIN = [motzkin(n) for n in range(60)]
INVOLUTIONS = [involutions(n) for n in range(60)]


def _guessed(terms: list[int], kinds: str) -> Law:
    (found, *_) = guess(terms, kinds=kinds).found
    return found


LAWS: dict[str, Callable[[], tuple[Law, list[int]]]] = {
    # Domineering on one row: tilings of a row by squares and dominoes are Fibonacci numbers
    "rational": lambda: (gfkit.derive("domineering", "1xn"), [1, 1, 2, 3, 5, 8, 13, 21]),
    # arc-kayles on a complete graph: sets of disjoint edges are involutions
    "exponential": lambda: (gfkit.derive("arc-kayles", "complete:n"), INVOLUTIONS),
    "quasi-polynomial": lambda: (_guessed(SQUARES, "quasi-polynomial"), SQUARES),
    "c-finite": lambda: (_guessed([2**n + 1 for n in range(30)], "c-finite"), [2**n + 1 for n in range(30)]),
    "hypergeometric": lambda: (_guessed(CENTRAL, "hypergeometric"), CENTRAL),
    "algebraic": lambda: (_guessed(MOTZKIN, "algebraic"), MOTZKIN),
    "d-finite": lambda: (_guessed(INVOLUTIONS, "d-finite"), INVOLUTIONS),
}


def test_what_every_law_answers():
    for name, make in LAWS.items():
        answers(name, *make())


def answers(name, law, true):
    assert law.first_n == 0
    assert law.terms(len(true)) == true
    assert [law[n] for n in range(len(true))] == true
    assert law.evidence.status is (Status.PROVED if name in ("rational", "exponential") else Status.GUESSED)
    assert law.text
    assert "\n" not in law.text
    assert law.as_json()["evidence"] == law.evidence.as_json()
    with pytest.raises(TypeError, match="is no list"):
        list(law)
    # and the parts that a law need not have
    assert (law.rational is not None) == (name in ("rational", "quasi-polynomial", "c-finite"))
    if law.rational is not None:
        assert law.rational.terms(len(true)) == true
        assert law.rational.order == law.order
    assert (law.recurrence_text is None) == (name == "algebraic")
    if law.recurrence_text is not None:
        data = Data.of(law.terms(20))
        assert gfkit.verify(law.recurrence_text, data=data).verdict is Judgement.CONSISTENT


def test_a_transformed_finding_says_nothing_of_its_own_terms():
    """2^(Fibonacci) has no rational series, though its logarithms' ratio does: only the parts say so."""
    terms = [1]
    for n in range(1, 40):  # a(n)/a(n-1) is 2^n + 1
        terms.append(terms[-1] * (2**n + 1))
    found = guess(terms).found
    assert found, "the ratios are c-finite"
    for finding in found:
        assert finding.transform is not None
        assert finding.rational is None
        assert finding.recurrence_text is None
        assert finding[39] == terms[39]


def test_what_follows_from_an_ordinary_series_is_refused_on_complete_graphs(tmp_path):
    law = gfkit.derive("arc-kayles", "complete:n", weights="pieces")
    assert isinstance(law, gfkit.Derived)
    assert isinstance(law, gfkit.CompleteLaw)
    assert law.evidence == Evidence(Status.PROVED, "exponential-formula")
    for ask in ("generating_function", "recurrence"):
        with pytest.raises(GfkitError, match="'complete:n': the ordinary generating function need not be"):
            getattr(law, ask)
    with pytest.raises(GfkitError, match="need not be rational"):
        law.modulo(10**18, 7)
    with pytest.raises(GfkitError, match="need not be rational"):
        law.to("pari")
    assert law.numbers(12) == INVOLUTIONS[:12]
    assert law.number(11) == INVOLUTIONS[11]
    assert law.order == 2
    # A page about a law with weights has the terms of the numbers, and no E.g.f. beside them.
    pages = []
    for weights in ("none", "pieces"):
        page = tmp_path / f"{weights}.html"
        call("report", "arc-kayles", "complete:n", "--weights", weights, "-o", page, code=0)
        pages.append(page.read_text("utf-8"))
    assert "E.g.f.: exp(x + x^2/2)" in pages[0]
    assert "1,1,2,4,10,26,76" in pages[1]
    assert "E.g.f." not in pages[1]


def test_nobody_asks_a_law_of_what_class_it_is():
    """Not in the package: who needs a part of a law asks for that part."""
    kinds = {"Derived", "CompleteLaw", "LawForm"}
    asked = []
    for file in Path(gfkit.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if any(kind in text for kind in kinds) else ():
            is_question = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance"
            named = ast.walk(node) if is_question or isinstance(node, ast.MatchClass) else ()
            asked += [(file.name, one.id) for one in named if isinstance(one, ast.Name) and one.id in kinds]
    assert not asked
