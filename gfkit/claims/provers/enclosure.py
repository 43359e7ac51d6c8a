"""Numbers known by enclosing balls or by decimal digits.

Closed forms with cos, sin, Pi, exp, log, Gamma and roots of any order have certified balls around their
values. A ball can show that a value differs from a number, but never that it equals the number.

In a constant times a power, K n^k b^(s n + c), a decimal denotes the set of numbers that have these digits
after rounding or truncation at the last digit. K may contain at most one decimal, and b may be a decimal.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial, reduce
from math import log
from operator import add, mul

from flint import acb, arb, ctx, fmpq

from gfkit.claims.provers import sequence
from gfkit.claims.provers.sequence import Point
from gfkit.claims.statement.linear import fraction_factors, linear_form
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.number import to_fmpq
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import GfkitError, LimitError, UndecidedError

_FIRST_BITS, _MOST_BITS = 192, 4096
_MOST_FACTORS = 500
"""Maximum number of terms in sums and products that are evaluated as balls."""
_BITS_BEHIND_POINT = 100
"""Minimum number of correct bits after the binary point."""
_FUNCTIONS = frozenset({"cos", "sin", "tan", "cosh", "sinh", "exp", "log", "pi"})


def enclosure(tree: nodes.Node, n: int) -> acb:
    """Return a ball around the value at n with radius below 2^-100; the precision is raised as needed."""
    bits = _FIRST_BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            try:
                ball = _enclose(tree, Point({"n": n}))
            except _TooWide:
                ball = None
            if ball is not None and ball.is_finite():
                size = max(float(abs(ball.real.rad())), float(abs(ball.imag.rad())))
                if size < 2.0**-_BITS_BEHIND_POINT:
                    return ball
        bits *= 2
    raise LimitError(
        f"formula: its value at n = {n} cannot be computed accurately enough with {_MOST_BITS} bits"
    )


def contains(ball: acb, number: Fraction) -> bool:
    """Return True if the ball contains the number."""
    bits = max(abs(number.numerator).bit_length(), number.denominator.bit_length())
    with ctx.workprec(_MOST_BITS + bits):
        return bool(ball.overlaps(acb(arb(to_fmpq(number)))))


def decimals(ball: acb) -> str:
    """Return the decimal digits of a value that are certain given its ball."""
    real = ball.real.str(15, radius=False)
    return real if ball.imag.contains(0) else f"{real} + {ball.imag.str(15, radius=False)}*I"


class _TooWide(Exception):  # noqa: N818
    """Raised if the ball of a value is too wide at the current precision."""


def _exact(tree: nodes.Node, place: Point) -> Radical | None:
    """Return the exact value, or None if it cannot be computed."""
    try:
        return sequence.exact_value(tree, place)
    except UndecidedError:
        return None


def _enclose(tree: nodes.Node, place: Point) -> acb:
    value = _exact(tree, place)
    if value is not None:
        return value.ball()
    again = partial(_enclose, place=place)
    match tree:
        case nodes.Product(factors=factors):
            return sequence.product_unless_zero(factors, again)
        case nodes.Quotient(
            above=nodes.FunctionCall("log", (power,)), below=nodes.FunctionCall("log", (base,))
        ) if (whole := _whole_logarithm(power, base, place)) is not None:
            return acb(whole)
        case nodes.Quotient(above=above, below=below):
            return _enclose(above, place) / _not_zero(_enclose(below, place))
        case nodes.Power(base=base, exponent=exponent):
            return _power(base, exponent, place)
        case nodes.Root(body=body):
            return _not_negative(_enclose(body, place)).sqrt()
        case nodes.IntegerPart(body=body, how=how):
            return _round(_enclose(body, place), how)
        case nodes.Gamma(body=body):
            return _enclose(body, place).gamma()
        case nodes.BigOperator():
            reach = sequence.summation_range(tree, place)
            if len(reach) > _MOST_FACTORS:
                raise LimitError(
                    f"formula: {len(reach)} factors or terms exceed the limit {_MOST_FACTORS} for"
                    " numbers that are not algebraic"
                )
            values = (_enclose(tree.body, place.at(tree.letter, k)) for k in reach)
            return reduce(mul, values, acb(1)) if tree.is_product else reduce(add, values, acb(0))
        case nodes.FunctionCall(name=name, arguments=arguments):
            return _function_value(name, [_enclose(part, place) for part in arguments])
        case nodes.Group() | nodes.Negative() | nodes.Sum():
            return nodes.arithmetic(tree, again, nodes.no_meaning("has no value"))
    return sequence.exact_value(tree, place).ball()  # raises the error again


def _whole_logarithm(power: nodes.Node, base: nodes.Node, place: Point) -> int | None:
    """Return the integer k with power = base^k, for integers power and base >= 2, or None if there is no such
    k.
    """
    exact = [_exact(part, place) for part in (power, base)]
    values = [None if value is None else value.rational for value in exact]
    if any(value is None or value.denominator != 1 or value < 1 for value in values) or values[1] == 1:
        return None
    number, root = (int(value) for value in values if value is not None)
    exponent = round(log(number) / log(root))
    return exponent if root**exponent == number else None


def _not_zero(ball: acb) -> acb:
    if ball.contains(0):
        raise _TooWide
    return ball


def _not_negative(ball: acb) -> acb:
    """Return the ball if it contains no point of the branch cut.

    A real ball that contains 0 or negative numbers only because of its radius is recomputed with more bits.
    """
    if ball.imag.contains(0) and not ball.real > 0 and not ball.real < 0:
        raise _TooWide
    return ball


def _power(base: nodes.Node, exponent: nodes.Node, place: Point) -> acb:
    exact = _exact(exponent, place)
    size = None if exact is None else exact.rational
    if size is not None and size.denominator == 1 and abs(size) < 100_000:
        root = _enclose(base, place)
        power = int(size)
        return root**power if power >= 0 else 1 / _not_zero(root**-power)
    if size is not None and size.denominator == 2:
        return _power(nodes.Root(base), nodes.Number(size * 2), place)
    if size is None:
        above = _enclose(exponent, place)
        whole = above.real.unique_fmpz() if above.is_exact() and above.imag == 0 else None
        if whole is not None:
            return _enclose(nodes.Power(base, nodes.Number(int(whole))), place)
    else:
        above = acb(arb(to_fmpq(size)))
    below = _not_negative(_enclose(base, place))
    if below.real < 0 and below.imag.contains(0):
        raise UndecidedError("of a negative number only the square root is supported")
    return (below.log() * above).exp()


def _round(ball: acb, how: nodes.Rounding) -> acb:
    if not ball.imag.contains(0):
        raise UndecidedError("a number that is not real cannot be rounded")
    real = ball.real
    if how is nodes.Rounding.NEAREST:
        real = real + arb(fmpq(1, 2))
    whole = (-(-real).floor() if how is nodes.Rounding.CEILING else real.floor()).unique_fmpz()
    if whole is None:
        raise _TooWide
    return acb(whole)


def _function_value(name: str, values: list[acb]) -> acb:
    if name == "pi":
        return acb(arb.pi())
    if name not in _FUNCTIONS:
        raise UndecidedError(f"{name} is not supported for numbers that are not algebraic")
    value = values[0]
    if name == "log":
        if value.contains(0):
            raise _TooWide
        if value.imag.contains(0) and value.real < 0:
            raise UndecidedError("the logarithm of a negative number is not supported")
    result: acb = getattr(value, name)()
    return result


# Constants times powers in which decimals were printed

DECIMALS_NOTE = "in an equation decimals are exact numbers; write ~ to compare only the printed digits"


@dataclass(frozen=True)
class PowerTerm:
    """Product exact * decimal^sign * n^degree * base^(slope n + offset)."""

    exact: Radical = field(default_factory=lambda: Radical.of(1))
    decimal: str = ""
    sign: int = 1
    degree: int = 0
    base: Radical = field(default_factory=lambda: Radical.of(1))
    base_digits: str = ""
    slope: int = 1
    offset: int = 0


def has_decimals(tree: nodes.Node) -> bool:
    """Return True if the formula contains a number with a decimal point."""
    return any(isinstance(node, nodes.Number) and node.digits for node in nodes.walk(tree))


def power_term(tree: nodes.Node) -> PowerTerm | None:
    """Parse a constant times a power. Return None for other formulas, and for a constant with two decimals.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> found = power_term(read_statement("0.85 n^2 2.414^(n+1)/3").chains[0].sides[0])
    >>> found.decimal, found.degree, found.base_digits, found.offset, str(found.exact)
    ('0.85', 2, '2.414', 1, '1/3')
    """
    term = PowerTerm()
    has_base = False
    above, below = fraction_factors(tree)
    for part, sign in [*((part, 1) for part in above), *((part, -1) for part in below)]:
        changed = _multiply_factor(term, part, sign)
        if changed is None:
            return None
        if _is_exponential(part):
            if has_base:
                return None
            has_base = True
        term = changed
    return term


def has_digits(digits: str, low: Fraction, high: Fraction) -> bool:
    """Return True if a number between two bounds has the given digits, rounded or truncated.

    If p is the printed number and u one unit in its last digit, these are the numbers x with
    p - u/2 <= x < p + u. Raise an error if the bounds do not decide this.

    >>> [has_digits(digits, Fraction(853, 1000), Fraction(854, 1000)) for digits in ("0.85", "0.9", "0.86")]
    [True, True, False]
    """
    printed = Fraction(digits)
    unit = Fraction(1, 10 ** len(digits.partition(".")[2]))
    least, end = printed - unit / 2, printed + unit
    if least <= low and high < end:
        return True
    if high < least or low >= end:
        return False
    raise LimitError(f"formula: cannot decide whether the digits {digits} are rounded correctly")


def _multiply_factor(term: PowerTerm, part: nodes.Node, sign: int) -> PowerTerm | None:
    if isinstance(part, nodes.Number) and part.digits:
        return None if term.decimal else replace(term, decimal=part.digits, sign=sign)
    match part:
        case nodes.Letter(name="n"):
            return replace(term, degree=term.degree + sign)
        case nodes.Power(base=nodes.Letter(name=name), exponent=nodes.Number(value=size)):
            is_whole = size.denominator == 1 and name == "n"
            return replace(term, degree=term.degree + sign * int(size)) if is_whole else None
    try:
        if _is_exponential(part):
            return _multiply_power(term, part, sign)
        if not sequence.is_constant(part) or has_decimals(part) or isinstance(part, nodes.Symbol):
            return None
        value = sequence.exact_value(part, 0)
        return replace(term, exact=term.exact * (value if sign > 0 else value.inverse))
    except GfkitError:
        return None


def _is_exponential(part: nodes.Node) -> bool:
    return (
        isinstance(part, nodes.Power)
        and sequence.is_constant(part.base)
        and not sequence.is_constant(part.exponent)
    )


def _multiply_power(term: PowerTerm, part: nodes.Node, sign: int) -> PowerTerm | None:
    assert isinstance(part, nodes.Power), "asked before"
    digits = part.base.digits if isinstance(part.base, nodes.Number) else ""
    if not digits and has_decimals(part.base):
        return None
    form = linear_form(part.exponent)
    if form is None or set(form) - {"", "n"}:
        return None
    step, first = sign * form["n"], sign * form[""]
    if step.denominator > 1 or first.denominator > 1 or step < 1:
        return None
    base = sequence.exact_value(part.base, 0)
    return replace(term, base=base, base_digits=digits, slope=int(step), offset=int(first))
