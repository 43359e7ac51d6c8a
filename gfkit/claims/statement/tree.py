"""Parts of a statement: the object that a(n) is, definitions, and claims for a range of n.

Expressions are trees of ``gfkit.core.algebra.formula``. In a statement, the sequence in question is named a,
and A(t) is the sum of a(n) t^n. Conditions are trees too: ``Equation`` with one of the signs in ``SIGNS``,
``Congruence``, ``Condition`` (about n), and the calls "and" and "or" of conditions. Further calls are
"valuation" (of p and a number), "limsup" (for n that tends to infinity), and the conditions "is_power" (of b
and m: m = b^k with k >= 0), "is_kth_power" (of k and m: m = b^k for an integer b), "is_term" (of F(n) and m:
m = F(j) with j >= 0) and "digits" (of b, m and numbers d: each digit of m in base b is one of the d).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gfkit.claims.statement.linear import linear_form
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass
from gfkit.core.rules.object import Object

SIGNS = ("=", "!=", "<", "<=", ">", ">=", "|")
"""Signs of the relations between two numbers; ``|`` means that the left one divides the right one."""


@dataclass(frozen=True, eq=False, repr=False)
class Congruence(nodes.Node):
    """Congruence of two integers modulo a third one."""

    left: nodes.Node
    right: nodes.Node
    modulus: nodes.Node


@dataclass(frozen=True)
class Span:
    """The integers n with ``least`` <= n <= ``most`` that satisfy the condition ``where``."""

    least: int | None = 0
    most: int | None = None
    where: nodes.Node | None = None


@dataclass(frozen=True)
class ForAll:
    """Claim that the condition holds for every n of the range; without a range, it does not contain n.

    If ``iff`` is given, the claim is that the condition holds for exactly those n of the range which satisfy
    ``iff``.
    """

    condition: nodes.Node
    range: Span | None = Span()
    iff: nodes.Node | None = None


@dataclass(frozen=True)
class Expansion:
    """Claim that the sum of coefficient(n) t^power(n) over n >= ``least`` is the expansion of ``right``.

    The exponent ``power`` is linear in n. If ``is_exponential``, t^n is divided by n!. If ``is_cut``, powers
    of t below ``least`` in the expansion do not count.
    """

    coefficient: nodes.Node
    right: nodes.Node
    least: int = 0
    is_exponential: bool = False
    is_cut: bool = False
    power: nodes.Node = nodes.N


@dataclass(frozen=True)
class Functional:
    """Claim that two expressions in t and the series A(t) are equal."""

    left: nodes.Node
    right: nodes.Node


@dataclass(frozen=True)
class Listed:
    """Claim about the terms from the index ``first`` on."""

    first: int
    values: tuple[Fraction, ...]


@dataclass(frozen=True)
class Asymptotic:
    """Claim about large n. ``kind`` is one of ~ (the ratio tends to 1), -> (the left side tends to the right
    one), O, o, Theta and Omega (the left side has at most, less than, exactly, or at least the order of the
    right one).

    On the right side of ~, -> and Theta, a decimal denotes a number that has these digits, rounded or cut
    off. In all other places it is exact.
    """

    kind: str
    left: nodes.Node
    right: nodes.Node


@dataclass(frozen=True)
class Worded:
    """Claim that has no other form yet, in words."""

    words: str


Claim = ForAll | Expansion | Functional | Listed | Asymptotic | Worded


@dataclass(frozen=True)
class SequenceDefinition:
    """Definition of a further sequence: of an object, or by values at single n, and a formula for n >=
    ``least``.
    """

    name: str
    object: Object | None = None
    values: tuple[tuple[int, Fraction], ...] = ()
    formula: nodes.Node | None = None
    least: int = 0


@dataclass(frozen=True)
class Statement:
    """Object, definitions, and claims that must all hold. Without an object the claims are about the defined
    and the well-known sequences.
    """

    object: Object | None
    claims: tuple[Claim, ...]
    definitions: tuple[SequenceDefinition, ...] = ()


def a_at(index: nodes.Node | int) -> nodes.Symbol:
    """Return the term of the sequence in question with an index."""
    return nodes.Symbol(("a",), nodes.Number(index) if isinstance(index, int) else index)


A_OF_N = a_at(nodes.N)


def value_claim(n: int, value: nodes.Node | Fraction | int) -> ForAll:
    """Return the claim that a single term has a value."""
    return relates(a_at(n), value if isinstance(value, nodes.Node) else nodes.Number(value), None)


def about_a(
    node: nodes.Node, label: Sequence[str], name: str = "a", variables: Sequence[str] = ()
) -> nodes.Node:
    """Return an expression with the name a, or another one, in place of the label of the sequence in
    question.

    Arguments that are all ``variables`` of the polynomials are omitted.
    """

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol) or part.label != tuple(label):
            return None
        arguments = tuple(about_a(one, label, name, variables) for one in part.arguments)
        is_usual = arguments == tuple(map(nodes.Letter, variables))
        index = None if part.index is None else about_a(part.index, label, name, variables)
        return nodes.Symbol((name,), index, () if is_usual else arguments)

    return nodes.rebuild(node, change)


def zero_below(node: nodes.Node, start: int) -> nodes.Node:
    """Return an expression for n >= ``start`` in which terms a(n - k) with negative indices are 0."""

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol) or part.index is None or part.label != ("a",):
            return None
        form = linear_form(part.index)
        if form is None or form["n"] != 1 or form[""] + start >= 0:
            return None
        condition = nodes.Equation(nodes.N, nodes.Number(-form[""]), ">=")
        return nodes.FunctionCall("cases", (condition, part, nodes.FunctionCall("true"), nodes.ZERO))

    return nodes.rebuild(node, change)


def relates(left: nodes.Node, right: nodes.Node, span: Span | None, sign: str = "=") -> ForAll:
    """Return the claim that a relation between two numbers holds for every n of a range."""
    return ForAll(nodes.Equation(left, right, sign), span)
