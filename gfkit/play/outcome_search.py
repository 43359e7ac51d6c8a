"""Outcomes of states, computed by the C extension if it supports the position, otherwise by the searches in
Python.

``FastSearch`` runs the search of ``python_search.py`` in C, with bounds of components and further sufficient
conditions.
``WholeSearch`` and ``StoneSearch`` search whole positions instead of components: under misere play, in which
a player without a legal move wins, and for stones with liberties.
"""

from __future__ import annotations

import sys
from typing import TypeGuard

from gfkit.core import native
from gfkit.core.errors import LimitError
from gfkit.core.typing import Player
from gfkit.play.layout import can_exchange
from gfkit.play.native_search import WORD, BeyondTables, FastValues, Numbers, images, is_fast, numbers, words
from gfkit.play.position import LibertyPosition, MaskPosition, Position
from gfkit.play.python_search import (
    COLUMNS,
    ROWS,
    Limits,
    Lookahead,
    OutcomeSearch,
    breadth,
    cells_before_lines,
    never_crosses,
)
from gfkit.play.short.table import Table
from gfkit.play.tuning import SEARCH


class WholeSearch(OutcomeSearch):
    """Search for the winners of whole positions, under misere play unless ``misere`` is False.

    Positions are stored up to symmetries of board and rule, including the exchange of players. Cells that no
    move needs are dropped. Positions are not split into components, because under misere play the outcomes of
    components do not determine the outcome of their sum. Cost: the number of positions, up to 3^cells.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> position = compile_position(find_rule("cram"), parse_one_board("1x2"))
    >>> WholeSearch(position, Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, limits: Limits, *, misere: bool = True) -> None:
        self.position, self._limits, self._misere = position, limits, misere
        self.nodes: int = 0
        self._known: dict[tuple[int, bool], bool] = {}

    def wins(self, state: int, mover: Player) -> bool:
        """Return True if the player to move wins. An explicit stack replaces recursion, because play may be
        long.
        """
        asked = whole_key(self.position, state, mover)
        known, way = self._known, [(asked, self._replies(asked))]
        while way:
            key, replies = way[-1]
            while replies and known.get(replies[-1]):
                replies.pop()
            if key not in known and replies and replies[-1] not in known:
                way.append((replies[-1], self._replies(replies[-1])))
                continue
            known.setdefault(key, bool(replies))
            way.pop()
        return known[asked]

    def _replies(self, key: tuple[int, bool]) -> list[tuple[int, bool]]:
        """Return the positions after a move, or an empty list if the position is decided."""
        here, is_left = key
        player = Player.LEFT if is_left else Player.RIGHT
        options = self.position.options(here, player)
        if not options:
            self._known[key] = self._misere
        self.nodes += 1
        self._limits.check_clock()
        if self.nodes % SEARCH.wholes_a_check == 0:
            self._limits.check(len(self._known) * SEARCH.whole_bytes, self.nodes)
        return list(dict.fromkeys(whole_key(self.position, option, player.opponent) for option in options))


class StoneSearch(OutcomeSearch):
    """Search for the winners of positions of stones with liberties, by the C extension."""

    def __init__(self, position: LibertyPosition, limits: Limits, *, misere: bool) -> None:
        import numpy as np

        from gfkit.core.native import loops

        self.position = position
        self.nodes: int = 0
        self._limits, cells, rule = limits, range(position.size), position.rule
        maps = [tuple(to(cell) for cell in cells) for to in position.symmetry_maps()[0]]
        turns = list(dict.fromkeys(image for image in maps if all(image)))[: SEARCH.stone_turns]
        self._search = loops.begin_stones(
            np.array(position.layout.near, np.uint64),
            np.array(turns, np.uint64).reshape(-1, position.size),
            rule.forbids(0, 0),
            rule.forbids(0, 1),
            misere,
            min(limits.memory // 4, sys.maxsize),
        )

    @staticmethod
    def supports(position: Position) -> TypeGuard[LibertyPosition]:
        """Return True if each player has exactly one reserved colour of single stones, and the rules of both
        are equal.
        """
        return (
            isinstance(position, LibertyPosition)
            and position.size <= SEARCH.stone_cells
            and can_exchange(position.rule)
            and all(len(move.cells) == 1 for move in position.layout.moves)
            and native.is_built()
        )

    def wins(self, state: int, mover: Player) -> bool:
        """Return True if the player to move wins."""
        from gfkit.core.native import loops

        field = self.position.unpack(self.position.live(state))
        turn = 1 if mover is Player.LEFT else -1
        marks = [
            (safe & opened) | stones
            for opened, safe, stones in zip(field.open, field.safe, field.stones, strict=True)
        ]
        (own, other), (own_mark, other_mark) = field.open[::turn], marks[::turn]
        try:
            won, self.nodes = loops.stones_win(self._search, own, other, own_mark, other_mark, self._on_pause)
        except MemoryError:
            raise LimitError("the memory limit") from None
        return won

    def _on_pause(self, nodes: int, used: int) -> None:
        self.nodes = nodes
        self._limits.check(used, nodes)


def whole_key(position: Position, state: int, mover: Player) -> tuple[int, bool]:
    """Return the canonical form of a whole position, and True if Left is to move in it.

    Images under the symmetries of the board and the rule, including swapping the players, have the same form.
    Cells that no move requires are dropped.
    """
    image, sign = position.canonical(position.live(state))
    return image, (mover is Player.LEFT) == (sign > 0)


class Winner(OutcomeSearch):
    """Outcomes of states of a position, by ``FastSearch`` if it supports the position, else by
    ``Lookahead``.
    """

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self.position = position
        self._plain = Lookahead(position, table, limits)
        self._fast = FastSearch(position, limits) if is_fast(position, limits.memory) else None

    @property
    def nodes(self) -> int:
        """Number of positions that the search visited."""
        return self._plain.nodes + (0 if self._fast is None else self._fast.search.seen)

    def wins(self, state: int, mover: Player) -> bool:
        if self._fast is not None:
            try:
                return self._fast.wins(state, mover)
            except BeyondTables:
                self._fast = None
        return self._plain.wins(state, mover)


WinnerSearch = Winner | WholeSearch | StoneSearch


def winner_search(position: Position, table: Table, limits: Limits, *, misere: bool = False) -> WinnerSearch:
    """Return the fastest search for the winners of a position under normal or misere play."""
    if StoneSearch.supports(position):
        return StoneSearch(position, limits, misere=misere)
    return WholeSearch(position, limits) if misere else Winner(position, table, limits)


_MOST_MIRRORED = 12
"""Maximum length of a line whose mirror image is looked up in a table."""
_LINES = 2 * WORD + 2


class FastSearch(FastValues, OutcomeSearch):
    """Search for the winners of positions of a rule on a board, by the C extension.

    This is the search of ``Lookahead`` with bounds of components and further sufficient conditions (claims).
    Small components are replaced by their values, and a component cancels with its negative. Claims decide
    most sums immediately. Decided options are examined first, then options with the best claims. Decided sums
    are stored in a table of fixed size; in each bucket, the entry that required the least work is replaced.
    Cost: exponential in the size of the board.
    """

    drops_moves = True

    def __init__(
        self, position: Position, limits: Limits, most_moves: int = SEARCH.compiled_valued_moves
    ) -> None:
        memory = limits.memory - limits.memory // 4

        def on_pause() -> None:
            limits.check(self.search.bytes, self.search.seen)

        super().__init__(position, memory, position.board.text, on_pause)
        assert isinstance(position, MaskPosition), "asked before"
        self.search.cut(*_find_cut_lines(position), most_moves)

    def wins(self, state: int, mover: Player) -> bool:
        with self.raise_our_errors():
            return self.search.wins(*words(state), mover is Player.RIGHT)


def _find_cut_lines(position: MaskPosition) -> tuple[Numbers, Numbers, Numbers, Numbers, int]:
    """Return the lines that cut a board into bands, for both sides; see ``Cut`` in native/claims.h.

    Suppose that no piece of Right crosses a line, and that pieces exclude each other only by a common cell.
    Removing the moves of Left that cross the line can only harm Left, and leaves the sum of the two sides. So
    a position is at least the sum of the bands between such lines, those of side 0. Likewise it is at most
    the sum of the bands between lines that Left never crosses, those of side 1. A side without such lines has
    no rows. The result consists of lines, shapes of rows, images of the bits of rows, mirror images, and the
    largest number of bits of a band. Reference: Lachmann, Moore, Rapaport, Who wins Domineering on
    rectangular boards?
    """
    lines, shape = [0] * (4 * _LINES), [0] * 12
    mirrors, moved = [0] * (2 << _MOST_MIRRORED), [list(range(position.size))] * 2
    for side, player in ((0, Player.RIGHT), (1, Player.LEFT)):
        axis = _axis(position, player)
        if axis is None:
            continue
        grid = position.layout.grid
        assert grid is not None, "boards without rows are not cut"
        count, width = (grid.rows, grid.cols) if axis == ROWS else (grid.cols, grid.rows)
        per_word = WORD // width
        for line, before in enumerate(cells_before_lines(grid, axis)):
            at = 2 * (side * _LINES + line)
            lines[at : at + 2] = words(before)
        places = [divmod(bit, grid.cols)[:: 1 if axis == ROWS else -1] for bit in range(position.size)]
        moved[side] = [line // per_word * WORD + line % per_word * width + place for line, place in places]
        turns = 0
        if width <= _MOST_MIRRORED:
            turns, at = _turns(position, axis), side << _MOST_MIRRORED
            mirrors[at : at + (1 << width)] = [
                int(f"{cells:0{width}b}"[::-1], 2) for cells in range(1 << width)
            ]
        thin = min(SEARCH.thin_band_bits // width, count)
        shape[6 * side : 6 * side + 6] = count, breadth(position.rule, axis), width, thin, per_word, turns
    return (
        numbers(lines, 2, _LINES, 2),
        numbers(shape, 2, 6),
        images([[1 << bit for bit in to].__getitem__ for to in moved], position.size),
        numbers(mirrors, 2, 1 << _MOST_MIRRORED),
        max(shape[2] * shape[3], shape[8] * shape[9]),
    )


def _axis(position: MaskPosition, player: Player) -> int | None:
    """Return the axis that no move of a player crosses.

    The result is None if there is no such axis, or if its rows do not fit into a word.
    """
    grid = position.layout.grid
    if grid is None or not position.plain:
        return None
    axes = [axis for axis in (ROWS, COLUMNS) if never_crosses(position.rule, player, axis)]
    if not axes:
        return None
    count, width = (grid.rows, grid.cols) if axes[0] == ROWS else (grid.cols, grid.rows)
    return axes[0] if width <= WORD and count <= 2 * (WORD // width) else None


def _turns(position: MaskPosition, axis: int) -> int:
    """Return the symmetries of a board as a mask: 1 for a reversed order of its lines, 2 for a reflection of
    each line.
    """
    grid = position.layout.grid
    assert grid is not None, "asked before"
    upside_down = [
        1 << (grid.rows - 1 - bit // grid.cols) * grid.cols + bit % grid.cols for bit in range(position.size)
    ]
    sideways = [1 << bit + grid.cols - 1 - 2 * (bit % grid.cols) for bit in range(position.size)]
    turns = 0
    for image, marks in zip(*position.symmetry_maps(), strict=True):
        if not marks & 1:
            moved = [image(bit) for bit in range(position.size)]
            turns |= (1 if axis == ROWS else 2) * (moved == upside_down)
            turns |= (2 if axis == ROWS else 1) * (moved == sideways)
    return turns
