"""Writer of formulas in LaTeX."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from gfkit.core.algebra.formula import tree
from gfkit.core.algebra.formula.write.plain import Writer
from gfkit.core.algebra.number import whole_text

_ROUNDED = {
    tree.Rounding.FLOOR: r"\left\lfloor {body} \right\rfloor",
    tree.Rounding.CEILING: r"\left\lceil {body} \right\rceil",
    tree.Rounding.NEAREST: r"\left\lfloor {body} \right\rceil",
}

_GREEK = {"lambda": r"\lambda"}
_FUNCTIONS = {"exp": r"\exp", "Pell": r"\operatorname{Pell}"}
_COMMANDS = frozenset({"pi", "cos", "sin", "tan", "cosh", "sinh", "exp", "log", "gcd", "min", "max"})
_SIGNS = {"~": r"\sim", "≈": r"\approx"}


class Latex(Writer):
    r"""Writer of formulas in LaTeX.

    >>> from fractions import Fraction
    >>> from gfkit.core.algebra.formula.tree import Letter, Number, Power
    >>> print(Latex().write(Power(Number(Fraction(2, 3)), Letter("n"))))
    \left(\frac{2}{3}\right)^{n}
    """

    forms: ClassVar[dict[str, str]] = {
        "choose": r"\binom{{{above}}}{{{below}}}",
        "risingfactorial": r"{base:in_brackets}^{{\overline{{n}}}}",
        "gamma": r"\Gamma{body:in_brackets}",
        "rootsum": r"\sum_{{{polynomial} = 0}} {body}",
        "powersum": r"\sum_{{n \ge {least}}} {coefficient:factor} \, t^{{n}}",
        "prose": r"\text{{{text}}}",
        "everyresidue": r"n \equiv 0, 1, \dots \pmod{{{modulus}}}",
    }
    radical: ClassVar[str] = r"\sqrt{{{body}}}"
    imaginary: ClassVar[str] = "i"
    order: ClassVar[str] = "^{{({})}}"

    def bracket(self, text: str) -> str:
        return rf"\left({text}\right)"

    def factor(self, node: tree.Node) -> str:
        return self.operand(node)

    def is_atom(self, node: tree.Node) -> bool:
        if isinstance(node, tree.Number):
            return super().is_atom(node)
        return isinstance(node, tree.Root | tree.Choose | tree.Remainder | tree.Letter | tree.Group)

    def number(self, node: tree.Number) -> str:
        if not self.is_fraction(node):
            return super().number(node)
        size = rf"\frac{{{whole_text(abs(node.value.numerator))}}}{{{whole_text(node.value.denominator)}}}"
        return f"-{size}" if node.value < 0 else size

    def product(self, node: tree.Product) -> str:
        (_, first), *others = self.factors(node)
        return first + "".join((r" \cdot " if is_run else " ") + text for is_run, text in others)

    def factors(self, node: tree.Product) -> list[tuple[bool, str]]:
        """Return the factors, each with a flag. The flag is True if the factor and its predecessor are
        numbers that would read as a single number without a multiplication sign.
        """
        parts = factors_of(node)
        bases = [part.base if isinstance(part, tree.Power) else part for part in parts]
        runs = [
            self.is_whole(before) and self.is_whole(base)
            for before, base in zip(parts, bases[1:], strict=False)
        ]
        return [*zip((False, *runs), map(self.factor, parts), strict=True)]

    def is_whole(self, node: tree.Node) -> bool:
        """Return True if a part consists of digits. Two adjacent numbers of digits would read as one
        number.
        """
        return isinstance(node, tree.Number) and self.is_atom(node)

    def quotient(self, node: tree.Quotient) -> str:
        below = self.write(node.below.body if isinstance(node.below, tree.Group) else node.below)
        if isinstance(node.above, tree.RootSum):
            return rf"\frac{{1}}{{{below}}} {self.write(node.above)}"
        return rf"\frac{{{self.write(node.above)}}}{{{below}}}"

    def power(self, node: tree.Power) -> str:
        base = self.write(node.base) if self.is_atom(node.base) else self.in_brackets(node.base)
        return f"{base}^{{{self.tight(node.exponent)}}}"

    def integerpart(self, node: tree.IntegerPart) -> str:
        return self.fill_form(_ROUNDED[node.how], node)

    def remainder(self, node: tree.Remainder) -> str:
        return self.bracket(rf"{self.operand(node.body)} \bmod {node.modulus}")

    def functioncall(self, node: tree.FunctionCall) -> str:
        if node.name in ("o", "O"):
            return f"{node.name}({', '.join(map(self.write, node.arguments))})"
        name = rf"\{node.name}" if node.name in _COMMANDS else rf"\operatorname{{{node.name}}}"
        return name + (self.bracket(", ".join(map(self.write, node.arguments))) if node.arguments else "")

    def bigoperator(self, node: tree.BigOperator) -> str:
        word, low = "prod" if node.is_product else "sum", self.write(node.low)
        if node.high is None:
            return self.bracket(rf"\{word}_{{{node.letter} \ge {low}}} {self.factor(node.body)}")
        high = self.write(node.high)
        return self.bracket(rf"\{word}_{{{node.letter}={low}}}^{{{high}}} {self.factor(node.body)}")

    def cases(self, node: tree.Cases) -> str:
        lines = [
            f"{self.write(branch.body)} & {self.condition(branch.condition)}" for branch in node.branches
        ]
        return r"\begin{cases} " + r" \\ ".join(lines) + r" \end{cases}"

    def condition(self, node: tree.Condition) -> str:
        if node.least == node.most:
            return f"n = {node.least}"
        listed = ", ".join(map(str, node.residues))
        parts = [rf"n \equiv {listed} \pmod{{{node.modulus}}}"] if node.modulus > 1 else []
        parts += [rf"n \ge {node.least}"] if node.least else []
        parts += [rf"n \le {node.most}"] if node.most is not None else []
        return ", ".join(parts) or r"\text{otherwise}"

    def lookup(self, node: tree.Lookup) -> str:
        return self.cases(tree.by_residue(node.entries))

    def range(self, node: tree.Range) -> str:
        start = rf"\quad ({self.write(tree.Letter(node.letter))} \ge {node.least})"
        return f"{self.write(node.body)} {start}{self.earlier(node.before)}"

    def earlier(self, before: tree.Before) -> str:
        return "".join(rf",\quad a({n}) = {self.write(tree.Number(value))}" for n, value in before)

    def letter(self, node: tree.Letter) -> str:
        return _GREEK.get(node.name, node.name)

    def symbol(self, node: tree.Symbol) -> str:
        name, *below = node.label
        label = f"{name}_{{{', '.join(below)}}}" if below else _FUNCTIONS.get(name, name)
        return super().symbol(replace(node, label=(label,)))

    def equation(self, node: tree.Equation) -> str:
        return f"{self.write(node.left)} {_SIGNS.get(node.sign, node.sign)} {self.write(node.right)}"

    def decimal(self, node: tree.Decimal) -> str:
        shown = _scientific(node.digits)
        return shown if node.radius == "0" else rf"{shown} \pm {_scientific(node.radius, '')}"

    def enumeration(self, node: tree.Enumeration) -> str:
        return (r", \quad " if node.are_statements else ", ").join(map(self.write, node.parts))

    def remark(self, node: tree.Remark) -> str:
        if isinstance(node.remark, tree.Prose):
            return rf"{self.write(node.body)} \quad {self.write(tree.Prose(f'({node.remark.text})'))}"
        return rf"{self.write(node.body)} \quad ({self.write(node.remark)})"

    def definition(self, node: tree.Definition) -> str:
        upright = _Upright()
        return upright.write(tree.Range(tree.Equation(tree.term(0), node.right), node.valid_from))


class _Upright(Latex):
    """LaTeX writer whose brackets do not grow."""

    def bracket(self, text: str) -> str:
        return f"({text})"


def factors_of(node: tree.Product) -> list[tree.Node]:
    """Return the factors of a product. A factor that is itself a product is replaced by its own factors."""
    parts = (factors_of(part) if isinstance(part, tree.Product) else [part] for part in node.factors)
    return [factor for part in parts for factor in part]


def _scientific(text: str, one: str = r"1 \cdot ") -> str:
    """Return the decimals with a power of ten; ``one`` replaces a mantissa 1."""
    digits, _, power = text.partition("e")
    times = one if digits == "1" else rf"{digits} \cdot "
    return rf"{times}10^{{{int(power)}}}" if power else digits


LATEX = Latex()
