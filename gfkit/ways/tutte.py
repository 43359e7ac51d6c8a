"""Tutte polynomials of simple graphs by a sweep over edges, modulo primes.

Statement. Deletion and contraction are applied to one edge after the other. A state is the partition of the
frontier into blocks of contracted edges, and its value is a polynomial in x and y. Let an edge (a, b) be
processed, for a partition P of the frontier:

    join    both vertices stay       P  ->  P + (P with the blocks of a and b joined), or y P if a ~ b
    move    a leaves, b is new       P  ->  P with b instead of a + P with a detached, or x P if a is a block
    leave   a leaves, b stays        P  ->  P - a + (P with both blocks joined) - a, or y (P - a) if a ~ b,
                                            or x (P - a) if a is a block

A vertex that leaves after its last edge contributes x - 1 if it is a block, except for the last vertex of a
component. The first case of each line adds to the second one, so that all steps are done in place: most
values remain where they are.

Proof. T(x, y) is the sum of X^(c(A) - c(E)) Y^(c(A) + |A| - V) over all sets A of edges, with X = x - 1 and
Y = y - 1. An edge within a block contributes 1 + Y = y, and a block that consists of a is completed with
factor X if the edge is not selected, and vanishes in the block of b otherwise, in total x.

The coefficients of T are nonnegative, and T(1, 1) is the number of spanning forests with the fewest
components, which is at most the product of the determinants of diagonal blocks of the Laplacian matrix
without one vertex of each component (matrix-tree theorem; inequality of Fischer). So the residues modulo
primes whose product exceeds twice this number determine the polynomial. If x or y is a number, T(|x|, |y|) is
bounded by T(1, 1) and by T(2, 2) = 2^|E|, times powers. This is a proof for every choice of primes.

The number of coefficients: in any order of the vertices, let b(v) be the number of edges to earlier vertices.
A set A of rank r has at most b(v) - 1 edges at v that are not required, so its nullity is at most the sum of
the r largest max(b(v) - 1, 0). After n vertices, the power x^i requires i completed components, and thus rank
at most n - i - 1. So only those coefficients are stored. On the square lattice, a connected set in R rows and
C columns with k vertices has at most 2 k - R - C edges. So its nullity j is at most (R - 1) (C - 1), and its
rank is at least j + R + C - 2 >= j + 2 sqrt(j).

Cost: states times coefficients for each edge and prime. The states of a grid of w columns are noncrossing
partitions, 4862 for w = 9, and fewer if y = 0, because no two adjacent vertices are in one block.

References: William T. Tutte, A contribution to the theory of chromatic polynomials, Canadian Journal of
Mathematics 6 (1954); Roger A. Horn and Charles R. Johnson, Matrix Analysis, Theorem 7.8.5 (Fischer).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import isqrt, prod
from typing import Any

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.algebra.residue import WORD_BITS, LiftedIntegers, word_primes
from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.order import Graph, components, sweep_orders
from gfkit.core.memory import Budget, memory_limit
from gfkit.core.typing import check_stop
from gfkit.ways.partitions import Sets

_Labels = NDArray[np.unsignedinteger[Any]]
_Numbers = NDArray[np.int32]
_ZERO, _ONE, _X, _Y, _X_LESS_1 = range(5)
"""Factors of a value, as in partitions.h."""
_STATE_BYTES = 150
"""Memory of a state without its value, in bytes, while transitions are computed."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Transitions of one edge: the values of ``targets`` are multiplied by factors, and sources are added.

    The sources of target k are those from ``begins[k]`` to ``begins[k + 1]``; -1 - s denotes y times value s.
    """

    targets: _Numbers
    factors: NDArray[np.uint8]
    begins: _Numbers
    sources: _Numbers

    @staticmethod
    def of(targets: Any, factors: Any, begins: Any, sources: Any) -> _Step:
        """Return transitions whose arrays have the types that the C extension requires."""
        numbers = [np.asarray(part, np.int32) for part in (targets, begins, sources)]
        return _Step(numbers[0], np.asarray(factors, np.uint8), *numbers[1:])

    @property
    def parts(self) -> tuple[_Numbers, NDArray[np.uint8], _Numbers, _Numbers]:
        return self.targets, self.factors, self.begins, self.sources

    def apply(self, layout: _Layout, rows: NDArray[np.uint64], prime: int) -> None:
        """Apply the transitions to values modulo a prime."""
        if native.is_built():
            constants = layout.constants(prime)
            native.loops.step_partitions(*self.parts, rows, layout.used, layout.climbs, constants, prime)
            return
        own = self.targets
        for factor in set(self.factors.tolist()) - {_ONE}:
            chosen = own[self.factors == factor]
            rows[chosen] = layout.times(rows[chosen], factor, prime)
        counts = np.diff(self.begins)
        for k in range(max(counts, default=0)):
            more = counts > k
            for is_shifted in (False, True):
                chosen, sources = own[more], self.sources[self.begins[:-1][more] + k]
                of = (sources < 0) == is_shifted
                added = rows[np.where(sources < 0, -1 - sources, sources)[of]]
                added = layout.times(added, _Y, prime) if is_shifted else added
                rows[chosen[of]] = (rows[chosen[of]] + added) % np.uint64(prime)


class _Layout:
    """Positions of the coefficients of x^i y^j in a row of residues.

    Line g of a row begins at ``starts[g]`` and contains, by j, those with i + r(j) = g. Here r(j) is a lower
    bound of the rank of a set of nullity j. The first lines suffice until more vertices are placed. If x is a
    number, a row is a single line.
    """

    def __init__(self, board: Board, order: Sequence[int], x: int | None, y: int | None) -> None:
        self._x, self._y = x, y
        seen: set[int] = set()
        gains = []
        for cell in order:
            gains.append(max(len(seen.intersection(board.neighbours[cell])) - 1, 0))
            seen.add(cell)
        gains.sort(reverse=True)
        ranks = [0, *(k + 1 for k, gain in enumerate(gains) for _ in range(gain))]
        if board.grid is not None and all(_distance(board, edge) == 1 for edge in board.edges):
            ranks[1:] = [max(rank, j + 1 + isqrt(4 * j - 1)) for j, rank in enumerate(ranks[1:], 1)]
        ranks = ranks if y is None else [0]
        self.climbs = np.diff(ranks) if x is None else np.zeros(len(ranks) - 1, np.int64)
        lengths = [bisect_right(ranks, g) for g in range(max(len(order), 1))]
        self.starts = np.array([0, *accumulate(lengths)] if x is None else [0, *lengths])
        self.terms = [
            (g - rank, j) for g in range(len(lengths)) for j, rank in enumerate(ranks[: lengths[g]])
        ]
        self.terms = self.terms if x is None else [(0, j) for j in range(lengths[-1])]
        self.resize(0)

    def resize(self, vertices: int) -> None:
        """Set the lines that are used after some vertices were placed."""
        self.vertices, lines = vertices, max(vertices, 1)
        self.used = self.starts[: lines + 1] if self._x is None else self.starts[[0, lines]]

    def constants(self, prime: int) -> NDArray[np.uint64]:
        """Return the factors modulo a prime; the factor of a variable is the largest word."""
        x, y, variable = self._x, self._y, (1 << 64) - 1
        known = [0, 1, x, y, x if x is None else x - 1]
        return np.array([variable if c is None else c % prime for c in known], np.uint64)

    def is_zero(self, factor: int) -> bool:
        """Return True if a factor is 0."""
        return (0, 1, self._x, self._y, self._x)[factor] == (factor == _X_LESS_1)

    def times(self, rows: NDArray[np.uint64], factor: int, prime: int) -> NDArray[np.uint64]:
        """Return rows times a factor, without the C extension."""
        constant = int(self.constants(prime)[factor])
        if constant < prime:
            return (rows.astype(object) * constant % prime).astype(np.uint64)
        moved, starts = np.zeros_like(rows), self.used.tolist()
        for g, (start, end) in enumerate(pairwise(starts)):
            for j in range(end - start - (factor == _Y)):
                before = g - (int(self.climbs[j]) if factor == _Y else 1)
                if before >= 0 and starts[before] + j < starts[before + 1]:
                    moved[:, start + j + (factor == _Y)] = rows[:, starts[before] + j]
        return (moved + (prime - rows)) % np.uint64(prime) if factor == _X_LESS_1 else moved


@dataclass(frozen=True, slots=True)
class _Operation:
    """Step of the sweep for vertex ``a``, in positions of the frontier; see the module.

    ``b`` is the other endpoint of an edge, or -1 if no edge is left; the position of a new vertex is the size
    of the frontier. If b = a, only a new vertex is added. Vertex a leaves unless ``stays``; ``is_last`` is
    true if the frontier was {a}. ``links`` are the edges that remain in the new frontier.
    """

    a: int
    b: int
    stays: bool
    is_last: bool
    links: tuple[tuple[int, int], ...]


def _operations(graph: Graph, order: Sequence[int], layout: _Layout) -> Iterator[_Operation]:
    """Yield the operations; edges are processed late, when their first endpoint leaves the frontier."""
    left = [set(near) for near in graph]
    seen: set[int] = set()
    frontier: list[int] = []
    waiting: list[int] = []

    def operation(cell: int, others: Sequence[int], stays: bool) -> _Operation:
        size, is_new = len(frontier), any(other not in frontier for other in others)
        for other in others:
            left[cell].discard(other)
            left[other].discard(cell)
            if is_new:
                waiting.remove(other)
                frontier.append(other)
        a, b = frontier.index(cell), frontier.index(others[0]) if others else -1
        if not stays:
            frontier[a : a + 1] = [frontier.pop()] if is_new else []
        layout.resize(layout.vertices + is_new)
        links = [
            (c, d)
            for d, vertex in enumerate(frontier)
            for c, other in enumerate(frontier[:d])
            if other in left[vertex]
        ]
        return _Operation(a, b, stays, size == 1, tuple(links))

    layout.resize(0)
    for cell in order:
        seen.add(cell)
        waiting.append(cell)
        for gone in [vertex for vertex in (*frontier, *waiting) if graph[vertex] <= seen]:
            if gone in waiting:
                yield operation(gone, [gone], True)
            near = sorted(left[gone], key=lambda other: (other not in frontier, other))
            for k in range(max(len(near), 1)):
                yield operation(gone, near[k : k + 1], k + 1 < len(near))


@dataclass(frozen=True, slots=True, eq=False)
class _States:
    """Partitions of the frontier, and the row of the value of each.

    The label of a vertex is the smallest position in its block. ``free`` are the other rows below ``end``.
    """

    labels: _Labels
    rows: _Numbers
    free: _Numbers
    end: int

    @property
    def key(self) -> tuple[Any, ...]:
        """Hashable value; equal for equal states in equal rows."""
        return self.labels.shape, self.labels.tobytes(), self.rows.tobytes(), self.free.tobytes(), self.end


def _words(labels: _Labels) -> NDArray[Any]:
    """Return a word, or a string, for each partition; equal partitions have equal words."""
    width = labels.shape[1]
    if width > 16:
        return np.ascontiguousarray(labels).view(f"S{width * labels.itemsize}").ravel()
    return labels.astype(np.uint64) @ (np.uint64(16) ** np.arange(width, dtype=np.uint64))


def _joined(labels: _Labels, a: int, b: int) -> _Labels:
    """Return the partitions in which the blocks of two vertices are joined."""
    pair = labels[:, [a, b]]
    return np.where(labels == pair.max(1, keepdims=True), pair.min(1, keepdims=True), labels)


def _detached(labels: _Labels, a: int) -> _Labels:
    """Return the partitions in which a vertex is a block."""
    labels, own = labels.copy(), labels == a
    own[:, a] = False
    np.copyto(labels, own.argmax(1)[:, None].astype(labels.dtype), where=own)
    labels[:, a] = a
    return labels


def _without(labels: _Labels, a: int) -> _Labels:
    """Return the partitions without a vertex."""
    rest = np.delete(_detached(labels, a), a, axis=1)
    return rest - (rest > a)


def _transitions(states: _States, operation: _Operation, layout: _Layout) -> tuple[_States, _Step]:
    """Return the states after an operation, and the transitions between values.

    The first part of the images keeps its rows; each further part consists of states, images and a factor.
    """
    labels, a, b = states.labels, operation.a, operation.b
    size = labels.shape[1]
    if operation.stays and b == size:
        labels = np.column_stack([labels, np.full(len(labels), size, labels.dtype)])
    every, alone = np.arange(len(labels)), (labels == labels[:, [a]]).sum(1) == 1
    near = ~alone if b < 0 or b == labels.shape[1] else labels[:, a] == labels[:, b]
    first, images, factors = every, labels, np.where(near, _Y, _ONE)
    more: list[tuple[NDArray[Any], _Labels, int]] = []
    if a == b:
        factors[:] = _ONE
    elif operation.stays:
        more = [(every[~near], _joined(labels[~near], a, b), _ONE)]
    elif b == size:
        factors = np.where(alone, _X, _ONE)
        more = [(every[~alone], _detached(labels[~alone], a), _ONE)]
    else:
        first, images = every[alone], _without(labels[alone], a)
        factors = np.full(len(first), _ONE if operation.is_last else _X if b >= 0 else _X_LESS_1)
        more = [(every[near], _without(labels[near], a), _Y if b >= 0 else _ONE)]
        if b >= 0:
            other = every[~near & ~alone]
            more += [(other, _without(labels[other], a), _ONE)]
            more += [(other, _without(_joined(labels[other], a, b), a), _ONE)]
    images = np.concatenate([images, *(image for _, image, _ in more)])
    sources = np.concatenate([first, *(of for of, _, _ in more)])
    factors = np.concatenate([factors, *(np.full(len(of), factor) for of, _, factor in more)])
    kept = ~np.isin(factors, [factor for factor in range(5) if layout.is_zero(factor)])
    for c, d in operation.links if layout.is_zero(_Y) else ():
        kept &= images[:, c] != images[:, d]
    own = int(kept[: len(first)].sum())
    images, sources, factors = images[kept], states.rows[sources[kept]], factors[kept]
    _, places, targets = np.unique(_words(images), return_index=True, return_inverse=True)
    rows, scales = np.full(len(places), -1, np.int32), np.full(len(places), _ZERO)
    rows[targets[:own]], scales[targets[:own]] = sources[:own], factors[:own]
    born, many = np.flatnonzero(rows < 0), len(states.free)
    rows[born[:many]] = states.free[: len(born)]
    end = states.end + max(0, len(born) - many)
    rows[born[many:]] = np.arange(states.end, end)
    free = np.setdiff1d(np.arange(end, dtype=np.int32), rows)
    after = _States(images[places], rows, free, end)
    order = own + np.argsort(targets[own:], kind="stable")
    counts = np.bincount(targets[own:], minlength=len(places))
    changed = (scales != _ONE) | (counts > 0)
    begins = np.concatenate([[0], np.cumsum(counts[changed])])
    added = np.where(factors[order] == _Y, -1 - sources[order], sources[order])
    return after, _Step.of(rows[changed], scales[changed], begins, added)


def tutte_coefficients(
    board: Board, x: int | None = None, y: int | None = None, max_memory: int | None = None
) -> Sets:
    """Return the coefficients of x^i y^j in the Tutte polynomial of a simple graph, by (i, j).

    If x or y is a number, it is substituted, and its exponent is 0.

    >>> from gfkit.core.boards import as_board
    >>> tutte_coefficients(as_board("cycle:4"))
    {(1, 0): 1, (0, 1): 1, (2, 0): 1, (3, 0): 1}
    >>> tutte_coefficients(as_board("cycle:4"), 2, 0)
    {(0, 0): 14}
    """
    graph = [set(near) for near in board.neighbours]
    parts = components(graph, range(board.size))
    order = [cell for part in parts for cell in sweep_orders(board, graph, part)[0]]
    rank, edges = board.size - len(parts), len(board.edges)
    a, b = (1 if value is None else max(abs(value), 1) for value in (x, y))
    most = prod(_most_trees(graph, part) for part in parts) * a**rank * b ** (edges - rank)
    most = min(most, 2**edges * max(a - 1, 1) ** rank * max(b - 1, 1) ** (edges - rank))
    limit = memory_limit(max_memory)
    budget = Budget(f"polynomial of {board.text!r}", limit, None)
    kept = min(tuning.SWEEP.tutte_bytes, limit // 3)
    sweep = _Sweep(graph, order, _Layout(board, order, x, y), budget, kept)
    todo = word_primes((2 * most).bit_length() // (WORD_BITS - 1) + 1)
    lifted = LiftedIntegers(int(sweep.layout.starts[-1]))
    while todo:
        values = sweep.residues(todo)
        lifted.add(values, todo[: len(values)])
        todo = todo[len(values) :]
    return {
        term: number for term, number in zip(sweep.layout.terms, lifted.symmetric(), strict=True) if number
    }


def _distance(board: Board, edge: tuple[int, int]) -> int:
    """Return the distance of the endpoints of an edge on the square lattice."""
    (row, column), (other_row, other_column) = (board.places[cell] for cell in edge)
    return abs(row - other_row) + abs(column - other_column)


def _most_trees(graph: Graph, part: Sequence[int]) -> int:
    """Return an upper bound on the number of spanning trees of a component."""
    bound, most = 1, max(1, tuning.SWEEP.tutte_rows)
    for begin in range(1, len(part), most):
        block = part[begin : begin + most]
        entries = [len(graph[u]) if u == v else -(v in graph[u]) for u in block for v in block]
        bound *= int(fmpz_mat(len(block), len(block), entries).det())
    return bound


class _Sweep:
    """Sweep of a graph modulo primes. Transitions that are repeated, as in the rows of a grid, are cached.

    ``kept`` is the memory in bytes for the values modulo several primes, and for the cached transitions.
    """

    def __init__(
        self, graph: Graph, order: Sequence[int], layout: _Layout, budget: Budget, kept: int
    ) -> None:
        self.layout = layout
        self._graph, self._order, self._budget, self._kept = graph, order, budget, kept
        self._states: dict[tuple[Any, ...], _States] = {}
        self._known: dict[tuple[_States, _Operation], tuple[_States, _Step]] = {}
        self._bytes = self._room = 0

    def residues(self, primes: Sequence[int]) -> list[list[int]]:
        """Return the coefficients modulo primes: all of them, or if memory is short, the first few."""
        width = int(self.layout.starts[-1])
        if not self._room:
            for states, _ in self._steps():
                self._budget.ask(states.end * (8 * width + _STATE_BYTES))
                self._room = max(self._room, states.end)
        many = max(1, min(len(primes), self._kept // (8 * width * self._room)))
        rows = np.zeros((many, self._room, width), np.uint64)
        rows[:, 0, 0] = 1
        for states, step in self._steps():  # noqa: B007 - the last states are used
            for values, prime in zip(rows, primes, strict=False):
                step.apply(self.layout, values, prime)
        return [values[states.rows].sum(0).tolist() for values in rows]

    def _steps(self) -> Iterator[tuple[_States, _Step]]:
        """Yield the states after each operation, and the transitions to them."""
        dtype = np.min_scalar_type(len(self._order))
        states = _States(np.zeros((1, 0), dtype), np.zeros(1, np.int32), np.zeros(0, np.int32), 1)
        yield states, _Step.of([], [], [0], [])
        for operation in _operations(self._graph, self._order, self.layout):
            check_stop()
            if (states, operation) not in self._known:
                after, step = _transitions(states, operation, self.layout)
                self._bytes += (
                    after.labels.nbytes + after.rows.nbytes + sum(part.nbytes for part in step.parts)
                )
                if self._bytes > self._kept:
                    self._known, self._states, self._bytes = {}, {}, 0
                self._known[states, operation] = self._states.setdefault(after.key, after), step
            states, step = self._known[states, operation]
            yield states, step
