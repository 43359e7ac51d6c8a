"""Table of short games: each canonical form has one id; numbers, ups and stars have names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

Options = tuple[int, ...]
UpStar = tuple[int, int, int]
"""Game number + ups + star, stored as the number times the scale, the number of ups, and the star."""


class Table:
    """Table of canonical forms. Two games are equal if and only if their ids are equal.

    A form that is not a number is interned by its options, sorted tuples of ids. Numbers are interned by
    value, in units of ``1 / scale``, and get their options on demand. Each form has its stops, whether it is
    at least its right stop (``floor``), and whether it is at most its left stop (``ceiling``). These decide
    every comparison with a number. Results are stored in ``sums``, ``orders`` and ``made``.
    """

    def __init__(self) -> None:
        self.scale: int = 1 << 8
        self.lefts: list[Options | None] = []
        self.rights: list[Options | None] = []
        self.number: list[int | None] = []
        self.left_stop: list[int] = []
        self.right_stop: list[int] = []
        self.floor: list[bool] = []
        self.ceiling: list[bool] = []
        self.up_star: list[UpStar | None] = []
        self.negative: list[int] = []
        self.sums: dict[int, int] = {}
        self.orders: dict[int, bool] = {}
        self.made: dict[tuple[Options, Options], int] = {}
        self._of_options: dict[tuple[Options, Options], int] = {}
        self._of_number: dict[int, int] = {}
        self._of_up_star: dict[UpStar, int] = {}
        self.zero: int = self.of_scaled(0)

    def __len__(self) -> int:
        return len(self.number)

    def of_scaled(self, value: int) -> int:
        """Return the id of the number ``value / scale``."""
        game = self._of_number.get(value)
        if game is None:
            game = self._add(None, None, value, value, True, True)
            self.number[game] = value
            self._of_number[value] = game
            self._name(game, (value, 0, 0))
        return game

    def dyadic(self, value: Fraction) -> int:
        """Return the id of a dyadic fraction.

        >>> table = Table()
        >>> table.lefts_of(table.dyadic(Fraction(3, 4))) == (table.dyadic(Fraction(1, 2)),)
        True
        """
        while self.scale % value.denominator:
            self.refine()
        return self.of_scaled(value.numerator * (self.scale // value.denominator))

    def fraction(self, of_scaled: int) -> Fraction:
        return Fraction(of_scaled, self.scale)

    def lefts_of(self, game: int) -> Options:
        """Return Left's options, ascending."""
        options = self.lefts[game]
        return self._number_options(game)[0] if options is None else options

    def rights_of(self, game: int) -> Options:
        """Return Right's options, ascending."""
        options = self.rights[game]
        return self._number_options(game)[1] if options is None else options

    def from_below(self, *games: int, opens_numbers: bool = False) -> list[int]:
        """Return the subpositions of games, each after its options. Numbers have no options here, unless
        ``opened`` is set.

        Computations in this order need no recursion, so the length of play is not limited by the recursion
        limit.

        >>> table = Table()
        >>> len(table.from_below(table.of_up_star((0, 999, 1)))) > 999
        True
        """
        order: dict[int, None] = {}
        waiting = [(game, False) for game in games]
        while waiting:
            here, is_done = waiting.pop()
            if here in order:
                continue
            if is_done or not (opens_numbers or self.number[here] is None):
                order[here] = None
                continue
            waiting.append((here, True))
            waiting += [(option, False) for option in (*self.lefts_of(here), *self.rights_of(here))]
        return list(order)

    def intern(self, lefts: Options, rights: Options) -> int:
        """Return the id of the canonical form with the given sorted options, which must not be a number."""
        key = (lefts, rights)
        game = self._of_options.get(key)
        if game is not None:
            return game
        high, ceiling = self.left_end(lefts)
        low, floor = self.right_end(rights)
        game = self._add(lefts, rights, high, low, floor, ceiling)
        self._of_options[key] = game
        name = _up_star_of([self.up_star[g] for g in lefts], [self.up_star[g] for g in rights])
        if name is not None:
            self._name(game, name)
        return game

    def left_end(self, lefts: Collection[int]) -> tuple[int, bool]:
        """Return the largest right stop s of Left's options, and True if no option is at least s."""
        high = max(self.right_stop[g] for g in lefts)
        return high, not any(self.floor[g] for g in lefts if self.right_stop[g] == high)

    def right_end(self, rights: Collection[int]) -> tuple[int, bool]:
        """Return the smallest left stop s of Right's options, and True if no option is at most s."""
        low = min(self.left_stop[g] for g in rights)
        return low, not any(self.ceiling[g] for g in rights if self.left_stop[g] == low)

    def of_up_star(self, name: UpStar) -> int:
        """Return the id of the game number + ups + star."""
        known = self._of_up_star.get(name)
        if known is not None:
            return known
        number, ups, star = name
        x = self.of_scaled(number)
        if ups == 0:
            below = tuple(sorted(self.of_up_star((number, 0, k)) for k in range(star)))
            return self.intern(below, below) if star else x
        sign = 1 if ups > 0 else -1
        stars = (star, star ^ 1)  # the star of the game, and the star of the next lower game
        for step in range(1, abs(ups) + 1):
            here = stars[(abs(ups) - step) % 2]
            if (number, sign * step, here) in self._of_up_star:
                continue
            far = [self.of_up_star((number, sign * (step - 1), here ^ 1))]
            if (step, here) == (1, 1):
                far = sorted((x, self.of_up_star((number, 0, 1))))
                self.intern(*((tuple(far), (x,))[::sign]))
            else:
                self.intern(*(((x,), tuple(far))[::sign]))
        return self._of_up_star[name]

    def refine(self) -> None:
        """Make the scale of numbers finer; the ids of games do not change."""
        factor = 1 << 8
        self.scale *= factor
        self.number = [None if x is None else x * factor for x in self.number]
        self.left_stop = [x * factor for x in self.left_stop]
        self.right_stop = [x * factor for x in self.right_stop]
        self.up_star = [None if n is None else (n[0] * factor, n[1], n[2]) for n in self.up_star]
        self._of_number = {x * factor: g for x, g in self._of_number.items()}
        self._of_up_star = {(x * factor, u, s): g for (x, u, s), g in self._of_up_star.items()}

    def _add(
        self, lefts: Options | None, rights: Options | None, high: int, low: int, floor: bool, ceiling: bool
    ) -> int:
        self.lefts.append(lefts)
        self.rights.append(rights)
        self.number.append(None)
        self.left_stop.append(high)
        self.right_stop.append(low)
        self.floor.append(floor)
        self.ceiling.append(ceiling)
        self.up_star.append(None)
        self.negative.append(-1)
        return len(self.number) - 1

    def _name(self, game: int, name: UpStar) -> None:
        self.up_star[game] = name
        self._of_up_star[name] = game

    def _number_options(self, game: int) -> tuple[Options, Options]:
        """Return the options of a number in canonical form: n - 1 for an integer n, else two neighbours."""
        value = self.number[game]
        assert value is not None, "only numbers are stored without options"
        step = self.scale if value % self.scale == 0 else value & -value
        lefts = () if value <= 0 and step == self.scale else (self.of_scaled(value - step),)
        rights = () if value >= 0 and step == self.scale else (self.of_scaled(value + step),)
        self.lefts[game], self.rights[game] = lefts, rights
        return lefts, rights


