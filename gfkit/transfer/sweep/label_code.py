"""What a site does to labels, as machine code: the same as ``layers`` does by numpy, row by row.

Where numba is not there, or the work is too little to load it for, numpy does it, slower and equal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gfkit.exact.compiling import compiler

OWN = 255
"""The label of the cell of a site, before labels are numbered anew."""


@cache
def label_loop() -> Callable[..., None] | None:
    """The loop as machine code, or None without numba.

    It takes labels, rows of states by tracks, and what to change besides: closed cycles and how many
    components are complete. ``cap`` is the number from which on closed cycles are alike, or -1; ``still``
    has tracks, and ``now`` by these and rows whether the cell there can be joined to nothing more.
    """
    numba = compiler()
    if numba is None:
        return None
    import numpy as np

    def loop(
        labels: Any, closed: Any, ended: Any, joined: Any, leaving: Any, own: int, member: bool, wakes: bool,
        cap: int, still: Any, now: Any,
    ) -> None:  # fmt: skip
        rows, width = labels.shape
        names, stamps = np.zeros(256, np.uint8), np.zeros(256, np.int64)
        for r in range(rows):
            number = 0
            for track in joined:
                label = labels[r, track]
                if label == 255:
                    if cap >= 0 and closed[r] < cap:
                        closed[r] += 1
                elif label:
                    for k in range(width):
                        if labels[r, k] == label:
                            labels[r, k] = 255
                elif wakes:
                    labels[r, track] = 255
            for track in leaving:
                label = labels[r, track]
                labels[r, track] = 0
                if label and label != 255:
                    found = False
                    for k in range(width):
                        found = found or labels[r, k] == label
                    number += not found
            if own >= 0:
                labels[r, own] = 255 if member else 0
            elif member:
                found = False
                for k in range(width):
                    found = found or labels[r, k] == 255
                number += not found
            for s in range(len(still)):
                label = labels[r, still[s]]
                if label and now[s, r]:
                    labels[r, still[s]] = 0
                    found = False
                    for k in range(width):
                        found = found or labels[r, k] == label
                    number += not found
            ended[r] = number
            most = 0
            for k in range(width):
                label = labels[r, k]
                if label:
                    if stamps[label] != r + 1:
                        most += 1
                        stamps[label] = r + 1
                        names[label] = most
                    labels[r, k] = names[label]

    made: Callable[..., None] = numba.njit(cache=True)(loop)
    return made
