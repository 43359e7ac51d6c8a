"""Constraint system of placement games: every possible placement is present or absent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from gfkit.core.boards import Board
from gfkit.core.rules.kinds.constraints import (
    ALWAYS,
    NO,
    YES,
    Beyond,
    Cardinality,
    Constraint,
    ConstraintSystem,
    Event,
    Exclusion,
    Graph,
    GraphNode,
    Key,
    Link,
    Role,
    Slot,
    Test,
)
from gfkit.core.rules.kinds.placement.move import Move, legal_moves, settled_moves
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.rules.values import Numbers
from gfkit.core.typing import Player, Positions, Weights

if TYPE_CHECKING:
    from gfkit.core.rules.configuration import Configuration

_NONE, _SOME = Numbers.of(0), Numbers(frozenset({1}), 1)


def system_of(rule: PlacementRule, board: Board, positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of a game on a board, with a variable for every legal placement.

    A cell is covered at most once, or exactly once in full positions. Let two colours be forbidden to be
    adjacent: then a piece of one colour on a cell forbids pieces of the other colour on adjacent cells.
    Pieces that cover both cells are excluded from this constraint, because a conflicting piece would share a
    cell with them. A player has no legal move if every placement contains a cell that is covered or is
    adjacent to a piece that forbids it. For this, hidden variables record whether a cell is covered, and the
    colours of pieces on earlier adjacent cells. The colour of a hub is recorded from the start.
    """
    return _SystemBuilder(rule, board, positions).system()


