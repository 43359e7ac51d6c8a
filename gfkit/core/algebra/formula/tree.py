"""Syntax trees of formulas.

Values become trees (``of_values``), and writers (``write/``) print trees; printed formulas are parsed into
trees too (``read/``). No tree is simplified. A writer adds the brackets that its format requires; a tree
contains only brackets that are always printed (``Group``). A parsed part contains its position in the string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache, reduce
from operator import add, mul
from typing import ClassVar, TypeVar

from gfkit.core.deferred import dataclass, field, fields, replace
from gfkit.core.errors import InputError

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """Node of the tree; ``start`` and ``end`` are its position in the parsed string, if any."""

    kind: ClassVar[str] = "node"
    """Name of the class in lower case, which selects the method of a writer."""

    start: int = field(default=0, compare=False, repr=False, kw_only=True)
    end: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__name__.lower()

    # defined once, since generating these methods for 34 classes takes a tenth of the time of a small command

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in part_names(self.kind))

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in part_names(self.kind)]))

    def __repr__(self) -> str:
        parts = [f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr]
        return f"{type(self).__qualname__}({', '.join(parts)})"


@dataclass(frozen=True, eq=False, repr=False)
class Number(Node):
    """Number. ``digits`` is the printed string if it has a decimal point."""

    value: Fraction | int
    digits: str = field(default="", repr=False)


@dataclass(frozen=True, eq=False, repr=False)
class Letter(Node):
    """Variable such as t, x, y or n, or the letter for the roots of a polynomial."""

    name: str


@dataclass(frozen=True, eq=False, repr=False)
class Group(Node):
    """Part that is always printed in brackets."""

    body: Node


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Node):
    terms: tuple[Node, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Negative(Node):
    body: Node


@dataclass(frozen=True, eq=False, repr=False)
class Product(Node):
    factors: tuple[Node, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Quotient(Node):
    above: Node
    below: Node


@dataclass(frozen=True, eq=False, repr=False)
class Power(Node):
    base: Node
    exponent: Node


@dataclass(frozen=True, eq=False, repr=False)
class Root(Node):
    """Square root. The square root of -1 is the imaginary unit."""

    body: Node


@dataclass(frozen=True, eq=False, repr=False)
class FunctionCall(Node):
    """Function by its name in ``read/notation.py``, such as gcd, cos or chebyshevU; pi has no argument."""

    name: str
    arguments: tuple[Node, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class BigOperator(Node):
    """Sum or product of the body over all integers ``letter`` from ``low`` to ``high``.

    It is empty if ``high`` < ``low``, and infinite if ``high`` is None.
    """

    body: Node
    letter: str
    low: Node
    high: Node | None
    is_product: bool = False


class Rounding(StrEnum):
    """Direction of rounding to an integer: down, up, or to the nearest (halves up)."""

    FLOOR = "floor"
    CEILING = "ceiling"
    NEAREST = "round"


@dataclass(frozen=True, eq=False, repr=False)
class IntegerPart(Node):
    body: Node
    how: Rounding


@dataclass(frozen=True, eq=False, repr=False)
class Choose(Node):
    """Binomial coefficient in a formula."""

    above: Node
    below: Node


@dataclass(frozen=True, eq=False, repr=False)
class Factorial(Node):
    body: Node


@dataclass(frozen=True, eq=False, repr=False)
class Remainder(Node):
    """Remainder of the body modulo a positive integer."""

    body: Node
    modulus: int


@dataclass(frozen=True, eq=False, repr=False)
class Gamma(Node):
    body: Node


@dataclass(frozen=True, eq=False, repr=False)
class RisingFactorial(Node):
    """Rising factorial start (start + 1) ... (start + n - 1)."""

    base: Number


@dataclass(frozen=True, eq=False, repr=False)
class Condition(Node):
    """Condition that n modulo ``modulus`` is in ``residues`` and ``least`` <= n <= ``most``."""

    modulus: int
    residues: tuple[int, ...]
    least: int = 0
    most: int | None = None

    def holds(self, n: int) -> bool:
        """Return True if the condition holds for the given n."""
        inside = self.least <= n and (self.most is None or n <= self.most)
        return inside and (not self.modulus or n % self.modulus in self.residues)


@dataclass(frozen=True, eq=False, repr=False)
class Branch(Node):
    body: Node
    condition: Condition


@dataclass(frozen=True, eq=False, repr=False)
class Cases(Node):
    """Case distinction: the value is the first branch whose condition holds."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Lookup(Node):
    """Entry of a list with index n modulo the number of entries, as a part of a larger formula."""

    entries: tuple[Node, ...]


