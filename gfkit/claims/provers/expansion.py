"""Rational functions as Laurent series in t: their coefficients, and linear relations between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm

from flint import fmpq_mat, fmpz_mat

from gfkit.claims.provers import sequence
from gfkit.claims.provers.kind import first_value
from gfkit.claims.provers.space import space
from gfkit.claims.provers.truth import as_quotient
from gfkit.claims.statement.linear import Linear, Name
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.printed import SummedTerms
from gfkit.claims.statement.ratio import Ratio, Ring, ratio
from gfkit.core.algebra import Polynomial, RationalGF
from gfkit.core.algebra.formula import radical as rows
from gfkit.core.algebra.formula.radical import Radical, Row
from gfkit.core.algebra.formula.tree import ONE, Node, Sum
from gfkit.core.algebra.number import Number, from_flint, trimmed
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.series import rational_polynomial, rational_series
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import GfkitError, InputError, LimitError

SeriesByName = Mapping[Name, Ratio]
_LARGEST_N = 2000
_MOST_ORDER = 400
"""Maximum order of a closed form's recurrence; beyond it no generating function is computed."""


def expansion(function: Ratio, end: int) -> dict[int, Ratio]:
    """Return the coefficients of t^n for all n < ``end``, starting with the lowest power.

    They are polynomials in the other variables, or quotients of polynomials. The cost is end * degree
    products.
    """
    if function.is_zero:
        return {}
    rows = function.numerator.row("t"), function.denominator.row("t")
    if rows[0] is not None and rows[1] is not None:
        low, numbers = _expand_numbers(rows[0], rows[1], end)
        return {n - low: function.ring.number(value) for n, value in enumerate(numbers)}
    above, below = function.coefficients("t")
    low = next(k for k, part in enumerate(below) if not part.is_zero)
    first, rest = below[low].inverse, below[low + 1 :]
    coefficients: list[Ratio] = []
    for n in range(end + low):
        total = above[n] if n < len(above) else function.ring.number(0)
        for k, part in enumerate(rest[:n], 1):
            if not part.is_zero and not coefficients[n - k].is_zero:
                total = total - part * coefficients[n - k]
        coefficients.append((total * first).plain)
    return {n - low: part for n, part in enumerate(coefficients)}


def _expand_numbers(
    above: Sequence[Fraction], below: Sequence[Fraction], end: int
) -> tuple[int, list[Number]]:
    """Return the exponent k of the lowest power t^k of the denominator, and the coefficients from t^-k on."""
    low = next(k for k, part in enumerate(below) if part)
    top, bottom = rational_polynomial(above), rational_polynomial(below[low:])
    sign = 1 if bottom[0] > 0 else -1
    return low, rational_series(sign * top.p * bottom.q, sign * bottom.p * top.q, end + low)


def without_beginning(function: Ratio, end: int) -> Ratio:
    """Return the function minus the terms of its series below t^``end``."""
    ring = function.ring
    early = expansion(function, end).items()
    return function - sum((part * ring.letter("t", n) for n, part in early), ring.number(0))


