"""Growth of cost with the width of a strip, for each family, and with the side of a square.

Each width is derived in a fresh process by the modular method, after a small strip has loaded all modules.
The figures are CPU seconds and peak memory of the process, including Python. The width increases until the
next one would take longer than --most-seconds. Growth rates are fitted by least squares to the widths with
enough work.

    python benchmarks/scaling.py [--most-seconds 10] [--only WORD] [--json FILE]
                                 [--compare FILE] [--tables FILE] [--workers N]

--compare prints the ratios of seconds, orders and memory to the figures of an earlier file. Each task runs
once, so on a shared computer, ratios up to a factor of 1.5 are not significant."""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from machine import write_report

DERIVE = """
import json, resource, time
import gfkit
gfkit.derive("arc-kayles", "9xn", method="modular")
if {weights!r} != "none":
    gfkit.derive("arc-kayles", "6xn", weights="pieces", method="modular")
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
found = gfkit.derive({game!r}, {board!r}, {positions!r}, {weights!r}, method="modular")
seconds = time.process_time() - begin
gf = found.generating_function
values = [abs(value) for part in (gf.numerator, gf.denominator) for _, value in part.terms]
known = dict(found.evidence.details)
print(json.dumps({{
    "states": known["states_before_merging"], "order": gf.order, "bits": max(values).bit_length(),
    "primes": known["primes"], "coefficients": len(values), "seconds": round(seconds, 4),
    "base_mb": base // 1024, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    "proved": found.evidence.status.value == "proved"}}))
"""

COUNT = """
import json, resource, time
import gfkit
gfkit.count("arc-kayles", "6x6")
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
found = gfkit.count({game!r}, {board!r}, {positions!r}, {weights!r})
seconds = time.process_time() - begin
print(json.dumps({{
    "states": dict(found.evidence.details)["states"], "bits": found.count.bit_length(),
    "seconds": round(seconds, 4),
    "base_mb": base // 1024, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}}))
"""

Row = dict[str, Any]
"""Measurements at one width."""
LEAST = 0.25
"""Minimum seconds of a run in the fit of the time. Shorter runs are mostly overhead."""

SHARED = """
import json, os, sys, time
import psutil
import gfkit
from gfkit.runs.executors import open_executor

def seconds():
    here = psutil.Process()
    return [sum(process.cpu_times()[:2]) for process in (here, *here.children(recursive=True))]

def once(executor, cores):
    os.sched_setaffinity(0, cores)
    before, begin = seconds(), time.perf_counter()
    gfkit.derive("arc-kayles", "{width}xn", executor=executor)
    wall, after = time.perf_counter() - begin, seconds()
    return [round(wall, 2), round(after[0] - before[0], 2), round(sum(after) - sum(before), 2)]

if __name__ == "__main__":
    from distributed import LocalCluster

    cores = os.sched_getaffinity(0)
    alone = dict(n_workers={workers}, threads_per_worker=1, dashboard_address=None)
    with open_executor({workers}) as pool, LocalCluster(**alone) as local:
        with open_executor(cluster=local.scheduler_address) as cluster:
            ways = {{"one": (None, {{min(cores)}}), "threads": (None, cores), "workers": (pool, cores),
                    "cluster": (cluster, cores)}}
            for way in ways.values():
                once(*way)
            print(json.dumps([{{name: once(*way) for name, way in ways.items()}} for _ in range({rounds})]))
"""

TILINGS = """
name = "Domino tilings"
[boundary]
top = [0]
right = [0]
bottom = [0]
left = [0]
"""
_SHOWN = 6
HALVES = ("bottom", "top", "right", "left")


@dataclass(frozen=True)
class Task:
    """Family of strips by width, or of squares by side."""

    name: str
    game: str
    positions: str = "all"
    weights: str = "none"
    first: int = 2
    squares: bool = False

    def board(self, width: int) -> str:
        return f"{width}x{width}" if self.squares else f"{width}xn"


