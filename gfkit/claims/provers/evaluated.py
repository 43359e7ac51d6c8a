"""Expressions and conditions of statements with the nodes that provers evaluate."""

from __future__ import annotations

from math import lcm
from typing import Any

from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import NotStatedError, expression_text
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import replace

_MOST_MODULUS = 10_000


def of_provers(node: nodes.Node) -> nodes.Node:
    """Return an expression in normal form with the nodes of the provers. Raise NotStatedError for a condition
    that has none.
    """
    return nodes.rebuild(node, _of_provers)


def _of_provers(node: nodes.Node) -> nodes.Node | None:
    if isinstance(node, nodes.BigOperator) and node.high is None:
        return replace(node, body=nodes.rebuild(of_provers(node.body), _ending), low=of_provers(node.low))
    if not isinstance(node, nodes.FunctionCall):
        return None
    arguments: Any = [] if node.name == "cases" else list(map(of_provers, node.arguments))
    where = {"start": node.start, "end": node.end}
    match node.name, arguments:
        case "sqrt", [body]:
            return nodes.Root(body, **where)
        case "floor" | "ceiling" | "round" as how, [body]:
            return nodes.IntegerPart(body, nodes.Rounding(how), **where)
        case "binomial", [above, below]:
            return nodes.Choose(above, below, **where)
        case "binomial0", [above, below]:
            return nodes.FunctionCall("choose", (above, below), **where)
        case "factorial", [body]:
            return nodes.Factorial(body, **where)
        case "mod", [body, nodes.Number(value=modulus)]:
            return nodes.Remainder(body, int(modulus), **where)
        case "gamma", [body]:
            return nodes.Gamma(body, **where)
        case "rising", [nodes.Number() as base, _]:
            return nodes.RisingFactorial(base, **where)
        case "cases", _:
            pairs = zip(node.arguments[::2], node.arguments[1::2], strict=True)
            return nodes.Cases(
                tuple(nodes.Branch(of_provers(body), _case(one)) for one, body in pairs), **where
            )
    return None


def _ending(part: nodes.Node) -> nodes.Node | None:
    """Return the binomial coefficient that makes an infinite sum finite; None for other parts."""
    match part:
        case nodes.FunctionCall(name="choose", arguments=(above, below)):
            return nodes.Choose(above, below)
    return None


def _case(condition: nodes.Node) -> nodes.Condition:
    """Return a condition on n from its normal form. Raise NotStatedError if it is of another kind."""
    match condition:
        case nodes.FunctionCall(name="true"):
            return nodes.Condition(1, (0,))
        case nodes.Equation(left=nodes.N, right=nodes.Number(value=n), sign="="):
            return nodes.Condition(1, (0,), int(n), int(n))
        case nodes.Equation(left=nodes.N, right=nodes.Number(value=n), sign=">=" | ">" as sign):
            return nodes.Condition(1, (0,), int(n) + (sign == ">"))
        case nodes.Equation(left=nodes.N, right=nodes.Number(value=n), sign="<=" | "<" as sign):
            return nodes.Condition(1, (0,), 0, int(n) - (sign == "<"))
        case nodes.FunctionCall(name="and", arguments=parts):
            found = [_case(part) for part in parts]
            modulus, most = (
                lcm(*(one.modulus for one in found)),
                [one.most for one in found if one.most is not None],
            )
            kept = tuple(r for r in range(modulus) if all(r % one.modulus in one.residues for one in found))
            return nodes.Condition(modulus, kept, max(one.least for one in found), min(most, default=None))
        case nodes.FunctionCall(name="or", arguments=parts) if all(map(_is_place, parts)):
            places = tuple(_case(part).least for part in parts)
            return nodes.Condition(max(places) + 1, places, 0, max(places))
    modulus, residues = residues_of(condition, nodes.N)
    return nodes.Condition(modulus, tuple(sorted(residues)))


def _is_place(condition: nodes.Node) -> bool:
    """Return True if a condition states the value of n."""
    return isinstance(condition, nodes.Equation) and (condition.left, condition.sign) == (nodes.N, "=")


def residues_of(condition: nodes.Node, of: nodes.Node) -> tuple[int, frozenset[int]]:
    """Return a modulus and the residues of a condition. Raise NotStatedError if it is of another kind."""
    match condition:
        case tree.Congruence(left=left, right=nodes.Number(value=value), modulus=nodes.Number(value=m)) if (
            left == of
        ):
            return int(m), frozenset({int(value) % int(m)})
        case nodes.Equation(
            left=nodes.FunctionCall(name="mod", arguments=(left, nodes.Number(value=m))),
            right=nodes.Number(value=value),
            sign="=" | "!=" as sign,
        ) if left == of and m <= _MOST_MODULUS:
            own = frozenset({int(value)})
            return int(m), own if sign == "=" else frozenset(range(int(m))) - own
        case nodes.FunctionCall(name="or" | "and" as word, arguments=parts):
            found = [residues_of(part, of) for part in parts]
            if len({modulus for modulus, _ in found}) == 1:
                sets = [residues for _, residues in found]
                return found[0][0], frozenset.union(*sets) if word == "or" else frozenset.intersection(*sets)
    raise NotStatedError(f"statement: {expression_text(condition)} is not a condition on residues")
