"""Grammar of hedged lines: closed lists of phrases, and formulas with a unique interpretation.

A line is parsed, and therefore checked, only if every part of it is in one of these lists. The lists contain
complete phrases. They do not contain separate terms for the sequence or a range, so two phrases never combine
to a new sentence (as "a(n)", "is" and "n" would).

The parser of ``gfkit.verify`` accepts LaTeX, products without a sign, lists and decimals. This is too
permissive for a line of an entry, so here the alphabet of formulas is small, and ambiguous notation is
rejected: 1/2x, 2^2n, 1/(1-x)(1-2x), [n/2], 2.0^n, +-2, n!=3.
"""

from __future__ import annotations

import re

from gfkit.algebra.formula.read.notation import CITED
from gfkit.deferred import dataclass, regex

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_DATE = rf"(?:{_MONTH} [0-9]{{1,2}},? [0-9]{{4}}|{_MONTH} [0-9]{{4}})"
_NAME = r"_(?:[^\W\d_]|[ .'’-])+_"
_NAMES = rf"{_NAME}(?:\s*(?:, and|,|and|&)\s*{_NAME})*(?:,?\s*{_DATE})?"
_PARTICLES = frozenset(
    ("van", "der", "den", "de", "du", "von", "zu", "da", "di", "la", "le", "el", "al", "and")
)
_HEDGE = (
    r"(?:conjectur(?:es?|ed|al|ally)|empirical(?:ly)?|apparently|presumably|seemingly|probably|guess(?:ed)?"
    r"|suspected)\b"
)
_END_OF_NUMBER = r"(?![0-9.]*[0-9])(?!\s*[*+/^!])(?!\s*-\s*[^_\s])"
_BOUND = rf"(?-i:n)\s*(>=|≥|>)\s*([0-9]{{1,9}}){_END_OF_NUMBER}"
_WHERE = (
    r"(?:(?:holds|valid|true)\s+)?(?:(?:for|when|if|with|where|whenever|provided)\s+)?"
    r"(?:(?:all|every|each)\s+)?"
)
_ARTICLES = r"(?:(?:the|its|an?|this|following)\s+)*"
_WHICH = r"(?:(?:linear|explicit|closed|equivalent|conjectured|empirical|conjectural|rational)[ -])*"
_LAW = (
    rf"{_ARTICLES}{_WHICH}(?:recurrence|formula|form|relation|equation)(?:\s+(?:relation|equation|formula))?"
)


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


