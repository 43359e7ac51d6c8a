"""Tile sets: the rule, the parser of its file, and its description."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import RuleError
from gfkit.core.rules.kinds.diagram import DiagramRow, Look, RulePictures, listed_values
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import RuleTable, read_copies, refuse_number
from gfkit.core.rules.values import Occurrence, Tile

if TYPE_CHECKING:
    from gfkit.core.rules.factors import Factors

SIDES = ("top", "right", "bottom", "left")


@dataclass(frozen=True, slots=True)
class Boundary:
    """Colours allowed on each side of the board and of its holes."""

    top: frozenset[str]
    right: frozenset[str]
    bottom: frozenset[str]
    left: frozenset[str]


@dataclass(frozen=True, slots=True, repr=False)
class TileRule(Rule):
    """Tilings by tiles with coloured edges; the common edge of adjacent tiles has one colour."""

    name: str
    tiles: tuple[Tile, ...]
    boundary: Boundary
    about: str = ""
    factors: Factors | None = field(default=None, kw_only=True)
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    kind: str = field(default="tiles", init=False)
    kind_phrase: ClassVar[str] = "a tile set"

    @property
    def extent(self) -> int:
        return 0

    @property
    def no_orbits(self) -> str:
        return "is a set of tiles whose colours do not define reflected tiles"


# Rule files


KEYS = {
    "": "name about tile boundary",
    "[boundary]": "top right bottom left",
    "[[tile]]": "name top right bottom left weight",
}


def read(table: RuleTable, parameter: int | None) -> TileRule:
    """Parse a rule file of a tile set."""
    refuse_number(table, parameter)
    tiles = tuple(tile for number, item in enumerate(table.tables("tile")) for tile in _tiles(item, number))
    if not tiles:
        raise RuleError(f"{table.where} must contain at least one [[tile]]")
    names = [tile.name for tile in tiles]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise RuleError(f"{table.where}: two tiles are named {twice!r}")
    boundary = table.table("boundary")
    down = {tile.top for tile in tiles} | {tile.bottom for tile in tiles}
    across = {tile.left for tile in tiles} | {tile.right for tile in tiles}
    return TileRule(
        table.text("name"),
        tiles,
        Boundary(
            top=_colours(boundary, "top", down),
            right=_colours(boundary, "right", across),
            bottom=_colours(boundary, "bottom", down),
            left=_colours(boundary, "left", across),
        ),
        table.remark("about"),
    )


def _tiles(item: RuleTable, number: int) -> list[Tile]:
    """Return the copies of a tile; their number is the coefficient of its weight."""
    top, right, bottom, left = (_colour(item, side) for side in SIDES)
    name = item.text("name") if "name" in item else f"T{number}"
    with item.reading("weight", item.raw("weight")):
        copies, weight = read_copies(item.where, item.raw("weight", "1"))
    names = [name if copy == 1 else f"{name}#{copy}" for copy in range(1, copies + 1)]
    return [Tile(each, top, right, bottom, left, weight) for each in names]


def _colour(item: RuleTable, side: str) -> str:
    value = item.raw(side)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole and not (isinstance(value, str) and value and value.isprintable()):
        raise item.error_for(side, "the colour of an edge: an integer, or a printable string in quotes")
    return str(value)


def _colours(boundary: RuleTable, side: str, known: set[str]) -> frozenset[str]:
    colours = [str(value) for value in boundary.sequence(side)]
    for colour in colours:
        if colour not in known:
            raise boundary.error(
                f": {side} allows the colour {colour!r}, which no tile has on this side; the tiles have"
                f" {', '.join(sorted(known))}",
                side,
            )
    return frozenset(colours)


# Plain data


def plain_data(rule: TileRule) -> dict[str, object]:
    """Return colours and weights of the tiles, and the colours allowed on each side, as JSON data."""
    tiles = [
        {**{side: getattr(tile, side) for side in SIDES}, "weight": list(tile.weight)} for tile in rule.tiles
    ]
    boundary = {side: sorted(getattr(rule.boundary, side)) for side in SIDES}
    return {"tiles": tiles, "boundary": boundary}


NOUN = "tiling"
TITLE_NOUN = "arrays"


def sentences(rule: TileRule) -> list[str]:
    """Return sentences for the equality of adjacent colours, and for colours allowed on the boundary."""
    sides = ", ".join(f"{side} {listed_values(getattr(rule.boundary, side))}" for side in SIDES)
    return [
        "Every cell contains a tile; sides that meet have equal colours.",
        f"Along the boundary: {sides}.",
    ]


def data(rule: TileRule) -> dict[str, object]:
    """Return the tiles with the colours of their sides."""
    return {"tiles": [{key: getattr(tile, key) for key in ("name", *SIDES)} for tile in rule.tiles]}


# Pictures


def pictures(rule: TileRule) -> RulePictures:
    """Return a drawing of all tiles in one row."""
    row = DiagramRow("", rule.tiles)
    caption = "The tiles with the colours of their sides, their names and weights."
    return RulePictures((row,), caption, looks=_assign_looks(rule))


def _assign_looks(rule: TileRule) -> dict[str, Look]:
    """Return the drawing style of the tiles, which omits a colour that is allowed on the whole boundary."""
    edge = rule.boundary
    blank = edge.top & edge.right & edge.bottom & edge.left
    sides = {tile.name: tuple(getattr(tile, side) for side in SIDES) for tile in rule.tiles}
    named = dict.fromkeys(colour for tile in sides.values() for colour in tile if colour not in blank)
    numbers = {colour: k for k, colour in enumerate(named)}
    return {name: Look("tile", sides=tuple(map(numbers.get, tile))) for name, tile in sides.items()}
