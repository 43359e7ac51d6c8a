"""What a rule means on a board: slots that each take a symbol, and what is asked of the symbols.

A *solution* gives every slot one of its symbols so that every constraint, total, graph and set of arrows is
as asked. What a rule counts are the solutions, by the product of the weights of their symbols, and of the
components of graphs; where some slots are forgotten, what the others show is counted, each once.

Statement (strips). Let the system of the board of every size n be made of translates: every slot and every
constraint on it is one of finitely many patterns moved along n, laid wherever all its cells are on the board,
or at a fixed distance from the first or the last slice; totals, graphs and arrows likewise, by their events,
nodes and links. Let no pattern be longer than R slices, but for lines along n, which read every slice in
turn. Then for n large enough the number of solutions is u M^(n - c) v with a matrix M of whole numbers, so
that its generating function is rational.

Proof. Sweep the slots slice by slice. What is chosen behind the last R slices concerns the rest by this
alone: the states of the finite automata of the constraints that are still open, the number of events up to
the cap of its total, and of a graph which of the nodes of the last R slices hang together, with the marks of
their components up to a cap, and its finished components and cycles up to theirs. These are finitely many
*states*, the same at every inner slice, moved along; which follow which, and with which weight, depends on
the slices within R only. So inner slices are one matrix M, the first and the last ones a row u and a column
v; by Cayley and Hamilton the sequence fulfils the recurrence of the characteristic polynomial of M.
Components that carry a weight do so when they are finished, arrows keep which of the last nodes reaches
which, and a state where something can no longer come to be as asked may be left out.

Where a hypothesis fails: complete graphs, whose every pattern is as long as the board; vertices that touch
all slices, unless what they ask is capped (then they belong to the first slice, or the last); arrays divided
by a number, and boards below a least size, which are arithmetic on the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, cast

from gfkit.boards import Board
from gfkit.rules.linkage import Linkage, Numbers, pinned_cells
from gfkit.rules.rule import Exponents, Name, Predicate, Spots

if TYPE_CHECKING:
    from gfkit.rules.automaton import LineAutomaton


Key = tuple[int | str, ...]
"""What a slot is called: words, a single one unless it says otherwise, and the cells where it stands."""
Test = tuple[Key, int]
"""A slot shows one of these symbols, which are bits of a number."""
YES, NO = 2, 1
"""The symbols of a slot that is a yes or a no, as tests."""


class Role(StrEnum):
    """What a slot is to the count."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    """The other slots determine it."""
    FORGOTTEN = "forgotten"
    """Solutions that differ in it alone are one."""


class SymbolMove(StrEnum):
    """What a symmetry of the board does to the symbols of a slot, as it moves its cells."""

    ALIKE = "alike"
    """They stay as they are."""
    TURNED = "turned"
    """0 and 1 are exchanged where the slot that it becomes names its cells the other way round."""
    CELLS = "cells"
    """The values are cells, and move with them."""


class Decision(StrEnum):
    """When a sweep over the cells decides a slot: at the first of its cells, or the last."""

    FIRST = "first"
    LAST = "last"


class Slot(NamedTuple):
    """Something to choose: one of its values, called symbols 0, 1, ... in their order.

    ``at`` are the cells at which it may be decided.
    """

    key: Key
    at: tuple[int, ...]
    values: tuple[int, ...]
    weights: tuple[Exponents, ...]
    """By symbol the powers of x and y."""
    says: str
    """What it says of these cells, in words."""
    role: Role = Role.SHOWN
    decision: Decision = Decision.FIRST
    symbol_move: SymbolMove = SymbolMove.ALIKE
    words: int = 1
    """How many words its key begins with."""

    @property
    def name(self) -> Name:
        """The words of its key."""
        return self.key[: self.words]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the variable, in the order of its key."""
        return cast(tuple[int, ...], self.key[self.words :])

    @property
    def every(self) -> int:
        """The set of all its symbols, as used in tests."""
        return (1 << len(self.values)) - 1

    def symbols(self, values: Sequence[int] | frozenset[int]) -> int:
        """Return the symbols of some values, as a test has them."""
        return sum(1 << symbol for symbol, value in enumerate(self.values) if value in values)


