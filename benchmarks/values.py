"""Values of boards: gfkit beside cgt-py and pycgt, in one run.

Each task is the canonical value of a game on an empty board. CPU seconds of fresh processes, imports before
the clock, medians of the rounds, and the most memory a process took. A peer that is not installed, cannot
play the game, or is slower than its limit, is said so. What peers print is compared with ours by value.

    python benchmarks/values.py [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys

from machine import write_report

LIMIT = 150

TASKS = (
    ("domineering", 4, 4),
    ("domineering", 4, 5),
    ("domineering", 3, 8),
    ("domineering", 4, 6),
    ("domineering", 5, 5),
    ("i-tromping", 5, 5),
    ("i-tromping", 6, 6),
    ("l-tromping", 4, 4),
)

REPORT = """
import resource
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(text)
"""

OURS = """
import time
from gfkit.play import value
begin = time.process_time()
found = value("{game}", "{rows}x{cols}")
seconds, text = time.process_time() - begin, str(found)
"""

CGT = """
import time
from cgt_py import Domineering
begin = time.process_time()
found = Domineering("|".join(["." * {cols}] * {rows})).canonical_form
seconds, text = time.process_time() - begin, str(found)
"""

PYCGT = """
import time
from gfkit.rules import find_rule
from pycgt.notation import render
from pycgt.rulesets.grid import Position, Ruleset, value
colours = find_rule("{game}").colours
left, right = (tuple(piece.cells for piece in colour.pieces) for colour in colours)
rules = Ruleset(name="rules", left_shapes=left, right_shapes=right, transpose_invariant=False)
begin = time.process_time()
found = value(Position.rectangle({rows}, {cols}), rules)
seconds, text = time.process_time() - begin, render(found)
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", metavar="FILE")
    asked = parser.parse_args()
    rows = [measured(*task, asked.rounds) for task in TASKS]
    for row in rows:
        print(f"{row['task']:18}", *(f"{name} {shown(row[name])}" for name in PEERS), sep="   ")
    if asked.json:
        write_report(asked.json, rows, ("cgt-py", "pycgt"))


PEERS = {"gfkit": OURS, "cgt-py": CGT, "pycgt": PYCGT}


def measured(game: str, rows: int, cols: int, rounds: int) -> dict[str, object]:
    """One task for everybody, in turns, so that a busy machine slows all of them."""
    runs: dict[str, list[tuple[float, int, str] | str]] = {name: [] for name in PEERS}
    for _ in range(rounds):
        for name, program in PEERS.items():
            if name == "cgt-py" and game != "domineering":
                runs[name].append("has no such game")
            elif not runs[name] or isinstance(runs[name][-1], tuple):
                runs[name].append(timed(program.format(game=game, rows=rows, cols=cols)))
    return {"task": f"{game} {rows}x{cols}"} | {name: summed(runs[name], runs["gfkit"]) for name in PEERS}


def summed(runs: list[tuple[float, int, str] | str], ours: list[tuple[float, int, str] | str]) -> object:
    """Median seconds, memory, the ratio to ours pair by pair, and whether the values are equal."""
    pairs = [
        (run, own)
        for run, own in zip(runs, ours, strict=False)
        if isinstance(run, tuple) and isinstance(own, tuple)
    ]
    if not pairs:
        return runs[-1]
    return {
        "seconds": round(statistics.median(run[0] for run, _ in pairs), 3),
        "megabytes": max(run[1] for run, _ in pairs) // 1024,
        "ratio": round(statistics.median(run[0] / own[0] for run, own in pairs), 1),
        "value": same(pairs[0][0][2], pairs[0][1][2]),
    }


def same(text: str, own: str) -> str:
    """Whether two texts are the same value; notations differ."""
    from gfkit.errors import InputError
    from gfkit.play import ShortGame

    plain = text.removeprefix("CanonicalForm('").removesuffix("')")
    plain = re.sub(r"Tiny\(([^()]*)\)", r"+_(\1)", re.sub(r"Miny\(([^()]*)\)", r"-_(\1)", plain))
    try:
        return "same" if ShortGame.parse(plain) == ShortGame.parse(own) else "different"
    except InputError:
        return "not read"


def shown(result: object) -> str:
    if not isinstance(result, dict):
        return f"{result}"
    return f"{result['seconds']} s, {result['megabytes']} MB (x{result['ratio']}, {result['value']})"


def timed(program: str) -> tuple[float, int, str] | str:
    """CPU seconds, kilobytes and the value that a program prints, or why there are none."""
    try:
        run = subprocess.run(
            [sys.executable, "-c", program + REPORT],
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"> {LIMIT}"
    if run.returncode:
        return (run.stderr.strip().splitlines() or ["stopped"])[-1][:60]
    figures, text = run.stdout.split("\n", 1)
    seconds, memory = figures.split()
    return float(seconds), int(memory), text.strip()


if __name__ == "__main__":
    main()
