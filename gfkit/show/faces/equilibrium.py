"""Equilibria as cards with their plays drawn."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.equilibrium import Equilibrium, Play
from gfkit.show.equilibrium import board_rows
from gfkit.show.faces.html import Row, card, escaped, known, picture
from gfkit.show.faces.shown import Shown
from gfkit.show.svg import plays_drawing
from gfkit.show.words import pair_text

_PLAYS = 6
_PAYOFFS = 30


def _equilibrium(found: Equilibrium) -> str:
    listed = ", ".join(map(pair_text, found.payoffs[:_PAYOFFS]))
    more = len(found.payoffs) - _PAYOFFS
    rows: list[Row] = [
        ("payoffs", listed + (f", and {more} more" if more > 0 else "")),
        ("ties", _ties(found)),
        *((name, escaped(text)) for name, text in board_rows(found)),
        ("known", known(found.evidence)),
    ]
    plays = [picture(plays_drawing(found.plays[:_PLAYS]))] if found.plays else []
    return card(str(found.game), rows, *plays)


def _ties(found: Equilibrium) -> str:
    if found.is_unique is None:
        return escaped(f"broken by rule {found.tie}")
    return "do not matter" if found.is_unique else "matter"


def _plays(found: Equilibrium) -> str | None:
    return plays_drawing(found.plays[:_PLAYS]).svg() if found.plays else None


FACES: Mapping[type, Shown] = {
    Equilibrium: Shown(svg=_plays, html=_equilibrium),
    Play: Shown(
        svg=lambda play: plays_drawing([play]).svg(),
        html=lambda play: card(str(play), (), picture(plays_drawing([play]))),
    ),
}