SEPARATOR = regex(r"[,:;]|\.(?=\s|$)")
ATTRIBUTION = _compile(
    rf"(?:[-–—]\s*|(?:from|by|of|due\s+to)\s+){_NAMES}"
    rf"|\(\s*(?:(?:from|by)\s+)?{_NAMES}\s*\)|\[\s*(?:(?:from|by)\s+)?{_NAMES}\s*\]"
)
"""Pattern of an attribution: an author and a date."""
ASIDE = _compile(
    r"\((?:start|end)\)|[(\[](?:conjectured?|conjectural|empirical)[)\]]"
    r"|(?:(?:this|it)\s+(?:has\s+been|was)\s+)?(?:checked|verified|tested)\s+(?:(?:up\s+)?(?:to|through)|for)\s+"
    r"(?:the\s+first\s+[0-9]+\s+terms|[0-9]+\s+terms|n\s*(?:=|<=|≤|<)\s*[0-9]+)"
    r"(?=\s*(?:$|[;)\]]|\.(?:\s|$)|[-–—(\[]\s*_))"
)
"""Pattern of text without a claim about the sequence: marks of blocks, hedges in brackets, statements on the
checked range.
"""
HEDGE = _compile(rf"{_HEDGE}(?:\s+#?[0-9]{{1,2}}(?=\s*[:.)]))?")
"""Pattern of hedges, which add no claim and may occur alone."""
LEAD = tuple(
    _compile(pattern)
    for pattern in (
        r"(?:it|this)\s+(?:also\s+)?(?:appears|seems)(?:\s+likely)?(?:\s+that)?\b",
        r"(?:I|we)\s+(?:also\s+)?(?:conjecture|believe|guess|suspect|think)(?:\s+that)?\b",
        r"(?:is\s+)?that\b",
        r"(?:(?:the|this)\s+)?(?:sequence|terms|numbers|(?-i:a\(n\)))\s+(?:also\s+)?(?:(?:appears?|seems?)\s+to\s+)?"
        rf"(?:satisf(?:y|ies)|obeys?|ha(?:s|ve))\s+{_LAW}\b",
        r"(?-i:a\(n\))\s+(?:also\s+)?(?:(?:appears|seems)\s+to\s+)?satisf(?:y|ies)\b",
        r"(?-i:a\(n\))\s+is\s+given\s+by\b",
        rf"{_LAW}(?:\s+is)?\b",
        r"(?:also|moreover|furthermore|in\s+addition|equivalently|equivalent|namely|and|with|where|we\s+have)\b",
        r"(?:starting\s+with|with\s+initial\s+(?:terms|values|conditions))\b",
        r"i\.e\.(?=[\s,])",
    )
)
"""Patterns of phrases that introduce a formula and must be followed by one."""
NUMBER = regex(r"[0-9]{1,2}[.)](?=\s)")
"""Pattern of the number of a sentence at its beginning."""
SERIES = regex(
    r"(?:(?:[Tt]he|[Ii]ts|[Aa]n?)\s+)?(?:(?:[Ee]quivalent|[Ee]mpirical|[Cc]onjectured|[Rr]ational)\s+)*"
    r"(?:(?:[Oo]\.|[Oo]rdinary\s+)?(?:[Gg]\.[Ff]\.|[Gg]enerating\s+[Ff]unction))"
    r"(?:\s*\((?:conjectured?|empirical)\))?\s*(?:is\b|:|=)?\s*(?:[A-Z]\s*\(\s*(?P<letter>[xztq])\s*\)\s*=)?\s*"
)
"""Pattern of the head of an ordinary generating function of the sequence itself."""
RANGE = _compile(
    rf"{_WHERE}{_BOUND}|\(\s*{_WHERE}{_BOUND}\s*\)|{_WHERE}\(\s*{_WHERE}{_BOUND}\s*\)"
    r"|for\s+(?:all|every|each)\s+(?-i:n)\b(?!\s*[-+*/^<>=≥≤(])"
)
"""Pattern of a range of n. The groups that match contain the bound and the sign; if no group matches, the
range is all n.
"""
_DEGREE = r"(?:=\s*)?(?:an?\s+)?polynomial\s+(?:of\s+|with\s+)?degree\s+([0-9]{1,4})(?:\s+in\s+n)?"
DEGREE = _compile(rf"\(\s*{_DEGREE}\s*\)|\[\s*{_DEGREE}\s*\]|{_DEGREE}(?=\s*(?:$|[,;]|\.(?:\s|$)|for\b))")
"""Pattern of Hardin's "(=polynomial degree 7)" after a recurrence, with or without brackets."""
GROWTH = regex(r"a\(n\)\s*~\s*")
"""Pattern of the head of a statement about a(n) for large n."""
_HEAD_WORD = _compile(
    r"(?:(?:the|following|these|formulas?|formulae|recurrences?|relations?|generating\s+functions?"
    r"|closed\s+forms?|and)\b|g\.f\.s?|o\.g\.f\.|for\s+(?:(?-i:a\(n\))|this\s+sequence)(?=[\s:,(]|$)|from(?=\s+_))"
)
_COLUMN_HEAD = regex(rf"{_HEDGE}\s++for\s++(column|row)\s++([kn])\s*+:?\s*+", re.IGNORECASE)


_OF_HEADS = (re.compile(r"\s+"), SEPARATOR, ASIDE, HEDGE, _HEAD_WORD)


