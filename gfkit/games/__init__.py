"""Rules as data: their files, their names, and what is asked."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.games.library import BUILT_IN, GROUPS, NAMED, THINGS, TILE_SETS, as_rule, find_rule
    from gfkit.games.question import GameLike, Question
    from gfkit.games.rule import Rule
else:
    __getattr__ = when_used(
        __name__,
        {
            "library": "BUILT_IN GROUPS NAMED THINGS TILE_SETS as_rule find_rule",
            "question": "GameLike Question",
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
    "as_rule",
    "find_rule",
]
