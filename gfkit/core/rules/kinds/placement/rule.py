"""Placement games: the rule, its JSON data for certificates, and hypotheses of theorems on the plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, ClassVar

from gfkit.core.boards import Board, Family
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import MismatchError
from gfkit.core.rules.kinds.theorems import BONDS, CELLS, Grounds, height, is_flat, no_theorem
from gfkit.core.rules.rule import Rule, refused_complex
from gfkit.core.rules.values import ACROSS, CELL, DOWN, Cell, Exponents, Occurrence, Piece, span
from gfkit.core.typing import Player, Positions, Weights, exponents_for


@dataclass(frozen=True, slots=True)
class GraphPiece:
    """Piece that covers any vertices whose edges contain a copy of a graph: see ``spaced.py``."""

    text: str
    """Graph in the notation of the rule file."""
    size: int
    edges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Colour:
    """Colour of pieces: its owner and the pieces that have this colour."""

    name: str
    owner: Player
    pieces: tuple[Piece, ...]
    reserved: bool = False
    """True if the colour is the part of a two-player colour on cells reserved for its owner."""
    figures: tuple[GraphPiece, ...] = ()
    """Pieces that are graphs; such rules are counted on the graph of placements."""

    def belongs_to(self, player: Player) -> bool:
        return self.owner in (player, Player.BOTH)

    def exponents(self, weights: Weights) -> Exponents:
        """Return the exponents of x and y for one piece of the given colour."""
        return exponents_for((0, 1) if self.owner is Player.RIGHT else (1, 0), weights)


@dataclass(frozen=True, slots=True, repr=False)
class PlacementRule(Rule):
    """Placement game: pieces are placed on empty cells and never move.

    ``forbidden`` contains the pairs of colours (indices, smaller first) whose pieces must not share an edge.
    With ``liberties`` every group of cells of one colour needs a liberty (an adjacent empty cell), except for
    the colours in ``airless``, which is empty without ``liberties``.
    """

    name: str
    colours: tuple[Colour, ...]
    forbidden: frozenset[tuple[int, int]] = frozenset()
    liberties: bool = False
    about: str = ""
    airless: frozenset[int] = frozenset()
    """Colours whose groups need no liberty, although other colours do."""
    has_lines: bool = field(default=False, compare=False)
    """True if pieces of two cells are drawn as lines between vertices."""
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    kind: str = field(default="placement", init=False)
    is_game: ClassVar[bool] = True

    def asked_on(self, boards: Board | Family, _positions: Positions) -> tuple[Rule, Board | Family]:
        """Return the rule itself; if the board has reserved cells, split its colours by owner."""
        if isinstance(boards, Board) and boards.illegal and not self.is_node_kayles:
            raise refused_complex(boards)
        reserved = isinstance(boards, Board) and {Player.LEFT, Player.RIGHT} & set(boards.tints)
        return self.with_reserved_cells() if reserved else self, boards

    @property
    def is_node_kayles(self) -> bool:
        """True if all pieces are single cells of both players, and no two pieces may be adjacent."""
        colours = range(len(self.colours))
        cells = all([piece.cells for piece in colour.pieces] == [CELL] for colour in self.colours)
        both = all(colour.owner is Player.BOTH or colour.reserved for colour in self.colours)
        apart = all(self.forbids(a, b) for a in colours for b in colours)
        return cells and both and apart and not self.liberties

    def breathes(self, colour: int) -> bool:
        """Return True if groups of a colour need a liberty."""
        return self.liberties and colour not in self.airless

    def forbids(self, first: int, second: int) -> bool:
        """Return True if pieces of two given colours must not be adjacent."""
        return (min(first, second), max(first, second)) in self.forbidden

    @property
    def impartial(self) -> bool:
        return all(colour.owner is Player.BOTH for colour in self.colours)

    @property
    def piece_sizes(self) -> frozenset[int]:
        return frozenset(len(piece.in_space) for _, piece in self.pieces_to_lay)

    @property
    def pieces_to_lay(self) -> tuple[tuple[Player, Piece], ...]:
        pieces = ((colour.owner, piece) for colour in self.colours for piece in colour.pieces)
        return tuple(dict.fromkeys(pieces))

    def with_reserved_cells(self) -> PlacementRule:
        """Return the rule for boards with cells that are reserved for one player.

        A colour of both players is split into three colours, which exclude each other as the original colour
        excludes itself: pieces on unreserved cells, and pieces with cells reserved for Left, or for Right. So
        every placement belongs to exactly one colour, and the player who may make it is known. A rule that
        has reserved colours is returned unchanged.
        """
        if any(colour.reserved for colour in self.colours):
            return self
        made: list[tuple[int, Colour]] = []
        for index, colour in enumerate(self.colours):
            made.append((index, colour))
            if colour.owner is Player.BOTH:
                made += [
                    (
                        index,
                        Colour(f"{colour.name}, {player.value} only", player, colour.pieces, reserved=True),
                    )
                    for player in (Player.LEFT, Player.RIGHT)
                ]
        if len(made) == len(self.colours):
            return self
        if self.liberties:
            raise MismatchError(
                f"the rule {self.name} requires liberties for the pieces of both players; on boards with"
                " reserved cells the owner of a group would be ambiguous"
            )
        pairs = {
            (a, b)
            for a, (index, _) in enumerate(made)
            for b, (other, _) in enumerate(made[a:], a)
            if self.forbids(index, other)
        }
        return replace(self, colours=tuple(colour for _, colour in made), forbidden=frozenset(pairs))

    def check_play(self) -> None:
        """Raise MismatchError if alternating play is not defined, because a piece may belong to either
        player.
        """
        if self.impartial or all(colour.owner is not Player.BOTH for colour in self.colours):
            return
        raise MismatchError(
            f"positions 'play' need the number of pieces of each player, but some pieces of {self.name} on"
            " this board may belong to either player; use positions 'all'"
        )

    def waits_for_hubs(self, positions: Positions) -> bool:
        """Return True if the moves of all slices must be stored until the hub is decided."""
        edges = any(len(piece.in_space) > 1 for colour in self.colours for piece in colour.pieces)
        return bool(positions.stuck) and not self.liberties and edges and bool(self.forbidden)

    @property
    def law_is_sooner(self) -> bool:
        return True

    @property
    def extent(self) -> int:
        if self.in_space:
            return max(max(map(max, piece.in_space)) for _, piece in self.pieces_to_lay)
        return max((span(piece.cells) for _, piece in self.pieces_to_lay), default=0)

    @property
    def in_space(self) -> bool:
        return any(piece.cubes for colour in self.colours for piece in colour.pieces)

    def may_lie(self, board: Board, colour: int, cells: Sequence[int]) -> bool:
        """Return True if the reserved cells among ``cells`` allow a piece of the given colour."""
        kind = self.colours[colour]
        return board.admits(kind.owner, cells) and not (kind.reserved and board.admits(Player.BOTH, cells))

    @property
    def depends_on_double_edges(self) -> bool:
        return any(piece.cells != CELL for colour in self.colours for piece in colour.pieces)

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph: all pieces are cells or edges.

        A piece is an edge if it is a domino in both orientations.
        """
        shapes = [{piece.cells for piece in colour.pieces} - {CELL} for colour in self.colours]
        return not self.in_space and all(some in (set(), {ACROSS, DOWN}) for some in shapes)


