"""Origins of sequences: a game on a family, nimbers, payoffs, a formula, or data.

Its terms are worked out in two ways: ``derived_terms`` asks the engine that is made for it, ``plain_terms``
lists, searches or recurs. Both read rule, board and question alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gfkit.algebra import Count, Polynomial, RationalGF, Status
from gfkit.boards import Family, parse_board
from gfkit.catalog.check import Argument, Arguments
from gfkit.catalog.plain import dominogame_rows, mex_of_heaps, mex_on_board
from gfkit.errors import CatalogError, LimitError, MismatchError

Term = int | Fraction | Polynomial

SEQUENCE = (
    Argument("game"),
    Argument("family"),
    Argument("positions"),
    Argument("weights"),
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
"""The keys that name a sequence."""

_ORIGINS = ("game", "nim", "equilibrium", "formula", "data")


@dataclass(frozen=True)
class TermList:
    """Terms from an index on; the generating function where it is proved."""

    offset: int
    terms: tuple[Term, ...]
    series: RationalGF | None = None
    exact: bool = True
    """Whether the terms themselves are proved, and not read off a series that is only probable."""

    @property
    def numbers(self) -> tuple[int | Fraction, ...]:
        """The terms, which must be numbers."""
        if any(isinstance(term, Polynomial) for term in self.terms):
            raise MismatchError("the terms are polynomials; numbers are needed here")
        return tuple(term for term in self.terms if not isinstance(term, Polynomial))


def origin(asked: Arguments) -> str:
    """The one key that names the origin of the sequence."""
    keys = [key for key in _ORIGINS if key in asked and not (key == "formula" and "game" in asked)]
    if len(keys) != 1:
        raise CatalogError(
            f"check: a sequence comes from one of {', '.join(_ORIGINS)}; got {' and '.join(keys) or 'none'}"
        )
    return keys[0]


def subject(asked: Arguments) -> str:
    """The sequence in words.

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
    extra = [str(asked[key]) for key in ("positions", "weights", "tie") if key in asked]
    if "raised" in asked:
        extra.append(f"raised by {asked['raised']}")
    if "every" in asked:
        extra.append(f"at {asked['every']}*n + {asked.get('plus', 0)}")
    return ", ".join([words, *extra])


def family_of(asked: Arguments) -> Family:
    """The family, which must be one."""
    board = parse_board(asked.get("family", ""))
    if not isinstance(board, Family):
        raise MismatchError(f"family {board.text!r} is a single board; a family has n in it, as 3xn")
    return board


