"""Phrases and drawings that the kinds of rules share: data that every renderer reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from gfkit.errors import docs_page, known_choices
from gfkit.rules.kind import from_kind
from gfkit.rules.rule import Cell, Piece, Rule, Tile, Window
from gfkit.rules.table import RuleTable, monomial
from gfkit.typing import Player


def weights_sentence(marks: Iterable[tuple[str, tuple[int, int]]]) -> list[str]:
    """What the weights of some objects mark; nothing where none has one.

    >>> weights_sentence([("moves", (1, 0)), ("staying", (0, 0))])
    ['As weights, x marks moves.']
    """
    weighted = [f"{monomial(powers)} marks {what}" for what, powers in marks if any(powers)]
    return [f"As weights, {', '.join(weighted)}."] if weighted else []


def neighbours_phrase(neighbours: tuple[Cell, ...]) -> str:
    """Where the neighbours of a cell are; no offsets stand for the cells beside it."""
    offsets = " ".join(f"({row},{col})" for row, col in neighbours)
    return f"at offsets {offsets}" if offsets else "that share an edge with it"


def listed_values(values: Iterable[object]) -> str:
    """Values with or between them, in the order of their texts."""
    return " or ".join(map(str, sorted(values, key=str)))


Diagram = Piece | Window | Tile
"""A piece; cells that each have a wall around them and a mark inside; a square with a label at each side."""


@dataclass(frozen=True, slots=True)
class DiagramRow:
    """Diagrams that stand side by side below one heading, which may be empty."""

    heading: str
    diagrams: tuple[Diagram, ...]
    owner: Player | None = None
    """Who places the pieces: they have the player's colour, and rows of players may stand side by side."""


CHESSMEN = ("king", "queen", "rook", "bishop", "knight")
SYMBOLS = ("blank", "dot", "ring", "cross", "square", "colour", *CHESSMEN, "plus", "minus")
"""What a rule file may have its values drawn as."""
LEFT, RIGHT, BOTH = range(3)
"""Colours of the players; a colour is a number from 0 on."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a mark on a cell is drawn: a symbol in a colour, or the coloured sides of a tile."""

    symbol: str
    colour: int = BOTH
    text: str = ""
    """What stands on a coloured square."""
    sides: tuple[int | None, ...] = ()
    """Of a tile the colours of top, right, bottom and left side; None where a side has none."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The cells that are shaded because a drawn symbol is near: its neighbours, and perhaps its own cell."""

    neighbours: tuple[Cell, ...] = ()
    """Offsets; empty for all cells that share an edge."""
    itself: bool = True


Looks = tuple[tuple[str, str], ...]
"""Marks with their symbols, as a rule file says."""


def read_looks(table: RuleTable, marks: Collection[str]) -> Looks:
    """The key ``look`` of a rule file: a table from values to symbols; nothing where it is not there."""
    given = table.raw("look", {})
    if not isinstance(given, Mapping) or not given.keys() <= set(marks):
        raise table.error_for("look", 'a table from values to symbols, as { 1 = "dot" }')
    for symbol in given.values():
        if symbol not in SYMBOLS:
            listed = known_choices(str(symbol), SYMBOLS, docs_page("rule-files.html"))
            raise table.error(f" look: unknown symbol {symbol!r}; {listed}", "look")
    return tuple(given.items())


@dataclass(frozen=True, slots=True)
class RulePictures:
    """What there is to draw of a rule, and how its configurations are drawn."""

    rows: tuple[DiagramRow, ...] = ()
    caption: str = ""
    """What the rows show."""
    explanation: str = ""
    """What a configuration is, for readers who do not know it."""
    legend: str = ""
    """What pictures of configurations do not show as it is."""
    example_boards: tuple[str, ...] = ("3x4", "2x4", "3x3", "4x4", "wheel:5", "antiprism:3", "1x4")
    """Small boards: the first on which there are configurations, but not too many, shows one of them."""
    looks: Mapping[str, Look] = field(default_factory=dict)
    """How marks are drawn; those that are not there are written."""
    links: tuple[frozenset[str], ...] = ()
    """Sets of marks: neighbouring cells with marks of one set are joined by a line."""
    reach: Reach | None = None
    """What symbols other than blanks shade around them."""
    has_lines: bool = False
    """Whether pieces of two cells are drawn as lines between vertices."""
    points: bool = False
    """Whether marks are numbers of cells, from 1 on, to which arrows point."""


def pictures_of(rule: Rule) -> RulePictures:
    """The pictures of a rule, by the part ``picture`` of its kind; the defaults where it has none.

    >>> from gfkit.rules import find_rule
    >>> pictures_of(find_rule("spanning-trees")).rows, pictures_of(find_rule("domino-tilings")).caption
    ((), 'The pieces as they are drawn in the rule.')
    """
    rule = getattr(rule, "base", rule)  # one that keeps pieces of another apart is drawn as that
    pictures = from_kind(rule.kind, "picture", "pictures")
    rule_pictures = RulePictures() if pictures is None else pictures(rule)
    assert isinstance(rule_pictures, RulePictures), "kinds draw rules as diagrams"
    return rule_pictures
