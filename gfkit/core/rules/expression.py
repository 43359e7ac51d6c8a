"""Predicates: integer expressions that are parsed and evaluated, but never executed as Python code.

An expression has Python syntax and is parsed by Python's own parser, so that operator precedence is Python's.
Then every node is compared with a list of supported constructs, so that no other name can be used, called or
accessed. Names denote the values of a few cells. An expression is evaluated on all their assignments at once,
with one array axis for each cell.

Every operation has a value: ``x // 0`` is 0 and ``x % 0`` is x, so that a == b * (a // b) + a % b always; the
minimum, maximum and median of an empty list are 0; a truth value is 1 or 0, and every nonzero number is true.
The range of every number is bounded while the expression is parsed: the expression is rejected if a number
could exceed 62 bits.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial, reduce
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import ARRAYS
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import LimitError, RuleError, known_choices
from gfkit.core.rules.values import Outside, Predicate, Spot, Spots

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Truths = NDArray[np.bool_]

MOST_FILLINGS = 1 << 22
"""Largest number of assignments for which a predicate is evaluated; 4,194,304 take about a second."""
FEW_FILLINGS = 128
"""Largest number of assignments that are evaluated individually; the import of numpy takes longer."""
_MOST_TEXT, _MOST_OPERATIONS, _MOST_WORK = 1000, 20_000, 3_000_000_000
_MOST_NUMBER, _MOST_BITS, _MOST_POWER, _MOST_DEPTH = 10**9, 62, 16, 100
_SINGLE_EQUALS = regex(r"(?<![<>=!])=(?!=)")
_CHARACTERS = regex(r"[^A-Za-z0-9_ ()\[\],+\-*/%<>=!.]")
_INSTEAD = {"&": "; write and", "|": "; write or", "^": "; write !=", "~": "; write not"}
_AGGREGATES = ("sum", "count", "min", "max", "median", "distinct", "size", "sorted", "any", "all")
FUNCTIONS = ("abs", *_AGGREGATES)
_KEYWORDS = frozenset({"and", "or", "not", "in", "if", "else", "for", *FUNCTIONS})
_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply",
    ast.FloorDiv: "floor_divide", ast.Mod: "remainder",
}  # fmt: skip
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "equal", ast.NotEq: "not_equal", ast.Lt: "less", ast.LtE: "less_equal",
    ast.Gt: "greater", ast.GtE: "greater_equal", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def check_predicate(
    where: str, predicate: Predicate, spots: Spots, values: Sequence[int], key: str = ""
) -> None:
    """Raise RuleError, with the location, if a predicate cannot be evaluated on cells with these names."""
    cell = RangedNumber(0, min(values), max(values))
    with _reported(predicate.text, f"{where} {key or predicate.key}: "):
        TreeEvaluation(lay(dict(spots), lambda _: cell)).truth(parse_expression(predicate.text))


@contextmanager
def _reported(text: str, where: str = "") -> Iterator[None]:
    """Raise RuleError, with the location, if an expression cannot be evaluated."""
    try:
        yield
    except _UnreadableError as error:
        raise RuleError(f"{where}{error.message(text)}") from None


def check_unordered(where: str, predicate: Predicate, key: str = "") -> None:
    """Raise RuleError if a predicate depends on the order of neighbours, which is not defined: it selects one
    by its index, or compares lists of them.
    """

    def is_list(node: ast.expr) -> bool:
        if isinstance(node, ast.IfExp):
            return is_list(node.body) or is_list(node.orelse)
        if isinstance(node, ast.List | ast.Tuple):
            return any(map(is_list, node.elts))
        is_named = isinstance(node, ast.Name) and node.id in ("near", "all")
        return is_named or isinstance(node, ast.GeneratorExp | ast.ListComp)

    for node in ast.walk(parse_expression(predicate.text)):
        if isinstance(node, ast.Compare):
            sides = zip((None, *node.ops), (node.left, *node.comparators), strict=True)
            for op, side in sides:
                is_display = isinstance(side, ast.List | ast.Tuple)
                if is_list(side) and (is_display or not isinstance(op, ast.In | ast.NotIn)):
                    raise RuleError(
                        f"{where} {key or predicate.key}: {ast.unparse(node)!r} compares a list of"
                        " neighbours, but they have no order here; compare sorted(near), or count values"
                    )
        if isinstance(node, ast.Subscript) and not is_sorted(node.value):
            item, of = ast.unparse(node), ast.unparse(node.value)
            raise RuleError(
                f"{where} {key or predicate.key}: {item!r} selects a neighbour by its index, but neighbours"
                f" have no order here; use sorted({of})[...] to select by size"
            )


def is_sorted(node: ast.expr) -> bool:
    """Return True if an expression sorts a list."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted"


