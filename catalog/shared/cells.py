"""Boards as sets of cells: drawing, parsing, components, enumeration by size, placement next to each other,
rotation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

Cell = tuple[int, int]
Shape = frozenset[Cell]
_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


def read_cells(text: str) -> Shape:
    """Return the cells of a rectangle or the empty cells of a drawing on one line.

    >>> sorted(read_cells("./.A")), len(read_cells("2x3"))
    ([(0, 0), (1, 0)], 6)
    """
    if "x" in text and text.replace("x", "").isdigit():
        rows, cols = map(int, text.split("x"))
        return frozenset((row, col) for row in range(rows) for col in range(cols))
    return frozenset(
        (row, col) for row, line in enumerate(text.split("/")) for col, sign in enumerate(line) if sign == "."
    )


def parts(cells: Iterable[Cell]) -> list[Shape]:
    """Return the components.

    >>> [len(part) for part in parts(read_cells("..#/#.#/#.#/..#/###/..."))]
    [6, 3]
    """
    waiting, components = set(cells), []
    while waiting:
        part, border = set(), {min(waiting)}
        while border:
            part |= border
            waiting -= border
            near = {(row + down, col + right) for row, col in border for down, right in _AROUND}
            border = near & waiting
        components.append(frozenset(part))
    return components


def shift(cells: Iterable[Cell], down: int, right: int) -> Shape:
    return frozenset((row + down, col + right) for row, col in cells)


def home(cells: Shape) -> Shape:
    """Return the cells translated to the top left corner."""
    return shift(cells, -min(row for row, _ in cells), -min(col for _, col in cells))


def quarter_turn(cells: Shape) -> Shape:
    """Return the cells rotated by 90 degrees, which swaps the players if their pieces differ only by a
    rotation."""
    return home(frozenset((col, -row) for row, col in cells))


@cache
def connected_boards(size: int) -> tuple[Shape, ...]:
    """Return all connected boards with ``size`` cells, in all their positions.

    >>> [len(connected_boards(size)) for size in range(1, 6)]
    [1, 2, 6, 19, 63]
    """
    if size == 1:
        return (frozenset({(0, 0)}),)
    grown = {
        home(shape | {(row + down, col + right)})
        for shape in connected_boards(size - 1)
        for row, col in shape
        for down, right in _AROUND
        if (row + down, col + right) not in shape
    }
    return tuple(sorted(grown, key=sorted))


def alike(cells: Shape) -> list[Shape]:
    """Return the eight images of the board under rotations and reflections."""
    flipped = home(frozenset((row, -col) for row, col in cells))
    images = [home(cells), flipped]
    for _ in range(3):
        images += [quarter_turn(images[-2]), quarter_turn(images[-1])]
    return images


def placements_beside(one: Shape, other: Shape) -> list[Shape]:
    """Return all translates of the other board that are adjacent to the board and share no column with it."""
    last, first = max(col for _, col in one), min(col for _, col in other)
    downs = {row - below for row, col in one if col == last for below, left in other if left == first}
    return [shift(other, down, last + 1 - first) for down in sorted(downs)]


def is_aligned(one: Shape, other: Shape) -> bool:
    """Return True if every adjacent translate of the other board shares no column with the board.

    >>> is_aligned(read_cells("1x2"), read_cells("#./..")), is_aligned(read_cells("#./.."), read_cells("1x2"))
    (False, True)
    """
    for row, col in one:
        for below, left in other:
            down, right = row - below, col + 1 - left
            put = shift(other, down, right)
            if not put & one and {c for _, c in put} & {c for _, c in one}:
                return False
    return True


def drawing_with_letters(boards: Sequence[Shape], letters: str) -> str:
    """Return one drawing, with a separate letter for each board.

    >>> drawing_with_letters([read_cells("2x1"), frozenset({(1, 1)})], "FG")
    'F#/FG'
    """
    where = {cell: letter for board, letter in zip(boards, letters, strict=True) for cell in board}
    top, left = min(row for row, _ in where), min(col for _, col in where)
    bottom, right = max(row for row, _ in where), max(col for _, col in where)
    lines = (
        "".join(where.get((row, col), "#") for col in range(left, right + 1))
        for row in range(top, bottom + 1)
    )
    return "/".join(lines)


def drawing_of(cells: Shape) -> str:
    """Return the board as a drawing on one line."""
    return drawing_with_letters([cells], ".")


def beside(boards: Iterable[Shape]) -> str:
    """Return one drawing of the boards, with gaps between them."""
    whole: Shape = frozenset()
    right = 0
    for board in map(home, boards):
        whole |= shift(board, 0, right)
        right += max(col for _, col in board) + 2
    return drawing_of(whole)


def between(middle: Shape, cells: int) -> Iterator[tuple[Shape, Shape, Shape]]:
    """Yield all adjacent F, G, H with G given and ``cells`` cells in total."""
    rest = cells - len(middle)
    for left in range(1, rest):
        for first in connected_boards(left):
            for second in placements_beside(first, middle):
                for last in connected_boards(rest - left):
                    for third in placements_beside(second, last):
                        yield first, second, third
