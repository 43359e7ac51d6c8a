"""Families of boards: one board for every n."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gfkit.boards.board import Board, Grid, from_edges, from_grid, refuse_huge
from gfkit.errors import BoardError
from gfkit.face import Face

FIRST_WRAP = 3
"""The shortest circumference: two cells around would touch each other twice."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One word of the grammar that takes sizes: how it is written, and how it is built."""

    word: str
    sides: int
    wraps: tuple[bool, ...]
    """Which sides close up on themselves, and so start at 3."""
    build: Callable[[str, tuple[int, ...]], Board]
    example: str


def _path(text: str, sizes: tuple[int, ...]) -> Board:
    (n,) = sizes
    refuse_huge(text, n, n)
    return from_edges(text, n, ((i, i + 1) for i in range(n - 1)))


def _cycle(text: str, sizes: tuple[int, ...]) -> Board:
    (n,) = sizes
    refuse_huge(text, n, n)
    return from_edges(text, n, ((i, (i + 1) % n) for i in range(n)))


def _complete(text: str, sizes: tuple[int, ...]) -> Board:
    (n,) = sizes
    refuse_huge(text, n, n * (n - 1) // 2)
    return from_edges(text, n, ((i, j) for i in range(n) for j in range(i + 1, n)))


def _grid(wrap_rows: bool, wrap_cols: bool) -> Callable[[str, tuple[int, ...]], Board]:
    def build(text: str, sizes: tuple[int, ...]) -> Board:
        return from_grid(text, Grid(sizes[0], sizes[1], wrap_rows, wrap_cols))

    return build


SHAPES = {
    shape.word: shape
    for shape in (
        Shape("", 2, (False, False), _grid(False, False), "4x3"),
        Shape("path", 1, (False,), _path, "path:7"),
        Shape("cycle", 1, (True,), _cycle, "cycle:9"),
        Shape("cylinder", 2, (True, False), _grid(True, False), "cylinder:4x6"),
        Shape("torus", 2, (True, True), _grid(True, True), "torus:4x6"),
        Shape("complete", 1, (False,), _complete, "complete:6"),
    )
}


@dataclass(frozen=True, slots=True)
class Family(Face):
    """A board for every n >= ``first_n``: ``sizes`` holds None at the side that grows."""

    word: str
    sizes: tuple[int | None, ...]

    @property
    def shape(self) -> Shape:
        return SHAPES[self.word]

    @property
    def text(self) -> str:
        return written(self.shape, self.sizes)

    @property
    def first_n(self) -> int:
        """The smallest n for which the board makes sense."""
        grows = self.sizes.index(None)
        return FIRST_WRAP if self.shape.wraps[grows] else 0

    def at(self, n: int) -> Board:
        """The board of size n."""
        if n < self.first_n:
            raise BoardError(f"board family '{self.text}' starts at n = {self.first_n}; got n = {n}")
        sizes = tuple(n if size is None else size for size in self.sizes)
        return self.shape.build(written(self.shape, sizes), sizes)


def written(shape: Shape, sizes: tuple[int | None, ...]) -> str:
    """A shape and its sizes as the grammar writes them."""
    size = "x".join("n" if size is None else str(size) for size in sizes)
    return f"{shape.word}:{size}" if shape.word else size
