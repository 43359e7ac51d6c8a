"""Row polynomials of a family, as a table of their coefficients."""

from __future__ import annotations

from gfkit.errors import MismatchError, OptionError
from gfkit.formula import plane_series_text
from gfkit.oeis.export.evaluate import checked_program, row_of
from gfkit.oeis.export.export import Draft, Export
from gfkit.oeis.export.heading import Heading
from gfkit.oeis.export.law import KnownSeries
from gfkit.oeis.export.naming import counted, family_sizes
from gfkit.oeis.export.plane_program import plane_programs
from gfkit.oeis.export.wording import listed
from gfkit.typing import Weights
from gfkit.verify.truth import GameTruth

_TERMS = 1000
_SHOWN_ROWS, _WIDTH = 8, 100
_LONGEST = 2400


def triangle_export(truth: GameTruth, heading: Heading, terms: int | None) -> Export:
    """The table T(n,k) of positions with k pieces on the board of size n, row by row."""
    rule, boards, weights = truth.question.rule, truth.boards, truth.question.weights
    if weights is not Weights.PIECES:
        raise OptionError(f"weights {weights.value!r}: a table has rows by one number; use pieces")
    law = truth.law(weights)
    if law.rational is None:
        raise MismatchError("weights on complete graphs have no rational series; export without weights")
    known = KnownSeries(law.rational, law.evidence)
    rows = _rows(known, _TERMS if terms is None else terms)
    flat = [value for row in rows for value in row]
    regular = all(len(row) == k for k, row in enumerate(rows, 1))
    what = counted(rule, truth.question.positions, boards.word, family_sizes(boards))
    kind = "Triangle" if regular else "Irregular triangle"
    name = f"{kind} read by rows: T(n,k) is the number of {what}, with k pieces."
    words = [*(["easy"] if known.is_proved else []), "tabl" if regular else "tabf"]
    draft = Draft(heading, name, flat, boards.first_n, words, f" (first {len(rows)} rows)")
    draft.comments = [rule.about] if rule.about else []
    draft.examples = _picture(rows, boards.first_n)
    _add_law(draft, known, flat)
    return draft.finished()


def _rows(law: KnownSeries, terms: int) -> list[list[int]]:
    """Whole rows, as many as have so many terms together."""
    count = 4
    while sum(len(row_of(p)) for p in law.series.terms(count)) < terms:
        count *= 2
    found: list[list[int]] = []
    for polynomial in law.series.terms(count):
        if found and sum(map(len, found)) >= terms:
            break
        found.append(row_of(polynomial))
    return found


def _picture(rows: list[list[int]], first: int) -> list[str]:
    lines = [f"  n={n}: {listed(row)};" for n, row in enumerate(rows[:_SHOWN_ROWS], first)]
    return ["Triangle begins:", *(line for line in lines if len(line) <= _WIDTH), "  ..."]


def _add_law(draft: Draft, law: KnownSeries, flat: list[int]) -> None:
    """The series in x and y, and with a proof the programs that expand it."""
    text = f"{law.series_head}Sum_{{n,k}} T(n,k)*x^n*y^k = {plane_series_text(law.series)}."
    if len(text) > _LONGEST:
        draft.left_out.append("the g.f. and the programs: they are too long for a line")
        return
    draft.formulas += [text, law.reason]
    if not law.is_proved:
        return
    for program in plane_programs(law.series, draft.heading.number, _SHOWN_ROWS + 2):
        if max(map(len, program.lines)) > _LONGEST:
            draft.left_out.append(f"the {program.language} program: it is too long for a line")
            continue
        draft.checks.append(checked_program(program, flat))
        draft.add_program(program.kind, program.signed(draft.heading.author))
