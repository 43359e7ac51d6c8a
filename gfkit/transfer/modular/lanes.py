"""Vectors over the states of a strip, modulo eight primes side by side.

The layers of the repeating slices are turned into passes: tables of sources for every target, where
neighbouring layers are composed when that saves work, and targets are numbered so that those with many
sources come first. With numba (the extra ``fast``) a pass is machine code from ``compiled``; without it
numpy makes the same sums, and FLINT the recurrences.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from gfkit.exact.residue import recurrence
from gfkit.transfer.strip.strip import Strip
from gfkit.transfer.sweep.layer import Layer

LANES = 8
Words = NDArray[np.uint64]
"""Residues with axes (state or term, lane)."""
Places = NDArray[np.int64]

_OVERHEAD = 1.5
"""What a target costs beside its sources, in sources."""
_MOST_COMPOSED = 4
_TURNS = 30
"""Slices after which the bound of the growth is good enough."""
_WORTH_LOADING = 5_000_000
"""Additions of rows that numpy makes in about the time it takes to load numba."""
_CHUNK = 1 << 26
"""Additions of rows between two chances to be interrupted: well below a second."""
_JOINED = 64
_LOW31 = np.uint64((1 << 31) - 1)
_LOW32 = np.uint64((1 << 32) - 1)
_SHIFT31, _SHIFT32 = np.uint64(31), np.uint64(32)


@cache
def compiled() -> Any:
    """The module of machine code, or None without numba."""
    try:
        from gfkit.transfer.modular import compiled as module
    except ImportError:
        return None
    return module


def worth_loading(additions: int) -> bool:
    """Whether a job of so many additions of rows is worth loading numba for, if it is not loaded yet."""
    return additions > _WORTH_LOADING or "gfkit.transfer.modular.compiled" in sys.modules


@dataclass(frozen=True, eq=False)
class Table:
    """The sources of every target: ``source[begin[t]:begin[t + 1]]``. A source may occur twice."""

    before: int
    begin: Places
    source: Places

    @property
    def after(self) -> int:
        return len(self.begin) - 1

    @property
    def cost(self) -> float:
        return len(self.source) + _OVERHEAD * self.after

    @classmethod
    def of(cls, layer: Layer, *, backwards: bool = False) -> Table:
        """The transitions of a layer, or of the layer read backwards."""
        before, after = (layer.after, layer.before) if backwards else (layer.before, layer.after)
        none = [np.zeros(0, np.int64)]
        source = np.concatenate(none + [s.target if backwards else s.source for s in layer.strands])
        target = np.concatenate(none + [s.source if backwards else s.target for s in layer.strands])
        order = np.argsort(target, kind="stable")
        begin = np.searchsorted(target[order], np.arange(after + 1))
        return cls(before, begin, source[order])

    def then(self, other: Table) -> Table:
        """Both tables in one."""
        lengths = np.diff(self.begin)[other.source]
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        shift = np.repeat(self.begin[other.source] - ends[:-1], lengths)
        return Table(self.before, ends[other.begin], self.source[shift + np.arange(ends[-1])])

    def renumbered(self, before: Places, after: Places) -> Table:
        """With new numbers: state s is number before[s] of the sources, state order after[t] comes t-th."""
        lengths = np.diff(self.begin)[after]
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        shift = np.repeat(self.begin[after] - ends[:-1], lengths)
        return Table(self.before, ends, before[self.source[shift + np.arange(ends[-1])]])

    @cached_property
    def ranks(self) -> list[tuple[Places, Places]]:
        """For r = 0, 1, ...: the targets with more than r sources, and their r-th sources."""
        lengths = np.diff(self.begin)
        found = []
        for rank in range(int(lengths.max(initial=0))):
            targets = np.flatnonzero(lengths > rank)
            found.append((targets, self.source[self.begin[targets] + rank]))
        return found

    def apply(self, vector: NDArray[Any], primes: Words | None = None) -> NDArray[Any]:
        """The vector after this table, modulo the primes if there are any."""
        new = np.zeros((self.after, *vector.shape[1:]), vector.dtype)
        for targets, sources in self.ranks:
            part = new[targets] + vector[sources]
            new[targets] = part if primes is None else np.minimum(part, part - primes)
        return new


def fused(tables: Sequence[Table]) -> list[Table]:
    """The tables of consecutive layers, neighbours composed where that makes the sweep cheapest.

    The cheapest way to cut the sequence into groups, by dynamic programming.
    """
    count = len(tables)
    best: list[tuple[float, list[Table]]] = [(float("inf"), []) for _ in range(count + 1)]
    best[0] = 0.0, []
    for begin in range(count):
        group, single = tables[begin], tables[begin].cost
        for end in range(begin + 1, min(begin + _MOST_COMPOSED, count) + 1):
            if end > begin + 1:
                group = group.then(tables[end - 1])
                single += tables[end - 1].cost
                if group.cost > single:
                    break
            cost = best[begin][0] + group.cost
            if cost < best[end][0]:
                best[end] = cost, [*best[begin][1], group]
    return best[count][1]


class Turn:
    """One repeating slice, ready to be swept: its passes with states renumbered by number of sources."""

    def __init__(self, tables: list[Table], before: Places) -> None:
        """``before[s]`` is the new number of state s before the slice."""
        self.before = len(before)
        self.tables: list[Table] = []
        number = before
        for table in tables:
            order = order_of(table)
            self.tables.append(table.renumbered(number, order))
            number = numbers(order)
        self.after = self.tables[-1].after
        self.work = sum(len(table.source) + table.after for table in tables)

    @cached_property
    def by_rank(self) -> list[list[Places]]:
        """For every pass the r-th sources of its first targets, r = 0, 1, ..."""
        return [[sources for _, sources in table.ranks] for table in self.tables]

    @cached_property
    def runs(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The passes for the compiled loop, and all sources as distances in bytes."""
        rows, place = [], 0
        for turn, table in enumerate(self.tables):
            lengths = np.diff(table.begin)
            cuts = [0, *(np.flatnonzero(np.diff(lengths)) + 1).tolist(), table.after]
            for low, high in pairwise(cuts):
                if high > low:
                    rows.append((turn, int(lengths[low]), low, high, place + int(table.begin[low])))
            place += len(table.source)
        index = np.concatenate([table.source for table in self.tables]) * (8 * LANES)
        return np.array(rows, np.int64), index.astype(np.int32)

    @property
    def widest(self) -> int:
        return max(self.before, *(table.after for table in self.tables))


