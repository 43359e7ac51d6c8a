"""Definition of pointing cells: every cell points at one target by a move, and is the target of exactly one
cell.

A configuration is the tuple of the cells that the cells 0, 1, ... point at. In a partial permutation a cell
may point at no cell (None), and is the target of at most one cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from gfkit.core.boards import Board
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.pointers.rule import PointerRule
from gfkit.core.rules.listing import (
    MOST_CELLS,
    MOST_TRIES,
    Marks,
    Shown,
    exact_covers,
    no_drawings,
    refuse_above,
)
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Positions, Weights, add_exponents

Targets = tuple[int | None, ...]


def is_legal(rule: PointerRule, board: Board, targets: Targets) -> bool:
    """Return True if all targets are reached by moves and no cell is the target of two cells or, unless
    partial, of none.
    """
    moves = targets_with_weights(rule, board)
    arrows = [(cell, target) for cell, target in enumerate(targets) if target is not None]
    whole = rule.partial or len(arrows) == board.size
    return (
        whole
        and len({target for _, target in arrows}) == len(arrows)
        and all(target in moves[cell] for cell, target in arrows)
    )


def from_variables(_rule: PointerRule, board: Board, shown: Shown) -> Targets:
    """Return the permutation whose images are the values of the variables."""
    targets = {key[1]: target for key, target in shown if target >= 0}
    return tuple(map(targets.get, range(board.size)))


def powers(rule: PointerRule, board: Board, targets: Targets) -> Exponents:
    """Return the exponents of the letters of a permutation."""
    moves = targets_with_weights(rule, board)
    return add_exponents(*[moves[cell][target] for cell, target in enumerate(targets) if target is not None])


def candidates(rule: PointerRule, board: Board) -> Iterator[Targets]:
    """Yield all maps from cells to targets."""
    nowhere = (None,) if rule.partial else ()
    return product((*range(board.size), *nowhere), repeat=board.size)


def configurations(
    rule: PointerRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[Targets, Exponents]]:
    """Yield every admissible permutation, with the exponents of its letters."""
    if board.grid is None and not rule.flat:
        raise no_drawings(rule, board)
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    moves = targets_with_weights(rule, board)
    places = [(word, cell) for word in ("points", "pointed at") for cell in range(board.size)]
    takers: list[tuple[frozenset[tuple[str, int]], tuple[int, int] | None]] = [
        (frozenset({("points", cell), ("pointed at", target)}), (cell, target))
        for cell, own in enumerate(moves)
        for target in own
    ]
    if rule.partial:
        takers += [(frozenset({place}), None) for place in places]
    for cover in exact_covers(rule, board, places, takers, tries):
        arrows = dict(arrow for arrow in cover if arrow is not None)
        powers = add_exponents(*[moves[cell][target] for cell, target in arrows.items()])
        yield tuple(map(arrows.get, range(board.size))), powers


def marks(rule: PointerRule, board: Board, weights: Weights) -> Callable[[Targets], Marks]:
    """Return a function that maps a permutation to marks for symmetries: arrows, distinguished only by
    weights.
    """
    moves = targets_with_weights(rule, board)

    def marks_of(targets: Targets) -> Marks:
        return frozenset(
            (weights.powers(*moves[cell][target]), frozenset({("points", cell), ("pointed at", target)}))
            for cell, target in enumerate(targets)
            if target is not None
        )

    return marks_of


def drawable(_rule: PointerRule, _board: Board) -> Callable[[Targets], Configuration]:
    """Return a function that draws a permutation: each cell shows the number of its target."""
    return lambda targets: Configuration.of_cover(
        (), ((cell, target) for cell, target in enumerate(targets) if target is not None)
    )


def targets_with_weights(rule: PointerRule, board: Board) -> list[dict[int, Exponents]]:
    """Return, for every cell, its admissible targets with their weights, including the cell itself if it may
    stay.
    """
    moves: list[dict[int, Exponents]] = []
    for cell in range(board.size):
        ways: list[tuple[int | None, Exponents]] = []
        if rule.rook is not None:
            ways += [(other, rule.rook) for other in board.neighbours[cell]]
        ways += [(board.beside(cell, *step), weight) for step, weight in rule.moves]
        own: dict[int, Exponents] = {}
        for target, weight in ways:
            if target is not None and target != cell:
                own.setdefault(target, weight)
        if rule.stay is not None:
            own[cell] = rule.stay
        moves.append(own)
    return moves