@dataclass(frozen=True, eq=False, repr=False)
class RootSum(Node):
    """Sum of the body over all roots of a polynomial, denoted by ``letter``."""

    body: Node
    letter: str
    polynomial: Node


@dataclass(frozen=True, eq=False, repr=False)
class Symbol(Node):
    """Named sequence at an index, such as a(n-1) or P_{COL, P_n}(x, y), or a named series of arguments, such
    as f(t).

    ``label`` is the name, ``index`` is None if only a name is printed, as in GF(1, x, x, t), and
    ``arguments`` are the values of the other variables. ``graph`` is the P of an index P_{n+1}, the path of
    n + 1 vertices.
    """

    label: tuple[str, ...]
    index: Node | None
    arguments: tuple[Node, ...] = ()
    graph: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Derivative(Node):
    """Derivative of the series f(t), with its order."""

    order: int


@dataclass(frozen=True, eq=False, repr=False)
class Equation(Node):
    """Equation of two sides, or the asymptotic equivalence ~ (their ratio tends to 1)."""

    left: Node
    right: Node
    sign: str = "="


Before = tuple[tuple[int, Fraction | int], ...]
"""Indices n before the range of a formula, each with its term."""


@dataclass(frozen=True, eq=False, repr=False)
class Range(Node):
    """Formula or equation with its range n >= ``least``, and the terms before the range."""

    body: Node
    least: int
    before: Before = ()
    letter: str = "n"


@dataclass(frozen=True, eq=False, repr=False)
class Definition(Node):
    """Definition of a sequence a(n), n >= first_n, by initial terms and a(n) = right for n >= valid_from."""

    right: Node
    valid_from: int
    initial: tuple[Node, ...]
    first_n: int

    @property
    def first_terms(self) -> list[tuple[int, Node]]:
        """Printed initial terms, each with its n."""
        return list(enumerate(self.initial, self.first_n))


@dataclass(frozen=True, eq=False, repr=False)
class Decimal(Node):
    """Certified decimals such as 1.25e-7, with a bound for their error."""

    digits: str
    radius: str = "0"


@dataclass(frozen=True, eq=False, repr=False)
class PowerSum(Node):
    """Sum of coefficient t^n over n >= ``least``."""

    coefficient: Node
    least: int


@dataclass(frozen=True, eq=False, repr=False)
class Enumeration(Node):
    """Sequence of parts: entries of a list, or statements separated by a wider space."""

    parts: tuple[Node, ...]
    are_statements: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Prose(Node):
    """Text between the formulas of a line."""

    text: str


@dataclass(frozen=True, eq=False, repr=False)
class EveryResidue(Node):
    """Condition n = 0, 1, ... modulo a number, for the entries of a list."""

    modulus: int


@dataclass(frozen=True, eq=False, repr=False)
class Remark(Node):
    """Formula followed by a remark in brackets."""

    body: Node
    remark: Node


ONE, ZERO, N = Number(1), Number(0), Letter("n")


def sum_of_terms(terms: Iterable[Node]) -> Node:
    """Return the sum with nested sums flattened; 0 if there are no terms."""
    listed = tuple(each for term in terms for each in (term.terms if isinstance(term, Sum) else (term,)))
    return Sum(listed) if len(listed) > 1 else listed[0] if listed else ZERO


def product(*factors: Node) -> Node:
    """Return the product of the factors, omitting factors 1."""
    nested = (each.factors if isinstance(each, Product) else (each,) for each in factors if each != ONE)
    kept = tuple(factor for each in nested for factor in each)
    return Product(kept) if len(kept) > 1 else kept[0] if kept else ONE


def quotient(above: Node, below: Node) -> Node:
    """Return the quotient; a denominator 1 is omitted."""
    return above if below == ONE else Quotient(above, below)


def with_sign(is_negative: bool, size: Node) -> Node:
    """Return the part, or its negative if ``is_negative``."""
    return Negative(size) if is_negative else size


def root(square: int) -> Node:
    """Return the square root of an integer; for a negative one, a multiple of the imaginary unit."""
    if square > 0:
        return Root(Number(square))
    return product(Root(Number(-1)), Root(Number(-square)) if square < -1 else ONE)


def term(back: int) -> Symbol:
    """Return the term a(n - back)."""
    return Symbol(("a",), sum_of_terms([N, Number(-back)]) if back else N)


def by_residue(entries: Sequence[Node]) -> Cases:
    """Return cases with the entries for n = 0, 1, ... modulo the number of entries; equal entries are
    joined.
    """
    residues: dict[Node, list[int]] = {}
    for j, entry in enumerate(entries):
        residues.setdefault(entry, []).append(j)
    period = len(entries)
    return Cases(tuple(Branch(body, Condition(period, tuple(js))) for body, js in residues.items()))


