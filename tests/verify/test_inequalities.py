"""Comparisons of a sequence with formulas: cases that begin late, ranges, inequalities, systems, two letters.

The values come from Python's own arithmetic, from recurrences, and from enumeration.
"""

from __future__ import annotations

from math import comb, prod

import pytest
from choice import drawn

import gfkit

LATE = {
    "max(0, n-{c})": lambda n, c: max(0, n - c),
    "1 - 0^floor(n/{c})": lambda n, c: int(n >= c),
    "0^max(0, n-{c}) - 1": lambda n, c: -int(n > c),
    "abs(n-{c}) + n - {c}": lambda n, c: abs(n - c) + n - c,
    "n^2 - min(n^2, {c}^2)": lambda n, c: max(0, n * n - c * c),
    "Product_{{k=0..{c}}} (n-k)": lambda n, c: prod(n - k for k in range(c + 1)),
    "binomial(n, {c})": comb,
    "n!*max(0, n-{c})": lambda n, c: max(0, n - c),
}
NOTHING = ["abs(n-{c}) - max(n-{c}, {c}-n)", "max(0, -n-{c})", "0^floor((n+{c})/{c})", "min(0, n^2+{c})"]


@pytest.mark.parametrize("late", LATE)
def test_a_case_that_begins_late_is_tested(late):
    for c in drawn(late).sample(range(43, 62), 3):
        found = gfkit.verify(f"a(n) = F(n+2) + {late.format(c=c)}", "independent-sets", "path:n")
        assert found.is_refuted, (late, c)
        assert found.first_difference.n == next(n for n in range(99) if LATE[late](n, c)), (late, c)


@pytest.mark.parametrize("nothing", NOTHING)
def test_cases_that_change_nothing_are_proved(nothing):
    for c in drawn(nothing).sample(range(1, 62), 3):
        formula = f"a(n) = F(n+2) + {nothing.format(c=c)}"
        assert gfkit.verify(formula, "independent-sets", "path:n").verdict == "proved", (nothing, c)
