"""Settle one name: parse it, derive its sequence, compare the terms, and check the conditions below.

A name is settled if

1. it was parsed completely;
2. every term equals the count of its board, under the offset of the entry (or with the first term at n = 1 or
   n = 0 if there is no offset), at least four terms have two digits, and the terms are not powers of one
   number, which many interpretations yield;
3. brute force, which shares no code with the transfer matrix, yields the same counts on two small boards on
   which the rule excludes something;
4. the recurrence is proved;
5. at least one hedged line of the entry, if it has any, was confirmed or is false.

A term that differs is worked out, as `gfkit.oeis.settle.difference` describes.
"""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, pairwise
from math import inf
from operator import attrgetter
from typing import Any, cast
from zlib import compress

from gfkit.claims.provers.truth import GameTruth
from gfkit.core.algebra import PRecursive, RationalGF, Status
from gfkit.core.algebra.formula import to
from gfkit.core.algebra.number import whole_text
from gfkit.core.boards import Board, Family
from gfkit.core.boards.board import FIRST_WRAP, from_grid
from gfkit.core.deferred import dataclass, field, fields, replace
from gfkit.core.engine import Derived
from gfkit.core.engine.count import count
from gfkit.core.engine.strip.strip import idle
from gfkit.core.errors import GfkitError, InputError, LimitError, MismatchError, SelfCheckError
from gfkit.core.oracle import brute_force
from gfkit.core.rules import Question, Rule
from gfkit.core.typing import Progress, Weights, stoppable
from gfkit.oeis.confirm import Answer, confirm_known, entry_series
from gfkit.oeis.entry import Entry
from gfkit.oeis.export.draft import (
    LONGEST_LINE,
    PLACEHOLDER,
    Heading,
    KnownSeries,
    comma_list,
    series_from,
    signature,
    terms_before,
)
from gfkit.oeis.export.family import proved_lines
from gfkit.oeis.export.table import cells, number_of_fillings, says_something
from gfkit.oeis.hedged import hedged_lines
from gfkit.oeis.reading import NameReading
from gfkit.oeis.settle.difference import WorkedDifference
from gfkit.oeis.settle.records import (
    DifferenceFinding,
    NamedTerms,
    Obstacle,
    SettledName,
    Settlement,
    TermDifference,
)
from gfkit.proofs import certificate_of, certificate_text
from gfkit.questions import SizeLaw, derive_in_values, derive_on_squares

LONG = 1000
"""Number of terms of a b-file."""
_LEAST = 4
_TWO_DIGITS = 10
_FIRST = (1, 0)
"""Candidates for the first index if the entry does not state it."""
_LATER = range(2, 13)
"""Further candidates for the first index; agreement under one of these does not settle the name."""
_LISTED = 2
_MOST_FILLINGS, _MOST_TRIES = 600_000, 20_000
"""Limits for enumerating a board: assignments of arrays, and steps for other rules; about half a second."""
_RARE, _MOST_OF_RARE = 1000, 2_000_000
"""If at most this many assignments are admissible, more assignments are enumerated, up to the second
number.
"""
_NARROW, _FIRST_CELLS = 5, 4
_FORECAST = (3, 4)
"""Widths from which the number of states is extrapolated, if the first board has more assignments than states
are allowed.
"""
_MOST_CERTIFIED = 5000
"""Maximum number of states for which a certificate is stored."""
_MARGIN, _OBSERVED = 2, 50
"""A name is stopped if its estimated time is this multiple of the time that is left. A stage is extrapolated
after this part of the limit.
"""
_SLICES, _TICK = 3, 1e-6
"""Number of slices from which the time is extrapolated, and the smallest time of a slice in CPU seconds."""
_EARLY_SECONDS = 0.5
"""CPU seconds for counting small boards before a formula is derived, if there are several interpretations."""
_SECONDS_OF_SQUARES, _GROWTH, _GROWTH_PER_VERTEX = 6, 30, 1.5
"""Limits for boards counted one by one: CPU seconds for a board, and the estimated factors for the next board
(maximum, and per vertex of a graph).
"""


class _ForecastError(LimitError):
    """The estimated time exceeds the limit."""


