"""Strip with all weights 1, prepared for sweeps modulo eight primes, and its initial terms.

A slice is a sequence of passes. A pass lists, for every state, its predecessors. Consecutive transition
tables are composed into one pass if this needs fewer additions; dynamic programming over the partitions of a
slice into groups of at most four tables finds the best groups. States are numbered by decreasing number of
sources. Then targets with the same number of sources are contiguous, and a pass is a few loops over equally
long sums. Terms are computed by the C extension or by numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.algebra.residue_arrays import AT_ONCE, EightPrimes, Words, product_words, times_row
from gfkit.core.deferred import dataclass
from gfkit.core.engine.strip.strip import Strip
from gfkit.core.engine.sweep.tables import Layer
from gfkit.core.typing import cached_property, check_stop
from gfkit.ways import tuning

Places = NDArray[np.int64]


Reals = NDArray[np.float64]
_SLACK = 2.0**-30


@dataclass(frozen=True, eq=False)
class Pass:
    """Sources of every target t: ``source[begin[t]:begin[t + 1]]``. A source may occur several times."""

    before: int
    begin: Places
    source: Places

    @property
    def after(self) -> int:
        return len(self.begin) - 1

    @property
    def cost(self) -> float:
        return len(self.source) + tuning.MODULAR.target_cost * self.after

    @classmethod
    def of(cls, layer: Layer, *, backwards: bool = False) -> Pass:
        """Return the transitions of one table, or of the reversed table."""
        before, after = (layer.after, layer.before) if backwards else (layer.before, layer.after)
        none = [np.zeros(0, np.int64)]
        source = np.concatenate(none + [m.target if backwards else m.source for m in layer.matchings])
        target = np.concatenate(none + [m.source if backwards else m.target for m in layer.matchings])
        order = np.argsort(target, kind="stable")
        begin = np.searchsorted(target[order], np.arange(after + 1))
        return cls(before, begin, source[order])

    def then(self, other: Pass) -> Pass:
        """Return the composition of two passes, this one first."""
        ends, source = self._of_targets(other.source)
        return Pass(self.before, ends[other.begin], source)

    def _of_targets(self, targets: Places) -> tuple[Places, Places]:
        """Return the concatenated sources of some targets, and the offsets of the list of each target."""
        lengths = np.diff(self.begin)[targets]
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        shift = np.repeat(self.begin[targets] - ends[:-1], lengths)
        return ends, self.source[shift + np.arange(ends[-1])]

    def with_numbers(self, before: Places, after: Places) -> Pass:
        """Return the pass with renumbered states: source s becomes before[s], and after[t] becomes target
        t.
        """
        ends, source = self._of_targets(after)
        return Pass(self.before, ends, before[source])

    @cached_property
    def ranks(self) -> list[tuple[Places, Places]]:
        """For r = 0, 1, ...: the targets with more than r sources, and their r-th sources."""
        lengths = np.diff(self.begin)
        pairs = []
        for rank in range(int(lengths.max(initial=0))):
            targets = np.flatnonzero(lengths > rank)
            pairs.append((targets, self.source[self.begin[targets] + rank]))
        return pairs

    def apply(self, vector: NDArray[Any], primes: Words | None = None) -> NDArray[Any]:
        """Return the image of a vector under the pass, reduced modulo the primes if they are given."""
        new = np.zeros((self.after, *vector.shape[1:]), vector.dtype)
        for targets, sources in self.ranks:
            part = new[targets] + vector[sources]
            new[targets] = part if primes is None else np.minimum(part, part - primes)
        return new


def _apply_tables(tables: Iterable[Pass], vector: NDArray[Any], primes: Words | None) -> NDArray[Any]:
    """Apply passes to a vector in order."""
    for table in tables:
        vector = table.apply(vector, primes)
    return vector


def _fuse_tables(tables: Sequence[Pass]) -> list[Pass]:
    """Return the transition tables, with consecutive tables composed so that the sweep is cheapest.

    Dynamic programming finds the cheapest partition of the sequence into groups.
    """
    count = len(tables)
    best: list[tuple[float, list[Pass]]] = [(float("inf"), []) for _ in range(count + 1)]
    best[0] = 0.0, []
    for begin in range(count):
        group, single = tables[begin], tables[begin].cost
        for end in range(begin + 1, min(begin + tuning.MODULAR.composed_layers, count) + 1):
            if end > begin + 1:
                group = group.then(tables[end - 1])
                single += tables[end - 1].cost
                if group.cost > single:
                    break
            cost = best[begin][0] + group.cost
            if cost < best[end][0]:
                best[end] = cost, [*best[begin][1], group]
    return best[count][1]


def order_of_targets(table: Pass) -> Places:
    """Return the targets in order of decreasing number of sources."""
    return np.argsort(-np.diff(table.begin), kind="stable")


def _places_in(order: Places) -> Places:
    """Return the inverse permutation of an order of states."""
    array = np.empty(len(order), np.int64)
    array[order] = np.arange(len(order))
    return array


class SliceLayout:
    """Passes of one periodic slice, with states renumbered by decreasing number of sources."""

    def __init__(self, tables: list[Pass], before: Places) -> None:
        """Renumber the states of the tables; ``before[s]`` is the new number of the source state s."""
        self.before: int = len(before)
        self.tables: list[Pass] = []
        number = before
        for table in tables:
            order = order_of_targets(table)
            self.tables.append(table.with_numbers(number, order))
            number = _places_in(order)
        self.after: int = self.tables[-1].after
        self.work: int = sum(len(table.source) + table.after for table in tables)

    @cached_property
    def by_rank(self) -> list[list[Places]]:
        """For each pass, the r-th sources of its first targets, for r = 0, 1, ..."""
        return [[sources for _, sources in table.ranks] for table in self.tables]

    @cached_property
    def runs(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Loops of all passes for the C extension (pass, sources, low, high, position in the index), and all
        sources.
        """
        rows, place = [], 0
        for number, table in enumerate(self.tables):
            lengths = np.diff(table.begin)
            cuts = [0, *(np.flatnonzero(np.diff(lengths)) + 1).tolist(), table.after]
            for low, high in pairwise(cuts):
                if high > low:
                    rows.append((number, int(lengths[low]), low, high, place + int(table.begin[low])))
            place += len(table.source)
        index = np.concatenate([table.source for table in self.tables])
        return np.array(rows, np.int64).reshape(len(rows), 5), index.astype(np.int32)

    @property
    def widest(self) -> int:
        return max(self.before, *(table.after for table in self.tables))


