"""Data for phrases and drawings that are common to all rule kinds; renderers read these data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gfkit.core.deferred import dataclass, field
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.looks import CHESSMEN
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import Cell, Piece, Tile, Window
from gfkit.core.typing import Player


def neighbours_phrase(neighbours: tuple[Cell, ...]) -> str:
    """Return a phrase for the neighbours of a cell; no offsets mean the cells that share an edge with it."""
    offsets = " ".join(f"({row},{col})" for row, col in neighbours)
    return f"at offsets {offsets}" if offsets else "that share an edge with it"


def listed_values(values: Iterable[object]) -> str:
    """Return the values in alphabetical order, separated by "or"."""
    return " or ".join(map(str, sorted(values, key=str)))


Diagram = Piece | Window | Tile
"""Piece; window, whose cells have a frame and a mark; or tile, a square with a label on each side."""


@dataclass(frozen=True, slots=True)
class DiagramRow:
    """Row of diagrams below a heading, which may be empty."""

    heading: str
    diagrams: tuple[Diagram, ...]
    owner: Player | None = None
    """Player who places the pieces, which have this player's colour."""


LEFT, RIGHT, BOTH = range(3)
"""Colours of the players; a colour is a number from 0 on."""


@dataclass(frozen=True, slots=True)
class Look:
    """Drawing style of a mark on a cell: a symbol in a colour, or the coloured sides of a tile."""

    symbol: str
    colour: int = BOTH
    text: str = ""
    """Text on a coloured square."""
    sides: tuple[int | None, ...] = ()
    """Colours of the top, right, bottom and left side of a tile; None means no colour."""

    @property
    def is_chessman(self) -> bool:
        return self.symbol in CHESSMEN


@dataclass(frozen=True, slots=True)
class Reach:
    """Cells shaded around a drawn symbol: its neighbours, and possibly its own cell."""

    neighbours: tuple[Cell, ...] = ()
    """Offsets; empty for all cells that share an edge."""
    itself: bool = True


@dataclass(frozen=True, slots=True)
class RulePictures:
    """Drawings of a rule, and the style of its configurations."""

    rows: tuple[DiagramRow, ...] = ()
    caption: str = ""
    """Caption of the rows."""
    explanation: str = ""
    """Description of a configuration for new readers."""
    legend: str = ""
    """Legend for figures of configurations."""
    example_boards: tuple[str, ...] = ("3x4", "2x4", "3x3", "4x4", "wheel:5", "antiprism:3", "1x4")
    """Small boards; the example is drawn on the first one that has configurations, but not too many."""
    looks: Mapping[str, Look] = field(default_factory=dict)
    """Styles of marks; other marks are written as text."""
    links: tuple[frozenset[str], ...] = ()
    """Sets of marks; adjacent cells with marks of one set are connected by a line."""
    reach: Reach | None = None
    """Cells shaded around symbols other than blanks."""
    has_lines: bool = False
    """True if pieces of two cells are drawn as lines between vertices."""
    points: bool = False
    """True if marks are numbers of cells, counted from 1, as targets of arrows."""


def pictures_of(rule: Rule) -> RulePictures:
    """Return the drawings of a rule, from the part ``picture`` of its kind, or the defaults if there is none.

    >>> from gfkit.core.rules import find_rule
    >>> pictures_of(find_rule("spanning-trees")).rows, pictures_of(find_rule("domino-tilings")).caption
    ((), 'The pieces as drawn in the rule.')
    """
    rule = getattr(rule, "base", rule)  # a rule with exclusions at a distance is drawn like its base
    pictures = from_kind(rule.kind, "picture", "pictures")
    rule_pictures = RulePictures() if pictures is None else pictures(rule)
    assert isinstance(rule_pictures, RulePictures), "the picture of a kind must be RulePictures"
    return rule_pictures
