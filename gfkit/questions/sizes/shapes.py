"""Shapes on growing squares: connected pieces occur in all positions where their shape fits.

Theorem. Let a rule have the same conditions at each cell, all of which hold if there is no piece; and let its
conditions near the border be the conditions inside, with no piece beyond. Let all k pieces of a position be
connected. Then the number of positions on n x n is the sum, over the shapes of k pieces up to translations,
of (n - h + 1)(n - w + 1), where the shape has h rows and w columns. For n at least all h - 1 and w - 1 it is
a polynomial of degree 2.

Proof. The positions on n x n are the positions of the plane all of whose cells are on the board. So each is a
translate of a shape.

All shapes are enumerated. Connected pieces remain connected after the removal of a suitable piece. So shapes
of k pieces arise from connected sets of k - 1 pieces by adding an adjacent piece; a set that violates a
condition for every choice of further pieces is discarded immediately.

If the rule does not require connected pieces, call two pieces connected if one condition reads both. Each
component of a position satisfies all conditions alone. So if no set of fewer than k pieces satisfies all
conditions, the k pieces of a position are connected.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import log, prod
from typing import NamedTuple

from gfkit.core.boards import Board, Place
from gfkit.core.boards.board import components_of
from gfkit.core.engine.machine.automata import Automata, Factor
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules.kinds.constraints import ConstraintSystem, Event, Graph, Key, Role, Total
from gfkit.core.typing import OnProgress, tell_progress

Kind = tuple[tuple[int | str, ...], tuple[Place, ...]]
"""Components of the name of a variable, and its cells relative to the first cell."""
Spot = tuple[Kind, int, int]
"""Variable on the plane: its kind, and the position of its first cell."""
Shape = frozenset[tuple[Spot, int]]
"""Variables with their nonzero symbols, translated so that the top row and the left column have number 0."""
MOST_SHAPES = 2_000_000
"""Maximum number of sets of pieces that are examined."""
_DOUBT = 100
"""Factor by which the estimate may exceed the limit, because the growth may slow down."""
_MOST_FILLINGS = 4096


class _Condition(NamedTuple):
    """Constraint, with cells relative to one cell."""

    reads: tuple[Spot, ...]
    factor: Factor | None

    def holds(self, symbols: Sequence[int | None]) -> bool:
        """Return True if the constraint can be satisfied; None is a symbol that is not chosen yet."""
        if self.factor is None:
            return True
        states = {0}
        for tables, symbol in zip(self.factor.tables, symbols, strict=True):
            some = tables if symbol is None else (tables[symbol],)
            states = {table[state] for table in some for state in states if state in table}
        return bool(states)


Test = tuple[tuple[tuple[Spot, int], ...], ...]
"""Event: in each group some variable has one of the given symbols."""


class Plane:
    """Constraints of a rule on the infinite plane, derived from a sufficiently large board."""

    def __init__(self, name: str, system: ConstraintSystem, board: Board, side: int) -> None:
        self.side = side
        self.places: tuple[Place, ...] = board.turns
        self._name, self._middle = name, (side // 2, side // 2)
        self._slots = {slot.key: slot for slot in system.slots}
        lines = any(constraint.is_ordered for constraint in system.constraints)
        plain = all(slot.role is Role.SHOWN for slot in system.slots)
        if lines or system.arrows or not plain or len(self.places) != side * side:
            raise self.refusal
        self.symbols: dict[Kind, int] = {}
        """For each kind of variable, its number of symbols."""
        self._collect_symbols()
        self.conditions: list[_Condition] = []
        self._collect_conditions(system)
        self._graphs = [_Links(self, graph) for graph in system.graphs]
        self._totals = [(self._masks(total), total.numbers) for total in system.totals]
        self.at: defaultdict[Kind, list[tuple[int, int, int]]] = defaultdict(list)
        """For each kind of variable, the constraints that read it, with the offsets of their cells."""
        for number, condition in enumerate(self.conditions):
            for kind, down, right in condition.reads:
                self.at[kind].append((number, -down, -right))
        self.beside: dict[Kind, set[Spot]] = self._find_adjacent_kinds()
        self.tests: list[Callable[[tuple[int | None, ...]], bool]] = [
            cache(condition.holds) for condition in self.conditions
        ]

    @property
    def refusal(self) -> MismatchError:
        return MismatchError(
            f"{self._name} is not supported: its constraints must be equal at all cells, with no piece"
            " outside the board, and pieces must be connected; no implemented theorem yields the number"
            " with k pieces"
        )

    # The rule on the plane

    def spot(self, key: Key, origin: Place) -> Spot:
        """Return the kind of a variable and its position relative to a cell."""
        slot = self._slots[key]
        (row, col), *others = (self.places[cell] for cell in slot.cells)
        kind = slot.name, tuple((r - row, c - col) for r, c in others)
        return kind, row - origin[0], col - origin[1]

    def _collect_symbols(self) -> None:
        laid: Counter[tuple[Kind, int, object]] = Counter()
        for key, slot in self._slots.items():
            kind, *_ = self.spot(key, (0, 0))
            self.symbols[kind] = len(slot.values)
            laid[kind, len(slot.values), slot.weights] += 1
        for (kind, *_), many in laid.items():
            self.check_fits([(0, 0), *kind[1]], many)
        if len(laid) != len(self.symbols):
            raise self.refusal

    def check_fits(self, cells: Sequence[Place], many: int) -> None:
        """Raise MismatchError unless a shape occurs at every position where it fits, and is small."""
        height, width = (max(line) - min(line) for line in zip(*cells, strict=True))
        is_far = 4 * max(height, width) > self.side - 4
        if is_far or many != (self.side - height) * (self.side - width):
            raise self.refusal

    def _collect_conditions(self, system: ConstraintSystem) -> None:
        automata = Automata(self._slots)
        laid: defaultdict[Place, list[_Condition]] = defaultdict(list)
        for constraint in system.constraints:
            origin, keys = self.places[constraint.at[0]], tuple(dict.fromkeys(constraint.keys))
            reads = tuple(self.spot(key, origin) for key in keys)
            laid[origin].append(_Condition(reads, automata.factor([constraint], keys)))
        self.conditions = laid[self._middle]
        spots = [place for each in self.conditions for kind, *at in each.reads for place in _cells(kind, *at)]
        far = max((abs(step) for place in spots for step in place), default=0)
        if 4 * far > self.side - 4 or not all(each.holds([0] * len(each.reads)) for each in self.conditions):
            raise self.refusal
        known: set[object] = set()
        around = range(-far, self.side + far)
        for origin in product(around, around):
            there = laid[origin]
            inside = [tuple(self._is_on(spot, origin) for spot in each.reads) for each in self.conditions]
            form = tuple((each.reads, id(each.factor)) for each in there), tuple(inside)
            if form not in known and not self._is_alike(there, inside):
                raise self.refusal
            known.add(form)

    def _is_on(self, spot: Spot, origin: Place) -> bool:
        kind, down, right = spot
        cells = _cells(kind, origin[0] + down, origin[1] + right)
        return all(0 <= row < self.side and 0 <= col < self.side for row, col in cells)

    def _is_alike(self, there: list[_Condition], inside: Sequence[tuple[bool, ...]]) -> bool:
        """Return True if the constraints at a cell are those of the plane, with no piece outside the
        border.
        """
        left = list(there)
        for condition, on in zip(self.conditions, inside, strict=True):
            reads = tuple(spot for spot, is_on in zip(condition.reads, on, strict=True) if is_on)
            counts = [range(self.symbols[kind]) for kind, *_ in reads]
            if prod(map(len, counts)) > _MOST_FILLINGS:
                raise self.refusal
            own = next((each for each in left if set(each.reads) == set(reads)), _Condition(reads, None))
            order = [reads.index(spot) for spot in own.reads]
            for filling in product(*counts) if condition.factor or own.factor else ():
                shown = iter(filling)
                whole = [next(shown) if is_on else 0 for is_on in on]
                if condition.holds(whole) != own.holds([filling[at] for at in order]):
                    return False
            if own in left:
                left.remove(own)
        return not left

    def _masks(self, total: Total) -> dict[Kind, int]:
        """Return the set of counted symbols for each kind of variable, as a bit mask. Raise MismatchError if
        0 is counted, or for other events.
        """
        automata, masks = Automata(self._slots), dict[Kind, int]()
        for event in total.events:
            if len(event.keys) != 1:
                raise self.refusal
            (key,) = event.keys
            factor = automata.factor(event.parts, [key], is_event=True)
            (tables,) = factor.tables if factor is not None else [()]
            mask = sum(1 << symbol for symbol, table in enumerate(tables) if table.get(0) == 1)
            kind, *_ = self.spot(key, (0, 0))
            if mask & 1 or masks.setdefault(kind, mask) != mask:
                raise self.refusal
        if any(len(total.events) != self.side**2 or kind[1] for kind in masks):
            raise self.refusal
        return masks

    def _find_adjacent_kinds(self) -> dict[Kind, set[Spot]]:
        """Return, for each kind of variable, the variables that share a constraint with it."""
        beside: dict[Kind, set[Spot]] = {kind: set() for kind in self.symbols}
        sets = [condition.reads for condition in self.conditions]
        asks = [graph for graph in self._graphs if graph.is_one and graph.has_all]
        if self._graphs:
            if not asks:
                raise self.refusal
            sets = asks[0].together
        for some in sets:
            for kind, down, right in some:
                beside[kind] |= {(other, r - down, c - right) for other, r, c in some}
        return beside

    # Shapes

    def single(self) -> Iterator[Shape]:
        """Yield the shapes of one piece."""
        for kind, symbols in self.symbols.items():
            for symbol in range(1, symbols):
                yield _move_to_corner({(kind, 0, 0): symbol})

    def larger(self, shape: Shape, *, is_last: bool) -> Iterator[Shape]:
        """Yield the shapes with one more piece that satisfy all constraints, or can satisfy them after
        further pieces are added.
        """
        shown = dict(shape)
        around = {
            (other, row + down, col + right)
            for kind, row, col in shown
            for other, down, right in self.beside[kind]
        }
        for spot in around - shown.keys():
            for symbol in range(1, self.symbols[spot[0]]):
                larger = {**shown, spot: symbol}
                other = 0 if is_last else None
                if all(self._is_satisfied(larger, *at, other) for at in self._conditions_at(spot)):
                    yield _move_to_corner(larger)

    def _conditions_at(self, spot: Spot) -> Iterator[tuple[int, int, int]]:
        kind, row, col = spot
        for number, down, right in self.at[kind]:
            yield number, row + down, col + right

    def _is_satisfied(
        self, shown: Mapping[Spot, int], number: int, row: int, col: int, other: int | None
    ) -> bool:
        condition = self.conditions[number]
        reads = [(kind, row + down, col + right) for kind, down, right in condition.reads]
        symbols = tuple([shown.get(spot, other) for spot in reads])
        return self.tests[number](symbols)

    def is_met(self, shape: Shape) -> bool:
        """Return True if all constraints are satisfied, except the global constraints on all pieces."""
        shown = dict(shape)
        at = {each for spot in shown for each in self._conditions_at(spot)}
        return all(self._is_satisfied(shown, *each, 0) for each in at)

    def is_position(self, shape: Shape) -> bool:
        """Return True if the rule allows the shape."""
        shown = dict(shape)
        for masks, numbers in self._totals:
            many = sum(masks.get(kind, 0) >> symbol & 1 for (kind, *_), symbol in shown.items())
            if not numbers.holds(many):
                return False
        return self.is_met(shape) and all(graph.allows(shown) for graph in self._graphs)

    def shapes(self, pieces: int, about: str, on_progress: OnProgress | None = None) -> Counter[Place]:
        """Return the number of shapes with ``pieces`` pieces, by the numbers of rows and columns of a
        shape.
        """
        level, seen, before = set(self.single()), 0, 0
        for number in range(1, pieces + 1):
            seen += len(level)
            tell_progress(on_progress, "enumerating shapes", number, pieces, len(level))
            if number == pieces:
                break
            if not self._graphs and any(map(self.is_met, level)):
                raise self.refusal
            growth, left = len(level) / max(1, before), pieces - number - 1
            is_hopeless = number > 3 and left * log(growth) > log(_DOUBT * MOST_SHAPES / len(level))
            larger: set[Shape] = set()
            for shape in level:
                if is_hopeless or seen + len(larger) > MOST_SHAPES:
                    raise LimitError(
                        f"{about} needs more than {MOST_SHAPES:,} sets of pieces; use fewer pieces"
                    )
                larger.update(self.larger(shape, is_last=number == pieces - 1))
            level, before = larger, len(level)
        return Counter(_size(shape) for shape in level if self.is_position(shape))


def _cells(kind: Kind, row: int, col: int) -> list[Place]:
    return [(row, col), *((row + down, col + right) for down, right in kind[1])]


def _move_to_corner(shown: Mapping[Spot, int]) -> Shape:
    """Return the shape that consists of the given pieces, translated to the top left corner."""
    cells = [cell for spot in shown for cell in _cells(*spot)]
    top, left = (min(line) for line in zip(*cells, strict=True))
    return frozenset({((kind, r - top, c - left), symbol) for (kind, r, c), symbol in shown.items()})


def _size(shape: Shape) -> Place:
    cells = [cell for spot, _ in shape for cell in _cells(*spot)]
    rows, cols = (max(line) + 1 for line in zip(*cells, strict=True))
    return rows, cols


class _Links:
    """Graph of pieces on the plane, and its constraints."""

    def __init__(self, plane: Plane, graph: Graph) -> None:
        self.plane, self.asked = plane, graph
        self.is_one = graph.components is not None and graph.components.allowed == {1}
        if graph.each is not None or graph.joins or graph.apart or graph.weight != (0, 0):
            raise plane.refusal
        places = plane.places
        nodes = Counter(
            self._test(node.event, places[node.cell])
            for node in graph.nodes
            if not (node.places or node.marks)
        )
        links: Counter[tuple[Place, Test | None]] = Counter()
        for (a, b), event, _ in graph.links:
            (row, col), (r, c) = places[a], places[b]
            links[(r - row, c - col), self._test(event, (row, col))] += 1
        if list(nodes.values()) != [plane.side**2]:
            raise plane.refusal
        for (step, _), many in links.items():
            plane.check_fits([(0, 0), step], many)
        (self.node,), self.links = nodes, list(links)
        tests = [self.node] if self.node is not None else [test for _, test in self.links]
        if not all(map(_needs_piece, tests)):
            raise plane.refusal

    def _test(self, event: Event | None, origin: Place) -> Test | None:
        if event is None:
            return None
        if event.table is not None:
            raise self.plane.refusal
        return tuple(
            tuple((self.plane.spot(key, origin), symbols) for key, symbols in group) for group in event.groups
        )

    @property
    def has_all(self) -> bool:
        """True if each single piece creates a node or a link."""
        tests = [self.node] if self.node is not None else [test for _, test in self.links]
        masks: dict[Kind, int] = {}
        for (kind, *_), mask in (pair for test in tests if test and len(test) == 1 for pair in test[0]):
            masks[kind] = masks.get(kind, 0) | mask
        return all(masks.get(kind, 0) | 1 == (1 << many) - 1 for kind, many in self.plane.symbols.items())

    @property
    def together(self) -> list[tuple[Spot, ...]]:
        """Sets of variables on which any two pieces are connected."""
        around = [(0, 0, *step, test) for step, test in self.links]
        around += [(-down, -right, -down, -right, test) for (down, right), test in self.links]
        if self.node is None:
            return [
                tuple(
                    dict.fromkeys(
                        (kind, row + r, col + c)
                        for r, c, *_, test in around
                        for group in test or ()
                        for (kind, row, col), _ in group
                    )
                )
            ]
        own = [spot for group in self.node for spot, _ in group]
        return [
            (*own, *((kind, row + down, col + right) for kind, row, col in own))
            for (down, right), _ in self.links
        ] or [tuple(own)]

    def allows(self, shown: Mapping[Spot, int]) -> bool:
        """Return True if a shape has an admissible number of components and an admissible number of
        cycles.
        """
        reads = {
            spot
            for test in (self.node, *(test for _, test in self.links))
            for group in test or ()
            for spot, _ in group
        }
        cells = {(row - r, col - c) for kind, row, col in shown for other, r, c in reads if kind == other}
        joined = [
            ((row, col), (row + down, col + right))
            for row, col in cells
            for (down, right), test in self.links
            if _event_occurs(test, shown, row, col)
        ]
        if self.node is None:
            there = {cell for ends in joined for cell in ends}
        else:
            there = {cell for cell in cells if _event_occurs(self.node, shown, *cell)}
            joined = [(a, b) for a, b in joined if a in there and b in there]
        parts = len(components_of(there, joined))
        cycles = len(joined) - len(there) + parts
        asked = ((self.asked.components, parts), (self.asked.cycles, cycles))
        return all(numbers is None or numbers.holds(number) for numbers, number in asked)


def _needs_piece(test: Test | None) -> bool:
    return any(all(not mask & 1 for _, mask in group) for group in test or ())


def _event_occurs(test: Test | None, shown: Mapping[Spot, int], row: int, col: int) -> bool:
    return all(
        any(mask >> shown.get((kind, row + r, col + c), 0) & 1 for (kind, r, c), mask in group)
        for group in test or ()
    )
