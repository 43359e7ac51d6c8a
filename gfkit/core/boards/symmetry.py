"""Symmetries of boards as permutations of their cells, and the common symmetries of the boards of a family.

On the square lattice they are the rotations and reflections of the rectangle, square, cylinder or torus that
preserve the cells. On graphs of slices they are the automorphisms that act equally on every slice, possibly
reversing the order of the slices, and the rotations of a cyclic board. On other graphs they are all
automorphisms.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gfkit.core.boards.board import Board, Edge, Place
from gfkit.core.boards.family import Family, PartOfFamily, spots
from gfkit.core.boards.grammar import sized_word
from gfkit.core.boards.relations import EDGE, MOST_SYMMETRIES, Relations
from gfkit.core.boards.slices import Slices
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import BoardError, LimitError
from gfkit.core.typing import UpTo

_MOST_ALIKE = 7
"""Largest complete graph, in cells, whose permutations are all enumerated."""


class Turn(NamedTuple):
    """Effect of a symmetry on offsets of the square lattice, and the directions with cyclic shifts."""

    swapped: bool = False
    """True if rows and columns are transposed, before signs are changed."""
    down: int = 1
    right: int = 1
    moves_rows: bool = False
    moves_columns: bool = False

    def of(self, offset: Place) -> Place:
        """Return the image of an offset."""
        row, col = offset[::-1] if self.swapped else offset
        return self.down * row, self.right * col

    @property
    def keeps_hands(self) -> bool:
        """True if the symmetry preserves orientation."""
        return (self.down * self.right > 0) is not self.swapped


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Permutation of the cells; on the square lattice also the images of offsets, for each turn that induces
    the permutation.
    """

    cells: tuple[int, ...]
    turns: tuple[Turn, ...] = ()


def symmetries(board: Board, up_to: UpTo, family: Family | None = None) -> tuple[Symmetry, ...]:
    """Return the symmetries of a single board, with the identity first, or the common symmetries of a family.

    >>> from gfkit.core.boards import parse_one_board
    >>> boards = map(parse_one_board, ("3x4", "4x4", "cycle:5", "prism:5"))
    >>> [len(symmetries(board, UpTo.SYMMETRY)) for board in boards]
    [4, 8, 10, 20]
    """
    if board.lying:
        raise BoardError(
            f"board {board.text!r} contains pieces; counting up to {up_to.value} is supported only without"
            " pieces"
        )
    if board.tints:
        raise BoardError(
            f"board {board.text!r} has reserved cells; counting up to {up_to.value} is supported only"
            " without reserved cells"
        )
    if up_to is UpTo.AUTOMORPHISMS:
        return _automorphisms(board)
    if board.grid is not None:
        return _find_grid_symmetries(board, up_to, is_square=family is None and up_to is not UpTo.RECTANGLE)
    if board.spots:
        family = family or _family_of(board)
        if up_to is UpTo.SYMMETRY and family.slices is not None and not family.slices.links:
            return _automorphisms(board)  # the slices have no order
        return _generate_group(board, up_to, family)
    if up_to is UpTo.ROTATIONS:
        if not board.text.startswith("cycle:"):
            raise _no_rotations(board.text)
        n = board.size
        return tuple(Symmetry(tuple((cell + by) % n for cell in range(n))) for by in range(n))
    return _automorphisms(board)


def _no_rotations(text: str) -> BoardError:
    return BoardError(
        f"board {text!r}: rotations are defined only for rectangles, cylinders, tori and cyclic boards;"
        " count up to 'symmetry'"
    )


# The square lattice


