"""Figures, in SVG and as files: valid, self-contained, and correct.

The expected elements follow from the board, rule, automaton or thermograph, which other tests check. Files
contain the same number of elements as the SVG, and pixels are read by the rules of PNG.
"""

import json
import re
import struct
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from importlib.util import find_spec
from itertools import combinations, pairwise
from math import dist, factorial
from random import Random

import pytest
from choice import some_of
from cli.calling import call
from hypothesis import given, strategies as st
from refusals import refused, wrong_line
from show.markup import HOSTILE, SVG, corners, marked, placed, points_of, root, words
from tables import tables

import gfkit
from gfkit.core.boards import LATTICES, LyingPiece, parse_board, parse_one_board
from gfkit.core.boards.board import from_edges
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.errors import InputError, LimitError, OptionError
from gfkit.core.rules import find_rule
from gfkit.core.typing import Player
from gfkit.play import ShortGame
from gfkit.show import picture
from gfkit.show.cards.laws import machine_from_start
from gfkit.show.markup import width_of
from gfkit.show.svg import (
    Drawing,
    Signs,
    beside,
    board_drawing,
    curves_drawing,
    family_drawing,
    graph as graph_layout,
    machine_drawing,
    options_drawing,
    plays_drawing,
    probability_drawing,
    ratio_drawing,
    rule_drawing,
    stack,
    terms_drawing,
    thermograph_drawing,
    tree_drawing,
)
from gfkit.show.svg.shapes import MARGIN, Outline, Words, shapes_of, tikz

DATA = tables("show_cases")["svg"]

GAMES = ("{2|-1}", "{4||1|0}", "{7|3||2|{1/2|-5}}", "{3|1||0|-4}", "*", "0", "-3/4", "{5|{1|-1}}")
BOARDS = ("4x6", "1x1", "..#AA/.bb#../CC.b.d/.C.b.d", "cylinder:4x6", "torus:4x5", "path:40", "cycle:9")
GRAPHS = ("complete:6", "path:1", "cycle:3")
RULES = ("l-tromping", "cis:3", "domineering-tiles", "domineering")
ONE = {(0, 0): 1}
FIBONACCI = Automaton({0: ONE}, ({0: ONE, 1: {(0, 0): 2, (1, 0): 1}}, {0: ONE}), {0: ONE})


def pictures() -> dict[str, Drawing]:
    found = {name: board_drawing(parse_one_board(name)) for name in (*BOARDS, *GRAPHS)}
    found |= {name: rule_drawing(find_rule(name)) for name in RULES}
    found |= {f"tree {game}": tree_drawing(ShortGame.parse(game)) for game in GAMES}
    found |= {f"cold {game}": thermograph_drawing(ShortGame.parse(game).thermograph) for game in GAMES}
    best = gfkit.value("domineering", "3x3", options=True).moves
    return found | {
        "family": family_drawing(parse_board("torus:3xn")),
        "machine": machine_drawing(gfkit.derive("domineering", "3xn", weights="players").machine),
        "small machine": machine_drawing(FIBONACCI),
        "options": options_drawing(parse_one_board("3x3"), best, "best moves"),
        "plays": plays_drawing(gfkit.equilibrium("3x3").plays),
    }


def test_each_figure_is_a_document_with_a_title():
    """It has no external reference, its text is readable, and no element exceeds its box."""
    for name, shown in pictures().items():
        for theme in ("auto", "light", "dark"):
            top = root(shown, theme)
            assert (top.tag, top.get("role"), top[0].tag) == (f"{SVG}svg", "img", f"{SVG}title"), name
            assert top[0].text == top.get("aria-label") == shown.title, name
        text = shown.svg()
        assert text.count("http") == text.count('xmlns="http://www.w3.org/2000/svg"') == 1, name
        assert not re.search(r"url\(|href|@import|<script|<image|<use|\bid=", text), name
        sizes = [float(one.get("font-size", 13)) for one in root(shown).iter(f"{SVG}text")]
        assert all(size >= 9 for size in sizes), name
        top = root(shown)
        wide, tall = float(top.get("width")), float(top.get("height"))
        assert top.get("viewBox") == f"0 0 {wide:.10g} {tall:.10g}", name
        for element, right, down in placed(top):
            for x, y in corners(element):
                assert -0.5 <= x + right <= wide + 0.5, (name, ET.tostring(element))
                assert -0.5 <= y + down <= tall + 0.5, (name, ET.tostring(element))


