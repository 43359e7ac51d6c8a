"""The constraint system of a rule on a board: variables with symbols as values, and constraints on them.

A *solution* assigns to every variable a symbol such that every constraint, total, graph and set of arrows is
satisfied. The count of a rule is the sum over solutions of the product of the weights of their symbols and
components; if some variables are forgotten, each assignment of the others is counted once.

Statement (strips). Let the system of the board of every size n consist of translates: every variable and
constraint is one of finitely many patterns translated along n, at all places with all its cells on the board,
or at a fixed distance from the first or the last slice; totals, graphs and arrows likewise, by their events,
nodes and links. Let no pattern be longer than R slices, except for lines along n, which read every slice in
order, and cardinalities along n, by their tests. Then for n large enough the number of solutions is
u M^(n - c) v with an integer matrix M, so that its generating function is rational.

Proof. Sweep the variables slice by slice. The assignment before the last R slices affects the rest only by
the states of the finite automata of the constraints that are still open, the number of events up to
the cap of each total, and for each graph the connectivity of the nodes of the last R slices, the marks of
their components up to a cap, and its finished components and cycles up to their caps. These are finitely many
*states*, the same at every inner slice up to translation; their transitions and weights depend on
the slices within R only. So inner slices have one matrix M, the first and the last ones a row u and a column
v; by the Cayley-Hamilton theorem the sequence satisfies the recurrence of the characteristic polynomial of M.
The weight of a component is applied when it is finished, arrows record reachability among the last nodes,
and a state that cannot be completed to a solution may be omitted.

Exceptions: complete graphs, where every pattern is as long as the board; hubs,
unless their constraints are capped (then they belong to the first slice, or the last); arrays divided
by a number, and boards below a minimum size, which are arithmetic on the result.
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
"""Name of a variable: words, by default a single one, and the cells where it is located."""
Test = tuple[Key, int]
"""Test that a variable has one of these symbols, which are bits of an integer."""
YES, NO = 2, 1
"""The symbols of a Boolean variable, as tests."""


class Role(StrEnum):
    """Role of a variable in the count."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    """The other variables determine it."""
    FORGOTTEN = "forgotten"
    """Solutions that differ in it alone are one."""


class SymbolMove(StrEnum):
    """Effect of a symmetry of the board on the symbols of a variable, as it moves its cells."""

    ALIKE = "alike"
    """They are unchanged."""
    TURNED = "turned"
    """0 and 1 are transposed if the image of the variable names its cells in reverse order."""
    CELLS = "cells"
    """The values are cells, and move with them."""


class Decision(StrEnum):
    """Time at which a sweep over the cells decides a variable: at the first of its cells, or the last."""

    FIRST = "first"
    LAST = "last"


class Slot(NamedTuple):
    """Variable with a finite set of values, whose indices 0, 1, ... are its symbols.

    ``at`` are the cells at which it may be decided.
    """

    key: Key
    at: tuple[int, ...]
    values: tuple[int, ...]
    weights: tuple[Exponents, ...]
    """By symbol the powers of x and y."""
    says: str
    """The statement of the variable about these cells, as text."""
    role: Role = Role.SHOWN
    decision: Decision = Decision.FIRST
    symbol_move: SymbolMove = SymbolMove.ALIKE
    words: int = 1
    """The number of words at the beginning of its key."""

    @property
    def name(self) -> Name:
        """The words at the beginning of the key."""
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
    """Constraint that these tests do not all hold."""

    at: tuple[int, ...]
    """The cells of the constraint."""
    tests: tuple[Test, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple([key for key, _ in self.tests])


class Cardinality(NamedTuple):
    """Constraint on the number of these tests that hold, if one of ``given`` holds, or ``given`` is empty."""

    at: tuple[int, ...]
    tests: tuple[Test, ...]
    numbers: Numbers
    given: tuple[Test, ...] = ()

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple([key for key, _ in (*self.given, *self.tests)])


@dataclass(frozen=True, slots=True)
class Relation:
    """Constraint that these predicates hold for the values of the variables.

    ``spots`` gives the meaning of their names, by the place of a variable among ``keys``. With ``image``
    there is one expression, whose number is the value of that variable.
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
    """Order in which the variables of a line may be read."""

    ALONG = "along"
    """From one end to the other."""
    FREE = "free"
    """In any order, as the rest of the system is symmetric in all symbols."""
    APART = "apart"
    """In any order: the effect of parts of the line on the states is recorded."""


@dataclass(frozen=True, slots=True)
class Line:
    """Constraint that an automaton accepts the symbols of these variables in their order."""

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    automaton: LineAutomaton
    read: ReadingOrder = ReadingOrder.ALONG


Constraint = Exclusion | Cardinality | Relation | Line


class Event(NamedTuple):
    """Event that happens if every group has a test that holds, and the table, if any, is true."""

    groups: tuple[tuple[Test, ...], ...] = ()
    table: Relation | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        own = (key for group in self.groups for key, _ in group)
        return tuple(dict.fromkeys((*own, *(() if self.table is None else self.table.keys))))


ALWAYS = Event()


@dataclass(frozen=True, slots=True)
class Total:
    """Constraint on the number of these events that happen."""

    events: tuple[Event, ...]
    numbers: Numbers


class GraphNode(NamedTuple):
    """Node of a graph: the event of its existence (None: a link of it exists), and its places."""

    cell: int
    event: Event | None
    places: int = 0
    marks: tuple[Event, ...] = ()
    """The marks of its component, if the node exists: one for each of these events that happens."""


class Link(NamedTuple):
    """Link between two nodes; its event happens only if both nodes exist."""

    ends: tuple[int, int]
    event: Event


@dataclass(frozen=True, slots=True)
class Graph:
    """Graph of the nodes and links that exist, with the constraints on its components and cycles.

    Some component has nodes at all the places of ``joins``, none at all places of ``apart``, and the number
    of marks in each is admissible for ``each``. None imposes no constraint. Only independent cycles count.
    """

    nodes: tuple[GraphNode, ...]
    links: tuple[Link, ...]
    components: Numbers | None = None
    cycles: Numbers | None = None
    joins: int = 0
    apart: int = 0
    each: Numbers | None = None
    weight: Exponents = (0, 0)
    """The weight of a component."""

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
    """Directed graph: every link points to its second end if its variable is 1, to its first if it is 0."""

    nodes: tuple[int, ...]
    links: tuple[tuple[int, int, Key], ...]
    acyclic: bool
    strong: bool


@dataclass(frozen=True)
class ConstraintSystem:
    """Constraint system of a rule on a board: variables and their constraints."""

    slots: tuple[Slot, ...]
    constraints: tuple[Constraint, ...]
    totals: tuple[Total, ...] = ()
    graphs: tuple[Graph, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    beyond: tuple[str, ...] = ()
    """Further constraints of the rule, as text: solutions are not counted unchanged."""

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
        fine = fine and all(one.numbers.holds(0) for one in self.constraints if isinstance(one, Cardinality))
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
