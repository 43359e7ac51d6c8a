"""Counts by the paper's tables and theorems, where that is more than its claims say.

On other boards than theirs, on far ones, and on random graphs.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest
from choice import drawn

from gfkit import brute_force, count
from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board
from gfkit.core.boards.board import from_edges

from ..kinds.tables import PATH_GAMES as GAMES, path_count


def poly(text: str) -> Polynomial:
    return Polynomial.parse(text)


def players(game: str, board: str | Board, positions: str = "all") -> Polynomial:
    return count(game, board, positions, "players").polynomial


# Paths.


@pytest.mark.slow(1)
def test_the_sequences_on_strips_of_one_row_or_column(claims):
    listed = [
        claim
        for claim in claims.values()
        if claim.source.id == "profiles" and claim.by == "terms" and claim.arguments["family"] == "path:n"
    ]
    assert len(listed) == 4
    for claim in listed:
        first = claim.arguments.get("first", 0)
        for kind in ("1x{}", "{}x1"):
            boards = [kind.format(n) for n in range(first, first + len(claim.statement))]
            assert (
                tuple(str(count(claim.arguments["game"], board).count) for board in boards) == claim.statement
            )


ONE = poly("1")
EDGES = {
    # After this vertex may come that one: E empty, L, R; O12's dominoes are a first and a second half.
    "col": ("ELR", {"LL", "RR"}),
    "snort": ("ELR", {"LR", "RL"}),
    "cis": ("ELR", {"LL", "RR", "LR", "RL"}),
}
MARK = {"E": ONE, "L": poly("x"), "R": poly("y")}


@cache
def words(game: str, n: int) -> Polynomial:
    """The profile of a path from its words, letter by letter; nothing of gfkit but polynomials."""
    if game == "o12":
        profile = [ONE, poly("1 + x")]
        for _ in range(n):
            profile.append(poly("1 + x") * profile[-1] + poly("y") * profile[-2])
        return profile[n]
    if game == "nogo":
        return _nogo_words(n)
    letters, bad = EDGES[game]
    ends = {"E": ONE}
    for _ in range(n):
        ends = {
            new: sum((ends[old] * MARK[new] for old in ends if old + new not in bad), poly("0"))
            for new in letters
        }
    return sum(ends.values(), poly("0"))


def _nogo_words(n: int) -> Polynomial:
    """States: the last letter, and for a run of stones whether it has an empty vertex already."""
    ends: dict[tuple[str, bool], Polynomial] = {("start", False): ONE}
    for _ in range(n):
        after: dict[tuple[str, bool], Polynomial] = {}
        for (last, air), number in ends.items():
            for new in "ELR":
                stones = last in "LR" and new in "LR"
                if stones and last != new and not air:
                    continue  # the run ends at the other colour and has no air on either side
                state = (new, new == "E" or (last == "E") or (last == new and air))
                after[state] = after.get(state, poly("0")) + number * MARK[new]
        ends = after
    return sum((number for (last, air), number in ends.items() if air or n == 0), poly("0"))


@pytest.mark.slow(1.2)
def test_profiles_of_paths() -> None:
    for game in GAMES:
        for n in range(5):
            assert words(game, n) == brute_force(game, f"path:{n}", weights="players").polynomial
        for n in (7, 12):
            assert players(game, f"path:{n}") == words(game, n)
            assert players(game, f"1x{n}") == words(game, n)
        for n in (40, 200):
            assert count(game, f"path:{n}") == path_count(game, n)


@pytest.mark.slow(1)
def test_cis_with_many_colours() -> None:
    # Corollary 3.7: a(n) = a(n-1) + k a(n-2).
    for colours in (1, 3, 8):
        terms = [1, 1 + colours]
        while len(terms) < 60:
            terms.append(terms[-1] + colours * terms[-2])
        assert count(f"cis:{colours}", "path:59") == terms[59]


@pytest.mark.slow(1)
def test_o12_on_complete_graphs() -> None:
    # A005425, as the paper says: a(n) = 2 a(n-1) + (n-1) a(n-2).
    terms = [1, 2]
    while len(terms) < 30:
        terms.append(2 * terms[-1] + (len(terms) - 1) * terms[-2])
    assert [int(count("o12", f"complete:{n}")) for n in range(0, 30, 3)] == terms[::3]


# Graphs larger than those that the claims are tried on.


def random_graph(rng: random.Random, size: int, pairs: list[tuple[int, int]]) -> Board:
    density = rng.uniform(0.2, 0.9)
    return from_edges(f"random {size}", size, [pair for pair in pairs if rng.random() < density])


def perfect_matchings(free: frozenset[int], edges: list[tuple[int, int]]) -> int:
    if not free:
        return 1
    first = min(free)
    return sum(
        perfect_matchings(free - {a, b}, edges) for a, b in edges if first in (a, b) and {a, b} <= free
    )


@pytest.mark.parametrize("many", [4, pytest.param(30, marks=pytest.mark.slow(2.5))])
def test_symmetry_of_o12(many: int) -> None:
    rng = drawn("o12")
    for _ in range(many):
        is_symmetric(rng)


def is_symmetric(rng: random.Random) -> None:
    size = rng.randint(1, 14)
    board = random_graph(rng, size, list(combinations(range(size), 2)))
    profile = dict(players("o12", board).terms)
    for (i, j), number in profile.items():
        assert profile[size - i - 2 * j, j] == number
    pieces = dict(count("o12", board, weights="pieces").polynomial.terms)
    assert all(pieces.get((size - i,), 0) == number for (i,), number in pieces.items())
    perfect = perfect_matchings(frozenset(range(size)), list(board.edges))
    if size % 2 == 0:
        assert pieces.get((size // 2,), 0) % 2 == perfect % 2
        assert profile.get((0, size // 2), 0) == perfect


BIPARTITE = ["3x3", "4x5", "6x6", "2x9", "cycle:4", "cycle:10", "cylinder:4x5", "torus:4x4", "..#/.../#.."]


@pytest.mark.parametrize("many", [pytest.param(20, marks=pytest.mark.slow(1))])
def test_col_and_snort_agree_on_bipartite_graphs(many: int) -> None:
    boards: list[str | Board] = [*BIPARTITE[:many]]
    rng = drawn("bipartite")
    for _ in range(many):
        some, others = rng.randint(1, 6), rng.randint(1, 6)
        pairs = [(a, some + b) for a in range(some) for b in range(others)]
        boards.append(random_graph(rng, some + others, pairs))
    for board in boards:
        col, snort = (count(game, board, weights="pieces").polynomial for game in ("col", "snort"))
        assert col == snort, board


def test_col_and_snort_differ_on_the_triangle() -> None:
    # Col: nothing, 6 single pieces, 6 pairs of different colours. Snort: also 6 pairs alike, and 2 threes.
    for board in ("complete:3", "cycle:3", "cylinder:3x1"):
        col, snort = (count(game, board, weights="pieces").polynomial for game in ("col", "snort"))
        assert (str(col), str(snort)) == ("1 + 6*x + 6*x^2", "1 + 6*x + 6*x^2 + 2*x^3")
        assert col == brute_force("col", board, weights="pieces").polynomial
