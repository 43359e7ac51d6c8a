"""Definition of orientations: directions of edges, with constraints on degrees, cycles and connectivity.

A configuration is the tuple of the edges in the order of the board, each from one vertex to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from gfkit.core.boards import Board
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.evaluation import holds
from gfkit.core.rules.kinds.orientations.rule import OrientationRule
from gfkit.core.rules.listing import MOST_EDGES, MOST_TRIES, Marks, Shown, refuse_above, too_much
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Positions, Weights

Arrows = tuple[tuple[int, int], ...]


def is_legal(rule: OrientationRule, board: Board, arrows: Arrows) -> bool:
    """Return True if degrees, cycles and connectivity are admissible."""
    vertices = range(board.size)
    for vertex in vertices:
        come, go = (sum(arrow[end] == vertex for arrow in arrows) for end in (1, 0))
        if rule.vertex is not None and not holds(rule.vertex, {"i": come, "o": go}):
            return False
    after: list[set[int]] = [{b for a, b in arrows if a == vertex} for vertex in vertices]
    reached = [_walk(after, vertex) for vertex in vertices]
    if rule.acyclic and any(vertex in reached[vertex] for vertex in vertices):
        return False
    return not rule.strong or (  # a board without cells is not connected
        board.size > 0
        and all(other == vertex or other in reached[vertex] for vertex in vertices for other in vertices)
    )


def from_variables(_rule: OrientationRule, _board: Board, shown: Shown) -> Arrows:
    """Return the orientation in which an edge points to its second vertex if its variable is 1."""
    arrows = ((key[1:], value) for key, value in shown if key[0] == "arrow")
    return tuple(edge if value else edge[::-1] for edge, value in arrows)


def candidates(_rule: OrientationRule, board: Board) -> Iterator[Arrows]:
    """Yield all orientations of the edges of a board."""
    return product(*((edge, edge[::-1]) for edge in board.edges))


def configurations(
    rule: OrientationRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[Arrows, Exponents]]:
    """Yield every admissible orientation; all exponents of x and y are 0."""
    refuse_above(rule, board, "edges", len(board.edges), MOST_EDGES)
    if 2 ** len(board.edges) > tries:
        raise too_much(rule, board, f"2^{len(board.edges)} orientations", tries)
    return ((arrows, (0, 0)) for arrows in candidates(rule, board) if is_legal(rule, board, arrows))


def marks(_rule: OrientationRule, _board: Board, _weights: Weights) -> Callable[[Arrows], Marks]:
    """Return a function that maps an orientation to marks for symmetries."""
    return lambda arrows: frozenset(("", frozenset({("from", a), ("to", b)})) for a, b in arrows)


def drawable(_rule: OrientationRule, _board: Board) -> Callable[[Arrows], Configuration]:
    """Return a function that draws an orientation: the edges with their directions."""
    return Configuration.of_arrows


def _walk(after: Sequence[set[int]], start: int) -> set[int]:
    """Return the vertices reachable by a walk of at least one step."""
    reached: set[int] = set()
    todo = list(after[start])
    while todo:
        vertex = todo.pop()
        if vertex not in reached:
            reached.add(vertex)
            todo += after[vertex]
    return reached