def _up_star_of(lefts: Sequence[UpStar | None], rights: Sequence[UpStar | None]) -> UpStar | None:
    """Return the name of the canonical form with the given options, or None if the form or one of its options
    has no name.

    With x a number, x + *k has the options x, x*, ..., x*(k-1) on both sides, x^* is {x, x*|x}, and otherwise
    x + n ups + *k = {x | x + (n-1) ups + *(k xor 1)}. Reference: Berlekamp, Conway, Guy, Winning Ways,
    chapter 3.

    >>> _up_star_of([(0, 0, 0)], [(0, 0, 1)]), _up_star_of([(2, 0, 0)], [(0, 0, 0)])
    ((0, 1, 0), None)
    """
    left = sorted(name for name in lefts if name is not None)
    right = sorted(name for name in rights if name is not None)
    if len(left) < len(lefts) or len(right) < len(rights):
        return None
    if left == right:
        x, star = left[0][0], len(left)
        return (x, 0, star) if left == [(x, 0, k) for k in range(star)] else None
    name = _ups(left, right)
    if name is None:
        turned = _ups(_negative(right), _negative(left))
        name = None if turned is None else _negative([turned])[0]
    return name


def _negative(names: list[UpStar]) -> list[UpStar]:
    return sorted((-number, -ups, star) for number, ups, star in names)


def _ups(lefts: list[UpStar], rights: list[UpStar]) -> UpStar | None:
    """Return the name of a game with a positive number of ups, or None."""
    x = lefts[0][0]
    if lefts == [(x, 0, 0), (x, 0, 1)] and rights == [(x, 0, 0)]:
        return (x, 1, 1)
    if lefts == [(x, 0, 0)] and len(rights) == 1:
        number, ups, star = rights[0]
        if number == x and (ups > 0 or (ups == 0 and star > 0)):
            return (x, ups + 1, star ^ 1)
    return None


WINNERS = {(True, True): "first", (False, False): "second", (True, False): "left", (False, True): "right"}
"""Outcome by two booleans: Left wins if she starts, Right wins if he starts."""


def winner_text(outcome: str) -> str:
    """Return a phrase that states the winner for an outcome class.

    >>> winner_text("first"), winner_text("left")
    ('the first player wins', 'Left wins')
    """
    return f"{outcome.title()} wins" if outcome in ("left", "right") else f"the {outcome} player wins"
