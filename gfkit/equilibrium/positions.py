"""The positions that can be reached, later ones first."""

from __future__ import annotations

from gfkit.equilibrium.game import Dominogame, Heights
from gfkit.equilibrium.limits import check_outcomes
from gfkit.equilibrium.move import steps
from gfkit.typing import OnProgress, Progress


def reachable(
    game: Dominogame, start: Heights, max_memory: int, on_progress: OnProgress | None = None
) -> list[Heights]:
    """One position of each kind that is played alike, every one after all that can follow it.

    Every move makes the sum of the heights larger, so positions are sorted by it.

    >>> reachable(Dominogame(2, 2), (0, 0), 10**9)
    [(2, 2), (0, 2), (1, 1), (0, 0)]
    """
    first = game.canonical(start)
    seen, todo = {first}, [first]
    while todo:
        for step in steps(game, todo.pop()):
            after = game.canonical(step.heights)
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) % 4096 == 0:
            check_outcomes(game, len(seen), 0, max_memory)
            if on_progress is not None:
                on_progress(Progress(f"positions of {game}", len(seen), 0, 0))
    return sorted(seen, key=lambda heights: (-sum(heights), heights))


def sequences(game: Dominogame, start: Heights, max_memory: int) -> int:
    """The number of move sequences from a position to the end, mirror images counted apart.

    >>> sequences(Dominogame(3, 2), (0, 0, 0), 10**9)
    14
    """
    counted: dict[Heights, int] = {}
    for heights in reachable(game, start, max_memory):
        after = [counted[game.canonical(step.heights)] for step in steps(game, heights)]
        counted[heights] = sum(after) if after else 1
    return counted[game.canonical(start)]
