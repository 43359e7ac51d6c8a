"""Configurations of a board, one after the other.

The method is described in ``gfkit.questions.assignments``. Rules whose configurations are not the solutions
of a constraint system are enumerated by their definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import Evidence, Status
from gfkit.core.boards import Board, BoardLike
from gfkit.core.deferred import dataclass, field
from gfkit.core.engine.task import CountTask, counted_polynomial
from gfkit.core.errors import MismatchError
from gfkit.core.oracle.definitions import drawable, listed
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.configuration import Configuration, configuration_of
from gfkit.core.rules.kinds import check_weighted
from gfkit.core.typing import EventsLike, OnProgress, PositionsWord, Weights, checked_whole, stoppable
from gfkit.core.writable import JsonRecord, TextFace
from gfkit.questions.assignments import assignments

if TYPE_CHECKING:
    from gfkit.core.engine.semirings import Assignment


@dataclass(frozen=True)
class ConfigurationOfBoard(TextFace):
    """Configuration of a rule on a board."""

    question: Question
    configuration: Configuration = field(hash=False)

    @classmethod
    def of(cls, question: Question, laid: Assignment) -> ConfigurationOfBoard:
        """Create a configuration from the values of its variables, with the pieces in order."""
        found = configuration_of(question.rule, laid)
        return cls(
            question, found._replace(pieces=tuple(sorted(found.pieces, key=lambda piece: piece.cells)))
        )

    @property
    def board(self) -> Board:
        return self.question.board

    @property
    def cells(self) -> Sequence[Any]:
        """Names of the vertices of a graph, or rows and columns of the cells of a board."""
        return self.board.names or self.board.places or range(self.board.size)

    @property
    def values(self) -> dict[Any, int | str]:
        """Value of each cell of an array, or of each vertex; empty for configurations of pieces.

        Numbers are integers; other marks, such as names of tiles, are strings.

        >>> [one.values for one in configurations("independent-sets", "1x2", pieces=1)]
        [{(0, 0): 0, (0, 1): 1}, {(0, 0): 1, (0, 1): 0}]
        """
        marks = self.configuration.marks
        return {
            cell: int(mark) if mark.removeprefix("-").isdecimal() else mark
            for k, cell in enumerate(self.cells)
            if (mark := marks.get(k)) is not None
        }

    @property
    def pieces(self) -> list[tuple[Any, ...]]:
        """Cells of each piece, or vertices of each edge of the configuration.

        >>> sorted(one.pieces for one in configurations("domino-tilings", "2x2"))[0]
        [((0, 0), (0, 1)), ((1, 0), (1, 1))]
        """
        return [tuple(self.cells[k] for k in piece.cells) for piece in self.configuration.pieces]

    def __repr__(self) -> str:
        return f"<ConfigurationOfBoard: {self.question}>"

    def as_json(self) -> dict[str, Any]:
        """Return the pieces, the marks on cells and the directed edges, by the numbers of their cells."""
        pieces, marks, arrows = self.configuration.pieces, self.configuration.marks, self.configuration.arrows
        return {
            "pieces": [{"owner": piece.owner.value, "cells": list(piece.cells)} for piece in pieces],
            "marks": [marks.get(cell) for cell in range(self.board.size)] if marks else None,
            "arrows": None if arrows is None else [list(ends) for ends in arrows],
        }


@dataclass(frozen=True)
class ListOfBoard(TextFace, JsonRecord):
    """First configurations of a rule on a board, and the number of all of them."""

    question: Question
    configurations: tuple[ConfigurationOfBoard, ...]
    size: int | None
    """Number of pieces of each configuration, or None for all numbers."""
    count: int | None
    """Number of all configurations, or None if it is only known to exceed the number of listed ones."""
    evidence: Evidence
    json_keys = (
        "game=question.game board=question.board.text positions=question.positions size unique=is_unique"
        " count configurations evidence"
    )

    @property
    def is_unique(self) -> bool:
        """True if there is exactly one configuration."""
        return self.count == 1

    def __repr__(self) -> str:
        return f"<ListOfBoard: {self.question}: {len(self.configurations)} of {self.count}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        count, names = None if self.count is None else str(self.count), self.question.board.names
        return super().as_json() | {"count": count, "vertices": list(names) or None}


@stoppable
def configurations(
    game: GameLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    *,
    pieces: int | None = None,
    given: EventsLike | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[ConfigurationOfBoard]:
    """Return an iterator over all configurations of a rule on a board, each computed when it is requested.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domino-tilings", the path of a rule file, or a rule. A query replaces all three
        arguments.
    board : str, Board or graph
        A board, its name, such as "4x3", or a networkx graph.
    positions : str or Positions, default "all"
        Positions to list: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    pieces : int, optional
        Number of pieces, vertices or edges of each configuration; all numbers by default.
    given : str or tuple of str, optional
        Events such as "cell 1,1 is 1" that occur in each configuration.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    iterator of ConfigurationOfBoard
        Each has ``values`` and ``pieces``, like a ``Sample``.

    Raises
    ------
    MismatchError
        The rule does not apply to the board, or divides its number of configurations.
    LimitError
        More than the allowed memory would be needed.

    Notes
    -----
    Cost: the memory of one sweep with all its steps. The search has no dead ends, so each configuration takes
    one walk through the steps.

    References
    ----------
    The method is described in ``gfkit.questions.assignments``.

    Examples
    --------
    >>> sum(1 for _ in configurations("domineering", "2x2"))
    7
    >>> len(next(configurations("matchings", "petersen", pieces=5)).pieces)
    5
    """
    question = Question.of(game, board, positions, given=given)
    task = CountTask(question.with_weights(Weights.PLAYERS), max_memory, on_progress)
    return _iterate(question, pieces, task)


@stoppable
def list_configurations(
    game: GameLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    limit: int = 20,
    pieces: int | None = None,
    *,
    given: EventsLike | None = None,
    is_counted: bool = True,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> ListOfBoard:
    """Return the first configurations, and the number of all of them if ``is_counted`` or if it is small."""
    question = Question.of(game, board, positions, given=given)
    task = CountTask(question.with_weights(Weights.PLAYERS), max_memory, on_progress)
    found = list(islice(_iterate(question, pieces, task), limit + 1))
    number, kept = len(found) if len(found) <= limit else None, tuple(found[:limit])
    evidence = task.evidence
    if number is None and is_counted:
        weights = Weights.NONE if pieces is None else Weights.PIECES
        counting = CountTask(question.with_weights(weights), max_memory, on_progress)
        polynomial, evidence = counted_polynomial(counting)
        number = sum(value for powers, value in polynomial.terms if powers in ((), (pieces,)))
    return ListOfBoard(question, kept, pieces, number, evidence)


def _iterate(question: Question, pieces: int | None, task: CountTask) -> Iterator[ConfigurationOfBoard]:
    """Return an iterator over the configurations. Tables are built, and errors raised, before it is used."""
    rule, board = question.rule, question.board
    if rule.divide > 1:
        raise MismatchError(
            f"{question.game}: the number of arrays is divided by {rule.divide}, so that its configurations"
            " cannot be listed one by one; use count or sample"
        )
    if pieces is not None:
        checked_whole("pieces", pieces, 0)
        check_weighted(question.game, rule, board, question.positions)
    if rule.has_image or rule.avoided is not None:
        task.replaced = Evidence(Status.PROVED, "brute-force")
        draw, found = drawable(rule, board), listed(rule, board, question.positions)
        fitting = (one for one, powers in found if pieces in (None, sum(powers)))
        return (ConfigurationOfBoard(question, draw(one)) for one in fitting)
    return (ConfigurationOfBoard.of(question, laid) for laid in assignments(task, pieces))
