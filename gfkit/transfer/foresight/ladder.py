"""Narrow strips of a family, tried out one after the other: what is extrapolated rests on them.

Three kinds of trial have their own time: finding the states, one batch of primes (which shows the order), and
a whole generating function (which shows how long its coefficients are).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gfkit.boards import Family
from gfkit.errors import LimitError
from gfkit.foresight import Clock, OutOfTime
from gfkit.games import Rule
from gfkit.transfer.derive import always_proved, small_automaton, strip_within
from gfkit.transfer.foresight.narrow import narrower, width_of
from gfkit.transfer.modular.batches import Fractions, read_fractions
from gfkit.transfer.modular.berlekamp_massey import SPARE
from gfkit.transfer.modular.eight_primes import compiled, worth_loading
from gfkit.transfer.modular.engine import modular_gf
from gfkit.transfer.modular.layout import StripLayout as Body
from gfkit.transfer.modular.layout import growth_bound as growth
from gfkit.transfer.strip.automaton import Automaton
from gfkit.transfer.strip.strip import Strip
from gfkit.typing import Positions, Weights

_FINDING, _BATCHES, _WHOLE = 1.2, 1.2, 0.7
"""Seconds for each kind of trial."""
_LOADING = 60.0
_FIRST = 32


@dataclass(frozen=True, slots=True)
class Rung:
    """What was seen on one strip; None where it was not tried."""

    width: int
    states: int
    between: int
    most: int
    period: int
    ways: int
    table_bytes: int
    finding: float
    """Seconds to find the states."""
    order: int | None = None
    work: int = 0
    """Additions of rows for a slice."""
    rate: float = 0.0
    """log2 of the growth by a slice, or a little more."""
    ends: float = 0.0
    """log2 of what the ends add to that, in proofs."""
    batch: float | None = None
    """Seconds for P and Q modulo eight primes."""
    bits: int | None = None
    primes: int | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs, narrowest first; the last is that of the strip asked for, if its states were found."""

    width: int
    rungs: tuple[Rung, ...]
    strips: tuple[Strip, ...]
    reached: bool
    machine: Automaton | None = None
    """The strip asked for as a small automaton, where derive would make one."""
    refused: str | None = None

    @property
    def target(self) -> Rung | None:
        return self.rungs[-1] if self.reached else None


def climb(
    rule: Rule, family: Family, positions: Positions, weights: Weights, max_memory: int | None
) -> Ladder:
    """Finds the states of narrow strips, and of the one that was asked for where that is quick."""
    width, refused = width_of(family) or 1, None
    clock = Clock(_FINDING)
    rungs: list[Rung] = []
    strips: list[Strip] = []
    try:
        for own in narrower(family):
            if not clock.open:
                break
            with clock.trial():
                strips.append(strip_within(rule, own, positions, weights, max_memory, clock.check))
            rungs.append(_seen(width_of(own) or 1, strips[-1], clock.last))
    except OutOfTime:
        pass
    except LimitError as error:
        refused = str(error)
    reached = bool(rungs) and rungs[-1].width == width
    machine = small_automaton(strips[-1]) if reached else None
    return Ladder(width, tuple(rungs), tuple(strips), reached, machine, refused)


def _seen(width: int, strip: Strip, seconds: float) -> Rung:
    layers = [layer for slice_ in strip.body for layer in slice_]
    return Rung(
        width=width,
        states=strip.states_in_period,
        between=strip.states,
        most=max(layer.after for layer in layers),
        period=strip.period,
        ways=sum(len(strand.source) for layer in layers for strand in layer.matchings),
        table_bytes=sum(layer.bytes for layer in layers),
        finding=seconds,
    )


def order_of(ladder: Ladder) -> int | None:
    """The order of the strip that was asked for, from one batch of primes; None where that takes too long."""
    if ladder.target is None:
        return None
    try:
        return _with_batch(ladder.target, ladder.strips[-1], Clock(_BATCHES)).order
    except OutOfTime:
        return None


def tried(ladder: Ladder, *, certify: bool) -> Ladder:
    """The ladder with what a batch and a whole run show, as far as there is time for them."""
    if ladder.rungs and worth_loading(2 * ladder.rungs[-1].states * ladder.rungs[-1].ways):
        compiled()
        _with_batch(
            ladder.rungs[0], ladder.strips[0], Clock(_LOADING)
        )  # machine code is made at its first use
    batches, whole = Clock(_BATCHES), Clock(_WHOLE)
    rungs = []
    for old, strip in zip(ladder.rungs, ladder.strips, strict=True):
        rung, asked = old, old is ladder.target
        machine = ladder.machine if asked else None
        try:
            if batches.open:
                rung = _with_batch(rung, strip, batches)
            if whole.open and rung.order is not None:
                states = rung.states if machine is None else machine.states
                proved = asked and (certify or always_proved(states, Weights.NONE))
                rung = _with_whole(rung, strip, machine, proved, whole)
        except OutOfTime:
            pass
        rungs.append(rung)
    return replace(ladder, rungs=tuple(rungs))


def _with_batch(rung: Rung, strip: Strip, clock: Clock) -> Rung:
    """The rung with what one batch of primes shows; nothing where no state lasts."""
    if not rung.states:
        return rung
    body = Body(strip)
    limit = 2 * body.states + SPARE
    fast = worth_loading(2 * body.states * body.work)
    batch = Fractions(None, 0, body.mirror is not None, min(_FIRST, limit), 0, limit, fast)
    with clock.trial():
        answer = batch.over(body, clock.check)
    order, _, _ = read_fractions(batch.number, answer)
    if order < 0:
        return rung
    mu, entries, ends = growth(body)
    return replace(
        rung, order=order, batch=clock.last, work=body.work, rate=max(mu, 0.0), ends=max(entries, ends, 0.0)
    )


def _with_whole(rung: Rung, strip: Strip, machine: Automaton | None, proved: bool, clock: Clock) -> Rung:
    """The rung with what the whole generating function shows."""
    with clock.trial():
        found = modular_gf(strip, Weights.NONE, certify=proved, on_progress=clock.check, small=machine)
    values = [value for part in (found.numerator, found.denominator) for _, value in part.terms]
    bits = max((abs(value).bit_length() for value in values), default=1)
    return replace(rung, order=found.order, bits=bits, primes=found.primes_used)
