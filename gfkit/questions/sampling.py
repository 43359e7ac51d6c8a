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

Trees and dominoes on wide boards are sampled by other methods: see ``ways.theorems.draws``.

Cost: twice the transitions of the transfer matrix. The memory is that of about sqrt(s) vectors for s steps.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import Evidence, Status
from gfkit.core.algebra.weight_part import read_weight_value
from gfkit.core.boards import BoardLike
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.system import VariableAssignment
from gfkit.core.engine.registry import BoardQuery, ways
from gfkit.core.engine.task import CountTask
from gfkit.core.errors import LimitError, MismatchError, OptionError
from gfkit.core.hooks import at_place
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.configuration import configuration_of
from gfkit.core.rules.kinds.constraints import Key
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import EventsLike, OnProgress, PositionsWord, Weights, checked_whole, stoppable
from gfkit.questions.assignments import solved_components
from gfkit.questions.listing import ConfigurationOfBoard

if TYPE_CHECKING:
    from gfkit.core.engine.semirings import Choice
    from gfkit.ways.theorems.draws import Drawing

    _Draw = Callable[[Random, int], list[VariableAssignment]]
    """Function that draws a number of configurations of a component, or none if there are none."""

_WEIGHTS = Fraction(1, 1 << 60), Fraction(1 << 60)


@dataclass(frozen=True)
class Sample(ConfigurationOfBoard):
    """Configuration drawn at random, with the seed that reproduces it."""

    seed: int
    number: int
    """Index of this sample among the samples drawn with the seed, from 0."""
    at: tuple[Fraction, Fraction]
    """Weights of a piece of Left and of a piece of Right."""
    evidence: Evidence

    def __repr__(self) -> str:
        return f"<Sample: {self.question}: seed {self.seed}, number {self.number}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        asked = self.question
        return {
            "game": asked.game,
            "board": self.board.text,
            "positions": asked.positions.value,
            "vertices": list(self.board.names) or None,
            **super().as_json(),
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
    given: EventsLike | None = None,
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
    given : str or tuple of str, optional
        Events that occur in all drawn configurations, such as "cell 1,1 is 1".
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

    Notes
    -----
    Cost: the cost of ``samples`` for one configuration.

    Examples
    --------
    >>> sample("domineering", "2x2", seed=5) == sample("domineering", "2x2", seed=5)
    True
    """
    return samples(
        game, board, positions, number=1, seed=seed, x=x, y=y, given=given, max_memory=max_memory,
        on_progress=on_progress,
    )[0]  # fmt: skip


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
    given: EventsLike | None = None,
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
    given : str or tuple of str, optional
        Events that occur in all drawn configurations, such as "cell 1,1 is 1".
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

    Notes
    -----
    Cost: twice the transitions of the sweep, and the memory of about sqrt(s) vectors for s steps.

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
    question = Question.of(game, board, positions, "none", given=given, weighed=True)
    if not question.rule.label_names:
        question.rule.check_unweighed()
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
        raise MismatchError(
            f"{rule.name} counts images of configurations; sampling and drawing are not supported"
        )
    query = BoardQuery(question, lambda: task.system, task.limit, on_progress)
    draws, evidence = _draw_unswept(query, at, number, Random(seed)) or _draw_by_sweep(task, at, number, seed)
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


def _draw_unswept(
    query: BoardQuery, at: tuple[Fraction, Fraction], number: int, random: Random
) -> tuple[list[VariableAssignment], Evidence] | None:
    """Return random configurations by a theorem, with their evidence, or None if no theorem applies.

    ``at`` contains the values of the weights x and y.
    """
    for way in () if query.question.rule.is_bound else ways("boards"):
        drawing: Drawing | None = at_place(way.draw)(query, at) if way.draw else None
        if drawing is not None:
            draw, method = drawing
            laid = [] if draw is None else [tuple(chain.from_iterable(draw(random))) for _ in range(number)]
            return laid, Evidence(Status.PROVED, method)
    return None


def _draw_by_sweep(
    task: CountTask, at: tuple[Fraction, Fraction], number: int, seed: int
) -> tuple[list[VariableAssignment], Evidence]:
    """Return the variables of each sample, drawn by a sweep, or [] if there is no configuration."""
    values: Sequence[Fraction] = at
    factors = task.rule.factors
    if factors is not None and factors.has_coefficients:
        own = dict(zip("xy", at, strict=True))
        values = tuple(factors.values({letter: own.get(letter, 1) for letter in factors.letters}))
        if min(values) < 0:
            raise MismatchError(
                f"{task.rule.name}: a weight is negative, so there is no random configuration"
            )
    whole = [weight.numerator if weight.denominator == 1 else weight for weight in values]

    def weight_of(choice: Choice) -> Fraction | int:
        return prod([weight**power for weight, power in zip(whole, choice.powers, strict=False) if power])

    parts = [partial(part.samples, value=weight_of) for part in solved_components(task, "draws")]
    draws = _draw_parts(task, parts, number, Random(seed))
    return draws, replace(task.evidence, method=f"{task.evidence.method}-sampling")


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
