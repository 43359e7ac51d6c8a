"""Cross-references: the row, column, diagonal and array beside a sequence, by their numbers."""

from __future__ import annotations

from gfkit.boards import Family
from gfkit.errors import GfkitError
from gfkit.games import Rule
from gfkit.oeis.export.export import Draft
from gfkit.oeis.index import known_as
from gfkit.oeis.index.place import index_path
from gfkit.transfer import count
from gfkit.typing import Positions

_TERMS = 10
_SQUARES = 6
_LINES = 4


def add_neighbours(
    draft: Draft, rule: Rule, positions: Positions, boards: Family | None, index: str | None
) -> None:
    """Where the sequence stands in its array (None: on the diagonal), and what else the index knows."""
    place = "Main diagonal" if boards is None else _line(boards)
    if draft.heading.table is not None:
        draft.crossrefs.append(f"{place or 'Cf.'} {'of ' if place else ''}{draft.heading.table}.")
    if not place or not index_path(index).is_file():
        return
    others = [("main diagonal", _diagonal(rule, positions))] if boards is not None else []
    if boards is not None:
        turned = Family("", boards.sizes[::-1])
        others.append((f"rows and columns exchanged, {turned.text}", _along(rule, positions, turned)))
    _refer(draft, others, index)


def add_array_neighbours(draft: Draft, rule: Rule, positions: Positions, index: str | None) -> None:
    """The columns, rows and diagonal of an array that the index knows."""
    if not index_path(index).is_file():
        return
    others = [
        (f"{word} {k}", _along(rule, positions, Family("", (None, k) if word == "column" else (k, None))))
        for word in ("column", "row")
        for k in range(1, _LINES + 1)
    ]
    _refer(draft, [*others, ("main diagonal", _diagonal(rule, positions))], index)


def _line(boards: Family) -> str:
    """'Column 3' for n X 3, 'Row 3' for 3 X n, nothing where boards are no rectangles."""
    if boards.word:
        return ""
    size = next(size for size in boards.sizes if size is not None)
    return f"{'Column' if boards.sizes[0] is None else 'Row'} {size}"


def _along(rule: Rule, positions: Positions, boards: Family) -> list[int]:
    return [int(count(rule, boards.at(n), positions).count) for n in range(1, _TERMS + 1)]


def _diagonal(rule: Rule, positions: Positions) -> list[int]:
    return [int(count(rule, f"{n}x{n}", positions).count) for n in range(1, _SQUARES + 1)]


def _refer(draft: Draft, others: list[tuple[str, list[int]]], index: str | None) -> None:
    """One line that names all that were found, each with what it is."""
    found: list[str] = []
    for words, terms in others:
        try:
            hits = known_as(terms, index)
        except GfkitError:
            hits = []
        found += [f"{hits[0].number} ({words})"] if hits and hits[0].number != draft.heading.number else []
    if found:
        draft.crossrefs.append(f"Cf. {', '.join(found)}.")
