"""Orders of growth, limits of roots and logarithms, and limits of a(n)/n!, against known theorems.

Every true statement has false neighbours. A false statement is refuted or undecided, but never proved; the
tables separate the two cases.
"""

from decimal import ROUND_HALF_UP, Decimal, getcontext

import pytest
from batches import Hours
from tables import lines

from gfkit import verify
from gfkit.core.errors import GfkitError, InputError, OptionError


def cases():
    about = ()
    for line in lines("orders"):
        if not line.startswith("  "):
            about = tuple(line.partition(",")[0].split())
            continue
        word, _, formulas = line.strip().partition(" ")
        yield from ((word, formula, about) for formula in formulas.split("; "))


def test_orders_and_limits():
    expected = {"true": "proved", "false": "refuted", "seen": "consistent", "open": None}
    wrong = []
    for word, formula, about in cases():
        try:
            found = str(verify(formula, *about).verdict)
        except GfkitError:
            found = None
        wrong += [(formula, about, found)] * (found != expected[word])
    assert not wrong


def test_limits_on_boards_that_grow_in_both_directions_are_undecided(monkeypatch):
    monkeypatch.setattr("gfkit.claims.reading.squares.perf_counter", Hours().monotonic)
    with pytest.raises(OptionError, match="constant"):
        verify(r"\kappa = \lim_{N\to\infty} [F(N)]^{1/N} = 1.503", "independent-sets", "nxn")
    with pytest.raises(InputError, match="limit"):
        verify(r"\lim a(n)^{1/n^2} = 1.503", "independent-sets", "nxn")


@pytest.mark.parametrize("digits", [6, 15, 30])
def test_rounded_decimals_are_refuted_where_they_first_fail(digits):
    """Independent sets of paths are round(phi^(n+2)/sqrt(5)), here with the constants rounded."""
    getcontext().prec = 200
    root = Decimal(5).sqrt()
    factor, base = (round(value, digits) for value in ((3 * root + 5) / 10, (1 + root) / 2))
    n, now, after = 0, 1, 2
    while (factor * base**n).to_integral_value(ROUND_HALF_UP) == now:
        n, now, after = n + 1, after, now + after
    found = verify(f"a(n) = round({factor}*{base}^n)", "independent-sets", "path:n")
    assert (str(found.verdict), found.first_difference.n) == ("refuted", n)
    assert verify("a(n) = round(phi^(n+2)/sqrt(5))", "independent-sets", "path:n").verdict == "proved"
