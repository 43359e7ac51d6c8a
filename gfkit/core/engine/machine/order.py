"""Interaction graph of the cells of a board, and cell orders for a sweep.

Two cells are adjacent in the interaction graph if some constraint depends on both. Its components are counted
separately. A good order has a small frontier: the set of swept cells that are adjacent to unswept cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, pairwise, product

from gfkit.core.boards import Board
from gfkit.core.boards.board import Place
from gfkit.core.engine import tuning
from gfkit.core.errors import SelfCheckError
from gfkit.core.rules.kinds.constraints import (
    Constraint,
    ConstraintSystem,
    Exclusion,
    Key,
    Relation,
    Slot,
)
from gfkit.core.rules.values import Predicate, Spots

Graph = list[set[int]]
Shown = tuple[tuple[int, int], ...]
"""Partial assignment of a relation: pairs of a position and its symbol."""
_MOST_ASSIGNMENTS = 2048


def swept_system(system: ConstraintSystem) -> ConstraintSystem:
    """Replace relations by equivalent exclusions of pairs, if there are any."""
    if not any(isinstance(constraint, Relation) for constraint in system.constraints):
        return system
    slots = {slot.key: slot for slot in system.slots}
    parts = (
        _split_into_pairs(constraint, slots) if isinstance(constraint, Relation) else (constraint,)
        for constraint in system.constraints
    )
    return replace(system, constraints=tuple(dict.fromkeys(chain.from_iterable(parts))))


def _split_into_pairs(constraint: Relation, slots: Mapping[Key, Slot]) -> Iterator[Constraint]:
    """Yield an equivalent set of exclusions of two symbols, or the relation itself if there is none."""
    if constraint.image is not None or len(constraint.slots) < 3:
        yield constraint
        return
    first, *others = {slots[key].values for key in constraint.slots}
    together = None
    if not others:
        together = excluded(constraint.predicates, constraint.spots, first, len(constraint.slots))
    if together is None:
        yield constraint
        return
    for some in together:
        tests = tuple(sorted((constraint.slots[place], 1 << symbol) for place, symbol in some))
        cells = {cell for key, _ in tests for cell in slots[key].at}
        yield Exclusion(tuple(sorted(cells)), tests)


@lru_cache(maxsize=1000)
def excluded(
    predicates: tuple[Predicate, ...], spots: Spots, values: tuple[int, ...], cells: int
) -> tuple[Shown, ...] | None:
    """Return the minimal excluded symbols and pairs of symbols, or None if larger exclusions are needed.

    For a relation of a cell and its neighbours, excluded pairs need less frontier: two rows are not stored at
    once.

    >>> excluded((Predicate("x == 0 or sum(near) == 0", False),), (("x", 0), ("near", (1, 2))), (0, 1), 3)
    (((0, 1), (1, 1)), ((0, 1), (2, 1)))
    """
    if len(values) ** cells > _MOST_ASSIGNMENTS:
        return None
    # Few rules have predicates.
    from gfkit.core.rules.expression import no_kinds, truths

    kinds, symbols = no_kinds(cells, values), range(len(values))
    tables = [truths(predicate, spots, values, kinds) for predicate in predicates]
    assignments = list(product(symbols, repeat=cells))
    fine = [shown for shown, *each in zip(assignments, *tables, strict=True) if all(each)]
    seen = {
        some for assignment in fine for size in (1, 2) for some in combinations(enumerate(assignment), size)
    }
    single = [((place, symbol),) for place in range(cells) for symbol in symbols]
    bad: list[Shown] = [some for some in single if some not in seen]
    for (first,), (second,) in combinations(single, 2):
        is_new = first[0] != second[0] and (first,) in seen and (second,) in seen
        if is_new and (first, second) not in seen:
            bad.append((first, second))
    allowed = sum(
        not any({*enumerate(assignment)}.issuperset(some) for some in bad) for assignment in assignments
    )
    return tuple(bad) if allowed == len(fine) else None


def interaction_of(system: ConstraintSystem, size: int, cells: Sequence[int] | None = None) -> Graph:
    """Return the interaction graph: two cells are adjacent if a variable, constraint or link contains both.

    If ``cells`` is given, only these cells are considered.
    """
    graph: Graph = [set() for _ in range(size)]

    def join(together: Sequence[int]) -> None:
        for cell in together:
            graph[cell].update(together)

    at = {slot.key: slot.at for slot in system.slots}
    for slot in system.slots:
        join(slot.at)
    for constraint in system.constraints:
        is_chain = constraint.is_ordered and constraint.at[1:]
        for scope in pairwise(constraint.at) if is_chain else [constraint.at]:
            join(scope)
        own = set(constraint.at)
        for key in constraint.keys:
            if own.isdisjoint(at[key]):
                join((constraint.at[0], at[key][0]))
    for event in system.events():
        join([cell for key in event.keys for cell in at[key]])
    for graph_ in system.graphs:
        for link in graph_.links:
            join(link.ends)
    for arrows in system.arrows:
        for a, b, _ in arrows.links:
            join((a, b))
    for cell, near in enumerate(graph):
        near.discard(cell)
    if system.is_global:
        for part, following in pairwise(components(graph, range(size) if cells is None else cells)):
            graph[part[-1]].add(following[0])
            graph[following[0]].add(part[-1])
    return graph


def part_of(system: ConstraintSystem, cells: Sequence[int]) -> ConstraintSystem:
    """Return the restriction of a system to some cells. These cells must not interact with any other cell."""
    own = set(cells)
    slots = tuple([slot for slot in system.slots if own.issuperset(slot.at)])
    if len(slots) == len(system.slots):
        return system
    return replace(
        system,
        slots=slots,
        constraints=tuple(constraint for constraint in system.constraints if own.issuperset(constraint.at)),
    )


def components(graph: Sequence[Collection[int]], cells: Iterable[int]) -> list[list[int]]:
    """Return the components of the graph that contain the given cells, each in ascending order."""
    own = sorted(set(cells))
    seen = bytearray(b"\1") * len(graph)
    for cell in own:
        seen[cell] = 0
    parts = []
    for start in own:
        if seen[start]:
            continue
        seen[start] = 1
        part = [start]
        for cell in part:
            for near in graph[cell]:
                if not seen[near]:
                    seen[near] = 1
                    part.append(near)
        parts.append(sorted(part))
    return parts


def frontiers(graph: Graph, order: Sequence[int]) -> list[int]:
    """Return the number of frontier cells after each step of a sweep."""
    site_of = {cell: site for site, cell in enumerate(order)}
    leaving = [0] * (len(order) + 1)
    sizes, size = [], 0
    for site, cell in enumerate(order):
        last = max(map(site_of.__getitem__, graph[cell]), default=site)
        if last > site:
            size += 1
            leaving[last] += 1
        size -= leaving[site]
        sizes.append(size)
    return sizes


def in_flight(system: ConstraintSystem, order: Sequence[int]) -> Counter[Hashable]:
    """Count the constraints, by form, that have both decided and undecided variables in the middle of a
    sweep.
    """
    site_of = {cell: site for site, cell in enumerate(order)}
    decided = {}
    for slot in system.slots:
        sites = [site_of[cell] for cell in slot.at if cell in site_of]
        if sites:
            decided[slot.key] = min(sites)
    forms: Counter[Hashable] = Counter()
    middle = len(order) // 2

    def form(constraint: Constraint) -> Hashable:
        in_order = sorted({*constraint.keys}, key=lambda key: decided.get(key, -1))
        place = {key: number for number, key in enumerate(in_order)}
        form: Hashable = constraint.mapped(lambda test: (place[test[0]], test[1]))
        return form

    for constraint in system.constraints:
        known = [decided[key] for key in constraint.keys if key in decided]
        if known and min(known) < middle <= max(known):
            forms[form(constraint)] += 1
    return forms


def sweep_orders(board: Board, graph: Graph, cells: Sequence[int]) -> list[list[int]]:
    """Return the best order of some cells for a sweep, or the best two if they seem equally good.

    On a grid we compare row order and column order. For graphs and boards with holes we also try a greedy
    order: the next cell is the cell that minimises the frontier.
    """
    return [check_order(order, cells) for order in _compare_orders(board, graph, cells)]


def check_order(order: list[int], cells: Sequence[int]) -> list[int]:
    """Return the order. Raise SelfCheckError if it is not a permutation of the cells."""
    if sorted(order) != sorted(cells):
        raise SelfCheckError(f"a sweep order contains {len(order)} of {len(cells)} cells, or repeats a cell")
    return order


def _compare_orders(board: Board, graph: Graph, cells: Sequence[int]) -> list[list[int]]:
    orders: list[list[int]] = []
    full = False
    if board.grid is not None:
        places = board.places
        orders.append(sorted(cells, key=lambda cell: places[cell]))
        orders.append(sorted(cells, key=lambda cell: places[cell][::-1]))
        full = len(cells) == board.grid.rows * board.grid.cols
        if full and _has_only_grid_edges(board, graph):
            rows, cols = board.grid.rows, board.grid.cols
            return orders if rows == cols else [orders[rows < cols]]
    if board.spots:
        kept = set(cells)
        sliced = slice_order(board.spots)
        orders.append([cell for slice_ in sliced for cell in slice_ if cell in kept])
    if not full and not board.hubs:
        orders.extend(_build_greedy_orders(graph, cells))
    costs = [sum(1 << min(size, 4000) for size in frontiers(graph, order)) for order in orders]
    best = min(costs)
    return [order for order, cost in zip(orders, costs, strict=True) if 100 * cost <= 101 * best][:2]


def _has_only_grid_edges(board: Board, graph: Graph) -> bool:
    """Return True if the board is a full rectangle, not cyclic, and only adjacent cells interact."""
    grid = board.grid
    closed = grid is None or grid.wrap_rows or grid.wrap_cols or board.spots
    return not closed and sum(map(len, graph)) == 2 * len(board.edges)


def slice_order(spots: Sequence[Place]) -> list[list[int]]:
    """Return the cells at the given positions, slice by slice and by their indices in the slice; hubs come
    first.
    """
    first = min((turn for _, turn in spots if turn >= 0), default=0)
    cells_at: dict[int, list[int]] = {}
    for cell in sorted(range(len(spots)), key=lambda cell: spots[cell][0] if spots[cell][1] >= 0 else -1):
        cells_at.setdefault(max(spots[cell][1], first), []).append(cell)
    slices = [cells_at[turn] for turn in sorted(cells_at)]
    check_order([*chain.from_iterable(slices)], range(len(spots)))
    return slices


def _build_greedy_orders(graph: Graph, cells: Sequence[int]) -> list[list[int]]:
    if len(cells) > tuning.COUNT.greedy_cells:
        return [_order_breadth_first(graph, cells, _find_far_cell(graph, cells))]
    starts = dict.fromkeys([_find_far_cell(graph, cells), *sorted(cells, key=lambda c: len(graph[c]))])
    return [_order_greedily(graph, cells, start) for start in list(starts)[: tuning.COUNT.greedy_starts]]


def _find_far_cell(graph: Graph, cells: Sequence[int]) -> int:
    """Return the last cell of a breadth-first search, which is an end of a long shortest path."""
    return _order_breadth_first(graph, cells, _order_breadth_first(graph, cells, cells[0])[-1])[-1]


def _order_breadth_first(graph: Graph, cells: Sequence[int], start: int) -> list[int]:
    """Return the cells in the order of breadth-first searches: from ``start``, then from each unseen cell."""
    unseen = set(cells)
    order: list[int] = []
    for first in (start, *cells):
        found = [first] if first in unseen else []
        unseen.difference_update(found)
        for cell in found:
            new = graph[cell] & unseen
            found.extend(sorted(new, key=lambda c: (len(graph[c]), c)))
            unseen -= new
        order += found
    return order


def _order_greedily(graph: Graph, cells: Sequence[int], start: int) -> list[int]:
    unswept = set(cells)
    order: list[int] = []
    waiting: dict[int, int] = {start: 0}  # neighbours of swept cells, with the step in which they were found
    swept: set[int] = set()
    left = {cell: len(graph[cell]) for cell in cells}
    """For each cell, the number of its unswept neighbours."""
    while unswept:
        if not waiting:
            waiting[min(unswept)] = len(order)

        def change(cell: int) -> tuple[int, int, int]:
            """Return the increase of the frontier if a cell is swept next. Ties are broken by the age of its
            neighbours.
            """
            closes = sum(1 for near in graph[cell] & swept if left[near] == 1)
            opens = 1 if left[cell] else 0
            return opens - closes, waiting[cell], cell

        cell = min(waiting, key=change)
        del waiting[cell]
        unswept.discard(cell)
        swept.add(cell)
        order.append(cell)
        for near in graph[cell]:
            left[near] -= 1
            if near in unswept:
                waiting.setdefault(near, len(order))
    return order
