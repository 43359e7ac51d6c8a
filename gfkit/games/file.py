"""Rule files: from TOML to a rule, with an error for everything that does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gfkit.boards import parse_one_board
from gfkit.errors import BoardError, RuleError, RuleSpot
from gfkit.files import TOO_LONG, TomlError, read_toml
from gfkit.games.array_file import read_array, read_neighbours
from gfkit.games.cover import read_cover, read_pointers
from gfkit.games.edges import read_edges
from gfkit.games.orientations import read_orientations
from gfkit.games.rule import (
    Boundary,
    Colour,
    GraphPiece,
    Piece,
    PlacementRule,
    Rule,
    Tile,
    TileRule,
)
from gfkit.games.spaced import MOST_DISTANCE, MOST_FIGURE, Apart, SpacedRule
from gfkit.games.table import RuleTable, located, read_piece, read_weight
from gfkit.typing import Player

MOST_COLOURS = 50
_FIGURES = ("path", "cycle", "complete", "star", "graph")
"""Words of boards that pieces can be; ``graph`` with its edges in the word."""
_SIDES = ("top", "right", "bottom", "left")
_STOPPED = re.compile(r"\(at line (\d+), column (\d+)\)")


def read_rule(source: str, content: str, parameter: int | None = None) -> Rule:
    """The rule in a rule file's content; ``source`` names it in errors.

    ``parameter`` is the number after the colon in names such as ``cis:3``.
    """
    try:
        data = read_toml(content)
    except TomlError as error:
        refusal = RuleError(f"rule file {source!r} {error}")
        raise (refusal.at(_broken_at(str(error), content)) if "(at " in str(error) else refusal) from None
    try:
        return _rule_of(f"rule file {source!r}", data, parameter)
    except RuleError as error:
        if error.spot is not None:
            error.spot = located(error.spot, content)
        raise


def _broken_at(said: str, content: str) -> RuleSpot:
    """Where Python's reader of TOML stopped, which it only says in words."""
    at = _STOPPED.search(said)
    lines = content.split("\n")
    return RuleSpot(line=int(at[1]) if at else len(lines), column=int(at[2]) if at else len(lines[-1]) + 1)


def _told(where: str, given: str | Mapping[str, Any]) -> Rule:
    """A rule that is told in Python: the text of a file, or its data."""
    if isinstance(given, str):
        return read_rule(where, given)
    if not isinstance(given, Mapping):
        raise RuleError(f"{where}: expected the text of a rule file or its tables, got {given!r}")
    return _rule_of(where, given, None)


def _rule_of(where: str, data: Mapping[str, Any], parameter: int | None) -> Rule:
    """The rule in the tables of a file."""
    if _has_long_number(data):
        raise RuleError(f"{where} {TOO_LONG}")
    fitting = [read for keys, read in _KINDS if keys & data.keys()]
    if len(fitting) != 1:
        found = ", ".join(f"[{key}]" for key in data if key not in ("name", "about")) or "no table"
        raise RuleError(
            f"{where}: needs tables of one kind: [left] and [right] or [both] or [colours]"
            f" for a placement game, [cells] for arrays, [[tile]] for tiles, [cover] for pieces that cover"
            f" the board, [pointers] for cells that point at cells, [edges] for sets of edges,"
            f" [orientations] for a direction of every edge; found {found}"
        )
    return fitting[0](RuleTable(where, data), parameter)


def _has_long_number(data: object) -> bool:
    todo = [data]
    while todo:
        value = todo.pop()
        if isinstance(value, Mapping):
            todo.extend(value.values())
        elif isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, int) and value.bit_length() > 63:
            return True
    return False


def _placement(table: RuleTable, parameter: int | None) -> PlacementRule | SpacedRule:
    """The placement game in a rule file."""
    table.only("name", "about", "left", "right", "both", "colours", "rules")
    colours = _read_colours(table, parameter)
    rules = table.table("rules")
    rules.only("forbid_adjacent", "liberties", "apart")
    forbid = rules.sequence("forbid_adjacent", needed=False)
    forbidden: frozenset[tuple[int, int]] = frozenset()
    for word in forbid:
        with rules.reading("forbid_adjacent", word):
            forbidden |= _pairs(rules, colours, word)
    name = table.text("name")
    if parameter is not None:
        name = f"{name} with {parameter} colours"
    airless = _airless(rules, colours)
    liberties = len(airless) < len(colours)
    base = PlacementRule(
        name, colours, forbidden, liberties, table.remark("about"), airless if liberties else frozenset()
    )
    apart = tuple(_apart(item, colours) for item in rules.tables("apart"))
    has_figures = any(colour.figures for colour in colours)
    if (apart or has_figures) and base.liberties:
        with_ = "apart" if apart else "pieces that are graphs"
        raise RuleError(f"{rules.where}: liberties and {with_} do not go together; leave one of them out")
    return SpacedRule(base, apart) if apart or has_figures else base


