"""Where the cells of a board are kept: bits that shift as the board does, and the symmetries of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product

from gfkit.boards import Board, Grid
from gfkit.boards.board import from_grid
from gfkit.boards.symmetry import Turn
from gfkit.games.rule import Cell
from gfkit.kinds.placement.move import Move, legal_moves, placements
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.typing import Player

_MOST_IMAGES = 256
"""Large boards that close up have more symmetries; the rest of theirs are not used."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The bits of a board.

    A board cut from squared paper is laid out row by row with its holes, so that a part of it can be moved
    about; a path is a board of one row, a cycle one row that closes up. Other graphs have no ``grid``, and
    their cells keep their numbers.
    """

    size: int
    grid: Grid | None
    bit: tuple[int, ...]
    """The bit of each cell of the board."""
    moves: tuple[Move, ...]
    """Every placement on the layout, holes included; its cells are bits."""
    near: tuple[int, ...]
    """For each bit, the bits beside it."""

    @property
    def present(self) -> int:
        """The bits that are cells of the board."""
        return mask_of(self.bit)


def lay_out(rule: PlacementRule, board: Board) -> Layout:
    """The layout of a board, and every placement of the rule on it."""
    if board.grid is None:
        bit = tuple(range(board.size))
        moves = placements(
            rule, replace(board, tints=())
        )  # a part may be moved to where cells are not reserved
        return Layout(board.size, _line(board), bit, moves, _near(board))
    grid = board.grid
    whole = from_grid(board.text, grid)
    bit = tuple(row * grid.cols + col for row, col in board.places)
    return Layout(whole.size, grid, bit, placements(rule, whole), _near(whole))


def mask_of(cells: tuple[int, ...]) -> int:
    """Cells as a mask.

    >>> mask_of((0, 3))
    9
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def set_bits(mask: int) -> list[int]:
    """The cells of a mask, ascending.

    >>> set_bits(9)
    [0, 3]
    """
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return bits


def around(near: tuple[int, ...], cells: int) -> int:
    """The cells beside those of a mask; some may lie in it."""
    beside = 0
    for cell in set_bits(cells):
        beside |= near[cell]
    return beside


def joined_masks(masks: list[int]) -> list[int]:
    """The unions of masks that hang together by having a bit in common.

    >>> joined_masks([0b0011, 0b1000, 0b0110])
    [7, 8]
    """
    unions = []
    while masks:
        union, waiting = masks[0], len(masks) + 1
        while masks and len(masks) < waiting:
            waiting, apart = len(masks), []
            for mask in masks:
                if mask & union:
                    union |= mask
                else:
                    apart.append(mask)
            masks = apart
        unions.append(union)
    return unions


def _line(board: Board) -> Grid | None:
    """The single row that a path or a cycle is, when its cells are numbered along it."""
    size = board.size
    path = {(i, i + 1) for i in range(size - 1)}
    if size and set(board.edges) == path:
        return Grid(1, size)
    if size > 2 and set(board.edges) == path | {(0, size - 1)}:
        return Grid(1, size, wrap_cols=True)
    return None


def _near(board: Board) -> tuple[int, ...]:
    return tuple(mask_of(cells) for cells in board.neighbours)


@dataclass(frozen=True, slots=True)
class _Image:
    """One symmetry as tables of bytes: the image is the sum of one entry for each byte."""

    tables: tuple[tuple[int, ...], ...]
    sign: int
    transposed: bool