def order_of(table: Table) -> Places:
    """The targets, those with many sources first."""
    return np.argsort(-np.diff(table.begin), kind="stable")


def numbers(order: Places) -> Places:
    """The place of every state in an order."""
    found = np.empty(len(order), np.int64)
    found[order] = np.arange(len(order))
    return found


class Body:
    """The repeating slices of a strip with its ends, weights taken as 1."""

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self.period = strip.period
        groups = [fused([Table.of(layer) for layer in slice_]) for slice_ in strip.body]
        self.orders = [order_of(groups[phase - 1][-1]) for phase in range(self.period)]
        """The states before each phase in the order of their new numbers."""
        self.turns = [Turn(group, numbers(self.orders[phase])) for phase, group in enumerate(groups)]
        self.head = [Table.of(layer) for slice_ in strip.head for layer in slice_]
        self.tails = [
            [Table.of(layer, backwards=True) for slice_ in reversed(tail) for layer in reversed(slice_)]
            for tail in strip.tails
        ]
        self.back = [[Table.of(layer, backwards=True) for layer in reversed(slice_)] for slice_ in strip.body]

    @property
    def states(self) -> int:
        """States of all phases together: no order of the sequence is larger."""
        return sum(len(order) for order in self.orders)

    @property
    def work(self) -> int:
        """Additions of rows for one term."""
        return max(turn.work for turn in self.turns) + 10 * max(len(order) for order in self.orders)

    def start(self, primes: Words | None) -> NDArray[Any]:
        """The vector before the first repeating slice."""
        vector = _unit(1, [0], primes)
        for table in self.head:
            vector = table.apply(vector, primes)
        return vector[self.orders[0]]

    def final(self, phase: int, primes: Words | None) -> NDArray[Any]:
        """What each state before a phase counts for if the repetition ends there."""
        tail = self.strip.tails[phase]
        ends = tail[-1][-1].after if tail else len(self.orders[phase])
        vector = _unit(ends, self.strip.finals[phase], primes)
        for table in self.tails[phase]:
            vector = table.apply(vector, primes)
        return vector[self.orders[phase]]

    @cached_property
    def mirror(self) -> tuple[Places, int] | None:
        """A renumbering and a shift with final_k[s] = start_(k + shift)[mirror[s]], as far as looked.

        start_k is the vector after k slices and final_k its counterpart from the other end. Where it holds
        for all k, half the slices give all terms. It is only looked for in the first few vectors, so
        whoever uses it must check what comes out.
        """
        if self.period > 1:
            return None
        looked = 6
        primes = np.full(1, (1 << 61) - 1, np.uint64)
        ahead, back = [self.start(primes)], [self.final(0, primes)]
        order, number = self.orders[0], numbers(self.orders[0])
        for _ in range(looked):
            vector = ahead[-1]
            for table in self.turns[0].tables:
                vector = table.apply(vector, primes)
            ahead.append(vector)
            vector = back[-1][number]
            for table in self.back[0]:
                vector = table.apply(vector, primes)
            back.append(vector[order])
        for shift in (0, 1):
            one = np.concatenate(ahead[shift : shift + looked], axis=1)
            other = np.concatenate(back[:looked], axis=1)
            by_one, by_other = np.lexsort(one.T), np.lexsort(other.T)
            if np.array_equal(one[by_one], other[by_other]):
                found = np.empty(len(order), np.int64)
                found[by_other] = by_one
                return found, shift
        return None

    @cached_property
    def growth(self) -> tuple[float, float, float]:
        """mu, c and e with start A^j <= 2^(mu j + c) and start A^j final <= 2^(mu j + e), entrywise.

        For any z > 0 with A z <= m z the sum over s of (start A^j)_s z_s is at most m^j start z (Collatz
        and Wielandt). All is positive, so that rounding moves sums by at most 2^-40 of themselves.
        """
        size = [len(order) for order in self.orders]
        weight = [np.ones(n) for n in size]
        number = [numbers(order) for order in self.orders]
        best = float("inf")
        found = weight
        for _ in range(_TURNS):
            after, ratio = [], 0.0
            for phase in range(self.period):
                following = (phase + 1) % self.period
                vector = weight[following][number[following]]
                for table in self.back[phase]:
                    vector = table.apply(vector)
                step = vector[self.orders[phase]]
                ratio = max(ratio, float((step / weight[phase]).max()))
                after.append(step)
            if ratio < best:
                best, found = ratio, weight
            scale = max(best, 1.0)
            weight = [new / scale + old / 16 for new, old in zip(after, weight, strict=True)]
        start = float(_real(self.start(None)) @ found[0])
        least = min(float(part.min()) for part in found)
        ends = max(
            float((_real(self.final(phase, None)) / found[phase]).max()) for phase in range(self.period)
        )
        slack = 2.0**-30
        return (
            float(np.log2(max(best, 2.0**-1000))) + slack,
            float(np.log2(max(start, 2.0**-900) / least)) + slack,
            float(np.log2(max(start, 2.0**-900)) + np.log2(max(ends, 2.0**-900))) + slack,
        )


