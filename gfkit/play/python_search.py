"""Outcomes of positions by search, without their values, in Python."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from gfkit.core.boards import Grid
from gfkit.core.errors import LimitError
from gfkit.core.memory import limit_text, size_text
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.typing import Player
from gfkit.play.board import ValueSearch
from gfkit.play.position import Position
from gfkit.play.short.arithmetic import add, at_most, negate
from gfkit.play.short.table import WINNERS, Table
from gfkit.play.tuning import SEARCH

Sum = tuple[tuple[int, ...], int]
"""Sum: its large components in ascending order, and the id of the sum of the values of the others."""
ROWS, COLUMNS = 0, 1


def cells_before_lines(grid: Grid, axis: int) -> list[int]:
    """Return the cells before each line between rows or columns, from the first edge of the grid to the last.

    >>> [bin(cells) for cells in cells_before_lines(Grid(2, 2), COLUMNS)]
    ['0b0', '0b101', '0b1111']
    """
    if axis == ROWS:
        return [(1 << grid.cols * row) - 1 for row in range(grid.rows + 1)]
    first = sum(1 << grid.cols * row for row in range(grid.rows))
    return [first * ((1 << col) - 1) for col in range(grid.cols + 1)]


def never_crosses(rule: PlacementRule, player: Player, axis: int) -> bool:
    """Return True if no piece of a player crosses a line between two rows, or between two columns.

    >>> from gfkit.core.rules import find_rule
    >>> [never_crosses(find_rule("domineering"), player, COLUMNS) for player in (Player.LEFT, Player.RIGHT)]
    [True, False]
    """
    colours = (colour for colour in rule.colours if colour.belongs_to(player))
    return all(cell[axis] == 0 for colour in colours for piece in colour.pieces for cell in piece.cells)


def moves_of(position: Position, state: int) -> int:
    """Return the number of moves of both players together."""
    return len(position.options(state, Player.LEFT)) + len(position.options(state, Player.RIGHT))


def breadth(rule: PlacementRule, axis: int) -> int:
    """Return the maximum number of rows, or columns, of a piece."""
    pieces = (piece for colour in rule.colours for piece in colour.pieces)
    return max((cell[axis] + 1 for piece in pieces for cell in piece.cells), default=1)


class Limits:
    """Memory and time limits of a search."""

    def __init__(
        self, memory: int, seconds: float | None = None, on_nodes: Callable[[int], None] | None = None
    ) -> None:
        self.memory = memory
        self.on_nodes = on_nodes
        """Callback that receives the number of visited positions."""
        self.start_clock(seconds)

    def start_clock(self, seconds: float | None) -> None:
        """Set the deadline to the given number of seconds from now, or to no deadline if None."""
        self._end = None if seconds is None else time.monotonic() + seconds
        self._seconds = seconds

    def check(self, used: int, nodes: int) -> None:
        """Report the number of positions. Raise LimitError if memory or time is exhausted."""
        if self.on_nodes is not None:
            self.on_nodes(nodes)
        if used > self.memory - self.memory // 4:
            raise LimitError(
                f"{size_text(used)} of tables exceed their share, three quarters of the limit;"
                f" {limit_text(self.memory)}"
            )
        self.check_clock()

    def check_clock(self) -> None:
        """Raise LimitError if the time is exhausted."""
        if self._end is not None and time.monotonic() > self._end:
            raise LimitError(f"the {self._seconds:g} seconds allowed (seconds)")


class OutcomeSearch(ABC):
    """Search for the winners of the states of a position."""

    @abstractmethod
    def wins(self, state: int, mover: Player) -> bool:
        """Return True if the player to move wins."""

    def outcome(self, state: int) -> str:
        """Return the outcome: ``left``, ``right``, ``first`` or ``second``."""
        return WINNERS[self.wins(state, Player.LEFT), self.wins(state, Player.RIGHT)]


class Lookahead(OutcomeSearch):
    """Search for the winners of positions of a rule on a board, as sums of components.

    A position G with Right to move is replaced by -G with Left to move, so only moves of Left are searched.
    Left wins if the player to move loses the negative of some option. Small components are replaced by their
    values, and a component cancels with its negative. Decided sums are stored. Decided options are examined
    first, then the options with the largest surplus of moves. Cost: exponential in the size of the largest
    component. Raise LimitError if memory or time is exhausted.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> position = compile_position(find_rule("domineering"), parse_one_board("5x5"))
    >>> Lookahead(position, Table(), Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self._table, self._limits = table, limits
        self._values = ValueSearch(
            position, table, limits.memory - limits.memory // 4, lambda _: self._limits.check_clock()
        )
        self._parts = Sums(self._values)
        self._known: dict[Sum, bool] = {}
        self.nodes: int = 0

    def wins(self, state: int, mover: Player) -> bool:
        """Return True if the player to move wins."""
        whole = self._parts.sum_of(state)
        try:
            return self._wins_first(whole if mover is Player.LEFT else self._parts.negative(whole))
        except RecursionError:
            raise LimitError("the game is too long: the search exceeds Python's recursion limit") from None

    def _wins_first(self, whole: Sum) -> bool:
        won = self._known_winner(whole)
        if won is None:
            won = self._known[whole] = self._search(whole)
        return won

    def _known_winner(self, whole: Sum) -> bool | None:
        """Return True or False if it is known whether Left wins moving first, else None."""
        if not whole[0]:
            return not at_most(self._table, whole[1], self._table.zero)
        return self._known.get(whole)

    def _search(self, whole: Sum) -> bool:
        self.nodes += 1
        self._limits.check_clock()
        if self.nodes % SEARCH.positions_a_check == 0:
            self._limits.check(self._bytes, self.nodes)
        replies = [self._parts.negative(option) for option in self._parts.options(whole)]
        known = list(map(self._known_winner, replies))
        if False in known:
            return True
        unknown = [reply for reply, won in zip(replies, known, strict=True) if won is None]
        unknown.sort(key=lambda reply: sum(map(self._parts.ahead, reply[0])))
        return not all(map(self._wins_first, unknown))

    @property
    def _bytes(self) -> int:
        kept = len(self._parts) * SEARCH.kept_bytes + len(self._known) * SEARCH.entry_bytes
        return self._values.bytes + kept


class Sums:
    """Arithmetic of sums, each of which consists of large components and one value.

    A large component is encoded as twice its smallest image, plus one if it is the negative of that image. A
    component cancels with its negative, because the second player can copy each move of the first.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
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
        self._position, self._table = values.position, values.table
        self._turned: dict[int, int] = {}
        self._options: dict[int, tuple[Sum, ...]] = {}
        self._is_small = cache(lambda part: moves_of(self._position, part) <= SEARCH.valued_moves)
        self.ahead: Callable[[int], int] = cache(self._more_moves)
        self._listed = 0

    def __len__(self) -> int:
        return self._is_small.cache_info().currsize + self._listed

    def sum_of(self, state: int) -> Sum:
        """Return a state as a sum."""
        large, value = [], self._table.zero
        for component in self._position.components(state):
            part = self._position.settle(component)
            if self._is_small(part):
                value = add(self._table, value, self.values.value(part))
            else:
                large.append(self._normalise_part(part))
        return self._cancel(large), value

    def together(self, first: Sum, second: Sum) -> Sum:
        """Return the sum of two sums."""
        value = add(self._table, first[1], second[1])
        if not first[0] or not second[0]:
            return first[0] or second[0], value
        return self._cancel((*first[0], *second[0])), value

    def negative(self, whole: Sum) -> Sum:
        turned = self._turned
        return tuple(sorted(turned[part] for part in whole[0])), negate(self._table, whole[1])

    def options(self, whole: Sum) -> list[Sum]:
        """Return the sums to which Left can move from a sum."""
        parts, value = whole
        sums: dict[Sum, None] = {}
        for index, part in enumerate(parts):
            if not index or parts[index - 1] != part:
                rest = parts[:index] + parts[index + 1 :], value
                for option in self._list_options(part):
                    sums[self.together(rest, option)] = None
        for left in self._table.lefts_of(value):
            sums[parts, left] = None
        return list(sums)

    def _more_moves(self, part: int) -> int:
        """Return the number of Left's moves minus the number of Right's moves in a component."""
        image, turned = divmod(part, 2)
        options = self._position.options
        more = len(options(image, Player.LEFT)) - len(options(image, Player.RIGHT))
        return -more if turned else more

    def _list_options(self, part: int) -> tuple[Sum, ...]:
        options = self._options.get(part)
        if options is None:
            image, turned = divmod(part, 2)
            after = self._position.options(image, Player.RIGHT if turned else Player.LEFT)
            sums = dict.fromkeys(map(self.sum_of, after))
            options = self._options[part] = tuple(map(self.negative, sums)) if turned else tuple(sums)
            self._listed += len(options)
        return options

    def _normalise_part(self, settled: int) -> int:
        images = set(self._position.images(settled))
        least = min(image for image, _ in images)
        plain, turned = (least, 1) in images, (least, -1) in images
        part = least << 1 | (not plain)
        if part not in self._turned:
            negative = part if (plain and turned) or self._position.impartial else part ^ 1
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
