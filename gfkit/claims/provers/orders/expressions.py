"""Bounds of the orders of expressions, and periods of conditions and of residues."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import ceil, comb, floor, inf, lcm
from typing import NamedTuple

from flint import acb

from gfkit.claims.definition.values import Value, World, integer
from gfkit.claims.provers.orders.bound import (
    CONSTANT,
    LinearLaw,
    OrderBound,
    part,
    product_bound,
    quasi,
    root_bound,
    sum_bound,
)
from gfkit.claims.statement.canonical import negative, normal, number_node
from gfkit.claims.statement.names import NAMED, QUOTATIONS
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.tree import Congruence, SequenceDefinition
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import UndecidedError

MOST_ORDER = 400
"""Maximum order of a recurrence."""
MOST_VALUES = 3000
"""Maximum number of n at which a statement, or a part of it, is computed."""
_MOST_COST = 300_000
"""Maximum number of nodes that are evaluated for one proof, each summand of a sum counted separately; about
0.3 s.
"""


def require(condition: bool, reason: str) -> None:
    """Raise UndecidedError unless the condition holds."""
    if not condition:
        raise UndecidedError(reason)


def _cost(node: nodes.Node, n: int) -> int:
    """Return a bound of the number of nodes that are evaluated for the value at n."""
    size = 1 + sum(_cost(part, n) for part in nodes.children(node))
    return size * (abs(n) + 1) if isinstance(node, nodes.BigOperator) else size


class Steps(NamedTuple):
    """Values of an expression that is linear on each class modulo a period, from an n on, with the slopes."""

    bound: OrderBound
    rows: list[tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Bounds:
    """Bounds of expressions in one letter. UndecidedError is raised if there is none.

    ``is_two_sided``: the terms of a sequence are extended to negative indices by its law. ``spent`` contains
    the number of nodes that were evaluated, ``within`` the definitions that are being examined.
    """

    world: World
    laws: Mapping[str, LinearLaw]
    definitions: Mapping[str, SequenceDefinition]
    is_two_sided: bool = False
    letter: str = "n"
    within: frozenset[str] = frozenset()
    spent: list[int] = field(default_factory=lambda: [0])

    # Values

    def _place(self, node: nodes.Node, n: int) -> dict[str, Value]:
        self.spent[0] += _cost(node, n)
        require(self.spent[0] <= _MOST_COST, "the statement is too expensive to compute")
        return {self.letter: n}

    def value(self, node: nodes.Node, n: int) -> Value:
        return self.world.value(node, self._place(node, n))

    def holds(self, condition: nodes.Node, n: int) -> bool:
        return self.world.holds(condition, self._place(condition, n))

    def rational(self, node: nodes.Node, n: int) -> Fraction:
        """Return a value, which must be rational and exact."""
        found = self.value(node, n)
        if isinstance(found, int | Fraction):
            return Fraction(found)
        raise UndecidedError("a value is irrational, or not exact")

    def constant(self, node: nodes.Node) -> Radical:
        """Return the exact value of an expression without letters."""
        found = self.world.value(node, {})
        if isinstance(found, acb):
            raise UndecidedError("a constant is not computed exactly")
        return Radical.of(found)

    def whole(self, node: nodes.Node) -> int:
        """Return the value of an expression without letters, which must be an integer."""
        return integer(self.world.value(node, {}))

    def is_constant(self, node: nodes.Node) -> bool:
        return nodes.Letter(self.letter) not in nodes.walk(node)

    # Expressions

    def bound(self, node: nodes.Node) -> OrderBound:
        """Return the bound of an expression."""
        found = CONSTANT if self.is_constant(node) else self._bound(node)
        require(found.order <= MOST_ORDER, "the order is too large")
        return found

    def _bound(self, node: nodes.Node) -> OrderBound:
        match node:
            case nodes.Letter():
                return quasi(1, 1)
            case nodes.Sum(terms=terms):
                return sum_bound(*map(self.bound, terms))
            case nodes.Product(factors=factors):
                return product_bound(*map(self.bound, factors))
            case nodes.Negative(body=body):
                return self.bound(body)
            case nodes.Quotient(above=above, below=below):
                factors = below.factors if isinstance(below, nodes.Product) else (below,)
                return product_bound(self.bound(above), *map(self._inverse, factors))
            case nodes.Power(base=base, exponent=exponent) if self.is_constant(base):
                return self._exponential(base, exponent)
            case nodes.Power(base=base, exponent=exponent):
                return self._polynomial(base, self.whole(exponent), 0)
            case nodes.Symbol(label=(name,), index=nodes.Node() as index, arguments=()):
                return self._along(self._sequence(name), self._steps(index))
            case nodes.BigOperator(high=nodes.Node() as high, is_product=False):
                return self._along(self._partial_sums(node), self._steps(high))
            case nodes.FunctionCall(name="cases", arguments=arguments):
                return self._cases(arguments)
            case nodes.FunctionCall(name=name, arguments=arguments):
                return self._call(name, arguments)
        raise UndecidedError(f"no bound of the order is known for {node.kind}")

    def _inverse(self, node: nodes.Node) -> OrderBound:
        """Return the bound of the inverse of a factor."""
        if isinstance(node, nodes.Power) and self.is_constant(node.base):
            return self._exponential(node.base, negative(node.exponent))
        found = self.bound(node)
        require(found.degree == 0, "a denominator is not periodic")
        return found

    def _polynomial(self, node: nodes.Node, power: int, more: int) -> OrderBound:
        """Return the bound of the power of an expression, or of a polynomial of this degree if ``more``."""
        inner = self.bound(node)
        require(power > 0, "the exponent is not positive")
        size = comb(inner.order + power - 1 + more, power)
        degree = None if inner.degree is None else inner.degree * power
        return inner._replace(parts=part(("^", inner.parts, power, more), size), degree=degree)

    def _exponential(self, base: nodes.Node, exponent: nodes.Node) -> OrderBound:
        """Return the bound of a power of a constant. Exponents with a denominator require that the root of
        the constant is exact, as its powers are the values.
        """
        if self.constant(base).rational in (1, -1):
            return quasi(0, *self.residues(exponent, 2))
        steps = self._steps(exponent)
        if not self.constant(base):
            return self._along(quasi(0, 1, 1), steps)
        scale = lcm(*(value.denominator for row in steps.rows for value in row))
        root = self.constant(nodes.Power(base, number_node(Fraction(1, scale))))
        inner = root_bound("power", root.conjugates(), lambda one: [-one, Radical.of(1)])
        rows = [(scale * value, scale * slope) for value, slope in steps.rows]
        return self._along(inner, steps._replace(rows=rows))

    def _steps(self, node: nodes.Node) -> Steps:
        """Return the values and slopes of an expression that is linear on the classes modulo a period."""
        found = self.bound(node)
        require(found.degree in (0, 1), "an index or exponent is not linear")
        row = [self.rational(node, found.start + k) for k in range(2 * found.period)]
        pairs = zip(row, row[found.period :], strict=False)
        return Steps(found, [(value, later - value) for value, later in pairs])

    def _along(self, inner: OrderBound, steps: Steps) -> OrderBound:
        """Return the bound of a sequence at indices that are linear on the classes modulo a period."""
        found, since, parts = steps.bound, steps.bound.since, set[tuple[Hashable, int]]()
        for place, (value, slope) in enumerate(steps.rows):
            require(value.denominator == 1 == slope.denominator, "an index is not always an integer")
            if slope and inner.since > -inf:
                require(slope > 0, "an index is negative for large n")
                late = ceil((Fraction(inner.since) - value) / slope)
                since = max(since, found.start + place + found.period * late)
            if slope == 1 == found.period:
                parts |= inner.parts
            elif slope:
                parts |= {(("along", name, found.period, slope), found.period * k) for name, k in inner.parts}
            else:
                parts |= quasi(0, found.period).parts
        is_unit = inner.is_integral and inner.is_unit
        is_integral = inner.is_integral if all(slope >= 0 for _, slope in steps.rows) else is_unit
        period = inner.period * found.period
        return OrderBound(frozenset(parts), since, is_integral, is_unit, inner.degree, period)

    def _partial_sums(self, node: nodes.BigOperator) -> OrderBound:
        """Return the bound of a sum as a function of its upper limit."""
        require(node.letter == self.letter or self.is_constant(node.body), "a summand depends on n")
        inner = replace(self, letter=node.letter).bound(node.body)
        since = max(self.whole(node.low), inner.since) - 1
        degree = None if inner.degree is None else inner.degree + 1
        parts = inner.parts | part(("sum", inner.parts), 1)
        return OrderBound(parts, since, inner.is_integral, False, degree, inner.period)

    def _cases(self, arguments: tuple[nodes.Node, ...]) -> OrderBound:
        """Return the bound of a case distinction, from the cases that apply for large n."""
        rows = list(zip(arguments[::2], arguments[1::2], strict=True))
        periods, sinces = zip(*(self.condition(one) for one, _ in rows), strict=True)
        period, since = lcm(*periods), max(sinces)
        start = 0 if since == -inf else int(since)
        chosen = [
            next((body for one, body in rows if self.holds(one, n)), None)
            for n in range(start, start + period)
        ]
        require(None not in chosen, "the cases do not cover every n")
        total = sum_bound(*(self.bound(body) for body in {*chosen} if body is not None))
        if period > 1:
            parts = {(("along", name, period, period), period * size) for name, size in total.parts}
            total = total._replace(parts=frozenset(parts), period=lcm(period, total.period))
        return total._replace(since=max(since, total.since))

    def _call(self, name: str, arguments: tuple[nodes.Node, ...]) -> OrderBound:
        """Return the bound of a function."""
        match name, arguments:
            case (("floor" | "ceiling" | "round"), (body,)):
                return sum_bound(self.bound(body), quasi(0, *self.residues(body, 1)))
            case "mod", (body, modulus):
                return quasi(0, *self.residues(body, self.constant(modulus).rational))
            case "gcd", (body, other):
                body, other = (other, body) if self.is_constant(body) else (body, other)
                return quasi(0, *self.residues(body, self.whole(other)))
            case "binomial", (above, below):
                return self._polynomial(above, self.whole(below), 1)
            case (("chebyshevT" | "chebyshevU" | "chebyshevS"), (index, point)) if self.is_constant(point):
                scale, one = self.constant(point) * (1 if name == "chebyshevS" else 2), Radical.of(1)
                inner = root_bound("chebyshev", scale.conjugates(), lambda root: [one, -root, one])
                return self._along(inner, self._steps(index))
        raise UndecidedError(f"no bound of the order is known for {name}")

    # Sequences

    def _sequence(self, name: str) -> OrderBound:
        """Return the bound of a sequence by its name."""
        if name in self.definitions and self.definitions[name].formula is not None:
            return self._defined(self.definitions[name])
        if name in self.world.sequences or name in self.laws:
            law = self.laws.get(name)
            if law is None or not law.is_proved:
                raise UndecidedError(f"no proved recurrence of {name} is known")
            since = -inf if self.is_two_sided and law.since == law.first_n else law.since
            return OrderBound(part(("law", name), max(1, law.order)), since, law.is_integral, law.is_unit)
        if name in NAMED:
            return OrderBound(part(("law", NAMED[name][:2]), 2), is_unit=NAMED[name].q in (1, -1))
        require(name in QUOTATIONS, f"no recurrence of {name} is known")
        formula = normal(read_statement(QUOTATIONS[name].formula).chains[0].sides[-1])
        found = replace(self, world=World({}), laws={}, definitions={}, letter="n").bound(formula)
        return found._replace(since=max(found.since, QUOTATIONS[name].first_n))

    def _defined(self, one: SequenceDefinition) -> OrderBound:
        """Return the bound of a sequence that is defined by a linear recurrence, or by a formula."""
        formula = nodes.ZERO if one.formula is None else one.formula
        require(one.name not in self.within, f"the definition of {one.name} is circular")
        inner = replace(self, letter="n", within=self.within | {one.name})
        lags, rest, is_integral = [0], [CONSTANT], True
        for term in formula.terms if isinstance(formula, nodes.Sum) else (formula,):
            own = [symbol for symbol in nodes.symbols(term) if symbol.label == (one.name,)]
            if own:
                lag, is_whole = inner._lag(term, own[0])
                lags.append(lag)
                is_integral &= is_whole
            else:
                rest.append(inner.bound(term))
        total, lag = sum_bound(*rest), max(lags)
        since = int(max(one.least, total.since, *(n + 1 for n, _ in one.values))) - lag
        for n in range(since, since + lag):
            self.world.value(nodes.Symbol((one.name,), number_node(n)), {})
        if not lag:
            return total._replace(since=since)
        parts = total.parts | part(("definition", one.name), lag)
        return OrderBound(parts, since, is_integral and total.is_integral, False)

    def _lag(self, term: nodes.Node, own: nodes.Symbol) -> tuple[int, bool]:
        """Return k for the term c b(n-k) of a recurrence, and True if c is an integer."""
        factor = self.constant(nodes.replace_part(term, own, nodes.ONE)).rational
        place = term
        while place is not own:
            match place:
                case nodes.Negative(body=inside) | nodes.Quotient(above=inside):
                    place = inside
                case nodes.Product(factors=factors):
                    place = next(one for one in factors if own in nodes.walk(one))
                case _:
                    raise UndecidedError("a definition is not a linear recurrence")
        found, rows = self._steps(own.index or nodes.N)
        require(found.since == -inf and len(rows) == 1 == rows[0][1], "an index is not n - k")
        require(rows[0][0] in range(-MOST_ORDER, 0), "an index is not smaller than n")
        return -int(rows[0][0]), factor is not None and factor.denominator == 1

    # Conditions

    def condition(self, node: nodes.Node) -> tuple[int, float]:
        """Return a period of a condition, and an n from which on it is periodic."""
        if self.is_constant(node):
            return 1, -inf
        match node:
            case nodes.FunctionCall(name="and" | "or", arguments=parts):
                periods, sinces = zip(*map(self.condition, parts), strict=True)
                return lcm(*periods), max(sinces)
            case nodes.Equation(left=left, right=right, sign="|"):
                return self.residues(right, self.whole(left))
            case Congruence(left=left, right=right, modulus=modulus):
                return self.residues(nodes.Sum((left, negative(right))), self.whole(modulus))
            case nodes.Equation(left=left, right=right):
                found, rows = self._steps(nodes.Sum((left, negative(right))))
                lasts = [floor(-value / slope) if slope else -inf for value, slope in rows]
                ends = [found.start + k + found.period * (last + 1) for k, last in enumerate(lasts)]
                return found.period, max(found.since, *ends)
        raise UndecidedError("no period of a condition is known")

    def residues(self, node: nodes.Node, modulus: int | Fraction | None) -> tuple[int, float]:
        """Return the period of a sequence of rational numbers modulo a number, and an n from which on the
        residues are periodic.
        """
        bound = self.bound(node)
        require(bound.is_integral and bool(modulus), "residues require integer coefficients")
        start, order, divisor = bound.start, bound.order, Fraction(modulus or 0)
        row = [self.rational(node, start + k) for k in range(order)]
        scale = lcm(divisor.denominator, *(value.denominator for value in row))
        size, seen = int(abs(divisor) * scale), dict[tuple[int, ...], int]()
        residues = [int(value * scale) % size for value in row]
        for end in range(order, order + MOST_VALUES):
            window = tuple(residues[-order:])
            if window in seen:
                is_everywhere = bound.since == -inf and bound.is_unit
                return end - seen[window], -inf if is_everywhere else start + seen[window] - order
            seen[window] = end
            residues.append(int(self.rational(node, start + end) * scale) % size)
        raise UndecidedError("the residues have a long period")
