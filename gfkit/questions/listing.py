"""Configurations of a board, one after the other.

Statement. Let S(s) be the set of the sizes of all paths from a state s to the end of the sweep. A path can be
completed to a configuration of size k if and only if k minus its size so far is in S(s). So a depth-first
search that follows only such transitions never has to return without a configuration. The sets are stored as
bit masks: the union of two sets is their bitwise or, and a transition of size j shifts a mask by j bits.

Components that are cheaper to eliminate than to sweep are traced back (``engine.decomposition.tracing``).
Each sequence of choices among summands that are not zero is one configuration, so that the sequences are
enumerated as the digits of a number.

Rules whose configurations are not the solutions of a constraint system are enumerated by their definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from gfkit.algebra import Evidence, Status
from gfkit.boards import Board, BoardLike
from gfkit.deferred import dataclass, field
from gfkit.engine.count import CountTask, counted_polynomial, swept_or_replaced
from gfkit.engine.machine.order import part_of
from gfkit.errors import MismatchError
from gfkit.oracle.definitions import drawable, listed
from gfkit.rules import GameLike, Question
from gfkit.rules.configuration import Configuration
from gfkit.rules.kinds import check_weighted, configuration_of
from gfkit.typing import OnProgress, PositionsWord, Weights, checked_whole, stoppable
from gfkit.writable import TextFace

if TYPE_CHECKING:
    from gfkit.engine.decomposition.tracing import TracedElimination
    from gfkit.engine.semirings import Assignment
    from gfkit.engine.sweep.passes import Trellis
    from gfkit.rules.kinds.constraints import Slot

    Traced = tuple[TracedElimination, Sequence[Slot]]
    """Elimination of a component, and the variables of the component."""


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
class ListOfBoard(TextFace):
    """The first configurations of a rule on a board, and the number of all of them."""

    question: Question
    configurations: tuple[ConfigurationOfBoard, ...]
    size: int | None
    """Number of pieces of each configuration, or None for all numbers."""
    count: int | None
    """Number of all configurations, or None if it is only known to exceed the number of listed ones."""
    evidence: Evidence

    @property
    def is_unique(self) -> bool:
        """True if there is exactly one configuration."""
        return self.count == 1

    def __repr__(self) -> str:
        of = "" if self.count is None else f" of {self.count}"
        return f"<ListOfBoard: {self.question}: {len(self.configurations)}{of}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        asked = self.question
        return {
            "game": asked.game,
            "board": asked.board.text,
            "positions": asked.positions.value,
            "vertices": list(asked.board.names) or None,
            "size": self.size,
            "unique": self.is_unique,
            "count": None if self.count is None else str(self.count),
            "configurations": [one.as_json() for one in self.configurations],
            "evidence": self.evidence.as_json(),
        }


@stoppable
def configurations(
    game: GameLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    *,
    pieces: int | None = None,
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

    References
    ----------
    The method is described in ``gfkit.questions.listing``.

    Examples
    --------
    >>> sum(1 for _ in configurations("domineering", "2x2"))
    7
    >>> len(next(configurations("matchings", "petersen", pieces=5)).pieces)
    5
    """
    question = Question.of(game, board, positions, "none")
    return _iterate(
        question, pieces, CountTask(question.with_weights(Weights.PLAYERS), max_memory, on_progress)
    )


@stoppable
def list_configurations(
    question: Question,
    limit: int = 20,
    pieces: int | None = None,
    *,
    is_counted: bool = True,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> ListOfBoard:
    """Return the first ``limit`` configurations, and the number of all of them if it is requested or known."""
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


def assignments(task: CountTask, pieces: int | None = None) -> Iterator[Assignment]:
    """Return an iterator over the assignments of the variables of a board, with a given number of pieces."""
    from gfkit.engine.sweep.passes import configurations as paths

    trellis, traced = tables_of(task)
    if task.rule.is_small(task.board) or not task.of_nothing:
        return iter(())
    parts = [partial(_trace_all, *part) for part in traced]
    if pieces is None and not task.alternates:
        return _combine([partial(paths, trellis), *parts])
    height, width = (
        1 + sum(max((each.weight[k] for each in layer.matchings), default=0) for layer in trellis.layers)
        for k in (0, 1)
    )
    left, right = task.pieces_on_board

    def is_wanted(x: int, y: int) -> bool:
        return pieces in (None, x + y) and not (task.alternates and abs(left + x - right - y) > 1)

    if traced:
        weights = {slot.key: dict(zip(slot.values, slot.weights, strict=True)) for slot in task.system.slots}
        found = _combine([partial(paths, trellis), *parts])
        powers = ((laid, [weights[key][value] for key, value in laid]) for laid in found)
        return (laid for laid, each in powers if is_wanted(sum(x for x, _ in each), sum(y for _, y in each)))
    wanted = sum(1 << x * width + y for x in range(height) for y in range(width) if is_wanted(x, y))
    return paths(trellis, lambda choice: choice.powers[0] * width + choice.powers[1], wanted)


def tables_of(task: CountTask) -> tuple[Trellis, list[Traced]]:
    """Return the joined tables of the components that are swept, and the eliminations of the others."""
    from gfkit.engine.sweep.passes import Trellis

    task.purpose = "draws"
    trellis, traced = Trellis(task), list[Any]()
    for part in task.parts():
        machine = task.machine(*part)
        alternative = task.find_alternative(machine, part[0])
        _, solve = swept_or_replaced(partial(trellis.append, machine, alternative), alternative)
        if solve is not None:
            found: TracedElimination = solve()
            traced.append((found, part_of(task.system, part[0]).slots))
            figures = (("table_entries", found.peak),)
            task.replaced = Evidence(Status.PROVED, "tree-decomposition", figures)
    return trellis, traced


def _combine(parts: Sequence[Callable[[], Iterator[Assignment]]]) -> Iterator[Assignment]:
    """Yield all combinations of assignments of independent components."""
    if not parts:
        yield ()
        return
    for first in parts[0]():
        for others in _combine(parts[1:]):
            yield first + others


def _trace_all(found: TracedElimination, slots: Sequence[Slot]) -> Iterator[Assignment]:
    """Yield the assignments of an elimination, one for each sequence of choices among nonzero summands."""
    from gfkit.engine.decomposition.tracing import nonnegative_numbers

    ring = nonnegative_numbers((1, 1), bool)
    tables = found.run(ring, keep=True)
    script: list[list[int]] = []
    """Choices of the current sequence that are still possible at each step; the last of each is taken."""
    step = 0

    def choose(values: Any) -> int:
        nonlocal step
        if step == len(script):
            script.append(values.nonzero()[0].tolist())
        step += 1
        return script[step - 1][-1]

    while tables.total:
        step = 0
        symbols = found.trace(ring, tables, choose)
        yield tuple((slot.key, slot.values[symbols[n]]) for n, slot in enumerate(slots))
        while script and len(script[-1]) == 1:
            script.pop()
        if not script:
            return
        script[-1].pop()
