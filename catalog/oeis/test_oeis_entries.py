"""The right terms once more, by listings that know nothing of rules and boards.

Cubes of a box are covered piece by piece in three dimensions; paths are walked, edges and values are chosen.
"""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path

import networkx as nx

CUBE = [(0, 0, 0)]
DOMINO = [*CUBE, (1, 0, 0)]
TROMINO = [*DOMINO, (0, 1, 0)]
PLATE = [*TROMINO, (1, 1, 0)]


def turned(cubes):
    """A piece in all its positions, each from its first cube on."""
    for places, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        piece = [tuple(sign * cube[at] for sign, at in zip(signs, places, strict=True)) for cube in cubes]
        yield frozenset(tuple(a - b for a, b in zip(cube, min(piece), strict=True)) for cube in piece)


def covers(length: int, *pieces) -> int:
    """The number of tilings of a box of 2 x 2 x length cubes."""
    every = {position for piece in pieces for position in turned(piece)}

    @cache
    def number(free: frozenset) -> int:
        if not free:
            return 1
        first = min(free)
        placed = (frozenset(tuple(a + b for a, b in zip(first, c, strict=True)) for c in p) for p in every)
        return sum(number(free - cubes) for cubes in placed if cubes <= free)

    return number(frozenset(product(range(length), range(2), range(2))))


def hamiltonian_paths(graph: nx.Graph) -> int:
    def walks(at, seen: frozenset) -> int:
        if len(seen) == len(graph):
            return 1
        return sum(walks(after, seen | {after}) for after in graph[at] if after not in seen)

    return sum(walks(first, frozenset({first})) for first in graph) // 2


def edge_covers(graph: nx.Graph) -> int:
    return sum(edge_covers_by_size(graph))


def edge_covers_by_size(graph: nx.Graph) -> list[int]:
    edges = [*graph.edges]
    chosen = (combinations(edges, size) for size in range(len(edges) + 1))
    return [sum({end for edge in some for end in edge} == {*graph} for some in sets) for sets in chosen]


def minimum_edge_covers(graph: nx.Graph) -> int:
    return next(number for number in edge_covers_by_size(graph) if number)


def maximal_cliques_of_queens(side: int) -> int:
    pairs = combinations(product(range(side), repeat=2), 2)
    attacking = ((a, b) for a, b in pairs if 0 in (x := a[0] - b[0], y := a[1] - b[1]) or abs(x) == abs(y))
    return sum(1 for _ in nx.find_cliques(nx.Graph(attacking)))


def cycles_of_four(size: int) -> int:
    """In the graph of the sets of three out of so many: half of the pairs of common neighbours."""
    sets = [{*some} for some in combinations(range(size), 3)]
    common = (sum(len(a & c) == len(b & c) == 2 for c in sets) for a, b in combinations(sets, 2))
    return sum(number * (number - 1) // 2 for number in common) // 2


def one_cell_left(free: frozenset, left: int = 1) -> int:
    """The number of ways to cover all cells but one with dominoes."""
    if not free:
        return left == 0
    i, j = first = min(free)
    number = one_cell_left(free - {first}, 0) if left else 0
    return number + sum(
        one_cell_left(free - {first, end}, left) for end in ((i, j + 1), (i + 1, j)) if end in free
    )


def arrays_by_western_neighbours(straight: bool) -> int:
    """3 x 4 arrays of four copies of 0, 1, 2, each equal to its western neighbours or one more modulo 3."""
    steps = [(-1, -1), (1, -1), *[(0, -1)] * straight]
    pairs = [((i, j), (i + a, j + b)) for i, j in product(range(3), range(4)) for a, b in steps]
    pairs = [(4 * i + j, 4 * a + b) for (i, j), (a, b) in pairs if 0 <= a < 3 and b >= 0]
    rest = (values for values in product(range(3), repeat=11) if values.count(1) == values.count(2) == 4)
    return sum(all(((0, *some)[p] - (0, *some)[q]) % 3 < 2 for p, q in pairs) for some in rest)


def words_with_one_square(length, letters):
    """Words over 0, 1, 2 with so many letters 1, and with one factor 22."""
    words = map("".join, product("012", repeat=length))
    return sum(w.count("1") in letters and w.count("22") == 1 and "222" not in w for w in words)


def test_right_terms():
    path, grid = nx.path_graph(2), lambda columns: frozenset(product(range(3), range(columns)))
    reflected = {
        sum(
            1
            for v in product(range(4), repeat=4)
            if all(v[i] <= max(v[:i], default=-1) + 1 for i in range(4))
        )
    }
    listed = {
        "A356198": [edge_covers(nx.cartesian_product(nx.star_graph(n), path)) for n in (1, 2, 3)],
        "A003738": [hamiltonian_paths(nx.cartesian_product(nx.wheel_graph(5), path))],
        "A359885": [covers(6, TROMINO)],
        "A359886": [covers(n, PLATE, TROMINO) for n in range(6, 9)],
        "A360064": [covers(n, CUBE, TROMINO) for n in range(2, 5)],
        "A360065": [covers(n, DOMINO, TROMINO) for n in range(4, 7)],
        "A360066": [covers(n, CUBE, DOMINO, TROMINO) for n in range(2, 4)],
        "A360576": [covers(n, CUBE, PLATE, TROMINO) for n in range(2, 5)],
        "A360644": [covers(n, CUBE, DOMINO, PLATE, TROMINO) for n in range(2, 4)],
        "A108550": [one_cell_left(grid(5))],
        "A289792": [cycles_of_four(4)],
        "A209678": [*reflected],
        "A351992": [minimum_edge_covers(nx.wheel_graph(5))],
        "A288947": [maximal_cliques_of_queens(9)],
        "A337142": [words_with_one_square(5, range(2, 6))],
        "A267329": [arrays_by_western_neighbours(straight=False)],
    }
    claims = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))["claim"]
    right = {claim["place"]: claim["correction"] for claim in claims}
    assert right == {
        place: [*map(str, terms)] if len(terms) > 1 else str(terms[0]) for place, terms in listed.items()
    }
    # What the remarks say of other terms.
    assert [minimum_edge_covers(nx.wheel_graph(n)) for n in range(4, 11)] == [3, 16, 5, 33, 7, 56, 9]
    assert [maximal_cliques_of_queens(side) for side in (8, 10, 11)] == [310, 611, 822]
    assert (cycles_of_four(5), cycles_of_four(8), one_cell_left(grid(7))) == (90, 5670, 540)
    assert arrays_by_western_neighbours(straight=True) == 15
    assert [words_with_one_square(n, range(2, n + 1)) for n in range(5, 9)] == [22, 106, 424, 1525]
    assert [words_with_one_square(n, [2]) for n in range(4, 8)] == [3, 18, 69, 216]
