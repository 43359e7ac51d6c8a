"""Connected components of a graph by colouring vertices until nothing changes, independently of gfkit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import product
from math import comb
from typing import Any

Pair = tuple[int, int]
Cells = Callable[[Any], Collection[int]]
"""From a place as rule files name it to its cells."""


def parts(vertices: Iterable[int], pairs: Iterable[Pair]) -> list[list[int]]:
    """Return the components, labelled by their minimum vertices."""
    colour = {vertex: vertex for vertex in vertices}
    pairs, changed = list(pairs), True
    while changed:
        changed = False
        for a, b in pairs:
            least = min(colour[a], colour[b])
            changed = changed or colour[a] != colour[b]
            colour[a] = colour[b] = least
    return [[vertex for vertex in colour if colour[vertex] == one] for one in sorted({*colour.values()})]


def fits(number: int, asked: Any) -> bool:
    """Return True if a number satisfies a rule file: a number, a list, at least or at most a bound."""
    if isinstance(asked, str):
        _, word, bound = asked.split()
        return number >= int(bound) if word == "least" else number <= int(bound)
    return number in (asked if isinstance(asked, list) else [asked])


def ways(table: Any, vertices: Collection[int], pairs: Collection[Pair], cells: Cells) -> int:
    """Return the multiplicity of a graph: 0 if it is not allowed, else the number of choices of vertices."""
    found = parts(vertices, pairs)
    cycles = len(pairs) - len(vertices) + len(found)
    if not fits(len(found), table.get("components", "at least 0")):
        return 0
    if not fits(cycles, table.get("cycles", "at least 0")):
        return 0
    for key in ("joins", "apart"):
        if key in table:
            met = any(all({*part} & {*cells(place)} for place in table[key]) for part in found)
            if met != (key == "joins"):
                return 0
    number = 1
    if "each" in table:
        at, allowed = table["each"]["at"], table["each"]["number"]
        for part in found:
            if at == "chosen":
                number *= sum(comb(len(part), k) for k in range(len(part) + 1) if fits(k, allowed))
            else:
                number *= fits(len({*part} & {*cells(at)}), allowed)
    return number


def is_turned_so(table: Any, size: int, arrows: Collection[Pair]) -> bool:
    """Return True if directed edges are acyclic or strongly connected, as required."""
    reach = [[(a, b) in arrows for b in range(size)] for a in range(size)]
    for k, a, b in product(range(size), repeat=3):
        reach[a][b] = reach[a][b] or (reach[a][k] and reach[k][b])
    if table.get("acyclic") and any(reach[a][a] for a in range(size)):
        return False
    return not table.get("strong") or (
        size > 0 and all(reach[a][b] for a, b in product(range(size), repeat=2) if a != b)
    )
