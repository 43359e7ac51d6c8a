"""Statements of papers: theorems and sentences in order, and formulas that a comment marks.

This module finds the text of a statement. The text itself is parsed like a single formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, zip_longest

from gfkit.claims.statement.sentence import sentence_parts
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import InputError

EXAMPLE = "% gfkit: matchings 2xn"
"""Mark in LaTeX. In Markdown it is enclosed in <!-- and -->."""

_MARK = regex(
    r"(?<![\\`%])(?:\\\\)*%+[ \t]*gfkit\b(?P<latex>.*)"
    r"|<!--[ \t]*gfkit\b(?P<markdown>(?:[^-<\n]|-(?!->)|<(?!!--))*)-->",
    re.IGNORECASE,
)
"""Pattern of every comment that begins with "gfkit", so that malformed marks are reported."""
_RESTRICTING = (
    r"\b(?:let|suppose|assum\w*|fix|consider|if|when|whenever|unless|until|but|case|even|odd|only|except|without|restrict\w*"
    r"|throughout|not?|nor|never|none|neither|cannot|false|wrong|incorrect\w*|fail\w*|least|most|almost|sometimes"
    r"|conjectur\w*|approximat\w*|instead|twice|half|mistakes?|tempting|counterexamples?|question|modulo|asymptotic\w*)\b"
)
_HIDDEN = regex(
    r"\\begin\s*\{(?P<name>verbatim|lstlisting|comment)\*?\}.*?(?:\\end\s*\{(?P=name)\*?\}|\Z)"
    rf"|(?<![\\\w%])%++(?![ \t]*gfkit\b)[^\n]*|\\footnote\s*\{{(?:(?!{_RESTRICTING})[^{{}}$])*+\}}",
    re.DOTALL | re.IGNORECASE,
)
"""Pattern of comments other than marks, of program listings, and of footnotes that restrict nothing."""
_HEADING = regex(r"\\(?:part|chapter|section)(?![A-Za-z])|^##? |\\end\s*\{document\}", re.MULTILINE)
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
_KINDS = (
    "theorem|lemma|proposition|corollary|conjecture|claim|fact|observation|remark|example|proof|definition"
)
_DISPLAY = regex(
    r"\\begin\s*\{(?P<name>[A-Za-z]+\*?)\}.*?\\end\s*\{(?P=name)\}"
    r"|\$\$.*?\$\$|\\\[.*?(?<!\\)\\\]|```.*?\n```",
    re.DOTALL,
)
_FORMULA = regex(
    r"\$\$|\\\[|```math|\\begin\s*\{(?:equation|(?:fl)?align|gather|multline|eqnarray|displaymath)"
)
"""Pattern of the start of a display that contains a formula, not a table or a list."""
_OPENING = regex(rf"{_FORMULA.pattern}|```|\\begin\s*\{{(?:tabular|array|longtable)")
_MOST_UNCLOSED = 20
_BLANK_LINE = regex(r"\n[ \t]*\n")
_DELIMITER = regex(
    r"(?:\$\$|\\\[|\\\]|```math|```|\\(?:begin|end)\s*\{(?:equation|(?:fl)?align|gather|multline|eqnarray|displaymath)\*?\}"
    r"|\\label\{[^{}]*+\})"
)
BETWEEN_DOLLARS = regex(
    r"(?<![\\$])\$(?:[^$\n]|\n(?![ \t]*\n))+\$|\\\((?:(?!\\\()[^\n]|\n(?![ \t]*\n))+?\\\)"
)
"""Pattern of mathematics between dollars."""
_INLINE = regex(
    rf"(?:{BETWEEN_DOLLARS.pattern})"
    r"(?:[\s,]*(?:(?:and|with|where|for|when|if|all|every)\s+)*(?:\$[^$]*\$|n *(?:>=?|=) *[0-9]+))*"
)
"""Pattern of text between dollars, with its range and initial values."""
_BREAK = regex(
    r"\n[ \t]*\n\s*|\\(?:part|chapter|(?:sub)*section|paragraph|item|par|caption|title|author|date|label"
    r"|newcommand|DeclareMathOperator|theoremstyle|maketitle|centering)(?![A-Za-z])\*?(?:\[[^]\n]*\])?(?:\s*\{[^{}]*\})*"
    r"|\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^]\n]*\])?|^(?:#|\|)[^\n]*$",
    re.MULTILINE,
)
"""Pattern of text between two paragraphs of a paper."""
_SENTENCE_END = regex(
    r"(?<!\bcf)(?<!e\.g)(?<!i\.e)(?<!\b[A-Z])(?<![Ff]ig)(?<!resp)(?<!\bal)(?<!\bEq)(?<!\bThm)(?<!\bvs)"
    r"[.?!][)}\"'’”]*+(?=\s+[^a-z\s])"
)
_HEAD = (
    rf"^(?:\*\*|__|#+ )?(?P<head>(?i:{_KINDS})(?:\s+[0-9A-Z][0-9A-Z.]*(?<!\.))?)(?:\s*\([^)\n]*\))?"
    r"[.:](?:\*\*|__)?\s"
)
"""Pattern of the head of a theorem in plain text, such as "Theorem 3."."""
_NEW_THEOREM = regex(r"\\newtheorem\*?\s*\{\s*([\w*]+)\s*\}(?:\[\w+\])?\s*\{([^{}]*)\}")
_FULL_STOP = regex(r"\.(?=(?:\s|\$|\\[])]|\\end\s*\{[^{}]*\}|\\qedhere|\\notag|\\label\{[^{}]*\}|`)*\Z)")
"""Pattern of the full stop at the end of a formula."""
_NUMBER, _IS, _HAS = regex(r"\bnumbers?\b"), regex(r"\b(?:is|are|equals?)\b"), regex(r"\b(?:has|have|are)\b")
_NUMBER_OF = regex(r"the\s+(?:total\s+)?number\s+of\s.+?\s(?=(?:is|are)\s+(?!\$))", re.IGNORECASE)
"""Pattern of a number in words, about which a sentence states something without another formula for it."""
_ITEM = regex(r"\\item(?:\s*\[[^]]*\])?|\\(?:begin|end)\s*\{(?:enumerate|itemize)\}(?:\[[^]]*\])?")
_NEXT_SENTENCE = regex(r"(?<=[]$}])(?<![^$]\$)\s+(?:[A-Z][a-z]|\$\$|\\\[|\\begin)")
"""Pattern of a sentence after a displayed formula without a full stop."""
_RELATION = regex(r"[=<>~≈≡≤≥∼]|\\(?:[gl]eq?|sim(?:eq)?|approx|equiv|mid|nmid|to|[bp]mod|lim)(?![a-z])")
CONDITION = regex(_RESTRICTING, re.IGNORECASE)
"""Pattern of words that may restrict the sentences after them."""
_NAME = r"\\?[A-Za-z]++(?:\{[A-Za-z]\})?(?:_(?:\w|\{[\w, ]++\}))?(?:\([\w, ]++\))?"
_SIGN = r"\s*+(?:\\(?:[gl](?:eq?|eqslant|t)|in)(?![a-z])|[<>]=?|[=≥≤⩾⩽])\s*+"
_RANGE = r"(?P<letter>[A-Za-z])\s*+(?:\\g(?:eq?|eqslant|t)(?![a-z])|>=?|[≥⩾])\s*+[0-9]++"
_RANGE_WORDS = regex(
    rf"(?:\b(?:[Ff]or|[Ii]f|[Ww]hen)\s+(?:(?:all|every|each|any|integers?)\s+)*)?\$\s*(?P<range>{_RANGE})\s*\$\s*,?",
    re.DOTALL,
)
_MENTION = regex(
    rf"(?:\$|\\\()\s*+(?:(?P<range>{_RANGE})|(?:{_NAME}|[0-9]++)(?:\s*+\\(?:times|square|Box)(?![a-z])\s*+(?:{_NAME}|[0-9]++))*+"
    rf"|[A-Za-z]{_SIGN}(?:[0-9]++|\\mathbb\s*+\{{?[NZ]\}}?)(?:[0-9, .…]|\\l?dots)*+"
    rf"|[0-9]++{_SIGN}[A-Za-z](?:{_SIGN}[A-Za-z0-9]++)?)[\s.,;:]*+(?:\$|\\\))"
)
"""Pattern of inline mathematics that is not a statement: a range, a name, or the sizes of a board."""
_WHOLE_PAPER = regex(
    rf"\\documentclass|\\newtheorem|\\begin\s*\{{(?:document|{_KINDS})\*?\}}|^#+ |{_HEAD}", re.MULTILINE
)


@dataclass(frozen=True)
class Passage:
    """Theorem, sentence or marked formula of a paper, and the line of its comment or of its first formula.

    ``words`` are the names in the comment, or those that the text itself mentions. If the comment marks no
    formula, ``fault`` is the reason. ``skipped`` is the reason why a statement is not judged, ``label`` the
    head of its theorem, such as "Theorem 3", or "", and ``seems`` the object that the paper mentions last.
    The positions ``paragraph``, ``start`` and ``end`` are the beginnings of its paragraph and of itself, and
    its end. ``is_statement`` is False for sentences without a relation or a displayed formula.
    """

    line: int
    text: str
    words: tuple[str, ...] = ()
    fault: str = ""
    skipped: str = ""
    label: str = ""
    seems: str = ""
    paragraph: int = 0
    start: int = 0
    end: int = 0
    is_statement: bool = True


def is_whole_paper(text: str) -> bool:
    """Return True if a string has a head, theorems or sections, so that it is not a single formula."""
    return _WHOLE_PAPER.search(text) is not None


def _counts(sentence: str) -> bool:
    """Return True if a sentence seems to state a number."""
    number, verb = _NUMBER.search(sentence), _HAS.search(sentence)
    is_told = number is not None and _IS.search(sentence, number.end()) is not None
    return "$" in sentence and (is_told or (verb is not None and sentence.rfind("$") > verb.end()))


def states_formula(sentence: str) -> bool:
    """Return True if a sentence without mathematics between dollars states a formula in n."""
    if "$" in sentence or "n" not in sentence:
        return False
    with suppress(InputError):
        parts = sentence_parts(sentence.strip())
        return parts is not None and re.search(r"(?<![A-Za-z\\])n(?![A-Za-z])", parts[0]) is not None
    return False


def passages(text: str) -> Iterator[Passage]:
    r"""Yield the theorems and the sentences of a paper in order.

    >>> paper = "\\begin{fact} $a_n = 1$. \\end{fact}\n% $$0$$\nHere\n$$a_n$$ % a\n\nTheorem 2. So \\[ b \\]"
    >>> [(one.line, one.label, one.text) for one in passages(paper)]
    [(1, 'fact', '$a_n = 1$.'), (4, '', 'Here\n$$a_n$$'), (6, 'Theorem 2', 'So \\[ b \\]')]
    """
    text = _MARK.sub(_spaces, typeset_text(text))
    covered = covered_text(text)
    body = re.search(r"\\begin\s*\{document\}", covered)
    at = body.end() if body else 0
    kinds = {kind: kind for kind in _KINDS.split("|")} | dict(_NEW_THEOREM.findall(text))
    environments = "|".join(re.escape(kind) for kind in sorted(kinds, key=len, reverse=True))
    theorem = re.compile(
        rf"\\begin\s*\{{(?P<kind>{environments})\*?\}}(?:\s*\[[^]]*\])?(?P<body>.*?)\\end\s*\{{(?P=kind)\*?\}}"
        rf"|{_HEAD}(?P<plain>.*?)(?=\n[ \t]*\n|\Z)",
        re.DOTALL | re.MULTILINE,
    )
    for found in theorem.finditer(covered, at):
        yield from sentences_of(text, covered, at, found.start())
        at = found.end()
        label, lead = found["head"] or kinds[found["kind"]], ""
        start, end = found.span("plain" if found["head"] else "body")
        cuts = [start, *(item.end() for item in _ITEM.finditer(covered, start, end)), end]
        for first, last in pairwise(cuts):
            passage = _passage(text, first, last, label, first, lead)
            if last == end or lead:
                yield from passage
            lead = lead or f"{_ITEM.sub(' ', text[first:last])} "
    yield from sentences_of(text, covered, at, len(text))


def sentences_of(text: str, covered: str, start: int, end: int) -> Iterator[Passage]:
    """Yield the sentences between two positions of a paper; ``covered`` is it without mathematics."""
    while start < end:
        found = _BREAK.search(covered, start, end)
        paragraph, stop = start, found.start() if found else end
        while start < stop:
            last = _SENTENCE_END.search(covered, start, stop)
            yield from _passage(text, start, last.end() if last else stop, "", paragraph)
            start = last.end() if last else stop
        start = found.end() if found else end


def _passage(
    text: str, start: int, end: int, label: str, paragraph: int, lead: str = ""
) -> Iterator[Passage]:
    """Yield the passage between two positions, after the words ``lead``, if it is not empty."""
    content = _ITEM.sub(" ", text[start:end])
    if content.strip(" .,;:{}[]\n\f"):
        stated = _first_formulas(content)[0]
        begin = stated.start() if stated else len(content) - len(content.lstrip())
        states = stated and (stated[0][0] != "$" or stated[0][:2] == "$$" or _RELATION.search(stated[0]))
        is_statement = bool(label or states or _counts(content) or states_formula(content))
        line, end = _line_at(text, start + begin), start + len(text[start:end].rstrip())
        content = (lead + content).strip()
        yield Passage(
            line, content, label=label, paragraph=paragraph, start=start, end=end, is_statement=is_statement
        )


def covered_text(text: str) -> str:
    """Return a paper with letters of equal number for its mathematics, but with the full stop at the end."""
    parts, at = [], 0
    for display in _displays(text):
        parts += [BETWEEN_DOLLARS.sub(_cover, text[at : display.start()]), _cover(display)]
        at = display.end()
    return "".join([*parts, BETWEEN_DOLLARS.sub(_cover, text[at:])])


def _cover(found: re.Match[str]) -> str:
    is_end = _FULL_STOP.search(found[0]) or _NEXT_SENTENCE.match(found.string, found.end())
    return "X" * (len(found[0]) - 1) + ("." if is_end else "X")


def marked_formulas(text: str) -> list[Passage]:
    r"""Return the marked formulas: the first one of the paragraph after a mark, and the displayed formulas of
    the section after a mark that begins with ``section``.

    The text of a formula extends from its mark, or from the start of the display that contains the mark, to
    the end of its sentence. The rows of a table become lists of terms. A mark without a formula has a
    ``fault``. The list is empty if there is no mark.

    >>> marked_formulas("% gfkit: cis path:n\nNow $a_n = 1$ for\n$n > 2$. Here\n$a_n = 2$.")[0].text
    'Now $a_n = 1$ for\n$n > 2$.'
    >>> marked_formulas("\\begin{align} % gfkit: cis path:n\n a_n =\n 3a_{n-1}\n\\end{align}")[0].text.split()
    ['\\begin{align}', 'a_n', '=', '3a_{n-1}', '\\end{align}']
    >>> text = "% gfkit: section cis path:n\n$$1$$\n% gfkit: skip\n$$2$$\n$$3$$\n\\section{B}\n$$4$$"
    >>> [(part.line, part.text) for part in marked_formulas(text)]
    [(2, '$$1$$'), (3, '$$2$$'), (5, '$$3$$')]
    """
    text = typeset_text(text)
    marks = [(mark, _words_of(mark)) for mark in _MARK.finditer(text)]
    text = _MARK.sub(_spaces, text)
    covered, displays = covered_text(text), [*_displays(text)]
    around = [
        next((one.start() for one in displays if one.start() < mark.start() < one.end()), None)
        for mark, _ in marks
    ]
    ends = [mark.start() if start is None else start for (mark, _), start in zip(marks, around, strict=True)]
    parts, section, empty = list[Passage](), None, None
    for (mark, words), start, end in zip(marks, around, [*ends[1:], len(text)], strict=False):
        if words[:1] == ("section",):
            section, after = words[1:], mark.end()
            fault = _fault_of(section) or "no displayed formula in this section"
            empty = Passage(_line_at(text, after), "", section, fault)
            parts.append(empty)
        else:
            part = _read_marked_formula(mark, words, text, covered, start, end)
            parts, after = [*parts, part], part.end
        heading = _HEADING.search(text, mark.end(), end)
        if section is not None:
            sentences = sentences_of(text, covered, after, heading.start() if heading else end)
            found = [one for one in sentences if _FORMULA.search(one.text)]
            parts = [part for part in parts if part is not empty or not found]
            parts += [replace(one, words=section, fault=_fault_of(section)) for one in found]
        section = None if heading else section
    return [row for part in sorted(parts, key=lambda part: part.line) for row in _rows_of(part)]


def readings_of(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    r"""Yield the text of a statement, with a_n for a number in words, and its first formula alone; each with
    the words that it does not contain.

    >>> [*readings_of("For $n > 2$, clearly $a_n = 3$.")][1]
    ('for $n > 2$: $a_n = 3$', ('clearly', '.'))
    """
    text = " ".join(text.split()) if any(_first_formulas(text)) and "```" not in text else text
    yield text, ()
    if number := _NUMBER_OF.match(text):
        yield f"$a_n$ {text[number.end() :]}", (number[0],)
    formula = next((match for match in _first_formulas(text) if match), None)
    if formula is not None:
        limits, before = _range_before(formula, text)
        yield (
            limits + _FULL_STOP.sub("", formula[0]),
            tuple(part.strip() for part in (before, text[formula.end() :])),
        )


def typeset_text(text: str) -> str:
    """Return a paper with white space for everything that is not typeset, except marks."""
    return _HIDDEN.sub(_spaces, text.replace("\r", " "))


def statement_line(text: str) -> str:
    """Return a statement in one line, without the delimiters of a display."""
    return " ".join(_DELIMITER.sub(" ", text).split())


def _spaces(hidden: re.Match[str]) -> str:
    """Return as many lines and characters of white space; a line of it does not end a paragraph."""
    return re.sub(r"[^\n]", "\f", hidden[0])


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _words_of(mark: re.Match[str]) -> tuple[str, ...]:
    return tuple((mark["latex"] or mark["markdown"] or "").lstrip().removeprefix(":").split())


def _fault_of(words: tuple[str, ...]) -> str:
    return "" if len(words) > 1 else f"a mark must name a structure and a family, as in {EXAMPLE}"


def _read_marked_formula(
    mark: re.Match[str], words: tuple[str, ...], text: str, covered: str, around: int | None, end: int
) -> Passage:
    """Return the formula after a mark. The display around the mark begins at ``around``."""
    begin = mark.end() if around is None else around
    begin += len(text[begin:end]) - len(text[begin:end].lstrip())
    last = begin
    if text.startswith("|", begin):
        last = begin + len(_BLANK_LINE.split(text[begin:end], maxsplit=1)[0])
    else:
        following = [*sentences_of(text, covered, begin, end)]
        paragraph = [one for one in following if one.paragraph == following[0].paragraph]
        stated = (one.end for one in paragraph if any(_first_formulas(one.text)))
        last = next(stated, paragraph[0].end if paragraph else begin)
        begin = paragraph[0].start if paragraph else begin
    formula = text[begin:last].strip()
    fault = "" if formula else "no formula follows this mark"
    if around is None and _ENDING.search(text, text.rfind("\n", 0, mark.start()) + 1, mark.start()):
        fault = "a mark must precede its formula"
    skipped = "by its comment" if words == ("skip",) else ""
    fault = "" if skipped else _fault_of(words) or fault
    return Passage(_line_at(text, mark.start()), formula, words, fault, skipped, end=last)


def _rows_of(part: Passage) -> list[Passage]:
    r"""Return the rows of terms of a marked table, each as the lines of a b-file, or the formula itself.

    The table has a row, or a column, of consecutive n. In the family, m denotes the number before a row.

    >>> text = r"\begin{tabular}{c|cc} $n$ & 1 & 2 \\ \hline $2$ & 2 & 7 \\ $3$ & 3 & 22 \end{tabular}"
    >>> [(row.words, row.text) for row in _rows_of(Passage(1, text, ("matchings", "mxn")))]
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