TASKS = (
    Task("matchings", "arc-kayles"),
    Task("independent sets", "node-kayles"),
    Task("col", "col"),
    Task("snort", "snort"),
    Task("maximal matchings", "arc-kayles", "maximal"),
    Task("maximal independent sets", "node-kayles", "maximal"),
    Task("domineering right ends", "domineering", "right-ends"),
    Task("domineering with players", "domineering", weights="players"),
    Task("domino tilings", "TILINGS"),
    Task("nogo", "nogo"),
    Task("nogo squares", "nogo", squares=True),
    Task("matchings squares", "arc-kayles", first=6, squares=True),
    Task("maximal matchings squares", "arc-kayles", "maximal", squares=True),
    Task("col squares", "col", first=4, squares=True),
)


def tiling_rule() -> str:
    """Return a rule file of domino tilings, in which each cell is one half of a domino."""
    parts = [TILINGS]
    for joined in HALVES:
        edges = "\n".join(f"{edge} = {int(edge == joined)}" for edge in HALVES)
        parts.append(f'[[tile]]\nname = "joined to the {joined}"\n{edges}\n')
    return "".join(parts)


def measure(task: Task, width: int, game: str, limit: float) -> Row | None:
    """Return the measurements of one width, or None if it takes too long."""
    code = (COUNT if task.squares else DERIVE).format(
        game=game, board=task.board(width), positions=task.positions, weights=task.weights
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=10 * limit + 60
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise RuntimeError(f"{task.name}, width {width}: {done.stderr.strip()}")
    return {"width": width, **json.loads(done.stdout)}


def measure_widths(task: Task, game: str, most: float) -> list[Row]:
    """Return rows of increasing width, until the next one would take longer than ``most`` seconds."""
    rows: list[Row] = []
    width = task.first
    while True:
        row = measure(task, width, game, most)
        if row is None:
            return rows
        rows.append(row)
        print(f"{task.name:26} {row}", flush=True)
        seconds = [one["seconds"] for one in rows]
        growth = max(2.0, (seconds[-1] / max(seconds[-3], 1e-4)) ** 0.5) if len(seconds) > 2 else 3.0
        small = row.get("proved", False)  # wider strips, not proved by default, may be faster
        if seconds[-1] * (1 if small else growth) > most:
            return rows
        width += 1


def slope(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Return a and b of the least-squares line a + b x."""
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    line = statistics.linear_regression(xs, ys)
    return line.intercept, line.slope


def fit_growth(rows: list[Row]) -> dict[str, float]:
    """Return the growth of the widest six rows: factors per unit of width, and bits per order.

    The time of runs with a proof grows differently. If at least three runs have no proof, only those are
    fitted. Short runs are never fitted.
    """
    late = rows[-6:]
    long = [row for row in late if row["seconds"] > LEAST]
    unproved = [row for row in long if not row.get("proved")]
    found: dict[str, float] = {}
    for key, used in (
        ("states", late),
        ("order", late),
        ("seconds", unproved if len(unproved) > 2 else long),
    ):
        pairs = [(row["width"], math.log2(row[key])) for row in used if key in row]
        if len(pairs) > 2:
            found[f"{key}_factor"] = round(2 ** slope(pairs)[1], 3)
    pairs = [(row["width"], row["bits"] / row["order"]) for row in late if "order" in row]
    if len(pairs) > 2:
        begin, step = slope(pairs)
        found["bits_per_order_at_0"], found["bits_per_order_step"] = round(begin, 4), round(step, 4)
    return found


def compare(new: list[Row], path: str) -> None:
    """Print the ratios of this run to an earlier run, row by row."""
    with open(path, encoding="utf-8") as file:
        old = {(row["task"], row["width"]): row for row in json.load(file)["rows"]}
    print(f"{'ratios, new to old':26} {'width':>5} {'seconds':>8} {'order':>8} {'peak':>8}")
    for row in new:
        before = old.get((row["task"], row["width"]))
        if before is None:
            continue
        shown = [
            f"{row[key] / before[key]:8.2f}" if row.get(key) and before.get(key) else " " * 8
            for key in ("seconds", "order", "peak_mb")
        ]
        print(f"{row['task']!s:26} {row['width']!s:>5} {' '.join(shown)}")


ROUNDS = {12: 8, 13: 3}
"""Rounds by width of the matchings that run on several cores."""


def compare_executors(workers: int) -> list[Row]:
    """Derive matchings with one core, threads, workers and a local Dask cluster, alternately.

    All of them have started and computed their tables before. The seconds are medians of all rounds.
    """
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "shared.py"
        for width, rounds in ROUNDS.items():
            program.write_text(SHARED.format(workers=workers, width=width, rounds=rounds), encoding="utf-8")
            quiet = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # as the command gfkit sets it
            done = subprocess.run(
                [sys.executable, str(program)], capture_output=True, text=True, check=True, env=quiet
            )
            turns = json.loads(done.stdout)
            for way in turns[0]:
                wall, own, cpu = (
                    statistics.median(column) for column in zip(*(t[way] for t in turns), strict=True)
                )
                row = {"task": "matchings", "width": width, "way": way, "workers": workers, "turns": rounds}
                rows.append({**row, "wall": wall, "main_cpu": own, "cpu": cpu})
                shares = f"CPU {cpu:6.2f} s, {own / cpu:.0%} in the main process"
                print(f"matchings {width} {way:8} wall {wall:6.2f} s, {shares}")
    return rows


COLUMNS = ("states", "order", "bits", "primes", "coefficients", "seconds", "peak_mb")
LAWS = ("states_factor", "order_factor", "bits_per_order_at_0", "bits_per_order_step", "seconds_factor")


def tables(path: str) -> str:
    """Return the rows of a file as tables in Markdown."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    rows = report["rows"]
    parts = ["| family | " + " | ".join(LAWS) + " |\n|" + "---|" * (len(LAWS) + 1)]
    for name, law in report["laws"].items():
        parts[0] += f"\n| {name} | " + " | ".join(str(law.get(key, "-")) for key in LAWS) + " |"
    parts[0] += "\n"
    for task in TASKS:
        own = [row for row in rows if row["task"] == task.name]
        keys = [key for key in COLUMNS if any(key in row for row in own)]
        side = "side" if task.squares else "width"
        lines = [f"### {task.name.capitalize()}", "", f"| {side} | " + " | ".join(keys) + " |"]
        lines[-1] = lines[-1].replace("peak_mb", "peak MB")
        lines.append("|---" * (len(keys) + 1) + "|")
        lines += [
            f"| {row['width']} | " + " | ".join(_cell(row[key]) for key in keys) + " |"
            for row in own[-_SHOWN:]
        ]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _cell(value: float) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most-seconds", type=float, default=10.0)
    parser.add_argument("--only", default="", help="run the tasks whose names contain this text")
    parser.add_argument(
        "--json", metavar="FILE", help="write the rows, laws, machine and versions to this file"
    )
    parser.add_argument("--compare", metavar="FILE", help="print ratios to an earlier file")
    parser.add_argument("--tables", metavar="FILE", help="print an earlier file as tables, and stop")
    parser.add_argument(
        "--workers", type=int, help="only compare one core with N workers, in wall and CPU seconds"
    )
    given = parser.parse_args()
    if given.workers:
        both = compare_executors(given.workers)
        if given.json:
            write_report(given.json, both)
        return
    if given.tables:
        print(tables(given.tables))
        return
    rows: list[Row] = []
    fitted: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "tilings.toml"
        own.write_text(tiling_rule(), encoding="utf-8")
        for task in TASKS:
            if given.only in task.name:
                game = str(own) if task.game == "TILINGS" else task.game
                found = measure_widths(task, game, given.most_seconds)
                rows += [{"task": task.name, **row} for row in found]
                fitted[task.name] = fit_growth(found)
                print(f"{task.name:26} {fitted[task.name]}", flush=True)
    if given.json:
        write_report(given.json, rows, most_seconds=given.most_seconds, laws=fitted)
    if given.compare:
        compare(rows, given.compare)


if __name__ == "__main__":
    main()
