"""Factor graph of a constraint system: a sum of products of small tables.

A factor graph has *axes* with finitely many components, and tables on one or two axes. Its value is obtained by
multiplying all tables and applying, to every axis, the linear form given by the weights of its components.
Each variable of the system is an axis whose components are its symbols, and whose weights are the weights of
the symbols. A constraint on two variables is a table.

Large constraints. Let f(s, k) be 1 if a constraint is satisfied when its first variable has symbol s and k of
its other variables are true, else 0. Let f(s, k) = F(s) for all k >= c. Then

    f(s, k) = F(s) + the sum of (f(s, j) - F(s)) [j = k] over j < c
            = F(s) + the coefficient of z^(c - 1) in g_s(z) z^k,   g_s(z) = sum of (f(s, j) - F(s)) z^(c - 1 - j).

So the constraint is a further axis with components in the algebra Q + Q[z]/(z^c): its tables with the other
variables are 1 + z^symbol, its table with the first variable is F(s) + g_s(z), and its linear form is the sum
of the number and the coefficient of z^(c - 1). For "at least one of the variables is true", c is 1 and the
algebra is Q + Q: the identity is inclusion-exclusion, and products are taken component by component.

Merged axes. If c = 1, the axis of the constraint and the axis of its first variable may be replaced by one axis,
whose components are the pairs with a nonzero table entry. For dominating sets there are three of them per
vertex: in the set, not in the set, and not dominated with sign -1. Two adjacent vertices conflict if one is in
the set and the other one is not dominated.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.engine.machine.automata import Automata
from gfkit.engine.machine.diagrams import FALSE, TRUE
from gfkit.rules.kinds.constraints import Line, Role
from gfkit.rules.rule import Exponents
from gfkit.typing import check_stop, exponents_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gfkit.engine.machine.diagrams import Diagrams
    from gfkit.rules.kinds.constraints import ConstraintSystem, Key
    from gfkit.typing import Weights

Weight = tuple[int, Exponents]
"""Weight of a component: a coefficient, and exponents of x and y."""
Table = tuple[tuple[int, ...], Any]
"""Axes, and an array with one index for each of them."""
_MOST_COMPONENTS = 5  # largest number of components of the axis of a constraint
_MOST_ENTRIES = 1 << 10  # largest table of a constraint whose variables are not interchangeable


@dataclass(slots=True)
class FactorGraph:
    """Axes, by the weights of their components, and tables."""

    weights: list[list[Weight]]
    tables: list[Table]
    powers: dict[int, int]
    """For each axis with components in Q + Q[z]/(z^c) and c > 1, the component of z^0."""

    @property
    def sizes(self) -> list[int]:
        return [len(each) for each in self.weights]

    def merged(self, pairs: Sequence[tuple[int, int]]) -> FactorGraph:
        """Return the graph with each pair of a variable and a constraint replaced by one axis.

        The axis of the variable becomes the merged axis. The axis of the constraint remains, with a single
        component.
        """
        import numpy as np

        weights = list(self.weights)
        shown: dict[int, Any] = {}
        new_axis = {}
        tables = []
        own = {frozenset(axes): array for axes, array in self.tables}
        for variable, constraint in pairs:
            array = own[frozenset((variable, constraint))]
            found = sorted(zip(*map(list, np.nonzero(array)), strict=True), key=lambda at: (at[1], -at[0]))
            weights[variable] = [
                (
                    int(array[s, k]) * self.weights[variable][s][0] * self.weights[constraint][k][0],
                    self.weights[variable][s][1],
                )
                for s, k in found
            ]
            weights[constraint] = [(1, (0, 0))]
            shown[variable], shown[constraint] = (np.array([at[i] for at in found]) for i in (0, 1))
            new_axis[constraint] = variable
        for axes, array in self.tables:
            if len(axes) == 2 and new_axis.get(axes[1]) == axes[0]:
                continue
            for place, axis in enumerate(axes):
                if axis in shown:
                    array = array.take(shown[axis], place)
            tables.append((tuple([new_axis.get(axis, axis) for axis in axes]), array))
        return FactorGraph(weights, tables, self.powers)


def factor_graph(
    system: ConstraintSystem, weights: Weights
) -> tuple[FactorGraph, list[tuple[int, int]]] | None:
    """Return the factor graph of a system, and pairs of axes that may be merged.

    Return None if a constraint has neither a small table nor interchangeable variables.
    """
    import numpy as np

    if not is_local(system):
        return None
    slots = {slot.key: slot for slot in system.slots}
    automata, axis = Automata(slots), {key: number for number, key in enumerate(slots)}
    graph = FactorGraph(
        [[(1, exponents_for(powers, weights)) for powers in slot.weights] for slot in system.slots], [], {}
    )
    pairs: dict[int, int] = {}
    for constraint in system.constraints:
        check_stop()
        keys = tuple(dict.fromkeys(constraint.keys))
        root = automata.conjunction([constraint], keys)
        sizes = [len(slots[key].values) for key in keys]
        at = tuple([axis[key] for key in keys])
        sets = product_sets(automata.diagrams, root, sizes) if len(keys) > 2 else None
        if sets is not None:
            graph.tables.append((at[:1], np.array([int(each is not None) for each in sets], dtype=object)))
            for other, size in enumerate(sizes[1:]):
                rows = [[each[other] >> s & 1 if each else 0 for s in range(size)] for each in sets]
                graph.tables.append(((at[0], at[1 + other]), np.array(rows, dtype=object)))
            continue
        profile = profile_of(automata.diagrams, root, sizes) if len(keys) > 2 else None
        counter = None if profile is None else _counter(profile, len(keys))
        if counter is not None and len(counter[0][0]) <= _MOST_COMPONENTS:
            head, others, has_constant = counter
            length = len(head[0])
            new = len(graph.weights)
            last = (1, (0, 0))
            form: list[Weight] = [(0, (0, 0))] * (length - 1)
            graph.weights.append([last, *form[1:], last] if has_constant and length > 1 else [*form, last])
            if length - has_constant > 1:
                graph.powers[new] = int(has_constant)
            elif at[0] not in pairs:
                pairs[at[0]] = new
            graph.tables.append(((at[0], new), np.array(head, dtype=object)))
            graph.tables += [
                ((where, new), np.array(rows, dtype=object))
                for where, rows in zip(at[1:], others, strict=True)
                if rows
            ]
        elif prod(sizes) <= _MOST_ENTRIES:
            entries = [_value(automata.diagrams, root, some) for some in product(*map(range, sizes))]
            graph.tables.append((at, np.array(entries, dtype=object).reshape(sizes)))
        else:
            return None
    return graph, list(pairs.items())


def is_local(system: ConstraintSystem) -> bool:
    """Return True if the count is the number of solutions of constraints on few variables each."""
    others = system.totals or system.graphs or system.arrows or system.beyond
    is_read = all(slot.role is not Role.FORGOTTEN for slot in system.slots)
    return is_read and not others and not any(isinstance(each, Line) for each in system.constraints)


def _value(diagrams: Diagrams, root: int, symbols: Sequence[int]) -> int:
    """Return 1 if an assignment of all variables satisfies a constraint, else 0."""
    for place, symbol in enumerate(symbols):
        root = diagrams.after(root, place, symbol)
    return int(root == TRUE)


def product_sets(diagrams: Diagrams, root: int, sizes: Sequence[int]) -> list[list[int] | None] | None:
    """Return the admissible symbols of the other variables for each symbol of the first variable.

    The symbols are bit masks; None instead of them means that the first symbol is not admissible. Return None
    if the other variables are not independent of each other once the first one is known.
    """
    found: list[list[int] | None] = []
    for first in range(sizes[0]):
        state = diagrams.after(root, 0, first)
        masks = []
        for place, size in enumerate(sizes[1:], 1):
            after = [diagrams.after(state, place, symbol) for symbol in range(size)]
            masks.append(sum(1 << symbol for symbol, each in enumerate(after) if each != FALSE))
            others = {*after} - {FALSE}
            if len(others) > 1:
                return None
            state = others.pop() if others else FALSE
        found.append(None if state == FALSE else masks)
    return found


class Profile(NamedTuple):
    """Constraint whose variables after the first are interchangeable.

    ``values[s][k]`` is 1 if the constraint is satisfied when its first variable has symbol s and k of its
    other variables are true, else 0. ``truths`` contains, for each other variable with an influence, its
    position and whether each of its symbols counts as true.
    """

    values: list[list[int]]
    truths: dict[int, list[int]]

    def negated(self) -> Profile:
        """Return the profile in which the other variables that were false are true."""
        return Profile(
            [row[::-1] for row in self.values],
            {place: [1 - each for each in own] for place, own in self.truths.items()},
        )


def profile_of(diagrams: Diagrams, root: int, sizes: Sequence[int]) -> Profile | None:
    """Return the profile of a residual, or None if its variables after the first are not interchangeable.

    A function of binary variables is symmetric if and only if no exchange of two consecutive variables changes
    it. Each variable may be negated first.
    """
    after = diagrams.after
    level = {after(root, 0, symbol) for symbol in range(sizes[0])}
    truths: dict[int, list[int]] = {}
    before: set[int] = set()
    last = 0
    for place, size in enumerate(sizes[1:], 1):
        columns = [tuple([after(state, place, symbol) for state in level]) for symbol in range(size)]
        distinct = list(dict.fromkeys(columns))
        if len(distinct) > 2:
            return None
        if len(distinct) == 2:
            own = [distinct.index(column) for column in columns]
            if truths:
                earlier = truths[last].index(0), truths[last].index(1)
                here = own.index(0), own.index(1)

                def both(one: int, other: int, last: int = last, place: int = place) -> list[int]:
                    return [after(after(state, last, one), place, other) for state in before]

                if both(earlier[0], here[1]) != both(earlier[1], here[0]):
                    if both(earlier[0], here[0]) != both(earlier[1], here[1]):
                        return None
                    own = [1 - each for each in own]
            truths[place], last, before = own, place, level
        level = {state for column in columns for state in column}
    values = []
    for symbol in range(sizes[0]):
        row = []
        for number in range(len(truths) + 1):
            state = after(root, 0, symbol)
            for done, (place, own) in enumerate(truths.items()):
                state = after(state, place, own.index(int(done < number)))
            row.append(int(state == TRUE))
        values.append(row)
    return Profile(values, truths)


def _counter(profile: Profile, count: int) -> tuple[list[list[int]], list[list[list[int]]], bool]:
    """Return the tables of a constraint on ``count`` variables.

    The result contains the table of the first variable, the tables of the other variables (empty for a
    variable without influence), and True if component 0 is the number F.
    """
    cut, _, (values, truths) = min(
        (_cut(each.values), at, each) for at, each in enumerate((profile, profile.negated()))
    )
    constant = any(row[-1] for row in values) or not cut
    head = [[row[-1]] * constant + [row[j] - row[-1] for j in reversed(range(cut))] for row in values]
    unit = [1] * constant + [1] + [0] * (cut - 1)
    shifted = [1] * constant + [0, 1, *[0] * (cut - 2)][:cut]
    others = [
        [shifted if each else unit for each in truths[place]] if place in truths and cut else []
        for place in range(1, count)
    ]
    return head, others, constant


def _cut(rows: Sequence[Sequence[int]]) -> int:
    """Return the smallest c such that every row is constant from index c on."""
    return max((1 + j for row in rows for j, value in enumerate(row) if value != row[-1]), default=0)
