"""Sentences of each clause, with drawn numbers, count what their definitions say, from n = 0 on.

The objects are listed without gfkit; empty rows and arrays are objects, too. Each clause of the
grammar has a definition, or a reason why it has none.
"""

from __future__ import annotations

import pytest
from choice import drawn
from differential import clauses_by_definition as own

from gfkit.oeis.reading import read_name
from gfkit.oeis.reading.grammar import grammar


@pytest.mark.parametrize("clause", own.CLAUSES)
def test_clauses_by_their_definition(clause: str) -> None:
    """A sentence may have several readings; one of them is the definition."""
    sentence, number = own.drawn(drawn(clause), clause)
    readings, wanted = [*read_name(sentence)], {n: number(n) for n in (0, 1, 2, 3)}
    differing = []
    for one in readings:
        asked = {
            n: one.question_on(one.step * n + one.shift) for n, true in wanted.items() if true is not None
        }
        found = {n: one.number_of(question) for n, question in asked.items() if question is not None}
        assert found, sentence
        differing.append({n: (term, wanted[n]) for n, term in found.items() if term != wanted[n]})
    assert {} in differing, (sentence, differing)


def test_every_clause_has_a_definition_or_a_reason() -> None:
    known = [form.id for forms in grammar().forms.values() for form in forms if not form.id[-1].isdigit()]
    absent = " ".join(own.ABSENT.values()).split()
    assert {*known} == {*own.CLAUSES, *absent} - {"word-0"}
    assert not {*own.CLAUSES} & {*absent}
