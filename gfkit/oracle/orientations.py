"""Every orientation of the edges of a board, one by one, and whether a rule allows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from gfkit.boards import Board
from gfkit.games.rule import Exponents
from gfkit.kinds.orientations.rule import OrientationRule
from gfkit.oracle.positions import MOST_TRIES, refuse_above, too_much
from gfkit.oracle.predicates import holds

_MOST_EDGES = 40


def list_orientations(rule: OrientationRule, board: Board, tries: int = MOST_TRIES) -> Iterator[Exponents]:
    """The powers of x and y, which are none, of every orientation that is allowed."""
    for _ in every_orientation(rule, board, tries):
        yield (0, 0)


def every_orientation(
    rule: OrientationRule, board: Board, tries: int = MOST_TRIES
) -> Iterator[list[tuple[int, int]]]:
    """Every orientation that is allowed: its edges, each from one vertex to another."""
    refuse_above(rule, board, "edges", len(board.edges), _MOST_EDGES)
    if 2 ** len(board.edges) > tries:
        raise too_much(rule, board, f"2^{len(board.edges)} orientations", tries)
    for turned in product((False, True), repeat=len(board.edges)):
        arrows = [
            (b, a) if is_turned else (a, b) for (a, b), is_turned in zip(board.edges, turned, strict=True)
        ]
        if _allowed(rule, board.size, arrows):
            yield arrows


def _allowed(rule: OrientationRule, size: int, arrows: Sequence[tuple[int, int]]) -> bool:
    """Whether degrees, cycles and connection are as the rule asks."""
    for vertex in range(size):
        come, go = (sum(arrow[end] == vertex for arrow in arrows) for end in (1, 0))
        if rule.vertex is not None and not holds(rule.vertex, {"i": come, "o": go}):
            return False
    after: list[set[int]] = [{b for a, b in arrows if a == vertex} for vertex in range(size)]
    reached = [_walk(after, vertex) for vertex in range(size)]
    if rule.acyclic and any(vertex in reached[vertex] for vertex in range(size)):
        return False
    return not rule.strong or (  # a board without cells is not in one piece
        size > 0
        and all(
            other == vertex or other in reached[vertex] for vertex in range(size) for other in range(size)
        )
    )


def _walk(after: Sequence[set[int]], start: int) -> set[int]:
    """The vertices at the ends of walks of at least one step."""
    found: set[int] = set()
    todo = list(after[start])
    while todo:
        vertex = todo.pop()
        if vertex not in found:
            found.add(vertex)
            todo += after[vertex]
    return found
