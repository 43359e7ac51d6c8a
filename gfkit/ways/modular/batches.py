"""Batches of work on a strip modulo eight primes, which any worker process can run.

A batch specifies the task and the primes; the process that runs it builds the strip from the rule once. There
are three kinds of batches. The first computes P and Q modulo the primes. The others check P / Q: by a product
with a random vector, or by a full test.

Let Q'(z) = z^d Q(1 / z). The sequence b satisfies the recurrence of Q if start Q'(A) = 0. For a random vector
r modulo a prime p,

    start Q'(A) r = sum over i of q_(d - i) (start A^i r),

and if start Q'(A) is not 0, this value is 0 with probability 1 / p. The values start A^i r, i = 0 ... d, and
the first d terms need d slices and depend only on the order, so that they can be computed in parallel with P
and Q.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import closing
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import ClassVar

import numpy as np
from flint import fmpz_poly, nmod_poly

from gfkit.core.algebra.residue import WORD_BITS, numerator, random_primes, residues, word_primes
from gfkit.core.algebra.residue_arrays import AT_ONCE, EightPrimes, Words
from gfkit.core.deferred import dataclass
from gfkit.core.engine.strip.strip import find_strip
from gfkit.core.memory import core_count, memory_limit
from gfkit.core.rules import Question
from gfkit.core.typing import cached_property
from gfkit.runs.batch import Work
from gfkit.ways.modular.berlekamp_massey import recurrences
from gfkit.ways.modular.layout import StripLayout, TermSweep

Report = Callable[[str, int, int], None]
Row = list[int]

PROOF = "proof"
"""Name of the proof stage in progress reports."""

_HEAD = struct.Struct("<ii")
"""Header: the order, or -1 if none was found, and a bit mask of the valid lanes."""


def eight_primes(number: int) -> list[int]:
    """Return the eight primes of batch ``number``, where number = 0, 1, 2, ..."""
    return word_primes((number + 1) * AT_ONCE)[-AT_ONCE:]


@lru_cache(maxsize=2)
def _worker_layout(question: Question | None) -> StripLayout:
    """Return the tables of the strip in a worker process; each worker builds them once."""
    assert question is not None, "a strip without a query cannot be sent to another process"
    return StripLayout(find_strip(question))


@dataclass(frozen=True, slots=True)
class StripBatch:
    """Batch of work on a strip. Any process that has the query or the transition tables can run it."""

    question: Question | None
    fast: bool

    def perform(self) -> bytes:
        """Return the result, using the tables of this worker process."""
        return self.over(_worker_layout(self.question))

    def over(self, layout: StripLayout, report: Report = lambda *_: None) -> bytes:
        """Return the result, using the given tables."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Fractions(StripBatch):
    """Batch that computes numerator P and denominator Q modulo eight primes, by Berlekamp-Massey from initial
    terms.
    """

    number: int
    mirrored: bool
    floor: int
    """Minimum number of terms before a recurrence is accepted."""
    order: int
    """Known lower bound of the order; it only reduces the number of terms."""
    limit: int
    """Number of terms that determine any possible recurrence."""

    @property
    def part(self) -> str:
        return f"fractions {self.number} {'mirrored' if self.mirrored else 'plain'} {self.floor}"

    def over(self, layout: StripLayout, report: Report = lambda *_: None) -> bytes:
        field = EightPrimes(eight_primes(self.number))
        run = TermSweep(layout, field, mirrored=self.mirrored, fast=self.fast)
        laws = recurrences(run, self.floor, self.order, self.limit, report)
        if laws is None:
            return _HEAD.pack(-1, 0)
        rows, good = [], 0
        for lane, connection in enumerate(laws.connections()):
            if laws.good[lane]:
                terms = run.terms[: laws.order, lane].tolist()
                rows.append(connection[1:] + numerator(connection, terms, field.primes[lane]))
                good |= 1 << lane
        return _HEAD.pack(laws.order, good) + np.array(rows, "<u8").tobytes()

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes) or len(answer) < _HEAD.size:
            return "no residues"
        order, good = _HEAD.unpack_from(answer)
        if order < -1 or not 0 <= good < 1 << AT_ONCE or (order < 0 and good):
            return "invalid order or lanes"
        rows = good.bit_count()
        if len(answer) != _HEAD.size + 8 * 2 * max(order, 0) * rows:
            return f"{len(answer)} bytes do not match {rows} rows of order {order}"
        if np.frombuffer(answer, "<u8", offset=_HEAD.size).max(initial=0) >> WORD_BITS:
            return "a number is not a residue modulo its prime"
        return None


