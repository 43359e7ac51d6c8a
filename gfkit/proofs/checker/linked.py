"""Global constraints on a board: components, cycles, liberties, directions, and automata along lines.

Each constraint is updated at every step of the sweep. Nodes are added, links join two present nodes, and a
node is removed after its last link; hubs, and the first nodes of a cyclic family, are present until the end.
A node is denoted by its position among the present nodes.

Theorem (components). After any number of links, two present nodes have the same label if and only if they are
connected by the links so far. For each component with a present node, the state contains the named places in
the component and the number of its marked nodes. It also contains the numbers of complete components and of
cycles.

Proof. A link between two labels unites two components; a link between nodes of one label closes a cycle that
is independent of the earlier cycles. A component is complete when its last node is removed, as no later link
can contain one of its nodes.

Theorem (directions). The rows state which present nodes each present node reaches by the arcs so far. After
an arc from a to b, each node that reaches a reaches all nodes that b reaches; the arc closes a cycle if and
only if b reached a before. Removing a node loses no path, as rows record reachability through any nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from gfkit.proofs.checker.boards import Builder
from gfkit.proofs.checker.core import Op, Power, WholeState

TAKE, JOIN, DROP = 0, 1, 2
FREE, SETTLED = -1, -2
"""Labels of nodes: an empty cell, or a member of a component without further constraints. Neither of the two
is 0.
"""


class NumberSet(NamedTuple):
    """Set of allowed numbers, counted up to ``cap``."""

    allowed: frozenset[int]
    cap: int


class Component(NamedTuple):
    """Component with a present node: its named places as a bit mask, and its number of marked nodes."""

    places: int
    marks: int


class Parts(NamedTuple):
    """State of components: labels of nodes, components, numbers of complete components and of cycles, and
    whether all places are connected.
    """

    labels: tuple[int, ...]
    components: tuple[Component, ...]
    complete: int
    cycles: int
    met: bool


class Components:
    """Constraint on components: their number, the number of cycles, places that must be connected or
    separated, and the marked nodes of each component.

    Operands of the operations. Take: variable or -1, symbols of members, symbols of empty cells, places,
    mark, choice. Join: two nodes, variable or -1, symbols; then the places and marks of both nodes, if the
    link makes its endpoints members. Drop: a node.
    """

    def __init__(
        self, components: NumberSet | None, cycles: NumberSet | None, joins: int, apart: int,
        each: NumberSet | None, chosen: bool, weight: Power,
    ) -> None:  # fmt: skip
        self.name = "components"
        self._components, self._cycles, self._each = components, cycles, each
        self._chosen, self._weight = chosen, weight
        self._wanted, self._barred = (1 << joins) - 1, ((1 << apart) - 1) << joins
        most = max(components.allowed, default=-1) if components else -2
        self.most: int = -2 if components and most == components.cap else most
        only_marks = not (components or cycles or joins or apart or any(weight))
        self.settles: bool = bool(only_marks and each and each.allowed == {each.cap})
        self.start: WholeState = Parts((), (), 0, 0, False)

    def data(self) -> tuple[object, ...]:
        numbers = self._components, self._cycles, self._each
        return "components", *numbers, self._wanted, self._barred, self._chosen, self._weight

    def after(self, parts: Parts, op: Op, symbols: tuple[int, ...]) -> Iterator[tuple[WholeState, Power]]:
        if op[0] == DROP:
            yield from self._drop(parts, op[1])
            return
        change = self._take if op[0] == TAKE else self._link
        for result in change(parts, op[1:], symbols):
            yield result, (0, 0)

    def holds(self, parts: Parts) -> bool:
        """Return True if the constraint is satisfied after all nodes are dropped."""
        numbers = ((self._components, parts.complete), (self._cycles, parts.cycles))
        fine = all(asked is None or number in asked.allowed for asked, number in numbers)
        return fine and (parts.met or not self._wanted)

    def _take(self, parts: Parts, op: Sequence[int], symbols: tuple[int, ...]) -> Iterator[Parts]:
        slot, members, free, places, marked = op
        symbol = symbols[slot] if slot >= 0 else 0
        label = FREE if free >> symbol & 1 else 0
        more = parts._replace(labels=(*parts.labels, label))
        if members >> symbol & 1:
            yield from self._wake(more, len(parts.labels), places, marked)
        else:
            yield more

    def _wake(self, parts: Parts, at: int, places: int, marked: int) -> Iterator[Parts]:
        """Yield the states after a node joins the graph. If some nodes are chosen, the node may be chosen or
        not.
        """
        labels = (*parts.labels[:at], len(parts.components) + 1, *parts.labels[at + 1 :])
        for marks in (0, 1) if self._chosen else (marked,):
            own = Component(places, min(marks, self._each.cap) if self._each else 0)
            yield from self._relabel(parts._replace(labels=labels, components=(*parts.components, own)))

    def _link(self, parts: Parts, op: Sequence[int], symbols: tuple[int, ...]) -> Iterator[Parts]:
        start, end, slot, shows, *ends = op
        if slot >= 0 and not shows >> symbols[slot] & 1:
            yield parts
            return
        ways = [parts]
        for at, place, marked in ((start, *ends[:2]), (end, *ends[2:])) if ends else ():
            ways = [
                more
                for way in ways
                for more in (self._wake(way, at, place, marked) if not way.labels[at] else [way])
            ]
        for way in ways:
            yield from self._join(way, start, end)

    def _join(self, parts: Parts, one: int, other: int) -> Iterator[Parts]:
        low, high = sorted((parts.labels[one], parts.labels[other]))
        if high <= 0:
            yield parts
        elif low == high:
            cycles = min(parts.cycles + 1, self._cycles.cap) if self._cycles else 0
            if not self._cycles or cycles <= max(self._cycles.allowed, default=-1):
                yield parts._replace(cycles=cycles)
        elif low == 0:
            yield parts
        elif low == SETTLED:
            yield from self._settle(parts, high)
        elif low == FREE:
            own = parts.components[high - 1]
            marks = min(own.marks + 1, self._each.cap) if self._each else 0
            changed = (*parts.components[: high - 1], Component(own.places, marks), *parts.components[high:])
            yield from self._relabel(parts._replace(components=changed))
        else:
            a, b = parts.components[low - 1], parts.components[high - 1]
            marks = min(a.marks + b.marks, self._each.cap) if self._each else 0
            kept = [*parts.components[: high - 1], *parts.components[high:]]
            kept[low - 1] = Component(a.places | b.places, marks)
            labels = tuple(low if each == high else each - (each > high) for each in parts.labels)
            yield from self._relabel(parts._replace(labels=labels, components=tuple(kept)))

    def _settle(self, parts: Parts, label: int) -> Iterator[Parts]:
        """Yield the state in which a component has no further constraints."""
        labels = tuple(SETTLED if each == label else each - (each > label) for each in parts.labels)
        kept = (*parts.components[: label - 1], *parts.components[label:])
        yield from self._relabel(parts._replace(labels=labels, components=kept))

    def _relabel(self, parts: Parts) -> Iterator[Parts]:
        """Yield the admissible state, with components renumbered in the order of their nodes."""
        if parts.components and parts.complete == self.most:
            return
        if self.settles and self._each:
            for k, component in enumerate(parts.components):
                if component.marks == self._each.cap:
                    yield from self._settle(parts, k + 1)
                    return
        seen = dict.fromkeys(each for each in parts.labels if each > 0)
        order = {label: k for k, label in enumerate(seen, 1)}
        components = [parts.components[label - 1] for label in order]
        if self._barred and any(component.places & self._barred == self._barred for component in components):
            return
        if self._each and any(
            component.marks > max(self._each.allowed, default=-1) for component in components
        ):
            return
        wanted = self._wanted
        met = parts.met or (
            wanted > 0 and any(component.places & wanted == wanted for component in components)
        )
        if met:
            components = [component._replace(places=component.places & ~wanted) for component in components]
        labels = tuple(order.get(each, each) for each in parts.labels)
        yield parts._replace(labels=labels, components=tuple(components), met=met)

    def _drop(self, parts: Parts, at: int) -> Iterator[tuple[Parts, Power]]:
        own, labels = parts.labels[at], (*parts.labels[:at], *parts.labels[at + 1 :])
        if own <= 0 or own in labels:
            for after in self._relabel(parts._replace(labels=labels)):
                yield after, (0, 0)
            return
        if self._each and parts.components[own - 1].marks not in self._each.allowed:
            return
        complete = min(parts.complete + 1, self._components.cap) if self._components else 0
        if self._components and complete > max(self._components.allowed, default=-1):
            return
        kept = (*parts.components[: own - 1], *parts.components[own:])
        labels = tuple(each - (each > own) for each in labels)
        for after in self._relabel(parts._replace(labels=labels, components=kept, complete=complete)):
            yield after, self._weight


class Rows(NamedTuple):
    """State of directions: the nodes reachable from each present node, as bit masks, and whether no further
    node may be added.
    """

    rows: tuple[int, ...]
    over: bool


class Directions:
    """Orientation of links: without directed cycles, or strongly connected.

    Join: two nodes, and the variable that is 1 if the link points to the second.
    """

    def __init__(self, acyclic: bool, strong: bool) -> None:
        self.name, self._acyclic, self._strong = "directions", acyclic, strong
        self.start: WholeState = Rows((), False)

    def data(self) -> tuple[object, ...]:
        return "directions", self._acyclic, self._strong

    def after(self, state: Rows, op: Op, symbols: tuple[int, ...]) -> Iterator[tuple[WholeState, Power]]:
        rows, over = state
        if op[0] == TAKE:
            if not over:  # the earlier nodes are complete, and not reachable
                yield Rows((*rows, 0), False), (0, 0)
        elif op[0] == JOIN:
            tail, head = op[1:3] if symbols[op[3]] else op[2:0:-1]
            if not (self._acyclic and rows[head] >> tail & 1):
                more = rows[head] | 1 << head
                after = (row | more if k == tail or row >> tail & 1 else row for k, row in enumerate(rows))
                yield Rows(tuple(after), over), (0, 0)
        else:
            at = op[1]
            reaches = rows[at] & ~(1 << at)
            reached = any(row >> at & 1 for k, row in enumerate(rows) if k != at)
            if not self._strong or len(rows) == 1 or (reaches and reached):
                low = (1 << at) - 1
                left = tuple(row & low | row >> 1 & ~low for k, row in enumerate(rows) if k != at)
                yield Rows(left, self._strong and not left), (0, 0)

    def holds(self, state: Rows) -> bool:
        return state.over or not self._strong


class WordAutomaton:
    """Automaton that reads the variables of lines, given by its transitions; -1 rejects.

    Take: a line begins, and its first variable is read. Join: the number of a present line, and the variable
    that it reads. Drop: a line ends.
    """

    def __init__(self, steps: tuple[tuple[int, ...], ...], accepted: frozenset[int]) -> None:
        self.name, self._steps, self._accepted = f"words {steps} {sorted(accepted)}", steps, accepted
        self.start: WholeState = ()

    def data(self) -> tuple[object, ...]:
        return "words", self._steps, self._accepted

    def after(
        self, lines: tuple[int, ...], op: Op, symbols: tuple[int, ...]
    ) -> Iterator[tuple[WholeState, Power]]:
        at = op[1] if op[0] else len(lines)
        if op[0] == DROP:
            if lines[at] in self._accepted:
                yield (*lines[:at], *lines[at + 1 :]), (0, 0)
            return
        before = lines[at] if op[0] else 0
        after = self._steps[before][symbols[op[-1]]]
        if after >= 0:
            yield (*lines[:at], after, *lines[at + 1 :]), (0, 0)

    def holds(self, _state: WholeState) -> bool:
        return True


class Around:
    """State of a hub: its value, and the number of its neighbours with each value, up to a bound."""

    def __init__(
        self, values: list[int], tests: list[Callable[[int, Sequence[int]], object]], most: int
    ) -> None:
        self.name, self._values, self._tests, self._most = "around", values, tests, most
        self.start: WholeState = (-1, 1, *[0] * len(values))

    def data(self) -> tuple[object, ...]:
        """Return the bound and all accepted states, each with a value, 1 if the value is required, and the
        neighbour counts.
        """
        states = product(range(len(self._values)), (0, 1), *[range(self._most + 1)] * len(self._values))
        return "around", self._most, tuple(state for state in states if self.holds(state))

    def after(
        self, numbers: tuple[int, ...], op: Op, symbols: tuple[int, ...]
    ) -> Iterator[tuple[WholeState, Power]]:
        if op[0] == TAKE:
            wanted = symbols[op[2]] if op[2] >= 0 else 1
            yield (symbols[op[1]], wanted, *numbers[2:]), (0, 0)
        else:
            at = 2 + symbols[op[1]]
            yield (*numbers[:at], min(numbers[at] + 1, self._most), *numbers[at + 1 :]), (0, 0)

    def holds(self, state: tuple[int, ...]) -> bool:
        symbol, wanted, *numbers = state
        near = [value for value, number in zip(self._values, numbers, strict=True) for _ in range(number)]
        return all(test(self._values[symbol], near) for test in self._tests) == bool(wanted)


def lay_graph(
    builder: Builder,
    whole: int,
    takes: Sequence[tuple[int, ...]],
    links: Sequence[tuple[int, int, tuple[int, ...]]],
) -> None:
    """Let a global constraint process the nodes of a graph, one for each cell, and its links."""
    board = builder.board
    back: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(board.size)]
    waits = [0] * board.size
    for a, b, more in links:
        back[b].append((a, more))
        waits[a] += 1
        waits[b] += 1
    front: list[int] = []
    for cell in range(board.size):
        front.append(cell)
        builder.op(cell, whole, TAKE, *takes[cell])
        for node, more in sorted(back[cell], key=lambda link: front.index(link[0])):
            builder.op(cell, whole, JOIN, front.index(node), front.index(cell), *more)
            waits[cell] -= 1
            waits[node] -= 1
        last = cell + 1 == board.size
        for node in [vertex for vertex in front if last or (not waits[vertex] and vertex >= board.hubs)]:
            builder.op(cell, whole, DROP, front.index(node))
            front.remove(node)