def test_themes():
    """The automatic theme depends on the reader and then on the page; a fixed theme does not change."""
    board = board_drawing(parse_one_board("4x6"))
    text = board.svg()
    assert "@media (prefers-color-scheme:dark)" in text
    assert min(text.index("[data-theme=light]"), text.index("[data-theme=dark]")) > text.index("@media")
    for theme in ("light", "dark"):
        fixed = board.svg(theme)
        assert "prefers-color-scheme" not in fixed
        assert "data-theme" not in fixed
    sheet = next(root(board).iter(f"{SVG}style")).text
    looks = {"cell", "line", "both", "hatch", "head", "seam", "grid"}
    looks |= {"left", "right", "left-line", "right-line"}
    assert looks <= set(re.findall(r"\.gfk \.([a-z-]+)", sheet))
    assert not re.search(r"(^|\})\s*[^@.:\[}][^{]*\{", sheet), "a rule that could reach the page around"
    with pytest.raises(OptionError, match=r"'drak'.*dark"):
        board.svg("drak")


def test_cells_and_pieces_agree_with_the_drawing():
    for text, pieces in (("..#/A.B/A.B", 2), ("aaB/a.B/#..", 2), ("#", 0), ("AB/BA", 4), ("A.A./AAA.", 1)):
        rows = text.split("/")
        drawing = board_drawing(parse_one_board("/".join(rows)))
        cells = marked(drawing, "cell")
        size = float(cells[0].get("width")) if cells else 1
        at = sorted((round(float(c.get("y")) / size), round(float(c.get("x")) / size)) for c in cells)
        assert at == [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"]
        assert len(marked(drawing, "piece")) == pieces, text
        assert Counter(words(drawing)) == Counter(p.letter for p in parse_one_board("/".join(rows)).lying)
    for board, sides in (("3x4", 0), ("cylinder:3x4", 2), ("torus:3x4", 4)):
        assert len(marked(board_drawing(parse_one_board(board)), "seam")) == sides


def test_many_cells_are_drawn_without_borders():
    """A domino is one rectangle and a T-tetromino has four; boxes of free cells do not touch."""
    board = parse_one_board("51x51")
    pieces = [LyingPiece("", Player.LEFT, (3, 54)), LyingPiece("", Player.RIGHT, (0, 1, 2, 52))]
    paths = {
        path.get("class"): path.get("d") for path in root(board_drawing(board, pieces)).iter(f"{SVG}path")
    }
    assert {look: path.count("M") for look, path in paths.items()} == {
        "left": 1,
        "right": 4,
        "cell": 51**2 - 6,
    }
    assert paths["left"] == "M43.4 1.4L54.6 1.4L54.6 26.6L43.4 26.6Z"  # 14 pixels a cell, column 3
    with pytest.raises(LimitError, match="2601 cells"):
        board_drawing(board, pieces, {9: "x"})


def drawn_graph(drawing: Drawing):
    """Return the centres and the radius of the discs of a drawn graph, and its edges."""
    cells = marked(drawing, "cell")
    discs = [(float(c.get("cx")), float(c.get("cy"))) for c in cells]
    return discs, float(cells[0].get("r")), marked(drawing, "edge")


@given(st.data())
def test_edges_join_the_right_discs(data):
    size = data.draw(st.integers(1, 12))
    pairs = [(a, b) for b in range(size) for a in range(b)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    discs, radius, lines = drawn_graph(board_drawing(from_edges("drawn", size, edges)))
    assert all(dist(a, b) > 2 * radius for k, a in enumerate(discs) for b in discs[:k])
    found = []
    for edge in lines:
        first, *_, last = points_of(edge)
        ends = [min(range(size), key=lambda k: abs(dist(discs[k], end) - radius)) for end in (first, last)]
        found.append((min(ends), max(ends)))
    assert sorted(found) == sorted(edges)


@pytest.mark.parametrize(
    ("text", "down", "across"),
    [
        ("torus:3x4", 1, 1),
        ("torus:2x5", 1, 1),
        ("cylinder:4x3", 1, 0),
        ("moebius:3x5", 0, -1),
        ("moebius:1x4", 0, -1),
        ("klein:4x3", 1, -1),
        ("projective:3x4", -1, -1),
        ("klein-even:3x3", 1, -1),
        ("klein-odd:2x4", 1, -1),
        ("moebius-even:2x4", 0, -1),
        ("moebius-odd:2x3", 0, -1),
    ],
)
def test_sides_of_surfaces_are_glued(text, down, across):
    """Half edges at the sides, glued as the arrows show, are the edges of the board, double edges twice."""
    board = parse_one_board(text)
    drawing = board_drawing(board, signs=Signs(shows_edges=True, is_named=False))
    discs, radius, lines = drawn_graph(drawing)
    xs, ys = ({round(disc[axis]) for disc in discs} for axis in (0, 1))
    found, halves = [], {}
    for edge in lines:
        touched = [
            (k, (round(x - u), round(y - v)))
            for x, y in points_of(edge)
            for k, (u, v) in enumerate(discs)
            if dist((x, y), (u, v)) < radius + 1
        ]
        if len(touched) == 2:
            found.append(tuple(sorted(k for k, _ in touched)))
        else:
            [(k, (right, below))] = touched
            halves[k, (right > 0) - (right < 0), (below > 0) - (below < 0)] = round(discs[k][below == 0])
    low, high = (min(ys), min(xs)), (max(ys), max(xs))
    for (k, right, below), at in halves.items():
        if right > 0 or below > 0:
            turn, side = (across, 0) if right else (down, 1)
            partner = at if turn > 0 else low[side] + high[side] - at
            others = [
                other
                for (other, *way), there in halves.items()
                if way == [-right, -below] and abs(there - partner) < 2
            ]
            assert len(others) == 1, (text, k)
            found.append(tuple(sorted((k, others[0]))))
    assert {*found} == {*board.edges}
    assert len(found) == 2 * board.size - len(xs) * (not down) - len(ys) * (not across)
    ways = []
    for head in marked(drawing, "side"):
        (x, y), *back = points_of(head)
        ways.append(
            [round(tip - sum(two) / 2) for tip, two in zip((x, y), zip(*back, strict=True), strict=True)]
        )
    for turn, number, own in (
        (across, 2, [way[1] for way in ways if not way[0]]),
        (down, 4, [way[0] for way in ways if way[0]]),
    ):
        assert len(own) == number * bool(turn)
        assert len({*own}) == {1: 1, 0: 0, -1: 2}[turn], text
    assert ("in reverse" in drawing.description) == (-1 in (down, across))


def test_tori_of_other_lattices_are_not_tangles():
    """The vertices form a rectangle, and no line is longer than a diagonal step."""
    for text in ("king-torus:4x5", "triangular-torus:3x4", "king-torus:3x3"):
        board = parse_one_board(text)
        drawing = board_drawing(board)
        discs, _, lines = drawn_graph(drawing)
        xs, ys = (sorted({round(disc[axis]) for disc in discs}) for axis in (0, 1))
        assert len(xs) * len(ys) == board.size == len(discs)
        assert max(dist(*points_of(edge)) for edge in lines) < 1.5 * (xs[1] - xs[0])
        assert len(marked(drawing, "seam")) == 4


def test_probabilities_of_edges_do_not_cross_a_closed_board():
    for text in ("torus:3x4", "klein:3x4", "cylinder:3x4"):
        board = parse_one_board(text)
        drawing = probability_drawing(board, dict.fromkeys(board.edges, Fraction(1, 2)), text)
        lengths = [dist(*points_of(one)) for one in marked(drawing, "both-curve")]
        assert len(lengths) > len(board.edges)
        assert max(lengths) < 60, text


def test_no_edge_runs_through_a_disc_that_is_not_its_own():
    for graph in (
        gfkit.auxiliary_graph("domineering", "3x3").graph,
        from_edges("wheel", 9, [(0, k) for k in range(1, 9)] + [(k, k % 8 + 1) for k in range(1, 9)]),
        from_edges("star of lines", 5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2), (0, 3)]),
    ):
        discs, radius, edges = drawn_graph(board_drawing(graph))
        for (a, b), edge in zip(graph.edges, edges, strict=True):
            for disc in (one for k, one in enumerate(discs) if k not in (a, b)):
                for (x, y), (u, v) in pairwise(points_of(edge)):
                    steps = ((x + (u - x) * i / 40, y + (v - y) * i / 40) for i in range(41))
                    assert min(dist(disc, step) for step in steps) > radius, graph.text


