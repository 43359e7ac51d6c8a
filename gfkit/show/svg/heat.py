"""Heat maps of probabilities: cells, edges and dominoes whose opacity is their probability."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from gfkit.boards import Board
from gfkit.errors import OptionError, quantity
from gfkit.show.markup import centre_text, line, tag
from gfkit.show.svg.board import board_drawing, cell_middles
from gfkit.show.svg.drawing import Drawing
from gfkit.show.svg.graph import towards

_READABLE = 28.0
"""Size of squares from which their probabilities are printed."""
_GAP = 12.0
"""Radius of the vertices of graphs."""
_MOST_CLASSES = 4
"""Maximum number of classes of equal probability that the caption lists."""


def probability_drawing(board: Board, chances: Mapping[tuple[int, ...], Fraction], title: str) -> Drawing:
    """Draw the probability that a cell has a value other than 0 or a piece, or that an edge is selected.

    If every cell belongs to exactly one piece of two cells, the four colours are the two directions, each
    with two parities of the upper or left cell. On Aztec diamonds they are the four kinds of dominoes that
    are frozen outside the arctic circle, which is drawn too.
    """
    if any(len(cells) > 2 for cells in chances):
        raise OptionError("heat maps show probabilities of cells and edges, not of larger pieces")
    on_cell = Counter[int]()
    for cells, chance in chances.items():
        on_cell.update(dict.fromkeys(cells, chance) if len(cells) == 2 else {})  # type: ignore[arg-type]
    is_cover = board.grid is not None and all(on_cell[cell] == 1 for cell in range(board.size))
    plain = board_drawing(board, title=title)
    at, size = cell_middles(board)
    parts = []
    for cells, chance in chances.items():
        if not chance:
            continue
        (x, y), opacity = at[cells[0]], float(chance)
        if len(cells) == 2:
            look = _domino_look(board, cells) if is_cover else "both"
            wide, gap = (
                (size * 0.6, -size * 0.3) if is_cover else (size * 0.2, _GAP if board.grid is None else 0.0)
            )
            one, other = (at[cell] for cell in cells)
            way = [towards(one, other, gap), towards(other, one, gap)]
            parts.append(line(way, class_=f"{look}-curve", stroke_width=wide, stroke_opacity=opacity))
        elif board.grid is None:
            parts.append(tag("circle", cx=x, cy=y, r=_GAP, class_="both", fill_opacity=opacity))
        else:
            corner = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
            parts.append(tag("rect", **corner, class_="both", fill_opacity=opacity))
            if size >= _READABLE:
                parts.append(centre_text(f"{opacity:.2f}", x, y, size * 0.36))
    order = re.fullmatch(r"aztec:(\d+)", board.text)
    if order and is_cover:
        middle, radius = int(order[1]) * size, int(order[1]) / sqrt(2) * size
        parts.append(tag("circle", cx=middle, cy=middle, r=radius, class_="seam"))
    drawing = Drawing(plain.width, plain.height, plain.body + "".join(parts), title, plain.description)
    classes = sorted(Counter(chances.values()).items(), reverse=True)
    return drawing.with_caption(
        *(
            f"{chance}: {quantity(number, 'event')}"
            for chance, number in classes
            if len(classes) <= _MOST_CLASSES
        )
    )


def _domino_look(board: Board, cells: tuple[int, ...]) -> str:
    """Return the colour of a domino, by its direction and the parity of its first cell."""
    (top, left), (_, right) = sorted(board.places[cell] for cell in cells)
    return (("left", "fourth"), ("right", "fifth"))[left == right][(top + left) % 2]
