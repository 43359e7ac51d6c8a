"""Parser of papers with marked formulas: a comment before each formula names the structure and the boards."""

from __future__ import annotations

import re
from itertools import islice

from gfkit.deferred import dataclass, regex

EXAMPLE = "% gfkit: matchings 2xn"
"""Mark in LaTeX. In Markdown it is enclosed in <!-- and -->."""

_MARK = regex(
    r"(?<![\\`%])(?:\\\\)*%+[ \t]*gfkit\b(?P<latex>.*)"
    r"|<!--[ \t]*gfkit\b(?P<markdown>(?:[^-<\n]|-(?!->)|<(?!!--))*)-->",
    re.IGNORECASE,
)
"""Pattern of every comment that begins with "gfkit", so that malformed marks are reported."""
_ENDING = regex(r"\$|\\\]|\\end\b|```")
"""Pattern of the end of a formula."""
_STATEMENTS = "theorem|lemma|proposition|corollary|conjecture|claim|proof|remark|example|definition"
_DISPLAY = regex(
    rf"(?P<shown>\\begin\s*\{{(?P<name>(?!(?:{_STATEMENTS})\b)[A-Za-z]+\*?)\}}.*?\\end\s*\{{(?P=name)\}}"
    r"|\$\$.*?\$\$|\\\[.*?(?<!\\)\\\]|```.*?\n```)[^\n]*",
    re.DOTALL,
)
_OPENING = regex(r"\\begin\b|\$\$|\\\[|```")
_MOST_OPENINGS = 20
_FORMULA = regex(r"\$\$|\\\[|```math|\\begin\s*\{(?:equation|align|gather|multline|eqnarray|displaymath)")
"""Pattern of the start of a display that contains a formula, not a table or a list."""
_INLINE = regex(
    r"(?<![\\$])\$[^$\n]+\$"
    r"(?:[ ,]*(?:(?:and|with|where|for|when|if|all) +)*(?:\$[^$\n]*\$|n *(?:>=?|=) *[0-9]+))*"
)
"""Pattern of text between dollars, with its range and initial values."""
_BETWEEN_DOLLARS = regex(r"(?<![\\$])\$[^$\n]+\$")
_NAME = r"\\?[A-Za-z]++(?:\{[A-Za-z]\})?(?:_(?:\w|\{[\w, ]++\}))?(?:\([\w, ]++\))?"
_SIGN = r"\s*+(?:\\(?:[gl](?:eq?|eqslant|t)|in)(?![a-z])|[<>]=?|[=≥≤⩾⩽])\s*+"
_RANGE = r"(?P<letter>[A-Za-z])\s*+(?:\\g(?:eq?|eqslant|t)(?![a-z])|>=?|[≥⩾])\s*+[0-9]++"
_MENTION = regex(
    rf"\$\s*+(?:(?P<range>{_RANGE})|(?:{_NAME}|[0-9]++)(?:\s*+\\(?:times|square|Box)(?![a-z])\s*+(?:{_NAME}|[0-9]++))*+"
    rf"|[A-Za-z]{_SIGN}(?:[0-9]++|\\mathbb\s*+\{{?[NZ]\}}?)(?:[0-9, .…]|\\l?dots)*+"
    rf"|[0-9]++{_SIGN}[A-Za-z](?:{_SIGN}[A-Za-z0-9]++)?)[\s.,;:]*+\$"
)
"""Pattern of inline mathematics that is not a statement: a range, a name, or the sizes of a board."""
_WHOLE_PAPER = regex(r"\\documentclass|\\begin\s*\{document\}|^#+ ", re.MULTILINE)


@dataclass(frozen=True)
class MarkedFormula:
    """Formula of a paper, with the names in the comment before it and the line of that comment.

    If the comment marks no formula, ``fault`` is the reason. ``unread`` are the lines of further displayed
    formulas before the next mark.
    """

    line: int
    words: tuple[str, ...]
    text: str
    fault: str = ""
    unread: tuple[int, ...] = ()


def is_whole_paper(text: str) -> bool:
    """Return True if a string has the head or the sections of a paper, so that it is not a single formula."""
    return _WHOLE_PAPER.search(text) is not None


