"""Polynomials of graphs: Tutte's and its relatives.

By deletion and contraction, written here, and by what values count.
"""

from __future__ import annotations

from math import comb

from gfkit import (
    Polynomial,
    Rule,
    chromatic_polynomial,
    count,
    flow_polynomial,
    potts_polynomial,
    reliability_polynomial,
    tutte_polynomial,
)
from gfkit.boards.grammar import parse_one_board

BOARDS = ["path:1", "path:4", "cycle:5", "complete:4", "complete:5", "2x3", "3x3", "wheel:6", "prism:3"]
BOARDS += ["#.#/.../#.#", "cylinder:3x2", "..#../..#.."]
CONNECTED = [text for text in BOARDS if text != "..#../..#.."]
X, Y = (Polynomial.monomial(powers, ("x", "y")) for powers in ((1, 0), (0, 1)))


def joined(edges: list[tuple[int, int]], a: int, b: int) -> bool:
    """Whether a walk leads from a to b."""
    seen, todo = {a}, [a]
    while todo:
        v = todo.pop()
        near = {p + q - v for p, q in edges if v in (p, q)} - seen
        seen |= near
        todo += near
    return b in seen


def tutte(edges: list[tuple[int, int]]) -> Polynomial:
    """By deletion and contraction: a loop is a factor y, a bridge a factor x."""
    if not edges:
        return Polynomial.constant(1, ("x", "y"))
    (a, b), *rest = edges
    if a == b:
        return Y * tutte(rest)
    contracted = tutte([(a if p == b else p, a if q == b else q) for p, q in rest])
    return contracted + tutte(rest) if joined(rest, a, b) else X * contracted


def test_deletion_and_contraction():
    for text in BOARDS:
        assert tutte_polynomial(text) == tutte(list(parse_one_board(text).edges)), text


VALUES = {
    (1, 1): "spanning-trees",
    (2, 1): "spanning-forests",
    (1, 2): "connected-spanning-subgraphs",
    (2, 0): "acyclic-orientations",
    (0, 2): "strong-orientations",
}


def test_values_that_count_something():
    """Also all sets of edges, and proper colourings."""
    for text in BOARDS:
        if text in CONNECTED:
            found = tutte_polynomial(text)
            for at, name in VALUES.items() if text != "3x3" else ():
                assert found(*at) == int(count(name, text)), (name, text)
            assert found(2, 2) == 2 ** len(parse_one_board(text).edges)
        coloured = chromatic_polynomial(text)
        for colours in (2, 3):
            assert coloured(colours) == int(count(f"colourings:{colours}", text))
    assert potts_polynomial("3x3")(1, 1) == 2**12
    assert str(potts_polynomial("path:3")) == "q^3 + 2*q^2*v + q*v^2"


def test_flows_of_three_elements_are_eulerian_orientations_modulo_three():
    """Nowhere-zero flows with values 1 and 2 modulo 3 are orientations, as -1 is 2."""
    rule = Rule.orientations(vertex="(i - o) % 3 == 0")
    for text in ("cycle:5", "complete:4", "2x3", "wheel:6", "prism:3", "3x3"):
        found = flow_polynomial(text)
        assert found(3) == int(count(rule, text)), text
        assert found(2) == int(all(len(near) % 2 == 0 for near in parse_one_board(text).neighbours))


def test_reliability_is_a_sum_over_connected_subgraphs():
    for text in CONNECTED:
        edges = len(parse_one_board(text).edges)
        by_size = dict(count("connected-spanning-subgraphs", text, weights="pieces").polynomial.terms)
        wanted: dict[tuple[int, ...], int] = {}
        for (size,), number in by_size.items():
            for more in range(edges - size + 1):
                key = (size + more,)
                wanted[key] = wanted.get(key, 0) + number * comb(edges - size, more) * (-1) ** more
        assert reliability_polynomial(text) == Polynomial.of(("p",), wanted)
