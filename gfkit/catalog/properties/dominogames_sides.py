"""Chains of equal sides in k, with the payoffs V and W of two columns in them."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from gfkit.catalog.check import Arguments, Found
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.dominoes import ENGINE, WHOLE, Source
from gfkit.errors import CatalogError

Number = int | Fraction
Payoff = Callable[[int, int, int], int]
"""Player, situation (0 for none) and rows."""
_POINTS = 40
_OPENINGS = {0: "", 1: "h1", 2: "v1 v2", 3: "v1 h1", 4: "v1 v1"}
_TABLE = {
    0: ((8, 1, 0), (8, 3, 0)),
    1: ((8, 7, 2), (8, 5, 0)),
    2: ((8, 9, 3), (8, 11, 3)),
    3: ((8, 15, 7), (8, 13, 5)),
}
"""V for R = 4k, 4k + 1, 4k + 2, 4k + 3: the coefficients of k^2, k and 1 for both players."""
_OPERATORS: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def evaluate(text: str, names: Mapping[str, Number], payoff: Payoff | None = None) -> Number:
    """A side for given numbers.

    It has + - * / ^, sum(term, i, first, last), V(player, rows) and W(player, situation, rows).

    >>> evaluate("2 + sum(11 + 4*(4*i - 3), i, 1, k)", {"k": 2})
    48
    """
    try:
        tree = ast.parse(text.replace("^", "**"), mode="eval").body
    except SyntaxError:
        raise CatalogError(f"side {text!r} cannot be read; write it as 8*(k-1)^2 + 3*k") from None
    value = _value(tree, dict(names), payoff, text)
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _value(node: ast.expr, names: dict[str, Number], payoff: Payoff | None, text: str) -> Number:
    def inner(part: ast.expr) -> Number:
        return _value(part, names, payoff, text)

    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -inner(part)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))) if 0 <= power <= 3:
            return inner(left) ** power
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int(below))) if below:
            return Fraction(inner(left)) / below
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](inner(left), inner(right))
        case ast.Call(func=ast.Name(id="sum"), args=[term, ast.Name(id=index), first, last]):
            span = range(int(inner(first)), int(inner(last)) + 1)
            return sum((_value(term, {**names, index: i}, payoff, text) for i in span), 0)
        case ast.Call(func=ast.Name(id="V"), args=[player, rows]) if payoff:
            return payoff(_player(inner(player), text), 0, int(inner(rows)))
        case ast.Call(func=ast.Name(id="W"), args=[player, situation, rows]) if payoff:
            return payoff(_player(inner(player), text), int(inner(situation)), int(inner(rows)))
    raise CatalogError(f"side {text!r}: {ast.unparse(node)!r} has no meaning here")


def _player(number: Number, text: str) -> int:
    if number not in (1, 2):
        raise CatalogError(f"side {text!r}: a player is 1 or 2, got {number}")
    return int(number)


def _by_table(player: int, situation: int, rows: int) -> int:
    """V as the table has it."""
    if situation:
        raise CatalogError("check: W has no table; name the methods induction and brute-force")
    k = rows // 4
    two, one, none = _TABLE[rows % 4][player - 1]
    return two * k * k + one * k + none


def _by_game(source: Source, player: int, situation: int, rows: int) -> int:
    """What the game pays; a board without rows pays nothing."""
    if rows == 0:
        return 0
    if situation not in _OPENINGS:
        raise CatalogError(f"check: situation {situation} is none; there are 1 to 4")
    ((one, two),) = source.payoffs(f"2x{rows}", _OPENINGS[situation])
    return one if player == 1 else two


def equal(payoff: Payoff, last: int, best: Standing, statement: Statement, asked: Arguments) -> Found:
    """All sides are equal, for k = from, ..., where R is given by ``rows`` and a is 1 for even R, else 0.

    Sides are polynomials in k of degree far below the number of values tried, when V is that of the table:
    equal values then prove that they are equal.
    """
    first, every = asked.get("from", 1), asked.get("every", 1)
    k = first
    tried = 0
    while tried < _POINTS:
        rows = int(evaluate(asked.get("rows", "k"), {"k": k}))
        if rows > last:
            break
        names: dict[str, Number] = {"k": k, "R": rows, "a": 1 - rows % 2, "n": k}
        values = [evaluate(side, names, payoff) for side in statement]
        for side, value in zip(statement, values, strict=True):
            if value != values[0]:
                return Found(
                    Standing.REFUTED, "values", Witness(f"k = {k}", f"{side} = {value}", str(values[0]))
                )
        k += every
        tried += 1
    if tried < 2:
        raise CatalogError(f"check: sides compared at {tried} values only")
    return Found(best, f"sides compared at {tried} values of k")


METHODS = {
    "equal": {
        "algebra": partial(equal, _by_table, 10**6, Standing.PROVED),
        "induction": partial(equal, partial(_by_game, ENGINE), 40, Standing.CONSISTENT),
        "brute-force": partial(equal, partial(_by_game, WHOLE), 13, Standing.CONSISTENT),
    }
}
