"""Reference sequences of optimal numbers, such as domination numbers, and their printed forms."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from gfkit.claims.provers.truth import LawTruth, OptimalNumber
from gfkit.claims.reading.squares import CountedTruth
from gfkit.core.algebra import Count, Polynomial
from gfkit.core.boards import Family, as_boards
from gfkit.core.deferred import regex
from gfkit.core.errors import MismatchError, OptionError, unknown
from gfkit.core.rules import Question
from gfkit.core.rules.object import Object
from gfkit.core.typing import OnProgress, PositionsWord
from gfkit.guessing import Data
from gfkit.questions.sizes.several import grows_both_ways, sized_board

_SMALL_BOARDS = 3, 4
"""Smallest size and number of the boards for a formula about boards that grow in both directions."""
_PLUS = regex(
    r",\s*+([+-])\s*+(\d++)\s++if\s++n(?:\s++mod\s++(\d++))?\s*+(?:=|in)\s*+\{?\s*+(\d++(?:\s*+,\s*+\d++)*)(?:\s*+\})?"
)


def optimal_truth(
    game: Any,
    family: Any,
    side: str,
    positions: PositionsWord,
    listed: tuple[int, int] | None,
    on_progress: OnProgress | None,
) -> LawTruth | CountedTruth:
    """Return the smallest or the largest weights on a family, or on the smallest boards that grow in both
    directions.
    """
    from gfkit.questions.optimum import optimum

    game, family, positions = _read_subject(game, family, positions)
    if not (isinstance(family, str) and grows_both_ways(family)):
        found = optimum(game, family, positions, on_progress=on_progress)
        law = getattr(found, side)
        gf, asked = law.weights.generating_function, OptimalNumber(found.question, side)
        return LawTruth(gf, found.evidence, closed_form=law.text, optimum=asked)
    first, length = listed or _SMALL_BOARDS
    boards = [sized_board(family, {"n": n}) for n in range(first, first + length)]
    ends = [getattr(optimum(game, board, positions, on_progress=on_progress), side) for board in boards]
    if None in ends:
        raise MismatchError(
            f"{game} on {family}: there is no configuration for n = {first + ends.index(None)}"
        )
    again: Any = partial(optimal_truth, game, family, side, positions, on_progress=on_progress)
    about = Object(side, str(game), family, str(positions))
    return CountedTruth(Data.of([end[0] for end in ends], first), None, again, about)


def _read_subject(game: Any, family: Any, positions: Any) -> tuple[Any, Any, Any]:
    """Return the structure, the boards and the positions that the arguments of a formula denote."""
    from gfkit.questions.optimum import name_optimum

    if isinstance(game, Question):
        game, family, positions = game.rule, game.boards, game.positions
    return (
        (*name_optimum(game, family)[:2], positions) if isinstance(game, str) else (game, family, positions)
    )


def optimum_on_board(
    game: Any, board: Any, side: str, positions: PositionsWord, on_progress: OnProgress | None
) -> Count | None:
    """Return the smallest or the largest weight on a single board, or None for families."""
    from gfkit.questions.optimum import optimum

    if side not in ("minimum", "maximum"):
        raise OptionError(unknown("side", side, ("minimum", "maximum")))
    boards = game.boards if isinstance(game, Question) else board
    if (isinstance(boards, str) and grows_both_ways(boards)) or isinstance(as_boards(boards), Family):
        return None
    game, board, positions = _read_subject(game, board, positions)
    found = optimum(game, board, positions, on_progress=on_progress)
    asked, end = found.question, getattr(found, side)
    if end is None:
        raise MismatchError(f"{asked.game} on {asked.boards.text}: there is no configuration")
    value = Polynomial.constant(int(end[0]))
    return Count(asked.game, asked.boards.text, asked.positions, (), value, found.evidence)


def with_brackets(text: str) -> str:
    """Return a formula whose corrections are written in Iverson brackets.

    >>> with_brackets("ceil(6n/23), +1 if n mod 23 in {2, 3}, -1 if n = 9; for n >= 9")
    'ceil(6n/23) + [n mod 23 = 2] + [n mod 23 = 3] - [n = 9] for n >= 9'
    """
    brackets = "".join(
        f" {sign} {'' if amount == '1' else f'{amount}*'}[n{f' mod {period}' * bool(period)} = {n}]"
        for sign, amount, period, places in _PLUS.findall(text)
        for n in dict.fromkeys(map(int, re.findall(r"\d+", places)))
    )
    rule, start, least = _PLUS.sub("", text).partition(" for n ")
    cases = (re.sub(r"(?= if |$)", brackets, case, count=1) for case in rule.rstrip(" ;").split(";"))
    return f"{';'.join(cases)}{start}{least}" if brackets else text
