"""Layout of the vertices of a graph, and the lines and arrows between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from gfkit.boards.board import FIRST_WRAP
from gfkit.deferred import dataclass
from gfkit.show.markup import Point, decimal, polygon, tag

_SPRUNG = 40
"""Maximum number of vertices for which the spring layout is tried; its cost is 120 times the square of this
number.
"""
_ROUNDS = 60
_MERGED, _LEAST = 0.25, 0.8
"""Distance below which two vertices of the spring layout coincide, so that a circle is used, and final
scale.
"""
_CLEAR = 0.4
"""Distance between a circle of vertices and the lines of the next circle."""
_ROW = 16
"""Number of vertices of a path in one line before it turns."""

Neighbours = Sequence[Sequence[int]]


def layout(neighbours: Neighbours) -> list[Point]:
    """Return deterministic positions of the vertices, with a distance of about 1 between neighbours.

    >>> layout([[1], [0, 2], [1]])
    [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    >>> layout([[3, 4, 5]] * 3 + [[0, 1, 2]] * 3)[2:4]
    [(1.0, 0.0), (-1.0, 1.5)]
    """
    count = len(neighbours)
    order = _walk(neighbours)
    if order is not None and len(neighbours[order[0]]) < 2:
        return _place_points(order, [_place_on_snake(k) for k in range(count)])
    if order is not None:
        return _place_points(order, circle(count))
    if count > _SPRUNG:
        return circle(count)
    if all(len(row) == count - 1 for row in neighbours):
        return circle(count, 1.3)
    below = sorted(neighbours[0])
    above = [vertex for vertex in range(count) if vertex not in below]
    if len(below) > 1 and all(
        sorted(row) == (above if vertex in below else below) for vertex, row in enumerate(neighbours)
    ):  # a complete bipartite graph
        lines = (above, 0.0), (below, 1.5)
        places = [(k - (len(part) - 1) / 2, y) for part, y in lines for k in range(len(part))]
        return _place_points(above + below, places)
    return _spring_layout(neighbours)


def circle(count: int, apart: float = 1.0) -> list[Point]:
    """Return positions on a circle, clockwise from the top, with the given distance between neighbours."""
    radius = apart / (2 * sin(pi / count)) if count > 2 else apart / 2
    radius = max(radius, apart * 0.8) if count > 2 else radius
    turns = [2 * pi * k / max(count, 1) - pi / 2 for k in range(count)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns] if count > 1 else [(0.0, 0.0)]


def rings(spots: Sequence[tuple[int, int]], neighbours: Neighbours) -> list[Point] | None:
    """Return positions on concentric circles for a graph of cyclic slices, or None for other graphs.

    ``spots`` contains, for each vertex, its position in the slice and the number of the slice; a hub is in
    slice -1. Each position has its own circle. The first position is the outermost circle, unless it is
    adjacent to a hub or some vertices are ends.

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
    if not hubs and all(len(row) > 1 for row in neighbours):
        radii.reverse()
    places = [(0.0, 0.0)] * len(spots)
    for vertex, (place, own) in enumerate(spots):
        if own >= 0:
            angle = 2 * pi * (own + shift[place]) / slices - pi / 2
            places[vertex] = (radii[place] * cos(angle), radii[place] * sin(angle))
    return places


def _place_on_snake(k: int) -> Point:
    row, col = divmod(k, _ROW)
    return float(col if row % 2 == 0 else _ROW - 1 - col), float(row)


def _place_points(order: Sequence[int], places: Sequence[Point]) -> list[Point]:
    at = dict(zip(order, places, strict=True))
    return [at[vertex] for vertex in range(len(order))]


def _walk(neighbours: Neighbours) -> list[int] | None:
    """Return the vertices in order if the graph is a path or a cycle, or None."""
    count = len(neighbours)
    if not count or any(len(row) > 2 for row in neighbours):
        return None
    ends = [vertex for vertex in range(count) if len(neighbours[vertex]) < 2]
    order, seen = [min(ends, default=0)], {min(ends, default=0)}
    while True:
        following = [vertex for vertex in neighbours[order[-1]] if vertex not in seen]
        if not following:
            return order if len(order) == count else None
        order.append(min(following))
        seen.add(order[-1])


def _spring_layout(neighbours: Neighbours) -> list[Point]:
    """Return positions whose distances approximate the graph distances, the better of two starts.

    In each step, every vertex moves to the weighted mean of the positions desired by the other vertices, with
    weights 1/distance^2. Reference: Emden Gansner, Yehuda Koren and Stephen North, Graph drawing by stress
    majorization.
    """
    count = len(neighbours)
    far = [_distances(neighbours, vertex) for vertex in range(count)]
    number = max(range(count), key=lambda vertex: (far[0][vertex], -vertex))
    side = min(range(count), key=lambda vertex: (abs(max(far[number]) - 2 * far[number][vertex]), vertex))
    tried = [
        [(float(far[number][k]), far[side][k] + 0.013 * sin(7 * k)) for k in range(count)],
        _place_points(_search(neighbours), circle(count)),
    ]
    best = min((_relax(places, far) for places in tried), key=lambda places: round(_stress(places, far), 6))
    least = min(hypot(x - u, y - v) for k, (x, y) in enumerate(best) for u, v in best[:k])
    if least < _MERGED:
        return tried[1]
    wider = max(1.0, _LEAST / least)
    return [(x * wider, y * wider) for x, y in best]


def _distances(neighbours: Neighbours, start: int) -> list[int]:
    """Return the lengths of shortest paths. Unreachable vertices are slightly farther than the longest
    one.
    """
    distances, todo = {start: 0}, [start]
    for vertex in todo:
        for other in neighbours[vertex]:
            if other not in distances:
                distances[other] = distances[vertex] + 1
                todo.append(other)
    beyond = max(distances.values()) + 2
    return [distances.get(vertex, beyond) for vertex in range(len(neighbours))]


def _relax(places: list[Point], far: Sequence[Sequence[int]]) -> list[Point]:
    kept = list(places)
    for _ in range(_ROUNDS):
        for vertex, (x, y) in enumerate(kept):
            total = to_x = to_y = 0.0
            for other, (u, v) in enumerate(kept):
                if other != vertex:
                    weight = far[vertex][other] ** -2
                    pull = far[vertex][other] / max(hypot(x - u, y - v), 1e-6)
                    total += weight
                    to_x, to_y = to_x + weight * (u + (x - u) * pull), to_y + weight * (v + (y - v) * pull)
            kept[vertex] = (to_x / total, to_y / total)
    return kept


def _stress(places: Sequence[Point], far: Sequence[Sequence[int]]) -> float:
    return sum(
        (hypot(x - u, y - v) / far[a][b] - 1) ** 2
        for a, (x, y) in enumerate(places)
        for b, (u, v) in enumerate(places[:a])
    )


def _search(neighbours: Neighbours) -> list[int]:
    """Return the vertices in depth-first order."""
    order: list[int] = []
    seen: set[int] = set()
    for root in range(len(neighbours)):
        todo = [root]
        while todo:
            vertex = todo.pop()
            if vertex not in seen:
                seen.add(vertex)
                order.append(vertex)
                todo += [other for other in reversed(neighbours[vertex]) if other not in seen]
    return order


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