def as_placement(rule: Rule) -> PlacementRule:
    """Return the rule as a placement game. Raise an error for other rule kinds."""
    assert isinstance(rule, PlacementRule), "only placement games are played"
    return rule


def plain_data(rule: Any) -> dict[str, object]:
    """Return the pieces, the exclusions and the reserved colours of a placement game, as JSON data."""
    if not isinstance(rule, PlacementRule):  # with exclusions at a distance
        if any(colour.figures for colour in rule.base.colours):
            raise MismatchError(f"certificates are not supported for {rule.name}, in which pieces are graphs")
        apart = [
            {
                "pairs": sorted(map(list, one.pairs)),
                "distances": sorted(one.distances),
                "neighbours": [list(offset) for offset in one.neighbours],
            }
            for one in rule.apart
        ]
        return {**plain_data(rule.base), "apart": apart}
    if rule.airless:
        raise MismatchError(
            f"certificates are not supported for {rule.name}, in which only one player's groups need"
            " liberties"
        )
    if rule.in_space:
        raise MismatchError(f"{rule.name}: certificates are not supported for three-dimensional pieces")
    colours = [
        {
            "owner": colour.owner.value,
            "pieces": [[list(cell) for cell in piece.cells] for piece in colour.pieces],
            **({"reserved": True} if colour.reserved else {}),
        }
        for colour in rule.colours
    ]
    return {
        "colours": colours,
        "forbidden": [list(pair) for pair in sorted(rule.forbidden)],
        "liberties": rule.liberties,
    }


