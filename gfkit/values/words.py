"""What the outcomes of games are called."""

from __future__ import annotations

WINNERS = {(True, True): "first", (False, False): "second", (True, False): "left", (False, True): "right"}
"""Who wins, by whether Left wins when she starts, and Right when he does."""


def winner_text(outcome: str) -> str:
    """An outcome in words.

    >>> winner_text("first"), winner_text("left")
    ('the first player wins', 'Left wins')
    """
    return f"{outcome.title()} wins" if outcome in ("left", "right") else f"the {outcome} player wins"
