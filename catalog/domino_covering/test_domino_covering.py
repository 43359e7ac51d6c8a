"""The engines by what OEIS says of the domino-covering game, where that is more than its claims say."""

from __future__ import annotations

import numpy as np
import pytest

import gfkit

TO = 10_000


@pytest.fixture(scope="module")
def row():
    return gfkit.nim("cram", "1xn", to=TO)


@pytest.fixture(scope="module")
def wins(row):
    """a(1), a(2), ...: the board lengths up to TO whose nimber is 0."""
    return list(row.zeros)


@pytest.mark.slow(1)
def test_the_recursion_far_out(row):
    """nv(0) = nv(1) = 0, nv(N+2) = the least number that is not nv(k) xor nv(N-k), for N to 10000."""
    values = np.array(row.values)
    assert (values[0], values[1]) == (0, 0)
    for n in range(2, TO + 1):
        seen = np.zeros(32, dtype=bool)
        seen[values[: n - 1] ^ values[n - 2 :: -1]] = True
        assert values[n] == np.argmin(seen)


def test_the_law_for_all_n(row, wins, claims):
    """The proved period of the nimbers gives the wins for all n, and nothing else is claimed; the program
    says which they are."""

    def pari(n):
        late = [int(text) for text in claims["domino-covering-pari-cases"].statement]
        return n // 5 * 34 - late[n % 5]

    assert wins[9:] == [pari(n) for n in range(10, len(wins) + 1)]
    assert (row.period, row.exceptions) == (34, (0, 1, 15, 17, 18, 32, 35, 52))
    assert row.evidence.status == "proved"
    for n in (10_000, 10_001, 123_456):
        assert row[pari(n)] == 0
    assert all(row[n] for n in range(pari(10_000) + 1, pari(10_001)))


@pytest.mark.slow(1)
def test_the_terms_alone_give_the_law(row, wins):
    """Order 6 with the signature of the index, (1, 0, 0, 0, 1, -1), from few terms as from all."""
    found = gfkit.guess(wins, offset=1).found[0]
    series = found.generating_function
    assert found.evidence.as_json()["terms_checked"] > 1000
    signature = gfkit.Recurrence((1, 0, 0, 0, 1, -1), 16, tuple(wins[:15]), 1)
    assert series == gfkit.RationalGF.from_recurrence(signature) == row.zeros_generating_function
    assert gfkit.guess(wins[:60], offset=1).found[0].generating_function == series


def test_slips_in_the_formulas_are_told(wins, claims):
    """A start too early, and a coefficient changed."""
    lag = claims["domino-covering-lag-recurrence"].statement[0]
    series = claims["domino-covering-gf"].statement[0]
    for text, slip, first in ((lag, ("> 14", "> 13"), 14), (series, ("8*x^10", "7*x^10"), 12)):
        assert slip[0] in text
        found = gfkit.verify(text.replace(*slip), data=wins, offset=1, variable="x")
        assert (found.verdict, found.first_difference.n) == ("refuted", first)
