"""Sentences about structures on graphs, compared with counts by definition, and graphs in words.

The counts and the graphs are those of the definitions in ``listed`` and ``families_by_definition``, without
gfkit, which only judges.
"""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import count as every_n, product

import networkx as nx
import pytest
from choice import then_slow
from differential.families_by_definition import (
    Graph,
    circulant,
    complete,
    cycle,
    empty,
    glued,
    join,
    joined,
    multipartite,
    path,
    pendant,
    star,
    strong,
    times,
    wheel,
)
from listed import EDGES, MOST, VERTICES, hanging, sizes, spanning_trees
from tables import lines

from gfkit import verify
from gfkit.claims.reading.mentions import object_of
from gfkit.claims.reading.phrases import phrase_in
from gfkit.core.boards import parse_board
from gfkit.core.errors import GfkitError, UndecidedError

FAMILIES = {
    "path": path,
    "cycle": cycle,
    "complete": complete,
    "star": star,
    "wheel": wheel,
    "fan": lambda n: join(path(n), empty(1)),
    "2xn": lambda n: times(path(2), path(n)),
    "3xn": lambda n: times(path(3), path(n)),
    "4xn": lambda n: times(path(4), path(n)),
    "ladder": lambda n: times(path(2), path(n)),
    "prism": lambda n: times(cycle(n), path(2)),
    "moebius": lambda n: circulant(2 * n, 1, n),
    "antiprism": lambda n: circulant(2 * n, 1, 2),
    "comb": lambda n: pendant(path(n)),
    "sunlet": lambda n: pendant(cycle(n)),
    "gear": lambda n: joined(
        [*((k, (k + 1) % (2 * n)) for k in range(2 * n)), *(("hub", k) for k in range(0, 2 * n, 2))]
    ),
    "helm": lambda n: pendant(wheel(n + 1), [(0, k) for k in range(n)]),
    "friendship": lambda n: glued(n, complete(3), [0]),
    "bipartite": lambda n: multipartite(2, n),
}
OPTIMAL = {
    "domination-number": ("dominating-sets", min),
    "total-domination-number": ("total-dominating-sets", min),
    "independence-number": ("independent-sets", max),
    "vertex-cover-number": ("vertex-covers", min),
    "matching-number": ("matchings", max),
}
SAME = {"domino-tilings": "perfect-matchings"}
LISTED, COLOURED = 14, 80_000
"""Largest number of edges or vertices of sets that are listed, and of colourings."""


@cache
def number(structure: str, family: str, n: int) -> int | None:
    """Return the number of a structure on the n-th graph of a family, or None if it is too large."""
    name = re.sub(r":.*|^(\d)x.*", lambda found: f"{found[1]}xn" if found[1] else "", family)
    return on_graph(structure, strong(path(2), path(n)) if structure == "kings" else FAMILIES[name](n))


def on_graph(structure: str, graph: Graph) -> int | None:
    """Return the number of a structure on a graph."""
    places = {v: k for k, v in enumerate(graph.vertices)}
    size, edges = len(places), sorted(tuple(sorted(places[v] for v in edge)) for edge in graph.edges)
    name = {"kings": "independent-sets"}.get(structure, SAME.get(structure, structure))
    if name == "spanning-trees":
        return spanning_trees(size, edges)
    if name == "perfect-matchings":
        return partners(frozenset(range(size)), frozenset(edges))
    kind, _, colours = name.partition(":")
    if kind == "colourings":
        if int(colours) ** size > COLOURED:
            return None
        each = product(range(int(colours)), repeat=size)
        return sum(all(some[a] != some[b] for a, b in edges) for some in each)
    name, best = OPTIMAL.get(name, (name, None))
    listed = size if name in VERTICES else len(edges)
    if listed > min(MOST, LISTED):
        return None
    if name in VERTICES or name in EDGES:
        found = sizes(name, size, edges)
        return best(found) if best else sum(found.values())
    return hanging(size, edges, LISTED)[name]


@cache
def partners(left: frozenset[int], edges: frozenset[tuple[int, int]]) -> int:
    """Return the number of perfect matchings of some vertices; the first has a partner."""
    if not left:
        return 1
    first, *others = sorted(left)
    return sum(partners(left - {first, v}, edges) for v in others if (first, v) in edges)


def fibonacci(n: int) -> int:
    one, other = 0, 1
    for _ in range(n):
        one, other = other, one + other
    return one


def is_true(structure: str, family: str, first: int, check: str) -> bool:
    """Return the truth of an expression on all graphs whose numbers are listed, three at least."""

    def counted(n: int) -> int:
        found = number(structure, family, n)
        if found is None:
            raise OverflowError
        return found

    names = {
        "c": counted,
        "F": fibonacci,
        "L": lambda n: fibonacci(n - 1) + fibonacci(n + 1) if n else 2,
        "fac": math.factorial,
    }
    for n in every_n(first):
        try:
            if not eval(check, names | {"n": n}):
                return False
        except OverflowError:
            break
        if n > first + 8:
            break
    assert n > first + 2 or structure.startswith("colourings"), f"too few graphs: {structure} on {family}"
    return True


def chosen(text: str, side: int) -> str:
    """Return a text with one side of each choice {a|b}."""
    return re.sub(
        r"\{((?:[^{}|]|\{[^{}]*\})*)\|((?:[^{}|]|\{[^{}]*\})*)\}", lambda found: found[side + 1], text
    )


ROWS = [
    (line.startswith("? "), *(part.strip() for part in re.split(r" \| ", line.removeprefix("? "))))
    for line in lines("sentences")
]
PARTS = 6


