"""Expression language in which clauses of the grammar define their meaning.

A string that contains ``{...}`` is a template; a string that is exactly ``{...}`` is the value itself. The
braces contain an expression in Python syntax, which is parsed by Python's parser and never executed:
integers, strings, lists, comparisons, comprehensions, and the functions listed here. A placeholder is a name;
a call such as ``p(B=block)`` evaluates it again with other values for the names that it uses.
"""

from __future__ import annotations

import ast
import itertools
import operator
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import comb, prod
from typing import Any

from gfkit.core.deferred import dataclass, field, regex
from gfkit.core.rules.kind import library_files
from gfkit.oeis.reading.grammar import Found, Tree
from gfkit.oeis.reading.tables import family_with_vertices, network_of

_PART = regex(r"\{([^{}]*)\}")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: as_words(a) + as_words(b) if isinstance(a, str) or isinstance(b, str) else a + b,
    ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda item, items: item in items, ast.NotIn: lambda item, items: item not in items,
}  # fmt: skip


_LONGEST_LOOP = 144
_MOST_WALKED = 64  # vertices; the numbers of walks between any two take half a second


class UndefinedMeaningError(Exception):
    """Raised if an interpretation is undefined, for example because a name is undefined or a window is too
    large. ``phrase`` is the part of the sentence, if it is known.
    """

    phrase: Tree | None = None


