"""Transfer matrices of Tutte polynomials, whose states are partitions of the frontier.

The states are the partitions of the frontier into blocks that are connected by selected edges, each with one
integer. With powers of a large B for the variables (Kronecker substitution), the digits of one value to the
base B are the coefficients of the polynomial. Polynomials of graphs that need much memory are computed by
``tutte``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from gfkit.core.boards import Board
from gfkit.core.engine.sweep.engine2_integers import terms_of_packed
from gfkit.core.memory import Budget, memory_limit
from gfkit.core.typing import check_stop

Blocks = tuple[int, ...]
"""For each vertex, the number of its block; blocks are numbered from 0 in order of first occurrence."""
Sets = dict[tuple[int, int], int]
"""Numbers of edge sets, by their numbers of components and of edges."""
_Times = Callable[[int, int], int]
_BLOCK_BYTES = 1000
"""Memory of a state of ``TutteSweep`` without its integer, in bytes, with the cached transitions."""


def number_blocks(labels: Iterable[int]) -> Blocks:
    """Return a partition whose blocks are given by arbitrary labels, with blocks numbered."""
    numbers: dict[int, int] = {}
    return tuple([numbers.setdefault(label, len(numbers)) for label in labels])


class TutteSweep:
    """Sweep of a simple graph that computes terms of its Tutte polynomial.

    ``bits`` is log2 of the base B of digits; these are nonnegative, with sum at most T(2, 2) = 2^|E| < B.
    """

    def __init__(self, board: Board, max_memory: int | None = None) -> None:
        self.board, self._graph = board, [set(near) for near in board.neighbours]
        self.max_memory = max_memory
        self.bits = len(board.edges) + 1
        self._known: dict[object, dict[Blocks, list[tuple[Blocks, bool, int]]]] = {}

    def advance(
        self,
        frontier: list[int],
        cells: Iterable[int],
        vector: dict[Blocks, int],
        times_x_less_1: _Times,
        times_y: _Times | None = None,
    ) -> dict[Blocks, int]:
        """Return the vector after some cells are added to the frontier, and all cells without unseen
        neighbours are removed from it.

        If y is 0, no state has a block that contains two adjacent vertices, because its integer would be
        multiplied by y when their edge is processed.
        """
        graph, bits, seen, added = self._graph, self.bits, set(frontier), 0
        budget = Budget(f"polynomial of {self.board.text!r}", memory_limit(self.max_memory), None)
        for cell in (None, *cells):
            if cell is not None:
                frontier.append(cell)
                seen.add(cell)
                added += 1
            # Edges are processed late, when their first endpoint leaves the frontier, so that few blocks
            # contain two adjacent vertices.
            for gone in [cell for cell in frontier if graph[cell] <= seen]:
                check_stop()
                place, pairs = frontier.index(gone), combinations(range(len(frontier)), 2)
                edges = tuple([(a, b) for a, b in pairs if frontier[b] in graph[frontier[a]]])
                if times_y is not None:  # each set of edges of the vertex may lead to its own partition
                    budget.ask(_BLOCK_BYTES << sum(place in edge for edge in edges))
                key = added, place, edges, len(frontier) > 1, times_y is None
                known, after = self._known.setdefault(key, {}), dict[Blocks, int]()
                for blocks, value in vector.items():
                    if blocks not in known:
                        known[blocks] = _pass_vertex(blocks, *key)
                    for left, is_apart, cycles in known[blocks]:
                        more = times_x_less_1(value, bits) if is_apart else value
                        if times_y is not None:
                            for _ in range(cycles):
                                more = times_y(more, bits)
                        after[left] = after.get(left, 0) + more
                vector, added = after, 0
                budget.ask(len(vector) * (_BLOCK_BYTES + next(iter(vector.values())).bit_length() // 8))
                del frontier[place]
        return {_add_blocks(blocks, added): value for blocks, value in vector.items()}

    def coefficients(self, order: Sequence[int], width: int, x: int | None, y: int | None) -> Sets:
        """Return the coefficients of x^i y^j, by (i, j); j is below ``width``.

        A single number for x or y must be 0 or 1, so that no coefficient is negative.
        """

        def times_x_less_1(value: int, bits: int) -> int:
            return (value << bits * width) - value if x is None else value * (x - 1)

        def times_y(value: int, bits: int) -> int:
            return value << bits if y is None else value * y

        value = self.advance([], order, {(): 1}, times_x_less_1, times_y if y != 0 else None)[()]
        known = x is not None and y is not None
        return {(0, 0): value} if known else terms_of_packed(value, self.bits, width)


def _pass_vertex(
    blocks: Blocks, added: int, place: int, edges: Sequence[tuple[int, int]], is_inner: bool, is_flat: bool
) -> list[tuple[Blocks, bool, int]]:
    """Return the partitions after the edges of a vertex are processed and the vertex is removed.

    For each partition, also return True if the vertex was a block, and the number of edges within a block. If
    ``is_flat``, no two adjacent vertices are in one block.
    """
    found, rest = [(_add_blocks(blocks, added), 0)], list(edges)
    for a, b in [edge for edge in edges if place in edge]:
        rest.remove((a, b))
        after = [(own, cycles + (own[a] == own[b])) for own, cycles in found]
        for own, cycles in found:
            one, other = own[a], own[b]
            joined = tuple([one if block == other else block for block in own])
            if one != other and not (is_flat and any(joined[c] == joined[d] for c, d in rest)):
                after.append((joined, cycles))
        found = after
    return [
        (number_blocks(own[:place] + own[place + 1 :]), is_inner and own.count(own[place]) == 1, cycles)
        for own, cycles in found
    ]


def _add_blocks(blocks: Blocks, many: int) -> Blocks:
    """Return the partition with further vertices, each in its own block."""
    first = max(blocks, default=-1) + 1
    return (*blocks, *range(first, first + many))
