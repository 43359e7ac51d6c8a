"""Definite sums of hypergeometric terms proved by creative telescoping (Zeilberger's algorithm).

For a summand F(n, k), a product of factorials, powers and polynomials, it finds polynomials c_j(n) and G(n,
k) with sum of c_j(n) F(n+j, k) = G(n, k+1) - G(n, k), so that the sum S(n) over all k satisfies the
recurrence with the coefficients c_j. All terms are written as polynomials times a common product H of
factorials. So the identity is an identity of polynomials in n and k, and it holds at every n and k at which
no factorial in the numerator of H has a negative argument; 1/m! is 0 for negative m. For sufficiently large
n, signs of linear forms imply that G is zero at both ends and that the omitted terms are 0. A sequence equals
the sum if it satisfies the same recurrence, which is decided by closure properties, and has the same initial
terms.

In other sums, such as Touchard's formula for the menage numbers, a factorial (n-k)! ends the identity at k =
n. Then the identity is summed for k = 0, ..., K with K = n, and the sum of the c_j(n) S(n+j) is E(n) = G(n,
K+1) plus the sum of the c_j(n) F(n+j, k) with k > K. All these terms are rational multiples of H(n, K), so
q(n) E(n+1) = p(n) E(n) for two polynomials, and S satisfies a homogeneous recurrence whose order is greater
by 1. If G is not 0 at the lower limit m, the remainder -G(n, m) is treated in the same way.

Reference: Marko Petkovsek, Herbert Wilf and Doron Zeilberger, A = B, chapter 6; the form of the ansatz is
that of Moa Apagodu and Doron Zeilberger, Multi-variable Zeilberger and Almkvist-Zeilberger algorithms, 2006.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial, reduce
from math import ceil, floor, lcm
from operator import add, mul
from typing import Any

from flint import fmpq_poly

from gfkit.claims.provers import sequence
from gfkit.claims.provers.space import all_letters, space
from gfkit.claims.statement.linear import Linear3, fraction_factors, integer_form, linear_form
from gfkit.claims.statement.names import QUOTATIONS
from gfkit.claims.statement.ratio import Ratio, Ring, ratio, relation_of
from gfkit.core.algebra import Polynomial, PRecursive, RationalGF
from gfkit.core.algebra.formula import PLAIN, tree as nodes
from gfkit.core.algebra.formula.of_values import of_polynomial
from gfkit.core.algebra.formula.radical import Radical, radicals_sum
from gfkit.core.algebra.number import Number, from_flint
from gfkit.core.algebra.relation import integer_roots
from gfkit.core.algebra.series import rational_polynomial
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import GfkitError

_MOST_ORDER = 5
_MOST_FACTORIALS = 14
_MOST_STEP = 6
_LARGEST_N = 400
_MOST_UNKNOWNS = 60
_MOST_SHOWN = 600
_LAW_TERMS = 40
"""Number of initial terms that a sum and its recurrence have in common."""
_RING = Ring(variables=("n", "k"))
_NOTHING = nodes.Sum((nodes.ZERO,))
_N, _K, _ONE = _RING.letter("n"), _RING.letter("k"), _RING.number(1)


@dataclass(frozen=True)
class TelescopedSum:
    """Recurrence that a sum satisfies, with the certificate of creative telescoping."""

    order: int
    words: str
    notes: tuple[str, ...]


@dataclass
class _Summand:
    """Product scale * polynomial * base^(linear) ... * above! .../(below! ...)."""

    polynomial: Ratio = field(default_factory=lambda: _ONE)
    powers: list[tuple[Fraction, Linear3]] = field(default_factory=list)
    above: list[Linear3] = field(default_factory=list)
    below: list[Linear3] = field(default_factory=list)
    printed: list[Linear3] = field(default_factory=list)
    """Linear forms that must be nonnegative for the printed summand to have this value."""
    factors: list[dict[str, Any]] = field(default_factory=list)
    """Printed factors, as in a certificate."""
    is_reduced: bool = False

    def reduced(self) -> _Summand:
        """Return the summand after cancellation of factorials."""
        above, below = Counter(self.above), Counter(self.below)
        left = [[*(above - below).elements()], [*(below - above).elements()]]
        return replace(self, above=left[0], below=left[1], is_reduced=True)


class _UnsupportedSumError(Exception):
    """Raised if the method does not apply to the side."""


def telescoping_proof(side: nodes.Node, law: RationalGF | PRecursive, start: int) -> TelescopedSum | None:
    """Return a proof that a side with at most one sum equals the terms of a sequence for all n >= ``start``,
    or None.

    The caller has compared the side and the sequence for about a dozen n; further terms that the proof
    requires are compared here.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> side = read_statement("Sum_{k=0..floor(n/2)} binomial(n-k, k)").chains[0].sides[0]
    >>> print(telescoping_proof(side, RationalGF.parse("1/(1 - t - t^2)"), 0).words)
    the sum satisfies -S(n) - S(n+1) + S(n+2) = 0 by creative telescoping
    """
    try:
        found = _telescope(side)
        return None if found is None else _proof(found, side, law, start)
    except (_UnsupportedSumError, GfkitError, ZeroDivisionError):
        return None


def notes_on_sum(side: nodes.Node) -> tuple[str, ...]:
    """Return the certificate of the recurrence of a sum, unless it is long."""
    with suppress(_UnsupportedSumError, GfkitError, ZeroDivisionError):
        found = _telescope(side) if _has_sum(side) else None
        return () if found is None else found.notes
    return ()


def as_sum(side: nodes.Node) -> nodes.Node:
    """Return a side with a sum: itself, or, for n >= 0, the sum of binomial(n, k)/2^n times the side."""
    if _has_sum(side):
        return side
    weight = nodes.Quotient(nodes.Choose(nodes.N, nodes.Letter("k")), nodes.Power(nodes.Number(2), nodes.N))
    return nodes.BigOperator(nodes.Product((side, weight)), "k", nodes.ZERO, nodes.N)


def recurrence_of_sum(side: nodes.Node) -> tuple[list[list[Fraction]], int] | None:
    """Return the coefficients of the polynomials c_j of a recurrence of a sum, constant terms first, and the
    first n at which it holds; or None.
    """
    try:
        found = _telescope(side)
    except (_UnsupportedSumError, GfkitError, ZeroDivisionError):
        return None
    if found is None or found.beside != _NOTHING:
        return None
    return [c.row("n") or [] for c in found.coefficients], found.valid_from


def law_of_sum(side: nodes.Node, listed: Callable[[int], Sequence[Number]]) -> PRecursive | None:
    """Return the values of a sum or a hypergeometric term for n >= 0 as a P-recursive sequence, or None.

    ``listed`` returns the given number of values. More of them than determine the sequence must satisfy the
    recurrence.
    """
    found = recurrence_of_sum(side)
    if found is None:
        return None
    coefficients, valid_from = found
    order, since = len(coefficients) - 1, max(valid_from, 0)
    rows = [rational_polynomial(c) for c in reversed(coefficients)]
    moved = [row(fmpq_poly([-order, 1])) for row in rows]
    last = max(since, *(root + 1 for root in integer_roots(rows[0].numer())), 0) + order
    terms = listed(max(last, since + 2 * order, _LAW_TERMS))
    return PRecursive.of([[from_flint(c) for c in row.coeffs()] for row in moved], terms, 0, since + order)


@dataclass(frozen=True)
class TermSteps:
    """Steps of the proof that a term or a sum of terms has a recurrence, for a certificate."""

    factors: tuple[dict[str, Any], ...]
    running: nodes.BigOperator | None
    """The sum, or None for a term."""
    telescoper: tuple[Ratio, ...]
    ansatz: Ratio
    is_reduced: bool
    """True if equal factorials are cancelled."""
    growths: tuple[Ratio, ...]
    """Quotients p/q of the operators q(n) N - p(n) that map the remainders at the ends to 0."""


def steps_of_term(tree: nodes.Node) -> TermSteps | None:
    """Return the steps of the proof that a product without or with one sum has a recurrence, or None."""
    try:
        if _has_sum(tree):
            found = _telescope(tree)
            if found is None or found.beside != _NOTHING:
                return None
            is_reduced, made = found.summand.is_reduced, found.recurrence
            factors = tuple(found.summand.factors)
            return TermSteps(
                factors, found.running, made.coefficients, made.ansatz, is_reduced, found.growths
            )
        summand = _Summand()
        _multiply(tree, "k", summand, 1)
        (first, second), _, _ = _shifted_parts(summand, 1)
        quotient = second / first
        steps = -quotient.numerator, quotient.denominator
        return TermSteps(tuple(summand.factors), None, steps, _RING.number(0), False, ())
    except (_UnsupportedSumError, GfkitError, ZeroDivisionError):
        return None


@dataclass(frozen=True)
class _Telescoped:
    """Recurrence of the printed sum, which holds for n >= ``valid_from``."""

    coefficients: tuple[Ratio, ...]
    valid_from: int
    growths: tuple[Ratio, ...]
    """Quotients E(n+1)/E(n) of the remainders at the ends, each after the operator of the one before."""
    recurrence: _Recurrence
    summand: _Summand
    running: nodes.BigOperator
    beside: nodes.Node
    """Summands outside the sum."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Certificate of the identity, and the growth of its sum, unless they are long."""
        letter = self.running.letter
        at = f"(n, {letter})"
        certificate = _factored_text(self.recurrence.certificate, letter)
        notes = [f"its certificate is R{at} = G{at}/F{at} = {certificate}"]
        if len(self.growths) == 1:
            summand = re.sub(
                r"S\(([^()]*)\)", rf"F(\1, {letter})", _recurrence_text(self.recurrence.coefficients)
            )
            notes = [
                f"the summand satisfies {summand} = G(n, {letter}+1) - G{at}",
                *notes,
                "summed over all terms, the left side is a function E(n) with"
                f" E(n+1)/E(n) = {_factored_text(self.growths[0], letter)}",
            ]
        return tuple(notes) if max(map(len, notes)) < _MOST_SHOWN else ()


