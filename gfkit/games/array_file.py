"""Local-rule arrays as rule files: [cells] with windows and counts of neighbours."""

from __future__ import annotations

from gfkit.errors import RuleError
from gfkit.games.field import Table, read_weight
from gfkit.games.pattern import read_neighbours, read_window
from gfkit.games.rule import ArrayRule, Exponents, NeighbourCount

_MOST_COLOURS = 10


def read_array(table: Table, parameter: int | None) -> ArrayRule:
    """The local-rule arrays in a rule file."""
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    table.only("name", "about", "cells", "rules")
    cells = table.table("cells")
    cells.only("colours", "weight")
    colours = cells.whole("colours", 1, _MOST_COLOURS)
    rules = table.table("rules")
    rules.only("forbid", "count")
    where = f"{rules.where} forbid"
    return ArrayRule(
        name=table.text("name"),
        colours=colours,
        weights=_weights(cells, colours),
        forbid=tuple(
            dict.fromkeys(
                read_window(where, text, colours) for text in rules.sequence("forbid", needed=False)
            )
        ),
        counts=tuple(_count(item, colours) for item in rules.tables("count")),
        about=table.remark("about"),
    )


def _weights(cells: Table, colours: int) -> tuple[Exponents, ...]:
    marked = Table(f"{cells.where} weight", cells.raw("weight", {}))
    marked.only(*(str(colour) for colour in range(colours)))
    return tuple(read_weight(marked.where, marked.raw(str(colour), "1")) for colour in range(colours))


def _count(item: Table, colours: int) -> NeighbourCount:
    item.only("cell", "neighbours", "of", "allowed")
    if "neighbours" not in item:
        raise item.refused(
            "neighbours", "rook, king, or a drawing with X at the cell and o at its neighbours"
        )
    neighbours = read_neighbours(f"{item.where} neighbours", item.raw("neighbours"))
    return NeighbourCount(
        cell=item.whole("cell", 0, colours - 1),
        neighbours=neighbours,
        of=item.wholes("of", 0, colours - 1),
        allowed=item.wholes("allowed", 0, 1000),
    )