def _real(vector: NDArray[Any]) -> NDArray[np.float64]:
    return vector.reshape(-1)


def _unit(states: int, marked: Sequence[int], primes: Words | None) -> NDArray[Any]:
    if primes is None:
        real = np.zeros(states)
        real[list(marked)] = 1
        return real
    vector = np.zeros((states, len(primes)), np.uint64)
    vector[list(marked)] = 1
    return vector


class Field:
    """Eight primes, with what multiplication modulo them needs."""

    def __init__(self, primes: Sequence[int]) -> None:
        assert len(primes) == LANES, "one prime for every lane"
        self.primes = list(primes)
        self.row = np.array(primes, np.uint64)
        self.scales = [1, 1 << 32, 1 << 31, 1 << 63, 1 << 62, 1 << 94]
        self.factors = np.stack([self.factor([scale] * LANES) for scale in [*self.scales, 1 << 31]])
        self.one_over = np.array([1 / prime for prime in primes])

    def factor(self, values: Sequence[int]) -> Words:
        """A row of factors as ``compiled`` wants it."""
        rows = np.empty((4, LANES), np.uint64)
        for lane, (value, prime) in enumerate(zip(values, self.primes, strict=True)):
            low = value % prime
            high = (low << 31) % prime
            rows[0, lane], rows[1, lane] = low, high
            rows[2, lane] = np.array(low / prime).view(np.uint64)
            rows[3, lane] = np.array(high / prime).view(np.uint64)
        return rows

    def settled(self, words: Words) -> Words:
        """Sums of products from their six words (second axis)."""
        total = np.zeros((words.shape[0], LANES), object)
        for k, scale in enumerate(self.scales):
            total += words[:, k].astype(object) * scale
        rest: Words = (total % np.array(self.primes, object)).astype(np.uint64)
        return rest


