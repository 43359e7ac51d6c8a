"""Range of a rule along the boards of a family, for kinds of rules that do not define it.

Statement. Let the systems of a family be as ``kinds.constraints`` has them: every variable, constraint,
event, node and link is one of finitely many patterns translated along n, placed at every position where it
fits or at a fixed distance from the first or the last slice. Measure two boards, of about m and 2 m slices:
the largest number of slices between two cells of one pattern, excluding lines along n, and the number of
slices at either end that differ from the middle. Let the larger of both be the same number on both boards, at
most m / 4. If no pattern is longer than 2 m slices or further than m from its end, that number bounds all
patterns on every board of the family.

Proof. A pattern that fits on the longer board occurs there, and is as long there as on any board, so that it
was measured. A pattern at a distance from an end also occurs on the longer board, before the middle, and the
slice where it begins differs from the middle, where it does not occur. So all patterns are within the number
on the longer board and, as there are no other patterns, on all others.

A kind with longer patterns defines its range as ``Rule.extent``, and so does a kind for boards where a vertex
is adjacent to all slices: there nothing is measured.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from gfkit.boards import Board, Family
from gfkit.boards.family import spots
from gfkit.engine import tuning
from gfkit.engine.machine.order import slice_order
from gfkit.errors import MismatchError
from gfkit.rules import Rule
from gfkit.rules.kinds import system_of
from gfkit.rules.kinds.constraints import Cardinality, ConstraintSystem, Exclusion, Key, Line, Relation

_Pattern = tuple[Sequence[int], Hashable]
"""Cells, and what is asked there, without the names of cells."""


def slices_of(family: Family, board: Board) -> list[list[int]]:
    """Return the cells of a board of the family, slice by slice along n; hubs with the first."""
    return slice_order(spots(family, board))


def measured_extent(rule: Rule, family: Family) -> int:
    """Return the number of the statement, in rows or columns. Fails with MismatchError where two boards
    disagree.

    >>> from gfkit.boards import parse_board
    >>> from gfkit.rules import find_rule
    >>> measured_extent(find_rule("domineering"), parse_board("4xn"))
    2
    """
    boards = [
        family.at(max(family.first_n, 1) + size)
        for size in (tuning.STRIP.measured_slices, 2 * tuning.STRIP.measured_slices)
    ]
    numbers = {_extent(family, board, system_of(rule, board)) for board in boards}
    (number, *others) = numbers
    if others or number > tuning.STRIP.measured_slices // 4 or boards[0].hubs:
        raise MismatchError(
            f"board {family.text!r}: how far {rule.name} looks along it is not known, as rules of kind"
            f" {rule.kind!r} do not say it and boards do not show it; count it board by board"
        )
    return -(-number // family.span)


def _extent(family: Family, board: Board, system: ConstraintSystem) -> int:
    """Return the largest distance, in slices, within a pattern or from an end to the regular middle."""
    slices = slices_of(family, board)
    place = {cell: (turn, at) for turn, cells in enumerate(slices) for at, cell in enumerate(cells)}
    looks: list[list[str]] = [[] for _ in slices]
    longest = 0
    for cells, asked in _patterns(system):
        turns = sorted({place[cell][0] for cell in cells})
        if not turns or (asked == "line" and 2 * len(turns) > len(slices)):
            continue
        gaps = [after - turn for turn, after in zip(turns, [*turns[1:], turns[0] + len(slices)], strict=True)]
        longest = max(longest, len(slices) - max(gaps) if family.closes else turns[-1] - turns[0])
        first = turns[0]
        shape = [(place[cell][0] - first, place[cell][1]) for cell in cells]
        looks[first].append(repr((shape, asked)))
    alike = [sorted(look) == sorted(looks[len(slices) // 2]) for look in looks]
    middle = len(slices) // 2
    ends = [alike[middle::-1], alike[middle:]]
    return max(longest, *(len(end) - (end.index(False) if False in end else len(end)) for end in ends))


def _patterns(system: ConstraintSystem) -> Iterator[_Pattern]:
    """Yield all constraints of a system, with their cells."""
    at = {slot.key: slot.at for slot in system.slots}
    for slot in system.slots:
        yield slot.at, (slot.values, slot.weights, slot.role, slot.decision)
    for constraint in system.constraints:
        if isinstance(constraint, Line):
            yield constraint.at, "line"
        else:
            yield _of_keys(at, constraint.keys, constraint.at), _requirement(constraint)
    for event in system.events():
        yield _of_keys(at, event.keys), "event"
    for graph in system.graphs:
        yield from (((node.cell,), (node.places, len(node.marks))) for node in graph.nodes)
        yield from ((link.ends, "link") for link in graph.links)
    for arrows in system.arrows:
        yield from (((a, b), "arrow") for a, b, _ in arrows.links)


def _of_keys(at: Mapping[Key, Sequence[int]], keys: Iterable[Key], own: Sequence[int] = ()) -> Sequence[int]:
    """Return the cells of a constraint and of its variables."""
    return [*own, *(cell for key in keys for cell in at[key])]


def _requirement(constraint: Exclusion | Cardinality | Relation) -> Hashable:
    """Return the requirement of a constraint on its variables, in their order, without their names."""
    if isinstance(constraint, Relation):
        return constraint.predicates, constraint.spots
    numbers = (
        (sorted(constraint.numbers.allowed), constraint.numbers.cap, constraint.numbers.modulo)
        if isinstance(constraint, Cardinality)
        else ()
    )
    return type(constraint).__name__, repr(numbers), tuple(symbols for _, symbols in constraint.tests)