def _telescope(side: nodes.Node) -> _Telescoped | None:
    if not _has_sum(side):
        found = _telescope(as_sum(side))
        return None if found is None else replace(found, valid_from=max(found.valid_from, 0))
    outer, running, beside = _split(side)
    summand = _Summand()
    _multiply(nodes.Product((*outer, running.body)), running.letter, summand, 1)
    if space(beside) is None:
        return None
    reduced = summand.reduced()
    for each in (summand, reduced) if len(reduced.above) < len(summand.above) else (summand,):
        for order in range(1, _MOST_ORDER + 1):
            recurrence = _find_recurrence(each, order)
            if recurrence is not None:
                coefficients, since, growths = _recurrence_of_sum(recurrence, each, running, order)
                while len(coefficients) > 1 and coefficients[-1].is_zero:  # its zeros are no roots
                    coefficients = coefficients[:-1]
                return _Telescoped(coefficients, since, growths, recurrence, each, running, beside)
    return None


# The summand


def _split(side: nodes.Node) -> tuple[list[nodes.Node], nodes.BigOperator, nodes.Node]:
    """Return the factors of the only sum, the sum, and the summands outside it."""
    terms = side.terms if isinstance(side, nodes.Sum) else (side,)
    with_sum = [term for term in terms if _has_sum(term)]
    if len(with_sum) != 1:
        raise _UnsupportedSumError
    beside = nodes.Sum(tuple(term for term in terms if term is not with_sum[0]) or (nodes.ZERO,))
    above, below = fraction_factors(with_sum[0])
    sums = [factor for factor in above if _has_sum(factor)]
    running = sums[0] if len(sums) == 1 else None
    if not isinstance(running, nodes.BigOperator) or running.is_product or _has_sum(running.body):
        raise _UnsupportedSumError
    outer = [factor for factor in above if factor is not running]
    return [*outer, nodes.Quotient(nodes.ONE, nodes.product(*below))], running, beside


