"""Canonical forms: from options to the simplest equal game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gfkit.values.short.order import at_most
from gfkit.values.short.simplest import simplest
from gfkit.values.short.table import Options, Table


def make(table: Table, lefts: Iterable[int], rights: Iterable[int]) -> int:
    """The id of the game with these options.

    First the simplest number theorem: when some number lies between the options, the game is the simplest
    one. Then dominated options go, reversible ones are replaced, and what came in may be dominated again.
    Cost: one comparison for each pair of options and each option's answers. Reference: Siegel, Combinatorial
    Game Theory, chapter II.

    >>> table = Table()
    >>> table.number[make(table, [table.zero], [])] == table.scale
    True
    >>> star = make(table, [table.zero], [table.zero])
    >>> make(table, [table.zero, star], [star, table.zero]) == table.of_up_star((0, 0, 2))
    True
    """
    key = (tuple(sorted(set(lefts))), tuple(sorted(set(rights))))
    found = table.made.get(key)
    if found is None:
        found = _number(table, *key)
        if found is None:
            found = _Draft(table, *key).canonical()
        table.made[key] = found
    return found


def _number(table: Table, lefts: Options, rights: Options) -> int | None:
    """The number that the game is, or None.

    A number x fits when no left option is at least x and no right option at most x. Left options rule out
    what is below their right stops, and the stop itself where they are at least it; right options alike.
    """
    low = high = None
    low_in = high_in = True
    if lefts:
        low = max(table.right_stop[g] for g in lefts)
        low_in = not any(table.floor[g] for g in lefts if table.right_stop[g] == low)
    if rights:
        high = min(table.left_stop[g] for g in rights)
        high_in = not any(table.ceiling[g] for g in rights if table.left_stop[g] == high)
    if low is not None and high is not None and (low > high or (low == high and not (low_in and high_in))):
        return None
    found = simplest(low, low_in, high, high_in, table.scale)
    if found is None:
        table.refine()
        return _number(table, lefts, rights)
    return table.scaled(found)


class _Draft:
    """A game that is no number, on the way to its canonical form."""

    def __init__(self, table: Table, lefts: Options, rights: Options) -> None:
        self.table = table
        self.lefts, self.rights = list(lefts), list(rights)
        self._high = max(table.right_stop[g] for g in lefts)
        self._low = min(table.left_stop[g] for g in rights)
        self._ceiling = not any(table.floor[g] for g in lefts if table.right_stop[g] == self._high)
        self._floor = not any(table.ceiling[g] for g in rights if table.left_stop[g] == self._low)
        self._above: dict[int, bool] = {}
        self._below: dict[int, bool] = {}

    def canonical(self) -> int:
        table = self.table
        self._drop_dominated()
        lefts = _bypassed(self.lefts, table.rights_of, self.at_least, table.lefts_of)
        rights = _bypassed(self.rights, table.lefts_of, self.at_most, table.rights_of)
        if lefts is not None or rights is not None:
            self.lefts = self.lefts if lefts is None else lefts
            self.rights = self.rights if rights is None else rights
            self._drop_dominated()
        return table.intern(tuple(sorted(self.lefts)), tuple(sorted(self.rights)))

    def at_least(self, game: int) -> bool:
        """Whether game <= self."""
        table = self.table
        if table.left_stop[game] < self._low:
            return True
        if table.left_stop[game] > self._high or table.right_stop[game] > self._low:
            return False
        if table.number[game] is not None:
            return self._floor
        known = self._above.get(game)
        if known is None:
            known = not any(at_most(table, right, game) for right in self.rights)
            known = known and not any(self.at_most(left) for left in table.lefts_of(game))
            self._above[game] = known
        return known

    def at_most(self, game: int) -> bool:
        """Whether self <= game."""
        table = self.table
        if self._high < table.right_stop[game]:
            return True
        if self._high > table.left_stop[game] or self._low > table.right_stop[game]:
            return False
        if table.number[game] is not None:
            return self._ceiling
        known = self._below.get(game)
        if known is None:
            known = not any(at_most(table, game, left) for left in self.lefts)
            known = known and not any(self.at_least(right) for right in table.rights_of(game))
            self._below[game] = known
        return known

    def _drop_dominated(self) -> None:
        table = self.table
        if len(self.lefts) > 1:
            self.lefts = _undominated(self.lefts, lambda one, other: at_most(table, one, other))
        if len(self.rights) > 1:
            self.rights = _undominated(self.rights, lambda one, other: at_most(table, other, one))


def _bypassed(
    options: list[int],
    answers: Callable[[int], Options],
    reverses: Callable[[int], bool],
    replies: Callable[[int], Options],
) -> list[int] | None:
    """The options with reversible ones replaced by the replies to the answer; None when nothing changed."""
    kept: dict[int, None] = {}
    waiting, changed = list(options), False
    while waiting:
        option = waiting.pop()
        for answer in answers(option):
            if reverses(answer):
                waiting.extend(replies(answer))
                changed = True
                break
        else:
            kept[option] = None
    return list(kept) if changed else None


def _undominated(options: list[int], worse: Callable[[int, int], bool]) -> list[int]:
    """The options that are not worse than another."""
    kept: list[int] = []
    for option in options:
        if not any(worse(option, other) for other in kept):
            kept = [other for other in kept if not worse(other, option)]
            kept.append(option)
    return kept
