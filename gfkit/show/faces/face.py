"""From a value to its picture: each room of values has a table of how its kinds are shown."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.errors import GfkitError
from gfkit.show.faces.shown import Shown


def face(value: object, kind: str) -> str | None:
    """The value as latex, svg or html; None where it has no such form, or is too large for it.

    >>> from gfkit.boards import parse_one_board
    >>> face(parse_one_board("2x2"), "latex") is None, face(parse_one_board("2x2"), "svg")[:4]
    (True, '<svg')
    """
    for made in type(value).__mro__:
        shown = _room(made.__module__).get(made)
        make = None if shown is None else getattr(shown, kind)
        if make is not None:
            try:
                found: str | None = make(value)
            except GfkitError:
                return None
            return found
    return None


def _room(module: str) -> Mapping[type, Shown]:
    """The table of the room that a class lives in; only the rooms of values that are shown are loaded."""
    match module.split(".")[:2]:
        case ["gfkit", "sequences"]:
            from gfkit.show.faces.sequences import FACES as TABLE
        case ["gfkit", "boards"]:
            from gfkit.show.faces.boards import FACES as TABLE
        case ["gfkit", "games"]:
            from gfkit.show.faces.games import FACES as TABLE
        case ["gfkit", "transfer"]:
            from gfkit.show.faces.transfer import FACES as TABLE
        case ["gfkit", "guess"]:
            from gfkit.show.faces.guess import FACES as TABLE
        case ["gfkit", "values"]:
            from gfkit.show.faces.values import FACES as TABLE
        case ["gfkit", "equilibrium"]:
            from gfkit.show.faces.equilibrium import FACES as TABLE
        case ["gfkit", "verify"]:
            from gfkit.show.faces.verify import FACES as TABLE
        case _:
            return {}
    return TABLE
