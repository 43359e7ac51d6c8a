"""P and Q on some lines of a grid, as batches that any process can do."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from gfkit.transfer.modular.points.evaluation import Evaluator
from gfkit.transfer.modular.points.sampling import Values, values_at
from gfkit.transfer.strip.automaton import automaton, minimised
from gfkit.transfer.strip.question import Question

_HEAD = struct.Struct("<i")
"""The order that was met."""


@lru_cache(maxsize=2)
def _evaluator(question: Question | None) -> Evaluator:
    """The tables of a worker."""
    assert question is not None, "a strip without a question stays in its process"
    return Evaluator(minimised(automaton(question.strip())))


@dataclass(frozen=True, slots=True)
class Lines:
    """P and Q at all points of some x and some y, modulo a prime, where the order is at most ``order``."""

    question: Question | None
    prime: int
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    order: int
    fast: bool

    @property
    def part(self) -> str:
        nodes = blake2b(repr((self.xs, self.ys)).encode(), digest_size=12).hexdigest()
        return f"lines {self.prime} {self.order} {nodes}"

    def perform(self) -> bytes:
        return self.over(_evaluator(self.question))

    def over(self, machine: Evaluator) -> bytes:
        """The answer, from tables that exist."""
        xs = np.repeat(np.array(self.xs, np.uint64), len(self.ys))
        ys = np.tile(np.array(self.ys, np.uint64), len(self.xs))
        found, values = values_at(machine, xs, ys, self.order, self.prime, self.fast)
        if found > self.order:
            return _HEAD.pack(found)
        return _HEAD.pack(found) + values.good.tobytes() + values.rows.astype("<u4").tobytes()

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes) or len(answer) < _HEAD.size:
            return "no residues"
        points = len(self.xs) * len(self.ys)
        (found,) = _HEAD.unpack_from(answer)
        length = 0 if found > self.order else points * (1 + 4 * 2 * self.order)
        if found < 0 or len(answer) != _HEAD.size + length:
            return f"{len(answer)} bytes, which is no length of {points} points of order {self.order}"
        if length and np.frombuffer(answer, "<u4", offset=_HEAD.size + points).max(initial=0) >= self.prime:
            return "a number that is no residue"
        return None

    def read(self, answer: bytes) -> tuple[int, Values]:
        """The order that was met, and the values where it is not too large."""
        (found,) = _HEAD.unpack_from(answer)
        points = len(self.xs) * len(self.ys)
        if found > self.order:
            return found, Values.none(points, self.order)
        good = np.frombuffer(answer, np.bool_, count=points, offset=_HEAD.size)
        rows = np.frombuffer(answer, "<u4", offset=_HEAD.size + points)
        return found, Values(rows.reshape(points, 2 * self.order).astype(np.uint64), good)
