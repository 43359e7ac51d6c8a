"""Choice between the sweep of a board and the methods without a frontier.

The number of states of a sweep is not known in advance: bounds from the frontier are often too large by many
orders of magnitude. So the sweep starts, and whenever its number of states has grown by a factor, the other
methods are planned. The cost of a plan is known exactly. A plan replaces the sweep if its estimated duration
is a small multiple of the duration of the sweep so far, because the number of states usually continues to
grow. The planning time is limited by the same bound, so that a sweep that continues loses little time.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from gfkit.algebra import ARRAYS, Evidence, Status
from gfkit.engine import tuning
from gfkit.engine.sweep.integers import terms_of_packed
from gfkit.typing import Weights, cached_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from gfkit.engine.decomposition.branching import ConflictGraph
    from gfkit.engine.decomposition.factors import FactorGraph
    from gfkit.engine.machine.base import Terms
    from gfkit.rules.kinds.constraints import ConstraintSystem

    Solver = Callable[[], tuple[Terms, Evidence]]


class FasterMethodError(Exception):
    """Raised in a sweep to replace it; ``solve`` returns the polynomial and its evidence."""

    def __init__(self, solve: Solver) -> None:
        super().__init__()
        self.solve = solve


@dataclass
class Alternative:
    """Search for a faster method than the sweep of a constraint system."""

    system: ConstraintSystem
    weights: Weights
    limit: int
    """Memory in bytes."""
    next_states: int
    """Number of states of the sweep at which other methods are planned."""
    spent: float = 0.0
    """Estimated duration of the sweep so far, in nanoseconds."""

    def watch(self, states: int) -> None:
        """Register a step of the sweep; raise FasterMethodError if another method should replace it."""
        tuned = tuning.DECOMPOSITION
        self.spent += states * tuned.state_time
        if states >= self.next_states and self.spent > tuned.order_time * len(self.system.slots):
            self.next_states = states * tuned.states_ratio
            solve = self.find(self.spent * tuned.time_ratio)
            if solve is not None:
                raise FasterMethodError(solve)

    def find(self, nanoseconds: float) -> Solver | None:
        """Return a method with at most the given estimated duration, or None."""
        solve = self._plan(nanoseconds)
        if solve is None and self.conflicts is not None:
            duration = tuning.DECOMPOSITION.branch_time * (1 + len(self.conflicts.near))
            found = self.conflicts.solve(min(nanoseconds / 4 / duration, self.limit / 2 / self.conflicts.bytes))
            return None if found is None else lambda: found
        return solve

    @cached_property
    def _bits(self) -> int:
        return prod(len(slot.values) for slot in self.system.slots).bit_length()

    @cached_property
    def _graph(self) -> FactorGraph | None:
        if not ARRAYS:
            return None
        from gfkit.engine.decomposition.factors import factor_graph

        return factor_graph(self.system, self.weights)

    @cached_property
    def conflicts(self) -> ConflictGraph | None:
        """Conflict graph of the system, or None if there is none."""
        if self._graph is None:
            return None
        from gfkit.engine.decomposition.branching import conflict_graph

        return conflict_graph(self._graph, self._bits)

    def _plan(self, nanoseconds: float) -> Solver | None:
        graph, tuned, is_plain = self._graph, tuning.DECOMPOSITION, self.weights is Weights.NONE
        if graph is None:
            return None
        from gfkit.engine.decomposition.elimination import Planner, count, value

        x_terms, width = (
            1 + sum(max(powers[axis] for _, powers in form) for form in graph.weights) for axis in (0, 1)
        )
        words = self._bits / 64 * x_terms * width
        passes = 1 + tuned.prime_ratio * max(0, words - 1) if is_plain else tuned.integer_ratio + words
        entries = min(tuned.most_entries, self.limit / 8 / (8 if is_plain else 50 + 8 * words))
        unit = tuned.entry_time * passes
        plan = Planner(graph, entries, nanoseconds / unit, tuned.leaf_time / unit).plan()
        if plan is None:
            return None

        def solve() -> tuple[Terms, Evidence]:
            total = count(plan, graph, self._bits)
            slot, terms = max(1, total.bit_length()), {(0, 0): total} if total else {}
            if total and not is_plain:
                values = [[c << slot * (x * width + y) for c, (x, y) in form] for form in graph.weights]
                terms = terms_of_packed(value(plan, values, 0), slot, width)
            figures = ("largest_table", plan.peak), ("eliminations", plan.leaves)
            return terms, Evidence(Status.PROVED, "tree-decomposition", figures)

        return solve