@dataclass
class Forecast:
    """Progress function that stops a name whose time limit would not suffice.

    The time of a stage with a known number of steps is extrapolated linearly. While states are found, the
    time of two more slices is extrapolated, with the smaller of the last two ratios between slices.
    """

    limit: float
    slice_size: int = 1
    began: float = field(default_factory=time.process_time)
    _last: Progress = Progress("", 0, 0, 0)
    _times: list[float] = field(default_factory=list)
    """CPU times at the start of the stage and at the ends of its slices."""

    def __call__(self, report: Progress) -> None:
        now, last, self._last = time.process_time(), self._last, report
        if report.stage != last.stage or report.done < last.done:
            self._times = [now]
        rest, times = 0.0, self._times
        if report.total:
            spent = now - times[0]
            is_known = report.done and spent > self.limit / _OBSERVED
            rest = spent * (report.total - report.done) / report.done if is_known else 0
        elif report.done + 1 >= len(times) * self.slice_size:
            times.append(now)
            before, second, last_slice = (max(b - a, _TICK) for a, b in pairwise([*[now] * 3, *times][-4:]))
            growth = min(last_slice / second, second / before) if len(times) > _SLICES else 0
            rest = last_slice * growth * (1 + growth) if growth > 1 else 0
        if rest > _MARGIN * (self.began + self.limit - now):
            raise _ForecastError(f"about {rest:.0f} more seconds are forecast ({report.stage})")


Failures = Mapping[str, tuple[int, str]]
"""Smallest size that took too long or too much memory, with the reason, for each rule and board shape."""
_SMALLER = "the same rule took too much time or memory on a smaller board"
NameReader = Callable[[str], "Sequence[NameReading]"]
"""Function that returns the interpretations of a name, which are then compared with the terms. It may raise
GfkitError.
"""


def refusal(asked: NamedTerms, why: Obstacle, detail: str = "", seconds: float = 0.0) -> SettledName:
    """Return the result for a refused name, with the reason."""
    return SettledName(asked.number, asked.name, Settlement.REFUSED, why.value, detail, seconds)


def only_read(asked: NamedTerms, read: NameReader) -> SettledName:
    """Return a result that contains only the interpretation of the name, refused as failed."""
    readings = read(asked.name)
    return _reading_of(asked, readings[0]) if readings else refusal(asked, Obstacle.NOT_READ)


def _reading_of(asked: NamedTerms, reading: NameReading) -> SettledName:
    """Return the interpretation of a name, before any further result."""
    return SettledName(
        asked.number,
        asked.name,
        Settlement.REFUSED,
        Obstacle.FAILED.value,
        family=reading.family or reading.table,
        positions=reading.positions,
        sentence=reading.sentence,
        statement=reading.statement or "",
        file=reading.file,
        shift=reading.shift,
        step=reading.step,
    )


