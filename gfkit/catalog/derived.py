"""The terms of a sequence from the engine that is made for it."""

from __future__ import annotations

from gfkit.catalog.check import Arguments
from gfkit.catalog.sequence import (
    Listed,
    every_nth,
    family_of,
    origin,
    payoff_of,
    read_series,
    read_term,
)
from gfkit.sequences import Status


def derived_terms(asked: Arguments, count: int) -> Listed:
    """At least ``count`` terms by the engine that is made for the sequence."""
    step, first = asked.get("every", 1), asked.get("plus", 0)
    needed = step * count + first
    found = {
        "game": _derived,
        "nim": _nim,
        "equilibrium": _equilibrium,
        "formula": _formula,
        "data": _data,
    }[origin(asked)](asked, needed)
    return every_nth(found, step, first)


def _derived(asked: Arguments, count: int) -> Listed:
    from gfkit.transfer import derive

    found = derive(
        asked["game"], family_of(asked).text, asked.get("positions", "all"), asked.get("weights", "none")
    )
    exact = found.evidence.status is Status.PROVED
    series = found.rational if exact else None
    return Listed(found.first_n, tuple(found.terms(count)), series, exact)


def _nim(asked: Arguments, count: int) -> Listed:
    from gfkit.values.impartial import nim

    found = nim(asked["nim"], asked.get("family"), to=count)
    if asked.get("of", "values") == "zeros":
        return Listed(1, found.zeros, found.zeros_generating_function)
    return Listed(found.first_n or 0, found.values, found.generating_function)


def _equilibrium(asked: Arguments, count: int) -> Listed:
    from gfkit.equilibrium import equilibria

    rows = equilibria(asked["equilibrium"], count, tie=asked.get("tie", "all"), raised=asked.get("raised", 0))
    return Listed(1, tuple(payoff_of(n, row.payoffs, asked) for n, row in rows))


def _formula(asked: Arguments, count: int) -> Listed:
    """A formula, with its first values where it is a recurrence."""
    series = read_series(asked["formula"], asked.get("start"), asked.get("offset", 0))
    return Listed(series.first_n, tuple(series.terms(count)), series)


def _data(asked: Arguments, count: int) -> Listed:  # noqa: ARG001
    return Listed(asked.get("offset", 0), tuple(read_term(text) for text in asked["data"]))
