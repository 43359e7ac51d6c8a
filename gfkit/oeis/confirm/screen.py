"""Formulas as they stand in lines of text: where one ends, and whether it can be meant in one way only.

The reader of ``gfkit.verify`` is generous: it takes LaTeX, products without sign, lists, decimals. In a line
of an entry that is too much, so here the alphabet is small and what people read in two ways is refused:
1/2x, 2^2n, 1/(1-x)(1-2x), [n/2], 2.0^n, +-2, n!=3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.formula.read.notation import CITED

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>[-+*/^()=,]))")
_FUNCTIONS = frozenset(("a", "binomial", "sqrt", "floor", *CITED))
IN_EQUATION = frozenset((*_FUNCTIONS, "n", "="))
IN_SERIES = frozenset("xztq")
"""The letters that may occur, and the equality sign."""


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
    """The longest piece of a line that is written in the alphabet of formulas, and where it ends."""

    tokens: tuple[_Token, ...]
    end: int

    @property
    def sides(self) -> list[str]:
        """What stands between the equality signs, with sequences called as the reader calls them."""
        sides: list[list[str]] = [[]]
        for token in self.tokens:
            if token.text == "=":
                sides.append([])
            else:
                sides[-1].append(CITED.get(token.text, token.text))
        return ["".join(_spaced(side)) for side in sides]


def run_at(
    text: str, position: int, names: frozenset[str], stops: list[re.Pattern[str]]
) -> FormulaRun | None:
    """The formula that begins here, up to a comma, a word, or a bracket that one of the ``stops`` reads.

    None when there is none, when brackets do not match, or when it can be read in two ways.

    >>> run = run_at("a(n) = 2*a(n-1) - a(n-2) for n > 3", 0, IN_EQUATION, [])
    >>> run.sides, run.end
    (['a(n)', '2*a(n-1) - a(n-2)'], 24)
    """
    found: list[_Token] = []
    depth, end = 0, position
    while (match := _TOKEN.match(text, end)) is not None:
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
        found.append(token)
        end = match.end()
    if found and found[-1].text == "-" and re.match(r"\s*_", text[end : end + 20]):
        end = found.pop().start
    if depth or not found or not _is_clear(found):
        return None
    return FormulaRun(tuple(found), found[-1].end)


def _spaced(side: list[str]) -> list[str]:
    depth, spaced = 0, []
    for place, text in enumerate(side):
        depth += (text == "(") - (text == ")")
        is_sum = text in "+-" and not depth and place and side[place - 1] not in "*/^("
        joined = place and side[place - 1][-1].isalnum() and text[0].isalnum()
        spaced.append(f" {text} " if is_sum else f" {text}" if joined else text)
    return spaced


def _is_clear(tokens: list[_Token]) -> bool:
    """Whether operands and operators alternate, and products without sign do not follow / or ^."""
    return (
        _alternates(tokens)
        and all(_is_applied(tokens, place) for place, token in enumerate(tokens) if token.is_name)
        and not any(_runs_on(tokens, place) for place, token in enumerate(tokens) if token.text in "/^")
    )


def _alternates(tokens: list[_Token]) -> bool:
    stack: list[list[object]] = []
    before = "="
    for token in tokens:
        operand = before[0].isalnum() or before == ")"
        text = token.text
        if token.is_number and operand:
            return False
        if text in "*/^)=," and not operand:
            return False
        if text in "+-" and not operand and before not in "=(*/^":
            return False
        if text == "(":
            stack.append([before, 0])
        elif text == ")":
            name, commas = stack.pop()
            if commas != (name == "binomial"):
                return False
        elif text == ",":
            stack[-1][1] = int(str(stack[-1][1])) + 1
        before = text
    return before[0].isalnum() or before == ")"


def _is_applied(tokens: list[_Token], place: int) -> bool:
    """Whether functions have arguments, and a(...) the index n, n plus or minus a number, or a number."""
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
    """Whether what stands behind this / or ^ is followed by a factor without a sign between."""
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
