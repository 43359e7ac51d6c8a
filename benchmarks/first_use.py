"""Whole commands with the loops in C, and without them, in one run.

CPU seconds, each of a fresh process. Stored results are not used.

    python benchmarks/first_use.py [--only TEXT]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys

COMMANDS = (
    "derive domineering 8xn",
    "derive matchings 10xn",
    "derive matchings 11xn",
    "derive matchings 12xn",
    "count matchings 16x16",
    "count domineering 12x12 --weights players",
    "outcomes domineering 7x7",
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="commands with this in them")
    asked = parser.parse_args()
    print(f"{'command':44} {'comes':>7} {'without':>7}")
    for command in COMMANDS:
        if asked.only in command:
            times = [seconds(command, {}), seconds(command, {"GFKIT_NATIVE": "0"})]
            print(f"{command:44} " + " ".join(f"{time:7.2f}" for time in times))


def seconds(command: str, environment: dict[str, str]) -> float:
    """CPU seconds that a command and its children took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [
            sys.executable,
            "-m",
            "gfkit.cli.main",
            *command.split(),
            *(["--no-store"] * ("outcomes" not in command)),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
