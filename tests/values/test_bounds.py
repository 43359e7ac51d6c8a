"""Bounds of values, stops of sums, and the search that uses them, where no value of the whole is built.

The truth is the value of every part by a full search, sums of the 22 games born by day two, and known sums.
"""

from functools import reduce
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from played import rules

from gfkit.boards import parse_one_board
from gfkit.errors import LimitError
from gfkit.games import find_rule
from gfkit.typing import Player
from gfkit.values import ShortGame, Table, value
from gfkit.values.board import ValueSearch
from gfkit.values.bounds import Bounds, CooledStops, Cuts, moves_of, surplus
from gfkit.values.lookahead import Limits, Lookahead
from gfkit.values.position import MaskPosition, compile_position


def total(table, games):
    return reduce(lambda one, other: one + other, (ShortGame(table, game) for game in games))


@given(rules(), st.sampled_from(["3x4", "2x6", "..../.#..", "cylinder:3x4"]), st.data())
@settings(max_examples=12)
def test_bounds_lie_around_the_value(rule, text, data):
    position = compile_position(rule, parse_one_board(text))
    table = Table()
    search, cooled_stops = ValueSearch(position, table, 1 << 24), CooledStops(table)
    bounds = Bounds(Cuts(search, cooled_stops), cooled_stops)
    state = position.start
    for _ in range(data.draw(st.integers(0, 3))):
        options = position.options(state, Player.LEFT) + position.options(state, Player.RIGHT)
        state = data.draw(st.sampled_from(options)) if options else state
    for part in map(position.settle, position.components(state)):
        try:
            true = ShortGame(table, search.value(part))
            around = [bounds.of(part << 1), bounds.of(part << 1 | 1)]
        except LimitError:
            assume(False)  # some rules have values that fill any memory
        for here, (below, above) in zip((true, -true), around, strict=True):
            sizes = [prod(ShortGame(table, game).size for game in side) for side in (below, above)]
            assume(max(sizes) < 20_000)
            assert total(table, below) <= here <= total(table, above)
        if isinstance(position, MaskPosition):
            least, most = surplus(position, part)
            assert least <= true <= most


def games_of_day_two(table):
    born = [ShortGame.of(lefts, rights, table) for lefts in ([], [0]) for rights in ([], [0])]
    some = [[game for index, game in enumerate(born) if picked >> index & 1] for picked in range(16)]
    two = {(game := ShortGame.of(lefts, rights, table)).id: game for lefts in some for rights in some}
    assert len(two) == 22
    return list(two.values())


@given(st.lists(st.sampled_from(range(22)), min_size=1, max_size=4))
@settings(max_examples=15)
def test_stops_of_sums(picked):
    table = Table()
    games = [games_of_day_two(table)[index] for index in picked]
    whole = reduce(lambda one, other: one + other, games)
    cooled_stops, ids = CooledStops(table), [game.id for game in games]
    if cooled_stops.left_wins_first(ids):
        assert not whole <= 0
    if cooled_stops.left_loses_first(ids):
        assert whole <= 0


def test_searching_without_bounds(monkeypatch):
    """With no value to help, the search finds what values say."""
    monkeypatch.setattr(Bounds, "decide", lambda *_: None)
    monkeypatch.setattr("gfkit.values.lookahead.moves_of", lambda *of: moves_of(*of) + 99)
    for game, text in [("domineering", "3x4"), ("l-tromping", "2x5"), ("snort", "3x3"), ("nogo", "2x4")]:
        position = compile_position(find_rule(game), parse_one_board(text))
        search = Lookahead(position, Table(), Limits(1 << 30))
        assert search.outcome(position.start) == value(game, text).outcome
        assert search.nodes


def test_a_table_that_forgets():
    """Col on 4x4 is lost for who starts, by symmetry; with room for four positions at once."""
    position = compile_position(find_rule("col"), parse_one_board("4x4"))
    limits = Limits(1 << 30)
    limits.entries = 4
    search = Lookahead(position, Table(), limits)
    assert search.outcome(position.start) == "second"
    assert len(search.known) <= 4
    with pytest.raises(LimitError, match="seconds"):
        Limits(1 << 30, 1e-9).check(0, 0)
