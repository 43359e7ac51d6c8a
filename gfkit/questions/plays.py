"""Numbers of plays of placement games: sequences of legal moves that begin on the given board.

Theorem. Let a position with i pieces of Left and j pieces of Right be legal. If the players alternate and
Left begins, i! j! plays lead to it for i = j and for i = j + 1, and none otherwise. In an impartial game k!
plays lead to a position with k pieces. Complete plays lead to the positions in which the player to move has
no legal move.

Proof. Every subset of the pieces of a legal position is legal: constraints exclude sets of pieces, and if a
piece is removed, its cell is a liberty of the groups next to it. So the pieces can be placed in every order
that alternates. Different orders are different plays. QED

On a family, the polynomials of an impartial game have a rational generating function, and ``algebra.moments``
yields the differential equation of the series in which x^k is replaced by k!. For a partizan game, i! j!
needs two variables, and only single boards, or a given number of moves, are supported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import factorial, prod

from gfkit.core.algebra import Count, Polynomial
from gfkit.core.algebra.weight_part import WeightPart
from gfkit.core.boards import BoardLike, FamilyLike
from gfkit.core.engine.count import count
from gfkit.core.engine.derive import derive
from gfkit.core.engine.derived import Derived, law_of_series
from gfkit.core.errors import MismatchError, OptionError
from gfkit.core.rules import GameLike, Question
from gfkit.core.typing import OnProgress, Positions, Weights
from gfkit.ways.moments import FACTORIALS, RING, transform
from gfkit.ways.theorems.avoiding import check_degree, law_of_moments

ALL, COMPLETE = WORDS = ("all", "complete")


def plays(
    game: GameLike,
    board: BoardLike | FamilyLike | None = None,
    of: str | int = ALL,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Count | Derived:
    """Return the number of plays (sequences of legal moves) of a placement game on a board, or its formula on
    a family.

    The players alternate, and Left begins; in an impartial game the players have the same moves.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "cram", the path of a rule file, or a rule.
    board : str, Board, Family or graph
        A board such as "3x3", or a family such as "2xn".
    of : str or int, default "all"
        "all" plays of any length, "complete" plays, or plays with this number of moves.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Count or Derived
        The number, or the formula of a family.

    Raises
    ------
    MismatchError
        The rule is not a placement game, or a formula would need two variables.
    OptionError
        ``of`` has another value.

    Notes
    -----
    A position with k pieces of an impartial game is reached by k! plays; one with i pieces of Left and j of
    Right, i = j or i = j + 1, by i! j! plays. Cost: the cost of the polynomial of the positions.

    Examples
    --------
    >>> int(plays("cram", "2x2")), int(plays("cram", "2x2", "complete"))
    (9, 4)
    >>> plays("node-kayles", "path:n", "complete").terms(8)
    [1, 1, 2, 3, 6, 12, 26, 60]
    """
    question = Question.of(game, board)
    rule = question.rule
    if not rule.is_game:
        raise MismatchError(
            f"game {question.game!r}: plays are defined only for placement games, such as cram"
        )
    rule.check_play()
    number = _number_of_moves(of)
    if question.is_family:
        return _plays_on_family(question, of, number)
    total, evidence = 0, None
    for asked, is_reached in _positions_reached(question, of, number):
        found = count(asked, max_memory=max_memory, on_progress=on_progress)
        total += sum(
            value * _orders(*powers) for powers, value in found.polynomial.terms if is_reached(*powers)
        )
        evidence = found.evidence
    assert evidence is not None, "some positions are counted"
    return Count(
        game=f"plays of {question.game}",
        board=question.board.text,
        positions=Positions.ALL.value,
        weights=(),
        polynomial=Polynomial.constant(total, ()),
        evidence=evidence,
    )


def _number_of_moves(of: str | int) -> int | None:
    """Return the number of moves of each play, or None for plays of any length and for complete plays."""
    if of in WORDS:
        return None
    text = str(of)
    if isinstance(of, bool) or not (text.isascii() and text.isdecimal()) or len(text) > 3:
        raise OptionError(f"plays {text[:40]!r}: expected all, complete, or a number of moves below 1000")
    return int(text)


def _positions_reached(
    question: Question, of: str | int, number: int | None
) -> list[tuple[Question, Callable[..., bool]]]:
    """Return the queries for the positions that plays reach, and the condition on the numbers of pieces."""

    def fits(*powers: int) -> bool:
        return number is None or sum(powers) == number

    if question.rule.impartial:
        positions = Positions.MAXIMAL if of == COMPLETE else Positions.ALL
        return [(replace(question, positions=positions, weights=Weights.PIECES), fits)]
    asked = replace(question, weights=Weights.PLAYERS)
    if of == COMPLETE:
        return [
            (replace(asked, positions=Positions.LEFT_ENDS), lambda i, j: i == j),
            (replace(asked, positions=Positions.RIGHT_ENDS), lambda i, j: i == j + 1),
        ]
    return [(asked, lambda i, j: i - j in (0, 1) and fits(i, j))]


def _orders(*pieces: int) -> int:
    return prod(map(factorial, pieces))


def _plays_on_family(question: Question, of: str | int, number: int | None) -> Derived:
    """Return the formula in n for the number of plays on the boards of a family."""
    if number is not None:
        return _plays_of_length(question, number)
    if not question.rule.impartial:
        raise MismatchError(
            f"{question.game} on {question.boards.text!r}: a formula for plays needs an impartial game, or"
            " a number of moves; count single boards"
        )
    ((asked, _),) = _positions_reached(question, of, number)
    found = derive(asked)
    series = found.generating_function
    parts = [RING.from_dict(dict(part.terms)) for part in (series.numerator, series.denominator)]
    common = parts[0].gcd(parts[1])
    function = parts[0] // common, parts[1] // common
    check_degree(function, f"plays of {question.game} on {question.boards.text!r}")

    def terms(count: int) -> list[int]:
        return [
            sum(value * factorial(k) for (k,), value in polynomial.terms)
            for polynomial in series.terms(count)
        ]

    return law_of_moments(
        _named(question), found, transform(function, FACTORIALS), terms, "factorial-transform"
    )


def _plays_of_length(question: Question, number: int) -> Derived:
    """Return the generating function of the number of plays with the given number of moves."""
    powers = [("x", number)]
    if not question.rule.impartial:
        powers = [("x", (number + 1) // 2), ("y", number // 2)]
    law = derive(question.with_weights(Weights.PIECES if len(powers) == 1 else Weights.PLAYERS))
    series = WeightPart(powers=tuple(powers)).of_series(law.generating_function)
    kept = tuple((name, value) for name, value in law.evidence.details if name != "order")
    evidence = replace(law.evidence, details=kept)
    return law_of_series(_named(question), series * _orders(*(k for _, k in powers)), evidence)


def _named(question: Question) -> Question:
    return replace(question, game=f"plays of {question.game}")
