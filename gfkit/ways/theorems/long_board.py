"""Counts of long and narrow boards by the transfer matrix of their family, in logarithmically many steps.

By the theorem of ``strip``, a(n) = u B^(n - offset) v for every n >= ``sure_from``, where B is the matrix of
one slice. Powers of B are computed by squaring, so that a board of n slices needs O(log n) products of small
matrices instead of a sweep over n slices. All other boards are swept cell by cell in ``count``, and the tests
compare both methods. Narrow means few states: wide boards are swept faster.
"""

from __future__ import annotations

from gfkit.core.algebra import Evidence, Polynomial, Status
from gfkit.core.boards import Family
from gfkit.core.boards.family import growing_family
from gfkit.core.engine.strip.automaton import least_automaton
from gfkit.core.engine.strip.strip import find_strip
from gfkit.core.errors import LimitError
from gfkit.core.rules import Question
from gfkit.core.typing import Positions, Weights
from gfkit.ways import tuning


def family_of_long(question: Question) -> tuple[Family, int] | None:
    """Return the family whose formula counts the board, and the board's n, or None if the board is swept."""
    board = question.board
    kinds = question.positions in (Positions.PLAY, Positions.FULL), question.weights is not Weights.NONE
    if not question.rule.law_is_sooner or any(kinds):
        return None
    if not board.is_bare or board.alike or board.size < tuning.THEOREMS.long_cells:
        return None
    member = growing_family(board)
    if (
        member is None
        or member[0].word == "complete"
        or member[1] < tuning.THEOREMS.long_cells
        or board.size > tuning.THEOREMS.long_ratio * member[1]
    ):
        return None
    return member


def count_by_law(question: Question, family: Family, n: int) -> tuple[Polynomial, Evidence] | None:
    """Return the count of the n-th board of a family, or None if the board is swept.

    >>> question = Question.of("domineering", "1x5000")
    >>> polynomial, _ = count_by_law(question, *family_of_long(question))
    >>> polynomial.total % 10**6  # a Fibonacci number
    470626
    """
    states = 0

    def watch(_site: int, seen: int, _fresh: int) -> None:
        nonlocal states
        states = max(states, seen)
        if seen > tuning.THEOREMS.long_states:
            raise LimitError("too many states for squares of matrices")

    try:
        strip = find_strip(question.on(family), watch)
    except LimitError:
        return None
    machine, number = least_automaton(strip), 0
    if n < strip.sure_from or machine.states > tuning.THEOREMS.long_states:
        return None
    if machine.states:
        start, matrix, final = machine.matrices(lambda terms: sum(terms.values()))
        number = int((start * matrix ** (n - strip.offset) * final)[0, 0])
    return Polynomial.constant(number), Evidence(Status.PROVED, "transfer-matrix", (("states", states),))
