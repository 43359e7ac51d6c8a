"""Outcomes of strips with straight pieces, by exhaustive search with separate components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gfkit.core.typing import Player

Part = int
"""Free cells as bits: the cell in a row and a column is bit rows * column + row."""
_FORMS = {(True, True): "first", (True, False): "left", (False, True): "right", (False, False): "second"}


class Strips:
    """Boards with some rows; Left places vertical pieces of these lengths, Right horizontal ones."""

    def __init__(self, rows: int, lengths: tuple[int, ...]) -> None:
        self.rows = rows
        self._pieces = {
            Player.LEFT: [(1 << size) - 1 << row for size in lengths for row in range(rows - size + 1)],
            Player.RIGHT: [
                sum(1 << rows * col + row for col in range(size)) for size in lengths for row in range(rows)
            ],
        }
        self._wins = cache(self._try_moves)

    def outcome(self, cols: int) -> str:
        """Return the outcome: ``left``, ``right``, ``first`` or ``second``.

        >>> [Strips(3, (3,)).outcome(cols) for cols in range(1, 9)]
        ['left', 'left', 'first', 'first', 'first', 'right', 'first', 'left']
        """
        whole = tuple(sorted(self.parts((1 << self.rows * cols) - 1)))
        return _FORMS[self._wins(whole, Player.LEFT), self._wins(whole, Player.RIGHT)]

    def placements(self, free: Part, who: Player) -> Iterator[int]:
        """Yield the pieces that a player can place."""
        for piece in self._pieces[who]:
            at = piece
            while at <= free:
                if at & free == at:
                    yield at
                at <<= self.rows

    def parts(self, free: Part) -> list[Part]:
        """Return the components joined by pieces, each translated to the first column, without unreachable
        cells."""
        parts: list[Part] = []
        for piece in (piece for who in self._pieces for piece in self.placements(free, who)):
            touching = [part for part in parts if part & piece]
            parts = [part for part in parts if not part & piece]
            parts.append(sum(touching) | piece)
        return [self._home(part) for part in parts]

    def _home(self, part: Part) -> Part:
        column = (1 << self.rows) - 1
        while not part & column:
            part >>= self.rows
        return part

    def _try_moves(self, parts: tuple[Part, ...], who: Player) -> bool:
        """Return True if the player to move wins."""
        opponent = Player.RIGHT if who is Player.LEFT else Player.LEFT
        return any(
            not self._wins(tuple(sorted([*parts[:k], *parts[k + 1 :], *self.parts(part & ~piece)])), opponent)
            for k, part in enumerate(parts)
            for piece in self.placements(part, who)
        )
