"""by = "verify": comparison of a formula with a sequence, by the engine, by listing, and by counting single
boards.

A sequence is given by a structure on a family, Grundy values, payoffs, a formula, or data. Its terms are
computed in two ways: ``derived_terms`` uses the engine, and ``plain_terms`` uses enumeration, search or
recursion. Both share the parsed rule, board and query.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpz

from gfkit.catalog.claim import (
    Argument,
    Arguments,
    CheckKind,
    CheckResult,
    ClaimStatus,
    Statement,
    Witness,
    compare_entries,
)
from gfkit.claims import Verdict
from gfkit.claims.claim import judge_formula, verify
from gfkit.claims.provers.kind import Kind, kind_of
from gfkit.claims.provers.result import NO_VALUE, trial_evidence
from gfkit.claims.provers.sequence import exact_value
from gfkit.claims.provers.truth import LawTruth
from gfkit.claims.statement.linear import linear
from gfkit.claims.statement.parse import (
    Chain,
    PrintedStatement as Printed,
    read_statement,
    without_error_term,
)
from gfkit.claims.statement.ratio import ratio, ring_of
from gfkit.core.algebra import Count, Polynomial, RationalGF, Status
from gfkit.core.algebra.formula.tree import Node, Number, Symbol
from gfkit.core.algebra.polynomial import term_text
from gfkit.core.boards import Family, parse_board
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import CatalogError, GfkitError, LimitError, MismatchError

from .tables import PATH_GAMES, dominogame_rows, mex_of_heaps, mex_on_board, path_count

Term = int | Fraction | Polynomial

SEQUENCE = (
    Argument("game"),
    Argument("family"),
    Argument("positions"),
    Argument("weights"),
    Argument("optimum"),
    Argument("nim"),
    Argument("of"),
    Argument("equilibrium"),
    Argument("player", int),
    Argument("tie"),
    Argument("raised", int),
    Argument("formula"),
    Argument("start", list),
    Argument("data", list),
    Argument("offset", int),
    Argument("every", int),
    Argument("plus", int),
)
"""Keys that specify a sequence."""

_ORIGINS = ("game", "nim", "equilibrium", "formula", "data")


@dataclass(frozen=True)
class TermList:
    """Terms from an index on, with the generating function if it is proved."""

    offset: int
    terms: tuple[Term, ...]
    series: RationalGF | None = None
    exact: bool = True
    """True if the terms themselves are proved, and not only computed from a probable generating function."""

    @property
    def numbers(self) -> tuple[int | Fraction, ...]:
        """Terms of the sequence, which must be numbers."""
        if any(isinstance(term, Polynomial) for term in self.terms):
            raise MismatchError("the terms are polynomials, but numbers are required")
        return tuple(term for term in self.terms if not isinstance(term, Polynomial))


def origin(asked: Arguments) -> str:
    """Return the unique key that names the origin of the sequence."""
    keys = [key for key in _ORIGINS if key in asked and not (key == "formula" and "game" in asked)]
    if len(keys) != 1:
        raise CatalogError(
            f"check: a sequence requires exactly one of {', '.join(_ORIGINS)}; got"
            f" {' and '.join(keys) or 'none'}"
        )
    return keys[0]


def subject(asked: Arguments) -> str:
    """Describe the sequence.

    >>> subject({"game": "domineering", "family": "nx3", "positions": "right-ends"})
    'domineering on nx3, right-ends'
    """
    words = {
        "game": f"{asked.get('game')} on {asked.get('family')}",
        "nim": f"{asked.get('of', 'values')} of {asked.get('nim')} {asked.get('family', '')}".rstrip(),
        "equilibrium": f"payoff of player {asked.get('player', 1)} on {asked.get('equilibrium')}",
        "formula": str(asked.get("formula")),
        "data": "the terms given",
    }[origin(asked)]
    extra = [str(asked[key]) for key in ("positions", "weights", "optimum", "tie") if key in asked]
    if "raised" in asked:
        extra.append(f"raised by {asked['raised']}")
    if "every" in asked:
        extra.append(f"at {asked['every']}*n + {asked.get('plus', 0)}")
    return ", ".join([words, *extra])


def family_of(asked: Arguments) -> Family:
    """Return the family. Raise an error for a single board."""
    board = parse_board(asked.get("family", ""))
    if not isinstance(board, Family):
        raise MismatchError(
            f"family {board.text!r} is a single board, but a family is needed: replace one size by"
            " n, as in 3xn"
        )
    return board


def every_nth(terms: TermList, step: int, first: int) -> TermList:
    """Return the terms at the indices step n + first."""
    if (step, first) == (1, 0):
        return terms
    start = max(0, -((first - terms.offset) // step))
    kept = tuple(terms.terms[step * start + first - terms.offset :: step])
    return TermList(
        start, kept, None if terms.series is None else terms.series.subsequence(step, first), terms.exact
    )


def place(asked: Arguments, n: int) -> str:
    """Return the name of the board of index n, or n itself if there is no board."""
    if origin(asked) != "game":
        return f"n = {n}"
    family, size = family_of(asked), asked.get("every", 1) * n + asked.get("plus", 0)
    return family.at(size).text if size >= family.first_n else f"n = {n}"


def term_of(count: Count, weights: str) -> Term:
    """Return a count as a term: a number, or with weights its polynomial."""
    return count.count if weights == "none" else count.polynomial


def in_letters(term: Term, other: Term) -> Term:
    """Return the term as a polynomial in the variables of another term, or None if it is not such a
    polynomial.
    """
    if not isinstance(other, Polynomial) or isinstance(term, Fraction):
        return term
    if isinstance(term, int):
        return Polynomial.constant(term, other.variables)
    powers = {name: tuple(int(name == letter) for letter in other.variables) for name in term.variables}
    return term.in_variables(other.variables, powers)


def payoff_of(n: int, payoffs: tuple[tuple[int, ...], ...], asked: Arguments) -> int:
    """Return the payoff of the player, which must not depend on the tie-breaking rule."""
    values = {pair[asked.get("player", 1) - 1] for pair in payoffs}
    if len(values) > 1:
        raise MismatchError(
            f"at n = {n} the payoff depends on the tie-breaking rule:"
            f" {', '.join(map(str, sorted(values)))}; name a tie rule"
        )
    return int(values.pop())


def read_given(text: str) -> Term:
    """Parse a number or a polynomial."""
    if set(text) & {"x", "y"}:
        return Polynomial.parse(text, ("x", "y") if "y" in text else ("x",))
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise CatalogError(f"term {text!r} must be a number or a polynomial in x and y") from None
    return value.numerator if value.denominator == 1 else value


def read_series(text: str, start: list[str] | None, first_n: int = 0, variable: str = "t") -> RationalGF:
    """Parse a formula (a generating function, closed form or recurrence) and return its generating
    function.
    """
    from gfkit.claims.provers.expansion import read_closed_form
    from gfkit.claims.provers.kind import Kind, kind_of
    from gfkit.claims.statement.parse import read_statement
    from gfkit.claims.statement.values import read_quotient, read_recurrence

    kind = kind_of(read_statement(text, variable))
    if kind is Kind.SERIES:
        return RationalGF.reduced(*read_quotient(text, None, variable), first_n)
    if kind is not Kind.RECURRENCE:
        return read_closed_form(text, first_n)
    if not start:
        raise CatalogError(
            f"formula {text!r}: a recurrence requires the key 'start', a list of initial values as strings"
        )
    return RationalGF.from_recurrence(read_recurrence(text, [read_given(value) for value in start], first_n))


# By the engine


_Way = Callable[[Arguments, int], TermList]


def derived_terms(asked: Arguments, count: int) -> TermList:
    """Return at least ``count`` terms of the sequence, computed by the engine."""
    return _terms(
        {
            "game": _game_terms,
            "nim": _nim_terms,
            "equilibrium": _payoff_terms,
            "formula": _formula_terms,
            "data": _data_terms,
        },
        asked,
        count,
    )


def _terms(ways: Mapping[str, _Way], asked: Arguments, count: int) -> TermList:
    """Return the terms with indices every * n + plus, computed by the function for their origin."""
    kind, step, first = origin(asked), asked.get("every", 1), asked.get("plus", 0)
    if kind not in ways:
        raise MismatchError(f"check: a sequence from {kind} has no second method")
    return every_nth(ways[kind](asked, step * count + first), step, first)


def _game_terms(asked: Arguments, count: int) -> TermList:
    from gfkit.claims.reading.optimal import optimal_truth
    from gfkit.core.engine.derive import derive

    if "optimum" in asked:
        positions = asked.get("positions", "all")
        truth = optimal_truth(asked["game"], family_of(asked).text, asked["optimum"], positions, None, None)
        assert isinstance(truth, LawTruth), "the boards are a family"
        return TermList(truth.first_n, tuple(truth.rational.terms(count)), truth.rational)
    law = derive(
        asked["game"], family_of(asked).text, asked.get("positions", "all"), asked.get("weights", "none")
    )
    exact = law.evidence.status is Status.PROVED
    series = law.rational if exact else None
    return TermList(law.first_n, tuple(law.terms(count)), series, exact)


def _nim_terms(asked: Arguments, count: int) -> TermList:
    from gfkit.play.impartial.nim import nim

    values = nim(asked["nim"], asked.get("family"), to=count)
    if asked.get("of", "values") == "zeros":
        return TermList(1, values.zeros, values.zeros_generating_function)
    return TermList(values.first_n or 0, values.values, values.generating_function)


def _payoff_terms(asked: Arguments, count: int) -> TermList:
    from gfkit.play.equilibria import equilibria

    named = {"tie": asked.get("tie", "all"), "raised": asked.get("raised", 0)}
    rows = equilibria(asked["equilibrium"], count, order="columns", **named)
    return TermList(1, tuple(payoff_of(n, row.payoffs, asked) for n, row in rows))


def _formula_terms(asked: Arguments, count: int) -> TermList:
    """Return the terms of a formula, with the initial values of a recurrence."""
    series = read_series(asked["formula"], asked.get("start"), asked.get("offset", 0))
    return TermList(series.first_n, tuple(series.terms(count)), series)


def _data_terms(asked: Arguments, count: int) -> TermList:  # noqa: ARG001
    return TermList(asked.get("offset", 0), tuple(read_given(text) for text in asked["data"]))


# By enumeration, search or plain recursion, independent of the engine


_MOST_LISTED = 20_000
"""Maximum number of positions listed on all boards together, unless a certain n is required."""
_SEARCHED_BOARDS = 14


def plain_terms(asked: Arguments, least: int = 0) -> TermList:
    """Return the terms at least up to the index ``least``, by listing, search or enumeration."""
    terms = _terms(
        {"game": _count_by_listing, "nim": _nimbers_by_mex, "equilibrium": _payoffs_by_recursion},
        asked,
        least,
    )
    return replace(terms, series=None)


def _count_by_listing(asked: Arguments, least: int) -> TermList:
    """Count positions by listing every position of every board."""
    from gfkit.core.oracle import brute_force

    side = asked.get("optimum")
    family = family_of(asked)
    weights: Any = "pieces" if side else asked.get("weights", "none")
    terms: list[Term] = []
    budget, n = _MOST_LISTED, family.first_n
    while n <= least or (budget > 0 and n < 60):
        try:
            count = brute_force(asked["game"], family.at(n), asked.get("positions", "all"), weights)
        except LimitError:
            if n <= least:
                raise
            break
        powers = count.polynomial.terms
        terms.append(powers[-(side == "maximum")][0][0] if side else term_of(count, weights))
        budget -= 4 * count.count
        n += 1
    return TermList(family.first_n, tuple(terms))


def _nimbers_by_mex(asked: Arguments, least: int) -> TermList:
    """Compute Grundy values by mex over all moves."""
    if str(asked["nim"]).startswith("octal:"):
        values = mex_of_heaps(asked["nim"], max(least, 60))
        first = 0
    else:
        family = family_of(asked)
        first = family.first_n
        last = max(least, first + _SEARCHED_BOARDS)
        values = [mex_on_board(asked["nim"], family.at(n)) for n in range(first, last + 1)]
    if asked.get("of", "values") == "zeros":
        return TermList(1, tuple(n for n, value in enumerate(values, first) if value == 0))
    return TermList(first, tuple(values))


def _payoffs_by_recursion(asked: Arguments, least: int) -> TermList:
    """Compute payoffs by plain recursion from the rules."""
    rows = dominogame_rows(asked["equilibrium"], least, asked.get("tie", "all"), asked.get("raised", 0))
    return TermList(1, tuple(payoff_of(n, pairs, asked) for n, pairs in enumerate(rows, 1)))


_TERMS = 40


def _derive(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare the formula with the derived generating function: for every n, with proof, if possible."""
    text = statement[0]
    if _is_plain_game(asked):
        return _result_of(
            verify(text, game=asked["game"], family=asked["family"], **_verify_options(asked)), asked
        )
    listed = derived_terms(asked, asked.get("terms", _TERMS))
    if listed.series is not None:
        return _result_of(judge_formula(text, LawTruth(listed.series), **_verify_options(asked)), asked)
    return _result_of(
        verify(text, data=listed.numbers, offset=listed.offset, **_verify_options(asked)), asked
    )


