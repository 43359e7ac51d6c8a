"""Cycles that wrap around cylinders and tori: links, with the numbers of times that they wrap around."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gfkit.core.boards import Board
from gfkit.core.errors import MismatchError
from gfkit.core.rules.kinds.constraints import Event, Link
from gfkit.core.rules.listing import steps_between
from gfkit.core.rules.values import Cell


def winding_links(
    board: Board, wraps: Sequence[str], offsets: Sequence[Cell], event: Callable[[int, int], Event]
) -> tuple[list[Link], tuple[int, ...]]:
    """Return the links between cells at some offsets, with the numbers of times that they wrap around in the
    given directions, and for each direction a bound m on the winding number of a simple cycle.

    The graph contains a cycle that wraps around in a direction if and only if it contains a simple one, whose
    winding number is not 0 modulo any number above m. Links that are straight segments on the cylinder or the
    torus form simple closed curves unless they cross. Such a curve has winding number 0, 1 or -1 on a
    cylinder; on a torus its two winding numbers are coprime, so that one of them is not 0 modulo any number
    above m = 1, or both are 0. The diagonals of a square cross, but if all cells with a common edge or corner
    are linked, a crossing only joins cells that are already connected. Otherwise m is the number of times
    that all links together wrap around.
    """
    grid = board.grid
    sizes = {"columns": grid.rows * grid.wrap_rows, "rows": grid.cols * grid.wrap_cols} if grid else {}
    axes = [axis for axis, (word, size) in enumerate(sizes.items()) if size and word in wraps]
    if not axes:
        raise MismatchError(
            f"board {board.text!r} is not cyclic along its {' or '.join(wraps)}, so that no cycle wraps"
            " around; use a board such as torus:4x5 or cylinder:4x5"
        )
    links, lengths = [], [*sizes.values()]
    for (a, b), steps in sorted(steps_between(board, offsets).items()):
        if a == b:
            raise MismatchError(f"board {board.text!r}: a cell is linked to itself; use a larger board")
        turns = sorted(
            tuple((board.places[a][axis] + step[axis]) // lengths[axis] for axis in axes) for step in steps
        )
        links += [Link((a, b), event(a, b), turn) for turn in turns]
    steps = {(sign * down, sign * right) for down, right in offsets for sign in (1, -1)}
    is_near = all(max(abs(down), abs(right)) < 2 for down, right in steps)
    is_embedded = is_near and (len(steps) == 8 or not {(1, 1), (1, -1)} <= steps)
    has_coprime = is_embedded and (len(axes) == 2 or not all(lengths))
    bounds = [sum(abs(link.turns[k]) for link in links) for k in range(len(axes))]
    return links, tuple(1 if has_coprime else max(1, bound) for bound in bounds)
