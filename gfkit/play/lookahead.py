"""Outcomes of positions by search, without their values."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import _lru_cache_wrapper, cache, partial, reduce
from math import prod
from operator import or_
from typing import Generic, TypeVar

from gfkit.boards import Grid
from gfkit.errors import LimitError
from gfkit.play.board import ValueSearch
from gfkit.play.position import MaskPosition, Position, Step
from gfkit.play.short.arithmetic import add, at_most, negate, sum_of_games
from gfkit.play.short.operators import Thermographs, subpositions
from gfkit.play.short.table import WINNERS, Table
from gfkit.play.tuning import SEARCH
from gfkit.rules.kinds.placement.rule import PlacementRule
from gfkit.runs.memory import limit_text, size_text
from gfkit.typing import Player

Sum = tuple[tuple[int, ...], int]
"""Sum: its large components in ascending order, and the id of the sum of the values of the others."""
Bound = tuple[int, ...]
"""Ids of values whose sum is a bound."""
ROWS, COLUMNS = 0, 1
_Bands = tuple[int, tuple[int, ...]]
"""Sum of the means of some bands, and their values."""
UNIT = 1 << 16
"""Stops and means are stored as integers in units of 1 / UNIT."""
_TEMPERATURES = tuple(Fraction(step, 4) for step in range(25))
_TAX = [int(t * UNIT) for t in _TEMPERATURES]
Walls = tuple[list[int], list[int], list[int], list[int]]
"""Right and left stops rounded down, then both rounded up, at each sampled temperature."""


class Bounds:
    """Lower and upper bounds for the values of large components.

    A bound comes from cuts, or from counting moves if that is sharper. Sums of bounds are compared with 0
    by their stops, then exactly if they are small.
    """

    def __init__(self, cuts: Cuts, cooled_stops: CooledStops) -> None:
        self.cuts = cuts
        self._cooled_stops, self._position, self._table = cooled_stops, cuts.position, cooled_stops.table
        self.of: _lru_cache_wrapper[tuple[Bound, Bound]] = cache(self._bounds_of)
        self._size = cache(partial(subpositions, self._table))

    def __len__(self) -> int:
        return self.of.cache_info().currsize

    def _bounds_of(self, part: int) -> tuple[Bound, Bound]:
        """Return the lower and the upper bound of a component."""
        image, turned = divmod(part, 2)
        if not turned:
            return self._bounds_of_image(image)
        below, above = self.of(image << 1)
        return self._negate_bound(above), self._negate_bound(below)

    def decide(self, whole: Sum) -> bool | None:
        """Return True if Left wins the sum moving first, False if she loses, or None if the bounds do not
        decide.
        """
        below, above = [whole[1]], [whole[1]]
        for part in whole[0]:
            low, high = self.of(part)
            below += low
            above += high
        if self._cooled_stops.left_wins_first(below):
            return True
        if self._cooled_stops.left_loses_first(above):
            return False
        least = self._exact_sum(below)
        if least is not None and not at_most(self._table, least, self._table.zero):
            return True
        most = self._exact_sum(above)
        if most is not None and at_most(self._table, most, self._table.zero):
            return False
        return None

    def middle(self, whole: Sum) -> int:
        """Return twice the estimated mean of a sum, in units of 1 / UNIT: the sum of its lower and upper
        bound.
        """
        mean = self._cooled_stops.mean
        bounds = (bound for part in whole[0] for bound in self.of(part))
        return 2 * mean(whole[1]) + sum(mean(game) for bound in bounds for game in bound)

    def _bounds_of_image(self, image: int) -> tuple[Bound, Bound]:
        least, most = self._integer_bounds(image)
        below, above = self.cuts.lower(image), self.cuts.upper(image)
        mean, table = self._cooled_stops.mean, self._table
        if below is None or sum(map(mean, below)) <= least * UNIT:
            below = (table.of_scaled(least * table.scale),)
        if above is None or sum(map(mean, above)) >= most * UNIT:
            above = (table.of_scaled(most * table.scale),)
        return below, above

    def _integer_bounds(self, image: int) -> tuple[int, int]:
        """Return integer lower and upper bounds of the value, from counts of moves or cells."""
        if isinstance(self._position, MaskPosition):
            return surplus(self._position, image)
        return -self._position.size, self._position.size

    def _negate_bound(self, bound: Bound) -> Bound:
        return tuple(negate(self._table, game) for game in bound)

    def _exact_sum(self, games: list[int]) -> int | None:
        """Return the exact sum of values, or None if the number of positions of the sum may exceed the
        limit.
        """
        hot = [game for game in games if self._table.up_star[game] is None]
        if len(hot) > SEARCH.added_values or prod(map(self._size, hot)) > SEARCH.added_size:
            return None
        return sum_of_games(self._table, games)


class Cuts:
    """Bounds for positions by sums of values of bands, obtained by cutting the board.

    Suppose that no piece of Right crosses a line, and that pieces exclude each other only by a common cell.
    Removing the moves of Left that cross the line can only harm Left, and leaves the sum of the two sides. So
    a position is at least the sum of the bands between such lines. Likewise it is at most the sum of the
    bands between lines that Left never crosses. The bands with the best sum of means are used. Cost: the
    number of pairs of lines, and the values of the bands. There is no bound if a single row or column is too
    large to compute its value. Reference: Lachmann, Moore, Rapaport, Who wins Domineering on rectangular
    boards?
    """

    def __init__(self, values: ValueSearch, cooled_stops: CooledStops) -> None:
        self._values, self._cooled_stops = values, cooled_stops
        self.position: Position = values.position
        self._value = cache(self._small_value)
        self._lower, self._upper = self._axes(Player.RIGHT), self._axes(Player.LEFT)
        self._thin = tuple(breadth(self.position.rule, axis) for axis in (ROWS, COLUMNS))

    def __len__(self) -> int:
        return self._value.cache_info().currsize

    def lower(self, state: int) -> tuple[int, ...] | None:
        """Return values whose sum is a lower bound of the state's value, or None."""
        return self._choose_cut(state, self._lower, 1)

    def upper(self, state: int) -> tuple[int, ...] | None:
        """Return values whose sum is an upper bound of the state's value, or None."""
        return self._choose_cut(state, self._upper, -1)

    def _axes(self, player: Player) -> tuple[int, ...]:
        position = self.position
        if not isinstance(position, MaskPosition) or not position.plain or position.layout.grid is None:
            return ()
        return tuple(axis for axis in (ROWS, COLUMNS) if never_crosses(position.rule, player, axis))

    def _choose_cut(self, state: int, axes: tuple[int, ...], sign: int) -> tuple[int, ...] | None:
        cuts = [cut for axis in axes if (cut := self._best_bands(state, axis, sign)) is not None]
        return max(cuts)[1] if cuts else None

    def _best_bands(self, state: int, axis: int, sign: int) -> _Bands | None:
        """Return the partition of the lines into bands that maximises sign times the sum of the mean values.

        The method is dynamic programming over the lines. The result is None if every partition has a band of
        unknown value.
        """
        lines = self._lines(state, axis)
        best: list[_Bands | None] = [(0, ())]
        for end in range(1, len(lines)):
            best_here: _Bands | None = None
            for start in range(end - 1, -1, -1):
                band = self.position.settle(state & lines[end] & ~lines[start])
                value = self._value(band, end - start <= self._thin[axis])
                if value is None:
                    break
                before = best[start]
                if before is not None:
                    mean = before[0] + sign * self._cooled_stops.mean(value)
                    if best_here is None or mean > best_here[0]:
                        best_here = mean, (*before[1], value)
            best.append(best_here)
        return best[-1]

    def _lines(self, state: int, axis: int) -> list[int]:
        """Return the cells before each line between rows or columns, up to the first line after the whole
        state.
        """
        assert isinstance(self.position, MaskPosition), "others have no bands"
        grid = self.position.layout.grid
        assert grid is not None, "only positions on a grid are cut"
        lines = cells_before_lines(grid, axis)
        needed = next((index for index, before in enumerate(lines) if not state & ~before), len(lines) - 1)
        return lines[: needed + 1]

    def _small_value(self, band: int, thin: bool) -> int | None:
        """Return the value of a band of the board, or None if one of its components has too many moves."""
        most = SEARCH.thin_band_moves if thin else SEARCH.band_moves
        parts = self.position.components(band)
        if all(moves_of(self.position, part) <= most for part in parts):
            return self._values.value(band)
        return None


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

    >>> from gfkit.rules import find_rule
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


