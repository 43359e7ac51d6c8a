"""Scoring play against minimax over listed positions, on boards and on families."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import gfkit

from . import families, questions
from .case import Case, Ending
from .families import FaultError
from .questions import Play, Position

Rng = questions.Rng
_OTHER = {"L": "R", "R": "L"}
_LAST = 4


@dataclass(frozen=True, slots=True)
class ScoreCase(Case):
    """A game with what counts at the end, and whether who cannot move passes."""

    points: str = "pieces"
    passes: bool = False

    @property
    def command(self) -> str:
        asked = f"--points {self.points}{' --passes' if self.passes else ''}"
        to = f" --to {_LAST}" if questions.is_family(self.board) else ""
        return f"gfkit score rule.toml {self.board} {asked}{to}"


def case(rng: Rng) -> ScoreCase:
    """A game on a board or on a family, for pieces, cells or room."""
    made = questions.game_on_board(rng)
    if rng.random() < 0.3:
        made = replace(made, board=rng.choice(("1xn", "2xn", "nx2", "nx3", "cylinder:3xn", "cylinder:nx1")))
    points = rng.choice(("pieces", "cells", "room"))
    return ScoreCase(made.rule, made.board, points=points, passes=points != "room" and rng.random() < 0.5)


def judge(made: ScoreCase) -> Ending:
    liberties = made.rule["rules"].get("liberties", False)
    tags = [f"points: {made.points}", f"passes: {made.passes}", f"liberties: {liberties}"]
    return families.judged(made, tags, _compare)


def best(play: Play, points: str, *, passes: bool) -> tuple[int, int]:
    """Left's points less Right's when Left starts, and when Right does."""

    def room(here: Position, player: str) -> int:
        return len({cell for (_, on), _ in play.after(here, player) for _, cell in on})

    @cache
    def score(here: Position, player: str) -> int:
        moves = play.after(here, player)
        if not moves and passes and play.after(here, _OTHER[player]):
            return score(here, _OTHER[player])
        if not moves:
            return room(here, "L") - room(here, "R") if points == "room" else 0
        worth = [({"pieces": 1, "cells": len(on), "room": 0}[points], there) for (_, on), there in moves]
        if player == "L":
            return max(own + score(there, "R") for own, there in worth)
        return min(score(there, "L") - own for own, there in worth)

    return score(play.start, "L"), score(play.start, "R")


def _compare(made: Case) -> tuple[int, list[str]]:
    assert isinstance(made, ScoreCase)
    is_family = questions.is_family(made.board)
    answer = gfkit.scores(
        questions.read(made), made.board, made.points, passes=made.passes, to=_LAST if is_family else None
    )
    compared = 0
    for n, scores in answer.by_n.items():
        play = Play.of(made, n or 0)
        if play is None:
            continue
        own = best(play, made.points, passes=made.passes)
        if own != scores:
            raise FaultError(f"n = {n}: {scores}, and by minimax {own}", "wrong: scores")
        compared += 1
    return compared, [f"family: {is_family}"]
