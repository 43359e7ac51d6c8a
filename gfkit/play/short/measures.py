"""Measures of canonical forms: birthday, size, atomic weight."""

from __future__ import annotations

from gfkit.play.short.arithmetic import add, at_most, make
from gfkit.play.short.table import Table


def birthday(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """The birthday of a game: one more than the latest birthday of its options.

    >>> table = Table()
    >>> birthday(table, table.of_scaled(table.scale * 3 // 4)), birthday(table, table.of_up_star((0, 1, 1)))
    (3, 2)
    """
    known = {} if known is None else known
    for here in table.from_below(game) if game not in known else ():
        number = table.number[here]
        if number is not None:
            value = table.fraction(number)
            whole = abs(number) // table.scale
            known[here] = whole + value.denominator.bit_length() - (value.denominator == 1)
        elif here not in known:
            known[here] = 1 + max(known[option] for option in (*table.lefts_of(here), *table.rights_of(here)))
    return known[game]


def subpositions(table: Table, game: int) -> int:
    """Number of different subpositions, the game included; numbers have no proper ones here.

    >>> table = Table()
    >>> subpositions(table, table.of_up_star((0, 1, 0)))
    3
    """
    return len(table.from_below(game))


def is_all_small(table: Table, game: int) -> bool:
    """Whether in every subposition both players can move or neither can."""
    return all(table.number[here] is None or here == table.zero for here in table.from_below(game))


def atomic_weight(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """The atomic weight of an all-small game.

    It is {aw(G^L) - 2 | aw(G^R) + 2}, unless that is an integer. Then it is 0 if G is confused with a far
    star, the largest integer between the options if G is above it, the smallest if G is below.
    Reference: Berlekamp, Conway, Guy, Winning Ways, chapter 8.

    >>> table = Table()
    >>> weight = atomic_weight(table, table.of_up_star((0, 3, 1)))
    >>> table.number[weight] == 3 * table.scale
    True
    """
    known = {} if known is None else known
    known[table.zero] = table.zero
    born: dict[int, int] = {}
    for here in table.from_below(game):
        if here in known:
            continue
        two = 2 * table.scale
        lefts = [add(table, known[option], table.of_scaled(-two)) for option in table.lefts_of(here)]
        rights = [add(table, known[option], table.of_scaled(two)) for option in table.rights_of(here)]
        weight = make(table, lefts, rights)
        number = table.number[weight]
        if number is not None and number % table.scale == 0:
            far = table.of_up_star((0, 0, birthday(table, here, born) + 1))
            weight = table.of_scaled(table.scale * _eccentric(table, here, far, lefts, rights))
        known[here] = weight
    return known[game]


def _eccentric(table: Table, game: int, far: int, lefts: list[int], rights: list[int]) -> int:
    """The atomic weight among the integers between the options, by comparison with a far star."""
    if at_most(table, far, game):
        top, is_open = table.right_end(rights)
        return top // table.scale if is_open else -(-top // table.scale) - 1
    if at_most(table, game, far):
        low, is_open = table.left_end(lefts)
        return -(-low // table.scale) if is_open else low // table.scale + 1
    return 0
