"""Commands with and without the C extension, in one run, and the startup time of small commands.

The figures are CPU seconds of fresh processes without stored results. For small commands, they are medians of
fifteen runs, with and without cached byte code, and the numbers of loaded modules, of gfkit and in total.

    python benchmarks/first_use.py [--only TEXT]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

COMMANDS = (
    "derive domineering 8xn",
    "derive matchings 10xn",
    "derive matchings 11xn",
    "derive matchings 12xn",
    "count matchings 16x16",
    "count domineering 12x12 --weights players",
    "outcomes domineering 7x7",
)
SMALL = (
    "count matchings 4x4",
    "count domineering 4x3",
    "derive domineering nx3 --positions right-ends",
    "value domineering 3x3",
    "games col",
    "--help",
)
RUNS = 15
COUNTED = """
import sys
from gfkit.cli.main import main

main(sys.argv[1:])
own = [name for name in sys.modules if name.partition(".")[0] == "gfkit"]
print(len(own), len(sys.modules), file=sys.stderr)
"""
"""Program that runs a command, then prints the numbers of loaded modules, of gfkit and in total."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="only the commands that contain this text")
    given = parser.parse_args()
    print(f"{'command':44} {'with C':>7} {'without':>7}")
    for command in COMMANDS:
        if given.only in command:
            words = [*command.split(), *(["--no-store"] * ("outcomes" not in command))]
            times = [seconds(words, {}), seconds(words, {"GFKIT_NATIVE": "0"})]
            print(f"{command:44} " + " ".join(f"{time:7.2f}" for time in times))
    print(f"\n{'start':44} {'cached':>7} {'source':>7} {'gfkit':>7} {'all':>7}")
    for command in SMALL:
        if given.only in command:
            print(f"{command:44} " + " ".join(startup_figures(command.split())))


def startup_figures(words: list[str]) -> list[str]:
    """Return the seconds with and without cached byte code, and the numbers of loaded modules."""
    with TemporaryDirectory() as folder:
        compiled = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": "", "GFKIT_CACHE": folder}
        plain = {"PYTHONDONTWRITEBYTECODE": "1", "GFKIT_CACHE": folder}
        seconds(words, compiled)
        times = [[seconds(words, compiled), seconds(words, plain)] for _ in range(RUNS)]
        done = subprocess.run(
            [sys.executable, "-c", COUNTED, *words],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | compiled,
        )
    medians = [f"{median(column):7.3f}" for column in zip(*times, strict=True)]
    return [*medians, *(f"{number:>7}" for number in done.stderr.split()[-2:])]


def seconds(words: list[str], environment: dict[str, str]) -> float:
    """Return the CPU seconds of a command and its child processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "gfkit.cli.main", *words],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