def plain_forms(rule: Rule) -> list[dict[str, object]]:
    """Return a rule as JSON data in two forms: for all boards, and for boards with reserved cells.

    The list is empty for other rule kinds, and for rules with exclusions at a distance.
    """
    if not isinstance(rule, PlacementRule):
        return []
    return [plain_data(form) for form in ([rule] if rule.liberties else [rule, rule.with_reserved_cells()])]


def placement_of(plain: Mapping[str, Any]) -> PlacementRule:
    """Return the rule whose ``plain_data`` is given.

    >>> from gfkit.core.rules import find_rule
    >>> placement_of(plain_data(find_rule("col"))).forbidden == find_rule("col").forbidden
    True
    """
    colours = tuple(
        Colour(
            f"colour {number}",
            Player(colour["owner"]),
            tuple(Piece(tuple((row, col) for row, col in piece)) for piece in colour["pieces"]),
            colour.get("reserved", False),
        )
        for number, colour in enumerate(plain["colours"])
    )
    forbidden = frozenset((first, second) for first, second in plain["forbidden"])
    return PlacementRule("the rule in the file", colours, forbidden, plain["liberties"])


_MOST_COLOURS = 4
"""Largest number of colours of stones; with more colours the interval endpoints are too many."""


def grounds(rule: PlacementRule, positions: Positions, weight: Fraction) -> Grounds:
    """Return the theorems about the plane that apply to a position class."""
    if rule.in_space:
        raise no_theorem(rule, "its pieces are three-dimensional")
    if positions in (Positions.PLAY, Positions.FULL):
        raise no_theorem(rule, f"positions {positions.value!r} cannot be cut and joined")
    shapes = [piece.cells for colour in rule.colours for piece in colour.pieces]
    single = all(cells == CELL for cells in shapes)
    if positions is not Positions.ALL:
        return _build_terminal_grounds(rule, weight)
    if rule.liberties:
        return _build_liberty_grounds(rule)
    joined = f"joining: positions on two boards are a position on both (h = {int(bool(rule.forbidden))})"
    why: tuple[str, ...] = (joined,)
    crossing = sum(height(cells) - 1 for cells in shapes)
    are_whole = all(len({row for row, _ in cells}) == height(cells) for cells in shapes)  # in every row
    cut = 1 + crossing * weight if are_whole else None
    if cut is not None:
        why += (f"cutting: pieces that cross the cut are removed (f = {cut})",)
    symmetric, on_pairs = None, bool(rule.forbidden) and single
    if on_pairs:
        symmetric, why = 1, (CELLS, *why)
    elif not rule.forbidden and all(map(is_flat, shapes)):
        symmetric, why = 0, (BONDS, *why)
    return Grounds(symmetric, cut, int(bool(rule.forbidden)), why, on_pairs=on_pairs)


def _build_liberty_grounds(rule: PlacementRule) -> Grounds:
    """Return the theorems that apply to rules with liberties, in which groups need an adjacent empty cell."""
    breathe = tuple(map(rule.breathes, range(len(rule.colours))))
    single = all([piece.cells for piece in colour.pieces] == [CELL] for colour in rule.colours)
    why: list[str] = []
    joined: int | None = None
    if all(breathe):
        joined = 1 if rule.forbidden else 0
        why.append(f"joining: groups that merge keep their liberties (h = {joined})")
    alone = single and not rule.forbidden and len(breathe) <= _MOST_COLOURS
    if alone:
        why.append("stones: a position remains legal if a stone is removed")
    if not why:
        raise no_theorem(rule, "only one player's groups need a liberty")
    return Grounds(None, None, joined, tuple(why), breathe=breathe if alone else None)


