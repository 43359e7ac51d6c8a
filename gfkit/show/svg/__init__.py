"""Pictures in SVG of boards, rules, machines and games, for light and dark pages, with no other program.

>>> from gfkit.boards import parse_one_board
>>> from gfkit.show.svg import board_drawing
>>> board_drawing(parse_one_board("2x3")).svg().count('class="cell"')
6
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gfkit.show.svg.board import board_drawing, family_drawing
    from gfkit.show.svg.chart import curves_drawing, ratio_drawing, roots_drawing, thermograph_drawing
    from gfkit.show.svg.drawing import Drawing, beside, stacked
    from gfkit.show.svg.game import options_drawing, plays_drawing, tree_drawing, winning_drawing
    from gfkit.show.svg.machine import machine_drawing
    from gfkit.show.svg.plane import family_zeros_drawing, zeros_drawing
    from gfkit.show.svg.rule import diagram_drawing, rule_drawing

_HOMES = {
    "Drawing": "drawing",
    "beside": "drawing",
    "board_drawing": "board",
    "curves_drawing": "chart",
    "diagram_drawing": "rule",
    "family_drawing": "board",
    "family_zeros_drawing": "plane",
    "machine_drawing": "machine",
    "options_drawing": "game",
    "plays_drawing": "game",
    "ratio_drawing": "chart",
    "roots_drawing": "chart",
    "rule_drawing": "rule",
    "stacked": "drawing",
    "thermograph_drawing": "chart",
    "tree_drawing": "game",
    "winning_drawing": "game",
    "zeros_drawing": "plane",
}

__all__ = [
    "Drawing",
    "beside",
    "board_drawing",
    "curves_drawing",
    "diagram_drawing",
    "family_drawing",
    "family_zeros_drawing",
    "machine_drawing",
    "options_drawing",
    "plays_drawing",
    "ratio_drawing",
    "roots_drawing",
    "rule_drawing",
    "stacked",
    "thermograph_drawing",
    "tree_drawing",
    "winning_drawing",
    "zeros_drawing",
]


def __getattr__(name: str) -> object:
    """Names are imported when first used: a board is drawn without loading what machines need."""
    if name not in _HOMES:
        raise AttributeError(f"module 'gfkit.show.svg' has no attribute {name!r}")
    return getattr(import_module(f"gfkit.show.svg.{_HOMES[name]}"), name)
