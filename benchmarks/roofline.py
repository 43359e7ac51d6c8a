"""Memory bandwidth of the hot loops: bytes per state and column, and the fraction of the available bandwidth.

The bytes of a loop are its necessary reads and writes, computed from its arguments; registers are not
counted, and cells that are read twice are counted twice. The roof is the bandwidth of ``c = a + b`` in numpy
in the same run, for arrays with the total size of the loop's working set. If the working set fits in a cache,
it is the bandwidth of this cache. A loop far below its roof is limited by arithmetic (products modulo a
prime, steps of states), or by the latency of random reads in a table, which is measured too. For a few
kilobytes, numpy spends its time on calls, so a loop in the first-level cache can exceed this roof.

    python benchmarks/roofline.py [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from machine import write_report

ROW = 64
"""Size of a row of eight residues in bytes."""


class Meter:
    """Wrapper of a loop that measures its seconds, bytes and units of work."""

    def __init__(self, cost: Callable[..., tuple[int, int, int]]) -> None:
        self.cost = cost
        self.seconds, self.bytes, self.units, self.working = 0.0, 0, 0, 0

    def around(self, owner: Any, name: str) -> None:
        loop = getattr(owner, name)

        def metered(*words: Any) -> Any:
            begin = time.process_time()
            found = loop(*words)
            self.seconds += time.process_time() - begin
            units, moved, working = self.cost(*words, found)
            self.units, self.bytes = self.units + units, self.bytes + moved
            self.working = max(self.working, working)
            return found

        setattr(owner, name, metered)


def slices(
    _field: Any, passes: Any, _room: Any, _turns: Any, finals: Any, _probe: Any, _order: Any, *rest: Any
) -> tuple[int, int, int]:
    """Return the cost of a slice for eight primes: sums of rows, and one or two scalar products."""
    states, steps, runs = rest[0], rest[1], passes[0]
    sums = sum(int((count + 1) * ROW + 4 * count) * int(high - low) for _, count, low, high, _ in runs)
    return states * steps, steps * (sums + (4 if finals is None else 2) * ROW * states), 2 * ROW * states


def connections(_field: Any, _terms: Any, begin: int, end: int, state: Any, *_: Any) -> tuple[int, int, int]:
    """Return the cost of Berlekamp-Massey for eight primes: two sums of length n/2 for a(n)."""
    units = sum(min(n // 2, int(state[0])) for n in range(begin, end))
    return units, 5 * ROW * units, 3 * ROW * int(state[0])


def weighted(begin: Any, _pairs: Any, weights: Any, starts: Any, terms: Any, *_: Any) -> tuple[int, int, int]:
    """Return the cost of weighted slices at eight points modulo one prime: a product for each transition."""
    states, steps, blocks = starts.shape[1], terms.shape[1], starts.shape[0]
    moved = int(begin[-1]) * 4 * (2 * ROW + 8) + ROW * (states + 1)
    return states * steps * blocks, moved * steps * blocks, 2 * ROW * states + weights[0].nbytes


def additions(begin: Any, sources: Any, _x: Any, _y: Any, old: Any, *_: Any) -> tuple[int, int, int]:
    """Return the cost of adding a shifted row of coefficients to another: two reads and a write."""
    lanes = old.shape[1]
    return (len(begin) - 1) * lanes, 24 * len(sources) * lanes, 16 * old.shape[0] * lanes


def hashed(table: Any, _walk: Any, keys: Any, _many: Any, steps: Any, *_: Any) -> Any:
    """Return the cost of steps and table lookups of states: their keys, successors and transitions."""
    before, many = getattr(steps, "metered", (0, 0))
    steps.metered = int(steps.done.sum()), steps.many
    states, new = steps.metered[0] - before, steps.many - many
    size = keys[:1].nbytes
    held = sum(one.nbytes for one in table.arrays)
    return states, states * size + new * (2 * size + 9), held


COSTS: dict[str, Callable[..., tuple[int, int, int]]] = {
    "slices": slices,
    "connections": connections,
    "weighted": weighted,
    "additions": additions,
    "hashed": hashed,
}
LOOPS = {
    "slices": "unweighted sweep, matchings 12xn",
    "connections": "Berlekamp-Massey, matchings 12xn",
    "weighted": "weighted sweep, Domineering with players 7xn",
    "additions": "sums of coefficients, Domineering with players 13x13",
    "hashed": "states of walks, corner to corner 12x12",
}


def measure(name: str) -> Meter:
    """Measure one loop in this process, after a smaller task that loads its modules and tables."""
    import gfkit
    from gfkit.core.engine.sweep.state_table import StateTable
    from gfkit.core.native import loops

    meter = Meter(COSTS[name])
    if name in ("slices", "connections"):
        gfkit.derive("matchings", "10xn", method="modular")
        meter.around(loops, {"slices": "sweep_residues", "connections": "extend_connection"}[name])
        gfkit.derive("matchings", "12xn", method="modular")
    elif name == "weighted":
        gfkit.derive("domineering", "4xn", weights="players", method="modular")
        meter.around(loops, "weigh")
        gfkit.derive("domineering", "7xn", weights="players", method="modular")
    elif name == "additions":
        gfkit.count("domineering", "4x4", weights="players")
        meter.around(loops, "add_shifted")
        gfkit.count("domineering", "13x13", weights="players")
    else:
        gfkit.count("self-avoiding-walks", "9x9")
        meter.around(StateTable, "step")
        gfkit.count("self-avoiding-walks", "12x12")
    assert meter.units, f"{name}: the loop was not called"
    return meter


def stream_bandwidth(size: int) -> float:
    """Return the bytes per second of c = a + b for arrays with a total of ``size`` bytes."""
    count = max(1000, size // 24)
    a, b, c = (np.ones(count) for _ in range(3))
    turns = max(3, (1 << 29) // (24 * count))
    best = 0.0
    for _ in range(3):
        begin = time.process_time()
        for _ in range(turns):
            np.add(a, b, out=c)
        best = max(best, 24 * count * turns / max(1e-9, time.process_time() - begin))
    return best


def random_read_seconds(size: int) -> float:
    """Return the seconds per random read of a word from a table of ``size`` bytes."""
    table = np.zeros(max(1000, size // 8), np.int64)
    places = np.random.default_rng(1).integers(0, len(table), 1 << 21)
    begin = time.process_time()
    table[places]
    return (time.process_time() - begin) / len(places)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--loop", choices=LOOPS, help="only this loop, in this process")
    parser.add_argument("--json")
    given = parser.parse_args()
    if given.loop:
        meter = measure(given.loop)
        print(
            meter.seconds,
            meter.bytes,
            meter.units,
            meter.working,
            stream_bandwidth(meter.working),
            random_read_seconds(meter.working),
        )
        return
    rows = []
    print(f"{'loop':54}{'bytes':>8}{'MB':>8}{'ns':>8}{'GB/s':>8}{'roof':>8}{'share':>8}{'a read':>9}")
    for name, what in LOOPS.items():
        found = []
        for _ in range(given.rounds):
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    [sys.executable, __file__, "--loop", name],
                    env={**os.environ, "GFKIT_CACHE": folder}, capture_output=True, text=True, check=False,
                )  # fmt: skip
            if done.returncode:
                sys.exit(f"{name}: {done.stderr.strip().splitlines()[-1]}")
            found.append([float(word) for word in done.stdout.split()])
        seconds, moved, units, working, roof, read = (
            statistics.median(column) for column in zip(*found, strict=True)
        )
        rate = moved / seconds
        row = {
            "loop": what, "bytes_per_state_and_column": moved / units, "working_set_bytes": working,
            "nanoseconds_per_state_and_column": 1e9 * seconds / units, "bytes_per_second": rate,
            "roof_bytes_per_second": roof, "share": rate / roof, "nanoseconds_of_a_random_read": 1e9 * read,
        }  # fmt: skip
        rows.append(row)
        print(
            f"{what:54}{moved / units:>8.0f}{working / 1e6:>8.2f}{1e9 * seconds / units:>8.1f}"
            f"{rate / 1e9:>8.1f}{roof / 1e9:>8.1f}{rate / roof:>8.2f}{1e9 * read:>7.1f}ns",
            flush=True,
        )
    if given.json:
        write_report(given.json, rows)


if __name__ == "__main__":
    main()
