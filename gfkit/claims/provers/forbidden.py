"""Claims a(n) ~ c n! about sequences without a rational generating function.

Let a(n) count the permutations of n elements without forbidden moves, and let r_k(n) be the number of sets of
k forbidden moves with distinct sources and distinct targets.

Theorem. If r_1(n)/n tends to d and r_2(n)/n^2 tends to d^2/2, then a(n)/n! tends to exp(-d).

Proof. Two moves conflict if they have the same source or target. There are C(r_1, 2) - r_2 = o(n^2)
conflicts, and each one is contained in at most C(r_1, k-2) sets of k moves. So r_k(n)/n^k tends to d^k/k! for
each k. The sets of k moves without conflicts are contained in (n-k)! permutations, so their mean number in a
random permutation is r_k(n) (n-k)!/n!, which tends to d^k/k!. By Bonferroni's inequalities a(n)/n! is between
consecutive partial sums of (-1)^k r_k(n) (n-k)!/n!; the limits of these sums enclose exp(-d) arbitrarily
closely. QED

For rational numbers r and s, r exp(s) = exp(-d) only if r = 1 and s = -d (Lindemann), so exact factors are
compared exactly.

Other formulas are compared numerically. The ratio a(n)/A(n) at n = 16, 64, ..., 4096 is extrapolated to n =
infinity with an error term in powers of n^(-1/2) (Richardson). This is evidence, but no proof.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import arb, ctx

from gfkit.claims.provers import sequence
from gfkit.claims.provers.enclosure import enclosure, has_decimals, has_digits
from gfkit.claims.provers.truth import KnownSequence, number_at
from gfkit.claims.statement.linear import fraction_factors
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import exact, to_fmpq
from gfkit.core.engine.derive import derive
from gfkit.core.errors import UndecidedError
from gfkit.core.rules.rule import Avoided
from gfkit.core.typing import Weights

SAMPLED = (16, 64, 256, 1024, 4096)
"""Numbers n at which ratios are computed."""
_MOST_ERROR = Fraction(1, 1000)
_BITS = 4096


def poisson_mean(known: KnownSequence) -> Fraction | None:
    """Return d such that a(n)/n! tends to exp(-d) by the theorem, or None if it does not apply."""
    asked = known.question
    avoided = None if asked is None else asked.rule.avoided
    if asked is None or avoided is None or avoided != Avoided(avoided.violations):
        return None
    if any(asked.family.at(n).size != n for n in range(known.first_n, known.first_n + 4)):
        return None
    marked = derive(asked.by(avoided.violations, asked.game).with_weights(Weights.PIECES)).generating_function
    one, two = (marked.with_power("x", k) for k in (1, 2))
    poles = [RationalGF.of(1, row).denominator for row in ([1, -2, 1], [1, -3, 3, -1])]
    if [one.denominator, two.denominator] != poles:
        return None
    n = max(one.degree, two.degree) + 1
    mean = Fraction(one[n + 1] - one[n])
    return mean if two[n + 2] - 2 * two[n + 1] + two[n] == mean**2 else None


def is_exponential(side: nodes.Node, mean: Fraction) -> bool | None:
    """Return True if a side is equal to exp(-mean) n!, and None if it is not of the form c n!.

    The constant c is a decimal, which denotes its digits, or r exp(s) with rational numbers r and s.
    """
    above, below = fraction_factors(side)
    rest = [part for part in above if part != nodes.Factorial(nodes.N)]
    if (
        (len(rest), len(above), len(below)) == (1, 2, 0)
        and isinstance(rest[0], nodes.Number)
        and rest[0].digits
    ):
        with ctx.workprec(_BITS):
            true = (-arb(to_fmpq(mean))).exp()
        middle, radius = exact(true.mid()), exact(true.rad())
        return has_digits(rest[0].digits, middle - radius, middle + radius)
    if len(rest) != len(above) - 1 or has_decimals(side):
        return None
    scale, power = Fraction(1), Fraction(0)
    for part, sign in [*((part, 1) for part in rest), *((part, -1) for part in below)]:
        inner = part.arguments[0] if isinstance(part, nodes.FunctionCall) and part.name == "exp" else part
        is_power = inner is not part
        value = sequence.exact_value(inner, 0).rational if sequence.is_constant(inner) else None
        if value is None or not (value or is_power):
            return None
        scale, power = (scale, power + sign * value) if is_power else (scale * value**sign, power)
    return scale == 1 and power == -mean


def extrapolated_ratio(side: nodes.Node, known: KnownSequence) -> arb:
    """Return the ratio of terms and side, extrapolated to n = infinity. Raise UndecidedError if it is not
    close to 1.
    """
    pairs = ((nodes.Number(number_at(known, n)), n) for n in SAMPLED)
    row = [enclosure(nodes.Quotient(term, side), n).real for term, n in pairs]
    last = row[-1]
    for k in range(1, len(SAMPLED)):
        row = [(2**k * late - early) / (2**k - 1) for early, late in pairwise(row)]
    if not abs(row[0] - 1) < arb(to_fmpq(_MOST_ERROR)):
        raise UndecidedError(
            f"no theorem decides the limit; at n = {SAMPLED[-1]} the ratio is {last.str(8, radius=False)}"
        )
    return last
