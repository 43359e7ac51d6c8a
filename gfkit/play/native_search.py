"""Values, nimbers and winners by the search in the C extension, which receives the tables of a game once.

``board.py``, ``impartial/search.py`` and ``python_search.py`` compute the same results in Python; tests
compare both.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from operator import or_

from gfkit.core.boards.board import set_bits
from gfkit.core.errors import LimitError
from gfkit.core.memory import limit_text, size_text
from gfkit.core.native import is_built
from gfkit.core.typing import check_stop
from gfkit.play.position import MaskPosition, Position, Step
from gfkit.play.short.table import Table
from gfkit.play.tuning import SEARCH

WORD = 56
"""Number of bits in a word of a state; a state has two words."""
_SET = 62
"""Number of moves in a word of a set of moves."""
_SCALE = 1 << 20
"""Numbers are stored as integers in units of 1 / _SCALE."""
Numbers = memoryview
"""Array of 64-bit integers for the C extension."""


def is_fast(position: Position, memory: int) -> bool:
    """Return True if the C extension is available, has enough memory, and states fit into two words."""
    return (
        is_built()
        and memory >= SEARCH.compiled_memory
        and fits_words(position)
        and isinstance(position, MaskPosition)
        and len(position.left_steps + position.right_steps) > 0
    )


def fits_words(position: Position) -> bool:
    """Return True if the states of a position fit into two words, as the C extension requires."""
    return isinstance(position, MaskPosition) and position.size * position.layers <= 2 * WORD


class BeyondTables(Exception):  # noqa: N818 - no error: who asked goes back to the plain way
    """Raised if a number is too fine or a list too long for the search in C, regardless of the memory."""


def words(mask: int) -> tuple[int, int]:
    """Return a mask as a pair of words."""
    return mask & (1 << WORD) - 1, mask >> WORD


def numbers(values: Iterable[int], *shape: int) -> Numbers:
    """Return integers as an array of the given shape, by default a single row."""
    row = array("q", values)
    return memoryview(row).cast("B").cast("q", shape or (len(row),))


def images(moved: Sequence[Callable[[int], int]], size: int) -> Numbers:
    """Return the images of all bits under each map, as words; without maps under the identity."""
    ways = moved or [lambda bit: 1 << bit]
    bits = (words(to(bit) if bit < size else 0) for to in ways for bit in range(2 * WORD))
    return numbers((word for image in bits for word in image), len(ways), 2 * WORD, 2)


class FastValues:
    """Values of the components of a position, each computed once by the C extension.

    The method is the one of ``ValueSearch``, but much faster. Raise BeyondTables if a number is not a
    multiple of 1 / ``_SCALE`` or a list is too long, and LimitError if the tables exceed the memory limit.
    """

    drops_moves = False
    """True if the search omits moves that do not change values; this may change nimbers and components."""

    def __init__(
        self, position: Position, limit: int, what: str = "", on_pause: Callable[[], object] = check_stop
    ) -> None:
        """Initialise the search. ``on_pause`` is called regularly; it may report progress, or raise an error
        to stop the search.
        """
        from gfkit.core.native import loops

        assert isinstance(position, MaskPosition), "asked before"
        self.position, self._limit, self._what = position, min(limit, sys.maxsize), what
        left, right = (sorted(steps, key=lambda step: step[0].bit_length()) for steps in self.steps())
        moves, whole = [*left, *right], (1 << 2 * WORD) - 1
        needs = [need for need, _ in moves]
        takes = [~keep & whole for _, keep in moves]
        stops, needing, most = (
            _find_excluded_moves(needs, takes),
            _sets_by_bit(needs),
            max(map(int.bit_count, needs)),
        )
        rows = [[needing[bit] for bit in set_bits(need)] for need in needs]
        padded = [rivals for row in rows for rivals in (*row, *[0] * (most - len(row)))]
        movers = (1 << len(left)) - 1, (1 << len(moves)) - (1 << len(left))
        pairs = [(need, 1 << need.bit_length() - 1) for need in needs]
        count, sets = len(moves), 1 + (len(moves) - 1) // _SET
        ways, marks = position.symmetry_maps()
        self.search: loops.Search = loops.Search(
            numbers((w for pair in pairs for mask in pair for w in words(mask)), count, 4),
            numbers((w for take in takes for w in words(take)), count, 2),
            numbers(_pack_sets(stops, sets), count, sets),
            numbers(_pack_sets(padded, sets), count, most, sets),
            numbers(_pack_sets(movers, sets), 2, sets),
            images(ways, position.size * position.layers),
            numbers(marks or [0]),
            numbers(_shape(position)),
            len(left),
            self.drops_moves,
            self._limit,
            on_pause,
        )

    def steps(self) -> tuple[Iterable[Step], Iterable[Step]]:
        """Return the moves of Left, and the moves of Right."""
        return self.position.left_steps, self.position.right_steps

    @contextmanager
    def raise_our_errors(self) -> Iterator[None]:
        """Raise BeyondTables and LimitError instead of the errors of the C extension."""
        try:
            yield
        except OverflowError:
            raise BeyondTables from None
        except MemoryError:
            raise LimitError(
                f"{self._what}: stopped after {self.component_count} parts with"
                f" {size_text(self.search.bytes)} of tables; {limit_text(self._limit)}"
            ) from None

    @property
    def component_count(self) -> int:
        """Number of different components evaluated."""
        return self.search.solved

    def value(self, state: int) -> int:
        """Return the row of a state's value in the tables of the C extension."""
        with self.raise_our_errors():
            return self.search.value(*words(state))

    def in_table(self, value: int, table: Table) -> int:
        """Return the id of a value in a table of short games."""
        known: dict[int, int] = {}
        waiting = [value]
        while waiting:
            row = waiting[-1]
            form = self.search.form(row)
            if isinstance(form, int):
                known[waiting.pop()] = table.dyadic(Fraction(form, _SCALE))
            elif missing := [option for side in form for option in side if option not in known]:
                waiting += missing
            elif waiting.pop() not in known:
                left, right = (tuple(sorted(known[option] for option in side)) for side in form)
                known[row] = table.intern(left, right)
        return known[value]


