"""Polynomials of graphs, such as Tutte's, and of families of graphs, and the meaning of their values.

Differential tests (kind ``polynomials``) compare terms with definitions; theorems concern values.
"""

from fractions import Fraction
from itertools import product
from math import comb

import networkx as nx
import pytest
from choice import sample, some_of, then_slow
from cli.calling import call, told
from sympy import Poly, symbols
from tables import tables
from tuned import tune

from gfkit import Rule, count, derive, graph_polynomial, reliability_polynomial
from gfkit.core.algebra import Polynomial
from gfkit.core.boards.grammar import parse_board, parse_one_board
from gfkit.core.errors import InputError
from gfkit.questions import edge_sums
from gfkit.questions.graph_polynomial import KINDS
from gfkit.show.svg import chart, family_zeros_drawing, plane, zeros_drawing
from gfkit.ways.tutte import tutte_coefficients

chromatic_polynomial = edge_sums.chromatic_polynomial
VALUES = {(1, 1): "spanning-trees", (2, 1): "spanning-forests", (1, 2): "connected-spanning-subgraphs"}
VALUES |= {(2, 0): "acyclic-orientations", (0, 2): "strong-orientations"}
CYCLIC = {"cylinder:nx3": 10, "cylinder:nx4": 26, "torus:3xn": 8, "torus:4xn": 33, "antiprism:n": 4}
CROSSING = "slices(3;to=0-1-1,1-2-1,2-0-1,0-0-1;ring):n"
SWEPT = ["3x3", "complete:5", ".#/#.", "bipartite:3x3", "graph:3-5,0,1,2,4", "0x0"]
OTHER_RINGS = ["king-cylinder:nx3", "slices(2;in=0-1;ring):n", CROSSING]
TORI = ("torus:2x3", "torus:2x2", "torus:4x2")
FAMILIES = [
    *("path:n", "2xn", "cycle:n", "wheel:n", "moebius:n", "book:n", "repeat(.#./...):n", "bipartite:2xn"),
    "slices(1;to=0-0-1;first=3/0-1,0-2,1-2/0-0/;last=2/0-1/0-0/):n",
]
MOVES = {
    "rook": [(0, 1), (1, 0)],
    "king": [(0, 1), (1, 0), (1, 1), (1, -1)],
    "...../..Xo./....o": [(0, 1), (1, 2)],
}


@pytest.mark.parametrize(("kind", "text"), sample([*KINDS][:8], FAMILIES, quick=1, seconds=0.6))
def test_families_agree_with_single_boards(kind, text):
    family, found = parse_board(text), graph_polynomial(kind, text)
    assert found.evidence.status.value == "proved"
    first = found.generating_function.first_n
    for n in (first + 1, first + 4):
        assert found[n] == graph_polynomial(kind, family.at(n)).polynomial, n


@pytest.mark.parametrize("text", then_slow([], 4, "fan:n", "3xn"))
def test_values_are_numbers_of_structures(text):
    """Tutte at five points, the chromatic polynomial at 3, reliability at 1, Ising at 0, flows."""
    tutte = graph_polynomial("tutte", text)
    for (x, y), name in VALUES.items():
        numbers, law = tutte.at(x=x, y=y).generating_function, derive(name, text)
        start = max(1, law.first_n)
        assert [numbers.coefficient(n) for n in range(start, 12)] == [law[n] for n in range(start, 12)]
    for kind, at, colours in (("chromatic", {"q": 3}, 3), ("ising", {"z": 0}, 2)):
        coloured = graph_polynomial(kind, text).at(**at).generating_function
        assert coloured == derive(f"colourings:{colours}", text).generating_function
    assert graph_polynomial("reliability", text).at(p=1).generating_function.coefficient(7) == 1
    flows, one_less = graph_polynomial("flow", text), tutte.generating_function.at(x=0)
    for n in range(3, 6):  # F(q) = (-1)^(E - V + 1) T(0, 1 - q)
        board = parse_board(text).at(n)
        sign = (-1) ** (len(board.edges) - board.size + 1)
        for q in range(5):
            assert flows[n](q) == sign * one_less.coefficient(n)(1 - q)


@pytest.mark.parametrize("text", some_of([*CYCLIC, *OTHER_RINGS], step=3))
def test_cyclic_strips_are_sums_over_sectors(text):
    """Chang and Shrock print the orders. We count colourings, and sets of edges on one board."""
    found, family = graph_polynomial("chromatic", text), parse_board(text)
    assert found.generating_function.order == CYCLIC.get(text, found.generating_function.order)
    for n, q in ((3, 3), (3, 5), (4, 4), (5, 3), (8, 2)):
        assert found[n](q) == count(f"colourings:{q}", family.at(n)), (n, q)
    if text in ("cylinder:nx3", "torus:3xn", CROSSING):
        sets = count("potts", family.at(4), weights="players").polynomial
        assert derive("potts", text, weights="players")[4] == sets


