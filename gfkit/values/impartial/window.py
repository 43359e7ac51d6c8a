"""Short pieces of a strip as sets of placements, searched directly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gfkit.values.impartial.strip import Strip


class StripParts:
    """Pieces of a strip: bit column * kinds + kind says that this placement can still be made.

    A piece in canonical form begins in column 0.
    """

    def __init__(self, strip: Strip) -> None:
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
        found = {part & ~self._closed(bit): None for bit in _bits(part)}
        split = [tuple(self._split(left)) for left in found]
        return sorted(split, key=lambda parts: max(map(int.bit_count, parts), default=0))

    def most(self, part: int) -> int:
        return part.bit_count()

    def _closed(self, bit: int) -> int:
        """The placement at a bit and those it excludes."""
        column, kind = divmod(bit, self._kinds)
        gone, shift = self._excluded[kind], (column - self._reach) * self._kinds
        return gone << shift if shift >= 0 else gone >> -shift

    def _split(self, mask: int) -> list[int]:
        parts = []
        while mask:
            part = todo = mask & -mask
            while todo:
                new = self._closed(todo.bit_length() - 1) & mask & ~part
                part |= new
                todo = todo ^ (1 << todo.bit_length() - 1) | new
            mask ^= part
            first = ((part & -part).bit_length() - 1) // self._kinds
            parts.append(part >> first * self._kinds)
        return parts


def _bits(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
