"""Evaluator of the expressions in a rule file: integers, lists, comparisons and a few functions.

Expressions are parsed by Python's own grammar and are never executed: each subexpression becomes a function
of the values of names.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import TypeAlias, cast

from gfkit.proofs.checker.reading import RefusalError, need

Value: TypeAlias = "int | Sequence[Value]"
Meaning = Callable[[Mapping[str, Value]], Value]
LONGEST_LOOP, LARGEST = 20_000, 10**3000
ROUNDS = 10**7
"""Maximum number of iterations of all comprehensions. The remaining number may be passed in a list under the
empty name.
"""

_COMPUTED: dict[type, Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b if b else 0,
    ast.Mod: lambda a, b: a % b if b else a,
}
_COMPARED: dict[type, Callable[[Value, Value], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: cast(int, a) < cast(int, b),
    ast.LtE: lambda a, b: cast(int, a) <= cast(int, b),
    ast.Gt: lambda a, b: cast(int, a) > cast(int, b),
    ast.GtE: lambda a, b: cast(int, a) >= cast(int, b),
    ast.In: lambda a, b: a in cast("Sequence[Value]", b),
    ast.NotIn: lambda a, b: a not in cast("Sequence[Value]", b),
}
PREDICATE_FUNCTIONS: dict[str, Callable[[list[int]], Value]] = {
    "sum": sum,
    "size": len,
    "sorted": sorted,
    "any": lambda v: any(map(bool, v)),
    "all": lambda v: all(map(bool, v)),
    "count": lambda v: sum(map(bool, v)),
    "min": lambda v: min(v, default=0),
    "max": lambda v: max(v, default=0),
    "abs": lambda v: abs(*v),
    "median": lambda v: sorted(v)[(len(v) - 1) // 2] if v else 0,
    "distinct": lambda v: sum(value not in v[:k] for k, value in enumerate(v)),
}


@lru_cache(maxsize=1000)
def meaning_of(text: str) -> Meaning:
    """Parse an expression, and return the function that evaluates it for given values of names."""
    need(len(text) <= 1000 and text.isascii() and not {*text} & {*"'\"\\#;:"}, "a predicate cannot be parsed")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = _meaning(ast.parse(" ".join(text.split()), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError, KeyError, ValueError):
        raise RefusalError(2, "a predicate cannot be parsed") from None

    def safe(names: Mapping[str, Value]) -> Value:
        try:
            return value(names)
        except (TypeError, LookupError, ValueError, RecursionError) as error:
            raise RefusalError(2, f"predicate: {ascii(str(error))[1:-1]}"[:200]) from None

    return safe


def _meaning(node: ast.AST) -> Meaning:
    """Return the function that evaluates a subexpression for given values of names."""
    if isinstance(node, ast.Constant):
        number = node.value
        need(isinstance(number, int) and number <= 10**9, "predicate: unsupported number")
        worth = int(cast(int, number))
        return lambda _: worth
    if isinstance(node, ast.Name):
        name = node.id
        return lambda names: names[name]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = _meaning(node.left), _constant(node.right)
        need(0 <= power <= 16, "predicate: unsupported power")
        return lambda names: _number(base(names), LARGEST) ** power
    if isinstance(node, ast.BinOp):
        left, right, compute = _meaning(node.left), _meaning(node.right), _COMPUTED[type(node.op)]
        return lambda names: compute(_number(left(names)), _number(right(names)))
    if isinstance(node, ast.UnaryOp):
        inner, sign = _meaning(node.operand), {ast.USub: -1, ast.UAdd: 1, ast.Not: 0}[type(node.op)]
        return lambda names: sign * _number(inner(names)) if sign else int(not inner(names))
    if isinstance(node, ast.BoolOp):
        parts, both = [_meaning(part) for part in node.values], isinstance(node.op, ast.And)
        return lambda names: int((all if both else any)(part(names) for part in parts))
    if isinstance(node, ast.Compare):
        parts = [_meaning(part) for part in (node.left, *node.comparators)]
        tests = [*zip([_COMPARED[type(op)] for op in node.ops], parts, parts[1:], strict=False)]
        return lambda names: int(all(test(a(names), b(names)) for test, a, b in tests))
    if isinstance(node, ast.IfExp):
        test, then, otherwise = _meaning(node.test), _meaning(node.body), _meaning(node.orelse)
        return lambda names: then(names) if test(names) else otherwise(names)
    if isinstance(node, ast.List | ast.Tuple):
        parts = [_meaning(part) for part in node.elts]
        return lambda names: [part(names) for part in parts]
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return _comprehension(node)
    if isinstance(node, ast.Subscript):
        items, place = _meaning(node.value), _constant(node.slice)
        need(place >= 0, "predicate: unsupported index")
        return lambda names: cast("Sequence[Value]", items(names))[place]
    need(isinstance(node, ast.Call) and isinstance(node.func, ast.Name), "a predicate cannot be parsed")
    return _call(cast(ast.Call, node))


def _number(value: Value, most: int | None = None) -> int:
    """Return a value if it is a number and not a list."""
    need(not isinstance(value, list), "predicate: expected an integer, got a list")
    number = +cast(int, value)
    need(
        not isinstance(number, int) or most is None or abs(number) < most, "predicate: a number is too large"
    )
    return number


def _constant(node: ast.AST) -> int:
    """Return the integer constant of a node, or -1 if it is not one."""
    number = node.value if isinstance(node, ast.Constant) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else -1


def _call(node: ast.Call) -> Meaning:
    need(not node.keywords and bool(node.args), "predicate: unsupported function call")
    function = PREDICATE_FUNCTIONS[cast(ast.Name, node.func).id]
    given = [_meaning(part) for part in node.args]

    def apply(names: Mapping[str, Value]) -> Value:
        values = [part(names) for part in given]
        first = values[0]
        return function(cast("list[int]", first if len(values) == 1 and isinstance(first, list) else values))

    return apply


def _comprehension(node: ast.GeneratorExp | ast.ListComp) -> Meaning:
    need(
        all(isinstance(loop.target, ast.Name) for loop in node.generators),
        "predicate: 'for' must be followed by a variable",
    )
    element = _meaning(node.elt)
    loops = [
        (cast(ast.Name, loop.target).id, _meaning(loop.iter), [_meaning(test) for test in loop.ifs])
        for loop in node.generators
    ]

    def rounds(names: Mapping[str, Value], depth: int, left: list[int]) -> Iterator[Mapping[str, Value]]:
        if depth == len(loops):
            yield names
            return
        name, items, tests = loops[depth]
        in_all = cast("list[int]", names.get("", [LONGEST_LOOP]))
        for item in cast("Sequence[Value]", items(names)):
            left[0] -= 1
            need(left[0] >= 0, "predicate: a comprehension requires too many iterations")
            in_all[0] -= 1
            if in_all[0] < 0:
                raise RefusalError(3, "predicate: comprehensions require too many iterations")
            inner = {**names, name: item}
            if all(test(inner) for test in tests):
                yield from rounds(inner, depth + 1, left)

    return lambda names: [element(inner) for inner in rounds(names, 0, [LONGEST_LOOP])]


def window_names(marks: Sequence[tuple[int, int, str]], shown: Sequence[int]) -> dict[str, Value]:
    """Return the names that a predicate of a window may use: its letters, ``all``, its rows and columns."""
    lines: list[dict[int, list[int]]] = [{}, {}]
    for value, (row, col, _) in zip(shown, marks, strict=True):
        for line, at in zip(lines, (row, col), strict=True):
            line.setdefault(at, []).append(value)
    rows, columns = ([line[k] for k in sorted(line)] for line in lines)
    names: dict[str, Value] = {mark: value for (_, _, mark), value in zip(marks, shown, strict=True)}
    return {**names, "all": [*shown], "rows": rows, "columns": columns}


def count_condition(
    value: int, of: list[int], allowed: frozenset[int]
) -> Callable[[int, Sequence[int]], object]:
    return lambda own, near: own != value or sum(symbol in of for symbol in near) in allowed


def window_mismatch(window: Sequence[tuple[int, int, str]]) -> Callable[[Sequence[int]], object]:
    """Return a function that is True if values do not match the marks of a window.

    A mark is a value, ? for any value, or a letter; equal letters denote equal values.
    """

    def avoids(shown: Sequence[int]) -> bool:
        meant: dict[str, int] = {}
        for value, (_, _, mark) in zip(shown, window, strict=True):
            if mark.isalpha():
                if meant.setdefault(mark, value) != value:
                    return True
            elif mark != "?" and int(mark) != value:
                return True
        values = [*meant.values()]
        return any(value in values[:k] for k, value in enumerate(values))

    return avoids


def reads_order(text: str) -> bool:
    """Return True if a predicate may depend on the order of the neighbours.

    It does not if each list of neighbours is the only argument of a function other than ``sorted``, is
    iterated over, stands to the right of ``in``, or is a condition.
    """
    meaning_of(text)
    nodes = [*ast.walk(ast.parse(" ".join(text.split()), mode="eval"))]
    fine: list[ast.AST] = []
    for node in nodes:
        if isinstance(node, ast.Call):
            is_free = len(node.args) == 1 and cast(ast.Name, node.func).id != "sorted"
            fine += [node.func, *node.args] if is_free else [node.func]
        elif isinstance(node, ast.Compare) and [*map(type, node.ops)] in ([ast.In], [ast.NotIn]):
            fine += node.comparators
        elif isinstance(node, ast.BoolOp):
            fine += node.values
        elif isinstance(node, ast.comprehension | ast.IfExp | ast.UnaryOp):
            fine += [part for key in ("iter", "test", "operand") if (part := getattr(node, key, None))]
    return any(
        isinstance(node, ast.Subscript)
        or (
            (isinstance(node, ast.GeneratorExp | ast.ListComp) or getattr(node, "id", "") in ("near", "all"))
            and all(node is not one for one in fine)
        )
        for node in nodes
    )


def most_counted(text: str, values: Sequence[int]) -> int:
    """Return the number of neighbours with one value beyond which more make no difference, or -1 if unknown.

    Suppose that a number of neighbours, or the sum of their nonnegative values, is only compared with
    expressions that do not depend on them, whose absolute values have the sum B. Then 2 B + 2 neighbours with
    one value are equivalent to more of them: either the compared number exceeds B in both cases, or it does
    not count that value. ``in``, any, all, min, max and distinct depend only on the set of values. The
    minimum or maximum of such numbers and of others grows with them, or equals one of the others from B on.
    """
    bounds = [1]
    meaning_of(text)
    tree = ast.parse(" ".join(text.split()), mode="eval").body
    fine = min(values) >= 0 and _sort(tree, values, bounds) in ("plain", "number")
    return 2 * max(bounds) + 2 if fine else -1


def _size(node: ast.AST, values: Sequence[int]) -> int:
    """Return a bound of the absolute value of an expression in which the numbers of neighbours are 0."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("sum", "size", "count"):
        return 0
    if isinstance(node, ast.Constant):
        return abs(int(node.value)) if isinstance(node.value, int) else 0
    if isinstance(node, ast.Name):
        return max(1, *values)
    sizes = [_size(part, values) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Pow):
        return prod(1 + size for size in sizes) if isinstance(node.op, ast.Mult) else (1 + sizes[0]) ** 16
    return sum(sizes) + 1


