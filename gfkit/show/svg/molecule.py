"""Benzenoid graphs, whose bounded faces are hexagons: molecules with double bonds and circles, and lozenges.

The vertices are placed on the hexagonal lattice. A Kekulé structure is drawn with double bonds, and a Clar
cover with circles in its hexagons. On the graph of the unit triangles in a hexagon, an edge of a perfect
matching is a lozenge: the union of two triangles, whose corners are centres of hexagons of the lattice.
"""

from __future__ import annotations

from cmath import exp, phase, pi
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import median

from gfkit.core.algebra import ARRAYS
from gfkit.core.boards import Board, LyingPiece, face_cycles
from gfkit.core.boards.board import distances_from
from gfkit.core.errors import MismatchError
from gfkit.show.markup import Point, line, polygon, tag
from gfkit.show.svg.graph import circle

_TURN, _HALF = exp(1j * pi / 3), sqrt(3) / 2
_APART, _SHORT = 0.17, 0.72
"""Distance between the lines of a double bond, and length of its second line, relative to the bond."""
_FADING = 0.7
"""Factor of the weights of edges from one circle of vertices of a Schlegel diagram to the next."""
_CIRCLE = 0.52
"""Radius of a circle in a hexagon, relative to a bond."""
_OUTSIDE = 1.04
"""Factor of the outer face of a Schlegel diagram for the line around it that replaces a circle."""


def honeycomb(board: Board) -> list[Point] | None:
    """Return the positions of the vertices on the hexagonal lattice, with distance 1 between neighbours, or
    None if the graph does not consist of hexagons, or hexagons would overlap.

    >>> from gfkit.core.boards import parse_one_board
    >>> [(round(x, 2), round(y, 2)) for x, y in honeycomb(parse_one_board("cycle:6"))[:3]]
    [(0.0, 1.0), (-0.87, 0.5), (-0.87, -0.5)]
    """
    try:
        rings = list(face_cycles(board, 6)) if max(map(len, board.neighbours), default=0) < 4 else []
    except MismatchError:
        return None
    if not rings or any(len(ring) < 6 for ring in rings):
        return None
    beside: dict[frozenset[int], list[list[int]]] = {}
    for ring in rings:
        for side in pairwise((*ring, ring[0])):
            beside.setdefault(frozenset(side), []).append(ring)
    at = {vertex: _snap(1j * _TURN**k) for k, vertex in enumerate(rings[0])}
    todo, placed = [rings[0]], {tuple(rings[0])}
    for ring in todo:
        middle = sum(at[vertex] for vertex in ring) / 6
        for a, b in pairwise((*ring, ring[0])):
            for other in beside[frozenset((a, b))]:
                if tuple(other) in placed:
                    continue
                start, centre = other.index(a), at[a] + at[b] - middle
                order = [*other[start:], *other[:start]]
                order = order if order[1] == b else [a, *order[:0:-1]]
                turn = (at[b] - centre) / (at[a] - centre)
                new = {v: _snap(centre + (at[a] - centre) * turn**k) for k, v in enumerate(order)}
                if any(at.get(vertex, place) != place for vertex, place in new.items()):
                    return None
                at |= new
                placed.add(tuple(other))
                todo.append(other)
    if len({*at.values()}) < board.size:
        return None
    turned = [[at[vertex] * _TURN**k for vertex in range(board.size)] for k in range(3)]
    heights = [round(max(z.imag for z in places) - min(z.imag for z in places), 1) for places in turned]
    return [(z.real, z.imag) for z in turned[heights.index(min(heights))]]


def _snap(place: complex) -> complex:
    """Return the nearest position of the hexagonal lattice, without the errors of earlier steps."""
    return complex(round(place.real / _HALF) * _HALF, round(2 * place.imag) / 2)


