"""Rule kinds: each is a subpackage that defines the meaning of its rules by constraints."""

from __future__ import annotations

from functools import lru_cache

from gfkit.core.boards import Board, Family
from gfkit.core.errors import BoardError, MismatchError, OptionError
from gfkit.core.rules.kind import KINDS, from_kind
from gfkit.core.rules.kinds.constraints import ConstraintSystem, Role
from gfkit.core.rules.rule import Rule, unnamed_letters
from gfkit.core.typing import Positions

_LARGE_ENOUGH = 4
"""Size of a board of a family on which every kind of piece is placed."""
_PAIRS = ", and for arrays in which only two adjacent ones are forbidden"


@lru_cache(maxsize=4)
def system_of(rule: Rule, board: Board, positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of a rule on a board: its variables and their constraints.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> system = system_of(find_rule("domineering"), parse_one_board("2x2"))
    >>> len(system.slots), len(system.constraints)
    (4, 4)
    """
    system = from_kind(rule.kind, "constraints", "system_of")(rule, board, positions)
    assert isinstance(system, ConstraintSystem), "system_of must return a constraint system"
    weights = [weight for slot in system.slots for weight in slot.weights]
    weights += [graph.weight for graph in system.graphs]
    if rule.factors is None and any(any(weight[2:]) for weight in weights):
        raise unnamed_letters(rule)
    if rule.given:
        from gfkit.core.rules.kinds.events import with_events  # few queries have conditions

        return with_events(system, rule, board)
    return system


def check_only_counted(rule: Rule, board: Board, positions: Positions) -> None:
    """Raise an error if the rule is not a game, but the query has a position class or pieces on the board."""
    if positions is Positions.ALL and not board.lying and not board.tints:
        return
    kind = from_kind(rule.kind, "words", "RULE_OF", rule.kind)
    if positions is not Positions.ALL:
        raise OptionError(
            f"positions {positions.value!r} are defined for games{_PAIRS * (positions is Positions.MAXIMAL)};"
            f" {rule.name!r} is a rule of {kind}: use positions 'all'"
        )
    if board.lying:
        raise BoardError(
            f"board {board.text!r} contains a piece {board.lying[0].letter!r}, but {rule.name!r} is a rule"
            f" of {kind}, which has no pieces"
        )
    if board.tints:
        raise BoardError(
            f"board {board.text!r} has cells reserved for a player, but {rule.name!r} is a rule of {kind},"
            " which has no players"
        )


def check_weighted(name: str, rule: Rule, boards: Board | Family, positions: Positions) -> None:
    """Raise MismatchError if no variable of a board has a weight, so that configurations have no sizes."""
    if rule.avoided is not None or rule.counter is not None or rule.kind not in (*KINDS, "spaced"):
        return
    board = boards if isinstance(boards, Board) else boards.at(max(boards.first_n, _LARGE_ENOUGH))
    slots = system_of(rule, board, positions).slots
    weights = [weight for slot in slots for weight in slot.weights]
    weights += [linkage.weight for linkage in rule.linkages]
    if any(slot.role is not Role.HIDDEN for slot in slots) and not any(map(any, weights)):
        raise MismatchError(
            f"{name} on {boards.text}: the configurations have no size, because no part of them has a weight;"
            " write a rule file with weights, or count all configurations"
        )
