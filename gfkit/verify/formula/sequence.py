"""Closed forms in n: their exact values."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, lcm

from gfkit.errors import InputError, LimitError
from gfkit.formula.tree import (
    Branch,
    Cases,
    Choose,
    Condition,
    Factorial,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Remainder,
    Root,
    RootSum,
    Rounded,
    Rounding,
    Sum,
    Symbol,
    walk,
)
from gfkit.sequences.number import number_text
from gfkit.verify.formula.radical import Radical, total
from gfkit.verify.formula.root_sum import trace

_MOST_BITS = 1_000_000
_MOST_FACTORS = 2000

LUCAS: dict[str, tuple[int, int, int, int]] = {
    **dict.fromkeys(("F", "Fibonacci", "fibonacci", "fib", "Fib"), (1, 1, 0, 1)),
    **dict.fromkeys(("L", "Lucas", "lucas"), (1, 1, 2, 1)),
    **dict.fromkeys(("Pell", "pell"), (2, 1, 0, 1)),
    **dict.fromkeys(("J", "Jacobsthal", "jacobsthal"), (1, 2, 0, 1)),
}
"""Sequences known by name: b(n) = p b(n-1) + q b(n-2) with b(0), b(1)."""


def is_constant(tree: Node) -> bool:
    """Whether n does not occur, neither in conditions nor in named sequences."""
    return not any(
        (isinstance(node, Letter) and node.name == "n") or isinstance(node, Condition) for node in walk(tree)
    )


def value(tree: Node, n: int) -> Radical:
    """The exact value at n."""
    match tree:
        case Number(value=number):
            return Radical.of(number)
        case Letter(name=name):
            if name != "n":
                raise InputError(f"formula: the letter {name!r} has no meaning in a closed form")
            return Radical.of(n)
        case Negative(body=body):
            return -value(body, n)
        case Sum(terms=terms):
            return total(value(term, n) for term in terms)
        case Product(factors=factors):
            result = Radical.of(1)
            for factor in factors:
                result = result * value(factor, n)
            return result
        case Quotient(above=above, below=below):
            return value(above, n) / value(below, n)
        case Power(base=base, exponent=exponent):
            return power(value(base, n), value(exponent, n))
        case Root(body=body):
            return Radical.root(rational(value(body, n), "square roots are read of"))
        case Rounded(body=body, how=how):
            return Radical.of(_rounded(value(body, n), how))
        case Remainder(body=body, modulus=modulus):
            inner = value(body, n)
            return inner - Radical.of(modulus * (inner * Radical.of(Fraction(1, modulus))).floor())
        case Choose(above=above, below=below):
            return _binomial(value(above, n), value(below, n))
        case Factorial(body=body):
            size = whole(value(body, n), "factorials are read of")
            if not 0 <= size <= 100_000:
                raise LimitError(f"formula: a factorial of {_shown(size)} is beyond 0 to 100000")
            return Radical.of(factorial(size))
        case Cases(branches=branches):
            return value(_branch(branches, n).body, n)
        case RootSum():
            return Radical.of(trace(tree, n, _rational_value))
        case Symbol(label=label, index=index, arguments=arguments):
            if arguments:
                raise InputError(f"formula: {'_'.join(label)} has an index and nothing else to be put for")
            return _named(label, index, n)
    raise InputError(f"formula: {type(tree).__name__.lower()} has no meaning in a closed form")


def defined_from(tree: Node) -> int:
    """The first n from which on every case of the formula has a branch."""
    first = 0
    for node in walk(tree):
        if isinstance(node, Cases):
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


def _rational_value(tree: Node, n: int) -> Fraction:
    return rational(value(tree, n), "parts of a sum over roots are")


def rational(number: Radical, what: str) -> Fraction:
    """The number as a fraction; ``what`` says what needs one."""
    found = number.rational
    if found is None:
        raise InputError(f"formula: {what} rational numbers, got {number}")
    return found


def whole(number: Radical, what: str) -> int:
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


def _rounded(number: Radical, how: Rounding) -> int:
    if how is Rounding.FLOOR:
        return number.floor()
    if how is Rounding.CEILING:
        return -(-number).floor()
    return (number + Radical.of(Fraction(1, 2))).floor()


def _binomial(above: Radical, below: Radical) -> Radical:
    size = whole(below, "binomials are read of")
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


def _branch(branches: tuple[Branch, ...], n: int) -> Branch:
    found = next((branch for branch in branches if branch.condition.holds(n)), None)
    if found is None:
        raise InputError(f"formula: no case of it is for n = {n}")
    return found


def _named(label: tuple[str, ...], index: Node | None, n: int) -> Radical:
    if len(label) != 1 or label[0] not in LUCAS or index is None:
        raise InputError(
            f"formula: the name {'_'.join(label)!r} has no meaning in a closed form; known are F (Fibonacci),"
            " L (Lucas), Pell and J (Jacobsthal), as in F(n+2)"
        )
    p, q, first, second = LUCAS[label[0]]
    place = whole(value(index, n), "indices are")
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
