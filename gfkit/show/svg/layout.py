"""Where the vertices of a graph are drawn: on a line, on a circle, or where springs pull them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin

from gfkit.show.svg.element import Point

_SPRUNG = 40
"""Up to so many vertices springs are tried; the cost is the square of their number, 120 times."""
_ROUNDS = 60
_MERGED, _LEAST = 0.25, 0.8
"""A circle is taken where springs leave vertices nearer than the first; else all is spread to the second."""
_ROW = 16
"""Vertices of a path in one line before it turns."""

Neighbours = Sequence[Sequence[int]]


def layout(neighbours: Neighbours) -> list[Point]:
    """Places of the vertices, neighbours about 1 apart; the same graph has always the same places.

    >>> layout([[1], [0, 2], [1]])
    [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    """
    count = len(neighbours)
    order = _walk(neighbours)
    if order is not None and len(neighbours[order[0]]) < 2:
        return _placed(order, [_snake(k) for k in range(count)])
    if order is not None:
        return _placed(order, circle(count))
    if count > _SPRUNG:
        return circle(count)
    if all(len(row) == count - 1 for row in neighbours):
        return circle(count, 1.3)
    return _sprung(neighbours)


def circle(count: int, apart: float = 1.0) -> list[Point]:
    """Places on a circle, from the top clockwise, next ones so far apart."""
    radius = apart / (2 * sin(pi / count)) if count > 2 else apart / 2
    radius = max(radius, apart * 0.8) if count > 2 else radius
    turns = [2 * pi * k / max(count, 1) - pi / 2 for k in range(count)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns] if count > 1 else [(0.0, 0.0)]


def _snake(k: int) -> Point:
    row, col = divmod(k, _ROW)
    return float(col if row % 2 == 0 else _ROW - 1 - col), float(row)


def _placed(order: Sequence[int], places: Sequence[Point]) -> list[Point]:
    at = dict(zip(order, places, strict=True))
    return [at[vertex] for vertex in range(len(order))]


def _walk(neighbours: Neighbours) -> list[int] | None:
    """The vertices along the one path or cycle that the graph is, or None."""
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


def _sprung(neighbours: Neighbours) -> list[Point]:
    """Places whose distances are about those in the graph, from the better of two beginnings.

    Every vertex moves to where the others want it, weighted by 1/distance^2, in turn. Reference: Emden
    Gansner, Yehuda Koren and Stephen North, Graph drawing by stress majorization.
    """
    count = len(neighbours)
    far = [_distances(neighbours, vertex) for vertex in range(count)]
    one = max(range(count), key=lambda vertex: (far[0][vertex], -vertex))
    side = min(range(count), key=lambda vertex: (abs(max(far[one]) - 2 * far[one][vertex]), vertex))
    tried = [
        [(float(far[one][k]), far[side][k] + 0.013 * sin(7 * k)) for k in range(count)],
        _placed(_search(neighbours), circle(count)),
    ]
    found = min(
        (_relaxed(places, far) for places in tried), key=lambda places: round(_stress(places, far), 6)
    )
    least = min(hypot(x - u, y - v) for k, (x, y) in enumerate(found) for u, v in found[:k])
    if least < _MERGED:
        return tried[1]
    wider = max(1.0, _LEAST / least)
    return [(x * wider, y * wider) for x, y in found]


def _distances(neighbours: Neighbours, start: int) -> list[int]:
    """The lengths of shortest ways; to what cannot be reached, a little more than the longest."""
    found, todo = {start: 0}, [start]
    for vertex in todo:
        for other in neighbours[vertex]:
            if other not in found:
                found[other] = found[vertex] + 1
                todo.append(other)
    beyond = max(found.values()) + 2
    return [found.get(vertex, beyond) for vertex in range(len(neighbours))]


def _relaxed(places: list[Point], far: Sequence[Sequence[int]]) -> list[Point]:
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
    """The vertices in the order of a depth-first search."""
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
    """Left, top, right and bottom of some places."""
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
