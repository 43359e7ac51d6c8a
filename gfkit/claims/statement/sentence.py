r"""Sentences that state a number of configurations: the formula, and the words for what it counts, which
are examined later.

These forms are read::

    The number of domino tilings of a $2 \times n$ rectangle is $F_{n+1}$.
    There are $F_{n+2}$ independent sets in the path with $n$ vertices.
    The path $P_n$ has $F_{n+2}$ independent sets.
    Let $a_n$ be the number of matchings of $P_n$. Then $a_n = a_{n-1} + a_{n-2}$.
"""

from __future__ import annotations

import re

from gfkit.claims.statement.names import CALLS, WORDS
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError

_LONGEST = 400
"""Largest number of characters of a sentence."""
_KEY = regex(r"\b(?:[Nn]umbers?|index|has|have|contains?|admits?|[Tt]here|tiled?)\b")
"""Pattern of a word that each form contains."""
_IS = r"(?:is|are|equals?|satisf(?:y|ies)|obeys?)(?:\s++(?:equal\s++to|given\s++by|exactly))?:?"
_MOST = r"(?:exactly|at\s++least|at\s++most|more\s++than|less\s++than|fewer\s++than)"
_SIGNS = {"least": ">=", "most": "<=", "more": ">", "less": "<", "fewer": "<"}
_LEAD = regex(
    r"(?:Theorem|Proposition|Lemma|Corollary)(?:\s++\d++(?:\.\d++)*+)?"
    r"(?:\s++\((?:[A-Z][\w.'’-]*+[,\s]++|(?:and|et\s++al\.|&)\s++)++\d{4}\))?[.:]\s++"
)
"""Pattern of the head of a theorem, with its authors and year."""
_NUMBERS = regex(
    r"(?:the\s++)?(Fibonacci|Lucas|Pell|Jacobsthal)\s++number\s++\$?\s*+[A-Z]_(?:\{([^{}]*+)\}|(\w))(?:\s*+\$)?+(?![\w{])"
)
"""Pattern of a well-known number with its letter, such as "the Lucas number L_n"."""
_TOLD = regex(
    rf"(?P<before>(?:[A-Za-z,]++\s++){{0,4}}?(?:(?:total\s++)?[Nn]umbers?|\S++\s++index)\s++of\s(?:(?!\s(?:{_IS})\s)[^=])+)\s{_IS}"
    rf"\s++(?:(?P<most>{_MOST})\s++)?(?P<formula>.+)",
    re.DOTALL,
)
_HAS = regex(
    r"(?:(?:Then|Hence|Thus|Therefore|So),?\s++)?(?:(?P<boards>(?![Ww]e\s)(?:(?!\s(?:has|have|contains?|admits?)\s)[^=]){1,99}+)"
    r"\s(?:has|have|contains?|admits?)"
    rf"|[Tt]here\s++(?:are|exist))(?:\s++(?P<most>{_MOST}))?\s++(?P<formula>\$[^$]++\$|\S.{{0,60}}?)"
    r"\s++(?P<things>(?!(?:sqrt|floor|ceil|binomial|for|if|when|where|and|or)\b)[A-Za-z]{3}[A-Za-z-]*+(?:(?!,?\sfor\s)[^=]){0,90}?)(?P<range>,?\sfor\s.*)?",
    re.DOTALL,
)
_LET = regex(
    r"Let\s++(?P<name>\$[^$=]++\$|[A-Za-z][_({\w)}]*+)\s++(?:be|denote)\s++(?:the\s++)?(?P<noun>(?:total\s++)?number)\s++(?P<of>of\s[^.;=]++)"
    r"[.;,]\s++(?:[Tt]hen|[Ww]e\s++have)?,?\s*+(?P<formula>.+)",
    re.DOTALL,
)
_AHEAD = regex(r"(?P<range>For\s(?:all\s|every\s)?\$?\s*+n\s*+(?:>=?|\\geq?|≥)\s*+\d++\$?),?\s++")
_PROPERTY = regex(r"(?:not\s++)?(?:even|odd|divisible|a\s++multiple)\b")
_TILED = regex(
    r"ways\s++(?:to\s++tile|of\s++tiling)\s++(?P<boards>.{1,99}?)\s(?:with|by|using)\s++(?P<tiles>[A-Za-z-]{1,40}?)(?:es|s)\b"
)
_CAN_BE_TILED = regex(
    r"(?P<boards>[^=]{1,99}?)\scan\s++be\s++tiled\s++(?:with|by|using)\s++(?P<tiles>[A-Za-z-]{1,40}?)(?:es|s)\s++in\s++(?:exactly\s++)?"
    r"(?P<formula>.{1,150}?)\s(?:different\s++)?ways(?P<range>,?\sfor\s.*)?"
)
_RANGED = regex(r"\s(?:for|if|when)\s")
_WORD = regex(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
_FUNCTIONS = frozenset({"mod", "binomial", "sqrt", "floor", "ceil", "ceiling", "the", "number"})
_FUNCTIONS |= {"fibonacci", "lucas", "pell", "jacobsthal"}


def sentence_parts(text: str) -> tuple[str, list[str]] | None:
    r"""Return the formula of a sentence with its range, and the words for what it counts, or None for other
    texts.

    >>> sentence_parts("There are F(n+2) independent sets in P_n for n >= 1.")
    ('F(n+2) for n >= 1', ['the number of independent sets in P_n'])
    """
    if len(text) > _LONGEST or not _KEY.search(text):
        return None
    plain = _LEAD.sub("", text.strip().removesuffix("."))
    plain = _NUMBERS.sub(r" \1(\2\3) ", plain).strip()
    if (ahead := _AHEAD.match(plain)) is not None:
        plain = f"{plain[ahead.end() :]} {ahead['range'].lower()}"
    if (found := _CAN_BE_TILED.fullmatch(plain)) is not None:
        plain = found.expand(r"There are \g<formula> \g<tiles> tilings of \g<boards>\g<range>")
    plain = _TILED.sub(r"\g<tiles> tilings of \g<boards>", plain)
    if (found := _LET.fullmatch(plain)) is not None:
        name, formula = found["name"].strip("$ "), found["formula"]
        if not re.search(rf"(?<![A-Za-z\\]){re.escape(name[0])}(?![A-Za-z])", formula):
            raise InputError(f"formula: it is not about {name}, which is the number {found['of']}")
        return formula, [f"the {found['noun']} {found['name']} {found['of']}"]
    if (found := _TOLD.fullmatch(plain)) is not None:
        told, formula = found["before"], found["formula"]
        if _PROPERTY.match(formula):
            return f"a(n) is {formula}", [told]
        bounded = _bounded(found["most"], formula)
        is_prose = _has_prose(formula.partition(" for ")[0])
        return None if is_prose else (bounded, [told if bounded != formula else f"{told} is"])
    found = _HAS.fullmatch(plain)
    if found is None or _has_prose(found["formula"]):
        return None
    boards = f" of {found['boards']}" if found["boards"] else ""
    formula = _bounded(found["most"], found["formula"]) + (found["range"] or "")
    return formula, [f"the number of {found['things']}{boards}"]


def _bounded(words: str | None, formula: str) -> str:
    """Return a formula as a bound of a(n) if it is said to be one, and as a(n) if it has a range."""
    sign = next((sign for word, sign in _SIGNS.items() if word in (words or "")), "")
    is_ranged = "=" not in formula and _RANGED.search(formula) is not None
    return f"a(n) {sign or '='} {formula}" if sign or is_ranged else formula


def _has_prose(formula: str) -> bool:
    """Return True if a formula contains words that are not functions."""
    return any(
        word not in WORDS and word not in CALLS and word.lower() not in _FUNCTIONS
        for word in _WORD.findall(formula)
    )


_FUNCTIONS = frozenset({"mod", "binomial", "sqrt", "floor", "ceil", "ceiling", "fibonacci", "lucas", "pell"})
