"""by = "terms" and "identity": listed terms against a sequence, and two sequences that are the same."""

from __future__ import annotations

import re
from functools import partial

from gfkit.catalog import sequence
from gfkit.catalog.check import Argument, Arguments, CheckKind, CheckResult, Method, compare_entries
from gfkit.catalog.claim import ClaimStatus, Statement, Witness
from gfkit.errors import CatalogError, MismatchError, unknown
from gfkit.sequences.polynomial import term_text

# Terms


def _derive(statement: Statement, asked: Arguments) -> CheckResult:
    """The check with the terms of the engine; proved where these are."""
    first = asked.get("first", None)
    listed = sequence.derived_terms(asked, len(statement) + max(first or 0, 3) + 1)
    is_exact = sequence.origin(asked) in ("game", "nim") and listed.exact
    best = ClaimStatus.PROVED if is_exact else ClaimStatus.CONSISTENT
    return _compare_terms(listed, statement, first, asked, "terms of the engine", best)


def _transfer(statement: Statement, asked: Arguments) -> CheckResult:
    """The check with each board counted by itself."""
    from gfkit.transfer.count import count

    if sequence.origin(asked) != "game":
        raise MismatchError("check: transfer counts boards, and this sequence is not one of a game")
    family = sequence.family_of(asked)
    first = asked.get("first", family.first_n)
    positions, weights = asked.get("positions", "all"), asked.get("weights", "none")
    boards = [family.at(n) for n in range(first, first + len(statement))]
    counts = [count(asked["game"], board, positions, weights) for board in boards]
    listed = sequence.TermList(first, tuple(sequence.term_of(term_count, weights) for term_count in counts))
    return _compare_terms(listed, statement, first, asked, "boards counted", ClaimStatus.PROVED)


def _brute_force(statement: Statement, asked: Arguments) -> CheckResult:
    """The check with the terms that can be listed, searched or enumerated."""
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
        raise MismatchError(f"check: only {len(true)} terms are known from n = {start}")
    read = tuple(
        sequence.in_letters(sequence.read_given(text), term) for text, term in zip(claimed, true, strict=True)
    )
    places = tuple(sequence.place(asked, start + k) for k in range(len(claimed)))
    return compare_entries(tuple(map(term_text, read)), tuple(map(term_text, true)), places, evidence, best)


TERMS = CheckKind(
    arguments=(*sequence.SEQUENCE, Argument("first", int), Argument("listed", int), Argument("oeis")),
    methods={"derive": _derive, "transfer": _transfer, "brute-force": _brute_force},
    subject=sequence.subject,
    is_list=True,
)


# Two sequences that are the same, after a shift


_TERMS = 40


def _same_derived(_: Statement, asked: Arguments) -> CheckResult:
    """Both by their engines: proved where both generating functions are."""
    count = asked.get("terms", _TERMS) + abs(asked.get("shift", 0))
    left, right = (sequence.derived_terms(asked[side], count) for side in ("left", "right"))
    result = _same(left, right, asked)
    if result.status is ClaimStatus.REFUTED or left.series is None or right.series is None:
        return result
    start, shift = _start(left, right, asked), asked.get("shift", 0)
    if left.series.shifted(start) == right.series.shifted(start + shift):
        return CheckResult(ClaimStatus.PROVED, f"both have the same generating function from n = {start} on")
    raise MismatchError("check: terms agree and generating functions differ; give more terms")


def _same_listed(_: Statement, asked: Arguments) -> CheckResult:
    """Both listed, searched or enumerated; a formula or data is taken as it is."""
    least = asked.get("listed", 0)
    left, right = (_side(asked[side], least + asked.get("shift", 0)) for side in ("left", "right"))
    return _same(left, right, asked)


def _side(side: Arguments, least: int) -> sequence.TermList:
    if sequence.origin(side) in ("formula", "data"):
        return sequence.derived_terms(side, _TERMS)
    return sequence.plain_terms(side, least)


def _start(left: sequence.TermList, right: sequence.TermList, asked: Arguments) -> int:
    return int(asked.get("from", max(left.offset, right.offset - asked.get("shift", 0), 0)))


def _same(left: sequence.TermList, right: sequence.TermList, asked: Arguments) -> CheckResult:
    """left(n) = right(n + shift) for every n that both have."""
    shift, start = asked.get("shift", 0), _start(left, right, asked)
    end = min(left.offset + len(left.terms), right.offset + len(right.terms) - shift)
    if end - start < 2:
        raise MismatchError(f"check: fewer than two terms to compare, from n = {start} to {end - 1}")
    for n in range(start, end):
        left_term, right_term = left.terms[n - left.offset], right.terms[n + shift - right.offset]
        if left_term != right_term:
            witness = Witness(f"n = {n}", term_text(left_term), term_text(right_term))
            return CheckResult(ClaimStatus.REFUTED, "terms compared", witness)
    return CheckResult(ClaimStatus.CONSISTENT, f"terms compared from n = {start} to {end - 1}")


_CONTENT_KEYS = ("formula", "start", "data")
_NUMBERED_NAME = re.compile(r"(?<![A-Za-z_])[A-Za-z_]*+[0-9][A-Za-z0-9:.]*+")


def _check_identity(statement: Statement, asked: Arguments) -> None:
    """Refuses a statement with a number or numbered name that is not in the check."""
    sides = [
        {key: asked[side][key] for key in asked[side] if key not in _CONTENT_KEYS}
        for side in ("left", "right")
    ]
    known = set(_NUMBERED_NAME.findall(repr([sides, *(asked.get(key) for key in ("shift", "from", "oeis"))])))
    for word in _NUMBERED_NAME.findall(statement[0]):
        if word not in known:
            raise CatalogError(
                f"statement: {word!r} stands nowhere in the check: a name, shift, from, or oeis"
            )


def _check_sides(asked: Arguments) -> None:
    """Refuses unknown keys of the two sides."""
    known = [argument.name for argument in sequence.SEQUENCE]
    for side in ("left", "right"):
        for key in asked[side]:
            if key not in known:
                raise CatalogError(unknown(f"check.{side}: key", key, known))


def _both(asked: Arguments) -> str:
    return f"{sequence.subject(asked['left'])} and {sequence.subject(asked['right'])}"


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
    subject=_both,
)