def marked_formulas(text: str) -> list[MarkedFormula]:
    """Return the first formula of the paragraph after each mark, or the line of the mark if there is none.

    A formula is displayed, or enclosed in dollars, and followed by its range and initial values. A mark
    within a displayed formula belongs to it. The list is empty if there is no mark.

    >>> marked_formulas("% gfkit: cis path:n\\n\\\\[ a_n = 3a_{n-1} \\\\]\\nas shown.")
    [MarkedFormula(line=1, words=('cis', 'path:n'), text='\\\\[ a_n = 3a_{n-1} \\\\]', fault='', unread=())]
    >>> marked_formulas("% gfkit: matchings 2xn\\n$a_n = 1$ for\\n$$n = 2$$ or\\n$$n = 3$$")[0].unread
    (3, 4)
    >>> marked_formulas("\\\\begin{align} % gfkit: cis path:n\\n a_n =\\n 3a_{n-1}\\n\\\\end{align}")[0].text
    '\\\\begin{align} \\n a_n =\\n 3a_{n-1}\\n\\\\end{align}'
    """
    marks = [*_MARK.finditer(text)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)][: len(marks)]
    return [_read_marked_formula(mark, text, end) for mark, end in zip(marks, ends, strict=True)]


def _read_marked_formula(mark: re.Match[str], text: str, end: int) -> MarkedFormula:
    line = text.count("\n", 0, mark.start()) + 1
    words = (mark["latex"] or mark["markdown"] or "").lstrip().removeprefix(":").split()
    around = _find_displayed_line(mark, text)
    rest = (around + text[mark.end() : end]).lstrip()
    paragraph = re.split(r"\n[ \t]*\n", rest, maxsplit=1)[0]
    displays = _displays(rest)
    display = next((match for match in displays if match.start() < len(paragraph)), None)
    stated, named = _find_inline_formulas(paragraph)
    starts = [match for match in (display, stated) if match]
    first = min(starts, key=lambda match: match.start(), default=named)
    formula = rest.partition("\n")[0] if first is None else _range_before(first, rest) + first[0]
    fault = "" if formula.strip() else "no formula follows this mark"
    if not around and _ENDING.search(text, text.rfind("\n", 0, mark.start()) + 1, mark.start()):
        fault = "a mark must precede its formula"
    if len(words) < 2:
        fault = f"a mark must name a structure and a family, as in {EXAMPLE}"
    begins = (match.start() for match in displays if _FORMULA.match(match[0]))
    begun, after = end - len(rest), 0 if first is None else first.end()
    unread = tuple(text.count("\n", 0, begun + start) + 1 for start in begins if start >= after)
    return MarkedFormula(line, tuple(words), formula.strip(), fault, unread)


def _find_inline_formulas(paragraph: str) -> list[re.Match[str] | None]:
    """Return the first inline formula that is a statement, with its range, and the first that
    is not merely a range.
    """
    found = [(match, _MENTION.fullmatch(match[0])) for match in _BETWEEN_DOLLARS.finditer(paragraph)]
    stated = (match.start() for match, mention in found if mention is None)
    named = (match.start() for match, mention in found if mention and not mention["range"])
    firsts = (next(starts, None) for starts in (stated, named))
    return [None if start is None else _INLINE.match(paragraph, start) for start in firsts]


def _range_before(formula: re.Match[str], text: str) -> str:
    """Return the range mentioned before a formula with the same letter and without a range."""
    before = (_MENTION.fullmatch(match[0]) for match in _BETWEEN_DOLLARS.finditer(text[: formula.start()]))
    ranges = [mention for mention in before if mention and mention["range"]]
    if not ranges or re.search(_RANGE, formula[0]):
        return ""
    letter = rf"(?<![A-Za-z\\]){ranges[-1]['letter']}(?![A-Za-z])"
    return f"for ${ranges[-1]['range']}$: " if re.search(letter, formula[0]) else ""


def _find_displayed_line(mark: re.Match[str], text: str) -> str:
    """Return the part of a displayed formula before a mark within the formula, or "" if the mark is not in a
    displayed formula.
    """
    at = text.rfind("\n\n", 0, mark.start()) + 1
    while opening := _FORMULA.search(text, at, mark.start()):
        display = _DISPLAY.match(text, opening.start())
        if display and display.end("shown") > mark.start():
            return _MARK.sub("", text[opening.start() : mark.start()])
        at = display.end("shown") if display else opening.end()
    return ""


def _displays(text: str) -> list[re.Match[str]]:
    """Return the displayed formulas of a string, none of them within another."""
    displays: list[re.Match[str]] = []
    for opening in islice(_OPENING.finditer(text), _MOST_OPENINGS):
        if not displays or opening.start() >= displays[-1].end():
            displays += filter(None, [_DISPLAY.match(text, opening.start())])
    return displays
