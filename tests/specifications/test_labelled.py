"""Labelled classes: terms from print, recurrences, objects listed from the definitions, and refusals.

The printed terms and recurrences are those of the OEIS and of Flajolet and Sedgewick.
"""

from __future__ import annotations

import random

import pytest
from choice import some_of
from specifications.listed_objects import drawn_specification, listed_objects, needed_equations

from gfkit.core.errors import InputError
from gfkit.specifications.class_series import is_labelled
from gfkit.specifications.grammar import read_specification
from gfkit.specifications.labelled import law_of_labelled

_MOST_OBJECTS = 100

PRINTED = [
    # OEIS, specification, terms
    ("A000110", "B = SET(SET_{>=1}(t))", "1 1 2 5 15 52 203 877 4140 21147"),
    ("A000670", "S = SEQ(SET_{>=1}(t))", "1 1 3 13 75 541 4683 47293"),
    ("A000169", "T = t*SET(T)", "0 1 2 9 64 625 7776 117649"),
    ("A000085", "I = SET(CYC_{<=2}(t))", "1 1 2 4 10 26 76 232 764"),
    ("A000166", "D = SET(CYC_{>=2}(t))", "1 0 1 2 9 44 265 1854 14833"),
    ("A001470", "P = SET(CYC_{=1}(t) + CYC_{=3}(t))", "1 1 1 3 9 21 81 351 1233"),
    ("A000311", "C = t + SET_{>=2}(C)", "0 1 1 4 26 236 2752 39208"),
    ("A000296", "B = SET(SET_{>=2}(t))", "1 0 1 1 4 11 41 162 715"),
    ("A000142", "C = CYC(t)", "0 1 1 2 6 24 120 720 5040"),
    (
        "A000246",
        "P = SET(CYC_{=1}(t) + CYC_{=3}(t) + CYC_{=5}(t) + CYC_{=7}(t))",
        "1 1 1 3 9 45 225 1575 11025",
    ),
    ("A000312", "F = SET(CYC(T)); T = t*SET(T)", "1 1 4 27 256 3125 46656 823543"),
    ("A000262", "L = SET(SEQ_{>=1}(t))", "1 1 3 13 73 501 4051 37633"),
    ("A000248", "F = SET(t*SET(t))", "1 1 3 10 41 196 1057 6322"),
    ("A000522", "A = SEQ(t)*SET(t)", "1 2 5 16 65 326 1957 13700"),
    ("A000272", "F = SET(T); T = t*SET(T)", "1 1 3 16 125 1296 16807"),
    ("A000629", "C = CYC(SET_{>=1}(t))", "0 1 2 6 26 150 1082"),
    ("A123023", "M = SET(SET_{=2}(t))", "1 0 1 0 3 0 15 0 105"),
    ("A000225", "S = SET_{=2}(SET_{>=1}(t))", "0 0 1 3 7 15 31 63"),
    (
        "A000262",
        r"\mathcal{L} = \mathrm{SET}(\mathrm{SEQ}_{\ge 1}(\mathcal{Z}))",
        "1 1 3 13 73 501 4051 37633",
    ),
]
RECURRENCES = [
    # specification, printed recurrence of the OEIS
    ("I = SET(CYC_{<=2}(t))", "a(n) = a(n-1) + (n - 1)*a(n-2) for n >= 2"),
    ("D = SET(CYC_{>=2}(t))", "a(n) = (n - 1)*a(n-1) + (n - 1)*a(n-2) for n >= 2"),
    ("P = SET(CYC(t))", "a(n) = n*a(n-1) for n >= 1"),
    ("L = SET(SEQ_{>=1}(t))", "a(n) = (2*n - 1)*a(n-1) - (n - 1)*(n - 2)*a(n-2) for n >= 2"),
    ("P = SET(CYC_{=1}(t) + CYC_{=3}(t))", "a(n) = a(n-1) + (n - 1)*(n - 2)*a(n-3) for n >= 3"),
    ("M = SET(t^2/2)", "a(n) = (n - 1)*a(n-2) for n >= 2"),
]


