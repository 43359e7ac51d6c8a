"""by = "identity": two sequences that are the same, after a shift."""

from __future__ import annotations

import re

from gfkit.catalog import sequence
from gfkit.catalog.check import Argument, Arguments, Check, Found, Method
from gfkit.catalog.checks.formula import term_text
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.derived import derived_terms
from gfkit.catalog.plain.listed import plain_terms
from gfkit.catalog.sequence import SEQUENCE, Listed
from gfkit.errors import CatalogError, MismatchError

_TERMS = 40


def derive(_: Statement, asked: Arguments) -> Found:
    """Both by their engines: proved where both generating functions are."""
    count = asked.get("terms", _TERMS) + abs(asked.get("shift", 0))
    left, right = (derived_terms(asked[side], count) for side in ("left", "right"))
    found = _against(left, right, asked)
    if found.standing is Standing.REFUTED or left.series is None or right.series is None:
        return found
    start, shift = _start(left, right, asked), asked.get("shift", 0)
    if left.series.shifted(start) == right.series.shifted(start + shift):
        return Found(Standing.PROVED, f"both have the same generating function from n = {start} on")
    raise MismatchError("check: terms agree and generating functions differ; give more terms")


def brute_force(_: Statement, asked: Arguments) -> Found:
    """Both listed, searched or enumerated; a formula or data is taken as it is."""
    least = asked.get("listed", 0)
    left, right = (_plain(asked[side], least + asked.get("shift", 0)) for side in ("left", "right"))
    return _against(left, right, asked)


def _plain(side: Arguments, least: int) -> Listed:
    if sequence.origin(side) in ("formula", "data"):
        return derived_terms(side, _TERMS)
    return plain_terms(side, least)


def _start(left: Listed, right: Listed, asked: Arguments) -> int:
    return int(asked.get("from", max(left.offset, right.offset - asked.get("shift", 0), 0)))


def _against(left: Listed, right: Listed, asked: Arguments) -> Found:
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
_NAMED = re.compile(r"[A-Za-z_]*[0-9][A-Za-z0-9:.]*")


def check_statement(statement: Statement, asked: Arguments) -> None:
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


def check_sides(asked: Arguments) -> None:
    """Refuses keys of the two sides that mean nothing."""
    known = [argument.name for argument in SEQUENCE]
    for side in ("left", "right"):
        for key in asked[side]:
            if key not in known:
                raise CatalogError(f"check.{side}: unknown key {key!r}; known are {', '.join(known)}")


def _subject(asked: Arguments) -> str:
    return f"{sequence.subject(asked['left'])} and {sequence.subject(asked['right'])}"


def _checked(method: Method) -> Method:
    def checked(statement: Statement, asked: Arguments) -> Found:
        check_sides(asked)
        check_statement(statement, asked)
        return method(statement, asked)

    return checked


IDENTITY = Check(
    arguments=(
        Argument("left", dict, needed=True),
        Argument("right", dict, needed=True),
        Argument("shift", int),
        Argument("from", int),
        Argument("terms", int),
        Argument("listed", int),
        Argument("oeis"),
    ),
    methods={"derive": _checked(derive), "brute-force": _checked(brute_force)},
    subject=_subject,
)
