"""Boards as sequences of slices: named graphs, subfamilies, files, repeated drawings.

Graphs come from networkx or from their definitions; formulas of subfamilies are compared with single boards,
and counts of repeated drawings with brute force on the explicit drawing.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from itertools import pairwise, product
from typing import Any

import networkx as nx
import pytest
from choice import sample, some_of, then_slow
from cli.calling import told
from refusals import refused
from tables import FOLDER, tables

import gfkit
from gfkit.core.algebra import Status
from gfkit.core.boards import Board, Family, parse_board, parse_one_board
from gfkit.core.boards.grammar import sized_word
from gfkit.core.boards.named import GRAPHS, graph_words
from gfkit.core.boards.regions import REGIONS
from gfkit.core.boards.slicefile import family, graph, read_slices
from gfkit.core.errors import BoardError, ReadingNote

REFUSED, COUNTS = (tables(name) for name in ("refused_boards", "small_counts"))


def as_networkx(board: Board) -> nx.Graph:
    found = nx.Graph()
    found.add_nodes_from(range(board.size))
    found.add_edges_from(board.edges)
    return found


def test_lists_with_repeated_edges_are_simple_graphs_or_rejected(tmp_path) -> None:
    """Every list of at most four edges on three vertices, in each form; networkx defines a multigraph."""
    ends = [(a, b) for a, b in product(range(3), repeat=2) if a != b]
    for edges in (row for size in some_of((1, 2, 3, 4), 3) for row in product(ends, repeat=size)):
        multi, plain = nx.MultiGraph(edges), nx.Graph(edges)
        both = len(set(edges)) == len(edges) == 2 * len(plain.edges)
        simple = len(plain.edges) == len(edges)
        named = [f"{a}-{b}" for a, b in edges]
        (tmp_path / "edges").write_text("\n".join(named).replace("-", " "), "utf-8")
        parts = ("in={}", "hubs=3;between={}", "first=3/{}//", "last=3/{}//")
        forms = [
            f"graph:{','.join(named)}",
            f"graph:{tmp_path / 'edges'}",
            [("abc"[a], "abc"[b]) for a, b in edges],
            multi,
        ]
        forms += [f"slices(3;{part.format(','.join(named))}):1" for part in parts]
        for form in forms:
            read = parse_one_board if isinstance(form, str) else graph
            if simple or (both and form is not multi):
                with nullcontext() if simple else pytest.warns(ReadingNote, match="each direction"):
                    found = read(form)
                assert len(found.edges) == len(plain.edges), form
            else:
                with pytest.raises(BoardError, match="multiple edges"):
                    read(form)
    for lists in ("to=0-0-1,0-0-1", "hubs=1;hub=0-1,0-1", "first=1//0-0,0-0/", "hubs=1;last=1///0-0,0-0"):
        with pytest.raises(BoardError, match="multiple edges"):
            parse_board(f"slices(2;{lists}):n")
    assert (
        len(parse_one_board("slices(2;to=0-1-1,1-0-1,0-1-2):3").edges) == 5
    )  # 2 between neighbours, 1 further


def made(*parts: Iterable[tuple[Any, Any]]) -> nx.Graph:
    """Return the graph with these edges."""
    return nx.Graph([edge for part in parts for edge in part])


def leaper(rows: int, cols: int, steps: set[tuple[int, int]], *, around: bool = False, torus: bool = False):
    """Return the squares of a board, adjacent if a step leads from one to the other."""
    found = nx.empty_graph(product(range(rows), range(cols)))
    for (r, c), (down, right) in product(list(found), steps):
        to = ((r + down) % rows if around else r + down, (c + right) % cols if torus else c + right)
        if to in found and to != (r, c):
            found.add_edge((r, c), to)
    return found


KING = {(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a, b) != (0, 0)}
KNIGHT = {(a, b) for a, b in product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b)}
TRIANGULAR = {(0, 1), (1, 0), (1, 1)}
path, cycle, star, complete = nx.path_graph, nx.cycle_graph, nx.star_graph, nx.complete_graph
times = nx.cartesian_product


def join(rim: nx.Graph, hubs: int) -> nx.Graph:
    """Return a graph with additional independent hubs, adjacent to all of its vertices."""
    return made(rim.edges, ((("hub", k), v) for k in range(hubs) for v in rim))


def gear(n: int, hubs: int = 1) -> nx.Graph:
    """Return a cycle of 2n vertices, a hub joined to every other one; the second hub, to the others."""
    return made(cycle(2 * n).edges, ((("hub", k), v) for k in range(hubs) for v in range(k, 2 * n, 2)))


def pendants(graph_: nx.Graph, vertices: Iterable[Any], each: int = 1) -> nx.Graph:
    return made(graph_.edges, ((v, ("leaf", v, k, len(graph_))) for v in vertices for k in range(each)))


def flower(n: int) -> nx.Graph:
    """Return stars a_i with leaves b_i, c_i, d_i; b on a cycle, c_i joined to d_(i+1) and d_i to c_(i+1)."""
    stars = ((("a", i), (leaf, i)) for i in range(n) for leaf in "bcd")
    around = (((a, i), (b, (i + 1) % n)) for i in range(n) for a, b in ("bb", "cd", "dc"))
    return made(stars, around)


def necklace(n: int) -> nx.Graph:
    """Return complete graphs on four vertices minus an edge, whose endpoints are joined in a cycle."""
    beads = (((i, a), (i, b)) for i in range(n) for a, b in ("lu", "ld", "ud", "ur", "dr"))
    return made(beads, (((i, "r"), ((i + 1) % n, "l")) for i in range(n)))


def moebius(n: int) -> nx.Graph:
    """Return a cycle of 2n vertices with its n longest diagonals."""
    return made(cycle(2 * n).edges, ((v, v + n) for v in range(n)))


def crossed_prism(n: int) -> nx.Graph:
    """Return two cycles of 2n vertices, joined crosswise: 2i with 2i + 1 of the other."""
    cycles = (((side, v), (side, (v + 1) % (2 * n))) for side in "ab" for v in range(2 * n))
    return made(cycles, ((("a", v), ("b", v ^ 1)) for v in range(2 * n)))


def honeycomb_ring(around: int, rows: int, *, torus: bool = False) -> nx.Graph:
    """Return zigzag cycles stacked in layers."""
    rings = rows if torus else rows + 1
    spots = [*product(range(rings), range(around))]
    across = (((r, j, "a"), (r, k, "b")) for r, j in spots for k in (j, (j - 1) % around))
    down = (((r, j, "b"), ((r + 1) % rings, j, "a")) for r, j in spots if torus or r + 1 < rings)
    return made(across, down)


def hexagons(m: int, n: int) -> nx.Graph:
    """Return the corners and sides of the hexagons (i, j) of a parallelogram, by coordinates."""
    corners = (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)
    found = nx.Graph()
    for i, j in product(range(m), range(n)):
        nx.add_cycle(found, [(3 * i + x, 3 * j + y) for x, y in corners])
    return found


def theta(m: int, n: int) -> nx.Graph:
    """Return two vertices, joined by m paths of n others."""
    ways = (["one", *((k, i) for i in range(n)), "other"] for k in range(m))
    return made(*map(pairwise, ways))


def bricks(rows: int, cols: int, *, torus: bool = False) -> nx.Graph:
    """Return a brick wall: (i, j) is adjacent to (i, j + 1), and to (i + 1, j) if i + j is even."""
    spots = [*product(range(rows), range(cols))]
    across = (((i, j), (i, (j + 1) % cols)) for i, j in spots if torus or j + 1 < cols)
    return made(across, (((i, j), ((i + 1) % rows, j)) for i, j in spots if (i + j) % 2 == 0))


TRUTHS = {
    "brick-wall-cylinder:4x1": bricks(4, 4), "brick-wall-cylinder:6x3": bricks(6, 8),
    "brick-wall-torus:4x3": bricks(4, 6, torus=True), "brick-wall-torus:2x5": bricks(2, 10, torus=True),
    "brick-wall:3x2": nx.hexagonal_lattice_graph(2, 3), "brick-wall:2x5": nx.hexagonal_lattice_graph(5, 2),
    "theta:3x4": theta(3, 4), "theta:2x1": cycle(4), "windmill:4x3": nx.windmill_graph(3, 4),
    "cone:3x5": join(cycle(5), 3), "friendship:4": nx.windmill_graph(4, 3),
    "tadpole:4x3": nx.tadpole_graph(4, 3), "lollipop:4x3": nx.lollipop_graph(4, 3),
    "ladder:5": nx.ladder_graph(5), "ladder:1": path(2), "prism:3": nx.circular_ladder_graph(3),
    "moebius:3": nx.complete_bipartite_graph(3, 3), "moebius:6": moebius(6),
    "antiprism:3": nx.octahedral_graph(), "antiprism:6": nx.circulant_graph(12, [1, 2]),
    "crossed-prism:4": crossed_prism(4), "star:1": nx.empty_graph(1), "wheel:4": complete(4),
    "wheel:7": nx.wheel_graph(7), "fan:5": join(path(5), 1), "gear:5": gear(5), "trapezohedron:5": gear(5, 2),
    "helm:6": pendants(nx.wheel_graph(7), range(1, 7)), "sunlet:5": pendants(cycle(5), range(5)),
    "web:5": pendants(nx.circular_ladder_graph(5), range(5)), "comb:4": pendants(path(4), range(4)),
    "book:4": times(star(4), path(2)), "dipyramid:5": join(cycle(5), 2),
    "double-cone:4": join(nx.disjoint_union(cycle(4), cycle(4)), 1),
    "triangular-snake:4": nx.Graph([(0, 1), (1, 2), (2, 3), (0, 4), (1, 4), (1, 5), (2, 5), (2, 6), (3, 6)]),
    "pan:4": pendants(cycle(4), [0]), "flower:5": flower(5), "necklace:3": necklace(3),
    "alkane:3": pendants(pendants(path(3), range(3), 2), [0, 2]), "petersen-2:5": nx.petersen_graph(),
    "petersen-3:8": nx.moebius_kantor_graph(), "circulant-1-3:8": nx.circulant_graph(8, [1, 3]),
    "circulant-2:7": nx.circulant_graph(7, [2]), "path-power-2:6": nx.power(path(6), 2),
    "P2xP4xpath:3": nx.grid_graph([2, 4, 3]), "C3xP2xcycle:4": times(nx.circular_ladder_graph(3), cycle(4)),
    "W5xpath:3": times(nx.wheel_graph(5), path(3)), "stacked-book:3x4": times(star(4), path(3)),
    "bipartite:3x5": nx.complete_bipartite_graph(3, 5), "king:3x4": leaper(3, 4, KING),
    "king:2x0": nx.empty_graph(0), "knight:0x3": nx.empty_graph(0),
    "king-cylinder:4x3": leaper(4, 3, KING, around=True),
    "king-torus:4x5": leaper(4, 5, KING, around=True, torus=True), "knight:4x5": leaper(4, 5, KNIGHT),
    "knight-torus:5x6": leaper(5, 6, KNIGHT, around=True, torus=True), "leaper-1-2:4x4": leaper(4, 4, KNIGHT),
    "leaper-0-2:4x5": leaper(4, 5, {(0, 2), (2, 0)}), "triangular:3x5": leaper(3, 5, TRIANGULAR),
    "triangular-torus:4x5": leaper(4, 5, TRIANGULAR, around=True, torus=True), "hex:1x1": cycle(6),
    "hex:2x3": hexagons(2, 3), "hex-cylinder:4x2": honeycomb_ring(4, 2),
    "hex-cylinder:3x5": honeycomb_ring(3, 5), "hex-torus:4x3": honeycomb_ring(4, 3, torus=True),
    "K4xpath:3": times(complete(4), path(3)), "C5xpath:4": times(cycle(5), path(4)),
    "C3xcycle:5": times(cycle(3), cycle(5)), "S4xpath:3": times(star(3), path(3)),
    "Petersenxcycle:3": times(nx.petersen_graph(), cycle(3)),
    "C5-strong-cycle:4": nx.strong_product(cycle(5), cycle(4)),
    "K3-tensor-path:4": nx.tensor_product(complete(3), path(4)),
    "graph6=Bwxpath:3": times(complete(3), path(3)),
}  # fmt: skip


def test_subfamilies_in_arithmetic_progression():
    for text, first_n, n, whole in COUNTS["parts"]:
        part = parse_board(text)
        assert isinstance(part, Family)
        assert (part.text, part.first_n) == (text, first_n)
        assert part.at(n) == parse_one_board(whole)
        with pytest.raises(BoardError, match="single board is required"):
            parse_one_board(text)
        with pytest.raises(BoardError, match="is a subfamily of"):
            part.closes  # noqa: B018
        if first_n:
            with pytest.raises(BoardError, match="starts at"):
                part.at(first_n - 1)


PARTS = [("cram", "{}x2", 3, -4), ("independent-sets", "3x{}", 2, -1), ("dominating-sets", "ladder:{}", 2, 1)]


@pytest.mark.parametrize(("name", "text", "step", "shift"), then_slow(PARTS[:1], 1, *PARTS[1:]))
def test_formulas_with_weights_and_of_extreme_weights(name, text, step, shift, tmp_path):
    """Compare each term with a single board of the whole family."""
    part, whole = parse_board(text.format(f"({step}n{shift:+d})")), parse_board(text.format("n"))
    law, plain = (gfkit.derive(name, part, weights=weights) for weights in ("pieces", "none"))
    with pytest.raises(BoardError, match="is a subfamily of"):
        gfkit.save_derived(plain, tmp_path / "c.json")
    low = gfkit.optimum(name, part)
    first = low.first_n
    for n in range(part.first_n, part.first_n + 3):
        polynomial = gfkit.count(name, whole.at(step * n + shift), weights="pieces").polynomial
        assert law[n] == polynomial
        assert int(plain[n]) == polynomial.total
        if n >= first:
            powers = [powers[0] for powers, _ in polynomial.terms]
            ends = (low.minimum.weights.coefficient(n), low.maximum.weights.coefficient(n))
            assert ends == (min(powers), max(powers))
            assert low.minimum.known[n - first] == (min(powers), polynomial.coefficient(min(powers)))
    for end in (low.minimum, low.maximum):
        places = range(first, first + len(end.known))
        assert end.known == tuple((end.weights.coefficient(n), end.counts.coefficient(n)) for n in places)


@pytest.mark.slow(4)
def test_orbits_of_subfamilies():
    law = gfkit.orbits("independent-sets", "3x(2n-1)", weights="pieces")
    for n in (1, 3):
        board = f"3x{2 * n - 1}"
        listed = gfkit.brute_force("independent-sets", board, weights="pieces", up_to="rectangle")
        assert law[n] == listed.polynomial
    assert (law.square, gfkit.orbits("independent-sets", "3x2n").square) == (2, None)


def test_named_graphs_agree_with_networkx_and_definitions():
    for text, truth in TRUTHS.items():
        board = parse_one_board(text)
        assert board.text == text
        assert nx.is_isomorphic(as_networkx(board), truth), text


def test_families_of_names():
    for word in GRAPHS:
        found = parse_board(f"{word}:n")
        assert isinstance(found, Family)
        for n in range(found.first_n, found.first_n + 4):
            assert found.at(n) == parse_one_board(f"{word}:{n}")
        if found.first_n:
            with pytest.raises(BoardError, match=f"starts at n = {found.first_n}"):
                parse_one_board(f"{word}:{found.first_n - 1}")
    # A prism of two rungs would join vertices twice, a wheel needs a rim of three, a star may be its
    # hub.
    for first_n, texts in COUNTS["starts"]:
        for text in texts.split():
            found = parse_board(text)
            assert (found.text, found.first_n) == (text, first_n)
    for word in set(graph_words()) - set(REGIONS):
        sizes = "n" if sized_word(f"{word}:n") else "6xn" if sized_word(f"{word}:6xn") else "2x2xn"
        assert isinstance(parse_board(f"{word}:{sizes}"), Family), word


def alike(one: Board, other: Board | nx.Graph) -> bool:
    return nx.is_isomorphic(as_networkx(one), as_networkx(other) if isinstance(other, Board) else other)


def test_transposed_names_denote_isomorphic_graphs():
    for word, n in product(("king", "knight", "hex", "triangular", "truncated-square"), range(1, 6)):
        one = parse_board(f"{word}:3xn").at(n)
        for other in (
            parse_board(f"{word}:nx3").at(n),
            *map(parse_one_board, (f"{word}:3x{n}", f"{word}:{n}x3")),
        ):
            assert alike(one, other), (word, n)
    for word in ("king-cylinder", "hex-cylinder", "king-torus", "hex-torus"):
        assert alike(parse_board(f"{word}:nx3").at(4), parse_board(f"{word}:4xn").at(3))
    for m, n in ((2, 1), (2, 4), (3, 3), (4, 2), (5, 3)):
        for word, truth in (("brick-wall", nx.hexagonal_lattice_graph(n, m)), ("theta", theta(m, n))):
            for board in (parse_board(f"{word}:{m}xn").at(n), parse_board(f"{word}:nx{n}").at(m)):
                assert alike(board, truth)


def test_invalid_slices_are_rejected():
    for text, *facts in REFUSED["names"]:
        with refused(BoardError, *facts, about=text):
            parse_board(text)
    for text, *facts in REFUSED["slices"]:
        with refused(BoardError, *facts, about=text):
            read_slices("family.toml", text)


def test_files_of_slices():
    prism = FOLDER / "slices" / "prism.toml"
    found = parse_board(f"slices:{prism}")
    assert isinstance(found, Family)
    assert found.at(5).edges == parse_one_board("prism:5").edges
    assert parse_board(found.text) == found
    assert parse_one_board(f"slices:5:{prism}") == found.at(5)
    slices = read_slices("", (FOLDER / "slices" / "ends_and_hub.toml").read_text("utf-8"))
    board = slices.board("b", 2)
    # hub 0, first end 1 and 2, slices (3, 4) and (5, 6), last end 7
    expected = {(1, 2), (0, 1), (2, 3), (3, 4), (0, 4), (3, 5), (5, 6), (0, 6), (6, 7)}
    assert set(board.edges) == expected
    again = parse_board(f"{slices.word}:n")
    assert isinstance(again, Family)
    assert again.at(2).edges == board.edges
    assert again.first_n == 1


def test_families_from_slices():
    found = family([(0, 1)], [(0, 0), (1, 1)], ring=True, twist=(1, 0))
    assert alike(found.at(6), moebius(6))
    assert gfkit.family.__wrapped__ is family
    slice_ = nx.path_graph(["low", "middle", "high"])
    found = gfkit.family(slice_, links=[(v, v) for v in slice_])
    assert alike(found.at(4), nx.grid_2d_graph(3, 4))
    found = gfkit.family(1, [(0, 0)], ring=True, hubs=1, spokes=[(0, 0)])
    assert alike(found.at(6), nx.wheel_graph(7))
    tadpole = gfkit.family(1, [(0, 0)], first=(nx.cycle_graph(4), [(0, 0)]))
    assert alike(tadpole.at(3), nx.tadpole_graph(4, 3))
    dumbbell = gfkit.family(1, [(0, 0)], first=([(0, 1)], [(1, 0)]), last=([(0, 1)], [(0, 0)]))
    assert alike(dumbbell.at(2), nx.path_graph(6))


def test_single_graphs():
    petersen = nx.petersen_graph()
    matrix = nx.to_numpy_array(petersen, dtype=int)
    for given in (petersen, list(petersen.edges), matrix.tolist(), matrix):
        board = graph(given)
        assert alike(board, petersen)
        assert parse_one_board(board.text).edges == board.edges

    class Sage:
        def vertices(self):
            return ["a", "b", "c"]

        def edges(self):
            return [("a", "b", None), ("b", "c", None)]

    assert graph(Sage()).edges == ((0, 1), (1, 2))


# Drawn cells that repeat

UNITS = [".#./...", "..#/...", ".", ".../#.#/...", "#./.#", ".#/##/.."]


def written_out(unit: str, n: int) -> str:
    """Return the drawing of n units; a single row ends with a hole, so that it is parsed as a drawing."""
    width = max(map(len, unit.split("/")))
    return "/".join(row.ljust(width, "#") * n for row in unit.split("/")) + "#" * ("/" not in unit)


def test_repeated_drawings_equal_the_explicit_drawing() -> None:
    for unit, n in product(UNITS, (1, 2, 3)):
        board, drawn = parse_one_board(f"repeat({unit}):{n}"), parse_one_board(written_out(unit, n))
        assert (board.places, board.edges) == (drawn.places, drawn.edges)


ASKED = tables("wholes")["repeated"]


@pytest.mark.parametrize(
    ("unit", "game"),
    sample(UNITS, ASKED, quick=0, seconds=0.6, found=[(".#./...", "domineering"), (".", "nogo")]),
)
def test_derived_counts_of_drawings_agree_with_brute_force(unit: str, game: str) -> None:
    law = gfkit.derive(game, f"repeat({unit}):n", ASKED[game])
    assert law.evidence.status is Status.PROVED
    for n in range(1, 5):
        if parse_one_board(written_out(unit, n)).size <= 12:
            assert law[n] == gfkit.brute_force(game, written_out(unit, n), ASKED[game]).count


def test_geometry_and_cyclic_families() -> None:
    rule = gfkit.Rule.array(
        colours=2, window=[("2x2", "a + b + c + d <= 2")], line=[{"along": ["diagonals"], "match": "0*1*"}]
    )
    law = gfkit.derive(rule, "repeat(.../.#.):n")
    for n in (1, 2):
        assert law[n] == gfkit.brute_force(rule, written_out(".../.#.", n)).count
    # A ring of single cells is a cylinder one high; a hole in every third cell cuts it into pieces.
    for n in (3, 4, 5):
        board = parse_one_board(f"repeat-ring(..):{n}")
        ring = gfkit.count("independent-sets", f"cycle:{2 * n}")
        assert int(gfkit.count("independent-sets", board)) == int(ring)
    assert gfkit.derive("independent-sets", "repeat-ring(..#):n").terms(3) == [3**3, 3**4, 3**5]


def test_commands_and_errors_for_slices(tmp_path) -> None:
    family = parse_board("repeat(.#./...):n")
    assert isinstance(family, Family)
    assert family.text == "repeat(.#./...):n"
    every_second = gfkit.derive("cram", "repeat(.#./...):2n").terms(3)
    assert every_second == gfkit.derive("cram", family).terms(5)[::2]
    assert gfkit.optimum("independent-sets", family).maximum.weights[4] == max(
        powers[0]
        for powers, _ in gfkit.count("independent-sets", family.at(4), weights="pieces").polynomial.terms
    )
    assert len(gfkit.nim("cram", family, to=4).values) == 5
    gfkit.save_derived(gfkit.derive("cram", "repeat(.#./...):n"), tmp_path / "proof.json")
    assert gfkit.certify_file(tmp_path / "proof.json").status == "proved"
    listed = gfkit.brute_force("cram", ".#..#./......").count
    assert told("count", "cram", "repeat(.#./...):2")["count"] == str(listed)