@dataclass(slots=True)
class Scope:
    """Names defined at a position of the sentence: names of its clause, then names of the enclosing
    clauses.
    """

    names: Mapping[str, Any]
    outer: Scope | None = None
    known: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str) -> Any:
        """Return the value of a name. An inner clause is evaluated in the enclosing scope."""
        slot = self.slot(name)
        if slot is not None:
            return meaning(*slot)
        if name in self.known:
            return self.known[name]
        raise UndefinedMeaningError(f"{name} is not specified before it is used")

    def slot(self, name: str) -> tuple[Any, Scope] | None:
        """Return the parse tree of a placeholder, and its scope."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name], scope
            scope = scope.outer
        return None

    def inner(self, names: Mapping[str, Any]) -> Scope:
        return Scope(names, self, self.known)


def meaning(found: Found | Any, scope: Scope) -> Any:
    """Return the value of a placeholder."""
    if isinstance(found, Tree):
        if found.form.value is None:
            return found.form.id
        try:
            own = inside(found, scope)
            check_fits(found, own)
            return fill_in(found.form.value, own)
        except UndefinedMeaningError as error:
            error.phrase = error.phrase or found  # the innermost one
            raise
    if isinstance(found, _Done):
        return found.value
    if isinstance(found, tuple) and found and all(isinstance(item, Tree) for item in found):
        return [meaning(item, scope) for item in found]
    return list(found) if isinstance(found, tuple) else found


def check_fits(tree: Tree, own: Scope) -> None:
    """Raise UndefinedMeaningError unless the condition ``when`` of a form is true."""
    if tree.form.when and not work_out(tree.form.when, own):
        raise UndefinedMeaningError(f"the phrase is supported only if {tree.form.about or tree.form.when}")


def inside(tree: Tree, scope: Scope) -> Scope:
    """Return the names defined in a tree: its placeholders, and the names that its form defines."""
    names: dict[str, Any] = dict(tree.slots)
    own = scope.inner(names)
    for name, text in tree.form.let.items():
        if name not in names:
            names[name] = _Done(fill_in(text, own))
    return own


@dataclass(frozen=True, slots=True)
class _Done:
    value: Any


def fill_in(given: Any, scope: Scope) -> Any:
    """Return a value of the grammar after evaluating all expressions in it."""
    if isinstance(given, Mapping):
        return {key: fill_in(value, scope) for key, value in given.items()}
    if isinstance(given, list):
        return [fill_in(value, scope) for value in given]
    if not isinstance(given, str) or "{" not in given:
        return given
    whole = _PART.fullmatch(given)
    if whole is not None:
        return work_out(whole[1], scope)
    return _PART.sub(lambda found: as_words(work_out(found[1], scope)), given)


def as_words(value: Any) -> str:
    """Convert a value to a string inside a template: lists as lists, truth values as words."""
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_words, value)) + "]"
    return str(value)


def work_out(text: str, scope: Scope) -> Any:
    """Evaluate an expression. Raise UndefinedMeaningError if it is undefined, such as the third row of two
    rows.
    """
    try:
        return _value(_parse(text), scope)
    except (LookupError, TypeError, ValueError, ZeroDivisionError) as error:
        raise UndefinedMeaningError("the expression has no meaning here") from error


@cache
def _parse(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _value(node: ast.expr, scope: Scope) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return scope.find(name)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(item, scope) for item in items]
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATIONS[type(op)](_value(left, scope), _value(right, scope))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, scope)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return not _value(inner, scope)
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_value(part, scope) for part in parts)
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(_value(part, scope) for part in parts)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _OPERATIONS[type(op)](_value(left, scope), _value(right, scope))
        case ast.IfExp(test=test, body=body, orelse=other):
            return _value(body if _value(test, scope) else other, scope)
        case ast.Subscript(value=of, slice=at):
            return _value(of, scope)[_value(at, scope)]
        case ast.Attribute(value=of, attr=name):
            return _value(of, scope)[name]
        case ast.ListComp(elt=item, generators=loops):
            return _comprehend(item, loops, scope)
        case ast.Call(func=ast.Name(id="joined"), args=[points, condition]):
            return _graph_of_condition(_value(points, scope), condition, scope)
        case ast.Call(func=ast.Name(id=name), args=given, keywords=named):
            if name in FUNCTIONS and not named:
                return FUNCTIONS[name](*[_value(argument, scope) for argument in given])
            return _read_again(
                name, {str(argument.arg): _value(argument.value, scope) for argument in named}, scope
            )
    raise SyntaxError(f"expression {ast.unparse(node)!r} is not of the language of the grammar")


def _graph_of_condition(points: list[Any], condition: ast.expr, scope: Scope) -> list[Any]:
    """Return the graph on some points in which u is adjacent to an earlier v if a condition holds.

    The result is the number of points and the list of edges, as pairs of indices.
    """
    _check_loop(points)
    pairs = itertools.combinations(enumerate(points), 2)
    edges = [
        [i, j] for (i, v), (j, u) in pairs if _value(condition, scope.inner({"u": _Done(u), "v": _Done(v)}))
    ]
    return [len(points), edges]


def _check_loop(items: Sequence[Any]) -> None:
    if len(items) > _LONGEST_LOOP:
        raise UndefinedMeaningError(f"{len(items)} items are too many")


def _comprehend(item: ast.expr, loops: Sequence[ast.comprehension], scope: Scope) -> list[Any]:
    if not loops:
        return [_value(item, scope)]
    loop = loops[0]
    values = []
    items = _value(loop.iter, scope)
    _check_loop(items)
    for value in items:
        inner = scope.inner(_loop_names(loop.target, value))
        if all(_value(test, inner) for test in loop.ifs):
            values += _comprehend(item, loops[1:], inner)
    return values


def _loop_names(target: ast.expr, value: Any) -> dict[str, Any]:
    if isinstance(target, ast.Name):
        return {target.id: _Done(value)}
    if not isinstance(target, ast.Tuple):
        raise SyntaxError("a loop of the grammar has names")
    return {
        name.id: _Done(part)
        for name, part in zip(target.elts, value, strict=True)
        if isinstance(name, ast.Name)
    }


def _read_again(name: str, named: dict[str, Any], scope: Scope) -> Any:
    slot = scope.slot(name)
    if slot is None:
        raise UndefinedMeaningError(f"nothing tells {name}")
    read, place = slot
    inner = place.inner({key: _Done(value) for key, value in named.items()})
    return meaning(read, inner)


def _letter(width: int, row: int, column: int) -> str:
    at = row * width + column
    if at >= len(_LETTERS):
        raise UndefinedMeaningError("the window has more than 52 cells")
    return _LETTERS[at]


def _block(width: int, rows: int, columns: int, top: int = 0, left: int = 0) -> list[list[str]]:
    """Return the letters of a block within a window of a given width."""
    return [[_letter(width, top + r, left + c) for c in range(columns)] for r in range(rows)]


def _diagonal(block: list[list[str]]) -> list[str]:
    return [block[i][i] for i in range(min(len(block), len(block[0])))]


def _antidiagonal(block: list[list[str]]) -> list[str]:
    return [block[i][len(block[0]) - 1 - i] for i in range(min(len(block), len(block[0])))]


def _perimeter(block: list[list[str]]) -> list[str]:
    """Return the boundary cells of a block, clockwise from the upper left."""
    if len(block) == 1 or len(block[0]) == 1:
        return [letter for row in block for letter in row]
    inner = [row[-1] for row in block[1:-1]]
    return [*block[0], *inner, *reversed(block[-1]), *reversed([row[0] for row in block[1:-1]])]


def _equal_lines(block: list[list[str]], steps: Sequence[Sequence[int]], size: int) -> list[str]:
    """Return, for every k consecutive cells in a row of a block, the condition that they are equal."""
    rows, columns = len(block), len(block[0])
    texts = []
    for (down, right), r, c in itertools.product(steps, range(rows), range(columns)):
        cells = [(r + i * down, c + i * right) for i in range(size)]
        if all(0 <= i < rows and 0 <= j < columns for i, j in cells):
            texts.append(" == ".join(block[i][j] for i, j in cells))
    return texts


def _expand_block(block: list[list[str]], sign: str) -> str:
    """Return the determinant of a block as an expression, or its permanent if the sign is +."""
    size = len(block)
    if size != len(block[0]) or size > 4:
        raise UndefinedMeaningError("a determinant requires a square of at most 4 x 4")
    terms = []
    for order in itertools.permutations(range(size)):
        odd = sum(a > b for at, a in enumerate(order) for b in order[at + 1 :]) % 2
        product = " * ".join(block[row][column] for row, column in enumerate(order))
        terms.append((sign if odd else "+") + " " + product)
    return "(" + " ".join(terms).removeprefix("+ ") + ")"


def _ring(block: list[list[str]]) -> list[list[str]]:
    """Return the edges between consecutive boundary cells of a block, clockwise."""
    cells = _perimeter(block)
    return [[cell, next_cell] for cell, next_cell in zip(cells, [*cells[1:], cells[0]], strict=True)]


def _edges(block: list[list[str]]) -> list[list[str]]:
    """Return the pairs of horizontally adjacent cells."""
    lines = [*block, *([row[c] for row in block] for c in range(len(block[0])))]
    return [[text, other] for line in lines for text, other in itertools.pairwise(line)]


def _drawn_line(step: Sequence[int], size: int) -> str:
    """Return the shape of k consecutive cells in a direction."""
    down, right = step
    if (down, right) < (0, 0):
        down, right = -down, -right
    return _shape([(i * down, i * right) for i in range(size)])


def _drawing_of(marks: Mapping[tuple[int, int], str]) -> str:
    """Return the smallest rectangle that contains all marks, with one line for each row."""
    if not marks:
        raise UndefinedMeaningError("a window has no cells")
    rows, columns = (range(min(line), max(line) + 1) for line in zip(*marks, strict=True))
    return "/".join("".join(marks.get((r, c), ".") for c in columns) for r in rows)


def _shape(cells: Sequence[Sequence[int]]) -> str:
    """Return a window of given cells, lettered in reading order."""
    order = sorted({(row, column) for row, column in cells})
    return _drawing_of({cell: _LETTERS[at] for at, cell in enumerate(order)})


def _rank(cells: Sequence[Sequence[int]], cell: Sequence[int]) -> str:
    """Return the letter of a cell in the window that consists of the given cells."""
    return _LETTERS[sorted({(row, column) for row, column in cells}).index((cell[0], cell[1]))]


def _neighbourhood(steps: Sequence[Sequence[int]]) -> str:
    """Return the drawing of a neighbourhood, with X for the centre."""
    cells = {(row, column) for row, column in steps} - {(0, 0)}
    if not cells:
        raise UndefinedMeaningError("no neighbours are specified")
    return _drawing_of({**dict.fromkeys(cells, "o"), (0, 0): "X"})


def _orientations(rows: Sequence[str]) -> list[str]:
    """Return the drawings of a piece rotated by 0, 90, 180, 270 degrees, then those of its mirror image.

    >>> _orientations(["XX", "X."])[:2]
    ['XX/X.', 'XX/.X']
    """
    drawings = []
    for image in (rows, [row[::-1] for row in rows]):
        for _ in range(4):
            drawings.append("/".join(image))
            image = ["".join(column) for column in zip(*reversed(image), strict=True)]
    return drawings


def _pair(step: Sequence[int]) -> str:
    """Return the piece that consists of two cells at the given offset."""
    return _drawing_of(dict.fromkeys([(0, 0), (step[0], step[1])], "X"))


def _both(steps: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the given steps and the opposite steps. Raise UndefinedMeaningError if a direction is named
    twice.
    """
    if len({tuple(step) for step in steps}) < len(steps):
        raise UndefinedMeaningError("a direction is named twice")
    return [list(step) for step in dict.fromkeys((s * r, s * c) for r, c in steps for s in (1, -1))]


