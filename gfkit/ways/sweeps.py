"""Choice between the sweep of a board and the methods without a frontier.

The number of states of a sweep is not known in advance: bounds from the frontier are often too large by many
orders of magnitude. So the sweep starts, and whenever its number of states has grown by a factor, the other
methods are planned. The cost of a plan is known exactly. A plan replaces the sweep if its estimated duration
is a small multiple of the duration of the sweep so far, because the number of states usually continues to
grow. The planning time is limited by the same bound, so that a sweep that continues loses little time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import ARRAYS, Evidence, Status
from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.order import part_of
from gfkit.core.engine.registry import FasterMethodError, Plan, Purpose, Way
from gfkit.core.engine.sweep.engine2_integers import terms_of_packed
from gfkit.core.typing import Weights, cached_property
from gfkit.ways import tuning

if TYPE_CHECKING:
    from collections.abc import Callable

    from gfkit.core.engine.machine.base import Terms
    from gfkit.core.engine.task import CountTask
    from gfkit.core.rules.kinds.constraints import ConstraintSystem
    from gfkit.ways.decomposition.factors import FactorGraph

    Solver = Callable[..., Any]


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
    purpose: Purpose = "polynomial"

    def watch(self, states: int) -> None:
        """Register a step of the sweep; raise FasterMethodError if another method should replace it."""
        tuned = tuning.DECOMPOSITION
        self.spent += states * tuned.state_time
        if states >= self.next_states:
            self.next_states = states * tuned.states_ratio
            solve = self.find(tuned.time_ratio)
            if solve is not None:
                raise FasterMethodError(solve)

    def rescue(self) -> Solver | None:
        """Return a method that replaces a sweep that needs too much memory, or None."""
        return self.find(tuning.DECOMPOSITION.rescue_ratio)

    def find(self, ratio: float) -> Solver | None:
        """Return a method with at most ``ratio`` times the duration of the sweep so far, or None."""
        tuned, is_plain = tuning.DECOMPOSITION, self.weights is Weights.NONE
        size = len(self.system.slots) + len(self.system.constraints)
        is_early = self.spent < tuned.order_time * size
        graph = None if is_early else self._graph
        if graph is None:
            return None
        if self.purpose == "marginals":
            return self._find_marginals(graph, ratio)
        if self.purpose != "polynomial":
            found = None if graph.pairs is None else self._find_traced(graph, ratio)
            if found is not None or self.purpose == "draws":
                return found
        from gfkit.ways.decomposition.elimination import CostError, EliminationPlanner, count_exactly

        terms, width = (
            1 + sum(max((powers[axis] for _, powers in form), default=0) for form in graph.weights)
            for axis in (0, 1)
        )
        words = graph.bits / 64 * terms * width
        passes = 1 + tuned.prime_ratio * max(0, words - 1) if is_plain else tuned.integer_ratio + words
        unit = tuned.entry_time * passes
        entries = min(tuned.most_entries, self.limit / 8 / (8 if is_plain else 50 + 8 * words))
        if entries < min(tuned.least_entries, tuned.most_entries):
            return None
        planner = EliminationPlanner(entries, self.spent * ratio / unit, tuned.leaf_time / unit)
        try:
            domains = dict(enumerate([range(len(form)) for form in graph.weights]))
            evaluate = planner.plan(domains, graph.tables, tuned.orders)
        except CostError:
            return None

        def solve() -> tuple[Terms, Evidence]:
            packed = count_exactly(evaluate, [[c for c, _ in form] for form in graph.weights], graph.bits)
            slot = max(1, packed.bit_length())
            if packed and not is_plain:
                weights = [[c << slot * (x * width + y) for c, (x, y) in form] for form in graph.weights]
                packed = evaluate(weights, 0)
            figures = ("table_entries", planner.peak), ("eliminations", planner.leaves)
            return terms_of_packed(packed, slot, width), Evidence(
                Status.PROVED, "tree-decomposition", figures
            )

        return solve

    def _find_traced(self, graph: FactorGraph, ratio: float) -> Solver | None:
        from gfkit.ways.decomposition.elimination import CostError, EliminationPlanner
        from gfkit.ways.decomposition.tracing import TracedElimination

        tuned, is_drawn = tuning.DECOMPOSITION, self.purpose == "draws"
        unit, size = tuned.traced_time / (6 if is_drawn else 1), tuned.traced_bytes
        planner = EliminationPlanner(self.limit / size / 4, self.spent * ratio / unit, 0)
        try:
            found = TracedElimination(graph, planner, tuned.orders)
        except CostError:
            return None
        if size * (found.entries + 4 * found.peak) > self.limit:
            return None
        return (lambda: found) if is_drawn else found.extreme_terms

    def _find_marginals(self, graph: FactorGraph, ratio: float) -> Solver | None:
        from gfkit.ways.decomposition.elimination import CostError, EliminationPlanner
        from gfkit.ways.decomposition.outside import MarginalElimination

        tuned, size = tuning.DECOMPOSITION, tuning.DECOMPOSITION.object_bytes + graph.bits // 8
        # Marginals take a few times as long as the count, both by elimination and by a sweep.
        most = min(self.limit / size, self.spent * ratio / tuned.entry_time / tuned.integer_ratio)
        planner = EliminationPlanner(most, most, 0)
        try:
            found = MarginalElimination(graph, planner, tuned.orders)
        except CostError:
            return None
        return lambda: found

    @cached_property
    def _graph(self) -> FactorGraph | None:
        from gfkit.ways.decomposition.factors import factor_graph

        return factor_graph(self.system, self.weights) if ARRAYS else None


def _watch_for_elimination(task: CountTask, cells: list[int]) -> Plan[Alternative]:
    tuned, has_slices = tuning.DECOMPOSITION, task.board.grid is not None or bool(task.board.spots)
    first = tuned.first_states_of_slices if has_slices else tuned.first_states
    if has_slices and task.purpose == "extremes":
        first *= tuned.extremes_ratio
    part = part_of(task.system, cells)
    return Plan(lambda: Alternative(part, task.inner, task.limit, first, purpose=task.purpose))


WAYS = (
    Way(
        "the sweep of a component has many states, compared with the tables of an elimination",
        "exponential in the width of a tree decomposition, instead of the width of a frontier",
        "distributivity: variables are eliminated one by one (decomposition.elimination)",
        _watch_for_elimination,
    ),
)
