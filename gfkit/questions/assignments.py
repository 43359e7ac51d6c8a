"""Assignments of the variables of a board: all, one after the other; those of extreme weight; marginals.

Statement. Let S(s) be the set of the sizes of all paths from a state s to the end of the sweep. A path can be
completed to a configuration of size k if and only if k minus its size so far is in S(s). So a depth-first
search that follows only such transitions never has to return without a configuration. The sets are stored as
bit masks: the union of two sets is their bitwise or, and a transition of size j shifts a mask by j bits.

Components that are cheaper to eliminate than to sweep are traced back (``decomposition.tracing``). There each
sequence of choices among summands that are not zero is one configuration.

Marginals are the probabilities of the values of the variables. The probability of a configuration is
proportional to the product of its weights. Components that do not interact are independent. Each of them is
swept forwards and backwards (``sweep.passes``) or eliminated (``decomposition.outside``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import Evidence, Status
from gfkit.core.algebra.number import from_flint, to_fmpq
from gfkit.core.engine.task import CountTask, swept_or_replaced
from gfkit.core.errors import MismatchError

if TYPE_CHECKING:
    from gfkit.core.engine.registry import Purpose
    from gfkit.core.engine.semirings import Assignment, Choice
    from gfkit.core.rules.kinds.constraints import Key

    Costs = Mapping[tuple[Any, int], int]
    """Cost of each value of each variable."""


def solved_components(task: CountTask, purpose: Purpose, *, is_swept: bool = False) -> Iterator[Any]:
    """Yield the tables of each component or, if it is faster to eliminate, its elimination.

    A board without configurations has one component without paths. ``is_swept`` excludes eliminations.
    """
    from gfkit.core.engine.sweep.passes import Trellis

    task.purpose = purpose
    if task.rule.is_small(task.board) or not task.count_of_empty_board:
        yield Trellis(task).join(1, [])
        return
    for part in task.parts():
        machine = task.machine(*part)
        alternative = None if is_swept else task.find_alternative(machine, part[0])
        solved, solve = swept_or_replaced(partial(Trellis(task).append, machine, alternative), alternative)
        if solve is not None:
            solved = solve()
            solved.ask = task.budget().ask
            figures = (("table_entries", solved.peak),)
            task.replaced = Evidence(Status.PROVED, "tree-decomposition", figures)
        yield solved


def assignments(task: CountTask, pieces: int | None = None) -> Iterator[Assignment]:
    """Return an iterator over all assignments, or over those with a given number of pieces."""
    from gfkit.core.engine.sweep.passes import Trellis

    has_sizes = pieces is not None or task.alternates
    trellis, eliminated = Trellis(task).join(1, [0]), list[Any]()
    for part in solved_components(task, "draws", is_swept=has_sizes):
        if isinstance(part, Trellis):
            trellis.layers += part.layers
            trellis.laid += part.laid
        else:
            eliminated.append(part.assignments)
    if not has_sizes:
        return _combine([trellis.assignments, *eliminated])
    height, width = (
        1 + sum(max((each.weight[k] for each in layer.matchings), default=0) for layer in trellis.layers)
        for k in (0, 1)
    )
    left, right = task.pieces_on_board
    wanted = sum(
        1 << x * width + y
        for x in range(height)
        for y in range(width)
        if pieces in (None, x + y) and not (task.alternates and abs(left + x - right - y) > 1)
    )
    return trellis.assignments(lambda choice: choice.powers[0] * width + choice.powers[1], wanted)


def optima(task: CountTask, costs: Costs | None = None) -> list[tuple[int, int, Assignment] | None]:
    """Return the smallest and the largest weight or cost, each with the number of assignments that attain it,
    and one of them; None if there are no assignments.
    """

    def weigh(sign: int, choice: Choice) -> int:
        return sign * sum(choice.powers if costs is None else map(costs.__getitem__, choice.laid))

    ends: list[tuple[int, int, Assignment] | None] = [(0, 1, ()), (0, 1, ())]
    for part in solved_components(task, "draws"):
        for k, sign in enumerate((-1, 1)):
            more, end = part.optimum(partial(weigh, sign)), ends[k]
            ends[k] = more and end and (end[0] + sign * int(more[0]), end[1] * more[1], end[2] + more[2])
    return ends


def variable_marginals(
    task: CountTask, at: Sequence[Fraction | int] = ()
) -> Mapping[tuple[Key, int], Fraction]:
    """Return the probability of each pair of a variable and its value. Missing pairs do not occur.

    ``at`` contains the values of the weights of the task, by default 1. Raise MismatchError if the board has
    no configuration, or if their total weight is 0.
    """
    from gfkit.core.engine.semirings import Numbers

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


def _combine(parts: Sequence[Callable[[], Iterator[Assignment]]]) -> Iterator[Assignment]:
    """Yield all combinations of assignments of independent components."""
    first, *others = parts
    for laid in first():
        yield from (laid + more for more in _combine(others)) if others else (laid,)
