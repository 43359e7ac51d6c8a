"""What is printed in papers and in the OEIS, and what it means: words, commands, signs, letters, names.

A new spelling is a line here. What it means must be something that the grammar already reads.
"""

from __future__ import annotations

from typing import NamedTuple

_WORDS = """
sqrt floor ceiling round binomial factorial frac mod if or and for all otherwise even odd sum over
"""
WORDS = {word: word for word in _WORDS.split()} | {
    "ceil": "ceiling",
    "binom": "binomial",
    "else": "otherwise",
    "when": "if",
    "where": "for",
    "is": "=",
    **dict.fromkeys(("Floor",), "floor"),
    **dict.fromkeys(("Ceiling", "Ceil"), "ceiling"),
    **dict.fromkeys(("Round",), "round"),
    **dict.fromkeys(("Sqrt",), "sqrt"),
    **dict.fromkeys(("Binomial",), "binomial"),
    **dict.fromkeys(("Factorial",), "factorial"),
    **dict.fromkeys(("Sum", "add", "∑"), "sum"),
    **dict.fromkeys(("Product", "product", "Prod", "prod", "mul", "∏"), "product"),
    **dict.fromkeys(("infinity", "Infinity", "infty", "oo", "inf", "∞"), "infinity"),
    **dict.fromkeys(("iquo", "Quotient"), "quotient"),
    **dict.fromkeys(("Mod", "irem", "modp"), "remainder"),
    **dict.fromkeys(("Gamma", "GAMMA", "gamma", "Γ"), "gamma"),
    **dict.fromkeys(("Tr", "tr", "Trace", "trace"), "trace"),
    **dict.fromkeys(("phi", "varphi", "GoldenRatio", "φ", "ϕ"), "phi"),
    **dict.fromkeys(("Pi", "pi", "π"), "pi"),
    **dict.fromkeys(("hypergeom", "HypergeometricPFQ", "Hypergeometric2F1"), "hypergeom"),
    **dict.fromkeys(("polchebyshev",), "polchebyshev"),
    **dict.fromkeys(("and",), "and"),
}
"""Words of plain text and of \\text{...}."""

CALLS = {
    name: name_of_call
    for name_of_call, names in {
        "cos": "cos Cos",
        "sin": "sin Sin",
        "tan": "tan Tan",
        "cosh": "cosh Cosh",
        "sinh": "sinh Sinh",
        "exp": "exp Exp",
        "log": "log Log ln",
        "gcd": "gcd GCD igcd",
        "lcm": "lcm LCM ilcm",
        "min": "min Min",
        "max": "max Max",
        "abs": "abs Abs",
        "chebyshevT": "chebyshevT ChebyshevT",
        "chebyshevU": "chebyshevU ChebyshevU",
        "chebyshevS": "chebyshevS ChebyshevS",
    }.items()
    for name in names.split()
}
"""Functions of numbers in all spellings, and the names that they have in trees."""

RANGED = frozenset({"=", ">=", ">", "..", ","})
"""What follows the letter of a sum in its range."""

CHEBYSHEV = {"T": "chebyshevT", "U": "chebyshevU", "S": "chebyshevS"}
"""The letters of the polynomials of Chebyshev, read where the text speaks of him; S(n, x) = U(n, x/2)."""

COMMANDS = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), "frac"),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), "binomial"),
    **dict.fromkeys(("bmod", "mod"), "mod"),
    "pmod": "pmod",
    "sqrt": "sqrt",
    "sum": "sum",
    "prod": "product",
    "choose": "choose",
    "infty": "infinity",
    "pi": "pi",
    "Gamma": "gamma",
    **dict.fromkeys(("phi", "varphi"), "phi"),
    **{name: name for name in ("cos", "sin", "tan", "cosh", "sinh", "exp", "log", "gcd", "min", "max")},
    "ln": "log",
}
"""LaTeX commands that are words of the grammar."""

