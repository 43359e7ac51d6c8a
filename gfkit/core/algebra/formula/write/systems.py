"""Writers for computer algebra systems: PARI, Sage, Maple, Mathematica, SymPy."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from gfkit.core.algebra.formula import tree
from gfkit.core.algebra.formula.write.plain import Writer
from gfkit.core.algebra.number import number_text
from gfkit.core.errors import InputError


class System(Writer):
    """Base class of the writers for computer algebra systems: cases are tables of conditions, and one letter
    denotes all roots.

    A sequence is written as an expression in n if it has a formula, and otherwise as the definition of a
    function a with its initial terms.
    """

    is_system: ClassVar[bool] = True
    roundings: ClassVar[dict[tree.Rounding, str]] = {
        tree.Rounding.FLOOR: "floor({body})",
        tree.Rounding.CEILING: "ceil({body})",
    }
    equal: ClassVar[str] = "{} == {}"
    """Form of the equality of two numbers."""
    modulo: ClassVar[str]
    """Form of the remainder of a nonnegative number modulo a positive one."""
    summing: ClassVar[tuple[str, str]] = ("Sum", "Product")
    sums: ClassVar[str] = "{word}({body}, ({letter}, {low}, {high}))"
    infinity: ClassVar[str] = "oo"

    @abstractmethod
    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        """Return the conditional expression for pairs of condition and text."""

    def is_fraction(self, node: tree.Number) -> bool:
        return node.value.denominator != 1

    def number(self, node: tree.Number) -> str:
        """Return the number as an exact fraction, even if it was printed as a decimal."""
        return number_text(node.value)

    def remainder(self, node: tree.Remainder) -> str:
        return f"({self.modulo.format(self.in_brackets(node.body), node.modulus)})"

    def integerpart(self, node: tree.IntegerPart) -> str:
        """Return rounding to the nearest integer as a floor, because the systems round halves differently."""
        if node.how is tree.Rounding.NEAREST:
            body = tree.sum_of_terms([node.body, tree.Number(Fraction(1, 2))])
            node = tree.IntegerPart(body, tree.Rounding.FLOOR)
        return self.fill_form(self.roundings[node.how], node)

    def bigoperator(self, node: tree.BigOperator) -> str:
        return self.sums.format(
            word=self.summing[node.is_product],
            letter=node.letter,
            low=self.write(node.low),
            high=self.infinity if node.high is None else self.write(node.high),
            body=self.write(node.body),
        )

    def residues(self, entries: Sequence[str]) -> str:
        """Return the expression for a list of entries, indexed by n modulo their number."""
        *most, last = entries
        left = self.modulo.format("n", len(entries))
        return self.piecewise([(self.equal.format(left, j), text) for j, text in enumerate(most)], last)

    def cases(self, node: tree.Cases) -> str:
        return self.residues(list(map(self.write, _entries(node.branches))))

    def lookup(self, node: tree.Lookup) -> str:
        return self.residues(list(map(self.write, node.entries)))

    def range(self, node: tree.Range) -> str:
        if not node.before:
            return self.write(node.body)
        pieces = [(self.equal.format("n", n), self.write(tree.Number(value))) for n, value in node.before]
        return self.piecewise(pieces, self.write(node.body))


def _entries(branches: Sequence[tree.Branch]) -> list[tree.Node]:
    """Return the expressions for n = 0, 1, ... modulo the common modulus of all cases; the cases must have no
    bounds on n.
    """
    assert all(not branch.condition.least and branch.condition.most is None for branch in branches)
    bodies = {j: branch.body for branch in branches for j in branch.condition.residues}
    return [bodies[j] for j in range(len(bodies))]


class Pari(System):
    """Writer for PARI. Roots are residues of polynomials, so sums are exact; a recurrence fills a vector.

    >>> from gfkit.core.algebra.formula.tree import Letter, Number, RootSum, Sum
    >>> Pari().write(RootSum(Letter("r"), "r", Sum((Letter("r"), Number(-1)))))
    'trace((r -> r)(Mod(x, x - 1)))'
    >>> Pari().piecewise([("n==0", "1"), ("n==1", "3")], "2^n")
    'if(n==0, 1, if(n==1, 3, 2^n))'
    """

    radical_degree: ClassVar[int] = 1
    modulo: ClassVar[str] = "{}%{}"
    forms: ClassVar[dict[str, str]] = {"risingfactorial": "prod(k = 0, n - 1, {base} + k)"}

    def __init__(self, first_n: int = 0) -> None:
        self._first_n = first_n

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        chain = "".join(f"if({condition}, {text}, " for condition, text in pieces)
        return chain + otherwise + ")" * len(pieces)

    def bigoperator(self, node: tree.BigOperator) -> str:
        word = "prod" if node.is_product else "suminf" if node.high is None else "sum"
        bounds = [f"{node.letter} = {self.write(node.low)}"]
        bounds += [] if node.high is None else [self.write(node.high)]
        return f"{word}({', '.join(bounds)}, {self.write(node.body)})"

    def residues(self, entries: Sequence[str]) -> str:
        return f"[{', '.join(entries)}][{self.modulo.format('n', len(entries))} + 1]"

    def rootsum(self, node: tree.RootSum) -> str:
        polynomial = self.write(tree.rename(node.polynomial, node.letter, "x"))
        return f"trace(({node.letter} -> {self.write(node.body)})(Mod(x, {polynomial})))"

    def symbol(self, node: tree.Symbol) -> str:
        """Return the name of a term as an entry of the vector v, whose first entry has the number 1."""
        if node.index is None:
            return super().symbol(node)
        back = -node.index.terms[1].value if isinstance(node.index, tree.Sum) else 0  # type: ignore[attr-defined]
        return f"v[{_shift_index('n', 1 - back - self._first_n)}]"

    def definition(self, node: tree.Definition) -> str:
        inside, place = Pari(node.first_n), _shift_index("m", 1 - node.first_n)
        initial = ", ".join(map(self.write, node.initial))
        vector = f"Vec([{initial}], max({place}, {len(node.initial)}))"
        fill = f"for(n = {node.valid_from}, m, {inside.write(tree.term(0))} = {inside.write(node.right)})"
        return f"a(m) = my(v = {vector}); {fill}; v[{place}]"

    def derivative(self, _: tree.Derivative) -> str:
        raise InputError(
            "differential equation in pari: PARI has no equations for unknown functions; write the "
            "recurrence of its coefficients with p_recursive(initial).to('pari')"
        )

    def equation(self, node: tree.Equation) -> str:
        left = self.write(node.left)
        return left if node.right == tree.ZERO else f"{left} - {self.operand(node.right)}"


def _shift_index(name: str, shift: int) -> str:
    return f"{name} {'-' if shift < 0 else '+'} {abs(shift)}" if shift else name


class Sage(System):
    """Writer for SageMath. A recurrence is a function that fills a dictionary; sums over roots are exact.

    >>> Sage().residues(["n", "1"])
    '[n, 1][n % 2]'
    """

    calls: ClassVar[tuple[type[tree.Node], ...]] = (
        tree.Root,
        tree.Choose,
        tree.IntegerPart,
        tree.Remainder,
        tree.Factorial,
        tree.Symbol,
    )
    modulo: ClassVar[str] = "{} % {}"
    forms: ClassVar[dict[str, str]] = {
        "factorial": "factorial({body})",
        "risingfactorial": "rising_factorial({base}, n)",
        "equation": "{left} == {right}",
    }

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        chain = "".join(f"{text} if {condition} else " for condition, text in pieces)
        return f"({chain}{otherwise})"

    def residues(self, entries: Sequence[str]) -> str:
        return f"[{', '.join(entries)}][{self.modulo.format('n', len(entries))}]"

    def rootsum(self, node: tree.RootSum) -> str:
        listed = ", ".join(self.write(tree.Number(c)) for c in _coefficients(node.polynomial))
        roots = f"QQ['{node.letter}']([{listed}]).roots(QQbar, multiplicities=False)"
        return f"sum({self.write(node.body)} for {node.letter} in {roots})"

    def symbol(self, node: tree.Symbol) -> str:
        return super().symbol(node) if node.index is None else f"v[{self.write(node.index)}]"

    def definition(self, node: tree.Definition) -> str:
        start = ", ".join(f"{n}: {self.write(value)}" for n, value in node.first_terms)
        return (
            f"def a(m):\n    v = {{{start}}}\n    for n in range({node.valid_from}, m + 1):\n"
            f"        v[n] = {self.write(node.right)}\n    return v[m]"
        )

    def derivative(self, node: tree.Derivative) -> str:
        return f"diff(f(t), t, {node.order})" if node.order else "f(t)"


def _coefficients(polynomial: tree.Node) -> list[int]:
    """Return the integer coefficients, lowest first, of a sum of monomials in one letter."""
    sizes: dict[int, int] = {}
    for term in polynomial.terms if isinstance(polynomial, tree.Sum) else (polynomial,):
        body = term.body if isinstance(term, tree.Negative) else term
        power, size = 0, -1 if isinstance(term, tree.Negative) else 1
        for factor in body.factors if isinstance(body, tree.Product) else (body,):
            if isinstance(factor, tree.Number):
                size *= int(factor.value)
            elif isinstance(factor, tree.Letter):
                power += 1
            elif isinstance(factor, tree.Power) and isinstance(factor.exponent, tree.Number):
                power += int(factor.exponent.value)
        sizes[power] = size
    return [sizes.get(k, 0) for k in range(max(sizes) + 1)]


class Maple(System):
    """Writer for Maple; a recurrence is a procedure with option remember.

    >>> Maple().residues(["n", "1"])
    'piecewise(irem(n, 2) = 0, n, 1)'
    """

    equal: ClassVar[str] = "{} = {}"
    modulo: ClassVar[str] = "irem({}, {})"
    summing: ClassVar[tuple[str, str]] = ("sum", "product")
    sums: ClassVar[str] = "{word}({body}, {letter} = {low}..{high})"
    infinity: ClassVar[str] = "infinity"
    forms: ClassVar[dict[str, str]] = {
        "remainder": "modp({body}, {modulus})",
        "risingfactorial": "pochhammer({base}, n)",
    }

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"{condition}, {text}" for condition, text in pieces)
        return f"piecewise({listed}, {otherwise})"

    def rootsum(self, node: tree.RootSum) -> str:
        polynomial = self.write(tree.rename(node.polynomial, node.letter, "_Z"))
        return f"sum({self.write(node.body)}, {node.letter} = RootOf({polynomial}))"

    def definition(self, node: tree.Definition) -> str:
        start = "".join(f" a({n}) := {self.write(value)}:" for n, value in node.first_terms)
        return f"a := proc(n) option remember; {self.write(node.right)} end proc:{start}"

    def derivative(self, node: tree.Derivative) -> str:
        several = f"${node.order}" if node.order > 1 else ""
        return f"diff(f(t), t{several})" if node.order else "f(t)"


class Mathematica(System):
    """Writer for Mathematica; a recurrence is a definition with memoisation.

    >>> Mathematica().residues(["n", "1"])
    'Piecewise[{{n, Mod[n, 2] == 0}}, 1]'
    """

    roundings: ClassVar[dict[tree.Rounding, str]] = {
        tree.Rounding.FLOOR: "Floor[{body}]",
        tree.Rounding.CEILING: "Ceiling[{body}]",
    }
    modulo: ClassVar[str] = "Mod[{}, {}]"
    sums: ClassVar[str] = "{word}[{body}, {{{letter}, {low}, {high}}}]"
    infinity: ClassVar[str] = "Infinity"
    radical: ClassVar[str] = "Sqrt[{body}]"
    forms: ClassVar[dict[str, str]] = {
        "choose": "Binomial[{above}, {below}]",
        "risingfactorial": "Pochhammer[{base}, n]",
        "rootsum": "RootSum[Function[{letter}, {polynomial}], Function[{letter}, {body}]]",
        "equation": "{left} == {right}",
    }

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"{{{text}, {condition}}}" for condition, text in pieces)
        return f"Piecewise[{{{listed}}}, {otherwise}]"

    def functioncall(self, node: tree.FunctionCall) -> str:
        if node.name == "pi":
            return "Pi"
        name = node.name if node.name[0].isupper() else node.name[0].upper() + node.name[1:]
        name = {"Gcd": "GCD", "Lcm": "LCM"}.get(name, name)
        return f"{name}[{', '.join(map(self.write, node.arguments))}]"

    def symbol(self, node: tree.Symbol) -> str:
        return super().symbol(node) if node.index is None else f"a[{self.write(node.index)}]"

    def definition(self, node: tree.Definition) -> str:
        start = "".join(f"a[{n}] = {self.write(value)}; " for n, value in node.first_terms)
        return f"ClearAll[a]; {start}a[n_ /; n >= {node.valid_from}] := a[n] = {self.write(node.right)}"

    def derivative(self, node: tree.Derivative) -> str:
        return f"f{chr(39) * node.order}[t]" if node.order < 4 else f"Derivative[{node.order}][f][t]"


class SymPy(System):
    """Writer for SymPy: strings that ``sympy.sympify`` parses, with ^ for powers."""

    roundings: ClassVar[dict[tree.Rounding, str]] = {
        tree.Rounding.FLOOR: "floor({body})",
        tree.Rounding.CEILING: "ceiling({body})",
    }
    equal: ClassVar[str] = "Eq({}, {})"
    modulo: ClassVar[str] = "Mod({}, {})"
    forms: ClassVar[dict[str, str]] = {
        "factorial": "factorial({body})",
        "risingfactorial": "RisingFactorial({base}, n)",
        "rootsum": "RootSum({polynomial}, Lambda({letter}, {body}))",
        "equation": "Eq({left}, {right}, evaluate=False)",
    }
    calls: ClassVar[tuple[type[tree.Node], ...]] = (
        tree.Root,
        tree.Choose,
        tree.IntegerPart,
        tree.Remainder,
        tree.RisingFactorial,
        tree.Factorial,
        tree.Symbol,
    )

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"({text}, {condition})" for condition, text in pieces)
        return f"Piecewise({listed}, ({otherwise}, True))"

    def definition(self, node: tree.Definition) -> str:
        return self.write(tree.Equation(tree.term(0), node.right))

    def derivative(self, node: tree.Derivative) -> str:
        return f"Derivative(f(t), (t, {node.order}))" if node.order else "f(t)"


SYSTEMS: dict[str, Writer] = {"pari": Pari(), "sage": Sage(), "maple": Maple(), "mathematica": Mathematica()}
