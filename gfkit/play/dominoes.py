"""Outcomes of games in which each player places dominoes along one axis: a search with counts of areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gfkit.play.layout import set_bits
from gfkit.play.lookahead import Limits, OutcomeSearch, Transpositions
from gfkit.play.position import MaskPosition, Position, Step
from gfkit.play.tuning import SEARCH
from gfkit.typing import Player

_UNKNOWN = (127, -127)
"""Whole moves ahead from which a position is won, and up to which it is lost, where nothing is known."""
_GAIN, _SAFE_LAST = 1 << 22, 1 << 30
"""What a packed domino counts among the ranks of moves, and what a move on safe cells."""


class Axis(NamedTuple):
    """The dominoes of a player: their first cells on an empty board, and the step from each to the second."""

    starts: int
    step: int

    @classmethod
    def of(cls, steps: Sequence[Step]) -> Axis | None:
        """Return the axis along which all moves are dominoes; None if they are others."""
        cells = [set_bits(need) for need, _ in steps]
        offsets = {pair[-1] - pair[0] if len(pair) == 2 else 0 for pair in cells}
        if len(offsets) != 1 or 0 in offsets:
            return None
        return cls(sum(1 << pair[0] for pair in cells), *offsets)

    def moves(self, free: int) -> int:
        """Return the first cells of the dominoes that can be placed."""
        return free & free >> self.step & self.starts

    def cells(self, starts: int) -> int:
        return starts | starts << self.step

    def within(self, cells: int, moves: int) -> int:
        """Return the moves that only use certain cells."""
        return cells & cells >> self.step & moves

    def pack(self, moves: int) -> int:
        """Return a maximum set of disjoint moves, chosen greedily from the first end of every run."""
        packed = 0
        while moves:
            heads = moves & ~(moves << self.step)
            packed |= heads
            moves &= ~self.cells(heads)
        return packed

    def most(self, moves: int) -> int:
        """Return the maximum number of disjoint moves."""
        return self.pack(moves).bit_count()


def axes_of(position: Position) -> tuple[Axis, Axis] | None:
    """Return the axes of Left and Right if they lay dominoes along the two axes of a grid that does not close
    up.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> for board in ("3x4", "cylinder:3x4"):
    ...     axes = axes_of(compile_position(find_rule("domineering"), parse_one_board(board)))
    ...     print(axes and [axis.step for axis in axes])
    [4, 1]
    None
    """
    if not isinstance(position, MaskPosition) or not position.plain or position.layout.grid is None:
        return None
    rows, cols = position.layout.grid.rows, position.layout.grid.cols
    left, right = Axis.of(position.left_steps), Axis.of(position.right_steps)
    many = len(position.left_steps) + len(position.right_steps)
    if left is None or right is None or min(rows, cols) < 2 or many != 2 * rows * cols - rows - cols:
        return None
    return (left, right) if {left.step, right.step} == {1, cols} else None


@dataclass(slots=True)
class Areas:
    """Areas that a player has packed on the board, and bounds for the opponent.

    ``squares``: a move there makes another one safe. ``doubles`` and ``singles``: dominoes of which a move of
    the opponent spoils at most two, or one. ``shifts``: safe dominoes that can take a given number of cells
    from the opponent.
    """

    squares: int
    safe: int
    doubles: list[int]
    """How many, and how many of these have a cell that the opponent cannot use."""
    singles: list[int]
    shifts: list[int]
    usable: int
    """Cells that the opponent can use."""
    most: int
    """The most moves that the opponent has together."""
    covered: int = 0
    """Cells of these that the player is sure to cover."""

    def lay(self, dominoes: list[int]) -> None:
        """Make a move on one of ``doubles`` or ``singles``."""
        dominoes[0] -= 1
        self.safe += 1
        self.covered += 2 - (dominoes[1] > dominoes[0])
        dominoes[1] = min(dominoes)

    def move_first(self) -> None:
        """Make the move that gains most."""
        shift = next((cells for cells in (3, 2, 1) if self.shifts[cells] % 2), 0)
        doubles, singles = self.doubles, self.singles
        if self.squares % 2 or (self.squares and not (doubles[0] or singles[0] or shift)):
            self.squares -= 1
            self.safe += 2
            self.most -= 2
            self.covered += 4
        elif doubles[0] % 3 or (doubles[0] and not singles[0] % 2 and not shift):
            self.lay(doubles)
        elif singles[0] % 2 or (singles[0] and not shift):
            self.lay(singles)
        elif shift:
            self.shifts[shift] -= 1
            self.covered += shift

    def surplus(self) -> int:
        """Return a lower bound of the player's moves minus the opponent's; the opponent moves next."""
        if self.squares % 2:
            self.squares -= 1
            self.doubles[0] += 2
        (doubles, half_doubles), (singles, half_singles) = self.doubles, self.singles
        thirds, halves = doubles // 3, singles // 2
        both, spare = doubles % 3 > 0 < singles % 2, (doubles % 3 > 0) != singles % 2
        self.covered += 2 * (self.squares + thirds + halves) + both
        self.covered -= thirds - (doubles - half_doubles) // 3 + halves - (singles - half_singles) // 2
        for cells in (3, 2, 1):
            pairs, odd = divmod(self.shifts[cells], 2)
            self.covered += cells * (pairs + (odd and spare))
            self.shifts[cells - 1] += odd and not spare
            spare = spare and not odd
        sure = self.squares + self.safe + thirds + halves + both
        return sure - min(self.most - self.squares, (self.usable - self.covered) // 2)


def pack_areas(free: int, own: Axis, other: Axis) -> Areas:
    """Return the areas that a player can pack on the free cells; each kind uses the cells left by the
    previous kinds.
    """
    moves, theirs = own.moves(free), other.moves(free)
    usable = other.cells(theirs)
    squares, taken, inner = _pack_squares(free, own, other)
    pure = own.cells(moves) & ~usable & ~taken
    alone = own.within(pure, moves)
    odd = pure & ~(alone << own.step)
    while (more := odd | ((odd & alone) << own.step & alone) << own.step) != odd:
        odd = more
    even = pure & ~alone & ~odd
    while (more := even | even >> own.step & alone) != even:
        even = more
    packed = own.pack(own.within(free & ~taken & ~even, moves))
    inside = packed & pure & pure >> own.step
    safe, packed = inside | own.pack(own.within(even, alone)), packed & ~inside
    covered = own.cells(packed)
    near = covered & usable | inner
    hit = other.cells(other.within(near, theirs))
    twice = packed & (hit | hit >> own.step)
    half = packed & ~own.within(covered & usable, packed)
    doubles = [twice.bit_count(), (half & twice).bit_count()]
    singles = [(packed & ~twice).bit_count(), (half & ~twice).bit_count()]
    shifts = _count_shifts(safe, own, other, moves, theirs, taken | covered | own.cells(safe))
    most = other.most(theirs)
    return Areas(squares, safe.bit_count(), doubles, singles, shifts, usable.bit_count(), most)


def _pack_squares(free: int, own: Axis, other: Axis) -> tuple[int, int, int]:
    """Return disjoint squares of two by two cells with a wall on one side across: their number, and their
    cells.

    A domino on the two cells that are not at the wall makes the others safe. The last mask has these cells of
    squares with one wall; no move of the opponent links two of them.
    """
    moves, across = own.moves(free), other.step
    before = ~((free & other.starts) << across)
    after = ~(free >> across & other.starts)
    before &= before >> own.step
    after = after >> across & after >> across + own.step
    corners = moves & moves >> across & other.starts
    many = taken = inner = 0
    for walls in (before & after, before ^ after):
        for bit in set_bits(corners & walls):
            corner = 1 << bit
            first = own.cells(corner)
            square, is_before = other.cells(first), corner & before
            is_open = not corner & before & after
            opening = 0 if not is_open else first << across if is_before else first
            if square & taken or (opening << across if is_before else opening >> across) & inner:
                continue
            taken, inner, many = taken | square, inner | opening, many + 1
    return many, taken, inner


def _count_shifts(safe: int, own: Axis, other: Axis, moves: int, theirs: int, taken: int) -> list[int]:
    """Return the number of safe dominoes that can be placed one cell further, by the number of cells taken
    from the opponent.
    """
    usable, shifts = other.cells(theirs), [0] * 4
    for start in (1 << bit for bit in set_bits(safe)):
        for cell, move in (
            (start >> own.step, start >> own.step),
            (start << 2 * own.step, start << own.step),
        ):
            back = cell >> other.step if cell & theirs << other.step else 0
            on = cell << other.step if cell & theirs else 0
            if cell & usable & ~taken and move & moves and not (back | on) & taken:
                alone = bool(back and not back & theirs << other.step) + bool(on and not on & theirs)
                shifts[1 + alone] += 1
                taken |= cell | back | on
                break
    return shifts


def settled_by_areas(free: int, mover: Axis, other: Axis, ahead: int) -> bool | None:
    """Return whether the player to move wins, some integer number of moves ahead, or None if the counts do
    not decide it.

    Every free cell must be usable by a player.
    """
    if not free:
        return ahead > 0
    if _safe(free, mover, other) + ahead > other.most(other.moves(free)):
        return True
    if _safe(free, other, mover) - ahead >= mover.most(mover.moves(free)):
        return False
    areas = pack_areas(free, mover, other)
    areas.move_first()
    if areas.surplus() + ahead > 0:
        return True
    return False if pack_areas(free, other, mover).surplus() >= ahead else None


class DominoSearch(OutcomeSearch):
    """The winners of positions in which Left lays dominoes along one axis of a grid, Right along the other.

    Counts of areas decide most positions, as in docs/outcomes.md. Cells that no player can use leave the
    board. So do runs that one player alone can use, as whole moves that a player is ahead. In the positions
    that stay open the moves are searched, those first that leave the mover most packed and safe dominoes, and
    then a whole move. Positions are stored up to symmetry, with the numbers of moves ahead at which they
    become wins, and the largest at which they are losses. Cost: exponential in the size of the board.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> position = compile_position(find_rule("domineering"), parse_one_board("5x5"))
    >>> DominoSearch(position, axes_of(position), Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, axes: tuple[Axis, Axis], limits: Limits) -> None:
        assert isinstance(position, MaskPosition), "they have no axes else"
        grid = position.layout.grid
        assert grid is not None, "they have no axes else"
        self.axes, self.limits, self.nodes = axes, limits, 0
        self._ranks = [_ranks(grid.rows, grid.cols, axis.step == grid.cols) for axis in axes]
        images = [
            ([to(bit) for bit in range(position.size)], marks)
            for to, marks in zip(*position.symmetry_maps(), strict=True)
        ]
        self._turns = [image for image, marks in images if not marks]
        self._exchange = next((image for image, marks in images if marks & 1), None)
        self._known: Transpositions[tuple[int, int]] = Transpositions(limits.entries)

    def wins(self, state: int, mover: Player) -> bool:
        if mover is Player.RIGHT and self._exchange is not None:
            image = _image(self._exchange, state)
            if (
                image.bit_count() == state.bit_count()
            ):  # or it is placed beyond the square that stays on the board
                return self._wins(image, 0, 0)
        return self._wins(state, int(mover is Player.RIGHT), 0)

    def _wins(self, free: int, mover: int, ahead: int) -> bool:
        """Return True if the player to move wins, some whole moves ahead."""
        free, ahead = self._strip(free, mover, ahead)
        won = settled_by_areas(free, self.axes[mover], self.axes[1 - mover], ahead)
        if won is not None:
            return won
        key = min([free, *(_image(turn, free) for turn in self._turns)]), mover
        won_from, lost_to = self._known.find(key) or _UNKNOWN
        if not lost_to < ahead < won_from:
            return ahead >= won_from
        self.nodes += 1
        self.limits.check_clock()
        if self.nodes % SEARCH.positions_a_check == 0:
            self.limits.check(len(self._known) * SEARCH.entry_bytes, self.nodes)
        won = not all(
            self._wins(after, 1 - mover, -then) for after, then in self._options(free, mover, ahead)
        )
        won_from, lost_to = self._known.find(key) or _UNKNOWN
        self._known.keep(key, (min(won_from, ahead), lost_to) if won else (won_from, max(lost_to, ahead)))
        return won

    def _strip(self, free: int, mover: int, ahead: int) -> tuple[int, int]:
        """Return the position without cells that no player can use and runs that one player alone can use."""
        moves = [axis.moves(free) for axis in self.axes]
        usable = [axis.cells(starts) for axis, starts in zip(self.axes, moves, strict=True)]
        free = usable[0] | usable[1]
        for player, axis in enumerate(self.axes):
            shared = usable[0] & usable[1]
            while (more := shared | axis.cells((shared | shared >> axis.step) & moves[player])) != shared:
                shared = more
            pure = usable[player] & ~shared
            many = axis.most(axis.within(pure, moves[player]))
            ahead += many if player == mover else -many
            free &= ~pure
        return free, ahead

    def _options(self, free: int, mover: int, ahead: int) -> Iterator[tuple[int, int]]:
        """Yield the positions after a move, in the order of the search, and the moves ahead in each."""
        own, other = self.axes[mover], self.axes[1 - mover]
        moves = own.moves(free)
        pure = own.cells(moves) & ~other.cells(other.moves(free))

        def score(start: int) -> int:
            domino = own.cells(1 << start)
            after = free & ~domino
            packed = own.most(own.moves(after)) - other.most(other.moves(after))
            gain = packed + _safe(after, own, other) - _safe(after, other, own)
            return gain * _GAIN - self._ranks[mover][start] - (_SAFE_LAST if domino & pure else 0)

        for start in sorted(set_bits(moves), key=score, reverse=True):
            yield free & ~own.cells(1 << start), ahead
        if ahead > 0:
            yield free, ahead - 1


def _safe(free: int, own: Axis, other: Axis) -> int:
    """Return the number of moves of a player that the opponent can never touch."""
    moves = own.moves(free)
    return own.most(own.within(own.cells(moves) & ~other.cells(other.moves(free)), moves))


def _image(turn: list[int], free: int) -> int:
    return sum(turn[bit] for bit in set_bits(free))


def _ranks(rows: int, cols: int, is_upright: bool) -> list[int]:
    """Return the rank of a move by its first cell: lines second from the edge first, there every second
    place.
    """
    ranks = []
    for cell in range(rows * cols):
        line, place = divmod(cell, cols)[:: -1 if is_upright else 1]
        lines, places = (cols, rows) if is_upright else (rows, cols)
        line, place = min(line + 1, lines - line), min(place + 1, places - 1 - place)
        group = 4 if line == 1 else 2 * (line % 2) + (1 - place % 2)
        ranks.append((group << 12 | line << 6 | place) << 7 | cell)
    return ranks
