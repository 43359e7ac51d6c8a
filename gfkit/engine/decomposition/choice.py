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
from gfkit.typing import OnProgress, Weights, cached_property, tell_progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from gfkit.engine.decomposition.branching import ConflictGraph
    from gfkit.engine.decomposition.factors import FactorGraph
    from gfkit.engine.machine.base import Terms
    from gfkit.rules.kinds.constraints import ConstraintSystem

    Counted = Callable[[], tuple[Terms, Evidence]]


class FasterMethodError(Exception):
    """Raised in a sweep to replace it; ``count`` returns the polynomial and its evidence."""

    def __init__(self, count: Counted) -> None:
        super().__init__()
        self.count = count


@dataclass
class Alternative:
    """Search for a faster method during the sweep of a constraint system."""

    system: ConstraintSystem
    weights: Weights
    limit: int
    """Memory in bytes."""
    on_progress: OnProgress | None
    next_states: int
    """Number of states of the sweep at which other methods are planned."""
    spent: float = 0.0
    """Estimated duration of the sweep so far, in nanoseconds."""

    def watch(self, states: int) -> None:
        """Register a step of the sweep; raise FasterMethodError if another method should replace it."""
        self.spent += states * tuning.DECOMPOSITION.state_time
        planning = tuning.DECOMPOSITION.order_time * len(self.system.slots)
        if states >= self.next_states and self.spent > planning:
            self.next_states = states * tuning.DECOMPOSITION.states_ratio
            count = self.find(self.spent * tuning.DECOMPOSITION.time_ratio)
            if count is not None:
                raise FasterMethodError(count)

    @cached_property
    def _conflicts(self) -> ConflictGraph | None:
        return conflict_graph(self.system, self.weights)

    @cached_property
    def _graphs(self) -> list[FactorGraph]:
        from gfkit.engine.decomposition.factors import factor_graph

        made = factor_graph(self.system, self.weights) if ARRAYS else None
        return [] if made is None else [made[0].merged(made[1]), made[0]] if made[1] else [made[0]]

    def find(self, nanoseconds: float) -> Counted | None:
        """Return a method with at most the given estimated duration, or None."""
        plan = self._planned(nanoseconds)
        if plan is None and self._conflicts is not None:
            duration = tuning.DECOMPOSITION.branch_time * (1 + len(self._conflicts.near))
            branches = min(nanoseconds / 4 / duration, self.limit / 2 / self._conflicts.bytes)
            found = self._conflicts.count(int(branches))
            return None if found is None else lambda: found
        return plan

    def _planned(self, nanoseconds: float) -> Counted | None:
        if not self._graphs:
            return None
        from gfkit.engine.decomposition.elimination import Planner, count, value

        tuned, is_plain = tuning.DECOMPOSITION, self.weights is Weights.NONE
        bits = prod(len(slot.values) for slot in self.system.slots).bit_length()
        degrees = [
            1 + sum(max((powers[axis] for _, powers in each), default=0) for each in self._graphs[-1].weights)
            for axis in (0, 1)
        ]
        words = bits / 64 * prod(degrees)
        unit = tuned.entry_time * (
            tuned.prime_ratio * max(0, words - 1) + 1 if is_plain else tuned.integer_ratio + words
        )
        entries = min(tuned.most_entries, self.limit / 8 / (8 if is_plain else 50 + 8 * words))
        planners = [
            Planner(each, int(entries), nanoseconds / unit, tuned.leaf_time / unit) for each in self._graphs
        ]
        planner = min(planners, key=lambda each: each.first_cost())
        plan = planner.plan()
        if plan is None:
            return None
        graph = planner.graph
        figures = ("largest_table", plan.peak), ("eliminations", plan.leaves)
        evidence = Evidence(Status.PROVED, "tree-decomposition", figures)

        def on_part() -> None:
            tell_progress(self.on_progress, "counting over tree decompositions", 0, 0, plan.peak)

        def solve() -> tuple[Terms, Evidence]:
            total = count(plan, graph, bits, on_part)
            if is_plain or not total:
                return {(0, 0): total} if total else {}, evidence
            slot, width = total.bit_length(), degrees[1]
            values = [[c << slot * (x * width + y) for c, (x, y) in each] for each in graph.weights]
            return terms_of_packed(value(plan, values, graph.powers, 0, on_part), slot, width), evidence

        return solve
