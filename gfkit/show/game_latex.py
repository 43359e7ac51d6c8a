"""Short games in LaTeX."""

from __future__ import annotations

import re

from gfkit.values import ShortGame

_TOKEN = re.compile(r"\+-|[+-]_|\^[0-9]*|v[0-9]*|\*[0-9]*|[0-9]+(?:/[0-9]+)?|\|+|.")
_NAMES = {"+_": "tiny", "-_": "miny"}
_OPENING, _CLOSING = "{(", "})"


def game_latex(game: ShortGame, longest: int = 400) -> str | None:
    r"""A game in LaTeX, or None when its text takes more than ``longest`` characters.

    >>> game_latex(ShortGame.parse("{2*|-1/2^2}"))
    '\\{2 + \\ast \\,|\\, -\\frac{1}{2} + 2 \\cdot \\uparrow\\}'
    >>> game_latex(ShortGame.parse("+_2")), game_latex(ShortGame.parse("+-{2|1}"))
    ('\\text{tiny}_{2}', '\\pm \\{2 \\,|\\, 1\\}')
    """
    text = game.text(longest)
    return None if text is None else _written(_TOKEN.findall(text))


def _written(words: list[str]) -> str:
    """The words of a game; what stands next to each other without a sign is a sum."""
    parts: list[str] = []
    follows, at = False, 0
    while at < len(words):
        word = words[at]
        if word in _NAMES:
            end = _operand_end(words, at + 1)
            piece = rf"\text{{{_NAMES[word]}}}_{{{_written(words[at + 1 : end])}}}"
            at = end
        else:
            piece = _sign(word)
            at += 1
        is_value = word[0] in "^v*0123456789" or word in _NAMES
        parts.append(" + " + piece if follows and is_value else piece)
        follows = is_value
    return "".join(parts)


def _operand_end(words: list[str], start: int) -> int:
    """Where the operand that begins there ends: after one word, or after the bracket that closes it."""
    depth = 0
    for at in range(start, len(words)):
        depth += (words[at] in _OPENING) - (words[at] in _CLOSING)
        if depth == 0:
            return at + 1
    return len(words)


def _sign(word: str) -> str:
    if word[0] in "^v":
        arrow = r"\uparrow" if word[0] == "^" else r"\downarrow"
        return rf"{word[1:]} \cdot {arrow}" if len(word) > 1 else arrow
    if word[0] == "*":
        return rf"\ast {word[1:]}".rstrip()
    if "/" in word:
        above, _, below = word.partition("/")
        return rf"\frac{{{above}}}{{{below}}}"
    if word[0] == "|":
        return rf" \,{word}\, "
    return {"{": r"\{", "}": r"\}", "+-": r"\pm ", ",": ", "}.get(word, word)
