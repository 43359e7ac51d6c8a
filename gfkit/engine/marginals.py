"""Exact marginals: the probability of each value of each variable in a random configuration of a board.

The probability of a configuration is proportional to the product of its weights. Components of the board that
do not interact are independent. Each of them is swept forwards and backwards (``sweep.passes``) or eliminated
(``decomposition.outside``), whichever is estimated to be faster, as for counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from gfkit.engine.count import CountTask, swept_or_replaced
from gfkit.engine.machine.order import part_of
from gfkit.errors import MismatchError

if TYPE_CHECKING:
    from gfkit.engine.semirings import Choice
    from gfkit.rules.kinds.constraints import Key


def variable_marginals(
    task: CountTask, at: Sequence[Fraction | int] = ()
) -> Mapping[tuple[Key, int], Fraction]:
    """Return the probability of each pair of a variable and its value. Missing pairs do not occur.

    ``at`` contains the values of the weights of the task, by default 1. Raise MismatchError if the board has
    no configuration, or if their total weight is 0.
    """
    from gfkit.engine.semirings import Numbers
    from gfkit.engine.sweep.passes import Trellis, check_single_configurations, marginals

    check_single_configurations(task)
    task.purpose = "marginals"

    def value(choice: Choice) -> int:
        """Return an integer, since exponents are followed by their complements."""
        half = len(choice.powers) // 2
        each = zip(at, choice.powers[:half], choice.powers[half:], strict=False)
        return prod(one.numerator**power * one.denominator**rest for one, power, rest in each)

    found: dict[tuple[Key, int], Fraction] = {}
    parts = () if task.rule.is_small(task.board) or not task.of_nothing else task.parts()
    total: Any = parts != ()
    for cells, graph in parts:
        machine = task.machine(cells, graph)
        alternative = task.find_alternative(machine, cells)
        trellis, solve = swept_or_replaced(partial(Trellis(task).append, machine, alternative), alternative)
        if solve is None:
            trellis.make_homogeneous()
            total, sums = marginals(trellis, Numbers(value))
        else:
            slots = part_of(task.system, cells).slots
            total, by_axis, task.replaced = solve(Numbers(value))
            sums = {
                (slot.key, slot.values[symbol]): by_axis[axis, symbol]
                for axis, slot in enumerate(slots)
                for symbol in range(len(slot.values))
                if (axis, symbol) in by_axis
            }
        if not total:
            break
        found |= {pair: Fraction(own, total) for pair, own in sums.items()}
    if not total:
        raise MismatchError(f"board {task.board.text!r}: the total weight of its {task.question.game} is 0")
    return found
