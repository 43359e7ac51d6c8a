"""Thermographs against cooled games, and as they and moves are drawn.

The truth is cooling by its definition, that means add up, and walls that are worked out by hand.
"""

from fractions import Fraction

import pytest
from cli.calling import call
from hypothesis import given, settings
from hypothesis import strategies as st
from played import TABLES

from gfkit.boards import parse_one_board
from gfkit.errors import OptionError
from gfkit.show.characters import draw_move, draw_thermograph, draw_tree
from gfkit.show.picture import check_picture
from gfkit.typing import Player
from gfkit.values import ShortGame, Table

TEMPERATURES = [Fraction(n, 4) for n in range(9)] + [Fraction(5), Fraction(11, 8)]
switches = st.recursive(
    st.integers(-12, 12).map(lambda n: Fraction(n, 4)),
    lambda inner: st.tuples(st.lists(inner, min_size=1, max_size=2), st.lists(inner, min_size=1, max_size=2)),
    max_leaves=8,
)


def game(tree, table=None):
    table = Table() if table is None else table
    if isinstance(tree, Fraction):
        return ShortGame.of(table=table) + tree
    return ShortGame.of(*([game(x, table) for x in side] for side in tree), table)


def taxed(g, tax):
    """The game in which every move costs ``tax``, until it freezes to its mean, by the definition of cooling.

    Its temperature is taken from its thermograph; that it freezes exactly there is checked apart.
    """
    if g.number is not None:
        return g
    if tax > g.thermograph.temperature:
        return ShortGame.of(table=g.table) + g.thermograph.mean
    return with_tax(g, tax)


def with_tax(g, tax):
    lefts = [taxed(x, tax) - tax for x in g.left]
    rights = [taxed(x, tax) + tax for x in g.right]
    return ShortGame.of(lefts, rights, g.table)


@given(switches)
@settings(max_examples=40)
def test_stops_of_cooled_games_and_where_they_freeze(tree):
    """At its temperature a game is a number but for infinitesimals, and for less tax it is not."""
    g = game(tree)
    for tax in TEMPERATURES:
        cooled = taxed(g, tax)
        assert g.thermograph.stops(tax) == (cooled.left_stop, cooled.right_stop)
    if g.number is None:
        frozen = with_tax(g, g.temperature)
        assert frozen.left_stop == frozen.right_stop == g.mean
        if g.temperature > 0:
            warm = with_tax(g, g.temperature * Fraction(1023, 1024))
            assert warm.left_stop > warm.right_stop
    for copies in (2, 3, 4):
        many, slack = g * copies, max(g.temperature, Fraction(0))
        assert copies * g.mean - slack <= many.right_stop <= many.left_stop <= copies * g.mean + slack
    lines = draw_thermograph(g.thermograph)
    assert 3 <= len(lines) <= 40
    assert max(map(len, lines)) < 200


@given(switches, switches)
@settings(max_examples=25)
def test_means_add(one, other):
    table = Table()
    g, h = game(one, table), game(other, table)
    assert (g + h).mean == g.mean + h.mean
    assert (g + h).temperature <= max(g.temperature, h.temperature)
    assert ((-g).mean, (-g).temperature) == (-g.mean, g.temperature)


def test_by_hand():
    """{4||1|0}: the left wall of {1|0} is 1 - t up to its mast at 1/2, so 4 - t = 1/2 + t at t = 7/4."""
    for text, told in TABLES["means_and_temperatures"]:
        g = ShortGame.parse(text)
        assert [g.mean, g.temperature] == list(map(Fraction, told.split())), text
    graph, half = ShortGame.parse("{4||1|0}").thermograph, Fraction(1, 2)
    assert graph.left == ((0, 4), (Fraction(7, 4), Fraction(9, 4)))
    # Right's wall: 1 - t + t = 1 up to t = 1/2, and then 1/2 + t.
    assert graph.right == ((0, 1), (half, 1), (Fraction(7, 4), Fraction(9, 4)))


def test_drawn_in_characters():
    assert draw_thermograph(ShortGame.parse("{2|-1}").thermograph) == TABLES["drawn_thermograph"]
    assert draw_tree(ShortGame.parse("^")) == TABLES["drawn_tree"]
    assert draw_tree(ShortGame.parse("*9"))[60:] == ["... and more"]
    number = ["  1/2   |", "    0   |", "        3/4"]
    assert draw_thermograph(ShortGame.parse("3/4").thermograph) == number


@pytest.mark.slow(1.5)
def test_pictures(tmp_path):
    for file in ("graph", "graph.jpg", "png"):
        with pytest.raises(OptionError, match=r"must name a kind of picture, one of \.svg, \.png, \.pdf"):
            check_picture("--plot", file)
    pytest.importorskip("matplotlib", reason="needs matplotlib, which draws the pictures")
    for ending, start in {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "tex": b"% domineering"}.items():
        file = tmp_path / f"graph.{ending}"
        call("value", "domineering", "2x3", "--plot", file, code=0)
        assert file.read_bytes().startswith(start)


def test_pictures_without_the_plot_extra(monkeypatch):
    monkeypatch.setattr("gfkit.show.picture.find_spec", lambda _: None)
    needs = "needs matplotlib, which is not installed: pip install 'gfkit[plot]'"
    said = call("value", "domineering", "2x3", "--plot", "x.png")
    assert said == (2, "", f"gfkit: --picture 'x.png' {needs}\n")


def test_moves_are_drawn():
    board = parse_one_board("X.x/#..")
    assert draw_move(board, Player.LEFT, (1, 4)) == ["XOx", "#.O"]
    assert draw_move(board, Player.RIGHT, (3,)) == ["X.x", "#o."]
    assert draw_move(parse_one_board("path:3"), Player.RIGHT, (0, 1)) == ["on vertices 1, 2"]
