"""From exact covers to a machine: pieces that cover the board, and cells that point at cells.

Both are one problem, *exact cover*: every cell is to be taken exactly once, by layings of which some are
chosen. A piece takes its cells; it is chosen or not at the first of its cells that the sweep meets. A
pointing cell takes the one that it points at, and chooses exactly one laying, at its own site. The state says
which of the cells that may be taken both before and later are taken.

Statement. The ways through the machine are the sets of layings that take every cell exactly once, for
pointers with one laying for each cell. For a laying is decided at one site, where it fails if one of its
cells is taken already; and at the last site where a cell could be taken (its own, where none could), it must
have been. What a site does to a cell, and when that is first or last touched, depends on the layings that
take it; so a site looks over two layings to either side: ``strip`` takes the extent of the longest piece, or
of all moves together, as the reach R, and 2 R slices are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.boards import Board
from gfkit.games import CoverRule, PointerRule
from gfkit.games.rule import Exponents
from gfkit.kinds.cover.constraints import lays
from gfkit.kinds.pointers.constraints import targets_of
from gfkit.transfer.machine.slot import (
    Kinds,
    Option,
    SlotMachine,
    Table,
    assemble,
    exponents_for,
    line_and_turn,
)
from gfkit.typing import Weights

_TAKE: Table = {0: 1}
_IS_TAKEN: Table = {1: 0}


@dataclass(frozen=True, slots=True)
class Laying:
    """A piece on its cells, or a cell that points at one: the cells it concerns, and those it takes."""

    cells: tuple[int, ...]
    """For a pointing cell itself first."""
    takes: tuple[int, ...]
    weight: Exponents
    piece: int = 0
    """The number of the piece, or 0."""


def layings(rule: CoverRule | PointerRule, board: Board) -> list[Laying]:
    """Everything that can be laid on a board, those on the same cells by the same piece once."""
    if isinstance(rule, CoverRule):
        return [Laying(cells, cells, weight, number) for number, cells, weight in lays(rule, board)]
    return [
        Laying((cell, other) if other != cell else (cell,), (other,), weight)
        for cell, targets in enumerate(targets_of(rule, board))
        for other, weight in targets.items()
    ]


def cover_machine(
    rule: CoverRule | PointerRule,
    board: Board,
    order: Sequence[int],
    weights: Weights,
    found: Sequence[Laying],
) -> SlotMachine:
    """The machine of an exact cover on the cells in ``order``; ``found`` are the layings there."""
    site_of = {cell: site for site, cell in enumerate(order)}
    points = isinstance(rule, PointerRule)
    decided: list[list[Laying]] = [[] for _ in order]
    begun: dict[int, int] = {}
    last: dict[int, int] = {}
    for one in found:
        site = site_of[one.cells[0]] if points else min(site_of[cell] for cell in one.cells)
        decided[site].append(one)
        begun |= {cell: min(site, begun.get(cell, site)) for cell in one.takes}
        last |= {cell: max(site, last.get(cell, site)) for cell in one.takes}
    closing: list[list[int]] = [[] for _ in order]
    for cell in order:
        closing[last.get(cell, site_of[cell])].append(cell)
    sites = []
    for here, closed in zip(decided, closing, strict=True):
        options = [] if points else [Option()]
        for one in here:
            option = Option(exponents_for(one.weight, weights), lays=one)
            for cell in one.takes:
                option.then(cell, _TAKE)
            options.append(option)
        for option in options:
            for cell in closed:
                option.then(cell, _IS_TAKEN)
        sites.append(options)
    kinds: Kinds = {}
    if board.turns:
        place_of = line_and_turn(board, order)
        # The turn in which a cell may first be taken: around a ring the last ones are among the first.
        kinds = {cell: (place_of(cell)[0], place_of(order[site])[1]) for cell, site in begun.items()}
    return assemble(sites, kinds)
