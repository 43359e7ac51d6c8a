"""Families that are one strip growing longer: kinds of placements, what they exclude, and short pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gfkit.boards import Board, Family, Grid
from gfkit.boards.board import from_grid
from gfkit.kinds.placement.move import Move, exclude, legal_moves
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.values.layout import set_bits

Columns = tuple[int, ...]
"""For each column, the kinds of placements that can still be made with their first cell there, as a mask."""
_Shape = tuple[int, tuple[tuple[int, int], ...]]
"""Colour of a placement and its cells: how far along the strip, and where across."""


@dataclass(frozen=True)
class PlacementStrip:
    """The placements on an endless strip, by kind and column.

    Kind u at column d is excluded by kind t at column 0 where bit u of ``excluded[t][d + reach]`` is set;
    a kind excludes itself. ``spans`` are the lengths of the kinds along the strip.

    >>> from gfkit.boards import parse_board
    >>> from gfkit.games import find_rule
    >>> PlacementStrip.of(find_rule("cram"), parse_board("1xn")).excluded
    ((0, 1, 1, 1, 0),)
    """

    spans: tuple[int, ...]
    reach: int
    excluded: tuple[Columns, ...]
    alike: tuple[tuple[int, ...], ...] = ()
    """Exchanges of kinds, by reflection or rotation across the strip, that change nothing."""

    @classmethod
    def of(cls, rule: PlacementRule, family: Family) -> PlacementStrip:
        """The strip that boards of a family are cut from, or bent to a ring of."""
        span = max(max(_sides(piece.cells)) for colour in rule.colours for piece in colour.pieces)
        reach = span + bool(rule.forbidden)
        board = straight(family, 4 * reach + 1)
        moves: dict[_Shape, dict[int, Move]] = {}
        for move in legal_moves(rule, board):
            shape, column = _shape(move, _places(board, family))
            moves.setdefault(shape, {})[column] = move
        shapes = sorted(moves)
        spans = tuple(max(along for along, _ in cells) + 1 for _, cells in shapes)
        excluded = tuple(
            tuple(
                sum(
                    exclude(rule, board, moves[t][2 * reach - span // 2], moves[u][2 * reach - span // 2 + d])
                    << index
                    for index, u in enumerate(shapes)
                )
                for d in range(-reach, reach + 1)
            )
            for t in shapes
        )
        return cls(spans, reach, excluded, _alike(shapes, family))

    @cached_property
    def full(self) -> int:
        """All kinds."""
        return (1 << len(self.spans)) - 1

    @cached_property
    def mirror_image(self) -> PlacementStrip:
        """The strip read from the other end, columns still being those of the first cells."""
        return replace(self, excluded=tuple(row[::-1] for row in self.excluded))

    def end(self) -> Columns:
        """The columns of a board's far end in which not every kind has room."""
        longest = max(self.spans, default=1)
        return tuple(
            sum(1 << t for t, span in enumerate(self.spans) if span <= room)
            for room in range(longest - 1, 0, -1)
        )

    def after(self, columns: Sequence[int], column: int, kind: int) -> list[int]:
        """What is left when a placement is made; columns outside stay out of sight."""
        left = list(columns)
        for d, gone in enumerate(self.excluded[kind], column - self.reach):
            if 0 <= d < len(left):
                left[d] &= ~gone
        return left

    def connected_part(self, columns: Sequence[int], seeds: Sequence[int]) -> list[int]:
        """The placements joined by exclusions to the seeds, which are masks of the same columns."""
        joined = list(seeds)
        todo = [(column, kind) for column, mask in enumerate(seeds) for kind in set_bits(mask)]
        while todo:
            column, kind = todo.pop()
            for d, gone in enumerate(self.excluded[kind], column - self.reach):
                if 0 <= d < len(columns) and (new := gone & columns[d] & ~joined[d]):
                    joined[d] |= new
                    todo += [(d, neighbour) for neighbour in set_bits(new)]
        return joined


