"""The words of a formula: plain text and LaTeX come out as the same tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction

from flint import fmpz

from gfkit.errors import InputError, LimitError, as_typed
from gfkit.formula.read.notation import (
    BLOCKS,
    CALLS,
    COMMANDS,
    FACES,
    GREEK,
    SIGNS,
    SIZES,
    SPACES,
    SPOKEN,
    UNICODE,
    WORDS,
)

MOST_CHARACTERS = 200_000
"""Longer formulas are refused; recursion and products of thousands of brackets end nowhere good."""
MOST_DIGITS = 4000
"""Longer numbers are refused; Python itself reads up to 4300 digits."""


class Sort(Enum):
    """What a token is."""

    NUMBER = auto()
    LETTER = auto()
    """A variable."""
    NAME = auto()
    """The name of a sequence or a generating function."""
    WORD = auto()
    """A word of the grammar, as sqrt or mod."""
    TEXT = auto()
    """What stands in \\text{...}."""
    SIGN = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    sort: Sort
    text: str
    start: int
    end: int

    @property
    def value(self) -> Fraction:
        """Of a number, perhaps with a point; Python's own conversion refuses long ones."""
        whole, _, behind = self.text.partition(".")
        return (
            Fraction(int(fmpz(whole + behind)), 10 ** len(behind)) if behind else Fraction(int(fmpz(whole)))
        )


_ESCAPES = dict(zip("\a\b\f\r\t\v", "abfrtv", strict=True))
"""What Python makes of a backslash and a letter, as at the beginning of \\frac, in quotes without r."""
_ESCAPED = re.compile(r"([\a\b\f\v]|\t(?=imes|ext|frac|binom|heta|au|an\b)|\r(?=ight|ho|m\b))([A-Za-z]*)")
_TOKEN = re.compile(
    r"(?P<space>\s+|\$|%[ \t\r]*(?:\n|$)|\\(?:left|right)\s*\.)"
    r"|(?P<number>[0-9]+(?:\.[0-9]+)?)"
    r"|(?P<cited>A[0-9]{6,7}(?![0-9A-Za-z]))"
    r"|(?P<run>[A-Za-z]+|[α-ωϕΓ∑∏∞])"
    r"|\\(?=[0-9])(?P<whole>)"
    r"|\\(?P<environment>(?:begin|end)\s*\{[A-Za-z]+\*?\})"
    rf"|(?P<face>\\(?P<how>{FACES.replace(' ', '|')})\s*"
    r"(?:\{\s*(?P<braced>[A-Za-z])\s*\}|(?P<bare>[A-Za-z])))"
    r"|\\(?P<spoken>[A-Za-z]+)\s*\{(?P<content>[^{}]*)\}"
    r"|(?P<newline>\\\\(?:\[-?[0-9.]+ ?(?:pt|em|ex|mm|cm|in)\])?)"
    r"|\\(?P<command>[A-Za-z]+|.)"
    r"|(?P<sign>\*\*|>=|<=|==|:=|<>|(?<=\s)!=(?!=)|\.\.\.|\.\.|[-+*/^_(){}\[\],;:!=<>~≈&√⌊⌋⌈⌉.'|%−–·×≥≤⩾⩽≠…∼≃≅]|[²³])"
)


def check_backslashes(text: str) -> None:
    """Refuses a text of Python in which a backslash and the letter behind it became one character.

    >>> check_backslashes("\frac{1}{1-t}")
    Traceback (most recent call last):
    ...
    gfkit.errors.InputError: formula: '\\x0c' stands where \\frac was meant; in Python write r"\\frac..."
    """
    if escaped := _ESCAPED.search(text):
        command = f"\\{_ESCAPES[escaped[1]]}{escaped[2]}"
        raise InputError(
            f'formula: {escaped[1]!a} stands where {command} was meant; in Python write r"{command}..."'
        )


def tokens(
    text: str, letters: frozenset[str], bound: frozenset[str] = frozenset(), *, is_own: bool = False
) -> list[Token]:
    """The tokens of a formula; ``letters`` are the variables, of which a row is a product
    (but one of several letters, as lambda, is one), and ``bound`` the letters of sums.

    What gfkit has written itself (``is_own``) may be of any length, and have numbers of any length in it.

    >>> [token.text for token in tokens(r"\\frac{1}{1-2xyt^2}", frozenset("txyn"))]
    ['frac', '{', '1', '}', '{', '1', '-', '2', 'x', 'y', 't', '^', '2', '}', '']
    """
    if len(text) > MOST_CHARACTERS and not is_own:
        raise LimitError(f"formula: {len(text)} characters are more than {MOST_CHARACTERS}")
    check_backslashes(text)
    listed: list[Token] = []
    position, began = 0, None
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise InputError(f"formula: cannot read {as_typed(text[position : position + 12])}")
        if match["spoken"] is not None and match["spoken"] not in SPOKEN:
            # \frac{...} and the like: only the command is taken, its bracket comes next.
            end = match.start("spoken") + len(match["spoken"])
            listed += _command(match["spoken"], position, end, text)
        else:
            end = match.end()
            read = _tokens_of(match, text, letters, bound, MOST_DIGITS if not is_own else len(text))
            if match["command"] in SIZES:  # counts as a part of the bracket that follows
                began = position
            elif read and began is not None:
                read[0], began = replace(read[0], start=began), None
            listed += read
        position = end
    return [*listed, Token(Sort.END, "", len(text), len(text))]


