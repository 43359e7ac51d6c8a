"""Rules as pictures with what the pictures do not say in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gfkit.games.rule import ArrayRule, Piece, PlacementRule, Rule, Tile, TileRule, Window
from gfkit.show.faces.html import card, escaped, picture
from gfkit.show.faces.shown import Shown
from gfkit.show.svg import Drawing, piece_drawing, rule_drawing, tile_drawing, window_drawing
from gfkit.show.words import in_words


def rule_html(rule: Rule) -> str:
    """The card of a rule."""
    said = "".join(
        f"<div>{escaped(sentence)}</div>" for sentence in (rule.about, *in_words(rule)) if sentence
    )
    return card("", (), picture(rule_drawing(rule)), said)


def _drawn(draw: Callable[[Any], Drawing]) -> Shown:
    return Shown(svg=lambda value: draw(value).svg(), html=lambda value: picture(draw(value)))


_RULE = Shown(svg=lambda rule: rule_drawing(rule).svg(), html=rule_html)

FACES: Mapping[type, Shown] = {
    PlacementRule: _RULE,
    ArrayRule: _RULE,
    TileRule: _RULE,
    Piece: _drawn(piece_drawing),
    Window: _drawn(window_drawing),
    Tile: _drawn(tile_drawing),
}
