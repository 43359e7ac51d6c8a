"""Symbols on cells and vertices: dots, chessmen, coloured squares, tiles with coloured sides.

For readers without colour vision, each colour except the first one has its own direction of hatching.
"""

from __future__ import annotations

from gfkit.core.rules.kinds.diagram import Look
from gfkit.show.markup import Point, centre_text, decimal, line, polygon, tag
from gfkit.show.svg.drawing import SEVERAL

_DOT, _THIN = 0.3, 0.1
_LINES = 4
"""Number of hatching lines in a coloured square."""
_OUTLINES = {
    "king": "26,86 74,86 72,70 87,50 79,37 63,39 54,47 54,31 63,31 63,22 54,22 54,12 46,12 46,22 37,22 37,31"
    " 46,31 46,47 37,39 21,37 13,50 28,70",
    "queen": "26,86 74,86 74,70 90,28 69,52 67,18 50,48 33,18 31,52 10,28 26,70",
    "rook": "22,86 78,86 78,75 68,70 65,43 74,38 74,17 62,17 62,26 56,26 56,17 44,17 44,26 38,26 38,17 26,17"
    " 26,38 35,43 32,70 22,75",
    "bishop": "24,86 76,86 76,77 59,73 69,56 67,44 56,26 55,14 45,14 44,26 33,44 31,56 41,73 24,77",
    "knight": "28,86 77,86 76,60 67,38 53,23 47,13 42,24 31,36 17,58 25,66 35,57 49,53 38,68",
}
"""Outlines of the symbols, in hundredths of a square."""
_SIGNS = {
    "plus": ("22,50 78,50", "50,22 50,78"),
    "minus": ("22,50 78,50",),
    "cross": ("28,28 72,72", "28,72 72,28"),
}
"""Lines of the signs, in hundredths of a square, and their colours."""
_SIGN_COLOURS = {"plus": "left", "minus": "fifth", "cross": "fifth"}


def symbol_on_square(look: Look, x: float, y: float, size: float) -> str:
    """Return the symbol on the square of the given size at x and y, or nothing for a blank.

    >>> symbol_on_square(Look("dot"), 0, 0, 10)
    '<circle cx="5" cy="5" r="3" class="both dot"/>'
    """
    colour = SEVERAL[look.colour % len(SEVERAL)]
    if look.symbol == "colour":
        fill = tag("rect", x=x, y=y, width=size, height=size, class_=colour)
        words = centre_text(look.text, x + size / 2, y + size / 2, max(size * 0.42, 9), class_=f"on-{colour}")
        return fill + _texture(look.colour, x, y, size) + (words if look.text and size > 14 else "")
    if look.symbol == "tile":
        return _tile(look, x, y, size)
    if look.symbol in _OUTLINES:
        return polygon(_points_at(_OUTLINES[look.symbol], x, y, size), class_="head")
    if look.symbol in _SIGNS:
        return "".join(
            line(
                _points_at(points, x, y, size),
                class_=f"{_SIGN_COLOURS[look.symbol]}-curve",
                stroke_width=size * _THIN,
            )
            for points in _SIGNS[look.symbol]
        )
    return symbol_on_vertex(look, (x + size / 2, y + size / 2), size * _DOT)


def symbol_on_vertex(look: Look, at: Point, radius: float) -> str:
    """Return the symbol on a vertex: a disc in its colour, unless it is blank or a sign."""
    colour = SEVERAL[look.colour % len(SEVERAL)]
    if look.symbol in _SIGNS:
        return symbol_on_square(look, at[0] - radius * 1.6, at[1] - radius * 1.6, radius * 3.2)
    if look.symbol in ("blank", "square", "tile"):
        return ""
    if look.symbol == "ring":
        return tag("circle", cx=at[0], cy=at[1], r=radius * 1.7, class_=f"{colour}-curve ring")
    return tag("circle", cx=at[0], cy=at[1], r=radius, class_=f"{colour} dot")


def _points_at(points: str, x: float, y: float, size: float) -> list[Point]:
    pairs = (pair.split(",") for pair in points.split())
    return [(x + int(a) * size / 100, y + int(b) * size / 100) for a, b in pairs]


def _texture(colour: int, x: float, y: float, size: float) -> str:
    """Return lines over a square in the direction of its colour, continuous across squares."""
    cuts = [(k + 0.5) * size / _LINES for k in range(2 * _LINES)]
    corners = [(max(0, cut - size), min(cut, size)) for cut in cuts]
    rising = [((low, high), (high, low)) for low, high in corners]
    falling = [((low, size - high), (high, size - low)) for low, high in corners]
    flat = [((0.0, cut), (size, cut)) for cut in cuts[:_LINES]]
    upright = [((cut, 0.0), (cut, size)) for cut in cuts[:_LINES]]
    lines = ([], rising, falling, flat, upright, rising + falling)[colour % len(SEVERAL)]
    path = "".join(
        f"M{decimal(x + a)} {decimal(y + b)}L{decimal(x + c)} {decimal(y + d)}" for (a, b), (c, d) in lines
    )
    return tag("path", d=path, class_="hatch") if path else ""


def _tile(look: Look, x: float, y: float, size: float) -> str:
    """Return four triangles in the colours of the sides of a tile."""
    corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
    middle = (x + size / 2, y + size / 2)
    return "".join(
        polygon((corners[k], corners[(k + 1) % 4], middle), class_=SEVERAL[colour % len(SEVERAL)])
        for k, colour in enumerate(look.sides)
        if colour is not None
    )
