"""The kinds of cases. Each is a module with the same three functions, and a common form of outcome.

``case(rng)`` makes a case from a random generator; ``tags(case)`` describes it for the table of counts;
``compare(case)`` runs gfkit, and raises FaultError if the result differs from the reference.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from .case import Case, Ending, as_found, judged
from .shrink import shrunk

SHARES = {
    "families": 6, "arrays": 4, "covers": 3, "hanging": 3, "formulas": 2, "entries": 1, "ranges": 2,
    "certificates": 1, "play": 2, "orbits": 3, "optimum": 2, "sampling": 2, "constants": 2, "polynomials": 2,
    "misere": 1, "sizes": 2, "forgeries": 1, "large": 2, "printed": 2, "stated": 3,
    "inserted": 1, "commands": 12, "paths": 2, "labels": 2,
}  # fmt: skip
"""The kinds, with their parts of the time when everything is run."""
_ALIKE = ("arrays", "covers", "hanging")
"""Kinds whose cases are families, or boards, like any other, and stand in the same table."""


def generator(kind: str, seed: str, number: int) -> Random:
    """Return the random generator of one case, equal on every computer."""
    return Random(f"{kind} {seed} {number}")


def case(kind: str, seed: str, number: int) -> Any:
    """Return one case of a seed."""
    return import_module(f"{__package__}.{kind}").case(generator(kind, seed, number))


def judge(kind: str, made: Any) -> Ending:
    """Return the outcome of a case."""
    module = import_module(f"{__package__}.{kind}")
    return judged(made, module.tags(made), module.compare)


def shown(kind: str, made: Any, ending: Ending) -> str:
    """Return the report of a reduced failure, with its command and its table entry if they exist."""
    if not isinstance(made, Case):
        return f"{ending.text}\n{made}"
    small, ending = shrunk(made, ending, partial(judge, kind))
    return f"{ending.text}\n{small.command}\n\n{as_found(small, 'families' if kind in _ALIKE else kind)}"
