"""Constants times powers in which decimals were printed: K n^k b^(s n + c), each part by itself.

A decimal stands for every number that has these digits when it is rounded, or cut off, where the printed ones
end. K may have one at most, and the base may be one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from gfkit.algebra.formula import tree as nodes
from gfkit.algebra.formula.linear import linear_form
from gfkit.algebra.formula.radical import Radical
from gfkit.claims.formula import sequence
from gfkit.claims.formula.fraction import fraction_factors
from gfkit.errors import GfkitError, LimitError


@dataclass(frozen=True)
class PowerTerm:
    """exact * decimal^sign * n^degree * base^(slope n + offset)."""

    exact: Radical = field(default_factory=lambda: Radical.of(1))
    decimal: str = ""
    sign: int = 1
    degree: int = 0
    base: Radical = field(default_factory=lambda: Radical.of(1))
    base_digits: str = ""
    slope: int = 1
    offset: int = 0


def has_decimals(tree: nodes.Node) -> bool:
    """Whether a number was printed with a decimal point."""
    return any(isinstance(node, nodes.Number) and node.digits for node in nodes.walk(tree))


def power_term(tree: nodes.Node) -> PowerTerm | None:
    """The parts of a product; None for anything else, and for two decimals in the constant.

    >>> from gfkit.algebra.formula.read.statement import read_statement
    >>> found = power_term(read_statement("0.85 n^2 2.414^(n+1)/3").chains[0].sides[0])
    >>> found.decimal, found.degree, found.base_digits, found.offset, str(found.exact)
    ('0.85', 2, '2.414', 1, '1/3')
    """
    term = PowerTerm()
    has_base = False
    above, below = fraction_factors(tree)
    for part, sign in [*((part, 1) for part in above), *((part, -1) for part in below)]:
        changed = _with_factor(term, part, sign)
        if changed is None:
            return None
        if _is_exponential(part):
            if has_base:
                return None
            has_base = True
        term = changed
    return term


def has_digits(digits: str, low: Fraction, high: Fraction) -> bool:
    """Whether a number between two bounds has these digits, rounded or cut off.

    With p printed and u a unit of its last digit, those are the numbers from p - u/2 to below p + u. Refused
    where the bounds leave it open.

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
    raise LimitError(f"formula: whether the digits {digits} are rounded rightly is too close to tell")


def _with_factor(term: PowerTerm, part: nodes.Node, sign: int) -> PowerTerm | None:
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
            return _with_base(term, part, sign)
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


def _with_base(term: PowerTerm, part: nodes.Node, sign: int) -> PowerTerm | None:
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
