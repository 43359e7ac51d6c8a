"""Choice between the sweep of a board and the methods without a frontier.

The number of states of a sweep is not known in advance: bounds from the frontier are often too large by many
orders of magnitude. So the sweep starts, and whenever its number of states has grown by a factor, the other
methods are planned. The cost of a plan is known exactly. A plan replaces the sweep if its estimated duration is
a small multiple of the duration of the sweep so far, because the number of states usually continues to grow.
The planning time is limited by the same bound, so that a sweep that continues loses little time.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from gfkit.algebra import ARRAYS, Evidence, Status
from gfkit.engine import tuning
from gfkit.engine.decomposition.branching import conflict_graph
from gfkit.engine.sweep.integers import terms_of_packed
from gfkit.typing import Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gfkit.engine.machine.base import Terms
    from gfkit.rules.kinds.constraints import ConstraintSystem

    Counted = Callable[[], tuple[Terms, Evidence]]


class FasterMethodError(Exception):
    """Raised in a sweep to replace it; ``count`` returns the polynomial and its evidence."""

    def __init__(self, count: Counted) -> None:
        super().__init__()
        self.count = count


@dataclass(slots=True)
class Alternative:
    """Search for a faster method during the sweep of a constraint system."""

    system: ConstraintSystem
    weights: Weights
    limit: int
    """Memory in bytes."""
    spent: float = 0.0
    """Estimated duration of the sweep so far, in nanoseconds."""
    next_states: int = tuning.DECOMPOSITION.first_states

    def watch(self, states: int) -> None:
        """Register a step of the sweep; raise FasterMethodError if another method should replace it."""
        self.spent += states * tuning.DECOMPOSITION.state_time
        if states >= self.next_states:
            self.next_states = states * tuning.DECOMPOSITION.states_ratio
            count = self.find(self.spent * tuning.DECOMPOSITION.time_ratio)
            if count is not None:
                raise FasterMethodError(count)

    def find(self, nanoseconds: float) -> Counted | None:
        """Return a method with at most the given estimated duration, or None."""
        conflicts = conflict_graph(self.system, self.weights)
        if conflicts is not None:
            branches = min(nanoseconds / tuning.DECOMPOSITION.branch_time, self.limit / (1 + conflicts.bytes))
            found = conflicts.count(int(branches))
            if found is not None:
                return lambda: found
        return self._planned(nanoseconds) if ARRAYS else None

    def _planned(self, nanoseconds: float) -> Counted | None:
        from gfkit.engine.decomposition.elimination import Planner, value
        from gfkit.engine.decomposition.factors import factor_graph

        made = factor_graph(self.system, self.weights)
        if made is None:
            return None
        graph, pairs = made
        bits = prod(len(slot.values) for slot in self.system.slots).bit_length()
        is_word = bits < 64
        width = 1 + sum(max((y for _, (_, y) in each), default=0) for each in graph.weights)
        is_plain = self.weights is Weights.NONE
        words = bits / 64
        if not is_plain:
            words *= width * (1 + sum(max((x for _, (x, _) in each), default=0) for each in graph.weights))
        entry = 1.0 if is_word and is_plain else tuning.DECOMPOSITION.integer_ratio + words
        size = 8 if is_word and is_plain else 50 + 8 * words
        entries = min(tuning.DECOMPOSITION.most_entries, self.limit / (8 * size))
        cost = nanoseconds / (tuning.DECOMPOSITION.entry_time * entry)
        planners = [Planner(each, int(entries), cost) for each in ((graph.merged(pairs), graph) if pairs else (graph,))]
        planner = min(planners, key=lambda each: each.first_cost())
        plan = planner.plan()
        if plan is None:
            return None
        inner = planner.graph

        def run(slot: int) -> int:
            values = [
                [coefficient << slot * (x * width + y) for coefficient, (x, y) in each] for each in inner.weights
            ]
            return value(plan, values, inner.powers, is_word=is_word and not slot)

        def count() -> tuple[Terms, Evidence]:
            total = run(0)
            slot = total.bit_length()
            terms = terms_of_packed(total, slot, 1) if is_plain or not total else terms_of_packed(run(slot), slot, width)
            figures = ("largest_table", plan.peak), ("eliminations", plan.leaves)
            return terms, Evidence(Status.PROVED, "tree-decomposition", figures)

        return count
