"""Cards of results by class; the functions are found without loading the classes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from gfkit.core.hooks import load_plug_in, plug_ins
from gfkit.show.card import Card

CARDS: dict[str, tuple[str, ...]] = {
    "core.algebra": ("laws",),
    "core.engine": ("laws", "descriptions", "games"),
    "ways": ("laws",),
    "questions": ("laws", "descriptions", "games"),
    "constants": ("constants",),
    "specifications": ("laws",),
    "guessing": ("laws",),
    "atlas": ("laws",),
    "claims": ("laws",),
    "proofs": ("laws",),
    "play": ("games",),
    "core.boards": ("descriptions",),
    "core.rules": ("descriptions",),
    "show": ("games",),
}
"""For each subpackage, the modules of ``gfkit.show.cards`` that describe its results."""


def card_of(found: object, **asked: Any) -> Card | None:
    """Return the card of a value, or None if its class has no card.

    ``asked`` contains the options of the function that creates the card.

    >>> from gfkit.core.boards import parse_one_board
    >>> card_of(parse_one_board("2x2")).title, card_of(3)
    ('2x2: 4 cells', None)
    """
    for kind in type(found).__mro__:
        make = _maker(kind)
        if make is not None:
            made: Card = make(found, **asked)
            return made
    return None


def _maker(kind: type) -> Callable[..., Card] | None:
    """Return the function that creates cards for a class. A plug-in names the class by module and name."""
    package, _, rest = kind.__module__.partition(".")
    if package == "gfkit":
        parts = rest.split(".")
        homes = CARDS.get(".".join(parts[: 2 if parts[0] == "core" else 1]), ())
        tables = (import_module(f"gfkit.show.cards.{home}").CARDS for home in homes)
        return next((table[kind.__name__] for table in tables if kind.__name__ in table), None)
    point = (
        None
        if package == "builtins"
        else plug_ins("gfkit.cards", ()).get(f"{kind.__module__}.{kind.__name__}")
    )
    return None if point is None else load_plug_in(point)
