"""What is known about the value of a board."""

from __future__ import annotations

from dataclasses import dataclass, field

from gfkit.face import Face
from gfkit.sequences import Evidence
from gfkit.typing import Player
from gfkit.values.short import ShortGame, Thermograph
from gfkit.values.short.printing import fraction_text

LONGEST = 2000
"""Characters up to which a value is written out when nothing else is said."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """A move that no other move of its player beats, and how many moves lead to the same value."""

    player: Player
    cells: tuple[int, ...]
    value: ShortGame
    alike: int


@dataclass(frozen=True, slots=True)
class BoardValue(Face):
    """The value of a game on a board, in canonical form; ``moves`` are the best moves, where asked for."""

    game: str
    board: str
    value: ShortGame
    evidence: Evidence
    moves: tuple[BestMove, ...] = field(default=())

    @property
    def outcome(self) -> str:
        """Who wins: ``left``, ``right``, ``first`` or ``second``."""
        return self.value.outcome

    @property
    def thermograph(self) -> Thermograph:
        return self.value.thermograph

    def __repr__(self) -> str:
        text = self.value.text(200)
        shown = f"a value of size {self.value.size}" if text is None else text
        return f"<BoardValue: {self.game} on {self.board}: {shown}; {self.evidence}>"

    def __str__(self) -> str:
        return str(self.value)

    def as_json(self, longest: int = LONGEST) -> dict[str, object]:
        """As plain data; a value of more than ``longest`` characters is None, but its size is told."""
        graph = self.thermograph
        result: dict[str, object] = {
            "game": self.game,
            "board": self.board,
            "value": self.value.text(longest),
            "outcome": self.outcome,
            "mean": fraction_text(graph.mean),
            "temperature": fraction_text(graph.temperature),
            "canonical": True,
            "size": self.value.size,
            "evidence": self.evidence.as_json(),
        }
        if self.moves:
            result["options"] = {
                player.value: [_move(move, longest) for move in self.moves if move.player is player]
                for player in (Player.LEFT, Player.RIGHT)
            }
        return result


def _move(move: BestMove, longest: int) -> dict[str, object]:
    return {"value": move.value.text(longest), "cells": list(move.cells), "moves": move.alike}