def read_fractions(number: int, answer: bytes) -> tuple[int, list[int], Words]:
    """Return the order (-1 if none), the primes, and for each prime coefficients 1..d of Q, then 0..d-1 of
    P.
    """
    order, good = _HEAD.unpack_from(answer)
    primes = [prime for lane, prime in enumerate(eight_primes(number)) if good >> lane & 1]
    flat = np.frombuffer(answer, "<u8", offset=_HEAD.size)
    return order, primes, flat.reshape(len(primes), 2 * max(order, 0))


@dataclass(frozen=True, slots=True)
class Trial(StripBatch):
    """Test whether P / Q is the generating function modulo eight primes.

    If ``short``, the test computes start Q'(A), which must be 0, and compares d terms; otherwise it compares
    ``length`` terms.
    """

    part: str
    """Name under which the result is stored."""
    primes: tuple[int, ...]
    bottoms: bytes
    """Q modulo each prime, coefficients 0 to d."""
    tops: bytes
    short: bool
    length: int

    def over(self, layout: StripLayout, report: Report = lambda *_: None) -> bytes:  # noqa: ARG002
        """Return b"1" (byte 1) if the fraction passes the test, otherwise byte 0."""
        return b"\1" if self._is_confirmed(layout) else b"\0"

    def fault(self, answer: object) -> str | None:
        return None if answer in (b"\0", b"\1") else "the result is neither true nor false"

    def _is_confirmed(self, layout: StripLayout) -> bool:
        bottoms, tops = (
            np.frombuffer(part, "<u8").reshape(AT_ONCE, -1).tolist() for part in (self.bottoms, self.tops)
        )
        order = len(bottoms[0]) - 1
        run = TermSweep(layout, EightPrimes(self.primes), mirrored=False, fast=self.fast)
        if self.short:
            if run.combination([row[::-1] for row in bottoms]).any():
                return False
        else:
            run.extend(self.length)
        length = order if self.short else self.length
        for lane, prime in enumerate(self.primes):
            terms = run.terms[:length, lane].tolist()
            product = nmod_poly(bottoms[lane], prime) * nmod_poly(terms, prime)
            if [int(product[i]) for i in range(length)] != tops[lane] + [0] * (length - order):
                return False
        return True


def in_threads(layout: StripLayout, *, fast: bool) -> Callable[[StripBatch], bytes] | None:
    """Return the function that runs a batch in a thread, or None without the C extension or with too little
    memory.
    """
    if not (fast and core_count() * layout.sweep_bytes < memory_limit(None)):
        return None
    return lambda batch: batch.over(layout)


BLIND_LOG2 = -61
"""log2 of the probability that a product with a random vector is 0 although the other vector is not."""


