"""Counts single boards with gfkit and with a peer, graphillion, in turn in one run, and prints the ratios.

Each task is run in fresh processes, gfkit and peer alternately, with imports and just-in-time
compilation done before the clock starts. What counts is CPU time of the process; the median of the
rounds is printed with the ratio. A peer that is not installed, or that would not finish, is said so.

    python benchmarks/run.py [--rounds 3] [--json FILE] [TASK ...]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass

from machine import version, write_report

OURS = """
import time, gfkit
from gfkit.algebra.number import whole_text
gfkit.count("domineering", "2x2")
{warm}
begin = time.process_time()
result = gfkit.count({game!r}, {board!r}, {positions!r}, {weights!r})
print(time.process_time() - begin, whole_text(result.count))
"""

MATCHINGS = """
import time
from graphillion import GraphSet
n = {n}
at = lambda r, c: r * n + c + 1
edges = [(at(r, c), at(r, c + 1)) for r in range(n) for c in range(n - 1)]
edges += [(at(r, c), at(r + 1, c)) for r in range(n - 1) for c in range(n)]
begin = time.process_time()
GraphSet.set_universe(edges, traversal="bfs")  # the fastest of its orders on grids
found = GraphSet.matchings()
{finish}
print(time.process_time() - begin, count)
"""

# graph_size(0) answers 0 for the empty matching, so that one is added.
BY_SIZE = "count = 1 + sum(found.graph_size(k).len() for k in range(1, n * n // 2 + 1))"


@dataclass(frozen=True)
class Task:
    """One board, counted by us and by the peer's program."""

    name: str
    game: str
    board: str
    positions: str = "all"
    weights: str = "none"
    peer: str | None = None
    finish: str = "count = found.len()"
    warm: str = ""
    """What is run before the clock starts, so that everything is compiled."""
    elsewhere: str = ""
    """What another program took that is in no registry, on another machine: no ratio of one run."""

    def peer_code(self) -> str | None:
        n = int(self.board.split("x")[0])
        return None if self.peer is None else self.peer.format(n=n, finish=self.finish)


MAXIMAL = "found = found.maximal()\ncount = found.len()"

WARM = 'gfkit.count("domineering", "11x11", weights="players")'
NOGO = 'gfkit.count("nogo", "7x7")'
GOLEGAL = "golegal (John Tromp, C), CPU seconds on such a machine"

TASKS = [
    Task("matchings-8", "arc-kayles", "8x8", peer=MATCHINGS),
    Task("matchings-12", "arc-kayles", "12x12", peer=MATCHINGS),
    Task("matchings-14", "arc-kayles", "14x14", peer=MATCHINGS),
    Task("matchings-16", "arc-kayles", "16x16", peer=MATCHINGS),
    Task("matchings-20", "arc-kayles", "20x20"),
    Task("maximal-matchings-7", "arc-kayles", "7x7", "maximal", peer=MATCHINGS, finish=MAXIMAL),
    Task("maximal-matchings-8", "arc-kayles", "8x8", "maximal", peer=MATCHINGS, finish=MAXIMAL),
    Task("matchings-by-size-8", "arc-kayles", "8x8", weights="pieces", peer=MATCHINGS, finish=BY_SIZE),
    Task("independent-sets-20", "node-kayles", "20x20"),
    Task("maximal-independent-sets-10", "node-kayles", "10x10", "maximal"),
    Task("col-10", "col", "10x10"),
    Task("domineering-polynomial-10", "domineering", "10x10", weights="players", warm=WARM),
    Task("domineering-polynomial-12", "domineering", "12x12", weights="players", warm=WARM),
    Task("nogo-6", "nogo", "6x6"),
    Task("nogo-8", "nogo", "8x8", warm=NOGO, elsewhere=f"{GOLEGAL}: 2 moduli of 2.4 s"),
    Task("nogo-9", "nogo", "9x9", warm=NOGO, elsewhere=f"{GOLEGAL}: 3 moduli of 4.2 s"),
    Task("nogo-10", "nogo", "10x10", warm=NOGO, elsewhere=f"{GOLEGAL}: 3 moduli of 21.7 s"),
]


def run(code: str) -> tuple[float, str]:
    """CPU seconds and count that a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    if done.returncode:
        raise RuntimeError(f"a benchmark program failed: {done.stderr.strip() or done.returncode}")
    seconds, count = done.stdout.split()
    return float(seconds), count


def compare(task: Task, rounds: int, with_peer: bool) -> dict[str, object]:
    """Medians of both, and their ratio; counts that differ are an error."""
    ours_code = OURS.format(
        game=task.game, board=task.board, positions=task.positions, weights=task.weights, warm=task.warm
    )
    peer_code = task.peer_code() if with_peer else None
    ours, theirs = [], []
    for _ in range(rounds):
        seconds, count = run(ours_code)
        ours.append(seconds)
        if peer_code:
            seconds, other = run(peer_code)
            theirs.append(seconds)
            if other != count:
                raise RuntimeError(f"{task.name}: gfkit counts {count}, the peer {other}")
    row: dict[str, object] = {"task": task.name, "gfkit": round(statistics.median(ours), 4)}
    if theirs:
        row["graphillion"] = round(statistics.median(theirs), 4)
        pairs = [b / a for a, b in zip(ours, theirs, strict=True)]
        row["ratio"] = round(statistics.median(pairs), 1)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description="gfkit beside a peer, in one run")
    parser.add_argument("tasks", nargs="*", help=f"some of {', '.join(task.name for task in TASKS)}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="write the rows, machine and versions to this file")
    asked = parser.parse_args()
    peer = version("graphillion")
    if peer is None:
        print("graphillion is not installed: only gfkit is timed (pip install graphillion)")
    print(f"{'task':30} {'gfkit s':>10} {'graphillion s':>14} {'ratio':>8}")
    rows = []
    for task in TASKS:
        if asked.tasks and task.name not in asked.tasks:
            continue
        row = compare(task, asked.rounds, peer is not None)
        rows.append(row)
        print(
            f"{row['task']!s:30} {row['gfkit']!s:>10} {row.get('graphillion', '-')!s:>14}"
            f" {row.get('ratio', '-')!s:>8}",
            flush=True,
        )
        if task.elsewhere:
            print(f"{'':30} {task.elsewhere}")
    if asked.json:
        write_report(asked.json, rows, ("graphillion",))


if __name__ == "__main__":
    main()