def attribution_end(text: str, position: int) -> int | None:
    """Return the end of an attribution that begins at a position, or None.

    >>> attribution_end("- _R. H. Hardin_, Mar 12 2015. More", 0)
    29
    >>> attribution_end("- _Not true in general_", 0) is None
    True
    """
    match = ATTRIBUTION.match(text, position)
    if match is None:
        return None
    words = [word for name in re.findall(r"_([^_]+)_", match[0]) for word in re.split(r"[ -]+", name)]
    named = [word for word in words if word]
    is_name = named and all(word[0].isupper() or word in _PARTICLES for word in named)
    return match.end() if is_name else None


def is_plain_head(text: str) -> bool:
    """Return True if the head of a block states only that the block is conjectured, with author and date.

    >>> [is_plain_head(f"Conjectures {words}: (Start)") for words in ("from _Colin Barker_, Jun 11 2017", "")]
    [True, True]
    >>> [is_plain_head(f"Conjectures for the {word}:") for word in ("partial sums", "bisection", "column k")]
    [False, False, False]
    """
    position = 0
    while position < len(text):
        matches = [part.match(text, position) for part in _OF_HEADS]
        ends = [attribution_end(text, position), *(match.end() for match in matches if match)]
        end = next((end for end in ends if end), None)
        if end is None:
            return False
        position = end
    return True


def range_start(found: re.Match[str]) -> int:
    """Return the first n of a parsed range, or 0 for 'for all n'.

    >>> range_start(RANGE.match("for all n > 4")), range_start(RANGE.match("(n >= 4)"))
    (5, 4)
    """
    sign, bound = next(
        (
            (sign, bound)
            for sign, bound in zip(found.groups()[::2], found.groups()[1::2], strict=True)
            if sign
        ),
        (">=", "0"),
    )
    return int(bound) + (sign == ">")


def table_head(text: str) -> tuple[str, str] | None:
    """Return "column" (or "row") and the letter k of a line 'Empirical for column k:', or None for other
    lines.

    >>> table_head("Empirical for row n:"), table_head("Empirical for column k of the partial sums:")
    (('row', 'n'), None)
    """
    match = _COLUMN_HEAD.fullmatch(text)
    return (match[1].lower(), match[2]) if match else None


# Formulas

_NAMES_AND_SIGNS = r"(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>[-+*/^()=,])"
_TOKEN = regex(rf"\s*(?:(?P<number>[0-9]+)|{_NAMES_AND_SIGNS})")
_DECIMAL_TOKEN = regex(rf"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)|{_NAMES_AND_SIGNS})")
_FUNCTIONS = frozenset(("a", "binomial", "sqrt", "floor", "ceiling", "ceil", "round", *CITED))
IN_EQUATION = frozenset((*_FUNCTIONS, "n", "="))
IN_SERIES = frozenset("xztq")
IN_GROWTH = frozenset(("sqrt", "n"))
"""Letters and functions that may occur in asymptotic formulas, which may also contain decimals."""


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()

    @property
    def is_name(self) -> bool:
        return self.text[0].isalpha()

    @property
    def begins_factor(self) -> bool:
        return self.is_number or self.is_name or self.text == "("


@dataclass(frozen=True)
class FormulaRun:
    """Longest part of a line that consists of characters of formulas, and the position of its end."""

    tokens: tuple[_Token, ...]
    end: int

    @property
    def sides(self) -> list[str]:
        """Return the sides of an equation, with the sequence names that the parser uses."""
        sides: list[list[str]] = [[]]
        for token in self.tokens:
            if token.text == "=":
                sides.append([])
            else:
                sides[-1].append(CITED.get(token.text, token.text))
        return ["".join(_words_of(side)) for side in sides]


