"""Placement games with exclusions at a distance, reduced to Node Kayles on the graph of their placements.

All constraints of such a game are on pairs of placements. So its positions are the independent sets of the
*conflict graph*: the vertices are the placements, each reserved for its owner, and two placements are
adjacent if they conflict. Playing the game is playing Node Kayles on this graph, so its counts, ends, values,
outcomes, nim-values and formulas for families equal those of Node Kayles.

A piece that is a graph (``GraphPiece``) covers any vertices whose edges contain a copy of the graph; the
number of such copies on the same vertices is irrelevant.

Theorem. Let the boards of a family consist of slices with links over at most s slices (rows or columns: s =
1), without hubs, and let the rule use distances up to d and offsets up to o along n. Assign each placement of
a single cell to the slice of the cell. Then two placements conflict only if at most r = max(d s, o) slices
separate them, and the conflict depends only on the board within r slices of them. So the conflict graphs
consist of slices too, and the hypothesis of ``strip.py`` holds with edges that span at most 2 r slices. With
hubs all slices are at distance 2 from each other, so no r suffices: such families are rejected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar

from gfkit.core.boards import Board, Family, PartOfFamily
from gfkit.core.boards.board import from_edges, refuse_huge, spot_text
from gfkit.core.boards.family import spots
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import BoardError, MismatchError
from gfkit.core.rules.kind import needs_rows
from gfkit.core.rules.kinds.placement.move import Move, legal_moves, settled_moves
from gfkit.core.rules.kinds.placement.rule import Colour, GraphPiece, PlacementRule
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import CELL, Cell, Piece
from gfkit.core.typing import Player, Positions

MOST_DISTANCE = 50
MOST_FIGURE = 8
"""Maximum number of vertices of a piece that is a graph."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Exclusion between pieces of the listed pairs of colours at the listed distances or offsets.

    Distances are graph distances on the board. An offset applies in both directions.
    """

    pairs: frozenset[tuple[int, int]]
    distances: frozenset[int] = frozenset()
    neighbours: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class SpacedRule(Rule):
    """Placement game in which any pairs of placements may conflict, not only adjacent ones."""

    base: PlacementRule
    """Pieces, and the exclusions by adjacency."""
    apart: tuple[Apart, ...]
    kind: str = field(default="spaced", init=False)
    is_game: ClassVar[bool] = True

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.base.name

    @property
    def about(self) -> str:  # type: ignore[override]
        return self.base.about

    @property
    def impartial(self) -> bool:
        return self.base.impartial

    @property
    def in_space(self) -> bool:
        return self.base.in_space

    @property
    def sentences(self) -> list[str]:
        """Sentences about pieces that are graphs, and about exclusions at a distance."""
        own = []
        for colour in self.base.colours:
            graphs = " or ".join(figure.text for figure in colour.figures)
            whose = "Both place" if colour.owner is Player.BOTH else f"{colour.name.title()} places"
            own += [f"{whose} {graphs}, on vertices that form such a graph."] if graphs else []
        return own + [self._apart_sentence(apart) for apart in self.apart]

    def _apart_sentence(self, apart: Apart) -> str:
        whose = self._describe_pairs(apart.pairs)
        if apart.distances:
            *most, last = map(str, sorted(apart.distances))
            return f"{whose} may be at distance {', '.join(most)}{' or ' if most else ''}{last}."
        drawn = ", ".join(f"({down}, {right})" for down, right in apart.neighbours)
        return f"{whose} may have cells whose difference is {drawn} (rows, columns) or its negative."

    def _describe_pairs(self, pairs: frozenset[tuple[int, int]]) -> str:
        """Return the subject of a sentence about pairs of pieces."""
        colours = range(len(self.base.colours))
        same = {(i, i) for i in colours}
        if pairs == {(i, j) for j in colours for i in range(j + 1)}:
            return "No two pieces"
        kind = "colour" if self.impartial else "player"
        if pairs == same:
            return f"No two pieces of the same {kind}"
        names = [colour.name if self.impartial else colour.name.title() for colour in self.base.colours]
        phrases = [f"of {names[i]}" if i == j else f"of {names[i]} and {names[j]}" for i, j in sorted(pairs)]
        return f"No two pieces {' or '.join(phrases)}"

    def asked_on(self, boards: Board | Family, positions: Positions) -> tuple[Rule, Board | Family]:
        """Return Node Kayles with the conflict graph of the placements."""
        if positions is Positions.FULL:
            raise MismatchError(
                f"positions 'full' refer to cells, but the rule {self.name} is counted on the graph of its"
                " placements; use positions 'maximal' or 'all'"
            )
        made = self.placements_on(boards) if isinstance(boards, Board) else self.placements_of(boards)
        return self.on_placements().asked_on(made, positions)

    def on_placements(self) -> PlacementRule:
        """Return Node Kayles, with colours for reserved placements."""
        pieces = (Piece(CELL),)
        sentences = [
            self.about,
            *self.sentences,
            "The query concerns the graph of placements, in which adjacent placements conflict",
        ]
        about = " ".join([*filter(None, sentences), "together."])
        owners = {colour.owner for colour in self.base.colours}
        if Player.BOTH in owners:
            colours: tuple[Colour, ...] = (Colour("piece", Player.BOTH, pieces),)
            return PlacementRule(self.name, colours, frozenset({(0, 0)}), about=about)
        colours = tuple(Colour(p.value, p, pieces) for p in (Player.LEFT, Player.RIGHT) if p in owners)
        pairs = frozenset((i, j) for j in range(len(colours)) for i in range(j + 1))
        return PlacementRule(self.name, colours, pairs, about=about)

    def placements_on(self, board: Board, slice_of: Sequence[int] = ()) -> Board:
        """Return the conflict graph of the placements on a board; with ``slice_of``, as a board of slices."""
        owned = [(move, owner) for move in self._moves(board) if (owner := self._owner(board, move))]
        moves, owners = [move for move, _ in owned], tuple(owner for _, owner in owned)
        made = self.graph_of(board.text, board, moves)
        places: Counter[int] = Counter()
        placed: list[tuple[int, int]] = []
        for move in moves if slice_of else ():
            turn = slice_of[move.cells[0]]
            placed.append((places[turn], turn))
            places[turn] += 1
        return replace(
            made,
            alike=False,
            spots=tuple(placed),
            tints=() if set(owners) == {Player.BOTH} else owners,
            names=tuple(self._move_name(board, move) for move in moves),
        )

    def graph_of(self, text: str, board: Board, moves: Sequence[Move]) -> Board:
        """Return the graph of some placements, in which conflicting placements are adjacent."""
        refuse_huge(text, len(moves), 0)
        stops = _Exclusions(self, board)
        through: dict[int, list[int]] = {}
        for number, move in enumerate(moves):
            for cell in move.cells:
                through.setdefault(cell, []).append(number)
        edges = set()
        for number, move in enumerate(moves):
            for cell, colours in stops.of(move):
                for other in through.get(cell, ()):
                    if other > number and moves[other].colour in colours:
                        edges.add((number, other))
        return from_edges(text, len(moves), edges)

    def placements_of(self, family: Family) -> Family:
        """Return the family of the conflict graphs."""
        if isinstance(family, PartOfFamily):
            return replace(family, whole=self.placements_of(family.whole))
        return FamilyOfPlacements(family.word, family.sizes, rule=self, whole=family)

    def _moves(self, board: Board) -> list[Move]:
        """Return the placements, of either player, that are compatible with the pieces already placed."""
        board = replace(board, tints=())
        moves = list(legal_moves(self.base, board)) + self._figures(board)
        lying = settled_moves(self.base, board)
        if not lying:
            return moves
        stops = _Exclusions(self, board)
        lost = {(cell, colour) for move in lying for cell, colours in stops.of(move) for colour in colours}
        for index, move in enumerate(lying):
            others = {(cell, other.colour) for other in lying[:index] for cell in other.cells}
            mine = {(cell, colour) for cell, colours in stops.of(move) for colour in colours}
            if others & mine:
                where = spot_text(board, move.cells[0])
                raise BoardError(
                    f"board {board.text!r} is not a position of {self.name}: the piece at {where} conflicts"
                    " with another piece"
                )
        return [move for move in moves if not any((cell, move.colour) in lost for cell in move.cells)]

    def _figures(self, board: Board) -> list[Move]:
        """Return the placements of pieces that are graphs."""
        moves: dict[Move, None] = {}
        for colour, kind in enumerate(self.base.colours):
            for figure in kind.figures:
                for cells in lying_like(figure, board):
                    moves[Move(colour, cells)] = None
                    refuse_huge(board.text, len(moves), 0)
        return [move for move in moves if not any(cell in board.piece_on_cell for cell in move.cells)]

    def _owner(self, board: Board, move: Move) -> Player | None:
        """Return the player who may make a placement on reserved cells, or None if no player may."""
        owner = self.base.colours[move.colour].owner
        asked = (Player.BOTH, Player.LEFT, Player.RIGHT) if owner is Player.BOTH else (owner,)
        return next((player for player in asked if board.admits(player, move.cells)), None)

    def _move_name(self, board: Board, move: Move) -> str:
        where = " and ".join(spot_text(board, cell) for cell in move.cells)
        return where if len(self.base.colours) == 1 else f"{self.base.colours[move.colour].name} at {where}"


def lying_like(figure: GraphPiece, board: Board) -> list[tuple[int, ...]]:
    """Return all sets of vertices whose edges contain a copy of a graph, in ascending order.

    >>> from gfkit.core.boards import parse_one_board
    >>> lying_like(GraphPiece("path:3", 3, ((0, 1), (1, 2))), parse_one_board("cycle:4"))
    [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    """
    near: list[set[int]] = [set() for _ in range(figure.size)]
    for first, second in figure.edges:
        near[first].add(second)
        near[second].add(first)
    order = [0]
    while len(order) < figure.size:  # order the vertices so that each is adjacent to earlier ones
        left = [vertex for vertex in range(figure.size) if vertex not in order]
        order.append(max(left, key=lambda vertex: len(near[vertex] & set(order))))
    images: set[tuple[int, ...]] = set()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        image = waiting.pop()
        if len(image) == figure.size:
            images.add(tuple(sorted(image)))
            continue
        joined = [image[k] for k, past in enumerate(order[: len(image)]) if past in near[order[len(image)]]]
        near_all = [set(board.neighbours[past]) for past in joined]
        open_ = set.intersection(*near_all) if near_all else set(range(board.size))
        waiting += [(*image, cell) for cell in open_ if cell not in image]
    return sorted(images)


class _Exclusions:
    """Function from a placement to the cells and colours that it excludes."""

    def __init__(self, rule: SpacedRule, board: Board) -> None:
        self._rule, self._board = rule, board
        self._rings = cache(self._rings_around)
        if any(apart.neighbours for apart in rule.apart) and board.grid is None:
            raise needs_rows(rule.name, board, "exclusions by offsets", "use exclusions by distances")

    def of(self, move: Move) -> Iterator[tuple[int, set[int]]]:
        """Yield pairs of cells and excluded colours for a placement; a cell may be repeated."""
        base = self._rule.base
        every = set(range(len(base.colours)))
        touching = {colour for colour in every if base.forbids(move.colour, colour)}
        for cell in move.cells:
            yield cell, every
            if touching:
                yield from ((near, touching) for near in self._board.neighbours[cell])
            for apart in self._rule.apart:
                colours = {c for c in every if (min(c, move.colour), max(c, move.colour)) in apart.pairs}
                if colours:
                    yield from ((near, colours) for near in self._cells_too_near(cell, apart))

    def _cells_too_near(self, cell: int, apart: Apart) -> Iterator[int]:
        rings = self._rings(cell)
        for distance in apart.distances:
            yield from rings[distance] if distance < len(rings) else ()
        for down, right in apart.neighbours:
            both = (self._board.beside(cell, sign * down, sign * right) for sign in (1, -1))
            yield from (near for near in both if near is not None)

    def _rings_around(self, cell: int) -> list[set[int]]:
        """Return the sets of cells at distance 0, 1, ..., up to the largest distance in the rule."""
        rings, seen = [{cell}], {cell}
        most = max((d for apart in self._rule.apart for d in apart.distances), default=0)
        while rings[-1] and len(rings) <= most:
            rings.append({near for at in rings[-1] for near in self._board.neighbours[at]} - seen)
            seen |= rings[-1]
        return rings


@dataclass(frozen=True, slots=True)
class FamilyOfPlacements(Family):
    """Conflict graphs of a rule on the boards of another family, as boards of slices."""

    rule: SpacedRule = field(kw_only=True)
    whole: Family = field(kw_only=True)

    def __post_init__(self) -> None:
        rule, family = self.rule, self.whole
        slices = family.slices
        if family.word == "complete" or (slices is not None and slices.hubs.vertices):
            raise MismatchError(
                f"board {family.text!r} has a vertex adjacent to all slices, but the rule {rule.name} has"
                " exclusions at a distance; count single boards"
            )
        sizes = [len(piece.in_space) for colour in rule.base.colours for piece in colour.pieces]
        sizes += [figure.size for colour in rule.base.colours for figure in colour.figures]
        if max(sizes) > 1:
            raise MismatchError(
                f"board {family.text!r}: the rule {rule.name} is counted on the graph of its placements, for"
                " which formulas are supported only if all pieces are single cells; count single boards"
            )

    @property
    def origin(self) -> Family:
        return self.whole

    @property
    def slices(self) -> None:
        """Always None, because slices are determined for each board separately."""

    @property
    def is_irregular(self) -> bool:
        return True

    @property
    def first_n(self) -> int:
        return self.whole.first_n

    @property
    def closes(self) -> bool:
        return self.whole.closes

    @property
    def span(self) -> int:
        """Twice the number of slices over which placements can conflict; see the theorem."""
        distances = [d * self.whole.span for apart in self.rule.apart for d in apart.distances]
        offsets = [abs(at) for apart in self.rule.apart for cell in apart.neighbours for at in cell]
        return 2 * max([1, *distances, *offsets])

    @property
    def least_side(self) -> int:
        return self.whole.least_side

    def narrower(self, width: int) -> list[Family]:
        return [self.rule.placements_of(family) for family in self.whole.narrower(width)]

    def with_side(self, side: int) -> Family:
        return self.rule.placements_of(self.whole.with_side(side))

    def at(self, n: int) -> Board:
        """Return the conflict graph on the board of size n."""
        board = self.whole.at(n)
        return self.rule.placements_on(board, [turn for _, turn in spots(self.whole, board)])