class _SystemBuilder:
    def __init__(self, rule: PlacementRule, board: Board, positions: Positions) -> None:
        self.rule, self.board, self.positions = rule, board, positions
        self.moves = legal_moves(rule, board)
        colours = range(len(rule.colours))
        self.enemies = [frozenset(b for b in colours if rule.forbids(a, b)) for a in colours]
        self.stuck = bool(positions.stuck) and not rule.liberties
        hubs = range(board.hubs if self.stuck or rule.forbidden else 0)
        self.hubs = {hub for hub in hubs if hub not in board.piece_on_cell}
        self.on: list[list[Move]] = [[] for _ in range(board.size)]
        """For each cell, the placements that cover it."""
        for move in self.moves:
            for cell in move.cells:
                self.on[cell].append(move)
        whose = [f" of {colour.name}" if len(rule.colours) > 1 else "" for colour in rule.colours]
        self.pieces = [
            (((0, 0), colour.exponents(Weights.PLAYERS)), f"a piece{name} is placed there")
            for colour, name in zip(rule.colours, whose, strict=True)
        ]
        """Weights of the two symbols of a placement, and its statement, for each colour."""
        self.slots = [self._build_slot(move) for move in self.moves]
        self.asked: list[Constraint] = []
        self.bordered: set[Key] = set()
        """Hidden variables for the colours next to a cell."""

    def system(self) -> ConstraintSystem:
        """Return the complete constraint system."""
        full = self.positions is Positions.FULL
        watched = self._moves_to_block() if self.stuck else []
        seen = dict.fromkeys(cell for move in watched for cell in move.cells)
        for cell in range(self.board.size):
            if cell in self.board.piece_on_cell:
                continue
            if len(self.on[cell]) > 1 or full:
                once = Numbers.of(1) if full else Numbers.of(0, 1)
                self.asked.append(Cardinality((cell,), self._tests_of(self.on[cell]), once))
            if cell in self.hubs:
                self._show_colour(cell)
            elif cell in seen:
                self._show_covered(cell)
        if self.stuck:
            self._show_borders(watched)
        elif any(self.enemies):
            for cell in range(self.board.size):
                self._exclude_conflicts(cell)
        self.asked += map(self._block_exclusion, watched)
        beyond = [Beyond.STUCK] * bool(self.positions.stuck and self.rule.liberties)
        beyond += [Beyond.TURNS] * (self.positions is Positions.PLAY)
        return ConstraintSystem(
            tuple(self.slots),
            tuple(self.asked),
            graphs=tuple(self._build_liberty_graphs()),
            beyond=tuple(beyond),
        )

    def _build_slot(self, move: Move) -> Slot:
        weights, meaning = self.pieces[move.colour]
        at = move.cells
        if self.board.hubs:
            at = tuple(cell for cell in at if cell >= self.board.hubs) or at
        return Slot(_make_piece_key(move), at, (0, 1), weights, meaning, words=2)

    def _tests_of(self, moves: Iterable[Move]) -> tuple[Test, ...]:
        return tuple([(_make_piece_key(move), YES) for move in moves])

    # Hidden variables

    def _add_hidden_variable(self, key: Key, cell: int, meaning: str, values: Sequence[int] = (0, 1)) -> None:
        none = ((0, 0),) * len(values)
        self.slots.append(Slot(key, (cell,), tuple(values), none, meaning, Role.HIDDEN, words=len(key) - 1))

    def _show_colour(self, hub: int) -> None:
        """Add a variable for the colour of a hub: 0 for an empty hub, otherwise the colour plus 1."""
        key: Key = ("covered", hub)
        self._add_hidden_variable(
            key, hub, "0, or the number of the colour that covers it", range(len(self.rule.colours) + 1)
        )
        self.asked.append(Cardinality((hub,), self._tests_of(self.on[hub]), _NONE, ((key, 1),)))
        for colour in range(len(self.rule.colours)):
            own = self._tests_of(move for move in self.on[hub] if move.colour == colour)
            self.asked.append(Cardinality((hub,), own, _SOME, ((key, 2 << colour),)))

    def _show_covered(self, cell: int) -> None:
        """Add a variable that records whether a cell is covered."""
        key: Key = ("covered", cell)
        self._add_hidden_variable(key, cell, "it is covered")
        self._add_disjunction(key, cell, self.on[cell])

    def _add_disjunction(self, key: Key, cell: int, moves: Iterable[Move]) -> None:
        """Add a hidden variable that is 1 if one of the given placements is present."""
        tests = self._tests_of(moves)
        for numbers, shown in ((_NONE, NO), (_SOME, YES)):
            self.asked.append(Cardinality((cell,), tests, numbers, ((key, shown),)))

    def _show_borders(self, watched: Sequence[Move]) -> None:
        """Add variables for the colours on earlier cells next to a cell, and forbid the pieces they
        exclude.
        """
        fatal: dict[int, set[int]] = {}
        for move in (*watched, *self.moves):
            for cell in move.cells:
                fatal.setdefault(cell, set()).update(self.enemies[move.colour])
        for cell, colours in fatal.items():
            for colour in sorted(colours):
                beside = self._find_adjacent_earlier_moves(cell, {colour})
                for hub in () if cell in self.hubs else self._find_adjacent_hubs(cell):
                    self._exclude_hub_conflicts(cell, hub)
                if not beside:
                    continue
                key: Key = ("bordered", colour, cell)
                name = self.rule.colours[colour].name
                self.bordered.add(key)
                self._add_hidden_variable(
                    key, cell, f"it is bordered by a piece of {name} on a cell before it"
                )
                self._add_disjunction(key, cell, beside)
                self.asked += [
                    Exclusion((cell,), ((key, YES), (_make_piece_key(move), YES)))
                    for move in self.on[cell]
                    if colour in self.enemies[move.colour]
                ]

    def _find_adjacent_earlier_moves(self, cell: int, colours: Iterable[int]) -> list[Move]:
        """Return the placements of some colours that cover an earlier adjacent cell, but not the cell
        itself.
        """
        near = (near for near in self.board.neighbours[cell] if near < cell)
        apart = (near for near in near if near not in self.hubs or cell in self.hubs)
        wanted = set(colours)
        moves = (move for near in apart for move in self.on[near] if move.colour in wanted)
        return list(dict.fromkeys(move for move in moves if cell not in move.cells))

    def _find_adjacent_hubs(self, cell: int) -> list[int]:
        return [near for near in self.board.neighbours[cell] if near in self.hubs]

    def _exclude_conflicts(self, cell: int) -> None:
        """Forbid pieces on earlier adjacent cells that conflict with a piece on this cell."""
        for colour, enemies in enumerate(self.enemies):
            own = self._tests_of(move for move in self.on[cell] if move.colour == colour)
            beside = self._find_adjacent_earlier_moves(cell, enemies)
            if own and beside:
                self.asked.append(Cardinality((cell,), self._tests_of(beside), _NONE, own))
        for hub in () if cell in self.hubs else self._find_adjacent_hubs(cell):
            self._exclude_hub_conflicts(cell, hub)

    def _exclude_hub_conflicts(self, cell: int, hub: int) -> None:
        """Forbid pieces on a cell that conflict with the piece on an adjacent hub."""
        for colour, enemies in enumerate(self.enemies):
            own = [move for move in self.on[cell] if move.colour == colour and hub not in move.cells]
            if own and enemies:
                covered = ("covered", hub), sum(2 << enemy for enemy in enemies)
                self.asked.append(Cardinality((cell,), (covered,), _NONE, self._tests_of(own)))

    # Players without a legal move

    def _moves_to_block(self) -> list[Move]:
        """Return the placements that must be blocked, without placements that are blocked whenever another
        listed placement is.
        """
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

    def _block_exclusion(self, move: Move) -> Exclusion:
        """Return the exclusion that blocks a placement: a cell is covered, or adjacent to a piece that
        forbids it.
        """
        enemies = self.enemies[move.colour]
        open_: dict[Key, int] = {("covered", cell): 1 for cell in move.cells}
        for cell in move.cells:
            open_ |= {key: NO for enemy in enemies if (key := ("bordered", enemy, cell)) in self.bordered}
            for near in self.board.neighbours[cell] if enemies else ():
                if near in self.hubs and cell not in self.hubs:
                    every = (2 << len(self.rule.colours)) - 1
                    hub: Key = ("covered", near)
                    open_[hub] = open_.get(hub, every) & (every - sum(2 << enemy for enemy in enemies))
                elif near > cell:
                    after = (
                        other
                        for other in self.on[near]
                        if other.colour in enemies and cell not in other.cells
                    )
                    open_ |= dict.fromkeys(map(_make_piece_key, after), NO)
        return Exclusion(move.cells, tuple(open_.items()))

    # Liberties

    def _build_liberty_graphs(self) -> list[Graph]:
        """Return the graph of groups for every colour that needs liberties, marked by adjacent empty
        cells.
        """
        settled = {cell: move.colour for move in settled_moves(self.rule, self.board) for cell in move.cells}
        colours = range(len(self.rule.colours))
        return [self._build_group_graph(colour, settled) for colour in colours if self.rule.breathes(colour)]

    def _build_group_graph(self, colour: int, settled: dict[int, int]) -> Graph:
        own: dict[int, tuple[tuple[Test, ...], ...]] = {}
        """Groups of tests, for each cell, that are true if this colour covers the cell."""
        for cell in range(self.board.size):
            covering = self._tests_of(move for move in self.on[cell] if move.colour == colour)
            if settled.get(cell) == colour:
                own[cell] = ()
            elif covering:
                own[cell] = (covering,)
        nodes = tuple(
            GraphNode(
                cell,
                Event(groups) if groups else ALWAYS,
                marks=tuple(
                    Event((*groups, *(((_make_piece_key(move), NO),) for move in self.on[near])))
                    for near in self.board.neighbours[cell]
                    if near not in settled
                ),
            )
            for cell, groups in own.items()
        )
        links = tuple(
            Link((a, b), Event((*own[a], *own[b]))) for a, b in self.board.edges if a in own and b in own
        )
        return Graph(nodes, links, each=_SOME)


def pieces_lying(rule: PlacementRule, board: Board) -> tuple[int, int]:
    """Return the number of pieces of Left and of Right that are already placed on a board."""
    owners = [rule.colours[move.colour].owner for move in settled_moves(rule, board)]
    return owners.count(Player.LEFT), owners.count(Player.RIGHT)


def configuration_of(rule: PlacementRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the configuration of the placed pieces."""
    from gfkit.core.rules.configuration import Configuration

    pieces = (key for key, value in shown if key[0] == "piece" and value)
    return Configuration.of_moves(
        rule, ((cast(int, key[1]), cast(tuple[int, ...], key[2:])) for key in pieces)
    )


def _make_piece_key(move: Move) -> Key:
    return ("piece", move.colour, *move.cells)
