"""What people count, by name: each beside its definition, listed on small graphs by code without rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from listed import EDGES, VERTICES, hanging, sizes

from gfkit import count, derive
from gfkit.boards import parse_board, parse_one_board
from gfkit.boards.named import graph_words
from gfkit.errors import GfkitError, MismatchError
from gfkit.games import NAMED, THINGS, Rule, find_rule
from gfkit.games.cover import polyominoes

Graph = list[set[int]]
GRAPHS = [
    *(f"path:{n}" for n in range(1, 7)),
    *(f"cycle:{n}" for n in range(3, 8)),
    *("complete:4", "2x3", "3x3", "1x1", "cylinder:4x2", "torus:3x3", "..#/...", "#.#/.../#.#"),
]


def graph_of(board: str) -> Graph:
    found = parse_one_board(board)
    near: Graph = [set() for _ in range(found.size)]
    for one, other in found.edges:
        near[one].add(other)
        near[other].add(one)
    return near


def subsets(graph: Graph) -> list[set[int]]:
    everything = range(len(graph))
    return [set(some) for size in range(len(graph) + 1) for some in combinations(everything, size)]


def independent(some: set[int], graph: Graph) -> bool:
    return not any(graph[v] & some for v in some)


def covers(some: set[int], graph: Graph) -> bool:
    return all(v in some or w in some for v in range(len(graph)) for w in graph[v])


def dominates(some: set[int], graph: Graph) -> bool:
    return all(v in some or graph[v] & some for v in range(len(graph)))


def totally(some: set[int], graph: Graph) -> bool:
    return all(near & some for near in graph)


def minimal(holds: Callable[[set[int], Graph], bool]) -> Callable[[set[int], Graph], bool]:
    return lambda some, graph: holds(some, graph) and not any(holds(some - {v}, graph) for v in some)


def maximal(holds: Callable[[set[int], Graph], bool]) -> Callable[[set[int], Graph], bool]:
    return lambda some, graph: (
        holds(some, graph) and not any(holds(some | {v}, graph) for v in range(len(graph)) if v not in some)
    )


def closed(v: int, graph: Graph) -> set[int]:
    return graph[v] | {v}


SETS: dict[str, Callable[[set[int], Graph], bool]] = {
    "independent-sets": independent,
    "maximal-independent-sets": maximal(independent),
    "vertex-covers": covers,
    "minimal-vertex-covers": minimal(covers),
    "dominating-sets": dominates,
    "minimal-dominating-sets": minimal(dominates),
    "minimal-total-dominating-sets": minimal(totally),
    "irredundant-sets": lambda some, graph: all(
        closed(v, graph) - set().union(*(closed(w, graph) for w in some - {v})) for v in some
    ),
    "total-dominating-sets": totally,
    "perfect-dominating-sets": lambda some, graph: all(
        v in some or len(graph[v] & some) == 1 for v in range(len(graph))
    ),
    "perfect-codes": lambda some, graph: all(len(closed(v, graph) & some) == 1 for v in range(len(graph))),
    "unfriendly-partitions": lambda some, graph: all(
        len(near & some) * 2 >= len(near) if v not in some else len(near - some) * 2 >= len(near)
        for v, near in enumerate(graph)
    ),
}


@pytest.mark.parametrize("board", GRAPHS)
@pytest.mark.parametrize("name", SETS)
def test_sets_of_vertices(name, board):
    graph = graph_of(board)
    sizes = [len(some) for some in subsets(graph) if SETS[name](some, graph)]
    found = count(name, board, weights="pieces")
    assert int(found) == len(sizes)
    if name != "unfriendly-partitions":  # whose parts are alike
        assert {powers[0]: value for powers, value in found.polynomial.terms} == {
            size: sizes.count(size) for size in sizes
        }


@pytest.mark.parametrize("board", GRAPHS)
def test_labels_of_vertices(board):
    graph = graph_of(board)
    for colours in (1, 2, 3):
        proper = [
            labels
            for labels in product(range(colours), repeat=len(graph))
            if not any(labels[v] == labels[w] for v, near in enumerate(graph) for w in near)
        ]
        assert int(count(f"colourings:{colours}", board)) == len(proper)
    apart = [
        labels
        for labels in product(range(3), repeat=len(graph))
        if not any({labels[v], labels[w]} == {1, 2} for v, near in enumerate(graph) for w in near)
    ]
    assert int(count("widom-rowlinson", board)) == len(apart)


@pytest.mark.parametrize("board", GRAPHS)
def test_sets_of_edges(board):
    graph = graph_of(board)
    edges = [{v, w} for v, near in enumerate(graph) for w in near if v < w]
    most = min(len(graph) // 2, len(edges))
    apart = [
        some
        for size in range(most + 1)
        for some in combinations(edges, size)
        if len(set().union(*some)) == 2 * size
    ]
    assert int(count("matchings", board)) == len(apart)
    assert int(count("perfect-matchings", board)) == sum(2 * len(some) == len(graph) for some in apart)


ATTACKS = {
    "kings": lambda r, c: max(abs(r), abs(c)) == 1,
    "knights": lambda r, c: {abs(r), abs(c)} == {1, 2},
    "queens": lambda r, c: not r or not c or abs(r) == abs(c),
    "rooks": lambda r, c: not r or not c,
    "bishops": lambda r, c: abs(r) == abs(c),
    "hard-hexagons": lambda r, c: (r, c) in {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)},
}


@pytest.mark.parametrize("board", ["1x1", "1x5", "2x3", "3x3", "4x3", "3x4"])
@pytest.mark.parametrize("name", ATTACKS)
def test_pieces_that_do_not_attack_each_other(name, board):
    rows, cols = map(int, board.split("x"))
    spots = list(product(range(rows), range(cols)))
    attacked = [
        {k for k, (r, c) in enumerate(spots) if (r, c) != at and ATTACKS[name](r - at[0], c - at[1])}
        for at in spots
    ]
    assert int(count(name, board)) == sum(independent(some, attacked) for some in subsets(attacked))


def test_queens_on_eight_rows():
    """92 ways to place eight queens; Gauss and Nauck."""
    assert dict(count("queens", "8x8", weights="pieces").polynomial.terms)[(8,)] == 92


def test_alternating_sign_matrices():
    """1, 2, 7, 42, 429, 7436: the product of (3k+1)!/(n+k)! (Zeilberger, Kuperberg)."""
    found = [int(count("alternating-sign-matrices", f"{n}x{n}")) for n in range(1, 7)]
    assert found == [1, 2, 7, 42, 429, 7436]
    signs = count("alternating-sign-matrices", "3x3", weights="pieces")
    assert dict(signs.polynomial.terms) == {(0,): len(list(permutations(range(3)))), (1,): 1}


@pytest.mark.parametrize("board", ["1x4", "2x3", "3x3", "3x4"])
def test_still_lifes(board):
    rows, cols = map(int, board.split("x"))
    spots = list(product(range(-1, rows + 1), range(-1, cols + 1)))

    def stays(alive: set[tuple[int, int]]) -> bool:
        for r, c in spots:
            near = sum((r + i, c + j) in alive for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
            if (near in (2, 3) if (r, c) in alive else near == 3) != ((r, c) in alive):
                return False
        return True

    inside = list(product(range(rows), range(cols)))
    every = (set(some) for size in range(len(inside) + 1) for some in combinations(inside, size))
    assert int(count("still-lifes", board)) == sum(map(stays, every))


def test_domino_tilings_by_direction():
    """The 2 x 3 board has three tilings: all upright, or one upright and two lying."""
    assert dict(count("domino-tilings", "2x3", weights="players").polynomial.terms) == {(0, 3): 1, (2, 1): 2}


@pytest.mark.parametrize("name", [name.replace(":k", ":3") for name in THINGS])
def test_every_name_is_a_rule_with_a_law(name):
    rule = find_rule(name)
    assert rule.about
    assert derive(rule, "2xn").evidence.status.value == "proved"
    if name in SETS:
        assert derive(rule, "cycle:n").evidence.status.value == "proved"


WIDE_SETS = {
    ("minimal-dominating-sets", "moebius:n"),
    ("minimal-total-dominating-sets", "moebius:n"),
    ("minimal-total-dominating-sets", "book:n"),
    ("minimal-total-dominating-sets", "dipyramid:n"),
    ("minimal-total-dominating-sets", "wheel:n"),
    ("minimal-total-dominating-sets", "helm:n"),
}
"""Seconds each."""
SHARED = [
    pytest.param(name, text, marks=[pytest.mark.slow] if (name, text) in WIDE_SETS else [])
    for name in SETS
    for text in ("wheel:n", "book:n", "dipyramid:n", "helm:n", "moebius:n", "king:2xn")
]


@pytest.mark.parametrize(("name", "text"), SHARED)
def test_sets_of_vertices_where_slices_share_some(name, text):
    if name == "unfriendly-partitions" and text not in ("moebius:n", "king:2xn"):
        with pytest.raises(MismatchError, match="touches all slices"):
            derive(name, text)
        return
    boards, law = parse_board(text), derive(name, text)
    for n in range(boards.first_n, boards.first_n + 5):
        if boards.at(n).size <= 9:
            graph = graph_of(boards.at(n).text)
            assert law[n] == sum(SETS[name](some, graph) for some in subsets(graph)), n


LISTED = """
ladder:n prism:n moebius:n antiprism:n crossed-prism:n wheel:n fan:n gear:n helm:n sunlet:n web:n pan:n comb:n
triangular-snake:n dipyramid:n double-cone:n trapezohedron:n book:n friendship:n flower:n alkane:n necklace:n
king:2xn triangular:3xn truncated-square:1xn brick-wall:2xn brick-wall:nx1 hex:2xn hex-cylinder:nx1
bipartite:2xn stacked-book:2xn theta:3xn theta:nx2 windmill:4xn cone:3xn tadpole:4xn lollipop:4xn K4xpath:n
C5xpath:n P3xcycle:n path-power-2:n petersen-2:n
"""
HEAVY = {"minimal-dominating-sets", "minimal-total-dominating-sets", "irredundant-sets"}
"""Seconds on families with hubs; on some they have a test of their own above."""


def compare_with_listing(name: str, text: str, most: int) -> None:
    """All sets of vertices, or of edges, of the first graphs, with at most so many."""
    boards = parse_board(text)
    if name == "unfriendly-partitions" and boards.slices and boards.slices.hubs.vertices:
        with pytest.raises(MismatchError, match="touches all slices"):
            derive(name, text)
        return
    law = derive(name, text)
    for n in range(boards.first_n, boards.first_n + 12):
        board = boards.at(n)
        if (board.size if name in VERTICES else len(board.edges)) > most:
            break
        assert law[n] == sum(sizes(name, board.size, board.edges).values()), (name, text, n)


@pytest.mark.parametrize("name", [name for name in (*VERTICES, *EDGES) if name not in HEAVY])
def test_laws_on_some_graphs_by_name_are_what_listing_gives(name: str) -> None:
    for text in Random(name).sample(LISTED.split(), 2):
        compare_with_listing(name, text, 13)


@pytest.mark.slow
@pytest.mark.parametrize("text", LISTED.split())
def test_laws_on_graphs_by_name_are_what_listing_gives(text: str) -> None:
    for name in (*VERTICES, *EDGES):
        compare_with_listing(name, text, 20)


FEW = ("wheel:n", "ladder:n", "moebius:n", "king:2xn")


@pytest.mark.parametrize(
    ("text", "most"),
    [
        *((text, 11) for text in FEW),
        *(pytest.param(text, 19, marks=pytest.mark.slow) for text in LISTED.split()),
    ],
)
def test_laws_of_what_hangs_together_are_what_listing_gives(text: str, most: int) -> None:
    """All sets of vertices, of edges, and all directions, on every graph of a family that is small enough."""
    boards, laws = parse_board(text), {}
    hubs = boards.slices is not None and boards.slices.hubs.vertices
    compared = 0
    for n in range(max(boards.first_n, 1), boards.first_n + 12):
        board = boards.at(n)
        if board.size > most and len(board.edges) > most:
            break
        for name, number in hanging(board.size, board.edges, most).items():
            if hubs and name in ("eulerian-orientations", "eight-vertex"):
                continue  # directions of ever more edges
            if name not in laws:
                laws[name] = derive(name, text)
            assert laws[name][n] == number, (name, board.text)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("text", ["wheel:n", "friendship:n", "king:2xn"])
def test_cliques(text: str) -> None:
    """networkx lists them; what occurs so often on the whole board is counted beside hubs too."""
    boards = parse_board(text)
    for k in (1, 3, 4):
        laws = derive(f"cliques:{k}", text), derive(f"maximal-cliques:{k}", text)
        for n in range(boards.first_n, boards.first_n + 5):
            graph = nx.empty_graph(boards.at(n).size)
            graph.add_edges_from(boards.at(n).edges)
            every = nx.enumerate_all_cliques(graph), nx.find_cliques(graph)
            assert [law[n] for law in laws] == [sum(len(one) == k for one in some) for some in every]


@pytest.mark.parametrize("board", ["wheel:5", "fan:3", "star:4", "gear:3", "bipartite:2x3"])
def test_what_occurs_so_often_beside_hubs(board: str) -> None:
    """Two ones that have a zero beside them; where the hub is read first, its value is known later on."""
    rule = Rule.array(
        colours=2, exactly=[{"neighbours": "rook", "when": "x == 1 and 0 in near", "number": [2]}]
    )
    graph = graph_of(board)
    every = (sum(bool(graph[v] - some) for v in some) == 2 for some in subsets(graph))
    assert int(count(rule, board)) == sum(every)


def test_eight_vertices() -> None:
    """Orientations with an even number coming in at every vertex: 2^(edges - vertices + 1), or none."""
    for board in ("torus:3x3", "torus:3x4", "2x2", "2x3", "prism:3", "cycle:5", "path:3"):
        found = parse_one_board(board)
        even = len(found.edges) % 2 == 0
        assert int(count("eight-vertex", board)) == (2 ** (len(found.edges) - found.size + 1) if even else 0)


TILINGS = {
    "polyomino-tilings:4": ("4xn", [1, 1, 4, 23, 117, 454, 2003, 9157]),  # A174248
    "trimer-tilings": ("6xn", [1, 1, 1, 6, 13, 22, 64, 155, 321, 783]),  # A236577
    "l-tromino-tilings": ("5x3n", [1, 0, 72, 384, 8544]),  # A084478
}


@pytest.mark.parametrize("name", TILINGS)
def test_tilings_in_print(name: str) -> None:
    family, terms = TILINGS[name]
    assert derive(name, family).terms(len(terms)) == terms


def test_polyominoes() -> None:
    """1, 1, 2, 5, 12, 35 free ones (A000105), and 1, 2, 6, 19, 63, 216 fixed ones (A001168)."""
    assert [len(polyominoes(size)) for size in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    rules = [find_rule(f"polyomino-tilings:{size}") for size in range(1, 7)]
    assert [sum(len(rule.lies(piece)) for piece in rule.pieces) for rule in rules] == [1, 2, 6, 19, 63, 216]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("efficient-dominating-sets", "perfect-codes"),
        ("tromino-tilings", "polyomino-tilings:3"),
        ("sandpiles", "burning"),
        ("six-vertex", "eulerian-orientations"),
        ("camels", "leaper-1-3"),
        ("colorings:3", "colourings:3"),
        ("cliques", "the number of vertices must follow the colon, as in cliques:3"),
        ("polyomino-tilings:7", "the number of cells must be from 1 to 6"),
        ("col:3", "unknown"),
    ],
)
def test_other_names_are_refused_with_what_there_is(name: str, says: str) -> None:
    with pytest.raises(GfkitError, match=says):
        find_rule(name)


@pytest.mark.parametrize(
    "name", ["colourings", "colourings:", "colourings:k", "colourings:0", "colourings:101"]
)
def test_numbers_that_are_missing_or_too_large(name):
    with pytest.raises(GfkitError, match="the number of colours must"):
        find_rule(name)


def test_pages_draw_every_name() -> None:
    """All names of rules, and all words of families, stand in the pages of pictures."""
    docs = Path(__file__).parent.parent.parent / "docs"
    pages = [(docs / name).read_text("utf-8") for name in ("things.md", "families.md")]
    named, drawn = (
        set(
            re.findall(
                r'"([a-z0-9-]+)(?::[0-9x]+)?"', " ".join(re.findall(r"^(?:things|drawn)\(.*\)$", page, re.M))
            )
        )
        for page in pages
    )
    alike = {"domineering-maximal-tiles", "domineering-right-end-tiles"}  # as domineering-tiles
    assert {name.removesuffix(":k") for name in NAMED} - named == alike
    lattices = [word.removesuffix(how) for word in graph_words() for how in ("-cylinder", "-torus")]
    assert {word for word in graph_words() if word.rpartition("-")[0] not in lattices} <= drawn
