"""Constraint system of a rule on a board: variables with finitely many symbols, and constraints on them.

A *solution* assigns a symbol to every variable such that every constraint, total, graph and set of arrows is
satisfied. The count of a rule is the sum over all solutions of the product of the weights of their symbols
and components. If some variables are *forgotten*, each assignment of the other variables counts once.

Statement (strips). Let the systems of the boards of a family consist of translates: every variable and
constraint belongs to one of finitely many patterns, and a pattern is translated along n to all positions
with all its cells on the board, or placed at a fixed distance from the first or the last slice; the same
holds for the events, nodes and links of totals, graphs and arrows. Let no pattern be longer than R slices,
except for lines along n, which read every slice in order, and cardinalities along n, by their tests. Then
for all sufficiently large n the number of solutions is u M^(n - c) v with an integer matrix M, so that its
generating function is rational.

Proof. Sweep the variables slice by slice. The assignment before the last R slices affects the rest only by
the following data: the states of the finite automata of the constraints that are still open; the number of
events up to the cap of each total; for each graph, the connectivity of the nodes of the last R slices, the
marks of their components up to a cap, and the numbers of finished components and cycles up to their caps.
There are finitely many such *states*, and they are the same at every inner slice up to translation. Their
transitions and weights depend only on the slices within R. So all inner slices have one matrix M, the first
slices a row vector u and the last slices a column vector v; by the Cayley-Hamilton theorem the sequence
satisfies the recurrence of the characteristic polynomial of M. The weight of a component is applied when the
component is finished, arrows record reachability among the last nodes, and a state that cannot be completed
to a solution may be omitted.

Exceptions: complete graphs, on which every pattern is as long as the board; hubs, unless their constraints
are capped (then they belong to the first or the last slice); arrays whose number is divided, and boards below
a minimum size, for which only arithmetic is applied to the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, cast

from gfkit.boards import Board
from gfkit.deferred import dataclass
from gfkit.rules.linkage import Linkage, Numbers, pinned_cells
from gfkit.rules.rule import Exponents, Name, Predicate, Spots

if TYPE_CHECKING:
    from gfkit.rules.automaton import LineAutomaton


Key = tuple[int | str, ...]
"""Name of a variable: one or more words, and the cells of the variable."""
Test = tuple[Key, int]
"""Test that a variable has one of some symbols; the set of symbols is a bit mask."""
YES, NO = 2, 1
"""Bit masks that test whether a Boolean variable is 1, or 0."""


class Role(StrEnum):
    """Role of a variable in the count."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    """Role of a variable that is determined by other variables."""
    FORGOTTEN = "forgotten"
    """Role of a variable whose value is ignored: solutions that differ only in such variables count once."""


class SymbolMove(StrEnum):
    """Effect of a symmetry of the board on the symbols of a variable, in addition to moving its cells."""

    ALIKE = "alike"
    """Symbols are unchanged."""
    TURNED = "turned"
    """Symbols 0 and 1 are swapped if the image of the variable lists its cells in reverse order."""
    CELLS = "cells"
    """Values are cells, and are mapped by the symmetry."""


NOWHERE = -1
"""Value of a variable with values ``SymbolMove.CELLS`` for no cell."""


class Decision(StrEnum):
    """Step at which a sweep decides a variable: the step of its first cell, or of its last cell."""

    FIRST = "first"
    LAST = "last"


class Slot(NamedTuple):
    """Variable with finitely many values; the indices 0, 1, ... of the values are its symbols.

    ``at`` contains the cells at which it may be decided.
    """

    key: Key
    at: tuple[int, ...]
    values: tuple[int, ...]
    weights: tuple[Exponents, ...]
    """For each symbol, its exponents of x and y."""
    says: str
    """Statement about the cells, in English, that is true if the variable is 1."""
    role: Role = Role.SHOWN
    decision: Decision = Decision.FIRST
    symbol_move: SymbolMove = SymbolMove.ALIKE
    words: int = 1
    """Number of words at the beginning of the key."""

    @property
    def name(self) -> Name:
        """Words at the beginning of the key."""
        return self.key[: self.words]

    @property
    def cells(self) -> tuple[int, ...]:
        """Cells of the variable, in the order of its key."""
        return cast(tuple[int, ...], self.key[self.words :])

    @property
    def every(self) -> int:
        """Bit mask of all symbols."""
        return (1 << len(self.values)) - 1

    def symbols(self, values: Sequence[int] | frozenset[int]) -> int:
        """Return the bit mask of the symbols of some values."""
        return sum(1 << symbol for symbol, value in enumerate(self.values) if value in values)


class Exclusion(NamedTuple):
    """Constraint that at least one of the listed tests is false."""

    at: tuple[int, ...]
    """Cells of the constraint."""
    tests: tuple[Test, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple([key for key, _ in self.tests])


class Cardinality(NamedTuple):
    """Constraint on the number of true tests, which applies if a test in ``given`` is true or ``given`` is
    empty.
    """

    at: tuple[int, ...]
    tests: tuple[Test, ...]
    numbers: Numbers
    given: tuple[Test, ...] = ()

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple([key for key, _ in (*self.given, *self.tests)])


@dataclass(frozen=True, slots=True)
class Relation:
    """Constraint that the listed predicates are true for the values of the variables.

    ``spots`` contains the indices into ``keys`` that their names denote. If ``image`` is given, there is a
    single expression, whose value must be the value of the variable ``image``.
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
    """Order in which a sweep may read the variables of a line."""

    ALONG = "along"
    """The line is read from one end to the other."""
    FREE = "free"
    """The line is read in any order, because the rest of the system is symmetric in all symbols."""
    APART = "apart"
    """The line is read in any order; its segments are stored as maps between states of the automaton."""


