"""Rules as data: their files, their names, and what is asked."""

from gfkit.games.library import BUILT_IN, GROUPS, NAMED, THINGS, TILE_SETS, as_rule, find_rule
from gfkit.games.question import Question
from gfkit.games.rule import Rule

__all__ = ["BUILT_IN", "GROUPS", "NAMED", "THINGS", "TILE_SETS", "Question", "Rule", "as_rule", "find_rule"]