class StripLayout:
    """Periodic slices of a strip with both ends, all weights set to 1."""

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self.period: int = strip.period
        groups = [_fuse_tables([Pass.of(layer) for layer in slice_]) for slice_ in strip.body]
        self.orders: list[Places] = [order_of_targets(groups[phase - 1][-1]) for phase in range(self.period)]
        """For each phase, the states before it, in the order of their new numbers."""
        self.slices: list[SliceLayout] = [
            SliceLayout(group, _places_in(self.orders[phase])) for phase, group in enumerate(groups)
        ]
        self.head: list[Pass] = [Pass.of(layer) for slice_ in strip.head for layer in slice_]
        self.tails: list[list[Pass]] = [
            [Pass.of(layer, backwards=True) for slice_ in reversed(tail) for layer in reversed(slice_)]
            for tail in strip.tails
        ]
        self.back: list[list[Pass]] = [
            [Pass.of(layer, backwards=True) for layer in reversed(slice_)] for slice_ in strip.body
        ]

    @property
    def states(self) -> int:
        """Number of states of all phases, an upper bound of the order of the sequence."""
        return sum(len(order) for order in self.orders)

    @property
    def work(self) -> int:
        """Number of row additions for one term."""
        return max(slice_.work for slice_ in self.slices) + 10 * max(len(order) for order in self.orders)

    @property
    def sweep_bytes(self) -> int:
        """Memory of one sweep, in bytes: three vectors, the primes, and the final vector of each phase."""
        return 8 * AT_ONCE * (4 * max(slice_.widest for slice_ in self.slices) + self.states)

    def start(self, primes: Words | None) -> NDArray[Any]:
        """Return the vector before the first periodic slice."""
        return _apply_tables(self.head, _make_indicator(1, [0], primes), primes)[self.orders[0]]

    def final(self, phase: int, primes: Words | None) -> NDArray[Any]:
        """Return the final weights of the states before a phase, if the periodic part ends there."""
        tail = self.strip.tails[phase]
        ends = tail[-1][-1].after if tail else len(self.orders[phase])
        vector = _make_indicator(ends, self.strip.finals[phase], primes)
        return _apply_tables(self.tails[phase], vector, primes)[self.orders[phase]]

    def ahead(self, vector: NDArray[Any], phase: int, primes: Words | None) -> NDArray[Any]:
        """Return the vector after one more slice, in the state order of the last pass."""
        return _apply_tables(self.slices[phase].tables, vector, primes)

    def behind(self, vector: NDArray[Any], phase: int, primes: Words | None = None) -> NDArray[Any]:
        """Return the final weights of the states before a phase, computed from the weights after it."""
        vector = vector[_places_in(self.orders[(phase + 1) % self.period])]
        return _apply_tables(self.back[phase], vector, primes)[self.orders[phase]]

    @cached_property
    def mirror(self) -> tuple[Places, int] | None:
        """Renumbering and shift with final_k[s] = start_(k + shift)[mirror[s]], or None if none is found.

        start_k is the vector after k slices, and final_k is the corresponding vector from the other end. If
        the identity holds for all k, half of the slices suffice to compute all terms. We search only in the
        first few vectors, so the caller must verify the result.
        """
        if self.period > 1 or not tuning.MODULAR.mirror_slices:
            return None
        primes = np.full(1, (1 << 61) - 1, np.uint64)
        starts, finals = [self.start(primes)], [self.final(0, primes)]
        for _ in range(tuning.MODULAR.mirror_slices):
            starts.append(self.ahead(starts[-1], 0, primes))
            finals.append(self.behind(finals[-1], 0, primes))
        final_rows = np.concatenate(finals[: tuning.MODULAR.mirror_slices], axis=1)
        for shift in (0, 1):
            start_rows = np.concatenate(starts[shift : shift + tuning.MODULAR.mirror_slices], axis=1)
            start_order, final_order = np.lexsort(start_rows.T), np.lexsort(final_rows.T)
            if np.array_equal(start_rows[start_order], final_rows[final_order]):
                array = np.empty(len(start_rows), np.int64)
                array[final_order] = start_order
                return array, shift
        return None


