"""SVG drawings of boards, rules, automata and games, for light and dark pages, without other software.

>>> from gfkit.core.boards import parse_one_board
>>> from gfkit.show.svg import board_drawing
>>> board_drawing(parse_one_board("2x3")).svg().count('class="cell"')
6
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.show.svg.board import Signs, board_drawing, family_drawing, probability_drawing
    from gfkit.show.svg.chart import (
        curves_drawing,
        ratio_drawing,
        roots_drawing,
        terms_drawing,
        thermograph_drawing,
    )
    from gfkit.show.svg.drawing import Drawing, beside, stack
    from gfkit.show.svg.game import (
        diagram_drawing,
        options_drawing,
        plays_drawing,
        rule_drawing,
        tree_drawing,
        winning_drawing,
    )
    from gfkit.show.svg.machine import machine_drawing
    from gfkit.show.svg.plane import family_zeros_drawing, zeros_drawing
else:
    __getattr__ = when_used(
        __name__,
        {
            "board": "Signs board_drawing family_drawing probability_drawing",
            "chart": "curves_drawing ratio_drawing roots_drawing terms_drawing thermograph_drawing",
            "drawing": "Drawing beside stack",
            "game": "diagram_drawing options_drawing plays_drawing rule_drawing tree_drawing winning_drawing",
            "machine": "machine_drawing",
            "plane": "family_zeros_drawing zeros_drawing",
        },
    )

__all__ = [
    "Drawing",
    "Signs",
    "beside",
    "board_drawing",
    "curves_drawing",
    "diagram_drawing",
    "family_drawing",
    "family_zeros_drawing",
    "machine_drawing",
    "options_drawing",
    "plays_drawing",
    "probability_drawing",
    "ratio_drawing",
    "roots_drawing",
    "rule_drawing",
    "stack",
    "terms_drawing",
    "thermograph_drawing",
    "tree_drawing",
    "winning_drawing",
    "zeros_drawing",
]
