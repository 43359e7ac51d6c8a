"""Constraint systems without events: every constraint is an automaton that reads symbols of variables.

An event becomes a Boolean variable, with the constraint that it is 1 if and only if the event occurs. So a
total becomes a cardinality of variables, and the nodes, links and marks of a graph become tests of variables.
Every automaton has the members of the classes in ``constraints``: ``keys``, ``form``, ``renamed``, ``start``,
``letter``, ``read`` and ``accepts``. Automata of equal forms treat equal letters equally.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from gfkit.deferred import dataclass, replace
from gfkit.rules.kinds.constraints import (
    ALWAYS,
    NO,
    YES,
    Arrows,
    Cardinality,
    ConstraintSystem,
    Decision,
    Event,
    Graph,
    Key,
    Letter,
    Line,
    Role,
    Slot,
    Test,
)
from gfkit.rules.linkage import Numbers


class Occurrence(NamedTuple):
    """Constraint that a Boolean variable is 1 if and only if an event occurs."""

    event: Event
    key: Key

    @property
    def keys(self) -> tuple[Key, ...]:
        return *self.event.keys, self.key

    @property
    def form(self) -> Any:
        return self.event.form

    def renamed(self, name: Mapping[Key, Any]) -> Occurrence:
        """Return the constraint with other names of its variables, and without cells."""
        return Occurrence(self.event.renamed(name), name[self.key])

    @property
    def start(self) -> Any:
        return self.event.start, 0

    def letter(self, key: Key, symbol: int) -> Letter:
        return self.event.letter(key, symbol), symbol if key == self.key else 0

    def read(self, state: Any, letter: Letter) -> Any:
        return self.event.read(state[0], letter[0]), state[1] or letter[1]

    def accepts(self, state: Any) -> bool:
        return self.event.accepts(state[0]) == bool(state[1])


def automata_of(
    system: ConstraintSystem, slices: Sequence[Sequence[int]]
) -> tuple[list[list[Slot]], list[Any]]:
    """Return the variables of each slice in the order of a sweep, and all constraints, each with its
    variables in this order.
    """
    variables = _Variables(system, slices)
    constraints = [*system.constraints]
    for total in system.totals:
        tests = tuple(variables.test(event, slices[0][0]) for event in total.events)
        constraints.append(Cardinality((), tests, total.numbers))
    automata: list[Any] = [one.swept(variables.rank) if isinstance(one, Line) else one for one in constraints]
    automata += [variables.components(graph) for graph in system.graphs]
    automata += [variables.reachability(arrows) for arrows in system.arrows]
    in_order = sorted(variables.rank, key=variables.rank.__getitem__)
    slots = [variables.slots[key] for key in in_order]
    by_slice = [[slot for slot in slots if variables.cell[slot.key] in {*cells}] for cells in slices]
    return by_slice, [*automata, *variables.occurrences]


class _Variables:
    """Variables of a system in the order of a sweep, to which events are added as variables."""

    def __init__(self, system: ConstraintSystem, slices: Sequence[Sequence[int]]) -> None:
        sites = {cell: site for site, cell in enumerate(cell for cells in slices for cell in cells)}
        self.slots = {slot.key: slot for slot in system.slots}
        images = any(slot.role is Role.FORGOTTEN for slot in system.slots)
        self.role = Role.FORGOTTEN if images else Role.HIDDEN
        self.cell: dict[Key, int] = {}
        """For each variable, the cell at which it is decided."""
        self.rank: dict[Key, tuple[Any, ...]] = {}
        self.first = {cell: (site, False, ()) for cell, site in sites.items()}
        self.occurrences: list[Occurrence] = []
        for slot in system.slots:
            is_last = slot.decision is Decision.LAST
            self.cell[slot.key] = cell = (max if is_last else min)(slot.at, key=sites.__getitem__)
            self.rank[slot.key] = sites[cell], is_last, slot.key

    def test(self, event: Event, cell: int, after: Iterable[Key] = ()) -> Test:
        """Return the test that an event occurs. If this is a new variable, it is decided after all variables
        of the event and the given ones, or at the given cell if there are none.
        """
        if not after and event.table is None and [len(group) for group in event.groups] == [1]:
            return event.groups[0][0]
        key: Key = ("event", len(self.rank))
        last = max((*event.keys, *after), key=self.rank.__getitem__, default=None)
        self.cell[key] = cell if last is None else self.cell[last]
        self.rank[key] = *(self.first[cell] if last is None else self.rank[last]), len(self.rank)
        self.slots[key] = Slot(key, (self.cell[key],), (0, 1), ((0, 0),) * 2, "", self.role)
        self.occurrences.append(Occurrence(event, key))
        return key, YES

    def components(self, graph: Graph) -> ComponentAutomaton:
        """Return the automaton of a graph. Links and marks follow their nodes; marks of nodes that exist by
        their links follow the links.
        """
        places = {node.cell: node.places for node in graph.nodes}
        read: dict[int, list[Key]] = {cell: [] for cell in places}
        letters: dict[Key, list[Meaning]] = {}

        def add(word: str, cells: tuple[int, ...], test: Test) -> None:
            nodes = tuple((cell, places[cell]) for cell in cells)
            letters.setdefault(test[0], []).append((test[1], word, nodes))
            for cell in cells:
                read[cell].append(test[0])

        for node in graph.nodes:
            if node.event is not None:
                add("node", (node.cell,), self.test(node.event, node.cell))
        known = {cell: keys[:1] for cell, keys in read.items()}
        for link in graph.links:
            after = [key for cell in link.ends for key in known[cell]]
            add("link", link.ends, self.test(link.event, link.ends[0], after))
        for node in graph.nodes:
            after = known[node.cell] or [*read[node.cell]]
            for mark in node.marks if after else ():
                add("mark", (node.cell,), self.test(mark, node.cell, after))
        return ComponentAutomaton(letters, self._with_leaving(letters), graph)

    def reachability(self, arrows: Arrows) -> ReachabilityAutomaton:
        """Return the automaton of an orientation."""
        nodes = {cell: self.test(ALWAYS, cell)[0] for cell in arrows.nodes}
        letters: dict[Key, list[Meaning]] = {
            key: [(YES, "node", ((cell, 0),))] for cell, key in nodes.items()
        }
        for a, b, key in arrows.links:
            own, _ = self.test(Event((((key, YES),),)), a, [nodes[a], nodes[b]])
            letters[own] = [(YES, "link", ((a, 0), (b, 0))), (NO, "link", ((b, 0), (a, 0)))]
        return ReachabilityAutomaton(letters, self._with_leaving(letters), arrows)

    def _with_leaving(self, letters: dict[Key, list[Meaning]]) -> dict[int, Key]:
        """Let each node leave with the last variable that concerns it; return these variables."""
        in_order = sorted(letters, key=self.rank.__getitem__)
        last = {cell: key for key in in_order for _, _, nodes in letters[key] for cell, _ in nodes}
        for cell, key in last.items():
            letters[key].append((-1, "leave", ((cell, 0),)))
        return last


Meaning = tuple[int, str, tuple[tuple[int, int], ...]]
"""Set of symbols as a bit mask; their meaning: "node", "link", "mark" or "leave"; and the nodes that it
concerns, with their places.
"""


@dataclass(frozen=True, slots=True)
class GraphAutomaton:
    """Automaton that reads which nodes enter, are linked, are marked, and leave with their last variable.

    Its state contains only nodes that have entered and not left.
    """

    letters: Mapping[Key, Sequence[Meaning]]
    last: Mapping[int, Key]
    graph: Any
    name: Callable[[Key, int], Any] = lambda _, cell: cell
    """Name of a node when a variable is read."""

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(self.letters)

    def named(self, name: Callable[[Key, int], Any]) -> Self:
        """Return the automaton with other names of its nodes."""
        return replace(self, name=name)

    def moved(self, state: Any, rename: Callable[[Any], Any]) -> Any:
        """Return a state with other names of its nodes."""
        raise NotImplementedError

    def letter(self, key: Key, symbol: int) -> Letter:
        read = [(word, nodes) for symbols, word, nodes in self.letters[key] if symbols >> symbol & 1]
        return tuple(
            [(word, *((self.name(key, cell), bits) for cell, bits in nodes)) for word, nodes in read]
        )


class Component(NamedTuple):
    """Component of a graph: its nodes in the state, the places of all its nodes, and its number of marks."""

    nodes: frozenset[Any]
    places: int
    marks: int = 0


class Components(NamedTuple):
    """Components with nodes that have not left; numbers of complete components and of cycles, up to caps."""

    parts: frozenset[Component] = frozenset()
    complete: int = 0
    cycles: int = 0
    is_joined: bool = False
    """True if some component contains all places of ``joins``."""
    fresh: int = 0
    """Number of components completed by the last letter, if they have a weight."""


class ComponentAutomaton(GraphAutomaton):
    """Automaton of a constraint on the components and cycles of a graph."""

    __slots__ = ()
    start = Components()

    @property
    def form(self) -> Any:
        graph = self.graph
        return graph.components, graph.cycles, graph.joins, graph.apart, graph.each, graph.weight

    def read(self, state: Components, letter: Letter) -> Components | None:
        graph: Graph = self.graph
        parts, complete, cycles, is_joined, _ = state
        fresh = 0
        for word, *ends in letter:
            own, other = (
                next((part for part in parts if node in part.nodes), Component(frozenset({node}), places))
                for node, places in (ends[0], ends[-1])
            )
            if word in ("node", "link"):  # a link makes its ends nodes
                union = own
                if own != other:
                    union = Component(
                        own.nodes | other.nodes, own.places | other.places, own.marks + other.marks
                    )
                cycles += word == "link" and own == other
                parts = parts - {own, other} | {union}
                is_joined = is_joined or (bool(graph.joins) and graph.joins & ~union.places == 0)
                if graph.apart and graph.apart & ~union.places == 0:
                    return None
            elif own in parts:
                parts -= {own}
                rest = own.nodes - {ends[0][0]}
                if word == "mark":
                    parts |= {own._replace(marks=own.marks + 1)}
                elif rest:
                    parts |= {own._replace(nodes=rest)}
                elif graph.each is not None and not graph.each.holds(own.marks):
                    return None
                else:
                    complete, fresh = complete + 1, fresh + any(graph.weight)
        marks = max((part.marks for part in parts), default=0)
        asked = (complete, graph.components), (cycles, graph.cycles), (marks, graph.each)
        if any(tally and tally.most is not None and number > tally.most for number, tally in asked):
            return None
        kept = graph.apart | (0 if is_joined else graph.joins)
        parts = frozenset(
            part._replace(places=part.places & kept, marks=_capped(graph.each, part.marks)) for part in parts
        )
        numbers = _capped(graph.components, complete), _capped(graph.cycles, cycles)
        return Components(parts, *numbers, is_joined, fresh)

    def accepts(self, state: Components) -> bool:
        asked = (self.graph.components, state.complete), (self.graph.cycles, state.cycles)
        fine = all(numbers is None or numbers.holds(number) for numbers, number in asked)
        return fine and (state.is_joined or not self.graph.joins)

    def moved(self, state: Components, rename: Callable[[Any], Any]) -> Components:
        """Return a state with other names of its nodes."""
        parts = (part._replace(nodes=frozenset(map(rename, part.nodes))) for part in state.parts)
        return state._replace(parts=frozenset(parts))


def _capped(numbers: Numbers | None, number: int) -> int:
    return 0 if numbers is None else numbers.cap_number(number)


class ReachabilityAutomaton(GraphAutomaton):
    """Automaton of an acyclic or strongly connected orientation.

    Its state contains the pairs of nodes the second of which is reachable from the first, and is followed by
    True if all nodes have left.
    """

    __slots__ = ()
    start = frozenset[Any](), False

    @property
    def form(self) -> Any:
        return self.graph.acyclic, self.graph.strong

    def read(self, state: Any, letter: Letter) -> Any:
        acyclic, strong = self.form
        reach, is_over = state
        for word, (a, _), *others in letter:
            if word == "node":
                if is_over and strong:
                    return None
                reach |= {(a, a)}
            elif word == "link":
                b, _ = others[0]
                if acyclic and (b, a) in reach:
                    return None
                reach |= {(x, y) for x, p in reach if p == a for q, y in reach if q == b}
            else:
                out, into = any(x == a != y for x, y in reach), any(x != a == y for x, y in reach)
                is_over = strong and all(x == a for x, _ in reach)
                if strong and not is_over and not (out and into):
                    return None
                reach = frozenset((x, y) for x, y in reach if a not in (x, y))
        return reach, is_over

    def accepts(self, state: Any) -> bool:
        return state[1] or not self.graph.strong

    def moved(self, state: Any, rename: Callable[[Any], Any]) -> Any:
        """Return a state with other names of its nodes."""
        return frozenset((rename(a), rename(b)) for a, b in state[0]), state[1]