@stoppable
def settle_name(
    asked: NamedTerms,
    read: NameReader,
    max_memory: int | None = None,
    author: str = PLACEHOLDER,
    certify: bool = True,
    failed: Failures | None = None,
    with_certificate: bool = True,
    works_out: bool = True,
    most_states: float = inf,
    seconds: float = inf,
) -> SettledName:
    """Return the result for a name, with its CPU time.

    A difference is explained only if ``works_out``. A name is refused if the number of states of its strip,
    extrapolated from narrow strips, exceeds ``most_states``, or if the time is forecast to exceed ``seconds``
    clearly.

    If ``certify`` is False, no certificate is computed, which saves about a fifth of the time. A name whose
    rule ``failed`` on a smaller board is refused for the same reason.

    If there are several interpretations, the one that yields every term is used. If two of them yield all
    terms but have different continuations, or one could not be computed, the name is not settled.
    """
    began = time.process_time()
    try:
        limits = max_memory, most_states, Forecast(seconds)
        row = _settle_readings(
            asked, read, limits, author, certify, failed or {}, with_certificate, works_out
        )
    except GfkitError as error:
        row = refusal(asked, Obstacle.FAILED, _one_line(error))
    except MemoryError:
        row = refusal(asked, Obstacle.STATES, "out of memory")
    return replace(row, seconds=round(time.process_time() - began, 3))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _settle_readings(
    asked: NamedTerms,
    read: NameReader,
    limits: tuple[int | None, float, Forecast],
    author: str,
    certify: bool,
    failed: Failures,
    with_certificate: bool,
    works_out: bool,
) -> SettledName:
    try:
        readings = read(asked.name)
    except GfkitError as error:
        return refusal(asked, Obstacle.NOT_READ, _one_line(error))
    if not readings:
        return refusal(asked, Obstacle.NOT_READ, "no reading was found")
    for reading in readings:
        row = _reading_of(asked, reading)
        rule, size = row.rule_and_size
        if rule in failed and failed[rule][0] < size:
            return replace(row, reason=failed[rule][1], detail=_SMALLER)
    is_early = len(readings) > 1 and not works_out
    judged = [_Reading(asked, reading, *limits, author, certify, is_early) for reading in readings]
    fitting = [
        candidate for candidate in judged if candidate.fit is not None and candidate.fit.difference is None
    ]
    if not fitting:
        open_ = [candidate for candidate in judged if candidate.fit is None]
        best, *others = open_ or sorted(judged, key=lambda candidate: -candidate.reach)
        rival = others and others[0].reach == best.reach
        row = best.result()
        return best.explained(row, bool(rival)) if works_out and row.difference is not None else row
    first = fitting[0]
    if any(
        (candidate.series, candidate.sequence) != (first.series, first.sequence) for candidate in fitting[1:]
    ) or any(candidate.fit is None for candidate in judged):
        return replace(
            first.result(),
            settlement=Settlement.AGREES,
            reason=Obstacle.TWO_READINGS.value,
            detail=f"{len(judged)} readings, and the terms do not decide between them",
            additions=(),
        )
    row = first.result()
    return replace(row, certificate=first.certificate()) if with_certificate and row.is_settled else row


@dataclass(frozen=True)
class _Fit:
    """Comparison of terms with boards: the first index, the compared boards, and the first difference.

    ``boards`` are the sizes of the compared boards, and ``bare`` the terms before them.
    """

    first_n: int
    boards: tuple[int, ...] = ()
    bare: int = 0
    missing: int = 0
    difference: TermDifference | None = None