def value_of_text(text: str, names: Mapping[str, int]) -> int:
    """Return the value of an expression in which names denote the given numbers."""
    meant: dict[str, _Value] = {name: _constant(value) for name, value in names.items()}
    with _reported(text):
        return TreeEvaluation(meant).number(parse_expression(text)).low


def holds_near(predicate: Predicate, x: int, near: Sequence[int]) -> bool:
    """Return True if a predicate is true for a cell with value x and neighbours with values ``near``.

    >>> holds_near(Predicate("x == 0 or count(y == 1 for y in near) == 2"), 5, [1, 7, 1])
    True
    """
    cells = list(map(_constant, (x, *near)))
    many = tuple(range(1, len(cells)))
    names = lay({"x": 0, "near": many, "all": (0, *many)}, cells.__getitem__)
    with _reported(predicate.text):
        truth = TreeEvaluation(names).truth(parse_expression(predicate.text))
    return bool(truth.data) is not predicate.forbidden


Kinds = tuple[tuple[int, ...], ...]
"""For every cell, the class of each value, numbered from 0; an expression does not distinguish values of a
class.
"""


def no_kinds(cells: int, values: Sequence[int]) -> Kinds:
    """Return the classes in which every value has its own class.

    >>> no_kinds(2, (0, 5, 9))
    ((0, 1, 2), (0, 1, 2))
    """
    return (tuple(range(len(values))),) * cells


def truths(predicate: Predicate, spots: Spots, values: tuple[int, ...], kinds: Kinds) -> Truths:
    """Return the truth value of a predicate for every assignment of classes of values, in lexicographic
    order.

    Cost: the operations of the expression, with lists expanded, times the number of assignments. Raise
    LimitError if there are more than 4,194,304 assignments, or if the estimated evaluation time exceeds a few
    seconds.
    """
    with _reported(predicate.text):
        table: Truths = _results(predicate, spots, values, kinds, as_numbers=False)
        return table


def map_values(predicate: Predicate, spots: Spots, values: tuple[int, ...], kinds: Kinds) -> Sequence[int]:
    """Return the value of an expression for every assignment of the cells, in lexicographic order."""
    with _reported(predicate.text):
        numbers: Sequence[int] = _results(predicate, spots, values, kinds, as_numbers=True)
        return numbers


@lru_cache(maxsize=500)
def kinds_of(texts: tuple[str, ...], spots: Spots, cells: int, values: tuple[int, ...]) -> Kinds:
    """Return, for every cell, the classes of values that all of the given expressions cannot distinguish.

    An expression depends on a cell through its subexpressions that read no other cell. If these are numbers,
    values that agree in all of them belong to one class. If the cell itself is compared with other cells or
    is in a list, every value has its own class.

    >>> kinds_of(("(a == 2) + (b > 0) <= 1",), (("a", 0), ("b", 1)), 2, (0, 1, 2))
    ((0, 0, 1), (0, 1, 1))
    """
    seen: list[list[tuple[int, ...]]] = [[] for _ in range(cells)]
    for text in texts:
        _collect_single_cell_parts(parse_expression(text), dict(spots), values, seen)
    rows = [list(zip(*numbers, strict=True)) if numbers else [()] * len(values) for numbers in seen]
    orders: list[list[tuple[int, ...]]] = [list(dict.fromkeys(row)) for row in rows]
    return tuple(tuple(map(order.index, row)) for order, row in zip(orders, rows, strict=True))


