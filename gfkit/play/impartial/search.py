"""Nimbers of boards by a search over components that tests whether a nimber has a given value.

A component of a position with liberties is stored under a key that does not depend on the board; the C
extension computes its moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, reduce
from operator import xor
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from gfkit.core.algebra import ARRAYS
from gfkit.core.boards import Board
from gfkit.core.boards.board import set_bits
from gfkit.core.errors import LimitError
from gfkit.core.memory import size_text
from gfkit.core.native import is_built
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.typing import OnProgress, Player
from gfkit.play.native_search import BeyondTables, FastNimbers, is_fast
from gfkit.play.position import LibertyPosition, Position, compile_position
from gfkit.play.tuning import NIMBERS

if TYPE_CHECKING:
    from gfkit.play.impartial.paths import PathWords

DEFAULT_MEMORY = 2 << 30
Part = TypeVar("Part", bound=Hashable)


class BoardParts:
    """Components of positions of a rule on a board, if both players may make every move."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._canonical = lru_cache(NIMBERS.remembered_parts)(lambda part: position.canonical(part)[0])

    def parts(self, state: int) -> list[int]:
        """Return the components of a state in canonical form, up to symmetry and exchange of players."""
        return [self._canonical(part) for part in self._position.components(state)]

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        """Return the components after each move, options with small components first."""
        position = self._position
        states = position.options(part, Player.LEFT)
        if not position.impartial:
            states = states + position.options(part, Player.RIGHT)
        split = [tuple(self.parts(state)) for state in dict.fromkeys(states)]
        return sorted(split, key=lambda parts: max(map(self.most, parts), default=0))

    def most(self, part: int) -> int:
        return self._position.cells_of(part).bit_count()


class Memory:
    """Counter of stored positions that stops the search at the memory limit."""

    def __init__(
        self, board: str, max_memory: int | None, on_entries: Callable[[int], None] | None = None
    ) -> None:
        self._board = board
        self.bytes: int = DEFAULT_MEMORY if max_memory is None else max_memory
        self._most = self.bytes // NIMBERS.position_bytes
        self.entries: int = 0
        self._on_entries = on_entries

    def __call__(self, entries: int) -> None:
        self.entries += 1
        if self._on_entries is not None and self.entries % NIMBERS.a_report == 0:
            self._on_entries(self.entries)
        if entries > self._most:
            raise LimitError(
                f"board {self._board!r}: storing more than {self._most} positions needs more memory than"
                " allowed; choose a smaller board"
            )

    def tell(self, entries: int) -> None:
        """Report the number of positions stored elsewhere."""
        if self._on_entries is not None:
            self._on_entries(self.entries + entries)

    def make_room(self, size: int) -> None:
        """Raise LimitError if a table of the given size in bytes exceeds the memory limit."""
        if size > self.bytes:
            raise LimitError(
                f"board {self._board!r} needs {size_text(size)} of memory, but the limit is"
                f" {size_text(self.bytes)};"
                " choose a smaller board"
            )


class NimSearch:
    """Nimbers of boards under one rule, if both players may make every move.

    NoGo, under any name, is solved on paths by words (``PathWords``, which requires numpy), and on other
    boards by ``Blocks`` in the C extension, whose results are reused on the next board. ``longest`` is the
    longest path that will be requested, if known. Cost for other rules: at worst the positions of the
    components of the board; see ``Nimbers``.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> NimSearch(find_rule("cram")).nimber(parse_one_board("4x5"), Memory("4x5", None))
    2
    """

    def __init__(self, rule: PlacementRule, longest: int = 0) -> None:
        self._rule, self._longest = rule, longest
        self._nogo = plays_cells(rule)
        self._words: PathWords | None = None
        self._shared: Nimbers[bytes] = Nimbers(Blocks(), on_entry=lambda _: None)

    def nimber(self, board: Board, memory: Memory, on_progress: OnProgress | None = None) -> int:
        if board.size == 0:
            return 0
        if ARRAYS and self._nogo and _is_path(board):
            return self._compute_path_nimber(board.size, memory, on_progress)
        try:
            return self._search_nimber(board, memory)
        except RecursionError:
            raise LimitError(
                f"board {board.text!r}: a game of {board.size} cells may last longer than the"
                " maximum depth of the search;"
                " boards of several hundred cells are supported only if they are strips that every"
                " move cuts in two"
            ) from None

    def _compute_path_nimber(self, size: int, memory: Memory, on_progress: OnProgress | None) -> int:
        from gfkit.play.impartial.paths import LONGEST_PATH, PathWords

        if self._words is None or size > self._words.longest:
            if size > LONGEST_PATH:
                raise LimitError(f"board path:{size}: the limit is {LONGEST_PATH} cells")
            memory.make_room(PathWords.memory(size))
            together = min(self._longest, NIMBERS.paths_at_once)
            longest = max(size, together if PathWords.memory(together) <= memory.bytes else 0)
            self._words = PathWords(longest, on_progress)
            memory.entries = PathWords.size(longest)
        return self._words.value(size)

    def _search_nimber(self, board: Board, memory: Memory) -> int:
        position = compile_position(self._rule, board)
        if self._nogo and is_built() and isinstance(position, LibertyPosition):
            start = first_parts(position, position.start)
            if start is not None:
                self._shared.on_entry = memory
                return self._shared.of(start)
        return _compute_nimber(position, memory)


