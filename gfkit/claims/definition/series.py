"""Coefficients of power series by the definition of each operation: convolution, division by the leading
coefficient, and the recurrences for exp(f) and log(f) that follow from their derivatives.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial, reduce

from flint import acb

from gfkit.claims.definition import values
from gfkit.claims.definition.values import ONE, ZERO, Value, World, divide, minus, plus, times
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.deferred import dataclass
from gfkit.core.errors import UndecidedError

Row = list[Value]
"""Known coefficients of t^0, t^1, ... of a series."""
_MORE = (0, 4, 16, 64)
"""Numbers of coefficients that are computed in addition, because a division by t loses one."""


def series_coefficients(
    node: nodes.Node, world: World, length: int, letters: Mapping[str, Value] = {}, variable: str = "t"
) -> list[Value]:
    """Return the coefficients of t^0, ..., t^(length - 1) of an expression in t, with numbers for its other
    letters. A(t) is the series of the sequence a; terms before the first one are 0.

    There are fewer coefficients if later terms of a are not computed. Raise NoValueError if a part has no
    value, and UndecidedError if the series is not computed.
    """
    row = Row()
    for more in _MORE:
        before = len(row)
        with world.evaluation():
            row = _Expansion(world, variable, length + more).row(node, letters)
        if len(row) >= length or len(row) == before:
            break
    return row[:length]


def _scaled(factor: Value, f: Row) -> Row:
    return [times(factor, c) for c in f]


def _sum(f: Row, g: Row) -> Row:
    return [plus(c, d) for c, d in zip(f, g, strict=False)]


def _product(f: Row, g: Row) -> Row:
    return [values.sum_of_values(map(times, f[: n + 1], g[n::-1])) for n in range(min(len(f), len(g)))]


def _quotient(f: Row, g: Row) -> Row:
    low = next((k for k, c in enumerate(g) if isinstance(c, acb) or c), len(g))
    if low == len(g) or any(isinstance(c, acb) or c for c in f[:low]):
        raise UndecidedError("a quotient of two series that may be no power series")
    f, g, row = f[low:], g[low:], Row()
    for c, _ in zip(f, g, strict=False):
        row.append(divide(minus(c, values.sum_of_values(map(times, g[1:], reversed(row)))), g[0]))
    return row


def _exp(f: Row) -> Row:
    """Return g = exp(f), by n g_n = sum of j f_j g_(n-j) over j = 1, ..., n."""
    g = [values.elementary("exp", c) for c in f[:1]]
    for n in range(1, len(f)):
        g.append(divide(values.sum_of_values(times(times(j, f[j]), g[n - j]) for j in range(1, n + 1)), n))
    return g


def _log(f: Row) -> Row:
    """Return g = log(f), by n f_0 g_n = n f_n - sum of j g_j f_(n-j) over j = 1, ..., n - 1."""
    g = [values.elementary("log", c) for c in f[:1]]
    for n in range(1, len(f)):
        rest = values.sum_of_values(times(times(j, g[j]), f[n - j]) for j in range(1, n))
        g.append(divide(minus(times(n, f[n]), rest), times(n, f[0])))
    return g


def _power(f: Row, exponent: Value) -> Row:
    """Return a power with a constant exponent: a product, or c^r exp(r log(f/c)) for f = c + ..."""
    if isinstance(exponent, int):
        one = [ONE, *[ZERO] * (len(f) - 1)]
        return reduce(
            _product, [f if exponent >= 0 else _quotient(one, f)] * abs(values.small(exponent)), one
        )
    if not f or (not isinstance(f[0], acb) and not f[0]):
        raise UndecidedError("a root of a series without a constant term has several meanings")
    unit = [ONE, *(divide(c, f[0]) for c in f[1:])]
    return _scaled(values.power_value(f[0], exponent), _exp(_scaled(exponent, _log(unit))))


def _function(name: str, f: Row) -> Row:
    """Return a function of a series, from exp and log."""
    match name:
        case "exp":
            return _exp(f)
        case "log":
            return _log(f)
        case "sqrt":
            return _power(f, Fraction(1, 2))
        case "cosh" | "sinh":
            return _scaled(
                Fraction(1, 2), _sum(_exp(f), _scaled(1 if name == "cosh" else -1, _exp(_scaled(-1, f))))
            )
        case "cos":
            return _function("cosh", _scaled(_UNIT, f))
        case "sin":
            return _scaled(-_UNIT, _function("sinh", _scaled(_UNIT, f)))
        case "tan":
            return _quotient(_function("sin", f), _function("cos", f))
    raise UndecidedError(f"the series of {name} is not computed by definition")


_UNIT = Radical.root(Fraction(-1))


@dataclass(frozen=True)
class _Expansion:
    """Expansion of expressions in a variable to a number of coefficients."""

    world: World
    variable: str
    length: int

    def row(self, node: nodes.Node, letters: Mapping[str, Value]) -> Row:
        """Return the known coefficients of an expression."""
        again = partial(self.row, letters=letters)
        if not self._has_variable(node):
            return self._constant(self.world.value(node, letters))
        match node:
            case nodes.Letter():
                return [ZERO, *self._constant(ONE)]
            case nodes.Sum(terms=parts):
                return reduce(_sum, map(again, parts))
            case nodes.Product(factors=parts):
                return reduce(_product, map(again, parts))
            case nodes.Negative(body=body):
                return _scaled(-1, again(body))
            case nodes.Quotient(above=above, below=below):
                return _quotient(again(above), again(below))
            case nodes.Power(base=base, exponent=exponent) if self._has_variable(exponent):
                return _exp(_product(again(exponent), _log(again(base))))
            case nodes.Power(base=base, exponent=exponent):
                return _power(again(base), self.world.value(exponent, letters))
            case nodes.BigOperator(body=body, letter=letter, is_product=is_product):
                rows = (self.row(body, {**letters, letter: k}) for k in self.world.span(node, letters))
                join, start = (_product, ONE) if is_product else (_sum, ZERO)
                return reduce(join, rows, self._constant(start))
            case nodes.FunctionCall(name=name, arguments=(body,)):
                return _function(name, again(body))
            case nodes.Symbol(label=("A",), arguments=(body, *others)) if all(
                isinstance(one, nodes.Letter) for one in others
            ):
                return self._composed(again(body))
        raise UndecidedError(
            f"the series of {getattr(node, 'name', node.kind)} is not computed by definition"
        )

    def _constant(self, number: Value) -> Row:
        return [number, *[ZERO] * (self.length - 1)]

    def _has_variable(self, node: nodes.Node) -> bool:
        """Return True if a node contains the variable or the series A."""
        return any(
            part == nodes.Letter(self.variable) or (isinstance(part, nodes.Symbol) and part.index is None)
            for part in nodes.walk(node)
        )

    def _composed(self, inner: Row) -> Row:
        """Return A(g), the sum of a(k) g^k, for a series g without a constant term."""
        if inner[:1] != [0]:
            raise UndecidedError("A is expanded only at series without a constant term")
        found, unit = self._constant(ZERO), self._constant(ONE)
        for k in range(self.length):
            try:
                term = self.world.term("a", k)
            except values.MissingTermError:
                term = ZERO
            except UndecidedError:
                return found[:k]
            found, unit = _sum(found, _scaled(term, unit)), _product(unit, inner)
        return found
