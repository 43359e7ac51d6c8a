"""The equilibria of one board as a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gfkit.equilibrium.game import Dominogame, Piece
from gfkit.equilibrium.move import Move
from gfkit.equilibrium.play import Play
from gfkit.face import Face
from gfkit.sequences import Evidence

Payoffs = tuple[int, ...]


@dataclass(frozen=True)
class PlayCount:
    """How many equilibrium plays there are, also up to mirror images, and the empty cells they can have."""

    total: int
    joined: int
    empty_cells: tuple[int, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "total": str(self.total),
            "up_to_mirror_images": str(self.joined),
            "empty_cells": list(self.empty_cells),
        }


@dataclass(frozen=True)
class Equilibrium(Face):
    """The payoffs of a board's subgame-perfect equilibria, player one's first.

    ``tie`` is "all" when ``payoffs`` are those of every way of breaking ties, else the one rule that was
    asked for. ``tie_rules`` has the payoffs under each named rule; ``plays`` some of the plays.

    >>> from gfkit.equilibrium.solve import equilibrium
    >>> square = equilibrium("2x2")
    >>> square.payoffs, square.is_unique, [str(play) for play in square.plays]
    (((3, 3),), True, ['v1 v2'])
    """

    game: Dominogame
    opening: tuple[Move, ...]
    tie: str
    payoffs: tuple[Payoffs, ...]
    tie_rules: tuple[tuple[str, Payoffs], ...]
    plays: tuple[Play, ...]
    play_count: PlayCount | None
    sequences: int | None
    evidence: Evidence

    @property
    def is_unique(self) -> bool | None:
        """Whether the payoffs do not depend on how ties are broken; None where one rule was asked for."""
        return len(self.payoffs) == 1 if self.tie == "all" else None

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.payoffs[:6])) + (", ..." if len(self.payoffs) > 6 else "")
        return f"<Equilibrium: {self.game}, ties {self.tie}: {shown}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        """The object that the command line prints."""
        game = self.game
        named: dict[str, object] = {"board": game.board, "columns": game.columns, "rows": game.rows}
        named |= {"piece": game.piece.value} if game.piece is not Piece.DOMINO else {}
        named |= {"raised": game.raised} if game.raised else {}
        named |= {"players": game.players} if game.players > 2 else {}
        named |= {"opening": [str(move) for move in self.opening]} if self.opening else {}
        return {
            **named,
            "tie": self.tie,
            "payoffs": [_texts(one) for one in self.payoffs],
            "tie_rules": {name: _texts(one) for name, one in self.tie_rules},
            "plays": [play.as_json() for play in self.plays],
            "play_count": None if self.play_count is None else self.play_count.as_json(),
            "move_sequences": None if self.sequences is None else str(self.sequences),
            "unique": self.is_unique,
            "evidence": self.evidence.as_json(),
        }


def _texts(payoffs: Payoffs) -> list[str]:
    return [str(value) for value in payoffs]
