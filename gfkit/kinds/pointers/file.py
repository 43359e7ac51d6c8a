"""Rule files of pointing cells."""

from __future__ import annotations

from gfkit.errors import RuleError
from gfkit.games.place import drawn_offsets
from gfkit.games.rule import Cell, Exponents
from gfkit.games.table import RuleTable, only_table, read_weights
from gfkit.kinds.pointers.rule import PointerRule

_ROOK, _STAY = "rook", "stay"
_KING = "ooo/oXo/ooo"


def read(table: RuleTable, parameter: int | None) -> PointerRule:
    """The permutations by moves in a rule file."""
    own = only_table(table, parameter, "pointers")
    own.only("moves", "stay", "weight")
    if "stay" not in own:
        raise own.refused("stay", "true or false: whether a cell may point at itself")
    stays = own.flag("stay")
    texts = own.sequence("moves")
    marks = read_weights(own, texts, *([_STAY] if stays else []))
    moves: dict[Cell, Exponents] = {}
    for text in texts:
        for step in () if text == _ROOK else _offsets(f"{own.where} moves", text):
            if step in moves:
                raise RuleError(
                    f"{own.where} moves: the offset {step[0]} down, {step[1]} right is there twice"
                )
            moves[step] = marks[text]
    if _ROOK in texts and len(texts) > 1:
        raise RuleError(f"{own.where} moves: {_ROOK!r} stands alone; draw the other moves, or all of them")
    return PointerRule(
        name=table.text("name"),
        moves=tuple(moves.items()),
        stay=marks[_STAY] if stays else None,
        rook=marks[_ROOK] if _ROOK in texts else None,
        drawings=tuple(texts),
        about=table.remark("about"),
    )


def _offsets(where: str, text: object) -> tuple[Cell, ...]:
    """Offsets of moves from their drawing: X the cell, o where it may point; king for the eight around."""
    legend = "rook, king, or a drawing with X at the cell and o where it may point"
    return drawn_offsets(where, _KING if text == "king" else text, legend, "where it may point")
