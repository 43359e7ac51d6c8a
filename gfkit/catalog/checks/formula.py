"""by = "verify": a formula against a sequence."""

from __future__ import annotations

from typing import Any

from gfkit.catalog import sequence
from gfkit.catalog.check import Argument, Arguments, Check, Found
from gfkit.catalog.checks import growth
from gfkit.catalog.checks.wording import say_the_same
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.derived import derived_terms
from gfkit.catalog.plain.listed import plain_terms
from gfkit.catalog.sequence import SEQUENCE, Listed, Term, read_series, read_term
from gfkit.errors import MismatchError
from gfkit.formula.read.statement import read_statement
from gfkit.sequences import Polynomial
from gfkit.sequences.number import whole_text
from gfkit.verify import Verdict
from gfkit.verify.claim import judge_formula, verify
from gfkit.verify.formula.kind import Kind, kind_of
from gfkit.verify.truth import LawTruth

_TERMS = 40


def derive(statement: Statement, asked: Arguments) -> Found:
    """The formula against what the engine derives: for every n, with proof, where it can."""
    text = statement[0]
    if _is_plain_game(asked):
        return _found(verify(text, game=asked["game"], family=asked["family"], **_named(asked)), asked)
    listed = derived_terms(asked, asked.get("terms", _TERMS))
    if listed.series is not None:
        return _found(judge_formula(text, LawTruth(listed.series), **_named(asked)), asked)
    return _found(verify(text, data=listed.numbers, offset=listed.offset, **_named(asked)), asked)


def brute_force(statement: Statement, asked: Arguments) -> Found:
    """The formula against terms that were listed, searched or enumerated one by one."""
    text = statement[0]
    if _is_plain_game(asked) and _is_of_polynomials(text, asked):
        return _by_coefficients(text, asked) or _by_first_difference(text, asked)
    listed = plain_terms(asked, asked.get("listed", 0))
    if len(listed.terms) < 3:
        raise MismatchError("check: fewer than three terms can be listed; name another method")
    found = _found(verify(text, data=listed.numbers, offset=listed.offset, **_named(asked)), asked)
    return Found(found.standing, _reach(listed), found.witness, found.correction)


def _is_of_polynomials(text: str, asked: Arguments) -> bool:
    """Whether the formula speaks of profiles, and not only of numbers."""
    return asked.get("weights", "none") != "none" or any(f"({word})" in text for word in ("x", "x, y"))


def _by_coefficients(text: str, asked: Arguments) -> Found | None:
    """The coefficients of a generating function beside the polynomials listed; None where it is no such."""
    if kind_of(read_statement(text, asked.get("variable", "t"))) is not Kind.SERIES:
        return None
    listed = plain_terms(asked, asked.get("listed", 0))
    series = read_series(text, None, listed.offset, asked.get("variable", "t"))
    for n, (one, true) in enumerate(zip(series.terms(len(listed.terms)), listed.terms, strict=True)):
        claimed = _in_letters(one, true)
        if claimed != true:
            witness = Witness(_board(asked, n + listed.offset), term_text(claimed), term_text(true))
            return Found(Standing.REFUTED, _reach(listed), witness)
    return Found(Standing.CONSISTENT, _reach(listed))


def _in_letters(one: Term, other: Term) -> Term:
    """A term as a polynomial in the letters of another one."""
    if not isinstance(other, Polynomial):
        return one
    if not isinstance(one, Polynomial):
        return Polynomial.constant(int(one), other.variables)
    powers = {name: tuple(int(name == own) for own in other.variables) for name in one.variables}
    return one.in_variables(other.variables, powers)


def _by_first_difference(text: str, asked: Arguments) -> Found:
    """The boards up to where the formula and the derived terms part, or as many as can be, are listed; what
    was derived must agree with all of them, and at the last one the formula must not.

    Of a recurrence between polynomials only the true term is listed: what the recurrence gives comes from the
    engine.
    """
    first = verify(text, game=asked["game"], family=asked["family"], **_named(asked)).first_difference
    listed = plain_terms(asked, max(0 if first is None else first.n, asked.get("listed", 0)))
    _agree(listed, derived_terms(asked, len(listed.terms)))
    if first is None:
        return Found(Standing.CONSISTENT, _reach(listed))
    witness = Witness(_board(asked, first.n), first.formula, term_text(listed.terms[first.n - listed.offset]))
    standing = Standing.CONSISTENT if witness.claimed == witness.true else Standing.REFUTED
    return Found(standing, _reach(listed), witness)


def _reach(listed: Listed) -> str:
    return f"positions listed up to n = {listed.offset + len(listed.terms) - 1}"


def _agree(listed: Listed, derived: Listed) -> None:
    for n, (one, other) in enumerate(zip(listed.terms, derived.terms, strict=False), listed.offset):
        if one != other:
            raise MismatchError(f"listing and deriving disagree at n = {n}: {one} and {other}")


def _is_plain_game(asked: Arguments) -> bool:
    return sequence.origin(asked) == "game" and "every" not in asked and "plus" not in asked


def _named(asked: Arguments) -> dict[str, Any]:
    """The arguments of verify that the entry has."""
    named = {
        "positions": "positions",
        "weights": "weights",
        "variable": "variable",
        "from": "valid_from",
        "read_as": "kind",
    }
    found = {name: asked[key] for key, name in named.items() if key in asked}
    if not _is_plain_game(asked):
        found.pop("positions", None)
    if "start" in asked:
        found["start"] = [read_term(value) for value in asked["start"]]
    return found


def _found(verdict: Verdict, asked: Arguments) -> Found:
    witness = None
    if verdict.first_difference is not None:
        first = verdict.first_difference
        witness = Witness(_board(asked, first.n), first.formula, first.true)
    elif verdict.is_refuted:
        witness = Witness("large n", verdict.reason, verdict.correction or "")
    return Found(
        Standing(verdict.verdict.value),
        str(verdict.evidence),
        witness,
        () if verdict.correction is None else (verdict.correction,),
        verdict.repair or "",
    )


def _board(asked: Arguments, n: int) -> str:
    """The board of index n as the grammar writes it; else n itself."""
    if sequence.origin(asked) != "game":
        return f"n = {n}"
    family = sequence.family_of(asked)
    size = asked.get("every", 1) * n + asked.get("plus", 0)
    return family.at(size).text if size >= family.first_n else f"n = {n}"


def term_text(term: Term) -> str:
    """A term as text, of any size."""
    return whole_text(term) if isinstance(term, int) else str(term)


VERIFY = Check(
    arguments=(
        *SEQUENCE,
        Argument("variable"),
        Argument("from", int),
        Argument("read_as"),
        Argument("terms", int),
        Argument("listed", int),
    ),
    methods={"derive": derive, "brute-force": brute_force, "counting": growth.counting},
    subject=sequence.subject,
    is_list=False,
    same=say_the_same,
)
