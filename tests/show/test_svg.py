"""Pictures in SVG: valid, closed in themselves, and showing what they are pictures of."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lazily import Lazily

import gfkit
from gfkit.boards import parse_board, parse_one_board
from gfkit.boards.board import from_edges
from gfkit.boards.grammar import from_drawing
from gfkit.errors import InputError, LimitError, OptionError
from gfkit.games import find_rule
from gfkit.games.file import read_rule
from gfkit.show.svg import (
    Drawing,
    beside,
    board_drawing,
    family_drawing,
    machine_drawing,
    options_drawing,
    plays_drawing,
    rule_drawing,
    stacked,
    thermograph_drawing,
    tree_drawing,
)
from gfkit.transfer.strip.automaton import Automaton
from gfkit.values import ShortGame

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>&"'
GAMES = ("{2|-1}", "{4||1|0}", "{7|3||2|{1/2|-5}}", "{3|1||0|-4}", "*", "0", "-3/4", "{5|{1|-1}}")
BOARDS = ("4x6", "1x1", "..#AA/.bb#../CC.b.d/.C.b.d", "cylinder:4x6", "torus:4x5", "path:40", "cycle:9")
GRAPHS = ("complete:6", "path:1", "cycle:3")
RULES = ("l-tromping", "cis:3", "domineering-tiles")
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


GAMES_DRAWN = [f"{how} {game}" for how in ("tree", "cold") for game in GAMES]
PICTURES = Lazily(
    pictures,
    [*BOARDS, *GRAPHS, *RULES, *GAMES_DRAWN, "family", "machine", "small machine", "options", "plays"],
)


def root(drawing: Drawing, theme: str = "auto") -> ET.Element:
    return ET.fromstring(drawing.svg(theme))


def marked(drawing: Drawing, name: str) -> list[ET.Element]:
    """The elements with this word in their class."""
    return [one for one in root(drawing).iter() if name in one.get("class", "").split()]


def words(drawing: Drawing) -> list[str]:
    return [one.text or "" for one in root(drawing).iter(f"{SVG}text")]


def placed(element: ET.Element, right: float = 0.0, down: float = 0.0):
    """Every element with where its own (0, 0) is in the picture."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "translate(0 0)"))
    right, down = right + float(moved[1]), down + float(moved[2])
    yield element, right, down
    for child in element:
        yield from placed(child, right, down)


def points_of(element: ET.Element) -> list[tuple[float, float]]:
    listed = (pair.split(",") for pair in element.get("points", "").split())
    return [(float(x), float(y)) for x, y in listed]


