"""Every kind of rule and configuration is drawn, in SVG and in characters, including a new kind.

The figure contains the data of the kind: the numbers of pieces, cells, tiles, arrows and headings.
"""

from collections import Counter
from itertools import islice
from math import dist
from types import SimpleNamespace

from show.markup import form, marked, points_of, root, words
from tables import tables

from gfkit import Rule, count
from gfkit.core.boards import LyingPiece, parse_one_board
from gfkit.core.rules import NAMED, Question, find_rule
from gfkit.core.rules.configuration import Configuration, configuration_of
from gfkit.core.rules.kinds import diagram
from gfkit.core.rules.values import Piece, Tile, Window
from gfkit.core.typing import Player
from gfkit.show import svg
from gfkit.show.characters import draw_configuration, draw_rule
from gfkit.show.configurations import configuration_drawing, every_filling, thing_drawing, typed_configuration
from gfkit.show.report import report

DATA = tables("show_cases")["kinds_drawn"]


def test_every_rule_is_drawn_by_both():
    for name in NAMED:
        rule = find_rule(name.replace(":k", ":3"))
        rows = diagram.pictures_of(rule).rows
        drawing, text = svg.rule_drawing(rule), "\n".join(draw_rule(rule, 70))
        diagrams = [one for row in rows for one in row.diagrams]
        number = Counter(map(type, diagrams))
        assert len(marked(drawing, "piece")) == number[Piece], name
        assert len(marked(drawing, "tile")) == number[Tile], name
        windows = sum(len(one.cells) for one in diagrams if isinstance(one, Window))
        assert len(marked(drawing, "cell")) == windows + number[Tile], name
        assert {row.heading for row in rows} <= {*words(drawing), ""}, name
        assert all(row.heading in text for row in rows), name
        assert bool(text) == bool(rows), name


RULES = {
    "placement": "domineering",
    "array": "independent-sets",
    "cover": "domino-tilings",
    "pointers": Rule.pointers("rook", stay=True),
    "tiles": "domineering-tiles",
    "edges": "rooted-forests",
    "orientations": "acyclic-orientations",
}


def test_a_configuration_of_each_kind_is_drawn_by_both():
    """Configurations from listing and from values of variables have equal drawings."""
    for kind in RULES:
        question = Question.of(RULES[kind], "2x3")
        rule, board = question.rule, question.board
        assert rule.kind == kind
        one, bare = list(islice(every_filling(question, board), 5))[-1], configuration_of(rule, ())
        assert (one.joins, one.by_lie) == (bare.joins, bare.by_lie)
        assert (one.arrows is None) == (bare.arrows is None)
        drawing, text = configuration_drawing(rule, board, one), "\n".join(draw_configuration(board, one, 80))
        numbers = [len(marked(drawing, look)) for look in ("cell", "piece", "head", "edge")]
        edges = len(board.edges) if one.joins else 0
        moved = [cell for cell, mark in one.marks.items() if kind == "pointers" and mark != str(cell + 1)]
        assert numbers == [board.size, len(one.pieces), len(moved or one.arrows or ()), edges]
        assert not words(drawing)
        assert all(mark in text for mark in one.marks.values())
        assert root(thing_drawing(rule))[0].text.startswith(rule.name)


def test_values_are_drawn_in_the_style_of_the_rule():
    """The file or the conditions determine the style: dots, colours, shades around dots, lines."""
    for name, text, marks, looks, lines, told in DATA["symbols"]:
        rule, board, one = find_rule(name), parse_one_board(text), Configuration.of_values(enumerate(marks))
        drawing = configuration_drawing(rule, board, one)
        assert draw_configuration(board, typed_configuration(rule, board, one), 80) == lines
        assert told in drawing.description
        assert ({look: len(marked(drawing, look)) for look in looks}, words(drawing)) == (looks, [])


def test_arrows_in_characters():
    """On squares, across the seams of a torus and a cylinder, and by names on a graph."""
    rule = find_rule("eulerian-orientations")
    for text, arrows, lines in DATA["arrows_in_characters"]:
        board, one = parse_one_board(text), Configuration.of_arrows(arrows)
        assert draw_configuration(board, one, 80) == lines
        drawing = configuration_drawing(rule, board, one)
        discs, heads = marked(drawing, "cell"), marked(drawing, "head")
        tips = [points_of(head)[0] for head in heads if "side" not in head.get("class").split()]
        radius = float(discs[0].get("r"))
        assert len(tips) == len(arrows)
        for (_, other), tip in zip(arrows, tips, strict=True):
            target = (float(discs[other].get("cx")), float(discs[other].get("cy")))
            assert abs(dist(target, tip) - radius) < 0.1, (text, other)


def test_orientations_are_drawn_in_reports_and_notebooks():
    found = count("acyclic-orientations", "2x2")
    html = report(found).html
    assert html.count('class="head"') == 4 * min(int(found), 12)
    assert f"{found} acyclic orientations" in html
    assert "Acyclic orientations" in form(find_rule("acyclic-orientations"), "s")


MADE_UP = SimpleNamespace(name="Made up", about="", kind="made-up")
"""A rule of a kind that gfkit does not have."""


def test_a_kind_without_drawings_has_an_empty_figure(monkeypatch):
    monkeypatch.setattr(diagram, "from_kind", lambda *_: None)
    assert diagram.pictures_of(MADE_UP) == diagram.RulePictures()
    assert draw_rule(MADE_UP, 70) == []
    assert words(svg.rule_drawing(MADE_UP)) == ["Made up"]


def test_a_rule_of_another_package_is_drawn(monkeypatch):
    rows = (
        diagram.DiagramRow("", (Tile("T", "1", "2", "3", "4", (0, 2)), Window((((0, 1), "7"),)))),
        diagram.DiagramRow("Left has", (Piece(((0, 0), (0, 1))),), Player.LEFT),
        diagram.DiagramRow("Right has", (Piece(((0, 0),)),), Player.RIGHT),
    )
    monkeypatch.setattr(diagram, "from_kind", lambda *_: lambda _: diagram.RulePictures(rows))
    drawing = svg.rule_drawing(MADE_UP)
    looks = ("left-piece", "right-piece", "both-piece", "tile")
    assert [len(marked(drawing, look)) for look in looks] == [1, 1, 0, 1]
    assert Counter(words(drawing)) == Counter(["Made up", *"12347", "T, y^2", "Left has", "Right has"])
    assert draw_rule(MADE_UP, 70) == DATA["a_rule_of_a_kind_from_outside_is_drawn"]


def test_a_configuration_of_no_known_kind_is_drawn(monkeypatch):
    """Edges with and without directions, and marks of several characters, on one board."""
    board = parse_one_board("2x3")
    edges = tuple(LyingPiece("", Player.BOTH, ends) for ends in ((0, 1), (1, 4)))
    one = Configuration(edges, {0: "10", 5: "7"}, joins=True, arrows=((4, 3), (5, 4), (2, 5)))
    assert draw_configuration(board, one, 80) == ["10---o    o", "     |    v", "o <--o <--7"]
    monkeypatch.setattr(diagram, "from_kind", lambda *_: None)
    drawing = configuration_drawing(MADE_UP, board, one)
    looks = ("both-piece", "head", "edge", "cell")
    assert [len(marked(drawing, look)) for look in looks] == [2, 3, 7, 6]
    assert {"10", "7"} <= set(words(drawing))
