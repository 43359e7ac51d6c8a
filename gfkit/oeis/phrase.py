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
from itertools import groupby
from typing import Any

from gfkit.claims.statement.names import CITED
from gfkit.core.deferred import dataclass, regex
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

_NAMES_AND_SIGNS = r"(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>(?!-\s*_)[-+*/^()=,])"
_TOKEN = regex(rf"\s*(?:(?P<number>[0-9]+)|{_NAMES_AND_SIGNS})")
_DECIMAL_TOKEN = regex(rf"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)|{_NAMES_AND_SIGNS})")
_KINDS = dict.fromkeys(("sqrt", "floor", "ceiling", "ceil", "round", *CITED), "f")
_KINDS |= {"a": "a", "binomial": "b"}
"""Names of functions, each with the letter of its kind; other names have the kind x, and numbers 0."""
IN_EQUATION = frozenset((*_KINDS, "n", "="))
IN_SERIES = frozenset("xztq")
IN_GROWTH = frozenset(("sqrt", "n"))
"""Letters and functions that may occur in asymptotic formulas, which may also contain decimals."""
_POWERS = r"(?:\^[-+]?[0xp])*+"
_TERM = rf"[0xp][xp]*+{_POWERS}(?:\*[-+]?[0xp][xp]*+{_POWERS}|/[-+]?[0xp]{_POWERS})*+"
_SUM = rf"{_TERM}(?:[-+]{_TERM})*+"
_INNER = regex(rf"a\((?:[0x]|x[-+]0)\)|f?\([-+]?{_SUM}\)|b\([-+]?{_SUM},{_SUM}\)")
"""Innermost pair of brackets with its function, by the kinds of its tokens; p is such a pair itself.

The index of the sequence is n, a number, or n plus or minus a number. A factor after a factor may be written
without a sign, but not after the operand of / or ^, and not before a number.
"""
_FORMULA = regex(rf"[-+]?{_SUM}(?:=[-+]?{_SUM})*")


@dataclass(frozen=True)
class FormulaRun:
    """Longest part of a line that consists of characters of formulas, and the position of its end."""

    tokens: tuple[str, ...]
    end: int

    @property
    def sides(self) -> list[str]:
        """Return the sides of an equation, with the sequence names that the parser uses."""
        sides = [list(side) for is_sign, side in groupby(self.tokens, "=".__eq__) if not is_sign]
        return ["".join(_words_of([CITED.get(token, token) for token in side])) for side in sides]


def run_at(text: str, position: int, names: frozenset[str]) -> FormulaRun | None:
    """Return the formula that begins at a position, up to a comma, a word, or a bracket around words.

    The result is None if there is no formula, if brackets do not match, or if the formula is ambiguous.

    >>> run = run_at("a(n) = 2*a(n-1) - a(n-2) for n > 3", 0, IN_EQUATION)
    >>> run.sides, run.end
    (['a(n)', '2*a(n-1) - a(n-2)'], 24)
    """
    tokens, kinds, depth, end = list[str](), "", 0, position
    token_at = _DECIMAL_TOKEN if names is IN_GROWTH else _TOKEN
    while (match := token_at.match(text, end)) is not None:
        sort = match.lastgroup or ""
        token = match[sort]
        if sort == "name" and token not in names:
            break
        if token == "(" and not depth and _begins_words(text, match.start(sort)):
            break
        if token in "),=" and not depth and token != "=":
            break
        if token == "=" and (depth or token not in names):
            break
        depth += (token == "(") - (token == ")")
        tokens.append(token)
        kinds += {"number": "0", "name": _KINDS.get(token, "x")}.get(sort, token)
        end = match.end()
    if depth:
        return None
    replaced = 1
    while replaced:
        kinds, replaced = _INNER.subn("p", kinds)
    return FormulaRun(tuple(tokens), end) if _FORMULA.fullmatch(kinds) else None


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