def _has_sum(tree: nodes.Node) -> bool:
    return any(isinstance(part, nodes.BigOperator) for part in nodes.walk(tree))


def _parse_linear_form(tree: nodes.Node, letter: str) -> Linear3:
    form = integer_form(tree, letter)
    if form is None:
        raise _UnsupportedSumError
    return form


def _multiply(tree: nodes.Node, letter: str, summand: _Summand, sign: int) -> None:
    """Multiply the summand by an expression, or divide it by the expression, depending on ``sign``."""
    match tree:
        case nodes.Group(body=body):
            _multiply(body, letter, summand, sign)
        case nodes.Negative(body=body):
            summand.polynomial = -summand.polynomial
            summand.factors.append({"base": (-1, 1), "exponent": (0, 0, 1)})
            _multiply(body, letter, summand, sign)
        case nodes.Product(factors=factors):
            for factor in factors:
                _multiply(factor, letter, summand, sign)
        case nodes.Quotient(above=above, below=below):
            _multiply(above, letter, summand, sign)
            _multiply(below, letter, summand, -sign)
        case nodes.Choose(above=above, below=below):
            a, b = _parse_linear_form(above, letter), _parse_linear_form(below, letter)
            difference = (a[0] - b[0], a[1] - b[1], a[2] - b[2])
            _factorials([a], [b, difference], summand, sign)
            summand.factors.append({"binomial": (a, b), "exponent": sign})
            summand.printed.append(a)
        case nodes.Factorial(body=body):
            a = _parse_linear_form(body, letter)
            _factorials([a], [], summand, sign)
            summand.factors.append({"factorial": a, "exponent": sign})
            summand.printed.append(a)
        case nodes.Symbol(label=(name,), index=index, arguments=()) if (
            name in QUOTATIONS and index is not None
        ):
            _multiply(nodes.substitute_n(sequence.quoted_formula(name), index), letter, summand, sign)
        case nodes.Power(base=base, exponent=exponent) if not all_letters(exponent):
            size = sequence.exact_value(exponent, 0).rational
            if size is None or size.denominator != 1 or abs(size) > 8:
                raise _UnsupportedSumError
            for _ in range(abs(int(size))):
                _multiply(base, letter, summand, sign if size > 0 else -sign)
        case nodes.Power(base=base, exponent=exponent) if not all_letters(base):
            value = sequence.exact_value(base, 0).rational
            if not value:
                raise _UnsupportedSumError
            powers = _parse_linear_form(exponent, letter)
            signed = (sign * powers[0], sign * powers[1], sign * powers[2])
            summand.powers.append((value, signed))
            summand.factors.append({"base": (value.numerator, value.denominator), "exponent": signed})
        case _:
            _polynomial(tree, letter, summand, sign)


