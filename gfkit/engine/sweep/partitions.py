"""Values of Tutte polynomials by a sweep whose states are partitions of the frontier.

The states are the partitions of the frontier into blocks that are connected by selected edges, each with one
integer. A value of T at integers x, y requires one sweep. With powers of a large B for the variables
(Kronecker substitution), the digits of one value to the base B are the coefficients of the polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations

from gfkit.boards import Board
from gfkit.engine import tuning
from gfkit.engine.machine.order import components, frontiers, sweep_orders
from gfkit.engine.sweep.integers import terms_of_packed
from gfkit.runs.memory import Budget, memory_limit
from gfkit.typing import check_stop

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
    """Sweep of a simple graph that computes values of its Tutte polynomial.

    ``components`` is c(E), ``nullity`` is c(E) + |E| - V, and ``bits`` is log2 of the base B of digits.
    """

    def __init__(self, board: Board) -> None:
        self.board, self._graph = board, [set(near) for near in board.neighbours]
        parts = components(self._graph, range(board.size))
        self._order = [cell for part in parts for cell in sweep_orders(board, self._graph, part)[0]]
        self.bits = len(board.edges) + 1
        self.components = len(parts)
        self.nullity = len(parts) + len(board.edges) - board.size
        self._join, self._drop = cache(_join_blocks), cache(_drop_vertex)

    @property
    def is_short(self) -> bool:
        """True if this sweep is the fastest method for polynomials in two variables."""
        bits = self.board.size * (self.nullity + 1) * self.bits
        states = sum(1 << 2 * size for size in frontiers(self._graph, self._order))
        return bits * states <= tuning.QUESTIONS.tutte_work

    def value(self, x: int, y: int) -> int:
        """Return T(x, y)."""
        times_y: _Times | None = (lambda value, _: y * value) if y else None
        return self.advance([], self._order, {(): 1}, lambda value, _: (x - 1) * value, times_y)[()]

    def digits(self, times_x_less_1: _Times, times_y: _Times | None, width: int = 1) -> Sets:
        """Return the digits of T(x, y) to the base B: the digit of B^(width i + j) for each (i, j).

        The functions multiply an integer by x - 1 and by y; their second argument is log2 B. Without the
        second function, y is 0.
        """
        vector = self.advance([], self._order, {(): 1}, times_x_less_1, times_y)
        return terms_of_packed(vector[()], self.bits, width)

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
        graph, bits, seen = self._graph, self.bits, set(frontier)
        budget = Budget(f"polynomial of {self.board.text!r}", memory_limit(None), None)
        for added in (None, *cells):
            if added is not None:
                frontier.append(added)
                seen.add(added)
                vector = {(*blocks, max(blocks, default=-1) + 1): value for blocks, value in vector.items()}
            # Edges are processed late, when their first endpoint leaves the frontier, so that few blocks
            # contain two adjacent vertices.
            for gone in [cell for cell in frontier if graph[cell] <= seen]:
                place, pairs = frontier.index(gone), combinations(range(len(frontier)), 2)
                edges = [(a, b) for a, b in pairs if frontier[b] in graph[frontier[a]]]
                for a, b in [edge for edge in edges if place in edge]:
                    check_stop()
                    edges.remove((a, b))
                    apart = () if times_y else tuple(edges)
                    after: dict[Blocks, int] = {}
                    for blocks, value in vector.items():
                        more = times_y(value, bits) if times_y and blocks[a] == blocks[b] else value
                        after[blocks] = after.get(blocks, 0) + more
                        joined = self._join(blocks, a, b, apart)
                        if joined is not None:
                            after[joined] = after.get(joined, 0) + value
                    vector = after
                    budget.ask(len(vector) * (_BLOCK_BYTES + next(iter(vector.values())).bit_length() // 8))
                after = {}
                for blocks, value in vector.items():
                    left, alone = self._drop(blocks, place), blocks.count(blocks[place]) == 1
                    more = times_x_less_1(value, bits) if alone and len(frontier) > 1 else value
                    after[left] = after.get(left, 0) + more
                vector = after
                del frontier[place]
        return vector


def _join_blocks(blocks: Blocks, a: int, b: int, apart: Sequence[tuple[int, int]]) -> Blocks | None:
    """Return the partition after joining two blocks, or None if they are equal, or a pair in ``apart`` gets
    joined.
    """
    joined = number_blocks([blocks[a] if block == blocks[b] else block for block in blocks])
    return None if joined == blocks or any(joined[c] == joined[d] for c, d in apart) else joined


def _drop_vertex(blocks: Blocks, place: int) -> Blocks:
    return number_blocks(blocks[:place] + blocks[place + 1 :])
