"""Faces as pieces: Clar covers and sextet patterns, compared with printed polynomials and a recursion."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import comb
from random import Random

import networkx as nx
import pytest
from agreement import agree, refused

import gfkit
from gfkit import Rule, count, derive
from gfkit.errors import LimitError, MismatchError, RuleError
from gfkit.proofs.verified import VerifiedAnswer, accepted_claim


def coefficients(polynomial) -> list[int]:
    """Return the coefficients of a polynomial in x."""
    terms = {powers[0] if powers else 0: value for powers, value in polynomial.terms}
    return [terms.get(k, 0) for k in range(max(terms, default=0) + 1)]


def in_sextets(values: list[int]) -> list[int]:
    """Return the coefficients of x^k for given coefficients of (1 + x)^k."""
    return [sum(comb(k, j) * v for k, v in enumerate(values)) for j in range(len(values))]


def zhang_zhang(graph: nx.Graph, sizes: tuple[int, ...] = (6,)) -> Counter[int]:
    """Return the Clar covers by number of faces: an edge or a face covers the first vertex."""
    induced = [
        frozenset(cycle)
        for cycle in nx.simple_cycles(graph, length_bound=max(sizes))
        if len(cycle) in sizes and graph.subgraph(cycle).number_of_edges() == len(cycle)
    ]

    def covers(free: frozenset[int]) -> Counter[int]:
        if not free:
            return Counter({0: 1})
        first, found = min(free), Counter()
        pieces = [(frozenset({first, other}), 0) for other in graph[first]]
        pieces += [(cells, 1) for cells in induced if first in cells]
        for cells, faces in pieces:
            if cells <= free:
                found.update({k + faces: v for k, v in covers(free - cells).items()})
        return found

    return covers(frozenset(graph))


def buckyball() -> nx.Graph:
    """Return the truncated icosahedron, whose vertices are the arcs of the icosahedron."""
    solid, graph = nx.icosahedral_graph(), nx.Graph()
    for u in solid:
        graph.add_edges_from(((u, v), (v, u)) for v in solid[u])
        graph.add_edges_from(((u, v), (u, w)) for v in solid[u] for w in nx.common_neighbors(solid, u, v))
    return nx.convert_node_labels_to_integers(graph)


def test_buckminsterfullerene():
    """Zhang, Ye and Liu (2010), and the sextet polynomial of El-Basil (2000)."""
    printed = [12500, 41580, 67650, 66900, 42000, 16352, 3620, 360, 5]
    sextets = [1, 20, 160, 660, 1510, 1912, 1240, 320, 5]
    assert coefficients(count("clar-covers", buckyball(), weights="pieces").polynomial) == printed
    assert coefficients(count("sextet-patterns", buckyball(), weights="pieces").polynomial) == sextets
    assert gfkit.optimum("Clar number", buckyball()).largest == (8, 5)


FLAKES = {
    3: [[1, 9, 9, 1], [1, 18, 63, 68, 23, 2], [1, 27, 162, 350, 310, 114, 15, 1]],
    4: [[35, 60, 30, 4], [490, 1470, 1695, 940, 255, 30, 1]],
}


@pytest.mark.parametrize("b", FLAKES)
def test_hexagonal_flakes(b):
    """A338217, whose polynomials are in powers of 1 + x, and A338244."""
    for n, row in enumerate(FLAKES[b], 1):
        polynomial = count("clar-covers", f"hexagon:3x{b}x{n}", weights="pieces").polynomial
        assert coefficients(polynomial) == (in_sextets(row) if b == 3 else row)


def test_parallelograms_and_their_certificates(tmp_path):
    """Zhang and Zhang (1996): the sum of C(m, k) C(n, k) (1 + x)^k, on m x n hexagons."""
    for m in (1, 2):
        law = derive("clar-covers", f"hex:{m}xn", weights="pieces", certify=True)
        for n in range(1, 6):
            expected = in_sextets([comb(m, k) * comb(n, k) for k in range(min(m, n) + 1)])
            assert coefficients(law[n]) == expected
        gfkit.save_derived(law, file := tmp_path / f"{m}.json")
        assert gfkit.certify_file(file).ok


def polyhex(rng: Random, hexagons: int) -> nx.Graph:
    """Return a random benzenoid; vertices (i, j, 0) and (i, j, 1) of the honeycomb are adjacent."""
    chosen = [(0, 0)]
    while len(chosen) < hexagons:
        i, j = rng.choice(chosen)
        down, right = rng.choice([(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)])
        chosen += [(i + down, j + right)] * ((i + down, j + right) not in chosen)
    graph = nx.Graph()
    for i, j in chosen:
        upper = [(i, j, 0), (i, j, 1), (i, j + 1, 0)]
        nx.add_cycle(graph, [*upper, (i - 1, j + 1, 1), (i - 1, j + 1, 0), (i - 1, j, 1)])
    return nx.convert_node_labels_to_integers(graph)


@pytest.mark.parametrize("seed", range(4))
def test_random_benzenoids(seed):
    rng = Random(seed)
    for hexagons in (1, 2, 4, 7):
        graph = polyhex(rng, hexagons)
        expected = zhang_zhang(graph)
        polynomial = count("clar-covers", graph, weights="pieces").polynomial
        assert Counter(dict(enumerate(coefficients(polynomial)))) == expected, (seed, hexagons)


@pytest.mark.parametrize("seed", range(6))
def test_random_graphs_have_faces_or_are_refused(seed):
    """An edge on three cycles without chords of at most six vertices is refused."""
    rng = Random(seed)
    for _ in range(8):
        graph = nx.gnm_random_graph(rng.choice((0, 1, 4, 6, 8)), rng.randrange(13), seed=rng.randrange(10**6))
        sizes = tuple(sorted(rng.sample(range(3, 7), rng.choice((1, 2)))))
        rule = Rule.cover("XX", turned=True, faces=[*sizes], weight={str(k): "x" for k in sizes})
        short = [c for c in nx.simple_cycles(graph, max(sizes)) if graph.subgraph(c).size() == len(c)]
        sides = Counter(frozenset(e) for c in short for e in graph.subgraph(c).edges)
        for count_all in (count, gfkit.brute_force):
            way = partial(count_all, rule, graph, weights="pieces")
            if max(sides.values(), default=0) > 2:
                refused(MismatchError, way, match="three cycles")
            else:
                expected = zhang_zhang(graph, sizes)
                assert Counter(dict(enumerate(coefficients(way().polynomial)))) == +expected, (seed, sizes)


def test_faces_of_squares_and_solids():
    """Faces of squares are squares, on cylinders too; a cube has six faces, and two ways to cover it by two."""
    squares = [Rule.cover("XX", "X/X", faces=4), Rule.cover("XX", "X/X", "XX/XX")]
    for board in ("4x5", "cylinder:4x3", "torus:4x4", ".#../..../#..."):
        assert len({int(count(rule, board)) for rule in squares}) == 1
    assert int(count(Rule.cover(faces=4), "prism:4")) == 3
    assert int(count(Rule.cover(faces=3), "multipartite:2x2x2")) == 4
    agree(Rule.cover("X", faces=[3, 4], weight={"3": "x", "4": "y"}), "prism:3")


@pytest.mark.parametrize(
    "cells", ["faces = 2", "faces = [6, 13]", "faces = 4\ntatami = true", 'forgotten = ["X"]']
)
def test_wrong_faces_are_refused(cells):
    refused(RuleError, lambda: Rule.of(f'[cover]\npieces = ["XX"]\n{cells}'))


def test_the_verified_program_stops():
    certificate = {"rule": {"kind": "cover", "colours": [{"weight": [1, 0], "face": 6}]}}
    refused(LimitError, lambda: accepted_claim(VerifiedAnswer(2, "not read"), certificate), match="faces")
