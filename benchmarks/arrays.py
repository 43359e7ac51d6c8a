"""Predicates on arrays: time from the rule to a proved generating function, in fresh processes.

The tasks are windows of 3 x 3 over three values on four rows, of 2 x 2 over eight values, of 4 x 4 over two
values on five rows, and a predicate in comparison with the equivalent list of windows. The figures are CPU
seconds after the imports, medians of the rounds, with the target of each task.

    python benchmarks/arrays.py [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from itertools import product

from machine import write_report

LISTED = [f"{a}{b}/{c}{d}" for a, b, c, d in product(range(3), repeat=4) if a + b + c + d != 4]
TASKS = {
    "3x3 over 0..2 on 4xn": (
        5,
        "4xn",
        'colours=3, window=[("3x3", "sum(all) % 3 == 0 and median(all) == e")]',
    ),
    "2x2 over 0..7 on 2xn": (2, "2xn", 'colours=8, window=[("ab/cd", "a + d > abs(b - c)")]'),
    "4x4 over 0..1 on 5xn": (60, "5xn", 'colours=2, window=[("4x4", "sum(all) == 4")]'),
    "blocks as a predicate": (5, "4xn", 'colours=3, window=[("2x2", "sum(all) == 4")]'),
    "blocks as windows": (5, "4xn", f"colours=3, forbid={LISTED!r}"),
}
PROGRAM = """
import time, gfkit
gfkit.derive(gfkit.Rule.array(colours=2, window=[("ab", "a <= b")]), "2xn")
begin = time.process_time()
found = gfkit.derive(gfkit.Rule.array({arguments}), "{board}")
print(time.process_time() - begin, found.order, found.evidence.status)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    given = parser.parse_args()
    rows = []
    for name, (bound, board, arguments) in TASKS.items():
        program = PROGRAM.format(arguments=arguments, board=board)
        ran = [
            subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
            for _ in range(given.rounds)
        ]
        times = [float(one.stdout.split()[0]) for one in ran]
        _, order, status = ran[0].stdout.split()
        row = {"task": name, "seconds": statistics.median(times), "bound": bound, "order": int(order)}
        rows.append({**row, "status": status})
        print(f"{name:24} {row['seconds']:7.2f} s of {bound:3}  order {order}, {status}")
    if given.json:
        write_report(given.json, rows)


if __name__ == "__main__":
    main()
