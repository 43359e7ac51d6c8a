"""Families of rules given by sets of allowed windows, and their numbers on small rectangles.

The digits of a code correspond to the windows in descending order: 11/11, 11/10, ..., 00/00 for binary 2 x 2
windows. A rule allows the windows whose digit is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from gfkit.core.deferred import dataclass
from gfkit.core.errors import OptionError
from gfkit.core.typing import cached_property
from gfkit.questions.twins.blocks import BlockRule

if TYPE_CHECKING:
    from numpy.typing import NDArray

Size = tuple[int, int]
_MOST_VALUES = 4
_MOST_LISTED = 16
"""Number of windows up to which all rules (up to symmetry) are listed. Beyond it they are sampled."""
_BITS, _TALLEST = 63, 6
"""Maximum bits of the count on a board, so that it fits into a machine word, and maximum number of rows."""


@dataclass(frozen=True)
class WindowFamily:
    """All rules on windows with a given number of rows, columns and values."""

    rows: int
    columns: int
    values: int

    @classmethod
    def read(cls, text: str) -> WindowFamily | None:
        """Parse a name such as ``windows:2x3`` or ``windows:2x2:3``; return None for other names.

        >>> WindowFamily.read("windows:2x2:3")
        WindowFamily(rows=2, columns=2, values=3)
        """
        found = re.fullmatch(r"windows:(\d+)x(\d+)(?::(\d+))?", text)
        if found is None:
            return None
        family = cls(*(int(number or 2) for number in found.groups()))
        if min(family.rows, family.columns - 1, family.values - 1) < 1 or family.size > _MOST_VALUES:
            raise OptionError(
                f"{text!r}: the pairs of adjacent windows have too many values; choose from windows:1x2,"
                " windows:1x3, windows:2x2, windows:2x3 and, with 3 or 4 values, windows:1x2:3, windows:2x2:3"
            )
        return family

    @property
    def size(self) -> int:
        """The number of values of the rules of 2 x 2 blocks."""
        return int(self.values ** (max(self.rows - 1, 1) * (self.columns - 1)))

    @cached_property
    def windows(self) -> list[tuple[int, ...]]:
        """Windows in the order of the digits of a code, each row by row."""
        return list(product(range(self.values)[::-1], repeat=self.rows * self.columns))

    @property
    def least(self) -> Size:
        """Smallest board on which a window fits."""
        return self.rows, self.columns

    @property
    def exchanges(self) -> bool:
        """True if the family is closed under transposition."""
        return self.rows == self.columns

    @property
    def is_listed(self) -> bool:
        """True if all rules are listed, one for each symmetry class."""
        return len(self.windows) <= _MOST_LISTED

    def codes(self, sample: int, seed: int) -> list[str]:
        """Return the smallest code of each symmetry class, or random codes if there are too many classes.

        >>> len(WindowFamily(2, 2, 2).codes(0, 0))
        5056
        """
        length = len(self.windows)
        if self.is_listed:
            import numpy as np

            codes = np.arange(1 << length)
            smallest = codes.copy()
            for places in self._symmetries():
                image = np.zeros_like(codes)
                for place, to in enumerate(places):
                    image |= ((codes >> (length - 1 - place)) & 1) << (length - 1 - to)
                smallest = np.minimum(smallest, image)
            return [format(code, f"0{length}b") for code in np.unique(smallest)]
        from random import Random

        random = Random(seed)
        found: dict[str, None] = {}
        while len(found) < sample:
            share = random.random()
            found["".join("01"[random.random() < share] for _ in range(length))] = None
        return list(found)

    def _symmetries(self) -> Iterator[list[int]]:
        """Yield the permutations of the windows under reflections, transposition and renaming."""
        number = {window: place for place, window in enumerate(self.windows)}
        cells = [*product(range(self.rows), range(self.columns))]
        turns = [(0, 1), (1, 0)][: 1 + self.exchanges]
        for names in permutations(range(self.values)):
            for up, left, axes in product((False, True), (False, True), turns):
                moved = [
                    abs(up * (self.rows - 1) - cell[axes[0]]) * self.columns
                    + abs(left * (self.columns - 1) - cell[axes[1]])
                    for cell in cells
                ]
                yield [number[tuple(names[window[place]] for place in moved)] for window in self.windows]

    def drawn(self, code: str) -> tuple[str, ...]:
        """Return the allowed windows as a rule file states them."""
        width = self.columns
        return tuple(
            "/".join("".join(map(str, window[i : i + width])) for i in range(0, len(window), width))
            for window, digit in zip(self.windows, code, strict=True)
            if digit == "1"
        )

    def rule(self, code: str) -> BlockRule:
        """Return the block rule on 2 x 2 blocks whose arrays correspond to the arrays of the rule with a
        code.

        Windows of one row are windows of two rows whose second row is free, for m >= 2.
        """
        allowed = {window for window, digit in zip(self.windows, code, strict=True) if digit == "1"}
        if self.rows == 1:
            allowed = {upper + lower for upper, lower in product(allowed, repeat=2)}
        return BlockRule.of_windows(self.values, max(self.rows, 2), self.columns, allowed)


def board_sizes(values: int, cells: int) -> list[Size]:
    """Return sizes of boards from 2 x 2 up to a limit on the number of cells, whose counts fit into a machine
    word.
    """
    fitting = min(cells, int(_BITS // (values.bit_length() - (values & (values - 1) == 0))))
    sides = range(2, max(fitting // 2, 1) + 1)
    return [(m, n) for m in sides for n in sides if m <= _TALLEST and m * n <= fitting]


def count_blocks(rules: Sequence[BlockRule], sizes: Sequence[Size]) -> list[tuple[int, ...]]:
    """Return the exact counts of legal arrays of the given sizes, for several rules with equally many values.

    The sweep is column by column, and cell by cell within a column. For each rule, the numbers of partial
    arrays are stored in an array whose axes are the new values above a cell, the old value diagonally before
    the cell, and the old values from the cell on.
    """
    import numpy as np

    size = rules[0].size
    allowed = np.zeros((len(rules), *(size,) * 4), dtype=np.uint64)
    for place, rule in enumerate(rules):
        for block in rule.allowed:
            allowed[(place, *block)] = 1
    found: dict[Size, Any] = {}
    for m in sorted({m for m, _ in sizes}):
        ways: NDArray[np.uint64] = np.ones((len(rules), size**m), dtype=np.uint64)
        for n in range(2, max(n for rows, n in sizes if rows == m) + 1):
            ways = np.repeat(ways[:, None, :], size, axis=1)
            for i in range(1, m):
                # axes: rule, new values but the last, the last one, old value before, old value, the rest
                shape = len(rules), size ** (i - 1), size, size, size, size ** (m - 1 - i)
                ways = np.einsum("rxbacy,rabcd->rxbdcy", ways.reshape(shape), allowed)
            ways = ways.reshape(len(rules), size**m, size).sum(axis=2)
            found[m, n] = ways.sum(axis=1)
    return [tuple(int(found[board][place]) for board in sizes) for place in range(len(rules))]
