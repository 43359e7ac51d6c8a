"""From the LaTeX that gfkit writes to MathML, which browsers show without any other program."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from gfkit.show.markup import printable

_TOKEN = re.compile(r"\\text\{[^{}]*\}|\\[A-Za-z]+|\\.|\|+|[0-9]+(?:\.[0-9]+)?|\s+|.", re.DOTALL)
_SIGNS = {
    "\\cdot": "⋅", "\\ge": "≥", "\\le": "≤", "\\equiv": "≡", "\\sim": "∼", "\\dots": "…", "\\pm": "±",
    "\\lfloor": "⌊", "\\rfloor": "⌋", "\\ast": "∗", "\\uparrow": "↑", "\\downarrow": "↓", "\\{": "{",
    "\\}": "}", "\\mid": "|", "\\to": "→", "\\times": "×", "-": "−", "*": "∗", "'": "′",
}  # fmt: skip
_LETTERS = {"\\lambda": "λ", "\\Gamma": "Γ", "\\infty": "∞", "\\exp": "exp", "\\log": "log"}
_SPACES = {"\\quad": "1em", "\\,": "0.17em", "\\;": "0.28em", "\\ ": "0.25em"}
_NO_BREAK = "\N{NO-BREAK SPACE}"
"""In place of blanks at the ends of a text, which browsers drop."""
_IGNORED = ("\\displaystyle",)
_OPERATORS = "+-=<>[],;:|/!*.'"
_BRACKETS = {"(": ")", "\\{": "\\}", "\\lfloor": "\\rfloor"}
_UPRIGHT = ("↑", "↓", "|")
"""Signs that must not grow with what stands beside them."""


class UnknownMarkError(Exception):
    """A LaTeX command that is not among those that gfkit writes."""


def mathml(latex: str) -> str:
    r"""A formula as a MathML element.

    >>> mathml(r"\frac{1}{n^{2}}").removeprefix('<math xmlns="http://www.w3.org/1998/Math/MathML" ')
    'display="block"><mfrac><mn>1</mn><msup><mi>n</mi><mn>2</mn></msup></mfrac></math>'
    """
    reader = _Reader([word for word in _TOKEN.findall(printable(latex)) if not word.isspace()], latex)
    inside = reader.row(())
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">{inside}</math>'


class _Reader:
    """Reads the words of a formula from left to right."""

    def __init__(self, words: list[str], latex: str) -> None:
        self._words, self._at, self._latex = words, 0, latex
        self._made: dict[str, Callable[[], str]] = {
            "\\frac": lambda: f"<mfrac>{self._group()}{self._group()}</mfrac>",
            "\\sqrt": lambda: f"<msqrt>{self._group()}</msqrt>",
            "\\binom": self._binomial,
            "\\pmod": self._residue,
            "\\begin": self._table,
            "\\sum": lambda: '<mo movablelimits="false">∑</mo>',
        }  # fmt: skip

    def row(self, stops: tuple[str, ...]) -> str:
        """All up to one of these words, or to the end, as one element."""
        parts: list[str] = []
        while self._at < len(self._words) and self._words[self._at] not in stops:
            part = self._atom()
            if part:
                parts.append(self._scripted(part))
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def _atom(self) -> str:
        word = self._next()
        if word in _IGNORED:
            return ""
        if word == "{":
            inside = self.row(("}",))
            self._next()
            return inside
        if word.startswith("\\text{"):
            return f"<mtext>{escape(_with_ends(word[6:-1]))}</mtext>"
        if word in self._made:
            return self._made[word]()
        if word in _SPACES:
            return f'<mspace width="{_SPACES[word]}"/>'
        if word in _BRACKETS:
            return self._bracketed(word, self.row((_BRACKETS[word],)), self._next(), "false")
        if word == "\\left":
            return self._bracketed(
                self._next(), self.row(("\\right",)), self._next() and self._next(), "true"
            )
        if word in _LETTERS:
            return f"<mi>{_LETTERS[word]}</mi>"
        if word in _SIGNS or word[0] in _OPERATORS:
            sign = _SIGNS.get(word, word)
            still = ' stretchy="false"' if sign[0] in _UPRIGHT else ""
            return f"<mo{still}>{escape(sign)}</mo>"
        if word[0].isdigit():
            return f"<mn>{word}</mn>"
        if word.isalpha():
            return f"<mi>{word}</mi>"
        raise UnknownMarkError(f"LaTeX {self._latex!r}: {word!r} is not known")

    def _bracketed(self, opening: str, inside: str, closing: str, stretchy: str) -> str:
        marks = (escape(_SIGNS.get(mark, mark)) for mark in (opening, closing))
        left, right = (f'<mo stretchy="{stretchy}">{mark}</mo>' for mark in marks)
        return f"<mrow>{left}{inside}{right}</mrow>"

    def _scripted(self, base: str) -> str:
        """An element with what stands above and below it."""
        below = above = ""
        primes = 0
        while self._at < len(self._words) and self._words[self._at] in ("^", "_", "'"):
            mark = self._next()
            if mark == "'":
                primes += 1
            elif mark == "^":
                above = self._group()
            else:
                below = self._group()
        if primes:
            above = f"<mo>{'′' * primes}</mo>"
        under = "∑" in base
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        if below:
            name = "munder" if under else "msub"
            return f"<{name}>{base}{below}</{name}>"
        return f"<msup>{base}{above}</msup>" if above else base

    def _group(self) -> str:
        """What stands in braces, or one element."""
        part = self._atom()
        while not part:
            part = self._atom()
        return part

    def _next(self) -> str:
        if self._at >= len(self._words):
            raise UnknownMarkError(f"LaTeX {self._latex!r}: ends too early")
        self._at += 1
        return self._words[self._at - 1]

    def _binomial(self) -> str:
        inside = f'<mfrac linethickness="0">{self._group()}{self._group()}</mfrac>'
        return f"<mrow><mo>(</mo>{inside}<mo>)</mo></mrow>"

    def _residue(self) -> str:
        word = '<mspace width="0.8em"/><mo stretchy="false">(</mo><mi>mod</mi><mspace width="0.25em"/>'
        return f'<mrow>{word}{self._group()}<mo stretchy="false">)</mo></mrow>'

    def _table(self) -> str:
        """Cases, or a matrix, up to its end."""
        self._name()
        rows: list[list[str]] = [[]]
        while True:
            rows[-1].append(self.row(("&", "\\\\", "\\end")))
            word = self._next()
            if word == "\\end":
                break
            if word == "\\\\":
                rows.append([])
        cases = self._name() == "cases"
        cells = "".join(f"<mtr>{''.join(f'<mtd>{one}</mtd>' for one in row)}</mtr>" for row in rows)
        align = ' columnalign="left"' if cases else ""
        fences = ("{", "") if cases else ("[", "]")
        close = f"<mo>{fences[1]}</mo>" if fences[1] else ""
        return f"<mrow><mo>{fences[0]}</mo><mtable{align}>{cells}</mtable>{close}</mrow>"

    def _name(self) -> str:
        """The letters in braces after begin and end."""
        found = ""
        while (word := self._next()) != "}":
            found += word
        return found.removeprefix("{")


def _with_ends(text: str) -> str:
    """A text whose blanks at the ends browsers keep."""
    return re.sub(r"^ | $", _NO_BREAK, text)
