"""Definitions of the configurations of each rule kind, with their defaults.

The module ``definition`` of a kind defines ``is_legal`` and ``candidates``. It may also define ``powers``
(exponents of x and y), ``configurations`` (a faster enumeration), ``marks`` (for symmetries), ``drawable``
(for drawings), ``counted`` (if several configurations count once) and ``final_count`` (for arithmetic on the
result).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board
from gfkit.core.errors import BoardError, MismatchError, OptionError, SelfCheckError
from gfkit.core.rules.configuration import Configuration, without_events
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.listing import MOST_TRIES, Marks, Shown, too_much
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Positions, Weights


def listed(
    rule: Rule, board: Board, positions: Positions = Positions.ALL, tries: int | None = None
) -> Iterator[tuple[Any, Exponents]]:
    """Return every configuration of the requested class, with its exponents of x and y.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> list(listed(find_rule("domineering"), parse_one_board("1x3")))
    [(0, (0, 0)), (2, (0, 1)), (1, (0, 1))]
    """
    if rule.given:
        raise MismatchError(f"{rule.name}: brute-force enumeration is not supported for conditions")
    configurations = _of(rule, "configurations")
    if configurations is None:
        return _legal_candidates(rule, board, MOST_TRIES if tries is None else tries)
    most = () if tries is None else (tries,)
    return configurations(rule, board, positions, *most)  # type: ignore[no-any-return]


def _of(rule: Rule, name: str) -> Any:
    """Return the attribute with the given name in the definition of a rule kind, or None."""
    return from_kind(rule.kind, "definition", name)


def _legal_candidates(rule: Rule, board: Board, tries: int) -> Iterator[tuple[Any, Exponents]]:
    candidates, is_legal, powers = (_of(rule, name) for name in ("candidates", "is_legal", "powers"))
    if candidates is None or is_legal is None:
        raise MismatchError(f"{rule.name}: brute-force enumeration is not supported for rules of this kind")
    for number, candidate in enumerate(candidates(rule, board), 1):
        if number > tries:
            raise too_much(rule, board, f"more than {tries} tries", tries)
        if is_legal(rule, board, candidate):
            yield candidate, (0, 0) if powers is None else powers(rule, board, candidate)


def checked_powers(rule: Rule, board: Board, positions: Positions, shown: Shown) -> Exponents:
    """Return the exponents of the configuration with the given values of the variables.

    Raise SelfCheckError if it is not a configuration by the definition of its rule.
    """
    read, is_legal, powers = (_of(rule, name) for name in ("from_variables", "is_legal", "powers"))
    if read is None or is_legal is None:
        raise MismatchError(f"{rule.name}: the configurations of rules of this kind cannot be checked")
    found = read(rule, board, without_events(shown))
    if not is_legal(rule, board, found, *([positions] if rule.is_game else [])):
        raise SelfCheckError(
            f"{rule.name} on board {board.text!r}: {found} is not a configuration; this is a bug in gfkit,"
            " please report it"
        )
    return (0, 0) if powers is None else powers(rule, board, found)


def marks(rule: Rule, board: Board, weights: Weights) -> Callable[[Any], Marks]:
    """Return the function that maps a configuration to the marks that symmetries permute."""
    own = _of(rule, "marks")
    if own is None:
        raise MismatchError(f"{rule.name}: the action of symmetries on its configurations is not defined")
    return own(rule, board, weights)  # type: ignore[no-any-return]


def drawable(rule: Rule, board: Board) -> Callable[[Any], Configuration]:
    """Return the function that maps a configuration to the pieces on the board."""
    own = _of(rule, "drawable")
    if own is None:
        raise MismatchError(f"{rule.name}: how its configurations are drawn is not defined")
    return own(rule, board)  # type: ignore[no-any-return]


def counted(rule: Rule, board: Board) -> Callable[[Any], Any]:
    """Return the function whose distinct values are counted, the identity by default."""
    own = _of(rule, "counted")
    return (lambda configuration: configuration) if own is None else own(rule, board)


def final_count(rule: Rule, board: Board, polynomial: Polynomial) -> Polynomial:
    """Return the result, from the sum of the monomials of all configurations."""
    own = _of(rule, "final_count")
    return polynomial if own is None else own(rule, board, polynomial)


def refuse_pieces(rule: Rule, board: Board, positions: Positions) -> None:
    """Raise an error if a rule that is not a game is used with a position class, pieces or reserved cells."""
    if rule.is_game:
        return
    noun = rule.kind_phrase or f"of the kind {rule.kind}"
    if positions is not Positions.ALL:
        raise OptionError(
            f"positions {positions.value!r} requires a placement game, but {rule.name!r} is {noun},"
            " which supports only 'all'"
        )
    if board.lying:
        raise BoardError(
            f"board {board.text!r} contains the piece {board.lying[0].letter!r}, but {rule.name!r} is {noun},"
            " whose boards may contain only empty cells '.' and holes '#'"
        )
    if board.tints:
        raise BoardError(
            f"board {board.text!r} reserves cells for a player, but {rule.name!r} is {noun}, without players"
        )
