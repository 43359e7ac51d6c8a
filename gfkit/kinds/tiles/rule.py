"""Tile sets: tiles with labelled edges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from gfkit.games.rule import Exponents, Rule
from gfkit.writable import Face


@dataclass(frozen=True, slots=True)
class Tile(Face):
    """A tile: the labels of its four edges, and its weight."""

    name: str
    top: str
    right: str
    bottom: str
    left: str
    weight: Exponents = (0, 0)


@dataclass(frozen=True, slots=True)
class Boundary:
    """The labels allowed on each side of the board, holes included."""

    top: frozenset[str]
    right: frozenset[str]
    bottom: frozenset[str]
    left: frozenset[str]


@dataclass(frozen=True, slots=True)
class TileRule(Rule):
    """Every cell takes a tile; shared edges carry the same label."""

    name: str
    tiles: tuple[Tile, ...]
    boundary: Boundary
    about: str = ""
    kind: str = field(default="tiles", init=False)
    kind_phrase: ClassVar[str] = "a tile set"

    @property
    def extent(self) -> int:
        return 0

    @property
    def no_orbits(self) -> str:
        return "is a set of tiles, and what a reflected tile is, its labels do not say"
