"""Weighted automaton of a strip: construction, minimisation, and its generating function by one
determinant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gfkit.core.algebra import ARRAYS, Polynomial
from gfkit.core.algebra.series import LinearRepresentation, Packing, Terms, Weighted
from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.strip.strip import Strip
from gfkit.core.engine.sweep.tables import Layer, Layers
from gfkit.core.errors import ShortOfMemoryError
from gfkit.core.memory import limit_text, memory_limit, size_text
from gfkit.core.typing import OnProgress, check_stop, tell_progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gfkit.core.engine.strip.dense import DenseAutomaton

Value = TypeVar("Value")
Frozen = tuple[tuple[tuple[int, int], int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Automaton(LinearRepresentation):
    """Weighted automaton with a(offset + j) = start A^j final for j >= 0.

    ``names`` contains, for each state, one of the strip's states that were merged into it.
    """

    names: tuple[int, ...] = ()
    """Numbers of the strip's states, phase by phase, or () if the automaton does not come from a strip."""

    @property
    def transitions(self) -> int:
        return sum(len(row) for row in self.edges)

    def __repr__(self) -> str:
        return f"<Automaton: {self.states} states, {self.transitions} transitions>"

    def reverse(self) -> Automaton:
        """Return the reversed automaton: A is transposed, start and final are swapped."""
        return Automaton(self.final, tuple(_transpose_rows(self.edges)), self.start, self.names)

    def later(self, steps: int) -> Automaton:
        """Return the automaton of the sequence from a(offset + steps) on: start is replaced by start
        A^steps.
        """
        rows = {
            state: [(to, power, value) for to, terms in row.items() for power, value in terms.items()]
            for state, row in enumerate(self.edges)
        }
        vector = reduce(_multiply_vector, [rows] * steps, self.start)
        return Automaton(vector, self.edges, self.final, self.names)


Point = tuple[int, int]
"""Values of x and y."""


