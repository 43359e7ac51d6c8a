"""Finite summaries of neighbourhoods: bounded counts of neighbours, and classes of equivalent degrees.

If the degree of a vertex is unbounded, a constraint on its neighbours needs a finite summary of them: the set
of their values, or a count that is compared with a constant.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache

from gfkit.core.errors import MismatchError
from gfkit.core.rules.expression import parse_expression
from gfkit.core.rules.values import DegreeCounts, Predicate

_SETS = frozenset({"any", "all", "min", "max", "distinct"})
_NUMBERS = frozenset({"count", "size", "sum"})
_MANY = frozenset({"near", "all"})
_ROW = ast.List | ast.Tuple


@lru_cache(maxsize=2000)
def asks_neighbours(predicate: Predicate) -> bool:
    """Return True if a predicate at a cell depends on the values of neighbours of the cell.

    >>> asks_neighbours(Predicate("x == 1")), asks_neighbours(Predicate("1 in near"))
    (False, True)
    """
    return any(
        isinstance(node, ast.Name) and node.id in _MANY for node in ast.walk(parse_expression(predicate.text))
    )


@lru_cache(maxsize=2000)
def threshold(predicate: Predicate, values: tuple[int, ...]) -> int | None:
    """Return k + 1, with k as in the theorem below, or None if there is no such k.

    Theorem. Suppose that ``near`` and ``all`` occur only in two ways: in any, all, min, max, distinct and in;
    and in numbers, namely the count of one comprehension over them, their size, or their sum if no value is
    negative. Let each of these numbers be compared with constants that are at most k, or be bounded by min
    with such a constant. Let v be a value that occurs more than k times among the neighbours. Then the truth
    value does not change if v occurs once more or once less often, as long as it occurs more than k times.
    Proof: The functions of the first kind depend only on the set of values that occur. Consider count(f). If
    f(v) is true, count(f) is above k before and after the change; otherwise it does not change. The size is
    above k before and after, and so is the sum, unless v is 0, in which case the sum does not change.

    >>> threshold(Predicate("x == 1 or any(y == 1 for y in near)"), (0, 1))
    1
    >>> threshold(Predicate("count(y == x for y in near) <= 2"), (0, 1))
    3
    >>> threshold(Predicate("2 * count(y == x for y in near) <= size(near)"), (0, 1)) is None
    True
    """
    tree = parse_expression(predicate.text)
    parents = {inner: node for node in ast.walk(tree) for inner in ast.iter_child_nodes(node)}
    most = 0
    for node in ast.walk(tree):
        if not _is_many(node, parents):
            continue
        parent = parents.get(node)
        if isinstance(parent, ast.comprehension):
            continue
        if isinstance(parent, ast.Compare):
            if node is parent.left or not all(isinstance(op, ast.In | ast.NotIn) for op in parent.ops):
                return None
            continue
        name = parent.func.id if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) else ""
        if not isinstance(parent, ast.Call) or len(parent.args) != 1 or name not in {*_SETS, *_NUMBERS}:
            return None
        if name in _NUMBERS:
            constants = _constants_beside(parent, parents.get(parent))
            is_sum = name == "sum" and (min(values) < 0 or not isinstance(node, ast.Name))
            if constants is None or is_sum or not _is_single(node):
                return None
            most = max(most, *constants)
    return most + 1


def hub_bound(predicate: Predicate, values: tuple[int, ...], board: str) -> int:
    """Return the number of neighbours of a hub from which larger numbers are equivalent, for some values.

    Without values, the predicate is counted, and every number matters. Raise MismatchError, which names the
    board, if there is no such number.
    """
    bound = threshold(predicate, values) if values else None
    if bound is None:
        raise MismatchError(
            f"board {board!r} has a vertex adjacent to all slices, but {predicate.text!r} depends"
            " on an unbounded number of its neighbours; use only any, all, min, max, distinct, in, or a"
            " comparison of count, size or sum with a constant"
        )
    return bound


def _is_many(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Return True if a subexpression is a list of neighbours, or derived from one."""
    if isinstance(node, ast.Name):
        parent = parents.get(node)
        return node.id in _MANY and not (isinstance(parent, ast.Call) and parent.func is node)
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return any(
            _is_many(each, parents) for generator in node.generators for each in ast.walk(generator.iter)
        )
    return False


def _is_single(node: ast.AST) -> bool:
    """Return True if an expression is the list of neighbours, or a list with exactly one item for each
    neighbour.
    """
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return len(node.generators) == 1 and isinstance(node.generators[0].iter, ast.Name)
    return isinstance(node, ast.Name)


def _constants_beside(node: ast.AST, parent: ast.AST | None) -> list[int] | None:
    """Return the constants to which a subexpression is compared or bounded, or None if it is used
    otherwise.
    """
    match parent:
        case ast.Compare():
            beside = [parent.left, *parent.comparators]
        case ast.Call(func=ast.Name(id="min")):
            beside = parent.args
        case _:
            return None
    others = [other for other in beside if other is not node]
    items = [item for other in others for item in (other.elts if isinstance(other, _ROW) else [other])]
    constants = [item.value for item in items if isinstance(item, ast.Constant) and type(item.value) is int]
    return constants if len(constants) == len(items) > 0 else None


def classes_of(
    rule: DegreeCounts, allowed: Sequence[int]
) -> tuple[list[frozenset[int]], tuple[list[list[bool]], list[list[bool]]]]:
    """Return classes of equivalent degrees, and the class pairs admissible for unselected and for selected
    edges.

    A vertex of degree 0 is not an endpoint of a selected edge, so it is added to a class that is equivalent
    for unselected edges.
    """
    tables = [rule.joined_ends(taken=taken) for taken in (False, True)]
    rows: dict[tuple[tuple[bool, ...], ...], list[int]] = {}
    for d in reversed(allowed):
        left, taken = (tuple((d, other) in table for other in allowed) for table in tables)
        bare = not d and not rule.modulo
        like = next((row for row in rows if bare and row[0] == left), (left, taken))
        rows.setdefault(like, []).append(d)
    firsts = [max(degrees) for degrees in rows.values()]
    left_may, taken_may = ([[(a, b) in table for b in firsts] for a in firsts] for table in tables)
    return [frozenset(degrees) for degrees in rows.values()], (left_may, taken_may)