@dataclass(frozen=True, slots=True)
class Line:
    """Constraint that an automaton accepts the word of the symbols of the listed variables."""

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    automaton: LineAutomaton
    read: ReadingOrder = ReadingOrder.ALONG


Constraint = Exclusion | Cardinality | Relation | Line


class Event(NamedTuple):
    """Event that occurs if every group contains a true test and the relation, if any, is true."""

    groups: tuple[tuple[Test, ...], ...] = ()
    table: Relation | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        own = (key for group in self.groups for key, _ in group)
        return tuple(dict.fromkeys((*own, *(() if self.table is None else self.table.keys))))


ALWAYS = Event()


@dataclass(frozen=True, slots=True)
class Total:
    """Constraint on the number of events that occur."""

    events: tuple[Event, ...]
    numbers: Numbers


class GraphNode(NamedTuple):
    """Node of a graph: the event of its existence (None: it exists if one of its links does), and its
    places.
    """

    cell: int
    event: Event | None
    places: int = 0
    marks: tuple[Event, ...] = ()
    """Events that mark the component of the node. Each of them that occurs at an existing node is one
    mark.
    """


class Link(NamedTuple):
    """Link between two nodes; its event can occur only if both nodes exist."""

    ends: tuple[int, int]
    event: Event


@dataclass(frozen=True, slots=True)
class Graph:
    """Graph of the existing nodes and links, with constraints on its components and cycles.

    Some component contains a node of each place in ``joins``, none contains a node of each place in
    ``apart``, and the number of marks in each component is admissible for ``each``. None imposes no
    constraint. Cycles are counted as independent cycles.
    """

    nodes: tuple[GraphNode, ...]
    links: tuple[Link, ...]
    components: Numbers | None = None
    cycles: Numbers | None = None
    joins: int = 0
    apart: int = 0
    each: Numbers | None = None
    weight: Exponents = (0, 0)
    """Weight of a component."""

    @property
    def is_global(self) -> bool:
        """True if components of the board cannot be counted separately; they can if only cycles are
        forbidden.
        """
        cyclic = self.cycles is not None and self.cycles.allowed != frozenset({0})
        return self.components is not None or cyclic or bool(self.joins or self.apart)

    @property
    def empty(self) -> bool:
        """True if the empty graph is admissible."""
        asked = (self.components, self.cycles)
        return all(tally is None or tally.holds(0) for tally in asked) and not self.joins


@dataclass(frozen=True, slots=True)
class Arrows:
    """Directed graph: the variable of a link is 1 if the link points to its second node, and 0 if to its
    first.
    """

    nodes: tuple[int, ...]
    links: tuple[tuple[int, int, Key], ...]
    acyclic: bool
    strong: bool


@dataclass(frozen=True)
class ConstraintSystem:
    """Constraint system of a rule on a board: its variables and all its constraints."""

    slots: tuple[Slot, ...]
    constraints: tuple[Constraint, ...]
    totals: tuple[Total, ...] = ()
    graphs: tuple[Graph, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    beyond: tuple[str, ...] = ()
    """Constraints that the system does not express, in English; the number of solutions is not the count."""

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

    def events(self) -> Iterator[Event]:
        """Yield all events of totals and graphs."""
        for total in self.totals:
            yield from total.events
        for graph in self.graphs:
            for node in graph.nodes:
                yield from node.marks if node.event is None else (node.event, *node.marks)
            yield from (link.event for link in graph.links)


def place_bits(board: Board, linkage: Linkage) -> dict[int, int]:
    """Return, for every cell, the bit mask of the places of ``joins``, ``apart`` and ``each`` that contain
    it.
    """
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
    """Return the graph of a connectivity constraint; if vertices are chosen, also their variables and
    clauses.

    ``members`` contains, for each cell, the event that it is a node, or None if it needs a link; ``absent``
    contains the tests that exclude a cell.
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