def _airless(rules: RuleTable, colours: tuple[Colour, ...]) -> frozenset[int]:
    """The colours whose groups need no liberty; ``liberties`` is true, false, or the player whose do."""
    given = rules.raw("liberties", False)
    if isinstance(given, bool):
        return frozenset() if given else frozenset(range(len(colours)))
    players = [colour.name for colour in colours if colour.owner is not Player.BOTH]
    if given not in players:
        names = " or ".join(f'"{name}"' for name in players)
        raise rules.refused("liberties", f"true or false{', or ' + names if names else ''}")
    return frozenset(index for index, colour in enumerate(colours) if colour.name != given)


def _apart(item: RuleTable, colours: tuple[Colour, ...]) -> Apart:
    """What pieces that need not touch may not do to each other."""
    item.only("pieces", "distances", "neighbours")
    pairs: frozenset[tuple[int, int]] = frozenset()
    for word in item.sequence("pieces"):
        with item.reading("pieces", word):
            pairs |= _pairs(item, colours, word, "pieces")
    if ("distances" in item) == ("neighbours" in item):
        raise item.error(": take one of distances, as [1, 2], and neighbours, as 'king'", "distances")
    if "distances" in item:
        return Apart(pairs, item.wholes("distances", 1, MOST_DISTANCE))
    with item.reading("neighbours", item.raw("neighbours")):
        offsets = read_neighbours(f"{item.where} neighbours", item.raw("neighbours"))
    return Apart(pairs, neighbours=offsets) if offsets else Apart(pairs, frozenset({1}))


def _read_colours(table: RuleTable, parameter: int | None) -> tuple[Colour, ...]:
    kinds = [key for key in ("both", "colours") if key in table]
    players = [key for key in ("left", "right") if key in table]
    if len(kinds) + bool(players) != 1:
        raise RuleError(f"{table.where}: take one of [left] with [right], or [both], or [colours]")
    if "colours" in table:
        return _many_colours(table.table("colours"), parameter)
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    if "both" in table:
        return (_colour("piece", Player.BOTH, table.table("both")),)
    if len(players) == 1:
        missing = "right" if players == ["left"] else "left"
        raise RuleError(
            f"{table.where}: [{missing}] is missing; a player without pieces has [{missing}] with pieces = []"
        )
    found = [_colour(key, Player(key), table.table(key), needed=False) for key in players]
    found = [colour for colour in found if colour.pieces or colour.figures]
    if not found:
        raise RuleError(f"{table.where}: neither [left] nor [right] has a piece; at least one is needed")
    return tuple(found)


def _many_colours(table: RuleTable, parameter: int | None) -> tuple[Colour, ...]:
    table.only("number", "pieces")
    if table.raw("number") == "k":
        if parameter is None:
            raise table.error(": the number of colours is open: add it after a colon, as in :3", "number")
        number = parameter
        if not 1 <= number <= MOST_COLOURS:
            raise RuleError(
                f"{table.where}: the number after the colon must be from 1 to {MOST_COLOURS}, got {number}"
            )
    else:
        number = table.whole("number", 1, MOST_COLOURS)
        if parameter is not None:
            raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    one = _colour("left", Player.LEFT, table, "number")
    if number == 2:
        return (one, replace(one, name="right", owner=Player.RIGHT))
    return tuple(replace(one, name=f"colour {index}", owner=Player.BOTH) for index in range(1, number + 1))


def _colour(name: str, owner: Player, table: RuleTable, *known: str, needed: bool = True) -> Colour:
    """A colour with its pieces, drawn ones and graphs."""
    table.only(*known, "pieces")
    if not needed and "pieces" not in table:
        raise table.refused("pieces", "a list in brackets, [] for a player without pieces")
    where = f"{table.where} pieces"
    pieces: list[Piece | GraphPiece] = []
    for text in table.sequence("pieces", needed=needed):
        with table.reading("pieces", text):
            is_word = isinstance(text, str) and text[:1].islower()
            piece = _figure(where, text) if is_word else read_piece(where, text)
            if piece in pieces:
                raise RuleError(f"{where}: {text!r} is there twice; every orientation is written once")
        pieces.append(piece)
    drawn = tuple(piece for piece in pieces if isinstance(piece, Piece))
    return Colour(name, owner, drawn, figures=tuple(one for one in pieces if isinstance(one, GraphPiece)))


