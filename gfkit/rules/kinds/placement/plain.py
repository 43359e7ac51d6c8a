"""Placement games as plain data, for certificates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gfkit.errors import MismatchError
from gfkit.rules.kinds.placement.rule import Colour, PlacementRule
from gfkit.rules.rule import Piece, Rule
from gfkit.typing import Player


def plain_data(rule: PlacementRule) -> dict[str, object]:
    """The pieces of a placement game, and how they keep apart; colours for cells kept for a player say so."""
    if rule.airless:
        raise MismatchError(
            f"no certificate is written of {rule.name}, where groups of one player alone need a free cell"
        )
    colours = [
        {
            "owner": colour.owner.value,
            "pieces": [[list(cell) for cell in piece.cells] for piece in colour.pieces],
            **({"reserved": True} if colour.reserved else {}),
        }
        for colour in rule.colours
    ]
    return {
        "colours": colours,
        "forbidden": [list(pair) for pair in sorted(rule.forbidden)],
        "liberties": rule.liberties,
    }


def plain_forms(rule: Rule) -> list[dict[str, object]]:
    """A rule as plain data: on any boards, and on those with cells that are kept for a player.

    There are none of what is no placement game, or whose pieces keep apart by more than touching.
    """
    if not isinstance(rule, PlacementRule):
        return []
    return [plain_data(form) for form in ([rule] if rule.liberties else [rule, rule.with_reserved_cells()])]


def placement_of(plain: Mapping[str, Any]) -> PlacementRule:
    """The rule that has this as its ``plain_data``.

    >>> from gfkit.rules import find_rule
    >>> placement_of(plain_data(find_rule("col"))).forbidden == find_rule("col").forbidden
    True
    """
    colours = tuple(
        Colour(
            f"colour {number}",
            Player(colour["owner"]),
            tuple(Piece(tuple((row, col) for row, col in piece)) for piece in colour["pieces"]),
            colour.get("reserved", False),
        )
        for number, colour in enumerate(plain["colours"])
    )
    forbidden = frozenset((first, second) for first, second in plain["forbidden"])
    return PlacementRule("the rule in the file", colours, forbidden, plain["liberties"])
