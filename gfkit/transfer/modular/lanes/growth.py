"""A bound of how fast the values of a strip grow, which bounds coefficients and proofs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.lanes.body import Body

Reals = NDArray[np.float64]

_TURNS = 30
"""Slices after which the bound is good enough."""
_SLACK = 2.0**-30


class Growth(NamedTuple):
    """mu, c and e with start A^j <= 2^(mu j + c) and start A^j final <= 2^(mu j + e), entrywise."""

    rate: float
    entries: float
    ends: float


def growth(body: Body) -> Growth:
    """The bound by Collatz and Wielandt, from some dozen slices in floating point.

    For any z > 0 with A z <= m z the sum over s of (start A^j)_s z_s is at most m^j start z. All is
    positive, so that rounding moves sums by at most 2^-40 of themselves.
    """
    rate, weight = _weight(body)
    start = float(_real(body.start(None)) @ weight[0])
    least = min(float(part.min()) for part in weight)
    ends = max(float((_real(body.final(phase, None)) / weight[phase]).max()) for phase in range(body.period))
    start = max(start, 2.0**-900)
    return Growth(
        float(np.log2(max(rate, 2.0**-1000))) + _SLACK,
        float(np.log2(start / least)) + _SLACK,
        float(np.log2(start) + np.log2(max(ends, 2.0**-900))) + _SLACK,
    )


def _weight(body: Body) -> tuple[float, list[Reals]]:
    """m and z, one part for every phase, by the power method with some of the old kept."""
    weight = [np.ones(len(order)) for order in body.orders]
    best, found = float("inf"), weight
    for _ in range(_TURNS):
        after = [body.behind(weight[(phase + 1) % body.period], phase) for phase in range(body.period)]
        ratio = max(float((new / old).max()) for new, old in zip(after, weight, strict=True))
        if ratio < best:
            best, found = ratio, weight
        scale = max(best, 1.0)
        weight = [new / scale + old / 16 for new, old in zip(after, weight, strict=True)]
    return best, found


def _real(vector: Reals) -> Reals:
    return vector.reshape(-1)
