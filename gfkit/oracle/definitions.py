"""What the definition of a kind says of its configurations, and what holds where it says nothing.

The module ``definition`` of a kind has ``is_legal`` and ``candidates``, and may have more: ``powers`` of x
and y, or ``configurations``, a faster listing of those that are legal; ``marks`` for symmetries,
``drawable`` for pictures, ``counted`` where several count as one, ``final_count`` for arithmetic on the
answer; ``HAS_PLAYERS``, or its ``NOUN`` for refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from gfkit.boards import Board
from gfkit.errors import BoardError, MismatchError, OptionError
from gfkit.games.configuration import Configuration
from gfkit.games.kind import kind_part
from gfkit.games.listing import MOST_TRIES, Marks, too_much
from gfkit.games.rule import Exponents, Rule
from gfkit.sequences import Polynomial
from gfkit.typing import Positions, Weights


def listed(
    rule: Rule, board: Board, positions: Positions = Positions.ALL, tries: int | None = None
) -> Iterator[tuple[Any, Exponents]]:
    """Every configuration of the class asked for, with its powers of x and y.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> list(listed(find_rule("domineering"), parse_one_board("1x3")))
    [(0, (0, 0)), (2, (0, 1)), (1, (0, 1))]
    """
    definition = kind_part(rule.kind, "definition")
    if not hasattr(definition, "configurations"):
        return _legal_candidates(definition, rule, board, MOST_TRIES if tries is None else tries)
    most = () if tries is None else (tries,)
    return definition.configurations(rule, board, positions, *most)  # type: ignore[no-any-return]


def _legal_candidates(
    definition: ModuleType, rule: Rule, board: Board, tries: int
) -> Iterator[tuple[Any, Exponents]]:
    powers = getattr(definition, "powers", lambda *_: (0, 0))
    for number, one in enumerate(definition.candidates(rule, board), 1):
        if number > tries:
            raise too_much(rule, board, f"more than {tries} tries", tries)
        if definition.is_legal(rule, board, one):
            yield one, powers(rule, board, one)


def has_players(rule: Rule) -> bool:
    """Whether players place pieces, so that there are classes of positions, and pieces on boards."""
    return getattr(kind_part(rule.kind, "definition"), "HAS_PLAYERS", False)


def marks(rule: Rule, board: Board, weights: Weights) -> Callable[[Any], Marks]:
    """How symmetries see a configuration."""
    definition = kind_part(rule.kind, "definition")
    if not hasattr(definition, "marks"):
        raise MismatchError(f"{rule.name}: what symmetries make of its configurations is not defined")
    return definition.marks(rule, board, weights)  # type: ignore[no-any-return]


def drawable(rule: Rule, board: Board) -> Callable[[Any], Configuration]:
    """What lies on the board in a configuration."""
    definition = kind_part(rule.kind, "definition")
    if not hasattr(definition, "drawable"):
        raise MismatchError(f"{rule.name}: how its configurations are drawn is not defined")
    return definition.drawable(rule, board)  # type: ignore[no-any-return]


def counted(rule: Rule, board: Board) -> Callable[[Any], Any]:
    """What is counted of a configuration, each once: itself where the kind says nothing."""
    definition = kind_part(rule.kind, "definition")
    return definition.counted(rule, board) if hasattr(definition, "counted") else lambda one: one


def final_count(rule: Rule, board: Board, polynomial: Polynomial) -> Polynomial:
    """The answer, from the sum of the monomials of all configurations."""
    definition = kind_part(rule.kind, "definition")
    return (
        definition.final_count(rule, board, polynomial) if hasattr(definition, "final_count") else polynomial
    )


def refuse_pieces(rule: Rule, board: Board, positions: Positions) -> None:
    """Refuses what only games with players have, in other games."""
    if has_players(rule):
        return
    noun = getattr(kind_part(rule.kind, "definition"), "NOUN", f"of the kind {rule.kind}")
    if positions is not Positions.ALL:
        raise OptionError(
            f"positions {positions.value!r} is for placement games; {rule.name!r} is {noun},"
            " which only 'all' goes with"
        )
    if board.lying:
        raise BoardError(
            f"board {board.text!r} has the piece {board.lying[0].letter!r} on it; {rule.name!r} is {noun},"
            " which takes only free cells '.' and holes '#'"
        )
    if board.tints:
        raise BoardError(
            f"board {board.text!r} has cells reserved for a player; {rule.name!r} is {noun}, without players"
        )
