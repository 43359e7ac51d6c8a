"""Short games compared with their definitions, on trees without simplification; thermographs and cooling.

References: order, sum, outcome and cooling by their definitions, additivity of means, and walls by hand; the
numbers are those of games born by day three (Hickerson; Wolfe and Fraser), and notation and weights of
Winning Ways.
"""

import pickle
import random
from fractions import Fraction
from itertools import combinations

import pytest
from choice import some_of
from cli.calling import call
from differential.play import tree_of
from differential.questions import at_most
from hypothesis import given, strategies as st
from played import TABLES
from refusals import refused

from gfkit.core.boards import parse_one_board
from gfkit.core.errors import InputError, OptionError
from gfkit.core.typing import Player
from gfkit.play import ShortGame, Table
from gfkit.show.characters import draw_move, draw_thermograph, draw_tree
from gfkit.show.svg.files import check_picture

NAMES = {"left": (True, False), "right": (False, True), "second": (True, True), "first": (False, False)}
"""Outcome: whether the game is >= 0, and whether it is <= 0."""
ZERO = ((), ())
trees = st.recursive(
    st.just(ZERO),
    lambda inner: st.tuples(st.lists(inner, max_size=2).map(tuple), st.lists(inner, max_size=2).map(tuple)),
    max_leaves=7,
)
"""Games as pairs of tuples of games, with dominated and reversible options and all."""
parse = ShortGame.parse


def total(one, other):
    """Return the sum of two trees, by the definition."""
    return tuple(
        tuple(total(x, other) for x in one[side]) + tuple(total(one, x) for x in other[side])
        for side in (0, 1)
    )


def negative(tree):
    return tuple(map(negative, tree[1])), tuple(map(negative, tree[0]))


def game(tree, table=None):
    place = Table() if table is None else table
    return ShortGame.of([game(x, place) for x in tree[0]], [game(x, place) for x in tree[1]], place)


def antichains(games):
    """Return all antichains of games; other sets of options yield no new games."""
    found = [()]

    def extend(chosen, rest):
        for index, new in enumerate(rest):
            found.append((*chosen, new))
            extend((*chosen, new), [g for g in rest[index + 1 :] if g.confused_with(new)])

    extend((), games)
    return found


@pytest.mark.slow(1.1)
def test_the_first_days():
    """Games born by day 0 to 3: Hickerson, see Wolfe and Fraser, Counting the number of games."""
    table = Table()
    days = [[ShortGame.of(table=table)]]
    for _ in range(3):
        sets = antichains(days[-1])
        found = {ShortGame.of(lefts, rights, table).id for lefts in sets for rights in sets}
        days.append([ShortGame(table, one) for one in sorted(found)])
    assert [len(day) for day in days] == [1, 4, 22, 1474]
    for day, games in enumerate(days):
        earlier = set(days[day - 1]) if day else set()
        assert all(g.birthday == day for g in games if g not in earlier)
    texts = {str(g): g for g in days[3]}
    assert len(texts) == 1474
    assert all(parse(text, table) == g for text, g in texts.items())
    assert {-g for g in days[3]} == set(days[3])
    chance = random.Random(1)
    for _ in some_of(range(100), 30):
        g, h = chance.sample(days[3], 2)
        assert (g + h) - h == g
        assert (g >= h) == (h - g <= 0)


@given(trees, trees, trees)
def test_order_and_sum_agree_with_the_definition(one, two, three):
    table = Table()
    g, h, k = game(one, table), game(two, table), game(three, table)
    below, above = at_most(one, two), at_most(two, one)
    assert (g <= h, g >= h) == (below, above)
    assert (g == h, g < h) == (below and above, below and not above)
    assert g.confused_with(h) == (not below and not above)
    assert NAMES[g.outcome] == (at_most(ZERO, one), at_most(one, ZERO))
    assert g + h == h + g == game(total(one, two), table)
    assert g == g + 0 == -game(negative(one), table)
    assert g - g == 0
    assert -(g + h) == -g - h
    assert (g + h) + k == g + (h + k)
    if g <= h:
        assert g + k <= h + k


@given(trees, trees)
def test_canonical_forms(one, other):
    """No option is dominated, none is reversible, and the value is that of the tree, in any table."""
    g = game(one)
    own = tree_of(g)
    assert at_most(own, one)
    assert at_most(one, own)
    assert all(x.confused_with(y) for side in (g.left, g.right) for x, y in combinations(side, 2))
    assert not any(answer <= g for x in g.left for answer in x.right)
    assert not any(answer >= g for x in g.right for answer in x.left)
    there = game(one, Table())
    assert (g, hash(g)) == (there, hash(there))
    assert g + game(other, Table()) == game(total(one, other))
    assert pickle.loads(pickle.dumps(g)) == g == parse(str(g))


@given(trees)
def test_stops(tree):
    def stop(g, left):
        if g.number is not None:
            return g.number
        return max(stop(x, False) for x in g.left) if left else min(stop(x, True) for x in g.right)

    g = game(tree)
    assert (g.left_stop, g.right_stop) == (stop(g, True), stop(g, False))


