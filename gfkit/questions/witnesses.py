"""Configurations of smallest and of largest weight or cost, checked by the definition of their rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gfkit.errors import SelfCheckError
from gfkit.oracle.definitions import checked_powers
from gfkit.questions.listing import ConfigurationOfBoard, assignments, tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gfkit.engine.count import CountTask
    from gfkit.engine.semirings import Assignment, Choice
    from gfkit.engine.sweep.passes import Trellis
    from gfkit.questions.costs import Costs
    from gfkit.questions.listing import Traced

Optimum = tuple[int, int, "Assignment"]
"""Smallest or largest weight or cost, number of configurations that attain it, and one of them."""


def find_optima(task: CountTask, costs: Costs | None = None) -> list[Optimum | None]:
    """Return the configurations of smallest and largest weight or cost, or None if there are none."""
    trellis, traced = tables_of(task)
    if task.rule.is_small(task.board) or not task.of_nothing:
        return [None, None]
    for found, slots in traced if costs is not None else ():
        found.weigh([[costs.of[slot.key, value] for value in slot.values] for slot in slots])
    return [_maximise(trellis, traced, sign, costs) for sign in (-1, 1)]


def _maximise(trellis: Trellis, traced: Sequence[Traced], sign: int, costs: Costs | None) -> Optimum | None:
    """Return the largest weight or cost, multiplied by a sign, as the sum over all components."""
    from gfkit.engine.sweep.passes import optimum

    def weigh(choice: Choice) -> int:
        return sign * (sum(choice.powers) if costs is None else sum(costs.of[pair] for pair in choice.laid))

    swept, ends = optimum(trellis, weigh), [found.extreme(sign) for found, _ in traced]
    if swept is None or None in ends:
        return None
    weight, number, laid = swept
    for (found, slots), end in zip(traced, ends, strict=True):
        symbols = found.attain(sign)
        laid += tuple((slot.key, slot.values[symbols[n]]) for n, slot in enumerate(slots))
        weight, number = weight + end[0], number * end[1]
    return sign * int(weight), number, laid


def find_witnesses(task: CountTask, weights: Sequence[int | None]) -> tuple[ConfigurationOfBoard | None, ...]:
    """Return configurations of the smallest and of the largest weight, which are given."""
    if task.alternates:  # the numbers of pieces of both players are constrained
        laid = [None if weight is None else next(assignments(task, weight)) for weight in weights]
    else:
        laid = [one and one[2] for one in find_optima(task)]
    return tuple(
        None if one is None or weight is None else checked_configuration(task, one, weight)
        for one, weight in zip(laid, weights, strict=True)
    )


def checked_configuration(
    task: CountTask, laid: Assignment, weight: int, costs: Costs | None = None
) -> ConfigurationOfBoard:
    """Return a configuration. Raise SelfCheckError if the definition of the rule rejects it, or if its weight
    or cost differs.
    """
    powers = checked_powers(task.rule, task.board, task.positions, laid)
    drawn = ConfigurationOfBoard.of(task.question, laid)
    found = sum(powers) if costs is None else costs.total(drawn.configuration)
    if found != weight:
        raise SelfCheckError(
            f"{task.question}: the configuration has the weight {found}, but the optimum is {weight}; this"
            " is a bug in gfkit, please report it"
        )
    return drawn
