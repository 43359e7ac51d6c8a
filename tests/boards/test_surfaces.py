"""Boxes, surfaces with a twist, multigraphs and regions: their cells, edges, counts and laws.

Edges come from gluing copies of cells, or from the definition in coordinates; counts are those of listing by
definition, of published theorems (Aztec diamonds, MacMahon's box formula) and of OEIS entries.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod

import networkx as nx
import pytest
from choice import some_of

from gfkit import Rule, brute_force, count, derive, orbits, parse_board
from gfkit.core.errors import BoardError, MismatchError, ReadingNote
from gfkit.proofs import certificate_of, check

BRICK = Rule.cover("XX", turned=True, name="bricks 1 x 1 x 2")
PLATE = Rule.cover("XX/XX", "X", turned=True, name="plates and cells")
CUBE = Rule.cover("XX/XX//XX/XX", "X", name="cubes of 8 cells and of one")
TROMINO = Rule.cover("XX/X.", turned=True, name="trominoes")
CORNER = Rule.cover("XX/X.//X./..", "X", turned=True, name="corners of four cubes")


def glued(m: int, n: int, down, right) -> nx.MultiGraph:
    """Return the grid of m x n cells whose last row and column are joined to cells of the first ones."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(product(range(m), range(n)))
    for i, j in list(graph):
        below = (i + 1, j) if i + 1 < m else down(j)
        beside = (i, j + 1) if j + 1 < n else right(i)
        graph.add_edges_from(((i, j), other) for other in (below, beside) if other is not None)
    return graph


def surface(text: str, m: int, n: int) -> nx.MultiGraph:
    """Return a surface by name: rows i, columns j, and the gluing of the last row and column."""
    joined = {
        "moebius": (lambda _: None, lambda i: (m - 1 - i, 0)),
        "klein": (lambda j: (0, j), lambda i: (m - 1 - i, 0)),
        "projective": (lambda j: (0, n - 1 - j), lambda i: (m - 1 - i, 0)),
        "cylinder": (lambda j: (0, j), lambda _: None),
        "torus": (lambda j: (0, j), lambda i: (i, 0)),
    }
    return glued(m, n, *joined[text])


def graph_of(text: str) -> nx.Graph:
    board = parse_board(text)
    graph = nx.empty_graph(board.size)
    graph.add_edges_from(board.edges)
    return graph


@pytest.mark.parametrize("word", ["moebius", "klein", "projective", "torus", "cylinder"])
def test_surfaces_are_rectangles_with_glued_sides(word):
    for m, n in product((2, 3, 4, 5), (3, 4, 5)):
        if (m, word) not in ((2, "klein"), (2, "projective")):
            wanted = surface(word, m, n)
            assert nx.is_isomorphic(graph_of(f"{word}:{m}x{n}"), nx.Graph(wanted)), (word, m, n)
            doubled = wanted.number_of_edges() > nx.Graph(wanted).number_of_edges()
            assert parse_board(f"{word}:{m}x{n}").doubled == doubled


def test_twisted_surfaces_of_growing_width():
    for word, around in product(("moebius", "klein"), (3, 4, 5)):
        for width, more in (("2n", 0), ("(2n+1)", 1)):
            found = parse_board(f"{word}:{width}x{around}")
            for n in range(found.first_n, found.first_n + 3):
                board = found.at(n)
                graph = nx.empty_graph(board.size)
                graph.add_edges_from(board.edges)
                wanted = nx.Graph(surface(word, 2 * n + more, around))
                assert nx.is_isomorphic(graph, wanted), (word, width, around, n)
    for family, board in (("moebius:2nx3", "moebius:4x3"), ("klein:(2n+1)x3", "klein:5x3")):
        assert derive("independent-sets", family)[2] == brute_force("independent-sets", board)
    with pytest.raises(BoardError, match="moebius:2nx4"):
        parse_board("moebius:nx4")


def independent_sets(graph: nx.Graph) -> int:
    cells = list(graph)
    sets = (chosen for k in range(len(cells) + 1) for chosen in combinations(cells, k))
    return sum(not graph.subgraph(chosen).number_of_edges() for chosen in sets)


