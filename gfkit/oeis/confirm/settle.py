"""Hedged lines settled by deriving the sequence from its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gfkit.boards import Family, parse_board
from gfkit.errors import GfkitError, MismatchError
from gfkit.games import Rule, as_rule
from gfkit.oeis.bfile import BFile
from gfkit.oeis.confirm.addition import additions
from gfkit.oeis.confirm.align import Alignment, alignments
from gfkit.oeis.confirm.claim import Claim, claims
from gfkit.oeis.confirm.confirmation import Confirmation, Line
from gfkit.oeis.confirm.judge import Answer, Judged, judged
from gfkit.oeis.entry import Entry
from gfkit.oeis.export.array import cells
from gfkit.oeis.export.heading import PLACEHOLDER
from gfkit.oeis.export.law import started
from gfkit.oeis.export.wording import states_text
from gfkit.sequences import Status
from gfkit.transfer import Derived, count
from gfkit.typing import OnProgress, Positions, Weights
from gfkit.verify.truth import GameTruth

_TABLE_TERMS = 36
ARRAY = "mxn"


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
    """A verdict on every hedged line of an entry: confirmed from some n on, false, or neither.

    The sequence is derived from the rule on the family; its index is the one under which all terms of the
    entry are those of the boards. Each formula is compared exactly: a recurrence by the series of left minus
    right, which must be a polynomial; a generating function as a quotient; a closed form on as many terms as
    the orders of both demand. For a table by antidiagonals the family is mxn, and lines 'k=3: ...' are
    about its columns.

    >>> terms, formulas = (2, 7, 22, 71, 228), ("Empirical: a(n) = 4*a(n-1).",)
    >>> entry = Entry("A000001", terms=terms, first_n=1, formulas=formulas)
    >>> line = confirm(entry, "domineering", "2xn").lines[0]
    >>> line.verdict.value, line.fails_at
    ('false', 2)
    """
    asked = Positions.read(positions)
    if family == ARRAY:
        return _table(entry, as_rule(game), asked, on_progress)
    boards = parse_board(family)
    if not isinstance(boards, Family):
        raise MismatchError(f"board {family!r} is a single board; confirming needs a family, with n in it")
    truth = GameTruth(game, boards, asked, on_progress)
    law = truth.law(Weights.NONE)
    if law.rational is None:
        return _unsettled(
            entry, "of games on complete graphs only the exponential generating function is known"
        )
    places = alignments(entry, law.rational)
    if len(places) != 1:
        return _unsettled(entry, _apart(entry, law, truth, places))
    (place,) = places
    lines = tuple(_line(claim, place, law, truth) for claim in claims(entry))
    if law.evidence.status is not Status.PROVED:
        return Confirmation(entry.number, lines)
    table = BFile.of(place.series.first_n, place.series.terms(terms))
    added = additions(entry, lines, place.series, law.evidence, table, author)
    return Confirmation(entry.number, lines, added, table if len(table.terms) > len(entry.terms) else None)


def _line(claim: Claim, place: Alignment, law: Derived, truth: GameTruth) -> Line:
    if claim.reason:
        return Line(claim.text, Answer.UNKNOWN, None, None, claim.reason)
    if claim.column is not None:
        return Line(claim.text, Answer.UNKNOWN, None, None, f"it is about a {claim.column[0]} of a table")
    try:
        found = judged(claim.clauses, place.series)
    except (GfkitError, ArithmeticError, RecursionError) as error:
        return Line(claim.text, Answer.UNKNOWN, None, None, str(error))
    return _worded(claim.text, _known(found, place, law, truth), law)


def _known(found: Judged, place: Alignment, law: Derived, truth: GameTruth) -> Judged:
    """What a series that is only probable allows: no confirmation, and false where a board shows it."""
    if law.evidence.status is Status.PROVED or found.answer is Answer.UNKNOWN:
        return found
    if found.answer is Answer.FALSE and found.n is not None:
        board = found.n + place.shift
        if board >= law.first_n and truth.counted(board, Weights.NONE, law[board]):
            return found
    reason = f"{found.reason}, by a generating function that is only probable"
    return Judged(Answer.UNKNOWN, None, reason)


def _worded(text: str, found: Judged, law: Derived) -> Line:
    reason = found.reason
    if found.answer is not Answer.UNKNOWN:
        states = dict(law.evidence.details).get("states")
        reason += f"; derived from the rule by a transfer matrix of {states_text(states)}, order {law.order}"
    from_n = found.n if found.answer is Answer.CONFIRMED else None
    fails_at = found.n if found.answer is Answer.FALSE else None
    return Line(text, found.answer, from_n, fails_at, reason, found.is_late)


def _apart(entry: Entry, law: Derived, truth: GameTruth, places: Sequence[Alignment]) -> str:
    if places:
        shifts = " and ".join(str(place.shift) for place in places)
        return f"the entry's terms fit the boards in several places: the index may be moved by {shifts}"
    shown = ", ".join(map(str, law.terms(6)))
    first = entry.first_n
    if not entry.is_sequence:
        return "the entry has no terms or no offset"
    return (
        f"the entry's terms from n = {first} on are not those of {truth.name} on {truth.boards.text}"
        f" ({truth.positions}), {shown}, ... from n = {law.first_n} on, under any shift of the index"
    )


def _unsettled(entry: Entry, reason: str) -> Confirmation:
    lines = (Line(claim.text, Answer.UNKNOWN, None, None, reason) for claim in claims(entry))
    return Confirmation(entry.number, tuple(lines))


# Tables


def _table(entry: Entry, rule: Rule, positions: Positions, on_progress: OnProgress | None) -> Confirmation:
    """Lines about the columns (or rows) of a table by antidiagonals."""
    places = list(cells(min(len(entry.terms), _TABLE_TERMS)))
    true = [int(count(rule, f"{m}x{n}", positions).count) for m, n in places]
    turned = [int(count(rule, f"{n}x{m}", positions).count) for m, n in places]
    shown = list(entry.terms[: len(places)])
    if not shown or shown not in (true, turned):
        return _unsettled(entry, f"the table's terms are not those of {rule.name} on m X n boards")
    ways = [is_turned for is_turned in (False, True) if shown == (turned if is_turned else true)]
    lines = [_column_line(entry, claim, rule, positions, ways, on_progress) for claim in claims(entry)]
    return Confirmation(entry.number, tuple(lines))


def _column_line(
    entry: Entry,
    claim: Claim,
    rule: Rule,
    positions: Positions,
    ways: Sequence[bool],
    on_progress: OnProgress | None,
) -> Line:
    """A line about a column or row; ``ways`` say whether rows and columns may be exchanged.

    All terms that the entry has of it must be those derived, beyond the few boards that were counted, too.
    """
    if claim.column is None or claim.reason:
        reason = claim.reason or "it is not about one column or row"
        return Line(claim.text, Answer.UNKNOWN, None, None, reason)
    word, k = claim.column
    families = [f"nx{k}" if (word == "column") != is_turned else f"{k}xn" for is_turned in ways]
    truths = [GameTruth(rule, family, positions, on_progress) for family in families]
    try:
        laws = [truth.law(Weights.NONE) for truth in truths]
        series = [started(law.generating_function, 1) for law in laws]
        law = laws[0]
        if any(other != series[0] for other in series):
            reason = "the table's terms do not say which are its rows and which its columns"
            return Line(claim.text, Answer.UNKNOWN, None, None, reason)
        for place, term in _terms_of(entry, word, k):
            if series[0][place] != term:
                reason = (
                    f"term {place} of the {word} is {term} in the entry, and {series[0][place]} on boards"
                )
                return Line(claim.text, Answer.UNKNOWN, None, None, reason)
        found = judged(claim.clauses, series[0])
    except (GfkitError, ArithmeticError, RecursionError) as error:
        return Line(claim.text, Answer.UNKNOWN, None, None, str(error))
    return _worded(claim.text, _known(found, Alignment(0, 1, series[0]), law, truths[0]), law)


def _terms_of(entry: Entry, word: str, k: int) -> list[tuple[int, int]]:
    """The terms of a column or row of the table, with their places in it."""
    read = [(n, m, term) if word == "row" else (m, n, term) for term, (m, n) in _placed(entry)]
    return [(place, term) for place, side, term in read if side == k]


def _placed(entry: Entry) -> Iterator[tuple[int, tuple[int, int]]]:
    return zip(entry.terms, cells(len(entry.terms)), strict=False)