def _span(*ends: int) -> list[int]:
    if len(range(*ends)) > 10_000:
        raise UndefinedMeaningError("a range is too long")
    return list(range(*ends))


def _difference(order: int) -> str:
    """Return the difference whose sign determines an order of two consecutive cells.

    >>> _difference(0), _difference(2)
    ('(1 * a)', '(1 * a - 2 * b + 1 * c)')
    """
    parts = (f"{'+-'[(order - i) % 2]} {comb(order, i)} * {_LETTERS[i]}" for i in range(order + 1))
    return f"({' '.join(parts).removeprefix('+ ')})"


def _grid(rows: int, columns: int) -> list[list[str]]:
    """Return the letters of a board. A size n is replaced by a number if the values depend on n."""
    letters = _LETTERS.replace("n", "")
    if rows * columns > len(letters):
        raise UndefinedMeaningError("the board has more than 51 cells")
    return [list(letters[r * columns : (r + 1) * columns]) for r in range(rows)]


def _digits(text: str) -> list[int]:
    return [int(sign) for sign in text]


def _library(name: str, weighed: bool = False) -> dict[str, Any]:
    """Return the tables of a built-in rule; a number after a colon is its parameter."""
    name, colon, number = name.partition(":")
    with open(library_files()[f"{name}-k" if colon else name], encoding="utf-8") as file:
        text = file.read()
    text = text.replace('number = "k"', f"number = [{number}]")
    tables = tomllib.loads(re.sub(r'"k"|\bk\b', number, text) if colon else text)
    return {
        key: {part: value for part, value in table.items() if weighed or part != "weight"}
        if isinstance(table, Mapping)
        else table
        for key, table in tables.items()
        if key not in ("name", "about", "look")
    }


