"""What deriving a family will take, from narrower strips that are tried in a few seconds."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from math import ceil, floor, inf, log2
from random import Random

import numpy as np

from gfkit.boards import Family, PartOfFamily
from gfkit.errors import LimitError, OptionError
from gfkit.exact.chinese_remainders import Lifting, expected_primes
from gfkit.exact.residue import word_primes
from gfkit.exact.residue_arrays import AT_ONCE, BITS
from gfkit.foresight.figures import (
    ANYTHING,
    EXACT,
    Clock,
    Estimate,
    Figure,
    Forecast,
    OutOfTime,
    SmallerCases,
    extrapolated,
    over_memory,
)
from gfkit.foresight.plain import determinant_seconds, fixed_side, narrower_families
from gfkit.games import Question, Rule
from gfkit.host.memory import check_memory
from gfkit.sequences import RationalGF
from gfkit.transfer import tuning
from gfkit.transfer.derive import (
    METHODS,
    always_proved,
    by_determinant,
    check_derivable,
    derive,
    small_automaton,
    strip_within,
)
from gfkit.transfer.modular.batches import Fractions, read_fractions
from gfkit.transfer.modular.berlekamp_massey import SPARE
from gfkit.transfer.modular.engine import ModularGF, modular_gf
from gfkit.transfer.modular.evaluation import Evaluator, Sampler, TooFewTerms, paired, random_residues
from gfkit.transfer.modular.layout import StripLayout, growth_bound
from gfkit.transfer.modular.unweighted import rows_per_second
from gfkit.transfer.modular.weighted import fraction_bounds, order_is_proved, worth_proving
from gfkit.transfer.strip.automaton import Automaton, automaton, minimised
from gfkit.transfer.strip.strip import Strip
from gfkit.typing import OnProgress, Progress, Weights

_FINDING, _BATCHES, _WHOLE = 1.2, 1.2, 0.7
"""Seconds for finding states of narrow strips, for batches of primes on them, and for whole derivations."""
_POINTS, _WHOLE_POINTS = 1.6, 0.8
"""Seconds for points of narrow strips with weights, and for whole derivations with weights."""
_FIRST_TERMS = 32
_SAMPLE_POINTS = 64
_WORD = 61.99
_TRIAL = 1.3
"""A trial takes as long as so many batches: about as many slices, and a product for every state."""
_COPIES = 3.5
"""How often tables and coefficients are there at once: backwards, joined, half put together."""
_LONG = 250
"""Primes from which on lifting takes twice as long for each of them."""
_POWER_BYTES = 230
"""Bytes of a coefficient in tables by its powers, beside eight for every prime."""
_BEYOND = 1e15
"""Numbers from which on single ones do not matter."""
_LEAST_DOUBT = 0.05
_TOO_LONG = 30 * 86400.0
_UNKNOWN = Estimate(0.0, "no narrower strip tells", ANYTHING)


def foresee_derive(
    game: str | Rule | Question,
    board: str | Family | None = None,
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

    >>> foresee_derive("arc-kayles", "6xn")["states_between_slices"]
    64
    """
    question = Question.of(game, board, positions, weights)
    if isinstance(question.boards, PartOfFamily):
        question = question.on(question.boards.whole)
    family, marked = question.family, question.weights
    if method not in METHODS:
        raise OptionError(f"method {method!r} is unknown; known are {', '.join(METHODS)}")
    check_memory(max_memory)
    check_derivable(question)
    task = f"deriving {question}"
    if family.word == "complete" or family.at(max(1, family.first_n)).size == 0:
        return Forecast(task, (Figure("method", "a formula, without a machine"), Figure("seconds", 0.1)))
    tell = on_progress or (lambda _: None)
    tell(Progress("finding states of narrow strips", 0, 2, 0))
    foreseen = _Derivation(task, question, certify, workers, max_memory)
    tell(Progress("trying narrow strips", 1, 2, foreseen.most_states))
    if foreseen.machine is not None and not foreseen.machine.states:
        return Forecast(
            task, (Figure("method", "none: no state lasts"), Figure("order", 0), Figure("seconds", 0.1))
        )
    if by_determinant(foreseen.machine, marked, method):
        return foreseen.by_determinant()
    return foreseen.by_values()


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a run by values modulo primes will take; ``serial`` seconds are not shortened by workers."""

    order: Estimate
    primes: Estimate
    points: Estimate
    batches: Estimate
    memory: Estimate
    seconds: Estimate
    serial: float


def seconds_shared(seconds: float, serial: float, batches: float, workers: int) -> float:
    """What several workers take where one takes ``seconds``, of which ``serial`` are not shared.

    Batches are not divided.

    >>> seconds_shared(100.0, 10.0, 20.0, 4), seconds_shared(100.0, 10.0, 20.0, 50)
    (32.5, 14.5)
    """
    whole = max(1, ceil(min(batches, _BEYOND)))
    alone = min(serial, seconds)
    if seconds == inf:
        return inf
    return alone + (seconds - alone) * ceil(whole / workers) / whole


class _Derivation:
    """The forecast of one derivation: what narrow strips show, and what that leads to.

    Trials of three kinds have their own time: finding the states, values (a batch of primes, or some points
    with weights), which show the order, and whole derivations, which show how long coefficients are.
    """

    def __init__(
        self,
        task: str,
        question: Question,
        certify: bool,
        workers: int,
        max_memory: int | None,
    ) -> None:
        self.task, self.question, self.family = task, question, question.family
        self.weights, self.certify, self.workers = question.weights, certify, workers
        self.max_memory = max_memory
        self.width = fixed_side(self.family)
        self.trials = SmallerCases(self.width)
        self.strips: list[Strip] = []
        self.refused: str | None = None
        self._find_states()
        if self.trials.target is None and all(seen["most"] <= 1 for _, seen in self.trials.seen):
            # Where all narrower strips have one state, as below the reach of a knight, they tell nothing.
            self.trials, self.strips = SmallerCases(self.width), []
        self.machine = small_automaton(self.strips[-1]) if self.trials.target is not None else None
        """The strip asked for as a small automaton, where derive would make one."""
        self.states, self.tables = self._size("states"), self._size("table_bytes")

    @property
    def most_states(self) -> int:
        return self.strips[-1].states_in_period if self.strips else 0

    def _find_states(self) -> None:
        clock = Clock(_FINDING)
        try:
            for own in narrower_families(self.family):
                if not clock.open:
                    return
                with clock.trial():
                    strip = self._strip(own, clock)
                self.strips.append(strip)
                layers = [layer for slice_ in strip.body for layer in slice_]
                self.trials.add(
                    fixed_side(own),
                    is_target=fixed_side(own) == self.width,
                    states=strip.states_in_period,
                    between=strip.states,
                    most=max(layer.after for layer in layers),
                    ways=sum(len(one.source) for layer in layers for one in layer.matchings),
                    table_bytes=sum(layer.bytes for layer in layers),
                    finding=clock.last,
                )
        except OutOfTime:
            return
        except LimitError as error:
            self.refused = str(error)

    def _strip(self, family: Family, clock: Clock) -> Strip:
        return strip_within(self.question.on(family), self.max_memory, clock.check)

    def _size(self, name: str) -> Estimate:
        return self.trials.estimate(name) or _UNKNOWN

    def _head(self, method: str) -> tuple[Figure, ...]:
        reached = self.trials.target is not None
        return (
            Figure("method", method),
            self._size("between").figure("states_between_slices"),
            self._size("most").figure("most_states"),
            Figure(
                "period",
                self.strips[-1].period if self.strips else None,
                EXACT if reached else "as of narrower strips",
            ),
            self._size("ways").figure("transitions_per_period"),
            self.tables.figure("table_bytes"),
            self.states.figure("order_at_most"),
        )

    def by_determinant(self) -> Forecast:
        """By the characteristic polynomial of a small automaton."""
        if self.machine is None or self.machine.states > tuning.STRIP.determinant_states:
            most = tuning.STRIP.determinant_states
            refused = f"method 'determinant' takes up to {most} states; use method modular"
            return Forecast(self.task, self._head("determinant"), refused)
        states = self.machine.states
        seconds = determinant_seconds(states)
        order = self._order_of_target()
        figures = (
            *self._head("determinant"),
            Figure("order", states, "at most") if order is None else Figure("order", order),
            *(Figure(name, 0) for name in ("primes", "points", "batches")),
            Figure("memory_bytes", 16 * states**3, "a rough guess", 4.0),
            *self._times(Estimate.of(seconds, "scaled from a smaller matrix", 2.0), seconds, 1),
        )
        return Forecast(self.task, figures, advice="small: proved by one characteristic polynomial")

    def _order_of_target(self) -> int | None:
        """The order of the strip that was asked for, from one batch; None where that takes too long."""
        if self.weights is not Weights.NONE or self.trials.target is None:
            return None
        try:
            seen = _batch_of(self.strips[-1], Clock(_BATCHES))
        except OutOfTime:
            return None
        return int(seen["order"]) if seen else None

    def by_values(self) -> Forecast:
        """By values modulo primes."""
        if self.weights is Weights.NONE:
            self._try_batches()
            cost = self._cost()
        else:
            cost = _weighted_cost(self._try_points())
        head = self._head("modular")
        if cost is None:
            return Forecast(self.task, head, self.refused, "no narrower strip was quick enough to tell")
        figures = (
            *head,
            *(
                getattr(cost, name.removesuffix("_bytes")).figure(name)
                for name in ("order", "primes", "points", "batches", "memory_bytes")
            ),
            *self._times(cost.seconds, cost.serial, cost.batches.value),
        )
        advice = "without --certify fewer primes would do" if self.certify else None
        if cost.seconds.value > _TOO_LONG:
            advice = "out of reach on one machine: take fewer rows, or count single boards"
        refused = self.refused or over_memory(self.task, cost.memory.figure("memory_bytes"), self.max_memory)
        return Forecast(self.task, figures, refused, advice)

    def _times(self, seconds: Estimate, serial: float, batches: float) -> tuple[Figure, ...]:
        """Seconds of one core, and of several: batches are not divided."""
        one = (seconds.figure("seconds"),)
        if self.workers < 2:
            return one
        shared = seconds_shared(seconds.value, serial, batches, self.workers)
        name = f"seconds_with_{self.workers}_workers"
        return (*one, Figure.estimated(name, Estimate.of(shared).log, seconds.how, seconds.doubt, 1))

    # Without weights

    def _try_batches(self) -> None:
        """Adds what a batch of primes and a whole run show, as far as there is time for them."""
        batches, whole = Clock(_BATCHES), Clock(_WHOLE)
        for (_, seen), strip in zip(self.trials.seen, self.strips, strict=True):
            try:
                if batches.open:
                    seen |= _batch_of(strip, batches)
                if whole.open and "order" in seen:
                    seen |= self._whole(strip, seen is self.trials.target, whole)
            except OutOfTime:
                pass

    def _whole(self, strip: Strip, is_target: bool, clock: Clock) -> dict[str, float]:
        """Order, bits and primes of the whole generating function of a strip."""
        machine = self.machine if is_target else None
        states = strip.states_in_period if machine is None else machine.states
        proved = is_target and (self.certify or always_proved(states, Weights.NONE))
        with clock.trial():
            found = modular_gf(strip, Weights.NONE, certify=proved, on_progress=clock.check, small=machine)
        return {"order": found.order, "bits": _longest(found), "primes": found.primes_used}

    def _cost(self) -> _Cost | None:
        """From batches of eight primes; None where not even the narrowest strip says anything.

        seconds = batches (d slices + Berlekamp-Massey) + trials + lifting, which is nearly linear in the
        number of primes while they are few. A batch is measured where one was tried on the strip itself; else
        it costs order times states times a unit that is extrapolated.
        """
        seen = self.trials.target or {}
        order, bits, unit = self._order(), self._bits(), self.trials.estimate("batch", "order", "states")
        if order is None or bits is None or unit is None:
            return None
        bits = bits if bits.how == EXACT else bits.times(order)
        batch = unit.times(order).times(self.states)
        if "batch" in seen:
            batch = Estimate.of(seen["batch"], "one batch of primes was measured")
        finding = expected_primes(bits.value) if bits.value < _BEYOND else bits.value / _WORD
        trials = self._batches_of_trials(order)
        how = bits.how if bits.how != EXACT else "from the length of the coefficients"
        primes = Estimate.of(finding + AT_ONCE * trials, how, max(_LEAST_DOUBT, bits.doubt))
        if "primes" in seen:
            primes = Estimate.of(seen["primes"])
        serial = _lifting_seconds(order.value, min(finding, _BEYOND)) + self._size("finding").value
        seconds = batch.value * (finding / AT_ONCE + _TRIAL * trials) + serial
        return _Cost(
            order=order,
            primes=primes,
            points=Estimate.of(1),
            batches=Estimate.of(max(1.0, primes.value / AT_ONCE + 0.4375), primes.how, primes.doubt),
            memory=self._memory(order, bits),
            seconds=Estimate.of(seconds, batch.how, 1 + batch.doubt + bits.doubt),
            serial=serial,
        )

    def _order(self) -> Estimate | None:
        """The order: seen, or as that part of the states that narrow strips show."""
        if self.trials.target is not None and "order" in self.trials.target:
            return Estimate.of(self.trials.target["order"])
        share = self.trials.estimate("order", "states", settles=True)
        if share is None:
            return None
        return Estimate(min(share.log, 0), share.how, max(_LEAST_DOUBT, share.doubt)).times(self.states)

    def _bits(self) -> Estimate | None:
        """The bits of the longest coefficient where they were seen, else those for one of the order."""
        if self.trials.target is not None and "bits" in self.trials.target:
            return Estimate.of(max(1, self.trials.target["bits"]))
        known = [(width, seen) for width, seen in self.trials.seen if seen.get("bits") and seen.get("order")]
        long = [(width, seen) for width, seen in known if seen["order"] >= AT_ONCE]
        shares = [(width, seen["bits"] / seen["order"]) for width, seen in (long if len(long) > 2 else known)]
        found = extrapolated(shares, self.width, settles=True)
        if found is None:
            return None
        least = log2(shares[-1][1]) - 1  # of those seen so far no family falls by more than half
        return Estimate(max(found.log, least), found.how, max(_LEAST_DOUBT, found.doubt))

    def _batches_of_trials(self, order: Estimate) -> float:
        """Batches of primes for the check, and for the proof where one will be made."""
        states = self.states.value if self.machine is None else self.machine.states
        rate, ends, work = (
            0.0 if found is None else found.value
            for found in (self.trials.estimate(name) for name in ("rate", "ends", "work"))
        )
        bound = rate * (order.value + 1) + log2(order.value + 1) + ends + 3
        proof = ceil(bound / _WORD / AT_ONCE) if bound < _BEYOND else bound / _WORD / AT_ONCE
        wanted = self.certify or (states < _BEYOND and always_proved(int(states), Weights.NONE))
        cheap = tuning.MODULAR.unasked_seconds * rows_per_second(fast=True)
        return 1 + proof if wanted or proof * order.value * work <= cheap else 1

    def _memory(self, order: Estimate, bits: Estimate) -> Estimate:
        """Bytes: tables, three vectors of eight residues, and the coefficients as they are put together."""
        vectors = 3 * 8 * AT_ONCE * self.states.value
        lifted = 2 * order.value * (bits.value / 8 + 64) * _COPIES
        how = self.tables.how if self.tables.how != EXACT else "from states, order and coefficients"
        return Estimate.of(_COPIES * self.tables.value + vectors + lifted, how, 1 + self.tables.doubt)

    # With weights

    def _try_points(self) -> SmallerCases:
        """Order, points, primes and seconds for a prime, of narrow strips with weights."""
        points, whole, trials = Clock(_POINTS), Clock(_WHOLE_POINTS), SmallerCases(self.width)
        for own in narrower_families(self.family):
            if not points.open:
                break
            try:
                with points.trial():
                    strip = self._strip(own, points)
                    machine = small_automaton(strip) or minimised(automaton(strip))
                    seen = self._points_of(machine)
                if seen:
                    if whole.open:
                        seen |= self._whole_weighted(own, whole)
                    trials.add(fixed_side(own), is_target=fixed_side(own) == self.width, **seen)
            except (OutOfTime, LimitError):
                break
        return trials

    def _points_of(self, machine: Automaton) -> dict[str, float]:
        """Order, grid and primes of one strip, and what one prime costs; nothing where there is no order."""
        if not machine.states:
            return {}
        sampler = Sampler(Evaluator(machine), len(self.weights.variables) == 2, Random(1), True)
        prime = word_primes(1, BITS)[0]
        sampler.find_order(prime)
        if not sampler.order:
            return {}
        supports, most = fraction_bounds(sampler)
        points = supports[0].size * supports[1].size
        seen = {
            "order": sampler.order,
            "points": points,
            "line": supports[1].size,
            "seconds": _points_seconds(sampler, points, prime),
        }
        if worth_proving(sampler, supports, most, self.certify) and order_is_proved(sampler):
            seen["primes"] = floor((most + 1) / BITS * (1 + 2.0**-30)) + 1
        return seen

    def _whole_weighted(self, family: Family, clock: Clock) -> dict[str, float]:
        """Bits and seconds of a whole derivation, where there is time for one."""
        try:
            with clock.trial():
                found = derive(self.question.on(family), method="modular", on_progress=clock.check)
        except OutOfTime:
            return {}
        return {"bits": _longest(found.generating_function), "whole": clock.last}


def _weighted_cost(trials: SmallerCases) -> _Cost | None:
    """From points modulo single primes; None where not even the narrowest strip says anything.

    seconds = primes times those for the points of one, and what whole runs on narrow strips took beside that.
    """
    order, points, each, line = map(trials.estimate, ("order", "points", "seconds", "line"))
    if order is None or points is None or each is None or line is None:
        return None
    primes = _weighted_primes(trials)
    lines = max(1.0, tuning.MODULAR.points_at_once // min(line.value, _BEYOND))
    per_prime = ceil(min(Estimate(points.log - line.log).value / lines, _BEYOND))
    seconds = each.value * primes.value
    beside = _seconds_beside(trials, seconds)
    return _Cost(
        order=order,
        primes=primes,
        points=points,
        batches=Estimate.of(primes.value * per_prime, primes.how, primes.doubt + points.doubt),
        memory=Estimate.of(
            2 * order.value * points.value * (_POWER_BYTES + 8 * primes.value),
            points.how if points.how != EXACT else "from order, points and primes",
            1 + points.doubt,
        ),
        seconds=Estimate.of(
            seconds + beside,
            each.how if each.how != EXACT else "some points were measured",
            1.5 + each.doubt + primes.doubt,
        ),
        serial=beside,
    )


def _weighted_primes(trials: SmallerCases) -> Estimate:
    """Those that a proof takes, or those of 30 bits that the longest coefficient takes, one to confirm."""
    proved, bits = trials.estimate("primes"), trials.estimate("bits")
    if proved is not None and (trials.target is None or "primes" in trials.target):
        return proved
    if bits is None:
        return Estimate(1.0, "no narrower strip was run whole", 3.0)
    how = bits.how if bits.how != EXACT else "from the length of the coefficients"
    lifted = ceil((min(bits.value, _BEYOND) + 1) / BITS * (1 + 2.0**-30)) + 1
    return Estimate.of(lifted, how, max(0.2, bits.doubt))


def _seconds_beside(trials: SmallerCases, seconds: float) -> float:
    """Seconds beside points and primes, as on the strip itself, or as they grow from strip to strip."""
    if trials.target is not None and "whole" in trials.target:
        return max(0.0, trials.target["whole"] - seconds)
    beside = [
        (width, seen["whole"] - seen["seconds"] * seen.get("primes", 1.0))
        for width, seen in trials.seen
        if "whole" in seen
    ]
    found = extrapolated(beside, trials.size)
    return 0.0 if found is None or seconds == inf else min(found.value, 10 * seconds)


def _batch_of(strip: Strip, clock: Clock) -> dict[str, float]:
    """What one batch of primes shows: the order, and bounds for a proof; nothing where no order is found."""
    if not strip.states_in_period:
        return {}
    body = StripLayout(strip)
    limit = 2 * body.states + SPARE
    batch = Fractions(None, True, 0, body.mirror is not None, min(_FIRST_TERMS, limit), 0, limit)
    with clock.trial():
        answer = batch.over(body, clock.check)
    order, _, _ = read_fractions(batch.number, answer)
    if order < 0:
        return {}
    mu, entries, ends = growth_bound(body)
    return {
        "order": order,
        "batch": clock.last,
        "work": body.work,
        "rate": max(mu, 0.0),
        "ends": max(entries, ends, 0.0),
    }


def _points_seconds(sampler: Sampler, points: int, prime: int) -> float:
    """Seconds for all points modulo one prime, from some of them."""
    count = min(points, _SAMPLE_POINTS)
    xs = random_residues(sampler.random, count, prime, set())
    ys = random_residues(sampler.random, count, prime, set()) if sampler.plane else [1] * count
    begin = time.process_time()
    with suppress(TooFewTerms):
        sampler.values(*paired(xs, ys), prime)
    return (time.process_time() - begin) * points / count


def _lifting_seconds(order: float, primes: float) -> float:
    """Seconds for putting the coefficients together: few of the order are measured, with few primes."""
    few, number = 100, 2 * AT_ONCE
    lifting, named = Lifting(2 * few, Random(0)), word_primes(number)
    rows = np.array([[prime - 1 - k for k in range(2 * few)] for prime in named], np.uint64)
    begin = time.process_time()
    lifting.add(rows, named)
    lifting.values()
    unit = (time.process_time() - begin) / few / number
    return unit * order * primes * (1 + primes / _LONG)


def _longest(found: ModularGF | RationalGF) -> int:
    """The bits of the longest coefficient."""
    values = [value for part in (found.numerator, found.denominator) for _, value in part.terms]
    return max((abs(value).bit_length() for value in values), default=1)
