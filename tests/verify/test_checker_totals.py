"""Totals in the checker of fractions: what it counts is what arrays one by one have.

The truth is a listing of all arrays on the boards of the checker, and what a predicate says of each window.
"""

from __future__ import annotations

from itertools import product

import pytest

from gfkit.proofs.checker import boards, core, families, fractions, horner, kinds, predicates, reading

ROW = {"word": "", "sizes": [1, None], "wraps": [False, False]}
RING = {"word": "cylinder", "sizes": [None, 1], "wraps": [True, False]}
AHEAD = [[0, 1, "a"], [0, 0, "b"]]
BELOW = [[1, 0, "a"], [0, 0, "b"]]


def listed(rule, family, count):
    """How many arrays there are on a board, one by one."""
    board, (condition,) = boards.CellBoard(family, count), rule["conditions"]
    holds, (part,), outside = (
        predicates.meaning_of(condition["when"]),
        condition["parts"],
        rule.get("outside"),
    )
    total = 0
    for shown in product(range(rule["colours"]), repeat=board.size):
        if "cells" in part:
            marks = [(r, c, mark) for r, c, mark in part["cells"]]
            spots = [
                {mark: outside if one is None else shown[one] for one, mark in zip(cells, "ab", strict=True)}
                for cells in board.windows(marks, outside is not None)
            ]
        else:
            spots = [
                {"x": shown[cell], "near": [shown[one] for one in board.near[cell]]}
                for cell in range(board.size)
            ]
        times = sum(map(bool, map(holds, spots)))
        total += min(times, condition["cap"]) in condition["allowed"]
    return total


@pytest.mark.parametrize(
    ("family", "part", "when", "outside"),
    [
        (ROW, {"cells": AHEAD}, "a == b", 0),  # at the last cell two windows are looked at in one step
        (ROW, {"cells": AHEAD}, "a >= 0", None),  # sure to be wherever it is laid
        (RING, {"cells": BELOW}, "a == b", None),  # first told by a cell that a ring left long ago
        (RING, {"neighbours": "rook"}, "x == 1 and sum(near) == 1", None),
    ],
)
def test_totals_count_every_window_once(family, part, when, outside):
    condition = {"parts": [part], "when": when, "allowed": [2], "cap": 3}
    rule = {"kind": "array", "colours": 2, "weights": [[0, 0]] * 2, "forbid": [], "counts": []}
    rule |= {"conditions": [condition]} | ({} if outside is None else {"outside": outside})
    read = families.read_family(family)
    system = fractions.build_system(rule, kinds.Asked("all", 0), read)
    machine = core.Machine(system, reading.Budget(10**7))
    found = [early.get((0, 0), 0) for early in machine.early]
    transfer = horner.Transfer(machine, (0, 0))
    numbers = transfer.ends
    while len(found) < 6:
        found.append(transfer.total(numbers))
        numbers = transfer.before(numbers)
    assert found == [listed(rule, read, count) for count in range(read.first, read.first + 6)]
