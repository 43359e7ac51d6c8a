"""Who wins a sum, by looking ahead: no value of the whole is ever built."""

from __future__ import annotations

from gfkit.values.outcome.cooling import Cooling
from gfkit.values.outcome.cuts import Cuts
from gfkit.values.outcome.moves import surplus
from gfkit.values.outcome.parts import Parts, Sum
from gfkit.values.outcome.transpositions import Transpositions
from gfkit.values.position import MaskPosition
from gfkit.values.short.order import at_most


class Lookahead:
    """Win or loss of sums, Left to move; Right to move on G is Left to move on -G."""

    def __init__(self, parts: Parts, cuts: Cuts, cooling: Cooling, known: Transpositions) -> None:
        self.parts, self.cuts, self.cooling, self.known = parts, cuts, cooling, known
        self.table = parts.table
        self.nodes = 0
        self._mob = {}
        self._bounds: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def outcome(self, state: int) -> str:
        whole = self.parts.read(state)
        first, second = self.wins_first(whole), self.wins_first(self.parts.negative(whole))
        return {(True, True): "first", (False, False): "second", (True, False): "left"}.get((first, second), "right")

    def wins_first(self, whole: Sum) -> bool:
        decided = self._decided(whole)
        if decided is not None:
            return decided
        self.nodes += 1
        won = self._searched(whole)
        self.known.keep(whole, won)
        return won

    def _decided(self, whole: Sum) -> bool | None:
        parts, value = whole
        if not parts:
            return not at_most(self.table, value, self.table.zero)
        found = self.known.find(whole)
        if found is not None:
            return found
        below, above = [value], [value]
        for part in parts:
            low, high = self.bounds(part)
            below += low
            above += high
        if self.cooling.left_wins_first(below):
            return True
        if self.cooling.left_loses_first(above):
            return False
        return None

    def _searched(self, whole: Sum) -> bool:
        replies = []
        children = [self.parts.negative(after) for after in self._moves(whole)]
        children.sort(key=self._guess)
        for reply in children:
            decided = self._decided(reply)
            if decided is False:
                return True
            if decided is None:
                replies.append((self._promise(reply), reply))
        replies.sort()
        return any(not self.wins_first(reply) for _, reply in replies)

    def _moves(self, whole: Sum) -> list[Sum]:
        parts, value = whole
        found = {}
        for index, part in enumerate(parts):
            if index and parts[index - 1] == part:
                continue
            rest = parts[:index] + parts[index + 1 :], value
            for option in self.parts.options(part):
                found[self.parts.together(rest, option)] = None
        for option in self.table.lefts_of(value):
            found[parts, option] = None
        return list(found)

    def _promise(self, whole: Sum) -> int:
        mean = self.cooling.mean
        total = 2 * mean(whole[1])
        for part in whole[0]:
            low, high = self.bounds(part)
            total += sum(map(mean, low)) + sum(map(mean, high))
        return total

    def _guess(self, whole: Sum) -> int:
        return self.cooling.mean(whole[1]) + sum(map(self._ahead, whole[0]))

    def _ahead(self, part: int) -> int:
        found = self._mob.get(part)
        if found is None:
            image, turned = divmod(part, 2)
            p = self.parts.position
            found = (len(p.left(image)) - len(p.right(image)) << 15)
            if turned: found = -found
            self._mob[part] = found
        return found

    def bounds(self, part: int):
        found = self._bounds.get(part)
        if found is None:
            image, turned = divmod(part, 2)
            if turned:
                low, high = self.bounds(image << 1)
                from gfkit.values.short.sums import negate

                found = tuple(negate(self.table, g) for g in high), tuple(negate(self.table, g) for g in low)
            else:
                found = self._bounded(image)
            self._bounds[part] = found
        return found

    def _bounded(self, image: int):
        position = self.parts.position
        low, high = self.cuts.lower(image), self.cuts.upper(image)
        if isinstance(position, MaskPosition):
            least, most = surplus(position, image)
        else:
            least, most = -position.size, position.size
        mean = self.cooling.mean
        scaled = self.table.scaled
        scale = self.table.scale
        if low is None or sum(map(mean, low)) <= least << 16:
            low = (scaled(least * scale),)
        if high is None or sum(map(mean, high)) >= most << 16:
            high = (scaled(most * scale),)
        return low, high
