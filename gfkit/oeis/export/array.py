"""Arrays of numbers on m X n boards, read by antidiagonals."""

from __future__ import annotations

from collections.abc import Iterator

from gfkit.errors import LimitError
from gfkit.formula import recurrence_text
from gfkit.games import Question, Rule
from gfkit.oeis.export.evaluate import checked_formula
from gfkit.oeis.export.export import Draft, Export
from gfkit.oeis.export.heading import Heading
from gfkit.oeis.export.law import KnownSeries, started
from gfkit.oeis.export.naming import counted
from gfkit.oeis.export.neighbour import add_array_neighbours
from gfkit.sequences.number import whole_text
from gfkit.transfer import count
from gfkit.typing import Positions, Weights
from gfkit.verify.truth import GameTruth

_DIAGONALS = 12
_LINES = 3
_SHOWN_ROWS, _SHOWN_COLUMNS, _WIDTH = 8, 7, 100
DIRECTION = "Read by antidiagonals with the row index rising: T(1,1), T(1,2), T(2,1), T(1,3), T(2,2), ..."


def cells(terms: int) -> Iterator[tuple[int, int]]:
    """The places of an array in the order in which it is read.

    >>> list(cells(4))
    [(1, 1), (1, 2), (2, 1), (1, 3)]
    """
    s, row = 2, 1
    for _ in range(terms):
        yield row, s - row
        row += 1
        if row == s:
            s, row = s + 1, 1


def array_export(
    rule: Rule, positions: Positions, heading: Heading, terms: int | None, index: str | None
) -> Export:
    """The array T(m,n), m, n >= 1, of a game on m X n boards."""
    size = _DIAGONALS * (_DIAGONALS + 1) // 2 if terms is None else terms
    table = {(m, n): int(count(rule, f"{m}x{n}", positions).count) for m, n in cells(size)}
    what = counted(rule, positions, "", ("m", "n"))
    name = f"Array read by antidiagonals: T(m,n) is the number of {what}, m >= 1, n >= 1."
    draft = Draft(heading, name, list(table.values()), 1, ["tabl"])
    draft.comments = [*([rule.about] if rule.about else []), DIRECTION]
    full = max((s for s in range(size + 1) if s * (s + 1) // 2 <= size), default=0)
    draft.counted = f" (first {full} antidiagonals)" if full * (full + 1) // 2 == size else ""
    draft.examples = _picture(table)
    is_symmetric = all(table[m, n] == table.get((n, m), table[m, n]) for m, n in table)
    _add_lines(draft, rule, positions, is_symmetric)
    add_array_neighbours(draft, rule, positions, index)
    return draft.finished()


def _picture(table: dict[tuple[int, int], int]) -> list[str]:
    """The corner of the array whose rows are all known."""
    rows = min(_SHOWN_ROWS, max(m for m, _ in table))
    columns = min(_SHOWN_COLUMNS, max(n for _, n in table))
    while rows > 1 and (rows, columns) not in table:
        rows, columns = (rows - 1, columns) if rows >= columns else (rows, columns - 1)
    texts = [[whole_text(table[m, n]) for n in range(1, columns + 1)] for m in range(1, rows + 1)]
    widths = [max(len(row[n]) for row in texts) for n in range(columns)]
    while len(widths) > 1 and sum(widths) + len(widths) > _WIDTH:
        widths.pop()
    head = " ".join(f"{n:>{w}}" for n, w in enumerate(widths, 1))
    lines = [" ".join(f"{text:>{w}}" for text, w in zip(row, widths, strict=False)) for row in texts]
    start = ["Array starts:", rf"  m\n | {head}", f"  ----+-{'-' * len(head)}"]
    return [*start, *(f"  {m:>3} | {line} ..." for m, line in enumerate(lines, 1)), "  ..."]


def _add_lines(draft: Draft, rule: Rule, positions: Positions, is_symmetric: bool) -> None:
    """The recurrences of the first columns and rows, proved ones only."""
    kinds = [("Column", "nx{}")] + ([] if is_symmetric else [("Row", "{}xn")])
    found = []
    for word, family in kinds:
        for k in range(1, _LINES + 1):
            line = _line(draft, rule, positions, family.format(k))
            found += [f"{word} {k}: {line}"] if line else []
    if found:
        draft.formulas = [*found, "The recurrences are proved by the transfer matrix method."]


def _line(draft: Draft, rule: Rule, positions: Positions, family: str) -> str | None:
    try:
        law = GameTruth(Question.of(rule, family, positions)).law(Weights.NONE)
    except LimitError:
        return None
    known = KnownSeries(started(law.generating_function, 1), law.evidence)
    if not known.is_proved:
        return None
    line = f"{recurrence_text(known.series.recurrence)}."
    terms = list(known.series.terms(3 * known.series.order + 20))
    draft.checks.append(checked_formula(line, terms, 1))
    return line
