"""Work on a strip modulo eight primes at a time, as batches that any process can do.

A batch says what is asked and which primes; who does it builds the strip from the rule, once. Answers are
residues.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from flint import nmod_poly

from gfkit.exact.residue import WORD_BITS, numerator, word_primes
from gfkit.transfer.modular.lanes.body import Body
from gfkit.transfer.modular.lanes.field import LANES, Field, Words
from gfkit.transfer.modular.lanes.recurrences import recurrences
from gfkit.transfer.modular.lanes.run import Run
from gfkit.transfer.strip.question import Question

Report = Callable[[str, int, int], None]
Row = list[int]

_HEAD = struct.Struct("<ii")
"""The order, -1 where there is none, and the lanes that are good as bits."""


def eight_primes(number: int) -> list[int]:
    """The primes of batch 0, 1, 2, ..."""
    return word_primes((number + 1) * LANES)[-LANES:]


@lru_cache(maxsize=2)
def worker_body(question: Question | None) -> Body:
    """The tables of a worker."""
    assert question is not None, "a strip without a question stays in its process"
    return Body(question.strip())


@dataclass(frozen=True, slots=True)
class Fractions:
    """P and Q modulo eight primes, from the first terms by Berlekamp and Massey."""

    question: Question | None
    number: int
    mirrored: bool
    floor: int
    """Terms that are looked at before any recurrence is believed."""
    order: int
    """What the order is at least, if known: it saves terms, and changes nothing else."""
    limit: int
    """Terms that show any recurrence."""
    fast: bool

    @property
    def part(self) -> str:
        return f"fractions {self.number} {'mirrored' if self.mirrored else 'plain'} {self.floor}"

    def perform(self) -> bytes:
        return self.over(worker_body(self.question), lambda *_: None)

    def over(self, body: Body, report: Report) -> bytes:
        """The answer, from tables that exist."""
        field = Field(eight_primes(self.number))
        run = Run(body, field, mirrored=self.mirrored, fast=self.fast)
        found = recurrences(run, self.floor, self.order, self.limit, report)
        if found is None:
            return _HEAD.pack(-1, 0)
        rows, good = [], 0
        for lane, connection in enumerate(found.connections()):
            if found.good[lane]:
                terms = run.terms[: found.order, lane].tolist()
                rows.append(connection[1:] + numerator(connection, terms, field.primes[lane]))
                good |= 1 << lane
        return _HEAD.pack(found.order, good) + np.array(rows, "<u8").tobytes()

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes) or len(answer) < _HEAD.size:
            return "no residues"
        order, good = _HEAD.unpack_from(answer)
        if order < -1 or not 0 <= good < 1 << LANES or (order < 0 and good):
            return "no order, or no lanes"
        rows = good.bit_count()
        if len(answer) != _HEAD.size + 8 * 2 * max(order, 0) * rows:
            return f"{len(answer)} bytes, which is no length of {rows} rows of order {order}"
        if np.frombuffer(answer, "<u8", offset=_HEAD.size).max(initial=0) >> WORD_BITS:
            return "a number that is no residue"
        return None


def read_fractions(number: int, answer: bytes) -> tuple[int, list[int], Words]:
    """Order (-1 for none), primes, and for each of them coefficients 1..d of Q, then 0..d-1 of P."""
    order, good = _HEAD.unpack_from(answer)
    primes = [prime for lane, prime in enumerate(eight_primes(number)) if good >> lane & 1]
    flat = np.frombuffer(answer, "<u8", offset=_HEAD.size)
    return order, primes, flat.reshape(len(primes), 2 * max(order, 0))


@dataclass(frozen=True, slots=True)
class Trial:
    """Whether P / Q is the generating function modulo eight primes.

    By start Q'(A) = 0 and the first d terms if ``short``, else by ``length`` terms.
    """

    question: Question | None
    name: str
    primes: tuple[int, ...]
    bottoms: bytes
    """Q modulo each prime, coefficients 0 to d."""
    tops: bytes
    short: bool
    length: int
    fast: bool

    @classmethod
    def of(
        cls,
        question: Question | None,
        name: str,
        primes: Sequence[int],
        rows: tuple[Sequence[Row], Sequence[Row]],
        short: bool,
        length: int,
        fast: bool,
    ) -> Trial:
        bottoms, tops = (np.array(part, "<u8").tobytes() for part in rows)
        return cls(question, name, tuple(primes), bottoms, tops, short, length, fast)

    @property
    def part(self) -> str:
        return self.name

    def perform(self) -> bytes:
        return self.over(worker_body(self.question))

    def over(self, body: Body) -> bytes:
        """1 or 0, from tables that exist."""
        return b"\1" if self._holds(body) else b"\0"

    def fault(self, answer: object) -> str | None:
        return None if answer in (b"\0", b"\1") else "neither yes nor no"

    def _holds(self, body: Body) -> bool:
        bottoms, tops = (
            np.frombuffer(part, "<u8").reshape(LANES, -1).tolist() for part in (self.bottoms, self.tops)
        )
        order = len(bottoms[0]) - 1
        run = Run(body, Field(self.primes), mirrored=False, fast=self.fast)
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
