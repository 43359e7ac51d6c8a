"""Five to nine terms: a law is given as poor evidence, with what would confirm it, or not at all."""

from __future__ import annotations

import pytest

import gfkit

FEW = [
    ([n * n for n in range(7)], "49, 64, 81"),
    ([1, 1, 2, 3, 5, 8, 13, 21], "34, 55, 89"),
    ([1, 2, 4, 8, 16], "32, 64, 128"),
    ([1, 1, 2, 5, 14, 42, 132], "429, 1430, 4862"),
]


@pytest.mark.parametrize(("terms", "ahead"), FEW)
def test_few_terms_give_a_weak_law(terms, ahead):
    found = gfkit.guess(terms)
    assert found
    assert all(finding.weak for finding in found.found)
    assert found.found[0].terms(len(terms)) == terms
    assert found.reason.endswith(f"it would be confirmed by the next terms {ahead}")


@pytest.mark.parametrize(
    "terms", [[2, 3, 5, 7, 11, 13, 17], [3, 1, 4, 1, 5, 9], [1, 2, 4, 8, 16, 31], [1, 2, 4, 8]]
)
def test_few_terms_without_a_law_stay_without(terms):
    found = gfkit.guess(terms)
    assert not found
    assert found.reason.startswith("too few terms")


def test_what_was_asked_for_is_kept():
    squares = [n * n for n in range(7)]
    assert not gfkit.guess(squares, hold_back=6)
    assert not gfkit.guess(squares, kinds="c-finite")


def test_verdicts_are_true_where_the_formula_holds():
    assert gfkit.verify("1, 4, 9", data=[1, 4, 9, 16])
    assert not gfkit.verify("1, 4, 8", data=[1, 4, 9, 16])
