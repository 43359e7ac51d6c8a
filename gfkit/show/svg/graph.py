"""Layout of the vertices of a graph, and the lines and arrows between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from itertools import combinations, pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import ARRAYS
from gfkit.core.boards import LATTICES
from gfkit.core.boards.board import FIRST_WRAP, Edge, Place, distances_from
from gfkit.core.deferred import dataclass
from gfkit.show.markup import Point, decimal, polygon, tag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_MOVES, _MANY = 4000, 50
"""Number of moves of vertices, and number of vertices up to which more vertices do not mean fewer rounds. In
layouts without crossings, a move takes up to 1 ms.
"""
_DISTINCT, _LEAST, _SCALES = 0.5, 0.8, 3.2
"""Smallest distance between vertices of a spring layout, in the final scale, and largest enlargement."""
_CLEAR = 0.4
"""Distance between a circle of vertices and the lines of the next circle."""
_ROW_OF_PARTS = 1.4
"""Width of a row of components above which a new row begins, for each root of the number of vertices."""
_ROW = 16
"""Number of vertices of a path in one line before it turns."""

_ADDED = 0.05
"""Weight of the edges that triangulate a planar graph, relative to its own edges."""
_FREE = 0.34
"""Distance between a vertex and the edges of others that planar layouts aim at."""
_CRAMPED = 0.002
"""Such a distance at the start below which the start is a drawing on an integer grid instead."""
_WIDEST = 8
"""Largest ratio of the radii of concentric circles."""
_HUB = 8
"""Radius at which the centre of a tree starts; with 4, edges of some trees would cross."""
_TINY = 1e-6
"""Products of sides above which two edges meet at most in a common endpoint; rounding leaves less."""

Neighbours = Sequence[Sequence[int]]


@lru_cache(maxsize=64)
def layout(neighbours: tuple[tuple[int, ...], ...]) -> list[Point]:
    """Return deterministic positions of the vertices, with a distance of about 1 between neighbours.

    Components are in rows. Paths, cycles, complete and complete bipartite graphs have their usual form.
    Other components have a spring layout, without crossings if they are planar and networkx is installed.

    >>> layout(((1,), (0, 2), (1,)))
    [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    >>> layout(((3, 4, 5),) * 3 + ((0, 1, 2),) * 3)[2:4]
    [(2.0, 0.0), (0.0, 1.5)]
    """
    parts: list[list[int]] = []
    for vertex in range(len(neighbours)):
        if not any(vertex in part for part in parts):
            parts.append(sorted(distances_from([vertex], neighbours)))
    at, right, down, tall = [(0.0, 0.0)] * len(neighbours), 0.0, 0.0, 0.0
    for part in sorted(parts, key=len, reverse=True):
        places = _connected_layout([[part.index(other) for other in neighbours[vertex]] for vertex in part])
        left, top, wide, high = bounds(places)
        if right > _ROW_OF_PARTS * len(neighbours) ** 0.5:
            right, down, tall = 0.0, down + tall, 0.0
        for vertex, (x, y) in zip(part, places, strict=True):
            at[vertex] = (x - left + right, y - top + down)
        right, tall = right + wide - left + 1, max(tall, high - top + 1)
    return at


def _connected_layout(neighbours: Neighbours) -> list[Point]:
    count = len(neighbours)
    order = _walk(neighbours)
    if order is not None and len(neighbours[order[0]]) < 2:
        return _place_points(order, [_place_on_snake(k) for k in range(count)])
    if order is not None:
        return _place_points(order, circle(count))
    if all(len(row) == count - 1 for row in neighbours):
        return circle(count, 1.3)
    below = neighbours[0]
    above = [vertex for vertex in range(count) if vertex not in below]
    if min(len(below), len(above)) > 2 and all(
        row == (above if vertex in below else below) for vertex, row in enumerate(neighbours)
    ):  # a complete bipartite graph that is not planar
        lines = (above, 0.0), (below, 1.5)
        ends = [(k - (len(part) - 1) / 2, y) for part, y in lines for k in range(len(part))]
        return _place_points([*above, *below], ends)
    far = [[row[k] for k in range(count)] for row in (distances_from([k], neighbours) for k in range(count))]
    sprung = _spring_layout(far)
    places = _planar_layout(neighbours, far, sprung) or sprung
    least = min(abs(place - other) for place, other in combinations(places, 2))
    wider = min(max(1.0, _LEAST / max(least, _TINY)), _SCALES)
    return [(place.real * wider, place.imag * wider) for place in places]


def circle(count: int, apart: float = 1.0) -> list[Point]:
    """Return positions on a circle, clockwise from the top, with the given distance between neighbours."""
    radius = max(apart / (2 * sin(pi / count)), apart * 0.8) if count > 2 else apart / 2
    turns = [2 * pi * k / max(count, 1) - pi / 2 for k in range(count)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns] if count > 1 else [(0.0, 0.0)]


def rings(spots: Sequence[tuple[int, int]], neighbours: Neighbours) -> list[Point] | None:
    """Return positions on concentric circles for a graph of cyclic slices, or None for other graphs.

    Also return None for few slices of many vertices, whose circles would be too large. ``spots`` contains,
    for each vertex, its position in the slice and the number of the slice; a hub is in slice -1. Each
    position has its own circle. The first position is the outermost circle, unless it is adjacent to a hub
    or some vertices are ends.

    >>> around = rings([(-1, -1), (0, 0), (0, 1), (0, 2)], [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])
    >>> [(round(x, 2), round(y, 2)) for x, y in around]
    [(0.0, 0.0), (0.0, -1.0), (0.87, 0.5), (-0.87, 0.5)]
    """
    slices, width = (1 + max((spot[axis] for spot in spots), default=-1) for axis in (1, 0))
    hubs = sum(own < 0 for _, own in spots)
    if slices < FIRST_WRAP or hubs > 1:
        return None
    if not hubs and slices - 1 not in {
        spots[v][1] for vertex, row in enumerate(neighbours) if not spots[vertex][1] for v in row
    }:
        return None
    shifts: list[Counter[float]] = [Counter() for _ in range(width)]
    for vertex, (place, own) in enumerate(spots):
        steps = [spots[v][1] - own for v in neighbours[vertex] if place > 0 and spots[v][0] == place - 1]
        around = [(step + slices / 2) % slices - slices / 2 for step in steps]
        if around:
            shifts[place][sum(around) / len(around)] += 1  # in the middle of its neighbours on other circles
    shift = [counted.most_common(1)[0][0] if counted else 0 for counted in shifts]
    radii = [max(1.0, 0.5 / sin(pi / slices))]
    for _ in range(width - 1):
        radii.append(max(radii[-1] + 1, (radii[-1] + _CLEAR) / cos(pi / slices)))
    if radii[-1] > _WIDEST * radii[0]:
        return None
    if not hubs and all(len(row) > 1 for row in neighbours):
        radii.reverse()
    places = [(0.0, 0.0)] * len(spots)
    for vertex, (place, own) in enumerate(spots):
        if own >= 0:
            angle = 2 * pi * (own + shift[place]) / slices - pi / 2
            places[vertex] = (radii[place] * cos(angle), radii[place] * sin(angle))
    return places


def lattice_points(name: str, spots: Sequence[Place], edges: Iterable[Edge]) -> list[Point] | None:
    """Return positions on a lattice of the plane, or None for other graphs.

    In the unbounded lattice, every vertex is at the mean of its neighbours, and the sum of the squares of the
    edges is the same in all directions (Motoko Kotani and Toshikazu Sunada, Standard realizations of crystal
    lattices via harmonic maps).

    >>> points = lattice_points("triangular", [(0, 0), (1, 0), (0, 1)], [(0, 1), (0, 2)])
    >>> [(round(x, 2), round(y, 2)) for x, y in points]
    [(0.0, 0.0), (1.0, 0.0), (-0.5, 0.87)]
    """
    if (lattice := LATTICES.get(name)) is None or not ARRAYS:
        return None
    import numpy as np

    units = lattice.unit.vertices
    steps = [(a, b, 0, 0) for a, b in lattice.unit.edges] + [*lattice.links]
    known = {*steps, *((b, a, -down, -right) for a, b, down, right in steps)}
    ends, shifts = np.zeros((len(steps), units)), np.array([(right, down) for *_, down, right in steps])
    for row, (a, b, *_) in zip(ends, steps, strict=True):
        row[b] += 1
        row[a] -= 1
    inside = np.linalg.lstsq(ends, -shifts, rcond=None)[0]  # minimizes the sum of the squares of the edges
    sides = ends @ inside + shifts
    plane = np.linalg.cholesky(np.linalg.inv(sides.T @ sides))
    for turn in (1, -1):  # the slices are rows or columns of the lattice
        cells = [(place % units, *(place // units, own)[::turn]) for place, own in spots]
        pairs = ((cells[a], cells[b]) for a, b in edges)
        if all((a, b, y - v, x - u) in known for (a, u, v), (b, x, y) in pairs):
            at = [complex(*(inside[vertex] + (x, y)) @ plane) for vertex, x, y in cells]
            least = min((abs(z - w) for z, w in combinations(at, 2)), default=1.0)
            return [(z.real / least, z.imag / least) for z in at]
    return None


def _place_on_snake(k: int) -> Point:
    row, col = divmod(k, _ROW)
    return float(col if row % 2 == 0 else _ROW - 1 - col), float(row)


def _place_points(order: Sequence[int], places: Sequence[Point]) -> list[Point]:
    at = dict(zip(order, places, strict=True))
    return [at[vertex] for vertex in range(len(order))]


def _walk(neighbours: Neighbours) -> list[int] | None:
    """Return the vertices of a connected graph in order if it is a path or a cycle, or None."""
    if any(len(row) > 2 for row in neighbours):
        return None
    order = [min((vertex for vertex, row in enumerate(neighbours) if len(row) < 2), default=0)]
    while following := [vertex for vertex in neighbours[order[-1]] if vertex not in order]:
        order.append(min(following))
    return order


def _spring_layout(far: Sequence[Sequence[int]]) -> list[complex]:
    """Return positions, as complex numbers, whose distances approximate the graph distances ``far``.

    In each round, every vertex moves to the weighted mean of the positions desired by the other vertices,
    with weights 1/distance^2. Finally, vertices that would overlap are moved apart. Reference: Emden Gansner,
    Yehuda Koren and Stephen North, Graph drawing by stress majorization.
    """
    vertices = range(len(far))
    number = max(vertices, key=lambda vertex: (far[0][vertex], -vertex))
    side = min(vertices, key=lambda vertex: (abs(max(far[number]) - 2 * far[number][vertex]), vertex))
    at = [complex(far[number][k], far[side][k] + 0.013 * sin(7 * k)) for k in vertices]
    for _ in range(_MOVES // max(len(far), _MANY)):
        for vertex, row in enumerate(far):
            desired = [
                (place + (at[vertex] - place) * away / max(abs(at[vertex] - place), 1e-6)) / (away * away)
                for place, away in zip(at, row, strict=True)
                if away
            ]
            at[vertex] = sum(desired) / sum(1 / (away * away) for away in row if away)
    for _ in range(_MOVES // max(len(far), _MANY)):
        for one, other in combinations(vertices, 2):
            gap = abs(at[one] - at[other]) + 1e-9
            if gap < _DISTINCT:
                shift = (at[one] - at[other]) * (_DISTINCT / gap - 1) / 2
                at[one], at[other] = at[one] + shift, at[other] - shift
    return at


def _planar_layout(
    neighbours: Neighbours, far: Sequence[Sequence[int]], sprung: list[complex]
) -> list[complex] | None:
    """Return a layout in which straight edges do not cross, or None if the graph is not planar.

    The spring layout is the start if it has no crossings. Otherwise networkx, without which the result is
    None, finds an embedding and triangulates it. Its outer face is placed on a circle, and every other vertex
    at the weighted mean of its neighbours, which yields a drawing without crossings (Michael Floater,
    One-to-one piecewise linear mappings over triangulations). Then each vertex moves as in the spring layout,
    as far as its edges do not cross or approach others.
    """
    edges = [(a, b) for a, row in enumerate(neighbours) for b in row if a < b]
    count = len(neighbours)
    if not ARRAYS or len(edges) > 3 * count - 6:
        return None
    import numpy as np

    at, pairs = np.array(sprung), np.array(edges, int).reshape(-1, 2)
    room = _least_room(at, pairs)
    if room >= _FREE:
        return sprung
    if room < 0:
        if find_spec("networkx") is None:
            return None
        import networkx as nx
        from networkx.algorithms.planar_drawing import triangulate_embedding

        graph = nx.Graph(dict(enumerate(neighbours)))
        embedding = nx.check_planarity(graph)[1]
        if embedding is None:
            return None
        full, outer = triangulate_embedding(embedding, fully_triangulate=False)
        inner = [vertex for vertex in range(count) if vertex not in outer]
        weights = np.zeros((count, count))
        for a, b in full.edges:
            weights[a, b] = 1 if graph.has_edge(a, b) else _ADDED
        at[outer] = [complex(*place) for place in circle(len(outer))]
        matrix = np.diag(weights.sum(axis=1)) - weights
        at[inner] = np.linalg.solve(matrix[np.ix_(inner, inner)], weights[np.ix_(inner, outer)] @ at[outer])
        if len(edges) < count:  # a tree, all vertices of which are on the circle, in the order of a contour
            at *= (np.array(min(far, key=max)) + _HUB) / abs(at)
        if _least_room(at, pairs) < _CRAMPED:
            grid = nx.combinatorial_embedding_to_pos(embedding)
            at = np.array([complex(*grid[vertex]) for vertex in range(count)]) * _FREE
    away = np.array(far) + np.eye(count)
    strength = away**-2 - np.eye(count)
    turns = [r * 1j ** (k / 2) for r in (0.3, 0.1) for k in range(8)]
    for _ in range(_MOVES // max(count, _MANY)):
        start = at.copy()
        for vertex, row in enumerate(strength):
            apart = at[vertex] - at
            pull = away[vertex] / np.maximum(abs(apart), 1e-9)
            step = row @ (at + apart * pull) / row.sum() - at[vertex]
            places = at[vertex] + np.array([step, step / 2, step / 4, step / 10, 0, *turns])
            at[vertex] = places[_rooms(at, pairs, vertex, places).clip(max=_FREE).argmax()]
        if abs(at - start).max() < 0.01:
            break
    at *= min(max(1.0, _FREE / max(_least_room(at, pairs), _TINY)), _SCALES)
    return [complex(place) for place in at]


def _least_room(at: Array, edges: Array) -> float:
    """Return the smallest distance between a vertex and an edge of others, or -1 if edges cross."""
    return min(float(_rooms(at, edges, vertex, at[[vertex]])[0]) for vertex in range(len(at)))


def _rooms(at: Array, edges: Array, vertex: int, places: Array) -> Array:
    """Return, for each new place of a vertex, its distance and that of its edges to all others, or -1 if its
    edges cross others.
    """
    own = (edges == vertex).any(axis=1)
    ends, rest, here = edges[own].sum(axis=1) - vertex, edges[~own], places[:, None]
    one, other, tips = at[rest[:, 0]], at[rest[:, 1]], at[ends, None]
    to_others = _gaps(at, here[:, None], tips)
    to_others[:, :, vertex] = to_others[:, range(len(ends)), ends] = 9.0
    sides = _side(here[:, None], tips, one) * _side(here[:, None], tips, other)
    crossed = (sides < -_TINY) & ((_side(one, other, here) < 0)[:, None] != (_side(one, other, tips) < 0))
    rooms: Array = _gaps(here, one, other).min(axis=1, initial=9.0).clip(max=to_others.min(axis=(1, 2)))
    rooms[crossed.any(axis=(1, 2))] = -1
    return rooms


def _side(one: Array, other: Array, place: Array) -> Any:
    """Return numbers whose sign is the side of the line from ``one`` to ``other`` on which ``place`` is."""
    return ((other - one).conj() * (place - one)).imag


def _gaps(places: Array, one: Array, other: Array) -> Any:
    """Return the distances between points and segments of positive length."""
    along = (places - one) / (other - one)
    return abs(along - along.real.clip(0, 1)) * abs(other - one)


def bounds(places: Iterable[Point]) -> tuple[float, float, float, float]:
    """Return the smallest and largest coordinates of positions as (left, top, right, bottom)."""
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


_STEPS, _COARSE = 48, 8


@dataclass(frozen=True)
class Curve:
    """Curve from ``start`` to ``end`` that is bent towards ``middle``."""

    start: Point
    middle: Point
    end: Point

    def at(self, part: float) -> Point:
        """Return the point at the given fraction of the curve, from 0 to 1.

        >>> Curve((0, 0), (1, 2), (2, 0)).at(0.5)
        (1.0, 1.0)
        """
        first, second, third = (1 - part) ** 2, 2 * part * (1 - part), part**2
        return (
            first * self.start[0] + second * self.middle[0] + third * self.end[0],
            first * self.start[1] + second * self.middle[1] + third * self.end[1],
        )

    @property
    def points(self) -> list[Point]:
        return [self.at(k / _STEPS) for k in range(_STEPS + 1)]

    def distance(self, place: Point) -> float:
        """Return the distance from the curve to a point.

        >>> Curve((0, 0), (1, 0), (2, 0)).distance((1, 3))
        3.0
        """
        points = [self.at(k / _COARSE) for k in range(_COARSE + 1)]
        return min(distance_to_line(place, start, end) for start, end in pairwise(points))

    def arrow_markup(self, gap: Point | None = None, wide: float = 0, high: float = 0) -> str:
        """Return the markup of the arrow, without the part inside a rectangle of the given size around
        ``gap``.
        """
        runs: list[list[Point]] = [[]]
        for point in self.points:
            if gap and abs(point[0] - gap[0]) < wide / 2 and abs(point[1] - gap[1]) < high / 2:
                runs.append([])
            else:
                runs[-1].append(point)
        path = "".join(_write_path_data(run) for run in runs if len(run) > 1)
        return tag("path", d=path, class_="line") + arrow_head(self.at(0.8), self.end)


def curve_between(one: Point, other: Point, radius: float, bent: float) -> Curve:
    """Return the curve between two discs that bends to its right, so that opposite arrows are disjoint."""
    (x, y), (u, v) = one, other
    middle = ((x + u) / 2 - (v - y) * bent, (y + v) / 2 + (u - x) * bent)
    return Curve(towards(one, middle, radius), middle, towards(other, middle, radius))


def distance_to_line(place: Point, one: Point, other: Point) -> float:
    """Return the distance from a point to the line through two others."""
    across, up = other[0] - one[0], other[1] - one[1]
    length = across**2 + up**2
    part = ((place[0] - one[0]) * across + (place[1] - one[1]) * up) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    return hypot(place[0] - one[0] - part * across, place[1] - one[1] - part * up)


def towards(place: Point, other: Point, by: float) -> Point:
    """Return the point at the given distance from a point in the direction of another."""
    far = max(hypot(other[0] - place[0], other[1] - place[1]), 1e-9)
    return place[0] + (other[0] - place[0]) * by / far, place[1] + (other[1] - place[1]) * by / far


def arrow_head(start: Point, tip: Point) -> str:
    """Return the head of an arrow that comes from the direction of ``start``."""
    back = towards(tip, start, 8)
    across = (-(tip[1] - back[1]) / 8, (tip[0] - back[0]) / 8)
    wings = [(back[0] + across[0] * by, back[1] + across[1] * by) for by in (-3.6, 3.6)]
    return polygon((tip, *wings), class_="head")


def _write_path_data(run: Sequence[Point]) -> str:
    kept = [*run[:-1:3], run[-1]]
    return "M" + "L".join(f"{decimal(x)} {decimal(y)}" for x, y in kept)
