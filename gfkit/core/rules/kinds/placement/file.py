"""Parser of rule files of placement games."""

from __future__ import annotations

import string
from dataclasses import replace
from typing import TYPE_CHECKING

from gfkit.core.boards import parse_one_board
from gfkit.core.errors import BoardError, RuleError
from gfkit.core.rules.kinds.placement.rule import Colour, GraphPiece, PlacementRule
from gfkit.core.rules.table import MOST_COLOURS, RuleTable, open_whole, read_lines, read_piece, refuse_number
from gfkit.core.rules.values import Piece
from gfkit.core.typing import Player

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.placement.spaced import Apart, SpacedRule

_FIGURES = ("path", "cycle", "complete", "star", "graph")
"""Names of boards that can be pieces; ``graph`` with its edges in the name."""
KEYS = {
    "": "name about look left right both colours rules",
    "[left]": "pieces",
    "[right]": "pieces",
    "[both]": "pieces",
    "[colours]": "number pieces",
    "[rules]": "forbid_adjacent liberties apart",
    "[[rules.apart]]": "pieces distances neighbours",
}


def read(table: RuleTable, parameter: int | None) -> PlacementRule | SpacedRule:
    """Parse a rule file of a placement game."""
    colours = _read_colours(table, parameter)
    rules = table.table("rules")
    forbidden = _all_pairs(rules, colours, "forbid_adjacent", needed=False)
    name = table.text("name")
    if parameter is not None:
        name = f"{name} with {parameter} colours"
    airless = _colours_without_liberties(rules, colours)
    liberties = len(airless) < len(colours)
    base = PlacementRule(
        name,
        colours,
        forbidden,
        liberties,
        table.remark("about"),
        airless if liberties else frozenset(),
        read_lines(table),
    )
    apart = tuple(_parse_exclusions(item, colours) for item in rules.tables("apart"))
    has_figures = any(colour.figures for colour in colours)
    if (apart or has_figures) and base.liberties:
        with_ = "apart" if apart else "pieces that are graphs"
        raise RuleError(f"{rules.where}: liberties cannot be combined with {with_}; omit one of them")
    if not apart and not has_figures:
        return base
    from gfkit.core.rules.kinds.placement.spaced import (
        SpacedRule,  # few games have exclusions beyond adjacency
    )

    return SpacedRule(base, apart)


def _colours_without_liberties(rules: RuleTable, colours: tuple[Colour, ...]) -> frozenset[int]:
    """Return the colours whose groups need no liberty.

    The key ``liberties`` is true, false, or the player whose groups need liberties.
    """
    given = rules.raw("liberties", False)
    if isinstance(given, bool):
        return frozenset() if given else frozenset(range(len(colours)))
    players = [colour.name for colour in colours if colour.owner is not Player.BOTH]
    if given not in players:
        names = " or ".join(f'"{name}"' for name in players)
        raise rules.error_for("liberties", f"true or false{', or ' + names if names else ''}")
    return frozenset(index for index, colour in enumerate(colours) if colour.name != given)


def _parse_exclusions(item: RuleTable, colours: tuple[Colour, ...]) -> Apart:
    """Parse the exclusions between pieces at a distance or at an offset."""
    from gfkit.core.rules.kinds.placement.spaced import MOST_DISTANCE, Apart
    from gfkit.core.rules.place import read_neighbours

    pairs = _all_pairs(item, colours, "pieces")
    if ("distances" in item) == ("neighbours" in item):
        raise item.error(
            ": give only one of distances, such as [1, 2], and neighbours, such as 'king'", "distances"
        )
    if "distances" in item:
        return Apart(pairs, item.wholes("distances", 1, MOST_DISTANCE))
    with item.reading("neighbours", item.raw("neighbours")):
        offsets = read_neighbours(f"{item.where} neighbours", item.raw("neighbours"))
    return Apart(pairs, neighbours=offsets) if offsets else Apart(pairs, frozenset({1}))


def _read_colours(table: RuleTable, parameter: int | None) -> tuple[Colour, ...]:
    kinds = [key for key in ("both", "colours") if key in table]
    players = [key for key in ("left", "right") if key in table]
    if len(kinds) + bool(players) != 1:
        raise RuleError(f"{table.where}: give [left] and [right], or [both], or [colours]")
    if "colours" in table:
        return _many_colours(table.table("colours"), parameter)
    refuse_number(table, parameter)
    if "both" in table:
        return (_colour("piece", Player.BOTH, table.table("both")),)
    if len(players) == 1:
        missing = "right" if players == ["left"] else "left"
        raise RuleError(
            f"{table.where}: [{missing}] is missing; for a player without pieces write [{missing}] with"
            " pieces = []"
        )
    colours = [_colour(key, Player(key), table.table(key), needed=False) for key in players]
    colours = [colour for colour in colours if colour.pieces or colour.figures]
    if not colours:
        raise RuleError(
            f"{table.where}: neither [left] nor [right] has a piece; at least one piece is needed"
        )
    return tuple(colours)


