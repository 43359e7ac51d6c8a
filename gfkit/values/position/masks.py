"""Positions of rules without liberties: one mask of what is still free for whom."""

from __future__ import annotations

from gfkit.boards import Board
from gfkit.games import Move, PlacementRule, legal_moves, settled_moves
from gfkit.typing import Player
from gfkit.values.position.layout import Layout, around, bits, joined, lay_out, mask_of
from gfkit.values.position.symmetry import Symmetries, can_exchange

Step = tuple[int, int]
"""A move as two masks: what must be free for it, and what stays free after it."""


class MaskPosition:
    """A rule on a board. A state is the mask of what is free; a move needs some bits and takes away some.

    Colours that are stopped by the same pieces share a layer of the mask, one bit for each cell: without
    adjacency conditions there is one layer, the free cells; in Col and Snort there are two, the cells free
    for Left and those free for Right (shifted by ``size``).

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> square = MaskPosition(find_rule("domineering"), parse_one_board("2x2"))
    >>> bin(square.start), [bin(state) for state in square.left(square.start)]
    ('0b1111', ['0b1010', '0b101'])
    >>> square.components(0b1111), square.components(0b0110)
    ([15], [])
    """

    def __init__(self, rule: PlacementRule, board: Board) -> None:
        self.rule, self.board = rule, board
        self.layout = lay_out(rule, board)
        self._classes = _layer_classes(rule)
        self.layers = max(self._classes) + 1
        self.size = self.layout.size
        steps = [(move.colour, self._step(move, self.layout)) for move in self.layout.moves]
        self.left_steps = self._of(Player.LEFT, steps)
        self.right_steps = self._of(Player.RIGHT, steps)
        every = dict.fromkeys(self.left_steps + self.right_steps)
        self._hulls = tuple((need, ~keep) for need, keep in every)
        self._plain = self.layers == 1 and not rule.forbidden
        self.start = self._first_state()
        exchanged = tuple(range(self.layers))[::-1] if can_exchange(rule) else tuple(range(self.layers))
        grid = self.layout.grid
        self._symmetries = None if grid is None else Symmetries(rule, grid, exchanged)
        self._alike: dict[object, int] = {}

    @property
    def impartial(self) -> bool:
        """Whether both players have the same moves."""
        return set(self.left_steps) == set(self.right_steps)

    def left(self, state: int) -> list[int]:
        """The states Left can move to."""
        return [state & keep for need, keep in self.left_steps if state & need == need]

    def right(self, state: int) -> list[int]:
        """The states Right can move to."""
        return [state & keep for need, keep in self.right_steps if state & need == need]

    def live(self, state: int) -> int:
        """The part of a state that some move still needs; the rest is dead."""
        alive = 0
        for need, _ in self._hulls:
            if state & need == need:
                alive |= need
        return alive

    def components(self, state: int) -> list[int]:
        """The live parts of a state between which no move reaches.

        Two moves are in one part when the one takes away what the other needs, or over others.
        """
        hulls = [hull for need, hull in self._hulls if state & need == need]
        if not self._plain:
            alive = self.live(state)
            hulls = [hull & alive for hull in hulls]
        return joined(hulls)

    def settle(self, component: int) -> int:
        """A state like this one, the same for all that differ only in where on the board they lie."""
        if self._symmetries is not None:
            return self._symmetries.settle(component)
        return self._alike.setdefault(self._structure(component), component)

    def images(self, settled: int) -> list[tuple[int, int]]:
        """This state reflected and turned, each with -1 where the players are exchanged, else 1."""
        return [(settled, 1)] if self._symmetries is None else self._symmetries.images(settled)

    def canonical(self, component: int) -> tuple[int, int]:
        """The least image of a state, and -1 where the players are exchanged in it, else 1."""
        return min(self.images(self.settle(component)), key=lambda image: image[0])

    def opening(self, player: Player) -> list[tuple[Move, int]]:
        """The moves a player has on the board as it is given, with the state after each."""
        found = []
        for move in legal_moves(self.rule, self.board):
            if self.rule.colours[move.colour].belongs_to(player):
                _, keep = self._step(self._on_layout(move), self.layout)
                found.append((move, self.start & keep))
        return found

    def _of(self, player: Player, steps: list[tuple[int, Step]]) -> tuple[Step, ...]:
        own = (step for colour, step in steps if self.rule.colours[colour].belongs_to(player))
        return tuple(dict.fromkeys(own))

    def _step(self, move: Move, layout: Layout) -> Step:
        cells = mask_of(move.cells)
        beside = around(layout.near, cells)
        taken = 0
        for colour, layer in enumerate(self._classes):
            lost = cells | beside if self.rule.forbids(move.colour, colour) else cells
            taken |= lost << layer * self.size
        return cells << self._classes[move.colour] * self.size, ~taken

    def _on_layout(self, move: Move) -> Move:
        return Move(move.colour, tuple(self.layout.bit[cell] for cell in move.cells))

    def _first_state(self) -> int:
        state = sum(self.layout.present << layer * self.size for layer in range(self.layers))
        for move in settled_moves(self.rule, self.board):
            state &= self._step(self._on_layout(move), self.layout)[1]
        return state

    def _structure(self, component: int) -> object:
        """The moves of a component with its bits numbered anew in their order."""
        number = {bit: index for index, bit in enumerate(bits(component))}

        def renumbered(steps: tuple[Step, ...]) -> tuple[tuple[int, int], ...]:
            return tuple(
                (
                    mask_of(tuple(number[bit] for bit in bits(need))),
                    mask_of(tuple(number[bit] for bit in bits(component & ~keep))),
                )
                for need, keep in steps
                if component & need == need
            )

        return renumbered(self.left_steps), renumbered(self.right_steps)


def _layer_classes(rule: PlacementRule) -> tuple[int, ...]:
    """For each colour its layer: colours that the same colours may not touch share one."""
    colours = range(len(rule.colours))
    rows = [tuple(rule.forbids(colour, other) for other in colours) for colour in colours]
    order = list(dict.fromkeys(rows))
    return tuple(order.index(row) for row in rows)
