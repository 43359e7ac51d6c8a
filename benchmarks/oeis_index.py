"""The local OEIS index: time to build it for 400,000 generated sequences, its size, and the time of searches.

The sequences are of five kinds that are frequent in the OEIS: linear functions, digits, recurrences,
increasing sequences and products, with terms of up to 260 characters in total. The searches are runs,
multiples and partial sums of random sequences; the slowest of each kind is printed. The figures are wall-
clock seconds and peak memory.

    python benchmarks/oeis_index.py [--sequences 400000] [--searches 200] [--json FILE]
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from itertools import accumulate
from pathlib import Path

from machine import write_report

from gfkit.oeis.index.build import build
from gfkit.oeis.index.search import search

SHOWN = 260


def random_terms(dice: random.Random) -> list[int]:
    kind = dice.randrange(5)
    if kind == 0:
        start, step = dice.randint(0, 9), dice.randint(1, 30)
        return [start + step * n for n in range(55)]
    if kind == 1:
        return [dice.randint(0, 9) for _ in range(87)]
    terms, used, a, b, value = [], 0, dice.randint(1, 5), dice.randint(0, 9), 1
    while used < SHOWN:
        if kind == 2:
            value = a * (terms[-1] if terms else 1) + b * (terms[-2] if len(terms) > 1 else 1)
        else:
            value = (
                value + dice.randint(1, 40) if kind == 3 else value * dice.randint(1, 5) + dice.randint(0, 5)
            )
        terms.append(value)
        used += len(str(value)) + 2
    return terms


def write_files(folder: Path, count: int) -> None:
    dice = random.Random(1)
    with (folder / "stripped").open("w") as data, (folder / "names").open("w") as named:
        for number in range(1, count + 1):
            data.write(f"A{number:06d} ,{','.join(map(str, random_terms(dice)))},\n")
            kind = "Triangle read by rows" if number % 12 == 0 else "Made sequence"
            named.write(f"A{number:06d} {kind} with a name of about sixty characters, {number}.\n")


def measure(folder: Path, count: int, searches: int) -> list[dict[str, object]]:
    """Print and return the time to build the index, and the time of each kind of search."""
    index = folder / "oeis.sqlite"
    begin = time.perf_counter()
    found = build(str(folder / "stripped"), str(folder / "names"), index)
    took = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count} sequences, {found.windows} windows: built in {took:.0f} s, {peak:.0f} MB of memory")
    source = sum((folder / name).stat().st_size for name in ("stripped", "names"))
    report: list[dict[str, object]] = [
        {"task": "build", "sequences": count, "seconds": round(took, 2), "peak_mb": round(peak)}
    ]
    print(f"index of {found.bytes / 1e6:.0f} MB over files of {source / 1e6:.0f} MB")
    dice, again = random.Random(2), random.Random(1)
    rows = [random_terms(again) for _ in range(min(count, 5000))]
    for what, change in (
        ("prefix", lambda terms: terms[:20]),
        ("inner run", lambda terms: terms[3:18]),
        ("three times", lambda terms: [3 * a for a in terms[:18]]),
        ("partial sums", lambda terms: list(accumulate(terms[:20]))),
    ):
        seconds, hits = [], 0
        for _ in range(searches):
            place = dice.randrange(len(rows))
            begin = time.perf_counter()
            result = search(change(rows[place]), str(index))
            seconds.append(time.perf_counter() - begin)
            hits += any(hit.number == f"A{place + 1:06d}" for hit in result.hits)
        middle = statistics.median(seconds)
        print(f"{what:14}median {middle:.3f} s, most {max(seconds):.3f} s, {hits} of {searches} found")
        report.append(
            {"task": what, "median": round(middle, 4), "most": round(max(seconds), 4), "found": hits}
        )
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=400_000)
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--json", metavar="FILE", help="write the rows, machine and versions to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        write_files(Path(name), options.sequences)
        rows = measure(Path(name), options.sequences, options.searches)
    if options.json:
        write_report(options.json, rows)


if __name__ == "__main__":
    main()
