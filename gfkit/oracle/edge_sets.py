"""Every set of edges of a board, one by one, and whether a rule allows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gfkit.boards import Board
from gfkit.games.edges import EdgeRule
from gfkit.games.rule import Exponents, Predicate
from gfkit.oracle.fillings import is_at, places_of
from gfkit.oracle.linkage import choices, components_of, is_linked
from gfkit.oracle.positions import MOST_TRIES, refuse_above, too_much
from gfkit.oracle.predicates import holds

_MOST_EDGES = 40


def every_edge_set(rule: EdgeRule, board: Board) -> Iterator[tuple[bool, ...]]:
    """For each set of edges that is allowed, which of the board's edges are taken."""
    refuse_above(rule, board, "edges", len(board.edges), _MOST_EDGES)
    if 2 ** len(board.edges) > MOST_TRIES:
        raise too_much(rule, board, f"2^{len(board.edges)} sets of edges", MOST_TRIES)
    asks = [_asked_at(rule, board, cell) for cell in range(board.size)]
    places, every = places_of(board, rule.linkage), rule.spanning or not rule.linkage.needs_members
    for taken in product((False, True), repeat=len(board.edges)):
        degrees = [0] * board.size
        for (a, b), chosen in zip(board.edges, taken, strict=True):
            degrees[a] += chosen
            degrees[b] += chosen
        if _allowed(rule, board, taken, [rule.degree(degree) for degree in degrees], asks) and is_linked(
            rule.linkage,
            [cell for cell, degree in enumerate(degrees) if degree or every],
            [edge for edge, chosen in zip(board.edges, taken, strict=True) if chosen],
            places,
        ):
            yield taken


def _asked_at(rule: EdgeRule, board: Board, cell: int) -> Predicate | None:
    """What is asked of the degree of a vertex."""
    asked = rule.vertex
    for pin in rule.pins:
        if is_at(pin, board, cell):
            asked = pin.says
    return asked


def _allowed(
    rule: EdgeRule,
    board: Board,
    taken: tuple[bool, ...],
    degrees: list[int],
    asks: list[Predicate | None],
) -> bool:
    """Whether vertices and edges are as the rule asks."""
    if not all(says is None or holds(says, {"d": d}) for says, d in zip(asks, degrees, strict=True)):
        return False
    for (a, b), chosen in zip(board.edges, taken, strict=True):
        asked = rule.taken if chosen else rule.left
        if asked is not None and not holds(asked, {"a": degrees[a], "b": degrees[b]}):
            return False
    return True


def list_edge_sets(rule: EdgeRule, board: Board) -> Iterator[Exponents]:
    """The powers of x and y of every set of edges that is allowed."""
    for _, _, power in every_weighed_set(rule, board):
        yield power


def every_weighed_set(
    rule: EdgeRule, board: Board
) -> Iterator[tuple[list[tuple[int, int]], frozenset[int], Exponents]]:
    """Every set of edges that is allowed, with the vertices that are chosen, and its powers of x and y."""
    every = rule.spanning or not rule.linkage.needs_members
    for taken in every_edge_set(rule, board):
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
