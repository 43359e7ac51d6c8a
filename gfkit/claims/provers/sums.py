"""Sums and other expressions in n as P-recursive sequences with proof, with a recurrence of least order.

A sum of hypergeometric terms, or such a term, has a recurrence by creative telescoping
(``provers.telescoping``). Sums, products and partial sums of such expressions have one by closure properties,
and so do expressions with a rational generating function. Two expressions are equal for all n >= n_0 if their
difference, which is P-recursive too, has no initial term other than 0.

A recurrence of smaller order is guessed from terms. It is proved by right division: the sequence p_0(n) a(n)
+ ... + p_r(n) a(n-r) is P-recursive, and all of its initial terms are 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import reduce
from itertools import product
from operator import add, mul

from gfkit.claims.provers.expansion import closed_series
from gfkit.claims.provers.sequence import exact_value, quoted_formula, rational
from gfkit.claims.provers.telescoping import law_of_sum
from gfkit.claims.statement.linear import fraction_factors, integer_form
from gfkit.claims.statement.names import QUOTATIONS
from gfkit.core.algebra import PRecursive
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import Number
from gfkit.core.errors import GfkitError, InputError
from gfkit.guessing import Data
from gfkit.guessing.hermite_pade import recurrence_fit
from gfkit.guessing.law import FittedLaw

_DEGREES = (6, 12, 24, 40)
"""Degrees of the recurrences of smaller order that are guessed."""
_SPARE = 6
_MOST_POWER, _MOST_ORDER = 4, 8
"""Maximum exponent of a power, and maximum order of a recurrence for which a smaller one is guessed."""


def law_of_expression(side: nodes.Node, first_n: int = 0) -> PRecursive:
    """Return the values of an expression for n >= ``first_n`` >= 0, with a proved recurrence of least order.

    Raise InputError if it has no value at one of these n, or if no recurrence is known.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> apery = read_statement("Sum_{k=0..n} binomial(n, k)^2*binomial(n+k, k)^2").chains[0].sides[0]
    >>> print(law_of_expression(apery))
    n^3*a(n) = (34*n^3 - 51*n^2 + 27*n - 5)*a(n-1) - (n - 1)^3*a(n-2) for n >= 2
    """
    moved = nodes.substitute_n(side, nodes.Sum((nodes.N, nodes.Number(first_n)))) if first_n else side
    law = least_order(_law(moved))
    return law.shifted(-first_n) if first_n else law


def least_order(law: PRecursive) -> PRecursive:
    """Return the sequence with a recurrence of smaller order, if one is guessed and proved.

    >>> both = PRecursive.of([[1], [-3], [2]], [1, 2])
    >>> print(least_order(both))
    a(n) = 2*a(n-1) for n >= 1
    """
    orders = range(1, law.order if law.order <= _MOST_ORDER else 1)
    for order, degree in product(orders, _DEGREES):
        terms = law.terms((order + 2) * degree + _SPARE)
        fit = recurrence_fit(Data.of(terms, law.first_n), order, _SPARE)
        found = fit.law if isinstance(fit, FittedLaw) else None
        if isinstance(found, PRecursive) and law.satisfies(
            {-k: row for k, row in enumerate(found.coefficients)}, found.valid_from
        ):
            return PRecursive.from_terms(found.rows, found.valid_from, law.terms, law.first_n)
    return law


def first_difference(one: PRecursive, other: PRecursive) -> int | None:
    """Return the first n at which two sequences differ, or None if they are equal, which is proved."""
    difference: PRecursive = one - other
    return next((n for n, value in enumerate(difference.initial, difference.first_n) if value), None)


def in_s(law: PRecursive) -> str:
    """Return a recurrence with its range, for a sequence S(n)."""
    return re.sub(r"\ba\(", "S(", str(law))


def _law(tree: nodes.Node) -> PRecursive:
    """Return the values of an expression for n >= 0."""

    def listed(count: int) -> list[Number]:
        return [rational(exact_value(tree, n), "terms must be") for n in range(count)]

    match tree:
        case nodes.Group(body=body):
            return _law(body)
        case nodes.Negative(body=body):
            return -_law(body)
        case nodes.Number(value=value):
            return PRecursive.of_polynomial([value])
        case nodes.Symbol(label=(name,), index=nodes.Node() as index) if name in QUOTATIONS:
            form = integer_form(index)
            if form is not None and form[0] >= 0 == form[1] and listed(1):
                return _law(nodes.substitute_n(quoted_formula(name), index))
        case nodes.Sum(terms=terms) if any(map(_is_sum, nodes.walk(tree))):
            return _joined(terms, add)
    with suppress(GfkitError, ValueError, ZeroDivisionError):
        law = law_of_sum(tree, listed)
        if law is not None:
            return law
    with suppress(GfkitError):
        return closed_series(tree).generalise()
    match tree:
        case nodes.Sum(terms=terms):
            return _joined(terms, add)
        case nodes.Power(base=base, exponent=nodes.Number(value=size)) if 1 < size <= _MOST_POWER:
            return _joined([base] * int(size), mul)
        case nodes.Product() | nodes.Quotient():
            return _product(tree)
        case nodes.BigOperator(is_product=False):
            return _partial_sums(tree)
    raise InputError("formula: no recurrence of a side is known")


def _is_sum(node: nodes.Node) -> bool:
    return isinstance(node, nodes.BigOperator)


def _joined(parts: Iterable[nodes.Node], join: Callable[[PRecursive, PRecursive], PRecursive]) -> PRecursive:
    """Return the termwise sum or product of the values of some expressions."""
    operation = PRecursive.hadamard if join is mul else join
    return reduce(operation, map(_law, parts))


def _product(tree: nodes.Node) -> PRecursive:
    """Return the values of a product, factor by factor."""
    above, below = fraction_factors(tree)
    parts = [part for part in above if part != nodes.ONE]
    parts += [nodes.Quotient(nodes.ONE, nodes.product(*below))] if below else []
    if len(parts) < 2:
        raise InputError("formula: no recurrence of a product is known")
    return _joined(parts, mul)


def _partial_sums(tree: nodes.BigOperator) -> PRecursive:
    """Return the sums over k = m, ..., n + s of an expression that does not contain n, for n >= 0."""
    low, high = integer_form(tree.low), None if tree.high is None else integer_form(tree.high)
    if low is None or high is None or (low[:2], high[:2]) != ((0, 0), (1, 0)):
        raise InputError("formula: the limits of a sum must be a number and n plus a number")
    if "n" in nodes.letters(tree.body):
        raise InputError("formula: no recurrence of a sum is known")
    start, ahead = low[2], high[2] - low[2]
    moved = nodes.Sum((nodes.N, nodes.Number(start)))
    sums = _law(nodes.substitute_n(tree.body, moved, tree.letter)).partial_sums()
    if ahead >= 0:
        return sums.shifted(ahead)
    later = sums.shifted(ahead)
    return PRecursive.from_terms(
        later.rows,
        later.valid_from,
        lambda count: [*[0] * min(-ahead, count), *later.terms(max(count + ahead, 0))],
        0,
    )
