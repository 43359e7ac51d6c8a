"""Positions of placement games as integers: moves, dead cells and components.

Also positions on boards given by a complex, in which sets of more than two cells may be forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial, reduce
from operator import or_

from gfkit.core.boards import Board
from gfkit.core.boards.board import set_bits
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Rule
from gfkit.core.rules.kinds.placement.move import Move, settled_moves, takings
from gfkit.core.rules.kinds.placement.rule import Colour, PlacementRule, as_placement
from gfkit.core.typing import Player
from gfkit.play.layout import (
    Layout,
    SymmetricStates,
    Symmetries,
    around,
    can_exchange,
    cells_in_layers,
    joined_masks,
    lay_out,
    mask_of,
)
from gfkit.play.tuning import SEARCH

_Link = tuple[int, tuple[int, ...]]
"""Link: the cells that can still be taken, and the minimal forbidden sets."""


class FacePosition(SymmetricStates):
    r"""Node Kayles on a board given by a simplicial complex. A state is the index of a link in the complex.

    Taking a cell leaves the link of that cell: the cell is removed from each forbidden set. A forbidden set
    with one cell forbids that cell, and all other sets that contain it become redundant.

    >>> from gfkit.core.boards.graphfile import read_complex
    >>> from gfkit.core.rules import find_rule
    >>> triangle = FacePosition(find_rule("node-kayles"), read_complex("", "illegal\na b c"))
    >>> state = triangle.options(triangle.options(triangle.start, Player.LEFT)[0], Player.LEFT)[0]
    >>> triangle.options(state, Player.LEFT), triangle.impartial
    ([], True)
    """

    def __init__(self, rule: PlacementRule, board: Board) -> None:
        super().__init__(rule, board)
        self.size: int = board.size
        moves = takings(rule, board)
        self._colour = {move.cells[0]: move.colour for move in moves}
        self._own = {
            player: sum(1 << move.cells[0] for move in moves if rule.colours[move.colour].belongs_to(player))
            for player in (Player.LEFT, Player.RIGHT)
        }
        self._links: list[_Link] = []
        self._numbers: dict[_Link, int] = {}
        self._state_after = cache(self._take_cell)
        sets = [sum(1 << cell for cell in cells) for cells in (*board.edges, *board.illegal)]
        self.symmetries: Symmetries | None = None  # isomorphisms of complexes are not computed
        self.start: int = self._number_of_link(self._own[Player.LEFT] | self._own[Player.RIGHT], sets)

    @property
    def impartial(self) -> bool:
        """True if both players have equal sets of moves."""
        return self._own[Player.LEFT] == self._own[Player.RIGHT]

    def options(self, state: int, player: Player) -> list[int]:
        """Return the states to which a player can move."""
        return [
            self._state_after(state, cell) for cell in set_bits(self._links[state][0] & self._own[player])
        ]

    def moves(self, player: Player, state: int | None = None) -> list[tuple[Move, int]]:
        """Return the moves of a player in a state, by default the start, each with the state after it."""
        at = self.start if state is None else state
        cells = set_bits(self._links[at][0] & self._own[player])
        return [(Move(self._colour[cell], (cell,)), self._state_after(at, cell)) for cell in cells]

    def live(self, state: int) -> int:
        """Return the state itself, as all of its cells can be taken."""
        return state

    def components(self, state: int) -> list[int]:
        """Return the components of a state; cells in a common forbidden set are connected."""
        cells, sets = self._links[state]
        parts = joined_masks([*(1 << cell for cell in set_bits(cells)), *sets])
        return [self._number_of_link(part, [subset for subset in sets if subset & part]) for part in parts]

    def cells_of(self, state: int) -> int:
        """Return the mask of the cells that can be taken."""
        return self._links[state][0]

    def _take_cell(self, state: int, cell: int) -> int:
        """Return the state after a piece is placed on a cell."""
        cells, sets = self._links[state]
        bit = 1 << cell
        return self._number_of_link(cells & ~bit, [subset & ~bit for subset in sets])

    def _number_of_link(self, cells: int, sets: list[int]) -> int:
        """Return the index of the link with the given cells and forbidden sets, of which only minimal ones
        are kept.
        """
        cells &= ~reduce(or_, [subset for subset in sets if subset.bit_count() == 1], 0)
        inside = sorted({subset for subset in sets if subset & ~cells == 0}, key=int.bit_count)
        kept: list[int] = []
        for subset in inside:
            if not any(smaller & ~subset == 0 for smaller in kept):
                kept.append(subset)
        link = cells, tuple(sorted(kept))
        number = self._numbers.setdefault(link, len(self._links))
        if number == len(self._links):
            self._links.append(link)
        return number


Step = tuple[int, int]
"""Move as two masks: the cells that must be free, and the cells that remain free after the move."""
_Groups = list[list[tuple[int, int]]]
"""Groups of stones of each colour, each with its liberties."""
MOST_CELLS = 2000


class MaskPosition(SymmetricStates):
    """Positions of a rule without liberties. A state is a mask of free bits; a move requires some bits and
    clears some bits.

    Colours that must not be adjacent to the same colours share a layer of the mask, with one bit for each
    cell. Without adjacency conditions there is one layer, the free cells. Col and Snort have two: the cells
    free for Left, and those free for Right (shifted by ``size``).

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> square = MaskPosition(find_rule("domineering"), parse_one_board("2x2"))
    >>> bin(square.start), [bin(state) for state in square.options(square.start, Player.LEFT)]
    ('0b1111', ['0b1010', '0b101'])
    >>> square.components(0b1111), square.components(0b0110)
    ([15], [])
    """

    left_steps: tuple[Step, ...]
    right_steps: tuple[Step, ...]

    def __init__(self, rule: PlacementRule, board: Board) -> None:
        super().__init__(rule, board)
        self.layout: Layout = lay_out(rule, board)
        self._classes = tuple(range(len(rule.colours))) if board.tints else _layer_classes(rule)
        self.layers: int = max(self._classes) + 1
        self.size: int = self.layout.size
        steps = [(move.colour, self._step(move)) for move in self.layout.moves]
        self.left_steps, self.right_steps = (
            tuple(dict.fromkeys(step for colour, step in steps if rule.colours[colour].belongs_to(player)))
            for player in (Player.LEFT, Player.RIGHT)
        )
        every = dict.fromkeys(self.left_steps + self.right_steps)
        self._hulls = tuple((need, ~keep) for need, keep in every)
        self.plain: bool = self.layers == 1 and not rule.forbidden
        """True if a state is the mask of the free cells, and a move clears only the cells that it covers."""
        self.start: int = self._first_state()
        exchanged = tuple(range(self.layers))[::-1] if can_exchange(rule) else tuple(range(self.layers))
        grid = self.layout.grid
        self.symmetries: Symmetries | None = None if grid is None else Symmetries(rule, grid, exchanged)

    @property
    def impartial(self) -> bool:
        """True if both players have equal sets of moves."""
        return set(self.left_steps) == set(self.right_steps)

    def options(self, state: int, player: Player) -> list[int]:
        """Return the states to which a player can move."""
        steps = self.left_steps if player is Player.LEFT else self.right_steps
        return [state & keep for need, keep in steps if state & need == need]

    def cells_of(self, state: int) -> int:
        """Return the mask of the cells that are free for at least one player."""
        return cells_in_layers(state, self.size, self.layers)

    def live(self, state: int) -> int:
        """Return the bits of a state that at least one move requires; all other bits are dead."""
        return reduce(or_, [need for need, _ in self._hulls if state & need == need], 0)

    def components(self, state: int) -> list[int]:
        """Return the live components of a state, between which moves do not interact.

        Two moves interact if one removes cells that the other requires; components are the transitive
        closure.
        """
        hulls = [hull for need, hull in self._hulls if state & need == need]
        if not self.plain:
            alive = self.live(state)
            hulls = [hull & alive for hull in hulls]
        return joined_masks(hulls)

    def moves(self, player: Player, state: int | None = None) -> list[tuple[Move, int]]:
        """Return the moves of a player in a state, by default the start, each with the state after it."""
        at, colours = self.start if state is None else state, self.rule.colours
        moves = [move for move in self.openings if colours[move.colour].belongs_to(player)]
        steps = [(move, self._step(self.layout.of(move))) for move in moves]
        return [(move, at & keep) for move, (need, keep) in steps if at & need == need]

    def _step(self, move: Move) -> Step:
        """Convert a move on the layout to its two masks."""
        cells = mask_of(move.cells)
        beside = around(self.layout.near, cells)
        taken = 0
        for colour, layer in enumerate(self._classes):
            lost = cells | beside if self.rule.forbids(move.colour, colour) else cells
            taken |= lost << layer * self.size
        return cells << self._classes[move.colour] * self.size, ~taken

    def _first_state(self) -> int:
        masks = {
            layer: _open_to(self.layout, self.board, c)
            for c, layer in zip(self.rule.colours, self._classes, strict=True)
        }
        state = sum(mask << layer * self.size for layer, mask in masks.items())
        for move in settled_moves(self.rule, self.board):
            state &= self._step(self.layout.of(move))[1]
        return state


def _layer_classes(rule: PlacementRule) -> tuple[int, ...]:
    """Return the layer of each colour. Colours with the same forbidden neighbours share a layer."""
    colours = range(len(rule.colours))
    rows = [tuple(rule.forbids(colour, rival) for rival in colours) for colour in colours]
    order = list(dict.fromkeys(rows))
    return tuple(order.index(row) for row in rows)


def _open_to(layout: Layout, board: Board, colour: Colour) -> int:
    """Return the mask of the cells that are available to a colour.

    For a reserved colour, cells available to both players are excluded.
    """
    is_single = all(len(piece.in_space) == 1 for piece in colour.pieces)
    cells = (
        cell
        for cell in range(board.size)
        if board.admits(colour.owner, (cell,))
        and not (colour.reserved and is_single and board.admits(Player.BOTH, (cell,)))
    )
    return mask_of(tuple(layout.bit[cell] for cell in cells))


@dataclass(frozen=True, slots=True)
class _Placement:
    """Placement: its colour, its cells, their connected components, and their neighbours."""

    colour: int
    cells: int
    parts: tuple[int, ...]
    beside: int


@dataclass(frozen=True, slots=True)
class _Field:
    """Unpacked state: its free cells, and three masks for each colour."""

    free: int
    open: list[int]
    """Free cells that this colour may still cover."""
    safe: list[int]
    """Free cells where a stone of this colour can never lose its last liberty."""
    stones: list[int]
    """Cells of the groups that could still lose their last liberty."""


class LibertyPosition(SymmetricStates):
    """Positions of a rule with liberties, such as NoGo.

    A move that would remove the last liberty of a group is permanently illegal, because the group could only
    grow through that cell. So a free cell that no legal move covers remains free. Such a cell is dropped, and
    so are the groups adjacent to it, which always have a liberty. The free cells adjacent to dropped cells
    and groups are marked as safe. The remaining position is split into components. A state contains the free
    cells, and three masks for each colour: open cells, safe cells and stones.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> path = LibertyPosition(find_rule("nogo"), parse_one_board("path:2"))
    >>> options = path.options(path.start, Player.LEFT)
    >>> len(options), path.components(options[0])
    (2, [])
    """

    def __init__(self, rule: PlacementRule, board: Board) -> None:
        super().__init__(rule, board)
        self.layout: Layout = lay_out(rule, board)
        self.size: int = self.layout.size
        self.colours: range = range(len(rule.colours))
        self._full = (1 << self.size) - 1
        self._around = lru_cache(SEARCH.remembered_groups)(partial(around, self.layout.near))
        self._groups_of = lru_cache(SEARCH.remembered_groups)(self._all_groups_of)
        self._placements = {move: self._build_placement(move) for move in self.layout.moves}
        self._of_player = {
            player: tuple(p for p in self._placements.values() if rule.colours[p.colour].belongs_to(player))
            for player in (Player.LEFT, Player.RIGHT)
        }
        self.start: int = self._first_state()
        grid = self.layout.grid
        colours = len(rule.colours)
        order = tuple(self.colours)[::-1] if can_exchange(rule) else tuple(self.colours)
        exchanged = (0, *(1 + third * colours + colour for third in range(3) for colour in order))
        self.symmetries: Symmetries | None = None if grid is None else Symmetries(rule, grid, exchanged)

    @property
    def impartial(self) -> bool:
        """True if both players have equal sets of moves."""
        return self.rule.impartial

    def cells_of(self, state: int) -> int:
        """Return the mask of the free cells."""
        return state & self._full

    def live(self, state: int) -> int:
        """Return the state without the cells and groups whose status is decided."""
        return self._pack(self._remove_dead(self.unpack(state)))

    def components(self, state: int) -> list[int]:
        """Return the components of a state, without the cells and groups whose status is decided."""
        field = self._remove_dead(self.unpack(state))
        links = [1 << cell | self.layout.near[cell] for cell in set_bits(field.free)]
        links += [libs for groups in self.groups(field) for _, libs in groups]
        links += [placement.cells for placement in self._placements.values() if len(placement.parts) > 1]
        kept = [link & field.free for link in links if link & field.free]
        return [self._restrict(field, part) for part in joined_masks(kept)]

    def moves(self, player: Player, state: int | None = None) -> list[tuple[Move, int]]:
        """Return the moves of a player in a state, by default the start, each with the state after it."""
        field = self.unpack(self.start if state is None else state)
        groups = self.groups(field)
        colours = self.rule.colours
        moves = [move for move in self.openings if colours[move.colour].belongs_to(player)]
        placements = [(move, self._placements[self.layout.of(move)]) for move in moves]
        legal = set(self._find_legal_placements(field, groups, [placement for _, placement in placements]))
        return [
            (move, self._apply_placement(field, placement))
            for move, placement in placements
            if placement in legal
        ]

    def options(self, state: int, player: Player) -> list[int]:
        """Return the states to which a player can move."""
        field = self.unpack(state)
        groups = self.groups(field)
        legal = self._find_legal_placements(field, groups, self._of_player[player])
        return [self._apply_placement(field, placement) for placement in legal]

    def _find_legal_placements(
        self, field: _Field, groups: _Groups, placements: Iterable[_Placement]
    ) -> Iterator[_Placement]:
        """Return the placements that are possible and after which each group has a liberty."""
        opened = field.open
        return (
            placement
            for placement in placements
            if opened[placement.colour] & placement.cells == placement.cells
            and self._leaves_liberties(field, groups, placement)
        )

    def _leaves_liberties(self, field: _Field, groups: _Groups, placement: _Placement) -> bool:
        """Return True if every group has a liberty after a placement."""
        cells = placement.cells
        airless = placement.colour in self.rule.airless
        for colour, same_colour in enumerate(groups):
            if colour != placement.colour:
                for _, liberties in same_colour:
                    if not liberties & ~cells:
                        return False
        if airless:
            return True
        if len(placement.parts) == 1 and (
            cells & field.safe[placement.colour] or placement.beside & field.free
        ):
            return True
        return all(self._has_liberty(field, placement, part) for part in placement.parts)

    def _has_liberty(self, field: _Field, placement: _Placement, part: int) -> bool:
        """Return True if a part of a new piece has a liberty, directly or through groups of its colour."""
        group = self._group_with(part, field.stones[placement.colour] | placement.cells)
        safe, free = field.safe[placement.colour], field.free & ~placement.cells
        return bool(group & placement.cells & safe or self._around(group) & free)

    def _group_with(self, cells: int, among: int) -> int:
        """Return the given cells, and all cells of another mask that are connected to them."""
        while (grown := cells | self._around(cells) & among) != cells:
            cells = grown
        return cells

    def _apply_placement(self, field: _Field, placement: _Placement) -> int:
        """Return the state after a legal placement."""
        free = field.free & ~placement.cells
        opened, safe, stones = [mask & free for mask in field.open], list(field.safe), list(field.stones)
        for colour in self.colours:
            if self.rule.forbids(placement.colour, colour):
                opened[colour] &= ~placement.beside
        if placement.colour in self.rule.airless:
            return self._pack(_Field(free, opened, [mask & free for mask in safe], stones))
        stones[placement.colour] |= placement.cells
        if placement.cells & safe[placement.colour]:
            self._remove_living_groups(
                placement.cells & safe[placement.colour], placement.colour, free, safe, stones
            )
        return self._pack(_Field(free, opened, [mask & free for mask in safe], stones))

    def _remove_dead(self, field: _Field) -> _Field:
        """Return the state without dead cells and without the groups that have a dead cell as a liberty."""
        groups = self.groups(field)
        covered = [0] * len(field.open)
        for placement in self._find_legal_placements(field, groups, self._placements.values()):
            covered[placement.colour] |= placement.cells
        alive = reduce(or_, covered, 0)
        safe, stones = list(field.safe), list(field.stones)
        beside_dead = self._around(field.free & ~alive)
        for colour in self.colours:
            safe[colour] |= beside_dead
            self._remove_living_groups(beside_dead & stones[colour], colour, alive, safe, stones)
        return _Field(alive, covered, [mask & alive for mask in safe], stones)

    def _remove_living_groups(
        self, cells: int, colour: int, free: int, safe: list[int], stones: list[int]
    ) -> None:
        """Remove the groups of stones that can never be captured; the free cells adjacent to them become
        safe.
        """
        group = self._group_with(cells, stones[colour])
        stones[colour] &= ~group
        safe[colour] |= self._around(group) & free

    def groups(self, field: _Field) -> _Groups:
        """Return the groups of stones of each colour, each with its liberties."""
        return [
            [(group, border & field.free) for group, border in self._groups_of(stones)]
            for stones in field.stones
        ]

    def _all_groups_of(self, stones: int) -> tuple[tuple[int, int], ...]:
        """Return the groups of stones, each with its neighbours."""
        groups = []
        while stones:
            group = self._group_with(stones & -stones, stones)
            stones &= ~group
            groups.append((group, self._around(group)))
        return tuple(groups)

    def _restrict(self, field: _Field, part: int) -> int:
        stones = [sum(group for group, libs in groups if libs & part) for groups in self.groups(field)]
        opened, safe = [mask & part for mask in field.open], [mask & part for mask in field.safe]
        return self._pack(_Field(part, opened, safe, stones))

    def _build_placement(self, move: Move) -> _Placement:
        cells = mask_of(move.cells)
        parts = tuple(group for group, _ in self._groups_of(cells))
        return _Placement(move.colour, cells, parts, self._around(cells) & ~cells)

    def _first_state(self) -> int:
        free = self.layout.present
        stones = [0] * len(self.rule.colours)
        forbidden = [0] * len(self.rule.colours)
        for move in settled_moves(self.rule, self.board):
            cells = mask_of(self.layout.of(move).cells)
            if self.rule.breathes(move.colour):
                stones[move.colour] |= cells
            free &= ~cells
            for colour in self.colours:
                if self.rule.forbids(move.colour, colour):
                    forbidden[colour] |= self._around(cells)
        opened = [
            free & ~mask & _open_to(self.layout, self.board, colour)
            for mask, colour in zip(forbidden, self.rule.colours, strict=True)
        ]
        return self._pack(_Field(free, opened, [0] * len(stones), stones))

    def _pack(self, field: _Field) -> int:
        state = field.free
        for layer, mask in enumerate((*field.open, *field.safe, *field.stones), start=1):
            state |= mask << layer * self.size
        return state

    def unpack(self, state: int) -> _Field:
        count = len(self.rule.colours)
        masks = [state >> layer * self.size & self._full for layer in range(1, 3 * count + 1)]
        return _Field(state & self._full, masks[:count], masks[count : 2 * count], masks[2 * count :])


Position = MaskPosition | LibertyPosition | FacePosition
"""A position has ``start``, ``options(state, player)``, ``live(state)``, ``components(state)``,
``settle(component)``, ``images(settled)``, ``canonical(component)``, ``cells_of(state)``,
``moves(player, state)``, ``impartial``. States are integers.
"""


def compile_position(rule: Rule, board: Board) -> Position:
    """Return the positions of a rule on a board; pre-placed pieces belong to the start position.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> column = compile_position(find_rule("col"), parse_one_board("1x3"))
    >>> bin(column.start), bin(column.options(column.start, Player.LEFT)[1])
    ('0b111111', '0b101000')
    """
    if not rule.is_game:
        raise MismatchError(
            f"{rule.name!r} ({rule.kind_phrase or rule.kind}) has no moves; values require a placement game,"
            " such as domineering"
        )
    if board.illegal:
        return FacePosition(as_placement(rule), board)
    cells = board.size if board.grid is None else board.grid.rows * board.grid.cols
    if cells > MOST_CELLS:
        raise LimitError(
            f"board {board.text!r} has {cells} cells including holes, but searches support at"
            f" most {MOST_CELLS}"
        )
    game = as_placement(rule)
    return LibertyPosition(game, board) if game.liberties else MaskPosition(game, board)