def _find_grid_symmetries(board: Board, up_to: UpTo, *, is_square: bool) -> tuple[Symmetry, ...]:
    grid = board.grid
    assert grid is not None, "only boards with a geometry have turns"
    rows, cols = ([place[axis] for place in board.places] or [0] for axis in (0, 1))
    top, left = (0 if grid.wrap_rows else min(rows)), (0 if grid.wrap_cols else min(cols))
    height = grid.rows if grid.wrap_rows else max(rows) - top + 1
    width = grid.cols if grid.wrap_cols else max(cols) - left + 1
    square = is_square and height == width and grid.wrap_rows == grid.wrap_cols
    down_by = range(height) if grid.wrap_rows else range(1)
    right_by = range(width) if grid.wrap_cols else range(1)
    by_action: dict[tuple[int, ...], list[Turn]] = {}
    for swapped, down, right in product((False, True) if square else (False,), (1, -1), (1, -1)):
        turn = Turn(swapped, down, right)
        if up_to is UpTo.ROTATIONS and not turn.keeps_hands:
            continue
        for by_rows, by_cols in product(down_by, right_by):
            cells = []
            for place in board.places:
                row, col = turn.of((place[0] - top, place[1] - left))
                row = (row + (height - 1 if down < 0 else 0) + by_rows) % height
                col = (col + (width - 1 if right < 0 else 0) + by_cols) % width
                cells.append(board.at.get((row + top, col + left), -1))
            if -1 not in cells:
                symmetry_by = turn._replace(moves_rows=grid.wrap_rows, moves_columns=grid.wrap_cols)
                whole = (by_rows, by_cols) == (0, 0) and (down, right) == (1, 1)
                by_action.setdefault(tuple(cells), []).append(turn if whole else symmetry_by)
    return tuple(Symmetry(cells, tuple(dict.fromkeys(turns))) for cells, turns in by_action.items())


# Graphs


def has_more_symmetries(board: Board, number: int) -> bool:
    """Return True if the graph has more than ``number`` automorphisms, or if finding them takes too long."""
    try:
        return len(_automorphisms(board, number)) > number
    except LimitError:
        return True


def _automorphisms(board: Board, most: int = MOST_SYMMETRIES) -> tuple[Symmetry, ...]:
    """Return all automorphisms of the graph. Raise an error if there are more than ``most``."""
    if board.alike and board.size > _MOST_ALIKE:
        raise LimitError(
            f"board {board.text!r}: too many symmetries to enumerate (all permutations of its cells);"
            " orbits are determined by the numbers of pieces, so use the weights 'pieces'"
        )
    whole = Relations(
        ["cell"] * board.size, {pair: EDGE for edge in board.edges for pair in (edge, edge[::-1])}
    )
    return tuple(Symmetry(cells) for cells, _ in whole.onto(whole, f"board {board.text!r}", most=most))


# Families


