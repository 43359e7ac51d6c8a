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


INTERLACED = [
    [lambda _: 1, lambda k: k + 2],
    [lambda k: k + 1, lambda k: (k + 1) ** 2],
    [lambda k: k + 1, lambda k: 10 * k + 10, lambda k: 100 * k + 100],
    [lambda k: k**3, lambda _: 7, lambda k: 2 - 5 * k, lambda k: k * (k + 1) // 2],
]


@pytest.mark.parametrize("parts", INTERLACED)
@pytest.mark.parametrize("offset", [0, 1, 5])
def test_polynomials_that_take_turns_are_found_from_few_terms(parts, offset):
    """A recurrence has a number for every root with its multiplicity, twice, the polynomials fewer."""
    period = len(parts)
    terms = [parts[n % period](n // period) for n in range(40)]
    shown = 6 * period - (period > 2) * period // 2
    found = gfkit.guess(terms[:shown], offset=offset)
    assert found, found.reason
    assert found.found[0].terms(40) == terms


def test_numbers_that_take_turns_need_as_many_terms_as_a_recurrence():
    """1, 2, 3, 5, 6, 7, 9, 10, 11 are those without a digit 0 to base 4: then come 13, 14, 15, 21."""
    found = gfkit.guess([1, 2, 3, 5, 6, 7, 9, 10, 11])
    assert not found or all(finding.weak for finding in found.found)
