"""Families of graphs: wide lattices compared with the square grid, cyclic families, and rejected queries.

For lattices of width 10, the table contains the time of a derivation, the number of states between slices,
and milliseconds per state with their ratio to the square grid. Cyclic families should be instant. For
families that are too large, the table contains the time until the error message. CPU seconds after the
imports, medians of the rounds.

    python benchmarks/families.py [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

from machine import write_report

LAW = """
import time, gfkit
gfkit.derive("independent-sets", "2xn")
begin = time.process_time()
try:
    found = gfkit.derive({thing!r}, {family!r})
    states = dict(found.evidence.details).get("states_before_merging", 1)
    said = found.evidence.status
except gfkit.GfkitError as error:
    states, said = 0, "rejected"
print(time.process_time() - begin, states, said)
"""
GRID = "10xn"
LATTICES = (GRID, "king:10xn", "triangular:10xn", "hex:9xn", "hex:5xn")
RINGS = tuple(
    (thing, family)
    for family in ("moebius:n", "prism:n", "antiprism:n", "web:n")
    for thing in ("independent-sets", "dominating-sets", "matchings")
)
REFUSED = (("node-kayles", "100xn"), ("independent-sets", "king:100xn"), ("dominating-sets", "hex:40xn"))


def measure(thing: str, family: str, rounds: int) -> tuple[float, int, str]:
    """Return the median of the seconds, the number of states, and the status."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", LAW.format(thing=thing, family=family)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(rounds)
    ]
    return statistics.median(float(one[0]) for one in outputs), int(outputs[0][1]), outputs[0][2]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    given = parser.parse_args()
    rows: list[dict[str, object]] = []
    grid = 0.0
    print(f"{'lattice':20}{'seconds':>9}{'states':>8}{'ms a state':>12}{'to the grid':>13}")
    for family in LATTICES:
        seconds, states, status = measure("independent-sets", family, given.rounds)
        each = 1000 * seconds / max(states, 1)
        grid = each if family == GRID else grid
        print(f"{family:20}{seconds:9.2f}{states:8}{each:12.2f}{each / grid:13.2f}  {status}")
        rows.append({"family": family, "seconds": seconds, "states": states, "to_grid": each / grid})
    for title, pairs in (("ring", RINGS), ("out of reach", REFUSED)):
        print(f"\n{title:48}{'seconds':>9}")
        for thing, family in pairs:
            seconds, _, status = measure(thing, family, given.rounds)
            print(f"{thing + ' ' + family:48}{seconds:9.2f}  {status}")
            rows.append({"thing": thing, "family": family, "seconds": seconds, "status": status})
    if given.json:
        write_report(given.json, rows)


if __name__ == "__main__":
    main()
