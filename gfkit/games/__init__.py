"""Games as data: rule files, and where their pieces go on a board."""

from gfkit.games.cover import CoverRule, PointerRule
from gfkit.games.edges import EdgeRule
from gfkit.games.library import BUILT_IN, GROUPS, NAMED, THINGS, TILE_SETS, as_rule, find_rule
from gfkit.games.move import Move, legal_moves, settled_moves
from gfkit.games.orientations import OrientationRule
from gfkit.games.question import Question
from gfkit.games.rule import ArrayRule, PlacementRule, Rule, TileRule
from gfkit.games.spaced import SpacedRule

__all__ = [
    "BUILT_IN",
    "GROUPS",
    "NAMED",
    "THINGS",
    "TILE_SETS",
    "ArrayRule",
    "CoverRule",
    "EdgeRule",
    "Move",
    "OrientationRule",
    "PlacementRule",
    "PointerRule",
    "Question",
    "Rule",
    "SpacedRule",
    "TileRule",
    "as_rule",
    "find_rule",
    "legal_moves",
    "settled_moves",
]
