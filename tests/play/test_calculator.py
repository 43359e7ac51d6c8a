"""Arithmetic of games: operations by definitions and theorems, notations of other programs, the command.

The theorems are those of Winning Ways, chapters 6 to 8, and Grossman and Siegel's on reduced forms; the names
of powers of up are Siegel's (Combinatorial Game Theory).
"""

from fractions import Fraction

from cli.calling import call, told
from hypothesis import given, strategies as st
from played import TABLES

import gfkit
from gfkit import ShortGame
from gfkit.play import Table
from gfkit.play.board import calculate
from gfkit.play.short.operators import inf_at_most, norton_product, overheat, reduced_form, times

TABLE = Table()


def game(text):
    return ShortGame.parse(text, TABLE)


halves = [str(Fraction(k, 2)) for k in range(-5, 6)]
leaves = st.sampled_from([*halves, "*", "*2", "^", "v", "^*", "v*", "^2"])
games = st.recursive(
    leaves.map(game),
    lambda inner: st.builds(
        lambda left, right: ShortGame.of(left, right, TABLE),
        st.lists(inner, min_size=1, max_size=2),
        st.lists(inner, min_size=1, max_size=2),
    ),
    max_leaves=5,
)
infinitesimals = games.filter(lambda one: one.left_stop == one.right_stop).map(
    lambda one: one - one.left_stop if one.number is None else game("^") * int(2 * one.number)
)
taxes = st.sampled_from([Fraction(k, 4) for k in range(9)])
positive = st.sampled_from(["^", "1", "1/2", "+_2", "{2|1}", "^2*"]).map(game)


@given(games, games, taxes)
def test_cooling(one, other, tax):
    """Its stops are the walls of the thermograph; it is additive and keeps the order (chapter 6)."""
    cold = one.cooled(tax)
    if one.number is None and tax <= one.temperature:
        assert (cold.left_stop, cold.right_stop) == one.thermograph.stops(tax)
    else:
        assert cold == (one if one.number is not None else one.mean)
    assert (one + other).cooled(tax) == cold + other.cooled(tax)
    if one <= other:
        assert cold <= other.cooled(tax)


@given(games, games, positive)
def test_products_distribute_and_keep_the_order(one, other, unit):
    """Norton's theorem (chapter 8)."""

    def product(of):
        return ShortGame(TABLE, norton_product(TABLE, of.id, unit.id))

    assert product(one + other) == product(one) + product(other)
    if one >= other:
        assert product(one) >= product(other)


@given(games, infinitesimals)
def test_reduced_forms_do_not_see_infinitesimals(one, tiny):
    """Games that differ by an infinitesimal have one reduced canonical form."""
    found = one.reduced
    assert (one + tiny).reduced == found
    assert found.reduced == found
    assert found.size <= one.size
    difference = one - found
    assert difference.left_stop == difference.right_stop == 0


@given(games, games, games)
def test_the_colon_principle(base, one, other):
    """If H >= K, then G:H >= G:K (chapter 7)."""
    if one >= other:
        assert base.ordinal_sum(one) >= base.ordinal_sum(other)


@given(games, st.integers(-4, 4))
def test_incentives_and_multiples_by_definition(one, count):
    for gains, moves in (
        (one.left_incentives, [o - one for o in one.left]),
        (one.right_incentives, [one - o for o in one.right]),
    ):
        assert all(gain in moves for gain in gains)
        assert all(any(move <= gain for gain in gains) for move in moves)
        assert not any(a < b for a in gains for b in gains)
    added = ShortGame.of(table=TABLE)
    for _ in range(abs(count)):
        added = added + one
    assert ShortGame(TABLE, times(TABLE, count, one.id)) == one * count == (added if count > 0 else -added)


def test_known_values():
    half, one = game("1/2"), game("1")
    assert str(ShortGame(TABLE, norton_product(TABLE, half.id, game("^").id))) == "{^2*|v*}"  # Winning Ways
    assert ShortGame(TABLE, overheat(TABLE, half.id, one.id, one.id)) == game("{1|0}")
    assert not inf_at_most(TABLE, game("+-1").id, game("^9").id)
    assert ShortGame(TABLE, reduced_form(TABLE, game("1^3*").id)) == 1
    # Siegel: up-second is {0 | v*}, and up + up-second is {^|*}.
    assert game("^<2>") == game("{0|v*}")
    assert game("^[2]") == game("{^|*}") == game("^ + ^<2>")
    assert all(game("^<2>") * k < game("^") for k in range(1, 6))
    stars = [game(f"*{k}") for k in range(8)]
    assert all(stars[a].ordinal_sum(stars[b]) == stars[a + b] for a in range(4) for b in range(4))


def test_notations_of_other_programs():
    for text, same in TABLES["texts_of_others"]:
        assert game(text) == game(same), text


def test_boards_in_expressions():
    found = calculate("domineering(2x3) - domineering(3x2) + col(path:4) + snort(..#/...)")
    parts = [("domineering", "2x3"), ("domineering", "3x2"), ("col", "path:4"), ("snort", "..#/...")]
    first, second, third, fourth = (gfkit.value(*part).value for part in parts)
    assert found.game == first - second + third + fourth
    for one, other, relation in (
        ("domineering(3x3)", "+-1", "="), ("^", "1/1024", "<"), ("*", "0", "||"), ("1", "*2", ">")
    ):  # fmt: skip
        assert calculate(one, other).relation == relation


def test_the_command():
    found = told("game", "{2|0}", "+", "^", "--compare", "1")
    assert (found["value"], found["reduced"], found["outcome"]) == ("{2^|^}", "{2|0}", "left")
    assert found["compared"]["relation"] == "||"
    assert ShortGame.parse(found["cgsuite"]) == ShortGame.parse("{2|0} + ^")
    assert "atomic weight  99" in call("game", "^99", code=0).out
