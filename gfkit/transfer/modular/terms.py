"""The first terms of a strip modulo eight primes, by machine code or by numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gfkit.transfer.modular.eight_primes import (
    AT_ONCE,
    EightPrimes,
    Words,
    compiled,
    product_words,
    times_row,
)
from gfkit.transfer.modular.layout import StripLayout

_CHUNK = 1 << 26
"""Additions of rows between two chances to be interrupted: well below a second."""
_ROW = 8 * AT_ONCE
"""Bytes of a row."""


class TermSweep:
    """One sweep over a strip modulo eight primes, going on for as long as terms are asked for."""

    def __init__(
        self,
        layout: StripLayout,
        field: EightPrimes,
        *,
        mirrored: bool,
        fast: bool = True,
        probe: Words | None = None,
    ) -> None:
        """With a ``probe``, a row for every state, values of the vectors with it are gathered too."""
        assert probe is None or (layout.period == 1 and not mirrored), (
            "a probe stands beside the final vector"
        )
        self.layout, self.field, self.probe = layout, field, probe
        self.mirror = layout.mirror if mirrored else None
        self.code: Any = compiled() if fast else None
        self.vector: Words = np.ascontiguousarray(layout.start(field.row))
        self.finals = [np.ascontiguousarray(layout.final(phase, field.row)) for phase in range(layout.period)]
        self.phase = 0
        self.terms: Words = np.zeros((0, AT_ONCE), np.uint64)
        self.probes: Words = np.zeros((0, AT_ONCE), np.uint64)
        self.skip = self.mirror[1] if self.mirror else 0
        widest = max(slice_.widest for slice_ in layout.slices)
        self.many = np.tile(field.row, (widest, 1))
        """The primes as often as there are states: numpy is slow with short rows."""
        if self.code is not None:
            self._lay_out(widest)

    def _lay_out(self, widest: int) -> None:
        """Room for machine code: three vectors at addresses that are multiples of a row."""
        room = np.zeros((3 * widest * AT_ONCE) + AT_ONCE, np.uint64)
        shift = (-room.ctypes.data // 8) % AT_ONCE
        self.room = room[shift : shift + 3 * widest * AT_ONCE].reshape(3, widest, AT_ONCE)
        self.room[0, : len(self.vector)] = self.vector
        self.buffers = np.array([self.room.ctypes.data + k * widest * _ROW for k in range(3)], np.int64)
        states = max(len(order) for order in self.layout.orders)
        own = self.mirror[0] if self.mirror else np.arange(states)
        self.renumber = own.astype(np.int32) * np.int32(_ROW)

    def extend(self, count: int) -> None:
        """Makes sure of at least ``count`` terms."""
        while len(self.terms) < count:
            wanted = count - len(self.terms)
            most = max(1, _CHUNK // self.layout.work)
            steps = min((wanted + self.skip + 1) // 2 if self.mirror else wanted, most)
            if self.layout.period > 1:
                steps = 1
            fresh = self._compiled_steps(steps) if self.code is not None else self._plain_steps(steps)
            if self.probe is not None:
                self.probes, fresh = np.concatenate([self.probes, fresh[1::2]]), fresh[::2]
            fresh, self.skip = fresh[self.skip :], max(0, self.skip - len(fresh))
            self.terms = np.concatenate([self.terms, fresh])

    def _compiled_steps(self, steps: int) -> Words:
        runs, index = self.layout.slices[self.phase].runs
        twice = self.mirror is not None or self.probe is not None
        values = np.zeros((2 * steps if twice else steps, AT_ONCE), np.uint64)
        self.code.unweighted_sweep(
            runs,
            index.ctypes.data,
            self.buffers,
            len(self.layout.orders[self.phase]),
            0 if self.mirror else self.finals[self.phase].ctypes.data,
            0 if self.probe is None else self.probe.ctypes.data,
            self.renumber.ctypes.data,
            self.field.row.ctypes.data,
            self.field.factors.ctypes.data,
            steps,
            values.ctypes.data,
        )
        self.phase = (self.phase + 1) % self.layout.period
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
                if self.probe is not None:
                    words.append(product_words(self.probe, before))
                self._advance()
        return self.field.settled(np.array(words))

    def _advance(self) -> None:
        """One slice by numpy."""
        slice_ = self.layout.slices[self.phase]
        primes = self.many
        vector = self.vector
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
        self.phase = (self.phase + 1) % self.layout.period

    def combination(self, coefficients: Sequence[Sequence[int]]) -> Words:
        """The sum over i of coefficients[lane][i] times the vector before slice i; gathers the terms too.

        The terms of these slices are gathered on the way. Only for period 1.
        """
        rows = np.array(coefficients, np.uint64).T
        scaled = np.empty((len(rows), 4, AT_ONCE), np.uint64)
        scaled[:, 0] = rows
        scaled[:, 1] = times_row(rows, self.field.factors[6], self.field.row)
        scaled[:, 2:] = (scaled[:, :2] * self.field.one_over).view(np.uint64)
        total = np.zeros((len(self.layout.orders[0]), AT_ONCE), np.uint64)
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
