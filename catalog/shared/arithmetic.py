"""Evaluation of sides of equations in statements, such as (1 + x + y)*P(n) - x*B(n) or 8*(k-1)^2 + 3*k."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from gfkit.core.errors import CatalogError

Number = Any
"""An integer, a fraction, or a polynomial: any operand of + - *."""
Function = Callable[..., Number]


def evaluate(
    text: str, names: Mapping[str, Number], functions: Mapping[str, Function] | None = None
) -> Number:
    """Return the value of a side for given numbers, names and functions.

    The syntax has + - * / ^ (powers and divisors are integers) and sums with an index: sum(i, first, last,
    term) or sum(term, i, first, last).

    >>> evaluate("2 + sum(11 + 4*(4*i - 3), i, 1, k)", {"k": 2}), evaluate("sum(i, 1, n - 1, 2^i)", {"n": 4})
    (48, 14)
    """
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval").body
    except SyntaxError:
        raise CatalogError(f"side {text!r} cannot be read; write it as 8*(k-1)^2 + 3*k") from None
    value = _value(tree, dict(names), functions or {}, text)
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _value(node: ast.expr, names: dict[str, Number], functions: Mapping[str, Function], text: str) -> Number:
    def inner(part: ast.expr) -> Number:
        return _value(part, names, functions, text)

    def whole(part: ast.expr) -> int:
        if not isinstance(number := inner(part), int):
            raise CatalogError(f"side {text!r}: {ast.unparse(part)!r} must be an integer")
        return number

    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -inner(part)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return inner(left) + inner(right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return inner(left) - inner(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return inner(left) * inner(right)
        case ast.BinOp(left=left, op=ast.Pow(), right=right) if 0 <= whole(right) < 1000:
            return inner(left) ** whole(right)
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int(below))) if below:
            return Fraction(inner(left)) / below
        case (
            ast.Call(func=ast.Name(id="sum"), args=[term, ast.Name(id=index), first, last])
            | ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=index), first, last, term])
        ):
            span = range(whole(first), whole(last) + 1)
            return sum((_value(term, {**names, index: i}, functions, text) for i in span), 0)
        case ast.Call(func=ast.Name(id=name), args=args) if name in functions:
            return functions[name](*map(whole, args))
    raise CatalogError(f"side {text!r}: {ast.unparse(node)!r} has no meaning here")