def schlegel(board: Board) -> list[Point] | None:
    """Return the positions of a Schlegel diagram of a fullerene, a polyhedron with three edges at each vertex
    and with pentagons and hexagons as its faces, or None for other graphs.

    The vertices of one face are on a circle, and every other vertex is at the weighted mean of its
    neighbours, so that no edges cross (Tutte). Edges far from the circle have small weights; otherwise the
    faces far from it would be tiny.
    """
    try:
        faces = list(face_cycles(board, 6)) if {*map(len, board.neighbours)} == {3} and ARRAYS else []
    except MismatchError:
        return None
    if board.size - len(board.edges) + len(faces) != 2 or min(map(len, faces), default=0) < 5:
        return None
    import numpy as np

    outer = max(faces, key=len)
    away = distances_from(outer, board.neighbours)
    if len(away) < board.size:
        return None
    weights = np.zeros((board.size, board.size))
    for a, b in board.edges:
        weights[a, b] = weights[b, a] = _FADING ** (away[a] + away[b])
    at, inner = np.zeros(board.size, complex), [*away][len(outer) :]
    at[outer] = [complex(*place) for place in circle(len(outer))]
    matrix = np.diag(weights.sum(axis=1)) - weights
    at[inner] = np.linalg.solve(matrix[np.ix_(inner, inner)], weights[np.ix_(inner, outer)] @ at[outer])
    at /= np.median([abs(at[a] - at[b]) for a, b in board.edges])
    return [(float(place.real), float(place.imag)) for place in at]


def is_molecule(board: Board, pieces: Sequence[LyingPiece]) -> bool:
    """Return True if the pieces are edges and hexagons that cover all vertices, or only hexagons."""
    if board.places:
        return False
    sizes = {len(piece.cells) for piece in pieces}
    covered = [cell for piece in pieces for cell in piece.cells]
    is_cover = sizes <= {2, 6} and sorted(covered) == [*range(board.size)]
    return sizes == {6} or (is_cover and (6 in sizes or bool(honeycomb(board) or schlegel(board))))


def is_lozenge_tiling(board: Board, pieces: Sequence[LyingPiece]) -> bool:
    """Return True if the pieces are a perfect matching of the unit triangles in a hexagon."""
    return board.text.startswith("hexagon:") and all(len(piece.cells) == 2 for piece in pieces)


def molecule_markup(board: Board, pieces: Sequence[LyingPiece], at: Sequence[Point]) -> str:
    """Return the bonds and circles, or the lozenges, of a configuration."""
    places = [complex(*point) for point in at]
    if is_lozenge_tiling(board, pieces):
        return "".join(_lozenge(*(places[cell] for cell in piece.cells)) for piece in pieces)
    double = {frozenset(piece.cells) for piece in pieces if len(piece.cells) == 2}
    parts, usual = [], median(abs(places[a] - places[b]) for a, b in board.edges)
    for a, b in board.edges:
        bond = _line(places[a], places[b], "bond")
        if frozenset((a, b)) not in double:
            parts.append(bond)
            continue
        others = [places[v] for end in (a, b) for v in board.neighbours[end] if v not in (a, b)]
        along = places[b] - places[a]
        inside = sum((z - places[a]) / along for z in others).imag
        shift = along * 1j * min(1, usual / abs(along)) * (_APART if inside >= -0.1 else -_APART)
        short = along * (1 - _SHORT) / 2
        parts.append(
            tag(
                "g",
                bond,
                _line(places[a] + shift + short, places[b] + shift - short, "bond"),
                class_="piece both-piece",
            )
        )
    for piece in pieces:
        if len(piece.cells) == 6:
            middle = sum(places[cell] for cell in piece.cells) / 6
            spokes = [places[cell] - middle for cell in piece.cells]
            radius = min(abs(z) for z in spokes)
            distances = [abs(place - middle) for cell, place in enumerate(places) if cell not in piece.cells]
            ring = tag("circle", cx=middle.real, cy=middle.imag, r=radius * _CIRCLE, class_="bond")
            if max(distances, default=radius) < radius:  # the outer face of a Schlegel diagram
                around = [middle + z * _OUTSIDE for z in sorted(spokes, key=phase)]
                ring = polygon([(z.real, z.imag) for z in around], class_="bond")
            parts.append(tag("g", ring, class_="piece both-piece"))
    return "".join(parts)


def _line(one: complex, other: complex, look: str) -> str:
    return line([(one.real, one.imag), (other.real, other.imag)], class_=look)


def _lozenge(one: complex, other: complex) -> str:
    """Return the union of two unit triangles with the given centres; its shade is its direction."""
    along, middle = other - one, (one + other) / 2
    across = along * 1j * sqrt(3) / 2
    corners = [one - along, middle + across, other + along, middle - across]
    direction = round((along * along / abs(along) ** 2 * _TURN).imag * 2 / sqrt(3))
    shape = polygon([(z.real, z.imag) for z in corners], class_=("shade-1", "shade-2", "shade-3")[direction])
    return tag("g", shape, class_="piece both-piece")
