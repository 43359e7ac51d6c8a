"""Papers that mark their formulas: a comment line before each names the game and the boards it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

EXAMPLE = "% gfkit: matchings 2xn"
"""A mark in LaTeX; in Markdown it stands in <!-- and -->."""

_MARK = re.compile(
    r"^[ \t]*(?:%+[ \t]*gfkit\b(?P<latex>.*)|<!--[ \t]*gfkit\b(?P<markdown>(?:[^-\n]|-(?!->))*)-->[ \t]*)$",
    re.MULTILINE | re.IGNORECASE,
)
"""Whatever begins with the name: one that is not read must not be passed over."""
_STATEMENTS = "theorem|lemma|proposition|corollary|conjecture|claim|proof|remark|example|definition"
_DISPLAY = re.compile(
    rf"(?:\\begin\s*\{{(?P<name>(?!(?:{_STATEMENTS})\b)[A-Za-z]+\*?)\}}.*?\\end\s*\{{(?P=name)\}}"
    r"|\$\$.*?\$\$|\\\[.*?(?<!\\)\\\]|```.*?\n```)[^\n]*",
    re.DOTALL,
)
_OPENING = re.compile(r"\\begin\b|\$\$|\\\[|```")
_MOST_OPENINGS = 20
_INLINE = re.compile(
    r"(?<![\\$])\$[^$\n]+\$"
    r"(?:[ ,]*(?:(?:and|with|where|for|when|if|all) +)*(?:\$[^$\n]*\$|n *(?:>=?|=) *[0-9]+))*"
)
"""What stands between dollars, with its range and first values."""
_WHOLE_PAPER = re.compile(r"\\documentclass|\\begin\s*\{document\}|^#+ ", re.MULTILINE)


@dataclass(frozen=True)
class MarkedFormula:
    """A formula of a paper, the words of the comment before it, and the line of that comment.

    Where the comment marks no formula, ``fault`` says why.
    """

    line: int
    words: tuple[str, ...]
    text: str
    fault: str = ""


def is_whole_paper(text: str) -> bool:
    """Whether a text has the head or the sections of a paper, so that it is no formula."""
    return _WHOLE_PAPER.search(text) is not None


def marked_formulas(text: str) -> list[MarkedFormula]:
    """The first formula of the paragraph behind each mark, or else its line; empty where there is no mark.

    A formula is displayed, or stands between dollars, with its range and first values behind it.

    >>> marked_formulas("% gfkit: matchings 2xn\\n\\\\[ a_n = 3a_{n-1} \\\\]\\nas shown.")
    [MarkedFormula(line=1, words=('matchings', '2xn'), text='\\\\[ a_n = 3a_{n-1} \\\\]', fault='')]
    """
    marks = [*_MARK.finditer(text)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)][: len(marks)]
    return [_behind(mark, text, end) for mark, end in zip(marks, ends, strict=True)]


def _behind(mark: re.Match[str], text: str, end: int) -> MarkedFormula:
    line = text.count("\n", 0, mark.start()) + 1
    words = (mark["latex"] or mark["markdown"] or "").lstrip().removeprefix(":").split()
    rest = text[mark.end() : end].lstrip()
    paragraph = re.split(r"\n[ \t]*\n", rest, maxsplit=1)[0]
    openings = islice(_OPENING.finditer(paragraph), _MOST_OPENINGS)
    displays = (_DISPLAY.match(rest, opening.start()) for opening in openings)
    starts = [match for match in (next(filter(None, displays), None), _INLINE.search(paragraph)) if match]
    first = min(starts, key=lambda match: match.start(), default=None)
    formula = rest.partition("\n")[0] if first is None else first[0]
    fault = "" if formula.strip() else "no formula stands behind this mark"
    if len(words) < 2:
        fault = f"a mark names a game and boards, as {EXAMPLE}"
    return MarkedFormula(line, tuple(words), formula.strip(), fault)