@dataclass(frozen=True, slots=True)
class Probe(StripBatch):
    """Products with random vectors modulo eight random primes; only for strips of period 1."""

    primes: tuple[int, ...]
    seed: int
    order: int
    part: ClassVar[str] = ""  # not stored: the random vectors are drawn anew for each run

    @classmethod
    def draw(cls, question: Question | None, order: int, random: Random, fast: bool) -> Probe:
        """Return a random probe that cannot be predicted."""
        return cls(question, fast, tuple(random_primes(AT_ONCE, random)), random.getrandbits(64), order)

    def over(self, layout: StripLayout, report: Report = lambda *_: None) -> bytes:  # noqa: ARG002
        """Return d + 1 products, then d terms, as bytes."""
        field = EightPrimes(self.primes)
        run = TermSweep(
            layout, field, mirrored=False, fast=self.fast, probe=self._draw_vector(layout.states, field)
        )
        run.extend(self.order + 1)
        rows = np.concatenate([run.probes[: self.order + 1], run.terms[: self.order]])
        return rows.astype("<u8").tobytes()

    def _draw_vector(self, states: int, field: EightPrimes) -> Words:
        noise = np.frombuffer(Random(self.seed).randbytes(8 * AT_ONCE * states), "<u8")
        return np.ascontiguousarray(noise.reshape(states, AT_ONCE).astype(np.uint64) % field.row)

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes) or len(answer) != 8 * AT_ONCE * (2 * self.order + 1):
            return f"no products for order {self.order}"
        if np.frombuffer(answer, "<u8").max(initial=0) >> WORD_BITS:
            return "a number is not a residue modulo its prime"
        return None

    def agrees(self, answer: bytes, top: fmpz_poly, bottom: fmpz_poly) -> bool:
        """Return True if the products and terms agree with P / Q."""
        rows = np.frombuffer(answer, "<u8").reshape(-1, AT_ONCE)
        order = self.order
        for lane, prime in enumerate(self.primes):
            below = residues(bottom, prime, order + 1)
            values = rows[: order + 1, lane].tolist()
            if sum(factor * value for factor, value in zip(reversed(below), values, strict=True)) % prime:
                return False
            if numerator(below, rows[order + 1 :, lane].tolist(), prime) != residues(top, prime, order):
                return False
        return True


class Trials:
    """Tests of one fraction; the tests of a proof are batches, which any worker can run."""

    def __init__(
        self,
        question: Question | None,
        work: Work,
        layout: StripLayout,
        fraction: tuple[list[int], list[int]],
        length: int,
        fast: bool,
    ) -> None:
        """Store P (d coefficients) and Q (d + 1 coefficients). The full proof compares ``length`` terms."""
        self._question, self._work, self._layout = question, work, layout
        self.fraction = fraction
        self._top, self._bottom = (fmpz_poly(part) for part in fraction)
        self._order, self._length, self._fast = len(fraction[0]), length, fast

    @cached_property
    def name(self) -> str:
        """Digest of the fraction, the name under which its tests are stored."""
        digest = blake2b(digest_size=8)
        for part in self.fraction:
            digest.update(",".join(f"{value:x}" for value in part).encode() + b"/")
        return digest.hexdigest()

    def _build_trial(self, name: str, primes: list[int], short: bool) -> Trial:
        bottoms = np.array([residues(self._bottom, prime, self._order + 1) for prime in primes], "<u8")
        tops = np.array([residues(self._top, prime, self._order) for prime in primes], "<u8")
        parts = bottoms.tobytes(), tops.tobytes()
        return Trial(self._question, self._fast, name, tuple(primes), *parts, short, self._length)

    def agree(self, probe: Probe, answer: bytes) -> bool:
        """Return True if the products of a probe agree with the fraction."""
        return probe.order == self._order and probe.agrees(answer, self._top, self._bottom)

    def passes(self, primes: list[int], *, short: bool) -> bool:
        """Return True if the fraction passes one test, run in this process."""
        return self._build_trial("here", primes, short).over(self._layout) == b"\1"

    def all_pass(self, batches: int, short: bool, report: Report) -> bool:
        """Return True if the fraction passes the tests modulo all primes of a proof."""
        trials = (
            self._build_trial(f"proof {number} {self.name} {short}", eight_primes(number), short)
            for number in range(batches)
        )
        answers = self._work.in_order(
            trials,
            lambda trial: trial.over(self._layout),
            lambda: float(batches),
            beside=in_threads(self._layout, fast=self._fast),
        )
        with closing(answers):
            for done, answer in enumerate(answers, 1):
                report(PROOF, done, batches)
                if answer != b"\1":
                    self._check_refusal(done - 1, short)
                    return False
        return True

    def _check_refusal(self, number: int, short: bool) -> None:
        """Raise SelfCheckError if a test that failed in another process passes in this process."""
        if self.passes(eight_primes(number), short=short):
            self._work.refuse(f"test {number} of the proof had a wrong result in another process")
