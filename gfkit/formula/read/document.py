"""Papers that mark their formulas: a comment line before each names the game and the boards it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

EXAMPLE = "% gfkit: matchings 2xn"
"""A mark in LaTeX; in Markdown it stands in <!-- and -->."""

_MARK = re.compile(
    r"^[ \t]*(?:%+[ \t]*gfkit:(?P<latex>.*)|<!--[ \t]*gfkit:(?P<markdown>.*?)-->[ \t]*)$", re.MULTILINE
)
_DISPLAY = re.compile(
    r"(?:\\begin\s*\{(?P<name>[A-Za-z]+\*?)\}.*?\\end\s*\{(?P=name)\}|\$\$.*?\$\$|\\\[.*?(?<!\\)\\\]|```.*?\n```)"
    r"[^\n]*",
    re.DOTALL,
)
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
    """The displayed formula, or else the line, behind each mark; empty where there is no mark.

    >>> marked_formulas("% gfkit: matchings 2xn\\n\\\\[ a_n = 3a_{n-1} \\\\]\\nas shown.")
    [MarkedFormula(line=1, words=('matchings', '2xn'), text='\\\\[ a_n = 3a_{n-1} \\\\]', fault='')]
    """
    marks = [*_MARK.finditer(text)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)][: len(marks)]
    return [_behind(mark, text, end) for mark, end in zip(marks, ends, strict=True)]


def _behind(mark: re.Match[str], text: str, end: int) -> MarkedFormula:
    line = text.count("\n", 0, mark.start()) + 1
    words = (mark["latex"] or mark["markdown"] or "").split()
    rest = text[mark.end() : end].lstrip()
    display = _DISPLAY.match(rest)
    formula = display[0] if display else rest.partition("\n")[0]
    fault = "" if formula.strip() else "no formula stands behind this mark"
    if len(words) < 2:
        fault = f"a mark names a game and boards, as {EXAMPLE}"
    return MarkedFormula(line, tuple(words), formula.strip(), fault)
