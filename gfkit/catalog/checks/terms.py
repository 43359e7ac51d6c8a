"""by = "terms": listed terms against a sequence."""

from __future__ import annotations

from gfkit.catalog import sequence
from gfkit.catalog.check import Argument, Arguments, Check, Found, compared
from gfkit.catalog.checks.formula import term_text
from gfkit.catalog.claim import Standing, Statement
from gfkit.catalog.derived import derived_terms
from gfkit.catalog.plain.listed import plain_terms
from gfkit.catalog.sequence import SEQUENCE, Listed, Term, read_term
from gfkit.errors import MismatchError
from gfkit.sequences import Polynomial


def derive(statement: Statement, asked: Arguments) -> Found:
    """The terms against those of the engine; proved where these are."""
    first = asked.get("first", None)
    listed = derived_terms(asked, len(statement) + max(first or 0, 3) + 1)
    is_exact = sequence.origin(asked) in ("game", "nim") and listed.exact
    best = Standing.PROVED if is_exact else Standing.CONSISTENT
    return _against(listed, statement, first, asked, "terms of the engine", best)


def transfer(statement: Statement, asked: Arguments) -> Found:
    """Each board counted by itself."""
    from gfkit.transfer import count

    if sequence.origin(asked) != "game":
        raise MismatchError("check: transfer counts boards, and this sequence is not one of a game")
    family = sequence.family_of(asked)
    first = asked.get("first", family.first_n)
    positions, weights = asked.get("positions", "all"), asked.get("weights", "none")
    terms: list[Term] = []
    for n in range(first, first + len(statement)):
        found = count(asked["game"], family.at(n), positions, weights)
        terms.append(found.polynomial if weights != "none" else found.count)
    return _against(Listed(first, tuple(terms)), statement, first, asked, "boards counted", Standing.PROVED)


def brute_force(statement: Statement, asked: Arguments) -> Found:
    """As many terms as can be listed, searched or enumerated."""
    listed = plain_terms(asked, asked.get("listed", 0))
    first = asked.get("first", listed.offset)
    cut = statement[: len(listed.terms) - (first - listed.offset)]
    found = _against(listed, cut, first, asked, f"{len(cut)} terms listed", Standing.CONSISTENT)
    return Found(found.standing, found.evidence, found.witness)


def _against(
    listed: Listed, claimed: Statement, first: int | None, asked: Arguments, evidence: str, best: Standing
) -> Found:
    start = listed.offset if first is None else first
    true = listed.terms[start - listed.offset :][: len(claimed)]
    if len(true) < len(claimed):
        raise MismatchError(f"check: only {len(true)} terms are known from n = {start}")
    read = tuple(_like(read_term(text), term) for text, term in zip(claimed, true, strict=True))
    places = tuple(_place(asked, start + k) for k in range(len(claimed)))
    return compared(tuple(map(term_text, read)), tuple(map(term_text, true)), places, evidence, best)


def _like(term: Term, other: Term) -> Term:
    """A number as a constant polynomial, where the other one is a polynomial."""
    if isinstance(other, Polynomial) and isinstance(term, int):
        return Polynomial.constant(term, other.variables)
    if isinstance(other, Polynomial) and isinstance(term, Polynomial) and term.variables != other.variables:
        powers = {name: tuple(int(name == own) for own in other.variables) for name in term.variables}
        return term.in_variables(other.variables, powers)
    return term


def _place(asked: Arguments, n: int) -> str:
    if sequence.origin(asked) == "game" and "every" not in asked:
        return sequence.family_of(asked).at(n).text
    return f"n = {n}"


TERMS = Check(
    arguments=(*SEQUENCE, Argument("first", int), Argument("listed", int), Argument("oeis")),
    methods={"derive": derive, "transfer": transfer, "brute-force": brute_force},
    subject=sequence.subject,
    is_list=True,
)
