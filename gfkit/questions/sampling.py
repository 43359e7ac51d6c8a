"""Random configurations, drawn from the exact distribution.

Statement. For a state s at a step, let v(s) be the sum over all paths from s to the end of the sweep of the
product of their weights. A random path starts at the initial state and moves from s to s' with probability w
v(s') / v(s), where w is the weight of the transition. The probability of a path is proportional to its
weight, because the factors v cancel along the path. Paths correspond one-to-one to configurations, so the
same holds for configurations. Components of the board that do not interact are sampled independently.

Hypothesis: weights are positive. A draw compares a uniform real number U in [0, 1) with a few partial sums of
v. The v are computed as floating-point numbers with a bound on their relative error, which exists because all
summands are positive, and the first 53 bits of U are drawn. If these do not determine the result, or if
floating-point numbers overflow or underflow, v is recomputed exactly and more bits of U are drawn. So
rounding never affects the result.

Trees and dominoes on wide boards are sampled by other methods: see ``engine.theorems.draws``.

Cost: twice the transitions of the transfer matrix. The memory is that of about sqrt(s) vectors for s steps.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from gfkit.algebra import Evidence, Status
from gfkit.algebra.weight_part import read_weight_value
from gfkit.boards import Board, BoardLike
from gfkit.deferred import dataclass, field
from gfkit.engine import tuning
from gfkit.engine.count import CountTask, swept_or_replaced
from gfkit.engine.machine.order import part_of
from gfkit.engine.machine.system import VariableAssignment
from gfkit.engine.semirings import Choice
from gfkit.engine.sweep.passes import Trellis
from gfkit.engine.sweep.passes import samples as draw_paths
from gfkit.engine.theorems.ways import drawn_unswept
from gfkit.errors import LimitError, MismatchError, OptionError
from gfkit.rules import GameLike, Question
from gfkit.rules.configuration import Configuration
from gfkit.rules.kinds import configuration_of
from gfkit.rules.kinds.constraints import Key
from gfkit.rules.rule import Exponents
from gfkit.typing import OnProgress, PositionsWord, Weights, checked_whole, stoppable
from gfkit.writable import TextFace

if TYPE_CHECKING:
    from gfkit.engine.decomposition.tracing import TracedElimination

    _Draw = Callable[[Random, int], list[VariableAssignment]]
    """Function that draws a number of configurations of a component, or none if there are none."""
    _Weight = Callable[[Choice], Fraction | int]

_WEIGHTS = Fraction(1, 1 << 60), Fraction(1 << 60)


@dataclass(frozen=True)
class Sample(TextFace):
    """Configuration drawn at random, with the seed that reproduces it."""

    question: Question
    configuration: Configuration = field(hash=False)
    seed: int
    number: int
    """Index of this sample among the samples drawn with the seed, from 0."""
    at: tuple[Fraction, Fraction]
    """Weights of a piece of Left and of a piece of Right."""
    evidence: Evidence

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

        >>> sample("independent-sets", "1x2", seed=1).values
        {(0, 0): 0, (0, 1): 1}
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

        >>> sample("domino-tilings", "2x2", seed=1).pieces
        [((0, 0), (0, 1)), ((1, 0), (1, 1))]
        """
        return [tuple(self.cells[k] for k in piece.cells) for piece in self.configuration.pieces]

    def __repr__(self) -> str:
        return f"<Sample: {self.question}: seed {self.seed}, number {self.number}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        pieces, marks, arrows = self.configuration.pieces, self.configuration.marks, self.configuration.arrows
        asked = self.question
        return {
            "game": asked.game,
            "board": self.board.text,
            "positions": asked.positions.value,
            "vertices": list(self.board.names) or None,
            "pieces": [{"owner": piece.owner.value, "cells": list(piece.cells)} for piece in pieces],
            "marks": [marks.get(cell) for cell in range(self.board.size)] if marks else None,
            "arrows": None if arrows is None else [list(ends) for ends in arrows],
            "seed": self.seed,
            "number": self.number,
            "weights": [str(fraction) for fraction in self.at],
            "evidence": self.evidence.as_json(),
        }