@dataclass
class _Reading:
    """Interpretation of a name, compared with the terms."""

    asked: NamedTerms
    reading: NameReading
    max_memory: int | None
    most_states: float
    forecast: Forecast
    author: str
    certify: bool
    is_early: bool = False
    """True if counts of small boards are compared before a formula is derived."""
    fit: _Fit | None = None
    law: Derived | SizeLaw | None = None
    truth: GameTruth | None = None
    why: Obstacle = Obstacle.FAILED
    detail: str = ""
    listed: list[tuple[str, str]] = field(default_factory=list)
    known: dict[int, Any] = field(default_factory=dict)
    """Counts by board size, as they were compared with the terms."""

    def __post_init__(self) -> None:
        reading = self.reading
        if not self.asked.terms:
            self.why = Obstacle.NO_TERMS
            return
        try:
            self.why = Obstacle.NO_RULE
            rule = Rule.of(reading.rule)
            written = replace(
                cast(Any, Rule.of(reading.file)), name=rule.name
            )  # the file of one board names that board
            if written != rule:
                names = [part.name for part in fields(cast(Any, rule))]
                unlike = [name for name in names if getattr(written, name, None) != getattr(rule, name)]
                raise SelfCheckError(
                    f"the rule file describes a rule with other values of {', '.join(unlike)}"
                )
            self.why = Obstacle.NO_LAW
            if reading.values:
                self._compare(
                    derive_in_values(rule, reading.family, reading.values, on_progress=self.forecast)
                )
            elif reading.family.endswith("nxn") and reading.pieces is not None:
                self._derive_on_squares(reading.pieces)
            elif reading.family.endswith("nxn") or reading.asks or reading.one_by_one:
                with suppress(MismatchError):
                    self._derive_shapes(rule)
                if self.law is None:
                    self._count_one_by_one()
            elif reading.family:
                self.why = Obstacle.NO_RULE
                question = Question.of(rule, reading.family, reading.positions)
                question.family_for("settling")
                self.why = Obstacle.NO_LAW
                self._derive(question)
            else:
                fits = [self._fit_table(rule, turned) for turned in (False, True) if reading.table]
                self.why, self.fit = Obstacle.TABLE, max(fits, key=_reach, default=None)
        except (LimitError, MemoryError) as error:
            is_slow = isinstance(error, _ForecastError)
            self.why, self.detail = Obstacle.TIME if is_slow else Obstacle.STATES, _one_line(error)
        except SelfCheckError as error:
            self.why, self.detail = Obstacle.FAILED, _one_line(error)
        except GfkitError as error:
            self.detail = _one_line(error)

    def _fit_table(self, rule: Rule, turned: bool) -> _Fit:
        """Compare the terms T(1,1), T(1,2), T(2,1), ... with boards counted one by one."""
        word, _, sizes = self.reading.table.rpartition(":")
        first = 1 if self.asked.first_n is None else self.asked.first_n
        down, right = self.reading.shifts
        for place, (term, cell) in enumerate(
            zip(self.asked.terms, cells(len(self.asked.terms)), strict=True)
        ):
            row, column = reversed(cell) if turned else cell
            sides = {"n": row + down, "k": column + right}
            board = "x".join(str(sides.get(size, size)) for size in sizes.split("x"))
            value = int(count(rule, f"{word}:{board}" if word else board, self.reading.positions).count)
            if value != term:
                difference = TermDifference(first + place, whole_text(term), whole_text(value))
                return _Fit(first, tuple(range(place)), difference=difference)
        return _Fit(first, tuple(range(len(self.asked.terms))))

    def _derive(self, question: Question) -> None:
        states: float = 0
        with suppress(MismatchError):
            states = _forecast_states(question, self.most_states)
        if states > self.most_states:
            raise LimitError(f"about {states:.0e} states are forecast from strips of widths 3 and 4")
        family, first = question.family, question.family.first_n
        with suppress(InputError, LimitError):
            if self.is_early and self._differs_early(question):
                return
        self.forecast.slice_size = max(1, family.at(first + 4).size - family.at(first + 3).size)
        self.truth = GameTruth(question, self.forecast, self.max_memory, self.certify)
        law = self.truth.law(Weights.NONE)
        if law.rational is None and law.sequence_along(1, 0) is None:
            self.detail = "there is no ordinary generating function"
            return
        self._compare(law)

    def _differs_early(self, question: Question) -> bool:
        """Return True if counts of small boards differ from the terms for every index of the first term."""
        terms, first, begins = self.asked.terms, self.asked.first_n, question.family.first_n
        starts = (*_FIRST, *_LATER) if first is None else (first,)
        known, end = list[int](), time.process_time() + _EARLY_SECONDS
        while time.process_time() < end and len(known) <= max(starts) + len(terms):
            single = question.on(question.family.at(begins + len(known)))
            known.append(self.reading.number_of(single))
            fits = [_fit(terms, start, self.reading, known, begins) for start in starts]
            if all(fit.difference is not None for fit in fits):
                self.fit = self._best(known, begins)
                return True
        return False

    def _derive_on_squares(self, pieces: int) -> None:
        """Derive the formula for exactly k pieces from the rule without the constraint on the number of
        pieces.
        """
        given, boards = self.reading.rule, self.reading.family
        near = {key: asked for key, asked in given["rules"].items() if key != "exactly"}
        cells = {**given["cells"], "weight": {"1": "x"}}
        self._compare(derive_on_squares(Rule.of({**given, "cells": cells, "rules": near}), boards, pieces))

    def _derive_shapes(self, rule: Rule) -> None:
        """Derive the formula for k connected pieces on growing squares."""
        boards, asks = self.reading.family, self.reading.asks
        if boards.endswith("nxn") and asks.isdecimal():
            self._compare(derive_on_squares(rule, boards, int(asks)))

    def _count_one_by_one(self) -> None:
        """Count boards one by one, for a few seconds, if the family has no formula of a known kind."""
        reading, known, begins = self.reading, list[int](), 1
        most = reading.step * (len(self.asked.terms) + max(_LATER)) + reading.shift
        end = time.process_time() + _SECONDS_OF_SQUARES
        spent, before = 0.0, 0
        while begins < max(_LATER) and len(known) < most:
            began, number = time.process_time(), None
            with suppress(InputError, LimitError):
                question = reading.question_on(begins + len(known))
                if question is not None:
                    more = question.board.size - before
                    growth = max(_GROWTH, 0 if question.board.grid else _GROWTH_PER_VERTEX**more)
                    if began > end or spent * growth > _SECONDS_OF_SQUARES:
                        break
                    number, before = reading.number_of(question), question.board.size
            if number is not None:
                known.append(number)
            elif known:
                break
            else:
                begins += 1
            spent = time.process_time() - began

        self.fit = self._best(known, begins)
        squares = reading.family.endswith("nxn")
        what = (
            "no formula of a known kind was found for squares" if squares else "the rule depends on the board"
        )
        if self.fit.difference is None and len(self.fit.boards) < _LEAST:
            self.fit = None
            self.detail = f"{what}; only {len(known)} boards could be counted"
        elif self.fit.difference is None:
            last = (self.fit.boards[-1] - reading.shift) // reading.step
            self.detail = f"{what}; the boards counted separately agree up to n = {last}"

    def _compare(self, law: Derived | SizeLaw) -> None:
        self.law = law
        reading, most = self.reading, (self.asked.first_n or 0) + len(self.asked.terms) + max(_LATER)
        known = law.terms(max(0, reading.step * most + reading.shift - law.first_n))
        self.fit = self._best(known, law.first_n)

    def _best(self, known: Sequence[Any], begins: int) -> _Fit:
        """Return the best alignment of the terms with the known counts."""
        terms, first = self.asked.terms, self.asked.first_n
        self.known = dict(enumerate(known, begins))

        def fit(start: int) -> _Fit:
            return _fit(terms, start, self.reading, known, begins)

        best = max(map(fit, _FIRST if first is None else (first,)), key=_reach)
        if best.difference is not None and first is None and not _find_weakness(terms):
            fits = map(fit, _LATER)
            later = [fit for fit in fits if fit.difference is None and len(fit.boards) >= _LEAST]
            return next((fit for fit in later if not fit.missing), later[0] if later else best)
        return best

    @property
    def reach(self) -> int:
        return 0 if self.fit is None else _reach(self.fit)

    @property
    def series(self) -> RationalGF | None:
        """Generating function of the entry, or None if it is not rational or this interpretation does not
        yield the terms.
        """
        if self.law is None or self.law.rational is None or self.fit is None:
            return None
        asked, fit = self.asked, self.fit
        plain = Entry(asked.number, terms=asked.terms, first_n=fit.first_n)
        whole, rest = divmod(self.reading.shift, self.reading.step)
        step, known = self.reading.step, self.law.rational
        boards = known if step == 1 else known.subsequence(step, rest)
        return entry_series(plain, boards, whole, fit.first_n + fit.bare)

    @property
    def sequence(self) -> PRecursive | None:
        """Recurrence of the entry, or None if its generating function is rational."""
        return None if self.law is None else self.law.sequence_along(self.reading.step, self.reading.shift)

    def certificate(self) -> str:
        """Return the compressed certificate, or an empty string if it does not exist or is too large."""
        assert self.law is not None, "the name is settled"
        states = dict(self.law.evidence.details).get("states", 0)
        try:
            text = certificate_text(certificate_of(self.law)) if int(states) <= _MOST_CERTIFIED else ""
        except GfkitError:
            text = ""
        return text and b64encode(compress(text.encode())).decode()

    # Results

    def result(self) -> SettledName:
        """Return the result for the name, provided that this interpretation is correct."""
        fit, law, series, sequence = self.fit, self.law, self.series, self.sequence
        row = replace(_reading_of(self.asked, self.reading), reason=self.why.value, detail=self.detail)
        if fit is None:
            return row
        taken = self.asked.first_n is None
        row = replace(row, first_n=fit.first_n, is_offset_taken=taken, compared=len(fit.boards))
        if fit.difference is not None:
            return replace(
                row,
                settlement=Settlement.DIFFERS,
                reason=str(fit.difference),
                difference=fit.difference,
                detail="",
            )
        row = self._with_law(replace(row, settlement=Settlement.AGREES))
        if law is None or row.order is None:
            return row
        why = self._obstacle(fit, law)
        row = replace(row, listed=tuple(self.listed))
        if why is not None:
            detail = self._extension(series, fit) if series is not None and fit.missing else ""
            return replace(row, reason=why.value, detail=detail)
        if series is not None:
            return self._with_lines(row, series, law)
        line = f"%F {self.asked.number} {to(sequence, 'oeis')}. - {self.author}"
        added = (line,) * (len(line) <= LONGEST_LINE)
        return replace(row, settlement=Settlement.SETTLED, reason="", detail="", additions=added)

    def _with_law(self, row: SettledName) -> SettledName:
        """Add the recurrence and the generating function, if they are known."""
        law, series = self.law, self.series
        rule = self.sequence if series is None else series.recurrence
        if law is None or rule is None:
            return row
        row = replace(row, order=rule.order, recurrence=str(rule), evidence=law.evidence.as_json())
        if series is not None:
            row = replace(row, law=(str(series.numerator), str(series.denominator)))
            if law.evidence.status is Status.PROVED and series.order:
                row = replace(row, signature=f"({','.join(map(whole_text, signature(series)))})")
        return row

    def explained(self, row: SettledName, has_rival: bool) -> SettledName:
        """Explain the difference; if the entry is wrong, add the text for the editors."""
        assert row.first_n is not None, "the terms were compared"
        assert row.difference is not None, "a term differs"
        if not self.known:
            return replace(row, finding=DifferenceFinding.UNDECIDED.value, detail="a table is not worked out")
        rival = "another reading differs first at the same term" if has_rival else ""
        difference = WorkedDifference(
            self.asked, self.reading, row.first_n, row.difference.n, self.known, rival
        )
        finding, why, listed = difference.explain()
        row = replace(row, finding=finding.value, detail=why, enumerations=listed)
        if finding is not DifferenceFinding.WRONG:
            return row
        row, law, series = self._with_law(row), self.law, self.series
        lines = difference.erratum_lines(listed, why, self.author)
        if law is not None and series is not None and law.evidence.status is Status.PROVED:
            lines += proved_lines(
                Heading(self.asked.number, author=self.author), KnownSeries(series, law.evidence), LONG
            )
        return replace(row, additions=lines)

    def _extension(self, series: RationalGF, fit: _Fit) -> str:
        """Describe the terms without a board that the recurrence yields when it is extended backwards."""
        before = terms_before(series_from(series, fit.first_n + fit.bare), fit.bare)
        given, listed = self.asked.terms[: fit.bare], ", ".join(map(str, before))
        same = "as the entry has" if before == list(given) else f"where the entry has {comma_list(given)}"
        return (
            f"extended backwards, the recurrence gives {listed} for n >= {fit.first_n}, {same}"
            if before
            else ""
        )

    def _obstacle(self, fit: _Fit, law: Derived | SizeLaw) -> Obstacle | None:
        """Return the reason why a name whose terms all agree is not settled, or None."""
        if self.asked.first_n is None and fit.first_n in _LATER:
            return Obstacle.OFFSET
        if fit.missing or (fit.bare and law.rational is None):
            return Obstacle.NO_BOARD
        weak = _find_weakness(self.asked.terms[fit.bare :])
        if weak is not None or law.evidence.status is not Status.PROVED:
            return weak or Obstacle.NOT_PROVED
        if not self._is_listed(fit, law):
            return Obstacle.NOT_LISTED
        is_judged = self.truth is not None and law.rational is not None
        entry = None if is_judged else self.asked.entry
        return Obstacle.LINE if entry is not None and any(hedged_lines(entry)) else None

    def _is_listed(self, fit: _Fit, law: Derived | SizeLaw) -> bool:
        """Return True if brute force enumerates the two smallest boards on which the rule excludes something.
        Raise SelfCheckError if the counts differ.

        If the boards of the family are too large to enumerate, narrower ones with the same rule are used.
        """
        own = ((_one_board(self.reading, size), int(law[size])) for size in fit.boards)
        if self.truth is not None:
            others = _iterate_narrower(self.truth.question)
        else:
            asked = [_one_board(self.reading, size) for size in fit.boards[:_NARROW] if law[size] > 0]
            others = _iterate_smaller(asked, self.reading)
        for source in (own, others):
            telling = ((single, value) for single, value in source if says_something(single, value))
            boards = list(islice(telling, _LISTED))
            if len(boards) < _LISTED or any(_choose_limit(single, value) is None for single, value in boards):
                continue
            self.listed = []
            for single, value in boards:
                number = _listed_number(single, value, self.reading)
                if number is None:
                    break
                board = single.board.text
                if number != value:
                    raise SelfCheckError(
                        f"on {board} the enumeration yields {number} configurations, but the transfer matrix"
                        f" yields {value}"
                    )
                self.listed.append((board, whole_text(number)))
            if len(self.listed) == _LISTED:
                return True
        return False

    def _with_lines(self, row: SettledName, series: RationalGF, law: Derived | SizeLaw) -> SettledName:
        """Mark a name as settled, with the lines to add and the verdicts on the entry's hedged lines."""
        entry, step = self.asked.entry, self.reading.step
        added: tuple[str, ...] = ()
        if entry is not None and self.truth is not None:
            every = (step, self.reading.shift % step)
            confirmation = confirm_known(entry, self.truth, author=self.author, terms=LONG, every=every)
            lines, added = confirmation.lines, confirmation.additions
            row = replace(row, lines=tuple(line.as_json() for line in lines))
            if lines and all(line.verdict is Answer.UNKNOWN for line in lines):
                return replace(row, reason=Obstacle.LINE.value, detail=lines[0].reason)
        if not added:
            heading = Heading(self.asked.number, author=self.author)
            added = proved_lines(heading, KnownSeries(series, law.evidence), LONG)
        return replace(row, settlement=Settlement.SETTLED, reason="", detail="", additions=added)