def _cells(sides: Sequence[int]) -> list[list[int]]:
    """Return the cells of a box, each given by its coordinates."""
    if prod(sides) > _LONGEST_LOOP:
        raise UndefinedMeaningError("the box has too many cells")
    return [list(cell) for cell in itertools.product(*map(range, sides))]


def _triangle(side: int) -> list[list[int]]:
    """Return the points of a triangular board, each given by its distances from the three sides.

    >>> _triangle(2)
    [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    """
    return [[a, b, side - 1 - a - b] for a in range(side) for b in range(side - a)]


def _compute_distances(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the distances of two cells along each side, ascending.

    >>> _compute_distances([1, 5], [4, 3])
    [2, 3]
    """
    return sorted(abs(a - b) for a, b in zip(one, other, strict=True))


def _complement(network: Sequence[Any]) -> list[Any]:
    size, edges = network
    return [size, [[a, b] for a, b in itertools.combinations(range(size), 2) if [a, b] not in edges]]


def _network_board(network: Sequence[Any]) -> str:
    """Return the board for a graph described in a name.

    >>> _network_board([4, [[0, 1], [1, 3]]])
    'graph:2,0-1,1-3'
    """
    size, edges = network
    if not edges:
        return "#".join("." * size)
    single = [str(i) for i in range(size) if not any(i in edge for edge in edges)]
    return "graph:" + ",".join(single + [f"{a}-{b}" for a, b in edges])


def _walk_ends(network: Sequence[Any]) -> list[list[int]]:
    """Return the vertices at each distance from vertex 0, if the number of walks between two vertices depends
    only on the length and on their distance.

    If only the number of closed walks is the same at every vertex, return vertex 0 alone; otherwise return an
    empty list. By the Cayley-Hamilton theorem it suffices to compare walks that are shorter than the number
    of vertices.

    >>> _walk_ends([4, [[0, 1], [1, 2], [2, 3], [0, 3]]]), _walk_ends([3, [[0, 1], [1, 2]]])
    ([[0], [1, 3], [2]], [])
    """
    size, edges = network
    if size > _MOST_WALKED:
        raise UndefinedMeaningError(f"a graph of {size} vertices is too large for walks")
    return [[*ends] for ends in _ends_by_distance(size, tuple(map(tuple, edges)))]


@lru_cache(maxsize=16)  # each reading of a sentence asks for it again
def _ends_by_distance(size: int, edges: tuple[tuple[int, int], ...]) -> list[list[int]]:
    near = [[b for edge in edges for a, b in (edge, edge[::-1]) if a == vertex] for vertex in range(size)]
    walks = [[[int(a == b)] for b in range(size)] for a in range(size)]
    for row in walks:
        for _ in range(size - 1):
            numbers = [sum(row[b][-1] for b in near[a]) for a in range(size)]
            for ways, number in zip(row, numbers, strict=True):
                ways.append(number)
    classes: dict[int, set[tuple[int, ...]]] = {}
    for ways in itertools.chain.from_iterable(walks):
        distance = next((length for length, number in enumerate(ways) if number), size)
        classes.setdefault(distance, set()).add(tuple(ways))
    if len(classes[0]) > 1:
        return []
    if any(len(alike) > 1 for alike in classes.values()):
        return [[0]]
    return [
        [vertex for vertex, ways in enumerate(walks[0]) if tuple(ways) in alike]
        for distance, alike in sorted(classes.items())
        if distance < size
    ]


def _remove_duplicates(items: Sequence[Any]) -> list[Any]:
    return [item for place, item in enumerate(items) if item not in items[:place]]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "block": _block, "diagonal": _diagonal, "antidiagonal": _antidiagonal, "perimeter": _perimeter,
    "det": lambda b: _expand_block(b, "-"), "per": lambda b: _expand_block(b, "+"),
    "choices": lambda items, size: [list(some) for some in itertools.combinations(items, size)],
    "pair": _pair, "oriented": _orientations,
    "rectangle": lambda rows, columns: "/".join(["X" * columns] * rows),
    "rest": lambda items: items[1:], "at": lambda word, letter: word[_LETTERS.index(letter)],
    "without": lambda items, some: [item for item in items if item not in some],
    "ring": _ring, "rowsof": _equal_lines, "edges": _edges,
    "crossings": lambda b: [[b[0][0], b[1][1]], [b[0][1], b[1][0]]],
    "six": lambda b: [*_edges(b), [b[0][0], b[1][1]], [b[0][1], b[1][0]]],
    "line": _drawn_line, "around": _neighbourhood, "both": _both,
    "flat": lambda lists: [item for items in lists for item in items],
    "turned": lambda word: [[*word[i:], *word[:i]] for i in range(len(word))],
    "digits": _digits, "unlike": _remove_duplicates, "shape": _shape, "rank": _rank,
    "binary": lambda number: _digits(f"{number:b}"),
    "join": lambda items, between=", ": between.join(map(as_words, items)),
    "letters": lambda size: list(_LETTERS[:size]), "span": _span,
    "risen": lambda size: [f"{_LETTERS[i]} + {i}" for i in range(size)],
    "columns": lambda block: [list(column) for column in zip(*block, strict=True)],
    "size": len, "min": min, "max": max, "sum": sum, "abs": abs, "text": as_words, "sorted": sorted,
    "difference": _difference, "grid": _grid, "drawn": lambda block: "/".join(map("".join, block)),
    "pairs": lambda items: [list(pair) for pair in itertools.pairwise(items)],
    "zipped": lambda one, other: [list(pair) for pair in zip(one, other, strict=True)],
    "library": _library, "weighed": lambda name: _library(name, True),
    "cells": _cells, "ends": _walk_ends, "triangle": _triangle, "apart": _compute_distances,
    "shared": lambda one, other: len({*one} & {*other}),
    "board": _network_board, "complement": _complement,
    "network": network_of, "vertices": family_with_vertices,
    "mark": lambda parts: {as_words(part): "x" for part in parts},
    "index": lambda items, item: items.index(item), "reversed": lambda items: list(reversed(items)),
    "int": int, "power": lambda a, b: a**b,
}  # fmt: skip
"""Functions that expressions of the grammar can call."""
