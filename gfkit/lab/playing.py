"""One request of the game page: replay the moves, which are plain data, and add the program's reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gfkit.core.boards.board import spot_text
from gfkit.core.errors import GfkitError, OptionError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.typing import Player
from gfkit.show.configurations import configuration_drawing

if TYPE_CHECKING:
    from gfkit.core.rules import Question
    from gfkit.core.rules.kinds.placement.move import Move
    from gfkit.play.play import Match, Prospect

_SECONDS = 3.0
"""Seconds of search for each reply."""
_WORDS = {
    (True, "symmetry"): "this wins",
    (True, "search"): "this wins (complete search)",
    (False, "symmetry"): "you can win with a symmetry strategy",
    (False, "search"): "you can win with perfect play (complete search)",
    (None, "heuristics"): "chosen by a heuristic that counts moves; the position is not solved",
}


def play_moves(question: Question, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game after the moves of a request, and after a reply of the program on its turn.

    A request contains ``side`` and ``starts`` (left or right), ``misere``, and ``moves``, each with its cells
    and colour. The response contains these moves and the reply, the next legal moves, and the placed pieces.
    """
    from gfkit.play.play import Match

    side = Player(request.get("side", "left"))
    match = Match(
        question,
        starts=Player(request.get("starts", "left")),
        misere=bool(request.get("misere")),
        seconds=_SECONDS,
    )
    for move in request.get("moves", ()):
        match.make(_legal(match, move))
    text = ""
    if match.winner is None and match.mover is not side:
        judged = match.judge()
        assert judged.move is not None, "the player to move has a legal move"
        text = _comment_on(match, judged)
        match.make(judged.move)
    hint = match.judge().move if request.get("hint") and match.winner is None else None
    return {
        "json": {
            **_match_as_json(match),
            "said": text,
            "your_turn": match.winner is None,
            "you_won": None if match.winner is None else match.winner is side,
            "hint": None if hint is None else list(hint.cells),
        },
        "lines": [],
        "pictures": _picture(match),
        "evidence": "",
    }


def _legal(match: Match, one: Mapping[str, Any]) -> Move:
    """Return a legal move on exactly the given cells."""
    cells = [int(cell) for cell in one["cells"]]
    moves = [move for move in match.moves_on(cells, one.get("colour")) if len(move.cells) == len(set(cells))]
    if not moves:
        raise OptionError(f"move {cells} is illegal in this position")
    return moves[0]


def _comment_on(match: Match, judged: Prospect) -> str:
    assert judged.move is not None, "every move has a state"
    board = match.question.board
    where = " and ".join(spot_text(board, cell) for cell in judged.move.cells)
    why = _WORDS[judged.wins, judged.known_by]
    strategy = f": {judged.strategy}" if judged.wins and judged.strategy else ""
    return f"gfkit plays at {where}; {why}{strategy}."


def _match_as_json(match: Match) -> dict[str, Any]:
    board, rule = match.question.board, match.position.rule
    several = len(rule.colours) > 1 and rule.impartial
    legal = [] if match.winner is not None else match.moves()
    return {
        "board": board.text,
        "rows": board.grid.rows if board.grid else 0,
        "columns": board.grid.cols if board.grid else 0,
        "places": [list(place) for place in board.places] if board.grid else [],
        "cells": board.size,
        "lying": [_piece(piece.owner, piece.cells) for piece in board.lying],
        "moves": [
            {
                "player": player.value,
                "cells": list(move.cells),
                "colour": move.colour,
                "owner": rule.colours[move.colour].owner.value,
                "mark": chr(ord("a") + move.colour % 26) if several else "",
            }
            for player, move in match.played
        ],
        "legal": [
            {
                "cells": list(move.cells),
                "colour": move.colour,
                "mark": chr(ord("a") + move.colour % 26) if several else "",
            }
            for move in legal
        ],
    }


def _piece(owner: Player, cells: tuple[int, ...]) -> dict[str, Any]:
    return {"owner": owner.value, "cells": list(cells)}


def _picture(match: Match) -> list[dict[str, str]]:
    """Return the drawing of a position that is not a rectangle, or an empty string if it is too large."""
    board, rule = match.question.board, match.question.rule
    if board.grid is not None:
        return []
    laid = Configuration.of_moves(match.position.rule, [(m.colour, m.cells) for _, m in match.played])
    try:
        return [{"name": "position", "svg": configuration_drawing(rule, board, laid, is_named=True).svg()}]
    except GfkitError:
        return []
