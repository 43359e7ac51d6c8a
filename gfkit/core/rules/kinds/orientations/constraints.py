"""Constraint system of orientations: every edge has one of two directions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from gfkit.core.boards import Board
from gfkit.core.errors import LimitError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.constraints import (
    NO,
    YES,
    Arrows,
    Cardinality,
    ConstraintSystem,
    Decision,
    Key,
    Slot,
    SymbolMove,
)
from gfkit.core.rules.kinds.orientations.rule import MOST_DEGREE, OrientationRule
from gfkit.core.rules.values import Numbers
from gfkit.core.typing import Positions


def system_of(rule: OrientationRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of orientations, with a variable for the direction of every edge.

    The degree of a vertex is known, so its out-degree determines its in-degree.
    """
    slots = []
    out: list[list[tuple[Key, int]]] = [[] for _ in range(board.size)]
    for a, b in board.edges:
        key: Key = ("arrow", a, b)
        slots.append(
            Slot(
                key,
                (a, b),
                (0, 1),
                ((0, 0), (0, 0)),
                "the edge points to the second",
                decision=Decision.LAST,
                symbol_move=SymbolMove.TURNED,
            )
        )
        out[a].append((key, YES))
        out[b].append((key, NO))
    asked = []
    if rule.vertex is not None:
        for cell, tests in enumerate(out):
            if len(tests) > MOST_DEGREE:
                raise LimitError(
                    f"board {board.text!r} has a vertex of degree {len(tests)}, but {rule.name}, which"
                    f" counts directions at vertices, supports at most {MOST_DEGREE}"
                )
            asked.append(Cardinality((cell,), tuple(tests), Numbers.of(*sorted(rule.outs(len(tests))))))
    arrows: tuple[Arrows, ...] = ()
    if rule.acyclic or rule.strong:
        links = tuple((a, b, slot.key) for (a, b), slot in zip(board.edges, slots, strict=True))
        arrows = (Arrows(tuple(range(board.size)), links, rule.acyclic, rule.strong),)
    return ConstraintSystem(tuple(slots), tuple(asked), arrows=arrows)


def configuration_of(_rule: OrientationRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the configuration of directed edges."""
    edges = ((cast(tuple[int, int], key[1:]), value) for key, value in shown if key[0] == "arrow")
    return Configuration.of_arrows((a, b) if value else (b, a) for (a, b), value in edges)
