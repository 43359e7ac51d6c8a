"""What deriving a family takes where there are no arrays, and only the determinant can be taken."""

from __future__ import annotations

import time

from flint import fmpz_mat

from gfkit.boards import Family, PartOfFamily
from gfkit.errors import LimitError
from gfkit.foresight.figures import Clock, Estimate, Figure, Forecast, OutOfTime, SmallerCases
from gfkit.games import Question
from gfkit.transfer import tuning
from gfkit.transfer.derive import check_derivable, small_automaton, strip_within
from gfkit.typing import OnProgress, Progress

_SAMPLE_STATES = 40
_TRYING = 4.0
"""Seconds for finding states of narrow strips."""


def foresee_plainly(question: Question, on_progress: OnProgress | None = None) -> Forecast:
    """States and time of deriving a family by one determinant, in a few seconds whatever its size.

    The states of the strip are found where that takes little time, or else extrapolated from narrower
    strips, as is how many are left when like ones are merged. Fails where narrow strips grow otherwise.

    >>> foresee_plainly(Question.of("domineering", "3xn"))["order_at_most"]
    6
    """
    if isinstance(question.boards, PartOfFamily):
        question = question.on(question.boards.whole)
    family = question.family
    check_derivable(question)
    task = f"deriving {question}"
    if family.word == "complete" or family.at(max(1, family.first_n)).size == 0:
        return Forecast(task, (Figure("method", "a formula, without a machine"), Figure("seconds", 0.1)))
    clock, trials = Clock(_TRYING), SmallerCases(fixed_side(family))
    for own in narrower_families(family):
        if on_progress is not None:
            on_progress(Progress("trying narrow strips", len(trials.seen), 0, 0))
        try:
            with clock.trial():
                strip = strip_within(question.on(own), None, clock.check)
                machine = small_automaton(strip)
        except (OutOfTime, LimitError):
            break
        merged = {} if machine is None else {"merged": machine.states}
        is_target = fixed_side(own) == fixed_side(family)
        trials.add(fixed_side(own), is_target, between=strip.states, finding=clock.last, **merged)
    method = Figure("method", "determinant")
    between, states, finding = (trials.estimate(name) for name in ("between", "merged", "finding"))
    if between is None or states is None or finding is None:
        return Forecast(task, (method,), "no narrower strip was quick enough to tell")
    head = (
        method,
        between.figure("states_between_slices"),
        states.figure("order_at_most"),
    )
    most = tuning.STRIP.determinant_states
    if states.value > most:
        refused = f"strips of up to {most} states are derived here; on the command line wider ones are"
        return Forecast(task, head, refused)
    seconds = Estimate.of(
        determinant_seconds(round(states.value)) + finding.value,
        "scaled from a smaller matrix",
        2.0 + states.doubt,
    )
    return Forecast(task, (*head, seconds.figure("seconds")))


def determinant_seconds(states: int) -> float:
    """Seconds for a characteristic polynomial, by the fourth power from a smaller one."""
    size = min(states, _SAMPLE_STATES)
    entries = [(7 * i * i + 3 * i * j + j) % 11 < 3 for i in range(size) for j in range(size)]
    begin = time.process_time()
    fmpz_mat(size, size, [int(entry) for entry in entries]).charpoly()
    return max(0.02, (time.process_time() - begin) * (states / max(1, size)) ** 4)


def fixed_side(family: Family) -> int:
    """The side that does not grow; 1 for paths, cycles and the like."""
    return next((size for size in family.sizes if size is not None), 1)


def narrower_families(family: Family) -> list[Family]:
    """The families with a smaller fixed side and then this one, smallest first."""
    if len(family.sizes) == 1:
        return [family]
    return family.narrower(fixed_side(family))
