"""Pictures of placement games: the pieces that each player places."""

from __future__ import annotations

from gfkit.games.rule import Piece
from gfkit.kinds.diagram import DiagramRow, PieceDiagram, RulePictures
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.typing import Player

_PLACES = {Player.LEFT: "Left places", Player.RIGHT: "Right places", Player.BOTH: "Both place"}


def pictures(rule: PlacementRule) -> RulePictures:
    """The pieces by who places them; colours that are alike are drawn once, with their number."""
    alike: dict[tuple[Player, tuple[Piece, ...]], int] = {}
    for colour in rule.colours:
        if colour.pieces:  # graphs are described in words
            alike[colour.owner, colour.pieces] = alike.get((colour.owner, colour.pieces), 0) + 1
    rows = (
        DiagramRow(
            _PLACES[owner] + (f" {number} colours of" if number > 1 else ""),
            tuple(PieceDiagram(piece.cells, piece.text) for piece in pieces),
            owner,
        )
        for (owner, pieces), number in alike.items()
    )
    if rule.impartial:
        caption = "The pieces, in every orientation in which they may be placed."
    else:
        caption = "The pieces in every orientation; Left is blue and plain, Right orange and hatched."
    return RulePictures(
        tuple(rows),
        caption,
        "Pieces are placed on free cells and never move. A position is any set of pieces that the rule"
        " allows, the empty one included.",
    )