def _product_words(left: Words, right: Words) -> Words:
    """The six words of the sum over states of left * right; see ``compiled``."""
    a0, a1 = left & _LOW31, left >> _SHIFT31
    b0, b1 = right & _LOW31, right >> _SHIFT31
    words = []
    for product in (a0 * b0, a0 * b1 + a1 * b0, a1 * b1):
        words += [_sums(product & _LOW32), _sums(product >> _SHIFT32)]
    return np.array(words, np.uint64)


def _sums(rows: Words) -> Words:
    """The sum of all rows; numpy is slow at adding short rows, so they are joined first."""
    whole = len(rows) - len(rows) % _JOINED
    long = rows[:whole].reshape(-1, _JOINED * LANES).sum(axis=0, dtype=np.uint64)
    total: Words = long.reshape(_JOINED, LANES).sum(axis=0) + rows[whole:].sum(axis=0, dtype=np.uint64)
    return total


def times_row(values: Words, factor: Words, primes: Words) -> Words:
    """Residues times a factor, lane by lane, by the formula of ``compiled``."""
    x0, x1 = values & _LOW31, values >> _SHIFT31
    real = x0 * factor[2].view(np.float64) + x1 * factor[3].view(np.float64)
    rest = x0 * factor[0] + x1 * factor[1] - np.rint(real).astype(np.uint64) * primes
    smaller: Words = np.minimum(rest, rest + primes)
    return smaller


