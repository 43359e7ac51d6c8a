"""Components and cycles of a graph, found by walking through it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gfkit.games.linkage import Linkage


def is_linked(asked: Linkage, vertices: Iterable[int], edges: Sequence[tuple[int, int]]) -> bool:
    """Whether a graph has as many components, and as many independent cycles, as is asked.

    >>> from gfkit.games.linkage import Tally
    >>> is_linked(Linkage(components=Tally(frozenset({2}), 3)), [0, 1, 2], [(0, 2)])
    True
    """
    if not asked.asks:
        return True
    near: dict[int, list[int]] = {vertex: [] for vertex in vertices}
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    components, seen = 0, set[int]()
    for start in near:
        if start in seen:
            continue
        components += 1
        todo = [start]
        while todo:
            vertex = todo.pop()
            if vertex not in seen:
                seen.add(vertex)
                todo += near[vertex]
    return asked.holds(components, len(edges) - len(near) + components)