def _make_indicator(states: int, marked: Sequence[int], primes: Words | None) -> NDArray[Any]:
    if primes is None:
        real = np.zeros(states)
        real[list(marked)] = 1
        return real
    vector = np.zeros((states, len(primes)), np.uint64)
    vector[list(marked)] = 1
    return vector


class GrowthBound(NamedTuple):
    """Numbers mu, c and e such that start A^j <= 2^(mu j + c) and start A^j final <= 2^(mu j + e),
    entrywise.
    """

    rate: float
    entries: float
    ends: float


def growth_bound(layout: StripLayout) -> GrowthBound:
    """Return the Collatz-Wielandt bound of the growth of a strip, computed from some dozen slices in floating
    point.

    For any z > 0 with A z <= m z, the sum over s of (start A^j)_s z_s is at most m^j start z. All numbers are
    positive, so that the relative rounding error of a sum is at most 2^-40.
    """
    rate, weight = _compute_weights(layout)
    start = float(_flatten_vector(layout.start(None)) @ weight[0])
    least = min(float(part.min()) for part in weight)
    ends = max(
        float((_flatten_vector(layout.final(phase, None)) / weight[phase]).max())
        for phase in range(layout.period)
    )
    start = max(start, 2.0**-900)
    return GrowthBound(
        float(np.log2(max(rate, 2.0**-1000))) + _SLACK,
        float(np.log2(start / least)) + _SLACK,
        float(np.log2(start) + np.log2(max(ends, 2.0**-900))) + _SLACK,
    )


