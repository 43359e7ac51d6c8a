"""Machines made of constraint systems have no more states than machines of one kind had.

The numbers are those of the last machines of one kind, for every built-in rule and class.
"""

from __future__ import annotations

import tomllib

import pytest
from tables import FOLDER

from gfkit.boards import parse_one_board
from gfkit.games import find_rule
from gfkit.transfer.machine.machine import build_machine
from gfkit.transfer.sweep.layers import compile_layers
from gfkit.typing import Positions, Weights

EXCUSED = {"paths": 1.26}
"""The number of ends is not known in advance, as in the machine for edges alone: 1296 for 1034 at width 6."""


@pytest.mark.parametrize("widths", ["3", pytest.param("456", marks=pytest.mark.slow(150))])
def test_states_are_not_more_than_machines_of_one_kind_had(widths: str) -> None:
    """After each row, for every built-in rule and class."""
    for asked, before in tomllib.loads((FOLDER / "states.toml").read_text("utf-8")).items():
        name, word, width = asked.split()
        if width in widths:
            board = parse_one_board(f"8x{width}")
            order = range(board.size)
            machine = build_machine(find_rule(name), board, order, Positions(word), Weights.NONE)
            layers = compile_layers(machine, lambda *_: None).layers
            states = [layers[row * int(width)].before for row in range(1, 8)]
            most = EXCUSED.get(name, 1)
            assert all(now <= most * then for now, then in zip(states, before, strict=True)), (asked, states)