def _collect_single_cell_parts(
    node: ast.AST, names: dict[str, Spot], values: Sequence[int], seen: list[list[tuple[int, ...]]]
) -> None:
    """Record, for each value of a cell, the values of the subexpressions that read only this cell."""
    cells = {
        cell
        for part in ast.walk(node)
        if isinstance(part, ast.Name)
        for cell in cells_of(names.get(part.id, ()))
    }
    if len(cells) == 1 and isinstance(node, ast.expr):
        (cell,) = cells
        numbers = []
        for value in values:
            try:
                laid = lay(names, partial(_constant, value))
                numbers.append(int(TreeEvaluation(laid).number(node).data))
            except _UnreadableError:  # a list, or a subexpression with a free variable
                numbers = list(values)
                break
        seen[cell].append(tuple(numbers))
    elif isinstance(node, ast.Name):
        for cell in cells:
            seen[cell].append(tuple(values))
    elif cells:
        for part in ast.iter_child_nodes(node):
            _collect_single_cell_parts(part, names, values, seen)


def cells_of(spot: Spot) -> Iterator[int]:
    """Yield the cells that a name in an expression denotes."""
    if isinstance(spot, int):
        yield spot
    elif not isinstance(spot, Outside):
        for each in spot:
            yield from cells_of(each)


@lru_cache(maxsize=2000)
def parse_expression(text: str) -> ast.expr:
    """Return the syntax tree of an expression. Unknown names are only detected by the evaluation."""
    line = " ".join(text.split("\n"))
    if len(line) > _MOST_TEXT:
        raise _UnreadableError(f"is longer than {_MOST_TEXT} characters")
    odd = _CHARACTERS.search(line)
    if odd:
        raise _UnreadableError(f"unexpected character {odd[0]!r}{_INSTEAD.get(odd[0], '')}", odd.start())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(line.strip(), mode="eval").body
    except SyntaxError as error:
        at = (error.offset or 1) - 1 + len(line) - len(line.lstrip())
        hint = "; equality is written ==" * bool(_SINGLE_EQUALS.search(line))
        raise _UnreadableError(f"cannot be parsed{hint}", min(at, len(line))) from None
    except (RecursionError, MemoryError, ValueError):
        raise _UnreadableError("is nested too deeply, or contains too long a number") from None
    level: list[ast.AST] = [tree]
    for _ in range(_MOST_DEPTH):
        level = [inner for node in level for inner in ast.iter_child_nodes(node)]
        if not level:
            return tree
    raise _UnreadableError(f"is nested deeper than {_MOST_DEPTH} levels")


class _UnreadableError(Exception):
    """Error in an expression, with the position of its first character."""

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.what, self.at = message, at

    def message(self, text: str) -> str:
        shown = " ".join(text.split())
        if len(shown) > 80:
            return f"the expression {shown[:60] + ' ...'!r} {self.what}" + self._describe_position(text, 60)
        return f"the expression {shown!r}: {self.what}" + self._describe_position(text, 40)

    def _describe_position(self, text: str, most: int) -> str:
        if self.at is None:
            return ""
        before = " ".join(text[: self.at].split())[-most:]
        return f", at character {self.at + 1}" + (f", after {before!r}" if before else "")


@dataclass(frozen=True, slots=True)
class RangedNumber:
    """Number for every assignment, with common bounds."""

    data: Any
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class _List:
    """List of values; if its comprehension has an ``if``, ``present`` contains a truth value for each
    item.
    """

    items: tuple[_Value, ...]
    present: tuple[RangedNumber, ...] | None = None

    def pairs(self) -> Iterator[tuple[_Value, RangedNumber | None]]:
        yield from zip(self.items, self.present or (None,) * len(self.items), strict=True)


_Value = RangedNumber | _List


def _constant(value: int, _cell: int = 0) -> RangedNumber:
    """Return the function that has a constant value for every assignment."""
    return RangedNumber(value, value, value)


_ONE, _NONE = _constant(1), _constant(0)


def lay(names: Mapping[str, Spot], cell: Callable[[int], RangedNumber]) -> dict[str, _Value]:
    """Return the values of the cells that each name denotes."""

    def value(spot: Spot) -> _Value:
        if isinstance(spot, Outside):
            return _constant(spot.value)
        return cell(spot) if isinstance(spot, int) else _List(tuple(map(value, spot)))

    return {name: value(spot) for name, spot in names.items()}


