"""From a tile set to a machine: the state is the labels of the edges that the sweep has cut."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.rule import Tile, TileRule
from gfkit.transfer.machine.slot import (
    Feature,
    Kinds,
    Option,
    SlotMachine,
    assemble,
    exponents_for,
    line_and_turn,
)
from gfkit.typing import Weights

_SIDES = (("top", -1, 0), ("right", 0, 1), ("bottom", 1, 0), ("left", 0, -1))


def tiling_machine(rule: TileRule, board: Board, order: Sequence[int], weights: Weights) -> SlotMachine:
    """The machine of a tile set on the cells in ``order``; holes count as outside."""
    if board.grid is None:
        raise MismatchError(
            f"board {board.text!r} is a graph without rows and columns, and the tiles of {rule.name!r}"
            " have four sides; use a board like 4x5"
        )
    number = {
        label: index
        for index, label in enumerate(
            sorted({getattr(tile, side) for tile in rule.tiles for side, _, _ in _SIDES})
        )
    }
    site_of = {cell: site for site, cell in enumerate(order)}
    sites = []
    for cell in order:
        options = []
        for tile in rule.tiles:
            option = _laid(rule, board, site_of, number, cell, tile)
            if option is not None:
                option.weight, option.lays = exponents_for(tile.weight, weights), (cell, tile)
                options.append(option)
        sites.append(options)
    return assemble(sites, _kinds(board, order))


def _laid(
    rule: TileRule,
    board: Board,
    site_of: dict[int, int],
    number: dict[str, int],
    cell: int,
    tile: Tile,
) -> Option | None:
    """The option of laying a tile on a cell, or None where the boundary forbids it."""
    option = Option()
    for side, down, right in _SIDES:
        label: str = getattr(tile, side)
        other = board.beside(cell, down, right)
        if other is None:
            if label not in getattr(rule.boundary, side):
                return None
            continue
        edge = _edge(cell, other, side)
        value = number[label]
        if site_of[other] < site_of[cell]:
            option.then(edge, {value: 0})
        else:
            option.then(edge, {0: value})
    return option


def _edge(cell: int, other: int, side: str) -> Feature:
    """The edge between two cells, named by the cell above or to the left of it."""
    if side in ("right", "bottom"):
        return (side, cell)
    return ("right" if side == "left" else "bottom", other)


def _kinds(board: Board, order: Sequence[int]) -> Kinds:
    """Edges across the sweep share the track of their line; those along it share one."""
    place_of = line_and_turn(board, order)
    kinds: Kinds = {}
    for cell in order:
        below, beside = board.beside(cell, 1, 0), board.beside(cell, 0, 1)
        for side, other in (("bottom", below), ("right", beside)):
            if other is not None:
                line, turn = place_of(cell)
                kinds[side, cell] = ((side, line), turn) if line == place_of(other)[0] else (side, turn)
    return kinds