class Exclusion(NamedTuple):
    """These tests do not all hold."""

    at: tuple[int, ...]
    """The cells that it is about."""
    tests: tuple[Test, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple([key for key, _ in self.tests])


class Cardinality(NamedTuple):
    """How many of these tests hold is allowed, if one of ``given`` holds, or there is none."""

    at: tuple[int, ...]
    tests: tuple[Test, ...]
    numbers: Numbers
    given: tuple[Test, ...] = ()

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple([key for key, _ in (*self.given, *self.tests)])


@dataclass(frozen=True, slots=True)
class Relation:
    """These predicates hold of the values that the slots show.

    ``spots`` says what the names in them mean, by the place of a slot among ``keys``. With ``image`` there is
    one expression, whose number is the value of that slot.
    """

    at: tuple[int, ...]
    slots: tuple[Key, ...]
    predicates: tuple[Predicate, ...]
    spots: Spots
    image: Key | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        return self.slots if self.image is None else (*self.slots, self.image)


class ReadingOrder(StrEnum):
    """In which order the slots of a line may be read."""

    ALONG = "along"
    """From one end to the other."""
    FREE = "free"
    """In any order, as the rest of the system treats all symbols alike."""
    APART = "apart"
    """In any order: what parts of the line do to its states is remembered."""


@dataclass(frozen=True, slots=True)
class Line:
    """An automaton reads the symbols of these slots in their order, and accepts them."""

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    automaton: LineAutomaton
    read: ReadingOrder = ReadingOrder.ALONG


Constraint = Exclusion | Cardinality | Relation | Line


class Event(NamedTuple):
    """It happens if every group has a test that holds, and the table says yes, if there is one."""

    groups: tuple[tuple[Test, ...], ...] = ()
    table: Relation | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        own = (key for group in self.groups for key, _ in group)
        return tuple(dict.fromkeys((*own, *(() if self.table is None else self.table.keys))))


ALWAYS = Event()


@dataclass(frozen=True, slots=True)
class Total:
    """How many of these events happen is allowed."""

    events: tuple[Event, ...]
    numbers: Numbers


class GraphNode(NamedTuple):
    """A node of a graph: when it is there (None: when a link of it is), and at which places."""

    cell: int
    event: Event | None
    places: int = 0
    marks: tuple[Event, ...] = ()
    """How often its component is marked, if it is there: once for each that happens."""


class Link(NamedTuple):
    """A link between two nodes; its event happens only where both are there."""

    ends: tuple[int, int]
    event: Event


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph of nodes and links that happen to be there, and what its components and cycles are to be.

    Some component has nodes at all the places of ``joins``, none at all those of ``apart``, and the number of
    marks in each is as ``each`` says. None, and no places, ask nothing. Independent cycles are counted.
    """

    nodes: tuple[GraphNode, ...]
    links: tuple[Link, ...]
    components: Numbers | None = None
    cycles: Numbers | None = None
    joins: int = 0
    apart: int = 0
    each: Numbers | None = None
    weight: Exponents = (0, 0)
    """What a component carries."""

    @property
    def is_global(self) -> bool:
        """True if components cannot be counted separately; they can if only cycles are forbidden."""
        cyclic = self.cycles is not None and self.cycles.allowed != frozenset({0})
        return self.components is not None or cyclic or bool(self.joins or self.apart)

    @property
    def empty(self) -> bool:
        """True if the graph without nodes is admissible."""
        asked = (self.components, self.cycles)
        return all(tally is None or tally.holds(0) for tally in asked) and not self.joins


@dataclass(frozen=True, slots=True)
class Arrows:
    """Every link points one way: to its second end where its slot shows 1, to its first where it shows 0."""

    nodes: tuple[int, ...]
    links: tuple[tuple[int, int, Key], ...]
    acyclic: bool
    strong: bool


@dataclass(frozen=True)
class ConstraintSystem:
    """A rule on a board, as slots and what is asked of them."""

    slots: tuple[Slot, ...]
    constraints: tuple[Constraint, ...]
    totals: tuple[Total, ...] = ()
    graphs: tuple[Graph, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    beyond: tuple[str, ...] = ()
    """What the rule asks besides, in words: solutions are not counted as they are."""

    @property
    def is_global(self) -> bool:
        """True if a constraint involves all slices, so that components cannot be counted separately."""
        return (
            bool(self.totals)
            or any(graph.is_global for graph in self.graphs)
            or any(a.strong for a in self.arrows)
        )

    @property
    def of_nothing(self) -> int:
        """Number of solutions on a board without cells: 1, unless a constraint requires an occurrence."""
        fine = all(total.numbers.holds(0) for total in self.totals)
        fine = fine and not any(arrows.strong for arrows in self.arrows)
        return int(fine and all(graph.empty for graph in self.graphs))

    @property
    def has_liberties(self) -> bool:
        """True if groups must have marks other than their own cells: adjacent empty cells."""
        return any(len(node.marks) > 1 for graph in self.graphs for node in graph.nodes)

    def events(self) -> Iterator[Event]:
        """Yield all events of totals and graphs."""
        for total in self.totals:
            yield from total.events
        for graph in self.graphs:
            for node in graph.nodes:
                yield from node.marks if node.event is None else (node.event, *node.marks)
            yield from (link.event for link in graph.links)


def place_bits(board: Board, linkage: Linkage) -> dict[int, int]:
    """Return for every cell the bits of the places that contain it: ``joins``, ``apart``, ``each``."""
    bits: dict[int, int] = {}
    for number, place in enumerate(linkage.places):
        for cell in pinned_cells(board, place):
            bits[cell] = bits.get(cell, 0) | 1 << number
    return bits


def graph_of(
    linkage: Linkage,
    places: Mapping[int, int],
    members: Mapping[int, Event | None],
    links: Sequence[Link],
    absent: Mapping[int, Test] | None = None,
) -> tuple[Graph, list[Slot], list[Exclusion]]:
    """Return the graph of a linkage; if vertices are chosen, also a variable for each, and their clauses.

    ``members`` states when each cell is a node, or None if it needs a link; ``absent`` contains the tests
    that exclude a cell, if it may be excluded.
    """
    joins, apart = len(linkage.joins), len(linkage.apart)
    slots: list[Slot] = []
    asked: list[Exclusion] = []
    nodes: list[GraphNode] = []
    for cell, event in members.items():
        at = places.get(cell, 0)
        marks: tuple[Event, ...] = ()
        if linkage.chooses:
            key: Key = ("chosen", cell)
            slots.append(Slot(key, (cell,), (0, 1), ((0, 0), (0, 0)), "it is chosen"))
            if absent:
                asked.append(Exclusion((cell,), ((key, YES), absent[cell])))
            marks = (Event((((key, YES),),)),)
        elif at >> (joins + apart):
            marks = (Event() if event is None else event,)
        nodes.append(GraphNode(cell, event, at & ((1 << (joins + apart)) - 1), marks))
    graph = Graph(
        tuple(nodes),
        tuple(links),
        linkage.components,
        linkage.cycles,
        (1 << joins) - 1,
        ((1 << apart) - 1) << joins,
        None if linkage.each is None else linkage.each.number,
        linkage.weight,
    )
    return graph, slots, asked
