"""What is known about a large part without searching it: values below and above it."""

from __future__ import annotations

from math import prod

from gfkit.values.outcome.cooling import UNIT, Cooling
from gfkit.values.outcome.cuts import Cuts
from gfkit.values.outcome.moves import surplus
from gfkit.values.outcome.parts import Sum
from gfkit.values.position import MaskPosition
from gfkit.values.short.order import at_most
from gfkit.values.short.size import size
from gfkit.values.short.sums import add, negate

Bound = tuple[int, ...]
"""Ids of values, whose sum bounds something."""
_MOST_ADDED, _LARGEST_SUM = 3, 20_000
"""How many values that are no sums of numbers, ups and stars are added up exactly, and how large together."""


class Bounds:
    """Values whose sum is at most a part, and values whose sum is at least the part.

    Each comes from the cuts, or where counting moves says more from that. Sums of such bounds are compared
    with 0 by their stops, and where that leaves it open and they are small, exactly.
    """

    def __init__(self, cuts: Cuts, cooling: Cooling) -> None:
        self.cuts, self.cooling = cuts, cooling
        self.position, self.table = cuts.position, cooling.table
        self._of_part: dict[int, tuple[Bound, Bound]] = {}
        self._sizes: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._of_part)

    def of(self, part: int) -> tuple[Bound, Bound]:
        """The values below and above a part."""
        found = self._of_part.get(part)
        if found is None:
            image, turned = divmod(part, 2)
            if turned:
                below, above = self.of(image << 1)
                found = self._negated(above), self._negated(below)
            else:
                found = self._found(image)
            self._of_part[part] = found
        return found

    def decide(self, whole: Sum) -> bool | None:
        """Whether Left, moving first, wins the sum; None where the bounds leave it open."""
        below, above = [whole[1]], [whole[1]]
        for part in whole[0]:
            low, high = self.of(part)
            below += low
            above += high
        if self.cooling.left_wins_first(below):
            return True
        if self.cooling.left_loses_first(above):
            return False
        least = self._added(below)
        if least is not None and not at_most(self.table, least, self.table.zero):
            return True
        most = self._added(above)
        if most is not None and at_most(self.table, most, self.table.zero):
            return False
        return None

    def middle(self, whole: Sum) -> int:
        """A guess at the sum's mean (twice that, in units), halfway between its bounds."""
        mean = self.cooling.mean
        total = 2 * mean(whole[1])
        for part in whole[0]:
            total += sum(mean(game) for bound in self.of(part) for game in bound)
        return total

    def _found(self, image: int) -> tuple[Bound, Bound]:
        least, most = self._counted(image)
        below, above = self.cuts.lower(image), self.cuts.upper(image)
        mean, table = self.cooling.mean, self.table
        if below is None or sum(map(mean, below)) <= least * UNIT:
            below = (table.scaled(least * table.scale),)
        if above is None or sum(map(mean, above)) >= most * UNIT:
            above = (table.scaled(most * table.scale),)
        return below, above

    def _counted(self, image: int) -> tuple[int, int]:
        """Whole numbers below and above; no player moves more often than there are cells."""
        if isinstance(self.position, MaskPosition):
            return surplus(self.position, image)
        return -self.position.size, self.position.size

    def _negated(self, bound: Bound) -> Bound:
        return tuple(negate(self.table, game) for game in bound)

    def _added(self, games: list[int]) -> int | None:
        """The exact sum of some values, unless it would be large."""
        hot = [game for game in games if self.table.up_star[game] is None]
        if len(hot) > _MOST_ADDED or prod(map(self._size, hot)) > _LARGEST_SUM:
            return None
        total = self.table.zero
        for game in games:
            total = add(self.table, total, game)
        return total

    def _size(self, game: int) -> int:
        found = self._sizes.get(game)
        if found is None:
            found = self._sizes[game] = size(self.table, game)
        return found
