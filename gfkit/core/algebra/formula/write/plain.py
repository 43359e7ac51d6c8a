"""Writer of plain text, which SymPy and PARI can parse; base class of the other writers."""

from __future__ import annotations

from functools import partialmethod
from typing import ClassVar

from gfkit.core.algebra.formula import tree
from gfkit.core.algebra.number import number_text


class Part:
    """Placeholder in a form. In {body:operand} the word after the colon names the method that writes the
    part.
    """

    def __init__(self, writer: Forms, node: tree.Node) -> None:
        self.writer = writer
        self.node = node

    def __format__(self, how: str) -> str:
        text: str = getattr(self.writer, how or "write")(self.node)
        return text


class Forms:
    """Metaclass that converts the forms of a class to methods, one for each kind of node."""

    forms: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls) -> None:
        for kind, form in cls.__dict__.get("forms", {}).items():
            setattr(cls, kind, partialmethod(cls.fill_form, form))

    def fill_form(self, form: str, node: tree.Node) -> str:
        """Return a form with its placeholders replaced by the written parts of a node."""
        values = {name: getattr(node, name) for name in tree.part_names(node.kind)}
        parts = {
            name: Part(self, value) if isinstance(value, tree.Node) else value
            for name, value in values.items()
        }
        return form.format(**parts)


