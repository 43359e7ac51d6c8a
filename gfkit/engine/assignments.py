"""All assignments of the variables of a board, one after the other, and assignments of extreme weight.

Statement. Let S(s) be the set of the sizes of all paths from a state s to the end of the sweep. A path can be
completed to a configuration of size k if and only if k minus its size so far is in S(s). So a depth-first
search that follows only such transitions never has to return without a configuration. The sets are stored as
bit masks: the union of two sets is their bitwise or, and a transition of size j shifts a mask by j bits.

Components that are cheaper to eliminate than to sweep are traced back (``decomposition.tracing``). There each
sequence of choices among summands that are not zero is one configuration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from gfkit.algebra import Evidence, Status
from gfkit.engine.count import CountTask, swept_or_replaced

if TYPE_CHECKING:
    from gfkit.engine.decomposition.tracing import TracedElimination
    from gfkit.engine.semirings import Assignment, Choice
    from gfkit.engine.sweep.passes import Trellis
    from gfkit.rules.kinds.constraints import Slot

    Traced = tuple[TracedElimination, Sequence[Slot]]
    """Elimination of a component, and its variables."""
    Costs = Mapping[tuple[Any, int], int]
    """Cost of each value of each variable."""


def assignments(task: CountTask, pieces: int | None = None) -> Iterator[Assignment]:
    """Return an iterator over all assignments, or over those with a given number of pieces."""
    from gfkit.engine.sweep.passes import configurations

    if pieces is None and not task.alternates:
        trellis, traced = _tables_of(task)
        return _combine([partial(configurations, trellis), *(partial(_trace_all, *part) for part in traced)])
    trellis, _ = _tables_of(task, is_swept=True)
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
    return configurations(trellis, lambda choice: choice.powers[0] * width + choice.powers[1], wanted)


def optima(task: CountTask, costs: Costs | None = None) -> list[tuple[int, int, Assignment] | None]:
    """Return the smallest and the largest weight or cost, each with the number of assignments that attain it,
    and one of them; None if there are no assignments.
    """
    from gfkit.engine.sweep.passes import optimum

    def weigh(sign: int, choice: Choice) -> int:
        return sign * sum(choice.powers if costs is None else map(costs.__getitem__, choice.laid))

    trellis, traced = _tables_of(task)
    if costs is not None:
        for found, slots in traced:
            found.weigh([[costs[slot.key, value] for value in slot.values] for slot in slots])
    ends: list[tuple[int, int, Assignment] | None] = []
    for sign in (-1, 1):
        best = optimum(trellis, partial(weigh, sign))
        for found, slots in traced:
            more = found.optimum(sign)
            if best is not None:
                best = more and (best[0] + more[0], best[1] * more[1], best[2] + _values(slots, more[2]))
        ends.append(best and (sign * int(best[0]), best[1], best[2]))
    return ends


def _tables_of(task: CountTask, *, is_swept: bool = False) -> tuple[Trellis, list[Traced]]:
    """Return the joined tables of the components that are swept, and the eliminations of the others."""
    from gfkit.engine.sweep.passes import Trellis

    task.purpose = "draws"
    trellis, traced = Trellis(task), list[Any]()
    is_any = not task.rule.is_small(task.board) and task.of_nothing
    trellis.join(1, [0] * is_any)
    for part in task.parts() if is_any else ():
        machine = task.machine(*part)
        alternative = None if is_swept else task.find_alternative(machine, part[0])
        _, solve = swept_or_replaced(partial(trellis.append, machine, alternative), alternative)
        if alternative is not None and solve is not None:
            traced.append((solve(), alternative.system.slots))
            figures = (("table_entries", traced[-1][0].peak),)
            task.replaced = Evidence(Status.PROVED, "tree-decomposition", figures)
    return trellis, traced


def _combine(parts: Sequence[Callable[[], Iterator[Assignment]]]) -> Iterator[Assignment]:
    """Yield all combinations of assignments of independent components."""
    first, *others = parts
    for laid in first():
        yield from (laid + more for more in _combine(others)) if others else (laid,)


def _trace_all(found: TracedElimination, slots: Sequence[Slot]) -> Iterator[Assignment]:
    return (_values(slots, symbols) for symbols in found.assignments())


def _values(slots: Sequence[Slot], symbols: Mapping[int, int]) -> Assignment:
    return tuple((slot.key, slot.values[symbols[n]]) for n, slot in enumerate(slots))
