"""Tokens of formulas in plain text and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from fractions import Fraction
from functools import wraps
from typing import TypeVar, cast

from flint import fmpz

from gfkit.claims.statement import names
from gfkit.core.algebra.formula.tree import Node
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import InputError, LimitError, as_typed

Read = TypeVar("Read")
_Method = TypeVar("_Method", bound=Callable[..., Node])

CLOSING = {"(": ")", "[": "]", "{": "}"}
"""Opening brackets and their closing brackets."""
DEEPEST = 150
"""Maximum nesting depth; a pair of brackets counts as six levels."""
MOST_CHARACTERS = 200_000
"""Maximum number of characters of a formula. Longer ones are rejected because of deep recursion and long
products.
"""
MOST_DIGITS = 4000
"""Maximum number of digits of a number; Python itself accepts up to 4300 digits."""


class Sort(Enum):
    """Kind of a token of a formula."""

    NUMBER = auto()
    LETTER = auto()
    """Variable."""
    NAME = auto()
    """Name of a sequence or a generating function."""
    WORD = auto()
    """Keyword, such as sqrt or mod."""
    TEXT = auto()
    """Content of \text{...}."""
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
        """Value of a number, possibly with a decimal point. (Python's own conversion rejects long
        numbers.)
        """
        whole, _, behind = self.text.partition(".")
        return (
            Fraction(int(fmpz(whole + behind)), 10 ** len(behind)) if behind else Fraction(int(fmpz(whole)))
        )


_ESCAPES = dict(zip("\a\b\f\r\t\v", "abfrtv", strict=True))
"""Characters into which Python converts a backslash and a letter in strings without r, as in \frac."""
_ESCAPED = regex(r"([\a\b\f\v]|\t(?=imes|ext|frac|binom|heta|au|an\b)|\r(?=ight|ho|m\b))([A-Za-z]*)")
_TOKEN = regex(
    r"(?P<space>\s+|\$|\\(?:left|right)\s*\.)|(?P<number>[0-9]+(?:\.[0-9]+)?)"
    r"|(?P<cited>A[0-9]{6,7}(?![0-9A-Za-z]))|(?P<run>[A-Za-z]+|[α-ωϕΓ∑∏∞√])|\\(?=[0-9])(?P<whole>)"
    r"|\\(?P<environment>(?:begin|end)\s*\{[A-Za-z]+\*?\})"
    rf"|\\(?P<face>(?P<how>{names.FACES.replace(' ', '|')})"
    r"\s*(?:\{\s*(?P<braced>[A-Za-z])\s*\}|(?P<bare>[A-Za-z])))"
    rf"|\\(?:{names.SPOKEN.replace(' ', '|')})\s*\{{(?P<content>[^{{}}]*)\}}"
    r"|(?P<newline>\\\\(?:\[-?[0-9.]+ ?(?:pt|em|ex|mm|cm|in)\])?)|\\(?P<command>[A-Za-z]+|.)"
    r"|(?P<sign>\*\*|>=|<=|==|:=|<>|(?<=\s)!=(?!=)|\.\.\.|\.\.|[-+*/^_(){}\[\],;:!=<>~≈&⌊⌋⌈⌉.'|%−–·×□≥≤⩾⩽≠…∼≃≅]|[²³])"
)
LATEX = regex(r"\\|\$|[_^]\s*+\{|\{,\}")
"""Pattern of signs of LaTeX, where % begins a comment and ~ is a space; in plain text they are neither."""
_OF_SUMS = regex(
    r"[_{(,]\s*+(?:\{\s*+)?(?P<letter>[A-Za-z])\s*+(?:=|>|\u2265|\\ge|,\s*+[0-9])"
    r"|[0-9]\s*+<=?\s*+(?P<between>[A-Za-z])\s*+<"
)
"""Pattern of the bound variables of sums, which may be factors in a product written as a row of letters."""


def check_backslashes(text: str) -> None:
    """Raise InputError for a Python string in which a backslash and the following letter became one
    character.

    >>> check_backslashes("\frac{1}{1-t}")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.InputError: formula: '\\x0c' appears instead of \\frac; in Python write r"\\frac..."
    """
    if escaped := _ESCAPED.search(text):
        command = f"\\{_ESCAPES[escaped[1]]}{escaped[2]}"
        raise InputError(
            f'formula: {escaped[1]!a} appears instead of {command}; in Python write r"{command}..."'
        )


def tokens(text: str, letters: frozenset[str], *, is_own: bool = False) -> list[Token]:
    """Return the tokens of a formula. A row of ``letters``, the variables, is a product,
    except that a variable of several letters, such as lambda, is one token.

    Output of gfkit (``is_own``) may have any length, and numbers of any length.

    >>> [token.text for token in tokens(r"\\frac{1}{1-2xyt^2}", frozenset("txyn"))]
    ['frac', '{', '1', '}', '{', '1', '-', '2', 'x', 'y', 't', '^', '2', '}', '']
    """
    if len(text) > MOST_CHARACTERS and not is_own:
        raise LimitError(f"formula: {len(text)} characters exceed the limit {MOST_CHARACTERS}")
    check_backslashes(text)
    listed: list[Token] = []
    bound = frozenset(match["letter"] or match["between"] for match in _OF_SUMS.finditer(text))
    position, began = 0, None
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise InputError(f"formula: cannot parse {as_typed(text[position : position + 12])}")
        if match.lastgroup == "number" and len(match[0]) > MOST_DIGITS and not is_own:
            raise LimitError(f"formula: a number of {len(match[0])} digits exceeds the limit {MOST_DIGITS}")
        position = match.end()
        found = [*_tokens_of(match, text, letters, bound)]
        if match["command"] in names.SIZES:  # belongs to the bracket that follows
            began = match.start()
        elif found and began is not None:
            found[0], began = replace(found[0], start=began), None
        listed += found
    return [*listed, Token(Sort.END, "", len(text), len(text))]


def _tokens_of(
    match: re.Match[str], text: str, letters: frozenset[str], bound: frozenset[str]
) -> Iterator[Token]:
    (start, end), read = match.span(), match[0]
    match match.lastgroup:
        case "number":
            yield Token(Sort.NUMBER, read, start, end)
        case "cited":
            yield Token(Sort.NAME, read, start, end)
        case "whole":
            yield Token(Sort.SIGN, "div", start, end)
        case "run":
            yield from _run(read, start, text[end:].lstrip(), letters, bound)
        case "environment":
            word, name = re.findall(r"[A-Za-z]+", read)
            if name in ("cases", "dcases"):
                yield Token(Sort.SIGN, f"{word} cases", start, end)
            elif name not in names.LAYOUT.split():
                raise InputError(f"formula: unknown LaTeX environment {as_typed(name)}")
        case "face":
            name = f"\\{match['how']}{{{match['braced'] or match['bare']}}}"
            yield Token(Sort.TEXT, name, start, end)
        case "content":
            words, start, end = (
                match["content"].replace(",", " ").replace("~", " ").split(),
                *match.span("content"),
            )
            if words and all(word in names.WORDS for word in words):
                yield from (_word(names.WORDS[word], start, end) for word in words)
            elif words:
                yield Token(Sort.TEXT, " ".join(words), start, end)
        case "newline":
            yield Token(Sort.SIGN, "\n", start, end)
        case "command":
            name = match["command"]
            if name in names.COMMANDS:
                yield Token(Sort.WORD, names.COMMANDS[name], start, end)
            elif name in names.SIGNS:
                yield Token(Sort.SIGN, names.SIGNS[name], start, end)
            elif name in names.GREEK:
                yield Token(Sort.NAME, name, start, end)
            elif name not in names.SPACES:
                raise InputError(
                    f"formula: unknown LaTeX command {as_typed(read)} (a sequence may be called a_n)"
                )
        case "sign" if (
            read == "~" and "\\" in text
        ):  # in LaTeX ~ is a space; between other tokens it may be a relation
            if text[start - 1 : start].isspace() and text[end : end + 1].isspace():
                raise InputError(
                    f"formula: '~' is a space in LaTeX, at {as_typed(text[start : start + 12])}; write \\sim"
                )
        case "sign" if read == "~" and _is_tie(text, start, end):
            if not LATEX.search(text):
                raise InputError(
                    f"formula: '~' next to an operator, at {as_typed(text[start : start + 12])}, is a space"
                    " only in LaTeX; write a(n) ~ ... for a relation"
                )
        case "sign" if read in "²³":
            yield Token(Sort.SIGN, "^", start, end)
            yield Token(Sort.NUMBER, "2" if read == "²" else "3", start, end)
        case "sign":
            yield Token(Sort.SIGN, names.UNICODE.get(read, read), start, end)


def _is_tie(text: str, start: int, end: int) -> bool:
    """Return True if a '~' is adjacent to an operator, so that it is a space of LaTeX and not a relation."""
    before, after = text[:start].rstrip(" ~"), text[end:].lstrip(" ~")
    if (
        after[:1] == "="
    ):  # ~=~ contains spaces; ~= alone is an approximation or an inequality in other systems
        return text[end:].startswith(("=~", "~")) or text[start - 1 : start] == "="
    is_operand = after[:1] not in ("", "+", "*", "/", ",", ";", ")") and before[-1:] not in ("", *"+-=*/(,^")
    return not is_operand or (after[0] == "-" and "=" in before)


def _word(word: str, start: int, end: int) -> Token:
    return Token(Sort.SIGN if word == "=" else Sort.WORD, word, start, end)


def _run(
    run: str, start: int, behind: str, letters: frozenset[str], bound: frozenset[str]
) -> Iterator[Token]:
    """Yield the tokens of a row of letters: a keyword, variables, or variables before a name.

    A row is a product only if each of its letters is a variable or a bound variable; other words remain
    whole. Before an index the last letter is a name: t_n is a sequence even if t is a variable.
    """
    known, end = letters | bound, start + len(run)
    is_indexed = behind.lstrip("'")[:1] == "_" and letters.issuperset(run)
    if run in names.WORDS or run in names.CALLS:
        yield _word(names.WORDS.get(run) or names.CALLS[run], start, end)
    elif is_indexed:
        if run[:-1]:
            yield from _run(run[:-1], start, "", letters, bound)
        yield Token(Sort.NAME, run[-1], end - 1, end)
    elif run in letters:
        yield Token(Sort.LETTER, run, start, end)
    else:
        count = next((k for k, letter in enumerate(run) if letter not in letters), len(run))
        rest = run[count:]
        is_name = behind[:1] in set("(_=[") and (len(rest) == 1 or rest.isupper())
        if known.issuperset(run):
            count = len(run)
        elif not is_name and rest not in ("i", "I"):
            count = 0
        for k, letter in enumerate(run[:count], start):
            yield Token(Sort.LETTER if letter in letters else Sort.NAME, letter, k, k + 1)
        if count < len(run):
            yield Token(Sort.NAME, run[count:], start + count, end)


def in_place(read: _Method) -> _Method:
    """Return the method, extended to record the position of its node and to limit the nesting depth."""

    @wraps(read)
    def reads(self: Cursor, **options: bool) -> Node:
        start = self.next.start
        self._depth += 1
        if self._depth > DEEPEST:
            raise LimitError(
                f"formula: nested too deeply at {as_typed(_short(self.text[start:]))}; at most"
                f" {DEEPEST // 6} nested pairs of brackets are supported"
            )
        node = read(self, **options)
        self._depth -= 1
        return self._at(start, node)

    return cast(_Method, reads)


class Cursor:
    """Position in the tokens of a string, and methods to advance it."""

    def __init__(self, text: str, listed: list[Token]) -> None:
        self.text = text
        self.tokens = listed
        self.position: int = 0
        self._depth = self._brackets = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    @property
    def is_done(self) -> bool:
        return self.next.sort is Sort.END

    def ahead(self, steps: int) -> Token:
        return self.tokens[min(self.position + steps, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.next
        self.position += not self.is_done
        return token

    def is_at(self, *texts: str) -> bool:
        """Return True if the next token is one of the given signs or words."""
        return self.next.sort in (Sort.SIGN, Sort.WORD) and self.next.text in texts

    def took(self, *texts: str) -> bool:
        is_there = self.is_at(*texts)
        self.position += is_there
        return is_there

    def expect(self, text: str) -> None:
        if not self.took(text):
            raise self.refusal(f"expected {text!r}")

    def refusal(self, wanted: str, back: int = 0) -> InputError:
        """Return the error that quotes the input around the current position, or ``back`` tokens
        before it.
        """
        self.position -= back
        read, rest = self.text[: self.next.start].strip(), self.text[self.next.start :].strip()
        after = f" after {as_typed(_short(read, end=True))}" if read else ""
        found = as_typed(_short(rest)) if rest else "the end"
        return InputError(f"formula: {wanted}{after}, found {found}")

    def unsupported(self, reason: str, at: int | None = None) -> InputError:
        """Return the error for a construct that is understood but not allowed; it quotes the input from the
        token ``at`` on, by default from the current position.
        """
        rest = self.text[self.tokens[self.position if at is None else at].start :].strip()
        place = f"at {as_typed(_short(rest))}" if rest else "at the end"
        return InputError(f"formula: {place}: {reason}")

    def _at(self, start: int, node: Node) -> Node:
        end = self.tokens[self.position - 1].end
        return node if node.end == end and node.start == start else replace(node, start=start, end=end)

    def inside(self, read: Callable[[], Read]) -> Read:
        """Return the result of ``read``, applied between brackets of any kind."""
        if not self.is_at(*CLOSING):
            raise self.refusal("expected an opening bracket")
        opening = self.take().text
        self._brackets += 1
        content = read()
        self.expect(CLOSING[opening])
        self._brackets -= 1
        return content

    def read_list(self, read: Callable[[], Node], *separators: str) -> list[Node]:
        """Parse expressions that are separated by commas or other signs."""
        parts = [read()]
        while self.took(*separators):
            parts.append(read())
        return parts

    def _find(self, is_found: Callable[[int], bool]) -> int:
        """Return the first index that satisfies a predicate within the current brackets, outside inner
        ones, or -1.
        """
        depth = 0
        for k in range(self.position, len(self.tokens)):
            depth -= self.tokens[k].text in CLOSING.values()
            if depth < 0:
                break
            if not depth and is_found(k):
                return k
            depth += self.tokens[k].text in CLOSING
        return -1


def _short(text: str, *, end: bool = False) -> str:
    if len(text) <= 24:
        return text
    return "..." + text[-21:] if end else text[:21] + "..."
