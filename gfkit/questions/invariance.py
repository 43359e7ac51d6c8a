"""Test whether a symmetry of the board preserves the constraint system of a rule.

A symmetry g moves cells. It maps a variable to the variable of the same name on the moved cells, a symbol to
a symbol (``Slot.symbol_move``), and so every constraint to a constraint on the images.

Theorem. Let g map variables to variables, one to one, and symbols to symbols of the same weight. Let every
moved constraint be one of the constraints or follow from them, and let the moved totals, graphs and arrows
equal the totals, graphs and arrows of the system. Then g is a weight-preserving bijection of the solutions.

Proof. For an assignment x, let gx assign to the image of each variable the image of its symbol. Then x -> gx
is a bijection of assignments, and gx satisfies a moved constraint if and only if x satisfies the constraint.
So the moved system has the solutions gS, where S is the set of solutions of the system. A solution of the
system satisfies the moved system: S is a subset of gS. Both are finite and of equal size, so S = gS. Symbols
have equal weights, and so do components of graphs, as the graphs are equal.

Comparison. Tests are unordered, and so are lists in predicates that neither index nor compare lists. A clause
of two tests follows if a count allows at most one of several, or none if another test holds. Any other moved
constraint is compared with all constraints on the same cells: it follows from them if their minimal automaton
is the same with it and without it. Events are equal if their expressions or their minimal automata are equal.
So the result "unchanged" is always correct; a system whose invariance this comparison does not recognise is
rejected.

The system is the system of all positions, on the board without hubs. Maximal positions, and positions without
a legal move of a player, depend only on the pieces that can be added to a position, and on names and weights;
so they are invariant if these are. Hubs are vertices that a sweep meets first: they change hidden variables,
not visible ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from gfkit.core.boards import Board
from gfkit.core.boards.board import spot_text
from gfkit.core.boards.symmetry import Symmetry
from gfkit.core.engine.machine.automata import Automata
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import (
    NO,
    NOWHERE,
    YES,
    Arrows,
    Cardinality,
    Constraint,
    ConstraintSystem,
    Event,
    Graph,
    Key,
    Role,
    Slot,
    SymbolMove,
    Test,
    multiset,
)
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import Name
from gfkit.core.typing import Weights, cached_property

Image = tuple[Key, tuple[int, ...]]
"""Image of a variable under a symmetry, and the image of each symbol."""
Names = Mapping[Name, Name]
"""Renaming of the components of variable names; missing names are fixed."""
MoveTest = Callable[[Test], Test]


def fitting_names(rule: Rule, board: Board, symmetry: Symmetry, weights: Weights) -> Names:
    """Return the renaming of variables under a symmetry that preserves the rule.

    Raise an error if the symmetry does not preserve the rule. Only the requested weights are compared.
    """
    system = _build_invariance(rule, replace(board, hubs=0) if board.hubs else board)
    reason = ""
    for names in [rule.names_after(turn) for turn in symmetry.turns] or [{}]:
        reason = system.difference(symmetry.cells, names, weights)
        if not reason:
            return names
    raise MismatchError(
        f"board {board.text!r}: the rule {rule.name} is not invariant {_describe_symmetry(symmetry)}"
        f" ({reason}){_suggest_alternative(board, symmetry)}"
    )


def is_unchanged(rule: Rule, board: Board, symmetry: Symmetry, weights: Weights) -> bool:
    """Return True if a symmetry preserves the rule and its weights."""
    try:
        fitting_names(rule, board, symmetry, weights)
    except MismatchError:
        return False
    return True


def _describe_symmetry(symmetry: Symmetry) -> str:
    if not symmetry.turns:
        return "under all symmetries of the graph"
    turn = symmetry.turns[0]
    if turn.swapped:
        return "under transposition"
    words = [
        word for sign, word in ((turn.down, "top and bottom"), (turn.right, "left and right")) if sign < 0
    ]
    return f"if {' and '.join(words)} are swapped" if words else "under translations of the board"


def _suggest_alternative(board: Board, symmetry: Symmetry) -> str:
    if board.grid is not None and not symmetry.turns:
        return "; if the rule distinguishes rows from columns, count up to 'symmetry'"
    return (
        "; count up to 'rectangle', which does not transpose the board"
        if any(turn.swapped for turn in symmetry.turns)
        else ""
    )


# Images of variables


class SlotMap:
    """Index of the variables of a system by name and cells, used to find their images under a symmetry."""

    def __init__(self, slots: Iterable[Slot]) -> None:
        self.slots: dict[Key, Slot] = {slot.key: slot for slot in slots}
        self._by_cells = {(slot.name, *sorted(slot.cells)): key for key, slot in self.slots.items()}

    def image(self, key: Key, cells: Sequence[int], names: Names) -> Image | None:
        """Return the images of a variable and its symbols, or None if there is no such variable."""
        slot = self.slots[key]
        moved = tuple(cells[cell] for cell in slot.cells)
        there = self._by_cells.get((names.get(slot.name, slot.name), *sorted(moved)))
        if there is None:
            return None
        other = self.slots[there]
        values = (
            tuple(value if value == NOWHERE else cells[value] for value in slot.values)
            if slot.symbol_move is SymbolMove.CELLS
            else slot.values
        )
        if set(values) != set(other.values):
            return None
        symbols = tuple(map(other.values.index, values))
        return there, symbols[
            ::-1
        ] if slot.symbol_move is SymbolMove.TURNED and moved != other.cells else symbols


# Comparison


@lru_cache(maxsize=8)
def _build_invariance(rule: Rule, board: Board) -> Invariance:
    return Invariance(system_of(rule, board), board)


class Invariance:
    """Constraint system on a board, which is compared with its images under symmetries."""

    def __init__(self, system: ConstraintSystem, board: Board) -> None:
        self._board, self._system = board, system
        self.map: SlotMap = SlotMap(self._system.slots)
        self.place: dict[Key, int] = {key: number for number, key in enumerate(self.map.slots)}
        self.automata: Automata = Automata(self.map.slots)
        self._difference = cache(self._find_difference)

    def difference(self, cells: tuple[int, ...], names: Names, weights: Weights) -> str:
        """Return a short description of the change under a symmetry, or "" if the system is invariant."""
        if cells == tuple(range(self._board.size)) and not names:
            return ""
        return self._difference(cells, tuple(names.items()), weights)

    def _find_difference(
        self, cells: tuple[int, ...], named: tuple[tuple[Name, Name], ...], weights: Weights
    ) -> str:
        names = dict(named)
        if not self._can_be_moved:
            return "the rule identifies solutions with equal images, or reads cells as symbols"
        images: dict[Key, Image] = {}
        for key, slot in self.map.slots.items():
            image = self.map.image(key, cells, names)
            if image is None or not _is_alike(slot, self.map.slots[image[0]], image[1], weights):
                return f"its {key[0]}s change"
            images[key] = image
        if len({there for there, _ in images.values()}) < len(images):
            return "two of its variables are mapped to one"

        @cache
        def test(slot_test: Test) -> Test:
            there, symbols = images[slot_test[0]]
            return there, sum(
                1 << after for symbol, after in enumerate(symbols) if slot_test[1] >> symbol & 1
            )

        for constraint in self._system.constraints:
            moved = constraint.mapped(test, cells)
            if moved.normal_form() not in self._forms and not self._is_implied(moved):
                return f"its condition at {spot_text(self._board, constraint.at[0])} changes"
        still = range(self._board.size)
        for least in (False, True):
            if self._normalise_whole(cells, test, least=least) == self._normalise_whole(
                still, lambda slot_test: slot_test, least=least
            ):
                return ""
        return "its condition on the whole board changes"

    @cached_property
    def _can_be_moved(self) -> bool:
        """True if solutions are not identified, and symbols that are not read by tests are invariant."""
        tables: list[Constraint] = [
            constraint for constraint in self._system.constraints if not isinstance(constraint, Cardinality)
        ]
        tables += [event.table for event in self._system.events() if event.table is not None]
        return not (
            any(slot.role is Role.FORGOTTEN for slot in self._system.slots)
            or any(
                self.map.slots[key].symbol_move is not SymbolMove.ALIKE
                for table in tables
                for key in table.keys
            )
        )

    # Constraints

    @cached_property
    def _forms(self) -> set[Hashable]:
        return {constraint.normal_form() for constraint in self._system.constraints}

    @cached_property
    def _known_clauses(self) -> set[frozenset[Test]]:
        """Clauses of the system: sets of tests that cannot all be true."""
        return {clause for one in self._system.constraints for clause in one.clauses()}

    @cached_property
    def _constraints_by_cells(self) -> dict[frozenset[int], list[Constraint]]:
        """Constraints of the system, grouped by their set of cells."""
        constraints_at: dict[frozenset[int], list[Constraint]] = {}
        for constraint in self._system.constraints:
            constraints_at.setdefault(frozenset(constraint.at), []).append(constraint)
        return constraints_at

    def _is_implied(self, moved: Constraint) -> bool:
        """Return True if the comparison recognises that a constraint follows from the constraints of the
        system.
        """
        if moved.is_of_clauses and self._known_clauses.issuperset(moved.clauses()):
            return True
        near = self._constraints_by_cells.get(frozenset(moved.at), [])
        keys = {key for constraint in (moved, *near) for key in constraint.keys}
        order = sorted(keys, key=self.place.__getitem__)
        try:
            asked = self.automata.conjunction(near, order)
            sizes = [len(self.map.slots[key].values) for key in order]
            return self.automata.diagrams.meet(asked, self.automata.residual(moved, order), sizes) == asked
        except LimitError:
            return False

    # Totals, graphs, arrows

    def _normalise_whole(self, cells: Sequence[int], test: MoveTest, *, least: bool) -> Hashable:
        """Return the totals, graphs and arrows after a symmetry, by events or, with ``least``, by minimal
        automata.
        """

        def event(total_event: Event | None) -> Hashable:
            if total_event is None:
                return None
            moved = total_event.mapped(test, cells)
            return self._compute_residual(moved) if least and moved.keys else _normalise_event(moved)

        totals = multiset(
            (total.numbers, multiset(map(event, total.events))) for total in self._system.totals
        )
        graphs = multiset(_normalise_graph(graph, cells, event) for graph in self._system.graphs)
        return (
            totals,
            graphs,
            multiset(_normalise_arrows(arrows, cells, test) for arrows in self._system.arrows),
        )

    def _compute_residual(self, event: Event) -> Hashable:
        order = tuple(sorted(event.keys, key=self.place.__getitem__))
        return order, self.automata.conjunction(event.parts, order)


def _is_alike(slot: Slot, other: Slot, symbols: Sequence[int], weights: Weights) -> bool:
    """Return True if a variable and its image have equal weights; only the requested weights are compared."""
    if slot.role is not other.role:
        return False
    pairs = zip(slot.weights, (other.weights[after] for after in symbols), strict=True)
    if weights is Weights.PIECES:
        return all(sum(weight) == sum(image) for weight, image in pairs)
    return weights is Weights.NONE or all(weight == image for weight, image in pairs)


def _normalise_event(event: Event) -> Hashable:
    groups = frozenset(map(frozenset, event.groups))
    return groups, None if event.table is None else event.table.normal_form()


def _normalise_graph(
    graph: Graph, cells: Sequence[int], event: Callable[[Event | None], Hashable]
) -> Hashable:
    def places(bits: int) -> Hashable:
        """Return the sets of cells that must be, or must not be, connected."""
        each = (1 << bit for bit in range(bits.bit_length()) if bits >> bit & 1)
        return multiset(
            frozenset(cells[node.cell] for node in graph.nodes if node.places & bit) for bit in each
        )

    nodes = multiset(
        (cells[node.cell], event(node.event), multiset(map(event, node.marks))) for node in graph.nodes
    )
    links = multiset((frozenset(cells[end] for end in link.ends), event(link.event)) for link in graph.links)
    numbers = graph.components, graph.cycles, graph.each, graph.weight, _windings(graph, cells)
    return nodes, links, numbers, places(graph.joins), places(graph.apart)


def _windings(graph: Graph, cells: Sequence[int]) -> Hashable:
    """Return the numbers of times that links wrap around, made 0 on a spanning forest of the moved graph.

    These numbers determine the winding numbers of all cycles, up to orientation.
    """
    home = {cell: (cell, [0] * len(graph.windings)) for cell in cells}
    rows = []
    moved = [((cells[link.ends[0]], cells[link.ends[1]]), link.turns) for link in graph.links]
    oriented = [(e, turns) if e[0] < e[1] else (e[::-1], [-turn for turn in turns]) for e, turns in moved]
    for (a, b), turns in sorted(oriented, key=lambda link: (link[0], *link[1])) if graph.windings else ():
        (one, at_a), (other, at_b) = home[a], home[b]
        row = [x + turn - y for x, turn, y in zip(at_a, turns, at_b, strict=True)]
        rows.append(row if one == other else [0] * len(row))
        for cell, (root, at) in home.items() if one != other else ():
            if root == other:
                home[cell] = one, [x + y for x, y in zip(at, row, strict=True)]
    return multiset(min(way, tuple(-x for x in way)) for way in zip(*rows, strict=True))


def _normalise_arrows(arrows: Arrows, cells: Sequence[int], test: MoveTest) -> Hashable:
    links = [(cells[a], cells[b], test((key, YES))) for a, b, key in arrows.links]
    links += [(cells[b], cells[a], test((key, NO))) for a, b, key in arrows.links]
    return frozenset(cells[node] for node in arrows.nodes), multiset(links), arrows.acyclic, arrows.strong