def _brute_force(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare the formula with terms that were listed, searched or enumerated individually."""
    text = statement[0]
    if _is_plain_game(asked) and _is_of_polynomials(text, asked):
        return _compare_coefficients(text, asked) or _by_first_difference(text, asked)
    listed = plain_terms(asked, asked.get("listed", 0))
    if len(listed.terms) < 3:
        raise MismatchError("check: fewer than three terms can be listed; name another method")
    options = _verify_options(asked, of_data=True)
    result = _result_of(verify(text, data=listed.numbers, offset=listed.offset, **options), asked)
    return CheckResult(result.status, _describe_reach(listed), result.witness)


def _is_of_polynomials(text: str, asked: Arguments) -> bool:
    """Return True if the formula contains polynomials in the weights, not only numbers."""
    return asked.get("weights", "none") != "none" or any(f"({word})" in text for word in ("x", "x, y"))


def _compare_coefficients(text: str, asked: Arguments) -> CheckResult | None:
    """Compare the coefficients of a generating function with the enumerated polynomials, or return None for
    other formulas.
    """
    if kind_of(read_statement(text, asked.get("variable", "t"))) is not Kind.SERIES:
        return None
    listed = plain_terms(asked, asked.get("listed", 0))
    series = read_series(text, None, listed.offset, asked.get("variable", "t"))
    claimed = tuple(map(in_letters, series.terms(len(listed.terms)), listed.terms))
    places = tuple(place(asked, n + listed.offset) for n in range(len(claimed)))
    texts, true = (tuple(map(term_text, terms)) for terms in (claimed, listed.terms))
    return compare_entries(texts, true, places, _describe_reach(listed), ClaimStatus.CONSISTENT)


def _by_first_difference(text: str, asked: Arguments) -> CheckResult:
    """Enumerate the boards up to the first difference between the formula and the derived terms.

    If there is no difference, as many boards as possible are enumerated. The derived terms must agree with
    all enumerated terms, and the formula must differ at the last one. For a recurrence between polynomials
    only the true term is enumerated: the value of the recurrence is computed by the engine.
    """
    first = verify(
        text, game=asked["game"], family=asked["family"], **_verify_options(asked)
    ).first_difference
    listed = plain_terms(asked, max(0 if first is None else first.n, asked.get("listed", 0)))
    _check_agreement(listed, derived_terms(asked, len(listed.terms)))
    if first is None:
        return CheckResult(ClaimStatus.CONSISTENT, _describe_reach(listed))
    witness = Witness(place(asked, first.n), first.formula, term_text(listed.terms[first.n - listed.offset]))
    standing = ClaimStatus.CONSISTENT if witness.claimed == witness.true else ClaimStatus.REFUTED
    return CheckResult(standing, _describe_reach(listed), witness)


def _describe_reach(listed: TermList) -> str:
    return f"positions listed up to n = {listed.offset + len(listed.terms) - 1}"


def _check_agreement(listed: TermList, derived: TermList) -> None:
    for n, (listed_term, derived_term) in enumerate(
        zip(listed.terms, derived.terms, strict=False), listed.offset
    ):
        if listed_term != derived_term:
            raise MismatchError(
                f"enumeration and the derived sequence disagree at n = {n}: {listed_term} and {derived_term}"
            )


def _is_plain_game(asked: Arguments) -> bool:
    return origin(asked) == "game" and "every" not in asked and "plus" not in asked


def _verify_options(asked: Arguments, *, of_data: bool = False) -> dict[str, Any]:
    """Return the arguments of ``verify`` that are given in the entry, except those of a game for data."""
    words = {
        "positions": "positions",
        "weights": "weights",
        "optimum": "side",
        "variable": "variable",
        "from": "valid_from",
        "read_as": "read_as",
    }
    options = {name: asked[key] for key, name in words.items() if key in asked}
    if of_data or not _is_plain_game(asked):
        for key in ("positions", "side"):
            options.pop(key, None)
    if "start" in asked:
        options["start"] = [read_given(value) for value in asked["start"]]
    return options


def _result_of(verdict: Verdict, asked: Arguments) -> CheckResult:
    """Convert a verdict to a result. A claim that is proved for a smaller range than printed is refuted as
    printed, if both values at some n are known.
    """
    status, witness = ClaimStatus.REFUTED if verdict.is_later else ClaimStatus(verdict.verdict.value), None
    if verdict.is_later and (first := verdict.first_difference) is not None:
        if first.true == NO_VALUE:
            return CheckResult(ClaimStatus.CONSISTENT, str(verdict.evidence))
        words = f"the formula holds only for n >= {verdict.holds_from}"
        verdict = replace(verdict, evidence=trial_evidence(first.n), repair=words)
    if verdict.first_difference is not None:
        first = verdict.first_difference
        witness = Witness(place(asked, first.n), first.formula, first.true)
    elif verdict.is_refuted:
        witness = Witness("large n", verdict.reason, verdict.correction or "")
    return CheckResult(status, str(verdict.evidence), witness, verdict.repair or "")


# A second method for claims about growth: paths are counted letter by letter by independent code, other
# boards by ``gfkit.core.engine``


_SMALL_N = 30
"""Size n of the smaller board; the larger one has size 2n."""
_BITS = 400


def _check_by_counting(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare counts of single boards with the formula.

    For a claim A(n) + o(1), the difference must decrease from n to 2n. Any other claim concerns the growth
    rate: the quotient of consecutive counts must agree with the quotient of the formula to the printed
    digits.
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
    from gfkit.core.engine.count import count

    if asked["game"] in PATH_GAMES and asked["family"] == "path:n" and "positions" not in asked:
        return path_count(asked["game"], n)
    return count(asked["game"], family_of(asked).at(n), asked.get("positions", "all")).count


def _digits(text: str) -> int:
    """Return the number of digits after the point in the longest decimal of the formula."""
    return max((len(part) - len(part.lstrip("0123456789")) for part in text.split(".")[1:]), default=0)


def _short(number: arb) -> str:
    return str(number.str(8, radius=False))


# Equivalence of a printed formula and a formula in gfkit's notation


_INDICES = range(1, 9)


def _have_same_meaning(first: str, second: str, asked: Arguments) -> bool:
    """Return True if both formulas have equal sides, regardless of notation.

    A bare name, such as c_n on the left, is ignored.

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
    """Return True if a name such as GF_{O12}(1, x, y, t) denotes the structure of the claim, where only 1 may
    replace a variable.
    """
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
    except GfkitError:  # the side is a name
        return ""


def _series(side: Node) -> str:
    """Return the quotient in lowest terms."""
    return str(ratio(side, ring_of(side)).plain)


def _values(side: Node) -> str:
    """Return the initial values of a side."""
    return ", ".join(str(exact_value(side, n)) for n in _INDICES)


def _relation(chain: Chain) -> str:
    """Return left minus right, term by term."""
    ring = ring_of(*chain.sides)
    parts = [linear(side, ring) for side in chain.sides]
    terms = [term for part in parts[1:] for term in parts[0].minus(part).collect().terms]
    return "; ".join(sorted(f"{term.name} {term.shift} {term.coefficient}" for term in terms))


VERIFY = CheckKind(
    arguments=(
        *SEQUENCE,
        Argument("variable"),
        Argument("from", int),
        Argument("read_as"),
        Argument("terms", int),
        Argument("listed", int),
    ),
    methods={"derive": _derive, "brute-force": _brute_force, "counting": _check_by_counting},
    subject=subject,
    is_list=False,
    same=_have_same_meaning,
)
