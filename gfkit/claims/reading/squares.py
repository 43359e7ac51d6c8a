"""References for claims: counts of single boards, and derived formulas for k pieces or for n values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from operator import ne
from time import perf_counter

from gfkit.claims.provers.truth import DataTruth, LawTruth
from gfkit.core.algebra import Count, Evidence, Status
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import BoardError, InputError, MismatchError
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.object import Object
from gfkit.core.typing import OnProgress, PositionsWord, Weights
from gfkit.guessing import Data
from gfkit.questions.sizes.several import growing_sizes, sized_board

_FEW_EDGES = 60
"""Maximum number of edges of a board that is counted regardless of the time."""
_SECONDS = 1.5
_SLOWDOWN = 4
"""Estimated ratio of the times for two boards in order."""
_FEW_CELLS = 24
_MOST_GROWTH = 1.75
"""Maximum ratio of the sizes of two boards in order, from ``_FEW_CELLS`` cells on. For larger steps the time
cannot be estimated.
"""
_MOST_TERMS = 40


@dataclass(frozen=True, eq=False)
class CountedTruth(DataTruth):
    """Counts of single boards, each computed from the rule."""

    weakest: Evidence | None
    """Evidence for a count that is not proved, or None."""
    count: Callable[[tuple[int, int]], CountedTruth]
    """Function that counts further boards, given the first n and their number."""
    object: Object | None = None
    """What the numbers are, as a part of a statement."""
    unit = "board"

    def object_for(self, weights: Weights) -> Object | None:  # noqa: ARG002
        return self.object

    @property
    def evidence(self) -> Evidence:
        return self.weakest or Evidence(
            Status.PROVED, "terms-compared", (("terms_compared", len(self.data)),)
        )

    def sentence(self, n: int, value: str) -> str:  # noqa: ARG002
        return f"the correct value is {value}"

    def moved(self, first: int, terms: Sequence[int | Fraction]) -> CountedTruth | None:
        """Return the counts from another n on, as many as there are terms, or None if one is known to differ.

        >>> counted = count_each("kings", "nxn", "all", (0, 3))
        >>> counted.moved(1, [2, 5, 35]).data, counted.moved(2, [2, 5, 35])
        (Data(terms=(2, 5, 35), offset=1), None)
        """
        start = max(first, self.first_n)
        printed = terms[start - first :]
        known = self.data.terms[start - self.first_n :][: len(printed)]
        if not printed or any(map(ne, known, printed)):
            return None
        if len(known) == len(printed):
            return replace(self, data=Data.of(known, start))
        more = self.count((start + len(known), len(printed) - len(known)))
        terms = *known, *more.data.terms
        return replace(self, data=Data.of(terms, start), weakest=self.weakest or more.weakest)


def count_each(
    game: GameLike,
    boards: str,
    positions: PositionsWord,
    listed: tuple[int, int] | None,
    on_progress: OnProgress | None = None,
    pieces: int | None = None,
) -> CountedTruth:
    """Return the counts of the boards that a list covers (given by its first n and its length), or of the
    boards for n = 1, 2, ... that are counted within about a second.

    With ``pieces``, only the configurations with this number of pieces are counted.

    >>> count_each("kings", "nxn", "all", (1, 3)).data
    Data(terms=(2, 5, 35), offset=1)
    >>> count_each("kings", "nxn", "all", (1, 3), pieces=2).data
    Data(terms=(0, 0, 16), offset=1)
    """
    from gfkit.core.engine.count import count

    first, length = listed or (first_n(boards), _MOST_TERMS)
    asked = Question.of(game, sized_board(boards, {"n": max(first, 3)}), positions)
    coefficient = None if pieces is None else f"x^{pieces}"
    counted: list[Count] = []
    started, last, size = perf_counter(), 0.0, _FEW_CELLS
    for n in range(first, first + length):
        board, now = sized_board(boards, {"n": n}), perf_counter() - started
        is_long = now + _SLOWDOWN * (now - last) > _SECONDS and len(board.edges) > _FEW_EDGES
        if listed is None and counted and (is_long or board.size > _MOST_GROWTH * size):
            break
        last, size = now, max(size, board.size)
        counted.append(count(asked.on(board), coefficient=coefficient, on_progress=on_progress))
    unsure = (one.evidence for one in counted if one.evidence.status is not Status.PROVED)
    terms = [int(one) if pieces is None else one.number for one in counted]
    again = partial(count_each, game, boards, positions, on_progress=on_progress, pieces=pieces)
    part = "" if pieces is None else f"{pieces} pieces"
    about = Object("count", asked.game, boards, str(asked.positions), part=part)
    return CountedTruth(Data.of(terms, first), next(unsure, None), again, about)


def first_n(boards: str, least: int = 1) -> int:
    """Return the smallest n >= ``least`` of a board, at most 3; cyclic boards have no size 1.

    >>> first_n("nxn"), first_n("nxn", 0), first_n("torus:nxn", 0)
    (1, 0, 2)
    """
    for n in range(least, 3):
        with suppress(BoardError):
            sized_board(boards, {"n": n})
            return n
    return 3


def sized_truth(
    game: GameLike,
    boards: str,
    pieces: int | None,
    values: str | None,
    listed: tuple[int, int] | None,
    on_progress: OnProgress | None,
) -> LawTruth | CountedTruth:
    """Return the derived counts of k pieces for n >= 1, or from n = 0 on for a list that begins there, or of
    one board with n values.

    If no theorem yields the number with k pieces, single boards are counted.

    >>> sized_truth("kings", "nxn", 2, None, None, None).terms(1, 5)
    [0, 0, 16, 78]
    """
    if values is not None:
        from gfkit.questions import derive_in_values  # rarely needed, and with numpy

        law = derive_in_values(game, boards, values, on_progress=on_progress)
        about = Object("count", law.game, boards, part=f"values {values}")
        return LawTruth(law.rational, law.evidence, closed_form=law.text, about=about)
    assert pieces is not None, "one of pieces and values is given"
    if "m" in growing_sizes(boards):
        raise InputError(
            f"board {boards!r} has two sizes, but a formula is compared in n alone; write nxn or 3xn"
        )
    from gfkit.questions import derive_on_squares

    try:
        law = derive_on_squares(game, boards, pieces, on_progress=on_progress)
    except MismatchError:
        return count_each(game, boards, "all", listed, on_progress, pieces)
    begins_at_0 = listed is not None and listed[0] < 1
    series = law.rational if begins_at_0 else law.rational.shifted(1).shifted(-1)
    about = Object("count", law.game, boards, part=f"{pieces} pieces")
    return LawTruth(series, law.evidence, closed_form=law.text, about=about)
