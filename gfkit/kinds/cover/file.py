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
    open_whole,
    read_piece,
    read_weights,
)
from gfkit.kinds.cover.rule import CoverRule, polyominoes


def read(table: RuleTable, parameter: int | None) -> CoverRule:
    """The exact covers in a rule file."""
    if isinstance(table.raw("cover"), Mapping) and "polyominoes" in table.table("cover"):
        return _polyominoes(table, parameter)
    own = only_table(table, parameter, "cover")
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


def _polyominoes(table: RuleTable, parameter: int | None) -> CoverRule:
    """Covers by all polyominoes of so many cells, in all positions."""
    own = only_table(table, None, "cover")
    own.only("polyominoes")
    pieces = polyominoes(open_whole(own, "polyominoes", parameter, LARGEST_POLYOMINO, "cells"))
    name = numbered_name(table.text("name"), parameter, "cells")
    return CoverRule(name, pieces, ((0, 0),) * len(pieces), True, True, table.remark("about"))
