"""The words and LaTeX commands that formulas may use, and what they mean."""

from __future__ import annotations

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
}
"""Words of plain text and of \\text{...}."""

COMMANDS = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), "frac"),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), "binomial"),
    **dict.fromkeys(("bmod", "mod"), "mod"),
    "pmod": "pmod",
    "sqrt": "sqrt",
    "sum": "sum",
    "choose": "choose",
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
}
"""Other spellings of signs."""
