"""Positions as sums: parts too large for their value, and one value for all the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gfkit.values.board.search import Search
from gfkit.values.outcome.cuts import moves_of
from gfkit.values.short.sums import add, negate

Sum = tuple[tuple[int, ...], int]
"""Large parts, ascending, and the id of the sum of the others' values."""


class Parts:
    """Sums of large parts and one value.

    A large part is the least of its images, times two, plus one where it stands for the negative of that image.
    A part and its negative cancel. Parts with at most ``most_moves`` moves are replaced by their value.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> from gfkit.values.position import compile_position
    >>> from gfkit.values.short.table import Table
    >>> position = compile_position(find_rule("domineering"), parse_one_board("2x3"))
    >>> parts = Parts(Search(position, Table(), 1 << 30), 6)
    >>> whole = parts.read(position.start)
    >>> whole[0] == (position.start << 1,), len(parts.options(whole[0][0])), parts.negative(whole)[0] == (127,)
    (True, 2, True)
    """

    def __init__(self, values: Search, most_moves: int) -> None:
        self.values, self.most_moves = values, most_moves
        self.position, self.table = values.position, values.table
        self._turned: dict[int, int] = {}
        self._options: dict[int, tuple[Sum, ...]] = {}
        self._small: dict[int, bool] = {}

    def __len__(self) -> int:
        return len(self._turned) + 3 * sum(map(len, self._options.values()))

    def read(self, state: int) -> Sum:
        """A state as a sum."""
        large, value = [], self.table.zero
        for component in self.position.components(state):
            part = self.position.settle(component)
            if self._is_small(part):
                value = add(self.table, value, self.values.value(part))
            else:
                large.append(self._part(part))
        return self._cancelled(large), value

    def together(self, one: Sum, other: Sum) -> Sum:
        """The sum of two sums."""
        if not one[0] or not other[0]:
            return one[0] or other[0], add(self.table, one[1], other[1])
        return self._cancelled((*one[0], *other[0])), add(self.table, one[1], other[1])

    def negative(self, whole: Sum) -> Sum:
        turned = self._turned
        return tuple(sorted(turned[part] for part in whole[0])), negate(self.table, whole[1])

    def options(self, part: int) -> tuple[Sum, ...]:
        """The sums Left can move to from a part."""
        found = self._options.get(part)
        if found is None:
            image, turned = divmod(part, 2)
            if turned:
                found = tuple(map(self.negative, self._after(self.position.right(image))))
            else:
                found = self._after(self.position.left(image))
            self._options[part] = found
        return found

    def _after(self, states: Iterable[int]) -> tuple[Sum, ...]:
        return tuple(dict.fromkeys(map(self.read, states)))

    def _part(self, settled: int) -> int:
        images = {(image, sign < 0) for image, sign in self.position.images(settled)}
        least = min(image for image, _ in images)
        plain, turned = (least, False) in images, (least, True) in images
        part = least << 1 | (not plain)
        if part not in self._turned:
            other = part if plain and turned or self.position.impartial else part ^ 1
            self._turned[part], self._turned[other] = other, part
        return part

    def _cancelled(self, parts: Iterable[int]) -> tuple[int, ...]:
        counts = Counter(parts)
        for part in list(counts):
            other = self._turned[part]
            if other == part:
                counts[part] %= 2
            elif counts[part] and counts[other]:
                both = min(counts[part], counts[other])
                counts[part] -= both
                counts[other] -= both
        return tuple(sorted(counts.elements()))

    def _is_small(self, part: int) -> bool:
        found = self._small.get(part)
        if found is None:
            found = self._small[part] = moves_of(self.position, part) <= self.most_moves
        return found
