"""Claims of Math Magic on the fewest L-trominoes that block a rectangle, by strips and column by column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from math import lcm
from typing import NamedTuple

from gfkit.catalog.claim import Arguments, CheckResult, ClaimStatus, Statement, refutation, theorem

_TROMINOES = ["XX/X.", "XX/.X", "X./XX", ".X/XX"]
_TERMS = 40


class Periodic(NamedTuple):
    """Numbers F(m, n) for n = 0, 1, ..., with F(m, n + period) = F(m, n) + growth for all n >= start."""

    values: list[int]
    start: int
    period: int
    growth: int

    def at(self, n: int) -> int:
        rounds = max(0, (n - len(self.values)) // self.period + 1)
        return self.values[n - rounds * self.period] + rounds * self.growth


Rows = Callable[[int], Periodic]


@cache
def by_strips(m: int) -> Periodic:
    """Return the law of the smallest maximal positions, proved by the (min, +) transfer matrix."""
    import gfkit
    from gfkit.questions.optimum import OptimumOfFamily

    about = "Both players place L-trominoes in any orientation."
    rule = gfkit.Rule.of({"name": "L-trominoes", "about": about, "both": {"pieces": _TROMINOES}})
    found = gfkit.optimum(rule, f"{m}xn", "maximal")
    assert isinstance(found, OptimumOfFamily), "the boards are a family"
    law = found.smallest.weights
    values = [int(law[n]) for n in range(max(law.valid_from + 2 * law.period, _TERMS))]
    growth = int(law[law.valid_from + law.period] - law[law.valid_from])
    return Periodic(values, law.valid_from, law.period, growth)


@cache
def by_columns(m: int) -> Periodic:
    """Return the law from the smallest numbers for each occupied pair of columns, until they repeat.

    A state is the last column with all its pieces, and the cells of the next column that they cover. If all
    smallest numbers at n and at n + p differ by one constant, they do so for all larger n.
    """
    states: dict[tuple[int | None, int], int] = {(None, 0): 0}
    values, seen = [0], dict[frozenset[tuple[tuple[int | None, int], int]], tuple[int, int]]()
    while True:
        ends = [k for (x, y), k in states.items() if x is None or _is_blocked(x, y, m)]
        values += [min(ends)]
        low, n = min(states.values()), len(values) - 1
        key = frozenset((state, k - low) for state, k in states.items())
        begin, before = seen.setdefault(key, (n, low))
        if begin < n:
            return Periodic(values, begin, n - begin, low - before)
        after: dict[tuple[int | None, int], int] = {}
        for (x, covered), k in states.items():
            for own, ahead, pieces in _pieces(covered, m):
                column = covered | own
                if x is None or _is_blocked(x, column, m):
                    state = column, ahead
                    after[state] = min(k + pieces, after.get(state, k + pieces))
        states = after


def _is_blocked(x: int, y: int, m: int) -> bool:
    """Return True if every square of four cells in two columns has at most two free cells."""
    return all((x >> r & 3).bit_count() + (y >> r & 3).bit_count() >= 2 for r in range(m - 1))


@cache
def _pieces(covered: int, m: int) -> tuple[tuple[int, int, int], ...]:
    """Return the cells that pieces cover in a column and in the next one, with the least number of pieces."""

    def place(row: int, own: int, ahead: int, pieces: int) -> Iterator[tuple[int, int, int]]:
        if row == m - 1:
            yield own, ahead, pieces
            return
        yield from place(row + 1, own, ahead, pieces)
        for here, there in ((1, 3), (2, 3), (3, 1), (3, 2)):
            if not (here << row & (covered | own) or there << row & ahead):
                yield from place(row + 1, own | here << row, ahead | there << row, pieces + 1)

    least: dict[tuple[int, int], int] = {}
    for own, ahead, pieces in place(0, 0, 0, 0):
        least[own, ahead] = min(pieces, least.get((own, ahead), pieces))
    return tuple((own, ahead, pieces) for (own, ahead), pieces in least.items())


@theorem("mathmagic.blocking", {"strips": by_strips, "columns": by_columns})
def blocking(rows: Rows, statement: Statement, asked: Arguments) -> CheckResult:
    """Check a formula for the fewest L-trominoes that block m x n, for all n from ``least`` on."""
    from gfkit.algebra.formula.read.statement import printed_tree
    from gfkit.claims.formula.sequence import exact_value, rational

    (text,) = statement
    tree, found = printed_tree(text), rows(asked["m"])
    assert tree is not None, "the statement is a formula"
    period = lcm(found.period, *(int(digits) for digits in re.findall(r"[1-9]\d*", text)))
    last = max(asked["least"], found.start) + 2 * period
    evidence = (
        f"F({asked['m']}, n + {found.period}) = F({asked['m']}, n) + {found.growth} for n >= {found.start}"
    )
    for n in range(asked["least"], last):
        claimed = rational(exact_value(tree, n), "values must be")
        if claimed != found.at(n):
            return refutation(evidence, f"{asked['m']}x{n}", claimed, found.at(n))
    return CheckResult(ClaimStatus.PROVED, evidence)