def _compute_nimber(position: Position, memory: Memory) -> int:
    """Return the nimber of a board by its components, using the C extension if it supports the rule."""
    if is_fast(position, memory.bytes):
        search = FastNimbers(
            position, memory.bytes, position.board.text, lambda: memory.tell(search.component_count)
        )
        try:
            nimber = search.nimber(position.start)
        except BeyondTables:
            pass
        else:
            memory.entries += search.component_count
            return nimber
    parts = BoardParts(position)
    return Nimbers(parts, memory).of(parts.parts(position.start))


def _is_path(board: Board) -> bool:
    """Return True if a board is an empty path whose cells are numbered along it."""
    return board.is_bare and set(board.edges) == {(cell, cell + 1) for cell in range(board.size - 1)}


class _PartGame(Protocol[Part]):
    """Protocol of games whose positions are sums of components."""

    def options(self, part: Part) -> Iterable[tuple[Part, ...]]:
        """Return the options of a component, each as its components in canonical form, small ones first."""
        ...

    def most(self, part: Part) -> int:
        """Return an upper bound for the number of moves, so for the nimber; also a measure of size."""
        ...


class Nimbers(Generic[Part]):
    """Nimbers of the components of a game, each computed at most once.

    A component has nimber v if no option has nimber v and it has no smaller nimber. To decide whether a sum
    has nimber v, the nimbers of all components except the largest are computed, and the largest component is
    tested for the remaining value. So the nimber of most options is never computed. Options that are decided
    by stored results are examined first. Cost: at worst all positions, often the square root of their number.
    ``on_entry`` is called with the number of stored components, and may stop the search by raising.

    Reference: Julien Lemoine and Simon Viennot, Nimbers are inevitable.
    """

    def __init__(self, game: _PartGame[Part], on_entry: Callable[[int], None]) -> None:
        self._game = game
        self.on_entry = on_entry
        self._known: dict[Part, int] = {}
        self._least: dict[Part, int] = {}
        """Lower bounds of the nimbers of components whose nimber is not known."""

    def of(self, parts: Iterable[Part]) -> int:
        """Return the nimber of a sum."""
        return reduce(xor, map(self._nimber, without_pairs(parts)), 0)

    def recall(self, part: Part) -> tuple[int | None, int]:
        """Return the stored nimber of a component, or None, and a lower bound of the nimber."""
        known = self._known.get(part)
        return known, self._least.get(part, 0) if known is None else known

    def recall_sum(self, parts: Iterable[Part]) -> int | None:
        """Return the nimber of a sum from stored nimbers, or None if one of them is not known."""
        value = 0
        for part in without_pairs(parts):
            known = self._known.get(part)
            if known is None:
                return None
            value ^= known
        return value

    def _nimber(self, part: Part) -> int:
        if part not in self._known:
            self._is(part, self._game.most(part))
        return self._known[part]

    def _is(self, part: Part, value: int) -> bool:
        """Return True if a component has the given nimber; smaller nimbers are tried first."""
        known = self._known.get(part)
        if known is not None:
            return known == value
        least = self._least.get(part, 0)
        if value < least or value > self._game.most(part):
            return False
        options = [without_pairs(option) for option in self._game.options(part)]
        for smaller in range(least, value + 1):
            if not self._has(options, smaller):
                self._known[part] = smaller
                self._least.pop(part, None)
                self.on_entry(len(self._known) + len(self._least))
                return smaller == value
            self._least[part] = smaller + 1
        self.on_entry(len(self._known) + len(self._least))
        return False

    def _has(self, options: list[list[Part]], value: int) -> bool:
        """Return True if at least one option has the given nimber."""
        unsettled = []
        for option in options:
            settled = self._follows_from_memory(option, value)
            if settled:
                return True
            if settled is None:
                unsettled.append(option)
        return any(self._sum_is(option, value) for option in unsettled)

    def _follows_from_memory(self, parts: list[Part], value: int) -> bool | None:
        """Return True or False if stored results decide whether a sum has the given nimber, or None
        otherwise.
        """
        unknown = None
        for part in parts:
            known = self._known.get(part)
            if known is not None:
                value ^= known
            elif unknown is None:
                unknown = part
            else:
                return None
        if unknown is None:
            return value == 0
        return False if value < self._least.get(unknown, 0) else None

    def _sum_is(self, parts: list[Part], value: int) -> bool:
        if not parts:
            return value == 0
        *small, largest = sorted(parts, key=self._game.most)
        return self._is(largest, reduce(xor, map(self._nimber, small), value))


