"""Hamiltonian cycles, corner-to-corner walks and spanning trees on squares: gfkit, Graphillion and TdZdd.

They take turns in one run. Graphillion is tried with each order of edges that it has, and its best time is
taken; an order that takes longer than --limit is said so. TdZdd counts in two ways, without a diagram and by
building one; its headers are those that Graphillion's source has in src/subsetting, and g++ compiles
``tdzdd_boards.cpp`` with them. A peer that is not there is said so, loudly. CPU seconds after imports and
compilation, and of gfkit after a board of 4 x 4: of the first nine counts in a process, or so many as take a
fifth of a second, the median, and of these the median of the rounds. Of gfkit also those of the first count
of a process that counts little else.

    python benchmarks/connected_boards.py [--rounds 3] [--sides 8 10 12] [--graphillion PYTHON]
    [--tdzdd HEADERS] [--json FILE]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import write_report

OURS = """
import time, gfkit
from gfkit.engine.sweep import codings
gfkit.count("cycles", "2x2")
if {loaded}:
    codings._WORTH_COMPILING = 0
    gfkit.count("self-avoiding-walks", "9x9")
    gfkit.count("{rule}", "4x4")
times = []
while len(times) < 9 and sum(times) < 0.2:
    begin = time.process_time()
    number = int(gfkit.count("{rule}", "{side}x{side}"))
    times.append(time.process_time() - begin)
print(sorted(times)[len(times) // 2] if {loaded} else times[0], number)
"""
GRAPHILLION = """
import time
from graphillion import GraphSet
n = {side}
at = lambda r, c: r * n + c + 1
edges = [(at(r, c), at(r, c + 1)) for r in range(n) for c in range(n - 1)]
edges += [(at(r, c), at(r + 1, c)) for r in range(n - 1) for c in range(n)]
times = []
while len(times) < 9 and sum(times) < 0.2:
    begin = time.process_time()
    GraphSet.set_universe(edges, traversal="{order}")
    number = {asked}.len()
    times.append(time.process_time() - begin)
print(sorted(times)[len(times) // 2], number)
"""
ORDERS = ("bfs", "dfs", "as-is")
KINDS = {
    "h": ("Hamiltonian cycles", "hamiltonian-cycles", "GraphSet.cycles(is_hamilton=True)"),
    "p": ("corner walks", "self-avoiding-walks", "GraphSet.paths(1, n * n)"),
    "t": ("spanning trees", "spanning-trees", "GraphSet.trees(is_spanning=True)"),
}


def timed(command: list[str], limit: float) -> tuple[float, str] | None:
    """CPU seconds and the number that a program prints; None where it takes too long or cannot run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except (subprocess.TimeoutExpired, OSError):
        return None
    words = done.stdout.split()
    return (float(words[0]), words[1]) if done.returncode == 0 and len(words) == 2 else None


def compiled(headers: str | None, folder: str) -> str | None:
    """The program of TdZdd, or None, said loudly, where it cannot be had."""
    if headers is None or shutil.which("g++") is None:
        print("*** TdZdd: NOT RUN, it needs --tdzdd HEADERS and g++ ***")
        return None
    program = f"{folder}/tdzdd"
    source = str(Path(__file__).with_name("tdzdd_boards.cpp"))
    options = ["-O3", "-march=native", "-DNDEBUG", "-std=c++14", "-I", headers]
    command = ["g++", *options, source, "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"*** TdZdd: NOT RUN, it does not compile: {done.stderr.splitlines()[:1]} ***")
        return None
    return program


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sides", type=int, nargs="*", default=[8, 10, 12, 14])
    parser.add_argument("--graphillion", default=sys.executable, help="a Python that has graphillion")
    parser.add_argument("--tdzdd", help="the folder of TdZdd's headers")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds that a program may take")
    parser.add_argument("--json")
    asked = parser.parse_args()
    has_graphillion = timed([asked.graphillion, "-c", "import graphillion; print(0, 0)"], 60) is not None
    if not has_graphillion:
        print("*** Graphillion: NOT RUN, it is not installed there (pip install graphillion) ***")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        tdzdd = compiled(asked.tdzdd, folder)
        for side in asked.sides:
            for letter, (words, rule, method) in KINDS.items():
                if letter == "h" and side % 2:
                    continue
                programs = {}
                for name, loaded in (("gfkit", True), ("gfkit alone", False)):
                    code = OURS.format(rule=rule, side=side, loaded=loaded)
                    programs[name] = [sys.executable, "-c", code]
                for order in ORDERS if has_graphillion else ():
                    code = GRAPHILLION.format(side=side, order=order, asked=method)
                    programs[f"Graphillion {order}"] = [asked.graphillion, "-c", code]
                for way in ("count", "diagram") if tdzdd else ():
                    programs[f"TdZdd {way}"] = [str(tdzdd), str(side), letter, way]
                times: dict[str, list[float]] = {name: [] for name in programs}
                numbers = set()
                for _ in range(asked.rounds):
                    for name, command in list(programs.items()):
                        found = timed(command, asked.limit)
                        if found is None:
                            said = f"{words} {side}x{side}, {name}: not in {asked.limit:g} s"
                            print(f"*** {said} ***", flush=True)
                            del programs[name]
                            continue
                        times[name].append(found[0])
                        numbers.add(found[1])
                assert len(numbers) == 1, (words, side, numbers)
                medians = {name: statistics.median(one) for name, one in times.items() if one}
                shown = ", ".join(f"{name} {seconds:.4f}" for name, seconds in medians.items())
                print(f"{words} {side}x{side}: {shown}", flush=True)
                rows.append({"task": f"{words} {side}x{side}", **medians})
    if asked.json:
        write_report(asked.json, rows, ("graphillion",))


if __name__ == "__main__":
    main()
