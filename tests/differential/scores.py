"""Scoring play against minimax over listed positions, on boards and on families."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import gfkit

from . import questions
from .case import Case, Compared, agree

_LAST = 4


@dataclass(frozen=True)
class ScoreCase(Case):
    """A game with what counts at the end, and whether who cannot move passes."""

    points: str = "pieces"
    passes: bool = False
    verb = "score"


def case(rng: Random) -> ScoreCase:
    """A game on a board or on a family, for pieces, cells or room."""
    made = questions.game_on_board(rng)
    if rng.random() < 0.3:
        made = replace(made, board=rng.choice(("1xn", "2xn", "nx2", "nx3", "cylinder:3xn", "cylinder:nx1")))
    points = rng.choice(("pieces", "cells", "room"))
    return ScoreCase(made.rule, made.board, points=points, passes=points != "room" and rng.random() < 0.5)


def tags(made: Any) -> list[str]:
    liberties = made.rule["rules"].get("liberties", False)
    return [f"points: {made.points}", f"passes: {made.passes}", f"liberties: {liberties}"]


def compare(made: Any) -> Compared:
    to = _LAST if questions.is_family(made.board) else None
    answer = gfkit.scores(questions.read(made), made.board, made.points, passes=made.passes, to=to)
    compared = 0
    for n, scores in answer.by_n.items():
        if play := questions.Play.of(made, n or 0):
            compared += agree(scores, play.scores(made.points, passes=made.passes), "scores", f"n = {n}: ")
    return compared, [f"family: {to is not None}"]