def corners(element: ET.Element) -> list[tuple[float, float]]:
    """Points between which the element lies; for text the room that it needs at 0.5 em a letter."""

    def number(name):
        return float(element.get(name, 0))

    kind = element.tag.removeprefix(SVG)
    if kind == "rect":
        x, y = number("x"), number("y")
        return [(x, y), (x + number("width"), y + number("height"))]
    if kind == "circle":
        x, y, r = number("cx"), number("cy"), number("r")
        return [(x - r, y - r), (x + r, y + r)]
    if kind in ("polyline", "polygon"):
        return points_of(element)
    if kind == "path":
        numbers = [float(one) for one in re.findall(r"-?[0-9.]+", element.get("d"))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    if kind == "text":
        x, y, size = number("x"), number("y"), float(element.get("font-size", 13))
        wide = size * 0.5 * len(element.text or "")
        start = {"middle": x - wide / 2, "end": x - wide, "start": x}[element.get("text-anchor")]
        return [(start, y - 0.7 * size), (start + wide, y)]
    return []


@pytest.mark.parametrize("name", PICTURES)
class TestEveryPicture:
    def test_it_is_a_document_that_says_what_it_shows(self, name):
        for theme in ("auto", "light", "dark"):
            top = root(PICTURES[name], theme)
            assert top.tag == f"{SVG}svg"
            assert top.get("role") == "img"
            assert top[0].tag == f"{SVG}title"
            assert top[0].text == top.get("aria-label") == PICTURES[name].title

    def test_it_refers_to_nothing_outside(self, name):
        text = PICTURES[name].svg()
        assert text.count("http") == text.count('xmlns="http://www.w3.org/2000/svg"') == 1
        assert not re.search(r"url\(|href|@import|<script|<image|<use|\bid=", text)

    def test_nothing_sticks_out(self, name):
        top = root(PICTURES[name])
        wide, tall = float(top.get("width")), float(top.get("height"))
        assert top.get("viewBox") == f"0 0 {wide:.10g} {tall:.10g}"
        for element, right, down in placed(top):
            for x, y in corners(element):
                assert -0.5 <= x + right <= wide + 0.5, ET.tostring(element)
                assert -0.5 <= y + down <= tall + 0.5, ET.tostring(element)

    def test_texts_can_be_read(self, name):
        sizes = [float(one.get("font-size", 13)) for one in root(PICTURES[name]).iter(f"{SVG}text")]
        assert all(size >= 9 for size in sizes)


def test_the_same_picture_is_the_same_text_in_every_process():
    code = (
        "import gfkit; from gfkit.show.svg import *; from gfkit.boards import parse_one_board;"
        "print(machine_drawing(gfkit.derive('domineering', '2xn', weights='players').machine).svg());"
        "print(board_drawing(gfkit.auxiliary_graph('col', '2x3').graph).svg())"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert "<svg" in texts.pop()


class TestThemes:
    def test_auto_asks_the_reader_and_then_the_page(self):
        text = PICTURES["4x6"].svg()
        assert "@media (prefers-color-scheme:dark)" in text
        assert text.index("[data-theme=light]") > text.index("@media")
        assert text.index("[data-theme=dark]") > text.index("@media")

    def test_a_fixed_theme_does_not_change(self):
        for theme in ("light", "dark"):
            text = PICTURES["4x6"].svg(theme)
            assert "prefers-color-scheme" not in text
            assert "data-theme" not in text

    def test_every_class_has_its_rule(self):
        sheet = next(root(PICTURES["4x6"]).iter(f"{SVG}style")).text
        looks = {
            "cell",
            "line",
            "left",
            "right",
            "both",
            "hatch",
            "left-line",
            "right-line",
            "head",
            "seam",
            "grid",
        }
        assert looks <= set(re.findall(r"\.gfk \.([a-z-]+)", sheet))
        assert not re.search(r"(^|\})\s*[^@.:\[}][^{]*\{", sheet), "a rule that could reach the page around"

    def test_unknown_theme(self):
        with pytest.raises(OptionError, match=r"theme 'drak' is unknown; did you mean dark\? known are auto"):
            PICTURES["4x6"].svg("drak")


def components(rows: list[str]) -> int:
    """How many pieces a drawing has: cells of one letter that hang together."""
    cells = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign.isalpha()}
    count = 0
    while cells:
        count += 1
        start = next(iter(cells))
        letter, todo = cells.pop(start), [start]
        while todo:
            r, c = todo.pop()
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if cells.get(near) == letter:
                    del cells[near]
                    todo.append(near)
    return count


class TestBoards:
    @settings(max_examples=40, deadline=None)
    @given(
        st.integers(1, 6).flatmap(
            lambda n: st.lists(st.text(".#AaB", min_size=n, max_size=n), min_size=1, max_size=5)
        )
    )
    def test_cells_and_pieces_are_those_of_the_drawing(self, rows):
        drawing = board_drawing(from_drawing("drawn", rows))
        cells = marked(drawing, "cell")
        size = float(cells[0].get("width")) if cells else 1
        at = sorted((round(float(c.get("y")) / size), round(float(c.get("x")) / size)) for c in cells)
        assert at == [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"]
        assert len(marked(drawing, "piece")) == components(rows)
        assert Counter(words(drawing)) == Counter(p.letter for p in from_drawing("", rows).lying)

    @pytest.mark.parametrize(("board", "sides"), [("3x4", 0), ("cylinder:3x4", 2), ("torus:3x4", 4)])
    def test_joined_sides_have_arrows(self, board, sides):
        seams = marked(board_drawing(parse_one_board(board)), "seam")
        assert len(seams) == sides
        level = [one for one in seams if len({y for _, y in points_of(one)}) == 1]
        assert len(level) == min(sides, 2)  # a cylinder's rows wrap: its top is its bottom

    @pytest.mark.parametrize(
        ("board", "edges"),
        [
            ("path:1", 0),
            ("path:20", 19),
            ("cycle:7", 7),
            ("complete:5", 10),
        ],
    )
    def test_graphs_have_their_vertices_and_edges(self, board, edges):
        drawing = board_drawing(parse_one_board(board))
        size = int(board.split(":")[1])
        assert words(drawing) == [str(k + 1) for k in range(size)]
        assert len(marked(drawing, "edge")) == edges

    @settings(max_examples=30, deadline=None)
    @given(st.data())
    def test_edges_join_the_right_discs(self, data):
        size = data.draw(st.integers(1, 12))
        pairs = [(a, b) for b in range(size) for a in range(b)]
        edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
        drawing = board_drawing(from_edges("drawn", size, edges))
        discs = [(float(c.get("cx")), float(c.get("cy"))) for c in marked(drawing, "cell")]
        radius = float(marked(drawing, "cell")[0].get("r"))
        assert all(dist(a, b) > 2 * radius for k, a in enumerate(discs) for b in discs[:k])
        found = set()
        for edge in marked(drawing, "edge"):
            first, *_, last = points_of(edge)
            ends = [
                min(range(size), key=lambda k: abs(dist(discs[k], end) - radius)) for end in (first, last)
            ]
            found.add((min(ends), max(ends)))
        assert len(marked(drawing, "edge")) == len(edges)
        assert found == set(edges)

    @pytest.mark.parametrize(
        "graph",
        [
            gfkit.auxiliary_graph("snort", "2x3").graph,
            gfkit.auxiliary_graph("domineering", "3x3").graph,
            from_edges(
                "grid", 9, [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (0, 3), (3, 6), (1, 4), (4, 7)]
            ),
            from_edges("wheel", 9, [(0, k) for k in range(1, 9)] + [(k, k % 8 + 1) for k in range(1, 9)]),
            from_edges("star of lines", 5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2), (0, 3)]),
        ],
        ids=lambda graph: graph.text,
    )
    def test_no_edge_runs_through_a_disc_that_is_not_its_own(self, graph):
        drawing = board_drawing(graph)
        discs = [(float(c.get("cx")), float(c.get("cy"))) for c in marked(drawing, "cell")]
        radius = float(marked(drawing, "cell")[0].get("r"))
        for (a, b), edge in zip(graph.edges, marked(drawing, "edge"), strict=True):
            points = points_of(edge)
            for k, disc in enumerate(discs):
                if k in (a, b):
                    continue
                for (x, y), (u, v) in pairwise(points):
                    steps = ((x + (u - x) * i / 40, y + (v - y) * i / 40) for i in range(41))
                    assert min(dist(disc, step) for step in steps) > radius

    def test_a_piece_over_the_seam_stays_on_the_board(self):
        board = parse_one_board("torus:4x4")
        across = [a for a, b in board.edges if board.places[b][1] - board.places[a][1] == 3]
        from gfkit.boards import Lying
        from gfkit.typing import Player

        drawing = board_drawing(board, [Lying("X", Player.LEFT, (across[0], across[0] + 3))])
        size = float(marked(drawing, "cell")[0].get("width"))
        shapes = [one for one in marked(drawing, "left") if one.tag == f"{SVG}rect"]
        assert len(shapes) == 4  # two cells and the two ends towards the seam
        reach = [c for shape in shapes for c in corners(shape)]
        assert min(x for x, _ in reach) == 0
        assert max(x for x, _ in reach) == pytest.approx(4 * size)

    def test_what_is_too_large_is_refused(self):
        with pytest.raises(LimitError, match=r"board '100x100' has 10000 cells to draw; at most 2500"):
            board_drawing(parse_one_board("100x100"))
        with pytest.raises(LimitError, match=r"board 'path:1000' has 1000 cells to draw; at most 200"):
            board_drawing(parse_one_board("path:1000"))

    def test_the_empty_board(self):
        assert marked(board_drawing(parse_board("3xn").at(0)), "cell") == []
        assert marked(board_drawing(parse_board("path:n").at(0)), "cell") == []


