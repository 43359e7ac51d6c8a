"""A hedged line read whole: the clauses that it is made of, or the first part that could not be read.

A line is a row of hedges, asides, attributions, ranges and formulas, between commas and full stops, and of
nothing else (``phrase`` has the closed lists). A range belongs to the equation before it in its sentence, or
else to the one behind it. One word, sign or bracket that is none of these, and the line is not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from gfkit.oeis.confirm.phrase import (
    ASIDE,
    DEGREE,
    HEDGE,
    LEAD,
    NUMBER,
    RANGE,
    SEPARATOR,
    SERIES,
    attribution_end,
    bound_of,
)
from gfkit.oeis.confirm.screen import IN_EQUATION, IN_SERIES, run_at

_LONGEST = 20_000
_BLANK = re.compile(r"\s+")
_VALUE = re.compile(r"a\(([0-9]{1,9})\)")
_INTEGER = re.compile(r"-?[0-9]{1,1000}")
_STOPS = [ASIDE, RANGE, DEGREE, re.compile(r"\(\s*(?:(?:from|by)\s+)?_")]


class Form(StrEnum):
    """What a clause claims of a(n)."""

    EQUATION = "equation"
    SERIES = "generating function"
    VALUE = "value"
    DEGREE = "degree"


@dataclass(frozen=True)
class Clause:
    """One claim: an equation with a(n) from ``since`` on (None: nothing is said), a quotient in ``variable``
    that is the g.f., the value ``number`` of a(``at``), or that a(n) is a polynomial of degree ``number``.

    ``given`` are the indices of the values that stand in the same sentence as an equation.
    """

    form: Form
    text: str
    since: int | None = None
    variable: str = ""
    at: int = 0
    number: int = 0
    given: tuple[int, ...] = ()


@dataclass(frozen=True)
class LineRead:
    """The clauses of a line; ``unread`` is where reading stopped, and empty when all was read."""

    clauses: tuple[Clause, ...]
    unread: str = ""


def read_line(text: str) -> LineRead:
    """The clauses of a line, all of them, or the part that is not understood.

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
    """Position in a line, what was read of it, and what the sentence still owes.

    ``begun`` is the first clause of this sentence, ``chain`` that of its last equation; ``lead`` is where
    words began that need a formula behind them, ``ahead`` a range that waits for its equation, with its
    place, ``behind`` the end of the last range or clause, and ``doubtful`` says that the range read last may
    belong to what comes before or behind it.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.clauses: list[Clause] = []
        self.begun = 0
        self.chain = 0
        self.lead: int | None = None
        self.ahead: tuple[int, int] | None = None
        self.behind = 0
        self.doubtful = False

    def run(self) -> int | None:
        """Reads to the end; the place of what is not understood, or None."""
        while True:
            self._passed(_BLANK)
            if self.position == len(self.text):
                return self._ended()
            is_end = self.text[self.position] in ".;"
            if self._passed(SEPARATOR):
                if is_end and (left := self._ended()) is not None:
                    return left
                continue
            words = (self._aside, self._range, self._degree, self._phrase)
            formulas = (self._series, self._equations) if self._is_parted else ()
            if not any(step() for step in (*words, *formulas)):
                return self.position if self.lead is None else self.lead

    @property
    def _is_parted(self) -> bool:
        """Whether something stands between this and the range or clause before: n > 2 a(1) = 2 is unclear."""
        return not self.behind or self.text[self.behind : self.position].strip() != ""

    def _passed(self, *patterns: re.Pattern[str]) -> re.Match[str] | None:
        for pattern in patterns:
            found = pattern.match(self.text, self.position)
            if found and found.end() > self.position:
                self.position = found.end()
                return found
        return None

    def _ended(self) -> int | None:
        """The end of a sentence; the place of words or a range that lead to nothing."""
        places = [self.lead, self.ahead[1] if self.ahead else None]
        left = min((place for place in places if place is not None), default=None)
        given = tuple(self.clauses[k].at for k in self._sentence if self.clauses[k].form is Form.VALUE)
        for place in self._sentence:
            clause = self.clauses[place]
            if clause.form is Form.EQUATION:
                self.clauses[place] = replace(clause, given=given)
            if clause.form is Form.DEGREE:
                self.clauses[place] = replace(clause, since=self.clauses[place - 1].since)
        self.begun, self.doubtful = len(self.clauses), False
        return left

    # Steps

    def _aside(self) -> bool:
        end = attribution_end(self.text, self.position)
        if end is not None:
            self.position = end
            return True
        return self._passed(ASIDE) is not None

    def _phrase(self) -> bool:
        start = self.position
        if self._passed(HEDGE):
            return True
        begins = self.text[:start].rstrip()[-1:] in ("", ".", ";", ":")
        if self._passed(*LEAD, *([NUMBER] if begins else [])) is None:
            return False
        self.lead = start if self.lead is None else self.lead
        return True

    def _range(self) -> bool:
        """A range goes to the last equation of the sentence that has none, else to the next one."""
        start = self.position
        found = self._passed(RANGE)
        if found is None:
            return False
        equations = [k for k in self._sentence if self.clauses[k].form is Form.EQUATION]
        if not equations and self.begun == len(self.clauses) and self.ahead is None:
            self.ahead, self.behind = (bound_of(found), start), self.position
            return True
        last = self.clauses[equations[-1]] if equations else None
        if last is None or last.since is not None or self.ahead is not None or self.lead is not None:
            self.position = start
            return False
        for k in equations:
            if k >= self.chain:
                self.clauses[k] = replace(self.clauses[k], since=bound_of(found))
        self.behind = self.position
        follows = self.text[self.position :].lstrip()[:1]
        self.doubtful = self.text[:start].rstrip().endswith(",") or follows not in (",", ";", ".", "")
        return True

    @property
    def _sentence(self) -> range:
        """The places of the clauses of this sentence."""
        return range(self.begun, len(self.clauses))

    def _degree(self) -> bool:
        is_behind = len(self.clauses) > self.begun and self.clauses[-1].form is Form.EQUATION
        found = self._passed(DEGREE) if is_behind and self.lead is None else None
        if found is None:
            return False
        self.clauses.append(Clause(Form.DEGREE, found[0], number=int(found[1])))
        return True

    def _series(self) -> bool:
        start = self.position
        head = self._passed(SERIES)
        run = run_at(self.text, self.position, IN_SERIES, _STOPS) if head else None
        if head is None or run is None or self.ahead is not None:
            self.position = start
            return False
        letters = {token.text for token in run.tokens if token.is_name} | {head["letter"]} - {None}
        if len(letters) > 1:
            self.position = start
            return False
        self.position, self.behind, self.lead = run.end, run.end, None
        self.clauses.append(Clause(Form.SERIES, run.sides[0], variable=min(letters, default="x")))
        return True

    def _equations(self) -> bool:
        run = run_at(self.text, self.position, IN_EQUATION, _STOPS)
        if run is None or len(run.sides) < 2 or re.match(r"\([0-9]+\)\s", self.text[self.position :]):
            return False
        first, *others = run.sides
        values = [_VALUE.fullmatch(side) for side in run.sides[:-1]]
        if all(values):
            return self._values([int(found[1]) for found in values if found], run.sides[-1], run.end)
        if "a(n" not in first + "".join(others) or self.doubtful:
            return False
        since = self.ahead[0] if self.ahead else None
        self.chain = len(self.clauses)
        self.clauses += [Clause(Form.EQUATION, f"{first} = {side}", since) for side in others]
        self.position, self.behind, self.lead, self.ahead = run.end, run.end, None, None
        return True

    def _values(self, places: list[int], number: str, end: int) -> bool:
        if self.ahead is not None or not _INTEGER.fullmatch(number):
            return False
        value = int(number)
        self.clauses += [Clause(Form.VALUE, f"a({n}) = {value}", at=n, number=value) for n in places]
        self.position, self.behind, self.lead = end, end, None
        return True
