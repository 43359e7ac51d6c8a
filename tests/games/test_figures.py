"""Pieces that are graphs, on graphs: against listing from the definition, and games of other names."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

import gfkit
from gfkit.boards.board import from_edges
from gfkit.errors import MismatchError, RuleError
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


@pytest.mark.parametrize("seed", range(60))
def test_what_lies_on_random_graphs(seed):
    random = Random(seed)
    size = random.randint(0, 6)
    edges = [pair for pair in combinations(range(size), 2) if random.random() < 0.5]
    board = from_edges("", size, edges)
    left, right = (random.sample(sorted(FIGURES), random.randint(1, 2)) for _ in range(2))
    forbid = random.choice([[], ["same"], ["LR"]])
    rule = Rule.of(
        {
            "name": "figures",
            "left": {"pieces": left},
            "right": {"pieces": right},
            "rules": {"forbid_adjacent": forbid},
        }
    )
    moves = [("L", cells) for cells in set().union(*(lie(one, edges, size) for one in left))]
    moves += [("R", cells) for cells in set().union(*(lie(one, edges, size) for one in right))]
    touching = {frozenset(edge) for edge in edges}

    def together(one, other):
        if set(one[1]) & set(other[1]):
            return False
        kind = "same" if one[0] == other[0] else "LR"
        near = any(frozenset((a, b)) in touching for a in one[1] for b in other[1])
        return not (near and kind in forbid)

    positions = [()]
    for move in moves:
        positions += [(*each, move) for each in positions if all(together(move, one) for one in each)]
    assert gfkit.count(rule, board).count == len(positions)
    ends = [
        each
        for each in positions
        if not any(all(together(m, o) for o in each) for m in moves if m not in each)
    ]
    assert gfkit.count(rule, board, "maximal").count == len(ends)


@pytest.mark.parametrize("board", ["2x3", "cycle:5", "prism:3", "complete:4", "path:1"])
def test_a_path_of_two_is_arc_kayles(board):
    rule = Rule.of({"name": "edges", "both": {"pieces": ["path:2"]}})
    assert gfkit.nim(rule, board).values == gfkit.nim("arc-kayles", board).values
    assert gfkit.count(rule, board).count == gfkit.count("arc-kayles", board).count


def test_a_path_of_three_on_paths_is_a_heap_game():
    """Three in a row are taken away, and what is left falls in two heaps: the octal game 0.007."""
    rule = Rule.of({"name": "three", "both": {"pieces": ["path:3"]}})
    heaps = gfkit.nim("octal:0.007", to=14).values
    assert [gfkit.nim(rule, f"path:{n}").values[0] for n in range(3, 15)] == list(heaps[3:])


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        (["path:9"], "at most 8"),
        (["path:n"], "one board is needed"),
        (["wheel:5"], "neither a drawing"),
        (["path:3", "path:3"], "is there twice"),
    ],
)
def test_what_is_no_piece(pieces, said):
    with pytest.raises(RuleError, match=said):
        Rule.of({"name": "x", "both": {"pieces": pieces}})


def test_what_is_not_asked():
    told = {"name": "x", "both": {"pieces": ["path:3"]}}
    with pytest.raises(MismatchError, match="single cells; count single boards"):
        gfkit.derive(Rule.of(told), "path:n")
    with pytest.raises(RuleError, match="do not go together"):
        Rule.of({**told, "rules": {"liberties": True}})
