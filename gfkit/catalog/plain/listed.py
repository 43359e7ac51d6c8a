"""The terms of a sequence by listing, searching or plain recursion, in code of its own."""

from __future__ import annotations

from dataclasses import replace

from gfkit.catalog.check import Arguments
from gfkit.catalog.plain import dominogame, grundy
from gfkit.catalog.sequence import Listed, Term, every_nth, family_of, origin, payoff_of
from gfkit.errors import LimitError, MismatchError

_LISTED = 20_000
"""Positions that are listed on all boards together, unless a certain n is asked for."""
_SEARCHED = 14


def plain_terms(asked: Arguments, least: int = 0) -> Listed:
    """As many terms as can be had by listing, searching or enumerating; to index ``least`` in any case."""
    step, first = asked.get("every", 1), asked.get("plus", 0)
    needed = step * least + first
    kind = origin(asked)
    if kind == "game":
        found = _listed(asked, needed)
    elif kind == "nim":
        found = _searched(asked, needed)
    elif kind == "equilibrium":
        found = _enumerated(asked, needed)
    else:
        raise MismatchError(f"check: a sequence from {kind} has no second way to be worked out")
    return replace(every_nth(found, step, first), series=None)


def _listed(asked: Arguments, least: int) -> Listed:
    """Every position of every board listed."""
    from gfkit.oracle import brute_force

    family, weights = family_of(asked), asked.get("weights", "none")
    terms: list[Term] = []
    budget, n = _LISTED, family.first_n
    while n <= least or (budget > 0 and n < 60):
        try:
            found = brute_force(asked["game"], family.at(n), asked.get("positions", "all"), weights)
        except LimitError:
            if n <= least:
                raise
            break
        terms.append(found.polynomial if weights != "none" else found.count)
        budget -= 4 * found.count
        n += 1
    return Listed(family.first_n, tuple(terms))


def _searched(asked: Arguments, least: int) -> Listed:
    """Grundy values by mex over all moves."""
    if str(asked["nim"]).startswith("octal:"):
        values = grundy.heaps(asked["nim"], max(least, 60))
        first = 0
    else:
        family = family_of(asked)
        first = family.first_n
        last = max(least, first + _SEARCHED)
        values = [grundy.board(asked["nim"], family.at(n)) for n in range(first, last + 1)]
    if asked.get("of", "values") == "zeros":
        return Listed(1, tuple(n for n, value in enumerate(values, first) if value == 0))
    return Listed(first, tuple(values))


def _enumerated(asked: Arguments, least: int) -> Listed:
    """Payoffs by plain recursion from the rules."""
    rows = dominogame.rows(asked["equilibrium"], least, asked.get("tie", "all"), asked.get("raised", 0))
    return Listed(1, tuple(payoff_of(n, pairs, asked) for n, pairs in enumerate(rows, 1)))