# Comparison of terms and boards


def _reach(fit: _Fit) -> int:
    """Return the number of initial terms that agree, plus 1 if all do."""
    return (len(fit.boards) + fit.bare + fit.missing) + (fit.difference is None)


def _one_board(reading: NameReading, size: int) -> Question:
    """Return the query on the board of a size that has one."""
    question = reading.question_on(size)
    assert question is not None, "it has a board of each size"
    return question


def _fit(
    terms: Sequence[int],
    first_n: int,
    reading: NameReading,
    known: Sequence[Any],
    begins: int,
) -> _Fit:
    """Compare the terms a(n), n >= ``first_n``, with the known counts, up to the first difference.

    By convention, the term of the board without cells may be 0 or 1. A term for which the family has no board
    is not compared, and is counted as missing.
    """
    step, shift = reading.step, reading.shift
    sizes = range(step * first_n + shift, step * (first_n + len(terms)) + shift, step)
    boards: list[int] = []
    bare = missing = 0
    for term, size in zip(terms, sizes, strict=True):
        if size < begins:
            missing, bare = missing + 1, bare + 1
            continue
        if size - begins >= len(known):
            break
        value = known[size - begins]
        if term != value:
            if not boards and term in (0, 1) and _one_board(reading, size).board.size == 0:
                bare += 1
                continue
            n = (size - shift) // step
            difference = TermDifference(n, whole_text(term), str(value))
            return _Fit(first_n, tuple(boards), bare, missing, difference)
        boards.append(size)
    return _Fit(first_n, tuple(boards), bare, missing)


