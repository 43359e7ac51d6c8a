"""Slowdowns of commands since the last release, measured relative to a fixed reference program.

The reference program is pure Python without gfkit: dictionaries, and products of long integers. Command and
reference run alternately, in fresh processes, and the median of the ratios of their CPU seconds is compared
with the ratio in ``benchmarks/results/gate.json``. A command that seems more than 15 % slower is measured
again, in three times as many rounds, before it is reported. The exit code is 1 if a command is reported.

    python benchmarks/gate.py [--only TEXT] [--rounds 5] [--store]

``--store`` writes the figures instead; use it at each release, on an idle computer.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import write_report

from gfkit.core.native import is_built

FIGURES = Path(__file__).with_name("results") / "gate.json"
MOST = 1.15
COMMANDS = (
    "--version",
    "count domineering 4x4",
    "count matchings 12x12 --no-store",
    "count domineering 10x10 --weights players --no-store",
    "count nogo 6x6 --no-store",
    "count hamiltonian-cycles 8x8 --no-store",
    "derive domineering 3xn --no-store",
    "derive matchings 8xn --no-store",
    "derive spanning-trees 4xn --no-store",
    "derive dominating-sets 5xn --no-store",
    "derive snort cylinder:5xn --no-store",
    "verify (1+2*t)/(1-t-2*t^2) --for cis path:n",
    "guess 1,1,2,5,14,42,132,429,1430,4862,16796,58786",
    "value domineering 4x4",
    "outcomes domineering 5x5",
)
YARDSTICK = """
counts = {}
for n in range(400_000):
    key = n * n % 10_007
    counts[key] = counts.get(key, 0) + n
product = 1
for n in range(1, 6_000):
    product *= n
assert product % 6_007 or sum(counts.values())
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="only the commands that contain this text")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--store", action="store_true", help="write the figures instead of comparing")
    given = parser.parse_args()
    chosen = [command for command in COMMANDS if given.only in command]
    if not is_built():
        raise SystemExit("the C extension is missing, so the figures are not comparable: make ready")
    if given.store:
        rows = [{"command": command, "ratio": round(ratio(command, given.rounds), 4)} for command in chosen]
        write_report(str(FIGURES), rows)
        return 0
    stored = {row["command"]: row["ratio"] for row in json.loads(FIGURES.read_text("utf-8"))["rows"]}
    slower = []
    print(f"{'gfkit ...':56} {'ratio':>10} {'then':>7} {'now/then':>8}")
    for command in chosen:
        if command not in stored:
            print(f"{command:56} NOT COMPARED: no stored figure; --store writes it")
            continue
        now = ratio(command, given.rounds)
        if now > MOST * stored[command]:
            now = ratio(command, 3 * given.rounds)
        change = now / stored[command]
        print(f"{command:56} {now:10.2f} {stored[command]:7.2f} {change:8.2f}", flush=True)
        if change > MOST:
            slower.append(command)
    for command in slower:
        print(f"SLOWER by more than {MOST - 1:.0%}: gfkit {command}")
    return 1 if slower else 0


def ratio(command: str, rounds: int) -> float:
    """Return the median of the ratios of a command's CPU seconds to those of the reference program."""
    words = ["-m", "gfkit.cli.main", *shlex.split(command)]
    seconds(words)  # warm up the file cache and the byte code
    return statistics.median(seconds(words) / seconds(["-c", YARDSTICK]) for _ in range(rounds))


def seconds(words: list[str]) -> float:
    """Return the CPU seconds of a Python process and its child processes, with an empty store."""
    with tempfile.TemporaryDirectory() as empty:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, *words],
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"GFKIT_CACHE": empty},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{shlex.join(words)} failed: {done.stderr.strip() or done.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
