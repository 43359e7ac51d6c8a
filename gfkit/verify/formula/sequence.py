"""Closed forms in n: their exact values, sums over the roots of a polynomial among them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb, factorial, lcm

from flint import arb, ctx, fmpq, fmpq_poly

from gfkit.errors import InputError, LimitError
from gfkit.formula import tree as nodes
from gfkit.formula.radical import Radical, radicals_sum
from gfkit.formula.ratio import Ring, ratio
from gfkit.formula.read.notation import NAMED
from gfkit.formula.read.statement import PrintedRoot, Statement
from gfkit.sequences.number import number_text
from gfkit.sequences.series import isolated

_MOST_BITS = 1_000_000
_MOST_FACTORS = 2000


def is_constant(tree: nodes.Node) -> bool:
    """Whether n does not occur, neither in conditions nor in named sequences."""
    return not any(node == nodes.N or isinstance(node, nodes.Condition) for node in nodes.walk(tree))


def exact_value(tree: nodes.Node, n: int) -> Radical:
    """The exact value at n."""
    match tree:
        case nodes.Number(value=number):
            return Radical.of(number)
        case nodes.Letter(name=name):
            if name != "n":
                raise InputError(f"formula: the letter {name!r} has no meaning in a closed form")
            return Radical.of(n)
        case nodes.Negative(body=body):
            return -exact_value(body, n)
        case nodes.Sum(terms=terms):
            return radicals_sum(exact_value(term, n) for term in terms)
        case nodes.Product(factors=factors):
            result = Radical.of(1)
            for factor in factors:
                result = result * exact_value(factor, n)
            return result
        case nodes.Quotient(above=above, below=below):
            return exact_value(above, n) / exact_value(below, n)
        case nodes.Power(base=base, exponent=exponent):
            return power(exact_value(base, n), exact_value(exponent, n))
        case nodes.Root(body=body):
            return Radical.root(rational(exact_value(body, n), "square roots are read of"))
        case nodes.Rounded(body=body, how=how):
            return Radical.of(_rounded(exact_value(body, n), how))
        case nodes.Remainder(body=body, modulus=modulus):
            inner = exact_value(body, n)
            return inner - Radical.of(modulus * (inner * Radical.of(Fraction(1, modulus))).floor())
        case nodes.Choose(above=above, below=below):
            return _binomial(exact_value(above, n), exact_value(below, n))
        case nodes.Factorial(body=body):
            size = whole_value(exact_value(body, n), "factorials are read of")
            if not 0 <= size <= 100_000:
                raise LimitError(f"formula: a factorial of {_shown(size)} is beyond 0 to 100000")
            return Radical.of(factorial(size))
        case nodes.Cases(branches=branches):
            return exact_value(_branch(branches, n).body, n)
        case nodes.RootSum():
            return Radical.of(trace(tree, n, _rational_value))
        case nodes.Symbol(label=label, index=index, arguments=arguments):
            if arguments:
                raise InputError(f"formula: {'_'.join(label)} has an index and nothing else to be put for")
            return _named(label, index, n)
    raise InputError(f"formula: {type(tree).__name__.lower()} has no meaning in a closed form")


def defined_from(tree: nodes.Node) -> int:
    """The first n from which on every case of the formula has a branch."""
    first = 0
    for node in nodes.walk(tree):
        if isinstance(node, nodes.Cases):
            last = max(branch.condition.least for branch in node.branches)
            period = lcm(*(max(1, branch.condition.modulus) for branch in node.branches))
            gaps = [
                n
                for n in range(last + 2 * period + 2)
                if not any(branch.condition.holds(n) for branch in node.branches)
            ]
            first = max(first, gaps[-1] + 1 if gaps else 0)
    return first


def _shown(number: int | Fraction) -> str:
    """The number, cut where it is long."""
    text = number_text(number)
    return text if len(text) <= 30 else f"{text[:27]}... ({len(text)} digits)"


def _rational_value(tree: nodes.Node, n: int) -> Fraction:
    return rational(exact_value(tree, n), "parts of a sum over roots are")


def rational(number: Radical, what: str) -> Fraction:
    """The number as a fraction; ``what`` says what needs one."""
    found = number.rational
    if found is None:
        raise InputError(f"formula: {what} rational numbers, got {number}")
    return found


def whole_value(number: Radical, what: str) -> int:
    """The number as an integer; ``what`` says what needs one."""
    found = number.rational
    if found is None or found.denominator != 1:
        raise InputError(f"formula: {what} whole numbers, got {number}")
    return found.numerator


def power(base: Radical, exponent: Radical) -> Radical:
    """The power, for exponents that are whole or half of a whole number."""
    size = rational(exponent, "exponents are")
    if size.denominator > 2:
        raise InputError(f"formula: the exponent {_shown(size)} is neither whole nor half of a whole number")
    bits = max((c.numerator.bit_length() + c.denominator.bit_length() for _, c in base.parts), default=1)
    if abs(size) * bits > _MOST_BITS:
        raise LimitError(f"formula: a power with exponent {_shown(size)} has more than {_MOST_BITS} bits")
    if size.denominator == 2:
        base = Radical.root(rational(base, "square roots are read of"))
        size *= 2
    return base**size.numerator


def _rounded(number: Radical, how: nodes.Rounding) -> int:
    if how is nodes.Rounding.FLOOR:
        return number.floor()
    if how is nodes.Rounding.CEILING:
        return -(-number).floor()
    return (number + Radical.of(Fraction(1, 2))).floor()


def _binomial(above: Radical, below: Radical) -> Radical:
    size = whole_value(below, "binomials are read of")
    if size > _MOST_FACTORS:
        raise LimitError(f"formula: a binomial with {_shown(size)} below is more than {_MOST_FACTORS}")
    number = above.rational
    if number is not None and number.denominator == 1 and number >= 0 and size >= 0:
        if size * number.numerator.bit_length() > _MOST_BITS:
            raise LimitError(f"formula: a binomial of {_shown(number)} has more than {_MOST_BITS} bits")
        return Radical.of(comb(number.numerator, size))
    result = Radical.of(1 if size >= 0 else 0)
    for k in range(size):
        result = result * (above - Radical.of(k)) * Radical.of(Fraction(1, k + 1))
    return result


def _branch(branches: tuple[nodes.Branch, ...], n: int) -> nodes.Branch:
    found = next((branch for branch in branches if branch.condition.holds(n)), None)
    if found is None:
        raise InputError(f"formula: no case of it is for n = {n}")
    return found


def _named(label: tuple[str, ...], index: nodes.Node | None, n: int) -> Radical:
    if len(label) != 1 or label[0] not in NAMED or index is None:
        raise InputError(
            f"formula: the name {'_'.join(label)!r} has no meaning in a closed form; known are F (Fibonacci),"
            " L (Lucas), Pell and J (Jacobsthal), as in F(n+2)"
        )
    p, q, first, second, _ = NAMED[label[0]]
    place = whole_value(exact_value(index, n), "indices are")
    if abs(place) > 1_000_000:
        raise LimitError(f"formula: the index {_shown(place)} of {label[0]} is beyond 1000000")
    return Radical.of(_lucas(Fraction(p), Fraction(q), Fraction(first), Fraction(second), place))


def _lucas(p: Fraction, q: Fraction, first: Fraction, second: Fraction, place: int) -> Fraction:
    """b(place), for negative places too: by squaring (b(0), b(1)) -> (b(1), q b(0) + p b(1))."""
    step = (Fraction(0), Fraction(1), q, p) if place >= 0 else (-p / q, 1 / q, Fraction(1), Fraction(0))
    place = abs(place)
    while place:
        a, b, c, d = step
        if place & 1:
            first, second = a * first + b * second, c * first + d * second
        step = (a * a + b * c, b * (a + d), c * (a + d), b * c + d * d)
        place >>= 1
    return first


_MOST_PRINTED = 1000
"""Longer decimals of roots are refused."""

Numbers = Callable[[nodes.Node, int], Fraction]
"""How parts without the letter of the roots get their value at n."""


def trace(tree: nodes.RootSum, n: int, number: Numbers) -> Fraction:
    """The sum over the roots: the trace of the body in the field of the polynomial."""
    modulus = fmpq_poly([_flint(c) for c in polynomial_of(tree)])
    body = _element(tree.body, tree.letter, n, modulus, number)
    power, trace = fmpq_poly([1]), Fraction(0)
    for k in range(modulus.degree()):
        coefficient = (body * power % modulus)[k]
        trace += Fraction(int(coefficient.numer()), int(coefficient.denom()))
        power = power * fmpq_poly([0, 1]) % modulus
    return trace


def _element(tree: nodes.Node, letter: str, n: int, modulus: fmpq_poly, number: Numbers) -> fmpq_poly:
    if letter not in nodes.letters(tree):
        return fmpq_poly([_flint(number(tree, n))])
    again = partial(_element, letter=letter, n=n, modulus=modulus, number=number)
    match tree:
        case nodes.Letter():
            return fmpq_poly([0, 1]) % modulus
        case nodes.Negative(body=body):
            return -again(body)
        case nodes.Sum(terms=terms):
            return sum((again(term) for term in terms), fmpq_poly([]))
        case nodes.Product(factors=factors):
            result = fmpq_poly([1])
            for factor in factors:
                result = result * again(factor) % modulus
            return result
        case nodes.Quotient(above=above, below=below):
            return again(above) * _inverted(again(below), modulus) % modulus
        case nodes.Power(base=base, exponent=exponent):
            size = number(exponent, n)
            if size.denominator != 1:
                raise InputError(f"formula: under a sum over roots the exponent {size} must be whole")
            element = again(base) if size >= 0 else _inverted(again(base), modulus)
            return _modular_power(element, abs(size.numerator), modulus)
    raise InputError(f"formula: {type(tree).__name__.lower()} has no meaning under a sum over roots")


def _modular_power(element: fmpq_poly, exponent: int, modulus: fmpq_poly) -> fmpq_poly:
    result = fmpq_poly([1])
    while exponent:
        if exponent & 1:
            result = result * element % modulus
        element, exponent = element * element % modulus, exponent >> 1
    return result


def _inverted(element: fmpq_poly, modulus: fmpq_poly) -> fmpq_poly:
    common, inverse, _ = (element % modulus).xgcd(modulus)
    if common.degree() != 0:
        raise InputError("formula: divides by zero at a root of the polynomial")
    return inverse / common[0]


def polynomial_of(tree: nodes.RootSum) -> list[Fraction]:
    """The coefficients of the polynomial, lowest first."""
    ring = Ring()
    row = ratio(tree.polynomial, ring, {tree.letter: ring.letter("u")}).row("u")
    if row is None or not any(row):
        raise InputError("formula: a sum goes over the roots of a polynomial, as r^3 - r - 1 = 0")
    return row


def check_roots(statement: Statement) -> None:
    """Refuses decimals such as r1 = 2.76 that are not, to the digits printed, roots of the sum over r."""
    sums = [
        node
        for chain in statement.chains
        for side in chain.sides
        for node in nodes.walk(side)
        if isinstance(node, nodes.RootSum)
    ]
    for printed in statement.roots:
        if len(printed.text) > _MOST_PRINTED:
            raise LimitError(
                f"formula: a root of {len(printed.text)} characters is more than {_MOST_PRINTED}"
            )
        several = [polynomial_of(tree) for tree in sums if tree.letter == printed.letter]
        if not any(_is_root(printed, row) for row in several):
            raise InputError(f"formula: {printed.text!r} is no root of the polynomial of {printed.letter}")
        listed = sum(other.letter == printed.letter for other in statement.roots)
        if printed.more and all(listed + printed.more != len(row) - 1 for row in several):
            raise InputError(f"formula: {printed.text!r} counts the roots wrongly")


def _is_root(printed: PrintedRoot, row: list[Fraction]) -> bool:
    """Whether both parts are those of one root, rounded or cut off at the last digit."""
    polynomial = fmpq_poly([_flint(c) for c in row]).numer()
    with ctx.workprec(64 + 8 * len(printed.text)):
        return any(
            _is_near(printed.real, root.real) and _is_near(printed.imaginary, root.imag)
            for root, _ in isolated(polynomial)
        )


def _is_near(text: str, number: arb) -> bool:
    digits, _, power = text.partition("e")
    unit = Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))
    apart = abs(number - arb(_flint(Fraction(text))))
    return bool(apart < arb(_flint(unit))) if "." in digits else bool(apart < arb(10) ** -15)


def _flint(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
