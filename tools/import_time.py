"""What small commands load, module by module, by what each takes by itself.

Milliseconds by ``python -X importtime``, the least of some runs, with Python compiled before. Of gfkit every
module is listed that takes as much as ``--least``, of all others the packages.

    python tools/import_time.py [--runs N] [--least MS] [COMMAND]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from tempfile import TemporaryDirectory

COMMANDS = ("count matchings 4x4", "derive matchings 3xn", "value domineering 3x3", "count domineerin 4x4")
_LINE = re.compile(r"^import time: +(\d+) \| +\d+ \| +(\S+)$", re.MULTILINE)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=9, help="runs of each command")
    parser.add_argument("--least", type=float, default=0.5, help="of what is listed, in milliseconds")
    parser.add_argument("command", nargs="?", default="", help="one command, in quotes")
    asked = parser.parse_args()
    for command in [asked.command] if asked.command else COMMANDS:
        costs = import_costs(command.split(), asked.runs)
        own = {name: cost for name, cost in costs.items() if name.partition(".")[0] == "gfkit"}
        packages = Counter[str]()
        for name, cost in costs.items():
            if name not in own:
                packages[name.partition(".")[0]] += cost
        print(f"\n{command}")
        for name, cost in Counter(own | packages).most_common():
            if cost >= asked.least:
                print(f"{cost:8.2f}  {name}")
        print(f"{sum(own.values()):8.2f}  {len(own)} modules of gfkit")
        print(f"{sum(costs.values()):8.2f}  {len(costs)} modules in all")


def import_costs(words: list[str], runs: int) -> dict[str, float]:
    """Milliseconds that each module takes by itself."""
    costs: dict[str, float] = {}
    command = [sys.executable, "-X", "importtime", "-m", "gfkit.cli.main", *words]
    with TemporaryDirectory() as folder:
        own = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": "", "GFKIT_CACHE": folder}
        for run in range(runs + 1):
            done = subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ | own)
            for cost, name in _LINE.findall(done.stderr) if run else ():  # the first run compiles
                costs[name] = min(costs.get(name, float("inf")), int(cost) / 1000)
    return costs


if __name__ == "__main__":
    main()
