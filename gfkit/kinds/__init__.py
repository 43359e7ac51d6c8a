"""The kinds of rules: each is a folder that says what its rules mean, as constraints on a board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gfkit.boards import Board
from gfkit.games.configuration import Configuration
from gfkit.games.kind import kind_part
from gfkit.games.rule import Rule
from gfkit.kinds.constraints import ConstraintSystem, Key
from gfkit.typing import Positions


@lru_cache(maxsize=4)
def system_of(rule: Rule, board: Board, positions: Positions = Positions.ALL) -> ConstraintSystem:
    """The system of a rule on a board: its slots, and what is asked of them.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> system = system_of(find_rule("domineering"), parse_one_board("2x2"))
    >>> len(system.slots), len(system.constraints)
    (4, 4)
    """
    found = kind_part(rule.kind, "constraints").system_of(rule, board, positions)
    assert isinstance(found, ConstraintSystem), "kinds lower rules to systems"
    return found


def drawn(rule: Rule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """What lies on the board where slots have these values."""
    found = kind_part(rule.kind, "constraints").drawn(rule, shown)
    assert isinstance(found, Configuration), "kinds draw configurations"
    return found
