"""Exact marginals: the probability of each value of each variable in a random configuration of a board.

The probability of a configuration is proportional to the product of its weights. Components of the board that
do not interact are independent. Each of them is swept forwards and backwards (``sweep.passes``) or eliminated
(``decomposition.outside``), whichever is estimated to be faster, as for counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from gfkit.algebra.number import from_flint, to_fmpq
from gfkit.engine.assignments import solved_components
from gfkit.engine.count import CountTask
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

    check_single_configurations(task)
    values: list[Any] = [to_fmpq(one) if one.denominator > 1 else one.numerator for one in at]

    def value(choice: Choice) -> Any:
        return prod(map(pow, values, choice.powers))

    found: dict[tuple[Key, int], Fraction] = {}
    for part in solved_components(task, "marginals"):
        total, sums = part.marginals(Numbers(value))
        if not total:
            raise MismatchError(
                f"board {task.board.text!r}: the total weight of its {task.question.game} is 0"
            )
        found |= {pair: Fraction(from_flint(to_fmpq(own) / to_fmpq(total))) for pair, own in sums.items()}
    return found


def check_single_configurations(task: CountTask) -> None:
    """Raise MismatchError if configurations do not correspond one-to-one to the paths of a sweep."""
    rule = task.rule
    reasons = {
        "counts distinct images": rule.has_image,
        "divides its counts": rule.divide > 1,
        "is counted by inclusion and exclusion": rule.avoided is not None,
        "is counted by the number of moves of each player": task.alternates,
        "is counted on a quotient of the board": task.folding is not None,
    }
    for reason, is_true in reasons.items():
        if is_true:
            raise MismatchError(
                f"board {task.board.text!r}: single configurations are not available for {rule.name} with"
                f" positions {task.positions.value!r}, which {reason}"
            )