def test_rules_on_vertices_accept_multigraphs_and_others_reject_them():
    for word, m, n in (("cylinder", 2, 4), ("torus", 2, 3), ("torus", 2, 2), ("projective", 3, 3)):
        board = f"{word}:{m}x{n}"
        assert count("independent-sets", board) == independent_sets(surface(word, m, n))
        for rule in ("dominating-sets", "colourings:3", "maximal-independent-sets", "snort", "col"):
            assert count(rule, board) == brute_force(rule, board), (rule, board)
        for rule in ("matchings", "spanning-trees", "acyclic-orientations", "perfect-matchings", "cram"):
            with pytest.raises(MismatchError, match="double edges"):
                count(rule, board)
    law = derive("independent-sets", "cylinder:2xn")
    assert law[:6] == [int(count("independent-sets", f"cylinder:2x{n}")) for n in range(6)]
    majority = Rule.array(colours=2, near=("rook", "x == 1 or 2 * sum(near) <= size(near)"))
    with pytest.raises(MismatchError, match="double edges"):
        count(majority, "cylinder:2x3")
    assert count("independent-sets", "cycle:2") == 3
    for text in ("cycle:1", "torus:1x4", "cylinder:1xn"):
        with pytest.raises(BoardError, match="at least 2"):
            parse_board(text)


def test_formulas_on_surfaces_and_boxes():
    for word, m in (("moebius", 2), ("moebius", 3), ("klein", 3)):
        law = derive("matchings", f"{word}:{m}xn")
        assert law.first_n == 3
        for n in (3, 4):
            assert (
                law[n] == count("matchings", f"{word}:{m}x{n}") == brute_force("matchings", f"{word}:{m}x{n}")
            )
    for family in ("2x2xn", "2xnx2", "nx2x2"):
        law = derive("independent-sets", family)
        assert law[:3] == [
            int(brute_force("independent-sets", family.replace("n", str(n)))) for n in range(3)
        ]


def test_pieces_in_space():
    """Bricks in 2 x 2 x n are A006253; cubes in 2 x 2 x n are Fibonacci numbers."""
    assert derive(BRICK, "2x2xn")[:8] == [1, 2, 9, 32, 121, 450, 1681, 6272]
    for rule in ("perfect-matchings", "domino-tilings"):
        assert derive(rule, "2x2xn")[:8] == derive(BRICK, "2x2xn")[:8]
    assert count("trimer-tilings", "3x3x3") == brute_force("trimer-tilings", "3x3x3")
    assert derive(CUBE, "2x2xn")[:8] == [1, 1, 2, 3, 5, 8, 13, 21]
    for rule in (BRICK, PLATE, CUBE, CORNER, TROMINO):
        for board in some_of(("2x2x2", "1x3x3", "2x2x3", "3x2x2"), 2):
            assert count(rule, board) == brute_force(rule, board), (rule.name, board)
        for family in ("2xnx2",) if rule is CORNER else ("2x2xn", "nx2x3"):
            law = derive(rule, family)
            boards = [family.replace("n", str(n)) for n in range(4)]
            assert [law[n] for n in range(4)] == [int(count(rule, board)) for board in boards]
    assert [lie.text for lie in CUBE.lies(CUBE.pieces[0])] == ["XX/XX//XX/XX"]
    assert len(CORNER.lies(CORNER.pieces[0])) == 8


def test_pieces_of_the_wrong_dimension_are_rejected():
    for rule, board in ((CUBE, "4x4"), (Rule.cover("XX"), "2x2x2"), ("kings", "2x2x2"), (CUBE, "path:4")):
        with pytest.raises(MismatchError):
            count(rule, board)
        with pytest.raises(MismatchError):
            brute_force(rule, board)
    with pytest.raises(MismatchError, match="symmetry"):
        brute_force(CUBE, "2x2x2", up_to="symmetry")


def plane_partitions(a: int, b: int, c: int) -> Fraction:
    """Count plane partitions in a box by MacMahon's formula."""
    box = product(range(1, a + 1), range(1, b + 1), range(1, c + 1))
    return prod(Fraction(i + j + k - 1, i + j + k - 2) for i, j, k in box)


def triangles(a: int, b: int, c: int) -> nx.Graph:
    """Return the unit triangles of a hexagon by their corners, adjacent if they share two corners."""
    near = product(range(a + b), range(b + c), ((1, 0), (0, 1)))
    corners = ({(i, j), (i + di, j + dj), (i + 1, j + 1)} for i, j, (di, dj) in near)
    inside = [each for each in corners if all(-a <= j - i <= c for i, j in each)]
    graph = nx.Graph()
    graph.add_nodes_from(range(len(inside)))
    pairs = combinations(range(len(inside)), 2)
    graph.add_edges_from((k, m) for k, m in pairs if len(inside[k] & inside[m]) == 2)
    return graph


