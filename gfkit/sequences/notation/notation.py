"""How the parts of formulas are written: in plain text, which SymPy and PARI read, unless overridden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import ClassVar, NamedTuple

from gfkit.sequences.number import Number
from gfkit.sequences.polynomial import Polynomial, whole_text

_LETTERS = "rsuvw"


class Stated(NamedTuple):
    """A recurrence a(n) = right for n >= valid_from, and the terms from first_n on before that."""

    right: str
    valid_from: int
    initial: Sequence[str]
    first_n: int

    @property
    def beginning(self) -> list[tuple[int, str]]:
        """The n and the terms before the recurrence."""
        return list(enumerate(self.initial, self.first_n))


@dataclass(frozen=True)
class Notation:
    """How products, powers, fractions, roots, cases and recurrences are written."""

    is_latex: ClassVar[bool] = False
    is_system: ClassVar[bool] = False
    """Whether it is the language of a computer algebra system."""
    times: ClassVar[str] = "*"
    radical_degree: ClassVar[int] = 2
    """Up to this degree the roots of a polynomial are written out."""

    def bracket(self, text: str) -> str:
        return f"({text})"

    def guarded(self, text: str) -> str:
        """The text, in brackets when it is a sum or starts with a sign."""
        return self.bracket(text) if text.startswith("-") or is_sum(text) else text

    def product(self, *factors: str) -> str:
        """The factors that are not 1, sums among them in brackets."""
        kept = [factor for factor in factors if factor != "1"]
        if len(kept) < 2:
            return kept[0] if kept else "1"
        return self.times.join(map(self.guarded, kept))

    def over(self, numerator: str, denominator: str) -> str:
        if denominator == "1":
            return numerator
        bare = is_call(denominator) or not any(c in denominator for c in " */")
        return f"{self.guarded(numerator)}/{denominator if bare else f'({denominator})'}"

    def power(self, base: str, exponent: str) -> str:
        body = base if base.isalnum() or is_call(base) else self.bracket(base)
        return f"{body}^{exponent}" if exponent.isalnum() else f"{body}^({exponent})"

    def root(self, square: int) -> str:
        """The square root of a square-free integer; of a negative one as a multiple of I."""
        size = whole_text(abs(square))
        if square > 0:
            return self.radical(size)
        return self.imaginary if size == "1" else self.product(self.imaginary, self.radical(size))

    def radical(self, size: str) -> str:
        return f"sqrt({size})"

    @property
    def imaginary(self) -> str:
        return "I"

    def polynomial(self, polynomial: Polynomial) -> str:
        return str(polynomial)

    def falling(self, coefficients: Sequence[int], variable: str) -> str:
        """A polynomial, given lowest first, with high powers first.

        >>> Notation().falling([-1, 1, -3, 1], "r")
        'r^3 - 3*r^2 + r - 1'
        """
        terms = tuple(((k,), int(c)) for k, c in reversed(list(enumerate(coefficients))) if c)
        return self.polynomial(Polynomial((variable,), terms))

    def rational(self, coefficients: Sequence[Fraction], factor: str = "1") -> str:
        """A polynomial in n with rational coefficients times a factor, starting with - where it can.

        >>> Notation().rational([Fraction(-1, 4), Fraction(0), Fraction(1, 2)], "2^n")
        '(2*n^2 - 1)*2^n/4'
        """
        below = lcm(*(c.denominator for c in coefficients))
        whole = [int(c * below) for c in coefficients]
        negative = next((c < 0 for c in reversed(whole) if c), False)
        above = self.falling([-c for c in whole] if negative else whole, "n")
        body = self.fraction_of(above, whole_text(below), factor)
        return "-" + (self.guarded(body) if factor == "1" and below == 1 else body) if negative else body

    def fraction_of(self, above: str, below: str, factor: str) -> str:
        """The product above * factor / below."""
        return self.over(self.product(above, factor), below)

    def number(self, value: Number) -> str:
        """A rational number.

        >>> Notation().number(Fraction(-3, 4))
        '-3/4'
        """
        size = self.over(whole_text(abs(value.numerator)), whole_text(value.denominator))
        return "-" + size if value < 0 else size

    def beginning(self, exceptions: Sequence[tuple[int, Number]]) -> str:
        """The terms before a formula, and where it holds: after them; nothing when there are none.

        >>> Notation().beginning([(0, 7)])
        ' for n >= 1; a(0) = 7'
        """
        if not exceptions:
            return ""
        listed = "".join(f"; a({n}) = {self.number(value)}" for n, value in exceptions)
        return f" for n >= {exceptions[-1][0] + 1}{listed}"

    def starting(self, formula: str, exceptions: Sequence[tuple[int, Number]]) -> str:
        """A formula with where it holds and the terms before."""
        return formula + self.beginning(exceptions)

    def total(self, summands: Sequence[str]) -> str:
        """The sum of texts of which each may start with -."""
        text = ""
        for summand in summands:
            if not text:
                text = summand
            elif summand.startswith("-"):
                text += " - " + summand[1:]
            else:
                text += " + " + summand
        return text or "0"

    # Functions of n

    def floor(self, inside: str) -> str:
        return f"floor({inside})"

    def factorial(self, inside: str) -> str:
        return ("n" if inside == "n" else self.bracket(inside)) + "!"

    def binomial(self, above: str, below: str) -> str:
        return f"binomial({above}, {below})"

    def rising(self, start: str) -> list[tuple[str, int]]:
        """Factors of the product start (start + 1) ... (start + n - 1), with exponents 1 and -1."""
        return [(f"gamma(n + {start})", 1), (f"gamma({start})", -1)]

    def cases(self, texts: Sequence[str]) -> str:
        """The texts for n = 0, 1, ... modulo their number, equal ones together."""
        period = len(texts)
        return "; ".join(f"{text} if n mod {period} = {_either(js)}" for text, js in merged(texts).items())

    def lookup(self, texts: Sequence[str]) -> str:
        """The same as a factor of a product."""
        return f"[{', '.join(texts)}][n mod {len(texts)}]"

    # Sums over the roots of a polynomial

    def root_names(self, count: int) -> list[str]:
        """The letters that stand for the roots of so many polynomials."""
        return list(_LETTERS[:count]) if count <= len(_LETTERS) else [f"r{i}_" for i in range(1, count + 1)]

    def root_sum(self, body: str, name: str, factor: Sequence[int]) -> str:
        """The sum of a body over the roots, called ``name``, of a polynomial given lowest first."""
        return f"sum({body} over {self.falling(factor, name)} = 0)"

    def shrunk(self, text: str, power: str) -> str:
        """A sum over roots divided by a power."""
        return f"{text}/{power}"

    # Equations

    def for_terms_from(self, _: int) -> Notation:
        """The notation for a sequence that starts at this n."""
        return self

    def term(self, back: int) -> str:
        """The term a(n - back)."""
        return f"a(n-{back})" if back else "a(n)"

    def recurrence(self, rule: Stated) -> str:
        """The statement a(n) = right for n >= valid_from; systems need the terms before."""
        return f"a(n) = {rule.right} for n >= {rule.valid_from}"

    def derivative(self, order: int) -> str:
        """The derivative f^(order)(t)."""
        mark = "'" * order if order < 4 else f"^({order})"
        return f"f{mark}(t)"

    def equation(self, left: str, right: str) -> str:
        return f"{left} = {right}"


def merged(texts: Sequence[str]) -> dict[str, list[str]]:
    """The residues at which each text stands.

    >>> merged(["1", "n", "1"])
    {'1': ['0', '2'], 'n': ['1']}
    """
    residues: dict[str, list[str]] = {}
    for j, text in enumerate(texts):
        residues.setdefault(text, []).append(str(j))
    return residues


def is_sum(text: str) -> bool:
    """Whether the text is a sum outside all of its brackets.

    >>> is_sum("n + 1"), is_sum("(n + 1)*2^n")
    (True, False)
    """
    depth = 0
    for k, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and text[k : k + 3] in (" + ", " - "):
            return True
    return False


def is_call(text: str) -> bool:
    """Whether the text is the name of a function and its arguments, and nothing more.

    >>> is_call("binomial(2*n, n)"), is_call("f(n)*g(n)"), is_call("(n)")
    (True, False, False)
    """
    start = next((k for k, sign in enumerate(text) if sign in "(["), 0)
    if not start or not text[:start].isalnum():
        return False
    depth = 0
    for k, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and k > start:
            return k == len(text) - 1
    return False


def _either(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
