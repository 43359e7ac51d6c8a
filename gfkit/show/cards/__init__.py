"""Results as cards, by kind: which function describes what, found without loading what it is about."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gfkit.show.card import Card

_MAKERS = {
    "sequences": ("laws",),
    "transfer": ("laws", "descriptions", "games"),
    "constants": ("constants",),
    "guessing": ("laws",),
    "claims": ("laws",),
    "proofs": ("laws",),
    "values": ("games",),
    "equilibria": ("games",),
    "boards": ("descriptions",),
    "games": ("descriptions",),
    "kinds": ("descriptions",),
    "show": ("games",),
}
"""The modules whose tables have the kinds of a room."""


def card_of(found: object, **asked: Any) -> Card | None:
    """What there is to show of a value; None where nothing is known of its kind.

    ``asked`` says how much of it: what each kind takes is said where its card is made.

    >>> from gfkit.boards import parse_one_board
    >>> card_of(parse_one_board("2x2")).title, card_of(3)
    ('2x2: 4 cells', None)
    """
    for kind in type(found).__mro__:
        package, _, rest = kind.__module__.partition(".")
        for home in _MAKERS.get(rest.partition(".")[0], ()) if package == "gfkit" else ():
            make = import_module(f"gfkit.show.cards.{home}").CARDS.get(kind.__name__)
            if make is not None:
                made: Card = make(found, **asked)
                return made
    return None
