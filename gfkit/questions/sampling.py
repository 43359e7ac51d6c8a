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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import frexp, isqrt
from random import Random
from typing import TYPE_CHECKING, Any, cast

from gfkit.algebra import ARRAYS, Evidence, Status
from gfkit.algebra.weight_part import read_weight_value
from gfkit.boards import BoardLike
from gfkit.deferred import dataclass, field
from gfkit.engine import tuning
from gfkit.engine.count import CountTask, swept_or_replaced
from gfkit.engine.machine.base import DrawnMachine
from gfkit.engine.machine.order import part_of
from gfkit.engine.machine.system import VariableAssignment
from gfkit.engine.sweep.layers import Compiler
from gfkit.engine.sweep.tables import Layer, Layers
from gfkit.engine.theorems.ways import drawn_unswept
from gfkit.errors import LimitError, MismatchError, OptionError
from gfkit.questions.listing import ConfigurationOfBoard
from gfkit.rules import GameLike, Question
from gfkit.rules.kinds import configuration_of
from gfkit.rules.kinds.constraints import Key
from gfkit.rules.rule import Exponents
from gfkit.typing import OnProgress, PositionsWord, Weights, checked_whole, stoppable

if ARRAYS:
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gfkit.engine.decomposition.choice import Alternative
    from gfkit.engine.decomposition.tracing import TracedElimination
    from gfkit.engine.machine.base import Machine
    from gfkit.rules.kinds.constraints import Slot
    from gfkit.runs.memory import Budget

    Vector = NDArray[np.float64] | list[Fraction]

_BITS = 53
_TOP, _LARGEST_WEIGHT = 900, 2.0**100
"""Vectors are scaled so that the largest value is near 2^900, and all positive values exceed 2^-900. So
products with weights between 2^-100 and 2^100, and their sums, neither overflow nor underflow.
"""
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
            configuration_of(rule, [pair for pairs in laid for pair in pairs]),
            seed,
            index,
            at,
            evidence,
        )
        for index, laid in enumerate(draws)
    )


def _draw_by_sweep(
    task: CountTask, at: tuple[Fraction, Fraction], number: int, seed: int
) -> tuple[list[list[VariableAssignment]], Evidence]:
    """Return the pieces of each sample, drawn by a sweep, or [] if there is no configuration."""
    task.purpose = "draws"
    parts = [_part_of(task, *part, at) for part in task.parts()]
    is_any = not task.rule.is_small(task.board) and task.of_nothing and all(part.any for part in parts)
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
    task: CountTask, parts: Sequence[_Part | _TracedPart], number: int, random: Random
) -> list[list[VariableAssignment]]:
    """Return the symbols chosen in each sample; samples that alternating play cannot reach are rejected."""
    draws: list[list[VariableAssignment]] = []
    tried = 0
    weights = {slot.key: slot.weights for slot in task.system.slots} if task.alternates else {}
    while len(draws) < number:
        batch = number - len(draws)
        if task.alternates:
            batch = max(batch, 50)
        drawn: list[list[VariableAssignment]] = [[] for _ in range(batch)]
        for part in parts:
            for whole, own in zip(drawn, part.draw(batch, random), strict=True):
                whole.extend(own)
        tried += batch
        draws += [draw for draw in drawn if not task.alternates or _is_play(task, weights, draw)]
        if task.alternates and not draws and tried > tuning.QUESTIONS.most_tries:
            raise LimitError(
                f"board {task.board.text!r}: none of {tried} sampled positions can be reached by alternating"
                " play; choose weights closer to each other"
            )
    return draws[:number]


def _is_play(
    task: CountTask, weights: Mapping[Key, Sequence[Exponents]], laid: Sequence[VariableAssignment]
) -> bool:
    """Return True if the players' numbers of pieces differ by at most one; ``weights`` contains weights of
    variables.
    """
    left, right = task.pieces_on_board
    for key, there in (pair for pairs in laid for pair in pairs):
        x, y = weights[key][there]
        left, right = left + x, right + y
    return abs(left - right) <= 1


def _part_of(
    task: CountTask, cells: list[int], graph: list[set[int]], at: tuple[Fraction, Fraction]
) -> _Part | _TracedPart:
    """Return the component with the given cells, swept or eliminated."""
    machine = task.machine(cells, graph)
    alternative = task.find_alternative(machine, cells)
    part, solve = swept_or_replaced(lambda: _Part(task, machine, alternative, at), alternative)
    if solve is None:
        return cast("_Part", part)
    found: TracedElimination = solve()
    task.replaced = Evidence(Status.PROVED, "tree-decomposition-sampling", (("table_entries", found.peak),))
    return _TracedPart(found, part_of(task.system, cells).slots, at, task.budget(machine))