@pytest.mark.parametrize("text", then_slow([], 6, "nx4", "5xn", "cylinder:5xn", "cylinder:nx5"))
def test_chromatic_polynomials_of_wide_strips(text):
    """Against single boards, and colourings with 2 and 3 colours."""
    found, family = graph_polynomial("chromatic", text), parse_board(text)
    for n in range(first := family.first_n, first + 4):
        assert found[n] == graph_polynomial("chromatic", family.at(n)).polynomial
    for q in (2, 3):
        coloured = derive(f"colourings:{q}", text).generating_function
        assert found.at(q=q).generating_function == coloured, q


@pytest.mark.parametrize("text", some_of(SWEPT, step=2))
def test_a_sweep_agrees_with_counts_of_edge_sets(text, monkeypatch):
    """Compare with networkx too, by deletion and contraction, and numpy with the C extension."""
    board, large = parse_one_board(text), 10**9
    tutte, sets = graph_polynomial("tutte", board).polynomial, count("potts", board, weights="players")
    assert chromatic_polynomial(board) == edge_sums.counted_chromatic_polynomial(board)
    assert edge_sums.potts_polynomial(board)(q=7, v=large) == sets.polynomial(x=large, y=7)
    if board.edges:
        terms = Poly(nx.tutte_polynomial(nx.Graph(board.edges)), *symbols("x y")).as_dict()
        assert tutte == Polynomial.of(("x", "y"), terms)
    tune(monkeypatch, "SWEEP", tutte_bytes=0, tutte_rows=2)
    for k, (x, y) in enumerate(product((None, -(10**20), 0, 1), repeat=2)):
        monkeypatch.setenv("GFKIT_NATIVE", str(k % 3))
        value = sum(n * large ** (i + j) for (i, j), n in tutte_coefficients(board, x, y).items())
        assert value == tutte(*(large if point is None else point for point in (x, y))), (x, y)
    monkeypatch.setattr(edge_sums, "ARRAYS", False)  # as in the laboratory
    assert edge_sums.tutte_polynomial(board) == tutte


@pytest.mark.parametrize("text", ["7x7", "cylinder:3x30", "5x9"])
def test_values_of_larger_graphs(text):
    """Numbers of spanning trees are determinants."""
    tutte, board = graph_polynomial("tutte", text).polynomial, parse_one_board(text)
    assert (tutte(1, 1), tutte(2, 2)) == (count("spanning-trees", text), 2 ** len(board.edges))
    for q in (2, 3, 4):
        assert chromatic_polynomial(board)(q) == count(f"colourings:{q}", text), q


def test_the_matching_polynomial_of_a_path_is_characteristic():
    """Its zeros are those of the adjacency matrix: of the path of five vertices 2 cos(k pi/6)."""
    zeros = graph_polynomial("matching", "path:5").zeros()
    assert sorted(round(float(zero) ** 2, 9) for zero in zeros) == [0, 1, 1, 3, 3]


@pytest.mark.parametrize(("text", "near"), some_of([*product(TORI, MOVES)], step=2))
def test_clusters_wrap_around_if_a_cover_joins_two_images_of_a_cell(text, near):
    rows, cols = map(int, text[6:].split("x"))
    found, sheets = {"rows": 0, "columns": 0, "either": 0}, 2 * rows * cols + 1  # above all winding numbers
    for filling in product((0, 1), repeat=rows * cols):
        wound = []
        for tall, wide in ((rows, cols * sheets), (rows * sheets, cols)):
            cells = product(range(tall), range(wide))
            cover = nx.empty_graph((r, c) for r, c in cells if filling[r % rows * cols + c % cols])
            steps = [((r, c), ((r + a) % tall, (c + b) % wide)) for r, c in cover for a, b in MOVES[near]]
            cover.add_edges_from(step for step in steps if step[1] in cover)
            parts = (
                (len(part), {(r % rows, c % cols) for r, c in part})
                for part in nx.connected_components(cover)
            )
            wound.append(any(size > len(images) for size, images in parts))
        found = {word: found[word] + hit for word, hit in zip(found, (*wound, any(wound)), strict=True)}
    for word, number in found.items():
        graph = {"of": [1], "neighbours": near, "wraps": word}
        assert (
            count(Rule.of({"name": "x", "cells": {"colours": 2}, "rules": {"connected": [graph]}}), text)
            == number
        )


@pytest.mark.parametrize(("width", "text"), some_of([(3, "cylinder:nx3"), (4, "cylinder:4xn")], 1))
def test_closed_cells_stop_a_cycle_by_king_moves_along_the_axis(width, text):
    stops = {"of": [0], "neighbours": "king", "joins": ["left column", "right column"]}
    stopped = Rule.of({"name": "x", "cells": {"colours": 2}, "rules": {"connected": [stops]}})
    law, other = derive("site-wrapping", text), derive(stopped, text)
    assert all(law[n] + other[n] == 2 ** (width * n) for n in range(3, 30))


