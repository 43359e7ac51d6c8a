"""Outcomes, values and Grundy values of large boards: the search in Python compared with the C extension.

The figures are CPU seconds and peak memory of fresh processes, including their imports. The search in Python
is stopped after its limit. For comparison: Obsequi (N. Bullock, C++,
https://github.com/nathanbullock/Obsequi) reports about 4 million positions in 2.5 seconds for Domineering
8x8.

    python benchmarks/outcome_search.py [--limit 300] [--rounds 1]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

TASKS = (
    ("winner", "domineering", "7x7"),
    ("winner", "domineering", "8x8"),
    ("winner", "domineering", "7x9"),
    ("stones", "nogo", "3x5"),
    ("value", "domineering", "5x5"),
    ("value", "domineering", "5x6"),
    ("value", "col", "5x5"),
    ("value", "snort", "path:25"),
    ("nimber", "cram", "4x7"),
    ("nimber", "cram", "4x9"),
    ("nimber", "cram", "5x7"),
)

_LONGEST = 1800
"""Time limit of the search in C, in wall-clock seconds."""

REPORT = """
import resource, time
own = resource.getrusage(resource.RUSAGE_SELF)
print(time.process_time(), own.ru_maxrss // 1024, found)
"""

BEFORE = """
from gfkit.core.boards import parse_one_board
from gfkit.core.rules import find_rule
from gfkit.play.python_search import Limits
from gfkit.play.position import compile_position
from gfkit.play.short import ShortGame
from gfkit.play.short.table import Table
position = compile_position(find_rule("{game}"), parse_one_board("{board}"))
"""

WAYS = {
    ("winner", "plain"): """
from gfkit.play.python_search import Lookahead
found = Lookahead(position, Table(), Limits(16 << 30)).outcome(position.start)
""",
    ("winner", "in C"): """
from gfkit.play.outcome_search import FastSearch
found = FastSearch(position, Limits(16 << 30)).outcome(position.start)
""",
    ("stones", "plain"): """
from gfkit.play.outcome_search import WholeSearch
found = WholeSearch(position, Limits(16 << 30), misere=False).outcome(position.start)
""",
    ("stones", "in C"): """
from gfkit.play.outcome_search import StoneSearch
found = StoneSearch(position, Limits(16 << 30), misere=False).outcome(position.start)
""",
    ("value", "plain"): """
from gfkit.play.board import ValueSearch
table = Table()
whole = ShortGame(table, ValueSearch(position, table, 16 << 30).value(position.start))
found = f"size {whole.size}, {whole.thermograph.mean}"
""",
    ("value", "in C"): """
from gfkit.play.native_search import FastValues
table, values = Table(), FastValues(position, 16 << 30)
whole = ShortGame(table, values.in_table(values.value(position.start), table))
found = f"size {whole.size}, {whole.thermograph.mean}"
""",
    ("nimber", "plain"): """
from gfkit.play.impartial.search import BoardParts, Nimbers
parts = BoardParts(position)
found = Nimbers(parts, lambda entries: None).of(parts.parts(position.start))
""",
    ("nimber", "in C"): """
from gfkit.play.native_search import FastNimbers
found = FastNimbers(position, 16 << 30).nimber(position.start)
""",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--limit", type=float, default=300)
    given = parser.parse_args()
    for kind, game, board in TASKS:
        runs = {
            way: [run_search(kind, game, board, way, limit) for _ in range(given.rounds)]
            for way, limit in (("plain", given.limit), ("in C", _LONGEST))
        }
        print(f"{kind} {game} {board}")
        for way, found in runs.items():
            print(f"  {way:14} {summary(found)}")


def run_search(kind: str, game: str, board: str, way: str, limit: float) -> tuple[float, int, str] | None:
    """Return CPU seconds, megabytes and the result, or None if the limit is reached."""
    program = BEFORE.format(game=game, board=board) + WAYS[kind, way] + REPORT
    try:
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=limit, check=True
        )
    except subprocess.TimeoutExpired:
        return None
    seconds, memory, answer = run.stdout.split(maxsplit=2)
    return float(seconds), int(memory), answer.strip()


def summary(runs: list[tuple[float, int, str] | None]) -> str:
    done = [run for run in runs if run is not None]
    if not done:
        return "not within the limit"
    seconds = statistics.median(run[0] for run in done)
    return f"{seconds:.1f} s, {max(run[1] for run in done)} MB: {done[0][2]}"


if __name__ == "__main__":
    main()
