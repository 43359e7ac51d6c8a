"""Words for the outcomes of games."""

from __future__ import annotations

WINNERS = {(True, True): "first", (False, False): "second", (True, False): "left", (False, True): "right"}
"""The outcome, by whether Left wins when she starts and Right wins when he starts."""


def winner_text(outcome: str) -> str:
    """An outcome in words.

    >>> winner_text("first"), winner_text("left")
    ('the first player wins', 'Left wins')
    """
    return f"{outcome.title()} wins" if outcome in ("left", "right") else f"the {outcome} player wins"
