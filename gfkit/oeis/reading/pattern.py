"""Patterns of sentences: how a name is cut into words, and how what a clause says is written in the grammar.

A pattern is words with slots, options and choices::

    every {r:number} X {c:number} subblock summing to {s:number+}
    no [two] adjacent (elements|values) equal

``{name:kind}`` stands for anything of a kind, ``{kind}`` for ``{kind:kind}``, ``{name:kind+}`` for a list of
them; ``[ ]`` may be left out, ``( | )`` is a choice; a backslash takes the next sign as it is. Commas, full
stops at the end, case and hyphens between words have no weight.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

_TOKEN = re.compile(
    r"(?:[nkx](?=\s?x\s?[(\dnk](?!\())|x(?=\s?[(\dnk]))|\d+|\.\.|[a-z]+|[^\s,]", re.IGNORECASE
)
_HYPHEN = re.compile(r"(?<=[A-Za-z]{2})-(?=[\w(])|(?<=\w)-(?=[A-Za-z]{2})")
_STOP = re.compile(r"(?<!\.)\.\s*+$|(?<![.\s])\s++$")
_SIGN = re.compile(r"\\(.)|\{([\w-]+)(?::([\w-]+))?(\+?)\}|([\[\]()|])|([^\\{}\[\]()|]+)")


@dataclass(frozen=True, slots=True)
class NameWord:
    """A word, number or sign of a sentence, and where it stands."""

    text: str
    start: int
    end: int


def name_words(sentence: str) -> list[NameWord]:
    """The words of a sentence, in lower case.

    >>> [token.text for token in name_words("(n+1)X3 0..2 king-move, arrays.")]
    ['(', 'n', '+', '1', ')', 'x', '3', '0', '..', '2', 'king', 'move', 'arrays']
    """
    return _cut(_STOP.sub("", sentence))


def _cut(text: str) -> list[NameWord]:
    text = _HYPHEN.sub(" ", text).lower()
    return [NameWord(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]


@dataclass(frozen=True, slots=True)
class Word:
    """One word that must stand there."""

    text: str


@dataclass(frozen=True, slots=True)
class Blank:
    """Anything of a kind, or a list of them."""

    name: str
    kind: str
    many: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences; an empty one among them makes all of it optional."""

    options: tuple[tuple[Part, ...], ...]


Part = Word | Blank | Choice
Pattern = tuple[Part, ...]


@cache
def pattern(text: str) -> Pattern:
    """The pattern that a text of the grammar stands for; a choice at the top is one part."""
    signs = list(_SIGN.finditer(text))
    if sum(len(match[0]) for match in signs) != len(text):
        raise ValueError(f"pattern {text!r} cannot be read")
    parts, at = _options(signs, 0, "")
    if at != len(signs):
        raise ValueError(f"pattern {text!r}: a bracket is closed that was not opened")
    return parts


def _options(signs: list[re.Match[str]], at: int, closing: str) -> tuple[Pattern, int]:
    options: list[list[Part]] = [[]]
    while at < len(signs):
        sign = signs[at]
        at += 1
        if sign[5] == "|":
            options.append([])
        elif sign[5] in ("(", "["):
            inner, at = _options(signs, at, ")" if sign[5] == "(" else "]")
            choices = inner[0].options if len(inner) == 1 and isinstance(inner[0], Choice) else (inner,)
            options[-1].append(Choice(((), *choices) if sign[5] == "[" else choices))
        elif sign[5]:
            if sign[5] != closing:
                raise ValueError(f"pattern: {sign[5]!r} in the wrong place in {sign.string!r}")
            return _close(options), at
        elif sign[2]:
            options[-1].append(Blank(sign[2], sign[3] or sign[2], bool(sign[4])))
        else:
            options[-1] += [Word(token.text) for token in _cut(sign[1] or sign[6])]
    if closing:
        raise ValueError(f"pattern {signs[0].string!r}: {closing!r} is missing")
    return _close(options), at


def _close(options: list[list[Part]]) -> Pattern:
    if len(options) == 1:
        return tuple(options[0])
    return (Choice(tuple(tuple(option) for option in options)),)
