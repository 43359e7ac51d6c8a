"""Claims about generating functions that are not rational: algebraic and exponential series, functional
equations such as A(x) = 1 + x*A(x)^2, and lists of initial terms.

Series are expanded exactly, coefficient by coefficient; square roots, exp, cosh and similar functions are
supported. A series is represented by its lowest power and a given number of coefficients; a product of two
series of length n costs n^2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import factorial, prod

from gfkit.claims.provers import sequence
from gfkit.claims.provers.algebraic import is_series_of, solves_equation
from gfkit.claims.provers.expansion import expansion
from gfkit.claims.provers.result import (
    Agreement,
    Difference,
    FirstDifference,
    Stated,
    difference_at,
    missing_term,
)
from gfkit.claims.provers.space import law_space
from gfkit.claims.provers.truth import (
    Form,
    KnownSequence,
    Truth,
    as_quotient,
    evidence_by,
    number_at,
    terms_evidence,
)
from gfkit.claims.statement.linear import fraction_factors
from gfkit.claims.statement.ratio import Ratio, ratio, ring_of
from gfkit.claims.statement.tree import (
    A_OF_N,
    Claim,
    Expansion,
    Functional,
    Listed,
    SequenceDefinition,
    about_a,
    value_claim,
)
from gfkit.core.algebra import Evidence, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical, radicals_sum
from gfkit.core.deferred import dataclass
from gfkit.core.errors import DivisionError, InputError, LimitError
from gfkit.core.typing import Weights

_COMPARED = 30
_MOST_COMPARED = 120
_LARGEST_N = 10_000
"""Largest index of a single term."""


@dataclass(frozen=True)
class ExpansionClaim(Stated):
    """Claim that the coefficients of a series, multiplied by n! if it is exponential, are the terms of the
    sequence.
    """

    side: nodes.Node
    text: str
    is_exponential: bool = False
    since: int = 0
    """Smallest n in a printed sum of a(n) x^n over n."""
    form = Form.SERIES
    is_series = True
    printed_from = None

    def stated(self, known: KnownSequence) -> list[Claim | SequenceDefinition]:
        least = max(self.since, known.first_n)
        return [Expansion(A_OF_N, self.side, least, self.is_exponential, least > self.since)]

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare term by term, with a proof for an exponential series that is a sum of polynomials times
        exp(r x).

        With E exponentials and factors of degree d its terms satisfy a recurrence of order E (d + 1) for all
        n >= d + 1. If the sequence satisfies one of order r, agreement on E (d + 1) + r terms implies
        agreement for all later n.
        """
        known = truth.sequence(Weights.NONE)
        order = exponential_order(self.side) if self.is_exponential else None
        law = known.rational
        decisive_end, settled = None, 0
        if order is not None and law is not None and known.end is None:
            law_of_truth = law_space(law)
            size = order[0] * (order[1] + 1)
            settled = max(law_of_truth.start, order[1] + 1, known.first_n, self.since)
            decisive_end = settled + size + law_of_truth.order
        end = (
            known.end
            if known.end is not None
            else decisive_end
            if decisive_end
            else known.first_n + _COMPARED
        )
        if decisive_end is not None and decisive_end > _MOST_COMPARED:
            end, decisive_end = known.first_n + _COMPARED, None
        series, wrong = power_series(self.side, end), dict[int, tuple[str, str]]()
        for n in range(min(known.first_n, series.without_leading_zeros.low), end):
            value = series.at(n)
            if self.is_exponential and n >= 0:
                value = value * Radical.of(factorial(n))
            if n < known.first_n and (n >= 0 or not value):
                continue
            true = Radical.of(number_at(known, n) if n >= self.since else 0)
            if value != true:
                wrong[n] = str(value), str(true)
        if wrong:
            first, later = min(wrong), max(wrong) + 1
            is_lasting = decisive_end is not None and later <= settled
            proof = evidence_by(known, "terms-compared", (("terms_compared", end - later),))
            return difference_at(
                known,
                f"at n = {first} the formula gives",
                first,
                *wrong[first],
                holds_from=later if is_lasting else None,
                proof=proof if is_lasting else None,
            )
        count = end - known.first_n
        if self._is_exponential_law(known):
            evidence = evidence_by(known, "generating-functions-compared", known.evidence.details)
            return Agreement(
                known,
                f"the formula and the derived generating function are both {known.in_form(self.form)}",
                evidence,
                known.first_n,
            )
        is_plain = not (self.is_exponential or self.since or known.first_n)
        law_of_terms = known.algebraic if is_plain else None
        if law_of_terms is not None and is_series_of(self.side, law_of_terms, count):
            evidence = evidence_by(known, "series-compared", (("terms_compared", count),))
            reason = f"it solves {law_of_terms}, and its first terms agree"
            return Agreement(known, reason, evidence, known.first_n)
        if decisive_end is None:
            return Agreement(known, f"the first {count} terms agree", terms_evidence(count), known.first_n)
        reason = (
            f"its first {count} terms agree, which suffices for its recurrence and the"
            " recurrence of the counts"
        )
        evidence = evidence_by(known, "terms-compared", (("terms_compared", count),))
        return Agreement(known, reason, evidence, known.first_n)

    def _is_exponential_law(self, known: KnownSequence) -> bool:
        """Return True if the series is c exp(c_1 t + c_2 t^2/2), and a(n) = c_1 a(n-1) + c_2 (n-1) a(n-2).

        Then both series solve A' = (c_1 + c_2 t) A with the same initial value, so they are equal.
        """
        if known.pair is None or not self.is_exponential or known.first_n or self.since:
            return False
        ring = ring_of(self.side)
        exponent = ring.number(0)
        for factors, sign in zip(fraction_factors(self.side), (1, -1), strict=True):
            for factor in factors:
                if isinstance(factor, nodes.FunctionCall) and factor.name == "exp":
                    exponent = exponent + ring.number(sign) * ratio(factor.arguments[0], ring)
                elif "t" in nodes.letters(factor):
                    return False
        t = ring.letter("t")
        first, second = (ring.number(part.total) for part in known.pair)
        return (exponent - first * t - second * t * t / ring.number(2)).is_zero


