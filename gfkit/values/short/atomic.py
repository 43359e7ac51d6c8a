"""Atomic weights of all-small games."""

from __future__ import annotations

from gfkit.values.short.canonical import make
from gfkit.values.short.order import at_most
from gfkit.values.short.size import birthday
from gfkit.values.short.sums import add
from gfkit.values.short.table import Table


def is_all_small(table: Table, game: int, known: dict[int, bool] | None = None) -> bool:
    """Whether in every subposition both players can move or neither can."""
    known = {} if known is None else known
    if table.number[game] is not None:
        return game == table.zero
    if game not in known:
        options = (*table.lefts_of(game), *table.rights_of(game))
        known[game] = all(is_all_small(table, option, known) for option in options)
    return known[game]


def atomic_weight(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """The atomic weight of an all-small game: how many ups it is worth.

    It is {aw(G^L) - 2 | aw(G^R) + 2}, unless that is an integer; then it is 0 when G is confused with a far
    star, the largest integer between the options when G is above it, the smallest when G is below.
    Reference: Berlekamp, Conway, Guy, Winning Ways, chapter 8.

    >>> table = Table()
    >>> weight = atomic_weight(table, table.of_up_star((0, 3, 1)))
    >>> table.number[weight] == 3 * table.scale
    True
    """
    known = {} if known is None else known
    if game == table.zero:
        return game
    found = known.get(game)
    if found is None:
        two = 2 * table.scale
        lefts = [add(table, atomic_weight(table, g, known), table.scaled(-two)) for g in table.lefts_of(game)]
        rights = [
            add(table, atomic_weight(table, g, known), table.scaled(two)) for g in table.rights_of(game)
        ]
        found = make(table, lefts, rights)
        number = table.number[found]
        if number is not None and number % table.scale == 0:
            found = table.scaled(table.scale * _eccentric(table, game, lefts, rights))
        known[game] = found
    return found


def _eccentric(table: Table, game: int, lefts: list[int], rights: list[int]) -> int:
    """The integer that the far star chooses among those between the options."""
    far = table.of_up_star((0, 0, birthday(table, game) + 1))
    if at_most(table, far, game):
        top = min(table.left_stop[g] for g in rights)
        open_end = any(table.ceiling[g] for g in rights if table.left_stop[g] == top)
        return -(-top // table.scale) - 1 if open_end else top // table.scale
    if at_most(table, game, far):
        low = max(table.right_stop[g] for g in lefts)
        open_end = any(table.floor[g] for g in lefts if table.right_stop[g] == low)
        return low // table.scale + 1 if open_end else -(-low // table.scale)
    return 0