def _shape(position: MaskPosition) -> tuple[int, ...]:
    """Return the dimensions of the board for ``native/parts.h``; 0 columns if it is not a grid."""
    grid, symmetries = position.layout.grid, position.symmetries
    if grid is None or symmetries is None:
        return (0, position.size, position.layers, *[0] * 8)
    masks = (symmetries.first_col, symmetries.square, (1 << position.size) - 1)
    laid = (word for mask in masks for word in words(mask))
    return grid.cols, position.size, position.layers, *laid, not grid.wrap_rows, not grid.wrap_cols


def _sets_by_bit(masks: Sequence[int]) -> list[int]:
    """Return, for each bit, the set of the masks that contain it."""
    sets = [0] * (2 * WORD)
    for number, mask in enumerate(masks):
        for bit in set_bits(mask):
            sets[bit] |= 1 << number
    return sets


def _find_excluded_moves(needs: Sequence[int], takes: Sequence[int]) -> list[int]:
    """Return for each move the set of moves that it makes impossible, including itself."""
    needing, taking = _sets_by_bit(needs), _sets_by_bit(takes)
    stops = []
    for move, (need, take) in enumerate(zip(needs, takes, strict=True)):
        others = reduce(or_, map(taking.__getitem__, set_bits(need)))
        assert others >> move & 1, "a piece covers its cells"
        back = reduce(or_, map(needing.__getitem__, set_bits(take)))
        assert others == back, "no piece has both conditions"
        stops.append(others)
    return stops


def _pack_sets(sets: Iterable[int], many: int) -> Iterator[int]:
    """Return sets of moves as words, ``many`` words for each set."""
    for moves in sets:
        for word in range(many):
            yield moves >> word * _SET & (1 << _SET) - 1


class FastNimbers(FastValues):
    """Nimbers of the components of a position, if both players may make every move."""

    def steps(self) -> tuple[Iterable[Step], Iterable[Step]]:
        return dict.fromkeys((*self.position.left_steps, *self.position.right_steps)), ()

    def nimber(self, state: int) -> int:
        """Return the nimber of a state."""
        with self.raise_our_errors():
            return self.search.nimber(*words(state))
