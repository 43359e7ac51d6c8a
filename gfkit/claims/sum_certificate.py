"""Certificates of identities between sums, which the independent checker proves from the file alone.

The file contains both sides as sums of terms, each with its telescoping recurrence, and a recurrence of all
terms: a left multiple of theirs, as ``gfkit.proofs.checker.telescopes`` describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from math import ceil, lcm
from typing import Any

from flint import fmpz_poly

from gfkit.claims.provers.evaluated import of_provers
from gfkit.claims.provers.telescoping import TermSteps, steps_of_term
from gfkit.claims.reading.defined import closed_form_of
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import parse_statement
from gfkit.claims.statement.linear import fraction_factors, linear_form
from gfkit.claims.statement.ratio import Ratio
from gfkit.core.algebra import PRecursive
from gfkit.core.algebra.closure import sum_of
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.relation import at_shift, coefficient_row
from gfkit.core.errors import GfkitError
from gfkit.proofs.certificate import Certification, Label, certification_of
from gfkit.proofs.checker.telescopes import SUMS

_Operator = list[fmpz_poly]
"""Coefficients of N^0, N^1, ..., polynomials in n."""
_THEOREM = ("factors", "range")


def sum_certificate(text: str) -> dict[str, Any] | None:
    """Return the certificate of an identity with the given canonical text, or None if a side is not a sum of
    terms with a telescoping recurrence.

    >>> sum_certificate("for n >= 0: sum(binomial(n, k), k = 0..n) = 2^n")["operator"]
    [[-2], [1]]
    """
    statement = parse_statement(text)
    match statement:
        case tree.Statement(
            object=about,
            definitions=(),
            claims=(
                tree.ForAll(
                    condition=nodes.Equation(left=left, right=right, sign="="),
                    range=tree.Span(least=int() as first, most=None, where=None),
                    iff=None,
                ),
            ),
        ) if first >= 0 and (about is None or about.what == "defined"):
            formula = None if about is None else closed_form_of(about.structure)
            if about is not None and formula is None:
                return None
            sides = [[*_certified_terms(_with_formula(side, formula), 1)] for side in (left, right)]
        case _:
            return None
    terms = [term for side in sides for term in side if term is not None]
    if len(terms) < sum(map(len, sides)):
        return None
    operators = [_operator_of(term) for term in terms]
    whole = reduce(_common_multiple, operators)
    for term, own in zip(terms, operators, strict=True):
        divided = _right_quotient(whole, own)
        if divided is None:
            return None
        term["cofactor"], term["multiple"] = [*map(_row, divided[0])], _row(divided[1])
    return {
        "format": SUMS,
        "version": 1,
        "text": text,
        "first": first,
        "left": sides[0],
        "right": sides[1],
        "operator": [*map(_row, whole)],
    }


def certify_sums(certificate: dict[str, Any], limit: int) -> Certification:
    """Check a certificate of an identity between sums, and that its text is about these sums."""
    return certification_of(certificate, limit, _label, "identity")


def _label(certificate: dict[str, Any]) -> Label:
    """Return a label without names, and the error if the text differs from the sides."""
    try:
        own = sum_certificate(certificate["text"])
    except GfkitError as error:
        return Label(why_not=f"text: {error}")
    same = own is not None and own["first"] == certificate["first"]
    if own is None or not same or any(_theorem(own[side]) != _theorem(certificate[side]) for side in _SIDES):
        return Label(why_not="text: the sums in the file are different ones")
    return Label()


_SIDES = ("left", "right")


def _theorem(terms: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: term[key] for key in _THEOREM} for term in terms]


def _with_formula(side: nodes.Node, formula: nodes.Node | None) -> nodes.Node:
    """Return a side for the provers, with the formula in place of the terms of a."""

    def change(part: nodes.Node) -> nodes.Node | None:
        if (
            formula is None
            or not isinstance(part, nodes.Symbol)
            or part.label != ("a",)
            or part.index is None
        ):
            return None
        return nodes.substitute_n(formula, part.index)

    return nodes.rebuild(of_provers(side), change)


def _terms_of(side: nodes.Node, sign: int) -> Iterator[nodes.Node]:
    """Yield the terms of a side, with their signs."""
    match side:
        case nodes.Group(body=body):
            yield from _terms_of(body, sign)
        case nodes.Negative(body=body):
            yield from _terms_of(body, -sign)
        case nodes.Sum(terms=terms):
            for term in terms:
                yield from _terms_of(term, sign)
        case nodes.ZERO:
            return
        case _:
            yield side if sign > 0 else nodes.Negative(side)


def _certified_terms(side: nodes.Node, sign: int) -> Iterator[dict[str, Any] | None]:
    """Yield the terms of a side with their steps; a term without steps is expanded if a factor is a sum."""
    for term in _terms_of(side, sign):
        found = _certified(term)
        above, below = fraction_factors(term)
        sums = [part for part in above if isinstance(part, nodes.Sum)] if found is None else []
        if not sums:
            yield found
            continue
        others = [part for part in above if part is not sums[0]]
        for part in sums[0].terms:
            whole = nodes.Quotient(nodes.product(*others, part), nodes.product(*below))
            yield from _certified_terms(whole, 1)


def _certified(term: nodes.Node) -> dict[str, Any] | None:
    """Return a term with the steps of its telescoping recurrence, or None."""
    found = steps_of_term(term)
    span = None if found is None or found.running is None else _range_of(found.running)
    if found is None or (found.running is not None and span is None):
        return None
    rows, ansatz = [_fractions(c) for c in found.telescoper], _ansatz_rows(found)
    common = lcm(*(c.denominator for row in (*rows, *ansatz) for c in row))
    steps = [_whole([_fractions(part) for part in (g.numerator, g.denominator)]) for g in found.growths]
    return {
        "factors": [_listed(factor) for factor in found.factors],
        "range": span,
        "telescoper": [[int(c * common) for c in row] for row in rows],
        "ansatz": [[int(c * common) for c in row] for row in ansatz],
        "is_reduced": found.is_reduced,
        "steps": steps,
    }


def _listed(value: Any) -> Any:
    """Return a factor with lists in place of tuples, as in a file."""
    if isinstance(value, dict):
        return {key: _listed(one) for key, one in value.items()}
    return [*map(_listed, value)] if isinstance(value, list | tuple) else int(value)


def _fractions(polynomial: Ratio) -> list[Fraction]:
    return polynomial.row("n") or []


def _ansatz_rows(found: TermSteps) -> list[list[Fraction]]:
    """Return the coefficients of the polynomial X by powers of k."""
    if found.running is None or found.ansatz.is_zero:
        return []
    rows, below = found.ansatz.coefficients("k")
    common = _fractions(below[0])[0]  # the denominator is a number
    return [[c / common for c in _fractions(row)] for row in rows]


def _whole(rows: list[list[Fraction]]) -> list[list[int]]:
    common = lcm(*(c.denominator for row in rows for c in row))
    return [[int(c * common) for c in row] for row in rows]


def _range_of(running: nodes.BigOperator) -> dict[str, Any] | None:
    """Return the range of a sum from a number to floor((a n + b)/c), or None."""
    high = running.high
    while isinstance(high, nodes.Group | nodes.IntegerPart):
        if isinstance(high, nodes.IntegerPart) and high.how is not nodes.Rounding.FLOOR:
            return None
        high = high.body
    low, form = linear_form(running.low), None if high is None else linear_form(high)
    if low is None or form is None or set(low) - {""} or set(form) - {"", "n"}:
        return None
    c = lcm(form["n"].denominator, form[""].denominator)
    return {"low": ceil(low[""]), "high": [int(form["n"] * c), int(form[""] * c), c]}


# Operators


def _row(polynomial: fmpz_poly) -> list[int]:
    return [*coefficient_row(polynomial)]


def _operator_of(term: dict[str, Any]) -> _Operator:
    """Return the operator that annihilates a term."""
    operator = [fmpz_poly(row) for row in term["telescoper"]]
    for p, q in ((fmpz_poly(row[0]), fmpz_poly(row[1])) for row in term["steps"]):
        ahead, now = [fmpz_poly([]), *(at_shift(c, 1) for c in operator)], [*operator, fmpz_poly([])]
        operator = [q * one - p * other for one, other in zip(ahead, now, strict=True)]
    while len(operator) > 1 and not operator[-1]:
        operator.pop()
    return operator


def _common_multiple(one: _Operator, other: _Operator) -> _Operator:
    """Return the least common left multiple of two operators."""
    if one == other:
        return one
    found = sum_of(*(_sequence(operator) for operator in (one, other)))
    order = len(found.rows) - 1
    return [at_shift(row, order) for row in reversed(found.rows)]


def _sequence(operator: _Operator) -> PRecursive:
    """Return a sequence with the recurrence of an operator, and without terms."""
    order = len(operator) - 1
    rows = [coefficient_row(at_shift(row, -order)) for row in reversed(operator)]
    return PRecursive(tuple(rows), 0, ())


def _right_quotient(whole: _Operator, own: _Operator) -> tuple[_Operator, fmpz_poly] | None:
    """Return Q and d with d(n) M = Q A, or None if there are none."""
    rest, multiple, order = [*whole], fmpz_poly([1]), len(own) - 1
    quotient = [fmpz_poly([])] * max(len(whole) - order, 0)
    for i in reversed(range(len(quotient))):
        lead, divisor = rest[i + order], at_shift(own[-1], i)
        if not lead:
            continue
        common = lead.gcd(divisor)
        factor, part = divisor // common, lead // common
        rest, quotient, multiple = (
            [factor * c for c in rest],
            [factor * c for c in quotient],
            factor * multiple,
        )
        quotient[i] = part
        for j, c in enumerate(own):
            rest[i + j] -= part * at_shift(c, i)
    return None if any(rest) else (quotient, multiple)
