"""Reduced ordered decision diagrams of constraints, with interned nodes.

A constraint reads its variables in a fixed order. After some of the variables have been assigned, the
*residual* of the constraint is the set of assignments of the remaining variables that satisfy it. A residual
is a node of a diagram: it stores the next variable on which it depends and, for each symbol of this variable,
the residual after that symbol. Nodes are interned, so that equal residuals have the same number.

Theorem (Myhill and Nerode). The residuals that occur between two variables are the states of the minimal
automaton of the constraint, and a child of a node is the state after a symbol.

A constraint follows from others if and only if removing it does not change the residual of their conjunction.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.core.algebra import ARRAYS
from gfkit.core.engine import tuning
from gfkit.core.typing import check_stop

if TYPE_CHECKING:
    from gfkit.core.rules.expression import Kinds
    from gfkit.core.rules.kinds.constraints import Letter, SymbolAcceptor

State = Hashable
FALSE, TRUE = 0, 1
"""Empty residual (no assignment satisfies it) and the full residual (every assignment satisfies it)."""


class DiagramNode(NamedTuple):
    """Node: position of the next variable on which the residual depends, and the child residual for each
    symbol.
    """

    place: int
    children: tuple[int, ...]


class Unrolled(NamedTuple):
    """Automaton unrolled into levels: the states before each variable and after the last, with their
    successors.
    """

    levels: list[list[State]]
    moves: list[list[list[int]]]


class Diagrams:
    """Table of interned diagram nodes, with caches of residuals and automata."""

    def __init__(self) -> None:
        self.nodes: list[DiagramNode] = [DiagramNode(sys.maxsize, ()), DiagramNode(sys.maxsize, ())]
        self.known: dict[Hashable, Any] = {}
        self._numbers: dict[DiagramNode, int] = {}
        self._meets: dict[tuple[int, int], int] = {}

    def node(self, place: int, children: tuple[int, ...]) -> int:
        """Return the node of a variable's position with the given children, one for each symbol."""
        if children.count(children[0]) == len(children):
            return children[0]
        node = DiagramNode(place, children)
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return number

    def after(self, number: int, place: int, symbol: int) -> int:
        """Return the residual after a symbol of the variable at ``place``; the node tests no earlier
        variable.
        """
        node = self.nodes[number]
        return node.children[symbol] if node.place == place else number

    def residual(self, constraint: SymbolAcceptor, letters: Sequence[Sequence[Letter]]) -> int:
        """Return the residual of a constraint. ``letters`` contains, for each variable in reading order, the
        letter of each symbol.
        """

        def step(state: Any, place: int, symbol: int) -> State:
            after: State = constraint.read(state, letters[place][symbol])
            return after

        unrolled = _unroll(constraint.start, step, list(map(len, letters)))
        ends = [state is not None and constraint.accepts(state) for state in unrolled.levels[-1]]
        return self._merge_residuals(unrolled, [TRUE if end else FALSE for end in ends])

    def product(
        self, roots: Sequence[int], reads: Sequence[Sequence[int]], sizes: Sequence[int]
    ) -> tuple[int, list[int]]:
        """Return the residual of a conjunction, and the number of tuples of residuals before each variable.

        ``reads[place]`` contains, for each root, the position of the variable in the diagram of the root, or
        -1.
        """
        nodes = self.nodes

        def step(states: tuple[int, ...], place: int, symbol: int) -> State:
            after = tuple(
                [
                    nodes[state].children[symbol] if nodes[state].place == own else state
                    for state, own in zip(states, reads[place], strict=True)
                ]
            )
            return None if FALSE in after else after

        unrolled = _unroll(tuple(roots), step, sizes)
        root = self._merge_residuals(
            unrolled, [FALSE if state is None else TRUE for state in unrolled.levels[-1]]
        )
        return root, [len(level) - (None in level) for level in unrolled.levels]

    def meet(self, one: int, other: int, sizes: Sequence[int]) -> int:
        """Return the residual of the conjunction of two residuals over equal variables."""
        if FALSE in (one, other):
            return FALSE
        if one in (TRUE, other):
            return other
        if other == TRUE:
            return one
        if (one, other) not in self._meets:
            reads = [(place, place) for place in range(len(sizes))]
            self._meets[one, other] = self.product((one, other), reads, sizes)[0]
        return self._meets[one, other]

    def levels(self, root: int, sizes: Sequence[int], *, ends_false: bool = False) -> Unrolled:
        """Return the residuals before each variable. FALSE counts as a state if ``ends_false`` is set."""

        def step(number: int, place: int, symbol: int) -> State:
            after = self.after(number, place, symbol)
            return None if after == FALSE and not ends_false else after

        return _unroll(root, step, sizes)

    def _merge_residuals(self, unrolled: Unrolled, numbers: list[int]) -> int:
        """Minimise an unrolled automaton from its last level; return the residual of the start state."""
        for place, rows in reversed([*enumerate(unrolled.moves)]):
            numbers = [self.node(place, tuple([numbers[after] for after in row])) for row in rows]
        return numbers[0]