@stoppable
def sample(
    game: GameLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    *,
    seed: int | None = None,
    x: Fraction | int | str = 1,
    y: Fraction | int | str = 1,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Sample:
    """Return a random configuration of a game on a board; all configurations are equally probable.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces all three
        arguments.
    board : str, Board or graph
        A board, its name, such as "4x3", or a networkx graph.
    positions : str or Positions, default "all"
        Positions to draw from: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    seed : int, optional
        The same seed draws the same configuration; a new one by default.
    x, y : Fraction, int or str, default 1
        Weights of a piece of Left and of a piece of Right, as for ``samples``.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Sample
        The configuration, with the seed that reproduces it.

    Raises
    ------
    OptionError
        A weight is out of range.
    MismatchError
        The board has no configuration.
    LimitError
        More than the allowed memory would be needed.

    Examples
    --------
    >>> sample("domineering", "2x2", seed=5) == sample("domineering", "2x2", seed=5)
    True
    """
    return samples(
        game, board, positions, number=1, seed=seed, x=x, y=y, max_memory=max_memory, on_progress=on_progress
    )[0]


@stoppable
def samples(
    game: GameLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    *,
    number: int = 10,
    seed: int | None = None,
    x: Fraction | int | str = 1,
    y: Fraction | int | str = 1,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> tuple[Sample, ...]:
    """Return independent configurations of a game on a board from the exact distribution.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces all three
        arguments.
    board : str, Board or graph
        A board, its name, such as "4x3", or a networkx graph.
    positions : str or Positions, default "all"
        Positions to draw from: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    number : int, default 10
        Number of samples, at most 10,000.
    seed : int, optional
        The same seed draws the same configurations; a new one by default.
    x, y : Fraction, int or str, default 1
        Weights of a piece of Left and of a piece of Right; x is the weight of every piece if there are no
        players. The probability of a configuration is proportional to the product of its weights.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    tuple of Sample
        One for each draw.

    Raises
    ------
    OptionError
        A number or a weight is out of range.
    MismatchError
        The board has no configuration.
    LimitError
        Counting would need more than the allowed memory.

    References
    ----------
    The statement, and the proof that rounding has no effect, are in ``gfkit.questions.sampling``.

    Examples
    --------
    >>> [len(one.configuration.pieces) for one in samples("domino-tilings", "4x4", number=3, seed=1)]
    [8, 8, 8]
    """
    if isinstance(positions, int):
        raise OptionError(
            f"positions {positions}: write number={positions} for the number of samples, or seed={positions}"
        )
    question = Question.of(game, board, positions, "none")
    at = _parse_weight("x", x), _parse_weight("y", y)
    if any(value != 1 for value in at):
        question.rule.check_two_letters("samples with weights")
    if not 1 <= checked_whole("number", number) <= tuning.QUESTIONS.most_drawn:
        raise OptionError(
            f"number {number} is out of range: it must be from 1 to {tuning.QUESTIONS.most_drawn}"
        )
    seed = secrets.randbits(32) if seed is None else checked_whole("seed", seed)
    task = CountTask(question.with_weights(Weights.PLAYERS), max_memory, on_progress)
    rule = question.rule
    if rule.has_image:  # cheaper than placing its constraints on the board
        raise MismatchError(f"sampling is not supported for {rule.name}, which counts images")
    unswept = drawn_unswept(question, lambda: task.system, at, number, Random(seed), task.limit, on_progress)
    draws, evidence = unswept or _draw_by_sweep(task, at, number, seed)
    if not draws:
        raise MismatchError(
            f"there is nothing to sample: board {task.board.text!r} has 0 {task.question.game}"
        )
    return tuple(
        Sample(
            question,
            configuration_of(rule, laid),
            seed,
            index,
            at,
            evidence,
        )
        for index, laid in enumerate(draws)
    )


def _draw_by_sweep(
    task: CountTask, at: tuple[Fraction, Fraction], number: int, seed: int
) -> tuple[list[VariableAssignment], Evidence]:
    """Return the variables of each sample, drawn by a sweep, or [] if there is no configuration."""
    task.purpose = "draws"
    x, y = (weight.numerator if weight.denominator == 1 else weight for weight in at)

    def weight_of(choice: Choice) -> Fraction | int:
        weight: Fraction | int = x ** choice.powers[0] * y ** choice.powers[1]
        return weight

    parts = [_part_of(task, *part, weight_of) for part in task.parts()]
    is_any = not task.rule.is_small(task.board) and task.of_nothing
    draws = _draw_parts(task, parts, number, Random(seed)) if is_any else []
    return draws, task.replaced or Evidence(
        Status.PROVED, "transfer-matrix-sampling", (("states", task.states),)
    )


def _parse_weight(name: str, value: Fraction | int | str) -> Fraction:
    fraction = Fraction(read_weight_value(name, value))
    if not _WEIGHTS[0] <= fraction <= _WEIGHTS[1]:
        raise OptionError(f"{name} = {value} is out of range: it must be between 2^-60 and 2^60")
    return fraction


def _draw_parts(
    task: CountTask, parts: Sequence[_Draw], number: int, random: Random
) -> list[VariableAssignment]:
    """Return the variables of each sample; samples that alternating play cannot reach are rejected."""
    draws: list[VariableAssignment] = []
    tried = 0
    weights = {slot.key: slot.weights for slot in task.system.slots} if task.alternates else {}
    while len(draws) < number:
        batch = max(number - len(draws), tried, 50) if task.alternates else number
        by_part = [part(random, batch) for part in parts]
        if not all(by_part):
            return []
        tried += batch
        drawn = [sum(own, ()) for own in zip(*by_part, strict=True)] or [()] * batch
        draws += [draw for draw in drawn if not task.alternates or _is_play(task, weights, draw)]
        if task.alternates and not draws and tried > tuning.QUESTIONS.most_tries:
            raise LimitError(
                f"board {task.board.text!r}: none of {tried} sampled positions can be reached by alternating"
                " play; choose weights closer to each other"
            )
    return draws[:number]


def _is_play(task: CountTask, weights: Mapping[Key, Sequence[Exponents]], laid: VariableAssignment) -> bool:
    """Return True if the players' numbers of pieces differ by at most one; ``weights`` contains weights of
    variables.
    """
    left, right = task.pieces_on_board
    for key, there in laid:
        x, y = weights[key][there]
        left, right = left + x, right + y
    return abs(left - right) <= 1


def _part_of(task: CountTask, cells: list[int], graph: list[set[int]], weight: _Weight) -> _Draw:
    """Return the function that draws configurations of a component, swept or eliminated."""
    machine = task.machine(cells, graph)
    alternative = task.find_alternative(machine, cells)
    trellis, solve = swept_or_replaced(lambda: Trellis(task).append(machine, alternative), alternative)
    if solve is None:
        return partial(draw_paths, trellis, value=weight)
    found: TracedElimination = solve()
    task.replaced = Evidence(Status.PROVED, "tree-decomposition-sampling", (("table_entries", found.peak),))
    slots = part_of(task.system, cells).slots

    def draw(random: Random, number: int) -> list[VariableAssignment]:
        drawn = found.samples(random, number, weight, task.budget().ask)
        return [tuple((slot.key, slot.values[laid[n]]) for n, slot in enumerate(slots)) for laid in drawn]

    return draw
