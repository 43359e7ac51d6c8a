"""Operations on short games beyond sums: cooling, heating, ordinal sums, products, reduced forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import NamedTuple, TypeVar

from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError, SelfCheckError
from gfkit.core.writable import Face
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


def birthday(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """Return the birthday of a game: one more than the latest birthday of its options.

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
    """Return the number of different subpositions, including the game; a number counts as one.

    >>> table = Table()
    >>> subpositions(table, table.of_up_star((0, 1, 0)))
    3
    """
    return len(table.from_below(game))


def is_all_small(table: Table, game: int) -> bool:
    """Return True if in every subposition either both players can move or neither can."""
    return all(table.number[here] is None or here == table.zero for here in table.from_below(game))


def atomic_weight(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """Return the atomic weight of an all-small game.

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
            weight = table.of_scaled(table.scale * _choose_atomic_weight(table, here, far, lefts, rights))
        known[here] = weight
    return known[game]


def _choose_atomic_weight(table: Table, game: int, far: int, lefts: list[int], rights: list[int]) -> int:
    """Return the atomic weight among the integers between the options, by comparison with a far star."""
    if at_most(table, far, game):
        top, is_open = table.right_end(rights)
        return top // table.scale if is_open else -(-top // table.scale) - 1
    if at_most(table, game, far):
        low, is_open = table.left_end(lefts)
        return -(-low // table.scale) if is_open else low // table.scale + 1
    return 0


Point = tuple[Fraction, Fraction]
"""Temperature, and the value of a wall there."""
Wall = tuple[Point, ...]
"""Piecewise linear function of the temperature t >= 0, constant after its last point."""
_Line = tuple[tuple[int, int], ...]
"""Wall with integer coordinates in a common unit."""
_Best = Callable[[int, int], int]
_Number = TypeVar("_Number", int, Fraction)
_BITS = 8
_REMEMBERED = 1 << 14
"""Size of the caches of walls; many games have the same thermograph."""


@dataclass(frozen=True, slots=True)
class Thermograph(Face):
    """Left and right wall for temperatures >= 0, which meet at ``temperature`` and ``mean``.

    The walls of a number coincide. The temperature is -1 for an integer, and -1/2^k for a fraction with
    denominator 2^k.
    """

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction

    def stops(self, temperature: Fraction | int) -> tuple[Fraction, Fraction]:
        """Return the left and right stop of the game cooled by a temperature of at least 0.

        >>> from gfkit.play.short.game import ShortGame
        >>> [str(stop) for stop in ShortGame.parse("{2|-1}").thermograph.stops(1)]
        ['1', '0']
        """
        (left,), (right,) = (_wall_values(wall, [Fraction(temperature)]) for wall in (self.left, self.right))
        return left, right


class _Walls(NamedTuple):
    left: _Line
    right: _Line


class _TooCoarseError(Exception):
    """Raised if a corner is not an integer multiple of the unit."""


class Thermographs:
    """Thermographs of the games of a table, each computed once.

    The left scaffold is max(right wall of G^L) - t, the right one min(left wall of G^R) + t. The walls follow
    them up to the lowest t where they meet. So a left wall is constant or decreases with slope 1, a right
    wall is constant or increases with slope 1, and corners are dyadic. They are stored as integer multiples
    of 1 / 2^bits, with as many bits as needed. Cost: the number of corners of all walls of all subpositions.
    Reference: Berlekamp, Conway, Guy, Winning Ways, chapter 6.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._bits = table, _BITS
        self._known: dict[int, _Walls] = {}

    def of(self, game: int) -> Thermograph:
        for here in self._table.from_below(game) if game not in self._known else ():
            while here not in self._known:
                try:
                    self._known[here] = self._find_walls(here)
                except _TooCoarseError:
                    self._refine()
        left, right = (self._plain(line) for line in self._known[game])
        mean = left[-1][1]
        if self._table.number[game] is not None:
            return Thermograph(left, right, mean, Fraction(-1, mean.denominator))
        return Thermograph(
            left, right, mean, max(left[-1][0], right[-1][0])
        )  # below this temperature at least one wall is not vertical

    def _plain(self, line: _Line) -> Wall:
        unit = 1 << self._bits
        return tuple((Fraction(t, unit), Fraction(value, unit)) for t, value in line)

    def _refine(self) -> None:
        for game, walls in self._known.items():
            finer = (tuple((t << self._bits, value << self._bits) for t, value in line) for line in walls)
            self._known[game] = _Walls(*finer)
        self._bits *= 2

    def _find_walls(self, game: int) -> _Walls:
        table, name = self._table, self._table.up_star[game]
        if name is not None:
            mast = ((0, _divide(name[0] << self._bits, table.scale)),)
            return _Walls(mast, mast)
        above = _combine_walls(max, frozenset(self._known[option].right for option in table.lefts_of(game)))
        below = _combine_walls(min, frozenset(self._known[option].left for option in table.rights_of(game)))
        return _walls_from(above, below)


def _divide(value: int, by: int) -> int:
    whole, rest = divmod(value, by)
    if rest:
        raise _TooCoarseError
    return whole


@lru_cache(_REMEMBERED)
def _walls_from(above: _Line, below: _Line) -> _Walls:
    """Return the walls of a game from the best right wall of Left's options and the best left wall of
    Right's.
    """
    corners = sorted({t for t, _ in (*above, *below)})
    lefts = [value - t for t, value in zip(corners, _wall_values(above, corners), strict=True)]
    rights = [value + t for t, value in zip(corners, _wall_values(below, corners), strict=True)]
    gaps = [left - right for left, right in zip(lefts, rights, strict=True)]
    last = next((i for i, gap in enumerate(gaps) if gap <= 0), None)
    if last is None:
        meet, last = corners[-1] + _divide(gaps[-1], 2), len(corners)
    elif last == 0:
        meet = corners[0]
    else:
        start, end, gap = corners[last - 1], corners[last], gaps[last - 1]
        meet = start + _divide((end - start) * gap, gap - gaps[last])
    times = corners[:last]
    left = _straighten([*zip(times, lefts, strict=False), (meet, _wall_values(above, [meet])[0] - meet)])
    right = _straighten([*zip(times, rights, strict=False), (meet, _wall_values(below, [meet])[0] + meet)])
    return _Walls(left, right)


@lru_cache(_REMEMBERED)
def _combine_walls(best: _Best, lines: frozenset[_Line]) -> _Line:
    """Return the maximum, or minimum, of several walls at every temperature."""
    return reduce(lambda line, rival: _combine_two_walls(best, line, rival), lines)


def _combine_two_walls(best: _Best, line: _Line, rival: _Line) -> _Line:
    if line == rival:
        return line
    times = sorted({t for t, _ in (*line, *rival)})
    first, second = _wall_values(line, times), _wall_values(rival, times)
    points: list[tuple[int, int]] = []
    before = first[0] - second[0]
    for i, t in enumerate(times):
        gap = first[i] - second[i]
        if before < 0 < gap or gap < 0 < before:
            start = times[i - 1]
            crossing = start + _divide((t - start) * before, before - gap)
            points.append((crossing, first[i - 1] + _rate(first[i - 1], first[i]) * (crossing - start)))
        points.append((t, best(first[i], second[i])))
        before = gap
    return _straighten(points)


def _wall_values(line: Sequence[tuple[_Number, _Number]], times: Iterable[_Number]) -> list[_Number]:
    """Return the values of a wall at ascending temperatures, in units or as fractions."""
    values: list[_Number] = []
    i, end = 0, len(line)
    for t in times:
        while i < end and line[i][0] < t:
            i += 1
        if i == end:
            values.append(line[-1][1])
        elif line[i][0] == t:
            values.append(line[i][1])
        else:
            start, value = line[i - 1]
            values.append(value + _rate(value, line[i][1]) * (t - start))
    return values


def _rate(value: _Number, then: _Number) -> int:
    """Return the slope of a wall, from its values at two temperatures."""
    return (then > value) - (then < value)


def _straighten(points: list[tuple[int, int]]) -> _Line:
    """Return the points without those that lie on the line between their neighbours."""
    kept: list[tuple[int, int]] = []
    for point in points:
        while len(kept) > 1 and _rate(kept[-2][1], kept[-1][1]) == _rate(kept[-1][1], point[1]):
            kept.pop()
        kept.append(point)
    while len(kept) > 1 and kept[-2][1] == kept[-1][1]:
        kept.pop()
    return tuple(kept)


MOST_COPIES = 10_000
"""Maximum number of copies in a sum."""


def minus(table: Table, game: int, subtrahend: int) -> int:
    """Return the difference of two games."""
    return add(table, game, negate(table, subtrahend))


def times(table: Table, count: int, game: int) -> int:
    """Return ``count`` copies of a game, added by doubling; a negative number counts copies of its negative.

    >>> table = Table()
    >>> times(table, 5, table.of_up_star((0, 0, 1))) == table.of_up_star((0, 0, 1))
    True
    """
    if abs(count) > MOST_COPIES:
        raise LimitError(f"{count} copies of a game exceed the limit {MOST_COPIES}")
    copy, total, left = (game if count >= 0 else negate(table, game)), table.zero, abs(count)
    while left:
        total = add(table, total, copy) if left & 1 else total
        left >>= 1
        copy = add(table, copy, copy) if left else copy
    return total


def cool(table: Table, game: int, by: Fraction) -> int:
    """Return G cooled by t: {G^L cooled - t | G^R cooled + t}, or the mean if t is above the temperature.

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

    return _apply_to_options(table, game, cool_form)


def _apply_to_options(table: Table, game: int, act: Callable[[int, dict[int, int]], int]) -> int:
    """Return the result of a recursive operation, computed from the results on the options."""
    known: dict[int, int] = {}
    for here in table.from_below(game):
        known[here] = act(here, known)
    return known[game]


def heat(table: Table, game: int, by: int) -> int:
    """Return G heated by a game t: {G^L heated + t | G^R heated - t}; a number is unchanged."""
    return _raise(table, game, lambda here: here if table.number[here] is not None else None, [by])


def overheat(table: Table, game: int, base: int, by: int) -> int:
    """Return G overheated from s to t: {G^L overheated + t | G^R overheated - t}; an integer n is mapped to n
    copies of s.

    >>> table = Table()
    >>> half = table.dyadic(Fraction(1, 2))
    >>> one = table.dyadic(Fraction(1))
    >>> overheat(table, half, one, one) == make(table, [one], [table.zero])
    True
    """
    return _raise(table, game, _copies_of(table, base), [by])


def _copies_of(table: Table, base: int) -> Callable[[int], int | None]:
    """Return the function that maps an integer n to n copies of a game, and any game that is not an integer
    to None.
    """

    def copies(here: int) -> int | None:
        number = table.number[here]
        return None if number is None or number % table.scale else times(table, number // table.scale, base)

    return copies


def _raise(table: Table, game: int, stays: Callable[[int], int | None], gains: Sequence[int]) -> int:
    """Return {G^L raised + gain | G^R raised - gain} over all gains; ``stays`` returns the result on other
    games.
    """

    def raise_moves(here: int, known: dict[int, int]) -> int:
        fixed = stays(here)
        if fixed is not None:
            return fixed
        lefts = [_result_on_option(known, option, raise_moves) for option in table.lefts_of(here)]
        rights = [_result_on_option(known, option, raise_moves) for option in table.rights_of(here)]
        return make(
            table,
            [add(table, option, gain) for option in lefts for gain in gains],
            [minus(table, option, gain) for option in rights for gain in gains],
        )

    return _apply_to_options(table, game, raise_moves)


def _result_on_option(known: dict[int, int], option: int, act: Callable[[int, dict[int, int]], int]) -> int:
    """Return the result for an option; results for options of numbers are computed on demand."""
    if option not in known:
        known[option] = act(option, known)
    return known[option]


def ordinal_sum(table: Table, base: int, game: int) -> int:
    """Return the ordinal sum G:H = {G^L, G:H^L | G^R, G:H^R}, where G is in canonical form, since the result
    depends on the form.

    >>> table = Table()
    >>> star = table.of_up_star((0, 0, 1))
    >>> ordinal_sum(table, star, table.dyadic(Fraction(1))) == table.of_up_star((0, 1, 0))
    False
    >>> ordinal_sum(table, star, star) == table.of_up_star((0, 0, 2))
    True
    """
    lefts, rights = table.lefts_of(base), table.rights_of(base)

    def above(here: int, known: dict[int, int]) -> int:
        left = [_result_on_option(known, option, above) for option in table.lefts_of(here)]
        right = [_result_on_option(known, option, above) for option in table.rights_of(here)]
        return make(table, [*lefts, *left], [*rights, *right])

    return _apply_to_options(table, game, above)


def stalk(table: Table, *games: int) -> int:
    """Return the ordinal sum of games from the ground up, each in canonical form.

    >>> table = Table()
    >>> blue, red = (table.dyadic(Fraction(sign)) for sign in (1, -1))
    >>> table.fraction(table.number[stalk(table, blue, red, red, blue)])
    Fraction(3, 8)
    """
    return reduce(lambda above, base: ordinal_sum(table, base, above), reversed(games))


def left_incentives(table: Table, game: int) -> list[int]:
    """Return G^L - G for every option of Left."""
    return [minus(table, option, game) for option in table.lefts_of(game)]


def right_incentives(table: Table, game: int) -> list[int]:
    """Return G - G^R for every option of Right."""
    return [minus(table, game, option) for option in table.rights_of(game)]


def largest(table: Table, games: Iterable[int]) -> list[int]:
    """Return the maximal games, that is, the games to which no other game is greater or equal."""
    return drop_dominated(games, lambda game, rival: at_most(table, game, rival))


def norton_product(table: Table, game: int, unit: int) -> int:
    """Return G . U for U > 0: n copies of U for an integer n, else {G^L . U + U + D | G^R . U - U - D} for
    all incentives D of U.

    >>> table = Table()
    >>> up, star = table.of_up_star((0, 1, 0)), table.of_up_star((0, 0, 1))
    >>> norton_product(table, table.dyadic(Fraction(3)), up) == table.of_up_star((0, 3, 0))
    True
    """
    if unit == table.zero or not at_most(table, table.zero, unit):
        raise InputError("product: the second game must be greater than 0, such as ^ or 1")
    gains = [
        add(table, unit, option) for option in (*left_incentives(table, unit), *right_incentives(table, unit))
    ]
    return _raise(table, game, _copies_of(table, unit), gains)


def up_power(table: Table, power: int) -> int:
    """Return up-nth: {0 | * - (up + up-second + ... + up-(n-1)st)}, where up-first is up."""
    star = table.of_up_star((0, 0, 1))
    return make(table, [table.zero], [minus(table, star, up_sum(table, power - 1))])


def up_sum(table: Table, power: int) -> int:
    """Return up-first + ... + up-nth, which is {the sum to n - 1 | *}.

    >>> table = Table()
    >>> up_sum(table, 2) == make(table, [up_sum(table, 1)], [table.of_up_star((0, 0, 1))])
    True
    """
    return sum_of_games(table, [up_power(table, k) for k in range(1, power + 1)])


# Up to infinitesimals


def inf_at_most(table: Table, game: int, bound: int) -> bool:
    """Return True if game <= bound up to infinitesimals: bound - game + x >= 0 for all x > 0."""
    return table.right_stop[minus(table, bound, game)] >= 0


def reduced_form(table: Table, game: int) -> int:
    """Return the reduced canonical form: the simplest game that differs by an infinitesimal.

    A game with equal stops reduces to their common value. Otherwise the options are reduced; then options
    that are dominated up to infinitesimals are removed, and options that are reversible up to infinitesimals
    are bypassed. The program checks that the result differs by an infinitesimal. Reference: Grossman, Siegel,
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
        raise SelfCheckError(
            "a reduced form differs by more than an infinitesimal; this is a bug in gfkit, please report it"
        )
    return reduced


def _simplify(table: Table, game: int, reduce: Callable[[int], int]) -> int:
    """Return a hot game with reduced options, none of them dominated or reversible up to infinitesimals."""
    lefts = [reduce(option) for option in table.lefts_of(game)]
    rights = [reduce(option) for option in table.rights_of(game)]

    def answers(options_of: Callable[[int], Options]) -> Callable[[int], Options]:
        """Return the options of a game, or no options of a number, which do not matter up to
        infinitesimals.
        """
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