def test_crossings_by_duality():
    """On n x (n + 1) cells half of all sets of edges cross; closed cells stop a crossing by king moves."""
    for n in range(1, 7):  # the board has n^2 + (n - 1)(n + 1) edges
        assert int(count("bond-percolation", f"{n}x{n + 1}")) == 2 ** (2 * n**2 - 2), n
    stops = {"of": [0], "neighbours": "king", "joins": ["top row", "bottom row"]}
    stopped = {"name": "x", "cells": {"colours": 2, "weight": {"1": "x"}}, "rules": {"connected": [stops]}}
    both = [
        count(rule, "6x6", weights="pieces").polynomial for rule in ("site-percolation", Rule.of(stopped))
    ]
    assert both[0] + both[1] == Polynomial.of(("x",), {(k,): comb(36, k) for k in range(37)})
    family = graph_polynomial("bond-percolation", "3xn")
    assert family[4](p=Fraction(1, 2)) == graph_polynomial("bond-percolation", "3x4").threshold() == 0.5
    for asked in (("chromatic", "2x2"), ("reliability", ".#/#."), ("site-percolation", "..#../..#..")):
        with pytest.raises(InputError, match="probability"):
            graph_polynomial(*asked).threshold()


def test_the_reliability_of_disconnected_graphs_is_zero():
    """Squares of odd cycles are cycles, with R = n p^(n-1) - (n - 1) p^n; of even cycles, two cycles."""
    text = "repeat(./#/.):n"
    assert not graph_polynomial("reliability", text).generating_function.numerator.terms
    assert graph_polynomial("chromatic", text)[7] == chromatic_polynomial(parse_board(text).at(7))
    squares = graph_polynomial("reliability", "circulant-2:n")
    for n in range(5, 12):
        wanted = {(n - 1,): n, (n,): 1 - n} if n % 2 else {}
        assert squares[n] == Polynomial.of(("p",), wanted) == reliability_polynomial(f"circulant-2:{n}")
    for text in ("graph:0-1,2-3", ".#/#.", "graph:3-5,0,1,2,4", "..#../..#..", "0x0"):
        assert not reliability_polynomial(text).terms, text
    assert str(reliability_polynomial("1x1")) == "1"


@pytest.mark.slow(2.5)
def test_the_zeros_of_cycles_accumulate_on_a_circle():
    """P(C_n) = (q - 1)^n + (-1)^n (q - 1): the curve |q - 1| = 1, where q - 1 and -1 are as large."""
    gf = graph_polynomial("chromatic", "cycle:n").generating_function
    pieces = plane.equal_moduli(gf.denominator, chart.Frame(-0.5, 2.5, -1.5, 1.5, 1, 1))
    ends = [end for piece in pieces for end in piece]
    assert all(abs(abs(end - 1) - 1) < 0.01 for end in ends)
    assert {(end.real > 1, end.imag > 0) for end in ends} == set(product((False, True), repeat=2))
    assert sum(abs(a - b) for a, b in pieces) == pytest.approx(6.2832, abs=0.1)
    picture = family_zeros_drawing(gf, 20, "rings").svg()
    assert picture.count('class="point"') == 20
    assert picture.count('class="near"') > 100


def test_pictures_of_zeros():
    """The polynomial of a ladder, q (q - 1) (q^2 - 3 q + 3)^(n - 1), has four zeros."""
    found = graph_polynomial("chromatic", "2x3").polynomial
    assert zeros_drawing(chart.complex_roots(found), "squares").svg().count('class="point"') == 4
    for kind, size, said in (("tutte", 5, "one variable besides t"), ("chromatic", 0, "no zeros")):
        with pytest.raises(InputError, match=said):
            family_zeros_drawing(graph_polynomial(kind, "2xn").generating_function, size, "")


def test_the_command(tmp_path):
    """The chromatic polynomial of the Petersen graph is in print, and its value at 3 is 120."""
    assert told("polynomial", "chromatic", "petersen-2:5", "--at", "q=3")["polynomial"] == "120"
    assert len(told("polynomial", "chromatic", "cycle:4", "--zeros")["zeros"]) == 4
    file = tmp_path / "zeros.svg"
    out = call("polynomial", "chromatic", "2xn", "--picture", file, code=0).out
    assert 'class="point"' in file.read_text()
    assert out.startswith("chromatic polynomials of 2xn\ngenerating function")
    assert "n = 1                -q + q^2" in out
    assert "p = 2" in call("polynomial", "bond-percolation", "2x2", "--at", "p=2", code=0).err
    for text, board, code in tables("wholes")["printed_polynomials"]:
        call("verify", text, "--for", "chromatic", board, code=code)
    for asked, said in tables("wholes")["polynomials"]:
        assert said in call("polynomial", *asked, code=2).err
