"""Winners by the search in C: that of ``lookahead.py``, with claims beside bounds."""

from __future__ import annotations

from gfkit.typing import Player
from gfkit.values.bounds import COLUMNS, ROWS, breadth, cells_before_lines, never_crosses
from gfkit.values.fast import WORD, FastValues, Numbers, images, numbers, words
from gfkit.values.lookahead import Limits, OutcomeSearch
from gfkit.values.position import MaskPosition, Position
from gfkit.values.tuning import SEARCH

_MOST_MIRRORED = 12
"""Cells of a line up to which its mirror image is looked up."""
_LINES = 2 * WORD + 2


class FastSearch(FastValues, OutcomeSearch):
    """Win or loss of the positions of a rule on a board, by the search in C.

    The same search as ``Lookahead``, with claims beside bounds: small parts are replaced by their values,
    a part and its negative cancel, claims decide most sums at once, options that are decided are looked for
    first, then those whose claims are best. Decided sums are kept in a table of fixed size, where the one
    of a bucket that took least work gives way. Cost: grows exponentially with the board.
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
    """The lines between which a board falls into bands, as ``Cuts`` has them: see ``Cut`` in native/claims.h.

    For side 0, bounds below, no move of Right crosses them, for side 1 none of Left; else there are no rows.
    Lines, what is said of the rows, where the bits of rows go, mirror images, and the most bits of a band.
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
            mirrors[at : at + (1 << width)] = [_mirror_line(cells, width) for cells in range(1 << width)]
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
    """The axis that no move of a player crosses, where rows along it fit into words."""
    grid = position.layout.grid
    if grid is None or position.rule.forbidden:
        return None
    axes = [axis for axis in (ROWS, COLUMNS) if never_crosses(position.rule, player, axis)]
    if not axes:
        return None
    count, width = (grid.rows, grid.cols) if axes[0] == ROWS else (grid.cols, grid.rows)
    return axes[0] if width <= WORD and count <= 2 * (WORD // width) else None


def _mirror_line(cells: int, width: int) -> int:
    return int(f"{cells:0{width}b}"[::-1], 2)


def _turns(position: MaskPosition, axis: int) -> int:
    """Whether a board may be turned so that its lines go the other way (1), or each line is mirrored (2)."""
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