class _UndecidedError(Exception):
    """Raised if rounding errors leave a choice open."""


class _TracedPart:
    """Component whose elimination is traced back; see ``engine.decomposition.tracing``."""

    def __init__(
        self,
        found: TracedElimination,
        slots: Sequence[Slot],
        at: tuple[Fraction, Fraction],
        budget: Budget,
    ) -> None:
        self.found, self.slots, self.at, self.budget = found, slots, at, budget
        try:
            with np.errstate(over="raise", under="raise"):
                self._compute(np.float64)
        except ArithmeticError:
            self._compute(object)

    def _compute(self, dtype: type) -> None:
        from gfkit.engine.decomposition.tracing import nonnegative_numbers

        if dtype is object:
            self.budget.ask((64 + self.found.graph.bits // 8) * (self.found.entries + 4 * self.found.peak))
        at = [weight.numerator if weight.denominator == 1 else weight for weight in self.at]
        self.ring = nonnegative_numbers(at, dtype)
        self.tables = self.found.run(self.ring, keep=True)
        self.any = bool(self.tables.total)

    def draw(self, number: int, random: Random) -> list[list[VariableAssignment]]:
        """Return the symbols chosen in ``number`` random assignments.

        If rounding errors leave a choice open, it is repeated from the same random bits with exact numbers.
        """
        drawn: list[list[VariableAssignment]] = []
        while len(drawn) < number:
            before = random.getstate()
            try:
                with np.errstate(over="raise", under="raise"):
                    symbols = self.found.trace(self.ring, self.tables, partial(self._choose, random))
            except (_UndecidedError, FloatingPointError):
                random.setstate(before)
                self._compute(object)
            else:
                drawn.append(
                    [tuple((slot.key, slot.values[symbols[n]]) for n, slot in enumerate(self.slots))]
                )
        return drawn

    def _choose(self, random: Random, values: Any) -> int:
        uniform = _Uniform(random)
        if values.dtype == object:
            return uniform.among(values.tolist())
        number = uniform.among_floats(values.tolist(), self.found.error)
        if number is None:
            raise _UndecidedError
        return number


class _Part:
    """Component of the interaction graph: its automaton, and the weights of its paths."""

    def __init__(
        self,
        task: CountTask,
        machine: Machine,
        alternative: Alternative | None,
        at: tuple[Fraction, Fraction],
    ) -> None:
        self.machine = cast("DrawnMachine", machine)  # other automata are rejected before
        budget = task.budget(machine)
        self.compiler = Compiler(machine, task.watch(budget, alternative))
        layers, self.reached = self.compiler.trace(machine)
        task.states = max(task.states, layers.most_states)
        budget.ask(2 * (isqrt(machine.sites) + 1) * 8 * layers.most_states)
        self.any = bool(layers.final.tolist() if ARRAYS else list(layers.final))
        self.exact = _Backward(layers, at, exact=True)
        self.backward = self.exact
        with suppress(OverflowError):
            self.backward = _Backward(layers, at, exact=not ARRAYS)

    def draw(self, number: int, random: Random) -> list[list[VariableAssignment]]:
        """Return the symbols chosen along ``number`` random paths."""
        states: list[Any] = [self.machine.start() for _ in range(number)]
        laid: list[list[VariableAssignment]] = [[] for _ in range(number)]
        for site, after in enumerate(self.backward.forwards()):
            known: dict[Any, tuple[list[Any], list[Any]]] = {}
            for index, state in enumerate(states):
                if state not in known:
                    ways: list[Any] = list(self.machine.ways(site, state))
                    places = [self.compiler.place_of(self.reached[site + 1], way[0]) for way in ways]
                    known[state] = ways, places
                ways, places = known[state]
                chosen = self._choose(site, ways, places, after, random)
                states[index] = ways[chosen][0]
                if ways[chosen][2] is not None:
                    laid[index].append(ways[chosen][2])
        return laid

    def _choose(
        self, site: int, ways: Sequence[Any], places: Sequence[int], after: Vector, random: Random
    ) -> int:
        uniform = _Uniform(random)

        def values(by: _Backward) -> list[Any]:
            return [by.weight(way[1]) * after[place] for way, place in zip(ways, places, strict=True)]

        if not self.backward.exact:
            number = uniform.among_floats(
                [float(value) for value in values(self.backward)], self.backward.error
            )
            if number is not None:
                return number
            after = self.exact.at(site + 1)
        return uniform.among(values(self.exact))


class _Uniform:
    """Real number drawn uniformly from [0, 1), with as many random bits as needed."""

    def __init__(self, random: Random) -> None:
        self.random, self.bits, self.known = random, _BITS, random.getrandbits(_BITS)

    def among_floats(self, values: Sequence[float], error: float) -> int | None:
        """Return the index of the interval that contains the number, or None if rounding errors leave it
        open.

        ``error`` bounds the relative error of the values.
        """
        sums, error = list(accumulate(values)), error + len(values) * 2.0**-52
        low, high, before = self.known * 2.0**-_BITS, (self.known + 1) * 2.0**-_BITS, 0.0
        last = max(index for index, value in enumerate(values) if value)
        for index, value in enumerate(sums):
            end = value / sums[-1]
            if low >= before * (1 + 4 * error) and (index == last or high <= end * (1 - 4 * error)):
                return index if values[index] else None
            before = end
        return None

    def among(self, values: Sequence[Fraction]) -> int:
        """Return the index of the interval that contains the number, given the exact lengths of the
        intervals.
        """
        sums = [Fraction(0), *accumulate(values)]
        while True:
            low, high = (Fraction(self.known + more, 1 << self.bits) * sums[-1] for more in (0, 1))
            for index in range(len(values)):
                if sums[index] <= low and high <= sums[index + 1]:
                    return index
            self.known = self.known << 64 | self.random.getrandbits(64)
            self.bits += 64


@dataclass
class _Backward:
    """Weight of all paths from a state to the end, for every state before every step."""

    layers: Layers
    variables: tuple[Fraction, Fraction]
    exact: bool
    kept: dict[int, Vector] = field(default_factory=dict)
    """Vectors that are stored, by step."""
    weights: dict[Exponents, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sites = len(self.layers.layers)
        self.every = isqrt(sites) + 1
        fan = max((layer.fan_in for layer in self.layers.layers), default=1)
        self.error = (sites + 1) * (fan + 6) * 2.0**-52
        if not self.exact:  # exact vectors are computed on demand
            self._store_vectors()

    def _store_vectors(self) -> None:
        vector = self._make_final_vector()
        for site in range(len(self.layers.layers), -1, -1):
            if site < len(self.layers.layers):
                vector = self._step_back(site, vector)
            if site % self.every == 0 or site == len(self.layers.layers):
                self.kept[site] = vector

    def forwards(self) -> Iterator[Vector]:
        """Yield the vectors after step 0, after step 1, and so on."""
        if not self.kept:
            self._store_vectors()
        sites = len(self.layers.layers)
        for first in range(0, sites, self.every):
            end = min(first + self.every, sites)
            vectors = [self.kept[end]]
            for site in range(end - 1, first, -1):
                vectors.append(self._step_back(site, vectors[-1]))
            yield from reversed(vectors)

    def at(self, site: int) -> Vector:
        """Return the vector before a step."""
        if not self.kept:
            self._store_vectors()
        end = min(-(-site // self.every) * self.every, len(self.layers.layers))
        vector = self.kept[end]
        for earlier in range(end - 1, site - 1, -1):
            vector = self._step_back(earlier, vector)
        return vector

    def weight(self, powers: Exponents) -> Any:
        """Return the value of the monomial with the given exponents."""
        if powers not in self.weights:
            value = self.variables[0] ** powers[0] * self.variables[1] ** powers[1]
            if not self.exact and not 1 / _LARGEST_WEIGHT < value < _LARGEST_WEIGHT:
                raise OverflowError
            self.weights[powers] = value if self.exact else float(value)
        return self.weights[powers]

    def _make_final_vector(self) -> Vector:
        layers = self.layers
        size = layers.layers[-1].after if layers.layers else 1
        if self.exact:
            ends = set(layers.final.tolist() if ARRAYS else layers.final)
            return [Fraction(int(state in ends)) for state in range(size)]
        vector = np.zeros(size)
        vector[layers.final] = 1.0
        return vector

    def _step_back(self, site: int, after: Vector) -> Vector:
        layer: Layer = self.layers.layers[site]
        if self.exact:
            exact = [Fraction(0)] * layer.before
            for source, target, powers in layer.transitions():
                exact[source] += self.weight(powers) * after[target]
            return exact
        vector, array = np.zeros(layer.before), np.asarray(after)
        for matching in layer.matchings:
            vector[matching.source] += self.weight(matching.weight) * array[matching.target]
        top = float(vector.max(initial=0.0))
        if not top:
            return vector
        shift = _TOP - frexp(top)[1]
        if frexp(float(vector[vector > 0].min()))[1] + shift <= -_TOP:
            raise OverflowError
        return np.ldexp(vector, shift)
