"""Sweeps by blocks, compared with the sweep that gfkit chooses without a checkpoint: CPU seconds and memory.

    python benchmarks/blocks.py [STRUCTURE BOARD]...

Both count in new processes, alternately. The table is in docs/algorithms/blocks.md.
"""

import os
import re
import subprocess
import sys
import tempfile

BOARDS = """
self-avoiding-walks 12x12
self-avoiding-walks 13x13
self-avoiding-walks 14x14
hamiltonian-cycles 14x14
cycles 13x13
connected-induced-subgraphs 12x12
nogo 9x9
dominating-sets 13x13
dominating-sets 14x14
maximal-matchings 12x12
maximal-matchings 13x13
"""


def measured(*words: str) -> tuple[str, float, int, str]:
    """Return the count, the CPU seconds, the largest resident memory in MB, and the messages of a command."""
    line = [sys.executable, "-m", "gfkit", "count", *words, "--no-store"]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    number, messages = process.stdout.read().strip(), process.stderr.read()
    _, _, used = os.wait4(process.pid, 0)
    return number, used.ru_utime + used.ru_stime, used.ru_maxrss >> 10, messages


def main(boards: list[str]) -> None:
    print("| structure | board | states | chosen: CPU s, MB | blocks: CPU s, MB | ratio of CPU s |")
    print("|---|---|---|---|---|---|")
    for name, board in zip(boards[::2], boards[1::2], strict=True):
        number, seconds, memory, messages = measured(name, board)
        states = re.search(r"method \(([\d,]+) states\)", messages)[1]
        with tempfile.TemporaryDirectory() as folder:
            again, own, held, _ = measured(name, board, "--checkpoint", f"{folder}/sweep")
        assert again == number, (name, board)
        costs = f"{seconds:.1f}, {memory} | {own:.1f}, {held} | {own / seconds:.1f}"
        print(f"| {name} | {board} | {states} | {costs} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or BOARDS.split())
