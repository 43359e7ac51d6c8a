"""From a local-rule array to a machine: every window and every count is a small automaton in flight.

A condition (``condition.py``) is made minimal for the order of the sweep, and its values are one feature of
the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise, product

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.automaton import automaton_of
from gfkit.games.expression import holds_near
from gfkit.games.linkage import pinned
from gfkit.games.rule import (
    LINES,
    ArrayRule,
    Cell,
    Connected,
    Exactly,
    LineRule,
    NearPredicate,
    NeighbourCount,
    Outside,
    Pin,
    Window,
    WindowPredicate,
)
from gfkit.games.symmetry import is_symmetric
from gfkit.games.threshold import asks_neighbours, threshold
from gfkit.transfer.machine.condition import (
    BoardCondition,
    CountedCondition,
    ImageCondition,
    LineCondition,
    LocalCondition,
    Minimiser,
    OrderCondition,
    TableCondition,
)
from gfkit.transfer.machine.image import ImageMachine, Shown
from gfkit.transfer.machine.linked import Join, LinkedMachine, WatchedGraph, linked, marks_of
from gfkit.transfer.machine.slot import (
    Kinds,
    Option,
    Part,
    SlotMachine,
    assemble,
    exponents_for,
    line_and_turn,
)
from gfkit.transfer.machine.ties import UNTIED, Ties
from gfkit.typing import Weights

_ROOK: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_Partial = tuple[int, tuple[tuple[str, int], ...]]
"""A window that matches so far: its number, and what its letters stand for."""


def array_machine(
    rule: ArrayRule,
    board: Board,
    order: Sequence[int],
    weights: Weights,
    found: Sequence[BoardCondition],
    times: Mapping[int, int] | None = None,
    ties: Ties = UNTIED,
) -> SlotMachine | ImageMachine | LinkedMachine:
    """The machine of a local-rule array on the cells in ``order``.

    ``order`` may be one part of the board that does not interact with the rest; ``found`` are the
    conditions there; ``times`` says how many cells each stands for, where that is more than itself; ``ties``
    say which have the same value.
    """
    site_of = {cell: site for site, cell in enumerate(order)}
    by_number = rule.image is not None or bool(rule.linked)
    sites = [
        [
            Option(
                (colour, 0)
                if by_number
                else exponents_for(rule.weights[colour], weights, 1 if times is None else times[cell]),
                lays=(cell, colour),
            )
            for colour in range(rule.colours)
        ]
        for cell in order
    ]
    for cell, options in zip(order, sites, strict=True):
        for value, option in enumerate(options):
            ties.bind(option, cell, (cell,), value)
    kinds: Kinds = ties.kinds(line_and_turn(board, order)) if board.turns else {}
    minimiser = Minimiser(rule.colours)
    hubs = _hubs_first(board, order) if rule.image is None else frozenset()
    behind: dict[int, list[_BehindHubs]] = {}
    ends: dict[int, list[_Ending]] = {}
    shown: dict[int, list[Shown]] = {}
    for number, condition in enumerate(found):
        cells = sorted(condition.cells, key=site_of.__getitem__)
        factor = minimiser.factor(condition, cells)
        if factor is None:
            continue
        tables = list(zip(cells, factor.tables, strict=True))
        if isinstance(condition, ImageCondition):
            cell, last = tables[-1]
            tables[-1] = cell, tuple(dict.fromkeys(table, 0) for table in last)
            shown.setdefault(site_of[cell], []).append(Shown(number, last))
        first = sum(cell in hubs for cell in cells)
        if 0 < first < len(cells) - isinstance(condition, CountedCondition):
            cell, begun = tables[first]
            behind.setdefault(site_of[cell], []).append(_BehindHubs(number, tuple(tables[:first]), begun))
            tables = tables[first + 1 :]
        if isinstance(condition, CountedCondition):
            cell, last = tables.pop()
            ends.setdefault(site_of[cell], []).append(_Ending(number, condition.counter, last))
        for cell, table in tables:
            for colour, own in enumerate(table):
                sites[site_of[cell]][colour].then(number, own)
        if board.turns:
            kinds[number] = _kind(board, line_and_turn(board, order), cells[first % len(cells) :], condition)
    for hub in hubs & {hub for each in behind.values() for one in each for hub, _ in one.hubs}:
        for value, option in enumerate(sites[site_of[hub]]):
            option.then(("hub", hub), {0: value})
    if rule.new_values:
        _introduce(rule, board, order, sites)
    by_colour = [_knowing_hubs(options, behind.get(site, [])) for site, options in enumerate(sites)]
    sites = [[option for _, option in options] for options in by_colour]
    counters = [one for one in rule.conditions if isinstance(one, Exactly)]
    if counters:
        sites = [
            _wider(options, ends.get(site, []), counters, site, len(order) - 1)
            for site, options in enumerate(by_colour)
        ]
    if rule.image is not None:
        return ImageMachine(assemble(sites, kinds), [shown.get(site, []) for site in range(len(sites))])
    if rule.linked:
        powers = tuple(exponents_for(power, weights) for power in rule.weights)
        systems = [_system(rule, one, board, order, weights) for one in rule.linked]
        return linked(assemble(sites, kinds), board, order, [powers] * len(order), systems)
    return assemble(sites, kinds)


def _system(
    rule: ArrayRule, condition: Connected, board: Board, order: Sequence[int], weights: Weights
) -> WatchedGraph:
    """The graph of the cells with certain values: each is joined to those of them that it touches."""
    near = neighbours_both_ways(rule, board, condition)
    site_of = {cell: site for site, cell in enumerate(order)}
    joins = []
    for site, cell in enumerate(order):
        back = tuple(other for other in near[cell] if site_of[other] < site)
        alone, joined = Join(False, ()), Join(True, back)
        joins.append([joined if value in condition.of else alone for value in rule.values])
    weight = exponents_for(condition.linkage.weight, weights)
    marks = marks_of(condition.linkage, partial(pinned, board))
    return WatchedGraph(condition.linkage, tuple(joins), near, marks, wakes=False, still={}, weight=weight)


def neighbours_both_ways(rule: ArrayRule, board: Board, condition: Connected) -> list[list[int]]:
    """For each cell those that are its neighbours, or that it is a neighbour of."""
    near = [set(_neighbours(rule, board, condition.neighbours, cell)[0]) for cell in range(board.size)]
    for cell in range(board.size):
        for other in near[cell]:
            near[other].add(cell)
    return [sorted(cells) for cells in near]


@dataclass(frozen=True, slots=True)
class _BehindHubs:
    """A condition that begins on hubs: what it makes of each, and of the first other cell, by colour."""

    feature: int
    hubs: tuple[tuple[int, tuple[dict[int, int], ...]], ...]
    own: tuple[dict[int, int], ...]

    def start(self, colours: Mapping[int, int]) -> int | None:
        """Its value before the first other cell, when these colours are on the hubs; None where it fails."""
        value: int | None = 0
        for hub, tables in self.hubs:
            value = None if value is None else tables[colours[hub]].get(value)
        return value


def _hubs_first(board: Board, order: Sequence[int]) -> frozenset[int]:
    """The hubs, where they are swept before all other cells."""
    hubs = frozenset(cell for cell in order if cell < board.hubs)
    return hubs if hubs == set(order[: len(hubs)]) else frozenset()


def _knowing_hubs(options: list[Option], behind: Sequence[_BehindHubs]) -> list[tuple[int, Option]]:
    """The options of a site with their colours, divided by what is on the hubs where conditions begin.

    Instead of a feature for every condition from the hubs on, the colour of a hub is one feature.
    """
    hubs = sorted({hub for one in behind for hub, _ in one.hubs})
    if not hubs:
        return list(enumerate(options))
    found = []
    for colour, option in enumerate(options):
        for colours in product(range(len(options)), repeat=len(hubs)):
            known = dict(zip(hubs, colours, strict=True))
            starts = [(one, one.start(known)) for one in behind]
            if any(start is None or start not in one.own[colour] for one, start in starts):
                continue
            told = option.copy()
            for hub, value in known.items():
                told.then(("hub", hub), {value: value})
            for one, start in starts:
                if start is not None:
                    told.then(one.feature, {0: one.own[colour][start]})
            found.append((colour, told))
    return found


@dataclass(frozen=True, slots=True)
class _Ending:
    """What is counted ends here: by colour, from which of its values on it has occurred (1) or not (0)."""

    feature: int
    counter: int
    table: tuple[dict[int, int], ...]


def _wider(
    options: Sequence[tuple[int, Option]],
    ends: Sequence[_Ending],
    counters: Sequence[Exactly],
    site: int,
    last: int,
) -> list[Option]:
    """The options of a site with their colours, divided by which of the things that end there have occurred.

    A counter is met at the first site and the last, whatever is counted; there it must be what is allowed.
    """
    found = []
    for colour, option in options:
        divided = [(option, (0,) * len(counters))]
        for end in ends:
            table = end.table[colour]
            parts = [{old: 0 for old, hit in table.items() if hit == wanted} for wanted in (0, 1)]
            divided = [
                (
                    _with(before, end.feature, part),
                    tuple(n + (hit and k == end.counter) for k, n in enumerate(numbers)),
                )
                for before, numbers in divided
                for hit, part in enumerate(parts)
                if part
            ]
        for each, numbers in divided:
            for k, (counter, more) in enumerate(zip(counters, numbers, strict=True)):
                after = {n: min(n + more, counter.cap) for n in range(counter.cap + 1)}
                if site == last:
                    each.then(("counter", k), {n: 0 for n, m in after.items() if m in counter.allowed})
                elif more or site == 0:
                    each.then(("counter", k), after)
            found.append(each)
    return found


def _with(option: Option, feature: int, table: dict[int, int]) -> Option:
    """A copy of an option that does one thing more."""
    copy = option.copy()
    copy.then(feature, table)
    return copy


def _introduce(
    rule: ArrayRule, board: Board, order: Sequence[int], sites: Sequence[Sequence[Option]]
) -> None:
    """Allows a new value only where it is the least that was not used so far: a feature counts those used.

    Of a rule that treats all values alike every class of arrays has one such array, in whatever order the
    cells are read; of others the order must be that of rows.
    """
    if list(order) != sorted(order) and not is_symmetric(rule):
        raise MismatchError(
            f"board {board.text!r}: {rule.name} introduces new values row by row and does not treat them"
            " alike, and this family grows by columns; take one that grows by rows, as nx3"
        )
    for options in sites:
        for colour, option in enumerate(options):
            table = {used: max(used, colour + 1) for used in range(colour, rule.colours + 1)}
            option.then("values used", table)


def _kind(
    board: Board, place_of: Callable[[int], tuple[int, int]], cells: Sequence[int], condition: BoardCondition
) -> Part:
    """Conditions of the same shape on the same line of the sweep share tracks."""
    row, col = board.turns[cells[0]]
    shape = tuple((board.turns[c][0] - row, board.turns[c][1] - col) for c in cells)
    line, turn = place_of(cells[0])
    return (shape, condition.start, line), turn


def conditions(rule: ArrayRule, board: Board) -> list[BoardCondition]:
    """All windows, counts and other conditions of a rule, laid everywhere on a board."""
    if board.grid is None and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} is a graph without rows and columns, and {rule.name} has windows,"
            ' neighbours given by offsets or pinned rows; use a board like 4x5, or neighbours = "rook" only'
        )
    found: list[BoardCondition] = []
    drawn: dict[tuple[Cell, ...], list[Window]] = {}
    for window in rule.forbid:
        drawn.setdefault(tuple(offset for offset, _ in window.cells), []).append(window)
    for offsets, windows in drawn.items():
        found.extend(_avoid(rule, windows, spots) for spots in _laid(rule, board, offsets))
    for count in rule.counts:
        found.extend(_count(rule, count, board, cell) for cell in range(board.size))
    asked: dict[tuple[tuple[Cell, str], ...], list[WindowPredicate]] = {}
    around: dict[tuple[Cell, ...], list[NearPredicate]] = {}
    counters = 0
    for condition in rule.conditions:
        if isinstance(condition, WindowPredicate):
            asked.setdefault(condition.cells, []).append(condition)
        elif isinstance(condition, NearPredicate):
            around.setdefault(condition.neighbours, []).append(condition)
        elif isinstance(condition, LineRule):
            found.extend(_lines(rule, board, condition))
        elif isinstance(condition, Pin):
            found.extend(
                TableCondition((cell,), (0,), rule.values, (condition.says,), condition.spots)
                for cell in pinned(board, condition)
            )
        elif isinstance(condition, Exactly):
            laid = [one for part in condition.parts for one in _everywhere(rule, board, part)]
            found.extend(CountedCondition(one, counters) for one in laid)
            counters += 1
    for alike in asked.values():
        found.extend(_window(rule, alike, places) for places in _laid(rule, board, alike[0].offsets))
    for near in around.values():
        bounds = [threshold(one.says, rule.values) for one in near]
        known = [bound for bound in bounds if bound is not None]
        hubs = board.hubs if len(known) == len(bounds) else 0
        found.extend(_near_hub(rule, near, board, cell, max(known)) for cell in range(hubs))
        found.extend(_near(rule, near, board, cell) for cell in range(hubs, board.size))
    if rule.image is not None:
        found.extend(map(ImageCondition, _everywhere(rule, board, rule.image)))
    return found


def _everywhere(
    rule: ArrayRule, board: Board, part: WindowPredicate | NearPredicate
) -> Iterator[TableCondition]:
    """A predicate wherever it is laid."""
    if isinstance(part, WindowPredicate):
        return (_window(rule, [part], places) for places in _laid(rule, board, part.offsets))
    if not asks_neighbours(part.says):
        own = (("x", 0),)
        return (TableCondition((cell,), (0,), rule.values, (part.says,), own) for cell in range(board.size))
    return (_near(rule, [part], board, cell) for cell in range(board.size))


def idle_conditions(rule: ArrayRule, board: Board) -> list[str]:
    """Windows and pins that a board has no room for, each as the rule draws it: they ask nothing there."""
    if board.grid is None:
        return []
    shapes = {window.text: tuple(offset for offset, _ in window.cells) for window in rule.forbid}
    parts = [part for one in rule.conditions for part in (one.parts if isinstance(one, Exactly) else (one,))]
    shapes |= {part.text: part.offsets for part in parts if isinstance(part, WindowPredicate)}
    found = [f"the window {text}" for text, offsets in shapes.items() if not any(_laid(rule, board, offsets))]
    pins = [one for one in rule.conditions if isinstance(one, Pin)]
    return found + [f"the pin at {pin.text}" for pin in pins if not pinned(board, pin)]


def _laid(rule: ArrayRule, board: Board, offsets: tuple[Cell, ...]) -> Iterator[tuple[int | None, ...]]:
    """The cells of a shape wherever it is laid: where all are on the board, and no two are the same.

    With a value outside, wherever one of them is on the board; None is a place that is not.
    """
    grid = board.grid
    assert grid is not None, "windows are laid on boards with a geometry"
    firsts = offsets[:1] if rule.outside is None else offsets
    done = set()
    for row, col in firsts:
        for place in board.places:
            anchor = grid.onward(place, -row, -col)
            if anchor in done:
                continue
            done.add(anchor)
            spots = [grid.onward(anchor, *offset) for offset in offsets]
            cells = tuple(board.at.get(spot) for spot in spots)
            if len(set(spots)) == len(spots) and (rule.outside is not None or None not in cells):
                yield cells


def _in_order(rule: ArrayRule, board: Board, condition: LineRule) -> Iterator[OrderCondition]:
    """Every row or column of the board compared with the next one; of boards that are whole rectangles."""
    grid = board.grid
    assert grid is not None, "graphs are refused before"
    if grid.wrap_rows or grid.wrap_cols or not board.fills_grid:
        raise MismatchError(
            f"board {board.text!r}: {rule.name} compares whole rows or columns, which asks for a rectangle"
            " that does not close up and has no holes; use a board like 4x5"
        )
    across = [[row * grid.cols + col for col in range(grid.cols)] for row in range(grid.rows)]
    for word in condition.along:
        lines = across if word == "rows" else list(map(list, zip(*across, strict=True)))
        for one, other in pairwise(lines if board.size else []):
            pairs = list(zip(one, other, strict=True))[:: -1 if condition.backwards else 1]
            yield OrderCondition(tuple(cell for pair in pairs for cell in pair), condition.order)


def _lines(rule: ArrayRule, board: Board, condition: LineRule) -> Iterator[LineCondition | OrderCondition]:
    """A condition on every line of the board; holes and the border end lines."""
    if condition.order:
        yield from _in_order(rule, board, condition)
        return
    grid = board.grid
    assert grid is not None, "graphs are refused before"
    automaton = automaton_of(condition, rule.values)
    for word in condition.along:
        down, right = LINES[word]
        if (down and grid.wrap_rows) or (right and grid.wrap_cols):
            raise MismatchError(
                f"board {board.text!r} closes up along its {word}, which then have no first cell; {rule.name}"
                " has a condition on them"
            )
        for cell in range(board.size):
            if board.beside(cell, -down, -right) is None:
                cells = [cell]
                while (after := board.beside(cells[-1], down, right)) is not None:
                    cells.append(after)
                yield LineCondition(tuple(cells), automaton)


def _neighbours(rule: ArrayRule, board: Board, offsets: tuple[Cell, ...], cell: int) -> tuple[list[int], int]:
    """The neighbours of a cell, each once and never itself, and how many places show the value outside."""
    if board.grid is None or (not offsets and rule.outside is None):
        return list(board.neighbours[cell]), 0
    place = board.places[cell]
    spots = {board.grid.onward(place, *offset) for offset in offsets or _ROOK} - {place}
    near = sorted(board.at[spot] for spot in spots if spot in board.at)
    return near, 0 if rule.outside is None else len(spots) - len(near)


def _window(
    rule: ArrayRule, alike: Sequence[WindowPredicate], places: tuple[int | None, ...]
) -> TableCondition:
    """Predicates on windows of one shape that lie on these cells."""
    there = tuple(place for place in places if place is not None)
    number = {cell: axis for axis, cell in enumerate(there)}
    spots = alike[0].spots([_beyond(rule) if place is None else number[place] for place in places])
    roles = tuple(range(len(there)))
    return TableCondition(there, roles, rule.values, tuple(one.says for one in alike), spots)


def _near(rule: ArrayRule, alike: Sequence[NearPredicate], board: Board, cell: int) -> TableCondition:
    """Predicates on a cell and the neighbours that it has."""
    near, missing = _neighbours(rule, board, alike[0].neighbours, cell)
    spots = alike[0].spots(len(near), [_beyond(rule)] * missing)
    roles = (1, *(0 for _ in near))
    return TableCondition((cell, *near), roles, rule.values, tuple(one.says for one in alike), spots)


def _near_hub(
    rule: ArrayRule, alike: Sequence[NearPredicate], board: Board, cell: int, bound: int
) -> LocalCondition:
    """The same for a vertex with many neighbours, of which values are counted up to a bound."""

    def step(state: object, read: int, colour: int) -> tuple[int, tuple[int, ...]]:
        assert isinstance(state, tuple)
        own, counts = state
        if read == cell:
            return colour, counts
        return own, tuple(min(n + (k == colour), bound) for k, n in enumerate(counts))

    @cache
    def accept(state: object) -> bool:
        assert isinstance(state, tuple)
        own, counts = state
        near = [value for value, n in zip(rule.values, counts, strict=True) for _ in range(n)]
        return all(holds_near(one.says, rule.values[own], near) for one in alike)

    near = board.neighbours[cell]
    roles = (1, *(0 for _ in near))
    sort = ("hub", tuple(one.says for one in alike), bound)
    start = (-1, (0,) * rule.colours)
    return LocalCondition((cell, *near), roles, sort, start, step, accept)


def _beyond(rule: ArrayRule) -> Outside:
    """What a place without a cell shows; only asked of rules with a value outside."""
    return Outside(rule.outside or 0)


def _avoid(rule: ArrayRule, windows: Sequence[Window], spots: tuple[int | None, ...]) -> LocalCondition:
    """None of these windows, all of one shape, matches on these cells."""
    marks = {cell: [window.cells[position][1] for window in windows] for position, cell in enumerate(spots)}
    cells = tuple(cell for cell in spots if cell is not None)

    def read(state: frozenset[_Partial], marked: Sequence[str], value: int) -> frozenset[_Partial]:
        return frozenset(
            (number, after)
            for number, letters in state
            if (after := _match(marked[number], letters, value)) is not None
        )

    def step(state: object, cell: int, colour: int) -> frozenset[_Partial]:
        assert isinstance(state, frozenset)
        return read(state, marks[cell], rule.values[colour])

    start: frozenset[_Partial] = frozenset((number, ()) for number in range(len(windows)))
    for position, cell in enumerate(spots):
        if cell is None:
            start = read(start, [window.cells[position][1] for window in windows], rule.outside or 0)
    shape = tuple(
        offset for (offset, _), cell in zip(windows[0].cells, spots, strict=True) if cell is not None
    )
    sort = (shape, tuple(offset for offset, _ in windows[0].cells))
    return LocalCondition(cells, tuple(range(len(cells))), sort, start, step, lambda state: not state)


def _match(mark: str, letters: tuple[tuple[str, int], ...], found: int) -> tuple[tuple[str, int], ...] | None:
    """What the letters stand for after a mark has met a value, or None if it does not match."""
    if mark == "?":
        return letters
    if not mark.isalpha():
        return letters if int(mark) == found else None
    for letter, value in letters:
        if (letter == mark) != (value == found):
            return None
        if letter == mark:
            return letters
    return tuple(sorted((*letters, (mark, found))))


def _count(rule: ArrayRule, count: NeighbourCount, board: Board, cell: int) -> LocalCondition:
    """The cell, if it has the value, has an allowed number of such neighbours."""
    near, missing = _neighbours(rule, board, count.neighbours, cell)
    before = missing if rule.outside in count.of else 0

    def step(state: object, read: int, colour: int) -> tuple[bool, int] | None:
        value = rule.values[colour]
        if state is None or (read == cell and value != count.cell):
            return None
        assert isinstance(state, tuple)
        if read == cell:
            return True, state[1]
        return state[0], state[1] + (value in count.of)

    def accept(state: object) -> bool:
        return state is None or (isinstance(state, tuple) and state[1] in count.allowed)

    roles = (1, *(0 for _ in near))
    return LocalCondition((cell, *near), roles, (count, before), (False, before), step, accept)