class TestRules:
    @pytest.mark.parametrize(
        ("game", "left", "right", "both"),
        [
            ("domineering", 1, 1, 0),
            ("cram", 0, 0, 2),
            ("col", 1, 1, 0),
            ("cis:3", 0, 0, 1),  # three colours that are alike are drawn once
            ("d-tromping", 2, 2, 0),  # straight dominoes and trominoes
            ("l-tromping", 6, 6, 0),  # and the four ways an L may lie
        ],
    )
    def test_pieces(self, game, left, right, both):
        drawing = rule_drawing(find_rule(game))
        assert len(marked(drawing, "left-piece")) == left
        assert len(marked(drawing, "right-piece")) == right
        assert len(marked(drawing, "both-piece")) == both

    def test_right_is_hatched_so_that_print_tells_it_from_left(self):
        drawing = rule_drawing(find_rule("domineering"))
        (left,), (right,) = marked(drawing, "left-piece"), marked(drawing, "right-piece")
        assert any("hatch" in one.get("class", "") for one in right)
        assert not any("hatch" in one.get("class", "") for one in left)

    def test_tiles_carry_their_labels(self):
        rule = find_rule("domineering-right-end-tiles")
        drawing = rule_drawing(rule)
        assert len(marked(drawing, "tile")) == len(rule.tiles)
        labels = [w for w in words(drawing) if len(w) == 1]
        assert labels == [s for t in rule.tiles for s in (t.top, t.right, t.bottom, t.left)]

    def test_windows(self):
        rule = read_rule(
            "x", 'name = "no square"\n[cells]\ncolours = 2\n[rules]\nforbid = ["11/11", "101"]\n', None
        )
        drawing = rule_drawing(rule)
        assert len(marked(drawing, "cell")) == 4 + 3
        assert "".join(w for w in words(drawing) if len(w) == 1) == "1111101"

    def test_hostile_names_stay_words(self):
        text = f"name = '{HOSTILE}'\n[left]\npieces = ['X']\n[right]\npieces = ['X']\n"
        drawing = rule_drawing(read_rule("x", text, None))
        assert "<script" not in drawing.svg()
        assert HOSTILE in words(drawing)
        assert root(drawing)[0].text == f"rule {HOSTILE}"

    def test_control_characters_cannot_break_a_document(self):
        drawing = Drawing(10, 10, "", "a\x00b\x1b\ud800\ufffe").captioned("\x07")
        assert root(drawing)[0].text == "a?b???"


