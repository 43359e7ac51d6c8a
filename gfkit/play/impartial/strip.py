"""Families of strips: kinds of placements, their exclusions, and short pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gfkit.boards import Board, Family, Grid
from gfkit.boards.board import from_grid
from gfkit.play.layout import set_bits
from gfkit.rules.kinds.placement.move import Move, exclude, legal_moves
from gfkit.rules.kinds.placement.rule import PlacementRule
from gfkit.typing import cached_property

Columns = tuple[int, ...]
"""For each column the mask of the kinds of placements that are possible with their first cell there."""
_Shape = tuple[int, tuple[tuple[int, int], ...]]
"""Colour of a placement and its cells, each by its places along and across the strip."""


@dataclass(frozen=True)
class PlacementStrip:
    """The placements on an infinite strip, by kind and column.

    Kind t at column 0 excludes kind u at column d if bit u of ``excluded[t][d + reach]`` is set; a kind
    excludes itself. ``spans`` are the lengths of the kinds along the strip.

    >>> from gfkit.boards import parse_board
    >>> from gfkit.rules import find_rule
    >>> PlacementStrip.of(find_rule("cram"), parse_board("1xn")).excluded
    ((0, 1, 1, 1, 0),)
    """

    spans: tuple[int, ...]
    reach: int
    excluded: tuple[Columns, ...]
    alike: tuple[tuple[int, ...], ...] = ()
    """Permutations of kinds by reflections or rotations across the strip."""

    @classmethod
    def of(cls, rule: PlacementRule, family: Family) -> PlacementStrip:
        """The strip of a family whose boards are pieces of it, or rings."""
        pieces = [piece for colour in rule.colours for piece in colour.pieces]
        span = 1 + max(place for piece in pieces for cell in piece.cells for place in cell)
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
        """The mask of all kinds."""
        return (1 << len(self.spans)) - 1

    @cached_property
    def mirror_image(self) -> PlacementStrip:
        """The strip read from the other end; columns are still those of first cells."""
        return replace(self, excluded=tuple(row[::-1] for row in self.excluded))

    def end(self) -> Columns:
        """The columns at the far end of a board where not every kind has room."""
        longest = max(self.spans, default=1)
        return tuple(
            sum(1 << t for t, span in enumerate(self.spans) if span <= room)
            for room in range(longest - 1, 0, -1)
        )

    def after(self, columns: Sequence[int], column: int, kind: int) -> list[int]:
        """The columns after a placement; other columns are ignored."""
        left = list(columns)
        for d, gone in enumerate(self.excluded[kind], column - self.reach):
            if 0 <= d < len(left):
                left[d] &= ~gone
        return left

    def connected_part(self, columns: Sequence[int], seeds: Sequence[int]) -> list[int]:
        """The placements that exclusions connect to the seeds, which are masks of the same columns."""
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
    """The strip of this length that has the width of a family."""
    if family.word in ("path", "cycle"):
        return from_grid(f"1x{length}", Grid(1, length))
    across = next(size for size in family.sizes if size is not None)
    wraps = family.shape.wraps[_across(family)]
    if _across(family) == 0:
        return from_grid(f"{across}x{length}", Grid(across, length, wrap_rows=wraps))
    return from_grid(f"{length}x{across}", Grid(length, across, wrap_cols=wraps))


def _across(family: Family) -> int:
    """The fixed side: 0 for rows, 1 for columns."""
    return 0 if len(family.sizes) == 1 or family.sizes[0] is not None else 1


def _places(board: Board, family: Family) -> list[tuple[int, int]]:
    """For each cell its places along and across the strip."""
    return [(col, row) if _across(family) == 0 else (row, col) for row, col in board.places]


def _shape(move: Move, places: list[tuple[int, int]]) -> tuple[_Shape, int]:
    cells = [places[cell] for cell in move.cells]
    first = min(along for along, _ in cells)
    return (move.colour, tuple(sorted((along - first, across) for along, across in cells))), first


def _alike(shapes: list[_Shape], family: Family) -> tuple[tuple[int, ...], ...]:
    """Permutations of kinds by reflection across the strip, and by rotations of a tube."""
    width = 1 + max((across for _, cells in shapes for _, across in cells), default=0)
    turns = range(width) if len(family.sizes) == 2 and family.shape.wraps[_across(family)] else range(1)
    number = {shape: index for index, shape in enumerate(shapes)}
    exchanges = set()
    for turn in turns:
        for sign in (1, -1):
            image = [(across + turn) % width for across in range(width)][::sign]
            images = [
                number.get((colour, tuple(sorted((along, image[across]) for along, across in cells))))
                for colour, cells in shapes
            ]
            if None not in images:
                exchanges.add(tuple(image for image in images if image is not None))
    return tuple(sorted(exchanges - {tuple(range(len(shapes)))}))


class StripParts:
    """Pieces of a strip as masks: bit column * kinds + kind is set if that placement is possible.

    A piece in canonical form begins in column 0.
    """

    def __init__(self, strip: PlacementStrip) -> None:
        self._kinds = len(strip.spans)
        self._reach = strip.reach
        self._excluded = tuple(
            sum(gone << d * self._kinds for d, gone in enumerate(row)) for row in strip.excluded
        )

    def parts(self, columns: Sequence[int]) -> list[int]:
        """The components of a piece given by columns."""
        return self._split(sum(mask << column * self._kinds for column, mask in enumerate(columns)))

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        """The components after each placement, options with small components first."""
        rests = {part & ~self._exclusion_mask(bit): None for bit in set_bits(part)}
        split = [tuple(self._split(left)) for left in rests]
        return sorted(split, key=lambda parts: max(map(int.bit_count, parts), default=0))

    def most(self, part: int) -> int:
        return part.bit_count()

    def _exclusion_mask(self, bit: int) -> int:
        """The mask of a placement and those that it excludes."""
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
