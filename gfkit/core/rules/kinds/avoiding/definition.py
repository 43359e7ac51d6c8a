"""Definition of the structures that avoid adjacent cells or moves.

A pairing is a set of pairs. A sequence or a permutation is a tuple of cells, the images of 0, 1, ...; a
cycle is the sequence that begins at cell 0 and then visits the smaller one of its neighbours in the cycle. A
Latin rectangle is the tuple of the numbers in its cells, less 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise, permutations, product
from typing import Any

from gfkit.core.boards import Board
from gfkit.core.errors import MismatchError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.avoiding.rule import (
    CYCLES,
    PAIRINGS,
    PERMUTATIONS,
    RECTANGLES,
    AvoidingRule,
)
from gfkit.core.rules.kinds.pointers.definition import targets_with_weights
from gfkit.core.rules.listing import MOST_TRIES, exact_covers, fillings, no_drawings
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Positions, add_exponents

Structure = frozenset[tuple[int, int]] | tuple[int, ...]


def is_legal(rule: AvoidingRule, board: Board, structure: Structure) -> bool:
    """Return True if a structure contains no violation."""
    if rule.structures == RECTANGLES:
        return all(
            _fits_in_rectangle(tuple(structure)[: at + 1], _columns(board)) for at in range(board.size)
        )
    forbidden = _forbidden(rule, board)
    is_cycle = rule.structures != CYCLES or _is_cycle(structure)
    return is_cycle and not any(b in forbidden[a] for a, b in _choices(rule, structure))


def candidates(rule: AvoidingRule, board: Board) -> Iterator[Structure]:
    """Yield all pairings, or all orders, of the cells."""
    cells = range(board.size)
    if rule.structures == RECTANGLES:
        rows = list(permutations(range(_columns(board))))
        return (tuple(chain(*some)) for some in product(rows, repeat=board.size // max(_columns(board), 1)))
    return _pairings(cells) if rule.structures == PAIRINGS else permutations(cells)


def configurations(
    rule: AvoidingRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[Structure, Exponents]]:
    """Yield every structure with the exponents of its letters."""
    hits, cells = _violations(rule, board), range(board.size)
    forbidden = _forbidden(rule, board)

    def powers(structure: Structure) -> Exponents:
        if rule.structures == RECTANGLES:
            return (0, 0)
        found = [hits[a].get(b) for a, b in _choices(rule, structure)]
        return add_exponents(*[hit for hit in found if hit is not None])

    if rule.structures == PAIRINGS:
        pairs = [(a, b) for b in cells for a in range(b) if a not in forbidden[b]]
        for cover in exact_covers(rule, board, cells, ((frozenset(pair), pair) for pair in pairs), tries):
            yield frozenset(cover), powers(frozenset(cover))
        return

    def fits(chosen: Sequence[int]) -> bool:
        if rule.structures == RECTANGLES:
            return _fits_in_rectangle(chosen, _columns(board))
        *before, cell = chosen
        source = [len(before)] if rule.structures == PERMUTATIONS else before[-1:]
        return cell not in before and not any(cell in forbidden[a] for a in source)

    for order in fillings(rule, board, [cells] * board.size, fits, tries):
        if rule.structures != CYCLES or is_legal(rule, board, order):
            yield order, powers(order)


def drawable(_rule: AvoidingRule, _board: Board) -> Callable[[Structure], Configuration]:
    """Return a function that converts a structure to a configuration: pairs, or for each cell its place or
    its image.
    """

    def configuration(structure: Any) -> Configuration:
        if isinstance(structure, tuple):
            return Configuration.of_cover((), enumerate(structure))
        return Configuration.of_cover(sorted(structure))

    return configuration


def _columns(board: Board) -> int:
    if not board.is_rectangle or board.grid is None:
        raise MismatchError(f"board {board.text!r}: Latin rectangles require a rectangle, such as 3x5")
    return board.grid.cols


def _fits_in_rectangle(chosen: Any, columns: int) -> bool:
    """Return True if the last number occurs once in its row and column, or is that of the first row."""
    *before, number = chosen
    row, column = divmod(len(before), columns)
    others = (*before[row * columns :], *before[column::columns])
    return number < columns and (number not in others if row else number == column)


def _forbidden(rule: AvoidingRule, board: Board) -> list[set[int]]:
    """Return, for every cell, the cells that must not be its partner, its successor or its image."""
    return [{other for other, hit in own.items() if hit is None} for own in _violations(rule, board)]


def _violations(rule: AvoidingRule, board: Board) -> list[dict[int, Exponents | None]]:
    """Return, for every cell, the cells that are a violation, with its weight, or None if it is forbidden."""
    if board.grid is None and not rule.flat:
        raise no_drawings(rule, board)
    if rule.moves is None:
        return [dict.fromkeys(near, rule.weights[0]) for near in board.neighbours]
    moves = targets_with_weights(rule.moves, board)
    return [{other: rule.weights[unit.index(1)] for other, unit in own.items()} for own in moves]


def _choices(rule: AvoidingRule, structure: Any) -> Iterator[tuple[int, int]]:
    """Yield the pairs (i, j) that define a structure: partners, consecutive cells, or a cell and its
    image.
    """
    if rule.structures == PAIRINGS:
        return iter(structure)
    if rule.structures == PERMUTATIONS:
        return enumerate(structure)
    return pairwise([*structure, structure[0]] if rule.structures == CYCLES else structure)


def _is_cycle(order: Any) -> bool:
    """Return True if an order of all cells is the representative of a cycle of at least three cells."""
    return len(order) > 2 and order[0] == 0 and order[1] < order[-1]


def _pairings(cells: Sequence[int]) -> Iterator[frozenset[tuple[int, int]]]:
    if not cells:
        yield frozenset()
        return
    first, *others = cells
    for partner in others:
        for rest in _pairings([cell for cell in others if cell != partner]):
            yield rest | {(first, partner)}
