"""Placement games as rule files: [left] and [right], or [both], or [colours]."""

from __future__ import annotations

from gfkit.errors import RuleError
from gfkit.games.field import Table
from gfkit.games.pattern import read_piece
from gfkit.games.rule import Colour, Piece, PlacementRule
from gfkit.typing import Player

MOST_COLOURS = 50


def read_placement(table: Table, parameter: int | None) -> PlacementRule:
    """The placement game in a rule file."""
    table.only("name", "about", "left", "right", "both", "colours", "rules")
    colours = _read_colours(table, parameter)
    rules = table.table("rules")
    rules.only("forbid_adjacent", "liberties")
    forbid = rules.sequence("forbid_adjacent", needed=False)
    forbidden = frozenset().union(*(_pairs(rules, colours, word) for word in forbid))
    name = table.text("name")
    if parameter is not None:
        name = f"{name} with {parameter} colours"
    return PlacementRule(name, colours, forbidden, rules.flag("liberties"), table.remark("about"))


def _read_colours(table: Table, parameter: int | None) -> tuple[Colour, ...]:
    kinds = [key for key in ("both", "colours") if key in table]
    players = [key for key in ("left", "right") if key in table]
    if len(kinds) + bool(players) != 1:
        raise RuleError(f"{table.where}: take one of [left] with [right], or [both], or [colours]")
    if "colours" in table:
        return _many_colours(table.table("colours"), parameter)
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    if "both" in table:
        return (Colour("piece", Player.BOTH, _pieces(table.table("both"))),)
    if len(players) == 1:
        missing = "right" if players == ["left"] else "left"
        raise RuleError(
            f"{table.where}: [{missing}] is missing; a player without pieces has [{missing}] with pieces = []"
        )
    found = [Colour(key, Player(key), _pieces(table.table(key), needed=False)) for key in players]
    if not any(colour.pieces for colour in found):
        raise RuleError(f"{table.where}: neither [left] nor [right] has a piece; at least one is needed")
    return tuple(colour for colour in found if colour.pieces)


def _many_colours(table: Table, parameter: int | None) -> tuple[Colour, ...]:
    table.only("number", "pieces")
    if table.raw("number") == "k":
        if parameter is None:
            raise RuleError(f"{table.where}: the number of colours is open: add it after a colon, as in :3")
        number = parameter
        if not 1 <= number <= MOST_COLOURS:
            raise RuleError(
                f"{table.where}: the number after the colon must be from 1 to {MOST_COLOURS}, got {number}"
            )
    else:
        number = table.whole("number", 1, MOST_COLOURS)
        if parameter is not None:
            raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    pieces = _pieces(table, "number")
    if number == 2:
        return (Colour("left", Player.LEFT, pieces), Colour("right", Player.RIGHT, pieces))
    return tuple(Colour(f"colour {index}", Player.BOTH, pieces) for index in range(1, number + 1))


def _pieces(table: Table, *known: str, needed: bool = True) -> tuple[Piece, ...]:
    table.only(*known, "pieces")
    if not needed and "pieces" not in table:
        raise table.refused("pieces", "a list in brackets, [] for a player without pieces")
    where = f"{table.where} pieces"
    pieces: list[Piece] = []
    for text in table.sequence("pieces", needed=needed):
        piece = read_piece(where, text)
        if piece in pieces:
            raise RuleError(f"{where}: {text!r} is there twice; every orientation is written once")
        pieces.append(piece)
    return tuple(pieces)


def _pairs(rules: Table, colours: tuple[Colour, ...], word: object) -> frozenset[tuple[int, int]]:
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
            f"{rules.where} forbid_adjacent: {word!r} is unknown; known are 'LL', 'RR', 'LR',"
            " and for games with many colours 'same', 'different'"
        )
    first, second = (Player.LEFT if letter == "L" else Player.RIGHT for letter in str(word))
    return frozenset(
        (i, j)
        for i, j in every
        if (colours[i].belongs_to(first) and colours[j].belongs_to(second))
        or (colours[i].belongs_to(second) and colours[j].belongs_to(first))
    )
