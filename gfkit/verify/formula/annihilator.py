"""The linear recurrence with constant coefficients that a closed form satisfies, where there is one."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import lcm

from gfkit.errors import LimitError
from gfkit.formula.tree import (
    Branch,
    Cases,
    Choose,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Remainder,
    RootSum,
    Rounded,
    Sum,
    Symbol,
    walk,
)
from gfkit.verify.formula import spectrum as spectra
from gfkit.verify.formula.radical import Radical
from gfkit.verify.formula.root_sum import polynomial_of
from gfkit.verify.formula.sequence import LUCAS, is_constant, power, value, whole
from gfkit.verify.formula.spectrum import CONSTANT, Powers, Roots, Spectrum

_MOST_PERIOD = 2000
_MOST_BITS = 5000


def spectrum(tree: Node) -> Spectrum | None:
    """The roots of the linear recurrence that the values satisfy; None where none is known.

    Sums, products and powers of polynomials, exponentials and named sequences are treated by the rules
    for roots; rounding a quasi-polynomial gives one, with a period found from its differences.
    """
    if is_constant(tree):
        return CONSTANT
    match tree:
        case Letter():
            return spectra.polynomial(1)
        case Negative(body=body):
            return spectrum(body)
        case Sum(terms=terms):
            return spectra.united(spectrum(term) for term in terms)
        case Product(factors=factors):
            result: Spectrum | None = CONSTANT
            for factor in factors:
                inner = spectrum(factor)
                result = None if result is None or inner is None else result.times(inner)
            return result
        case Quotient(above=above, below=below):
            upper, lower = spectrum(above), _inverse(spectrum(below))
            return None if upper is None or lower is None else upper.times(lower)
        case Power(base=base, exponent=exponent):
            return _power_spectrum(base, exponent)
        case Rounded(body=body):
            fraction, inner = _periodic(body, 1), spectrum(body)
            return None if fraction is None or inner is None else inner.plus(fraction)
        case Remainder(body=body, modulus=modulus):
            return _periodic(body, modulus)
        case Choose(above=above, below=below):
            inner = spectrum(above)
            if inner is None or inner.quasi is None or not is_constant(below):
                return None
            return inner.power(max(0, whole(value(below, 0), "binomials are read of")))
        case Cases(branches=branches):
            return _cases_spectrum(branches)
        case RootSum():
            return _root_sum_spectrum(tree)
        case Symbol(label=label, index=index, arguments=arguments):
            return None if index is None or arguments else _named_spectrum(label, index)
    return None


def _inverse(inner: Spectrum | None) -> Spectrum | None:
    if inner is None or not inner.single:
        return None
    return Spectrum.of({Powers(inner.single.inverse, 1): 0}, inner.start)


def _power_spectrum(base: Node, exponent: Node) -> Spectrum | None:
    if is_constant(exponent):
        size = whole(value(exponent, 0), "exponents of such a base are")
        inner = spectrum(base)
        if inner is None:
            return None
        return inner.power(size) if size >= 0 else _inverse(inner.power(-size))
    shape = spectrum(exponent)
    if not is_constant(base) or shape is None or shape.quasi is None:
        return None
    number, (period, degree) = value(base, 0), shape.quasi
    if not number:
        return None
    if degree > 1:
        return _unit_power(number, exponent)
    start = shape.start
    steps = [value(exponent, start + k + period) - value(exponent, start + k) for k in range(2 * period)]
    if any(step != steps[0] for step in steps):
        return None
    return Spectrum.of({Powers(_limited(power(number, steps[0])), period): 0}, start)


def _limited(number: Radical) -> Radical:
    """The number, which is raised to high powers later on, when it is not too large."""
    bits = max((c.numerator.bit_length() + c.denominator.bit_length() for _, c in number.parts), default=0)
    if bits > _MOST_BITS:
        raise LimitError(f"formula: a base of {bits} bits is more than {_MOST_BITS} bits")
    return number


def _unit_power(number: Radical, exponent: Node) -> Spectrum | None:
    order = next((k for k in (1, 2, 4) if number**k == Radical.of(1)), None)
    return None if order is None else _periodic(exponent, order)


def _periodic(tree: Node, modulus: int) -> Spectrum | None:
    """That of the values modulo an integer (1: of their fractional parts), for quasi-polynomials.

    On every residue class the values are sums of d_i binomial(m, i) with differences d_i, and
    binomial(m, i) modulo D has the period D lcm(1, ..., i).
    """
    inner = spectrum(tree)
    if inner is None or inner.quasi is None:
        return None
    period, degree = inner.quasi
    result = 1
    for residue in range(period):
        row = []
        for m in range(degree + 1):
            number = value(tree, inner.start + residue + m * period).rational
            if number is None:
                return None
            row.append(number / modulus)
        for i in range(1, degree + 1):
            row = [b - a for a, b in pairwise(row)]
            if row[0].denominator > 1:
                result = lcm(result, row[0].denominator * lcm(*range(1, i + 1)))
    return spectra.periodic(period * result, inner.start) if period * result <= _MOST_PERIOD else None


def _cases_spectrum(branches: tuple[Branch, ...]) -> Spectrum | None:
    start = 0
    parts: list[Spectrum | None] = []
    period = lcm(*(max(1, branch.condition.modulus) for branch in branches))
    for branch in branches:
        condition = branch.condition
        start = max(start, condition.least, 0 if condition.most is None else condition.most + 1)
        inner = spectrum(branch.body)
        if condition.most is None:
            parts.append(None if inner is None else inner.times(spectra.periodic(period)))
    found = spectra.united(parts)
    return None if found is None else Spectrum.of(dict(found.degrees), max(found.start, start))


def _named_spectrum(label: tuple[str, ...], index: Node) -> Spectrum | None:
    shape = spectrum(index)
    if len(label) != 1 or label[0] not in LUCAS or shape is None or shape.quasi != (1, 1):
        return None
    slope = whole(_slope(index, shape.start), "the steps of an index are")
    if abs(slope) > _MOST_BITS:
        raise LimitError(f"formula: an index with {slope} n in it is more than {_MOST_BITS} n")
    p, q, *_ = LUCAS[label[0]]
    half = Radical.root(Fraction(p * p + 4 * q)) * Radical.of(Fraction(1, 2))
    middle = Radical.of(Fraction(p, 2))
    return Spectrum.of(
        {Powers(root**slope, 1): 0 for root in (middle + half, middle - half)},
        shape.start,
    )


def _slope(tree: Node, start: int) -> Radical:
    """The step of values that are linear in n from ``start`` on."""
    return value(tree, start + 1) - value(tree, start)


def _root_sum_spectrum(tree: RootSum) -> Spectrum | None:
    """Sums of p(n, r) r^(n + s) / q(r): the roots themselves, with the degree of p in n."""
    rows = _rows_under_sum(tree.body, tree.letter)
    if rows is None or set(rows) - {1}:
        return None
    polynomial = tuple(polynomial_of(tree))
    if not polynomial[0]:
        return None  # powers of the root 0 are no exponentials
    shapes = [_exponent(part) for part in walk(tree.body)]
    start = max([0, *(shape.start for shape in shapes if shape is not None)])
    return Spectrum.of({Roots(polynomial): rows[1]}, start)


def _exponent(tree: Node) -> Spectrum | None:
    return spectrum(tree.exponent) if isinstance(tree, Power) else None


def _rows_under_sum(tree: Node, letter: str) -> dict[int, int] | None:
    """For every multiple k of n in the exponent of r, the degree of its polynomial in n; None: unknown."""
    if is_constant(tree):
        return {0: 0}
    match tree:
        case Letter():
            return {0: 1}
        case Negative(body=body):
            return _rows_under_sum(body, letter)
        case Sum(terms=terms):
            merged: dict[int, int] = {}
            for term in terms:
                rows = _rows_under_sum(term, letter)
                if rows is None:
                    return None
                for k, degree in rows.items():
                    merged[k] = max(degree, merged.get(k, 0))
            return merged
        case Product(factors=factors):
            product = {0: 0}
            for factor in factors:
                rows = _rows_under_sum(factor, letter)
                if rows is None:
                    return None
                product = _product(product, rows)
            return product
        case Quotient(above=above, below=below) if is_constant(below):
            return _rows_under_sum(above, letter)
        case Power(base=Letter(name=name), exponent=exponent) if name == letter:
            shape = spectrum(exponent)
            if shape is None or shape.quasi != (1, 1):
                return None
            return {whole(_slope(exponent, shape.start), "the steps of an exponent are"): 0}
        case Power(base=base, exponent=Number(value=size)) if size.denominator == 1 and size >= 0:
            rows = _rows_under_sum(base, letter)
            return None if rows is None or set(rows) != {0} else {0: rows[0] * int(size)}
    return None


def _product(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    result: dict[int, int] = {}
    for k, degree in one.items():
        for j, more in other.items():
            result[k + j] = max(degree + more, result.get(k + j, 0))
    return result
