"""Unlabelled classes: terms from print, objects listed from the definitions, and refusals.

The printed terms are those of the OEIS.
"""

from __future__ import annotations

import random

import pytest
from choice import some_of
from specifications.listed_objects import drawn_specification, listed_objects, needed_equations

from gfkit.core.errors import InputError, LimitError
from gfkit.specifications.grammar import read_specification
from gfkit.specifications.unlabelled import numbers_of_unlabelled

_MOST_OBJECTS = 100

PRINTED = [
    # OEIS, specification, terms
    ("A000081", "T = t*MSET(T)", "0 1 1 2 4 9 20 48 115 286 719"),
    ("A000041", "P = MSET(SEQ_{>=1}(t))", "1 1 2 3 5 7 11 15 22 30 42"),
    ("A000009", "P = PSET(SEQ_{>=1}(t))", "1 1 1 2 2 3 4 5 6 8 10"),
    ("A000031", "N = 1 + CYC(2*t)", "1 2 3 4 6 8 14 20 36 60 108"),
    ("A000084", "C = t + 2*S; S = MSET_{>=2}(t + S)", "0 1 2 4 10 24 66 180 522"),
    ("A001190", "B = t + MSET_{=2}(B)", "0 1 1 1 2 3 6 11 23 46 98"),
    ("A001372", "F = MSET(CYC(T)); T = t*MSET(T)", "1 1 3 7 19 47 130 343 951"),
    ("A008965", "C = CYC(SEQ_{>=1}(t))", "0 1 2 3 5 7 13 19 35 59"),
    ("A004111", "T = t*PSET(T)", "0 1 1 1 2 3 6 12 25 52 113 247"),
    ("A000669", "H = t + MSET_{>=2}(H)", "0 1 1 2 5 12 33 90 261 766"),
    ("A000219", "P = MSET(t*SEQ(t)^2)", "1 1 3 6 13 24 48 86 160"),
    ("A000598", "R = 1 + t*MSET_{=3}(R)", "1 1 1 2 4 8 17 39 89 211 507"),
    ("A001190", "T = t*MSET_{<=2}(T)", "0 1 1 2 3 6 11 23 46 98 207"),
    ("A000108", "C = SEQ(t*C)", "1 1 2 5 14 42 132"),
]


@pytest.mark.parametrize(("name", "text", "terms"), PRINTED)
def test_printed_terms(name: str, text: str, terms: str) -> None:
    expected = [int(value) for value in terms.split()]
    found = numbers_of_unlabelled(read_specification(text))
    assert found.terms(len(expected)) == expected, name
    assert [found[n] for n in range(len(expected))] == expected


def test_no_law_is_claimed() -> None:
    found = numbers_of_unlabelled(read_specification("T = t*MSET(T)"))
    known = found.as_json(5)
    assert known["recurrence"] is known["equation"] is None
    assert known["kind"] == "unlabelled"
    assert known["terms"] == ["0", "1", "1", "2", "4"]
    assert "no recurrence" in known["note"]
    assert found.recurrence_text is None
    assert found.modulo(10, 100) == 19


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A = MSET(1 + t)", "size 0"),
        ("A = PSET(MSET(t))", "size 0"),
        ("A = CYC(SEQ(t))", "size 0"),
        ("A = t + MSET_{>=1}(A)", "equal size"),
        ("A = t + MSET_{=2}(1 + A)", "infinitely many|equal size"),
        ("A = SET(t)", "labelled"),
        ("A = MSET(t)/2", "integers"),
        ("A = MSET(x*t)", "marks"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        numbers_of_unlabelled(read_specification(text))
    with pytest.raises(LimitError):
        numbers_of_unlabelled(read_specification("A = MSET(t)"))[10**6]


def test_drawn_classes_agree_with_listed_objects() -> None:
    compared = refused = seed = 0
    while compared < len(some_of(range(200), 100)):
        seed += 1
        text = drawn_specification(random.Random(seed), ["MSET", "PSET", "CYC"])
        classes = needed_equations(read_specification(text))
        try:
            found = numbers_of_unlabelled(classes[0])
        except InputError:
            refused += 1
            continue
        compared += 1
        numbers = found.terms(9)
        sizes = [numbers_of_unlabelled(one).terms(9) for one in classes]
        most = next((n for n in range(9) if max(sum(row[: n + 1]) for row in sizes) > _MOST_OBJECTS), 9) - 1
        listed = listed_objects(classes[0], most, is_labelled=False)
        assert [len(objects) for objects in listed] == numbers[: most + 1], text
    assert refused > compared // 10
