"""Where a game is begun: after a forced opening, or from the empty board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from gfkit.equilibrium.game import Dominogame, Heights
from gfkit.equilibrium.move import Move, read_opening, replayed

Payoffs = tuple[int, ...]


@dataclass(frozen=True)
class Start:
    """The position after an opening, and what the opening paid to each player, player one first.

    >>> start = Start.after(Dominogame(2, 4), "v1, h1, h1")
    >>> start.heights, start.paid, start.to_all((7, 1))
    ((4, 4), (11, 6), (12, 13))
    """

    game: Dominogame
    opening: tuple[Move, ...]
    heights: Heights
    paid: Payoffs

    @classmethod
    def after(cls, game: Dominogame, opening: str | Iterable[object]) -> Self:
        moves = read_opening(game, opening)
        paid, heights = [0] * game.players, game.empty
        for number, step in enumerate(replayed(game, moves)):
            paid[number % game.players] += step.gain
            heights = step.heights
        return cls(game, moves, heights, tuple(paid))

    def to_all(self, payoffs: Payoffs) -> Payoffs:
        """What each player has in the end, when from here on payoffs are these, the next to move first."""
        turn = len(self.opening)
        players = self.game.players
        return tuple(self.paid[k] + payoffs[(k - turn) % players] for k in range(players))

    @property
    def has_mirror(self) -> bool:
        """Whether mirror images of its plays are plays after the same opening."""
        return all(move.mirrored(self.game.columns) == move for move in self.opening)
