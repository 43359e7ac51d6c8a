"""Bits of the cells of a board, and symmetries of the board as maps of bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import islice, product
from operator import or_

from gfkit.core.boards import Board, Grid
from gfkit.core.boards.board import at_top_left, from_grid, set_bits
from gfkit.core.boards.symmetry import Turn
from gfkit.core.deferred import dataclass, replace
from gfkit.core.rules.kinds.placement.move import Move, legal_moves, placements
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.typing import Player, cached_property

_MOST_IMAGES = 256
"""Maximum number of symmetries that are used; large cyclic boards have more."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Assignment of bits to the cells of a board.

    A board with rows and columns is laid out row by row with its holes, so that parts of it can be shifted.
    A path is one row, a cycle one cyclic row. Other graphs have no ``grid``; their cells keep their
    numbers.
    """

    size: int
    grid: Grid | None
    bit: tuple[int, ...]
    """Bit of each cell of the board."""
    moves: tuple[Move, ...]
    """Placements on the layout, including placements on holes; their cells are bits."""
    near: tuple[int, ...]
    """Mask of the adjacent bits, for each bit."""

    @property
    def present(self) -> int:
        """Mask of the bits that are cells of the board."""
        return mask_of(self.bit)

    def of(self, move: Move) -> Move:
        """Return a move with its cells replaced by bits."""
        return Move(move.colour, tuple(self.bit[cell] for cell in move.cells))


def lay_out(rule: PlacementRule, board: Board) -> Layout:
    """Return the layout of a board, and every placement of the rule on it."""
    if board.grid is None:
        bit = tuple(range(board.size))
        moves = placements(
            rule, replace(board, tints=())
        )  # a component may be shifted to cells that are not reserved
        path = None if rule.in_space else _find_path_grid(board)
        return Layout(board.size, path, bit, moves, _make_neighbour_masks(board))
    grid = board.grid
    whole = from_grid(board.text, grid)
    bit = tuple(row * grid.cols + col for row, col in board.places)
    return Layout(whole.size, grid, bit, placements(rule, whole), _make_neighbour_masks(whole))


def mask_of(cells: Iterable[int]) -> int:
    """Return the mask of a set of cells.

    >>> mask_of((0, 3))
    9
    """
    return reduce(or_, [1 << cell for cell in cells], 0)


def around(near: tuple[int, ...], cells: int) -> int:
    """Return the neighbours of the cells of a mask; they may include cells of the mask."""
    return reduce(or_, map(near.__getitem__, set_bits(cells)), 0)


def cells_in_layers(state: int, size: int, layers: int) -> int:
    """Return the mask of cells that belong to at least one layer of a state."""
    cells = state
    for layer in range(1, layers):
        cells |= state >> layer * size
    return cells & (1 << size) - 1


def joined_masks(masks: list[int]) -> list[int]:
    """Return the unions of connected masks; two masks with a common bit are connected.

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


def _find_path_grid(board: Board) -> Grid | None:
    """Return the grid with one row for a path or cycle whose cells are numbered along it, else None."""
    size = board.size
    path = {(i, i + 1) for i in range(size - 1)}
    if size and set(board.edges) == path:
        return Grid(1, size)
    if size > 2 and set(board.edges) == path | {(0, size - 1)}:
        return Grid(1, size, wrap_cols=True)
    return None


def _make_neighbour_masks(board: Board) -> tuple[int, ...]:
    return tuple(mask_of(cells) for cells in board.neighbours)


@dataclass(frozen=True, slots=True)
class _Image:
    """Symmetry, stored as tables indexed by bytes: the image of a state is a sum of one entry for each
    byte.
    """

    tables: tuple[tuple[int, ...], ...]
    sign: int
    transposed: bool