@dataclass(frozen=True)
class EquationClaim(Stated):
    """Claim that left = right, where the name of the sequence denotes its generating function."""

    left: nodes.Node
    right: nodes.Node
    text: str
    label: tuple[str, ...]
    form = Form.SERIES
    is_series = True
    printed_from = None

    def stated(self, known: KnownSequence) -> list[Claim | SequenceDefinition]:  # noqa: ARG002
        return [Functional(*(about_a(side, self.label, "A") for side in (self.left, self.right)))]

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare both sides as rational functions if the generating function is rational, otherwise term by
        term.
        """
        known = truth.sequence(Weights.NONE)
        law = known.rational
        if law is not None and law.first_n == 0 and known.end is None:
            try:
                return self._compare_exactly(known, as_quotient(law, ring_of(self.left, self.right)))
            except InputError:
                pass
        return self._compare_terms(known)

    def _compare_exactly(self, known: KnownSequence, series: Ratio) -> Agreement | Difference:
        left, right = (_substitute(side, self.label, series) for side in (self.left, self.right))
        difference = left - right
        if difference.is_zero:
            evidence = evidence_by(known, "generating-functions-compared", known.evidence.details)
            return Agreement(known, f"{known.rational} satisfies it", evidence, known.first_n)
        n = difference.valuation()
        values = (str(expansion(side, n + 1).get(n, side.ring.number(0))) for side in (left, right))
        return self._difference(known, n, *values)

    def _compare_terms(self, known: KnownSequence) -> Agreement | Difference:
        if known.first_n:
            raise InputError(
                "formula: an equation for the generating function requires the terms for all n >="
                " 0, but the sequence begins"
                f" at {known.first_n}"
            )
        end = known.end if known.end is not None else _COMPARED
        sides = self._side_series(known, end)
        lows = min(side.low for side in sides)
        last = min(end, *(side.low + len(side.terms) for side in sides))
        for n in range(lows, last):
            if sides[0].at(n) != sides[1].at(n):
                return self._difference(known, n, *(str(side.at(n)) for side in sides))
        count = last - max(0, lows)
        law = known.algebraic
        if law is not None and solves_equation(self.left, self.right, self.label, law):
            evidence = evidence_by(known, "series-compared", (("terms_compared", count),))
            return Agreement(known, f"it follows from {law} for the series f", evidence, known.first_n)
        reason = f"both sides agree up to x^{last - 1}"
        return Agreement(known, reason, terms_evidence(count), known.first_n)

    def _side_series(self, known: KnownSequence, end: int) -> list[TruncatedSeries]:
        terms = tuple(Radical.of(number_at(known, n)) for n in range(end))

        def unknown(name: nodes.Symbol) -> TruncatedSeries:
            if name.label != self.label:
                raise InputError(f"formula: unknown name {'_'.join(name.label)!r} in this equation")
            if name.arguments in ((), (nodes.Letter("t"),)):
                return TruncatedSeries(0, terms)
            inner = power_series(name.arguments[0], end)
            if inner.without_leading_zeros.low < 1:
                raise InputError(
                    "formula: the argument of A(...) must be a series without a constant term, as"
                    " in A(x^2) and A(x/(1-x))"
                )
            return _compose(terms, inner, end)

        return [power_series(side, end, unknown) for side in (self.left, self.right)]

    def _difference(self, known: KnownSequence, n: int, left: str, right: str) -> Difference:
        first = FirstDifference(n, right, left)
        where = f"with the true generating function the coefficient of x^{n} is"
        reason = f"{where} {left} on the left and {right} on the right"
        return Difference(
            known, reason, first, evidence=Evidence(known.evidence.status, "series-compared", (("n", n),))
        )


def _compose(outer: tuple[Radical, ...], inner: TruncatedSeries, end: int) -> TruncatedSeries:
    """Return the composition outer(inner), computed by Horner's rule."""
    zeros = (Radical.of(0),) * (end - 1)
    row, total = (
        TruncatedSeries(0, tuple(inner.at(n) for n in range(end))),
        TruncatedSeries(0, (Radical.of(0), *zeros)),
    )
    for coefficient in reversed(outer):
        total = total * row + TruncatedSeries(0, (coefficient, *zeros))
    return total