def _many_colours(table: RuleTable, parameter: int | None) -> tuple[Colour, ...]:
    number = open_whole(table, "number", parameter, MOST_COLOURS, "colours")
    colour = _colour("left", Player.LEFT, table)
    if number == 2:
        return (colour, replace(colour, name="right", owner=Player.RIGHT))
    return tuple(replace(colour, name=f"colour {index}", owner=Player.BOTH) for index in range(1, number + 1))


def _colour(name: str, owner: Player, table: RuleTable, *, needed: bool = True) -> Colour:
    """Parse a colour with its pieces: drawings and graphs."""
    if not needed and "pieces" not in table:
        raise table.error_for("pieces", "a list in brackets, or [] for a player without pieces")
    where = f"{table.where} pieces"
    pieces: dict[Piece | GraphPiece, Piece | GraphPiece] = {}
    for text in table.sequence("pieces", needed=needed):
        with table.reading("pieces", text):
            is_word = isinstance(text, str) and text[:1].islower()
            piece = _parse_graph_piece(where, text) if is_word else read_piece(where, text)
            shape = piece  # a piece of one layer is the same drawing in the plane
            if isinstance(piece, Piece) and not any(layer for layer, _, _ in piece.cubes):
                shape = Piece(piece.cells or tuple((row, col) for _, row, col in piece.cubes))
            if shape in pieces:
                raise RuleError(f"{where}: {text!r} is repeated; list every orientation once")
        pieces[shape] = piece
    drawn = tuple(piece for piece in pieces.values() if isinstance(piece, Piece))
    figures = tuple(piece for piece in pieces.values() if isinstance(piece, GraphPiece))
    return Colour(name, owner, drawn, figures=figures)


def _parse_graph_piece(where: str, text: str) -> GraphPiece:
    """Parse a piece that is a graph, in the notation of boards."""
    from gfkit.core.rules.kinds.placement.spaced import MOST_FIGURE

    if text.partition(":")[0] not in _FIGURES:
        words = ", ".join(_FIGURES)
        raise RuleError(
            f"{where}: {text!r} is neither a drawing, such as 'XX', nor a graph that can be a piece, such as"
            f" path:3; available graphs are {words}"
        )
    try:
        board = parse_one_board(text)
    except BoardError as error:
        raise RuleError(f"{where}: {error}") from None
    if not 1 <= board.size <= MOST_FIGURE:
        raise RuleError(
            f"{where}: {text!r} has {board.size} vertices; a piece must have 1 to {MOST_FIGURE} vertices"
        )
    return GraphPiece(text, board.size, board.edges)


def _all_pairs(
    rules: RuleTable, colours: tuple[Colour, ...], key: str, *, needed: bool = True
) -> frozenset[tuple[int, int]]:
    """Return the pairs of colours that the words under a key exclude, over all words."""
    pairs: frozenset[tuple[int, int]] = frozenset()
    for word in rules.sequence(key, needed=needed):
        with rules.reading(key, word):
            pairs |= _parse_colour_pairs(rules, colours, word, key)
    return pairs


def _parse_colour_pairs(
    rules: RuleTable, colours: tuple[Colour, ...], word: object, key: str
) -> frozenset[tuple[int, int]]:
    """Return the pairs of colours that one word excludes; "ab" denotes the first and the second of several.

    A piece of an impartial game belongs to both players, so every word denotes all pieces.
    """
    every = {(i, j) for i in range(len(colours)) for j in range(i, len(colours))}
    if word == "same":
        return frozenset((i, j) for i, j in every if i == j)
    if word == "different":
        return frozenset((i, j) for i, j in every if i != j)
    letters = string.ascii_lowercase[: len(colours)]
    if len(colours) > 2 and isinstance(word, str) and len(word) == 2 and {*word} <= {*letters}:
        i, j = sorted(map(letters.index, word))
        return frozenset({(i, j)})
    if word not in ("LL", "RR", "LR"):
        raise RuleError(
            f"{rules.where} {key}: unknown pair {word!r}; choose from 'LL', 'RR', 'LR',"
            " and for more than two colours 'same', 'different', or letters such as 'ab'"
        )
    first, second = (Player.LEFT if letter == "L" else Player.RIGHT for letter in str(word))
    return frozenset(
        (i, j)
        for i, j in every
        if (colours[i].belongs_to(first) and colours[j].belongs_to(second))
        or (colours[i].belongs_to(second) and colours[j].belongs_to(first))
    )
