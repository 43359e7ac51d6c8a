"""Operations on short games beyond sums: cooling, heating, ordinal sums, products, reduced forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial

from gfkit.errors import InputError, LimitError, SelfCheckError
from gfkit.play.short.arithmetic import (
    add,
    at_most,
    bypass_reversible,
    drop_dominated,
    make,
    negate,
    sum_of_games,
)
from gfkit.play.short.table import Options, Table
from gfkit.play.short.thermograph import Thermographs

MOST_COPIES = 10_000
"""Largest number of copies in a sum."""


def minus(table: Table, game: int, subtrahend: int) -> int:
    """The difference of two games."""
    return add(table, game, negate(table, subtrahend))


def times(table: Table, count: int, game: int) -> int:
    """The sum of copies of a game, by doubling; of the negative for a negative number.

    >>> table = Table()
    >>> times(table, 5, table.of_up_star((0, 0, 1))) == table.of_up_star((0, 0, 1))
    True
    """
    if abs(count) > MOST_COPIES:
        raise LimitError(f"{count} copies of a game are more than {MOST_COPIES}")
    copy, total, left = (game if count >= 0 else negate(table, game)), table.zero, abs(count)
    while left:
        total = add(table, total, copy) if left & 1 else total
        left >>= 1
        copy = add(table, copy, copy) if left else copy
    return total


def cool(table: Table, game: int, by: Fraction) -> int:
    """G cooled by t: {G^L cooled - t | G^R cooled + t}, or the mean if t is above the temperature.

    Reference: Berlekamp, Conway, Guy, Winning Ways, chapter 6; t is at least 0.

    >>> table = Table()
    >>> switch = make(table, [table.dyadic(Fraction(2))], [table.dyadic(Fraction(0))])
    >>> [table.number[cool(table, switch, Fraction(t))] for t in (1, 2)] == [None, table.scale]
    True
    """
    if by < 0:
        raise InputError(f"cooling by {by}: the tax must be 0 or more")
    tax = table.dyadic(by)
    graphs = Thermographs(table)

    def cool_form(here: int, known: dict[int, int]) -> int:
        if table.number[here] is not None:
            return here
        graph = graphs.of(here)
        if by > graph.temperature:
            return table.dyadic(graph.mean)
        lefts = [minus(table, known[option], tax) for option in table.lefts_of(here)]
        rights = [add(table, known[option], tax) for option in table.rights_of(here)]
        return make(table, lefts, rights)

    return _from_below(table, game, cool_form)


def _from_below(table: Table, game: int, act: Callable[[int, dict[int, int]], int]) -> int:
    """The result of an operation on a game, from its results on the options."""
    known: dict[int, int] = {}
    for here in table.from_below(game):
        known[here] = act(here, known)
    return known[game]


def heat(table: Table, game: int, by: int) -> int:
    """G heated by t, a game: {G^L heated + t | G^R heated - t}; a number stays as it is."""
    return _raise(table, game, lambda here: here if table.number[here] is not None else None, [by])


def overheat(table: Table, game: int, base: int, by: int) -> int:
    """G overheated from s to t: {G^L overheated + t | G^R overheated - t}; of an integer n, n copies of s.

    >>> table = Table()
    >>> half = table.dyadic(Fraction(1, 2))
    >>> one = table.dyadic(Fraction(1))
    >>> overheat(table, half, one, one) == make(table, [one], [table.zero])
    True
    """
    return _raise(table, game, _copies_of(table, base), [by])


def _copies_of(table: Table, base: int) -> Callable[[int], int | None]:
    """For an integer n the function that gives n copies of a game, None for other games."""

    def copies(here: int) -> int | None:
        number = table.number[here]
        if number is None or number % table.scale:
            return None
        return times(table, number // table.scale, base)

    return copies


def _raise(table: Table, game: int, stays: Callable[[int], int | None], gains: Sequence[int]) -> int:
    """{G^L raised + gain | G^R raised - gain} for all gains, where a subposition does not stay something."""

    def raise_moves(here: int, known: dict[int, int]) -> int:
        fixed = stays(here)
        if fixed is not None:
            return fixed
        lefts = [_of(known, option, raise_moves) for option in table.lefts_of(here)]
        rights = [_of(known, option, raise_moves) for option in table.rights_of(here)]
        return make(
            table,
            [add(table, option, gain) for option in lefts for gain in gains],
            [minus(table, option, gain) for option in rights for gain in gains],
        )

    return _from_below(table, game, raise_moves)


def _of(known: dict[int, int], option: int, act: Callable[[int, dict[int, int]], int]) -> int:
    """The result for an option; options of numbers get theirs only now."""
    if option not in known:
        known[option] = act(option, known)
    return known[option]


def ordinal_sum(table: Table, base: int, game: int) -> int:
    """G:H = {G^L, G:H^L | G^R, G:H^R}, of the canonical form of G, for it depends on the form.

    >>> table = Table()
    >>> star = table.of_up_star((0, 0, 1))
    >>> ordinal_sum(table, star, table.dyadic(Fraction(1))) == table.of_up_star((0, 1, 0))
    False
    >>> ordinal_sum(table, star, star) == table.of_up_star((0, 0, 2))
    True
    """
    lefts, rights = table.lefts_of(base), table.rights_of(base)

    def above(here: int, known: dict[int, int]) -> int:
        left = [_of(known, option, above) for option in table.lefts_of(here)]
        right = [_of(known, option, above) for option in table.rights_of(here)]
        return make(table, [*lefts, *left], [*rights, *right])

    return _from_below(table, game, above)


def left_incentives(table: Table, game: int) -> list[int]:
    """G^L - G for every option of Left."""
    return [minus(table, option, game) for option in table.lefts_of(game)]


def right_incentives(table: Table, game: int) -> list[int]:
    """G - G^R for every option of Right."""
    return [minus(table, game, option) for option in table.rights_of(game)]


def largest(table: Table, games: Iterable[int]) -> list[int]:
    """The maximal games: no other game is at least as large."""
    return drop_dominated(games, lambda game, rival: at_most(table, game, rival))


def norton_product(table: Table, game: int, unit: int) -> int:
    """G . U for U > 0: n copies of U for an integer n, else {G^L . U + U + D | G^R . U - U - D} for all
    incentives D of U.

    >>> table = Table()
    >>> up, star = table.of_up_star((0, 1, 0)), table.of_up_star((0, 0, 1))
    >>> norton_product(table, table.dyadic(Fraction(3)), up) == table.of_up_star((0, 3, 0))
    True
    """
    if unit == table.zero or not at_most(table, table.zero, unit):
        raise InputError("product: the second game must be greater than 0, as ^ or 1")
    gains = [
        add(table, unit, option) for option in (*left_incentives(table, unit), *right_incentives(table, unit))
    ]
    return _raise(table, game, _copies_of(table, unit), gains)


def up_power(table: Table, power: int) -> int:
    """Up-nth: {0 | * - (up + up-second + ... + up-(n-1)st)}, where up-first is up."""
    star = table.of_up_star((0, 0, 1))
    return make(table, [table.zero], [minus(table, star, up_sum(table, power - 1))])


def up_sum(table: Table, power: int) -> int:
    """Up-first + ... + up-nth, which is {the sum to n - 1 | *}.

    >>> table = Table()
    >>> up_sum(table, 2) == make(table, [up_sum(table, 1)], [table.of_up_star((0, 0, 1))])
    True
    """
    return sum_of_games(table, [up_power(table, k) for k in range(1, power + 1)])


# Up to infinitesimals


def inf_at_most(table: Table, game: int, bound: int) -> bool:
    """Whether game <= bound up to infinitesimals: bound - game + x >= 0 for all x > 0."""
    return table.right_stop[minus(table, bound, game)] >= 0


def reduced_form(table: Table, game: int) -> int:
    """The reduced canonical form: the simplest game that differs by an infinitesimal.

    A game with equal stops reduces to that number. Otherwise the options are reduced. Options dominated up
    to infinitesimals are dropped, and options reversible up to infinitesimals are bypassed. That the result
    differs by an infinitesimal is checked. Reference: Grossman, Siegel,
    Reductions of partizan games.

    >>> table = Table()
    >>> number = table.dyadic(Fraction(2))
    >>> switch = make(table, [number], [negate(table, number)])
    >>> reduced_form(table, add(table, switch, table.of_up_star((0, 3, 1)))) == switch
    True
    """
    known: dict[int, int] = {}

    def reduce(here: int) -> int:
        for part in table.from_below(here) if here not in known else ():
            if part in known:
                continue
            if table.left_stop[part] == table.right_stop[part]:
                known[part] = table.dyadic(table.fraction(table.left_stop[part]))
            else:
                known[part] = _simplify(table, part, reduce)
        return known[here]

    reduced = reduce(game)
    if not (inf_at_most(table, reduced, game) and inf_at_most(table, game, reduced)):
        raise SelfCheckError("a reduced form differs by more than an infinitesimal; please report this")
    return reduced


def _simplify(table: Table, game: int, reduce: Callable[[int], int]) -> int:
    """A hot game with reduced options, none of them dominated or reversible up to infinitesimals."""
    lefts = [reduce(option) for option in table.lefts_of(game)]
    rights = [reduce(option) for option in table.rights_of(game)]

    def answers(options_of: Callable[[int], Options]) -> Callable[[int], Options]:
        """The options of games but numbers, whose options are of no account up to infinitesimals."""
        return lambda game: () if table.number[game] is not None else options_of(game)

    while True:
        whole = make(table, lefts, rights)
        lefts = drop_dominated(table.lefts_of(whole), lambda option, rival: inf_at_most(table, option, rival))
        rights = drop_dominated(
            table.rights_of(whole), lambda option, rival: inf_at_most(table, rival, option)
        )
        past_left = bypass_reversible(
            lefts,
            answers(table.rights_of),
            partial(inf_at_most, table, bound=whole),
            answers(table.lefts_of),
        )
        past_right = bypass_reversible(
            rights,
            answers(table.lefts_of),
            partial(inf_at_most, table, whole),
            answers(table.rights_of),
        )
        if past_left is None and past_right is None and make(table, lefts, rights) == whole:
            return whole
        lefts = list(map(reduce, lefts if past_left is None else past_left))
        rights = list(map(reduce, rights if past_right is None else past_right))