def test_aztec_diamonds_and_hexagons():
    """Elkies, Kuperberg, Larsen and Propp: 2^(n(n+1)/2); MacMahon: the product of (i+j+k-1)/(i+j+k-2)."""
    for n in range(1, 7):
        assert parse_board(f"aztec:{n}").size == 2 * n * (n + 1)
        assert count("domino-tilings", f"aztec:{n}") == 2 ** (n * (n + 1) // 2)
    for a, b, c in product((0, 1, 2, 3), repeat=3):
        if not a + b + c:
            continue
        board = parse_board(f"hexagon:{a}x{b}x{c}")
        assert board.size == 2 * (a * b + b * c + c * a)
        found = nx.Graph(board.edges)
        found.add_nodes_from(range(board.size))
        assert nx.is_isomorphic(found, triangles(a, b, c))
        assert count("perfect-matchings", board) == plane_partitions(a, b, c)
    # Of the 50 matchings, under the four automorphisms, as listed by networkx.
    assert orbits("perfect-matchings", "hexagon:2x2x3", up_to="symmetry") == 19
    for text, source in (
        ("aztec:n", "Elkies"),
        ("hexagon:nxnxn", "hexagon:"),
        ("hypercube:n", "hypercube:4"),
    ):
        with pytest.raises(BoardError, match=source):
            parse_board(text)


@pytest.mark.parametrize("family", ["hexagon:2x3xn", "hexagon:1xnx2", "hexagon:nx3x1"])
def test_hexagons_with_one_growing_side(family: str) -> None:
    """MacMahon's formula, and the graph from coordinates of triangles for another structure."""
    law = derive("perfect-matchings", family)
    fixed = [int(size) for size in family.removeprefix("hexagon:").split("x") if size != "n"]
    assert law.terms(12) == [plane_partitions(*fixed, n) for n in range(law.first_n, law.first_n + 12)]
    assert check(certificate_of(law)).ok


def test_certificates_of_new_families():
    """Families of slices are checked as others are; multigraphs and pieces in space are refused."""
    for rule, family in (("independent-sets", "2x2xn"), ("matchings", "moebius:3xn"), (BRICK, "2x2xn")):
        assert check(certificate_of(derive(rule, family))).ok
    for rule, family in ((CUBE, "2x2xn"), (TROMINO, "2x2xn"), ("independent-sets", "cylinder:2xn")):
        with pytest.raises(MismatchError, match="certificate"):
            certificate_of(derive(rule, family))


@pytest.mark.filterwarnings("ignore::gfkit.core.errors.ReadingNote")
def test_dominoes_on_graphs_are_edges():
    """Subsets of the edges that networkx lists; certificates name the rule, and the checker compares it."""
    tiles = Rule.cover("X", "XX", "X/X", weight={"X": "x"}, name="cells and dominoes")
    graphs = ("cycle:6", "king:2x3", "prism:3", "complete:4", "petersen", "moebius:3x4", "klein:3x4")
    for text in some_of(graphs, 3):
        edges = list(graph_of(text).edges)
        sets = [chosen for k in range(len(edges) + 1) for chosen in combinations(edges, k)]
        matchings = [chosen for chosen in sets if len({*sum(chosen, ())}) == 2 * len(chosen)]
        size = parse_board(text).size
        for rule, wanted in (
            ("domino-tilings", sum(2 * len(chosen) == size for chosen in matchings)),
            (tiles, len(matchings)),
        ):
            assert count(rule, text) == brute_force(rule, text) == wanted, text
        free = Counter(size - 2 * len(chosen) for chosen in matchings)
        assert str(count(tiles, text, weights="pieces").polynomial) == monomials(free)
    for family in some_of(("moebius:4xn", "2x2xn", "prism:n"), 1):
        law = derive("domino-tilings", family)
        verdict = check(certificate_of(law))
        assert (verdict.proved, verdict.game) == (True, "domino-tilings")
        assert law[:8] == derive("perfect-matchings", family)[:8]
    assert derive(tiles, "ladder:n")[:8] == derive("matchings", "ladder:n")[:8]


def monomials(numbers: Counter[int]) -> str:
    """Return the polynomial in x with these coefficients, as gfkit prints it."""
    words = {0: "", 1: "x"}
    terms = ((number, words.get(power, f"x^{power}")) for power, number in sorted(numbers.items()))
    return " + ".join(str(number) if not x else f"{number}*{x}" if number > 1 else x for number, x in terms)


def test_a_note_on_a_reading_names_the_line_that_called():
    for call in (lambda: count("domino-tilings", "cycle:4"), lambda: count("dimers", "cycle:4")):
        with pytest.warns(ReadingNote, match="perfect-matchings") as noted:
            call()
        assert {note.filename for note in noted} == {__file__}
