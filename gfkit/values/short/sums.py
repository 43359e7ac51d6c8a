"""Sums and negatives of canonical forms."""

from __future__ import annotations

from gfkit.values.short.canonical import make
from gfkit.values.short.table import Table


def add(table: Table, one: int, other: int) -> int:
    """The id of the sum of two games.

    Numbers, ups and stars add by themselves; a number x and a game G that is none have the sum
    {G^L + x|G^R + x}, which is canonical when G is (number translation); anything else is made from the
    options of the sum, each sum once. Reference: Conway, On Numbers and Games, chapters 1 and 8.

    >>> table = Table()
    >>> up, star = table.of_up_star((0, 1, 0)), table.of_up_star((0, 0, 1))
    >>> add(table, up, star) == table.of_up_star((0, 1, 1)), add(table, star, star) == table.zero
    (True, True)
    """
    if one == table.zero:
        return other
    if other == table.zero:
        return one
    first, second = table.up_star[one], table.up_star[other]
    if first is not None and second is not None:
        return table.of_up_star((first[0] + second[0], first[1] + second[1], first[2] ^ second[2]))
    key = one << 32 | other if one < other else other << 32 | one
    known = table.sums.get(key)
    if known is None:
        if table.number[one] is not None:
            known = _translate(table, other, one)
        elif table.number[other] is not None:
            known = _translate(table, one, other)
        else:
            known = _sum(table, one, other)
        table.sums[key] = known
    return known


def negate(table: Table, game: int) -> int:
    """The id of the negative of a game."""
    known = table.negative[game]
    if known < 0:
        name = table.up_star[game]
        if name is not None:
            known = table.of_up_star((-name[0], -name[1], name[2]))
        else:
            lefts = tuple(sorted(negate(table, right) for right in table.rights_of(game)))
            rights = tuple(sorted(negate(table, left) for left in table.lefts_of(game)))
            known = table.intern(lefts, rights)
        table.negative[game] = known
        table.negative[known] = game
    return known


def _translate(table: Table, game: int, number: int) -> int:
    lefts = tuple(sorted(add(table, left, number) for left in table.lefts_of(game)))
    rights = tuple(sorted(add(table, right, number) for right in table.rights_of(game)))
    return table.intern(lefts, rights)


def _sum(table: Table, one: int, other: int) -> int:
    if table.negative[one] == other:
        return table.zero
    lefts = [add(table, left, other) for left in table.lefts_of(one)]
    lefts += [add(table, one, left) for left in table.lefts_of(other)]
    rights = [add(table, right, other) for right in table.rights_of(one)]
    rights += [add(table, one, right) for right in table.rights_of(other)]
    return make(table, lefts, rights)
