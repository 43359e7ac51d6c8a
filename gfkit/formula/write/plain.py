"""Plain text, which SymPy and PARI read; the other writers are built on it."""

from __future__ import annotations

from typing import ClassVar

from gfkit.formula import tree
from gfkit.sequences.number import number_text


class Writer:
    """A method for every kind of part; brackets are set by what a part is.

    >>> from gfkit.formula.tree import Letter, Number, Power, Sum
    >>> Writer().write(Power(Sum((Letter("n"), Number(-1))), Number(3)))
    '(n - 1)^3'
    """

    times: ClassVar[str] = "*"
    radical_degree: ClassVar[int] = 2
    """Up to this degree the roots of a polynomial are written in radicals."""
    is_system: ClassVar[bool] = False
    """Whether it is the language of a computer algebra system."""
    called: ClassVar[dict[str, str]] = {"pi": "Pi", "choose": "binomial"}
    """Functions that have another name here than in ``read/notation.py``."""
    calls: ClassVar[tuple[type[tree.Node], ...]] = (
        tree.Root,
        tree.Choose,
        tree.Rounded,
        tree.Remainder,
        tree.Gamma,
        tree.Rising,
        tree.Symbol,
        tree.Applied,
        tree.Matrix,
    )
    """The parts that are written as the name of a function with its arguments, or in brackets."""

    def write(self, node: tree.Node) -> str:
        """The text of a tree."""
        text: str = getattr(self, node.kind)(node)
        return text

    # Brackets

    def bracket(self, text: str) -> str:
        return f"({text})"

    def guarded(self, node: tree.Node) -> str:
        """The part, in brackets when it is a sum or starts with a sign."""
        text = self.write(node)
        return self.bracket(text) if isinstance(node, tree.Sum) or is_negative(node) else text

    def factor(self, node: tree.Node) -> str:
        """The part as one of several factors: a fraction needs brackets, too."""
        if isinstance(node, tree.Number) and self.is_fraction(node):
            return self.bracket(self.write(node))
        return self.guarded(node)

    def is_atom(self, node: tree.Node) -> bool:
        """Whether a part may be raised to a power as it stands."""
        if isinstance(node, tree.Number):
            return node.value >= 0 and not self.is_fraction(node)
        return isinstance(node, (*self.calls, tree.Letter, tree.Group))

    def is_compact(self, node: tree.Node) -> bool:
        """Whether a part may stand behind a stroke as it is."""
        if isinstance(node, tree.Power):
            return self.is_compact(node.base)
        if isinstance(node, tree.Factorial):
            return isinstance(node, self.calls) or self.is_compact(node.body)
        if isinstance(node, tree.Number):
            return not self.is_fraction(node)
        return isinstance(node, tree.Letter | tree.Root)

    def is_fraction(self, node: tree.Number) -> bool:
        """Whether a number is written with a stroke."""
        return node.value.denominator != 1 and not node.digits

    # Numbers, letters, arithmetic

    def number(self, node: tree.Number) -> str:
        return node.digits or number_text(node.value)

    def letter(self, node: tree.Letter) -> str:
        return node.name

    def group(self, node: tree.Group) -> str:
        return self.bracket(self.write(node.body))

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
        """A part that starts with a sign, without the sign."""
        if isinstance(node, tree.Negative):
            return self.guarded(node.body)
        assert isinstance(node, tree.Number)
        return self.write(tree.Number(-node.value))

    def product(self, node: tree.Product) -> str:
        first, *others = node.factors
        if isinstance(first, tree.Quotient):  # all on one stroke
            return self.write(tree.Quotient(tree.product(first.above, *others), first.below))
        return self.times.join(map(self.factor, node.factors))

    def quotient(self, node: tree.Quotient) -> str:
        below = self.write(node.below)
        is_bare = isinstance(node.below, (*self.calls, tree.Group)) or self.is_compact(node.below)
        return f"{self.guarded(node.above)}/{below if is_bare else f'({below})'}"

    def power(self, node: tree.Power) -> str:
        base = self.write(node.base) if self.is_atom(node.base) else self.bracket(self.write(node.base))
        exponent = self.tight(node.exponent)
        return f"{base}^{f'({exponent})' if isinstance(node.exponent, tree.Sum) else exponent}"

    def tight(self, node: tree.Node) -> str:
        """An exponent or an index: n or a number, or a sum of both without blanks."""
        if not isinstance(node, tree.Sum):
            return self.write(node)
        signs = ["", *("" if is_negative(part) else "+" for part in node.terms[1:])]
        return "".join(sign + self.write(part) for sign, part in zip(signs, node.terms, strict=True))

    def root(self, node: tree.Root) -> str:
        return self.imaginary() if node.body == tree.Number(-1) else self.radical(node.body)

    def radical(self, body: tree.Node) -> str:
        return f"sqrt({self.write(body)})"

    def imaginary(self) -> str:
        return "I"

    # Functions of n

    def rounded(self, node: tree.Rounded) -> str:
        return f"{node.how}({self.write(node.body)})"

    def remainder(self, node: tree.Remainder) -> str:
        return f"({self.guarded(node.body)} mod {node.modulus})"

    def rising(self, node: tree.Rising) -> str:
        return f"rising({self.write(node.base)}, n)"

    def choose(self, node: tree.Choose) -> str:
        return f"binomial({self.write(node.above)}, {self.write(node.below)})"

    def factorial(self, node: tree.Factorial) -> str:
        body = self.write(node.body)
        return (body if isinstance(node.body, tree.Letter) else self.bracket(body)) + "!"

    def gamma(self, node: tree.Gamma) -> str:
        return f"gamma({self.write(node.body)})"

    def applied(self, node: tree.Applied) -> str:
        name = self.called.get(node.name, node.name)
        return f"{name}({', '.join(map(self.write, node.arguments))})" if node.arguments else name

    def matrix(self, node: tree.Matrix) -> str:
        texts = list(map(self.write, node.entries))
        rows = [", ".join(texts[k : k + node.width]) for k in range(0, len(texts), node.width)]
        return f"[{', '.join(f'[{row}]' for row in rows)}]"

    def running(self, node: tree.Running) -> str:
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
            f"{self.write(one.body)} if {self.condition(one.condition)}" for one in node.branches
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

    # Sums over the roots of a polynomial

    def root_letters(self, count: int) -> list[str]:
        """The letters that stand for the roots of so many polynomials."""
        return list("rsuvw"[:count]) if count <= 5 else [f"r{i}_" for i in range(1, count + 1)]

    def rootsum(self, node: tree.RootSum) -> str:
        return f"sum({self.write(node.body)} over {self.write(node.polynomial)} = 0)"

    # Equations

    def symbol(self, node: tree.Symbol) -> str:
        label = "_".join(node.label)
        inside = ([] if node.index is None else [self.tight(node.index)]) + list(
            map(self.write, node.arguments)
        )
        return f"{label}({', '.join(inside)})" if inside else label

    def derivative(self, node: tree.Derivative) -> str:
        mark = "'" * node.order if node.order < 4 else f"^({node.order})"
        return f"f{mark}(t)"

    def equation(self, node: tree.Equation) -> str:
        return f"{self.write(node.left)} {node.sign} {self.write(node.right)}"

    def range(self, node: tree.Range) -> str:
        return f"{self.write(node.body)} for {node.letter} >= {node.least}{self.earlier(node.before)}"

    def earlier(self, before: tree.Before) -> str:
        """The terms before a formula."""
        return "".join(f"; a({n}) = {self.write(tree.Number(value))}" for n, value in before)

    def definition(self, node: tree.Definition) -> str:
        """A sequence by its recurrence; systems need the first terms, too."""
        return self.write(tree.Range(tree.Equation(tree.term(0), node.right), node.valid_from))

    # What is said beside formulas

    def decimal(self, node: tree.Decimal) -> str:
        return node.digits if node.radius == "0" else f"{node.digits} +- {node.radius}"

    def powersum(self, node: tree.PowerSum) -> str:
        return f"Sum_{{n >= {node.least}}} {self.factor(node.coefficient)}{self.times}{self.write(_POWER)}"

    def enumeration(self, node: tree.Enumeration) -> str:
        return ", ".join(map(self.write, node.parts))

    def prose(self, node: tree.Prose) -> str:
        return node.text

    def everyresidue(self, node: tree.EveryResidue) -> str:
        return f"n = 0, 1, ... mod {node.modulus}"

    def remark(self, node: tree.Remark) -> str:
        return f"{self.write(node.body)} ({self.write(node.remark)})"


_POWER = tree.Power(tree.Letter("t"), tree.N)


def is_negative(node: tree.Node) -> bool:
    """Whether a part starts with a sign."""
    return isinstance(node, tree.Negative) or (isinstance(node, tree.Number) and node.value < 0)


PLAIN = Writer()