@np.errstate(over="ignore", invalid="ignore")
def _compute_weights(layout: StripLayout) -> tuple[float, list[Reals]]:
    """Return m and z, one vector for each phase, by the damped power method. Vectors may become infinite."""
    weight = [np.ones(len(order)) for order in layout.orders]
    best, arrays = float("inf"), weight
    for _ in range(tuning.MODULAR.growth_slices):
        after = [layout.behind(weight[(phase + 1) % layout.period], phase) for phase in range(layout.period)]
        ratio = np.max([(new / old).max() for new, old in zip(after, weight, strict=True)])  # or nan
        if ratio < best:
            best, arrays = float(ratio), weight
        scale = max(best, 1.0)
        weight = [new / scale + old / 16 for new, old in zip(after, weight, strict=True)]
    return best, arrays


def _flatten_vector(vector: Reals) -> Reals:
    return vector.reshape(-1)


class TermSweep:
    """Sweep over a strip modulo eight primes, which continues as long as terms are requested."""

    def __init__(
        self,
        layout: StripLayout,
        field: EightPrimes,
        *,
        mirrored: bool,
        fast: bool = True,
        probe: Words | None = None,
    ) -> None:
        """Prepare the sweep. If ``probe`` is given, the products of all vectors with it are collected."""
        assert probe is None or (layout.period == 1 and not mirrored), (
            "a probe vector needs an unmirrored sweep of period 1"
        )
        self._layout, self.field, self._probe = layout, field, probe
        self.mirror: tuple[Places, int] | None = layout.mirror if mirrored else None
        self.fast: bool = fast and native.is_built()
        self.vector: Words = np.ascontiguousarray(layout.start(field.row))
        self.finals: list[NDArray[Any]] = [
            np.ascontiguousarray(layout.final(phase, field.row)) for phase in range(layout.period)
        ]
        self.phase: int = 0
        self.terms: Words = np.zeros((0, AT_ONCE), np.uint64)
        self.probes: Words = np.zeros((0, AT_ONCE), np.uint64)
        self.skip: int = self.mirror[1] if self.mirror else 0
        widest = max(slice_.widest for slice_ in layout.slices)
        self.many: Words = np.tile(field.row, (widest, 1))
        """Primes, repeated for each state: numpy is slow with short rows."""
        if self.fast:
            self._allocate_vectors(widest)

    def _allocate_vectors(self, widest: int) -> None:
        """Allocate three vectors for the C extension, aligned to multiples of a row."""
        room = np.zeros((3 * widest * AT_ONCE) + AT_ONCE, np.uint64)
        shift = (-room.ctypes.data // 8) % AT_ONCE
        self.room: Words = room[shift : shift + 3 * widest * AT_ONCE].reshape(3, widest, AT_ONCE)
        self.room[0, : len(self.vector)] = self.vector
        self.turns: NDArray[np.int64] = np.arange(3)
        """Permutation of the three vectors; the first is the current vector. The C extension updates it."""
        states = max(len(order) for order in self._layout.orders)
        own = self.mirror[0] if self.mirror else np.arange(states)
        self.renumber: NDArray[np.int32] = own.astype(np.int32)

    def extend(self, count: int) -> None:
        """Compute at least ``count`` terms."""
        found, probes, known = [self.terms], [self.probes], len(self.terms)
        while known < count:
            check_stop("computing terms", known, count, self._layout.states)
            wanted = count - known
            most = max(1, tuning.MODULAR.sweep_chunk // self._layout.work)
            steps = min((wanted + self.skip + 1) // 2 if self.mirror else wanted, most)
            if self._layout.period > 1:
                steps = 1
            fresh = self._compiled_steps(steps) if self.fast else self._plain_steps(steps)
            if self._probe is not None:
                probes.append(fresh[1::2])
                fresh = fresh[::2]
            found.append(fresh[self.skip :])
            self.skip = max(0, self.skip - len(fresh))
            known += len(found[-1])
        self.terms, self.probes = np.concatenate(found), np.concatenate(probes)

    def _compiled_steps(self, steps: int) -> Words:
        twice = self.mirror is not None or self._probe is not None
        values = np.zeros((2 * steps if twice else steps, AT_ONCE), np.uint64)
        native.loops.sweep_residues(
            self.field.arrays,
            self._layout.slices[self.phase].runs,
            self.room,
            self.turns,
            None if self.mirror else self.finals[self.phase],
            self._probe,
            self.renumber,
            len(self._layout.orders[self.phase]),
            steps,
            values,
        )
        self.phase = (self.phase + 1) % self._layout.period
        return values

    def _plain_steps(self, steps: int) -> Words:
        words = []
        for _ in range(steps):
            before = self.vector
            if self.mirror:
                words.append(product_words(before[self.mirror[0]], before))
                self._advance()
                words.append(product_words(before[self.mirror[0]], self.vector))
            else:
                words.append(product_words(self.finals[self.phase], before))
                if self._probe is not None:
                    words.append(product_words(self._probe, before))
                self._advance()
        return self.field.sums_of_words(np.array(words))

    def one_ahead(self, vectors: Words) -> Words:
        """Return eight given vectors after one slice. Requires period 1, and invalidates the sweep."""
        if not self.fast:
            self.vector = vectors
            self._advance()
            return self.vector
        states = len(vectors)
        self.room[self.turns[0], :states] = vectors
        native.loops.advance(self.field.arrays, self._layout.slices[0].runs, self.room, self.turns)
        array: Words = self.room[self.turns[0], :states].copy()
        return array

    def _advance(self) -> None:
        """Advance by one slice with numpy."""
        slice_ = self._layout.slices[self.phase]
        primes, vector = self.many, self.vector
        for table, ranks in zip(slice_.tables, slice_.by_rank, strict=True):
            new = np.zeros((table.after, AT_ONCE), np.uint64)
            for rank, sources in enumerate(ranks):
                sums = new[: len(sources)]
                if not rank:
                    vector.take(sources, axis=0, out=sums, mode="clip")
                    continue
                part = vector.take(sources, axis=0, mode="clip")
                sums += part
                np.subtract(sums, primes[: len(sources)], out=part)
                np.minimum(sums, part, out=sums)
            vector = new
        self.vector = vector
        self.phase = (self.phase + 1) % self._layout.period

    def combination(self, coefficients: Sequence[Sequence[int]]) -> Words:
        """Return the sum over i of coefficients[lane][i] times the vector before slice i.

        The terms of these slices are computed too. Requires period 1.
        """
        rows = np.array(coefficients, np.uint64).T
        scaled = np.empty((len(rows), 4, AT_ONCE), np.uint64)
        scaled[:, 0] = rows
        scaled[:, 1] = times_row(rows, self.field.factors[6], self.field.row)
        scaled[:, 2:] = (scaled[:, :2] * self.field.one_over).view(np.uint64)
        total = np.zeros((len(self._layout.orders[0]), AT_ONCE), np.uint64)
        for i, factor in enumerate(scaled):
            if self.fast:
                native.loops.add_times(self.field.arrays, total, self.room[self.turns[0]], factor)
            else:
                part = total + times_row(self.vector, factor, self.field.row)
                total = np.minimum(part, part - self.field.row)
            self.extend(i + 1)
        return total
