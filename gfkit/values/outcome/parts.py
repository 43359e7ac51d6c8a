"""Positions as sums: parts too large for their value, and one value for all the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gfkit.values.board.search import Search
from gfkit.values.outcome.cuts import moves_of
from gfkit.values.short.sums import add, negate

Sum = tuple[tuple[int, ...], int]
"""Large parts, ascending, and the id of the sum of the others' values."""
_MOST_MOVES = 10
"""Moves of a part up to which its value takes its place."""


class Parts:
    """Sums of large parts and one value.

    A large part is the least of its images, times two, plus one where it stands for the negative of that
    image. A part and its negative cancel: who moves second in the two copies the other.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> from gfkit.values.position import compile_position
    >>> from gfkit.values.short.table import Table
    >>> position = compile_position(find_rule("domineering"), parse_one_board("3x4"))
    >>> parts = Parts(Search(position, Table(), 1 << 30))
    >>> whole = parts.read(position.start)
    >>> whole[0] == (position.start << 1,), parts.together(whole, parts.negative(whole))[0]
    (True, ())
    """

    def __init__(self, values: Search) -> None:
        self.values = values
        self.position, self.table = values.position, values.table
        self._turned: dict[int, int] = {}
        self._options: dict[int, tuple[Sum, ...]] = {}
        self._small: dict[int, bool] = {}
        self._ahead: dict[int, int] = {}
        self._listed = 0

    def __len__(self) -> int:
        return len(self._small) + self._listed

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
        value = add(self.table, one[1], other[1])
        if not one[0] or not other[0]:
            return one[0] or other[0], value
        return self._cancelled((*one[0], *other[0])), value

    def negative(self, whole: Sum) -> Sum:
        turned = self._turned
        return tuple(sorted(turned[part] for part in whole[0])), negate(self.table, whole[1])

    def options(self, whole: Sum) -> list[Sum]:
        """The sums Left can move to."""
        parts, value = whole
        found: dict[Sum, None] = {}
        for index, part in enumerate(parts):
            if not index or parts[index - 1] != part:
                rest = parts[:index] + parts[index + 1 :], value
                for option in self._of_part(part):
                    found[self.together(rest, option)] = None
        for left in self.table.lefts_of(value):
            found[parts, left] = None
        return list(found)

    def ahead(self, part: int) -> int:
        """How many moves more Left has in a part than Right."""
        found = self._ahead.get(part)
        if found is None:
            image, turned = divmod(part, 2)
            found = len(self.position.left(image)) - len(self.position.right(image))
            found = self._ahead[part] = -found if turned else found
        return found

    def _of_part(self, part: int) -> tuple[Sum, ...]:
        found = self._options.get(part)
        if found is None:
            image, turned = divmod(part, 2)
            after = self.position.right(image) if turned else self.position.left(image)
            sums = dict.fromkeys(map(self.read, after))
            found = self._options[part] = tuple(map(self.negative, sums)) if turned else tuple(sums)
            self._listed += len(found)
        return found

    def _part(self, settled: int) -> int:
        images = set(self.position.images(settled))
        least = min(image for image, _ in images)
        plain, turned = (least, 1) in images, (least, -1) in images
        part = least << 1 | (not plain)
        if part not in self._turned:
            other = part if (plain and turned) or self.position.impartial else part ^ 1
            self._turned[part], self._turned[other] = other, part
        return part

    def _cancelled(self, parts: Iterable[int]) -> tuple[int, ...]:
        counts = Counter(parts)
        for part in list(counts):
            other = self._turned[part]
            if other == part:
                counts[part] %= 2
            else:
                both = min(counts[part], counts[other])
                counts[part] -= both
                counts[other] -= both
        return tuple(sorted(counts.elements()))

    def _is_small(self, part: int) -> bool:
        found = self._small.get(part)
        if found is None:
            found = self._small[part] = moves_of(self.position, part) <= _MOST_MOVES
        return found
