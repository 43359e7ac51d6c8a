r"""Statements as English text and as theorems in LaTeX.

>>> from gfkit.claims.statement.canonical import parse_statement
>>> found = parse_statement("a(n) = count(independent-sets | path:n); for n >= 1: a(n) = F(n + 2)")
>>> english(found)
'Let a(n) be the number of independent sets in a path on n vertices. Then a(n) = F(n + 2) for all n >= 1.'
>>> print(theorem_text(found))
\begin{theorem}
Let $a(n)$ be the number of independent sets in a path on $n$ vertices.
Then $a(n) = F(n+2)$ for all $n \ge 1$.
Here $F(n)$ denotes the Fibonacci numbers.
\end{theorem}
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import canonical_text, claim_text, expression_text, number_node
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.write.latex import Latex
from gfkit.core.boards.spelling import synonyms
from gfkit.core.deferred import replace
from gfkit.core.errors import GfkitError
from gfkit.core.hooks import from_above
from gfkit.core.rules.object import Object
from gfkit.core.typing import Positions

_NAMES = {"F": "Fibonacci", "L": "Lucas", "Pell": "Pell", "J": "Jacobsthal"}
_WEIGHTS = {
    "pieces": "with the weight x for each piece",
    "players": "with the weights x and y for the pieces of the two players, or of the two kinds",
}
_SIGNS = {"!=": r"\ne", "<=": r"\le", ">=": r"\ge", "|": r"\mid"}
_FUNCTIONS = {
    "valuation": r"\nu_{{{}}}\left({}\right)",
    "rising": r"\left({}\right)^{{\overline{{{}}}}}",
    "abs": r"\left|{}\right|",
    "binomial0": r"\left[{0} \ge 0\right] \binom{{{0}}}{{{1}}}",
    "chebyshevT": r"T_{{{}}}\left({}\right)",
    "chebyshevU": r"U_{{{}}}\left({}\right)",
    "chebyshevS": r"S_{{{}}}\left({}\right)",
    "is_power": r"{1} \text{{ is a power of }} {0}",
    "is_kth_power": r"{1} \text{{ is the power with exponent }} {0} \text{{ of an integer}}",
    "is_term": r"{1} \text{{ is a term of the sequence }} {0}",
    "digits": r"\text{{all digits of }} {1} \text{{ in base }} {0} \text{{ are in }} \{{{2}\}}",
    "infinity": r"\infty",
    "true": r"\text{{true}}",
    "entry": r"\left({}\right)_{{{},{}}}",
    "trace": r"\operatorname{{tr}}\left({}\right)",
    "limsup": r"\limsup_{{n \to \infty}} {}",
}
"""Functions and conditions in LaTeX, with places for their arguments."""
_NODES: dict[str, Callable[..., nodes.Node]] = {
    "sqrt": nodes.Root,
    "binomial": nodes.Choose,
    "factorial": nodes.Factorial,
    "gamma": nodes.Gamma,
    **{str(how): partial(nodes.IntegerPart, how=how) for how in nodes.Rounding},
}
_IF_TRUE, _OTHERWISE = r"\text{if } \text{true}", r"\text{otherwise}"
_MATHS = r"[xy](?![\w-])|[A-Z]_\w+|(?:\d*n(?:[+-]\d+)?|\d+)(?![\w-]*[a-zA-Z])|\d*n(?=-[a-z])"
_SIZES = rf"(?<![\w$.(])(?:{_MATHS})(?: X (?:{_MATHS}))*(?![\w(])"
_LONG = 60
"""Number of characters from which a formula is displayed."""


class _StatementLatex(Latex):
    """LaTeX writer of expressions and conditions in normal form."""

    forms: ClassVar[dict[str, str]] = {"congruence": r"{left} \equiv {right} \pmod{{{modulus}}}"}

    def is_whole(self, node: nodes.Node) -> bool:
        return isinstance(node, nodes.Number)

    def equation(self, node: nodes.Equation) -> str:
        return f"{self.write(node.left)} {_SIGNS.get(node.sign, node.sign)} {self.write(node.right)}"

    def symbol(self, node: nodes.Symbol) -> str:
        name = node.label[0]
        shown = name if len(name) == 1 or name == "Pell" else rf"\mathrm{{{_escaped(name)}}}"
        return super().symbol(replace(node, label=(shown,)))

    def functioncall(self, node: nodes.FunctionCall) -> str:
        parts = [*map(self.write, node.arguments)]
        match node.name:
            case "and" | "or":
                return rf" \text{{ {node.name} }} ".join(parts)
            case "cases":
                rows = zip(parts[1::2], parts[::2], strict=True)
                lines = r" \\ ".join(rf"{body} & \text{{if }} {condition}" for body, condition in rows)
                return rf"\begin{{cases}} {lines.replace(_IF_TRUE, _OTHERWISE)} \end{{cases}}"
            case "matrix":
                width, entries = int(parts[0]), parts[1:]
                lines = r" \\ ".join(
                    " & ".join(entries[k : k + width]) for k in range(0, len(entries), width)
                )
                return rf"\begin{{pmatrix}} {lines} \end{{pmatrix}}"
            case "mod":
                return self.bracket(r" \bmod ".join(map(self.operand, node.arguments)))
            case name if name in _NODES:
                return self.write(_NODES[name](*node.arguments))
            case name if name in _FUNCTIONS:
                form = _FUNCTIONS["trace" if name == "entry" and len(parts) == 1 else name]
                return form.format(*parts[:2], ", ".join(parts[2:]))
        return super().functioncall(node)


_LATEX = _StatementLatex()


class _Text:
    """Sentences whose formulas are plain text."""

    def formula(self, node: nodes.Node) -> str:
        """Return an expression or a condition."""
        match node:
            case nodes.Equation(left=left, right=right, sign="|"):
                return f"{self.formula(left)} divides {self.formula(right)}"
            case nodes.FunctionCall(name="is_power", arguments=(base, body)):
                return f"{self.formula(body)} is a power of {self.formula(base)}"
            case nodes.FunctionCall(name="is_kth_power", arguments=(exponent, body)):
                power = f"the power with exponent {self.formula(exponent)} of an integer"
                return f"{self.formula(body)} is {power}"
            case nodes.FunctionCall(name="is_term", arguments=(name, body)):
                return f"{self.formula(body)} is a term of the sequence {self.formula(name)}"
            case nodes.FunctionCall(name="digits", arguments=(base, body, *listed)):
                among = ", ".join(map(self.formula, listed))
                return f"all digits of {self.formula(body)} in base {self.formula(base)} are in {{{among}}}"
        return expression_text(node)

    def typed(self, text: str) -> str:
        """Return text that the user has typed."""
        return text

    def phrase(self, text: str) -> str:
        """Return a phrase that contains sizes, such as "an n X 3 board"."""
        return text

    def series(self, claim: tree.Expansion) -> str:
        """Return the claim about a power series."""
        return f"the {claim_text(claim)}"

    def asymptotic(self, claim: tree.Asymptotic) -> str:
        """Return the claim about large n."""
        return claim_text(claim).partition(": ")[2]

    def sentences(self, one: tree.Statement) -> list[str]:
        """Return the sentences of a whole statement."""
        lets = [] if one.object is None else [self._let("a", one.object)]
        for definition in one.definitions:
            lets += self._definition(definition)
        *most, last = map(self._claim, one.claims)
        body = f"{', '.join(most)}, and {last}" if most else last
        sentences = [*lets, f"{'Then' if lets else 'We have'} {body}"]
        return [f"{sentence}." for sentence in sentences]

    def _let(self, name: str, one: Object) -> str:
        if one.what == "terms":
            return f"Let {self._terms(name, one.first, len(one.terms))} be {self._numbers(one.terms)}"
        term = nodes.Letter(name) if one.is_single else nodes.Symbol((name,), nodes.N)
        if one.what == "defined":
            return f"Let {self.formula(term)} be the sequence that is defined by {self.typed(one.structure)}"
        return f"Let {self.formula(term)} be {self.phrase(object_words(one))}"

    def _numbers(self, values: tuple[object, ...]) -> str:
        return ", ".join(self.formula(number_node(value)) for value in values)  # type: ignore[arg-type]

    def _terms(self, name: str, first: int, count: int) -> str:
        """Return the names of terms, such as a(0), ..., a(5)."""
        at = [self.formula(nodes.Symbol((name,), number_node(n))) for n in (first, first + count - 1)]
        return at[0] if count == 1 else (", " if count == 2 else ", ..., ").join(at)

    def _definition(self, one: tree.SequenceDefinition) -> list[str]:
        """Return the sentences that define a sequence."""
        if one.object is not None:
            return [self._let(one.name, one.object)]
        equations = [
            self.formula(nodes.Equation(nodes.Symbol((one.name,), number_node(n)), number_node(value)))
            for n, value in one.values
        ]
        if one.formula is not None:
            rule = nodes.Equation(nodes.Symbol((one.name,), nodes.N), one.formula)
            equations.append(f"{self.formula(rule)}{self._range(tree.Span(one.least))}")
        return [f"Let {', '.join(equations)}"]

    def _claim(self, claim: tree.Claim) -> str:
        match claim:
            case tree.ForAll(condition=condition, range=span, iff=iff):
                ends = "" if iff is None else f" if and only if {self.formula(iff)},"
                return f"{self.formula(condition)}{ends}{'' if span is None else self._range(span)}"
            case tree.Expansion():
                return self.series(claim)
            case tree.Functional(left=left, right=right):
                equation, where = nodes.Equation(left, right), ""
                for name in [one for one in nodes.symbols(equation) if one.label == ("A",)][:1]:
                    series = replace(name, arguments=tuple(map(nodes.Letter, "txy"[: len(name.arguments)])))
                    terms = self.formula(tree.A_OF_N)
                    where = f", where {self.formula(series)} is the generating function of {terms}"
                return f"{self.formula(equation)} as power series in {self.formula(nodes.Letter('t'))}{where}"
            case tree.Listed(first=first, values=values):
                verb = "is" if len(values) == 1 else "are"
                return f"{self._terms('a', first, len(values))} {verb} {self._numbers(values)}"
            case tree.Asymptotic():
                return f"{self.asymptotic(claim)} as {self.formula(nodes.N)} tends to infinity"
        return f"the following holds: {self.typed(claim.words)}"

    def _range(self, span: tree.Span) -> str:
        """Return the end of a sentence about all n of a range."""
        n = self.formula(nodes.N)
        where = "" if span.where is None else f" with {self.formula(span.where)}"
        if span.least is None:
            return f" for every integer {n}{where}"
        within = nodes.Equation(nodes.N, number_node(span.least), ">=")
        if span.most is not None:
            start = nodes.Equation(number_node(span.least), nodes.N, "<=")
            within = nodes.Equation(start, number_node(span.most), "<=")
        return f" for all {self.formula(within)}{where}"


class _Tex(_Text):
    """Sentences in LaTeX."""

    def formula(self, node: nodes.Node) -> str:
        return self._shown(_LATEX.write(node), isinstance(node, nodes.Equation | tree.Congruence))

    def _shown(self, text: str, is_relation: bool = True) -> str:
        return f"\n\\[ {text} \\]\n" if is_relation and len(text) > _LONG else f"${text}$"

    def typed(self, text: str) -> str:
        return rf"\texttt{{{_escaped(text)}}}"

    def phrase(self, text: str) -> str:
        parts = re.split(f"({_SIZES})", text)
        maths = (
            f"${one}$".replace(" X ", r" \times ") if re.search("[nxy_X]", one) else one
            for one in parts[1::2]
        )
        return "".join(
            part for pair in zip(map(_escaped, parts[::2]), [*maths, ""], strict=True) for part in pair
        )

    def series(self, claim: tree.Expansion) -> str:
        power = rf"t^{{{_LATEX.tight(claim.power)}}}"
        power = rf"\frac{{{power}}}{{n!}}" if claim.is_exponential else power
        left = rf"\sum_{{n \ge {claim.least}}} {_LATEX.factor(claim.coefficient)} {power}"
        lower = " without the powers of $t$ below those of the sum" * claim.is_cut
        return f"{self._shown(f'{left} = {_LATEX.write(claim.right)}')}{lower}"

    def asymptotic(self, claim: tree.Asymptotic) -> str:
        left, right = _LATEX.write(claim.left), _LATEX.write(claim.right)
        sign = {"~": r"\sim", "->": r"\to"}.get(claim.kind)
        order = claim.kind if len(claim.kind) == 1 else rf"\{claim.kind}"
        return self._shown(f"{left} {sign} {right}" if sign else rf"{left} = {order}\left({right}\right)")


def _escaped(text: str) -> str:
    """Return a string with the special characters of LaTeX escaped."""
    named = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
    return re.sub(r"[\\^~#$%&_{}]", lambda sign: named.get(sign[0], rf"\{sign[0]}"), text)


def object_words(one: Object) -> str:
    """Return what a(n) is, as a noun phrase.

    >>> object_words(Object("minimum", "dominating-sets", "path:n"))
    'the domination number of a path on n vertices'
    """
    describe = from_above("described_object")
    try:
        counted, board = describe(
            "" if one.what == "polynomial" else one.structure, Positions(one.positions), one.family
        )
    except (GfkitError, TypeError, ValueError):  # no such rule here, or gfkit.oeis is not installed
        board = one.family
        counted = f"{one.structure} on {board}{f' ({one.positions})' * (one.positions != 'all')}"
    counted += f" ({one.part})" * bool(one.part)
    if one.what == "polynomial":
        return f"the {one.structure.removesuffix('-polynomial').replace('-', ' ')} polynomial of {board}"
    if one.what != "count":
        rows = synonyms("structures", "optimum").items() if one.positions == "all" else ()
        names = [
            name for name, row in rows if row[:2] == [one.structure, one.what] and name.endswith("-numbers")
        ]
        return (
            f"the {names[0][:-1].replace('-', ' ')} of {board}"
            if names
            else f"the {one.what} weight of the {counted}"
        )
    if one.weights:
        return f"the polynomial that counts the {counted}, {_WEIGHTS[one.weights]}"
    return f"the number of {counted}"


def english(statement: tree.Statement) -> str:
    """Return a statement in English."""
    return " ".join(_Text().sentences(statement))


def theorem_text(statement: tree.Statement, environment: str = "theorem") -> str:
    """Return a statement as an environment in LaTeX, with the names of well-known sequences explained."""
    lines = "\n".join(_Tex().sentences(statement)).splitlines()
    text = "\n".join(line.strip() for line in lines if line.strip())
    text = re.sub(r" \\\]\n([.,]) ?", r"\1 \]\n", text).rstrip()
    names = [name for name in _NAMES if re.search(rf"(?<!\w){name}\(", canonical_text(statement))]
    where = [
        f"\nHere ${_LATEX.write(nodes.Symbol((name,), nodes.N))}$ denotes the {_NAMES[name]} numbers."
        for name in names
    ]
    return f"\\begin{{{environment}}}\n{text}{''.join(where)}\n\\end{{{environment}}}"