def _find_weakness(terms: Sequence[int]) -> Obstacle | None:
    """Return the reason why the terms have too little information, or None."""
    if sum(abs(term) >= _TWO_DIGITS for term in terms) < _LEAST:
        return Obstacle.TOO_FEW
    return Obstacle.PLAIN if are_plain(terms) else None


def are_plain(terms: Sequence[int]) -> bool:
    """Return True if all terms are 0 or, up to sign, powers of one number, as for a rule without constraints.

    >>> are_plain([1, 4, 16, 256]), are_plain([2, 4, 8, 16]), are_plain([3, 6, 12, 24]), are_plain([0, 0, 1])
    (True, True, False, True)
    """
    sizes = {abs(term) for term in terms} - {0, 1}
    root = min(sizes, default=1)
    for size in sizes:
        while size != 1:  # Euclid, on the exponents
            root, size = min(root, size), max(root, size)
            if size % root:
                return False
            size //= root
    return True


# Boards to list


def _choose_limit(single: Question, value: int) -> int | None:
    """Return the limit for enumerating a board, or None if the enumeration would not finish."""
    fillings = number_of_fillings(single)
    if fillings is None:
        return _MOST_TRIES if value <= _MOST_TRIES else None
    tries = _MOST_FILLINGS if value > _RARE else _MOST_OF_RARE
    return tries if fillings <= tries else None


