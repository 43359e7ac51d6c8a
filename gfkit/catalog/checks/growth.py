"""A second way to judge claims of growth: single boards counted, and the formula put beside them.

Paths are counted letter by letter in code of their own; other boards by ``gfkit.transfer``, as deriving does.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpz

from gfkit.catalog import sequence
from gfkit.catalog.check import Arguments, Found
from gfkit.catalog.claim import Standing, Statement
from gfkit.catalog.plain import path_counts
from gfkit.formula.read.statement import read_statement, without_error_term
from gfkit.verify.formula.sequence import value

SIZE = 30
_BITS = 400


def counting(statement: Statement, asked: Arguments) -> Found:
    """Counts of single boards beside the formula.

    A(n) + o(1): the difference must have become smaller from n to 2n. Any other claim is one of the rate:
    the quotient of consecutive counts must agree with that of the formula to the digits printed.
    """
    side, has_error_term = without_error_term(read_statement(statement[0]).chains[0].sides[-1])
    size = asked.get("listed", SIZE)
    far = _count(asked, 2 * size)
    with _precise():
        formula = {n: value(side, n).ball().real for n in (size, 2 * size - 1, 2 * size)}
        if has_error_term:
            near = abs(formula[size] - fmpz(_count(asked, size)))
            gap = abs(formula[2 * size] - fmpz(far))
            good = bool(gap < near) and bool(gap < Fraction(1, 2).numerator)
            words = f"the difference is {_short(near)} at n = {size} and {_short(gap)} at n = {2 * size}"
        else:
            quotient = arb(fmpz(far)) / fmpz(_count(asked, 2 * size - 1))
            claimed = formula[2 * size] / formula[2 * size - 1]
            good = bool(abs(quotient - claimed) < arb(10) ** -_digits(statement[0]))
            words = f"the quotient at n = {2 * size} is {_short(quotient)}, claimed {_short(claimed)}"
    return Found(Standing.CONSISTENT if good else Standing.REFUTED, f"boards counted: {words}")


def _count(asked: Arguments, n: int) -> int:
    from gfkit.transfer import count

    if asked["game"] in path_counts.GAMES and asked["family"] == "path:n" and "positions" not in asked:
        return path_counts.path_count(asked["game"], n)
    return count(asked["game"], sequence.family_of(asked).at(n), asked.get("positions", "all")).count


def _digits(text: str) -> int:
    """The digits after the point of the longest decimal in the formula."""
    return max((len(part) - len(part.lstrip("0123456789")) for part in text.split(".")[1:]), default=0)


def _short(number: arb) -> str:
    return str(number.str(8, radius=False))


class _precise:  # noqa: N801
    """FLINT balls at enough bits, and as they were afterwards."""

    def __enter__(self) -> None:
        self._before = ctx.prec
        ctx.prec = _BITS

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._before
