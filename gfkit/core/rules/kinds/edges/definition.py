"""Definition of sets of edges: selected edges, with constraints on degrees, components and cycles.

A configuration is the set of the selected edges, and the set of the chosen vertices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from gfkit.core.boards import Board
from gfkit.core.boards.board import components_of
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.evaluation import holds
from gfkit.core.rules.expression import holds_near
from gfkit.core.rules.kinds.edges.rule import EdgeRule
from gfkit.core.rules.listing import (
    MOST_EDGES,
    MOST_TRIES,
    Marks,
    Shown,
    fillings,
    is_at,
    is_linked,
    places_of,
    refuse_above,
    subsets,
    vertex_choices,
    winding_steps,
)
from gfkit.core.rules.values import Exponents, Predicate
from gfkit.core.typing import Positions, Weights, add_exponents

Edge = tuple[int, int]


class EdgeSet(NamedTuple):
    """Selected edges, and chosen vertices."""

    edges: frozenset[Edge]
    chosen: frozenset[int] = frozenset()


def is_legal(rule: EdgeRule, board: Board, taken: EdgeSet) -> bool:
    """Return True if the degrees, endpoints of edges, components and chosen vertices are admissible."""
    degrees = [sum(cell in edge for edge in taken.edges) for cell in range(board.size)]
    for cell, degree in enumerate(degrees):
        asked = _predicate_at(rule, board, cell)
        if asked is not None and not holds(asked, {"d": rule.degree(degree)}):
            return False
    edges = sorted(taken.edges)
    vertices = _vertices(rule, degrees)
    steps = winding_steps(rule.linkage, board)
    linked = is_linked(rule.linkage, vertices, edges, places_of(board, rule.linkage), steps)
    if not linked or not _ends_are_allowed(rule, board, taken.edges, degrees):
        return False
    each = rule.linkage.each
    if each is None or each.place is not None:
        return not taken.chosen
    return all(each.number.holds(len(part & taken.chosen)) for part in components_of(vertices, edges))


def from_variables(_rule: EdgeRule, _board: Board, shown: Shown) -> EdgeSet:
    """Return the edges and the chosen vertices whose variables are 1."""
    there = [key for key, value in shown if value]
    edges, chosen = ([key[1:] for key in there if key[0] == name] for name in ("edge", "chosen"))
    return EdgeSet(frozenset(edges), frozenset(cell for (cell,) in chosen))


def powers(rule: EdgeRule, board: Board, taken: EdgeSet) -> Exponents:
    """Return the exponents of the letters of a set of edges."""
    degrees = [sum(cell in edge for edge in taken.edges) for cell in range(board.size)]
    return _weigh(rule, len(taken.edges), components_of(_vertices(rule, degrees), sorted(taken.edges)))


def _weigh(rule: EdgeRule, edges: int, components: Sequence[object]) -> Exponents:
    """Return the exponents of the letters for a number of edges and their components."""
    pieces = len(components) if any(rule.linkage.weight) else 0
    return add_exponents(*[rule.weight] * edges, *[rule.linkage.weight] * pieces)


def candidates(rule: EdgeRule, board: Board) -> Iterator[EdgeSet]:
    """Yield every set of edges, combined with every set of chosen vertices if the rule chooses vertices."""
    vertices = list(range(board.size)) if rule.linkage.chooses else []
    for edges in map(frozenset, subsets(board.edges)):
        yield from (EdgeSet(edges, frozenset(chosen)) for chosen in subsets(vertices))


def configurations(
    rule: EdgeRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[EdgeSet, Exponents]]:
    """Yield every admissible set, with the exponents of its letters."""
    for edges, degrees in _edge_sets(rule, board, tries):
        components = components_of(_vertices(rule, degrees), edges)
        for chosen in vertex_choices(rule.linkage, components):
            yield EdgeSet(frozenset(edges), chosen), _weigh(rule, len(edges), components)


def marks(_rule: EdgeRule, _board: Board, _weights: Weights) -> Callable[[EdgeSet], Marks]:
    """Return a function that maps a set of edges to marks for symmetries: edges by endpoints, chosen
    vertices.
    """

    def marks_of(taken: EdgeSet) -> Marks:
        edges = {("", frozenset(("", cell) for cell in edge)) for edge in taken.edges}
        return frozenset(edges | {("root", frozenset({("", cell)})) for cell in taken.chosen})

    return marks_of


def drawable(_rule: EdgeRule, _board: Board) -> Callable[[EdgeSet], Configuration]:
    """Return a function that draws a set of edges, with the letter r on chosen vertices."""
    return lambda taken: Configuration.of_edges(sorted(taken.edges), taken.chosen)


def _edge_sets(rule: EdgeRule, board: Board, tries: int) -> Iterator[tuple[list[Edge], list[int]]]:
    """Yield every admissible set of edges, in board order, with the degrees of all vertices.

    Edges are decided in board order. A branch is abandoned if the remaining edges cannot bring some vertex to
    an admissible degree; constraints on endpoints and global constraints are checked at the end.
    """
    refuse_above(rule, board, "edges", len(board.edges), MOST_EDGES)
    places, steps = places_of(board, rule.linkage), winding_steps(rule.linkage, board)
    at = [[k for k, edge in enumerate(board.edges) if cell in edge] for cell in range(board.size)]
    open_to = [_allowed_numbers(rule, board, cell, len(edges)) for cell, edges in enumerate(at)]

    def can_be_allowed(cell: int, taken: Sequence[bool]) -> bool:
        decided = [taken[k] for k in at[cell] if k < len(taken)]
        degree = sum(decided)
        return not open_to[cell].isdisjoint(range(degree, degree + len(at[cell]) - len(decided) + 1))

    def fits(taken: Sequence[bool]) -> bool:
        return all(can_be_allowed(end, taken) for end in board.edges[len(taken) - 1])

    if not all(can_be_allowed(cell, ()) for cell in range(board.size)):
        return
    for choice in fillings(rule, board, [(False, True)] * len(board.edges), fits, tries):
        taken = list(compress(board.edges, choice))
        degrees = [sum(choice[k] for k in edges) for edges in at]
        linked = is_linked(rule.linkage, _vertices(rule, degrees), taken, places, steps)
        if linked and _ends_are_allowed(rule, board, frozenset(taken), degrees):
            yield taken, degrees


def _vertices(rule: EdgeRule, degrees: list[int]) -> list[int]:
    """Return the vertices of the graph of selected edges: their endpoints, or all vertices of the board."""
    every = rule.spanning or not rule.linkage.needs_members
    return [cell for cell, degree in enumerate(degrees) if degree or every]


def _allowed_numbers(rule: EdgeRule, board: Board, cell: int, most: int) -> set[int]:
    """Return the numbers of edges, at most ``most``, that may be selected at a vertex."""
    asked = _predicate_at(rule, board, cell)
    return {n for n in range(most + 1) if asked is None or holds(asked, {"d": rule.degree(n)})}


def _predicate_at(rule: EdgeRule, board: Board, cell: int) -> Predicate | None:
    """Return the predicate on the degree of a vertex, or None if any degree is allowed."""
    asked = rule.vertex
    for pin in rule.pins:
        if is_at(pin, board, cell):
            asked = pin.predicate
    return asked


def _ends_are_allowed(rule: EdgeRule, board: Board, taken: frozenset[Edge], degrees: list[int]) -> bool:
    """Return True if the endpoints of all edges, and the neighbours of all vertices, are admissible."""
    for a, b in board.edges:
        asked = rule.taken if (a, b) in taken else rule.left
        ends = {"a": rule.degree(degrees[a]), "b": rule.degree(degrees[b])}
        if asked is not None and not holds(asked, ends):
            return False
    shown = [rule.degree(degree) for degree in degrees]
    return rule.near is None or all(
        holds_near(rule.near, x, [shown[other] for other in board.neighbours[cell]])
        for cell, x in enumerate(shown)
    )