def verdict(text: str, **about: str) -> str:
    """Return the verdict, or "refused"."""
    try:
        return str(verify(text, **about).verdict)
    except GfkitError:
        return "refused"


@pytest.mark.parametrize("part", then_slow(range(1), 7, *range(1, PARTS)))
def test_sentences(part):
    for is_open, structure, family, first, text, check in ROWS[part::PARTS]:
        for side in (0, 1):
            sentence = chosen(text, side)
            if side and sentence == chosen(text, 0):
                continue
            truth = is_true(structure, family, int(first), chosen(check, side))
            assert truth == (not side), f"{sentence}: the row is wrong"
            found = [verdict(sentence, game=structure, family=family), verdict(sentence)]
            allowed = {"proved", "consistent"} if truth else {"refuted", "later", "refused"}
            assert {*found} <= allowed | {"refused"}, f"{sentence}: {found}"
            assert is_open or side or found[0] != "refused", sentence


PHRASES = [
    ("the n-prism graph", 3, lambda n: times(cycle(n), path(2))),
    ("the prism graph on 2n vertices", 3, lambda n: times(cycle(n), path(2))),
    ("the prism graph C_n x K_2", 3, lambda n: times(cycle(n), path(2))),
    ("the circular ladder graph CL_n", 3, lambda n: times(cycle(n), path(2))),
    ("a 2 X n rectangle", 1, lambda n: times(path(2), path(n))),
    (r"a $3 \times n$ chessboard", 1, lambda n: times(path(3), path(n))),
    ("a rectangle of size 2 x (n+1)", 1, lambda n: times(path(2), path(n + 1))),
    ("the grid graph P_2 x P_{2n}", 1, lambda n: times(path(2), path(2 * n))),
    ("the $n$-ladder", 1, lambda n: times(path(2), path(n))),
    ("the ladder graph with n rungs", 1, lambda n: times(path(2), path(n))),
    ("the path on n vertices", 1, path),
    ("the n-vertex path", 1, path),
    ("the path of length n", 1, lambda n: path(n + 1)),
    ("the path with n edges", 1, lambda n: path(n + 1)),
    ("the path P_{n-1}", 2, lambda n: path(n - 1)),
    ("a cycle of length 2n", 2, lambda n: cycle(2 * n)),
    ("the cycle graph C_{2n+1}", 1, lambda n: cycle(2 * n + 1)),
    ("the wheel on n vertices", 4, wheel),
    ("the wheel graph with n spokes", 3, lambda n: wheel(n + 1)),
    ("the wheel W_n (with n+1 vertices)", 3, lambda n: wheel(n + 1)),
    ("the star K_{1,n}", 1, lambda n: star(n + 1)),
    ("the star on n vertices", 1, star),
    ("the star with n leaves", 1, lambda n: star(n + 1)),
    ("the fan on n+1 vertices", 1, lambda n: join(path(n), empty(1))),
    ("the complete graph K_{n+1}", 1, lambda n: complete(n + 1)),
    ("the complete bipartite graph K_{3,n}", 1, lambda n: multipartite(3, n)),
    ("the Möbius ladder with 2n vertices", 3, lambda n: circulant(2 * n, 1, n)),
    ("the friendship graph with 3n edges", 1, lambda n: glued(n, complete(3), [0])),
    ("the n-centipede graph", 1, lambda n: pendant(path(n))),
    ("the sunlet graph on 2n vertices", 3, lambda n: pendant(cycle(n))),
    ("the 2 X n king graph", 1, lambda n: strong(path(2), path(n))),
    ("the 3 x n torus grid graph", 3, lambda n: times(cycle(3), cycle(n))),
]


@pytest.mark.parametrize(("words", "first", "defined"), PHRASES, ids=[row[0] for row in PHRASES])
def test_graphs_in_words(words, first, defined):
    found = object_of([f"the number of independent sets of {words}"])
    assert found is not None, words
    boards = parse_board(found[1])
    for n in range(first, first + 4):
        own, board = nx.Graph(map(tuple, defined(n).edges)), boards.at(n)
        own.add_nodes_from(defined(n).vertices)
        other = nx.Graph(board.edges)
        other.add_nodes_from(range(board.size))
        assert nx.is_isomorphic(own, other), (words, n)


CONTRADICTIONS = [
    "the cycle P_n",
    "the n-cycle on n+1 vertices",
    "the prism with n vertices",
    "a 2 x n grid with n cells",
    "the path graph C_n x K_2",
    "the Möbius ladder C_n x K_2",
    "the n-prism graph with 2n+1 vertices",
]


@pytest.mark.parametrize("words", CONTRADICTIONS)
def test_contradictory_graphs(words):
    with pytest.raises(UndecidedError):
        phrase_in(f"sets of {words}")


NO_GRAPHS = [
    "the line graph of a graph",
    "the complement",
    "graphs with n vertices",
    "n vertices",
    "the dual",
]


@pytest.mark.parametrize("words", NO_GRAPHS)
def test_words_without_graphs(words):
    assert phrase_in(f"sets of {words}") is None


def test_numbering_of_other_authors():
    """The wheel W_n has n or n + 1 vertices. A formula that is true only in one of them is not refuted."""
    for text in (
        "The number of spanning trees of the wheel graph W_n is L_{2n} - 2.",
        "Let t_n be the number of spanning trees of the wheel W_n. Then t_n = L_{2n} - 2.",
    ):
        for about in ({}, {"game": "spanning-trees", "family": "wheel:n"}):
            assert verdict(text, **about) == "refused"
        assert verdict(text, game="spanning-trees", family="wheel:(n+1)") == "proved"
    assert on_graph("spanning-trees", wheel(4)) == 16  # = L_6 - 2, with three spokes and four vertices
