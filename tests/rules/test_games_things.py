"""Named structures: each compared with its definition, listed on small graphs without rules.

Definitions are in ``listed`` and here; tilings, queens and matrices are compared with printed numbers,
families of graphs with entries of the OEIS, in ``data/graphs.toml``.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, permutations, product
from pathlib import Path

import networkx as nx
import pytest
from choice import sample
from refusals import refused
from tables import tables

from gfkit import count, derive, optimum
from gfkit.core.boards import parse_board
from gfkit.core.boards.named import graph_words
from gfkit.core.errors import GfkitError
from gfkit.core.rules import NAMED, find_rule
from gfkit.core.rules.kinds.cover.rule import polyominoes

TESTS = Path(__file__).resolve().parents[1]
ENTRIES = tables("graphs")
REFUSED = tables("refused_boards")
BOARDS = ["path:1", "path:6", "cycle:3", "cycle:6", "complete:4", "2x3", "..#/...", "#.#/.../#.#", "wheel:5"]


def test_clumsy_packings() -> None:
    """Compare with lists of the sets of copies to which no copy can be added."""
    shapes = {"domino": "XX", "XXX/X..": "XXX/X..", "L-tromino": "XX/X.", "X": "X", "X.X": "X.X"}
    for (shape, drawn), (rows, cols) in product(shapes.items(), [(1, 1), (1, 4), (2, 3), (3, 3)]):
        lines = enumerate(drawn.split("/"))
        cells = [(r, c) for r, line in lines for c, mark in enumerate(line) if mark == "X"]
        turned = [[(s * r, c) for r, c in cells] for s in (1, -1)]
        for _ in range(3):
            turned += [[(c, -r) for r, c in one] for one in turned]
        grid, steps = set(product(range(rows), range(cols))), range(-3, 8)
        moved = {frozenset((r + i, c + j) for r, c in one) for one in turned for i in steps for j in steps}
        copies, found = [one for one in moved if one <= grid], Counter[int]()
        for k in range(len(grid) // len(cells) + 1):
            for packing in combinations(copies, k):
                free = grid.difference(*packing)
                disjoint = len(free) == len(grid) - k * len(cells)
                found[k] += disjoint and not any(one <= free for one in copies)
        counted = count(f"clumsy-packings:{shape}", f"{rows}x{cols}", weights="pieces").polynomial
        wanted = {(k,): times for k, times in found.items() if times}
        assert dict(counted.terms) == wanted, (shape, rows, cols)


def test_matrices_and_tilings() -> None:
    """1, 2, 7, 42, 429: the product of (3k+1)!/(n+k)! (Zeilberger, Kuperberg)."""
    found = [int(count("alternating-sign-matrices", f"{n}x{n}")) for n in range(1, 6)]
    assert found == [1, 2, 7, 42, 429]
    signs = count("alternating-sign-matrices", "3x3", weights="pieces")
    assert dict(signs.polynomial.terms) == {(0,): len(list(permutations(range(3)))), (1,): 1}
    assert dict(count("queens", "8x8", weights="pieces").polynomial.terms)[(8,)] == 92  # Gauss and Nauck
    # The 2 x 3 board has three tilings: all vertical, or one vertical and two horizontal.
    assert dict(count("domino-tilings", "2x3", weights="players").polynomial.terms) == {(0, 3): 1, (2, 1): 2}
    # 1, 1, 2, 5, 12, 35 free ones (A000105), and 1, 2, 6, 19, 63, 216 fixed ones (A001168).
    assert [len(polyominoes(size)) for size in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    rules = [find_rule(f"polyomino-tilings:{size}") for size in range(1, 7)]
    assert [sum(len(rule.lies(piece)) for piece in rule.pieces) for rule in rules] == [1, 2, 6, 19, 63, 216]


@pytest.mark.parametrize(
    ("text", "k"), sample(["wheel:n", "friendship:n", "king:2xn"], [1, 3, 4], quick=0, seconds=2)
)
def test_cliques(text: str, k: int) -> None:
    """Compare with networkx; numbers of cliques on the whole board are also counted with hubs."""
    boards, laws = parse_board(text), [derive(f"{name}:{k}", text) for name in ("cliques", "maximal-cliques")]
    for n in range(boards.first_n, boards.first_n + 5):
        graph = nx.empty_graph(boards.at(n).size)
        graph.add_edges_from(boards.at(n).edges)
        every = nx.enumerate_all_cliques(graph), nx.find_cliques(graph)
        assert [law[n] for law in laws] == [sum(len(one) == k for one in some) for some in every]


TILINGS = {
    "polyomino-tilings:4": ("4xn", [1, 1, 4, 23, 117, 454, 2003, 9157]),  # A174248
    "trimer-tilings": ("6xn", [1, 1, 1, 6, 13, 22, 64, 155, 321, 783]),  # A236577
    "l-tromino-tilings": ("5x3n", [1, 0, 72, 384, 8544]),  # A084478
}


@pytest.mark.parametrize("name", sample(TILINGS, quick=0, seconds=3, found=[("trimer-tilings",)]))
def test_tilings_in_print(name: str) -> None:
    family, terms = TILINGS[name]
    assert derive(name, family).terms(len(terms)) == terms


@pytest.mark.slow(16)
def test_entries() -> None:
    for number in ENTRIES:
        entry = ENTRIES[number]
        counted, family, first, terms = (entry[key] for key in ("counted", "family", "first_n", "terms"))
        if counted[0] in "-+":
            found = optimum(counted[1:], family)
            law = (found.minimum if counted[0] == "-" else found.maximum).counts
        else:
            law = derive(counted, family)
            assert law.evidence.status == "proved"
        assert [int(law[n]) for n in range(first, first + len(terms))] == terms, number


def test_names_are_rejected_or_drawn() -> None:
    for name, *facts in REFUSED["rules"]:
        with refused(GfkitError, *facts, about=name):
            find_rule(name)
    # All names of rules and all names of families are in the gallery pages.
    pages = [(TESTS.parent / "docs" / name).read_text("utf-8") for name in ("count.md", "families.md")]
    gallery = "".join(re.findall(r"```\{gallery\}\n(.*?)```", pages[0], re.S))
    named = set(re.findall(r"^([a-z0-9-]+)(?::\d+)?(?: \S+)?$", gallery, re.M))
    drawn_ = set(
        re.findall(r'"([a-z0-9-]+)(?::[0-9x]+)?"', " ".join(re.findall(r"^drawn\(.*\)$", pages[1], re.M)))
    )
    alike = {"domineering-maximal-tiles", "domineering-right-end-tiles"}  # as domineering-tiles
    counted = {name for name in NAMED if ":" not in name and find_rule(name).avoided}  # not drawn
    assert {name.removesuffix(":k") for name in NAMED} - named == alike | counted
    lattices = [word.removesuffix(how) for word in graph_words() for how in ("-cylinder", "-torus")]
    assert {word for word in graph_words() if word.rpartition("-")[0] not in lattices} <= drawn_