def _tokens_of(
    token: re.Match[str], text: str, letters: frozenset[str], bound: frozenset[str], most_digits: int
) -> list[Token]:
    start, end = token.span()
    read = token[0]
    match token.lastgroup:
        case "number":
            if end - start > most_digits:
                raise LimitError(
                    f"formula: a number of {end - start} digits is more than {most_digits} digits"
                )
            return [Token(Sort.NUMBER, read, start, end)]
        case "cited":
            return [Token(Sort.NAME, read, start, end)]
        case "whole":
            return [Token(Sort.SIGN, "div", start, end)]
        case "run":
            follows = text[end:].lstrip()
            is_name = follows.lstrip("'")[:1] == "_"  # t_n is a sequence, whatever t alone is
            if is_name and read not in WORDS and all(letter in letters for letter in read):
                named = Token(Sort.NAME, read[-1], end - 1, end)
                return [*(_run(read[:-1], start, "", letters, bound) if read[:-1] else []), named]
            return _run(read, start, follows[:1], letters, bound)
        case "environment":
            word, name = re.findall(r"[A-Za-z]+\*?", read)
            return _environment(word, name.rstrip("*"), start, end)
        case "face":
            name = f"\\{token['how']}{{{token['braced'] or token['bare']}}}"
            return [Token(Sort.TEXT, name, start, end)]
        case "content":
            return _spoken(token["content"], token.start("content"))
        case "newline":
            return [Token(Sort.SIGN, "\n", start, end)]
        case "command":
            return _command(token["command"], start, end, text)
        case "sign":
            return _tie(text, start, end) if read == "~" and "\\" in text else _sign(read, start, end)
    return []


def _environment(word: str, name: str, start: int, end: int) -> list[Token]:
    if name not in BLOCKS:
        raise InputError(f"formula: the LaTeX environment {as_typed(name)} is not known here")
    return [Token(Sort.SIGN, f"{word} {BLOCKS[name]}", start, end)] if BLOCKS[name] else []


def _tie(text: str, start: int, end: int) -> list[Token]:
    """``~`` in LaTeX is a space; between spaces of its own it may have been meant as a relation."""
    if text[start - 1 : start].isspace() and text[end : end + 1].isspace():
        raise InputError(
            f"formula: '~' is a space in LaTeX, at {as_typed(text[start : start + 12])}; write \\sim"
        )
    return []


def _sign(sign: str, start: int, end: int) -> list[Token]:
    if sign == "√":
        return [Token(Sort.WORD, "sqrt", start, end)]
    if sign in "²³":
        power = Token(Sort.NUMBER, "2" if sign == "²" else "3", start, end)
        return [Token(Sort.SIGN, "^", start, end), power]
    return [Token(Sort.SIGN, UNICODE.get(sign, sign), start, end)]


def _command(name: str, start: int, end: int, text: str) -> list[Token]:
    if name in COMMANDS:
        return [Token(Sort.WORD, COMMANDS[name], start, end)]
    if name in SIGNS:
        return [Token(Sort.SIGN, SIGNS[name], start, end)]
    if name in SPACES:
        return []
    if name in GREEK:
        return [Token(Sort.NAME, name, start, end)]
    raise InputError(
        f"formula: the LaTeX command {as_typed(text[start:end])} is not known here (a sequence may be"
        " called a_n)"
    )


def _run(run: str, start: int, follows: str, letters: frozenset[str], bound: frozenset[str]) -> list[Token]:
    """A row of letters: a word of the grammar, a product of variables, or these before a name.

    A row is a product only where each of its letters is a variable, or the letter of a sum; other words
    stay whole.
    """
    if run in WORDS or run in CALLS:
        word = WORDS.get(run) or CALLS[run]
        kind = Sort.SIGN if word == "=" else Sort.WORD
        return [Token(kind, word, start, start + len(run))]
    if run in letters:
        return [Token(Sort.LETTER, run, start, start + len(run))]
    k = next((k for k, letter in enumerate(run) if letter not in letters), len(run))
    known = letters | bound
    if all(letter in known for letter in run):
        return [
            Token(Sort.LETTER if letter in letters else Sort.NAME, letter, start + i, start + i + 1)
            for i, letter in enumerate(run)
        ]
    rest = run[k:]
    is_name = bool(follows) and follows in "(_=[" and (len(rest) == 1 or rest.isupper())
    if not is_name and rest not in ("i", "I"):
        k = 0
    variables = [Token(Sort.LETTER, run[i], start + i, start + i + 1) for i in range(k)]
    return [*variables, Token(Sort.NAME, run[k:], start + k, start + len(run))]


def _spoken(content: str, start: int) -> list[Token]:
    """What stands in \\text{...}: words of the grammar, or else one name."""
    words = content.replace(",", " ").replace("~", " ").split()
    if not words:
        return []
    end = start + len(content)
    if all(word in WORDS for word in words):
        return [Token(Sort.SIGN if WORDS[w] == "=" else Sort.WORD, WORDS[w], start, end) for w in words]
    return [Token(Sort.TEXT, " ".join(words), start, end)]