SIGNS = {
    **dict.fromkeys(("cdot", "times", "ast"), "*"),
    **dict.fromkeys(("simeq", "approx", "cong"), "≈"),
    **dict.fromkeys(("ge", "geq", "geqslant"), ">="),
    **dict.fromkeys(("le", "leq", "leqslant"), "<="),
    **dict.fromkeys(("{", "lbrace"), "("),
    **dict.fromkeys(("}", "rbrace"), ")"),
    **dict.fromkeys(("dots", "ldots", "cdots"), "..."),
    "div": "/",
    "equiv": "≡",
    "sim": "~",
    "gt": ">",
    "lt": "<",
    "lbrack": "[",
    "rbrack": "]",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "lceil": "⌈",
    "rceil": "⌉",
}
"""LaTeX commands that are signs."""

_SIZES = "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr"
SIZES = frozenset(_SIZES.split())
"""LaTeX commands that make the bracket after them larger."""

_SPACES = "displaystyle textstyle limits nolimits quad qquad thinspace nonumber , ; : ! > ( ) [ ]"
SPACES = frozenset({*_SPACES.split(), " ", "\n", "\t"}) | SIZES
"""LaTeX commands that mean nothing here."""

_LAYOUT = "equation align aligned gather gathered split multline displaymath math eqnarray"
LAYOUT = frozenset(_LAYOUT.split())
"""LaTeX environments that only say how their content is set."""

_SPOKEN = """
text textrm textup textsc textit textbf textnormal operatorname mbox mathrm mathit mathbf mathsf mathtt
"""
SPOKEN = frozenset(_SPOKEN.split())
"""LaTeX commands whose bracket holds words."""

UNICODE = {
    **dict.fromkeys("−–", "-"),
    **dict.fromkeys("·×", "*"),
    **dict.fromkeys("≃≅", "≈"),
    "≥": ">=",
    "≤": "<=",
    "∼": "~",
    "**": "^",
    "⩾": ">=",
    "⩽": "<=",
    "==": "=",
    ":=": "=",
    "…": "...",
}
"""Other spellings of signs."""

# Letters and names

INDICES = ("n", "m", "N")
"""Letters for the index, the usual one first."""

SIZE_LETTERS = ("t", "x", "z", "q")
"""Letters that may mark the size in a generating function."""

GRAPHS = {"P": "path", "C": "cycle", "K": "complete"}
"""Letters for graphs as indices, as in c_{P_n}, with the family of boards that each is."""


class Lucas(NamedTuple):
    """The sequence b(n) = p b(n-1) + q b(n-2), and its number in the OEIS."""

    p: int
    q: int
    first: int
    second: int
    number: str


_FIBONACCI, _LUCAS = Lucas(1, 1, 0, 1, "A000045"), Lucas(1, 1, 2, 1, "A000032")
_PELL, _JACOBSTHAL = Lucas(2, 1, 0, 1, "A000129"), Lucas(1, 2, 0, 1, "A001045")

NAMED = {
    **dict.fromkeys(("F", "Fibonacci", "fibonacci", "fib", "Fib"), _FIBONACCI),
    **dict.fromkeys(("L", "Lucas", "lucas", "LucasL"), _LUCAS),
    **dict.fromkeys(("Pell", "pell"), _PELL),
    **dict.fromkeys(("J", "Jacobsthal", "jacobsthal"), _JACOBSTHAL),
}
"""Sequences known by name."""

CITED = {
    name: name_in_formulas
    for name_in_formulas, names in (
        ("F", ("F", "Fibonacci", "fibonacci")),
        ("Lucas", ("Lucas",)),
        ("Pell", ("Pell",)),
        ("Jacobsthal", ("Jacobsthal",)),
    )
    for name in (*names, NAMED[name_in_formulas].number)
}
"""The names and numbers that lines of the OEIS cite them by, where nothing else can be meant."""
