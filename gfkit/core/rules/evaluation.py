"""Evaluate predicates on one assignment by recursion on the syntax tree, with Python integers."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

from gfkit.core.errors import RuleError
from gfkit.core.rules.values import Predicate

if TYPE_CHECKING:
    from gfkit.core.rules.automaton import LineRule

_COMPARED: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_COMPUTED: dict[type, Callable[[Any, Any], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: lambda a, b: a // b if b else 0,
    ast.Mod: lambda a, b: a % b if b else a,
    ast.Pow: operator.pow,
}
_UNARY: dict[type, Callable[[Any], int]] = {
    ast.Not: lambda a: int(not a),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_CALLED: dict[str, Callable[[Any], Any]] = {
    "abs": lambda values: abs(values[0]),
    "sum": sum,
    "count": lambda values: sum(1 for value in values if value),
    "min": lambda values: min(values, default=0),
    "max": lambda values: max(values, default=0),
    "median": lambda values: sorted(values)[(len(values) - 1) // 2] if values else 0,
    "distinct": lambda values: len({str(value) for value in values}),
    "size": len,
    "sorted": sorted,
    "any": any,
    "all": all,
}


def holds(predicate: Predicate, meant: Mapping[str, Any]) -> bool:
    """Return True if a predicate is true for the given values of its names (numbers or lists).

    >>> holds(Predicate("2*a <= sum(y for y in near if y > a)"), {"a": 2, "near": [1, 3, 3]})
    True
    """
    return bool(_evaluate_node(_parse(predicate.text), meant)) is not predicate.forbidden


def number_of(predicate: Predicate, meant: Mapping[str, Any]) -> int:
    """Return the value of an expression for the given values of its names (numbers or lists).

    >>> number_of(Predicate("max(near) - x"), {"x": 2, "near": [1, 3, 3]})
    1
    """
    return int(_evaluate_node(_parse(predicate.text), meant))


def reads(line: LineRule, known: Sequence[int], values: Sequence[int]) -> bool:
    """Return True if the values of a line satisfy a line constraint; patterns are matched with Python's
    ``re``.

    >>> from gfkit.core.rules.automaton import LineRule
    >>> reads(LineRule(("rows",), match="0*1*0*"), (0, 1), [0, 1, 1, 0])
    True
    >>> reads(LineRule(("rows",), next="(2*s + x) % 3", accept="s == 0"), (0, 1), [1, 1, 0])
    True
    """
    if line.match:
        letter = {value: chr(0xE000 + number) for number, value in enumerate(known)}
        number = "-?[0-9]+" if " " in line.match.strip() else "-?[0-9]"
        pattern = re.sub(number, lambda digits: letter[int(digits[0])], line.match).replace(" ", "")
        return re.fullmatch(pattern, "".join(letter[value] for value in values)) is not None
    if line.pairs:
        every = [*pairwise(values)]
        return all(
            _evaluate_node(_parse(line.pairs), dict(zip("abcd", (*first, *second), strict=True)))
            for first, second in product(every, repeat=2)
        )
    state = line.start
    for value in values:
        meant = {"s": state, "x": value}
        if line.require and not _evaluate_node(_parse(line.require), meant):
            return False
        state = _evaluate_node(_parse(line.next), meant)
    return not line.accept or bool(_evaluate_node(_parse(line.accept), {"s": state}))


@lru_cache(maxsize=1000)
def _parse(text: str) -> ast.expr:
    """Return the syntax tree of an expression that was validated when the rule was read."""
    return ast.parse(" ".join(text.split()), mode="eval").body


def _evaluate_node(node: ast.AST, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant():
            return int(node.value)  # type: ignore[arg-type]
        case ast.Name():
            return names[node.id]
        case ast.BinOp():
            return _COMPUTED[type(node.op)](
                _evaluate_node(node.left, names), _evaluate_node(node.right, names)
            )
        case ast.UnaryOp():
            return _UNARY[type(node.op)](_evaluate_node(node.operand, names))
        case ast.BoolOp():
            every = all if isinstance(node.op, ast.And) else any
            return int(every(_evaluate_node(value, names) for value in node.values))
        case ast.Compare():
            values = [_evaluate_node(part, names) for part in (node.left, *node.comparators)]
            pairs = zip(node.ops, values, values[1:], strict=False)
            return int(all(_COMPARED[type(op)](left, right) for op, left, right in pairs))
        case ast.IfExp():
            return _evaluate_node(node.body if _evaluate_node(node.test, names) else node.orelse, names)
        case ast.List() | ast.Tuple():
            return [_evaluate_node(item, names) for item in node.elts]
        case ast.GeneratorExp() | ast.ListComp():
            return list(_iterate_comprehension(node.elt, node.generators, names))
        case ast.Subscript():
            listed, index = _evaluate_node(node.value, names), _evaluate_node(node.slice, names)
            if index >= len(listed):
                raise RuleError(f"expression {ast.unparse(node)!r}: the list has {len(listed)} items here")
            return listed[index]
        case ast.Call(func=ast.Name(id=name)):
            values = [_evaluate_node(argument, names) for argument in node.args]
            alone = len(values) == 1 and isinstance(values[0], list)
            result = _CALLED[name](values[0] if alone else values)
            return result if isinstance(result, list) else int(result)
    raise AssertionError("expressions are validated when a rule is read")


def _iterate_comprehension(
    element: ast.AST, generators: list[ast.comprehension], names: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield the values of a comprehension in order."""
    if not generators:
        yield _evaluate_node(element, names)
        return
    first, *others = generators
    assert isinstance(first.target, ast.Name), "a comprehension has one variable"
    for item in _evaluate_node(first.iter, names):
        inner = {**names, first.target.id: item}
        if all(_evaluate_node(asked, inner) for asked in first.ifs):
            yield from _iterate_comprehension(element, others, inner)
