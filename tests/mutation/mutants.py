"""Small faults in a module: one operator, number, condition, statement or result is another.

Faults are put into bodies of functions only: what a module does when it is imported is not run again.
Messages, docstrings, types, values of arguments by default and counted work stay as they are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import CodeType

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Fault:
    """One change: the lines of the statement it is in, and what is done."""

    first: int
    last: int
    what: str
    change: Callable[[], None]
    """Makes the change in the tree that the fault was found in."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one fault."""

    path: Path
    first: int
    last: int
    what: str
    code: CodeType


def mutants(source: str, name: str) -> list[Mutant]:
    """All mutants of a module whose byte code differs from the module's own.

    >>> [mutant.what for mutant in mutants("def f(x):\\n    return x + 1", "f.py")]
    ['return None', '+ to -', '1 to 2', '1 to 0']
    """
    made = (mutant(source, name, number) for number in range(how_many(source)))
    return [one for one in made if one is not None]


def how_many(source: str) -> int:
    """How many faults can be put into a module."""
    return sum(1 for _ in faults(ast.parse(source)))


def mutant(source: str, name: str, number: int) -> Mutant | None:
    """A module with the fault of that number; None when its byte code is the module's own."""
    tree = ast.parse(source)
    fault = list(faults(tree))[number]
    fault.change()
    code = compile(ast.fix_missing_locations(tree), name, "exec")
    if code == compile(source, name, "exec"):
        return None
    return Mutant(Path(name), fault.first, fault.last, fault.what, code)


def drawn(paths: Sequence[Path], number: int, random: Random) -> list[Mutant]:
    """So many mutants of modules, each as likely as any other."""
    sources = {path: path.read_text("utf-8") for path in paths}
    places = [(path, at) for path, source in sources.items() for at in range(how_many(source))]
    random.shuffle(places)
    made: list[Mutant] = []
    for path, at in places:
        if len(made) == number:
            break
        if (one := mutant(sources[path], str(path), at)) is not None:
            made.append(one)
    return made


def faults(tree: ast.Module) -> Iterator[Fault]:
    """All changes to the bodies of functions of a tree."""
    for node in ast.walk(tree):
        inside = isinstance(node, (ast.Module, ast.ClassDef))
        for function in node.body if inside else ():
            if isinstance(function, _FUNCTIONS):
                yield from _in_statements(function.body)


def _in_statements(body: list[ast.stmt]) -> Iterator[Fault]:
    for place, statement in enumerate(body):
        if isinstance(statement, ast.Expr) and re.search(r"^(['\"]|.*\.spend\()", ast.unparse(statement)):
            continue  # a docstring, or work that is counted: it only ends what lasts too long
        blocks = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
        blocks += [handler.body for handler in getattr(statement, "handlers", [])]
        inner = min((block[0].lineno for block in blocks if block), default=None)
        last = statement.end_lineno if inner is None else max(statement.lineno, inner - 1)

        def fault(what: str, change: Callable[[], None], first: int = statement.lineno, last=last) -> Fault:
            return Fault(first, last, what, change)

        if isinstance(statement, (ast.AugAssign, ast.Expr, ast.Raise, ast.Continue, ast.Break)):
            yield fault("left out", lambda place=place: body.__setitem__(place, ast.Pass()))
        if isinstance(statement, ast.Return) and not _is_none(statement.value):
            yield fault("return None", lambda it=statement: setattr(it, "value", None))
        if isinstance(statement, (ast.If, ast.While)):
            yield fault("condition turned round", lambda it=statement: _turn(it))
        if not isinstance(statement, (*_FUNCTIONS, ast.ClassDef, ast.Raise)):
            for field, value in ast.iter_fields(statement):
                for part in value if isinstance(value, list) else [value]:
                    if isinstance(part, (ast.expr, ast.withitem)) and field != "annotation":
                        for what, change in _in_expression(part):
                            yield fault(what, change)
            if isinstance(statement, ast.AugAssign) and type(statement.op) in _OTHER:
                yield fault(*_operator(statement, "op"))
        for block in blocks:
            yield from _in_statements(block)


def _in_expression(top: ast.AST) -> Iterator[tuple[str, Callable[[], None]]]:
    if isinstance(top, ast.JoinedStr):
        return
    if isinstance(top, ast.Compare):
        for place in range(len(top.ops)):
            yield _operator(top, "ops", place)
    if isinstance(top, (ast.BinOp, ast.BoolOp)) and type(top.op) in _OTHER:
        yield _operator(top, "op")
    if isinstance(top, ast.IfExp):
        yield "condition turned round", lambda: _turn(top)
    if isinstance(top, ast.comprehension):
        for place, test in enumerate(top.ifs):
            yield (
                "condition turned round",
                lambda place=place, test=test: top.ifs.__setitem__(place, ast.UnaryOp(ast.Not(), test)),
            )
    if isinstance(top, ast.UnaryOp) and isinstance(top.op, (ast.USub, ast.Not)):
        other = ast.UAdd() if isinstance(top.op, ast.USub) else ast.Not()
        yield "no minus" if isinstance(top.op, ast.USub) else "no not", lambda: _without(top, other)
    if isinstance(top, ast.Constant) and isinstance(top.value, int):
        values = [not top.value] if isinstance(top.value, bool) else [top.value + 1, top.value - 1]
        for value in values:
            yield f"{top.value} to {value}", lambda value=value: setattr(top, "value", value)
    for part in ast.iter_child_nodes(top):
        yield from _in_expression(part)


def _operator(node: ast.AST, field: str, place: int | None = None) -> tuple[str, Callable[[], None]]:
    ops = getattr(node, field)
    old = ops if place is None else ops[place]
    new = _OTHER[type(old)]()

    def change() -> None:
        if place is None:
            setattr(node, field, new)
        else:
            ops[place] = new

    return f"{_sign(old)} to {_sign(new)}", change


def _sign(op: ast.AST) -> str:
    """How an operator is written.

    >>> _sign(ast.Add()), _sign(ast.NotIn()), _sign(ast.And())
    ('+', 'not in', 'and')
    """
    left, right = ast.Name("a"), ast.Name("b")
    if isinstance(op, ast.operator):
        whole: ast.expr = ast.BinOp(left, op, right)
    elif isinstance(op, ast.boolop):
        whole = ast.BoolOp(op, [left, right])
    else:
        whole = ast.Compare(left, [op], [right])
    return ast.unparse(whole).removeprefix("a ").removesuffix(" b")


def _turn(node: ast.If | ast.While | ast.IfExp) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _without(node: ast.UnaryOp, other: ast.AST) -> None:
    """-a becomes +a, and ``not a`` becomes ``not not a``."""
    if isinstance(other, ast.UAdd):
        node.op = other
    else:
        node.operand = ast.UnaryOp(ast.Not(), node.operand)


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)
