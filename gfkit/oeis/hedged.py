"""Parser of the hedged lines of an entry: the sequence that each line concerns, and its clauses.

A line is a sequence of hedges, asides, attributions, ranges and formulas, separated by commas and full stops
(``phrase`` has the closed lists). A range belongs to the preceding equation in its sentence, or else to the
following one. A line with any other word, sign or bracket is not parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby

from gfkit.core.deferred import dataclass, regex, replace
from gfkit.oeis.entry import Entry, EntryLine, statements
from gfkit.oeis.phrase import (
    IN_EQUATION,
    IN_GROWTH,
    IN_SERIES,
    NUMBER,
    SEPARATOR,
    Phrase,
    attribution_end,
    is_plain_head,
    phrase_at,
    run_at,
    table_head,
)

_LONGEST = 20_000
_BLANK = regex(r"\s+")
_VALUE = regex(r"a\(([0-9]{1,9})\)")
_INTEGER = regex(r"-?[0-9]{1,1000}")
_SHOWN = 80
_LINE = regex(r"([kn]) ?= ?([0-9]{1,3}): *(.*)", re.S)
_WORD = regex(r"[A-Za-z]{3,}")
_OF_FORMULAS = frozenset(
    (
        "exp",
        "log",
        "sqrt",
        "floor",
        "binomial",
        "mod",
        "sum",
        "product",
        "limit",
        "for",
        "all",
        "even",
        "odd",
        "and",
    )
)
"""Words that occur in formulas and their ranges. A line with other words is prose."""
_BETWEEN = regex(r"\W*")
_FORMULA = regex(r"a\([0-9n]|(?:[eog]\.|e\.g\.|o\.g\.)f\.|lim|sum_", re.IGNORECASE)


# Lines of an entry


@dataclass(frozen=True)
class HedgedLine:
    """Hedged line: its clauses, or the reason why it has none, and the column or row of a table that it
    concerns.
    """

    text: str
    clauses: tuple[Clause, ...]
    reason: str = ""
    column: tuple[str, int] | None = None


def hedged_lines(entry: Entry) -> list[HedgedLine]:
    """Return all hedged lines: single ones, those in blocks, and lines 'k=3: ...' under 'Empirical for column
    k:'.

    A statement about a(n) concerns this sequence only if it is under one of the plain heads in ``phrase``. If
    its block has another head, another line that ends in a colon, or unparsed prose, the line has no clauses,
    and the reason quotes the obstacle.

    >>> entry = Entry("A000001", comments=("It appears that a(n) = A000045(n+1)^2.",))
    >>> hedged_lines(entry)[0].clauses[0].text
    'a(n) = F(n+1)^2'
    """
    return [line for line, is_hedged in _claims(entry) if is_hedged]


def stated_lines(entry: Entry) -> list[HedgedLine]:
    """Return the lines that state a formula without a hedge and are parsed completely.

    >>> entry = Entry("A000001", formulas=("a(n) = 2*a(n-1).", "a(n) = 3^n, it appears.", "See A000079."))
    >>> [line.text for line in stated_lines(entry)]
    ['a(n) = 2*a(n-1).']
    """
    return [line for line, is_hedged in _claims(entry) if line.clauses and not is_hedged]


def _claims(entry: Entry) -> Iterator[tuple[HedgedLine, bool]]:
    """Yield the lines of an entry, each with True if it is hedged."""
    for (_, head), lines in groupby(statements(entry), key=lambda line: (line.kind, line.head)):
        yield from _claims_of_block(head, list(lines))


def _claims_of_block(head: str, lines: Sequence[EntryLine]) -> Iterator[tuple[HedgedLine, bool]]:
    """Yield the claims of one block, or of the lines between two."""
    barred = _reject_head(head) if head else ""
    prose = next(
        (_without_attribution(statement) for statement in lines if head and _is_prose(statement)), ""
    )
    if prose and not barred:
        barred = f"its block contains a line that was not parsed: {_quote_short(prose)}"
    under, table = barred, None
    for statement in lines:
        text = _without_attribution(statement)
        if text.endswith(":"):
            table = table_head(text) if statement.hedged else None
            under = barred or ("" if table or is_plain_head(text) else _reject_head(text))
            if statement.hedged and under:
                yield HedgedLine(text, (), _describe_unread(text)), True
            continue
        line = _LINE.fullmatch(text) if table else None
        column = (table[0], int(line[2])) if table and line and line[1] == table[1] else None
        above = under or ("the line belongs to a list of columns or rows" if table and not column else "")
        read = LineRead(()) if above else read_line(line[3] if line and column else statement.line)
        reason = above or (_describe_unread(read.unread) if read.unread else "")
        yield HedgedLine(text, read.clauses, reason, column), statement.hedged or column is not None


def _reject_head(head: str) -> str:
    return "" if is_plain_head(head) else f"its block has a head that was not parsed: {_quote_short(head)}"


def _describe_unread(part: str) -> str:
    return f"this part was not parsed: {_quote_short(part)}"


def _quote_short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN].rstrip() + "...")


def _without_attribution(line: EntryLine) -> str:
    """Return the text of a line without its final attribution, or the whole line if it has no attribution."""
    tail = line.line[len(line.text) :].strip() if line.line.startswith(line.text) else ""
    return line.text if not tail or attribution_end(tail, 0) in (len(tail), len(tail) - 1) else line.line


def _is_prose(line: EntryLine) -> bool:
    """Return True if a line that was not parsed may define n or a(n) in the adjacent lines.

    The result is False if the line begins as a formula and has only words that occur in formulas. A line that
    ends in a colon is a head, which concerns only the lines below it.
    """
    unread = "" if line.text.endswith(":") else read_line(line.line).unread
    if not unread:
        return False
    start = 0
    while (hedge := phrase_at(line.line, start, "hedge")) and (gap := _BETWEEN.match(line.line, hedge.end)):
        start = gap.end()
    is_formula = _FORMULA.match(line.line, start) is not None
    return not is_formula or any(word.lower() not in _OF_FORMULAS for word in _WORD.findall(unread))


# Clauses of a line


class ClauseKind(StrEnum):
    """Kind of claim of a clause about a(n)."""

    EQUATION = "equation"
    SERIES = "generating function"
    VALUE = "value"
    DEGREE = "degree"
    GROWTH = "growth"


@dataclass(frozen=True)
class Clause:
    """Claim of a clause.

    It is an equation for a(n) with n >= ``since`` (None if no range is stated); a quotient in ``variable``
    that is the g.f.; the value ``number`` of a(``at``); that a(n) is a polynomial of degree ``number``; or
    the leading asymptotics of a(n). ``given`` contains the indices of the values in the same sentence as an
    equation. ``is_for_all`` marks a printed "for all n", that is, every n at which the equation is defined.
    """

    kind: ClauseKind
    text: str
    since: int | None = None
    is_for_all: bool = False
    variable: str = ""
    at: int = 0
    number: int = 0
    given: tuple[int, ...] = ()


@dataclass(frozen=True)
class LineRead:
    """Clauses of a line. ``unread`` is the position at which parsing stopped, or empty."""

    clauses: tuple[Clause, ...]
    unread: str = ""


def read_line(text: str) -> LineRead:
    """Parse all clauses of a line; the result contains the part that cannot be parsed, if any.

    >>> [clause.text for clause in read_line("Empirical: a(n) = 2*a(n-1) for n > 3. Also a(2) = 8.").clauses]
    ['a(n) = 2*a(n-1)', 'a(2) = 8']
    >>> read_line("Empirical: a(n) = 2*a(n-1). Not true in general.").unread
    'Not true in general.'
    """
    if len(text) > _LONGEST:
        return LineRead((), text)
    reader = _LineReader(text)
    stopped = reader.run()
    if stopped is not None:
        return LineRead((), text[stopped:].strip() or text)
    return LineRead(tuple(reader.clauses)) if reader.clauses else LineRead((), text)


class _LineReader:
    """Parser of a line: its position, the clauses parsed so far, and the pending parts of the sentence.

    ``begun`` is the first clause of the current sentence, and ``chain`` the first clause of its last
    equation. ``lead`` is the start of words that must be followed by a formula. ``ahead`` is a range, with
    its position, that must be followed by its equation. ``behind`` is the end of the last range or clause.
    ``doubtful`` marks a range that may belong to the preceding or to the following equation.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.clauses: list[Clause] = []
        self.begun = 0
        self.chain = 0
        self.lead: int | None = None
        self.ahead: tuple[Phrase, int] | None = None
        self.behind = 0
        self.doubtful = False

    def run(self) -> int | None:
        """Parse to the end; return the position of the first part that cannot be parsed, or None."""
        while True:
            self._pass_pattern(_BLANK)
            if self.position == len(self.text):
                return self._sentence_end()
            is_end = self.text[self.position] in ".;"
            if self._pass_pattern(SEPARATOR):
                if is_end and (left := self._sentence_end()) is not None:
                    return left
                continue
            words = (self._skip_attribution, self._range, self._degree, self._phrase)
            formulas = (self._series, self._growth, self._equations) if self._is_parted else ()
            if not any(step() for step in (*words, *formulas)):
                return self.position if self.lead is None else self.lead

    @property
    def _is_parted(self) -> bool:
        """Return True if text separates the current position from the preceding range or clause; "n > 2 a(1)
        = 2" is ambiguous.
        """
        return not self.behind or self.text[self.behind : self.position].strip() != ""

    def _pass_pattern(self, pattern: re.Pattern[str]) -> bool:
        match = pattern.match(self.text, self.position)
        self.position = match.end() if match else self.position
        return match is not None

    def _pass_words(self, *kinds: str) -> Phrase | None:
        phrase = phrase_at(self.text, self.position, *kinds)
        self.position = phrase.end if phrase else self.position
        return phrase

    def _sentence_end(self) -> int | None:
        """Process the end of a sentence; return the position of pending words or of a pending range, if
        any.
        """
        places = [self.lead, self.ahead[1] if self.ahead else None]
        left = min((place for place in places if place is not None), default=None)
        given = tuple(self.clauses[k].at for k in self._sentence if self.clauses[k].kind is ClauseKind.VALUE)
        for place in self._sentence:
            clause = self.clauses[place]
            if clause.kind is ClauseKind.EQUATION:
                self.clauses[place] = replace(clause, given=given)
            if clause.kind is ClauseKind.DEGREE:
                self.clauses[place] = replace(clause, since=self.clauses[place - 1].since)
        self.begun, self.doubtful = len(self.clauses), False
        return left

    # Steps

    def _skip_attribution(self) -> bool:
        end = attribution_end(self.text, self.position)
        if end is not None:
            self.position = end
            return True
        return self._pass_words("aside") is not None

    def _phrase(self) -> bool:
        start = self.position
        if self._pass_words("hedge"):
            return True
        begins = self.text[:start].rstrip()[-1:] in ("", ".", ";", ":")
        if not self._pass_words("lead") and not (begins and self._pass_pattern(NUMBER)):
            return False
        self.lead = start if self.lead is None else self.lead
        return True

    def _range(self) -> bool:
        """Assign a range to the last equation of the sentence if that has no range, otherwise to the next
        equation.
        """
        start = self.position
        words = self._pass_words("range")
        if words is None:
            return False
        equations = [k for k in self._sentence if self.clauses[k].kind is ClauseKind.EQUATION]
        if not equations and self.begun == len(self.clauses) and self.ahead is None:
            self.ahead, self.behind = (words, start), self.position
            return True
        last = self.clauses[equations[-1]] if equations else None
        if last is None or last.since is not None or self.ahead is not None or self.lead is not None:
            self.position = start
            return False
        for k in equations:
            if k >= self.chain:
                self.clauses[k] = _with_range(self.clauses[k], words)
        self.behind = self.position
        follows = self.text[self.position :].lstrip()[:1]
        self.doubtful = self.text[:start].rstrip().endswith(",") or follows not in (",", ";", ".", "")
        return True

    @property
    def _sentence(self) -> range:
        """Return the indices of the clauses in the current sentence."""
        return range(self.begun, len(self.clauses))

    def _degree(self) -> bool:
        is_behind = bool(self.clauses) and self.clauses[-1].kind is ClauseKind.EQUATION
        start = self.position
        words = self._pass_words("degree") if is_behind and self.lead is None else None
        if words is None:
            return False
        self.clauses.append(Clause(ClauseKind.DEGREE, self.text[start : words.end], number=words.value))
        return True

    def _series(self) -> bool:
        head = phrase_at(self.text, self.position, "series")
        run = run_at(self.text, head.end, IN_SERIES) if head else None
        if head is None or run is None or self.ahead is not None:
            return False
        letters = {*filter(str.isalpha, run.tokens), head.value} - {""}
        if len(letters) > 1:
            return False
        return self._take_formula(
            run.end, Clause(ClauseKind.SERIES, run.sides[0], variable=min(letters, default="x"))
        )

    def _growth(self) -> bool:
        """Parse the leading asymptotics of a(n), which have no range."""
        head = phrase_at(self.text, self.position, "growth")
        run = run_at(self.text, head.end, IN_GROWTH) if head else None
        if run is None or self.ahead is not None or self.text[run.end :].lstrip()[:1] == "~":
            return False
        return self._take_formula(run.end, Clause(ClauseKind.GROWTH, f"a(n) ~ {run.sides[0]}"))

    def _equations(self) -> bool:
        run = run_at(self.text, self.position, IN_EQUATION)
        if run is None or len(run.sides) < 2 or re.match(r"\([0-9]+\)\s", self.text[self.position :]):
            return False
        first, *others = run.sides
        values = [_VALUE.fullmatch(side) for side in run.sides[:-1]]
        if all(values):
            number = run.sides[-1]
            if self.ahead is not None or not _INTEGER.fullmatch(number):
                return False
            places = [int(match[1]) for match in values if match]
            value = int(number)
            clauses = [Clause(ClauseKind.VALUE, f"a({n}) = {value}", at=n, number=value) for n in places]
            return self._take_formula(run.end, *clauses)
        if "a(n" not in first + "".join(others) or self.doubtful:
            return False
        self.chain = len(self.clauses)
        clauses = [Clause(ClauseKind.EQUATION, f"{first} = {side}") for side in others]
        if self.ahead:
            clauses = [_with_range(clause, self.ahead[0]) for clause in clauses]
        self.ahead = None
        return self._take_formula(run.end, *clauses)

    def _take_formula(self, end: int, *clauses: Clause) -> bool:
        """Store the clauses of a formula that ends at the given position."""
        self.clauses += clauses
        self.position, self.behind, self.lead = end, end, None
        return True


def _with_range(clause: Clause, words: Phrase) -> Clause:
    """Return the clause with the parsed range."""
    return replace(clause, **words.value)
