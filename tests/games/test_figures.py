"""Pieces that are graphs, on graphs: against listing from the definition, and games of other names.

Placements and positions are listed here by trying all ways and all sets.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import pytest
from placing import Placing

import gfkit
from gfkit.boards.board import from_edges
from gfkit.games import Rule

FIGURES = {
    "path:1": (1, []),
    "path:2": (2, [(0, 1)]),
    "path:3": (3, [(0, 1), (1, 2)]),
    "complete:3": (3, [(0, 1), (1, 2), (0, 2)]),
    "cycle:4": (4, [(0, 1), (1, 2), (2, 3), (0, 3)]),
    "graph:a-b,a-c,a-d": (4, [(0, 1), (0, 2), (0, 3)]),
}


def lie(figure, edges, size):
    """Sets of vertices on which a figure lies, by trying all ways."""
    many, own = FIGURES[figure]
    touching = {frozenset(edge) for edge in edges}
    return {
        cells
        for cells in combinations(range(size), many)
        if any(
            all(frozenset((order[a], order[b])) in touching for a, b in own) for order in permutations(cells)
        )
    }


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 40), marks=pytest.mark.slow(9))])
def test_what_lies_on_random_graphs(seeds):
    for seed in seeds:
        random = Random(seed)
        size = random.randint(0, 6)
        edges = [pair for pair in combinations(range(size), 2) if random.random() < 0.5]
        left, right = (random.sample(sorted(FIGURES), random.randint(1, 2)) for _ in range(2))
        forbid = random.choice([[], ["same"], ["LR"]])
        pieces = {"left": {"pieces": left}, "right": {"pieces": right}}
        rule = Rule.of({"name": "figures", **pieces, "rules": {"forbid_adjacent": forbid}})
        placements = [
            (owner, frozenset(cells))
            for owner, names in (("left", left), ("right", right))
            for cells in set().union(*(lie(name, edges, size) for name in names))
        ]
        touching = {frozenset(edge) for edge in edges}

        def exclude(one, other, touching=touching, forbid=forbid):
            near = any(frozenset(ends) in touching for ends in product(one[1], other[1]))
            kind = "same" if one[0] == other[0] else "LR"
            return bool(one[1] & other[1]) or (near and kind in forbid)

        plain, board = Placing(placements, exclude), from_edges("", size, edges)
        assert dict(gfkit.count(rule, board, weights="players").polynomial.terms) == plain.by_players(), seed
        assert gfkit.count(rule, board, "maximal").count == plain.ends("left", "right"), seed


def test_paths_as_pieces():
    rule = Rule.of({"name": "edges", "both": {"pieces": ["path:2"]}})
    for board in ("2x3", "cycle:5", "prism:3", "complete:4", "path:1"):
        assert gfkit.nim(rule, board).values == gfkit.nim("arc-kayles", board).values
        assert gfkit.count(rule, board).count == gfkit.count("arc-kayles", board).count
    # Three in a row are taken away, and what is left falls in two heaps: the octal game 0.007.
    rule = Rule.of({"name": "three", "both": {"pieces": ["path:3"]}})
    heaps = gfkit.nim("octal:0.007", to=14).values
    assert [gfkit.nim(rule, f"path:{n}").values[0] for n in range(3, 15)] == list(heaps[3:])
