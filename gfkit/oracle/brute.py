"""The public face of the oracle: one function that counts by listing."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from gfkit.boards import Board
from gfkit.errors import BoardError, MismatchError, OptionError
from gfkit.games.question import Question
from gfkit.games.rule import Exponents, Rule
from gfkit.kinds.array.rule import ArrayRule
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.orientations.rule import OrientationRule
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.kinds.pointers.rule import PointerRule
from gfkit.kinds.tiles.rule import TileRule
from gfkit.oracle.covers import list_covers
from gfkit.oracle.edge_sets import list_edge_sets
from gfkit.oracle.fillings import list_arrays, list_tilings
from gfkit.oracle.orbits import list_orbits
from gfkit.oracle.orientations import list_orientations
from gfkit.oracle.positions import MOST_TRIES, list_positions
from gfkit.sequences import Count, Evidence, Polynomial, Status
from gfkit.typing import Positions, UpTo, Weights

_Word = TypeVar("_Word", bound=StrEnum)


def brute_force(
    game: str | Rule | Question,
    board: str | Board | None = None,
    positions: str = "all",
    weights: str = "none",
    *,
    up_to: str | None = None,
    tries: int | None = None,
) -> Count:
    """Counts the positions on one board by listing them all; those ``up_to`` symmetries of the board, orbit
    by orbit.

    Cost: a few microseconds a position. Boards that are plainly too large are refused with a LimitError
    before the start, others stop with one at 20 million positions (10 million where liberties count), or at
    so many ``tries``: positions, arrays, or decisions about an edge.

    >>> print(brute_force("col", "path:3", weights="players"))
    1 + 3*x + 3*y + x^2 + 6*x*y + y^2 + x^2*y + x*y^2
    >>> int(brute_force("domineering", "3x3", "right-ends"))
    48
    """
    asked = Question.of(game, board, positions, weights)
    rule, place = asked.rule, asked.board
    if up_to is None:
        listed = _listed(rule, place, asked.positions, asked.weights, tries)
    else:
        asked.check_symmetric()
        if not isinstance(rule, PlacementRule):
            _refuse_pieces(rule, place, asked.positions)
        listed = list_orbits(rule, place, asked.positions, asked.weights, UpTo.read(up_to))
    polynomial = _total(listed, asked.weights)
    if isinstance(rule, ArrayRule) and rule.is_small(place):
        polynomial = Polynomial.constant(0, polynomial.variables)
    elif isinstance(rule, ArrayRule) and rule.divide > 1 and place.size:
        polynomial = _divided(rule, place, polynomial)
    return Count(
        game=asked.game,
        board=asked.boards.text,
        positions=asked.positions.value,
        weights=asked.weights.variables,
        polynomial=polynomial,
        up_to="" if up_to is None else up_to,
        evidence=Evidence(Status.PROVED, "brute-force", (("positions_listed", polynomial.total),)),
    )


def _listed(
    rule: Rule, board: Board, positions: Positions, weights: Weights, tries: int | None
) -> Iterable[Exponents]:
    """The powers of x and y of every position, one after the other."""
    if isinstance(rule, PlacementRule):
        return list_positions(rule, board, positions, weights, tries)
    _refuse_pieces(rule, board, positions)
    most = MOST_TRIES if tries is None else tries
    if isinstance(rule, CoverRule | PointerRule):
        found = list_covers(rule, board, most)
    elif isinstance(rule, EdgeRule):
        found = list_edge_sets(rule, board, most)
    elif isinstance(rule, OrientationRule):
        found = list_orientations(rule, board, most)
    elif isinstance(rule, ArrayRule):
        found = list_arrays(rule, board, most)
    else:
        assert isinstance(rule, TileRule), "there is no other kind of rule"
        found = list_tilings(rule, board, most)
    if weights is Weights.PIECES:
        return ((x + y, 0) for x, y in found)
    return found


def _divided(rule: ArrayRule, board: Board, polynomial: Polynomial) -> Polynomial:
    """Every coefficient over the divisor of the rule."""
    parts = {powers: divmod(value, rule.divide) for powers, value in polynomial.terms}
    if any(rest for _, rest in parts.values()):
        raise MismatchError(
            f"board {board.text!r}: {polynomial} arrays of {rule.name} were listed, which divide ="
            f" {rule.divide} does not divide"
        )
    return Polynomial.of(polynomial.variables, {powers: value for powers, (value, _) in parts.items()})


def _refuse_pieces(rule: Rule, board: Board, positions: Positions) -> None:
    kind = {
        "array": "local-rule arrays",
        "tiles": "a tile set",
        "cover": "an exact cover",
        "pointers": "a rule of pointing cells",
        "edges": "a rule of sets of edges",
        "orientations": "a rule of orientations",
    }[rule.kind]
    if positions is not Positions.ALL:
        raise OptionError(
            f"positions {positions.value!r} is for placement games; {rule.name!r} is {kind},"
            " which only 'all' goes with"
        )
    if board.lying:
        raise BoardError(
            f"board {board.text!r} has the piece {board.lying[0].letter!r} on it; {rule.name!r} is {kind},"
            " which takes only free cells '.' and holes '#'"
        )
    if board.tints:
        raise BoardError(
            f"board {board.text!r} has cells reserved for a player; {rule.name!r} is {kind}, without players"
        )


def _total(listed: Iterable[Exponents], weights: Weights) -> Polynomial:
    """The sum of the monomials, in as many variables as the weights have."""
    width = len(weights.variables)
    terms: dict[tuple[int, ...], int] = {}
    for powers in listed:
        key = powers[:width]
        terms[key] = terms.get(key, 0) + 1
    return Polynomial.of(weights.variables, terms)
