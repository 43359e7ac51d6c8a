"""Graphs in the tasks of several peers: lists of edges between the vertices 0, ..., n-1."""

from __future__ import annotations

import random
from itertools import combinations

Edges = list[tuple[int, int]]


def grid(rows: int, cols: int) -> Edges:
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    across = [(r * cols + c, r * cols + c + 1) for r, c in cells if c + 1 < cols]
    return across + [(r * cols + c, r * cols + c + cols) for r, c in cells if r + 1 < rows]


def random_graph(size: int, density: float) -> Edges:
    dice = random.Random(size)
    return [pair for pair in combinations(range(size), 2) if dice.random() < density]


def cubic(size: int) -> Edges:
    """Return a random graph in which every vertex has degree 3."""
    dice = random.Random(size)
    while True:
        ends = [vertex for vertex in range(size) for _ in range(3)]
        dice.shuffle(ends)
        edges = {(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)}
        if len(edges) == 3 * size // 2 and all(a != b for a, b in edges):
            return sorted(edges)


def neighbours(size: int, edges: Edges) -> list[list[int]]:
    """Return the closed neighbourhood of every vertex."""
    found = [[vertex] for vertex in range(size)]
    for a, b in edges:
        found[a].append(b)
        found[b].append(a)
    return found
