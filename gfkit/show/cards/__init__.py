"""Cards of results by class; the functions are found without loading the classes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from gfkit.hooks import CARDS, load_plug_in, plug_ins
from gfkit.show.card import Card


def card_of(found: object, **asked: Any) -> Card | None:
    """Return the card of a value, or None if its class has no card.

    ``asked`` contains the options of the function that creates the card.

    >>> from gfkit.boards import parse_one_board
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
        homes = CARDS.get(rest.partition(".")[0], ())
        tables = (import_module(f"gfkit.show.cards.{home}").CARDS for home in homes)
        return next((table[kind.__name__] for table in tables if kind.__name__ in table), None)
    point = (
        None if package == "builtins" else plug_ins("gfkit.cards").get(f"{kind.__module__}.{kind.__name__}")
    )
    return None if point is None else load_plug_in(point)
