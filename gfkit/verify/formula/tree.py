"""The tree of a formula as it was printed: nothing is simplified, and every part knows where it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction


@dataclass(frozen=True)
class Node:
    """A part of a formula; ``start`` and ``end`` say where in the text it was read."""

    start: int = field(default=0, compare=False, kw_only=True)
    end: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True)
class Number(Node):
    """A number; ``digits`` is its text where it was printed with a decimal point."""

    value: Fraction
    digits: str = ""


@dataclass(frozen=True)
class Letter(Node):
    """A variable: t, x, y or n."""

    name: str


@dataclass(frozen=True)
class Sum(Node):
    terms: tuple[Node, ...]


@dataclass(frozen=True)
class Negative(Node):
    body: Node


@dataclass(frozen=True)
class Product(Node):
    factors: tuple[Node, ...]


@dataclass(frozen=True)
class Quotient(Node):
    above: Node
    below: Node


@dataclass(frozen=True)
class Power(Node):
    base: Node
    exponent: Node


@dataclass(frozen=True)
class Root(Node):
    """A square root."""

    body: Node


class Rounding(StrEnum):
    """Down, up, or to the nearest integer (halves up)."""

    FLOOR = "floor"
    CEILING = "ceiling"
    NEAREST = "round"


@dataclass(frozen=True)
class Rounded(Node):
    body: Node
    how: Rounding


@dataclass(frozen=True)
class Choose(Node):
    """A binomial coefficient."""

    above: Node
    below: Node


@dataclass(frozen=True)
class Factorial(Node):
    body: Node


@dataclass(frozen=True)
class Remainder(Node):
    """The body modulo a positive integer."""

    body: Node
    modulus: int


@dataclass(frozen=True)
class Condition(Node):
    """n modulo ``modulus`` is one of ``residues``, and ``least`` <= n <= ``most``.

    Modulus 0 stands for no condition at all, as in "otherwise"; ``most`` None for no bound.
    """

    modulus: int
    residues: tuple[int, ...]
    least: int = 0
    most: int | None = None

    def holds(self, n: int) -> bool:
        """Whether the condition holds for this n."""
        inside = self.least <= n and (self.most is None or n <= self.most)
        return inside and (not self.modulus or n % self.modulus in self.residues)


@dataclass(frozen=True)
class Branch(Node):
    body: Node
    condition: Condition


@dataclass(frozen=True)
class Cases(Node):
    """The first branch whose condition holds."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class RootSum(Node):
    """The sum of the body over all roots, called ``letter``, of a polynomial."""

    body: Node
    letter: str
    polynomial: Node


@dataclass(frozen=True)
class Symbol(Node):
    """A named sequence at an index, as a(n-1), P_{COL, P_n}(x, y) or F_{n+2}.

    ``label`` holds the words of the name, ``index`` is None where only a name is printed, as in
    GF(1, x, x, t), and ``arguments`` what is put for the other variables. ``graph`` is the P of an index
    P_{n+1}, the path of n + 1 vertices.
    """

    label: tuple[str, ...]
    index: Node | None
    arguments: tuple[Node, ...] = ()
    graph: str = ""


def children(node: Node) -> Iterator[Node]:
    """The parts right below a node."""
    for entry in fields(node):
        value = getattr(node, entry.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, Node))


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, from the outside in."""
    yield node
    for part in children(node):
        yield from walk(part)


def replaced(node: Node, old: Node, new: Node) -> Node:
    """The tree in which the one part that *is* ``old`` is ``new``."""
    return _rebuilt(node, lambda part: new if part is old else None)


def put(tree: Node, new: Node) -> Node:
    """The tree with another for every n; conditions on n keep theirs."""
    return _rebuilt(tree, lambda part: new if isinstance(part, Letter) and part.name == "n" else None)


def _rebuilt(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """The tree with other parts where ``change`` gives some; what does not change is kept as it is."""
    found = change(node)
    if found is not None:
        return found
    changed: dict[str, object] = {}
    for entry in fields(node):
        value = getattr(node, entry.name)
        if isinstance(value, Node):
            other: object = _rebuilt(value, change)
        elif isinstance(value, tuple) and any(isinstance(part, Node) for part in value):
            other = tuple(_rebuilt(part, change) if isinstance(part, Node) else part for part in value)
            other = value if all(a is b for a, b in zip(value, other, strict=True)) else other
        else:
            continue
        if other is not value:
            changed[entry.name] = other
    return replace(node, **changed) if changed else node  # type: ignore[arg-type]


def letters(node: Node) -> frozenset[str]:
    """The variables that occur, those inside of a named sequence's index or arguments apart."""
    if isinstance(node, Letter):
        return frozenset({node.name})
    if isinstance(node, Symbol):
        return frozenset()
    found = frozenset[str]().union(*(letters(part) for part in children(node)))
    return found - {node.letter} if isinstance(node, RootSum) else found


def symbols(node: Node) -> list[Symbol]:
    """The named sequences that occur, from left to right."""
    return [part for part in walk(node) if isinstance(part, Symbol)]