def _factorials(above: list[Linear3], below: list[Linear3], summand: _Summand, sign: int) -> None:
    first, second = (summand.above, summand.below) if sign > 0 else (summand.below, summand.above)
    first += above
    second += below
    if len(summand.above) + len(summand.below) > _MOST_FACTORIALS:
        raise _UnsupportedSumError
    if sign < 0:
        summand.printed += below


def _polynomial(tree: nodes.Node, letter: str, summand: _Summand, sign: int) -> None:
    """Multiply the summand by a quotient of polynomials.

    Its denominator must be a product of linear forms L, each of which is written as L!/(L-1)!. A denominator
    that cancels is refused, because the printed quotient has no value at its zeros.
    """
    tree = nodes.rename(tree, letter, "k") if letter != "k" else tree
    value = ratio(tree, _RING)
    value = value if sign > 0 else value.inverse
    whole = value.numerator / value
    for divisor in map(partial(ratio, ring=_RING), _divisors(tree)):
        if (whole / divisor.numerator).degree("n")[1] or (whole / divisor.numerator).degree("k")[1]:
            raise _UnsupportedSumError
    scale, factors = value.below.factor()
    for factor, power in factors:
        form = {tuple(map(int, powers)): int(c) for powers, c in factor.terms()}
        if any(sum(powers) > 1 for powers in form):
            raise _UnsupportedSumError
        a, b, c = (form.get(powers, 0) for powers in ((1, 0), (0, 1), (0, 0)))
        if a < 0 or (a == 0 and b < 0):
            a, b, c, scale = -a, -b, -c, scale * (-1) ** int(power)
        for _ in range(int(power)):
            summand.factors.append({"linear": (a, b, c), "exponent": -1})
            _factorials([(a, b, c - 1)], [(a, b, c)], summand, 1)
            summand.printed.append((a, b, c - 1))
    constant = 1 / Fraction(int(scale))
    summand.polynomial = summand.polynomial * value.numerator * _RING.number(constant)
    terms = [(*map(int, powers), int(c)) for powers, c in value.above.terms()]
    if len(terms) == 1 and terms[0][:2] == (0, 0):
        terms, constant = [(0, 0, 1)], constant * terms[0][2]
    if constant != 1:
        summand.factors.append({"base": (constant.numerator, constant.denominator), "exponent": (0, 0, 1)})
    if terms != [(0, 0, 1)]:
        summand.factors.append({"polynomial": terms})


