"""Each engine of the sweep against the one before it: CPU seconds, and their ratio.

The board of a row is one for which both engines take a measurable time. The time of an engine contains its
transition tables, but not the automaton, which all engines but the reference use. The results must agree.

    python benchmarks/engines.py [--rounds 5] [--json FILE]
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from time import process_time
from typing import Any

from machine import write_report

from gfkit.core.engine.machine.order import sweep_orders
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.reference import Sweep
from gfkit.core.engine.sweep import (
    codings,
    engine2_integers,
    engine3_limbs,
    engine4_dense,
    engine5_few_states,
    engine5_hashed,
    layers,
)
from gfkit.core.oracle.brute import brute_force
from gfkit.core.rules import Question

ROWS = (
    ("domino-tilings", "6x6", "oracle", "reference"),
    ("col", "6x6", "reference", "integers"),
    ("col", "8x8", "integers", "limbs"),
    ("domino-tilings", "18x18", "limbs", "dense"),
    ("domino-tilings", "12x12", "dense", "few states"),
    ("spanning-trees", "10x10", "limbs", "hashed"),
)


def quiet(*_: object) -> None:
    """Ignore a report of progress."""


def engines(question: Question) -> dict[str, Callable[[], Any]]:
    """Return the engines that count the configurations on a board, by name."""
    board = question.board
    (order, *_) = sweep_orders(board, list(map(set, board.neighbours)), list(range(board.size)))
    machine: Any = build_machine(question.rule, board, order, question.positions, question.weights)

    def total(terms: Any) -> int:
        return int(terms.get((0, 0), 0))

    return {
        "oracle": lambda: int(brute_force(question.game, board)),
        "reference": lambda: Sweep(question, board, [[cell] for cell in order]).count(),
        "integers": lambda: total(engine2_integers.packed_sweep(layers.compile_layers(machine, quiet))),
        "limbs": lambda: total(engine3_limbs.limb_sweep(layers.compile_layers(machine, quiet), quiet)),
        "dense": lambda: total(engine4_dense.dense_sweep(machine, quiet)),
        "few states": lambda: engine5_few_states.few_sweep(machine, quiet, quiet)[0],
        "hashed": lambda: engine5_hashed.hashed_sweep(codings.coding_of(machine))[0],
    }


def seconds(count: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of a call, and its result."""
    begin = process_time()
    found = count()
    return process_time() - begin, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = []
    for name, board, *pair in ROWS:
        known, times = engines(Question.of(name, board)), {one: list[float]() for one in pair}
        for _ in range(options.rounds):
            found = {one: seconds(known[one]) for one in pair}
            assert len({value for _, value in found.values()}) == 1, (name, board, found)
            for one, (time, _) in found.items():
                times[one].append(time)
        slow, fast = (statistics.median(times[one]) for one in pair)
        rows.append({"task": f"{name} {board}", "slower": pair[0], "faster": pair[1], "ratio": slow / fast})
        print(f"{name} {board}: {pair[0]} {slow:.4f} s, {pair[1]} {fast:.4f} s, ratio {slow / fast:.1f}")
    if options.json:
        write_report(options.json, rows)


if __name__ == "__main__":
    main()