def every_nth(terms: TermList, step: int, first: int) -> TermList:
    """The terms at step n + first only."""
    if (step, first) == (1, 0):
        return terms
    start = max(0, -((first - terms.offset) // step))
    kept = tuple(terms.terms[step * start + first - terms.offset :: step])
    return TermList(
        start, kept, None if terms.series is None else terms.series.subsequence(step, first), terms.exact
    )


def place(asked: Arguments, n: int) -> str:
    """The board of index n as the grammar writes it; where there is none, n itself."""
    if origin(asked) != "game":
        return f"n = {n}"
    family, size = family_of(asked), asked.get("every", 1) * n + asked.get("plus", 0)
    return family.at(size).text if size >= family.first_n else f"n = {n}"


def term_of(count: Count, weights: str) -> Term:
    """A count as a term: with weights its polynomial."""
    return count.count if weights == "none" else count.polynomial


def in_letters(term: Term, other: Term) -> Term:
    """The term as a polynomial in the letters of another one, where that is a polynomial."""
    if not isinstance(other, Polynomial) or isinstance(term, Fraction):
        return term
    if isinstance(term, int):
        return Polynomial.constant(term, other.variables)
    powers = {name: tuple(int(name == letter) for letter in other.variables) for name in term.variables}
    return term.in_variables(other.variables, powers)


def payoff_of(n: int, payoffs: tuple[tuple[int, ...], ...], asked: Arguments) -> int:
    """The payoff of the player, which must not depend on ties."""
    values = {pair[asked.get("player", 1) - 1] for pair in payoffs}
    if len(values) > 1:
        raise MismatchError(
            f"at n = {n} the payoff depends on ties: {', '.join(map(str, sorted(values)))}; name a tie rule"
        )
    return int(values.pop())


def read_given(text: str) -> Term:
    """A number or a polynomial."""
    if set(text) & {"x", "y"}:
        return Polynomial.parse(text, ("x", "y") if "y" in text else ("x",))
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise CatalogError(f"term {text!r}: must be a number or a polynomial in x and y") from None
    return value.numerator if value.denominator == 1 else value


def read_series(text: str, start: list[str] | None, first_n: int = 0, variable: str = "t") -> RationalGF:
    """The generating function that a formula names: itself, of a closed form, or of a recurrence."""
    from gfkit.algebra.formula import read_quotient, read_recurrence
    from gfkit.algebra.formula.read.statement import read_statement
    from gfkit.claims.formula.kind import Kind, kind_of
    from gfkit.claims.formula.spectrum import read_closed_form

    kind = kind_of(read_statement(text, variable))
    if kind is Kind.SERIES:
        return RationalGF.reduced(*read_quotient(text, None, variable), first_n)
    if kind is not Kind.RECURRENCE:
        return read_closed_form(text, first_n)
    if not start:
        raise CatalogError(f"formula {text!r}: a recurrence needs start, its first values as texts")
    return RationalGF.from_recurrence(read_recurrence(text, [read_given(value) for value in start], first_n))


# By the engine


_Way = Callable[[Arguments, int], TermList]


def derived_terms(asked: Arguments, count: int) -> TermList:
    """At least ``count`` terms by the engine that is made for the sequence."""
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
    """The terms that the way for their origin gives, those at every * n + plus only."""
    kind, step, first = origin(asked), asked.get("every", 1), asked.get("plus", 0)
    if kind not in ways:
        raise MismatchError(f"check: a sequence from {kind} has no second way to be worked out")
    return every_nth(ways[kind](asked, step * count + first), step, first)


def _game_terms(asked: Arguments, count: int) -> TermList:
    from gfkit.engine.derive import derive

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
    """A formula, with its first values where it is a recurrence."""
    series = read_series(asked["formula"], asked.get("start"), asked.get("offset", 0))
    return TermList(series.first_n, tuple(series.terms(count)), series)


def _data_terms(asked: Arguments, count: int) -> TermList:  # noqa: ARG001
    return TermList(asked.get("offset", 0), tuple(read_given(text) for text in asked["data"]))


# By listing, searching or plain recursion, in code of its own


_MOST_LISTED = 20_000
"""Positions that are listed on all boards together, unless a certain n is asked for."""
_SEARCHED_BOARDS = 14


def plain_terms(asked: Arguments, least: int = 0) -> TermList:
    """The terms by listing, searching or enumerating, to index ``least`` at least."""
    terms = _terms(
        {"game": _count_by_listing, "nim": _nimbers_by_mex, "equilibrium": _payoffs_by_recursion},
        asked,
        least,
    )
    return replace(terms, series=None)


def _count_by_listing(asked: Arguments, least: int) -> TermList:
    """Every position of every board listed."""
    from gfkit.oracle import brute_force

    family, weights = family_of(asked), asked.get("weights", "none")
    terms: list[Term] = []
    budget, n = _MOST_LISTED, family.first_n
    while n <= least or (budget > 0 and n < 60):
        try:
            count = brute_force(asked["game"], family.at(n), asked.get("positions", "all"), weights)
        except LimitError:
            if n <= least:
                raise
            break
        terms.append(term_of(count, weights))
        budget -= 4 * count.count
        n += 1
    return TermList(family.first_n, tuple(terms))


def _nimbers_by_mex(asked: Arguments, least: int) -> TermList:
    """Grundy values by mex over all moves."""
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
    """Payoffs by plain recursion from the rules."""
    rows = dominogame_rows(asked["equilibrium"], least, asked.get("tie", "all"), asked.get("raised", 0))
    return TermList(1, tuple(payoff_of(n, pairs, asked) for n, pairs in enumerate(rows, 1)))
