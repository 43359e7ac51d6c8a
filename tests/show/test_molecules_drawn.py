"""Drawings of benzenoids, fullerenes and lozenges: places on the lattice, and the parts of a drawing.

Lengths of edges, crossings and numbers of bonds, circles and lozenges follow from the graph and its matching.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from math import dist, sqrt

import pytest

import gfkit
from gfkit.core.boards import parse_one_board
from gfkit.show.svg.molecule import honeycomb, schlegel


def drawn(structure: str, board: str, seed: int = 1) -> str:
    return gfkit.draw(structure, board, seed=seed).body


@pytest.mark.parametrize(
    "name", ["benzene", "phenanthrene", "kekulene", "hexagon:5x6x7", "oblate:3x4", "perylene"]
)
def test_benzenoids_are_on_the_hexagonal_lattice(name) -> None:
    board = parse_one_board(name)
    at = honeycomb(board)
    assert at is not None
    near = {pair for pair in combinations(range(board.size), 2) if dist(at[pair[0]], at[pair[1]]) < 1.5}
    assert near == {*board.edges}
    assert all(abs(dist(at[a], at[b]) - 1) < 1e-9 for a, b in board.edges)


def test_other_graphs_are_not_on_the_hexagonal_lattice() -> None:
    for name in (
        "prism:6",
        "heawood",
        "nanotube-3-3:4",
        "path:4",
        "hex-torus:4x4",
        "buckyball",
        "tadpole:6x2",
    ):
        assert honeycomb(parse_one_board(name)) is None, name
    assert schlegel(parse_one_board("prism:6")) is None


def side(one, other, place) -> float:
    return (other[0] - one[0]) * (place[1] - one[1]) - (other[1] - one[1]) * (place[0] - one[0])


@pytest.mark.parametrize("name", ["buckyball", "dodecahedron", "fullerene:24,1,2,3,4,5,7,8,10,11,12,13,14"])
def test_no_edges_of_a_fullerene_cross(name) -> None:
    board = parse_one_board(name)
    at = schlegel(board)
    assert at is not None
    for (a, b), (c, d) in combinations(board.edges, 2):
        if len({a, b, c, d}) == 4:
            one, other, third, fourth = (at[vertex] for vertex in (a, b, c, d))
            is_cut = side(one, other, third) * side(one, other, fourth) < 0
            assert not (is_cut and side(third, fourth, one) * side(third, fourth, other) < 0)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 3, 4), (3, 3, 3)])
def test_lozenges_cover_the_hexagon_in_three_shades(sizes) -> None:
    # In each tiling, ab, bc and ca lozenges have the three directions (David and Tomei, 1989).
    a, b, c = sizes
    body = drawn("perfect-matchings", f"hexagon:{a}x{b}x{c}")
    shades = Counter(re.findall(r'class="shade-(\d)"', body))
    assert sorted(shades.values()) == sorted((a * b, b * c, c * a))
    for points in re.findall(r'points="([^"]*)"', body):
        corners = [tuple(map(float, pair.split(","))) for pair in points.split()]
        short, long = sorted((dist(corners[0], corners[2]), dist(corners[1], corners[3])))
        assert abs(long - sqrt(3) * short) < 0.1


def test_double_bonds_and_circles() -> None:
    for name, atoms in (("naphthalene", 10), ("coronene", 24), ("buckyball", 60)):
        bonds = len(parse_one_board(name).edges)
        kekule = drawn("perfect-matchings", name)
        assert kekule.count('class="piece') == atoms // 2
        assert kekule.count('class="bond"') == bonds + atoms // 2
    clar = gfkit.draw("clar-covers", "coronene", "optimum").body
    assert clar.count("<circle") == 3  # the Clar number of coronene
    assert drawn("matchings", "naphthalene").count('class="bond"') == 0
