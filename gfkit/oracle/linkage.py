"""Components and cycles of a graph, found by walking through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, product

from gfkit.games.linkage import Linkage, MarkedPlace


def is_linked(
    asked: Linkage,
    vertices: Iterable[int],
    edges: Sequence[tuple[int, int]],
    places: Mapping[MarkedPlace, AbstractSet[int]],
) -> bool:
    """Whether a graph hangs together as is asked; ``places`` have the vertices at those that are named.

    >>> from gfkit.games.linkage import Tally
    >>> is_linked(Linkage(components=Tally(frozenset({2}), 3)), [0, 1, 2], [(0, 2)], {})
    True
    """
    if not asked.asks:
        return True
    components = components_of(vertices, edges)
    size = sum(map(len, components))

    def across(wanted: Sequence[MarkedPlace]) -> bool:
        return any(all(found & places[place] for place in wanted) for found in components)

    if (asked.joins and not across(asked.joins)) or (asked.apart and across(asked.apart)):
        return False
    if asked.each is not None and asked.each.place is not None:
        marked = places[asked.each.place]
        if not all(asked.each.number.holds(len(found & marked)) for found in components):
            return False
    numbers = len(components), len(edges) - size + len(components)
    tallies = asked.components, asked.cycles
    return all(
        tally is None or min(number, tally.cap) in tally.allowed
        for tally, number in zip(tallies, numbers, strict=True)
    )


def choices(asked: Linkage, components: Iterable[AbstractSet[int]]) -> Iterator[frozenset[int]]:
    """Every way to choose vertices; the only one is to choose none where none are to be chosen.

    >>> from gfkit.games.linkage import Holding, Tally
    >>> [sorted(one) for one in choices(Linkage(each=Holding(None, Tally(frozenset({1}), 2))), [{0, 1}, {3}])]
    [[0, 3], [1, 3]]
    """
    if asked.each is None or asked.each.place is not None:
        yield frozenset()
        return
    number = asked.each.number
    ways = (
        [one for k in range(len(found) + 1) if number.holds(k) for one in combinations(sorted(found), k)]
        for found in components
    )
    for chosen in product(*ways):
        yield frozenset().union(*chosen)


def components_of(vertices: Iterable[int], edges: Sequence[tuple[int, int]]) -> list[set[int]]:
    """The components of a graph.

    >>> components_of([0, 1, 2], [(0, 2)])
    [{0, 2}, {1}]
    """
    near: dict[int, list[int]] = {vertex: [] for vertex in vertices}
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    components: list[set[int]] = []
    for start in near:
        if any(start in found for found in components):
            continue
        found, todo = set[int](), [start]
        while todo:
            vertex = todo.pop()
            if vertex not in found:
                found.add(vertex)
                todo += near[vertex]
        components.append(found)
    return components
