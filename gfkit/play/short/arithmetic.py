"""Canonical forms: comparison, construction from options, sums, negatives, and plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial, reduce

from gfkit.play.short.table import WINNERS, Options, Table

GameRows = tuple[tuple[Fraction | None, Options, Options], ...]
"""Subpositions of a game, options first. Each is a number, or a pair of lists of row indices of its
options.
"""


def make(table: Table, lefts: Iterable[int], rights: Iterable[int]) -> int:
    """Return the id of the game with the given options.

    By the simplest number theorem the game is the simplest number between the options, if such a number
    exists. Otherwise dominated options are removed and reversible options are bypassed, until neither is
    possible. Cost: one comparison per pair of options, and one per option and reply. Reference: Siegel,
    Combinatorial Game Theory, chapter II.

    >>> table = Table()
    >>> table.number[make(table, [table.zero], [])] == table.scale
    True
    >>> star = make(table, [table.zero], [table.zero])
    >>> make(table, [table.zero, star], [star, table.zero]) == table.of_up_star((0, 0, 2))
    True
    """
    key = (tuple(sorted(set(lefts))), tuple(sorted(set(rights))))
    game = table.made.get(key)
    if game is None:
        game = _number(table, *key)
        if game is None:
            game = _Draft(table, *key).canonical()
        table.made[key] = game
    return game


def _number(table: Table, lefts: Options, rights: Options) -> int | None:
    """Return the id of the number that equals the game with the given options, or None.

    The game equals the simplest number x such that no left option is at least x and no right option is at
    most x. A left option excludes the numbers below its right stop, and the stop itself if the option is at
    least the stop. Right options exclude numbers in the same way with the order reversed.
    """
    low, low_in = table.left_end(lefts) if lefts else (None, True)
    high, high_in = table.right_end(rights) if rights else (None, True)
    if low is not None and high is not None and (low > high or (low == high and not (low_in and high_in))):
        return None
    simplest = _simplest(low, low_in, high, high_in, table.scale)
    if simplest is None:
        table.refine()
        return _number(table, lefts, rights)
    return table.of_scaled(simplest)


class _Draft:
    """Game that is not a number, during reduction to its canonical form."""

    def __init__(self, table: Table, lefts: Options, rights: Options) -> None:
        self.table = table
        self.lefts, self.rights = list(lefts), list(rights)
        self._high, self._ceiling = table.left_end(lefts)
        self._low, self._floor = table.right_end(rights)
        self._above: dict[int, bool] = {}
        self._below: dict[int, bool] = {}

    def canonical(self) -> int:
        """Return the id of the canonical form."""
        table = self.table
        self._drop_dominated_options()
        lefts = bypass_reversible(self.lefts, table.rights_of, self.at_least, table.lefts_of)
        rights = bypass_reversible(self.rights, table.lefts_of, self.at_most, table.rights_of)
        if lefts is not None or rights is not None:
            self.lefts = self.lefts if lefts is None else lefts
            self.rights = self.rights if rights is None else rights
            self._drop_dominated_options()
        return table.intern(tuple(sorted(self.lefts)), tuple(sorted(self.rights)))

    def at_least(self, game: int) -> bool:
        """Return True if game <= self."""
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
        """Return True if self <= game."""
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

    def _drop_dominated_options(self) -> None:
        table = self.table
        if len(self.lefts) > 1:
            self.lefts = drop_dominated(self.lefts, lambda game, rival: at_most(table, game, rival))
        if len(self.rights) > 1:
            self.rights = drop_dominated(self.rights, lambda game, rival: at_most(table, rival, game))


def bypass_reversible(
    options: list[int],
    answers: Callable[[int], Options],
    reverses: Callable[[int], bool],
    replies: Callable[[int], Options],
) -> list[int] | None:
    """Return the options after bypassing reversible ones, or None if no option is reversible."""
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


def drop_dominated(options: Iterable[int], worse: Callable[[int, int], bool]) -> list[int]:
    """Return the options that are not dominated by another option; of equal options, the first is
    returned.
    """
    kept: list[int] = []
    for option in options:
        if not any(worse(option, rival) for rival in kept):
            kept = [rival for rival in kept if not worse(rival, option)]
            kept.append(option)
    return kept


def _simplest(low: int | None, low_in: bool, high: int | None, high_in: bool, scale: int) -> int | None:
    """Return the simplest dyadic number of an interval, in units of ``1 / scale``; None if the scale is too
    coarse.

    It is the integer nearest to 0 if there is one, otherwise the fraction with the least denominator.
    ``low_in`` and ``high_in`` are True if the endpoint belongs to the interval; None is an infinite endpoint.
    The interval must not be empty. Cost: the logarithm of scale. Reference: Conway, On Numbers and Games,
    theorem 11.

    >>> _simplest(1, False, 6, True, 4), _simplest(1, False, 3, False, 4), _simplest(1, False, 2, False, 4)
    (4, 2, None)
    """
    step = scale
    while step:
        first = None if low is None else -(-low // step) * step
        last = None if high is None else high // step * step
        if first is not None and first == low and not low_in:
            first += step
        if last is not None and last == high and not high_in:
            last -= step
        if first is None or last is None or first <= last:
            return _nearest_to_zero(first, last)
        step >>= 1
    return None


def _nearest_to_zero(first: int | None, last: int | None) -> int:
    if first is not None and first > 0:
        return first
    return last if last is not None and last < 0 else 0


def at_most(table: Table, game: int, bound: int) -> bool:
    """Return True if game <= bound.

    It holds unless bound <= some left option of the game, or some right option of the bound <= game. Stops
    decide most comparisons, and all comparisons with a number. The other results are stored in
    ``table.orders``. Cost: at most one test for each pair of subpositions. Reference: Conway, On Numbers and
    Games, chapter 7.

    >>> table = Table()
    >>> star = table.of_up_star((0, 0, 1))
    >>> at_most(table, table.zero, star), at_most(table, table.zero, table.of_up_star((0, 1, 0)))
    (False, True)
    """
    if game == bound:
        return True
    high, low = table.left_stop, table.right_stop
    if high[game] < low[bound]:
        return True
    if high[game] > high[bound] or low[game] > low[bound]:
        return False
    if table.number[game] is not None:
        return table.floor[bound]
    if table.number[bound] is not None:
        return table.ceiling[game]
    first, second = table.up_star[game], table.up_star[bound]
    if first is not None and second is not None:
        return _ups_at_most(second[1] - first[1], first[2] ^ second[2])
    key = game << 32 | bound
    known = table.orders.get(key)
    if known is None:
        known = table.orders[key] = _is_at_most(table, game, bound)
    return known


def _is_at_most(table: Table, game: int, bound: int) -> bool:
    for option in table.lefts[game] or ():
        if at_most(table, bound, option):
            return False
    return all(not at_most(table, option, game) for option in table.rights[bound] or ())


def _ups_at_most(ups: int, star: int) -> bool:
    """Return True if 0 <= ups + star; up + star is confused with 0, up + *2 is greater than 0."""
    return ups > 1 or (ups == 1 and star != 1) or (ups == 0 and star == 0)


def winner_of(table: Table, game: int) -> str:
    """Return the outcome: ``left``, ``right``, ``first`` or ``second``."""
    return WINNERS[not at_most(table, game, table.zero), not at_most(table, table.zero, game)]


def add(table: Table, game: int, addend: int) -> int:
    """Return the id of the sum of two games.

    Sums of numbers, ups and stars are computed from their names. A number x and a game G that is not a number
    have the sum {G^L + x|G^R + x}, which is canonical if G is (number translation). All other sums are
    computed from their options, and each sum is computed only once. Reference: Conway, On Numbers and Games,
    chapters 1 and 8.

    >>> table = Table()
    >>> up, star = table.of_up_star((0, 1, 0)), table.of_up_star((0, 0, 1))
    >>> add(table, up, star) == table.of_up_star((0, 1, 1)), add(table, star, star) == table.zero
    (True, True)
    """
    if game == table.zero:
        return addend
    if addend == table.zero:
        return game
    first, second = table.up_star[game], table.up_star[addend]
    if first is not None and second is not None:
        return table.of_up_star((first[0] + second[0], first[1] + second[1], first[2] ^ second[2]))
    key = game << 32 | addend if game < addend else addend << 32 | game
    known = table.sums.get(key)
    if known is None:
        if table.number[game] is not None:
            known = _translate(table, addend, game)
        elif table.number[addend] is not None:
            known = _translate(table, game, addend)
        else:
            known = _sum(table, game, addend)
        table.sums[key] = known
    return known


def sum_of_games(table: Table, games: Iterable[int]) -> int:
    """Return the id of the sum of games."""
    return reduce(partial(add, table), games, table.zero)


def negate(table: Table, game: int) -> int:
    """Return the id of the negative of a game."""
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


def _sum(table: Table, game: int, addend: int) -> int:
    if table.negative[game] == addend:
        return table.zero
    lefts = [add(table, left, addend) for left in table.lefts_of(game)]
    lefts += [add(table, game, left) for left in table.lefts_of(addend)]
    rights = [add(table, right, addend) for right in table.rights_of(game)]
    rights += [add(table, game, right) for right in table.rights_of(addend)]
    return make(table, lefts, rights)


def as_rows(table: Table, game: int) -> GameRows:
    """Return a game as plain data: the rows of its subpositions.

    >>> table = Table()
    >>> as_rows(table, table.of_up_star((0, 0, 1)))
    ((Fraction(0, 1), (), ()), (None, (0,), (0,)))
    """
    order = table.from_below(game)
    place = {here: index for index, here in enumerate(order)}
    rows: list[tuple[Fraction | None, Options, Options]] = []
    for here in order:
        number = table.number[here]
        if number is None:
            lefts, rights = table.lefts_of(here), table.rights_of(here)
            rows.append((None, tuple(place[g] for g in lefts), tuple(place[g] for g in rights)))
        else:
            rows.append((table.fraction(number), (), ()))
    return tuple(rows)


def from_rows(table: Table, rows: GameRows) -> int:
    """Return the id in a table of a game given as plain data."""
    places: list[int] = []
    for number, lefts, rights in rows:
        if number is None:
            places.append(make(table, [places[i] for i in lefts], [places[i] for i in rights]))
        else:
            places.append(table.dyadic(number))
    return places[-1]
