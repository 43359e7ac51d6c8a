"""Structures and families of boards that a text mentions, for the list of the formulas of a paper."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache

from gfkit.boards import Family, parse_board, synonyms
from gfkit.deferred import regex
from gfkit.errors import InputError, ReadingNote
from gfkit.rules import NAMED

_SIZE = r"(?:[A-Z]_(?:\w|\{\w+\})|[0-9]*n|[0-9]+)"
_BOARD = regex(
    rf"(?<![\w\\^]){_SIZE}(?:\s*(?:\\times|\\square|\\Box|[x×□]|(?<=[\s$])by(?=[\s$]))\s*{_SIZE})+(?!\w)"
    r"|(?<![A-Za-z\\])[PCKW]_(?:n|\{n\})(?!\s*&?[-+=])|(?<![A-Za-z-])[a-z-]++:(?:[0-9]+x)?n(?!\w)"
    r"|(?<![-:\w\\])(?P<word>path|cycle|ladder|prism|wheel|[a-z]++(?=[\s~-]graph))s?\b"
)
"""Pattern of the sizes of a board, or of the name of a graph."""
_TOO_COMMON = {"paths", "cycles"}
"""Structures whose names are usually words for boards."""


@cache
def _structures() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of all names of structures, and the structure of each name without plural."""
    taken = {word: str(row[0]) for word, row in synonyms("structures", "taken").items()}
    named = taken | {name: name for name in NAMED if name not in _TOO_COMMON and ":" not in name}
    words = sorted(named, key=len, reverse=True)
    forms = "|".join(re.escape(word.removesuffix("s")).replace(r"\-", r"[\s~-]+") for word in words)
    pattern = rf"\b(?:(?:{forms})s?|(?P<number>\d+)-colou?rings?)\b"
    return re.compile(pattern, re.IGNORECASE), {word.removesuffix("s"): name for word, name in named.items()}


def seeming_objects(text: str, scopes: Iterable[Sequence[tuple[int, int]]]) -> list[tuple[str, str]]:
    r"""Return the structure and the family that each formula of a text seems to be about, "" if unknown.

    ``scopes`` are, for each formula, the parts of the text to search for names, as pairs of positions. The
    first part is the formula itself. The last name in a part counts, or the first one after the formula.

    >>> seeming_objects(r"Spanning~trees of the $2 \times n$ grid: $$t_n$$", [[(39, 46), (0, 39)]])
    [('spanning-trees', '2xn')]
    """
    pattern, named = _structures()
    structures = []
    for match in pattern.finditer(text):
        word = re.sub(r"[\s~-]+", "-", match[0].lower()).removesuffix("s")
        structures.append(
            (match.start(), f"colourings:{match['number']}" if match["number"] else named[word])
        )
    families = []
    for match in _BOARD.finditer(text):
        with warnings.catch_warnings(action="ignore", category=ReadingNote), suppress(InputError):
            board = parse_board(f"{match['word']}:n" if match["word"] else match[0])
            families += [(match.start(), str(board))] * isinstance(board, Family)
    return [(_name_in(parts, structures), _name_in(parts, families)) for parts in scopes]


def _name_in(parts: Sequence[tuple[int, int]], found: Sequence[tuple[int, str]]) -> str:
    for start, end in parts:
        if names := [name for position, name in found if start <= position < end]:
            return names[0 if start >= parts[0][1] else -1]
    return ""
