"""Configurations listed whole, and how many there are up to symmetries of the board: orbits, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gfkit.boards import Board
from gfkit.boards.symmetry import Symmetry, symmetries
from gfkit.errors import LimitError, MismatchError
from gfkit.games.rule import Exponents, Rule
from gfkit.kinds.array.rule import ArrayRule
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.orientations.rule import OrientationRule
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.kinds.pointers.rule import PointerRule
from gfkit.oracle import edge_sets, fillings
from gfkit.oracle.covers import every_cover
from gfkit.oracle.orientations import every_orientation
from gfkit.oracle.positions import Listing, members
from gfkit.typing import Positions, UpTo, Weights

_MOST = 300_000
"""Configurations that are held at once."""
_Marks = frozenset[tuple[Any, frozenset[tuple[Any, int]]]]
"""A configuration: marks of some name, each on certain cells, which have a name there."""


def list_orbits(
    rule: Rule, board: Board, positions: Positions, weights: Weights, up_to: UpTo
) -> Iterator[Exponents]:
    """The powers of x and y of one configuration of each orbit.

    Refuses where a symmetry takes a configuration to what is none.
    """
    if isinstance(rule, ArrayRule) and (rule.image or rule.new_values or rule.divide > 1 or any(rule.least)):
        raise MismatchError(
            f"{rule.name} counts images, up to permutations of values, a part, or no small boards: its arrays"
            " are not listed up to symmetry"
        )
    group = symmetries(board, up_to)
    found: dict[_Marks, Exponents] = {}
    for marks, power in _marked(rule, board, positions, weights):
        found[marks] = power
        if len(found) > _MOST:
            raise LimitError(
                f"orbits on board {board.text!r}: more than {_MOST} configurations are not listed"
            )
    while found:
        start, power = found.popitem()
        for image in {_moved(start, one) for one in group} - {start}:
            if image not in found:
                raise MismatchError(
                    f"board {board.text!r}: {rule.name} is not unchanged by all symmetries of the board"
                )
            del found[image]
        yield power


def _moved(marks: _Marks, by: Symmetry) -> _Marks:
    return frozenset((name, frozenset((what, by.cells[cell]) for what, cell in on)) for name, on in marks)


def _marked(
    rule: Rule, board: Board, positions: Positions, weights: Weights
) -> Iterator[tuple[_Marks, Exponents]]:
    """Every configuration with its powers of x and y."""
    if isinstance(rule, PlacementRule):
        yield from _placed(rule, board, positions, weights)
        return
    for marks, (x, y) in _filled(rule, board, weights):
        yield marks, (x + y, 0) if weights is Weights.PIECES else (x, y)


def _placed(
    rule: PlacementRule, board: Board, positions: Positions, weights: Weights
) -> Iterator[tuple[_Marks, Exponents]]:
    table = Listing(rule, board)
    power = [kind.exponents(weights) for kind in rule.colours]
    for added, still in table.listed():
        if table.belongs(added, still, positions):
            pieces = [table.free[number] for number in members(added)]
            yield (
                frozenset((piece.colour, frozenset(("", c) for c in piece.cells)) for piece in pieces),
                (sum(power[p.colour][0] for p in pieces), sum(power[p.colour][1] for p in pieces)),
            )


def _filled(rule: Rule, board: Board, weights: Weights) -> Iterator[tuple[_Marks, Exponents]]:
    if isinstance(rule, CoverRule | PointerRule):
        for chosen in every_cover(rule, board):
            told = {Weights.NONE: "", Weights.PIECES: "sum", Weights.PLAYERS: "both"}[weights]
            marks = frozenset(
                (one.weight if told == "both" else sum(one.weight) if told else "", one.needs)
                for one in chosen
            )
            yield marks, (sum(one.weight[0] for one in chosen), sum(one.weight[1] for one in chosen))
    elif isinstance(rule, EdgeRule):
        for edges, roots, power in edge_sets.every_weighed_set(rule, board):
            taken = {("", frozenset(("", cell) for cell in edge)) for edge in edges}
            yield frozenset(taken | {("root", frozenset({("", cell)})) for cell in roots}), power
    elif isinstance(rule, OrientationRule):
        for arrows in every_orientation(rule, board):
            yield frozenset(("", frozenset({("from", a), ("to", b)})) for a, b in arrows), (0, 0)
    elif isinstance(rule, ArrayRule):
        for values, power in fillings.every_weighed_array(rule, board):
            yield _on_cells(values), power
    else:
        raise MismatchError(f"{rule.name}: what a reflected tile is, its labels do not say")


def _on_cells(values: Sequence[int]) -> _Marks:
    return frozenset((value, frozenset({("", cell)})) for cell, value in enumerate(values))
