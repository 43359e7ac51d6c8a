"""The winner of a position by search, without computing its value."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Generic, TypeVar

from gfkit.errors import LimitError
from gfkit.play.board import ValueSearch
from gfkit.play.bounds import UNIT, Bounds, CooledStops, Cuts, Sum, moves_of
from gfkit.play.position import Position
from gfkit.play.short.arithmetic import add, at_most, negate
from gfkit.play.short.table import Table
from gfkit.play.tuning import SEARCH
from gfkit.play.words import WINNERS
from gfkit.runs.memory import size_text
from gfkit.typing import Player

_Known = TypeVar("_Known")


class Limits:
    """Limits of a search: memory and time."""

    def __init__(
        self, memory: int, seconds: float | None = None, on_nodes: Callable[[int], None] | None = None
    ) -> None:
        self.memory = memory
        self.on_nodes = on_nodes
        """Called now and then with the number of positions that a search has visited."""
        self.entries = max(min(memory // 4 // SEARCH.entry_bytes, SEARCH.most_entries), 2)
        """Positions in the transposition table, which may take a quarter of the memory."""
        self.start_clock(seconds)

    def start_clock(self, seconds: float | None) -> None:
        """Allows this many seconds from now on; None for no limit."""
        self._end = None if seconds is None else time.monotonic() + seconds
        self._seconds = seconds

    def check(self, used: int, nodes: int) -> None:
        """Reports the number of positions, and raises LimitError beyond memory or time."""
        if self.on_nodes is not None:
            self.on_nodes(nodes)
        if used > self.memory - self.memory // 4:
            raise LimitError(
                f"{size_text(used)} of tables; the limit is {size_text(self.memory)} (max memory)"
            )
        self.check_clock()

    def check_clock(self) -> None:
        """Raises LimitError when the time is over."""
        if self._end is not None and time.monotonic() > self._end:
            raise LimitError(f"the {self._seconds:g} seconds allowed (seconds)")


class OutcomeSearch(ABC):
    """A search for the winners of the states of a position."""

    @abstractmethod
    def wins(self, state: int, mover: Player) -> bool:
        """Whether the player to move wins."""

    def outcome(self, state: int) -> str:
        """Who wins: ``left``, ``right``, ``first`` or ``second``."""
        return WINNERS[self.wins(state, Player.LEFT), self.wins(state, Player.RIGHT)]


class Lookahead(OutcomeSearch):
    """The winners of positions of a rule on a board.

    Right to move on G is Left to move on -G, so only Left moves. She wins if the negative of an option is
    lost for the player to move. Small components are replaced by their values. A component and its negative
    cancel. Bounds decide most sums at once, and decided sums are stored. Options that bounds decide come
    first, then those with the best middle of bounds. Cost: exponential in the size of the board where bounds
    are far apart. Fails with LimitError when memory or time runs out.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> position = compile_position(find_rule("domineering"), parse_one_board("5x5"))
    >>> Lookahead(position, Table(), Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self.position, self.table, self.limits = position, table, limits
        self.values = ValueSearch(
            position, table, limits.memory - limits.memory // 4, lambda _: self.limits.check_clock()
        )
        self.cooled_stops = CooledStops(table)
        self.parts = Sums(self.values)
        self.bounds = Bounds(Cuts(self.values, self.cooled_stops), self.cooled_stops)
        self.known: Transpositions[bool] = Transpositions(limits.entries)
        self.nodes = 0

    def wins(self, state: int, mover: Player) -> bool:
        """Whether the player to move wins."""
        try:
            return self._wins_first(self._sum(state, mover))
        except RecursionError:
            raise LimitError("a game longer than can be followed") from None

    def known_winner(self, state: int, mover: Player) -> bool | None:
        """Whether the player to move wins, as far as values and bounds tell."""
        return self._known_winner(self._sum(state, mover))

    def _sum(self, state: int, mover: Player) -> Sum:
        """A state as a sum in which Left moves."""
        whole = self.parts.sum_of(state)
        return whole if mover is Player.LEFT else self.parts.negative(whole)

    def _wins_first(self, whole: Sum) -> bool:
        won = self._known_winner(whole)
        if won is None:
            won = self._search(whole)
            self.known.keep(whole, won)
        return won

    def _known_winner(self, whole: Sum) -> bool | None:
        if not whole[0]:
            return not at_most(self.table, whole[1], self.table.zero)
        known = self.known.find(whole)
        return self.bounds.decide(whole) if known is None else known

    def _search(self, whole: Sum) -> bool:
        self.nodes += 1
        self.limits.check_clock()
        if self.nodes % SEARCH.positions_a_check == 0:
            self.limits.check(self._bytes, self.nodes)
        replies = [self.parts.negative(option) for option in self.parts.options(whole)]
        replies.sort(key=self._mobility)
        open_replies = []
        for reply in replies:
            won = self._known_winner(reply)
            if won is False:
                return True
            if won is None:
                open_replies.append(reply)
        open_replies.sort(key=self.bounds.middle)
        return not all(self._wins_first(reply) for reply in open_replies)

    def _mobility(self, whole: Sum) -> int:
        """A cheap estimate of Left's advantage; a surplus of two moves counts as 1."""
        return 2 * self.cooled_stops.mean(whole[1]) + UNIT * sum(map(self.parts.ahead, whole[0]))

    @property
    def _bytes(self) -> int:
        kept = len(self.parts) + len(self.bounds) + len(self.bounds.cuts)
        return self.values.bytes + kept * SEARCH.kept_bytes


class Sums:
    """Sums of large components and one value.

    A large component is written as twice its least image, plus one for the negative of that image. A
    component and its negative cancel, as the second player copies the first in them.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> from gfkit.play.short.table import Table
    >>> position = compile_position(find_rule("domineering"), parse_one_board("3x4"))
    >>> parts = Sums(ValueSearch(position, Table(), 1 << 30))
    >>> whole = parts.sum_of(position.start)
    >>> whole[0] == (position.start << 1,), parts.together(whole, parts.negative(whole))[0]
    (True, ())
    """

    def __init__(self, values: ValueSearch) -> None:
        self.values = values
        self.position, self.table = values.position, values.table
        self._turned: dict[int, int] = {}
        self._options: dict[int, tuple[Sum, ...]] = {}
        self._is_small = cache(lambda part: moves_of(self.position, part) <= SEARCH.valued_moves)
        self.ahead = cache(self._more_moves)
        self._listed = 0

    def __len__(self) -> int:
        return self._is_small.cache_info().currsize + self._listed

    def sum_of(self, state: int) -> Sum:
        """A state as a sum."""
        large, value = [], self.table.zero
        for component in self.position.components(state):
            part = self.position.settle(component)
            if self._is_small(part):
                value = add(self.table, value, self.values.value(part))
            else:
                large.append(self._part(part))
        return self._cancel(large), value

    def together(self, first: Sum, second: Sum) -> Sum:
        """The sum of two sums."""
        value = add(self.table, first[1], second[1])
        if not first[0] or not second[0]:
            return first[0] or second[0], value
        return self._cancel((*first[0], *second[0])), value

    def negative(self, whole: Sum) -> Sum:
        turned = self._turned
        return tuple(sorted(turned[part] for part in whole[0])), negate(self.table, whole[1])

    def options(self, whole: Sum) -> list[Sum]:
        """The sums Left can move to."""
        parts, value = whole
        sums: dict[Sum, None] = {}
        for index, part in enumerate(parts):
            if not index or parts[index - 1] != part:
                rest = parts[:index] + parts[index + 1 :], value
                for option in self._of_part(part):
                    sums[self.together(rest, option)] = None
        for left in self.table.lefts_of(value):
            sums[parts, left] = None
        return list(sums)

    def _more_moves(self, part: int) -> int:
        """Left's moves less Right's moves in a component."""
        image, turned = divmod(part, 2)
        options = self.position.options
        more = len(options(image, Player.LEFT)) - len(options(image, Player.RIGHT))
        return -more if turned else more

    def _of_part(self, part: int) -> tuple[Sum, ...]:
        options = self._options.get(part)
        if options is None:
            image, turned = divmod(part, 2)
            after = self.position.options(image, Player.RIGHT if turned else Player.LEFT)
            sums = dict.fromkeys(map(self.sum_of, after))
            options = self._options[part] = tuple(map(self.negative, sums)) if turned else tuple(sums)
            self._listed += len(options)
        return options

    def _part(self, settled: int) -> int:
        images = set(self.position.images(settled))
        least = min(image for image, _ in images)
        plain, turned = (least, 1) in images, (least, -1) in images
        part = least << 1 | (not plain)
        if part not in self._turned:
            negative = part if (plain and turned) or self.position.impartial else part ^ 1
            self._turned[part], self._turned[negative] = negative, part
        return part

    def _cancel(self, parts: Iterable[int]) -> tuple[int, ...]:
        counts = Counter(parts)
        for part in list(counts):
            negative = self._turned[part]
            if negative == part:
                counts[part] %= 2
            else:
                both = min(counts[part], counts[negative])
                counts[part] -= both
                counts[negative] -= both
        return tuple(sorted(counts.elements()))


class Transpositions(Generic[_Known]):
    """What is known of positions, at most ``size`` of them; when full, the older half is dropped.

    >>> table = Transpositions(4)
    >>> for name in "abcdef":
    ...     table.keep(name, True)
    >>> [table.find(name) for name in "abef"], len(table)
    ([None, None, True, True], 4)
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._half = max(size // 2, 1)
        self._young: dict[Hashable, _Known] = {}
        self._old: dict[Hashable, _Known] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def find(self, position: Hashable) -> _Known | None:
        """What is stored of a position, or None."""
        known = self._young.get(position)
        return self._old.get(position) if known is None else known

    def keep(self, position: Hashable, known: _Known) -> None:
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        self._young[position] = known
