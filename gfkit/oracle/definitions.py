"""What the definition of a kind says of its configurations, and what holds where it says nothing.

The module ``definition`` of a kind has ``is_legal`` and ``candidates``, and may have more: ``powers`` of x
and y, or ``configurations``, a faster listing of those that are legal; ``marks`` for symmetries,
``drawable`` for pictures, ``counted`` where several count as one, ``final_count`` for arithmetic on the
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gfkit.algebra import Polynomial
from gfkit.boards import Board
from gfkit.errors import BoardError, MismatchError, OptionError
from gfkit.rules.configuration import Configuration
from gfkit.rules.kind import from_kind
from gfkit.rules.listing import MOST_TRIES, Marks, too_much
from gfkit.rules.rule import Exponents, Rule
from gfkit.typing import Positions, Weights


def listed(
    rule: Rule, board: Board, positions: Positions = Positions.ALL, tries: int | None = None
) -> Iterator[tuple[Any, Exponents]]:
    """Every configuration of the class asked for, with its powers of x and y.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> list(listed(find_rule("domineering"), parse_one_board("1x3")))
    [(0, (0, 0)), (2, (0, 1)), (1, (0, 1))]
    """
    configurations = _of(rule, "configurations")
    if configurations is None:
        return _legal_candidates(rule, board, MOST_TRIES if tries is None else tries)
    most = () if tries is None else (tries,)
    return configurations(rule, board, positions, *most)  # type: ignore[no-any-return]


def _of(rule: Rule, name: str) -> Any:
    """What the definition of the kind of a rule has under a name."""
    return from_kind(rule.kind, "definition", name)


def _legal_candidates(rule: Rule, board: Board, tries: int) -> Iterator[tuple[Any, Exponents]]:
    candidates, is_legal, powers = (_of(rule, name) for name in ("candidates", "is_legal", "powers"))
    if candidates is None or is_legal is None:
        raise MismatchError(f"{rule.name}: its kind does not define configurations; they are not listed")
    for number, candidate in enumerate(candidates(rule, board), 1):
        if number > tries:
            raise too_much(rule, board, f"more than {tries} tries", tries)
        if is_legal(rule, board, candidate):
            yield candidate, (0, 0) if powers is None else powers(rule, board, candidate)


def marks(rule: Rule, board: Board, weights: Weights) -> Callable[[Any], Marks]:
    """How symmetries see a configuration."""
    own = _of(rule, "marks")
    if own is None:
        raise MismatchError(f"{rule.name}: what symmetries make of its configurations is not defined")
    return own(rule, board, weights)  # type: ignore[no-any-return]


def drawable(rule: Rule, board: Board) -> Callable[[Any], Configuration]:
    """What lies on the board in a configuration."""
    own = _of(rule, "drawable")
    if own is None:
        raise MismatchError(f"{rule.name}: how its configurations are drawn is not defined")
    return own(rule, board)  # type: ignore[no-any-return]


def counted(rule: Rule, board: Board) -> Callable[[Any], Any]:
    """What is counted of a configuration, each once: itself where the kind says nothing."""
    own = _of(rule, "counted")
    return (lambda configuration: configuration) if own is None else own(rule, board)


def final_count(rule: Rule, board: Board, polynomial: Polynomial) -> Polynomial:
    """The answer, from the sum of the monomials of all configurations."""
    own = _of(rule, "final_count")
    return polynomial if own is None else own(rule, board, polynomial)


def refuse_pieces(rule: Rule, board: Board, positions: Positions) -> None:
    """Refuses what only games with players have, in other games."""
    if rule.is_game:
        return
    noun = rule.kind_phrase or f"of the kind {rule.kind}"
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
