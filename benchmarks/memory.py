"""Peak memory of expensive commands at three memory limits, compared with the limit.

A command ends with its result, at the limit, or after ``--seconds``. The operating system reports the peak
memory of its process. A limit is satisfied if the peak is at most 25 % above it. The limits start at 150M,
because Python and its libraries need almost as much.

    python benchmarks/memory.py [--seconds 40] [--limits 150M,300M,600M] [--json FILE]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from machine import write_report

QUESTIONS = tuple(
    line.split()
    for line in """
derive snort torus:7xn
derive arc-kayles 16xn
derive domineering 9xn --weights players
derive matchings 11xn --certify
derive spanning-trees 8xn
derive dominating-sets king:8xn
derive nogo 6xn
count nogo 8x8
count nogo 10x10
count domineering 14x14 --weights players
count snort torus:9x9
count hamiltonian-cycles 16x16
count maximal-matchings 12x12
optimum dominating-sets 9xn
value domineering 5x6
value col 5x6
outcomes domineering 6xn --to 9
outcomes nogo 4xn --to 7
nim cram 6x6
equilibrium 6x6
report domineering 8xn -o {folder}/report.html
""".strip().splitlines()
)
_MEGABYTE = 1 << 20


def run_command(words: list[str], limit: str, seconds: float) -> tuple[int, int, float]:
    """Return the exit code, the peak memory of the process in bytes, and the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        words = [word.replace("{folder}", folder) for word in words]
        begun = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "gfkit", *words, "--max-memory", limit, "--max-seconds", str(seconds)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_CACHE_HOME": folder},
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024, time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--limits", default="150M,300M,600M")
    parser.add_argument("--json")
    given = parser.parse_args()
    limits = given.limits.split(",")
    rows: list[dict[str, object]] = []
    print(f"{'question':48}" + "".join(f"{limit:>22}" for limit in limits))
    for words in QUESTIONS:
        line = f"{' '.join(words)[:47]:48}"
        for limit in limits:
            code, most, seconds = run_command(words, limit, given.seconds)
            ratio = most / (int(limit.removesuffix("M")) * _MEGABYTE)
            line += f"{most / _MEGABYTE:8.0f} M {ratio:5.2f} ({code}){'!' if ratio > 1.25 else ' '}  "
            row = {"question": " ".join(words), "limit": limit, "bytes": most, "ratio": ratio}
            rows.append({**row, "code": code, "seconds": seconds})
        print(line, flush=True)
    over = [row for row in rows if float(str(row["ratio"])) > 1.25]
    print(f"\n{len(rows)} questions, {len(over)} more than 25 % above their limit")
    if given.json:
        write_report(given.json, rows)


if __name__ == "__main__":
    main()
