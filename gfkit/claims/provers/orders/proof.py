"""Prover for statements about sequences that satisfy linear recurrences with constant coefficients.

Both sides of an equation are computed at as many consecutive n as the bound of the order of their difference
(``orders.bound`` contains the theorems). Nothing is guessed, and no form is compared. Let r be the bound of
the order, which holds for n >= n_0.

- An equation holds for all n >= n_0 if it holds for r consecutive n >= n_0. A congruence modulo m does, if
  the recurrences are integral: then the difference of the sides is an integer for all later n, and divisible
  by m. The smaller n of the range are computed one by one.
- If the range has a condition that is periodic for n >= n_1 with period w, then the difference satisfies a
  recurrence of order r on each class modulo w, so w r consecutive n suffice.
- A range of all integers requires that the recurrences hold for all integers. Then r consecutive n suffice,
  too, wherever they are.
- An equivalence of conditions, an inequality, and any other condition is computed for the smaller n, and for
  one common period.
- A sum of coefficients times t^n is compared with the coefficients of a rational function.
- A finite range is computed completely, as are single values and lists of terms.

No claim is refuted here: a difference, a value that is missing, and a value that is not exact are all
answered by None. So is a claim about no n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from math import inf, lcm
from typing import NamedTuple

from gfkit.claims.definition.series import series_coefficients
from gfkit.claims.definition.values import World
from gfkit.claims.provers.orders.bound import LinearLaw, OrderBound, part, sum_bound
from gfkit.claims.provers.orders.expressions import MOST_VALUES, Bounds
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import TRUE, negative
from gfkit.claims.statement.ratio import Ring, ratio
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.errors import GfkitError

_MOST_INDEX = 20_000
"""Maximum size of n."""


class OrderProof(NamedTuple):
    """Proof of a claim by ``values`` computed values.

    ``method`` is "order-bound", "periods", "finite-range" or "terms"; ``order`` is the bound of the order, or
    the common period.
    """

    values: int
    order: int
    method: str


def prove(
    claim: tree.Claim,
    laws: Mapping[str, LinearLaw],
    world: World,
    definitions: Iterable[tree.SequenceDefinition] = (),
) -> OrderProof | None:
    """Return a proof of a claim in normal form, or None if none was found.

    ``laws`` are the recurrences of the sequences of ``world`` that are not defined by formulas. The values of
    these sequences must be exact. For a range of all integers, the world must extend them by their laws.
    """
    span = getattr(claim, "range", None)
    is_two_sided = span is not None and span.least is None
    bounds = Bounds(world, laws, {one.name: one for one in definitions}, is_two_sided)
    try:
        match claim:
            case tree.ForAll(condition=condition, range=None, iff=None):
                is_true = bounds.is_constant(condition) and bounds.holds(condition, 0)
                return OrderProof(1, 0, "finite-range") if is_true else None
            case tree.ForAll(condition=condition, range=tree.Span() as span, iff=iff):
                return _prove_for_all(condition, iff, span, bounds)
            case tree.Expansion(is_exponential=False):
                return _prove_series(claim, bounds)
            case tree.Listed(first=first, values=values) if values:
                is_true = all(
                    bounds.rational(tree.A_OF_N, n) == value for n, value in zip(count(first), values)
                )
                return OrderProof(len(values), 0, "terms") if is_true else None
    except (GfkitError, ArithmeticError, RecursionError):
        pass
    return None


def _prove_for_all(
    condition: nodes.Node, iff: nodes.Node | None, span: tree.Span, bounds: Bounds
) -> OrderProof | None:
    """Prove that a condition, or an equivalence, holds for every n of a range."""

    def holds(n: int) -> bool:
        return bounds.holds(condition, n) == (iff is None or bounds.holds(iff, n))

    if _is_short(span):
        return _computed(holds, 0, -inf, span, bounds, "finite-range")
    modulus: nodes.Node = nodes.ZERO
    match condition:
        case nodes.FunctionCall(name="and", arguments=parts) if iff is None:
            proofs = [_prove_for_all(one, None, span, bounds) for one in parts]
            return None if None in proofs else max(one for one in proofs if one is not None)
        case nodes.Equation(left=left, right=right, sign="=") if iff is None:
            difference = nodes.Sum((left, negative(right)))
        case tree.Congruence(left=left, right=right, modulus=modulus) if iff is None:
            difference = nodes.Sum((left, negative(right)))
        case nodes.Equation(left=modulus, right=difference, sign="|") if iff is None:
            pass
        case _:
            (period, since), (other, late) = map(bounds.condition, (condition, iff or TRUE))
            return _computed(holds, lcm(period, other), max(since, late), span, bounds, "periods")
    found, divisor = bounds.bound(difference), bounds.whole(modulus)
    if divisor and not (found.is_unit if span.least is None else found.is_integral):
        return None
    return _computed(holds, found.order, found.since, span, bounds, "order-bound")


def _is_short(span: tree.Span) -> bool:
    return span.least is not None and span.most is not None and span.most - span.least < MOST_VALUES


def _computed(
    holds: Callable[[int], bool], order: int, since: float, span: tree.Span, bounds: Bounds, method: str
) -> OrderProof | None:
    """Return the proof by a recurrence or a period that holds for n >= ``since``, if the claim holds at all n
    that have to be computed.
    """
    period, late = 1, -inf
    if span.where is not None and not _is_short(span):
        period, late = bounds.condition(span.where)
    begin = max(since, late, -inf if span.least is None else span.least)
    size = lcm(order, period) if method == "periods" else order * period
    first = -(size // 2) if begin == -inf else int(begin)
    reach = range(first if span.least is None else span.least, first + size)
    if _is_short(span):
        reach = range(reach.start, (span.most or 0) + 1)
    if (span.least is None and begin > -inf) or len(reach) > MOST_VALUES or abs(first) > _MOST_INDEX:
        return None
    chosen = [n for n in reach if span.where is None or bounds.holds(span.where, n)]
    return OrderProof(len(chosen), order, method) if chosen and all(map(holds, chosen)) else None


def _prove_series(claim: tree.Expansion, bounds: Bounds) -> OrderProof | None:
    """Prove that a sum is the expansion of a rational function in t."""
    right = ratio(claim.right, Ring(variables=("t",)))
    above, below = right.above.total_degree(), right.below.total_degree()
    own = OrderBound(part(("series", below), max(1, below)), max(0, above - below + 1))
    difference = sum_bound(bounds.bound(claim.coefficient), own)
    end = int(max(claim.least, difference.since)) + difference.order
    if claim.least < 0 or end > MOST_VALUES:
        return None
    row = series_coefficients(claim.right, bounds.world, end)
    is_equal = all(bounds.rational(claim.coefficient, n) == row[n] for n in range(claim.least, end))
    is_true = is_equal and not any(row[: claim.least])
    return OrderProof(end - claim.least, difference.order, "order-bound") if is_true else None