class TestMachines:
    @pytest.mark.parametrize(
        ("game", "family"), [("domineering", "2xn"), ("o12", "path:n"), ("col", "2xn"), ("cis:3", "path:n")]
    )
    def test_states_and_arrows_are_those_of_the_machine(self, game, family):
        machine = gfkit.derive(game, family, weights="players").machine
        drawing = machine_drawing(machine)
        assert len(marked(drawing, "state")) == len(machine.edges)
        assert len(marked(drawing, "edge")) == sum(map(len, machine.edges))
        assert len(marked(drawing, "start")) == len(machine.start)
        assert len(marked(drawing, "final")) == len(machine.final)

    def test_weights_stand_on_the_arrows(self):
        drawing = machine_drawing(FIBONACCI)
        assert Counter(words(drawing)) == Counter(["1", "2", "2 + x"])  # two states, one weight that is not 1
        lines = [one.get("d") for one in marked(drawing, "line") if one.tag == f"{SVG}path"]
        assert sorted(line.count("M") for line in lines) == [1, 1, 2]  # a gap where the label stands

    def test_what_is_too_large_is_refused(self):
        machine = Automaton({0: ONE}, tuple({(k + 1) % 30: ONE} for k in range(30)), {0: ONE})
        with pytest.raises(LimitError, match=r"machine of 30 states and 30 transitions: at most 16"):
            machine_drawing(machine)


