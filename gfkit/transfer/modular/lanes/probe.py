"""Whether a fraction is that of a strip, from a sweep that does not know the fraction.

b satisfies Q if start Q'(A) = 0, Q'(z) = z^d Q(1 / z). For a random vector r modulo a prime p,

    start Q'(A) r = sum over i of q_(d - i) (start A^i r),

and a vector that is not 0 gives 0 there with a probability of 1 / p. The values start A^i r, i = 0 ... d, and
the first d terms take d slices, and need nothing but the order, so that they can be had beside all else.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from flint import fmpz_poly

from gfkit.exact.residue import WORD_BITS, numerator, random_primes, residues
from gfkit.transfer.modular.lanes.batches import worker_body
from gfkit.transfer.modular.lanes.body import Body
from gfkit.transfer.modular.lanes.field import LANES, Field, Words
from gfkit.transfer.modular.lanes.run import Run
from gfkit.transfer.strip.question import Question

BLIND_LOG2 = -61
"""log2 of the probability that a random vector misses what is not 0: no residue is likelier than that."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The values for random vectors modulo eight random primes; only for strips of period 1."""

    question: Question | None
    primes: tuple[int, ...]
    seed: int
    order: int
    fast: bool

    @classmethod
    def drawn(cls, question: Question | None, order: int, random: Random, fast: bool) -> Probe:
        """A probe that nobody could foresee."""
        return cls(question, tuple(random_primes(LANES, random)), random.getrandbits(64), order, fast)

    @property
    def part(self) -> str:
        return ""  # of no use to another run

    def perform(self) -> bytes:
        return self.over(worker_body(self.question))

    def over(self, body: Body) -> bytes:
        """The answer, from tables that exist: d + 1 values, then d terms."""
        field = Field(self.primes)
        run = Run(body, field, mirrored=False, fast=self.fast, probe=self._vector(body.states, field))
        run.extend(self.order + 1)
        rows = np.concatenate([run.probes[: self.order + 1], run.terms[: self.order]])
        return rows.astype("<u8").tobytes()

    def _vector(self, states: int, field: Field) -> Words:
        noise = np.frombuffer(Random(self.seed).randbytes(8 * LANES * states), "<u8")
        return np.ascontiguousarray(noise.reshape(states, LANES).astype(np.uint64) % field.row)

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes) or len(answer) != 8 * LANES * (2 * self.order + 1):
            return f"no values for order {self.order}"
        if np.frombuffer(answer, "<u8").max(initial=0) >> WORD_BITS:
            return "a number that is no residue"
        return None

    def shows(self, answer: bytes, top: fmpz_poly, bottom: fmpz_poly) -> bool:
        """Whether the values are those of P / Q."""
        rows = np.frombuffer(answer, "<u8").reshape(-1, LANES)
        order = self.order
        for lane, prime in enumerate(self.primes):
            below = residues(bottom, prime, order + 1)
            values = rows[: order + 1, lane].tolist()
            if sum(factor * value for factor, value in zip(reversed(below), values, strict=True)) % prime:
                return False
            if numerator(below, rows[order + 1 :, lane].tolist(), prime) != residues(top, prime, order):
                return False
        return True