def least_automaton(
    strip: Strip,
    point: Point | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Automaton:
    """Return the minimised automaton of a strip; at a point or without weights, its weights are numbers."""
    limit = memory_limit(max_memory)
    if strip.has_weights and point is None:
        return minimise(automaton(strip, limit, on_progress))
    start, final = _compute_end_weights(strip, _multiply_numbers, 1, point)
    is_large = (
        ARRAYS
        and point is None
        and tuning.SWEEP.few_rows < strip.states_in_period <= tuning.STRIP.dense_states
    )
    if is_large and max(strip.ways, sum(start.values()), sum(final.values())) < 1 << 62:
        from gfkit.core.engine.strip.dense import dense_automaton

        dense = _merge_states(dense_automaton(strip, start, final))
        edges = list(map(_as_vector, dense.edges))
        small = _Packed(_as_vector(dense.start), edges, _as_vector(dense.final), tuple(dense.names.tolist()))
    else:
        edges = _compute_edges(strip, _multiply_numbers, 1, point, limit, on_progress)
        small = _merge_states(_Packed(start, edges, final, tuple(range(len(edges)))))
    rows = tuple(map(_to_polynomials, small.edges))
    return Automaton(_to_polynomials(small.start), rows, _to_polynomials(small.final), small.names)


def _as_vector(numbers: NDArray[np.int64]) -> dict[int, int]:
    states = numbers.nonzero()[0]
    return dict(zip(states.tolist(), numbers[states].tolist(), strict=True))


def _to_polynomials(numbers: Mapping[int, int]) -> Weighted:
    """Return a vector of numbers as constant polynomials by state."""
    return {state: {(0, 0): number} for state, number in numbers.items()}


def automaton(strip: Strip, limit: int | None = None, on_progress: OnProgress | None = None) -> Automaton:
    """Return the automaton of a strip, with one state for each phase of the period and each state between
    slices.
    """
    one = {(0, 0): 1}
    edges = _compute_edges(strip, _multiply_vector, one, None, limit, on_progress)
    start, final = _compute_end_weights(strip, _multiply_vector, one)
    return Automaton(start, tuple(edges), final, tuple(range(len(edges))))


def _compute_edges(
    strip: Strip,
    multiply: Multiply,
    one: Any,
    point: Point | None,
    limit: int | None,
    on_progress: OnProgress | None,
) -> list[dict[int, Any]]:
    """Return the weights of the transitions over a slice, from each state of each phase. Raise
    ShortOfMemoryError if they exceed the memory limit.
    """
    edges, needed, states = list[dict[int, Any]](), 0, strip.states_in_period
    for phase, slice_ in enumerate(strip.body):
        base = strip.bases[(phase + 1) % strip.period]
        tables = [_steps_from(layer, point) for layer in slice_]
        for state in range(slice_[0].before):
            check_stop()
            tell_progress(on_progress, "building the transfer matrix", len(edges), states, states)
            vector = reduce(multiply, tables, {state: one})
            edges.append({base + target: terms for target, terms in vector.items() if terms})
            needed += _EDGE_BYTES * len(edges[-1])
            if limit is not None and needed > limit:
                raise ShortOfMemoryError(
                    f"the transfer matrix of {states} states needs more than {size_text(needed)} of memory;"
                    f" {limit_text(limit)}"
                )
    return edges


def _compute_end_weights(
    strip: Strip, multiply: Multiply, one: Any, point: Point | None = None
) -> tuple[dict[int, Any], dict[int, Any]]:
    """Return the weights of the states before the first periodic slice, and of the states after the last
    one.
    """
    layers = (layer for slice_ in strip.head for layer in slice_)
    start = reduce(multiply, (_steps_from(layer, point) for layer in layers), {0: one})
    final: dict[int, Any] = {}
    for phase, tail in enumerate(strip.tails):
        vector = dict.fromkeys(strip.finals[phase], one)
        for slice_ in reversed(tail):
            for layer in reversed(slice_):
                vector = multiply(vector, _steps_from(layer, point, backwards=True))
        final |= {strip.bases[phase] + state: terms for state, terms in vector.items()}
    return start, final


def minimise(machine: Automaton) -> Automaton:
    """Return a smaller automaton that computes equal values.

    Unreachable states, and states that reach no final state, are removed. Then states with equal rows are
    merged, then states with equal columns, until nothing changes. Merging also identifies states that are
    equivalent under symmetries of the strip and of the colours. Cost: rounds of refinement times transitions.
    """
    vectors = [machine.start, machine.final, *machine.edges]
    every = [terms for vector in vectors for terms in vector.values()]
    packing = _Packing(
        sorted({power for terms in every for power in terms}),
        1 + sum(abs(value) for terms in every for value in terms.values()).bit_length(),
    )
    start, final, *edges = map(packing.pack, vectors)
    small = _merge_states(_Packed(start, edges, final, machine.names))
    edges_back = tuple(map(packing.unpack, small.edges))
    return Automaton(packing.unpack(small.start), edges_back, packing.unpack(small.final), small.names)


Merging = TypeVar("Merging", "_Packed", "DenseAutomaton")


def _merge_states(machine: Merging) -> Merging:
    states = -1
    while states != len(machine.edges):
        states = len(machine.edges)
        machine = machine.trim().merge().turn().merge().turn()
    return machine


class _Packing(NamedTuple):
    """Encoding of polynomials as integers, with a fixed number of bits per coefficient.

    No coefficient of a sum exceeds the sum of all coefficients; one more bit holds the sign. So equal
    integers mean equal sums.
    """

    powers: list[tuple[int, int]]
    bits: int

    def pack(self, vector: Weighted) -> dict[int, int]:
        at = {power: self.bits * number for number, power in enumerate(self.powers)}
        return {s: sum(value << at[power] for power, value in terms.items()) for s, terms in vector.items()}

    def unpack(self, vector: dict[int, int]) -> Weighted:
        return {state: dict(self._terms(number)) for state, number in vector.items()}

    def _terms(self, number: int) -> Iterator[tuple[tuple[int, int], int]]:
        half = 1 << self.bits - 1
        for power in self.powers:
            value = (number + half) % (2 * half) - half
            number = number - value >> self.bits
            if value:
                yield power, value


class _Packed(NamedTuple):
    """Automaton whose polynomials are encoded as integers."""

    start: dict[int, int]
    edges: list[dict[int, int]]
    final: dict[int, int]
    names: tuple[int, ...]

    def turn(self) -> _Packed:
        """Return the reversed automaton."""
        return _Packed(self.final, _transpose_rows(self.edges), self.start, self.names)

    def trim(self) -> _Packed:
        """Return the automaton without unreachable states and states that reach no final state."""
        useful = sorted(
            reachable_states(self.start, self.edges) & co_reachable_states(self.edges, self.final)
        )
        new = {old: index for index, old in enumerate(useful)}

        def kept(vector: dict[int, int]) -> dict[int, int]:
            return {new[state]: number for state, number in vector.items() if state in new}

        names = tuple(self.names[old] for old in useful) if self.names else ()
        return _Packed(kept(self.start), [kept(self.edges[old]) for old in useful], kept(self.final), names)

    def merge(self) -> _Packed:
        """Return the automaton with states merged if their rows are equal after merging; start weights are
        added.
        """
        block = _block_numbers(self.final.get(state, 0) for state in range(len(self.edges)))
        count = len(set(block))
        while True:
            check_stop()
            rows = [_sum_blocks(row, block) for row in self.edges]
            block = _block_numbers((block[s], frozenset(row.items())) for s, row in enumerate(rows))
            if len(set(block)) == count:
                break
            count = len(set(block))
        first = {number: state for state, number in reversed([*enumerate(block)])}
        kept = [first[number] for number in range(count)]
        edges = [_sum_blocks(self.edges[state], block) for state in kept]
        final = {number: self.final[state] for number, state in enumerate(kept) if state in self.final}
        names = tuple(self.names[state] for state in kept) if self.names else ()
        return _Packed(_sum_blocks(self.start, block), edges, final, names)


def reachable_states(start: Iterable[int], edges: Sequence[dict[int, Value]]) -> set[int]:
    """Return the states that are reachable from a start state."""
    seen = set(start)
    todo = list(seen)
    while todo:
        fresh = edges[todo.pop()].keys() - seen
        seen |= fresh
        todo += fresh
    return seen


def co_reachable_states(edges: Sequence[dict[int, Value]], final: Iterable[int]) -> set[int]:
    """Return the states from which some path reaches a final state."""
    return reachable_states(final, _transpose_rows(edges))


def _transpose_rows(edges: Sequence[dict[int, Value]]) -> list[dict[int, Value]]:
    """Return the rows of the transposed matrix."""
    columns: list[dict[int, Value]] = [{} for _ in edges]
    for source, row in enumerate(edges):
        for target, value in row.items():
            columns[target][source] = value
    return columns


def _sum_blocks(vector: dict[int, int], block: list[int]) -> dict[int, int]:
    """Return a vector summed over each block of states."""
    sums: dict[int, int] = {}
    for state, number in vector.items():
        sums[block[state]] = sums.get(block[state], 0) + number
    return sums


def _block_numbers(keys: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def frozen(terms: Terms) -> Frozen:
    """Return a hashable form of a polynomial."""
    return tuple(sorted(terms.items()))


Rows = Mapping[int, list[tuple[int, tuple[int, int], int]]]
"""Matrix by rows: for each state, its successors with exponents and multiplicities."""
Multiply = Callable[[Any, Rows], Any]
"""Product of a vector and a matrix; the entries of the vector are numbers or polynomials."""


def _steps_from(layer: Layer, point: Point | None = None, *, backwards: bool = False) -> Rows:
    """Return the successors of each state with weights, or with their values at a point; with ``backwards``,
    return the predecessors.
    """
    table: dict[int, list[tuple[int, tuple[int, int], int]]] = {}
    for source, target, (x, y) in layer.transitions():
        number, other = (target, source) if backwards else (source, target)
        value = 1 if point is None else point[0] ** x * point[1] ** y
        table.setdefault(number, []).append((other, (x, y) if point is None else (0, 0), value))
    return table


def _multiply_vector(vector: Weighted, rows: Rows) -> Weighted:
    after: Weighted = {}
    for state, terms in vector.items():
        for target, (dx, dy), times in rows.get(state, ()):
            into = after.setdefault(target, {})
            for (x, y), value in terms.items():
                key = (x + dx, y + dy)
                into[key] = into.get(key, 0) + value * times
    return after


def _multiply_numbers(vector: Mapping[int, int], rows: Rows) -> dict[int, int]:
    after: dict[int, int] = {}
    for state, number in vector.items():
        for target, _, times in rows.get(state, ()):
            after[target] = after.get(target, 0) + number * times
    return after


def sweep_states(layers: Layers, point: Point | None = None) -> Terms:
    """Return the polynomial of a board, or its value at a point, from its transition tables, with a
    dictionary from states to polynomials.
    """
    start: Weighted = {0: {(0, 0): 1}}
    vector = reduce(_multiply_vector, (_steps_from(layer, point) for layer in layers.layers), start)
    total: Terms = {}
    for state in layers.final.tolist():
        for power, value in vector.get(state, {}).items():
            total[power] = total.get(power, 0) + value
    return total


def determinant_gf(
    machine: Automaton,
    variables: tuple[str, ...],
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> tuple[Polynomial, Polynomial]:
    """Return P and Q with sum over j of (start A^j final) t^j = P/Q, where Q = det(I - tA).

    Raise ShortOfMemoryError if the matrix or the encoded coefficients do not fit into memory.
    """
    packing, limit = Packing.of(machine), memory_limit(max_memory)
    encoded = machine.transitions + _CODES_PER_STATE * machine.states
    needed = _ENTRY_BYTES * machine.states**2 + packing.bits // 8 * encoded
    if needed > limit:
        raise ShortOfMemoryError(
            f"the determinant of {machine.states} states with coefficients of {packing.bits} bits needs"
            f" {size_text(needed)} of memory; {limit_text(limit)}"
        )
    return machine.fraction(variables, packing, on_progress)


_ENTRY_BYTES = 40
"""Bytes for each entry of a matrix: the matrix of integers, and its copies modulo a prime."""
_CODES_PER_STATE = 10
"""Encoded polynomials for each state besides the transitions: coefficients, their residues, and values."""
_EDGE_BYTES = 100
"""Bytes for each entry of a sparse row; measured values are 70 to 100."""
