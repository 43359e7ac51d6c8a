"""Grammar of hedged lines: closed lists of phrases, and formulas with a unique interpretation.

A line is parsed, and therefore checked, only if every part of it is in one of these lists, the rows of
``hedged.toml``. The lists contain complete phrases. They do not contain separate terms for the sequence or a
range, so two phrases never combine to a new sentence (as "a(n)", "is" and "n" would).

The parser of ``gfkit.verify`` accepts LaTeX, products without a sign, lists and decimals. This is too
permissive for a line of an entry, so here the alphabet of formulas is small, and ambiguous notation is
rejected: 1/2x, 2^2n, 1/(1-x)(1-2x), [n/2], 2.0^n, +-2, n!=3.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import Any

from gfkit.algebra.formula.read.notation import CITED
from gfkit.deferred import dataclass, regex
from gfkit.oeis.reading.grammar import NameWord, Parser, Tree, grammar
from gfkit.oeis.reading.terms import Scope, meaning

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_DATE = rf"(?:{_MONTH} [0-9]{{1,2}},? [0-9]{{4}}|{_MONTH} [0-9]{{4}})"
_NAME = r"_(?:[^\W\d_]|[ .'’-])+_"
_NAMES = rf"{_NAME}(?:\s*(?:, and|,|and|&)\s*{_NAME})*(?:,?\s*{_DATE})?"
_PARTICLES = frozenset(
    ("van", "der", "den", "de", "du", "von", "zu", "da", "di", "la", "le", "el", "al", "and")
)
ATTRIBUTION = re.compile(
    rf"(?:[-–—]\s*|(?:from|by|of|due\s+to)\s+){_NAMES}"
    rf"|\(\s*(?:(?:from|by)\s+)?{_NAMES}\s*\)|\[\s*(?:(?:from|by)\s+)?{_NAMES}\s*\]",
    re.IGNORECASE,
)
"""Pattern of an attribution: an author and a date."""
SEPARATOR = regex(r"[,:;]|\.(?=\s|$)")
NUMBER = regex(r"[0-9]{1,2}[.)](?=\s)")
"""Pattern of the number of a sentence at its beginning."""
_SKIPPED = regex(r"\s+|[,:;]|\.(?=\s|$)")
_WORD = regex(r"[A-Za-z]+|[0-9]+|\S")
_OTHER_LETTER = regex(r"\bN\b|\bA(?=\s*\(\s*[nN])")
"""Capital letters that do not denote the sequence or its index."""
_BEFORE_NAME = regex(r"\(\s*(?:(?:from|by)\s+)?_", re.IGNORECASE)


@dataclass(frozen=True)
class Phrase:
    """Phrase of a line: the position of its end, and its value."""

    end: int
    value: Any


@lru_cache(maxsize=8)
def _parser(text: str) -> Parser:
    words = [NameWord(match[0].lower(), match.start(), match.end()) for match in _WORD.finditer(text)]
    return Parser(grammar("gfkit.oeis"), words)


def phrase_at(text: str, position: int, *kinds: str) -> Phrase | None:
    """Return the longest phrase of the first of several kinds that begins at a position, or None.

    >>> phrase_at("for all n > 4.", 0, "range"), phrase_at("for n > 4*k", 0, "range")
    (Phrase(end=13, value={'since': 5}), None)
    """
    parser = _parser(text)
    place = bisect_left(parser.words, position, key=lambda word: word.start)
    is_word = place < len(parser.words) and parser.words[place].start == position
    for kind in kinds if is_word else ():
        for count, tree in sorted(parser.things(kind, place), key=lambda found: -found[0]):
            assert isinstance(tree, Tree), "kinds of phrases are macros"
            end = parser.words[count - 1].end
            if re.match(tree.form.follow, text[end:]) and not _OTHER_LETTER.search(text, position, end):
                return Phrase(end, meaning(tree, Scope({})))
    return None


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
        phrase, match = phrase_at(text, position, "hedge", "aside", "head"), _SKIPPED.match(text, position)
        end = attribution_end(text, position) or (phrase.end if phrase else match and match.end())
        if end is None:
            return False
        position = end
    return True


def table_head(text: str) -> tuple[str, str] | None:
    """Return "column" (or "row") and the letter k of a line 'Empirical for column k:', or None for other
    lines.

    >>> table_head("Empirical for row n:"), table_head("Empirical for column k of the partial sums:")
    (('row', 'n'), None)
    """
    phrase = phrase_at(text, 0, "table-head")
    return tuple(phrase.value) if phrase and phrase.end == len(text.rstrip()) else None


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


def run_at(text: str, position: int, names: frozenset[str]) -> FormulaRun | None:
    """Return the formula that begins at a position, up to a comma, a word, or a bracket around words.

    The result is None if there is no formula, if brackets do not match, or if the formula is ambiguous.

    >>> run = run_at("a(n) = 2*a(n-1) - a(n-2) for n > 3", 0, IN_EQUATION)
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
        if token.text == "(" and not depth and _begins_words(text, token.start):
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


def _begins_words(text: str, start: int) -> bool:
    """Return True if a bracket contains an aside, a range, a degree or an attribution."""
    is_phrase = phrase_at(text, start, "aside", "range", "degree") is not None
    return is_phrase or _BEFORE_NAME.match(text, start) is not None


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
