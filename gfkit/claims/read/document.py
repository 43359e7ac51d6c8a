"""Parser of papers with marked formulas: a comment before each formula names the structure and the boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from gfkit.core.deferred import dataclass, regex, replace

EXAMPLE = "% gfkit: matchings 2xn"
"""Mark in LaTeX. In Markdown it is enclosed in <!-- and -->."""

_MARK = regex(
    r"(?<![\\`%])(?:\\\\)*%+[ \t]*gfkit\b(?P<latex>.*)"
    r"|<!--[ \t]*gfkit\b(?P<markdown>(?:[^-<\n]|-(?!->)|<(?!!--))*)-->",
    re.IGNORECASE,
)
"""Pattern of every comment that begins with "gfkit", so that malformed marks are reported."""
_HIDDEN = regex(
    r"\\begin\s*\{(?P<name>verbatim|lstlisting|comment)\*?\}.*?(?:\\end\s*\{(?P=name)\*?\}|\Z)"
    r"|(?<![\\\w%])%++(?![ \t]*gfkit\b)[^\n]*",
    re.DOTALL | re.IGNORECASE,
)
"""Pattern of text that is not typeset: comments other than marks, and program listings."""
_HEADING = regex(r"\\(?:part|chapter|section)(?![A-Za-z])|^##? |\\end\s*\{document\}", re.MULTILINE)
_DELIMITER = regex(
    r"^(?:\$\$|\\\[|```math|\\begin\s*\{[^{}]*+\})|(?:\$\$|\\\]|```|\\end\s*\{[^{}]*+\})$|\\label\{[^{}]*+\}"
)
_BLANK_LINE = regex(r"\n[ \t]*\n")
_TABLE = regex(
    r"\\begin\s*\{(?P<name>tabular[x*]?|array|longtable)\}(?:\[[^\]]*\]|\s*\{(?:[^{}]|\{[^{}]*+\})*+\})++"
    r"(?P<body>.*?)(?:\\end\s*\{(?P=name)\}|\Z)",
    re.DOTALL,
)
_LAYOUT = regex(r"\\(?:hline|(?:top|mid|bottom)rule|[cl]dots|dots|[,;!])|\\c(?:mid)?line\{[^}]*\}|[\s${},…]")
_INTEGER = regex(r"-?[0-9]{1,4000}")
_NUMBERED_ROW = regex(r"(?:m=)?([0-9]{1,4})(?:\\timesn|xn)?")
_VARIABLE_ROW = regex(r"(?<![a-z])m(?=x)|(?<=x)m(?![a-z])")
"""Patterns of a table, of layout in its cells, of a term, of the number of a row, and of m in a family."""
_ENDING = regex(r"\$|\\\]|\\end\b|```")
"""Pattern of the end of a formula."""
_STATEMENTS = "theorem|lemma|proposition|corollary|conjecture|claim|proof|remark|example|definition"
_DISPLAY = regex(
    rf"(?P<shown>\\begin\s*\{{(?P<name>(?!(?:{_STATEMENTS})\b)[A-Za-z]+\*?)\}}.*?\\end\s*\{{(?P=name)\}}"
    r"|\$\$.*?\$\$|\\\[.*?(?<!\\)\\\]|```.*?\n```)[^\n]*",
    re.DOTALL,
)
_OPENING = regex(r"\\begin\b|\$\$|\\\[|```")
_MOST_UNCLOSED = 20
_FORMULA = regex(
    r"\$\$|\\\[|```math|\\begin\s*\{(?:equation|(?:fl)?align|gather|multline|eqnarray|displaymath)"
)
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


Scopes = tuple[tuple[int, int], ...]
"""Parts of a paper that may name the object of a formula, as pairs of positions: the formula, its paragraph
before and after it, and its section before it.
"""


def displayed_formulas(text: str) -> list[tuple[int, str, Scopes]]:
    r"""Return the line and the text of each displayed formula of a paper, and its scopes.

    >>> [shown[:2] for shown in displayed_formulas("% $$0$$\n$$a_n$$ % a\n\\[ b \\]")]
    [(2, 'a_n'), (3, 'b')]
    """
    text = typeset_text(text)
    breaks, headings = ([0, *map(re.Match.end, found.finditer(text))] for found in (_BLANK_LINE, _HEADING))
    shown: list[tuple[int, str, Scopes]] = []
    for display in _displays(text, _FORMULA):
        start, end = display.span("shown")
        section = max(place for place in headings if place <= start)
        paragraph = max(place for place in (*breaks, section) if place <= start)
        after = min((place for place in breaks if place > end), default=len(text))
        formula = " ".join(_DELIMITER.sub(" ", display["shown"]).split())
        scopes = ((start, end), (paragraph, start), (end, after), (section, start))
        shown.append((_line_at(text, start), formula, scopes))
    return shown


def marked_formulas(text: str) -> list[MarkedFormula]:
    r"""Return the marked formulas: the first one of the paragraph after a mark, and the displayed formulas of
    the section after a mark that begins with ``section``.

    A formula is displayed, or enclosed in dollars, and followed by its range and initial values. A mark
    within a displayed formula belongs to it. The rows of a table become lists of terms. A mark without a
    formula has a ``fault``. The list is empty if there is no mark.

    >>> marked_formulas("% gfkit: cis path:n\n\\[ a_n = 3a_{n-1} \\]\nas shown.")
    [MarkedFormula(line=1, words=('cis', 'path:n'), text='\\[ a_n = 3a_{n-1} \\]', fault='', unread=())]
    >>> marked_formulas("% gfkit: matchings 2xn\n$a_n = 1$ for\n$$n = 2$$ or\n$$n = 3$$")[0].unread
    (3, 4)
    >>> marked_formulas("\\begin{align} % gfkit: cis path:n\n a_n =\n 3a_{n-1}\n\\end{align}")[0].text
    '\\begin{align} \n a_n =\n 3a_{n-1}\n\\end{align}'
    >>> text = "% gfkit: section cis path:n\n$$1$$\n% gfkit: skip\n$$2$$\n$$3$$\n\\section{B}\n$$4$$"
    >>> [(part.line, part.text) for part in marked_formulas(text)]
    [(2, '$$1$$'), (5, '$$3$$')]
    """
    text = typeset_text(text)
    marks = [*_MARK.finditer(text)]
    sections = [*_sections(marks, text)]
    parts, claimed = [], set[int]()
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(text)], strict=False):
        if _words_of(mark)[:1] != ("section",):
            part, last = _read_marked_formula(mark, text, end)
            claimed.add(last)
            is_inside = any(begin <= mark.start() < stop for _, begin, stop in sections)
            parts += [replace(part, unread=()) if is_inside else part] * (part.words != ("skip",))
    for part, begin, stop in sections:
        displays = [match for match in _displays(text, _FORMULA, begin, stop) if match.end() not in claimed]
        parts += [replace(part, line=_line_at(text, match.start()), text=match[0]) for match in displays]
        parts += [replace(part, fault=part.fault or "no displayed formula in this section")] * (not displays)
    return [row for part in sorted(parts, key=lambda part: part.line) for row in _rows_of(part)]


def typeset_text(text: str) -> str:
    """Return a paper with spaces for everything that is not typeset, except marks."""
    return _HIDDEN.sub(lambda hidden: re.sub(r"[^\n]", " ", hidden[0]), text)


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _words_of(mark: re.Match[str]) -> tuple[str, ...]:
    return tuple((mark["latex"] or mark["markdown"] or "").lstrip().removeprefix(":").split())


def _fault_of(words: tuple[str, ...]) -> str:
    return "" if len(words) > 1 else f"a mark must name a structure and a family, as in {EXAMPLE}"


def _sections(marks: list[re.Match[str]], text: str) -> Iterator[tuple[MarkedFormula, int, int]]:
    """Yield the marks of whole sections, with the start and the end of the text to which they apply."""
    begun = [mark for mark in marks if _words_of(mark)[:1] == ("section",)]
    for mark, following in zip(begun, [*(mark.start() for mark in begun[1:]), len(text)], strict=False):
        heading = _HEADING.search(text, mark.end(), following)
        words = _words_of(mark)[1:]
        part = MarkedFormula(_line_at(text, mark.start()), words, "", _fault_of(words))
        yield part, mark.end(), heading.start() if heading else following


def _read_marked_formula(mark: re.Match[str], text: str, end: int) -> tuple[MarkedFormula, int]:
    """Return the formula after a mark, and the position of its end."""
    words = _words_of(mark)
    around = _find_displayed_line(mark, text)
    rest = (around + text[mark.end() : end]).lstrip()
    paragraph = _BLANK_LINE.split(rest, maxsplit=1)[0]
    displays = [*_displays(rest)]
    display = next((match for match in displays if match.start() < len(paragraph)), None)
    stated, named = _find_inline_formulas(paragraph)
    starts = [match for match in (display, stated) if match]
    first = min(starts, key=lambda match: match.start(), default=named)
    formula = rest.partition("\n")[0] if first is None else _range_before(first, rest) + first[0]
    if paragraph.startswith("|"):
        formula = paragraph
    fault = "" if formula.strip() else "no formula follows this mark"
    if not around and _ENDING.search(text, text.rfind("\n", 0, mark.start()) + 1, mark.start()):
        fault = "a mark must precede its formula"
    if words != ("skip",):
        fault = _fault_of(words) or fault
    begins = (match.start() for match in displays if _FORMULA.match(match[0]))
    begun, after = end - len(rest), 0 if first is None else first.end()
    unread = tuple(_line_at(text, begun + start) for start in begins if start >= after)
    return MarkedFormula(_line_at(text, mark.start()), words, formula.strip(), fault, unread), begun + after


def _rows_of(part: MarkedFormula) -> list[MarkedFormula]:
    r"""Return the rows of terms of a marked table, each as the lines of a b-file, or the formula itself.

    The table has a row, or a column, of consecutive n. In the family, m denotes the number before a row.

    >>> text = r"\begin{tabular}{c|cc} $n$ & 1 & 2 \\ \hline $2$ & 2 & 7 \\ $3$ & 3 & 22 \end{tabular}"
    >>> [(row.words, row.text) for row in _rows_of(MarkedFormula(1, ("matchings", "mxn"), text))]
    [(('matchings', '2xn'), '1 2\n2 7'), (('matchings', '3xn'), '1 3\n2 22')]
    """
    found = _TABLE.search(part.text)
    if part.fault or (found is None and not part.text.startswith("|")):
        return [part]
    lines = re.split(r"\\\\(?:\[[^][]*+\])?", found["body"]) if found else part.text.splitlines()
    rows = [_LAYOUT.sub("", line).strip("|").split("&" if found else "|") for line in lines]
    for table in (rows, [*zip_longest(*rows, fillvalue="")]):
        begins = (number for number, row in enumerate(table) if _is_consecutive(row[1:]))
        begin = next(begins, None)
        if begin is not None:
            listed = [row for row in table[begin + 1 :] if any(map(_INTEGER.fullmatch, row[1:]))]
            return [_row_of(part, table[begin], row, len(listed) > 1) for row in listed]
    return [part] if found else [replace(part, fault="the table has no row of consecutive n")]


def _is_consecutive(cells: Sequence[str]) -> bool:
    """Return True if cells contain at least two integers, and each one is the successor of the one before."""
    sizes = [int(cell) for cell in cells if _INTEGER.fullmatch(cell)]
    return len(sizes) > 1 and sizes == [*range(sizes[0], sizes[0] + len(sizes))]


def _row_of(
    part: MarkedFormula, sizes: Sequence[str], row: Sequence[str], is_one_of_several: bool
) -> MarkedFormula:
    """Return one row of a marked table as the lines of a b-file, with its number for m in the family."""
    pairs = [pair for pair in zip(sizes[1:], row[1:], strict=False) if all(map(_INTEGER.fullmatch, pair))]
    number = _NUMBERED_ROW.fullmatch(row[0])
    words = tuple(_VARIABLE_ROW.sub(number[1] if number else "m", word) for word in part.words)
    is_unclear = is_one_of_several and words == part.words
    fault = "the table has several rows of terms; name a family with m, such as mxn" if is_unclear else ""
    return replace(part, words=words, text="\n".join(map(" ".join, pairs)), fault=fault)


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


def _displays(
    text: str, opening: re.Pattern[str] = _OPENING, start: int = 0, end: int | None = None
) -> Iterator[re.Match[str]]:
    """Yield the displayed formulas in a part of a string, none of them within another."""
    end = len(text) if end is None else end
    unclosed = 0
    while unclosed < _MOST_UNCLOSED and (begin := opening.search(text, start, end)):
        display = _DISPLAY.match(text, begin.start(), end)
        unclosed += display is None
        start = display.end() if display else begin.end()
        if display:
            yield display
