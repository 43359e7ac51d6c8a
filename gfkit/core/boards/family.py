"""Families of boards, with one board for every n, and the names of boards with sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate, combinations, pairwise
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from gfkit.core.boards.board import (
    FIRST_WRAP,
    Board,
    Edge,
    Grid,
    from_edges,
    from_grid,
    from_places,
    refuse_huge,
)
from gfkit.core.deferred import dataclass, field, regex, replace
from gfkit.core.errors import BoardError
from gfkit.core.writable import Face

if TYPE_CHECKING:
    from gfkit.core.boards.named import NamedSlices
    from gfkit.core.boards.slices import Slices


@dataclass(frozen=True, slots=True)
class Shape:
    """Kind of board with sizes, such as a torus: its spelling, and the function that constructs its
    boards.
    """

    word: str
    sides: int
    wraps: tuple[bool, ...]
    """For each size, True if the direction is cyclic."""
    build: Callable[[str, tuple[int, ...]], Board]
    example: str
    slices: Callable[[tuple[int | None, ...]], Slices] | None = None
    """Function from sizes, one of which is n, to the slices of the boards; None for grids."""
    about: str = ""
    """Description of the graph, or "" if it is well known."""
    is_region: bool = False
    """True if no size may be n, because the board grows in several directions at once."""
    least: int = 0
    """Smallest n of a family of grids that is not cyclic."""


def _build_graph(
    edges: Callable[[int], Iterable[Edge]], most: Callable[[int], int], text: str, sizes: tuple[int, ...]
) -> Board:
    """Return the graph of n vertices with the given edges; ``most`` is an upper bound on the number of
    edges.
    """
    (n,) = sizes
    refuse_huge(text, n, most(n))
    board = from_edges(text, n, edges(n))
    return replace(board, doubled=True) if text == "cycle:2" else board


def _all_pairs(n: int) -> Iterable[Edge]:
    return combinations(range(n), 2)


def _build_grid(wrap_rows: bool, wrap_cols: bool, text: str, sizes: tuple[int, ...]) -> Board:
    return from_grid(text, Grid(sizes[0], sizes[1], wrap_rows, wrap_cols))


SHAPES = {
    shape.word: shape
    for shape in (
        Shape("", 2, (False, False), partial(_build_grid, False, False), "4x3"),
        Shape("path", 1, (False,), partial(_build_graph, lambda n: pairwise(range(n)), int), "path:7"),
        Shape("cycle", 1, (True,), partial(_build_graph, lambda n: pairwise([*range(n), 0]), int), "cycle:9"),
        Shape("cylinder", 2, (True, False), partial(_build_grid, True, False), "cylinder:4x6"),
        Shape("torus", 2, (True, True), partial(_build_grid, True, True), "torus:4x6"),
        Shape(
            "complete",
            1,
            (False,),
            partial(_build_graph, _all_pairs, lambda n: n * (n - 1) // 2),
            "complete:6",
        ),
    )
}


_REPEATED = regex(r"repeat(-ring)?\((.*)\)")
_UNIT = regex(r"[.#/]+|[.#/]*\|[.#/]+\|[.#/]*")
_OF_SIZES = frozenset("0123456789nx")
"""Characters that occur in sizes; a name contains at least one other character."""


def _read_repeat(word: str) -> Shape | None:
    """Parse a drawing that is repeated from left to right, or cyclically, possibly between two ends."""
    match = _REPEATED.fullmatch(word)
    if not match:
        return None
    ring, drawings = bool(match[1]), match[2].split("|")
    parts = [
        [(r, c) for r, row in enumerate(drawing.split("/")) for c, mark in enumerate(row) if mark == "."]
        for drawing in drawings
    ]
    widths = [max(map(len, drawing.split("/"))) for drawing in drawings]
    height = max(len(drawing.split("/")) for drawing in drawings)
    unit = parts[len(parts) // 2]
    if not _UNIT.fullmatch(match[2]) or not unit or (ring and len(parts) > 1):
        raise BoardError(
            f"board {word!r}: write the repeated drawing row by row, with '.' for an empty cell and '#' for"
            " a hole, as in repeat(.#./...):n, or between two ends, as in repeat(..|.#|..):n"
        )

    def build(text: str, sizes: tuple[int, ...]) -> Board:
        (n,) = sizes
        refuse_huge(text, n * len(unit), 2 * n * len(unit))
        copies = [0] * n if len(parts) == 1 else [0, *[1] * n, 2]
        starts = [0, *accumulate(widths[part] for part in copies)]
        spots = {
            (r, start + c): (c * height + r, number)
            for number, (part, start) in enumerate(zip(copies, starts, strict=False))
            for r, c in parts[part]
        }
        board = from_places(text, Grid(height, starts[-1], wrap_cols=ring), spots)
        return replace(board, spots=tuple(map(spots.__getitem__, board.places)))

    return Shape(word, 1, (ring,), build, f"{word}:5", least=len(parts) // 2)


def shape_named(word: str) -> Shape | None:
    """Return the board shape with the given name, or None; the name may also be an explicit description of
    slices.
    """
    if word in SHAPES:
        return SHAPES[word]
    if word.startswith("repeat"):
        return _read_repeat(word)
    if word and set(word) <= _OF_SIZES:
        return None
    from gfkit.core.boards.named import named_slices  # loads the lattices and graphs

    named = named_slices(word)
    if named is None:
        return _region_named(word)

    def build(text: str, sizes: tuple[int, ...]) -> Board:
        grows, slices = _find_growing_side(named, sizes)
        n = sizes[grows]
        if n < slices.first_n:
            about = f"; {word} denotes {named.about}" * bool(named.about)
            raise BoardError(f"board {text!r}: {word} starts at n = {slices.first_n}; got {n}{about}")
        board = _place_in_space(word, slices.board(text, n), sizes, grows)
        return replace(board, spots=()) if named.is_slanted else board

    return Shape(word, named.sides, (False,) * named.sides, build, named.example, named.slices, named.about)


def product_of_graphs(word: str) -> Board | None:
    """Return the Cartesian product of small graphs, such as K4xK5, or None if the word is not a product."""
    from gfkit.core.boards.named import fixed_product

    return fixed_product(word)


def _region_named(word: str) -> Shape | None:
    from gfkit.core.boards.regions import REGIONS

    if word not in REGIONS:
        return None
    region = REGIONS[word]
    still = (False,) * region.sides
    return Shape(word, region.sides, still, region.build, region.example, about=region.about, is_region=True)


def _place_in_space(word: str, board: Board, sizes: tuple[int, ...], grows: int) -> Board:
    """Return a box with coordinates of its cells, other boards unchanged; ``grows`` is the direction of its
    slices.
    """
    if word != "box":
        return board
    one, two = (side for side in range(3) if side != grows)
    coordinates = []
    for vertex, slice_number in board.spots:
        at = [slice_number] * 3
        at[one], at[two] = divmod(vertex, sizes[two])
        coordinates.append((at[0], at[1], at[2]))
    return replace(board, coordinates=tuple(coordinates))


def _find_growing_side(named: NamedSlices, sizes: tuple[int, ...]) -> tuple[int, Slices]:
    """Return the index of the side that grows, and the slices of its family.

    The longest side with at least the smallest size of its family is preferred; otherwise the first side
    that is accepted.
    """
    match: tuple[int, Slices] | None = None
    refused: BoardError | None = None
    sides = sorted(range(len(sizes)), key=lambda k: (sizes[k] > 0, -sizes[k], k))
    for grows in sides:
        try:
            slices = named.slices(tuple(None if k == grows else size for k, size in enumerate(sizes)))
        except BoardError as error:
            refused = error
            continue
        if sizes[grows] >= slices.first_n:
            return grows, slices
        match = match or (grows, slices)
    if match is None:
        assert refused is not None, "some side must belong to a family"
        raise refused
    return match


@dataclass(frozen=True, slots=True)
class Family(Face):
    """Board for every n >= ``first_n``; ``sizes`` contains None at the position of n."""

    word: str
    sizes: tuple[int | None, ...]
    start: int = field(default=0, kw_only=True)
    """Smallest n for which the boards are defined for a rule, if it is larger than that of the slices."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Family: {self.text}, n >= {self.first_n}>"

    @property
    def shape(self) -> Shape:
        shape = shape_named(self.word)
        if shape is None:
            raise BoardError(f"unknown board {self.word!r}")
        return shape

    @property
    def slices(self) -> Slices | None:
        """Slices of the boards of the family, or None if the boards are grids."""
        shape = self.shape
        slices = shape.slices(self.sizes) if shape.slices else None
        is_later = slices and self.start > slices.first_n
        return replace(slices, least=self.start - slices.apart) if slices and is_later else slices

    @property
    def origin(self) -> Family:
        """Family from which this one was derived, for example as conflict graphs; otherwise the family
        itself.
        """
        return self

    @property
    def text(self) -> str:
        return sized_text(self.shape, self.sizes)

    @property
    def is_irregular(self) -> bool:
        """True if the boards are not determined by name and sizes, as for a repeated drawing."""
        return self.word.startswith("repeat")

    @property
    def span(self) -> int:
        """Largest number of slices between the endpoints of an edge."""
        slices = self.slices
        return slices.span if slices else 1

    @property
    def first_n(self) -> int:
        """Smallest n for which there is a board."""
        slices = self.slices
        return slices.first_n if slices else max(self.start, FIRST_WRAP if self.closes else self.shape.least)

    @property
    def closes(self) -> bool:
        """True if the direction of n is cyclic."""
        slices = self.slices
        return slices.ring if slices else self.shape.wraps[self.sizes.index(None)]

    @property
    def doubled(self) -> bool:
        """True if some edges of the boards represent double edges, for example in a cyclic direction of
        length 2.
        """
        return any(wraps and size == 2 for wraps, size in zip(self.shape.wraps, self.sizes, strict=True))

    @property
    def in_space(self) -> bool:
        """True if the boards are boxes, in which pieces are three-dimensional."""
        return self.word == "box"

    @property
    def has_rows(self) -> bool:
        """True if cells have rows and columns, so that a piece may have a shape."""
        return self.at(self.first_n).has_rows

    @property
    def least_side(self) -> int:
        """Smallest admissible value of a fixed size of the board."""
        if not self.shape.slices:
            return FIRST_WRAP if self.shape.wraps[1 - self.sizes.index(None)] else 1
        least = 1
        while not _is_side(self.with_side(least)):
            least += 1
        return least

    def narrower(self, width: int) -> list[Family]:
        """Return the families whose fixed size is at most ``width``, in ascending order of this size."""
        if not self.shape.slices:
            return [self.with_side(side) for side in range(min(width, self.least_side), width + 1)]
        return [family for side in range(1, width + 1) if _is_side(family := self.with_side(side))]

    def with_side(self, side: int) -> Family:
        """Return the family with the given value for every size that is n."""
        return replace(self, sizes=tuple(size if size is None else side for size in self.sizes))

    def at(self, n: int) -> Board:
        """Return the board of size n."""
        if n < self.first_n:
            raise BoardError(f"board family '{self.text}' starts at n = {self.first_n}; got n = {n}")
        sizes = tuple(n if size is None else size for size in self.sizes)
        text, slices = sized_text(self.shape, sizes), self.slices
        if slices is None:
            return self.shape.build(text, sizes)
        return _place_in_space(self.word, slices.board(text, n), sizes, self.sizes.index(None))

    def with_own_numbers(self) -> Family:
        """Return the family from the first n on whose boards have the cell numbers of the same boards alone.

        A single board has slices along its longest side, which is n on all larger boards.
        """
        for n in range(max(size or 0 for size in self.sizes), self.first_n - 1, -1) if self.slices else ():
            alone = self.shape.build(self.text, tuple(size or n for size in self.sizes))
            if {*alone.edges} != {*self.at(n).edges}:
                return replace(self, start=n + 1)
        return self

    def starting_at(self, first: int) -> Family:
        """Return the family from the given n on."""
        return replace(self, start=max(self.start, first))


