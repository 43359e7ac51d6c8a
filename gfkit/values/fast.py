"""Values and winners by machine code: the tables that the ``loops`` work on.

Everything here is also found by ``board.py`` and ``lookahead.py``, the plain way, and tested against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gfkit.errors import LimitError
from gfkit.exact.stored_code import Loops
from gfkit.memory import size_text
from gfkit.values import loops
from gfkit.values.layout import set_bits
from gfkit.values.loops import places
from gfkit.values.position import MaskPosition, Position, Step
from gfkit.values.short.table import Table

LOOPS = Loops(loops.__name__)
Words = NDArray[np.int64]
_ROWS, _FACTS, _PARTS, _LISTED = 1 << 14, 1 << 17, 1 << 14, 1 << 17
_STACK, _PILE, _MET = 1 << 20, 1 << 14, 1 << 17
_SETS = 512
"""How many sets of moves of parts within parts there may be."""
_AT_ONCE = 1 << 13
"""Positions searched, or parts valued, between two looks at the clock. More than any play has moves,
so that every time something is learnt."""
_IN_PLACE = 1 << 24
"""Bytes of a table from which on it grows in place."""
_MOST_LISTED = 1 << 31
"""Where something is listed is said in 31 bits."""
_SPARE = 1 << 14
"""Entries that a table has to spare at least; more than the loops ask for at once."""


def is_within_words(position: Position) -> bool:
    """Whether states of a position are two words of the loops."""
    return (
        isinstance(position, MaskPosition)
        and position.size * position.layers <= 2 * places.WORD
        and len(position.left_steps + position.right_steps) > 0
    )


class BeyondTables(Exception):  # noqa: N818 - no error: who asked goes back to the plain way
    """A number too fine or a list too long for the tables of the loops, whatever their size."""


def words(mask: int) -> tuple[int, int]:
    """A mask as two words."""
    return mask & (1 << places.WORD) - 1, mask >> places.WORD


def byte_tables(moved: Callable[[int], int], size: int) -> Words:
    """Where bits go, as tables of the loops: for each byte of two words, what its values become."""
    tables = np.zeros((2 * places.BYTES, 256, 2), np.int64)
    for k in range(2 * places.BYTES):
        entries = [0]
        for bit in range(8 * k, 8 * k + 8):
            image = moved(bit) if bit < size else 0
            entries += [entry | image for entry in entries]
        tables[k] = [words(entry) for entry in entries]
    return tables


class FastValues:
    """Values of the parts of a position, each part once, in tables that grow as needed.

    Cost: that of ``ValueSearch``, in a fifth of the time. Fails with BeyondTables where numbers are finer
    than 1 / ``SCALE`` or lists too long for the loops, and with LimitError when the tables outgrow the limit.
    """

    columns = places.COLUMNS
    """Of the table of what is known of parts."""
    drops_moves = True
    """Whether moves go that do not change the value of a part; its nimber may change."""

    def __init__(self, position: Position, limit: int, what: str = "") -> None:
        assert isinstance(position, MaskPosition), "asked before"
        self.position, self.limit, self.what = position, limit, what
        self.on_pause: Callable[[], None] | None = None
        """Called now and then, so that a long search can be watched and stopped."""
        self.counts = np.zeros(6, np.int64)
        self.used = np.zeros(10, np.int64)
        self.used[places.UNTIL_PAUSE] = _AT_ONCE
        self.forms = np.zeros((_ROWS, places.ROW), np.int64)
        self.pool = np.zeros(6 * _ROWS, np.int64)
        self.facts = np.zeros((_FACTS, 2), np.int64)
        self.stack = np.zeros(_STACK, np.int64)
        self.parts = np.zeros(2 * _PARTS, np.int32)
        self.info = np.zeros((_PARTS, self.columns), np.int64)
        self.listed = np.zeros(_LISTED, np.int32)
        self._met = np.zeros((_MET, 4), np.int64)
        self._graphs = np.zeros(len(self.parts), np.int32)
        self._rule()
        LOOPS.row_of_number(0, self.store)

    def _rule(self) -> None:
        position = self.position
        needs, takes, starts = [], [], [0]
        whole = (1 << 2 * places.WORD) - 1
        for steps in self.steps():
            for need, keep in sorted(steps, key=lambda step: step[0].bit_length()):
                needs.append((*words(need), *words(1 << need.bit_length() - 1)))
                takes.append(words(~keep & whole))
            starts.append(len(needs))
        self._steps = np.array(needs, np.int64), np.array(takes, np.int64)
        self._starts = np.array(starts, np.int64)
        self._pile = np.zeros((_PILE, 3), np.int64)
        self._stops = _stops(*self._steps)
        self._needing = _needing(self._steps[0] if self.drops_moves else self._steps[0][:0], self._stops)
        self._owns = np.zeros((2, self._stops.shape[1]), np.int64)
        for move in range(len(needs)):
            self._owns[int(move >= starts[1]), move // places.SET] |= 1 << move % places.SET
        self._sets = np.zeros(_SETS * self._stops.shape[1], np.int64)
        self._out = np.zeros(8, np.int64)
        self._scratch = np.zeros(6 * places.SET + 2 * len(needs), np.int64)
        images, marks = position.symmetry_maps()
        size = position.size * position.layers
        tables = [byte_tables(moved, size) for moved in images]
        self._images = np.array(tables, np.int64).reshape(-1, 2 * places.BYTES, 256, 2)
        self._marks = np.array(marks, np.int64)
        grid = position.layout.grid
        shape = [0] * 11
        shape[1:3] = position.size, position.layers
        if grid is not None:
            within = min(grid.rows, grid.cols)
            first = sum(1 << row * grid.cols for row in range(grid.rows))
            square = sum(((1 << within) - 1) << row * grid.cols for row in range(within))
            every = sum(square << layer * position.size for layer in range(position.layers))
            shape[0] = grid.cols
            shape[3:5], shape[5:7] = words(first), words(every)
            shape[7:9] = words((1 << position.size) - 1)
            shape[9:11] = not grid.wrap_rows, not grid.wrap_cols
        self._shape = np.array(shape, np.int64)

    def steps(self) -> tuple[Iterable[Step], Iterable[Step]]:
        """What Left's moves need and leave, and Right's."""
        return self.position.left_steps, self.position.right_steps

    @property
    def solved(self) -> int:
        """How many different parts there were."""
        return int(self.used[places.USED_PARTS])

    @property
    def store(self) -> tuple[Words, ...]:
        return self.forms, self.pool, self.facts, self.counts, self.stack

    @property
    def game(self) -> tuple[Any, ...]:
        return (
            *self._steps, self._images, self._marks, self._shape, self.parts, self._pile, self.used,
            self._sets, self.info, self._out, self._starts, self.listed, self._met, self._stops,
            self._needing, self._owns, self._graphs, self._scratch,
        )  # fmt: skip

    def codes(self, state: int) -> list[tuple[int, int]]:
        """The codes of the parts of a state, each with the moves in it."""
        while True:
            at = LOOPS.alive_moves(*words(state), self.game)
            parts = self._pile[: LOOPS.split_set(at, -1, loops.splitting(self.game))]
            self.used[places.USED_SETS] = at
            found = [
                (int(LOOPS.code_of(part, loops.naming(self.game), self.counts)), int(part[2]))
                for part in parts
            ]
            if not self.counts[4]:
                return found
            self.make_room()

    def value_of_code(self, one: int) -> int:
        """The row of the value of a part."""
        while True:
            found = int(LOOPS.value_of(one >> 1, self.game, self.store))
            if not self.counts[4] and one & 1:
                found = int(LOOPS.negated_row(found, self.store))
            if not self.counts[4]:
                return found
            self.make_room()

    def sum_of(self, values: Iterable[int]) -> int:
        total = 0
        for value in values:
            while True:
                found = int(LOOPS.sum_row(total, value, self.store))
                if not self.counts[4]:
                    break
                self.make_room()
            total = found
        return total

    def value(self, state: int) -> int:
        """The row of the value of a state."""
        return self.sum_of(self.value_of_code(one) for one, _ in self.codes(state))

    def in_table(self, value: int, table: Table) -> int:
        """The id that a value gets in a table."""
        known: dict[int, int] = {}
        waiting = [value]
        while waiting:
            row = waiting[-1]
            lefts, rights, end, is_number, high = self.forms[row, :5].tolist()
            if is_number:
                known[row] = table.dyadic(Fraction(high, places.SCALE))
            options = [] if is_number else self.pool[lefts:end].tolist()
            missing = [option for option in options if option not in known]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if row not in known:
                ids = [known[option] for option in options]
                split = rights - lefts
                known[row] = table.intern(tuple(sorted(ids[:split])), tuple(sorted(ids[split:])))
        return known[value]

    @property
    def bytes(self) -> int:
        arrays = (self.forms, self.pool, self.facts, self.parts, self.info, self.listed)
        return int(sum(array.nbytes for array in arrays))

    def make_room(self) -> None:
        """Doubles the tables that are half full; what is known stays."""
        if self.counts[4] == places.PAUSE:
            self.used[places.UNTIL_PAUSE] = _AT_ONCE
            if self.on_pause is not None:
                self.on_pause()
        elif self.counts[4] != places.GROW:
            raise BeyondTables
        self.counts[3] = self.used[places.USED_SPLIT] = self.used[places.USED_SETS] = 0
        self.counts[4] = 0
        if 3 * self.counts[2] > 2 * len(self.facts):
            facts = np.zeros((2 * len(self.facts), 2), np.int64)
            LOOPS.rehash(self.facts, facts)
            self.facts = facts
        if 3 * self.used[places.USED_PARTS] > 2 * len(self.parts) - 8:
            self.parts = np.zeros(2 * len(self.parts), np.int32)
            self._rehash_parts()
        self.forms = roomier(self.forms, int(self.counts[0]))
        self.pool = roomier(self.pool, int(self.counts[1]))
        self.info = roomier(self.info, int(self.used[places.USED_PARTS]))
        self.listed = roomier(self.listed, int(self.used[places.USED_LIST]))
        if len(self.listed) > _MOST_LISTED:
            raise BeyondTables
        if self.bytes > self.limit:
            raise LimitError(
                f"{self.what}: {size_text(self.bytes)} of tables; the limit is {size_text(self.limit)}"
                " (max memory)"
            )

    def _rehash_parts(self) -> None:
        LOOPS.rehash_parts(int(self.used[places.USED_PARTS]), self.parts, self.info)


def _stops(needs: Words, takes: Words) -> Words:
    """For each move the set of those that it makes impossible, itself among them."""
    bits = [(needs[:, word, None] & takes[None, :, word]) != 0 for word in range(2)]
    stopped = bits[0] | bits[1]
    assert stopped.diagonal().all(), "a piece covers its cells"
    assert (stopped == stopped.T).all(), "two pieces keep each other away"
    found = np.zeros((len(needs), 1 + max(len(needs) - 1, 0) // places.SET), np.int64)
    for move, others in enumerate(stopped):
        for other in np.flatnonzero(others).tolist():
            found[move, other // places.SET] |= 1 << other % places.SET
    return found


def _needing(needs: Words, stops: Words) -> Words:
    """For each move and each bit that it needs the set of the moves that need this bit; 0 beyond the last."""
    masks = [int(low) | int(high) << places.WORD for low, high, *_ in needs]
    most = max((mask.bit_count() for mask in masks), default=1)
    found = np.zeros((len(masks), most, stops.shape[1]), np.int64)
    for bit in set_bits(reduce(or_, masks, 0)):
        moves = [move for move, mask in enumerate(masks) if mask >> bit & 1]
        for move in moves:
            row = found[move, (masks[move] & (1 << bit) - 1).bit_count()]
            for other in moves:
                row[other // places.SET] |= 1 << other % places.SET
    return found


class FastNimbers(FastValues):
    """Nimbers of the parts of a position, every move open to both players; see ``nimber_is``."""

    columns = places.ALIKE + 1
    drops_moves = False

    def steps(self) -> tuple[Iterable[Step], Iterable[Step]]:
        return dict.fromkeys((*self.position.left_steps, *self.position.right_steps)), ()

    def nimber(self, state: int) -> int:
        """The nimber of a state."""
        total = 0
        for one, _ in self.codes(state):
            total ^= self._of_part(one >> 1)
        return total

    def _rehash_parts(self) -> None:
        super()._rehash_parts()
        self._graphs = np.zeros(len(self.parts), np.int32)
        LOOPS.rehash_graphs(int(self.used[places.USED_PARTS]), self._graphs, self.info)

    def _of_part(self, part: int) -> int:
        while self.info[part, places.VALUE] < 0:
            LOOPS.nimber_is(part, int(LOOPS.least_open(part, self.game)), self.game, self.store)
            if self.counts[4]:
                self.make_room()
        return int(self.info[part, places.VALUE])


def roomier(array: Any, used: int) -> Any:
    """An array that is longer, when little of it is left."""
    if used + _SPARE + len(array) // 8 < len(array):
        return array
    length = len(array)
    return lengthened(array, 2 * length if array.nbytes < _IN_PLACE else length + length // 4)


def lengthened(array: Any, length: int) -> Any:
    """An array of a greater length, its new end 0.

    A large one grows in place, so that its pages move and are not copied. A small one is copied: memory that
    is asked for anew comes in larger pages, which it keeps.
    """
    if array.nbytes >= _IN_PLACE:
        array.resize((length, *array.shape[1:]), refcheck=False)
        return array
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