def planar_graphs():
    """Return planar graphs by construction: polyhedra, trees, subdivided triangles, and lattices."""
    networkx = pytest.importorskip("networkx", reason="needs networkx, which finds planar embeddings")
    names = "dodecahedral icosahedral octahedral tutte frucht truncated_cube"
    found = [getattr(networkx, f"{name}_graph")() for name in names.split()]
    found += [networkx.star_graph(25), networkx.complete_bipartite_graph(2, 9), networkx.wheel_graph(30)]
    found += [networkx.triangular_lattice_graph(5, 9), networkx.random_labeled_tree(70, seed=3)]
    choice = Random(1)
    for size in (6, 20, 70):
        divided, faces = networkx.complete_graph(3), [(0, 1, 2), (0, 1, 2)]
        for new in range(3, size):
            a, b, c = faces.pop(choice.randrange(len(faces)))
            divided.add_edges_from((new, old) for old in (a, b, c))
            faces += [(a, b, new), (a, c, new), (b, c, new)]
        found += [divided, networkx.Graph(choice.sample(sorted(divided.edges), size * 3 // 2))]
    graphs = map(networkx.convert_node_labels_to_integers, found)
    lattices = [parse_one_board(f"{name}:2x3") for name in {*LATTICES} - {"honeycomb", "king", "knight"}]
    return lattices + [from_edges("planar", len(one), [*map(sorted, one.edges)]) for one in graphs]


def test_edges_of_planar_graphs_are_straight_and_do_not_cross():
    for board in some_of(planar_graphs(), step=2):
        discs, radius, lines = drawn_graph(board_drawing(board))
        assert all(len(points_of(line)) == 2 for line in lines), board.edges
        assert all(dist(a, b) > 2 * radius for a, b in combinations(discs, 2)), board.edges
        at = [(round(100 * x), round(100 * y)) for x, y in discs]

        def turn(a, b, c, at=at):
            (x, y), (u, v), (s, t) = at[a], at[b], at[c]
            return (u - x) * (t - y) > (v - y) * (s - x)

        for (a, b), (c, d) in combinations(board.edges, 2):
            crossed = turn(a, b, c) != turn(a, b, d) and turn(c, d, a) != turn(c, d, b)
            assert len({a, b, c, d}) < 4 or not crossed, board.edges


@pytest.mark.parametrize("present", [True, False])
def test_large_graphs_are_not_drawn_on_a_circle(present, monkeypatch):
    if not present:
        monkeypatch.setattr("gfkit.show.svg.graph.find_spec", lambda _: None)
    graph_layout.layout.cache_clear()
    choice = Random(4)
    for size, number in some_of(((10, 15), (45, 90), (90, 130), (150, 300)), 3):
        pairs = choice.sample(list(combinations(range(size), 2)), number)
        discs, radius, _ = drawn_graph(board_drawing(from_edges("random", size, pairs)))
        assert all(dist(a, b) > 2 * radius for a, b in combinations(discs, 2))
        middle = [sum(axis) / size for axis in zip(*discs, strict=True)]
        away = sorted(dist(middle, disc) for disc in discs)
        assert away[size // 10] < 0.7 * away[-1]
    graph_layout.layout.cache_clear()


def test_names_of_vertices_are_next_to_them_and_in_json(tmp_path):
    file, target = tmp_path / "named.txt", tmp_path / "named.svg"
    names = [f"vertex_number_{k}_of_25_in_all" for k in range(25)]
    file.write_text("\n".join(f"{a} {b}" for k, a in enumerate(names) for b in names[k + 1 : k + 7 : 5]))
    for asked in ([f"graph:{file}"], ["independent-sets", f"graph:{file}"]):
        said = call("draw", *asked, "--json", "--force", "-o", target, code=0).out
        drawing = picture.draw(*asked)
        discs, radius, _ = drawn_graph(drawing)
        assert json.loads(said)["vertices"] == words(drawing)
        assert sorted(words(drawing)) == sorted(names)
        boxes = []
        for one in root(drawing).iter(f"{SVG}text"):
            x, y, size = (float(one.get(key)) for key in ("x", "y", "font-size"))
            half = width_of(one.text, size) / 2
            boxes.append((x - half, y - 0.75 * size, x + half, y + 0.1 * size))
        for left, top, right, bottom in boxes:
            assert -1 <= left < right <= drawing.width + 1
            assert -1 <= top < bottom <= drawing.height + 1
            for x, y in discs:
                assert dist((min(max(x, left), right), min(max(y, top), bottom)), (x, y)) >= radius
        for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
            assert c <= e or g <= a or d <= f or h <= b


def test_chess_boards_are_chequered_and_colours_have_a_legend():
    for game, board in (("n-queens", "6x6"), ("kings", "3x5"), ("knights", "..#/..."), ("rooks", "2x2")):
        drawing = picture.draw(game, board, seed=1)
        cells = {(float(c.get("x")), float(c.get("y"))): c.get("class") for c in marked(drawing, "cell")}
        side = float(marked(drawing, "cell")[0].get("width"))
        assert all(
            look not in (cells.get((x + side, y)), cells.get((x, y + side))) for (x, y), look in cells.items()
        )
        assert cells[0, max(y for _, y in cells)] == "cell chequered"
    for game, legend in (
        ("colourings:3", ["0", "1", "2"]),
        ("domineering", ["Left", "Right"]),
        ("polyominoes", []),
        ("widom-rowlinson", ["x", "y"]),
    ):
        drawing = picture.draw(game, "3x3", seed=1)
        assert words(drawing) == legend
        assert not marked(drawing, "chequered")
    on_vertices = picture.draw("colourings:3", "petersen", seed=1)
    assert len(marked(on_vertices, "dot")) == 13  # vertices and the legend, which is not hatched
    assert not marked(on_vertices, "hatch")


def test_a_piece_over_the_seam_stays_on_the_board():
    board = parse_one_board("torus:4x4")
    across = [a for a, b in board.edges if board.places[b][1] - board.places[a][1] == 3]
    drawing = board_drawing(board, [LyingPiece("X", Player.LEFT, (across[0], across[0] + 3))])
    size = float(marked(drawing, "cell")[0].get("width"))
    shapes = [one for one in marked(drawing, "left") if one.tag == f"{SVG}rect"]
    assert len(shapes) == 4  # two cells and the two ends towards the seam
    reach = [c for shape in shapes for c in corners(shape)]
    assert min(x for x, _ in reach) == 0
    assert max(x for x, _ in reach) == pytest.approx(4 * size)


def test_the_kind_of_a_drawing_may_precede_the_thing(tmp_path):
    target = tmp_path / "drawn.svg"
    for asked, title in (
        (["board", "hex:4x6"], "board hex:4x6"),
        (["family", "4xn"], "family 4xn"),
        (["automaton", "kings", "2xn"], "automaton of kings on 2xn"),
        (["roots", "kings", "2 x n"], "roots of the denominator"),
        (["tree", "domineering", "2x2"], "tree of "),
        (["rule", "kings"], "rule Kings"),
    ):
        assert call("draw", *asked, "-o", target, "--force", code=0).lines[1].startswith(title)
    for asked, fact in (
        (["board"], "'board'"),
        (["automaton", "kings", "2xn", "--as", "roots"], "'automaton'"),
        (["board", "nosuch"], "'nosuch'"),
    ):
        said = call("draw", *asked, "-o", target, "--force", code=2)
        assert wrong_line(said.err.strip(), fact) == []


def test_large_boards_are_rejected_and_empty_boards_drawn():
    for board, *facts in DATA["what_is_too_large_is_refused_and_what_is_empty_drawn"]:
        with refused(LimitError, *facts, about=board):
            board_drawing(parse_one_board(board))
    machine = Automaton({0: ONE}, tuple({(k + 1) % 30: ONE} for k in range(30)), {0: ONE})
    with pytest.raises(LimitError, match="30 states"):
        machine_drawing(machine)
    game = ShortGame.parse("^60")
    assert len(nodes(game)) > 60
    with pytest.raises(LimitError, match="more than 60 nodes"):
        tree_drawing(game)
    for family in ("3xn", "path:n"):
        assert marked(board_drawing(parse_board(family).at(0)), "cell") == []


def test_pieces_tiles_and_windows():
    for game, numbers in DATA["pieces_tiles_and_windows"]:
        drawing = rule_drawing(find_rule(game))
        assert [len(marked(drawing, f"{who}-piece")) for who in ("left", "right", "both")] == numbers
    rule = find_rule("domineering-right-end-tiles")
    drawing = rule_drawing(rule)
    assert len(marked(drawing, "tile")) == len(rule.tiles)
    labels = [w for w in words(drawing) if len(w) == 1]
    assert labels == [s for t in rule.tiles for s in (t.top, t.right, t.bottom, t.left)]
    drawing = rule_drawing(gfkit.Rule.array(colours=2, forbid=["11/11", "101"], name="no square"))
    assert len(marked(drawing, "cell")) == 4 + 3
    assert (words(drawing)[-1], len(marked(drawing, "dot"))) == ("0", 6)


def test_no_name_breaks_a_document():
    drawing = Drawing(10, 10, "", f"a\x00b\x1b{HOSTILE}\ud800\ufffe").with_caption("\x07")
    assert root(drawing)[0].text == f"a?b?{HOSTILE}??"


def test_states_and_arrows_agree_with_the_automaton():
    for game, family in (("domineering", "2xn"), ("o12", "path:n"), ("col", "2xn"), ("cis:3", "path:n")):
        machine = gfkit.derive(game, family, weights="players").machine
        drawing = machine_drawing(machine)
        counts = [len(marked(drawing, word)) for word in ("state", "edge", "start", "final")]
        arrows = sum(map(len, machine.edges))
        assert counts == [len(machine.edges), arrows, len(machine.start), len(machine.final)]
    drawing = machine_drawing(FIBONACCI)
    assert Counter(words(drawing)) == Counter(["1", "2", "2 + x"])  # two states, one weight that is not 1
    lines = [one.get("d") for one in marked(drawing, "line") if one.tag == f"{SVG}path"]
    assert sorted(line.count("M") for line in lines) == [1, 1, 2]  # a gap for the label


def test_automata_start_with_the_empty_board():
    """Domino tilings of 4 x n (A005178) and placements of kings on 3 x n; a large matrix is a table."""
    for game, family, printed in (
        ("domino-tilings", "4xn", [1, 1, 5, 11, 36]),
        ("kings", "3xn", [1, 5, 11, 35]),
    ):
        machine, first = machine_from_start(gfkit.derive(game, family))
        walks = [machine.later(j).start for j in range(len(printed))]
        numbers = [
            sum(row[s][0, 0] * machine.final[s][0, 0] for s in row.keys() & machine.final) for row in walks
        ]
        assert (first, len(machine.start), numbers) == (0, 1, printed)
    machine = machine_from_start(gfkit.derive("domineering", "4xn"))[0]
    drawing = machine_drawing(machine)
    assert [len(marked(drawing, word)) for word in ("state", "edge", "start")] == [10, machine.transitions, 1]


def test_walls_are_drawn_at_the_values_of_the_thermograph():
    for text in ("{4||1|0}", "{5|{1|-1}}", "{3|1||0|-4}"):
        game = ShortGame.parse(text)
        drawing = thermograph_drawing(game.thermograph)
        assert text != "{4||1|0}" or {"4", "9/4", "1", "7/4"} <= set(words(drawing))
        (left,), (right,) = (marked(drawing, look) for look in ("left-line", "right-line"))
        walls = points_of(left), points_of(right)
        floor, apex = walls[0][0][1], walls[0][-1][1]
        stops, top = game.thermograph.stops, game.thermograph.temperature
        begin = stops(Fraction(0))
        wide = walls[1][0][0] - walls[0][0][0]
        assert walls[0][-1] == walls[1][-1]
        assert wide > 0, "values grow to the left"
        for side, wall in enumerate(walls):
            for x, y in wall:
                time = Fraction((floor - y) / (floor - apex)).limit_denominator(64) * top
                value = begin[0] - (x - walls[0][0][0]) / wide * float(begin[0] - begin[1])
                assert value == pytest.approx(float(stops(time)[side]), abs=0.03), text


def nodes(game: ShortGame) -> list[str]:
    """Return all positions of a tree down to numbers."""
    if game.number is not None:
        return [str(game)]
    return [str(game), *(text for one in (*game.left, *game.right) for text in nodes(one))]


def test_every_position_of_a_tree_has_a_box():
    for text in [*GAMES, "^2*", "+_2"]:
        game = ShortGame.parse(text)
        drawing = tree_drawing(game)
        assert Counter(words(drawing)) == Counter(nodes(game))
        looks = (("left-line", -1), ("right-line", 1))
        lines = [(sign, one) for look, sign in looks for one in marked(drawing, look)]
        assert len(lines) == len(nodes(game)) - 1
        for sign, line in lines:  # Left hangs to the left
            (x, _), (u, _) = points_of(line)
            assert (u - x) * sign > 0


def test_a_board_for_each_best_move_with_the_piece_on_it():
    moves = gfkit.value("domineering", "2x3", options=True).moves
    drawing = options_drawing(parse_one_board("2x3"), moves, "best moves")
    assert len(marked(drawing, "cell")) == 6 * len(moves)
    assert len(marked(drawing, "left-piece")) == sum(move.player.value == "left" for move in moves)
    assert {"to 2", "to -1/2"} <= set(words(drawing))
    moves = gfkit.value("domineering", "3x1", options=True).moves
    assert "Right has no move" in words(options_drawing(parse_one_board("3x1"), moves, "best moves"))
    plays = gfkit.equilibrium("4x3").plays
    drawing = plays_drawing(plays)
    assert len(marked(drawing, "piece")) == sum(len(play.moves) for play in plays)
    numbers = [w for w in words(drawing) if w.isdigit()]
    assert numbers == [str(k + 1) for play in plays for k in range(len(play.moves))]
    one = Drawing(100, 10, "<g/>", "one")
    assert [beside([one] * 3, "three", gap=10, widest=wide).height for wide in (330, 300)] == [10, 30]
    assert (stack([one] * 3, "three", gap=10).height, beside([], "none").height) == (50, 0)


def test_curves_are_on_a_logarithmic_scale():
    """Powers of 10 at whole steps lie on a straight line; every curve has its name."""
    ten = [(float(n), 10.0**n) for n in range(5)]
    names = [f"family {k}" for k in range(8)]
    found = curves_drawing(dict.fromkeys(names, ten), "width", "growth", "seconds").svg()
    assert all(f">{name}<" in found for name in names)
    points, *others = re.findall(r'points="([^"]*)"[^>]*class="curve', found)
    places = [tuple(map(float, one.split(","))) for one in points.split()]
    slopes = {round((d - b) / (c - a), 3) for (a, b), (c, d) in pairwise(places)}
    assert len(slopes) == 1
    assert len(others) == 7
    with pytest.raises(InputError, match="no point above 0"):
        curves_drawing({"none": [(1.0, 0.0)]}, "n", "nothing")


def overlapping(drawing: Drawing) -> list[tuple[str, str]]:
    """Return pairs of labels whose boxes overlap."""
    boxes = [(one.text, *corners(one)) for one in root(drawing).iter(f"{SVG}text")]
    return [
        (name, other)
        for (name, (a, b), (c, d)), (other, (e, f), (g, h)) in combinations(boxes, 2)
        if a < g and e < c and b < h and f < d
    ]


def test_charts_of_terms_have_their_limit_and_no_labels_on_labels():
    fibonacci = gfkit.derive("matchings", "path:n")
    tilings = gfkit.derive("domino-tilings", "3xn")  # a(n) = 4 a(n-2) - a(n-4), which tends to 2 + sqrt 3
    for law, limit in ((fibonacci, (1 + 5**0.5) / 2), (tilings, 2 + 3**0.5)):
        drawing = ratio_drawing(law.numbers(24), law.first_n, law.growth())
        assert any(f"{limit:.5f}" in word for word in words(drawing))
        (dashed,) = marked(drawing, "rate")
        dots = [float(one.get("cy")) for one in marked(drawing, "point")]
        assert points_of(dashed)[0][1] == pytest.approx(dots[-1], abs=0.5)
    assert ratio_drawing([5], 0, None) is None
    assert "a(n)/a(n−2)" in words(ratio_drawing([1, 0, 1, 0, 3, 0, 15, 0], 0, None))
    for terms in ([1], [2**n for n in range(24)], [7] * 9, [0, -3, 0, 5], [(-9) ** n for n in range(24)],
                  [factorial(n * n) for n in range(9)], [Fraction(1, n + 1) for n in range(99)]):  # fmt: skip
        for drawing in (terms_drawing(terms), ratio_drawing(terms, 0, None)):
            assert drawing is None or overlapping(drawing) == [], terms[:3]
    assert len(marked(terms_drawing([0, 100, 0, 1]), "point")) == 2  # a logarithmic scale has no 0


def test_a_drawn_automaton_shows_its_first_index():
    law = gfkit.derive("domineering", "3xn")
    assert law.offset > 0
    drawing = picture.drawing_of("domineering", "3xn", "machine")
    assert any("n = 0" in word for word in words(drawing)), "one state counts the empty board"


# Files

THINGS = DATA["things"]
"""What may be drawn: a thing, a board to draw it on, a kind of picture."""


def test_every_element_becomes_one_shape():
    for thing in THINGS:
        drawing = picture.drawing_of(*[*thing.split(), None, None][:3])
        shapes = shapes_of(drawing)
        begin = r"<(rect|circle|line|polyline|polygon|path|text)[ />]"
        elements = re.findall(begin, drawing.svg(styled=False))
        assert len(shapes) == len(elements), thing
        assert sum(isinstance(one, Words) for one in shapes) == elements.count("text"), thing
        wide, high = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
        for shape in shapes:
            points = [shape.at] if isinstance(shape, Words) else [at for _, one in shape.steps for at in one]
            assert all(-3 <= x <= wide + 3 and -3 <= y <= high + 3 for x, y in points), thing
            style = shape.style
            assert all(re.fullmatch("#[0-9a-f]{6}|", one) for one in (style.fill, style.stroke)), thing


def test_colours_agree_with_the_style_sheet():
    shapes = shapes_of(board_drawing(parse_one_board("A./A./.b/.b")), "light")
    fills = {one.style.fill for one in shapes if isinstance(one, Outline)}
    assert {"#0072b2", "#e69f00", "#1b1f24"} <= fills
    letters = {one.words: one.style.fill for one in shapes if isinstance(one, Words)}
    assert letters == {"A": "#ffffff", "b": "#000000"}
    assert shapes_of(board_drawing(parse_one_board("1x1")), "dark")[0].style.stroke == "#e6e8eb"


def test_strings_are_escaped_in_latex():
    words = '<text x="1" y="2">50% of {a_b} &amp; \\x ~ ^ # $</text>'
    drawing = Drawing(10, 10, words, "a\n\\end{document} %")
    text = tikz(drawing)
    assert text.startswith("% a \\end{document} %\n")
    assert r"50\% of \{a\_b\} \& \textbackslash{}x \textasciitilde{} \textasciicircum{} \# \$" in text
    assert text.count("{") == text.count("}")


def test_pieces_lie_in_the_png_where_they_lie_on_the_board(tmp_path):
    why = "matplotlib is not installed (extra plot): no PNG is drawn"
    read = pytest.importorskip("matplotlib.image", reason=why).imread
    drawing = board_drawing(parse_one_board("Aa/A."))
    drawing.save(tmp_path / "board.png")
    rows = read(tmp_path / "board.png")
    assert rows.shape[:2] == (int((drawing.height + 12) * 2), int((drawing.width + 12) * 2))
    places = ((0.25, 0.3), (1.75, 0.3), (1.0, 0.5), (0.8, 1.3), (1.5, 1.5))
    pixels = [rows[int((MARGIN + row * 34) * 2), int((MARGIN + col * 34) * 2), :3] for row, col in places]
    *pieces, edge, ground = (tuple(round(255 * float(part)) for part in pixel) for pixel in pixels)
    assert {*pieces} == {(0x00, 0x72, 0xB2)} != {edge}
    assert min(ground) > 230


def test_png_without_matplotlib(tmp_path, monkeypatch):
    pytest.importorskip("resvg_py", reason="resvg-py is not installed (extra png): PNG only by matplotlib")
    monkeypatch.setattr(
        "gfkit.show.svg.files.find_spec", lambda name: None if name == "matplotlib" else find_spec(name)
    )
    drawing = board_drawing(parse_one_board("Aa/A."))
    drawing.save(tmp_path / "board.png")
    head = (tmp_path / "board.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert struct.unpack(">2I", head[16:]) == (2 * (drawing.width + 12), 2 * (drawing.height + 12))


def test_the_command_writes_every_kind(tmp_path):
    """Equal queries have equal figures; existing files are kept without --force."""
    title = "domineering on 3x3: random configuration, seed 1"
    begun = {"svg": b"<svg", "tex": f"% {title}".encode(), "tikz": b"% domin"}
    if find_spec("matplotlib"):
        begun |= {"pdf": b"%PDF", "png": b"\x89PNG"}
    for ending, begin in begun.items():
        file = tmp_path / f"picture.{ending}"
        words = ("draw", "domineering", "3x3", "--seed", "1", "-o", file)
        assert call(*words) == (0, f"{file}\n{title}\n", "")
        first = file.read_bytes()
        assert first.startswith(begin)
        assert call(*words).code == 2
        assert call(*words, "--force").code == 0
        assert file.read_bytes() == first


def test_queries_with_and_without_a_drawing():
    for asked, error, *facts in DATA["not_drawn"]:
        with refused(getattr(gfkit, error), *facts, about=asked):
            picture.drawing_of(*(word or None for word in asked))
    shown = " ".join(call("draw", "--help").out.split())
    assert [kind for kind in picture.DRAWINGS if not re.search(rf"\b{kind}\b", shown)] == []