def straight(family: Family, length: int) -> Board:
    """The strip of this length that a family grows, or closes up to rings."""
    if family.word in ("path", "cycle"):
        return from_grid(f"1x{length}", Grid(1, length))
    across = next(size for size in family.sizes if size is not None)
    wraps = family.shape.wraps[_across(family)]
    if _across(family) == 0:
        return from_grid(f"{across}x{length}", Grid(across, length, wrap_rows=wraps))
    return from_grid(f"{length}x{across}", Grid(length, across, wrap_cols=wraps))


def _across(family: Family) -> int:
    """The side that stays, 0 rows or 1 columns."""
    return 0 if len(family.sizes) == 1 or family.sizes[0] is not None else 1


def _sides(cells: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return max(row for row, _ in cells) + 1, max(col for _, col in cells) + 1


def _places(board: Board, family: Family) -> list[tuple[int, int]]:
    """For each cell, how far along the strip it is, and where across."""
    return [(col, row) if _across(family) == 0 else (row, col) for row, col in board.places]


def _shape(move: Move, places: list[tuple[int, int]]) -> tuple[_Shape, int]:
    cells = [places[cell] for cell in move.cells]
    first = min(along for along, _ in cells)
    return (move.colour, tuple(sorted((along - first, across) for along, across in cells))), first


def _alike(shapes: list[_Shape], family: Family) -> tuple[tuple[int, ...], ...]:
    """Reflection across the strip, and rotations of a tube, where they map placements to placements."""
    width = 1 + max((across for _, cells in shapes for _, across in cells), default=0)
    turns = range(width) if len(family.sizes) == 2 and family.shape.wraps[_across(family)] else range(1)
    number = {shape: index for index, shape in enumerate(shapes)}
    exchanges = set()
    for turn in turns:
        for sign in (1, -1):
            images = [
                number.get(
                    (
                        colour,
                        tuple(sorted((along, _image_across(a, sign, turn, width)) for along, a in cells)),
                    )
                )
                for colour, cells in shapes
            ]
            if None not in images:
                exchanges.add(tuple(image for image in images if image is not None))
    return tuple(sorted(exchanges - {tuple(range(len(shapes)))}))


def _image_across(across: int, sign: int, turn: int, width: int) -> int:
    return ((across if sign == 1 else width - 1 - across) + turn) % width


class StripParts:
    """Pieces of a strip: bit column * kinds + kind says that this placement can still be made.

    A piece in canonical form begins in column 0.
    """

    def __init__(self, strip: PlacementStrip) -> None:
        self._kinds = len(strip.spans)
        self._reach = strip.reach
        self._excluded = tuple(
            sum(gone << d * self._kinds for d, gone in enumerate(row)) for row in strip.excluded
        )

    def parts(self, columns: Sequence[int]) -> list[int]:
        """The parts of a piece given column by column."""
        return self._split(sum(mask << column * self._kinds for column, mask in enumerate(columns)))

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        """What one placement leaves, those in few small parts first."""
        rests = {part & ~self._exclusion_mask(bit): None for bit in set_bits(part)}
        split = [tuple(self._split(left)) for left in rests]
        return sorted(split, key=lambda parts: max(map(int.bit_count, parts), default=0))

    def most(self, part: int) -> int:
        return part.bit_count()

    def _exclusion_mask(self, bit: int) -> int:
        """The placement at a bit and those it excludes."""
        column, kind = divmod(bit, self._kinds)
        gone, shift = self._excluded[kind], (column - self._reach) * self._kinds
        return gone << shift if shift >= 0 else gone >> -shift

    def _split(self, mask: int) -> list[int]:
        parts = []
        while mask:
            part = todo = mask & -mask
            while todo:
                new = self._exclusion_mask(todo.bit_length() - 1) & mask & ~part
                part |= new
                todo = todo ^ (1 << todo.bit_length() - 1) | new
            mask ^= part
            first = ((part & -part).bit_length() - 1) // self._kinds
            parts.append(part >> first * self._kinds)
        return parts