def _divisors(tree: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the denominators in an expression."""
    for part in nodes.walk(tree):
        match part:
            case nodes.Quotient(below=below):
                yield below
            case nodes.Power(base=base, exponent=exponent) if not (
                isinstance(exponent, nodes.Number) and exponent.value >= 0
            ):
                yield base


# The recurrence and its certificate


@dataclass(frozen=True)
class _Recurrence:
    """Recurrence of a sum: the coefficients c_j, the function G = V(k-1) X(k) H, and the factorials of H."""

    coefficients: tuple[Ratio, ...]
    ending: Ratio
    """Product V(k-1) X(k)."""
    following: Ratio
    """Quotient G(n, k+1)/H(n, k)."""
    certificate: Ratio
    ansatz: Ratio
    """Polynomial X."""
    above: tuple[Linear3, ...]
    below: tuple[Linear3, ...]


def _to_polynomial(form: Linear3, more: int = 0) -> Ratio:
    a, b, c = form
    return _RING.number(a) * _N + _RING.number(b) * _K + _RING.number(c + more)


def _product(*factors: Ratio) -> Ratio:
    return reduce(mul, factors, _ONE)


def _rising_product(form: Linear3, low: int, high: int) -> Ratio:
    """Return the product (L + low + 1) ... (L + high)."""
    if high - low > _MOST_STEP * _MOST_ORDER:
        raise _UnsupportedSumError
    return _product(*(_to_polynomial(form, step) for step in range(low + 1, high + 1)))


def _shifted_parts(summand: _Summand, order: int) -> tuple[list[Ratio], list[Linear3], list[Linear3]]:
    """Return the polynomials F(n+j, k)/H(n, k), and the upper and lower factorials of H."""
    low = [(a, b, c + min(0, a * order)) for a, b, c in summand.above]
    high = [(a, b, c + max(0, a * order)) for a, b, c in summand.below]
    parts = [
        _product(
            summand.polynomial.substitute(n=_N + _RING.number(j)),
            *(_RING.number(base ** (a * j)) for base, (a, _, _) in summand.powers),
            *(
                _rising_product(least, 0, c + a * j - least[2])
                for (a, _, c), least in zip(summand.above, low, strict=True)
            ),
            *(
                _rising_product((a, b, c + a * j), 0, most[2] - c - a * j)
                for (a, b, c), most in zip(summand.below, high, strict=True)
            ),
        )
        for j in range(order + 1)
    ]
    return parts, low, high


def _find_recurrence(summand: _Summand, order: int) -> _Recurrence | None:
    """Return the telescoping recurrence of a given order, found by an ansatz over the common product of
    factorials.

    The result is None if the ansatz has no solution. The identity is checked at the end.
    """
    parts, low, high = _shifted_parts(summand, order)
    bases = [_RING.number(base**b) for base, (_, b, _) in summand.powers]
    upper = _product(
        *bases,
        *(_rising_product(form, 0, form[1]) for form in low),
        *(_rising_product(form, form[1], 0) for form in high),
    )
    lower = _product(
        *(_rising_product(form, form[1], 0) for form in low),
        *(_rising_product(form, 0, form[1]) for form in high),
    )
    before = lower.substitute(k=_K - _ONE)
    degree = max(part.degree("k")[0] for part in parts) - max(upper.degree("k")[0], before.degree("k")[0])
    unknowns = max(0, degree) + 2
    if unknowns + order > _MOST_UNKNOWNS:
        raise _UnsupportedSumError
    moved = [upper * (_K + _ONE) ** i - before * _K**i for i in range(unknowns)]
    values = relation_of(parts, [-row for row in moved])
    if values is None:
        return None
    ansatz = reduce(add, (value * _K**i for i, value in enumerate(values[order + 1 :])))
    following = upper * ansatz.substitute(k=_K + _ONE)
    total = before * ansatz - following
    total = reduce(add, map(mul, values, parts), total)
    if not total.is_zero:
        raise AssertionError("a certificate of creative telescoping is wrong; this is a bug in gfkit")
    ending = before * ansatz
    coefficients = tuple(values[: order + 1])
    return _Recurrence(coefficients, ending, following, ending / parts[0], ansatz, tuple(low), tuple(high))


# The range in which the recurrence is valid


def _first_n_above(slope: Fraction, constant: Fraction, *, least: Fraction = Fraction(0)) -> int:
    """Return the first n_0 >= 0 such that slope n + constant >= least for all n >= n_0. Raise an error if
    there is none.
    """
    if constant >= least and slope >= 0:
        return 0
    if slope <= 0:
        raise _UnsupportedSumError
    n = ceil((least - constant) / slope)
    if n > _LARGEST_N:
        raise _UnsupportedSumError
    return max(0, n)


@dataclass(frozen=True)
class _Line:
    """Line k = s n + c."""

    slope: Fraction
    constant: Fraction

    @property
    def grain(self) -> Fraction:
        """Smallest distance between the line and an integer above it, over all integers n."""
        return Fraction(1, lcm(self.slope.denominator, self.constant.denominator))

    def at(self, form: Linear3) -> tuple[Fraction, Fraction]:
        """Return the coefficients of a n + b k + c as a linear function of n, after substituting this line
        for k.
        """
        a, b, c = form
        return a + b * self.slope, c + b * self.constant

    def plus(self, number: Fraction | int) -> _Line:
        return _Line(self.slope, self.constant + number)


def _not_negative(form: Linear3, low: _Line, high: _Line) -> int:
    """Return the smallest n_0 such that a form is >= 0 for all n >= n_0 and all k between two lines."""
    return _first_n_above(*(low if form[1] >= 0 else high).at(form))


def _find_vanishing_start_beyond(below: Sequence[Linear3], line: _Line) -> int:
    """Return the smallest n_0 such that at all n >= n_0 and k >= the line some lower factorial has a
    negative argument.
    """
    return _find_vanishing_start_on([form for form in below if form[1] < 0], line)


def _find_vanishing_start_on(below: Sequence[Linear3], line: _Line) -> int:
    """Return the smallest n_0 such that for all n >= n_0 some lower factorial has a negative argument on
    the line.
    """
    starts = []
    for form in below:
        slope, constant = line.at(form)
        try:
            starts.append(_first_n_above(-slope, -constant, least=Fraction(1, 10**9)))
        except _UnsupportedSumError:
            continue
    if not starts:
        raise _UnsupportedSumError
    return min(starts)


def _shift_forms(forms: Sequence[Linear3], j: int) -> list[Linear3]:
    return [(a, b, c + a * j) for a, b, c in forms]


def _printed_start(running: nodes.BigOperator) -> _Line:
    """Return the lower limit of the sum, which must be an integer."""
    first = linear_form(running.low)
    if first is None or set(first) - {""} or first[""].denominator != 1:
        raise _UnsupportedSumError
    return _Line(Fraction(0), first[""])


def _starts_at_low(
    recurrence: _Recurrence, summand: _Summand, low: _Line, high: _Line, *, is_open: bool = False
) -> list[int]:
    """Return first n from which the printed summand has its value as a product, and G is zero at ``low``
    unless ``is_open``.
    """
    starts = [_not_negative(form, low, high) for form in summand.printed]
    if not is_open and not recurrence.ending.substitute(k=_RING.number(low.constant)).is_zero:
        starts.append(_find_vanishing_start_on(recurrence.below, low))
    return starts


def _valid_from(
    recurrence: _Recurrence,
    summand: _Summand,
    running: nodes.BigOperator,
    order: int,
    *,
    is_open: bool = False,
) -> int:
    """Return the smallest n_0 such that the recurrence holds for the printed sum for all n >= n_0; if
    ``is_open``, with -G at the lower limit on its right side.
    """
    low, high = _printed_start(running), _printed_end(running, summand)
    reached = _starts_at_low(recurrence, summand, low, high, is_open=is_open)
    for last in _ends(recurrence, summand, high, order):
        try:
            there = [*reached]
            behind = last.plus(last.grain)  # no integer k lies between the line and this one
            there += [_not_negative(form, low, last.plus(1)) for form in recurrence.above]
            for j in range(order + 1):
                terms = _shift_forms(summand.below, j)
                moved = _Line(high.slope, high.constant + high.slope * j)
                there += [_not_negative(form, low, moved) for form in _shift_forms(summand.above, j)]
                there.append(_find_vanishing_start_beyond(terms, behind))
                if running.high is not None:
                    there.append(_find_vanishing_start_beyond(terms, moved.plus(moved.grain)))
            at_end = _RING.number(behind.slope) * _N + _RING.number(behind.constant)
            if last.grain != 1 or not recurrence.ending.substitute(k=at_end).is_zero:
                there.append(_find_vanishing_start_beyond(recurrence.below, behind))
            return max(there)
        except _UnsupportedSumError:
            continue
    raise _UnsupportedSumError


def _end_form(running: nodes.BigOperator) -> dict[str, Fraction]:
    tree = running.high
    while isinstance(tree, nodes.Group) or (
        isinstance(tree, nodes.IntegerPart) and tree.how is nodes.Rounding.FLOOR
    ):
        tree = tree.body
    form = None if tree is None else linear_form(tree)
    if form is None or set(form) - {"n", ""}:
        raise _UnsupportedSumError
    return form


def _printed_end(running: nodes.BigOperator, summand: _Summand) -> _Line:
    """Return the upper limit of the sum; without a printed one, the last k before a lower factorial is
    undefined.
    """
    if running.high is not None:
        form = _end_form(running)
        return _Line(form["n"], form[""])
    falling = [(Fraction(a, -b), Fraction(c, -b)) for a, b, c in summand.below if b < 0]
    if not falling:
        raise _UnsupportedSumError
    return _Line(*min(falling))


def _ends(recurrence: _Recurrence, summand: _Summand, high: _Line, order: int) -> Iterator[_Line]:
    """Yield the lines with at most integer k up to which the identity may be summed."""
    for a, b, c in recurrence.above:
        if b < 0:
            yield _Line(Fraction(a, -b), Fraction(c, -b) - 1)
    for a, b, c in (*recurrence.below, *summand.below):
        if b < 0:
            yield _Line(Fraction(ceil(Fraction(a, -b))), Fraction(ceil(Fraction(c, -b)) + order + 1))
    yield _Line(Fraction(ceil(high.slope)), Fraction(floor(high.constant) + order + 2))


# The recurrence of a sum with terms that are left at the end


@dataclass(frozen=True)
class _End:
    """Line K(n) at which the identity starts or stops being summed, with the factorials of H."""

    recurrence: _Recurrence
    summand: _Summand
    line: _Line

    def k(self, more: int = 0) -> Ratio:
        return _RING.number(self.line.slope) * _N + _RING.number(self.line.constant + more)

    @property
    def start(self) -> int:
        """Smallest n_0 such that no argument of a factorial of H(n, K) is negative for n >= n_0."""
        forms = (*self.recurrence.above, *self.recurrence.below)
        return max((_first_n_above(*self.line.at(form)) for form in forms), default=0)

    def quotient_of_term(self, j: int, i: int) -> tuple[Ratio, int]:
        """Return the quotient F(n+j, K+i)/H(n, K), and the smallest n from which it is valid."""
        above, below = self.recurrence.above, self.recurrence.below
        moved = self.line.plus(i)
        shifted = _shift_forms(self.summand.above, j)
        start = max((_first_n_above(*moved.at(form)) for form in shifted), default=0)
        value = self.summand.polynomial.substitute(n=_N + _RING.number(j), k=self.k(i))
        for base, (a, b, _) in self.summand.powers:
            value = value * _RING.number(base ** (a * j + b * i))
        for forms, own, sign in ((above, shifted, 1), (below, _shift_forms(self.summand.below, j), -1)):
            for form, (_, b, c) in zip(forms, own, strict=True):
                value = value * self._rising(form, c + b * i - form[2], sign)
        return value, start

    @property
    def growth(self) -> Ratio:
        """Quotient H(n+1, K(n+1))/H(n, K(n))."""
        slope = int(self.line.slope)
        value = _product(*(_RING.number(base ** (a + b * slope)) for base, (a, b, _) in self.summand.powers))
        for forms, sign in ((self.recurrence.above, 1), (self.recurrence.below, -1)):
            for form in forms:
                value = value * self._rising(form, form[0] + form[1] * slope, sign)
        return value

    def _rising(self, form: Linear3, by: int, sign: int) -> Ratio:
        """Return the quotient (L + by)!/L! on the line, or its inverse if ``sign`` is -1."""
        value = _rising_product(form, min(by, 0), max(by, 0)).substitute(k=self.k())
        return value if (by >= 0) == (sign > 0) else value.inverse


_Remainder = tuple[_End, Ratio]
"""Line K(n), and the quotient E(n)/H(n, K) of what is left there."""


def _remainder_at_end(
    recurrence: _Recurrence, summand: _Summand, running: nodes.BigOperator, there: list[int]
) -> _Remainder:
    """Return what is left at the end of a sum whose identity ends at a line, and add to ``there`` the first
    n from which it is valid.
    """
    low, high = _printed_start(running), _printed_end(running, summand)
    lines = [high]
    lines += [_Line(Fraction(a, -b), Fraction(c, -b)) for a, b, c in recurrence.above if b < 0]
    line = min(lines, key=lambda each: (each.slope, each.constant))
    line = _Line(line.slope, Fraction(floor(line.constant)))
    if line.slope.denominator != 1 or high.slope != line.slope or high.constant.denominator != 1:
        raise _UnsupportedSumError
    end = _End(recurrence, summand, line)
    there += [end.start, _first_n_above(line.slope, line.constant - low.constant)]
    there += [_not_negative(form, low, line) for form in recurrence.above]
    rest = recurrence.following.substitute(k=end.k())
    for j, coefficient in enumerate(recurrence.coefficients):
        behind = int(high.constant - line.constant + high.slope * j)
        for i in range(min(behind, 0) + 1, max(behind, 0) + 1):
            value, start = end.quotient_of_term(j, i)
            rest = rest + coefficient * (value if behind > 0 else -value)
            there.append(start)
    return end, rest


def _integer_roots(polynomial: Ratio) -> list[int]:
    return [*integer_roots(rational_polynomial(polynomial.row("n") or []).numer())]


def _homogeneous(
    coefficients: tuple[Ratio, ...], remainders: Sequence[_Remainder], there: list[int]
) -> tuple[tuple[Ratio, ...], int, tuple[Ratio, ...]]:
    """Return the coefficients of a recurrence if the sum of the c_j(n) S(n+j) is a sum of remainders E(n) =
    rest(n) H(n, K) for n >= ``there``, the smallest n_0 such that it holds for all n >= n_0, and the
    quotients E(n+1)/E(n).

    The operator q(n) N - p(n), where N is the shift, maps E with q(n) E(n+1) = p(n) E(n) to 0, and another
    remainder E' to w(n) E'(n). Its zeros and poles are excluded.
    """
    growths = []
    for end, rest in remainders:
        if not rest.is_zero:
            growths.append(rest.substitute(n=_N + _ONE) * end.growth / rest)
            there += [root + 1 for root in _integer_roots(rest.denominator)]
    used = list[Ratio]()
    while growths:
        growth = growths.pop()
        used.append(growth)
        numbers = [_RING.number(0), *coefficients, _RING.number(0)]
        coefficients = tuple(
            growth.denominator * numbers[j].substitute(n=_N + _ONE) - growth.numerator * numbers[j + 1]
            for j in range(len(numbers) - 1)
        )
        factors = [growth.denominator * (other - growth) for other in growths]
        pairs = [
            (other, factor) for other, factor in zip(growths, factors, strict=True) if not factor.is_zero
        ]
        growths = [other * factor.substitute(n=_N + _ONE) / factor for other, factor in pairs]
        for _, factor in pairs:
            there += [
                root + 1 for part in (factor.numerator, factor.denominator) for root in _integer_roots(part)
            ]
    return coefficients, max(there), tuple(used)


# The proof


def _recurrence_of_sum(
    recurrence: _Recurrence, summand: _Summand, running: nodes.BigOperator, order: int
) -> tuple[tuple[Ratio, ...], int, tuple[Ratio, ...]]:
    """Return the coefficients of a recurrence of the printed sum, the first n at which it holds, and the
    quotients E(n+1)/E(n) of the remainders at its ends.
    """
    with suppress(_UnsupportedSumError):
        return recurrence.coefficients, _valid_from(recurrence, summand, running, order), ()
    low, high = _printed_start(running), _printed_end(running, summand)
    at_low = _End(recurrence, summand, low)
    first: _Remainder = at_low, -recurrence.ending.substitute(k=at_low.k())
    with suppress(_UnsupportedSumError):  # only the end is left, or both are
        there: list[int] = []
        last = _remainder_at_end(recurrence, summand, running, there)
        try:
            there += _starts_at_low(recurrence, summand, low, high)
            return _homogeneous(recurrence.coefficients, [last], there)
        except _UnsupportedSumError:
            there += [at_low.start, *_starts_at_low(recurrence, summand, low, high, is_open=True)]
            return _homogeneous(recurrence.coefficients, [first, last], there)
    there = [at_low.start, _valid_from(recurrence, summand, running, order, is_open=True)]
    return _homogeneous(recurrence.coefficients, [first], there)


def _proof(
    found: _Telescoped, side: nodes.Node, law: RationalGF | PRecursive, start: int
) -> TelescopedSum | None:
    """Return the proof that a sequence minus the summands outside the sum equals the sum, or None.

    The proof requires that this difference satisfies the recurrence of the sum and has the same initial
    terms.
    """
    coefficients, beside = found.coefficients, found.beside
    order, valid = len(coefficients) - 1, max(start, found.valid_from)
    rest = space(beside)
    if rest is None:
        return None
    degree = 1 + max(c.degree("n")[0] for c in coefficients)
    numbers = [c.row("n") or [] for c in coefficients]
    rows = [rational_polynomial(row) for row in numbers]
    if isinstance(law, RationalGF):
        pure = max(valid, rest.start, law.first_n, law.degree - law.order + 1)
        size = degree * (law.order + rest.order)
    else:
        pure, size = max(valid, rest.start, law.first_n), 0
        if beside != _NOTHING or not law.satisfies(dict(enumerate(numbers)), pure):
            return None
    roots = integer_roots(rows[-1].numer())
    last = max([pure, *(root + 1 for root in roots)]) + order
    if last > _LARGEST_N or pure + size + order > 4 * _LARGEST_N:
        return None

    def target(n: int) -> Radical:
        return Radical.of(Fraction(law[n])) - sequence.exact_value(beside, n)

    for n in range(pure, pure + size):
        if radicals_sum(from_flint(c(n)) * target(n + j) for j, c in enumerate(rows)):
            return None
    if any(sequence.exact_value(side, n) != Radical.of(Fraction(law[n])) for n in range(start, last)):
        return None
    shown = f"{_recurrence_text(coefficients)} = 0"
    what = "sum" if _has_sum(side) else "formula S(n)"
    return TelescopedSum(order, f"the {what} satisfies {shown} by creative telescoping", found.notes)


def _factored_text(value: Ratio, letter: str) -> str:
    """Return a quotient of polynomials in n and k as a product of factors."""
    sides = []
    scales = []
    for part in (value.above, value.below):
        scale, factors = part.factor()
        scales.append(int(scale))
        shown = []
        for factor, power in factors:
            terms = {tuple(map(int, powers)): int(c) for powers, c in factor.terms()}
            node = of_polynomial(Polynomial.of(("n", letter), terms))
            shown.append(node if power == 1 else nodes.Power(node, nodes.Number(int(power))))
        sides.append(shown)
    constant = Fraction(*scales)
    above = nodes.product(nodes.Number(abs(constant.numerator)), *sides[0])
    below = nodes.product(nodes.Number(constant.denominator), *sides[1])
    return PLAIN.write(nodes.with_sign(constant < 0, nodes.quotient(above, below)))


def _recurrence_text(coefficients: Sequence[Ratio]) -> str:
    """Return the string c_0 S(n) + c_1 S(n+1) + ..."""
    terms = []
    for j, coefficient in enumerate(coefficients):
        above, _ = coefficient.polynomials(("n",)) or (None, None)
        if above is not None and above.terms:
            (_, first), *others = above.terms
            is_negative = first < 0 and not others
            size = of_polynomial(-above if is_negative else above)
            name = nodes.Symbol(("S",), nodes.sum_of_terms([nodes.N, nodes.Number(j)]) if j else nodes.N)
            terms.append(nodes.with_sign(is_negative, nodes.product(size, name)))
    return PLAIN.write(nodes.sum_of_terms(terms))