def _row_of(part: Passage, sizes: Sequence[str], row: Sequence[str], is_one_of_several: bool) -> Passage:
    """Return one row of a marked table as the lines of a b-file, with its number for m in the family."""
    pairs = [pair for pair in zip(sizes[1:], row[1:], strict=False) if all(map(_INTEGER.fullmatch, pair))]
    number = _NUMBERED_ROW.fullmatch(row[0])
    words = tuple(_VARIABLE_ROW.sub(number[1] if number else "m", word) for word in part.words)
    is_unclear = is_one_of_several and words == part.words
    fault = "the table has several rows of terms; name a family with m, such as mxn" if is_unclear else ""
    return replace(part, words=words, text="\n".join(map(" ".join, pairs)), fault=fault)


def _first_formulas(text: str) -> list[re.Match[str] | None]:
    """Return the first formula that is displayed or a statement, with its range, and the first inline formula
    that is a name.
    """
    display = next(_displays(text), None)
    until = display.start() if display else len(text)
    found = [(match, _MENTION.fullmatch(match[0])) for match in BETWEEN_DOLLARS.finditer(text, 0, until)]
    stated = (match.start() for match, mention in found if mention is None)
    mentions = [match.start() for match, mention in found if mention and not mention["range"]]
    named = iter(
        sorted(mentions, key=lambda start: not re.search(r"\b(?:is|are|equals?)\s*\Z", text[:start]))
    )
    starts = (next(stated, None), next(named, None))
    firsts = [None if start is None else _INLINE.match(text, start) for start in starts]
    return [firsts[0] or display, firsts[1]]


def _range_before(formula: re.Match[str], text: str) -> tuple[str, str]:
    """Return the range before a formula with the same letter and without a range, and the other words."""
    before = text[: formula.start()]
    for range_ in _RANGE_WORDS.finditer(before):
        letter = rf"(?<![A-Za-z\\]){range_['letter']}(?![A-Za-z])"
        if not re.search(_RANGE, formula[0]) and re.search(letter, formula[0]):
            return f"for ${range_['range']}$: ", f"{before[: range_.start()]} {before[range_.end() :]}"
    return "", before


def _displays(text: str) -> Iterator[re.Match[str]]:
    """Yield the displayed formulas and the tables of a string, none of them within another."""
    unclosed = start = 0
    while unclosed < _MOST_UNCLOSED and (begin := _OPENING.search(text, start)):
        display = _DISPLAY.match(text, begin.start())
        unclosed += display is None
        start = display.end() if display else begin.end()
        if display:
            yield display