@dataclass(frozen=True, slots=True)
class Motion:
    """Effect of a symmetry on every slice of a family; ``backwards`` reverses the order of the slices.

    ``first`` and ``last`` are the effects on the ends; a reversal maps one end to the other.
    """

    slice: tuple[int, ...]
    backwards: bool = False
    hubs: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    turns: tuple[Turn, ...] = ()
    offsets: tuple[int, ...] = ()
    """Additional shift of each vertex by a number of slices, on a cyclic family; empty if there are none."""

    @property
    def drift(self) -> Fraction:
        """Mean number of slices by which vertices are shifted."""
        return Fraction(sum(self.offsets), len(self.slice))

    @property
    def key(self) -> Hashable:
        """Invariant of the motion: motions with equal keys map all vertices in the same way."""
        return self.slice, self.backwards, self.hubs, self.offsets if any(self.offsets) else ()

    @property
    def moves_slices(self) -> bool:
        """True if the motion maps every slice to a slice by a shift, or is the identity, and fixes every
        hub.
        """
        parts = (self.slice, self.hubs)
        still = all(part == tuple(range(len(part))) for part in parts)
        return still and not self.backwards and len(set(self.offsets)) <= 1

    def moved_on(self, by: int) -> Motion:
        """Return the composition of the motion with a shift by the given number of slices."""
        return replace(self, offsets=tuple(far + by for far in self._slice_offsets))

    @property
    def _slice_offsets(self) -> tuple[int, ...]:
        return self.offsets or (0,) * len(self.slice)

    def then(self, other: Motion) -> Motion:
        """Return the composition with a second motion, on a cyclic family or a family without ends."""

        def both(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(two[to] for to in one)

        sign = -1 if other.backwards else 1
        return Motion(
            both(self.slice, other.slice),
            self.backwards is not other.backwards,
            both(self.hubs, other.hubs),
            offsets=tuple(
                sign * far + other._slice_offsets[to]
                for far, to in zip(self._slice_offsets, self.slice, strict=True)
            ),
        )

    def inverse(self) -> Motion:
        """Return the inverse motion."""
        slice_, hubs, far = [0] * len(self.slice), [0] * len(self.hubs), [0] * len(self.slice)
        for at, to in enumerate(self.hubs):
            hubs[to] = at
        for at, to in enumerate(self.slice):
            slice_[to] = at
            far[to] = self._slice_offsets[at] if self.backwards else -self._slice_offsets[at]
        return Motion(tuple(slice_), self.backwards, tuple(hubs), offsets=tuple(far))

    @property
    def still(self) -> bool:
        """True if the motion is the identity."""
        parts = (self.slice, self.hubs, self.first, self.last)
        return (
            not self.backwards and not self.offsets and all(part == tuple(range(len(part))) for part in parts)
        )


def motions(family: Family, up_to: UpTo) -> tuple[Motion, ...]:
    """Return the symmetries of the slices on all boards of a family, with the identity first.

    >>> from gfkit.core.boards import parse_board
    >>> [len(motions(parse_board(text), UpTo.SYMMETRY)) for text in ("3xn", "1xn", "king:4xn", "K4xpath:n")]
    [4, 2, 4, 48]
    """
    if isinstance(family, PartOfFamily) or family.word == "complete" or family.is_irregular:
        raise BoardError(
            f"board {family.text!r} does not consist of slices, so its symmetries are not known; count"
            " single boards"
        )
    if up_to is UpTo.AUTOMORPHISMS:
        raise BoardError(
            f"board {family.text!r}: automorphisms are computed only for single graphs; count up"
            " to 'symmetry', which maps slices to slices"
        )
    if family.slices is not None:
        return _find_slice_motions(family, family.slices, up_to)
    if family.word in ("path", "cycle"):
        if up_to is UpTo.ROTATIONS:
            if family.word == "path":
                raise _no_rotations(family.text)
            return (Motion((0,)),)
        return Motion((0,)), Motion((0,), backwards=True)
    return _find_grid_motions(family, up_to)


def _find_grid_motions(family: Family, up_to: UpTo) -> tuple[Motion, ...]:
    """Return the symmetries of rectangles, cylinders and tori."""
    grows = family.sizes.index(None)
    width = family.sizes[1 - grows]
    around = family.shape.wraps[1 - grows]
    assert width is not None, "one side is fixed"
    by_action: dict[tuple[tuple[int, ...], bool], list[Turn]] = {}
    for backwards, mirrored, by in product((False, True), (False, True), range(width if around else 1)):
        across = tuple(
            ((width - 1 - at if mirrored else at) + by) % width
            if around
            else width - 1 - at
            if mirrored
            else at
            for at in range(width)
        )
        signs = (-1 if backwards else 1, -1 if mirrored else 1)
        moves = (backwards and family.closes, around and (mirrored or by > 0))
        if grows == 1:
            signs, moves = signs[::-1], moves[::-1]
        turn = Turn(False, *signs, *moves)
        if up_to is not UpTo.ROTATIONS or turn.keeps_hands:
            by_action.setdefault((across, backwards), []).append(turn)
    return tuple(Motion(across, back, turns=tuple(turns)) for (across, back), turns in by_action.items())


def _find_slice_motions(family: Family, slices: Slices, up_to: UpTo) -> tuple[Motion, ...]:
    """Return the symmetries of slices, which preserve edges within and between slices, hubs and ends."""
    if up_to is UpTo.ROTATIONS:
        if not slices.ring:
            raise _no_rotations(family.text)
        return _compute_twist_powers(slices)
    if not slices.links:
        single = family.at(max(family.first_n, 6)).text
        raise BoardError(
            f"board {family.text!r}: the slices are joined only by hubs, so all permutations of the slices"
            f" are symmetries; count the orbits of single boards, such as {single}"
        )
    motions = []
    reach = range(-2 * slices.span, 2 * slices.span + 1) if slices.ring else (0,)
    here, what = _relations(slices), f"board {family.text!r}"
    for backwards in (False, True):
        there = _relations(slices, backwards=backwards)
        for image, further in here.onto(there, what, reach, -1 if backwards else 1):
            motion = _motion(slices, image, further, backwards)
            if _fits_twist(slices, motion):
                motions.append(motion)
    return tuple(sorted(motions, key=lambda one: (not one.still, one.backwards)))


def _compute_twist_powers(slices: Slices) -> tuple[Motion, ...]:
    """Return the effects on a slice of full rotations of a cyclic board: the powers of the twist."""
    still, hubs = tuple(range(slices.slice.vertices)), tuple(range(slices.hubs.vertices))
    powers = [still]
    while slices.twist and (after := tuple(slices.twist[v] for v in powers[-1])) != still:
        powers.append(after)
    return tuple(Motion(power, hubs=hubs) for power in powers)


def _relations(slices: Slices, *, backwards: bool = False) -> Relations:
    """Return a slice with its links, hubs and ends as a relational structure; ``backwards`` swaps the
    ends.
    """
    ends = (slices.last, slices.first) if backwards else (slices.first, slices.last)
    counts = [slices.slice.vertices, slices.hubs.vertices, *(end.part.vertices if end else 0 for end in ends)]
    base = [sum(counts[:k]) for k in range(4)]
    sorts = [
        name
        for name, count in zip(("slice", "hub", "first", "last"), counts, strict=True)
        for _ in range(count)
    ]
    joined: dict[Edge, set[tuple[str, int]]] = {}

    def join(name: str, pairs: Iterable[Edge], one: int, other: int, far: int = 0) -> None:
        for a, b in pairs:
            joined.setdefault((base[one] + a, base[other] + b), set()).add((name, far))
            joined.setdefault((base[other] + b, base[one] + a), set()).add((name, -far))

    join("to", slices.slice.edges, 0, 0)
    join("in", slices.hubs.edges, 1, 1)
    join("spoke", slices.spokes, 1, 0)
    for a, b, far in slices.links:
        join("to", [(a, b)], 0, 0, far)
    for place, end in enumerate(ends, 2):
        if end is not None:
            join("in", end.part.edges, place, place)
            join("next", end.links, place, 0)
            join("spoke", end.spokes, 1, place)
    return Relations(sorts, {pair: frozenset(named) for pair, named in joined.items()})


def _motion(slices: Slices, image: Sequence[int], further: Sequence[int], backwards: bool) -> Motion:
    counts = [slices.slice.vertices, slices.hubs.vertices]
    counts += [end.part.vertices if end else 0 for end in (slices.first, slices.last)]
    parts, base = [], 0
    for count in counts:
        parts.append(tuple(to - base for to in image[base : base + count]))
        base += count
    offsets = tuple(further[: counts[0]])
    own, hubs, first, last = parts
    return Motion(own, backwards, hubs, first, last, offsets=offsets if any(offsets) else ())


def _fits_twist(slices: Slices, motion: Motion) -> bool:
    """Return True if the motion commutes with the twist, or inverts the twist if it reverses the slices."""
    twist = slices.twist
    if not twist:
        return True
    symmetry_by, far = motion.slice, motion.offsets
    if far and any(far[twist[v]] != far[v] for v in range(len(twist))):
        return False
    if motion.backwards:
        return all(twist[symmetry_by[twist[v]]] == symmetry_by[v] for v in range(len(twist)))
    return all(symmetry_by[twist[v]] == twist[symmetry_by[v]] for v in range(len(twist)))


def symmetry_by(family: Family, board: Board, motion: Motion, by: int = 0) -> Symmetry:
    """Return the symmetry of one board that a motion induces; on a cyclic board slices are also shifted by
    ``by``.
    """
    where = spots(family, board)
    at = {spot: cell for cell, spot in enumerate(where)}
    total = 1 + max((turn for _, turn in where), default=-1)
    slices = family.slices
    twist = slices.twist if slices else ()
    untwist = tuple(sorted(range(len(twist)), key=twist.__getitem__))
    cells = []
    for vertex, turn in where:
        if turn < 0:
            cells.append(at[-1 - motion.hubs[-1 - vertex], -1])
            continue
        part = motion.slice
        if slices and slices.first and turn == 0:
            part = motion.first
        elif slices and slices.last and turn == total - 1:
            part = motion.last
        to, target = part[vertex], turn
        if motion.backwards:
            target = -turn if family.closes else total - 1 - turn
        target += by + (motion.offsets[vertex] if motion.offsets else 0)
        while family.closes and not 0 <= target < total:
            around = twist if target >= total else untwist
            to = around[to] if around else to
            target += -total if target >= total else total
        cells.append(at[to, target])
    symmetry = Symmetry(tuple(cells), _find_turns(family, motion, by))
    _check(board, symmetry)
    return symmetry


def _find_turns(family: Family, motion: Motion, by: int) -> tuple[Turn, ...]:
    if not by or family.slices is not None or family.word in ("path", "cycle"):
        return motion.turns
    grows = "moves_columns" if family.sizes.index(None) else "moves_rows"
    return tuple(turn._replace(**{grows: True}) for turn in motion.turns)


def _check(board: Board, found: Symmetry) -> None:
    """Raise an error unless a permutation of the cells maps edges to edges. The test is independent of the
    construction.
    """
    assert sorted(found.cells) == list(range(board.size)), f"{board.text}: not a permutation"
    edges = {frozenset(edge) for edge in board.edges}
    assert all(frozenset((found.cells[a], found.cells[b])) in edges for a, b in board.edges), board.text


def _generate_group(board: Board, up_to: UpTo, family: Family) -> tuple[Symmetry, ...]:
    """Return the group of symmetries of one board that motions and shifts generate."""
    generators = [symmetry_by(family, board, motion) for motion in motions(family, up_to)]
    if family.closes:
        still = next(motion for motion in motions(family, up_to) if motion.still)
        generators.append(symmetry_by(family, board, still, 1))
    return _generate(board, [generator.cells for generator in generators])


def _family_of(board: Board) -> Family:
    """Return the family that contains a board of slices, with n in the direction of the slices."""
    word, written = sized_word(board.text) or ("", ())
    sizes = [int(size) for size in written]
    for grows, n in enumerate(sizes):
        family = Family(word, tuple(None if k == grows else size for k, size in enumerate(sizes)))
        try:
            is_made = family.slices is not None and n >= family.first_n
        except BoardError:  # only the other size may be n
            continue
        if is_made and family.at(n).spots == board.spots:
            return family
    raise BoardError(
        f"board {board.text!r}: symmetries of slices can be derived only from the name of a family, which"
        " this board does not have"
    )


def _generate(board: Board, generators: Sequence[tuple[int, ...]]) -> tuple[Symmetry, ...]:
    identity = tuple(range(board.size))
    known, todo = {identity: None}, [identity]
    for image in todo:
        for other in generators:
            both = tuple(other[cell] for cell in image)
            if both not in known:
                known[both] = None
                todo.append(both)
                if len(known) > MOST_SYMMETRIES:
                    raise LimitError(
                        f"board {board.text!r} has more than {MOST_SYMMETRIES} symmetries, too many to"
                        " enumerate"
                    )
    return tuple(map(Symmetry, known))