def spots(family: Family, board: Board) -> Sequence[tuple[int, int]]:
    """Return, for every cell of a board, its index in its slice and the number of the slice, or -1 for
    hubs.
    """
    if board.spots:
        return board.spots
    if board.places:
        grows = family.sizes.index(None)
        return [(place[1 - grows], place[grows]) for place in board.places]
    return [(0, cell) for cell in range(board.size)]


class _ProgressionFormula(Protocol):
    """Protocol of formulas that can be restricted to an arithmetic progression of n."""

    def subsequence(self, step: int, offset: int = 0) -> Self: ...

    def shifted(self, by: int) -> Self: ...


_Formula = TypeVar("_Formula", bound=_ProgressionFormula)


@dataclass(frozen=True, slots=True, repr=False)
class PartOfFamily(Family):
    """Boards of a family in an arithmetic progression: n denotes the board of size ``step`` n + ``shift``.

    It has a formula if the whole family has one. Operations on its slices raise an error.
    """

    whole: Family = field(kw_only=True)
    step: int = field(kw_only=True)
    shift: int = field(default=0, kw_only=True)
    name: str = field(default="", kw_only=True)
    """Name in which n is the last letter n; by default the name of the whole family with another size."""

    @property
    def text(self) -> str:
        if self.name:
            return self.name
        size = f"{self.step}n" if self.step > 1 else "n"
        size = f"({size}{self.shift:+d})" if self.shift else size
        word, colon, sizes = self.whole.text.rpartition(":")
        return f"{word}{colon}{'x'.join(size if part == 'n' else part for part in sizes.split('x'))}"

    @property
    def first_n(self) -> int:
        """Smallest n such that the whole family contains the board."""
        return max(0, -((self.shift - self.whole.first_n) // self.step))

    def at(self, n: int) -> Board:
        """Return the board of the whole family of size ``step`` n + ``shift``."""
        if n < self.first_n:
            raise BoardError(f"board family '{self.text}' starts at n = {self.first_n}; got n = {n}")
        board = self.whole.at(self.step * n + self.shift)
        return replace(board, text=str(n).join(self.name.rsplit("n", 1))) if self.name else board

    def chosen(self, whole: _Formula) -> _Formula:
        """Return the formula n -> a(step n + shift) of the selected boards, given the formula a of the whole
        family.

        >>> from gfkit.core.algebra import RationalGF
        >>> odd = PartOfFamily("part", (None,), whole=Family("path", (None,)), step=2, shift=-1)
        >>> odd.chosen(RationalGF.parse("1/(1 - 2*t)"))[:4]
        [2, 8, 32]
        """
        ahead = max(0, -(self.shift // self.step))
        return whole.subsequence(self.step, self.shift + self.step * ahead).shifted(-ahead)

    def with_own_numbers(self) -> Family:
        return replace(self, whole=self.whole.with_own_numbers())

    def starting_at(self, first: int) -> Family:
        return replace(self, whole=self.whole.starting_at(self.step * first + self.shift))

    @property
    def doubled(self) -> bool:
        return self.whole.doubled

    @property
    def in_space(self) -> bool:
        return self.whole.in_space

    @property
    def shape(self) -> Shape:
        raise BoardError(
            f"board {self.text!r} is a subfamily of {self.whole.text}, with {self.step}*n{self.shift:+d} for"
            f" n; this operation supports only the whole family {self.whole.text}"
        )


FamilyLike = str | Family
"""Family of boards, or its name."""


def _is_side(family: Family) -> bool:
    """Return True if the fixed size of the family is admissible."""
    try:
        return family.slices is not None
    except BoardError:
        return False


def sized_text(shape: Shape, sizes: tuple[int | None, ...]) -> str:
    """Return the name of a board with sizes, with n for None."""
    size = "x".join("n" if size is None else str(size) for size in sizes)
    return size if shape.word in ("", "box") else f"{shape.word}:{size}"


def growing_family(board: Board) -> tuple[Family, int] | None:
    """Return the family in which n is the longest side of a board, and the n of the board, or None if there
    is no such family.

    >>> family, n = growing_family(from_grid("20x2", Grid(20, 2)))
    >>> family.text, n
    ('nx2', 20)
    """
    if board.spots:
        return None
    grid = board.grid
    sizes = (board.size,) if grid is None else (grid.rows, grid.cols)
    n = max(sizes)
    for shape in SHAPES.values():
        if shape.sides == len(sizes) and (grid is None or shape.wraps == (grid.wrap_rows, grid.wrap_cols)):
            grows = sizes.index(n)
            family = Family(shape.word, tuple(None if k == grows else size for k, size in enumerate(sizes)))
            if n >= family.first_n and family.at(n) == board:
                return family, n
    return None
