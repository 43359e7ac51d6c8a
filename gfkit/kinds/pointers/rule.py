"""Cells that point at cells: permutations by small moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from gfkit.games.rule import CROSS, Cell, Exponents, Rule, span


@dataclass(frozen=True, slots=True)
class PointerRule(Rule):
    """Every cell points at one, and every cell is pointed at once: permutations of the cells by small moves.

    ``moves`` are offsets with their weights, in the order of the file; empty for 'all cells that share an
    edge', with one weight, which any graph has. A cell may point at itself only with ``stay``, the weight
    of that; a move that leads back to the cell, around a ring, is none. Where several moves lead to one
    cell, they are one way to get there, with the weight of the first.
    """

    name: str
    moves: tuple[tuple[Cell, Exponents], ...]
    stay: Exponents | None = None
    rook: Exponents | None = None
    """The weight of moving to a cell that shares an edge, on any board; None without such moves."""
    drawings: tuple[str, ...] = ()
    """The moves as the rule file has them."""
    about: str = ""
    kind: str = field(default="pointers", init=False)
    kind_phrase: ClassVar[str] = "a rule of pointing cells"

    @property
    def extent(self) -> int:
        """The moves of a cell are looked at together."""
        return span([*CROSS, *(step for step, _ in self.moves)])

    @property
    def flat(self) -> bool:
        """Whether any graph can be the board."""
        return not self.moves
