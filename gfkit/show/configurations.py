"""Configurations as what lies on a board: pieces, and marks on cells, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from gfkit.boards import Board
from gfkit.errors import GfkitError, LimitError, MismatchError
from gfkit.games import Question, Rule
from gfkit.games.configuration import Configuration
from gfkit.games.rule import Exponents
from gfkit.kinds.diagram import pictures_of
from gfkit.oracle.definitions import drawable, listed
from gfkit.show.svg import Drawing, board_drawing
from gfkit.show.svg.drawing import SEVERAL

_MOST_LISTED = 20_000
_PLAIN = 30
"""Cells up to which values stand in squares without colours."""


def thing_drawing(rule: Rule) -> Drawing:
    """One configuration of a rule on the first of a few small boards that has few enough, and not none.

    >>> from gfkit.games import find_rule
    >>> thing_drawing(find_rule("alternating-sign-matrices")).title
    'Alternating sign matrices on 3x3'
    """
    reason: GfkitError | None = None
    for text in pictures_of(rule).example_boards:
        try:
            return example_drawing(Question.of(rule, text))
        except (LimitError, MismatchError) as error:
            reason = error
    assert reason is not None, "there are boards"
    raise reason


def example_drawing(question: Question) -> Drawing:
    """One configuration of a rule on a board, neither the emptiest nor the fullest."""
    rule, board = question.rule, question.board
    fillings = list(islice(every_filling(question, board), _MOST_LISTED + 1))
    if len(fillings) > _MOST_LISTED:
        raise LimitError(f"board {board.text!r}: too many to choose one from; take a smaller board")
    if not fillings:
        raise MismatchError(f"board {board.text!r}: there is no configuration of {rule.name} on it")
    return configuration_drawing(rule, board, fillings[2 * len(fillings) // 3])


def configuration_drawing(rule: Rule, board: Board, configuration: Configuration) -> Drawing:
    """A configuration on its board; edges on vertices, values with colours where they are few.

    Where pieces have colours by how they lie, the colours of a chessboard below them count too, which shows
    where a tiling is frozen.
    """
    looks: list[str] = []
    shades: dict[int, str] = {}
    if configuration.joins and board.grid is not None:
        is_flat = not (board.grid.wrap_rows or board.grid.wrap_cols or configuration.arrows)
        board = replace(board, grid=None, places=board.places if is_flat else ())
    if configuration.by_lie and board.grid is not None:
        kinds: dict[object, int] = {}
        numbers = [kinds.setdefault(_lie(board, piece.cells), len(kinds)) for piece in configuration.pieces]
        looks = [SEVERAL[n % len(SEVERAL)] for n in numbers]
    marks = set(configuration.marks.values())
    if configuration.palette and len(marks) <= len(SEVERAL) and board.size > _PLAIN:
        shown = sorted({*configuration.palette, *marks}, key=_by_size)
        shown.remove("0" if "0" in shown else shown[0])
        colours = dict(zip(shown, SEVERAL, strict=False))
        shades = {cell: colours[mark] for cell, mark in configuration.marks.items() if mark in colours}
    title = f"{rule.name} on {board.text}"
    return board_drawing(
        board,
        configuration.pieces,
        configuration.marks,
        title,
        arrows=configuration.arrows or (),
        labels=configuration.labels,
        looks=looks,
        shades=shades,
    )


def _lie(board: Board, cells: Sequence[int]) -> object:
    """How a piece lies, moved to the corner, and the colour of its first square on a chessboard."""
    places = sorted(board.places[cell] for cell in cells)
    top, left = places[0]
    return tuple((row - top, col - left) for row, col in places), (top + left) % 2


def _by_size(text: str) -> tuple[int, str]:
    return (int(text), "") if text.lstrip("-").isdecimal() else (0, text)


def every_filling(question: Question, board: Board) -> Iterator[Configuration]:
    """Every configuration of a question on a board; positions of a game by rising number of pieces."""
    rule, drawn = question.rule, drawable(question.rule, board)
    fillings: Iterable[tuple[Any, Exponents]] = listed(rule, board, question.positions)
    if rule.is_game:
        fillings = sorted(fillings, key=lambda filling: (sum(filling[1]), filling[0]))
    yield from (drawn(filling) for filling, _ in fillings)
