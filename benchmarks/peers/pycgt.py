"""pycgt (Python): canonical values of games of placing pieces."""

from .cgt import value
from .race import Peer, Task

SETUP = """
from pycgt.notation import render
from pycgt.rulesets.grid import Position, Ruleset, value
trominoes = ((0, 0), (1, 0), (2, 0)),
turned = ((0, 0), (0, 1), (0, 2)),
rules = Ruleset(name="rules", left_shapes=trominoes, right_shapes=turned, transpose_invariant=False)
"""


def tromping(rows: int, cols: int) -> Task:
    work = f"found = render(value(Position.rectangle({rows}, {cols}), rules))"
    return value("i-tromping", rows, cols, SETUP, work)


PEER = Peer("pycgt", (tromping(5, 5), tromping(6, 6)), packages=("pycgt",))