def _unroll(start: State, step: Callable[[Any, int, int], State], sizes: Sequence[int]) -> Unrolled:
    levels, moves = [[start]], []
    for place, size in enumerate(sizes):
        index: dict[State, int] = {}
        rows = []
        for state in levels[-1]:
            check_stop()
            rows.append(
                [
                    index.setdefault(None if state is None else step(state, place, symbol), len(index))
                    for symbol in range(size)
                ]
            )
        moves.append(rows)
        levels.append(list(index))
    return Unrolled(levels, moves)


def residuals_of_truths(tables: Sequence[Any]) -> Any:
    """Return, for each assignment, TRUE if all tables are true at it, else FALSE."""
    if ARRAYS and len(tables[0]) > tuning.SWEEP.few_entries:
        import numpy as np

        return np.where(np.logical_and.reduce([np.asarray(table, bool) for table in tables]), TRUE, FALSE)
    return [TRUE if all(each) else FALSE for each in zip(*tables, strict=True)]


def table_residual(diagrams: Diagrams, ends: Any, at: Sequence[int], kinds: Kinds) -> int:
    """Return the residual of a table that has one axis for each cell.

    ``ends`` contains the residuals after all cells, indexed by the kinds of values, in counting order. ``at``
    contains the positions of the variables that determine the cells. Cost: the table is sorted once for each
    axis.
    """
    axes = sorted(range(len(at)), key=at.__getitem__)
    sizes = [max(each) + 1 for each in kinds]
    strides = [1] * len(sizes)
    for axis in range(len(sizes) - 1, 0, -1):
        strides[axis - 1] = strides[axis] * sizes[axis]
    has_arrays = ARRAYS and len(ends) > tuning.SWEEP.few_entries
    if has_arrays:
        import numpy as np

        numbers: Any = np.asarray(ends, np.int64).reshape(sizes).transpose(axes).reshape(-1)
    else:
        places = [0]
        for axis in axes:
            places = [place + kind * strides[axis] for place in places for kind in range(sizes[axis])]
        numbers = [ends[place] for place in places]
    for axis in reversed(axes):
        check_stop()

        def named(row: Sequence[int], axis: int = axis) -> int:
            """Return the residual before a cell, of which an earlier axis may read the same variable."""
            children = [row[kind] for kind in kinds[axis]]
            after = [diagrams.after(child, at[axis], symbol) for symbol, child in enumerate(children)]
            return diagrams.node(at[axis], tuple(after))

        if has_arrays:
            rows = numbers.reshape(-1, sizes[axis])
            distinct, inverse = _distinct_rows(rows)
            numbers = np.array([*map(named, rows[distinct].tolist())], np.int64)[inverse]
        else:
            columns = [numbers[kind :: sizes[axis]] for kind in range(sizes[axis])]
            numbers = [*map(cache(named), zip(*columns, strict=True))]
    return int(numbers[0])


def _distinct_rows(rows: Any) -> tuple[Any, Any]:
    """Return the indices of the distinct rows of an array, and for each row the index of its distinct
    copy.
    """
    import numpy as np

    key = rows[:, 0]
    for column in rows.T[1:]:
        _, key = np.unique(key, return_inverse=True)
        key = key * (int(column.max()) + 1) + column
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return first, inverse.reshape(-1)