class Run:
    """One sweep over a strip modulo eight primes, going on for as long as terms are asked for."""

    def __init__(self, body: Body, field: Field, *, mirrored: bool, fast: bool = True) -> None:
        self.body, self.field = body, field
        self.mirror = body.mirror if mirrored else None
        self.code: Any = compiled() if fast else None
        self.vector: Words = np.ascontiguousarray(body.start(field.row))
        self.finals = [np.ascontiguousarray(body.final(phase, field.row)) for phase in range(body.period)]
        self.phase = 0
        self.terms: Words = np.zeros((0, LANES), np.uint64)
        self.skip = self.mirror[1] if self.mirror else 0
        widest = max(turn.widest for turn in body.turns)
        self.many = np.tile(field.row, (widest, 1))
        """The primes as often as there are states: numpy is slow with short rows."""
        if self.code is not None:
            room = np.zeros((3 * widest * LANES) + LANES, np.uint64)
            shift = (-room.ctypes.data // 8) % LANES
            self.room = room[shift : shift + 3 * widest * LANES].reshape(3, widest, LANES)
            self.room[0, : len(self.vector)] = self.vector
            step = widest * 8 * LANES
            self.buffers = np.array([self.room.ctypes.data + k * step for k in range(3)], np.int64)
            self.step = step
            self.words = np.zeros((6, LANES), np.uint64)
            self.renumber = (
                self.mirror[0] if self.mirror else np.arange(max(len(o) for o in body.orders))
            ).astype(np.int32) * np.int32(8 * LANES)

    def extend(self, count: int) -> None:
        """Makes sure of at least ``count`` terms."""
        while len(self.terms) < count:
            wanted = count - len(self.terms)
            most = max(1, _CHUNK // self.body.work)
            steps = min((wanted + self.skip + 1) // 2 if self.mirror else wanted, most)
            if self.body.period > 1:
                steps = 1
            fresh = self._compiled_steps(steps) if self.code is not None else self._plain_steps(steps)
            fresh, self.skip = fresh[self.skip :], max(0, self.skip - len(fresh))
            self.terms = np.concatenate([self.terms, fresh])

    def _compiled_steps(self, steps: int) -> Words:
        runs, index = self.body.turns[self.phase].runs
        values = np.zeros((2 * steps if self.mirror else steps, LANES), np.uint64)
        self.code.sweep(
            runs,
            index.ctypes.data,
            self.buffers,
            len(self.body.orders[self.phase]),
            0 if self.mirror else self.finals[self.phase].ctypes.data,
            self.renumber.ctypes.data,
            self.field.row.ctypes.data,
            self.field.factors.ctypes.data,
            steps,
            self.words.ctypes.data,
            values.ctypes.data,
        )
        self.phase = (self.phase + 1) % self.body.period
        return values

    def _plain_steps(self, steps: int) -> Words:
        words = []
        for _ in range(steps):
            before = self.vector
            if self.mirror:
                words.append(_product_words(before[self.mirror[0]], before))
                self._advance()
                words.append(_product_words(before[self.mirror[0]], self.vector))
            else:
                words.append(_product_words(self.finals[self.phase], before))
                self._advance()
        return self.field.settled(np.array(words))

    def _advance(self) -> None:
        """One slice by numpy."""
        turn = self.body.turns[self.phase]
        primes = self.many
        vector = self.vector
        for table, ranks in zip(turn.tables, turn.by_rank, strict=True):
            new = np.zeros((table.after, LANES), np.uint64)
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
        self.phase = (self.phase + 1) % self.body.period

    def combination(self, coefficients: Sequence[Sequence[int]]) -> Words:
        """The sum over i of coefficients[lane][i] times the vector before slice i; gathers the terms too.

        The terms of these slices are gathered on the way. Only for period 1.
        """
        rows = np.array(coefficients, np.uint64).T
        scaled = np.empty((len(rows), 4, LANES), np.uint64)
        scaled[:, 0] = rows
        scaled[:, 1] = times_row(rows, self.field.factors[6], self.field.row)
        scaled[:, 2:] = (scaled[:, :2] * self.field.one_over).view(np.uint64)
        total = np.zeros((len(self.body.orders[0]), LANES), np.uint64)
        for i, factor in enumerate(scaled):
            if self.code is not None:
                self.code.add_times(
                    total.ctypes.data,
                    int(self.buffers[0]),
                    len(total),
                    factor.ctypes.data,
                    self.field.row.ctypes.data,
                )
            else:
                part = total + times_row(self.vector, factor, self.field.row)
                total = np.minimum(part, part - self.field.row)
            self.extend(i + 1)
        return total


class Recurrences:
    """The shortest recurrences of eight sequences, term after term."""

    def __init__(self, field: Field, room: int, *, fast: bool = True) -> None:
        self.field = field
        self.code: Any = compiled() if fast else None
        self.good = [True] * LANES
        self.order = 0
        self.read = 0
        self.found: list[list[int]] = []
        if self.code is not None:
            self.rows = np.zeros((3, room + 3, LANES), np.uint64)
            self.rows[:2, 0] = 1
            self.state = np.array([0, 1, 0, 0, 1, 2], np.int64)
            self.over = np.ones(LANES, np.uint64)
            self.bad = np.zeros(LANES, np.bool_)
            self.work = np.zeros((32, LANES), np.uint64)

    def extend(self, terms: Words) -> None:
        """Goes on with the terms not yet read."""
        if self.code is None:
            self._by_flint(terms)
            return
        ordered = np.ascontiguousarray(terms)
        while self.read < len(ordered):
            end = min(len(ordered), self.read + max(1, _CHUNK // (4 * (self.order + 50))))
            if max(end, self.order) + 3 > self.rows.shape[1]:
                grown = np.zeros((3, 2 * end + 3, LANES), np.uint64)
                grown[:, : self.rows.shape[1]] = self.rows
                self.rows = grown
            self.code.massey(
                ordered,
                self.read,
                end,
                self.state,
                self.rows,
                self.over,
                self.bad,
                self.field.row,
                self.field.factors,
                self.field.one_over,
                self.work,
            )
            self.read = end
            self.order = int(self.state[0])
        self.good = [not bad for bad in self.bad.tolist()]

    def _by_flint(self, terms: Words) -> None:
        """All over again; the other lanes only once the first recurrence explains more than it takes."""
        self.read = len(terms)
        self.found = []
        for lane, prime in enumerate(self.field.primes):
            self.found.append(recurrence(terms[:, lane].tolist(), prime))
            if 2 * len(self.found[0]) > len(terms):
                break
        sizes = [len(row) - 1 for row in self.found]
        self.order = max(sizes)
        self.good = [lane < len(sizes) and sizes[lane] == self.order for lane in range(LANES)]

    def connections(self) -> list[list[int]]:
        """For every lane [1, c_1, ..., c_order]."""
        if self.code is None:
            rows = self.found + [[1]] * (LANES - len(self.found))
            return [row + [0] * (self.order + 1 - len(row)) for row in rows]
        columns: list[list[int]] = self.rows[self.state[3], : self.order + 1].T.tolist()
        return columns


def bits_of(values: Sequence[int]) -> int:
    """The length of the longest integer."""
    return max((fmpz(value).bit_length() for value in values), default=0)
