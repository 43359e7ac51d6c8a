"""OEIS on a domino-covering game: dominoes on 1 x N, and the N where the second player wins.

Every statement of the text is a test: its recursion, formulas and programs, against the nimbers that gfkit
finds from the rule of Cram, and the law that gfkit finds in the wins, against what the text says.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import gfkit
from gfkit.games import find_rule, legal_moves

TO = 10_000
PRINTED_SERIES = (
    "x^2*(6*x^13 - 2*x^12 + 8*x^10 - 2*x^9 - 2*x^8 + 2*x^7 + 3*x^5 + 6*x^4 + 6*x^3 + 4*x^2 + 4*x + 1)"
    " / ((x - 1)^2*(x^4 + x^3 + x^2 + x + 1))"
)


@pytest.fixture(scope="module")
def row():
    return gfkit.nim("cram", "1xn", to=TO)


@pytest.fixture(scope="module")
def wins(row):
    """a(1), a(2), ...: the board lengths up to TO whose nimber is 0."""
    return list(row.zeros)


def pari(n):
    """The first PARI program."""
    early, late = [0, 1, 5, 9, 15, 21, 25, 29, 35], [29, 25, 13, 9, 5]
    return early[n - 1] if n < 10 else n // 5 * 34 - late[n % 5]


def pari_list(limit):
    """The second PARI program."""
    nimbers = [0] * (limit + 1)
    for n in range(limit - 1):
        seen = sorted({nimbers[k - 1] ^ nimbers[n - k + 1] for k in range(1, n // 2 + 2)})
        nimbers[n + 2] = next((i for i, other in enumerate(seen) if other != i), len(seen))
    return sorted({1 if nimber else n for n, nimber in enumerate(nimbers)})


def numpy_program(many):
    """The program for the nimbers."""
    found = np.array([0, 0])
    numbers = np.arange(1000)
    for _ in range(many):
        found = np.append(found, np.setdiff1d(numbers, np.bitwise_xor(found[:-1], found[-2::-1])).min())
    return found.tolist()


class TestNimbers:
    def test_recursion(self, row):
        """nv(0) = nv(1) = 0, nv(N+2) = the least number that is not nv(k) xor nv(N-k), for N to 10000."""
        values = np.array(row.values)
        assert (values[0], values[1]) == (0, 0)
        for n in range(2, TO + 1):
            seen = np.zeros(32, dtype=bool)
            seen[values[: n - 1] ^ values[n - 2 :: -1]] = True
            assert values[n] == np.argmin(seen)

    def test_numpy_program(self, row):
        assert numpy_program(1000) == list(row.values[:1002])

    def test_small_boards(self):
        """N = 1 to 5, in words, by every line of play."""

        def moves(n):
            return [set(move.cells) for move in legal_moves(find_rule("cram"), gfkit.parse_board(f"1x{n}"))]

        @cache
        def wins(n, free):
            return any(cells <= free and not wins(n, free - cells) for cells in moves(n))

        def whole(n):
            return frozenset(range(n))

        assert not moves(1)
        assert [wins(n, whole(n)) for n in range(1, 6)] == [False, True, True, True, False]
        for n in (2, 3):
            assert all(not any(two <= whole(n) - one for two in moves(n)) for one in moves(n))
        assert not wins(4, whole(4) - {1, 2})
        for one in moves(5):  # there is an answer after which nobody can move
            left = whole(5) - one
            assert any(two <= left and not any(three <= left - two for three in moves(5)) for two in moves(5))

    def test_second_player_wins_where_the_nimber_is_zero(self, row):
        """By who wins, without nimbers: a row of n cells falls into rows."""

        @cache
        def first_wins(rows):
            for i, n in enumerate(rows):
                others = rows[:i] + rows[i + 1 :]
                for left in range((n - 2) // 2 + 1):
                    parts = (part for part in (left, n - 2 - left) if part > 1)
                    if not first_wins(tuple(sorted((*others, *parts)))):
                        return True
            return False

        for n in range(23):
            assert first_wins((n,)) == (row[n] != 0)


class TestWins:
    def test_law(self, wins):
        """For n > 14, a(n) = a(n-5) + 34; for n = 14 not."""
        for n in range(15, len(wins) + 1):
            assert wins[n - 1] == wins[n - 6] + 34
        assert wins[13] != wins[8] + 34

    def test_law_for_all_n(self, row):
        """The proved period of the nimbers gives the wins for all n, and nothing else is claimed."""
        assert (row.period, row.exceptions) == (34, (0, 1, 15, 17, 18, 32, 35, 52))
        assert row.evidence.status.value == "proved"
        for n in (10_000, 10_001, 123_456):
            assert row[pari(n)] == 0
        assert all(row[n] for n in range(pari(10_000) + 1, pari(10_001)))

    def test_guess(self, wins):
        """From the terms alone: order 6 with signature (1, 0, 0, 0, 1, -1), from few terms as from all."""
        found = gfkit.guess(wins, offset=1).found[0]
        series = found.generating_function
        assert found.evidence.as_json()["terms_checked"] > 1000
        assert series == gfkit.RationalGF.from_recurrence(
            gfkit.Recurrence((1, 0, 0, 0, 1, -1), 16, tuple(wins[:15]), 1)
        )
        assert gfkit.guess(wins[:60], offset=1).found[0].generating_function == series

    def test_generating_function_of_the_nimbers(self, row, wins):
        """It follows from the proved period, so it is no guess."""
        assert row.zeros_generating_function == gfkit.guess(wins, offset=1).found[0].generating_function

    @pytest.mark.parametrize(
        "formula",
        [
            "a(n) = a(n-5) + 34 for n > 14",
            "a(n) = a(n-1) + a(n-5) - a(n-6) for n > 15",
            # The first PARI program for n > 9.
            "34*floor(n/5) - 29 if n mod 5 = 0; 34*floor(n/5) - 25 if n mod 5 = 1;"
            " 34*floor(n/5) - 13 if n mod 5 = 2; 34*floor(n/5) - 9 if n mod 5 = 3;"
            " 34*floor(n/5) - 5 if n mod 5 = 4",
        ],
    )
    def test_formulas(self, wins, formula):
        first = {"a": 1, "3": 10}[formula[0]]
        found = gfkit.verify(formula, data=wins[first - 1 :], offset=first)
        assert (found.verdict, found.first_difference) == ("consistent", None)

    def test_printed_generating_function(self, wins):
        assert gfkit.verify(PRINTED_SERIES, data=wins, offset=1, variable="x").verdict == "consistent"

    def test_wrong_formulas(self, wins):
        """A start too early, and a coefficient changed, are told."""
        found = gfkit.verify("a(n) = a(n-5) + 34 for n > 13", data=wins, offset=1)
        assert (found.verdict, found.first_difference.n) == ("refuted", 14)
        series = PRINTED_SERIES.replace("8*x^10", "7*x^10")
        found = gfkit.verify(series, data=wins, offset=1, variable="x")
        assert (found.verdict, found.first_difference.n) == ("refuted", 12)

    def test_programs(self, wins):
        assert [pari(n) for n in range(1, len(wins) + 1)] == wins
        assert pari_list(700) == [n for n in wins if n <= 700]

    def test_series_from_its_coefficients(self, wins):
        """The Mathematica program: the coefficients from x^0 to x^39, but for the first."""
        found = gfkit.guess(wins, offset=1).found[0].generating_function
        assert [found.coefficient(n) for n in range(1, 40)] == wins[:39]