def _sort(node: ast.AST, values: Sequence[int], bounds: list[int]) -> str:
    """Return the sort of an expression: ``plain``, a ``number`` or a ``list`` of neighbours, or "" if
    unknown.
    """

    def sorts(parts: Sequence[ast.AST]) -> list[str]:
        return [_sort(part, values, bounds) for part in parts]

    if isinstance(node, ast.Constant):
        return "plain"
    if isinstance(node, ast.Name):
        return "list" if node.id in ("near", "all") else "plain"
    if isinstance(node, ast.Compare):
        kinds = sorts((node.left, *node.comparators))
        if "number" in kinds:
            bounds.append(_size(node, values))
        if any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            return (
                "plain" if len(kinds) == 2 and kinds[0] == "plain" and kinds[1] in ("plain", "list") else ""
            )
        return "plain" if {*kinds} <= {"plain", "number"} and kinds.count("number") < 2 else ""
    if isinstance(node, ast.BoolOp | ast.UnaryOp):
        parts = node.values if isinstance(node, ast.BoolOp) else [node.operand]
        kinds = sorts(parts)
        bounds += [_size(part, values) for part, kind in zip(parts, kinds, strict=True) if kind == "number"]
        signs = isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not)
        return "plain" if {*kinds} <= {"plain", "number"} and not (signs and "number" in kinds) else ""
    if isinstance(node, ast.BinOp):
        kinds = sorts((node.left, node.right))
        if kinds == ["plain", "plain"] and not isinstance(node.op, ast.Pow):
            return "plain"
        return "number" if isinstance(node.op, ast.Add) and {*kinds} <= {"plain", "number"} else ""
    if isinstance(node, ast.List | ast.Tuple):
        return "plain" if {*sorts(node.elts)} <= {"plain"} else ""
    if isinstance(node, ast.GeneratorExp | ast.ListComp) and len(node.generators) == 1:
        loop = node.generators[0]
        inner = {*sorts((node.elt, *loop.ifs))}
        return "list" if sorts([loop.iter]) == ["list"] and inner <= {"plain"} else ""
    if isinstance(node, ast.IfExp):
        test, *results = sorts((node.test, node.body, node.orelse))
        bounds.append(_size(node.test, values))
        return "plain" if test in ("plain", "number") and {*results} <= {"plain"} else ""
    if isinstance(node, ast.Call) and len(node.args) > 1:
        kinds = sorts(node.args)
        fine = getattr(node.func, "id", "") in ("min", "max") and {*kinds} <= {"plain", "number"}
        return "" if not fine else "number" if "number" in kinds else "plain"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and sorts(node.args) == ["list"]:
        if node.func.id in ("any", "all", "min", "max", "distinct"):
            return "plain"
        given = node.args[0]
        counts = isinstance(given, ast.Name) or isinstance(getattr(given, "elt", None), ast.Compare)
        return "number" if node.func.id in ("count", "size") or (node.func.id == "sum" and counts) else ""
    return ""
