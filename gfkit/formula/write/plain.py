"""Plain text, which SymPy and PARI read; the other writers are built on it."""

from __future__ import annotations

from typing import ClassVar

from gfkit.formula.tree import (
    Before,
    Cases,
    Choose,
    Condition,
    Definition,
    Derivative,
    Equation,
    Factorial,
    Gamma,
    Group,
    Letter,
    Lookup,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Range,
    Rising,
    Root,
    RootSum,
    Rounded,
    Sum,
    Symbol,
    product,
    term,
)
from gfkit.sequences.number import number_text


class Writer:
    """A method for every kind of part; brackets are set by what a part is.

    >>> Writer().write(Power(Sum((Letter("n"), Number(-1))), Number(3)))
    '(n - 1)^3'
    """

    times: ClassVar[str] = "*"
    radical_degree: ClassVar[int] = 2
    """Up to this degree the roots of a polynomial are written in radicals."""
    is_system: ClassVar[bool] = False
    """Whether it is the language of a computer algebra system."""
    calls: ClassVar[tuple[type[Node], ...]] = (Root, Choose, Rounded, Gamma, Rising, Symbol)
    """The parts that are written as the name of a function with its arguments."""

    def write(self, node: Node) -> str:
        """The text of a tree."""
        text: str = getattr(self, node.kind)(node)
        return text

    # Brackets

    def bracket(self, text: str) -> str:
        return f"({text})"

    def guarded(self, node: Node) -> str:
        """The part, in brackets when it is a sum or starts with a sign."""
        text = self.write(node)
        return self.bracket(text) if isinstance(node, Sum) or _is_negative(node) else text

    def factor(self, node: Node) -> str:
        """The part as one of several factors: a fraction needs brackets, too."""
        if isinstance(node, Number) and node.value.denominator != 1:
            return self.bracket(self.write(node))
        return self.guarded(node)

    def is_atom(self, node: Node) -> bool:
        """Whether a part may be raised to a power as it stands."""
        if isinstance(node, Number):
            return node.value >= 0 and node.value.denominator == 1
        return isinstance(node, (*self.calls, Letter, Group))

    def is_compact(self, node: Node) -> bool:
        """Whether a part may stand behind a stroke as it is."""
        if isinstance(node, Power):
            return self.is_compact(node.base)
        if isinstance(node, Factorial):
            return isinstance(node, self.calls) or self.is_compact(node.body)
        if isinstance(node, Number):
            return node.value.denominator == 1
        return isinstance(node, Letter | Root)

    # Numbers, letters, arithmetic

    def number(self, node: Number) -> str:
        return number_text(node.value)

    def letter(self, node: Letter) -> str:
        return node.name

    def group(self, node: Group) -> str:
        return self.bracket(self.write(node.body))

    def sum(self, node: Sum) -> str:
        first, *others = node.terms
        parts = [self.write(first)]
        for part in others:
            if _is_negative(part):
                parts += [" - ", self._size(part)]
            else:
                parts += [" + ", self.write(part)]
        return "".join(parts)

    def negative(self, node: Negative) -> str:
        return "-" + self._size(node)

    def _size(self, node: Node) -> str:
        """A part that starts with a sign, without the sign."""
        return self.guarded(node.body) if isinstance(node, Negative) else self.write(Number(-node.value))  # type: ignore[attr-defined]

    def product(self, node: Product) -> str:
        first, *others = node.factors
        if isinstance(first, Quotient):  # all on one stroke
            return self.write(Quotient(product(first.above, *others), first.below))
        return self.times.join(map(self.factor, node.factors))

    def quotient(self, node: Quotient) -> str:
        below = self.write(node.below)
        is_bare = isinstance(node.below, (*self.calls, Group)) or self.is_compact(node.below)
        return f"{self.guarded(node.above)}/{below if is_bare else f'({below})'}"

    def power(self, node: Power) -> str:
        base = self.write(node.base) if self.is_atom(node.base) else self.bracket(self.write(node.base))
        exponent = self.tight(node.exponent)
        return f"{base}^{f'({exponent})' if isinstance(node.exponent, Sum) else exponent}"

    def tight(self, node: Node) -> str:
        """An exponent or an index: n or a number, or a sum of both without blanks."""
        if not isinstance(node, Sum):
            return self.write(node)
        signs = ["", *("" if _is_negative(part) else "+" for part in node.terms[1:])]
        return "".join(sign + self.write(part) for sign, part in zip(signs, node.terms, strict=True))

    def root(self, node: Root) -> str:
        return self.imaginary() if node.body.value == -1 else self.radical(node.body)

    def radical(self, body: Number) -> str:
        return f"sqrt({self.write(body)})"

    def imaginary(self) -> str:
        return "I"

    # Functions of n

    def rounded(self, node: Rounded) -> str:
        return f"{node.how}({self.write(node.body)})"

    def choose(self, node: Choose) -> str:
        return f"binomial({self.write(node.above)}, {self.write(node.below)})"

    def factorial(self, node: Factorial) -> str:
        body = self.write(node.body)
        return (body if isinstance(node.body, Letter) else self.bracket(body)) + "!"

    def gamma(self, node: Gamma) -> str:
        return f"gamma({self.write(node.body)})"

    # Cases

    def cases(self, node: Cases) -> str:
        return "; ".join(
            f"{self.write(one.body)} if {self.condition(one.condition)}" for one in node.branches
        )

    def condition(self, node: Condition) -> str:
        *most, last = map(str, node.residues)
        listed = f"{', '.join(most)} or {last}" if most else last
        return f"n mod {node.modulus} = {listed}"

    def lookup(self, node: Lookup) -> str:
        return f"[{', '.join(map(self.write, node.entries))}][n mod {len(node.entries)}]"

    # Sums over the roots of a polynomial

    def root_letters(self, count: int) -> list[str]:
        """The letters that stand for the roots of so many polynomials."""
        return list("rsuvw"[:count]) if count <= 5 else [f"r{i}_" for i in range(1, count + 1)]

    def rootsum(self, node: RootSum) -> str:
        return f"sum({self.write(node.body)} over {self.write(node.polynomial)} = 0)"

    # Equations

    def symbol(self, node: Symbol) -> str:
        label = "_".join(node.label)
        inside = ([] if node.index is None else [self.tight(node.index)]) + list(
            map(self.write, node.arguments)
        )
        return f"{label}({', '.join(inside)})" if inside else label

    def derivative(self, node: Derivative) -> str:
        mark = "'" * node.order if node.order < 4 else f"^({node.order})"
        return f"f{mark}(t)"

    def equation(self, node: Equation) -> str:
        return f"{self.write(node.left)} = {self.write(node.right)}"

    def range(self, node: Range) -> str:
        return f"{self.write(node.body)} for n >= {node.least}{self.listed(node.before)}"

    def listed(self, before: Before) -> str:
        """The terms before a formula."""
        return "".join(f"; a({n}) = {self.write(Number(value))}" for n, value in before)

    def definition(self, node: Definition) -> str:
        """A sequence by its recurrence; systems need the first terms, too."""
        return self.write(Range(Equation(term(0), node.right), node.valid_from))


def _is_negative(node: Node) -> bool:
    return isinstance(node, Negative) or (isinstance(node, Number) and node.value < 0)
