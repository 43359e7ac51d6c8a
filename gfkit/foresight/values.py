"""What a law in the number of values will take: the first counts, or smaller boards, are continued."""

from __future__ import annotations

from math import log2

from gfkit.foresight.forecast import (
    DOUBT,
    RUNS_SECONDS,
    Clock,
    Estimate,
    Figure,
    Forecast,
    SmallerCases,
    smaller_boards,
    sweep_width,
)
from gfkit.host.memory import check_memory
from gfkit.transfer import CountsInValues
from gfkit.typing import OnProgress, Progress


def foresee_in_values(
    game: object,
    board: object,
    values: str,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """Counts, steps and time of a law in the number of values, in a few seconds.

    The first counts are made, and what the last one takes grows by a power of the number of values. Where one
    sweep is enough, smaller boards are swept.

    >>> foresee_in_values("colourings", "4x4", "n")["counts"]
    1
    """
    check_memory(max_memory)
    counts = CountsInValues(game, board, values)
    if on_progress is not None:
        on_progress(Progress("counting the first ones", 0, 1, 0))
    clock, cells, once = Clock(RUNS_SECONDS), counts.board.size, counts.in_one_sweep
    trials = (_sweeps if once else _counts)(counts, clock)
    numbers = 1 if once else counts.last + 1 - counts.values.first_n
    known = (Figure("cells", cells), Figure("counts", numbers))
    task = f"deriving {counts.game} on {counts.board.text}, values {counts.values.text}"
    if not trials.seen:
        return Forecast(task, known, clock.refused, "not even the first count is quick")
    steps, all_steps = trials.known("steps"), trials.known("all_steps")
    if once and trials.target is None:
        steps = all_steps = steps.times(Estimate.of(cells))
    seconds = trials.seconds(all_steps) if trials.last["work"] else trials.known("seconds").less_sure(DOUBT)
    refused = None
    if trials.target is None and (clock.refused or steps.value > counts.most_steps):
        refused = clock.refused or f"one count takes at most {counts.most_steps:,} steps"
    return Forecast(task, (*known, steps.figure("steps"), seconds.figure("seconds")), refused)


def _counts(counts: CountsInValues, clock: Clock) -> SmallerCases:
    """What the first counts take, by the number of values; seconds and work are those of all up to there."""
    many = {n: len(counts.values.at(n)) + 1 for n in range(counts.values.first_n, counts.last + 1)}
    trials = SmallerCases(log2(many[counts.last]), "extrapolated from the first counts")
    seconds, work = 0.0, 0
    for n, _ in clock.run_cases(many, counts.number):
        seconds, work = seconds + max(clock.last, 1e-6), work + counts.steps
        is_last = n == counts.last
        trials.add(log2(many[n]), is_last, steps=counts.steps, all_steps=work, work=work, seconds=seconds)
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
