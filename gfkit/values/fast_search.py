"""Winners by machine code: the search of ``lookahead.py`` with the tables of ``fast.py``."""

from __future__ import annotations

from typing import Any

import numpy as np

from gfkit.typing import Player
from gfkit.values.bounds import COLUMNS, ROWS, breadth, never_crosses
from gfkit.values.fast import LOOPS, BeyondTables, FastValues, Words, byte_tables, lengthened, roomier, words
from gfkit.values.lookahead import Limits
from gfkit.values.loops import places
from gfkit.values.position import MaskPosition, Position
from gfkit.values.words import WINNERS

_CLAIMS, _BANDS, _KNOWN = 1 << 13, 1 << 16, 1 << 20
_AT_ONCE = 1 << 13
"""Positions searched between two looks at the clock."""
_MOST_MOVES = 12
"""Moves of a part up to which its value takes its place."""
_MIRRORED = 12
"""Cells of a line up to which its mirror image is looked up."""
_DENSE_BITS = 18
"""Bits of a band up to which its value is looked up by them."""


class FastSearch(FastValues):
    """Win or loss of the positions of a rule on a board, by the ``loops``.

    The same search as ``Lookahead``, with claims beside bounds: small parts are replaced by their values,
    a part and its negative cancel, claims decide most sums at once, options that are decided are looked for
    first, then those whose claims are best. Decided sums are kept in a table of fixed size, where the one
    of a bucket that took least work gives way. Cost: grows exponentially with the board.
    """

    def __init__(self, position: Position, limits: Limits, most_moves: int = _MOST_MOVES) -> None:
        super().__init__(position, limits.memory - limits.memory // 4, position.board.text)
        self.limits, self.nodes = limits, 0
        self.on_pause = lambda: limits.check(0, self.nodes)
        self.used[places.MOST_MOVES] = most_moves
        assert isinstance(position, MaskPosition), "asked before"
        self._cut = _cut_arrays(position)
        self.bands = np.zeros((_BANDS, 4), np.int64)
        self.sizes = np.zeros((len(self.forms), 2), np.int64)
        self.claims = np.zeros((_CLAIMS, 2, places.TAXES), np.int16)
        self.row_of = np.zeros(len(self.forms), np.int64)
        self.known = np.zeros((_KNOWN, 2), np.int64)

    def outcome(self, state: int) -> str:
        """Who wins: ``left``, ``right``, ``first`` or ``second``."""
        large, values = [], []
        for one, moves in self.codes(state):
            if moves > self.used[places.MOST_MOVES]:
                large.append(one)
            else:
                values.append(self.value_of_code(one))
        value = self.sum_of(values)
        wins = self._wins_first(value, large)
        turned = [int(LOOPS.turned(one, self.game)) for one in large]
        while True:
            minus = int(LOOPS.negated_row(value, self.store))
            if not self.counts[4]:
                return WINNERS[wins, self._wins_first(minus, turned)]
            self.make_room()

    def _wins_first(self, value: int, large: list[int]) -> bool:
        whole = np.zeros(3 + places.MOST_PARTS, np.int64)
        if len(large) > places.MOST_PARTS:
            raise BeyondTables
        whole[:2], whole[3 : 3 + len(large)] = (value, len(large)), large
        while True:
            LOOPS.tidy(whole, self.game)
            verdict = int(LOOPS.judge_sum(whole, self.game, self.cuts, self.tables, self.store))
            if not self.counts[4]:
                break
            self.make_room()
        return verdict == places.WON if verdict != places.OPEN else self._searched(whole)

    def _searched(self, whole: Words) -> bool:
        moves = 64 * len(self._stops)
        depth = self.position.start.bit_count() + 64
        sums = np.zeros((depth, 4 + places.MOST_PARTS), np.int64)
        replies = np.zeros((depth, 4 * moves, 4 + places.MOST_PARTS), np.int64)
        nodes = np.zeros((depth, places.ORDER + 2 * replies.shape[1]), np.int64)
        nodes[0, places.KEPT] = -1
        sums[0, 1:] = whole
        while True:
            sums[0, 0] = LOOPS.key_of(whole, self.store)
            if not self.counts[4]:
                break
            self.make_room()
        control = np.zeros(3, np.int64)
        before = self.nodes
        while control[0] >= 0:
            task = self.game, self.cuts, self.tables, self.known
            LOOPS.search_sums(control, sums, replies, nodes, task, self.store, _AT_ONCE)
            self.nodes = before + int(control[2])
            self.limits.check(self.bytes, self.nodes)
            if self.counts[4]:
                self.make_room()
        return int(control[1]) == places.WON

    @property
    def cuts(self) -> tuple[Any, ...]:
        return *self._cut[:2], self.bands, *self._cut[2:]

    @property
    def tables(self) -> tuple[Any, ...]:
        return self.claims, self.row_of, self.sizes

    @property
    def bytes(self) -> int:
        return (
            super().bytes
            + self.claims.nbytes
            + self.row_of.nbytes
            + self.sizes.nbytes
            + self.known.nbytes
            + self.bands.nbytes
        )

    def make_room(self) -> None:
        super().make_room()
        self.claims = roomier(self.claims, int(self.used[places.USED_CLAIMS]))
        if len(self.row_of) < len(self.forms):
            self.row_of = lengthened(self.row_of, len(self.forms))
            self.sizes = lengthened(self.sizes, len(self.forms))
        if 3 * self.used[places.USED_BANDS] > 2 * len(self.bands) - 8:
            bands = np.zeros((2 * len(self.bands), 4), np.int64)
            LOOPS.rehash_bands(self.bands, bands)
            self.bands = bands


def _cut_arrays(position: MaskPosition) -> tuple[Any, ...]:
    """The lines between which a board falls into bands, as ``Cuts`` has them, for the loops.

    For side 0, bounds below, no move of Right crosses them, for side 1 none of Left; else there are no rows.
    """
    grid = position.layout.grid
    lines = np.zeros((2, 2 * places.WORD + 2, 2), np.int64)
    shape = np.zeros((2, 6), np.int64)
    mirrors = np.zeros((2, 1 << _MIRRORED), np.int64)
    moved = np.zeros((2, 2 * places.BYTES, 256, 2), np.int64)
    bits = 0
    if grid is not None and not position.rule.forbidden:
        for side, other in ((0, Player.RIGHT), (1, Player.LEFT)):
            axes = [axis for axis in (ROWS, COLUMNS) if never_crosses(position.rule, other, axis)]
            if not axes:
                continue
            axis = axes[0]
            count, width = (grid.rows, grid.cols) if axis == ROWS else (grid.cols, grid.rows)
            if width > places.WORD or count > 2 * (places.WORD // width):
                continue
            if axis == ROWS:
                first, step = (1 << grid.cols) - 1, grid.cols
            else:
                first, step = sum(1 << grid.cols * row for row in range(grid.rows)), 1
            before = 0
            for line in range(count):
                before |= first << step * line
                lines[side, line + 1] = words(before)
            per_word = places.WORD // width
            dense = min(_DENSE_BITS // width, count)
            shape[side, :5] = count, breadth(position.rule, axis), width, dense, per_word
            bits = max(bits, width * dense)

            def to(bit: int, axis: int = axis, per_word: int = per_word, width: int = width) -> int:
                row, col = divmod(bit, grid.cols)
                line, place = (row, col) if axis == ROWS else (col, row)
                return 1 << line // per_word * places.WORD + line % per_word * width + place

            moved[side] = byte_tables(to, position.size)
            if width <= _MIRRORED:
                shape[side, 5] = _turns(position, axis)
                mirrors[side, : 1 << width] = [_mirrored(cells, width) for cells in range(1 << width)]
    most = int(shape[:, 0].max()) + 1
    best, came = np.zeros(most, np.int64), np.zeros((most, 2), np.int64)
    return (
        lines,
        shape,
        best,
        came,
        np.zeros((2, 2, places.TAXES), np.int32),
        np.zeros((2, 1 << bits, 2), np.int32),
        moved,
        np.zeros((most, 4), np.int64),
        np.zeros((most * (most + 1) // 2, 3), np.int64),
        mirrors,
    )


def _mirrored(cells: int, width: int) -> int:
    return int(f"{cells:0{width}b}"[::-1], 2)


def _turns(position: MaskPosition, axis: int) -> int:
    """Whether a board may be turned so that its lines go the other way (1), or each line is mirrored (2)."""
    grid = position.layout.grid
    assert grid is not None, "asked before"
    upside_down = [
        1 << (grid.rows - 1 - bit // grid.cols) * grid.cols + bit % grid.cols for bit in range(position.size)
    ]
    sideways = [1 << bit + grid.cols - 1 - 2 * (bit % grid.cols) for bit in range(position.size)]
    found = 0
    for image, marks in zip(*position.symmetry_maps(), strict=True):
        if not marks & 1:
            moved = [image(bit) for bit in range(position.size)]
            found |= (1 if axis == ROWS else 2) * (moved == upside_down)
            found |= (2 if axis == ROWS else 1) * (moved == sideways)
    return found
