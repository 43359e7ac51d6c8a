"""The constraints of a placement game: every piece lies in its place or does not."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.boards import Board
from gfkit.games.move import Move, legal_moves, settled_moves, spot_text
from gfkit.games.rule import PlacementRule
from gfkit.kinds.constraints import (
    ALWAYS,
    NO,
    YES,
    Clause,
    Constraint,
    Count,
    Event,
    Graph,
    Key,
    Link,
    Node,
    Numbers,
    Slot,
    System,
    Test,
)
from gfkit.typing import Positions, Weights


def system_of(rule: PlacementRule, board: Board, positions: Positions = Positions.ALL) -> System:
    """The system of a game on a board: a slot for every legal move.

    A cell is covered at most once, or just once in full positions. Where two colours may not touch, of the
    pieces of the one on a cell and of the other beside it at most one lies there; a piece on both cells is of
    no account, as what is to be apart from it would have to share a cell with it. A player is stuck if of all
    pieces that would block a move one lies there.
    """
    return _Lowering(rule, board, positions).system()


class _Lowering:
    def __init__(self, rule: PlacementRule, board: Board, positions: Positions) -> None:
        self.rule, self.board, self.positions = rule, board, positions
        self.moves = legal_moves(rule, board)
        colours = range(len(rule.colours))
        self.enemies = [frozenset(b for b in colours if rule.forbids(a, b)) for a in colours]
        self.on: list[list[Move]] = [[] for _ in range(board.size)]
        """By cell the moves that cover it."""
        for move in self.moves:
            for cell in move.cells:
                self.on[cell].append(move)

    def system(self) -> System:
        asked: list[Constraint] = []
        full = self.positions is Positions.FULL
        free = [cell for cell in range(self.board.size) if cell not in self.board.occupied]
        for cell in free:
            if len(self.on[cell]) > 1 or full:
                once = Numbers.of(1) if full else Numbers.of(0, 1)
                asked.append(Count((cell,), self._lying(self.on[cell]), once))
        for edge in self.board.edges:
            asked += self._apart(edge)
        beyond: list[str] = []
        if self.positions.stuck and self.rule.liberties:
            beyond.append("a player has no legal move, as liberties decide which moves are legal")
        else:
            asked += map(self._blocked, self._watched())
        if self.positions is Positions.PLAY:
            beyond.append("the players have moved in turn")
        slots = tuple(self._slot(move) for move in self.moves)
        return System(slots, tuple(asked), graphs=tuple(self._liberties()), beyond=tuple(beyond))

    def _slot(self, move: Move) -> Slot:
        colour = self.rule.colours[move.colour]
        where = " and ".join(spot_text(self.board, cell) for cell in move.cells)
        powers = colour.exponents(Weights.PLAYERS)
        return Slot(
            _key(move), move.cells, (0, 1), ((0, 0), powers), f"a piece of {colour.name} lies on {where}"
        )

    def _lying(self, moves: Sequence[Move]) -> tuple[Test, ...]:
        return tuple((_key(move), YES) for move in moves)

    def _apart(self, edge: tuple[int, int]) -> list[Constraint]:
        """What may not touch across an edge: at most one of the pieces of both sides lies there."""
        found: list[Constraint] = []
        for one, other in (edge, edge[::-1]):
            for colour, enemies in enumerate(self.enemies):
                for enemy in sorted(enemies):
                    if enemy == colour and one > other:
                        continue  # the same from the other side
                    mine, theirs = (
                        [move for move in self.on[a] if move.colour == whose and b not in move.cells]
                        for a, b, whose in ((one, other, colour), (other, one, enemy))
                    )
                    if mine and theirs and colour <= enemy:
                        found.append(Count((one, other), self._lying([*mine, *theirs]), Numbers.of(0, 1)))
        return found

    def _watched(self) -> list[Move]:
        """Moves of players who must be stuck, without those that are blocked wherever another one is."""
        stuck = self.positions.stuck
        kept: list[Move] = []
        by_cell: dict[int, list[Move]] = {}
        own = [m for m in self.moves if any(self.rule.colours[m.colour].belongs_to(p) for p in stuck)]
        for move in sorted(own, key=lambda m: (len(m.cells), len(self.enemies[m.colour]), m.cells, m.colour)):
            cells, enemies = set(move.cells), self.enemies[move.colour]
            rivals = (rival for cell in move.cells for rival in by_cell.get(cell, []))
            if not any(cells.issuperset(r.cells) and enemies >= self.enemies[r.colour] for r in rivals):
                kept.append(move)
                for cell in move.cells:
                    by_cell.setdefault(cell, []).append(move)
        return kept

    def _blocked(self, move: Move) -> Clause:
        """Of all pieces that would block a move one lies there: on its cells, or where they may not touch."""
        blocking = dict.fromkeys(other for cell in move.cells for other in self.on[cell])
        beside = (near for cell in move.cells for near in self.board.neighbours[cell])
        blocking |= dict.fromkeys(
            other for near in beside for other in self.on[near] if other.colour in self.enemies[move.colour]
        )
        return Clause(move.cells, tuple((_key(other), NO) for other in blocking))

    def _liberties(self) -> list[Graph]:
        """For every colour that needs liberties its groups, marked by free cells beside them."""
        settled = {cell: move.colour for move in settled_moves(self.rule, self.board) for cell in move.cells}
        return [
            self._groups(colour, settled)
            for colour in range(len(self.rule.colours))
            if self.rule.breathes(colour)
        ]

    def _groups(self, colour: int, settled: dict[int, int]) -> Graph:
        own: dict[int, tuple[tuple[Test, ...], ...]] = {}
        """By cell the groups of tests that say it is covered by this colour."""
        for cell in range(self.board.size):
            covering = self._lying([move for move in self.on[cell] if move.colour == colour])
            if settled.get(cell) == colour:
                own[cell] = ()
            elif covering:
                own[cell] = (covering,)
        nodes = tuple(
            Node(
                cell,
                Event(groups) if groups else ALWAYS,
                marks=tuple(
                    Event((*groups, *(((_key(move), NO),) for move in self.on[near])))
                    for near in self.board.neighbours[cell]
                    if near not in settled
                ),
            )
            for cell, groups in own.items()
        )
        links = tuple(
            Link((a, b), Event((*own[a], *own[b]))) for a, b in self.board.edges if a in own and b in own
        )
        return Graph(nodes, links, each=Numbers(frozenset({1}), 1))


def _key(move: Move) -> Key:
    return ("piece", move.colour, *move.cells)
