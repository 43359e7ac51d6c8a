"""What there is to draw of rules and their configurations, as data that every renderer reads."""

from __future__ import annotations

from gfkit.games.kind import from_kind
from gfkit.games.rule import Cell, Exponents, Rule
from gfkit.typing import Player, dataclass


@dataclass(frozen=True, slots=True)
class PieceDiagram:
    """The cells of one piece, and the text that draws them in a rule file."""

    cells: tuple[Cell, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class WindowDiagram:
    """Cells that each have a wall around them and a mark inside."""

    cells: tuple[tuple[Cell, str], ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class TileDiagram:
    """A square with a label at each side; its name and the powers of x and y of its weight stand below."""

    name: str
    top: str
    right: str
    bottom: str
    left: str
    weight: Exponents = (0, 0)


Diagram = PieceDiagram | WindowDiagram | TileDiagram


@dataclass(frozen=True, slots=True)
class DiagramRow:
    """Diagrams that stand side by side below one heading, which may be empty."""

    heading: str
    diagrams: tuple[Diagram, ...]
    owner: Player | None = None
    """Who places the pieces: they have the player's colour, and rows of players may stand side by side."""


@dataclass(frozen=True, slots=True)
class RulePictures:
    """What there is to draw of a rule, and what to know of pictures of its configurations."""

    rows: tuple[DiagramRow, ...] = ()
    caption: str = ""
    """What the rows show."""
    explanation: str = ""
    """What a configuration is, for readers who do not know it."""
    legend: str = ""
    """What pictures of configurations do not show as it is."""
    example_boards: tuple[str, ...] = ("3x4", "2x4", "3x3", "4x4", "wheel:5", "antiprism:3", "1x4")
    """Small boards: the first on which there are configurations, but not too many, shows one of them."""


def pictures_of(rule: Rule) -> RulePictures:
    """The pictures of a rule, by the part ``picture`` of its kind; the defaults where it has none.

    >>> from gfkit.games import find_rule
    >>> pictures_of(find_rule("spanning-trees")).rows, pictures_of(find_rule("domino-tilings")).caption
    ((), 'The pieces as they are drawn in the rule.')
    """
    rule = getattr(rule, "base", rule)  # one that keeps pieces of another apart is drawn as that
    pictures = from_kind(rule.kind, "picture", "pictures")
    rule_pictures = RulePictures() if pictures is None else pictures(rule)
    assert isinstance(rule_pictures, RulePictures), "kinds draw rules as diagrams"
    return rule_pictures
