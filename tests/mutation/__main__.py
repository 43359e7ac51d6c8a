"""``python -m mutation MODULE``, with ``tests`` on the path: how many small faults the tests see."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest

from mutation.running import Mutations

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "sequences/rational.py": [
        "test_rational.py",
        "test_sequences_conformance.py",
        "test_rational_closure.py",
        "test_formula.py",
        "test_closed_form.py",
        "test_growth.py",
    ],
    "transfer/machine/slot.py": [
        "test_transfer_machine_conformance.py",
        "test_small_boards.py",
        "test_sweep_ladder.py",
        "test_degenerate.py",
    ],
    "transfer/modular/chinese_remainders.py": ["test_modular.py"],
    "transfer/strip/strip.py": [
        "test_transfer_reach.py",
        "test_small_boards.py",
        "test_degenerate.py",
        "test_strip_certificate.py",
    ],
    "transfer/sweep/products.py": ["test_products.py"],
    "transfer/sweep/rung3_limbs.py": ["test_sweep_ladder.py", "test_degenerate.py", "test_transfer_count.py"],
}
"""Which tests speak of a module: names of files, wherever in ``tests`` they lie."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("module", help=f"a file in gfkit, as {next(iter(TESTS))}")
    parser.add_argument("--number", type=int, default=100, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--budget", type=float, default=10, help="CPU seconds of tests for each")
    parser.add_argument("--everything", action="store_true", help="print the mutants that were killed too")
    parser.add_argument("--tests", nargs="*", help="names of test files, else those of the list")
    given = parser.parse_args()
    path = ROOT / "gfkit" / given.module
    wanted = given.tests or TESTS.get(given.module)
    if not path.is_file() or not wanted:
        parser.error(f"{given.module}: no file in gfkit with known tests; known: {', '.join(TESTS)}")
    files = [str(found) for name in wanted for found in sorted((ROOT / "tests").rglob(name))]
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    plugin = Mutations(path, name, given.number, given.seed, given.budget, given.everything)
    options = ["-q", "-n0", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
    return pytest.main([*options, *files, str(path)], plugins=[plugin])


if __name__ == "__main__":
    sys.exit(main())
