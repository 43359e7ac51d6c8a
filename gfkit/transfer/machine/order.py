"""Which cells hang together, and in which order to sweep them.

The interaction graph joins two cells when a rule looks at both at once. Its components are counted
apart; the sweep should keep its frontier (swept cells that still touch unswept ones) small.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise

from gfkit.boards import Board
from gfkit.games import (
    ArrayRule,
    CoverRule,
    EdgeRule,
    Move,
    OrientationRule,
    PlacementRule,
    PointerRule,
    Rule,
    legal_moves,
)
from gfkit.transfer.machine.array import conditions, neighbours_both_ways
from gfkit.transfer.machine.condition import BoardCondition, LineCondition, OrderCondition
from gfkit.transfer.machine.cover import Laying, layings

Graph = list[set[int]]
Item = Move | BoardCondition | Laying
"""A move of a game, a condition of an array, or what may be laid in an exact cover."""

_GREEDY_CELLS = 600
_GREEDY_STARTS = 6


def items_of(rule: Rule, board: Board) -> list[Item]:
    """What a rule looks at together: the moves of a game, the conditions of an array, layings of a cover."""
    if isinstance(rule, PlacementRule):
        return list(legal_moves(rule, board))
    if isinstance(rule, CoverRule | PointerRule):
        return list(layings(rule, board))
    return list(conditions(rule, board)) if isinstance(rule, ArrayRule) else []


def items_by_part(items: Sequence[Item], parts: Sequence[Sequence[int]]) -> list[list[Item]]:
    """The items that lie in each part."""
    part_of = {cell: index for index, part in enumerate(parts) for cell in part}
    found: list[list[Item]] = [[] for _ in parts]
    for item in items:
        found[part_of[item.cells[0]]].append(item)
    return found


def interaction(rule: Rule, board: Board, items: Sequence[Item]) -> Graph:
    """For every cell the cells it can interact with; cells out of play have none.

    ``items`` are the rule's on the board: see ``items_of``.
    """
    graph: Graph = [set() for _ in range(board.size)]
    scopes: Iterable[Sequence[int]] = ()
    if isinstance(rule, ArrayRule | CoverRule | PointerRule):
        scopes = [scope for item in items for scope in _scopes(item)]
    elif isinstance(rule, PlacementRule):
        touching = list(board.edges if rule.forbidden or rule.liberties else ())
        if not rule.liberties:
            touching = [edge for edge in touching if not board.occupied.keys() & set(edge)]
        scopes = [*(item.cells for item in items), *touching]
    else:
        for first, second in board.edges:
            graph[first].add(second)
            graph[second].add(first)
    for scope in scopes:
        for cell in scope:
            graph[cell].update(scope)
    if isinstance(rule, ArrayRule):
        for condition in rule.linked:
            for cell, others in enumerate(neighbours_both_ways(rule, board, condition)):
                graph[cell].update(others)
    for cell, near in enumerate(graph):
        near.discard(cell)
    if isinstance(rule, ArrayRule | EdgeRule | OrientationRule) and rule.joined:
        parts = components(graph, range(board.size))
        for one, other in pairwise(parts):
            graph[one[-1]].add(other[0])
            graph[other[0]].add(one[-1])
    return graph


def _scopes(item: Item) -> Iterable[Sequence[int]]:
    """The cells that an item looks at together; a line looks at two and remembers the rest."""
    is_line = isinstance(item, LineCondition | OrderCondition)
    return pairwise(item.cells) if is_line and item.cells[1:] else [item.cells]


def components(graph: Graph, cells: Iterable[int]) -> list[list[int]]:
    """The connected parts of the graph that contain these cells, each in ascending order."""
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
    """After every step, how many swept cells still touch unswept ones."""
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


def sweep_orders(
    board: Board, graph: Graph, cells: Sequence[int], *, hubs_last: bool = True
) -> list[list[int]]:
    """The best orders found for sweeping these cells: several where they look equally good.

    On a grid rows and columns are tried; a graph, or a board with holes, is also swept greedily,
    always taking the cell that leaves the smallest frontier.
    """
    found: list[list[int]] = []
    full = False
    if board.grid is not None:
        places = board.places
        found.append(sorted(cells, key=lambda cell: places[cell]))
        found.append(sorted(cells, key=lambda cell: places[cell][::-1]))
        full = len(cells) == board.grid.rows * board.grid.cols
        if full and _touches_only_beside(board, graph):
            rows, cols = board.grid.rows, board.grid.cols
            return found if rows == cols else [found[rows < cols]]
    if board.spots:
        kept = set(cells)
        sliced = slice_order(board, hubs_last=hubs_last)
        found.append([cell for slice_ in sliced for cell in slice_ if cell in kept])
    if not full and not board.hubs:
        found.extend(_greedy_orders(graph, cells))
    costs = [_cost(frontiers(graph, order)) for order in found]
    best = min(costs)
    return [order for order, cost in zip(found, costs, strict=True) if cost <= best * 1.01][:2]


def _touches_only_beside(board: Board, graph: Graph) -> bool:
    """Whether a rectangle that closes up nowhere has the interactions of its edges, by how many there are."""
    grid = board.grid
    closed = grid is None or grid.wrap_rows or grid.wrap_cols or board.spots
    return not closed and sum(map(len, graph)) == 2 * len(board.edges)


def hubs_last(rule: Rule) -> bool:
    """Whether vertices that touch all slices are swept last.

    An array remembers what stands on a hub from the beginning, a game with liberties its group; of other
    games and of covers it is enough to remember what the slices have done to a hub.
    """
    return isinstance(rule, CoverRule) or (isinstance(rule, PlacementRule) and not rule.liberties)


def slice_order(board: Board, *, hubs_last: bool) -> list[list[int]]:
    """The cells of a board of slices, slice by slice; hubs go with the first slice, or with the last."""
    found: dict[int, list[int]] = {}
    for cell in range(board.hubs, board.size):
        found.setdefault(board.spots[cell][1], []).append(cell)
    slices = [found[turn] for turn in sorted(found)] or [[]]
    hubs = list(range(board.hubs))
    if hubs_last:
        slices[-1] = slices[-1] + hubs
    else:
        slices[0] = hubs + slices[0]
    return slices


def _cost(sizes: Sequence[int]) -> int:
    return sum(1 << min(size, 4000) for size in sizes)


def _greedy_orders(graph: Graph, cells: Sequence[int]) -> list[list[int]]:
    if len(cells) > _GREEDY_CELLS:
        return [_breadth_first(graph, cells, _far_end(graph, cells))]
    starts = dict.fromkeys([_far_end(graph, cells), *sorted(cells, key=lambda c: len(graph[c]))])
    return [_greedy(graph, cells, start) for start in list(starts)[:_GREEDY_STARTS]]


def _far_end(graph: Graph, cells: Sequence[int]) -> int:
    """A cell at the end of a long shortest path."""
    return _breadth_first(graph, cells, _breadth_first(graph, cells, cells[0])[-1])[-1]


def _breadth_first(graph: Graph, cells: Sequence[int], start: int) -> list[int]:
    kept = set(cells)
    order, todo, seen = [], deque([start]), {start}
    while todo:
        cell = todo.popleft()
        order.append(cell)
        new = [near for near in graph[cell] if near in kept and near not in seen]
        for near in sorted(new, key=lambda c: (len(graph[c]), c)):
            seen.add(near)
            todo.append(near)
    return order


def _greedy(graph: Graph, cells: Sequence[int], start: int) -> list[int]:
    unswept = set(cells)
    order: list[int] = []
    waiting: dict[int, int] = {start: 0}  # neighbours of swept cells, with the time they became so
    swept: set[int] = set()
    while unswept:
        if not waiting:
            waiting[min(unswept)] = len(order)

        def change(cell: int) -> tuple[int, int, int]:
            """By how much the frontier grows, then first come first served."""
            closes = sum(1 for near in graph[cell] & swept if graph[near] - swept == {cell})
            opens = 1 if graph[cell] - swept else 0
            return opens - closes, waiting[cell], cell

        cell = min(waiting, key=change)
        del waiting[cell]
        unswept.discard(cell)
        swept.add(cell)
        order.append(cell)
        for near in graph[cell]:
            if near in unswept:
                waiting.setdefault(near, len(order))
    return order
