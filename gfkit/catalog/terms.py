"""by = "terms" and "identity": listed terms against a sequence, and two sequences that are the same."""

from __future__ import annotations

import re
from functools import partial

from gfkit.catalog import sequence
from gfkit.catalog.check import Argument, Arguments, Found, Method, WayOfChecking, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.errors import CatalogError, MismatchError, unknown
from gfkit.sequences.recurrence import term_text

# Terms


def _derive(statement: Statement, asked: Arguments) -> Found:
    """The terms against those of the engine; proved where these are."""
    first = asked.get("first", None)
    listed = sequence.derived_terms(asked, len(statement) + max(first or 0, 3) + 1)
    is_exact = sequence.origin(asked) in ("game", "nim") and listed.exact
    best = Standing.PROVED if is_exact else Standing.CONSISTENT
    return _against(listed, statement, first, asked, "terms of the engine", best)


def _transfer(statement: Statement, asked: Arguments) -> Found:
    """Each board counted by itself."""
    from gfkit.transfer.count import count

    if sequence.origin(asked) != "game":
        raise MismatchError("check: transfer counts boards, and this sequence is not one of a game")
    family = sequence.family_of(asked)
    first = asked.get("first", family.first_n)
    positions, weights = asked.get("positions", "all"), asked.get("weights", "none")
    boards = [family.at(n) for n in range(first, first + len(statement))]
    counts = [count(asked["game"], board, positions, weights) for board in boards]
    listed = sequence.Listed(first, tuple(sequence.term_of(one, weights) for one in counts))
    return _against(listed, statement, first, asked, "boards counted", Standing.PROVED)


def _brute_force(statement: Statement, asked: Arguments) -> Found:
    """As many terms as can be listed, searched or enumerated."""
    listed = sequence.plain_terms(asked, asked.get("listed", 0))
    first = asked.get("first", listed.offset)
    cut = statement[: len(listed.terms) - (first - listed.offset)]
    return _against(listed, cut, first, asked, f"{len(cut)} terms listed", Standing.CONSISTENT)


def _against(
    listed: sequence.Listed,
    claimed: Statement,
    first: int | None,
    asked: Arguments,
    evidence: str,
    best: Standing,
) -> Found:
    start = listed.offset if first is None else first
    true = listed.terms[start - listed.offset :][: len(claimed)]
    if len(true) < len(claimed):
        raise MismatchError(f"check: only {len(true)} terms are known from n = {start}")
    read = tuple(
        sequence.in_letters(sequence.read_given(text), term) for text, term in zip(claimed, true, strict=True)
    )
    places = tuple(sequence.place(asked, start + k) for k in range(len(claimed)))
    return compared(tuple(map(term_text, read)), tuple(map(term_text, true)), places, evidence, best)


TERMS = WayOfChecking(
    arguments=(*sequence.SEQUENCE, Argument("first", int), Argument("listed", int), Argument("oeis")),
    methods={"derive": _derive, "transfer": _transfer, "brute-force": _brute_force},
    subject=sequence.subject,
    is_list=True,
)


# Two sequences that are the same, after a shift


_TERMS = 40


def _same_derived(_: Statement, asked: Arguments) -> Found:
    """Both by their engines: proved where both generating functions are."""
    count = asked.get("terms", _TERMS) + abs(asked.get("shift", 0))
    left, right = (sequence.derived_terms(asked[side], count) for side in ("left", "right"))
    found = _same(left, right, asked)
    if found.standing is Standing.REFUTED or left.series is None or right.series is None:
        return found
    start, shift = _start(left, right, asked), asked.get("shift", 0)
    if left.series.shifted(start) == right.series.shifted(start + shift):
        return Found(Standing.PROVED, f"both have the same generating function from n = {start} on")
    raise MismatchError("check: terms agree and generating functions differ; give more terms")


def _same_listed(_: Statement, asked: Arguments) -> Found:
    """Both listed, searched or enumerated; a formula or data is taken as it is."""
    least = asked.get("listed", 0)
    left, right = (_side(asked[side], least + asked.get("shift", 0)) for side in ("left", "right"))
    return _same(left, right, asked)


def _side(side: Arguments, least: int) -> sequence.Listed:
    if sequence.origin(side) in ("formula", "data"):
        return sequence.derived_terms(side, _TERMS)
    return sequence.plain_terms(side, least)


def _start(left: sequence.Listed, right: sequence.Listed, asked: Arguments) -> int:
    return int(asked.get("from", max(left.offset, right.offset - asked.get("shift", 0), 0)))


def _same(left: sequence.Listed, right: sequence.Listed, asked: Arguments) -> Found:
    """left(n) = right(n + shift) for every n that both have."""
    shift, start = asked.get("shift", 0), _start(left, right, asked)
    end = min(left.offset + len(left.terms), right.offset + len(right.terms) - shift)
    if end - start < 2:
        raise MismatchError(f"check: fewer than two terms to compare, from n = {start} to {end - 1}")
    for n in range(start, end):
        one, other = left.terms[n - left.offset], right.terms[n + shift - right.offset]
        if one != other:
            witness = Witness(f"n = {n}", term_text(one), term_text(other))
            return Found(Standing.REFUTED, "terms compared", witness)
    return Found(Standing.CONSISTENT, f"terms compared from n = {start} to {end - 1}")


_INSIDE = ("formula", "start", "data")
_NAMED = re.compile(r"(?<![A-Za-z_])[A-Za-z_]*+[0-9][A-Za-z0-9:.]*+")


def _check_identity(statement: Statement, asked: Arguments) -> None:
    """Refuses a statement with a number or numbered name in it that the check knows nothing of."""
    sides = [
        {key: asked[side][key] for key in asked[side] if key not in _INSIDE} for side in ("left", "right")
    ]
    known = set(_NAMED.findall(repr([sides, *(asked.get(key) for key in ("shift", "from", "oeis"))])))
    for word in _NAMED.findall(statement[0]):
        if word not in known:
            raise CatalogError(
                f"statement: {word!r} stands nowhere in the check: a name, shift, from, or oeis"
            )


def _check_sides(asked: Arguments) -> None:
    """Refuses keys of the two sides that mean nothing."""
    known = [argument.name for argument in sequence.SEQUENCE]
    for side in ("left", "right"):
        for key in asked[side]:
            if key not in known:
                raise CatalogError(unknown(f"check.{side}: key", key, known))


def _both(asked: Arguments) -> str:
    return f"{sequence.subject(asked['left'])} and {sequence.subject(asked['right'])}"


def _checked(method: Method, statement: Statement, asked: Arguments) -> Found:
    _check_sides(asked)
    _check_identity(statement, asked)
    return method(statement, asked)


IDENTITY = WayOfChecking(
    arguments=(
        Argument("left", dict, needed=True),
        Argument("right", dict, needed=True),
        Argument("shift", int),
        Argument("from", int),
        Argument("terms", int),
        Argument("listed", int),
        Argument("oeis"),
    ),
    methods={"derive": partial(_checked, _same_derived), "brute-force": partial(_checked, _same_listed)},
    subject=_both,
)