def without_pairs(parts: Iterable[Part]) -> list[Part]:
    """Return the components after removal of pairs of equal ones, whose sums are zero."""
    listed = list(parts)
    if len(listed) < 2 or len(set(listed)) == len(listed):
        return listed
    return [part for part, number in Counter(listed).items() if number % 2]


MOST_CELLS = 62
_MOST_GROUPS = 120


def plays_cells(rule: PlacementRule) -> bool:
    """Return True if a rule is NoGo under any name: two colours of single cells, with liberties."""
    return (
        rule.liberties
        and not rule.airless
        and not rule.forbidden
        and len(rule.colours) == 2
        and all(tuple(piece.cells for piece in c.pieces) == (((0, 0),),) for c in rule.colours)
    )


class Blocks:
    """Components of NoGo if both colours are available to both players; a group is the set of its liberties.

    The effect of a group depends only on its colour and its liberties. So a position consists of the free
    cells with their adjacency, the liberties of the groups, and for each colour its open cells and its safe
    cells. A cell is *open* to a colour if a stone of this colour may still be placed there at some time; an
    illegal placement remains illegal. A cell is *safe* for a colour if a stone of this colour on it can never
    lose its last liberty. The only effect of a group with a single liberty is that this cell is closed to the
    other colour. Moreover:

    - A cell that is closed to both colours remains free forever, so the groups adjacent to it live forever.
      Their liberties, and the free cells adjacent to it, are safe for the colour; the groups and the cell are
      dropped.
    - A cell that is open to only one colour, and safe for it, has the same effect for this colour. While it
      is free, it is a liberty that the other colour cannot take; once filled, its stone lives forever. So
      groups with this liberty live forever, and the cells adjacent to it are safe.
    - Suppose that on two neighbouring cells each colour is either safe or excluded. Then no stone on one of
      the cells needs the other cell as a liberty, so the two cells are treated as not adjacent.

    The remaining position is split into components that share no cell, group or adjacency. A component is
    encoded as bytes: the number of cells, the number of groups of each colour, and masks. Cells are ordered
    by marks that are computed from their neighbourhoods. Colours are ordered by the sums of marks, since both
    players may use both colours. Equal keys imply isomorphic components. A component has several keys only if
    marks are equal. Keys do not depend on the board, so values are shared between boards. This class requires
    the C extension; ``BoardParts`` defines the same game without it.
    """

    def most(self, part: bytes) -> int:
        """Return the number of free cells."""
        return part[0]

    def options(self, part: bytes) -> Iterable[tuple[bytes, ...]]:
        """Return the components after each move, options with small components and few moves first."""
        from gfkit.core.native import loops

        weights = dict(_split(loops.expand_part(part)))
        return sorted(weights, key=weights.__getitem__)


def first_parts(position: LibertyPosition, state: int) -> tuple[bytes, ...] | None:
    """Return the components of a state, or None if one of them has too many cells or groups.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> path = LibertyPosition(find_rule("nogo"), parse_one_board("path:2"))
    >>> [part.hex() for part in first_parts(path, path.start)]
    ['020000030300000201']
    """
    keys = [_key(position, component) for component in position.components(state)]
    return None if None in keys else tuple(key for key in keys if key is not None)


def _key(position: LibertyPosition, component: int) -> bytes | None:
    """Return the key of a component with its cells in board order, or None if it is too large."""
    field = position.unpack(component)
    cells = set_bits(field.free)
    groups = [
        [liberties for _, liberties in colour_groups if liberties.bit_count() > 1]
        for colour_groups in position.groups(field)
    ]
    if len(cells) > MOST_CELLS or sum(map(len, groups)) > _MOST_GROUPS:
        return None
    if len(cells) == 1:
        return b"\1"
    near = [position.layout.near[cell] for cell in cells]
    number = {cell: 1 << index for index, cell in enumerate(cells)}
    width = (len(cells) + 7) // 8
    masks = (*field.open, *field.safe, *near, *groups[0], *groups[1])
    renumbered = (sum(number.get(cell, 0) for cell in set_bits(mask)) for mask in masks)
    written = b"".join(mask.to_bytes(width, "little") for mask in renumbered)
    return bytes([len(cells), *map(len, groups)]) + written


def _split(written: bytes) -> list[tuple[tuple[bytes, ...], int]]:
    """Return the components of each option, and the weight of the largest, decoded from the C extension."""
    options: list[tuple[tuple[bytes, ...], int]] = []
    at = 0
    while at < len(written):
        weight, count = int.from_bytes(written[at : at + 2], "big"), written[at + 2]
        at += 3
        parts = []
        for _ in range(count):
            first = at + 2
            at = first + int.from_bytes(written[at:first], "little")
            parts.append(written[first:at])
        options.append((tuple(parts), weight))
    return options
