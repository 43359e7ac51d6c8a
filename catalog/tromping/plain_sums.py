"""Winners of sums of boards and of game trees, by playing them out from the moves alone, without values.

Only two things are spared: cells that no move needs any more are forgotten, and positions are remembered.
"""

from __future__ import annotations

from gfkit.core.boards import parse_one_board
from gfkit.core.rules import find_rule
from gfkit.core.typing import Player
from gfkit.play import ShortGame


class BoardPart:
    """A board; its positions are masks of free cells. ``sign`` -1 exchanges the players."""

    def __init__(self, game: str, board: str, sign: int = 1) -> None:
        from gfkit.core.rules.kinds.placement.move import legal_moves
        from gfkit.core.rules.kinds.placement.rule import PlacementRule

        rule, place = find_rule(game), parse_one_board(board)
        assert isinstance(rule, PlacementRule), "only games are played"
        sides: tuple[list[int], list[int]] = ([], [])
        for move in legal_moves(rule, place):
            mask = sum(1 << cell for cell in move.cells)
            for side, player in enumerate((Player.LEFT, Player.RIGHT)[::sign]):
                if rule.colours[move.colour].belongs_to(player):
                    sides[side].append(mask)
        self.sides = sides
        self.memory: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.start = (1 << place.size) - 1

    def options(self, state: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if state not in self.memory:
            fitting = [[mask for mask in side if mask & state == mask] for side in self.sides]
            alive = 0
            for mask in fitting[0] + fitting[1]:
                alive |= mask
            left, right = (tuple(dict.fromkeys(alive & ~mask for mask in side)) for side in fitting)
            self.memory[state] = left, right
        return self.memory[state]


class TreePart:
    """A game given by its options; its positions are ids in the game's table."""

    def __init__(self, game: ShortGame, sign: int = 1) -> None:
        self.table, self.start, self.sign = game.table, game.id, sign

    def options(self, state: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        left, right = self.table.lefts_of(state), self.table.rights_of(state)
        return (left, right) if self.sign > 0 else (right, left)


class Sum:
    """Parts played together; player 0 is Left."""

    def __init__(self, *parts: BoardPart | TreePart) -> None:
        self.parts = parts
        self.memory: dict[tuple[int, tuple[int, ...]], bool] = {}

    def wins(self, player: int, states: tuple[int, ...] | None = None) -> bool:
        """Return True if the player to move wins."""
        if states is None:
            states = tuple(part.start for part in self.parts)
        key = player, states
        if key not in self.memory:
            self.memory[key] = any(
                not self.wins(1 - player, (*states[:i], option, *states[i + 1 :]))
                for i, part in enumerate(self.parts)
                for option in part.options(states[i])[player]
            )
        return self.memory[key]

    @property
    def is_zero(self) -> bool:
        return not self.wins(0) and not self.wins(1)

    @property
    def outcome(self) -> str:
        words = {
            (True, True): "first",
            (False, False): "second",
            (True, False): "left",
            (False, True): "right",
        }
        return words[self.wins(0), self.wins(1)]