class Symmetries:
    """The symmetries of a rule on a grid, acting on states of ``layers`` masks of the grid one after another.

    ``exchanged`` says which layer each layer becomes when the players are exchanged.

    >>> from gfkit.games import find_rule
    >>> grid = Symmetries(find_rule("domineering"), Grid(3, 3), (0,))
    >>> grid.settle(0b011_000_000), min(grid.images(grid.settle(0b010_010_000)))
    (3, (3, -1))
    """

    def __init__(self, rule: PlacementRule, grid: Grid, exchanged: tuple[int, ...]) -> None:
        self._grid = grid
        self._size = grid.rows * grid.cols
        self._cols, self._wrap_rows, self._wrap_cols = grid.cols, grid.wrap_rows, grid.wrap_cols
        self._layers = len(exchanged)
        self._bytes = (self._size * self._layers + 7) // 8
        self._first_col = sum(1 << row * grid.cols for row in range(grid.rows))
        self._images = tuple(islice(self._all_images(rule, exchanged), _MOST_IMAGES))

    def images(self, settled: int) -> list[tuple[int, int]]:
        """A settled state and its images, settled too; with -1 where the players are exchanged, else 1."""
        tall = self._tall(settled)
        spread = settled.to_bytes(self._bytes, "little")
        images = [(settled, 1)]
        for image in self._images:
            if tall or not image.transposed:
                state = sum(map(tuple.__getitem__, image.tables, spread))
                images.append((self.settle(state), image.sign))
        return images

    def maps(self) -> tuple[list[Callable[[int], int]], list[int]]:
        """For each image where a bit goes, and its marks: 1 exchanges the players, 2 transposes."""

        def map_of(image: _Image) -> Callable[[int], int]:
            return lambda bit: image.tables[bit // 8][1 << bit % 8]

        marks = [(image.sign < 0) + 2 * image.transposed for image in self._images]
        return [map_of(image) for image in self._images], marks

    def settle(self, state: int) -> int:
        """The state moved up and left as far as it goes; not along a side that closes up."""
        cells = state if self._layers == 1 else self._all_cells(state)
        if not cells:
            return state
        shift = 0
        if not self._wrap_rows:
            shift = ((cells & -cells).bit_length() - 1) // self._cols * self._cols
            cells >>= shift
        if not self._wrap_cols:
            first = self._first_col
            while not cells & first:
                cells >>= 1
                shift += 1
        return state >> shift

    def _all_cells(self, state: int) -> int:
        """The cells that are in some layer."""
        cells = state
        for layer in range(1, self._layers):
            cells |= state >> layer * self._size
        return cells & (1 << self._size) - 1

    def _tall(self, state: int) -> bool:
        """Whether a settled state still lies on the board when rows and columns are exchanged."""
        grid = self._grid
        if grid.rows == grid.cols:
            return True
        within = min(grid.rows, grid.cols)
        return not state & ~self._square(within)

    def _square(self, side: int) -> int:
        rows = sum(((1 << side) - 1) << row * self._grid.cols for row in range(side))
        return sum(rows << layer * self._size for layer in range(self._layers))

    def _all_images(self, rule: PlacementRule, exchanged: tuple[int, ...]) -> Iterator[_Image]:
        grid = self._grid
        down = range(grid.rows if grid.wrap_rows else 1)
        right = range(grid.cols if grid.wrap_cols else 1)
        for turn, swap in symmetries_of(rule):
            if turn.swapped and not self._can_transpose():
                continue
            layers = exchanged if swap else tuple(range(self._layers))
            for rows, cols in product(down, right):
                if (turn, swap) != (Turn(), False) or rows or cols:
                    yield _Image(self._tables(turn, layers, rows, cols), -1 if swap else 1, turn.swapped)

    def _can_transpose(self) -> bool:
        """Whether rows and columns may change places: on a grid that closes up only when both are alike."""
        grid = self._grid
        plane = not grid.wrap_rows and not grid.wrap_cols
        return plane or (grid.rows == grid.cols and grid.wrap_rows == grid.wrap_cols)

    def _tables(
        self, turn: Turn, layers: tuple[int, ...], down: int, right: int
    ) -> tuple[tuple[int, ...], ...]:
        """A reflection or turn, and then a shift, as tables of bytes."""
        grid = self._grid
        within = min(grid.rows, grid.cols)
        height, width = (within, within) if turn.swapped else (grid.rows, grid.cols)
        down += height - 1 if turn.down < 0 else 0
        right += width - 1 if turn.right < 0 else 0

        def image_of(bit: int) -> int:
            """The mask of the image of a bit, 0 where it falls off the board."""
            layer, cell = divmod(bit, self._size)
            place = divmod(cell, grid.cols)
            if place[0] >= height or place[1] >= width:
                return 0
            row, col = turn.of(place)
            row, col = (row + down) % height, (col + right) % width
            return 1 << layers[layer] * self._size + row * grid.cols + col

        return _byte_tables(image_of, self._size * self._layers)


class SymmetricStates:
    """States of a board with its symmetries, where it has any."""

    rule: PlacementRule
    board: Board
    _symmetries: Symmetries | None

    @cached_property
    def openings(self) -> tuple[Move, ...]:
        """The moves on the board as it is given."""
        return legal_moves(self.rule, self.board)

    def settle(self, component: int) -> int:
        """A state like this one, the same for all that differ only in where on the board they lie."""
        return component if self._symmetries is None else self._symmetries.settle(component)

    def images(self, settled: int) -> list[tuple[int, int]]:
        """This state reflected and turned, each with -1 where the players are exchanged, else 1."""
        return [(settled, 1)] if self._symmetries is None else self._symmetries.images(settled)

    def symmetry_maps(self) -> tuple[list[Callable[[int], int]], list[int]]:
        """For each symmetry but the identity where a bit goes, and marks, as ``Symmetries.maps``."""
        return ([], []) if self._symmetries is None else self._symmetries.maps()

    def canonical(self, component: int) -> tuple[int, int]:
        """The least image of a state, and -1 where the players are exchanged in it, else 1."""
        return min(self.images(self.settle(component)), key=lambda image: image[0])


def symmetries_of(rule: PlacementRule) -> tuple[tuple[Turn, bool], ...]:
    """The reflections and turns that leave a rule as it is, or exchange Left and Right in it, and whether.

    >>> from gfkit.games import find_rule
    >>> [swaps for turn, swaps in symmetries_of(find_rule("domineering")) if turn.swapped]
    [True, True, True, True]
    """
    shapes = [frozenset(piece.cells for piece in colour.pieces) for colour in rule.colours]
    symmetries = []
    for swapped, down, right in product((False, True), (1, -1), (1, -1)):
        turn = Turn(swapped, down, right)
        turned = [frozenset(_settle_cells(map(turn.of, piece)) for piece in shape) for shape in shapes]
        symmetries += [(turn, False)] if turned == shapes else []
        symmetries += [(turn, True)] if turned == shapes[::-1] and can_exchange(rule) else []
    return tuple(symmetries)


def can_exchange(rule: PlacementRule) -> bool:
    """Whether Left may touch and must breathe as Right; shapes are not looked at."""
    owners = [colour.owner for colour in rule.colours]
    return (
        not rule.airless
        and owners == [Player.LEFT, Player.RIGHT]
        and rule.forbids(0, 0) == rule.forbids(1, 1)
    )


def _settle_cells(turned: Iterable[Cell]) -> tuple[Cell, ...]:
    """Cells moved up and left as far as they go."""
    cells = list(turned)
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


def _byte_tables(image_of: Callable[[int], int], size: int) -> tuple[tuple[int, ...], ...]:
    tables = []
    for start in range(0, size, 8):
        entries = [0]
        for bit in range(start, min(start + 8, size)):
            image = image_of(bit)
            entries += [entry | image for entry in entries]
        tables.append(tuple(entries))
    return tuple(tables)
