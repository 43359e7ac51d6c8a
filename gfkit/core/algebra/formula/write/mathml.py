"""Writer of formulas in MathML, which browsers display without further programs."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain
from typing import ClassVar

from gfkit.core.algebra.formula import tree
from gfkit.core.algebra.formula.write.latex import Latex
from gfkit.core.algebra.formula.write.plain import is_negative
from gfkit.core.algebra.number import whole_text

_NO_BREAK = "\N{NO-BREAK SPACE}"
"""Replacement for spaces at the ends of a string, which browsers would drop."""
_GREEK = {"lambda": "λ"}
_SIGNS = {"~": "∼"}
_ROUNDED = {
    tree.Rounding.FLOOR: ("⌊", "⌋"),
    tree.Rounding.CEILING: ("⌈", "⌉"),
    tree.Rounding.NEAREST: ("⌊", "⌉"),
}


def mrow(*parts: str) -> str:
    """Combine elements to one element in a row; empty elements are omitted."""
    kept = [part for part in parts if part]
    return kept[0] if len(kept) == 1 else f"<mrow>{''.join(kept)}</mrow>"


def mo(sign: str) -> str:
    return f"<mo>{escape(sign)}</mo>"


def mspace(width: str) -> str:
    return f'<mspace width="{width}"/>'


def in_fences(inside: str, opening: str = "(", closing: str = ")", *, grows: bool = False) -> str:
    """Return an element in brackets, which are stretched to its height if ``grows``."""
    left, right = (f'<mo stretchy="{str(grows).lower()}">{mark}</mo>' for mark in (opening, closing))
    return f"<mrow>{left}{inside}{right}</mrow>"


def mtext(text: str) -> str:
    """Return a text element; spaces at its ends are preserved."""
    start, end = (_NO_BREAK if text[k : k + 1] == " " else "" for k in (0, len(text) - 1))
    return f"<mtext>{start}{escape(text.strip(' '))}{end if len(text) > 1 else ''}</mtext>"


def math(inside: str, *, is_block: bool = True) -> str:
    """Return the element of a complete formula, displayed or inline."""
    display = ' display="block"' if is_block else ""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"{display}>{inside}</math>'


_LONG_SIDE, _LONG = 24, 30
"""Maximum number of characters of a side of a fraction, and of a bracket, in which no line may break."""
_STACK = "display:inline-grid;vertical-align:middle;max-width:100%;text-align:center"
_LOWER = {"fraction": "border-top:1px solid", "under": "font-size:.72em"}
"""Styles of two parts one above the other, and of the lower part, by the name of the class."""


def split_formula(inside: str, *, is_styled: bool = False) -> str:
    """Return a formula as several elements, between which a browser can break the line: after the first
    relation, after the sign of a sum on its right side, before a plus or minus, after a comma, and at a wide
    space. A fraction or a bracket with a long side is split in the same way.

    Style sheets have rules for the classes ``fraction`` and ``under``; if ``is_styled``, the elements contain
    their style.

    >>> split_formula(mrow("<mi>a</mi>", mo("="), mo("−"), "<mi>b</mi>", mo("+"), "<mi>c</mi>")).count("<wbr")
    2
    """
    return _flow(ET.fromstring(f"<mrow>{inside}</mrow>"), is_styled=is_styled)


def split_math(element: str, *, is_styled: bool = False) -> str:
    """Like `split_formula`, for the element of a complete formula."""
    return split_formula(element.partition(">")[2].removesuffix("</math>"), is_styled=is_styled)


def _flow(row: ET.Element, *, is_styled: bool) -> str:
    pieces: list[list[str]] = [[]]
    for element in _row_elements(row):
        sign = (element.text if element.tag == "mo" else None) or ""
        is_relation = sign in ("=", "∼", "≥") and len(pieces) == 1
        if pieces[-1] and sign in ("+", "−"):
            pieces.append([])
            element.set("form", "infix")
        if is_relation:
            element.set("form", "infix")
        if element.get("width") == "1em":
            pieces += [["\N{EM SPACE}"], []]
        elif element.tag in ("mfrac", "munder") and _is_long(element):
            pieces += [[_stack(element, is_styled=is_styled)], []]
        else:
            pieces[-1].append(ET.tostring(element, "unicode"))
            if is_relation or sign == "," or (element.tag == "munder" and len(pieces) > 1):
                pieces.append([])
    return "<wbr/>".join(_piece(piece) for piece in pieces if piece)


def _piece(parts: list[str]) -> str:
    """Return parts of a row as one element."""
    if not parts[0].startswith("<m"):
        return parts[0]
    return math(mrow(*parts), is_block=False).replace(">", ' displaystyle="true">', 1)


def _stack(element: ET.Element, *, is_styled: bool) -> str:
    """Return the two parts of a fraction or of a sum sign with its condition, each split into parts."""
    name = "fraction" if element.tag == "mfrac" else "under"
    stack, lower = (f' style="{css}"' if is_styled else "" for css in (_STACK, _LOWER[name]))
    above, below = (_flow(part, is_styled=is_styled) for part in element)
    return f'<span class="{name}"{stack}><span>{above}</span><span{lower}>{below}</span></span>'


def _is_long(element: ET.Element) -> bool:
    """Return True if a part of an element has more characters than a narrow line may contain."""
    return any(len("".join(part.itertext())) > _LONG_SIDE for part in element)


def _row_elements(element: ET.Element) -> Iterator[ET.Element]:
    """Yield the parts of a row, and those of rows in it, except of short rows with brackets."""
    if element.tag != "mrow" or (
        any(part.tag == "mo" and part.text in _BRACKETS for part in element)
        and len("".join(element.itertext())) <= _LONG
    ):
        yield element
    else:
        yield from chain.from_iterable(map(_row_elements, element))


_BRACKETS = tuple("([{⌊⌈")


_SUM = '<mo movablelimits="false">∑</mo>'


def _commas(parts: Iterable[str]) -> str:
    """Return the elements, separated by commas."""
    first, *others = parts
    return mrow(first, *(text for part in others for text in (mo(","), part)))


def _modulo(modulus: int | str) -> str:
    inside = f"<mi>mod</mi>{mspace('0.25em')}<mn>{modulus}</mn>"
    return f'<mrow>{mspace("0.8em")}<mo stretchy="false">(</mo>{inside}<mo stretchy="false">)</mo></mrow>'


class MathML(Latex):
    """Writer of formulas in MathML. Every part is one element; brackets are the same as in LaTeX.

    >>> from gfkit.core.algebra.formula.tree import N, Number, Power, Quotient
    >>> MathML().write(Quotient(Number(1), Power(N, Number(2))))
    '<mfrac><mn>1</mn><msup><mi>n</mi><mn>2</mn></msup></mfrac>'
    """

    forms: ClassVar[dict[str, str]] = {
        "choose": mrow(mo("("), '<mfrac linethickness="0">{above}{below}</mfrac>', mo(")")),
        "risingfactorial": "<msup>{base:in_brackets}<mover><mi>n</mi><mo>¯</mo></mover></msup>",
        "gamma": mrow("<mi>Γ</mi>", "{body:in_brackets}"),
        "rootsum": mrow(f"<munder>{_SUM}{mrow('{polynomial}', mo('='), '<mn>0</mn>')}</munder>", "{body}"),
        "powersum": mrow(
            f"<munder>{_SUM}{mrow('<mi>n</mi>', mo('≥'), '<mn>{least}</mn>')}</munder>",
            "{coefficient:factor}",
            mspace("0.17em"),
            "<msup><mi>t</mi><mi>n</mi></msup>",
        ),
        "everyresidue": mrow(
            "<mi>n</mi>",
            mo("≡"),
            _commas(["<mn>0</mn>", "<mn>1</mn>", "<mo>…</mo>"]),
            _modulo("{modulus}"),
        ),
    }
    radical: ClassVar[str] = "<msqrt>{body}</msqrt>"
    imaginary: ClassVar[str] = "<mi>i</mi>"

    def bracket(self, text: str) -> str:
        return in_fences(text, grows=True)

    def number(self, node: tree.Number) -> str:
        size = f"<mn>{node.digits or whole_text(abs(node.value.numerator))}</mn>"
        if self.is_fraction(node):
            size = f"<mfrac>{size}<mn>{whole_text(node.value.denominator)}</mn></mfrac>"
        return mrow(mo("−"), size) if node.value < 0 else size

    def letter(self, node: tree.Letter) -> str:
        return f"<mi>{escape(_GREEK.get(node.name, node.name))}</mi>"

    def sum(self, node: tree.Sum) -> str:
        first, *others = node.terms
        parts = [self.write(first)]
        for part in others:
            parts += [mo("−"), self._size(part)] if is_negative(part) else [mo("+"), self.write(part)]
        return mrow(*parts)

    def negative(self, node: tree.Negative) -> str:
        return mrow(mo("−"), self._size(node))

    def tight(self, node: tree.Node) -> str:
        return self.write(node)

    def product(self, node: tree.Product) -> str:
        parts = ((mo("⋅") if is_run else "", text) for is_run, text in self.factors(node))
        return mrow(*chain.from_iterable(parts))

    def quotient(self, node: tree.Quotient) -> str:
        below = self.write(node.below.body if isinstance(node.below, tree.Group) else node.below)
        if isinstance(node.above, tree.RootSum):
            return mrow(f"<mfrac><mn>1</mn>{below}</mfrac>", self.write(node.above))
        return f"<mfrac>{self.write(node.above)}{below}</mfrac>"

    def power(self, node: tree.Power) -> str:
        base = self.write(node.base) if self.is_atom(node.base) else self.in_brackets(node.base)
        return f"<msup>{base}{self.write(node.exponent)}</msup>"

    def integerpart(self, node: tree.IntegerPart) -> str:
        return in_fences(self.write(node.body), *_ROUNDED[node.how], grows=True)

    def factorial(self, node: tree.Factorial) -> str:
        is_bare = isinstance(node.body, tree.Letter)
        return mrow(self.write(node.body) if is_bare else self.in_brackets(node.body), mo("!"))

    def remainder(self, node: tree.Remainder) -> str:
        inside = mrow(self.operand(node.body), mo("mod"), f"<mn>{node.modulus}</mn>")
        return self.bracket(inside)

    def functioncall(self, node: tree.FunctionCall) -> str:
        if node.name == "pi":
            return "<mi>π</mi>"
        inside = mo(",").join(map(self.write, node.arguments))
        return mrow(f"<mi>{escape(node.name)}</mi>", self.bracket(inside))

    def bigoperator(self, node: tree.BigOperator) -> str:
        sign, low = mo("∏" if node.is_product else "∑"), self.write(node.low)
        below = mrow(f"<mi>{escape(node.letter)}</mi>", mo("≥" if node.high is None else "="), low)
        span = (
            f"<munder>{sign}{below}</munder>"
            if node.high is None
            else f"<munderover>{sign}{below}{self.write(node.high)}</munderover>"
        )
        return self.bracket(mrow(span, self.factor(node.body)))

    # Cases

    def cases(self, node: tree.Cases) -> str:
        cells = [(self.write(branch.body), self.condition(branch.condition)) for branch in node.branches]
        lines = "".join(f"<mtr><mtd>{body}</mtd><mtd>{text}</mtd></mtr>" for body, text in cells)
        return mrow(mo("{"), f'<mtable columnalign="left">{lines}</mtable>')

    def condition(self, node: tree.Condition) -> str:
        if node.least == node.most:
            return mrow("<mi>n</mi>", mo("="), f"<mn>{node.least}</mn>")
        n, listed = "<mi>n</mi>", [f"<mn>{residue}</mn>" for residue in node.residues]
        parts = [mrow(n, mo("≡"), _commas(listed), _modulo(node.modulus))] if node.modulus > 1 else []
        parts += [mrow(n, mo("≥"), f"<mn>{node.least}</mn>")] if node.least else []
        parts += [mrow(n, mo("≤"), f"<mn>{node.most}</mn>")] if node.most is not None else []
        return _commas(parts) if parts else mtext("otherwise")

    # Equations

    def symbol(self, node: tree.Symbol) -> str:
        name, *below = (f"<mi>{escape(word)}</mi>" for word in node.label)
        label = f"<msub>{name}{_commas(below)}</msub>" if below else name
        inside = ([] if node.index is None else [node.index]) + list(node.arguments)
        return mrow(label, in_fences(_commas(map(self.write, inside)))) if inside else label

    def derivative(self, node: tree.Derivative) -> str:
        mark = mo("′" * node.order) if node.order < 4 else in_fences(f"<mn>{node.order}</mn>")
        return mrow(f"<msup><mi>f</mi>{mark}</msup>" if node.order else "<mi>f</mi>", in_fences("<mi>t</mi>"))

    def equation(self, node: tree.Equation) -> str:
        return mrow(self.write(node.left), mo(_SIGNS.get(node.sign, node.sign)), self.write(node.right))

    def range(self, node: tree.Range) -> str:
        bound = mrow(self.write(tree.Letter(node.letter)), mo("≥"), f"<mn>{node.least}</mn>")
        return mrow(self.write(node.body), mspace("1em"), in_fences(bound), self.earlier(node.before))

    def earlier(self, before: tree.Before) -> str:
        equations = (tree.Equation(tree.Symbol(("a",), tree.Number(n)), tree.Number(v)) for n, v in before)
        return "".join(mo(",") + mspace("1em") + self.write(equation) for equation in equations)

    def definition(self, node: tree.Definition) -> str:
        return _Still().write(tree.Range(tree.Equation(tree.term(0), node.right), node.valid_from))

    # Prose around formulas

    def decimal(self, node: tree.Decimal) -> str:
        shown = _scientific(node.digits)
        return shown if node.radius == "0" else mrow(shown, mo("±"), _scientific(node.radius, is_bare=True))

    def enumeration(self, node: tree.Enumeration) -> str:
        first, *others = map(self.write, node.parts)
        between = (mo(","), mspace("1em") if node.are_statements else "")
        return mrow(first, *(text for part in others for text in (*between, part)))

    def prose(self, node: tree.Prose) -> str:
        return mtext(node.text)

    def remark(self, node: tree.Remark) -> str:
        text = (
            mtext(f"({node.remark.text})")
            if isinstance(node.remark, tree.Prose)
            else in_fences(self.write(node.remark))
        )
        return mrow(self.write(node.body), mspace("1em"), text)


class _Still(MathML):
    """MathML writer whose brackets do not grow."""

    def bracket(self, text: str) -> str:
        return in_fences(text)


def _scientific(text: str, *, is_bare: bool = False) -> str:
    """Return the decimals in scientific notation; if ``is_bare``, a mantissa 1 is omitted."""
    digits, _, power = text.partition("e")
    sign, size = (mo("−"), digits[1:]) if digits.startswith("-") else ("", digits)
    shown = mrow(sign, f"<mn>{size}</mn>")
    if not power:
        return shown
    lowered = mrow(mo("−"), f"<mn>{abs(int(power))}</mn>") if int(power) < 0 else f"<mn>{int(power)}</mn>"
    ten = f"<msup><mn>10</mn>{lowered}</msup>"
    return ten if is_bare and digits == "1" else mrow(shown, mo("⋅"), ten)


MATHML = MathML()
