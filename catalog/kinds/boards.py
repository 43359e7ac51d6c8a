"""by = "count", "value", "outcome" and "winner": results on single boards, and the winner on a family.

by = "terms" and "identity": comparison of listed terms with a sequence, and of two sequences.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gfkit.catalog.claim import (
    Argument,
    Arguments,
    CheckKind,
    CheckResult,
    ClaimStatus,
    Method,
    Statement,
    Witness,
    compare_entries,
)
from gfkit.core.algebra import Count, Polynomial
from gfkit.core.algebra.polynomial import term_text
from gfkit.core.deferred import dataclass, regex
from gfkit.core.engine.count import count
from gfkit.core.errors import CatalogError, MismatchError, unknown

from . import sequence
from .sequence import family_of, read_given
from .tables import GameSearch, has_value

_BOARDS = (Argument("game", needed=True), Argument("board"), Argument("boards", list))


def _boards_of(statement: Statement, asked: Arguments) -> tuple[str, ...]:
    """Return the boards, one for each entry of the statement."""
    if ("board" in asked) == ("boards" in asked):
        raise CatalogError("check: write either board, or boards as a list")
    boards = (asked["board"],) if "board" in asked else tuple(asked["boards"])
    if len(boards) != len(statement):
        raise CatalogError(
            f"check: {len(boards)} boards and {len(statement)} statements; expected one statement for"
            " each board"
        )
    return boards


def _subject_of_boards(asked: Arguments) -> str:
    boards = asked.get("board") or ", ".join(asked.get("boards", ()))
    extra = [str(asked[key]) for key in ("positions", "weights") if key in asked]
    return ", ".join([f"{asked['game']} on {boards}", *extra])


# Counts


def _compare_counts(
    counter: Callable[..., Count], evidence: str, statement: Statement, asked: Arguments
) -> CheckResult:
    boards = _boards_of(statement, asked)
    weights, positions = asked.get("weights", "none"), asked.get("positions", "all")
    true = [counter(asked["game"], board, positions, weights).polynomial for board in boards]
    claimed = [
        _polynomial(text, polynomial.variables) for text, polynomial in zip(statement, true, strict=True)
    ]
    return compare_entries(tuple(map(str, claimed)), tuple(map(str, true)), boards, evidence)


def _polynomial(text: str, variables: tuple[str, ...]) -> Polynomial:
    if variables:
        return Polynomial.parse(text, variables)
    return Polynomial.constant(int(term_text(read_given(text))))


def _enumerate(*asked: Any) -> Count:
    from gfkit.core.oracle import brute_force

    return brute_force(*asked)


COUNT = CheckKind(
    arguments=(*_BOARDS, Argument("positions"), Argument("weights")),
    methods={
        "transfer": partial(_compare_counts, count, "boards counted by transfer matrix"),
        "brute-force": partial(_compare_counts, _enumerate, "all positions listed"),
    },
    subject=_subject_of_boards,
)


# Values


def _check_canonical_form(statement: Statement, asked: Arguments) -> CheckResult:
    """Check that the canonical form of each board equals the claimed game."""
    from gfkit.play import ShortGame, value

    boards = _boards_of(statement, asked)
    true = [value(asked["game"], board).value for board in boards]
    same = [ShortGame.parse(text) == game for text, game in zip(statement, true, strict=True)]
    texts = tuple(text if ok else str(game) for text, ok, game in zip(statement, same, true, strict=True))
    return compare_entries(statement, texts, boards, "canonical forms")


def _check_by_difference_game(statement: Statement, asked: Arguments) -> CheckResult:
    """Check a claimed value of each board by playing the board minus the value: the second player must
    win.
    """
    for text, board in zip(statement, _boards_of(statement, asked), strict=True):
        if not has_value(asked["game"], board, text):
            return CheckResult(ClaimStatus.REFUTED, "the difference was played out", Witness(board, text))
    return CheckResult(ClaimStatus.PROVED, "each difference was played out")


VALUE = CheckKind(
    arguments=_BOARDS,
    methods={"canonical": _check_canonical_form, "brute-force": _check_by_difference_game},
    subject=_subject_of_boards,
)


# Outcomes


def _compare_outcomes(
    outcome: Callable[[str, str], str], evidence: str, statement: Statement, asked: Arguments
) -> CheckResult:
    boards = _boards_of(statement, asked)
    for word in statement:
        if word not in ("left", "right", "first", "second"):
            raise CatalogError(f"outcome {word!r} must be left, right, first or second")
    return compare_entries(
        statement, tuple(outcome(asked["game"], board) for board in boards), boards, evidence
    )


def _find_outcome_by_value(game: str, board: str) -> str:
    from gfkit.play import value

    return value(game, board).outcome


def _find_outcome_by_search(game: str, board: str) -> str:
    from gfkit.play.family_outcomes import outcome

    return outcome(game, board)


def _find_outcome_by_play(game: str, board: str) -> str:
    return GameSearch(game, board).outcome()


OUTCOME = CheckKind(
    arguments=_BOARDS,
    methods={
        "canonical": partial(_compare_outcomes, _find_outcome_by_value, "the sign of the canonical form"),
        "search": partial(_compare_outcomes, _find_outcome_by_search, "search with bounds"),
        "brute-force": partial(_compare_outcomes, _find_outcome_by_play, "every move played"),
    },
    subject=_subject_of_boards,
)


# Outcome classes of all large boards of a family


_FORM = regex(
    r"(left|right|first|second) for n >= ([0-9]+)(?:, n = ([0-9]+) mod ([0-9]+))?(?: but ([0-9, ]+))?"
)
_SEARCHED_TO, _PLAYED_TO = 12, 4


@dataclass(frozen=True)
class _WinnerClaim:
    """Claim that a player wins for certain n."""

    word: str
    start: int
    residue: int
    modulus: int
    but: frozenset[int]

    @classmethod
    def parse(cls, text: str) -> _WinnerClaim:
        match = _FORM.fullmatch(text)
        if match is None:
            raise CatalogError(
                f"statement {text!r} must have a form such as 'left for n >= 4 but 6, 9' or"
                " 'second for n >= 1, n = 0 mod 5'"
            )
        word, start, residue, modulus, but = match.groups()
        numbers = frozenset(map(int, (but or "").replace(",", " ").split()))
        return cls(word, int(start), int(residue or 0), int(modulus or 1), numbers)

    def is_claimed_at(self, n: int) -> bool:
        """Return True if the winner is claimed to win at n, False for an exception, and None if nothing is
        claimed.
        """
        return n >= self.start and n % self.modulus == self.residue % self.modulus and n not in self.but

    def fits(self, n: int, word: str) -> bool:
        return word == self.word if self.is_claimed_at(n) else not (n in self.but and word == self.word)


def _check_by_law(statement: Statement, asked: Arguments) -> CheckResult:
    """Check by the engine: every board up to ``to`` is searched, and all others must follow from a proved
    theorem.
    """
    from gfkit.play.family_outcomes import outcomes
    from gfkit.play.laws import DecompositionLaw

    claimed, to = _WinnerClaim.parse(statement[0]), asked.get("to", _SEARCHED_TO)
    start = max(family_of(asked).first_n, min(1, claimed.start))
    result = outcomes(asked["game"], asked["family"], to=to, start=start)
    for n, word in result.by_n.items():
        if not claimed.fits(n, word):
            return _other_winner(claimed, asked, n, word)
    known = result.law
    if known is None or not known.proved:
        return CheckResult(ClaimStatus.CONSISTENT, f"searched up to n = {to}")
    for n in sorted(claimed.but):
        if n > to and known.at(n) == claimed.word:
            return _other_winner(claimed, asked, n, claimed.word)
    if isinstance(known, DecompositionLaw):
        covered = known.covers_from is not None and known.covers_from <= to + 1
        proved = covered and known.winner == claimed.word
    else:
        later = range(max(to + 1, claimed.start), max(to + 1, claimed.start) + known.period * claimed.modulus)
        proved = known.covers_from <= to + 1 and all(
            known.at(n) == claimed.word for n in filter(claimed.is_claimed_at, later)
        )
    proved = proved and all(known.at(n) is not None for n in claimed.but if n > to)
    best = ClaimStatus.PROVED if proved else ClaimStatus.CONSISTENT
    return CheckResult(best, f"searched up to n = {to}; {known.statement}")


def _check_by_playing(statement: Statement, asked: Arguments) -> CheckResult:
    """Check by exhaustive play on the boards up to ``played``."""
    claimed, last = _WinnerClaim.parse(statement[0]), asked.get("played", _PLAYED_TO)
    family = family_of(asked)
    for n in range(max(1, family.first_n), last + 1):
        word = GameSearch(asked["game"], family.at(n)).outcome()
        if not claimed.fits(n, word):
            return _other_winner(claimed, asked, n, word)
    return CheckResult(ClaimStatus.CONSISTENT, f"played up to n = {last}")


def _other_winner(claimed: _WinnerClaim, asked: Arguments, n: int, word: str) -> CheckResult:
    claimed_word = claimed.word if claimed.is_claimed_at(n) else f"not {claimed.word}"
    return CheckResult(
        ClaimStatus.REFUTED, "searched", Witness(family_of(asked).at(n).text, claimed_word, word)
    )


WINNER = CheckKind(
    arguments=(
        Argument("game", needed=True),
        Argument("family", needed=True),
        Argument("to", int),
        Argument("played", int),
    ),
    methods={"law": _check_by_law, "brute-force": _check_by_playing},
    subject=lambda asked: f"winner of {asked['game']} on {asked['family']}",
    is_list=False,
)


# Terms


def _derive(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare with the terms computed by the engine. The claim is proved if the terms are proved."""
    first = asked.get("first", None)
    listed = sequence.derived_terms(asked, len(statement) + max(first or 0, 3) + 1)
    is_exact = sequence.origin(asked) in ("game", "nim") and listed.exact
    best = ClaimStatus.PROVED if is_exact else ClaimStatus.CONSISTENT
    return _compare_terms(listed, statement, first, asked, "terms of the engine", best)


