"""Connectivity constraints: spanning trees, Hamiltonian cycles and Tutte polynomials.

Some tasks are compared with another method, such as Kirchhoff's determinant for the terms of a generating
function. The figures are CPU seconds after the imports, medians of the rounds, and their ratio.

    python benchmarks/connection.py [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

from machine import write_report

LAW = """
import time, gfkit
gfkit.derive("spanning-trees", "2xn")
begin = time.process_time()
found = gfkit.derive({arguments})
number = found[{n}]
print(time.process_time() - begin, found.order, found.evidence.status, number)
"""
BOARD = """
import time, gfkit
gfkit.count("cycles", "2x2")
begin = time.process_time()
number = int(gfkit.count({arguments}))
print(time.process_time() - begin, 0, "proved", number)
"""
KIRCHHOFF = """
import time
from flint import fmpz_mat
from gfkit import parse_board
begin = time.process_time()
for n in range(1, {n} + 1):
    board = parse_board("{family}").at(n)
    rows = [[0] * board.size for _ in range(board.size)]
    for a, b in board.edges:
        for one, other in ((a, b), (b, a)):
            rows[one][one] += 1
            rows[one][other] -= 1
    number = int(fmpz_mat([row[1:] for row in rows[1:]]).det())
print(time.process_time() - begin, 0, "counted", number)
"""
TUTTE = """
import time, gfkit
gfkit.tutte_polynomial("2x2")
begin = time.process_time()
number = gfkit.tutte_polynomial("{board}")(1, 1)
print(time.process_time() - begin, 0, "proved", number)
"""
TREES = """
import time, gfkit
begin = time.process_time()
number = int(gfkit.count("spanning-trees", "{board}"))
print(time.process_time() - begin, 0, "proved", number)
"""


TASKS = {
    "spanning trees 6xn": (
        LAW.format(arguments='"spanning-trees", "6xn"', n=12),
        KIRCHHOFF.format(family="6xn", n=12),
    ),
    "spanning trees 8xn": (
        LAW.format(arguments='"spanning-trees", "8xn"', n=12),
        KIRCHHOFF.format(family="8xn", n=12),
    ),
    "spanning trees 10xn": (
        LAW.format(arguments='"spanning-trees", "10xn"', n=12),
        KIRCHHOFF.format(family="10xn", n=12),
    ),
    "Hamiltonian cycles 8xn": (LAW.format(arguments='"hamiltonian-cycles", "8xn"', n=8), ""),
    "Hamiltonian cycles 10xn": (LAW.format(arguments='"hamiltonian-cycles", "10xn"', n=10), ""),
    "Hamiltonian cycles 14x14": (BOARD.format(arguments='"hamiltonian-cycles", "14x14"'), ""),
    "corner walks 12x12": (BOARD.format(arguments='"self-avoiding-walks", "12x12"'), ""),
    "Tutte 6x6": (TUTTE.format(board="6x6"), TREES.format(board="6x6")),
}


def run(program: str) -> list[str] | None:
    """Run a program in a separate process. Return its output, or None if it fails."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 and done.stdout else None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--task", nargs="*", default=[], help="run the tasks with one of these words")
    parser.add_argument("--json")
    given = parser.parse_args()
    rows = []
    print(f"{'task':26}{'gfkit':>10}{'other':>10}{'ratio':>8}  status")
    for name, programs in TASKS.items():
        if given.task and not any(word in name for word in given.task):
            continue
        times: list[list[float]] = [[], []]
        outputs: list[list[str] | None] = [None, None]
        for _ in range(given.rounds):
            for side, program in enumerate(programs):
                outputs[side] = run(program) if program else None
                if outputs[side]:
                    times[side].append(float(outputs[side][0]))
        assert not (outputs[0] and outputs[1]) or outputs[0][3] == outputs[1][3], name
        medians = [statistics.median(one) if one else None for one in times]
        ratio = medians[0] / medians[1] if None not in medians and medians[1] else None
        shown = [f"{one:10.2f}" if one is not None else f"{'-':>10}" for one in medians]
        status = outputs[0][2] if outputs[0] else "failed"
        print(f"{name:26}{shown[0]}{shown[1]}{f'{ratio:8.2f}' if ratio else '       -'}  {status}")
        rows.append({"task": name, "seconds": medians[0], "other": medians[1], "status": status})
    if given.json:
        write_report(given.json, rows)


if __name__ == "__main__":
    main()