def cooled(game: ShortGame, t: Fraction, step: Fraction = Fraction(1, 16)) -> tuple[Fraction, Fraction]:
    """Left and right stop of a game cooled by t, by the definition on a grid of temperatures."""
    if game.number is not None:
        return game.number, game.number

    def scaffold(s):
        high = max(cooled(left, s, step)[1] for left in game.left) - s
        low = min(cooled(right, s, step)[0] for right in game.right) + s
        return high, low

    time = Fraction(0)
    while time <= t:
        high, low = scaffold(time)
        if high <= low:
            assert high == low, "the grid is too coarse"
            return high, high
        time += step
    return scaffold(t)


class TestThermographs:
    @pytest.mark.parametrize("text", ["{2|-1}", "{4||1|0}", "{7|3||2|{1/2|-5}}", "{5|{1|-1}}", "{3|1||0|-4}"])
    def test_walls_stand_where_the_definition_says(self, text):
        game = ShortGame.parse(text)
        drawing = thermograph_drawing(game.thermograph)
        (left,), (right,) = (marked(drawing, look) for look in ("left-line", "right-line"))
        walls = points_of(left), points_of(right)
        floor, apex = walls[0][0][1], walls[0][-1][1]
        top = next(s for k in range(200) for s in [Fraction(k, 16)] if len(set(cooled(game, s))) == 1)
        begin = cooled(game, Fraction(0))
        wide = walls[1][0][0] - walls[0][0][0]
        assert walls[0][-1] == walls[1][-1]
        for side, wall in enumerate(walls):
            for x, y in wall:
                time = Fraction((floor - y) / (floor - apex)).limit_denominator(64) * top
                value = begin[0] - (x - walls[0][0][0]) / wide * float(begin[0] - begin[1])
                assert value == pytest.approx(float(cooled(game, time)[side]), abs=0.03)
            for (x, y), (u, v) in pairwise(wall):  # walls are straight between their corners
                time = Fraction((floor - (y + v) / 2) / (floor - apex)).limit_denominator(128) * top
                time = Fraction(round(time * 16), 16)
                part = (floor - float(time / top) * (floor - apex) - y) / (v - y) if v != y else 0
                value = begin[0] - (x + (u - x) * part - walls[0][0][0]) / wide * float(begin[0] - begin[1])
                assert value == pytest.approx(float(cooled(game, time)[side]), abs=0.03)

    def test_values_grow_to_the_left_and_the_figures_are_exact(self):
        said = words(thermograph_drawing(ShortGame.parse("{4||1|0}").thermograph))
        assert {"4", "9/4", "1", "7/4"} <= set(said)
        drawing = thermograph_drawing(ShortGame.parse("{2|-1}").thermograph)
        assert (
            points_of(marked(drawing, "left-line")[0])[0][0]
            < points_of(marked(drawing, "right-line")[0])[0][0]
        )


def nodes(game: ShortGame) -> list[str]:
    """All positions of a tree, taken apart down to numbers."""
    if game.number is not None:
        return [str(game)]
    return [str(game), *(text for one in (*game.left, *game.right) for text in nodes(one))]


