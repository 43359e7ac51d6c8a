"""Entries for a game on a family of boards: strips, squares, arrays and triangles."""

from __future__ import annotations

from gfkit.errors import MismatchError, OptionError
from gfkit.games import PlacementRule, Question, Rule, as_rule
from gfkit.oeis.export.array import array_export
from gfkit.oeis.export.export import Draft, Export
from gfkit.oeis.export.heading import Heading
from gfkit.oeis.export.law import KnownSeries, started
from gfkit.oeis.export.linear import add_linear
from gfkit.oeis.export.naming import counted, family_sizes
from gfkit.oeis.export.neighbour import add_neighbours
from gfkit.oeis.export.triangle import triangle_export
from gfkit.transfer import Derived, count
from gfkit.typing import OnProgress, Positions, Weights
from gfkit.verify.truth import GameTruth

TERMS = 1001
_SQUARES = 8
_COUNTED = 20
SQUARE, ARRAY = "nxn", "mxn"


def export_family(
    game: str | Rule | Question,
    family: str | None = None,
    positions: str = "all",
    weights: str = "none",
    *,
    heading: Heading | None = None,
    terms: int | None = None,
    offset: int | None = None,
    index: str | None = None,
    derived: Derived | None = None,
    on_progress: OnProgress | None = None,
) -> Export:
    """The entry, b-file and programs of a game on a family of boards.

    Besides the families that are derived, ``nxn`` gives square boards and ``mxn`` an array by antidiagonals;
    both are counted board by board. With weights pieces the row polynomials of a family are a triangle.
    ``offset`` starts the sequence later, ``terms`` is how many the b-file gets. A family whose law was
    ``derived`` already is not derived again. A ``Question`` stands for the words.

    >>> found = export_family("domineering", "nx2", "right-ends", terms=30)
    >>> found.plain[:20], found.entry.formulas[0]
    ('1, 1, 4, 9, 25, 64, ', 'a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n > 2.')
    """
    heading = heading or Heading()
    if terms is not None and terms < 4:
        raise OptionError(f"terms {terms}: an entry needs 4 at least")
    if isinstance(family, str) and family in (SQUARE, ARRAY):
        rule, asked, marked = as_rule(game), Positions.read(positions), Weights.read(weights)
        _check_offset(offset, family == ARRAY or marked is not Weights.NONE)
        if marked is not Weights.NONE:
            raise OptionError(f"weights {marked.value!r} go with a family of strips, not with {family!r}")
        if family == ARRAY:
            return array_export(rule, asked, heading, terms, index)
        draft = _squares(rule, asked, heading, _SQUARES if terms is None else terms, offset)
        add_neighbours(draft, rule, asked, None, index)
        return draft.finished()
    question = Question.of(game, family, positions, weights)
    _check_offset(offset, question.weights is not Weights.NONE)
    if not question.is_family:
        raise MismatchError(
            f"board {question.boards.text!r} is a single board; an entry needs a family, as 3xn, nxn for"
            " squares, or mxn for an array"
        )
    if question.weights is not Weights.NONE:
        return triangle_export(GameTruth(question, on_progress), heading, terms)
    law = derived or _derived(question, on_progress)
    draft = _strip(question, heading, terms, offset, law)
    add_neighbours(draft, question.rule, question.positions, question.family, index)
    return draft.finished()


def _check_offset(offset: int | None, is_table: bool) -> None:
    if offset is not None and is_table:
        raise OptionError(f"offset {offset}: a table starts with its first row; leave it out")


def _strip(
    question: Question, heading: Heading, terms: int | None, offset: int | None, law: Derived | None
) -> Draft:
    rule, boards, positions = question.rule, question.family, question.positions
    first = _first(boards.first_n, offset)
    name = f"Number of {counted(rule, positions, boards.word, family_sizes(boards))}."
    if law is None or law.plain is None:
        size = _COUNTED if terms is None else terms
        values = [int(count(question.on(boards.at(n))).count) for n in range(first, first + size)]
        draft = Draft(heading, name, values, first, comments=_about(rule))
        if law is not None and law.exponential is not None and not law.weights:
            draft.formulas.append(f"E.g.f.: {law.exponential.replace('t', 'x')}.")
        return draft
    known = KnownSeries(started(law.plain, first), law.evidence)
    values = list(known.series.terms(TERMS if terms is None else terms))
    draft = Draft(heading, name, values, first, ["easy"] if known.is_proved else [], comments=_about(rule))
    add_linear(draft, known)
    return draft


def _derived(question: Question, on_progress: OnProgress | None) -> Derived | None:
    """The law of a family; None for positions of alternating play, which have none of this kind."""
    rule = question.rule
    if question.positions is Positions.PLAY and isinstance(rule, PlacementRule) and not rule.impartial:
        return None
    return GameTruth(question, on_progress).law(Weights.NONE)


def _squares(rule: Rule, positions: Positions, heading: Heading, terms: int, offset: int | None) -> Draft:
    first = _first(0, 1 if offset is None else offset)
    name = f"Number of {counted(rule, positions, '', ('n', 'n'))}."
    values = [_cells(rule, n, n, positions) for n in range(first, first + terms)]
    return Draft(heading, name, values, first, comments=_about(rule))


def _cells(rule: Rule, rows: int, columns: int, positions: Positions) -> int:
    return int(count(rule, f"{rows}x{columns}", positions).count)


def _first(least: int, offset: int | None) -> int:
    if offset is not None and offset < least:
        raise OptionError(f"offset {offset}: the boards start at n = {least}")
    return least if offset is None else offset


def _about(rule: Rule) -> list[str]:
    return [rule.about] if rule.about else []
