"""Values of the boards of a family: each as it is found alone, and what is said of all of them."""

from __future__ import annotations

import pytest

import gfkit
from gfkit.errors import GfkitError, LimitError, MismatchError
from gfkit.values import ShortGame
from gfkit.values.family_values import ValuesLimitError, seen_saltus


@pytest.mark.parametrize(
    ("game", "family", "to"),
    [("domineering", "2xn", 8), ("snort", "cycle:n", 6), ("col", "prism:n", 4), ("o12", "path:n", 9)],
)
def test_each_is_the_value_of_its_board(game, family, to):
    found = gfkit.family_values(game, family, to=to)
    boards = gfkit.parse_board(family)
    assert len(found.values) == to + 1 - found.first_n
    for n, value in enumerate(found.values, found.first_n):
        assert value == gfkit.value(game, boards.at(n)).value == found[n]


def test_numbers_of_books():
    """Winning Ways: one column is worth half its length to Left, rounded down; 2 x 3 is {2|-1/2}."""
    found = gfkit.family_values("domineering", "nx1", to=13)
    assert [value.number for value in found.values] == [n // 2 for n in range(1, 14)]
    assert found.repetition is not None
    assert (found.repetition.period, str(found.repetition.saltus), found.repetition.covers_from) == (
        2,
        "1",
        1,
    )
    assert found.repetition.as_json()["status"] == "observed"
    assert [str(v) for v in gfkit.family_values("domineering", "2xn", to=3).values] == [
        "1",
        "+-1",
        "{2|-1/2}",
    ]


def test_zero_for_all_even_n_is_proved():
    found = gfkit.family_values("cram", "2xn", to=6)
    assert [str(value) for value in found.values] == ["*", "0"] * 3
    assert found.zero is not None
    assert found.zero.proved
    assert found[10**6] == 0
    with pytest.raises(MismatchError, match="is not listed"):
        found[10**6 + 1]
    assert gfkit.family_values("domineering", "2xn", to=4).zero is None


def made(*texts: str) -> list[ShortGame]:
    return [ShortGame.parse(text) for text in texts]


def test_what_is_seen_must_be_seen_long_enough():
    assert seen_saltus("", 0, made("0", "1", "0", "1", "0")) is None  # five values
    seen = seen_saltus("", 0, made("{3|1}", "0", "1", "0", "1", "0", "1"))
    assert (seen.period, seen.covers_from, seen.saltus.number) == (2, 1, 0)
    assert seen_saltus("", 0, made("0", "*", "^", "v", "1", "{1|0}", "2", "0")) is None
    hot = made("{2|0}", "+-1", "{3|1}", "1+-1", "{4|2}", "2+-1", "{5|3}", "3+-1")
    assert seen_saltus("", 3, hot).statement.startswith("v(n + 2) = v(n) + 1 on  from n = 3 on")
    # a sequence that only its means make look periodic
    assert seen_saltus("", 0, made("0", "^", "0", "v", "0", "^^", "0", "v*")) is None


def test_what_is_found_is_kept():
    with pytest.raises(ValuesLimitError) as stopped:
        gfkit.family_values("domineering", "4xn", to=9, max_memory=3_000_000)
    assert isinstance(stopped.value, LimitError)
    found = stopped.value.found
    assert 0 < len(found.values) < 9
    assert found.values[0] == gfkit.value("domineering", "4x1").value


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gfkit.family_values("domineering", "3x3", to=3), "needs a family"),
        (lambda: gfkit.family_values("domineering", "3xn", start=5, to=4), "at least the first n"),
        (lambda: gfkit.family_values("independent-sets", "3xn", to=3), "nobody moves"),
        (lambda: gfkit.family_values("snort", "cycle:n", start=1, to=4), "starts at n = 3"),
    ],
)
def test_what_is_refused(call, said):
    with pytest.raises(GfkitError, match=said):
        call()
