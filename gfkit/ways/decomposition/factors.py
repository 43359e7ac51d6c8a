"""Factor graph of a constraint system: a sum of products of small tables.

A factor graph has *axes* with finitely many components, and tables on a few axes. Its value is obtained by
multiplying all tables and applying, to every axis, the linear form given by the weights of its components.
Each variable of the system is an axis whose components are its symbols, with the weights of the symbols. A
constraint that excludes pairs of symbols is a set of tables on two axes.

Clauses. Let the truth value f(s, k) of a constraint depend only on the symbol s of its first variable, and on
the number k of its other variables that are true, and let f(s, k) = F(s) for all k > 0. Then

    f(s, k) = F(s) + (f(s, 0) - F(s)) [k = 0],

so the constraint is a further axis with two components. The first component imposes no condition on the other
variables, and the second one excludes that one of them is true (inclusion-exclusion). Therefore a constraint
on many variables, such as "at least one of them is true", needs only tables on two axes.

The axis of a clause and the axis of its first variable are merged, if the variable belongs to a single cell:
the components are the pairs with a nonzero factor F(s) or f(s, 0) - F(s). For dominating sets there are three
of them: in the set, not in the set, and not dominated with sign -1. Two adjacent vertices conflict if one is
in the set and the other one is not dominated.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.core.engine.machine.automata import Automata
from gfkit.core.engine.machine.diagrams import FALSE, TRUE, Diagrams
from gfkit.core.rules.kinds.constraints import ConstraintSystem, Role, Slot
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Weights, check_stop, exponents_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gfkit.core.engine.semirings import Assignment

Weight = tuple[int, Exponents]
"""Weight of a component: a coefficient, and exponents of x and y."""
Table = tuple[tuple[int, ...], Any]
"""Axes, and an array of Python integers with one index for each of them."""
_MOST_ENTRIES = 1 << 10  # largest table of a constraint that is neither a clause nor a set of excluded pairs


class FactorGraph(NamedTuple):
    """Axes, by the weights of their components, and tables."""

    weights: list[list[Weight]]
    tables: list[Table]
    bits: int
    """Length of the number of assignments of the variables, which bounds the number of solutions."""
    symbols: list[list[int]]
    """For each axis, the symbol of its variable in each component; the first axes are the variables."""
    pairs: dict[int, list[tuple[int, int]]] | None
    """For each axis of a clause, pairs of its components that differ only in the condition on the true
    variables: no condition, and none of them. None if the graph has signs that are not of this form.
    """
    slots: tuple[Slot, ...]
    """Variables."""

    def laid(self, axis: int, component: int) -> Assignment:
        """Return the variable of an axis with its value in a component; nothing for other axes."""
        own = self.slots[axis : axis + 1]
        return tuple([(slot.key, slot.values[self.symbols[axis][component]]) for slot in own])


@lru_cache(maxsize=1)  # branching and elimination use the same graph
def factor_graph(system: ConstraintSystem, weights: Weights) -> FactorGraph | None:
    """Return the factor graph of a system, or None if a constraint has no small tables."""
    import numpy as np

    others = system.totals or system.graphs or system.arrows or not system.counts_solutions
    forgotten = any(slot.role is Role.FORGOTTEN for slot in system.slots)
    if others or forgotten or any(each.is_ordered for each in system.constraints):
        return None
    slots = {slot.key: slot for slot in system.slots}
    automata, axis = Automata(slots), {key: number for number, key in enumerate(slots)}
    forms = [[(1, exponents_for(powers, weights)) for powers in slot.weights] for slot in system.slots]
    symbols = [list(range(len(form))) for form in forms]
    """For each axis, the symbol of its variable in each component, or the component of a clause."""
    absent = [[0] * len(form) for form in forms]
    """For each axis, 1 for the components that exclude the true variables of its clause."""
    tables: list[Table] = []
    clauses: list[tuple[int, int, list[int]]] = []
    pairs: dict[int, list[tuple[int, int]]] | None = {}
    for constraint in system.constraints:
        check_stop()
        keys = tuple(dict.fromkeys(constraint.keys))
        root = automata.conjunction([constraint], keys)
        sizes, at = [len(slots[key].values) for key in keys], [axis[key] for key in keys]
        kind, values, truths = _classify(automata.diagrams, root, sizes) if keys else ("constant", [], {})
        if kind == "pairs":
            tables += [(tuple([at[place] for place in places]), rows) for places, rows in values]
        elif kind == "clause":
            first, own = at[0], len(forms)
            if len(slots[keys[0]].at) == 1 and not any(absent[first]):
                parts = [(k, s) for k in (0, 1) for s in reversed(range(sizes[0])) if values[s][k]]
                forms[first] = [(values[s][k], forms[first][s][1]) for k, s in parts]
                symbols[first], absent[first] = [s for _, s in parts], [k for k, _ in parts]
                own, signed = first, [s for _, s in parts if values[s] == (1, -1)]
                found = [(parts.index((0, s)), parts.index((1, s))) for s in dict.fromkeys(signed)]
            else:
                is_one = all(free for free, _ in values)
                forms.append([(1, (0, 0)), (-1 if is_one else 1, (0, 0))])
                symbols.append([0, 1])
                absent.append([0, 1])
                rows = [(1, -excluded) for _, excluded in values] if is_one else values
                tables.append(((first, own), rows))
                found = [(0, 1)]
                pairs = pairs if is_one else None
            if pairs is not None:
                pairs[own] = found
            clauses += [(own, at[place], row) for place, row in truths.items()]
        elif prod(sizes) <= _MOST_ENTRIES:
            entries = [_value(automata.diagrams, root, some) for some in product(*map(range, sizes))]
            tables.append((tuple(at), np.reshape(entries, sizes)))
        else:
            return None
    made = [
        (axes, np.array(rows, dtype=object)[np.ix_(*(symbols[each] for each in axes))])
        for axes, rows in tables
    ]
    for clause, variable, row in clauses:
        rows = [[1 - no * row[symbol] for symbol in symbols[variable]] for no in absent[clause]]
        made.append(((clause, variable), np.array(rows, dtype=object)))
    bits = prod(len(slot.values) for slot in system.slots).bit_length()
    return FactorGraph(forms, made, bits, symbols, pairs, system.slots)


def _value(diagrams: Diagrams, root: int, symbols: Sequence[int]) -> int:
    """Return 1 if an assignment of all variables satisfies a constraint, else 0."""
    for place, symbol in enumerate(symbols):
        root = diagrams.after(root, place, symbol)
    return int(root == TRUE)


def _classify(
    diagrams: Diagrams, root: int, sizes: Sequence[int]
) -> tuple[str, list[Any], dict[int, list[int]]]:
    """Return the type of a constraint and its tables.

    The type "pairs" has tables by the positions of one or two variables. The type "clause" has the pair of
    F(s) and f(s, 0) - F(s) for each s, and for each other variable whether each of its symbols is true.
    """
    states = [diagrams.after(root, 0, symbol) for symbol in range(sizes[0])]
    boxes = [_box(diagrams, state, sizes, FALSE) for state in states]
    if None not in boxes:
        pairs: list[Any] = [((0,), [int(state != FALSE) for state in states])]
        for place, size in enumerate(sizes[1:]):
            pairs.append(
                ((0, place + 1), [[box[place] >> t & 1 for t in range(size)] for box in boxes if box])
            )
        return "pairs", pairs if sizes[1:] else pairs[:1], {}
    forms, false = [], set()
    for state, box in zip(states, boxes, strict=True):
        other = _box(diagrams, state, sizes, TRUE)
        forms.append((int(state == TRUE), 0) if state in (FALSE, TRUE) else (0, 1) if box else (1, -1))
        false |= set() if state in (FALSE, TRUE) else {tuple(box or other or ())}
    if len(false) != 1 or () in false:
        return "other", [], {}
    (masks,) = false
    truths = {1 + at: [1 - (mask >> s & 1) for s in range(sizes[1 + at])] for at, mask in enumerate(masks)}
    return "clause", forms, truths


def _box(diagrams: Diagrams, state: int, sizes: Sequence[int], outside: int) -> list[int] | None:
    """Return bit masks of symbols, one for each variable after the first, whose product is a residual.

    If ``outside`` is TRUE, the product is the complement of the residual. Return None if it is no product.
    """
    masks = []
    for place, size in enumerate(sizes[1:], 1):
        after = [diagrams.after(state, place, symbol) for symbol in range(size)]
        masks.append(sum(1 << symbol for symbol, each in enumerate(after) if each != outside))
        inside = {*after} - {outside}
        if len(inside) > 1:
            return None
        state = inside.pop() if inside else outside
    return masks
