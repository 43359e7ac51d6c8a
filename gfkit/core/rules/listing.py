"""Functions shared by the definitions of rule kinds for enumeration: limits, exact covers, components."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import combinations, product
from math import inf
from typing import Any, TypeVar

from gfkit.core.boards import Board
from gfkit.core.boards.board import Edge, Place, components_of
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import ROOK, Cell, Linkage, MarkedPlace

Marks = frozenset[tuple[Any, frozenset[tuple[Any, int]]]]
"""Set of marks on cells, in a form to which symmetries can be applied."""
Shown = Iterable[tuple[tuple[Any, ...], Any]]
"""Variables of a configuration by their keys, with their values."""
_Item = TypeVar("_Item")
_Need = TypeVar("_Need", bound=Hashable)

# Limits

MOST_CELLS = 200
MOST_EDGES = 40
MOST_TRIES = 5_000_000


def refuse_above(rule: Rule, board: Board, what: str, number: int, most: int) -> None:
    """Raise LimitError if a board has too many elements of some sort for enumeration."""
    if number > most:
        raise too_much(rule, board, f"{number} {what}", most)


def too_much(rule: Rule, board: Board, needed: str, most: int) -> LimitError:
    """Return the error for an enumeration that is too large."""
    return LimitError(
        f"brute force of {rule.name} on board {board.text!r} needs {needed}; the limit is {most}"
    )


def no_drawings(rule: Rule, board: Board) -> MismatchError:
    """Return the error for a rule with drawn shapes on a board without rows and columns."""
    return MismatchError(
        f"board {board.text!r} has no rows and columns, but the rule {rule.name} has drawn shapes; use a"
        " board such as 4x5, or pieces that are single cells or edges"
    )


# Sets, shapes and exact covers


def laid_cells(board: Board, shape: Sequence[Cell]) -> Iterator[frozenset[int]]:
    """Yield the cells of every placement of a shape that stays on the board and does not overlap itself.

    On a graph a shape of one cell can be placed on every vertex, and a shape of two cells on every edge.
    """
    if board.grid is None:
        yield from ([frozenset({cell}) for cell in range(board.size)] if len(shape) == 1 else [])
        yield from (map(frozenset, board.edges) if len(shape) == 2 else [])
        return
    first_row, first_col = shape[0]
    for cell in range(board.size):
        spots = [board.beside(cell, row - first_row, col - first_col) for row, col in shape]
        cells = frozenset(spot for spot in spots if spot is not None)
        if len(cells) == len(shape):
            yield cells


def laid_cubes(board: Board, cubes: Sequence[Sequence[int]]) -> Iterator[frozenset[int]]:
    """Yield the cells of every translation of a set of cubes that stays in the box."""
    assert board.coordinates is not None, "pieces in space need a box"
    at = {place: cell for cell, place in enumerate(board.coordinates)}
    for place in board.coordinates:
        moved = [tuple(a - b + c for a, b, c in zip(cube, cubes[0], place, strict=True)) for cube in cubes]
        if all(cube in at for cube in moved):
            yield frozenset(at[cube] for cube in moved)  # type: ignore[index]


def subsets(items: Sequence[_Item]) -> Iterator[tuple[_Item, ...]]:
    """Yield every subset of the items, smaller subsets first.

    >>> list(subsets("ab"))
    [(), ('a',), ('b',), ('a', 'b')]
    """
    for number in range(len(items) + 1):
        yield from combinations(items, number)


def fillings(
    rule: Rule,
    board: Board,
    choices: Sequence[Iterable[_Item]],
    fits: Callable[[Sequence[_Item]], bool],
    tries: float = inf,
) -> Iterator[tuple[_Item, ...]]:
    """Yield every choice of one item from each list; a conflicting partial choice is not extended."""
    chosen: list[_Item] = []
    tried = 0

    def further() -> Iterator[tuple[_Item, ...]]:
        nonlocal tried
        tried += 1
        if tried > tries:
            raise too_much(rule, board, f"more than {tries} tries", int(tries))
        if len(chosen) == len(choices):
            yield tuple(chosen)
            return
        for item in choices[len(chosen)]:
            chosen.append(item)
            if fits(chosen):
                yield from further()
            chosen.pop()

    return further()


def exact_covers(
    rule: Rule,
    board: Board,
    places: Iterable[_Need],
    takers: Iterable[tuple[frozenset[_Need], _Item]],
    tries: int,
) -> Iterator[Sequence[_Item]]:
    """Yield every exact cover by the items; each item is listed after the set of cells that it covers.

    Knuth's Algorithm X: branch on the uncovered cell with the fewest items.
    """
    able: dict[_Need, list[tuple[frozenset[_Need], _Item]]] = {place: [] for place in places}
    for taker in takers:
        for place in taker[0]:
            able[place].append(taker)
    tried = 0

    def search(
        open_: Mapping[_Need, list[tuple[frozenset[_Need], _Item]]], chosen: list[_Item]
    ) -> Iterator[Sequence[_Item]]:
        nonlocal tried
        tried += 1
        if tried > tries:
            raise too_much(rule, board, f"more than {tries} tries", tries)
        if not open_:
            yield chosen
            return
        for taken, item in open_[min(open_, key=lambda place: len(open_[place]))]:
            left = {
                place: [other for other in others if not other[0] & taken]
                for place, others in open_.items()
                if place not in taken
            }
            yield from search(left, [*chosen, item])

    return search(able, [])


# Places


def is_at(place: MarkedPlace, board: Board, cell: int) -> bool:
    """Return True if a cell belongs to a place, that is, to its rows or columns, or is the first or last
    cell.
    """
    if place.cells is not None:
        return cell in place.cells
    if board.grid is None:
        return any(cell == (0 if line == (0, 0) else board.size - 1) for line in place.at)
    own = board.places[cell]
    if (own == min(board.places) and "first" in place.ends) or (
        own == max(board.places) and "last" in place.ends
    ):
        return True
    (row, col), sides = own, board.grid
    return any(
        down in (None, row, row - sides.rows) and right in (None, col, col - sides.cols)
        for down, right in place.at
    )


def places_of(board: Board, linkage: Linkage) -> dict[MarkedPlace, set[int]]:
    """Return a dict that maps each marked place of a connectivity constraint, such as a row or the border,
    to its set of cells.
    """
    return {
        place: {cell for cell in range(board.size) if is_at(place, board, cell)} for place in linkage.places
    }


# Graphs


def is_linked(
    asked: Linkage,
    vertices: Iterable[int],
    edges: Sequence[tuple[int, int]],
    places: Mapping[MarkedPlace, AbstractSet[int]],
    steps: Mapping[tuple[int, int], Iterable[Cell]] | None = None,
) -> bool:
    """Return True if the components and cycles of a graph are admissible. ``places`` maps places to vertices,
    and ``steps`` maps edges to offsets, if some cycle must wrap around.

    >>> from gfkit.core.rules.values import Numbers
    >>> is_linked(Linkage(components=Numbers.of(2)), [0, 1, 2], [(0, 2)], {})
    True
    """
    if not asked.is_constrained:
        return True
    if asked.wraps:
        return any(
            move[word == "rows"] for move in _cycle_offsets(edges, steps or {}) for word in asked.wraps
        )
    components = components_of(vertices, edges)
    size = sum(map(len, components))

    def across(wanted: Sequence[MarkedPlace]) -> bool:
        return any(all(component & places[place] for place in wanted) for component in components)

    if (asked.joins and not across(asked.joins)) or (asked.apart and across(asked.apart)):
        return False
    if asked.each is not None and asked.each.place is not None:
        marked = places[asked.each.place]
        if not all(asked.each.number.holds(len(component & marked)) for component in components):
            return False
    return asked.holds(len(components), len(edges) - size + len(components))


def winding_steps(
    asked: Linkage, board: Board, offsets: Sequence[Cell] = ()
) -> dict[tuple[int, int], set[Cell]] | None:
    """Return the offsets between linked cells if some cycle must wrap around, else None."""
    return steps_between(board, offsets or ROOK) if asked.wraps else None


def steps_between(board: Board, offsets: Iterable[Place]) -> dict[Edge, set[Place]]:
    """Return the pairs of cells that an offset joins, in ascending order, each with its offsets from the
    first cell to the second. In a cyclic direction of length 2 a pair has several offsets.
    """
    if board.grid is None:
        raise MismatchError(f"board {board.text!r} has no rows and columns along which a cycle wraps around")
    found: dict[Edge, set[Place]] = {}
    for cell, (down, right) in product(range(board.size), offsets):
        other = board.beside(cell, down, right)
        if other is not None:
            sign = 1 if cell < other else -1
            steps = found.setdefault((min(cell, other), max(cell, other)), set())
            steps.add((sign * down, sign * right))
    return found


def _cycle_offsets(
    edges: Iterable[tuple[int, int]], steps: Mapping[tuple[int, int], Iterable[Cell]]
) -> Iterator[Cell]:
    """Yield the sums of offsets along a set of cycles that generates all cycles of a graph."""
    home: dict[int, tuple[int, int, int]] = {}  # root of a vertex, and the offset from the root

    def find(vertex: int) -> tuple[int, int, int]:
        root, down, right = home.get(vertex, (vertex, 0, 0))
        if root == vertex:
            return root, 0, 0
        first, more_down, more_right = find(root)
        return first, down + more_down, right + more_right

    for a, b in edges:
        for down, right in steps[a, b]:
            (one, *at_a), (other, *at_b) = find(a), find(b)
            ahead = at_a[0] + down - at_b[0], at_a[1] + right - at_b[1]
            if one == other:
                yield ahead
            else:
                home[other] = (one, *ahead)


def vertex_choices(asked: Linkage, components: Iterable[AbstractSet[int]]) -> Iterator[frozenset[int]]:
    """Yield every admissible choice of vertices; if the rule chooses none, yield only the empty set.

    >>> from gfkit.core.rules.values import MarkCount, Numbers
    >>> [sorted(one) for one in vertex_choices(Linkage(each=MarkCount(None, Numbers.of(1))), [{0, 1}, {3}])]
    [[0, 3], [1, 3]]
    """
    if asked.each is None or asked.each.place is not None:
        yield frozenset()
        return
    number = asked.each.number
    ways = (
        [subset for k in range(len(part) + 1) if number.holds(k) for subset in combinations(sorted(part), k)]
        for part in components
    )
    for chosen in product(*ways):
        yield frozenset().union(*chosen)
