"""Every set of edges of a board that a rule allows, taken edge by edge.

An edge is taken or left, in the order of the board. Once no edge can bring a vertex to an allowed degree any
more, nothing further is tried; what is asked of the ends of an edge and of all edges is looked at in the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from gfkit.boards import Board
from gfkit.games.rule import Exponents, Predicate
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.oracle.fillings import is_at, places_of
from gfkit.oracle.linkage import choices, components_of, is_linked
from gfkit.oracle.positions import MOST_TRIES, refuse_above, too_much
from gfkit.oracle.predicates import holds

_MOST_EDGES = 40


def every_edge_set(rule: EdgeRule, board: Board, tries: int = MOST_TRIES) -> Iterator[tuple[bool, ...]]:
    """For each set of edges that is allowed, which of the board's edges are taken."""
    refuse_above(rule, board, "edges", len(board.edges), _MOST_EDGES)
    places, every = places_of(board, rule.linkage), rule.spanning or not rule.linkage.needs_members
    undecided = [sum(cell in edge for edge in board.edges) for cell in range(board.size)]
    open_to = [_numbers_allowed(rule, board, cell, most) for cell, most in enumerate(undecided)]
    degrees = [0] * board.size
    taken: list[bool] = []
    tried = 0

    def can_be_allowed(cell: int) -> bool:
        return any(degrees[cell] + more in open_to[cell] for more in range(undecided[cell] + 1))

    def continuations() -> Iterator[tuple[bool, ...]]:
        nonlocal tried
        tried += 1
        if tried > tries:
            raise too_much(rule, board, f"more than {tries} tries", tries)
        if len(taken) == len(board.edges):
            chosen = [edge for edge, is_taken in zip(board.edges, taken, strict=True) if is_taken]
            vertices = [cell for cell, degree in enumerate(degrees) if degree or every]
            if _ends_allowed(rule, board, taken, degrees) and is_linked(
                rule.linkage, vertices, chosen, places
            ):
                yield tuple(taken)
            return
        a, b = board.edges[len(taken)]
        for is_taken in (False, True):
            for end in (a, b):
                undecided[end] -= 1
                degrees[end] += is_taken
            taken.append(is_taken)
            if can_be_allowed(a) and can_be_allowed(b):
                yield from continuations()
            taken.pop()
            for end in (a, b):
                undecided[end] += 1
                degrees[end] -= is_taken

    if all(map(can_be_allowed, range(board.size))):
        yield from continuations()


def _numbers_allowed(rule: EdgeRule, board: Board, cell: int, most: int) -> set[int]:
    """How many of at most so many edges may be taken at a vertex."""
    says = _asked_at(rule, board, cell)
    return {n for n in range(most + 1) if says is None or holds(says, {"d": rule.degree(n)})}


def _asked_at(rule: EdgeRule, board: Board, cell: int) -> Predicate | None:
    """What is asked of the degree of a vertex."""
    asked = rule.vertex
    for pin in rule.pins:
        if is_at(pin, board, cell):
            asked = pin.says
    return asked


def _ends_allowed(rule: EdgeRule, board: Board, taken: list[bool], degrees: list[int]) -> bool:
    """Whether the ends of taken edges, and of those left, are as the rule asks."""
    for (a, b), chosen in zip(board.edges, taken, strict=True):
        asked = rule.taken if chosen else rule.left
        ends = {"a": rule.degree(degrees[a]), "b": rule.degree(degrees[b])}
        if asked is not None and not holds(asked, ends):
            return False
    return True


def list_edge_sets(rule: EdgeRule, board: Board, tries: int = MOST_TRIES) -> Iterator[Exponents]:
    """The powers of x and y of every set of edges that is allowed."""
    for _, _, power in every_weighed_set(rule, board, tries):
        yield power


def every_weighed_set(
    rule: EdgeRule, board: Board, tries: int = MOST_TRIES
) -> Iterator[tuple[list[tuple[int, int]], frozenset[int], Exponents]]:
    """Every set of edges that is allowed, with the vertices that are chosen, and its powers of x and y."""
    every = rule.spanning or not rule.linkage.needs_members
    for taken in every_edge_set(rule, board, tries):
        edges = [edge for edge, chosen in zip(board.edges, taken, strict=True) if chosen]
        ends = {end for edge in edges for end in edge}
        components = components_of(range(board.size) if every else ends, edges)
        pieces = len(components) if any(rule.linkage.weight) else 0
        x, y = (
            edge * len(edges) + piece * pieces
            for edge, piece in zip(rule.weight, rule.linkage.weight, strict=True)
        )
        for roots in choices(rule.linkage, components):
            yield edges, roots, (x, y)
