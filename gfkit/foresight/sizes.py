"""What a law in another size will take: the first counts, or smaller boards, are continued."""

from __future__ import annotations

from dataclasses import replace

from gfkit.foresight.cases import DOUBT, Clock, SmallerCases
from gfkit.foresight.figures import Estimate, Figure, Forecast
from gfkit.foresight.forecast import RUNS_SECONDS, foresee_count, smaller_boards, sweep_width
from gfkit.host.memory import check_memory
from gfkit.transfer import CountsInValues, CountsOnSquares, ShapesOnSquares
from gfkit.typing import OnProgress, stoppable, tell_progress


@stoppable
def foresee_in_sizes(
    counts: CountsInValues | CountsOnSquares | ShapesOnSquares,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """Counts, steps and time of a law in the number of values, or in the side of a square, in a few seconds.

    The first counts are made, and what the last one takes grows by a power of the number of values, or with
    the width of the board. Where one sweep is enough, smaller boards are swept.

    >>> foresee_in_sizes(CountsInValues("colourings", "4x4", "n"))["counts"]
    1
    """
    check_memory(max_memory)
    numbers = Figure("counts", counts.counts)
    if isinstance(counts, CountsOnSquares) and counts.theorem is None:
        whole = foresee_count(counts.question(counts.last), max_memory=max_memory, on_progress=on_progress)
        return replace(whole, task=counts.about, figures=(numbers, *whole.figures))
    tell_progress(on_progress, "counting the first ones", 0, 1, 0)
    clock, cells = Clock(RUNS_SECONDS), 1
    known: tuple[Figure, ...] = (numbers,)
    if isinstance(counts, CountsInValues):
        known = (Figure("cells", counts.board.size), numbers)
    if isinstance(counts, CountsInValues) and counts.in_one_sweep:
        trials, cells = _sweeps(counts, clock), counts.board.size
    else:
        trials = _counts(counts, clock)
    if not trials.seen:
        return Forecast(counts.about, known, clock.refused, "not even the first count is quick")
    steps, all_steps = trials.estimate("steps"), trials.estimate("all_steps")
    if trials.target is None:
        steps, all_steps = steps.times(Estimate.of(cells)), all_steps.times(Estimate.of(cells))
    if trials.last["work"]:
        known, seconds = (*known, steps.figure("steps")), trials.seconds(all_steps)
    else:
        seconds = trials.estimate("seconds").less_sure(DOUBT)
    refused = None
    if trials.target is None and (clock.refused or steps.value > counts.most_steps):
        refused = clock.refused or f"one count takes at most {counts.most_steps:,} steps"
    return Forecast(counts.about, (*known, seconds.figure("seconds")), refused)


def _counts(counts: CountsInValues | CountsOnSquares | ShapesOnSquares, clock: Clock) -> SmallerCases:
    """What the first counts take; seconds and work are those of all up to there."""
    trials = SmallerCases(counts.scale(counts.last), "extrapolated from the first counts")
    seconds, work = 0.0, 0
    for n, _ in clock.run_cases(range(counts.first_n, counts.last + 1), counts.number):
        seconds, work = seconds + max(clock.last, 1e-6), work + counts.steps
        seen = {"steps": counts.steps, "all_steps": work, "work": work, "seconds": seconds}
        trials.add(counts.scale(n), n == counts.last, **seen)
    return trials


def _sweeps(counts: CountsInValues, clock: Clock) -> SmallerCases:
    """What a sweep over smaller boards takes, by their width; steps are those for each cell."""
    rule, whole = counts.rule.at(counts.rule.size), counts.board
    trials = SmallerCases(sweep_width(rule, whole))
    shapes = ((side, 2 * side + 1) for side in range(1, whole.size + 1))
    boards = smaller_boards(whole, shapes, 8, 1.5)
    for part, steps in clock.run_cases(boards, counts.steps_of_sweep):
        each = max(1, steps) if part is whole else max(1, steps) / part.size
        seen = {"steps": each, "all_steps": each, "work": max(1, steps), "seconds": max(clock.last, 1e-6)}
        trials.add(sweep_width(rule, part), part is whole, **seen)
    return trials
