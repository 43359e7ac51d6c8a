"""Values of the boards of a family, and what is said of all of them.

The truth is the value of each board alone, values of Domineering in Winning Ways, and sequences made up.
"""

from __future__ import annotations

import pytest

import gfkit
from gfkit import family_values
from gfkit.errors import GfkitError, LimitError
from gfkit.values import ShortGame
from gfkit.values.family_values import ValuesLimitError, seen_saltus


def test_each_is_the_value_of_its_board():
    asked = (("domineering", "2xn", 8), ("snort", "cycle:n", 6), ("col", "prism:n", 4), ("o12", "path:n", 9))
    for game, family, to in asked:
        found = family_values(game, family, to=to)
        boards = gfkit.parse_board(family)
        assert len(found.values) == to + 1 - found.first_n
        for n, value in enumerate(found.values, found.first_n):
            assert value == gfkit.value(game, boards.at(n)).value == found[n], (game, n)


def test_numbers_of_books():
    """Winning Ways: one column is worth half its length to Left, rounded down; 2 x 3 is {2|-1/2}."""
    found = family_values("domineering", "nx1", to=13)
    assert [value.number for value in found.values] == [n // 2 for n in range(1, 14)]
    seen = found.repetition
    assert (seen.period, str(seen.saltus), seen.covers_from) == (2, "1", 1)
    assert seen.as_json()["status"] == "observed"
    two = family_values("domineering", "2xn", to=3)
    assert [str(value) for value in two.values] == ["1", "+-1", "{2|-1/2}"]
    assert two.zero is None


def test_zero_for_all_even_n_is_proved():
    found = family_values("cram", "2xn", to=6)
    assert [str(value) for value in found.values] == ["*", "0"] * 3
    assert found.zero.proved
    assert found[10**6] == 0
    with pytest.raises(GfkitError, match="is not listed"):
        found[10**6 + 1]


def test_what_is_seen_must_be_seen_long_enough():
    def seen(first_n, *texts):
        return seen_saltus("", first_n, [ShortGame.parse(text) for text in texts])

    assert seen(0, "0", "1", "0", "1", "0") is None  # five values
    found = seen(0, "{3|1}", "0", "1", "0", "1", "0", "1")
    assert (found.period, found.covers_from, found.saltus.number) == (2, 1, 0)
    assert seen(0, "0", "*", "^", "v", "1", "{1|0}", "2", "0") is None
    hot = seen(3, "{2|0}", "+-1", "{3|1}", "1+-1", "{4|2}", "2+-1", "{5|3}", "3+-1")
    assert hot.statement.startswith("v(n + 2) = v(n) + 1 on  from n = 3 on")
    # a sequence that only its means make look periodic
    assert seen(0, "0", "^", "0", "v", "0", "^^", "0", "v*") is None


def test_what_is_found_is_kept():
    with pytest.raises(ValuesLimitError) as stopped:
        family_values("domineering", "4xn", to=9, max_memory=3_000_000)
    assert isinstance(stopped.value, LimitError)
    found = stopped.value.found
    assert 0 < len(found.values) < 9
    assert found.values[0] == gfkit.value("domineering", "4x1").value