class CooledStops:
    """Stops of values cooled by 0, 1/4, ..., 6, as bounds for sums.

    Let X be the sum of the X_i, and write L_t, R_t for the stops of a game cooled by t. Cooling is additive,
    so R_t(X) >= sum R_t(X_i), and L_t(X) >= L_t(X_j) + sum of R_t(X_i), i != j, for every j. While t grows
    the left wall never rises, and neither wall moves by more than t: L_0(X) >= L_t(X) and L_0(X) <= L_t(X) +
    t, where L_t(X) <= sum L_t(X_i). So each t bounds the stops of X, and the best of the sampled bounds is
    used. Stops are stored in units of 2^-16 and rounded to the safe side. A bound of 0 does not decide the
    winner. Reference: Berlekamp, Conway, Guy, Winning Ways, chapter 6.

    >>> table = Table()
    >>> cooled_stops = CooledStops(table)
    >>> one, less = table.of_scaled(table.scale), table.of_scaled(-table.scale)
    >>> switch = table.intern((one,), (less,))
    >>> cooled_stops.left_wins_first([switch]), cooled_stops.left_wins_first([switch, less])
    (True, False)
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.walls: Callable[[int], Walls] = cache(partial(_walls, Thermographs(table)))

    def mean(self, game: int) -> int:
        """Return the mean in units of 2^-16, rounded down, as approximated at the highest sampled
        temperature.
        """
        return self.walls(game)[0][-1]

    def left_wins_first(self, games: list[int]) -> bool:
        """Return True if the bounds prove that Left, moving first, wins every game at least the sum of
        ``games``.
        """
        walls = [self.walls(game) for game in games]
        rights = [wall[0] for wall in walls]
        below = rights[0] if len(rights) == 1 else list(map(sum, zip(*rights, strict=True)))
        return any(
            ahead - right + left > 0
            for right_stops, left_stops, _, _ in walls
            for ahead, right, left in zip(below, right_stops, left_stops, strict=True)
        )

    def left_loses_first(self, games: list[int]) -> bool:
        """Return True if the bounds prove that Left, moving first, loses every game at most the sum of
        ``games``.
        """
        above = map(sum, zip(_TAX, *(self.walls(game)[3] for game in games), strict=True))
        return min(above) < 0


def _walls(graphs: Thermographs, game: int) -> Walls:
    """Return the stops of a game cooled to each temperature."""
    graph = graphs.of(game)
    stops = [graph.stops(t) for t in _TEMPERATURES]
    return (
        [_floor_to_unit(right) for _, right in stops],
        [_floor_to_unit(left) for left, _ in stops],
        [-_floor_to_unit(-right) for _, right in stops],
        [-_floor_to_unit(-left) for left, _ in stops],
    )


def _floor_to_unit(stop: Fraction) -> int:
    return stop.numerator * UNIT // stop.denominator


def surplus(position: MaskPosition, state: int) -> tuple[int, int]:
    """Return integers below and above the value of a state, from counts of moves.

    Let Left have ``a`` disjoint moves that Right cannot prevent, and let Right have at most ``b`` moves in
    succession. Then the value is at least a - b: in the sum with b - a, Left answers each move of Right with
    one of her own. The same holds with the players swapped. Cost: the number of pairs of moves.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> position = MaskPosition(find_rule("domineering"), parse_one_board("3x2"))
    >>> surplus(position, position.start), surplus(position, 0b010101)
    ((-3, 2), (1, 1))
    """
    left = [step for step in position.left_steps if state & step[0] == step[0]]
    right = [step for step in position.right_steps if state & step[0] == step[0]]
    return _count_safe_moves(left, right) - _bound_moves(right), _bound_moves(left) - _count_safe_moves(
        right, left
    )


def _count_safe_moves(steps: list[Step], others: list[Step]) -> int:
    """Return the number of disjoint moves, chosen greedily, that the opponent cannot prevent."""
    reach = reduce(or_, [~keep for _, keep in others], 0)
    free, needed, count = -1, 0, 0
    for need, keep in _sort_steps(steps):
        if not need & reach and free & need == need and not needed & ~keep:
            free &= keep
            needed |= need
            count += 1
    return count


def _bound_moves(steps: list[Step]) -> int:
    """Return an upper bound for the number of moves that a player can make in succession.

    Every move needs a cell of a set that is chosen greedily: repeatedly the last cell of the first remaining
    move. The total number of cells is also a bound.
    """
    if not steps:
        return 0
    cells, smallest, chosen, hit = 0, steps[0][0].bit_count(), 0, 0
    for need, _ in _sort_steps(steps):
        cells |= need
        smallest = min(smallest, need.bit_count())
        if not need & hit:
            hit |= 1 << need.bit_length() - 1
            chosen += 1
    return min(chosen, cells.bit_count() // smallest)


def _sort_steps(steps: list[Step]) -> list[Step]:
    return sorted(steps, key=lambda step: step[0].bit_length())


_Known = TypeVar("_Known")


class Limits:
    """Memory and time limits of a search."""

    def __init__(
        self, memory: int, seconds: float | None = None, on_nodes: Callable[[int], None] | None = None
    ) -> None:
        self.memory = memory
        self.on_nodes = on_nodes
        """Callback that receives the number of visited positions."""
        self.entries: int = max(min(memory // 4 // SEARCH.entry_bytes, SEARCH.most_entries), 2)
        """Maximum number of positions in the transposition table, which may use a quarter of the memory."""
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
    """Search for the winners of positions of a rule on a board, with bounds and stored sums.

    A position G with Right to move is replaced by -G with Left to move, so only moves of Left are searched.
    Left wins if the player to move loses the negative of some option. Small components are replaced by their
    values, and a component cancels with its negative. Bounds decide most sums immediately, and decided sums
    are stored. Options that are decided by bounds are examined first, then the options with the largest mean
    of bounds. Cost: exponential in the size of the board if the bounds are not sharp. Raise LimitError if
    memory or time is exhausted.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> position = compile_position(find_rule("domineering"), parse_one_board("5x5"))
    >>> Lookahead(position, Table(), Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self._position, self._table, self._limits = position, table, limits
        self.values: ValueSearch = ValueSearch(
            position, table, limits.memory - limits.memory // 4, lambda _: self._limits.check_clock()
        )
        self.cooled_stops: CooledStops = CooledStops(table)
        self.parts: Sums = Sums(self.values)
        self.bounds: Bounds = Bounds(Cuts(self.values, self.cooled_stops), self.cooled_stops)
        self.known: Transpositions[bool] = Transpositions(limits.entries)
        self.nodes: int = 0

    def wins(self, state: int, mover: Player) -> bool:
        """Return True if the player to move wins."""
        try:
            return self._wins_first(self._sum(state, mover))
        except RecursionError:
            raise LimitError("the game is too long: the search exceeds Python's recursion limit") from None

    def _sum(self, state: int, mover: Player) -> Sum:
        """Return a state as a sum in which Left moves."""
        whole = self.parts.sum_of(state)
        return whole if mover is Player.LEFT else self.parts.negative(whole)

    def _wins_first(self, whole: Sum) -> bool:
        won = self._known_winner(whole)
        if won is None:
            won = self._search(whole)
            self.known.keep(whole, won)
        return won

    def _known_winner(self, whole: Sum) -> bool | None:
        """Return True or False if values and bounds decide whether Left wins moving first, else None."""
        if not whole[0]:
            return not at_most(self._table, whole[1], self._table.zero)
        known = self.known.find(whole)
        return self.bounds.decide(whole) if known is None else known

    def _search(self, whole: Sum) -> bool:
        self.nodes += 1
        self._limits.check_clock()
        if self.nodes % SEARCH.positions_a_check == 0:
            self._limits.check(self._bytes, self.nodes)
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
        """Return a quick estimate of Left's advantage, in which a surplus of two moves counts as 1."""
        return 2 * self.cooled_stops.mean(whole[1]) + UNIT * sum(map(self.parts.ahead, whole[0]))

    @property
    def _bytes(self) -> int:
        kept = len(self.parts) + len(self.bounds) + len(self.bounds.cuts)
        return self.values.bytes + kept * SEARCH.kept_bytes


class Sums:
    """Arithmetic of sums, each of which consists of large components and one value.

    A large component is encoded as twice its smallest image, plus one if it is the negative of that image. A
    component cancels with its negative, because the second player can copy each move of the first.

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


class Transpositions(Generic[_Known]):
    """Transposition table with at most ``size`` entries. When it is full, the older half is deleted.

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
        """Return the entry of a position, or None."""
        known = self._young.get(position)
        return self._old.get(position) if known is None else known

    def keep(self, position: Hashable, known: _Known) -> None:
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        self._young[position] = known
