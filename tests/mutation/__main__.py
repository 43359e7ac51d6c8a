"""``python -m mutation WHERE``, with ``tests`` on the path: how many small faults the tests see.

WHERE is a module, as sequences/rational.py, a room, as sequences, or all.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

import pytest

from mutation import coverage_by_room
from mutation.contexts import ROOT, Contexts
from mutation.mutants import drawn
from mutation.running import Mutations

GFKIT = ROOT / "gfkit"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument(
        "where", nargs="+", help="modules or rooms, as sequences/rational.py or sequences; all"
    )
    parser.add_argument("--number", type=int, default=100, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--budget", type=float, default=30, help="CPU seconds of tests for each, as measured")
    parser.add_argument("--everything", action="store_true", help="print the mutants that were killed too")
    given = parser.parse_args()
    folder = coverage_by_room.FOLDER
    if not (folder / "tests.json").exists():
        parser.error("nothing says yet which tests come by which lines: make coverage")
    contexts = Contexts.read(folder)
    paths = modules(given.where)
    if not paths:
        parser.error(f"no module of gfkit: {' '.join(given.where)}")
    if changed := [str(path.relative_to(ROOT)) for path in paths if not contexts.fits(path)]:
        parser.error(f"changed since make coverage: {', '.join(changed)}")
    made = drawn(paths, given.number, Random(given.seed))
    plugin = Mutations(made, contexts, given.budget, given.everything)
    sys.stdout.write(f"{len(made)} mutants of {len(paths)} modules, seed {given.seed}\n")
    options = ["-q", "-n0", "-m", "", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
    return pytest.main([*options, *plugin.files], plugins=[plugin])


def modules(where: list[str]) -> list[Path]:
    """The modules that are meant by their names below gfkit, or by those of folders."""
    found: set[Path] = set()
    for name in where:
        place = GFKIT if name == "all" else GFKIT / name
        found |= {place} if place.is_file() else {*place.rglob("*.py")}
    return sorted(found)


if __name__ == "__main__":
    sys.exit(main())
