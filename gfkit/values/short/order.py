"""Comparing canonical forms."""

from __future__ import annotations

from gfkit.values.short.table import Table


def at_most(table: Table, one: int, other: int) -> bool:
    """Whether one game is at most another: one <= other.

    one <= other holds unless other <= some left option of one, or some right option of other <= one.
    Stops decide most comparisons, and all with a number; the rest is remembered in ``table.orders``. Cost: at
    most one test for each pair of subpositions. Reference: Conway, On Numbers and Games, chapter 7.

    >>> table = Table()
    >>> star = table.of_up_star((0, 0, 1))
    >>> at_most(table, table.zero, star), at_most(table, table.zero, table.of_up_star((0, 1, 0)))
    (False, True)
    """
    if one == other:
        return True
    high, low = table.left_stop, table.right_stop
    if high[one] < low[other]:
        return True
    if high[one] > high[other] or low[one] > low[other]:
        return False
    if table.number[one] is not None:
        return table.floor[other]
    if table.number[other] is not None:
        return table.ceiling[one]
    first, second = table.up_star[one], table.up_star[other]
    if first is not None and second is not None:
        return _ups_at_most(second[1] - first[1], first[2] ^ second[2])
    key = one << 32 | other
    known = table.orders.get(key)
    if known is None:
        known = table.orders[key] = _search(table, one, other)
    return known


def _search(table: Table, one: int, other: int) -> bool:
    for option in table.lefts[one] or ():
        if at_most(table, other, option):
            return False
    return all(not at_most(table, option, one) for option in table.rights[other] or ())


def _ups_at_most(ups: int, star: int) -> bool:
    """Whether 0 <= ups + star: up + star is confused with 0, up + *2 is not."""
    return ups > 1 or (ups == 1 and star != 1) or (ups == 0 and star == 0)


def outcome(table: Table, game: int) -> str:
    """Who wins: left or right whoever starts, the first or the second player."""
    above, below = at_most(table, table.zero, game), at_most(table, game, table.zero)
    return {(True, True): "second", (True, False): "left", (False, True): "right"}.get(
        (above, below), "first"
    )
