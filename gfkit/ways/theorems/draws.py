"""Random configurations on wide boards without a sweep: trees by random walks, domino tilings by shuffling.

Spanning trees, and rooted forests, by Wilson's algorithm.

Statement (Wilson). Let some vertices of a connected graph be roots. Repeat for every vertex that is not yet
connected to a root, in any order: walk from the vertex to uniformly random neighbours until the walk reaches
a vertex that is connected to a root; then, for every vertex on the walk, select the edge by which the walk
left it for the last time. The result is uniformly distributed among the acyclic sets of edges in which each
component has exactly one root.

Hypothesis: every vertex can be reached from a root; otherwise walks would not end, and there is no such set.
Probabilities are exact: integers are drawn from random bits, without rounding.

Cost: the mean time of a walk from a vertex to a root and back, averaged over the vertices with weights
proportional to their degrees. On a square grid this is a little more than the number of cells, on a long path
the square of their number.

Reference: David Bruce Wilson, Generating random spanning trees more quickly than the cover time, STOC (1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from gfkit.core.algebra import ARRAYS
from gfkit.core.engine.machine.system import VariableAssignment
from gfkit.core.memory import Budget
from gfkit.core.typing import Weights, check_stop, tell_progress
from gfkit.ways import tuning
from gfkit.ways.theorems.kasteleyn import is_tileable, read_dominoes
from gfkit.ways.theorems.matrix_tree import TreeCount

if ARRAYS:
    from gfkit.ways.theorems.shuffling import Shuffle

if TYPE_CHECKING:
    from gfkit.core.engine.registry import BoardQuery

Drawing = tuple[Callable[[Random], list[VariableAssignment]] | None, str]
"""Function that draws a configuration, or None if there is no configuration, and the name of the method."""


def trees_by_walks(query: BoardQuery, at: tuple[Fraction, Fraction]) -> Drawing | None:
    """Return the drawing of trees, or of rooted forests, if all trees have equal weights, else None.

    If roots can be chosen, we add a vertex that is adjacent to every vertex; an edge to the new vertex marks
    a root, so that all forests become trees. If the roots are fixed, all forests have the same number of
    edges, so that weights of edges do not matter.
    """
    question = query.question
    trees = TreeCount.of(question.with_weights(Weights.PLAYERS))
    if trees is None or trees.matrix.widest <= tuning.THEOREMS.narrow_level:
        return None
    near, size = [list(row) for row in question.board.neighbours], question.board.size
    if trees.roots is None:
        if len({at[0] ** x * at[1] ** y for x, y in (trees.of_edge, trees.of_component)}) > 1:
            return None
        near = [*([*row, size] for row in near), list(range(size))]
    roots = (size,) if trees.roots is None else trees.roots

    def draw(random: Random) -> list[VariableAssignment]:
        edges = drawn_forest(near, roots, random)
        return [tuple(((("chosen", a) if b == size else ("edge", a, b)), 1) for a, b in edges)]

    return draw if trees.whole else None, "loop-erased-walks"


def dominoes_by_shuffling(query: BoardQuery, at: tuple[Fraction, Fraction]) -> Drawing | None:
    """Return the drawing of domino tilings of a wide region, or None if the region cannot be shuffled.

    Raise LimitError if the odds need more memory than the query allows.
    """
    question, system, limit, on_progress, _ = query
    read, board = read_dominoes(question, system) if ARRAYS else None, question.board
    if read is None or board.grid is None or board.grid.wrap_rows or board.grid.wrap_cols:
        return None
    if min(board.grid.rows, board.grid.cols) <= 2 * tuning.THEOREMS.narrow_level:
        return None

    def tell(done: int, total: int) -> None:
        check_stop()
        tell_progress(on_progress, "domino shuffling", done, total, 0)

    if not is_tileable(read[1]):
        return None, "domino-shuffling"
    slots = list(read[0].values())
    powers = [slot.weights[1] for slot in slots]
    budget = Budget(f"sampling {question.rule.name} on {board.text!r}", limit, on_progress)
    shuffle = Shuffle.of(board.places, list(read[0]), powers, at, tell, budget.ask)
    if shuffle is None:
        return None

    def draw(random: Random) -> list[VariableAssignment]:
        return [((slots[number].key, 1),) for number in shuffle.draw(random, tell) or ()]

    return draw, "domino-shuffling"


def drawn_forest(
    near: Sequence[Sequence[int]], roots: Iterable[int], random: Random
) -> list[tuple[int, int]]:
    """Return the edges of a random forest; ``near`` contains the neighbours of every vertex.

    >>> drawn_forest([[1], [0, 2], [1]], [0], Random(1))
    [(0, 1), (1, 2)]
    """
    hangs = [False] * len(near)
    for root in roots:
        hangs[root] = True
    left_by = [0] * len(near)
    edges = []
    for vertex in range(len(near)):
        here = vertex
        while not hangs[here]:
            left_by[here] = near[here][random.randrange(len(near[here]))]
            here = left_by[here]
        here = vertex
        while not hangs[here]:
            hangs[here] = True
            edges.append((min(here, left_by[here]), max(here, left_by[here])))
            here = left_by[here]
    return edges