@pytest.mark.parametrize(("name", "text", "terms"), PRINTED)
def test_printed_terms(name: str, text: str, terms: str) -> None:
    expected = [int(value) for value in terms.split()]
    law = law_of_labelled(read_specification(text))
    assert law.terms(len(expected)) == law.numbers(len(expected)) == expected, name
    assert [law[n] for n in range(len(expected))] == law[: len(expected)] == expected


@pytest.mark.parametrize(("text", "recurrence"), RECURRENCES)
def test_printed_recurrences(text: str, recurrence: str) -> None:
    assert law_of_labelled(read_specification(text)).recurrence_text == recurrence


@pytest.mark.parametrize(
    "text",
    [
        "K = SET(CYC(t) + S); S = t + S^2",
        "G = SET(S); S = t*SEQ(S)",
        "G = SET(S); S = t + S^3",
        "G = SET_{>=3}(S + t*S); S = t + S^2",
        "A = SET(t)*CYC_{>=2}(2*t)",
        "A = SET(SEQ_{2..3}(t))*CYC(t) + SET_{=2}(CYC(t))",
        "A = CYC(B); B = t*SEQ(t)",
    ],
)
def test_recurrences_agree_with_the_series(text: str) -> None:
    law = law_of_labelled(read_specification(text))
    assert law.p_recursive is not None
    assert law.p_recursive.terms(60) == law.numbers(60)


def test_classes_without_a_recurrence_have_equations() -> None:
    law = law_of_labelled(read_specification("S = SEQ(SET_{>=1}(t))"))
    assert law.recurrence_text is None
    assert law.as_json()["recurrence"] is law.as_json()["equation"] is None
    assert law.equations == "S = s1; e1' = t'*e1; e1(0) = 1; s1 = 1 + (e1 - 1)*s1"
    assert law.modulo(20, 1000) == law[20] % 1000


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A = SET(1 + t)", "size 0"),
        ("A = CYC(SEQ(t))", "size 0"),
        ("A = SET_{=2}(1 + t)", "size 0"),
        ("A = SET(A)", "size 0"),
        ("A = t + A", "equal size"),
        ("A = 1 + A", "infinitely many"),
        ("A = SET(B); B = t + CYC(B)", "equal size"),
        ("A = t*MSET(A)", "unlabelled"),
        ("A = SET(t)*MSET(t)", "unlabelled"),
        ("A = SET(x*t)", "marks"),
        ("A = SET(t)/t", "constant term"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        law_of_labelled(read_specification(text))


def test_the_meaning_of_cycles_must_be_known() -> None:
    cycles = read_specification("A = CYC(t + t^2)")
    with pytest.raises(InputError, match="labelled or unlabelled"):
        is_labelled(cycles)
    assert is_labelled(cycles, labelled=True)
    assert not is_labelled(cycles, labelled=False)
    assert is_labelled(read_specification("A = SET(CYC(t))"))
    assert not is_labelled(read_specification("A = PSET(CYC(t))"))
    for text, labelled in (("A = SET(t)", False), ("A = MSET(t)", True), ("A = SET(PSET(t))", None)):
        with pytest.raises(InputError, match="SET"):
            is_labelled(read_specification(text), labelled)


def test_drawn_classes_agree_with_listed_objects() -> None:
    compared = refused = laws = seed = 0
    while compared < len(some_of(range(200), 60)):
        seed += 1
        text = drawn_specification(random.Random(seed), ["SET", "CYC"])
        classes = needed_equations(read_specification(text))
        try:
            law = law_of_labelled(classes[0])
        except InputError:
            refused += 1
            continue
        compared += 1
        numbers = law.numbers(7)
        sizes = [law_of_labelled(one).numbers(7) for one in classes]
        most = next((n for n in range(7) if max(sum(row[: n + 1]) for row in sizes) > _MOST_OBJECTS), 7) - 1
        listed = listed_objects(classes[0], most, is_labelled=True)
        assert [len(objects) for objects in listed] == numbers[: most + 1], text
        if law.p_recursive is not None:
            laws += 1
            assert law.p_recursive.terms(25) == law.numbers(25), text
    assert refused > compared // 10
    assert laws > compared // 4