class Writer(Forms):
    """Writer of plain text, with a form or a method for every kind of node. Brackets depend on the kinds of
    the operands.

    >>> from gfkit.core.algebra.formula.tree import Letter, Number, Power, Sum
    >>> Writer().write(Power(Sum((Letter("n"), Number(-1))), Number(3)))
    '(n - 1)^3'
    """

    forms: ClassVar[dict[str, str]] = {
        "group": "{body:in_brackets}",
        "integerpart": "{how}({body})",
        "remainder": "({body:operand} mod {modulus})",
        "risingfactorial": "rising({base}, n)",
        "choose": "binomial({above}, {below})",
        "gamma": "gamma({body})",
        "rootsum": "sum({body} over {polynomial} = 0)",
        "equation": "{left} {sign} {right}",
        "prose": "{text}",
        "everyresidue": "for n = 0, 1, ... mod {modulus}",
        "remark": "{body} ({remark})",
        "powersum": "Sum_{{n >= {least}}} {coefficient:factor}*t^n",
    }
    radical: ClassVar[str] = "sqrt({body})"
    imaginary: ClassVar[str] = "I"
    derived: ClassVar[str] = "f{}(t)"
    order: ClassVar[str] = "^({})"
    """Notation for derivatives of order above 3."""
    times: ClassVar[str] = "*"
    radical_degree: ClassVar[int] = 2
    """Maximum degree of polynomials whose roots are written in radicals."""
    is_system: ClassVar[bool] = False
    """True if the output is the input of a computer algebra system."""
    called: ClassVar[dict[str, str]] = {"pi": "Pi", "choose": "binomial"}
    """Functions whose output name differs from the name in ``read/notation.py``."""
    calls: ClassVar[tuple[type[tree.Node], ...]] = (
        tree.Root,
        tree.Choose,
        tree.IntegerPart,
        tree.Remainder,
        tree.Gamma,
        tree.RisingFactorial,
        tree.Symbol,
        tree.FunctionCall,
    )
    """Kinds of nodes that are written as a function call or in brackets."""

    def write(self, node: tree.Node) -> str:
        """Return the string of a tree."""
        text: str = getattr(self, node.kind)(node)
        return text

    # Brackets

    def bracket(self, text: str) -> str:
        return f"({text})"

    def in_brackets(self, node: tree.Node) -> str:
        return self.bracket(self.write(node))

    def operand(self, node: tree.Node) -> str:
        """Return the part, in brackets if it is a sum or starts with a sign."""
        is_open = isinstance(node, tree.Sum) or is_negative(node)
        return self.in_brackets(node) if is_open else self.write(node)

    def factor(self, node: tree.Node) -> str:
        """Return the part as one of several factors. A fraction needs brackets too."""
        if isinstance(node, tree.Number) and self.is_fraction(node):
            return self.in_brackets(node)
        return self.operand(node)

    def is_atom(self, node: tree.Node) -> bool:
        """Return True if a part may be raised to a power without brackets."""
        if isinstance(node, tree.Number):
            return node.value >= 0 and not self.is_fraction(node)
        return isinstance(node, (*self.calls, tree.Letter, tree.Group))

    def is_compact(self, node: tree.Node) -> bool:
        """Return True if a part needs no brackets after a division sign."""
        if isinstance(node, tree.Power):
            return self.is_compact(node.base)
        if isinstance(node, tree.Factorial):
            return isinstance(node, self.calls) or self.is_compact(node.body)
        if isinstance(node, tree.Number):
            return not self.is_fraction(node)
        return isinstance(node, tree.Letter | tree.Root)

    def is_fraction(self, node: tree.Number) -> bool:
        """Return True if a number is written with a division sign."""
        return node.value.denominator != 1 and not node.digits

    # Numbers, letters, arithmetic

    def number(self, node: tree.Number) -> str:
        return node.digits or number_text(node.value)

    def letter(self, node: tree.Letter) -> str:
        return node.name

    def sum(self, node: tree.Sum) -> str:
        first, *others = node.terms
        parts = [self.write(first)]
        for part in others:
            if is_negative(part):
                parts += [" - ", self._size(part)]
            else:
                parts += [" + ", self.write(part)]
        return "".join(parts)

    def negative(self, node: tree.Negative) -> str:
        return "-" + self._size(node)

    def _size(self, node: tree.Node) -> str:
        """Return a part that starts with a sign, without the sign."""
        if isinstance(node, tree.Negative):
            return self.operand(node.body)
        assert isinstance(node, tree.Number)
        return self.write(tree.Number(-node.value))

    def product(self, node: tree.Product) -> str:
        first, *others = node.factors
        if isinstance(first, tree.Quotient):  # write all factors over one division sign
            return self.write(tree.Quotient(tree.product(first.above, *others), first.below))
        return self.times.join(map(self.factor, node.factors))

    def quotient(self, node: tree.Quotient) -> str:
        below = self.write(node.below)
        is_bare = isinstance(node.below, (*self.calls, tree.Group)) or self.is_compact(node.below)
        return f"{self.operand(node.above)}/{below if is_bare else f'({below})'}"

    def power(self, node: tree.Power) -> str:
        base = self.write(node.base) if self.is_atom(node.base) else self.in_brackets(node.base)
        exponent = self.tight(node.exponent)
        is_open = isinstance(node.exponent, tree.Sum) or (
            isinstance(node.exponent, tree.Number) and self.is_fraction(node.exponent)
        )
        return f"{base}^{f'({exponent})' if is_open else exponent}"

    def tight(self, node: tree.Node) -> str:
        """Return an exponent or an index (n, a number, or a sum of both) without spaces."""
        if not isinstance(node, tree.Sum):
            return self.write(node)
        signs = ["", *("" if is_negative(part) else "+" for part in node.terms[1:])]
        return "".join(sign + self.write(part) for sign, part in zip(signs, node.terms, strict=True))

    def root(self, node: tree.Root) -> str:
        return self.imaginary if node.body == tree.Number(-1) else self.fill_form(self.radical, node)

    # Functions of n

    def factorial(self, node: tree.Factorial) -> str:
        is_bare = isinstance(node.body, tree.Letter)
        return (self.write(node.body) if is_bare else self.in_brackets(node.body)) + "!"

    def functioncall(self, node: tree.FunctionCall) -> str:
        name = self.called.get(node.name, node.name)
        return f"{name}({', '.join(map(self.write, node.arguments))})" if node.arguments else name

    def bigoperator(self, node: tree.BigOperator) -> str:
        high = "" if node.high is None else self.tight(node.high)
        word = "Product" if node.is_product else "Sum"
        span = (
            f"{node.letter}={self.tight(node.low)}..{high}"
            if high
            else f"{node.letter}>={self.tight(node.low)}"
        )
        return self.bracket(f"{word}_{{{span}}} {self.factor(node.body)}")

    # Cases

    def cases(self, node: tree.Cases) -> str:
        return "; ".join(
            f"{self.write(branch.body)} if {self.condition(branch.condition)}" for branch in node.branches
        )

    def condition(self, node: tree.Condition) -> str:
        if node.least == node.most:
            return f"n = {node.least}"
        parts = []
        if node.modulus > 1:
            *most, last = map(str, node.residues)
            listed = f"{', '.join(most)} or {last}" if most else last
            parts.append(f"n mod {node.modulus} = {listed}")
        parts += [f"n >= {node.least}"] if node.least else []
        parts += [f"n <= {node.most}"] if node.most is not None else []
        return " and ".join(parts) or "otherwise"

    def lookup(self, node: tree.Lookup) -> str:
        return f"[{', '.join(map(self.write, node.entries))}][n mod {len(node.entries)}]"

    # Equations

    def symbol(self, node: tree.Symbol) -> str:
        label = "_".join(node.label)
        inside = ([] if node.index is None else [self.tight(node.index)]) + list(
            map(self.write, node.arguments)
        )
        return f"{label}({', '.join(inside)})" if inside else label

    def derivative(self, node: tree.Derivative) -> str:
        return self.derived.format("'" * node.order if node.order < 4 else self.order.format(node.order))

    def range(self, node: tree.Range) -> str:
        return f"{self.write(node.body)} for {node.letter} >= {node.least}{self.earlier(node.before)}"

    def earlier(self, before: tree.Before) -> str:
        """Return the terms before a formula."""
        return "".join(f"; a({n}) = {self.write(tree.Number(value))}" for n, value in before)

    def definition(self, node: tree.Definition) -> str:
        """Return the definition of a sequence by its recurrence; systems also require the initial terms."""
        return self.write(tree.Range(tree.Equation(tree.term(0), node.right), node.valid_from))

    # Prose around formulas

    def decimal(self, node: tree.Decimal) -> str:
        return node.digits if node.radius == "0" else f"{node.digits} +- {node.radius}"

    def enumeration(self, node: tree.Enumeration) -> str:
        return ", ".join(map(self.write, node.parts))


def is_negative(node: tree.Node) -> bool:
    """Return True if the printed part starts with a minus sign."""
    return isinstance(node, tree.Negative) or (isinstance(node, tree.Number) and node.value < 0)


PLAIN = Writer()
