"""What the options of a machine put on the board, as a configuration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gfkit.games import CoverRule, EdgeRule, PlacementRule, Rule
from gfkit.games.configuration import Configuration
from gfkit.games.rule import ArrayRule
from gfkit.transfer.machine.cover import Laying


def laid_configuration(rule: Rule, laid: Sequence[Any]) -> Configuration:
    """What lies on the board, from what the options of a way say."""
    if isinstance(rule, PlacementRule):
        return Configuration.of_moves(rule, ((move.colour, move.cells) for move in laid))
    if isinstance(rule, ArrayRule):
        return Configuration.of_values((cell, rule.values[colour]) for cell, colour in laid)
    if isinstance(rule, EdgeRule):
        return Configuration.of_edges(edge for edges in laid for edge in edges)
    if laid and isinstance(laid[0], Laying):
        if isinstance(rule, CoverRule):
            return Configuration.of_cover([one.takes for one in laid])
        return Configuration.of_cover((), ((one.cells[0], one.takes[0]) for one in laid))
    return Configuration.of_tiles(laid)
