"""Definition of the positions of a placement game: sets of compatible pieces.

A configuration is an integer whose bit i is set if piece i of ``free_pieces`` is on the board, in addition to
the pieces already placed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations

from gfkit.core.boards import Board, LyingPiece
from gfkit.core.boards.board import components_of, set_bits
from gfkit.core.deferred import dataclass
from gfkit.core.errors import BoardError, MismatchError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.placement.rule import Colour, PlacementRule
from gfkit.core.rules.listing import MOST_CELLS, Marks, Shown, laid_cells, laid_cubes, refuse_above, too_much
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Player, Positions, Weights

MOST_REMEMBERED = 1 << 16
MOST_PLACEMENTS = 200
MOST_POSITIONS = 20_000_000
MOST_WITH_LIBERTIES = 10_000_000


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """Piece on the board: the index of its colour, and the cells that it covers."""

    colour: int
    cells: frozenset[int]


def is_legal(rule: PlacementRule, board: Board, position: int, positions: Positions = Positions.ALL) -> bool:
    """Return True if the pieces are compatible, and the position belongs to the requested class."""
    free = free_pieces(rule, board)
    pieces = [*lying_pieces(rule, board), *(free[number] for number in set_bits(position))]
    if not _are_compatible(rule, board, pieces):
        return False
    owners = [rule.colours[piece.colour].owner for piece in pieces]
    if positions is Positions.PLAY:
        return abs(owners.count(Player.LEFT) - owners.count(Player.RIGHT)) <= 1
    if positions is Positions.FULL:
        return sum(len(piece.cells) for piece in pieces) == board.size
    return not any(
        rule.colours[piece.colour].belongs_to(player) and _are_compatible(rule, board, [*pieces, piece])
        for player in positions.stuck
        for piece in free
    )


def _are_compatible(rule: PlacementRule, board: Board, pieces: Sequence[PlacedPiece]) -> bool:
    """Return True if all pairs of pieces are compatible, and every group has a liberty if it needs one."""
    if not all(go_together(rule, board, *pair) for pair in combinations(pieces, 2)):
        return False
    taken = {cell for piece in pieces for cell in piece.cells}
    if any(taken.issuperset(cells) for cells in board.illegal):
        return False
    for colour in filter(rule.breathes, range(len(rule.colours))):
        own = {cell for piece in pieces if piece.colour == colour for cell in piece.cells}
        for group in components_of(own, [edge for edge in board.edges if own.issuperset(edge)]):
            if all(near in taken for cell in group for near in board.neighbours[cell]):
                return False
    return True


def from_variables(rule: PlacementRule, board: Board, shown: Shown) -> int:
    """Return the position of the pieces whose variables are 1."""
    placed = {(key[1], frozenset(key[2:])) for key, value in shown if key[0] == "piece" and value}
    return _as_bits(
        number
        for number, piece in enumerate(free_pieces(rule, board))
        if (piece.colour, piece.cells) in placed
    )


def powers(rule: PlacementRule, board: Board, position: int) -> Exponents:
    """Return the exponents of x (pieces of Left) and y (pieces of Right)."""
    free = free_pieces(rule, board)
    each = [rule.colours[free[number].colour].exponents(Weights.PLAYERS) for number in set_bits(position)]
    return sum(x for x, _ in each), sum(y for _, y in each)


def candidates(rule: PlacementRule, board: Board) -> Iterator[int]:
    """Yield all sets of pieces."""
    return iter(range(1 << len(free_pieces(rule, board))))


def configurations(
    rule: PlacementRule, board: Board, positions: Positions = Positions.ALL, tries: int | None = None
) -> Iterator[tuple[int, Exponents]]:
    """Yield every position of the class, with its exponents of x (pieces of Left) and y (pieces of Right)."""
    if positions is Positions.PLAY:
        rule.check_play()
    table = PositionTable(rule, board, tries)
    powers = [colour.exponents(Weights.PLAYERS) for colour in rule.colours]
    in_x, in_y = (
        sum(mask for mask, power in zip(table.of_colour, powers, strict=True) if power[axis])
        for axis in (0, 1)
    )
    for added, still in table.list_positions():
        if positions is Positions.ALL or table.belongs(added, still, positions):
            yield added, ((added & in_x).bit_count(), (added & in_y).bit_count())


def marks(rule: PlacementRule, board: Board, _weights: Weights) -> Callable[[int], Marks]:
    """Return a function that maps a position to marks for symmetries: pieces by colours and cells."""
    free = [
        (piece.colour, frozenset(("", cell) for cell in piece.cells)) for piece in free_pieces(rule, board)
    ]
    return lambda position: frozenset(free[number] for number in set_bits(position))


def drawable(rule: PlacementRule, board: Board) -> Callable[[int], Configuration]:
    """Return a function that draws the added pieces."""
    free = [(piece.colour, tuple(piece.cells)) for piece in free_pieces(rule, board)]
    return lambda position: Configuration.of_moves(rule, (free[number] for number in set_bits(position)))


def free_pieces(rule: PlacementRule, board: Board) -> list[PlacedPiece]:
    """Return the pieces that are compatible with the pieces already placed."""
    lying = lying_pieces(rule, board)
    return [
        piece
        for piece in every_placement(rule, board)
        if all(go_together(rule, board, piece, other) for other in lying)
    ]


class PositionTable:
    """Board with the pieces already placed, and a numbered list of the pieces that can be added.

    A set of pieces is an integer whose bit i is set if piece i belongs to it; a set of cells likewise.
    """

    def __init__(self, rule: PlacementRule, board: Board, most: int | None = None) -> None:
        self.rule, self.board = rule, board
        _check_shapes(rule, board)
        refuse_above(rule, board, "cells", board.size, MOST_CELLS)
        self.most: int = most or (MOST_WITH_LIBERTIES if rule.liberties else MOST_POSITIONS)
        self.lying: list[PlacedPiece] = lying_pieces(rule, board)
        self.free: list[PlacedPiece] = free_pieces(rule, board)
        refuse_above(rule, board, "placements", len(self.free), MOST_PLACEMENTS)
        self.near: list[int] = [_as_bits(cells) for cells in board.neighbours]
        self.covers: list[int] = [_as_bits(piece.cells) for piece in self.free]
        self.illegal: list[int] = [_as_bits(cells) for cells in board.illegal]
        self.bears: list[int] = [
            _as_bits(j for j, other in enumerate(self.free) if go_together(rule, board, piece, other))
            for piece in self.free
        ]
        colours = range(len(rule.colours))
        self.of_colour: list[int] = [
            _as_bits(i for i, p in enumerate(self.free) if p.colour == c) for c in colours
        ]
        self.drawn: list[int] = [
            _as_bits(cell for p in self.lying if p.colour == c for cell in p.cells) for c in colours
        ]
        self._neighbours_of = lru_cache(MOST_REMEMBERED)(self._find_neighbours)
        if not self.breathes(0):
            raise _no_position(rule, board, "a group of its pieces has no adjacent empty cell")
        self._check_position_count()

    def list_positions(self) -> Iterator[tuple[int, int]]:
        """Yield every position once: the added pieces, and the pieces that are compatible with all of them.

        The pieces of a position are added in ascending order. Removing a piece never removes a liberty of a
        group, so a set of pieces without a required liberty need not be extended.
        """
        waiting = [(0, _as_bits(range(len(self.free))))]
        seen = 0
        while waiting:
            added, still = waiting.pop()
            if not self.breathes(added):
                continue
            seen += 1
            if seen > self.most:
                raise too_much(self.rule, self.board, f"more than {self.most} positions", self.most)
            yield added, still
            last = added.bit_length()
            later = set_bits(still >> last << last)
            waiting.extend((added | 1 << new, still & self.bears[new]) for new in later)

    def belongs(self, added: int, still: int, positions: Positions) -> bool:
        """Return True if a position belongs to a class."""
        if positions is Positions.PLAY:
            return abs(self.number(Player.LEFT, added) - self.number(Player.RIGHT, added)) <= 1
        if positions is Positions.FULL:
            return self.covered_cells(added) == self.board.size
        return not any(self.can_move(player, added, still) for player in positions.stuck)

    def covered_cells(self, added: int) -> int:
        """Return the set of cells covered by the pieces of a position."""
        return sum(self.drawn).bit_count() + sum(self.covers[new].bit_count() for new in set_bits(added))

    def number(self, player: Player, added: int) -> int:
        """Return the number of pieces owned by a player, including pieces already placed."""
        own = [c for c, kind in enumerate(self.rule.colours) if kind.owner is player]
        lying = sum(piece.colour in own for piece in self.lying)
        return lying + sum((added & self.of_colour[c]).bit_count() for c in own)

    def can_move(self, player: Player, added: int, still: int) -> bool:
        """Return True if a player has a legal move."""
        return any(
            self.breathes(added | 1 << new)
            for colour, kind in enumerate(self.rule.colours)
            if kind.belongs_to(player)
            for new in set_bits(still & self.of_colour[colour])
        )

    def breathes(self, added: int) -> bool:
        """Return True if every group that needs a liberty has one.

        If the board is given by a complex, also return False if the position contains a forbidden set of
        cells.
        """
        if self.illegal:
            taken = sum(self.covers[new] for new in set_bits(added))
            if any(illegal & ~taken == 0 for illegal in self.illegal):
                return False
        if not self.rule.liberties:
            return True
        cells = list(self.drawn)
        for new in set_bits(added):
            cells[self.free[new].colour] |= self.covers[new]
        free = (1 << self.board.size) - 1 & ~sum(cells)
        return all(self._has_liberties(mask, free) for c, mask in enumerate(cells) if self.rule.breathes(c))

    def _has_liberties(self, mask: int, free: int) -> bool:
        """Return True if every cell of the mask is connected to an empty cell within the mask."""
        reached = 0
        while new := mask & ~reached & self._neighbours_of(reached | free):
            reached |= new
        return reached == mask

    def _find_neighbours(self, cells: int) -> int:
        """Return the cells adjacent to a set of cells."""
        return reduce(operator.or_, (self.near[cell] for cell in set_bits(cells)), 0)

    def _check_position_count(self) -> None:
        """Find one position with k added pieces, whose 2^k subsets are positions too. Raise LimitError if
        these are too many.
        """
        added, still = 0, _as_bits(range(len(self.free)))
        for new in range(len(self.free)):
            if still >> new & 1 and self.breathes(added | 1 << new):
                added, still = added | 1 << new, still & self.bears[new]
        if 1 << added.bit_count() > self.most:
            raise too_much(self.rule, self.board, f"at least 2^{added.bit_count()} positions", self.most)


def _as_bits(numbers: Iterable[int]) -> int:
    """Return the bit mask of a set of numbers."""
    return sum(1 << number for number in set(numbers))


def _check_shapes(rule: PlacementRule, board: Board) -> None:
    """Raise MismatchError if the shapes of the pieces have no meaning on the board."""
    if rule.in_space and board.coordinates is None:
        raise MismatchError(
            f"board {board.text!r} is not a box, but the rule {rule.name} has pieces in layers"
        )
    if board.grid is None and not rule.flat and not rule.in_space:
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, but the rule {rule.name} has pieces with a shape;"
            " use a board such as 4x5, or a rule whose pieces are cells or edges"
        )


def every_placement(rule: PlacementRule, board: Board) -> list[PlacedPiece]:
    """Return every placement of a piece on the empty board; equal cells with equal colours count once."""
    _check_shapes(rule, board)
    placements: dict[PlacedPiece, None] = {}
    for colour, kind in enumerate(rule.colours):
        for piece in kind.pieces:
            cubes = piece.in_space if rule.in_space else ()
            for cells in laid_cubes(board, cubes) if cubes else laid_cells(board, piece.cells):
                if _is_reserved_for(board, kind, cells):
                    placements[PlacedPiece(colour, cells)] = None
    return list(placements)


def _is_reserved_for(board: Board, kind: Colour, cells: frozenset[int]) -> bool:
    """Return True if a piece of the given colour may be placed on the cells, some of which may be reserved
    for a player.
    """
    if not board.tints:
        return True
    players = {Player.LEFT, Player.RIGHT}
    for cell in cells:
        tint = board.tints[cell]
        players &= set() if tint is None else {Player.LEFT, Player.RIGHT} if tint is Player.BOTH else {tint}
    if kind.reserved:
        return players == {kind.owner}
    return len(players) == 2 if kind.owner is Player.BOTH else kind.owner in players


def go_together(rule: PlacementRule, board: Board, piece: PlacedPiece, other: PlacedPiece) -> bool:
    """Return True if two pieces are compatible: disjoint, and adjacent only if the rule allows adjacency of
    their colours.
    """
    if piece.cells & other.cells:
        return False
    if not rule.forbids(piece.colour, other.colour):
        return True
    return not any(cell in other.cells for mine in piece.cells for cell in board.neighbours[mine])


def lying_pieces(rule: PlacementRule, board: Board) -> list[PlacedPiece]:
    """Return the pieces drawn on the board, as pieces of the game.

    If the letters on the board do not form a piece and the rule has single cells, every cell is a piece.
    """
    if not board.lying:
        return []
    possible = set(every_placement(rule, board))
    by_letter: dict[str, list[LyingPiece]] = {}
    for drawn in board.lying:
        by_letter.setdefault(drawn.letter, []).append(drawn)
    pieces: list[PlacedPiece] = []
    for parts in by_letter.values():
        pieces.extend(_read_letter(rule, board, parts, possible))
    for index, piece in enumerate(pieces):
        if not all(go_together(rule, board, piece, other) for other in pieces[:index]):
            raise _no_position(rule, board, "two adjacent pieces have colours that must not be adjacent")
    return pieces


def _no_position(rule: PlacementRule, board: Board, reason: str) -> BoardError:
    """Return the error for drawn pieces that cannot occur in the game."""
    return BoardError(f"board {board.text!r} is not a position of {rule.name}: {reason}")


def _read_letter(
    rule: PlacementRule, board: Board, parts: list[LyingPiece], possible: set[PlacedPiece]
) -> list[PlacedPiece]:
    """Return the pieces of one letter: one for each component, or one disconnected piece."""
    cells = frozenset(cell for part in parts for cell in part.cells)
    colours = _colours(rule, parts[0])
    whole = [PlacedPiece(colour, cells) for colour in colours if PlacedPiece(colour, cells) in possible]
    alone = any(
        PlacedPiece(colour, frozenset(part.cells)) in possible for part in parts for colour in colours
    )
    if whole and len(parts) > 1 and not alone:
        return whole[:1]
    return [piece for part in parts for piece in _read_part(rule, board, part, possible)]


def _read_part(
    rule: PlacementRule, board: Board, drawn: LyingPiece, possible: set[PlacedPiece]
) -> list[PlacedPiece]:
    colours = _colours(rule, drawn)
    for colour in colours:
        whole = PlacedPiece(colour, frozenset(drawn.cells))
        if whole in possible:
            return [whole]
    for colour in colours:
        singles = [PlacedPiece(colour, frozenset({cell})) for cell in drawn.cells]
        if all(single in possible for single in singles):
            return singles
    cells = "1 cell" if len(drawn.cells) == 1 else f"{len(drawn.cells)} cells"
    raise BoardError(
        f"board {board.text!r}: the letter {drawn.letter!r} on {cells} is not a piece of {rule.name};"
        " upper-case letters are pieces of Left, lower-case of Right, with one letter per piece"
    )


def _colours(rule: PlacementRule, drawn: LyingPiece) -> list[int]:
    """Return the colours that a letter can denote; for several colours of both players, a is the first."""
    if rule.impartial and len(rule.colours) > 1:
        colour = ord(drawn.letter.lower()) - ord("a")
        return [colour] if colour < len(rule.colours) else []
    return [
        colour for colour, kind in enumerate(rule.colours) if rule.impartial or kind.belongs_to(drawn.owner)
    ]
