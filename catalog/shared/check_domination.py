"""Printed formulas for domination numbers and their variants, by strips and vertex by vertex."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import lcm

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Statement,
    compare_cases,
    theorem,
)
from gfkit.core.boards import Family, parse_board
from gfkit.core.boards.board import Board

VERTEX_VALUES = {
    "dominating-sets": ((0, 0, 1), (1, 1, 0)),
    "two-dominating-sets": ((0, 0, 2), (1, 1, 0)),
    "total-dominating-sets": ((0, 0, 1), (1, 1, 1)),
    "roman-dominating-functions": ((0, 0, 1), (1, 0, 0), (2, 1, 0)),
}
"""For each value of a vertex its weight, its support for each neighbour, and the support that it needs."""
_ROMAN = "dominating-sets", "roman-dominating-functions"


def smallest_weight(structure: str, name: str) -> int:
    """Return the smallest weight on a graph, by dynamic programming along a breadth-first order.

    A state contains, for each visited vertex with a neighbour that is not visited, its support for this
    neighbour and the support that it still needs.

    >>> smallest_weight("dominating-sets", "4x4"), smallest_weight("roman-dominating-functions", "path:5")
    (4, 4)
    """
    board = parse_board(name)
    assert isinstance(board, Board), "the name has no n"
    neighbours = board.neighbours
    visited: set[int] = set()
    frontier: list[int] = []
    states: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    for vertex in _breadth_first(neighbours):
        visited.add(vertex)
        near = [at for at, u in enumerate(frontier) if u in neighbours[vertex]]
        frontier.append(vertex)
        kept = [at for at, u in enumerate(frontier) if not visited.issuperset(neighbours[u])]
        after: dict[tuple[tuple[int, int], ...], int] = {}
        for state, weight in states.items():
            received = sum(state[at][0] for at in near)
            for own, support, need in VERTEX_VALUES[structure]:
                now = [*state, (support, max(0, need - received))]
                for at in near:
                    now[at] = (now[at][0], max(0, now[at][1] - support))
                if any(pair[1] for at, pair in enumerate(now) if at not in kept):
                    continue
                key = tuple(now[at] for at in kept)
                after[key] = min(weight + own, after.get(key, weight + own))
        frontier, states = [frontier[at] for at in kept], after
    return states[()]


def _breadth_first(neighbours: tuple[tuple[int, ...], ...]) -> Iterator[int]:
    """Yield the vertices of a connected graph in breadth-first order."""
    order = [0]
    for vertex in order:
        yield vertex
        order += [u for u in neighbours[vertex] if u not in order]


def _family(asked: Arguments) -> Family:
    family = parse_board(asked["family"])
    assert isinstance(family, Family), "the name has an n"
    return family


def _by_strips(statement: Statement, asked: Arguments) -> CheckResult:
    from ..kinds.sequence import VERIFY

    keys = {
        "game": asked["structure"],
        "family": asked["family"],
        "optimum": "minimum",
        "from": asked["first"],
    }
    return VERIFY.methods["derive"](
        statement, keys | {key: asked[key] for key in ("every", "plus") if key in asked}
    )


def _by_frontier(statement: Statement, asked: Arguments) -> CheckResult:
    from gfkit.claims.provers.sequence import exact_value, rational
    from gfkit.claims.reading.optimal import with_brackets
    from gfkit.claims.statement.parse import printed_tree

    tree, family = printed_tree(with_brackets(statement[0])), _family(asked)
    assert tree is not None, "the statement is a formula"
    every, plus = asked.get("every", 1), asked.get("plus", 0)
    boards = [(n, family.at(every * n + plus).text) for n in range(asked["first"], asked["last"] + 1)]
    cases = (
        (board, rational(exact_value(tree, n), "values must be"), smallest_weight(asked["structure"], board))
        for n, board in boards
    )
    return compare_cases(cases, f"computed up to {boards[-1][1]}")


@theorem("domination.number", {"strips": _by_strips, "frontier": _by_frontier})
def number(
    method: Callable[[Statement, Arguments], CheckResult], statement: Statement, asked: Arguments
) -> CheckResult:
    """Check a formula for the smallest weights of a structure on a family, for all n from ``first`` on.

    The method "frontier" computes the weights up to ``last``. The keys ``every`` and ``plus`` are those of
    sequences: n is the index of the term every * n + plus.
    """
    return method(statement, asked)


def _weights_by_strips(asked: Arguments, least: int) -> list[list[int]]:
    """Return domination and Roman domination numbers from ``least`` on, over two common periods."""
    from gfkit.questions.optimum import OptimumOfFamily, optimum

    laws = []
    for structure in _ROMAN:
        found = optimum(structure, asked["family"])
        assert isinstance(found, OptimumOfFamily), "the boards are a family"
        laws.append(found.minimum.weights)
    start = max(least, *(law.valid_from for law in laws))
    last = start + 2 * lcm(asked["modulus"], *(law.period for law in laws))
    return [[int(law[n]) for n in range(least, last)] for law in laws]


def _weights_by_frontier(asked: Arguments, least: int) -> list[list[int]]:
    family = _family(asked)
    boards = [family.at(n).text for n in range(least, asked["last"] + 1)]
    return [[smallest_weight(structure, board) for board in boards] for structure in _ROMAN]


@theorem(
    "domination.roman",
    {"strips": _weights_by_strips, "frontier": _weights_by_frontier},
    words="gamma_R = 2*gamma for n >= {least:int}, n != {residue:int} mod {modulus:int}",
)
def roman(
    weights: Callable[[Arguments, int], list[list[int]]], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check that the Roman domination number is twice the domination number.

    Both numbers are linear on residue classes, so two common periods decide the claim for every n.
    """
    least, modulus, family = holes["least"], holes["modulus"], _family(asked)
    pairs = list(zip(*weights({**asked, "modulus": modulus}, least), strict=True))
    cases = (
        (family.at(n).text, 2 * one, other)
        for n, (one, other) in enumerate(pairs, least)
        if n % modulus != holes["residue"]
    )
    best = ClaimStatus.PROVED if weights is _weights_by_strips else ClaimStatus.CONSISTENT
    return compare_cases(cases, f"compared up to n = {least + len(pairs) - 1}", best=best)
