"""Comparison of count, derive and listing, for rules, boards and families of any kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

import pytest

from gfkit import brute_force, count, derive, parse_board
from gfkit.core.boards import Board, Family, parse_one_board
from gfkit.core.boards.board import from_edges
from gfkit.core.engine import Derived
from gfkit.core.rules import Rule
from gfkit.core.typing import Positions

CLASSES = [positions.value for positions in Positions]
FAR = (8, 9)
"""How far behind the first board a law is compared with a count."""


def agree(
    rule: str | Rule,
    where: str | Board,
    classes: Iterable[str] = ("all",),
    weights: Sequence[str] = ("players",),
) -> int:
    """Assert that counting agrees with listing; return the maximum count."""
    board = parse_one_board(where) if isinstance(where, str) else where
    most = 0
    for positions, weight in product(classes, weights):
        found = count(rule, board, positions, weight)
        listed = brute_force(rule, board, positions, weight)
        assert found.polynomial == listed.polynomial, (rule, positions, weight, board)
        most = max(most, listed.count)
    return most


def law_agrees(
    rule: str | Rule,
    where: str | Family,
    positions: str = "all",
    weights: str = "none",
    *,
    most: int = 9,
    edges: int = 11,
    far: Sequence[int] = (),
    listed: Callable[[Board], object] | None = None,
) -> Derived:
    """Assert that a formula is proved, and agrees with listing on small boards and with counting on others.

    Boards with at most ``most`` vertices and ``edges`` edges are listed; ``far`` contains the n, relative to
    the first, that are counted. ``listed`` replaces the listing of gfkit.
    """
    boards = parse_board(where) if isinstance(where, str) else where
    law = derive(rule, where, positions, weights)
    if law.evidence.status != "proved":  # with weights, if a proof takes much longer than the formula
        law = derive(rule, where, positions, weights, certify=True)
    assert law.evidence.status == "proved"
    assert law.first_n == boards.first_n
    compared = 0
    for n in range(boards.first_n, boards.first_n + 7):
        board = boards.at(n)
        if board.size > most or len(board.edges) > edges:
            break
        if listed is None:
            found = brute_force(rule, board, positions, weights)
            expected: object = found.count if weights == "none" else found.polynomial
        elif board.size:
            expected = listed(board)
        else:
            continue
        assert law[n] == expected, (rule, where, positions, weights, n)
        compared += 1
    for n in (boards.first_n + step for step in far):
        counted = count(rule, boards.at(n), positions, weights)
        assert law[n] == (counted.count if weights == "none" else counted.polynomial), (rule, where, n)
    assert compared or far, (where, "no board of it is small enough")
    return law


def graph_of(rng, size: int, density: float) -> Board:
    """Return a random graph with this edge probability."""
    pairs = [(a, b) for b in range(size) for a in range(b)]
    return from_edges(f"a graph of {size}", size, [pair for pair in pairs if rng.random() < density])


def refused(error: type[Exception], *attempts: Callable[[], object], match: str | None = None) -> None:
    """Asserts that each attempt is refused so."""
    for attempt in attempts:
        with pytest.raises(error, match=match):
            attempt()
