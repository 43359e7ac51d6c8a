"""``python -m mutation.coverage_by_room``: runs the tests, and says how much of each room they come by.

Lines and branches are counted, those in processes that tests start too. What was noted stays in
``build/coverage``, where ``make mutate`` reads which tests come by a line.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import coverage

from mutation.contexts import ROOT, SETTINGS, put_together, room

FOLDER = ROOT / "build" / "coverage"
COLUMNS = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make coverage", description=__doc__)
    parser.add_argument("--jobs", default="auto", help="how many processes")
    parser.add_argument("tests", nargs="*", help="what pytest takes, else all quick tests")
    given = parser.parse_args()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (FOLDER / "settings").write_text(SETTINGS.format(folder=FOLDER), encoding="utf-8")
    options = ["-q", "-p", "mutation.contexts", "-n", given.jobs]
    command = [sys.executable, "-m", "pytest", *options, *given.tests]
    run = subprocess.run(command, cwd=ROOT, env=os.environ | {"GFKIT_CONTEXTS": str(FOLDER)}, check=False)
    put_together(FOLDER)
    for line in table(rooms(FOLDER)):
        sys.stdout.write(f"{line}\n")
    return run.returncode


def rooms(folder: Path) -> dict[str, list[int]]:
    """Of each room: statements, those that are come by, branches, those that are taken."""
    whole = coverage.Coverage(data_file=str(folder / "data"), config_file=str(folder / "settings"))
    whole.load()
    whole.json_report(outfile=str(folder / "report.json"), include=[str(ROOT / "gfkit" / "*")])
    found: dict[str, list[int]] = defaultdict(lambda: [0] * len(COLUMNS))
    for name, file in json.loads((folder / "report.json").read_text("utf-8"))["files"].items():
        summary, sums = file["summary"], found[room(ROOT / name)]  # an absolute name stays as it is
        sums[:] = [a + summary.get(column, 0) for a, column in zip(sums, COLUMNS, strict=True)]
    return dict(sorted(found.items()))


def table(found: dict[str, list[int]]) -> list[str]:
    """The rooms as lines to print, and their sum."""
    total = [sum(column) for column in zip(*found.values(), strict=True)]
    out = io.StringIO()
    out.write(f"{'room':14} {'statements':>10} {'come by':>8} {'branches':>9} {'taken':>8}\n")
    for name, (lines, seen, branches, taken) in [*found.items(), ("all", total)]:
        shares = (seen / max(1, lines), taken / max(1, branches))
        out.write(f"{name:14} {lines:10} {shares[0]:8.1%} {branches:9} {shares[1]:8.1%}\n")
    return out.getvalue().splitlines()


if __name__ == "__main__":
    sys.exit(main())