def _listed_number(single: Question, value: int, reading: NameReading) -> int | None:
    """Return the number of configurations by brute force, or None if it takes too long."""
    try:
        return reading.number_of(single, partial(brute_force, tries=_choose_limit(single, value)))
    except LimitError:
        return None


def _iterate_smaller(questions: Sequence[Question], reading: NameReading) -> Iterator[tuple[Question, int]]:
    """Yield smaller boards on which every constraint of the rule fits and the set of values is the same, with
    their counts.
    """
    for question in questions:
        for board in _smaller_boards(question.board):
            single = question.on(board)
            if not idle(question.rule, board) and _choose_limit(single, 0) is not None:
                yield single, reading.number_of(single)


def _smaller_boards(board: Board) -> Iterator[Board]:
    """Yield smaller boards in increasing order: narrow grids for a full grid, initial sets of cells for any
    other board.
    """
    grid, size = board.grid, _FIRST_CELLS
    if grid is None or not (board.is_bare and board.fills_grid):
        while size < board.size:
            yield board.part(range(size))
            size = max(size + 1, size * 3 // 2)
        yield board
        return
    for short, long in ((side, side + more) for side in range(1, _NARROW) for more in (0, 1)):
        rows, cols = (long, short) if grid.rows >= grid.cols else (short, long)
        rows = min(grid.rows, max(rows, FIRST_WRAP if grid.wrap_rows else 1))
        cols = min(grid.cols, max(cols, FIRST_WRAP if grid.wrap_cols else 1))
        if (rows, cols) == (grid.rows, grid.cols):
            yield board
            return
        yield from_grid(f"{rows}x{cols}", replace(grid, rows=rows, cols=cols))


def _forecast_states(question: Question, most: float) -> float:
    """Return the number of states of a wide strip, extrapolated from two narrow ones, or 0 if it seems small.

    Only a rule that could have many states, one for each assignment of a line of the strip, is examined.
    """
    family, wide = question.family, max(_FORECAST)
    width = max((size for size in family.sizes if size is not None), default=0)
    single = question.on(family.at(max(1, family.first_n)))
    fillings = number_of_fillings(single) if len(family.sizes) == 2 and wide < width < inf != most else None
    if fillings is None or fillings < most:
        return 0
    states = []
    for size in _FORECAST:
        sizes = tuple(None if own is None else size for own in family.sizes)
        law = GameTruth(replace(question, boards=Family(family.word, sizes)), certifies=False).law(
            Weights.NONE
        )
        states.append(dict(law.evidence.details).get("states_before_merging", 0))
    return states[1] * (states[1] / states[0]) ** (width - wide) if all(states) else 0


def _iterate_narrower(question: Question) -> Iterator[tuple[Question, int]]:
    """Yield small boards of narrower families, smallest first, with their counts before division by the
    divisor of the rule.
    """
    family, rule = question.family, question.rule
    fixed = [size for size in family.sizes if size is not None]
    if len(family.sizes) != 2 or len(fixed) != 1:
        return
    question = replace(question, rule=rule.without_divisor())
    boards = [
        Family(family.word, tuple(width if size is not None else None for size in family.sizes)).at(n)
        for width in range(1, min(fixed[0], _NARROW))
        for n in range(max(1, family.first_n), max(1, family.first_n) + _NARROW)
    ]
    for board in sorted(boards, key=attrgetter("size")):
        with suppress(MismatchError):  # some rules are not defined on cyclic boards with double edges
            single = question.on(board)
            yield single, int(count(single).count)
