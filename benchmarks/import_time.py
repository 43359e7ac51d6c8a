"""What a small command loads, module by module, by what each takes: Python's ``-X importtime``, the least of some runs.

Milliseconds of the wall clock, of a module alone and with all that it is the first to load. Python's own
modules are added up by their first name. Compiled before; nothing is read from stored results.

    python benchmarks/import_time.py [--runs N] [--all] [COMMAND ...]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from tempfile import TemporaryDirectory

_LINE = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \| (\s*)(\S+)")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("command", nargs="*", default=["count", "matchings", "4x4"])
    asked, more = parser.parse_known_args()
    costs = import_costs([*asked.command, *more], asked.runs)
    own = {name: cost for name, cost in costs.items() if name.partition(".")[0] == "gfkit"}
    for name, cost in sorted((costs if asked.all else own).items(), key=lambda item: -item[1]):
        print(f"{cost / 1000:7.2f}  {name}")
    print(f"{sum(own.values()) / 1000:7.2f}  all {len(own)} of gfkit")
    print(f"{sum(costs.values()) / 1000:7.2f}  all {len(costs)}")


def import_costs(words: list[str], runs: int) -> dict[str, int]:
    """Microseconds that each module takes alone, the least of some runs."""
    costs: dict[str, int] = {}
    with TemporaryDirectory() as folder:
        setting = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": "", "GFKIT_CACHE": folder}
        for run in range(runs + 1):
            command = [sys.executable, "-X", "importtime", "-m", "gfkit.cli.main", *words]
            done = subprocess.run(
                command, capture_output=True, text=True, env=os.environ | setting, check=False
            )
            if run:  # the first compiles
                for alone, _, _, name in _LINE.findall(done.stderr):
                    costs[name] = min(costs.get(name, int(alone)), int(alone))
    return costs


if __name__ == "__main__":
    main()
