"""Winners by the search in C: the search of ``lookahead.py``, with claims besides bounds."""

from __future__ import annotations

from gfkit.typing import Player
from gfkit.values.bounds import COLUMNS, ROWS, breadth, cells_before_lines, never_crosses
from gfkit.values.fast import WORD, FastValues, Numbers, images, numbers, words
from gfkit.values.lookahead import Limits, OutcomeSearch
from gfkit.values.position import MaskPosition, Position
from gfkit.values.tuning import SEARCH

_MOST_MIRRORED = 12
"""Cells of the longest line whose mirror image is looked up in a table."""
_LINES = 2 * WORD + 2


class FastSearch(FastValues, OutcomeSearch):
    """The winners of positions of a rule on a board, by the search in C.

    This is the search of ``Lookahead`` with claims besides bounds. Small components are replaced by their
    values. A component and its negative cancel. Claims decide most sums at once. Decided options come first,
    then those with the best claims. Decided sums are stored in a table of fixed size; in each bucket the one
    that took least work gives way. Cost: exponential in the size of the board.
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
        self.search.cut(*_cuts(position), most_moves)

    def wins(self, state: int, mover: Player) -> bool:
        with self.raise_our_errors():
            return self.search.wins(*words(state), mover is Player.RIGHT)


def _cuts(position: MaskPosition) -> tuple[Numbers, Numbers, Numbers, Numbers, int]:
    """The lines that cut a board into bands, for both sides; see ``Cuts``, and ``Cut`` in native/claims.h.

    No move of Right crosses the lines of side 0 (lower bounds), no move of Left those of side 1. A side
    without such lines has no rows. Returned are lines, shapes of rows, images of the bits of rows, mirror
    images, and the largest number of bits of a band.
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
    """The axis that no move of a player crosses; None if there is none, or rows along it exceed a word."""
    grid = position.layout.grid
    if grid is None or not position.plain:
        return None
    axes = [axis for axis in (ROWS, COLUMNS) if never_crosses(position.rule, player, axis)]
    if not axes:
        return None
    count, width = (grid.rows, grid.cols) if axes[0] == ROWS else (grid.cols, grid.rows)
    return axes[0] if width <= WORD and count <= 2 * (WORD // width) else None


def _turns(position: MaskPosition, axis: int) -> int:
    """The symmetries of a board as a mask: 1 reverses the order of its lines, 2 mirrors each line."""
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
