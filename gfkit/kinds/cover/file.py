"""Rule files of exact covers."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.errors import RuleError
from gfkit.games.rule import Piece
from gfkit.games.table import (
    LARGEST_POLYOMINO,
    RuleTable,
    numbered_name,
    only_table,
    read_piece,
    read_weights,
)
from gfkit.kinds.cover.rule import CoverRule, polyominoes


def read(table: RuleTable, parameter: int | None) -> CoverRule:
    """The exact covers in a rule file."""
    is_open = isinstance(table.raw("cover"), Mapping) and table.table("cover").raw("polyominoes") == "k"
    if is_open and parameter is None:
        raise RuleError(f"{table.where}: the number of cells must follow the name, after a colon")
    own = only_table(table, None if is_open else parameter, "cover")
    if "polyominoes" in own:
        return _polyominoes(table, own, parameter)
    own.only("pieces", "turned", "mirrored", "weight")
    where = f"{own.where} pieces"
    texts = own.sequence("pieces")
    pieces = tuple(read_piece(where, text) for text in texts)
    marks = read_weights(own, texts)
    rule = CoverRule(
        name=table.text("name"),
        pieces=pieces,
        weights=tuple(marks[text] for text in texts),
        turned=own.flag("turned"),
        mirrored=own.flag("mirrored"),
        about=table.remark("about"),
    )
    known: dict[Piece, str] = {}
    for piece, text in zip(pieces, texts, strict=True):
        if piece in known:
            how = (
                "is there twice" if known[piece] == piece.text else f"is {known[piece]!r} in another position"
            )
            raise RuleError(f"{where}: {text!r} {how}; every piece is written once")
        known |= dict.fromkeys(rule.lies(piece), piece.text)
    return rule


def _polyominoes(table: RuleTable, own: RuleTable, parameter: int | None) -> CoverRule:
    """Covers by all polyominoes of so many cells, in all positions."""
    own.only("polyominoes")
    if parameter is None:
        size = own.whole("polyominoes", 1, LARGEST_POLYOMINO)
    elif 1 <= parameter <= LARGEST_POLYOMINO:
        size = parameter
    else:
        raise RuleError(
            f"{own.where}: the number of cells must be from 1 to {LARGEST_POLYOMINO}, got {parameter}"
        )
    pieces = polyominoes(size)
    name = numbered_name(table.text("name"), parameter, "cells")
    return CoverRule(name, pieces, ((0, 0),) * len(pieces), True, True, table.remark("about"))