class TestTrees:
    @pytest.mark.parametrize("text", [*GAMES, "^2*", "+_2"])
    def test_every_position_has_a_box(self, text):
        game = ShortGame.parse(text)
        drawing = tree_drawing(game)
        assert Counter(words(drawing)) == Counter(nodes(game))
        lines = len(marked(drawing, "left-line")) + len(marked(drawing, "right-line"))
        assert lines == len(nodes(game)) - 1

    def test_left_hangs_to_the_left(self):
        drawing = tree_drawing(ShortGame.parse("{4||1|0}"))
        for look, sign in (("left-line", -1), ("right-line", 1)):
            for one in marked(drawing, look):
                (x, _), (u, _) = points_of(one)
                assert (u - x) * sign > 0

    def test_what_is_too_large_is_refused(self):
        game = ShortGame.parse("^60")
        assert len(nodes(game)) > 60
        with pytest.raises(LimitError, match="more than 60 nodes"):
            tree_drawing(game)


class TestOptionsAndPlays:
    def test_a_board_for_each_best_move_with_the_piece_on_it(self):
        moves = gfkit.value("domineering", "2x3", options=True).moves
        drawing = options_drawing(parse_one_board("2x3"), moves, "best moves")
        assert len(marked(drawing, "cell")) == 6 * len(moves)
        assert len(marked(drawing, "left-piece")) == sum(move.player.value == "left" for move in moves)
        # the middle column is Left's only best move: two cells one above the other
        shapes = [one for one in marked(drawing, "left-piece")[0] if one.get("rx")]
        assert len({one.get("x") for one in shapes}) == 1
        assert {"to 2", "to -1/2"} <= set(words(drawing))

    def test_a_player_without_a_move(self):
        moves = gfkit.value("domineering", "3x1", options=True).moves
        assert "Right has no move" in words(options_drawing(parse_one_board("3x1"), moves, "best moves"))

    def test_plays_have_a_piece_for_each_move_with_its_number(self):
        plays = gfkit.equilibrium("3x4").plays
        drawing = plays_drawing(plays)
        assert len(marked(drawing, "piece")) == sum(len(play.moves) for play in plays)
        numbers = [w for w in words(drawing) if w.isdigit()]
        assert numbers == [str(k + 1) for play in plays for k in range(len(play.moves))]


class TestJoining:
    def test_rows_break_before_they_are_too_wide(self):
        one = Drawing(100, 10, "<g/>", "one")
        assert beside([one] * 3, "three", gap=10, widest=330).height == 10
        assert beside([one] * 3, "three", gap=10, widest=300).height == 30
        assert stacked([one] * 3, "three", gap=10).height == 50
        assert beside([], "none").height == 0

    def test_saving(self, tmp_path):
        file = tmp_path / "board.svg"
        PICTURES["4x6"].save(file, "dark")
        assert ET.parse(file).getroot().tag == f"{SVG}svg"


def test_curves_are_on_a_logarithmic_scale():
    """Powers of 10 at whole steps lie on a straight line; every curve has its name and a mark of its own."""
    from gfkit.show.svg import curves_drawing

    ten = [(float(n), 10.0**n) for n in range(5)]
    names = [f"family {k}" for k in range(8)]
    drawing = curves_drawing(dict.fromkeys(names, ten), "width", "growth", "seconds")
    found = drawing.svg()
    assert all(f">{name}<" in found for name in names)
    (points, *others) = re.findall(r'<polyline points="([^"]*)" class="curve', found) or re.findall(
        r'points="([^"]*)"[^>]*class="curve', found
    )
    places = [tuple(map(float, one.split(","))) for one in points.split()]
    slopes = {round((d - b) / (c - a), 3) for (a, b), (c, d) in pairwise(places)}
    assert len(slopes) == 1
    assert len(others) == 7
    with pytest.raises(InputError, match="no point above 0"):
        curves_drawing({"none": [(1.0, 0.0)]}, "n", "nothing")
