"""Octal games: the grammar of codes, values against the plain recursion, periods from the literature."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gfkit
from gfkit.cli.main import main
from gfkit.errors import GfkitError, LimitError, RuleError
from gfkit.values.impartial import rows
from gfkit.values.impartial.octal import MOST_TERMS, OctalCode, heap_values, law_of, proved_window, seen_law

# Dawson's Kayles, OEIS A002187 from n = 1 on in its own numbering: G(0) and G(1) are 0 here.
DAWSON = [
    0,
    0,
    1,
    1,
    2,
    0,
    3,
    1,
    1,
    0,
    3,
    3,
    2,
    2,
    4,
    0,
    5,
    2,
    2,
    3,
    3,
    0,
    1,
    1,
    3,
    0,
    2,
    1,
    1,
    0,
    4,
    5,
    2,
    7,
]
# Kayles, OEIS A002186.
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2]
KAYLES_EXCEPTIONS = (0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70)

codes = st.builds(
    lambda start, digits: OctalCode.read(f"octal:{start}.{digits}"),
    st.sampled_from("04"),
    st.text("01234567", min_size=1, max_size=6),
)


def plain(code: OctalCode, count: int) -> list[int]:
    """The values straight from the definition: a move takes i tokens and leaves 0, 1 or 2 heaps."""

    @cache
    def value(n: int) -> int:
        seen = set()
        for taken, digit in enumerate(code.digits):
            left = n - taken
            if n == 0 or left < 0:
                continue
            if left == 0 and digit & 1:
                seen.add(0)
            if left > 0 and taken > 0 and digit & 2:
                seen.add(value(left))
            if digit & 4:
                seen |= {value(a) ^ value(left - a) for a in range(1, left)}
        return min(set(range(len(seen) + 1)) - seen)

    return [value(n) for n in range(count)]


@given(codes)
def test_values_are_those_of_the_definition(code):
    assert heap_values(code, 40) == plain(code, 40)


@given(codes)
def test_sums_one_by_one_and_by_arrays_are_the_same(code):
    by_arrays = heap_values(code, 120)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "ARRAYS", False)
        assert heap_values(code, 120) == by_arrays


@given(st.lists(st.integers(0, 40), min_size=60, max_size=60), st.integers(0, 70), st.integers(25, 50))
def test_the_mex_of_sums_of_two_stretches(values, more, length):
    """Marked by arrays, against all sums written out."""
    table = rows.GrundyRows(1, 60)
    for value in values:
        table.append(0, value)
    sums = {values[3 + i] ^ values[5 + length - 1 - i] ^ more for i in range(length)} | {1, 2, 200}
    assert table.mex([1, 2, 200], [(0, 3, 0, 5, length, more)]) == min(set(range(300)) - sums)


def test_dawsons_kayles():
    found = gfkit.nim("octal:0.07", to=100)
    assert list(found.values[: len(DAWSON)]) == DAWSON
    assert (found.period, found.saltus, found.preperiod) == (34, 0, 53)
    assert found.exceptions == (0, 1, 15, 17, 18, 32, 35, 52)
    assert found.evidence.status.value == "proved"


def test_dawsons_kayles_wins_of_the_second_player():
    found = gfkit.nim("octal:0.07", to=2000)
    wanted = [n for n in range(2001) if n in (0, 1, 15, 35) or n % 34 in (5, 9, 21, 25, 29)]
    assert list(found.zeros) == wanted
    series = found.zeros_generating_function
    assert series.terms(len(wanted)) == wanted
    above = [0, 0, 1, 4, 4, 6, 6, 3, 0, 2, -2, -2, 8, 0, -2, 6]
    assert series == gfkit.RationalGF.of(above, [1, -1, 0, 0, 0, -1, 1], first_n=1)


def test_kayles():
    found = gfkit.nim("octal:.77", to=31)
    assert list(found.values) == KAYLES
    assert (found.period, found.exceptions) == (12, KAYLES_EXCEPTIONS)
    assert found.game == "octal:0.77"


def test_dawsons_chess_is_dawsons_kayles_one_shorter():
    chess, kayles = gfkit.nim("octal:0.137", to=500), gfkit.nim("octal:0.07", to=501)
    assert chess.values == kayles.values[1:]
    assert chess.exceptions == tuple(n - 1 for n in kayles.exceptions if n > 0)


def test_a_long_period():
    found = gfkit.nim("octal:0.156", to=8000)
    assert (found.period, found.preperiod) == (349, 3479)
    assert found.evidence.status.value == "proved"
    short = gfkit.nim("octal:0.156", to=100)
    assert (short.period, short.evidence.status.value) == (None, "proved")


def test_one_token_at_a_time():
    assert gfkit.nim("octal:0.3", to=6).values == (0, 1, 0, 1, 0, 1, 0)


def test_nim_cut_short_is_seen_but_not_proved():
    found = gfkit.nim("octal:0." + "3" * 3000, to=60)
    assert found.values == tuple(range(61))
    assert (found.period, found.saltus, found.is_observed) == (1, 1, True)
    assert found.proved_law is None
    assert found.generating_function is None


def test_laskers_nim_cut_short():
    found = gfkit.nim("octal:4." + "3" * 3000, to=60)
    # Lasker's Nim: n, but 4k + 3 and 4k + 4 change places (Winning Ways, chapter 4).
    assert list(found.values[1:9]) == [1, 2, 4, 3, 5, 6, 8, 7]
    assert (found.period, found.saltus) == (4, 4)


def test_taking_up_to_sixty():
    found = gfkit.nim("octal:0." + "3" * 60, to=60)
    assert (found.period, found.saltus, found.exceptions) == (61, 0, ())


@given(codes)
def test_a_proved_period_goes_on(code):
    table = heap_values(code, 400)
    window = proved_window([table[:200]], 1, code.longest)
    if window is not None:
        assert table[window.start :][: -window.period] == table[window.start + window.period :]


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_law_of_a_periodic_sequence(early, cycle):
    values = [*early, *cycle * 12]
    law = law_of(values, 0, len(early), len(cycle))
    assert [law.at(n) for n in range(len(values))] == values
    seen = seen_law([*early, *cycle * 30], 0)
    assert seen is not None
    assert [seen.at(n) for n in range(len(values))] == values
    assert len(cycle) % seen.period == 0


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_the_window_is_as_long_as_the_theorem_asks(early, cycle):
    row = [*early, *cycle * 40]
    window = proved_window([row], 1, 2)
    assert window is not None
    assert window.needed == 2 * window.start + 2 * window.period + 2
    assert proved_window([row[: window.needed]], 1, 2) is not None
    shorter = proved_window([row[: window.needed - 1]], 1, 2)
    assert shorter is None or shorter.period > window.period


REFUSED = [
    ("octal:0.8", "game 'octal:0.8': digit '8' is not octal"),
    ("octal:0.7F", "game 'octal:0.7F': digit 'F' is not octal"),
    ("octal:0.333...", "game 'octal:0.333...': a code has finitely many digits"),
    ("octal:0.(3)", "game 'octal:0.(3)': a code has finitely many digits"),
    ("octal:3.1", "game 'octal:3.1': the digit before the point must be 0, or 4"),
    ("octal:07", "game 'octal:07': expected one point"),
    ("octal:", "game 'octal:': expected one point"),
    ("octal:0.", "game 'octal:0.': expected one point"),
    ("octal:0.1.1", "game 'octal:0.1.1': expected one point"),
]


@pytest.mark.parametrize(("code", "message"), REFUSED)
def test_refused_codes(code, message, capsys):
    with pytest.raises(RuleError, match="octal"):
        gfkit.nim(code)
    assert main(["nim", code]) == 2
    assert capsys.readouterr().err.startswith(f"gfkit: {message}")


def test_limits_of_octal_games():
    with pytest.raises(LimitError):
        gfkit.nim("octal:0.07", to=MOST_TERMS + 1)


@pytest.mark.parametrize("text", ["octal:0.07", "octal:.07", "octal:00.070", " octal:0.07 "])
def test_one_code_many_ways(text):
    assert str(OctalCode.read(text)) == "octal:0.07"


def by_definition(digits: list[int], count: int) -> list[int]:
    """The values of a code by its meaning: what a digit leaves, up to three heaps."""
    values = [0]
    for n in range(1, count):
        options = set()
        for i, digit in enumerate(digits):
            rest = n - i
            if digit & 1 and rest == 0:
                options.add(0)
            if digit & 2 and 0 < rest < n:
                options.add(values[rest])
            for a in range(1, rest):
                if digit & 4:
                    options.add(values[a] ^ values[rest - a])
                if digit & 8:
                    options |= {values[a] ^ values[b] ^ values[rest - a - b] for b in range(1, rest - a)}
        values.append(next(k for k in range(len(options) + 1) if k not in options))
    return values


def test_hexadecimal_codes_are_their_definition():
    chance = random.Random(6)
    told = 0
    for _ in range(7):
        digits = [
            chance.choice([0, 0, 4, 8, 12]),
            *(chance.randrange(16) for _ in range(chance.randint(1, 3))),
        ]
        name = f"hex:{digits[0]:x}." + "".join(f"{digit:x}" for digit in digits[1:])
        found = gfkit.nim(name, to=24)
        assert list(found.values) == by_definition(digits, 25), name
        if found.proved_law is not None:
            told += 1
            assert [found[n] for n in range(60)] == by_definition(digits, 60), name
    assert told


def test_three_heaps_need_more_values_than_two():
    """For sums of three the window of the theorem is 3 n0 + 3 p + k values, and not 2 n0 + 2 p + k."""
    table = [[0, 0, 0, 0, *[1, 2] * 20]]
    two, three = proved_window(table, 1, 3), proved_window(table, 1, 3, 3)
    assert (two.needed, three.needed) == (2 * 4 + 2 * 2 + 3, 3 * 4 + 3 * 2 + 3)
    assert proved_window([row[: two.needed] for row in table], 1, 3) is not None
    assert proved_window([row[: two.needed] for row in table], 1, 3, 3) is None


@pytest.mark.parametrize(("taken", "period"), [((1, 2, 3), 4), ((1, 3, 4), 7), ((2, 5), 7), ((4,), 8)])
def test_subtraction_games(taken, period):
    """Winning Ways: periods of small subtraction sets; and the values by mex."""
    found = gfkit.nim("subtraction:" + ",".join(map(str, taken)), to=40)
    values: list[int] = []
    for n in range(41):
        options = {values[n - k] for k in taken if k <= n}
        values.append(next(k for k in range(len(options) + 1) if k not in options))
    assert list(found.values) == values
    assert (found.period, found.evidence.status) == (period, "proved")


def test_grundys_game():
    """OEIS A002188, from n = 0 on."""
    printed = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5"
    found = gfkit.nim("grundy", to=41)
    assert list(found.values) == list(map(int, printed.split()))
    assert found.law is None


def test_one_heap():
    assert gfkit.nim("octal:0.77", "70").values == (by_definition([0, 7, 7], 71)[70],)
    assert gfkit.nim("grundy", "20").values == (0,)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gfkit.nim("hex:0.g"), "is not hexadecimal"),
        (lambda: gfkit.nim("hex:2.3"), "must be 0, or 4, 8 or c"),
        (lambda: gfkit.nim("octal:8.3"), "is not octal"),
        (lambda: gfkit.nim("subtraction:0,2"), "from 1 to 10000"),
        (lambda: gfkit.nim("subtraction:1-3"), "as subtraction:1,3,4"),
        (lambda: gfkit.nim("octal:0.77", "2x2"), "the size of one"),
        (lambda: gfkit.nim("octal:0.77", "50", to=9), "is a single one"),
        (lambda: gfkit.value("octal:0.77", "3x3"), "gfkit nim octal:0.77"),
    ],
)
def test_bad_heap_games(call, said):
    with pytest.raises(GfkitError, match=said):
        call()