@given(trees, trees)
def test_atomic_weights_add_up(one, other):
    """And a game that is two ups ahead is positive (the two-ahead rule)."""
    table = Table()
    g, h = game(one, table), game(other, table)
    if g.atomic_weight is None or h.atomic_weight is None:
        return
    assert (g + h).atomic_weight == g.atomic_weight + h.atomic_weight
    if g.atomic_weight >= 2:
        assert g > 0
    if g.atomic_weight >= 1:
        assert not g <= 0


def test_known_atomic_weights():
    """Winning Ways, chapter 8: ups count themselves, stars nothing; numbers and tinies are not all-small."""
    known = {"0": 0, "*": 0, "*3": 0, "^": 1, "v2*": -2, "{^|v}": 0, "+_1": None, "1": None}
    assert {text: parse(text).atomic_weight for text in known} == known
    # {2 ups|*}: {0|2} = 1 is an integer; the game is above the far star: the largest below 2 is taken.
    assert parse("{^2|*}").atomic_weight == 1


# Numbers


def test_simplest_numbers():
    for text, number in TABLES["simplest"]:
        g = parse(text)
        assert g.number == (Fraction(number) if number else None), text
        if number:
            assert g == Fraction(number)
            assert hash(g) == hash(Fraction(number))
    assert ShortGame.of() != Fraction(1, 3)


# Notation


def test_notation():
    for text, left, right in TABLES["printed"]:
        table = Table()
        sides = ([parse(x, table) for x in side.split()] for side in (left, right))
        g = ShortGame.of(*sides)
        assert parse(text, table) == g, text
        assert str(g) == text
    for text, same in TABLES["also_read"]:
        assert parse(text) == parse(same), text


def test_invalid_notation_is_rejected_in_one_line():
    for text, *facts in (*TABLES["not_read"], ("{" * 2000, "100"), (f"{'(' * 101}0{')' * 101}", "100")):
        with refused(InputError, *facts, about=text):
            parse(text)


def test_long_notation_is_truncated():
    """Include a game whose notation is exponentially longer than its size."""
    g = parse("{2|1||1/2|||0|-4}")
    assert g.text(17) == "{2|1||1/2|||0|-4}"
    assert g.text(16) is None
    g, table = parse("{9|0}"), Table()
    for step in range(40):
        g = ShortGame.of([ShortGame.of([g + 100], [g], table), 50 * step], [-1000 * 2**step], table)
    assert g.text(10_000) is None or len(g.text(10_000)) <= 10_000
    assert g.size < 5000


def test_operands():
    g = parse("{2|-1}")
    assert g + "*" == "*" + g == parse("{2*|-1*}")
    assert 1 - g == g
    assert 3 * g == g + g + g
    assert g * -2 == -g - g
    assert g != "{2|-1}"
    assert repr(g) == "ShortGame('{2|-1}')"
    big = parse("1" + "0" * 100)
    assert big - 10**100 == 0
    assert big.birthday == 10**100
    assert big.left == (big - 1,)


# Thermographs against cooled games, and as they and moves are drawn


TEMPERATURES = [Fraction(n, 4) for n in range(9)] + [Fraction(5), Fraction(11, 8)]
switches = st.recursive(
    st.integers(-12, 12).map(lambda n: Fraction(n, 4)),
    lambda inner: st.tuples(st.lists(inner, min_size=1, max_size=2), st.lists(inner, min_size=1, max_size=2)),
    max_leaves=8,
)


def switch(tree, table=None):
    table = Table() if table is None else table
    if isinstance(tree, Fraction):
        return ShortGame.of(table=table) + tree
    return ShortGame.of(*([switch(x, table) for x in side] for side in tree), table)


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
def test_stops_and_freezing_points_of_cooled_games(tree):
    """At its temperature a game is a number but for infinitesimals, and for less tax it is not."""
    g = switch(tree)
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
def test_means_add(one, other):
    table = Table()
    g, h = switch(one, table), switch(other, table)
    assert (g + h).mean == g.mean + h.mean
    assert (g + h).temperature <= max(g.temperature, h.temperature)
    assert ((-g).mean, (-g).temperature) == (-g.mean, g.temperature)


def test_means_and_temperatures_computed_by_hand():
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
        with pytest.raises(OptionError, match=rf"'{file}'.*\.svg"):
            check_picture("--output", file)
    pytest.importorskip("matplotlib", reason="needs matplotlib, which draws the pictures")
    for ending, start in {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "tex": b"% thermograph"}.items():
        file = tmp_path / f"graph.{ending}"
        call("draw", "domineering", "2x3", "--as", "thermograph", "-o", file, code=0)
        assert file.read_bytes().startswith(start)


def test_pictures_without_the_plot_extra(monkeypatch):
    monkeypatch.setattr("gfkit.show.svg.files.find_spec", lambda _: None)
    for file, package in (("x.pdf", "matplotlib"), ("x.png", "resvg-py")):
        said = call("draw", "domineering", "2x3", "--as", "thermograph", "-o", file, code=2).err
        assert said.startswith(f"gfkit: --output '{file}' needs ")
        assert said.endswith(f" pip install {package}\n")


def test_moves_are_drawn():
    board = parse_one_board("X.x/#..")
    assert draw_move(board, Player.LEFT, (1, 4)) == ["XOx", "#.O"]
    assert draw_move(board, Player.RIGHT, (3,)) == ["X.x", "#o."]
    assert draw_move(parse_one_board("path:3"), Player.RIGHT, (0, 1)) == ["on vertices 1, 2"]