def _build_terminal_grounds(rule: PlacementRule, weight: Fraction) -> Grounds:
    if rule.liberties:
        raise no_theorem(
            rule,
            "an additional stone may remove liberties, so positions without a legal move cannot be joined",
        )
    if weight != 1:
        raise no_theorem(
            rule, "the pieces added when positions without a legal move are joined would have weights"
        )
    h = int(bool(rule.forbidden))
    why = (
        f"joining: pieces of the player without a legal move are added as long as possible (h = {h})",
        "part: positions without a legal move are positions",
    )
    return Grounds(None, None, h, why, (rule, Positions.ALL))


def blocks_of(
    rule: Rule, rows: int = 2, columns: int = 2
) -> tuple[int, list[tuple[int, ...]], list[tuple[int, ...]]] | None:
    """Return 1 plus the number of colours, the legal blocks of the given size and 1 x 2 rows, or None.

    The value of an empty cell is 0.

    If all pieces are single cells, and groups need no liberties, positions are arrays with forbidden pairs of
    adjacent cells. On boards that are at least as large as a block, each such pair is contained in a block.
    """
    if not isinstance(rule, PlacementRule) or min(rows, columns) < 2:
        return None
    cells = all([piece.cells for piece in colour.pieces] == [CELL] for colour in rule.colours)
    if rule.liberties or not cells or any(colour.figures for colour in rule.colours):
        return None
    values = range(len(rule.colours) + 1)

    def may_touch(a: int, b: int) -> bool:
        return a == 0 or b == 0 or not rule.forbids(a - 1, b - 1)

    pairs: list[tuple[int, ...]] = [pair for pair in product(values, repeat=2) if may_touch(*pair)]
    lines = [line for line in product(values, repeat=columns) if all(map(may_touch, line, line[1:]))]
    blocks: list[tuple[int, ...]] = [
        tuple(value for line in block for value in line)
        for block in product(lines, repeat=rows)
        if all(all(map(may_touch, upper, lower)) for upper, lower in pairwise(block))
    ]
    return len(values), blocks, pairs


def value_weights(rule: Any) -> tuple[Exponents, ...]:
    """Return the weights of an empty cell and of a piece of each colour."""
    colours = getattr(rule, "base", rule).colours
    return ((0, 0), *(colour.exponents(Weights.PLAYERS) for colour in colours))


def pairs_at_distances(rule: Any) -> tuple[int, dict[int, frozenset[tuple[int, ...]]]] | None:
    """Return 1 plus the number of colours, and the allowed pairs of values for each constrained distance, or
    None.

    The rule may contain exclusions at a distance. Pairs at the other distances are not constrained.
    """
    base = getattr(rule, "base", rule)
    found = blocks_of(base) if base.flat else None
    if found is None or any(apart.neighbours for apart in getattr(rule, "apart", ())):
        return None
    size, _, rows = found
    every = frozenset(product(range(size), repeat=2))
    allowed = {1: frozenset(rows)}
    for apart in getattr(rule, "apart", ()):
        conflicts = {(i + 1, j + 1) for pair in apart.pairs for i, j in (pair, pair[::-1])}
        for distance in apart.distances:
            allowed[distance] = allowed.get(distance, every) - conflicts
    return size, allowed


def pieces_without_conflicts(rule: Rule) -> list[tuple[Cell, ...]] | None:
    """Return the pieces of a game whose pieces conflict only by overlapping, or None if the game has further
    conflicts, or pieces in space.
    """
    if not isinstance(rule, PlacementRule) or rule.forbidden or rule.liberties or rule.in_space:
        return None
    if any(colour.figures for colour in rule.colours):
        return None
    return sorted(piece.cells for colour in rule.colours for piece in colour.pieces)
