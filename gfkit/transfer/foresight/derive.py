"""What deriving a family will take, before it is begun."""

from __future__ import annotations

import time
from math import ceil

from flint import fmpz_mat

from gfkit.boards import Family
from gfkit.errors import OptionError
from gfkit.foresight import Figure, Forecast
from gfkit.games import Rule, as_rule
from gfkit.memory import check_memory, default_memory, size_text
from gfkit.transfer.derive import METHODS, by_determinant, check_derivable, one_family
from gfkit.transfer.foresight.estimate import EXACT, Estimate, extended
from gfkit.transfer.foresight.grids import GridRun, Grids
from gfkit.transfer.foresight.ladder import Ladder, climb, order_of, tried
from gfkit.transfer.foresight.primes import Primes, Run
from gfkit.transfer.foresight.weighted import climb_weighted
from gfkit.transfer.strip.automaton import MOST_STATES
from gfkit.typing import OnProgress, Positions, Progress, Weights

_SAMPLE_STATES = 40
_TOO_LONG = 30 * 86400.0


def foresee_derive(
    game: str | Rule,
    board: str | Family,
    positions: str = "all",
    weights: str = "none",
    *,
    method: str = "auto",
    certify: bool = False,
    workers: int = 1,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """States, order, primes, memory and time of deriving a family, in a few seconds whatever its size.

    The machine is compiled where that takes little time, so that its states are exact. Narrower strips of the
    same kind, derived in about two seconds together, show which part of the states the order is, how long the
    coefficients are and what a batch of primes costs on this machine; what they lead to is extrapolated by
    constant factors. Fails, by more than it says, where narrow strips follow another law than wide ones.

    >>> forecast = foresee_derive("arc-kayles", "6xn")
    >>> forecast["states_between_slices"], forecast["order"], forecast.figure("order").how
    (64, 36, 'exact')
    """
    rule, family = as_rule(game), one_family(board)
    asked, marked = Positions.read(positions), Weights.read(weights)
    if method not in METHODS:
        raise OptionError(f"method {method!r} is unknown; known are {', '.join(METHODS)}")
    check_memory(max_memory)
    check_derivable(rule, family, asked)
    name = game if isinstance(game, str) else rule.name
    task = f"deriving {name} on {family.text}, {asked.value}"
    if family.word == "complete" or family.at(max(1, family.first_n)).size == 0:
        return Forecast(task, (Figure("method", "a formula, without a machine"), Figure("seconds", 0.1)))
    tell = on_progress or (lambda _: None)
    tell(Progress("finding states of narrow strips", 0, 2, 0))
    ladder = climb(rule, family, asked, marked, max_memory)
    if ladder.machine is not None and not ladder.machine.states:
        return Forecast(
            task, (Figure("method", "none: no state lasts"), Figure("order", 0), Figure("seconds", 0.1))
        )
    tell(Progress("trying narrow strips", 1, 2, ladder.rungs[-1].states if ladder.rungs else 0))
    foreseen = _Derivation(task, ladder, marked, method, certify, workers, max_memory)
    if by_determinant(ladder.machine, marked, method):
        return foreseen.determinant()
    if marked is Weights.NONE:
        foreseen.ladder = tried(ladder, certify=certify)
        return foreseen.modular(
            Primes(foreseen.ladder, foreseen.states, foreseen.tables, certify=certify).run()
        )
    rungs = climb_weighted(rule, family, asked, marked, certify, max_memory)
    return foreseen.modular(Grids(rungs, ladder.width).run())


class _Derivation:
    """The forecast of one derivation, put together."""

    def __init__(
        self,
        task: str,
        ladder: Ladder,
        weights: Weights,
        method: str,
        certify: bool,
        workers: int,
        max_memory: int | None,
    ) -> None:
        self.task, self.ladder, self.weights = task, ladder, weights
        self.method, self.certify, self.workers = method, certify, workers
        self.limit = default_memory() if max_memory is None else max_memory
        self.states, self.tables = self._along("states"), self._along("table_bytes")

    def _along(self, name: str) -> Estimate:
        """A size of the machine."""
        if self.ladder.target is not None:
            return Estimate.of(getattr(self.ladder.target, name))
        seen = [(rung.width, float(getattr(rung, name))) for rung in self.ladder.rungs]
        return extended(seen, self.ladder.width) or Estimate(
            0.0, "not even the narrowest strip was done", 1000
        )

    def _sizes(self) -> tuple[Figure, ...]:
        return (
            self._along("between").figure("states_between_slices"),
            self._along("most").figure("most_states"),
            Figure("period", self._period(), EXACT if self.ladder.reached else "as of narrower strips"),
            self._along("ways").figure("transitions_per_period"),
            self.tables.figure("table_bytes"),
            self.states.figure("order_at_most"),
        )

    def _period(self) -> int | None:
        return self.ladder.rungs[-1].period if self.ladder.rungs else None

    def determinant(self) -> Forecast:
        """By the characteristic polynomial of a small automaton."""
        machine = self.ladder.machine
        if machine is None or machine.states > MOST_STATES:
            refused = f"method 'determinant' takes up to {MOST_STATES} states; use method modular"
            return Forecast(self.task, (Figure("method", "determinant"), *self._sizes()), refused)
        seconds = _determinant_seconds(machine.states)
        order = order_of(self.ladder) if self.weights is Weights.NONE else None
        return Forecast(
            self.task,
            (
                Figure("method", "determinant"),
                *self._sizes(),
                Figure("order", machine.states, "at most") if order is None else Figure("order", order),
                Figure("primes", 0),
                Figure("points", 0),
                Figure("batches", 0),
                Figure("memory_bytes", 16 * machine.states**2 * machine.states, "a rough guess", 4.0),
                *self._times(Estimate.of(seconds, "scaled from a smaller matrix", 2.0), seconds, 1),
            ),
            advice="small: proved by one characteristic polynomial",
        )

    def modular(self, run: Run | GridRun | None) -> Forecast:
        """By values modulo primes."""
        head = (Figure("method", "modular"), *self._sizes())
        if run is None:
            return Forecast(
                self.task, head, self.ladder.refused, "no narrower strip was quick enough to tell"
            )
        points = run.points if isinstance(run, GridRun) else Estimate.of(1)
        figures = (
            *head,
            run.order.figure("order"),
            run.primes.figure("primes"),
            points.figure("points"),
            run.batches.figure("batches"),
            run.memory.figure("memory_bytes"),
            *self._times(run.seconds, run.serial, run.batches.value),
        )
        return Forecast(self.task, figures, self._refusal(run.memory), self._advice(run))

    def _times(self, seconds: Estimate, serial: float, batches: float) -> tuple[Figure, ...]:
        """Seconds of one core, and of several: batches are not divided."""
        one = (seconds.figure("seconds"),)
        if self.workers < 2:
            return one
        count = max(1.0, min(batches, 1e15))
        shared = serial + max(0.0, seconds.value - serial) * ceil(count / self.workers) / count
        name = f"seconds_with_{self.workers}_workers"
        return (*one, Figure.estimated(name, Estimate.of(shared).log, seconds.how, seconds.doubt, 1))

    def _refusal(self, memory: Estimate) -> str | None:
        if self.ladder.refused is not None:
            return self.ladder.refused
        if memory.value <= self.limit:
            return None
        return (
            f"{self.task} would need {memory.figure('memory_bytes').text} of memory;"
            f" the limit is {size_text(self.limit)} (max memory)"
        )

    def _advice(self, run: Run | GridRun) -> str | None:
        if run.seconds.value > _TOO_LONG:
            return "out of reach on one machine: take fewer rows, or count single boards"
        if self.certify:
            return "without --certify fewer primes would do"
        return None


def _determinant_seconds(states: int) -> float:
    """Seconds for a characteristic polynomial, by the fourth power from a smaller one."""
    size = min(states, _SAMPLE_STATES)
    entries = [(7 * i * i + 3 * i * j + j) % 11 < 3 for i in range(size) for j in range(size)]
    begin = time.perf_counter()
    fmpz_mat(size, size, [int(entry) for entry in entries]).charpoly()
    return max(0.02, (time.perf_counter() - begin) * (states / max(1, size)) ** 4)
