"""Counts by brute-force enumeration of the configurations, also up to symmetries of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from gfkit.core.algebra import Count, Evidence, Status
from gfkit.core.boards import Board, BoardLike
from gfkit.core.boards.symmetry import Symmetry, symmetries
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.oracle.definitions import final_count, listed, marks, refuse_pieces
from gfkit.core.rules import SystemLike
from gfkit.core.rules.listing import Marks
from gfkit.core.rules.question import Question
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Positions, PositionsWord, UpTo, UpToWord, Weights, WeightsWord, checked_whole


def brute_force(
    game: SystemLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    up_to: UpToWord | None = None,
    tries: int | None = None,
) -> Count:
    """Return the number of configurations on one board, or their polynomial, by enumerating all of them.

    Parameters
    ----------
    game : str, path, Rule, Question or function
        A name such as "domineering", the path of a rule file, or a rule; or a function from a board to its
        constraint system. A query replaces all four arguments.
    board : str, Board or graph
        A board, its name, such as "4x3", or a networkx graph.
    positions : str or Positions, default "all"
        Class of positions to enumerate: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weights : str or Weights, default "none"
        Weights: "none", "pieces" (x counts pieces), or "players" (x and y count the pieces of each).
    up_to : str or UpTo, optional
        Configurations equivalent under these symmetries of the board count once, as for ``orbits``.
    tries : int, optional
        Maximum number of positions, arrays or edge decisions that are examined; by default 20 million
        positions, or 10 million if the rule has liberties.

    Returns
    -------
    Count
        The same result as ``count``, computed by an independent method.

    Raises
    ------
    OptionError
        An option has an unknown value.
    LimitError
        The board is too large, or ``tries`` is exceeded.

    Notes
    -----
    Cost: a few microseconds per position.

    Examples
    --------
    >>> print(brute_force("col", "path:3", weights="players"))
    1 + 3*x + 3*y + x^2 + 6*x*y + y^2 + x^2*y + x*y^2
    >>> int(brute_force("domineering", "3x3", "right-ends"))
    48
    """
    asked = Question.of(game, board, positions, weights, accepts_functions=True)
    rule, place = asked.rule, asked.board
    tries = None if tries is None else checked_whole("tries", tries, 1)
    refuse_pieces(rule, place, asked.positions)
    configurations: Iterable[tuple[Any, Exponents]]
    if up_to is None:
        configurations = listed(rule, place, asked.positions, tries)
    else:
        asked.check_symmetric()
        configurations = list_orbits(rule, place, asked.positions, asked.weights, UpTo.read(up_to))
    total = asked.polynomial_of(Counter(powers for _, powers in configurations))
    polynomial = final_count(rule, place, total)
    return Count(
        game=asked.game,
        board=asked.boards.text,
        positions=asked.positions.value,
        weights=asked.variables,
        polynomial=polynomial,
        up_to="" if up_to is None else up_to,
        evidence=Evidence(Status.PROVED, "brute-force", (("positions_listed", polynomial.total),)),
    )


_MOST = 300_000
"""Maximum number of configurations that are stored at once."""


def list_orbits(
    rule: Rule, board: Board, positions: Positions, weights: Weights, up_to: UpTo
) -> Iterator[tuple[Marks, Exponents]]:
    """Yield one configuration of each orbit, with its exponents of x and y.

    Raise MismatchError if a symmetry maps a configuration to an array that is not a configuration.
    """
    configurations = listed(rule, board, positions)
    group = symmetries(board, up_to)
    marks_of = marks(rule, board, weights)
    powers_of: dict[Marks, Exponents] = {}
    for configuration, powers in configurations:
        powers_of[marks_of(configuration)] = powers
        if len(powers_of) > _MOST:
            raise LimitError(
                f"orbits on board {board.text!r}: more than {_MOST} configurations are not listed"
            )
    while powers_of:
        start, powers = powers_of.popitem()
        for image in {_image(start, by) for by in group} - {start}:
            if image not in powers_of:
                raise MismatchError(
                    f"board {board.text!r}: the rule {rule.name} is not invariant under all symmetries of the"
                    " board"
                )
            del powers_of[image]
        yield start, powers


def _image(marks: Marks, by: Symmetry) -> Marks:
    return frozenset((name, frozenset((what, by.cells[cell]) for what, cell in on)) for name, on in marks)
