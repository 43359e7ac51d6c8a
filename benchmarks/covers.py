"""Exact covers: generating functions of L-trominoes on eight rows and dominoes on twelve, and other methods.

The domino tilings are also derived as full positions of Arc Kayles, which have a different automaton. The
L-trominoes are also counted on the board with n columns, by a search that always fills the first empty cell.
The figures are CPU seconds after the imports, medians of the rounds.

    python benchmarks/covers.py [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

from machine import write_report

LAW = """
import time, gfkit
gfkit.derive(gfkit.Rule.cover("XX", turned=True), "2xn")
begin = time.process_time()
found = gfkit.derive({arguments})
number = found[{n}]
print(time.process_time() - begin, found.order, found.evidence.status, number)
"""
SEARCH = """
import time
from functools import lru_cache
begin = time.process_time()
@lru_cache(None)
def fill(columns, board):
    while board & 255 == 255 and columns:
        columns, board = columns - 1, board >> 8
    if not columns:
        return board == 0
    free = (board + 1) & ~board
    row = free.bit_length() - 1
    shapes = [free * s for s in (1 | 2 | 256, 1 | 2 | 512, 1 | 256 | 512)]
    fits = shapes if row < 7 else []
    if row:
        fits = [*fits, free | free << 8 | free << 7]
    return sum(fill(columns, board | shape) for shape in fits if not board & shape)
number = fill({n}, 0)
print(time.process_time() - begin, 0, "counted", number)
"""
TASKS = {
    "dominoes 12xn": (
        LAW.format(arguments='gfkit.Rule.cover("XX", turned=True), "12xn"', n=12),
        LAW.format(arguments='"arc-kayles", "12xn", "full"', n=12),
    ),
    "L-trominoes 6xn": (
        LAW.format(arguments='gfkit.Rule.cover("XX/X.", turned=True), "6xn"', n=8),
        SEARCH.format(n=6),
    ),
    "L-trominoes 8xn": (
        LAW.format(arguments='gfkit.Rule.cover("XX/X.", turned=True), "8xn"', n=9),
        SEARCH.format(n=9),
    ),
}


def run(program: str) -> tuple[float, str]:
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    seconds, _, rest = said.strip().partition(" ")
    return float(seconds), rest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    given = parser.parse_args()
    rows = []
    for name, (ours, other) in TASKS.items():
        one, two = zip(*((run(ours), run(other)) for _ in range(given.rounds)), strict=True)
        seconds, beside = (statistics.median(time for time, _ in ran) for ran in (one, two))
        (order, status, number), (_, _, same) = one[0][1].split(), two[0][1].split()
        assert number == same, (name, number, same)
        rows.append(
            {"task": name, "seconds": seconds, "beside": beside, "order": int(order), "status": status}
        )
        print(f"{name:18} {seconds:7.2f} s, other method {beside:7.2f} s  order {order}, {status}")
    if given.json:
        write_report(given.json, rows)


if __name__ == "__main__":
    main()
