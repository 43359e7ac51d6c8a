"""Boards and positions: squares with holes and seams, or vertices and edges, and the pieces on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, dist, floor, sqrt

from gfkit.core.boards import Board, Family, Grid, LyingPiece, Place
from gfkit.core.boards.board import Edge
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import LimitError, OptionError, quantity
from gfkit.core.rules.kinds.diagram import Look
from gfkit.core.typing import Player
from gfkit.show.markup import Point, centre_text, decimal, line, tag, width_of
from gfkit.show.svg.drawing import OWNERS, SEVERAL, Drawing
from gfkit.show.svg.graph import (
    arrow_head,
    bounds,
    curve_between,
    distance_to_line,
    lattice_points,
    layout,
    rings,
    towards,
)
from gfkit.show.svg.molecule import honeycomb, is_lozenge_tiling, is_molecule, molecule_markup, schlegel
from gfkit.show.svg.surface import ClosedGrid, closed_grid, side_arrows
from gfkit.show.svg.symbols import symbol_on_square, symbol_on_vertex
from gfkit.show.svg.words import board_description

_INSET = 0.12
_ROUND = 0.2
_HATCHES = 4


def piece_shape(
    cells: Iterable[Place], size: float, look: str, mark: str = "", grid: Grid | None = None
) -> str:
    """Return a piece on squares of the given size. ``look`` is its colour, and ``mark`` is printed on it.

    On a cyclic grid, a piece across the seam extends to the seam from both sides.
    """
    kept = sorted(cells)
    parts = [*(_cell(place, size, look) for place in kept), *_joints(kept, size, look, grid)]
    if look == "right":
        parts.append(
            tag("path", d="".join(_hatch_lines(place, kept, size) for place in kept), class_="hatch")
        )
    if mark:
        row, col = kept[0]
        parts.append(_label(mark, (col + 0.5) * size, (row + 0.5) * size, size * 0.46, look))
    return tag("g", *parts, class_=f"piece {look}-piece")


def _label(mark: str, x: float, y: float, size: float, look: str) -> str:
    """Return a mark with a colour that is legible on the given colour."""
    return centre_text(mark, x, y, max(size, 9), class_=f"on-{look}")


def _cell(place: Place, size: float, look: str) -> str:
    row, col = place
    inset, inner = _INSET * size, (1 - 2 * _INSET) * size
    return tag(
        "rect",
        x=col * size + inset,
        y=row * size + inset,
        width=inner,
        height=inner,
        rx=_ROUND * size,
        class_=look,
    )


def _joints(cells: list[Place], size: float, look: str, grid: Grid | None) -> list[str]:
    """Return the areas between neighbouring cells of the piece, and in the middle of four cells."""
    inside = set(cells)
    parts = []
    for row, col in cells:
        for down, right in ((0, 1), (1, 0)):
            if (row + down, col + right) in inside:
                middle = ((col + (1 + right) / 2) * size, (row + (1 + down) / 2) * size)
                parts.append(_bar(middle, size, look, bool(right)))
            elif grid is not None and grid.move((row, col), down, right) in inside:
                parts += _across(row, col, size, look, bool(right))
        if {(row + 1, col), (row, col + 1), (row + 1, col + 1)} <= inside:
            x, y = (col + 0.75) * size, (row + 0.75) * size
            parts.append(tag("rect", x=x, y=y, width=size / 2, height=size / 2, class_=look))
    return parts


def _bar(middle: Point, size: float, look: str, lying: bool) -> str:
    long, wide = size * 0.6, (1 - 2 * _INSET) * size
    width, height = (long, wide) if lying else (wide, long)
    return tag(
        "rect", x=middle[0] - width / 2, y=middle[1] - height / 2, width=width, height=height, class_=look
    )


def _across(row: int, col: int, size: float, look: str, lying: bool) -> list[str]:
    """Return both ends of a piece that crosses the seam of a cyclic grid."""
    half, wide = size * 0.3, (1 - 2 * _INSET) * size
    along, beside = (col, row) if lying else (row, col)
    ends = [((along + 1) * size - half, (beside + _INSET) * size), (0.0, (beside + _INSET) * size)]
    width, height = (half, wide) if lying else (wide, half)
    places = ends if lying else [(y, x) for x, y in ends]
    return [tag("rect", x=x, y=y, width=width, height=height, class_=look) for x, y in places]


def _hatch_lines(place: Place, cells: Collection[Place], size: float) -> str:
    """Return slanting lines over a cell, continued into cells of the same piece.

    All lines on a board are x + y = c for multiples c of one step, so that they meet at the joints.
    """
    row, col = place
    inside = _INSET + 0.06
    left = (col + (0 if (row, col - 1) in cells else inside)) * size
    right = (col + 1 - (0 if (row, col + 1) in cells else inside)) * size
    top = (row + (0 if (row - 1, col) in cells else inside)) * size
    bottom = (row + 1 - (0 if (row + 1, col) in cells else inside)) * size
    step = size / _HATCHES
    drawn = ""
    for k in range(ceil((left + top) / step), floor((right + bottom) / step) + 1):
        low, high = max(left, k * step - bottom), min(right, k * step - top)
        if high - low > size / 50:
            drawn += f"M{decimal(low)} {decimal(k * step - low)}L{decimal(high)} {decimal(k * step - high)}"
    return drawn


MOST_CELLS = 2500
MOST_PLAIN_CELLS = 160_000
"""Maximum number of cells if only pieces are drawn, as rectangles without borders."""
MOST_VERTICES, MOST_EDGES = 200, 2000
_WIDE, _CELL, _LEAST = 720.0, 34.0, 9.0
_READABLE = 14.0
"""Size of squares below which marks are omitted."""
_SEAM = 16.0
"""Margin for arrows next to the sides."""
_APART, _RADIUS = 58.0, 12.0
_KNOT, _LINK = 0.17, 0.2
"""Radius of vertices without names, relative to their distance, and width of lines between squares."""
_SHORT = 3
"""Maximum number of characters of a name in the disc of a vertex."""
_NAME, _MANY = 12.0, 200
"""Size of longer names, which are next to the vertices, and number of edges from which on names may cross
edges; avoiding them would take seconds.
"""
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
_WIDER = (1.0, 1.3, 1.7, 2.2, 3.0, 4.0)
"""Factors of the distance of vertices that are tried until names do not overlap anything."""
_CROWDED = 60
_SHOWN = 4
_BENDS = (0.12, -0.12, 0.22, -0.22, 0.34, -0.34, 0.5, -0.5)
"""Bends of the edges of a graph that are tried, relative to their length."""

Marks = Mapping[int, str]


@dataclass(frozen=True)
class Signs:
    """Additional contents of cells in a drawing."""

    symbols: Mapping[int, Look] = field(default_factory=dict)
    """Symbol in each cell."""
    reached: Sequence[int] = ()
    """Shaded cells, with their multiplicity."""
    links: Collection[Edge] = ()
    """Pairs of cells connected by a line."""
    pointing: Collection[Edge] = ()
    """Pairs of cells with an arrow from the first to the second."""
    is_named: bool = True
    """True if vertices have their names or numbers where space permits."""
    is_chequered: bool = False
    """True if squares are alternately light and dark; the corner at the bottom left is dark."""
    shows_edges: bool = False
    """True if a board with rows and columns is drawn as a graph, because edges are selected or directed."""


def board_drawing(
    board: Board,
    pieces: Sequence[LyingPiece] = (),
    marks: Marks | None = None,
    title: str | None = None,
    *,
    arrows: Collection[Edge] = (),
    labels: Collection[tuple[Edge, str]] = (),
    looks: Sequence[str] = (),
    shades: Marks | None = None,
    signs: Signs = Signs(),
) -> Drawing:
    """Draw a board with its pieces, and additional ``pieces`` and ``marks``.

    On a graph the edges in ``arrows`` are directed, and ``labels`` are placed on edges.

    On a cyclic board or a twisted surface, arrows mark the identified sides: single arrows at the left and
    right, double arrows at the top and bottom. The cells of a graph are numbered from 1. Vertices with
    ``places`` are drawn at these positions. ``looks`` are colours of the pieces that replace the colours of
    their owners, and ``shades`` are colours of squares.
    """
    closed = closed_grid(board)
    board = replace(board, grid=None) if signs.shows_edges else board
    lying = (*board.lying, *pieces)
    look = dict(zip(pieces, looks, strict=True)) if looks else {}
    extent = board.size if board.grid is None else board.grid.rows * board.grid.cols
    letters = {**_reserved_letters(board), **(marks or {})}
    signed = (letters, arrows, labels, shades, signs.symbols, signs.reached, signs.links, signs.pointing)
    is_plain = bool(lying and board.grid) and extent > MOST_CELLS and not any(signed)
    is_placed = bool(board.grid or board.places or closed or (extent > MOST_VERTICES and honeycomb(board)))
    most = MOST_CELLS if is_placed else MOST_VERTICES
    if extent > (MOST_PLAIN_CELLS if is_plain else most):
        raise LimitError(f"board {board.text!r} has {extent} cells; drawings are limited to {most} cells")
    if board.grid is None and len(board.edges) > (2 * MOST_CELLS if is_placed else MOST_EDGES):
        raise LimitError(
            f"board {board.text!r} has {len(board.edges)} edges; drawings are limited to {MOST_EDGES} edges"
        )
    name = f"board {board.text}" if title is None else title
    text = board_description(
        board,
        lying,
        marks,
        signs.symbols,
        signs.reached,
        signs.links,
        (*arrows, *signs.pointing),
        labels,
        sides=closed.words if closed else "",
    )
    if not any(signed) and not signs.is_named and closed is None and is_molecule(board, lying):
        return _molecule(board, lying, (name, text))
    if board.grid is None:
        return _graph(board, lying, marks or {}, (name, text), arrows, labels, signs, closed)
    if is_plain:
        return _plain_squares(board, lying, (name, text), look)
    return _squares(board, lying, letters, (name, text), look, shades or {}, signs)


def _reserved_letters(board: Board) -> dict[int, str]:
    """Return a letter on each cell that is reserved for one player."""
    letters = {Player.LEFT: "L", Player.RIGHT: "R", None: "×"}
    return {cell: letters[tint] for cell, tint in enumerate(board.tints) if tint is not Player.BOTH}


def family_drawing(family: Family) -> Drawing:
    """Draw a family, represented by a small board."""
    n = max(family.first_n, _SHOWN)
    return board_drawing(family.at(n), title=f"family {family.text}").with_caption(
        f"{family.text} at n = {n}"
    )


def _squares(
    board: Board,
    lying: Sequence[LyingPiece],
    marks: Marks,
    named: tuple[str, str],
    looks: Mapping[LyingPiece, str],
    shades: Marks,
    signs: Signs,
) -> Drawing:
    grid = board.grid
    assert grid is not None, "only boards with a geometry have squares"
    size = _square(grid)
    pad_x, pad_y = _seam_room(grid)
    parts = [
        tag(
            "rect",
            x=col * size,
            y=row * size,
            width=size,
            height=size,
            class_="cell chequered" if signs.is_chequered and (grid.rows - row + col) % 2 else "cell",
        )
        for row, col in board.places
    ]
    for cell, shade in shades.items():
        row, col = board.places[cell]
        parts.append(tag("rect", x=col * size, y=row * size, width=size, height=size, class_=shade))
    parts += _signs_on_squares(board, size, signs)
    for piece in lying:
        places = [board.places[cell] for cell in piece.cells]
        parts.append(piece_shape(places, size, looks.get(piece, OWNERS[piece.owner]), piece.letter, grid))
    for cell, mark in marks.items() if size >= _READABLE else ():
        row, col = board.places[cell]
        x, y, height = (col + 0.5) * size, (row + 0.5) * size, max(size * 0.42, 9)
        on = shades.get(cell)
        parts.append(_label(mark, x, y, height, on) if on else centre_text(mark, x, y, height))
    sides = (int(grid.wrap_rows), int(grid.wrap_cols))
    parts += side_arrows([(0, 0), (grid.cols * size, grid.rows * size)], *sides, _SEAM * 0.55)
    width, height = grid.cols * size + 2 * pad_x, grid.rows * size + 2 * pad_y
    body = tag("g", *parts, transform=f"translate({pad_x:g} {pad_y:g})")
    return Drawing(width, height, body, *named)


def _plain_squares(
    board: Board, lying: Sequence[LyingPiece], named: tuple[str, str], looks: Mapping[LyingPiece, str]
) -> Drawing:
    """Return a drawing of many cells, with one path for each colour."""
    assert board.grid is not None, "only boards with a geometry have squares"
    rows, cols = board.grid.rows, board.grid.cols
    size = max(4, round(_WIDE / max(rows, cols)))
    inset, free = size / 10, set(range(board.size)).difference(*(piece.cells for piece in lying))
    pieces = [(looks.get(piece, OWNERS[piece.owner]), piece.cells) for piece in lying]
    paths: dict[str, list[str]] = {}
    for look, cells in [*pieces, *(("cell", (cell,)) for cell in sorted(free))]:
        places = [board.places[cell] for cell in cells]
        (top, left), (bottom, right) = min(places), max(places)
        area = (bottom - top + 1) * (right - left + 1)
        is_whole = area == len(places) and all(left <= col <= right for _, col in places)
        for first, last in [((top, left), (bottom, right))] if is_whole else [(at, at) for at in places]:
            low, high = ([decimal(size * k + inset) for k in at] for at in (first, [k + 0.8 for k in last]))
            corners = f"M{low[1]} {low[0]}L{high[1]} {low[0]}L{high[1]} {high[0]}L{low[1]} {high[0]}Z"
            paths.setdefault(look, []).append(corners)
    body = "".join(tag("path", d="".join(boxes), class_=look) for look, boxes in paths.items())
    return Drawing(cols * size, rows * size, body, *named)


def _signs_on_squares(board: Board, size: float, signs: Signs) -> list[str]:
    """Return shades, lines, symbols and arrows, from back to front; adjacent filled squares are merged."""
    corners = [(col * size, row * size) for row, col in board.places]
    middles = [(x + size / 2, y + size / 2) for x, y in corners]
    parts = [
        tag("rect", x=corners[cell][0], y=corners[cell][1], width=size, height=size, class_="reached")
        for cell in signs.reached
    ]
    closed = closed_grid(board)
    for pair in signs.links:
        ways = _segments(pair, middles, closed, size)
        parts += [line(way, class_="both-curve link", stroke_width=size * _LINK) for way in ways]
    filled = [board.places[cell] for cell, look in signs.symbols.items() if look.symbol == "square"]
    parts += [piece_shape(filled, size, "both", grid=board.grid)] if filled else []
    parts += [symbol_on_square(look, *corners[cell], size) for cell, look in signs.symbols.items()]
    for a, b in signs.pointing:
        if a == b:
            parts.append(tag("circle", cx=middles[a][0], cy=middles[a][1], r=size * 0.1, class_="both dot"))
        else:
            way = _segments((a, b), middles, closed, size)[0]
            parts.append(curve_between(*way, size * 0.16, 0.18).arrow_markup())
    return parts


def _segments(
    pair: Edge, at: Sequence[Point], closed: ClosedGrid | None, apart: float
) -> list[tuple[Point, Point]]:
    """Return the line between two cells, which is cut at the sides of a closed grid."""
    a, b = pair
    if closed is None:
        return [(at[a], at[b])]
    (x, y), (top, left) = at[a], closed.places[a]
    ends: dict[Point, Point] = {closed.places[a]: at[a], closed.places[b]: at[b]}

    def draw(spot: Point) -> Point:
        row, col = spot
        return ends.get(spot) or (x + (col - left) * apart, y + (row - top) * apart)

    return [(draw(start), draw(end)) for start, end in closed.ways(a, b)]


def _square(grid: Grid) -> float:
    return max(_LEAST, min(_CELL, _WIDE / max(grid.cols, 1)))


def _seam_room(grid: Grid) -> Point:
    """Return the margins for arrows at the left and at the top."""
    across, down = (_SEAM if wraps else 0.0 for wraps in (grid.wrap_cols, grid.wrap_rows))
    return across, down


def cell_middles(board: Board) -> tuple[list[Point], float]:
    """Return the centre of each cell in the drawing of a board, and the distance between neighbours."""
    if board.grid is None:
        at, _, apart, *_ = _vertices(board, _is_named(board), closed_grid(board))
        return at, apart
    size, (pad_x, pad_y) = _square(board.grid), _seam_room(board.grid)
    return [((col + 0.5) * size + pad_x, (row + 0.5) * size + pad_y) for row, col in board.places], size


def _graph(
    board: Board,
    lying: Sequence[LyingPiece],
    marks: Marks,
    named: tuple[str, str],
    arrows: Collection[Edge],
    labels: Collection[tuple[Edge, str]],
    signs: Signs,
    closed: ClosedGrid | None,
) -> Drawing:
    if not board.size:
        return Drawing(2 * _RADIUS, 2 * _RADIUS, "", *named)
    is_named = (signs.is_named or bool(marks)) and _is_named(board)
    at, radius, apart, (width, height), beside = _vertices(board, is_named, closed)
    parts = _rectangle(at[0], closed, apart) if closed else []
    for a, b in board.edges:
        ways = _segments((a, b), at, closed, apart)
        parts += (
            [_edge(a, b, at, radius)]
            if ways == [(at[a], at[b])]
            else [line(_outside_discs(way, at, radius), class_="line edge") for way in ways]
        )
    for pair in arrows:
        parts.append(arrow_head(*_outside_discs(_segments(pair, at, closed, apart)[-1], at, radius)))
    for pair in (*signs.links, *signs.pointing):
        ways = _segments(pair, at, closed, apart)
        parts += [line(way, class_="both-curve link", stroke_width=radius) for way in ways]
    parts += [tag("circle", cx=x, cy=y, r=radius, class_="cell") for x, y in at]
    parts += [
        tag("circle", cx=at[cell][0], cy=at[cell][1], r=radius, class_="reached") for cell in signs.reached
    ]
    parts += [symbol_on_vertex(look, at[cell], radius) for cell, look in signs.symbols.items()]
    looks = {
        cell: SEVERAL[look.colour % len(SEVERAL)]
        for cell, look in signs.symbols.items()
        if look.is_chessman or look.symbol in ("dot", "colour")
    }
    reserved = _reserved_letters(board)
    for piece in lying:
        look = OWNERS[piece.owner]
        looks |= dict.fromkeys(piece.cells, look)
        is_face = (
            len(piece.cells) > 2 and not board.in_space
        )  # other pieces on a graph are vertices and edges
        points = [at[cell] for cell in piece.cells]
        ways = [way for pair in pairwise(piece.cells) for way in _segments(pair, at, closed, apart)]
        parts.append(piece_on_vertices(points, look, radius, ways, is_face=is_face))
    for cell, (x, y) in enumerate(at) if is_named else ():
        name = "" if beside else board.names[cell] if board.names else str(cell + 1)
        called = " ".join(filter(None, (name, reserved.get(cell)))) if signs.is_named else ""
        words, on = marks.get(cell, called), looks.get(cell)
        if words:
            parts.append(_label(words, x, y, 11, on) if on else centre_text(words, x, y, 11))
    parts += [centre_text(board.names[cell], x, y, _NAME) for cell, (x, y) in enumerate(beside)]
    for pair, text in labels:
        for (x, y), (u, v) in _segments(pair, at, closed, apart):
            x, y = (x + u) / 2, (y + v) / 2
            parts += [tag("circle", cx=x, cy=y, r=radius * 0.6, class_="cell"), centre_text(text, x, y, 10)]
    vertices = board.names or tuple(str(cell + 1) for cell in range(board.size))
    return Drawing(width, height, "".join(parts), *named, vertices if is_named else ())


def _outside_discs(way: tuple[Point, Point], at: Sequence[Point], radius: float) -> tuple[Point, Point]:
    """Return a line between two vertices, or a vertex and a side, without its parts in their discs."""
    start, end = way
    return (
        towards(start, end, radius if start in at else 0.0),
        towards(end, start, radius if end in at else 0.0),
    )


def _rectangle(first: Point, closed: ClosedGrid, apart: float) -> list[str]:
    """Return the identified sides of a closed grid, whose first vertex is drawn at the given position."""
    top, left = closed.places[0]
    corners = [(first[0] + (x - left) * apart, first[1] + (y - top) * apart) for y, x in closed.corners]
    return side_arrows(corners, closed.down, closed.across, _SEAM * 0.55)


def _molecule(board: Board, lying: Sequence[LyingPiece], named: tuple[str, str]) -> Drawing:
    at, _, apart, (width, height), _ = _vertices(board, is_named=False)
    room = apart if is_lozenge_tiling(board, lying) else 0.0
    body = molecule_markup(board, lying, [(x + room, y + room) for x, y in at])
    return Drawing(width + 2 * room, height + 2 * room, body, *named)


def _is_named(board: Board) -> bool:
    """Return True if there is room for the names of vertices."""
    return board.size <= (_CROWDED if board.places else MOST_VERTICES)


def _vertices(
    board: Board, is_named: bool, closed: ClosedGrid | None = None
) -> tuple[list[Point], float, float, Point, list[Point]]:
    """Return the positions of the vertices, their radius and distance, the size of the drawing, and the
    positions of names next to the vertices, or [] if all names fit into the vertices.
    """
    places: Sequence[Point] = [(col, row) for row, col in (closed.places if closed else board.places)]
    places = (
        places
        or honeycomb(board)
        or lattice_points(board.text.partition(":")[0], board.spots, board.edges)
        or schlegel(board)
        or rings(board.spots, board.neighbours)
        or layout(board.neighbours)
    )
    left, _, right, _ = bounds(places)
    apart = _APART if board.size <= _CROWDED else _APART * 0.6
    radius = _RADIUS if board.size <= _CROWDED else _RADIUS * 0.8
    if not is_named:
        most = _CELL if board.places and closed is None else _APART * 0.8
        apart = max(_LEAST, min(most, _WIDE / max(right - left, 1)))
        radius = apart * (_KNOT if board.size <= _CROWDED else 0.13)
    names = board.names if is_named and max(map(len, board.names), default=0) > _SHORT else ()
    for wider in _WIDER:
        at = [(x * apart * wider, y * apart * wider) for x, y in places]
        beside, are_free = _place_names(names, at, radius, board.edges if len(board.edges) < _MANY else ())
        if are_free:
            break
    halves = [(width_of(name, _NAME) / 2, _NAME / 2) for name in names]
    corners = [
        (x + sign * wide, y + sign * high)
        for (x, y), (wide, high) in zip([*at, *beside], [(radius, radius)] * len(at) + halves, strict=True)
        for sign in (-1, 1)
    ]
    if closed is not None:
        corners += [
            (
                x * apart * wider + sign * _SEAM * bool(closed.across),
                y * apart * wider + sign * _SEAM * bool(closed.down),
            )
            for sign, (y, x) in zip((-1, 1), closed.corners, strict=True)
        ]
    left, top, right, bottom = bounds(corners)
    at, beside = ([(x - left + 1, y - top + 1) for x, y in points] for points in (at, beside))
    return at, radius, apart * wider, (right - left + 2, bottom - top + 2), beside


def _place_names(
    names: Sequence[str], at: Sequence[Point], radius: float, edges: Collection[Edge]
) -> tuple[list[Point], bool]:
    """Return the centres of names next to their vertices, and True if no name overlaps a vertex or another
    name. Positions without edges are preferred.
    """
    found: list[Point] = []
    hits = 0
    for (x, y), name in zip(at, names, strict=False):
        half = width_of(name, _NAME) / 2
        boxes = [(place, half + radius, radius + _NAME / 2) for place in at]
        boxes += [(place, half + width_of(names[k], _NAME) / 2, _NAME) for k, place in enumerate(found)]
        middles = [
            (x + right * (radius + half + 3), y + down * (radius + _NAME / 2 + 2)) for right, down in _SIDES
        ]
        costs = [
            (
                sum(abs(middle - u) < wide and abs(height - v) < high for (u, v), wide, high in boxes),
                sum(
                    distance_to_line((middle + part * half, height), at[a], at[b]) < _NAME / 2
                    for a, b in edges
                    for part in (-0.8, 0, 0.8)
                ),
            )
            for middle, height in middles
        ]
        found.append(middles[costs.index(min(costs))])
        hits += min(costs)[0]
    return found, not hits


def _edge(one: int, other: int, at: Sequence[Point], radius: float) -> str:
    """Return a line between two discs, bent if needed to avoid other discs.

    If there are very many vertices, all lines are straight.
    """
    straight = curve_between(at[one], at[other], radius, 0)
    ends = (straight.start, straight.end)
    others = [place for vertex, place in enumerate(at) if vertex not in (one, other)]
    enough = radius * 1.25
    if len(at) > _CROWDED or all(distance_to_line(place, *ends) > enough for place in others):
        return line(ends, class_="line edge")
    curves = [curve_between(at[one], at[other], radius, bent) for bent in _BENDS]
    reach = dist(*ends) / 2 + 2 * enough
    near = [place for place in others if distance_to_line(place, *ends) < reach]
    free = [min(curve.distance(place) for place in near) for curve in curves]
    best = next((k for k, room in enumerate(free) if room > enough), free.index(max(free)))
    return line(curves[best].points[::4], class_="line edge")


def piece_on_vertices(
    points: Sequence[Point],
    look: str,
    radius: float,
    ways: Iterable[tuple[Point, Point]] = (),
    *,
    is_face: bool = False,
) -> str:
    """Return a piece on vertices: discs joined by thick lines; discs of Right have a ring. A face is a
    circle inside its vertices, as chemists draw aromatic sextets.
    """
    if is_face:
        x, y = (sum(place) / len(points) for place in zip(*points, strict=True))
        inner = 0.6 * min(dist((x, y), point) for point in points)
        ring = {"fill": "none", "class_": f"{look}-curve", "stroke_width": radius / 2}
        return tag("g", tag("circle", cx=x, cy=y, r=inner, **ring), class_="piece both-piece")
    parts = [
        tag("line", x1=x, y1=y, x2=u, y2=v, class_=f"{look}-curve", stroke_width=radius)
        for (x, y), (u, v) in ways
    ]
    parts += [tag("circle", cx=x, cy=y, r=radius, class_=look) for x, y in points]
    if look == "right":
        parts += [tag("circle", cx=x, cy=y, r=radius - 2.5, class_="hatch") for x, y in points]
    return tag("g", *parts, class_=f"piece {look}-piece")


# Heat maps

_LEGIBLE = 28.0
"""Size of squares from which their probabilities are printed."""
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
    sums = [sum(chances[cells] for cells in chances if cell in cells) for cell in range(board.size)]
    is_cover = board.grid is not None and {*map(len, chances)} == {2} and {*sums} == {1}
    plain, (at, size) = board_drawing(board, title=title), cell_middles(board)
    parts = [_heat(board, cells, float(chance), (at, size), is_cover) for cells, chance in chances.items()]
    if is_cover and (order := re.fullmatch(r"aztec:(\d+)", board.text)):
        middle = int(order[1]) * size
        parts.append(tag("circle", cx=middle, cy=middle, r=middle / sqrt(2), class_="seam"))
    drawing = Drawing(plain.width, plain.height, plain.body + "".join(parts), title, plain.description)
    classes = sorted(Counter(chances.values()).items(), reverse=True)
    lines = [f"{chance}: {quantity(number, 'event')}" for chance, number in classes]
    return drawing.with_caption(*(lines if len(lines) <= _MOST_CLASSES else ()))


def _heat(
    board: Board, cells: tuple[int, ...], chance: float, places: tuple[list[Point], float], is_cover: bool
) -> str:
    """Return a cell, an edge or a domino whose opacity is its probability."""
    (at, size), (x, y) = places, places[0][cells[0]]
    if len(cells) == 2:
        look, wide, gap = "both", size * 0.2, _RADIUS if board.grid is None else 0.0
        if is_cover:  # the corner of the domino determines its kind on an Aztec diamond
            (top, left), (_, right) = sorted(board.places[cell] for cell in cells)
            look = (("left", "fourth"), ("right", "fifth"))[left == right][(top + left) % 2]
            wide, gap = size * 0.6, -size * 0.3
        ways = _segments((cells[0], cells[1]), at, closed_grid(board), size)
        style = {"class_": f"{look}-curve", "stroke_width": wide, "stroke_opacity": chance}
        return "".join(line(_outside_discs(way, at, gap), **style) for way in ways)
    if board.grid is None:
        return tag("circle", cx=x, cy=y, r=_RADIUS, class_="both", fill_opacity=chance)
    corner = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
    text = centre_text(f"{chance:.2f}", x, y, size * 0.36) if size >= _LEGIBLE else ""
    return tag("rect", **corner, class_="both", fill_opacity=chance) + text
