"""The degree of P and Q in x or in y, probed on a random line."""

from __future__ import annotations

import numpy as np

from gfkit.exact.residue import word_primes
from gfkit.transfer.modular.points.interpolation import interpolation, times_modulo
from gfkit.transfer.modular.points.sampling import Sampler, paired
from gfkit.transfer.modular.points.values import BITS, Words

_FIRST = 16
_SPARE = 2
"""Powers beyond the degree that must have coefficient 0 before it is believed."""


def degree(sampler: Sampler, axis: int) -> int:
    """The largest power of x (axis 0) or y (axis 1) in any coefficient."""
    prime = word_primes(1, BITS)[0]
    taken: set[int] = set()
    other = sampler.draw(1, prime, taken)[0] if sampler.plane else 1
    nodes: list[int] = []
    rows = np.zeros((0, 2 * sampler.order), np.uint64)
    count = _FIRST
    while True:
        while len(nodes) < count:
            fresh = sampler.draw(count - len(nodes), prime, taken)
            line = [other] * len(fresh)
            values = sampler.values(*(paired(line, fresh) if axis else paired(fresh, line)), prime)
            nodes += [node for node, fine in zip(fresh, values.good.tolist(), strict=True) if fine]
            rows = np.concatenate([rows, values.rows[values.good]])
        found = _degree(nodes, rows, prime, sampler.fast)
        if found + _SPARE < len(nodes):
            return found
        count = 2 * len(nodes)


def _degree(nodes: list[int], rows: Words, prime: int, fast: bool) -> int:
    matrix = interpolation(np.array(nodes, np.uint64), prime)
    used = np.flatnonzero(times_modulo(matrix, rows, prime, fast=fast).any(axis=1))
    return int(used.max(initial=0))