class Symmetries:
    """Symmetries of a rule on a grid, as maps of states, which consist of one mask of the grid for each
    layer.

    ``exchanged`` contains the image of each layer under the exchange of the players.

    >>> from gfkit.core.rules import find_rule
    >>> grid = Symmetries(find_rule("domineering"), Grid(3, 3), (0,))
    >>> grid.settle(0b011_000_000), min(grid.images(grid.settle(0b010_010_000)))
    (3, (3, -1))
    """

    def __init__(self, rule: PlacementRule, grid: Grid, exchanged: tuple[int, ...]) -> None:
        self._grid, self._size = grid, grid.rows * grid.cols
        self._cols, self._wrap_rows, self._wrap_cols = grid.cols, grid.wrap_rows, grid.wrap_cols
        self._layers = len(exchanged)
        self._bytes = (self._size * self._layers + 7) // 8
        self.first_col: int = sum(1 << row * grid.cols for row in range(grid.rows))
        side = min(grid.rows, grid.cols)
        square = sum((1 << side) - 1 << row * grid.cols for row in range(side))
        self.square: int = sum(square << layer * self._size for layer in range(self._layers))
        """Cells that remain on the board when rows and columns are swapped."""
        self._images = tuple(islice(self._all_images(rule, exchanged), _MOST_IMAGES))

    def images(self, settled: int) -> list[tuple[int, int]]:
        """Return the normalised images of a normalised state, itself first; -1 marks an exchange of the
        players.
        """
        tall = settled & ~self.square
        spread = settled.to_bytes(self._bytes, "little")
        images = [(settled, 1)]
        for image in self._images:
            if not (tall and image.transposed):
                state = sum(map(tuple.__getitem__, image.tables, spread))
                images.append((self.settle(state), image.sign))
        return images

    def maps(self) -> tuple[list[Callable[[int], int]], list[int]]:
        """Return the map of bits of each symmetry, and its marks: 1 exchanges the players, 2 transposes."""

        def map_of(image: _Image) -> Callable[[int], int]:
            return lambda bit: image.tables[bit // 8][1 << bit % 8]

        marks = [(image.sign < 0) + 2 * image.transposed for image in self._images]
        return [map_of(image) for image in self._images], marks

    def settle(self, state: int) -> int:
        """Return the state shifted up and left as far as possible; cyclic directions are not shifted."""
        cells = state if self._layers == 1 else cells_in_layers(state, self._size, self._layers)
        if not cells:
            return state
        shift = 0
        if not self._wrap_rows:
            shift = ((cells & -cells).bit_length() - 1) // self._cols * self._cols
            cells >>= shift
        if not self._wrap_cols:
            first = self.first_col
            while not cells & first:
                cells >>= 1
                shift += 1
        return state >> shift

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
        """Return True if transposition is a symmetry of the grid; a cyclic grid must then be a square
        torus.
        """
        grid = self._grid
        is_alike = grid.rows == grid.cols and grid.wrap_rows == grid.wrap_cols
        return is_alike or not (grid.wrap_rows or grid.wrap_cols)

    def _tables(
        self, turn: Turn, layers: tuple[int, ...], down: int, right: int
    ) -> tuple[tuple[int, ...], ...]:
        """Return the byte tables of a reflection or rotation followed by a shift."""
        grid = self._grid
        within = min(grid.rows, grid.cols)
        height, width = (within, within) if turn.swapped else (grid.rows, grid.cols)
        down += height - 1 if turn.down < 0 else 0
        right += width - 1 if turn.right < 0 else 0

        def image_of(bit: int) -> int:
            """Return the mask of the image of a bit, or 0 if the image is outside the board."""
            layer, cell = divmod(bit, self._size)
            place = divmod(cell, grid.cols)
            if place[0] >= height or place[1] >= width:
                return 0
            row, col = turn.of(place)
            row, col = (row + down) % height, (col + right) % width
            return 1 << layers[layer] * self._size + row * grid.cols + col

        return _byte_tables(image_of, self._size * self._layers)


class SymmetricStates:
    """States of a board together with their images under its symmetries."""

    symmetries: Symmetries | None

    def __init__(self, rule: PlacementRule, board: Board) -> None:
        self.rule = rule
        self.board = board

    @cached_property
    def openings(self) -> tuple[Move, ...]:
        """Moves in the start position."""
        return legal_moves(self.rule, self.board)

    def settle(self, component: int) -> int:
        """Return the translate of a state that is nearest to the top left, or the state itself on a board
        without translations.
        """
        return component if self.symmetries is None else self.symmetries.settle(component)

    def images(self, settled: int) -> list[tuple[int, int]]:
        """Return the images of a state, each with -1 if the players are exchanged, else 1."""
        return [(settled, 1)] if self.symmetries is None else self.symmetries.images(settled)

    def symmetry_maps(self) -> tuple[list[Callable[[int], int]], list[int]]:
        """Return ``Symmetries.maps`` without the identity."""
        return ([], []) if self.symmetries is None else self.symmetries.maps()

    def canonical(self, component: int) -> tuple[int, int]:
        """Return the smallest image of a state, and -1 if it exchanges the players, else 1."""
        return min(self.images(self.settle(component)), key=lambda image: image[0])


def symmetries_of(rule: PlacementRule) -> tuple[tuple[Turn, bool], ...]:
    """Return the reflections and rotations that preserve a rule, each with True if it swaps Left and Right.

    >>> from gfkit.core.rules import find_rule
    >>> [swaps for turn, swaps in symmetries_of(find_rule("domineering")) if turn.swapped]
    [True, True, True, True]
    """
    shapes = [frozenset(piece.cells for piece in colour.pieces) for colour in rule.colours]
    symmetries = []
    for swapped, down, right in product((False, True), (1, -1), (1, -1)):
        turn = Turn(swapped, down, right)
        turned = [frozenset(at_top_left(map(turn.of, piece)) for piece in shape) for shape in shapes]
        symmetries += [(turn, False)] if turned == shapes else []
        symmetries += [(turn, True)] if turned == shapes[::-1] and can_exchange(rule) else []
    return tuple(symmetries)


def can_exchange(rule: PlacementRule) -> bool:
    """Return True if Left and Right have equal conditions on adjacency and liberties; their pieces may
    differ.
    """
    owners = [colour.owner for colour in rule.colours]
    return (
        not rule.airless
        and owners == [Player.LEFT, Player.RIGHT]
        and rule.forbids(0, 0) == rule.forbids(1, 1)
    )


def _byte_tables(image_of: Callable[[int], int], size: int) -> tuple[tuple[int, ...], ...]:
    tables = []
    for start in range(0, size, 8):
        entries = [0]
        for bit in range(start, min(start + 8, size)):
            image = image_of(bit)
            entries += [entry | image for entry in entries]
        tables.append(tuple(entries))
    return tuple(tables)
