"""Faces of a graph, found without a drawing as its short induced cycles.

A *face* of at most k vertices is an induced cycle of at most k vertices, if no edge belongs to three such
cycles. In a graph that is drawn in the plane or on a surface, such that these cycles bound regions, every
edge is on the boundary of at most two regions. So the graph is rejected if cycles of at most k vertices
cannot all be faces, such as a hexagon around a vertex of the triangular lattice, or a short cycle around a
narrow tube.
The faces of a board with rows and columns are the unit squares between four cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from gfkit.core.boards.board import Board, spot_text
from gfkit.core.boards.family import Family, PartOfFamily
from gfkit.core.deferred import replace
from gfkit.core.errors import MismatchError

_SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


def find_faces(board: Board, most: int) -> list[tuple[int, ...]]:
    """Return the faces of at most the given number of vertices, each as its vertices in ascending order.

    Raise MismatchError if an edge belongs to three induced cycles of at most this number of vertices.

    >>> from gfkit.core.boards import parse_one_board
    >>> len(find_faces(parse_one_board("prism:5"), 5)), len(find_faces(parse_one_board("3x4"), 6))
    (7, 6)
    """
    if board.has_rows:
        return list(dict.fromkeys(board.placements(_SQUARE)))
    return [tuple(sorted(cycle)) for cycle in face_cycles(board, most)]


@cache
def with_determined_faces(family: Family, most: int) -> Family:
    """Return the family from the smallest n on such that the faces of all its boards are determined.

    A cycle of at most ``most`` vertices, or its chord, extends around a ring only if the ring has at most
    ``most`` times ``span`` slices. In all larger rings, an edge belongs to equally many of these cycles.

    >>> from gfkit.core.boards import parse_board
    >>> with_determined_faces(parse_board("hex-cylinder:nx3"), 6)
    <Family: hex-cylinder:nx3, n >= 4>
    """
    if isinstance(family, PartOfFamily):
        return replace(family, whole=with_determined_faces(family.whole, most))
    if family.slices is None or not family.closes:
        return family
    top = family.first_n + most * family.span
    for n in range(top, family.first_n - 1, -1):
        try:
            find_faces(replace(family.at(n), text=family.text), most)
        except MismatchError:
            if n == top:
                raise
            return replace(family, start=n + 1)
    return family


def face_cycles(board: Board, most: int) -> Iterator[list[int]]:
    """Like `find_faces` on a graph, but yield the vertices of each face in cyclic order."""
    sides: Counter[tuple[int, int]] = Counter()
    for cell in range(board.size):
        for cycle in _cycles_from(board, cell, most):
            around = [(min(side), max(side)) for side in pairwise((*cycle, cell))]
            sides.update(around)
            if max(map(sides.__getitem__, around)) > 2:
                raise MismatchError(
                    f"board {board.text!r}: its faces of {most} vertices are not determined, because an edge"
                    f" at {spot_text(board, cell)} belongs to three cycles without chords of at most {most}"
                    " vertices; use a planar graph such as hex:3x4, or a wider tube"
                )
            yield cycle


def _cycles_from(board: Board, start: int, most: int) -> Iterator[list[int]]:
    """Yield the induced cycles of at most ``most`` vertices whose smallest vertex is ``start``.

    A path is extended only by vertices from which the cycle can still be closed.
    """
    near = board.neighbours
    far, layer = {start: 0}, [start]
    for distance in range(1, most // 2 + 1):
        layer = list(dict.fromkeys(b for a in layer for b in near[a] if b > start and b not in far))
        far |= dict.fromkeys(layer, distance)
    paths = [[start, cell] for cell in near[start] if cell > start]
    while paths:
        path = paths.pop()
        for cell in near[path[-1]]:
            has_chord = cell in path or any(cell in near[other] for other in path[1:-1])
            if has_chord or len(path) + far.get(cell, most) > most:
                continue
            if far[cell] > 1:
                paths.append([*path, cell])
            elif cell > path[1]:
                yield [*path, cell]
