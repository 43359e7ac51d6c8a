"""Arithmetic of games: definitions and theorems for each operation, texts of others, the command."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gfkit
from gfkit import ShortGame
from gfkit.cli.main import main
from gfkit.errors import InputError, LimitError
from gfkit.values import Table
from gfkit.values.calculator import calculate
from gfkit.values.short.operators import inf_at_most, norton_product, overheated, reduced_form, times

TABLE = Table()
NUMBERS = [Fraction(k, 2) for k in range(-5, 6)]
LEAVES = [*map(str, NUMBERS), "*", "*2", "^", "v", "^*", "v*", "^2"]


def game(text):
    return ShortGame.parse(text, TABLE)


leaves = st.sampled_from(LEAVES).map(game)
games = st.recursive(
    leaves,
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


@given(games, taxes)
@settings(max_examples=60, deadline=None)
def test_stops_of_a_cooled_game_are_the_walls_of_its_thermograph(one, tax):
    cold = one.cooled(tax)
    if one.number is None and tax <= one.temperature:
        assert (cold.left_stop, cold.right_stop) == one.thermograph.stops(tax)
    else:
        assert cold == (one if one.number is not None else one.mean)


@given(games, games, taxes)
@settings(max_examples=60, deadline=None)
def test_cooling_is_additive_and_keeps_the_order(one, other, tax):
    """Winning Ways, chapter 6."""
    assert (one + other).cooled(tax) == one.cooled(tax) + other.cooled(tax)
    if one <= other:
        assert one.cooled(tax) <= other.cooled(tax)


@given(games, games, positive)
@settings(max_examples=40, deadline=None)
def test_products_distribute_and_keep_the_order(one, other, unit):
    """Winning Ways, chapter 8: Norton's theorem."""

    def product(of):
        return ShortGame(TABLE, norton_product(TABLE, of.id, unit.id))

    assert product(one + other) == product(one) + product(other)
    if one >= other:
        assert product(one) >= product(other)


@given(games, infinitesimals)
@settings(max_examples=120, deadline=None)
def test_reduced_forms_do_not_see_infinitesimals(one, tiny):
    """Grossman and Siegel: games that differ by an infinitesimal have one reduced canonical form."""
    found = one.reduced
    assert (one + tiny).reduced == found
    assert found.reduced == found
    assert found.size <= one.size
    difference = one - found
    assert difference.left_stop == difference.right_stop == 0


@given(games, games, games)
@settings(max_examples=60, deadline=None)
def test_the_colon_principle(base, one, other):
    """Winning Ways, chapter 7: if H >= K, then G:H >= G:K."""
    if one >= other:
        assert base.ordinal_sum(one) >= base.ordinal_sum(other)


def test_ordinal_sums_of_stars_add():
    for a in range(4):
        for b in range(4):
            assert game(f"*{a}" if a else "0").ordinal_sum(f"*{b}" if b else "0") == game(
                f"*{a + b}" if a + b else "0"
            )


@given(games)
@settings(max_examples=60, deadline=None)
def test_incentives_by_definition(one):
    for gains, moves in (
        (one.left_incentives, [o - one for o in one.left]),
        (one.right_incentives, [one - o for o in one.right]),
    ):
        assert all(gain in moves for gain in gains)
        assert all(any(move <= gain for gain in gains) for move in moves)
        assert not any(a < b for a in gains for b in gains)


@given(games, st.integers(-4, 4))
@settings(max_examples=40, deadline=None)
def test_multiples_by_adding(one, count):
    assert ShortGame(TABLE, times(TABLE, count, one.id)) == one * count


def test_known_values():
    half = game("1/2")
    assert str(ShortGame(TABLE, norton_product(TABLE, half.id, game("^").id))) == "{^2*|v*}"  # Winning Ways
    assert ShortGame(TABLE, overheated(TABLE, half.id, game("1").id, game("1").id)) == game("{1|0}")
    assert not inf_at_most(TABLE, game("+-1").id, game("^9").id)
    assert ShortGame(TABLE, reduced_form(TABLE, game("1^3*").id)) == 1
    # Siegel, Combinatorial Game Theory: up-second is {0 | v*}, and up + up-second is {^|*}.
    assert game("^<2>") == game("{0|v*}")
    assert game("^[2]") == game("{^|*}") == game("^ + ^<2>")
    assert all(game("^<2>") * k < game("^") for k in range(1, 6))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("0.75", "3/4"),
        ("-.5", "-1/2"),
        ("1|0", "{1|0}"),
        ("2||1|0", "{2|{1|0}}"),
        ("Tiny(2)", "+_2"),
        ("miny(1)", "-_1"),
        ("v[2]", "-(^[2])"),
        ("*:1", "^*"),
        ("±(1|0)", "{{1|0}|{0|-1}}"),
        ("cool(4|0, 1)", "{3|1}"),
        ("heat(*, 1)", "+-1"),
        ("times(3, ^)", "^3"),
        ("reduced({2|0} + ^3*)", "{2|0}"),
        ("ordinal(*, *2)", "*3"),
    ],
)
def test_texts_as_others_print_them(text, same):
    assert game(text) == game(same)


def test_boards_in_expressions():
    found = calculate("domineering(2x3) - domineering(3x2) + col(path:4) + snort(..#/...)")
    parts = [("domineering", "2x3"), ("col", "path:4"), ("snort", "..#/...")]
    first, second, third = (gfkit.value(*part).value for part in parts)
    assert found.game == first - gfkit.value("domineering", "3x2").value + second + third
    assert calculate("domineering(3x3)", "+-1").relation == "="
    assert calculate("^", "1/1024").relation == "<"
    assert calculate("*", "0").relation == "||"
    assert calculate("1", "*2").relation == ">"


def test_the_command(capsys):
    assert main(["game", "{2|0}", "+", "^", "--compare", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["reduced"], found["outcome"]) == ("{2^|^}", "{2|0}", "left")
    assert found["compared"]["relation"] == "||"
    assert ShortGame.parse(found["cgsuite"]) == ShortGame.parse("{2|0} + ^")
    assert main(["game", "^999"]) == 0
    assert "atomic weight  999" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing was given"),
        ("foo(2x2)", "game 'foo' is unknown"),
        ("domineering(2x2", "expected ')'"),
        ("domineering(2xn)", "is a family"),
        ("cool(1)", "cool(game, number)"),
        ("cool(1, *)", "takes a number"),
        ("times(1/2, ^)", "takes a whole number"),
        ("norton(1, *)", "greater than 0"),
        ("0.3", "no number of a short game"),
        ("^[0]", "powers of up"),
        ("1|2|3", "separator"),
        ("nogo(2x2) +", "expected a game"),
        ("2x2 + 2x3", "in parentheses after its game, as in domineering(2x2)"),
        ("domineering:2x2 + col:2x3", "in parentheses after its game, as in domineering(2x2)"),
    ],
)
def test_what_is_not_read_is_refused_in_one_line(text, words):
    with pytest.raises(InputError) as refused:
        calculate(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_too_many_copies():
    with pytest.raises(LimitError, match="copies"):
        calculate("times(99999, +-1)")
