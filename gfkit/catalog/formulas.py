"""by = "verify": a formula against a sequence, by the engine, by listing and by counting single boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpz

from gfkit.algebra.formula.linear import linear
from gfkit.algebra.formula.ratio import ratio, ring_of
from gfkit.algebra.formula.read.statement import Chain, read_statement, without_error_term
from gfkit.algebra.formula.read.statement import Statement as Printed
from gfkit.algebra.formula.tree import Node, Number, Symbol
from gfkit.algebra.polynomial import term_text
from gfkit.catalog import sequence
from gfkit.catalog.check import Argument, Arguments, CheckKind, CheckResult, compare_entries
from gfkit.catalog.claim import ClaimStatus, Statement, Witness
from gfkit.catalog.plain import PATH_GAMES, path_count
from gfkit.claims import Verdict
from gfkit.claims.claim import judge_formula, verify
from gfkit.claims.formula.kind import Kind, kind_of
from gfkit.claims.formula.sequence import exact_value
from gfkit.claims.truth import LawTruth
from gfkit.errors import GfkitError, MismatchError

_TERMS = 40


def _derive(statement: Statement, asked: Arguments) -> CheckResult:
    """The formula against what the engine derives: for every n, with proof, where it can."""
    text = statement[0]
    if _is_plain_game(asked):
        return _result_of(
            verify(text, game=asked["game"], family=asked["family"], **_verify_options(asked)), asked
        )
    listed = sequence.derived_terms(asked, asked.get("terms", _TERMS))
    if listed.series is not None:
        return _result_of(judge_formula(text, LawTruth(listed.series), **_verify_options(asked)), asked)
    return _result_of(
        verify(text, data=listed.numbers, offset=listed.offset, **_verify_options(asked)), asked
    )


def _brute_force(statement: Statement, asked: Arguments) -> CheckResult:
    """The formula against terms that were listed, searched or enumerated one by one."""
    text = statement[0]
    if _is_plain_game(asked) and _is_of_polynomials(text, asked):
        return _by_coefficients(text, asked) or _by_first_difference(text, asked)
    listed = sequence.plain_terms(asked, asked.get("listed", 0))
    if len(listed.terms) < 3:
        raise MismatchError("check: fewer than three terms can be listed; name another method")
    result = _result_of(
        verify(text, data=listed.numbers, offset=listed.offset, **_verify_options(asked)), asked
    )
    return CheckResult(result.status, _reach(listed), result.witness)


def _is_of_polynomials(text: str, asked: Arguments) -> bool:
    """Whether the formula speaks of profiles, and not only of numbers."""
    return asked.get("weights", "none") != "none" or any(f"({word})" in text for word in ("x", "x, y"))


def _by_coefficients(text: str, asked: Arguments) -> CheckResult | None:
    """The coefficients of a generating function beside the polynomials listed; None where it is no such."""
    if kind_of(read_statement(text, asked.get("variable", "t"))) is not Kind.SERIES:
        return None
    listed = sequence.plain_terms(asked, asked.get("listed", 0))
    series = sequence.read_series(text, None, listed.offset, asked.get("variable", "t"))
    claimed = tuple(map(sequence.in_letters, series.terms(len(listed.terms)), listed.terms))
    places = tuple(sequence.place(asked, n + listed.offset) for n in range(len(claimed)))
    texts, true = (tuple(map(term_text, terms)) for terms in (claimed, listed.terms))
    return compare_entries(texts, true, places, _reach(listed), ClaimStatus.CONSISTENT)


def _by_first_difference(text: str, asked: Arguments) -> CheckResult:
    """The boards up to where the formula and the derived terms part, or as many as can be, are listed; what
    was derived must agree with all of them, and at the last one the formula must not.

    Of a recurrence between polynomials only the true term is listed: what the recurrence gives comes from the
    engine.
    """
    first = verify(
        text, game=asked["game"], family=asked["family"], **_verify_options(asked)
    ).first_difference
    listed = sequence.plain_terms(asked, max(0 if first is None else first.n, asked.get("listed", 0)))
    _agree(listed, sequence.derived_terms(asked, len(listed.terms)))
    if first is None:
        return CheckResult(ClaimStatus.CONSISTENT, _reach(listed))
    witness = Witness(
        sequence.place(asked, first.n), first.formula, term_text(listed.terms[first.n - listed.offset])
    )
    standing = ClaimStatus.CONSISTENT if witness.claimed == witness.true else ClaimStatus.REFUTED
    return CheckResult(standing, _reach(listed), witness)


def _reach(listed: sequence.TermList) -> str:
    return f"positions listed up to n = {listed.offset + len(listed.terms) - 1}"


def _agree(listed: sequence.TermList, derived: sequence.TermList) -> None:
    for n, (listed_term, derived_term) in enumerate(
        zip(listed.terms, derived.terms, strict=False), listed.offset
    ):
        if listed_term != derived_term:
            raise MismatchError(f"listing and deriving disagree at n = {n}: {listed_term} and {derived_term}")


def _is_plain_game(asked: Arguments) -> bool:
    return sequence.origin(asked) == "game" and "every" not in asked and "plus" not in asked


def _verify_options(asked: Arguments) -> dict[str, Any]:
    """The arguments of verify that the entry has."""
    words = {
        "positions": "positions",
        "weights": "weights",
        "variable": "variable",
        "from": "valid_from",
        "read_as": "kind",
    }
    options = {name: asked[key] for key, name in words.items() if key in asked}
    if not _is_plain_game(asked):
        options.pop("positions", None)
    if "start" in asked:
        options["start"] = [sequence.read_given(value) for value in asked["start"]]
    return options


def _result_of(verdict: Verdict, asked: Arguments) -> CheckResult:
    """The result that a verdict means. A claim that is true later than printed is refuted as printed."""
    if verdict.is_later:
        verdict = replace(verdict.as_refuted, repair=f"it holds only from n = {verdict.holds_from} on")
    witness = None
    if verdict.first_difference is not None:
        first = verdict.first_difference
        witness = Witness(sequence.place(asked, first.n), first.formula, first.true)
    elif verdict.is_refuted:
        witness = Witness("large n", verdict.reason, verdict.correction or "")
    return CheckResult(
        ClaimStatus(verdict.verdict.value), str(verdict.evidence), witness, verdict.repair or ""
    )


# A second way to judge claims of growth: paths are counted letter by letter in code of its own, other boards
# by ``gfkit.engine``, as deriving does


_SMALL_N = 30
"""The size of the smaller of the boards that are counted."""
_BITS = 400


def _by_counting(statement: Statement, asked: Arguments) -> CheckResult:
    """Counts of single boards beside the formula.

    A(n) + o(1): the difference must have become smaller from n to 2n. Any other claim is one of the rate:
    the quotient of consecutive counts must agree with that of the formula to the digits printed.
    """
    side, has_error_term = without_error_term(read_statement(statement[0]).chains[0].sides[-1])
    size = asked.get("listed", _SMALL_N)
    far = _count(asked, 2 * size)
    with ctx.workprec(_BITS):
        formula = {n: exact_value(side, n).ball().real for n in (size, 2 * size - 1, 2 * size)}
        if has_error_term:
            near = abs(formula[size] - fmpz(_count(asked, size)))
            gap = abs(formula[2 * size] - fmpz(far))
            good = bool(gap < near) and bool(gap < Fraction(1, 2).numerator)
            words = f"the difference is {_short(near)} at n = {size} and {_short(gap)} at n = {2 * size}"
        else:
            quotient = arb(fmpz(far)) / fmpz(_count(asked, 2 * size - 1))
            claimed = formula[2 * size] / formula[2 * size - 1]
            good = bool(abs(quotient - claimed) < arb(10) ** -_digits(statement[0]))
            words = f"the quotient at n = {2 * size} is {_short(quotient)}, claimed {_short(claimed)}"
    return CheckResult(ClaimStatus.CONSISTENT if good else ClaimStatus.REFUTED, f"boards counted: {words}")


def _count(asked: Arguments, n: int) -> int:
    from gfkit.engine.count import count

    if asked["game"] in PATH_GAMES and asked["family"] == "path:n" and "positions" not in asked:
        return path_count(asked["game"], n)
    return count(asked["game"], sequence.family_of(asked).at(n), asked.get("positions", "all")).count


def _digits(text: str) -> int:
    """The digits after the point of the longest decimal in the formula."""
    return max((len(part) - len(part.lstrip("0123456789")) for part in text.split(".")[1:]), default=0)


def _short(number: arb) -> str:
    return str(number.str(8, radius=False))


# Whether a formula as printed and one in gfkit's notation say the same


_INDICES = range(1, 9)


def _have_same_meaning(first: str, second: str, asked: Arguments) -> bool:
    """Whether both formulas have the same sides, in whatever signs. A name alone, as c_n on the left, does
    not count.

    >>> _have_same_meaning("(1 + 2*t)/(1 - t)", r"GF(t) = \\frac{1+2t}{1-t}", {})
    True
    >>> _have_same_meaning("2*n + 1", "c_n = 2n - 1", {})
    False
    """
    game = str(asked.get("game", ""))
    colours = game.rpartition(":")[2]
    constants = {"k": int(colours)} if ":" in game and colours.isdigit() else {}
    variable = asked.get("variable", "t")
    read = [read_statement(text, variable, constants) for text in (first, second)]
    names = [side for statement in read for chain in statement.chains for side in chain.sides]
    return _meanings(read[0]) == _meanings(read[1]) and all(_names(side, game) for side in names)


def _names(side: Node, game: str) -> bool:
    """Whether a name such as GF_{O12}(1, x, y, t) names the game in question, with no number but 1 for a
    letter."""
    if not isinstance(side, Symbol) or side.index is not None:
        return True
    marks = [part.value for part in side.arguments if isinstance(part, Number)]
    words = [word.lower() for word in side.label if any(map(str.isdigit, word))]
    return all(value == 1 for value in marks) and all(word == game for word in words)


def _meanings(statement: Printed) -> set[str]:
    if kind_of(statement) is Kind.RECURRENCE:
        return {_relation(chain) for chain in statement.chains}
    meaning = _series if kind_of(statement) is Kind.SERIES else _values
    sides = (without_error_term(side)[0] for chain in statement.chains for side in chain.sides)
    return {text for text in (_try_meaning(meaning, side) for side in sides) if text}


def _try_meaning(meaning: Callable[[Node], str], side: Node) -> str:
    try:
        return meaning(side)
    except GfkitError:  # a name
        return ""


def _series(side: Node) -> str:
    """The quotient in lowest terms."""
    return str(ratio(side, ring_of(side)).plain)


def _values(side: Node) -> str:
    """The first values."""
    return ", ".join(str(exact_value(side, n)) for n in _INDICES)


def _relation(chain: Chain) -> str:
    """Left minus right, term by term."""
    ring = ring_of(*chain.sides)
    parts = [linear(side, ring) for side in chain.sides]
    terms = [term for part in parts[1:] for term in parts[0].minus(part).collect().terms]
    return "; ".join(sorted(f"{term.name} {term.shift} {term.coefficient}" for term in terms))


VERIFY = CheckKind(
    arguments=(
        *sequence.SEQUENCE,
        Argument("variable"),
        Argument("from", int),
        Argument("read_as"),
        Argument("terms", int),
        Argument("listed", int),
    ),
    methods={"derive": _derive, "brute-force": _brute_force, "counting": _by_counting},
    subject=sequence.subject,
    is_list=False,
    same=_have_same_meaning,
)