def _check_counts(statement: Statement, asked: Arguments) -> CheckResult:
    """Check with a separate count of each board."""
    from gfkit.core.engine.count import count

    if sequence.origin(asked) != "game":
        raise MismatchError(
            "check: the method transfer counts boards, but this sequence does not belong to a game"
        )
    family = sequence.family_of(asked)
    first = asked.get("first", family.first_n)
    positions, weights = asked.get("positions", "all"), asked.get("weights", "none")
    boards = [family.at(n) for n in range(first, first + len(statement))]
    counts = [count(asked["game"], board, positions, weights) for board in boards]
    listed = sequence.TermList(first, tuple(sequence.term_of(term_count, weights) for term_count in counts))
    return _compare_terms(listed, statement, first, asked, "boards counted", ClaimStatus.PROVED)


def _check_by_enumeration(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare with the terms that can be computed by listing, search or enumeration."""
    listed = sequence.plain_terms(asked, asked.get("listed", 0))
    first = asked.get("first", listed.offset)
    cut = statement[: len(listed.terms) - (first - listed.offset)]
    return _compare_terms(listed, cut, first, asked, f"{len(cut)} terms listed", ClaimStatus.CONSISTENT)


def _compare_terms(
    listed: sequence.TermList,
    claimed: Statement,
    first: int | None,
    asked: Arguments,
    evidence: str,
    best: ClaimStatus,
) -> CheckResult:
    start = listed.offset if first is None else first
    true = listed.terms[start - listed.offset :][: len(claimed)]
    if len(true) < len(claimed):
        raise MismatchError(f"check: only {len(true)} terms are known for n >= {start}")
    read = tuple(
        sequence.in_letters(sequence.read_given(text), term) for text, term in zip(claimed, true, strict=True)
    )
    places = tuple(sequence.place(asked, start + k) for k in range(len(claimed)))
    return compare_entries(tuple(map(term_text, read)), tuple(map(term_text, true)), places, evidence, best)


TERMS = CheckKind(
    arguments=(*sequence.SEQUENCE, Argument("first", int), Argument("listed", int), Argument("oeis")),
    methods={"derive": _derive, "transfer": _check_counts, "brute-force": _check_by_enumeration},
    subject=sequence.subject,
    is_list=True,
)


# Equality of two sequences up to a shift


_TERMS = 40


def _same_derived(_: Statement, asked: Arguments) -> CheckResult:
    """Compare two sequences by their derived terms; they are proved equal if their derived generating
    functions agree.
    """
    count = asked.get("terms", _TERMS) + abs(asked.get("shift", 0))
    left, right = (sequence.derived_terms(asked[side], count) for side in ("left", "right"))
    result = _compare_sides(left, right, asked)
    if result.status is ClaimStatus.REFUTED or left.series is None or right.series is None:
        return result
    start, shift = _start(left, right, asked), asked.get("shift", 0)
    if left.series.shifted(start) == right.series.shifted(start + shift):
        return CheckResult(ClaimStatus.PROVED, f"both have the same generating function for n >= {start}")
    raise MismatchError("check: the terms agree, but the generating functions differ; give more terms")


def _same_listed(_: Statement, asked: Arguments) -> CheckResult:
    """Compare two sequences by their terms, each computed by listing, search or enumeration. A formula or
    data is used unchanged.
    """
    least = asked.get("listed", 0)
    left, right = (
        _compute_side_terms(asked[side], least + asked.get("shift", 0)) for side in ("left", "right")
    )
    return _compare_sides(left, right, asked)


def _compute_side_terms(side: Arguments, least: int) -> sequence.TermList:
    if sequence.origin(side) in ("formula", "data"):
        return sequence.derived_terms(side, _TERMS)
    return sequence.plain_terms(side, least)


def _start(left: sequence.TermList, right: sequence.TermList, asked: Arguments) -> int:
    return int(asked.get("from", max(left.offset, right.offset - asked.get("shift", 0), 0)))


def _compare_sides(left: sequence.TermList, right: sequence.TermList, asked: Arguments) -> CheckResult:
    """Check left(n) = right(n + shift) for every n at which both are known."""
    shift, start = asked.get("shift", 0), _start(left, right, asked)
    end = min(left.offset + len(left.terms), right.offset + len(right.terms) - shift)
    if end - start < 2:
        raise MismatchError(
            f"check: the two sequences have {max(end - start, 0)} terms in common; at least 2 are needed"
        )
    for n in range(start, end):
        left_term, right_term = left.terms[n - left.offset], right.terms[n + shift - right.offset]
        if left_term != right_term:
            witness = Witness(f"n = {n}", term_text(left_term), term_text(right_term))
            return CheckResult(ClaimStatus.REFUTED, "terms compared", witness)
    return CheckResult(ClaimStatus.CONSISTENT, f"terms compared from n = {start} to {end - 1}")


_CONTENT_KEYS = ("formula", "start", "data")
_NUMBERED_NAME = regex(r"(?<![A-Za-z_])[A-Za-z_]*+[0-9][A-Za-z0-9:.]*+")


def _check_identity(statement: Statement, asked: Arguments) -> None:
    """Raise an error if the statement contains a number or numbered name that does not occur in the check."""
    sides = [
        {key: asked[side][key] for key in asked[side] if key not in _CONTENT_KEYS}
        for side in ("left", "right")
    ]
    known = set(_NUMBERED_NAME.findall(repr([sides, *(asked.get(key) for key in ("shift", "from", "oeis"))])))
    for word in _NUMBERED_NAME.findall(statement[0]):
        if word not in known:
            raise CatalogError(
                f"statement: {word!r} does not occur in the check: a name, shift, from, or oeis"
            )


def _check_sides(asked: Arguments) -> None:
    """Raise an error for unknown keys of the two sides of an identity."""
    known = [argument.name for argument in sequence.SEQUENCE]
    for side in ("left", "right"):
        for key in asked[side]:
            if key not in known:
                raise CatalogError(unknown(f"check.{side}: key", key, known))


def _check_and_run(method: Method, statement: Statement, asked: Arguments) -> CheckResult:
    _check_sides(asked)
    _check_identity(statement, asked)
    return method(statement, asked)


IDENTITY = CheckKind(
    arguments=(
        Argument("left", dict, needed=True),
        Argument("right", dict, needed=True),
        Argument("shift", int),
        Argument("from", int),
        Argument("terms", int),
        Argument("listed", int),
        Argument("oeis"),
    ),
    methods={
        "derive": partial(_check_and_run, _same_derived),
        "brute-force": partial(_check_and_run, _same_listed),
    },
    subject=lambda asked: " and ".join(sequence.subject(asked[side]) for side in ("left", "right")),
)