class TreeEvaluation:
    """Evaluator of a syntax tree; all data are numbers, or arrays that are broadcast against each other."""

    def __init__(self, names: dict[str, _Value]) -> None:
        self.names = names
        self._operations = self._work = 0

    def truth(self, node: ast.expr) -> RangedNumber:
        return self._truth(self._evaluate_node(node), node)

    def number(self, node: ast.expr) -> RangedNumber:
        return self._as_number(self._evaluate_node(node), node)

    # Nodes of the syntax tree

    def _evaluate_node(self, node: ast.expr) -> _Value:
        match node:
            case ast.Constant(value=int(number)):
                if number > _MOST_NUMBER:
                    raise _UnreadableError(f"numbers above {_MOST_NUMBER} are not allowed", node.col_offset)
                return _constant(int(number))
            case ast.Constant(value=float()):
                raise _UnreadableError("numbers must be integers; division is //", node.col_offset)
            case ast.Attribute() | ast.Call(func=ast.Attribute() | ast.Name(id="len")):
                raise _UnreadableError(f"unsupported; write {_in_functions(node)}", node.col_offset)
            case ast.Name(id=name):
                if name not in self.names:
                    known = known_choices(name, self.names)
                    raise _UnreadableError(f"unknown name {name!r}; {known}", node.col_offset)
                return self.names[name]
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BoolOp(op=op):
                truths = map(self.truth, node.values)
                word = "logical_and" if isinstance(op, ast.And) else "logical_or"
                return reduce(lambda a, b: self._apply(word, a, b, node), truths)
            case ast.Compare(left=left, comparators=others):
                values = [self._evaluate_node(part) for part in (left, *others)]
                truths = map(partial(self._comparison, node), node.ops, values, values[1:])
                return reduce(lambda a, b: self._combine_with_and(a, b, node), truths)
            case ast.IfExp():
                return self._select_values(
                    self.truth(node.test), self.number(node.body), self.number(node.orelse), node
                )
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return _List(tuple(map(self._evaluate_node, items)))
            case ast.GeneratorExp() | ast.ListComp():
                return self._comprehension(node.elt, node.generators)
            case ast.Call():
                return self._call(node)
            case ast.Subscript():
                return self._item(node)
        raise _UnreadableError("unsupported syntax", node.col_offset)

    def _binary(self, node: ast.BinOp) -> _Value:
        left = self.number(node.left)
        if isinstance(node.op, ast.Pow):
            power = node.right.value if isinstance(node.right, ast.Constant) else None
            if type(power) is not int or power > _MOST_POWER:
                raise _UnreadableError(
                    f"an exponent must be an integer from 0 to {_MOST_POWER}", node.right.col_offset
                )
            return reduce(lambda a, b: self._apply("multiply", a, b, node), [left] * power, _ONE)
        word = _ARITHMETIC.get(type(node.op))
        if word is None:
            hint = "; division is //" if isinstance(node.op, ast.Div) else ""
            raise _UnreadableError(
                f"unsupported operation; choose from + - * // % **, and, or, not{hint}", node.right.col_offset
            )
        return self._apply(word, left, self.number(node.right), node)

    def _unary(self, node: ast.UnaryOp) -> RangedNumber:
        match node.op:
            case ast.Not():
                return self._negation(self.truth(node.operand), node)
            case ast.USub():
                return self._apply("subtract", _NONE, self.number(node.operand), node)
            case ast.UAdd():
                return self.number(node.operand)
        raise _UnreadableError("the operator ~ is not supported", node.col_offset)

    def _comparison(self, node: ast.expr, op: ast.cmpop, left: _Value, right: _Value) -> RangedNumber:
        word = _COMPARISONS.get(type(op))
        if word is None:
            raise _UnreadableError(
                "unsupported comparison; choose from == != < <= > >= in, not in", node.col_offset
            )
        if word not in ("in", "not in"):
            return self._order(word, left, right, node)
        if isinstance(right, RangedNumber):
            raise _UnreadableError("'in' must be followed by a list", node.col_offset)
        is_inside = self._any(self._matches(left, right, node), node)
        return is_inside if word == "in" else self._negation(is_inside, node)

    def _comprehension(self, element: ast.expr, generators: Sequence[ast.comprehension]) -> _List:
        items: list[_Value] = []
        present: list[RangedNumber] = []
        filtered = any(generator.ifs for generator in generators)

        def loop(depth: int, there: RangedNumber) -> None:
            if depth == len(generators):
                self._count_operation(1, element)
                items.append(self._evaluate_node(element))
                present.append(there)
                return
            generator = generators[depth]
            target = generator.target
            if generator.is_async or not isinstance(target, ast.Name):
                raise _UnreadableError("'for' must be followed by a single name", target.col_offset)
            if target.id in self.names or target.id in _KEYWORDS:
                raise _UnreadableError(f"the name {target.id!r} is already in use", target.col_offset)
            source = self._evaluate_node(generator.iter)
            if isinstance(source, RangedNumber):
                raise _UnreadableError("'in' must be followed by a list", generator.iter.col_offset)
            for item, here in source.pairs():
                self.names[target.id] = item
                each = there if here is None else self._combine_with_and(there, here, element)
                for asked in generator.ifs:
                    each = self._combine_with_and(each, self.truth(asked), asked)
                loop(depth + 1, each)
                del self.names[target.id]
            nonlocal filtered
            filtered = filtered or source.present is not None

        loop(0, _ONE)
        return _List(tuple(items), tuple(present) if filtered else None)

    def _item(self, node: ast.Subscript) -> _Value:
        """Return the item of a list at an index that starts at 0."""
        listed, at = self._evaluate_node(node.value), node.slice
        if not isinstance(listed, _List) or listed.present is not None:
            raise _UnreadableError("only lists without 'if' can be indexed", node.col_offset)
        place = at.value if isinstance(at, ast.Constant) else None
        if type(place) is not int or place >= len(listed.items):
            last = len(listed.items) - 1
            found = f"an index must be from 0 to {last} here" if last >= 0 else "this list may be empty"
            raise _UnreadableError(found, at.col_offset)
        return listed.items[place]

    def _call(self, node: ast.Call) -> _Value:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            name = node.func.id if isinstance(node.func, ast.Name) else "this"
            raise _UnreadableError(
                f"{name} is not a function; {known_choices(name, FUNCTIONS)}", node.col_offset
            )
        if node.keywords or not node.args or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise _UnreadableError(
                f"{node.func.id} must be called with values, separated by commas", node.col_offset
            )
        name = node.func.id
        values = [self._evaluate_node(argument) for argument in node.args]
        if name == "abs":
            if len(values) != 1 or not isinstance(values[0], RangedNumber):
                raise _UnreadableError("abs must be called with one number", node.col_offset)
            return self._apply("maximum", values[0], self._apply("subtract", _NONE, values[0], node), node)
        own = values[0] if len(values) == 1 else _List(tuple(values))
        if isinstance(own, RangedNumber):
            own = _List((own,))
        return self._aggregate(name, own, node)

    def _aggregate(self, name: str, own: _List, node: ast.expr) -> _Value:
        if name == "size":
            return self._sum([here or _ONE for _, here in own.pairs()], node)
        if name in ("count", "any", "all"):
            truths = [(self._truth(item, node), here) for item, here in own.pairs()]
            if name == "all":
                none = [
                    self._combine_with_and(self._negation(truth, node), here, node) for truth, here in truths
                ]
                return self._negation(self._any(none, node), node)
            held = [self._combine_with_and(truth, here, node) for truth, here in truths]
            return self._sum(held, node) if name == "count" else self._any(held, node)
        if name == "distinct":
            return self._distinct(own, node)
        pairs = [(self._as_number(item, node), here) for item, here in own.pairs()]
        if name == "sum":
            return self._sum(
                [n if here is None else self._select_values(here, n, _NONE, node) for n, here in pairs], node
            )
        if name in ("min", "max"):
            return self._extreme("minimum" if name == "min" else "maximum", pairs, node)
        if own.present is not None:
            raise _UnreadableError(f"{name} does not accept a list with 'if'", node.col_offset)
        ordered = self._sort([number for number, _ in pairs], node)
        if name == "sorted":
            return _List(tuple(ordered))
        return ordered[(len(ordered) - 1) // 2] if ordered else _NONE

    # Arithmetic

    def _as_number(self, value: _Value, node: ast.expr) -> RangedNumber:
        if isinstance(value, _List):
            raise _UnreadableError("expected a number, got a list", node.col_offset)
        return value

    def _truth(self, value: _Value, node: ast.expr) -> RangedNumber:
        number = self._as_number(value, node)
        if (number.low, number.high) in ((0, 1), (0, 0), (1, 1)):
            return number
        return self._apply("not_equal", number, _NONE, node)

    def _count_operation(self, size: int, node: ast.expr) -> None:
        self._operations += 1
        self._work += size
        if self._operations > _MOST_OPERATIONS:
            raise _UnreadableError(
                f"needs more than {_MOST_OPERATIONS} operations when its lists are expanded", node.col_offset
            )
        if self._work > _MOST_WORK:
            raise LimitError(
                f"a predicate needs more than {_MOST_WORK} operations for all assignments of its cells;"
                " use smaller windows"
            )

    def _apply(self, word: str, left: RangedNumber, right: RangedNumber, node: ast.expr) -> RangedNumber:
        low, high = _bounds(word, left, right)
        if max(-low, high).bit_length() > _MOST_BITS:
            raise _UnreadableError(f"a number may exceed {_MOST_BITS} bits", node.col_offset)
        if low == high:
            data: Any = low
        elif isinstance(left.data, int) and isinstance(right.data, int):
            data = OPERATIONS[word](left.data, right.data)
        else:
            data = _on_arrays(word, left, right, low, high)
        self._count_operation(getattr(data, "size", 1), node)
        return RangedNumber(data, low, high)

    def _select_values(
        self, asked: RangedNumber, if_true: RangedNumber, if_false: RangedNumber, node: ast.expr
    ) -> RangedNumber:
        if asked.low == asked.high:
            return if_true if asked.low else if_false
        low, high = min(if_true.low, if_false.low), max(if_true.high, if_false.high)
        if isinstance(asked.data, int):
            data = (if_true if asked.data else if_false).data
        else:
            import numpy as np

            data = np.where(asked.data, if_true.data, if_false.data)
        self._count_operation(getattr(data, "size", 1), node)
        return RangedNumber(data, low, high)

    def _negation(self, truth: RangedNumber, node: ast.expr) -> RangedNumber:
        return self._apply("equal", truth, _NONE, node)

    def _combine_with_and(
        self, first: RangedNumber, second: RangedNumber | None, node: ast.expr
    ) -> RangedNumber:
        return first if second is None else self._apply("logical_and", first, second, node)

    def _sum(self, numbers: Sequence[RangedNumber], node: ast.expr) -> RangedNumber:
        return reduce(lambda a, b: self._apply("add", a, b, node), numbers, _NONE)

    def _any(self, truths: Sequence[RangedNumber], node: ast.expr) -> RangedNumber:
        return reduce(lambda a, b: self._apply("logical_or", a, b, node), truths, _NONE)

    def _extreme(
        self, word: str, pairs: Sequence[tuple[RangedNumber, RangedNumber | None]], node: ast.expr
    ) -> RangedNumber:
        best, has_best = _NONE, _NONE
        for number, here in pairs:
            better = number
            if has_best.high:
                better = self._select_values(has_best, self._apply(word, best, number, node), number, node)
            best = better if here is None else self._select_values(here, better, best, node)
            has_best = self._apply("logical_or", has_best, here or _ONE, node)
        return best

    def _sort(self, numbers: list[RangedNumber], node: ast.expr) -> list[RangedNumber]:
        """Sort the numbers in ascending order, by odd-even transposition sort."""
        for turn in range(len(numbers)):
            for k in range(turn % 2, len(numbers) - 1, 2):
                first, second = numbers[k], numbers[k + 1]
                numbers[k] = self._apply("minimum", first, second, node)
                numbers[k + 1] = self._apply("maximum", first, second, node)
        return numbers

    def _distinct(self, own: _List, node: ast.expr) -> RangedNumber:
        """Return the number of distinct items."""
        fresh = []
        for k, (item, here) in enumerate(own.pairs()):
            before = _List(own.items[:k], own.present and own.present[:k])
            is_met = self._any(self._matches(item, before, node), node)
            fresh.append(self._combine_with_and(self._negation(is_met, node), here, node))
        return self._sum(fresh, node)

    def _matches(self, item: _Value, own: _List, node: ast.expr) -> list[RangedNumber]:
        """Return, for every item of a list, a truth value: it is present and equal to the given item."""
        return [
            self._combine_with_and(self._order("equal", item, each, node), here, node)
            for each, here in own.pairs()
        ]

    def _order(self, word: str, left: _Value, right: _Value, node: ast.expr) -> RangedNumber:
        """Compare two numbers or two lists; lists are compared lexicographically."""
        if isinstance(left, RangedNumber) and isinstance(right, RangedNumber):
            return self._apply(word, left, right, node)
        if isinstance(left, RangedNumber) or isinstance(right, RangedNumber):
            raise _UnreadableError("a list cannot be compared with a number", node.col_offset)
        if left.present is not None or right.present is not None:
            raise _UnreadableError("lists with 'if' cannot be compared", node.col_offset)
        if word == "not_equal":
            return self._negation(self._order("equal", left, right, node), node)
        if word in ("greater", "greater_equal"):
            return self._order(word.replace("greater", "less"), right, left, node)
        sizes = len(left.items), len(right.items)
        tied = {"equal": sizes[0] == sizes[1], "less": sizes[0] < sizes[1]}.get(word, sizes[0] <= sizes[1])
        if word == "equal" and not tied:
            return _NONE
        verdict = _ONE if tied else _NONE
        for first, second in reversed(list(zip(left.items, right.items, strict=False))):
            verdict = self._combine_with_and(self._order("equal", first, second, node), verdict, node)
            if word != "equal":
                verdict = self._any([self._order("less", first, second, node), verdict], node)
        return verdict


def _in_functions(node: ast.expr) -> str:
    """Return the equivalent of a method, or of a function of Python, in the functions of predicates.

    >>> [_in_functions(ast.parse(text).body[0].value) for text in ("near.count(1)", "len(set(near))")]
    ['count(y == 1 for y in near)', 'distinct(near)']
    """
    match node:
        case ast.Call(func=ast.Attribute(value=own, attr="count"), args=[value]):
            letter = next(
                letter for letter in "yzuvwxabcd" if letter not in ast.unparse(own) + ast.unparse(value)
            )
            return f"count({letter} == {ast.unparse(value)} for {letter} in {ast.unparse(own)})"
        case ast.Call(func=ast.Attribute(value=own, attr=name), args=[]) if name in FUNCTIONS:
            return f"{name}({ast.unparse(own)})"
        case ast.Call(args=[ast.Call(func=ast.Name(id="set"), args=[own])]):
            return f"distinct({ast.unparse(own)})"
        case ast.Call(func=ast.Name(), args=[own]):
            return f"size({ast.unparse(own)})"
    return "a function, such as sum(LIST) or count(y == 1 for y in LIST)"


def _bounds(word: str, left: RangedNumber, right: RangedNumber) -> tuple[int, int]:
    """Return bounds of the result of an operation, given bounds of the operands."""
    if word in ("add", "subtract", "multiply"):
        compute = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul}[word]
        ends = [compute(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        return min(ends), max(ends)
    if left.low == left.high and right.low == right.high:
        value = int(OPERATIONS[word](left.low, right.low))
        return value, value
    size = max(abs(left.low), abs(left.high))
    match word:
        case "minimum" | "logical_and":
            return min(left.low, right.low), min(left.high, right.high)
        case "maximum" | "logical_or":
            return max(left.low, right.low), max(left.high, right.high)
        case "floor_divide":
            return -size, size
        case "remainder":
            size = max(size, abs(right.low), abs(right.high))
            return -size, size
    return 0, 1


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "floor_divide": lambda a, b: a // b if b else 0,
    "remainder": lambda a, b: a % b if b else a,
    "minimum": min,
    "maximum": max,
    "logical_and": lambda a, b: int(bool(a) and bool(b)),
    "logical_or": lambda a, b: int(bool(a) or bool(b)),
    "equal": lambda a, b: int(a == b),
    "not_equal": lambda a, b: int(a != b),
    "less": lambda a, b: int(a < b),
    "less_equal": lambda a, b: int(a <= b),
    "greater": lambda a, b: int(a > b),
    "greater_equal": lambda a, b: int(a >= b),
}


def _on_arrays(word: str, left: RangedNumber, right: RangedNumber, low: int, high: int) -> Any:
    """Apply the operation to arrays, in the smallest integer type that holds all operands and results."""
    import numpy as np

    most = max(-low, high, -left.low, left.high, -right.low, right.high, 1)
    kind = next(k for k in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(k).max)
    first, second = (
        np.asarray(left.data).astype(kind, copy=False),
        np.asarray(right.data).astype(kind, copy=False),
    )
    if word in ("floor_divide", "remainder"):
        safe = np.where(second == 0, kind(1), second)
        none = kind(0) if word == "floor_divide" else first
        return np.where(second == 0, none, getattr(np, word)(first, safe))
    return getattr(np, word)(first, second)


@lru_cache(maxsize=200)
def _results(
    predicate: Predicate, spots: Spots, values: tuple[int, ...], kinds: Kinds, *, as_numbers: bool
) -> Any:
    """Return truth values, or numbers, for every assignment of classes of values."""
    sizes = [max(each) + 1 for each in kinds]
    fillings = prod(sizes)
    if fillings > MOST_FILLINGS:
        count_text = f"{len(values)}^{len(kinds)}" if fillings == len(values) ** len(kinds) else f"{fillings}"
        raise LimitError(
            f"the {'map' if as_numbers else 'predicate'} {predicate.text!r} reads {len(kinds)} cells at once,"
            f" which have {count_text} assignments of {len(values)} values; at most {MOST_FILLINGS} are"
            " supported: use smaller windows"
        )
    low, high, names = min(values), max(values), dict(spots)
    tree = parse_expression(predicate.text)
    known = [
        [values[each.index(kind)] for kind in range(size)] for each, size in zip(kinds, sizes, strict=True)
    ]
    if not ARRAYS or fillings <= FEW_FILLINGS:
        results = []
        for filling in product(*known):
            row = [RangedNumber(value, low, high) for value in filling]
            own = TreeEvaluation(lay(names, row.__getitem__))
            if as_numbers:
                results.append(int(own.number(tree).data))
            else:
                results.append(bool(own.truth(tree).data) != predicate.forbidden)
        return results
    import numpy as np

    def axis(cell: int) -> RangedNumber:
        shape = [1] * len(sizes)
        shape[cell] = sizes[cell]
        return RangedNumber(np.array(known[cell]).reshape(shape if sizes[cell] > 1 else ()), low, high)

    own = TreeEvaluation(lay(names, axis))
    data = np.asarray((own.number if as_numbers else own.truth)(tree).data)
    whole = np.broadcast_to(data, sizes).reshape(-1)
    if as_numbers:
        return whole.astype(np.int64)
    return ~whole.astype(bool) if predicate.forbidden else whole.astype(bool)


@lru_cache(maxsize=2000)
def reads_order(predicate: Predicate, spots: Spots) -> bool:
    """Return True if the order of lists may matter: an item is selected by its index, or lists are compared.

    Only two numbers or two lists can be compared, so that the type of one operand determines the type of the
    other.

    >>> near = (("x", 0), ("near", (1, 2)))
    >>> reads_order(Predicate("near[0] == 1"), near), reads_order(Predicate("sum(near) == x"), near)
    (True, False)
    """
    nodes = list(ast.walk(parse_expression(predicate.text)))
    numbers = {name for name, spot in spots if not isinstance(spot, tuple)}
    lists = [(name, spot) for name, spot in spots if isinstance(spot, tuple)]
    flat = {name for name, spot in lists if not any(isinstance(item, tuple) for item in spot)}
    loops = [node for node in nodes if isinstance(node, ast.comprehension)]
    targets = [(ast.unparse(loop.target), ast.unparse(loop.iter) in flat) for loop in loops]
    numbers |= {name for name, _ in targets} - {name for name, is_flat in targets if not is_flat}

    def is_number(node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in numbers
        if isinstance(node, ast.Call):
            return not is_sorted(node)
        return isinstance(node, ast.Constant | ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare)

    def is_ordered(node: ast.AST) -> bool:
        if isinstance(node, ast.Subscript):
            return not is_sorted(node.value)
        if not isinstance(node, ast.Compare):
            return False
        inside = [isinstance(op, ast.In | ast.NotIn) for op in node.ops]
        sides = [node.left] if inside == [True] else [node.left, *node.comparators]
        return any(inside[1:]) or not any(map(is_number, sides))

    return any(map(is_ordered, nodes))
