"""Arrays on a board: a variable with a value for every cell, and the constraints of the rule."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from math import perm
from typing import cast

from gfkit.proofs.checker.arrays import FILLINGS, Array, Mark, Near, Part, WindowConstraint, treats_alike
from gfkit.proofs.checker.boards import Builder, CellBoard, Family
from gfkit.proofs.checker.graphs import Connection
from gfkit.proofs.checker.kinds import NO, YES, CountQuery, Lay
from gfkit.proofs.checker.lines import cells_along, lay_lines
from gfkit.proofs.checker.linked import DROP, JOIN, TAKE, Around, WordAutomaton, lay_graph
from gfkit.proofs.checker.predicates import window_mismatch
from gfkit.proofs.checker.reading import RefusalError

LETTERINGS = 60_000


def read_array(rule: Mapping[str, object], asked: CountQuery, family: Family) -> Lay:
    """Return the layout of arrays of values."""
    array = Array(rule, asked, family)
    if array.new_values and not (array.new_values == "row-major" and family.by_rows and family.deep == 1):
        treats_alike(array)
    return lambda board: PlacedArray(array, board).builder, array.span * family.far


class PlacedArray:
    """Array on a board: a variable with a value for every cell."""

    def __init__(self, array: Array, board: CellBoard) -> None:
        self._array, self._board = array, board
        self.builder: Builder = Builder(board, array.tables)
        self.slots: list[int] = [
            self.builder.slot(cell, array.weights, cell < board.hubs) for cell in range(board.size)
        ]
        for number, window in enumerate(array.forbidden):
            if array.outside is None:
                self._clauses(window)
            else:
                self._window(WindowConstraint(window, window_mismatch(window)), ("forbid", number))
        for condition in array.counts:
            self._counts(*condition)
        for number, part in enumerate(array.parts):
            self._part(part, ("part", number))
        for lines, holds in array.pins:
            bad = array.symbols(value for value in array.values if not holds(value))
            for cell in range(board.size):
                if board.is_on(cell, lines):
                    self.builder.clause({self.slots[cell]: bad})
        for tally, parts in array.totals:
            at = self.builder.tally(tally)
            for number, part in enumerate(parts):
                self._part(part, ("total", at, number), (at, number, len(parts)))
                if isinstance(part, Near):
                    self._count_at_hubs(part, at)
        for number, window_part in enumerate(array.summed):
            powers = [(j, 0) for j in range(array.spread + 1)]
            self._determine(window_part, ("sum", number), powers, array.least)
        for number, (window_part, power) in enumerate(array.weighted):
            self._determine(window_part, ("weighted", number), [(0, 0), power], 0)
        for masks in array.annihilations:
            self._annihilate(*masks)
        for connection, of, steps in array.graphs:
            self._graph(connection, array.symbols(of), steps)
        for read, words in array.lines:
            all_lines = [sorted(line) for word in words for line in cells_along(board, word)]
            local = [self.builder.local(slot) for slot in self.slots]
            lay_lines(self.builder, read, [[(at, local[at]) for at in line] for line in all_lines])
        near = [part for role, part in array.local_parts() if not role and isinstance(part, Near)]
        for hub in range(board.hubs) if near else ():
            self._around_hub(hub, near)
        if array.new_values and board.size:
            self._in_order()

    def _clauses(self, window: tuple[Mark, ...]) -> None:
        """Add the clauses of a forbidden window, for all values of its letters."""
        array = self._array
        letters = sorted({mark for _, _, mark in window if mark.isalpha()})
        if perm(len(array.values), len(letters)) > LETTERINGS:
            raise RefusalError(3, "a window has too many letters")
        placed = [
            [self.slots[cell] for cell in cells if cell is not None]
            for cells in self._board.windows(window, False)
        ]
        for chosen in permutations(array.values, len(letters)):
            meant = dict(zip(letters, chosen, strict=True))
            shows = [
                array.symbols(array.values if m == "?" else [meant[m] if m.isalpha() else int(m)])
                for _, _, m in window
            ]
            for slots in placed:
                self.builder.clause(dict(zip(slots, shows, strict=True)))

    def _window(self, window: WindowConstraint, name: object, label: tuple[int, ...] = ()) -> None:
        values, outside = self._array.values, self._array.outside
        for cells in self._board.windows(window.cells, outside is not None):
            there = [cell for cell in cells if cell is not None]
            place = {cell: k for k, cell in enumerate(there)}
            order = tuple(-1 if cell is None else place[cell] for cell in cells)

            def holds(symbols: tuple[int, ...], order: tuple[int, ...] = order) -> object:
                return window.holds([cast(int, outside) if k < 0 else values[symbols[k]] for k in order])

            slots = [self.slots[cell] for cell in there]
            self.builder.table(
                slots, holds, label and _label(label, max(slots), cells.index(max(there))), (name, order)
            )

    def _determine(
        self, window: WindowConstraint, name: object, powers: list[tuple[int, int]], least: int
    ) -> None:
        """Add, for each placement of a window, a variable for the excess of its summand over ``least``."""
        array, values = self._array, self._array.values
        placed = []
        for cells in self._board.windows(window.cells, array.outside is not None):
            last = max(cell for cell in cells if cell is not None)
            placed.append((last, cells.index(last), cells))
        for last, _, cells in sorted(placed, key=lambda place: place[:2]):
            there = [cell for cell in cells if cell is not None]
            order = tuple(-1 if cell is None else there.index(cell) for cell in cells)
            mark = self.builder.slot(last, powers)

            def shows(symbols: tuple[int, ...], order: tuple[int, ...] = order) -> object:
                shown = [cast(int, array.outside) if k < 0 else values[symbols[k]] for k in order]
                return window.holds(shown) == least + symbols[-1]

            self.builder.table([*(self.slots[cell] for cell in there), mark], shows, (), (name, order))

    def _part(self, part: Part, name: object, label: tuple[int, ...] = ()) -> None:
        """Add a predicate at each of its placements. With a label, count the placements at which it holds."""
        if isinstance(part, WindowConstraint):
            self._window(part, name, label)
            return
        values, board = self._array.values, self._board
        for cell in range(board.hubs, board.size):
            near, missing = board.around(cell, part.steps)
            beyond = [] if self._array.outside is None else [self._array.outside] * missing

            def holds(symbols: tuple[int, ...], beyond: list[int] = beyond) -> object:
                return part.holds(values[symbols[0]], [*(values[symbol] for symbol in symbols[1:]), *beyond])

            slots = [self.slots[place] for place in (cell, *near)]
            on = (cell - max(slots)) % board.size  # small if a ring lies between, else almost the size
            which = 2 * on if 2 * on <= board.size else 2 * (board.size - on) + 1
            self.builder.table(slots, holds, label and _label(label, max(slots), which), (name, len(beyond)))

    def _counts(self, value: int, steps: object, of: list[int], allowed: frozenset[int]) -> None:
        array = self._array
        for cell in range(self._board.hubs, self._board.size):
            near, missing = self._board.around(cell, steps)
            before = missing if array.outside in of else 0
            allowed_here = {number - before for number in allowed}
            tests = [(self.slots[place], array.symbols(of)) for place in near]
            given = ((self.slots[cell], array.symbols([value])),)
            self.builder.count(tests, allowed_here.__contains__, given)

    def _annihilate(self, applies: int, of: int, private: int) -> None:
        """Add a variable for each pair of cells at distance at most 2: 1 if one annihilates the other."""
        board, every = self._board, (1 << len(self._array.values)) - 1
        if board.hubs:
            raise RefusalError(3, "annihilated cells of graphs with hubs are not supported")
        closed = [{cell, *board.around(cell, "rook")[0]} for cell in range(board.size)]
        for own in closed:
            marks = []
            for cell in sorted({cell for near in own for cell in closed[near]}):
                needed = {self.slots[near]: every & ~private for near in closed[cell] - own}
                needed[self.slots[cell]] = needed.get(self.slots[cell], every) & of
                marks.append(self.builder.slot(max(own | closed[cell]), [(0, 0)] * 2))
                self.builder.clause({marks[-1]: NO, **needed})
                for slot, symbols in needed.items():
                    self.builder.clause({marks[-1]: YES, slot: every & ~symbols})
            for near in own:
                self.builder.clause({self.slots[near]: applies, **dict.fromkeys(marks, NO)})

    def _graph(self, connection: Connection, members: int, steps: object) -> None:
        board = self._board
        whole = self.builder.whole(connection.whole())
        takes = [(0, members, 0, *connection.at(board, cell)) for cell in range(board.size)]
        pairs = {(min(a, b), max(a, b)) for a in range(board.size) for b in board.around(a, steps)[0]}
        lay_graph(self.builder, whole, takes, [(a, b, (-1, 0)) for a, b in sorted(pairs)])

    def _around_hub(self, hub: int, parts: list[Near], guess: int = -1) -> None:
        """Require all parts at a hub. With a guess, introduce a variable that states whether they hold."""
        most = max(part.most for part in parts)
        if min(part.most for part in parts) < 0:
            raise RefusalError(3, "the constraint on a hub depends on neighbours in all slices")
        if (1 + most) ** len(self._array.values) > FILLINGS:
            raise RefusalError(3, "a hub has too many neighbours with too many values")
        whole = self.builder.whole(Around(self._array.values, [part.holds for part in parts], most))
        self.builder.op(hub, whole, TAKE, 0, guess)
        for cell in self._board.near[hub]:
            self.builder.op(cell, whole, JOIN, 0)

    def _count_at_hubs(self, part: Near, tally: int) -> None:
        """Count the hubs at which a part holds, using one guessed variable for each hub."""
        for hub in range(self._board.hubs):
            guess = self.builder.local(self.builder.slot(hub, ((0, 0), (0, 0))))
            self.builder.op(hub, -1, tally, guess, 2)
            self._around_hub(hub, [part], guess)

    def _in_order(self) -> None:
        """Require that values first occur in increasing order."""
        number = len(self._array.values)
        ranks = [*map(sorted(self._array.values).index, self._array.values)]
        steps = tuple(
            tuple(max(used, at + 1) if at <= used else -1 for at in ranks) for used in range(number + 1)
        )
        whole = self.builder.whole(WordAutomaton(steps, frozenset(range(number + 1))))
        for cell in range(self._board.size):
            self.builder.op(cell, whole, *((JOIN, 0, 0) if cell else (TAKE, 0)))
        self.builder.op(self._board.size - 1, whole, DROP, 0)


def _label(label: tuple[int, ...], last: int, which: int) -> tuple[int, ...]:
    """Return the label (tally, index, last) of the table of a window.

    Here ``index`` combines the part of the tally with ``which``, the number of the window among the windows
    whose last variable is ``last``.
    """
    tally, number, parts = label
    return tally, number + parts * which, last
