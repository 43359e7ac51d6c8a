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
import numpy as np
import pytest
from choice import sample
from listed import EDGES, VERTICES, Listed, bits, sizes, subsets, vertex_sets
from refusals import refused
from tables import tables

from gfkit import count, derive, optimum
from gfkit.boards import parse_board, parse_one_board
from gfkit.boards.named import graph_words
from gfkit.errors import GfkitError
from gfkit.rules import NAMED, find_rule
from gfkit.rules.kinds.cover.rule import polyominoes

TESTS = Path(__file__).resolve().parents[1]
ENTRIES = tables("graphs")
REFUSED = tables("refused_boards")
BOARDS = ["path:1", "path:6", "cycle:3", "cycle:6", "complete:4", "2x3", "..#/...", "#.#/.../#.#", "wheel:5"]


def test_labels_of_vertices() -> None:
    for text in BOARDS:
        board = parse_one_board(text)
        asked = [(f"colourings:{k}", k, {(colour, colour) for colour in range(k)}) for k in (1, 2, 3)]
        for name, colours, apart in (*asked, ("widom-rowlinson", 3, {(1, 2), (2, 1)})):
            listed = product(range(colours), repeat=board.size)
            proper = sum(not any((one[a], one[b]) in apart for a, b in board.edges) for one in listed)
            assert int(count(name, text)) == proper, (name, text)


ATTACKS = {
    "kings": lambda r, c: max(abs(r), abs(c)) == 1,
    "knights": lambda r, c: {abs(r), abs(c)} == {1, 2},
    "queens": lambda r, c: not r or not c or abs(r) == abs(c),
    "rooks": lambda r, c: not r or not c,
    "bishops": lambda r, c: abs(r) == abs(c),
    "hard-hexagons": lambda r, c: (r, c) in {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)},
}


def test_pieces_that_do_not_attack_each_other() -> None:
    """And 92 ways to place eight queens; Gauss and Nauck."""
    for (name, attacks), (rows, cols) in product(ATTACKS.items(), [(1, 1), (1, 5), (2, 3), (3, 3), (4, 3)]):
        spots = list(product(range(rows), range(cols)))
        joined = [
            (a, b)
            for a, b in combinations(range(len(spots)), 2)
            if attacks(spots[b][0] - spots[a][0], spots[b][1] - spots[a][1])
        ]
        truth = sum(sizes("independent-sets", len(spots), joined).values())
        assert int(count(name, f"{rows}x{cols}")) == truth, (name, rows, cols)
        if name not in ("queens", "rooks", "bishops"):
            maximal = sizes("maximal-independent-sets", len(spots), joined)
            found = count(name, f"{rows}x{cols}", positions="maximal", weights="pieces").polynomial
            assert {powers[0]: value for powers, value in found.terms} == maximal, (name, rows, cols)
    assert dict(count("queens", "8x8", weights="pieces").polynomial.terms)[(8,)] == 92
    assert count("irredundant-sets", "3x3", positions="maximal").count == 32  # listed by test_agree


def test_roman_domination() -> None:
    """Compare with lists of all functions."""
    for text in ("path:4", "1x1", "2x3", "wheel:5", "3x3", "#.#/..."):
        board, found = parse_one_board(text), Counter[int]()
        near = [[b for edge in board.edges for b in edge if v in edge and b != v] for v in range(board.size)]
        for f in product((0, 1, 2), repeat=board.size):
            found[sum(f)] += all(f[v] or any(f[w] == 2 for w in near[v]) for v in range(board.size))
        counted = count("roman-dominating-functions", text, weights="pieces").polynomial
        assert dict(counted.terms) == {(k,): times for k, times in found.items() if times}, text


NUMBERS = {
    "domination number": (min, VERTICES["dominating-sets"]), "paired domination number": (min, Listed.paired),
    "total domination number": (min, VERTICES["total-dominating-sets"]),
    "connected domination number": (min, lambda g: vertex_sets(g)["connected-dominating-sets"]),
    "independent domination number": (min, VERTICES["maximal-independent-sets"]),
    "perfect domination number": (min, VERTICES["perfect-dominating-sets"]),
    "efficient domination number": (min, VERTICES["perfect-codes"]),
    "2-domination number": (min, VERTICES["dominating-sets:2"]), "matching number": (max, EDGES["matchings"]),
    "3-domination number": (min, VERTICES["dominating-sets:3"]),
    "distance-2 domination number": (min, VERTICES["distance-dominating-sets:2"]),
    "edge domination number": (min, EDGES["edge-dominating-sets"]),
    "upper domination number": (max, VERTICES["minimal-dominating-sets"]),
    "upper irredundance number": (max, VERTICES["irredundant-sets"]),
    "irredundance number": (min, VERTICES["maximal-irredundant-sets"]),
    "independence number": (max, VERTICES["independent-sets"]),
    "induced matching number": (max, EDGES["induced-matchings"]),
    "covering number": (min, VERTICES["vertex-covers"]), "edge cover number": (min, EDGES["edge-covers"]),
    "longest induced path": (max, lambda g: vertex_sets(g)["induced-paths"]),
}  # fmt: skip


@pytest.mark.parametrize("some", [slice(2, 9), pytest.param(slice(1, 209), marks=pytest.mark.slow(3))])
@pytest.mark.filterwarnings("ignore::gfkit.errors.ReadingNote")
@pytest.mark.parametrize("number", NUMBERS)
def test_optimal_numbers_of_all_graphs_with_six_vertices(number: str, some: slice) -> None:
    """Compare with lists of all sets of vertices, or of edges, of the graphs with at most six vertices."""
    side, sets = NUMBERS[number]
    for graph in nx.graph_atlas_g()[some]:
        listed = Listed(len(graph), [*graph.edges])
        found, own = sets(listed), getattr(optimum(number, graph), ("maximum", "minimum")[side is min])
        by_size = np.bincount(bits(subsets(len(found).bit_length() - 1))[found]).tolist()
        ends = [(k * (1 + ("paired" in number)), times) for k, times in enumerate(by_size) if times]
        assert own == (side(ends) if ends else None), (number, graph.edges)


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
    # The 2 x 3 board has three tilings: all vertical, or one vertical and two horizontal.
    assert dict(count("domino-tilings", "2x3", weights="players").polynomial.terms) == {(0, 3): 1, (2, 1): 2}
    # 1, 1, 2, 5, 12, 35 free ones (A000105), and 1, 2, 6, 19, 63, 216 fixed ones (A001168).
    assert [len(polyominoes(size)) for size in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    rules = [find_rule(f"polyomino-tilings:{size}") for size in range(1, 7)]
    assert [sum(len(rule.lies(piece)) for piece in rule.pieces) for rule in rules] == [1, 2, 6, 19, 63, 216]


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), pytest.param(3, 4, marks=pytest.mark.slow(0.6))])
def test_still_lifes(rows: int, cols: int) -> None:
    spots = list(product(range(-1, rows + 1), range(-1, cols + 1)))
    around = set(product((-1, 0, 1), repeat=2)) - {(0, 0)}

    def stays(alive: set[tuple[int, int]]) -> bool:
        near = (((r, c) in alive, sum((r + i, c + j) in alive for i, j in around)) for r, c in spots)
        return all(lives == (number == 3 or (lives and number == 2)) for lives, number in near)

    inside = list(product(range(rows), range(cols)))
    every = (set(some) for size in range(len(inside) + 1) for some in combinations(inside, size))
    assert int(count("still-lifes", f"{rows}x{cols}")) == sum(map(stays, every))


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