def summed_series(law: RationalGF, power_sum: SummedTerms) -> RationalGF:
    """Return the sum of w(n) a(pn + q) t^(rn + s) over all n >= n_0, from the first known coefficient on.

    >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
    >>> print(summed_series(fibonacci, SummedTerms("F", "x", 0, (2, 1), (2, 1))))
    (t - t^3)/(1 - 3*t^2 + t^4)
    """
    (step, shift), (power, raised), since = power_sum.index, power_sum.power, power_sum.since
    law = law if step == 1 else law.subsequence(step, shift % step)
    law = law.shifted(shift // step).shifted(since).shifted(-since)
    if power_sum.weight != ONE:
        law = law.hadamard(closed_series(power_sum.weight, law.first_n, law.first_n))
    low = min((power * p[0] + raised for p, _ in law.numerator.terms), default=0)
    if low < 0:
        raise InputError(f"formula: the sum contains {power_sum.size}^({low})")
    above, below = (
        Polynomial.of(part.variables, {(power * p[0] + moved, *p[1:]): value for p, value in part.terms})
        for part, moved in ((law.numerator, raised), (law.denominator, 0))
    )
    return RationalGF.reduced(
        above, below, max(0, power * law.first_n + raised) if law.first_n > since else 0
    )


def polynomial_part(function: Ratio) -> dict[int, Ratio] | None:
    """Return the coefficients by power of t of a Laurent polynomial, or None if the function is not one."""
    above, below = function.plain.coefficients("t")
    if sum(not part.is_zero for part in below) > 1:
        return None
    last = below[-1].inverse
    return {n - len(below) + 1: (part * last).plain for n, part in enumerate(above) if not part.is_zero}


# The defect of a relation, left side minus right side, and its zeros


@dataclass(frozen=True)
class RelationFailures:
    """Set of n at which a relation fails: finitely many, or all n >= n_0 for some n_0."""

    failing: dict[int, Ratio] = field(default_factory=dict)
    for_good_from: int | None = None


def defect_series(relation: Linear, known: SeriesByName, ring: Ring) -> Ratio:
    """Return the generating function of the defect of a linear relation, that is, of its left side minus its
    right side.

    A factor n acts as t d/dt, and a shift a(n + s) as multiplication by t^-s. Coefficients must be
    polynomials in n.
    """
    parts = (
        times_polynomial(term.coefficient, known[term.name] * ring.letter("t", -term.shift))
        for term in relation.terms
    )
    return sum(parts, _rest_series(relation.rest, ring))


def times_polynomial(coefficient: Ratio, function: Ratio) -> Ratio:
    """Return the generating function of p(n) a(n)."""
    above, below = coefficient.plain.coefficients("n")
    if len(below) > 1:
        raise InputError(
            "formula: coefficients of a recurrence must be polynomials in n; multiply by the rest"
        )
    t, result = function.ring.letter("t"), function.ring.number(0)
    for part in above:
        result = result + part * function
        function = t * function.derivative()
    return result / below[0]


def _rest_series(rest: Sequence[Node], ring: Ring) -> Ratio:
    """Return the generating function of the inhomogeneous part: a polynomial in n, or a closed form."""
    unit, t = ring.number(1), ring.letter("t")
    if not rest:
        return ring.number(0)
    tree = rest[0] if len(rest) == 1 else Sum(tuple(rest))
    try:
        return times_polynomial(ratio(tree, ring), (unit - t).inverse)
    except GfkitError:
        if space(tree) is None:
            raise
    return as_quotient(closed_series(tree), ring)


# Generating functions of closed forms


def closed_rows(
    tree: Node, since: int = 0, value: Callable[[int], Radical] | None = None
) -> tuple[Row, Row] | None:
    """Return numerator and denominator of the generating function of a closed form, over its own field.

    The values for n >= ``since`` belong to a space of sequences of known dimension d, so 2 d of them
    determine the quotient; earlier terms are computed by ``value``. The result is None if no such d is known.
    """
    bound = space(tree)
    if bound is None:
        return None
    if bound.order > _MOST_ORDER:
        raise LimitError(f"formula: a recurrence of order {bound.order} exceeds the limit {_MOST_ORDER}")
    value = value or partial(sequence.exact_value, tree)
    start = max(since, bound.start)
    return fraction_of_terms([value(n) for n in range(start + 2 * bound.order)], start)


def fraction_of_terms(terms: Row, start: int) -> tuple[Row, Row]:
    """Return numerator and denominator of the generating function with the given initial terms.

    From ``start`` on, the terms satisfy a recurrence whose order is at most half of their number.
    """
    tail, order = terms[start:], (len(terms) - start) // 2
    numbers = [c.rational for c in tail]
    known = [value for value in numbers if value is not None]
    below = _shortest_denominator(tail, order) if len(known) < len(tail) else _from_hankel(known, order)
    length = start + len(below) - 1
    return trimmed(rows.rows_product(trimmed(terms[:length]), below)[:length]), below


def law_rows(law: RationalGF) -> tuple[Row, Row]:
    """Return numerator and denominator of a generating function, as polynomials in t."""
    above, below = (dense(part).coeffs() for part in (law.numerator, law.denominator))
    return [Radical.of(int(c)) for c in above], [Radical.of(int(c)) for c in below]


def _shortest_denominator(terms: Row, order: int) -> Row:
    """Return the denominator of a Pade approximant, with constant term 1, by Euclid's algorithm.

    The approximant has a numerator of degree below ``order``, a denominator of degree at most ``order``, and
    the given 2 ``order`` initial terms.
    """
    one = Radical.of(1)
    before, now = [*[Radical.of(0)] * len(terms), one], trimmed(terms)
    old, new = [], [one]
    while len(now) > order:
        quotient, rest = rows.rows_divmod(before, now)
        before, now = now, rest
        old, new = new, rows.rows_sum(old, [-c for c in rows.rows_product(quotient, new)])
    below = rows.lowest_rows(now, new)[1]
    scale = below[0].inverse
    return [c * scale for c in below]


def _from_hankel(terms: Sequence[Fraction], order: int) -> Row:
    """Return the denominator, with constant term 1, for rational terms.

    The rank of the Hankel matrix is the order, and the leading matrix of this size is regular (Kronecker).
    """
    scale = lcm(*(value.denominator for value in terms))
    row = [int(value * scale) for value in terms]
    size = fmpz_mat(order, order, [row[i + j] for i in range(order) for j in range(order)]).rank()
    square = fmpz_mat(size, size, [row[i + j] for i in range(size) for j in range(size)])
    solved = square.solve(fmpz_mat(size, 1, row[size : 2 * size])) if size else fmpq_mat(0, 1)
    back = [-Fraction(from_flint(solved[size - 1 - j, 0])) for j in range(size)]
    return trimmed([Radical.of(1), *(Radical.of(c) for c in back)])


def closed_series(
    tree: Node, since: int = 0, first_n: int = 0, value: Callable[[int], Radical] | None = None
) -> RationalGF:
    """Return the rational generating function of a closed form with rational values."""
    found = closed_rows(tree, since, value)
    if found is None:
        raise InputError("formula: the closed form has no known recurrence with constant coefficients")
    return law_of_rows(found, first_n)


def law_of_rows(found: tuple[Row, Row], first_n: int = 0) -> RationalGF:
    """Return the generating function with a rational numerator and denominator."""
    parts = [[sequence.rational(c, "terms are") for c in row] for row in found]
    common = lcm(*(c.denominator for part in parts for c in part))
    above, below = ([int(c * common) for c in part] for part in parts)
    return RationalGF.of(above or [0], below, first_n)


def read_closed_form(text: str, first_n: int = 0) -> RationalGF:
    """Return the generating function of a closed form in n, given as a string.

    Single terms in the string, such as a(0) = 1, override the closed form.

    >>> print(read_closed_form("n 2^n"))
    2*t/(1 - 4*t + 4*t^2)
    """
    statement = read_statement(text)
    chains = [chain for chain in statement.chains if first_value(chain) is None]
    if len(chains) != 1 or set(chains[0].relations) - {"="} or len(chains[0].sides) > 2:
        raise InputError(f"formula {text!r}: expected one closed form, in one equation at most")
    sequence.check_roots(statement)
    side = chains[0].sides[-1]
    values = {first_value(chain): chain.sides[-1] for chain in statement.chains}
    given = {n: sequence.exact_value(value, n) for n, value in values.items() if n is not None}

    def value(n: int) -> Radical:
        if n < first_n:
            return Radical.of(0)
        return given[n] if n in given else sequence.exact_value(side, n)

    since = max(first_n, statement.valid_from or 0, *(n + 1 for n in given))
    return closed_series(side, since, first_n, value)


# Failures of a relation


def failures_from(defect: Ratio, start: int) -> RelationFailures:
    """Return the n >= ``start`` at which the coefficient of t^n in the defect is not zero."""
    parts = polynomial_part(defect)
    if parts is not None:
        failing = {n: part for n, part in parts.items() if n >= start}
        return RelationFailures(failing, max(failing, default=start - 1) + 1)
    if start > _LARGEST_N:
        raise LimitError(f"formula: its range starts at n = {start}; at most n = {_LARGEST_N} is supported")
    defect = without_beginning(defect, start)
    return RelationFailures({defect.valuation(): defect.leading_coefficient()}, None)