def _substitute(tree: nodes.Node, label: tuple[str, ...], series: Ratio) -> Ratio:
    """Return the side with the series substituted for its name.

    An expression such as A(x^2) becomes the series evaluated at that argument.
    """
    ring = series.ring
    values: dict[str, Ratio] = {}

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol) or part.label != label or part.index or len(part.arguments) > 1:
            return None
        name = f"A{len(values)}"
        is_plain = part.arguments in ((), (nodes.Letter("t"),))
        values[name] = series if is_plain else series.substitute(t=ratio(part.arguments[0], ring))
        return nodes.Letter(name)

    return ratio(nodes.rebuild(tree, change), ring, values)


@dataclass(frozen=True)
class TermsClaim(Stated):
    """Claim that consecutive terms have the given values, by default starting at the first index of the
    sequence.
    """

    terms: tuple[Fraction, ...]
    text: str
    first_n: int | None = None
    form = Form.SERIES

    @property
    def printed_from(self) -> int | None:
        return self.first_n

    def stated(self, known: KnownSequence) -> list[Claim | SequenceDefinition]:
        first = known.first_n if self.first_n is None else self.first_n
        return [value_claim(first, self.terms[0]) if len(self.terms) == 1 else Listed(first, self.terms)]

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Return the first difference, or the agreement on all terms."""
        known = truth.sequence(Weights.NONE)
        start = known.first_n if self.first_n is None else self.first_n
        end = start + len(self.terms)
        if known.end is not None and end > known.end:
            raise InputError(
                f"data: the terms end at n = {known.end - 1}, but the formula states one for n = {end - 1}"
            )
        if known.end is None and len(self.terms) == 1 and start > _LARGEST_N:
            raise LimitError(
                f"formula: a single term is given for n = {end - 1}; at most n = {_LARGEST_N} is supported"
            )
        skipped = max(0, known.first_n - start)
        if skipped >= len(self.terms):
            raise InputError(
                f"formula: terms are given for n = {start}, ..., {end - 1}, but the first board has n ="
                f" {known.first_n}"
            )
        for n, value in enumerate(self.terms[skipped:], start + skipped):
            true = number_at(known, n)
            if value != true:
                shown, right = (str(Radical.of(number)) for number in (value, true))
                is_one = len(self.terms) == 1
                return difference_at(
                    known,
                    f"at n = {n} the formula is" if is_one else f"at n = {n} the list has",
                    n,
                    shown,
                    right,
                    right=f"a({n}) = {right}" if is_one and known.end is None else None,
                    repair=partial(self._describe_shift, known),
                )
        count = len(self.terms) - skipped
        words = "the term agrees for" if count == 1 else f"the {count} terms agree for"
        reason = f"{words} n = {start + skipped}" + f", ..., {end - 1}" * (count > 1)
        is_proved = known.end is None or known.evidence.status is Status.PROVED
        counted = evidence_by(known, "terms-compared", (("terms_compared", count),))
        evidence = counted if is_proved else terms_evidence(count)
        if any(self.terms[:skipped]):  # not zeros before the first board
            failures = {
                n: missing_term(n, n, known.first_n, "is about") for n in range(start, start + skipped)
            }
            return Agreement(known, reason, evidence, start + skipped, failure_at=failures.get)
        return Agreement(known, reason, evidence, start)

    def _describe_shift(self, known: KnownSequence) -> str | None:
        """Return a note if the listed terms agree with the sequence at another offset, or None."""
        last = known.first_n + 12 if known.end is None else known.end - len(self.terms)
        for start in range(known.first_n, last + 1):
            if all(number_at(known, start + k) == value for k, value in enumerate(self.terms)):
                is_one = len(self.terms) == 1
                return f"it is the term for n = {start}" if is_one else f"they are the terms for n >= {start}"
        if len(self.terms) > 2:
            moved = self.terms[1:]
            if all(number_at(known, known.first_n + k) == value for k, value in enumerate(moved)):
                return "without the first of them, the list agrees with the sequence"
        return None


_ZERO, _ONE = Radical.of(0), Radical.of(1)
_MOST_POWER = 1000
_MARGIN = 8
"""Number of extra coefficients computed because division by a series t^k (...) loses k of them."""


@dataclass(frozen=True)
class TruncatedSeries:
    """Truncated series t^low (c_0 + c_1 t + ...), exact for the given coefficients."""

    low: int
    terms: tuple[Radical, ...]

    def at(self, n: int) -> Radical:
        """Return the coefficient of t^n."""
        if n - self.low >= len(self.terms):
            raise LimitError(
                f"formula: the coefficient of t^{n} exceeds the computed precision of the series"
            )
        return self.terms[n - self.low] if n >= self.low else _ZERO

    @property
    def without_leading_zeros(self) -> TruncatedSeries:
        """Series without its leading zero coefficients."""
        k = next((k for k, term in enumerate(self.terms) if term), len(self.terms))
        return TruncatedSeries(self.low + k, self.terms[k:])

    def __neg__(self) -> TruncatedSeries:
        return TruncatedSeries(self.low, tuple(-term for term in self.terms))

    def __add__(self, other: TruncatedSeries) -> TruncatedSeries:
        """Return the sum, truncated to the smaller precision of the two series."""
        low = min(self.low, other.low)
        end = min(series.low + len(series.terms) for series in (self, other))
        if end <= low:
            raise LimitError(
                "formula: the lowest powers of two summands differ too much to add them as series"
            )
        return TruncatedSeries(low, tuple(self.at(n) + other.at(n) for n in range(low, end)))

    def __mul__(self, other: TruncatedSeries) -> TruncatedSeries:
        length = min(len(self.terms), len(other.terms))
        total = [_ZERO] * length
        for i, a in enumerate(self.terms[:length]):
            if a:
                for j, b in enumerate(other.terms[: length - i], i):
                    if b:
                        total[j] = total[j] + a * b
        return TruncatedSeries(self.low + other.low, tuple(total))

    def __truediv__(self, other: TruncatedSeries) -> TruncatedSeries:
        return self * other.power(Fraction(-1))

    def power(self, size: Fraction) -> TruncatedSeries:
        """Return a power by a recurrence for its coefficients.

        For f = c t^low (1 + ...) and g = f^size: n g(n) = sum over k of (k size - (n - k)) f(k) g(n - k),
        divided by f(0) = 1.
        """
        plain = self.without_leading_zeros
        if size.denominator > _MOST_POWER:
            raise InputError(
                f"formula: the exponent {size} of a series is not supported; its denominator must be at most"
                f" {_MOST_POWER}"
            )
        if not plain.terms and size < 0:
            raise DivisionError("formula: division by zero")
        if not plain.terms or not size:
            return self if size else TruncatedSeries(0, _pad([_ONE], len(self.terms)))
        first, low = plain.terms[0], plain.low * size
        if size.denominator > 2 and (first != _ONE or plain.low):
            raise InputError(
                "formula: roots of degree above 2 are supported only for series with constant term 1"
            )
        if low.denominator > 1:
            raise InputError("formula: the square root of an odd power of t is not a power series")
        if size.denominator > 1 and first.rational is None:
            raise InputError(
                "formula: the square root is supported only for series with rational constant term"
            )
        scale_down, row_of_power = first.inverse, [_ONE]
        row = [term * scale_down for term in plain.terms]
        for n in range(1, len(row)):
            parts = ((k * size - (n - k)) * row[k] * row_of_power[n - k] for k in range(1, n + 1) if row[k])
            row_of_power.append(radicals_sum(parts) / n)
        scale = sequence.power(first, Radical.of(size))
        return TruncatedSeries(int(low), tuple(scale * term for term in row_of_power))


Unknowns = Callable[[nodes.Symbol], TruncatedSeries]
"""Function that returns the series denoted by a name such as A(x)."""


def power_series(tree: nodes.Node, length: int, unknown: Unknowns | None = None) -> TruncatedSeries:
    """Return the series of a formula in t, starting with its lowest power.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> side = read_statement("(1 - sqrt(1 - 4x))/(2x)", "x").chains[0].sides[0]
    >>> found = power_series(side, 5)
    >>> [str(found.at(n)) for n in range(5)]
    ['1', '1', '2', '5', '14']
    """
    return _expand(tree, length + _MARGIN, unknown)


def _expand(tree: nodes.Node, length: int, unknown: Unknowns | None) -> TruncatedSeries:
    again = partial(_expand, length=length, unknown=unknown)
    has_t = "t" in nodes.letters(tree)
    match tree:
        case nodes.Letter(name="t"):
            return TruncatedSeries(1, _pad([_ONE], length))
        case nodes.Group() | nodes.Negative() | nodes.Sum() | nodes.Product() | nodes.Quotient():
            return nodes.arithmetic(tree, again, nodes.no_meaning("has no meaning in a power series"))
        case nodes.Power(base=base, exponent=exponent) if not nodes.letters(exponent):
            value = sequence.exact_value(exponent, sequence.Point({}))
            return again(base).power(sequence.rational(value, "exponents are"))
        case nodes.Root(body=body) if has_t or nodes.symbols(body):
            return again(body).power(Fraction(1, 2))
        case nodes.FunctionCall(name=name, arguments=(body,)) if has_t:
            return _function(name, again(body))
        case nodes.Symbol() if unknown is not None:
            return unknown(tree)
    if has_t or nodes.symbols(tree):
        raise nodes.no_meaning("has no meaning in a power series")(tree)
    return TruncatedSeries(0, _pad([sequence.exact_value(tree, sequence.Point({}))], length))


def _pad(terms: Sequence[Radical], length: int) -> tuple[Radical, ...]:
    return (*terms[:length], *(_ZERO,) * (length - len(terms)))


def _function(name: str, series: TruncatedSeries) -> TruncatedSeries:
    """Return exp, log, or a circular or hyperbolic function of a series. Circular and hyperbolic functions
    are computed from exp.
    """
    if series.low < 0:
        raise InputError(f"formula: {name} of a series with negative powers is not a power series")
    row = _pad([series.at(n) for n in range(series.low + len(series.terms))], len(series.terms))
    if name == "log" and row[:1] == (_ONE,):
        return TruncatedSeries(0, _log(row))
    if row[0]:
        raise InputError(f"formula: {name} of a series requires the constant term 0")
    if name == "log":
        raise InputError("formula: log is supported only for series with constant term 1")
    if name == "exp":
        return TruncatedSeries(0, _exponentiate(row))
    if name not in ("cos", "sin", "cosh", "sinh"):
        raise InputError(
            f"formula: {name} of a series is not supported; use exp, log, sin, cos, sinh, cosh or sqrt"
        )
    unit = Radical.root(Fraction(-1)) if name in ("cos", "sin") else _ONE
    plus, minus = (_exponentiate([factor * term for term in row]) for factor in (unit, -unit))
    sign = 1 if name in ("cos", "cosh") else -1
    half = (_ONE if name in ("cos", "cosh") else unit).inverse / 2
    return TruncatedSeries(0, tuple((a + b * sign) * half for a, b in zip(plus, minus, strict=True)))


def _exponentiate(row: Sequence[Radical]) -> tuple[Radical, ...]:
    """Return g = exp f, by n g(n) = sum over k of k f(k) g(n - k)."""
    coefficients = [_ONE]
    for n in range(1, len(row)):
        coefficients.append(
            radicals_sum(k * row[k] * coefficients[n - k] for k in range(1, n + 1) if row[k]) / n
        )
    return tuple(coefficients)


def _log(row: Sequence[Radical]) -> tuple[Radical, ...]:
    """Return f = log g, by n f(n) = n g(n) - sum over k < n of k f(k) g(n - k), where g(0) = 1."""
    coefficients = [_ZERO]
    for n in range(1, len(row)):
        rest = radicals_sum(k * coefficients[k] * row[n - k] for k in range(1, n) if coefficients[k])
        coefficients.append(row[n] - rest / n)
    return tuple(coefficients)


def exponential_order(tree: nodes.Node) -> tuple[int, int] | None:
    """Return the maximum number E of exponentials, and the maximum degree d of their factors.

    After its initial terms, the sequence with this exponential generating function is a sum of at most E
    terms p(n) r^n with polynomials p of degree at most d. The result is None for any other formula.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> exponential_order(read_statement("(1 + x)*exp(x) + cosh(2x)", "x").chains[0].sides[0])
    (4, 1)
    """
    try:
        return _order(tree)
    except _NoOrder:
        return None


class _NoOrder(Exception):  # noqa: N818
    """Raised if the formula is not a polynomial in exponentials."""


def _order(tree: nodes.Node) -> tuple[int, int]:
    if "t" not in nodes.letters(tree) and not nodes.symbols(tree):
        return 1, 0
    match tree:
        case nodes.Letter():
            return 1, 1
        case nodes.Group(body=body) | nodes.Negative(body=body):
            return _order(body)
        case nodes.Sum(terms=terms):
            parts = [_order(term) for term in terms]
            return sum(a for a, _ in parts), max(b for _, b in parts)
        case nodes.Product(factors=factors):
            parts = [_order(factor) for factor in factors]
            return prod(a for a, _ in parts), sum(b for _, b in parts)
        case nodes.Quotient(above=above, below=below) if "t" not in nodes.letters(below):
            return _order(above)
        case nodes.Power(base=base, exponent=nodes.Number(value=size)) if (
            size.denominator == 1 and 0 <= size <= 16
        ):
            count, degree = _order(base)
            return count ** int(size), degree * int(size)
        case nodes.FunctionCall(name="exp" | "cosh" | "sinh" | "cos" | "sin" as name, arguments=(body,)):
            if prod(_order(body)) <= _MOST_POWER and _is_linear(body):
                return (1 if name == "exp" else 2), 0
    raise _NoOrder


def _is_linear(tree: nodes.Node) -> bool:
    """Return True if the formula is a constant multiple of t."""
    above, below = fraction_factors(tree)
    moving = [factor for factor in above if "t" in nodes.letters(factor)]
    if len(moving) != 1 or any("t" in nodes.letters(factor) for factor in below):
        return False
    if isinstance(moving[0], nodes.Sum):
        return all(map(_is_linear, moving[0].terms))
    return isinstance(moving[0], nodes.Letter)


def needs_expansion(side: nodes.Node) -> bool:
    """Return True if t occurs under a root or in a function such as exp."""
    return any(
        "t" in nodes.letters(part)
        and (isinstance(part, nodes.Root | nodes.FunctionCall) or _is_fractional_power(part))
        for part in nodes.walk(side)
    )


def _is_fractional_power(part: nodes.Node) -> bool:
    if not isinstance(part, nodes.Power) or nodes.letters(part.exponent):
        return False
    if not isinstance(part.exponent, nodes.Quotient | nodes.Number | nodes.Negative):
        return False
    value = sequence.exact_value(part.exponent, 0).rational
    return value is not None and value.denominator > 1
