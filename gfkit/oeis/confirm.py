"""Verdicts on hedged lines of an entry: the sequence is derived from its rule and compared with the lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from gfkit.claims.judge import Judgement, Verdict
from gfkit.claims.provers.truth import GameTruth, LawTruth
from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.engine import Derived
from gfkit.core.engine.count import count
from gfkit.core.errors import GfkitError, MismatchError, interruptible
from gfkit.core.rules import Question, Rule, as_rule
from gfkit.core.typing import OnProgress, Positions, Weights, stoppable
from gfkit.core.writable import JsonRecord
from gfkit.oeis.clause import judge_clauses
from gfkit.oeis.entry import Entry
from gfkit.oeis.export.draft import LONGEST_LINE, PLACEHOLDER, Heading, series_from, signature, states_text
from gfkit.oeis.export.table import cells
from gfkit.oeis.files import BFile, write_files
from gfkit.oeis.hedged import HedgedLine, hedged_lines, stated_lines
from gfkit.oeis.lint.rules import signature_link

_TABLE_TERMS = 36
ARRAY = "mxn"
_FAR = 12
_LEAST, _FREE = 4, 3
"""Minimum number of terms that must agree, and maximum number of terms before the first board."""
_LINK = r',? <a href="/A[0-9]++/b[0-9]++\.txt">'
_TABLE = regex(rf"((?:(?!{_LINK}).)*){_LINK}.*\bn ?= ?-?[0-9]++\.\.([0-9]{{1,9}})")


_SPOKEN = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6}
_FACTOR = regex(
    rf"(?:1/([1-9][0-9]{{0,5}})|(?:one[- ])?({'|'.join(_SPOKEN)}))(?: of)? the (?:total )?number of\b",
    re.IGNORECASE,
)
"""Pattern of a factor such as '1/3 the number of'. The counts are divided by its denominator."""
_CONJECTURED = Evidence(Status.GUESSED, "conjectured")


class Answer(StrEnum):
    """Verdicts on a line, in the terms that editors use."""

    CONFIRMED = "confirmed"
    LATER = "later"
    FALSE = "false"
    UNKNOWN = "cannot say"


@dataclass(frozen=True)
class SettledLine:
    """Hedged line with its verdict."""

    line: str
    ruling: Verdict

    @classmethod
    def unknown(cls, line: str, reason: str) -> SettledLine:
        """Return an open verdict on a line, with the reason."""
        return cls(line, Verdict(Judgement.OPEN, reason, _CONJECTURED, line))

    @property
    def verdict(self) -> Answer:
        return _ANSWERS.get(self.ruling.verdict, Answer.UNKNOWN)

    @property
    def reason(self) -> str:
        return self.ruling.reason

    @property
    def from_n(self) -> int | None:
        """Smallest n_0 such that the line holds for all n >= n_0."""
        return self.ruling.holds_from if self.is_true_somewhere else None

    @property
    def fails_at(self) -> int | None:
        """First n at which the line is false."""
        first = self.ruling.first_difference
        return first.n if self.verdict in (Answer.FALSE, Answer.LATER) and first is not None else None

    @property
    def is_true_somewhere(self) -> bool:
        """True if the line is true for all sufficiently large n."""
        return self.verdict in (Answer.CONFIRMED, Answer.LATER)

    @property
    def is_late(self) -> bool:
        """True if the line has no printed range, and holds only for n >= n_0 with an unexpectedly large
        n_0.
        """
        return self.verdict is Answer.CONFIRMED and self.ruling.first_difference is not None

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        printed = {"printed_from": self.ruling.printed_from} if self.verdict is Answer.LATER else {}
        return {
            "line": self.line,
            "verdict": self.verdict.value,
            "from_n": self.from_n,
            "fails_at": self.fails_at,
            **printed,
            "reason": self.reason,
            "statement": self.ruling.statement,
        }


_ANSWERS = {
    Judgement.PROVED: Answer.CONFIRMED,
    Judgement.LATER: Answer.LATER,
    Judgement.REFUTED: Answer.FALSE,
}


@dataclass(frozen=True)
class Confirmation(JsonRecord):
    """Verdicts on an entry, lines to add in the internal format, and a longer b-file.

    ``right`` is the number of formulas without a hedge that were parsed and are correct.
    """

    number: str
    lines: tuple[SettledLine, ...]
    additions: tuple[str, ...] = ()
    table: BFile | None = None
    right: int = 0
    json_keys = "number lines additions"

    @property
    def is_any_false(self) -> bool:
        return any(line.verdict is Answer.FALSE for line in self.lines)

    @property
    def is_any_later(self) -> bool:
        return any(line.verdict is Answer.LATER for line in self.lines)

    @property
    def files(self) -> dict[str, str]:
        """Contents of the files by name."""
        files = {"additions.txt": "".join(f"{line}\n" for line in self.additions)}
        return files | ({f"b{self.number[1:]}.txt": str(self.table)} if self.table is not None else {})

    def write(self, folder: str) -> list[str]:
        """Write the files into a directory, and return their paths. The directory is created if it does not
        exist.
        """
        return write_files(folder, self.files)


@stoppable
def confirm(
    entry: Entry,
    game: str | Rule,
    family: str,
    positions: str = "all",
    *,
    author: str = PLACEHOLDER,
    terms: int = 1000,
    on_progress: OnProgress | None = None,
) -> Confirmation:
    """Return a verdict on every hedged line of an entry, and the false lines without a hedge.

    A line is confirmed for all n of its range, confirmed only for larger n, false, or undecided. The sequence
    is derived from the rule on the family, with the offset for which all terms of the entry agree with the
    counts. Each formula is compared exactly: for a recurrence the series of left minus right must be a
    polynomial; generating functions are compared as quotients; a closed form is compared on as many terms as
    the orders of both sequences require. For a table by antidiagonals the family is mxn, and lines 'k=3: ...'
    concern its columns.

    >>> terms, formulas = (2, 7, 22, 71, 228), ("Empirical: a(n) = 4*a(n-1).",)
    >>> entry = Entry("A000001", terms=terms, first_n=1, formulas=formulas)
    >>> line = confirm(entry, "domineering", "2xn").lines[0]
    >>> line.verdict.value, line.fails_at
    ('false', 2)
    """
    asked = Positions.read(positions)
    if family == ARRAY:
        return _table(entry, as_rule(game), asked, on_progress)
    question = Question.of(game, family, asked)
    if not question.is_family:
        raise MismatchError(
            f"board {family!r} is a single board, but a family is needed: replace one size by n"
        )
    return confirm_known(entry, GameTruth(question, on_progress), author=author, terms=terms)


def confirm_known(
    entry: Entry,
    truth: GameTruth,
    *,
    author: str = PLACEHOLDER,
    terms: int = 1000,
    every: tuple[int, int] = (1, 0),
) -> Confirmation:
    """Like ``confirm``, for a given reference sequence; ``every`` = (k, r) selects boards of size k n + r."""
    law = truth.law(Weights.NONE)
    if law.rational is None:
        return _settle_no_line(
            entry, "its generating function is not rational, but lines are compared only with rational ones"
        )
    step, rest = every
    boards = law.rational if step == 1 else law.rational.subsequence(step, rest)
    places = alignments(entry, boards) or _divided_alignments(entry, boards)
    if len(places) != 1:
        return _settle_no_line(entry, _alignment_problem(entry, law, truth, places))
    (place,) = places
    known = LawTruth(
        place.series,
        law.evidence,
        place.since,
        lambda n: _is_counted(truth, law, step * (n + place.shift) + rest),
    )
    judged_lines: list[SettledLine] = []
    with interruptible(judged_lines, lambda: Confirmation(entry.number, tuple(judged_lines))):
        for hedged in hedged_lines(entry):
            judged_lines.append(_settle_line(hedged, known, law))  # noqa: PERF401 - these stay at a stop
        stated = [_settle_line(line, known, law) for line in stated_lines(entry)]
    lines = (*judged_lines, *(line for line in stated if line.verdict is Answer.FALSE))
    right = sum(line.is_true_somewhere for line in stated)
    if law.evidence.status is not Status.PROVED:
        return Confirmation(entry.number, lines, right=right)
    table = BFile.of(place.series.first_n, place.series.terms(terms))
    added = additions(entry, lines, place.series, law.evidence, table, author)
    longer = table if len(table.terms) > len(entry.terms) else None
    return Confirmation(entry.number, lines, added, longer, right)


def _is_counted(truth: GameTruth, law: Derived, n: int) -> bool:
    """Return True if the board of size n was counted separately, so that a second method confirms its
    term.
    """
    return n >= law.first_n and truth.confirms_by_count(n, Weights.NONE, law[n])


def _settle_line(line: HedgedLine, known: LawTruth, law: Derived) -> SettledLine:
    """Return the verdict on a line about the sequence of the entry, with the evidence for the sequence."""
    if line.reason:
        return SettledLine.unknown(line.text, line.reason)
    if line.column is not None:
        return SettledLine.unknown(line.text, f"the line is about a {line.column[0]} of a table")
    return _judge_line(line, known, law)


def _judge_line(line: HedgedLine, known: LawTruth, law: Derived) -> SettledLine:
    try:
        verdict = judge_clauses(line.clauses, known)
    except (GfkitError, ArithmeticError, RecursionError) as error:
        return SettledLine.unknown(line.text, str(error).removeprefix("cannot say: "))
    if verdict.verdict is not Judgement.OPEN:
        states = states_text(dict(law.evidence.details).get("states"))
        how = f"derived from the rule by a transfer matrix of {states}, order {law.order}"
        verdict = replace(verdict, reason=f"{verdict.reason}; {how}")
    return SettledLine(line.text, verdict)


def _alignment_problem(entry: Entry, law: Derived, truth: GameTruth, places: Sequence[Alignment]) -> str:
    if places:
        shifts = " and ".join(str(place.shift) for place in places)
        return (
            "the entry's terms fit the boards under several shifts of the index: the index may"
            f" be moved by {shifts}"
        )
    shown = ", ".join(map(str, law.terms(6)))
    first = entry.first_n
    if not entry.is_sequence:
        return "the entry has no terms or no offset"
    return (
        f"the entry's terms for n >= {first} differ from the counts of {truth.question}"
        f" for n >= {law.first_n}, {shown}, ..., under any shift of the index"
    )


def _settle_no_line(entry: Entry, reason: str) -> Confirmation:
    lines = tuple(SettledLine.unknown(line.text, reason) for line in hedged_lines(entry))
    if not lines:
        raise MismatchError(f"{entry.number}: no line is a conjecture, and {reason}")
    return Confirmation(entry.number, lines)


# Tables


def _table(entry: Entry, rule: Rule, positions: Positions, on_progress: OnProgress | None) -> Confirmation:
    """Return the verdicts on lines about the columns (or rows) of a table by antidiagonals."""
    places = list(cells(min(len(entry.terms), _TABLE_TERMS)))
    true = [int(count(rule, f"{m}x{n}", positions).count) for m, n in places]
    turned = [int(count(rule, f"{n}x{m}", positions).count) for m, n in places]
    shown = list(entry.terms[: len(places)])
    if not shown or shown not in (true, turned):
        return _settle_no_line(
            entry, f"the table's terms differ from the counts of {rule.name} on m X n boards"
        )
    ways = [is_turned for is_turned in (False, True) if shown == (turned if is_turned else true)]
    lines = [_column_line(entry, line, rule, positions, ways, on_progress) for line in hedged_lines(entry)]
    return Confirmation(entry.number, tuple(lines))


def _column_line(
    entry: Entry,
    line: HedgedLine,
    rule: Rule,
    positions: Positions,
    ways: Sequence[bool],
    on_progress: OnProgress | None,
) -> SettledLine:
    """Return the verdict on a line about a column or row. ``ways`` contains True if rows and columns may be
    swapped.

    All terms of the column in the entry must equal the derived terms, including those of boards that were not
    counted separately.
    """
    if line.column is None or line.reason:
        return SettledLine.unknown(
            line.text, line.reason or "the line does not concern a single column or row"
        )
    word, k = line.column
    families = [f"nx{k}" if (word == "column") != is_turned else f"{k}xn" for is_turned in ways]
    truths = [GameTruth(Question.of(rule, family, positions), on_progress) for family in families]
    try:
        laws = [truth.law(Weights.NONE) for truth in truths]
    except (GfkitError, ArithmeticError, RecursionError) as error:
        return SettledLine.unknown(line.text, str(error))
    series = [series_from(law.generating_function, 1) for law in laws]
    law = laws[0]
    if any(other != series[0] for other in series):
        return SettledLine.unknown(
            line.text, "the table's terms do not determine which are its rows and which its columns"
        )
    for place, term in _terms_of(entry, word, k):
        if series[0][place] != term:
            reason = (
                f"term {place} of the {word} is {term} in the entry, but {series[0][place]} on the boards"
            )
            return SettledLine.unknown(line.text, reason)
    known = LawTruth(series[0], law.evidence, 1, lambda n: _is_counted(truths[0], law, n))
    return _judge_line(line, known, law)


def _terms_of(entry: Entry, word: str, k: int) -> list[tuple[int, int]]:
    """Return the terms of a column or row of the table, with their positions in the entry."""
    placed = zip(entry.terms, cells(len(entry.terms)), strict=True)
    read = [(n, m, term) if word == "row" else (m, n, term) for term, (m, n) in placed]
    return [(place, term) for place, side, term in read if side == k]


# Alignment of boards and indices


def _divided_alignments(entry: Entry, true: RationalGF) -> list[Alignment]:
    """Return the alignments of the sequence after the division that the name requires, provided that all
    quotients are integers.
    """
    factor = factor_named(entry.name)
    places = alignments(entry, true * factor) if factor != 1 else []
    return [place for place in places if place.series.is_integral]


def factor_named(name: str) -> Fraction:
    """Return the factor in front of "the number of" at the start of a name, or 1.

    >>> print(factor_named("1/24 of the number of (n+1) X 3 0..3 arrays"), factor_named("Half the number of"))
    1/24 1/2
    """
    match = _FACTOR.match(name)
    if match is None:
        return Fraction(1)
    return Fraction(1, int(match[1]) if match[1] else _SPOKEN[match[2].lower()])


@dataclass(frozen=True)
class Alignment:
    """Relation of an entry to boards: a(n) is the count on the board of size n + ``shift``, for n >=
    ``since``.

    ``series`` is the series of the entry, with its printed terms for n < ``since`` and the derived terms
    after them.
    """

    shift: int
    since: int
    series: RationalGF


def alignments(entry: Entry, true: RationalGF) -> list[Alignment]:
    """Return the possible shifts between the index of the entry and the size of the board.

    For each continuation of the terms, only the smallest shift is returned. Terms of the entry for boards
    outside the family, and for the empty board, are conventions with arbitrary values; at most three such
    terms may precede the others. At least four terms must agree. If there are two shifts, the sequence is
    undetermined: for example, 1, 1, 1, 1 occurs twice in 1, 1, 1, 1, 1, 2, ...

    >>> pell = RationalGF.of([1, 1], [1, -2, -1])
    >>> [place.shift for place in alignments(Entry("A000001", terms=(3, 7, 17, 41, 99), first_n=0), pell)]
    [1]
    """
    if not entry.is_sequence or entry.first_n is None or entry.first_n < 0:
        return []
    last = entry.first_n + len(entry.terms) + _FAR
    known = list(true.terms(max(1, last - true.first_n + 1)))
    places: list[Alignment] = []
    for shift in sorted(range(-_FAR, _FAR + 1), key=lambda s: (abs(s), s < 0)):
        since = _agrees(entry.terms, entry.first_n + shift, known, true.first_n)
        if since is not None:
            start = since - shift
            series = entry_series(entry, true, shift, start)
            if all(series != other.series for other in places):
                places.append(Alignment(shift, start, series))
    return places


def _agrees(terms: Sequence[int], first: int, known: list[int], known_from: int) -> int | None:
    """Return the first board after which all terms agree, if only conventional terms precede it, or None."""
    compared, since = 0, max(first, known_from)
    if known_from - first > _FREE:
        return None
    for board, term in enumerate(terms, first):
        if board < known_from:
            continue
        if known[board - known_from] == term:
            compared += 1
        elif board == 0:
            since = 1
        else:
            return None
    return since if compared >= _LEAST else None


def entry_series(entry: Entry, true: RationalGF, shift: int, start: int) -> RationalGF:
    """Return the series of the entry, with its printed terms for n < ``start`` and the shifted derived terms
    after them.
    """
    moved = true.shifted(shift) if shift else true
    assert entry.first_n is not None, "asked before"
    own = entry.terms[: max(0, start - entry.first_n)]
    rest = series_from(moved, start)
    early = Polynomial.of(("t",), {(entry.first_n + k,): value for k, value in enumerate(own)})
    numerator = rest.numerator + early * rest.denominator
    return RationalGF.reduced(numerator, rest.denominator, entry.first_n)


# Lines to add


def additions(
    entry: Entry,
    lines: Sequence[SettledLine],
    series: RationalGF,
    evidence: Evidence,
    table: BFile,
    author: str,
) -> tuple[str, ...]:
    """Return lines to add to an entry, in the internal format.

    They are links to the b-file and the signature, confirmed and false statements, and the keyword easy.
    Hedged lines are not removed, and lines that the entry already contains are not added. If no line is true
    for large n, only false statements are reported.
    """
    true = [line for line in lines if line.is_true_somewhere]
    heading = Heading(entry.number, author=author)
    rows: list[tuple[str, str]] = []
    if true and (link := _b_file(entry, table, heading)):
        rows.append(("H", link))
    if true and series.order and not any("/index/Rec" in link for link in entry.links):
        link = signature_link(signature(series))
        rows += [("H", link)] if len(link) <= LONGEST_LINE else []
    rows += [("F", f"{text} - {author}") for text in _remarks(lines, evidence)]
    if true and not {"easy", "hard"} & set(entry.keywords):
        rows.append(("K", ",".join((*entry.keywords, "easy"))))
    return tuple(f"%{kind} {entry.number} {text}" for kind, text in rows)


def _b_file(entry: Entry, table: BFile, heading: Heading) -> str:
    """Return a list with the link to the longer b-file and the credit of the previous one; it is empty if the
    b-file is not longer.
    """
    present = next((match for link in entry.links if (match := _TABLE.match(link))), None)
    least = int(present[2]) if present else table.first_n + len(entry.terms) - 1
    if table.last_n <= least:
        return ""
    credit = f" (terms up to n = {present[2]} from {present[1]})" if present else ""
    return f"{heading.b_file_link(table)}{credit}"


def _remarks(lines: Sequence[SettledLine], evidence: Evidence) -> list[str]:
    states = dict(evidence.details).get("states")
    how = f"using the transfer matrix method ({states_text(states)})"
    false = [line for line in lines if line.verdict is Answer.FALSE]
    texts = []
    if lines and all(line.verdict is Answer.CONFIRMED and not line.is_late for line in lines):
        texts.append(f"Formula{'' if len(lines) == 1 else 's'} confirmed {how}.")
    else:
        texts += [
            f"The formula '{_shorten(line.line)}' {_comment_true_line(line)} {how}."
            for line in lines
            if line.is_true_somewhere
        ]
    for line in false:
        text = f"The formula '{_shorten(line.line)}' is false: {line.reason.partition(';')[0]}"
        right = f"{text}. The g.f. is {line.ruling.correction}"
        texts.append(f"{right if line.ruling.correction and len(right) <= LONGEST_LINE else text}.")
    return texts


def _comment_true_line(line: SettledLine) -> str:
    """Return a comment on a line that is true for large n, with its range if it differs from the printed
    one.
    """
    if line.verdict is Answer.LATER and line.fails_at is not None:
        return f"holds for n >= {line.from_n}, but not for every n >= {line.ruling.printed_from} as printed,"
    is_whole = line.verdict is Answer.CONFIRMED and not line.is_late
    return "is confirmed" if is_whole else f"is confirmed for n >= {line.from_n}"


def _shorten(text: str, most: int = 60) -> str:
    return text.rstrip(". ") if len(text) <= most else text[:most].rstrip() + "..."
