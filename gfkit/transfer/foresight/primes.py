"""Deriving without weights: order, primes, memory and seconds, from a ladder of narrow strips."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, log2
from random import Random

import numpy as np

from gfkit.exact.residue import word_primes
from gfkit.transfer.derive import always_proved
from gfkit.transfer.foresight.estimate import EXACT, Estimate, extended
from gfkit.transfer.foresight.ladder import Ladder, Rung
from gfkit.transfer.modular.chinese_remainders import Lifting, expected_primes
from gfkit.transfer.modular.eight_primes import AT_ONCE as LANES
from gfkit.transfer.modular.unweighted import CHEAP
from gfkit.typing import Weights

_WORD = 61.99
_TRIAL = 1.3
"""A trial takes as long as so many batches: about as many slices, and a product for every state."""
_COPIES = 3.5
"""How often tables and coefficients are there at once: backwards, joined, half put together."""
_LONG = 250
"""Primes from which on lifting takes twice as long for each of them."""
_BEYOND = 1e15
"""Numbers from which on single primes do not matter."""
_LEAST_DOUBT = 0.05


@dataclass(frozen=True, slots=True)
class Run:
    """What a run will take. Batches are those of eight primes, trials among them."""

    order: Estimate
    primes: Estimate
    batches: Estimate
    memory: Estimate
    seconds: Estimate
    serial: float
    """The part of ``seconds`` that further workers do not shorten."""


class Primes:
    """Deriving without weights, foreseen from a ladder.

    seconds = batches (d slices + Berlekamp-Massey) + trials + lifting, which is nearly linear in the number
    of primes while they are few. A batch is measured where the ladder reached it; else it costs order times
    states times a unit that is extrapolated.
    """

    def __init__(self, ladder: Ladder, states: Estimate, tables: Estimate, *, certify: bool) -> None:
        self.ladder, self.states, self.tables, self.certify = ladder, states, tables, certify
        self.target = ladder.target

    def run(self) -> Run | None:
        """None where not even the narrowest strip says anything."""
        order, bits = self._order(), self._bits()
        if order is None or bits is None:
            return None
        bits = bits if bits.how == EXACT else bits.times(order)
        batch = self._batch(order)
        if batch is None:
            return None
        finding = expected_primes(bits.value) if bits.value < _BEYOND else bits.value / _WORD
        trials = self._trials(order)
        primes = self._primes(bits, finding + LANES * trials)
        serial = _lifting(order.value, min(finding, _BEYOND)) + self._finding()
        seconds = batch.value * (finding / LANES + _TRIAL * trials) + serial
        return Run(
            order=order,
            primes=primes,
            batches=Estimate.of(max(1.0, primes.value / LANES + 0.4375), primes.how, primes.doubt),
            memory=self._memory(order, bits),
            seconds=Estimate.of(seconds, batch.how, 1 + batch.doubt + bits.doubt),
            serial=serial,
        )

    def _along(self, seen: Callable[[Rung], float | None], *, settles: bool = False) -> Estimate | None:
        """What was seen on the rung asked for, or what narrower ones lead to."""
        rungs = self.ladder.rungs
        own = seen(self.target) if self.target is not None else None
        if own:
            return Estimate.of(own)
        return extended([(rung.width, seen(rung) or 0) for rung in rungs], self.ladder.width, settles=settles)

    def _order(self) -> Estimate | None:
        """The order: seen, or as that part of the states that narrow strips show."""
        if self.target is not None and self.target.order is not None:
            return Estimate.of(self.target.order)
        share = self._along(lambda rung: rung.order and rung.order / rung.states, settles=True)
        if share is None:
            return None
        return Estimate(min(share.log, 0), share.how, max(_LEAST_DOUBT, share.doubt)).times(self.states)

    def _bits(self) -> Estimate | None:
        """The bits of the longest coefficient where they were seen, else those for one of the order."""
        if self.target is not None and self.target.bits is not None:
            return Estimate.of(max(1, self.target.bits))
        seen = [
            (rung.width, rung.bits / rung.order, rung.order)
            for rung in self.ladder.rungs
            if rung.bits and rung.order
        ]
        long = [(width, share) for width, share, order in seen if order >= LANES]
        found = extended(
            long if len(long) > 2 else [one[:2] for one in seen], self.ladder.width, settles=True
        )
        if found is None:
            return None
        least = log2(seen[-1][1]) - 1  # of those seen so far no family falls by more than half
        return Estimate(max(found.log, least), found.how, max(_LEAST_DOUBT, found.doubt))

    def _batch(self, order: Estimate) -> Estimate | None:
        """Seconds for eight primes."""
        if self.target is not None and self.target.batch is not None:
            return Estimate.of(self.target.batch, "one batch of primes was measured")
        unit = self._along(lambda rung: rung.batch and rung.order and rung.batch / rung.order / rung.states)
        return unit and unit.times(order).times(self.states)

    def _primes(self, bits: Estimate, expected: float) -> Estimate:
        if self.target is not None and self.target.primes is not None:
            return Estimate.of(self.target.primes)
        how = bits.how if bits.how != EXACT else "from the length of the coefficients"
        return Estimate.of(expected, how, max(_LEAST_DOUBT, bits.doubt))

    def _trials(self, order: Estimate) -> float:
        """Batches of primes for the check, and for the proof where one will be made."""
        machine = self.ladder.machine
        states = self.states.value if machine is None else machine.states
        rate, ends, work = (
            0.0 if figure is None else figure.value
            for figure in (
                self._along(lambda rung: rung.rate),
                self._along(lambda rung: rung.ends),
                self._along(lambda rung: rung.work),
            )
        )
        bound = rate * (order.value + 1) + log2(order.value + 1) + ends + 3
        proof = ceil(bound / _WORD / LANES) if bound < _BEYOND else bound / _WORD / LANES
        wanted = self.certify or (states < _BEYOND and always_proved(int(states), Weights.NONE))
        return 1 + proof if wanted or proof * order.value * work <= CHEAP else 1

    def _finding(self) -> float:
        """Seconds to find the states."""
        found = self._along(lambda rung: rung.finding)
        return inf if found is None else found.value

    def _memory(self, order: Estimate, bits: Estimate) -> Estimate:
        """Bytes: tables, three vectors of eight residues, and the coefficients as they are put together."""
        vectors = 3 * 8 * LANES * self.states.value
        lifted = 2 * order.value * (bits.value / 8 + 64) * _COPIES
        how = self.tables.how if self.tables.how != EXACT else "from states, order and coefficients"
        doubt = 1 + self.tables.doubt
        return Estimate.of(_COPIES * self.tables.value + vectors + lifted, how, doubt)


def _lifting(order: float, primes: float) -> float:
    """Seconds for putting the coefficients together: few of the order are measured, with few primes."""
    few, count = 100, 2 * LANES
    lifting, named = Lifting(2 * few, Random(0)), word_primes(count)
    rows = np.array([[prime - 1 - k for k in range(2 * few)] for prime in named], np.uint64)
    begin = time.perf_counter()
    lifting.add(rows, named)
    lifting.values()
    unit = (time.perf_counter() - begin) / few / count
    return unit * order * primes * (1 + primes / _LONG)