def rename(node: Node, old: str, new: str) -> Node:
    """Return the tree with a letter or a sequence renamed."""

    def change(part: Node) -> Node | None:
        if isinstance(part, Letter):
            return Letter(new) if part.name == old else part
        if isinstance(part, Symbol) and part.label == (old,) != (new,):
            return rename(replace(part, label=(new,)), old, new)
        return None

    return rebuild(node, change)


def children(node: Node) -> Iterator[Node]:
    """Return the parts directly below a node."""
    for name in part_names(node.kind):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, Node))


@cache
def part_names(kind: str) -> tuple[str, ...]:
    """Return the names of the fields of a kind of node, except its position."""
    node_class = next(node_class for node_class in Node.__subclasses__() if node_class.kind == kind)
    return tuple(entry.name for entry in fields(node_class) if not entry.kw_only)


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and all of its descendants, each before its own descendants."""
    yield node
    for part in children(node):
        yield from walk(part)


def arithmetic(node: Node, value: Callable[[Node], Value], refusal: Callable[[Node], Exception]) -> Value:
    """Return the value of a sum, a product, a quotient, a negative or a group from the values of its parts.

    The values have these operators. Raise ``refusal(node)`` for any other node.
    """
    match node:
        case Group(body=body):
            return value(body)
        case Negative(body=body):
            return -value(body)  # type: ignore[operator, no-any-return]
        case Sum(terms=terms):
            return reduce(add, map(value, terms))
        case Product(factors=factors):
            return reduce(mul, map(value, factors))
        case Quotient(above=above, below=below):
            return value(above) / value(below)  # type: ignore[operator, no-any-return]
    raise refusal(node)


_PARTS_IN_WORDS = {
    "integerpart": "floor, ceiling or round",
    "remainder": "mod",
    "choose": "a binomial coefficient",
    "cases": "a formula in cases",
    "bigoperator": "a sum or product over a range",
    "rootsum": "a sum over roots",
    "risingfactorial": "a rising factorial",
}


def no_meaning(where: str) -> Callable[[Node], Exception]:
    """Return a function that creates the error for nodes that are not supported in a context."""

    def refusal(node: Node) -> Exception:
        words = node.name if isinstance(node, FunctionCall) else _PARTS_IN_WORDS.get(node.kind, node.kind)
        return InputError(f"formula: {words} {where}")

    return refusal


def has_matrix(node: Node) -> bool:
    """Return True if the value of a node is a matrix: the call "matrix" of its width and entries, or a
    product or sum of such calls. The call "entry" of a matrix with its row and column, or of a matrix alone,
    is a number.
    """
    name = node.name if isinstance(node, FunctionCall) else ""
    return name == "matrix" or (name != "entry" and any(map(has_matrix, children(node))))


def replace_part(node: Node, old: Node, new: Node) -> Node:
    """Return the tree with the node that *is* ``old`` replaced by ``new``."""
    return rebuild(node, lambda part: new if part is old else None)


def substitute_n(tree: Node, new: Node, letter: str = "n") -> Node:
    """Return the tree with every n, or another letter, replaced by ``new``, except in conditions on n."""
    return rebuild(tree, lambda part: new if isinstance(part, Letter) and part.name == letter else None)


def rebuild(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """Return the tree with nodes replaced by the results of ``change``, top down; None leaves a
    node unchanged.
    """
    replacement = change(node)
    if replacement is not None:
        return replacement
    changed: dict[str, object] = {}
    for name in part_names(node.kind):
        value = getattr(node, name)
        if isinstance(value, Node):
            other: object = rebuild(value, change)
        elif isinstance(value, tuple) and any(isinstance(part, Node) for part in value):
            other = tuple(rebuild(part, change) if isinstance(part, Node) else part for part in value)
            other = value if all(a is b for a, b in zip(value, other, strict=True)) else other
        else:
            continue
        if other is not value:
            changed[name] = other
    return replace(node, **changed) if changed else node  # type: ignore[arg-type]


def letters(node: Node) -> frozenset[str]:
    """Return the variables that occur outside the indices and arguments of named sequences."""
    if isinstance(node, Letter):
        return frozenset({node.name})
    if isinstance(node, Symbol):
        return frozenset()
    texts = frozenset[str]().union(*(letters(part) for part in children(node)))
    return texts - {node.letter} if isinstance(node, RootSum | BigOperator) else texts


def symbols(node: Node) -> list[Symbol]:
    """Return the named sequences that occur in a formula, from left to right."""
    return [part for part in walk(node) if isinstance(part, Symbol)]