def _figure(where: str, text: str) -> GraphPiece:
    """A piece that is a graph, told as a board is."""
    if text.partition(":")[0] not in _FIGURES:
        words = ", ".join(_FIGURES)
        raise RuleError(
            f"{where}: {text!r} is neither a drawing, as 'XX', nor a graph that pieces can be, as path:3;"
            f" such are {words}"
        )
    try:
        board = parse_one_board(text)
    except BoardError as error:
        raise RuleError(f"{where}: {error}") from None
    if not 1 <= board.size <= MOST_FIGURE:
        raise RuleError(
            f"{where}: {text!r} has {board.size} vertices; a piece has at least 1 and at most {MOST_FIGURE}"
        )
    return GraphPiece(text, board.size, board.edges)


def _pairs(
    rules: RuleTable, colours: tuple[Colour, ...], word: object, key: str = "forbid_adjacent"
) -> frozenset[tuple[int, int]]:
    """The pairs of colours that one word of ``forbid_adjacent`` keeps apart.

    A piece of an impartial game is Left's and Right's at once, so there every word means all pieces.
    """
    every = {(i, j) for i in range(len(colours)) for j in range(i, len(colours))}
    if word == "same":
        return frozenset((i, j) for i, j in every if i == j)
    if word == "different":
        return frozenset((i, j) for i, j in every if i != j)
    if word not in ("LL", "RR", "LR"):
        raise RuleError(
            f"{rules.where} {key}: {word!r} is unknown; known are 'LL', 'RR', 'LR',"
            " and for games with many colours 'same', 'different'"
        )
    first, second = (Player.LEFT if letter == "L" else Player.RIGHT for letter in str(word))
    return frozenset(
        (i, j)
        for i, j in every
        if (colours[i].belongs_to(first) and colours[j].belongs_to(second))
        or (colours[i].belongs_to(second) and colours[j].belongs_to(first))
    )


def _tiles(table: RuleTable, parameter: int | None) -> TileRule:
    """The tile set in a rule file."""
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    table.only("name", "about", "tile", "boundary")
    tiles = tuple(_tile(item, number) for number, item in enumerate(table.tables("tile")))
    if not tiles:
        raise RuleError(f"{table.where}: needs at least one [[tile]]")
    names = [tile.name for tile in tiles]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise RuleError(f"{table.where}: two tiles are named {twice!r}")
    boundary = table.table("boundary")
    boundary.only(*_SIDES)
    down = {tile.top for tile in tiles} | {tile.bottom for tile in tiles}
    across = {tile.left for tile in tiles} | {tile.right for tile in tiles}
    return TileRule(
        table.text("name"),
        tiles,
        Boundary(
            top=_labels(boundary, "top", down),
            right=_labels(boundary, "right", across),
            bottom=_labels(boundary, "bottom", down),
            left=_labels(boundary, "left", across),
        ),
        table.remark("about"),
    )


def _tile(item: RuleTable, number: int) -> Tile:
    item.only("name", *_SIDES, "weight")
    top, right, bottom, left = (_label(item, side) for side in _SIDES)
    name = item.text("name") if "name" in item else f"T{number}"
    with item.reading("weight", item.raw("weight")):
        weight = read_weight(item.where, item.raw("weight", "1"))
    return Tile(name, top, right, bottom, left, weight)


def _label(item: RuleTable, side: str) -> str:
    value = item.raw(side)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole and not (isinstance(value, str) and value and value.isprintable()):
        raise item.refused(side, "an edge label, a whole number or a printable text in quotes")
    return str(value)


def _labels(boundary: RuleTable, side: str, known: set[str]) -> frozenset[str]:
    labels = [str(value) for value in boundary.sequence(side)]
    for label in labels:
        if label not in known:
            raise boundary.error(
                f": {side} allows the label {label!r}, which no tile has there;"
                f" tiles have {', '.join(sorted(known))} there",
                side,
            )
    return frozenset(labels)


_KINDS: tuple[tuple[frozenset[str], Callable[[RuleTable, int | None], Rule]], ...] = (
    (frozenset({"left", "right", "both", "colours"}), _placement),
    (frozenset({"cells"}), read_array),
    (frozenset({"tile"}), _tiles),
    (frozenset({"cover"}), read_cover),
    (frozenset({"pointers"}), read_pointers),
    (frozenset({"edges"}), read_edges),
    (frozenset({"orientations"}), read_orientations),
)

Rule.read_by(_told)
