"""Placement games: pieces that players place on free cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from gfkit.boards import Board, Family
from gfkit.errors import MismatchError
from gfkit.rules.rule import ACROSS, CELL, DOWN, Exponents, Piece, Rule, refused_complex, span
from gfkit.typing import Player, Positions, Weights, exponents_for


@dataclass(frozen=True, slots=True)
class GraphPiece:
    """A piece that lies on any vertices some of whose edges join them like a graph: see ``spaced.py``."""

    text: str
    """The graph as the rule file names it."""
    size: int
    edges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of pieces and who may place them."""

    name: str
    owner: Player
    pieces: tuple[Piece, ...]
    reserved: bool = False
    """Whether it is a colour of both, placed where only its owner may play: see ``PlacementRule.parted``."""
    figures: tuple[GraphPiece, ...] = ()
    """Pieces that are graphs; only rules that go over to graphs of placements have such."""

    def belongs_to(self, player: Player) -> bool:
        return self.owner in (player, Player.BOTH)

    def exponents(self, weights: Weights) -> Exponents:
        """What one piece of this colour multiplies a position's monomial by."""
        return exponents_for((0, 1) if self.owner is Player.RIGHT else (1, 0), weights)


@dataclass(frozen=True, slots=True, repr=False)
class PlacementRule(Rule):
    """Pieces are placed on free cells and never move.

    ``forbidden`` holds the pairs of colours (by index, smaller first) whose pieces may not share an
    edge; with ``liberties`` every group of cells of one colour must touch a free cell, but for the colours
    of ``airless``, which are none where liberties are not asked for.
    """

    name: str
    colours: tuple[Colour, ...]
    forbidden: frozenset[tuple[int, int]] = frozenset()
    liberties: bool = False
    about: str = ""
    airless: frozenset[int] = frozenset()
    """Colours whose groups need no free cell, though others do."""
    has_lines: bool = field(default=False, compare=False)
    """Whether pieces of two cells are drawn as lines between vertices."""
    kind: str = field(default="placement", init=False)
    is_game: ClassVar[bool] = True

    def asked_on(self, boards: Board | Family, _positions: Positions) -> tuple[Rule, Board | Family]:
        """The rule itself, of which colours are parted where cells are reserved for a player."""
        if isinstance(boards, Board) and boards.illegal and not self.is_node_kayles:
            raise refused_complex(boards)
        reserved = isinstance(boards, Board) and {Player.LEFT, Player.RIGHT} & set(boards.tints)
        return self.with_reserved_cells() if reserved else self, boards

    @property
    def is_node_kayles(self) -> bool:
        """Whether all pieces are single cells of both players, none of which may touch another."""
        colours = range(len(self.colours))
        cells = all([piece.cells for piece in colour.pieces] == [CELL] for colour in self.colours)
        both = all(colour.owner is Player.BOTH or colour.reserved for colour in self.colours)
        apart = all(self.forbids(a, b) for a in colours for b in colours)
        return cells and both and apart and not self.liberties

    def breathes(self, colour: int) -> bool:
        """Whether groups of a colour must touch a free cell."""
        return self.liberties and colour not in self.airless

    def forbids(self, first: int, second: int) -> bool:
        """Whether pieces of these two colours may not touch."""
        return (min(first, second), max(first, second)) in self.forbidden

    @property
    def impartial(self) -> bool:
        return all(colour.owner is Player.BOTH for colour in self.colours)

    @property
    def pieces_to_lay(self) -> tuple[tuple[Player, Piece], ...]:
        pieces = ((colour.owner, piece) for colour in self.colours for piece in colour.pieces)
        return tuple(dict.fromkeys(pieces))

    def with_reserved_cells(self) -> PlacementRule:
        """The rule for boards with cells that are reserved for one player.

        A colour of both becomes three, which stop each other as it stops itself: what both may place, what
        only Left may place because of where it lies, and what only Right may. So every piece is placed in
        just one way, and it is known who could have placed it. A rule that is parted already stays as it is.
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
                f"{self.name} asks for liberties of pieces that both players place; on boards with cells that"
                " are reserved for one player it is not known whose such a group is"
            )
        pairs = {
            (a, b)
            for a, (index, _) in enumerate(made)
            for b, (other, _) in enumerate(made[a:], a)
            if self.forbids(index, other)
        }
        return replace(self, colours=tuple(colour for _, colour in made), forbidden=frozenset(pairs))

    def check_play(self) -> None:
        """Refuses the class of alternating play where it is not known who placed every piece."""
        if self.impartial or all(colour.owner is not Player.BOTH for colour in self.colours):
            return
        raise MismatchError(
            f"positions 'play' compare the players' numbers of pieces, and some pieces of {self.name} on this"
            " board may be either player's; ask for all"
        )

    def waits_for_hubs(self, positions: Positions) -> bool:
        """Moves of all slices would have to be remembered until it is known what lies on the vertex."""
        edges = any(len(piece.cells) > 1 for colour in self.colours for piece in colour.pieces)
        return bool(positions.stuck) and not self.liberties and edges and bool(self.forbidden)

    @property
    def law_is_sooner(self) -> bool:
        return True

    @property
    def extent(self) -> int:
        return max((span(piece.cells) for colour in self.colours for piece in colour.pieces), default=0)

    def may_lie(self, board: Board, colour: int, cells: Sequence[int]) -> bool:
        """Whether reserved cells allow a piece of this colour there."""
        kind = self.colours[colour]
        return board.admits(kind.owner, cells) and not (kind.reserved and board.admits(Player.BOTH, cells))

    @property
    def flat(self) -> bool:
        """Whether all pieces are cells or edges, so that any graph can be the board.

        A piece is an edge if it is a domino that may lie both ways.
        """
        shapes = [{piece.cells for piece in colour.pieces} - {CELL} for colour in self.colours]
        return all(some in (set(), {ACROSS, DOWN}) for some in shapes)


def as_placement(rule: Rule) -> PlacementRule:
    """A rule that is a game, as a placement game: there are no others."""
    assert isinstance(rule, PlacementRule), "only placement games are played"
    return rule