def run_at(
    text: str, position: int, names: frozenset[str], stops: list[re.Pattern[str]]
) -> FormulaRun | None:
    """Return the formula that begins at a position, up to a comma, a word, or a bracket that matches one of
    the ``stops``.

    The result is None if there is no formula, if brackets do not match, or if the formula is ambiguous.

    >>> run = run_at("a(n) = 2*a(n-1) - a(n-2) for n > 3", 0, IN_EQUATION, [])
    >>> run.sides, run.end
    (['a(n)', '2*a(n-1) - a(n-2)'], 24)
    """
    tokens: list[_Token] = []
    depth, end = 0, position
    token_at = _DECIMAL_TOKEN if names is IN_GROWTH else _TOKEN
    while (match := token_at.match(text, end)) is not None:
        kind = match.lastgroup or ""
        token = _Token(match[kind], match.start(kind), match.end(kind))
        if token.is_name and token.text not in names:
            break
        if token.text == "(" and not depth and any(stop.match(text, token.start) for stop in stops):
            break
        if token.text in "),=" and not depth and token.text != "=":
            break
        if token.text == "=" and (depth or token.text not in names):
            break
        depth += (token.text == "(") - (token.text == ")")
        tokens.append(token)
        end = match.end()
    if tokens and tokens[-1].text == "-" and re.match(r"\s*_", text[end : end + 20]):
        end = tokens.pop().start
    if depth or not tokens or not _is_clear(tokens):
        return None
    return FormulaRun(tuple(tokens), tokens[-1].end)


def _words_of(side: list[str]) -> list[str]:
    depth, spaced = 0, []
    for place, text in enumerate(side):
        depth += (text == "(") - (text == ")")
        is_sum = text in "+-" and not depth and place and side[place - 1] not in "*/^("
        joined = place and side[place - 1][-1].isalnum() and text[0].isalnum()
        spaced.append(f" {text} " if is_sum else f" {text}" if joined else text)
    return spaced


def _is_clear(tokens: list[_Token]) -> bool:
    """Return True if operands and operators alternate, and products without sign do not follow / or ^."""
    return (
        _alternates(tokens)
        and all(_is_applied(tokens, place) for place, token in enumerate(tokens) if token.is_name)
        and not any(_runs_on(tokens, place) for place, token in enumerate(tokens) if token.text in "/^")
    )


_WRONG = regex(r"[0x)]0|[^0x)][*/^)=,]|[-+,][-+]|[^0x)]$")
"""Pattern of invalid sequences of tokens in a formula.

They are a number after an operand, an operator without a preceding operand, two signs in a row, and a missing
last operand. In the pattern, 0 denotes any number and x any name.
"""


def _alternates(tokens: list[_Token]) -> bool:
    signs = "=" + "".join(
        "0" if token.is_number else "x" if token.is_name else token.text for token in tokens
    )
    if _WRONG.search(signs):
        return False
    open_brackets: list[int] = []
    commas = [0] * len(tokens)
    for place, token in enumerate(tokens):
        if token.text == "(":
            open_brackets.append(place)
        elif token.text == ",":
            commas[open_brackets[-1]] += 1
        elif token.text == ")":
            begin = open_brackets.pop()
            if commas[begin] != (begin > 0 and tokens[begin - 1].text == "binomial"):
                return False
    return True


def _is_applied(tokens: list[_Token], place: int) -> bool:
    """Return True if functions have arguments, and the index of a(...) is n, n plus or minus a number, or a
    number.
    """
    name, after = tokens[place].text, [token.text for token in tokens[place + 1 : place + 6]]
    if name not in _FUNCTIONS:
        return True
    if after[:1] != ["("]:
        return False
    if name != "a":
        return True
    inside = after[1 : after.index(")")] if ")" in after else []
    is_shifted = len(inside) == 3 and inside[1] in "+-" and inside[2].isdigit()
    return (len(inside) == 1 and (inside[0] == "n" or inside[0].isdigit())) or (
        is_shifted and inside[0] == "n"
    )


def _runs_on(tokens: list[_Token], place: int) -> bool:
    """Return True if the operand after a / or ^ is followed by a factor without a sign between them."""
    place += 1
    while place < len(tokens) and tokens[place].text in "+-":
        place += 1
    if tokens[place].is_name and place + 1 < len(tokens) and tokens[place].text in _FUNCTIONS:
        place += 1
    depth = 0
    while place < len(tokens):
        depth += (tokens[place].text == "(") - (tokens[place].text == ")")
        place += 1
        if not depth:
            break
    return place < len(tokens) and tokens[place].begins_factor
