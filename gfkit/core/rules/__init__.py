"""Rules as data: rule files, built-in names, and the query that applies a rule to a board."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.core.rules.library import BUILT_IN, GROUPS, NAMED, THINGS, TILE_SETS, as_rule, find_rule
    from gfkit.core.rules.question import GameLike, Question, SystemLike
    from gfkit.core.rules.rule import Rule
else:
    __getattr__ = when_used(
        __name__,
        {
            "library": "BUILT_IN GROUPS NAMED THINGS TILE_SETS as_rule find_rule",
            "question": "GameLike Question SystemLike",
            "rule": "Rule",
        },
    )

__all__ = [
    "BUILT_IN",
    "GROUPS",
    "NAMED",
    "THINGS",
    "TILE_SETS",
    "GameLike",
    "Question",
    "Rule",
    "SystemLike",
    "as_rule",
    "find_rule",
]
